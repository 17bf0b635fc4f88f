// SPDX-License-Identifier: GPL-2.0
/*
 * Compares surface extents with the address of every element: for each array
 * mode, element size, sample count, pipe and bank count, the highest address
 * that the equations give must be inside the extent, no two elements may
 * share an address, and the extent may not be larger than the padded surface.
 * Then textures with a layout that was computed by hand.
 */
#include <stdlib.h>
#include <string.h>

#include "surface.h"
#include "tests.h"

/* Walks all elements; false when two overlap or one is past the extent. */
static bool walk(const struct surface_chip *c, const struct surface_shape *s,
		 uint32_t slices, uint64_t *top)
{
	uint64_t reach = surface_reach(c, s, slices), at;
	uint8_t *seen = calloc(1, reach + 1);
	uint32_t x, y, z, n;
	bool good = seen;

	*top = 0;
	for (z = 0; good && z < slices; z++)
		for (y = 0; good && y < s->height; y++)
			for (x = 0; good && x < s->width; x++)
				for (n = 0; n < s->samples; n++) {
					at = surface_address(c, s, x, y, z, n);
					if (at + s->bytes > reach || seen[at]) {
						good = false;
						break;
					}
					memset(seen + at, 1, s->bytes);
					if (at + s->bytes > *top)
						*top = at + s->bytes;
				}
	free(seen);
	return good;
}

static void brute_force(const struct surface_chip *c)
{
	static const uint32_t modes[] = { 0, 1, 2, 4 };
	struct surface_shape s;
	uint32_t m, bytes, tried = 0, inside = 0, exact = 0;
	uint64_t top, pitch;

	for (m = 0; m < 4; m++)
		for (bytes = 1; bytes <= 16; bytes *= 2)
			for (s.samples = 1; s.samples <= 4; s.samples *= 2) {
				if (s.samples > 1 && m < 2)
					continue;
				s.mode = modes[m];
				s.bytes = bytes;
				pitch = surface_pitch_align(c, s.mode, bytes,
							    s.samples);
				s.pitch = 2 * pitch;
				s.width = s.pitch;
				s.height = 2 * surface_height_align(c, s.mode);
				tried++;
				inside += walk(c, &s, 2, &top);
				exact += top == surface_reach(c, &s, 2);
			}
	tap_ok(inside == tried,
	       "%u pipes, %u banks, group %u%s: %u of %u shapes lie inside their extent, elements apart",
	       c->pipes, c->banks, c->group, c->r7xx ? ", R7xx" : "", inside, tried);
	tap_ok(exact == tried, "... and %u of %u extents end with the last element",
	       exact, tried);
}

/* Surfaces that end in the middle of a tile: never past the extent. */
static void ragged(const struct surface_chip *c)
{
	struct surface_shape s = { .bytes = 4, .samples = 1 };
	uint64_t top;
	uint32_t w, h, tried = 0, inside = 0;

	for (s.mode = 0; s.mode <= 4; s.mode++) {
		if (!surface_mode_known(s.mode))
			continue;
		s.pitch = 2 * surface_pitch_align(c, s.mode, 4, 1);
		for (w = 1; w <= s.pitch; w += 13)
			for (h = 1; h < 70; h += 7) {
				s.width = w;
				s.height = h;
				tried++;
				inside += walk(c, &s, 1, &top);
			}
	}
	tap_ok(inside == tried, "%u pipes, %u banks: %u of %u ragged shapes lie inside",
	       c->pipes, c->banks, inside, tried);
}

