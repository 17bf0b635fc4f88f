/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What holds of a struct r500_checker before each packet: the theorems assume it, and prove that a
 * step keeps it.  tests/proof/r500/invariant_test.c tries what follows from the tables, for each
 * chip, flag, opcode and register.
 */
#ifndef R500_INVARIANT_H
#define R500_INVARIANT_H

#include "r500_check.h"

/* The proofs check the sources, and not the invariant itself. */
#ifdef __CPROVER
#pragma CPROVER check push
#pragma CPROVER check disable "pointer"
#pragma CPROVER check disable "bounds"
#endif

/* The card: every combination that ring/ can report. */
static inline bool invariant_card(const struct pm4_card *card)
{
	return (u32)card->chip < R500_CHIPS && card->pipes >= 1 && card->pipes <= 4;
}

/* Dwords of the body with which the theorem of a handler is proven. */
static inline u32 invariant_reads(u32 handler)
{
	return handler == PM4_PH_CLEAR_HIZ || handler == PM4_PH_CLEAR_ZMASK ||
	       handler == PM4_PH_CLEAR_CMASK ? 2 : 1;
}

/* The rule of an opcode; no length fits one without a row, or with one that is denied. */
static inline bool invariant_rule(const struct r500_packet_rule *rule)
{
	if (rule->min_dw == 0xffff)
		return !rule->more_dw && rule->row <= r500_tables.npacket_rows;
	return rule->row && rule->row <= r500_tables.npacket_rows &&
	       rule->handler > PM4_PH_NONE && rule->handler <= PM4_PH_CLEAR_CMASK &&
	       rule->min_dw >= invariant_reads(rule->handler) &&
	       rule->min_dw + rule->more_dw <= 0x4000;
}

/* Registers with a flag of their textures, or with a relocation, take it by a rule in code. */
static inline bool invariant_register(const struct r500_checker *ck, u32 i)
{
	u64 rule = ck->regs[i];
	u32 flags = R500_FLAGS(rule);

	/* The walk tells the registers of a rule in code by R500_WRITE_SLOW alone. */
	if (flags & R500_WRITE_DENIED && !R500_SLOW(rule))
		return false;
	/* A rule whose value nothing reads has no mark either. */
	if (ck->handler[i] == PM4_RH_NONE && !(flags & PM4_STATE_ALL) &&
	    flags & ~(R500_WRITE_SLOW | R500_WRITE_DENIED))
		return false;
	/* A draw looks at lines only if it checks its targets. */
	if (flags & R500_WRITE_MOVES &&
	    !(flags & (R500_RASTER | R500_GROUP(COLOR) | R500_GROUP(DEPTH) | R500_GROUP(RESOLVE))))
		return false;
	/* The walk takes these itself. */
	if (i - R500_INDEX(TX_OFFSET) < R500_UNITS && (!R500_SLOW(rule) ||
	    flags & R500_WRITE_DENIED))
		return false;
	if ((i == R500_INDEX(RB3D_DSTCACHE_CTLSTAT) || i == R500_INDEX(ZB_ZCACHE_CTLSTAT)) &&
	    (!R500_SLOW(rule) || flags & R500_WRITE_DENIED))
		return false;
	return i != R500_INDEX(VAP_PVS_VECTOR_INDX_REG) || ck->handler[i] != PM4_RH_NONE;
}

/* Only these registers have a handler for a relocation or a port, and it runs. */
static inline bool invariant_handler(const struct r500_checker *ck, u32 i)
{
	bool slow = R500_SLOW(ck->regs[i]);

	switch ((enum pm4_reg_handler)ck->handler[i]) {
	case PM4_RH_COLOR_BASE:
		return slow && i - R500_INDEX(RB3D_COLOROFFSET) < R500_COLORS;
	case PM4_RH_COLOR_PITCH:
		return i - R500_INDEX(RB3D_COLORPITCH) < R500_COLORS;
	case PM4_RH_DEPTH_BASE:
		return slow && i == R500_INDEX(ZB_DEPTHOFFSET);
	case PM4_RH_DEPTH_PITCH:
		return i == R500_INDEX(ZB_DEPTHPITCH);
	case PM4_RH_RESOLVE_BASE:
		return slow && i == R500_INDEX(RB3D_AARESOLVE_OFFSET);
	case PM4_RH_TX_BASE:
		return slow && i - R500_INDEX(TX_OFFSET) < R500_UNITS;
	case PM4_RH_ZPASS_ADDR:
	case PM4_RH_US_DATA:
	case PM4_RH_VS_DATA:
	case PM4_RH_COLOR_CACHE:
	case PM4_RH_DEPTH_CACHE:
	case PM4_RH_PIPES:
		return slow;
	default:
		return true;
	}
}

/* Register @i + @k is one of the runs of register @i. */
static inline bool invariant_run(const struct r500_checker *ck, u32 i, u32 k)
{
	u64 rule;

	if (ck->plain[i] > ck->masked[i] || ck->masked[i] > ck->simple[i] ||
	    i + ck->simple[i] > PM4_MMREG_REGS)
		return false;
	if (k >= ck->simple[i])
		return true;
	rule = ck->regs[i + k];
	return !R500_SLOW(rule) &&
	       (k >= ck->masked[i] || (ck->handler[i + k] == PM4_RH_NONE &&
				       !(R500_FLAGS(rule) & PM4_STATE_ALL))) &&
	       (k >= ck->plain[i] || !R500_FORBID(rule));
}

/* A patch: the dword that it changes is in the stream, the relocation in the list. */
static inline bool invariant_patch(const struct pm4_patch *patch, u32 ib_dw, u32 nbuffers)
{
	u32 dword = patch->dword & (PM4_MAX_DW - 1), kind = patch->dword >> PM4_PATCH_KIND;

	return dword < ib_dw && (kind == PM4_PATCH_VALUE ||
				 (kind == PM4_PATCH_ADDR_32 && patch->arg < nbuffers));
}

/* &r500_front.patches and &r500_front.patch_dw, as constants. */
#define INVARIANT_PATCHES	2
#define INVARIANT_PATCH_DW	3

/* The number of patches before dword @consumed: pm4_patches_max() has room for more. */
static inline bool invariant_room(u64 patches, u64 consumed)
{
	return patches * INVARIANT_PATCH_DW <= consumed * INVARIANT_PATCHES;
}

#ifdef __CPROVER
#pragma CPROVER check pop
#endif

#endif /* R500_INVARIANT_H */
