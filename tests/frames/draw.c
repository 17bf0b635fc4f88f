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

/* Programs that a dump has. */
static void print_dumped(struct frame_card *card, const struct frame_event *e)
{
	const struct frame_file *file = frame_of(card);

	for (u32 i = 0; i < file->ndumped; i++) {
		const struct frame_dumped *d = &file->dumped[i];
		const struct frame_program p = {
			.stage = d->stage, .place = { .room = 4ull * d->ndw, .bytes = (const u8 *)d->dw },
		};

		if (d->sub != e->sub)
			continue;
		printf("program %s of the stream: buffer %u + 0x%llx\n", d->stage, d->buffer, (unsigned long long)d->offset);
		frame_program_text(card, &p, print_line, NULL);
	}
}

static void print_textures(struct frame_card *card)
{
	struct frame_texture list[FRAME_TEXTURES];
	u32 n = frame_textures(card, list);

	for (u32 i = 0; i < n; i++) {
		const struct frame_texture *t = &list[i];

		printf("texture %s t%u: buffer %llu + 0x%llx, %u x %u texels, %u slices, %u levels, %u samples%s\n", t->stage,
		       t->number, (unsigned long long)t->place.id, (unsigned long long)t->place.offset, t->view.width,
		       t->view.height, t->view.slices, t->view.levels, t->view.samples, t->view.integer ? ", integers" : "");
	}
}

static void print_mask(struct frame_card *card, u32 target)
{
	struct gpu_mask_view mask;
	u32 expanded = 0;

	if (!gpu_look_mask(frame_gpu(card), target, &mask))
		return;
	for (u32 i = 0; i < mask.wide * mask.high; i++) {
		bool is;

		gpu_look_mask_tile(frame_gpu(card), target, i % mask.wide, i / mask.wide, &is);
		expanded += is;
	}
	printf(", %s: %u of %u tiles expanded", mask.name, expanded, mask.wide * mask.high);
}

static void print_targets(struct frame_card *card, const struct frame_event *e)
{
	struct frame_place place;
	struct gpu_view view;

	for (u32 t = 0; t <= GPU_VIEW_DEPTH; t++) {
		u64 checked;

		gpu_look(frame_gpu(card), frame_regs(card));
		if (!gpu_look_view(frame_gpu(card), t, &view) || !frame_find(card, view.base, &place))
			continue;
		printf("target %s: buffer %llu + 0x%llx, %u x %u pixels", frame_target_name(t), (unsigned long long)place.id,
		       (unsigned long long)place.offset, view.width, view.height);
		checked = frame_bound(card, e, &place);
		if (checked)
			printf(", the checker demands %llu of %llu bytes", (unsigned long long)checked,
			       (unsigned long long)place.room);
		print_mask(card, t);
		putchar('\n');
	}
}

static void print_accesses(const struct frame_access *list, u32 n)
{
	for (u32 i = 0; i < n; i++)
		printf("%s %s: buffer %llu + 0x%llx to 0x%llx, %llu accesses\n", list[i].client,
		       list[i].write ? "writes" : "reads", (unsigned long long)list[i].id,
		       (unsigned long long)list[i].offset, (unsigned long long)list[i].end,
		       (unsigned long long)list[i].count);
}

/* The first target that there is; FRAME_TARGETS if there is none. */
static u32 first_target(struct frame_card *card, struct frame_picture *p)
{
	for (u32 t = 0; t < FRAME_TARGETS; t++)
		if (frame_picture(card, t, p))
			return t;
	return FRAME_TARGETS;
}

static void write_texture(struct drawing *d, struct frame_card *card, const struct frame_event *e)
{
	struct frame_texture list[FRAME_TEXTURES];
	u32 n = frame_textures(card, list);
	struct frame_picture p;

	for (u32 i = 0; i < n; i++) {
		if (list[i].number != (u32)d->o->texture)
			continue;
		if (!frame_texture_picture(card, &list[i], 1, &p)) {
			d->ret = r6cs_err(d->error, "out of memory");
			return;
		}
		if (d->o->flip)
			frame_flip(&p);
		d->ret = frame_png_write(&p, d->o->output, d->error);
		if (!d->ret)
			printf("texture %s t%u of draw %u: %u x %u texels\n", list[i].stage, list[i].number, e->draw,
			       p.width, p.height);
		free(p.rgba);
		return;
	}
	d->ret = r6cs_err(d->error, "draw %u has no texture t%d", e->draw, d->o->texture);
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
	const struct frame_access *list;
	u32 n;

	printf("draw %u: dword %u of %s, %s\n", e->draw, e->at, s->name, e->name);
	if (s->cs.driver_error)
		printf("the driver has refused the stream: %s\n", s->cs.driver_text);
	if (frame_of(card)->bare)
		puts("the file has no contents of buffers: no pictures; registers are as streams set them");
	for (u32 i = 0; take && i < FRAME_REGS; i++)
		take[i] = frame_reg_is_set(card, i);
	if (take)
		frame_state(frame_pm4_card(card), regs, take, print_state, NULL);
	free(take);
	print_programs(card);
	if (frame_of(card)->bare) {
		print_dumped(card, e);
		return;
	}
	n = frame_accesses(card, &list);
	print_targets(card, e);
	print_textures(card);
	print_accesses(list, n);
}

static bool after(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct drawing *d = ctx;

	if (e->kind != FRAME_DRAW || e->draw != d->o->draw)
		return true;
	d->found = true;
	if (d->o->texture >= 0)
		write_texture(d, card, e);
	else if (d->o->output)
		write_target(d, card, e);
	if (!d->ret)
		show(d, card, e);
	return false;
}

static void show_streams(const struct frame_file *file)
{
	for (u32 i = 0; i < file->nsubs; i++) {
		const struct r6cs *cs = &file->subs[i].cs;

		printf("%s: no draw\n", file->subs[i].name);
		if (cs->driver_error)
			printf("the driver has refused the stream: %s\n", cs->driver_text);
	}
}

int frame_draw(struct frame_card *card, const struct frame_options *o, char *error)
{
	struct drawing d = { .o = o, .error = error };
	const struct frame_sink sink = { .after = after, .ctx = &d };

	if (!o->draw) {
		show_streams(frame_of(card));
		return 0;
	}
	frame_replay(card, &sink);
	if (!d.found)
		return r6cs_err(error, "draw %u is in a stream that does not run", o->draw);
	return d.ret;
}
