// SPDX-License-Identifier: GPL-2.0
/*
 * Filters: a coordinate and a level of detail to a colour.
 *
 * Levels are mixed of up to two, a level of up to eight texels.  Shadow comparisons come before
 * the filter.  Integers are never mixed.
 */
#include "texture_unit.h"

#include <math.h>
#include <string.h>

#include "float.h"
#include "format_number.h"

/* ---- the sampler ---- */

/*
 * A border colour is in the order of a result, and DST_SEL comes after it.  So the chip first
 * puts its components where DST_SEL looks for them, by a guess of the format's order: right for
 * orders of formats, not for other permutations.  This guess gives the verdicts of a real RV770
 * in piglit's "texwrap bordercolor" and "bordercolor-swizzled", format by format.
 */
static void border_order(const struct gpu_texture *t, uint8_t order[4])
{
	static const uint8_t xyzw[4] = { 0, 1, 2, 3 }, zyxw[4] = { 2, 1, 0, 3 }, xwyz[4] = { 0, 3, 1, 2 },
			     wxyz[4] = { 3, 0, 1, 2 }, wzyx[4] = { 3, 2, 1, 0 };
	const uint8_t *sel = t->sel, *guess = xyzw;

	/* Alpha is in its place or not there: the order is taken for one that swaps two. */
	if ((sel[3] == 3 || t->reader.format->components == 3) && sel[0] < 3 && sel[1] < 3 && sel[2] < 3) {
		memcpy(order, sel, 3);
		order[3] = 3;
		return;
	}
	if (sel[3] == 0)
		guess = sel[2] == 1 ? wzyx : wxyz;
	else if (sel[0] == 0)
		guess = sel[1] == 1 ? xyzw : xwyz;
	else if (sel[2] == 0)
		guess = zyxw;
	memcpy(order, guess, 4);
}

/* Registers are floats.  A real RV770 shows no integer border that Mesa writes as integers. */
static uint32_t border_register(uint32_t value, bool integer)
{
	float f = gpu_float(value);

	if (!integer)
		return value;
	if (!(f > -2147483648.0f))
		return f == f ? 0x80000000 : 0;
	return f < 2147483648.0f ? (uint32_t)(int32_t)f : 0x7fffffff;
}

static void decode_border(struct gpu_sampler *s, uint32_t type, const uint32_t reg[4],
			  const struct gpu_texture *t)
{
	uint32_t one = t->reader.integer ? 1 : 0x3f800000;
	uint8_t order[4];
	int i, k;

	border_order(t, order);
	for (i = 0; i < 4; i++) {
		k = order[i];
		s->border[i] = type == 3 ? border_register(reg[k], t->reader.integer) :
			       type == 2 || (type == 1 && k == 3) ? one : 0;
	}
}

static int32_t signed_field(uint32_t word, unsigned int first, unsigned int bits)
{
	return (int32_t)(word << (32 - first - bits)) >> (32 - bits);
}

void gpu_sampler_decode(struct gpu_sampler *s, const uint32_t w[3], const uint32_t border[4],
			const struct gpu_texture *t)
{
	uint32_t mag = w[0] >> 9 & 7, min = w[0] >> 12 & 7, ratio = w[0] >> 19 & 7;
	bool integer = t->reader.integer;

	s->wrap[0] = w[0] & 7;
	s->wrap[1] = w[0] >> 3 & 7;
	s->wrap[2] = w[0] >> 6 & 7;
	/* 1 bilinear, 2 bicubic (not modelled), 5 anisotropic and bilinear */
	s->mag_linear = !integer && (mag & 3);
	s->min_linear = !integer && (min & 3);
	s->z_filter = w[0] >> 15 & 3;
	s->mip_filter = w[0] >> 17 & 3;
	if (integer && s->mip_filter == 2)
		s->mip_filter = 1;
	s->anisotropy = min & 4 && !integer ? 1u << (ratio < 4 ? ratio : 4) : 1;
	s->compare = w[0] >> 26 & 7;
	s->min_lod = (float)(w[1] & 0x3ff) / 64;
	s->max_lod = (float)(w[1] >> 10 & 0x3ff) / 64;
	s->bias = (float)signed_field(w[1], 20, 12) / 64;
	decode_border(s, w[0] >> 22 & 3, border, t);
}

/* ---- cubes ---- */

const struct gpu_cube_face gpu_cube_faces[6] = {
	{ 0, 2, 1, 1, -1, -1 }, { 0, 2, 1, -1, 1, -1 },
	{ 1, 0, 2, 1, 1, 1 }, { 1, 0, 2, -1, 1, -1 },
	{ 2, 0, 1, 1, 1, -1 }, { 2, 0, 1, -1, -1, -1 },
};

struct cube_texel {
	int32_t x, y;
	uint32_t face;
};

