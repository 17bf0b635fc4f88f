// SPDX-License-Identifier: GPL-2.0
/*
 * Vertex programs: operands, addresses, predicates, dual operations, flow control, and programs that hang.
 */
#include <string.h>

#include "unit_r500.h"

static struct r500_upload upload;
static struct r500_pvs pvs;
static struct r500_pvs_vertex vertex;
static uint32_t length;

/* An empty program, with constants n, n + 0.25, n + 0.5 and n + 0.75 up to 31. */
static void begin(void)
{
	memset(&upload, 0, sizeof(upload));
	memset(&pvs, 0, sizeof(pvs));
	memset(&vertex, 0, sizeof(vertex));
	pvs.code = upload.pvs;
	pvs.constant = upload.pvs_constant;
	pvs.const_max = 31;
	pvs.steps_max = 1000;
	for (uint32_t n = 0; n < 32 * 4; n++)
		upload.pvs_constant[n / 4][n % 4] = gpu_bits(n / 4.0f);
	length = 0;
}

static void inst(uint32_t op, uint32_t a, uint32_t b, uint32_t c)
{
	const uint32_t words[4] = { op, a, b, c };

	memcpy(upload.pvs[length++], words, sizeof(words));
}

/* A move: VE_ADD with 0. */
static void move(uint32_t dst, uint32_t src)
{
	inst(3 | dst, src, from(TEMP, 0, ZEROS), from(TEMP, 0, ZEROS));
}

static void flow(uint32_t n, uint32_t op, uint32_t at, uint32_t target, uint32_t last, uint32_t back)
{
	pvs.flow[n] = (struct r500_flow) { .op = op, .at = at, .target = target, .last = last, .back = back, .step = 1 };
	pvs.flows_at[at / 64] |= 1ull << at % 64;
}

static bool runs(void)
{
	pvs.last = length - 1;
	r500_pvs_run(&pvs, &vertex);
	if (vertex.hang)
		tap_note("%s", vertex.hang);
	return !vertex.hang;
}

static bool out_is(uint32_t n, float x, float y, float z, float w)
{
	const float *o = vertex.output[n];

	if (o[0] == x && o[1] == y && o[2] == z && o[3] == w)
		return true;
	tap_note("o%u is %g %g %g %g", n, o[0], o[1], o[2], o[3]);
	return false;
}

static void test_operands(void)
{
	begin();
	vertex.input[2][0] = -3;
	vertex.input[2][3] = 7;
	move(to(TO_OUT, 0, 15), from(CONST, 4, XYZW));
	move(to(TO_OUT, 1, 15), from(CONST, 4, 3 | 4 << 3 | 5 << 6 | 1 << 9));
	move(to(TO_OUT, 2, 15), from(IN, 2, XYZW) | ABS | 8u << 25);
	move(to(TO_OUT, 3, 10), from(CONST, 5, XYZW) | NEG);
	move(to(TO_OUT_X, 4, 15), from(CONST, 6, WWWW));
	move(to(TO_ALT, 1, 15), from(CONST, 7, XYZW));
	move(to(TO_OUT, 5, 15), from(ALT, 1, YYYY));
	move(to(TO_IN, 9, 1), from(CONST, 8, XXXX));
	move(to(TO_OUT, 6, 15), from(IN, 9, XYZW));
	inst(3 | VE_SAT | to(TO_OUT, 7, 15), from(CONST, 0, XYZW), from(CONST, 0, 1 | 1 << 3 | 2 << 6 | 3 << 9), 0);
	move(to(TO_OUT, 8, 15), from(CONST, 40, XYZW));
	vertex.input[3][0] = 1e-40f;
	vertex.input[3][1] = 3e38f;
	inst(21 | ME | to(TO_OUT, 9, 1), from(IN, 3, XXXX), 0, 0);
	inst(7 | ME | to(TO_OUT, 9, 2), from(IN, 3, YYYY), 0, 0);
	inst(10 | ME | ME_SAT | to(TO_OUT, 10, 3), from(CONST, 3, XXXX), from(CONST, 5, XXXX), 0);
	inst(10 | ME | VE_SAT | to(TO_OUT, 10, 12), from(CONST, 3, XXXX), from(CONST, 5, XXXX), 0);
	tap_ok(runs() && out_is(0, 4, 4.25f, 4.5f, 4.75f), "a constant");
	tap_ok(out_is(1, 4.75f, 0, 1, 4.25f), "swizzles, 0 and 1");
	tap_ok(out_is(2, 3, 0, 0, -7), "magnitude, then sign");
	tap_ok(out_is(3, 0, -5.25f, 0, -5.75f), "write mask");
	tap_ok(out_is(4, 6.75f, 6.75f, 6.75f, 6.75f), "the output that repeats x");
	tap_ok(out_is(5, 7.25f, 7.25f, 7.25f, 7.25f), "alternate registers");
	tap_ok(out_is(6, 8, 0, 0, 0), "the input memory can be written");
	tap_ok(out_is(7, 0.25f, 0.5f, 1, 1), "saturation");
	tap_ok(out_is(9, 0, 0, 0, 0), "denormals are zero before and after");
	tap_ok(out_is(10, 1, 1, 15, 15), "each engine has its saturation");
	tap_ok(out_is(8, 0, 0, 0, 0), "a constant past PVS_MAX_CONST_ADDR is 0");
}

