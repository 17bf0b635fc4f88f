// SPDX-License-Identifier: GPL-2.0
/*
 * The interpreter of fragment programs: special values by the guide's tables (R5xx guide 7.7), and
 * the faults of programs.  What programs compute is tested in tests/ctm.
 */
#include <math.h>
#include <string.h>

#include "../../gpu/r500/us.h"
#include "rig.h"

#define INF	0x7f800000u
#define NINF	0xff800000u
#define QNAN	0x7fffffffu
#define NZERO	0x80000000u
#define ONE	0x3f800000u
#define HALF	0x3f000000u
#define TINY	0x00000001u	/* a denormal */
#define OFF	7u		/* no output modifier */

TEST(us_mad_follows_ieee_with_special_values)
{
	EQ(us_mad(0, INF, 0, 0, false), QNAN);
	EQ(us_mad(INF, INF, 0, 0, false), INF);
	EQ(us_mad(INF, NINF, 0, 0, false), NINF);
	EQ(us_mad(0x7f900000, ONE, 0, 0, false), QNAN);
	EQ(us_mad(INF, ONE, NINF, 0, false), QNAN);
	EQ(us_mad(INF, ONE, us_bits(-1), 0, false), INF);
	/* -0.0 comes of two negative zeros alone. */
	EQ(us_mad(0, NZERO, 0, 0, false), 0);
	EQ(us_mad(0, NZERO, NZERO, 0, false), NZERO);
	/* Shader model 1: zero times anything is zero. */
	EQ(us_mad(0, INF, ONE, 0, true), ONE);
	EQ(us_mad(NZERO, QNAN, 0, 0, true), 0);
}

TEST(us_mad_has_range_before_the_output_modifier)
{
	u32 big = us_bits(0x1p127f), small = us_bits(0x1p-126f);

	EQ(us_mad(big, us_bits(4), 0, 0, false), INF);
	EQ(us_mad(big, us_bits(4), 0, 6, false), us_bits(0x1p126f));
	EQ(us_mad(small, HALF, 0, 0, false), 0);
	EQ(us_mad(small, us_bits(-0.5f), NZERO, 0, false), NZERO);
	EQ(us_mad(small, HALF, 0, 1, false), small);
	/* A transcendental operation has none. */
	EQ(us_transcendental(8, us_bits(129), 6), INF);
	EQ(us_transcendental(8, us_bits(-127), 3), 0);
}

TEST(us_mad_rounds_once)
{
	for (u32 i = 0, seed = 1; i < 100000; i++) {
		float a, b, c, expected;

		seed = seed * 1664525 + 1013904223;
		a = (float)(int)seed * 0x1p-31f;
		seed = seed * 1664525 + 1013904223;
		b = (float)(int)seed * 0x1p-31f;
		seed = seed * 1664525 + 1013904223;
		c = (float)(int)seed * (i & 1 ? 0x1p-31f : 0x1p-8f);
		expected = fmaf(a, b, c);
		if (us_mad(us_bits(a), us_bits(b), us_bits(c), 0, false) != us_bits(expected)) {
			test_fail(__FILE__, __LINE__, "%a * %a + %a", a, b, c);
			return;
		}
	}
	/* 2^-70 below the middle between two floats: a double has the middle. */
	EQ(us_mad(us_bits(0x1.000002p0f), us_bits(0x1.fffffcp-25f), us_bits(0x1.000002p0f), 0, false),
	   us_bits(0x1.000002p0f));
	EQ(us_mad(us_bits(0x1.000002p0f), us_bits(-0x1.fffffcp-25f), us_bits(-0x1.000002p0f), 0, false),
	   us_bits(-0x1.000002p0f));
}

