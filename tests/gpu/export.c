// SPDX-License-Identifier: GPL-2.0
/* Exports of vectors to the blocks after the shader core, and writes of dwords to memory. */
#include <string.h>

#include "regs.h"
#include "shader.h"

enum { EXPORT_PIXEL, EXPORT_POSITION, EXPORT_PARAM };

/* The vector that an export goes to: its index in struct gpu_exports, or -1. */
static int target(const struct gpu_stage *stage, uint32_t type, uint32_t base)
{
	if (stage->id == GPU_STAGE_PS && type == EXPORT_PIXEL)
		return base < 8 ? (int)base : base == 61 ? GPU_EXPORT_Z : -1;
	if (stage->id == GPU_STAGE_VS && type == EXPORT_POSITION && base >= 60 && base < 64)
		return base - 60;
	if (stage->id == GPU_STAGE_VS && type == EXPORT_PARAM && base < GPU_PARAMS)
		return GPU_EXPORT_PARAM + base;
	return -1;
}

static void export_lanes(struct gpu_vec *to, const struct gpu_vec *from, uint32_t swizzle, gpu_mask mask)
{
	for (int c = 0; c < 4; c++) {
		uint32_t sel = gpu_field(swizzle, 3 * c + 2, 3 * c);

		if (sel < 4 && mask == GPU_ALL_LANES) {
			to->c[c] = from->c[sel];
			continue;
		}
		for (int i = 0; i < GPU_LANES; i++) {
			if (mask >> i & 1 && sel < 6)
				to->c[c].u[i] = sel < 4 ? from->c[sel].u[i] : sel == 5 ? 0x3f800000 : 0;
		}
	}
}

/* Whether an export leaves out a component. */
static bool keeps_components(uint32_t swizzle)
{
	for (int c = 0; c < 4; c++)
		if (gpu_field(swizzle, 3 * c + 2, 3 * c) > 5)
			return true;
	return false;
}

const char *gpu_export_vectors(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_cf *cf)
{
	uint32_t base = gpu_field(cf->word[0], 12, 0), type = gpu_field(cf->word[0], 14, 13);
	uint32_t gpr = gpu_field(cf->word[0], 21, 15), burst = gpu_field(cf->word[1], 20, 17) + 1;

	for (uint32_t n = 0; n < burst; n++) {
		int to = target(stage, type, base + n);

		if (to < 0)
			return "an export without a target";
		if (!(g->out->written >> to & 1)) {
			if (g->active != GPU_ALL_LANES || keeps_components(cf->word[1]))
				memset(&g->out->vector[to], 0, sizeof(g->out->vector[to]));
			g->out->written |= 1ull << to;
		}
		export_lanes(&g->out->vector[to], &g->gpr[gpr + n], cf->word[1], g->active);
	}
	return NULL;
}

struct memory_op {
	const struct gpu_memory_write *where;
	uint32_t base, size, unit;	/* dwords; unit: from one burst to the next */
	bool indexed, read;
};

static void move_lane(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_cf *cf,
		      const struct memory_op *m, uint32_t n, int lane)
{
	uint32_t mask = gpu_field(cf->word[1], 15, 12);
	uint32_t gpr = gpu_field(cf->word[0], 21, 15) + n;
	uint64_t at = m->base + (uint64_t)n * m->unit;

	if (m->indexed)
		at += (uint64_t)g->gpr[gpu_field(cf->word[0], 29, 23)].c[0].u[lane] * m->unit;
	for (uint32_t c = 0; c < 4; c++) {
		uint64_t addr = m->where->addr[lane] + 4 * (at + c);

		if (!(mask >> c & 1) || at + c >= m->where->dw[lane])
			continue;
		if (m->read)
			gpu_mem_read(stage->mem, m->where->client, addr, &g->gpr[gpr].c[c].u[lane], 4);
		else
			gpu_mem_write(stage->mem, m->where->client, addr, &g->gpr[gpr].c[c].u[lane], 4);
	}
}

static void scratch_items(const struct gpu_stage *stage, struct gpu_memory_write *w)
{
	w->client = GPU_SCRATCH;
	for (int i = 0; i < GPU_LANES; i++) {
		w->addr[i] = stage->scratch_addr + 4ull * i * stage->scratch_dw;
		w->dw[i] = (uint64_t)i < stage->scratch_items ? stage->scratch_dw : 0;
	}
}

const char *gpu_export_memory(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_cf *cf)
{
	uint32_t type = gpu_field(cf->word[0], 14, 13), burst = gpu_field(cf->word[1], 20, 17) + 1;
	struct gpu_memory_write scratch;
	struct memory_op m = {
		.base = gpu_field(cf->word[0], 12, 0), .unit = gpu_field(cf->word[0], 31, 30) + 1,
		.indexed = type & 1,
	};
	gpu_mask mask = g->active & g->valid;

	if (cf->op >= CF_MEM_STREAM0 && cf->op <= CF_MEM_STREAM3 && stage->id == GPU_STAGE_VS) {
		m.where = &g->stream[cf->op - CF_MEM_STREAM0];
	} else if (cf->op == CF_MEM_RING && (stage->id == GPU_STAGE_ES || stage->id == GPU_STAGE_GS)) {
		m.where = &g->ring;
	} else if (cf->op == CF_MEM_SCRATCH) {
		scratch_items(stage, &scratch);
		m.where = &scratch;
		m.base *= 4;
		m.unit = 4;
		m.read = !stage->r7xx && type & 2;
		mask = g->active;
	} else {
		return "a write to a memory that the stage does not have";
	}
	for (uint32_t n = 0; n < burst; n++) {
		for (int i = 0; i < GPU_LANES; i++) {
			if (mask >> i & 1)
				move_lane(stage, g, cf, &m, n, i);
		}
	}
	return NULL;
}
