// SPDX-License-Identifier: GPL-2.0
/* Small floats bit by bit, and transcendental functions beside libm's of double precision. */
#include <math.h>
#include <stdlib.h>

#include "float.h"
#include "unit_surface.h"

/* Every small float comes back from single precision. */
static void small_floats(void)
{
	uint32_t i, wrong = 0, nan = 0;

	for (i = 0; i < 0x10000; i++) {
		float f = gpu_half_to_float((uint16_t)i);

		if (f != f)
			nan += (gpu_float_to_half(f) & 0x7c00) == 0x7c00 && gpu_float_to_half(f) & 0x3ff;
		else
			wrong += gpu_float_to_half(f) != i;
	}
	tap_ok(!wrong && nan == 2 * 1023, "half: all numbers come back, %u NaN stay NaN", nan);
	for (i = 0; i < 0x7c0; i++)
		wrong += gpu_float_to_small(gpu_small_to_float(i, 6), 6) != i;
	for (i = 0; i < 0x3e0; i++)
		wrong += gpu_float_to_small(gpu_small_to_float(i, 5), 5) != i;
	tap_ok(!wrong, "11 and 10 bits: all numbers come back");
	tap_ok(gpu_half_to_float(0x3c00) == 1 && gpu_half_to_float(0xc000) == -2 &&
	       gpu_half_to_float(1) == ldexpf(1, -24) && gpu_half_to_float(0x7bff) == 65504 &&
	       gpu_half_to_float(0x7c00) == INFINITY, "half: 1, -2, 2^-24, 65504, infinity");
	tap_ok(gpu_small_to_float(0x3c0, 6) == 1 && gpu_small_to_float(0x1e0, 5) == 1 &&
	       gpu_small_to_float(1, 6) == ldexpf(1, -20) && gpu_small_to_float(0x7bf, 6) == 65024,
	       "11 bits: 1, 2^-20, 65024; 10 bits: 1");
}

static void rounding(void)
{
	static const struct { float in; uint16_t half; } ties[] = {
		{ 1 + 0x1p-11f, 0x3c00 }, { 1 + 3 * 0x1p-11f, 0x3c02 }, { 1 + 0x1.8p-11f, 0x3c01 },
		{ 65519, 0x7bff }, { 65520, 0x7c00 }, { -1e30f, 0xfc00 }, { 0x1p-25f, 0 },
		{ 0x1.8p-25f, 1 }, { 3 * 0x1p-25f, 2 }, { -0.0f, 0x8000 }, { 0x1.ff8p-15f, 0x3ff },
		{ 0x1.fffp-15f, 0x400 },
	};
	uint32_t i, wrong = 0;

	for (i = 0; i < sizeof(ties) / sizeof(ties[0]); i++)
		if (gpu_float_to_half(ties[i].in) != ties[i].half) {
			wrong++;
			tap_note("%a became 0x%04x, not 0x%04x", ties[i].in,
				 gpu_float_to_half(ties[i].in), ties[i].half);
		}
	tap_ok(!wrong, "half: to nearest even, denormals, overflow");
	tap_ok(gpu_float_to_small(-1, 6) == 0 && gpu_float_to_small(INFINITY, 6) == 0x7c0 &&
	       gpu_float_to_small(1e9f, 5) == 0x3e0 && gpu_float_to_small(NAN, 6) > 0x7c0 &&
	       gpu_float_to_small(-INFINITY, 6) == 0,
	       "unsigned floats: negative numbers are 0, NaN stays NaN");
	tap_ok(gpu_round_even(0.5f) == 0 && gpu_round_even(1.5f) == 2 && gpu_round_even(-2.5f) == -2 &&
	       gpu_round_even(2.5000002f) == 3 && gpu_round_even(1e30f) == 1e30f &&
	       gpu_round_even(INFINITY) == INFINITY && gpu_round_even(NAN) != gpu_round_even(NAN),
	       "round to even");
}

static void shared_exponent(void)
{
	float c[3];

	gpu_shared_exponent(15u << 27 | 511 | 256 << 9 | 1 << 18, c);
	tap_ok(c[0] == 511 / 512.0f && c[1] == 0.5f && c[2] == 1 / 512.0f, "5_9_9_9 with exponent 15");
	gpu_shared_exponent(31u << 27 | 511, c);
	tap_ok(c[0] == 65408 && c[1] == 0, "its largest number");
	gpu_shared_exponent(1, c);
	tap_ok(c[0] == 0x1p-24f, "its least");
}

/* Steps of single precision between a float and the right number. */
static double ulps(float got, double right)
{
	int e;

	if (isnan(right) || isinf((float)right))
		return isnan(right) ? !isnan(got) * 1e9 : (got != (float)right) * 1e9;
	frexp(right, &e);
	return fabs(got - right) / ldexp(1, (e < -125 ? -125 : e) - 24);
}

static double exact_exp2(double x) { return exp2(x); }
static double exact_log2(double x) { return log2(x); }
static double exact_rsqrt(double x) { return 1 / sqrt(x); }

/* libm's sine of a rounded multiple of pi is off; reduce first. */
static double exact_sin(double x) { return sin(2 * M_PI * (x - rint(x))); }
static double exact_cos(double x) { return sin(2 * M_PI * (0.25 - fabs(x - rint(x)))); }