static int32_t along(const int32_t dir[3], uint8_t axis, int8_t sign, int32_t size)
{
	int32_t i = (dir[axis] * sign + size) >> 1;

	return i < 0 ? 0 : i < size ? i : size - 1;
}

/* The texel beyond one edge of a face is the nearest one of the face beside it. */
static void across_edge(struct cube_texel *c, int32_t size)
{
	uint32_t face = c->face;
	bool by_s = c->x < 0 || c->x >= size;
	int32_t dir[3];

	/* Centres count in half texels from the middle of the face. */
	dir[gpu_cube_faces[face].major] = gpu_cube_faces[face].sign * size;
	dir[gpu_cube_faces[face].s] = gpu_cube_faces[face].s_sign * (2 * c->x + 1 - size);
	dir[gpu_cube_faces[face].t] = gpu_cube_faces[face].t_sign * (2 * c->y + 1 - size);
	face = by_s ? gpu_cube_faces[face].s : gpu_cube_faces[face].t;
	face = 2 * face + (dir[face] < 0);
	c->face = face;
	c->x = along(dir, gpu_cube_faces[face].s, gpu_cube_faces[face].s_sign, size);
	c->y = along(dir, gpu_cube_faces[face].t, gpu_cube_faces[face].t_sign, size);
}

/* ---- one level ---- */

/* Four components; integers only pass through. */
typedef float color __attribute__((vector_size(16)));

/* The result of a comparison instead of the texel. */
static color compared(const struct gpu_sampling *g, float texel, float reference)
{
	bool pass = (g->s->compare & 1 && reference < texel) || (g->s->compare & 2 && reference == texel) ||
		    (g->s->compare & 4 && reference > texel);

	/* NOTEQUAL and ALWAYS hold for NaN. */
	if (g->s->compare == 7 || (g->s->compare == 5 && reference != texel))
		pass = true;
	return (color) { pass, 0, 0, 1 };
}

/* One texel, or the border. */
static color texel_or_border(const struct gpu_sampling *g, const struct gpu_level *l, int32_t x,
			     int32_t y, int32_t slice)
{
	uint32_t raw[4];
	color v;

	if ((x | y | slice) < 0)
		memcpy(raw, g->s->border, sizeof(raw));
	else
		gpu_texel(g->unit, g->t, l, (uint32_t)x, (uint32_t)y, (uint32_t)slice, 0, raw);
	memcpy(&v, raw, sizeof(v));
	return v;
}

static color tap(const struct gpu_sampling *g, const struct gpu_level *l, int32_t x, int32_t y,
		 int32_t slice, float reference)
{
	color v = texel_or_border(g, l, x, y, slice);

	return g->shadow ? compared(g, v[0], reference) : v;
}

/* The ends are exact, also beside infinities. */
static inline color mix(color a, color b, float weight)
{
	if (weight == 0 || weight == 1)
		return weight == 0 ? a : b;
	return a + (b - a) * weight;
}

static inline color bilinear(const color texel[4], const struct gpu_axis *x, const struct gpu_axis *y)
{
	return mix(mix(texel[0], texel[1], x->weight), mix(texel[2], texel[3], x->weight), y->weight);
}

/* The bytes of four texels of a slice, none of them outside; most are in one tile. */
static inline void four_elements(const struct gpu_level *l, const struct gpu_axis *x,
				 const struct gpu_axis *y, uint32_t slice, const uint8_t *at[4])
{
	const struct gpu_surface *s = &l->surface;
	int32_t i, u, v, tile_x = -1, tile_y = -1;
	const uint8_t *tile = NULL;

	for (i = 0; i < 4; i++) {
		u = x->texel[i & 1];
		v = y->texel[i >> 1];
		if (u >> 3 != tile_x || v >> 3 != tile_y) {
			tile_x = u >> 3;
			tile_y = v >> 3;
			tile = l->host + (gpu_surface_tile(s, (uint32_t)u, (uint32_t)v, slice) - s->base);
		}
		at[i] = tile + s->element[(v & 7) * 8 + (u & 7)];
	}
}

static inline color unpacked(const struct gpu_texture *t, const uint8_t *element)
{
	const uint8_t *n = t->reader.number;
	uint32_t raw[4];
	color v;

	if (t->four_bytes) {
		raw[0] = gpu_number_8[n[0]][element[0]];
		raw[1] = gpu_number_8[n[1]][element[1]];
		raw[2] = gpu_number_8[n[2]][element[2]];
		raw[3] = gpu_number_8[n[3]][element[3]];
	} else {
		gpu_unpack(&t->reader, element, raw);
	}
	memcpy(&v, raw, sizeof(v));
	return v;
}

