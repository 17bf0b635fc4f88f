// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Disassembler of fragment programs.  Text and dwords are one to one: fields that are 0 and that
 * the operation does not use are left out, and dwords with bits that no field has become ".inst".
 *
 * Called by the decoder and by ctm-as, so not in the module.  No allocation, no locks.
 */
#include "../pm4_util.h"
#include "r500_us.h"

#define ALU_OUT		(1 << R500_US_ALU | 1 << R500_US_OUT)
#define FC		(1 << R500_US_FC)
#define TEX		(1 << R500_US_TEX)
#define ALL		(ALU_OUT | FC | TEX)

static const char * const predicates[] = { "NONE", "RGBA", "RRRR", "GGGG", "BBBB", "AAAA", NULL };
static const char * const channels[] = { "RED", "ALPHA", NULL };
static const char * const address_ops[] = { "NONE", "POP", "PUSH", NULL };
static const char * const branch_ops[] = { "NONE", "DECR", "INCR", NULL };

const char * const r500_us_types[] = { "ALU", "OUT", "FC", "TEX", NULL };
const char * const r500_us_rgb_ops[] = { "MAD", "DP3", "DP4", "D2A", "MIN", "MAX", "", "CND", "CMP",
					 "FRC", "SOP", "MDH", "MDV", NULL };
const char * const r500_us_alpha_ops[] = { "MAD", "DP", "MIN", "MAX", "", "CND", "CMP", "FRC",
					   "EX2", "LN2", "RCP", "RSQ", "SIN", "COS", "MDH", "MDV",
					   NULL };
const char * const r500_us_tex_ops[] = { "NOP", "LOOKUP", "KILL_LT_0", "LOOKUP_PROJ",
					 "LOOKUP_LODBIAS", "LOOKUP_LOD", "LOOKUP_DXDY", NULL };
const char * const r500_us_fc_ops[] = { "JUMP", "LOOP", "ENDLOOP", "REP", "ENDREP", "BREAKLOOP",
					"BREAKREP", "CONTINUE", NULL };
const char * const r500_us_omods[] = { "U1", "U2", "U4", "U8", "D2", "D4", "D8", "DISABLED", NULL };
const char * const r500_us_presubtracts[] = { "BIAS", "SUB", "ADD", "INV", NULL };
const char * const r500_us_targets[] = { "A", "B", "C", "D", NULL };
const char * const r500_us_compares[] = { "EQUAL", "LESS", "GREATER_EQUAL", "NOT_EQUAL", NULL };

const struct r500_us_field r500_us_fields[] = {
	{ "TEX_SEM_WAIT", 0, 2, 1, ALL },
	{ "RGB_PRED_SEL", 0, 3, 3, ALL, predicates },
	{ "RGB_PRED_INV", 0, 6, 1, ALL },
	{ "ALPHA_PRED_SEL", 0, 25, 3, ALL, predicates },
	{ "ALPHA_PRED_INV", 0, 22, 1, ALL },
	{ "WRITE_INACTIVE", 0, 7, 1, ALL },
	{ "LAST", 0, 8, 1, ALL },
	{ "NOP", 0, 9, 1, ALL },
	{ "ALU_WAIT", 0, 10, 1, ALL },
	{ "RGB_WMASK", 0, 11, 3, FC },
	{ "ALPHA_WMASK", 0, 14, 1, FC },
	{ "RGB_OMASK", 0, 15, 3, FC | TEX },
	{ "ALPHA_OMASK", 0, 18, 1, FC | TEX },
	{ "RGB_CLAMP", 0, 19, 1, FC | TEX },
	{ "ALPHA_CLAMP", 0, 20, 1, FC | TEX },
	{ "ALU_WMASK", 3, 31, 1, ALU_OUT },
	{ "ALU_RESULT_SEL", 0, 21, 1, ALL, channels },
	{ "ALU_RESULT_OP", 0, 23, 2, ALL, r500_us_compares },
	{ "STAT_WE", 0, 28, 4, ALL },
	{ "TEX_SEM_ACQUIRE", 1, 25, 1, TEX },
	{ "IGNORE_UNCOVERED", 1, 26, 1, TEX },
	{ "UNSCALED", 1, 27, 1, TEX },
	{ "B_ELSE", 2, 4, 1, FC },
	{ "JUMP_ANY", 2, 5, 1, FC },
	{ "A_OP", 2, 6, 2, FC, address_ops },
	{ "JUMP_FUNC", 2, 8, 8, FC },
	{ "B_POP_CNT", 2, 16, 5, FC },
	{ "B_OP0", 2, 24, 2, FC, branch_ops },
	{ "B_OP1", 2, 26, 2, FC, branch_ops },
	{ "IGNORE_UNCOVERED", 2, 28, 1, FC },
	{ "BOOL_ADDR", 3, 0, 5, FC },
	{ "INT_ADDR", 3, 8, 5, FC },
	{ "JUMP_ADDR", 3, 16, 9, FC },
	{ "JUMP_GLOBAL", 3, 31, 1, FC },
	{ NULL }
};