static void test_addresses(void)
{
	begin();
	pvs.const_base = 2;
	inst(13 | to(TO_ADDRESS, 0, 15), from(CONST, 3, 3 | 1 << 3 | 2 << 6 | 0 << 9), 0, 0);
	move(to(TO_OUT, 0, 15), from(CONST, 1, XXXX) | BY_A0(1));
	inst(14 | to(TO_ADDRESS, 0, 1), from(CONST, 0, WWWW), 0, 0);
	move(to(TO_OUT, 1, 15), from(CONST, 1, XXXX) | BY_A0(0));
	inst(13 | to(TO_ADDRESS, 0, 4), from(CONST, 29, XXXX) | NEG, 0, 0);
	move(to(TO_OUT, 2, 15), from(CONST, 1, XXXX) | BY_A0(2));
	move(to(TO_OUT, 0, 15) | TO_BY_A0(0), from(CONST, 6, XXXX));
	tap_ok(runs() && out_is(0, 8, 8, 8, 8), "a constant by the address register: floor, base added last");
	tap_ok(out_is(1, 6, 6, 6, 6), "the rounded address");
	tap_ok(out_is(2, 0, 0, 0, 0), "a constant before the first one is 0");
	tap_ok(out_is(3, 8, 8, 8, 8), "an output by the address register");
	begin();
	inst(13 | to(TO_ADDRESS, 0, 1), from(CONST, 31, XXXX), 0, 0);
	move(to(TO_OUT, 100, 15) | TO_BY_A0(0), from(CONST, 6, XXXX));
	pvs.last = 1;
	r500_pvs_run(&pvs, &vertex);
	tap_ok(vertex.hang && vertex.hang_at == 1, "an output that is not there hangs");
	begin();
	inst(13 | to(TO_ADDRESS, 0, 1), from(CONST, 31, XXXX) | NEG, 0, 0);
	move(to(TO_OUT, 0, 15), from(TEMP, 3, XXXX) | BY_A0(0));
	pvs.last = 1;
	r500_pvs_run(&pvs, &vertex);
	tap_ok(vertex.hang && vertex.hang_at == 1, "a source that is not there hangs");
}

static void test_dual(void)
{
	begin();
	/* o0 = c4 + c5, and a2.y = 1 / c2.x beside it */
	inst(3 | DUAL | ME_SAT | to(TO_OUT, 0, 15), from(CONST, 4, XYZW), from(CONST, 5, XYZW),
	     CONST | 2 << 5 | 0 << 13 | 1 << 16 | 2 << 19 | 6 << 21 | 1 << 27);
	move(to(TO_OUT, 1, 15), from(ALT, 2, XYZW));
	/* a0.x = c1.x * c1.y; its number has a fifth bit for ME_COS in a1.w */
	inst(3 | DUAL | to(TO_OUT, 2, 1), from(CONST, 1, XYZW), from(CONST, 1, XYZW),
	     CONST | 1 << 5 | 0 << 13 | 1 << 16 | 0 << 19 | 10 << 21);
	inst(3 | DUAL | to(TO_OUT, 2, 2), from(CONST, 1, XYZW), from(CONST, 1, XYZW),
	     CONST | 1 << 2 | 0 << 5 | 0 << 13 | 0 << 16 | 1 << 19 | 1 << 21 | 3u << 27);
	move(to(TO_OUT, 3, 15), from(ALT, 0, XYZW));
	move(to(TO_OUT, 4, 15), from(ALT, 1, XYZW));
	tap_ok(runs() && out_is(0, 9, 9.5f, 10, 10.5f), "the vector half of a dual operation");
	tap_ok(out_is(1, 0, 0.5f, 0, 0), "its math half");
	tap_ok(out_is(3, 1.25f, 0, 0, 0) && out_is(2, 2, 2.5f, 0, 0), "both scalars come from one vector");
	tap_ok(out_is(4, 0, 0, 0, 1), "its fifth bit of the operation");
}

