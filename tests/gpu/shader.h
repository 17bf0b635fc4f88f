/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The shader core: runs a program for a group of 16 invocations.
 *
 *	alu_clause.c	ALU clauses
 *	fetch_clause.c	fetch clauses
 *	export.c	exports and memory writes
 *	flow.c		control flow
 */
#ifndef GPU_SHADER_H
#define GPU_SHADER_H

#include "program.h"
#include "texture.h"

enum gpu_stage_id { GPU_STAGE_PS, GPU_STAGE_VS, GPU_STAGE_GS, GPU_STAGE_ES };

/**
 * struct gpu_memory_write - where MEM_STREAM, MEM_RING and MEM_SCRATCH write
 * @addr: for each invocation, of dword 0
 * @dw: for each invocation, dwords that may be written from @addr
 * @client: of the accesses
 */
struct gpu_memory_write {
	uint64_t addr[GPU_LANES];
	uint32_t dw[GPU_LANES];
	enum gpu_client client;
};

/**
 * struct gpu_stage - a stage of a draw; the same for all its groups
 * @id: which stage
 * @regs: register file
 * @mem: memory
 * @programs: cache of programs
 * @program: the stage's program
 * @fs: the fetch program, or NULL
 * @unit: texture unit
 * @gprs: registers that SQ_PGM_RESOURCES gives an invocation
 * @r7xx: the chip is an R7xx
 * @steps: instructions that one run of the program may execute
 * @const_addr, @const_bytes: constant buffers
 * @resource, @sampler, @border, @cfile, @loop: byte addresses of the stage's first resource, sampler, border
 *	colour, constant of the constant file and loop constant in the register file
 * @scratch_addr, @scratch_dw: scratch memory, and dwords of an invocation
 * @scratch_items: invocations that its size holds; others have none
 */
struct gpu_stage {
	enum gpu_stage_id id;
	const uint32_t *regs;
	struct gpu_mem *mem;
	struct gpu_programs *programs;
	struct gpu_program *program, *fs;
	struct gpu_texture_unit *unit;
	uint32_t gprs;
	bool r7xx;
	uint32_t steps;
	uint64_t const_addr[16];
	uint32_t const_bytes[16];
	uint32_t resource, sampler, border, cfile, loop;
	uint32_t resources;
	uint64_t scratch_addr;
	uint32_t scratch_dw;
	uint64_t scratch_items;
};

/* Vectors that a group exports; those without their bit in @written are undefined. */
#define GPU_PARAMS	32

struct gpu_exports {
	uint64_t written;	/* color 0 to 7, z 8; or position 0 to 3, parameters from 4 */
	union {
		struct gpu_vec color[9];
		struct gpu_vec vector[4 + GPU_PARAMS];
	};
};

#define GPU_EXPORT_Z		8
#define GPU_EXPORT_PARAM	4
#define GPU_MASK_DEPTH		64
#define GPU_LOOP_DEPTH		16
#define GPU_CALL_DEPTH		16

/* Vertices that a geometry program may emit for a primitive. */
#define GPU_GS_VERTICES		1024

struct gpu_loop {
	uint32_t start, depth;
	gpu_mask entry, broken, continued;
	int32_t index, step;
	uint32_t left;
};

struct gpu_group;

/**
 * struct gpu_trace - who follows a group through its program
 * @step: is called after each group of ALU instructions and each fetch with its number in the
 *	clause, and after the CF instruction with -1; &gpu_group.at_program and @at_cf say where;
 *	before the program with GPU_TRACE_BEGIN.  On R5xx, @at_cf is the instruction's number and
 *	@at_program a bit: a vertex program, whose temporaries are registers 0 to 63, inputs from 64 on,
 *	outputs from 96 on
 * @fetched: is called before the step for what it reads; NULL: no caller
 * @ctx: first argument of both
 * @lane: the invocation of interest
 */
struct gpu_trace {
	void (*step)(void *ctx, const struct gpu_trace *t, const struct gpu_group *g, int number);
	void (*fetched)(void *ctx, const struct gpu_fetched *f);
	void *ctx;
	int lane;
};

/**
 * struct gpu_group - 16 invocations
 * @valid: invocations whose results count; the others repeat one of these
 * @active: invocations that execute
 * @pred: predicates
 * @killed: pixels that KILL instructions have killed
 * @ar_written, @grad_written: the last run has left other than zeros in @ar, @grad
 * @stream: for MEM_STREAM0 to 3
 * @ring: for MEM_RING
 * @emitted, @vertex_dw: geometry programs: vertices so far, and dwords of a vertex in the ring
 * @cut: geometry programs: a new strip begins with this vertex
 * @inputs: registers from 0 on that have a value when the program begins
 * @trace: follows the group; NULL: no caller
 * @at_program, @at_cf: address of the program that hangs, and number of its CF instruction
 */
struct gpu_group {
	struct gpu_vec gpr[128];
	union gpu_lanes ar[4];
	union gpu_lanes previous[2][5];
	union gpu_lanes active_bits;
	gpu_mask valid, active, pred, killed;
	unsigned int which;
	struct gpu_gradients grad;
	bool ar_written, grad_written;
	gpu_mask stack[GPU_MASK_DEPTH];
	struct gpu_loop loop[GPU_LOOP_DEPTH];
	unsigned int depth, loops;
	struct gpu_exports *out;
	struct gpu_memory_write stream[4], ring;
	uint32_t emitted[GPU_LANES], vertex_dw;
	uint8_t (*cut)[GPU_GS_VERTICES / 8];
	const uint8_t *lock[2];
	uint32_t lock_bytes[2];
	uint8_t lock_copy[2][512];
	uint32_t inputs;
	const struct gpu_trace *trace;
	uint64_t at_program;
	uint32_t at_cf;
};

#define GPU_TRACE_BEGIN	(-2)

static inline void gpu_step(const struct gpu_group *g, int number)
{
	if (g->trace)
		g->trace->step(g->trace->ctx, g->trace, g, number);
}

/* Sets the executing lanes. */
void gpu_set_active(struct gpu_group *g, gpu_mask active);

/**
 * gpu_shader_run() - runs a program to its end
 * @stage: the stage
 * @g: the group: inputs in its registers from 0 to @inputs - 1; other registers are cleared
 * @inputs: registers that hold inputs
 * @budget: less the instructions that were executed, down to 0 or below
 *
 * Return: NULL, or why the program hangs; then @g says where.
 */
const char *gpu_shader_run(const struct gpu_stage *stage, struct gpu_group *g, uint32_t inputs, int64_t *budget);

void gpu_alu_clause(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_cf *cf);
const char *gpu_fetch_clause(const struct gpu_stage *stage, struct gpu_group *g, struct gpu_cf *cf);
const char *gpu_export_vectors(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_cf *cf);
const char *gpu_export_memory(const struct gpu_stage *stage, struct gpu_group *g, const struct gpu_cf *cf);

#endif
