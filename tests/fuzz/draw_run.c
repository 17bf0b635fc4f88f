// SPDX-License-Identifier: GPL-2.0
/*
 * A run: the checker, the patches, neutral state that the stream inherits, the card.
 *
 * The card is full of another client's state.  Memory is the buffers of the stream, relocation
 * by relocation, each at an address of its own.  Findings are an access outside of it, a write to a
 * buffer that the checker does not call written, an access that is in none of the oracle's ranges,
 * and bytes that differ with the state that others have left.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "draw_front.h"

#define BUDGET_SPARSE	4000u
#define BUDGET_WHOLE	(1u << 20)
#define MAX_COPIES	64u
#define MAX_RANGES	8192u
#define PREAMBLE_MAX_DW	R600_PREAMBLE_MAX_DW	/* the larger one */

_Static_assert(R500_PREAMBLE_MAX_DW <= PREAMBLE_MAX_DW, "a preamble does not fit");

struct draw_stats draw_stats;
void (*draw_begins)(void);

static struct {
	bool on, strict;
	u32 seed;
} caches;

/* A range of the oracle. */
struct range {
	u32 dword;
	u64 first, end;
	bool write;
};

/**
 * struct left - registers that another client may have left, as spans of the register file
 * @reg, @n: the first one of a span, and how many follow each other
 * @bits, @value: as struct draw_loose has them, for all of the span
 */
struct left {
	struct { u32 reg, n, bits, value; } *span;
	u32 nspans;
};

/**
 * struct chip - a card and its checkers
 * @loose: registers that another client may have left
 * @left: the same as spans: all, and the registers of neutral state
 */
struct chip {
	const struct draw_front *front;
	struct replay *replay;
	struct pm4_checker *checker[R6CS_STRAPS];
	struct draw_loose *loose;
	u32 nloose;
	struct left left[2];
};

/**
 * struct run - the run that goes on
 * @accepted: bytes of the file of @cs that the checker has accepted, with @out, @written and @result; 0: none
 * @file: which of two places it is in
 * @at: the current packet of @out
 * @preamble: it is the driver's, not the stream's
 */
static struct run {
	const struct draw_case *c;
	struct draw_verdict *v;
	struct r6cs cs;
	size_t accepted;
	u32 file;
	u32 *out;
	u64 *written;
	struct pm4_result result;
	u32 at;
	bool preamble;
	u64 shift;
	u32 last;	/* relocation of the last access */
	struct range range[MAX_RANGES];
	u32 nranges;
	bool ranges;
} run;

static struct chip chips[2][R600_CHIPS];
static struct oracle *oracle;
static u8 null_bytes[ORACLE_NULL_BYTES];

static void *need(void *p)
{
	if (!p)
		abort();
	return p;
}

/* ---- the card's findings ---- */

__attribute__((format(printf, 1, 2)))
static void finding(const char *format, ...)
{
	va_list args;

	if (run.v->finding[0])
		return;
	va_start(args, format);
	vsnprintf(run.v->finding, DRAW_TEXT, format, args);
	va_end(args);
}

static const struct draw_front *front_of(const struct r6cs *cs)
{
	return cs->r5xx ? &draw_r500 : &draw_r600;
}

static u32 draws_before(u32 end)
{
	u32 at = 0, n = 0;

	while (at < end && at < run.cs.ib_dw) {
		u32 h = run.out[at];

		n += front_of(&run.cs)->draws(h);
		at += h >> 30 == 2 ? 1 : (h >> 16 & 0x3fff) + 2;
	}
	return n;
}

