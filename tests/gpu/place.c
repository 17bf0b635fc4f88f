// SPDX-License-Identifier: GPL-2.0
/*
 * Pixels of a group in the host's memory.  A quad is in one tile, so its address is computed once, and
 * its span is checked once if the whole tile is inside.
 */
#include "machine.h"

GPU_CLONES gpu_mask gpu_lanes_inside(const struct gpu_quads *q, uint32_t width, uint32_t height)
{
	uint32_t in[GPU_LANES];
	gpu_mask mask = 0;

	for (int i = 0; i < GPU_LANES; i++)
		in[i] = ((uint32_t)q->x[i] < width) & ((uint32_t)q->y[i] < height);
	for (int i = 0; i < GPU_LANES; i++)
		mask |= in[i] << i;
	return mask;
}

static uint64_t tile_address(struct gpu_tile_cache *cache, const struct gpu_surface *s, uint32_t x, uint32_t y,
			     uint32_t slice)
{
	if (cache->tile_x != x / 8 || cache->tile_y != y / 8 || cache->slice != slice) {
		cache->tile_x = x / 8;
		cache->tile_y = y / 8;
		cache->slice = slice;
		cache->addr = gpu_surface_tile(s, x, y, slice);
	}
	return cache->addr;
}

void gpu_places(struct gpu *gpu, enum gpu_client client, const struct gpu_surface *s, struct gpu_tile_cache *cache,
		const struct gpu_quads *q, uint32_t slice, uint32_t sample, gpu_mask lanes, uint8_t *p[GPU_LANES])
{
	for (int first = 0; first < GPU_LANES; first += 4) {
		uint32_t x = q->x[first], y = q->y[first];
		const uint32_t *element = &s->element[(y & 7) * 8 + (x & 7)];
		uint64_t addr;
		uint8_t *tile;

		for (int i = first; i < first + 4; i++)
			p[i] = NULL;
		if (!(lanes >> first & 15))
			continue;
		addr = tile_address(cache, s, x, y, slice);
		/* A host that wants to hear of accesses hears of each. */
		tile = gpu->mem.host->seen ? NULL : gpu_mem_near(&gpu->mem, client, true, addr, s->reach);
		for (int i = 0; i < 4; i++) {
			uint32_t offset = element[(i >> 1) * 8 + (i & 1)] + s->sample[sample];

			if (lanes >> (first + i) & 1)
				p[first + i] = tile ? tile + offset :
					       gpu_mem_at(&gpu->mem, client, true, addr + offset, s->bytes);
		}
	}
}
