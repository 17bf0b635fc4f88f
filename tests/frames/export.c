// SPDX-License-Identifier: GPL-2.0
/*
 * A whole frame: its packets, state, programs, constants and targets as JSON (README.md has the schema), and
 * the tiles of 8x8 pixels that each draw and copy changes, for the page.
 */
#include <stdlib.h>

#include "frame.h"
#include "watch.h"

/* Bytes of tiles, at most: later draws have none. */
#define TILES_MAX	(256u << 20)

/* Vertex resources of a stage, and vertices of each that are kept. */
#define VERTEX_RESOURCES	32u
#define FETCH_FIRST		160u	/* as instructions name the first one of fetch programs */
#define RESOURCE_FIRST		320u	/* in the register file */
#define VERTICES_MAX		24u
#define STRIDE_MAX		256u

/* A target that draws have had, and its pixels after the last one. */
struct surface {
	u64 base;
	u32 target;	/* GPU_VIEW_DEPTH, or any other: a colour */
	u32 width, height, bytes, samples;
	u8 *shadow;
	struct frame_place place;
	bool found;
	u64 checked;
	u64 mask_base, mask_hash, mask_at;
	u32 *regs;	/* of the last draw with it; it was target @bound of it */
	u32 bound;
	struct gpu_color_format format;
	u8 show[4];
	u32 depth_format;
};

struct text_line {
	char *text;
};

struct program {
	u64 hash;
	const char *stage;
	struct frame_program at;
	struct text_line *lines;
	u32 nlines;
	u32 constants[16];	/* vectors that the program may read of each buffer */
	bool vertices[VERTEX_RESOURCES];	/* vertex resources that it reads, from the stage's first one on */
};

/* A texture's first level for the page: each @step-th texel. */
struct picture {
	u64 hash;
	u32 width, height, step;
	u64 at;		/* in the tiles */
};

struct exporting {
	struct frame_json *j;
	struct frame_card *card;
	struct frame_export *out;
	u32 *values;		/* of the draw before */
	bool *take;
	struct program *programs;
	u32 nprograms;
	struct surface *surfaces;
	u32 nsurfaces;
	struct picture *pictures;
	u32 npictures;
	const struct frame_event *event;
	bool failed;
};

/* ---- programs, and what they read ---- */

/* Constants of a line of R5xx: "c12". */
static void keep_constant(struct program *p, const char *text)
{
	unsigned int n;

	for (const char *c = text; *c; c++)
		if (*c == 'c' && c != text && strchr(" =-|,(", c[-1]) && sscanf(c, "c%u", &n) == 1 && n < 256 &&
		    p->constants[0] <= n)
			p->constants[0] = n + 1;
}

static void keep_line(void *ctx, const char *text)
{
	struct program *p = ctx;
	struct text_line *lines = realloc(p->lines, (p->nlines + 1) * sizeof(*lines));
	const char *lock = text, *fetch;
	unsigned int buffer, first, last;

	if (!lines)
		return;
	p->lines = lines;
	lines[p->nlines++].text = strdup(text);
	p->hash = p->hash * 0x100000001b3ull;
	for (const char *c = text; *c; c++)
		p->hash = (p->hash ^ (unsigned char)*c) * 0x100000001b3ull;
	/* KCACHE0=CB0[0..15] */
	fetch = strstr(text, "FETCH ") ? strstr(text, ", b") : NULL;
	if (fetch && sscanf(fetch, ", b%u", &first) == 1 && first >= FETCH_FIRST && first - FETCH_FIRST < VERTEX_RESOURCES)
		p->vertices[first - FETCH_FIRST] = true;
	if (p->at.in_chip)
		keep_constant(p, text);
	while ((lock = strstr(lock, "=CB"))) {
		if (sscanf(lock, "=CB%u[%u..%u]", &buffer, &first, &last) == 3 && buffer < 16 &&
		    p->constants[buffer] <= last)
			p->constants[buffer] = last + 1;
		lock++;
	}
}

/* Programs and constants of R5xx are in the chip: @offset counts instructions, or vectors. */
static void write_place(struct frame_json *j, const struct frame_place *place, bool in_chip)
{
	if (!in_chip) {
		frame_json_key(j, "buffer");
		frame_json_number(j, place->id);
	}
	frame_json_key(j, in_chip ? "first" : "offset");
	frame_json_number(j, place->offset);
}

