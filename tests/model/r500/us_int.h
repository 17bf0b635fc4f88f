/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The inside of the interpreter of fragment programs.
 */
#ifndef R500_US_INT_H
#define R500_US_INT_H

#include "r500/us.h"

#define US_SLOTS	512u
#define US_PENDING	(US_PIXELS * 64)	/* lookups on their way */

/* A lookup that has not reached its register. */
struct us_pending {
	uint32_t pixel;
	uint32_t temp;
	uint32_t mask;
	uint32_t value[4];
};

/**
 * struct us_loop - a frame of the loop stack
 * @count: iterations that are left
 * @step: what an iteration adds to aL
 * @al: aL of the loops around it
 * @is_loop: LOOP, not REP
 */
struct us_loop {
	uint32_t count;
	int32_t step;
	uint32_t al;
	bool is_loop;
};

struct us_machine {
	const struct us_program *p;
	struct us_pixel *px;
	uint32_t pc;
	uint32_t next;
	uint32_t steps;
	uint32_t al;
	enum us_fault fault;
	bool held;			/* the texture semaphore */
	unsigned int covered_by_sem;	/* lookups that it covers */
	unsigned int npending;
	struct us_pending pending[US_PENDING];
	unsigned int loops;
	struct us_loop loop[US_LOOPS];
	unsigned int calls;
	uint32_t call[US_CALLS];
};

/* The pixel runs the instruction: no branch and no loop has disabled it, and it is not done. */
static inline bool us_active(const struct us_machine *m, const struct us_pixel *px)
{
	if (!px->active || px->done)
		return false;
	for (unsigned int i = 0; i < m->loops; i++)
		if (px->loop[i] != US_LIVE)
			return false;
	return true;
}

/* The predicate of a channel by a select of 3 bits; @inverted: and its INV bit. */
static inline bool us_predicate(const struct us_pixel *px, uint32_t select, bool inverted,
				unsigned int channel)
{
	bool p;

	if (!select)
		return true;
	p = px->predicate[select == 1 ? channel : (select - 2) & 3];
	return p != inverted;
}

/* us_flow.c */
void us_flow(struct us_machine *m, const uint32_t *inst);

#endif
