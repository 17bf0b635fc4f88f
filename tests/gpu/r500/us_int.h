/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The inside of the interpreter of fragment programs.
 */
#ifndef GPU_R500_US_INT_H
#define GPU_R500_US_INT_H

#include "us.h"

#define US_PENDING	64u	/* lookups on their way */

/* A lookup that has not reached its register: the pixels of each channel. */
struct us_pending {
	uint32_t temp;
	gpu_mask mask[4];
	struct gpu_vec value;
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
	struct us_group *g;
	uint32_t pc;
	uint32_t next;
	uint32_t al;
	enum us_fault fault;
	bool held;			/* the texture semaphore */
	unsigned int covered_by_sem;	/* lookups that it covers */
	unsigned int npending;
	unsigned int loops;
	struct us_loop loop[US_LOOPS];
	unsigned int calls;
	uint32_t call[US_CALLS];
	struct us_pending pending[US_PENDING];
};

static inline uint32_t us_field(uint32_t word, unsigned int shift, unsigned int width)
{
	return word >> shift & ((1u << width) - 1);
}

/* Pixels that no loop has disabled, and that are not done. */
static inline gpu_mask us_in_loops(const struct us_machine *m, unsigned int loops)
{
	gpu_mask out = m->g->done;

	for (unsigned int i = 0; i < loops; i++)
		out |= m->g->continued[i] | m->g->broken[i];
	return ~out & GPU_ALL_LANES;
}

/* ... and no branch: they run the instruction. */
static inline gpu_mask us_active(const struct us_machine *m)
{
	return us_in_loops(m, m->loops) & m->g->active;
}

/* The predicate of a channel by a select of 3 bits; @inverted: and its INV bit. */
static inline gpu_mask us_predicate(const struct us_group *g, uint32_t select, bool inverted, unsigned int channel)
{
	gpu_mask p;

	if (!select)
		return GPU_ALL_LANES;
	p = g->predicate[select == 1 ? channel : (select - 2) & 3];
	return (inverted ? ~p : p) & GPU_ALL_LANES;
}

/* us_flow.c */
void us_flow(struct us_machine *m, const uint32_t *inst);

/**
 * struct us_inputs - operands of an instruction
 * @rgb: A, B and C of the rgb unit
 * @alpha: A, B and C of the alpha unit
 */
struct us_inputs {
	union gpu_lanes rgb[3][3];
	union gpu_lanes alpha[3];
};

/* us_alu.c: results of both units for all pixels; @units: bit 0 rgb, bit 1 alpha: those that are wanted */
void us_compute(const uint32_t *inst, const struct us_inputs *in, unsigned int units, bool zero_wins,
		union gpu_lanes out[4]);
void us_presubtract_lanes(uint32_t op, const union gpu_lanes *src0, const union gpu_lanes *src1,
			  union gpu_lanes *out);

#endif
