// SPDX-License-Identifier: GPL-2.0
/*
 * Registers by name: the decoder of libpm4 reads SET packets that this file makes of them.  And the
 * programs of a draw as text.
 */
#include <stdlib.h>

#include "frame.h"
#include "pm4_packet.h"
#include "pm4_table.h"
#include "regs.h"
#include "r500/upload.h"

/* Registers of R5xx that say which programs and constants a draw has. */
enum {
	VAP_CNTL_STATUS = 0x2140, VAP_PVS_CODE_CNTL_0 = 0x22d0, VAP_PVS_CONST_CNTL = 0x22d4, US_CODE_ADDR = 0x4630,
	US_CODE_OFFSET = 0x4638,
};

/* Dwords of one packet, at most: a multiple of the units of all spaces. */
#define RUN_MAX		0x1c00u

struct naming {
	const u32 *regs;
	const bool *take;
	frame_line line;
	void *ctx;
	u32 first;	/* register of dword @at of the packet */
	u32 at;
};

static void take_line(void *ctx, const char *text)
{
	struct naming *n = ctx;
	unsigned int at;
	int used = 0;

	/* "    7  e4000008      NAME = VALUE FIELDS" */
	if (sscanf(text, "%u %*x%n", &at, &used) != 1 || at < n->at || !n->take[n->first + at - n->at])
		return;
	while (text[used] == ' ')
		used++;
	n->line(n->ctx, n->first + at - n->at, n->regs[n->first + at - n->at], text + used);
}

/* @space: NULL: registers of R5xx, by a packet of type 0. */
static void name_run(const struct pm4_card *card, const struct pm4_space *space, struct naming *n, u32 first, u32 count)
{
	struct pm4_decoder d = {
		.ib_dw = count + (space ? 2 : 1), .front = card->front, .chip = card->chip, .ring = PM4_RING_GFX,
		.mark_dw = PM4_NO_DWORD, .privileged = true, .line = take_line, .ctx = n,
	};
	u32 *ib = malloc(d.ib_dw * sizeof(*ib));

	if (!ib)
		return;
	if (space) {
		ib[0] = 3u << 30 | count << 16 | (u32)space->packet << 8;
		ib[1] = first - space->base / 4;
	} else {
		ib[0] = (count - 1) << 16 | first;
	}
	n->at = d.ib_dw - count;
	memcpy(ib + n->at, n->regs + first, count * sizeof(*ib));
	n->first = first;
	d.ib = ib;
	pm4_decode(&d);
	free(ib);
}

static void name_space(const struct pm4_card *card, const struct pm4_space *space, struct naming *n)
{
	u32 base = space->base / 4, end = space->end / 4, unit = space->unit_dw ? space->unit_dw : 1;

	for (u32 at = base; at < end && at < FRAME_REGS;) {
		u32 first = at, last = at;

		/* Whole units, because a descriptor's kind is in its last dword. */
		for (; at < end && at < FRAME_REGS && at - first < RUN_MAX; at += unit) {
			bool any = false;

			for (u32 i = 0; i < unit && at + i < end; i++)
				any |= n->take[at + i];
			if (!any)
				break;
			last = at + unit < end ? at + unit : end;
		}
		if (last > first)
			name_run(card, space, n, first, last - first);
		else
			at += unit;
	}
}

/* Registers that packets of type 0 can name. */
#define TYPE_0_REGS	0x2000u

static void name_type_0(const struct pm4_card *card, struct naming *n)
{
	for (u32 at = 0, count; at < TYPE_0_REGS; at += count + 1) {
		for (count = 0; at + count < TYPE_0_REGS && n->take[at + count]; count++)
			;
		if (count)
			name_run(card, NULL, n, at, count);
	}
}

