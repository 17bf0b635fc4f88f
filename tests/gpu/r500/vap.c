// SPDX-License-Identifier: GPL-2.0
/*
 * VAP: a draw packet to batches of primitives, with their vertices through the vertex program, and the
 * layout of its output (guide, 6.4.1 and 6.4.5).
 *
 * The order of vertices and the reuse of indices are common with R6xx (vgt.c).
 */
#include <stdio.h>
#include <string.h>

#include "front_int.h"

/* VGT_PRIMITIVE_TYPE that is VAP_VF_CNTL.PRIM_TYPE; 0: there is none. */
static const uint8_t vgt_type[16] = {
	[1] = 1, [2] = 2, [3] = 3, [4] = 4, [5] = 5, [6] = 6, [12] = 18, [13] = 19, [14] = 20, [15] = 21,
};

enum { WALK_STATE, WALK_INDICES, WALK_LIST, WALK_DATA };
enum { PROVOKING_FIRST, PROVOKING_SECOND, PROVOKING_THIRD, PROVOKING_LAST };

/* VGT_PRIMITIVE_TYPE */
enum { TRIANGLE_FAN = 5, TRIANGLE_STRIP = 6, QUAD_LIST = 19, QUAD_STRIP = 20, POLYGON = 21 };

/* How many indices or vertices are in the packet; those that the draw wants besides are not drawn. */
static uint32_t count_vertices(const struct r500_vap *v, const uint32_t *regs)
{
	const struct gpu_draw_call *call = &v->call;
	uint32_t count = gpu_field(call->control, 31, 16);
	uint64_t given = UINT32_MAX;

	if (gpu_field(call->control, 14, 14))
		count = gpu_reg(regs, R500_VAP_ALT_NUM_VERTICES) & 0xffffff;
	if (gpu_field(call->control, 5, 4) == WALK_INDICES)
		given = (uint64_t)call->data_dw << !gpu_field(call->control, 11, 11);
	else if (v->streams.size_dw)
		given = call->data_dw / v->streams.size_dw;
	return count < given ? count : (uint32_t)given;
}

static void begin_vgt(struct r500_vap *v, struct gpu_mem *mem, const uint32_t *regs)
{
	struct gpu_vgt *vgt = &v->vgt;
	uint32_t walk = gpu_field(v->call.control, 5, 4);

	memset(vgt, 0, sizeof(*vgt));
	vgt->mem = mem;
	vgt->call = v->call;
	vgt->call.index = GPU_INDEX_AUTO;
	vgt->call.instances = 1;
	vgt->call.swap = 0;
	vgt->call.count = count_vertices(v, regs);
	vgt->type = vgt_type[v->call.control & 15];
	vgt->provoking_last = v->provoking == PROVOKING_LAST || vgt->type >= QUAD_LIST;
	vgt->max_index = UINT32_MAX;
	vgt->index_mask = UINT32_MAX;
	if (walk == WALK_DATA)
		return;
	/* Sums have the 24 bits of their clamps: a real card draws large indices with large negative offsets. */
	vgt->index_mask = 0xffffff;
	vgt->index_offset = gpu_reg(regs, R500_VAP_INDEX_OFFSET);
	vgt->min_index = gpu_reg(regs, R500_VAP_VF_MIN_VTX_INDX) & 0xffffff;
	vgt->max_index = gpu_reg(regs, R500_VAP_VF_MAX_VTX_INDX) & 0xffffff;
	if (walk == WALK_INDICES)
		vgt->call.index = gpu_field(v->call.control, 11, 11) ? GPU_INDEX_32 : GPU_INDEX_16;
}

const char *r500_vap_begin(struct r500_vap *v, struct gpu_mem *mem, const uint32_t *regs,
			   const struct gpu_draw_call *call)
{
	uint32_t walk = gpu_field(call->control, 5, 4);

	v->call = *call;
	v->hang[0] = 0;
	v->vertices = 0;
	v->prims = 0;
	v->bypass = gpu_field(gpu_reg(regs, R500_VAP_CNTL_STATUS), 8, 8);
	v->format[0] = gpu_reg(regs, R500_VAP_OUT_VTX_FMT_0);
	v->format[1] = gpu_reg(regs, R500_VAP_OUT_VTX_FMT_1);
	v->provoking = gpu_field(gpu_reg(regs, R500_GA_COLOR_CONTROL), 17, 16);
	r500_streams_begin(&v->streams, mem, regs, &v->call);
	r500_pvs_begin(&v->pvs, call->upload, regs);
	begin_vgt(v, mem, regs);
	if (!v->vgt.type || walk == WALK_STATE)
		return "a draw of a primitive type or a way of vertices that does not exist";
	if (walk == WALK_DATA && !v->streams.size_dw)
		return "a draw of vertices without dwords";
	/* VAP_NO_RENDER */
	return gpu_field(gpu_reg(regs, R500_VAP_CNTL), 17, 17) ? "a draw that the VAP is told to ignore" : NULL;
}

