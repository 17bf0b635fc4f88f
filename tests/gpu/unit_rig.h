/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A machine with a little memory, neutral state, and an assembler of shader words, for the unit tests
 * of draws (build/gpu-test).
 *
 * Memory from RIG_BASE on: programs, vertices, indices, a colour target and a depth buffer of 64x64
 * pixels with 1D tiles.  A vertex has eight floats: position, then parameter 0.
 */
#ifndef GPU_UNIT_RIG_H
#define GPU_UNIT_RIG_H

#include "gpu.h"
#include "regs.h"
#include "tap.h"

#define RIG_BASE	0x10000000u
#define RIG_SIZE	0x40000u
#define RIG_VS		0x00000u
#define RIG_PS		0x01000u
#define RIG_FS		0x02000u
#define RIG_VERTICES	0x04000u
#define RIG_INDICES	0x08000u
#define RIG_STRMOUT	0x0a000u
#define RIG_CONSTANTS	0x0c000u
#define RIG_RINGS	0x10000u
#define RIG_COLOR	0x18000u
#define RIG_DEPTH	0x20000u
#define RIG_RESOLVED	0x28000u
#define RIG_EDGE	64	/* pixels */

/**
 * struct rig - the machine, and the words of the program that is being written
 * @bytes: memory from RIG_BASE on
 * @hole: no access from here to @hole_end is allowed
 * @lines, @last: the machine's messages; @stale: lines of its caches
 * @cf: next CF word; @clause: next word of clauses
 */
struct rig {
	struct gpu *gpu;
	uint32_t *regs;
	uint8_t *bytes;
	uint32_t hole, hole_end;
	unsigned int lines, stale;
	char last[256];
	uint32_t program, cf, clause;
	bool r7xx;
};

struct rig *rig_new(enum gpu_chip chip);
void rig_free(struct rig *rig);

void rig_reg(struct rig *rig, uint32_t reg, uint32_t value);
void rig_reg_float(struct rig *rig, uint32_t reg, float value);
/* Changes bits high to low of a register. */
void rig_field(struct rig *rig, uint32_t reg, unsigned int high, unsigned int low, uint32_t value);

/* A program begins at an offset of memory: its CF words, and clauses 0x200 bytes behind. */
void rig_program(struct rig *rig, uint32_t at);
void rig_cf(struct rig *rig, uint32_t op, uint32_t addr, uint32_t pop, bool end);
void rig_export(struct rig *rig, uint32_t type, uint32_t base, uint32_t gpr, bool end);
/* A memory write: MEM_STREAM, MEM_RING, MEM_SCRATCH. */
void rig_memory(struct rig *rig, uint32_t op, uint32_t type, uint32_t base, uint32_t gpr, uint32_t index, bool end);
/* A clause of @groups words pairs that follow with rig_alu(), @op a CF_ALU opcode. */
void rig_alu_clause(struct rig *rig, uint32_t op, uint32_t pairs);
/* Sources are selects plus 512 times the channel. */
#define CHAN(sel, chan)	((sel) + 512u * (chan))
void rig_alu(struct rig *rig, uint32_t op, uint32_t dst, uint32_t chan, uint32_t src0, uint32_t src1, uint32_t more);
#define ALU_LAST	1u
#define ALU_MASK	2u	/* UPDATE_EXECUTE_MASK */
#define ALU_NO_WRITE	4u
#define ALU_CLAMP	8u
#define ALU_NEG0	16u
void rig_literal(struct rig *rig, uint32_t x, uint32_t y);
/* A clause of vertex fetches of four floats: resource, offset of bytes, index register and channel, destination. */
void rig_fetch_clause(struct rig *rig, uint32_t count);
void rig_fetch(struct rig *rig, uint32_t resource, uint32_t offset, uint32_t src, uint32_t chan, uint32_t dst);

/* The vertex program that copies vertices, and a pixel program that returns input 0. */
void rig_copy_programs(struct rig *rig);
void rig_vertex(struct rig *rig, uint32_t n, float x, float y, float z, float w, float r, float g, float b, float a);

enum gpu_result rig_draw(struct rig *rig, uint32_t type, uint32_t count);
/* The pixel's 8_8_8_8 bits. */
uint32_t rig_pixel(const struct rig *rig, uint32_t x, uint32_t y);
/* Pixels that are not 0. */
unsigned int rig_drawn(const struct rig *rig);
void rig_clear(struct rig *rig);
uint32_t rig_word(const struct rig *rig, uint32_t offset);
void rig_set_word(struct rig *rig, uint32_t offset, uint32_t value);

void unit_alu(void);
void unit_flow(void);
void unit_vertices(void);
void unit_raster(void);
void unit_targets(void);
void unit_limits(void);
void unit_rows(void);
void unit_watch(void);
void unit_cache(void);

#endif
