// SPDX-License-Identifier: GPL-2.0
/*
 * The colour block (CB): conversion to the target's format, blending, raster operations, masks, and
 * the copy of depth to a colour target.
 */
#include <string.h>

#include "watch.h"

enum { SPECIAL_NORMAL = 0, SPECIAL_DISABLE = 1, SPECIAL_EXPAND_SAMPLES = 6, SPECIAL_RESOLVE_BOX = 7 };

#define ROP_COPY	0xcc

static void init_target(struct gpu *gpu, uint32_t n)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_target *t = &gpu->cb.target[n];
	uint32_t info = gpu_reg(regs, CB_COLOR0_INFO + 4 * n), size = gpu_reg(regs, CB_COLOR0_SIZE + 4 * n);
	uint32_t view = gpu_reg(regs, CB_COLOR0_VIEW + 4 * n), control = gpu_reg(regs, CB_COLOR_CONTROL);
	uint64_t pixels = ((uint64_t)gpu_field(size, 29, 10) + 1) * 64;

	t->mask = gpu_field(gpu_reg(regs, CB_TARGET_MASK) & gpu_reg(regs, CB_SHADER_MASK), 4 * n + 3, 4 * n);
	if (!gpu_field(info, 7, 2))
		return;
	t->pitch = (gpu_field(size, 9, 0) + 1) * 8;
	t->rows = (uint32_t)(pixels / t->pitch);
	t->slice = gpu_field(view, 10, 0);
	t->slice_max = gpu_field(view, 23, 13);
	if (!gpu_color_init(&t->format, gpu_field(info, 7, 2), gpu_field(info, 14, 12), gpu_field(info, 17, 16),
			    gpu_field(info, 1, 0))) {
		gpu_say(gpu, "CB_COLOR%u_INFO 0x%08x: no colour format", n, info);
		return;
	}
	t->surface = (struct gpu_surface){
		.base = (uint64_t)gpu_reg(regs, CB_COLOR0_BASE + 4 * n) << 8, .pitch = t->pitch, .height = t->rows,
		.bytes = t->format.format->bytes, .samples = gpu->cb.resolve && n ? 1 : gpu->window.samples,
		.mode = gpu_field(info, 11, 8),
	};
	if (!t->rows || !gpu_surface_init(&t->surface, gpu->tiling)) {
		gpu_say(gpu, "CB_COLOR%u_INFO 0x%08x, CB_COLOR%u_SIZE 0x%08x: not a colour target", n, info, n, size);
		return;
	}
	t->surface.slice_bytes = pixels * t->surface.bytes * t->surface.samples;
	t->cache.tile_x = UINT32_MAX;
	if (!gpu_masks_init(&t->masks, regs, n, &t->surface))
		gpu_say(gpu, "CB_COLOR%u_INFO 0x%08x: FMASK has no layout", n, info);
	for (uint8_t c = 0; c < 4; c++)
		t->show[c] = c;
	t->live = true;
	t->integer = t->format.integer;
	t->clamp = gpu_field(info, 20, 20) && t->format.normalised;
	t->blend = gpu_field(control, 15, 8) >> n & 1 && !t->integer && !gpu_field(info, 22, 22);
	t->blend_control = gpu_reg(regs, gpu_field(control, 7, 7) && gpu->chip != GPU_R600 ?
				   CB_BLEND0_CONTROL + 4 * n : CB_BLEND_CONTROL);
	gpu->cb.any |= t->mask;
}

void gpu_cb_init(struct gpu *gpu)
{
	struct gpu_cb *cb = &gpu->cb;
	uint32_t control = gpu_reg(gpu->regs, CB_COLOR_CONTROL);

	memset(cb, 0, sizeof(*cb));
	cb->special = gpu_field(control, 6, 4);
	cb->resolve = cb->special == SPECIAL_RESOLVE_BOX;
	cb->rop = gpu_field(control, 23, 16);
	cb->multiwrite = gpu_field(control, 1, 1);
	for (int c = 0; c < 4; c++)
		cb->constant[c] = gpu_reg_float(gpu->regs, CB_BLEND_RED + 4 * c);
	for (uint32_t n = 0; n < GPU_TARGETS; n++)
		init_target(gpu, n);
}

static uint64_t pixel_address(const struct gpu_target *t, int32_t x, int32_t y, uint32_t layer, uint32_t sample)
{
	return gpu_surface_address(&t->surface, x, y, gpu_slice(t->slice, layer, t->slice_max), sample);
}

