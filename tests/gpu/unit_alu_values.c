// SPDX-License-Identifier: GPL-2.0
/*
 * Opcodes of the ALU as data: numbers, and values at their edges.
 *
 * Numbers and meanings are from AMD's documents.  Transcendental results are computed in
 * double precision, rounded.  Where documents leave a doubt, a comment begins with "Doubt:" and
 * its rows hold the machine's choice.
 */
#include "unit_alu.h"

#define INF	0x7f800000u
#define NINF	0xff800000u
#define NOT	0x7fc00000u	/* the NaN of arithmetic */
#define NZERO	0x80000000u
#define TINY	0x00000001u	/* the least denormal */
#define SUB	0x807fffffu	/* the greatest denormal, negative */
#define LEAST	0x00800000u	/* the least normal number */
#define BIG	0x7f7fffffu
#define NBIG	0xff7fffffu
#define ONE	0x3f800000u
#define NEG1	0xbf800000u	/* -1.0 */
#define TWO	0x40000000u
#define NTWO	0xc0000000u
#define THREE	0x40400000u
#define FOUR	0x40800000u
#define FIVE	0x40a00000u
#define HALF	0x3f000000u
#define NHALF	0xbf000000u
#define ONES	0xffffffffu
#define IMAX	0x7fffffffu
#define IMIN	0x80000000u
#define _	UNIT_ALU_UNUSED

const char *const unit_alu_op2[UNIT_ALU_OP2] = {
	[0x00] = "ADD", "MUL", "MUL_IEEE", "MAX", "MIN", "MAX_DX10", "MIN_DX10",
	[0x08] = "SETE", "SETGT", "SETGE", "SETNE",
	[0x0c] = "SETE_DX10", "SETGT_DX10", "SETGE_DX10", "SETNE_DX10",
	[0x10] = "FRACT", "TRUNC", "CEIL", "RNDNE", "FLOOR", "MOVA", "MOVA_FLOOR",
	[0x18] = "MOVA_INT", "MOV", "NOP", [0x1e] = "PRED_SETGT_UINT", "PRED_SETGE_UINT",
	[0x20] = "PRED_SETE", "PRED_SETGT", "PRED_SETGE", "PRED_SETNE",
	[0x24] = "PRED_SET_INV", "PRED_SET_POP", "PRED_SET_CLR", "PRED_SET_RESTORE",
	[0x28] = "PRED_SETE_PUSH", "PRED_SETGT_PUSH", "PRED_SETGE_PUSH", "PRED_SETNE_PUSH",
	[0x2c] = "KILLE", "KILLGT", "KILLGE", "KILLNE",
	[0x30] = "AND_INT", "OR_INT", "XOR_INT", "NOT_INT", "ADD_INT", "SUB_INT",
	[0x36] = "MAX_INT", "MIN_INT", "MAX_UINT", "MIN_UINT",
	[0x3a] = "SETE_INT", "SETGT_INT", "SETGE_INT", "SETNE_INT", "SETGT_UINT", "SETGE_UINT",
	[0x40] = "KILLGT_UINT", "KILLGE_UINT",
	[0x42] = "PRED_SETE_INT", "PRED_SETGT_INT", "PRED_SETGE_INT", "PRED_SETNE_INT",
	[0x46] = "KILLE_INT", "KILLGT_INT", "KILLGE_INT", "KILLNE_INT",
	[0x4a] = "PRED_SETE_PUSH_INT", "PRED_SETGT_PUSH_INT", "PRED_SETGE_PUSH_INT",
	[0x4d] = "PRED_SETNE_PUSH_INT", "PRED_SETLT_PUSH_INT", "PRED_SETLE_PUSH_INT",
	[0x50] = "DOT4", "DOT4_IEEE", "CUBE", "MAX4", [0x60] = "MOVA_GPR_INT",
	[0x61] = "EXP_IEEE", "LOG_CLAMPED", "LOG_IEEE", "RECIP_CLAMPED", "RECIP_FF", "RECIP_IEEE",
	[0x67] = "RECIPSQRT_CLAMPED", "RECIPSQRT_FF", "RECIPSQRT_IEEE", "SQRT_IEEE",
	[0x6b] = "FLT_TO_INT", "INT_TO_FLT", "UINT_TO_FLT", "SIN", "COS",
	[0x70] = "ASHR_INT", "LSHR_INT", "LSHL_INT", "MULLO_INT", "MULHI_INT", "MULLO_UINT",
	[0x76] = "MULHI_UINT", "RECIP_INT", "RECIP_UINT", "FLT_TO_UINT",
};

const char *const unit_alu_op3[UNIT_ALU_OP3] = {
	[0x0c] = "MUL_LIT", "MUL_LIT_M2", "MUL_LIT_M4", "MUL_LIT_D2",
	[0x10] = "MULADD", "MULADD_M2", "MULADD_M4", "MULADD_D2",
	[0x14] = "MULADD_IEEE", "MULADD_IEEE_M2", "MULADD_IEEE_M4", "MULADD_IEEE_D2",
	[0x18] = "CNDE", "CNDGT", "CNDGE", [0x1c] = "CNDE_INT", "CNDGT_INT", "CNDGE_INT",
};