/* Four texels of a slice, in rows. */
static void four(const struct gpu_sampling *g, const struct gpu_level *l, const struct gpu_axis *x,
		 const struct gpu_axis *y, int32_t slice, float reference, color out[4])
{
	const uint8_t *at[4];
	int i;

	if (l->host && !g->unit->fetched && !(g->t->block_x | g->t->block_y) &&
	    (x->texel[0] | x->texel[1] | y->texel[0] | y->texel[1] | slice) >= 0) {
		four_elements(l, x, y, (uint32_t)slice, at);
		for (i = 0; i < 4; i++)
			out[i] = unpacked(g->t, at[i]);
	} else {
		for (i = 0; i < 4; i++)
			out[i] = texel_or_border(g, l, x->texel[i & 1], y->texel[i >> 1], slice);
	}
	for (i = 0; g->shadow && i < 4; i++)
		out[i] = compared(g, out[i][0], reference);
}

/* Texels of a face and its neighbours; a corner is the mean of the three that meet there. */
static void four_of_cube(const struct gpu_sampling *g, const struct gpu_level *l, const struct gpu_axis *x,
			 const struct gpu_axis *y, uint32_t face, float reference, color out[4])
{
	int32_t size = (int32_t)l->width;
	int i, corner = -1;

	for (i = 0; i < 4; i++) {
		struct cube_texel c = { x->texel[i & 1], y->texel[i >> 1], face % 8 };
		bool x_out = c.x < 0 || c.x >= size, y_out = c.y < 0 || c.y >= size;

		if (x_out && y_out) {
			corner = i;
			continue;
		}
		if (x_out || y_out)
			across_edge(&c, size);
		out[i] = tap(g, l, c.x, c.y, (int32_t)(g->t->first_slice + face / 8 * 8 + c.face),
			     reference);
	}
	if (corner < 0)
		return;
	out[corner] = (out[corner ^ 1] + out[corner ^ 2] + out[corner ^ 3]) / 3;
}

static float reference_of(const struct gpu_sampling *g, float reference)
{
	if (!g->t->clamp_reference)
		return reference;
	/* NaN stays. */
	return reference < 0 ? 0 : reference > 1 ? 1 : reference;
}

/* x and y of cubes are from 1 to 2 and end at the edges of the face. */
static void cube_axis(struct gpu_axis *a, bool linear, bool edges, float coord, uint32_t size)
{
	float u = (coord - 1) * (float)size, first;

	if (!linear || !edges) {
		gpu_wrap_axis(a, GPU_CLAMP, linear, u, false, 0, size);
		return;
	}
	u = u > 0 ? u < (float)size ? u : (float)size : 0;
	u -= 0.5f;
	first = floorf(u);
	/* One texel outside is one of the face beside this one. */
	a->texel[0] = (int32_t)first;
	a->texel[1] = (int32_t)first + 1;
	a->weight = floorf((u - first) * 256 + 0.5f) * (1 / 256.0f);
}

static uint32_t cube_face(const struct gpu_texture *t, float z)
{
	uint32_t face = gpu_layer(z, t->last_slice - t->first_slice);

	return face % 8 < 6 ? face : face / 8 * 8 + 5;
}

static color sample_cube(const struct gpu_sampling *g, const struct gpu_level *l, bool linear,
			 const struct gpu_footprint *f)
{
	bool edges = g->unit->cube_edges && l->width == l->height;
	uint32_t face = cube_face(g->t, f->coord[2]);
	float reference = reference_of(g, f->reference);
	struct gpu_axis x, y;
	color texel[4];

	/* An incomplete last cube has no faces to go on with. */
	if (g->t->first_slice + face / 8 * 8 + 5 > g->t->last_slice)
		edges = false;
	cube_axis(&x, linear, edges, f->coord[0], l->width);
	cube_axis(&y, linear, edges, f->coord[1], l->height);
	if (!linear)
		return tap(g, l, x.texel[0], y.texel[0], (int32_t)(g->t->first_slice + face), reference);
	if (edges)
		four_of_cube(g, l, &x, &y, face, reference, texel);
	else
		four(g, l, &x, &y, (int32_t)(g->t->first_slice + face), reference, texel);
	return bilinear(texel, &x, &y);
}

static void wrap_plane(const struct gpu_sampling *g, const struct gpu_level *l, bool linear,
		       const float coord[3], struct gpu_axis *x, struct gpu_axis *y)
{
	gpu_wrap_axis(x, g->s->wrap[0], linear, coord[0], g->normalised[0], g->offset[0], l->width);
	if (g->t->dim == GPU_1D || g->t->dim == GPU_1D_ARRAY)
		*y = (struct gpu_axis) { { 0, 0 }, 0 };
	else
		gpu_wrap_axis(y, g->s->wrap[1], linear, coord[1], g->normalised[1], g->offset[1],
			      l->height);
}

