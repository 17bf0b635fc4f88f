// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The guide's rules for programs, as far as a program shows them without being run: the end, the
 * texture semaphore, operations that need each other, the cycle that presubtract needs, jumps,
 * and the depth of branches and loops.
 *
 * One pass in the order of the program.  A jump backwards or into a branch is not followed.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "ctm_as.h"
#include "r500/r500_us.h"

#define BIT(inst, word, bit)	((inst)[word] >> (bit) & 1)
#define SEM_WAIT(inst)		BIT(inst, 0, 2)
#define LAST(inst)		BIT(inst, 0, 8)
#define NOP(inst)		BIT(inst, 0, 9)
#define SEM_ACQUIRE(inst)	BIT(inst, 1, 25)

#define BRANCH_DEPTH		32
#define LOOP_DEPTH		4
#define OMOD_DISABLED		7u
#define R500_US_TEMPS		128
#define TEX_NOP			0u
#define TEX_KILL		2u

struct check {
	const struct ctm_as_program *p;
	struct ctm_as_error *e;
	unsigned int slot;
	bool held;		/* the texture semaphore */
	/* Channels of registers: lookups that no semaphore covers yet, and those that one does */
	uint8_t looked_up[R500_US_TEMPS];
	uint8_t covered[R500_US_TEMPS];
	int branches;
	int loops;
};

static bool fail(struct check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct check *c, const char *format, ...)
{
	va_list ap;

	c->e->line = c->p->line[c->slot];
	c->e->column = 1;
	va_start(ap, format);
	vsnprintf(c->e->text, sizeof(c->e->text), format, ap);
	va_end(ap);
	return false;
}

static const uint32_t *at(const struct check *c, unsigned int slot)
{
	return c->p->words + CTM_AS_DW * slot;
}

static bool is_alu(const uint32_t *inst)
{
	return (inst[0] & 3) == R500_US_ALU || (inst[0] & 3) == R500_US_OUT;
}

/* Sources that presubtract, MDH and MDV read: bits 0 and 1 rgb, 2 and 3 alpha. */
static unsigned int early(const uint32_t *inst)
{
	static const uint8_t reads[4] = { 1, 3, 3, 1 };
	uint32_t rgb = inst[5] & 15, alpha = inst[4] & 15;
	bool srcp = (inst[3] & 3) == 3 || (inst[3] >> 13 & 3) == 3 || (inst[5] >> 12 & 3) == 3 ||
		    (inst[4] >> 12 & 3) == 3 || (inst[4] >> 19 & 3) == 3 ||
		    (inst[5] >> 25 & 3) == 3;
	unsigned int set = 0;

	if (srcp)
		set |= reads[inst[1] >> 30] | reads[inst[2] >> 30] << 2;
	if (rgb == 11 || rgb == 12)
		set |= 1;
	if (alpha == 14 || alpha == 15)
		set |= 4;
	return set;
}

static bool semaphore(struct check *c, const uint32_t *inst)
{
	unsigned int i;

	if (SEM_WAIT(inst))
		c->held = false;
	if ((inst[0] & 3) != R500_US_TEX || !SEM_ACQUIRE(inst))
		return true;
	if (c->held)
		return fail(c,
			"TEX_SEM_ACQUIRE while the semaphore may be held: the instruction needs TEX_SEM_WAIT as well.");
	c->held = true;
	for (i = 0; i < R500_US_TEMPS; i++)
		c->covered[i] |= c->looked_up[i];
	memset(c->looked_up, 0, sizeof(c->looked_up));
	return true;
}

/* Refuse the use of channels whose lookup the instruction has not waited for. */
static bool use(struct check *c, uint32_t r, uint32_t channels)
{
	if (c->covered[r] & channels)
		return fail(c, "r%u has the result of a lookup: its first use needs TEX_SEM_WAIT.", r);
	if (c->looked_up[r] & channels)
		return fail(c,
			"r%u has the result of a lookup: that one or a later one needs TEX_SEM_ACQUIRE, and this use TEX_SEM_WAIT.",
			r);
	return true;
}

