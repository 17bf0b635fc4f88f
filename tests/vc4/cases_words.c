// SPDX-License-Identifier: GPL-2.0
/*
 * QPU assembly, and the front in the eyes of the core.
 */
#include <stdlib.h>
#include "cases.h"
#include "vc4_tables.h"
#include "pm4_table.h"

struct wanted {
	const char *text;
	bool seen;
};

static void find_line(void *ctx, const char *line)
{
	struct wanted *w = ctx;

	w->seen |= strstr(line, w->text) && !strcmp(strstr(line, w->text), w->text);
}

/* Instruction 4 of the fragment program is shown as @text. */
static void shows(u64 inst, const char *text)
{
	static u8 data[1 << 16];
	struct vc4_buffer buffers[MAX_BUFFERS];
	char error[VC4_ERROR], line[256];
	struct wanted w = { line };
	struct vc4_decoder d = { .line = find_line, .ctx = &w };
	struct vc4_input in;
	struct sub s;
	void *memory;

	base(&s);
	s.code[VC4_FRAGMENT][4] = inst;
	snprintf(line, sizeof(line), "   4  %016llx  %s", (unsigned long long)inst, text);
	if (!vc4_file_parse(data, image(&s, data), buffers, &in, error)) {
		memory = malloc(vc4_memory_size(&in));
		d.in = &in;
		vc4_decode(&d, memory);
		free(memory);
	}
	tap_ok(w.seen, "assembly: %s", text);
}

static void test_assembly(void)
{
	shows(NOP, "nop; nop");
	shows(sig(NOP, S_TMU0), "nop; nop; LOAD_TMU0");
	shows(mov(3, 0), "or ra3, r0, r0; nop");
	shows(ws(mov(3, 4)), "or rb3, r4, r4; nop");
	shows(ra(rb(add(OP_ADD, W_R0, A, B), 7), R_UNIFORM), "add r0, uniform, rb7; nop");
	shows(mul(mov(W_VPM, 1), 1, W_TMU1_S, 2, 3), "or vpm, r1, r1; fmul tmu1_s, r2, r3");
	shows(mov(W_R0, 0) | 1ull << 45, "or r0, r0, r0; nop; set flags");
	shows(cond(mov(W_R0, 0), 5, 0), "or.nc r0, r0, r0; nop");
	shows(unpack(ra(mov(W_R0, A), 2), 1), "or r0, ra2.16a, ra2.16a; nop");
	shows(unpack(mov(W_R0, 4), 4) | 1ull << 56, "or r0, r4.8a, r4.8a; nop");
	shows(pack(mov(3, 0), 0, 6), "or ra3.8c, r0, r0; nop");
	shows(pack(mul(NOP, 1, W_R0, 1, 2), 1, 4), "nop; fmul r0.8ac, r1, r2");
	shows(small(add(OP_ADD, W_R0, 1, B), 15), "add r0, r1, 15; nop");
	shows(small(add(OP_ADD, W_R0, 1, B), 16), "add r0, r1, -16; nop");
	shows(small(add(OP_FADD, W_R0, 1, B), 33), "fadd r0, r1, 2.0; nop");
	shows(small(add(OP_FADD, W_R0, 1, B), 40), "fadd r0, r1, 1.0/256; nop");
	shows(small(mul(NOP, MUL_V8MIN, W_R0, 1, B), 48), "nop; v8min r0, r1, rotate r5");
	shows(small(mul(NOP, MUL_V8MIN, W_R0, 1, B), 51), "nop; v8min r0, r1, rotate 3");
	shows(small(mul(NOP, MUL_V8MIN, W_R0, 1, 2), 51), "nop; v8min r0, r1, r2, rotate 3");
	shows(small(mul(NOP, MUL_V8MIN, W_R0, 1, 2), 47), "nop; v8min r0, r1, r2");
	shows(add(9, W_R0, 1, 1), "9? r0, r1, r1; nop");
	shows(ra(mov(W_R0, A), 60), "or r0, 60?, 60?; nop");
	shows(li(W_R2, 8), "li r2, 0x8");
	shows(li(W_NOP, 8) & ~(7ull << 49), "li nop, 0x8");
	shows(unpack(li(W_R2, 8), 3), "li r2, 0x8 unsigned");
	shows(unpack(li(W_R2, 8), 4), "li r2, 0x8 semaphore");
	shows(li(49, 0x00301a02), "li vpm_read_setup, 0x301a02 ADDR=2 SIZE=32_bit HORIZONTAL=1 STRIDE=1 NUM=3");
	shows(ws(li(49, 0x1a02)), "li vpm_write_setup, 0x1a02 ADDR=2 SIZE=32_bit HORIZONTAL=1 STRIDE=1");
	shows(li(43, 0xf24fabff), "li tlb_stencil, 0xf24fabff SFMASK=0xff SFVALUE=0xab SFUNC=always SFSFOP=keep SFZPOP=keep SFZFOP=keep SFWMC=0xff WSEL=both");
	shows(li(43, 0x7f0f), "li tlb_stencil, 0x7f0f SFFWM=0xf SFBWM=0x7f");
	shows(mul(li(W_R2, 0), 0, 3, 0, 0), "li r2, 0x0; li rb3, 0x0");
	shows(branch(2, 4, 9), "branch.any_zs L9");
	shows(branch(13, 4, 0), "branch.13? L0");
	shows(branch(15, 4, 9) & ~(1ull << 51), "branch.always 0x8");
	shows(branch(15, 4, 9) | 1ull << 50 | 5ull << 45, "branch.always L9 + ra5");
	shows(branch(15, 4, 9) & ~(63ull << 32), "branch.always L9, link nop, rb0");
}

