// SPDX-License-Identifier: GPL-2.0
/* Opcodes of the ALU: values at their edges, from the definitions in drawing.md's sources. */
#include <math.h>
#include <string.h>

#include "alu.h"
#include "unit_rig.h"

#define NONE	0xdeadbeefu	/* an operand that is not read */

struct value {
	const char *name;
	uint32_t a, b, c, result;
};

static uint32_t f(float value)
{
	union { float f; uint32_t u; } v = { .f = value };

	return v.u;
}

#define INF	0x7f800000u
#define NINF	0xff800000u
#define NOT	0x7fc00000u	/* the NaN of arithmetic */
#define TINY	0x00000001u
#define BIG	0x7f7fffffu
#define ONES	0xffffffffu
#define ONE	0x3f800000u
#define TWO	0x40000000u
#define HALF	0x3f000000u

static const struct value values[] = {
	{ "ADD", ONE, ONE, NONE, TWO }, { "ADD", BIG, BIG, NONE, INF }, { "ADD", INF, NINF, NONE, NOT },
	{ "ADD", TINY, TINY, NONE, 0 }, { "ADD", NOT, ONE, NONE, NOT }, { "ADD", 0xffc12345, ONE, NONE, NOT },
	{ "MUL", 0, INF, NONE, 0 }, { "MUL", NOT, 0x80000000, NONE, 0 }, { "MUL", TWO, TWO, NONE, 0x40800000 },
	{ "MUL", INF, TINY, NONE, 0 }, { "MUL", NOT, ONE, NONE, NOT },
	{ "MUL_IEEE", 0, INF, NONE, NOT }, { "MUL_IEEE", TWO, HALF, NONE, ONE },
	{ "MUL_IEEE", 0x00800000, HALF, NONE, 0 },
	{ "MAX", ONE, TWO, NONE, TWO }, { "MAX", NOT, ONE, NONE, ONE }, { "MAX", ONE, NOT, NONE, NOT },
	{ "MIN", ONE, TWO, NONE, ONE }, { "MIN", ONE, NOT, NONE, NOT },
	{ "MAX_DX10", NOT, ONE, NONE, ONE }, { "MAX_DX10", ONE, NOT, NONE, ONE },
	{ "MIN_DX10", NOT, ONE, NONE, ONE }, { "MIN_DX10", ONE, NOT, NONE, ONE },
	{ "SETE", ONE, ONE, NONE, ONE }, { "SETE", NOT, NOT, NONE, 0 }, { "SETNE", NOT, NOT, NONE, ONE },
	{ "SETE", TINY, 0, NONE, ONE }, { "SETGT", TWO, ONE, NONE, ONE }, { "SETGT", ONE, ONE, NONE, 0 },
	{ "SETGE", ONE, ONE, NONE, ONE }, { "SETGE_DX10", ONE, ONE, NONE, ONES }, { "SETGT_DX10", ONE, TWO, NONE, 0 },
	{ "SETE_DX10", 0, 0x80000000, NONE, ONES }, { "SETNE_DX10", 0, 0x80000000, NONE, 0 },
	{ "FRACT", 0x3fc00000, NONE, NONE, HALF }, { "FRACT", 0xbe800000, NONE, NONE, 0x3f400000 },
	{ "TRUNC", 0xbfc00000, NONE, NONE, 0xbf800000 }, { "TRUNC", 0xbf000000, NONE, NONE, 0x80000000 },
	{ "CEIL", 0x3fa00000, NONE, NONE, TWO }, { "CEIL", 0xbf000000, NONE, NONE, 0x80000000 },
	{ "FLOOR", 0xbf000000, NONE, NONE, 0xbf800000 }, { "FLOOR", 0x4b800001, NONE, NONE, 0x4b800001 },
	{ "RNDNE", HALF, NONE, NONE, 0 }, { "RNDNE", 0x3fc00000, NONE, NONE, TWO }, { "RNDNE", INF, NONE, NONE, INF },
	{ "MOV", 0xffc12345, NONE, NONE, 0xffc12345 }, { "MOV", TINY, NONE, NONE, TINY },
	{ "AND_INT", 0xff00ff00, 0x0ff00ff0, NONE, 0x0f000f00 }, { "OR_INT", 1, 2, NONE, 3 },
	{ "XOR_INT", 7, 2, NONE, 5 }, { "NOT_INT", 0, NONE, NONE, ONES }, { "ADD_INT", ONES, 2, NONE, 1 },
	{ "SUB_INT", 1, 2, NONE, ONES }, { "MAX_INT", ONES, 0, NONE, 0 }, { "MAX_UINT", ONES, 0, NONE, ONES },
	{ "MIN_INT", ONES, 0, NONE, ONES }, { "MIN_UINT", ONES, 0, NONE, 0 },
	{ "SETE_INT", 5, 5, NONE, ONES }, { "SETGT_INT", 0, ONES, NONE, ONES }, { "SETGT_UINT", 0, ONES, NONE, 0 },
	{ "SETGE_INT", ONES, 0, NONE, 0 }, { "SETGE_UINT", ONES, 0, NONE, ONES }, { "SETNE_INT", 5, 5, NONE, 0 },
	{ "PRED_SETE", ONE, ONE, NONE, 0 }, { "PRED_SETE", ONE, TWO, NONE, ONE },
	{ "PRED_SETGT", TWO, ONE, NONE, 0 }, { "PRED_SETGE", ONE, TWO, NONE, ONE }, { "PRED_SETNE", ONE, ONE, NONE, ONE },
	{ "PRED_SETE_INT", 3, 3, NONE, 0 }, { "PRED_SETGT_INT", ONES, 0, NONE, ONE },
	{ "PRED_SETGT_UINT", ONES, 0, NONE, 0 }, { "PRED_SETNE_INT", 3, 3, NONE, ONE },
	{ "PRED_SETE_PUSH", 0, 0, NONE, 0 }, { "PRED_SETE_PUSH", ONE, 0, NONE, TWO },
	{ "PRED_SETE_PUSH", 0, ONE, NONE, ONE }, { "PRED_SET_INV", ONE, NONE, NONE, 0 },
	{ "PRED_SET_INV", 0, NONE, NONE, ONE }, { "PRED_SET_POP", TWO, NONE, NONE, ONE },
	{ "PRED_SET_RESTORE", TWO, NONE, NONE, TWO }, { "PRED_SET_CLR", NONE, NONE, NONE, BIG },
	{ "KILLGT", TWO, ONE, NONE, ONE }, { "KILLE_INT", 1, 2, NONE, 0 },
	{ "EXP_IEEE", ONE, NONE, NONE, TWO }, { "EXP_IEEE", NINF, NONE, NONE, 0 },
	{ "LOG_IEEE", 0x41000000, NONE, NONE, 0x40400000 }, { "LOG_IEEE", 0, NONE, NONE, NINF },
	{ "LOG_CLAMPED", 0, NONE, NONE, 0xff7fffff }, { "LOG_CLAMPED", TINY, NONE, NONE, 0xff7fffff },
	{ "RECIP_IEEE", TWO, NONE, NONE, HALF }, { "RECIP_IEEE", 0x80000000, NONE, NONE, NINF },
	{ "RECIP_CLAMPED", 0x80000000, NONE, NONE, 0xff7fffff }, { "RECIP_FF", 0, NONE, NONE, 0 },
	{ "RECIPSQRT_IEEE", 0x40800000, NONE, NONE, HALF }, { "RECIPSQRT_CLAMPED", 0, NONE, NONE, BIG },
	{ "RECIPSQRT_FF", 0, NONE, NONE, 0 }, { "SQRT_IEEE", 0x40800000, NONE, NONE, TWO },
	{ "SQRT_IEEE", 0xc0800000, NONE, NONE, NOT },
	{ "FLT_TO_INT", 0xbfc00000, NONE, NONE, ONES }, { "FLT_TO_INT", INF, NONE, NONE, 0x7fffffff },
	{ "FLT_TO_INT", NINF, NONE, NONE, 0x80000000 }, { "FLT_TO_INT", NOT, NONE, NONE, 0 },
	{ "FLT_TO_INT", 0x4effffff, NONE, NONE, 0x7fffff80 },
	{ "FLT_TO_UINT", 0xbf800000, NONE, NONE, 0 }, { "FLT_TO_UINT", INF, NONE, NONE, ONES },
	{ "INT_TO_FLT", ONES, NONE, NONE, 0xbf800000 }, { "UINT_TO_FLT", ONES, NONE, NONE, 0x4f800000 },
	{ "ASHR_INT", 0x80000000, 31, NONE, ONES }, { "LSHR_INT", 0x80000000, 31, NONE, 1 },
	{ "LSHL_INT", 1, 33, NONE, 2 }, { "MULLO_INT", 0x10001, 0x10001, NONE, 0x20001 },
	{ "MULHI_INT", ONES, 2, NONE, ONES }, { "MULHI_UINT", ONES, 2, NONE, 1 },
	{ "RECIP_UINT", 3, NONE, NONE, 0x55555555 }, { "RECIP_UINT", 0, NONE, NONE, ONES },
	{ "RECIP_INT", 0xfffffffd, NONE, NONE, 0xaaaaaaab },
	{ "MULADD", 0, INF, ONE, ONE }, { "MULADD", TWO, TWO, ONE, 0x40a00000 }, { "MULADD_IEEE", 0, INF, ONE, NOT },
	/* Not fused: (1 + 2^-12)^2 loses its last bit before the sum. */
	{ "MULADD_IEEE", 0x3f800800, 0x3f800800, 0xbf801000, 0 },
	{ "MULADD_M2", ONE, ONE, ONE, 0x40800000 }, { "MULADD_D2", ONE, ONE, ONE, ONE },
	{ "CNDE", 0x80000000, 5, 6, 5 }, { "CNDE", NOT, 5, 6, 6 }, { "CNDGT", TINY, 5, 6, 6 }, { "CNDGE", 0, 5, 6, 5 },
	{ "CNDE_INT", 0x80000000, 5, 6, 6 }, { "CNDGT_INT", ONES, 5, 6, 6 }, { "CNDGE_INT", 0, 5, 6, 5 },
	{ "MUL_LIT", TWO, TWO, ONE, 0x40800000 }, { "MUL_LIT", TWO, NINF, ONE, 0xff7fffff },
	{ "MUL_LIT", TWO, TWO, 0, 0xff7fffff },
	{ "DOT4", ONE, TWO, NONE, 0x41000000 }, { "DOT4", 0, INF, NONE, 0 }, { "DOT4_IEEE", 0, INF, NONE, NOT },
	{ "MAX4", ONE, NONE, NONE, ONE },
};

