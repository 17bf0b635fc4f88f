// SPDX-License-Identifier: GPL-2.0
/*
 * Flow control, predicates, the semaphore, KILL, quads, and single operations.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "compute.h"

/* 16 x 16 floats from surface 0 to surface 1, which is filled with @fill. */
static int run(struct bench *b, const char *program, float fill)
{
	unsigned int i;

	for (i = 0; i < 256; i++)
		((float *)pixels(b, 1))[i] = fill;
	bench_begin(b, program);
	ctmAppendSetInpFmt(&b->pack, 0, surface(b, 0), CTM_FLOAT32_1, 0, 16, 16);
	ctmAppendSetOutFmt(&b->pack, 0, surface(b, 1), CTM_FLOAT32_1, 0, 16, 16);
	bench_area(b, 16, 16, 16, 16);
	ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
	return bench_submit(b);
}

static unsigned int differences(const struct bench *b, float (*expected)(float x))
{
	const float *in = pixels(b, 0), *out = pixels(b, 1);
	unsigned int i, wrong = 0;

	for (i = 0; i < 256; i++) {
		float value = expected(in[i]);

		if (memcmp(&value, &out[i], 4) && !wrong++)
			tap_note("element %u, %g: %g, not %g", i, in[i], out[i], value);
	}
	return wrong;
}

static void numbers(struct bench *b, float first, float step)
{
	unsigned int i;

	for (i = 0; i < 256; i++)
		((float *)pixels(b, 0))[i] = first + step * i;
}

#define LOAD	"TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r1.rgba, t0.rgba, r0.rgba\n"

static void check(struct bench *b, const char *program, float (*expected)(float x), const char *what)
{
	bool good = !run(b, program, -77);

	tap_ok(!(good ? differences(b, expected) : 1), "%s", what);
}

/* Steps until 1: halve an even number, triple an odd one and add 1. */
static float collatz(float x)
{
	float steps = 0;

	for (; x != 1 && steps < 255; steps++)
		x = fmodf(x, 2) ? 3 * x + 1 : x / 2;
	return steps;
}

static void loops(struct bench *b)
{
	numbers(b, 1, 1);
	integers(b)[7] = 255;
	floats(b)[0] = 3;
	check(b, LOAD
	      "ALU TEX_SEM_WAIT; RGB MAX r2.rgb, 0, 0\n"
	      "FC REP INT_ADDR=7 JUMP_ADDR=out\n"
	      "loop: ALU ALU_WMASK ALU_RESULT_OP=EQUAL; RGB MAD r3.rgb, r1.rgb, 1, -1\n"
	      "FC ALU_WAIT BREAKREP JUMP_FUNC=0xf0 B_OP1=DECR JUMP_ADDR=out\n"
	      "ALU; RGB MAD r3.rgb, r1.rgb, 0.5, 0\n"
	      "ALU ALU_WMASK ALU_RESULT_OP=NOT_EQUAL; RGB FRC r3.rgb, r3.rgb\n"
	      "FC ALU_WAIT JUMP JUMP_FUNC=0x0f B_OP0=INCR B_OP1=INCR JUMP_ADDR=even\n"
	      "ALU; RGB MAD r1.rgb, r1.rgb, c0.rrr, 1\n"
	      "FC JUMP B_ELSE B_OP1=DECR B_POP_CNT=1 JUMP_ADDR=join\n"
	      "even: ALU; RGB MAD r1.rgb, r1.rgb, 0.5, 0\n"
	      "FC JUMP JUMP_ANY B_OP0=DECR B_POP_CNT=1\n"
	      "join: ALU; RGB MAD r2.rgb, r2.rgb, 1, 1\n"
	      "FC ENDREP JUMP_FUNC=0xff JUMP_ANY INT_ADDR=7 JUMP_ADDR=loop\n"
	      "out: OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r2.rgb, r2.rgb",
	      collatz, "a loop with a break and a branch: Collatz steps of 1 to 256");
}

/* Odd numbers below 20 leave the loop when the count reaches them. */
static float counted(float x)
{
	return fmodf(x, 2) && x < 20 ? x : 20;
}

/* A break in a branch, which other pixels of the quad do not take. */
static void breaks(struct bench *b)
{
	numbers(b, 0, 1);
	integers(b)[7] = 20;
	check(b, LOAD
	      "ALU TEX_SEM_WAIT; RGB MAX r2.rgb, 0, 0\n"
	      "FC REP INT_ADDR=7 JUMP_ADDR=out\n"
	      "loop: ALU; RGB MAD r3.rgb, r1.rgb, 0.5, 0\n"
	      "ALU ALU_WMASK ALU_RESULT_OP=NOT_EQUAL; RGB FRC r3.rgb, r3.rgb\n"
	      "FC ALU_WAIT JUMP JUMP_FUNC=0x0f B_OP0=INCR JUMP_ADDR=join\n"
	      "ALU ALU_WMASK ALU_RESULT_OP=EQUAL; RGB MAD r3.rgb, r1.rgb, 1, -r2.rgb\n"
	      "FC ALU_WAIT BREAKREP JUMP_FUNC=0xf0 B_OP1=DECR B_POP_CNT=1 JUMP_ADDR=out\n"
	      "FC JUMP JUMP_ANY B_OP0=DECR B_POP_CNT=1\n"
	      "join: ALU; RGB MAD r2.rgb, r2.rgb, 1, 1\n"
	      "FC ENDREP JUMP_FUNC=0xff JUMP_ANY INT_ADDR=7 JUMP_ADDR=loop\n"
	      "out: OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r2.rgb, r2.rgb",
	      counted, "a break in a branch");
}

