// SPDX-License-Identifier: GPL-2.0
/*
 * One invocation: its program step by step, with the registers that each step changes.  Steps are lines of the
 * program's text: groups of ALU instructions and fetches of a clause, in the order in which they ran.
 */
#include <stdlib.h>

#include "frame.h"
#include "watch.h"

#define REGISTERS	128u

struct tracing {
	const struct frame_options *o;
	struct frame_card *card;
	struct gpu_watch watch;
	struct gpu_trace trace;
	u32 gpr[REGISTERS][4];	/* before the step */
	u64 program;		/* whose text is in @lines */
	char **lines;
	u32 nlines;
	u32 runs;
	bool begun;
};

static void keep_line(void *ctx, const char *text)
{
	struct tracing *t = ctx;
	char **lines = realloc(t->lines, (t->nlines + 1) * sizeof(*lines));

	if (!lines)
		return;
	t->lines = lines;
	lines[t->nlines] = strdup(text);
	t->nlines += lines[t->nlines] != NULL;
}

static void drop_lines(struct tracing *t)
{
	while (t->nlines)
		free(t->lines[--t->nlines]);
}

/* The text of the program at an address. */
static void read_program(struct tracing *t, u64 addr)
{
	struct frame_program p = { .addr = addr };

	if (t->program == addr && t->nlines)
		return;
	t->program = addr;
	drop_lines(t);
	if (frame_find(t->card, addr, &p.place))
		frame_program_text(t->card, &p, keep_line, t);
}

/* Dword of the program that a line belongs to; lines of CF instructions have that of their first word. */
static u32 place_of(const char *line)
{
	return strtoul(line, NULL, 10);
}

/* Whether a line begins a group ("0 x: ADD ..."), continues one ("y: MUL ..."), or is a fetch. */
static bool begins_step(const char *line)
{
	const char *text = frame_instruction(line);

	text += strspn(text, " ");
	if (*text >= '0' && *text <= '9')
		return true;
	/* A slot of a group, or literals. */
	return strncmp(text, "literal", 7) && !(*text && text[1] == ':' && strchr("xyzwt", *text));
}

/* Prints the lines of a step: of CF instruction @cf, number @number of its clause or the instruction itself. */
static void print_lines(const struct tracing *t, u32 cf, int number)
{
	u32 i = 0;
	int at = -1;

	/* CF instructions come in order, each before its clause. */
	while (i < t->nlines && place_of(t->lines[i]) != 2 * cf)
		i++;
	if (number < 0 && i < t->nlines)
		printf("%s\n", t->lines[i]);
	for (i++; number >= 0 && i < t->nlines; i++) {
		at += begins_step(t->lines[i]);
		if (at > number)
			return;
		if (at == number)
			printf("%s\n", t->lines[i]);
	}
}

static void print_value(const char *name, u32 reg, u32 c, u32 value)
{
	float f;

	memcpy(&f, &value, sizeof(f));
	printf("        %s%u.%c = %.9g 0x%08x\n", name, reg, "xyzw"[c], f, value);
}

/* Inputs; other registers are 0. */
static void begin(struct tracing *t, const struct gpu_group *g, int lane)
{
	memset(t->gpr, 0, sizeof(t->gpr));
	for (u32 r = 0; r < g->inputs && r < REGISTERS; r++) {
		for (u32 c = 0; c < 4; c++) {
			t->gpr[r][c] = g->gpr[r].c[c].u[lane];
			print_value("input R", r, c, t->gpr[r][c]);
		}
	}
	t->begun = true;
}

static void step(void *ctx, const struct gpu_trace *trace, const struct gpu_group *g, int number)
{
	struct tracing *t = ctx;

	if (number == GPU_TRACE_BEGIN) {
		begin(t, g, trace->lane);
		return;
	}
	read_program(t, g->at_program);
	print_lines(t, g->at_cf, number);
	if (!(g->active >> trace->lane & 1))
		puts("        (does not execute)");
	for (u32 r = 0; r < REGISTERS; r++) {
		for (u32 c = 0; c < 4; c++) {
			u32 now = g->gpr[r].c[c].u[trace->lane];

			if (now != t->gpr[r][c])
				print_value("R", r, c, now);
			t->gpr[r][c] = now;
		}
	}
}

/* What the pixel program returned. */
static void fragment(void *ctx, const struct gpu_fragment *f)
{
	struct tracing *t = ctx;

	for (u32 n = 0; n < 8; n++)
		for (u32 c = 0; f->shaded && f->exported >> n & 1 && c < 4; c++)
			print_value("output ", n, c, f->out[n][c]);
	printf("primitive %u: %s\n", f->primitive, gpu_kill_name(f->kill));
	t->runs++;
}

static bool before(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct tracing *t = ctx;

	gpu_watch(frame_gpu(card), e->kind == FRAME_DRAW && e->draw == t->o->draw ? &t->watch : NULL);
	return true;
}

static bool after(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct tracing *t = ctx;

	return e->kind != FRAME_DRAW || e->draw != t->o->draw;
}

int frame_trace(struct frame_card *card, const struct frame_options *o, char *error)
{
	struct tracing t = {
		.o = o, .card = card, .trace = { .step = step, .ctx = &t },
		.watch = { .x = o->pixel[0], .y = o->pixel[1], .sample = o->pixel[2], .vertices = o->trace_vertex,
			   .vertex = o->vertex, .trace = &t.trace, .fragment = fragment, .ctx = &t },
	};
	const struct frame_sink sink = { .before = before, .after = after, .ctx = &t };

	if (o->trace_vertex)
		t.watch.x = -1;
	frame_replay(card, &sink);
	drop_lines(&t);
	free(t.lines);
	if (o->trace_vertex ? t.begun : t.runs)
		return 0;
	if (o->trace_vertex)
		return r6cs_err(error, "draw %u has no vertex with the index %u", o->draw, o->vertex);
	return r6cs_err(error, "draw %u has no fragment on pixel %d,%d", o->draw, o->pixel[0], o->pixel[1]);
}
