// SPDX-License-Identifier: GPL-2.0
/* Groups of four quads: early depth test, pixel program, alpha test, late depth test, targets. */
#include <string.h>

#include "watch.h"

void gpu_pixels_init(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	uint32_t shader = gpu_reg(regs, DB_SHADER_CONTROL), alpha = gpu_reg(regs, SX_ALPHA_TEST_CONTROL);
	bool alpha_test = gpu_field(alpha, 3, 3) && !gpu_field(alpha, 8, 8);
	/* Depth export, stencil export, kill, mask export. */
	bool decides = shader & (1u << 0 | 1u << 1 | 1u << 6 | 1u << 8) || alpha_test ||
		       (gpu_reg(regs, DB_ALPHA_TO_MASK) & 1 && gpu->window.samples > 1);

	gpu_stage_init(gpu, &gpu->ps, GPU_STAGE_PS);
	gpu->db.early = !decides;
	gpu->no_pixel_program = !decides && (!gpu->cb.any || gpu->cb.special == 1);
}

static gpu_mask any_sample(const struct gpu *gpu, const struct gpu_quads *q)
{
	gpu_mask any = 0;

	for (unsigned int s = 0; s < gpu->window.samples; s++)
		any |= q->covered[s];
	return any;
}

static void keep(const struct gpu *gpu, struct gpu_quads *q, gpu_mask lanes)
{
	for (unsigned int s = 0; s < gpu->window.samples; s++)
		q->covered[s] &= lanes;
}

static gpu_mask alpha_test(const struct gpu *gpu)
{
	uint32_t control = gpu_reg(gpu->regs, SX_ALPHA_TEST_CONTROL), func = gpu_field(control, 2, 0);
	float ref = gpu_reg_float(gpu->regs, SX_ALPHA_REF);
	gpu_mask pass = 0;

	if (!gpu_field(control, 3, 3) || gpu_field(control, 8, 8))
		return GPU_ALL_LANES;
	for (int i = 0; i < GPU_LANES; i++) {
		float a = gpu->out.written & 1 ? gpu->out.color[0].c[3].f[i] : 0.0f;
		bool yes = (func & 1 && a < ref) || (func & 2 && a == ref) || (func & 4 && a > ref);

		pass |= (gpu_mask)yes << i;
	}
	return func == 7 ? GPU_ALL_LANES : pass;
}

/* Samples that the program's mask, or the alpha of its first colour, lets through. */
static void mask_samples(const struct gpu *gpu, struct gpu_quads *q)
{
	uint32_t to_mask = gpu_reg(gpu->regs, DB_ALPHA_TO_MASK);
	bool exported = gpu_field(gpu_reg(gpu->regs, DB_SHADER_CONTROL), 8, 8) &&
			gpu->out.written >> GPU_EXPORT_Z & 1;

	if (!exported && (!(to_mask & 1) || gpu->window.samples == 1))
		return;
	for (unsigned int s = 0; s < gpu->window.samples; s++) {
		for (int i = 0; i < GPU_LANES; i++) {
			float alpha = gpu->out.written & 1 ? gpu->out.color[0].c[3].f[i] : 0.0f;
			float offset = gpu_field(to_mask, 9 + 2 * (i % 4), 8 + 2 * (i % 4)) / 4.0f;

			if ((exported && !(gpu->out.color[GPU_EXPORT_Z].c[2].u[i] >> s & 1)) ||
			    (to_mask & 1 && gpu->window.samples > 1 && !(alpha * gpu->window.samples > s + offset)))
				q->covered[s] &= ~(1u << i);
		}
	}
}

/* Runs the program, but once for a polygon whose pixels it cannot tell apart. */
static void run_program(struct gpu *gpu, struct gpu_quads *q)
{
	struct gpu_scan *s = &gpu->scan;

	if (s->same) {
		gpu->budget -= s->cost;
		return;
	}
	s->cost = gpu->budget;
	gpu->cb.packed = 0;
	gpu->out.written = 0;
	gpu->group.out = &gpu->out;
	gpu_stage_run(gpu, &gpu->ps, gpu_spi_interpolate(gpu, q));
	s->cost -= gpu->budget;
	s->same = s->constant && !gpu->spi.fixed_position && !gpu->ps.program->memory && !gpu->watch;
}

static void shade(struct gpu *gpu, struct gpu_quads *q)
{
	struct gpu_group *g = &gpu->group;
	gpu_mask alpha;

	g->valid = any_sample(gpu, q);
	gpu->counters.stats[GPU_PS_INVOCATIONS] += __builtin_popcount(g->valid);
	run_program(gpu, q);
	alpha = alpha_test(gpu);
	if (gpu->watch)
		gpu_watch_shaded(gpu, g->killed, alpha);
	keep(gpu, q, ~g->killed & alpha);
	mask_samples(gpu, q);
}

static void run(struct gpu *gpu, struct gpu_quads *q)
{
	const struct gpu_db *db = &gpu->db;

	if (db->early) {
		gpu_db_run(gpu, q, NULL);
		if (gpu->no_pixel_program || !any_sample(gpu, q))
			return;
	}
	shade(gpu, q);
	if (gpu->hang)
		return;
	if (!db->early) {
		if (!any_sample(gpu, q))
			return;
		gpu_db_run(gpu, q, &gpu->out);
	}
	gpu_cb_run(gpu, q, &gpu->out);
}

/* Copies of depth, resolves, or a program. */
static void run_kind(struct gpu *gpu, struct gpu_quads *q)
{
	if (gpu->db.copy_z || gpu->db.copy_stencil)
		gpu_cb_copy(gpu, q);
	else if (gpu->cb.resolve)
		gpu_cb_resolve(gpu, q);
	else
		run(gpu, q);
}

static bool copies(const struct gpu *gpu)
{
	return gpu->db.copy_z || gpu->db.copy_stencil || gpu->cb.resolve;
}

static void run_watched(struct gpu *gpu, struct gpu_quads *q)
{
	gpu_watch_begin(gpu, q, copies(gpu));
	run_kind(gpu, q);
	gpu_watch_end(gpu, q);
}

void gpu_pixels_run(struct gpu *gpu, struct gpu_quads *q)
{
	void (*fn)(struct gpu *gpu, struct gpu_quads *q) = gpu->watch ? run_watched : run_kind;
	gpu_mask covered[GPU_SAMPLES];

	q->sample = -1;
	if (!gpu->pa.iterate || copies(gpu)) {
		fn(gpu, q);
		return;
	}
	memcpy(covered, q->covered, sizeof(covered));
	for (unsigned int s = 0; s < gpu->window.samples && !gpu->hang; s++) {
		memset(q->covered, 0, sizeof(q->covered));
		q->covered[s] = covered[s];
		q->sample = (int)s;
		if (covered[s])
			fn(gpu, q);
	}
}