static bool inside(const struct gpu_target *t, int32_t x, int32_t y)
{
	return (uint32_t)x < t->pitch && (uint32_t)y < t->rows;
}

/* What a blend factor is computed from, for one channel. */
struct factors {
	const struct gpu_vec *src, *src1, *dst;
	const union gpu_lanes *constant;	/* by channel */
	union gpu_lanes *room;
};

/* A factor of all lanes: a value, or what it lacks to 1. */
struct factor {
	const union gpu_lanes *of;
	bool missing;
};

static const union gpu_lanes zeros;

static const union gpu_lanes *saturate_alpha(const struct factors *f)
{
	for (int i = 0; i < GPU_LANES; i++) {
		float sa = f->src->c[3].f[i], da = f->dst->c[3].f[i];

		f->room->f[i] = sa < 1.0f - da ? sa : 1.0f - da;
	}
	return f->room;
}

static struct factor factor_of(const struct factors *f, uint32_t code, int c)
{
	switch (code) {
	case 1:
		return (struct factor){ &zeros, true };
	case 2:
	case 3:
		return (struct factor){ &f->src->c[c], code == 3 };
	case 4:
	case 5:
		return (struct factor){ &f->src->c[3], code == 5 };
	case 11:
	case 12:
		return (struct factor){ &f->src->c[3], code == 12 };
	case 6:
	case 7:
		return (struct factor){ &f->dst->c[3], code == 7 };
	case 8:
	case 9:
		return (struct factor){ &f->dst->c[c], code == 9 };
	case 10:
		return c == 3 ? (struct factor){ &zeros, true } : (struct factor){ saturate_alpha(f), false };
	case 13:
	case 14:
		return (struct factor){ &f->constant[c], code == 14 };
	case 15:
	case 16:
		return (struct factor){ &f->src1->c[c], code == 16 };
	case 17:
	case 18:
		return (struct factor){ &f->src1->c[3], code == 18 };
	case 19:
	case 20:
		return (struct factor){ &f->constant[3], code == 20 };
	}
	return (struct factor){ &zeros, false };
}

/* A factor of 0 removes infinities and NaN as well. */
static inline float scale(float value, float by, float sign, float missing)
{
	by = by * sign + missing;
	return by == 0.0f ? 0.0f : value * by;
}

static GPU_CLONES void combine(uint32_t op, const union gpu_lanes *s, const union gpu_lanes *d,
			       struct factor of_s, struct factor of_d, union gpu_lanes *to)
{
	float sign_s = of_s.missing ? -1.0f : 1.0f, missing_s = of_s.missing;
	float sign_d = of_d.missing ? -1.0f : 1.0f, missing_d = of_d.missing;
	union gpu_lanes sf, df;

	for (int i = 0; i < GPU_LANES; i++) {
		sf.f[i] = scale(s->f[i], of_s.of->f[i], sign_s, missing_s);
		df.f[i] = scale(d->f[i], of_d.of->f[i], sign_d, missing_d);
	}
	for (int i = 0; op == 0 && i < GPU_LANES; i++)
		to->f[i] = sf.f[i] + df.f[i];
	for (int i = 0; op == 1 && i < GPU_LANES; i++)
		to->f[i] = sf.f[i] - df.f[i];
	for (int i = 0; op == 2 && i < GPU_LANES; i++)
		to->f[i] = s->f[i] < d->f[i] ? s->f[i] : d->f[i];
	for (int i = 0; op == 3 && i < GPU_LANES; i++)
		to->f[i] = s->f[i] > d->f[i] ? s->f[i] : d->f[i];
	for (int i = 0; op > 3 && i < GPU_LANES; i++)
		to->f[i] = df.f[i] - sf.f[i];
}

static void blend_channel(const struct factors *f, uint32_t control, int c, struct gpu_vec *to)
{
	uint32_t half = c == 3 && gpu_field(control, 29, 29) ? control >> 16 : control;

	combine(gpu_field(half, 7, 5), &f->src->c[c], &f->dst->c[c], factor_of(f, gpu_field(half, 4, 0), c),
		factor_of(f, gpu_field(half, 12, 8), c), &to->c[c]);
}

static float clamp_value(const struct gpu_target *t, float f)
{
	float least = t->format.number == GPU_SNORM ? -1.0f : 0.0f;

	f = f > least ? f : least;
	return f < 1.0f ? f : 1.0f;
}