/* aL addresses constants: the sum of c3, c5, c7, c9, without those that CONTINUE leaves out. */
static float indexed(float x)
{
	float sum = 0;
	int i;

	for (i = 3; i < 11; i += 2)
		if (i * 10 != x)
			sum += i * 10;
	return sum;
}

static void address_register(struct bench *b)
{
	unsigned int i;

	numbers(b, 0, 10);
	for (i = 0; i < 16; i++)
		floats(b)[4 * i] = 10 * i;
	integers(b)[0] = 4 | 3 << 8 | 2 << 16;
	check(b, LOAD
	      "ALU TEX_SEM_WAIT; RGB MAX r2.rgb, 0, 0\n"
	      "FC LOOP INT_ADDR=0 JUMP_ADDR=out\n"
	      "loop: ALU ALU_WMASK ALU_RESULT_OP=EQUAL; RGB MAD r3.rgb, r1.rgb, 1, -c[0+aL].rrr\n"
	      "FC ALU_WAIT CONTINUE JUMP_FUNC=0xf0 B_OP1=DECR JUMP_ADDR=end\n"
	      "ALU; RGB MAD r2.rgb, r2.rgb, 1, c[0+aL].rrr\n"
	      "end: FC ENDLOOP JUMP_FUNC=0xff JUMP_ANY INT_ADDR=0 JUMP_ADDR=loop\n"
	      "out: OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r2.rgb, r2.rgb",
	      indexed, "aL and CONTINUE");
}

static float squared_twice(float x)
{
	return x < 100 ? x * x * x * x : x;
}

static void subroutine(struct bench *b)
{
	numbers(b, 0, 1);
	floats(b)[0] = -100;
	check(b, LOAD
	      "ALU TEX_SEM_WAIT ALU_WMASK ALU_RESULT_OP=LESS; RGB MAD r2.rgb, r1.rgb, 1, c0.rrr\n"
	      "FC ALU_WAIT JUMP JUMP_FUNC=0xf0 JUMP_ANY A_OP=PUSH B_OP1=INCR JUMP_ADDR=twice\n"
	      "FC JUMP JUMP_FUNC=0xff JUMP_ADDR=out\n"
	      "twice: FC JUMP JUMP_FUNC=0xff JUMP_ANY A_OP=PUSH B_OP1=INCR JUMP_ADDR=square\n"
	      "FC JUMP JUMP_FUNC=0xff JUMP_ANY A_OP=PUSH B_OP1=INCR JUMP_ADDR=square\n"
	      "FC JUMP JUMP_FUNC=0xff A_OP=POP B_OP1=DECR B_POP_CNT=1\n"
	      "square: ALU; RGB MAD r1.rgb, r1.rgb, r1.rgb, 0\n"
	      "FC JUMP JUMP_FUNC=0xff A_OP=POP B_OP1=DECR B_POP_CNT=1\n"
	      "out: OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r1.rgb, r1.rgb",
	      squared_twice, "a call on a condition, and calls in it");
}

static float clipped(float x)
{
	return x < 0 ? -1 : x;
}

static void predicates(struct bench *b)
{
	numbers(b, -20, 0.25f);
	check(b, LOAD
	      "ALU TEX_SEM_WAIT; RGB MAX r1._ LESS.r, r1.rgb, r1.rgb\n"
	      "ALU RGB_PRED_SEL=RRRR; RGB MAX r1.rgb, -1, -1\n"
	      "OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r1.rgb, r1.rgb", clipped, "a predicate");
	check(b, LOAD
	      "ALU TEX_SEM_WAIT; RGB MAX r1._ GREATER_EQUAL.g, r1.rrr, r1.rrr\n"
	      "OUT RGB_PRED_SEL=GGGG RGB_PRED_INV; RGB MAX r0._ A.r, -1, -1\n"
	      "OUT RGB_PRED_SEL=GGGG TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r1.rgb, r1.rgb", clipped,
	      "predicates of outputs");
}

static float killed(float x)
{
	return x < 0 ? -77 : x;
}

static void kill(struct bench *b)
{
	numbers(b, -10, 0.125f);
	check(b, LOAD
	      "TEX TEX_SEM_WAIT KILL_LT_0 r1.r, t0.rrrr, r1.rrrr\n"
	      "OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r1.rgb, r1.rgb", killed, "KILL_LT_0 leaves the output");
}

static float zero(float x)
{
	return 0;
}

static float same(float x)
{
	return x;
}

