// SPDX-License-Identifier: GPL-2.0
/*
 * Samples and loads of all invocations at once, for most textures: 2D, four bytes a texel, in one span of
 * the host, one level.  The results have the bits of texture_filter.c, which does all others.
 */
#include "texture_unit.h"

#include <math.h>
#include <string.h>

#include "float.h"
#include "format_number.h"

/* Coordinates go 16 texels beyond an edge, so a turn back in the texture is enough from this size on. */
#define LEAST_REPEATED	32u

struct lane_axis {
	union gpu_lanes first, second, weight;
};

static bool wrap_fits(unsigned int mode, uint32_t size)
{
	return mode == GPU_CLAMP || (mode == GPU_REPEAT && size >= LEAST_REPEATED);
}

bool gpu_lanes_load_fits(const struct gpu_texture *t)
{
	return GPU_LITTLE_ENDIAN && t->live && t->dim == GPU_2D && t->four_bytes && t->level[t->base_level].host &&
	       !(t->block_x | t->block_y);
}

bool gpu_lanes_sample_fits(const struct gpu_sampling *g)
{
	const struct gpu_level *l = &g->t->level[g->t->base_level];

	return gpu_lanes_load_fits(g->t) && !g->shadow && wrap_fits(g->s->wrap[0], l->width) &&
	       wrap_fits(g->s->wrap[1], l->height);
}

static inline float floor_of(float x)
{
	uint32_t small = x > -8388608.0f && x < 8388608.0f ? 0xffffffff : 0;
	float whole = (float)(int32_t)gpu_float(gpu_bits(x) & small);

	whole -= whole > x ? 1.0f : 0.0f;
	return gpu_float((gpu_bits(whole) & small) | (gpu_bits(x) & ~small));
}

/* The same for what is known to be below 2^23. */
static inline float floor_of_small(float x)
{
	float whole = (float)(int32_t)x;

	return whole - (whole > x ? 1.0f : 0.0f);
}

static GPU_CLONES void repeat(const union gpu_lanes *coord, float scale, float offset, float size,
			      union gpu_lanes *restrict to)
{
	for (int i = 0; i < GPU_LANES; i++) {
		float turns = coord->f[i] * scale / size;

		to->f[i] = (turns - floor_of(turns)) * size + offset;
	}
}

static GPU_CLONES void scale_and_move(const union gpu_lanes *coord, float scale, float offset,
				      union gpu_lanes *restrict to)
{
	for (int i = 0; i < GPU_LANES; i++)
		to->f[i] = coord->f[i] * scale + offset;
}

static GPU_CLONES void to_texels(const union gpu_lanes *at, bool linear, float size, struct lane_axis *restrict a)
{
	float half = linear ? 0.5f : 0.0f, most = size + 16;

	for (int i = 0; i < GPU_LANES; i++) {
		float u = at->f[i], top = u < most ? u : most, bottom = u == u ? -16.0f : 0.0f, first;

		u = (u > -16 ? top : bottom) - half;
		first = floor_of_small(u);
		a->first.i[i] = (int32_t)first;
		a->second.i[i] = (int32_t)first + 1;
		a->weight.f[i] = floor_of_small((u - first) * 256 + 0.5f) * (1 / 256.0f);
	}
}

static GPU_CLONES void wrap(bool repeats, int32_t size, union gpu_lanes *a)
{
	int32_t below = repeats ? size : 0, above = repeats ? size : 0;

	for (int i = 0; i < GPU_LANES; i++) {
		int32_t t = a->i[i];

		t += t < 0 ? below : 0;
		t -= t >= size ? above : 0;
		t = t < 0 ? 0 : t;
		a->i[i] = t < size ? t : size - 1;
	}
}

static void make_axis(const struct gpu_sampling *g, unsigned int axis, bool linear, const union gpu_lanes *coord,
		      uint32_t size, struct lane_axis *a)
{
	bool repeats = g->s->wrap[axis] == GPU_REPEAT;
	float scale = g->normalised[axis] ? (float)size : 1;
	union gpu_lanes at;

	if (repeats)
		repeat(coord, scale, g->offset[axis], (float)size, &at);
	else
		scale_and_move(coord, scale, g->offset[axis], &at);
	to_texels(&at, linear, (float)size, a);
	wrap(repeats, (int32_t)size, &a->first);
	if (linear)
		wrap(repeats, (int32_t)size, &a->second);
}

