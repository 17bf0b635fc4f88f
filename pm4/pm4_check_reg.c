// SPDX-License-Identifier: GPL-2.0
/*
 * Register writes.  The tables' rows are expanded once per card into arrays for
 * each window: what a write means (PM4_UNIT_*, PM4_WRITE_*), which bits it may
 * not set, and how many registers in a row are plain, so that a packet of plain
 * ones is let through by a single comparison.
 *
 * pm4_windows_init() is called once per card, pm4_set_context() and pm4_set_config()
 * for a packet.
 */
#include "pm4_check.h"

/* What the rows' handlers mean; @n is the element's number in its array. */
static u32 handler_flags(u32 handler, const struct pm4_reg_row *row, u32 n)
{
	switch ((enum pm4_reg_handler)handler) {
	case PM4_RH_CB_BASE:
	case PM4_RH_CB_TILE:
	case PM4_RH_CB_FRAG:
	case PM4_RH_CB_SURFACE:
		return PM4_UNIT_COLOR(n);
	case PM4_RH_CB_INFO:
		return PM4_UNIT_COLOR(n) | PM4_WRITE_TILING;
	case PM4_RH_CB_CONTROL:
	case PM4_RH_SX_MISC:
		return PM4_UNIT_TARGET;
	case PM4_RH_DB_INFO:
		return PM4_UNIT_DEPTH | PM4_UNIT_TARGET | PM4_WRITE_TILING;
	case PM4_RH_DB_BASE:
	case PM4_RH_HTILE_BASE:
		return PM4_UNIT_DEPTH;
	case PM4_RH_DB_STATE:
		return PM4_UNIT_DEPTH | PM4_UNIT_TARGET;
	case PM4_RH_DB_CONTROL:
		return PM4_UNIT_TARGET;
	case PM4_RH_AA_CONFIG:
	case PM4_RH_SCISSOR:
		return PM4_UNIT_RASTER;
	case PM4_RH_STRMOUT_BASE:
	case PM4_RH_STRMOUT_SIZE:
	case PM4_RH_STRMOUT_ENABLE:
		return PM4_UNIT_STRMOUT;
	case PM4_RH_CONST_BASE:
	case PM4_RH_CONST_SIZE:
		switch (row->offset) {
		case PM4_R_SQ_ALU_CONST_CACHE_PS:
		case PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS:
			return PM4_UNIT_CONST_PS;
		case PM4_R_SQ_ALU_CONST_CACHE_VS:
		case PM4_R_SQ_ALU_CONST_BUFFER_SIZE_VS:
			return PM4_UNIT_CONST_VS;
		}
		return PM4_UNIT_CONST_GS;
	case PM4_RH_PGM_START:
		return PM4_UNIT_PROGRAM;
	case PM4_RH_GS_MODE:
		return PM4_UNIT_GS;
	case PM4_RH_RING_BASE:
	case PM4_RH_RING_SIZE:
		return PM4_UNIT_RING;
	case PM4_RH_EXPORT_BASE:
	case PM4_RH_EXPORT_SIZE:
		return PM4_UNIT_EXPORT;
	case PM4_RH_RING_ITEM:
	case PM4_RH_COHER:
	case PM4_RH_COHER_BASE:
	case PM4_RH_SQ_CONFIG:
	case PM4_RH_NONE:
	case PM4_RH_COUNT:
		break;
	}
	return 0;
}

