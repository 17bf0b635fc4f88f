// SPDX-License-Identifier: GPL-2.0
/*
 * Ask the checker, in blocks of exactly the right size, so that the address sanitizer sees an
 * access past the end of a stream.
 */
#include <stdlib.h>
#include "si_scene.h"

static struct pm4_checker *checkers[SI_CHIPS];

static struct pm4_checker *checker(u32 chip)
{
	struct pm4_card card = {
		.front = &si_front, .chip = chip, .backends = si_tables.chips[chip].backends,
	};

	if (!checkers[chip]) {
		checkers[chip] = malloc(pm4_checker_size(&si_front));
		pm4_checker_init(checkers[chip], &card);
	}
	return checkers[chip];
}

static u32 *exact(const u32 *from, u32 dw)
{
	u32 *to = malloc(dw ? 4ull * dw : 1);

	if (dw)
		memcpy(to, from, 4ull * dw);
	return to;
}

const struct said *ask_chip(const struct pm4_input *from, u32 chip)
{
	static struct said said;
	struct pm4_input in = *from;
	u64 written[16];
	u32 *ib = exact(in.ib, in.ib_dw), *const_ib = exact(in.const_ib, in.const_dw);
	const struct pm4_verdict *notes;

	in.ib = ib;
	in.const_ib = const_ib;
	memset(&said, 0, sizeof(said));
	if (!pm4_check(checker(chip), &in, NULL, 0, written, &said.result, &said.verdict)) {
		notes = pm4_check_notes(checker(chip), &said.nnotes);
		memcpy(said.notes, notes, said.nnotes * sizeof(*notes));
	} else {
		pm4_verdict_text(&said.verdict, &si_front, chip, said.text, sizeof(said.text));
	}
	free(ib);
	free(const_ib);
	return &said;
}

const struct said *ask(const struct pm4_input *in)
{
	return ask_chip(in, PM4_TAHITI);
}
