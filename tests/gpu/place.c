// SPDX-License-Identifier: GPL-2.0
/*
 * Pixels of a group in the host's memory.  A quad is in one tile, so its address is computed once, and
 * its span is checked once if the whole tile is inside.
 */
#include <string.h>

#include "machine.h"

gpu_mask gpu_lanes_inside(const struct gpu *gpu, const struct gpu_quads *q, uint32_t width, uint32_t height)
{
	const struct gpu_scan *s = &gpu->scan;
	uint32_t in[GPU_LANES];
	gpu_mask mask = 0;

	/* The whole polygon is. */
	if (s->x0 >= 0 && s->y0 >= 0 && (uint32_t)s->x1 <= width && (uint32_t)s->y1 <= height)
		return GPU_ALL_LANES;
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

gpu_mask gpu_places(struct gpu *gpu, enum gpu_client client, const struct gpu_surface *s, struct gpu_tile_cache *cache,
		    const struct gpu_quads *q, uint32_t slice, uint32_t sample, gpu_mask lanes, uint8_t *p[GPU_LANES])
{
	uint32_t tile_x = UINT32_MAX, tile_y = 0;
	gpu_mask there = 0;
	uint64_t addr = 0;
	uint8_t *tile = NULL;

	for (int first = 0; first < GPU_LANES; first += 4) {
		uint32_t x = q->x[first], y = q->y[first];
		const uint32_t *element = &s->element[(y & 7) * 8 + (x & 7)];

		if (!(lanes >> first & 15))
			continue;
		if (x >> 3 != tile_x || y >> 3 != tile_y) {
			tile_x = x >> 3;
			tile_y = y >> 3;
			addr = tile_address(cache, s, x, y, slice) + s->sample[sample];
			/* A host that wants to hear of accesses hears of each. */
			tile = gpu->mem.host->seen ? NULL : gpu_mem_near(&gpu->mem, client, true, addr, s->reach);
		}
		if (tile) {
			p[first] = tile + element[0];
			p[first + 1] = tile + element[1];
			p[first + 2] = tile + element[8];
			p[first + 3] = tile + element[9];
			there |= 15u << first;
			continue;
		}
		for (int i = first; i < first + 4; i++) {
			p[i] = NULL;
			if (lanes >> i & 1)
				p[i] = gpu_mem_at(&gpu->mem, client, true, addr + element[(i >> 1 & 1) * 8 + (i & 1)], s->bytes);
			there |= (gpu_mask)!!p[i] << i;
		}
	}
	return there & lanes;
}

void gpu_load_dwords(uint8_t *const p[GPU_LANES], gpu_mask lanes, union gpu_lanes *to)
{
	if (lanes == GPU_ALL_LANES) {
		for (int i = 0; i < GPU_LANES; i++)
			memcpy(&to->u[i], p[i], 4);
		return;
	}
	for (int i = 0; i < GPU_LANES; i++) {
		to->u[i] = 0;
		if (lanes >> i & 1)
			memcpy(&to->u[i], p[i], 4);
	}
}

void gpu_store_dwords(uint8_t *const p[GPU_LANES], gpu_mask lanes, const union gpu_lanes *from)
{
	if (lanes == GPU_ALL_LANES) {
		for (int i = 0; i < GPU_LANES; i++)
			memcpy(p[i], &from->u[i], 4);
		return;
	}
	for (int i = 0; i < GPU_LANES; i++)
		if (lanes >> i & 1)
			memcpy(p[i], &from->u[i], 4);
}
