// SPDX-License-Identifier: GPL-2.0
/*
 * Sizes, formats and tilings of colour buffers and textures, and the scissor that cuts a draw to them.
 */
#include "r500_scene.h"
#include "tap.h"

/* Clients without KEEP_TILING get the tiling of the buffer. */
static void test_tiling(void)
{
	static const struct { u32 tiling, pitch, texture; } kinds[] = {
		{ 0, 0, 0 }, { 1, 1 << 16, 1 << 2 }, { 2, 1 << 17, 1 << 3 }, { 3, 3 << 16, 3 << 2 },
		{ 0x21, 5 << 16, 5 << 2 },
	};
	const struct answer *a;
	struct scene s;
	u32 i, at[3];
	bool square;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		square = kinds[i].tiling & 0x20;
		scene_begin(&s, PM4_R580);
		s.flags = 0;
		s.n = 0;
		s.nrelocs = 0;
		s.buffers[B_COLOR].tiling = kinds[i].tiling;
		address(&s, 0x4e28, 0, B_COLOR);
		at[0] = s.n + 1;
		address(&s, 0x4e38, (square ? 4 : 6) << 21 | 7 << 16 | 64, B_COLOR);
		address(&s, 0x4f20, 0, B_COLOR);
		at[1] = s.n + 1;
		address(&s, 0x4f24, 64, B_COLOR);
		at[2] = s.n + 1;
		address(&s, 0x4540, 3, B_COLOR);
		a = ask(&s);
		tap_ok(!a->refused && (a->out[at[0]] >> 16 & 7) == kinds[i].pitch >> 16 &&
		       a->out[at[1]] == (64 | kinds[i].pitch) &&
		       a->out[at[2]] == (3 | kinds[i].texture) + (u32)s.addrs[B_COLOR],
		       "tiling 0x%x of a buffer", kinds[i].tiling);
	}
	scene_begin(&s, PM4_R580);
	s.flags = 0;
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_RELOC_MISSING), "without KEEP_TILING a pitch needs a relocation");
	/* The most patches: a run of texture addresses. */
	scene_empty(&s, PM4_R580);
	s.flags = 0;
	s.buffers[0].tiling = 1;
	dw(&s, 15 << 16 | 0x4540 / 4);
	for (i = 0; i < 16; i++)
		dw(&s, 0);
	for (i = 0; i < 16; i++)
		nop(&s, 0);
	a = ask(&s);
	tap_ok(!a->refused && a->result.npatches == 32 &&
	       a->result.npatches <= pm4_patches_max(&r500_front, s.n), "32 patches in 49 dwords");
}

/* The chip tiles the surface that the draw judges by the tiling of the buffer. */
static void test_tiling_judged(void)
{
	struct scene s;

	scene_begin(&s, PM4_R580);
	s.flags = 0;
	s.n = 0;
	s.nrelocs = 0;
	address(&s, 0x4e28, 0, B_COLOR);
	address(&s, 0x4e38, 6 << 21 | 64, B_COLOR);
	reg(&s, 0x4e0c, 15);
	reg(&s, 0x4e00, 1 << 14);
	reg(&s, 0x43e4, 60 << 13 | 63);
	arrays(&s, B_VERTEX, 0, 4, 4);
	draw_list(&s, 3);
	s.buffers[B_COLOR].size = 61 * 256;
	tap_ok(accepted(&s), "61 linear lines");
	s.buffers[B_COLOR].tiling = 1;
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "61 lines are 64 with the macro tiles of the buffer");
}

static void test_scissor(void)
{
	const struct answer *a;
	struct scene s;
	u32 at;

	scene_begin(&s, PM4_R580);
	at = s.n + 1;
	reg(&s, 0x43e4, 63 << 13 | 127);
	draw_list(&s, 3);
	s.buffers[B_COLOR].size = 65536;
	a = ask(&s);
	tap_ok(!a->refused && a->out[at] == (63 << 13 | 63), "a scissor past the pitch is cut, with room behind it");
	s.buffers[B_COLOR].size = 16384;
	a = ask(&s);
	tap_ok(!a->refused && a->out[at] == (63 << 13 | 63), "and without");
	empty_caches(&s);
	address(&s, 0x4e2c, 0, B_SPARE);
	reg(&s, 0x4e3c, 6 << 21 | 32);
	reg(&s, 0x46a8, 0);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == (63 << 13 | 31),
	       "and again for the next draw with a narrower target");
	/* A write of SC_SCISSOR0 does not make the cut undone. */
	reg(&s, 0x43e0, 0);
	reg(&s, 0x46a8, 15);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == (63 << 13 | 31), "SC_SCISSOR0 leaves it");
	reg(&s, 0x43e4, 63 << 13 | 63);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[s.n - 3] == (63 << 13 | 63), "a new scissor is not cut");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_PITCH), "a pitch of 0");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21 | 62);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_PITCH), "a pitch with a part of a tile");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21 | 3 << 17 | 64);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_MODE), "reserved micro tiles");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21 | 2 << 17 | 64);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_MODE), "square tiles of 4 bytes");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21 | 1 << 16 | 64);
	*last(&s, 0x4e28) = 1024;
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BASE), "a macro tile that begins in the middle");
	s.buffers[B_COLOR].align = 1024;
	*last(&s, 0x4e28) = 0;
	tap_ok(refused(&s, PM4_CODE_SURFACE_BASE), "a buffer that may begin in the middle of a macro tile");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 8 << 21 | 64);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_FORMAT), "a reserved colour format");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4f10, 3);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_FORMAT), "a reserved depth format");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x44c0, 31);
	reg(&s, 0x4500, 1 << 14);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_FORMAT), "a reserved texture format");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x44c0, 12 | 3 << 25);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_RESOURCE_TYPE), "a reserved kind of texture");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4480, 13u << 26);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_RESOURCE_LEVELS), "14 levels");
}

