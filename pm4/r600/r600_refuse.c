// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Refusals: fill in the verdict of a stream that breaks a rule.  r600_refuse() adds the
 * current packet to the facts of the rule.  The other functions are the refusals that
 * several rules share.
 *
 * Called by r600_checker.c and the rules in r600_check_*.c and r600_packet_*.c.  Cold code; takes
 * no lock.
 */
#include "r600_refuse.h"

/* 1 + number of the first of @count fields that has one of @bits, otherwise 0. */
static u32 __cold first_field(u32 first, u32 count, u32 bits)
{
	const struct pm4_field *field = &r600_tables.fields[first];
	u32 i;

	for (i = first; i < first + count; i++, field++)
		if (bits >> field->shift & (0xffffffffu >> (32 - field->width)))
			return i + 1;
	return 0;
}

/* The same for the fields of a register or of WORD6 of a resource. */
static u32 __cold bad_field(const struct r600_checker *ck, u32 reg, u32 bits)
{
	const struct pm4_layout *word6 = &r600_tables.layouts[PM4_L_SQ_TEX_RESOURCE_WORD6];
	const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, ck->card.chip, reg);

	if (row)
		return first_field(row->fields, row->nfields, bits);
	if (reg >= PM4_RESOURCE_BASE && (reg - PM4_RESOURCE_BASE) / 4 % PM4_RESOURCE_DW == 6)
		return first_field(word6->fields, word6->nfields, bits);
	return 0;
}

/*
 * Return the header of the packet before the current one that writes register @reg last, and
 * the dword of the write in @at; or NULL.
 */
static const u32 * __cold find_last_write(const struct r600_checker *ck, u32 reg, u32 *at)
{
	bool config = reg < PM4_CONFIG_END;
	u32 opcode = config ? PM4_OP_SET_CONFIG_REG : PM4_OP_SET_CONTEXT_REG;
	u32 index = (reg - (config ? PM4_CONFIG_BASE : PM4_CONTEXT_BASE)) / 4;
	const u32 *p, *found = NULL;
	u32 count;

	*at = PM4_NO_DWORD;
	for (p = ck->in->ib; p < ck->header; p += count) {
		count = *p >> 30 == 3 ? PM4_COUNT(*p) + 2 : 1;
		if (*p >> 30 != 3 || (*p >> 8 & 0xff) != opcode ||
		    index < p[1] || index - p[1] >= count - 2)
			continue;
		found = p;
		*at = r600_dword(ck, p) + 2 + index - p[1];
	}
	return found;
}

/*
 * A draw is refused for the value of a register.  The author of the stream needs the packet
 * that set the register: blame the last write before the draw, if there is one.
 */
static void __cold blame_last_write(const struct r600_checker *ck, struct pm4_verdict *v)
{
	u32 at;
	const u32 *p = find_last_write(ck, v->reg, &at);

	if (!p)
		return;
	v->draw = v->header;
	v->header = r600_dword(ck, p);
	v->packet = *p;
	v->dword = at;
}

static bool __cold is_draw(const struct r600_checker *ck)
{
	u32 handler = ck->packets[*ck->header >> 8 & 0xff].handler;

	return *ck->header >> 30 == 3 && handler >= PM4_PH_DRAW && handler <= PM4_PH_DRAW_IMMEDIATE;
}

static u32 __cold off_color(const struct r600_checker *ck, u32 n)
{
	/* Clears, expansions and resolves ignore the mask, and access the buffer. */
	if (pm4_bits(r600_context_get(ck, PM4_R_CB_COLOR_CONTROL), 4, 3) > 1)
		return 0;
	return r600_context_get(ck, PM4_R_CB_TARGET_MASK) >> 4 * n & 0xf ? 0 : PM4_R_CB_TARGET_MASK;
}

static u32 __cold off_depth(const struct r600_checker *ck)
{
	/* Clears, copies, resummarising and decompressing need none of both tests. */
	if (r600_context_get(ck, PM4_R_DB_RENDER_CONTROL) & 0x7f)
		return 0;
	return r600_context_get(ck, PM4_R_DB_DEPTH_CONTROL) & 3 ? 0 : PM4_R_DB_DEPTH_CONTROL;
}

static u32 __cold off_strmout(const struct r600_checker *ck, u32 n)
{
	if (!(r600_context_get(ck, PM4_R_VGT_STRMOUT_EN) & 1))
		return PM4_R_VGT_STRMOUT_EN;
	return r600_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_EN) & 0x1111 << n ? 0 :
		PM4_R_VGT_STRMOUT_BUFFER_EN;
}

static u32 __cold off_ring(const struct r600_checker *ck, u32 n)
{
	u32 size = PM4_R_SQ_ESGS_RING_SIZE + 8 * n;

	/* The rings between vertex and geometry shaders, which scenario A does not use */
	if (n < 2)
		return (r600_context_get(ck, PM4_R_VGT_GS_MODE) & 3) < 2 ? PM4_R_VGT_GS_MODE : 0;
	return r600_config_get(ck, size) ? 0 : size;
}

