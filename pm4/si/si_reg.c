// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Registers: the tables expanded once per card, and the writes of SET packets and of operands.
 *
 * A stream may write the registers that have a row and are not denied.  The checker tracks the
 * value of some: the selection of units, what a later wait or index fetch needs, and, with a
 * map, the addresses that a draw uses.
 *
 * Context: any; takes no lock.
 */
#include "si_state.h"

/* Registers whose value the checker keeps, and their first place. */
static const struct {
	u32 reg;
	u8 slot;
} kept[] = {
	{ PM4_R_CB_COLOR_BASE, SI_COLOR_BASE }, { PM4_R_CB_COLOR_INFO, SI_COLOR_INFO },
	{ PM4_R_CB_COLOR_CMASK, SI_COLOR_CMASK }, { PM4_R_CB_COLOR_FMASK, SI_COLOR_FMASK },
	{ PM4_R_CB_TARGET_MASK, SI_TARGET_MASK }, { PM4_R_CB_SHADER_MASK, SI_SHADER_MASK },
	{ PM4_R_DB_Z_INFO, SI_Z_INFO }, { PM4_R_DB_STENCIL_INFO, SI_STENCIL_INFO },
	{ PM4_R_DB_Z_READ_BASE, SI_Z_READ }, { PM4_R_DB_STENCIL_READ_BASE, SI_STENCIL_READ },
	{ PM4_R_DB_Z_WRITE_BASE, SI_Z_WRITE }, { PM4_R_DB_STENCIL_WRITE_BASE, SI_STENCIL_WRITE },
	{ PM4_R_DB_HTILE_DATA_BASE, SI_HTILE }, { PM4_R_VGT_SHADER_STAGES_EN, SI_STAGES },
	{ PM4_R_SPI_SHADER_PGM_LO_PS, SI_PGM_LO + SI_PS },
	{ PM4_R_SPI_SHADER_PGM_HI_PS, SI_PGM_HI + SI_PS },
	{ PM4_R_SPI_SHADER_PGM_LO_VS, SI_PGM_LO + SI_VS },
	{ PM4_R_SPI_SHADER_PGM_HI_VS, SI_PGM_HI + SI_VS },
	{ PM4_R_SPI_SHADER_PGM_LO_GS, SI_PGM_LO + SI_GS },
	{ PM4_R_SPI_SHADER_PGM_HI_GS, SI_PGM_HI + SI_GS },
	{ PM4_R_SPI_SHADER_PGM_LO_ES, SI_PGM_LO + SI_ES },
	{ PM4_R_SPI_SHADER_PGM_HI_ES, SI_PGM_HI + SI_ES },
	{ PM4_R_SPI_SHADER_PGM_LO_HS, SI_PGM_LO + SI_HS },
	{ PM4_R_SPI_SHADER_PGM_HI_HS, SI_PGM_HI + SI_HS },
	{ PM4_R_SPI_SHADER_PGM_LO_LS, SI_PGM_LO + SI_LS },
	{ PM4_R_SPI_SHADER_PGM_HI_LS, SI_PGM_HI + SI_LS },
	{ PM4_R_COMPUTE_PGM_LO, SI_PGM_LO + SI_CS },
	{ PM4_R_COMPUTE_PGM_HI, SI_PGM_HI + SI_CS },
};

/* Returns true if the register matters only to a check against a map. */
static bool only_map(u32 kind)
{
	return kind == PM4_RH_COLOR || kind == PM4_RH_MASKS || kind == PM4_RH_DEPTH ||
	       kind == PM4_RH_PROGRAM || kind == PM4_RH_COMPUTE || kind == PM4_RH_STAGES;
}

