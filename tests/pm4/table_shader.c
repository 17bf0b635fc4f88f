// SPDX-License-Identifier: GPL-2.0
/*
 * Shader programs as text: tests/pm4/shaders.txt, in which each line has the dwords that it
 * shows, and any dwords.
 *
 * The programs of the file are those that Mesa 22.3 makes of GLSL, chosen so that each opcode that
 * it sends is there, others for the opcodes and fields that it does not send, and hostile ones.
 */
#include <stdlib.h>
#include "pm4_decode.h"
#include "pm4_r600.h"
#include "r600_shader.h"
#include "random.h"
#include "table_test.h"
#include "tap.h"

#define FILE_NAME	"tests/pm4/shaders.txt"
#define MAX_DW		4096u

/**
 * struct listing - a program of the file
 * @at: its next line
 * @bad: lines that differ
 * @lines: lines so far
 * @longest: characters of the longest one
 */
struct listing {
	const char *at;
	unsigned int bad;
	unsigned int lines;
	size_t longest;
};

static size_t line_length(const char *line)
{
	return strcspn(line, "\n");
}

static const char *next_line(const char *line)
{
	line += line_length(line);
	return *line ? line + 1 : line;
}

static void compare_line(void *ctx, const char *text)
{
	struct listing *l = ctx;
	size_t n = line_length(l->at);

	if (n != strlen(text) || memcmp(l->at, text, n)) {
		if (!l->bad)
			tap_note("'%s', not '%.*s'", text, (int)n, l->at);
		l->bad++;
	}
	l->at = next_line(l->at);
	l->lines++;
}

static void count_line(void *ctx, const char *text)
{
	struct listing *l = ctx;

	if (strlen(text) > l->longest)
		l->longest = strlen(text);
	l->lines++;
}

/* The dwords in the lines of a program, up to an empty line. */
static void read_dwords(const char *line, u32 *dw)
{
	unsigned int at, value;
	const char *p;
	int n;

	for (; *line && *line != '\n'; line = next_line(line)) {
		if (sscanf(line, "%u%n", &at, &n) != 1)
			continue;
		for (p = line + n + 1; at < MAX_DW && *p == ' '; p += 9, at++) {
			if (strspn(p + 1, "0123456789abcdef") != 8 ||
			    sscanf(p, " %8x", &value) != 1)
				break;
			dw[at] = value;
		}
	}
}

/* A program of the file: "CHIP DWORDS: what it is", then its text.  Returns the line after it. */
static const char *test_program(const char *text)
{
	struct listing l = { 0 };
	struct pm4_program p = { .front = &r600_front, .line = compare_line, .ctx = &l };
	char chip[8], what[80];
	u32 *dw = calloc(MAX_DW, sizeof(*dw)), *exact;

	if (sscanf(text, "%7s %u: %79[^\n]", chip, &p.ndw, what) != 3 || p.ndw > MAX_DW) {
		tap_ok(false, "%s: a program begins with '%.*s'", FILE_NAME,
		       (int)line_length(text), text);
		free(dw);
		return "";
	}
	p.chip = pm4_chip_find(&r600_front, chip);
	l.at = next_line(text);
	read_dwords(l.at, dw);
	/* In memory of its own, so that a read behind it is found. */
	exact = malloc(p.ndw * 4 + 1);
	memcpy(exact, dw, p.ndw * 4);
	p.dw = exact;
	pm4_decode_program(&p);
	free(exact);
	free(dw);
	tap_ok(!l.bad && (!*l.at || *l.at == '\n'), "%s: %s, %u lines", chip, what, l.lines);
	return next_line(l.at);
}

/* The name is in the file as a word of its own. */
static bool is_there(const char *file, const char *name)
{
	const char *at = file;
	size_t n = strlen(name);

	while ((at = strstr(at, name))) {
		if (strchr("\n ", at[-1]) && strchr("\n .", at[n]))
			return true;
		at += n;
	}
	tap_note("%s is in no program of %s", name, FILE_NAME);
	return false;
}

static void test_rows_of(const char *file, const char *what, const struct r600_op *ops, u32 count)
{
	unsigned int i, bad = 0, n = 0;

	for (i = 0; i < count; i++) {
		if (!ops[i].name)
			continue;
		n++;
		bad += !is_there(file, ops[i].name);
	}
	tap_ok(!bad && n, "each of %u opcodes of %s is in a program", n, what);
}

/* Dwords that resemble a program: control flow that names clauses, and groups that end. */
static void make_any(u64 *state, u32 *dw, u32 n, bool alike)
{
	u32 i, words = n / 2;

	for (i = 0; i < n; i++)
		dw[i] = random_next(state);
	for (i = 0; alike && i < words; i++) {
		u32 *word = dw + 2 * i;

		if (i < words / 4 && random_below(state, 4)) {
			word[0] = random_below(state, words + 4);
			/* An ALU clause; or one of fetches, a jump or another word. */
			if (random_below(state, 2))
				word[1] = 0xa0000000 | (word[1] & 0x1dffffff);
			else
				word[1] = 0x80000000 | (word[1] & 0x00081c07) |
					  random_below(state, 0x20) << 23;
		} else if (random_below(state, 2)) {
			word[0] |= (i & 3) == 3 ? 1u << 31 : 0;
			word[1] &= 0x7fffffff;
		}
	}
}

