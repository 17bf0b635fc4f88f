// SPDX-License-Identifier: GPL-2.0
/* The history of one pixel: what becomes of each fragment of it (watch.h). */
#include <string.h>

#include "watch.h"

const char *gpu_kill_name(enum gpu_kill kill)
{
	static const char *const names[GPU_KILLS] = {
		[GPU_ALIVE] = "written", [GPU_KILL_CULL] = "culled", [GPU_KILL_SCISSOR] = "scissor",
		[GPU_KILL_CLIP_RECT] = "clip rectangle", [GPU_KILL_STIPPLE] = "stipple",
		[GPU_KILL_SAMPLE_MASK] = "sample mask", [GPU_KILL_SHADER] = "KILL in the shader",
		[GPU_KILL_ALPHA] = "alpha test", [GPU_KILL_COVERAGE] = "coverage mask",
		[GPU_KILL_STENCIL] = "stencil test", [GPU_KILL_HIZ] = "HiZ", [GPU_KILL_DEPTH] = "depth test",
		[GPU_KILL_MASK] = "colour mask",
	};

	return names[kill];
}

void gpu_watch(struct gpu *gpu, struct gpu_watch *watch)
{
	gpu->watch = watch;
	if (!watch)
		return;
	watch->lane = -1;
	watch->count = 0;
}

static void begin(const struct gpu *gpu, struct gpu_fragment *f)
{
	*f = (struct gpu_fragment){
		.primitive = gpu->current.id, .instance = gpu->current.instance, .x = gpu->watch->x, .y = gpu->watch->y,
		.layer = gpu->scan.layer, .back = !gpu->scan.front, .has_depth = gpu->db.live,
	};
	for (uint32_t n = 0; n < GPU_TARGETS && gpu->cb.special != 1; n++) {
		const struct gpu_target *t = &gpu->cb.target[n];

		f->targets |= (t->live && t->mask) << n;
		f->integers |= (t->live && t->integer) << n;
	}
}

/* The sample that a fragment tells of; negative: it has none. */
static int choose(const struct gpu_watch *w, uint8_t covered)
{
	if (w->sample >= 0)
		return covered >> w->sample & 1 ? w->sample : -1;
	return covered ? __builtin_ctz(covered) : -1;
}

static void look(struct gpu *gpu, struct gpu_stored *to)
{
	const struct gpu_watch *w = gpu->watch;
	const struct gpu_fragment *f = &w->now;

	for (uint32_t n = 0; n < GPU_TARGETS; n++)
		if (f->targets >> n & 1)
			gpu_cb_look(gpu, n, w->x, w->y, f->layer, f->sample, to->color[n]);
	if (f->has_depth)
		gpu_db_look(gpu, w->x, w->y, f->layer, f->sample, to);
}

/* A fragment that never becomes a quad. */
static void report(struct gpu *gpu, enum gpu_kill kill, uint8_t covered)
{
	struct gpu_watch *w = gpu->watch;
	int sample = choose(w, covered);

	if (sample < 0)
		return;
	begin(gpu, &w->now);
	w->now.covered = covered;
	w->now.sample = sample;
	w->now.kill = kill;
	look(gpu, &w->now.before);
	w->now.after = w->now.before;
	w->fragment(w->ctx, &w->now);
}

void gpu_watch_scan(struct gpu *gpu)
{
	uint8_t covered;
	enum gpu_kill kill = gpu_raster_verdict(gpu, gpu->watch->x, gpu->watch->y, &covered);

	if (kill != GPU_ALIVE && kill != GPU_KILLS)
		report(gpu, kill, covered);
}

void gpu_watch_cull(struct gpu *gpu, const struct gpu_piece *piece)
{
	struct gpu_watch *w = gpu->watch;
	uint8_t covered;

	/* The verdict on the scan that the face would have had. */
	gpu->watch = NULL;
	gpu_scan_begin(gpu, piece);
	gpu->watch = w;
	if (gpu_raster_verdict(gpu, w->x, w->y, &covered) == GPU_ALIVE)
		report(gpu, GPU_KILL_CULL, covered);
}

const struct gpu_trace *gpu_watch_vertices(struct gpu *gpu, uint32_t count)
{
	struct gpu_watch *w = gpu->watch;

	if (!w || !w->trace || !w->vertices)
		return NULL;
	for (uint32_t i = 0; i < count; i++) {
		if (gpu->group.gpr[0].c[0].u[i] != w->vertex)
			continue;
		w->trace->lane = (int)i;
		return w->trace;
	}
	return NULL;
}

