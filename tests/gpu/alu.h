/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arithmetic of the shader core: a row for each opcode, a function over 16 invocations in each row.
 *
 * Floats are IEEE single, rounded to nearest.  Denormals are zero as operands and as results, and
 * each NaN that arithmetic makes has the same bits, because hosts differ in both.
 */
#ifndef GPU_ALU_H
#define GPU_ALU_H

#include <stdbool.h>
#include <stdint.h>

#include "lanes.h"

/* What becomes of the value that a function returns. */
enum gpu_result_kind {
	GPU_RES_FLOAT,	/* output modifier, clamp */
	GPU_RES_BITS,	/* neither */
	GPU_RES_SET,	/* all ones is 1.0; then as a float */
	GPU_RES_PRED,	/* all ones is 0.0 and true, 0 is 1.0 and false */
	GPU_RES_STACK,	/* 0.0 is true */
	GPU_RES_KILL,	/* all ones kills the pixel, and is 1.0 */
	GPU_RES_AR,	/* an integer for the address register */
	GPU_RES_REDUCE,	/* the four vector slots together: DOT4, MAX4, CUBE */
	GPU_RES_NONE
};

enum {
	GPU_ALU_TRANS = 1,	/* only in the fifth slot */
	GPU_ALU_TRANS_R6XX = 2,	/* the same, on R6xx */
	GPU_ALU_INPUT_BITS = 4,	/* MOV: floats only with modifiers */
};

/* The result must not overlap a source. */
typedef void gpu_alu_fn(union gpu_lanes *d, const union gpu_lanes *a, const union gpu_lanes *b,
			const union gpu_lanes *c);
/* Four results from the sources of four slots. */
typedef void gpu_alu_reduce_fn(union gpu_lanes d[4], const union gpu_lanes *const a[4],
			       const union gpu_lanes *const b[4]);

struct gpu_alu_row {
	const char *name;
	uint16_t op;
	uint8_t sources;
	uint8_t result;	/* enum gpu_result_kind */
	uint8_t flags;
	gpu_alu_fn *fn;
	gpu_alu_reduce_fn *reduce;
};

/**
 * gpu_alu_find() - the row of an opcode
 * @op3: with three sources
 * @op: its number in the instruction
 * @r7xx: of R7xx, otherwise of R6xx
 *
 * Return: the row, or NULL: there is no such opcode.
 */
const struct gpu_alu_row *gpu_alu_find(bool op3, unsigned int op, bool r7xx);

/**
 * gpu_alu_eval() - one instruction without modifiers, as its destination receives it
 * @row: the opcode; a reduction gets @a and @b in each of the four slots, and returns slot x
 */
void gpu_alu_eval(const struct gpu_alu_row *row, union gpu_lanes *d, const union gpu_lanes *a,
		  const union gpu_lanes *b, const union gpu_lanes *c);

/* Turns the comparison in @d into what @row returns; the mask of lanes that are true. */
gpu_mask gpu_alu_finish(const struct gpu_alu_row *row, union gpu_lanes *d);

/* Output modifier (0 none, 1 x2, 2 x4, 3 /2), then clamp to 0..1, in which NaN is 0. */
void gpu_alu_modify(union gpu_lanes *d, unsigned int omod, bool clamp);

#endif
