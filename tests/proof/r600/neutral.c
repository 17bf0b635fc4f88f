// SPDX-License-Identifier: GPL-2.0
/*
 * The neutral preamble: every write goes through put() and put_reg(), which write only inside of
 * the room of the caller, and every loop over the slots reads only the words of the list and
 * moves on.
 */
#include "../proof.h"
#include "../../../pm4/r600/pm4_neutral.c"

/* One register or one dword, at any place of a preamble of any room. */
void neutral_put(void)
{
	u32 room = nondet_u32(), at = nondet_u32(), before, head;
	struct emit any, *e = &any, old;
	bool reg = nondet_bool();

	/* A preamble has at most a packet of 8 dwords for each register and slot. */
	ASSUME(room && room <= 1u << 16 && e->n <= 1u << 20);
	/* The header of the packet that goes on is a dword before this one. */
	ASSUME(e->head <= e->n);
	e->capacity = room;
	ANY_LIST(e->out, u32, room);
	ASSUME(at < room);
	before = e->out[at];
	old = *e;
	if (reg)
		put_reg(e, nondet_u32(), nondet_u32());
	else
		put(e, nondet_u32());
	REACHED("a dword is written");
	REACHED_IF(e->n > room, "a preamble has no room");
	head = e->head;
	PROVE(e->n > old.n && e->n <= old.n + 3, "the length counts each dword");
	PROVE(head <= e->n && e->capacity == room && e->out == old.out,
	      "the state of a preamble keeps its invariant");
	PROVE((at >= old.n && at < e->n) || at == head || e->out[at] == before,
	      "no other dword than the next ones and the header changes");
}

/* The next slot that is set or clear, from any slot on. */
void neutral_slots(void)
{
	u64 *slots, flip = nondet_bool() ? ~0ull : 0;
	u32 slot = nondet_u32(), end = nondet_u32(), next, other = nondet_u32();

	/* The words of a front end with the last slot. */
	ANY_LIST(slots, u64, R600_SLOT_WORDS);
	ASSUME(slot <= end && end <= R600_SLOTS);
	next = next_slot(slots, slot, end, flip);
	REACHED("a slot is found");
	REACHED_IF(next > slot + 64 && next < end, "a slot of a later word is found");
	PROVE(next >= slot && next <= end, "the slot lies in the range");
	if (next < end)
		PROVE((slots[next / 64] ^ flip) >> next % 64 & 1, "the slot is one to reset");
	ASSUME(other >= slot && other < next);
	PROVE(!((slots[other / 64] ^ flip) >> other % 64 & 1), "no slot before it is one");
}
