// SPDX-License-Identifier: GPL-2.0
/*
 * Textures and vertex buffers: sizes computed by hand, to the byte, and refused
 * descriptors.
 */
#include "check_scene.h"
#include "tap.h"

enum { D1, D2, D3, CUBE, A1, A2, MS, MSA };

/**
 * struct shape - a texture and its size
 * @level0: bytes at its base
 * @mips: bytes at its mip base, 0 without mips
 */
struct shape {
	const char *name;
	enum r600_chip chip;
	u8 dim, mode, format;
	u32 pitch, width, height, depth, last_level, last_array;
	u64 level0, mips;
};

/* RV710: 2 pipes, 4 banks; R600: 8 pipes, 8 banks; groups of 256 bytes. */
static const struct shape shapes[] = {
	{ "linear", PM4_RV710, D2, 1, 0x1a, 64, 64, 64, 1, 0, 0, 16384, 0 },
	{ "linear general", PM4_RV710, D2, 0, 0x1a, 40, 33, 10, 1, 0, 0, 1600, 0 },
	{ "1D tiled", PM4_RV710, D2, 2, 0x1a, 72, 65, 33, 1, 0, 0, 11520, 0 },
	{ "2D tiled", PM4_RV710, D2, 4, 0x1a, 96, 65, 33, 1, 0, 0, 18432, 0 },
	{ "2D tiled on more pipes", PM4_R600, D2, 4, 0x1a, 128, 65, 33, 1, 0, 0, 32768, 0 },
	{ "mips, 1D tiled", PM4_RV710, D2, 2, 0x1a, 64, 64, 64, 1, 6, 0, 16384, 6144 },
	{ "mips of a size that is no power of two", PM4_RV710, D2, 2, 0x1a, 72, 65, 33, 1, 2, 0,
	  11520, 2048 + 512 },
	{ "mips, 2D to 1D tiled", PM4_RV710, D2, 4, 0x1a, 64, 64, 64, 1, 3, 0, 16384,
	  4096 + 1024 + 256 },
	{ "mips, linear", PM4_RV710, D2, 1, 0x1a, 64, 64, 64, 1, 6, 0, 16384,
	  (32 + 16 + 8 + 4 + 2 + 1) * 256 },
	{ "3D", PM4_RV710, D3, 2, 0x1a, 16, 16, 16, 16, 0, 0, 16384, 0 },
	{ "3D, mips", PM4_RV710, D3, 2, 0x1a, 16, 16, 16, 16, 4, 0, 16384,
	  2048 + 1024 + 512 + 256 },
	{ "cube", PM4_RV710, CUBE, 1, 0x1a, 64, 64, 64, 1, 0, 5, 6 * 16384, 0 },
	{ "cube, mips, room for 8 faces", PM4_RV710, CUBE, 1, 0x1a, 64, 64, 64, 1, 2, 5, 6 * 16384,
	  8 * 8192 + 6 * 4096 },
	{ "cube, mips, R6xx packs 6 faces", PM4_RV630, CUBE, 1, 0x1a, 64, 64, 64, 1, 2, 5,
	  6 * 16384, 6 * 8192 + 6 * 4096 },
	{ "array of 5", PM4_RV710, A2, 1, 0x1a, 64, 64, 64, 5, 0, 4, 5 * 16384, 0 },
	{ "array of 5, mips, room for 8", PM4_RV710, A2, 1, 0x1a, 64, 64, 64, 5, 2, 4, 5 * 16384,
	  8 * 8192 + 5 * 4096 },
	{ "array, fewer slices than its depth, mips", PM4_RV710, A2, 1, 0x1a, 64, 64, 64, 8, 2, 2,
	  8 * 16384, 8 * 8192 + 8 * 4096 },
	{ "mips, 2D tiled as long as a macro tile fits", PM4_RV710, D2, 4, 0x1a, 128, 128, 32, 1, 2, 0,
	  16384, 64 * 16 * 4 + 32 * 8 * 4 },
	{ "mips, 2D tiled down to one macro tile", PM4_RV710, D2, 4, 0x1a, 128, 128, 64, 1, 2, 0,
	  32768, 64 * 32 * 4 + 32 * 16 * 4 },
	{ "array, past its depth", PM4_RV710, A2, 1, 0x1a, 64, 64, 64, 1, 0, 7, 8 * 16384, 0 },
	{ "1D array", PM4_RV710, A1, 1, 0x1a, 64, 64, 1, 3, 0, 2, 768, 0 },
	{ "4 samples", PM4_RV710, MS, 4, 0x1a, 64, 64, 64, 1, 2, 0, 65536, 0 },
	{ "array, 8 samples", PM4_RV710, MSA, 4, 0x1a, 64, 64, 64, 2, 3, 1, 2 * 131072, 0 },
	{ "BC1", PM4_RV710, D2, 2, 0x31, 64, 64, 64, 1, 0, 0, 2048, 0 },
	{ "BC3, mips", PM4_RV710, D2, 2, 0x33, 64, 64, 64, 1, 6, 0, 4096, 6 * 1024 },
	{ "GB_GR", PM4_RV710, D2, 1, 0x27, 128, 128, 4, 1, 0, 0, 1024, 0 },
	{ "96 bits", PM4_RV710, D1, 1, 0x30, 64, 64, 1, 1, 0, 0, 768, 0 },
	{ "mips of a width that is not the pitch", PM4_RV710, D2, 2, 0x1a, 128, 65, 64, 1, 2, 0,
	  32768, 32 * 32 * 4 + 16 * 16 * 4 },
	{ "BC1, mips of blocks that are begun", PM4_RV710, D2, 2, 0x31, 96, 65, 65, 1, 1, 0,
	  24 * 24 * 8, 8 * 8 * 8 },
	{ "as large as they come", PM4_RV710, MSA, 4, 0x22, 8192, 8192, 8192, 1, 3, 8191,
	  8192ull * 8192 * 16 * 8 * 8192, 0 },
};

