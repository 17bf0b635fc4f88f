// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * ALU instructions as text, group by group: the slots of a group, its literals, operands,
 * predicates and modifiers.
 *
 * An instruction takes the slot of its destination's channel.  If the operation is one of slot t
 * only, or if that slot is taken, it takes t.  (SQ_CONFIG.ALU_INST_PREFER_VECTOR is set in each
 * recorded stream; without it the last instruction of a group may go to t as well.)
 *
 * Pure functions: no allocation, no locks.
 */
#include "../pm4_util.h"
#include "r600_shader.h"

#define SLOT_T			4u
#define NO_SLOT			5u
#define ALU_SRC_LITERAL		253u

/* Operands of an instruction; each has select, relative, channel and sign in 13 bits. */
static u32 operand(const u32 *word, u32 n)
{
	return n < 2 ? pm4_bits(word[0], 13 * n, 13) : pm4_bits(word[1], 0, 13);
}

static bool is_op3(const u32 *word)
{
	return word[1] >> 15 & 7;
}

static u32 count_sources(const struct r600_op *op, const u32 *word)
{
	return op ? op->sources : is_op3(word) ? 3 : 2;
}

static u32 find_slot(const struct r600_op *op, u32 chip, u32 chan, u32 taken)
{
	u32 trans = R600_OP_TRANS | (r600_chip_is_r7xx(chip) ? 0 : R600_OP_TRANS_R6XX);

	if (!(op && op->flags & trans) && !(taken >> chan & 1))
		return chan;
	return taken >> SLOT_T & 1 ? NO_SLOT : SLOT_T;
}

/**
 * r600_group_read() - find the end, the slots and the literals of a group
 * @g: receives the group
 * @chip: the chip
 * @words: its first word
 * @count: words of the clause from there on, not 0
 *
 * The group ends with the instruction that has LAST, or with the clause.
 */
void r600_group_read(struct r600_group *g, u32 chip, const u32 *words, u32 count)
{
	u32 n, i, taken = 0, slot;
	bool last;

	*g = (struct r600_group){ .words = words };
	do {
		const u32 *word = words + 2 * g->count;
		const struct r600_op *op = r600_alu_op(chip, word);

		slot = find_slot(op, chip, pm4_bits(word[1], 29, 2), taken);
		taken |= 1u << slot;
		if (g->count < R600_GROUP_SLOTS)
			g->slots[g->count] = slot;
		n = count_sources(op, word);
		for (i = 0; i < n; i++)
			if (pm4_bits(operand(word, i), 0, 9) == ALU_SRC_LITERAL)
				g->literals = max(g->literals,
						  pm4_bits(operand(word, i), 11, 1) + 1);
		last = word[0] >> 31;
		g->count++;
	} while (!last && g->count < count);
	g->given = min(g->literals, count - g->count);
}

/* A float in its shortest form, or nothing for what is no usual one. */
static void say_literal(struct pm4_text *t, const struct r600_group *g, u32 chan)
{
	float f;
	u32 bits;

	if (chan / 2 >= g->given) {
		say(t, "literal.%c", "xyzw"[chan]);
		return;
	}
	bits = g->words[2 * g->count + chan];
	memcpy(&f, &bits, sizeof(f));
	say(t, "0x%x", bits);
	if (bits > 0x00ffffff && (bits >> 23 & 0xff) != 0xff)
		say(t, "(%g)", f);
}

static void say_index(struct pm4_text *t, const char *file, u32 n, bool relative, u32 mode)
{
	static const char * const modes[] = { "AR.x", "AR.y", "AR.z", "AR.w", "aL", "GLOBAL",
					      "GLOBAL+AR.x", "INDEX7" };

	if (relative)
		say(t, "%s[%u+%s]", file, n, modes[mode]);
	else if (*file == 'R')
		say(t, "R%u", n);
	else
		say(t, "%s[%u]", file, n);
}

static void say_select(struct pm4_text *t, const struct r600_group *g, u32 source, u32 mode)
{
	static const char * const inlines[] = {
		[244 - 244] = "1.0_L", [245 - 244] = "1.0_M", [246 - 244] = "0.5_L",
		[247 - 244] = "0.5_M", [248 - 244] = "0", [249 - 244] = "1.0",
		[250 - 244] = "1", [251 - 244] = "-1", [252 - 244] = "0.5",
	};
	u32 sel = pm4_bits(source, 0, 9), chan = pm4_bits(source, 10, 2);
	bool relative = source >> 9 & 1;

	if (sel == ALU_SRC_LITERAL) {
		say_literal(t, g, chan);
		return;
	}
	if (sel >= 244 && sel < ALU_SRC_LITERAL) {
		say(t, "%s", inlines[sel - 244]);
		return;
	}
	if (sel == 255) {
		say(t, "PS");
		return;
	}
	if (sel < 128)
		say_index(t, "R", sel, relative, mode);
	else if (sel < 192)
		say_index(t, sel < 160 ? "KC0" : "KC1", sel & 31, relative, mode);
	else if (sel > 255)
		say_index(t, "C", sel - 256, relative, mode);
	else if (sel == 254)
		say(t, "PV");
	else
		say(t, "SEL%u", sel);
	say(t, ".%c", "xyzw"[chan]);
}

