// SPDX-License-Identifier: GPL-2.0
/*
 * Primitive assembly from indices: restart, instances, adjacency.
 *
 * The order of vertices keeps the winding of the primitive type, and the provoking vertex of the
 * chip's convention: odd triangles of a strip swap two vertices.
 */
#include "vgt.h"

#include <string.h>

#include "regs.h"

enum {
	PT_NONE = 0, PT_POINTLIST = 1, PT_LINELIST = 2, PT_LINESTRIP = 3, PT_TRILIST = 4,
	PT_TRIFAN = 5, PT_TRISTRIP = 6, PT_LINELIST_ADJ = 10, PT_LINESTRIP_ADJ = 11,
	PT_TRILIST_ADJ = 12, PT_TRISTRIP_ADJ = 13, PT_RECTLIST = 17, PT_LINELOOP = 18,
	PT_QUADLIST = 19, PT_QUADSTRIP = 20, PT_POLYGON = 21,
};

static uint32_t swap_index(uint32_t index, bool wide, uint32_t mode)
{
	if (!wide)
		return mode == 1 ? (index >> 8 & 0xff) | (index & 0xff) << 8 : index;
	switch (mode) {
	case 1:
		return (index >> 8 & 0x00ff00ff) | (index & 0x00ff00ff) << 8;
	case 2:
		return __builtin_bswap32(index);
	case 3:
		return index >> 16 | index << 16;
	}
	return index;
}

static uint32_t fetch_index(struct gpu_vgt *v, uint32_t at)
{
	const struct gpu_draw_call *call = &v->call;
	bool wide = call->index == GPU_INDEX_32;
	uint8_t bytes[4] = { 0 };
	uint32_t index;

	if (call->index == GPU_INDEX_AUTO)
		return at;
	if (call->immediate) {
		index = wide ? call->immediate[at] : call->immediate[at / 2] >> at % 2 * 16 & 0xffff;
	} else {
		gpu_mem_read(v->mem, GPU_INDEX, call->address + (uint64_t)at * (wide ? 4 : 2), bytes, wide ? 4 : 2);
		index = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
	}
	return swap_index(index, wide, call->swap);
}

const char *gpu_vgt_begin(struct gpu_vgt *v, struct gpu_mem *mem, const uint32_t *regs,
			  const struct gpu_draw_call *call)
{
	memset(v, 0, sizeof(*v));
	v->mem = mem;
	v->call = *call;
	v->type = gpu_field(gpu_reg(regs, VGT_PRIMITIVE_TYPE), 5, 0);
	v->restart = gpu_reg(regs, VGT_MULTI_PRIM_IB_RESET_EN) & 1 && call->index != GPU_INDEX_AUTO;
	v->restart_index = gpu_reg(regs, VGT_MULTI_PRIM_IB_RESET_INDX);
	if (call->index == GPU_INDEX_16)
		v->restart_index &= 0xffff;
	v->index_offset = gpu_reg(regs, VGT_INDX_OFFSET);
	v->index_mask = UINT32_MAX;
	v->min_index = gpu_reg(regs, VGT_MIN_VTX_INDX);
	v->max_index = gpu_reg(regs, VGT_MAX_VTX_INDX);
	v->provoking_last = gpu_field(gpu_reg(regs, PA_SU_SC_MODE_CNTL), 19, 19);
	if (!v->call.instances)
		v->call.instances = 1;
	if (call->opaque) {
		uint32_t stride = gpu_reg(regs, VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE);
		uint32_t filled = gpu_reg(regs, VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE);
		uint32_t offset = gpu_reg(regs, VGT_STRMOUT_DRAW_OPAQUE_OFFSET);

		v->call.count = stride && filled > offset ? (filled - offset) / stride : 0;
	}
	switch (v->type) {
	case PT_POINTLIST ... PT_TRISTRIP:
	case PT_LINELIST_ADJ ... PT_TRISTRIP_ADJ:
	case PT_RECTLIST ... PT_POLYGON:
		return NULL;
	}
	return "a draw of a primitive type that does not exist";
}

static struct gpu_primitive *add(struct gpu_vgt *v, uint8_t shape, uint8_t count)
{
	static const uint8_t corners[GPU_RECTANGLE + 1] = { 1, 2, 3, 3 };
	struct gpu_primitive *p = &v->queue[v->queued++];
	bool adjacent = count > corners[shape];

	memset(p, 0, sizeof(*p));
	p->shape = shape;
	p->count = count;
	p->id = v->id;
	p->instance = v->instance;
	p->edges = 7;
	for (int i = 0; i < corners[shape]; i++)
		p->corner[i] = !adjacent ? i : shape == GPU_LINE ? i + 1 : 2 * i;
	p->provoking = p->corner[v->provoking_last ? corners[shape] - 1 : 0];
	return p;
}

static struct gpu_primitive *triangle(struct gpu_vgt *v, uint32_t a, uint32_t b, uint32_t c)
{
	struct gpu_primitive *p = add(v, GPU_TRIANGLE, 3);

