// SPDX-License-Identifier: GPL-2.0
/*
 * The neutral preamble: every write goes through put() and put_reg(), which write only inside of
 * the room of the caller, and every loop over the slots reads only the words of the list and
 * moves on.
 *
 * The whole preamble is proven by induction over each of its loops: at the start of a loop the state
 * becomes that before any turn, and the proof ends after that turn.  What a turn has written stays:
 * neutral_put() is about that.
 */
#include "../proof.h"
#include "r600_check.h"

struct emit;
struct run;

/* The state before a turn of a loop. */
struct turn {
	u32 n, first, next, ndw;
	u64 groups;
};

static struct turn loop_begins(struct emit *e, struct run *run, u64 *groups, u32 *ndw,
			       const char *condition);
static void turn_ends(const struct emit *e, const struct run *run, u64 groups, u32 ndw,
		      const char *condition, const struct turn *turn);

static bool has_turn(const struct run *run, const char *condition);

/* A function with a loop has some of these variables of its own. */
static u64 groups;
static u32 ndw;
extern struct run run;

#define while(condition) \
	for (struct turn turn = loop_begins(e, &run, &groups, &ndw, #condition); has_turn(&run, #condition) && (condition); \
	     turn_ends(e, &run, groups, ndw, #condition, &turn))
#include "../../../pm4/r600/r600_neutral.c"
#undef while

struct run run;

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
	PROVE(next >= slot && next <= end, "the slot is in the range");
	if (next < end)
		PROVE((slots[next / 64] ^ flip) >> next % 64 & 1, "the slot is one to reset");
	ASSUME(other >= slot && other < next);
	PROVE(!((slots[other / 64] ^ flip) >> other % 64 & 1), "no slot before it is one");
}

/* The loops, by the first letters of their conditions. */
enum { LOOP_GROUPS, LOOP_RUNS, LOOP_RUN, LOOP_ZEROS };

static u32 which_loop(const char *condition)
{
	return condition[0] == 'g' ? LOOP_GROUPS : condition[0] == 'r' ? LOOP_RUN :
	       condition[1] == 'e' ? LOOP_RUNS : LOOP_ZEROS;
}

/* A turn writes the same dwords at any place, so a small room represents every room. */
#define ROOM	12

static u32 out[ROOM];
static struct pm4_card any_card;
static struct pm4_live any_reset;
static u64 any_null;
/* Any slot. */
static u32 any_slot;
/* The length, and the runs that the last loop over runs has left. */
static u32 length, left_next, left_end;
/* The rows of the last loop over the rows of a group, and where the packet of the last run ends. */
static u32 rows_begin, rows_first, rows_next, run_n;

/*
 * A run of the model checker follows the turns of one kind: groups, bases, each space of constants,
 * and resources.  Of the other loops it knows what holds after them.
 */
#ifndef RUNS
#define RUNS	0
#endif

static bool has_turn(const struct run *run, const char *condition)
{
	u32 kind = 0;

	if (which_loop(condition) != LOOP_GROUPS && run->end)
		kind = run->end == R600_SLOT_ALU ? 1 : run->end == R600_SLOT_LOOP ? 2 :
		       run->end == R600_SLOT_BOOL ? 3 : run->end == R600_SLOT_CTL ? 4 :
		       run->end == R600_SLOTS ? 5 : 6;
	if (kind == RUNS)
		return true;
	left_end = 0;
	return false;
}

static bool is_set(u32 slot)
{
	return any_reset.slots[slot / 64] >> slot % 64 & 1;
}

/* The dwords of all groups before @group: three for each register, and three packets. */
static u32 groups_dw(u32 group)
{
	return 3 * r600_tables.state_first[group] + (group > PM4_STATE_DRAWS ? 4 : 0) +
	       (group > PM4_STATE_PREDICATE ? 3 : 0);
}

static u32 lowest(u64 set)
{
	return set ? (u32)__ffs64(set) : 64;
}

/**
 * struct stage - the slots of one kind, by the slot after the last
 * @first: the first slot
 * @dw: dwords for each slot; two runs have a slot between them, whose dwords hold a header
 * @before: dwords of the stages before
 * @op: opcode of the packets, 0 for registers
 * @slot_dw: dwords of a slot
 */
struct stage {
	u32 first, dw, before, op, slot_dw;
};

#define STAGE_DW(first, end, dw)	(((end) - (first)) * (dw) + 2)
#define BEFORE_ALU	STAGE_DW(R600_RESOURCES, R600_SLOT_ALU, 3)
#define BEFORE_LOOP	(BEFORE_ALU + STAGE_DW(R600_SLOT_ALU, R600_SLOT_LOOP, 32))
#define BEFORE_BOOL	(BEFORE_LOOP + STAGE_DW(R600_SLOT_LOOP, R600_SLOT_BOOL, 2))
#define BEFORE_CTL	(BEFORE_BOOL + STAGE_DW(R600_SLOT_BOOL, R600_SLOT_CTL, 2))
#define BEFORE_RESOURCES (BEFORE_CTL + STAGE_DW(R600_SLOT_CTL, R600_SLOTS, 2))

static struct stage stage(u32 end)
{
	u32 groups = groups_dw(64);

	switch (end) {
	case R600_SLOT_ALU:
		return (struct stage){ R600_RESOURCES, 3, groups, 0, 1 };
	case R600_SLOT_LOOP:
		return (struct stage){ R600_SLOT_ALU, 32, groups + BEFORE_ALU,
				       PM4_OP_SET_ALU_CONST, 32 };
	case R600_SLOT_BOOL:
		return (struct stage){ R600_SLOT_LOOP, 2, groups + BEFORE_LOOP,
				       PM4_OP_SET_LOOP_CONST, 1 };
	case R600_SLOT_CTL:
		return (struct stage){ R600_SLOT_BOOL, 2, groups + BEFORE_BOOL,
				       PM4_OP_SET_BOOL_CONST, 1 };
	case R600_SLOTS:
		return (struct stage){ R600_SLOT_CTL, 2, groups + BEFORE_CTL,
				       PM4_OP_SET_CTL_CONST, 1 };
	}
	PROVE(end == R600_RESOURCES, "the runs are from one kind of slots");
	return (struct stage){ 0, 7, groups + BEFORE_RESOURCES, PM4_OP_SET_RESOURCE, 7 };
}

/* Between two runs: the dwords of the slots before @next, and a header if @next is not set. */
static bool runs_hold(u32 n, u32 next, u32 end)
{
	struct stage s = stage(end);

	return next >= s.first && next <= end &&
	       n <= s.before + s.dw * (next - s.first) + (next == end || !is_set(next) ? 2 : 0);
}

/* The packet of registers that the next register may continue is whole. */
static bool packet_holds(const struct emit *e)
{
	bool config = e->next <= PM4_CONFIG_END;
	u32 dw = e->n - e->head - 2;

	if (e->head > e->n)
		return false;
	if (!e->next)
		return true;
	return e->n - e->head >= 3 &&
	       (e->n > e->capacity ||
		(e->out[e->head] == TYPE3(config ? PM4_OP_SET_CONFIG_REG : PM4_OP_SET_CONTEXT_REG, dw) &&
		 (config ? PM4_CONFIG_BASE : PM4_CONTEXT_BASE) + 4 * (e->out[e->head + 1] + dw) ==
		 e->next));
}

/* The loops whose dwords are registers. */
static bool of_registers(u32 loop, u32 end)
{
	return loop == LOOP_GROUPS || !end || end == R600_SLOT_ALU;
}

/* The last dword of the preamble is the value of a register. */
static void prove_register(const struct emit *e, u32 reg, u32 value)
{
	PROVE(e->next == reg + 4, "the last register is the one to reset");
	PROVE(e->n > e->capacity || e->out[e->n - 1] == value, "it gets its neutral value");
}

/* The dword @back dwords before the end. */
static u32 last(const struct emit *e, u32 back)
{
	return e->out[e->n - back];
}

/* A loop over runs has ended. */
static void leave_runs(void)
{
	PROVE(any_slot < left_next || any_slot >= left_end || !is_set(any_slot),
	      "no slot past the last run is one to reset");
}

/* A run begins: its packet has a header that names all of its slots. */
static void run_begins(const struct emit *e, const struct run *run, u32 dw)
{
	struct stage s = stage(run->end);

	PROVE(any_slot < left_next || any_slot >= run->first || !is_set(any_slot),
	      "no slot before a run is one to reset");
	PROVE(any_slot < run->first || any_slot >= run->next || is_set(any_slot),
	      "each slot of a run is one to reset");
	PROVE(run->first >= left_next && run->first < run->next && run->next <= run->end,
	      "a run goes on");
	run_n = e->n + dw;
	if (!s.op)
		return;
	PROVE(dw == (run->next - run->first) * s.slot_dw, "a run has all dwords of its slots");
	PROVE(e->n > e->capacity ||
	      (last(e, 2) == TYPE3(s.op, dw) && last(e, 1) == (run->first - s.first) * s.slot_dw),
	      "the header of a run names all of its slots");
}

/* A line that is reached in the runs for the resources, or in the others. */
#if RUNS == 6
#define REACHED_SLOT(text)
#define REACHED_RESOURCE(text)	REACHED(text)
#else
#define REACHED_SLOT(text)	REACHED(text)
#define REACHED_RESOURCE(text)
#endif

/* Makes the state that before any turn; its numbers have no more bits than they need. */
static struct turn loop_begins(struct emit *e, struct run *run, u64 *groups, u32 *ndw,
			       const char *condition)
{
	u32 loop = which_loop(condition), n = e->n, first = run->first, ndw_0 = *ndw, low, i;
	u64 groups_0 = *groups;
	struct emit any = *e;

	if (of_registers(loop, run->end))
		PROVE(packet_holds(e), "a packet of registers is whole");
	if (loop == LOOP_GROUPS) {
		PROVE(n <= groups_dw(lowest(groups_0)), "the groups have their dwords");
	} else if (loop == LOOP_RUNS) {
		PROVE(runs_hold(n, run->next, run->end), "the runs have their dwords");
		leave_runs();
	} else if (run->end) {
		run_begins(e, run, loop == LOOP_ZEROS ? *ndw : 7 * (run->next - run->first));
	}

	PROVE(n < 1u << 14 && run->next < 1024 &&
	      (loop != LOOP_ZEROS || ndw_0 < 1u << 14), "the numbers are small");
	for (i = 0; i < ROOM; i++)
		e->out[i] = nondet_u32();
	any.n = nondet_u16();
	any.head = nondet_u32();
	any.next = nondet_u32();
	*e = any;
	if (of_registers(loop, run->end))
		ASSUME(packet_holds(e));
	ASSUME(e->n >= n);
	switch (loop) {
	case LOOP_GROUPS:
		*groups = nondet_u64();
		low = lowest(*groups);
		ASSUME(!(*groups & ~groups_0) && e->n <= groups_dw(low));
		break;
	case LOOP_RUNS:
		run->first = nondet_u16() & 1023;
		run->next = nondet_u16() & 1023;
		ASSUME(runs_hold(e->n, run->next, run->end));
		left_next = run->next;
		left_end = run->end;
		break;
	case LOOP_RUN:
		run->first = nondet_u16() & 1023;
		ASSUME(run->first >= first && run->first <= run->next);
		if (!of_registers(loop, run->end))
			ASSUME(e->n == n + 7 * (run->first - first));
		ASSUME(e->n <= n + 7 * (run->first - first));
		ASSUME(!of_registers(loop, run->end) || e->n <= n + 3 * (run->first - first));
		if (run->end)
			break;
		rows_begin = first;
		rows_first = run->first;
		rows_next = run->next;
		break;
	case LOOP_ZEROS:
		*ndw = nondet_u16();
		ASSUME(*ndw <= ndw_0 && e->n == n + (ndw_0 - *ndw));
		break;
	}
	length = e->n;
	return (struct turn){ e->n, run->first, run->next, *ndw, *groups };
}

/* The state after a turn is one before a turn, and further on. */
static void turn_ends(const struct emit *e, const struct run *run, u64 groups, u32 ndw,
		      const char *condition, const struct turn *turn)
{
	u32 loop = which_loop(condition), null = any_null >> 8, low;
	const struct pm4_state_reg *r;

	PROVE(e->n >= turn->n, "the length counts each dword");
	if (of_registers(loop, run->end))
		PROVE(packet_holds(e), "a packet of registers is whole");
	switch (loop) {
	case LOOP_GROUPS:
		low = lowest(turn->groups);
		PROVE(groups == (turn->groups & ~(1ull << low)), "each group has its turn");
		PROVE(rows_begin == r600_tables.state_first[low] && rows_first == rows_next &&
		      rows_next == r600_tables.state_first[low + 1], "a group has all of its rows");
		PROVE(e->n <= groups_dw(lowest(groups)), "the groups have their dwords");
		REACHED_SLOT("a group is written");
		break;
	case LOOP_RUNS:
		PROVE(run->next > turn->next, "a run goes on");
		PROVE(runs_hold(e->n, run->next, run->end), "the runs have their dwords");
		if (stage(run->end).op)
			PROVE(e->n == run_n, "a packet has all of its dwords");
		else
			PROVE(run->first == run->next, "each base of a run is written");
		REACHED("a run is written");
		break;
	case LOOP_RUN:
		PROVE(run->next == turn->next && run->first == turn->first + 1, "each slot has its turn");
		if (run->end == R600_RESOURCES) {
			PROVE(e->n == turn->n + 7, "a resource has seven dwords");
			PROVE(e->n > e->capacity ||
			      (last(e, 7) == (u32)any_null && !last(e, 6) && last(e, 5) == null &&
			       last(e, 4) == null && !last(e, 3) && !last(e, 2) && !last(e, 1)),
			      "a resource becomes invalid, at the null buffer");
			REACHED_RESOURCE("a resource is written");
			break;
		}
		PROVE(e->n <= turn->n + 3, "a register has at most three dwords");
		if (run->end) {
			prove_register(e, PM4_R_SQ_ALU_CONST_CACHE_PS +
					  4 * (turn->first - R600_RESOURCES), null);
			REACHED_SLOT("the base of a constant buffer is written");
			break;
		}
		r = &r600_tables.state_regs[turn->first];
		if (!(r->chips >> any_card.chip & 1)) {
			PROVE(e->n == turn->n, "a chip without the register gets none");
			break;
		}
		prove_register(e, r->reg, r->kind == PM4_NEUTRAL_NULL ? null :
					  r->kind == PM4_NEUTRAL_BRINGUP ? any_card.bringup[r->value] :
					  r->value);
		REACHED_SLOT("a register of a group is written");
		break;
	case LOOP_ZEROS:
		PROVE(ndw == turn->ndw - 1 && e->n == turn->n + 1, "each dword has its turn");
		PROVE(e->n > e->capacity || !last(e, 1), "a constant becomes zero");
		REACHED_SLOT("a constant is written");
		break;
	}
	ASSUME(0);
}

/* Any groups and slots, in any room. */
void neutral_whole(void)
{
	struct pm4_card card;
	struct pm4_live reset;
	u32 room = nondet_u32(), n;

	any_card = card;
	any_reset = reset;
	any_null = nondet_u64();
	any_slot = nondet_u32();
	ASSUME(any_card.chip < R600_CHIPS && any_slot < R600_SLOTS && room <= ROOM);
	left_next = left_end = 0;
	n = r600_neutral(&any_card, &any_reset, any_null, out, room);
	leave_runs();
	REACHED("a preamble is written");
	REACHED_IF(n, "a preamble has room");
	REACHED_IF(length > room, "a preamble has no room");
	PROVE(length <= R600_PREAMBLE_MAX_DW, "the largest room is always enough");
	PROVE(n == (length <= room ? length : 0), "a preamble without room is none");
}
