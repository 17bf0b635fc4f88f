// SPDX-License-Identifier: GPL-2.0
/*
 * The primitive assembler (PA): clipping, viewport, culling and polygon mode.  A primitive becomes pieces:
 * triangles, lines and points on the window.
 */
#include <math.h>
#include <string.h>

#include "watch.h"

/* The clipper keeps polygons this near to the window's origin, so that edges stay exact. */
#define GUARD		65536.0

/* Corners of a triangle that 20 planes have cut. */
#define CLIP_CORNERS	24

static void meet(int32_t box[4], uint32_t tl, uint32_t br, uint32_t mask, int32_t dx, int32_t dy)
{
	int32_t x0 = (int32_t)(tl & mask) + dx, y0 = (int32_t)(tl >> 16 & mask) + dy;
	int32_t x1 = (int32_t)(br & mask) + dx, y1 = (int32_t)(br >> 16 & mask) + dy;

	box[0] = x0 > box[0] ? x0 : box[0];
	box[1] = y0 > box[1] ? y0 : box[1];
	box[2] = x1 < box[2] ? x1 : box[2];
	box[3] = y1 < box[3] ? y1 : box[3];
}

static void init_scissors(struct gpu *gpu)
{
	struct gpu_window *w = &gpu->window;
	const uint32_t *regs = gpu->regs;
	uint32_t offset = gpu_reg(regs, PA_SC_WINDOW_OFFSET);
	int32_t dx = gpu_sext(offset & 0x7fff, 15), dy = gpu_sext(offset >> 16 & 0x7fff, 15);
	static const uint16_t corners[][2] = { { 0x8204 >> 2, 0x8208 >> 2 }, { 0x8240 >> 2, 0x8244 >> 2 } };
	bool viewport = !gpu->r7xx || gpu_field(gpu_reg(regs, PA_SC_MODE_CNTL), 22, 22);

	w->scissor[0] = 0;
	w->scissor[1] = 0;
	w->scissor[2] = 8192;
	w->scissor[3] = 8192;
	meet(w->scissor, gpu_reg(regs, PA_SC_SCREEN_SCISSOR_TL), gpu_reg(regs, PA_SC_SCREEN_SCISSOR_BR), 0x7fff, 0, 0);
	for (int i = 0; i < 2 + viewport; i++) {
		uint32_t reg = i < 2 ? 0x20000u + corners[i][0] * 4u : (uint32_t)PA_SC_VPORT_SCISSOR_0_TL + 8 * gpu->pa.viewport;
		uint32_t tl = gpu_reg(regs, reg), br = gpu_reg(regs, reg + 4);
		bool fixed = tl >> 31;

		meet(w->scissor, tl, br, 0x3fff, fixed ? 0 : dx, fixed ? 0 : dy);
	}
	w->cliprect_rule = gpu_reg(regs, PA_SC_CLIPRECT_RULE) & 0xffff;
	w->cliprects = w->cliprect_rule != 0xffff;
	for (int i = 0; i < 4; i++) {
		uint32_t tl = gpu_reg(regs, PA_SC_CLIPRECT_0_TL + 8 * i), br = gpu_reg(regs, PA_SC_CLIPRECT_0_TL + 8 * i + 4);

		w->cliprect[i][0] = tl & 0x3fff;
		w->cliprect[i][1] = tl >> 16 & 0x3fff;
		w->cliprect[i][2] = br & 0x3fff;
		w->cliprect[i][3] = br >> 16 & 0x3fff;
	}
}

