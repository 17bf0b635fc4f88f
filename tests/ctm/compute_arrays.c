// SPDX-License-Identifier: GPL-2.0
/*
 * Arrays: copies of each format, saxpy, a reduction, a matrix product and a sort by passes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compute.h"

static const char copy[] =
	"TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
	"OUT TEX_SEM_WAIT LAST; RGB MAX.DISABLED r1._ A.rgb, r1.rgb, r1.rgb;"
	" ALPHA MAX.DISABLED r1._ A.a, r1.a, r1.a\n";

/* Any bits come back, NaN and denormals among them. */
static void copies(struct bench *b)
{
	static const uint8_t bytes[] = { 2, 4, 4, 8, 16 };
	enum ctm_format f;
	unsigned int i, n;

	for (f = CTM_UINT16_1; f <= CTM_FLOAT32_4; f++) {
		n = 64 * 30 * bytes[f];
		for (i = 0; i < n / 4; i++)
			((uint32_t *)pixels(b, 0))[i] = any_bits() >> any_bits() % 32;
		memset(pixels(b, 1), 0xa5, n + 64);
		bench_begin(b, copy);
		ctmAppendSetInpFmt(&b->pack, 0, surface(b, 0), f, 0, 64, 30);
		ctmAppendSetOutFmt(&b->pack, 0, surface(b, 1), f, 0, 64, 30);
		bench_area(b, 64, 30, 64, 30);
		ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
		tap_ok(!bench_submit(b) && !memcmp(pixels(b, 0), pixels(b, 1), n) &&
		       ((uint8_t *)pixels(b, 1))[n] == 0xa5, "copy 64 x 30 elements of %u bytes, format %u", bytes[f], f);
	}
}

/* Elements outside of the domain stay. */
static void part(struct bench *b)
{
	const uint32_t *from = pixels(b, 0), *to = pixels(b, 1);
	unsigned int x, y, wrong = 0;

	for (x = 0; x < 64 * 30; x++) {
		((uint32_t *)pixels(b, 0))[x] = x;
		((uint32_t *)pixels(b, 1))[x] = ~x;
	}
	bench_begin(b, copy);
	ctmAppendSetInpFmt(&b->pack, 0, surface(b, 0), CTM_FLOAT32_1, 0, 64, 30);
	ctmAppendSetOutFmt(&b->pack, 0, surface(b, 1), CTM_FLOAT32_1, 0, 64, 30);
	bench_area(b, 64, 30, 64, 30);
	/* The parameters are the parameters of the domain's corners: move it by 5 and 3. */
	ctmAppendSetDomain(&b->pack, 5, 3, 5 + 20, 3 + 6);
	ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
	wrong = !!bench_submit(b);
	for (y = 0; y < 30; y++)
		for (x = 0; x < 64; x++)
			if (x < 5 || x > 25 || y < 3 || y > 9)
				wrong += to[64 * y + x] != ~(64 * y + x);
	/* 64 texels spread over 21 elements. */
	for (x = 5; x <= 25; x++)
		wrong += to[64 * 3 + x] != from[64 * 2 + (unsigned int)((x - 5 + 0.5) * 64 / 21)];
	tap_ok(!wrong, "a domain of 21 x 7 inside of the output (%u wrong)", wrong);
}

static void saxpy(struct bench *b)
{
	float *x = pixels(b, 0), *y = pixels(b, 1), *out = pixels(b, 2), expected;
	unsigned int i, wrong = 0;

	for (i = 0; i < 4 * 64 * 32; i++) {
		x[i] = any_float() / 3;
		y[i] = any_float() / 7;
	}
	floats(b)[0] = 1.2345678f;
	bench_begin(b,
		    "TEX UNSCALED LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
		    "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r2.rgba, t1.rgba, r0.rgba\n"
		    "OUT TEX_SEM_WAIT LAST; RGB MAD r0._ A.rgb, r1.rgb, c0.rrr, r2.rgb;"
		    " ALPHA MAD r0._ A.a, r1.a, c0.r, r2.a");
	ctmAppendSetInpFmt(&b->pack, 0, surface(b, 0), CTM_FLOAT32_4, 0, 64, 32);
	ctmAppendSetInpFmt(&b->pack, 1, surface(b, 1), CTM_FLOAT32_4, 0, 64, 32);
	ctmAppendSetOutFmt(&b->pack, 0, surface(b, 2), CTM_FLOAT32_4, 0, 64, 32);
	bench_area(b, 64, 32, 64, 32);
	ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
	wrong = !!bench_submit(b);
	for (i = 0; i < 4 * 64 * 32; i++) {
		expected = fmaf(floats(b)[0], x[i], y[i]);
		wrong += !!memcmp(&expected, &out[i], 4);
	}
	tap_ok(!wrong, "saxpy on 8192 floats (%u wrong)", wrong);
}

