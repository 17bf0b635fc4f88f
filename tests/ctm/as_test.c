// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the assembler and the disassembler of fragment programs: every recorded program and
 * any six dwords come back from their text, errors name line and column, and each rule of
 * ctm_as_check() has a program that breaks it.
 */
#include <glob.h>
#include <stdlib.h>
#include "ctm_as.h"
#include "r500/pm4_r500.h"
#include "r500/r500_us.h"
#include "pm4_decode.h"
#include "tap.h"
#include "streams.h"

#define CORPUS	"build/corpus/r5xx/*.r6cs"

static struct ctm_as_program program;
static struct ctm_as_error error;

static const char *say_one(const u32 *inst)
{
	static char line[2048];
	struct pm4_text t = { .buf = line, .size = sizeof(line) };

	r500_say_inst(&t, inst);
	return line;
}

static bool comes_back(const u32 *inst)
{
	const char *text = say_one(inst);

	if (!ctm_as_assemble(text, &program, &error) && program.count == 1 &&
	    !memcmp(program.words, inst, 24))
		return true;
	tap_note("%s: %u:%u %s", text, error.line, error.column, error.text);
	return false;
}

struct counts {
	u32 streams, programs, instructions, raw, bad, unchecked, failed;
	u32 type[4];
};

/* A program as text, all of it at once. */
static void whole_program(struct counts *c, const u32 *words, u32 count)
{
	static char text[CTM_AS_MAX * 1024];
	struct pm4_text t = { .buf = text, .size = sizeof(text) };
	u32 i;

	c->programs++;
	for (i = 0; i < count; i++) {
		c->instructions++;
		c->type[words[6 * i] & 3]++;
		c->raw += say_one(words + 6 * i)[0] == '.';
		r500_say_inst(&t, words + 6 * i);
		say(&t, "\n");
	}
	if (ctm_as_assemble(text, &program, &error) || program.count != count ||
	    memcmp(program.words, words, 24 * count)) {
		c->bad++;
		tap_note("%u:%u %s", error.line, error.column, error.text);
		return;
	}
	/* Mesa ends programs by US_CODE_ADDR alone. */
	program.words[6 * (count - 1)] |= 1 << 8;
	if (ctm_as_check(&program, &error) && c->failed++ < 5)
		tap_note("%u: %s; %s", error.line, error.text, say_one(words + 6 * (error.line - 1)));
}

static void stream(struct counts *c, const struct r6cs *cs)
{
	const u32 *ib = cs->ib;
	u32 at, dw;

	c->streams++;
	for (at = 0; at < cs->in.ib_dw; at += dw) {
		dw = ib[at] >> 30 == 2 ? 1 : (ib[at] >> 16 & 0x3fff) + 2;
		if ((ib[at] & 0xc000ffff) == (0x8000 | 0x4254 / 4) && at >= 2 && ib[at - 2] == 0x4250 / 4 &&
		    !(ib[at - 1] >> 16 & 1))
			whole_program(c, ib + at + 1, (dw - 1) / 6);
	}
}

static void test_corpus(void)
{
	struct counts c = { 0 };
	char error[R6CS_ERROR];
	struct r6cs cs;
	glob_t g;
	size_t i;

	if (!tap_ok(!glob(CORPUS, 0, NULL, &g), "there are recorded streams"))
		return;
	for (i = 0; i < g.gl_pathc; i++) {
		if (stream_load(g.gl_pathv[i], &cs, error) && cs.known)
			stream(&c, &cs);
		r6cs_free(&cs);
	}
	globfree(&g);
	tap_note("%u streams, %u programs, %u instructions: ALU %u, OUT %u, FC %u, TEX %u", c.streams,
		 c.programs, c.instructions, c.type[0], c.type[1], c.type[2], c.type[3]);
	tap_ok(c.streams == 604 && c.programs > 1000 && c.type[2] > 0 && c.type[3] > 100,
	       "programs of all kinds of instructions");
	tap_ok(!c.bad, "every recorded program comes back from its text (%u do not)", c.bad);
	tap_ok(!c.raw, "no recorded instruction needs .inst (%u do)", c.raw);
	tap_ok(!c.failed, "every recorded program keeps the rules of the guide (%u do not)", c.failed);
}

