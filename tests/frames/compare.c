// SPDX-License-Identifier: GPL-2.0
/*
 * Two frames: the first draw whose pixels differ, with the differences of its state, programs and constants.
 * Draws are paired by packet, programs and constants, because one frame may have more of them.
 */
#include <stdlib.h>

#include "frame.h"
#include "watch.h"

#define LINES	8u	/* pixels, and draws of one frame alone, that are printed */

/* A card after a draw. */
struct side {
	const char *path;
	struct frame_card *card;
	u32 draw;
	u32 line_count;
	char *lines[4096];
};

static bool stop(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct side *side = ctx;

	return e->kind != FRAME_DRAW || e->draw != side->draw;
}

static int go_to(struct side *side, const struct frame_file *file, u32 draw, char *error)
{
	const struct frame_sink sink = { .after = stop, .ctx = side };

	side->path = file->path;
	side->draw = draw;
	side->card = frame_card_new(file, false, error);
	if (!side->card)
		return -1;
	/* The first replay has printed its lines. */
	frame_quiet(side->card, true);
	frame_replay(side->card, &sink);
	return 0;
}

/* ---- state ---- */

static void print_side(void *ctx, u32 dword, u32 value, const char *text)
{
	printf("  %s  %s\n", (const char *)ctx, text);
}

static u32 compare_state(struct side *a, struct side *b)
{
	const u32 *va = frame_values(a->card), *vb = frame_values(b->card);
	bool *take = calloc(FRAME_REGS, sizeof(*take));
	u32 n = 0;

	for (u32 i = 0; take && i < FRAME_REGS; i++) {
		if (va[i] == vb[i] || (frame_is_place(a->card, i) && frame_is_place(b->card, i)) ||
		    !(frame_reg_is_set(a->card, i) || frame_reg_is_set(b->card, i)))
			continue;
		take[i] = true;
		frame_state(frame_pm4_card(a->card), va, take, print_side, "A");
		frame_state(frame_pm4_card(b->card), vb, take, print_side, "B");
		take[i] = false;
		n++;
	}
	free(take);
	return n;
}

static void keep_line(void *ctx, const char *text)
{
	struct side *side = ctx;

	if (side->line_count < 4096)
		side->lines[side->line_count++] = strdup(frame_instruction(text));
}

static void drop_lines(struct side *side)
{
	while (side->line_count)
		free(side->lines[--side->line_count]);
}

static void program_lines(struct side *side, const char *stage)
{
	struct frame_program programs[FRAME_PROGRAMS];
	u32 n = frame_programs(side->card, programs);

	drop_lines(side);
	for (u32 i = 0; i < n; i++)
		if (!strcmp(programs[i].stage, stage))
			frame_program_text(side->card, &programs[i], keep_line, side);
}

static u32 compare_programs(struct side *a, struct side *b)
{
	static const char *const stages[] = { "PS", "VS", "GS", "ES", "FS" };
	u32 n = 0;

	for (u32 s = 0; s < ARRAY_SIZE(stages); s++) {
		u32 at = 0;

		program_lines(a, stages[s]);
		program_lines(b, stages[s]);
		while (at < a->line_count && at < b->line_count && a->lines[at] && b->lines[at] &&
		       !strcmp(a->lines[at], b->lines[at]))
			at++;
		if (at == a->line_count && at == b->line_count)
			continue;
		printf("  program %s differs from its line %u on (%u and %u lines)\n", stages[s], at + 1, a->line_count,
		       b->line_count);
		if (at < a->line_count)
			printf("  A  %s\n", a->lines[at]);
		if (at < b->line_count)
			printf("  B  %s\n", b->lines[at]);
		n++;
	}
	drop_lines(a);
	drop_lines(b);
	return n;
}

static u32 compare_constants(struct side *a, struct side *b)
{
	struct frame_constants x, y;
	u32 n = 0;

	for (u32 i = 0; i < FRAME_CONSTANTS; i++) {
		bool in_a = frame_constants(a->card, i, &x), in_b = frame_constants(b->card, i, &y);
		u32 bytes = in_a && in_b ? x.bytes < y.bytes ? x.bytes : y.bytes : 0, at = 0;

		while (at + 4 <= bytes && !memcmp(x.place.bytes + at, y.place.bytes + at, 4))
			at += 4;
		if (at + 4 > bytes)
			continue;
		printf("  constants %s %u differ from byte %u on\n", x.stage, x.number, at);
		frame_print_vector("  A  ", x.place.bytes + at / 16 * 16, bytes - at / 16 * 16);
		frame_print_vector("  B  ", y.place.bytes + at / 16 * 16, bytes - at / 16 * 16);
		n++;
	}
	return n;
}

/* ---- pixels ---- */

static void print_pixel(struct gpu *gpu, u32 target, const u8 *element, const struct gpu_view *view)
{
	struct gpu_stored stored;
	u32 color[4];

	if (target == GPU_VIEW_DEPTH) {
		gpu_look_depth(gpu, element, &stored);
		printf("(%.9g stencil %u)", stored.depth, stored.stencil);
		return;
	}
	gpu_look_color(gpu, target, element, color);
	frame_print_color(stdout, color, view->integer);
}