/* Channels that an ALU instruction reads of the rgb sources, then of the alpha sources. */
static void reads(const uint32_t *inst, uint32_t channels[6])
{
	const uint32_t operands[2][3] = {
		{ inst[3], inst[3] >> 13, inst[5] >> 12 },
		{ inst[4] >> 12, inst[4] >> 19, inst[5] >> 25 },
	};
	const uint32_t op[2] = { inst[5] & 15, inst[4] & 15 };
	unsigned int half, n, i, set = early(inst);

	for (i = 0; i < 6; i++)
		channels[i] = i % 3 < 2 && set >> (i / 3 * 2 + i % 3) & 1 ? (i < 3 ? 7 : 8) : 0;
	for (half = 0; half < 2; half++)
		for (n = 0; n < r500_us_operands(half, op[half]); n++)
			for (i = 0; i < (half ? 1 : 3); i++) {
				uint32_t source = operands[half][n] & 3;
				uint32_t swizzle = operands[half][n] >> (2 + 3 * i) & 7;

				/* 3 is the result of presubtract. */
				if (source < 3 && swizzle < 4)
					channels[source + (swizzle == 3 ? 3 : 0)] |= 1u << swizzle;
			}
}

static bool uses(struct check *c, const uint32_t *inst)
{
	uint32_t channels[6], source, i;

	if (!is_alu(inst)) {
		/* All coordinates: which of them the lookup takes depends on the texture. */
		return (inst[1] >> 22 & 7) == TEX_NOP || inst[2] >> 7 & 1 || use(c, inst[2] & 127, 15);
	}
	reads(inst, channels);
	for (i = 0; i < 6; i++) {
		source = inst[1 + i / 3] >> 10 * (i % 3) & 0x3ff;
		if (channels[i] && !(source & 0x380) && !use(c, source, channels[i]))
			return false;
	}
	return true;
}

/* A lookup without a channel to write gives nothing to wait for. */
static void looked_up(struct check *c, const uint32_t *inst)
{
	uint32_t op = inst[1] >> 22 & 7, r = inst[2] >> 16 & 127;

	if ((inst[0] & 3) == R500_US_TEX && op != TEX_NOP && op != TEX_KILL && !(inst[2] >> 23 & 1))
		c->looked_up[r] |= inst[0] >> 11 & 15;
}

static bool transcendental(uint32_t op)
{
	return op >= 8 && op <= 13;
}

/* Operations of one unit that only pass on a result of the other. */
static bool pairs(struct check *c, const uint32_t *inst)
{
	uint32_t rgb = inst[5] & 15, alpha = inst[4] & 15;

	if (rgb == 10 && !transcendental(alpha))
		return fail(c,
			"RGB SOP takes the result of EX2, LN2, RCP, RSQ, SIN or COS of the ALPHA unit, which does none of them.");
	if (alpha == 1 && (rgb < 1 || rgb > 3))
		return fail(c,
			"ALPHA DP takes the result of DP3, DP4 or D2A of the RGB unit, which does none of them.");
	return true;
}

static bool omod(struct check *c, const uint32_t *inst)
{
	uint32_t rgb = inst[5] & 15, alpha = inst[4] & 15;

	if ((inst[3] >> 26 & 7) == OMOD_DISABLED && rgb != 4 && rgb != 5 && rgb != 7 && rgb != 8)
		return fail(c, "RGB has DISABLED, which only MIN, MAX, CND and CMP may have.");
	if ((inst[4] >> 26 & 7) == OMOD_DISABLED && alpha != 2 && alpha != 3 && alpha != 5 &&
	    alpha != 6)
		return fail(c, "ALPHA has DISABLED, which only MIN, MAX, CND and CMP may have.");
	return true;
}

/* The register that the instruction writes in a unit; -1: none, or one that aL decides. */
static int written(const uint32_t *inst, bool alpha)
{
	if (!(inst[0] >> 11 & (alpha ? 8 : 7)) || BIT(inst, alpha ? 4 : 5, 11))
		return -1;
	return inst[alpha ? 4 : 5] >> 4 & 127;
}