static u64 random_state = 88172645463325252ull;

static u32 any(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (u32)(random_state >> 32);
}

static void test_any(void)
{
	u32 i, k, bad = 0, raw = 0, inst[6];

	for (i = 0; i < 60000; i++) {
		for (k = 0; k < 6; k++) {
			inst[k] = any();
			if (i & 1 && k)
				inst[k] &= any() & any();
			/* Words that only instructions of other types have. */
			if (i & 2 && k > 3 && inst[0] & 2)
				inst[k] = 0;
			if (i & 2 && k == 1 && inst[0] & 2)
				inst[k] &= inst[0] & 1 ? 0x0fcf0000 : 0;
			if (i & 2 && (inst[0] & 3) == 2)
				inst[k] &= k == 2 ? 0x1f1ffff7 : k == 3 ? 0x81ff1f1f : ~0u;
		}
		raw += say_one(inst)[0] == '.';
		if (!comes_back(inst) && ++bad == 5)
			break;
	}
	tap_ok(!bad, "any six dwords come back from their text");
	tap_ok(raw > 1000 && raw < 50000, "with .inst and without (%u of 60000)", raw);
	/* One bit after the other: no two instructions have the same text. */
	for (i = 0, bad = 0; i < 4 * 192; i++) {
		memset(inst, 0, sizeof(inst));
		inst[0] = i / 192;
		inst[i % 192 / 32] |= 1u << i % 32;
		bad += !comes_back(inst);
	}
	tap_ok(!bad, "each single bit comes back (%u do not)", bad);
}

static void same(const char *a, const char *b)
{
	static struct ctm_as_program first;
	bool good = !ctm_as_assemble(a, &first, &error) && !ctm_as_assemble(b, &program, &error) &&
		    first.count == program.count && !memcmp(first.words, program.words, 24 * first.count);

	if (!good)
		tap_note("%u:%u %s", error.line, error.column, error.text);
	tap_ok(good, "the same: %.*s", (int)strcspn(a, "\n"), a);
}

static void dwords(const char *text, u32 a, u32 b, u32 c, u32 d, u32 e, u32 f)
{
	u32 inst[6] = { a, b, c, d, e, f };
	bool good = !ctm_as_assemble(text, &program, &error) && !memcmp(program.words, inst, 24);

	if (!good)
		tap_note("%u:%u %s; %s", error.line, error.column, error.text, say_one(program.words));
	tap_ok(good, "%s", text);
}

