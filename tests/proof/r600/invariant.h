/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The invariant of a check: what holds of a struct r600_checker before and after each packet.
 *
 * The proofs assume the invariant before a step and prove it after the step, for every stream
 * and every card (cbmc).  tests/proof/invariant_test.c calls the same functions for each chip
 * and at each packet of recorded streams (gcc).
 *
 * The invariant is written for one register, one packet rule and one patch, because a proof
 * assumes it only of those that a step reads.  Each function returns true if its part holds.
 */
#ifndef INVARIANT_H
#define INVARIANT_H

#include "r600_check.h"

/* The proofs check the sources, and not the invariant itself. */
#ifdef __CPROVER
#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
#pragma CPROVER check disable "bounds"
#endif

/* The card: every combination that ring/ can report. */
static inline bool invariant_card(const struct pm4_card *card)
{
	return (u32)card->chip < R600_CHIPS && card->backends &&
	       (card->pipes == 1 || card->pipes == 2 || card->pipes == 4 || card->pipes == 8) &&
	       (card->banks == 4 || card->banks == 8) &&
	       (card->group_bytes == 256 || card->group_bytes == 512);
}

/* Dwords of the body with which the theorem of a handler is proven. */
static inline u32 invariant_reads(u32 handler)
{
	switch (handler) {
	case PM4_PH_PREDICATION:
	case PM4_PH_DRAW:
	case PM4_PH_CONTEXT_CONTROL:
	case PM4_PH_STRMOUT_BASE:
		return 2;
	case PM4_PH_DRAW_IMMEDIATE:
		return 3;
	case PM4_PH_DRAW_INDEX:
	case PM4_PH_MEM_WRITE:
	case PM4_PH_SURFACE_SYNC:
		return 4;
	case PM4_PH_EVENT_WRITE_EOP:
	case PM4_PH_STRMOUT_UPDATE:
	case PM4_PH_COPY_DW:
	case PM4_PH_CP_DMA:
		return 5;
	case PM4_PH_WAIT_REG_MEM:
		return 6;
	}
	return 1;
}

static inline bool invariant_is_constants(u32 handler)
{
	return handler == PM4_PH_SET_ALU_CONST || handler == PM4_PH_SET_CONST ||
	       handler == PM4_PH_SET_SAMPLER;
}

/* Dwords of the space of constants that a packet with row @n writes. */
static inline u32 invariant_space_dw(u32 n)
{
	const struct pm4_packet_row *row = &r600_tables.packet_rows[n - 1];
	const struct pm4_space *space = &r600_tables.spaces[row->space - 1];

	return (space->end - space->base) / 4;
}

/* The slots of the constants that a packet sets exist. */
static inline bool invariant_slots(u32 slot, u32 dwords)
{
	return !slot || (slot == R600_SLOT_ALU ? dwords <= R600_ALU_BLOCKS * R600_ALU_BLOCK_DW :
			 slot > R600_SLOT_ALU && slot + dwords <= R600_SLOTS);
}

/* The rule of an opcode of the graphics ring. */
static inline bool invariant_rule(const struct r600_packet_rule *rule)
{
	/* No length fits. */
	if (rule->min_dw == 0xffff)
		return !rule->more_dw && !rule->plain && !rule->common && !rule->room &&
		       rule->row <= r600_tables.npacket_rows;
	if (!rule->row || rule->row > r600_tables.npacket_rows)
		return false;
	if (invariant_is_constants(rule->handler) &&
	    (!r600_tables.packet_rows[rule->row - 1].space ||
	     r600_tables.packet_rows[rule->row - 1].space > r600_tables.nspaces ||
	     !invariant_slots(rule->slot, invariant_space_dw(rule->row))))
		return false;
	return rule->min_dw >= invariant_reads(rule->handler) &&
	       rule->min_dw + rule->more_dw <= 0x4000 && rule->handler < PM4_PH_DMA_WRITE &&
	       (!rule->room || rule->plain) && invariant_slots(rule->slot, rule->room) &&
	       (!rule->slot || invariant_is_constants(rule->handler)) &&
	       (!rule->plain || rule->handler == PM4_PH_NONE || rule->handler == PM4_PH_NOP ||
		rule->handler == PM4_PH_SET_CONST || rule->handler == PM4_PH_SET_SAMPLER) &&
	       rule->common == (rule->plain || rule->handler == PM4_PH_SET_CONTEXT_REG ||
				rule->handler == PM4_PH_SET_CONFIG_REG);
}