static void expand_rule(struct pm4_checker *ck, struct pm4_window *w, u32 i)
{
	u32 reg = w->base + 4 * i;
	const struct pm4_reg_row *row = pm4_reg_find(ck->card.chip, reg);
	u32 n;

	w->flags[i] = PM4_WRITE_DENIED;
	w->forbid[i] = 0;
	if (!row)
		return;
	n = row->stride ? (reg - row->offset) / row->stride : 0;
	switch ((enum pm4_class)row->cls) {
	case PM4_DENIED:
		return;
	case PM4_ALLOWED:
		w->flags[i] = 0;
		return;
	case PM4_FIELDS:
		w->flags[i] = 0;
		w->forbid[i] = ~row->mask;
		return;
	case PM4_FORCED:
		w->flags[i] = row->value ? PM4_WRITE_FORCED : 0;
		w->forbid[i] = row->value ? 0 : row->mask;
		return;
	case PM4_RELOC:
		w->flags[i] = handler_flags(row->handler, row, n) | PM4_WRITE_RELOC;
		return;
	case PM4_TRACKED:
		w->flags[i] = handler_flags(row->handler, row, n);
		w->forbid[i] = ~row->mask;
		return;
	}
}

/* Backwards: how many plain ones follow is then known. */
static void expand(struct pm4_checker *ck, struct pm4_window *w, u32 i)
{
	u32 next = i + 1 < w->nregs ? w->plain[i + 1] : 0;

	expand_rule(ck, w, i);
	if (w->forbid[i])
		w->flags[i] |= PM4_WRITE_BITS;
	w->plain[i] = w->flags[i] || w->forbid[i] ? 0 : min(next + 1, 255u);
}

/**
 * pm4_windows_init() - expand the tables for a card
 * @ck: the checker; its card is set
 */
void pm4_windows_init(struct pm4_checker *ck)
{
	u32 i;

	ck->context = (struct pm4_window){
		.flags = ck->context_flags, .forbid = ck->context_forbid,
		.plain = ck->context_plain,
		.base = PM4_CONTEXT_BASE, .nregs = PM4_CONTEXT_REGS,
		.value = ck->context_value, .buffer = ck->context_buffer,
	};
	ck->config = (struct pm4_window){
		.flags = ck->config_flags, .forbid = ck->config_forbid,
		.plain = ck->config_plain,
		.base = PM4_CONFIG_BASE, .nregs = PM4_CONFIG_REGS,
		.value = ck->config_value, .buffer = ck->config_buffer,
	};
	for (i = PM4_CONTEXT_REGS; i--; )
		expand(ck, &ck->context, i);
	for (i = PM4_CONFIG_REGS; i--; )
		expand(ck, &ck->config, i);
}

/* Why a register may not be written, or not with this value. */
static int __cold refuse_register(struct pm4_checker *ck, u32 reg, const u32 *at)
{
	const struct pm4_reg_row *row = pm4_reg_find(ck->card.chip, reg);
	u32 value = *at;
	u32 chip;

	if (!row) {
		for (chip = 0; chip < PM4_CHIPS; chip++)
			if (pm4_reg_find(chip, reg))
				return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_CHIP,
						  .at = at, .reg = reg, .actual = value);
		return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_UNKNOWN,
				  .at = at, .reg = reg, .actual = value);
	}
	if (row->cls == PM4_DENIED)
		return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_DENIED,
				  .at = at, .reg = reg, .actual = value);
	if (row->cls == PM4_FORCED)
		return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE, .at = at,
				  .reg = reg, .expected = row->value,
				  .actual = value & row->mask);
	return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_BITS, .at = at,
			  .reg = reg, .expected = row->mask, .actual = value);
}

/* radeon's ABI: a relocation behind an INFO register gives it its buffer's tiling. */
static int take_tiling(struct pm4_checker *ck, u32 reg, const u32 *at, u32 *value)
{
	const struct pm4_buffer *buffer;
	u32 index, mode;

	if (!pm4_reloc_follows(ck))
		return 0;
	if (pm4_next_reloc(ck, at, &index)) {
		ck->verdict->reg = reg;
		return 1;
	}
	buffer = &ck->in->buffers[index];
	if (reg == PM4_R_DB_DEPTH_INFO) {
		mode = pm4_tiling_mode(buffer, 0) == PM4_TILED_2D ? PM4_TILED_2D :
								    PM4_TILED_1D;
		*value = (*value & ~(0xfu << 15)) | mode << 15;
	} else {
		*value |= pm4_tiling_mode(buffer, 0) << 8;
	}
	return 0;
}