TEST(us_min_and_max_return_the_second_argument)
{
	EQ(us_select(US_MIN, QNAN, ONE, 0, 0), ONE);
	EQ(us_select(US_MIN, ONE, QNAN, 0, 0), QNAN);
	EQ(us_select(US_MAX, QNAN, ONE, 0, 0), ONE);
	EQ(us_select(US_MIN, 0, NZERO, 0, OFF), NZERO);
	EQ(us_select(US_MIN, NZERO, 0, 0, OFF), 0);
	EQ(us_select(US_MAX, 0, NZERO, 0, OFF), NZERO);
	EQ(us_select(US_MAX, NZERO, 0, 0, OFF), 0);
	EQ(us_select(US_MAX, INF, ONE, 0, 0), INF);
	EQ(us_select(US_MIN, NINF, ONE, 0, 0), NINF);
	/* Without the output modifier the bits are the argument's bits. */
	EQ(us_select(US_MAX, TINY, TINY, 0, OFF), TINY);
	EQ(us_select(US_MAX, 0x7f800001, 0x7f800001, 0, OFF), 0x7f800001);
	EQ(us_select(US_MAX, TINY, TINY, 0, 0), 0);
	EQ(us_select(US_MAX, 0x7f800001, 0x7f800001, 0, 0), QNAN);
	EQ(us_select(US_MAX, ONE, ONE, 0, 2), us_bits(4));
}

TEST(us_cnd_and_cmp_compare_the_third)
{
	EQ(us_select(US_CND, ONE, 0, HALF, 0), 0);
	EQ(us_select(US_CND, ONE, 0, us_bits(0.75f), 0), ONE);
	EQ(us_select(US_CND, ONE, 0, QNAN, 0), 0);
	EQ(us_select(US_CMP, ONE, 0, NZERO, 0), ONE);
	EQ(us_select(US_CMP, ONE, 0, 0x80000001, 0), ONE);
	EQ(us_select(US_CMP, ONE, 0, us_bits(-1), 0), 0);
	EQ(us_select(US_CMP, ONE, 0, QNAN, 0), 0);
	EQ(us_select(US_CMP, ONE, 0, INF, 0), ONE);
}

/* The table of guide 7.7.3; operations 8 to 13. */
TEST(us_transcendental_special_values)
{
	static const u32 in[5] = { 0, NZERO, INF, NINF, QNAN };
	static const u32 out[6][5] = {
		{ ONE, ONE, INF, 0, QNAN },
		{ NINF, NINF, INF, QNAN, QNAN },
		{ INF, NINF, 0, NZERO, QNAN },
		{ INF, INF, 0, QNAN, QNAN },
		{ 0, NZERO, QNAN, QNAN, QNAN },
		{ ONE, ONE, QNAN, QNAN, QNAN },
	};

	for (u32 op = 0; op < 6; op++)
		for (u32 i = 0; i < 5; i++)
			if (us_transcendental(op + 8, in[i], 0) != out[op][i])
				test_fail(__FILE__, __LINE__, "operation %u of 0x%08x is 0x%08x, not 0x%08x", op + 8, in[i],
					  us_transcendental(op + 8, in[i], 0), out[op][i]);
}

/* The table of guide 7.7.1: less, greater or equal, equal, not equal. */
TEST(us_compares_with_zero)
{
	static const struct { u32 bits; bool less, ge, equal, not_equal; } rows[] = {
		{ 0, 0, 1, 1, 0 }, { NZERO, 0, 1, 1, 0 }, { INF, 0, 1, 0, 1 }, { NINF, 1, 0, 0, 1 },
		{ QNAN, 0, 0, 0, 1 }, { 0x80000001, 0, 1, 1, 0 },
	};

	for (u32 i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		EQ(us_compare(0, rows[i].bits), rows[i].equal);
		EQ(us_compare(1, rows[i].bits), rows[i].less);
		EQ(us_compare(2, rows[i].bits), rows[i].ge);
		EQ(us_compare(3, rows[i].bits), rows[i].not_equal);
	}
}

