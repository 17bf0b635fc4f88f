// SPDX-License-Identifier: GPL-2.0
/*
 * Setup: pieces become polygons to scan, with planes of depth and of the weights of their corners.
 * Points are squares.  Lines are as wide along their shorter axis as the window says, or across.
 */
#include <math.h>
#include <string.h>

#include "watch.h"

/* An edge from a to b of a polygon with positive area; points on upper and left edges are inside. */
static void add_edge(struct gpu_scan *s, const struct gpu_corner *a, const struct gpu_corner *b)
{
	int64_t dx = b->x - a->x, dy = b->y - a->y;
	bool in = dy < 0 || (dy == 0 && dx > 0);
	unsigned int e = s->edges++;

	s->a[e] = -dy;
	s->b[e] = dx;
	s->c[e] = dy * a->x - dx * a->y - !in;
}

static int32_t pixel_floor(int64_t v)
{
	return (int32_t)(v >> 8);
}

/* Pixels that the box from (x0, y0) to (x1, y1) touches, inside of the scissors. */
static bool bounds(const struct gpu *gpu, struct gpu_scan *s, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
	const int32_t *box = gpu->window.scissor;

	s->x0 = pixel_floor(x0) > box[0] ? pixel_floor(x0) : box[0];
	s->y0 = pixel_floor(y0) > box[1] ? pixel_floor(y0) : box[1];
	s->x1 = pixel_floor(x1) + 1 < box[2] ? pixel_floor(x1) + 1 : box[2];
	s->y1 = pixel_floor(y1) + 1 < box[3] ? pixel_floor(y1) + 1 : box[3];
	s->row = s->y0 & ~7;
	return s->x0 < s->x1 && s->y0 < s->y1;
}

static int64_t least3(int64_t a, int64_t b, int64_t c)
{
	a = a < b ? a : b;
	return a < c ? a : c;
}

static int64_t most3(int64_t a, int64_t b, int64_t c)
{
	a = a > b ? a : b;
	return a > c ? a : c;
}

/* Weights of corners 1 and 2 as planes over the window. */
static void weight_planes(struct gpu_scan *s, const struct gpu_corner *c)
{
	double x0 = c[0].x / 256.0, y0 = c[0].y / 256.0;
	double x1 = c[1].x / 256.0 - x0, y1 = c[1].y / 256.0 - y0;
	double x2 = c[2].x / 256.0 - x0, y2 = c[2].y / 256.0 - y0;
	double r = 1.0 / (x1 * y2 - x2 * y1);

	s->l1[1] = y2 * r;
	s->l1[2] = -x2 * r;
	s->l1[0] = -(s->l1[1] * x0 + s->l1[2] * y0);
	s->l2[1] = -y1 * r;
	s->l2[2] = x1 * r;
	s->l2[0] = -(s->l2[1] * x0 + s->l2[2] * y0);
}

static bool scan_triangle(struct gpu *gpu, const struct gpu_piece *piece)
{
	const struct gpu_corner *c = piece->corner;
	struct gpu_scan *s = &gpu->scan;
	int64_t twice = gpu_area(&c[0], &c[1], &c[2]);
	int second = twice > 0 ? 1 : 2, third = 3 - second;

	if (!twice)
		return false;
	add_edge(s, &c[0], &c[second]);
	add_edge(s, &c[second], &c[third]);
	add_edge(s, &c[third], &c[0]);
	weight_planes(s, c);
	return bounds(gpu, s, least3(c[0].x, c[1].x, c[2].x), least3(c[0].y, c[1].y, c[2].y),
		      most3(c[0].x, c[1].x, c[2].x), most3(c[0].y, c[1].y, c[2].y));
}

/* The edges of a box; its upper and left side are inside. */
static bool scan_box(struct gpu *gpu, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
	struct gpu_scan *s = &gpu->scan;

	s->edges = 4;
	s->a[0] = 1;
	s->c[0] = -x0;
	s->a[1] = -1;
	s->c[1] = x1 - 1;
	s->b[2] = 1;
	s->c[2] = -y0;
	s->b[3] = -1;
	s->c[3] = y1 - 1;
	return bounds(gpu, s, x0, y0, x1, y1);
}

