// SPDX-License-Identifier: GPL-2.0
/*
 * Flow control of fragment programs (R5xx guide 7.6): a conditional jump, with operations on the
 * branch counters of the pixels, on the stack of loops, and on the stack of addresses.
 *
 * Pixels that a loop has disabled have no part in branches until the loop enables them again.
 */
#include "us_int.h"

enum { JUMP, LOOP, ENDLOOP, REP, ENDREP, BREAKLOOP, BREAKREP, CONTINUE };
enum { NONE, DECR, INCR };

#define BRANCHES_PARTIAL	3u	/* highest branch counters */
#define BRANCHES_FULL		31u

/* Active pixels and the pixels of the innermost branch change places. */
static void branch_else(struct us_machine *m)
{
	struct us_group *g = m->g;
	gpu_mask in_loop = us_in_loops(m, m->loops), were = g->active;

	for (int i = 0; i < GPU_LANES; i++) {
		if (!(in_loop >> i & 1))
			continue;
		if (were >> i & 1) {
			g->active &= ~(1u << i);
			g->counter[i] = 0;
		} else if (!g->counter[i]) {
			g->active |= 1u << i;
		}
	}
}

/* Pixels that want to jump. */
static gpu_mask wishes(const struct us_machine *m, const uint32_t *inst)
{
	uint32_t select = us_field(inst[0], 3, 3), boolean = m->p->booleans >> (inst[3] & 31) & 1;
	gpu_mask predicate = select ? us_predicate(m->g, select, us_field(inst[0], 6, 1), 0) : 0, want = 0;

	for (uint32_t result = 0; result < 2; result++)
		for (uint32_t p = 0; p < 2; p++)
			if (inst[2] >> 8 >> (result << 2 | p << 1 | boolean) & 1)
				want |= (result ? m->g->alu_result : ~m->g->alu_result) & (p ? predicate : ~predicate);
	return want & GPU_ALL_LANES;
}

/* JUMP_ANY: one active pixel wants to jump; otherwise all of them want to, if there are any. */
static bool decide(const struct us_machine *m, const uint32_t *inst)
{
	gpu_mask taking_part = us_active(m) & (us_field(inst[2], 28, 1) ? m->g->covered : GPU_ALL_LANES);
	gpu_mask want = wishes(m, inst) & taking_part;

	return us_field(inst[2], 5, 1) ? want : want == taking_part;
}

/* A pixel that a branch has disabled holds BREAK and CONTINUE back, and CONTINUE a BREAK. */
static bool holds_back(const struct us_machine *m, bool is_break)
{
	const struct us_group *g = m->g;
	gpu_mask outside = us_in_loops(m, m->loops - 1);
	gpu_mask stopped = g->continued[m->loops - 1] | g->broken[m->loops - 1];

	return (outside & ~stopped & ~g->active) || (is_break && outside & g->continued[m->loops - 1]);
}

/* BREAK and CONTINUE: pixels that want to are disabled; the jump is for all of them. */
static bool leave(struct us_machine *m, const uint32_t *inst)
{
	bool is_break = (inst[2] & 7) != CONTINUE, jump;

	if (!m->loops) {
		m->fault = US_STACK;
		return false;
	}
	jump = decide(m, inst) && !holds_back(m, is_break);
	if (is_break)
		m->g->broken[m->loops - 1] |= us_active(m) & wishes(m, inst);
	else
		m->g->continued[m->loops - 1] |= us_active(m) & wishes(m, inst);
	return jump;
}

static void push_loop(struct us_machine *m, const uint32_t *inst)
{
	uint32_t constant = m->p->integers[us_field(inst[3], 8, 5)];
	bool is_loop = (inst[2] & 7) == LOOP;

	if (m->loops == US_LOOPS) {
		m->fault = US_STACK;
		return;
	}
	m->g->continued[m->loops] = 0;
	m->g->broken[m->loops] = 0;
	m->loop[m->loops++] = (struct us_loop){
		.count = constant & 0xff, .step = (int8_t)(constant >> 16), .al = m->al, .is_loop = is_loop,
	};
	if (is_loop)
		m->al = us_field(constant, 8, 8);
}

