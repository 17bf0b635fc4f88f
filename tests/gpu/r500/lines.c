// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of the caches of colour and depth that registers move (guide, 10.1: "the cache must be empty before").
 *
 * RB3D and ZB know a line by its pixels, and write it to where the registers of the surface place these pixels
 * at that time.  The documents do not say more.  Here a line moves when the next draw or flush finds other registers:
 * the offset, pitch, tiles, format and samples of a target, of the resolve, of depth.  What the lines do if
 * RB3D_CCTL or RB3D_AARESOLVE_CTL give the target another use is not modelled: they stay.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "back_regs.h"
#include "r500.h"
#include "tile.h"

enum { RESOLVE = R500_PLACED - 2, DEPTH = R500_PLACED - 1 };

#define ELEMENT_MAX	16u

/* A sample of a pixel that the cache has, and memory lacks. */
struct element {
	uint32_t x, y, sample;
	uint8_t bytes[ELEMENT_MAX];
};

static uint32_t cache_of(uint32_t n)
{
	return n == DEPTH ? GPU_CACHE_DB : GPU_CACHE_CB;
}

/* Where the registers place surface @n now; false: they place none. */
static bool surface_now(const struct gpu *gpu, uint32_t n, uint32_t height, uint32_t samples, struct gpu_surface *s)
{
	const uint32_t *regs = gpu->regs;
	uint32_t offset, pitch, format = gpu_reg(regs, R500_RB3D_COLORPITCH0);

	if (n == DEPTH) {
		offset = gpu_reg(regs, R500_ZB_DEPTHOFFSET);
		pitch = gpu_reg(regs, R500_ZB_DEPTHPITCH);
	} else if (n == RESOLVE) {
		offset = gpu_reg(regs, R500_RB3D_AARESOLVE_OFFSET);
		pitch = (gpu_reg(regs, R500_RB3D_AARESOLVE_PITCH) & 0x3ffe) | (format & ~0x3fffu);
		samples = 1;
	} else {
		offset = gpu_reg(regs, R500_RB3D_COLOROFFSET0 + 4 * n);
		pitch = gpu_reg(regs, R500_RB3D_COLORPITCH0 + 4 * n);
		if (gpu_field(gpu_reg(regs, R500_RB3D_CCTL), 14, 14))
			format = pitch;
	}
	*s = (struct gpu_surface){
		.base = offset & ~31u, .pitch = pitch & (n == DEPTH ? 0x3ffc : 0x3ffe), .height = height, .samples = (uint8_t)samples,
	};
	s->bytes = n == DEPTH ? gpu_field(gpu_reg(regs, R500_ZB_FORMAT), 3, 0) == 2 ? 4 : 2 : r500_color_bytes(format);
	return s->bytes && r500_surface_init(s, gpu_field(pitch, 18, 17), gpu_field(pitch, 16, 16));
}

static bool same(const struct gpu_surface *a, const struct gpu_surface *b)
{
	return a->base == b->base && a->pitch == b->pitch && a->bytes == b->bytes && a->samples == b->samples &&
	       a->block.across == b->block.across && a->block.row_bytes == b->block.row_bytes &&
	       !memcmp(a->element, b->element, sizeof(a->element));
}

/* Takes what the cache has of a surface; returns how many, and in @first and @end from where to where. */
static size_t take(struct gpu *gpu, uint32_t n, struct element **list, uint64_t *first, uint64_t *end)
{
	const struct r500_placed *p = &gpu->r500->placed[n];
	size_t count = 0, room = 0;

	*list = NULL;
	*first = UINT64_MAX;
	*end = 0;
	for (uint64_t i = 0; i < (uint64_t)p->width * p->height * p->s.samples; i++) {
		struct element e = { .sample = i % p->s.samples, .x = i / p->s.samples % p->width, .y = i / p->s.samples / p->width };
		uint64_t addr = gpu_surface_address(&p->s, e.x, e.y, 0, e.sample);

		if (!gpu_cache_take(gpu->mem.cache, cache_of(n), addr, p->s.bytes, e.bytes))
			continue;
		if (count == room) {
			room = room ? 2 * room : 64;
			*list = realloc(*list, room * sizeof(**list));
			if (!*list)
				abort();
		}
		(*list)[count++] = e;
		*first = addr < *first ? addr : *first;
		*end = addr + p->s.bytes > *end ? addr + p->s.bytes : *end;
	}
	return count;
}

