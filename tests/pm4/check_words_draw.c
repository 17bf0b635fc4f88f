// SPDX-License-Identifier: GPL-2.0
/*
 * The sentences of refusals: draws, each with one number changed in a scene that is accepted.
 */
#include "check_words.h"

/**
 * struct draw_words - a refused draw
 * @code: code of the refusal
 * @words: its sentence
 * @edit: changes the default scene
 */
struct draw_words {
	u32 code;
	const char *words;
	void (*edit)(struct scene *s);
};

#define EDIT(name, ...) static void name(struct scene *s) { __VA_ARGS__; }

EDIT(color_short, s->buffers[BUF_COLOR].size = 64 * 64 * 4 - 1)
EDIT(color_away, s->color[0].offset = 1 << 10)
EDIT(color_read_only, s->buffers[BUF_COLOR].writable = false)
EDIT(color_format, s->color[0].info = CB_INFO(0x2c, 1))
EDIT(color_formless, s->color[0].info = 1 << 18)
EDIT(color_mode, s->color[0].info = CB_INFO(0x1a, 3))
EDIT(color_1d_samples, s->color[0].info = CB_INFO(0x1a, 2); s->aa = 2)
EDIT(color_linear_samples, s->aa = 1)
EDIT(color_tile_mode, s->color[0].info |= 3 << 18)
EDIT(color_pitch, s->color[0].size = TILE_MAX(72, 64))
EDIT(color_height, s->color[0].info = CB_INFO(0x1a, 4); s->color[0].size = TILE_MAX(64, 72))
EDIT(color_rows, s->color[0].info = CB_INFO(0x1a, 4); s->color[0].size = TILE_MAX(96, 66))
EDIT(color_base, s->color[0].info = CB_INFO(0x1a, 4); s->color[0].offset = 1)
EDIT(color_align, s->color[0].info = CB_INFO(0x1a, 4); s->buffers[BUF_COLOR].align = 1024)
EDIT(color_slices, s->color[0].info = CB_INFO(0x1a, 4); s->aa = 2; s->color[0].view = SLICES(0, 4))

/* Scissors: the tightest, none, one that does not count. */
EDIT(scissor_wide, s->window_br = XY(65, 64); s->screen_br = XY(300, 64))
EDIT(scissor_high, s->window_br = XY(64, 300); s->generic_br = XY(200, 200); s->buffers[BUF_COLOR].size = 128 * 256)
EDIT(scissor_moved, s->window_tl = 0)
EDIT(scissor_tall_moved, s->window_tl = 0; s->screen_br = XY(64, 8192))
EDIT(scissor_max, s->screen_br = XY(64, 0x7fff); s->generic_br = XY(64, 0x7fff); s->window_br = XY(64, 0x7fff))
/* Both the surface and the scissors reach out: the surface counts. */
EDIT(scissor_and_size, s->window_br = XY(64, 8192); s->buffers[BUF_COLOR].size = 16383)

EDIT(cmask_short, s->color[0].info |= 1 << 18; s->color[0].mask = 0; s->buffers[BUF_CMASK].size = 511)
EDIT(cmask_large, s->color[0].info |= 1 << 18; s->color[0].mask = 11; s->buffers[BUF_CMASK].size = 1535)
EDIT(cmask_scissor, s->color[0].info |= 1 << 18; s->window_br = XY(64, 257); s->buffers[BUF_CMASK].size = 512)

static void fmask_short(struct scene *s)
{
	s->aa = 3;
	s->color[0].info = CB_INFO(0x1a, 4) | 2 << 18;
	s->buffers[BUF_FMASK].size = 128 * 64 * 8 - 1;
}

static void depth(struct scene *s)
{
	s->depth_control = 2;
	s->depth_info = DB_INFO(3, 2);
	s->depth_size = TILE_MAX(64, 64);
}

EDIT(depth_short, depth(s); s->buffers[BUF_DEPTH].size = 16383)
EDIT(depth_scissor, depth(s); s->buffers[BUF_DEPTH].size = 20000; s->window_br = XY(64, 100))
EDIT(depth_linear, depth(s); s->depth_info = DB_INFO(3, 1))
EDIT(depth_samples, depth(s); s->color[0].info = CB_INFO(0x1a, 4); s->aa = 2)
EDIT(depth_formless, s->depth_info = DB_INFO(0, 2) | 1 << 25)
EDIT(htile, depth(s); s->depth_info |= 1 << 25; s->htile_surface = 3)
EDIT(htile_short, htile(s); s->buffers[BUF_HTILE].size = 4095)
EDIT(htile_scissor, htile(s); s->buffers[BUF_HTILE].size = 4096; s->window_br = XY(64, 257))
EDIT(htile_tiles, htile(s); s->htile_surface = 1)

