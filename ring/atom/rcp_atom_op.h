/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Decoded instructions of command tables, for the interpreter and the disassembler.
 *
 * An instruction is an opcode, and for most opcodes an attribute byte follows.  Bits 0-2 give
 * the location of the source, bits 3-5 the part of its dword (for an immediate its size), and
 * bits 6-7 the part of the destination, which has the same size.  The opcode determines the
 * location of the destination.
 */
#ifndef RCP_ATOM_OP_H
#define RCP_ATOM_OP_H

#include "rcp_atom_read.h"

/* Location of an operand, as encoded in the attribute byte. */
enum rcp_atom_where {
	RCP_ATOM_REG,
	RCP_ATOM_PS,
	RCP_ATOM_WS,
	RCP_ATOM_FB,
	RCP_ATOM_ID,
	RCP_ATOM_IMM,
	RCP_ATOM_PLL_REG,
	RCP_ATOM_MC_REG,
};

enum rcp_atom_opcode {
	RCP_ATOM_OP_NONE,
	RCP_ATOM_OP_MOVE,
	RCP_ATOM_OP_AND,
	RCP_ATOM_OP_OR,
	RCP_ATOM_OP_SHIFT_LEFT,
	RCP_ATOM_OP_SHIFT_RIGHT,
	RCP_ATOM_OP_MUL,
	RCP_ATOM_OP_DIV,
	RCP_ATOM_OP_ADD,
	RCP_ATOM_OP_SUB,
	RCP_ATOM_OP_SET_ATI_PORT,
	RCP_ATOM_OP_SET_PCI_PORT,
	RCP_ATOM_OP_SET_SYS_IO_PORT,
	RCP_ATOM_OP_SET_REG_BLOCK,
	RCP_ATOM_OP_SET_FB_BASE,
	RCP_ATOM_OP_COMPARE,
	RCP_ATOM_OP_SWITCH,
	RCP_ATOM_OP_JUMP,
	RCP_ATOM_OP_JUMP_EQUAL,
	RCP_ATOM_OP_JUMP_BELOW,
	RCP_ATOM_OP_JUMP_ABOVE,
	RCP_ATOM_OP_JUMP_BELOW_OR_EQUAL,
	RCP_ATOM_OP_JUMP_ABOVE_OR_EQUAL,
	RCP_ATOM_OP_JUMP_NOT_EQUAL,
	RCP_ATOM_OP_TEST,
	RCP_ATOM_OP_DELAY_MS,
	RCP_ATOM_OP_DELAY_US,
	RCP_ATOM_OP_CALL_TABLE,
	RCP_ATOM_OP_REPEAT,
	RCP_ATOM_OP_CLEAR,
	RCP_ATOM_OP_NOP,
	RCP_ATOM_OP_EOT,
	RCP_ATOM_OP_MASK,
	RCP_ATOM_OP_POST_CARD,
	RCP_ATOM_OP_BEEP,
	RCP_ATOM_OP_SAVE_REG,
	RCP_ATOM_OP_RESTORE_REG,
	RCP_ATOM_OP_SET_DATA_BLOCK,
	RCP_ATOM_OP_XOR,
	RCP_ATOM_OP_SHL,
	RCP_ATOM_OP_SHR,
	RCP_ATOM_OP_DEBUG,
	RCP_ATOM_OP_DATA,
};

/* Operands after an opcode. */
enum rcp_atom_form {
	RCP_ATOM_FORM_NONE,
	RCP_ATOM_FORM_BYTE,		/* a byte */
	RCP_ATOM_FORM_WORD,		/* two bytes */
	RCP_ATOM_FORM_BLOCK,		/* a word n, and n bytes */
	RCP_ATOM_FORM_DST,		/* attribute, destination */
	RCP_ATOM_FORM_DST_BYTE,		/* attribute, destination, a byte */
	RCP_ATOM_FORM_DST_SRC,		/* attribute, destination, source */
	RCP_ATOM_FORM_DST_MASK_SRC,	/* attribute, destination, immediate, source */
	RCP_ATOM_FORM_SRC,		/* attribute, source */
	RCP_ATOM_FORM_SWITCH,		/* attribute, source, cases */
	RCP_ATOM_FORM_UNKNOWN,		/* unknown length, or not an opcode */
};

/**
 * struct rcp_atom_op - an opcode
 * @name: AMD's name, without the location of the destination
 * @op: enum rcp_atom_opcode
 * @form: enum rcp_atom_form
 * @where: location of the destination, if the form has one
 */
struct rcp_atom_op {
	const char *name;
	u8 op;
	u8 form;
	u8 where;
};

/**
 * struct rcp_atom_part - a part of a dword
 * @shift: lowest bit
 * @bits: number of bits
 */
struct rcp_atom_part {
	u8 shift;
	u8 bits;
};

/**
 * struct rcp_atom_operand - a source or a destination
 * @where: enum rcp_atom_where
 * @part: part of the dword; for an immediate only its size counts
 * @value: the register, index or offset; or the immediate
 */
struct rcp_atom_operand {
	u8 where;
	struct rcp_atom_part part;
	u32 value;
};

/**
 * struct rcp_atom_insn - an instruction
 * @op: the opcode
 * @pos: offset of the opcode in the image
 * @size: length in bytes; for SWITCH up to the first case
 * @dst: destination, if the form has one
 * @src: source, if the form has one
 * @extra: byte, word or immediate mask
 * @extra_part: the attribute's part, which is the size of the immediate mask and of the case
 *	values of SWITCH
 */
struct rcp_atom_insn {
	const struct rcp_atom_op *op;
	u32 pos;
	u32 size;
	struct rcp_atom_operand dst;
	struct rcp_atom_operand src;
	u32 extra;
	struct rcp_atom_part extra_part;
};

/**
 * enum rcp_atom_case - kinds of entries in the list of a SWITCH
 * @RCP_ATOM_CASE: a value and a target
 * @RCP_ATOM_CASE_END: the end of the list
 * @RCP_ATOM_CASE_BAD: invalid
 */
enum rcp_atom_case {
	RCP_ATOM_CASE,
	RCP_ATOM_CASE_END,
	RCP_ATOM_CASE_BAD,
};

bool rcp_atom_decode(const struct rcp_atom_image *image, const struct rcp_atom_table *table,
		     u32 pos, struct rcp_atom_insn *insn, struct rcp_atom_why *why);
enum rcp_atom_case rcp_atom_case(const struct rcp_atom_image *image,
				 const struct rcp_atom_table *table,
				 const struct rcp_atom_insn *insn, u32 *pos, u32 *value,
				 u32 *target, struct rcp_atom_why *why);

/* Extract @part of a dword. */
static inline u32 rcp_atom_part_get(u32 dword, struct rcp_atom_part part)
{
	return dword >> part.shift & (0xffffffffu >> (32 - part.bits));
}

/* Replace @part of a dword by @value. */
static inline u32 rcp_atom_part_set(u32 dword, struct rcp_atom_part part, u32 value)
{
	u32 mask = (0xffffffffu >> (32 - part.bits)) << part.shift;

	return (dword & ~mask) | (value << part.shift & mask);
}

#endif /* RCP_ATOM_OP_H */
