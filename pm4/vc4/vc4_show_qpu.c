// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * QPU assembly: both units of an instruction, its signal, immediates, packing, and branches.
 * Any 64 bits have a text.
 *
 * Pure functions: no allocation, no locks.
 */
#include "../pm4_decode.h"
#include "../pm4_text.h"
#include "vc4_names.h"

/**
 * vc4_say_written() - append the register that a unit writes
 * @t: the text
 * @inst: the instruction
 * @unit: 0 add, 1 mul
 */
void vc4_say_written(struct pm4_text *t, u64 inst, u32 unit)
{
	bool b = VC4_WS(inst) != unit;

	vc4_say_item(t, b ? PM4_SET_WRITE_B : PM4_SET_WRITE_A,
		     unit ? VC4_WADDR_MUL(inst) : VC4_WADDR_ADD(inst));
}

/* The 6 bits of a small immediate (guide table 5); from 48 on they rotate the mul unit. */
static void say_small_immediate(struct pm4_text *t, u32 value)
{
	if (value < 16)
		say(t, "%u", value);
	else if (value < 32)
		say(t, "%d", (int)value - 32);
	else if (value < 40)
		say(t, "%u.0", 1u << (value - 32));
	else if (value < 48)
		say(t, "1.0/%u", 1u << (48 - value));
	else if (value == 48)
		say(t, "rotate r5");
	else
		say(t, "rotate %u", value - 48);
}

static void say_input(struct pm4_text *t, u64 inst, u32 input)
{
	u32 unpack = VC4_UNPACK(inst);
	bool unpacked = VC4_PM(inst) ? input == 4 : input == PM4_I_INPUT_a;

	if (input == PM4_I_INPUT_a)
		vc4_say_item(t, PM4_SET_READ_A, VC4_RADDR_A(inst));
	else if (input != PM4_I_INPUT_b)
		say(t, "r%u", input);
	else if (VC4_SIGNAL(inst) == PM4_I_SIGNAL_SMALL_IMMEDIATE)
		say_small_immediate(t, VC4_RADDR_B(inst));
	else
		vc4_say_item(t, PM4_SET_READ_B, VC4_RADDR_B(inst));
	if (unpack && unpacked) {
		say(t, ".");
		vc4_say_item(t, PM4_SET_UNPACK, unpack);
	}
}

/* Packing applies to file A, or with the pm bit to the mul unit. */
static void say_target(struct pm4_text *t, u64 inst, u32 unit)
{
	bool packs = VC4_PM(inst) ? unit : VC4_WS(inst) == unit;
	u32 cond = unit ? VC4_COND_MUL(inst) : VC4_COND_ADD(inst);

	if (cond != PM4_I_CONDITION_always) {
		say(t, ".");
		vc4_say_item(t, PM4_SET_CONDITION, cond);
	}
	say(t, " ");
	vc4_say_written(t, inst, unit);
	if (VC4_PACK(inst) && packs) {
		say(t, ".");
		vc4_say_item(t, VC4_PM(inst) ? PM4_SET_COLOR : PM4_SET_PACK, VC4_PACK(inst));
	}
}

/* The rotation of the mul unit's result, unless an operand names it already. */
static void say_rotation(struct pm4_text *t, u64 inst)
{
	u32 value = VC4_RADDR_B(inst);

	if (VC4_SIGNAL(inst) != PM4_I_SIGNAL_SMALL_IMMEDIATE || value < 48 ||
	    VC4_ADD_A(inst) == PM4_I_INPUT_b || VC4_ADD_B(inst) == PM4_I_INPUT_b ||
	    VC4_MUL_A(inst) == PM4_I_INPUT_b || VC4_MUL_B(inst) == PM4_I_INPUT_b)
		return;
	say(t, ", ");
	say_small_immediate(t, value);
}

static void say_unit(struct pm4_text *t, u64 inst, u32 unit)
{
	u32 op = unit ? VC4_OP_MUL(inst) : VC4_OP_ADD(inst);
	u32 addr = unit ? VC4_WADDR_MUL(inst) : VC4_WADDR_ADD(inst);

	if (!op && addr == PM4_I_WRITE_A_nop) {
		say(t, "nop");
		return;
	}
	vc4_say_item(t, unit ? PM4_SET_MUL : PM4_SET_ADD, op);
	say_target(t, inst, unit);
	say(t, ", ");
	say_input(t, inst, unit ? VC4_MUL_A(inst) : VC4_ADD_A(inst));
	say(t, ", ");
	say_input(t, inst, unit ? VC4_MUL_B(inst) : VC4_ADD_B(inst));
}

