// SPDX-License-Identifier: GPL-2.0
/*
 * Clipping, viewport, and what GA and SU make of primitives: flat shading, clamps of colours, sizes of
 * points, culling, polygon mode (guide, 6.4.13 to 6.4.19, 10.3 and 10.7).
 *
 * Points that PS_UCP_MODE expands are drawn if their centre is left, right, above or below of the volume,
 * and are not cut there; user planes, and the other modes, drop points by their centre.  The mask of
 * GA_ROUND_MODE changes nothing, and colours keep the precision of vertices.  Lines of polygons are front
 * faces (9.7.1).
 */
#include <math.h>
#include <string.h>

#include "front_int.h"

/* Edges stay exact as long as coordinates are this near to the window's origin. */
#define GUARD		65536.0

/* Corners of a triangle that 12 planes have cut. */
#define CORNERS		16
#define PLANES		12

enum { SHADE_SOLID, SHADE_FLAT, SHADE_SMOOTH };
enum { DRAW_POINTS, DRAW_LINES, DRAW_TRIANGLES };

/* How far x or y may leave the volume, in units of w: the register, but not past the guard. */
static double guard_band(const uint32_t *regs, uint32_t reg, double scale, double offset)
{
	double wanted = gpu_reg_float(regs, reg);
	double most = scale != 0.0 ? (GUARD - fabs(offset)) / fabs(scale) : GUARD;

	if (!(wanted >= 1.0))
		wanted = 1.0;
	return most > 1.0 && wanted > most ? most : wanted;
}

static void begin_sizes(struct r500_ga *ga, const uint32_t *regs)
{
	uint32_t size = gpu_reg(regs, R500_GA_POINT_SIZE), range = gpu_reg(regs, R500_GA_POINT_MINMAX);
	uint32_t shift = gpu_reg(regs, R500_GA_OFFSET);
	float subpixels = gpu_field(gpu_reg(regs, R500_GB_TILE_CONFIG), 16, 16) ? 16.0f : 12.0f;

	ga->units = 256.0 / subpixels;
	ga->size_in_vertex = gpu_field(gpu_reg(regs, R500_VAP_OUT_VTX_FMT_0), 16, 16);
	ga->size[0] = 2.0f * gpu_field(size, 31, 16) / subpixels;
	ga->size[1] = 2.0f * gpu_field(size, 15, 0) / subpixels;
	ga->least = 2.0f * gpu_field(range, 15, 0) / subpixels;
	ga->most = 2.0f * gpu_field(range, 31, 16) / subpixels;
	ga->shift[0] = (int64_t)rint(gpu_sext(shift & 0xffff, 16) * ga->units);
	ga->shift[1] = (int64_t)rint(gpu_sext(shift >> 16, 16) * ga->units);
}

void r500_ga_begin(struct r500_ga *ga, const uint32_t *regs, const struct r500_upload *upload, bool bypass)
{
	memset(ga, 0, sizeof(*ga));
	ga->clip = gpu_reg(regs, R500_VAP_CLIP_CNTL);
	ga->vte = gpu_reg(regs, R500_VAP_VTE_CNTL);
	ga->cull = gpu_reg(regs, R500_SU_CULL_MODE);
	ga->poly = gpu_reg(regs, R500_GA_POLY_MODE);
	ga->shading = gpu_reg(regs, R500_GA_COLOR_CONTROL);
	ga->shading_tex = gpu_reg(regs, R500_GA_COLOR_CONTROL_PS3);
	ga->round = gpu_reg(regs, R500_GA_ROUND_MODE);
	ga->clips = !bypass && !gpu_field(ga->clip, 16, 16);
	ga->dx_space = gpu_field(gpu_reg(regs, R500_VAP_CNTL), 22, 22);
	for (int i = 0; i < 3; i++) {
		bool scale = ga->vte >> 2 * i & 1, offset = ga->vte >> (2 * i + 1) & 1;

		ga->scale[i] = scale ? gpu_reg_float(regs, R500_VAP_VPORT_XSCALE + 8 * i) : 1.0f;
		ga->offset[i] = offset ? gpu_reg_float(regs, R500_VAP_VPORT_XSCALE + 8 * i + 4) : 0.0f;
	}
	for (int i = 0; i < 2; i++) {
		uint32_t reg = i ? R500_VAP_GB_VERT_CLIP_ADJ : R500_VAP_GB_HORZ_CLIP_ADJ;

		ga->guard[i][0] = guard_band(regs, reg, ga->scale[i], ga->offset[i]);
		ga->guard[i][1] = guard_band(regs, reg + 4, ga->scale[i], ga->offset[i]);
	}
	for (int i = 0; i < 6; i++)
		memcpy(ga->ucp[i], upload->clip[R500_CLIP_UCP + i], sizeof(ga->ucp[i]));
	for (int i = 0; i < 4; i++)
		ga->fill[i] = gpu_reg_float(regs, R500_GA_FILL_R + 4 * i);
	begin_sizes(ga, regs);
}