/* Against dwords written by hand from the guide's tables. */
static void test_words(void)
{
	dwords("TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE UNSCALED LOOKUP r3.rgba, t2.rgba, r1.rgrg",
	       3 | 1 << 2 | 15 << 11, 2 << 16 | 1 << 22 | 1 << 25 | 1 << 27,
	       1 | 0x44 << 8 | 3 << 16 | 0xe4u << 24, 0, 0, 0);
	dwords("ALU rgb0=r5 rgb1=c200 rgb2=r[7+aL]; RGB MAD r9.rb, src0.rgb, -src1.bgr, |src2.01h|",
	       5 << 11, 5 | (200 | 1 << 8) << 10 | (7u | 1 << 9) << 20, 0,
	       0 | (0 | 1 << 3 | 2 << 6) << 2 | 1 << 13 | (2 | 1 << 3) << 15 | 1 << 24,
	       0, 9 << 4 | 2 << 12 | (4 | 6 << 3 | 5 << 6) << 14 | 2 << 23);
	dwords("OUT TEX_SEM_WAIT LAST a0=1.0; ALPHA MAX.DISABLED r0._ B.a W, src0.a, -|src1.0|",
	       1 | 1 << 2 | 1 << 8 | 1 << 18, 0, 0xb8,
	       0, 3 | 3 << 14 | 1 << 19 | 4 << 21 | 3 << 24 | 7 << 26 | 1 << 29 | 1u << 31, 0);
	dwords("ALU ALU_WMASK ALU_RESULT_SEL=ALPHA ALU_RESULT_OP=LESS; RGB DP3.U4.CLAMP r0._ GREATER_EQUAL.g, src0.rrr, src0.rrr",
	       1 << 16 | 1 << 19 | 1 << 21 | 1 << 23, 0, 0, 2 << 26 | 2 << 29 | 1u << 31, 0, 1);
	dwords("FC ALU_WAIT JUMP JUMP_FUNC=0x0f B_OP0=INCR B_OP1=DECR B_POP_CNT=3 JUMP_ADDR=17 BOOL_ADDR=4 INT_ADDR=9",
	       2 | 1 << 10, 0, 0xf << 8 | 3 << 16 | 2 << 24 | 1 << 26, 4 | 9 << 8 | 17 << 16, 0, 0);
	dwords("ALU rgb0=480.0 rgb1=0.0009765625 a2=0.015625 rgbp=SUB ap=INV", 0,
	       0xff | 0x80 << 10 | 1u << 30, 0x88u << 20 | 3u << 30, 0, 0, 0);
}

static void test_sugar(void)
{
	same("ALU; RGB MAD r3.rgb, r1.rgb, c2.rrr, 0; ALPHA MAD r3.a, r1.a, c2.r, 0",
	     "ALU rgb0=r1 rgb1=c2 a0=r1; RGB MAD r3.rgb, src0.rgb, src1.rrr, src0.000; ALPHA MAD r3.a, src0.a, src1.r, src0.0");
	same("ALU; RGB MAD r0.rgb, r1.aaa, 2.0.rrr, -1",
	     "ALU a0=r1 rgb0=2.0; RGB MAD r0.rgb, src0.aaa, src0.rrr, -src0.111");
	same("a: b: # two labels\n\n ALU; # goes on\n\n RGB MAX r1.rgb\n", "ALU; RGB MAX r1.rgb");
	same("FC JUMP JUMP_FUNC=255 JUMP_ADDR=end\nTEX NOP NOP r0._, t0.rrrr, r0.rrrr\nend: OUT LAST",
	     "FC JUMP JUMP_FUNC=0xff JUMP_ADDR=2\nTEX NOP NOP r0._, t0.rrrr, r0.rrrr\nOUT LAST");
}

static void refused(const char *text, u32 line, u32 column, const char *words)
{
	int ret = ctm_as_assemble(text, &program, &error);

	if (!ret)
		ret = ctm_as_check(&program, &error);
	if (!tap_ok(ret && error.line == line && error.column == column && strstr(error.text, words) &&
		    error.text[strlen(error.text) - 1] == '.', "refused: %s", words))
		tap_note("%d %u:%u %s", ret, error.line, error.column, error.text);
}

#define END	"\nOUT TEX_SEM_WAIT LAST"

