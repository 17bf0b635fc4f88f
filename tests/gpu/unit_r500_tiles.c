// SPDX-License-Identifier: GPL-2.0
/* R5xx's surfaces: each element has bytes of its own, and known places are where the guide's chapter 2 has them. */
#include <stdlib.h>
#include <string.h>

#include "unit_r500_back.h"

/* All elements of all samples are apart, and inside of the surface. */
static bool apart(uint32_t bytes, uint32_t micro, bool macro, uint32_t samples)
{
	struct gpu_surface s = { .pitch = 100, .height = 50, .bytes = (uint8_t)bytes, .samples = (uint8_t)samples };
	uint8_t *used;
	bool good = true;

	if (!r500_surface_init(&s, micro, macro))
		return false;
	used = calloc(1, s.slice_bytes);
	for (uint32_t y = 0; y < s.height && good; y++)
		for (uint32_t x = 0; x < s.pitch && good; x++)
			for (uint32_t n = 0; n < samples && good; n++) {
				uint64_t at = gpu_surface_address(&s, x, y, 0, n);

				good = at + bytes <= s.slice_bytes && !used[at];
				if (good)
					memset(used + at, 1, bytes);
			}
	free(used);
	return good;
}

static void round_trips(void)
{
	for (uint32_t bytes = 1; bytes <= 16; bytes *= 2)
		for (uint32_t micro = 0; micro < 3; micro++)
			for (uint32_t macro = 0; macro < 2; macro++) {
				bool exists = micro == R500_LINEAR || (micro == R500_TILED ? bytes < 16 : bytes == 2);

				tap_ok(apart(bytes, micro, macro, 1) == exists, "%u bytes, micro %u, macro %u: %s", bytes, micro, macro,
				       exists ? "elements are apart" : "no surface");
			}
	for (uint32_t samples = 2; samples <= 6; samples += samples == 4 ? 2 : 1)
		tap_ok(apart(4, R500_TILED, true, samples), "%u samples are apart", samples);
}

static void place(uint32_t bytes, uint32_t micro, bool macro, uint32_t x, uint32_t y, uint64_t want)
{
	struct gpu_surface s = { .pitch = 128, .height = 64, .bytes = (uint8_t)bytes, .samples = 1 };
	bool good = r500_surface_init(&s, micro, macro);
	uint64_t at = good ? gpu_surface_address(&s, x, y, 0, 0) : 0;

	tap_ok(good && at == want, "%u bytes, micro %u, macro %u: (%u, %u) is at %llu", bytes, micro, macro, x, y,
	       (unsigned long long)at);
}

static void places(void)
{
	place(4, R500_LINEAR, false, 5, 3, (3 * 128 + 5) * 4);
	place(4, R500_TILED, false, 3, 1, 28);
	place(4, R500_TILED, false, 4, 0, 32);
	place(4, R500_TILED, false, 0, 2, 128 / 4 * 32);
	place(4, R500_TILED, true, 0, 2, 8 * 32);
	place(4, R500_TILED, true, 31, 15, 2044);
	place(4, R500_TILED, true, 32, 0, 2048);
	place(4, R500_TILED, true, 0, 16, 4 * 2048);
	place(4, R500_LINEAR, true, 64, 0, 2048);
	place(4, R500_LINEAR, true, 8, 1, 8 * 32 + 32);
	place(2, R500_SQUARE, false, 3, 3, 30);
	place(2, R500_TILED, false, 7, 1, 30);
	place(2, R500_SQUARE, true, 32, 0, 2048);
	place(1, R500_TILED, true, 63, 31, 2047);
	place(8, R500_TILED, true, 16, 16, 2048 * (128 / 16 + 1));
	place(16, R500_LINEAR, true, 16, 8, 2048 * (128 / 16 + 1));
}

void test_r500_tiles(void)
{
	tap_note("R5xx: tiles");
	round_trips();
	places();
}