static GPU_CLONES void clamp_source(const struct gpu_target *t, struct gpu_vec *v)
{
	float least = t->format.number == GPU_SNORM ? -1.0f : 0.0f;

	for (int c = 0; c < 4; c++) {
		for (int i = 0; i < GPU_LANES; i++) {
			float f = v->c[c].f[i] > least ? v->c[c].f[i] : least;

			v->c[c].f[i] = f < 1.0f ? f : 1.0f;
		}
	}
}

static void combine_bits(const struct gpu_cb *cb, const uint8_t *new, uint8_t *old, unsigned int bytes)
{
	for (unsigned int b = 0; b < bytes; b++) {
		uint8_t s = new[b], d = old[b];

		old[b] = (cb->rop & 8 ? s & d : 0) | (cb->rop & 4 ? s & ~d : 0) | (cb->rop & 2 ? ~s & d : 0) |
			 (cb->rop & 1 ? ~s & ~d : 0);
	}
}

/* Writes one pixel in the target's format. */
static void write_pixel(const struct gpu_cb *cb, const struct gpu_target *t, const uint32_t color[4], uint8_t *p)
{
	uint8_t new[16], all[16];
	unsigned int bytes = t->surface.bytes;

	if (cb->rop == ROP_COPY || t->integer || t->format.format->is_float) {
		gpu_color_pack(&t->format, color, t->mask, p);
		return;
	}
	/* The operation works on the bits of the channels that the mask lets through. */
	memcpy(new, p, bytes);
	memset(all, 0, bytes);
	gpu_color_pack(&t->format, color, 15, all);
	combine_bits(cb, all, new, bytes);
	{
		uint32_t result[4];

		gpu_color_unpack(&t->format, new, result);
		gpu_color_pack(&t->format, result, t->mask, p);
	}
}

/* What is in memory, as channels of the shader. */
static void read_lanes(const struct gpu_target *t, uint8_t *const p[GPU_LANES], gpu_mask lanes, struct gpu_vec *to)
{
	union gpu_lanes word;
	uint32_t color[4];

	if (t->format.unpack_lanes) {
		gpu_load_dwords(p, lanes, &word);
		t->format.unpack_lanes(&t->format, &word, to);
		return;
	}
	memset(to, 0, sizeof(*to));
	for (int i = 0; i < GPU_LANES; i++) {
		if (!(lanes >> i & 1))
			continue;
		gpu_color_unpack(&t->format, p[i], color);
		for (int c = 0; c < 4; c++)
			to->c[c].u[i] = color[c];
	}
}

static void blend(const struct gpu_cb *cb, const struct gpu_target *t, const struct gpu_vec *src,
		  const struct gpu_vec *src1, uint8_t *const p[GPU_LANES], gpu_mask lanes, struct gpu_vec *to)
{
	union gpu_lanes constant[4], room;
	struct gpu_vec dst;
	struct factors f = { src, src1, &dst, constant, &room };

	/* BLEND_CLAMP clamps the constant like the source. */
	for (int c = 0; c < 4; c++)
		gpu_constant(&constant[c], t->clamp ? clamp_value(t, cb->constant[c]) : cb->constant[c]);
	read_lanes(t, p, lanes, &dst);
	for (int c = 0; c < 4; c++)
		blend_channel(&f, t->blend_control, c, to);
}

/* The bits of a pixel of four bytes that the mask lets through. */
static uint32_t written_bits(const struct gpu_target *t)
{
	uint32_t bits = 0;

	for (int i = 0; i < 4; i++)
		bits |= t->mask >> t->format.channel[i] & 1 ? 0xffu << 8 * i : 0;
	return bits;
}

/* @same: the colours are of the group before, and not blended. */
static void write_lanes(const struct gpu_cb *cb, struct gpu_target *t, const struct gpu_vec *src, bool same,
			uint8_t *const p[GPU_LANES], gpu_mask lanes)
{
	uint32_t bits = written_bits(t);
	union gpu_lanes word;

	if (!t->format.pack_lanes || cb->rop != ROP_COPY) {
		for (int i = 0; i < GPU_LANES; i++) {
			const uint32_t color[4] = { src->c[0].u[i], src->c[1].u[i], src->c[2].u[i], src->c[3].u[i] };

			if (lanes >> i & 1)
				write_pixel(cb, t, color, p[i]);
		}
		return;
	}
	if (!same)
		t->format.pack_lanes(&t->format, src, &t->packed);
	if (bits == UINT32_MAX) {
		gpu_store_dwords(p, lanes, &t->packed);
		return;
	}
	gpu_load_dwords(p, lanes, &word);
	for (int i = 0; i < GPU_LANES; i++)
		word.u[i] = (word.u[i] & ~bits) | (t->packed.u[i] & bits);
	gpu_store_dwords(p, lanes, &word);
}

