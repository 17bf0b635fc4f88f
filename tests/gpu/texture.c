// SPDX-License-Identifier: GPL-2.0
/*
 * Instructions of the texture unit.
 *
 * An instruction names a source register with a selection of components, a resource and a sampler.
 * Its result passes DST_SEL of the resource, then DST_SEL of the instruction.
 */
#include "texture.h"

#include <stdlib.h>
#include <string.h>

#include "float.h"
#include "texture_unit.h"

#define GB_TILING_CONFIG	0x98f0
#define TA_CNTL_AUX		0x9508
#define DISABLE_CUBE_WRAP	(1u << 0)

enum tex_op {
	OP_LD = 0x03,
	OP_GET_TEXTURE_RESINFO = 0x04,
	OP_GET_NUMBER_OF_SAMPLES = 0x05,
	OP_GET_LOD = 0x06,
	OP_GET_GRADIENTS_H = 0x07,
	OP_GET_GRADIENTS_V = 0x08,
	OP_KEEP_GRADIENTS = 0x0a,
	OP_SET_GRADIENTS_H = 0x0b,
	OP_SET_GRADIENTS_V = 0x0c,
	OP_PASS = 0x0d,
	OP_FETCH4 = 0x0f,
	OP_SAMPLE = 0x10,
};

/* The sixteen sampling instructions are OP_SAMPLE with these bits. */
#define SAMPLE_LOD(op)		((op) & 3)
#define SAMPLE_GRADIENTS	4
#define SAMPLE_COMPARE		8

enum { LOD_COMPUTED, LOD_GIVEN, LOD_BIASED, LOD_ZERO };

/**
 * struct run - an instruction on its way
 * @call: the caller's
 * @op: its opcode
 * @src: source components after SRC_SEL
 * @g: texture, sampler and the like
 * @s: the sampler
 * @bias: LOD_BIAS of instruction and sampler
 * @sel: both DST_SEL: 0..3, 4 zero, 5 one, 7 keeps the register
 */
struct run {
	struct gpu_texture_unit *unit;
	const struct gpu_tex_call *call;
	uint32_t op;
	struct gpu_vec src;
	struct gpu_sampling g;
	struct gpu_sampler s;
	float bias;
	uint8_t sel[4];
};

struct gpu_texture_unit *gpu_texture_unit_create(struct gpu_mem *mem, enum gpu_chip chip)
{
	struct gpu_texture_unit *unit = calloc(1, sizeof(*unit));

	if (!unit)
		return NULL;
	unit->mem = mem;
	unit->chip = chip;
	unit->tiling = gpu_tiling(0, chip);
	unit->serial = 1;
	return unit;
}

void gpu_texture_unit_destroy(struct gpu_texture_unit *unit)
{
	free(unit);
}

void gpu_texture_begin(struct gpu_texture_unit *unit, const uint32_t *regs)
{
	struct gpu_tiling tiling = gpu_tiling(regs[GB_TILING_CONFIG / 4], unit->chip);
	int i;

	unit->cube_edges = !(regs[TA_CNTL_AUX / 4] & DISABLE_CUBE_WRAP);
	unit->serial++;
	/* Field by field: padding has any bytes.  The chip, and so r7xx, stays. */
	if (tiling.pipes == unit->tiling.pipes && tiling.banks == unit->tiling.banks && tiling.group == unit->tiling.group)
		return;
	unit->tiling = tiling;
	for (i = 0; i < GPU_TEXTURES; i++)
		unit->texture[i].decoded = false;
}

/* ---- results ---- */

static void put(struct run *r, unsigned int lane, const uint32_t value[4], bool integer)
{
	unsigned int i, sel;

	for (i = 0; i < 4; i++) {
		sel = r->call->inst[1] >> (9 + 3 * i) & 7;
		if (sel != 7)
			r->call->dst->c[i].u[lane] = gpu_select(value, sel, integer);
	}
}

/* The component of a texel that DST_SEL of the resource, then of the instruction select. */
static void compose_selections(struct run *r)
{
	unsigned int i, sel;

	for (i = 0; i < 4; i++) {
		sel = r->call->inst[1] >> (9 + 3 * i) & 7;
		r->sel[i] = sel < 4 ? r->g.t->sel[sel] : sel;
		/* Only the instruction keeps a component. */
		if (r->sel[i] == 7 && sel != 7)
			r->sel[i] = 4;
	}
}

static void put_texel(struct run *r, unsigned int lane, const uint32_t texel[4])
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		if (r->sel[i] < 4)
			r->call->dst->c[i].u[lane] = texel[r->sel[i]];
		else if (r->sel[i] != 7)
			r->call->dst->c[i].u[lane] = gpu_select(texel, r->sel[i],
								r->g.t->reader.integer);
}

