// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The decoder's part of R5xx: packets of the types 0 and 1, programs, and vertex arrays.
 *
 * Called by pm4_decode(), so not in the module.  No locks, no allocation.
 */
#include "../pm4_show.h"
#include "r500_check.h"
#include "r500_pvs.h"
#include "r500_us.h"
#include "r500_show_2d.h"

/**
 * r500_packet_dw() - length of a packet
 * @ring: the engine
 * @chip: the chip
 * @header: header of the packet
 *
 * Return: dwords including the header; at least one.
 */
u32 r500_packet_dw(enum pm4_ring ring, u32 chip, u32 header)
{
	switch (PM4_TYPE(header)) {
	case 1:
		return 3;
	case 2:
		return 1;
	default:
		return PM4_COUNT(header) + 2;
	}
}

/**
 * r500_type0_reg() - register that a dword of a packet of type 0 writes
 * @header: header of the packet
 * @n: number of the dword, from 0
 *
 * Return: dword number of the register.
 */
u32 r500_type0_reg(u32 header, u32 n)
{
	return R500_REG(header) + (header & R500_ONE_REG ? 0 : n);
}

/**
 * struct upload - instructions in a packet
 * @slot: number of the first one
 * @slots: how many the chip has
 * @dw: dwords of each
 * @data: register that they are written to
 * @text: appends one of them as assembly
 */
struct upload {
	u32 slot, slots, dw, data;
	void (*text)(struct pm4_text *t, const u32 *inst);
};

/* The packet uploads instructions: the dword before its header is the number of one. */
static bool is_program(const struct pm4_walk *w, u32 header, struct upload *u)
{
	const u32 *before = w->d->ib + w->at - 3;
	u32 reg = R500_REG(header);

	if (!(header & R500_ONE_REG) || w->at < 3)
		return false;
	if (reg == R500_INDEX(GA_US_VECTOR_DATA) && before[0] == R500_INDEX(GA_US_VECTOR_INDEX)) {
		*u = (struct upload){ pm4_get(GA_US_VECTOR_INDEX_INDEX, before[1]), R500_US_SLOTS,
				      R500_US_DW, PM4_R_GA_US_VECTOR_DATA, r500_say_inst };
		return !pm4_get(GA_US_VECTOR_INDEX_TYPE, before[1]);
	}
	if (reg == R500_INDEX(VAP_PVS_VECTOR_DATA_REG_128) &&
	    before[0] == R500_INDEX(VAP_PVS_VECTOR_INDX_REG)) {
		*u = (struct upload){ pm4_get(VAP_PVS_VECTOR_INDX_REG_OCTWORD_OFFSET, before[1]),
				      R500_PVS_SLOTS, R500_PVS_DW,
				      PM4_R_VAP_PVS_VECTOR_DATA_REG_128, r500_say_vertex };
		return u->slot < R500_PVS_SLOTS;
	}
	return false;
}

/* Each instruction as assembly in the line of its first dword. */
static void show_program(struct pm4_walk *w, struct upload *u)
{
	u32 n;

	for (n = 0; w->at < w->end; n++) {
		pm4_line_start(w, false);
		if (n % u->dw) {
			pm4_show_reg(w, u->data);
		} else if (w->end - w->at < u->dw) {
			say(&w->t, "%3u: not a whole instruction", u->slot);
		} else {
			say(&w->t, "%3u: ", u->slot);
			u->text(&w->t, w->d->ib + w->at);
			u->slot = (u->slot + 1) % u->slots;
		}
		pm4_line_end(w);
	}
}

static void show_registers(struct pm4_walk *w, u32 header)
{
	u32 n;

	for (n = 0; w->at < w->end; n++) {
		pm4_line_start(w, false);
		pm4_show_reg(w, 4 * r500_type0_reg(header, n));
		pm4_line_end(w);
	}
}