/* The fields of an immediate that sets up vertex memory or the stencil test. */
static void say_setup(struct pm4_text *t, u64 inst, u32 addr, bool b)
{
	const struct pm4_layout *l = vc4_tables.layouts;
	u32 value = (u32)inst;

	if (addr == PM4_I_WRITE_A_vpm_read_setup)
		l += b ? PM4_L_VPM_WRITE_SETUP : PM4_L_VPM_READ_SETUP;
	else if (addr == PM4_I_WRITE_A_tlb_stencil)
		l += value >> 30 ? PM4_L_TLB_STENCIL_SETUP : PM4_L_TLB_STENCIL_MASKS;
	else
		return;
	pm4_say_fields(t, l->fields, l->nfields, value);
}

static void say_load(struct pm4_text *t, u64 inst)
{
	u32 unit, any = 0;

	for (unit = 0; unit < 2; unit++) {
		u32 cond = unit ? VC4_COND_MUL(inst) : VC4_COND_ADD(inst);
		u32 addr = unit ? VC4_WADDR_MUL(inst) : VC4_WADDR_ADD(inst);

		if (cond == PM4_I_CONDITION_never && addr == PM4_I_WRITE_A_nop)
			continue;
		say(t, "%sli", any++ ? "; " : "");
		say_target(t, inst, unit);
		say(t, ", 0x%x", (u32)inst);
		say_setup(t, inst, addr, VC4_WS(inst) != unit);
	}
	if (!any)
		say(t, "li nop, 0x%x", (u32)inst);
	if (VC4_UNPACK(inst)) {
		say(t, " ");
		vc4_say_item(t, PM4_SET_IMMEDIATE, VC4_UNPACK(inst));
	}
}

static void say_branch(struct pm4_text *t, u32 ip, u64 inst)
{
	say(t, "branch.");
	vc4_say_item(t, PM4_SET_BRANCH, VC4_BRANCH_COND(inst));
	if (VC4_BRANCH_REL(inst))
		say(t, " L%lld", (long long)vc4_branch_target(ip, inst));
	else
		say(t, " 0x%x", (u32)inst);
	if (VC4_BRANCH_REG(inst))
		say(t, " + ra%u", (u32)(inst >> 45) & 31);
	if (VC4_WADDR_ADD(inst) != PM4_I_WRITE_A_nop || VC4_WADDR_MUL(inst) != PM4_I_WRITE_A_nop) {
		say(t, ", link ");
		vc4_say_written(t, inst, 0);
		say(t, ", ");
		vc4_say_written(t, inst, 1);
	}
}

/**
 * vc4_say_instruction() - append an instruction as assembly
 * @t: the text
 * @ip: its number
 * @inst: the instruction
 */
void vc4_say_instruction(struct pm4_text *t, u32 ip, u64 inst)
{
	u32 signal = VC4_SIGNAL(inst);

	if (signal == PM4_I_SIGNAL_BRANCH) {
		say_branch(t, ip, inst);
		return;
	}
	if (signal == PM4_I_SIGNAL_LOAD_IMMEDIATE) {
		say_load(t, inst);
	} else {
		say_unit(t, inst, 0);
		say(t, "; ");
		say_unit(t, inst, 1);
		say_rotation(t, inst);
	}
	if (VC4_SF(inst))
		say(t, "; set flags");
	if (signal != PM4_I_SIGNAL_NONE && signal != PM4_I_SIGNAL_LOAD_IMMEDIATE &&
	    signal != PM4_I_SIGNAL_SMALL_IMMEDIATE) {
		say(t, "; ");
		vc4_say_item(t, PM4_SET_SIGNAL, signal);
	}
}

/**
 * vc4_show_program() - write a program as text
 * @p: the program and the receiver of the lines; instructions of two dwords, the low one first
 *
 * A branch names the number of its target.
 */
void vc4_show_program(const struct pm4_program *p)
{
	char line[PM4_DECODE_LINE];
	u32 at;

	for (at = 0; at < p->ndw; at += 2) {
		struct pm4_text t = { .buf = line, .size = sizeof(line), .front = p->front };
		u64 inst;

		if (p->ndw - at < 2) {
			say(&t, "%5u  %08x          (1 dword is missing)", at / 2, p->dw[at]);
		} else {
			inst = p->dw[at] | (u64)p->dw[at + 1] << 32;
			say(&t, "%5u  %016llx  ", at / 2, big(inst));
			vc4_say_instruction(&t, at / 2, inst);
		}
		p->line(p->ctx, line);
	}
}