/* Bits that the text has, by type; the others must be 0, or the text is ".inst". */
static const u32 said_bits[4][R500_US_DW] = {
	[R500_US_ALU] = { ~0u, ~0u, ~0u, ~0u, ~0u, ~0u },
	[R500_US_OUT] = { ~0u, ~0u, ~0u, ~0u, ~0u, ~0u },
	[R500_US_FC] = { ~0u, 0, 0x1f1ffff7, 0x81ff1f1f, 0, 0 },
	[R500_US_TEX] = { ~0u, 0x0fcf0000, ~0u, ~0u, 0, 0 },
};

/**
 * r500_us_name() - name of a value
 * @names: the names
 * @value: the value
 *
 * Return: the name; NULL if the value has none.
 */
const char *r500_us_name(const char * const *names, u32 value)
{
	u32 i;

	for (i = 0; names[i]; i++)
		if (i == value)
			return *names[i] ? names[i] : NULL;
	return NULL;
}

/**
 * r500_us_operands() - number of operands that an operation reads
 * @alpha: it is one of the alpha unit
 * @op: the operation
 *
 * Return: 0 to 3.
 */
u32 r500_us_operands(bool alpha, u32 op)
{
	static const u8 rgb[16] = { 3, 2, 2, 3, 2, 2, 3, 3, 3, 1, 0, 3, 3, 3, 3, 3 };
	static const u8 scalar[16] = { 3, 0, 2, 2, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 3, 3 };

	return alpha ? scalar[op & 15] : rgb[op & 15];
}

/**
 * r500_us_inline_1024() - value of an inline constant
 * @bits: its 7 bits: exponent with bias 7 in bits 6:3, mantissa in bits 2:0
 *
 * Return: the value times 1024, which is an integer.
 */
u32 r500_us_inline_1024(u32 bits)
{
	u32 exponent = bits >> 3 & 15, mantissa = bits & 7;

	if (exponent)
		return (8 + mantissa) << exponent;
	return mantissa ? 2 * mantissa : 1;
}

static void say_named(struct pm4_text *t, const char * const *names, u32 value)
{
	const char *name = r500_us_name(names, value);

	if (name)
		say(t, "%s", name);
	else
		say(t, "OP%u", value);
}

static void say_fields(struct pm4_text *t, const u32 *inst, u32 type)
{
	const struct r500_us_field *f;
	const char *name;
	u32 value;

	for (f = r500_us_fields; f->name; f++) {
		value = pm4_bits(inst[f->word], f->shift, f->width);
		if (!(f->types >> type & 1) || !value)
			continue;
		name = f->values ? r500_us_name(f->values, value) : NULL;
		if (name)
			say(t, " %s=%s", f->name, name);
		else if (f->width == 1)
			say(t, " %s", f->name);
		else
			say(t, f->width == 8 ? " %s=0x%02x" : " %s=%u", f->name, value);
	}
}

/* A constant of 17 integer bits and 10 fraction bits, in full. */
static void say_inline(struct pm4_text *t, u32 bits)
{
	u32 value = r500_us_inline_1024(bits), rest = value & 1023;

	say(t, "%u.", value >> 10);
	do {
		rest *= 10;
		say(t, "%u", rest >> 10);
		rest &= 1023;
	} while (rest);
}

/* Ten bits: address, constant, relative to aL. */
static void say_source(struct pm4_text *t, u32 source)
{
	bool constant = source >> 8 & 1, relative = source >> 9 & 1;
	u32 n = source & 0xff;

	if (n >> 7 && !constant)
		say_inline(t, n & 0x7f);
	else if (relative)
		say(t, "%c[%u+aL]", constant ? 'c' : 'r', n);
	else
		say(t, "%c%u", constant ? 'c' : 'r', n);
}

