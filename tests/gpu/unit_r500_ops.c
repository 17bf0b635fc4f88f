// SPDX-License-Identifier: GPL-2.0
/*
 * Operations of vertex programs as data: values of AMD's guide (R5xx, 6.5.7 and 6.5.8) for each number.
 * Where the guide leaves a doubt, a comment begins with "Doubt:", and its row holds the machine's choice.
 */
#include <math.h>
#include <string.h>

#include "r500/pvs_ops.h"
#include "unit_r500.h"

#define MAX	3.402823466e+38f
#define INF	INFINITY
#define KEEP	2	/* the predicate stays */

/* An operation of the vector engine: four channels of each operand, and channels that are written. */
struct vector_row {
	uint8_t op, predicate, enabled;
	float a[4], b[4], c[4], r[4];
};

static const struct vector_row vectors[] = {
	{ 1, KEEP, 15, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 0 }, { 70, 70, 70, 70 } },
	/* Doubt: 0 * inf is 0. */
	{ 1, KEEP, 15, { 1, INF, 0, 1 }, { 1, 0, INF, 1 }, { 0 }, { 2, 2, 2, 2 } },
	{ 2, KEEP, 15, { 1, -2, 0.5f, 3 }, { 5, 6, 7, 0 }, { 0 }, { 5, -12, 3.5f, 0 } },
	{ 3, KEEP, 15, { 1, -2, 0.5f, 3 }, { 5, 6, 7, 0 }, { 0 }, { 6, 4, 7.5f, 3 } },
	{ 4, KEEP, 15, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 1, -1, 2, -2 }, { 6, 11, 23, 30 } },
	{ 5, KEEP, 15, { 9, 4, 16, 9 }, { 9, 0.5f, 9, 0.25f }, { 0 }, { 1, 2, 16, 0.25f } },
	{ 6, KEEP, 15, { 1.25f, -1.25f, 0, 5 }, { 0 }, { 0 }, { 0.25f, 0.75f, 0, 0 } },
	{ 7, KEEP, 15, { 1, -2, INF, 3 }, { 2, -3, 0, 3 }, { 0 }, { 2, -2, INF, 3 } },
	{ 8, KEEP, 15, { 1, -2, -INF, 3 }, { 2, -3, 0, 3 }, { 0 }, { 1, -3, -INF, 3 } },
	/* Doubt: the first operand beside a NaN, where the guide's section on fragment programs has the second one. */
	{ 7, KEEP, 15, { NAN, 3, -0.0f, 0 }, { 3, NAN, 0, -0.0f }, { 0 }, { NAN, 3, -0.0f, 0 } },
	{ 8, KEEP, 15, { NAN, 3, -0.0f, 0 }, { 3, NAN, 0, -0.0f }, { 0 }, { NAN, 3, 0, -0.0f } },
	{ 9, KEEP, 15, { 1, 2, 2, -1 }, { 2, 1, 2, -1.5f }, { 0 }, { 0, 1, 1, 1 } },
	{ 10, KEEP, 15, { 1, 2, 2, -2 }, { 2, 1, 2, -1 }, { 0 }, { 1, 0, 0, 1 } },
	{ 11, KEEP, 15, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 1, -1, 2, -2 }, { 11, 23, 44, 62 } },
	{ 12, KEEP, 15, { 2, 0, 0, 3 }, { 3, 0, 0, 4 }, { 1, 0, 0, 11 }, { 11, 11, 11, 11 } },
	{ 12, KEEP, 15, { 2, 0, 0, 3 }, { 3, 0, 0, 4 }, { 7, 0, 0, 20 }, { 7, 7, 7, 7 } },
	{ 12, KEEP, 15, { 2, 0, 0, 3 }, { 3, 0, 0, 4 }, { 1, 0, 0, 20 }, { 6, 6, 6, 6 } },
	{ 13, KEEP, 15, { 1.5f, -1.5f, 2, -0.25f }, { 0 }, { 0 }, { 1, -2, 2, -1 } },
	{ 14, KEEP, 15, { 1.5f, -1.5f, 2.25f, -0.75f }, { 0 }, { 0 }, { 2, -1, 2, -1 } },
	{ 15, 1, 15, { 9, 9, 9, 0 }, { 9, 9, 9, 0 }, { 0 }, { 0, 0, 0, 0 } },
	{ 15, 0, 15, { 9, 9, 9, 0 }, { 9, 9, 9, 2 }, { 0 }, { 1, 1, 1, 1 } },
	{ 15, 0, 15, { 9, 9, 9, 3 }, { 9, 9, 9, 0 }, { 0 }, { 4, 4, 4, 4 } },
	{ 16, 1, 15, { 0, 0, 0, 0 }, { 0, 0, 0, 1 }, { 0 }, { 0, 0, 0, 0 } },
	{ 16, 0, 15, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0 }, { 1, 1, 1, 1 } },
	{ 17, 1, 15, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0 }, { 0, 0, 0, 0 } },
	{ 17, 0, 15, { 0, 0, 0, 0 }, { 0, 0, 0, -1 }, { 0 }, { 1, 1, 1, 1 } },
	{ 18, 1, 15, { 0, 0, 0, 0 }, { 0, 0, 0, -1 }, { 0 }, { 0, 0, 0, 0 } },
	{ 18, 0, 15, { 0, 0, 0, 1 }, { 0, 0, 0, -1 }, { 0 }, { 2, 2, 2, 2 } },
	{ 19, KEEP, 5, { 0, 1, -0.0f, -1 }, { 1, 2, 3, 4 }, { 0 }, { 1, 2, 3, 4 } },
	{ 20, KEEP, 2, { 0, 1, -0.0f, -1 }, { 1, 2, 3, 4 }, { 0 }, { 1, 2, 3, 4 } },
	{ 21, KEEP, 7, { 0, 1, -0.0f, -1 }, { 1, 2, 3, 4 }, { 0 }, { 1, 2, 3, 4 } },
	{ 22, KEEP, 10, { 0, 1, -0.0f, -1 }, { 1, 2, 3, 4 }, { 0 }, { 1, 2, 3, 4 } },
	{ 23, KEEP, 15, { 0, 1, -0.0f, -1 }, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 1, 6, 3, 8 } },
	{ 24, KEEP, 15, { 0, 1, -0.0f, -1 }, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 5, 2, 7, 8 } },
	{ 25, KEEP, 15, { 0, 1, -0.0f, -1 }, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 1, 2, 3, 8 } },
	{ 26, KEEP, 15, { 1, 2, 2, -1 }, { 2, 1, 2, -1.5f }, { 0 }, { 0, 1, 0, 1 } },
	{ 27, KEEP, 15, { 1, 2, 2, -0.0f }, { 2, 1, 2, 0 }, { 0 }, { 0, 0, 1, 1 } },
	{ 28, KEEP, 15, { 1, 2, 2, -0.0f }, { 2, 1, 2, 0 }, { 0 }, { 1, 1, 0, 0 } },
};

