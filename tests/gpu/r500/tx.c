// SPDX-License-Identifier: GPL-2.0
/*
 * Textures of R5xx: levels in memory, and lookups.
 *
 * Levels follow each other, the largest one first, the slices or faces of a level are together.  With
 * levels, slices or faces, heights in memory are powers of two.  A level that is narrower or lower than a macro
 * tile has none: by width and height, as Mesa lays out what real cards show.
 */
#include "tx.h"

#include <math.h>
#include <string.h>

#include "../float.h"
#include "../regs.h"
#include "back_regs.h"
#include "tile.h"

enum { FILTER0, FILTER1, FORMAT0, FORMAT1, FORMAT2, OFFSET, BORDER };
enum { TYPE_2D, TYPE_3D, TYPE_CUBE };

static uint32_t at_least_1(uint32_t v)
{
	return v ? v : 1;
}

static uint32_t power_of_two(uint32_t v)
{
	uint32_t p = 1;

	while (p < v)
		p *= 2;
	return p;
}

static uint32_t blocks(uint32_t texels, uint32_t log)
{
	return (texels + (1u << log) - 1) >> log;
}

/* ---- levels ---- */

/* A level keeps the macro tiles if it is as large as one; MACRO_SWITCH: larger. */
static bool has_macro(const struct r500_texture *x, uint32_t width, uint32_t height, uint32_t micro)
{
	uint32_t more = x->words[FILTER1] >> 22 & 1, w, h;

	if (!r500_micro_tile(x->t.reader.format->bytes, micro, &w, &h))
		return false;
	return width >= w * R500_MACRO_TILES + more && height >= h * R500_MACRO_TILES + more;
}

static bool lay_out_level(struct r500_texture *x, uint32_t n, uint32_t width, uint32_t height, uint64_t base)
{
	struct gpu_texture *t = &x->t;
	struct gpu_level *l = &t->level[n];
	uint32_t micro = gpu_field(x->words[OFFSET], 4, 3), pitch = width;
	bool stacked = t->last_level || t->dim != GPU_2D, macro = gpu_field(x->words[OFFSET], 2, 2);

	if (x->words[FORMAT0] >> 31)
		pitch = at_least_1((gpu_field(x->words[FORMAT2], 13, 0) + 1) >> n);
	*l = (struct gpu_level){
		.width = at_least_1(width >> n), .height = at_least_1(height >> n),
		.depth = t->dim == GPU_3D ? at_least_1(t->depth >> n) : 1,
	};
	if (!(x->words[FORMAT0] >> 31))
		pitch = l->width;
	l->slices = t->dim == GPU_CUBE ? 6 : l->depth;
	l->surface = (struct gpu_surface){
		.base = base, .pitch = blocks(pitch, t->block_x),
		.height = blocks(stacked ? power_of_two(l->height) : l->height, t->block_y),
		.bytes = t->reader.format->bytes, .samples = 1,
	};
	/* Width decides for the first level (guide, 10.8: MACRO_SWITCH), both sizes for the others, as Mesa has it. */
	if (macro)
		macro = has_macro(x, blocks(l->width, t->block_x), n ? blocks(l->height, t->block_y) : UINT32_MAX, micro);
	return r500_surface_init(&l->surface, micro, macro);
}

static bool lay_out(struct r500_texture *x)
{
	struct gpu_texture *t = &x->t;
	uint32_t f0 = x->words[FORMAT0], f2 = x->words[FORMAT2];
	uint32_t width = (gpu_field(f0, 10, 0) | gpu_field(f2, 15, 15) << 11) + 1;
	uint32_t height = (gpu_field(f0, 21, 11) | gpu_field(f2, 16, 16) << 11) + 1;
	uint64_t at = x->words[OFFSET] & ~31u;

	for (uint32_t n = 0; n <= t->last_level; n++) {
		if (!lay_out_level(x, n, width, height, at))
			return false;
		at += t->level[n].surface.slice_bytes * t->level[n].slices;
	}
	return true;
}

static void decode_texture(struct r500_texture *x)
{
	static const uint8_t dims[4] = { GPU_2D, GPU_3D, GPU_CUBE, GPU_2D };
	struct gpu_texture *t = &x->t;
	uint32_t levels = gpu_field(x->words[FORMAT0], 29, 26);

	t->dim = dims[gpu_field(x->words[FORMAT1], 26, 25)];
	t->base_level = 0;
	t->last_level = levels < 12 ? levels : 12;
	t->samples = 1;
	t->first_slice = 0;
	t->last_slice = t->dim == GPU_CUBE ? 5 : 0;
	t->depth = t->dim == GPU_3D ? 1u << gpu_field(x->words[FORMAT0], 25, 22) : 1;
	t->clamp_reference = false;
	t->live = r500_tx_format(x);
	if (!t->live)
		return;
	t->block_x = t->reader.format->block_w == 4 ? 2 : t->reader.format->block_w == 2;
	t->block_y = t->reader.format->block_h == 4 ? 2 : t->reader.format->block_h == 2;
	t->live = lay_out(x);
}