static const struct gpu_alu_row *by_name(const char *name, bool r7xx)
{
	for (unsigned int i = 0; i < 2 * 1024; i++) {
		const struct gpu_alu_row *row = gpu_alu_find(i >= 1024, i % 1024, r7xx);

		if (row && !strcmp(row->name, name))
			return row;
	}
	return NULL;
}

static uint32_t eval(const struct gpu_alu_row *row, uint32_t a, uint32_t b, uint32_t c)
{
	union gpu_lanes la, lb, lc, d;

	for (int i = 0; i < GPU_LANES; i++) {
		la.u[i] = a;
		lb.u[i] = b;
		lc.u[i] = c;
	}
	gpu_alu_eval(row, &d, &la, &lb, &lc);
	for (int i = 1; i < GPU_LANES; i++) {
		if (d.u[i] != d.u[0])
			return NONE;
	}
	return d.u[0];
}

/* A cube's face, and the coordinates in it, of direction (x, y, z). */
static bool cube_is(float x, float y, float z, float s, float t, float major, float face)
{
	const struct gpu_alu_row *row = by_name("CUBE", true);
	union gpu_lanes a[4], b[4], d[4];
	const union gpu_lanes *as[4] = { &a[0], &a[1], &a[2], &a[3] }, *bs[4] = { &b[0], &b[1], &b[2], &b[3] };
	const float src0[4] = { z, z, x, y }, src1[4] = { y, x, z, z }, want[4] = { t, s, major, face };
	bool good = true;

	for (int c = 0; c < 4; c++) {
		for (int i = 0; i < GPU_LANES; i++) {
			a[c].f[i] = src0[c];
			b[c].f[i] = src1[c];
		}
	}
	row->reduce(d, as, bs);
	for (int c = 0; c < 4; c++)
		good &= d[c].f[7] == want[c];
	return good;
}

