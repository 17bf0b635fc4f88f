// SPDX-License-Identifier: GPL-2.0
/*
 * Arithmetic of fragment programs, on the bits of floats (R5xx guide 7.4.4, 7.4.5 and 7.7).
 * Denormals are zeros of their sign, NaN is 0x7fffffff, unless the output modifier is off.
 */
#include <math.h>
#include <string.h>

#include "../float.h"
#include "us_int.h"

#define OMOD_DISABLED	7u
#define NAN_BITS	0x7fffffffu

float us_float(uint32_t bits)
{
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

uint32_t us_bits(float f)
{
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

static uint32_t flush(uint32_t bits)
{
	return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

static float value(uint32_t bits)
{
	return us_float(flush(bits));
}

/* Multiplied by 1 2 4 8 1/2 1/4 1/8, and rounded to a float: the one rounding of an operation. */
static uint32_t finish(double result, uint32_t omod)
{
	static const double factors[8] = { 1, 2, 4, 8, 0.5, 0.25, 0.125, 1 };

	if (isnan(result))
		return NAN_BITS;
	return flush(us_bits((float)(result * factors[omod])));
}

/*
 * The sum of doubles, such that rounding it to a float is rounding the exact sum: an inexact sum
 * gets an odd last bit.
 */
static double add_odd(double a, double b)
{
	double sum = a + b, part, rest;
	uint64_t bits;

	if (!isfinite(sum))
		return sum;
	part = sum - a;
	rest = (a - (sum - part)) + (b - part);
	memcpy(&bits, &sum, sizeof(bits));
	if (rest == 0 || bits & 1)
		return sum;
	bits += (rest > 0) == (sum > 0) ? 1 : -1;
	memcpy(&sum, &bits, sizeof(bits));
	return sum;
}

/* Exact: a float has 24 bits, a double 53. */
static double product(uint32_t a, uint32_t b, bool zero_wins)
{
	double x = value(a), y = value(b);

	return zero_wins && (x == 0 || y == 0) ? 0 : x * y;
}

uint32_t us_mad(uint32_t a, uint32_t b, uint32_t c, uint32_t omod, bool zero_wins)
{
	return finish(add_odd(product(a, b, zero_wins), value(c)), omod);
}

/* The sum of @n products, and @add. */
uint32_t us_dot(const uint32_t *a, const uint32_t *b, unsigned int n, uint32_t add, uint32_t omod, bool zero_wins)
{
	double sum = product(a[0], b[0], zero_wins);

	for (unsigned int i = 1; i < n; i++)
		sum += product(a[i], b[i], zero_wins);
	/* A dot product has no third operand, whose +0.0 would change a sum of -0.0. */
	return finish(add == US_NO_ADD ? sum : sum + value(add), omod);
}

static bool first(uint32_t op, float a, float b, float c)
{
	switch (op) {
	case US_MIN:
		return a < b;
	case US_MAX:
		return a >= b && !(a == 0 && b == 0);
	case US_CND:
		return c > 0.5f;
	}
	return c >= 0;
}

uint32_t us_select(uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t omod)
{
	uint32_t chosen = first(op, value(a), value(b), value(c)) ? a : b;

	return omod == OMOD_DISABLED ? chosen : finish(value(chosen), omod);
}

uint32_t us_fraction(uint32_t a, uint32_t omod)
{
	double x = value(a);

	return finish(x - floor(x), omod);
}

/* The operations 8 to 13 of the alpha unit.  They have no range beyond a float's range. */
uint32_t us_transcendental(uint32_t op, uint32_t a, uint32_t omod)
{
	float x = value(a), result = NAN;

	switch (op) {
	case 8:
		result = gpu_exp2(x);
		break;
	case 9:
		result = gpu_log2(x);
		break;
	case 10:
		result = gpu_rcp(x);
		break;
	case 11:
		/* The root comes first, and the root of -0.0 is 0.0. */
		result = x == 0 ? INFINITY : gpu_rsqrt(x);
		break;
	case 12:
		result = gpu_sin_turns(x);
		break;
	case 13:
		result = gpu_cos_turns(x);
		break;
	}
	return finish(us_float(finish(result, 0)), omod);
}

uint32_t us_presubtract(uint32_t op, uint32_t src0, uint32_t src1)
{
	double a = value(src0), b = value(src1);
	const double results[4] = { 1 - 2 * a, add_odd(b, -a), add_odd(b, a), add_odd(1, -a) };

	return finish(results[op & 3], 0);
}

uint32_t us_clamp(uint32_t bits)
{
	float f = us_float(bits);

	/* NaN is 0, as of MAX(NaN, 0). */
	return us_bits(f > 1 ? 1 : f > 0 ? f : 0);
}

/* Unsigned floats with 4 bits of exponent, bias 7, and 3 of mantissa; 0 is 2^-10. */
uint32_t us_inline(uint32_t code)
{
	int exponent = code >> 3 & 15, mantissa = code & 7;

	if (!exponent)
		return us_bits(ldexpf(mantissa ? 2 * mantissa : 1, -10));
	return us_bits(ldexpf(8 + mantissa, exponent - 10));
}

/* Against zero: equal, less, greater or equal, not equal.  NaN is not equal. */
bool us_compare(uint32_t op, uint32_t bits)
{
	float f = value(bits);

	switch (op & 3) {
	case 0:
		return f == 0;
	case 1:
		return f < 0;
	case 2:
		return f >= 0;
	}
	return f != 0;
}

/* ---- all pixels ---- */

static void dots(const struct us_inputs *in, uint32_t op, uint32_t omod, bool zero_wins, union gpu_lanes out[3])
{
	static const uint8_t terms[] = { 0, 3, 4, 2 };

	for (int i = 0; i < GPU_LANES; i++) {
		uint32_t a[4] = { in->rgb[0][0].u[i], in->rgb[0][1].u[i], in->rgb[0][2].u[i], in->alpha[0].u[i] };
		uint32_t b[4] = { in->rgb[1][0].u[i], in->rgb[1][1].u[i], in->rgb[1][2].u[i], in->alpha[1].u[i] };

		out[0].u[i] = us_dot(a, b, terms[op], op == 3 ? in->rgb[2][2].u[i] : US_NO_ADD, omod, zero_wins);
	}
	out[1] = out[0];
	out[2] = out[0];
}

static void mads(const union gpu_lanes *a, const union gpu_lanes *b, const union gpu_lanes *c, uint32_t omod,
		 bool zero_wins, union gpu_lanes *out)
{
	for (int i = 0; i < GPU_LANES; i++)
		out->u[i] = us_mad(a->u[i], b->u[i], c->u[i], omod, zero_wins);
}

/* An operation of both units, by the rgb unit's number. */
static void simple(uint32_t op, const union gpu_lanes *a, const union gpu_lanes *b, const union gpu_lanes *c,
		   uint32_t omod, bool zero_wins, union gpu_lanes *out)
{
	static const uint8_t select[9] = { [4] = US_MIN, [5] = US_MAX, [7] = US_CND, [8] = US_CMP };

	if (op == 9) {
		for (int i = 0; i < GPU_LANES; i++)
			out->u[i] = us_fraction(a->u[i], omod);
	} else if (op >= 4 && op <= 8 && op != 6) {
		for (int i = 0; i < GPU_LANES; i++)
			out->u[i] = us_select(select[op], a->u[i], b->u[i], c->u[i], omod);
	} else {
		mads(a, b, c, omod, zero_wins, out);
	}
}

static void transcendentals(uint32_t op, const union gpu_lanes *a, uint32_t omod, union gpu_lanes *out)
{
	for (int i = 0; i < GPU_LANES; i++)
		out->u[i] = us_transcendental(op, a->u[i], omod);
}

static void clamp(union gpu_lanes *v)
{
	for (int i = 0; i < GPU_LANES; i++)
		v->u[i] = us_clamp(v->u[i]);
}

static void compute_rgb(const uint32_t *inst, const struct us_inputs *in, bool zero_wins, union gpu_lanes out[3])
{
	uint32_t op = inst[5] & 15, omod = us_field(inst[3], 26, 3);

	if (op >= 1 && op <= 3) {
		dots(in, op, omod, zero_wins, out);
	} else if (op == 10) {
		transcendentals(inst[4] & 15, &in->alpha[0], omod, &out[0]);
		out[1] = out[0];
		out[2] = out[0];
	} else {
		for (unsigned int c = 0; c < 3; c++)
			simple(op, &in->rgb[0][c], &in->rgb[1][c], &in->rgb[2][c], omod, zero_wins, &out[c]);
	}
}

void us_compute(const uint32_t *inst, const struct us_inputs *in, unsigned int units, bool zero_wins,
		union gpu_lanes out[4])
{
	/* Operations of the alpha unit, with the numbers of the rgb unit. */
	static const uint8_t same[16] = { 0, 0, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 11, 12 };
	uint32_t alpha = inst[4] & 15, alpha_omod = us_field(inst[4], 26, 3);

	if (units & 1)
		compute_rgb(inst, in, zero_wins, out);
	if (units & 2) {
		if (alpha == 1)
			out[3] = out[0];
		else if (alpha >= 8 && alpha <= 13)
			transcendentals(alpha, &in->alpha[0], alpha_omod, &out[3]);
		else
			simple(same[alpha], &in->alpha[0], &in->alpha[1], &in->alpha[2], alpha_omod, zero_wins, &out[3]);
		if (us_field(inst[0], 20, 1) && alpha_omod != OMOD_DISABLED)
			clamp(&out[3]);
	}
	for (unsigned int c = 0; c < 3 && units & 1; c++)
		if (us_field(inst[0], 19, 1) && us_field(inst[3], 26, 3) != OMOD_DISABLED)
			clamp(&out[c]);
}

void us_presubtract_lanes(uint32_t op, const union gpu_lanes *src0, const union gpu_lanes *src1,
			  union gpu_lanes *out)
{
	for (int i = 0; i < GPU_LANES; i++)
		out->u[i] = us_presubtract(op, src0->u[i], src1->u[i]);
}
