/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shader programs, decoded: CF instructions with their clauses, as flat operations.
 *
 * A CF instruction is decoded, and its clause read, when it is executed first.  So only memory that
 * the program executes is read.  The cache keeps programs by address, and compares the words that
 * were decoded with memory before a draw uses them again.
 */
#ifndef GPU_PROGRAM_H
#define GPU_PROGRAM_H

#include "alu.h"
#include "fetch.h"
#include "mem.h"

/* Opcodes of CF instructions; opcodes of ALU clauses have GPU_CF_ALU added. */
enum gpu_cf_op {
	CF_NOP = 0x00, CF_TEX = 0x01, CF_VTX = 0x02, CF_VTX_TC = 0x03, CF_LOOP_START = 0x04,
	CF_LOOP_END = 0x05, CF_LOOP_START_DX10 = 0x06, CF_LOOP_START_NO_AL = 0x07,
	CF_LOOP_CONTINUE = 0x08, CF_LOOP_BREAK = 0x09, CF_JUMP = 0x0a, CF_PUSH = 0x0b,
	CF_PUSH_ELSE = 0x0c, CF_ELSE = 0x0d, CF_POP = 0x0e, CF_POP_JUMP = 0x0f, CF_POP_PUSH = 0x10,
	CF_POP_PUSH_ELSE = 0x11, CF_CALL = 0x12, CF_CALL_FS = 0x13, CF_RETURN = 0x14,
	CF_EMIT_VERTEX = 0x15, CF_EMIT_CUT_VERTEX = 0x16, CF_CUT_VERTEX = 0x17, CF_KILL = 0x18,
	CF_END = 0x19, CF_WAIT_ACK = 0x1a, CF_TEX_ACK = 0x1b, CF_VTX_ACK = 0x1c, CF_VTX_TC_ACK = 0x1d,
	CF_MEM_STREAM0 = 0x20, CF_MEM_STREAM3 = 0x23, CF_MEM_SCRATCH = 0x24,
	CF_MEM_REDUCTION = 0x25, CF_MEM_RING = 0x26, CF_EXPORT = 0x27, CF_EXPORT_DONE = 0x28,
	CF_MEM_EXPORT = 0x3a,
	GPU_CF_ALU = 0x80,
	CF_ALU = GPU_CF_ALU | 8, CF_ALU_PUSH_BEFORE = GPU_CF_ALU | 9,
	CF_ALU_POP_AFTER = GPU_CF_ALU | 10, CF_ALU_POP2_AFTER = GPU_CF_ALU | 11,
	CF_ALU_CONTINUE = GPU_CF_ALU | 13, CF_ALU_BREAK = GPU_CF_ALU | 14,
	CF_ALU_ELSE_AFTER = GPU_CF_ALU | 15,
};

/* Where a source of an ALU operation comes from. */
enum gpu_src_kind {
	GPU_SRC_GPR,		/* index: register */
	GPU_SRC_KCACHE,		/* index: vec4 inside of the lock of bank @set */
	GPU_SRC_CFILE,		/* index: vec4 of the constant file */
	GPU_SRC_VALUE,		/* value: literals and inline constants */
	GPU_SRC_PV,
	GPU_SRC_PS,
};

struct gpu_src {
	uint8_t kind;
	uint8_t chan;
	uint8_t set;
	bool relative, negate, absolute;
	uint16_t index;
	uint32_t value;
};

/**
 * struct gpu_alu_op - an ALU instruction
 * @row: its opcode
 * @slot: 0 to 3 vector x to w, 4 trans
 * @last: ends the group
 * @pred_sel: 0 all lanes, 2 lanes with predicate 0, 3 with 1
 * @index_mode: 0 to 3 the address register's x to w, 4 the loop index
 */
struct gpu_alu_op {
	const struct gpu_alu_row *row;
	struct gpu_src src[3];
	uint8_t slot;
	uint8_t dst, chan;
	uint8_t omod;
	uint8_t pred_sel, index_mode;
	bool last, write, clamp, dst_relative, update_mask, update_pred;
};

/**
 * struct gpu_fetch_op - an instruction of a fetch clause
 * @word: the instruction
 * @op: opcode: 0 to 2 vertex fetches and memory reads, others of the texture unit
 * @fetch: for vertex fetches, kept up to date by the executor
 */
struct gpu_fetch_op {
	uint32_t word[4];
	uint8_t op;
	uint8_t dst, src;
	bool dst_relative, src_relative;
	struct gpu_fetch fetch;
};

/**
 * struct gpu_cf - a CF instruction
 * @decoded: the rest is valid
 * @op: enum gpu_cf_op
 * @bad: why it cannot be executed; NULL: it can
 * @end: END_OF_PROGRAM
 * @pop: POP_COUNT
 * @addr: CF instruction to go to
 * @count: operations in @alu or @fetch
 * @clause: words of the clause, as they were in memory
 * @bank, @lock_mode, @lock_addr: the two locks of constants; lock_addr counts vec4
 */
struct gpu_cf {
	bool decoded, end;
	uint8_t op;
	uint8_t pop, cf_const, cond;
	uint8_t bank[2], lock_mode[2];
	uint16_t lock_addr[2];
	const char *bad;
	uint32_t word[2];
	uint32_t addr;
	uint32_t count, clause_dw;
	uint64_t clause_addr;
	uint32_t *clause;
	struct gpu_alu_op *alu;
	struct gpu_fetch_op *fetch;
};

/**
 * struct gpu_program - a program
 * @addr: GPU address of its first CF instruction
 * @cf: @size instructions, decoded or not
 * @gprs: decoded instructions name registers below this one
 * @kills: an instruction that was decoded kills pixels
 * @memory: ... reads or writes memory
 */
struct gpu_program {
	uint64_t addr;
	struct gpu_cf *cf;
	uint32_t size;
	uint32_t gprs;
	bool r7xx;
	bool kills, memory;
	bool used;
	struct gpu_program *next;
};

/* CF instructions that a program may have. */
#define GPU_CF_MAX	(1u << 16)
#define GPU_PROGRAM_BUCKETS	256

struct gpu_programs {
	struct gpu_mem *mem;
	bool r7xx;
	struct gpu_program *bucket[GPU_PROGRAM_BUCKETS];
};

/**
 * gpu_program_get() - the program at an address
 *
 * Compares what was decoded before with memory, and drops it if a word differs.
 *
 * Return: the program, or NULL without memory.
 */
struct gpu_program *gpu_program_get(struct gpu_programs *programs, uint64_t addr);

/**
 * gpu_program_cf() - a CF instruction, decoded
 *
 * Return: the instruction, or NULL: it is outside of memory or of every program.  The pointer is
 * valid until the next call.
 */
struct gpu_cf *gpu_program_cf(struct gpu_programs *programs, struct gpu_program *program, uint32_t index);

void gpu_programs_clear(struct gpu_programs *programs);

#endif