EDIT(strmout_short, words_strmout(s); s->buffers[BUF_STRMOUT].size = 255)
EDIT(strmout_unset, words_strmout(s); s->strmout_buffers = 2)
EDIT(const_short, s->const_size[0] = 2; s->buffers[BUF_CONST].size = 511)
EDIT(program_short, s->program_offset = 1; s->buffers[BUF_PROGRAM].size = 263)
EDIT(ring_short, s->rings = true; s->buffers[BUF_RING].size = 1023)
EDIT(export_short, s->export = true; s->buffers[BUF_EXPORT].size = 255)
EDIT(export_on, s->export = true; s->export_size = 1)
EDIT(gs, s->gs_mode = 3; s->gs_programs = true; s->rings = true)
EDIT(gs_empty_ring, gs(s); s->ring_size = 0)
EDIT(gs_no_ring, gs(s); s->rings = false)
EDIT(index_none, s->draw_index = true; s->index_count = 4; s->buffers[BUF_INDEX].size = 1)
EDIT(index_odd, s->draw_index = true; s->index_offset = 1)

/* 64 x 64 texels of 4 bytes, linear. */
static void texture(struct scene *s)
{
	s->use_texture = true;
	s->texture[0] = 1 | 1 << 3 | 7 << 8 | 63u << 19;
	s->texture[1] = 63 | 0x1au << 26;
	s->texture[6] = 2u << 30;
}

#define TEXEL(format) (63 | (u32)(format) << 26)

EDIT(texture_short, texture(s); s->buffers[BUF_TEXTURE].size = 16383)
EDIT(texture_mips, texture(s); s->texture[5] = 1; s->buffers[BUF_MIP].size = 1)
EDIT(texture_format, texture(s); s->texture[1] = TEXEL(0))
EDIT(texture_mode, texture(s); s->texture[0] = 1 | 5 << 3 | 7 << 8 | 63u << 19)
EDIT(texture_12, texture(s); s->texture[0] = 1 | 2 << 3 | 7 << 8 | 63u << 19; s->texture[1] = TEXEL(0x2f))
EDIT(texture_samples, texture(s); s->texture[0] = 6 | 1 << 3 | 7 << 8 | 63u << 19; s->texture[5] = 2)
EDIT(texture_many_samples, texture(s); s->texture[0] = 6 | 4 << 3 | 7 << 8 | 63u << 19; s->texture[5] = 4)
EDIT(texture_pitch, texture(s); s->texture[0] = 1 | 1 << 3 | 8 << 8 | 63u << 19)
EDIT(texture_blocks, texture(s); s->texture[0] = 1 | 4 << 3 | 8 << 8 | 63u << 19; s->texture[1] = TEXEL(0x31))
EDIT(texture_width, texture(s); s->texture[0] = 1 | 1 << 3 | 7 << 8 | 64u << 19)
EDIT(texture_base_level, texture(s); s->texture[4] = 2u << 28; s->texture[5] = 1)
EDIT(texture_last_level, texture(s); s->texture[0] = 1 | 7 << 8 | 63u << 19; s->texture[5] = 3)
EDIT(texture_depth, texture(s); s->texture[1] |= 3 << 13)
EDIT(texture_base_array, texture(s); s->texture[0] += 1; s->texture[1] |= 3 << 13; s->texture[5] = 3 << 17 | 1 << 4)
EDIT(texture_last_array, texture(s); s->texture[0] += 1; s->texture[1] |= 3 << 13; s->texture[5] = 4 << 17)
EDIT(texture_order, texture(s); s->texture[0] += 4; s->texture[5] = 3 << 17 | 4 << 4)
EDIT(texture_bits, texture(s); s->texture[6] |= 1 << 8)
EDIT(vertex_none, s->use_vertex = true; s->vertex[6] = 3u << 30; s->vertex[1] = 63; s->buffers[BUF_VERTEX].size = 0)

