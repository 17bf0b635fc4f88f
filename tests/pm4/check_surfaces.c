// SPDX-License-Identifier: GPL-2.0
/*
 * Rules for the memory that a draw touches through registers.  A rule is a scene, a change
 * after which it just passes and one after which it is just refused.
 */
#include "check_scene.h"
#include "tap.h"

/**
 * struct rule - one rule of a draw
 * @name: name of the test
 * @code: code of the second scene's refusal
 * @reg: the register that the verdict must name, 0: any
 * @pass: changes the default scene to one that just passes
 * @fail: changes that to one that is refused
 */
struct rule {
	const char *name;
	u32 code;
	u32 reg;
	void (*pass)(struct scene *s);
	void (*fail)(struct scene *s);
};

#define EDIT(name, ...) static void name(struct scene *s) { __VA_ARGS__; }

/* Colour: 64 x 64 x 4 bytes, 16 KiB. */
EDIT(color_exact, s->buffers[BUF_COLOR].size = 64 * 64 * 4)
EDIT(color_short, s->buffers[BUF_COLOR].size--)
EDIT(color_last_offset, s->buffers[BUF_COLOR].size = 64 * 64 * 4 + 256; s->color[0].offset = 1)
EDIT(color_next_offset, s->color[0].offset = 2)
EDIT(color_wrap, s->color[0].offset = 0xffffff00)
EDIT(color_slices, s->color[0].view = SLICES(0, 3); s->buffers[BUF_COLOR].size = 4 * 16384)
EDIT(color_slice_more, s->color[0].view = SLICES(0, 4))
EDIT(color_slice_start, s->color[0].view = SLICES(4, 3))
EDIT(color_pitch_ok, s->color[0].size = TILE_MAX(128, 64))
EDIT(color_pitch_bad, s->color[0].size = TILE_MAX(136, 64))
EDIT(color_general, s->color[0].info = CB_INFO(0x1a, 0); s->buffers[BUF_COLOR].size = 16384)
EDIT(color_1d, s->color[0].info = CB_INFO(0x1a, 2); s->buffers[BUF_COLOR].size = 16384)
EDIT(color_1d_base, s->buffers[BUF_COLOR].align = 128)
EDIT(color_2d, s->color[0].info = CB_INFO(0x1a, 4); s->buffers[BUF_COLOR].size = 16384)
EDIT(color_2d_pitch, s->color[0].size = TILE_MAX(72, 64))
EDIT(color_2d_height, s->color[0].size = TILE_MAX(64, 72))
EDIT(color_2d_base, s->color[0].offset = 1; s->buffers[BUF_COLOR].size += 65536)
EDIT(color_mode, s->color[0].info = CB_INFO(0x1a, 3))
EDIT(color_format, s->color[0].info = CB_INFO(0x2c, 1))
EDIT(color_scissor_ok, s->window_br = XY(64, 64))
EDIT(color_scissor_wide, s->window_br = XY(65, 64))
EDIT(color_scissor_high, s->window_br = XY(64, 65); s->buffers[BUF_COLOR].size = 16384)
EDIT(color_scissor_moved, s->window_tl = 0)
EDIT(color_read_only, s->buffers[BUF_COLOR].writable = false)
EDIT(color_masked_bad, s->target_mask = 0xf0; s->buffers[BUF_COLOR].size = 1)
EDIT(color_killed_bad, s->card.chip = PM4_RV635; s->sx_misc = 1; s->buffers[BUF_COLOR].size = 1)
EDIT(color_not_masked, s->target_mask = 0x1)
EDIT(color_not_killed, s->sx_misc = 0)
EDIT(color_not_killed_r7xx, s->card.chip = PM4_RV710)
EDIT(color_expand, s->color_control = 4 << 4)
EDIT(color_samples, s->aa = 3; s->color[0].info = CB_INFO(0x1a, 4); s->buffers[BUF_COLOR].size = 8 * 16384)
EDIT(color_none, s->color[0].on = false)
/* A linear buffer with a declared size of 8 lines more than the buffer and the draw have. */
EDIT(color_rounded, s->color[0].size = TILE_MAX(64, 72); s->buffers[BUF_COLOR].size = 16384)
EDIT(color_general_rounded, color_rounded(s); s->color[0].info = CB_INFO(0x1a, 0))
EDIT(color_rounded_slices, s->color[0].view = SLICES(0, 1))
EDIT(color_rounded_start, s->color[0].view = SLICES(1, 0))
EDIT(color_rounded_1d, s->color[0].info = CB_INFO(0x1a, 2))
EDIT(color_rounded_2d, s->color[0].info = CB_INFO(0x1a, 4); s->color[0].size = TILE_MAX(64, 80))
EDIT(color_rounded_cmask, s->color[0].info |= 1 << 18; s->color[0].mask = 11)
EDIT(color_rounded_copy, s->render_control = 4;
     s->depth_info = DB_INFO(3, 2); s->depth_size = TILE_MAX(64, 64))