#define V(op, x, y, z, want, ...)	\
	{ .name = op, .sources = { x, y, z }, .result = want, ## __VA_ARGS__ }
#define V0(op, ...)			V(op, _, _, _, __VA_ARGS__)
#define V1(op, x, ...)			V(op, x, _, _, __VA_ARGS__)
#define V2(op, x, y, ...)		V(op, x, y, _, __VA_ARGS__)
#define V3(op, x, y, z, ...)		V(op, x, y, z, __VA_ARGS__)
#define YES				UNIT_ALU_TRUE
#define NEAR				UNIT_ALU_NEAR
#define R6XX				UNIT_ALU_R6XX
#define R7XX				UNIT_ALU_R7XX

const struct unit_alu_value unit_alu_values[] = {
	V2("ADD", ONE, ONE, TWO), V2("ADD", ONE, NEG1, 0), V2("ADD", NZERO, NZERO, NZERO),
	V2("ADD", NZERO, 0, 0), V2("ADD", BIG, BIG, INF), V2("ADD", NBIG, NBIG, NINF),
	V2("ADD", INF, NINF, NOT), V2("ADD", INF, NBIG, INF), V2("ADD", NOT, ONE, NOT),
	/* 2^24 + 1 and 2^24 + 3 are ties, to even. */
	V2("ADD", 0x4b800000, ONE, 0x4b800000), V2("ADD", 0x4b800001, ONE, 0x4b800002),
	/* Half an ulp makes BIG infinite; a little less does not. */
	V2("ADD", BIG, 0x73000000, INF), V2("ADD", BIG, 0x72ffffff, BIG),
	/* Doubt: denormals are zero as operands and results; all NaN are one. */
	V2("ADD", TINY, TINY, 0), V2("ADD", SUB, NZERO, NZERO),
	V2("ADD", 0x00800001, 0x80800000, 0), V2("ADD", 0x80800001, LEAST, NZERO),
	V2("ADD", 0xffc12345, ONE, NOT),

	V2("MUL", TWO, TWO, FOUR), V2("MUL", NEG1, THREE, 0xc0400000), V2("MUL", 0, INF, 0),
	V2("MUL", NINF, 0, 0), V2("MUL", 0, NOT, 0), V2("MUL", NOT, NZERO, 0),
	V2("MUL", NOT, ONE, NOT), V2("MUL", BIG, TWO, INF), V2("MUL", NBIG, TWO, NINF),
	V2("MUL", INF, NEG1, NINF), V2("MUL", 0x3fc00000, 0x3f800001, 0x3fc00002),
	V2("MUL", 0x3f800001, 0x3f800001, 0x3f800002),
	/* Doubt: a denormal is the 0 that wins, and the product has no sign. */
	V2("MUL", INF, TINY, 0), V2("MUL", NEG1, 0, 0), V2("MUL", LEAST, NHALF, NZERO),
	V2("MUL_IEEE", TWO, HALF, ONE), V2("MUL_IEEE", 0, INF, NOT),
	V2("MUL_IEEE", NINF, NZERO, NOT), V2("MUL_IEEE", 0, NOT, NOT),
	V2("MUL_IEEE", NEG1, 0, NZERO), V2("MUL_IEEE", INF, NINF, NINF),
	V2("MUL_IEEE", BIG, BIG, INF), V2("MUL_IEEE", 0x3fc00000, 0x3f800001, 0x3fc00002),
	/* Doubt: denormals. */
	V2("MUL_IEEE", LEAST, HALF, 0), V2("MUL_IEEE", TINY, INF, NOT),

	V2("MAX", ONE, TWO, TWO), V2("MAX", TWO, NEG1, TWO), V2("MAX", NINF, NBIG, NBIG),
	V2("MAX", INF, BIG, INF), V2("MAX", NOT, ONE, ONE), V2("MAX", ONE, NOT, NOT),
	V2("MAX", NZERO, 0, NZERO), V2("MAX", 0, NZERO, 0),
	V2("MIN", ONE, TWO, ONE), V2("MIN", TWO, NEG1, NEG1), V2("MIN", NINF, NBIG, NINF),
	V2("MIN", INF, BIG, BIG), V2("MIN", NOT, ONE, ONE), V2("MIN", ONE, NOT, NOT),
	V2("MIN", NZERO, 0, 0), V2("MIN", 0, NZERO, NZERO),
	/* Doubt: a NaN that is the second operand stays, as in the other forms. */
	V2("MAX_DX10", ONE, TWO, TWO), V2("MAX_DX10", NOT, ONE, ONE), V2("MAX_DX10", ONE, NOT, NOT),
	V2("MAX_DX10", NOT, NOT, NOT), V2("MAX_DX10", NINF, NOT, NOT),
	V2("MAX_DX10", INF, ONE, INF),
	V2("MIN_DX10", ONE, TWO, ONE), V2("MIN_DX10", NOT, ONE, ONE), V2("MIN_DX10", ONE, NOT, NOT),
	V2("MIN_DX10", NOT, NOT, NOT), V2("MIN_DX10", INF, NOT, NOT),
	V2("MIN_DX10", NINF, ONE, NINF),
	/* Doubt: denormals. */
	V2("MAX", TINY, NEG1, 0), V2("MIN", SUB, ONE, NZERO),

	V1("FRACT", 0x3fc00000, HALF), V1("FRACT", 0xbe800000, 0x3f400000), V1("FRACT", TWO, 0),
	V1("FRACT", 0, 0), V1("FRACT", NZERO, 0), V1("FRACT", INF, NOT), V1("FRACT", NOT, NOT),
	V1("FRACT", 0x4b800001, 0), V1("FRACT", 0x3f7fffff, 0x3f7fffff),
	/* Doubt: -2^-30 minus its floor, -1, is 1.0 when rounded. */
	V1("FRACT", 0xb0800000, ONE),
	V1("TRUNC", 0x4039999a, TWO), V1("TRUNC", 0xbfc00000, NEG1), V1("TRUNC", NHALF, NZERO),
	V1("TRUNC", 0, 0), V1("TRUNC", NZERO, NZERO), V1("TRUNC", 0x4affffff, 0x4afffffe),
	V1("TRUNC", 0xcb800001, 0xcb800001), V1("TRUNC", BIG, BIG), V1("TRUNC", NINF, NINF),
	V1("TRUNC", NOT, NOT),
	V1("CEIL", 0x3fa00000, TWO), V1("CEIL", 0xbfc00000, NEG1), V1("CEIL", NHALF, NZERO),
	V1("CEIL", THREE, THREE), V1("CEIL", NZERO, NZERO), V1("CEIL", 0x4affffff, 0x4b000000),
	V1("CEIL", LEAST, ONE), V1("CEIL", BIG, BIG), V1("CEIL", INF, INF), V1("CEIL", NOT, NOT),
	V1("FLOOR", 0x4039999a, TWO), V1("FLOOR", NHALF, NEG1), V1("FLOOR", HALF, 0),
	V1("FLOOR", THREE, THREE), V1("FLOOR", NZERO, NZERO), V1("FLOOR", 0xcaffffff, 0xcb000000),
	V1("FLOOR", 0x4b800001, 0x4b800001), V1("FLOOR", 0x80800000, NEG1), V1("FLOOR", NINF, NINF),
	V1("FLOOR", NOT, NOT),
	V1("RNDNE", HALF, 0), V1("RNDNE", 0x3fc00000, TWO), V1("RNDNE", 0x40200000, TWO),
	V1("RNDNE", 0x40600000, FOUR), V1("RNDNE", 0x3f000001, ONE), V1("RNDNE", NHALF, NZERO),
	V1("RNDNE", 0xc0200000, NTWO), V1("RNDNE", 0x4affffff, 0x4b000000),
	V1("RNDNE", 0x4b800001, 0x4b800001), V1("RNDNE", INF, INF), V1("RNDNE", NOT, NOT),
	/* Doubt: denormals, which are 0 before they are rounded up or down. */
	V1("CEIL", TINY, 0), V1("FLOOR", SUB, NZERO), V1("FRACT", SUB, 0),
	V1("MOV", 0xffc12345, 0xffc12345), V1("MOV", TINY, TINY), V1("MOV", ONES, ONES),

	V1("MOVA", THREE, 3), V1("MOVA", 0x4039999a, 3), V1("MOVA", 0xbfc66666, 0xfffffffe),
	V1("MOVA", 0x43960000, 255), V1("MOVA", 0xc3960000, 0xffffff00), V1("MOVA", INF, 255),
	V1("MOVA", 0xc3800000, 0xffffff00), V1("MOVA", NINF, 0xffffff00),
	V1("MOVA", 0x437f0000, 255),
	/* Doubt: ties go to even; NaN is 0. */
	V1("MOVA", 0x40200000, 2), V1("MOVA", NHALF, 0), V1("MOVA", NOT, 0),
	V1("MOVA_FLOOR", 0x4039999a, 2), V1("MOVA_FLOOR", NHALF, ONES), V1("MOVA_FLOOR", INF, 255),
	V1("MOVA_FLOOR", 0x437f8000, 255), V1("MOVA_FLOOR", 0xc3960000, 0xffffff00),
	V1("MOVA_FLOOR", 0xc37f8000, 0xffffff00),
	V1("MOVA_INT", 5, 5), V1("MOVA_INT", ONES, ONES), V1("MOVA_INT", 255, 255),
	/* Doubt: whether integers are limited as well. */
	V1("MOVA_INT", 256, 255), V1("MOVA_INT", IMIN, 0xffffff00),
	V1("MOVA_GPR_INT", 5, 5, R6XX), V1("MOVA_GPR_INT", 127, 127, R6XX),

	/* A counter of conditions in the first source: 0 runs. */
	V1("PRED_SET_INV", ONE, 0, YES), V1("PRED_SET_INV", 0, ONE),
	V1("PRED_SET_INV", THREE, THREE),
	V1("PRED_SET_POP", ONE, 0, YES), V1("PRED_SET_POP", TWO, ONE),
	V1("PRED_SET_POP", 0, 0, YES),
	V0("PRED_SET_CLR", BIG), V0("PRED_SET_CLR", BIG),
	V1("PRED_SET_RESTORE", 0, 0, YES), V1("PRED_SET_RESTORE", TWO, TWO),
	V2("PRED_SETE_PUSH", 0, 0, 0, YES), V2("PRED_SETE_PUSH", 0, NZERO, 0, YES),
	V2("PRED_SETE_PUSH", 0, ONE, ONE), V2("PRED_SETE_PUSH", ONE, 0, TWO),
	V2("PRED_SETE_PUSH", 0, NOT, ONE),
	V2("PRED_SETGT_PUSH", 0, ONE, 0, YES), V2("PRED_SETGT_PUSH", 0, 0, ONE),
	V2("PRED_SETGT_PUSH", 0, NEG1, ONE), V2("PRED_SETGT_PUSH", TWO, ONE, THREE),
	V2("PRED_SETGT_PUSH", 0, INF, 0, YES), V2("PRED_SETGT_PUSH", 0, NOT, ONE),
	V2("PRED_SETGE_PUSH", 0, 0, 0, YES), V2("PRED_SETGE_PUSH", 0, NEG1, ONE),
	V2("PRED_SETGE_PUSH", 0, ONE, 0, YES), V2("PRED_SETGE_PUSH", ONE, ONE, TWO),
	V2("PRED_SETGE_PUSH", 0, NZERO, 0, YES), V2("PRED_SETGE_PUSH", 0, NOT, ONE),
	V2("PRED_SETNE_PUSH", 0, ONE, 0, YES), V2("PRED_SETNE_PUSH", 0, 0, ONE),
	V2("PRED_SETNE_PUSH", ONE, ONE, TWO), V2("PRED_SETNE_PUSH", 0, NOT, 0, YES),
	/* Doubt: the counter stays a float beside an integer condition. */
	V2("PRED_SETE_PUSH_INT", 0, 0, 0, YES), V2("PRED_SETE_PUSH_INT", 0, IMIN, ONE),
	V2("PRED_SETE_PUSH_INT", ONE, 0, TWO),
	V2("PRED_SETGT_PUSH_INT", 0, 1, 0, YES), V2("PRED_SETGT_PUSH_INT", 0, 0, ONE),
	V2("PRED_SETGT_PUSH_INT", 0, ONES, ONE), V2("PRED_SETGT_PUSH_INT", ONE, 1, TWO),
	V2("PRED_SETGE_PUSH_INT", 0, 0, 0, YES), V2("PRED_SETGE_PUSH_INT", 0, IMIN, ONE),
	V2("PRED_SETGE_PUSH_INT", 0, IMAX, 0, YES), V2("PRED_SETGE_PUSH_INT", ONE, 0, TWO),
	V2("PRED_SETNE_PUSH_INT", 0, IMIN, 0, YES), V2("PRED_SETNE_PUSH_INT", 0, 0, ONE),
	V2("PRED_SETNE_PUSH_INT", ONE, 1, TWO),
	V2("PRED_SETLT_PUSH_INT", 0, ONES, 0, YES), V2("PRED_SETLT_PUSH_INT", 0, 0, ONE),
	V2("PRED_SETLT_PUSH_INT", 0, 1, ONE), V2("PRED_SETLT_PUSH_INT", TWO, ONES, THREE),
	V2("PRED_SETLE_PUSH_INT", 0, 0, 0, YES), V2("PRED_SETLE_PUSH_INT", 0, IMIN, 0, YES),
	V2("PRED_SETLE_PUSH_INT", 0, 1, ONE), V2("PRED_SETLE_PUSH_INT", TWO, 0, THREE),

	V2("AND_INT", 0xff00ff00, 0x0ff00ff0, 0x0f000f00), V2("AND_INT", ONES, TINY, TINY),
	V2("OR_INT", 0xff00ff00, 0x0ff00ff0, 0xfff0fff0), V2("OR_INT", NZERO, 0, NZERO),
	V2("XOR_INT", 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0), V2("XOR_INT", ONES, ONES, 0),
	V1("NOT_INT", 0, ONES), V1("NOT_INT", 0xff00ff00, 0x00ff00ff),
	V2("ADD_INT", ONES, 2, 1), V2("ADD_INT", IMAX, 1, IMIN), V2("ADD_INT", 40, 2, 42),
	V2("SUB_INT", 1, 2, ONES), V2("SUB_INT", IMIN, 1, IMAX), V2("SUB_INT", 0, IMIN, IMIN),
	V2("MAX_INT", ONES, 0, 0), V2("MAX_INT", IMIN, IMAX, IMAX), V2("MAX_INT", 3, 3, 3),
	V2("MIN_INT", ONES, 0, ONES), V2("MIN_INT", IMIN, IMAX, IMIN), V2("MIN_INT", 3, 4, 3),
	V2("MAX_UINT", ONES, 0, ONES), V2("MAX_UINT", IMIN, IMAX, IMIN), V2("MAX_UINT", 3, 4, 4),
	V2("MIN_UINT", ONES, 0, 0), V2("MIN_UINT", IMIN, IMAX, IMAX), V2("MIN_UINT", 3, 4, 3),
	V2("ASHR_INT", IMIN, 31, ONES), V2("ASHR_INT", IMAX, 30, 1),
	V2("ASHR_INT", 0xffffff00, 4, -16u),
	V2("LSHR_INT", IMIN, 31, 1), V2("LSHR_INT", 0xffffff00, 4, 0x0ffffff0),
	V2("LSHR_INT", 7, 0, 7),
	V2("LSHL_INT", 1, 31, IMIN), V2("LSHL_INT", 0xf000000f, 4, 0xf0), V2("LSHL_INT", 7, 0, 7),
	/* Doubt: five bits of a distance count. */
	V2("ASHR_INT", IMIN, 32, IMIN), V2("LSHR_INT", IMIN, ONES, 1), V2("LSHL_INT", 1, 33, 2),
	V2("MULLO_INT", 0x10001, 0x10001, 0x20001), V2("MULLO_INT", ONES, 5, -5u),
	V2("MULLO_INT", IMIN, IMIN, 0), V2("MULLO_UINT", ONES, ONES, 1),
	V2("MULLO_UINT", 0x12345, 0x1000, 0x12345000), V2("MULHI_INT", ONES, 2, ONES),
	V2("MULHI_INT", IMIN, IMIN, 0x40000000), V2("MULHI_INT", IMAX, IMAX, 0x3fffffff),
	V2("MULHI_INT", ONES, ONES, 0), V2("MULHI_UINT", ONES, 2, 1),
	V2("MULHI_UINT", ONES, ONES, 0xfffffffe), V2("MULHI_UINT", 0xffff, 0xffff, 0),
	V1("RECIP_UINT", 2, IMIN), V1("RECIP_UINT", 3, 0x55555555), V1("RECIP_UINT", ONES, 1),
	V1("RECIP_UINT", IMIN, 2), V1("RECIP_UINT", 0, ONES), V1("RECIP_INT", 3, 0x55555555),
	V1("RECIP_INT", -3u, 0xaaaaaaab), V1("RECIP_INT", IMIN, -2u),
	/* Doubt: 2^32, one more than there is, is all ones. */
	V1("RECIP_UINT", 1, ONES),

	V1("FLT_TO_INT", 0x4039999a, 2), V1("FLT_TO_INT", 0xc039999a, -2u),
	V1("FLT_TO_INT", NHALF, 0), V1("FLT_TO_INT", NZERO, 0), V1("FLT_TO_INT", TINY, 0),
	V1("FLT_TO_INT", 0x4effffff, 0x7fffff80), V1("FLT_TO_INT", 0x4f000000, IMAX),
	V1("FLT_TO_INT", 0xcf000000, IMIN), V1("FLT_TO_INT", 0xcf000001, IMIN),
	V1("FLT_TO_INT", INF, IMAX), V1("FLT_TO_INT", NINF, IMIN), V1("FLT_TO_INT", NOT, 0),
	V1("FLT_TO_UINT", 0x4039999a, 2), V1("FLT_TO_UINT", 0x4f32d05e, 3000000000u),
	V1("FLT_TO_UINT", 0x4f7fffff, 0xffffff00), V1("FLT_TO_UINT", 0x4f800000, ONES),
	V1("FLT_TO_UINT", NEG1, 0), V1("FLT_TO_UINT", INF, ONES), V1("FLT_TO_UINT", NINF, 0),
	V1("FLT_TO_UINT", NOT, 0), V1("FLT_TO_UINT", NZERO, 0),
	V1("INT_TO_FLT", 0, 0), V1("INT_TO_FLT", 3, THREE), V1("INT_TO_FLT", ONES, NEG1),
	V1("INT_TO_FLT", IMIN, 0xcf000000), V1("INT_TO_FLT", IMAX, 0x4f000000),
	V1("UINT_TO_FLT", 0, 0), V1("UINT_TO_FLT", 3, THREE), V1("UINT_TO_FLT", ONES, 0x4f800000),
	V1("UINT_TO_FLT", IMIN, 0x4f000000), V1("UINT_TO_FLT", 0xffffff7f, 0x4f7fffff),
	/* Ties, to even. */
	V1("INT_TO_FLT", 0x01000001, 0x4b800000), V1("INT_TO_FLT", 0x01000003, 0x4b800002),
	V1("INT_TO_FLT", 0xfeffffff, 0xcb800000), V1("UINT_TO_FLT", 0xffffff80, 0x4f800000),
	V1("UINT_TO_FLT", 0x01000001, 0x4b800000),

	/* Base 2.  The chip's precision is a doubt; the machine promises one ulp. */
	V1("EXP_IEEE", 0, ONE), V1("EXP_IEEE", NZERO, ONE), V1("EXP_IEEE", ONE, TWO),
	V1("EXP_IEEE", NEG1, HALF), V1("EXP_IEEE", 0x42fe0000, 0x7f000000),
	V1("EXP_IEEE", INF, INF), V1("EXP_IEEE", 0x43000000, INF),
	V1("EXP_IEEE", 0xc2fc0000, LEAST), V1("EXP_IEEE", NINF, 0), V1("EXP_IEEE", NOT, NOT),
	V1("EXP_IEEE", HALF, 0x3fb504f3, NEAR), V1("EXP_IEEE", 0xbfc00000, 0x3eb504f3, NEAR),
	V1("EXP_IEEE", 0x3dcccccd, 0x3f892fdf, NEAR),
	/* Doubt: a denormal result is 0. */
	V1("EXP_IEEE", 0xc2fe0000, 0),
	V1("LOG_IEEE", ONE, 0), V1("LOG_IEEE", 0x41000000, THREE), V1("LOG_IEEE", HALF, NEG1),
	V1("LOG_IEEE", LEAST, 0xc2fc0000), V1("LOG_IEEE", 0, NINF), V1("LOG_IEEE", NZERO, NINF),
	V1("LOG_IEEE", INF, INF), V1("LOG_IEEE", NEG1, NOT), V1("LOG_IEEE", NINF, NOT),
	V1("LOG_IEEE", NOT, NOT), V1("LOG_IEEE", BIG, 0x43000000, NEAR),
	V1("LOG_IEEE", THREE, 0x3fcae00d, NEAR), V1("LOG_IEEE", 0x3dcccccd, 0xc0549a78, NEAR),
	V1("LOG_CLAMPED", 0x41000000, THREE), V1("LOG_CLAMPED", HALF, NEG1),
	V1("LOG_CLAMPED", 0, NBIG), V1("LOG_CLAMPED", NZERO, NBIG), V1("LOG_CLAMPED", NEG1, NOT),
	V1("LOG_CLAMPED", THREE, 0x3fcae00d, NEAR),
	/* Doubt: a denormal has the logarithm of 0. */
	V1("LOG_IEEE", TINY, NINF), V1("LOG_CLAMPED", TINY, NBIG),

	V1("RECIP_IEEE", TWO, HALF), V1("RECIP_IEEE", NHALF, NTWO), V1("RECIP_IEEE", 0, INF),
	V1("RECIP_IEEE", NZERO, NINF), V1("RECIP_IEEE", INF, 0), V1("RECIP_IEEE", NINF, NZERO),
	V1("RECIP_IEEE", NOT, NOT), V1("RECIP_IEEE", LEAST, 0x7e800000),
	V1("RECIP_IEEE", 0x7e800000, LEAST), V1("RECIP_IEEE", THREE, 0x3eaaaaab, NEAR),
	V1("RECIP_CLAMPED", TWO, HALF), V1("RECIP_CLAMPED", 0, BIG),
	V1("RECIP_CLAMPED", NZERO, NBIG), V1("RECIP_CLAMPED", INF, 0),
	V1("RECIP_CLAMPED", NOT, NOT), V1("RECIP_CLAMPED", 0xc0400000, 0xbeaaaaab, NEAR),
	V1("RECIP_FF", TWO, HALF), V1("RECIP_FF", 0, 0), V1("RECIP_FF", INF, 0),
	V1("RECIP_FF", NOT, NOT), V1("RECIP_FF", THREE, 0x3eaaaaab, NEAR),
	/* Doubt: denormals; the 0 of _FF keeps the sign of infinity. */
	V1("RECIP_IEEE", TINY, INF), V1("RECIP_IEEE", BIG, 0), V1("RECIP_FF", NZERO, NZERO),
	V1("RECIPSQRT_IEEE", FOUR, HALF), V1("RECIPSQRT_IEEE", 0x3e800000, TWO),
	V1("RECIPSQRT_IEEE", 0, INF), V1("RECIPSQRT_IEEE", INF, 0), V1("RECIPSQRT_IEEE", NEG1, NOT),
	V1("RECIPSQRT_IEEE", NINF, NOT), V1("RECIPSQRT_IEEE", NOT, NOT),
	V1("RECIPSQRT_IEEE", LEAST, 0x5f000000), V1("RECIPSQRT_IEEE", BIG, 0x1f800000, NEAR),
	V1("RECIPSQRT_IEEE", TWO, 0x3f3504f3, NEAR), V1("RECIPSQRT_IEEE", THREE, 0x3f13cd3a, NEAR),
	V1("RECIPSQRT_CLAMPED", FOUR, HALF), V1("RECIPSQRT_CLAMPED", 0, BIG),
	V1("RECIPSQRT_CLAMPED", INF, 0), V1("RECIPSQRT_CLAMPED", NEG1, NOT),
	V1("RECIPSQRT_CLAMPED", TWO, 0x3f3504f3, NEAR), V1("RECIPSQRT_FF", FOUR, HALF),
	V1("RECIPSQRT_FF", 0, 0), V1("RECIPSQRT_FF", INF, 0), V1("RECIPSQRT_FF", NEG1, NOT),
	V1("RECIPSQRT_FF", THREE, 0x3f13cd3a, NEAR),
	/* Doubt: the infinity of -0 is negative. */
	V1("RECIPSQRT_IEEE", NZERO, NINF), V1("RECIPSQRT_CLAMPED", NZERO, NBIG),
	V1("SQRT_IEEE", FOUR, TWO), V1("SQRT_IEEE", 0, 0), V1("SQRT_IEEE", NZERO, NZERO),
	V1("SQRT_IEEE", INF, INF), V1("SQRT_IEEE", NEG1, NOT), V1("SQRT_IEEE", NINF, NOT),
	V1("SQRT_IEEE", NOT, NOT), V1("SQRT_IEEE", TWO, 0x3fb504f3, NEAR),
	V1("SQRT_IEEE", THREE, 0x3fddb3d7, NEAR), V1("SQRT_IEEE", BIG, 0x5f7fffff, NEAR),

	/* R7xx counts angles in turns. */
	V1("SIN", 0, 0, R7XX), V1("SIN", NZERO, NZERO, R7XX), V1("SIN", 0x3e800000, ONE, R7XX),
	V1("SIN", 0xbe800000, NEG1, R7XX), V1("SIN", HALF, 0, R7XX | NEAR),
	V1("SIN", INF, NOT, R7XX), V1("SIN", NOT, NOT, R7XX),
	V1("SIN", 0x3e000000, 0x3f3504f3, R7XX | NEAR), V1("SIN", 0x3daaaaab, HALF, R7XX | NEAR),
	V1("SIN", 0xbdaaaaab, NHALF, R7XX | NEAR), V1("SIN", 0x3dcccccd, 0x3f167918, R7XX | NEAR),
	V1("COS", 0, ONE, R7XX), V1("COS", HALF, NEG1, R7XX), V1("COS", NHALF, NEG1, R7XX),
	V1("COS", 0x3e800000, 0, R7XX | NEAR), V1("COS", NINF, NOT, R7XX),
	V1("COS", NOT, NOT, R7XX), V1("COS", 0x3e000000, 0x3f3504f3, R7XX | NEAR),
	V1("COS", 0x3e2aaaab, 0x3effffff, R7XX | NEAR),
	V1("COS", 0x3dcccccd, 0x3f4f1bbd, R7XX | NEAR),
	/* R6xx in radians. */
	V1("SIN", 0, 0, R6XX), V1("SIN", 0x3fc90fdb, ONE, R6XX), V1("SIN", 0xbfc90fdb, NEG1, R6XX),
	V1("SIN", 0x40490fdb, 0xb3bbbd2e, R6XX | NEAR), V1("SIN", 0x3f060a92, HALF, R6XX | NEAR),
	V1("SIN", ONE, 0x3f576aa4, R6XX | NEAR), V1("SIN", INF, NOT, R6XX),
	V1("SIN", NOT, NOT, R6XX),
	V1("COS", 0, ONE, R6XX), V1("COS", 0x40490fdb, NEG1, R6XX), V1("COS", NINF, NOT, R6XX),
	V1("COS", 0x3fc90fdb, 0xb33bbd2e, R6XX | NEAR), V1("COS", NOT, NOT, R6XX),
	V1("COS", 0x3f860a92, 0x3effffff, R6XX | NEAR), V1("COS", ONE, 0x3f0a5140, R6XX | NEAR),

	V3("MULADD", TWO, TWO, ONE, FIVE), V3("MULADD", 0, INF, ONE, ONE),
	V3("MULADD", NOT, 0, TWO, TWO), V3("MULADD", ONE, INF, NINF, NOT),
	V3("MULADD", BIG, TWO, NEG1, INF), V3("MULADD", ONE, 0, NOT, NOT),
	V3("MULADD_M2", ONE, ONE, ONE, FOUR), V3("MULADD_M2", 0, INF, ONE, TWO),
	V3("MULADD_M2", BIG, ONE, 0, INF), V3("MULADD_M4", ONE, ONE, 0, FOUR),
	V3("MULADD_M4", NINF, 0, HALF, TWO), V3("MULADD_M4", NBIG, ONE, 0, NINF),
	V3("MULADD_D2", ONE, ONE, ONE, ONE), V3("MULADD_D2", NOT, 0, ONE, HALF),
	V3("MULADD_D2", INF, ONE, 0, INF),
	V3("MULADD_IEEE", TWO, TWO, ONE, FIVE), V3("MULADD_IEEE", 0, INF, ONE, NOT),
	V3("MULADD_IEEE", NEG1, 0, NZERO, NZERO), V3("MULADD_IEEE", ONE, INF, NINF, NOT),
	V3("MULADD_IEEE_M2", ONE, ONE, ONE, FOUR), V3("MULADD_IEEE_M2", 0, INF, ONE, NOT),
	V3("MULADD_IEEE_M4", ONE, ONE, 0, FOUR), V3("MULADD_IEEE_M4", NINF, 0, HALF, NOT),
	V3("MULADD_IEEE_D2", ONE, ONE, ONE, ONE), V3("MULADD_IEEE_D2", NOT, 0, ONE, NOT),
	/* Doubt: not fused.  (1 + 2^-12)^2 loses its last bit before the sum, 2 BIG its size. */
	V3("MULADD", 0x3f800800, 0x3f800800, 0xbf801000, 0), V3("MULADD_IEEE", BIG, TWO, NBIG, INF),
	V3("MULADD_IEEE", 0x3f800800, 0x3f800800, 0xbf801000, 0),
	/* Doubt: which sources can be bad.  The second is a logarithm where LIT is computed. */
	V3("MUL_LIT", TWO, TWO, ONE, FOUR), V3("MUL_LIT", TWO, NINF, ONE, NBIG),
	V3("MUL_LIT", TWO, NBIG, ONE, NBIG), V3("MUL_LIT", TWO, NOT, ONE, NBIG),
	V3("MUL_LIT", TWO, TWO, 0, NBIG), V3("MUL_LIT", TWO, TWO, NEG1, NBIG),
	V3("MUL_LIT", TWO, TWO, NOT, NBIG), V3("MUL_LIT", 0, FIVE, ONE, 0),
	V3("MUL_LIT_M2", ONE, TWO, ONE, FOUR), V3("MUL_LIT_M2", BIG, ONE, ONE, INF),
	V3("MUL_LIT_M4", ONE, HALF, ONE, TWO), V3("MUL_LIT_M4", NEG1, ONE, ONE, 0xc0800000),
	V3("MUL_LIT_D2", TWO, TWO, ONE, TWO), V3("MUL_LIT_D2", NEG1, ONE, TWO, NHALF),
	/* The sources that are chosen from keep their bits. */
	V3("CNDE", 0, TINY, 6, TINY), V3("CNDE", NZERO, 5, 6, 5),
	V3("CNDE", ONE, 5, 0xffc12345, 0xffc12345), V3("CNDE", NOT, 5, 6, 6),
	V3("CNDGT", ONE, 5, 6, 5), V3("CNDGT", 0, 5, 6, 6), V3("CNDGT", NEG1, 5, 6, 6),
	V3("CNDGT", INF, 5, 6, 5), V3("CNDGT", NOT, 5, 6, 6),
	V3("CNDGE", 0, 5, 6, 5), V3("CNDGE", NZERO, 5, 6, 5), V3("CNDGE", NEG1, 5, 6, 6),
	V3("CNDGE", NINF, 5, 6, 6), V3("CNDGE", NOT, 5, 6, 6),
	/* Doubt: denormals. */
	V3("CNDE", SUB, 5, 6, 5), V3("CNDGT", TINY, 5, 6, 6), V3("CNDGE", SUB, 5, 6, 5),
	V3("CNDE_INT", 0, 5, 6, 5), V3("CNDE_INT", NZERO, 5, 6, 6), V3("CNDE_INT", TINY, 5, 6, 6),
	V3("CNDGT_INT", 1, 5, 6, 5), V3("CNDGT_INT", 0, 5, 6, 6), V3("CNDGT_INT", ONES, 5, 6, 6),
	V3("CNDGE_INT", 0, 5, 6, 5), V3("CNDGE_INT", IMAX, 5, 6, 5), V3("CNDGE_INT", IMIN, 5, 6, 6),
};

const unsigned int unit_alu_values_count = sizeof(unit_alu_values) / sizeof(unit_alu_values[0]);

#define ALL(v)			{ v, v, v, v }
#define S(op, x, y, want)	{ op, x, y, want }
#define Q(x, y, z, w)		{ x, y, z, w }
/* Of direction (x, y, z): the sources of the four slots, and t, s, twice the major axis, face. */
#define CUBE(x, y, z, t, s, major, face) \
	{ "CUBE", { z, z, x, y }, { y, x, z, z }, { t, s, major, face } }
#define QUARTER	0x3e800000u
#define NQUART	0xbe800000u

const struct unit_alu_slots unit_alu_slots[] = {
	/* (1, 2, 3, 4) and (5, 2, -1, 0.5) */
	S("DOT4", Q(ONE, TWO, THREE, FOUR), Q(FIVE, TWO, NEG1, HALF), ALL(0x41000000)),
	S("DOT4", Q(0, INF, NOT, ONE), Q(INF, 0, NZERO, TWO), ALL(TWO)),
	S("DOT4", Q(INF, ONE, ONE, NINF), ALL(ONE), ALL(NOT)),
	S("DOT4", ALL(BIG), ALL(ONE), ALL(INF)), S("DOT4", Q(0, 0, 0, NOT), ALL(ONE), ALL(NOT)),
	S("DOT4_IEEE", Q(ONE, TWO, THREE, FOUR), Q(FIVE, TWO, NEG1, HALF), ALL(0x41000000)),
	S("DOT4_IEEE", Q(0, ONE, ONE, ONE), Q(INF, ONE, ONE, ONE), ALL(NOT)),
	S("DOT4_IEEE", Q(ONE, ONE, ONE, NOT), Q(ONE, ONE, ONE, 0), ALL(NOT)),
	S("DOT4_IEEE", ALL(NBIG), ALL(ONE), ALL(NINF)),
	S("MAX4", Q(ONE, FOUR, TWO, THREE), ALL(_), ALL(FOUR)),
	S("MAX4", Q(FOUR, 0, 0, 0), ALL(_), ALL(FOUR)),
	S("MAX4", Q(0, 0, 0, FOUR), ALL(_), ALL(FOUR)),
	S("MAX4", Q(0, 0, INF, BIG), ALL(_), ALL(INF)),
	S("MAX4", Q(NTWO, NINF, NEG1, NTWO), ALL(_), ALL(NEG1)),

	CUBE(ONE, QUARTER, HALF, NQUART, NHALF, TWO, 0),
	CUBE(NEG1, QUARTER, HALF, NQUART, HALF, NTWO, ONE),
	CUBE(HALF, ONE, QUARTER, QUARTER, HALF, TWO, TWO),
	CUBE(HALF, NEG1, QUARTER, NQUART, HALF, NTWO, THREE),
	CUBE(HALF, QUARTER, ONE, NQUART, HALF, TWO, FOUR),
	CUBE(HALF, QUARTER, NEG1, NQUART, NHALF, NTWO, FIVE),
	/* z wins ties, then y. */
	CUBE(ONE, ONE, ONE, NEG1, ONE, TWO, FOUR), CUBE(NEG1, HALF, NEG1, NHALF, ONE, NTWO, FIVE),
	CUBE(HALF, ONE, NEG1, NEG1, NHALF, NTWO, FIVE), CUBE(ONE, ONE, HALF, HALF, ONE, TWO, TWO),
	CUBE(NEG1, NEG1, HALF, NHALF, NEG1, NTWO, THREE), CUBE(ONE, BIG, HALF, HALF, ONE, INF, TWO),
	/* The direction of no length is a tie as well. */
	CUBE(0, 0, 0, NZERO, 0, 0, FOUR),
};

const unsigned int unit_alu_slots_count = sizeof(unit_alu_slots) / sizeof(unit_alu_slots[0]);

#define E	1
#define GT	2
#define GE	4
#define NE	8
#define P(kind, x, y, all)	{ x, y, UNIT_ALU_##kind, all }

const struct unit_alu_pair unit_alu_pairs[] = {
	P(FLOAT, ONE, ONE, E | GE), P(FLOAT, TWO, ONE, GT | GE | NE), P(FLOAT, ONE, TWO, NE),
	P(FLOAT, NEG1, ONE, NE), P(FLOAT, NEG1, NTWO, GT | GE | NE), P(FLOAT, 0, NZERO, E | GE),
	P(FLOAT, NZERO, 0, E | GE), P(FLOAT, INF, INF, E | GE), P(FLOAT, INF, BIG, GT | GE | NE),
	P(FLOAT, NINF, NBIG, NE), P(FLOAT, NINF, INF, NE), P(FLOAT, NOT, NOT, NE),
	P(FLOAT, NOT, ONE, NE), P(FLOAT, ONE, NOT, NE), P(FLOAT, INF, NOT, NE),
	P(FLOAT, 0x3f800001, ONE, GT | GE | NE), P(FLOAT, LEAST, 0, GT | GE | NE),
	/* Doubt: denormals. */
	P(FLOAT, TINY, 0, E | GE), P(FLOAT, SUB, TINY, E | GE),

	P(INT, 5, 5, E | GE), P(INT, 6, 5, GT | GE | NE), P(INT, 5, 6, NE),
	P(INT, 0, NZERO, GT | GE | NE), P(INT, ONES, 0, NE), P(INT, 0, ONES, GT | GE | NE),
	P(INT, IMIN, IMAX, NE), P(INT, IMAX, IMIN, GT | GE | NE), P(INT, IMIN, IMIN, E | GE),
	P(INT, NOT, NOT, E | GE), P(INT, TINY, 0, GT | GE | NE),

	P(UINT, 5, 5, E | GE), P(UINT, 6, 5, GT | GE | NE), P(UINT, 5, 6, NE),
	P(UINT, ONES, 0, GT | GE | NE), P(UINT, 0, ONES, NE), P(UINT, IMIN, IMAX, GT | GE | NE),
	P(UINT, ONES, ONES, E | GE), P(UINT, 0, 0, E | GE),
};

const unsigned int unit_alu_pairs_count = sizeof(unit_alu_pairs) / sizeof(unit_alu_pairs[0]);

/* Doubt: the value that a KILL returns. */
const struct unit_alu_family unit_alu_families[] = {
	{ "SET", "", UNIT_ALU_FLOAT, E | GT | GE | NE, ONE, 0 },
	{ "SET", "_DX10", UNIT_ALU_FLOAT, E | GT | GE | NE, ONES, 0 },
	{ "PRED_SET", "", UNIT_ALU_FLOAT, E | GT | GE | NE, 0, ONE },
	{ "KILL", "", UNIT_ALU_FLOAT, E | GT | GE | NE, ONE, 0 },
	{ "SET", "_INT", UNIT_ALU_INT, E | GT | GE | NE, ONES, 0 },
	{ "PRED_SET", "_INT", UNIT_ALU_INT, E | GT | GE | NE, 0, ONE },
	{ "KILL", "_INT", UNIT_ALU_INT, E | GT | GE | NE, ONE, 0 },
	/* Equality of unsigned integers is the same as of signed ones. */
	{ "SET", "_UINT", UNIT_ALU_UINT, GT | GE, ONES, 0 },
	{ "PRED_SET", "_UINT", UNIT_ALU_UINT, GT | GE, 0, ONE },
	{ "KILL", "_UINT", UNIT_ALU_UINT, GT | GE, ONE, 0 },
};

const unsigned int unit_alu_families_count =
	sizeof(unit_alu_families) / sizeof(unit_alu_families[0]);
