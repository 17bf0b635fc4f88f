/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Shader programs of R6xx and R7xx as text: one row for each opcode, and the functions by which the
 * files pm4_shader*.c call each other.  From bottom to top: rows, one instruction, the walk.
 *
 * A program is words of 64 bits.  Its control flow (CF) comes first; its words name clauses of ALU
 * and fetch instructions after it.  Words of an instruction and their fields are as in AMD's
 * R600 and R700 ISA documents, with the names that AMD's headers have (xf86-video-ati
 * r600_reg_r6xx.h and r600_reg_r7xx.h).
 *
 * Const data and pure functions: no allocation, no locks, any context.  Not in the module.
 */
#ifndef R600_SHADER_H
#define R600_SHADER_H

#include "../pm4_decode.h"
#include "../pm4_text.h"
#include "r600_state.h"

/* Words of a program that are shown: 512 KiB. */
#define R600_SHADER_WORDS	65536u

#define R600_CF_EXPORT_FIRST	0x20u	/* opcodes from here on are exports and writes */

/* Flags of an opcode. */
#define R600_OP_R6XX		(1u << 0)	/* only on R6xx */
#define R600_OP_R7XX		(1u << 1)	/* only on R7xx */
#define R600_OP_DOUBLE		(1u << 2)	/* only on chips with double precision */
#define R600_OP_TRANS		(1u << 3)	/* ALU: only in slot t */
#define R600_OP_TRANS_R6XX	(1u << 4)	/* ALU: only in slot t of R6xx */
#define R600_OP_CLAUSE		(1u << 5)	/* CF: runs a clause of fetches */
#define R600_OP_ADDR		(1u << 6)	/* CF: ADDR is another word of the CF program */
#define R600_OP_CONST		(1u << 7)	/* CF: CF_CONST is a loop constant */
#define R600_OP_END		(1u << 8)	/* CF: leaves the program */
#define R600_OP_MEMORY		(1u << 9)	/* CF: writes memory */
#define R600_OP_READS		(1u << 10)	/* CF: TYPE 2 and 3 of R6xx read memory */

/**
 * struct r600_op - an opcode
 * @name: AMD's name, without what all of its kind begin with; NULL: reserved
 * @sources: operands of an ALU instruction
 * @flags: R600_OP_*
 */
struct r600_op {
	const char *name;
	u8 sources;
	u16 flags;
};

#define R600_CF_OPS		0x3bu
#define R600_ALU_CLAUSES	0x10u
#define R600_OP2_OPS		0x7fu
#define R600_OP3_OPS		0x1fu
#define R600_TEX_OPS		0x20u
#define R600_MEM_OPS		0x6u

/* Rows by opcode: CF words without and with an ALU clause, OP2, OP3, fetches, MEM_OP. */
extern const struct r600_op r600_cf_ops[R600_CF_OPS];
extern const struct r600_op r600_alu_clauses[R600_ALU_CLAUSES];
extern const struct r600_op r600_op2_ops[R600_OP2_OPS];
extern const struct r600_op r600_op3_ops[R600_OP3_OPS];
extern const struct r600_op r600_tex_ops[R600_TEX_OPS];
extern const struct r600_op r600_mem_ops[R600_MEM_OPS];

static inline bool r600_chip_is_r7xx(u32 chip)
{
	return PM4_CHIPS_R7XX >> chip & 1;
}

static inline bool r600_cf_is_alu(const u32 *word)
{
	return word[1] >> 29 & 1;
}

const struct r600_op *r600_cf_op(const u32 *word);
const struct r600_op *r600_alu_op(u32 chip, const u32 *word);
void r600_say_op(struct pm4_text *t, const struct r600_op *op, const char *kind, u32 number);
void r600_say_other(struct pm4_text *t, u32 word, u32 value, u32 known);
void r600_say_gpr(struct pm4_text *t, u32 gpr, u32 count, bool relative);

/* r600_shader_cf.c */
void r600_say_cf(struct pm4_text *t, const u32 *word);

/* r600_shader_alu.c */
#define R600_GROUP_SLOTS	5u

/**
 * struct r600_group - a group of ALU instructions
 * @words: its first word
 * @count: number of instructions
 * @slots: slot of each of the first five: 0 to 3: x to w, 4: t, 5: none is free
 * @literals: words of literals that follow it
 * @given: words of them that exist
 */
struct r600_group {
	const u32 *words;
	u32 count;
	u8 slots[R600_GROUP_SLOTS];
	u32 literals;
	u32 given;
};

void r600_group_read(struct r600_group *g, u32 chip, const u32 *words, u32 count);
void r600_say_alu(struct pm4_text *t, const struct r600_group *g, u32 n);

/* r600_shader_fetch.c */
void r600_say_fetch(struct pm4_text *t, const u32 *dw);

/* r600_shader.c */
void r600_show_program(const struct pm4_program *p);

#endif /* R600_SHADER_H */