/*
 * Levels of detail are 1/32 below the exact ones: Mesa adds as much to each bias, and real cards pass its tests of
 * levels that are exact.  No document says so.
 */
#define LOD_BELOW	1

static void decode_sampler(struct r500_texture *x)
{
	uint32_t f0 = x->words[FILTER0], f1 = x->words[FILTER1], aniso = gpu_field(f0, 23, 21);
	struct gpu_sampler *s = &x->s;

	for (unsigned int i = 0; i < 3; i++)
		s->wrap[i] = f0 >> 3 * i & 7;
	/* 0 is FILTER4, which is not modelled, 3 anisotropic: both linear. */
	s->mag_linear = gpu_field(f0, 10, 9) != 1;
	s->min_linear = gpu_field(f0, 12, 11) != 1;
	s->mip_filter = gpu_field(f0, 14, 13);
	s->z_filter = gpu_field(f0, 16, 15);
	s->anisotropy = gpu_field(f0, 12, 11) == 3 ? 1u << (aniso < 4 ? aniso : 4) : 1;
	s->compare = 0;
	s->min_lod = (float)gpu_field(f0, 20, 17);
	s->max_lod = (float)x->t.last_level;
	s->bias = (float)(gpu_sext(gpu_field(f1, 12, 3), 10) - LOD_BELOW) / 32.0f;
	if (s->min_lod > s->max_lod)
		s->min_lod = s->max_lod;
	r500_tx_border(x);
}

void r500_tx_begin(struct r500_tx *tx, const uint32_t *regs)
{
	static const uint16_t first[7] = {
		R500_TX_FILTER0_0, R500_TX_FILTER1_0, R500_TX_FORMAT0_0, R500_TX_FORMAT1_0, R500_TX_FORMAT2_0,
		R500_TX_OFFSET_0, R500_TX_BORDER_COLOR_0,
	};

	tx->enabled = gpu_reg(regs, R500_TX_ENABLE) & 0xffff;
	tx->unit->cube_edges = false;
	for (uint32_t i = 0; i < R500_TX_UNITS; i++) {
		struct r500_texture *x = &tx->texture[i];
		bool same = x->known;

		if (!(tx->enabled >> i & 1))
			continue;
		for (unsigned int w = 0; w < 7; w++) {
			uint32_t value = gpu_reg(regs, first[w] + 4 * i);

			same &= x->words[w] == value;
			x->words[w] = value;
		}
		if (!same) {
			decode_texture(x);
			if (x->t.live)
				decode_sampler(x);
			x->yuv = gpu_field(x->words[FORMAT1], 23, 22);
			x->known = true;
		}
		for (uint32_t n = 0; x->t.live && n <= x->t.last_level; n++) {
			struct gpu_level *l = &x->t.level[n];

			/* A host that wants to hear of accesses gets each of them. */
			l->host = tx->unit->mem->host->seen ? NULL :
				  gpu_mem_try(tx->unit->mem, GPU_TEXTURE, l->surface.base,
					      l->surface.slice_bytes * l->slices);
		}
	}
}

bool r500_tx_reads(const struct r500_tx *tx, uint64_t first, uint64_t end)
{
	for (uint32_t i = 0; i < R500_TX_UNITS; i++) {
		const struct gpu_texture *t = &tx->texture[i].t;
		const struct gpu_level *last = &t->level[t->last_level];

		if (tx->enabled >> i & 1 && t->live && t->level[0].surface.base < end &&
		    last->surface.base + last->surface.slice_bytes * last->slices > first)
			return true;
	}
	return false;
}

/* ---- lookups ---- */

/* The face of a direction, and the place on it from 1 to 2. */
static void cube_place(const float dir[3], int face, float place[3])
{
	float most[3] = { fabsf(dir[0]), fabsf(dir[1]), fabsf(dir[2]) }, scale;
	const struct gpu_cube_face *f;

	if (face < 0) {
		face = most[2] >= most[0] && most[2] >= most[1] ? 4 : most[1] >= most[0] ? 2 : 0;
		face += dir[face / 2] < 0;
	}
	f = &gpu_cube_faces[face];
	scale = 0.5f / most[f->major];
	place[0] = dir[f->s] * f->s_sign * scale + 1.5f;
	place[1] = dir[f->t] * f->t_sign * scale + 1.5f;
	place[2] = (float)face;
}