EDIT(color_rounded_clear, s->color_control = 2 << 4)
EDIT(nothing, (void)s)

static void color_max(struct scene *s)
{
	/* 8192 x 8192 pixels of 16 bytes with 8 samples in 2048 slices: no wrap. */
	s->color[0].size = 0x3ff | 0xfffff << 10;
	s->color[0].view = SLICES(0, 2047);
	s->color[0].info = CB_INFO(0x22, 4);
	s->aa = 3;
	s->window_br = XY(8192, 8192);
	s->buffers[BUF_COLOR].size = 8192ull * 8192 * 16 * 8 * 2048;
}

/*
 * CMASK: 128 bytes for a block.  FMASK: 2 bytes for a pixel, 8 with 8 samples, of at
 * least 128 pixels in a line.
 */
EDIT(cmask_exact, s->color[0].info |= 1 << 18; s->color[0].mask = 11; s->buffers[BUF_CMASK].size = 1536)
EDIT(cmask_short, s->buffers[BUF_CMASK].size--)
EDIT(cmask_slices, cmask_exact(s); s->color[0].view = SLICES(0, 1); s->buffers[BUF_CMASK].size = 3072)
EDIT(cmask_offset, cmask_exact(s); s->color[0].tile_offset = 2; s->buffers[BUF_CMASK].size += 512)
EDIT(cmask_offset_bad, s->color[0].tile_offset = 1)

static void fmask_exact(struct scene *s)
{
	color_samples(s);
	s->color[0].info |= 2 << 18;
	s->color[0].mask = 63 << 12;
	s->buffers[BUF_FMASK].size = 128 * 64 * 8;
	s->buffers[BUF_CMASK].size = 512;
}

EDIT(fmask_few, fmask_exact(s); s->aa = 2; s->buffers[BUF_FMASK].size = 128 * 64 * 2)
EDIT(fmask_large, fmask_exact(s); s->color[0].mask = 128 << 12; s->buffers[BUF_FMASK].size = 132 * 512)

static void fmask_rows(struct scene *s)
{
	fmask_few(s);
	s->card.pipes = 4;
	s->color[0].size = TILE_MAX(32, 96);
	s->window_br = XY(32, 97);
	s->buffers[BUF_COLOR].size = 32 * 128 * 16;
	s->buffers[BUF_FMASK].size = 128 * 128 * 2;
	s->buffers[BUF_CMASK].size = 1024;
}

/* 65 of 512 pixels in a line can be drawn: twice their bytes, or once the bytes of all. */
static void fmask_narrow(struct scene *s)
{
	fmask_few(s);
	s->color[0].size = TILE_MAX(512, 64);
	s->window_br = XY(65, 64);
	s->buffers[BUF_COLOR].size = 512 * 64 * 16;
	s->buffers[BUF_FMASK].size = 512 * 64;
	s->buffers[BUF_CMASK].size = 2048;
}

EDIT(fmask_wide, fmask_narrow(s); s->window_br = XY(385, 64); s->buffers[BUF_FMASK].size = 512 * 64 * 2)
EDIT(fmask_short, s->buffers[BUF_FMASK].size--)
/* Masks that are smaller than the surface, or than the part inside of the scissors. */
EDIT(fmask_small, fmask_exact(s); s->color[0].mask = 0)