/* Pixels of a sample that differ; prints the first ones. */
static u64 compare_target(struct side *a, struct side *b, u32 target, const struct gpu_view *view)
{
	struct gpu *ga = frame_gpu(a->card), *gb = frame_gpu(b->card);
	u8 ta[GPU_TILE_BYTES], tb[GPU_TILE_BYTES];
	u64 n = 0;

	for (u32 t = 0; t < (view->height + 7) / 8 * ((view->width + 7) / 8); t++) {
		u32 x = t % ((view->width + 7) / 8) * 8, y = t / ((view->width + 7) / 8) * 8;
		u32 bytes = gpu_look_tile(ga, target, x, y, 0, ta), other = gpu_look_tile(gb, target, x, y, 0, tb);

		if (bytes != other || !memcmp(ta, tb, 64 * bytes))
			continue;
		for (u32 i = 0; i < 64; i++) {
			if (x + i % 8 >= view->width || y + i / 8 >= view->height ||
			    !memcmp(ta + i * bytes, tb + i * bytes, bytes) || n++ >= LINES)
				continue;
			printf("  pixel %u,%u: A ", x + i % 8, y + i / 8);
			print_pixel(ga, target, ta + i * bytes, view);
			printf(" B ");
			print_pixel(gb, target, tb + i * bytes, view);
			putchar('\n');
		}
	}
	return n;
}

static void compare_targets(struct side *a, struct side *b)
{
	gpu_look(frame_gpu(a->card), frame_regs(a->card));
	gpu_look(frame_gpu(b->card), frame_regs(b->card));
	for (u32 t = 0; t <= FRAME_DEPTH; t++) {
		struct gpu_view x, y;
		bool in_a = gpu_look_view(frame_gpu(a->card), t, &x), in_b = gpu_look_view(frame_gpu(b->card), t, &y);
		u64 n;

		if (!in_a && !in_b)
			continue;
		if (!in_a || !in_b || x.width != y.width || x.height != y.height) {
			printf("  %s: A %u x %u, B %u x %u\n", frame_target_name(t), x.width, x.height, y.width, y.height);
			continue;
		}
		n = compare_target(a, b, t, &x);
		if (n)
			printf("  %s: %llu of %u pixels differ\n", frame_target_name(t), (unsigned long long)n,
			       x.width * x.height);
	}
}

static int explain(const struct frame_file *fa, const struct frame_file *fb, u32 da, u32 db, char *error)
{
	struct side *a = calloc(1, sizeof(*a)), *b = calloc(1, sizeof(*b));
	int ret = a && b ? 0 : r6cs_err(error, "out of memory");
	u32 n = 0;

	if (!ret)
		ret = go_to(a, fa, da, error) || go_to(b, fb, db, error) ? -1 : 0;
	if (!ret) {
		printf("draw %u of A and draw %u of B are the first whose pixels differ\n", da, db);
		compare_targets(a, b);
		n = compare_state(a, b) + compare_programs(a, b) + compare_constants(a, b);
		if (!n)
			puts("  state, programs and constants are the same: vertices, textures or what was drawn before differ");
	}
	if (a && a->card)
		frame_card_free(a->card);
	if (b && b->card)
		frame_card_free(b->card);
	free(a);
	free(b);
	return ret;
}

/* ---- the frames ---- */

static void print_alone(const struct frame_log *log, const char *name, const struct frame_pair *pairs, u32 n, bool second)
{
	u32 alone = 0, at = 0;

	for (u32 i = 0; i < log->count; i++) {
		if (at < n && (second ? pairs[at].b : pairs[at].a) == i) {
			at++;
			continue;
		}
		if (alone++ < LINES)
			printf("draw %u is in %s alone: %s\n", log->steps[i].e.draw, name, log->steps[i].e.name);
	}
	if (alone > LINES)
		printf("%u more are in %s alone\n", alone - LINES, name);
}

static bool same_pixels(const struct frame_step *a, const struct frame_step *b)
{
	return !memcmp(a->target, b->target, sizeof(a->target));
}

int frame_compare(const struct frame_file *fa, const struct frame_file *fb, bool *differ, char *error)
{
	bool same_chip = !strcmp(fa->subs[0].cs.chip, fb->subs[0].cs.chip);
	struct frame_log a = { .same_chip = same_chip }, b = { .same_chip = same_chip };
	struct frame_pair *pairs = NULL;
	u32 n = 0, at = 0;
	int ret = frame_log_read(&a, fa, error);

	if (!ret)
		ret = frame_log_read(&b, fb, error);
	if (!ret)
		pairs = calloc((u64)a.count + b.count + 1, sizeof(*pairs));
	if (!ret && !pairs)
		ret = r6cs_err(error, "out of memory");
	if (!ret) {
		n = frame_align(&a, &b, pairs);
		/* Programs of two compilers differ in all draws. */
		if (same_chip && 2 * n < (a.count < b.count ? a.count : b.count)) {
			frame_log_forget_programs(&a);
			frame_log_forget_programs(&b);
			n = frame_align(&a, &b, pairs);
			puts("most programs differ: draws are paired without them");
		}
		printf("A has %u draws, B has %u; %u pairs\n", a.count, b.count, n);
		print_alone(&a, "A", pairs, n, false);
		print_alone(&b, "B", pairs, n, true);
		while (at < n && same_pixels(&a.steps[pairs[at].a], &b.steps[pairs[at].b]))
			at++;
		*differ = at < n || a.count != n || b.count != n;
		if (at == n)
			puts("no pair differs in its pixels");
		else
			ret = explain(fa, fb, a.steps[pairs[at].a].e.draw, b.steps[pairs[at].b].e.draw, error);
	}
	free(pairs);
	free(a.steps);
	free(b.steps);
	return ret;
}