/*
 * The row that pm4_reg_find() returns for a register of the windows, or for any other, whose
 * @flags are 0; NULL is valid.
 */
static inline bool invariant_row(const struct pm4_reg_row *row, u32 offset, u64 flags)
{
	if (!row)
		return true;
	return (row->cls != PM4_ALLOWED || !(flags & PM4_WRITE_RULES)) && row->stride && row->offset <= offset && row->cls <= PM4_TRACKED &&
	       /* COPY_DW takes such a row for a register of a window. */
	       (row->cls != PM4_ALLOWED || (offset >= PM4_CONFIG_BASE && offset < PM4_CONFIG_END) ||
		(offset >= PM4_CONTEXT_BASE && offset < PM4_CONTEXT_END));
}

/* A field is in its dword. */
static inline bool invariant_field(const struct pm4_field *field)
{
	return field->width && field->width <= 32 && field->shift <= 32 - field->width;
}

/* The fields of a register or of a dword, of a table with @nfields. */
static inline bool invariant_fields(u32 first, u32 count, u32 nfields)
{
	return first <= nfields && count <= nfields - first;
}

static inline bool invariant_is_const_base(u32 reg)
{
	return reg >= PM4_R_SQ_ALU_CONST_CACHE_PS &&
	       reg < PM4_R_SQ_ALU_CONST_CACHE_PS + 4 * R600_CONST_BASES;
}

static inline bool invariant_is_info(u32 reg)
{
	return (reg >= PM4_R_CB_COLOR_INFO && reg < PM4_R_CB_COLOR_INFO + 32) ||
	       reg == PM4_R_DB_DEPTH_INFO;
}

/* The registers whose relocation a draw or a packet reads: each takes one. */
static inline bool invariant_is_address(u32 reg)
{
	return (reg >= PM4_R_CB_COLOR_BASE && reg < PM4_R_CB_COLOR_BASE + 32) ||
	       (reg >= PM4_R_CB_COLOR_TILE && reg < PM4_R_CB_COLOR_TILE + 32) ||
	       (reg >= PM4_R_CB_COLOR_FRAG && reg < PM4_R_CB_COLOR_FRAG + 32) ||
	       reg == PM4_R_DB_DEPTH_BASE || reg == PM4_R_DB_HTILE_DATA_BASE ||
	       (reg >= PM4_R_VGT_STRMOUT_BUFFER_BASE && reg < PM4_R_VGT_STRMOUT_BUFFER_BASE + 64 &&
		(reg - PM4_R_VGT_STRMOUT_BUFFER_BASE) % 16 == 0) ||
	       invariant_is_const_base(reg) ||
	       reg == PM4_R_SQ_PGM_START_PS || reg == PM4_R_SQ_PGM_START_VS ||
	       reg == PM4_R_SQ_PGM_START_FS || reg == PM4_R_SQ_PGM_START_GS ||
	       reg == PM4_R_SQ_PGM_START_ES ||
	       (reg >= PM4_R_SQ_ESGS_RING_BASE && reg < PM4_R_SQ_ESGS_RING_BASE + 48 &&
		(reg - PM4_R_SQ_ESGS_RING_BASE) % 8 == 0) ||
	       reg == PM4_R_SX_MEMORY_EXPORT_BASE;
}

/* No context register is one that the chip has once. */
static inline bool invariant_context(u64 flags)
{
	return !(flags & PM4_UNIT_SINGLE);
}

/* Nor is it one of the groups of these. */
#define invariant_context_group(flags)	(!((flags) & PM4_GROUP_SINGLE))

