// SPDX-License-Identifier: GPL-2.0
/*
 * Small floats, sRGB and transcendental functions with the same bits on every host.
 *
 * The functions compute in double precision with about 50 good bits, so that rounding to single
 * is right but for arguments whose result is within 2^-26 of a tie.
 */
#include "float.h"

#include <math.h>
#include <string.h>

#define NOT_A_NUMBER	gpu_float(0x7fc00000u)

/* 2^e for e from -1022 to 1023. */
static double power_of_two(int e)
{
	uint64_t bits = (uint64_t)(e + 1023) << 52;
	double d;

	memcpy(&d, &bits, sizeof(d));
	return d;
}

/* ---- small floats ---- */

float gpu_half_to_float(uint16_t half)
{
	uint32_t sign = (uint32_t)(half & 0x8000) << 16;

	return gpu_float(sign | gpu_bits(gpu_small_to_float(half & 0x7fff, 10)));
}

uint16_t gpu_float_to_half(float value)
{
	uint32_t bits = gpu_bits(value);

	return (bits >> 16 & 0x8000) | gpu_float_to_small(gpu_float(bits & 0x7fffffff), 10);
}

float gpu_small_to_float(uint32_t bits, unsigned int mantissa)
{
	uint32_t exponent = bits >> mantissa & 31, m = bits & ((1u << mantissa) - 1);

	if (exponent == 31)
		return gpu_float(0x7f800000u | m << (23 - mantissa));
	if (exponent)
		return gpu_float((exponent + 112) << 23 | m << (23 - mantissa));
	return (float)m * gpu_float((127 - 14 - mantissa) << 23);
}

uint32_t gpu_float_to_small(float value, unsigned int mantissa)
{
	const uint32_t infinity = 31u << mantissa;
	uint32_t bits = gpu_bits(value), shift = 23 - mantissa, low;

	if ((bits & 0x7fffffff) > 0x7f800000)
		return infinity | 1u << (mantissa - 1);
	if (bits >> 31)
		return 0;
	/* Below the least normal number, 2^-14: count the steps of the denormals. */
	if (bits < 113u << 23)
		return (uint32_t)gpu_round_even(value * gpu_float((127 + 14 + mantissa) << 23));
	bits -= 112u << 23;
	low = bits & ((1u << shift) - 1);
	bits >>= shift;
	bits += low > 1u << (shift - 1) || (low == 1u << (shift - 1) && (bits & 1));
	return bits < infinity ? bits : infinity;
}

void gpu_shared_exponent(uint32_t bits, float out[3])
{
	float scale = gpu_float(((bits >> 27) + 127 - 24) << 23);
	int i;

	for (i = 0; i < 3; i++)
		out[i] = (float)(bits >> (9 * i) & 511) * scale;
}

/* ---- powers and logarithms ---- */

/* 2^x for x from -1000 to 1000. */
static double exp2_double(double x)
{
	/* ln(2)^i / i! */
	static const double series[] = {
		1.0, 6.9314718055994530942e-01, 2.4022650695910071233e-01,
		5.5504108664821579953e-02, 9.6181291076284771620e-03, 1.3333558146428443423e-03,
		1.5403530393381609954e-04, 1.5252733804059840280e-05, 1.3215486790144309488e-06,
		1.0178086009239699727e-07, 7.0549116208011233299e-09, 4.4455382718708114976e-10,
	};
	double whole = floor(x + 0.5), f = x - whole, sum = 0;
	int i;

	for (i = 11; i >= 0; i--)
		sum = sum * f + series[i];
	return sum * power_of_two((int)whole);
}

