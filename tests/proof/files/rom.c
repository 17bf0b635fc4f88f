// SPDX-License-Identifier: GPL-2.0
/*
 * rcp_atom_rom(): any bytes, and any number of them.  The sum is proven by induction: after its
 * first turn the loop is at any, and the proof ends at the next.
 */
#include "image.h"

static u32 at, turns;

static void next_turn(u32 *i)
{
	if (turns++) {
		PROVE(*i == at + 1, "a turn adds the next byte");
		ASSUME(0);
	}
	at = nondet_u32();
	ASSUME(at >= *i);
	*i = at;
}

static void any_text(char *text, size_t size)
{
	text[0] = nondet_u8();
	text[size - 1] = 0;
}

#define vsnprintf(text, size, fmt, args)	any_text(text, size)
/* The source has one loop of this kind. */
#define for(clauses)	for (clauses, next_turn(&i))
#include "../../../ring/atom/rcp_atom_image.c"
#undef for

void rom(void)
{
	struct rcp_atom_image given;
	struct rcp_atom_rom header;
	struct rcp_atom_why why;

	any_image(&given);
	if (!rcp_atom_rom(given.bytes, given.size, &header, &why))
		return;
	REACHED("an option ROM is accepted");
	PROVE(header.size && header.size <= given.size, "its size is not past the image");
}