/* Relocation whose buffer has @addr or is the last one before it; nbuffers: there is none. */
static u32 relocation(u64 addr)
{
	u32 low = 0, high = run.cs.nbuffers;

	addr -= run.shift;
	if (run.last < high && addr - run.cs.addrs[run.last] < run.cs.buffers[run.last].size)
		return run.last;
	while (low < high) {
		u32 mid = (low + high) / 2;

		if (run.cs.addrs[mid] <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? run.last = low - 1 : run.cs.nbuffers;
}

static void outside(const char *who, u64 addr, u64 n, bool write)
{
	u32 i = relocation(addr), next = i == run.cs.nbuffers ? 0 : i + 1;
	u64 end = i < run.cs.nbuffers ? run.cs.addrs[i] + run.shift + run.cs.buffers[i].size : 0;
	bool before = next < run.cs.nbuffers && (i == run.cs.nbuffers ||
		      (addr >= end && run.cs.addrs[next] + run.shift - addr < addr - end));
	u64 far = before ? run.cs.addrs[next] + run.shift - addr : addr + n - end;

	if (before)
		i = next;
	if (i == run.cs.nbuffers)
		finding("draw %u, dword %u: %s %s of %" PRIu64 " bytes at 0x%010" PRIx64 ", and no buffer",
			draws_before(run.at), run.at, who, write ? "write" : "read", n, addr);
	else
		finding("draw %u, dword %u: %s %s of %" PRIu64 " bytes at 0x%010" PRIx64 ": buffer %u of %" PRIu64
			" bytes at 0x%010" PRIx64 ", %" PRIu64 " bytes %s", draws_before(run.at), run.at, who,
			write ? "write" : "read", n, addr, i, (u64)run.cs.buffers[i].size,
			(u64)run.cs.addrs[i] + run.shift, far, before ? "before it" : "past its end");
}

/* The card's line about an access that left all spans; other lines are about programs and state. */
static void fault(void *ctx, const char *what)
{
	const char *mode = strstr(what, " of "), *end = strstr(what, " is outside");
	char who[32];
	u64 n, addr;
	size_t length;

	if (!mode || !end || sscanf(mode, " of %" SCNu64 " bytes at 0x%" SCNx64, &n, &addr) != 2)
		return;
	for (length = (size_t)(mode - what); length && what[length - 1] != ' '; length--)
		;
	snprintf(who, sizeof(who), "%.*s", (int)(length ? length - 1 : 0), what);
	/* The checker bounds where programs begin, not where they end: pm4/README has the reason. */
	if (!strcmp(who, gpu_client_name(GPU_SHADER))) {
		draw_stats.endless++;
		return;
	}
	outside(who, addr, n, what[length] == 'w');
}

static void span(void *ctx, u64 addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	struct draw_memory *m = run.c->memory;
	u64 first, end;
	u8 *bytes;
	u32 i;

	if (addr - ORACLE_NULL_ADDR < ORACLE_NULL_BYTES) {
		*s = (struct gpu_span){ ORACLE_NULL_ADDR, ORACLE_NULL_ADDR + ORACLE_NULL_BYTES, null_bytes };
		return;
	}
	i = relocation(addr);
	if (i == run.cs.nbuffers || addr - run.shift - run.cs.addrs[i] >= run.cs.buffers[i].size)
		return;
	first = run.cs.addrs[i] + run.shift;
	end = first + run.cs.buffers[i].size;
	bytes = m->bo[run.c->stream.reloc[i].bo].bytes;
	if (!write) {
		*s = (struct gpu_span){ first, end, bytes };
		return;
	}
	if (!run.cs.buffers[i].writable || !(run.written[i / 64] >> i % 64 & 1))
		finding("draw %u, dword %u: %s writes 0x%010" PRIx64 ": buffer %u is %s", draws_before(run.at), run.at,
			gpu_client_name(client), addr, i, run.cs.buffers[i].writable ?
			"not written, says the checker" : "read-only");
	bytes += (addr - first) / DRAW_WINDOW * DRAW_WINDOW;
	if (!draw_memory_touch(m, bytes))
		return;
	s->first = first + (addr - first) / DRAW_WINDOW * DRAW_WINDOW;
	s->end = end - s->first < DRAW_WINDOW ? end : s->first + DRAW_WINDOW;
	s->host = bytes;
}

/* Whether a range of the oracle has the byte: it lists descriptors when they have changed, not for each draw. */
static bool expected(u64 addr, bool write)
{
	u32 i;

	for (i = 0; i < run.nranges; i++) {
		const struct range *r = &run.range[i];

		if (r->dword <= run.at && addr >= r->first && addr < r->end && (r->write || !write))
			return true;
	}
	return false;
}

static u8 log2_of(u64 v)
{
	u8 n = 0;

	while (v >> n)
		n++;
	return n;
}

static void seen(void *ctx, enum gpu_client client, bool write, u64 first, u64 end, u64 count)
{
	struct draw_client *sum = &draw_stats.client[client];
	u8 *near = &run.v->near[client][write];
	u64 far;
	u32 i;

	sum->accesses += count;
	if (first - ORACLE_NULL_ADDR < ORACLE_NULL_BYTES)
		return;
	i = relocation(first);
	if (i == run.cs.nbuffers)
		return;
	if (write)
		draw_memory_wrote(run.c->memory, run.c->memory->bo[run.c->stream.reloc[i].bo].bytes +
				  (first - run.shift - run.cs.addrs[i]), end - first);
	if (run.preamble)
		return;
	far = run.cs.addrs[i] + run.shift + run.cs.buffers[i].size - end;
	sum->ends += !far;
	if (!sum->near || far + 1 < sum->near)
		sum->near = far + 1;
	if (!*near || 1 + log2_of(far) < *near)
		*near = 1 + log2_of(far);
	if (run.ranges && client != GPU_SHADER && (!expected(first, write) || !expected(end - 1, write)))
		finding("draw %u, dword %u: %s %s from 0x%010" PRIx64 " to 0x%010" PRIx64 " is in no range of the oracle",
			draws_before(run.at), run.at, gpu_client_name(client), write ? "write" : "read", first, end);
}

static void stale(void *ctx, uint64_t first, const char *what)
{
	draw_stats.stale++;
	/* R5xx: the checker refuses streams that move lines (NOT_FLUSHED). */
	if (caches.strict || !strncmp(what, "registers move", strlen("registers move")))
		finding("draw %u, dword %u: %s", draws_before(run.at), run.at, what);
}

static struct replay_host host = { .span = span, .fault = fault, .seen = seen, .stale = stale, .still = true };

/* ---- cards and checkers ---- */

/* Marks the registers that a preamble of all neutral state sets. */
static void find_reset(struct chip *chip, const struct pm4_card *card)
{
	static u32 pm4[PREAMBLE_MAX_DW];
	static bool reset[GPU_REG_END / 4];
	struct pm4_live all;
	u32 n, at, i, size;

	memset(&all, 0xff, sizeof(all));
	memset(reset, 0, sizeof(reset));
	n = pm4_neutral_emit(card, &all, ORACLE_NULL_ADDR, pm4, PREAMBLE_MAX_DW);
	for (at = 0; at < n; at += size) {
		size = (pm4[at] >> 16 & 0x3fff) + 2;
		for (i = 1; i < size; i++)
			reset[chip->front->reg(&pm4[at], i) / 4] = true;
	}
	for (i = 0; i < chip->nloose; i++)
		chip->loose[i].reset = reset[chip->loose[i].reg];
}

static void find_left(struct left *l, const struct chip *chip, bool all)
{
	u32 i, end = 0;

	l->span = need(calloc(chip->nloose + 1, sizeof(*l->span)));
	for (i = 0; i < chip->nloose; i++) {
		const struct draw_loose *loose = &chip->loose[i];

		if (!all && !loose->reset)
			continue;
		if (!l->nspans || end != loose->reg || l->span[l->nspans - 1].bits != loose->bits ||
		    l->span[l->nspans - 1].value != loose->value) {
			l->span[l->nspans].reg = loose->reg;
			l->span[l->nspans].bits = loose->bits;
			l->span[l->nspans++].value = loose->value;
		}
		l->span[l->nspans - 1].n++;
		end = loose->reg + 1;
	}
}

static struct chip *chip_of(const struct r6cs *cs)
{
	struct chip *chip = &chips[cs->r5xx][cs->card.chip];
	struct pm4_checker **ck = &chip->checker[cs->straps];
	struct pm4_card card = oracle_card(cs);

	if (!*ck) {
		*ck = need(calloc(1, pm4_checker_size(card.front)));
		pm4_checker_init(*ck, &card);
	}
	if (chip->replay)
		return chip;
	chip->front = front_of(cs);
	chip->replay = need(replay_new(pm4_chip_name(card.front, cs->card.chip), &host, NULL));
	if (caches.on)
		need(replay_caches(chip->replay, caches.seed) ? chip : NULL);
	chip->loose = need(calloc(GPU_REG_END / 4, sizeof(*chip->loose)));
	chip->nloose = chip->front->loose(*ck, chip->loose);
	find_reset(chip, &card);
	find_left(&chip->left[0], chip, true);
	find_left(&chip->left[1], chip, false);
	return chip;
}

/*
 * What another client has left.  Without @all only the registers of neutral state: the others
 * have a reason to stay, in the tables, although they change what is drawn.
 */
static void leave(struct chip *chip, u32 seed, bool all)
{
	const struct left *l = &chip->left[!all];
	u64 x = seed * 0x9e3779b97f4a7c15ull + 0x632be59bd9b4e019ull;
	u32 s, i;

	for (s = 0; s < l->nspans; s++) {
		u32 *regs = replay_regs(chip->replay) + l->span[s].reg, bits = l->span[s].bits, value = l->span[s].value;

		replay_noise(regs, l->span[s].n, x + s);
		for (i = 0; ~bits && i < l->span[s].n; i++)
			regs[i] = (regs[i] & bits) | value;
	}
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	chip->front->leave(chip->replay, &run.cs, x);
}

/* ---- the stream ---- */

static u32 at_fault(const struct pm4_verdict *v)
{
	return v->draw == PM4_NO_DWORD ? v->header : v->draw;
}

/* The card of the straps has the render backends of the chip: the model has no others. */
static u32 own_straps(const struct stream *s)
{
	struct pm4_card card;

	if (s->straps && r6cs_card(s->chip, &card))
		return (s->straps & ~0x30u) | (card.backends - 1) << 4;
	return s->straps;
}

/* The stream as a file, for its card. */
static size_t write_file(const struct stream *s, u8 *bytes, size_t room)
{
	u32 straps = own_straps(s);
	size_t n = stream_write(s, bytes, room);

	memcpy(bytes + offsetof(struct r6cs_file_head, reserved), &straps, sizeof(straps));
	return n;
}

static bool check(const u32 *ib, u32 ndw, struct draw_verdict *v)
{
	struct pm4_input in = {
		.ib = ib, .ib_dw = ndw, .buffers = run.cs.buffers, .nbuffers = run.cs.nbuffers,
		.flags = oracle_flags(&run.cs),
	};
	static struct pm4_patch *patches;
	static u32 room;
	struct pm4_checker *ck = chip_of(&run.cs)->checker[run.cs.straps];
	u32 most = pm4_patches_max(ck->front, ndw), i;
	struct pm4_verdict verdict;
	u64 *addrs = run.cs.addrs;

	if (most > room) {
		free(patches);
		room = most;
		patches = need(malloc(room * sizeof(*patches)));
	}
	v->accepted = !pm4_check(ck, &in, patches, most, run.written, &run.result, &verdict);
	if (!v->accepted) {
		v->at = at_fault(&verdict);
		v->code = verdict.code;
		return false;
	}
	memcpy(run.out, ib, 4ull * ndw);
	for (i = 0; run.shift && i < run.cs.nbuffers; i++)
		addrs[i] += run.shift;
	pm4_patch_apply(run.out, patches, run.result.npatches, addrs);
	for (i = 0; run.shift && i < run.cs.nbuffers; i++)
		addrs[i] -= run.shift;
	return true;
}

/*
 * Parses and checks the stream, unless it is the one that was accepted last and nothing has been checked since: a mutant
 * is checked before its buffers shrink, and again when it runs.
 */
static bool prepare(const struct stream *s, struct draw_verdict *v)
{
	static u8 bytes[2][1 << 17];
	u32 to = !run.file;
	size_t n;

	memset(v, 0, sizeof(*v));
	v->at = PM4_NO_DWORD;
	if (!run.out) {
		run.out = need(malloc(4ull * STREAM_MAX_DW));
		run.written = need(malloc(8ull * PM4_BITMAP_WORDS(STREAM_MAX_RELOCS)));
	}
	run.shift = 0;
	run.last = 0;
	n = write_file(s, bytes[to], sizeof(bytes[to]));
	if (run.accepted && run.accepted == n && !memcmp(bytes[0], bytes[1], n)) {
		v->accepted = true;
		return true;
	}
	run.accepted = 0;
	run.file = to;
	r6cs_free(&run.cs);
	if (!n || r6cs_parse(&run.cs, bytes[to], n) || run.cs.ring || !run.cs.ib_dw)
		return false;
	chip_of(&run.cs);
	if (draw_begins)
		draw_begins();
	if (!check(run.cs.ib, run.cs.ib_dw, v))
		return false;
	run.accepted = n;
	return true;
}

bool draw_accepts(const struct stream *s, struct draw_verdict *v)
{
	return prepare(s, v);
}

static void add_range(void *ctx, const struct oracle_access *a)
{
	if (run.nranges == MAX_RANGES || a->bytes == ORACLE_UNBOUNDED) {
		run.ranges = false;
		return;
	}
	run.range[run.nranges++] = (struct range){ a->dword, a->addr, a->addr + a->bytes, a->write };
}

static u32 neutral(u32 *pm4, const struct pm4_live *reset)
{
	struct pm4_card card = oracle_card(&run.cs);

	return pm4_neutral_emit(&card, reset, ORACLE_NULL_ADDR, pm4, PREAMBLE_MAX_DW);
}

/* The oracle's ranges of the stream.  It knows no register that stays as another client has left it. */
static void ask_oracle(const struct chip *chip)
{
	static u32 pm4[PREAMBLE_MAX_DW];
	u32 i;

	if (!oracle)
		oracle = need(malloc(sizeof(*oracle)));
	oracle_init(oracle, &run.cs.card);
	oracle_buffers(oracle, run.cs.buffers, run.cs.addrs, run.written, run.cs.nbuffers);
	oracle->null_addr = ORACLE_NULL_ADDR;
	oracle->null_bytes = ORACLE_NULL_BYTES;
	memset(oracle->known, 1, sizeof(oracle->known));
	for (i = 0; i < chip->nloose; i++)
		oracle->known[chip->loose[i].reg] = chip->loose[i].reset;
	run.nranges = 0;
	run.ranges = true;
	front_of(&run.cs)->judge(oracle, &run.cs, pm4, neutral(pm4, &run.result.footprint.live_in), run.out, add_range);
	oracle->trace = NULL;
}

/* False: the card hung. */
static bool execute(struct chip *chip, const struct pm4_live *reset, u32 ndw)
{
	static u32 pm4[PREAMBLE_MAX_DW];
	bool done;

	replay_flush(chip->replay);
	run.preamble = true;
	replay_run(chip->replay, pm4, neutral(pm4, reset), &run.at);
	run.preamble = false;
	done = replay_run(chip->replay, run.out, ndw, &run.at);
	draw_stats.hung += !done;
	return done;
}

/* Bytes of a window before the second run. */
struct copy {
	u32 window;
	u8 *bytes;
};

static struct copy *copies(const struct draw_memory *m, u32 *n)
{
	static struct copy copy[MAX_COPIES];
	u32 i;

	*n = m->ndirty < MAX_COPIES ? m->ndirty : MAX_COPIES;
	for (i = 0; i < *n; i++) {
		if (!copy[i].bytes)
			copy[i].bytes = need(malloc(DRAW_WINDOW));
		copy[i].window = m->dirty[i];
		memcpy(copy[i].bytes, m->all + (u64)copy[i].window * DRAW_WINDOW, DRAW_WINDOW);
	}
	return copy;
}

void draw_caches(u32 seed, bool strict)
{
	caches.on = true;
	caches.seed = seed;
	caches.strict = strict;
}

static bool once_more(struct chip *chip, u32 seed)
{
	draw_memory_reset(run.c->memory);
	draw_case_apply(run.c);
	leave(chip, run.c->seed, true);
	leave(chip, seed, false);
	return execute(chip, &run.result.footprint.live_in, run.cs.ib_dw);
}

/* The first copy that memory differs from, and where; NULL: none. */
static const struct copy *changed(const struct copy *copy, u32 n, u32 *at)
{
	u32 i;

	for (i = 0; i < n; i++) {
		const u8 *now = run.c->memory->all + (u64)copy[i].window * DRAW_WINDOW;

		if (!memcmp(copy[i].bytes, now, DRAW_WINDOW))
			continue;
		for (*at = 0; copy[i].bytes[*at] == now[*at]; ++*at)
			;
		return &copy[i];
	}
	return NULL;
}

/*
 * Again, with other state left by others.  A program may read registers of the shader core that it has not
 * written; then a run with the same state differs as well, and says nothing about that state.  Nor does one that
 * hangs: the card is reset, wherever it was; nor one that lacks a flush.
 */
static void twice(struct chip *chip)
{
	const struct copy *copy, *differs;
	u64 before = draw_stats.stale;
	u32 n, at, ignored;

	if (!once_more(chip, run.c->seed))
		return;
	copy = copies(run.c->memory, &n);
	if (!once_more(chip, ~run.c->seed))
		return;
	differs = changed(copy, n, &at);
	if (!differs)
		return;
	once_more(chip, run.c->seed);
	if (changed(copy, n, &ignored) || draw_stats.stale != before)
		return;
	finding("another client's state changes the byte at 0x%llx of memory, which was 0x%02x",
		(unsigned long long)differs->window * DRAW_WINDOW + at, differs->bytes[at]);
}

/* A part of the stream as the next client's, at other addresses, on state that the stream left. */
static void next_client(struct chip *chip)
{
	const struct pm4_front *front = oracle_card(&run.cs).front;
	struct pm4_live live, reset;
	u32 *ib = run.cs.ib, at = 0, half = run.c->seed % run.cs.ib_dw;
	struct draw_verdict v = { 0 };

	while (at < half)
		at += ib[at] >> 30 == 2 ? 1 : (ib[at] >> 16 & 0x3fff) + 2;
	if (at >= run.cs.ib_dw)
		return;
	memset(&live, 0xff, sizeof(live));
	pm4_footprint_apply(front, &live, &run.result.footprint, &reset);
	run.shift = front_of(&run.cs)->next;
	run.accepted = 0;
	if (check(ib + at, run.cs.ib_dw - at, &v)) {
		pm4_footprint_apply(front, &live, &run.result.footprint, &reset);
		run.ranges = false;
		execute(chip, &reset, run.cs.ib_dw - at);
	}
}

static bool fits(const struct draw_case *c)
{
	u32 i, n = c->memory->nbos;

	if (c->stream.nbos > n)
		return false;
	for (i = 0; i < c->stream.nbos; i++)
		if (c->stream.bo[i].size > c->memory->bo[i].room)
			return false;
	return true;
}

void draw_run(const struct draw_case *c, struct draw_verdict *v)
{
	struct chip *chip;

	run.c = c;
	run.v = v;
	run.ranges = false;
	if (!prepare(&c->stream, v)) {
		draw_stats.refused++;
		return;
	}
	draw_stats.accepted++;
	if (!fits(c)) {
		draw_stats.large++;
		return;
	}
	draw_stats.draws += run.result.draws;
	chip = chip_of(&run.cs);
	if (c->options & DRAW_ORACLE)
		ask_oracle(chip);
	host.budget = c->options & DRAW_WHOLE ? BUDGET_WHOLE : BUDGET_SPARSE;
	gpu_sparse(replay_gpu(chip->replay), c->options & DRAW_WHOLE ? 0 : c->seed | 1,
		   chip->front->steps[!(c->options & DRAW_WHOLE)]);
	draw_memory_reset(c->memory);
	draw_case_apply(c);
	leave(chip, c->seed, true);
	execute(chip, &run.result.footprint.live_in, run.cs.ib_dw);
	if (c->options & DRAW_TWICE)
		twice(chip);
	if (c->options & DRAW_NEXT)
		next_client(chip);
}

u64 draw_sum(const struct draw_memory *m)
{
	u64 sum = 0, h, at;
	u32 i;

	for (i = 0; i < m->ndirty; i++) {
		const u8 *p = m->all + (u64)m->dirty[i] * DRAW_WINDOW;

		h = m->dirty[i] + 0x9e3779b97f4a7c15ull;
		for (at = 0; at < DRAW_WINDOW; at++)
			h = (h ^ p[at]) * 0x100000001b3ull;
		sum += h;
	}
	return sum;
}