/* The first vertices of a resource: what a fetch program reads. */
static void write_vertices(struct exporting *x, u32 id)
{
	const u32 *word = frame_regs(x->card) + (SQ_RESOURCE0_WORD0 + 28 * id) / 4;
	u32 stride = gpu_field(word[2], 18, 8);
	u64 addr = (u64)gpu_field(word[2], 7, 0) << 32 | word[0], bytes = (u64)stride * VERTICES_MAX;
	struct frame_place place;

	if (gpu_field(word[6], 31, 30) != 3 || !frame_find(x->card, addr, &place) || stride % 4 || stride > STRIDE_MAX)
		return;
	if (bytes > word[1] + 1ull)
		bytes = word[1] + 1ull;
	if (bytes > place.room)
		bytes = place.room;
	frame_json_begin(x->j, '{');
	frame_json_key(x->j, "resource");
	frame_json_number(x->j, id);
	write_place(x->j, &place, false);
	frame_json_key(x->j, "stride");
	frame_json_number(x->j, stride);
	frame_json_key(x->j, "values");
	frame_json_hex(x->j, (const u32 *)(const void *)place.bytes, bytes / 4);
	frame_json_end(x->j, '}');
}

static void free_program(struct program *p)
{
	for (u32 i = 0; i < p->nlines; i++)
		free(p->lines[i].text);
	free(p->lines);
}

/* The number of a program's text among those that are kept. */
static u32 add_program(struct exporting *x, const struct frame_program *at)
{
	struct program p = { .hash = 0xcbf29ce484222325ull, .stage = at->stage, .at = *at }, *more;

	frame_program_text(x->card, at, keep_line, &p);
	for (u32 i = 0; i < x->nprograms; i++) {
		if (x->programs[i].hash == p.hash && !strcmp(x->programs[i].stage, p.stage)) {
			free_program(&p);
			return i;
		}
	}
	more = realloc(x->programs, (x->nprograms + 1) * sizeof(*more));
	if (!more) {
		x->failed = true;
		free_program(&p);
		return 0;
	}
	x->programs = more;
	more[x->nprograms] = p;
	return x->nprograms++;
}

static void write_constants(struct exporting *x, const struct program *p)
{
	u32 stage = !strcmp(p->stage, "PS") ? 0 : !strcmp(p->stage, "GS") ? 2 : 1;
	struct frame_constants c;

	for (u32 n = 0; n < 16; n++) {
		if (!p->constants[n] || !frame_constants(x->card, 16 * stage + n, &c))
			continue;
		if (c.bytes > 16 * p->constants[n])
			c.bytes = 16 * p->constants[n];
		frame_json_begin(x->j, '{');
		frame_json_key(x->j, "stage");
		frame_json_text(x->j, p->stage);
		frame_json_key(x->j, "number");
		frame_json_number(x->j, n);
		write_place(x->j, &c.place, c.in_chip);
		frame_json_key(x->j, "values");
		frame_json_hex(x->j, (const u32 *)(const void *)c.place.bytes, c.bytes / 4);
		frame_json_end(x->j, '}');
	}
}

/* The first vertices of an array of R5xx. */
static void write_array(struct exporting *x, u32 number, const struct gpu_array *a)
{
	u64 bytes = 4ull * (a->stride_dw ? a->stride_dw * (VERTICES_MAX - 1) : 0) + 4 * a->count_dw;
	struct frame_place place;

	if (!frame_find(x->card, a->address, &place))
		return;
	frame_json_begin(x->j, '{');
	frame_json_key(x->j, "resource");
	frame_json_number(x->j, number);
	write_place(x->j, &place, false);
	frame_json_key(x->j, "stride");
	frame_json_number(x->j, 4 * (a->stride_dw ? a->stride_dw : a->count_dw));
	frame_json_key(x->j, "values");
	frame_json_hex(x->j, (const u32 *)(const void *)place.bytes, (bytes < place.room ? bytes : place.room) / 4);
	frame_json_end(x->j, '}');
}

