// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The size of points that a coordinate shader writes.  The binner cannot handle points of less than
 * 0.125 pixels (erratum HW-2726), so such a shader clamps it, or takes it from constants.
 *
 * Follows the value from its write back to constants, uniforms and fmax(), within the instructions
 * that run in the order of the code.  Done once for a program, in at most DEPTH passes.
 */
#include "vc4_walk.h"

#define DEPTH		4u	/* registers that a value passes on its way */
#define FIRST_FLOAT	32u	/* small immediates: 1.0, 2.0 ... 128.0, 1/256 ... 1/2 */
#define LEAST_FLOAT	45u	/* 1/8 */

/* The uniform words that the program takes before @ip. */
static u32 words_before(const struct vc4_walk *w, u32 ip)
{
	u32 i, unit, words = 0, open[2] = { 0, 0 };

	for (i = 0; i < ip; i++) {
		u64 inst = vc4_u64(w->code + 8ull * i);
		u32 signal = VC4_SIGNAL(inst);

		if (signal == PM4_I_SIGNAL_BRANCH)
			continue;
		words += signal != PM4_I_SIGNAL_LOAD_IMMEDIATE && reads_uniform(inst);
		for (unit = UNIT_ADD; unit <= UNIT_MUL; unit++) {
			u32 addr = write_address(inst, unit);
			u32 tmu = addr >= PM4_I_WRITE_A_tmu1_s;

			if (addr < PM4_I_WRITE_A_tmu0_s)
				continue;
			/* S alone is a direct read, which takes no word of its own. */
			words += addr & 3 || open[tmu];
			open[tmu] = addr & 3 ? open[tmu] + 1 : 0;
		}
	}
	return words;
}

static bool trace(struct vc4_walk *w, u32 ip, u32 unit, u32 depth);

/* The value of a register before @ip: its last write, or under a condition any of the last. */
static bool trace_reg(struct vc4_walk *w, u32 ip, u32 reg, u32 depth)
{
	u32 unit;

	if (reg == NO_REG || !depth)
		return false;
	while (ip > w->target && ip-- > 0) {
		u64 inst = vc4_u64(w->code + 8ull * ip);

		if (VC4_SIGNAL(inst) == PM4_I_SIGNAL_BRANCH)
			continue;
		for (unit = UNIT_ADD; unit <= UNIT_MUL; unit++) {
			if (vc4_written_reg(inst, unit) != reg)
				continue;
			if (!trace(w, ip, unit, depth - 1))
				return false;
			if (unconditional(inst, unit))
				return true;
		}
	}
	return false;
}

static bool trace_input(struct vc4_walk *w, u32 ip, u32 input, u32 depth)
{
	u64 inst = vc4_u64(w->code + 8ull * ip);
	u32 value = VC4_RADDR_B(inst);

	if (input == PM4_I_INPUT_b && has_small_immediate(inst))
		return value >= FIRST_FLOAT && value < ROTATIONS &&
		       (value < FIRST_FLOAT + 8 || value >= LEAST_FLOAT);
	if (!input_is_uniform(inst, input))
		return trace_reg(w, ip, vc4_input_reg(inst, input), depth);
	if (w->p->npoints == VC4_POINT_WORDS)
		return false;
	w->p->points[w->p->npoints++] = words_before(w, ip);
	return true;
}

/* An operation that gives one of its inputs; if both are the same, it is a copy. */
static bool trace_operation(struct vc4_walk *w, u32 ip, u32 op, u32 a, u32 b, u32 depth)
{
	u32 before = w->p->npoints;

	if (op == PM4_I_ADD_fmax && a != b) {
		if (trace_input(w, ip, b, depth))
			return true;
		w->p->npoints = before;
		return trace_input(w, ip, a, depth);
	}
	if (op == PM4_I_ADD_fmin && a != b)
		return trace_input(w, ip, a, depth) && trace_input(w, ip, b, depth);
	return a == b && (op == PM4_I_ADD_or || op == PM4_I_ADD_and || op == PM4_I_ADD_fmax ||
			  op == PM4_I_ADD_fmin || op == PM4_I_ADD_max || op == PM4_I_ADD_min) &&
	       trace_input(w, ip, a, depth);
}

/* The value that a unit writes at @ip is at least 0.125, if all &vc4_program.points are. */
static bool trace(struct vc4_walk *w, u32 ip, u32 unit, u32 depth)
{
	u64 inst = vc4_u64(w->code + 8ull * ip);
	u32 a = VC4_MUL_A(inst), b = VC4_MUL_B(inst), op = VC4_OP_MUL(inst);

	if (VC4_SIGNAL(inst) == PM4_I_SIGNAL_LOAD_IMMEDIATE)
		return VC4_UNPACK(inst) == PM4_I_IMMEDIATE_word && !VC4_PACK(inst) &&
		       vc4_is_point((u32)inst);
	if (VC4_PACK(inst) || VC4_UNPACK(inst))
		return false;
	if (unit == UNIT_ADD)
		return trace_operation(w, ip, VC4_OP_ADD(inst), VC4_ADD_A(inst), VC4_ADD_B(inst),
				       depth);
	return (op == PM4_I_MUL_v8min || op == PM4_I_MUL_v8max) && a == b && !rotates(inst) &&
	       trace_input(w, ip, a, depth);
}

/**
 * vc4_find_point() - find out what bounds the value in the row of the point size
 * @w: the walk, after all instructions; &vc4_walk.point_ip has written the row
 *
 * Sets &vc4_program.bounded and &vc4_program.points.
 */
void vc4_find_point(struct vc4_walk *w)
{
	/* A write before the branches: what comes after its target says nothing of it. */
	if (w->point_ip < w->target)
		w->target = 0;
	w->p->bounded = trace(w, w->point_ip, w->point_unit, DEPTH);
}
