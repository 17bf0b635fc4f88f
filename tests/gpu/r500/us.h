/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fragment programs of R5xx (guide, chapter 7): ALU, OUT, TEX and flow control, for the 16 pixels of
 * four quads, which share one program counter.  The interpreter knows no registers and no memory:
 * its caller gives it the program, the constants, and a function that looks up texels.
 *
 * It computes the results that the guide defines.  Where the guide leaves the rounding open, results
 * are rounded to the nearest float once: the product and sum of MAD, sums of dot products (in the
 * order of the channels, in doubles), and transcendental functions.  Silicon may differ there.
 *
 * Rules are strict: lookups reach their register at TEX_SEM_WAIT alone, and stacks that overflow,
 * loops in partial flow control and programs that never end are faults.
 */
#ifndef GPU_R500_US_H
#define GPU_R500_US_H

#include <stdbool.h>
#include <stdint.h>

#include "../lanes.h"

#define US_SLOTS	512u
#define US_TEMPS	128u
#define US_LOOPS	4u
#define US_CALLS	4u
#define US_STEPS_MAX	(1u << 20)	/* instructions until a program counts as endless */

/* Operations of TEX. */
enum us_tex { US_TEX_NOP, US_TEX_LD, US_TEX_KILL, US_TEX_PROJ, US_TEX_BIAS, US_TEX_LOD, US_TEX_DXDY };

/**
 * struct us_lookup - a TEX instruction that looks up texels
 * @op: enum us_tex; coordinates of US_TEX_PROJ are divided already
 * @unit: TEX_ID
 * @unscaled: coordinates count texels
 * @mask: pixels whose texel is wanted
 * @coord: S, T, R and Q of all pixels
 * @dx: with @dy the gradients of US_TEX_DXDY
 * @dy: see @dx
 */
struct us_lookup {
	enum us_tex op;
	uint32_t unit;
	bool unscaled;
	gpu_mask mask;
	struct gpu_vec coord, dx, dy;
};

struct us_group;

/**
 * struct us_program - what a draw runs
 * @inst: US_SLOTS instructions
 * @constants: 256 times four floats, as bits
 * @integers: US_FC_INT_CONST
 * @booleans: US_FC_BOOL_CONST
 * @start: US_CODE_ADDR.START_ADDR
 * @end: US_CODE_ADDR.END_ADDR
 * @offset: US_CODE_OFFSET
 * @full: US_FC_CTRL.FULL_FC_EN
 * @zero_wins: US_CONFIG.ZERO_TIMES_ANYTHING_EQUALS_ZERO
 * @lookup: looks up texels; texels of pixels outside of the mask do not matter
 * @step: is called after each instruction with its number and the pixels that ran it; NULL: no caller
 * @ctx: first argument of @lookup; @step_ctx: of @step
 */
struct us_program {
	const uint32_t (*inst)[6];
	const uint32_t (*constants)[4];
	uint32_t integers[32];
	uint32_t booleans;
	uint32_t start;
	uint32_t end;
	uint32_t offset;
	bool full;
	bool zero_wins;
	void (*lookup)(void *ctx, const struct us_lookup *l, struct gpu_vec *texel);
	void (*step)(void *ctx, const struct us_group *g, uint32_t at, gpu_mask active);
	void *ctx, *step_ctx;
};

/**
 * struct us_group - the pixels of four quads
 * @temp: registers
 * @out: the four targets
 * @w: depth
 * @written: targets that an instruction has written; bit 4: @w
 * @predicate: predicate bits of each channel
 * @alu_result: ALU results
 * @covered: pixels inside of the polygon, and not killed
 * @done: pixels for which an instruction with LAST has run
 * @active: pixels that no branch has disabled
 * @counter: of a pixel that is not active: branches to leave until it is again
 * @continued: pixels that wait for the end of each loop's turn
 * @broken: pixels that wait for the end of each loop
 */
struct us_group {
	struct gpu_vec temp[US_TEMPS];
	struct gpu_vec out[4];
	union gpu_lanes w;
	uint32_t written;
	gpu_mask predicate[4];
	gpu_mask alu_result, covered, done, active;
	uint8_t counter[GPU_LANES];
	gpu_mask continued[US_LOOPS], broken[US_LOOPS];
};

/**
 * enum us_fault - how a program has ended
 * @US_FINE: at its end
 * @US_ENDLESS: it has not, after US_STEPS_MAX instructions
 * @US_STACK: a stack overflows or underflows
 * @US_PARTIAL: a loop or a call in partial flow control
 * @US_SEMAPHORE: TEX_SEM_ACQUIRE while the semaphore is held
 * @US_NO_OUTPUT: the last instruction is not OUT with TEX_SEM_WAIT
 * @US_RESERVED: a reserved operation
 */
enum us_fault { US_FINE, US_ENDLESS, US_STACK, US_PARTIAL, US_SEMAPHORE, US_NO_OUTPUT, US_RESERVED };

extern const char * const us_fault_names[];

/**
 * us_run() - run a program
 * @p: the program
 * @g: the pixels with their registers; covered says which of them are drawn
 * @steps: if not NULL, grows by the instructions that were executed
 *
 * Return: US_FINE, or the fault that has ended the program.
 */
enum us_fault us_run(const struct us_program *p, struct us_group *g, int64_t *steps);

/* us_alu.c: the arithmetic */
uint32_t us_mad(uint32_t a, uint32_t b, uint32_t c, uint32_t omod, bool zero_wins);
uint32_t us_dot(const uint32_t *a, const uint32_t *b, unsigned int n, uint32_t add, uint32_t omod, bool zero_wins);
uint32_t us_select(uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t omod);
uint32_t us_fraction(uint32_t a, uint32_t omod);
uint32_t us_transcendental(uint32_t op, uint32_t a, uint32_t omod);
uint32_t us_presubtract(uint32_t op, uint32_t src0, uint32_t src1);
uint32_t us_clamp(uint32_t bits);
uint32_t us_inline(uint32_t code);
bool us_compare(uint32_t op, uint32_t bits);
float us_float(uint32_t bits);
uint32_t us_bits(float f);

/* As the sum's addend: none.  No other NaN is this one. */
#define US_NO_ADD	0xffc0babeu

/* Operations of us_select(). */
enum { US_MIN, US_MAX, US_CND, US_CMP };

#endif
