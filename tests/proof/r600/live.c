// SPDX-License-Identifier: GPL-2.0
/*
 * The live state of a chip over a stream, for any footprint and number of words: what an earlier
 * stream has left and this one inherits is reset before it, and nothing is forgotten.
 */
#include "../proof.h"
#include "invariant.h"
#include "../../../pm4/pm4_live.c"

void live(void)
{
	struct pm4_live before, state, reset;
	struct pm4_footprint footprint;
	u32 i = nondet_u32();
	struct pm4_front front;
	u64 inherited;
	bool some;

	ASSUME(front.slot_words <= PM4_SLOT_WORDS && i < PM4_SLOT_WORDS);
	before = state;
	some = pm4_footprint_apply(&front, &state, &footprint, &reset);
	REACHED_IF(some, "a stream inherits state");
	REACHED_IF(!some, "a stream inherits nothing");
	inherited = before.groups & footprint.live_in.groups;
	PROVE(reset.groups == inherited, "the groups to reset are those that an earlier stream left");
	PROVE(state.groups == ((before.groups & ~inherited) | footprint.live_out.groups),
	      "a group stays until it is reset, and what the stream sets is noted");
	if (i >= front.slot_words) {
		PROVE(state.slots[i] == before.slots[i], "a word that is not used stays");
		return;
	}
	inherited = before.slots[i] & footprint.live_in.slots[i];
	PROVE(reset.slots[i] == inherited, "the slots to reset are those that an earlier stream left");
	PROVE(state.slots[i] == ((before.slots[i] & ~inherited) | footprint.live_out.slots[i]),
	      "a slot stays until it is reset, and what the stream sets is noted");
	PROVE(some || !(inherited | reset.groups), "state to reset is said");
}

/* Rows of any values.  A turn of the loop reads one, so two represent every number. */
void bringup(void)
{
	u32 reg = nondet_u32(), value = nondet_u32(), at = nondet_u32(), i = nondet_u32(), before;
	struct pm4_state_reg rows[2];
	u16 first[PM4_GROUPS + 1];
	struct pm4_tables tables;
	struct pm4_front front;
	struct pm4_card card;
	bool bound;

	ASSUME(first[PM4_GROUPS] <= 2 && at < PM4_BRINGUP_REGS && card.chip < 32);
	ASSUME(rows[0].kind != PM4_NEUTRAL_BRINGUP || rows[0].value < PM4_BRINGUP_REGS);
	ASSUME(rows[1].kind != PM4_NEUTRAL_BRINGUP || rows[1].value < PM4_BRINGUP_REGS);
	tables.state_regs = rows;
	tables.state_first = first;
	front.tables = &tables;
	card.front = &front;
	before = card.bringup[at];
	pm4_bringup_set(&card, reg, value);
	REACHED_IF(card.bringup[at] != before, "a value of bring-up is noted");
	PROVE(card.bringup[at] == before || card.bringup[at] == value, "only the value is noted");
	ASSUME(i < first[PM4_GROUPS] && at == rows[i].value);
	bound = rows[i].reg == reg && rows[i].kind == PM4_NEUTRAL_BRINGUP &&
		rows[i].chips >> card.chip & 1;
	PROVE(!bound || card.bringup[at] == value, "the register of the chip is noted");
}
