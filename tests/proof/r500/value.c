// SPDX-License-Identifier: GPL-2.0
/*
 * Positions: the source reads the dword of the last write of a register, or nothing.  The other
 * proofs have this as a contract.
 */
#include "../proof.h"
#include "invariant.h"

/* A position and an address differ by a constant: position 0 is before the stream. */
#define START		4u
#define LENGTH		64u

static u32 memory[START / 4 + LENGTH];

void value(void)
{
	struct r500_checker any, *ck = &any;
	u32 i = nondet_u32(), at = nondet_u32(), got, neutral = nondet_u32();
	const u32 *stream = memory + START / 4;

	ASSUME(i < PM4_MMREG_REGS && at >= 1 && at < LENGTH);
	ck->start_position = START;
	ck->origin = (const char *)memory;
	ck->values = ck->origin + sizeof(u32);
	if (nondet_bool()) {
		ASSUME(ck->last[i] < START);
		PROVE(!r500_isset(ck, i) && r500_value(ck, i, neutral) == neutral,
		      "a register that the stream has not set is neutral");
		return;
	}
	ck->last[i] = r500_position(ck, stream + at);
	PROVE(ck->last[i] == START + 4 * (at - 1),
	      "the position of a write is the dword before its value");
	got = r500_value(ck, i, neutral);
	REACHED("a value of the stream is read");
	PROVE(r500_isset(ck, i) && r500_at(ck, i) == stream + at && got == stream[at],
	      "the dword of the last write");
}
