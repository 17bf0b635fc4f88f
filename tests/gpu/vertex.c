// SPDX-License-Identifier: GPL-2.0
/*
 * Batches: primitives with their vertices, each vertex once, 16 at a time through the vertex program.
 * With stream-out each primitive has vertices of its own, in the order in which they are written.
 */
#include <string.h>

#include "watch.h"

void gpu_vertex_init(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_strmout *so = &gpu->strmout;

	so->on = gpu_reg(regs, VGT_STRMOUT_EN) & 1;
	so->buffers = gpu_reg(regs, VGT_STRMOUT_BUFFER_EN) & 15;
	for (int i = 0; i < 4; i++) {
		so->addr[i] = (uint64_t)gpu_reg(regs, VGT_STRMOUT_BUFFER_BASE_0 + 16 * i) << 8;
		so->size_dw[i] = gpu_reg(regs, VGT_STRMOUT_BUFFER_SIZE_0 + 16 * i);
		so->stride_dw[i] = gpu_reg(regs, VGT_STRMOUT_VTX_STRIDE_0 + 16 * i) & 0x3ff;
	}
}

/* The vertex of the batch with these inputs, which may be new. */
static uint16_t find_vertex(struct gpu_batch *b, uint32_t index, uint32_t instance, uint32_t id)
{
	uint32_t h = (index * 0x9e3779b1u + instance * 0x85ebca6bu + id * 0xc2b2ae35u) >> 16;
	uint16_t *first = &b->hash[h % (2 * GPU_BATCH)];
	uint16_t v;

	for (v = *first; v; v = b->chain[v - 1]) {
		if (b->key[v - 1].index == index && b->key[v - 1].instance == instance && b->key[v - 1].id == id)
			return v - 1;
	}
	v = b->vertices++;
	b->key[v].index = index;
	b->key[v].instance = instance;
	b->key[v].id = id;
	b->chain[v] = *first;
	*first = v + 1;
	return v;
}

/* Room for a primitive in the stream-out buffers: it is written whole or not at all. */
static void strmout_primitive(struct gpu *gpu, const uint16_t *slot, uint32_t vertices)
{
	const struct gpu_strmout *so = &gpu->strmout;
	struct gpu_counters *counters = &gpu->counters;
	bool fits = true;

	for (int i = 0; i < 4; i++) {
		uint64_t end = counters->strmout_dw[i] + (uint64_t)vertices * so->stride_dw[i];

		if (so->buffers >> i & 1 && end > so->size_dw[i])
			fits = false;
	}
	counters->strmout_needed++;
	/* Without a buffer nothing is written: a paused capture under a query. */
	counters->strmout_written += fits && so->buffers;
	for (uint32_t v = 0; v < vertices; v++) {
		for (int i = 0; i < 4; i++) {
			bool write = fits && so->buffers >> i & 1;

			gpu->batch->strmout_dw[slot[v]][i] = write ? counters->strmout_dw[i] : UINT32_MAX;
			if (write)
				counters->strmout_dw[i] += so->stride_dw[i];
		}
	}
}

/*
 * Rectangles are neither counted nor written: Mesa blits with them while a query of generated primitives
 * is active, and an RV770 passes piglit's ext_transform_feedback-intervening-read.
 */
static void strmout_none(struct gpu *gpu, const uint16_t slot[3])
{
	for (int v = 0; v < 3; v++)
		memset(gpu->batch->strmout_dw[slot[v]], 0xff, sizeof(gpu->batch->strmout_dw[0]));
}

static void strmout_lanes(struct gpu *gpu, uint32_t first, uint32_t count)
{
	const struct gpu_strmout *so = &gpu->strmout;

	for (int i = 0; i < 4; i++) {
		struct gpu_memory_write *w = &gpu->group.stream[i];

		memset(w->dw, 0, sizeof(w->dw));
		w->client = GPU_STRMOUT;
		for (uint32_t v = 0; so->on && v < count; v++) {
			uint32_t at = gpu->batch->strmout_dw[first + v][i];

			w->addr[v] = so->addr[i] + 4ull * at;
			w->dw[v] = at < so->size_dw[i] ? so->size_dw[i] - at : 0;
		}
	}
}

static void run_vertices(struct gpu *gpu, uint32_t first)
{
	struct gpu_batch *b = gpu->batch;
	struct gpu_group *g = &gpu->group;
	uint32_t count = b->vertices - first < GPU_LANES ? b->vertices - first : GPU_LANES;

	g->out = &b->out[first / GPU_LANES];
	g->out->written = 0;
	g->valid = (1u << count) - 1;
	for (uint32_t i = 0; i < GPU_LANES; i++) {
		uint32_t v = first + (i < count ? i : 0);

		g->gpr[0].c[0].u[i] = b->key[v].index;
		g->gpr[0].c[1].u[i] = 0;
		g->gpr[0].c[2].u[i] = b->key[v].id;
		g->gpr[0].c[3].u[i] = b->key[v].instance;
	}
	strmout_lanes(gpu, first, count);
	if (!gpu->geometry.on)
		gpu->counters.stats[GPU_VS_INVOCATIONS] += count;
	g->trace = gpu_watch_vertices(gpu, count);
	gpu_stage_run(gpu, &gpu->vs, 1);
	g->trace = NULL;
}

/* Finds the vertices of a primitive, or gives it its own. */
static void add_vertices(struct gpu *gpu, const struct gpu_primitive *p, uint16_t slot[6], bool with_id)
{
	static const uint8_t corners[] = { 1, 2, 3, 3 };
	struct gpu_batch *b = gpu->batch;
	uint16_t drawn[3];

	if (gpu->strmout.on)
		memset(b->hash, 0, sizeof(b->hash));
	for (int i = 0; i < p->count; i++)
		slot[i] = find_vertex(b, p->index[i], p->instance, with_id ? p->id : 0);
	if (!gpu->strmout.on)
		return;
	for (int i = 0; i < corners[p->shape]; i++)
		drawn[i] = slot[p->corner[i]];
	if (p->shape == GPU_RECTANGLE)
		strmout_none(gpu, drawn);
	else
		strmout_primitive(gpu, drawn, corners[p->shape]);
}

uint32_t gpu_batch_fill(struct gpu *gpu)
{
	struct gpu_batch *b = gpu->batch;
	uint32_t n = 0;
	bool with_id = gpu_reg(gpu->regs, VGT_PRIMITIVEID_EN) & 1;

	b->vertices = 0;
	memset(b->hash, 0, sizeof(b->hash));
	memset(b->strmout_dw, 0xff, sizeof(b->strmout_dw));
	while (n < GPU_BATCH && b->vertices + 6 <= GPU_BATCH && !gpu->hang) {
		if (!gpu_geometry_next(gpu, &b->prim[n], !n))
			break;
		add_vertices(gpu, &b->prim[n], b->slot[n], with_id);
		n++;
	}
	for (uint32_t first = 0; first < b->vertices && !gpu->hang; first += GPU_LANES)
		run_vertices(gpu, first);
	return n;
}
