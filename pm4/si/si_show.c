// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The decoder's part of Southern Islands: registers of SET packets by name, addresses as buffer
 * and offset if there is a map, and operands of which another operand says what they are.
 *
 * Called by pm4_decode().  No locks, no allocation.
 */
#include "../pm4_show.h"
#include "si_state.h"

/* Registers with an address in units of 256 bytes: by name, registers of the tables. */
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
		say(&w->t, "type 1: not supported");
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

/* Show the operands up to number @n of the packet by its row. */
static void show_first(struct pm4_walk *w, const struct pm4_packet_row *row, u32 n)
{
	u32 end = w->end;

	w->end = min(end, w->at + n);
	pm4_show_body(w, row);
	w->end = end;
}

/* Show the next operand, if there is one, with these fields. */
static void show_operand(struct pm4_walk *w, const char *name, u32 fields, u32 n)
{
	if (w->at >= w->end)
		return;
	pm4_line_start(w, false);
	say(&w->t, "%s = 0x%x", name, w->d->ib[w->at]);
	pm4_show_fields(w, fields, n);
	pm4_line_end(w);
}

/* The same for an operand that has the fields of a layout; its name is the row's name. */
static void show_layout(struct pm4_walk *w, const struct pm4_packet_row *row, u32 operand,
			u32 number)
{
	const struct pm4_layout *l = &si_tables.layouts[number];

	show_operand(w, si_tables.packet_dws[row->dws + operand].name, l->fields, l->nfields);
}

/* SET_BASE: two addresses, or the bounds of partitions. */
static void show_set_base(struct pm4_walk *w, const struct pm4_packet_row *row)
{
	u32 index = w->at < w->end ? pm4_get(SET_BASE_BASE_INDEX, w->d->ib[w->at]) : 0;

	if (index == PM4_V_SET_BASE_BASE_INDEX_GDS_PARTITIONS ||
	    index == PM4_V_SET_BASE_BASE_INDEX_CE_PARTITIONS) {
		show_first(w, row, 1);
		show_layout(w, row, 1, PM4_L_SET_BASE_ADDRESS0);
		show_layout(w, row, 2, PM4_L_SET_BASE_ADDRESS1);
	}
	pm4_show_body(w, row);
}

/* EVENT_WRITE_EOS: a value, or a range of the GDS. */
static void show_eos(struct pm4_walk *w, const struct pm4_packet_row *row)
{
	bool gds = w->end - w->at > 3 &&
		   pm4_get(EVENT_WRITE_EOS_CMD, w->d->ib[w->at + 2]) ==
		   PM4_V_EVENT_WRITE_EOS_CMD_STORE_GDS;

	if (gds) {
		show_first(w, row, 3);
		show_layout(w, row, 3, PM4_L_EVENT_WRITE_EOS_DATA_INFO);
	}
	pm4_show_body(w, row);
}

/* STRMOUT_BUFFER_UPDATE: an offset, or its address. */
static void show_strmout(struct pm4_walk *w, const struct pm4_packet_row *row)
{
	const u32 *control = w->d->ib + w->at;

	if (w->at < w->end && pm4_get(STRMOUT_BUFFER_UPDATE_SOURCE_SELECT, *control) ==
			      PM4_V_STRMOUT_BUFFER_UPDATE_SOURCE_SELECT_FROM_PACKET) {
		show_first(w, row, 3);
		show_layout(w, row, 3, PM4_L_STRMOUT_BUFFER_UPDATE_SRC_ADDRESS_LO);
		show_operand(w, si_tables.packet_dws[row->dws + 4].name, 0, 0);
	}
	pm4_show_body(w, row);
}

/* LOAD packets: an address, and any number of ranges of registers. */
static void show_load(struct pm4_walk *w, const struct pm4_packet_row *row)
{
	const struct pm4_packet_dw *dws = &si_tables.packet_dws[row->dws];
	u32 i;

	show_first(w, row, 4);
	for (i = 0; w->at < w->end; i ^= 1)
		show_operand(w, dws[2 + i].name, dws[2 + i].fields, dws[2 + i].nfields);
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
	switch (row ? row->opcode : 0) {
	case PM4_OP_SET_BASE:
		show_set_base(w, row);
		return;
	case PM4_OP_EVENT_WRITE_EOS:
		show_eos(w, row);
		return;
	case PM4_OP_STRMOUT_BUFFER_UPDATE:
		show_strmout(w, row);
		return;
	case PM4_OP_LOAD_CONFIG_REG:
	case PM4_OP_LOAD_CONTEXT_REG:
	case PM4_OP_LOAD_SH_REG:
		show_load(w, row);
		return;
	}
	if (row && row->space)
		show_set(w, row);
	else
		pm4_show_body(w, row);
}
