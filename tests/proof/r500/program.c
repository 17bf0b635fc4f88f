// SPDX-License-Identifier: GPL-2.0
/*
 * Programs of a draw: r500_note_flow() with any instruction in any slot, after any others, and the
 * checks of both programs with any registers, slots and flow control.
 *
 * A turn of pixel_leaves() reads one instruction, so programs of up to three represent every
 * length: `range` is about the slots of longer ones.
 */
#define WORLD_REGS 4
#include "surface.h"

/* With RUNS, that operation alone represents all: a turn of the loop over them reads one. */
#undef R500_FLOW_REGS
#ifdef RUNS
#define R500_FLOW_REGS	2u
#else
#define R500_FLOW_REGS	4u
#endif

/* With SLOTS, so few represent all: a turn of the loops over slots reads 64. */
#ifdef SLOTS
#undef R500_PIXEL_SLOTS
#undef R500_INSTRUCTIONS
#define R500_PIXEL_SLOTS	SLOTS
#define R500_INSTRUCTIONS	SLOTS
#define PLACE_BITS		(SLOTS - 1)
#else
#define PLACE_BITS		0x3ff
#endif
#include "../../../pm4/r500/r500_program.c"

/* Each target of flow control is kept until another instruction is uploaded. */
void note_flow(void)
{
	struct r500_checker any, *ck = &any;
	u32 at = any_below(1u << 14), word = nondet_u32(), slot = any_below(R500_PIXEL_SLOTS);
	bool flow = nondet_bool(), had_flow = ck->flow;
	u16 before = had_flow ? ck->jumps[slot] : 0;

	r500_note_flow(ck, at, word, flow);
	REACHED("an instruction is noted");
	PROVE(ck->flow, "there is flow control");
	if (slot != at % R500_PIXEL_SLOTS) {
		PROVE(ck->jumps[slot] == before, "other instructions stay");
		return;
	}
	PROVE(!ck->jumps[slot] == !flow, "only flow control has a target");
	PROVE(!flow || ((ck->jumps[slot] & 0x1ff) == (word >> 16 & 0x1ff) &&
			(ck->jumps[slot] >> 9 & 1) == word >> 31),
	      "the target is the instruction's");
}

/* Slot @slot is the stream's own. */
static bool is_own(const struct r500_slots *own, u32 slot)
{
	return slot < own->end || (own->gaps && own->more[slot / 64] >> slot % 64 & 1);
}

/* Slot @slot is one of the @slots from @first to @last, after the last of which is the first. */
static bool in_program(u32 slot, u32 first, u32 last, u32 slots)
{
	return (slot - first) % slots <= (last - first) % slots;
}

/* A draw that may execute @slot is accepted; @own is what the stream had uploaded. */
static void prove_slot(const struct r500_slots *own, u32 slot, u32 group)
{
	PROVE(is_own(own, slot) ||
	      (!slot && !own->end && world_result.footprint.live_in.groups >> group & 1),
	      "each instruction that a draw may execute is the stream's own, or neutral");
}

/* Each slot of a range is the stream's own. */
void range(void)
{
	struct r500_checker any, *ck = &any;
	const u32 slots = R500_PIXEL_SLOTS;
	u32 first = any_below(slots), last = any_below(slots), slot = any_below(slots);
	struct r500_slots before, own;

	surface_world(ck, NULL, 0);
	ASSUME(own.end <= slots);
	before = own;
	if (check_range(ck, &own, slots, PM4_STATE_PROGRAM, PM4_R_US_CODE_ADDR, first, last))
		return;
	REACHED("a range is accepted");
	REACHED_IF(first > last && own.gaps && own.end < last, "a range goes on at the first slot");
	if (in_program(slot, first, last, slots))
		prove_slot(&before, slot, PM4_STATE_PROGRAM);
	PROVE(own.end == before.end || (!before.end && own.end == 1),
	      "a check makes only the neutral slot the stream's");
}

