/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Assembler for fragment programs of R5xx.  The text is the text of the disassembler
 * (pm4/r500/r500_us.h), one instruction a line, and besides it accepts
 *
 *	# comment		to the end of the line
 *	name:			a label; JUMP_ADDR=name jumps to the next instruction
 *	r1.rgb, c2.rrr, 0.25.r	registers and constants as operands, which get a free source
 *	0, 0.5, 1		as operands of an ALU
 *
 * A line ends an instruction, unless the last character before its end is a semicolon.
 */
#ifndef CTM_AS_H
#define CTM_AS_H

#include <stdint.h>

#define CTM_AS_DW	6u
#define CTM_AS_MAX	512u	/* instructions that the card holds */

/**
 * struct ctm_as_program - an assembled program
 * @words: six dwords for each instruction
 * @count: number of instructions
 * @line: line of each instruction in the text, from 1
 */
struct ctm_as_program {
	uint32_t words[CTM_AS_MAX * CTM_AS_DW];
	unsigned int count;
	unsigned int line[CTM_AS_MAX];
};

/**
 * struct ctm_as_error - why a text is no program
 * @line: the line, from 1
 * @column: the column, from 1
 * @text: one sentence without the place
 */
struct ctm_as_error {
	unsigned int line;
	unsigned int column;
	char text[160];
};

int ctm_as_assemble(const char *text, struct ctm_as_program *p, struct ctm_as_error *e);
int ctm_as_check(const struct ctm_as_program *p, struct ctm_as_error *e);

#endif /* CTM_AS_H */