static void fmask_scissor(struct scene *s)
{
	fmask_exact(s);
	s->window_br = XY(64, 128);
	s->buffers[BUF_COLOR].size *= 2;
	s->buffers[BUF_FMASK].size *= 2;
}

static void cmask_small(struct scene *s)
{
	s->color[0].info |= 1 << 18;
	s->color[0].size = TILE_MAX(256, 256);
	s->color[0].mask = 0;
	s->buffers[BUF_CMASK].size = 4 * 128;
}

/* A macro tile of CMASK is 512 x 256 pixels on 8 pipes, each of which has a group. */
static void cmask_pipes(struct scene *s)
{
	s->card.chip = PM4_RV770;
	s->card.pipes = 8;
	s->card.banks = 8;
	s->color[0].info |= 1 << 18;
	s->color[0].mask = 0;
	s->buffers[BUF_CMASK].size = 2048;
}

EDIT(cmask_odd, cmask_pipes(s); s->color[0].view = SLICES(0, 2); s->buffers[BUF_COLOR].size *= 3;
     s->buffers[BUF_CMASK].size = 3 * 2048)
EDIT(cmask_wide, cmask_pipes(s); s->color[0].size = TILE_MAX(512, 256); s->buffers[BUF_COLOR].size = 1 << 19)

static void cmask_one_pipe(struct scene *s)
{
	cmask_pipes(s);
	s->card.chip = PM4_RV610;
	s->card.pipes = 1;
	s->card.banks = 4;
	s->color[0].size = TILE_MAX(64, 256);
	s->buffers[BUF_COLOR].size = 65536;
	s->buffers[BUF_CMASK].size = 256;
}

EDIT(cmask_third, s->color[0].size = TILE_MAX(64, 264); s->buffers[BUF_COLOR].size = 1 << 20)

/* 64 tiles of 128 bytes, 2D tiled, are in half the groups of 64 banks. */
static void fmask_banks(struct scene *s)
{
	cmask_pipes(s);
	s->color[0].info = CB_INFO(0x1a, 4) | 2 << 18;
	s->aa = 1;
	s->buffers[BUF_COLOR].size = 32768;
	s->buffers[BUF_FMASK].size = 16384;
}

EDIT(fmask_offset, fmask_banks(s); s->color[0].frag_offset = 64; s->buffers[BUF_FMASK].size *= 2)
EDIT(fmask_offset_bad, s->color[0].frag_offset = 32)
EDIT(cmask_formless, s->color[0].info = 1 << 18)

EDIT(tile_mode_3, s->color[0].info |= 3 << 18)

static void resolve_exact(struct scene *s)
{
	color_samples(s);
	s->color_control = 7 << 4;
	s->color[1] = s->color[0];
	s->color[1].info = CB_INFO(0x1a, 1);
	s->buffers[BUF_RESOLVE].size = 16384;
}

EDIT(resolve_short, s->buffers[BUF_RESOLVE].size--)

/* The FMASK of a resolve's destination may be used with all samples. */
static void resolve_fmask(struct scene *s)
{
	resolve_exact(s);
	s->color[1].info |= 2 << 18;
	s->buffers[BUF_FMASK].size = 128 * 64 * 8;
	s->buffers[BUF_CMASK].size = 512;
}

/* The scissor of the window does not bound, the generic one does. */
EDIT(color_generic, s->window_br = XY(8192, 8192); s->generic_br = XY(64, 64))
EDIT(color_generic_moved, s->generic_tl = 0)

/* Depth: 64 x 64 x 4 bytes, 1D tiled. */
static void depth_exact(struct scene *s)
{
	s->depth_control = 2;
	s->depth_info = DB_INFO(3, 2);
	s->depth_size = TILE_MAX(64, 64);
	s->buffers[BUF_DEPTH].size = 16384;
}