/* Sample positions: nibbles of x and y, signed, in 1/16 of a pixel from the centre. */
static void init_samples(struct gpu *gpu)
{
	struct gpu_window *w = &gpu->window;
	const uint32_t *regs = gpu->regs;
	uint32_t log = gpu_field(gpu_reg(regs, PA_SC_AA_CONFIG), 1, 0);
	uint32_t locs[2];

	w->samples = 1u << log;
	w->sample_mask = gpu_reg(regs, PA_SC_AA_MASK) & 0xff;
	gpu->pa.iterate = w->samples > 1 && gpu_field(gpu_reg(regs, PA_SC_MODE_CNTL), 17, 17);
	if (gpu->chip == GPU_R600) {
		locs[0] = gpu_reg(regs, log == 1 ? PA_SC_AA_SAMPLE_LOCS_2S : log == 2 ? PA_SC_AA_SAMPLE_LOCS_4S :
				  PA_SC_AA_SAMPLE_LOCS_8S_WD0);
		locs[1] = gpu_reg(regs, PA_SC_AA_SAMPLE_LOCS_8S_WD1);
	} else {
		locs[0] = gpu_reg(regs, PA_SC_AA_SAMPLE_LOCS_MCTX);
		locs[1] = gpu_reg(regs, PA_SC_AA_SAMPLE_LOCS_8S_WD1_MCTX);
	}
	for (unsigned int s = 0; s < GPU_SAMPLES; s++) {
		uint32_t byte = locs[s / 4] >> s % 4 * 8 & 0xff;

		/* Without MSAA_ENABLE a pixel's samples are all at its centre. */
		if (!gpu_field(gpu_reg(regs, PA_SC_MODE_CNTL), 0, 0))
			continue;
		w->sample_x[s] = gpu_sext(byte & 15, 4) * 16;
		w->sample_y[s] = gpu_sext(byte >> 4, 4) * 16;
	}
}

/* One of the 16 viewports, with its scissor and its range of depth. */
static void use_viewport(struct gpu *gpu, uint32_t viewport)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_pa *pa = &gpu->pa;

	pa->viewport = viewport;
	for (int i = 0; i < 3; i++) {
		bool scale = gpu_field(pa->vte, 2 * i, 2 * i), offset = gpu_field(pa->vte, 2 * i + 1, 2 * i + 1);
		uint32_t reg = PA_CL_VPORT_XSCALE_0 + 24 * viewport + 8 * i;

		pa->scale[i] = scale ? gpu_reg_float(regs, reg) : 1.0f;
		pa->offset[i] = offset ? gpu_reg_float(regs, reg + 4) : 0.0f;
	}
	gpu->db.zmin = gpu_reg_float(regs, PA_SC_VPORT_ZMIN_0 + 8 * viewport);
	gpu->db.zmax = gpu_reg_float(regs, PA_SC_VPORT_ZMIN_0 + 8 * viewport + 4);
	init_scissors(gpu);
}

/* Depth offset, lines, and their pattern. */
static void init_setup(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_window *w = &gpu->window;
	uint32_t format = gpu_reg(regs, PA_SU_POLY_OFFSET_DB_FMT_CNTL), stipple = gpu_reg(regs, PA_SC_LINE_STIPPLE);

	for (int i = 0; i < 2; i++) {
		w->offset[i].on = gpu_field(gpu->pa.mode, 11 + i, 11 + i);
		w->offset[i].scale = gpu_reg_float(regs, PA_SU_POLY_OFFSET_FRONT_SCALE + 8 * i) / 16.0;
		w->offset[i].units = gpu_reg_float(regs, PA_SU_POLY_OFFSET_FRONT_OFFSET + 8 * i);
	}
	w->offset_exponent = gpu_sext(gpu_field(format, 7, 0), 8);
	w->offset_float = gpu_field(format, 8, 8);
	w->offset_clamp = gpu_reg_float(regs, PA_SU_POLY_OFFSET_CLAMP);
	w->line_across = gpu_field(gpu_reg(regs, PA_SC_LINE_CNTL), 9, 9);
	w->line_half = (int64_t)gpu_field(gpu_reg(regs, PA_SU_LINE_CNTL), 15, 0) * 16;
	w->linear = gpu_field(gpu->pa.mode, 20, 20);
	w->stipple = gpu_field(gpu_reg(regs, PA_SC_MODE_CNTL), 2, 2);
	w->stipple_restart = gpu_field(stipple, 30, 29) == 1;
	w->stipple_down = gpu_field(stipple, 28, 28);
	w->stipple_repeat = gpu_field(stipple, 23, 16) + 1;
	w->stipple_pattern = stipple & 0xffff;
}