static void by_hand(void)
{
	/* RV710: 2 pipes, 4 banks, 256-byte groups: macro tile 32x16 pixels. */
	const struct surface_chip c = { 2, 4, 256, true }, r6xx = { 2, 4, 256, false };
	struct surface_shape s = { 4, 4, 1, 64, 64, 32 };
	struct surface_texture t = { .dim = 1, .mode = 4, .format = 26,
		.pitch = 64, .width = 64, .height = 64, .depth = 1 };
	struct surface_extent e;

	tap_ok(surface_reach(&c, &s, 1) == 8192, "2D 64x32x4B is 8192 bytes");
	tap_ok(surface_slice(&c, &s) == 8192, "... and so is its slice");
	s.height = 17;
	tap_ok(surface_reach(&c, &s, 1) == 8192, "17 rows need two macro tile rows");
	s.bytes = 1;
	s.height = 16;
	tap_ok(surface_reach(&c, &s, 1) == 2048,
	       "1-byte elements: one unit is 256 x 2 pipes x 4 banks");
	s = (struct surface_shape){ 2, 4, 1, 64, 64, 9 };
	tap_ok(surface_reach(&c, &s, 1) == 64 * 16 * 4, "1D 64x9: two tile rows");
	s = (struct surface_shape){ 1, 4, 1, 64, 10, 3 };
	tap_ok(surface_reach(&c, &s, 1) == (2 * 64 + 10) * 4,
	       "linear: the last row ends at the width");
	s = (struct surface_shape){ 0, 4, 1, 64, 100, 2 };
	tap_ok(surface_reach(&c, &s, 1) == (64 + 100) * 4,
	       "a row wider than the pitch runs on");

	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 16384 && !e.mip,
	       "texture 64x64x4B 2D: 16384 bytes, no mips");
	/*
	 * Levels 32x32 (2D: 4096), then 16x16 (1D: 1024), 8x8 (1D: 256),
	 * 4x4, 2x2, 1x1 (1D, padded to 8x8: 256 each).
	 */
	t.last_level = 6;
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 16384 &&
	       e.mip == 4096 + 1024 + 4 * 256, "its full chain: %llu",
	       (unsigned long long)e.mip);
	t.base_level = 1;
	tap_ok(!surface_texture_extent(&c, &t, &e) && !e.base &&
	       e.mip == 4096 + 1024 + 4 * 256, "base level 1 hides level 0");
	t.base_level = 0;
	t.last_level = 1;
	t.dim = 3;
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 6 * 16384 &&
	       e.mip == 6 * 4096, "cube: six faces");
	t.last_level = 2;
	tap_ok(!surface_texture_extent(&c, &t, &e) &&
	       e.mip == 8 * 4096 + 6 * 1024, "cube on R7xx: levels eight faces apart");
	t = (struct surface_texture){ .dim = 5, .mode = 1, .format = 1,
		.pitch = 256, .width = 200, .height = 100, .depth = 7,
		.base_array = 2, .last_array = 4 };
	tap_ok(!surface_texture_extent(&c, &t, &e) &&
	       e.base == 8 * 25600 + 99 * 256 + 200,
	       "linear 2D array of 7 from slice 2 on, LAST_ARRAY 4: %llu", (unsigned long long)e.base);
	t.last_array = 9;
	tap_ok(!surface_texture_extent(&c, &t, &e) &&
	       e.base == 9 * 25600 + 99 * 256 + 200, "... LAST_ARRAY 9");
	t = (struct surface_texture){ .dim = 3, .mode = 1, .format = 26,
		.pitch = 64, .width = 64, .height = 64, .depth = 1,
		.base_array = 5, .last_array = 5 };
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 11 * 16384,
	       "cube from face 5 on: %llu", (unsigned long long)e.base);
	t.dim = 2;
	tap_ok(surface_texture_extent(&c, &t, &e), "a volume from slice 5 on has no rule");
	t.base_array = 0;
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 16384, "... from 0 on it has");
	t = (struct surface_texture){ .dim = 1, .mode = 1, .format = 1,
		.pitch = 256, .width = 200, .height = 60, .depth = 1,
		.last_level = 1 };
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.mip == 256 * 32,
	       "level 1 of 200x60 is 128x32, not 100x30");
	t = (struct surface_texture){ .dim = 2, .mode = 2, .format = 26,
		.pitch = 16, .width = 16, .height = 16, .depth = 9,
		.last_level = 1 };
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 9 * 1024 &&
	       e.mip == 4 * 256, "3D 16x16x9: level 1 is 8x8x4");
	/* Level 1 has room for four layers of 8x8; level 2 ends with the third of its tiles. */
	t = (struct surface_texture){ .dim = 5, .mode = 2, .format = 26,
		.pitch = 16, .width = 16, .height = 16, .depth = 3,
		.last_array = 2, .last_level = 2 };
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 3 * 1024 &&
	       e.mip == (4 + 3) * 256, "2D array of 3: levels four layers apart: %llu",
	       (unsigned long long)e.mip);
	t.dim = 3;
	t.depth = 1;
	t.last_array = 8;
	tap_ok(!surface_texture_extent(&r6xx, &t, &e) && e.mip == (16 + 9) * 256,
	       "cubes of 9 faces on R6xx: sixteen apart: %llu", (unsigned long long)e.mip);
	t.last_array = 5;
	tap_ok(!surface_texture_extent(&r6xx, &t, &e) && e.mip == (6 + 6) * 256,
	       "six faces on R6xx: six apart: %llu", (unsigned long long)e.mip);
	t = (struct surface_texture){ .dim = 1, .mode = 2, .format = 49,
		.pitch = 32, .width = 20, .height = 20, .depth = 1,
		.last_level = 1 };
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 8 * 8 * 8 &&
	       e.mip == 8 * 8 * 8, "BC1 20x20: 8x8 blocks of 8 bytes, twice");
	t = (struct surface_texture){ .dim = 6, .mode = 4, .format = 26,
		.pitch = 32, .width = 32, .height = 16, .depth = 1,
		.last_level = 2 };
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 32 * 16 * 4 * 4 &&
	       !e.mip, "4 samples: four times 32x16x4B, no mips");
	t.format = 63;
	tap_ok(surface_texture_extent(&c, &t, &e), "format 63 has no rule");
	t.format = 26;
	t.mode = 7;
	tap_ok(surface_texture_extent(&c, &t, &e), "thick array modes have no rule");
	t.mode = 2;
	tap_ok(surface_texture_extent(&c, &t, &e), "nor have several samples in 1D tiles");
	t.mode = 1;
	tap_ok(surface_texture_extent(&c, &t, &e), "... or rows");
	t.last_level = 0;
	tap_ok(surface_texture_extent(&c, &t, &e), "... or one, in a texture that is multisampled");
	t.mode = 4;
	tap_ok(!surface_texture_extent(&c, &t, &e), "which has a rule in 2D tiles");
	t.format = 49;
	tap_ok(surface_texture_extent(&c, &t, &e), "but none if its format is compressed");
	t.dim = 4;
	tap_ok(surface_texture_extent(&c, &t, &e), "as little as rows of blocks have");
	t = (struct surface_texture){ .dim = 1, .mode = 1, .format = 48,
		.pitch = 64, .width = 64, .height = 4, .depth = 1 };
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 64 * 4 * 12, "96-bit 64x4");
	t.last_level = 1;
	tap_ok(surface_texture_extent(&c, &t, &e), "... with levels");
	/* Level 1 of 257x257 BC1 is 128x128, as libdrm has it, though level 0 has 65 blocks. */
	t = (struct surface_texture){ .dim = 1, .mode = 2, .format = 49,
		.pitch = 288, .width = 257, .height = 257, .depth = 1,
		.last_level = 1 };
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.mip == 32 * 32 * 8,
	       "BC1 257x257, level 1: %llu", (unsigned long long)e.mip);
	/*
	 * Levels 1 to 3 of 600x600x4B: 300 texels in the pitch of 512, then 256x256
	 * and 128x128.
	 */
	t = (struct surface_texture){ .dim = 1, .mode = 4, .format = 26,
		.pitch = 512, .width = 300, .height = 300, .depth = 1,
		.last_level = 2 };
	tap_ok(!surface_texture_extent(&c, &t, &e) && e.base == 512 * 304 * 4 &&
	       e.mip == (256 * 256 + 128 * 128) * 4, "a view from level 1 on: %llu",
	       (unsigned long long)e.mip);
	/* The level after 257 texels has 128, for any pitch. */
	t.width = 257;
	t.height = 256;
	tap_ok(!surface_texture_extent(&c, &t, &e) &&
	       e.mip == (128 * 128 + 64 * 64) * 4, "... its levels are the width's: %llu",
	       (unsigned long long)e.mip);
}

/** surface_tests() - all of the above */
void surface_tests(void)
{
	uint32_t pipes, banks, r7xx;

	for (pipes = 1; pipes <= 8; pipes *= 2)
		for (banks = 4; banks <= 8; banks *= 2)
			for (r7xx = 0; r7xx < 2; r7xx++) {
				struct surface_chip c = { pipes, banks, 256, r7xx };

				brute_force(&c);
				if (pipes == 2)
					ragged(&c);
			}
	by_hand();
}
