// SPDX-License-Identifier: GPL-2.0
/*
 * Four quads of R5xx: HiZ, depth test above the fragment program or below it, the program, alpha test and fog
 * (FG), targets.
 */
#include <string.h>

#include "../float.h"
#include "../watch.h"
#include "back_regs.h"
#include "r500.h"

/* ---- registers and textures that the program uses ---- */

static void use_temp(struct gpu_r500 *r, uint32_t address, bool relative)
{
	uint32_t n = relative ? US_TEMPS : (address & 127) + 1;

	r->temps = n > r->temps ? n : r->temps;
}

static void use_sources(struct gpu_r500 *r, uint32_t word)
{
	for (unsigned int n = 0; n < 3; n++) {
		uint32_t source = word >> 10 * n & 0x3ff;

		if (!(source & 0x180))
			use_temp(r, source, source >> 9);
	}
}

static void use_instruction(struct gpu_r500 *r, const uint32_t *inst)
{
	switch (inst[0] & 3) {
	case 2:
		return;
	case 3:
		use_temp(r, inst[2], inst[2] >> 7 & 1);
		use_temp(r, inst[2] >> 16, inst[2] >> 23 & 1);
		if (gpu_field(inst[1], 24, 22) == US_TEX_DXDY) {
			use_temp(r, inst[3], inst[3] >> 7 & 1);
			use_temp(r, inst[3] >> 16, inst[3] >> 23 & 1);
		}
		r->kills |= gpu_field(inst[1], 24, 22) == US_TEX_KILL;
		return;
	}
	use_sources(r, inst[1]);
	use_sources(r, inst[2]);
	use_temp(r, inst[5] >> 4, inst[5] >> 11 & 1);
	use_temp(r, inst[4] >> 4, inst[4] >> 11 & 1);
}

/* Registers and kills: of the instructions from the first to the last, or of all if one may leave them. */
static void use_program(struct gpu_r500 *r)
{
	const struct us_program *p = &r->program;
	uint32_t first = (p->start + p->offset) % US_SLOTS, last = (p->end + p->offset) % US_SLOTS;
	uint32_t count = (last - first) % US_SLOTS + 1;

	r->temps = 0;
	r->kills = false;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t *inst = p->inst[(first + i) % US_SLOTS];
		uint32_t target = gpu_field(inst[3], 24, 16) + (inst[3] >> 31 ? 0 : p->offset);

		if ((inst[0] & 3) == 2 && (target - first) % US_SLOTS >= count)
			count = US_SLOTS;
		use_instruction(r, inst);
	}
	for (uint32_t i = 0; i < r->inputs; i++)
		use_temp(r, r->input[i].reg, false);
}

static void begin_program(struct gpu *gpu, const struct r500_upload *upload)
{
	const uint32_t *regs = gpu->regs;
	struct us_program *p = &gpu->r500->program;
	uint32_t addr = gpu_reg(regs, R500_US_CODE_ADDR);

	*p = (struct us_program){
		.inst = upload->us, .constants = upload->us_constant,
		.booleans = gpu_reg(regs, R500_US_FC_BOOL_CONST),
		.start = gpu_field(addr, 8, 0), .end = gpu_field(addr, 24, 16),
		.offset = gpu_field(gpu_reg(regs, R500_US_CODE_OFFSET), 8, 0),
		.full = gpu_reg(regs, R500_US_FC_CTRL) >> 31, .zero_wins = gpu_field(gpu_reg(regs, R500_US_CONFIG), 1, 1),
		.lookup = r500_tx_lookup, .ctx = &gpu->r500->tx,
	};
	for (uint32_t i = 0; i < 32; i++)
		p->integers[i] = gpu_reg(regs, R500_US_FC_INT_CONST_0 + 4 * i);
	use_program(gpu->r500);
}

void r500_pixels_begin(struct gpu *gpu, const struct r500_upload *upload)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_r500 *r = gpu->r500;
	uint32_t func = gpu_reg(regs, R500_FG_ALPHA_FUNC), fog = gpu_reg(regs, R500_FG_FOG_BLEND);
	bool decides;

	r500_tx_begin(&r->tx, regs);
	r500_rs_begin(gpu);
	begin_program(gpu, upload);
	r->alpha_func = func;
	r->depth_source = gpu_reg(regs, R500_FG_DEPTH_SRC) & 1;
	if (gpu_field(fog, 0, 0) && gpu_field(fog, 2, 1) != 3)
		gpu_say(gpu, "FG_FOG_BLEND 0x%x: only a constant factor is modelled", fog);
	decides = r->kills || gpu_field(func, 11, 11) || gpu_field(func, 16, 16) || r->depth_source;
	/* Where nothing below the program decides, the order makes no difference. */
	gpu->db.early = (gpu_reg(regs, R500_ZB_ZTOP) & 1) || !decides;
	gpu->no_pixel_program = !decides && !gpu->cb.any;
}

