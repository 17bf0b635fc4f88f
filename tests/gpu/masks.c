// SPDX-License-Identifier: GPL-2.0
/*
 * CMASK and FMASK of a multisampled colour target.
 *
 * CMASK has a nibble for each micro tile, in rows.  No document says how the chip orders them; any
 * order inside of a slice of CMASK_BLOCK_MAX + 1 blocks of 128 bytes serves.  FMASK is a surface of 2D
 * tiles: one byte for each pixel with up to 4 samples, four with 8.  R6xx has both on the target of a
 * resolve as well, which has one sample.
 */
#include "masks.h"

#include <string.h>

#define CB_COLOR_INFO	0x280a0
#define CB_COLOR_TILE	0x280c0
#define CB_COLOR_FRAG	0x280e0
#define CB_COLOR_MASK	0x28100

enum tile_mode { TILE_DISABLE, CLEAR_ENABLE, FRAG_ENABLE };

/* A tile whose samples are all in memory. */
#define CMASK_EXPANDED	0xf

/* Sample n is fragment n: 1, 2 or 4 bits a sample, the first one lowest. */
static void identity(uint8_t map[4], uint32_t samples)
{
	uint32_t bits = samples == 2 ? 1 : samples == 4 ? 2 : 4, all = 0, i;

	for (i = 0; i < samples && i * bits < 32; i++)
		all |= i << (i * bits);
	for (i = 0; i < 4; i++)
		map[i] = (uint8_t)(all >> (8 * i));
}

bool gpu_masks_init(struct gpu_masks *m, const uint32_t *regs, unsigned int n,
		    const struct gpu_surface *color)
{
	uint32_t mode = regs[(CB_COLOR_INFO + 4 * n) / 4] >> 18 & 3;
	uint32_t mask = regs[(CB_COLOR_MASK + 4 * n) / 4];

	*m = (struct gpu_masks) { .last_x = UINT32_MAX };
	if (mode == TILE_DISABLE)
		return true;
	m->cmask = true;
	m->cmask_base = (uint64_t)regs[(CB_COLOR_TILE + 4 * n) / 4] << 8;
	m->cmask_slice = ((mask & 0xfff) + 1) * 128ull;
	m->tile_pitch = (color->pitch + 7) / 8;
	if (mode != FRAG_ENABLE)
		return true;
	identity(m->map, color->samples);
	m->surface = (struct gpu_surface) {
		.base = (uint64_t)regs[(CB_COLOR_FRAG + 4 * n) / 4] << 8,
		.pitch = color->pitch, .height = color->height,
		.bytes = color->samples == 8 ? 4 : 1, .samples = 1, .mode = GPU_2D_THIN,
	};
	m->fmask = gpu_surface_init(&m->surface, color->tiling);
	return m->fmask;
}

static void touch_cmask(const struct gpu_masks *m, struct gpu_mem *mem, uint32_t x, uint32_t y,
			uint32_t slice)
{
	uint64_t tile = (uint64_t)y * m->tile_pitch + x;
	uint64_t addr = m->cmask_base + slice * m->cmask_slice + tile / 2;
	uint8_t byte, shift = tile % 2 * 4;

	if (!gpu_mem_read(mem, GPU_CMASK, addr, &byte, 1))
		return;
	byte = (byte & ~(0xfu << shift)) | CMASK_EXPANDED << shift;
	gpu_mem_write(mem, GPU_CMASK, addr, &byte, 1);
}

static void touch_fmask(const struct gpu_masks *m, struct gpu_mem *mem, uint32_t x, uint32_t y,
			uint32_t slice)
{
	uint64_t tile = gpu_surface_tile(&m->surface, 8 * x, 8 * y, slice);
	uint8_t old[4];
	uint32_t i;

	for (i = 0; i < 64; i++) {
		uint64_t addr = tile + m->surface.element[i];

		if (!gpu_mem_read(mem, GPU_FMASK, addr, old, m->surface.bytes))
			return;
		if (memcmp(old, m->map, m->surface.bytes))
			gpu_mem_write(mem, GPU_FMASK, addr, m->map, m->surface.bytes);
	}
}

void gpu_masks_touch(struct gpu_masks *m, struct gpu_mem *mem, uint32_t x, uint32_t y, uint32_t slice)
{
	if (gpu_masks_known(m, x, y, slice))
		return;
	m->last_x = x >> 3;
	m->last_y = y >> 3;
	m->last_slice = slice;
	touch_cmask(m, mem, x >> 3, y >> 3, slice);
	if (m->fmask)
		touch_fmask(m, mem, x >> 3, y >> 3, slice);
}