static void write_draw_programs(struct exporting *x)
{
	struct frame_program programs[FRAME_PROGRAMS];
	u32 number[FRAME_PROGRAMS], n = frame_programs(x->card, programs);
	const struct gpu_array *arrays;
	u32 narrays = frame_arrays(x->card, &arrays);

	frame_json_key(x->j, "programs");
	frame_json_begin(x->j, '[');
	for (u32 i = 0; i < n; i++) {
		number[i] = add_program(x, &programs[i]);
		frame_json_number(x->j, number[i]);
	}
	frame_json_end(x->j, ']');
	frame_json_key(x->j, "constants");
	frame_json_begin(x->j, '[');
	for (u32 i = 0; i < n && x->nprograms; i++)
		write_constants(x, &x->programs[number[i]]);
	frame_json_end(x->j, ']');
	frame_json_key(x->j, "vertices");
	frame_json_begin(x->j, '[');
	for (u32 i = 0; i < n && x->nprograms; i++)
		for (u32 v = 0; v < VERTEX_RESOURCES; v++)
			if (x->programs[number[i]].vertices[v])
				write_vertices(x, RESOURCE_FIRST + v);
	for (u32 i = 0; i < narrays; i++)
		write_array(x, i, &arrays[i]);
	frame_json_end(x->j, ']');
}

static bool put(struct frame_export *out, const void *bytes, size_t size)
{
	u8 *to = out->tiles.size + size <= TILES_MAX ? bytes_add(&out->tiles, size) : NULL;

	if (to)
		memcpy(to, bytes, size);
	return to;
}

/* ---- textures ---- */

/* Edges of a picture for the page, at most. */
#define PICTURE_MAX	256u

/* The number of a texture's picture among those that are kept. */
static u32 add_picture(struct exporting *x, const struct frame_texture *t)
{
	u32 most = t->view.width > t->view.height ? t->view.width : t->view.height;
	u32 step = (most + PICTURE_MAX - 1) / PICTURE_MAX;
	struct frame_picture p;
	struct picture *more;
	u64 hash = 0xcbf29ce484222325ull;

	if (!frame_texture_picture(x->card, t, step, &p)) {
		x->failed = true;
		return 0;
	}
	for (u32 i = 0; i < 4 * p.width * p.height; i++)
		hash = (hash ^ p.rgba[i]) * 0x100000001b3ull;
	for (u32 i = 0; i < x->npictures; i++) {
		if (x->pictures[i].hash == hash && x->pictures[i].width == p.width && x->pictures[i].height == p.height) {
			free(p.rgba);
			return i;
		}
	}
	more = realloc(x->pictures, (x->npictures + 1) * sizeof(*more));
	if (more) {
		x->pictures = more;
		more[x->npictures] = (struct picture){ hash, p.width, p.height, step, x->out->tiles.size };
		if (x->out->want_tiles && !put(x->out, p.rgba, 4ull * p.width * p.height))
			more[x->npictures].at = ~0ull;
	}
	free(p.rgba);
	x->failed |= !more;
	return more ? x->npictures++ : 0;
}

static void write_texture(struct exporting *x, const struct frame_texture *t)
{
	const struct { const char *name; u32 value; } members[] = {
		{ "number", t->number }, { "resource", t->resource }, { "width", t->view.width }, { "height", t->view.height },
		{ "slices", t->view.slices }, { "levels", t->view.levels }, { "samples", t->view.samples },
		{ "picture", add_picture(x, t) },
	};

	frame_json_begin(x->j, '{');
	frame_json_key(x->j, "stage");
	frame_json_text(x->j, t->stage);
	write_place(x->j, &t->place, false);
	for (u32 i = 0; i < ARRAY_SIZE(members); i++) {
		frame_json_key(x->j, members[i].name);
		frame_json_number(x->j, members[i].value);
	}
	frame_json_end(x->j, '}');
}

static void write_textures(struct exporting *x)
{
	struct frame_texture list[FRAME_TEXTURES];
	u32 n = frame_textures(x->card, list);

	frame_json_key(x->j, "textures");
	frame_json_begin(x->j, '[');
	for (u32 i = 0; i < n; i++)
		write_texture(x, &list[i]);
	frame_json_end(x->j, ']');
}

