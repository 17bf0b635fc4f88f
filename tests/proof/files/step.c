// SPDX-License-Identifier: GPL-2.0
/*
 * The budget of a run of command tables, in any state of the interpreter: steps, which every turn
 * of its loops takes, and delays.  Operands in the image, for any image.
 */
#include "image.h"
#include "../../../ring/atom/rcp_atom_run.c"

bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
{
	return false;
}

static bool asked, goes_on;
static u64 waited;

static bool card_go_on(void *priv)
{
	asked = true;
	goes_on = nondet_bool();
	return goes_on;
}

static void card_delay(void *priv, u32 us)
{
	waited = us;
}

static const struct rcp_atom_ops card = { .go_on = card_go_on, .delay = card_delay };

void steps(void)
{
	struct rcp_atom_why why;
	struct rcp_atom atom;
	u32 before = atom.steps, most = atom.max_steps ? atom.max_steps : RCP_ATOM_STEPS;

	atom.ops = &card;
	if (!step(&atom, &why)) {
		REACHED("a run ends");
		PROVE(before >= most || (asked && !goes_on), "a step fails for one of two reasons");
		return;
	}
	REACHED("a step is taken");
	REACHED_IF(asked, "go_on() is asked");
	PROVE(atom.steps == before + 1 && atom.steps <= most, "steps are bounded");
	PROVE(!asked || goes_on, "no step is taken after go_on() has said no");
	PROVE(asked || atom.steps % 1024, "go_on() is asked every 1024 steps");
}

void delays(void)
{
	u32 us = nondet_u32(), most;
	struct rcp_atom_why why;
	struct rcp_atom atom;
	u64 before;

	atom.ops = &card;
	most = atom.max_delay_us ? atom.max_delay_us : RCP_ATOM_DELAY_US;
	before = atom.delay_us;
	ASSUME(before <= most);
	if (!delay_for(&atom, us, &why)) {
		PROVE(!waited, "a delay that is too long is not waited for");
		return;
	}
	REACHED("a delay is waited for");
	PROVE(waited == us && atom.delay_us == before + us && atom.delay_us <= most,
	      "the sum of the delays is bounded");
}

void data(void)
{
	struct rcp_atom_operand operand;
	struct rcp_atom_image image;
	struct rcp_atom_why why;
	struct rcp_atom atom;
	u32 dword, bits;

	any_image(&image);
	atom.image = &image;
	/* decode.c proves it. */
	ASSUME(operand.value <= 0xff && operand.part.bits >= 8 && operand.part.bits <= 32);
	ASSUME(operand.part.shift <= 32 - operand.part.bits);
	bits = operand.part.shift + operand.part.bits;
	if (!load_image(&atom, &operand, &dword, &why))
		return;
	REACHED("data of an image is read");
	PROVE(bits < 8 || atom.data_block + operand.value + bits / 8 <= image.size,
	      "the part that counts is in the image");
}