/* The rules of register @i of a window, whatever its number. */
static inline bool invariant_rules(const struct r600_window *w, u32 i)
{
	u32 reg = w->base + 4 * i;
	u64 flags = w->flags[i];

	return (!invariant_is_address(reg) || flags & PM4_WRITE_RELOC) &&
	       (!(flags & PM4_WRITE_RELOC) || !(flags & (PM4_CONSTS_ALL | PM4_UNIT_CONSTS)) ||
		invariant_is_const_base(reg)) &&
	       /* A relocation is the only rule of its register. */
	       (!(flags & PM4_WRITE_RELOC) || !(flags & PM4_WRITE_RULES & ~PM4_WRITE_RELOC)) &&
	       (!(flags & PM4_WRITE_RELOC) ||
		!(flags & PM4_CONSTS_ALL) == !(flags & PM4_UNIT_CONSTS)) &&
	       (!w->forbid[i] || flags & PM4_WRITE_BITS) &&
	       w->plain_run[i] <= w->nregs - i && w->any_value_run[i] <= w->nregs - i &&
	       w->masked_run[i] <= w->nregs - i;
}

/* The rules of register @i of a window. */
static inline bool invariant_flags(const struct r600_window *w, u32 i)
{
	return invariant_rules(w, i) &&
	       (!(w->flags[i] & PM4_WRITE_TILING) || invariant_is_info(w->base + 4 * i));
}

/* Register @i + @k has the flags that the runs from register @i on promise. */
static inline bool invariant_run(const struct r600_window *w, u32 i, u32 k)
{
	u64 rules = i + k < w->nregs ? w->flags[i + k] : 0;

	return (k >= w->plain_run[i] || !rules) &&
	       (k >= w->any_value_run[i] || !(rules & PM4_WRITE_RULES)) &&
	       (k >= w->masked_run[i] ||
		!(rules & PM4_WRITE_RULES & ~(PM4_WRITE_TILING | PM4_WRITE_BITS)));
}

/* The rules of the packets that the walk accepts itself. */
static inline bool invariant_walk_rule(const struct r600_packet_rule *rule, u32 opcode)
{
	u32 min = 1, max = 0x4000, handler;

	switch (opcode) {
	case PM4_OP_SET_CONTEXT_REG:
		handler = PM4_PH_SET_CONTEXT_REG;
		break;
	case PM4_OP_SET_CONFIG_REG:
		handler = PM4_PH_SET_CONFIG_REG;
		min = 2;
		break;
	case PM4_OP_SET_RESOURCE:
		handler = PM4_PH_SET_RESOURCE;
		min = max = 8;
		break;
	case PM4_OP_EVENT_WRITE:
		handler = PM4_PH_EVENT_WRITE;
		max = 1;
		break;
	case PM4_OP_DRAW_INDEX_AUTO:
		handler = PM4_PH_DRAW;
		min = max = 2;
		break;
	case PM4_OP_SURFACE_SYNC:
		handler = PM4_PH_SURFACE_SYNC;
		min = max = 4;
		break;
	case PM4_OP_NUM_INSTANCES:
		handler = PM4_PH_NUM_INSTANCES;
		max = 1;
		break;
	case PM4_OP_INDEX_TYPE:
		handler = PM4_PH_INDEX_TYPE;
		max = 1;
		break;
	case PM4_OP_MEM_WRITE:
		handler = PM4_PH_MEM_WRITE;
		min = max = 4;
		break;
	case PM4_OP_CP_DMA:
		handler = PM4_PH_CP_DMA;
		min = max = 5;
		break;
	case PM4_OP_WAIT_REG_MEM:
		handler = PM4_PH_WAIT_REG_MEM;
		min = max = 6;
		break;
	default:
		if (!rule->common)
			return true;
		if (!rule->plain || (!rule->room && rule->handler != PM4_PH_NONE &&
				     rule->handler != PM4_PH_NOP))
			return false;
		/* Constants: the rule's space is the row's space. */
		return !rule->room ||
		       (rule->room == invariant_space_dw(rule->row) &&
			(rule->unit == 1 || rule->unit == 3) && rule->min_dw <= rule->unit + 1 &&
			rule->min_dw + rule->more_dw > rule->room &&
			rule->unit == r600_tables.spaces[r600_tables.packet_rows[rule->row - 1].space - 1].unit_dw);
	}
	return rule->handler == handler && !rule->plain && rule->min_dw <= min &&
	       rule->min_dw + rule->more_dw >= max;
}

