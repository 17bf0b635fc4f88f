// SPDX-License-Identifier: GPL-2.0
/*
 * One invocation: its program step by step, with the registers that each step changes, and with the place and the
 * bytes of each element that it fetches.  Steps are lines of the program's text: groups of ALU instructions and
 * fetches of a clause, in the order in which they ran; on R5xx instructions.
 */
#include <stdlib.h>

#include "frame.h"
#include "watch.h"

#define REGISTERS	128u
#define FETCHES		64u	/* of a step, at most: the others are counted */

struct tracing {
	const struct frame_options *o;
	struct frame_card *card;
	struct gpu_watch watch;
	struct gpu_trace trace;
	u32 gpr[REGISTERS][4];	/* before the step */
	u64 program;		/* whose text is in @lines */
	u32 first;		/* R5xx: number of the instruction in the first line */
	char **lines;
	u32 nlines;
	struct gpu_fetched fetches[FETCHES];
	u32 nfetches;
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

/* The text of a program of R5xx, which the machine names by its stage. */
static void read_in_chip(struct tracing *t, u64 stage)
{
	struct frame_program p[FRAME_PROGRAMS];
	u32 n = frame_programs(t->card, p);

	for (u32 i = 0; i < n; i++) {
		if ((p[i].stage[0] == 'V') != stage)
			continue;
		t->first = (u32)p[i].place.offset;
		frame_program_text(t->card, &p[i], keep_line, t);
	}
}

/* The text of the program at an address. */
static void read_program(struct tracing *t, u64 addr)
{
	struct frame_program p = { .addr = addr };

	if (t->program == addr && t->nlines)
		return;
	t->program = addr;
	drop_lines(t);
	if (frame_upload(t->card))
		read_in_chip(t, addr);
	else if (frame_find(t->card, addr, &p.place))
		frame_program_text(t->card, &p, keep_line, t);
}

/* Dword of the program that a line belongs to; lines of CF instructions have their first word's. */
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

	if (frame_upload(t->card)) {
		if (cf - t->first < t->nlines)
			printf("%s\n", t->lines[cf - t->first]);
		return;
	}
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

/* Vertex programs of R5xx have three kinds of registers, see struct gpu_trace. */
static void print_register(const struct tracing *t, const char *before, u32 reg, u32 c, u32 value)
{
	bool vertex = frame_upload(t->card) && t->o->trace_kind == FRAME_TRACE_VERTEX;
	const char *kind = !frame_upload(t->card) ? "R" : !vertex || reg < 64 ? "r" : reg < 96 ? "in" : "o";
	char name[16];

	snprintf(name, sizeof(name), "%s%s", before, kind);
	print_value(name, !vertex || reg < 64 ? reg : reg < 96 ? reg - 64 : reg - 96, c, value);
}

static void print_fetch(const struct tracing *t, const struct gpu_fetched *f)
{
	struct frame_place place;

	printf("        ");
	if (f->texel)
		printf("texel %u,%u slice %u level %u: ", f->x, f->y, f->slice, f->level);
	if (!frame_find(t->card, f->addr, &place)) {
		printf("outside of all buffers\n");
		return;
	}
	printf("buffer %llu + 0x%llx:", (unsigned long long)place.id, (unsigned long long)place.offset);
	for (u32 i = 0; i < f->bytes && i < place.room; i++)
		printf("%s%02x", i % 4 ? "" : " ", place.bytes[i]);
	putchar('\n');
}

static void print_fetches(struct tracing *t)
{
	for (u32 i = 0; i < t->nfetches && i < FETCHES; i++)
		print_fetch(t, &t->fetches[i]);
	if (t->nfetches > FETCHES)
		printf("        %u more elements\n", t->nfetches - FETCHES);
	t->nfetches = 0;
}


/* Registers that have a value when the program begins; inputs of vertex programs of R5xx are registers of their own. */
static void begin(struct tracing *t, const struct gpu_group *g, int lane)
{
	bool own = frame_upload(t->card) && t->o->trace_kind == FRAME_TRACE_VERTEX;

	memset(t->gpr, 0, sizeof(t->gpr));
	for (u32 r = 0; r < REGISTERS; r++) {
		for (u32 c = 0; c < 4; c++) {
			if (r >= g->inputs && !(own && g->gpr[r].c[c].u[lane]))
				continue;
			t->gpr[r][c] = g->gpr[r].c[c].u[lane];
			print_register(t, "input ", r, c, t->gpr[r][c]);
		}
	}
	t->begun = true;
}

static void fetched(void *ctx, const struct gpu_fetched *f)
{
	struct tracing *t = ctx;

	if (t->nfetches < FETCHES)
		t->fetches[t->nfetches] = *f;
	t->nfetches++;
}

static void step(void *ctx, const struct gpu_trace *trace, const struct gpu_group *g, int number)
{
	struct tracing *t = ctx;

	if (number == GPU_TRACE_BEGIN) {
		begin(t, g, trace->lane);
		print_fetches(t);
		return;
	}
	read_program(t, g->at_program);
	print_lines(t, g->at_cf, number);
	if (!(g->active >> trace->lane & 1))
		puts("        (does not execute)");
	print_fetches(t);
	for (u32 r = 0; r < REGISTERS; r++) {
		for (u32 c = 0; c < 4; c++) {
			u32 now = g->gpr[r].c[c].u[trace->lane];

			if (now != t->gpr[r][c])
				print_register(t, "", r, c, now);
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
	if (t->o->trace_kind == FRAME_TRACE_THREAD)
		printf("pixel %d,%d ", f->x, f->y);
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
	bool vertex = o->trace_kind == FRAME_TRACE_VERTEX, thread = o->trace_kind == FRAME_TRACE_THREAD;
	struct tracing t = {
		.o = o, .card = card, .trace = { .step = step, .fetched = fetched, .ctx = &t },
		.watch = { .x = o->pixel[0], .y = o->pixel[1], .sample = thread ? -1 : o->pixel[2], .vertices = vertex,
			   .vertex = o->number, .threads = thread, .thread = o->number, .trace = &t.trace,
			   .fragment = fragment, .ctx = &t },
	};
	const struct frame_sink sink = { .before = before, .after = after, .ctx = &t };

	if (vertex)
		t.watch.x = -1;
	frame_replay(card, &sink);
	drop_lines(&t);
	free(t.lines);
	if (vertex ? t.begun : t.runs)
		return 0;
	if (vertex)
		return r6cs_err(error, "draw %u has no vertex with the index %u", o->draw, o->number);
	if (thread)
		return r6cs_err(error, "draw %u has no thread %u: it has %llu", o->draw, o->number,
				(unsigned long long)t.watch.count);
	return r6cs_err(error, "draw %u has no fragment on pixel %d,%d", o->draw, o->pixel[0], o->pixel[1]);
}