/* ---- alpha and fog ---- */

static bool passes(uint32_t func, float a, float b)
{
	switch (func) {
	case 1:
		return a < b;
	case 2:
		return a == b;
	case 3:
		return a <= b;
	case 4:
		return a > b;
	case 5:
		return a != b;
	case 6:
		return a >= b;
	}
	return func == 7;
}

/* A number from 0 to 1 in so many steps. */
static float steps(float v, float most)
{
	v = v > 0 ? v < 1 ? v : 1 : 0;
	return gpu_round_even(v * most);
}

/* A signed number of which @most is 1. */
static uint32_t two_complement(float v, uint32_t most)
{
	v = v > -1 ? v < 1 ? v : 1 : -1;
	return (uint32_t)(int32_t)gpu_round_even(v * (float)most) & (2 * most + 1);
}

/*
 * FG compares the bits that the US has made of alpha for the format of output 0: AF_EN_8BIT and the default of
 * 10 bits compare numbers that are not signed, of up to 10 bits.  The bits of another output count as they are, so
 * that the test is of no use: a real RV530 fails piglit's fbo-alphatest-formats of all these, and passes the others.
 */
static uint32_t alpha_bits(uint32_t out, float alpha, bool bytes)
{
	uint32_t format = out & 31, sign = gpu_field(out, 19, 16);

	if (format >= OUT_C_32_FP && format <= OUT_C4_32_FP)
		return gpu_bits(alpha);
	if (format >= OUT_C_16_FP && format <= OUT_C4_16_FP)
		return gpu_float_to_half(alpha);
	if (format >= OUT_C_16 && format <= OUT_C4_16)
		return sign ? two_complement(alpha, 32767) : (uint32_t)steps(alpha, 65535.0f);
	return sign ? two_complement(alpha, 127) : (uint32_t)steps(alpha, bytes ? 255.0f : 1023.0f);
}

static gpu_mask alpha_test(const struct gpu *gpu)
{
	const struct gpu_r500 *r = gpu->r500;
	uint32_t func = r->alpha_func, value = gpu_reg(gpu->regs, R500_FG_ALPHA_VALUE) & 0xffff;
	uint32_t out = gpu_reg(gpu->regs, R500_US_OUT_FMT_0);
	bool halves = gpu_field(func, 28, 28), bytes = gpu_field(func, 12, 12);
	float reference = halves ? gpu_half_to_float((uint16_t)value) : bytes ? (float)(func & 0xff) : (float)(value & 0x3ff);
	gpu_mask pass = 0;

	if (!gpu_field(func, 11, 11))
		return GPU_ALL_LANES;
	for (int i = 0; i < GPU_LANES; i++) {
		float alpha = r->group.out[0].c[3].f[i];

		alpha = halves ? gpu_half_to_float(gpu_float_to_half(alpha)) : (float)alpha_bits(out, alpha, bytes);
		pass |= (gpu_mask)passes(gpu_field(func, 10, 8), alpha, reference) << i;
	}
	return pass;
}

/* Alpha to mask: as many samples as alpha says, from the first on; no document says which ones. */
static void mask_samples(const struct gpu *gpu, struct gpu_quads *q)
{
	unsigned int samples = gpu->window.samples;

	if (!gpu_field(gpu->r500->alpha_func, 16, 16) || samples < 2)
		return;
	for (unsigned int s = 0; s < samples; s++)
		for (int i = 0; i < GPU_LANES; i++)
			if (!(gpu->r500->group.out[0].c[3].f[i] * (float)samples >= (float)s + 0.5f))
				q->covered[s] &= ~(1u << i);
}

/* Fog with a constant factor; it is the part that the colour keeps. */
static void fog(const struct gpu *gpu, struct gpu_vec *color)
{
	float factor = (float)(gpu_reg(gpu->regs, R500_FG_FOG_FACTOR) & 0x3ff) / 1023.0f;

	if ((gpu_reg(gpu->regs, R500_FG_FOG_BLEND) & 7) != 7)
		return;
	for (uint32_t c = 0; c < 3; c++) {
		float other = (float)(gpu_reg(gpu->regs, R500_FG_FOG_COLOR_R + 4 * c) & 0x3ff) / 1023.0f;

		for (int i = 0; i < GPU_LANES; i++)
			color->c[c].f[i] = other + (color->c[c].f[i] - other) * factor;
	}
}

/* ---- four quads ---- */