static void test_errors(void)
{
	static char many[600 * 4];
	u32 i;

	refused("MOV r0, r1", 1, 1, "MOV is no instruction");
	refused("OUT LAST\n  ALU LASST", 2, 7, "LASST is no field");
	refused("ALU rgb0=r128", 1, 11, "more than 127");
	refused("ALU rgb0=c256", 1, 11, "more than 255");
	refused("ALU rgb0=q1", 1, 10, "register is missing");
	refused("ALU rgb0=3.3", 1, 10, "no inline constant");
	refused("ALU rgb0=r[3+al]", 1, 13, "\"+aL]\" is missing");
	refused("ALU rgbp=MUL", 1, 10, "no presubtract operation");
	refused("ALU RGB_PRED_SEL=XYZ", 1, 18, "no value of RGB_PRED_SEL");
	refused("ALU RGB_PRED_SEL", 1, 17, "needs a value");
	refused("ALU STAT_WE=16", 1, 13, "more than 15");
	refused("ALU; RGBA MAD", 1, 6, "RGB or ALPHA, not RGBA");
	refused("ALU; RGB MAD r0.rgb; RGB MAD r0.rgb", 1, 22, "RGB twice");
	refused("ALU; RGB MUL r0.rgb", 1, 10, "MUL is no operation of the RGB unit");
	refused("ALU; ALPHA DP3 r0.a", 1, 12, "DP3 is no operation of the ALPHA unit");
	refused("ALU; RGB MAD.X2 r0.rgb", 1, 14, "no modifier");
	refused("ALU; RGB MAD r0.rga", 1, 19, "mask may have \"rgb\" only");
	refused("ALU; RGB MAD r0", 1, 16, "mask is missing");
	refused("ALU; RGB MAD r0.rgb A.rgb", 1, 21, "no compare");
	refused("OUT; RGB MAD r0.rgb LESS.rgb", 1, 21, "no target");
	refused("ALU; RGB MAD r0.rgb, src3.rgb", 1, 22, "A source is");
	refused("ALU; RGB MAD r0.rgb, src0.rg", 1, 29, "swizzle has 3");
	refused("ALU; RGB MAD r0.rgb, src0.rgba", 1, 30, "more than 3 channels");
	refused("ALU; RGB MAD r0.rgb, |src0.rgb", 1, 31, "'|' is missing");
	refused("ALU; RGB MAD r0.rgb, r0.rgb, r1.rgb, r2.rgb, r3.rgb", 1, 45, "three operands");
	refused("ALU rgb0=r4; RGB MAD r0.rgb, r1.rgb, r2.rgb, r3.rgb", 1, 46, "more than three registers");
	refused("TEX FETCH r0.rgba, t0.rgba, r0.rgba", 1, 5, "FETCH is no field or operation");
	refused("TEX LOOKUP r0.rgba, t16.rgba, r0.rgba", 1, 22, "more than 15");
	refused("TEX LOOKUP r0.rgba, c0.rgba, r0.rgba", 1, 21, "texture is missing");
	refused("TEX LOOKUP r0.rgba, t0.rgba, c0.rgba", 1, 30, "r0 to r127");
	refused("FC JUMP_ANY", 1, 12, "operation is missing");
	refused("FC JUMP JUMP", 1, 9, "two operations");
	refused("FC JUMP JUMP_FUNC=1 JUMP_ADDR=elsewhere", 1, 31, "elsewhere does not exist");
	refused("x: ALU\nx: ALU", 2, 1, "twice");
	refused("ALU ALU", 1, 5, "ALU is no field");
	refused("TEX LOOKUP r0.rgba, t0.rgba, r0.rgba, r1.rgba", 1, 46, "',' is missing");
	refused("TEX NOP r0._, t0.rrrr, r0.rrrr LAST", 1, 32, "not the line");
	refused(".inst 0 0 0", 1, 12, "number is missing");
	for (i = 0; i < 513; i++)
		memcpy(many + 4 * i, "OUT\n", 4);
	refused(many, 513, 1, "more than 512");
	/* Rules of the guide. */
	refused("", 0, 1, "no instruction");
	refused("ALU" END "\nALU", 3, 1, "does not end");
	refused("OUT LAST", 1, 1, "does not end");
	refused("OUT TEX_SEM_WAIT", 1, 1, "does not end");
	refused("TEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
		"TEX TEX_SEM_ACQUIRE LOOKUP r2.rgba, t0.rgba, r0.rgba" END, 2, 1, "may be held");
	/* A result is used after a wait for a semaphore that its lookup, or a later one, has taken. */
	refused("TEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\nALU; RGB MAD r2.rgb, r1.rgb, 1, 0" END, 2, 1,
		"r1 has the result of a lookup: its first use needs TEX_SEM_WAIT.");
	refused("TEX LOOKUP r1.rgba, t0.rgba, r0.rgba\nALU TEX_SEM_WAIT; RGB MAD r2.rgb, r1.rgb, 1, 0" END, 2, 1,
		"needs TEX_SEM_ACQUIRE, and this use TEX_SEM_WAIT");
	refused("TEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\nTEX LOOKUP r2.rgba, t0.rgba, r0.rgba\n"
		"ALU TEX_SEM_WAIT; RGB MAD r3.rgb, r1.rgb, r2.rgb, 0" END, 3, 1, "r2 has the result");
	refused("TEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\nTEX LOOKUP r2.rgba, t0.rgba, r1.rgba" END, 2, 1,
		"r1 has the result");
	refused("TEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
		"ALU rgb0=r1 rgb1=r2 rgbp=ADD; RGB MAD r3.rgb, srcp.rgb, 1, 0" END, 2, 1, "r1 has the result");
	refused("TEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\nFC LOOP JUMP_ADDR=4\n"
		"ALU; RGB MAD r2.rgb, r1.rgb, 1, 0\nFC ENDLOOP JUMP_FUNC=0xff JUMP_ADDR=2" END, 3, 1, "r1 has the result");
	refused("FC LOOP JUMP_ADDR=3\nTEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\n"
		"FC ENDLOOP JUMP_FUNC=0xff JUMP_ADDR=1\nALU; RGB MAD r2.rgb, r1.rgb, 1, 0" END, 4, 1, "r1 has the result");
	refused("TEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\nFC JUMP JUMP_FUNC=0x0f JUMP_ADDR=3\n"
		"ALU; RGB MAD r2.rgb, r1.rgb, 1, 0" END, 3, 1, "r1 has the result");
	refused("ALU; RGB SOP r0.rgb; ALPHA MAD r0.a" END, 1, 1, "RGB SOP takes");
	refused("ALU; RGB MAD r0.rgb; ALPHA DP r0.a" END, 1, 1, "ALPHA DP takes");
	refused("ALU; RGB MAD.DISABLED r0.rgb" END, 1, 1, "RGB has DISABLED");
	refused("ALU; ALPHA RCP.DISABLED r0.a, src0.a" END, 1, 1, "ALPHA has DISABLED");
	refused("ALU; RGB MAD r1.rgb\nALU rgb0=r0 rgb1=r1 rgbp=SUB; RGB MAD r0.rgb, srcp.rgb" END, 2, 1, "needs NOP");
	refused("FC JUMP JUMP_FUNC=0xff JUMP_ADDR=9" END, 1, 1, "JUMP_ADDR is 9");
	refused("FC LOOP JUMP_ADDR=5\nFC LOOP JUMP_ADDR=5\nFC REP JUMP_ADDR=5\nFC REP JUMP_ADDR=5\nFC REP JUMP_ADDR=5" END,
		5, 1, "loops in more than 4");
	refused("TEX OP7 r0.rgba, t0.rgba, r0.rgba" END, 1, 1, "not public");
	for (i = 0; i < 33; i++)
		memcpy(many + 48 * i, "FC   JUMP B_OP0=INCR JUMP_FUNC=0x0f JUMP_ADDR=1\n", 48);
	strcpy(many + 48 * 33, "OUT TEX_SEM_WAIT LAST");
	refused(many, 33, 1, "branches in more than 32");
}