/*
 * The last write of a register: an earlier stream's, or a dword of this stream.  A register
 * that takes a relocation has one.
 */
static inline bool invariant_write(u32 position, u32 start, u32 ib_dw, u64 flags, u32 buffer,
				   u32 nbuffers)
{
	u32 distance = position - start;

	return (position <= start) |
	       ((distance % 4 == 0) & (distance / 4 < ib_dw) &
		(!(flags & PM4_WRITE_RELOC) | (buffer < nbuffers)));
}

static inline bool invariant_register(const struct r600_checker *ck, const struct r600_window *w,
				      u32 i)
{
	return invariant_write(w->last_write[i], ck->start_position, ck->in->ib_dw, w->flags[i],
			       w->buffer[i], ck->nbuffers);
}

/* A patch: the dwords that it changes are in the stream, the relocation in the list. */
static inline bool invariant_patch(const struct pm4_patch *patch, u32 ib_dw, u32 nbuffers)
{
	u32 dword = patch->dword & (PM4_MAX_DW - 1), kind = patch->dword >> PM4_PATCH_KIND;
	u32 more = kind == PM4_PATCH_ADDR_NEXT ? 1 :
		   kind == PM4_PATCH_ADDR_VERTEX || kind == PM4_PATCH_ADDR_FILL ? 2 : 0;

	return kind <= PM4_PATCH_START_256 && dword < ib_dw && more < ib_dw - dword &&
	       (kind == PM4_PATCH_VALUE || patch->arg < nbuffers);
}

/* &r600_front.patches and &r600_front.patch_dw, as constants. */
#define INVARIANT_PATCHES	4
#define INVARIANT_PATCH_DW	7

/* The number of patches before dword @consumed: pm4_patches_max() has room for more. */
static inline bool invariant_room(u64 patches, u64 consumed)
{
	return patches * INVARIANT_PATCH_DW <= consumed * INVARIANT_PATCHES;
}

/* @room is pm4_patches_max() of @ib_dw. */
static inline bool invariant_is_room(u64 room, u64 ib_dw)
{
	return invariant_room(room, ib_dw) && !invariant_room(room + 1, ib_dw);
}

/* All other members that a step reads as an index, a position or a divisor. */
static inline bool invariant_state(const struct r600_checker *ck)
{
	u32 bytes = ck->in->ib_dw * 4;

	return invariant_card(&ck->card) && ck->chip_bit == 1u << (u32)ck->card.chip &&
	       ck->in->ib_dw && ck->in->ib_dw <= PM4_MAX_DW && ck->ib == ck->in->ib &&
	       ck->end == ck->ib + ck->in->ib_dw && ck->buffers == ck->in->buffers &&
	       ck->nbuffers <= ck->in->nbuffers && ck->nbuffers <= 1u << 30 &&
	       ck->start_position <= ~0u - bytes &&
	       ck->next_position == ck->start_position + bytes &&
	       ck->shift == ck->start_position - (u32)(uintptr_t)ck->ib &&
	       ck->context.base == PM4_CONTEXT_BASE && ck->context.nregs == PM4_CONTEXT_REGS &&
	       ck->config.base == PM4_CONFIG_BASE && ck->config.nregs == PM4_CONFIG_REGS &&
	       ck->color_use <= PM4_COLOR_RESOLVE && ck->gs_mode <= 3 &&
	       ck->scissor.x <= PM4_SCREEN_MAX && ck->scissor.y <= PM4_SCREEN_MAX &&
	       (!ck->index_bytes || ck->index_bytes == 2 || ck->index_bytes == 4) &&
	       !(ck->slots[R600_SLOT_WORDS - 1] >> (R600_SLOTS % 64));
}

#ifdef __CPROVER
#pragma CPROVER check pop
#endif

#endif /* INVARIANT_H */