void frame_state(const struct pm4_card *card, const u32 *regs, const bool *take, frame_line line, void *ctx)
{
	struct naming n = { .regs = regs, .take = take, .line = line, .ctx = ctx };
	const struct pm4_tables *t = card->front->tables;

	if (card->front->type0_reg && !t->nspaces)
		name_type_0(card, &n);
	/* By address. */
	for (u32 base = 0; base < 4 * FRAME_REGS;) {
		const struct pm4_space *next = NULL;

		for (u32 i = 0; i < t->nspaces; i++)
			if (t->spaces[i].base >= base && (!next || t->spaces[i].base < next->base))
				next = &t->spaces[i];
		if (!next)
			return;
		name_space(card, next, &n);
		base = next->base + 4;
	}
}

bool frame_is_place(const struct frame_card *card, u32 dword)
{
	const struct pm4_card *c = frame_pm4_card(card);
	const struct pm4_reg_row *row = pm4_reg_find(c->front->tables, c->chip, 4 * dword);

	if (row && row->cls == PM4_RELOC)
		return true;
	/* The base address of a descriptor of TYPE 3, a vertex buffer. */
	return !frame_upload(card) && 4 * dword >= SQ_RESOURCE0_WORD0 && 4 * dword < SQ_SAMPLER0_WORD0 &&
	       (dword - SQ_RESOURCE0_WORD0 / 4) % 7 == 0 && frame_values(card)[dword + 6] >> 30 == 3;
}

/* A program of R5xx, from its first instruction to its last one. */
static struct frame_program in_chip(const char *stage, const u32 *inst, u32 dw, u32 slots, u32 first, u32 last)
{
	if (last < first)
		last = slots - 1;
	return (struct frame_program){
		.stage = stage, .in_chip = true,
		.place = { .offset = first, .room = 4ull * dw * (last - first + 1), .bytes = (const u8 *)(inst + dw * first) },
	};
}

static u32 programs_in_chip(struct frame_card *card, struct frame_program *programs)
{
	const struct r500_upload *u = frame_upload(card);
	const u32 *regs = frame_regs(card);
	u32 us = gpu_reg(regs, US_CODE_ADDR), offset = gpu_reg(regs, US_CODE_OFFSET) & 511;
	u32 pvs = gpu_reg(regs, VAP_PVS_CODE_CNTL_0), n = 0;

	programs[n++] = in_chip("PS", u->us[0], 6, R500_US_SLOTS, ((us & 511) + offset) % 512, ((us >> 16 & 511) + offset) % 512);
	if (!gpu_field(gpu_reg(regs, VAP_CNTL_STATUS), 8, 8))
		programs[n++] = in_chip("VS", u->pvs[0], 4, R500_PVS_SLOTS, pvs & 1023, pvs >> 20 & 1023);
	return n;
}

u32 frame_programs(struct frame_card *card, struct frame_program *programs)
{
	static const struct {
		const char *stage;
		u32 reg;
		bool geometry;
	} stages[FRAME_PROGRAMS] = {
		{ "PS", SQ_PGM_START_PS, false }, { "VS", SQ_PGM_START_VS, false }, { "GS", SQ_PGM_START_GS, true },
		{ "ES", SQ_PGM_START_ES, true }, { "FS", SQ_PGM_START_FS, false },
	};
	const u32 *regs = frame_regs(card);
	u32 n = 0;

	if (frame_upload(card))
		return programs_in_chip(card, programs);
	for (u32 i = 0; i < FRAME_PROGRAMS; i++) {
		struct frame_program *p = &programs[n];

		if (stages[i].geometry && !gpu_field(gpu_reg(regs, VGT_GS_MODE), 1, 0))
			continue;
		*p = (struct frame_program){ .stage = stages[i].stage, .addr = (u64)regs[stages[i].reg / 4] << 8 };
		n += frame_find(card, p->addr, &p->place);
	}
	return n;
}

