// SPDX-License-Identifier: GPL-2.0
/*
 * rcp_atom_message(): any image, and a buffer of any size.  Each of its two loops is proven by
 * induction: it begins at any turn, and the proof ends at the next.
 */
#include "image.h"

/* Locals of rcp_atom_message(), where parse_methods() has none of that name. */
static u32 pos;
static size_t n;

static size_t room, written;
static u32 from, skips, letters;

static void skip(const struct rcp_atom_image *image, u32 *at)
{
	if (skips++ == 1) {
		REACHED("an empty line is skipped");
		PROVE(*at == from + 1 && *at <= image->size, "a turn reads the next byte");
		ASSUME(0);
	}
	*at = from = nondet_u32();
}

static void letter(size_t *count)
{
	if (letters++) {
		REACHED("a letter is written");
		PROVE(*count == written + 1 && *count < room, "a turn writes the next letter");
		ASSUME(0);
	}
	*count = written = nondet_u64();
	ASSUME(written < room);
}

#define TURN(condition) \
	((#condition)[7] == '(' ? skip(image, &pos) : letter(&n))
/* Of parse_methods(), which is not called. */
#define do
#define while(condition) for (TURN(condition); (condition); TURN(condition))
#include "../../../ring/atom/rcp_atom_image.c"
#undef while
#undef do

void message(void)
{
	struct rcp_atom_image image;
	char *text;

	any_image(&image);
	room = nondet_u64();
	ASSUME(room && room <= 1 << 20);
	ANY_LIST(text, char, room);
	rcp_atom_message(&image, text, room);
	REACHED("a line ends");
}
