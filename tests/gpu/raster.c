// SPDX-License-Identifier: GPL-2.0
/*
 * The scan converter: a convex polygon to quads, in rows of tiles of 8x8 pixels.
 *
 * Coordinates have 8 bits below the pixel, and edges are evaluated exactly, so that neighbours share
 * no pixel and leave no gap.
 */
#include <string.h>

#include "watch.h"

#define TILE	8

typedef int32_t ints __attribute__((vector_size(16)));

/* What four quads cost beside their program, in its instructions: a draw without one ends as well. */
#define GROUP_COST	4

/* Depth of pixels, @dx and @dy from their centres. */
static GPU_CLONES void plane(const double zp[3], const struct gpu_quads *q, double dx, double dy, union gpu_lanes *z)
{
	for (int i = 0; i < GPU_LANES; i++)
		z->f[i] = (float)(zp[0] + zp[1] * (q->x[i] + 0.5 + dx) + zp[2] * (q->y[i] + 0.5 + dy));
}

static void flush(struct gpu *gpu)
{
	struct gpu_quads *q = &gpu->quads;
	bool has_z = gpu->window.needs_z;

	if (!q->count)
		return;
	gpu->budget -= GROUP_COST;
	/* Missing quads repeat the first, so that their invocations do what others do. */
	for (unsigned int i = q->count * 4; i < GPU_LANES; i++) {
		q->x[i] = q->x[i % 4];
		q->y[i] = q->y[i % 4];
	}
	for (unsigned int s = 0; has_z && s < gpu->window.samples; s++) {
		int32_t sx = gpu->window.samples > 1 ? gpu->window.sample_x[s] : 0;
		int32_t sy = gpu->window.samples > 1 ? gpu->window.sample_y[s] : 0;

		plane(gpu->scan.zp, q, sx / 256.0, sy / 256.0, &q->z[s]);
	}
	if (gpu->window.samples == 1)
		q->center_z = q->z[0];
	else if (has_z)
		plane(gpu->scan.zp, q, 0.0, 0.0, &q->center_z);
	q->back = !gpu->scan.front;
	q->layer = gpu->scan.layer;
	/* A program that hangs runs for no other pixels. */
	if (!gpu->hang)
		gpu->gen->pixels(gpu, q);
	q->count = 0;
	memset(q->covered, 0, sizeof(q->covered));
}

/* Whether the clip rectangles let a pixel through. */
static bool clipped_away(const struct gpu_window *w, int32_t x, int32_t y)
{
	unsigned int inside = 0;

	for (int i = 0; i < 4; i++) {
		const int32_t *r = w->cliprect[i];

		inside |= (x >= r[0] && y >= r[1] && x < r[2] && y < r[3]) << i;
	}
	return !(w->cliprect_rule >> inside & 1);
}

/* Whether the pattern of a line leaves out a pixel. */
static bool left_out(const struct gpu *gpu, int32_t x, int32_t y)
{
	const struct gpu_scan *s = &gpu->scan;
	const struct gpu_window *w = &gpu->window;
	int32_t step = (s->steep ? y : x) - s->stipple_first;
	uint32_t number = (uint32_t)(s->stipple_base + (step < 0 ? -step : step));
	uint32_t bit = number / w->stipple_repeat % 16;

	return !(w->stipple_pattern >> (w->stipple_down ? 15 - bit : bit) & 1);
}

/* Pixels of a quad that are inside of the bounds and of the clip rectangles. */
static gpu_mask visible_pixels(const struct gpu *gpu, int32_t x, int32_t y)
{
	const struct gpu_scan *s = &gpu->scan;
	gpu_mask mask = 15;

	if (x < s->x0)
		mask &= ~5u;
	if (x + 1 >= s->x1)
		mask &= ~10u;
	if (y < s->y0)
		mask &= ~3u;
	if (y + 1 >= s->y1)
		mask &= ~12u;
	for (int i = 0; i < 4 && gpu->window.cliprects; i++) {
		if (clipped_away(&gpu->window, x + (i & 1), y + (i >> 1)))
			mask &= ~(1u << i);
	}
	for (int i = 0; i < 4 && gpu->scan.stipple; i++) {
		if (left_out(gpu, x + (i & 1), y + (i >> 1)))
			mask &= ~(1u << i);
	}
	return mask;
}

