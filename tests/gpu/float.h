/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Floating point of the drawing machine: small floats, sRGB and transcendental functions that give
 * the same bits on every host.
 *
 * Only additions, multiplications, divisions and square roots of IEEE single and double are used,
 * which every host rounds the same way; libm's other functions differ between hosts.  Files that
 * include this are built with -ffp-contract=off.
 *
 * No state, no locks.
 */
#ifndef GPU_FLOAT_H
#define GPU_FLOAT_H

#include <stdint.h>

static inline float gpu_float(uint32_t bits)
{
	union { uint32_t u; float f; } v = { .u = bits };

	return v.f;
}

static inline uint32_t gpu_bits(float value)
{
	union { float f; uint32_t u; } v = { .f = value };

	return v.u;
}

/* Half floats; conversion to half rounds to nearest even, overflow becomes infinity. */
float gpu_half_to_float(uint16_t half);
uint16_t gpu_float_to_half(float value);

/**
 * gpu_small_to_float() - an unsigned float with 5 exponent bits, as in 10_11_11_FLOAT
 * @bits: exponent above mantissa
 * @mantissa: bits of the mantissa: 6 for 11 bits, 5 for 10 bits
 */
float gpu_small_to_float(uint32_t bits, unsigned int mantissa);
/* The inverse: to nearest even; negative numbers become 0, overflow infinity, NaN stays NaN. */
uint32_t gpu_float_to_small(float value, unsigned int mantissa);

/* The three components of 5_9_9_9: mantissas from bit 0 on, the exponent in bits 31:27. */
void gpu_shared_exponent(uint32_t bits, float out[3]);

/* sRGB of values from 0 to 1; values outside are clamped, NaN is 0. */
float gpu_srgb_to_linear(float value);
float gpu_linear_to_srgb(float value);

/*
 * Transcendental functions: correctly rounded in nearly all cases, one ulp off at most.
 * Infinities, NaN and zeros follow IEEE: exp2(-inf) = 0, log2(+-0) = -inf, log2(< 0) = NaN,
 * rcp(+-0) = +-inf, rsqrt(+-0) = +-inf, sin(inf) = NaN.  Denormals are ordinary numbers; flush
 * them before and after if the chip does.
 */
float gpu_exp2(float x);
float gpu_log2(float x);
float gpu_rcp(float x);
float gpu_rsqrt(float x);
float gpu_sqrt(float x);
/* The argument in turns: 1.0 is a whole period (R7xx), or in radians (R6xx). */
float gpu_sin_turns(float turns);
float gpu_cos_turns(float turns);
float gpu_sin_radians(float radians);
float gpu_cos_radians(float radians);

/* The integer nearest to x as a float, ties to even. */
static inline float gpu_round_even(float x)
{
	float big = x < 0 ? -8388608.0f : 8388608.0f;

	/* From 2^23 on every float is an integer; NaN and infinity stay. */
	if (!(x > -8388608.0f && x < 8388608.0f))
		return x;
	x = (x + big) - big;
	return x;
}

#endif