/* Any dwords: each word has at most two lines of its own, and each clause few remarks. */
static void test_any_program(void)
{
	u64 state = RANDOM_START;
	unsigned int round, bad = 0;
	size_t longest = 0;

	for (round = 0; round < 5000; round++) {
		u32 n = round % 259;
		u32 *dw = malloc(n * 4 + 1);
		struct listing l = { 0 };
		struct pm4_program p = { .dw = dw, .ndw = n, .front = &r600_front,
					 .chip = round % R600_CHIPS, .line = count_line,
					 .ctx = &l };

		make_any(&state, dw, n, round % 4);
		pm4_decode_program(&p);
		bad += l.lines > 4 * (n / 2) + 2 || !l.lines;
		if (l.longest > longest)
			longest = l.longest;
		free(dw);
	}
	tap_ok(!bad, "the lines of any dwords are linear in their number");
	tap_ok(longest < PM4_DECODE_LINE - 1, "the longest line of any dwords has %zu characters",
	       longest);
}

/* Programs longer than any that a client has: all words run the longest clauses. */
static void test_long(void)
{
	u32 n = 2 * R600_SHADER_WORDS + 64, i;
	u32 *dw = malloc(n * 4);
	struct listing l = { 0 };
	struct pm4_program p = { .dw = dw, .ndw = n, .front = &r600_front, .chip = PM4_RV770,
				 .line = count_line, .ctx = &l };

	for (i = 0; i < n / 2; i++) {
		dw[2 * i] = i / 2 + R600_SHADER_WORDS / 2;
		dw[2 * i + 1] = 0xa1fc0000;
	}
	pm4_decode_program(&p);
	tap_ok(l.lines > R600_SHADER_WORDS && l.lines < 4 * R600_SHADER_WORDS,
	       "a program of %u dwords has %u lines", n, l.lines);
	free(dw);
}

static void test_no_programs(void)
{
	struct listing l = { 0 };
	struct pm4_program p = { .front = &si_front, .line = count_line, .ctx = &l };

	tap_ok(!pm4_decode_program(&p) && !l.lines, "programs of Southern Islands are not decoded");
}

/* The places of a stream that name a program. */
static void test_starts(void)
{
	static const u32 ib[] = {
		0x80000000,				/* a filler */
		0xc0016900, 0x210, 0x1000,		/* SQ_PGM_START_PS */
		0xc0016900, 0x211, 0x2000,		/* another register */
		0xc0046900, 0x215, 1, 0x3000, 2, 3,	/* SQ_PGM_START_VS among others */
		0xc0016800, 0x210, 0x4000,		/* not of the context */
		0xc0026900, 0x210, 0x5000,		/* runs over the end */
	};
	static const struct pm4_program_start want[] = {
		{ .dword = 3, .stage = "PS", .addr = 0x100000 },
		{ .dword = 10, .stage = "VS", .addr = 0x300000 },
		{ .dword = 18, .stage = "PS", .addr = 0x500000 },
	};
	struct pm4_program_start start = { 0 };
	unsigned int n, bad = 0, round, i;
	u64 state = RANDOM_START;

	for (n = 0; pm4_program_next(&r600_front, ib, ARRAY_SIZE(ib), &start); n++)
		bad += n >= ARRAY_SIZE(want) || start.dword != want[n].dword ||
		       strcmp(start.stage, want[n].stage) || start.addr != want[n].addr;
	tap_ok(!bad && n == ARRAY_SIZE(want), "%u places of a stream name a program", n);
	start = (struct pm4_program_start){ 0 };
	tap_ok(!pm4_program_next(&r500_front, ib, ARRAY_SIZE(ib), &start), "none of R5xx");

	for (round = 0, bad = 0; round < 2000; round++) {
		u32 *any = malloc(round % 61 * 4 + 1);

		for (i = 0; i < round % 61; i++) {
			any[i] = random_next(&state);
			if (random_below(&state, 2))
				any[i] = 0xc0006900 | random_below(&state, 40) << 16;
			else if (random_below(&state, 2))
				any[i] = 0x200 + random_below(&state, 0x40);
		}
		start = (struct pm4_program_start){ 0 };
		for (n = 0; pm4_program_next(&r600_front, any, round % 61, &start); n++)
			bad += start.dword >= round % 61 || n > round % 61;
		free(any);
	}
	tap_ok(!bad, "places of any dwords lie in them");
}

void test_shaders(void)
{
	static char file[1u << 20];
	FILE *f = fopen(FILE_NAME, "r");
	size_t n = f ? fread(file, 1, sizeof(file) - 1, f) : 0;
	const char *at = file;

	if (f)
		fclose(f);
	tap_ok(n && n < sizeof(file) - 1, "%s has %zu bytes", FILE_NAME, n);
	while (*at == '#')
		at = next_line(at);
	while (*at)
		at = *at == '\n' ? at + 1 : test_program(at);
	test_rows_of(file, "control flow", r600_cf_ops, R600_CF_OPS);
	test_rows_of(file, "ALU clauses", r600_alu_clauses, R600_ALU_CLAUSES);
	test_rows_of(file, "ALU with two operands", r600_op2_ops, R600_OP2_OPS);
	test_rows_of(file, "ALU with three operands", r600_op3_ops, R600_OP3_OPS);
	test_rows_of(file, "fetches", r600_tex_ops, R600_TEX_OPS);
	test_rows_of(file, "memory", r600_mem_ops, R600_MEM_OPS);
	test_starts();
	test_any_program();
	test_long();
	test_no_programs();
}
