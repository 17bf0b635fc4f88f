// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Programs of a draw.  The memory of instructions keeps the words of the last client, so the check
 * remembers which slots the stream has uploaded, and refuses a draw that may execute another one.
 *
 * A program runs from its first instruction to its last one, unless flow control leaves this
 * range: then the stream must have uploaded all slots.  Slot 0 has the program of the neutral
 * preamble if the stream has not uploaded it.
 *
 * Called by the uploads and by the check of a draw.  Takes no lock.
 */
#include "r500_check.h"

/* &r500_checker.jumps: there is a target; the shader's offset is not added */
#define JUMPS		(1u << 15)
#define JUMPS_GLOBAL	(1u << 9)
#define JUMP_ADDR(word)	((word) >> 16 & (R500_PIXEL_SLOTS - 1))
#define JUMP_GLOBAL(word) ((word) >> 31)

/* VAP_PVS_FLOW_CNTL_OPC */
#define FLOWS		(R500_FLOW_REGS / 2)
enum { FLOW_NONE, FLOW_JUMP, FLOW_LOOP, FLOW_CALL };

/* The half of a VAP_PVS_FLOW_CNTL_ADDRS register that is an instruction. */
#define LOW(word)	((word) & (R500_INSTRUCTIONS - 1))
#define HIGH(word)	((word) >> 16 & (R500_INSTRUCTIONS - 1))

static noinline void own_run(struct r500_slots *own, u32 first, u32 end)
{
	if (!own->gaps) {
		memset(own->more, 0, sizeof(own->more));
		own->gaps = true;
	}
	for (; first < end; first = (first | 63) + 1)
		own->more[first / 64] |= r500_slot_mask(first, end);
}

/**
 * r500_own_slots() - note that the stream has uploaded instructions
 * @own: &r500_checker.pixel_own or &r500_checker.vertex_own
 * @slots: number of slots, to whose first one an upload past the last one goes on
 * @first: the first slot
 * @count: number of instructions
 */
void r500_own_slots(struct r500_slots *own, u32 slots, u32 first, u32 count)
{
	u32 end = first + min(count, slots);

	if (unlikely(end > slots)) {
		own->end = max(own->end, end - slots);
		end = slots;
	}
	if (likely(first <= own->end))
		own->end = max(own->end, end);
	else
		own_run(own, first, end);
}

/**
 * r500_note_flow() - note the target of an instruction of flow control
 * @ck: the check
 * @slot: its slot, or one that is as far past the last one
 * @word: its US_FC_ADDR
 * @flow: false: it is another instruction
 */
void r500_note_flow(struct r500_checker *ck, u32 slot, u32 word, bool flow)
{
	if (!ck->flow) {
		memset(ck->jumps, 0, sizeof(ck->jumps));
		ck->flow = true;
	}
	ck->jumps[slot % R500_PIXEL_SLOTS] =
		flow ? JUMPS | JUMP_ADDR(word) | JUMP_GLOBAL(word) * JUMPS_GLOBAL : 0;
}

/* Returns true if @slot is in the range from @first to @last, which may go on at slot 0. */
static bool is_between(u32 slot, u32 first, u32 last)
{
	return first <= last ? slot >= first && slot <= last : slot >= first || slot <= last;
}

/* Returns the first slot of a run that is not the stream's own, or @end. */
static __always_inline u32 foreign(const struct r500_slots *own, u32 first, u32 end)
{
	first = max(first, own->end);
	while (first < end) {
		u64 missing = r500_slot_mask(first, end);

		if (own->gaps)
			missing &= ~own->more[first / 64];
		if (unlikely(missing))
			return (first & ~63u) + (u32)__ffs64(missing);
		first = (first | 63) + 1;
	}
	return end;
}

static noinline int __cold refuse(struct r500_checker *ck, u32 reg, u32 slot)
{
	return R500_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE, .reg = reg,
			   .detail = R500_SOURCE_PROGRAM, .actual = slot);
}

/* All slots from @first to @last are the stream's own, or neutral by the preamble of @group. */
static noinline int check_range(struct r500_checker *ck, struct r500_slots *own, u32 slots,
				u32 group, u32 reg, u32 first, u32 last)
{
	u32 end = first <= last ? last + 1 : slots, slot;

	if (!own->end) {
		own->end = 1;
		r500_inherit(ck, group);
	}
	slot = foreign(own, first, end);
	if (slot < end)
		return refuse(ck, reg, slot);
	if (first <= last)
		return 0;
	slot = foreign(own, 0, last + 1);
	return slot <= last ? refuse(ck, reg, slot) : 0;
}