/* One of the math engine, which reads one channel of each operand. */
struct math_row {
	uint8_t op, predicate;
	float a, b, c, r[4];
};

#define ALL(x)	{ x, x, x, x }

static const struct math_row maths[] = {
	{ 1, KEEP, 2.5f, 0, 0, { 4, 0.5f, 5.65685425f, 1 } },
	{ 1, KEEP, 129, 0, 0, { INF, 0, INF, 1 } },
	{ 1, KEEP, -1.5f, 0, 0, { 0.25f, 0.5f, 0.353553391f, 1 } },
	{ 2, KEEP, 0, 0, 0, { -MAX, 1, -MAX, 1 } },
	{ 2, KEEP, -12, 0, 0, { 3, 1.5f, 3.5849625f, 1 } },
	{ 3, KEEP, 9, 9, 1, ALL(2.71828183f) },
	{ 4, KEEP, 0.5f, 0.25f, 2, { 1, 0.25f, 0.25f, 1 } },
	{ 4, KEEP, 0.5f, -0.25f, 2, { 1, 0, 0, 1 } },
	{ 4, KEEP, 0.5f, 1, 1000, { 1, 1, 2.9387359e-39f, 1 } },
	{ 5, KEEP, 2, 9, 3, ALL(8) },
	{ 5, KEEP, -2, 9, 3, ALL(-8) },
	{ 5, KEEP, 0, 9, -1, ALL(INF) },
	{ 5, KEEP, 0, 9, 2, ALL(0) },
	{ 5, KEEP, 7, 9, 0, ALL(1) },
	/* Doubt: the list's order would allow 0. */
	{ 5, KEEP, 0, 9, 0, ALL(1) },
	{ 5, KEEP, INF, 9, -2, ALL(0) },
	{ 5, KEEP, INF, 9, 2, ALL(INF) },
	{ 5, KEEP, 2, 9, -INF, ALL(0) },
	{ 5, KEEP, 0.5f, 9, -INF, ALL(INF) },
	{ 5, KEEP, 2, 9, INF, ALL(INF) },
	{ 5, KEEP, 0.5f, 9, INF, ALL(0) },
	{ 6, KEEP, 4, 0, 0, ALL(0.25f) },
	{ 6, KEEP, 12, 0, 0, ALL(0.0833333284f) },
	{ 6, KEEP, -3, 0, 0, ALL(-0.333333313f) },
	{ 6, KEEP, 0, 0, 0, ALL(MAX) },
	{ 7, KEEP, -4, 0, 0, ALL(-0.25f) },
	{ 7, KEEP, 3, 0, 0, ALL(0.333333313f) },
	{ 7, KEEP, 0, 0, 0, ALL(0) },
	{ 8, KEEP, -4, 0, 0, ALL(0.5f) },
	{ 8, KEEP, 0, 0, 0, ALL(MAX) },
	{ 9, KEEP, 16, 0, 0, ALL(0.25f) },
	{ 9, KEEP, 0, 0, 0, ALL(0) },
	{ 10, KEEP, 3, 5, 0, ALL(15) },
	/* Doubt: 0 * inf is 0. */
	{ 10, KEEP, INF, 0, 0, ALL(0) },
	/* Doubt: the guide takes the third operand. */
	{ 11, KEEP, 0.5f, 9, 9, ALL(1.41421356f) },
	{ 12, KEEP, -8, 0, 0, ALL(3) },
	{ 12, KEEP, 0, 0, 0, ALL(-MAX) },
	{ 13, KEEP, 2, 3, 2, ALL(0) },
	{ 13, KEEP, 3, 3, 2, ALL(9) },
	{ 14, KEEP, 0.25f, 0.5f, 2, ALL(0) },
	{ 14, KEEP, 3, 0, 2, ALL(1) },
	{ 14, KEEP, 0.5f, 0, 2, ALL(0.25f) },
	{ 15, KEEP, 0, 9, 0, ALL(0) },
	{ 15, KEEP, 1.5f, 9, 2, ALL(1) },
	{ 15, KEEP, 0.5f, 9, 3, ALL(0.125f) },
	{ 16, KEEP, 0, 0, 0, ALL(0) },
	{ 16, KEEP, 1, 0, 0, ALL(0.841470985f) },
	{ 16, KEEP, 4, 0, 0, ALL(0) },
	{ 16, KEEP, -3.14159274f, 0, 0, ALL(0) },
	{ 16, KEEP, 1e-30f, 0, 0, ALL(5.9604645e-08f) },
	{ 16, KEEP, -1e-30f, 0, 0, ALL(-5.9604645e-08f) },
	{ 17, KEEP, 0, 0, 0, ALL(1) },
	{ 17, KEEP, 1, 0, 0, ALL(0.540302306f) },
	{ 17, KEEP, INF, 0, 0, ALL(-1) },
	{ 18, KEEP, -8, 0, 0, ALL(3) },
	{ 18, KEEP, 0, 0, 0, ALL(-INF) },
	{ 19, KEEP, 0.5f, 0, 0, ALL(2) },
	{ 19, KEEP, 3, 0, 0, ALL(0.333333313f) },
	{ 19, KEEP, 0, 0, 0, ALL(INF) },
	{ 20, KEEP, -0.25f, 0, 0, ALL(2) },
	{ 20, KEEP, 0, 0, 0, ALL(INF) },
	{ 21, 1, 0, 0, 0, ALL(0) },
	{ 21, 0, 1, 0, 0, ALL(1) },
	{ 22, 1, 2, 0, 0, ALL(0) },
	{ 22, 0, 0, 0, 0, ALL(1) },
	{ 23, 1, 0, 0, 0, ALL(0) },
	{ 23, 0, -1, 0, 0, ALL(1) },
	{ 24, 1, -1, 0, 0, ALL(0) },
	{ 24, 0, 0, 0, 0, ALL(1) },
	/* Doubt: the listing sets the predicate, the text clears it. */
	{ 25, 0, 0, 0, 0, ALL(MAX) },
	{ 26, 1, 1, 0, 0, ALL(0) },
	{ 26, 0, 0, 0, 0, ALL(1) },
	{ 26, 0, 3, 0, 0, ALL(3) },
	{ 27, 1, 0, 0, 0, ALL(0) },
	/* Doubt: the listing leaves the predicate clear. */
	{ 27, 1, 1, 0, 0, ALL(0) },
	{ 27, 0, 2, 0, 0, ALL(1) },
	{ 27, 0, MAX, 0, 0, ALL(MAX) },
	{ 28, 1, 0, 0, 0, ALL(0) },
	{ 28, 0, 2, 0, 0, ALL(2) },
};