/* Without rings: pm4_check() refuses any stream of dwords. */
static void test_front(void)
{
	struct pm4_checker *ck = malloc(pm4_checker_size(&vc4_front));
	struct pm4_card card = { .front = &vc4_front };
	const u32 ib[] = { 0x80000000 };
	struct pm4_input in = { .ib = ib, .ib_dw = 1 };
	char text[PM4_VERDICT_TEXT];
	struct pm4_verdict verdict;
	struct pm4_result result;
	struct pm4_patch patch;
	u64 written;

	pm4_checker_init(ck, &card);
	tap_ok(pm4_check(ck, &in, &patch, 1, &written, &result, &verdict) == 1 &&
	       verdict.code == PM4_CODE_CHIP_RING, "the front has no ring");
	tap_ok(pm4_verdict_text(&verdict, &vc4_front, 0, text, sizeof(text)) > 0,
	       "and a sentence says so: %s", text);
	tap_ok(pm4_chip_find(&vc4_front, "BCM2835") == 0 && pm4_chip_find(&vc4_front, "RV710") < 0,
	       "it has one chip");
	tap_ok(!strcmp(vc4_rule_name(VC4_READ_CLAMP), "READ_CLAMP") &&
	       !strcmp(vc4_rule_name(VC4_RULE_COUNT), "?"), "rules have names");
	free(ck);
}

/* Every code and number of the guide has a row. */
static void test_rows(void)
{
	static const u8 codes[] = {
		0, 1, 4, 5, 6, 7, 8, 16, 17, 18, 24, 25, 26, 27, 28, 29, 32, 33, 41, 42, 48, 49, 56,
		64, 65, 66, 67, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 112, 113, 114,
		115, 254,
	};
	const struct pm4_tables *t = vc4_front.tables;
	u32 i, n = 0;

	for (i = 0; i < 256; i++)
		n += t->records[i] != 0;
	for (i = 0; i < sizeof(codes); i++)
		n -= t->records[codes[i]] != 0;
	tap_ok(!n && t->nrecord_rows == sizeof(codes), "rows for the %zu records", sizeof(codes));
	tap_ok((PM4_K_WRITE_A_KNOWN | PM4_K_WRITE_B_KNOWN) == 0xfff37dafffffffffull &&
	       PM4_K_WRITE_B_LOOKUP == 0xffull << 56 && PM4_K_READ_A_UNIFORM == 1ull << 32,
	       "registers by kind");
	tap_ok(PM4_UNUSED_CONFIGURATION_BITS == 0xfc0000, "bits without a meaning");
}

void test_words(void)
{
	test_assembly();
	test_front();
	test_rows();
}
