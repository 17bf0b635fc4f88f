// SPDX-License-Identifier: GPL-2.0
/*
 * Arithmetic of fragment programs, on the bits of floats (R5xx guide 7.4.4, 7.4.5 and 7.7).
 * Denormals are zeros of their sign, NaN is 0x7fffffff, unless the output modifier is off.
 */
#include <math.h>
#include <string.h>

#include "r500/us.h"

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

/* The operations 8 to 13 of the alpha unit.  They have no range beyond that of a float. */
uint32_t us_transcendental(uint32_t op, uint32_t a, uint32_t omod)
{
	const double turn = 6.283185307179586476925286766559;
	double x = value(a), result = NAN;

	switch (op) {
	case 8:
		result = exp2(x);
		break;
	case 9:
		result = x < 0 ? NAN : log2(x);
		break;
	case 10:
		result = 1 / x;
		break;
	case 11:
		result = x < 0 ? NAN : 1 / sqrt(fabs(x));
		break;
	case 12:
		result = isfinite(x) ? (x == 0 ? x : sin(fmod(x, 1) * turn)) : NAN;
		break;
	case 13:
		result = isfinite(x) ? cos(fmod(x, 1) * turn) : NAN;
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
