// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses of elements beside the oracle's for random surfaces in colour order, depth order by a
 * table of its own, and no two elements at one byte for all chips.
 */
#include <stdlib.h>
#include <string.h>

#include "surface.h"
#include "tile.h"
#include "unit_surface.h"

static const uint8_t modes[] = { GPU_LINEAR_GENERAL, GPU_LINEAR_ALIGNED, GPU_1D_THIN, GPU_2D_THIN };

/* All pipes, banks, groups, and both families. */
#define TILINGS	(4 * 2 * 2 * 2)

static struct gpu_tiling tiling_number(uint32_t i)
{
	return gpu_tiling((i & 3) << 1 | (i >> 2 & 1) << 4 | (i >> 3 & 1) << 6,
			  i >> 4 & 1 ? GPU_RV710 : GPU_RV670);
}

static struct gpu_surface random_surface(struct gpu_tiling t)
{
	struct gpu_surface s = { .base = (uint64_t)(unit_random() & 0xffff) << 8 };

	s.mode = modes[unit_random() % 4];
	s.bytes = 1u << unit_random() % 5;
	s.samples = s.mode == GPU_2D_THIN ? 1u << unit_random() % 4 : 1;
	s.pitch = gpu_pitch_align(t, s.mode, s.bytes, s.samples) * (1 + unit_random() % 5);
	s.height = gpu_height_align(t, s.mode) * (1 + unit_random() % 5);
	return s;
}

/* Addresses that differ from the oracle's. */
static uint32_t differences(const struct gpu_surface *s, struct gpu_tiling t)
{
	struct surface_chip c = { t.pipes, t.banks, t.group, t.r7xx };
	struct surface_shape shape = { s->mode, s->bytes, s->samples, s->pitch, s->pitch, s->height };
	uint32_t i, wrong = s->slice_bytes != surface_slice(&c, &shape);

	for (i = 0; i < 200; i++) {
		uint32_t x = unit_random() % s->pitch, y = unit_random() % s->height;
		uint32_t z = unit_random() % 5, n = unit_random() % s->samples;

		wrong += gpu_surface_address(s, x, y, z, n) !=
			 s->base + surface_address(&c, &shape, x, y, z, n);
	}
	return wrong;
}

static void beside_oracle(void)
{
	uint32_t i, k, wrong = 0, refused = 0;

	for (i = 0; i < TILINGS; i++)
		for (k = 0; k < 40; k++) {
			struct gpu_tiling t = tiling_number(i);
			struct gpu_surface s = random_surface(t);

			refused += !gpu_surface_init(&s, t);
			wrong += differences(&s, t);
		}
	tap_ok(!wrong && !refused, "%u random surfaces: addresses equal the oracle's", TILINGS * 40);
	for (i = 0; i < TILINGS; i++)
		for (k = 0; k < 40; k++) {
			struct gpu_tiling t = tiling_number(i);
			struct surface_chip c = { t.pipes, t.banks, t.group, t.r7xx };
			uint32_t mode = modes[k % 4], bytes = 1u << k / 8, samples = 1u << i % 4;

			wrong += gpu_pitch_align(t, mode, bytes, samples) !=
					 surface_pitch_align(&c, mode, bytes, samples) ||
				 gpu_height_align(t, mode) != surface_height_align(&c, mode);
		}
	tap_ok(!wrong, "pitch and height are padded as the oracle does");
}

/* Each byte of the slices belongs to one element. */
static bool apart(const struct gpu_surface *s, uint32_t slices)
{
	uint64_t size = slices * s->slice_bytes, i, at;
	uint8_t *seen = calloc(1, size + 1);
	bool good = seen;

	for (i = 0; good && i < size / s->bytes; i++) {
		uint64_t element = i / s->samples, row = element / s->pitch;

		at = gpu_surface_address(s, (uint32_t)(element % s->pitch), (uint32_t)(row % s->height),
					 (uint32_t)(row / s->height), (uint32_t)(i % s->samples)) - s->base;
		good = at + s->bytes <= size && !memchr(seen + at, 1, s->bytes);
		if (good)
			memset(seen + at, 1, s->bytes);
	}
	free(seen);
	return good;
}

/* Two macro tiles in each direction, two slices. */
static bool surface_apart(struct gpu_tiling t, uint32_t mode, uint32_t bytes, uint32_t samples, bool depth)
{
	struct gpu_surface s = { .base = 1 << 20, .bytes = bytes, .samples = samples, .mode = mode,
				 .depth_order = depth };

	s.pitch = 2 * gpu_pitch_align(t, mode, bytes, samples);
	s.height = 2 * gpu_height_align(t, mode);
	return gpu_surface_init(&s, t) && apart(&s, 2);
}

