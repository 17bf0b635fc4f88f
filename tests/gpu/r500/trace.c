// SPDX-License-Identifier: GPL-2.0
/* Programs of R5xx for a tracer: their registers as registers of a group of R6xx (struct gpu_trace). */
#include <string.h>

#include "../watch.h"
#include "r500.h"

/* Where registers of vertex programs are. */
#define TEMPORARIES	64u
#define INPUTS		32u
#define OUTPUTS		32u

static void step(struct gpu *gpu, uint32_t program, uint32_t at, int number)
{
	const struct gpu_trace *trace = gpu->watch->trace;

	gpu->group.at_program = program;
	gpu->group.at_cf = at;
	trace->step(trace->ctx, trace, &gpu->group, number);
}

/* ---- vertices ---- */

static void take(struct gpu *gpu, uint32_t first, uint32_t count, const float from[][4])
{
	for (uint32_t r = 0; r < count; r++)
		for (int c = 0; c < 4; c++)
			gpu->group.gpr[first + r].c[c].f[0] = from[r][c];
}

static void vertex_step(void *ctx, const struct r500_pvs_vertex *v, int32_t at)
{
	struct gpu *gpu = ctx;

	gpu->watch->trace->lane = 0;
	gpu->group.active = 1;
	gpu->group.inputs = 0;
	take(gpu, 0, TEMPORARIES, v->temporary);
	take(gpu, TEMPORARIES, INPUTS, v->input);
	take(gpu, TEMPORARIES + INPUTS, OUTPUTS, v->output);
	step(gpu, 1, at < 0 ? 0 : (uint32_t)at, at < 0 ? GPU_TRACE_BEGIN : -1);
}

static void vertex_fetched(void *ctx, const struct gpu_fetched *f)
{
	const struct gpu_trace *trace = ((struct gpu *)ctx)->watch->trace;

	trace->fetched(trace->ctx, f);
}

void r500_trace_vertex(struct gpu *gpu)
{
	const struct gpu_watch *w = gpu->watch;
	struct r500_front_trace *t = &gpu->r500->trace;

	if (!w || !w->trace || !w->vertices) {
		r500_front_trace(gpu->r500->front, NULL);
		return;
	}
	*t = (struct r500_front_trace){
		.index = w->vertex, .pvs = { .step = vertex_step, .ctx = gpu },
		.fetched = w->trace->fetched ? vertex_fetched : NULL,
	};
	r500_front_trace(gpu->r500->front, t);
}

/* ---- pixels ---- */

static void take_temps(struct gpu *gpu, const struct us_group *g)
{
	memcpy(gpu->group.gpr, g->temp, gpu->r500->temps * sizeof(g->temp[0]));
}

static void pixel_step(void *ctx, const struct us_group *g, uint32_t at, gpu_mask active)
{
	struct gpu *gpu = ctx;

	gpu->group.active = active;
	take_temps(gpu, g);
	step(gpu, 0, at, -1);
}

void r500_trace_pixel(struct gpu *gpu)
{
	const struct gpu_watch *w = gpu->watch;
	struct gpu_r500 *r = gpu->r500;
	const struct gpu_trace *trace = w && w->lane >= 0 && !w->vertices ? w->trace : NULL;

	r->program.step = trace ? pixel_step : NULL;
	r->program.step_ctx = gpu;
	gpu_texture_follow(r->tx.unit, trace ? trace->fetched : NULL, trace ? trace->ctx : NULL, trace ? trace->lane : 0);
	if (!trace)
		return;
	memset(gpu->group.gpr, 0, sizeof(gpu->group.gpr));
	take_temps(gpu, &r->group);
	gpu->group.inputs = 0;
	for (uint32_t i = 0; i < r->inputs; i++)
		if (r->input[i].reg >= gpu->group.inputs)
			gpu->group.inputs = r->input[i].reg + 1u;
	step(gpu, 0, 0, GPU_TRACE_BEGIN);
}
