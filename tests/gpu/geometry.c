// SPDX-License-Identifier: GPL-2.0
/*
 * Geometry programs: 16 primitives at a time.  The export program (ES) writes their vertices to the ESGS
 * ring, the geometry program (GS) reads them and writes its vertices to the GSVS ring, and the
 * vertex program, which only copies, exports them.
 *
 * The chip allots ring memory as it likes.  Here vertex n of a group has the n-th item of the ESGS ring, and
 * primitive n the n-th item of the GSVS ring.
 */
#include <string.h>

#include "machine.h"

enum { GS_OFF = 0, GS_SCENARIO_G = 3 };

enum { RING_ESGS_VERTEX, RING_GSVS_PRIMITIVE, RING_GSVS_VERTEX };

void gpu_geometry_init(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_geometry *geo = &gpu->geometry;

	geo->on = gpu_field(gpu_reg(regs, VGT_GS_MODE), 1, 0) == GS_SCENARIO_G;
	geo->prims = 0;
	geo->lane = 0;
	geo->at = 0;
	geo->strip = 0;
	if (!geo->on)
		return;
	geo->type = gpu_field(gpu_reg(regs, VGT_GS_OUT_PRIM_TYPE), 5, 0);
	geo->esgs.addr = (uint64_t)gpu_reg(regs, SQ_ESGS_RING_BASE) << 8;
	geo->esgs.dw = (gpu_reg(regs, SQ_ESGS_RING_SIZE) & 0xffffff) * 64;
	geo->gsvs.addr = (uint64_t)gpu_reg(regs, SQ_GSVS_RING_BASE) << 8;
	geo->gsvs.dw = (gpu_reg(regs, SQ_GSVS_RING_SIZE) & 0xffffff) * 64;
	geo->item[RING_ESGS_VERTEX] = gpu_field(gpu_reg(regs, SQ_ESGS_RING_ITEMSIZE), 14, 0);
	geo->item[RING_GSVS_PRIMITIVE] = gpu_field(gpu_reg(regs, SQ_GSVS_RING_ITEMSIZE), 14, 0);
	geo->item[RING_GSVS_VERTEX] = gpu_field(gpu_reg(regs, SQ_GS_VERT_ITEMSIZE), 14, 0);
	gpu_stage_init(gpu, &gpu->es, GPU_STAGE_ES);
	gpu_stage_init(gpu, &gpu->gs, GPU_STAGE_GS);
}

/* Items of a ring for the group's invocations, from item @first on; past its end nothing is written. */
static void ring_items(struct gpu *gpu, enum gpu_client client, uint64_t addr, uint32_t ring_dw, uint32_t item_dw,
		       uint32_t first)
{
	struct gpu_memory_write *w = &gpu->group.ring;

	w->client = client;
	for (uint32_t i = 0; i < GPU_LANES; i++) {
		uint64_t at = (uint64_t)(first + i) * item_dw;

		w->addr[i] = addr + 4 * at;
		w->dw[i] = at < ring_dw ? (uint32_t)(ring_dw - at) : 0;
	}
}

/* The vertices of a group of primitives: the ES's input, each once. */
struct es_vertices {
	uint32_t count;
	uint32_t index[GPU_LANES * 6], instance[GPU_LANES * 6];
};

static uint32_t es_vertex(struct es_vertices *es, uint32_t index, uint32_t instance)
{
	for (uint32_t i = 0; i < es->count; i++) {
		if (es->index[i] == index && es->instance[i] == instance)
			return i;
	}
	es->index[es->count] = index;
	es->instance[es->count] = instance;
	return es->count++;
}

static void run_es(struct gpu *gpu, const struct es_vertices *es)
{
	const struct gpu_geometry *geo = &gpu->geometry;
	struct gpu_group *g = &gpu->group;

	for (uint32_t first = 0; first < es->count && !gpu->hang; first += GPU_LANES) {
		uint32_t count = es->count - first < GPU_LANES ? es->count - first : GPU_LANES;

		g->valid = (1u << count) - 1;
		memset(&g->gpr[0], 0, sizeof(g->gpr[0]));
		for (uint32_t i = 0; i < GPU_LANES; i++) {
			uint32_t v = first + (i < count ? i : 0);

			g->gpr[0].c[0].u[i] = es->index[v];
			g->gpr[0].c[3].u[i] = es->instance[v];
		}
		ring_items(gpu, GPU_ESGS_RING, geo->esgs.addr, geo->esgs.dw, geo->item[RING_ESGS_VERTEX], first);
		gpu->counters.stats[GPU_VS_INVOCATIONS] += count;
		gpu_stage_run(gpu, &gpu->es, 1);
	}
}