static const struct {
	const char *name;
	float (*f)(float);
	double (*exact)(double);
	float lowest, highest;
} functions[] = {
	{ "exp2", gpu_exp2, exact_exp2, -150, 128 },
	{ "log2", gpu_log2, exact_log2, 0x1p-140f, 0x1p127f },
	{ "rsqrt", gpu_rsqrt, exact_rsqrt, 0x1p-140f, 0x1p127f },
	{ "sqrt", gpu_sqrt, sqrt, 0x1p-140f, 0x1p127f },
	{ "sin of radians", gpu_sin_radians, sin, -3.2f, 3.2f },
	{ "cos of radians", gpu_cos_radians, cos, -3.2f, 3.2f },
	{ "sin of turns", gpu_sin_turns, exact_sin, -4, 4 },
	{ "cos of turns", gpu_cos_turns, exact_cos, -4, 4 },
};

static float between(float lowest, float highest)
{
	/* Over exponents if the range has many. */
	if (highest > 1e30f)
		return ldexpf(1 + (float)(unit_random() >> 9) * 0x1p-23f, (int)(unit_random() % 260) - 136);
	return lowest + (highest - lowest) * (float)(unit_random() / 4294967296.0);
}

static void precision(void)
{
	double worst, off;
	uint32_t i, n;

	for (i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		worst = 0;
		for (n = 0; n < 20000; n++) {
			float x = between(functions[i].lowest, functions[i].highest);

			off = ulps(functions[i].f(x), functions[i].exact(x));
			worst = off > worst ? off : worst;
		}
		tap_ok(worst < 0.502, "%s: within %.4f ulp", functions[i].name, worst);
	}
}

static void special(void)
{
	tap_ok(gpu_exp2(0) == 1 && gpu_exp2(-INFINITY) == 0 && gpu_exp2(INFINITY) == INFINITY &&
	       gpu_exp2(10) == 1024 && gpu_exp2(-149) == 0x1p-149f && gpu_exp2(-1e30f) == 0 &&
	       isnan(gpu_exp2(NAN)) && gpu_exp2(128) == INFINITY, "exp2: edges");
	tap_ok(gpu_log2(1) == 0 && gpu_log2(0) == -INFINITY && gpu_log2(-0.0f) == -INFINITY &&
	       isnan(gpu_log2(-1)) && gpu_log2(INFINITY) == INFINITY && gpu_log2(8) == 3 &&
	       gpu_log2(0x1p-149f) == -149 && isnan(gpu_log2(NAN)) && isnan(gpu_log2(-INFINITY)),
	       "log2: edges");
	tap_ok(gpu_rcp(0) == INFINITY && gpu_rcp(-0.0f) == -INFINITY && gpu_rcp(INFINITY) == 0 &&
	       isnan(gpu_rcp(NAN)) && gpu_rcp(4) == 0.25f && gpu_bits(gpu_rcp(-INFINITY)) == 0x80000000,
	       "rcp: edges");
	tap_ok(gpu_rsqrt(0) == INFINITY && gpu_rsqrt(-0.0f) == -INFINITY && isnan(gpu_rsqrt(-1)) &&
	       gpu_rsqrt(INFINITY) == 0 && gpu_rsqrt(4) == 0.5f, "rsqrt: edges");
	tap_ok(gpu_bits(gpu_sqrt(-0.0f)) == 0x80000000 && isnan(gpu_sqrt(-1)) &&
	       gpu_sqrt(INFINITY) == INFINITY && isnan(gpu_sqrt(NAN)), "sqrt: edges");
	tap_ok(gpu_sin_turns(0.25f) == 1 && gpu_cos_turns(0.5f) == -1 && gpu_sin_turns(0) == 0 &&
	       gpu_sin_turns(-0.25f) == -1 && gpu_cos_turns(0) == 1 && isnan(gpu_sin_turns(INFINITY)) &&
	       isnan(gpu_cos_turns(NAN)) && gpu_sin_turns(1e30f) == 0 &&
	       gpu_bits(gpu_sin_radians(-0.0f)) == 0x80000000, "sin, cos: edges");
	tap_ok(gpu_bits(gpu_log2(-1)) == 0x7fc00000 && gpu_bits(gpu_sqrt(-4)) == 0x7fc00000 &&
	       gpu_bits(gpu_rcp(gpu_float(0xffc00001))) == 0x7fc00000, "one NaN on all hosts");
}

static void srgb(void)
{
	uint32_t i, wrong = 0;

	for (i = 0; i < 256; i++)
		wrong += (uint32_t)(gpu_linear_to_srgb(gpu_srgb_to_linear(i / 255.0f)) * 255 + 0.5f) != i;
	tap_ok(!wrong, "sRGB: all 8-bit numbers come back");
	tap_ok(fabs(gpu_srgb_to_linear(0.5f) - 0.21404114) < 1e-7 &&
	       fabs(gpu_linear_to_srgb(0.5f) - 0.73535698) < 1e-7 && gpu_srgb_to_linear(1) == 1 &&
	       gpu_linear_to_srgb(2) == 1 && gpu_linear_to_srgb(NAN) == 0 && gpu_srgb_to_linear(-1) == 0,
	       "sRGB: half, ends, clamps");
}

void unit_float(void)
{
	small_floats();
	rounding();
	shared_exponent();
	precision();
	special();
	srgb();
}