static void keeps(const char *text)
{
	bool good = !ctm_as_assemble(text, &program, &error) && !ctm_as_check(&program, &error);

	if (!tap_ok(good, "keeps the rules: %.*s", (int)strcspn(text, "\n"), text))
		tap_note("%u:%u %s", error.line, error.column, error.text);
}

static void test_rules(void)
{
	/* The example of the guide: three lookups, one semaphore. */
	keeps("TEX LOOKUP r4.rgba, t0.rgba, r1.rgba\nTEX LOOKUP r5.rgba, t1.rgba, r2.rgba\n"
	      "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE LOOKUP r6.rgba, t2.rgba, r3.rgba" END);
	keeps("ALU NOP; RGB MAD r1.rgb\nALU rgb0=r0 rgb1=r1 rgbp=SUB; RGB MAD r0.rgb, srcp.rgb" END);
	keeps("ALU; RGB MAD r2.rgb\nALU rgb0=r0 rgb1=r1 rgbp=SUB; RGB MAD r0.rgb, srcp.rgb" END);
	keeps("ALU; RGB SOP r0.rgb; ALPHA RCP r0.a, r0.a" END);
	keeps("TEX TEX_SEM_ACQUIRE LOOKUP r1.r, t0.rgba, r0.rgba\nALU; ALPHA RCP r1.a, r1.a" END);
	keeps("TEX LOOKUP r1.rgba, t0.rgba, r0.rgba\nTEX TEX_SEM_ACQUIRE LOOKUP r2.rgba, t0.rgba, r0.rgba\n"
	      "ALU TEX_SEM_WAIT; RGB MAD r3.rgb, r1.rgb, r2.rgb, 0\nALU; RGB MAD r3.rgb, r1.rgb, r2.rgb, 0" END);
	keeps("TEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\nFC LOOP TEX_SEM_WAIT JUMP_ADDR=4\n"
	      "ALU; RGB MAD r2.rgb, r1.rgb, 1, 0\nFC ENDLOOP JUMP_FUNC=0xff JUMP_ADDR=2" END);
	keeps("TEX TEX_SEM_ACQUIRE LOOKUP r1.rgba, t0.rgba, r0.rgba\nFC JUMP JUMP_FUNC=0xff JUMP_ADDR=3\n"
	      "ALU; RGB MAD r2.rgb, r1.rgb, 1, 0" END);
	keeps("TEX TEX_SEM_ACQUIRE KILL_LT_0 r1.rgba, t0.rgba, r0.rgba\nALU; RGB MAD r2.rgb, r1.rgb, 1, 0" END);
}

