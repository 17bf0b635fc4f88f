/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The vertex grouper (VGT): indices to primitives, one at a time, so that a draw can pause between
 * two of them.
 */
#ifndef GPU_VGT_H
#define GPU_VGT_H

#include "mem.h"

enum gpu_shape { GPU_POINT, GPU_LINE, GPU_TRIANGLE, GPU_RECTANGLE };

/**
 * struct gpu_primitive - vertices by index, in the order of assembly
 * @shape: what it is
 * @count: vertices in @index; 4 and 6 with adjacency
 * @corner: positions in @index of the vertices that are drawn
 * @provoking: position in @index of the vertex that gives flat attributes
 * @edges: edge i from corner i to the next is a boundary of the polygon
 * @id: primitive id in its instance
 */
struct gpu_primitive {
	uint8_t shape, count;
	uint8_t corner[3];
	uint8_t provoking;
	uint8_t edges;
	uint32_t index[6];
	uint32_t id;
	uint32_t instance;
};

#define GPU_VGT_RUNS	5u

struct gpu_vgt {
	struct gpu_mem *mem;
	struct gpu_draw_call call;
	uint32_t type;
	bool restart, provoking_last;
	uint32_t restart_index, index_offset, index_mask, min_index, max_index;
	/* Where the draw is. */
	uint32_t instance, at;
	uint32_t id;
	uint64_t taken;		/* indices so far */
	uint32_t window[8];	/* the last vertices of a strip, or the first and the last of a fan */
	uint32_t held;		/* vertices since the last restart */
	uint32_t first;
	struct gpu_primitive queue[2];
	uint32_t queued, next;
	/* A sparse draw: the runs of indices that it has, in ascending order; 0: all. */
	uint32_t runs, run;
	struct { uint32_t first, end; } sparse[GPU_VGT_RUNS];
};

/* Return: NULL, or why nothing is drawn. */
const char *gpu_vgt_begin(struct gpu_vgt *v, struct gpu_mem *mem, const uint32_t *regs,
			  const struct gpu_draw_call *call);

/* Leaves out most indices and instances of a draw that has begun, by a seed: see gpu_sparse(). */
void gpu_vgt_sparse(struct gpu_vgt *v, uint32_t seed);

/* Return: false if the draw has no more primitives. */
bool gpu_vgt_next(struct gpu_vgt *v, struct gpu_primitive *p);

#endif