/* Returns the last pixel of the patched scissor of a draw of 64x64 pixels, 0 if it is refused. */
static u32 narrow_depth(u32 pitch, u32 format, u64 size, u32 more, u32 value)
{
	const struct answer *a;
	struct scene s;
	u32 at;

	scene_begin(&s, PM4_R580);
	s.flags |= PM4_OWNS_HYPERZ;
	s.buffers[B_DEPTH].size = size;
	s.buffers[B_COLOR].size = 65536;
	reg(&s, 0x4f10, format);
	reg(&s, 0x4f24, pitch);
	if (more)
		reg(&s, more, value);
	at = s.n + 1;
	reg(&s, 0x43e4, 63 << 13 | 63);
	draw_list(&s, 3);
	a = ask(&s);
	return a->refused || a->faults ? 0 : a->out[at];
}

/* Mesa 26 counts samples without a depth buffer so: depth alone may pass its pitch. */
static void test_narrow_depth(void)
{
	static const struct { u32 pitch, format, width, height; const char *what; } kinds[] = {
		{ 1 << 17 | 4, 2, 4, 2, "micro tiles of 4 bytes" },
		{ 8, 2, 8, 1, "lines of 4 bytes" },
		{ 3 << 16 | 32, 2, 32, 16, "macro tiles of 4 bytes" },
		{ 1 << 16 | 64, 2, 64, 8, "macro tiles that a line fills" },
		{ 1 << 17 | 8, 0, 8, 2, "micro tiles of 2 bytes" },
		{ 2 << 17 | 4, 0, 4, 4, "square tiles" },
		{ 5 << 16 | 32, 0, 32, 32, "macro tiles of square ones" },
	};
	u32 i, whole = 63 << 13 | 63, cut, pitch, bytes;
	u64 size;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		pitch = kinds[i].pitch & 0x3ffc;
		bytes = kinds[i].format ? 4 : 2;
		/* The last row of tiles is 64 pixels long. */
		size = bytes * (64 * pitch + (64 - pitch) * kinds[i].height);
		cut = 63 << 13 | (pitch - 1);
		tap_ok(narrow_depth(kinds[i].pitch, kinds[i].format, size, 0, 0) == whole,
		       "depth of one tile a line is read past it: %s", kinds[i].what);
		tap_ok(narrow_depth(kinds[i].pitch, kinds[i].format, size - 1, 0, 0) == (pitch < 64 ? cut : 0),
		       "and is cut if the last tile does not fit");
	}
	cut = 63 << 13 | 3;
	size = 4 * (64 * 4 + 60 * 2);
	tap_ok(narrow_depth(1 << 17 | 4, 2, size, 0x4f1c, 2) == whole, "the sense of HiZ changes nothing");
	tap_ok(narrow_depth(1 << 17 | 4, 2, size, 0x4f1c, 1) == cut, "HiZ ends at the pitch");
	tap_ok(narrow_depth(1 << 17 | 4, 2, size, 0x43a4, 1) == cut, "and so does its test alone");
	tap_ok(narrow_depth(1 << 17 | 4, 2, size, 0x4f1c, 4) == cut, "ZMASK ends at the pitch");
	tap_ok(narrow_depth(1 << 17 | 4, 2, size, 0x4f1c, 0x20) == cut, "a clear of colour ends at the pitch");
	/* Two samples: blocks of 4x4 pixels. */
	size = 2 * 4 * (64 * 4 + 60 * 4);
	tap_ok(narrow_depth(1 << 17 | 4, 2, size, 0x4020, 1) == whole, "two samples are read past the pitch");
	tap_ok(narrow_depth(1 << 17 | 4, 2, size - 1, 0x4020, 1) == cut, "and are cut with one block less");
}

