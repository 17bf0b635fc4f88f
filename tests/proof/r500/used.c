// SPDX-License-Identifier: GPL-2.0
/*
 * r500_check_color(): each target that a draw uses is checked.  Sizes are any: targets.c proves
 * them.
 */
#define WORLD_REGS 9
#include "surface.h"

static u32 checked;

/* A surface that is accepted is written, by the register of its base. */
static inline int used_writes(struct r500_checker *ck, u32 index, u32 reg, const u32 *where)
{
	u32 n;

	for (n = 0; n < R500_COLORS; n++)
		if (reg == PM4_R_RB3D_COLOROFFSET + 4 * n)
			checked |= 1u << n;
	return nondet_bool();
}

static inline u64 any_times(u64 a, u64 b)
{
	return nondet_u64();
}

#undef r500_writes
#define r500_writes	used_writes
#undef pm4_times
#define pm4_times	any_times
#include "../../../pm4/r500/r500_surface.c"

static const u32 regs[] = {
	PM4_R_RB3D_COLOR_CHANNEL_MASK, PM4_R_ZB_BW_CNTL, PM4_R_RB3D_BLENDCNTL, PM4_R_RB3D_CCTL,
	PM4_R_RB3D_AARESOLVE_CTL, PM4_R_RB3D_ROPCNTL, PM4_R_US_OUT_FMT_0 + 4,
	PM4_R_US_OUT_FMT_0 + 8,
	PM4_R_US_OUT_FMT_0 + 12,
};

static u32 value(u32 n)
{
	return world_regs[n].is_set ? world_regs[n].value : 0;
}

/* A cut of the scissor by an earlier draw, and the next patch. */
static struct pm4_patch earlier, next;

void used(void)
{
	struct r500_checker any, *ck = &any;
	u32 n = any_below(R500_COLORS), at, i;
	bool needed, in_use;

	surface_world(ck, regs, ARRAY_SIZE(regs));
	for (i = 0; i < R500_COLORS; i++)
		ASSUME(ck->color_buffer[i] < WORLD_BUFFERS);
	ck->cut = nondet_bool() ? &earlier : NULL;
	ck->patch = &next;
	at = ck->last[R500_INDEX(RB3D_ROPCNTL)];
	if (r500_check_color(ck))
		return;
	/* RB3D_BLENDCNTL.READ_ENABLE, RB3D_CCTL.CLRCMP_FLIPE_ENABLE, AARESOLVE_MODE, ZB_CB_CLEAR */
	needed = value(0) || value(1) & 0x20 || value(2) >> 2 & 1 || value(3) >> 7 & 1 ||
	value(4) & 1;
	/* A logic operation reads the target, unless a patch disables it. */
	needed |= value(5) & 4 && ck->rop_cut != at;
	REACHED_IF(needed, "a draw with colour is accepted");
	REACHED_IF(!needed && value(5) & 4, "a logic operation is disabled");
	/* The first target, its copies (NUM_MULTIWRITES), and those whose format is not UNUSED. */
	in_use = !n || n <= (value(3) >> 5 & 3) ||
		 (world_regs[5 + n].is_set && (world_regs[5 + n].value & 31) != 15);
	PROVE(!needed || !in_use || checked >> n & 1, "each target that the draw uses is checked");
	PROVE(!needed || ck->uses & R500_CACHE_COLOR, "the cache of colour counts as used");
	PROVE(!n || !needed || !in_use || value(3) >> 14 & 1,
	      "only target 0 needs no format of its own");
}
