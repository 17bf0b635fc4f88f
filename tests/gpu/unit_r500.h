/* SPDX-License-Identifier: GPL-2.0 */
/* The unit tests of R5xx's front (build/gpu-r500-front-test): see each file. */
#ifndef GPU_UNIT_R500_H
#define GPU_UNIT_R500_H

#include "r500/front_int.h"
#include "tap.h"

/* Bits of instructions of vertex programs, as the guide's 6.5.9 and drivers have them. */
enum { VE = 0, ME = 1 << 6, MACRO = 1 << 7 };
enum { TO_TEMP = 0 << 8, TO_ADDRESS = 1 << 8, TO_OUT = 2 << 8, TO_OUT_X = 3 << 8, TO_ALT = 4 << 8, TO_IN = 5 << 8 };
enum { TEMP, IN, CONST, ALT };

#define XYZW		(0u | 1 << 3 | 2 << 6 | 3 << 9)
#define XXXX		0u
#define YYYY		(1u | 1 << 3 | 1 << 6 | 1 << 9)
#define WWWW		(3u | 3 << 3 | 3 << 6 | 3 << 9)
#define ZEROS		(4u | 4 << 3 | 4 << 6 | 4 << 9)
#define ONES		(5u | 5 << 3 | 5 << 6 | 5 << 9)
#define ABS		(1u << 3)
#define NEG		(15u << 25)
#define BY_A0(chan)	(1u << 4 | (uint32_t)(chan) << 29)
#define BY_LOOP		(1u << 31)
#define TO_BY_A0(chan)	(1u << 31 | (uint32_t)(chan) << 29)
#define TO_BY_LOOP	(1u << 12)
#define IF_SET		(3u << 26)
#define IF_CLEAR	(1u << 26)
#define VE_SAT		(1u << 24)
#define ME_SAT		(1u << 25)
#define DUAL		(1u << 28)

static inline uint32_t to(uint32_t memory, uint32_t n, uint32_t mask)
{
	return memory | n << 13 | mask << 20;
}

static inline uint32_t from(uint32_t memory, uint32_t n, uint32_t swizzle)
{
	return memory | n << 5 | swizzle << 13;
}

void test_r500_ops(void);
void test_r500_programs(void);
void test_r500_upload(void);
void test_r500_streams(void);
void test_r500_primitives(void);
void test_r500_window(void);

#endif