/* Type 1: two registers, whose numbers are in the header. */
static void show_pair(struct pm4_walk *w, u32 header)
{
	u32 n;

	for (n = 0; n < 2 && w->at < w->end; n++) {
		pm4_line_start(w, false);
		pm4_show_reg(w, (header >> 11 * n & 0x7ff) * 4);
		pm4_line_end(w);
	}
}

/* 3D_LOAD_VBPNTR: a dword for two arrays, then their addresses. */
static void show_arrays(struct pm4_walk *w, const struct pm4_packet_row *row)
{
	u32 n = 0, place, bits;

	for (place = 0; w->at < w->end; place++) {
		pm4_line_start(w, false);
		bits = w->d->ib[w->at];
		if (!place) {
			say(&w->t, "VTX_NUM_ARRAYS = 0x%x", bits);
			pm4_show_fields(w, r500_tables.packet_dws[row->dws].fields,
					r500_tables.packet_dws[row->dws].nfields);
		} else if (place % 3 == 1) {
			say(&w->t, "VTX_AOS_ATTR%u%u: %u dwords every %u, %u every %u", n, n + 1,
			    bits & 0x7f, bits >> 8 & 0x7f, bits >> 16 & 0x7f, bits >> 24 & 0x7f);
		} else {
			say(&w->t, "VTX_AOS_ADDR%u = 0x%x", n++, bits);
		}
		pm4_line_end(w);
	}
}

static void show_header(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row)
{
	char name[96];
	u32 reg = R500_REG(header) * 4;

	pm4_line_start(w, true);
	if (PM4_TYPE(header) == 0) {
		pm4_reg_name(pm4_reg_find(&r500_tables, w->d->chip, reg), reg, name, sizeof(name));
		if (header & R500_ONE_REG)
			say(&w->t, "type 0: %u dwords to %s", PM4_COUNT(header) + 1, name);
		else
			say(&w->t, "type 0: %u register%s from %s", PM4_COUNT(header) + 1,
			    PM4_COUNT(header) ? "s" : "", name);
	} else if (PM4_TYPE(header) == 1) {
		say(&w->t, "type 1: two registers");
	} else if (PM4_TYPE(header) == 2) {
		say(&w->t, "filler");
	} else if (row) {
		say(&w->t, "%s", row->name);
	} else {
		say(&w->t, "opcode 0x%02x (unknown)", PM4_OPCODE(header));
	}
	pm4_show_denied(w, row);
	pm4_line_end(w);
}

/**
 * r500_show() - decode a packet
 * @w: the walk, at the packet's header
 * @header: the header
 * @row: row of the packet; NULL if it has none
 */
void r500_show(struct pm4_walk *w, u32 header, const struct pm4_packet_row *row)
{
	struct upload upload;

	show_header(w, header, row);
	if (PM4_TYPE(header) == 0 && is_program(w, header, &upload))
		show_program(w, &upload);
	else if (PM4_TYPE(header) == 0)
		show_registers(w, header);
	else if (PM4_TYPE(header) == 1)
		show_pair(w, header);
	else if (row && row->handler == PM4_PH_ARRAYS)
		show_arrays(w, row);
	else if (!r500_show_2d(w, header))
		pm4_show_body(w, row);
}

/**
 * r500_show_program() - write a fragment program, or a vertex program, as text
 * @p: the program and the receiver of the lines; instructions from slot 0 on
 */
void r500_show_program(const struct pm4_program *p)
{
	u32 dw = p->vertex ? R500_PVS_DW : R500_US_DW;
	char line[PM4_DECODE_LINE];
	u32 at, slot;

	for (at = 0, slot = 0; at < p->ndw; at += dw, slot++) {
		struct pm4_text t = { .buf = line, .size = sizeof(line), .front = p->front };

		say(&t, "%5u  ", slot);
		if (p->ndw - at < dw)
			say(&t, "(%u dwords are missing)", dw - (p->ndw - at));
		else if (p->vertex)
			r500_say_vertex(&t, p->dw + at);
		else
			r500_say_inst(&t, p->dw + at);
		p->line(p->ctx, line);
	}
}
