// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * A shader program as text: one line for each word of control flow, and below the word that names a
 * clause the instructions of the clause.
 *
 * The dwords need not be a program.  Each word is shown at most once as control flow and once in a
 * clause, so the text is linear in the dwords.  The walk ends at an end of the program behind which
 * no word before jumps, or at the first clause: clauses are after the control flow.
 *
 * Called by pm4_decode_program(), so not in the module.  No locks, no allocation; needs about
 * ten kilobytes of stack.
 */
#include "../pm4_util.h"
#include "r600_shader.h"

/**
 * struct program_walk - walk over a program
 * @p: the program and the receiver of the lines
 * @words: number of words that are known
 * @clauses: first word of all clauses so far
 * @target: last word of control flow that a word so far names
 * @groups: number of ALU groups so far
 * @shown: one bit for each word: it was shown in a clause
 * @line: the line
 * @t: its text
 */
struct program_walk {
	const struct pm4_program *p;
	u32 words;
	u32 clauses;
	u32 target;
	u32 groups;
	u64 shown[R600_SHADER_WORDS / 64];
	char line[PM4_DECODE_LINE];
	struct pm4_text t;
};

/* Begin the line of a word, with @dwords dwords of it. */
static void line_start(struct program_walk *w, u32 word, u32 dwords, const char *indent)
{
	u32 i;

	w->t = (struct pm4_text){ .buf = w->line, .size = sizeof(w->line), .front = w->p->front,
				  .chip = w->p->chip };
	say(&w->t, "%5llu ", big(2 * (u64)word));
	for (i = 0; i < dwords; i++)
		say(&w->t, " %08x", w->p->dw[2 * word + i]);
	say(&w->t, "%s  ", indent);
}

static void line_end(struct program_walk *w)
{
	w->p->line(w->p->ctx, w->line);
}

/* Returns true if the word was shown in a clause, and marks it as shown. */
static bool shown(struct program_walk *w, u32 word)
{
	u64 bit = 1ull << word % 64;
	bool was = w->shown[word / 64] & bit;

	w->shown[word / 64] |= bit;
	return was;
}

/* A remark on a clause at a word. */
static void remark(struct program_walk *w, u32 word, const char *text)
{
	line_start(w, word, 0, "");
	say(&w->t, "(%s)", text);
	line_end(w);
}

static void show_literals(struct program_walk *w, const struct r600_group *g, u32 word)
{
	u32 i;

	for (i = 0; i < g->given; i++) {
		if (shown(w, word + i))
			continue;
		line_start(w, word + i, 2, "          ");
		say(&w->t, "literal.%s", i ? "zw" : "xy");
		line_end(w);
	}
	if (g->given < g->literals)
		remark(w, word + g->given, "the literals lie past the clause");
}

/* Returns true if the clause goes on: the group has a word that was not shown before. */
static bool show_group(struct program_walk *w, u32 word, const struct r600_group *g)
{
	u32 i;

	for (i = 0; i < g->count; i++) {
		if (shown(w, word + i)) {
			remark(w, word + i, "shown above");
			return false;
		}
		line_start(w, word + i, 2, "");
		if (i)
			say(&w->t, "         ");
		else
			say(&w->t, "%8u ", w->groups++);
		r600_say_alu(&w->t, g, i);
		line_end(w);
	}
	show_literals(w, g, word + g->count);
	return true;
}

static void show_alu_clause(struct program_walk *w, u32 first, u32 end)
{
	struct r600_group g;
	u32 word;

	for (word = first; word < end; word += g.count + g.given) {
		r600_group_read(&g, w->p->chip, w->p->dw + 2 * word, end - word);
		if (!show_group(w, word, &g))
			return;
	}
}

static void show_fetch_clause(struct program_walk *w, u32 first, u32 end)
{
	bool low, high;
	u32 word;

	for (word = first; word < end; word += 2) {
		if (end - word < 2) {
			remark(w, word, "half of a fetch");
			return;
		}
		/* Both count as shown from here on. */
		low = shown(w, word);
		high = shown(w, word + 1);
		if (low || high) {
			remark(w, word, "shown above");
			return;
		}
		line_start(w, word, 4, "");
		r600_say_fetch(&w->t, w->p->dw + 2 * word);
		line_end(w);
	}
}

/* Returns true if a word of control flow runs a clause: of @count words from @first on. */
static bool find_clause(const struct program_walk *w, const u32 *word, u32 *first, u32 *count)
{
	const struct r600_op *op = r600_cf_op(word);

	if (r600_cf_is_alu(word)) {
		*first = pm4_bits(word[0], 0, 22);
		*count = pm4_bits(word[1], 18, 7) + 1;
		return true;
	}
	if (!op || !(op->flags & R600_OP_CLAUSE))
		return false;
	*first = word[0];
	*count = pm4_bits(word[1], 10, 3) + 1;
	if (r600_chip_is_r7xx(w->p->chip))
		*count += pm4_bits(word[1], 19, 1) << 3;
	*count *= 2;
	return true;
}

static void show_clause(struct program_walk *w, const u32 *word)
{
	u32 first, count, end;

	if (!find_clause(w, word, &first, &count))
		return;
	if (first < w->clauses)
		w->clauses = first;
	end = first < w->words ? first + min(count, w->words - first) : first;
	if (r600_cf_is_alu(word))
		show_alu_clause(w, first, end);
	else
		show_fetch_clause(w, first, end);
	if (end - first < count)
		remark(w, end, "the clause leaves the known dwords");
}

/* Returns true if the program may end with a word of control flow. */
static bool ends(const u32 *word)
{
	const struct r600_op *op = r600_cf_op(word);

	if (r600_cf_is_alu(word))
		return false;
	return word[1] >> 21 & 1 || (op && op->flags & R600_OP_END);
}

/* Note where a jump goes: a program goes on behind an end if a word before it jumps there. */
static void note_target(struct program_walk *w, const u32 *word)
{
	const struct r600_op *op = r600_cf_op(word);

	if (r600_cf_is_alu(word) || !op || !(op->flags & R600_OP_ADDR))
		return;
	if (word[0] >= w->words)
		say(&w->t, " (outside of the known dwords)");
	else
		w->target = max(w->target, word[0]);
}

/**
 * r600_show_program() - write a program as text
 * @p: the program and the receiver of the lines
 */
void r600_show_program(const struct pm4_program *p)
{
	struct program_walk w = { .p = p, .clauses = R600_SHADER_WORDS,
				  .words = min(p->ndw / 2, R600_SHADER_WORDS) };
	const u32 *word;
	bool ended = false;
	u32 cf;

	for (cf = 0; cf < w.words && cf < w.clauses; cf++) {
		word = p->dw + 2 * cf;
		line_start(&w, cf, 2, "");
		r600_say_cf(&w.t, word);
		note_target(&w, word);
		line_end(&w);
		show_clause(&w, word);
		ended = ends(word);
		if (ended && w.target <= cf)
			return;
	}
	if (ended)
		remark(&w, w.target, "a jump goes here, behind the clauses: not shown");
	else
		remark(&w, cf, cf < w.words ? "no end: the program runs into a clause" :
					      "no end: the program leaves the known dwords");
}
