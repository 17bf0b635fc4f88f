// SPDX-License-Identifier: GPL-2.0
/*
 * Small parts of the state, of which other theorems have the contract: the mark of a written
 * buffer, and the slots of constants that a packet sets.
 */
#include "../proof.h"
#include "invariant.h"

static struct r600_checker checker;
static bool refused;

int r600_refuse_write(struct r600_checker *ck, u32 index, const u32 *at, u32 reg)
{
	refused = true;
	return 1;
}

static void any_checker(void)
{
	struct r600_checker any;

	checker = any;
}

/* A relocation, and another one. */
void writable(void)
{
	u32 index = nondet_u32(), other = nondet_u32(), words;
	struct pm4_buffer *buffers;
	u64 *written, before;
	u32 kept;

	any_checker();
	ASSUME(checker.nbuffers && checker.nbuffers <= 1 << 20);
	ASSUME(index < checker.nbuffers && other < checker.nbuffers && other != index);
	words = (checker.nbuffers + 63) / 64;
	ANY_LIST(buffers, struct pm4_buffer, checker.nbuffers);
	ANY_LIST(written, u64, words);
	checker.buffers = buffers;
	checker.written = written;
	before = written[other / 64];
	kept = before >> other % 64 & 1;
	if (r600_writable(&checker, index, NULL, 0)) {
		PROVE(refused && !buffers[index].writable, "only a buffer without the right is refused");
		PROVE(written[other / 64] == before, "a refusal marks no buffer");
		return;
	}
	REACHED_IF(index == 100 && other / 64 == 1, "a buffer is written");
	PROVE(buffers[index].writable, "a buffer that is written may be");
	PROVE(written[index / 64] >> index % 64 & 1, "a buffer that is written is marked");
	PROVE((written[other / 64] >> other % 64 & 1) == kept, "no other buffer is marked");
}

/* A slot of constants that the packet sets in part, or not at all, or as a whole. */
void constants(void)
{
	u32 first_slot = nondet_u32(), first = nondet_u32(), count = nondet_u32();
	u32 slot = nondet_u32(), begin;
	bool was_set, is_set;

	any_checker();
	ASSUME(count && count <= 0x4000 && first <= 0x4000 && first_slot);
	/* The slot of a rule has 16 bits. */
	ASSUME(first_slot <= 0xffff && invariant_slots(first_slot, first + count));
	/* A turn sets one slot: three, or two blocks and two parts of one, represent every number. */
	ASSUME(count <= (first_slot == R600_SLOT_ALU ? 3 * R600_ALU_BLOCK_DW : 3));
	ASSUME(slot < R600_SLOTS);
	was_set = checker.slots[slot / 64] >> slot % 64 & 1;
	r600_constants_set(&checker, first_slot, first, count);
	is_set = checker.slots[slot / 64] >> slot % 64 & 1;
	REACHED_IF(first_slot == R600_SLOT_ALU && is_set && !was_set, "a block of constants is set");
	REACHED_IF(first_slot != R600_SLOT_ALU && is_set && !was_set, "a sampler is set");
	if (first_slot != R600_SLOT_ALU) {
		PROVE(is_set == (was_set || (slot >= first_slot + first &&
					     slot - first_slot - first < count)),
		      "the slots that the packet sets are set, and no other");
		return;
	}
	begin = (slot - R600_SLOT_ALU) * R600_ALU_BLOCK_DW;
	PROVE(!is_set || was_set ||
	      (slot >= R600_SLOT_ALU && slot < R600_SLOT_ALU + R600_ALU_BLOCKS && begin >= first &&
	       begin + R600_ALU_BLOCK_DW <= first + count),
	      "a block counts as set only if the packet sets all of it");
}
