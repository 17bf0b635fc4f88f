// SPDX-License-Identifier: GPL-2.0
/*
 * Gradients of coordinates, and the level of detail that follows from them.
 *
 * A quad has one level of detail.  It follows from its first row and column, or from the others if
 * the first ones mix two faces of a cube.  If both rows or columns mix faces, the second face is unfolded
 * about the edge that it shares with the first.  No document defines this; with this
 * the verdicts of cubemap and tex-miplevel-selection, whose faces are few pixels wide, are an RV770's.
 */
#include "texture_unit.h"

#include <math.h>
#include <string.h>

#include "float.h"

/* Do invocations a and b look at the same face? */
static bool same_face(const struct gpu_texture *t, const union gpu_lanes coord[3], unsigned int a,
		      unsigned int b)
{
	return t->dim != GPU_CUBE || gpu_layer(coord[2].f[a], 0xffff) == gpu_layer(coord[2].f[b], 0xffff);
}

/* The face of a coordinate from 0 to 5. */
static uint32_t face_of(float z)
{
	uint32_t face = gpu_layer(z, 0xffff) % 8;

	return face < 6 ? face : 5;
}

/* A point of another face, @at, in coordinates of a face that goes on past its edges. */
static void unfold(const struct gpu_cube_face *to, const struct gpu_cube_face *from, float at[2])
{
	float dir[3], normal, s, t;

	if (to->major == from->major)
		return;
	dir[from->major] = from->sign;
	dir[from->s] = from->s_sign * (at[0] - 1.5f) * 2.0f;
	dir[from->t] = from->t_sign * (at[1] - 1.5f) * 2.0f;
	normal = dir[to->major] * to->sign;
	s = dir[to->s] * to->s_sign;
	t = dir[to->t] * to->t_sign;
	if (from->major == to->s)
		s *= 2.0f - normal;
	else
		t *= 2.0f - normal;
	at[0] = s / 2.0f + 1.5f;
	at[1] = t / 2.0f + 1.5f;
}

static void difference(const struct gpu_texture *texture, const union gpu_lanes coord[3], unsigned int a, unsigned int b,
		       float out[3])
{
	float at[2] = { coord[0].f[b], coord[1].f[b] };

	if (!same_face(texture, coord, a, b))
		unfold(&gpu_cube_faces[face_of(coord[2].f[a])], &gpu_cube_faces[face_of(coord[2].f[b])], at);
	for (int i = 0; i < 3; i++)
		out[i] = (i < 2 ? at[i] : coord[i].f[b]) - coord[i].f[a];
}

void gpu_slope_of_quad(const struct gpu_texture *t, const union gpu_lanes coord[3], unsigned int quad,
		       struct gpu_slope *slope)
{
	unsigned int at = 4 * quad;

	unsigned int row = !same_face(t, coord, at, at + 1) && same_face(t, coord, at + 2, at + 3) ? at + 2 : at;
	unsigned int column = !same_face(t, coord, at, at + 2) && same_face(t, coord, at + 1, at + 3) ? at + 1 : at;

	difference(t, coord, row, row + 1, slope->h);
	difference(t, coord, column, column + 2, slope->v);
}

/* Coordinates that count: z of arrays and cubes is no distance. */
static int dimensions(const struct gpu_texture *t)
{
	switch (t->dim) {
	case GPU_1D:
	case GPU_1D_ARRAY:
		return 1;
	case GPU_3D:
		return 3;
	}
	return 2;
}

/* The square of a gradient's length in texels of the base level. */
static float square(const struct gpu_sampling *g, const float slope[3])
{
	const struct gpu_level *base = &g->t->level[g->t->base_level];
	const uint32_t size[3] = { base->width, base->height, base->depth };
	int i, n = dimensions(g->t);
	float sum = 0;

	for (i = 0; i < n; i++) {
		float d = slope[i] * (g->normalised[i] ? (float)size[i] : 1);

		sum += d * d;
	}
	return sum;
}

/*
 * Anisotropy: as many samples along the longer gradient as the shorter one fits into it, at most
 * the sampler's; the level of detail follows from what remains of the longer one.
 */
static float stretch(const struct gpu_sampling *g, const struct gpu_slope *slope, float h, float v,
		     struct gpu_footprint *f)
{
	float most = g->s->anisotropy, ratio = h > v ? h / v : v / h;
	int i;

	/* Squares of lengths until here; a gradient of no length is stretched most. */
	if (!(ratio < most * most))
		ratio = most * most;
	f->samples = (uint32_t)ceilf(sqrtf(ratio));
	for (i = 0; i < 3; i++)
		f->step[i] = (h > v ? slope->h[i] : slope->v[i]) / (float)f->samples;
	return (h > v ? h : v) / (float)(f->samples * f->samples);
}

void gpu_footprint_size(const struct gpu_sampling *g, const struct gpu_slope *slope,
			struct gpu_footprint *f)
{
	float h = square(g, slope->h), v = square(g, slope->v), longer = h > v ? h : v;

	f->samples = 1;
	if (g->s->anisotropy > 1 && longer > 0 && longer < 1e30f)
		longer = stretch(g, slope, h, v, f);
	f->lod = 0.5f * gpu_log2(longer);
}