void gpu_pa_init(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_pa *pa = &gpu->pa;
	unsigned int vector = 1;

	memset(pa, 0, sizeof(*pa));
	pa->mode = gpu_reg(regs, PA_SU_SC_MODE_CNTL);
	pa->vte = gpu_reg(regs, PA_CL_VTE_CNTL);
	pa->clip = gpu_reg(regs, PA_CL_CLIP_CNTL);
	pa->out = gpu_reg(regs, PA_CL_VS_OUT_CNTL);
	pa->center = gpu_reg(regs, PA_SU_VTX_CNTL) & 1 ? 0 : 128;
	pa->discard = gpu->r7xx ? gpu_field(pa->clip, 22, 22) : gpu_reg(regs, SX_MISC) & 1;
	for (int i = 0; i < 3; i++) {
		if (gpu_field(pa->out, 21 + i, 21 + i))
			pa->vectors |= vector++ << 4 * i;
	}
	memset(&gpu->window, 0, sizeof(gpu->window));
	use_viewport(gpu, 0);
	init_samples(gpu);
	init_setup(gpu);
}

/* A vertex in clip coordinates, with its weights. */
struct clip_vertex {
	double p[4];
	float weight[3];
};

static float extra_value(const struct gpu *gpu, uint32_t slot, unsigned int which, unsigned int chan)
{
	uint32_t vector = gpu->pa.vectors >> 4 * which & 15;

	return vector ? gpu_vertex_value(gpu, slot, vector, chan) : 0.0f;
}

/*
 * Cull distances: the primitive is gone if one of them is below 0 at each vertex.  Piglit on an RV770 fails
 * where they are the only distances and passes beside clip distances, so they work only then.
 */
static bool is_culled(const struct gpu *gpu, unsigned int vertices)
{
	uint32_t cull = gpu_field(gpu->pa.out, 15, 8);

	if (!gpu_field(gpu->pa.out, 7, 0))
		return false;
	for (unsigned int n = 0; cull >> n; n++) {
		unsigned int outside = 0;

		while (outside < vertices && extra_value(gpu, gpu->slot[outside], 1 + n / 4, n % 4) < 0.0f)
			outside++;
		if (cull >> n & 1 && outside == vertices)
			return true;
	}
	return false;
}

static void load_vertex(const struct gpu *gpu, uint32_t slot, double p[4])
{
	for (int c = 0; c < 4; c++)
		p[c] = gpu_vertex_value(gpu, slot, 0, c);
}

/* Distance of a point to a plane of the view volume or the guard band; inside is >= 0. */
static double volume_distance(const struct gpu *gpu, unsigned int plane, const double p[4])
{
	const struct gpu_pa *pa = &gpu->pa;

	switch (plane) {
	case 0:
		return p[3] - 1.0 / 1e30;
	case 1:
		return gpu_field(pa->clip, 19, 19) ? p[2] : p[3] + p[2];
	case 2:
		return p[3] - p[2];
	case 3:
		return GUARD * p[3] - (p[0] * pa->scale[0] + p[3] * pa->offset[0]);
	case 4:
		return GUARD * p[3] + (p[0] * pa->scale[0] + p[3] * pa->offset[0]);
	case 5:
		return GUARD * p[3] - (p[1] * pa->scale[1] + p[3] * pa->offset[1]);
	default:
		return GUARD * p[3] + (p[1] * pa->scale[1] + p[3] * pa->offset[1]);
	}
}

#define VOLUME_PLANES	7
#define USER_PLANES	6
#define DISTANCES	8