/* Coordinates as the filters take them. */
static void coordinates(const struct gpu_texture *t, const struct us_lookup *l, union gpu_lanes coord[3])
{
	for (unsigned int i = 0; i < GPU_LANES; i++) {
		float in[3], out[3];

		for (int c = 0; c < 3; c++) {
			in[c] = l->coord.c[c].f[i];
			/* The unit gets no NaN. */
			in[c] = in[c] == in[c] ? in[c] : INFINITY;
		}
		memcpy(out, in, sizeof(out));
		if (t->dim == GPU_CUBE)
			cube_place(in, -1, out);
		for (int c = 0; c < 3; c++)
			coord[c].f[i] = out[c];
	}
}

/* Gradients of a pixel's own; on cubes the gradients of the place on its face. */
static void own_slope(const struct gpu_texture *t, const struct us_lookup *l, const union gpu_lanes coord[3],
		      unsigned int lane, struct gpu_slope *slope)
{
	float right[3], down[3];

	for (int c = 0; c < 3; c++) {
		slope->h[c] = l->dx.c[c].f[lane];
		slope->v[c] = l->dy.c[c].f[lane];
		right[c] = l->coord.c[c].f[lane] + slope->h[c];
		down[c] = l->coord.c[c].f[lane] + slope->v[c];
	}
	if (t->dim != GPU_CUBE)
		return;
	cube_place(right, (int)coord[2].f[lane], slope->h);
	cube_place(down, (int)coord[2].f[lane], slope->v);
	for (int c = 0; c < 3; c++) {
		slope->h[c] -= coord[c].f[lane];
		slope->v[c] -= coord[c].f[lane];
	}
}

static void footprint(const struct gpu_sampling *g, const struct us_lookup *l, const union gpu_lanes coord[3],
		      unsigned int lane, struct gpu_footprint *f)
{
	struct gpu_slope slope;

	f->samples = 1;
	f->reference = 0;
	for (int c = 0; c < 3; c++)
		f->coord[c] = coord[c].f[lane];
	if (l->op == US_TEX_LOD) {
		f->lod = l->coord.c[3].f[lane] + g->s->bias;
		return;
	}
	if (l->op == US_TEX_DXDY)
		own_slope(g->t, l, coord, lane, &slope);
	else
		gpu_slope_of_quad(g->t, coord, lane / 4, &slope);
	gpu_footprint_size(g, &slope, f);
	f->lod += g->s->bias + (l->op == US_TEX_BIAS ? l->coord.c[3].f[lane] : 0);
}

/* ITU-R BT.601, from 16 to 235; U and V are components 0 and 2. */
static void to_rgb(uint32_t out[4], bool clamp)
{
	float u = gpu_float(out[0]) - 0.5f, y = (gpu_float(out[1]) - 16.0f / 255.0f) * 1.164f;
	float v = gpu_float(out[2]) - 0.5f, rgb[3] = { y + 1.596f * v, y - 0.813f * v - 0.391f * u, y + 2.018f * u };

	for (int i = 0; i < 3; i++) {
		if (clamp)
			rgb[i] = rgb[i] > 0 ? rgb[i] < 1 ? rgb[i] : 1 : 0;
		out[i] = gpu_bits(rgb[i]);
	}
}

static void put(const struct r500_texture *x, uint32_t in[4], unsigned int lane, struct gpu_vec *texel)
{
	if (x->yuv && x->t.reader.format->block_w == 2)
		to_rgb(in, x->yuv == 1);
	gpu_remove_gamma(&x->t, in);
	for (int c = 0; c < 4; c++)
		texel->c[c].u[lane] = gpu_select(in, x->sel[c], false);
}

void r500_tx_lookup(void *ctx, const struct us_lookup *l, struct gpu_vec *texel)
{
	struct r500_tx *tx = ctx;
	struct r500_texture *x = &tx->texture[l->unit];
	struct gpu_sampling g = { .unit = tx->unit, .t = &x->t, .s = &x->s };
	bool live = tx->enabled >> l->unit & 1 && x->t.live;
	union gpu_lanes coord[3];

	for (unsigned int i = 0; !live && i < GPU_LANES; i++)
		for (int c = 0; c < 4; c++)
			texel->c[c].f[i] = c == 3 ? 1 : 0;
	if (!live)
		return;
	for (int c = 0; c < 3; c++)
		g.normalised[c] = !l->unscaled;
	coordinates(&x->t, l, coord);
	for (unsigned int i = 0; i < GPU_LANES; i++) {
		struct gpu_footprint f;
		uint32_t out[4];

		if (!(l->mask >> i & 1))
			continue;
		footprint(&g, l, coord, i, &f);
		tx->unit->lane = (int)i;
		gpu_filter(&g, &f, out);
		put(x, out, i, texel);
	}
}
