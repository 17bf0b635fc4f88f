// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of the caches: the registers that place them do not change while a cache holds any, with
 * any
 * registers and positions of their last writes.
 */
#include "../proof.h"
#include "invariant.h"

/*
 * The position of a write instead of its dword: the source only compares addresses.  A register has
 * any position, and the refusal names the register.
 */
static const u32 *proof_at(const struct r500_checker *ck, u32 i);

#define r500_at		proof_at
#include "../../../pm4/r500/r500_cache.c"

#define DWORDS	64
static u32 stream[DWORDS];

static const u32 *proof_at(const struct r500_checker *ck, u32 i)
{
	return stream + ck->last[i] / 4 % DWORDS;
}

static bool refused;

int r500_refuse_moved(struct r500_checker *ck, u32 i, u32 caches)
{
	PROVE(i < PM4_MMREG_REGS && caches && !(caches & ~ck->cached),
	      "a register and a cache with lines are refused");
	refused = true;
	return 1;
}

static u32 block;

u32 r500_depth_block(const struct r500_checker *ck)
{
	return block;
}

/*
 * The registers that place lines (guide 8.3, 10.1, 10.4, 10.11): of both caches the samples; of
 * colour
 * the number of targets, offsets, pitches and the resolve; of depth the format, offset and pitch.
 */
static u32 caches_of(u32 reg)
{
	switch (reg) {
	case PM4_R_GB_AA_CONFIG:
		return R500_CACHE_COLOR | R500_CACHE_DEPTH;
	case PM4_R_RB3D_CCTL:
	case PM4_R_RB3D_COLOROFFSET: case PM4_R_RB3D_COLOROFFSET + 4:
	case PM4_R_RB3D_COLOROFFSET + 8: case PM4_R_RB3D_COLOROFFSET + 12:
	case PM4_R_RB3D_COLORPITCH: case PM4_R_RB3D_COLORPITCH + 4:
	case PM4_R_RB3D_COLORPITCH + 8: case PM4_R_RB3D_COLORPITCH + 12:
	case PM4_R_RB3D_AARESOLVE_OFFSET:
	case PM4_R_RB3D_AARESOLVE_PITCH:
	case PM4_R_RB3D_AARESOLVE_CTL:
		return R500_CACHE_COLOR;
	case PM4_R_ZB_FORMAT:
	case PM4_R_ZB_DEPTHOFFSET:
	case PM4_R_ZB_DEPTHPITCH:
		return R500_CACHE_DEPTH;
	}
	return 0;
}

/*
 * r500_moved(): any register of these has been written after the last draw only if its cache
 * is empty.
 */
void moved(void)
{
	struct r500_checker any, *ck = &any;
	u32 i = nondet_u32();

	ASSUME(i < PM4_MMREG_REGS);
	PROVE(r500_is_placing(i) == (caches_of(4 * i) != 0),
	      "the registers that place lines are the guide's");
	ASSUME(ck->start_position >= 4);
	ck->last_draw = stream + nondet_u32() % DWORDS;
	ASSUME(!(ck->cached & ~3u));
	if (r500_moved(ck)) {
		PROVE(refused, "a refusal names a register");
		return;
	}
	REACHED("no line is moved");
	REACHED_IF(r500_isset(ck, i) && r500_at(ck, i) > ck->last_draw && caches_of(4 * i),
		   "a register is written while its cache is empty");
	PROVE(!(caches_of(4 * i) & ck->cached) || !r500_isset(ck, i) ||
	      r500_at(ck, i) < ck->last_draw,
	      "no register that places lines of a cache has been written since the last draw");
}

/* r500_enlarged(): the blocks of depth stay as small as the draws had them. */
void enlarged(void)
{
	struct r500_checker any, *ck = &any;

	block = nondet_u32();
	if (r500_enlarged(ck, R500_INDEX(ZB_BW_CNTL)))
		return;
	REACHED("blocks are not enlarged");
	PROVE(!(ck->cached & R500_CACHE_DEPTH) || block <= ck->depth_block,
	      "blocks of cached lines are not enlarged");
}

/* r500_flush(): only a flush that frees the lines too empties a cache. */
void flushed(void)
{
	struct r500_checker any, *ck = &any;
	u32 value = nondet_u32(), before = ck->cached;
	bool color = nondet_bool();

	r500_flush(ck, color ? R500_INDEX(RB3D_DSTCACHE_CTLSTAT) : R500_INDEX(ZB_ZCACHE_CTLSTAT),
		   value);
	REACHED_IF(ck->cached != before, "a cache is emptied");
	/*
	 * DC_FLUSH and DC_FREE are 2, which act on the dirty 3D lines; ZC_FLUSH and ZC_FREE
	 * are 1.
	 */
	PROVE(ck->cached == before ||
	      (color ? ck->cached == (before & ~R500_CACHE_COLOR) && (value & 2) && (value & 8) :
		       ck->cached == (before & ~R500_CACHE_DEPTH) && (value & 1) && (value & 2)),
	      "a cache is empty after a flush and a free of its lines");
}