static void texture(struct scene *s, const struct shape *t)
{
	scene_default(s);
	s->card.chip = t->chip;
	if (t->chip == PM4_R600) {
		s->card.pipes = 8;
		s->card.banks = 8;
	}
	s->use_texture = true;
	s->texture[0] = t->dim | t->mode << 3 | (t->pitch / 8 - 1) << 8 | (t->width - 1) << 19;
	s->texture[1] = (t->height - 1) | (t->depth - 1) << 13 | (u32)t->format << 26;
	s->texture[5] = t->last_level | t->last_array << 17;
	s->texture[6] = 2u << 30;
	s->addrs[BUF_TEXTURE] = 1ull << 34;
	s->addrs[BUF_MIP] = 1ull << 33;
	s->buffers[BUF_TEXTURE].size = t->level0;
	s->buffers[BUF_MIP].size = t->mips;
}

/* A macro tile has the width of the banks: 8 banks need a multiple of 64 pixels. */
static void test_banks(struct scene *s)
{
	struct shape t = shapes[4];

	t.pitch = 192;
	t.level0 = 192 * 64 * 4;
	texture(s, &t);
	tap_ok(!scene_run(s), "texture 2D tiled on 8 banks: a pitch of 3 macro tiles");
	t.pitch = 160;
	texture(s, &t);
	tap_ok(scene_run(s) == PM4_CODE_SURFACE_PITCH && s->verdict.expected == 64,
	       "texture 2D tiled on 8 banks: a pitch of 2.5 is refused");
}

static void test_sizes(struct scene *s)
{
	char text[PM4_VERDICT_TEXT];
	u32 i, code;

	for (i = 0; i < ARRAY_SIZE(shapes); i++) {
		const struct shape *t = &shapes[i];

		texture(s, t);
		code = scene_run(s);
		scene_text(s, text);
		tap_ok(!code, "texture %s: %llu and %llu bytes are enough %s", t->name,
		       (unsigned long long)t->level0, (unsigned long long)t->mips, text);
		s->buffers[BUF_TEXTURE].size--;
		tap_ok(scene_run(s) == PM4_CODE_SURFACE_BOUNDS && s->verdict.buffer == BUF_TEXTURE,
		       "texture %s: one byte less at the base is not", t->name);
		if (!t->mips)
			continue;
		s->buffers[BUF_TEXTURE].size++;
		s->buffers[BUF_MIP].size--;
		tap_ok(scene_run(s) == PM4_CODE_SURFACE_BOUNDS && s->verdict.buffer == BUF_MIP,
		       "texture %s: nor at the mip base", t->name);
	}
}