	p->index[0] = a;
	p->index[1] = b;
	p->index[2] = c;
	return p;
}

static struct gpu_primitive *line(struct gpu_vgt *v, uint32_t a, uint32_t b)
{
	struct gpu_primitive *p = add(v, GPU_LINE, 2);

	p->index[0] = a;
	p->index[1] = b;
	v->id++;
	return p;
}

/* A triangle of a fan around @center; @w: the two last vertices of the rim. */
static void fan(struct gpu_vgt *v, uint32_t center, const uint32_t *w)
{
	if (v->provoking_last)
		triangle(v, center, w[0], w[1]);
	else
		triangle(v, w[0], w[1], center);
	v->id++;
}

/* A triangle of a polygon, whose boundary are the rim, the first and the last spoke. */
static void polygon(struct gpu_vgt *v, bool first, bool last)
{
	struct gpu_primitive *p = triangle(v, v->first, v->window[0], v->window[1]);

	p->provoking = 0;
	p->edges = 2 | first | last << 2;
	v->id += last;
}

static void quad(struct gpu_vgt *v, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	struct gpu_primitive *p;

	/* Both triangles have the provoking vertex. */
	if (!v->provoking_last) {
		triangle(v, a, b, c)->edges = 1 | 2;
		triangle(v, a, c, d)->edges = 2 | 4;
	} else if (v->type == PT_QUADLIST) {
		p = triangle(v, a, b, d);
		p->provoking = 2;
		p->edges = 1 | 4;
		p = triangle(v, b, c, d);
		p->provoking = 2;
		p->edges = 1 | 2;
	} else {
		p = triangle(v, a, b, c);
		p->provoking = 2;
		p->edges = 1 | 2;
		p = triangle(v, a, c, d);
		p->provoking = 1;
		p->edges = 2 | 4;
	}
	v->id++;
}

/*
 * A triangle of a strip with adjacency: the even vertices are drawn.  Across one edge is the
 * triangle before, across another the one behind, so the strip is one triangle late.
 */
static void strip_with_adjacency(struct gpu_vgt *v, uint32_t number, bool last)
{
	const uint32_t *w = v->window;
	uint32_t behind = last ? w[5] : w[6];
	const uint32_t even[6] = { w[0], number ? v->first : w[1], w[2], behind, w[4], w[3] };
	const uint32_t odd[6] = { w[0], w[3], w[4], behind, w[2], v->first };

	memcpy(add(v, GPU_TRIANGLE, 6)->index, number % 2 ? odd : even, sizeof(even));
	v->id++;
	v->first = w[0];
	memmove(v->window, v->window + 2, 6 * sizeof(v->window[0]));
}

/* One more vertex: primitives that it completes go to the queue. */
static void vertex(struct gpu_vgt *v, uint32_t index)
{
	static const uint8_t list_size[] = {
		[PT_POINTLIST] = 1, [PT_LINELIST] = 2, [PT_TRILIST] = 3, [PT_LINELIST_ADJ] = 4,
		[PT_TRILIST_ADJ] = 6, [PT_RECTLIST] = 3, [PT_QUADLIST] = 4, [PT_POLYGON] = 0,
	};
	static const uint8_t list_shape[] = {
		[PT_POINTLIST] = GPU_POINT, [PT_LINELIST] = GPU_LINE, [PT_TRILIST] = GPU_TRIANGLE,
		[PT_LINELIST_ADJ] = GPU_LINE, [PT_TRILIST_ADJ] = GPU_TRIANGLE, [PT_RECTLIST] = GPU_RECTANGLE,
	};
	uint32_t n = list_size[v->type];
	uint32_t *w = v->window;

	v->held++;
	if (n) {
		w[v->held - 1] = index;
		if (v->held < n)
			return;
		v->held = 0;
		if (v->type == PT_QUADLIST) {
			quad(v, w[0], w[1], w[2], w[3]);
			return;
		}
		memcpy(add(v, list_shape[v->type], n)->index, w, n * sizeof(*w));
		v->id++;
		return;
	}
	switch (v->type) {
	case PT_LINESTRIP:
	case PT_LINELOOP:
		if (v->held == 1)
			v->first = index;
		else
			line(v, w[0], index);
		w[0] = index;
		break;
	case PT_POLYGON:
		/* A triangle is one vertex late, so that the last one is known. */
		if (v->held == 1) {
			v->first = index;
			break;
		}
		if (v->held > 3)
			polygon(v, v->held == 4, false);
		w[0] = v->held > 3 ? w[1] : v->held == 2 ? index : w[0];
		w[1] = index;
		break;
	case PT_TRIFAN:
		if (v->held == 1) {
			v->first = index;
			break;
		}
		w[1] = index;
		if (v->held > 2)
			fan(v, v->first, w);
		w[0] = index;
		break;
	case PT_TRISTRIP:
		if (v->held > 2) {
			if (v->held % 2)
				triangle(v, w[0], w[1], index);
			else if (v->provoking_last)
				triangle(v, w[1], w[0], index);
			else
				triangle(v, w[0], index, w[1]);
			v->id++;
		}
		w[0] = w[1];
		w[1] = index;
		break;
	case PT_QUADSTRIP:
		w[(v->held - 1) % 2 + (v->held > 2 ? 2 : 0)] = index;
		if (v->held > 2 && v->held % 2 == 0) {
			quad(v, w[0], w[1], w[3], w[2]);
			w[0] = w[2];
			w[1] = w[3];
		}
		break;
	case PT_LINESTRIP_ADJ:
		if (v->held > 3) {
			const uint32_t four[4] = { w[0], w[1], w[2], index };

			memcpy(add(v, GPU_LINE, 4)->index, four, sizeof(four));
			v->id++;
			memmove(w, w + 1, 2 * sizeof(*w));
			w[2] = index;
		} else {
			w[v->held - 1] = index;
		}
		break;
	case PT_TRISTRIP_ADJ:
		w[v->held <= 8 ? v->held - 1 : 7 - v->held % 2] = index;
		if (v->held >= 8 && v->held % 2 == 0)
			strip_with_adjacency(v, v->held / 2 - 4, false);
		break;
	}
}