static void window_init(struct si_checker *ck, u32 n)
{
	const struct pm4_window *from = &si_tables.windows[n];
	struct si_window *w = &ck->windows[n];
	const struct pm4_reg_row *row;
	u32 i, kind;

	w->first = from->base / 4;
	w->count = (from->end - from->base) / 4;
	for (i = 0; i < w->count; i++) {
		row = pm4_reg_find(&si_tables, ck->card.chip, from->base + 4 * i);
		kind = !row || row->cls == PM4_DENIED ? SI_DENIED : row->handler;
		w->kind[i] = (u8)kind;
		w->stops[0][i + 1] = w->stops[0][i] + (kind && !only_map(kind));
		w->stops[1][i + 1] = w->stops[1][i] + !!kind;
	}
}

/* What to check at the next draw after a write to the register in @slot. */
static u32 dirty_bits(u32 kind, u32 slot)
{
	switch (kind) {
	case PM4_RH_COLOR:
		return 1u << (slot - SI_COLOR_BASE) % 8;
	case PM4_RH_MASKS:
		return SI_DIRTY_COLORS;
	case PM4_RH_DEPTH:
		return SI_DIRTY_DEPTH;
	case PM4_RH_STAGES:
		return SI_DIRTY_PROGRAMS;
	}
	return (slot == SI_PGM_LO + SI_CS || slot == SI_PGM_HI + SI_CS ? SI_DIRTY_COMPUTE :
		SI_DIRTY_PROGRAMS) |
	       (slot < SI_PGM_HI ? SI_HAS_PROGRAM(slot - SI_PGM_LO) : 0);
}

/* The registers of row @row have the places from @slot on. */
static void keep_init(struct si_checker *ck, const struct pm4_reg_row *row, u32 slot)
{
	struct si_window *w = si_window_of(ck, row->offset / 4);
	u32 n, i;

	for (n = 0; w && n < row->count; n++, slot++) {
		i = (row->offset + n * row->stride) / 4 - w->first;
		w->slot[i] = (u8)slot;
		w->kept[i / 64] |= 1ull << i % 64;
		ck->slot_dirty[slot] = dirty_bits(row->handler, slot);
	}
}

/**
 * si_windows_init() - expand the tables
 * @ck: the checker, with its card
 */
void si_windows_init(struct si_checker *ck)
{
	const struct pm4_reg_row *row;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(ck->windows); i++)
		window_init(ck, i);
	for (i = 0; i < ARRAY_SIZE(kept); i++) {
		row = pm4_reg_find(&si_tables, ck->card.chip, kept[i].reg);
		if (row)
			keep_init(ck, row, kept[i].slot);
	}
}

/* GRBM_GFX_INDEX gets a value at dword @at. */
static void set_gfx_index(struct si_checker *ck, const u32 *at, u32 value, bool conditional)
{
	if (value != SI_GFX_INDEX_ALL) {
		ck->conditions = true;
		ck->gfx_index_dw = (u32)(at - ck->ib);
		ck->gfx_index_header = (u32)(ck->header - ck->ib);
		ck->gfx_index = value;
	} else if (!conditional) {
		ck->gfx_index_dw = PM4_NO_DWORD;
	}
}

/* The register in @slot switches something on that a draw uses, and holds no address. */
static bool is_switch(u32 slot)
{
	return (slot >= SI_COLOR_INFO && slot < SI_COLOR_INFO + 8) ||
	       (slot >= SI_TARGET_MASK && slot <= SI_STENCIL_INFO) || slot == SI_STAGES;
}

static void keep(struct si_checker *ck, u32 slot, u32 value)
{
	ck->values[slot] = value;
	ck->maybe &= ~(1ull << slot);
	ck->dirty |= ck->slot_dirty[slot];
}

/*
 * The write to @slot may not happen.  Then what it would switch off stays on, and an address may
 * be another one for each draw that does not run under the same condition.
 */
static void keep_maybe(struct si_checker *ck, u32 slot, u32 value, struct si_when when)
{
	ck->dirty |= ck->slot_dirty[slot];
	if (is_switch(slot)) {
		ck->values[slot] |= value;
		return;
	}
	if (ck->values[slot] == value && !(ck->maybe >> slot & 1))
		return;
	ck->values[slot] = value;
	ck->conditions = true;
	ck->maybe |= 1ull << slot;
	ck->maybe_when[slot] = when;
	ck->maybe_dirty |= ck->slot_dirty[slot];
}

