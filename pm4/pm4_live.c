// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * State that streams leave in a chip: which of it the next stream inherits, and the values of
 * bring-up that are neutral.  What the bits stand for is the front's.
 *
 * Called by the driver before each stream, by the tool and by the judges of the tests.  Writes
 * only to memory of the caller; takes no lock.
 */
#include "pm4_table.h"

/**
 * pm4_footprint_apply() - follow the address state of a chip over a stream
 * @front: the front of the chip
 * @live: the state that earlier streams have left; updated to the state after the stream
 * @footprint: footprint of the stream
 * @reset: receives the state that must be reset before the stream, because an earlier
 *	stream has left it and this one inherits it
 *
 * Context: Any context.
 * Return: true if @reset is not empty.
 */
bool pm4_footprint_apply(const struct pm4_front *front, struct pm4_live *live,
			 const struct pm4_footprint *footprint, struct pm4_live *reset)
{
	const struct pm4_live *in = &footprint->live_in, *out = &footprint->live_out;
	u64 any;
	u32 i;

	reset->groups = live->groups & in->groups;
	live->groups = (live->groups & ~reset->groups) | out->groups;
	any = reset->groups;
	for (i = 0; i < front->slot_words; i++) {
		reset->slots[i] = live->slots[i] & in->slots[i];
		live->slots[i] = (live->slots[i] & ~reset->slots[i]) | out->slots[i];
		any |= reset->slots[i];
	}
	return any;
}

/**
 * pm4_bringup_set() - note the value that bring-up wrote to a register
 * @card: the card; @card->front and @card->chip are valid
 * @reg: byte offset of the register
 * @value: the value
 *
 * Does nothing for a register that has another neutral value, or none.
 *
 * Context: Any context.
 */
void pm4_bringup_set(struct pm4_card *card, u32 reg, u32 value)
{
	const struct pm4_tables *tables = card->front->tables;
	u32 i;

	for (i = 0; i < tables->state_first[PM4_GROUPS]; i++) {
		const struct pm4_state_reg *r = &tables->state_regs[i];

		if (r->reg == reg && r->kind == PM4_NEUTRAL_BRINGUP && r->chips >> card->chip & 1)
			card->bringup[r->value] = value;
	}
}