static void put_lanes(union gpu_lanes *to, const union gpu_lanes *from, gpu_mask mask)
{
	unsigned int lane;

	if (mask == GPU_ALL_LANES) {
		*to = *from;
		return;
	}
	for (lane = 0; lane < GPU_LANES; lane++)
		if (mask >> lane & 1)
			to->u[lane] = from->u[lane];
}

static void put_texels(struct run *r, const struct gpu_vec *texels)
{
	const uint32_t none[4] = { 0 };
	union gpu_lanes constant;
	unsigned int i, lane;

	for (i = 0; i < 4; i++) {
		if (r->sel[i] < 4) {
			put_lanes(&r->call->dst->c[i], &texels->c[r->sel[i]], r->call->mask);
			continue;
		}
		for (lane = 0; lane < GPU_LANES; lane++)
			constant.u[lane] = gpu_select(none, r->sel[i], r->g.t->reader.integer);
		if (r->sel[i] != 7)
			put_lanes(&r->call->dst->c[i], &constant, r->call->mask);
	}
}

static bool runs(const struct run *r, unsigned int lane)
{
	return r->call->mask >> lane & 1;
}

/* ---- LD ---- */

static bool texel_at(struct run *r, unsigned int lane, uint32_t out[4])
{
	const struct gpu_texture *t = r->g.t;
	const struct gpu_vec *v = &r->src;
	bool layers = t->dim >= GPU_1D_ARRAY && t->dim != GPU_2D_MSAA;
	uint32_t level = t->base_level, sample = 0, x, y, z = 0;
	const struct gpu_level *l;

	if (t->samples > 1 || t->dim >= GPU_2D_MSAA)
		sample = v->c[3].u[lane];
	else
		level += v->c[3].u[lane] < GPU_LEVELS ? v->c[3].u[lane] : GPU_LEVELS;
	if (level > t->last_level || sample >= t->samples)
		return false;
	l = &t->level[level];
	x = v->c[0].u[lane] + (uint32_t)(int32_t)r->g.offset[0];
	y = v->c[1].u[lane] + (uint32_t)(int32_t)r->g.offset[1];
	if (t->dim == GPU_1D || t->dim == GPU_1D_ARRAY)
		y = 0;
	if (t->dim == GPU_3D)
		z = v->c[2].u[lane] + (uint32_t)(int32_t)r->g.offset[2];
	if (layers || t->dim == GPU_CUBE)
		z = v->c[2].u[lane];
	if (x >= l->width || y >= l->height ||
	    z >= (t->dim == GPU_3D ? l->depth : t->last_slice - t->first_slice + 1))
		return false;
	gpu_texel(r->unit, t, l, x, y, t->first_slice + z, sample, out);
	return true;
}

static bool any_level(const struct run *r)
{
	unsigned int lane;

	for (lane = 0; lane < GPU_LANES; lane++)
		if (runs(r, lane) && r->src.c[3].u[lane])
			return true;
	return false;
}

static void load(struct run *r)
{
	const struct gpu_texture *t = r->g.t;
	struct gpu_vec texels;
	unsigned int lane;

	if (gpu_lanes_load_fits(t) && !any_level(r) && !r->unit->fetched) {
		gpu_lanes_load(&r->g, &r->src, r->call->mask, &texels);
		put_texels(r, &texels);
		return;
	}
	for (lane = 0; lane < GPU_LANES; lane++) {
		uint32_t texel[4] = { 0 };

		if (!runs(r, lane))
			continue;
		r->unit->lane = (int)lane;
		if (t->live)
			texel_at(r, lane, texel);
		put_texel(r, lane, texel);
	}
}

/* ---- sizes ---- */

static void resinfo(struct run *r, unsigned int lane, uint32_t out[4])
{
	const struct gpu_texture *t = r->g.t;
	uint32_t level = r->src.c[0].u[lane], levels = t->last_level - t->base_level + 1u;
	const struct gpu_level *l;

	if (!t->live || level >= levels)
		return;
	l = &t->level[t->base_level + level];
	out[0] = l->width;
	out[1] = t->dim == GPU_1D_ARRAY ? t->depth : l->height;
	out[2] = t->dim == GPU_3D ? l->depth : t->depth;
	out[3] = levels;
}

static void sizes(struct run *r)
{
	unsigned int lane;

	for (lane = 0; lane < GPU_LANES; lane++) {
		uint32_t value[4] = { 0 };

		if (!runs(r, lane))
			continue;
		if (r->op == OP_GET_TEXTURE_RESINFO)
			resinfo(r, lane, value);
		else if (r->g.t->live)
			value[3] = r->g.t->samples;	/* Mesa selects w */
		put(r, lane, value, true);
	}
}

