// SPDX-License-Identifier: GPL-2.0
/* One draw: what it is, its state by name, its programs, and a target after it. */
#include <stdlib.h>

#include "frame.h"

struct drawing {
	const struct frame_options *o;
	bool found;
	int ret;
	char *error;
};

static void print_state(void *ctx, u32 dword, u32 value, const char *text)
{
	printf("  0x%05x  %s\n", 4 * dword, text);
}

static void print_line(void *ctx, const char *text)
{
	printf("  %s\n", text);
}

static void print_programs(struct frame_card *card)
{
	struct frame_program programs[FRAME_PROGRAMS];
	u32 n = frame_programs(card, programs);

	for (u32 i = 0; i < n; i++) {
		if (programs[i].in_chip)
			printf("program %s: in the chip, from instruction %llu on\n", programs[i].stage,
			       (unsigned long long)programs[i].place.offset);
		else
			printf("program %s: buffer %llu + 0x%llx\n", programs[i].stage,
			       (unsigned long long)programs[i].place.id, (unsigned long long)programs[i].place.offset);
		frame_program_text(card, &programs[i], print_line, NULL);
	}
}

/* The first target that there is; FRAME_TARGETS if there is none. */
static u32 first_target(struct frame_card *card, struct frame_picture *p)
{
	for (u32 t = 0; t < FRAME_TARGETS; t++)
		if (frame_picture(card, t, p))
			return t;
	return FRAME_TARGETS;
}

static void write_target(struct drawing *d, struct frame_card *card, const struct frame_event *e)
{
	struct frame_picture p;
	u32 target = d->o->target;

	if (target == FRAME_TARGETS)
		target = first_target(card, &p);
	else if (!frame_picture(card, target, &p))
		target = FRAME_TARGETS;
	if (target == FRAME_TARGETS) {
		d->ret = r6cs_err(d->error, "draw %u has no such target", e->draw);
		return;
	}
	if (d->o->flip)
		frame_flip(&p);
	d->ret = frame_png_write(&p, d->o->output, d->error);
	if (!d->ret)
		printf("%s after draw %u: %u x %u pixels, %u samples%s\n", frame_target_name(target), e->draw, p.width,
		       p.height, p.samples, p.integer ? ", integers" : "");
	free(p.rgba);
}

static void show(struct drawing *d, struct frame_card *card, const struct frame_event *e)
{
	const struct frame_submission *s = &frame_of(card)->subs[e->sub];
	const u32 *regs = frame_of(card)->bare ? frame_values(card) : frame_regs(card);
	bool *take = calloc(FRAME_REGS, sizeof(*take));

	printf("draw %u: dword %u of %s, %s\n", e->draw, e->at, s->name, e->name);
	if (s->cs.driver_error)
		printf("the driver has refused the stream: %s\n", s->cs.driver_text);
	if (frame_of(card)->bare)
		puts("the file has no contents: no programs and no pictures; registers are as streams set them");
	for (u32 i = 0; take && i < FRAME_REGS; i++)
		take[i] = frame_reg_is_set(card, i);
	if (take)
		frame_state(frame_pm4_card(card), regs, take, print_state, NULL);
	free(take);
	print_programs(card);
}

static bool after(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct drawing *d = ctx;

	if (e->kind != FRAME_DRAW || e->draw != d->o->draw)
		return true;
	d->found = true;
	if (d->o->output)
		write_target(d, card, e);
	if (!d->ret)
		show(d, card, e);
	return false;
}

int frame_draw(struct frame_card *card, const struct frame_options *o, char *error)
{
	struct drawing d = { .o = o, .error = error };
	const struct frame_sink sink = { .after = after, .ctx = &d };

	frame_replay(card, &sink);
	if (!d.found)
		return r6cs_err(error, "draw %u is in a stream that does not run", o->draw);
	return d.ret;
}
