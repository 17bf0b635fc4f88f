// SPDX-License-Identifier: GPL-2.0
/*
 * inherit_program(): the constants that a vertex program may read, after any uploads.
 */
#define WORLD_REGS 2
#include "surface.h"

#include "../../../pm4/r500/r500_draw.c"

/* Constant @i of vertex programs. */
static bool has(const struct pm4_live *state, u32 i)
{
	return state->slots[(R500_SLOT_PVS + i) / 64] >> (R500_SLOT_PVS + i) % 64 & 1;
}

void constants(void)
{
	static const u32 rows[] = { PM4_R_VAP_PVS_CONST_CNTL, PM4_R_VAP_PVS_FLOW_CNTL_OPC };
	struct r500_checker any, *ck = &any;
	struct pm4_footprint any_footprint, *footprint = &world_result.footprint;
	u32 i = any_below(R500_CONSTANTS), control, before;

	surface_world(ck, rows, ARRAY_SIZE(rows));
	*footprint = any_footprint;
	/* r500_vectors_set(): the last upload, of which each vector is noted. */
	ASSUME(ck->constants_first < R500_CONSTANTS && ck->constants_end <= 2 * R500_CONSTANTS);
	if ((i >= ck->constants_first && i < ck->constants_end) ||
	    i + R500_CONSTANTS < ck->constants_end)
		ASSUME(has(&footprint->live_out, i));
	before = has(&footprint->live_in, i);
	inherit_program(ck);
	control = world_regs[0].is_set ? world_regs[0].value : 0;
	REACHED("a program is looked at");
	/* VAP_PVS_CONST_CNTL: the first, and the number of the last after it; they are a ring. */
	if ((i - (control & 0xff)) % R500_CONSTANTS <= (control >> 16 & 0xff)) {
		REACHED_IF(!before && has(&footprint->live_in, i), "a constant is inherited");
		PROVE(has(&footprint->live_out, i) || has(&footprint->live_in, i),
		      "each constant that a program may read is the stream's own, or neutral");
	}
	PROVE(!world_regs[1].is_set || !world_regs[1].value ||
	      footprint->live_in.groups >> PM4_STATE_FLOW & 1, "flow control is neutral");
	PROVE(!before || has(&footprint->live_in, i), "what is inherited stays so");
}