/* Without TEX_SEM_WAIT an instruction finds the register as it was. */
static void semaphore(struct bench *b)
{
	numbers(b, 5, 1);
	b->unchecked = true;
	check(b, "ALU; RGB MAX r1.rgb, 0, 0\n"
	      "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
	      "ALU; RGB MAX r2.rgb, r1.rgb, r1.rgb\n"
	      "OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r2.rgb, r2.rgb", zero, "a lookup without TEX_SEM_WAIT");
	b->unchecked = false;
	/* The guide: an ACQUIRE covers all lookups before it; a NOP may acquire. */
	check(b, "TEX UNSCALED LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
	      "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE NOP r0._, t0.rrrr, r0.rrrr\n"
	      "ALU TEX_SEM_WAIT; RGB MAX r2.rgb, r1.rgb, r1.rgb\n"
	      "OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r2.rgb, r2.rgb", same, "a NOP that acquires the semaphore");
	check(b, "ALU; RGB MAX r1.rgb, r0.rgb, r0.rgb; ALPHA MAX r1.a, 0.5, 0.5\n"
	      "ALU; RGB MAD r1.rgb, r1.rgb, 0.5, 0\n"
	      "TEX ALU_WAIT TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP_PROJ r1.rgba, t0.rgba, r1.rgba\n"
	      "OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r1.rgb, r1.rgb", same, "LOOKUP_PROJ");
	floats(b)[0] = 1.0f / 16;
	check(b, "ALU; RGB MAD r1.rgb, r0.rgb, c0.rrr, 0\n"
	      "TEX ALU_WAIT TEX_SEM_WAIT TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r1.rgba\n"
	      "OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r1.rgb, r1.rgb", same, "coordinates from 0 to 1");
}

static float e_ex2(float x) { return (float)exp2(x); }
static float e_ln2(float x) { return (float)log2(x); }
static float e_rcp(float x) { return (float)(1 / (double)x); }
static float e_rsq(float x) { return (float)(1 / sqrt(x)); }
/* The sine of turns: half turns are taken away first, so that their sines are zeros. */
static float e_turns(double t)
{
	double halves = rint(2 * t), rest = sin((t - halves / 2) * 6.283185307179586476925286766559);

	return (float)(fmod(halves, 2) ? -rest : rest);
}

static float e_sin(float x) { return e_turns(x); }
static float e_cos(float x) { return e_turns((double)x + 0.25); }
static float e_frc(float x) { return x - floorf(x); }
static float e_pre(float x) { return (1 - x) * 8 < 1 ? ((1 - x) * 8 > 0 ? (1 - x) * 8 : 0) : 1; }
static float e_dot(float x) { return (float)((double)x * x + (double)x * x + (double)x * x); }

static void operations(struct bench *b)
{
	static const struct { const char *op; float (*expected)(float); } alpha[] = {
		{ "EX2", e_ex2 }, { "LN2", e_ln2 }, { "RCP", e_rcp }, { "RSQ", e_rsq }, { "SIN", e_sin }, { "COS", e_cos },
	};
	char text[512];
	unsigned int i;

	numbers(b, 0.3f, 0.07f);
	for (i = 0; i < 6; i++) {
		snprintf(text, sizeof(text), LOAD
			 "ALU TEX_SEM_WAIT; RGB SOP r2.rgb; ALPHA %s r2.a, r1.r\n"
			 "OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r2.rgb, r2.rgb", alpha[i].op);
		check(b, text, alpha[i].expected, alpha[i].op);
	}
	check(b, LOAD "ALU TEX_SEM_WAIT; RGB FRC r2.rgb, -|r1.rgb|\n"
	      "ALU; RGB MAD r2.rgb, 1, 1, -r2.rgb\n"
	      "OUT TEX_SEM_WAIT LAST; RGB FRC r0._ A.r, r2.rgb", e_frc, "FRC of negative numbers");
	check(b, LOAD "OUT TEX_SEM_WAIT LAST rgb0=r1 rgbp=INV; RGB MAD.U8.CLAMP r0._ A.r, srcp.rgb, 1, 0", e_pre,
	      "presubtract, output modifier, clamp");
	check(b, LOAD "OUT TEX_SEM_WAIT LAST; RGB DP3 r0._ A.r, r1.rrr, r1.rrr", e_dot, "DP3");
}

/* MDH: the difference between the right and the left pixel of each quad. */
static float one(float x)
{
	return 1;
}

static float sixteen(float x)
{
	return 16;
}

static void quads(struct bench *b)
{
	numbers(b, 0, 1);
	check(b, "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
	      "OUT TEX_SEM_WAIT LAST rgb0=r1; RGB MDH r0._ A.r, src0.rgb, -src0.111, src0.rgb", one, "MDH");
	check(b, "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
	      "OUT TEX_SEM_WAIT LAST rgb0=r1; RGB MDV r0._ A.r, src0.rgb, -src0.111, src0.rgb", sixteen, "MDV");
}

void compute_flow(struct bench *b)
{
	loops(b);
	breaks(b);
	address_register(b);
	subroutine(b);
	predicates(b);
	kill(b);
	semaphore(b);
	operations(b);
	quads(b);
}