/* The end of a strip or loop. */
static void vertices_done(struct gpu_vgt *v)
{
	if (v->type == PT_LINELOOP && v->held > 1)
		line(v, v->window[0], v->first);
	if (v->type == PT_POLYGON && v->held > 2)
		polygon(v, v->held == 3, true);
	if (v->type == PT_TRISTRIP_ADJ && v->held >= 6)
		strip_with_adjacency(v, v->held / 2 - 3, true);
	v->held = 0;
}

#define RUN		24u	/* indices, a multiple of all list sizes */
#define LOOKED_AT	4096u	/* indices, for the extremes */

/* Positions of the lowest and of the highest index. */
static void extremes(struct gpu_vgt *v, uint32_t *low, uint32_t *high)
{
	uint32_t n = v->call.count, min = UINT32_MAX, max = 0;

	if (v->call.index == GPU_INDEX_AUTO)
		return;
	for (uint32_t at = 0; at < n && at < LOOKED_AT; at++) {
		uint32_t index = fetch_index(v, at);

		if (v->restart && index == v->restart_index)
			continue;
		if (index < min) {
			min = index;
			*low = at;
		}
		if (index >= max) {
			max = index;
			*high = at;
		}
	}
}

void gpu_vgt_sparse(struct gpu_vgt *v, uint32_t seed)
{
	uint32_t n = v->call.count, at[GPU_VGT_RUNS] = { 0 };

	if (v->call.instances > 3)
		v->call.instances = 3;
	if (n <= GPU_VGT_RUNS * RUN)
		return;
	extremes(v, &at[1], &at[2]);
	at[3] = seed * 0x9e3779b1u % n;
	at[4] = n - RUN;
	for (uint32_t i = 1; i < GPU_VGT_RUNS; i++) {
		for (uint32_t j = i; j && at[j] < at[j - 1]; j--) {
			uint32_t swap = at[j];

			at[j] = at[j - 1];
			at[j - 1] = swap;
		}
	}
	for (uint32_t i = 0; i < GPU_VGT_RUNS; i++) {
		uint32_t first = at[i] / (RUN / 2) * (RUN / 2), end = first + 2 * RUN < n ? first + 2 * RUN : n;

		if (v->runs && first <= v->sparse[v->runs - 1].end) {
			v->sparse[v->runs - 1].end = end;
			continue;
		}
		v->sparse[v->runs].first = first;
		v->sparse[v->runs++].end = end;
	}
}

/* Goes on behind a run of a sparse draw with the next one, where a strip begins again. */
static void skip(struct gpu_vgt *v)
{
	if (v->at < v->sparse[v->run].end)
		return;
	v->held = 0;
	v->run++;
	v->at = v->run < v->runs ? v->sparse[v->run].first : v->call.count;
}

bool gpu_vgt_next(struct gpu_vgt *v, struct gpu_primitive *p)
{
	while (v->next == v->queued) {
		uint32_t index;

		v->next = 0;
		v->queued = 0;
		if (v->instance >= v->call.instances)
			return false;
		if (v->runs && v->at < v->call.count)
			skip(v);
		if (v->at >= v->call.count) {
			vertices_done(v);
			v->run = 0;
			v->at = 0;
			v->instance++;
			v->id = 0;
			continue;
		}
		index = fetch_index(v, v->at++);
		if (v->restart && index == v->restart_index) {
			vertices_done(v);
			continue;
		}
		v->taken++;
		index = (index + v->index_offset) & v->index_mask;
		if (index < v->min_index)
			index = v->min_index;
		if (index > v->max_index)
			index = v->max_index;
		vertex(v, index);
	}
	*p = v->queue[v->next++];
	return true;
}