/* Register @i of window @w, a tracked one, gets a value; NULL: from memory. */
static void track(struct si_checker *ck, const struct si_window *w, u32 i, const u32 *at,
		  const u32 *value, bool conditional)
{
	/* No other packet has the condition of COND_WRITE, and draws run on units not selected. */
	bool alone = !value || si_narrow(ck) || PM4_OPCODE(*ck->header) == PM4_OP_COND_WRITE;
	u32 slot = w->slot[i];

	switch (w->kind[i]) {
	case PM4_RH_GFX_INDEX:
		set_gfx_index(ck, at, value ? *value : 0, conditional);
		return;
	case PM4_RH_STRMOUT:
		ck->flushed = 0;
		return;
	case PM4_RH_INDEX_TYPE:
		if (alone)
			ck->index_bytes.is_set = false;
		else
			si_track(ck, &ck->index_bytes, *value & 3 ? 4 : 2);
		return;
	}
	if (conditional || alone)
		keep_maybe(ck, slot, value ? *value : 0,
			   alone ? (struct si_when){ .skip = PM4_NO_DWORD } : si_when(ck));
	else
		keep(ck, slot, *value);
}

/**
 * si_keep() - keep the values of a SET packet, of which no register has another rule
 * @ck: the checker; so far nothing in the stream depends on a condition
 * @w: the window
 * @p: the packet
 * @first: number of its first register
 * @count: number of its registers
 */
void si_keep(struct si_checker *ck, const struct si_window *w, const u32 *p, u32 first, u32 count)
{
	const u32 *values = p + 2;
	u32 i = first, n, slot, dirty = 0;
	u64 bits;

	while (i < first + count) {
		bits = w->kept[i / 64] >> i % 64;
		if (!bits) {
			i = (i | 63) + 1;
			continue;
		}
		n = (u32)__ffs64(bits);
		i += n;
		if (i >= first + count)
			break;
		slot = w->slot[i];
		ck->values[slot] = values[i - first];
		dirty |= ck->slot_dirty[slot];
		i++;
	}
	ck->dirty |= dirty;
}

/* The stream may not write register @reg. */
static int __cold refuse_register(struct si_checker *ck, const u32 *at, u32 reg)
{
	const struct pm4_reg_row *row = pm4_reg_find(&si_tables, ck->card.chip, reg);

	return si_refuse_reg(ck, row ? PM4_CODE_REGISTER_DENIED : PM4_CODE_REGISTER_UNKNOWN, at,
			     reg);
}

/**
 * si_set() - check a SET packet
 * @ck: the checker
 * @window: PM4_WINDOW_*
 * @p: the packet
 * @count: number of registers, at least 1
 *
 * Return: 0, or 1 after a refusal.
 */
int si_set(struct si_checker *ck, u32 window, const u32 *p, u32 count)
{
	const struct si_window *w = &ck->windows[window];
	bool conditional = si_conditional(ck);
	u32 i, first = p[1];

	if ((u64)first + count > w->count) {
		/* The first register outside; an offset has 16 bits. */
		i = max(first, w->count);
		ck->verdict->reg = i <= 0xffff ? 4 * (w->first + i) : 0;
		ck->verdict->offset = first;
		ck->verdict->detail = window;
		return si_refuse(ck, PM4_CODE_RANGE, p + 1, w->count, count);
	}
	if (w->stops[!!ck->map][first + count] == w->stops[!!ck->map][first])
		return 0;
	for (i = 0; i < count; i++) {
		u32 kind = w->kind[first + i];

		if (likely(kind == PM4_RH_NONE))
			continue;
		if (kind == SI_DENIED)
			return refuse_register(ck, p + 2 + i, 4 * (w->first + first + i));
		track(ck, w, first + i, p + 2 + i, p + 2 + i, conditional);
	}
	return 0;
}