static void write_pictures(struct exporting *x)
{
	frame_json_key(x->j, "pictures");
	frame_json_begin(x->j, '[');
	for (u32 i = 0; i < x->npictures; i++) {
		const struct picture *p = &x->pictures[i];

		frame_json_begin(x->j, '{');
		frame_json_key(x->j, "hash");
		frame_json_hex(x->j, (const u32[]){ (u32)(p->hash >> 32), (u32)p->hash }, 2);
		frame_json_key(x->j, "width");
		frame_json_number(x->j, p->width);
		frame_json_key(x->j, "height");
		frame_json_number(x->j, p->height);
		frame_json_key(x->j, "step");
		frame_json_number(x->j, p->step);
		if (x->out->want_tiles && p->at != ~0ull) {
			frame_json_key(x->j, "at");
			frame_json_number(x->j, p->at);
		}
		frame_json_end(x->j, '}');
	}
	frame_json_end(x->j, ']');
}

/* ---- buffers ---- */

static void write_accesses(struct exporting *x)
{
	const struct frame_access *list;
	u32 n = frame_accesses(x->card, &list);

	frame_json_key(x->j, "accesses");
	frame_json_begin(x->j, '[');
	for (u32 i = 0; i < n; i++) {
		const struct frame_access *a = &list[i];

		frame_json_begin(x->j, '[');
		frame_json_text(x->j, a->client);
		frame_json_text(x->j, a->write ? "writes" : "reads");
		frame_json_number(x->j, a->id);
		frame_json_number(x->j, a->offset);
		frame_json_number(x->j, a->end);
		frame_json_number(x->j, a->count);
		frame_json_end(x->j, ']');
	}
	frame_json_end(x->j, ']');
}

/* ---- targets ---- */

static struct surface *find_surface(struct exporting *x, u32 target, const struct gpu_view *view, u32 bytes)
{
	u64 tiles = (u64)((view->width + 7) / 8) * ((view->height + 7) / 8);
	struct gpu *gpu = frame_gpu(x->card);
	struct surface *s, *more;

	for (u32 i = 0; i < x->nsurfaces; i++) {
		s = &x->surfaces[i];
		if (s->base == view->base && (s->target == GPU_VIEW_DEPTH) == (target == GPU_VIEW_DEPTH) &&
		    s->width == view->width && s->height == view->height && s->bytes == bytes)
			return s;
	}
	more = realloc(x->surfaces, (x->nsurfaces + 1) * sizeof(*more));
	if (!more)
		return NULL;
	x->surfaces = more;
	s = &more[x->nsurfaces];
	*s = (struct surface){
		.base = view->base, .target = target, .width = view->width, .height = view->height, .bytes = bytes,
		.samples = view->samples, .shadow = calloc(tiles, 64 * bytes), .depth_format = gpu->db.format,
		.regs = calloc(FRAME_REGS, sizeof(u32)),
	};
	if (target < GPU_TARGETS) {
		s->format = gpu->cb.target[target].format;
		memcpy(s->show, gpu->cb.target[target].show, sizeof(s->show));
	}
	s->found = frame_find(x->card, view->base, &s->place);
	if (s->found)
		s->checked = frame_bound(x->card, x->event, &s->place);
	x->nsurfaces++;
	return s->shadow && s->regs ? s : NULL;
}

/* Tiles that differ from those after the draw before: the number of each, and its elements. */
static u32 changed_tiles(struct exporting *x, u32 target, struct surface *s)
{
	u32 wide = (s->width + 7) / 8, all = wide * ((s->height + 7) / 8), n = 0;
	u8 now[GPU_TILE_BYTES];

	for (u32 t = 0; t < all; t++) {
		u8 *before = s->shadow + (u64)t * 64 * s->bytes;

		gpu_look_tile(frame_gpu(x->card), target, t % wide * 8, t / wide * 8, 0, now);
		if (!memcmp(now, before, 64 * s->bytes))
			continue;
		memcpy(before, now, 64 * s->bytes);
		if (x->out->want_tiles && !(put(x->out, &t, sizeof(t)) && put(x->out, now, 64 * s->bytes)))
			x->out->left_out = true;
		n++;
	}
	return n;
}

