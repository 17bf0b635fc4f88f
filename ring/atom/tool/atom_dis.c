// SPDX-License-Identifier: GPL-2.0
/*
 * The disassembler: prints instructions of command tables, bytes of data tables, and
 * operations of indirect access programs.
 */
#include "atom_tool.h"

#define COMMAND_CODE	6
#define DATA_HEADER	4
#define COLUMN_BYTES	8

struct text {
	char buf[160];
	size_t len;
};

#define say(t, ...) \
	((t)->len += scnprintf((t)->buf + (t)->len, sizeof((t)->buf) - (t)->len, __VA_ARGS__))

static u32 byte_at(const struct rcp_atom_image *image, u32 pos)
{
	return image->bytes[pos];
}

/* Print offset, bytes and text; bytes that do not fit into the column continue below. */
static void line(const struct rcp_atom_image *image, u32 pos, u32 size, const char *text)
{
	u32 i, n;

	for (i = 0; i < size || !i; i += n) {
		printf("  0x%04x  ", pos + i);
		for (n = 0; n < COLUMN_BYTES; n++)
			if (i + n < size)
				printf("%02x ", byte_at(image, pos + i + n));
			else
				printf("   ");
		printf(" %s\n", i ? "" : text);
	}
}

static void say_operand(struct text *t, const struct rcp_atom_operand *operand)
{
	static const char * const names[] = {
		[RCP_ATOM_REG] = "REG", [RCP_ATOM_PS] = "PS", [RCP_ATOM_WS] = "WS",
		[RCP_ATOM_FB] = "FB", [RCP_ATOM_ID] = "ID", [RCP_ATOM_PLL_REG] = "PLL",
		[RCP_ATOM_MC_REG] = "MC",
	};
	static const char * const special[] = {
		"QUOTIENT", "REMAINDER", "DATA_BLOCK", "SHIFT", "OR_MASK", "AND_MASK", "FB_WINDOW",
		"ATTRIBUTE", "REG_BLOCK",
	};

	if (operand->where == RCP_ATOM_IMM) {
		say(t, "0x%0*x", operand->part.bits / 4, operand->value);
		return;
	}
	if (operand->where == RCP_ATOM_WS && operand->value >= 0x40 &&
	    operand->value < 0x40 + ARRAY_SIZE(special))
		say(t, "%s", special[operand->value - 0x40]);
	else if (operand->where == RCP_ATOM_REG || operand->where == RCP_ATOM_ID)
		say(t, "%s[0x%04x]", names[operand->where], operand->value);
	else
		say(t, "%s[0x%02x]", names[operand->where], operand->value);
	if (operand->part.bits != 32)
		say(t, "[%u:%u]", operand->part.shift + operand->part.bits - 1,
		    operand->part.shift);
}

static void say_table(struct text *t, const struct rcp_atom_image *image,
		      const struct rcp_atom_insn *insn)
{
	u32 number = insn->extra;

	if (insn->op->op == RCP_ATOM_OP_CALL_TABLE)
		say(t, "%u (%s%s)", number, rcp_atom_command_name(number),
		    rcp_atom_present(image, true, number) ? "" : ", not there");
	else if (number == 0xff)
		say(t, "%u (this table)", number);
	else if (!number)
		say(t, "0 (the image)");
	else
		say(t, "%u (%s%s)", number, rcp_atom_data_name(number),
		    rcp_atom_present(image, false, number) ? "" : ", not there");
}

static void say_insn(struct text *t, const struct rcp_atom_image *image,
		     const struct rcp_atom_table *table, const struct rcp_atom_insn *insn)
{
	say(t, "%s", insn->op->name);
	if (insn->op->form != RCP_ATOM_FORM_NONE)
		say(t, " ");
	switch (insn->op->form) {
	case RCP_ATOM_FORM_BYTE:
		if (insn->op->op == RCP_ATOM_OP_CALL_TABLE ||
		    insn->op->op == RCP_ATOM_OP_SET_DATA_BLOCK)
			say_table(t, image, insn);
		else
			say(t, "%u", insn->extra);
		break;
	case RCP_ATOM_FORM_WORD:
		/* Targets are relative to the table; the listing shows offsets in the image. */
		if (insn->op->op >= RCP_ATOM_OP_JUMP && insn->op->op <= RCP_ATOM_OP_JUMP_NOT_EQUAL)
			say(t, "0x%04x", table->start + insn->extra);
		else
			say(t, "0x%04x", insn->extra);
		break;
	case RCP_ATOM_FORM_BLOCK:
		say(t, "%u bytes", insn->extra);
		break;
	case RCP_ATOM_FORM_DST:
		say_operand(t, &insn->dst);
		break;
	case RCP_ATOM_FORM_DST_BYTE:
		say_operand(t, &insn->dst);
		say(t, ", %u", insn->extra);
		break;
	case RCP_ATOM_FORM_DST_SRC:
		say_operand(t, &insn->dst);
		say(t, ", ");
		say_operand(t, &insn->src);
		break;
	case RCP_ATOM_FORM_DST_MASK_SRC:
		say_operand(t, &insn->dst);
		say(t, ", 0x%0*x, ", insn->extra_part.bits / 4, insn->extra);
		say_operand(t, &insn->src);
		break;
	case RCP_ATOM_FORM_SRC:
	case RCP_ATOM_FORM_SWITCH:
		say_operand(t, &insn->src);
		break;
	}
}