/* Moves the watch to the pixel of the fragment that is asked for, if it is in this group. */
static void find_thread(struct gpu *gpu, const struct gpu_quads *q)
{
	struct gpu_watch *w = gpu->watch;
	gpu_mask any = 0;

	for (unsigned int s = 0; s < gpu->window.samples; s++)
		any |= q->covered[s];
	w->x = -1;
	for (int i = 0; i < GPU_LANES; i++) {
		if (!(any >> i & 1) || w->count++ != w->thread)
			continue;
		w->x = q->x[i];
		w->y = q->y[i];
	}
}

void gpu_watch_begin(struct gpu *gpu, const struct gpu_quads *q, bool copies)
{
	struct gpu_watch *w = gpu->watch;
	uint8_t covered = 0;
	int sample = -1;

	w->lane = -1;
	if (w->threads)
		find_thread(gpu, q);
	for (int i = 0; i < GPU_LANES && sample < 0; i++) {
		if (q->x[i] != w->x || q->y[i] != w->y)
			continue;
		covered = 0;
		for (unsigned int s = 0; s < gpu->window.samples; s++)
			covered |= (q->covered[s] >> i & 1) << s;
		sample = choose(w, covered);
		w->lane = i;
	}
	if (sample < 0) {
		w->lane = -1;
		return;
	}
	begin(gpu, &w->now);
	if (w->trace && !w->vertices) {
		w->trace->lane = w->lane;
		gpu->group.trace = w->trace;
	}
	w->now.copies = copies;
	if (copies)
		w->now.targets = gpu->cb.resolve ? 2 : 1;
	w->now.covered = covered;
	w->now.sample = sample;
	look(gpu, &w->now.before);
}

void gpu_watch_shaded(struct gpu *gpu, gpu_mask killed, gpu_mask alpha)
{
	struct gpu_watch *w = gpu->watch;
	struct gpu_fragment *f = &w->now;

	if (w->lane < 0)
		return;
	f->shaded = true;
	f->exported = gpu->out.written & 0x1ff;
	for (int n = 0; n < 9; n++)
		for (int c = 0; c < 4 && f->exported >> n & 1; c++)
			f->out[n][c] = gpu->out.color[n].c[c].u[w->lane];
	if (killed >> w->lane & 1)
		f->kill = GPU_KILL_SHADER;
	else if (!(alpha >> w->lane & 1))
		f->kill = GPU_KILL_ALPHA;
}

void gpu_watch_hiz(struct gpu *gpu, gpu_mask rejected)
{
	struct gpu_watch *w = gpu->watch;

	if (w->lane >= 0 && rejected >> w->lane & 1)
		w->now.kill = GPU_KILL_HIZ;
}

void gpu_watch_tests(struct gpu *gpu, uint32_t sample, gpu_mask stencil, gpu_mask pass, const union gpu_lanes *z)
{
	struct gpu_watch *w = gpu->watch;

	if (w->lane < 0 || w->now.sample != sample)
		return;
	w->now.tested = true;
	w->now.z = gpu_db_value(gpu, z->u[w->lane]);
	if (!(stencil >> w->lane & 1))
		w->now.kill = GPU_KILL_STENCIL;
	else if (!(pass >> w->lane & 1))
		w->now.kill = GPU_KILL_DEPTH;
}

void gpu_watch_end(struct gpu *gpu, const struct gpu_quads *q)
{
	struct gpu_watch *w = gpu->watch;
	struct gpu_fragment *f = &w->now;

	if (w->lane < 0)
		return;
	for (unsigned int s = 0; s < gpu->window.samples; s++)
		f->left |= (q->covered[s] >> w->lane & 1) << s;
	if (f->kill == GPU_ALIVE && !(f->left >> f->sample & 1))
		f->kill = GPU_KILL_COVERAGE;
	if (f->kill == GPU_ALIVE && !f->targets && !(gpu->db.test_z || gpu->db.test_stencil))
		f->kill = GPU_KILL_MASK;
	look(gpu, &f->after);
	w->fragment(w->ctx, f);
	gpu->group.trace = NULL;
	w->lane = -1;
}