/* HTILE or CMASK: how many tiles are expanded, and for the page the bits of all if they have changed. */
static void write_mask(struct exporting *x, u32 target, struct surface *s)
{
	struct gpu *gpu = frame_gpu(x->card);
	struct gpu_mask_view mask;
	u32 expanded = 0, *bits;
	u64 hash = 1;

	s->mask_base = gpu_look_mask(gpu, target, &mask) ? mask.base : 0;
	if (!s->mask_base)
		return;
	bits = calloc(mask.wide * mask.high + 1, sizeof(*bits));
	x->failed |= !bits;
	for (u32 i = 0; bits && i < mask.wide * mask.high; i++) {
		bool is;

		bits[i] = gpu_look_mask_tile(gpu, target, i % mask.wide, i / mask.wide, &is);
		expanded += is;
		hash = (hash ^ bits[i]) * 0x9e3779b97f4a7c15ull;
	}
	frame_json_key(x->j, "mask");
	frame_json_begin(x->j, '{');
	frame_json_key(x->j, "kind");
	frame_json_text(x->j, mask.name);
	frame_json_key(x->j, "wide");
	frame_json_number(x->j, mask.wide);
	frame_json_key(x->j, "high");
	frame_json_number(x->j, mask.high);
	frame_json_key(x->j, "expanded");
	frame_json_number(x->j, expanded);
	if (bits && x->out->want_tiles && hash != s->mask_hash) {
		s->mask_at = x->out->tiles.size;
		s->mask_hash = put(x->out, bits, mask.wide * mask.high * sizeof(*bits)) ? hash : 0;
	}
	if (x->out->want_tiles && s->mask_hash) {
		frame_json_key(x->j, "at");
		frame_json_number(x->j, s->mask_at);
	}
	frame_json_end(x->j, '}');
	free(bits);
}

/* Return: NULL if there is none. */
static struct surface *write_target(struct exporting *x, u32 target)
{
	struct gpu_view view;
	u8 tile[GPU_TILE_BYTES];
	struct surface *s;
	u32 bytes, n;
	size_t at = x->out->tiles.size;

	if (!gpu_look_view(frame_gpu(x->card), target, &view))
		return NULL;
	bytes = gpu_look_tile(frame_gpu(x->card), target, 0, 0, 0, tile);
	s = find_surface(x, target, &view, bytes);
	if (!s) {
		x->failed = true;
		return NULL;
	}
	frame_json_begin(x->j, '{');
	frame_json_key(x->j, "target");
	frame_json_text(x->j, frame_target_name(target));
	frame_json_key(x->j, "surface");
	frame_json_number(x->j, s - x->surfaces);
	n = changed_tiles(x, target, s);
	frame_json_key(x->j, "changed_tiles");
	frame_json_number(x->j, n);
	if (x->out->want_tiles && !x->out->left_out) {
		frame_json_key(x->j, "at");
		frame_json_number(x->j, at);
	}
	write_mask(x, target, s);
	frame_json_end(x->j, '}');
	return s;
}

/* Of a draw.  Its registers are kept with each, for copies to it. */
static void write_targets(struct exporting *x)
{
	const u32 *regs = frame_regs(x->card);

	gpu_look(frame_gpu(x->card), regs);
	for (u32 t = 0; t <= GPU_VIEW_DEPTH; t++) {
		struct surface *s = write_target(x, t);

		if (!s)
			continue;
		memcpy(s->regs, regs, FRAME_REGS * sizeof(*regs));
		s->bound = t;
	}
}

static bool copy_wrote(const struct exporting *x, u64 base)
{
	const struct frame_access *list;
	u32 n = frame_accesses(x->card, &list);
	struct frame_place place;

	if (!frame_find(x->card, base, &place))
		return false;
	for (u32 i = 0; i < n; i++)
		if (list[i].write && list[i].id == place.id)
			return true;
	return false;
}

/*
 * Targets of earlier draws whose buffer, or whose mask, a copy wrote to.  The register file may already have a
 * part of the next draw's targets, so they are read with the registers of their own draw.
 */
static void write_copied(struct exporting *x)
{
	struct frame_place place;

	for (u32 i = 0; i < x->nsurfaces; i++) {
		const struct surface *s = &x->surfaces[i];
		bool masked = s->mask_base;

		/* What the stream does not name cannot be read. */
		if (!frame_find(x->card, s->base, &place) || (masked && !frame_find(x->card, s->mask_base, &place)) ||
		    !(copy_wrote(x, s->base) || (masked && copy_wrote(x, s->mask_base))))
			continue;
		gpu_look(frame_gpu(x->card), s->regs);
		write_target(x, s->bound);
	}
}