static void modifiers(void)
{
	union gpu_lanes d;

	for (int i = 0; i < GPU_LANES; i++)
		d.u[i] = i ? f(0.75f) : NOT;
	gpu_alu_modify(&d, 1, true);
	tap_ok(d.u[0] == 0 && d.f[1] == 1.0f, "a result is doubled, then clamped; NaN clamps to 0");
	gpu_alu_modify(&d, 3, false);
	tap_ok(d.f[1] == 0.5f, "a result is halved");
}

void unit_alu(void)
{
	for (unsigned int i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		const struct value *v = &values[i];
		const struct gpu_alu_row *row = by_name(v->name, true);
		uint32_t got = row ? eval(row, v->a, v->b, v->c) : NONE;

		if (row && got == v->result)
			continue;
		tap_ok(false, "%s of 0x%08x 0x%08x 0x%08x is 0x%08x, not 0x%08x", v->name, v->a, v->b, v->c, v->result, got);
	}
	tap_ok(true, "%u values of opcodes were compared", (unsigned int)(sizeof(values) / sizeof(values[0])));
	tap_ok(eval(by_name("SIN", true), f(0.25f), 0, 0) == ONE, "R7xx counts angles in turns");
	tap_ok(eval(by_name("SIN", false), f(1.57079637f), 0, 0) == ONE, "R6xx counts angles in radians");
	tap_ok(by_name("MOVA_GPR_INT", false) && !by_name("MOVA_GPR_INT", true), "MOVA_GPR_INT is of R6xx alone");
	tap_ok(cube_is(0.5f, 0.25f, 1.0f, 0.5f, -0.25f, 2.0f, 4.0f), "CUBE: +z");
	tap_ok(cube_is(0.5f, 0.25f, -1.0f, -0.5f, -0.25f, -2.0f, 5.0f), "CUBE: -z");
	tap_ok(cube_is(1.0f, 0.25f, 0.5f, -0.5f, -0.25f, 2.0f, 0.0f), "CUBE: +x");
	tap_ok(cube_is(-1.0f, 0.25f, 0.5f, 0.5f, -0.25f, -2.0f, 1.0f), "CUBE: -x");
	tap_ok(cube_is(0.5f, 1.0f, 0.25f, 0.5f, 0.25f, 2.0f, 2.0f), "CUBE: +y");
	tap_ok(cube_is(0.5f, -1.0f, 0.25f, 0.5f, -0.25f, -2.0f, 3.0f), "CUBE: -y");
	tap_ok(cube_is(1.0f, 1.0f, 1.0f, 1.0f, -1.0f, 2.0f, 4.0f), "CUBE: z wins ties");
	modifiers();
}