/* The texels of the lanes in the mask; neighbours are in one tile most times. */
static void fetch(const struct gpu_texture *t, const union gpu_lanes *x, const union gpu_lanes *y, gpu_mask mask,
		  union gpu_lanes *word)
{
	const struct gpu_level *l = &t->level[t->base_level];
	const struct gpu_surface *s = &l->surface;
	uint32_t tile_x = UINT32_MAX, tile_y = 0;
	const uint8_t *tile = l->host;

	for (int i = 0; i < GPU_LANES; i++) {
		uint32_t u = x->u[i], v = y->u[i];

		word->u[i] = 0;
		if (!(mask >> i & 1))
			continue;
		if (u >> 3 != tile_x || v >> 3 != tile_y) {
			tile_x = u >> 3;
			tile_y = v >> 3;
			tile = l->host + (gpu_surface_tile(s, u, v, t->first_slice) - s->base);
		}
		memcpy(&word->u[i], tile + s->element[(v & 7) * 8 + (u & 7)], 4);
	}
}

static void unpack(const struct gpu_texture *t, const union gpu_lanes *word, unsigned int c, union gpu_lanes *to)
{
	const uint32_t *number = gpu_number_8[t->reader.number[c]];

	if (t->reader.number[c] == GPU_UNORM) {
		gpu_number_unorm_8(word, 8 * c, to);
		return;
	}
	for (int i = 0; i < GPU_LANES; i++)
		to->u[i] = number[word->u[i] >> 8 * c & 0xff];
}

/* The ends are exact. */
static GPU_CLONES void mix(union gpu_lanes *a, const union gpu_lanes *b, const union gpu_lanes *weight)
{
	for (int i = 0; i < GPU_LANES; i++) {
		float w = weight->f[i], from = a->f[i], to = b->f[i], between = from + (to - from) * w;

		between = w == 0 ? from : between;
		a->f[i] = w == 1 ? to : between;
	}
}

void gpu_lanes_sample(const struct gpu_sampling *g, const struct gpu_vec *coord, gpu_mask mask,
		      struct gpu_vec *texel)
{
	const struct gpu_level *l = &g->t->level[g->t->base_level];
	bool linear = g->s->mag_linear;
	struct lane_axis x, y;
	union gpu_lanes word[4], corner;

	make_axis(g, 0, linear, &coord->c[0], l->width, &x);
	make_axis(g, 1, linear, &coord->c[1], l->height, &y);
	fetch(g->t, &x.first, &y.first, mask, &word[0]);
	if (linear) {
		fetch(g->t, &x.second, &y.first, mask, &word[1]);
		fetch(g->t, &x.first, &y.second, mask, &word[2]);
		fetch(g->t, &x.second, &y.second, mask, &word[3]);
	}
	for (unsigned int c = 0; c < 4; c++) {
		union gpu_lanes lower;

		unpack(g->t, &word[0], c, &texel->c[c]);
		if (!linear)
			continue;
		unpack(g->t, &word[1], c, &corner);
		mix(&texel->c[c], &corner, &x.weight);
		unpack(g->t, &word[2], c, &lower);
		unpack(g->t, &word[3], c, &corner);
		mix(&lower, &corner, &x.weight);
		mix(&texel->c[c], &lower, &y.weight);
	}
}

static GPU_CLONES gpu_mask find_texels(const struct gpu_vec *coord, const int32_t offset[2], uint32_t width,
				       uint32_t height, union gpu_lanes at[2], union gpu_lanes *inside)
{
	gpu_mask mask = 0;

	for (int i = 0; i < GPU_LANES; i++) {
		at[0].u[i] = coord->c[0].u[i] + (uint32_t)offset[0];
		at[1].u[i] = coord->c[1].u[i] + (uint32_t)offset[1];
		inside->u[i] = at[0].u[i] < width && at[1].u[i] < height ? 0xffffffff : 0;
	}
	for (int i = 0; i < GPU_LANES; i++)
		mask |= (inside->u[i] & 1) << i;
	return mask;
}

void gpu_lanes_load(const struct gpu_sampling *g, const struct gpu_vec *coord, gpu_mask mask, struct gpu_vec *texel)
{
	const struct gpu_level *l = &g->t->level[g->t->base_level];
	const int32_t offset[2] = { (int32_t)g->offset[0], (int32_t)g->offset[1] };
	union gpu_lanes at[2], inside, word;

	mask &= find_texels(coord, offset, l->width, l->height, at, &inside);
	fetch(g->t, &at[0], &at[1], mask, &word);
	for (unsigned int c = 0; c < 4; c++) {
		unpack(g->t, &word, c, &texel->c[c]);
		for (int i = 0; i < GPU_LANES; i++)
			texel->c[c].u[i] &= inside.u[i];
	}
}
