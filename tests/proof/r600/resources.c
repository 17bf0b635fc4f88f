// SPDX-License-Identifier: GPL-2.0
/*
 * r600_set_resources(): the range of descriptors of a packet.  texture.c proves each descriptor.
 */
#include "world.h"
#include "../../../pm4/r600/pm4_check_surface.c"
#include "../../../pm4/r600/pm4_check_resource.c"

#define DW	PM4_RESOURCE_DW

/* Any range: what is refused at once, and what the loop gets. */
void resource_range(void)
{
	struct r600_checker any, *ck = &any;
	const u32 *p = world(ck);
	u32 count = PM4_COUNT(*p), first = p[1];

	ASSUME(count + 2 <= ck->end - p && (first % DW || count % DW ||
					    first / DW + (u64)count / DW > R600_RESOURCES));
	ck->cursor = p + 2 + count;
	PROVE(r600_set_resources(ck, first, count, p + 2),
	      "descriptors outside of their space are refused");
	REACHED("a range is refused");
}