/* A change of one word makes a valid descriptor invalid. */
static const struct {
	const char *name;
	u32 shape, word, clear, set, code;
} bad_words[] = {
	{ "array mode 3", 0, 0, 0xf << 3, 3 << 3, PM4_CODE_SURFACE_MODE },
	{ "4 samples, linear", 21, 0, 0xf << 3, 1 << 3, PM4_CODE_SURFACE_MODE },
	{ "4 samples, 1D tiled", 21, 0, 0xf << 3, 2 << 3, PM4_CODE_SURFACE_MODE },
	{ "4 samples, compressed", 21, 1, 0x3fu << 26, 0x31u << 26, PM4_CODE_SURFACE_FORMAT },
	{ "4 samples of a format that is not rendered", 21, 1, 0x3fu << 26, 0x2bu << 26, PM4_CODE_SURFACE_FORMAT },
	{ "one sample, linear, where several may be", 0, 0, 7, 6, PM4_CODE_SURFACE_MODE },
	{ "1D array, compressed", 20, 1, 0x3fu << 26, 0x31u << 26, PM4_CODE_SURFACE_FORMAT },
	{ "96 bits and mips", 26, 5, 0, 1, PM4_CODE_RESOURCE_LEVELS },
	{ "3D that begins with another slice", 9, 5, 0, 1 << 4 | 1 << 17, PM4_CODE_RESOURCE_ARRAY },
	{ "a cube that begins with another face", 11, 5, 0, 1 << 4, PM4_CODE_SURFACE_BOUNDS },
	{ "an array that begins with another slice", 14, 5, 0, 1 << 4, PM4_CODE_SURFACE_BOUNDS },
	{ "96 bits, tiled", 26, 0, 0xf << 3, 2 << 3, PM4_CODE_SURFACE_MODE },
	{ "pitch of 72", 0, 0, 0x7ff << 8, 8 << 8, PM4_CODE_SURFACE_PITCH },
	{ "pitch less than the width", 0, 0, 0x1fffu << 19, 64u << 19, PM4_CODE_SURFACE_PITCH },
	{ "format 0", 0, 1, 0x3fu << 26, 0, PM4_CODE_SURFACE_FORMAT },
	{ "format BC7", 0, 1, 0x3fu << 26, 0x37u << 26, PM4_CODE_SURFACE_FORMAT },
	{ "base that is not aligned", 3, 2, ~0u, 1, PM4_CODE_SURFACE_BASE },
	{ "base that wraps", 0, 2, ~0u, 0xffffffff, PM4_CODE_SURFACE_BOUNDS },
	{ "mip base that is not aligned", 7, 3, ~0u, 1, PM4_CODE_SURFACE_BASE },
	{ "base level past the last", 5, 4, 0xfu << 28, 7u << 28, PM4_CODE_RESOURCE_LEVELS },
	{ "first slice past the last", 14, 5, 0x1fff << 4, 5 << 4, PM4_CODE_RESOURCE_ARRAY },
	{ "slices of a texture that is no array", 0, 5, 0x1fffu << 17, 1u << 17, PM4_CODE_RESOURCE_ARRAY },
	{ "a seventh face", 11, 5, 0x1fffu << 17, 6u << 17, PM4_CODE_SURFACE_BOUNDS },
	{ "a second cube", 11, 1, 0x1fffu << 13, 1u << 13, PM4_CODE_RESOURCE_ARRAY },
	{ "WORD5's bit 30", 0, 5, 0, 1u << 30, PM4_CODE_REGISTER_BITS },
	{ "MPEG_CLAMP", 0, 6, 0, 1, PM4_CODE_REGISTER_BITS },
	{ "INTERLACED", 0, 6, 0, 1u << 8, PM4_CODE_REGISTER_BITS },
	{ "WORD6's bit 9", 0, 6, 0, 1u << 9, PM4_CODE_REGISTER_BITS },
	{ "16 samples", 21, 5, 0xf, 4, PM4_CODE_SURFACE_SAMPLES },
	{ "pitch that mips do not follow", 5, 0, 0x7ff << 8, 15 << 8, PM4_CODE_SURFACE_BOUNDS },
	{ "type 0", 0, 6, 3u << 30, 0, PM4_CODE_RESOURCE_TYPE },
	{ "type 1", 0, 6, 3u << 30, 1u << 30, PM4_CODE_RESOURCE_TYPE },
};

