// SPDX-License-Identifier: GPL-2.0
/*
 * r600_set_resources(): the slots of any packet.  The loop checks each descriptor apart from the
 * others, and texture.c proves one of each kind; here the loop only says which slots it sets.
 */
#include "surface.h"

/* The loop over the levels of a texture has no variables of these names. */
static u32 slot, count;

static void set_slots(u32 slot, u32 count);

#define for(...)	while (set_slots(slot, count), 0)
#include "../../../pm4/r600/r600_check_resource.c"
#undef for

static void set_slots(u32 slot, u32 count)
{
	REACHED("descriptors are set");
	PROVE(count % 7 == 0, "the words are whole descriptors");
	PROVE(slot < R600_RESOURCES && (u64)slot + count / 7 <= R600_RESOURCES,
	      "each slot is one of the space");
}

int r600_refuse_unit(struct r600_checker *ck, u32 unit, u32 first, u32 count)
{
	return 1;
}

void resource_range(void)
{
	struct r600_checker any, *ck = &any;
	u32 words[1];

	r600_set_resources(ck, nondet_u32(), nondet_u32(), words + 1);
	REACHED("a range is judged");
}