static void say_sources(struct pm4_text *t, const struct r600_group *g, const u32 *word, u32 count)
{
	u32 i, abs = is_op3(word) ? 0 : word[1] & 3, mode = pm4_bits(word[0], 26, 3);

	for (i = 0; i < count; i++) {
		u32 source = operand(word, i);

		say(t, ", %s%s", source >> 12 & 1 ? "-" : "", abs >> i & 1 ? "|" : "");
		say_select(t, g, source, mode);
		say(t, "%s", abs >> i & 1 ? "|" : "");
	}
	/* Compilers leave bits in operands that the operation does not read. */
	for (i = count; i < (is_op3(word) ? 3 : 2); i++)
		if (operand(word, i))
			say(t, " unread SRC%u=0x%x", i, operand(word, i));
}

static void say_name(struct pm4_text *t, const u32 *word)
{
	static const char * const omods[] = { "", ".M2", ".M4", ".D2" };
	const struct r600_op *op = r600_alu_op(t->chip, word);
	bool r7xx = r600_chip_is_r7xx(t->chip);

	if (is_op3(word)) {
		r600_say_op(t, op, "OP3_INST", pm4_bits(word[1], 13, 5));
	} else {
		r600_say_op(t, op, "OP2_INST",
			    r7xx ? pm4_bits(word[1], 7, 11) : pm4_bits(word[1], 8, 10));
		say(t, "%s", omods[pm4_bits(word[1], r7xx ? 5 : 6, 2)]);
	}
	if (word[1] >> 31)
		say(t, ".CLAMP");
}

static void say_dest(struct pm4_text *t, const u32 *word)
{
	u32 gpr = pm4_bits(word[1], 21, 7);

	say(t, " ");
	if (is_op3(word) || word[1] >> 4 & 1)
		say_index(t, "R", gpr, word[1] >> 28 & 1, pm4_bits(word[0], 26, 3));
	else
		say(t, "__");
	say(t, ".%c", "xyzw"[pm4_bits(word[1], 29, 2)]);
}

static void say_modes(struct pm4_text *t, const u32 *word, bool trans)
{
	static const char * const predicates[] = { "", " PRED_SEL=1", " PRED_SEL=ZERO",
						   " PRED_SEL=ONE" };
	static const char * const vectors[] = { "VEC_012", "VEC_021", "VEC_120", "VEC_102",
						"VEC_201", "VEC_210", "6", "7" };
	static const char * const scalars[] = { "SCL_210", "SCL_122", "SCL_212", "SCL_221",
						"4", "5", "6", "7" };
	u32 swizzle = pm4_bits(word[1], 18, 3);

	if (!is_op3(word)) {
		if (word[1] >> 2 & 1)
			say(t, " UPDATE_EXECUTE_MASK");
		if (word[1] >> 3 & 1)
			say(t, " UPDATE_PRED");
		if (word[1] >> 5 & 1 && !r600_chip_is_r7xx(t->chip))
			say(t, " FOG_MERGE");
	}
	say(t, "%s", predicates[pm4_bits(word[0], 29, 2)]);
	if (swizzle)
		say(t, " BANK_SWIZZLE=%s", trans ? scalars[swizzle] : vectors[swizzle]);
}

/**
 * r600_say_alu() - append an instruction of a group
 * @t: the text
 * @g: the group
 * @n: number of the instruction in the group
 */
void r600_say_alu(struct pm4_text *t, const struct r600_group *g, u32 n)
{
	const u32 *word = g->words + 2 * n;
	const struct r600_op *op = r600_alu_op(t->chip, word);
	u32 slot = n < R600_GROUP_SLOTS ? g->slots[n] : NO_SLOT;

	say(t, "%c: ", "xyzwt?"[slot]);
	say_name(t, word);
	say_dest(t, word);
	say_sources(t, g, word, count_sources(op, word));
	say_modes(t, word, slot == SLOT_T);
	if (slot == NO_SLOT)
		say(t, " (no slot is free)");
	if (n + 1 == g->count && !(word[0] >> 31))
		say(t, " (the clause ends without LAST)");
}
