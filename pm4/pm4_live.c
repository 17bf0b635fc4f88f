// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * State that streams leave in a chip: which of it the next stream inherits, and the values of
 * bring-up that are neutral.  What the bits stand for is the front's.
 *
 * Called by the driver before each stream, by the tool and by the judges of the tests.  Writes
 * only to memory of the caller; takes no lock.
 */
#include "pm4_table.h"

/* The words of the front with slots that has fewer than PM4_SLOT_WORDS */
#define FEW_WORDS	9u

/* Whether a footprint has slots in its first @words words */
static inline bool has_slots(const struct pm4_footprint *footprint, u32 words)
{
	u64 any = 0;
	u32 i;

#pragma GCC unroll 13
	for (i = 0; i < words; i++)
		any |= footprint->live_in.slots[i] | footprint->live_out.slots[i];
	return any;
}

/* Follow the slots in the first @words words.  Returns true if @reset has any of them. */
static inline bool apply_slots(struct pm4_live *live, const struct pm4_footprint *footprint,
			       struct pm4_live *reset, u32 words)
{
	u64 inherited, any = 0;
	u32 i;

	if (!has_slots(footprint, words)) {
		memset(reset->slots, 0, sizeof(reset->slots));
		return false;
	}
#pragma GCC unroll 13
	for (i = 0; i < words; i++) {
		inherited = live->slots[i] & footprint->live_in.slots[i];
		reset->slots[i] = inherited;
		live->slots[i] = (live->slots[i] ^ inherited) | footprint->live_out.slots[i];
		any |= inherited;
	}
	return any;
}

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
	bool slots;

	/* With a constant number of words the loops are unrolled, which halves their cost. */
	slots = front->slot_words == PM4_SLOT_WORDS ?
		apply_slots(live, footprint, reset, PM4_SLOT_WORDS) :
		front->slot_words == FEW_WORDS ?
		apply_slots(live, footprint, reset, FEW_WORDS) :
		apply_slots(live, footprint, reset, front->slot_words);
	reset->groups = live->groups & footprint->live_in.groups;
	live->groups = (live->groups ^ reset->groups) | footprint->live_out.groups;
	return slots || reset->groups;
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
