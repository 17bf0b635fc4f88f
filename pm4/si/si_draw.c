// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * What a draw or a dispatch uses, against the map: targets and programs, of which the addresses
 * are in tracked registers.  Only their first byte is checked, because the extent of a surface
 * depends on tables of tile modes that no stream shows, and the extent of a program on its code.
 *
 * A register that the stream has not set counts as 0, which disables a target.  A value that the
 * stream sets under a condition only (the predicate, COND_EXEC, PRED_EXEC, COND_WRITE) switches
 * nothing off, and an address with such a value is refused unless the draw runs under the same
 * condition.  Only what changed since the last draw is checked again.
 *
 * Called by si_packet.c; takes no lock.
 */
#include "si_state.h"

/* Returns the opcode of the SET packet, and the dword number of its first register. */
static u32 set_packet(u32 header, u32 *first)
{
	if (PM4_TYPE(header) != 3)
		return 0;
	switch (PM4_OPCODE(header)) {
	case PM4_OP_SET_CONTEXT_REG:
		*first = PM4_CONTEXT_BASE / 4;
		return PM4_OP_SET_CONTEXT_REG;
	case PM4_OP_SET_SH_REG:
		*first = PM4_SH_BASE / 4;
		return PM4_OP_SET_SH_REG;
	}
	return 0;
}

/*
 * A draw is refused for the address in a register.  The author of the stream needs the packet
 * that set it: blame the last one before the draw, if there is one.
 */
static void __cold blame_last_write(struct si_checker *ck, u32 reg)
{
	struct pm4_verdict *v = ck->verdict;
	const u32 *p;
	u32 first, index;

	for (p = ck->ib; p < ck->header; p += PM4_TYPE(*p) == 3 ? PM4_COUNT(*p) + 2 : 1) {
		if (!set_packet(*p, &first))
			continue;
		index = reg / 4 - first - p[1];
		if (index >= PM4_COUNT(*p))
			continue;
		v->draw = (u32)(ck->header - ck->ib);
		v->header = (u32)(p - ck->ib);
		v->packet = *p;
		v->dword = v->header + 2 + index;
	}
}

static int __cold refuse_base(struct si_checker *ck, u32 reg, u64 addr, u32 access)
{
	ck->verdict->reg = reg;
	si_access(ck, ck->header, addr, 1, access);
	blame_last_write(ck, reg);
	return 1;
}

/* The stream sets the address under a condition only; without it the draw uses another. */
static int __cold refuse_maybe(struct si_checker *ck, u32 reg)
{
	ck->verdict->reg = reg;
	si_refuse(ck, PM4_CODE_ADDRESS_CONDITIONAL, ck->header, 0, 0);
	blame_last_write(ck, reg);
	return 1;
}

/* The value in @slot may be another one for the current packet. */
static noinline bool __cold may_differ(const struct si_checker *ck, u32 slot)
{
	return ck->maybe >> slot & 1 && !si_has_run(ck, ck->maybe_when[slot]);
}

/* An address in units of 256 bytes. */
static int check_base(struct si_checker *ck, u32 slot, u32 reg, u32 access)
{
	u64 addr = (u64)ck->values[slot] << 8;

	if (unlikely(ck->maybe) && may_differ(ck, slot))
		return refuse_maybe(ck, reg);
	if (likely(si_map_allows(ck, addr, 1, access)))
		return 0;
	return refuse_base(ck, reg, addr, access);
}

static int check_color(struct si_checker *ck, u32 n)
{
	u32 info = ck->values[SI_COLOR_INFO + n], step = n * 0x3c;

	if (!pm4_get(CB_COLOR_INFO_FORMAT, info))
		return 0;
	if (check_base(ck, SI_COLOR_BASE + n, PM4_R_CB_COLOR_BASE + step, PM4_MODIFIES))
		return 1;
	if (pm4_get(CB_COLOR_INFO_FAST_CLEAR, info) &&
	    check_base(ck, SI_COLOR_CMASK + n, PM4_R_CB_COLOR_CMASK + step, PM4_MODIFIES))
		return 1;
	return pm4_get(CB_COLOR_INFO_COMPRESSION, info) &&
	       check_base(ck, SI_COLOR_FMASK + n, PM4_R_CB_COLOR_FMASK + step, PM4_MODIFIES);
}

static int check_colors(struct si_checker *ck, u32 dirty)
{
	u32 mask = ck->values[SI_TARGET_MASK] & ck->values[SI_SHADER_MASK];
	u32 n;

	for (; dirty; dirty &= dirty - 1) {
		n = (u32)__ffs(dirty);
		if (mask >> 4 * n & 0xf && check_color(ck, n))
			return 1;
	}
	return 0;
}