EDIT(depth_short, s->buffers[BUF_DEPTH].size--)
EDIT(depth_stencil, depth_exact(s); s->depth_control = 1)
EDIT(depth_off, depth_exact(s); s->depth_control = 0)
EDIT(depth_copy, s->render_control = 4)
EDIT(depth_into_color, depth_exact(s); s->target_mask = 0; s->buffers[BUF_COLOR].size = 1)
EDIT(depth_formless, s->depth_info = DB_INFO(0, 2) | 1 << 25)
EDIT(depth_formless_2d, s->depth_info = DB_INFO(0, 4) | 1 << 25)
EDIT(depth_wide, depth_exact(s); s->depth_info = DB_INFO(7, 2); s->buffers[BUF_DEPTH].size = 32768)
EDIT(depth_slices, depth_exact(s); s->depth_view = SLICES(2, 7); s->buffers[BUF_DEPTH].size = 8 * 16384)
EDIT(depth_linear, s->depth_info = DB_INFO(3, 1))
EDIT(depth_2d, depth_exact(s); s->depth_info = DB_INFO(3, 4))
EDIT(depth_2d_height, s->depth_size = TILE_MAX(64, 56))
EDIT(depth_base_ok, depth_exact(s); s->buffers[BUF_DEPTH].align = 256)
EDIT(depth_base_bad, s->buffers[BUF_DEPTH].align = 128)
EDIT(depth_2d_offset, depth_2d(s); s->depth_offset = 8; s->buffers[BUF_DEPTH].size += 2048)
EDIT(depth_2d_offset_bad, s->depth_offset = 7)
EDIT(depth_scissor, s->window_br = XY(64, 65); s->buffers[BUF_COLOR].size = 1 << 18)
EDIT(depth_wrap, s->depth_offset = 0xffffffff)
EDIT(depth_read_only, s->buffers[BUF_DEPTH].writable = false)

/* HTILE: 2 pipes, macro tiles of 32 x 32, 4 bytes a tile: 4 KiB, one slice. */
static void htile_exact(struct scene *s)
{
	depth_exact(s);
	s->depth_info |= 1 << 25;
	s->htile_surface = 3;
	s->buffers[BUF_HTILE].size = 4096;
}

EDIT(htile_short, s->buffers[BUF_HTILE].size--)
EDIT(htile_tiles, s->htile_surface = 1)

/* Stream-out counts dwords. */
EDIT(strmout_exact, s->strmout_en = 1; s->strmout_buffers = 1; s->strmout_size = 64; s->buffers[BUF_STRMOUT].size = 256)
EDIT(strmout_short, s->buffers[BUF_STRMOUT].size--)
EDIT(strmout_wrap, s->strmout_size = 0x40000001)
EDIT(strmout_unset, s->strmout_buffers = 2)

/* Constant buffers, rings and memory export count 256 bytes. */
EDIT(const_ps, s->const_size[0] = 2; s->buffers[BUF_CONST].size = 512)
EDIT(const_vs, s->const_size[1] = 2; s->buffers[BUF_CONST].size = 512)
EDIT(const_gs, s->const_size[2] = 2; s->buffers[BUF_CONST].size = 512)
EDIT(const_short, s->buffers[BUF_CONST].size--)
EDIT(ring_exact, s->rings = true; s->buffers[BUF_RING].size = 1024)
EDIT(ring_short, s->buffers[BUF_RING].size--)
EDIT(ring_huge, s->ring_size = 0xffffffff)
EDIT(export_off, s->export = true)
EDIT(export_on, s->export_size = 1)
EDIT(program_exact, s->program_offset = 1; s->buffers[BUF_PROGRAM].size = 264)
EDIT(program_short, s->buffers[BUF_PROGRAM].size--)
EDIT(gs_all, s->gs_mode = 3; s->gs_programs = true; s->rings = true)
EDIT(gs_no_program, s->gs_programs = false)
EDIT(gs_no_ring, s->rings = false)
EDIT(gs_empty_ring, s->ring_size = 0)

/* Indices. */
EDIT(index_16, s->draw_index = true; s->index_count = 100; s->buffers[BUF_INDEX].size = 200)
EDIT(index_odd, s->index_offset = 1; s->buffers[BUF_INDEX].size += 2)