static bool cycle(struct check *c, const uint32_t *inst)
{
	const uint32_t *before = at(c, c->slot) - CTM_AS_DW;
	unsigned int set = early(inst), i;
	uint32_t source;

	if (!c->slot || !is_alu(before) || NOP(before))
		return true;
	for (i = 0; i < 4; i++) {
		source = inst[1 + i / 2] >> 10 * (i & 1) & 0x3ff;
		if (set >> i & 1 && !(source & 0x180) &&
		    (int)(source & 127) == written(before, i / 2))
			return fail(c,
				"The instruction before writes r%u, which presubtract, MDH or MDV reads here: it needs NOP.",
				source & 127);
	}
	return true;
}

static bool flow(struct check *c, const uint32_t *inst)
{
	uint32_t op = inst[2] & 7, target = inst[3] >> 16 & 511;
	uint32_t pop = inst[2] >> 16 & 31, stay = inst[2] >> 24 & 3, go = inst[2] >> 26 & 3;
	bool jumps = inst[2] >> 8 & 0xff || op == 1 || op == 3;

	/*
	 * What comes after a jump that is always taken is reached another way, on which other lookups
	 * may wait.  A loop that ends goes on here.
	 */
	if ((inst[2] >> 8 & 0xff) == 0xff && (op == 0 || op > 4)) {
		memset(c->looked_up, 0, sizeof(c->looked_up));
		memset(c->covered, 0, sizeof(c->covered));
	}
	if (jumps && (inst[2] >> 6 & 3) != 1 && target >= c->p->count)
		return fail(c, "JUMP_ADDR is %u: the program has %u instructions.", target,
			    c->p->count);
	if (op == 1 || op == 3)
		c->loops++;
	if ((op == 2 || op == 4) && c->loops)
		c->loops--;
	if (c->loops > LOOP_DEPTH)
		return fail(c, "The program has loops in more than %d loops.", LOOP_DEPTH);
	/* A branch may close in a jump or without one: whichever closes, closes. */
	if (stay == 2 || (go == 2 && (inst[2] >> 6 & 3) == 2))
		c->branches++;
	else if (stay == 1 || (go == 1 && !stay && !BIT(inst, 2, 4) && op < 5))
		c->branches -= (int)pop;
	if (c->branches < 0)
		c->branches = 0;
	if (c->branches > BRANCH_DEPTH)
		return fail(c, "The program has branches in more than %d branches.", BRANCH_DEPTH);
	return true;
}

static bool instruction(struct check *c)
{
	const uint32_t *inst = at(c, c->slot);

	if (SEM_WAIT(inst))
		memset(c->covered, 0, sizeof(c->covered));
	if ((inst[0] & 3) != R500_US_FC && !uses(c, inst))
		return false;
	looked_up(c, inst);
	if (!semaphore(c, inst))
		return false;
	if ((inst[0] & 3) == R500_US_FC)
		return flow(c, inst);
	if (!is_alu(inst)) {
		if ((inst[1] >> 22 & 7) == 7)
			return fail(c, "Texture operation 7 is not public: the kernel refuses it.");
		return true;
	}
	return pairs(c, inst) && omod(c, inst) && cycle(c, inst);
}

static bool end(struct check *c)
{
	const uint32_t *inst;

	if (!c->p->count)
		return fail(c, "The program has no instruction.");
	c->slot = c->p->count - 1;
	inst = at(c, c->slot);
	if ((inst[0] & 3) != R500_US_OUT || !SEM_WAIT(inst) || !LAST(inst))
		return fail(c,
			"The program does not end: its last instruction is not OUT with TEX_SEM_WAIT and LAST.");
	return true;
}

/**
 * ctm_as_check() - check a program by the rules of the guide
 * @p: the program
 * @e: receives the first error: the line of the instruction
 *
 * Return: 0, or -1 with @e filled in.
 */
int ctm_as_check(const struct ctm_as_program *p, struct ctm_as_error *e)
{
	struct check c = { .p = p, .e = e };

	memset(e, 0, sizeof(*e));
	for (; c.slot < p->count; c.slot++)
		if (!instruction(&c))
			return -1;
	c.slot = 0;
	return end(&c) ? 0 : -1;
}
