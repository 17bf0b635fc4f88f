// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Words of control flow as text: jumps and loops, clauses, exports and writes to memory.  Fields
 * that are 0 and say nothing are left out.  Addresses are dwords of the program.
 *
 * Pure functions: no allocation, no locks.
 */
#include "../pm4_util.h"
#include "r600_shader.h"

/* The fields of each kind of word; SWIZ: exports, BUF: memory. */
#define CF_KNOWN		0xffe7ffffu
#define CF_KNOWN_R7XX		0xffefffffu
#define EXPORT_SWIZ_KNOWN	0xfffe0fffu
#define EXPORT_BUF_KNOWN	0xfffeffffu

static void say_field(struct pm4_text *t, const char *name, u32 value)
{
	if (value)
		say(t, " %s=%u", name, value);
}

static void say_flags(struct pm4_text *t, u32 word)
{
	if (word >> 21 & 1)
		say(t, " END_OF_PROGRAM");
	if (word >> 22 & 1)
		say(t, " VALID_PIXEL_MODE");
}

/* Bits 31:30 are the same in all words of control flow. */
static void say_order(struct pm4_text *t, u32 word)
{
	if (word >> 30 & 1)
		say(t, " WHOLE_QUAD_MODE");
	if (!(word >> 31))
		say(t, " NO_BARRIER");
}

static void say_plain(struct pm4_text *t, const u32 *word, const struct r600_op *op)
{
	static const char * const conds[] = { "ACTIVE", "FALSE", "BOOL", "NOT_BOOL" };
	u32 flags = op ? op->flags : 0, cond = pm4_bits(word[1], 8, 2);
	u32 count = pm4_bits(word[1], 10, 3), loop = pm4_bits(word[1], 3, 5);

	if (r600_chip_is_r7xx(t->chip))
		count |= pm4_bits(word[1], 19, 1) << 3;
	if (flags & R600_OP_CLAUSE)
		say(t, " %u", count + 1);
	else
		say_field(t, "COUNT", count);
	if (word[0] || flags & (R600_OP_ADDR | R600_OP_CLAUSE))
		say(t, " @%llu", big(2 * (u64)word[0]));
	say_field(t, "POP_COUNT", pm4_bits(word[1], 0, 3));
	if (cond)
		say(t, " COND=%s", conds[cond]);
	if (loop || cond > 1 || flags & R600_OP_CONST)
		say(t, " CF_CONST=%u", loop);
	say_field(t, "CALL_COUNT", pm4_bits(word[1], 13, 6));
	say_flags(t, word[1]);
	say_order(t, word[1]);
	r600_say_other(t, 1, word[1], r600_chip_is_r7xx(t->chip) ? CF_KNOWN_R7XX : CF_KNOWN);
}

/* A lock of one or two lines of 16 constants, or of lines that the loop index chooses. */
static void say_kcache(struct pm4_text *t, u32 n, u32 bank, u32 mode, u32 addr)
{
	u32 first = addr * 16;

	if (!mode && !bank && !addr)
		return;
	say(t, " KCACHE%u=CB%u", n, bank);
	if (mode == 3)
		say(t, "[%u+aL..]", first);
	else if (mode)
		say(t, "[%u..%u]", first, first + 16 * mode - 1);
	else
		say(t, "[%u] unlocked", first);
}

static void say_alu_clause(struct pm4_text *t, const u32 *word)
{
	say(t, " %u @%u", pm4_bits(word[1], 18, 7) + 1, 2 * pm4_bits(word[0], 0, 22));
	say_kcache(t, 0, pm4_bits(word[0], 22, 4), word[0] >> 30, pm4_bits(word[1], 2, 8));
	say_kcache(t, 1, pm4_bits(word[0], 26, 4), pm4_bits(word[1], 0, 2),
		   pm4_bits(word[1], 10, 8));
	if (word[1] >> 25 & 1)
		say(t, r600_chip_is_r7xx(t->chip) ? " ALT_CONST" : " USES_WATERFALL");
	say_order(t, word[1]);
}

static void say_type(struct pm4_text *t, const struct r600_op *op, u32 type)
{
	static const char * const exports[] = { "PIXEL", "POS", "PARAM", "TYPE3" };
	static const char * const writes[] = { "WRITE", "WRITE_IND", "WRITE_ACK", "WRITE_IND_ACK" };
	static const char * const reads[] = { "WRITE", "WRITE_IND", "READ", "READ_IND" };
	u32 flags = op ? op->flags : 0;

	if (!(flags & R600_OP_MEMORY))
		say(t, " %s", exports[type]);
	else if (flags & R600_OP_READS && !r600_chip_is_r7xx(t->chip))
		say(t, " %s", reads[type]);
	else
		say(t, " %s", writes[type]);
}

static void say_export(struct pm4_text *t, const u32 *word, const struct r600_op *op)
{
	u32 base = pm4_bits(word[0], 0, 13), burst = pm4_bits(word[1], 17, 4) + 1, i;
	u32 type = pm4_bits(word[0], 13, 2), mask = pm4_bits(word[1], 12, 4);
	bool memory = op && op->flags & R600_OP_MEMORY;

	say_type(t, op, type);
	say(t, burst > 1 ? " %u..%u, " : " %u, ", base, base + burst - 1);
	r600_say_gpr(t, pm4_bits(word[0], 15, 7), burst, word[0] >> 22 & 1);
	say(t, ".");
	for (i = 0; i < 4; i++)
		say(t, "%c", !memory ? "xyzw01?_"[pm4_bits(word[1], 3 * i, 3)] :
			     mask >> i & 1 ? "xyzw"[i] : '_');
	if (memory && (type & 1 || pm4_bits(word[0], 23, 7)))
		say(t, ", R%u", pm4_bits(word[0], 23, 7));
	else if (!memory)
		say_field(t, "INDEX_GPR", pm4_bits(word[0], 23, 7));
	say_field(t, "ELEM_SIZE", word[0] >> 30);
	if (memory)
		say_field(t, "ARRAY_SIZE", pm4_bits(word[1], 0, 12));
	say_flags(t, word[1]);
	say_order(t, word[1]);
	r600_say_other(t, 1, word[1], memory ? EXPORT_BUF_KNOWN : EXPORT_SWIZ_KNOWN);
}

/**
 * r600_say_cf() - append a word of control flow
 * @t: the text
 * @word: the two dwords
 */
void r600_say_cf(struct pm4_text *t, const u32 *word)
{
	const struct r600_op *op = r600_cf_op(word);
	u32 number = pm4_bits(word[1], 23, 7);

	if (r600_cf_is_alu(word)) {
		r600_say_op(t, op, "CF_INST", pm4_bits(word[1], 26, 4));
		say_alu_clause(t, word);
		return;
	}
	r600_say_op(t, op, "CF_INST", number);
	if (number < R600_CF_EXPORT_FIRST)
		say_plain(t, word, op);
	else
		say_export(t, word, op);
}