static void test_predicates(void)
{
	begin();
	/* if (c0.x == 0) o0.x = 1, else o0.y = 1; inside: if (c0.x > 0) o1.x = 1, else o1.y = 1; o1.z after it */
	inst(21 | ME | to(TO_TEMP, 1, 8), from(CONST, 0, XXXX), 0, 0);
	move(IF_SET | to(TO_OUT, 0, 1), from(TEMP, 0, ONES));
	inst(16 | to(TO_TEMP, 1, 8), from(TEMP, 1, WWWW), from(CONST, 0, XXXX), 0);
	move(IF_SET | to(TO_OUT, 1, 1), from(TEMP, 0, ONES));
	inst(26 | ME | to(TO_TEMP, 1, 8), from(TEMP, 1, WWWW), 0, 0);
	move(IF_SET | to(TO_OUT, 1, 2), from(TEMP, 0, ONES));
	inst(27 | ME | to(TO_TEMP, 1, 8), from(TEMP, 1, WWWW), 0, 0);
	move(IF_SET | to(TO_OUT, 1, 4), from(TEMP, 0, ONES));
	inst(26 | ME | to(TO_TEMP, 1, 8), from(TEMP, 1, WWWW), 0, 0);
	move(IF_SET | to(TO_OUT, 0, 2), from(TEMP, 0, ONES));
	move(IF_CLEAR | to(TO_OUT, 0, 4), from(TEMP, 0, ONES));
	/* A predicated comparison does not change the predicate if it does not run. */
	inst(21 | ME | IF_SET | to(TO_TEMP, 2, 8), from(CONST, 0, XXXX), 0, 0);
	move(IF_SET | to(TO_OUT, 0, 8), from(TEMP, 0, ONES));
	inst(20 | to(TO_OUT, 2, 15), from(CONST, 0, XYZW), from(CONST, 9, XYZW), 0);
	tap_ok(runs() && out_is(0, 1, 0, 1, 0), "a branch and its other half");
	tap_ok(out_is(1, 0, 1, 1, 0), "a branch in a branch, and what follows it");
	tap_ok(out_is(2, 0, 9.25f, 9.5f, 9.75f), "a conditional write");
}

static void test_flow(void)
{
	begin();
	/* 0: o0 = 0; loop of 3: 1: o0.x += aL index constants; inner loop of 2: 3: o0.y += 1 */
	move(to(TO_TEMP, 0, 15), from(TEMP, 0, ZEROS));
	inst(3 | to(TO_TEMP, 0, 1), from(TEMP, 0, XYZW), from(CONST, 2, XXXX) | BY_LOOP, 0);
	inst(0, 0, 0, 0);
	inst(3 | to(TO_TEMP, 0, 2), from(TEMP, 0, XYZW), from(TEMP, 0, ONES), 0);
	inst(3 | to(TO_TEMP, 0, 4), from(TEMP, 0, XYZW), from(CONST, 0, XXXX) | BY_LOOP, 0);
	move(to(TO_OUT, 0, 15), from(TEMP, 0, XYZW));
	flow(0, R500_FLOW_LOOP, 0, 3, 4, 1);
	flow(1, R500_FLOW_LOOP, 2, 2, 3, 3);
	pvs.flow[0].init = 5;
	pvs.flow[0].step = 2;
	pvs.flow[1].init = 100;
	tap_ok(runs() && out_is(0, 7 + 9 + 11, 6, 5 + 7 + 9, 0), "nested loops, whose index comes back");
	pvs.flow[1].inherit = true;
	pvs.flow[1].last = 4;
	tap_ok(runs() && out_is(0, 27, 6, 5 + 6 + 7 + 8 + 9 + 10, 0), "a loop inherits the index, and both end together");

	begin();
	/* 0 jumps to 2; 2 calls 4, which goes back to 3, which jumps to 5 */
	move(to(TO_OUT, 0, 1), from(TEMP, 0, ONES));
	move(to(TO_OUT, 0, 2), from(TEMP, 0, ONES));
	move(to(TO_OUT, 0, 4), from(TEMP, 0, ONES));
	move(to(TO_OUT, 1, 1), from(TEMP, 0, ONES));
	inst(3 | to(TO_OUT, 1, 2), from(TEMP, 0, ONES), from(TEMP, 0, ONES), 0);
	move(to(TO_OUT, 1, 4), from(TEMP, 0, ONES));
	flow(0, R500_FLOW_JUMP, 0, 2, 0, 0);
	flow(1, R500_FLOW_CALL, 2, 4, 4, 3);
	flow(2, R500_FLOW_JUMP, 3, 5, 0, 0);
	tap_ok(runs() && out_is(0, 1, 0, 1, 0) && out_is(1, 1, 2, 1, 0) && vertex.steps == 5, "jumps and a subroutine");
}