static void collect(void *ctx, const char *text)
{
	strncat(ctx, text, 4000);
	strcat(ctx, "\n");
}

/* pm4 decode shows programs, and nothing but whole ones. */
static void test_decode(void)
{
	static char text[8192];
	u32 ib[] = { 0x4250 / 4, 3, 5 << 16 | 0x8000 | 0x4254 / 4, 0x105, 0, 0, 0, 0, 0,
		     0x4250 / 4, 1 << 16, 5 << 16 | 0x8000 | 0x4254 / 4, 0x105, 0, 0, 0, 0, 0,
		     0x4250 / 4, 0, 0 << 16 | 0x8000 | 0x4254 / 4, 0x105 };
	struct pm4_decoder d = { .ib = ib, .ib_dw = ARRAY_SIZE(ib), .front = &r500_front,
				 .chip = PM4_R580, .mark_dw = PM4_NO_DWORD, .line = collect, .ctx = text };

	pm4_decode(&d);
	tap_ok(strstr(text, "  3: OUT TEX_SEM_WAIT LAST") || strstr(text, "  3: OUT LAST TEX_SEM_WAIT"),
	       "decode shows the instruction with its slot");
	tap_ok(strstr(text, "not a whole instruction"), "decode says that an upload is cut");
	tap_ok(strstr(text, "OUT ") && !strstr(strstr(text, "OUT ") + 1, "OUT "), "constants are no instructions");
}

int main(void)
{
	test_words();
	test_sugar();
	test_errors();
	test_rules();
	test_any();
	test_corpus();
	test_decode();
	return tap_end();
}