static void run_gs(struct gpu *gpu, const struct gpu_primitive *prim, uint32_t item[GPU_LANES][6])
{
	/* Registers and channels of the six vertices. */
	static const uint8_t place[6][2] = { { 0, 0 }, { 0, 1 }, { 0, 3 }, { 1, 0 }, { 1, 1 }, { 1, 2 } };
	struct gpu_geometry *geo = &gpu->geometry;
	struct gpu_group *g = &gpu->group;

	g->valid = (1u << geo->prims) - 1;
	memset(g->gpr, 0, 2 * sizeof(g->gpr[0]));
	for (uint32_t i = 0; i < GPU_LANES; i++) {
		uint32_t p = i < geo->prims ? i : 0;

		for (uint32_t v = 0; v < prim[p].count; v++)
			g->gpr[place[v][0]].c[place[v][1]].u[i] = item[p][v] * geo->item[RING_ESGS_VERTEX];
		g->gpr[0].c[2].u[i] = prim[p].id;
	}
	ring_items(gpu, GPU_GSVS_RING, geo->gsvs.addr, geo->gsvs.dw, geo->item[RING_GSVS_PRIMITIVE], 0);
	memset(g->emitted, 0, sizeof(g->emitted));
	memset(geo->cut, 0, sizeof(geo->cut));
	g->cut = geo->cut;
	gpu->counters.stats[GPU_GS_INVOCATIONS] += geo->prims;
	gpu_stage_run(gpu, &gpu->gs, 2);
	memcpy(geo->emitted, g->emitted, sizeof(geo->emitted));
}

static bool next_group(struct gpu *gpu)
{
	struct gpu_geometry *geo = &gpu->geometry;
	struct gpu_primitive prim[GPU_LANES];
	uint32_t item[GPU_LANES][6];
	struct es_vertices es = { 0 };

	geo->prims = 0;
	geo->lane = 0;
	geo->at = 0;
	geo->strip = 0;
	while (geo->prims < GPU_LANES) {
		struct gpu_primitive *p = &prim[geo->prims];

		if (!gpu_vgt_next(&gpu->vgt, p))
			break;
		gpu->counters.stats[GPU_IA_PRIMITIVES]++;
		for (int i = 0; i < p->count; i++)
			item[geo->prims][i] = es_vertex(&es, p->index[i], p->instance);
		geo->prims++;
	}
	if (!geo->prims)
		return false;
	run_es(gpu, &es);
	if (!gpu->hang)
		run_gs(gpu, prim, item);
	return !gpu->hang;
}

/* A primitive of the output ends with vertex @v of a lane, which has @strip vertices of its strip before it. */
static bool assemble(const struct gpu *gpu, uint32_t v, uint32_t strip, struct gpu_primitive *p)
{
	const struct gpu_geometry *geo = &gpu->geometry;
	uint32_t n = geo->type == 0 ? 1 : geo->type == 1 ? 2 : 3;
	uint32_t first = geo->lane * geo->item[RING_GSVS_PRIMITIVE], step = geo->item[RING_GSVS_VERTEX];
	uint32_t order[3] = { v - n + 1, v - n + 2, v };

	if (strip + 1 < n)
		return false;
	if (n == 1)
		order[0] = v;
	if (n == 3 && strip % 2) {
		/* Odd triangles of a strip swap two vertices, and keep the provoking one in its place. */
		uint32_t a = gpu->vgt.provoking_last ? 0 : 1;
		uint32_t swapped = order[a];

		order[a] = order[a + 1];
		order[a + 1] = swapped;
	}
	memset(p, 0, sizeof(*p));
	p->shape = n - 1;
	p->count = n;
	p->edges = 7;
	p->provoking = gpu->vgt.provoking_last ? n - 1 : 0;
	for (uint32_t i = 0; i < n; i++) {
		p->corner[i] = i;
		p->index[i] = first + order[i] * step;
	}
	return true;
}

bool gpu_geometry_next(struct gpu *gpu, struct gpu_primitive *p, bool again)
{
	struct gpu_geometry *geo = &gpu->geometry;

	if (!geo->on) {
		if (!gpu_vgt_next(&gpu->vgt, p))
			return false;
		gpu->counters.stats[GPU_IA_PRIMITIVES]++;
		return true;
	}
	for (;;) {
		uint32_t v;

		if (geo->lane >= geo->prims) {
			if (!again || !next_group(gpu))
				return false;
			continue;
		}
		v = geo->at;
		if (v >= geo->emitted[geo->lane]) {
			geo->lane++;
			geo->at = 0;
			geo->strip = 0;
			continue;
		}
		if (geo->cut[geo->lane][v / 8] >> v % 8 & 1)
			geo->strip = 0;
		geo->at++;
		if (assemble(gpu, v, geo->strip++, p)) {
			gpu->counters.stats[GPU_GS_PRIMITIVES]++;
			return true;
		}
	}
}