/* Returns true if a value that the stream does not show would pass a rule by. */
static bool needs_value(const struct si_checker *ck, u32 kind)
{
	return kind == PM4_RH_GFX_INDEX || (ck->map && only_map(kind));
}

/**
 * si_target() - check registers that an operand names as target
 * @ck: the checker
 * @at: the operand
 * @number: dword number of the first register
 * @count: number of registers
 * @values: their values; NULL: the values come from memory
 * @conditional: the write may not happen
 *
 * Return: 0, or 1 after a refusal.
 */
int si_target(struct si_checker *ck, const u32 *at, u32 number, u32 count, const u32 *values,
	      bool conditional)
{
	const struct si_window *w;
	u32 i, n, kind;

	for (i = 0; i < count; i++) {
		if ((u64)number + i > 0xffff)
			return si_refuse(ck, PM4_CODE_REGISTER_NUMBER, at, 0xffff,
					 (u64)number + i);
		w = si_window_of(ck, number + i);
		if (!w)
			return refuse_register(ck, at, 4 * (number + i));
		n = number + i - w->first;
		kind = w->kind[n];
		if (kind == SI_DENIED)
			return refuse_register(ck, at, 4 * (number + i));
		if (kind == PM4_RH_NONE)
			continue;
		if (!values && needs_value(ck, kind))
			return si_refuse_reg(ck, PM4_CODE_REGISTER_TARGET, at, 4 * (number + i));
		track(ck, w, n, at, values ? values + i : NULL, conditional || !values);
	}
	return 0;
}

/* User data of the stages that fetch vertices, as offsets in the window SH. */
static bool is_vertex_data(u32 offset)
{
	static const u32 first[] = {
		PM4_R_SPI_SHADER_USER_DATA_VS, PM4_R_SPI_SHADER_USER_DATA_GS,
		PM4_R_SPI_SHADER_USER_DATA_ES, PM4_R_SPI_SHADER_USER_DATA_LS,
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(first); i++)
		if (offset - (first[i] - PM4_SH_BASE) / 4 < 16)
			return true;
	return false;
}

/**
 * si_target_indirect() - check the registers to which an indirect draw writes
 * @ck: the checker
 * @at: the operand
 * @number: offset of the first register in the window SH, in dwords
 * @count: number of them
 *
 * Return: 0, or 1 after a refusal.
 */
int si_target_indirect(struct si_checker *ck, const u32 *at, u32 number, u32 count)
{
	u32 i;

	if (number > 0xffff)
		return si_refuse(ck, PM4_CODE_REGISTER_NUMBER, at, 0xffff, number);
	for (i = number; i < number + count; i++)
		if (!is_vertex_data(i))
			return si_refuse_reg(ck, PM4_CODE_REGISTER_TARGET, at, PM4_SH_BASE + 4 * i);
	return 0;
}

/**
 * si_source() - check registers that an operand names as source
 * @ck: the checker
 * @at: the operand
 * @number: dword number of the first register
 * @count: number of registers
 *
 * A register that the stream has not set may hold a value of another client or of the kernel.
 *
 * Return: 0, or 1 after a refusal.
 */
int si_source(struct si_checker *ck, const u32 *at, u32 number, u32 count)
{
	const struct si_window *w;
	bool others = false;
	u32 i;

	for (i = 0; i < count; i++) {
		if ((u64)number + i > 0xffff)
			return si_refuse(ck, PM4_CODE_REGISTER_NUMBER, at, 0xffff,
					 (u64)number + i);
		w = si_window_of(ck, number + i);
		if (w && si_scan_reg(ck, (u32)(w - ck->windows), number + i - w->first, &others))
			continue;
		ck->verdict->detail = others ? PM4_SOURCE_OTHERS : PM4_SOURCE_UNSET;
		return si_refuse_reg(ck, PM4_CODE_REGISTER_SOURCE, at, 4 * (number + i));
	}
	return 0;
}
