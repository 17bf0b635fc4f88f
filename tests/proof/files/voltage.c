// SPDX-License-Identifier: GPL-2.0
/*
 * VoltageObjectInfo of any bytes, in any image.  The loop is proven by induction: after its first
 * turn it is at any, and the proof ends at the next.
 */
#include "image.h"

/* image.c proves it. */
bool rcp_atom_data(const struct rcp_atom_image *image, u32 number, struct rcp_atom_table *table,
		   struct rcp_atom_why *why)
{
	struct rcp_atom_table any;

	if (nondet_bool())
		return false;
	ASSUME(table_is_inside(image, &any) && any.size <= 0xffff);
	*table = any;
	return true;
}

bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
{
	return false;
}

static u32 at, turns;

static void next_object(u32 *pos, u32 bytes)
{
	PROVE(*pos <= bytes, "an object ends in the table");
	if (turns++) {
		REACHED("an object is passed");
		PROVE(*pos > at, "a turn goes on");
		ASSUME(0);
	}
	at = *pos = nondet_u32();
	ASSUME(at <= bytes);
}

/* The source has one loop. */
#define for(clauses)	for (clauses, next_object(&pos, table.size))
#include "../../../ring/atom/rcp_atom_voltage.c"
#undef for

void voltage(void)
{
	struct rcp_atom_voltage levels;
	struct rcp_atom_image image;
	struct rcp_atom_why why;

	any_image(&image);
	if (!rcp_atom_voltage(&image, &levels, &why))
		return;
	REACHED("levels are read");
	PROVE(levels.levels && levels.base_mv, "there are levels");
	/* Nothing is divided by 0. */
	rcp_atom_voltage_has(&levels, nondet_u32());
}