/* The examples of guide 7.4.1. */
TEST(us_inline_constants)
{
	EQ(us_inline(0), us_bits(0x1p-10f));
	EQ(us_inline(1), us_bits(0x1p-9f));
	EQ(us_inline(2), us_bits(0x1p-8f));
	EQ(us_inline(4), us_bits(0x1p-7f));
	EQ(us_inline(1 << 3), us_bits(0x1p-6f));
	EQ(us_inline(7 << 3), ONE);
	EQ(us_inline(15 << 3), us_bits(256));
	EQ(us_inline(15 << 3 | 7), us_bits(480));
}

TEST(us_presubtract_and_clamp)
{
	u32 a = us_bits(0.25f), b = us_bits(3);

	EQ(us_presubtract(0, a, b), HALF);
	EQ(us_presubtract(1, a, b), us_bits(2.75f));
	EQ(us_presubtract(2, a, b), us_bits(3.25f));
	EQ(us_presubtract(3, a, b), us_bits(0.75f));
	EQ(us_clamp(b), ONE);
	EQ(us_clamp(a), a);
	EQ(us_clamp(us_bits(-1)), 0);
	EQ(us_clamp(QNAN), 0);
}

/* ---- programs ---- */

#define ALU_NOTHING	{ 0 }
#define END		{ 1 | 1 << 2 | 1 << 8 }
/* Flow control with this operation, function, branch and address operation, and target. */
#define FLOW(op, function, rest, target)	{ 2, 0, (op) | (function) << 8 | (rest), (target) << 16 }
#define ANY		(1 << 5)
#define PUSH		(2 << 6)
#define POP		(1 << 6)

static enum us_fault run_program(const u32 (*inst)[6], u32 n, bool full)
{
	static u32 code[512][6], constants[256][4];
	static struct us_group g;
	struct us_program p = {
		.inst = (const u32 (*)[6])code, .constants = (const u32 (*)[4])constants, .end = n - 1, .full = full,
	};

	memset(code, 0, sizeof(code));
	memcpy(code, inst, n * sizeof(code[0]));
	memset(&g, 0, sizeof(g));
	g.covered = GPU_ALL_LANES;
	p.integers[0] = 3;
	return us_run(&p, &g, NULL);
}

#define RUN(full, ...)								\
	({ static const u32 program_[][6] = { __VA_ARGS__ };			\
	   run_program(program_, sizeof(program_) / sizeof(program_[0]), full); })

TEST(us_programs_have_faults)
{
	EQ(RUN(false, ALU_NOTHING, END), US_FINE);
	EQ(RUN(false, ALU_NOTHING), US_NO_OUTPUT);
	EQ(RUN(false, { 1 }), US_NO_OUTPUT);
	EQ(RUN(false, FLOW(0, 0xff, 0, 0), END), US_ENDLESS);
	/* Five loops in one another, four are fine. */
	EQ(RUN(true, FLOW(1, 0, 0, 0), FLOW(1, 0, 0, 0), FLOW(1, 0, 0, 0), FLOW(3, 0, 0, 0), END), US_FINE);
	EQ(RUN(true, FLOW(1, 0, 0, 0), FLOW(1, 0, 0, 0), FLOW(1, 0, 0, 0), FLOW(3, 0, 0, 0), FLOW(1, 0, 0, 0), END),
	   US_STACK);
	EQ(RUN(false, FLOW(1, 0, 0, 0), END), US_PARTIAL);
	EQ(RUN(false, FLOW(0, 0xff, PUSH | ANY, 1), END), US_PARTIAL);
	/* A loop, a break and an address that nothing has pushed. */
	EQ(RUN(true, FLOW(2, 0xff, ANY, 0), END), US_STACK);
	EQ(RUN(true, FLOW(5, 0xff, 0, 1), END), US_STACK);
	EQ(RUN(true, FLOW(0, 0xff, POP, 0), END), US_STACK);
	/* A call of itself. */
	EQ(RUN(true, FLOW(0, 0xff, PUSH | ANY, 0), END), US_STACK);
	EQ(RUN(false, { 3, 1 << 25 }, END), US_FINE);
	EQ(RUN(false, { 3, 1 << 25 }, { 3, 1 << 25 }, END), US_SEMAPHORE);
	EQ(RUN(false, { 3, 1 << 25 }, { 3 | 1 << 2, 1 << 25 }, END), US_FINE);
	EQ(RUN(false, { 3, 7 << 22 }, END), US_RESERVED);
	EQ(RUN(false, { 0, 0, 0, 0, 0, 6 }, END), US_RESERVED);
	EQ(RUN(false, { 0, 0, 0, 0, 4, 0 }, END), US_RESERVED);
}