static color sample_slice(const struct gpu_sampling *g, const struct gpu_level *l, bool linear,
			  const struct gpu_axis *x, const struct gpu_axis *y, int32_t slice,
			  float reference)
{
	color texel[4];

	if (!linear)
		return tap(g, l, x->texel[0], y->texel[0], slice, reference);
	four(g, l, x, y, slice, reference, texel);
	return bilinear(texel, x, y);
}

static color sample_level(const struct gpu_sampling *g, const struct gpu_level *l, bool linear,
			  const struct gpu_footprint *f)
{
	const struct gpu_texture *t = g->t;
	float reference = reference_of(g, f->reference);
	struct gpu_axis x, y, z;
	color near, far;
	bool deep;

	if (t->dim == GPU_CUBE)
		return sample_cube(g, l, linear, f);
	wrap_plane(g, l, linear, f->coord, &x, &y);
	if (t->dim != GPU_3D)
		return sample_slice(g, l, linear, &x, &y, (int32_t)(t->first_slice +
				    (t->dim >= GPU_1D_ARRAY ?
				     gpu_layer(f->coord[2], t->last_slice - t->first_slice) : 0)),
				    reference);
	deep = g->s->z_filter ? g->s->z_filter == 2 : linear;
	gpu_wrap_axis(&z, g->s->wrap[2], deep, f->coord[2], g->normalised[2], g->offset[2], l->depth);
	near = sample_slice(g, l, linear, &x, &y, z.texel[0], reference);
	if (!deep)
		return near;
	far = sample_slice(g, l, linear, &x, &y, z.texel[1], reference);
	return mix(near, far, z.weight);
}

/* ---- levels ---- */

static float clamped_lod(const struct gpu_sampler *s, float lod)
{
	/* NaN, and what is below the least, is the least. */
	if (!(lod > s->min_lod))
		lod = s->min_lod;
	return lod < s->max_lod ? lod : s->max_lod;
}

static color sample_lod(const struct gpu_sampling *g, float lod, const struct gpu_footprint *f)
{
	const struct gpu_level *base = &g->t->level[g->t->base_level];
	uint32_t last = g->t->last_level - g->t->base_level, level;
	color near, far;

	if (!(lod > 0))
		return sample_level(g, base, g->s->mag_linear, f);
	if (!g->s->mip_filter)
		return sample_level(g, base, g->s->min_linear, f);
	level = (uint32_t)(g->s->mip_filter == 1 ? lod + 0.5f : lod);
	if (level >= last)
		return sample_level(g, base + last, g->s->min_linear, f);
	near = sample_level(g, base + level, g->s->min_linear, f);
	lod = floorf((lod - (float)level) * 256) * (1 / 256.0f);
	if (g->s->mip_filter == 1 || lod == 0)
		return near;
	far = sample_level(g, base + level + 1, g->s->min_linear, f);
	return mix(near, far, lod);
}

/* Samples beside each other along the footprint, its middle at the coordinate. */
static color sample_line(const struct gpu_sampling *g, float lod, const struct gpu_footprint *f)
{
	color sum = { 0 };
	struct gpu_footprint one = *f;
	uint32_t i;
	int k;

	for (i = 0; i < f->samples; i++) {
		for (k = 0; k < 3; k++)
			one.coord[k] = f->coord[k] + f->step[k] * ((float)i + 0.5f - 0.5f * (float)f->samples);
		sum += sample_lod(g, lod, &one);
	}
	return sum / (float)f->samples;
}

void gpu_filter(const struct gpu_sampling *g, const struct gpu_footprint *f, uint32_t out[4])
{
	float lod = clamped_lod(g->s, f->lod);
	color v = f->samples > 1 && lod > 0 ? sample_line(g, lod, f) : sample_lod(g, lod, f);

	memcpy(out, &v, sizeof(v));
}

void gpu_gather(const struct gpu_sampling *g, const struct gpu_footprint *f, uint32_t out[4])
{
	static const uint8_t order[4] = { 2, 3, 1, 0 };
	const struct gpu_level *l = &g->t->level[g->t->base_level];
	struct gpu_axis x, y;
	color texel[4];
	uint32_t layer = gpu_layer(f->coord[2], g->t->last_slice - g->t->first_slice);
	int i;

	wrap_plane(g, l, true, f->coord, &x, &y);
	four(g, l, &x, &y, (int32_t)(g->t->first_slice + layer), reference_of(g, f->reference), texel);
	for (i = 0; i < 4; i++)
		out[i] = gpu_bits(texel[order[i]][0]);
}

void gpu_remove_gamma(const struct gpu_texture *t, uint32_t color[4])
{
	for (int i = 0; i < 4; i++)
		if (t->gamma[i])
			color[i] = gpu_bits(gpu_srgb_to_linear(gpu_float(color[i])));
}
