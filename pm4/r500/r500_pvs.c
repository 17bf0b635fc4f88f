// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Disassembler of vertex programs.  Operands that the operation does not use are in parentheses,
 * because the math engine may read them (guide 6.5.8), unless their dword is 0.  Dwords with bits
 * that no field has become ".inst".
 *
 * The guide has no picture of the dwords; fields are where all drivers put them.
 *
 * Called by the decoder, so not in the module.  No allocation, no locks.
 */
#include "../pm4_util.h"
#include "r500_pvs.h"

/* The first dword */
#define OPCODE(dw)		pm4_bits(dw, 0, 6)
#define MATH_INST		(1u << 6)
#define MACRO_INST		(1u << 7)
#define DST_TYPE(dw)		pm4_bits(dw, 8, 4)
#define DST_OFFSET(dw)		pm4_bits(dw, 13, 7)
#define DST_MASK(dw)		pm4_bits(dw, 20, 4)
#define VE_SAT			(1u << 24)
#define ME_SAT			(1u << 25)
#define PRED_ENABLE		(1u << 26)
#define PRED_SENSE		(1u << 27)
#define DUAL_MATH		(1u << 28)
#define DST_MODE(dw)		((dw) >> 31 | ((dw) >> 11 & 2))
/* The others */
#define SRC_TYPE(dw)		pm4_bits(dw, 0, 2)
#define SRC_SPARE		(1u << 2)
#define SRC_ABS			(1u << 3)
#define SRC_OFFSET(dw)		pm4_bits(dw, 5, 8)
#define SRC_SELECT(dw, n)	pm4_bits(dw, 13 + 3 * (n), 3)
#define SRC_NEGATE(dw)		pm4_bits(dw, 25, 4)
#define SRC_MODE(dw)		(((dw) >> 4 & 1) | ((dw) >> 30 & 2))
#define ADDR_SEL(dw)		pm4_bits(dw, 29, 2)
/* The last one of a dual operation */
#define MATH_OPCODE(dw)		(pm4_bits(dw, 21, 4) | ((dw) & SRC_SPARE) << 2)
#define MATH_OFFSET(dw)		pm4_bits(dw, 19, 2)
#define MATH_CHANNEL(dw)	pm4_bits(dw, 27, 2)

#define MODES			3u	/* absolute, by A0, by the loop */
#define DST_TYPES		6u

/**
 * struct op - an operation
 * @name: as the guide spells it
 * @operands: number of operands that it has
 */
struct op {
	const char *name;
	u8 operands;
};

static const struct op vector_ops[] = {
	{ "VECTOR_NO_OP", 0 },
	{ "VE_DOT_PRODUCT", 2 },
	{ "VE_MULTIPLY", 2 },
	{ "VE_ADD", 2 },
	{ "VE_MULTIPLY_ADD", 3 },
	{ "VE_DISTANCE_VECTOR", 2 },
	{ "VE_FRACTION", 1 },
	{ "VE_MAXIMUM", 2 },
	{ "VE_MINIMUM", 2 },
	{ "VE_SET_GREATER_THAN_EQUAL", 2 },
	{ "VE_SET_LESS_THAN", 2 },
	{ "VE_MULTIPLYX2_ADD", 3 },
	{ "VE_MULTIPLY_CLAMP", 3 },
	{ "VE_FLT2FIX_DX", 1 },
	{ "VE_FLT2FIX_DX_RND", 1 },
	{ "VE_PRED_SET_EQ_PUSH", 2 },
	{ "VE_PRED_SET_GT_PUSH", 2 },
	{ "VE_PRED_SET_GTE_PUSH", 2 },
	{ "VE_PRED_SET_NEQ_PUSH", 2 },
	{ "VE_COND_WRITE_EQ", 2 },
	{ "VE_COND_WRITE_GT", 2 },
	{ "VE_COND_WRITE_GTE", 2 },
	{ "VE_COND_WRITE_NEQ", 2 },
	{ "VE_COND_MUX_EQ", 3 },
	{ "VE_COND_MUX_GT", 3 },
	{ "VE_COND_MUX_GTE", 3 },
	{ "VE_SET_GREATER_THAN", 2 },
	{ "VE_SET_EQUAL", 2 },
	{ "VE_SET_NOT_EQUAL", 2 },
};

