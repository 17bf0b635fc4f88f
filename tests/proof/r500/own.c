// SPDX-License-Identifier: GPL-2.0
/*
 * r500_own_slots(): any upload to the memory of fragment programs, after any others.  The memory of
 * vertex programs has twice the slots, and the same code.
 */
#include "surface.h"

#include "../../../pm4/r500/r500_program.c"

#define SLOTS	R500_PIXEL_SLOTS

/* Slot @slot is the stream's own. */
static bool is_own(const struct r500_slots *own, u32 slot)
{
	return slot < own->end || (own->gaps && own->more[slot / 64] >> slot % 64 & 1);
}

/* An upload makes its slots the stream's own, and no other. */
void own_slots(void)
{
	u32 first = any_below(SLOTS), slot = any_below(SLOTS), count = any_below(1u << 14);
	struct r500_slots own;
	bool before;

	ASSUME(own.end <= SLOTS);
	before = is_own(&own, slot);
	r500_own_slots(&own, SLOTS, first, count);
	REACHED("an upload is noted");
	REACHED_IF(own.gaps && first + count > SLOTS, "an upload goes on at the first slot");
	PROVE(own.end <= SLOTS, "each slot exists");
	PROVE(is_own(&own, slot) == (before || (slot - first) % SLOTS < count),
	      "the slots of the upload are the stream's own, and those before");
}
