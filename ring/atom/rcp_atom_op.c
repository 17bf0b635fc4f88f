// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder of command tables: opcodes, operands and lengths.
 *
 * An instruction is in its table: its operands and the cases of a SWITCH must end before
 * the size in the header of the table.
 *
 * Some opcodes differ between AMD's decoder and the in-tree one.  In AMD's decoder DEBUG has
 * an operand, and 0x7a is a block of data that is skipped; the in-tree decoder has neither.
 * This decoder follows AMD's here.  SET_PCI_PORT and SET_SYS_IO_PORT have an operand only in the
 * in-tree decoder, so this one treats their length as unknown.
 *
 * Pure functions: no locks, no allocation.
 */
#include "rcp_atom_op.h"

#define CASE_MAGIC	0x63
#define CASE_END	0x5a5a

#define ONE(number, op_, form_, name_) \
	[number] = { .name = (name_), .op = RCP_ATOM_OP_##op_, .form = RCP_ATOM_FORM_##form_ }
#define TO(number, op_, form_, name_, where_) \
	[number] = { .name = (name_), .op = RCP_ATOM_OP_##op_, .form = RCP_ATOM_FORM_##form_, \
		     .where = RCP_ATOM_##where_ }
#define SIX(first, op, form, name) \
	TO((first) + 0, op, form, name, REG), \
	TO((first) + 1, op, form, name, PS), \
	TO((first) + 2, op, form, name, WS), \
	TO((first) + 3, op, form, name, FB), \
	TO((first) + 4, op, form, name, PLL_REG), \
	TO((first) + 5, op, form, name, MC_REG)

static const struct rcp_atom_op ops[] = {
	ONE(0, NONE, UNKNOWN, "0"),
	SIX(1, MOVE, DST_SRC, "MOVE"),
	SIX(7, AND, DST_SRC, "AND"),
	SIX(13, OR, DST_SRC, "OR"),
	SIX(19, SHIFT_LEFT, DST_BYTE, "SHIFT_LEFT"),
	SIX(25, SHIFT_RIGHT, DST_BYTE, "SHIFT_RIGHT"),
	SIX(31, MUL, DST_SRC, "MUL"),
	SIX(37, DIV, DST_SRC, "DIV"),
	SIX(43, ADD, DST_SRC, "ADD"),
	SIX(49, SUB, DST_SRC, "SUB"),
	ONE(55, SET_ATI_PORT, WORD, "SET_ATI_PORT"),
	ONE(56, SET_PCI_PORT, UNKNOWN, "SET_PCI_PORT"),
	ONE(57, SET_SYS_IO_PORT, UNKNOWN, "SET_SYS_IO_PORT"),
	ONE(58, SET_REG_BLOCK, WORD, "SET_REG_BLOCK"),
	ONE(59, SET_FB_BASE, SRC, "SET_FB_BASE"),
	SIX(60, COMPARE, DST_SRC, "COMPARE"),
	ONE(66, SWITCH, SWITCH, "SWITCH"),
	ONE(67, JUMP, WORD, "JUMP"),
	ONE(68, JUMP_EQUAL, WORD, "JUMP_EQUAL"),
	ONE(69, JUMP_BELOW, WORD, "JUMP_BELOW"),
	ONE(70, JUMP_ABOVE, WORD, "JUMP_ABOVE"),
	ONE(71, JUMP_BELOW_OR_EQUAL, WORD, "JUMP_BELOW_OR_EQUAL"),
	ONE(72, JUMP_ABOVE_OR_EQUAL, WORD, "JUMP_ABOVE_OR_EQUAL"),
	ONE(73, JUMP_NOT_EQUAL, WORD, "JUMP_NOT_EQUAL"),
	SIX(74, TEST, DST_SRC, "TEST"),
	ONE(80, DELAY_MS, BYTE, "DELAY_MS"),
	ONE(81, DELAY_US, BYTE, "DELAY_US"),
	ONE(82, CALL_TABLE, BYTE, "CALL_TABLE"),
	ONE(83, REPEAT, UNKNOWN, "REPEAT"),
	SIX(84, CLEAR, DST, "CLEAR"),
	ONE(90, NOP, NONE, "NOP"),
	ONE(91, EOT, NONE, "EOT"),
	SIX(92, MASK, DST_MASK_SRC, "MASK"),
	ONE(98, POST_CARD, BYTE, "POST_CARD"),
	ONE(99, BEEP, NONE, "BEEP"),
	ONE(100, SAVE_REG, UNKNOWN, "SAVE_REG"),
	ONE(101, RESTORE_REG, UNKNOWN, "RESTORE_REG"),
	ONE(102, SET_DATA_BLOCK, BYTE, "SET_DATA_BLOCK"),
	SIX(103, XOR, DST_SRC, "XOR"),
	SIX(109, SHL, DST_SRC, "SHL"),
	SIX(115, SHR, DST_SRC, "SHR"),
	ONE(121, DEBUG, BYTE, "DEBUG"),
	ONE(122, DATA, BLOCK, "DATA"),
};

static const struct rcp_atom_part parts[8] = {
	{ 0, 32 }, { 0, 16 }, { 8, 16 }, { 16, 16 }, { 0, 8 }, { 8, 8 }, { 16, 8 }, { 24, 8 },
};

/* The part of the destination has the size of the source; bits 6-7 give its position. */
static struct rcp_atom_part dst_part(u32 attribute)
{
	static const u8 words[4] = { 1, 2, 3, 0 };
	u32 source = attribute >> 3 & 7, place = attribute >> 6 & 3;

	if (source == 0)
		return parts[0];
	return parts[source < 4 ? words[place] : 4 + place];
}

/* The part of the source; without a source, of the destination. */
static struct rcp_atom_part own_part(u32 attribute)
{
	return parts[attribute >> 3 & 7];
}

static u32 part_bytes(struct rcp_atom_part part)
{
	return part.bits / 8;
}

static void decode_operand(struct rcp_atom_reader *reader, struct rcp_atom_operand *operand,
			   u32 where, struct rcp_atom_part part)
{
	operand->where = where;
	operand->part = part;
	if (where == RCP_ATOM_IMM)
		operand->value = rcp_atom_get(reader, part_bytes(part));
	else if (where == RCP_ATOM_REG || where == RCP_ATOM_ID)
		operand->value = rcp_atom_get(reader, 2);
	else
		operand->value = rcp_atom_get(reader, 1);
}

static void decode_source(struct rcp_atom_reader *reader, struct rcp_atom_insn *insn,
			  u32 attribute)
{
	decode_operand(reader, &insn->src, attribute & 7, own_part(attribute));
}

static void decode_form(struct rcp_atom_reader *reader, struct rcp_atom_insn *insn)
{
	u32 where = insn->op->where, attribute;

	switch (insn->op->form) {
	case RCP_ATOM_FORM_BYTE:
		insn->extra = rcp_atom_get(reader, 1);
		return;
	case RCP_ATOM_FORM_WORD:
		insn->extra = rcp_atom_get(reader, 2);
		return;
	case RCP_ATOM_FORM_BLOCK:
		insn->extra = rcp_atom_get(reader, 2);
		if (insn->extra > reader->end - reader->pos)
			reader->over = true;
		else
			reader->pos += insn->extra;
		return;
	case RCP_ATOM_FORM_NONE:
	case RCP_ATOM_FORM_UNKNOWN:
		return;
	}
	attribute = rcp_atom_get(reader, 1);
	insn->extra_part = own_part(attribute);
	switch (insn->op->form) {
	case RCP_ATOM_FORM_DST:
		decode_operand(reader, &insn->dst, where, own_part(attribute));
		break;
	case RCP_ATOM_FORM_DST_BYTE:
		decode_operand(reader, &insn->dst, where, own_part(attribute));
		insn->extra = rcp_atom_get(reader, 1);
		break;
	case RCP_ATOM_FORM_DST_SRC:
		decode_operand(reader, &insn->dst, where, dst_part(attribute));
		decode_source(reader, insn, attribute);
		break;
	case RCP_ATOM_FORM_DST_MASK_SRC:
		decode_operand(reader, &insn->dst, where, dst_part(attribute));
		insn->extra = rcp_atom_get(reader, part_bytes(insn->extra_part));
		decode_source(reader, insn, attribute);
		break;
	default:
		decode_source(reader, insn, attribute);
		break;
	}
}

/**
 * rcp_atom_decode() - decode one instruction
 * @image: the image
 * @table: the table of the instruction, from rcp_atom_command()
 * @pos: offset of the instruction in the image
 * @insn: filled in
 * @why: returns the error
 *
 * Context: any.
 * Return: true if the instruction is valid, has a known length and is in its table.
 */
bool rcp_atom_decode(const struct rcp_atom_image *image, const struct rcp_atom_table *table,
		     u32 pos, struct rcp_atom_insn *insn, struct rcp_atom_why *why)
{
	struct rcp_atom_reader reader = {
		.bytes = image->bytes, .pos = pos, .end = table->start + table->size,
	};
	u32 opcode;

	memset(insn, 0, sizeof(*insn));
	insn->pos = pos;
	opcode = rcp_atom_get(&reader, 1);
	if (reader.over)
		return rcp_atom_say(why, "the table ends at 0x%04x without EOT", reader.end);
	if (opcode >= ARRAY_SIZE(ops) || !opcode)
		return rcp_atom_say(why, "0x%02x is no opcode", opcode);
	insn->op = &ops[opcode];
	if (insn->op->form == RCP_ATOM_FORM_UNKNOWN)
		return rcp_atom_say(why, "%s is not supported", insn->op->name);
	decode_form(&reader, insn);
	if (reader.over)
		return rcp_atom_say(why, "%s reaches beyond the table's end at 0x%04x",
				    insn->op->name, reader.end);
	insn->size = reader.pos - pos;
	return true;
}

/**
 * rcp_atom_case() - decode an entry in the list of a SWITCH
 * @image: the image
 * @table: the table
 * @insn: the SWITCH
 * @pos: offset of the entry in the image; advanced past the entry
 * @value: returns the value of a case
 * @target: returns the target of a case, relative to the table
 * @why: returns the error
 *
 * Context: any.
 * Return: the kind of the entry.
 */
enum rcp_atom_case rcp_atom_case(const struct rcp_atom_image *image,
				 const struct rcp_atom_table *table,
				 const struct rcp_atom_insn *insn, u32 *pos, u32 *value,
				 u32 *target, struct rcp_atom_why *why)
{
	struct rcp_atom_reader reader = {
		.bytes = image->bytes, .pos = *pos, .end = table->start + table->size,
	};
	u32 first = rcp_atom_get(&reader, 2);

	if (!reader.over && first == CASE_END) {
		*pos = reader.pos;
		return RCP_ATOM_CASE_END;
	}
	if (!reader.over && (first & 0xff) != CASE_MAGIC) {
		rcp_atom_say(why, "SWITCH has neither a case nor its end at 0x%04x", *pos);
		return RCP_ATOM_CASE_BAD;
	}
	reader.pos = *pos + 1;
	*value = rcp_atom_get(&reader, part_bytes(insn->extra_part));
	*target = rcp_atom_get(&reader, 2);
	if (reader.over) {
		rcp_atom_say(why, "the cases of SWITCH reach beyond the table's end at 0x%04x",
			     reader.end);
		return RCP_ATOM_CASE_BAD;
	}
	*pos = reader.pos;
	return RCP_ATOM_CASE;
}