/* Every other pixel breaks in a branch; a break of all active pixels must not take the others along. */
TEST(us_break_in_a_branch_keeps_the_loop_of_others)
{
	static u32 code[512][6] = {
		FLOW(1, 0, 0, 6),
		{ 2 | 2 << 3, 0, 0x33 << 8 | 2 << 24, 4 << 16 },
		FLOW(5, 0xff, 1 << 26 | 1 << 16, 6),
		FLOW(0, 0, ANY | 1 << 24 | 1 << 16, 0),
		/* r0.r = r0.r * 1 + 1 */
		{ 1 << 11, 0, 0, 0x220 | 0x6d8 << 13, 0, 0x6d8 << 12 },
		FLOW(2, 0xff, ANY, 1),
		END,
	};
	static u32 constants[256][4];
	static struct us_group g;
	struct us_program p = {
		.inst = (const u32 (*)[6])code, .constants = (const u32 (*)[4])constants, .end = 6, .full = true,
		.integers = { 3 },
	};

	memset(&g, 0, sizeof(g));
	g.covered = GPU_ALL_LANES;
	g.predicate[0] = 0x5555;
	EQ(us_run(&p, &g, NULL), US_FINE);
	for (u32 i = 0; i < GPU_LANES; i++)
		EQ(g.temp[0].c[0].u[i], us_bits(i % 2 ? 3 : 0));
}

static void any_texel(void *ctx, const struct us_lookup *l, struct gpu_vec *texel)
{
	for (u32 c = 0; c < 4; c++)
		for (u32 i = 0; i < GPU_LANES; i++)
			texel->c[c].u[i] = l->coord.c[c].u[i] * 2654435761u + l->unit;
}

/* Any words are a program that ends or has a fault, and reads and writes no other memory. */
TEST(us_runs_any_words)
{
	static u32 code[512][6], constants[256][4];
	static struct us_group g;
	u32 seed = 1, ends = 0, faults = 0;

	for (u32 n = 0; n < 400; n++) {
		struct us_program p = {
			.inst = (const u32 (*)[6])code, .constants = (const u32 (*)[4])constants, .lookup = any_texel,
		};

		for (u32 i = 0; i < 512 * 6; i++) {
			seed = seed * 1664525 + 1013904223;
			((u32 *)code)[i] = seed ^ seed >> 13;
			/* Mostly forward, and few reserved operations. */
			if (i % 6 == 2 && seed >> 30)
				((u32 *)code)[i] &= ~0xff07u;
			if (i % 6 == 1)
				((u32 *)code)[i] &= ~(1u << 24);
			if (i % 6 > 3)
				((u32 *)code)[i] &= ~0xeu;
		}
		for (u32 i = 0; i < 32; i++)
			p.integers[i] = seed >> i;
		p.full = n & 1;
		p.zero_wins = n & 2;
		p.start = seed & 511;
		p.end = (p.start + 20) & 511;
		p.offset = n & 4 ? 500 : 0;
		code[(p.end + p.offset) & 511][0] = 1 | 1 << 2;
		memset(&g, 0, sizeof(g));
		memset(g.temp, 0xff * (n & 1), sizeof(g.temp));
		g.covered = GPU_ALL_LANES;
		if (us_run(&p, &g, NULL))
			faults++;
		else
			ends++;
	}
	CHECK(ends > 20 && faults > 20);
}