void frame_program_text(const struct frame_card *card, const struct frame_program *p,
			void (*line)(void *ctx, const char *text), void *ctx)
{
	const struct pm4_card *c = frame_pm4_card(card);
	u64 ndw = p->place.room / 4;
	struct pm4_program program = {
		.dw = (const u32 *)(const void *)p->place.bytes, .ndw = ndw < 0x20000 ? ndw : 0x20000,
		.front = c->front, .chip = c->chip, .vertex = p->in_chip && p->stage[0] == 'V', .line = line, .ctx = ctx,
	};

	pm4_decode_program(&program);
}

const char *frame_instruction(const char *line)
{
	line += strspn(line, " ");
	line += strspn(line, "0123456789");
	for (;;) {
		const char *word = line + strspn(line, " ");

		if (strspn(word, "0123456789abcdef") != 8 || word[8] != ' ')
			return line;
		line = word + 8;
	}
}

/* Constants of R5xx: all constants of PS, and constants of VS from the program's first one on. */
static bool constants_in_chip(struct frame_card *card, u32 i, struct frame_constants *c)
{
	const struct r500_upload *u = frame_upload(card);
	u32 control = gpu_reg(frame_regs(card), VAP_PVS_CONST_CNTL), first = control & 255, most = control >> 16 & 255;

	*c = (struct frame_constants){ .stage = i ? "VS" : "PS", .in_chip = true };
	if (i && i != 16)
		return false;
	if (i && first + most + 1 > R500_PVS_CONSTANTS)
		most = R500_PVS_CONSTANTS - 1 - first;
	c->place.bytes = (const u8 *)(i ? u->pvs_constant[first] : u->us_constant[0]);
	c->bytes = i ? 16 * (most + 1) : sizeof(u->us_constant);
	c->place.offset = i ? first : 0;
	c->place.room = c->bytes;
	return true;
}

bool frame_constants(struct frame_card *card, u32 i, struct frame_constants *c)
{
	static const struct {
		const char *stage;
		u32 sizes, addresses;
	} stages[FRAME_CONSTANTS / 16] = {
		{ "PS", SQ_ALU_CONST_BUFFER_SIZE_PS_0, SQ_ALU_CONST_CACHE_PS_0 },
		{ "VS", SQ_ALU_CONST_BUFFER_SIZE_VS_0, SQ_ALU_CONST_CACHE_VS_0 },
		{ "GS", SQ_ALU_CONST_BUFFER_SIZE_GS_0, SQ_ALU_CONST_CACHE_GS_0 },
	};
	const u32 *regs = frame_regs(card);
	u64 addr;

	if (frame_upload(card))
		return constants_in_chip(card, i, c);
	addr = (u64)gpu_reg(regs, stages[i / 16].addresses + 4 * (i % 16)) << 8;

	*c = (struct frame_constants){
		.stage = stages[i / 16].stage, .number = i % 16,
		.bytes = (gpu_reg(regs, stages[i / 16].sizes + 4 * (i % 16)) & 0x1ff) * 256,
	};
	if (!c->bytes || !frame_find(card, addr, &c->place))
		return false;
	if (c->bytes > c->place.room)
		c->bytes = c->place.room;
	return true;
}

static float as_float(u32 bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

void frame_print_color(FILE *out, const u32 color[4], bool integer)
{
	for (int c = 0; c < 4; c++) {
		if (integer)
			fprintf(out, "%s%d", c ? " " : "(", (s32)color[c]);
		else
			fprintf(out, "%s%.6g", c ? " " : "(", as_float(color[c]));
	}
	fputc(')', out);
}

void frame_print_vector(const char *before, const u8 *bytes, u32 size)
{
	u32 v[4] = { 0 };

	memcpy(v, bytes, size < sizeof(v) ? size : sizeof(v));
	fputs(before, stdout);
	frame_print_color(stdout, v, false);
	printf(" 0x%08x 0x%08x 0x%08x 0x%08x\n", v[0], v[1], v[2], v[3]);
}