static void bijective(void)
{
	uint32_t i, m, b, n, tried = 0, good = 0;

	for (i = 0; i < TILINGS; i++)
		for (m = 0; m < 4; m++)
			for (b = 0; b < 5; b++)
				/* Samples are rare in large elements: one combination each. */
				for (n = 0; n < (m == 3 && b == 2 ? 4 : 1); n++) {
					tried += 2;
					good += surface_apart(tiling_number(i), modes[m], 1u << b, 1u << n, false);
					good += surface_apart(tiling_number(i), modes[m], 1u << b, 1u << n, true);
				}
	tap_ok(tried == good, "%u of %u surfaces: no two elements share a byte, none is outside",
	       good, tried);
}

/* The depth order of an 8x8 tile, from the documents: Morton order. */
static void depth_order(void)
{
	static const uint8_t order[8][8] = {
		{ 0, 1, 4, 5, 16, 17, 20, 21 }, { 2, 3, 6, 7, 18, 19, 22, 23 },
		{ 8, 9, 12, 13, 24, 25, 28, 29 }, { 10, 11, 14, 15, 26, 27, 30, 31 },
		{ 32, 33, 36, 37, 48, 49, 52, 53 }, { 34, 35, 38, 39, 50, 51, 54, 55 },
		{ 40, 41, 44, 45, 56, 57, 60, 61 }, { 42, 43, 46, 47, 58, 59, 62, 63 },
	};
	struct gpu_tiling t = tiling_number(1);
	uint32_t b, n, i, k, wrong = 0;

	for (b = 1; b <= 8; b *= 2)
		for (n = 1; n <= 8; n *= 2) {
			struct gpu_surface s = { .pitch = 64, .height = 8, .bytes = b, .samples = n,
						 .mode = GPU_1D_THIN, .depth_order = true };

			if (!gpu_surface_init(&s, t))
				wrong++;
			for (i = 0; i < 64; i++)
				for (k = 0; k < n; k++)
					wrong += gpu_surface_address(&s, i & 7, i >> 3, 0, k) !=
						 (order[i >> 3][i & 7] * n + k) * b;
		}
	tap_ok(!wrong, "depth order: Morton, samples of an element together");
}

static void refusals(void)
{
	struct gpu_surface good = { .pitch = 64, .height = 64, .bytes = 4, .samples = 1, .mode = GPU_1D_THIN };
	struct gpu_tiling t = tiling_number(1);
	struct gpu_surface s = good;

	tap_ok(gpu_surface_init(&s, t), "a surface");
	s = good;
	s.mode = 3;
	tap_ok(!gpu_surface_init(&s, t), "thick tiles are refused");
	s = good;
	s.bytes = 12;
	tap_ok(!gpu_surface_init(&s, t), "so are tiles of 12 bytes");
	s.mode = GPU_LINEAR_ALIGNED;
	tap_ok(gpu_surface_init(&s, t) && gpu_surface_address(&s, 3, 2, 1, 0) == (64 * 64 + 2 * 64 + 3) * 12,
	       "rows of 12 bytes are not");
	s = good;
	s.samples = 3;
	tap_ok(!gpu_surface_init(&s, t), "3 samples are refused");
	s = good;
	s.bytes = 0;
	tap_ok(!gpu_surface_init(&s, t), "no bytes");
	s = good;
	s.pitch = 0;
	tap_ok(!gpu_surface_init(&s, t), "no pitch");
	s = good;
	s.pitch = 60;
	s.height = 9;
	tap_ok(gpu_surface_init(&s, t) && s.pitch == 64 && s.height == 16, "part of a tile is a tile");
}

/* Neighbours of a macro tile are in different pipes. */
static void pipes(void)
{
	uint32_t i, x, seen, wrong = 0;

	for (i = 0; i < 4; i++) {
		struct gpu_tiling t = tiling_number(i);

		for (seen = 0, x = 0; x < t.pipes; x++)
			seen |= 1u << gpu_tile_pipe(t, 8 * x, 0);
		wrong += seen != (1u << t.pipes) - 1;
	}
	tap_ok(!wrong, "tiles beside each other use all pipes");
	tap_ok(gpu_tiling(3 << 1 | 1 << 4, GPU_RV770).pipes == 8 && tiling_number(8).group == 512 &&
	       gpu_is_r7xx(GPU_RV740) && !gpu_is_r7xx(GPU_RS880), "GB_TILING_CONFIG");
}

void unit_tile(void)
{
	beside_oracle();
	bijective();
	depth_order();
	refusals();
	pipes();
}