/* A vertex in clip coordinates, with its weights. */
struct clip_vertex {
	double p[4];
	float weight[3];
};

static bool plane_enabled(const struct r500_ga *ga, unsigned int plane)
{
	return plane < 6 ? ga->clips : ga->clips && ga->clip >> (plane - 6) & 1;
}

/* Distance to a plane; inside is >= 0.  @drop: to that behind which all is dropped. */
static double distance(const struct r500_ga *ga, unsigned int plane, const double p[4], bool drop)
{
	double sum = 0.0;

	switch (plane) {
	case 0 ... 3:
		return ga->guard[plane / 2][drop] * p[3] + (plane % 2 ? -p[plane / 2] : p[plane / 2]);
	case 4:
		return ga->dx_space ? p[2] : p[3] + p[2];
	case 5:
		return p[3] - p[2];
	}
	for (int c = 0; c < 4; c++)
		sum += (double)ga->ucp[plane - 6][c] * p[c];
	return sum;
}

static struct clip_vertex between(const struct clip_vertex *a, const struct clip_vertex *b, double da, double db)
{
	double t = da / (da - db);
	struct clip_vertex v;

	for (int c = 0; c < 4; c++)
		v.p[c] = a->p[c] + t * (b->p[c] - a->p[c]);
	for (int c = 0; c < 3; c++)
		v.weight[c] = (float)(a->weight[c] + t * (b->weight[c] - a->weight[c]));
	return v;
}

/* Cuts a polygon, or a line if it has two corners, with a plane.  Returns the corners left. */
static unsigned int cut(const struct r500_ga *ga, unsigned int plane, struct clip_vertex *v, unsigned int n)
{
	struct clip_vertex out[CORNERS + 2];
	double d[CORNERS];
	unsigned int kept = 0, inside = 0;

	for (unsigned int i = 0; i < n; i++) {
		d[i] = distance(ga, plane, v[i].p, false);
		inside += d[i] >= 0.0;
	}
	/* UCP_CULL_ONLY_ENA: user planes only drop. */
	if (inside == n || !inside || (plane >= 6 && gpu_field(ga->clip, 17, 17)))
		return inside ? n : 0;
	for (unsigned int i = 0; i < n; i++) {
		unsigned int j = (i + 1) % n;
		bool a = d[i] >= 0.0, b = d[j] >= 0.0;

		if (a)
			out[kept++] = v[i];
		/* A new corner is computed from inside to outside, the same for both neighbours. */
		if (a != b && (n > 2 || i == 0))
			out[kept++] = a ? between(&v[i], &v[j], d[i], d[j]) : between(&v[j], &v[i], d[j], d[i]);
	}
	kept = kept < CORNERS ? kept : CORNERS;
	memcpy(v, out, kept * sizeof(*v));
	return kept;
}

/* All vertices are outside of one side of the discard band. */
static bool dropped(const struct r500_ga *ga, const struct clip_vertex *v, unsigned int n)
{
	for (unsigned int plane = 0; plane < 4 && ga->clips; plane++) {
		unsigned int outside = 0;

		while (outside < n && distance(ga, plane, v[outside].p, true) < 0.0)
			outside++;
		if (outside == n)
			return true;
	}
	return false;
}