static void test_words(struct scene *s)
{
	char text[PM4_VERDICT_TEXT];
	u32 i, code;

	for (i = 0; i < ARRAY_SIZE(bad_words); i++) {
		u32 *word;

		texture(s, &shapes[bad_words[i].shape]);
		tap_ok(!scene_run(s), "texture with %s: good before", bad_words[i].name);
		word = &s->texture[bad_words[i].word];
		*word = (*word & ~bad_words[i].clear) | bad_words[i].set;
		code = scene_run(s);
		tap_ok(code == bad_words[i].code, "texture with %s: %s", bad_words[i].name,
		       pm4_code_name(code));
	}
	texture(s, &shapes[0]);
	s->texture[6] |= 0xff & ~3u;
	tap_ok(!scene_run(s), "a texture's filter may be tuned");
	s->texture[6] |= 1u << 8;
	scene_run(s);
	scene_text(s, text);
	tap_ok(strstr(text, "resource 0 WORD6") && strstr(text, "(INTERLACED)"),
	       "the field of a descriptor has a name: %s", text);
}

static void vertex(struct scene *s, u64 offset, u64 bytes)
{
	scene_default(s);
	s->use_vertex = true;
	s->vertex[0] = (u32)offset;
	s->vertex[1] = (u32)(bytes - 1);
	s->vertex[2] = (u32)(offset >> 32) | 16 << 8;
	s->vertex[6] = 3u << 30;
	s->buffers[BUF_VERTEX].size = offset + bytes;
	s->addrs[BUF_VERTEX] = 0x2fff00000ull;
}

static void test_vertex(struct scene *s)
{
	static const struct {
		u64 offset, bytes;
	} ranges[] = {
		{ 0, 1 }, { 0, 4096 }, { 4, 4092 }, { 0x100000, 1ull << 32 },
		{ 0x3fffffffffull - 0xfff, 4096 }, { 0xffffffffull, 16 },
	};
	u32 i, at;

	for (i = 0; i < ARRAY_SIZE(ranges); i++) {
		u64 address;

		vertex(s, ranges[i].offset, ranges[i].bytes);
		tap_ok(!scene_run(s), "vertex buffer: %llu bytes at %llu",
		       (unsigned long long)ranges[i].bytes,
		       (unsigned long long)ranges[i].offset);
		for (at = 0; s->dw[at] != (0xc0000000u | 7 << 16 | PM4_OP_SET_RESOURCE << 8); )
			at++;
		address = s->addrs[BUF_VERTEX] + ranges[i].offset;
		tap_ok(s->out[at + 2] == (u32)address &&
		       s->out[at + 4] == ((s->vertex[2] & ~0xffu) | (u32)(address >> 32)),
		       "vertex buffer: its address in 40 bits");
	}
}

/* The list has a buffer less than the scene, and the vertex buffer names the one behind it. */
static void test_vertex_reloc(struct scene *s)
{
	u32 at = 0;

	vertex(s, 0, 16);
	s->nbuffers--;
	s->buffers[s->nbuffers].size = 4096;
	scene_emit(s);
	while (s->dw[at] != (0xc0000000u | 7 << 16 | PM4_OP_SET_RESOURCE << 8))
		at++;
	s->dw[at + 10] = 4 * s->nbuffers;
	tap_ok(scene_check(s) == PM4_CODE_RELOC_INDEX, "vertex buffer: past the end of the list");
}

static void test_slots(struct scene *s)
{
	struct shape t = shapes[0];

	texture(s, &t);
	s->texture_slot = R600_RESOURCES - 1;
	tap_ok(!scene_run(s), "the last resource slot");
	s->texture_slot = R600_RESOURCES;
	tap_ok(scene_run(s) == PM4_CODE_RANGE, "a resource slot past it");
	s->texture_slot = 0xffffffffu / 7 + 1;
	tap_ok(scene_run(s) != 0, "a resource slot whose number wraps");
}

static void test_tiling_flags(struct scene *s)
{
	texture(s, &shapes[0]);
	s->texture[0] = (s->texture[0] & ~(0xfu << 3));
	s->flags = 0;
	s->buffers[BUF_TEXTURE].tiling = 2;
	tap_ok(!scene_run(s), "a texture takes its tiling from the buffer");
	s->buffers[BUF_TEXTURE].tiling = 1;
	s->buffers[BUF_TEXTURE].align = 256;
	tap_ok(scene_run(s) == PM4_CODE_SURFACE_BASE, "... and is checked with it");
	s->flags = PM4_KEEP_TILING;
	tap_ok(!scene_run(s), "... unless the client keeps its own");
}

void test_resources(void)
{
	static struct scene s;

	test_sizes(&s);
	test_banks(&s);
	test_words(&s);
	test_vertex(&s);
	test_vertex_reloc(&s);
	test_slots(&s);
	test_tiling_flags(&s);
}