/* ---- gradients ---- */

/* H: right minus left in each row; V: lower minus upper in each column. */
static void get_gradients(struct run *r)
{
	unsigned int bit = r->op == OP_GET_GRADIENTS_H ? 1 : 2, lane, i;
	float value[4];
	uint32_t bits[4];

	for (lane = 0; lane < GPU_LANES; lane++) {
		if (!runs(r, lane))
			continue;
		for (i = 0; i < 4; i++)
			value[i] = r->src.c[i].f[lane | bit] - r->src.c[i].f[lane & ~bit];
		memcpy(bits, value, sizeof(bits));
		put(r, lane, bits, false);
	}
}

bool gpu_texture_keeps_gradients(const uint32_t inst[3])
{
	uint32_t op = inst[0] & 31;

	return op == OP_SET_GRADIENTS_H || op == OP_SET_GRADIENTS_V;
}

static void set_gradients(struct run *r)
{
	struct gpu_gradients *grad = r->call->grad;
	struct gpu_vec *to = r->op == OP_SET_GRADIENTS_H ? &grad->h : &grad->v;
	unsigned int lane, i;

	for (i = 0; i < 4; i++)
		for (lane = 0; lane < GPU_LANES; lane++)
			if (runs(r, lane))
				to->c[i].u[lane] = r->src.c[i].u[lane];
}

/* ---- samples ---- */

static void coordinates(const struct run *r, unsigned int lane, struct gpu_footprint *f)
{
	unsigned int lod = SAMPLE_LOD(r->op), i;

	for (i = 0; i < 3; i++)
		f->coord[i] = r->src.c[i].f[lane];
	/* The level or bias takes the place of the reference, which moves to z. */
	f->reference = r->src.c[lod == LOD_GIVEN || lod == LOD_BIASED ? 2 : 3].f[lane];
}

/* The footprint of a quad, or of one invocation with gradients of its own. */
static void footprint(const struct run *r, unsigned int lane, struct gpu_footprint *f)
{
	const struct gpu_gradients *grad = r->call->grad;
	struct gpu_slope slope;
	int i;

	f->samples = 1;
	f->lod = 0;
	if (SAMPLE_LOD(r->op) == LOD_GIVEN || SAMPLE_LOD(r->op) == LOD_ZERO)
		return;
	if (r->op & SAMPLE_GRADIENTS && r->op >= OP_SAMPLE)
		for (i = 0; i < 3; i++) {
			slope.h[i] = grad->h.c[i].f[lane];
			slope.v[i] = grad->v.c[i].f[lane];
		}
	else
		gpu_slope_of_quad(r->g.t, r->src.c, lane / 4, &slope);
	gpu_footprint_size(&r->g, &slope, f);
}

static void add_biases(const struct run *r, unsigned int lane, struct gpu_footprint *f)
{
	switch (SAMPLE_LOD(r->op)) {
	case LOD_GIVEN:
		f->lod = r->src.c[3].f[lane] + r->s.bias;
		break;
	case LOD_BIASED:
		f->lod += r->src.c[3].f[lane] + r->bias;
		break;
	case LOD_COMPUTED:
		f->lod += r->bias;
		break;
	}
}

/* Whether the level of detail decides anything: another level, another filter, or how many samples. */
static bool level_matters(const struct run *r)
{
	const struct gpu_texture *t = r->g.t;

	return t->last_level != t->base_level || r->s.mag_linear != r->s.min_linear || r->s.anisotropy > 1;
}

static void sample(struct run *r)
{
	bool own = r->op & SAMPLE_GRADIENTS, fresh = false, matters = level_matters(r);
	struct gpu_footprint quad = { .samples = 1 }, f;
	struct gpu_vec texels;
	unsigned int lane;
	uint32_t texel[4];

	if (!matters && gpu_lanes_sample_fits(&r->g) && !r->unit->fetched) {
		gpu_lanes_sample(&r->g, &r->src, r->call->mask, &texels);
		put_texels(r, &texels);
		return;
	}
	for (lane = 0; lane < GPU_LANES; lane++) {
		if (lane % 4 == 0)
			fresh = false;
		if (!runs(r, lane))
			continue;
		if (matters && (own || !fresh))
			footprint(r, lane, &quad);
		fresh = true;
		f = quad;
		coordinates(r, lane, &f);
		add_biases(r, lane, &f);
		r->unit->lane = (int)lane;
		gpu_filter(&r->g, &f, texel);
		put_texel(r, lane, texel);
	}
}