/* An attribute from the next vector of a packed output, or from its place. */
static void take(const struct r500_vap *v, float from[][4], uint32_t *packed, uint32_t place, float to[4])
{
	memcpy(to, from[v->bypass ? place : (*packed)++], 4 * sizeof(float));
}

static void lay_out(const struct r500_vap *v, float from[][4], struct r500_vertex *to)
{
	uint32_t packed = 0;
	float size[4];

	memset(to, 0, sizeof(*to));
	take(v, from, &packed, R500_AT_POSITION, to->position);
	if (v->format[0] >> 16 & 1) {
		take(v, from, &packed, R500_AT_POINT_SIZE, size);
		to->point_size = size[0];
	}
	for (uint32_t i = 0; i < R500_COLORS; i++) {
		if (v->format[0] >> (1 + i) & 1)
			take(v, from, &packed, R500_AT_COLOR + i, to->color[i]);
	}
	for (uint32_t i = 0; i < R500_TEXTURES; i++) {
		if (v->format[1] >> 3 * i & 7)
			take(v, from, &packed, R500_AT_TEX + i, to->tex[i]);
	}
}

static void run_vertex(struct r500_vap *v, uint32_t index, struct r500_vertex *to)
{
	struct r500_pvs_vertex *run = &v->run;

	v->pvs.trace = v->trace && v->trace->index == index ? &v->trace->pvs : NULL;
	if (v->pvs.trace && v->trace->fetched)
		r500_fetched(&v->streams, index, v->trace);
	memset(run->input, 0, sizeof(run->input));
	r500_fetch(&v->streams, index, run->input);
	if (v->bypass) {
		run->steps = 1;
		lay_out(v, run->input, to);
		return;
	}
	r500_pvs_run(&v->pvs, run);
	if (run->hang)
		snprintf(v->hang, sizeof(v->hang), "vertex program: %s, at instruction %u", run->hang, run->hang_at);
	lay_out(v, run->output, to);
}

/* The vertex of an index: each is fetched once in a batch. */
static uint16_t vertex_of(struct r500_vap *v, uint32_t index, uint32_t *steps)
{
	uint32_t h = (index * 2654435761u) >> 23, slot;

	for (uint32_t at = v->hash[h]; at; at = v->chain[at - 1]) {
		if (v->index[at - 1] == index)
			return at - 1;
	}
	slot = v->vertices++;
	v->index[slot] = index;
	v->chain[slot] = v->hash[h];
	v->hash[h] = slot + 1;
	run_vertex(v, index, &v->vertex[slot]);
	*steps += v->run.steps;
	return slot;
}

_Static_assert(2 * GPU_BATCH == 512, "vertex_of() makes 9 bits of an index");

/* Corners of a fan (center last) and of odd triangles of a strip, in the order in which they were given. */
static const uint8_t fan_order[3] = { 2, 0, 1 }, odd_order[3] = { 0, 2, 1 }, in_order[3] = { 0, 1, 2 };

/*
 * The vertex that gives flat attributes.  The VGT has put the last one last, but for quads, where it is
 * their fourth, and for polygons, where it is their first, as Mesa's r300 found.  The first one of a quad
 * is its second vertex; the others, which no driver asks for, are the fourth.
 */
static void set_provoking(const struct r500_vap *v, struct gpu_primitive *p)
{
	static const uint8_t corners[] = { 1, 2, 3, 3 };
	uint32_t n = v->provoking, count = corners[p->shape];
	const uint8_t *order = in_order;

	if (n == PROVOKING_LAST || v->vgt.type == POLYGON || v->vgt.type == QUAD_STRIP)
		return;
	if (v->vgt.type == QUAD_LIST) {
		/* Of a, b, d and of b, c, d. */
		if (n == PROVOKING_FIRST)
			p->provoking = p->edges & 4 ? 1 : 0;
		return;
	}
	if (v->vgt.type == TRIANGLE_FAN)
		order = fan_order;
	else if (v->vgt.type == TRIANGLE_STRIP && p->id & 1)
		order = odd_order;
	p->provoking = p->corner[count < 3 ? (n < count ? n : count - 1) : order[n]];
}

uint32_t r500_vap_fill(struct r500_vap *v, int64_t *budget)
{
	static const uint8_t corners[] = { 1, 2, 3, 3 };
	uint32_t steps = 0;

	v->vertices = 0;
	v->prims = 0;
	memset(v->hash, 0, sizeof(v->hash));
	while (v->prims < GPU_BATCH && v->vertices + 3 <= GPU_BATCH && steps / GPU_LANES < *budget && !v->hang[0]) {
		struct gpu_primitive *p = &v->prim[v->prims];

		if (!gpu_vgt_next(&v->vgt, p))
			break;
		set_provoking(v, p);
		for (int i = 0; i < corners[p->shape] && !v->hang[0]; i++)
			v->slot[v->prims][i] = vertex_of(v, p->index[p->corner[i]], &steps);
		v->prims++;
	}
	*budget -= steps / GPU_LANES;
	return v->hang[0] ? 0 : v->prims;
}