/* Returns true if a jump of the fragment program leaves it. */
static noinline bool pixel_leaves(const struct r500_checker *ck, u32 first, u32 last, u32 offset)
{
	u32 count = (last - first) % R500_PIXEL_SLOTS + 1, i, jump, target;

	for (i = 0; i < count; i++) {
		jump = ck->jumps[(first + i) % R500_PIXEL_SLOTS];
		target = jump + (jump & JUMPS_GLOBAL ? 0 : offset);
		if (jump && !is_between(target % R500_PIXEL_SLOTS, first, last))
			return true;
	}
	return false;
}

/* A fragment program that has flow control or is not in the first slots of the stream. */
static noinline int check_pixel_flow(struct r500_checker *ck, u32 first, u32 last, u32 offset)
{
	if (unlikely(ck->flow) && pixel_leaves(ck, first, last, offset)) {
		first = 0;
		last = R500_PIXEL_SLOTS - 1;
	}
	return check_range(ck, &ck->pixel_own, R500_PIXEL_SLOTS, PM4_STATE_PROGRAM,
			   PM4_R_US_CODE_ADDR, first, last);
}

/**
 * r500_check_pixel_program() - check that the fragment program is the stream's own
 * @ck: the check
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_check_pixel_program(struct r500_checker *ck)
{
	u32 code = r500_get(ck, US_CODE_ADDR), offset = r500_get(ck, US_CODE_OFFSET);
	u32 first = pm4_get(US_CODE_ADDR_START_ADDR, code) + offset;
	u32 last = pm4_get(US_CODE_ADDR_END_ADDR, code) + offset;

	first %= R500_PIXEL_SLOTS;
	last %= R500_PIXEL_SLOTS;
	if (likely(!ck->flow && first <= last && last < ck->pixel_own.end))
		return 0;
	return check_pixel_flow(ck, first, last, offset);
}

/* VAP_PVS_FLOW_CNTL_ADDRS register @k: the last write of it, alone or with all of them. */
static u32 flow_place(const struct r500_checker *ck, u32 k)
{
	u32 at = ck->last[R500_INDEX(VAP_PVS_FLOW_CNTL_ADDRS_LW) + k];

	if (ck->flow_at)
		at = max(at, ck->flow_at + 4 * k);
	return at >= ck->start_position ? *(const u32 *)(ck->values + at) : 0;
}

/* Returns true if flow control of the vertex program leaves it. */
static noinline bool vertex_leaves(const struct r500_checker *ck, u32 ops, u32 first, u32 last)
{
	u32 i, op, low, high;
	bool stays;

	for (i = 0; i < FLOWS; i++) {
		op = ops >> 2 * i & 3;
		low = flow_place(ck, 2 * i);
		high = flow_place(ck, 2 * i + 1);
		/* Where a jump or a call goes; where a loop or a subroutine ends, and goes on. */
		stays = op == FLOW_NONE || op == FLOW_LOOP || is_between(HIGH(low), first, last);
		if (op == FLOW_LOOP || op == FLOW_CALL)
			stays &= is_between(LOW(high), first, last) &&
				 is_between(HIGH(high), first, last);
		/* The body of a loop begins after the instruction at which the loop acts. */
		if (!stays || (op == FLOW_LOOP && LOW(low) == last))
			return true;
	}
	return false;
}

/* A vertex program that has flow control or is not in the first slots of the stream. */
static noinline int check_vertex_flow(struct r500_checker *ck, u32 ops, u32 first, u32 last)
{
	if (unlikely(ops) && vertex_leaves(ck, ops, first, last)) {
		first = 0;
		last = R500_INSTRUCTIONS - 1;
	}
	return check_range(ck, &ck->vertex_own, R500_INSTRUCTIONS, PM4_STATE_VSHADER,
			   PM4_R_VAP_PVS_CODE_CNTL_0, first, last);
}

/**
 * r500_check_vertex_program() - check that the vertex program is the stream's own
 * @ck: the check
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_check_vertex_program(struct r500_checker *ck)
{
	u32 code = r500_get(ck, VAP_PVS_CODE_CNTL_0), ops = r500_get(ck, VAP_PVS_FLOW_CNTL_OPC);
	u32 first = pm4_get(VAP_PVS_CODE_CNTL_0_PVS_FIRST_INST, code);
	u32 last = pm4_get(VAP_PVS_CODE_CNTL_0_PVS_LAST_INST, code);

	if (likely(!ops && first <= last && last < ck->vertex_own.end))
		return 0;
	return check_vertex_flow(ck, ops, first, last);
}