/* Pixels of a quad whose sample, @dx and @dy from the centre, is inside of all edges. */
static gpu_mask inside_edges(const struct gpu_scan *s, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
	int64_t sx = (int64_t)x * 256 + 128 + dx, sy = (int64_t)y * 256 + 128 + dy;
	gpu_mask mask = 15;

	for (unsigned int e = 0; e < s->edges; e++) {
		int64_t a = s->a[e] * 256, b = s->b[e] * 256, at = s->a[e] * sx + s->b[e] * sy + s->c[e];

		mask &= (at >= 0) | (at + a >= 0) << 1 | (at + b >= 0) << 2 | (at + a + b >= 0) << 3;
	}
	return mask;
}

/* Samples of a quad's pixels that the polygon covers; @inside: all pixels are visible. */
static bool cover_quad(const struct gpu *gpu, int32_t x, int32_t y, bool whole, bool inside, gpu_mask covered[GPU_SAMPLES])
{
	const struct gpu_window *w = &gpu->window;
	gpu_mask visible = inside ? 15 : visible_pixels(gpu, x, y), any = 0;

	if (w->samples == 1) {
		covered[0] = whole ? visible : visible & inside_edges(&gpu->scan, x, y, 0, 0);
		return covered[0];
	}
	for (unsigned int n = 0; n < w->samples; n++) {
		covered[n] = w->sample_mask >> n & 1 ? visible : 0;
		if (!whole && covered[n])
			covered[n] &= inside_edges(&gpu->scan, x, y, w->sample_x[n], w->sample_y[n]);
		any |= covered[n];
	}
	return any;
}

enum gpu_kill gpu_raster_verdict(const struct gpu *gpu, int32_t x, int32_t y, uint8_t *samples)
{
	const struct gpu_scan *s = &gpu->scan;
	const struct gpu_window *w = &gpu->window;

	*samples = 0;
	for (unsigned int n = 0; n < w->samples && s->edges; n++) {
		bool one = w->samples == 1;

		*samples |= (inside_edges(s, x, y, one ? 0 : w->sample_x[n], one ? 0 : w->sample_y[n]) & 1) << n;
	}
	if (!*samples)
		return GPU_KILLS;
	if (x < s->x0 || y < s->y0 || x >= s->x1 || y >= s->y1)
		return GPU_KILL_SCISSOR;
	if (w->cliprects && clipped_away(w, x, y))
		return GPU_KILL_CLIP_RECT;
	if (s->stipple && left_out(gpu, x, y))
		return GPU_KILL_STIPPLE;
	if (w->samples > 1 && !(*samples & w->sample_mask))
		return GPU_KILL_SAMPLE_MASK;
	return GPU_ALIVE;
}

static void add_quad(struct gpu *gpu, int32_t x, int32_t y, bool whole, bool inside)
{
	static const ints right = { 0, 1, 0, 1 }, down = { 0, 0, 1, 1 };
	struct gpu_quads *q = &gpu->quads;
	const ints quad_x = x + right, quad_y = y + down;
	gpu_mask covered[GPU_SAMPLES];

	if (!cover_quad(gpu, x, y, whole, inside, covered))
		return;
	for (unsigned int n = 0; n < gpu->window.samples; n++)
		q->covered[n] |= covered[n] << 4 * q->count;
	/* At once, because vectors of them are read soon: a CPU waits for the stores of parts of a vector. */
	memcpy(&q->x[4 * q->count], &quad_x, sizeof(quad_x));
	memcpy(&q->y[4 * q->count], &quad_y, sizeof(quad_y));
	if (++q->count == 4)
		flush(gpu);
}

/*
 * Whether a square of pixels, with all sample points in it, is outside of an edge (-1), inside of
 * all of them (1), or neither.
 */