static bool scan_rectangle(struct gpu *gpu, const struct gpu_piece *piece)
{
	const struct gpu_corner *c = piece->corner;

	if (!gpu_area(&c[0], &c[1], &c[2]))
		return false;
	weight_planes(&gpu->scan, c);
	return scan_box(gpu, least3(c[0].x, c[1].x, c[2].x), least3(c[0].y, c[1].y, c[2].y),
			most3(c[0].x, c[1].x, c[2].x), most3(c[0].y, c[1].y, c[2].y));
}

static bool scan_point(struct gpu *gpu, const struct gpu_piece *piece)
{
	struct gpu_scan *s = &gpu->scan;
	const struct gpu_corner *c = piece->corner;
	int64_t w = (int64_t)rintf(piece->size[0] * 128.0f), h = (int64_t)rintf(piece->size[1] * 128.0f);

	if (!w || !h)
		return false;
	s->point = true;
	s->l1[1] = 128.0 / w;
	s->l1[0] = -(c->x - w) / 256.0 * s->l1[1];
	s->l2[2] = 128.0 / h;
	s->l2[0] = -(c->y - h) / 256.0 * s->l2[2];
	return scan_box(gpu, c->x - w, c->y - h, c->x + w, c->y + h);
}

/*
 * The end of a line along its longer axis: a line that ends in the diamond around a pixel's centre
 * begins with this pixel, and does not end with it.
 */
static int64_t line_end(int64_t along, int64_t across, int64_t step)
{
	int64_t center = (along & ~255ll) + 128, beside = (across & ~255ll) + 128;
	int64_t distance = (along > center ? along - center : center - along) +
			   (across > beside ? across - beside : beside - across);

	if (distance >= 128)
		return along;
	if (step > 0)
		return along < center ? along : center;
	return along > center ? along : center;
}

/* The part of the pattern that the line takes. */
static void begin_stipple(struct gpu *gpu, int64_t start, int64_t end, bool steep)
{
	struct gpu_scan *s = &gpu->scan;
	int32_t first = pixel_floor(start), last = pixel_floor(end);

	s->stipple = gpu->window.stipple;
	if (!s->stipple)
		return;
	if (gpu->window.stipple_restart)
		gpu->stipple = 0;
	s->steep = steep;
	s->stipple_first = first;
	s->stipple_base = gpu->stipple;
	gpu->stipple += last > first ? last - first : first - last;
}

/*
 * Half of a line's width along its shorter axis, times @along.  EXPAND_LINE_WIDTH, for lines of several
 * samples, makes the width that across the line.
 */
static int64_t half_width(const struct gpu *gpu, int64_t dx, int64_t dy, int64_t along)
{
	int64_t half = gpu->window.line_half;

	if (!gpu->window.line_across)
		return half * along;
	return (int64_t)rint((double)half * sqrt((double)dx * (double)dx + (double)dy * (double)dy));
}