/* Sums of 2 x 2 elements, until one is left; each pass reads the results of the last. */
static void reduction(struct bench *b)
{
	static float host[2][64 * 64];
	unsigned int size, x, y, from = 0, passes = 0;
	float result;

	for (x = 0; x < 64 * 64; x++)
		host[0][x] = ((float *)pixels(b, 0))[x] = any_float() / 3;
	bench_begin(b,
		    "ALU; RGB MAD r1.rgb, r0.rgb, 1, -0.5\n"
		    "ALU; RGB MAD r2.rgb, r0.rgb, 1, c0.rgb\n"
		    "ALU; RGB MAD r3.rgb, r0.rgb, 1, c0.grb\n"
		    "ALU; RGB MAD r4.rgb, r0.rgb, 1, 0.5\n"
		    "TEX ALU_WAIT UNSCALED LOOKUP r1.rgba, t0.rgba, r1.rgba\n"
		    "TEX UNSCALED LOOKUP r2.rgba, t0.rgba, r2.rgba\n"
		    "TEX UNSCALED LOOKUP r3.rgba, t0.rgba, r3.rgba\n"
		    "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r4.rgba, t0.rgba, r4.rgba\n"
		    "ALU TEX_SEM_WAIT; RGB MAD r1.rgb, r1.rgb, 1, r2.rgb\n"
		    "ALU; RGB MAD r1.rgb, r1.rgb, 1, r3.rgb\n"
		    "OUT TEX_SEM_WAIT LAST; RGB MAD r0._ A.rgb, r1.rgb, 1, r4.rgb");
	floats(b)[0] = 0.5f;
	floats(b)[1] = -0.5f;
	for (size = 32; size; size /= 2) {
		ctmAppendSetInpFmt(&b->pack, 0, surface(b, from), CTM_FLOAT32_1, 0, 64, 64);
		ctmAppendSetOutFmt(&b->pack, 0, surface(b, !from), CTM_FLOAT32_1, 0, 64, 64);
		passes++;
		/* Two texels to an element. */
		bench_area(b, size, size, 2.0f * size, 2.0f * size);
		ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
		if (bench_submit(b))
			break;
		for (y = 0; y < size; y++)
			for (x = 0; x < size; x++) {
				const float *p = host[from] + 128 * y + 2 * x;

				host[!from][64 * y + x] = ((p[0] + p[1]) + p[64]) + p[65];
			}
		from = !from;
		b->pack.used = 0;
		ctmAppendSimple(&b->pack, CTM_INV_INP_CACHE);
	}
	result = *(float *)pixels(b, from);
	if (!tap_ok(passes == 6 && !memcmp(&result, host[from], 4), "the sum of 4096 floats in six passes"))
		tap_note("%u passes: %g, not %g", passes, result, host[from][0]);
}

static void matrices(struct bench *b)
{
	enum { N = 32 };
	float *left = pixels(b, 0), *right = pixels(b, 1), *out = pixels(b, 2);
	unsigned int i, k, wrong;

	for (i = 0; i < N * N; i++) {
		left[i] = any_float() / 3;
		right[i] = any_float() / 7;
	}
	integers(b)[5] = N;
	bench_begin(b,
		    "ALU; RGB MAX r3.rgb, 0.5, 0.5\n"
		    "ALU; RGB MAX r4.rgb, 0, 0\n"
		    "FC REP INT_ADDR=5 JUMP_ADDR=out\n"
		    "loop: ALU; RGB MAX r1.r, r3.rrr, r3.rrr\n"
		    "ALU; RGB MAX r1.g, r0.rgb, r0.rgb\n"
		    "ALU; RGB MAX r2.r, r0.rrr, r0.rrr\n"
		    "ALU; RGB MAX r2.g, r3.rrr, r3.rrr\n"
		    "TEX ALU_WAIT UNSCALED LOOKUP r5.rgba, t0.rgba, r1.rgba\n"
		    "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r6.rgba, t1.rgba, r2.rgba\n"
		    "ALU TEX_SEM_WAIT; RGB MAD r4.rgb, r5.rrr, r6.rrr, r4.rgb\n"
		    "ALU; RGB MAD r3.rgb, r3.rgb, 1, 1\n"
		    "FC ENDREP JUMP_FUNC=0xff JUMP_ANY INT_ADDR=5 JUMP_ADDR=loop\n"
		    "out: OUT TEX_SEM_WAIT LAST; RGB MAX r0._ A.r, r4.rgb, r4.rgb");
	ctmAppendSetInpFmt(&b->pack, 0, surface(b, 0), CTM_FLOAT32_1, 0, N, N);
	ctmAppendSetInpFmt(&b->pack, 1, surface(b, 1), CTM_FLOAT32_1, 0, N, N);
	ctmAppendSetOutFmt(&b->pack, 0, surface(b, 2), CTM_FLOAT32_1, 0, N, N);
	bench_area(b, N, N, N, N);
	ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
	wrong = !!bench_submit(b);
	for (i = 0; i < N * N; i++) {
		float sum = 0;

		for (k = 0; k < N; k++)
			sum = fmaf(left[i / N * N + k], right[k * N + i % N], sum);
		wrong += !!memcmp(&sum, &out[i], 4);
	}
	tap_ok(!wrong, "the product of two matrices of 32 x 32 (%u wrong)", wrong);
}

