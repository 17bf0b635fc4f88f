// SPDX-License-Identifier: GPL-2.0
/*
 * Indirect access programs: any image, and any state of the interpreter.  The loop over operations
 * is proven by induction: it begins at any, and the proof ends at the next.
 */
#include "image.h"

bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
{
	return false;
}

static bool stopped;

static u32 card_read(void *priv, enum rcp_atom_space space, u32 index)
{
	PROVE(!stopped && index <= 0xffff, "no register is read after go_on() has said no");
	return nondet_u32();
}

static void card_write(void *priv, enum rcp_atom_space space, u32 index, u32 value)
{
	PROVE(!stopped && index <= 0xffff, "no register is written after go_on() has said no");
}

static bool card_go_on(void *priv)
{
	PROVE(!stopped, "go_on() is not asked again");
	stopped = nondet_bool();
	return !stopped;
}

static const struct rcp_atom_ops card = {
	.read = card_read, .write = card_write, .go_on = card_go_on,
};

static u32 steps_before;

static void next_operation(const struct rcp_atom *atom, struct rcp_atom_reader *at, u32 *temp,
			   bool again)
{
	if (again) {
		REACHED("an operation is run");
		PROVE(!stopped, "no operation is run after go_on() has said no");
		PROVE(atom->steps == steps_before + 1, "an operation is a step");
		ASSUME(0);
	}
	at->pos = nondet_u32();
	*temp = nondet_u32();
	steps_before = atom->steps;
}

/* Locals of run_method(), where run(), which is not called, has none of that name. */
static struct rcp_atom_reader reader;
static u32 temp;

#define while(condition) \
	for (next_operation(atom, &reader, &temp, false); (condition); \
	     next_operation(atom, &reader, &temp, true))
#include "../../../ring/atom/rcp_atom_run.c"
#undef while

void program(void)
{
	u32 method = nondet_u8(), result;
	struct rcp_atom_image image;
	struct rcp_atom_why why;
	struct rcp_atom atom;

	any_image(&image);
	atom.image = &image;
	atom.ops = &card;
	if (!run_method(&atom, method, nondet_u32(), nondet_u32(), &result, &why))
		return;
	REACHED("a program ends");
	PROVE(!stopped, "a program that go_on() has ended is an error");
}