static void fetch4(struct run *r)
{
	struct gpu_footprint f = { 0 };
	unsigned int lane;
	uint32_t texel[4];

	for (lane = 0; lane < GPU_LANES; lane++) {
		if (!runs(r, lane))
			continue;
		coordinates(r, lane, &f);
		r->unit->lane = (int)lane;
		gpu_gather(&r->g, &f, texel);
		put_texel(r, lane, texel);
	}
}

/* x: the level of detail that would be sampled, y: before it is clamped. */
static void get_lod(struct run *r)
{
	const struct gpu_texture *t = r->g.t;
	struct gpu_footprint f = { 0 };
	unsigned int lane;
	float lod, last;

	for (lane = 0; lane < GPU_LANES; lane++) {
		uint32_t value[4] = { 0 };

		if (!runs(r, lane))
			continue;
		if (t->live) {
			footprint(r, lane, &f);
			last = (float)(t->last_level - t->base_level);
			lod = f.lod + r->bias;
			value[1] = gpu_bits(lod);
			lod = lod > r->s.min_lod ? lod : r->s.min_lod;
			lod = lod < r->s.max_lod ? lod : r->s.max_lod;
			lod = lod < last ? lod : last;
			value[0] = gpu_bits(lod > 0 ? lod : 0);
		}
		put(r, lane, value, false);
	}
}

static void nothing(struct run *r)
{
	const uint32_t zero[4] = { 0 };
	unsigned int lane;

	for (lane = 0; lane < GPU_LANES; lane++)
		if (runs(r, lane))
			put_texel(r, lane, zero);
}

/* ---- the instruction ---- */

static void select_source(struct run *r)
{
	unsigned int i, lane;

	for (i = 0; i < 4; i++) {
		uint32_t sel = r->call->inst[2] >> (20 + 3 * i) & 7;

		if (sel < 4)
			r->src.c[i] = r->call->src->c[sel];
		else
			for (lane = 0; lane < GPU_LANES; lane++)
				r->src.c[i].u[lane] = sel == 5 ? 0x3f800000 : 0;
	}
}

static int32_t signed_field(uint32_t word, unsigned int first, unsigned int bits)
{
	return (int32_t)(word << (32 - first - bits)) >> (32 - bits);
}

static void prepare(struct run *r)
{
	const uint32_t *inst = r->call->inst;
	int i;

	r->g.unit = r->unit;
	r->g.t = gpu_texture_get(r->unit, r->call->res);
	r->g.s = &r->s;
	compose_selections(r);
	r->g.shadow = r->op >= OP_SAMPLE && r->op & SAMPLE_COMPARE;
	for (i = 0; i < 3; i++) {
		r->g.normalised[i] = inst[1] >> (28 + i) & 1;
		/* In half texels. */
		r->g.offset[i] = (float)signed_field(inst[2], 5 * i, 5) / 2;
	}
}

static void prepare_sampler(struct run *r)
{
	gpu_sampler_decode(&r->s, r->call->sampler, r->call->border, r->g.t);
	r->bias = r->s.bias + (float)signed_field(r->call->inst[1], 21, 7) / 16;
}

static void with_sampler(struct run *r)
{
	prepare_sampler(r);
	if (r->op == OP_GET_LOD)
		get_lod(r);
	else if (!r->g.t->live)
		nothing(r);
	else if (r->op == OP_FETCH4)
		fetch4(r);
	else
		sample(r);
}

void gpu_texture_follow(struct gpu_texture_unit *unit, void (*fetched)(void *ctx, const struct gpu_fetched *f),
			void *ctx, int lane)
{
	unit->fetched = fetched;
	unit->fetched_ctx = ctx;
	unit->follow = lane;
}

bool gpu_texture_run(struct gpu_texture_unit *unit, const struct gpu_tex_call *call)
{
	struct run r = { .unit = unit, .call = call, .op = call->inst[0] & 31 };

	select_source(&r);
	switch (r.op) {
	case OP_GET_GRADIENTS_H:
	case OP_GET_GRADIENTS_V:
		get_gradients(&r);
		return true;
	case OP_SET_GRADIENTS_H:
	case OP_SET_GRADIENTS_V:
		set_gradients(&r);
		return true;
	case OP_KEEP_GRADIENTS:
	case OP_PASS:
		return true;
	}
	prepare(&r);
	switch (r.op) {
	case OP_LD:
		load(&r);
		return true;
	case OP_GET_TEXTURE_RESINFO:
	case OP_GET_NUMBER_OF_SAMPLES:
		sizes(&r);
		return true;
	}
	if (r.op < OP_SAMPLE && r.op != OP_GET_LOD && r.op != OP_FETCH4)
		return false;
	with_sampler(&r);
	return true;
}
