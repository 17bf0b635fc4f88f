// SPDX-License-Identifier: GPL-2.0
/*
 * Vertex programs as text: each operation of the guide (6.5.9) by its number, operands, addresses,
 * dual operations, uploads in streams, and every program that was recorded.  No two instructions have
 * the same text: each bit is in it.
 */
#include <glob.h>
#include "pm4_decode.h"
#include "r500_pvs.h"
#include "r500_scene.h"
#include "tap.h"
#include "random.h"
#include "streams.h"

#define CORPUS		"build/corpus/r5xx/*.r6cs"
#define MATH		(1u << 6)
#define MACRO		(1u << 7)

struct text {
	const char *text;
	u32 inst[4];
};

/* Names in the order of the guide's numbers; the digit is the number of operands. */
static const char * const vector_ops[] = {
	"0VECTOR_NO_OP", "2VE_DOT_PRODUCT", "2VE_MULTIPLY", "2VE_ADD", "3VE_MULTIPLY_ADD",
	"2VE_DISTANCE_VECTOR", "1VE_FRACTION", "2VE_MAXIMUM", "2VE_MINIMUM",
	"2VE_SET_GREATER_THAN_EQUAL", "2VE_SET_LESS_THAN", "3VE_MULTIPLYX2_ADD",
	"3VE_MULTIPLY_CLAMP", "1VE_FLT2FIX_DX", "1VE_FLT2FIX_DX_RND", "2VE_PRED_SET_EQ_PUSH",
	"2VE_PRED_SET_GT_PUSH", "2VE_PRED_SET_GTE_PUSH", "2VE_PRED_SET_NEQ_PUSH",
	"2VE_COND_WRITE_EQ", "2VE_COND_WRITE_GT", "2VE_COND_WRITE_GTE", "2VE_COND_WRITE_NEQ",
	"3VE_COND_MUX_EQ", "3VE_COND_MUX_GT", "3VE_COND_MUX_GTE", "2VE_SET_GREATER_THAN",
	"2VE_SET_EQUAL", "2VE_SET_NOT_EQUAL", "3VE_OP29", NULL
};

static const char * const math_ops[] = {
	"0MATH_NO_OP", "1ME_EXP_BASE2_DX", "1ME_LOG_BASE2_DX", "1ME_EXP_BASEE_FF",
	"3ME_LIGHT_COEFF_DX", "2ME_POWER_FUNC_FF", "1ME_RECIP_DX", "1ME_RECIP_FF",
	"1ME_RECIP_SQRT_DX", "1ME_RECIP_SQRT_FF", "2ME_MULTIPLY", "1ME_EXP_BASE2_FULL_DX",
	"1ME_LOG_BASE2_FULL_DX", "3ME_POWER_FUNC_FF_CLAMP_B", "3ME_POWER_FUNC_FF_CLAMP_B1",
	"2ME_POWER_FUNC_FF_CLAMP_01", "1ME_SIN", "1ME_COS", "1ME_LOG_BASE2_IEEE",
	"1ME_RECIP_IEEE", "1ME_RECIP_SQRT_IEEE", "1ME_PRED_SET_EQ", "1ME_PRED_SET_GT",
	"1ME_PRED_SET_GTE", "1ME_PRED_SET_NEQ", "0ME_PRED_SET_CLR", "1ME_PRED_SET_INV",
	"1ME_PRED_SET_POP", "1ME_PRED_SET_RESTORE", "3ME_OP29", NULL
};

static const char * const macro_ops[] = { "3MACRO_OP_2CLK_MADD", "3MACRO_OP_2CLK_M2X_ADD", "3MACRO_OP2", NULL };