static void write_surface(struct frame_json *j, const struct surface *s)
{
	const struct gpu_color_format *f = &s->format;

	frame_json_begin(j, '{');
	frame_json_key(j, "kind");
	frame_json_text(j, s->target == GPU_VIEW_DEPTH ? "depth" : "colour");
	if (s->found)
		write_place(j, &s->place, false);
	if (s->checked) {
		frame_json_key(j, "checked_bytes");
		frame_json_number(j, s->checked);
	}
	frame_json_key(j, "width");
	frame_json_number(j, s->width);
	frame_json_key(j, "height");
	frame_json_number(j, s->height);
	frame_json_key(j, "samples");
	frame_json_number(j, s->samples);
	frame_json_key(j, "bytes");
	frame_json_number(j, s->bytes);
	if (s->target == GPU_VIEW_DEPTH) {
		frame_json_key(j, "depth_format");
		frame_json_number(j, s->depth_format);
	} else {
		static const char *const numbers[] = {
			"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "SRGB", "FLOAT",
		};

		frame_json_key(j, "number");
		frame_json_text(j, f->format->is_float ? "FLOAT" : f->number < 8 ? numbers[f->number] : "UNORM");
		frame_json_key(j, "fields");
		frame_json_begin(j, '[');
		for (u32 c = 0; c < f->format->components; c++) {
			frame_json_begin(j, '[');
			frame_json_number(j, f->format->c[c].first);
			frame_json_number(j, f->format->c[c].bits);
			frame_json_number(j, s->show[f->channel[c]]);
			frame_json_end(j, ']');
		}
		frame_json_end(j, ']');
	}
	frame_json_end(j, '}');
}

/* ---- events ---- */

static void write_register(void *ctx, u32 dword, u32 value, const char *text)
{
	struct frame_json *j = ctx;

	frame_json_begin(j, '[');
	frame_json_number(j, 4 * dword);
	frame_json_number(j, value);
	frame_json_text(j, text);
	frame_json_end(j, ']');
}

/* Registers as the streams have set them since the draw before. */
static void write_state(struct exporting *x)
{
	const u32 *values = frame_values(x->card);

	frame_json_key(x->j, "state");
	frame_json_begin(x->j, '[');
	for (u32 i = 0; i < FRAME_REGS; i++)
		x->take[i] = frame_reg_is_set(x->card, i) && (values[i] != x->values[i] || !x->out->draws);
	frame_state(frame_pm4_card(x->card), values, x->take, write_register, x->j);
	memcpy(x->values, values, FRAME_REGS * sizeof(*values));
	frame_json_end(x->j, ']');
}

static void write_line(void *ctx, const char *text)
{
	frame_json_text(ctx, text);
}

static void write_packet(struct exporting *x, const struct frame_event *e)
{
	const struct pm4_card *card = frame_pm4_card(x->card);
	const struct r6cs *cs = &frame_of(x->card)->subs[e->sub].cs;
	struct pm4_decoder d = {
		.ib = cs->in.ib + e->at, .ib_dw = e->ndw, .first_dw = e->at, .front = card->front, .chip = card->chip,
		.ring = PM4_RING_GFX, .mark_dw = PM4_NO_DWORD, .line = write_line, .ctx = x->j,
	};

	frame_json_key(x->j, "text");
	frame_json_begin(x->j, '[');
	pm4_decode(&d);
	frame_json_end(x->j, ']');
}

static bool after(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	static const char *const kinds[] = { "draw", "copy", "flush" };
	struct exporting *x = ctx;

	x->event = e;
	frame_json_begin(x->j, '{');
	frame_json_key(x->j, "kind");
	frame_json_text(x->j, kinds[e->kind]);
	frame_json_key(x->j, "draw");
	frame_json_number(x->j, e->draw);
	frame_json_key(x->j, "submission");
	frame_json_number(x->j, e->sub + 1);
	frame_json_key(x->j, "dword");
	frame_json_number(x->j, e->at);
	frame_json_key(x->j, "packet");
	frame_json_text(x->j, e->name);
	write_packet(x, e);
	write_accesses(x);
	if (e->kind == FRAME_DRAW) {
		write_state(x);
		write_draw_programs(x);
		write_textures(x);
		x->out->draws++;
	}
	if (e->kind != FRAME_FLUSH) {
		frame_json_key(x->j, "targets");
		frame_json_begin(x->j, '[');
		if (e->kind == FRAME_DRAW)
			write_targets(x);
		else
			write_copied(x);
		frame_json_end(x->j, ']');
	}
	frame_json_end(x->j, '}');
	return !x->failed;
}