/*
 * Return the register that switches off the unit of register @reg, 0 if the unit is on.  A draw
 * checks these units although they are off, see r600_check_draw.c.
 */
static u32 __cold off_switch(const struct r600_checker *ck, u32 reg)
{
	u32 n = (reg - PM4_R_SQ_ALU_CONST_CACHE_PS) / 4;

	if (!is_draw(ck))
		return 0;
	if (n < 48) {
		n = PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS + 4 * n;
		return r600_context_get(ck, n) ? 0 : n;
	}
	if (reg >= PM4_R_CB_COLOR_BASE && reg < PM4_R_CB_COLOR_MASK + 32)
		return off_color(ck, (reg - PM4_R_CB_COLOR_BASE) / 4 % 8);
	if ((reg >= PM4_R_DB_DEPTH_SIZE && reg <= PM4_R_DB_HTILE_DATA_BASE) ||
	    reg == PM4_R_DB_HTILE_SURFACE)
		return off_depth(ck);
	for (n = 0; n < 4; n++)
		if (reg == PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n ||
		    reg == PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n)
			return off_strmout(ck, n);
	for (n = 0; n < 6; n++)
		if (reg == PM4_R_SQ_ESGS_RING_BASE + 8 * n ||
		    reg == PM4_R_SQ_ESGS_RING_SIZE + 8 * n ||
		    reg == PM4_R_SQ_ESGS_RING_ITEMSIZE + 4 * n)
			return off_ring(ck, n);
	/* The checker accepts no other size. */
	return reg == PM4_R_SX_MEMORY_EXPORT_BASE ? PM4_R_SX_MEMORY_EXPORT_SIZE : 0;
}

/**
 * r600_refuse() - fill in the verdict of a refusal
 * @ck: the check
 * @why: the facts of the rule
 *
 * Return: 1, always.
 */
int __cold r600_refuse(struct r600_checker *ck, const struct pm4_why *why)
{
	struct pm4_verdict *v = ck->verdict;

	pm4_verdict_why(v, ck->in, why);
	if (!ck->header || ck->header >= ck->end)
		return 1;
	v->header = r600_dword(ck, ck->header);
	v->packet = *ck->header;
	if (v->dword == PM4_NO_DWORD) {
		v->dword = v->header;
		if (v->reg && ck->in->ring == PM4_RING_GFX) {
			v->off_reg = off_switch(ck, v->reg);
			if (v->off_reg)
				find_last_write(ck, v->off_reg, &v->off_dw);
			blame_last_write(ck, v);
		}
	}
	if (v->code == PM4_CODE_REGISTER_BITS)
		v->field = bad_field(ck, v->reg, (u32)v->actual & ~(u32)v->expected);
	return 1;
}

/* ck->cursor is not at a valid relocation, which @where needs. */
int __cold r600_refuse_reloc(struct r600_checker *ck, const u32 *where)
{
	if (!r600_reloc_follows(ck))
		return PM4_REFUSE(ck, .code = PM4_CODE_RELOC_MISSING, .at = where,
				  .expected = ck->end - ck->cursor,
				  .actual = ck->cursor < ck->end ? *ck->cursor : 0);
	return PM4_REFUSE(ck, .code = PM4_CODE_RELOC_INDEX, .at = ck->cursor + 1,
			  .expected = ck->in->nbuffers, .actual = ck->cursor[1]);
}

int __cold r600_refuse_write(struct r600_checker *ck, u32 index, const u32 *where, u32 reg)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_READ_ONLY, .reg = reg, .at = where,
			  .buffer = r600_buffer(ck, index));
}

int __cold r600_refuse_unset(struct r600_checker *ck, u32 reg)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_NOT_SET, .reg = reg);
}

/* A base past the end of its buffer; @at is NULL if a draw would use it. */
int __cold r600_refuse_far(struct r600_checker *ck, u32 index, u64 offset, u32 reg, const u32 *at)
{
	const struct pm4_buffer *buffer = r600_buffer(ck, index);

	return PM4_REFUSE(ck, .code = PM4_CODE_BASE_BOUNDS, .reg = reg, .at = at,
			  .buffer = buffer, .offset = offset, .expected = buffer->size);
}

/* Constants of @unit dwords: the first or the last one is incomplete. */
int __cold r600_refuse_unit(struct r600_checker *ck, u32 unit, u32 first, u32 count)
{
	if (first % unit)
		return PM4_REFUSE(ck, .code = PM4_CODE_CONST_OFFSET, .at = ck->header + 1,
				  .expected = unit, .actual = first);
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH, .expected = unit,
			  .actual = count, .shape = { unit });
}

int __cold r600_refuse_base(struct r600_checker *ck, u32 index, u64 offset, u32 unit,
			    const u32 *where, u32 reg)
{
	const struct pm4_buffer *buffer = r600_buffer(ck, index);

	return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_BASE, .reg = reg, .at = where,
			  .buffer = buffer, .offset = offset, .expected = unit,
			  .actual = offset & (unit - 1) ? offset : buffer->align);
}