#define R(x) PM4_R_##x
static const struct rule rules[] = {
	{ "colour to the last byte", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_exact, color_short },
	{ "colour at an offset", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_last_offset, color_next_offset },
	{ "colour offset that wraps", PM4_CODE_BASE_BOUNDS, R(CB_COLOR_BASE), color_exact, color_wrap },
	{ "colour slices", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_slices, color_slice_more },
	{ "colour slice start past the last", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_slices, color_slice_start },
	{ "colour pitch", PM4_CODE_SURFACE_PITCH, R(CB_COLOR_SIZE), color_pitch_ok, color_pitch_bad },
	{ "colour linear general is counted too", PM4_CODE_SURFACE_BOUNDS, 0, color_general, color_short },
	{ "colour 1D tiled", PM4_CODE_SURFACE_BOUNDS, 0, color_1d, color_short },
	{ "colour 1D tiled base", PM4_CODE_SURFACE_BASE, 0, color_1d, color_1d_base },
	{ "colour 2D tiled", PM4_CODE_SURFACE_BOUNDS, 0, color_2d, color_short },
	{ "colour 2D tiled pitch", PM4_CODE_SURFACE_PITCH, 0, color_2d, color_2d_pitch },
	{ "colour 2D tiled height", PM4_CODE_SURFACE_HEIGHT, 0, color_2d, color_2d_height },
	{ "colour 2D tiled base", PM4_CODE_SURFACE_BASE, 0, color_2d, color_2d_base },
	{ "colour array mode", PM4_CODE_SURFACE_MODE, R(CB_COLOR_INFO), nothing, color_mode },
	{ "colour format", PM4_CODE_SURFACE_FORMAT, R(CB_COLOR_INFO), nothing, color_format },
	{ "colour scissor across", PM4_CODE_SURFACE_SCISSOR, 0, color_scissor_ok, color_scissor_wide },
	{ "colour scissor down", PM4_CODE_SURFACE_SCISSOR, R(PA_SC_WINDOW_SCISSOR_BR), color_exact, color_scissor_high },
	{ "colour scissor that a window offset moves", PM4_CODE_SURFACE_SCISSOR, 0, color_exact, color_scissor_moved },
	{ "colour scissor, generic, that a window offset moves", PM4_CODE_SURFACE_SCISSOR, 0, color_generic, color_generic_moved },
	{ "colour read-only", PM4_CODE_READ_ONLY, R(CB_COLOR_BASE), nothing, color_read_only },
	{ "colour masked off", PM4_CODE_SURFACE_BOUNDS, 0, color_masked_bad, color_not_masked },
	{ "colour that no primitive reaches", PM4_CODE_SURFACE_BOUNDS, 0, color_killed_bad, color_not_killed },
	{ "... which R7xx does not kill by SX_MISC", PM4_CODE_SURFACE_BOUNDS, 0, color_killed_bad, color_not_killed_r7xx },
	{ "colour expanded in spite of the mask", PM4_CODE_SURFACE_BOUNDS, 0, color_masked_bad, color_expand },
	{ "colour samples", PM4_CODE_SURFACE_BOUNDS, 0, color_samples, color_short },
	{ "colour at its largest", PM4_CODE_SURFACE_BOUNDS, 0, color_max, color_short },
	{ "colour linear, to the last line drawn", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_short },
	{ "... linear general", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_general_rounded, color_short },
	{ "... and the scissors", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_scissor_high },
	{ "... and not of two slices", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_rounded_slices },
	{ "... nor of the second", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_rounded_start },
	{ "... nor 1D tiled", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_rounded_1d },
	{ "... nor 2D tiled", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_rounded_2d },
	{ "... nor with CMASK", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_rounded_cmask },
	{ "... nor for a copy of the depth buffer", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_rounded_copy },
	{ "... nor for a clear", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_rounded_clear },
	{ "... nor for an expansion", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), color_rounded, color_expand },
	{ "CMASK", PM4_CODE_CMASK_BOUNDS, R(CB_COLOR_TILE), cmask_exact, cmask_short },
	{ "CMASK slices", PM4_CODE_CMASK_BOUNDS, R(CB_COLOR_TILE), cmask_slices, cmask_short },
	{ "CMASK that does not begin with the first pipe", PM4_CODE_SURFACE_BASE, R(CB_COLOR_TILE), cmask_offset, cmask_offset_bad },
	{ "CMASK on 8 pipes", PM4_CODE_CMASK_BOUNDS, R(CB_COLOR_TILE), cmask_pipes, cmask_short },
	{ "... which are wider than high", PM4_CODE_CMASK_BOUNDS, R(CB_COLOR_TILE), cmask_wide, cmask_short },
	{ "CMASK on one pipe", PM4_CODE_CMASK_BOUNDS, R(CB_COLOR_TILE), cmask_one_pipe, cmask_short },
	{ "... of a third macro tile", PM4_CODE_CMASK_BOUNDS, R(CB_COLOR_TILE), cmask_one_pipe, cmask_third },
	{ "CMASK without a colour format", PM4_CODE_SURFACE_FORMAT, R(CB_COLOR_INFO), nothing, cmask_formless },
	{ "CMASK of slices that are half a round of pipes", PM4_CODE_CMASK_BOUNDS, R(CB_COLOR_TILE), cmask_odd, cmask_short },
	{ "FMASK in 64 banks", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG), fmask_banks, fmask_short },
	{ "FMASK that does not begin with the first bank", PM4_CODE_SURFACE_BASE, R(CB_COLOR_FRAG), fmask_offset, fmask_offset_bad },
	{ "FMASK", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG), fmask_exact, fmask_short },
	{ "FMASK with 4 samples", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG), fmask_few, fmask_short },
	{ "FMASK that is said to be larger", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG), fmask_large, fmask_short },
	{ "FMASK of a few columns", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG), fmask_narrow, fmask_short },
	{ "FMASK of nearly all columns", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG), fmask_wide, fmask_short },
	{ "FMASK in whole rounds of pipes", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG), fmask_rows, fmask_short },
	{ "FMASK given too small", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG), fmask_small, fmask_short },
	{ "FMASK of the part that the scissors leave", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG), fmask_scissor, fmask_short },
	{ "CMASK given too small", PM4_CODE_CMASK_BOUNDS, R(CB_COLOR_TILE), cmask_small, cmask_short },
	{ "CMASK beside FMASK", PM4_CODE_CMASK_BOUNDS, R(CB_COLOR_TILE), fmask_exact, cmask_short },
	{ "tile mode", PM4_CODE_FIELD_VALUE, R(CB_COLOR_INFO), nothing, tile_mode_3 },
	{ "resolve destination", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE) + 4, resolve_exact, resolve_short },
	{ "resolve destination with FMASK", PM4_CODE_FMASK_BOUNDS, R(CB_COLOR_FRAG) + 4, resolve_fmask, fmask_short },
	{ "depth to the last byte", PM4_CODE_SURFACE_BOUNDS, R(DB_DEPTH_BASE), depth_exact, depth_short },
	{ "stencil alone", PM4_CODE_SURFACE_BOUNDS, 0, depth_stencil, depth_short },
	{ "depth with both tests off", PM4_CODE_SURFACE_BOUNDS, 0, depth_off, depth_short },
	{ "depth copied into colour, whatever the mask", PM4_CODE_SURFACE_BOUNDS, R(CB_COLOR_BASE), depth_into_color, depth_copy },
	{ "depth without a format, with HTILE", PM4_CODE_SURFACE_FORMAT, R(DB_DEPTH_INFO), nothing, depth_formless },
	{ "... 2D tiled", PM4_CODE_SURFACE_FORMAT, R(DB_DEPTH_INFO), nothing, depth_formless_2d },
	{ "depth of 8 bytes", PM4_CODE_SURFACE_BOUNDS, 0, depth_wide, depth_short },
	{ "depth slices", PM4_CODE_SURFACE_BOUNDS, 0, depth_slices, depth_short },
	{ "depth linear", PM4_CODE_SURFACE_MODE, R(DB_DEPTH_INFO), depth_exact, depth_linear },
	{ "depth 2D tiled height", PM4_CODE_SURFACE_HEIGHT, R(DB_DEPTH_SIZE), depth_2d, depth_2d_height },
	{ "depth 1D tiled base", PM4_CODE_SURFACE_BASE, R(DB_DEPTH_BASE), depth_base_ok, depth_base_bad },
	{ "depth 2D tiled base", PM4_CODE_SURFACE_BASE, R(DB_DEPTH_BASE), depth_2d_offset, depth_2d_offset_bad },
	{ "depth scissor down", PM4_CODE_SURFACE_SCISSOR, R(PA_SC_WINDOW_SCISSOR_BR), depth_exact, depth_scissor },
	{ "depth scissor down, past the last slice", PM4_CODE_SURFACE_SCISSOR, R(PA_SC_WINDOW_SCISSOR_BR), depth_slices, depth_scissor },
	{ "depth offset that wraps", PM4_CODE_BASE_BOUNDS, 0, depth_exact, depth_wrap },
	{ "depth read-only", PM4_CODE_READ_ONLY, R(DB_DEPTH_BASE), depth_exact, depth_read_only },
	{ "HTILE", PM4_CODE_HTILE_BOUNDS, R(DB_HTILE_DATA_BASE), htile_exact, htile_short },
	{ "HTILE tiles", PM4_CODE_HTILE_TILES, R(DB_HTILE_SURFACE), htile_exact, htile_tiles },
	{ "stream-out", PM4_CODE_STRMOUT_BOUNDS, R(VGT_STRMOUT_BUFFER_BASE), strmout_exact, strmout_short },
	{ "stream-out size that wraps", PM4_CODE_STRMOUT_BOUNDS, 0, strmout_exact, strmout_wrap },
	{ "stream-out buffer not set", PM4_CODE_NOT_SET, R(VGT_STRMOUT_BUFFER_BASE) + 16, strmout_exact, strmout_unset },
	{ "PS constants", PM4_CODE_CONST_BOUNDS, R(SQ_ALU_CONST_CACHE_PS) + 20, const_ps, const_short },
	{ "VS constants", PM4_CODE_CONST_BOUNDS, R(SQ_ALU_CONST_CACHE_VS) + 20, const_vs, const_short },
	{ "GS constants", PM4_CODE_CONST_BOUNDS, R(SQ_ALU_CONST_CACHE_GS) + 20, const_gs, const_short },
	{ "rings", PM4_CODE_RING_BOUNDS, R(SQ_ESGS_RING_BASE), ring_exact, ring_short },
	{ "ring of the largest size", PM4_CODE_RING_BOUNDS, 0, ring_exact, ring_huge },
	{ "memory export", PM4_CODE_REGISTER_VALUE, R(SX_MEMORY_EXPORT_SIZE), export_off, export_on },
	{ "program's first instruction", PM4_CODE_PROGRAM_BOUNDS, R(SQ_PGM_START_PS), program_exact, program_short },
	{ "geometry shader without programs", PM4_CODE_NOT_SET, R(SQ_PGM_START_GS), gs_all, gs_no_program },
	{ "geometry shader without rings", PM4_CODE_NOT_SET, R(SQ_ESGS_RING_BASE), gs_all, gs_no_ring },
	{ "geometry shader with rings of no size", PM4_CODE_RING_EMPTY, R(SQ_ESGS_RING_SIZE), gs_all, gs_empty_ring },
	{ "index buffer at an odd address", PM4_CODE_ALIGNMENT, 0, index_16, index_odd },
	{ "no colour buffer at all", PM4_CODE_SURFACE_FORMAT, 0, color_none, color_format },
};

void test_surfaces(void)
{
	static struct scene s;
	char text[PM4_VERDICT_TEXT];
	u32 i, code;

	for (i = 0; i < ARRAY_SIZE(rules); i++) {
		const struct rule *r = &rules[i];

		scene_default(&s);
		r->pass(&s);
		code = scene_run(&s);
		scene_text(&s, text);
		tap_ok(!code, "%s: passes %s", r->name, text);
		if (r->pass == color_none)
			s.color[0].on = true;
		r->fail(&s);
		code = scene_run(&s);
		scene_text(&s, text);
		tap_ok(code == r->code && (!r->reg || s.verdict.reg == r->reg),
		       "%s: %s: %s", r->name, pm4_code_name(code), text);
	}
}