static void tell(const struct gpu *gpu, uint32_t n, uint64_t first, uint64_t end, const struct gpu_surface *to)
{
	static const char *const name[R500_PLACED] = {
		"colour target 0", "colour target 1", "colour target 2", "colour target 3", "the resolve", "depth",
	};
	char line[256];

	if (!gpu->host->stale)
		return;
	snprintf(line, sizeof(line),
		 "registers move 0x%010" PRIx64 " to 0x%010" PRIx64 " of %s, which are not in memory, to a surface at 0x%010" PRIx64 ": %s missing",
		 first, end - 1, name[n], to->base,
		 n == DEPTH ? "ZC_FLUSH and ZC_FREE of ZB_ZCACHE_CTLSTAT are" : "DC_FLUSH and DC_FREE of RB3D_DSTCACHE_CTLSTAT are");
	gpu->host->stale(gpu->ctx, first, line);
}

/* Lines of surface @n are pixels of @to from now on; NULL: of nothing. */
static void move(struct gpu *gpu, uint32_t n, const struct gpu_surface *to)
{
	const struct gpu_surface nothing = { 0 };
	uint32_t bytes = gpu->r500->placed[n].s.bytes;
	struct element *list;
	uint64_t first, end;
	size_t count = take(gpu, n, &list, &first, &end);

	if (count)
		tell(gpu, n, first, end, to ? to : &nothing);
	for (size_t i = 0; to && i < count; i++)
		gpu_mem_write(&gpu->mem, n == DEPTH ? GPU_DEPTH : GPU_COLOR,
			      gpu_surface_address(to, list[i].x, list[i].y, 0, list[i].sample % to->samples), list[i].bytes,
			      bytes < to->bytes ? bytes : to->bytes);
	free(list);
}

void r500_lines_move(struct gpu *gpu)
{
	struct gpu_window window;

	if (!gpu->mem.cache)
		return;
	r500_window(&window, gpu->regs);
	for (uint32_t n = 0; n < R500_PLACED; n++) {
		struct r500_placed *p = &gpu->r500->placed[n];
		struct gpu_surface now;
		bool there;

		if (p->used && !gpu_cache_is_dirty(gpu->mem.cache, cache_of(n)))
			p->used = false;
		if (!p->used)
			continue;
		there = surface_now(gpu, n, p->height, window.samples, &now);
		if (there && same(&now, &p->s))
			continue;
		move(gpu, n, there ? &now : NULL);
		p->used = there;
		p->s = now;
		p->width = now.pitch;
	}
}

static void note(struct r500_placed *p, const struct gpu_surface *s, uint32_t width, uint32_t height)
{
	if (p->used && height < p->height)
		height = p->height;
	if (p->used && width < p->width)
		width = p->width;
	*p = (struct r500_placed){ .used = true, .s = *s, .width = width, .height = height };
}

void r500_lines_note(struct gpu *gpu)
{
	const struct gpu_cb *cb = &gpu->cb;
	struct r500_placed *p = gpu->r500->placed;

	if (!gpu->mem.cache)
		return;
	for (uint32_t n = 0; n < (cb->resolve ? 1u : 4u); n++)
		if (cb->target[n].live)
			note(&p[n], &cb->target[n].surface, cb->target[n].pitch, cb->target[n].rows);
	if (cb->resolve && cb->target[1].live)
		note(&p[RESOLVE], &cb->target[1].surface, cb->target[1].pitch, cb->target[1].rows);
	if (gpu->db.live)
		note(&p[DEPTH], &gpu->db.surface, gpu->db.pitch, gpu->db.rows);
}
