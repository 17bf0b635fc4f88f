// SPDX-License-Identifier: GPL-2.0
/* The textures that the programs of a draw name, and their first level as pixels. */
#include <stdlib.h>

#include "frame.h"

struct finding {
	struct frame_card *card;
	const char *stage;
	struct frame_texture *list;
	u32 count;
};

/* Of the register file: resources of a stage follow another's. */
static u32 first_resource(const char *stage)
{
	return !strcmp(stage, "PS") ? 0 : !strcmp(stage, "GS") ? 336 : 160;
}

static void add(struct finding *f, u32 resource, u32 number)
{
	struct frame_texture *t = &f->list[f->count];

	for (u32 i = 0; i < f->count; i++)
		if (f->list[i].resource == resource)
			return;
	if (f->count == FRAME_TEXTURES || !gpu_look_texture(frame_gpu(f->card), resource, &t->view))
		return;
	t->stage = f->stage;
	t->resource = resource;
	t->number = number;
	if (frame_find(f->card, t->view.base, &t->place))
		f->count++;
}

/* "SAMPLE R0.xyz_, R1.xy__, t18, s0" */
static void find_in_line(void *ctx, const char *text)
{
	struct finding *f = ctx;
	const char *at = strstr(frame_instruction(text), ", t");
	unsigned int number;

	if (at && sscanf(at, ", t%u", &number) == 1 && number < 512)
		add(f, first_resource(f->stage) + number, number);
}

u32 frame_textures(struct frame_card *card, struct frame_texture list[FRAME_TEXTURES])
{
	struct frame_program programs[FRAME_PROGRAMS];
	struct finding f = { .card = card, .list = list, .stage = "PS" };
	u32 n = frame_programs(card, programs);

	gpu_look(frame_gpu(card), frame_regs(card));
	/* Units of R5xx that are on. */
	for (u32 i = 0; frame_upload(card) && i < 16; i++)
		add(&f, i, i);
	for (u32 i = 0; !frame_upload(card) && i < n; i++) {
		f.stage = programs[i].stage;
		frame_program_text(card, &programs[i], find_in_line, &f);
	}
	return f.count;
}

static u8 to_byte(u32 bits)
{
	float v;

	memcpy(&v, &bits, sizeof(v));
	v = v > 0.0f ? v < 1.0f ? v : 1.0f : 0.0f;
	return (u8)(v * 255.0f + 0.5f);
}

bool frame_texture_picture(struct frame_card *card, const struct frame_texture *t, u32 step, struct frame_picture *p)
{
	*p = (struct frame_picture){
		.width = (t->view.width + step - 1) / step, .height = (t->view.height + step - 1) / step,
		.samples = t->view.samples, .integer = t->view.integer,
	};
	p->rgba = malloc(4ull * p->width * p->height);
	for (u32 i = 0; p->rgba && i < p->width * p->height; i++) {
		u32 color[4];

		gpu_look_texel(frame_gpu(card), t->resource, i % p->width * step, i / p->width * step, color);
		for (int c = 0; c < 4; c++)
			p->rgba[4 * i + c] = t->view.integer ? (u8)color[c] : to_byte(color[c]);
	}
	return p->rgba;
}