/* One texel, whose tile is at the end of its buffer, and which has more levels by @filter. */
static void one_texel(struct scene *s, u32 filter, u32 tiles)
{
	scene_begin(s, PM4_R580);
	reg(s, 0x4400, filter | 2 << 3 | 2);
	reg(s, 0x4480, 0);
	s->buffers[B_TEXTURE].size = 32 * tiles;
	draw_list(s, 3);
}

/* GL_TEXTURE_MIN_LOD: a finest level past the last one, which is one of the chip's 16 at most. */
static void test_finest(void)
{
	struct scene s;
	u32 level;

	for (level = 1; level < 16; level++) {
		one_texel(&s, level << 17, level + 1);
		tap_ok(accepted(&s), "level %u of one texel is the finest", level);
		one_texel(&s, level << 17, level);
		tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "level %u has no room", level);
	}
}

/* What Mesa and RADEON_DEBUG=anisohq set for anisotropic filtering, and bits beside these. */
static void test_anisotropic(void)
{
	struct scene s;
	u32 bit;

	for (bit = 0; bit < 5; bit++) {
		one_texel(&s, bit << 21 | 3 << 9 | 3 << 11, 1);
		tap_ok(accepted(&s), "anisotropic filtering, 1 to %u", 1 << bit);
	}
	tap_ok(refused_dw(PM4_R580, 0, 4, 1 << 16 | 0x4478 / 4, 0x5f800000, 0xdfc00000, 0x80000000),
	       "the same at high quality");
	for (bit = 24; bit < 28; bit++)
		tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_BITS, 2, 0x4400 / 4, 1 << bit),
		       "bit %u of TX_FILTER0", bit);
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_BITS, 2, 0x4440 / 4, 1 << 29), "bit 29 of TX_FILTER1");
}

/* Mesa's cubes of odd sizes: lines by TXPITCH, as many as the next power of two. */
static void test_odd_cube(void)
{
	struct scene s;

	scene_begin(&s, PM4_R580);
	reg(&s, 0x4480, 19 << 11 | 19 | 1u << 31);
	reg(&s, 0x44c0, 12 | 2 << 25);
	reg(&s, 0x4500, 23);
	s.buffers[B_TEXTURE].size = 24 * 4 * 32 * 6;
	draw_list(&s, 3);
	tap_ok(accepted(&s), "a cube of 20 texels with a pitch of 24");
	s.buffers[B_TEXTURE].size--;
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "and without its last texel");
}

/* A texture of 64x60 texels in as many bytes; @vary are bits of @reg that do not count. */
static void shape(struct scene *s, u32 reg, u32 vary)
{
	scene_begin(s, PM4_R580);
	s->buffers[B_TEXTURE].size = 64 * 60 * 4;
	*last(s, 0x4480) = 59 << 11 | 63;
	*last(s, reg) |= vary << 9;
}

/*
 * The checker remembers sizes of textures.  Each register of a texture takes part: ask about one
 * that fits, and then about one that does not fit and differs in one register alone, often enough
 * that both share an entry of any table of sizes.
 */
static void test_shapes(void)
{
	static const struct { u32 reg, large, vary, other; const char *name; } rows[] = {
		{ 0x4480, 60 << 11 | 63, 0, 0x44c0, "TX_FORMAT0" },
		{ 0x44c0, 14, 0, 0x4400, "TX_FORMAT1" },
		{ 0x4500, 1 << 16, 1 << 0, 0x44c0, "TX_FORMAT2" },
		{ 0x4400, 1 << 17 | 2 << 3 | 2, 1 << 9, 0x44c0, "TX_FILTER0" },
		{ 0x4540, 1 << 2, 0, 0x44c0, "TX_OFFSET" },
	};
	struct scene s;
	u32 i, n;

	for (i = 0; i < 5; i++) {
		bool right = true;

		for (n = 0; n < 256 && right; n++) {
			shape(&s, rows[i].other, n);
			draw_list(&s, 3);
			right = accepted(&s);
			*last(&s, rows[i].reg) = rows[i].large | n * rows[i].vary;
			right = right && refused(&s, PM4_CODE_SURFACE_BOUNDS);
		}
		tap_ok(right, "the size of a texture depends on %s", rows[i].name);
	}
	scene_begin(&s, PM4_R580);
	*last(&s, 0x4400) = 0;
	*last(&s, 0x4480) = 0;
	*last(&s, 0x44c0) = 0;
	s.buffers[B_TEXTURE].size = 31;
	draw_list(&s, 3);
	forget(&s);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "a texture of one texel for a new checker");
}

void test_surfaces(void)
{
	test_tiling();
	test_tiling_judged();
	test_scissor();
	test_narrow_depth();
	test_odd_cube();
	test_shapes();
	test_finest();
	test_anisotropic();
}
