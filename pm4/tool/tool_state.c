// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 decode --state: the values of registers and constants at a dword of a stream, and the
 * next draw.  The decoder writes the lines; this file selects the lines of the last writes and
 * sorts them by register.
 */
#include <stdlib.h>
#include "pm4_packet.h"
#include "pm4_table.h"
#include "tool.h"

/* Dwords of register space, constants included */
#define SPACE_DW	0x10000u

/**
 * struct state - the last writes
 * @d: the stream
 * @before: writes from this dword on do not count
 * @last: dword of the last write of each register, PM4_NO_DWORD if there is none
 * @reg: register that a dword writes last, as an index of @last, or PM4_NO_DWORD
 * @text: lines of each register
 * @current: register of the line before, for lines of fields; or PM4_NO_DWORD
 * @count: number of registers with a value
 * @failed: out of memory
 */
struct state {
	const struct pm4_decoder *d;
	u32 before;
	u32 *last;
	u32 *reg;
	struct bytes *text;
	u32 current;
	u32 count;
	bool failed;
};

static bool is_draw(const struct pm4_packet_row *row)
{
	return row && (!strncmp(row->name, "DRAW_INDEX", 10) || !strncmp(row->name, "3D_DRAW", 7));
}

static void note_write(struct state *s, u32 reg, u32 at)
{
	if (reg >= SPACE_DW || at >= s->before)
		return;
	if (s->last[reg] == PM4_NO_DWORD)
		s->count++;
	s->last[reg] = at;
}

static u32 type0_reg(const struct pm4_front *front, u32 header, u32 n)
{
	return front->type0_reg ? front->type0_reg(header, n) : (header & 0xffff) + n;
}

/* Note the last writes; returns the dword of the next draw, or PM4_NO_DWORD. */
static u32 walk(struct state *s, const struct pm4_packet_row **draw)
{
	const struct pm4_decoder *d = s->d;
	const struct pm4_tables *tables = d->front->tables;
	u32 at, end, first, i;

	for (at = 0; at < d->ib_dw; at = end) {
		u32 header = d->ib[at], n = pm4_packet_dw(d->front, d->ring, d->chip, header);
		const struct pm4_packet_row *row = NULL;

		end = n < d->ib_dw - at ? at + n : d->ib_dw;
		if (PM4_TYPE(header) == 0)
			for (i = at + 1; i < end; i++)
				note_write(s, type0_reg(d->front, header, i - at - 1), i);
		if (PM4_TYPE(header) != 3)
			continue;
		row = pm4_packet_find(tables, d->ring, d->chip, PM4_OPCODE(header));
		if (at >= s->before && is_draw(row)) {
			*draw = row;
			return at;
		}
		if (!row || !row->space || end - at < 2)
			continue;
		first = tables->spaces[row->space - 1].base / 4 + (d->ib[at + 1] & 0xffff);
		for (i = at + 2; i < end; i++)
			note_write(s, first + i - at - 2, i);
	}
	return PM4_NO_DWORD;
}

/* Keep the lines of a last write: the first has the dword's number, the next are its fields. */
static void take_line(void *ctx, const char *text)
{
	struct state *s = ctx;
	size_t length = strlen(text);
	unsigned int at;
	u8 *to;

	if (sscanf(text, "%5u  %*8x", &at) == 1 && text[5] == ' ')
		s->current = at < s->d->ib_dw ? s->reg[at] : PM4_NO_DWORD;
	if (s->current == PM4_NO_DWORD)
		return;
	to = bytes_add(&s->text[s->current], length + 1);
	if (!to) {
		s->failed = true;
		return;
	}
	memcpy(to, text, length);
	to[length] = '\n';
}

static void print_state(struct state *s)
{
	struct pm4_decoder d = *s->d;
	u32 i;

	for (i = 0; i < SPACE_DW; i++)
		if (s->last[i] != PM4_NO_DWORD)
			s->reg[s->last[i]] = i;
	s->current = PM4_NO_DWORD;
	d.line = take_line;
	d.ctx = s;
	d.mark_dw = PM4_NO_DWORD;
	pm4_decode(&d);
	for (i = 0; i < SPACE_DW; i++) {
		fwrite(s->text[i].data, 1, s->text[i].size, stdout);
		free(s->text[i].data);
	}
}

/**
 * show_state() - print the registers at a dword of a stream
 * @d: the stream
 * @before: the dword; its own write does not count
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int show_state(const struct pm4_decoder *d, u32 before, char *error)
{
	const struct pm4_packet_row *row = NULL;
	struct state s = { .d = d, .before = before };
	u32 draw;
	int ret = 0;

	if (d->ring != PM4_RING_GFX)
		return r6cs_err(error, "a stream of the DMA engine sets no registers");
	if (before > d->ib_dw)
		return r6cs_err(error, "the stream has %u dwords, --state %u is past its end",
				d->ib_dw, before);
	s.last = malloc(SPACE_DW * sizeof(*s.last));
	s.reg = malloc((d->ib_dw + 1ull) * sizeof(*s.reg));
	s.text = calloc(SPACE_DW, sizeof(*s.text));
	if (!s.last || !s.reg || !s.text) {
		ret = r6cs_err(error, "out of memory");
	} else {
		memset(s.last, 0xff, SPACE_DW * sizeof(*s.last));
		memset(s.reg, 0xff, (d->ib_dw + 1ull) * sizeof(*s.reg));
		draw = walk(&s, &row);
		printf("# state before dword %u: %u registers and constants\n", before, s.count);
		if (row)
			printf("# next draw: dword %u, %s\n", draw, row->name);
		else
			puts("# no draw follows");
		print_state(&s);
		if (s.failed)
			ret = r6cs_err(error, "out of memory");
	}
	free(s.last);
	free(s.reg);
	free(s.text);
	return ret;
}