void gpu_look(struct gpu *gpu, const uint32_t *regs)
{
	static const struct gpu_host quiet;
	const struct gpu_host *host = gpu->host;

	gpu->host = &quiet;
	gpu->regs = regs;
	gpu_mem_forget(&gpu->mem);
	gpu->gen->look(gpu);
	gpu->host = host;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

bool gpu_look_view(const struct gpu *gpu, uint32_t target, struct gpu_view *view)
{
	uint32_t width = gpu->looked[0], height = gpu->looked[1];

	*view = (struct gpu_view){ 0 };
	if (target == GPU_VIEW_DEPTH) {
		const struct gpu_db *db = &gpu->db;

		if (!db->live)
			return false;
		*view = (struct gpu_view){
			.base = db->surface.base,
			.width = least(db->pitch, width), .height = least(db->rows, height),
			.samples = db->surface.samples, .stencil = gpu_db_has_stencil(db),
		};
	} else if (target < GPU_TARGETS && gpu->cb.target[target].live) {
		const struct gpu_target *t = &gpu->cb.target[target];

		*view = (struct gpu_view){
			.base = t->surface.base,
			.width = least(t->pitch, width), .height = least(t->rows, height),
			.samples = t->surface.samples, .integer = t->integer,
			.srgb = t->format.number == GPU_SRGB, .channels = t->format.channels,
		};
	}
	return view->width && view->height;
}

/* The elements of a tile, inside of the surface, from memory. */
static void read_tile(struct gpu *gpu, const struct gpu_surface *s, enum gpu_client client, uint64_t tile, uint32_t x,
		      uint32_t y, uint32_t sample, uint8_t *to)
{
	for (uint32_t i = 0; i < 64; i++) {
		const uint8_t *p = NULL;

		if (x + i % 8 < s->pitch && y + i / 8 < s->height)
			p = gpu_mem_try(&gpu->mem, client, tile + s->element[i] + s->sample[sample % s->samples], s->bytes);
		if (p)
			memcpy(to + i * s->bytes, p, s->bytes);
		else
			memset(to + i * s->bytes, 0, s->bytes);
	}
}

uint32_t gpu_look_tile(struct gpu *gpu, uint32_t target, uint32_t x, uint32_t y, uint32_t sample,
		       uint8_t to[GPU_TILE_BYTES])
{
	bool depth = target == GPU_VIEW_DEPTH;
	const struct gpu_target *t = &gpu->cb.target[depth ? 0 : target];
	const struct gpu_surface *s = depth ? &gpu->db.surface : &t->surface;
	uint32_t slice = depth ? gpu_slice(gpu->db.slice, 0, gpu->db.slice_max) : gpu_slice(t->slice, 0, t->slice_max);

	if (depth ? !gpu->db.live : !t->live)
		return 0;
	memset(to, 0, 64 * s->bytes);
	if (x >= s->pitch || y >= s->height)
		return s->bytes;
	read_tile(gpu, s, depth ? GPU_DEPTH : GPU_COLOR, gpu_surface_tile(s, x, y, slice), x, y, sample, to);
	if (depth)
		gpu_db_look_cleared(gpu, x, y, slice, to);
	return s->bytes;
}

bool gpu_look_mask(const struct gpu *gpu, uint32_t target, struct gpu_mask_view *view)
{
	const struct gpu_db *db = &gpu->db;
	const struct gpu_target *t = &gpu->cb.target[target % GPU_TARGETS];

	if (target == GPU_VIEW_DEPTH && db->live && db->htile)
		*view = (struct gpu_mask_view){ db->htile_base, "HTILE", db->pitch / 8, (db->rows + 7) / 8 };
	else if (target < GPU_TARGETS && t->live && t->masks.cmask)
		*view = (struct gpu_mask_view){ t->masks.cmask_base, "CMASK", t->masks.tile_pitch, (t->rows + 7) / 8 };
	else
		return false;
	return true;
}

uint32_t gpu_look_mask_tile(struct gpu *gpu, uint32_t target, uint32_t x, uint32_t y, bool *expanded)
{
	struct gpu_mask_view view;
	uint64_t tile;
	const uint8_t *p;

	*expanded = true;
	if (!gpu_look_mask(gpu, target, &view) || x >= view.wide || y >= view.high)
		return 0;
	tile = (uint64_t)y * view.wide + x;
	if (target == GPU_VIEW_DEPTH) {
		uint32_t bits = 0;

		p = gpu_mem_try(&gpu->mem, GPU_HTILE, view.base + 4 * tile, 4);
		if (p)
			memcpy(&bits, p, 4);
		*expanded = !p || (bits & 15) == 15;
		return bits;
	}
	p = gpu_mem_try(&gpu->mem, GPU_CMASK, view.base + tile / 2, 1);
	*expanded = !p || (*p >> tile % 2 * 4 & 15) == 15;
	return p ? *p >> tile % 2 * 4 & 15 : 0;
}

void gpu_look_color(const struct gpu *gpu, uint32_t target, const uint8_t *element, uint32_t color[4])
{
	gpu_cb_unpack(&gpu->cb.target[target], element, color);
}
