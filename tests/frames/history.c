// SPDX-License-Identifier: GPL-2.0
/*
 * The history of a pixel: a line for each fragment, in the order of the frame.
 *
 * One replay finds all of them.  Draws may have other targets at the same coordinates, so fragments are kept
 * with the address of their target, and the fragments of the chosen draw's target are printed.
 */
#include <stdlib.h>

#include "frame.h"
#include "watch.h"

struct fragment {
	struct gpu_fragment f;
	u32 draw;
	u64 base;
};

struct history {
	const struct frame_options *o;
	struct gpu_watch watch;
	u32 draw, target;
	struct gpu_view view;
	bool found, failed;
	struct fragment *list;
	u32 count, room;
};

static void take(void *ctx, const struct gpu_fragment *f)
{
	struct history *h = ctx;

	if (h->count == h->room) {
		u32 room = h->room ? 2 * h->room : 64;
		struct fragment *list = realloc(h->list, room * sizeof(*list));

		if (!list) {
			h->failed = true;
			return;
		}
		h->list = list;
		h->room = room;
	}
	h->list[h->count++] = (struct fragment){ *f, h->draw, 0 };
}

static bool before(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct history *h = ctx;

	h->draw = e->draw;
	gpu_watch(frame_gpu(card), e->kind == FRAME_DRAW ? &h->watch : NULL);
	return true;
}

/* The target's shape after a draw; of the first target that there is, unless one was asked for. */
static bool view_of(struct history *h, struct frame_card *card, struct gpu_view *view)
{
	struct gpu *gpu = frame_gpu(card);
	u32 first = h->o->target < FRAME_DEPTH ? h->o->target : h->o->target < FRAME_TARGETS ? GPU_VIEW_DEPTH : 0;
	u32 last = h->o->target == FRAME_TARGETS ? GPU_VIEW_DEPTH : first;

	gpu_look(gpu, frame_regs(card));
	for (h->target = first; h->target <= last; h->target++)
		if (gpu_look_view(gpu, h->target, view))
			return true;
	return false;
}

static bool after(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct history *h = ctx;
	struct gpu_view view = { 0 };

	if (e->kind != FRAME_DRAW)
		return true;
	gpu_watch(frame_gpu(card), NULL);
	view_of(h, card, &view);
	for (u32 i = h->count; i && h->list[i - 1].draw == e->draw; i--)
		h->list[i - 1].base = view.base;
	if (e->draw != h->o->draw)
		return true;
	h->view = view;
	h->found = true;
	return false;
}

static void print_targets(FILE *out, const struct gpu_fragment *f)
{
	for (u32 n = 0; n < GPU_TARGETS; n++) {
		if (!(f->targets >> n & 1))
			continue;
		fprintf(out, ", colour %u ", n);
		frame_print_color(out, f->before.color[n], f->integers >> n & 1);
		fprintf(out, " -> ");
		frame_print_color(out, f->after.color[n], f->integers >> n & 1);
	}
	if (f->has_depth)
		fprintf(out, ", depth %.9g -> %.9g, stencil %u -> %u", f->before.depth, f->after.depth, f->before.stencil,
		       f->after.stencil);
}

static void print_fragment(FILE *out, const struct fragment *x)
{
	const struct gpu_fragment *f = &x->f;

	fprintf(out, "draw %u primitive %u", x->draw, f->primitive);
	if (f->instance)
		fprintf(out, " instance %u", f->instance);
	if (f->layer)
		fprintf(out, " layer %u", f->layer);
	fprintf(out, " %s, samples 0x%x, sample %u", f->back ? "back" : "front", f->covered, f->sample);
	if (f->tested)
		fprintf(out, ", fragment's depth %.9g", f->z);
	for (u32 n = 0; n < GPU_TARGETS; n++) {
		if (!f->shaded || !(f->exported >> n & 1))
			continue;
		fprintf(out, ", output %u ", n);
		frame_print_color(out, f->out[n], f->integers >> n & 1);
	}
	print_targets(out, f);
	fprintf(out, ": %s%s\n", f->kill == GPU_ALIVE && f->copies ? "copied, " : "", gpu_kill_name(f->kill));
}

static int check_pixel(const struct history *h, char *error)
{
	const int *p = h->o->pixel;

	if (!h->found)
		return r6cs_err(error, "draw %u is in a stream that does not run", h->o->draw);
	if (!h->view.width)
		return r6cs_err(error, "draw %u has no such target", h->o->draw);
	if ((u32)p[0] >= h->view.width || (u32)p[1] >= h->view.height)
		return r6cs_err(error, "pixel %d,%d is outside: %s of draw %u has %u x %u", p[0], p[1],
				frame_target_name(h->target), h->o->draw, h->view.width, h->view.height);
	if (p[2] >= 0 && (u32)p[2] >= h->view.samples)
		return r6cs_err(error, "sample %d: a pixel of draw %u has %u", p[2], h->o->draw, h->view.samples);
	return h->failed ? r6cs_err(error, "out of memory") : 0;
}

int frame_history(struct frame_card *card, const struct frame_options *o, FILE *out, char *error)
{
	struct history h = {
		.o = o,
		.watch = { .x = o->pixel[0], .y = o->pixel[1], .sample = o->pixel[2], .fragment = take, .ctx = &h },
	};
	const struct frame_sink sink = { .before = before, .after = after, .ctx = &h };
	u32 n = 0;
	int ret;

	frame_replay(card, &sink);
	ret = check_pixel(&h, error);
	for (u32 i = 0; !ret && i < h.count; i++) {
		if (h.list[i].base != h.view.base)
			continue;
		print_fragment(out, &h.list[i]);
		n++;
	}
	if (!ret)
		fprintf(out, "%u fragments on pixel %d,%d of %s up to draw %u\n", n, o->pixel[0], o->pixel[1],
		       frame_target_name(h.target), o->draw);
	free(h.list);
	return ret;
}