static void write_sample(struct gpu *gpu, struct gpu_target *t, const struct gpu_quads *q, uint32_t s,
			 const struct gpu_vec *src, const struct gpu_vec *src1)
{
	uint32_t bit = 1u << (t - gpu->cb.target);
	uint8_t *p[GPU_LANES];
	struct gpu_vec blended;
	gpu_mask lanes;

	lanes = gpu_places(gpu, GPU_COLOR, &t->surface, &t->cache, q, gpu_slice(t->slice, q->layer, t->slice_max), s,
			   q->covered[s] & gpu_lanes_inside(gpu, q, t->pitch, t->rows), p);
	if (t->blend) {
		blend(&gpu->cb, t, src, src1, p, lanes, &blended);
		src = &blended;
	}
	write_lanes(&gpu->cb, t, src, gpu->cb.packed & bit && !t->blend, p, lanes);
	gpu->cb.packed |= gpu->scan.same ? bit : 0;
}

/* Accesses CMASK and FMASK of the tiles that the quads draw to. */
static void touch_masks(struct gpu *gpu, struct gpu_target *t, const struct gpu_quads *q)
{
	uint32_t slice = gpu_slice(t->slice, q->layer, t->slice_max);
	gpu_mask any = 0;

	if (!t->live || !t->masks.cmask)
		return;
	for (uint32_t s = 0; s < gpu->window.samples; s++)
		any |= q->covered[s];
	for (int i = 0; i < GPU_LANES; i += 4)
		if (any >> i & 15 && inside(t, q->x[i], q->y[i]))
			gpu_masks_touch(&t->masks, &gpu->mem, q->x[i], q->y[i], slice);
}

void gpu_cb_run(struct gpu *gpu, const struct gpu_quads *q, struct gpu_exports *out)
{
	struct gpu_cb *cb = &gpu->cb;
	static const struct gpu_vec none;
	struct gpu_vec source[2];

	if (cb->special == SPECIAL_DISABLE)
		return;
	for (uint32_t n = 0; n < GPU_TARGETS; n++)
		if (cb->target[n].mask)
			touch_masks(gpu, &cb->target[n], q);
	/* The samples are in memory already. */
	if (cb->special == SPECIAL_EXPAND_SAMPLES)
		return;
	for (uint32_t n = 0; n < GPU_TARGETS; n++) {
		struct gpu_target *t = &cb->target[n];
		uint32_t from = cb->multiwrite ? 0 : n;
		const struct gpu_vec *src = out->written >> from & 1 ? &out->color[from] : &none;
		const struct gpu_vec *src1 = out->written >> 1 & 1 ? &out->color[1] : &none;

		if (!t->live || !t->mask)
			continue;
		if (t->clamp && t->blend) {
			source[0] = *src;
			clamp_source(t, &source[0]);
			src = &source[0];
			if (src1 != &none) {
				source[1] = *src1;
				clamp_source(t, &source[1]);
				src1 = &source[1];
			}
		}
		for (uint32_t s = 0; s < t->surface.samples; s++) {
			if (q->covered[s])
				write_sample(gpu, t, q, s, src, src1);
		}
	}
}

/* The average of a pixel's samples; integers cannot be averaged, and give sample 0. */
static bool average(struct gpu *gpu, const struct gpu_target *t, int32_t x, int32_t y, uint32_t layer, uint32_t color[4])
{
	union { float f; uint32_t u; } sum[4] = { 0 };
	uint32_t n = t->integer ? 1 : t->surface.samples;

	for (uint32_t s = 0; s < n; s++) {
		const uint8_t *p = gpu_mem_at(&gpu->mem, GPU_COLOR, false, pixel_address(t, x, y, layer, s),
					      t->surface.bytes);
		union { uint32_t u[4]; float f[4]; } v;

		if (!p)
			return false;
		gpu_color_unpack(&t->format, p, v.u);
		if (t->integer) {
			memcpy(color, v.u, sizeof(v.u));
			return true;
		}
		for (int c = 0; c < 4; c++)
			sum[c].f += v.f[c];
	}
	for (int c = 0; c < 4; c++) {
		sum[c].f /= n;
		color[c] = sum[c].u;
	}
	return true;
}

