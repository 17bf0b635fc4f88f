// SPDX-License-Identifier: GPL-2.0
/* Descriptors, samplers and instructions of textures, by field. */
#include "unit_texture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void unit_descriptor_words(const struct unit_descriptor *d, uint32_t w[7])
{
	uint32_t sel = d->sel ? d->sel : 03210, comp = d->comp;

	w[0] = d->dim | d->mode << 3 | d->depth_order << 7 | (d->pitch / 8 - 1) << 8 | (d->width - 1) << 19;
	w[1] = (d->height - 1) | ((d->depth ? d->depth : 1) - 1) << 13 | d->format << 26;
	w[2] = (uint32_t)(d->base >> 8);
	w[3] = (uint32_t)(d->mip >> 8);
	w[4] = comp | comp << 2 | comp << 4 | comp << 6 | d->num_format << 8 | d->degamma << 11 |
	       sel << 16 | d->base_level << 28;
	w[5] = d->last_level | d->base_array << 4 | d->last_array << 17;
	w[6] = 2u << 30;
}

void unit_instruction(uint32_t inst[3], uint32_t op, bool texels)
{
	inst[0] = op;
	inst[1] = 03210 << 9 | (texels ? 0 : 0xfu << 28);
	inst[2] = 03210u << 20;
}

void unit_sampler(uint32_t w[3], uint32_t wrap, uint32_t filter, uint32_t mip_filter)
{
	w[0] = wrap * 0111 | filter << 9 | filter << 12 | mip_filter << 17 | 3 << 22;
	w[1] = 0x3ff << 10;
	w[2] = 1u << 31;
}

void unit_tex_open(struct unit_tex *t, uint64_t base, uint64_t size)
{
	static uint32_t regs[GPU_REG_END / 4];

	memset(t, 0, sizeof(*t));
	t->m = unit_memory(base, size);
	t->unit = gpu_texture_unit_create(&t->m->mem, GPU_RV710);
	if (!t->unit)
		abort();
	regs[0x98f0 / 4] = 1 << 1;
	gpu_texture_begin(t->unit, regs);
}

void unit_tex_close(struct unit_tex *t)
{
	gpu_texture_unit_destroy(t->unit);
	unit_memory_free(t->m);
}

static void run(struct unit_tex *t)
{
	struct gpu_tex_call call = {
		.inst = t->inst, .res = t->res, .sampler = t->sampler, .border = t->border,
		.mask = GPU_ALL_LANES, .src = &t->src, .dst = &t->dst, .grad = &t->grad,
	};

	gpu_texture_run(t->unit, &call);
}

void unit_tex_run(struct unit_tex *t, float x, float y, float z, float w)
{
	int i;

	for (i = 0; i < GPU_LANES; i++) {
		t->src.c[0].f[i] = x;
		t->src.c[1].f[i] = y;
		t->src.c[2].f[i] = z;
		t->src.c[3].f[i] = w;
	}
	run(t);
}

void unit_tex_run_int(struct unit_tex *t, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
	int i;

	for (i = 0; i < GPU_LANES; i++) {
		t->src.c[0].u[i] = x;
		t->src.c[1].u[i] = y;
		t->src.c[2].u[i] = z;
		t->src.c[3].u[i] = w;
	}
	run(t);
}

bool unit_tex_is(const struct unit_tex *t, double x, double y, double z, double w, double most)
{
	const double want[4] = { x, y, z, w };
	int i;

	for (i = 0; i < 4; i++)
		if (!(fabs(t->dst.c[i].f[0] - want[i]) <= most))
			return false;
	return true;
}
