// SPDX-License-Identifier: GPL-2.0
/* CMASK and FMASK: every tile has bytes of its own, inside of the sizes that libdrm allocates. */
#include <string.h>

#include "masks.h"
#include "unit_memory.h"
#include "unit_surface.h"

#define CMASK	0x100000ull
#define FMASK	0x200000ull

static uint32_t regs[GPU_REG_END / 4];

static void target(struct gpu_surface *color, struct gpu_masks *m, uint32_t mode, uint32_t samples)
{
	*color = (struct gpu_surface) { .pitch = 128, .height = 64, .bytes = 4, .samples = samples,
					.mode = GPU_2D_THIN };
	gpu_surface_init(color, gpu_tiling(1 << 1, GPU_RV710));
	regs[0x280a4 / 4] = mode << 18;
	regs[0x280c4 / 4] = CMASK >> 8;
	regs[0x280e4 / 4] = FMASK >> 8;
	regs[0x28104 / 4] = 3;
	tap_ok(gpu_masks_init(m, regs, 1, color), "masks of %u samples", samples);
}

/* The bytes that differ from zero after each of the tiles was touched. */
static uint32_t touched(struct unit_memory *memory, struct gpu_masks *m, const struct gpu_surface *color)
{
	uint32_t x, y, i, n = 0;

	memset(memory->bytes, 0, memory->size);
	for (y = 0; y < color->height; y += 8)
		for (x = 0; x < color->pitch; x += 8)
			gpu_masks_touch(m, &memory->mem, x, y, 0);
	for (i = 0; i < memory->size; i++)
		n += memory->bytes[i] != 0;
	return n;
}

static void cmask(void)
{
	/* 16 x 8 tiles; a slice has four blocks. */
	struct unit_memory *memory = unit_memory(CMASK, 512 + 64);
	struct gpu_surface color;
	struct gpu_masks m;

	target(&color, &m, 1, 4);
	tap_ok(touched(memory, &m, &color) == 64 && memory->bytes[0] == 0xff && !memory->faults && !m.fmask,
	       "CMASK: a nibble for each of 128 tiles");
	memset(memory->bytes, 0xcc, memory->size);
	gpu_masks_touch(&m, &memory->mem, 8, 0, 1);
	tap_ok(memory->bytes[512] == 0xfc && memory->bytes[0] == 0xcc, "the second tile of the next slice");
	memory->bytes[512] = 0;
	gpu_masks_touch(&m, &memory->mem, 15, 7, 1);
	tap_ok(!memory->bytes[512], "a tile is touched once in a row");
	target(&color, &m, 0, 4);
	gpu_masks_touch(&m, &memory->mem, 80, 0, 0);
	tap_ok(!memory->faults && memory->bytes[5] == 0xcc, "TILE_DISABLE: nothing is touched");
	unit_memory_free(memory);
}

static void fmask(uint32_t samples, uint32_t bytes, uint32_t first)
{
	struct unit_memory *memory = unit_memory(FMASK, 128 * 64 * bytes);
	struct gpu_surface color;
	struct gpu_masks m;
	uint32_t n;

	target(&color, &m, 2, samples);
	/* CMASK is elsewhere: its reads are the only ones that fail. */
	n = touched(memory, &m, &color);
	tap_ok(memory->bytes[0] == first && memory->faults == 128 && (n == memory->size || bytes == 4),
	       "FMASK of %u samples: each of %u bytes", samples, (uint32_t)memory->size);
	unit_memory_free(memory);
}

void unit_masks(void)
{
	cmask();
	fmask(2, 1, 0x2);
	fmask(4, 1, 0xe4);
	fmask(8, 4, 0x10);
}