/* log2(x) for a positive normal x. */
static double log2_double(double x)
{
	/* 2 / ln(2) by the odd numbers from 1 to 19 */
	static const double series[] = {
		2.8853900817779268147 / 1, 2.8853900817779268147 / 3, 2.8853900817779268147 / 5,
		2.8853900817779268147 / 7, 2.8853900817779268147 / 9, 2.8853900817779268147 / 11,
		2.8853900817779268147 / 13, 2.8853900817779268147 / 15, 2.8853900817779268147 / 17,
		2.8853900817779268147 / 19,
	};
	double m, s, square, sum = 0;
	uint64_t bits;
	int e, i;

	memcpy(&bits, &x, sizeof(bits));
	e = (int)(bits >> 52) - 1023;
	bits = (bits & 0xfffffffffffffull) | 0x3ff0000000000000ull;
	memcpy(&m, &bits, sizeof(m));
	if (m > 1.4142135623730950488) {
		m *= 0.5;
		e++;
	}
	/* ln(m) = 2 artanh(s), s below 0.172 */
	s = (m - 1) / (m + 1);
	square = s * s;
	for (i = 9; i >= 0; i--)
		sum = sum * square + series[i];
	return e + s * sum;
}

float gpu_exp2(float x)
{
	if (x != x)
		return NOT_A_NUMBER;
	if (x >= 128)
		return gpu_float(0x7f800000);
	if (x < -151)
		return 0;
	return (float)exp2_double(x);
}

float gpu_log2(float x)
{
	if (x == 0)
		return gpu_float(0xff800000);
	if (!(x > 0))
		return NOT_A_NUMBER;
	if (x > 3.402823466e38f)
		return x;
	return (float)log2_double(x);
}

float gpu_rcp(float x)
{
	return x != x ? NOT_A_NUMBER : 1.0f / x;
}

float gpu_rsqrt(float x)
{
	if (x == 0)
		return 1.0f / x;
	if (!(x > 0))
		return NOT_A_NUMBER;
	return (float)(1.0 / sqrt((double)x));
}

float gpu_sqrt(float x)
{
	if (x == 0)
		return x;
	return x > 0 ? sqrtf(x) : NOT_A_NUMBER;
}

/* ---- sine and cosine ---- */

/* Sine of an angle of t turns plus quarter right angles. */
static float sine(double t, int quarter)
{
	const double two_pi = 6.2831853071795864769;
	double whole, nearest, a, square, sum;

	whole = floor(t);
	t -= whole;
	nearest = floor(4 * t + 0.5);
	a = (t - nearest * 0.25) * two_pi;
	square = a * a;
	quarter += (int)nearest;
	if (quarter & 1)
		sum = 1 + square * (-1 / 2.0 + square * (1 / 24.0 + square * (-1 / 720.0 +
			square * (1 / 40320.0 + square * (-1 / 3628800.0 + square * (1 / 479001600.0))))));
	else
		sum = a * (1 + square * (-1 / 6.0 + square * (1 / 120.0 + square * (-1 / 5040.0 +
			square * (1 / 362880.0 + square * (-1 / 39916800.0 + square * (1 / 6227020800.0)))))));
	return (float)(quarter & 2 ? -sum : sum);
}

static float sine_of_turns(float turns, int quarter)
{
	if (turns - turns != 0)
		return NOT_A_NUMBER;
	if (turns == 0 && !quarter)
		return turns;
	return sine(turns, quarter);
}

static float sine_of_radians(float radians, int quarter)
{
	const double turns_per_radian = 0.15915494309189533577;

	if (radians - radians != 0)
		return NOT_A_NUMBER;
	if (radians == 0 && !quarter)
		return radians;
	return sine(radians * turns_per_radian, quarter);
}

float gpu_sin_turns(float turns)
{
	return sine_of_turns(turns, 0);
}

float gpu_cos_turns(float turns)
{
	return sine_of_turns(turns, 1);
}

float gpu_sin_radians(float radians)
{
	return sine_of_radians(radians, 0);
}

float gpu_cos_radians(float radians)
{
	return sine_of_radians(radians, 1);
}

/* ---- sRGB ---- */

static double power(double base, double exponent)
{
	return exp2_double(exponent * log2_double(base));
}

float gpu_srgb_to_linear(float value)
{
	if (!(value > 0))
		return 0;
	if (value >= 1)
		return 1;
	if (value <= 0.04045f)
		return (float)(value / 12.92);
	return (float)power((value + 0.055) / 1.055, 2.4);
}

float gpu_linear_to_srgb(float value)
{
	if (!(value > 0))
		return 0;
	if (value >= 1)
		return 1;
	if (value <= 0.0031308f)
		return (float)(value * 12.92);
	return (float)(1.055 * power(value, 1 / 2.4) - 0.055);
}
