// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * What is known of registers: whether a value is bounded, so that a direct read stays in its
 * buffer, and which one is the constant of a uniform reset.
 */
#include "vc4_walk.h"

/**
 * vc4_written_reg() - the register that a unit writes
 * @inst: the instruction
 * @unit: UNIT_ADD or UNIT_MUL
 *
 * Return: its number: file A, file B, r0 to r3; NO_REG for the others.
 */
u32 vc4_written_reg(u64 inst, u32 unit)
{
	u32 addr = write_address(inst, unit);

	if (addr < FILE_REGS)
		return addr + (writes_b(inst, unit) ? FILE_REGS : 0);
	if (addr >= ACCUMULATORS && addr < ACCUMULATORS + 4)
		return addr - ACCUMULATORS + 2 * FILE_REGS;
	return NO_REG;
}

/**
 * vc4_input_reg() - the register of an input of a unit
 * @inst: the instruction
 * @input: number of the input
 *
 * Return: its number, NO_REG for inputs of which nothing is known.
 */
u32 vc4_input_reg(u64 inst, u32 input)
{
	if (input < 4)
		return input + 2 * FILE_REGS;
	if (input == PM4_I_INPUT_a && VC4_RADDR_A(inst) < FILE_REGS)
		return VC4_RADDR_A(inst);
	if (input == PM4_I_INPUT_b && VC4_RADDR_B(inst) < FILE_REGS && !has_small_immediate(inst))
		return VC4_RADDR_B(inst) + FILE_REGS;
	return NO_REG;
}

static u32 known_of(const struct vc4_walk *w, u32 reg)
{
	return reg == NO_REG ? UNKNOWN : w->state[reg];
}

static void forget(struct vc4_walk *w, u32 reg)
{
	if (reg == NO_REG || !w->state[reg])
		return;
	w->state[reg] = UNKNOWN;
	w->known--;
}

static void learn(struct vc4_walk *w, u32 reg, enum vc4_known state, u32 value)
{
	if (reg == NO_REG)
		return;
	w->known += !w->state[reg];
	w->state[reg] = state;
	w->value[reg] = value;
}

/* Forget the registers from number @first on. */
void vc4_forget_from(struct vc4_walk *w, u32 first)
{
	u32 reg;

	for (reg = first; w->known && reg < KNOWN_REGS; reg++)
		forget(w, reg);
}

/**
 * vc4_known_input() - what is known of an input of the add unit
 * @w: the walk
 * @input: number of the input
 * @value: set to the constant, or to the uniform word of the clamp
 *
 * Return: what is known of it.
 */
enum vc4_known vc4_known_input(const struct vc4_walk *w, u32 input, u32 *value)
{
	u32 reg = vc4_input_reg(w->inst, input);

	*value = reg == NO_REG ? 0 : w->value[reg];
	return known_of(w, reg);
}

/* max(x, 0), or min(that, uniform): the add unit's result is bounded. */
static enum vc4_known bounded(const struct vc4_walk *w)
{
	u64 inst = w->inst;
	u32 a = VC4_ADD_A(inst), b = VC4_ADD_B(inst);

	if (!unconditional(inst, UNIT_ADD) || !unpacked(inst))
		return UNKNOWN;
	if (VC4_OP_ADD(inst) == PM4_I_ADD_max && has_small_immediate(inst) &&
	    !VC4_RADDR_B(inst) && (a == PM4_I_INPUT_b || b == PM4_I_INPUT_b))
		return AT_LEAST_0;
	if (VC4_OP_ADD(inst) == PM4_I_ADD_min &&
	    known_of(w, vc4_input_reg(inst, a)) == AT_LEAST_0 && input_is_uniform(inst, b))
		return CLAMPED;
	return UNKNOWN;
}

/* Follow the writes of an instruction; @word is the number of the uniform that it reads. */
void vc4_track(struct vc4_walk *w, u32 word)
{
	u32 add, mul;
	enum vc4_known state = bounded(w);

	if (!w->known && !state)
		return;
	add = vc4_written_reg(w->inst, UNIT_ADD);
	mul = vc4_written_reg(w->inst, UNIT_MUL);
	forget(w, add);
	forget(w, mul);
	if (state && add != mul)
		learn(w, add, state, word);
}

/* Follow the writes of a load. */
void vc4_track_load(struct vc4_walk *w)
{
	u32 unit, reg[2];

	for (unit = UNIT_ADD; unit <= UNIT_MUL; unit++) {
		reg[unit] = vc4_written_reg(w->inst, unit);
		forget(w, reg[unit]);
	}
	for (unit = UNIT_ADD; unit <= UNIT_MUL; unit++)
		if (reg[UNIT_ADD] != reg[UNIT_MUL] && unconditional(w->inst, unit) &&
		    !VC4_PACK(w->inst) && VC4_UNPACK(w->inst) == PM4_I_IMMEDIATE_word)
			learn(w, reg[unit], CONSTANT, (u32)w->inst);
}