/* Advance @pos past the cases of a SWITCH, and print them. */
static bool show_cases(const struct rcp_atom_image *image, const struct rcp_atom_table *table,
		       const struct rcp_atom_insn *insn, u32 *pos)
{
	u32 value, target, at;

	for (;;) {
		struct text t = { };

		at = *pos;
		switch (rcp_atom_case(image, table, insn, pos, &value, &target, NULL)) {
		case RCP_ATOM_CASE:
			say(&t, "  CASE 0x%0*x: 0x%04x", insn->extra_part.bits / 4, value,
			    table->start + target);
			break;
		case RCP_ATOM_CASE_END:
			line(image, at, *pos - at, "  END");
			return true;
		default:
			return false;
		}
		line(image, at, *pos - at, t.buf);
	}
}

/* ---- code and data in a table ---- */

#define TABLE_BYTES	0x10000u	/* the size in the header has 16 bits */

/*
 * Positions of a table that a run can reach, relative to the table.  Only these are code:
 * a table may have data anywhere else, such as a DATA block after its last EOT.
 */
struct reach {
	bool code[TABLE_BYTES];
	u16 todo[TABLE_BYTES];
	u32 ntodo;
};

static bool reach(struct reach *r, const struct rcp_atom_table *table, u32 target,
		  struct rcp_atom_why *why)
{
	if (target < COMMAND_CODE || target >= table->size)
		return rcp_atom_say(why, "a jump to 0x%04x of a table of 0x%04x bytes", target,
				    table->size);
	if (!r->code[target]) {
		r->code[target] = true;
		r->todo[r->ntodo++] = target;
	}
	return true;
}

static bool reach_cases(struct reach *r, const struct rcp_atom_image *image,
			const struct rcp_atom_table *table, const struct rcp_atom_insn *insn,
			u32 *pos, struct rcp_atom_why *why)
{
	u32 value, target;

	for (;;) {
		switch (rcp_atom_case(image, table, insn, pos, &value, &target, why)) {
		case RCP_ATOM_CASE:
			if (!reach(r, table, target, why))
				return false;
			break;
		case RCP_ATOM_CASE_END:
			return true;
		default:
			return false;
		}
	}
}

/* Reach what follows an instruction. */
static bool reach_next(struct reach *r, const struct rcp_atom_image *image,
		       const struct rcp_atom_table *table, const struct rcp_atom_insn *insn,
		       struct rcp_atom_why *why)
{
	u32 op = insn->op->op, next = insn->pos + insn->size;

	if (op == RCP_ATOM_OP_EOT)
		return true;
	if (op == RCP_ATOM_OP_SWITCH && !reach_cases(r, image, table, insn, &next, why))
		return false;
	if (op >= RCP_ATOM_OP_JUMP && op <= RCP_ATOM_OP_JUMP_NOT_EQUAL &&
	    !reach(r, table, insn->extra, why))
		return false;
	if (op == RCP_ATOM_OP_JUMP)
		return true;
	if (next >= table->start + table->size)
		return rcp_atom_say(why, "the code ends at 0x%04x without EOT", next);
	return reach(r, table, next - table->start, why);
}

/* Find the code of a table.  Returns false if a run can get to something that is no code. */
static bool find_code(struct reach *r, const struct rcp_atom_image *image,
		      const struct rcp_atom_table *table, struct rcp_atom_why *why)
{
	struct rcp_atom_why inner = { };
	struct rcp_atom_insn insn;
	u32 pos;

	memset(r, 0, sizeof(*r));
	if (table->size <= COMMAND_CODE)
		return rcp_atom_say(why, "the code ends at 0x%04x without EOT",
				    table->start + table->size);
	reach(r, table, COMMAND_CODE, NULL);
	while (r->ntodo) {
		pos = table->start + r->todo[--r->ntodo];
		if (!rcp_atom_decode(image, table, pos, &insn, &inner) ||
		    !reach_next(r, image, table, &insn, &inner))
			return rcp_atom_say(why, "at 0x%04x: %s", pos, inner.text);
	}
	return true;
}

/* The first reachable position after @pos; the end of the table if there is none. */
static u32 next_code(const struct reach *r, const struct rcp_atom_table *table, u32 pos)
{
	u32 at = pos - table->start + 1;

	while (at < table->size && !r->code[at])
		at++;
	return table->start + at;
}