static bool same(const char *what, uint32_t op, const float got[4], const float want[4])
{
	for (int c = 0; c < 4; c++) {
		if (got[c] == want[c] || (isnan(got[c]) && isnan(want[c])))
			continue;
		tap_note("%s %u: channel %d is %.9g, not %.9g", what, op, c, got[c], want[c]);
		return false;
	}
	return true;
}

/* A row has the same result whatever the predicate was before. */
static bool predicate_is(uint8_t wanted, bool before, bool after)
{
	return after == (wanted == KEEP ? before : wanted);
}

static void test_vectors(void)
{
	uint32_t tested = 1, bad = 0;

	for (size_t i = 0; i < 2 * sizeof(vectors) / sizeof(*vectors); i++) {
		const struct vector_row *row = &vectors[i / 2];
		bool before = i % 2, predicate = before;
		uint32_t enabled = 15;
		float r[4];

		tested |= 1u << row->op;
		bad += !r500_vector_op(row->op, row->a, row->b, row->c, r, &predicate, &enabled) ||
		       !same("VE", row->op, r, row->r) || enabled != row->enabled ||
		       !predicate_is(row->predicate, before, predicate);
	}
	tap_ok(!bad, "values of the vector engine");
	tap_ok(tested == 0x1fffffff, "each operation of the vector engine has a row");
}