/* Eight bits: address, relative to aL. */
static void say_temp(struct pm4_text *t, u32 temp)
{
	say_source(t, (temp & 0x7f) | (temp & 0x80) << 2);
}

static void say_mask(struct pm4_text *t, u32 mask)
{
	say(t, ".%s%s%s%s", mask & 1 ? "r" : "", mask & 2 ? "g" : "", mask & 4 ? "b" : "",
	    mask & 8 ? "a" : mask ? "" : "_");
}

static void say_channels(struct pm4_text *t, u32 swizzle, u32 bits, u32 count)
{
	u32 i;

	say(t, ".");
	for (i = 0; i < count; i++)
		say(t, "%c", R500_US_SWIZZLE[swizzle >> bits * i & ((1u << bits) - 1)]);
}

/* An operand of an ALU: select, swizzle of 3 or 1 channels, modifier, from bit 0 on. */
static void say_operand(struct pm4_text *t, u32 operand, bool alpha)
{
	u32 count = alpha ? 1 : 3, mod = operand >> (2 + 3 * count) & 3;

	say(t, "%s%s", mod & 1 ? "-" : "", mod & 2 ? "|" : "");
	if ((operand & 3) == 3)
		say(t, "srcp");
	else
		say(t, "src%u", operand & 3);
	say_channels(t, operand >> 2, 3, count);
	say(t, "%s", mod & 2 ? "|" : "");
}

/**
 * struct half - one unit's part of an ALU instruction
 * @op: the operation
 * @dest: register, relative
 * @wmask: channels written to the register
 * @omask: channels written to a target or to predicates
 * @target: target, or compare of the predicate
 * @w: the alpha result is the depth
 * @omod: output modifier
 * @clamp: the result is clamped
 * @operand: A, B and C: select, swizzle, modifier
 */
struct half {
	u32 op, dest, wmask, omask, target, w, omod, clamp;
	u32 operand[3];
};

static void rgb_half(struct half *h, const u32 *inst)
{
	*h = (struct half){
		.op = inst[5] & 15,
		.dest = inst[5] >> 4 & 0xff,
		.wmask = inst[0] >> 11 & 7,
		.omask = inst[0] >> 15 & 7,
		.target = inst[3] >> 29 & 3,
		.omod = inst[3] >> 26 & 7,
		.clamp = inst[0] >> 19 & 1,
		.operand = { inst[3] & 0x1fff, inst[3] >> 13 & 0x1fff, inst[5] >> 12 & 0x1fff },
	};
}

static void alpha_half(struct half *h, const u32 *inst)
{
	*h = (struct half){
		.op = inst[4] & 15,
		.dest = inst[4] >> 4 & 0xff,
		.wmask = inst[0] >> 11 & 8,
		.omask = inst[0] >> 15 & 8,
		.target = inst[4] >> 29 & 3,
		.w = inst[4] >> 31,
		.omod = inst[4] >> 26 & 7,
		.clamp = inst[0] >> 20 & 1,
		.operand = { inst[4] >> 12 & 0x7f, inst[4] >> 19 & 0x7f, inst[5] >> 25 & 0x7f },
	};
}

static u32 operands_said(const struct half *h, bool alpha)
{
	u32 n = 3;

	while (n > r500_us_operands(alpha, h->op) && !h->operand[n - 1])
		n--;
	return n;
}

static void say_half(struct pm4_text *t, const struct half *h, bool alpha, u32 type)
{
	static const struct half none;
	u32 i, n = operands_said(h, alpha);

	if (!memcmp(h, &none, sizeof(none)))
		return;
	say(t, "; %s ", alpha ? "ALPHA" : "RGB");
	say_named(t, alpha ? r500_us_alpha_ops : r500_us_rgb_ops, h->op);
	if (h->omod)
		say(t, ".%s", r500_us_omods[h->omod]);
	say(t, "%s ", h->clamp ? ".CLAMP" : "");
	say_temp(t, h->dest);
	say_mask(t, h->wmask);
	if (h->omask || h->target) {
		say(t, " %s", type == R500_US_OUT ? r500_us_targets[h->target] :
						    r500_us_compares[h->target]);
		say_mask(t, h->omask);
	}
	say(t, "%s", h->w ? " W" : "");
	for (i = 0; i < n; i++) {
		say(t, ", ");
		say_operand(t, h->operand[i], alpha);
	}
}