/*
 * Print a table from start to end.  Bytes that no run reaches are printed as instructions if
 * they decode, because they may be code that the table's author has disabled.
 */
static void show_code(const struct reach *r, const struct rcp_atom_image *image,
		      const struct rcp_atom_table *table)
{
	u32 pos = table->start + COMMAND_CODE, end = table->start + table->size, code, next;

	while (pos < end) {
		struct rcp_atom_insn insn;
		struct text t = { };

		code = next_code(r, table, pos);
		if (!rcp_atom_decode(image, table, pos, &insn, NULL) || pos + insn.size > code) {
			line(image, pos, code - pos, "(data)");
			pos = code;
			continue;
		}
		next = pos + insn.size;
		say_insn(&t, image, table, &insn);
		line(image, pos, insn.size, t.buf);
		if (insn.op->op == RCP_ATOM_OP_SWITCH)
			show_cases(image, table, &insn, &next);
		pos = next;
	}
}

bool atom_code_is_good(const struct rcp_atom_image *image, u32 number, struct rcp_atom_why *why)
{
	static struct reach r;
	struct rcp_atom_table table;

	return rcp_atom_command(image, number, &table, why) && find_code(&r, image, &table, why);
}

int atom_command(const struct rcp_atom_image *image, u32 number)
{
	static struct reach r;
	struct rcp_atom_why why = { };
	struct rcp_atom_table table;
	bool good;

	if (!rcp_atom_command(image, number, &table, &why)) {
		printf("\n%s\n", why.text);
		return ATOM_BROKEN;
	}
	printf("\n%s: command table %u at 0x%04x, %u bytes, revision %u.%u, ",
	       rcp_atom_command_name(number), number, table.start, table.size, table.format,
	       table.content);
	printf("%u parameters, workspace %u\n", table.ps, table.ws);
	good = find_code(&r, image, &table, &why);
	show_code(&r, image, &table);
	if (good)
		return ATOM_GOOD;
	printf("  BROKEN %s\n", why.text);
	return ATOM_BROKEN;
}

/* ---- data ---- */

static void show_bytes(const struct rcp_atom_image *image, u32 pos, u32 size)
{
	u32 i, j;

	for (i = 0; i < size; i += 16) {
		printf("  0x%04x  ", pos + i);
		for (j = i; j < i + 16; j++)
			if (j < size)
				printf("%02x ", byte_at(image, pos + j));
			else
				printf("   ");
		printf(" ");
		for (j = i; j < i + 16 && j < size; j++)
			putchar(byte_at(image, pos + j) >= ' ' && byte_at(image, pos + j) <= '~' ?
				(int)byte_at(image, pos + j) : '.');
		printf("\n");
	}
}

/* Print an indirect access program.  rcp_atom_parse() has checked it. */
static void show_method(const struct rcp_atom_image *image, u32 number)
{
	static const struct {
		const char *name;
		u32 size;
	} operations[] = {
		{ "NOP", 1 }, { "START", 2 }, { "READ", 3 }, { "WRITE", 3 }, { "CLEAR", 3 },
		{ "SET", 3 }, { "MOVE_INDEX", 4 }, { "MOVE_ATTRIBUTE", 4 }, { "MOVE_DATA", 4 },
		{ "END", 3 },
	};
	u32 pos = image->method[number], op;

	printf(" port %u, %s:\n", number & 0x7f, number & 0x80 ? "write" : "read");
	do {
		struct text t = { };

		op = byte_at(image, pos);
		say(&t, "%s", operations[op].name);
		if (op == 2 || op == 3)
			say(&t, " 0x%04x", rcp_atom_at(image, pos + 1, 2));
		else if (op == 4 || op == 5)
			say(&t, " %u bits from %u", byte_at(image, pos + 1),
			    byte_at(image, pos + 2));
		else if (op >= 6 && op <= 8)
			say(&t, " %u bits from %u to %u", byte_at(image, pos + 1),
			    byte_at(image, pos + 2), byte_at(image, pos + 3));
		line(image, pos, operations[op].size, t.buf);
		pos += operations[op].size;
	} while (op != 9);
}

int atom_data(const struct rcp_atom_image *image, u32 number)
{
	struct rcp_atom_why why = { };
	struct rcp_atom_table table;
	u32 i;

	if (!rcp_atom_data(image, number, &table, &why)) {
		printf("\n%s\n", why.text);
		return ATOM_BROKEN;
	}
	printf("\n%s: data table %u at 0x%04x, %u bytes, revision %u.%u\n",
	       rcp_atom_data_name(number), number, table.start, table.size, table.format,
	       table.content);
	if (number != RCP_ATOM_INDIRECT_IO) {
		show_bytes(image, table.start + DATA_HEADER, table.size - DATA_HEADER);
		return ATOM_GOOD;
	}
	for (i = 0; i < RCP_ATOM_METHODS; i++)
		if (image->method[i])
			show_method(image, i);
	return ATOM_GOOD;
}