/* All slots that a fragment program may execute. */
void pixel_program(void)
{
	static const u32 rows[] = { PM4_R_US_CODE_ADDR, PM4_R_US_CODE_OFFSET };
	struct r500_checker any, *ck = &any;
	u32 slot = any_below(R500_PIXEL_SLOTS), other = any_below(R500_PIXEL_SLOTS), first, last;
	u32 code, offset, target;
	struct r500_slots before;

	surface_world(ck, rows, ARRAY_SIZE(rows));
	code = world_regs[0].is_set ? world_regs[0].value : 0;
	offset = world_regs[1].is_set ? world_regs[1].value : 0;
	/* US_CODE_ADDR and US_CODE_OFFSET. */
	first = ((code & 0x1ff) + offset) % R500_PIXEL_SLOTS;
	last = ((code >> 16 & 0x1ff) + offset) % R500_PIXEL_SLOTS;
	ASSUME((last - first) % R500_PIXEL_SLOTS < 3);
	ASSUME(ck->pixel_own.end <= R500_PIXEL_SLOTS);
	before = ck->pixel_own;
	if (r500_check_pixel_program(ck))
		return;
	REACHED("a fragment program is accepted");
	if (!in_program(slot, first, last, R500_PIXEL_SLOTS))
		return;
	prove_slot(&before, slot, PM4_STATE_PROGRAM);
	/* note_flow(): the target of a slot. */
	if (!ck->flow || !ck->jumps[slot])
		return;
	target = (ck->jumps[slot] + (ck->jumps[slot] & 1u << 9 ? 0 : offset)) % R500_PIXEL_SLOTS;
	if (in_program(target, first, last, R500_PIXEL_SLOTS))
		return;
	REACHED("a jump leaves the program");
	prove_slot(&before, other, PM4_STATE_PROGRAM);
}

/* The stream, as in value.c: position 0 is before it. */
#define START	4u
static u32 memory[START / 4 + 8];

/* Place @k of flow control: the later one of its own write and of a packet with all of them. */
static u32 place(const struct r500_checker *ck, u32 k)
{
	u32 own = ck->last[R500_INDEX(VAP_PVS_FLOW_CNTL_ADDRS_LW) + k], all = ck->flow_at + 4 * k;

	if (own < START && !ck->flow_at)
		return 0;
	return memory[(own >= START && (!ck->flow_at || own > all) ? own : all) / 4 + 1];
}

/* All slots that a vertex program may execute. */
void vertex_program(void)
{
	static const u32 rows[] = { PM4_R_VAP_PVS_CODE_CNTL_0, PM4_R_VAP_PVS_FLOW_CNTL_OPC };
	struct r500_checker any, *ck = &any;
	u32 slot = any_below(R500_INSTRUCTIONS), i = any_below(R500_FLOW_REGS / 2), k, first, last;
	u32 code, op, low, high;
	struct r500_slots before;
	bool leaves;

	surface_world(ck, rows, ARRAY_SIZE(rows));
	for (k = 0; k < ARRAY_SIZE(memory); k++)
		memory[k] = nondet_u32();
	ck->start_position = START;
	ck->values = (const char *)(memory + 1);
	ck->flow_at = nondet_bool() ? START + 4 * any_below(4) : 0;
	for (k = 0; k < R500_FLOW_REGS; k++) {
		u32 at = any_below(ARRAY_SIZE(memory) - 1);

		ck->last[R500_INDEX(VAP_PVS_FLOW_CNTL_ADDRS_LW) + k] = 4 * at;
	}
	/* The operations of the first two. */
	ASSUME(!(world_regs[1].value >> R500_FLOW_REGS));
#ifdef RUNS
	i = 0;
	world_regs[1].is_set = RUNS;
	world_regs[1].value = RUNS;
#endif
	code = world_regs[0].is_set ? world_regs[0].value : 0;
	first = code & 0x3ff;
	last = code >> 20 & 0x3ff;
#ifdef SLOTS
	ASSUME(first < SLOTS && last < SLOTS);
#endif
	ASSUME(ck->vertex_own.end <= R500_INSTRUCTIONS);
	before = ck->vertex_own;
	if (r500_check_vertex_program(ck))
		return;
	REACHED("a vertex program is accepted");
	if (in_program(slot, first, last, R500_INSTRUCTIONS))
		prove_slot(&before, slot, PM4_STATE_VSHADER);
	/* VAP_PVS_FLOW_CNTL_OPC: a jump, a loop, whose body is after the first place, or a call. */
	op = (world_regs[1].is_set ? world_regs[1].value : 0) >> 2 * i & 3;
	low = place(ck, 2 * i);
	high = place(ck, 2 * i + 1);
	leaves = op == 1 && !in_program(low >> 16 & PLACE_BITS, first, last, R500_INSTRUCTIONS);
	if (op == 2)
		leaves = in_program(low & PLACE_BITS, first, last, R500_INSTRUCTIONS) &&
			 !in_program(((low & PLACE_BITS) + 1) % R500_INSTRUCTIONS, first, last,
				     R500_INSTRUCTIONS);
	if (op == 3)
		leaves = !in_program(low >> 16 & PLACE_BITS, first, last, R500_INSTRUCTIONS);
	if (op >= 2)
		leaves |= !in_program(high & PLACE_BITS, first, last, R500_INSTRUCTIONS) ||
			  !in_program(high >> 16 & PLACE_BITS, first, last, R500_INSTRUCTIONS);
	if (!leaves)
		return;
	REACHED("flow control leaves the program");
	prove_slot(&before, slot, PM4_STATE_VSHADER);
}
