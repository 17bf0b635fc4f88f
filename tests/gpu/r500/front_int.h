/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of the front share.  Each uses only those before it: streams.c, vap.c, ga.c, front.c.
 */
#ifndef GPU_R500_FRONT_INT_H
#define GPU_R500_FRONT_INT_H

#include "../float.h"
#include "front.h"
#include "front_regs.h"
#include "pvs.h"

#define R500_ELEMENTS	16u
#define R500_VERTEX_DW	2048u	/* 16 arrays of 127 dwords fit */

/* Places of attributes in the input of the rasterizer, without a vertex program. */
enum { R500_AT_POSITION, R500_AT_POINT_SIZE, R500_AT_COLOR, R500_AT_TEX = 6 };

/**
 * struct r500_element - an element of a vertex: VAP_PROG_STREAM_CNTL and _EXT
 * @type: DATA_TYPE; @skip_dw: dwords after it that nothing takes
 * @to: vector of the input memory; @swizzle: 3 bits for each channel; @enabled: channels that are written
 * @norm: VAP_PSC_SGN_NORM_CNTL's method
 */
struct r500_element {
	uint8_t type, skip_dw, to, enabled, norm;
	bool is_signed, normalize;
	uint16_t swizzle;
};

/**
 * struct r500_streams - where vertices come from
 * @size_dw: dwords of a vertex in the packet; 0: they come from arrays
 */
struct r500_streams {
	struct gpu_mem *mem;
	const struct gpu_draw_call *call;
	uint32_t size_dw, swap;
	uint32_t elements;
	struct r500_element element[R500_ELEMENTS];
};

void r500_streams_begin(struct r500_streams *s, struct gpu_mem *mem, const uint32_t *regs,
			const struct gpu_draw_call *call);
/* Tells where a vertex is in the arrays. */
void r500_fetched(const struct r500_streams *s, uint32_t index, const struct r500_front_trace *trace);
/* Fills the input memory with a vertex. */
void r500_fetch(const struct r500_streams *s, uint32_t index, float input[][4]);

/**
 * struct r500_vap - the draw up to vertices
 * @trace: follows a vertex; NULL: no caller
 * @bypass: there is no vertex program
 * @format: VAP_OUT_VTX_FMT_0 and 1
 * @provoking: PROVOKING_VERTEX
 * @vertices, @prims: of the batch
 * @hash: 1 + the first vertex of a hash value, @chain: the next one with the same
 * @run: the vertex that runs
 */
struct r500_vap {
	struct gpu_draw_call call;
	struct gpu_vgt vgt;
	struct r500_streams streams;
	struct r500_pvs pvs;
	const struct r500_front_trace *trace;
	bool bypass;
	uint32_t format[2];
	uint32_t provoking;
	uint32_t vertices, prims;
	uint32_t index[GPU_BATCH];
	struct r500_vertex vertex[GPU_BATCH];
	struct gpu_primitive prim[GPU_BATCH];
	uint16_t slot[GPU_BATCH][3];
	uint16_t hash[2 * GPU_BATCH], chain[GPU_BATCH];
	struct r500_pvs_vertex run;
	char hang[128];
};

const char *r500_vap_begin(struct r500_vap *v, struct gpu_mem *mem, const uint32_t *regs,
			   const struct gpu_draw_call *call);
uint32_t r500_vap_fill(struct r500_vap *v, int64_t *budget);

/**
 * struct r500_ga - registers of clipper, viewport, GA and the culling of SU
 * @ucp: user clip planes
 * @guard: how far x and y may leave the volume before they are cut, and before all is dropped
 * @scale, @offset: of the viewport
 * @units: 1/256 of a pixel in a subpixel
 * @fill: colour of solid shading
 */
struct r500_ga {
	uint32_t clip, vte, cull, poly, shading, shading_tex, round, tex_to_color;
	bool clips, dx_space;
	float ucp[6][4];
	double guard[2][2];
	double scale[3], offset[3];
	double units;
	int64_t shift[2];
	bool size_in_vertex;
	float size[2], least, most;
	float fill[4];
};

void r500_ga_begin(struct r500_ga *ga, const uint32_t *regs, const struct r500_upload *upload, bool bypass);
/* @vertex: of the primitive; @flat: the one that gives flat attributes. */
void r500_ga_primitive(const struct r500_ga *ga, const struct gpu_primitive *prim,
		       const struct r500_vertex *const vertex[3], const struct r500_vertex *flat,
		       struct r500_primitive *out);

#endif
