/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shader programs of R6xx/R7xx for the tests, word by word.
 *
 * Facts of the instructions are AMD's R600 family instruction set.  A program has its CF instructions
 * first, then the clauses of the ALU and of fetches, in the order of the calls that begin them.
 */
#ifndef SHADER_H
#define SHADER_H

#include <stdbool.h>
#include <stdint.h>

/* The longest: 32 parameters, a position, and clauses */
#define SHADER_DW	160

/**
 * struct shader - a program
 * @dw: its words, @n of them
 * @cf: of the next CF instruction
 * @r7xx: opcodes are at R7xx's place
 */
struct shader {
	uint32_t dw[SHADER_DW];
	uint32_t n, cf;
	bool r7xx;
};

enum shader_export {
	SHADER_PIXEL = 0,
	SHADER_POSITION = 1,
	SHADER_PARAMETER = 2,
};

/* Where positions and the depth of pixels begin */
#define SHADER_POSITION_0	60
#define SHADER_DEPTH		61

/* CF instructions without a clause */
#define SHADER_NOP		0x00
#define SHADER_EMIT_VERTEX	0x15
#define SHADER_CUT_VERTEX	0x17

/* Sources of the ALU: registers by number, their channel times 512 added, and these */
#define SHADER_CHAN(gpr, chan)	((gpr) + 512u * (chan))
#define SHADER_ZERO		248
#define SHADER_ONE		249
#define SHADER_INT_ONE		250
#define SHADER_HALF		252
#define SHADER_CONSTANT(n, chan)	SHADER_CHAN(256 + (n), chan)
/* Constant @n of buffer 0 */
#define SHADER_BUFFERED(n, chan)	SHADER_CHAN(128 + (n), chan)
#define SHADER_LITERAL(n)	SHADER_CHAN(253, n)

#define SHADER_OP_MOV		0x19
#define SHADER_OP_AND_INT	0x30
#define SHADER_OP_CNDE_INT	0x1c

/* Begins a program of @cfs CF instructions; the last one ends it. */
void shader_begin(struct shader *s, bool r7xx, uint32_t cfs);
void shader_end(struct shader *s);
void shader_cf(struct shader *s, uint32_t op);
/* Exports register 0; @done: the last one of its type */
void shader_export(struct shader *s, enum shader_export type, uint32_t base, bool done);
/* Writes register 0 to the ring of the stage, @base_dw dwords after its item begins */
void shader_ring(struct shader *s, uint32_t base_dw);
/* Writes register 0 to stream-out buffer 0 */
void shader_stream_out(struct shader *s);
/* Register 0 = four floats at the dword of vertex resource @id that R0.x names */
void shader_fetch(struct shader *s, uint32_t id);
/* Register 0 = a sample of texture @id by sampler @sampler at R0, whose coordinates are normalized */
void shader_sample(struct shader *s, uint32_t id, uint32_t sampler);
/* An ALU clause of @pairs instructions and pairs of literals, which follow; all write register 0 */
void shader_clause(struct shader *s, uint32_t pairs);
/* The same; SHADER_BUFFERED() are its sources then. */
void shader_clause_of_constants(struct shader *s, uint32_t pairs);
void shader_op2(struct shader *s, uint32_t op, uint32_t chan, uint32_t src0, uint32_t src1, bool last);
void shader_op3(struct shader *s, uint32_t op, uint32_t chan, uint32_t src0, uint32_t src1, uint32_t src2, bool last);
void shader_literals(struct shader *s, float x, float y);

/* R0 = (x, y, z, w), each a source of the ALU, by one group */
void shader_move(struct shader *s, const uint32_t src[4]);
/*
 * R0 = a corner of the square from @low to @high by the index in R0.x: bit 0 is x, bit 1 is y.  From index
 * SHADER_CORNERS on it is the lowest one, so that a large mesh is not drawn a thousand times over.
 */
#define SHADER_CORNERS		64u
void shader_corner(struct shader *s, float low, float high);

#endif /* SHADER_H */