static int ascending(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

/* Odd and even transpositions: in each pass an element compares itself with a neighbour. */
static void sort(struct bench *b)
{
	enum { N = 32, LINES = 8 };
	static float host[N * LINES];
	unsigned int i, from = 0, pass, wrong = 0;

	for (i = 0; i < N * LINES; i++)
		host[i] = ((float *)pixels(b, 0))[i] = any_float();
	bench_begin(b,
		    /* r1.r: +1 if the partner is the next one, -1 if it is the last one */
		    "ALU; RGB MAD r1.rgb, r0.rgb, 0.5, c0.rrr\n"
		    "ALU; RGB FRC r1.rgb, r1.rgb\n"
		    "ALU; RGB MAD r1.rgb, r1.rgb, c0.ggg, 1\n"
		    "ALU; RGB MAX r2.rgb, r0.rgb, r0.rgb\n"
		    "ALU; RGB MAD r2.r, r1.rrr, 1, r0.rrr\n"
		    "TEX ALU_WAIT UNSCALED LOOKUP r3.rgba, t0.rgba, r0.rgba\n"
		    "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r4.rgba, t0.rgba, r2.rgba\n"
		    "ALU TEX_SEM_WAIT; RGB MIN r5.rgb, r3.rgb, r4.rgb\n"
		    "ALU; RGB MAX r6.rgb, r3.rgb, r4.rgb\n"
		    "OUT TEX_SEM_WAIT LAST; RGB CMP r0._ A.r, r5.rgb, r6.rgb, r1.rrr");
	floats(b)[1] = -4;
	for (pass = 0; pass < N && !wrong; pass++) {
		/* (i + 0.5) / 2 + c is whole for each second element */
		floats(b)[0] = pass & 1 ? 0.25f : -0.25f;
		ctmAppendSetInpFmt(&b->pack, 0, surface(b, from), CTM_FLOAT32_1, 0, N, LINES);
		ctmAppendSetOutFmt(&b->pack, 0, surface(b, !from), CTM_FLOAT32_1, 0, N, LINES);
		bench_area(b, N, LINES, N, LINES);
		ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
		wrong = !!bench_submit(b);
		from = !from;
		b->pack.used = 0;
		ctmAppendSimple(&b->pack, CTM_INV_INP_CACHE);
	}
	for (i = 0; i < LINES; i++)
		qsort(host + N * i, N, 4, ascending);
	for (i = 0; i < N * LINES; i++)
		wrong += !!memcmp(&host[i], (float *)pixels(b, from) + i, 4);
	tap_ok(!wrong, "eight lines of 32 floats sorted in 32 passes (%u wrong)", wrong);
}

/* Four outputs of one program, and the constants of its parameters. */
static void outputs(struct bench *b)
{
	unsigned int i, n, wrong = 0;

	memset(pixels(b, 0), 0, 4 * SURFACE_BYTES);
	bench_begin(b,
		    "OUT; RGB MAX r0._ A.r, r0.rgb, r0.rgb\n"
		    "OUT; RGB MAX r0._ B.r, r0.ggg, r0.ggg\n"
		    "OUT; RGB MAD r0._ C.r, r0.rrr, r0.ggg, 0\n"
		    "OUT TEX_SEM_WAIT LAST; RGB MAD r0._ D.r, r0.rrr, 1, r0.ggg");
	for (n = 0; n < 4; n++)
		ctmAppendSetOutFmt(&b->pack, n, surface(b, n), CTM_FLOAT32_1, 0, 16, 16);
	bench_area(b, 16, 16, 16, 16);
	ctmAppendSimple(&b->pack, CTM_START_PROGRAM);
	wrong = !!bench_submit(b);
	for (i = 0; i < 256; i++) {
		float x = i % 16 + 0.5f, y = (float)(i / 16) + 0.5f;
		float expected[4] = { x, y, x * y, x + y };

		for (n = 0; n < 4; n++)
			wrong += !!memcmp((float *)pixels(b, n) + i, &expected[n], 4);
	}
	tap_ok(!wrong, "four outputs (%u wrong)", wrong);
}

void compute_arrays(struct bench *b)
{
	copies(b);
	part(b);
	saxpy(b);
	reduction(b);
	matrices(b);
	sort(b);
	outputs(b);
}
