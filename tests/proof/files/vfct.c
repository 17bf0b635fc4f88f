// SPDX-License-Identifier: GPL-2.0
/*
 * rcp_atom_vfct(): an ACPI table of any bytes and any size.  The loop is proven by induction: it
 * begins at any place, and the proof ends at the next turn.
 */
#include "../proof.h"
#include "../../../ring/atom/rcp_atom_read.h"

bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
{
	return false;
}

static u32 before;
static bool turned;

static void turn(const struct rcp_atom_image *table, u32 *pos)
{
	if (turned) {
		REACHED("the image of another card is passed");
		PROVE(*pos > before && *pos <= table->size, "a turn goes on, inside of the table");
		ASSUME(0);
	}
	turned = true;
	*pos = before = nondet_u32();
}

#define while(condition) \
	for (turn(&table, &pos); (condition); turn(&table, &pos))
#include "../../../ring/atom/rcp_atom_vfct.c"
#undef while

void vfct(void)
{
	struct rcp_atom_vfct_id id;
	struct rcp_atom_why why;
	u32 start, length;
	u64 size = nondet_u64();
	u8 *bytes;

	ASSUME(size <= 1ull << 40);
	ANY_LIST(bytes, u8, size);
	if (!rcp_atom_vfct(bytes, size, &id, &start, &length, &why))
		return;
	REACHED("the image of a card is found");
	PROVE(length && start <= size && length <= size - start, "the image is in the table");
}
