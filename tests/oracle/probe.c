// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the registers that no client can change.  The probe checks streams with a single
 * write.  A register for which the checker accepts only 0 keeps the value that the driver
 * set, so a draw may depend on it.  Black box: the probe calls only pm4_check().  One
 * thread.
 */
#include <stdlib.h>

#include "run.h"

static bool accepted(struct pm4_checker *ck, u32 reg, u32 value, bool reloc)
{
	static const struct pm4_buffer buffer = {
		.size = 1ull << 32, .align = R6CS_PLACE, .writable = true,
	};
	bool config = reg < 0x20000;
	u32 ib[5] = {
		3u << 30 | 1 << 16 | (config ? 0x68u : 0x69u) << 8,
		(reg - (config ? 0x8000 : 0x28000)) / 4, value,
		3u << 30 | 0x10 << 8, 0,
	};
	struct pm4_input in = {
		.ib = ib, .ib_dw = reloc ? 5 : 3, .buffers = &buffer,
		.nbuffers = 1, .flags = PM4_KEEP_TILING,
	};
	struct pm4_patch patches[5];
	struct pm4_verdict verdict;
	struct pm4_result result;
	u64 written;

	return !pm4_check(ck, &in, patches, 5, &written, &result, &verdict);
}

static bool changeable(struct pm4_checker *ck, u32 reg)
{
	u32 bit;

	if (accepted(ck, reg, ~0u, false) || accepted(ck, reg, 0, true) ||
	    accepted(ck, reg, ~0u, true))
		return true;
	for (bit = 0; bit < 32; bit++)
		if (accepted(ck, reg, 1u << bit, false) ||
		    accepted(ck, reg, 1u << bit, true))
			return true;
	return false;
}

/**
 * oracle_probe() - find the registers that no client can change
 * @ck: an initialised checker
 * @known: ORACLE_REGS bytes; 1 for such a register, else 0
 */
void oracle_probe(struct pm4_checker *ck, u8 *known)
{
	u32 reg;

	memset(known, 0, ORACLE_REGS);
	for (reg = 0x8000; reg < 0xac00; reg += 4)
		known[reg / 4] = !changeable(ck, reg);
	for (reg = 0x28000; reg < 0x29000; reg += 4)
		known[reg / 4] = !changeable(ck, reg);
}

/** oracle_flags() - the flags of a stream for the checker */
u32 oracle_flags(const struct r6cs *cs)
{
	return (cs->flags & PM4_KEEP_TILING) | (cs->owns & 1 ? PM4_OWNS_HYPERZ : 0) |
	       (cs->owns & 2 ? PM4_OWNS_CMASK : 0);
}

/** oracle_card() - the card of a stream for the checker, with its front */
struct pm4_card oracle_card(const struct r6cs *cs)
{
	struct pm4_card card = cs->card;

	card.front = cs->r5xx ? &r500_front : &r600_front;
	return card;
}