/*
 * Sources that operands of either half read, by the channels of their swizzles: bits 2:0 the rgb
 * parts, 6:4 the alpha parts, 3 and 7 the presubtract results.
 */
static u32 read_sources(const struct half *halves)
{
	u32 i, n, c, operand, channel, set = 0;

	for (i = 0; i < 2; i++)
		for (n = 0; n < operands_said(&halves[i], i); n++)
			for (c = 0; c < (i ? 1 : 3); c++) {
				operand = halves[i].operand[n];
				channel = operand >> (2 + 3 * c) & 7;
				if (channel < 4)
					set |= (channel == 3 ? 0x10 : 1) << (operand & 3);
			}
	return set;
}

static void say_sources(struct pm4_text *t, u32 word, const char *name, u32 shown)
{
	u32 i, source;

	for (i = 0; i < 3; i++) {
		source = word >> 10 * i & 0x3ff;
		if (!source && !(shown >> i & 1))
			continue;
		say(t, " %s%u=", name, i);
		say_source(t, source);
	}
	if (word >> 30 || shown >> 3 & 1)
		say(t, " %sp=%s", name, r500_us_presubtracts[word >> 30]);
}

static void say_alu(struct pm4_text *t, const u32 *inst, u32 type)
{
	struct half halves[2];
	u32 shown;

	rgb_half(&halves[0], inst);
	alpha_half(&halves[1], inst);
	shown = read_sources(halves);
	say_sources(t, inst[1], "rgb", shown);
	say_sources(t, inst[2], "a", shown >> 4);
	say_half(t, &halves[0], false, type);
	say_half(t, &halves[1], true, type);
}

static void say_tex(struct pm4_text *t, const u32 *inst)
{
	u32 op = inst[1] >> 22 & 7;

	say(t, " ");
	say_named(t, r500_us_tex_ops, op);
	say(t, " ");
	say_temp(t, inst[2] >> 16 & 0xff);
	say_mask(t, inst[0] >> 11 & 15);
	say(t, ", t%u", inst[1] >> 16 & 15);
	say_channels(t, inst[2] >> 24, 2, 4);
	say(t, ", ");
	say_temp(t, inst[2] & 0xff);
	say_channels(t, inst[2] >> 8, 2, 4);
	if (!inst[3] && op != 6)
		return;
	say(t, ", ");
	say_temp(t, inst[3] & 0xff);
	say_channels(t, inst[3] >> 8, 2, 4);
	say(t, ", ");
	say_temp(t, inst[3] >> 16 & 0xff);
	say_channels(t, inst[3] >> 24, 2, 4);
}

/* An inline constant is relative to nothing: no text has this bit. */
static bool source_said(u32 source)
{
	return !(source & 0x80) || source & 0x100 || !(source & 0x200);
}

static bool said(const u32 *inst, u32 type)
{
	u32 i;

	for (i = 0; i < R500_US_DW; i++)
		if (inst[i] & ~said_bits[type][i])
			return false;
	if (type == R500_US_FC || type == R500_US_TEX)
		return true;
	for (i = 0; i < 3; i++)
		if (!source_said(inst[1] >> 10 * i) || !source_said(inst[2] >> 10 * i))
			return false;
	return true;
}

/**
 * r500_say_inst() - append an instruction as assembly
 * @t: the text
 * @inst: its six dwords
 */
void r500_say_inst(struct pm4_text *t, const u32 *inst)
{
	u32 type = inst[0] & 3;

	if (!said(inst, type)) {
		say(t, ".inst 0x%08x 0x%08x 0x%08x 0x%08x 0x%08x 0x%08x", inst[0], inst[1], inst[2],
		    inst[3], inst[4], inst[5]);
		return;
	}
	say(t, "%s", r500_us_types[type]);
	say_fields(t, inst, type);
	if (type == R500_US_TEX) {
		say_tex(t, inst);
	} else if (type == R500_US_FC) {
		say(t, " ");
		say_named(t, r500_us_fc_ops, inst[2] & 7);
	} else {
		say_alu(t, inst, type);
	}
}