void gpu_cb_resolve(struct gpu *gpu, const struct gpu_quads *q)
{
	struct gpu_target *from = &gpu->cb.target[0], *to = &gpu->cb.target[1];
	gpu_mask any = 0;

	for (unsigned int s = 0; s < gpu->window.samples; s++)
		any |= q->covered[s];
	if (!from->live || !to->live)
		return;
	touch_masks(gpu, from, q);
	touch_masks(gpu, to, q);
	for (int i = 0; i < GPU_LANES; i++) {
		uint32_t color[4];
		uint8_t *p;

		if (!(any >> i & 1) || !inside(from, q->x[i], q->y[i]) || !inside(to, q->x[i], q->y[i]))
			continue;
		p = gpu_mem_at(&gpu->mem, GPU_COLOR, true, pixel_address(to, q->x[i], q->y[i], q->layer, 0),
			       to->surface.bytes);
		if (p && average(gpu, from, q->x[i], q->y[i], q->layer, color))
			gpu_color_pack(&to->format, color, 15, p);
	}
}

/* Copies a sample of depth and stencil to samples of a target with the same layout. */
static void copy_pixel(struct gpu *gpu, const struct gpu_quads *q, int i, uint64_t take)
{
	const struct gpu_target *t = &gpu->cb.target[0];
	const struct gpu_db *db = &gpu->db;
	unsigned int bytes = db->bytes < t->surface.bytes ? db->bytes : t->surface.bytes;
	uint64_t from = 0, word;

	gpu_mem_read(&gpu->mem, GPU_DEPTH,
		     gpu_surface_address(&db->surface, q->x[i], q->y[i], gpu_slice(db->slice, q->layer, db->slice_max),
					 db->copy_sample % db->surface.samples), &from, bytes);
	for (uint32_t s = 0; s < t->surface.samples; s++) {
		uint8_t *p;

		if (!(q->covered[s] >> i & 1))
			continue;
		p = gpu_mem_at(&gpu->mem, GPU_COLOR, true, pixel_address(t, q->x[i], q->y[i], q->layer, s), bytes);
		if (!p)
			continue;
		word = 0;
		memcpy(&word, p, bytes);
		word = (word & ~take) | (from & take);
		memcpy(p, &word, bytes);
	}
}

void gpu_cb_copy(struct gpu *gpu, const struct gpu_quads *q)
{
	const struct gpu_target *t = &gpu->cb.target[0];
	const struct gpu_db *db = &gpu->db;
	uint64_t take = ~0ull;

	if (!t->live)
		return;
	if (db->bytes == 4 && db->format == 3)
		take = (db->copy_z ? 0xffffff : 0) | (db->copy_stencil ? 0xff000000 : 0);
	else if (db->bytes == 8)
		take = (db->copy_z ? 0xffffffff : 0) | (db->copy_stencil ? 0xff00000000 : 0);
	for (int i = 0; i < GPU_LANES; i++) {
		if (inside(t, q->x[i], q->y[i]) && (uint32_t)q->x[i] < db->pitch && (uint32_t)q->y[i] < db->rows)
			copy_pixel(gpu, q, i, take);
	}
}

void gpu_cb_unpack(const struct gpu_target *t, const uint8_t *element, uint32_t color[4])
{
	const uint32_t missing[4] = { 0, 0, 0, t->integer ? 1 : 0x3f800000 };
	uint32_t in[4];

	gpu_color_unpack(&t->format, element, in);
	memcpy(color, missing, sizeof(missing));
	for (int c = 0; c < 4; c++)
		if (t->format.channels >> c & 1)
			color[t->show[c]] = in[c];
}

void gpu_cb_look(struct gpu *gpu, uint32_t n, int32_t x, int32_t y, uint32_t layer, uint32_t sample, uint32_t color[4])
{
	const struct gpu_target *t = &gpu->cb.target[n];
	const uint8_t *p = NULL;

	if (t->live && inside(t, x, y))
		p = gpu_mem_try(&gpu->mem, GPU_COLOR, pixel_address(t, x, y, layer, sample % t->surface.samples),
				t->surface.bytes);
	memset(color, 0, 4 * sizeof(*color));
	if (p)
		gpu_cb_unpack(t, p, color);
}