static unsigned int clip(const struct r500_ga *ga, struct clip_vertex *v, unsigned int n)
{
	if (dropped(ga, v, n))
		return 0;
	for (unsigned int plane = 0; plane < PLANES && n; plane++) {
		if (plane_enabled(ga, plane))
			n = cut(ga, plane, v, n);
	}
	return n;
}

/* A coordinate in 1/256 of a pixel: it is a whole number of subpixels, the nearest one or that nearer to 0. */
static int64_t on_window(const struct r500_ga *ga, double pixels)
{
	double subpixels = pixels * 256.0 / ga->units;

	return (int64_t)rint((gpu_field(ga->round, 1, 0) ? rint(subpixels) : trunc(subpixels)) * ga->units);
}

static bool finish_corner(const struct r500_ga *ga, const struct clip_vertex *v, struct gpu_corner *corner)
{
	double rw = gpu_field(ga->vte, 10, 10) ? 1.0 / v->p[3] : v->p[3];
	double xy = gpu_field(ga->vte, 8, 8) ? 1.0 : rw, zw = gpu_field(ga->vte, 9, 9) ? 1.0 : rw;
	double x = v->p[0] * xy * ga->scale[0] + ga->offset[0];
	double y = v->p[1] * xy * ga->scale[1] + ga->offset[1];

	corner->z = v->p[2] * zw * ga->scale[2] + ga->offset[2];
	corner->rw = rw;
	memcpy(corner->weight, v->weight, sizeof(corner->weight));
	if (!(fabs(x) <= 2 * GUARD) || !(fabs(y) <= 2 * GUARD) || corner->z != corner->z || !(fabs(rw) <= 1e300))
		return false;
	corner->x = on_window(ga, x) + ga->shift[0];
	corner->y = on_window(ga, y) + ga->shift[1];
	return true;
}

static struct clip_vertex first_vertex(const struct r500_vertex *const vertex[3], unsigned int i)
{
	struct clip_vertex v = { .weight = { i == 0, i == 1, i == 2 } };

	for (int c = 0; c < 4; c++)
		v.p[c] = vertex[i]->position[c];
	return v;
}

static void add_point(const struct r500_ga *ga, const struct r500_vertex *const vertex[3], unsigned int i,
		      struct r500_primitive *out)
{
	struct gpu_piece *piece = &out->piece[out->pieces];
	struct clip_vertex v = first_vertex(vertex, i);

	for (unsigned int plane = gpu_field(ga->clip, 15, 14) >= 2 ? 4 : 0; plane < PLANES; plane++) {
		if (plane_enabled(ga, plane) && !(distance(ga, plane, v.p, true) >= 0.0))
			return;
	}
	if (!finish_corner(ga, &v, &piece->corner[0]))
		return;
	piece->corner[1] = piece->corner[0];
	piece->corner[2] = piece->corner[0];
	piece->shape = GPU_POINT;
	memcpy(piece->size, ga->size, sizeof(piece->size));
	if (ga->size_in_vertex) {
		float size = vertex[i]->point_size;

		size = size > ga->least ? size < ga->most ? size : ga->most : ga->least;
		piece->size[0] = size;
		piece->size[1] = size;
	}
	out->pieces++;
}

static void add_line(const struct r500_ga *ga, const struct r500_vertex *const vertex[3], unsigned int from,
		     unsigned int to, struct r500_primitive *out)
{
	struct gpu_piece *piece = &out->piece[out->pieces];
	struct clip_vertex v[CORNERS] = { first_vertex(vertex, from), first_vertex(vertex, to) };

	if (clip(ga, v, 2) != 2)
		return;
	if (!finish_corner(ga, &v[0], &piece->corner[0]) || !finish_corner(ga, &v[1], &piece->corner[1]))
		return;
	piece->corner[2] = piece->corner[1];
	piece->shape = GPU_LINE;
	out->pieces++;
}