static const struct text texts[] = {
	{ "VE_MULTIPLY r0.xyzw, c1.xyzw, in0.yyyy, C=(in0.0000)",
	  { 0x00f00002, 0x00d10022, 0x00492001, 0x01248001 } },
	{ "VE_ADD.VE_SAT o1.xyzw, c[3+a0.x].xyzw, r2.0000, C=(r2.0000)",
	  { 0x01f02203, 0x00d10072, 0x01248040, 0x01248040 } },
	{ "VE_FLT2FIX_DX_RND a0_0.y, r1.wwww", { 0x0020010e, 0x00db6020 } },
	{ "VE_ADD a5.yz, -|in31|.xyzw, c255.x-y0-1", { 0x0060a403, 0x1ed103e9, 0x15611fe2 } },
	{ "VE_ADD ox2.w, r0.?___, a19.xxxx", { 0x00804303, 0x01ffc000, 0x00000263 } },
	{ "VE_ADD in[7+aL].xyzw, in[1+aL].xxxx, c[2+aL@z].xxxx",
	  { 0x00f0f503, 0x80000021, 0xc0000042 } },
	{ "VE_ADD r[7+a0.w].x, r1@y.xxxx, r0.xxxx", { 0xe010e003, 0x20000020, 0 } },
	{ "(P) ME_SIN.ME_SAT r3.w, r1.wwww, B=(r1.wwww)", { 0x0e806050, 0x00db6020, 0x00db6020 } },
	{ "(!P) VE_ADD r0._, r0.xxxx, r0.xxxx", { 0x04000003 } },
	{ "VE_ADD.PRED_SENSE r0.x, r0.xxxx, r0.xxxx", { 0x08100003 } },
	{ "VECTOR_NO_OP", { 0 } },
	{ "MATH_NO_OP", { MATH } },
	{ "VECTOR_NO_OP r0.x", { 0x00100000 } },
	{ "VE_ADD r0.xyz, in0.xyzw, c1.xyzw; ME_RECIP_SQRT_DX a2.y, r4.ww",
	  { 0x10700003, 0x00d10001, 0x00d10022, 0x09136080 } },
	{ "VE_ADD r0.x, r0.xxxx, r0.xxxx; ME_RECIP_SQRT_IEEE a0.x, -|c[9+a0.z]|.xy",
	  { 0x10100003, 0, 0, 4u | 1 << 3 | 2 | 1 << 4 | 9 << 5 | 1 << 16 | 4 << 21 | 3 << 25 | 2u << 29 } },
	{ ".inst 0x00000603 0x00000000 0x00000000 0x00000000", { 0x00000603 } },
	{ ".inst 0x80001003 0x00000000 0x00000000 0x00000000", { 0x80001003 } },
	{ ".inst 0x000000c0 0x00000000 0x00000000 0x00000000", { 0x000000c0 } },
	{ ".inst 0x00000003 0x00000004 0x00000000 0x00000000", { 0x00000003, 4 } },
	{ ".inst 0x00000003 0x00000000 0x80000010 0x00000000", { 0x00000003, 0, 0x80000010 } },
	{ ".inst 0x00000003 0x00000000 0x00000000 0x00000004", { 0x00000003, 0, 0, 4 } },
};

static const char *say_one(const u32 *inst)
{
	static char lines[2][PM4_DECODE_LINE];
	static unsigned int turn;
	struct pm4_text t = { .buf = lines[turn ^= 1], .size = sizeof(lines[0]) };

	r500_say_vertex(&t, inst);
	return t.buf;
}

static bool is_text(const u32 *inst, const char *wanted)
{
	const char *text = say_one(inst);

	if (!strcmp(text, wanted))
		return true;
	tap_note("'%s', not '%s'", text, wanted);
	return false;
}

/* Each operation with three operands; those that it does not have are in parentheses. */
static void test_operations(const char * const *names, u32 unit, const char *what)
{
	static const u32 operands[3] = { 0x00d10041, 0x00014062, 0x1ed10080 };
	static const char * const said[3] = { "in2.xyzw", "c3.zyxx", "-r4.xyzw" };
	char wanted[PM4_DECODE_LINE];
	u32 i, n, bad = 0;
	size_t len;

	for (i = 0; names[i]; i++) {
		const u32 inst[4] = { 0x00302000 | unit | i, operands[0], operands[1], operands[2] };

		len = snprintf(wanted, sizeof(wanted), "%s r1.xy", names[i] + 1);
		for (n = 0; n < 3; n++)
			len += n < (u32)(names[i][0] - '0') ?
			       snprintf(wanted + len, sizeof(wanted) - len, ", %s", said[n]) :
			       snprintf(wanted + len, sizeof(wanted) - len, ", %c=(%s)", "ABC"[n], said[n]);
		bad += !is_text(inst, wanted);
	}
	tap_ok(!bad, "programs: %s", what);
}

/* Another bit makes another text, so that no two instructions have the same one. */
static void test_bits(void)
{
	u64 state = RANDOM_START;
	u32 i, k, bit, same = 0, raw = 0, inst[4];
	char text[PM4_DECODE_LINE];

	for (i = 0; i < 3000; i++) {
		for (k = 0; k < 4; k++)
			inst[k] = (u32)(random_next(&state) >> 32);
		if (i & 1) {
			inst[0] &= ~(0x80001800u | MACRO);
			for (k = 1; k < 4; k++)
				inst[k] &= ~0x80000004u;
		}
		snprintf(text, sizeof(text), "%s", say_one(inst));
		raw += text[0] == '.';
		for (bit = 0; bit < 128; bit++) {
			inst[bit / 32] ^= 1u << bit % 32;
			same += !strcmp(say_one(inst), text);
			inst[bit / 32] ^= 1u << bit % 32;
		}
	}
	tap_ok(!same && raw > 1000 && raw < 2000, "programs: each bit is in the text (%u are not, %u raw)",
	       same, raw);
}

