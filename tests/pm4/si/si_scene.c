// SPDX-License-Identifier: GPL-2.0
/*
 * Ask the checker, in blocks of exactly the right size, so that the address sanitizer sees an
 * access past the end of a stream.
 */
#include <stdlib.h>
#include "si_scene.h"
#include "tap.h"

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

static const struct pm4_input *input(const struct rule *r)
{
	static struct pm4_input in;

	in = (struct pm4_input){
		.ib = r->ib, .ib_dw = r->dw, .const_ib = r->const_ib, .const_dw = r->const_dw,
		.ring = r->ring, .flags = PM4_USE_VM,
	};
	return &in;
}

const char *find_fault(const struct pm4_input *in, u32 chip, u32 seeds)
{
	const char *fault = NULL;
	u32 seed;

	for (seed = 0; !fault && seed < seeds; seed++)
		fault = si_oracle(in, si_tables.chips[chip].backends, seed);
	return fault;
}

static bool right(const struct rule *r, const struct said *s)
{
	if (s->verdict.code != r->code || (r->code && !strstr(s->text, r->words)))
		return false;
	return !r->code || r->dword == ANY || s->verdict.dword == r->dword;
}

void try_rules(const struct rule *rules, u32 n)
{
	u32 i, chip;

	for (i = 0; i < n; i++) {
		bool good = true;

		for (chip = 0; chip < SI_CHIPS; chip++)
			good = good && right(&rules[i], ask_chip(input(&rules[i]), chip));
		if (good && !rules[i].code && find_fault(input(&rules[i]), PM4_TAHITI, 16)) {
			tap_note("the oracle: %s", find_fault(input(&rules[i]), PM4_TAHITI, 16));
			good = false;
		}
		tap_ok(good, "%s: %s%s%s", rules[i].what, pm4_code_name(ask(input(&rules[i]))->verdict.code),
		       rules[i].code ? ": " : "", ask(input(&rules[i]))->text);
		if (!good)
			tap_note("wanted %s at dword %d: %s", pm4_code_name(rules[i].code),
				 (int)rules[i].dword, rules[i].words ? rules[i].words : "");
	}
}