static const struct op math_ops[] = {
	{ "MATH_NO_OP", 0 },
	{ "ME_EXP_BASE2_DX", 1 },
	{ "ME_LOG_BASE2_DX", 1 },
	{ "ME_EXP_BASEE_FF", 1 },
	{ "ME_LIGHT_COEFF_DX", 3 },
	{ "ME_POWER_FUNC_FF", 2 },
	{ "ME_RECIP_DX", 1 },
	{ "ME_RECIP_FF", 1 },
	{ "ME_RECIP_SQRT_DX", 1 },
	{ "ME_RECIP_SQRT_FF", 1 },
	{ "ME_MULTIPLY", 2 },
	{ "ME_EXP_BASE2_FULL_DX", 1 },
	{ "ME_LOG_BASE2_FULL_DX", 1 },
	{ "ME_POWER_FUNC_FF_CLAMP_B", 3 },
	{ "ME_POWER_FUNC_FF_CLAMP_B1", 3 },
	{ "ME_POWER_FUNC_FF_CLAMP_01", 2 },
	{ "ME_SIN", 1 },
	{ "ME_COS", 1 },
	{ "ME_LOG_BASE2_IEEE", 1 },
	{ "ME_RECIP_IEEE", 1 },
	{ "ME_RECIP_SQRT_IEEE", 1 },
	{ "ME_PRED_SET_EQ", 1 },
	{ "ME_PRED_SET_GT", 1 },
	{ "ME_PRED_SET_GTE", 1 },
	{ "ME_PRED_SET_NEQ", 1 },
	{ "ME_PRED_SET_CLR", 0 },
	{ "ME_PRED_SET_INV", 1 },
	{ "ME_PRED_SET_POP", 1 },
	{ "ME_PRED_SET_RESTORE", 1 },
};

/* With three temporary registers, in two cycles. */
static const struct op macro_ops[] = {
	{ "MACRO_OP_2CLK_MADD", 3 },
	{ "MACRO_OP_2CLK_M2X_ADD", 3 },
};

/* Writes the name of an operation.  Returns its operands; three if the guide does not have it. */
static u32 say_op(struct pm4_text *t, u32 inst, u32 number)
{
	static const struct { const struct op *ops; u32 count; const char *others; } sets[] = {
		{ vector_ops, ARRAY_SIZE(vector_ops), "VE_OP" },
		{ math_ops, ARRAY_SIZE(math_ops), "ME_OP" },
		{ macro_ops, ARRAY_SIZE(macro_ops), "MACRO_OP" },
	};
	u32 set = inst & MACRO_INST ? 2 : !!(inst & MATH_INST);

	if (number < sets[set].count) {
		say(t, "%s", sets[set].ops[number].name);
		return sets[set].ops[number].operands;
	}
	say(t, "%s%u", sets[set].others, number);
	return 3;
}

/* A register: number, or relative to an address register or to the loop. */
static void say_place(struct pm4_text *t, const char *memory, u32 offset, u32 mode, u32 sel)
{
	if (mode == 1) {
		say(t, "%s[%u+a0.%c]", memory, offset, "xyzw"[sel]);
		return;
	}
	say(t, mode ? "%s[%u+aL" : "%s%u", memory, offset);
	/* Nothing reads the selection here. */
	if (sel)
		say(t, "@%c", "xyzw"[sel]);
	say(t, "%s", mode ? "]" : "");
}

/*
 * Channels that the operand gives, each with its sign; one sign for all is before them.  The guide
 * reserves the last two selections; drivers select the last one for channels that nothing reads.
 */