static void write_submissions(struct frame_json *j, const struct frame_file *file)
{
	frame_json_key(j, "submissions");
	frame_json_begin(j, '[');
	for (u32 i = 0; i < file->nsubs; i++) {
		const struct frame_submission *s = &file->subs[i];

		frame_json_begin(j, '{');
		frame_json_key(j, "name");
		frame_json_text(j, s->name);
		frame_json_key(j, "dwords");
		frame_json_number(j, s->cs.in.ib_dw);
		frame_json_key(j, "refused");
		frame_json_text(j, s->cs.driver_error ? s->cs.driver_text : "");
		frame_json_key(j, "buffers");
		frame_json_begin(j, '[');
		for (u32 n = 0; n < s->cs.in.nbuffers; n++) {
			frame_json_begin(j, '[');
			frame_json_number(j, s->ids ? s->ids[n] : n);
			frame_json_number(j, s->cs.in.buffers[n].size);
			frame_json_end(j, ']');
		}
		frame_json_end(j, ']');
		frame_json_end(j, '}');
	}
	frame_json_end(j, ']');
}

static void write_programs(struct exporting *x)
{
	frame_json_key(x->j, "programs");
	frame_json_begin(x->j, '[');
	for (u32 i = 0; i < x->nprograms; i++) {
		const struct program *p = &x->programs[i];

		frame_json_begin(x->j, '{');
		frame_json_key(x->j, "stage");
		frame_json_text(x->j, p->stage);
		write_place(x->j, &p->at.place, p->at.in_chip);
		frame_json_key(x->j, "lines");
		frame_json_begin(x->j, '[');
		for (u32 n = 0; n < p->nlines; n++)
			if (p->lines[n].text)
				frame_json_text(x->j, p->lines[n].text);
		frame_json_end(x->j, ']');
		frame_json_end(x->j, '}');
	}
	frame_json_end(x->j, ']');
	frame_json_key(x->j, "surfaces");
	frame_json_begin(x->j, '[');
	for (u32 i = 0; i < x->nsurfaces; i++)
		write_surface(x->j, &x->surfaces[i]);
	frame_json_end(x->j, ']');
	write_pictures(x);
}

static void write_frame(struct exporting *x)
{
	const struct frame_file *file = frame_of(x->card);
	const struct frame_sink sink = { .after = after, .ctx = x };

	frame_json_begin(x->j, '{');
	frame_json_key(x->j, "format");
	frame_json_text(x->j, "pm4-draw");
	frame_json_key(x->j, "version");
	frame_json_number(x->j, 1);
	frame_json_key(x->j, "file");
	frame_json_text(x->j, file->path);
	frame_json_key(x->j, "chip");
	frame_json_text(x->j, file->subs[0].cs.chip);
	frame_json_key(x->j, "contents");
	frame_json_number(x->j, !file->bare);
	write_submissions(x->j, file);
	if (x->out->history) {
		frame_json_key(x->j, "history");
		frame_json_text(x->j, x->out->history);
	}
	frame_json_key(x->j, "events");
	frame_json_begin(x->j, '[');
	frame_replay(x->card, &sink);
	frame_json_end(x->j, ']');
	write_programs(x);
	frame_json_end(x->j, '}');
}

int frame_export(struct frame_card *card, FILE *out, struct frame_export *e, char *error)
{
	struct frame_json j = { .out = out };
	struct exporting x = {
		.j = &j, .card = card, .out = e, .values = calloc(FRAME_REGS, sizeof(u32)),
		.take = calloc(FRAME_REGS, sizeof(bool)),
	};

	if (x.values && x.take)
		write_frame(&x);
	x.failed |= !x.values || !x.take;
	for (u32 i = 0; i < x.nprograms; i++)
		free_program(&x.programs[i]);
	for (u32 i = 0; i < x.nsurfaces; i++) {
		free(x.surfaces[i].shadow);
		free(x.surfaces[i].regs);
	}
	free(x.programs);
	free(x.surfaces);
	free(x.pictures);
	free(x.values);
	free(x.take);
	return x.failed ? r6cs_err(error, "out of memory") : 0;
}