static void test_maths(void)
{
	uint32_t tested = 1, bad = 0;

	for (size_t i = 0; i < 2 * sizeof(maths) / sizeof(*maths); i++) {
		const struct math_row *row = &maths[i / 2];
		bool before = i % 2, predicate = before;
		float r[4];

		tested |= 1u << row->op;
		bad += !r500_math_op(row->op, row->a, row->b, row->c, r, &predicate) ||
		       !same("ME", row->op, r, row->r) || !predicate_is(row->predicate, before, predicate);
	}
	tap_ok(!bad, "values of the math engine");
	tap_ok(tested == 0x1fffffff, "each operation of the math engine has a row");
}

static void test_others(void)
{
	static const float a[4] = { 1, 2, 3, 4 }, b[4] = { 2, 2, 2, 2 }, c[4] = { 1, 1, 1, 1 };
	static const float sum[4] = { 3, 5, 7, 9 }, twice[4] = { 5, 9, 13, 17 };
	uint32_t known = 0, enabled;
	bool predicate = false;
	float r[4];

	tap_ok(r500_macro_op(0, a, b, c, r) && same("macro", 0, r, sum) && r500_macro_op(1, a, b, c, r) &&
	       same("macro", 1, r, twice), "values of macros");
	for (uint32_t op = 29; op < 64; op++)
		known += r500_vector_op(op, a, b, c, r, &predicate, &enabled) +
			 r500_math_op(op, 1, 1, 1, r, &predicate);
	for (uint32_t op = 2; op < 64; op++)
		known += r500_macro_op(op, a, b, c, r);
	tap_ok(!known, "no other operation exists");
}

void test_r500_ops(void)
{
	test_vectors();
	test_maths();
	test_others();
}