/* Pixels that the loop has disabled go on after it. */
static void pop_loop(struct us_machine *m)
{
	if (!m->loops) {
		m->fault = US_STACK;
		return;
	}
	if (m->loop[--m->loops].is_loop)
		m->al = m->loop[m->loops].al;
}

/* The end of an iteration; returns the decision to jump back. */
static bool next_iteration(struct us_machine *m, const uint32_t *inst)
{
	struct us_loop *l;

	if (!m->loops) {
		m->fault = US_STACK;
		return false;
	}
	l = &m->loop[m->loops - 1];
	m->g->continued[m->loops - 1] = 0;
	if (!--l->count || !decide(m, inst)) {
		pop_loop(m);
		return false;
	}
	if (l->is_loop)
		m->al = (m->al + (uint32_t)l->step) & 0xff;
	return true;
}

static bool decide_with_loops(struct us_machine *m, const uint32_t *inst)
{
	switch (inst[2] & 7) {
	case LOOP:
	case REP:
		if (!(m->p->integers[us_field(inst[3], 8, 5)] & 0xff) || decide(m, inst))
			return true;
		push_loop(m, inst);
		return false;
	case ENDLOOP:
	case ENDREP:
		return next_iteration(m, inst);
	case BREAKLOOP:
	case BREAKREP:
	case CONTINUE:
		return leave(m, inst);
	}
	return decide(m, inst);
}

/* INCR: @disagree: pixels that did not want what was decided. */
static void disable(struct us_machine *m, gpu_mask in_loop, gpu_mask disagree)
{
	struct us_group *g = m->g;
	gpu_mask were = g->active;

	for (int i = 0; i < GPU_LANES; i++) {
		if (!(in_loop >> i & 1))
			continue;
		if (!(were >> i & 1)) {
			if (++g->counter[i] > (m->p->full ? BRANCHES_FULL : BRANCHES_PARTIAL))
				m->fault = US_STACK;
		} else if (disagree >> i & 1) {
			g->active &= ~(1u << i);
			g->counter[i] = 0;
		}
	}
}

static void enable(struct us_group *g, gpu_mask in_loop, uint32_t pop)
{
	gpu_mask idle = in_loop & ~g->active;

	for (int i = 0; i < GPU_LANES; i++) {
		if (!(idle >> i & 1))
			continue;
		if (g->counter[i] < pop)
			g->active |= 1u << i;
		else
			g->counter[i] -= pop;
	}
}

/* The operation on branch counters; @wished: which pixels wanted to jump. */
static void branch(struct us_machine *m, const uint32_t *inst, bool jump, gpu_mask wished)
{
	uint32_t op = us_field(inst[2], jump ? 26 : 24, 2);
	gpu_mask in_loop = us_in_loops(m, m->loops);

	if (op == INCR)
		disable(m, in_loop, jump ? ~wished : wished);
	else if (op == DECR)
		enable(m->g, in_loop, us_field(inst[2], 16, 5));
}

static void address(struct us_machine *m, const uint32_t *inst)
{
	uint32_t target = us_field(inst[3], 16, 9), op = us_field(inst[2], 6, 2), back = m->next;

	m->next = (target + (inst[3] >> 31 ? 0 : m->p->offset)) % US_SLOTS;
	if (op == 1) {
		if (m->calls)
			m->next = m->call[--m->calls];
		else
			m->fault = US_STACK;
	} else if (op == 2) {
		if (m->calls < US_CALLS)
			m->call[m->calls++] = back;
		else
			m->fault = US_STACK;
	}
}

/**
 * us_flow() - run a flow control instruction
 * @m: the machine; sets its next instruction
 * @inst: the instruction
 */
void us_flow(struct us_machine *m, const uint32_t *inst)
{
	uint32_t op = inst[2] & 7;
	gpu_mask wished;
	bool jump;

	if (!m->p->full && (op != JUMP || us_field(inst[2], 6, 2))) {
		m->fault = US_PARTIAL;
		return;
	}
	if (us_field(inst[2], 4, 1))
		branch_else(m);
	wished = wishes(m, inst);
	jump = decide_with_loops(m, inst);
	if (m->fault)
		return;
	branch(m, inst, jump, wished);
	if (jump && (op == BREAKLOOP || op == BREAKREP))
		pop_loop(m);
	if (jump)
		address(m, inst);
}