static int square_covered(const struct gpu_scan *s, int32_t x, int32_t y, int32_t size)
{
	int all = 1;

	for (unsigned int e = 0; e < s->edges; e++) {
		int64_t low_x = (int64_t)x * 256, low_y = (int64_t)y * 256, span = size * 256;
		int64_t at = s->a[e] * low_x + s->b[e] * low_y + s->c[e];
		int64_t most = at + (s->a[e] > 0 ? s->a[e] * span : 0) + (s->b[e] > 0 ? s->b[e] * span : 0);
		int64_t least = at + (s->a[e] < 0 ? s->a[e] * span : 0) + (s->b[e] < 0 ? s->b[e] * span : 0);

		if (most < 0)
			return -1;
		if (least < 0)
			all = 0;
	}
	return all;
}

static void scan_tile(struct gpu *gpu, int32_t tx, int32_t ty)
{
	const struct gpu_scan *s = &gpu->scan;
	bool inside = tx >= s->x0 && ty >= s->y0 && tx + TILE <= s->x1 && ty + TILE <= s->y1 && !gpu->window.cliprects &&
		      !s->stipple;
	int tile = square_covered(s, tx, ty, TILE);

	if (tile < 0)
		return;
	/* Quads of blocks of 4x4 pixels follow each other. */
	for (int block = 0; block < 4; block++) {
		int32_t bx = tx + (block & 1) * 4, by = ty + (block >> 1) * 4;
		int whole = tile ? 1 : square_covered(s, bx, by, 4);

		if (whole < 0)
			continue;
		for (int quad = 0; quad < 4; quad++) {
			int32_t x = bx + (quad & 1) * 2, y = by + (quad >> 1) * 2;

			if (x + 1 >= s->x0 && x < s->x1 && y + 1 >= s->y0 && y < s->y1)
				add_quad(gpu, x, y, whole, inside);
		}
	}
}

/* Whether a coordinate of a corner, in 1/256 of a pixel, is in the tile that begins at @at; bounds hold it. */
static bool in_tile(int64_t corner, int32_t at, int32_t first, int32_t end)
{
	int64_t pixel = corner >> 8;

	if (pixel < first)
		pixel = first;
	if (pixel >= end)
		pixel = end - 1;
	return pixel >= at && pixel < at + TILE;
}

/* A sparse draw: tiles at corners of the polygon and of its bounds, and a few others. */
static void scan_wanted(struct gpu *gpu, int32_t y)
{
	const struct gpu_scan *s = &gpu->scan;
	const struct gpu_corner *corner = gpu->piece[gpu->next_piece - 1].corner;
	uint32_t seed = (uint32_t)y * 0x85ebca6bu ^ gpu->sparse;
	bool edge = y <= s->y0 || y + TILE >= s->y1, in_row[3];

	for (int i = 0; i < 3; i++) {
		in_row[i] = in_tile(corner[i].y, y, s->y0, s->y1);
		edge |= in_row[i];
	}
	for (int32_t x = s->x0 & ~(TILE - 1); x < s->x1 && !gpu->hang; x += TILE) {
		uint32_t h = ((uint32_t)x * 0x9e3779b1u ^ seed) * 0xc2b2ae35u;
		bool wanted = h >> 16 < 0x10000 / 256;

		if (edge) {
			wanted |= (y <= s->y0 || y + TILE >= s->y1) && (x <= s->x0 || x + TILE >= s->x1);
			for (int i = 0; i < 3; i++)
				wanted |= in_row[i] && in_tile(corner[i].x, x, s->x0, s->x1);
		}
		if (wanted)
			scan_tile(gpu, x, y);
	}
}

bool gpu_raster_row(struct gpu *gpu)
{
	struct gpu_scan *s = &gpu->scan;
	bool mine = (uint32_t)s->row / TILE % gpu->parts == gpu->part;

	if (gpu->sparse)
		scan_wanted(gpu, s->row);
	for (int32_t x = mine && !gpu->sparse ? s->x0 & ~(TILE - 1) : s->x1; x < s->x1 && !gpu->hang; x += TILE)
		scan_tile(gpu, x, s->row);
	s->row += TILE;
	if (s->row < s->y1 && !gpu->hang)
		return true;
	flush(gpu);
	return false;
}
