// SPDX-License-Identifier: GPL-2.0
/*
 * r500_note_flow(): any instruction in any slot, after any others.
 */
#include "surface.h"

#include "../../../pm4/r500/r500_program.c"

/* Each target of flow control is kept until another instruction is uploaded. */
void note_flow(void)
{
	struct r500_checker any, *ck = &any;
	u32 at = any_below(1u << 14), word = nondet_u32(), slot = any_below(R500_PIXEL_SLOTS);
	bool flow = nondet_bool(), had_flow = ck->flow;
	u16 before = had_flow ? ck->jumps[slot] : 0;

	r500_note_flow(ck, at, word, flow);
	REACHED("an instruction is noted");
	PROVE(ck->flow, "there is flow control");
	if (slot != at % R500_PIXEL_SLOTS) {
		PROVE(ck->jumps[slot] == before, "other instructions stay");
		return;
	}
	PROVE(!ck->jumps[slot] == !flow, "only flow control has a target");
	PROVE(!flow || ((ck->jumps[slot] & 0x1ff) == (word >> 16 & 0x1ff) &&
			(ck->jumps[slot] >> 9 & 1) == word >> 31),
	      "the target is the instruction's");
}
