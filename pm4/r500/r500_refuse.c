// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Refusals: adds to the facts of a rule the facts by which the author of a stream finds the fault:
 * the packet, the last write of the register that a draw was refused for, the field.
 *
 * Takes no lock.
 */
#include "r500_check.h"

/* Dwords of a packet with its header, for the search below: any dword is a header. */
static u32 __cold length(u32 header)
{
	return PM4_TYPE(header) == 2 ? 1 : PM4_COUNT(header) + 2;
}

/* The packet that a dword of the stream is in. */
static const u32 * __cold packet_of(const struct r500_checker *ck, const u32 *at)
{
	const u32 *p = ck->in->ib;

	while (p + length(*p) <= at)
		p += length(*p);
	return p;
}

/*
 * A draw is refused for the value of a register.  The author of the stream needs the packet that
 * set the register: blame the last write before the draw, if there is one.
 */
static void __cold blame_last_write(const struct r500_checker *ck, struct pm4_verdict *v)
{
	const u32 *at, *p;

	if (v->reg >= PM4_MMREG_END || !r500_isset(ck, v->reg / 4))
		return;
	at = r500_at(ck, v->reg / 4);
	if (at >= ck->header)
		return;
	p = packet_of(ck, at);
	v->draw = v->header;
	v->header = r500_dword(ck, p);
	v->packet = *p;
	v->dword = r500_dword(ck, at);
}

/* Returns 1 + number of the first field of register @reg that has any of @bits set, or 0. */
static u32 __cold bad_field(const struct r500_checker *ck, u32 reg, u32 bits)
{
	const struct pm4_reg_row *row = pm4_reg_find(&r500_tables, ck->card.chip, reg);
	u32 i;

	for (i = 0; row && i < row->nfields; i++) {
		const struct pm4_field *field = &r500_tables.fields[row->fields + i];

		if (bits >> field->shift & (0xffffffffu >> (32 - field->width)))
			return row->fields + i + 1;
	}
	return 0;
}

/**
 * r500_refuse() - fill in the verdict of a refusal
 * @ck: the check
 *
 * Return: 1, always.
 */
int __cold r500_refuse(struct r500_checker *ck)
{
	struct pm4_verdict *v = ck->verdict;

	pm4_verdict_why(v, ck->in, &ck->why);
	if (ck->header >= ck->end)
		return 1;
	v->header = r500_dword(ck, ck->header);
	v->packet = *ck->header;
	if (v->dword == PM4_NO_DWORD) {
		v->dword = v->header;
		if (v->reg && PM4_TYPE(v->packet) == 3)
			blame_last_write(ck, v);
	}
	if (v->code == PM4_CODE_REGISTER_BITS || v->code == PM4_CODE_NOT_OWNER)
		v->field = bad_field(ck, v->reg, (u32)v->actual & ~(u32)v->expected);
	return 1;
}

/* ck->cursor is not at a valid relocation, which @where needs. */
int __cold r500_refuse_reloc(struct r500_checker *ck, u32 reg, const u32 *where)
{
	if (!r500_reloc_follows(ck))
		return R500_REFUSE(ck, .code = PM4_CODE_RELOC_MISSING, .at = where, .reg = reg,
				   .expected = ck->end - ck->cursor,
				   .actual = ck->cursor < ck->end ? *ck->cursor : 0);
	return R500_REFUSE(ck, .code = PM4_CODE_RELOC_INDEX, .at = ck->cursor + 1, .reg = reg,
			   .expected = ck->in->nbuffers, .actual = ck->cursor[1]);
}

/* The stream can write a buffer that may only be read. */
int __cold r500_refuse_read_only(struct r500_checker *ck, u32 index, u32 reg, const u32 *where)
{
	return R500_REFUSE(ck, .code = PM4_CODE_READ_ONLY, .reg = reg, .at = where,
			   .buffer = r500_buffer(ck, index));
}

/* A register has moved lines of @caches: blame its last write. */
int __cold r500_refuse_moved(struct r500_checker *ck, u32 i, u32 caches)
{
	const u32 *at = r500_at(ck, i);

	ck->header = packet_of(ck, at);
	return R500_REFUSE(ck, .code = PM4_CODE_NOT_FLUSHED, .at = at, .reg = 4 * i,
			   .detail = caches, .actual = *at);
}

/* A draw needs a register that has no neutral value. */
int __cold r500_refuse_unset(struct r500_checker *ck, u32 reg)
{
	return R500_REFUSE(ck, .code = PM4_CODE_NOT_SET, .reg = reg);
}

/**
 * r500_refuse_packet() - refuse a packet that the rules of the card do not have, or not so long
 * @ck: the check; ck->header is the packet, of type 3
 *
 * Return: 1, always.
 */
int __cold r500_refuse_packet(struct r500_checker *ck)
{
	u32 header = *ck->header, opcode = PM4_OPCODE(header), body_dw = PM4_COUNT(header) + 1;
	const struct r500_packet_rule *rule = r500_rule(ck, opcode);
	const struct pm4_packet_row *row;

	if (!rule->row)
		return R500_REFUSE(ck, .code = pm4_packet_find_any(&r500_tables, PM4_RING_GFX,
								   ck->card.chip, opcode) ?
					       PM4_CODE_PACKET_CHIP : PM4_CODE_PACKET_UNKNOWN);
	row = &r500_tables.packet_rows[rule->row - 1];
	if (row->cls == PM4_DENIED)
		return R500_REFUSE(ck, .code = PM4_CODE_PACKET_DENIED);
	return R500_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH, .expected = row->min_dw,
			   .detail = row->max_dw, .actual = body_dw);
}