/* The program, its constants and its flow control as registers say them. */
static void test_registers(void)
{
	static uint32_t regs[GPU_REG_END / 4];
	const struct r500_flow *f = &pvs.flow[15];

	regs[0x22d0 / 4] = 5 | 999u << 20;
	regs[0x22d4 / 4] = 7 | 200 << 16;
	regs[0x22dc / 4] = 2u << 30 | 3 << 2;
	regs[(0x2500 + 15 * 8) / 4] = 1000 | 255 << 16;
	regs[(0x2504 + 15 * 8) / 4] = 1010 | 1001 << 16;
	regs[(0x2290 + 15 * 4) / 4] = 200 | 0xfe << 8 | 1u << 31;
	regs[(0x2500 + 8) / 4] = 3 | 20 << 16;
	r500_pvs_begin(&pvs, &upload, regs);
	tap_ok(pvs.first == 5 && pvs.last == 999 && pvs.const_base == 7 && pvs.const_max == 200 &&
	       pvs.code == upload.pvs && pvs.constant == upload.pvs_constant, "registers of a program");
	tap_ok(f->op == R500_FLOW_LOOP && f->at == 1000 && f->target == 255 && f->last == 1010 && f->back == 1001 &&
	       f->init == 200 && f->step == -2 && f->inherit, "registers of a loop");
	tap_ok(pvs.flow[1].op == R500_FLOW_CALL && pvs.flow[1].at == 3 && pvs.flow[1].target == 20 &&
	       !pvs.flow[1].inherit && !pvs.flow[0].op, "registers of a subroutine");
}

static bool hangs(uint32_t at)
{
	pvs.last = length - 1;
	r500_pvs_run(&pvs, &vertex);
	return vertex.hang && vertex.hang_at == at;
}

static void test_hangs(void)
{
	begin();
	inst(0, 0, 0, 0);
	inst(0, 0, 0, 0);
	flow(0, R500_FLOW_JUMP, 0, 0, 0, 0);
	tap_ok(hangs(0) && vertex.steps == 1000, "a program without an end hangs");
	begin();
	inst(0, 0, 0, 0);
	flow(0, R500_FLOW_CALL, 0, 0, 5, 0);
	tap_ok(hangs(0) && vertex.steps == 9, "more than 8 subroutines hang");
	begin();
	inst(29 | to(TO_TEMP, 0, 15), 0, 0, 0);
	tap_ok(hangs(0), "an operation of the vector engine that does not exist hangs");
	begin();
	inst(3, 0, 0, 0);
	inst(29 | ME, 0, 0, 0);
	tap_ok(hangs(1), "one of the math engine, too");
	begin();
	inst(3 | to(6 << 8, 0, 15), 0, 0, 0);
	tap_ok(hangs(0), "a destination that does not exist hangs");
	begin();
	inst(3, from(ALT, 20, XYZW), 0, 0);
	tap_ok(hangs(0), "the 21st alternate register hangs");
}

void test_r500_programs(void)
{
	test_operands();
	test_addresses();
	test_dual();
	test_predicates();
	test_flow();
	test_registers();
	test_hangs();
}
