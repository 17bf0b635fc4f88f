// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The decoder's part of Southern Islands: registers of SET packets by name, and addresses as
 * buffer and offset if there is a map.
 *
 * Called by pm4_decode().  No locks, no allocation.
 */
#include "../pm4_show.h"
#include "si_state.h"

/* Registers with an address in units of 256 bytes: by name, those of the tables. */
static void show_base(struct pm4_walk *w, u32 reg)
{
	const struct pm4_reg_row *row = pm4_reg_find(&si_tables, w->d->chip, reg);
	static const char * const ends[] = { "_BASE", "_CMASK", "_FMASK", "_PGM_LO", "BASE_ADDR" };
	u32 value = w->d->ib[w->at], i;

	if (!row || !value || !w->d->map)
		return;
	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		const char *found = strstr(row->name, ends[i]);

		/* PGM_LO is followed by the name of its stage. */
		if (found && (i == 3 || !found[strlen(ends[i])])) {
			pm4_show_mapped(w, (u64)value << 8);
			return;
		}
	}
}

static void show_set(struct pm4_walk *w, const struct pm4_packet_row *row)
{
	const struct pm4_space *space = &si_tables.spaces[row->space - 1];
	u32 dw, start;

	if (w->at >= w->end)
		return;
	start = w->d->ib[w->at];
	pm4_line_start(w, false);
	say(&w->t, "%s = 0x%x", si_tables.packet_dws[row->dws].name, start);
	if (start <= 0xffff)
		say(&w->t, " (0x%05x)", space->base + start * 4);
	pm4_line_end(w);
	for (dw = start; w->at < w->end; dw++) {
		pm4_line_start(w, false);
		if (dw >= (space->end - space->base) / 4)
			say(&w->t, "outside %s: 0x%x", space->name, w->d->ib[w->at]);
		else
			pm4_show_reg(w, space->base + dw * 4);
		if (dw < (space->end - space->base) / 4)
			show_base(w, space->base + dw * 4);
		pm4_line_end(w);
	}
}

/**
 * si_packet_dw() - length of a packet
 * @ring: the engine
 * @chip: the chip
 * @header: header of the packet
 *
 * Return: dwords including the header; at least one.
 */
u32 si_packet_dw(enum pm4_ring ring, u32 chip, u32 header)
{
	return PM4_TYPE(header) == 2 || PM4_TYPE(header) == 1 ? 1 : PM4_COUNT(header) + 2;
}

static void show_header(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row)
{
	pm4_line_start(w, true);
	if (PM4_TYPE(header) == 0)
		say(&w->t, "type 0: %u registers from 0x%05x", PM4_COUNT(header) + 1,
		    (header & 0xffff) * 4);
	else if (PM4_TYPE(header) == 1)
		say(&w->t, "type 1: reserved");
	else if (PM4_TYPE(header) == 2)
		say(&w->t, "filler");
	else if (row)
		say(&w->t, "%s", row->name);
	else
		say(&w->t, "opcode 0x%02x (unknown)", PM4_OPCODE(header));
	if (PM4_TYPE(header) == 3 && header & PM4_PREDICATE)
		say(&w->t, " predicated");
	if (PM4_TYPE(header) == 3 && header & 2)
		say(&w->t, " compute");
	pm4_show_denied(w, row);
	pm4_line_end(w);
}

/**
 * si_show() - decode a packet
 * @w: the walk, at the packet's header
 * @header: the header
 * @row: row of the packet; NULL if it has none
 */
void si_show(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row)
{
	show_header(w, header, row);
	if (row && row->space)
		show_set(w, row);
	else
		pm4_show_body(w, row);
}