static bool plane_enabled(const struct gpu *gpu, unsigned int plane)
{
	const struct gpu_pa *pa = &gpu->pa;

	if (plane < VOLUME_PLANES) {
		if (plane == 1)
			return !gpu_field(pa->clip, 16, 16) && !gpu_field(pa->clip, 26, 26);
		if (plane == 2)
			return !gpu_field(pa->clip, 16, 16) && !gpu_field(pa->clip, 27, 27);
		return true;
	}
	plane -= VOLUME_PLANES;
	if (plane < USER_PLANES)
		return !gpu_field(pa->clip, 16, 16) && pa->clip >> plane & 1;
	return pa->out >> (plane - USER_PLANES) & 1;
}

/* Distances of the primitive's vertices decide for clip distances, of any point for the other planes. */
static double plane_distance(const struct gpu *gpu, unsigned int plane, const struct clip_vertex *v)
{
	double sum = 0.0;

	if (plane < VOLUME_PLANES)
		return volume_distance(gpu, plane, v->p);
	plane -= VOLUME_PLANES;
	if (plane < USER_PLANES) {
		for (int c = 0; c < 4; c++)
			sum += (double)gpu_reg_float(gpu->regs, PA_CL_UCP_0_X + 16 * plane + 4 * c) * v->p[c];
		return sum;
	}
	plane -= USER_PLANES;
	for (int i = 0; i < 3; i++) {
		if (v->weight[i] != 0.0f)
			sum += (double)v->weight[i] * extra_value(gpu, gpu->slot[i], 1 + plane / 4, plane % 4);
	}
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
static unsigned int cut(const struct gpu *gpu, unsigned int plane, struct clip_vertex *v, unsigned int n)
{
	struct clip_vertex out[CLIP_CORNERS];
	double d[CLIP_CORNERS];
	bool inside[CLIP_CORNERS];
	unsigned int kept = 0, left = 0;

	for (unsigned int i = 0; i < n; i++) {
		d[i] = plane_distance(gpu, plane, &v[i]);
		inside[i] = d[i] >= 0.0;
		left += inside[i];
	}
	if (left == n || !left)
		return left;
	for (unsigned int i = 0; i < n; i++) {
		unsigned int j = (i + 1) % n;

		if (inside[i])
			out[kept++] = v[i];
		/* A new corner is computed from inside to outside, the same for both neighbours. */
		if (inside[i] != inside[j] && (n > 2 || i == 0))
			out[kept++] = inside[i] ? between(&v[i], &v[j], d[i], d[j]) : between(&v[j], &v[i], d[j], d[i]);
	}
	memcpy(v, out, kept * sizeof(*v));
	return kept;
}

static unsigned int clip(const struct gpu *gpu, struct clip_vertex *v, unsigned int n)
{
	for (unsigned int plane = 0; plane < VOLUME_PLANES + USER_PLANES + DISTANCES && n; plane++) {
		if (plane_enabled(gpu, plane) && n < CLIP_CORNERS - 1)
			n = cut(gpu, plane, v, n);
	}
	return n;
}

static bool finish_corner(const struct gpu *gpu, const struct clip_vertex *v, struct gpu_corner *corner)
{
	const struct gpu_pa *pa = &gpu->pa;
	double rw = gpu_field(pa->vte, 10, 10) ? 1.0 / v->p[3] : v->p[3];
	double xy = gpu_field(pa->vte, 8, 8) ? 1.0 : rw, zw = gpu_field(pa->vte, 9, 9) ? 1.0 : rw;
	double x = v->p[0] * xy * pa->scale[0] + pa->offset[0];
	double y = v->p[1] * xy * pa->scale[1] + pa->offset[1];

	corner->z = v->p[2] * zw * pa->scale[2] + pa->offset[2];
	corner->rw = rw;
	memcpy(corner->weight, v->weight, sizeof(corner->weight));
	if (!(fabs(x) <= 2 * GUARD) || !(fabs(y) <= 2 * GUARD) || corner->z != corner->z || !(fabs(rw) <= 1e300))
		return false;
	corner->x = (int64_t)rint(x * 256.0) + pa->center;
	corner->y = (int64_t)rint(y * 256.0) + pa->center;
	return true;
}

static struct clip_vertex first_vertex(const struct gpu *gpu, unsigned int i)
{
	struct clip_vertex v = { .weight = { i == 0, i == 1, i == 2 } };

	load_vertex(gpu, gpu->slot[i], v.p);
	return v;
}

static void add_point(struct gpu *gpu, unsigned int i)
{
	const struct gpu_pa *pa = &gpu->pa;
	uint32_t size = gpu_reg(gpu->regs, PA_SU_POINT_SIZE), range = gpu_reg(gpu->regs, PA_SU_POINT_MINMAX);
	struct gpu_piece *piece = &gpu->piece[gpu->pieces];
	struct clip_vertex v = first_vertex(gpu, i);

	for (unsigned int plane = 0; plane < VOLUME_PLANES + USER_PLANES + DISTANCES; plane++) {
		if (plane_enabled(gpu, plane) && !(plane_distance(gpu, plane, &v) >= 0.0))
			return;
	}
	if (!finish_corner(gpu, &v, &piece->corner[0]))
		return;
	piece->corner[1] = piece->corner[0];
	piece->corner[2] = piece->corner[0];
	piece->shape = GPU_POINT;
	piece->size[0] = gpu_field(size, 31, 16) / 8.0f;
	piece->size[1] = gpu_field(size, 15, 0) / 8.0f;
	if (gpu_field(pa->out, 16, 16)) {
		float least = gpu_field(range, 15, 0) / 8.0f, most = gpu_field(range, 31, 16) / 8.0f;
		float wanted = extra_value(gpu, gpu->slot[i], 0, 0);

		wanted = wanted > least ? wanted < most ? wanted : most : least;
		piece->size[0] = wanted;
		piece->size[1] = wanted;
	}
	gpu->pieces++;
}

static void add_line(struct gpu *gpu, unsigned int from, unsigned int to)
{
	struct gpu_piece *piece = &gpu->piece[gpu->pieces];
	struct clip_vertex v[CLIP_CORNERS] = { first_vertex(gpu, from), first_vertex(gpu, to) };

	if (clip(gpu, v, 2) != 2)
		return;
	if (!finish_corner(gpu, &v[0], &piece->corner[0]) || !finish_corner(gpu, &v[1], &piece->corner[1]))
		return;
	piece->corner[2] = piece->corner[1];
	piece->shape = GPU_LINE;
	gpu->pieces++;
}

/* The vertex begins an edge of the client's polygon: the program may say so, as an integer. */
static bool begins_edge(const struct gpu *gpu, unsigned int i)
{
	union { float f; uint32_t u; } flag = { .f = extra_value(gpu, gpu->slot[i], 0, 1) };

	if (gpu_field(gpu->pa.out, 17, 17) && !flag.u)
		return false;
	return gpu->current.edges >> i & 1;
}

static void add_polygon_edges(struct gpu *gpu, bool as_lines)
{
	for (unsigned int i = 0; i < 3; i++) {
		if (!begins_edge(gpu, i))
			continue;
		if (as_lines)
			add_line(gpu, i, (i + 1) % 3);
		else
			add_point(gpu, i);
	}
}

/* The pieces of a polygon that nothing draws. */
static void watch_culled(struct gpu *gpu, const struct gpu_corner *corner, unsigned int n)
{
	for (unsigned int i = 2; i < n; i++) {
		struct gpu_piece piece = { .shape = GPU_TRIANGLE, .corner = { corner[0], corner[i - 1], corner[i] } };

		gpu_watch_cull(gpu, &piece);
	}
}

static void add_triangle(struct gpu *gpu)
{
	const struct gpu_pa *pa = &gpu->pa;
	struct clip_vertex v[CLIP_CORNERS] = { first_vertex(gpu, 0), first_vertex(gpu, 1), first_vertex(gpu, 2) };
	struct gpu_corner corner[CLIP_CORNERS];
	unsigned int n = clip(gpu, v, 3);
	int64_t total = 0;
	bool front;

	if (n < 3)
		return;
	for (unsigned int i = 0; i < n; i++) {
		if (!finish_corner(gpu, &v[i], &corner[i]))
			return;
	}
	for (unsigned int i = 2; i < n; i++)
		total += gpu_area(&corner[0], &corner[i - 1], &corner[i]);
	if (!total)
		return;
	front = (total > 0) == gpu_field(pa->mode, 2, 2);
	gpu->scan.front = front;
	if (gpu_field(pa->mode, front ? 0 : 1, front ? 0 : 1)) {
		if (gpu->watch)
			watch_culled(gpu, corner, n);
		return;
	}
	if (gpu_field(pa->mode, 4, 3)) {
		uint32_t type = front ? gpu_field(pa->mode, 7, 5) : gpu_field(pa->mode, 10, 8);

		if (type < 2) {
			add_polygon_edges(gpu, type == 1);
			return;
		}
	}
	for (unsigned int i = 2; i < n && gpu->pieces < GPU_PIECES; i++) {
		struct gpu_piece *piece = &gpu->piece[gpu->pieces++];

		piece->shape = GPU_TRIANGLE;
		piece->corner[0] = corner[0];
		piece->corner[1] = corner[i - 1];
		piece->corner[2] = corner[i];
	}
}

static void add_rectangle(struct gpu *gpu)
{
	struct gpu_piece *piece = &gpu->piece[0];

	piece->shape = GPU_RECTANGLE;
	for (unsigned int i = 0; i < 3; i++) {
		struct clip_vertex v = first_vertex(gpu, i);

		if (!finish_corner(gpu, &v, &piece->corner[i]))
			return;
	}
	gpu->pieces = 1;
}

void gpu_pa_primitive(struct gpu *gpu)
{
	struct gpu_batch *b = gpu->batch;
	const struct gpu_primitive *p = &b->prim[gpu->next_prim];
	static const uint8_t corners[] = { 1, 2, 3, 3 };

	gpu->current = *p;
	gpu->scan.front = true;
	for (int i = 0; i < 3; i++)
		gpu->slot[i] = b->slot[gpu->next_prim][p->corner[i < corners[p->shape] ? i : 0]];
	gpu->provoking = b->slot[gpu->next_prim][p->provoking];
	gpu->counters.stats[GPU_C_INVOCATIONS]++;
	if (gpu->pa.discard)
		return;
	gpu->scan.layer = 0;
	if (gpu_field(gpu->pa.out, 18, 18)) {
		union { float f; uint32_t u; } layer = { .f = extra_value(gpu, gpu->provoking, 0, 2) };

		gpu->scan.layer = layer.u & 0x7ff;
	}
	if (gpu_field(gpu->pa.out, 19, 19)) {
		union { float f; uint32_t u; } viewport = { .f = extra_value(gpu, gpu->provoking, 0, 3) };

		if ((viewport.u & 15) != gpu->pa.viewport)
			use_viewport(gpu, viewport.u & 15);
	}
	if (is_culled(gpu, corners[p->shape]))
		return;
	switch (p->shape) {
	case GPU_POINT:
		add_point(gpu, 0);
		break;
	case GPU_LINE:
		add_line(gpu, 0, 1);
		break;
	case GPU_TRIANGLE:
		add_triangle(gpu);
		break;
	default:
		add_rectangle(gpu);
	}
	gpu->counters.stats[GPU_C_PRIMITIVES] += gpu->pieces;
}