gpu_mask r500_any_sample(const struct gpu *gpu, const struct gpu_quads *q)
{
	gpu_mask any = 0;

	for (unsigned int s = 0; s < gpu->window.samples; s++)
		any |= q->covered[s];
	return any;
}

static void clear_group(struct us_group *g, uint32_t temps)
{
	memset(g->temp, 0, temps * sizeof(g->temp[0]));
	memset(g->out, 0, sizeof(g->out));
	memset(&g->w, 0, sizeof(g->w));
	memset(&g->written, 0, sizeof(*g) - offsetof(struct us_group, written));
}

/* The bits of signed numbers as the fraction that they are without a sign. */
static void as_unsigned(union gpu_lanes *v, uint32_t most)
{
	for (int i = 0; i < GPU_LANES; i++)
		v->f[i] = (float)two_complement(v->f[i], most) / (float)(2 * most + 1);
}

/* What the program has for the targets, in the order of their channels. */
static void export(struct gpu *gpu)
{
	struct gpu_r500 *r = gpu->r500;
	struct gpu_exports *out = &gpu->out;

	out->written = 0;
	for (uint32_t n = 0; n < 4; n++) {
		if (!gpu->cb.target[n].live)
			continue;
		for (int c = 0; c < 4; c++) {
			out->color[n].c[c] = r->group.out[n].c[r->select[n][c]];
			if (r->signed_most[n])
				as_unsigned(&out->color[n].c[c], r->signed_most[n]);
		}
		out->written |= 1u << n;
	}
	if (r->depth_source) {
		out->color[GPU_EXPORT_Z].c[0] = r->group.w;
		out->written |= 1u << GPU_EXPORT_Z;
	}
}

/* Outputs as the program has them, not in the order of the target's channels. */
static void watch_shaded(struct gpu *gpu, gpu_mask killed, gpu_mask alpha)
{
	struct gpu_exports out = gpu->out;

	for (uint32_t n = 0; n < 4; n++)
		gpu->out.color[n] = gpu->r500->group.out[n];
	gpu_watch_shaded(gpu, killed, alpha);
	gpu->out = out;
}

static void shade(struct gpu *gpu, struct gpu_quads *q)
{
	struct gpu_r500 *r = gpu->r500;
	int64_t executed = 0;
	enum us_fault fault;
	gpu_mask keep, alpha, valid;

	clear_group(&r->group, r->temps);
	r->group.covered = r500_any_sample(gpu, q);
	gpu->counters.stats[GPU_PS_INVOCATIONS] += __builtin_popcount(r->group.covered);
	r500_rs_interpolate(gpu, q);
	r500_trace_pixel(gpu);
	fault = us_run(&r->program, &r->group, &executed);
	gpu->budget -= executed;
	if (fault) {
		gpu->hang = us_fault_names[fault];
		if (gpu_rows_first_hang(gpu))
			gpu_say(gpu, "US hangs: %s", gpu->hang);
		return;
	}
	valid = r500_any_sample(gpu, q);
	alpha = alpha_test(gpu);
	keep = r->group.covered & alpha;
	for (unsigned int s = 0; s < gpu->window.samples; s++)
		q->covered[s] &= keep;
	mask_samples(gpu, q);
	fog(gpu, &r->group.out[0]);
	export(gpu);
	if (gpu->watch)
		watch_shaded(gpu, valid & ~r->group.covered, alpha);
}

static void test_depth(struct gpu *gpu, struct gpu_quads *q, const struct gpu_exports *out)
{
	r500_expand_depth(gpu, q);
	gpu_db_run(gpu, q, out);
	r500_hiz_update(gpu, q);
}

static void run(struct gpu *gpu, struct gpu_quads *q)
{
	r500_hiz_reject(gpu, q);
	if (!r500_any_sample(gpu, q))
		return;
	if (gpu->db.early) {
		test_depth(gpu, q, NULL);
		if (gpu->no_pixel_program || !r500_any_sample(gpu, q))
			return;
	}
	shade(gpu, q);
	if (gpu->hang || !r500_any_sample(gpu, q))
		return;
	if (!gpu->db.early)
		test_depth(gpu, q, &gpu->out);
	r500_expand_color(gpu, q);
	gpu_cb_run(gpu, q, &gpu->out);
}

void r500_pixels_run(struct gpu *gpu, struct gpu_quads *q)
{
	q->sample = -1;
	if (gpu->watch)
		gpu_watch_begin(gpu, q, gpu->cb.resolve);
	if (gpu->r500->cb_clear)
		r500_cb_clear(gpu, q);
	if (gpu->cb.resolve) {
		r500_expand_color(gpu, q);
		gpu_cb_resolve(gpu, q);
	} else {
		run(gpu, q);
	}
	if (gpu->watch)
		gpu_watch_end(gpu, q);
}