static void add_edges(const struct r500_ga *ga, const struct gpu_primitive *prim,
		      const struct r500_vertex *const vertex[3], uint32_t type, struct r500_primitive *out)
{
	out->front = true;
	for (unsigned int i = 0; i < 3; i++) {
		if (!(prim->edges >> i & 1))
			continue;
		if (type == DRAW_LINES)
			add_line(ga, vertex, i, (i + 1) % 3, out);
		else
			add_point(ga, vertex, i, out);
	}
}

static void add_triangle(const struct r500_ga *ga, const struct gpu_primitive *prim,
			 const struct r500_vertex *const vertex[3], struct r500_primitive *out)
{
	struct clip_vertex v[CORNERS] = { first_vertex(vertex, 0), first_vertex(vertex, 1), first_vertex(vertex, 2) };
	struct gpu_corner corner[CORNERS];
	unsigned int n = clip(ga, v, 3);
	int64_t total = 0;
	uint32_t type;
	bool culled;

	for (unsigned int i = 0; i < n; i++) {
		if (!finish_corner(ga, &v[i], &corner[i]))
			return;
	}
	for (unsigned int i = 2; i < n; i++)
		total += gpu_area(&corner[0], &corner[i - 1], &corner[i]);
	if (!total)
		return;
	out->front = (total > 0) == gpu_field(ga->cull, 2, 2);
	culled = gpu_field(ga->cull, !out->front, !out->front);
	type = out->front ? gpu_field(ga->poly, 6, 4) : gpu_field(ga->poly, 9, 7);
	if (gpu_field(ga->poly, 1, 0) == 1 && type < DRAW_TRIANGLES && !culled) {
		add_edges(ga, prim, vertex, type, out);
		return;
	}
	for (unsigned int i = 2; i < n && out->pieces < GPU_PIECES; i++) {
		struct gpu_piece *piece = &out->piece[out->pieces++];

		piece->shape = GPU_TRIANGLE;
		piece->corner[0] = corner[0];
		piece->corner[1] = corner[i - 1];
		piece->corner[2] = corner[i];
	}
	if (culled) {
		out->culled = out->pieces;
		out->pieces = 0;
	}
}

static float unit(float value)
{
	return value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
}

/* Colours and textures as they are interpolated: solid, of the provoking vertex, or of each one. */
static void shade(const struct r500_ga *ga, const struct r500_vertex *flat, struct r500_vertex *v)
{
	for (uint32_t i = 0; i < R500_COLORS; i++) {
		/* COLOR2_IS_TEXTURE and COLOR3_IS_TEXTURE */
		bool free = i >= 2 && ga->clip >> (18 + i) & 1;

		for (uint32_t c = 0; c < 4; c++) {
			uint32_t mode = ga->shading >> (4 * i + 2 * (c == 3)) & 3;

			if (mode == SHADE_SOLID)
				v->color[i][c] = ga->fill[c];
			else if (mode == SHADE_FLAT)
				v->color[i][c] = flat->color[i][c];
			if (!free && !(ga->round >> (4 + (c == 3)) & 1))
				v->color[i][c] = unit(v->color[i][c]);
		}
	}
	/* 0 is undefined: not flat. */
	for (uint32_t i = 0; i < R500_TEXTURES; i++) {
		if ((ga->shading_tex >> 2 * i & 3) == SHADE_FLAT)
			memcpy(v->tex[i], flat->tex[i], sizeof(v->tex[i]));
	}
}

void r500_ga_primitive(const struct r500_ga *ga, const struct gpu_primitive *prim,
		       const struct r500_vertex *const vertex[3], const struct r500_vertex *flat,
		       struct r500_primitive *out)
{
	out->id = prim->id;
	out->shape = prim->shape;
	out->front = true;
	out->culled = 0;
	out->pieces = 0;
	if (prim->shape == GPU_POINT)
		add_point(ga, vertex, 0, out);
	else if (prim->shape == GPU_LINE)
		add_line(ga, vertex, 0, 1, out);
	else
		add_triangle(ga, prim, vertex, out);
	for (int i = 0; i < 3 && out->pieces; i++) {
		out->vertex[i] = *vertex[i];
		shade(ga, flat, &out->vertex[i]);
	}
}