static char lines[4096];

static void keep(void *ctx, const char *text)
{
	size_t n = strlen(lines);

	snprintf(lines + n, sizeof(lines) - n, "%s\n", text);
}

static bool decodes_to(const u32 *ib, u32 n, const char *wanted)
{
	struct pm4_decoder d = { .front = &r500_front, .chip = PM4_RV530, .mark_dw = PM4_NO_DWORD,
				 .ib = ib, .ib_dw = n, .line = keep };

	lines[0] = 0;
	pm4_decode(&d);
	if (strstr(lines, wanted))
		return true;
	tap_note("%s", lines);
	return false;
}

/* Packets that write to the port: their instructions, from the number that the dword before sets. */
static void test_uploads(void)
{
	const u32 program[] = { 0x2200 / 4, 1023, 0x8000 | 7 << 16 | 0x2208 / 4, 0x00100003, 0, 0, 0,
				0x00100046, 0, 0, 0 };
	const u32 constant[] = { 0x2200 / 4, 1024, 0x8000 | 3 << 16 | 0x2208 / 4, 3, 0, 0, 0 };
	const u32 other[] = { 0x2204 / 4, 0, 0x8000 | 3 << 16 | 0x2208 / 4, 3, 0, 0, 0 };

	tap_ok(decodes_to(program, 11, "1023: VE_ADD r0.x, r0.xxxx, r0.xxxx\n") &&
	       decodes_to(program, 11, "  0: ME_RECIP_DX r0.x, r0.xxxx\n"),
	       "programs: an upload is a program, whose numbers wrap");
	tap_ok(decodes_to(program, 10, "  0: not a whole instruction"), "programs: half an instruction");
	tap_ok(decodes_to(constant, 7, "VAP_PVS_VECTOR_DATA_REG_128 = 0x3\n") && !strstr(lines, "VE_ADD"),
	       "programs: constants are no program");
	tap_ok(decodes_to(other, 7, "VAP_PVS_VECTOR_DATA_REG_128 = 0x3\n") && !strstr(lines, "VE_ADD"),
	       "programs: data without a number are no program");
}

struct found {
	u32 streams, instructions, raw, math, macro, flow;
};

static void count_upload(struct found *f, const u32 *inst, u32 count)
{
	for (; count; inst += 4, count--) {
		f->instructions++;
		f->raw += say_one(inst)[0] == '.';
		f->math += !!(inst[0] & MATH);
		f->macro += !!(inst[0] & MACRO);
	}
}

static void count_stream(struct found *f, const struct r6cs *cs)
{
	const u32 *ib = cs->ib;
	u32 at, dw;

	f->streams++;
	for (at = 0; at < cs->in.ib_dw; at += dw) {
		dw = ib[at] >> 30 == 2 ? 1 : (ib[at] >> 16 & 0x3fff) + 2;
		f->flow += ib[at] == 0x22dc / 4 && ib[at + 1];
		if ((ib[at] & 0xc000ffff) == (0x8000 | 0x2208 / 4) && at >= 2 && ib[at - 2] == 0x2200 / 4 &&
		    ib[at - 1] < 1024)
			count_upload(f, ib + at + 1, (dw - 1) / 4);
	}
}

static void test_recorded(void)
{
	struct found f = { 0 };
	char error[R6CS_ERROR];
	struct r6cs cs;
	glob_t g;
	size_t i;

	if (!tap_ok(!glob(CORPUS, 0, NULL, &g), "programs: there are recorded streams"))
		return;
	for (i = 0; i < g.gl_pathc; i++) {
		if (stream_load(g.gl_pathv[i], &cs, error) && cs.known)
			count_stream(&f, &cs);
		r6cs_free(&cs);
	}
	globfree(&g);
	tap_note("%u streams, %u instructions of vertex programs, %u math, %u macros, %u flow control",
		 f.streams, f.instructions, f.math, f.macro, f.flow);
	tap_ok(f.streams == 604 && f.instructions > 6000 && f.math > 100 && f.macro > 20 && f.flow > 5,
	       "programs: recorded ones have all kinds of instructions");
	tap_ok(!f.raw, "programs: no recorded instruction needs .inst (%u do)", f.raw);
}

void test_programs(void)
{
	u32 i, bad = 0;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		bad += !is_text(texts[i].inst, texts[i].text);
	tap_ok(!bad, "programs: operands, addresses and dual operations");
	test_operations(vector_ops, 0, "each vector operation by its number");
	test_operations(math_ops, MATH, "each math operation by its number");
	test_operations(macro_ops, MACRO, "macros");
	test_bits();
	test_uploads();
	test_recorded();
}
