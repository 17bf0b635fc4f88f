// SPDX-License-Identifier: GPL-2.0
/*
 * Operations of vertex programs: see pvs_ops.h.
 *
 * Where the guide contradicts itself, its text in 6.5.3 holds against its listings, because only so do
 * its own example and Mesa's loops work: ME_PRED_SET_CLR clears the predicate, and ME_PRED_SET_POP sets it
 * when the counter reaches 0.  It says that powers are in the third operand; ME_EXP_BASE2_FULL_DX takes the
 * first one, because Mesa gives no other and real cards pass its tests.
 */
#include "pvs_ops.h"

#include <math.h>

#include "../float.h"

#define MAX_FLOAT	3.402823466e+38f
#define PI		3.14159274f
#define LEAST_SINE	5.9604645e-08f	/* 2^-24 */

static float product(float a, float b)
{
	return a == 0.0f || b == 0.0f ? 0.0f : a * b;
}

static float dot(const float a[4], const float b[4])
{
	float sum = product(a[0], b[0]);

	for (int i = 1; i < 4; i++)
		sum += product(a[i], b[i]);
	return sum;
}

static void all(float r[4], float value)
{
	for (int i = 0; i < 4; i++)
		r[i] = value;
}

enum compare { EQ, GT, GE, NE };

static bool holds(enum compare compare, float x)
{
	switch (compare) {
	case EQ:
		return x == 0.0f;
	case GT:
		return x > 0.0f;
	case GE:
		return x >= 0.0f;
	default:
		return x != 0.0f;
	}
}

static float clamp_product(const float a[4], const float b[4], const float c[4])
{
	if (c[3] < product(a[3], b[3]))
		return c[3];
	return c[0] >= product(a[0], b[0]) ? c[0] : product(a[0], b[0]);
}

/* A branch inside of others: the counter of those that are not taken is in a. */
static void push(enum compare compare, float counter, float value, float r[4], bool *predicate)
{
	*predicate = holds(compare, value) && counter == 0.0f;
	all(r, *predicate ? 0.0f : counter + 1.0f);
}

static float per_channel(uint32_t op, float a, float b, float c)
{
	switch (op) {
	case 2:
		return product(a, b);
	case 3:
		return a + b;
	case 4:
		return product(a, b) + c;
	case 6:
		return a - floorf(a);
	/* Beside a NaN the first operand: a real RV530 and an RV515 fail both vs-nan-builtin tests of piglit. */
	case 7:
		return !(a < b) ? a : b;
	case 8:
		return !(a >= b) ? a : b;
	case 9:
		return a >= b;
	case 10:
		return a < b;
	case 11:
		return 2.0f * product(a, b) + c;
	case 13:
		return floorf(a);
	case 14:
		return floorf(a + 0.5f);
	case 23:
		return a == 0.0f ? b : c;
	case 24:
		return a > 0.0f ? b : c;
	case 25:
		return a >= 0.0f ? b : c;
	case 26:
		return a > b;
	case 27:
		return a == b;
	default:
		return a != b;
	}
}

bool r500_vector_op(uint32_t op, const float a[4], const float b[4], const float c[4], float r[4], bool *predicate,
		    uint32_t *enabled)
{
	switch (op) {
	case 0:
		all(r, 0.0f);
		return true;
	case 1:
		all(r, dot(a, b));
		return true;
	case 5:
		r[0] = 1.0f;
		r[1] = product(a[1], b[1]);
		r[2] = a[2];
		r[3] = b[3];
		return true;
	case 12:
		all(r, clamp_product(a, b, c));
		return true;
	case 15 ... 18:
		push((enum compare)(op - 15), a[3], b[3], r, predicate);
		return true;
	case 19 ... 22:
		*enabled = 0;
		for (int i = 0; i < 4; i++) {
			*enabled |= (uint32_t)holds((enum compare)(op - 19), a[i]) << i;
			r[i] = b[i];
		}
		return true;
	case 29 ... 63:
		return false;
	}
	for (int i = 0; i < 4; i++)
		r[i] = per_channel(op, a[i], b[i], c[i]);
	return true;
}

bool r500_macro_op(uint32_t op, const float a[4], const float b[4], const float c[4], float r[4])
{
	for (int i = 0; i < 4 && op < 2; i++)
		r[i] = per_channel(op ? 11 : 4, a[i], b[i], c[i]);
	return op < 2;
}

/* x to the power of n, for x not below 0, with the cases of the guide's list in its order. */
static float power(float x, float n)
{
	if (x == 0.0f && n != 0.0f)
		return n < 0.0f ? INFINITY : 0.0f;
	if (n == 0.0f)
		return 1.0f;
	if (x == INFINITY)
		return n < 0.0f ? 0.0f : INFINITY;
	if (isinf(n))
		return (x > 1.0f) == (n > 0.0f) ? INFINITY : 0.0f;
	return gpu_exp2(n * gpu_log2(x));
}

static float signed_power(float x, float n)
{
	return x < 0.0f ? -power(-x, n) : power(x, n);
}