static void say_source(struct pm4_text *t, u32 dw, u32 channels)
{
	static const char * const memories[] = { "r", "in", "c", "a" };
	u32 negate = SRC_NEGATE(dw) & ((1u << channels) - 1), all = (1u << channels) - 1, n;

	say(t, "%s%s", negate == all ? "-" : "", dw & SRC_ABS ? "|" : "");
	say_place(t, memories[SRC_TYPE(dw)], SRC_OFFSET(dw), SRC_MODE(dw), ADDR_SEL(dw));
	say(t, "%s.", dw & SRC_ABS ? "|" : "");
	for (n = 0; n < channels; n++)
		say(t, "%s%c", negate != all && negate >> n & 1 ? "-" : "",
		    "xyzw01?_"[SRC_SELECT(dw, n)]);
}

static void say_destination(struct pm4_text *t, u32 dw)
{
	static const char * const memories[DST_TYPES] = { "r", "a0_", "o", "ox", "a", "in" };
	u32 mask = DST_MASK(dw);

	say(t, " ");
	say_place(t, memories[DST_TYPE(dw)], DST_OFFSET(dw), DST_MODE(dw), ADDR_SEL(dw));
	say(t, ".%s%s%s%s", mask & 1 ? "x" : "", mask & 2 ? "y" : "", mask & 4 ? "z" : "",
	    mask & 8 ? "w" : mask ? "" : "_");
}

static void say_operands(struct pm4_text *t, const u32 *inst, u32 used, u32 words)
{
	u32 n;

	for (n = 0; n < words; n++) {
		if (n >= used && !inst[1 + n])
			continue;
		say(t, n < used ? ", " : ", %c=(", "ABC"[n]);
		say_source(t, inst[1 + n], 4);
		say(t, n < used ? "" : ")");
	}
}

/* The math engine's half of a dual operation: an alternate register, and two channels. */
static void say_dual(struct pm4_text *t, u32 dw)
{
	say(t, "; ");
	say_op(t, MATH_INST, MATH_OPCODE(dw));
	say(t, " a%u.%c, ", MATH_OFFSET(dw), "xyzw"[MATH_CHANNEL(dw)]);
	say_source(t, dw & ~SRC_SPARE, 2);
}

/* Whether the text has all bits of the instruction. */
static bool said(const u32 *inst)
{
	bool dual = inst[0] & DUAL_MATH;
	u32 n;

	if (DST_TYPE(inst[0]) >= DST_TYPES || DST_MODE(inst[0]) >= MODES ||
	    (inst[0] & (MATH_INST | MACRO_INST)) == (MATH_INST | MACRO_INST))
		return false;
	for (n = 1; n < R500_PVS_DW; n++)
		if (SRC_MODE(inst[n]) >= MODES || (inst[n] & SRC_SPARE && !(n == 3 && dual)))
			return false;
	return true;
}

/**
 * r500_say_vertex() - append an instruction of a vertex program as assembly
 * @t: the text
 * @inst: its four dwords
 */
void r500_say_vertex(struct pm4_text *t, const u32 *inst)
{
	u32 op = inst[0], used;

	if (!said(inst)) {
		say(t, ".inst 0x%08x 0x%08x 0x%08x 0x%08x", inst[0], inst[1], inst[2], inst[3]);
		return;
	}
	if (op & PRED_ENABLE)
		say(t, "(%sP) ", op & PRED_SENSE ? "" : "!");
	used = say_op(t, op, OPCODE(op));
	say(t, "%s%s%s", op & VE_SAT ? ".VE_SAT" : "", op & ME_SAT ? ".ME_SAT" : "",
	    (op & (PRED_ENABLE | PRED_SENSE)) == PRED_SENSE ? ".PRED_SENSE" : "");
	if (!used && !(op & ~(MATH_INST | MACRO_INST | 0x3f)) && !(inst[1] | inst[2] | inst[3]))
		return;
	say_destination(t, op);
	say_operands(t, inst, used, op & DUAL_MATH ? 2 : 3);
	if (op & DUAL_MATH)
		say_dual(t, inst[3]);
}
