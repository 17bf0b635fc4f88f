/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the walk takes from the tables besides invariant.h.  invariant_test.c tries it for each chip,
 * flag and register.
 */
#ifndef R500_PROOF_WALK_H
#define R500_PROOF_WALK_H

/* The walk asks a register with a rule in code only for the bits that must be 0. */
static inline bool invariant_usual(const struct r500_checker *ck, u32 i)
{
	u32 handler = ck->handler[i], flags = R500_FLAGS(ck->regs[i]);

	if (handler != PM4_RH_NONE && flags & R500_WRITE_DENIED)
		return false;
	if ((handler == PM4_RH_COLOR_CACHE) != (i == R500_INDEX(RB3D_DSTCACHE_CTLSTAT)) ||
	    (handler == PM4_RH_DEPTH_CACHE) != (i == R500_INDEX(ZB_ZCACHE_CTLSTAT)))
		return false;
	/* The walk marks what the port of vectors marks, and reads its index whole. */
	if (i == R500_INDEX(VAP_PVS_VECTOR_DATA_REG_128))
		return (flags & ~R500_WRITE_SLOW) == R500_GROUP(VSHADER);
	if (i == R500_INDEX(VAP_PVS_VECTOR_INDX_REG))
		return R500_FORBID(ck->regs[i]) == ~0x7ffu;
	return true;
}

#endif /* R500_PROOF_WALK_H */