static int check_depth(struct si_checker *ck)
{
	u32 z = ck->values[SI_Z_INFO];

	if (pm4_get(DB_Z_INFO_FORMAT, z)) {
		if (check_base(ck, SI_Z_READ, PM4_R_DB_Z_READ_BASE, PM4_READS) ||
		    check_base(ck, SI_Z_WRITE, PM4_R_DB_Z_WRITE_BASE, PM4_WRITES))
			return 1;
		if (pm4_get(DB_Z_INFO_TILE_SURFACE_ENABLE, z) &&
		    check_base(ck, SI_HTILE, PM4_R_DB_HTILE_DATA_BASE, PM4_MODIFIES))
			return 1;
	}
	if (!pm4_get(DB_STENCIL_INFO_FORMAT, ck->values[SI_STENCIL_INFO]))
		return 0;
	return check_base(ck, SI_STENCIL_READ, PM4_R_DB_STENCIL_READ_BASE, PM4_READS) ||
	       check_base(ck, SI_STENCIL_WRITE, PM4_R_DB_STENCIL_WRITE_BASE, PM4_WRITES);
}

/* The program of a stage, if the stream has set it. */
static int check_program(struct si_checker *ck, enum si_stage stage, u32 reg)
{
	u64 addr;

	if (!(ck->dirty & SI_HAS_PROGRAM(stage)))
		return 0;
	if (unlikely(ck->maybe) && may_differ(ck, SI_PGM_LO + stage))
		return refuse_maybe(ck, reg);
	if (unlikely(ck->maybe) && may_differ(ck, SI_PGM_HI + stage))
		return refuse_maybe(ck, reg + 4);
	addr = (u64)ck->values[SI_PGM_LO + stage] << 8 |
	       (u64)(ck->values[SI_PGM_HI + stage] & 0xff) << 40;
	if (likely(si_map_allows(ck, addr, 1, PM4_READS)))
		return 0;
	return refuse_base(ck, reg, addr, PM4_READS);
}

static int check_programs(struct si_checker *ck)
{
	u32 on = ck->values[SI_STAGES];

	if (check_program(ck, SI_PS, PM4_R_SPI_SHADER_PGM_LO_PS) ||
	    check_program(ck, SI_VS, PM4_R_SPI_SHADER_PGM_LO_VS))
		return 1;
	if (pm4_get(VGT_SHADER_STAGES_EN_LS_EN, on) &&
	    check_program(ck, SI_LS, PM4_R_SPI_SHADER_PGM_LO_LS))
		return 1;
	if (pm4_get(VGT_SHADER_STAGES_EN_HS_EN, on) &&
	    check_program(ck, SI_HS, PM4_R_SPI_SHADER_PGM_LO_HS))
		return 1;
	if (pm4_get(VGT_SHADER_STAGES_EN_ES_EN, on) &&
	    check_program(ck, SI_ES, PM4_R_SPI_SHADER_PGM_LO_ES))
		return 1;
	return pm4_get(VGT_SHADER_STAGES_EN_GS_EN, on) &&
	       check_program(ck, SI_GS, PM4_R_SPI_SHADER_PGM_LO_GS);
}

/**
 * si_draw() - check what a draw uses
 * @ck: the checker
 *
 * Return: 0, or 1 after a refusal.
 */
int si_draw(struct si_checker *ck)
{
	u32 dirty = ck->dirty & SI_DIRTY_DRAW;

	if (likely(!dirty) || !ck->map)
		return 0;
	ck->dirty &= ~SI_DIRTY_DRAW;
	/* The next draw may run under another condition. */
	if (unlikely(ck->maybe))
		ck->dirty |= ck->maybe_dirty;
	if (check_colors(ck, dirty & SI_DIRTY_COLORS))
		return 1;
	if (dirty & SI_DIRTY_DEPTH && check_depth(ck))
		return 1;
	return dirty & SI_DIRTY_PROGRAMS && check_programs(ck);
}

/**
 * si_dispatch() - check what a dispatch uses
 * @ck: the checker
 *
 * Return: 0, or 1 after a refusal.
 */
int si_dispatch(struct si_checker *ck)
{
	if (!ck->map || !(ck->dirty & SI_DIRTY_COMPUTE))
		return 0;
	ck->dirty &= ~SI_DIRTY_COMPUTE;
	if (unlikely(ck->maybe))
		ck->dirty |= ck->maybe_dirty;
	return check_program(ck, SI_CS, PM4_R_COMPUTE_PGM_LO);
}
