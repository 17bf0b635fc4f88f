// SPDX-License-Identifier: GPL-2.0
/*
 * Flow control of fragment programs (R5xx guide 7.6): a conditional jump, with operations on the
 * branch counters of the pixels, on the stack of loops, and on that of addresses.
 *
 * Pixels that a loop has disabled have no part in branches until the loop enables them again.
 */
#include "r500/us_int.h"

enum { JUMP, LOOP, ENDLOOP, REP, ENDREP, BREAKLOOP, BREAKREP, CONTINUE };
enum { NONE, DECR, INCR };

#define BRANCHES_PARTIAL	3u	/* highest branch counters */
#define BRANCHES_FULL		31u

/* No loop has disabled it, and it is not done. */
static bool in_loop(const struct us_machine *m, const struct us_pixel *px)
{
	if (px->done)
		return false;
	for (unsigned int i = 0; i < m->loops; i++)
		if (px->loop[i] != US_LIVE)
			return false;
	return true;
}

/* Active pixels and those of the innermost branch change places. */
static void branch_else(struct us_machine *m)
{
	for (unsigned int i = 0; i < US_PIXELS; i++) {
		struct us_pixel *px = &m->px[i];

		if (!in_loop(m, px))
			continue;
		if (px->active) {
			px->active = false;
			px->counter = 0;
		} else if (!px->counter) {
			px->active = true;
		}
	}
}

static bool wants(const struct us_machine *m, const struct us_pixel *px, const uint32_t *inst)
{
	uint32_t select = inst[0] >> 3 & 7, boolean = m->p->booleans >> (inst[3] & 31) & 1;
	bool predicate = select && us_predicate(px, select, inst[0] >> 6 & 1, 0);

	return inst[2] >> 8 >> (px->alu_result << 2 | predicate << 1 | boolean) & 1;
}

static bool takes_part(const struct us_pixel *px, const uint32_t *inst)
{
	return px->covered || !(inst[2] >> 28 & 1);
}

/* JUMP_ANY: one active pixel wants to jump; otherwise all of them want to, if there are any. */
static bool decide(const struct us_machine *m, const uint32_t *inst)
{
	bool any = inst[2] >> 5 & 1;

	for (unsigned int i = 0; i < US_PIXELS; i++) {
		const struct us_pixel *px = &m->px[i];

		if (us_active(m, px) && takes_part(px, inst) && wants(m, px, inst) == any)
			return any;
	}
	return !any;
}

/* A pixel that a branch has disabled holds BREAK and CONTINUE back, and CONTINUE a BREAK. */
static bool holds_back(const struct us_machine *m, const struct us_pixel *px, bool is_break)
{
	if (px->done)
		return false;
	for (unsigned int i = 0; i + 1 < m->loops; i++)
		if (px->loop[i] != US_LIVE)
			return false;
	if (px->loop[m->loops - 1] == US_LIVE)
		return !px->active;
	return is_break && px->loop[m->loops - 1] == US_CONTINUED;
}

/* BREAK and CONTINUE: pixels that want to are disabled; the jump is for all of them. */
static bool leave(struct us_machine *m, const uint32_t *inst)
{
	bool is_break = (inst[2] & 7) != CONTINUE, jump;

	if (!m->loops) {
		m->fault = US_STACK;
		return false;
	}
	jump = decide(m, inst);
	for (unsigned int i = 0; i < US_PIXELS; i++) {
		struct us_pixel *px = &m->px[i];

		jump &= !holds_back(m, px, is_break);
		if (us_active(m, px) && wants(m, px, inst))
			px->loop[m->loops - 1] = is_break ? US_BROKEN : US_CONTINUED;
	}
	return jump;
}

static void push_loop(struct us_machine *m, const uint32_t *inst)
{
	uint32_t constant = m->p->integers[inst[3] >> 8 & 31];
	bool is_loop = (inst[2] & 7) == LOOP;

	if (m->loops == US_LOOPS) {
		m->fault = US_STACK;
		return;
	}
	for (unsigned int i = 0; i < US_PIXELS; i++)
		m->px[i].loop[m->loops] = US_LIVE;
	m->loop[m->loops++] = (struct us_loop){
		.count = constant & 0xff, .step = (int8_t)(constant >> 16), .al = m->al, .is_loop = is_loop,
	};
	if (is_loop)
		m->al = constant >> 8 & 0xff;
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
	for (unsigned int i = 0; i < US_PIXELS; i++)
		if (m->px[i].loop[m->loops - 1] == US_CONTINUED)
			m->px[i].loop[m->loops - 1] = US_LIVE;
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
		if (!(m->p->integers[inst[3] >> 8 & 31] & 0xff) || decide(m, inst))
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

static void disable(struct us_machine *m, struct us_pixel *px, bool disagrees)
{
	if (!px->active) {
		px->counter++;
		if (px->counter > (m->p->full ? BRANCHES_FULL : BRANCHES_PARTIAL))
			m->fault = US_STACK;
	} else if (disagrees) {
		px->active = false;
		px->counter = 0;
	}
}

static void enable(struct us_pixel *px, uint32_t pop)
{
	if (px->active)
		return;
	if (px->counter < pop)
		px->active = true;
	else
		px->counter -= pop;
}

/* The operation on branch counters; @wished: which pixels wanted to jump. */
static void branch(struct us_machine *m, const uint32_t *inst, bool jump, const bool *wished)
{
	uint32_t op = inst[2] >> (jump ? 26 : 24) & 3, pop = inst[2] >> 16 & 31;

	for (unsigned int i = 0; i < US_PIXELS; i++) {
		struct us_pixel *px = &m->px[i];

		if (!in_loop(m, px))
			continue;
		if (op == INCR)
			disable(m, px, wished[i] != jump);
		else if (op == DECR)
			enable(px, pop);
	}
}

static void address(struct us_machine *m, const uint32_t *inst)
{
	uint32_t target = inst[3] >> 16 & 0x1ff, op = inst[2] >> 6 & 3, back = m->next;

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
	bool wished[US_PIXELS], jump;

	if (!m->p->full && (op != JUMP || inst[2] >> 6 & 3)) {
		m->fault = US_PARTIAL;
		return;
	}
	if (inst[2] >> 4 & 1)
		branch_else(m);
	for (unsigned int i = 0; i < US_PIXELS; i++)
		wished[i] = wants(m, &m->px[i], inst);
	jump = decide_with_loops(m, inst);
	if (m->fault)
		return;
	branch(m, inst, jump, wished);
	if (jump && (op == BREAKLOOP || op == BREAKREP))
		pop_loop(m);
	if (jump)
		address(m, inst);
}