static void mark_set(struct pm4_checker *ck, struct pm4_window *w, u32 i)
{
	if (w == &ck->context)
		ck->context_set[i] = 1;
	else
		ck->config_set[i] = ck->config_check;
}

static int set_register(struct pm4_checker *ck, struct pm4_window *w, u32 i,
			const u32 *at)
{
	u32 flags = w->flags[i];
	u32 reg = w->base + 4 * i;
	u32 value = *at;
	u32 index;

	if (unlikely(flags & (PM4_WRITE_DENIED | PM4_WRITE_FORCED) || value & w->forbid[i])) {
		const struct pm4_reg_row *row = pm4_reg_find(ck->card.chip, reg);

		if (!(flags & PM4_WRITE_FORCED) || (value & row->mask) != row->value)
			return refuse_register(ck, reg, at);
	}
	if (flags & PM4_WRITE_RELOC) {
		if (pm4_next_reloc(ck, at, &index)) {
			ck->verdict->reg = reg;
			return 1;
		}
		w->buffer[i] = index;
		pm4_emit(ck, at, value + (u32)(ck->in->buffers[index].addr >> 8));
	} else if (flags & PM4_WRITE_TILING && !ck->keep_tiling) {
		if (take_tiling(ck, reg, at, &value))
			return 1;
		pm4_emit(ck, at, value);
	}
	w->value[i] = value;
	mark_set(ck, w, i);
	ck->dirty |= flags & PM4_UNIT_ALL;
	return 0;
}

static int __cold refuse_range(struct pm4_checker *ck, struct pm4_window *w, u32 first,
			       u32 count)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_RANGE, .at = ck->header + 1,
			  .expected = w->nregs, .offset = first, .actual = count);
}

/* Register by register. */
static noinline int set_registers(struct pm4_checker *ck, struct pm4_window *w, u32 first,
				  u32 count)
{
	const u32 *in = ck->header + 2;
	u32 i;

	for (i = 0; i < count; i++)
		if (set_register(ck, w, first + i, in + i))
			return 1;
	return 0;
}

/**
 * pm4_set_config() - a packet's configuration registers
 * @ck: the check; ck->header is the packet
 * @first: first register
 * @count: registers; not yet known to be inside the window
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int pm4_set_config(struct pm4_checker *ck, u32 first, u32 count)
{
	if (unlikely(first >= PM4_CONFIG_REGS || count > PM4_CONFIG_REGS - first))
		return refuse_range(ck, &ck->config, first, count);
	if (count <= ck->config_plain[first])
		return 0;
	return set_registers(ck, &ck->config, first, count);
}

/**
 * pm4_set_context() - a packet's context registers
 * @ck: the check; ck->header is the packet
 * @first: first register
 * @count: registers; not yet known to be inside the window
 *
 * All of the run is remembered in one loop, which also finds out whether one of
 * them needs more than that: then the run is done over, one by one.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int pm4_set_context(struct pm4_checker *ck, u32 first, u32 count)
{
	const u32 *in = ck->header + 2;
	u32 units = 0, bad = 0;
	u32 i;

	ck->at = in + count;
	if (unlikely(first >= PM4_CONTEXT_REGS || count > PM4_CONTEXT_REGS - first))
		return refuse_range(ck, &ck->context, first, count);
	for (i = first; i < first + count; i++) {
		u32 value = *in++;

		units |= ck->context_flags[i];
		bad |= value & ck->context_forbid[i];
		ck->context_value[i] = value;
		ck->context_set[i] = 1;
	}
	if (unlikely(units & ck->special || bad))
		return set_registers(ck, &ck->context, first, count);
	ck->dirty |= units;
	return 0;
}