static void light(float a, float b, float c, float r[4])
{
	float exponent = c < -128.0f ? -128.0f : c > 128.0f ? 128.0f : c;

	r[0] = 1.0f;
	r[1] = b > 0.0f ? b : 0.0f;
	r[2] = b > 0.0f ? power(a > 0.0f ? a : 0.0f, exponent) : 0.0f;
	r[3] = 1.0f;
}

static void exp_parts(float x, float r[4])
{
	r[0] = gpu_exp2(floorf(x));
	r[1] = x > 128.0f ? 0.0f : x - floorf(x);
	r[2] = gpu_exp2(x);
	r[3] = 1.0f;
}

static void log_parts(float x, float r[4])
{
	int exponent = 0;

	r[3] = 1.0f;
	if (x == 0.0f) {
		r[0] = -MAX_FLOAT;
		r[1] = 1.0f;
		r[2] = -MAX_FLOAT;
		return;
	}
	r[1] = 2.0f * frexpf(fabsf(x), &exponent);
	r[0] = isfinite(x) ? (float)(exponent - 1) : INFINITY;
	r[2] = gpu_log2(fabsf(x));
}

/* The least magnitude but for 0. */
static float not_less(float value)
{
	return fabsf(value) >= LEAST_SINE ? value : copysignf(LEAST_SINE, value);
}

static float sine(float x)
{
	if (x == 0.0f || !(x > -PI && x < PI))
		return 0.0f;
	return copysignf(not_less(gpu_sin_radians(x)), x);
}

static float cosine(float x)
{
	return x >= -PI && x <= PI ? not_less(gpu_cos_radians(x)) : -1.0f;
}

/* The first branch, and what ends branches: the counter goes to all channels. */
static void first_branch(enum compare compare, float value, float r[4], bool *predicate)
{
	*predicate = holds(compare, value);
	all(r, *predicate ? 0.0f : 1.0f);
}

static void branch_op(uint32_t op, float a, float r[4], bool *predicate)
{
	switch (op) {
	case 25:
		*predicate = false;
		all(r, MAX_FLOAT);
		return;
	case 26:
		*predicate = a == 1.0f;
		all(r, a == 1.0f ? 0.0f : a == 0.0f ? 1.0f : a);
		return;
	case 27:
		*predicate = a - 1.0f <= 0.0f;
		all(r, *predicate ? 0.0f : a - 1.0f);
		return;
	default:
		*predicate = a == 0.0f;
		all(r, a);
	}
}

/*
 * Reciprocals are truncated: of piglit's 17 vs-op-div tests of integers a real RV530 fails those in which
 * a truncated reciprocal loses the quotient, and passes the others.  How products are rounded does not
 * show there.
 */
static float reciprocal(float x)
{
	float r = gpu_rcp(x);

	if (isfinite(r) && r != 0.0f && (double)r * x > 1.0)
		return gpu_float(gpu_bits(r) - 1);
	return r;
}

static float scalar(uint32_t op, float a, float b, float c)
{
	switch (op) {
	case 3:
		return gpu_exp2(c * 1.44269504f);
	case 5:
		return signed_power(a, c);
	case 6:
		return a == 0.0f ? MAX_FLOAT : reciprocal(a);
	case 7:
		return a == 0.0f ? 0.0f : reciprocal(a);
	case 8:
		return a == 0.0f ? MAX_FLOAT : gpu_rsqrt(fabsf(a));
	case 9:
		return a == 0.0f ? 0.0f : gpu_rsqrt(fabsf(a));
	case 10:
		return product(a, b);
	case 11:
		return gpu_exp2(a);
	case 12:
		return a == 0.0f ? -MAX_FLOAT : gpu_log2(fabsf(a));
	case 13:
		return a < b ? 0.0f : signed_power(a, c);
	case 14:
		return a < b ? 0.0f : a > 1.0f ? 1.0f : signed_power(a, c);
	case 15:
		return a <= 0.0f ? 0.0f : a > 1.0f ? 1.0f : signed_power(a, c);
	case 16:
		return sine(a);
	case 17:
		return cosine(a);
	case 18:
		return gpu_log2(fabsf(a));
	case 19:
		return a == 0.0f ? INFINITY : reciprocal(a);
	default:
		return a == 0.0f ? INFINITY : gpu_rsqrt(fabsf(a));
	}
}

bool r500_math_op(uint32_t op, float a, float b, float c, float r[4], bool *predicate)
{
	switch (op) {
	case 0:
		all(r, 0.0f);
		return true;
	case 1:
		exp_parts(a, r);
		return true;
	case 2:
		log_parts(a, r);
		return true;
	case 4:
		light(a, b, c, r);
		return true;
	case 21 ... 24:
		first_branch((enum compare)(op - 21), a, r, predicate);
		return true;
	case 25 ... 28:
		branch_op(op, a, r, predicate);
		return true;
	case 29 ... 63:
		return false;
	}
	all(r, scalar(op, a, b, c));
	return true;
}
