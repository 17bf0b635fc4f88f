/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An interpreter of fragment programs (R5xx guide, chapter 7): ALU, OUT, TEX and flow control, for
 * the four pixels of a quad, which share one program counter.  It knows no registers and no
 * memory: its caller gives it the program, the constants, and a function that looks up texels.
 *
 * What it computes is what the guide defines.  Where the guide leaves the rounding open, results
 * are rounded to the nearest float once: the product and sum of MAD, sums of dot products (in the
 * order of the channels, in doubles), and transcendental functions.  Silicon may differ there.
 *
 * Rules are strict: lookups reach their register at TEX_SEM_WAIT alone, and stacks that overflow,
 * loops in partial flow control and programs that never end are faults.
 */
#ifndef R500_US_H
#define R500_US_H

#include <stdbool.h>
#include <stdint.h>

#define US_PIXELS	4u	/* 0 and 1 above 2 and 3 */
#define US_TEMPS	128u
#define US_LOOPS	4u
#define US_CALLS	4u
#define US_STEPS_MAX	(1u << 20)	/* instructions until a program counts as endless */

/**
 * struct us_program - what a draw runs
 * @inst: 512 instructions
 * @constants: 256 times four floats, as bits
 * @integers: US_FC_INT_CONST
 * @booleans: US_FC_BOOL_CONST
 * @start: US_CODE_ADDR.START_ADDR
 * @end: US_CODE_ADDR.END_ADDR
 * @offset: US_CODE_OFFSET
 * @full: US_FC_CTRL.FULL_FC_EN
 * @zero_wins: US_CONFIG.ZERO_TIMES_ANYTHING_EQUALS_ZERO
 * @lookup: looks up a texel: @coord has S, T, R and Q, @texel receives four floats, as bits
 * @ctx: first argument of @lookup
 */
struct us_program {
	const uint32_t (*inst)[6];
	const uint32_t *constants;
	uint32_t integers[32];
	uint32_t booleans;
	uint32_t start;
	uint32_t end;
	uint32_t offset;
	bool full;
	bool zero_wins;
	void (*lookup)(void *ctx, uint32_t unit, bool unscaled, const float *coord, uint32_t *texel);
	void *ctx;
};

/* Why a pixel does not run, beside a branch. */
enum us_loop_state { US_LIVE, US_CONTINUED, US_BROKEN };

/**
 * struct us_pixel - one pixel
 * @temp: registers, as bits
 * @out: the four targets
 * @w: depth
 * @predicate: predicate bits
 * @alu_result: ALU result
 * @covered: inside the triangle and not killed
 * @done: an instruction with LAST has run
 * @active: no branch has disabled the pixel
 * @counter: without @active: branches to leave until it is active again
 * @loop: state in each loop
 */
struct us_pixel {
	uint32_t temp[US_TEMPS][4];
	uint32_t out[4][4];
	uint32_t w;
	bool predicate[4];
	bool alu_result;
	bool covered;
	bool done;
	bool active;
	uint32_t counter;
	enum us_loop_state loop[US_LOOPS];
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

enum us_fault us_run(const struct us_program *p, struct us_pixel *pixels);

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