/* A line as a polygon: as wide along the shorter axis as the line is, cut along the longer one. */
static bool scan_line(struct gpu *gpu, const struct gpu_piece *piece)
{
	struct gpu_scan *s = &gpu->scan;
	const struct gpu_corner *c = piece->corner;
	int64_t dx = c[1].x - c[0].x, dy = c[1].y - c[0].y;
	bool steep = (dx < 0 ? -dx : dx) < (dy < 0 ? -dy : dy);
	int64_t along = steep ? dy : dx, across = steep ? dx : dy, sign = along < 0 ? -1 : 1;
	int64_t first = steep ? c[0].y : c[0].x, last = steep ? c[1].y : c[1].x;
	int64_t beside = steep ? c[0].x : c[0].y, beside_last = steep ? c[1].x : c[1].y;
	int64_t *m = steep ? s->b : s->a, *n = steep ? s->a : s->b;
	int64_t start = line_end(first, beside, sign), end = line_end(last, beside_last, sign);
	int64_t half = half_width(gpu, dx, dy, along * sign), limit;

	if (!along || !half)
		return false;
	limit = half / (along * sign) + 257;
	begin_stipple(gpu, first, last, steep);
	s->edges = 4;
	/* sign (n along - m across) is between - half and half. */
	m[0] = -across * sign;
	n[0] = along * sign;
	s->c[0] = -(m[0] * first + n[0] * beside) + half;
	m[1] = across * sign;
	n[1] = -along * sign;
	s->c[1] = -(m[1] * first + n[1] * beside) + half - 1;
	m[2] = sign;
	s->c[2] = -sign * start;
	m[3] = -sign;
	s->c[3] = sign * end - 1;
	if (steep) {
		s->l1[2] = 256.0 / along;
		s->l1[0] = -(first / 256.0) * s->l1[2];
	} else {
		s->l1[1] = 256.0 / along;
		s->l1[0] = -(first / 256.0) * s->l1[1];
	}
	return bounds(gpu, s, (c[0].x < c[1].x ? c[0].x : c[1].x) - limit, (c[0].y < c[1].y ? c[0].y : c[1].y) - limit,
		      (c[0].x > c[1].x ? c[0].x : c[1].x) + limit, (c[0].y > c[1].y ? c[0].y : c[1].y) + limit);
}

/* Depth that is added to a polygon. */
static double polygon_offset(const struct gpu *gpu, const struct gpu_piece *piece)
{
	const struct gpu_scan *s = &gpu->scan;
	const struct gpu_window *w = &gpu->window;
	const struct gpu_offset *o = &w->offset[!s->front];
	double slope = fabs(s->zp[1]) > fabs(s->zp[2]) ? fabs(s->zp[1]) : fabs(s->zp[2]);
	double most = w->offset_clamp, offset;
	int exponent = w->offset_exponent;

	if (!o->on)
		return 0.0;
	if (w->offset_float) {
		double z = 0.0;
		int e = 0;

		for (int i = 0; i < 3; i++)
			z = fabs(piece->corner[i].z) > z ? fabs(piece->corner[i].z) : z;
		if (z > 0.0)
			frexp(z, &e);
		exponent += e - 1;
	}
	offset = slope * o->scale + o->units * ldexp(1.0, exponent);
	if (most > 0.0)
		return offset < most ? offset : most;
	if (most < 0.0)
		return offset > most ? offset : most;
	return offset;
}

bool gpu_scan_begin(struct gpu *gpu, const struct gpu_piece *piece)
{
	struct gpu_scan *s = &gpu->scan;
	const struct gpu_corner *c = piece->corner;
	bool any;

	s->edges = 0;
	s->same = false;
	s->point = false;
	s->stipple = false;
	memset(s->a, 0, sizeof(s->a));
	memset(s->b, 0, sizeof(s->b));
	memset(s->l1, 0, sizeof(s->l1));
	memset(s->l2, 0, sizeof(s->l2));
	switch (piece->shape) {
	case GPU_POINT:
		any = scan_point(gpu, piece);
		break;
	case GPU_LINE:
		any = scan_line(gpu, piece);
		break;
	case GPU_TRIANGLE:
		any = scan_triangle(gpu, piece);
		break;
	default:
		any = scan_rectangle(gpu, piece);
	}
	if (gpu->watch)
		gpu_watch_scan(gpu);
	if (!any)
		return false;
	for (int i = 0; i < 3; i++) {
		s->zp[i] = s->l1[i] * (c[1].z - c[0].z) + s->l2[i] * (c[2].z - c[0].z);
		s->rw[i] = (float)c[i].rw;
	}
	if (s->point)
		memset(s->zp, 0, sizeof(s->zp));
	s->zp[0] += c[0].z;
	if (piece->shape != GPU_RECTANGLE && gpu->current.shape == GPU_TRIANGLE)
		s->zp[0] += polygon_offset(gpu, piece);
	s->flat_w = piece->shape == GPU_RECTANGLE || s->point || (c[0].rw == c[1].rw && c[0].rw == c[2].rw) ||
		    gpu->window.linear;
	gpu->gen->inputs(gpu, piece);
	return true;
}