static const struct draw_words draws[] = {
	{ CODE(SURFACE_BOUNDS),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: linear-aligned 64x64x4B needs 16384 bytes at offset 0, buffer 0 has 16383 (draw at dword 272)",
	  color_short },
	{ CODE(SURFACE_BOUNDS),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: 2D-tiled 64x64x4B 5 slices 4 samples needs 327680 bytes at offset 0, buffer 0 has 262144 (draw at dword 272)",
	  color_slices },
	{ CODE(SURFACE_BOUNDS),
	  "dword 89: SET_CONTEXT_REG DB_DEPTH_BASE: 1D-tiled 64x64x4B needs 16384 bytes at offset 0, buffer 2 has 16383 (draw at dword 291)",
	  depth_short },
	{ CODE(SURFACE_BOUNDS),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: linear-aligned 64x64x4B needs 16384 bytes at offset 0, buffer 0 has 16383 (draw at dword 272)",
	  scissor_and_size },
	{ CODE(SURFACE_BOUNDS),
	  "dword 274: SET_RESOURCE resource 0 WORD2: linear-aligned 64x64x4B needs 16384 bytes at offset 0, buffer 12 has 16383",
	  texture_short },
	{ CODE(SURFACE_BOUNDS),
	  "dword 275: SET_RESOURCE resource 0 WORD3: mip chain of linear-aligned 64x64x4B needs 8192 bytes at offset 0, buffer 13 has 1",
	  texture_mips },
	{ CODE(BASE_BOUNDS),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: offset 0x40000 is past the end of buffer 0, which has 262144 bytes (draw at dword 272)",
	  color_away },
	{ CODE(READ_ONLY),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: writes buffer 0, which may only be read (draw at dword 272)",
	  color_read_only },
	{ CODE(SURFACE_FORMAT),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: format 44 is not supported here (draw at dword 272)",
	  color_format },
	{ CODE(SURFACE_FORMAT),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: CMASK is on without a format (draw at dword 272)",
	  color_formless },
	{ CODE(SURFACE_FORMAT),
	  "dword 86: SET_CONTEXT_REG DB_DEPTH_INFO: HTILE is on without a format; checked although it is off: DB_DEPTH_CONTROL at dword 77 (draw at dword 291)",
	  depth_formless },
	{ CODE(SURFACE_FORMAT),
	  "dword 273: SET_RESOURCE resource 0 WORD1: format 0 is not supported here",
	  texture_format },
	{ CODE(SURFACE_MODE),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: array mode 3 is not supported (draw at dword 272)",
	  color_mode },
	{ CODE(SURFACE_MODE),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: 4 samples need array mode 4 (2D-tiled), not 2 (1D-tiled) (draw at dword 272)",
	  color_1d_samples },
	{ CODE(SURFACE_MODE),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: 2 samples need array mode 4 (2D-tiled), not 1 (linear-aligned) (draw at dword 272)",
	  color_linear_samples },
	{ CODE(SURFACE_MODE),
	  "dword 86: SET_CONTEXT_REG DB_DEPTH_INFO: array mode 1 (linear-aligned) is not supported here (draw at dword 291)",
	  depth_linear },
	{ CODE(SURFACE_MODE),
	  "dword 86: SET_CONTEXT_REG DB_DEPTH_INFO: 4 samples need array mode 4 (2D-tiled), not 2 (1D-tiled) (draw at dword 291)",
	  depth_samples },
	{ CODE(SURFACE_MODE),
	  "dword 272: SET_RESOURCE resource 0 WORD0: array mode 5 is not supported",
	  texture_mode },
	{ CODE(SURFACE_MODE),
	  "dword 272: SET_RESOURCE resource 0 WORD0: texels of 12 bytes cannot be tiled, array mode is 2 (1D-tiled)",
	  texture_12 },
	{ CODE(SURFACE_MODE),
	  "dword 272: SET_RESOURCE resource 0 WORD0: 4 samples need array mode 4 (2D-tiled), not 1 (linear-aligned)",
	  texture_samples },
	{ CODE(SURFACE_SAMPLES),
	  "dword 277: SET_RESOURCE resource 0 WORD5: LAST_LEVEL 4 stands for 16 samples, the maximum is 8",
	  texture_many_samples },
	{ CODE(SURFACE_PITCH),
	  "dword 37: SET_CONTEXT_REG CB_COLOR0_SIZE: pitch 72 is not a multiple of 64 (draw at dword 272)",
	  color_pitch },
	{ CODE(SURFACE_PITCH),
	  "dword 272: SET_RESOURCE resource 0 WORD0: pitch 72 is not a multiple of 64",
	  texture_pitch },
	{ CODE(SURFACE_PITCH),
	  "dword 272: SET_RESOURCE resource 0 WORD0: pitch 72 is not a multiple of 128",
	  texture_blocks },
	{ CODE(SURFACE_PITCH),
	  "dword 272: SET_RESOURCE resource 0 WORD0: pitch 64 is less than the width, 65",
	  texture_width },
	{ CODE(SURFACE_HEIGHT),
	  "dword 37: SET_CONTEXT_REG CB_COLOR0_SIZE: slice of 72 lines is not a multiple of 16 (draw at dword 272)",
	  color_height },
	{ CODE(SURFACE_HEIGHT),
	  "dword 37: SET_CONTEXT_REG CB_COLOR0_SIZE: slice of 66 lines is not a multiple of 16 (draw at dword 272)",
	  color_rows },
	{ CODE(SURFACE_BASE),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: offset 0x100 in buffer 0 is not a multiple of 2048 bytes (draw at dword 272)",
	  color_base },
	{ CODE(SURFACE_BASE),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: buffer 0 is aligned to 1024 bytes, and needs 2048 (draw at dword 272)",
	  color_align },
	{ CODE(SURFACE_SCISSOR),
	  "dword 26: SET_CONTEXT_REG PA_SC_WINDOW_SCISSOR_BR: the tightest scissor lets 65 columns through, the pitch in CB_COLOR0_SIZE is 64 (draw at dword 272)",
	  scissor_wide },
	{ CODE(SURFACE_SCISSOR),
	  "dword 20: SET_CONTEXT_REG PA_SC_GENERIC_SCISSOR_BR: the tightest scissor lets 200 lines through, buffer 0 at CB_COLOR0_BASE holds 128 (draw at dword 272)",
	  scissor_high },
	{ CODE(SURFACE_SCISSOR),
	  "dword 26: SET_CONTEXT_REG PA_SC_WINDOW_SCISSOR_BR: is ignored unless WINDOW_OFFSET_DISABLE is set or the window offset is 0: a draw can reach 8192 columns, the pitch in CB_COLOR0_SIZE is 64 (draw at dword 272)",
	  scissor_moved },
	{ CODE(SURFACE_SCISSOR),
	  "dword 26: SET_CONTEXT_REG PA_SC_WINDOW_SCISSOR_BR: is ignored unless WINDOW_OFFSET_DISABLE is set or the window offset is 0: a draw can reach 8192 lines, buffer 0 at CB_COLOR0_BASE holds 1024 (draw at dword 272)",
	  scissor_tall_moved },
	{ CODE(SURFACE_SCISSOR),
	  "dword 14: SET_CONTEXT_REG PA_SC_SCREEN_SCISSOR_BR: the tightest scissor lets 8192 lines through, buffer 0 at CB_COLOR0_BASE holds 1024 (draw at dword 272)",
	  scissor_max },
	{ CODE(SURFACE_SCISSOR),
	  "dword 26: SET_CONTEXT_REG PA_SC_WINDOW_SCISSOR_BR: the tightest scissor lets 100 lines through, buffer 2 at DB_DEPTH_BASE holds 72 (draw at dword 291)",
	  depth_scissor },
	{ CODE(FIELD_VALUE),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: TILE_MODE 3 is not allowed, the maximum is 2 (draw at dword 272)",
	  color_tile_mode },
	{ CODE(CMASK_BOUNDS),
	  "dword 46: SET_CONTEXT_REG CB_COLOR0_TILE: CMASK for 64 lines needs 512 bytes at offset 0, buffer 4 has 511 (draw at dword 272)",
	  cmask_short },
	{ CODE(CMASK_BOUNDS),
	  "dword 46: SET_CONTEXT_REG CB_COLOR0_TILE: CMASK of the size in CB_COLOR0_MASK needs 1536 bytes at offset 0, buffer 4 has 1535 (draw at dword 272)",
	  cmask_large },
	{ CODE(CMASK_BOUNDS),
	  "dword 46: SET_CONTEXT_REG CB_COLOR0_TILE: CMASK for the 257 lines that the scissors let through needs 1024 bytes at offset 0, buffer 4 has 512 (draw at dword 272)",
	  cmask_scissor },
	{ CODE(FMASK_BOUNDS),
	  "dword 51: SET_CONTEXT_REG CB_COLOR0_FRAG: FMASK for 64 lines needs 65536 bytes at offset 0, buffer 5 has 65535 (draw at dword 272)",
	  fmask_short },
	{ CODE(HTILE_BOUNDS),
	  "dword 103: SET_CONTEXT_REG DB_HTILE_DATA_BASE: HTILE for 64 lines needs 4096 bytes at offset 0, buffer 3 has 4095 (draw at dword 291)",
	  htile_short },
	{ CODE(HTILE_BOUNDS),
	  "dword 103: SET_CONTEXT_REG DB_HTILE_DATA_BASE: HTILE for the 257 lines that the scissors let through needs 8192 bytes at offset 0, buffer 3 has 4096 (draw at dword 291)",
	  htile_scissor },
	{ CODE(HTILE_TILES),
	  "dword 100: SET_CONTEXT_REG DB_HTILE_SURFACE: HTILE must have tiles of 8x8 (bits 0x3), not 0x1 (draw at dword 291)",
	  htile_tiles },
	{ CODE(STRMOUT_BOUNDS),
	  "dword 98: SET_CONTEXT_REG VGT_STRMOUT_BUFFER_BASE_0: needs 256 bytes at offset 0, buffer 6 has 255 (draw at dword 291)",
	  strmout_short },
	{ CODE(NOT_SET),
	  "dword 291: DRAW_INDEX_AUTO VGT_STRMOUT_BUFFER_BASE_1: is needed, and the stream has not set it",
	  strmout_unset },
	{ CODE(CONST_BOUNDS),
	  "dword 143: SET_CONTEXT_REG SQ_ALU_CONST_CACHE_PS_5: needs 512 bytes at offset 0, buffer 7 has 511 (draw at dword 277)",
	  const_short },
	{ CODE(PROGRAM_BOUNDS),
	  "dword 239: SET_CONTEXT_REG SQ_PGM_START_PS: needs 8 bytes at offset 256, buffer 1 has 263 (draw at dword 272)",
	  program_short },
	{ CODE(RING_BOUNDS),
	  "dword 275: SET_CONFIG_REG SQ_ESGS_RING_BASE: needs 1024 bytes at offset 0, buffer 8 has 1023; checked although it is off: VGT_GS_MODE at dword 269 (draw at dword 332)",
	  ring_short },
	{ CODE(EXPORT_BOUNDS),
	  "dword 275: SET_CONFIG_REG SX_MEMORY_EXPORT_BASE: needs 256 bytes at offset 0, buffer 9 has 255; checked although it is off: SX_MEMORY_EXPORT_SIZE at dword 272 (draw at dword 280)",
	  export_short },
	{ CODE(REGISTER_VALUE),
	  "dword 272: SET_CONFIG_REG SX_MEMORY_EXPORT_SIZE: must be 0x0, not 0x1 (draw at dword 280)",
	  export_on },
	{ CODE(RING_EMPTY),
	  "dword 282: SET_CONFIG_REG SQ_ESGS_RING_SIZE: 0 is not enough for geometry shaders (draw at dword 342)",
	  gs_empty_ring },
	{ CODE(NOT_SET),
	  "dword 282: DRAW_INDEX_AUTO SQ_ESGS_RING_BASE: is needed, and the stream has not set it",
	  gs_no_ring },
	{ CODE(INDEX_BOUNDS),
	  "dword 275: DRAW_INDEX: draw of 4 indices needs 8 bytes at offset 0, buffer 10 has 1",
	  index_none },
	{ CODE(ALIGNMENT),
	  "dword 273: DRAW_INDEX: INDEX_BASE_LO 0x1 is not a multiple of 2",
	  index_odd },
	{ CODE(VERTEX_BOUNDS),
	  "dword 272: SET_RESOURCE resource 160 WORD0: vertex buffer needs 64 bytes at offset 0, buffer 11 has 0",
	  vertex_none },
	{ CODE(RESOURCE_LEVELS),
	  "dword 276: SET_RESOURCE resource 0 WORD4: BASE_LEVEL 2 is more than the last level, 1",
	  texture_base_level },
	{ CODE(RESOURCE_LEVELS),
	  "dword 277: SET_RESOURCE resource 0 WORD5: LAST_LEVEL must be 0 with array mode 0 (linear) or texels of 12 bytes, not 3",
	  texture_last_level },
	{ CODE(RESOURCE_ARRAY),
	  "dword 273: SET_RESOURCE resource 0 WORD1: TEX_DEPTH must be 0, not 3",
	  texture_depth },
	{ CODE(RESOURCE_ARRAY),
	  "dword 277: SET_RESOURCE resource 0 WORD5: BASE_ARRAY must be 0, not 1",
	  texture_base_array },
	{ CODE(RESOURCE_ARRAY),
	  "dword 277: SET_RESOURCE resource 0 WORD5: LAST_ARRAY 4 is more than the last slice, 3",
	  texture_last_array },
	{ CODE(RESOURCE_ARRAY),
	  "dword 277: SET_RESOURCE resource 0 WORD5: BASE_ARRAY 4 is more than the last slice, 3",
	  texture_order },
	{ CODE(REGISTER_BITS),
	  "dword 278: SET_RESOURCE resource 0 WORD6: 0x80000100 sets bits 0x00000100 that must be 0 (INTERLACED)",
	  texture_bits },
};

void test_draw_words(struct scene *s)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(draws); i++) {
		scene_default(s);
		draws[i].edit(s);
		scene_emit(s);
		words_expect(s, draws[i].code, draws[i].words);
	}
}
