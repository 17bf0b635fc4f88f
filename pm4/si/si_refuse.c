// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Refusals: fill in the verdict of a stream that breaks a rule.  si_refuse() adds the current
 * packet to the facts of the rule; the other functions are the refusals that several rules share.
 *
 * Called by all rules.  Cold code; takes no lock.
 */
#include "si_state.h"

/**
 * si_refuse() - refuse the stream
 * @ck: the checker; the members of the verdict that are not arguments may be set before
 * @code: the rule
 * @at: the dword that breaks it, NULL if the rule concerns none
 * @expected: see the rule's sentence in si_say.c
 * @actual: the same
 *
 * Return: 1, always.
 */
int __cold si_refuse(struct si_checker *ck, enum pm4_code code, const u32 *at, u64 expected,
		     u64 actual)
{
	struct pm4_verdict *v = ck->verdict;

	v->code = code;
	v->ring = ck->ring;
	v->expected = expected;
	v->actual = actual;
	if (ck->header && at) {
		v->dword = (u32)(at - ck->ib);
		v->header = (u32)(ck->header - ck->ib);
		v->packet = *ck->header;
	}
	return 1;
}

/**
 * si_refuse_reg() - refuse a stream for a register that it writes or reads
 * @ck: the checker
 * @code: the rule
 * @at: the dword
 * @reg: byte offset of the register
 *
 * Return: 1, always.
 */
int __cold si_refuse_reg(struct si_checker *ck, enum pm4_code code, const u32 *at, u32 reg)
{
	ck->verdict->reg = reg;
	return si_refuse(ck, code, at, 0, 0);
}

/* Number of the dword in the packet's body. */
static u32 operand(const struct si_checker *ck, const u32 *at)
{
	return (u32)(at - ck->header) - 1;
}

/* 1 + number of the first field of an operand that has one of @bits, otherwise 0. */
static u32 first_field(const struct si_checker *ck, u32 number, u32 bits)
{
	u32 n = si_tables.packets[PM4_RING_GFX][PM4_OPCODE(*ck->header)];
	const struct pm4_packet_row *row = &si_tables.packet_rows[n - 1];
	const struct pm4_packet_dw *dw;
	const struct pm4_field *f;
	u32 i;

	if (!n || number >= row->ndw)
		return 0;
	dw = &si_tables.packet_dws[row->dws + number];
	for (i = dw->fields; i < dw->fields + dw->nfields; i++) {
		f = &si_tables.fields[i];
		if (bits >> f->shift & (0xffffffffu >> (32 - f->width)))
			return i + 1;
	}
	return 0;
}

/**
 * si_refuse_bits() - refuse a stream for reserved bits of an operand
 * @ck: the checker
 * @at: the operand
 * @allowed: the bits that may be set
 *
 * Return: 1, always.
 */
int __cold si_refuse_bits(struct si_checker *ck, const u32 *at, u32 allowed)
{
	ck->verdict->detail = operand(ck, at);
	ck->verdict->field = first_field(ck, operand(ck, at), *at & ~allowed);
	return si_refuse(ck, PM4_CODE_FIELD_BITS, at, allowed, *at);
}

/* The next packet, at @p, is no packet of this engine. */
static int __cold refuse_opcode(struct si_checker *ck, const u32 *p)
{
	u32 n = si_tables.packets[PM4_RING_GFX][PM4_OPCODE(*p)];
	const struct pm4_packet_row *row;
	u32 dw = PM4_COUNT(*p) + 1;

	if (!n)
		return si_refuse(ck, PM4_CODE_PACKET_UNKNOWN, p, 0, 0);
	row = &si_tables.packet_rows[n - 1];
	if (row->cls == PM4_DENIED)
		return si_refuse(ck, PM4_CODE_PACKET_DENIED, p, 0, 0);
	if (!(row->engines & 1u << ck->ring))
		return si_refuse(ck, PM4_CODE_PACKET_ENGINE, p, row->engines, 0);
	if (*p & (0xff & ~SI_HEADER_LOW))
		return si_refuse(ck, PM4_CODE_HEADER_BITS, p, 0, *p & (0xff & ~SI_HEADER_LOW));
	if (dw < row->min_dw || dw > row->max_dw) {
		ck->verdict->detail = row->max_dw;
		return si_refuse(ck, PM4_CODE_PACKET_LENGTH, p, row->min_dw, dw);
	}
	return 0;
}

/**
 * si_refuse_header() - refuse a stream for a header
 * @ck: the checker
 * @p: the header; the packet has no row, or not inside of the stream
 *
 * Return: 1, always.
 */
int __cold si_refuse_header(struct si_checker *ck, const u32 *p)
{
	u32 left = (u32)(ck->end - p) - 1;

	if (PM4_TYPE(*p) == 0)
		return si_refuse(ck, PM4_CODE_TYPE0, p, 0, 0);
	if (PM4_TYPE(*p) == 1)
		return si_refuse(ck, PM4_CODE_PACKET_TYPE, p, 0, 1);
	if (refuse_opcode(ck, p))
		return 1;
	if (ck->end == ck->ib_end)
		return si_refuse(ck, PM4_CODE_TRUNCATED, p, PM4_COUNT(*p) + 1, left);
	/* The count of the skip is wrong, not the packet that it cuts. */
	ck->verdict->detail = (u32)(p - ck->ib);
	ck->verdict->offset = *p;
	ck->header = ck->skip;
	return si_refuse(ck, PM4_CODE_SKIP_END, si_skip_count(ck->skip),
			 (u32)(ck->end - ck->ib), 0);
}

/**
 * si_note() - note something that no check of the stream can decide
 * @ck: the checker
 * @place: SI_NOTE_*; only the first note of each is kept
 * @code: what it is
 * @at: the dword
 */
void __cold si_note(struct si_checker *ck, u32 place, enum pm4_code code, const u32 *at)
{
	struct pm4_verdict *v = &ck->notes[place];

	if (v->code)
		return;
	*v = (struct pm4_verdict){
		.code = code, .ring = ck->ring, .dword = (u32)(at - ck->ib),
		.header = (u32)(ck->header - ck->ib), .packet = *ck->header,
		.buffer = PM4_NO_BUFFER, .draw = PM4_NO_DWORD,
	};
	ck->note_list[ck->nnotes++] = *v;
}
