// SPDX-License-Identifier: GPL-2.0
/* The front of R5xx: see front.h. */
#include <stdlib.h>
#include <string.h>

#include "front_int.h"

struct r500_front {
	struct r500_vap vap;
	struct r500_ga ga;
	struct r500_layout layout;
};

struct r500_front *r500_front_create(void)
{
	return calloc(1, sizeof(struct r500_front));
}

void r500_front_destroy(struct r500_front *front)
{
	free(front);
}

/* Components of a texture: of vertices, or S, T and R that the GA makes for points. */
static uint32_t components(const uint32_t *regs, uint32_t texture, bool *stuffed)
{
	uint32_t count = gpu_reg(regs, R500_VAP_OUT_VTX_FMT_1) >> 3 * texture & 7;
	uint32_t enable = gpu_reg(regs, R500_GB_ENABLE), source = enable >> (16 + 2 * texture) & 3;

	*stuffed = !count && source;
	if (*stuffed)
		return source == 1 ? 2 : 3;
	return count < 4 ? count : 4;
}

static void begin_layout(struct r500_layout *l, const uint32_t *regs)
{
	uint32_t format = gpu_reg(regs, R500_VAP_OUT_VTX_FMT_0);
	bool stuffed;

	memset(l, 0, sizeof(*l));
	for (uint32_t i = 0; i < R500_COLORS; i++) {
		if (format >> (1 + i) & 1)
			l->color[l->colors++] = i;
	}
	for (uint32_t t = 0; t < R500_TEXTURES; t++) {
		uint32_t count = components(regs, t, &stuffed);

		if (stuffed && gpu_reg(regs, R500_GB_ENABLE) & 1)
			l->stuffed |= 1 << t;
		for (uint32_t c = 0; c < count; c++, l->components++) {
			l->component[l->components].texture = t;
			l->component[l->components].channel = c;
		}
	}
	for (uint32_t i = 0; i < 4; i++)
		l->stuff[i] = gpu_reg_float(regs, R500_GA_POINT_S0 + 4 * i);
}

const char *r500_front_begin(struct r500_front *front, struct gpu_mem *mem, const uint32_t *regs,
			     const struct gpu_draw_call *call)
{
	const char *bad = r500_vap_begin(&front->vap, mem, regs, call);

	r500_ga_begin(&front->ga, regs, call->upload, front->vap.bypass);
	begin_layout(&front->layout, regs);
	return bad;
}

void r500_front_sparse(struct r500_front *front, uint32_t seed, uint32_t steps)
{
	if (seed)
		gpu_vgt_sparse(&front->vap.vgt, seed);
	if (steps)
		front->vap.pvs.steps_max = steps;
}

void r500_front_trace(struct r500_front *front, const struct r500_front_trace *trace)
{
	front->vap.trace = trace;
}

uint32_t r500_front_fill(struct r500_front *front, int64_t *budget)
{
	return r500_vap_fill(&front->vap, budget);
}

const char *r500_front_hang(const struct r500_front *front)
{
	return front->vap.hang[0] ? front->vap.hang : NULL;
}

void r500_front_primitive(const struct r500_front *front, uint32_t n, struct r500_primitive *p)
{
	static const uint8_t corners[] = { 1, 2, 3, 3 };
	const struct r500_vap *vap = &front->vap;
	const struct gpu_primitive *prim = &vap->prim[n];
	const struct r500_vertex *vertex[3], *flat = NULL;

	for (int i = 0; i < 3; i++) {
		int corner = i < corners[prim->shape] ? i : 0;

		vertex[i] = &vap->vertex[vap->slot[n][corner]];
		if (prim->corner[corner] == prim->provoking)
			flat = vertex[i];
	}
	r500_ga_primitive(&front->ga, prim, vertex, flat ? flat : vertex[0], p);
}

const struct r500_layout *r500_front_layout(const struct r500_front *front)
{
	return &front->layout;
}
