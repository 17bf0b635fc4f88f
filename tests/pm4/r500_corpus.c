// SPDX-License-Identifier: GPL-2.0
/*
 * Properties of every stream, on recorded ones and on mutations of them:
 *
 * - the walk, which accepts common packets by short forms of the rules, agrees with the rules for
 *   each packet: verdict, counts, footprint, patches and written buffers are identical;
 * - the same stream with its runs of registers cut into packets of one register has the same
 *   verdict and footprint;
 * - neither the memory after the stream nor an earlier check changes the answer;
 * - a stream that is cut before the packet at fault is accepted;
 * - the sentence of a refusal is never empty and never too long;
 * - the work is linear in the length.
 *
 * The linker redirects calls of r500_walk() to this file (--wrap).
 */
#include <glob.h>
#include <stdlib.h>
#include "r500_check.h"
#include "r500_scene.h"
#include "tap.h"
#include "random.h"
#include "streams.h"
#include "work.h"

#define CORPUS		"build/corpus/r5xx/*.r6cs"
#define MUTATIONS	40u

static bool all_rules;

int __real_r500_walk(struct r500_checker *ck);
int __wrap_r500_walk(struct r500_checker *ck);

/* Packet by packet, without the short forms. */
int __wrap_r500_walk(struct r500_checker *ck)
{
	if (!all_rules)
		return __real_r500_walk(ck);
	while (ck->cursor < ck->end) {
		ck->header = ck->cursor;
		if (*ck->header >> 30 ? r500_packet(ck) : r500_registers(ck))
			return 1;
		if (ck->partial && r500_pipes_whole(ck))
			return 1;
	}
	return 0;
}

static u64 random_state = RANDOM_START;

static u32 any(u32 below)
{
	return random_below(&random_state, below);
}

/**
 * struct said - the result of a check
 */
struct said {
	struct pm4_verdict verdict;
	struct pm4_result result;
	struct pm4_patch *patches;
	u64 *written;
};

static void said_free(struct said *s)
{
	free(s->patches);
	free(s->written);
}

static void check(struct said *s, struct pm4_checker *ck, const struct pm4_input *in)
{
	u32 room = pm4_patches_max(ck->front, in->ib_dw);

	s->patches = malloc((room + 1) * sizeof(*s->patches));
	s->written = malloc((PM4_BITMAP_WORDS(in->nbuffers) + 1) * sizeof(*s->written));
	pm4_check(ck, in, s->patches, room, s->written, &s->result, &s->verdict);
}

static bool same(const struct said *a, const struct said *b, u32 nbuffers)
{
	if (memcmp(&a->verdict, &b->verdict, sizeof(a->verdict)))
		return false;
	if (a->verdict.code)
		return true;
	return !memcmp(&a->result, &b->result, sizeof(a->result)) &&
	       !memcmp(a->patches, b->patches, a->result.npatches * sizeof(*a->patches)) &&
	       !memcmp(a->written, b->written, PM4_BITMAP_WORDS(nbuffers) * sizeof(*a->written));
}

static bool walk_agrees(struct pm4_checker *ck, const struct pm4_input *in)
{
	struct said walk, all;
	bool ret;

	check(&walk, ck, in);
	all_rules = true;
	check(&all, ck, in);
	all_rules = false;
	ret = same(&walk, &all, in->nbuffers);
	said_free(&walk);
	said_free(&all);
	return ret;
}

/* Cuts runs without relocations into packets of one register. */
static u32 cut_runs(const u32 *ib, u32 n, u32 *out)
{
	u32 at, dw, i, to = 0;

	for (at = 0; at < n; at += dw) {
		u32 h = ib[at];

		dw = h >> 30 == 2 ? 1 : (h >> 16 & 0x3fff) + 2;
		/* Relocations would come after the last register. */
		if (h >> 30 || h & 0x8000 || dw == 2 ||
		    (at + dw < n && ib[at + dw] == PM4_NOP_RELOC)) {
			memcpy(out + to, ib + at, 4 * dw);
			to += dw;
			continue;
		}
		for (i = 0; i < dw - 1; i++) {
			out[to++] = (h & 0x1fff) + i;
			out[to++] = ib[at + 1 + i];
		}
	}
	return to;
}

static bool cut_agrees(struct pm4_checker *ck, const struct pm4_input *in)
{
	u32 *out = malloc(8ull * in->ib_dw);
	struct pm4_input cut = *in;
	struct pm4_counts counts, cut_counts;
	struct said a, b;
	bool ret;

	cut.ib = out;
	cut.ib_dw = cut_runs(in->ib, in->ib_dw, out);
	check(&a, ck, in);
	check(&b, ck, &cut);
	pm4_count(ck->front, in->ib, in->ib_dw, &counts);
	pm4_count(ck->front, cut.ib, cut.ib_dw, &cut_counts);
	ret = a.verdict.code == b.verdict.code && a.result.draws == b.result.draws &&
	      counts.registers == cut_counts.registers && a.result.npatches == b.result.npatches &&
	      !memcmp(&a.result.footprint, &b.result.footprint, sizeof(a.result.footprint));
	said_free(&a);
	said_free(&b);
	free(out);
	return ret;
}

/**
 * struct counts - violations of the properties, over all streams
 */
struct counts {
	u32 streams, accepted, mutants, passed, walk, cut, again, behind, prefix, text;
};

/* A stream that ends before the packet at fault is accepted. */
static bool prefix_passes(struct pm4_checker *ck, const struct pm4_input *in,
			  const struct pm4_verdict *v)
{
	u32 at = v->draw == PM4_NO_DWORD ? v->header : v->draw;
	struct pm4_input part = *in;
	struct said s;
	bool ret;

	if (at == PM4_NO_DWORD || !at)
		return true;
	part.ib_dw = at;
	check(&s, ck, &part);
	/*
	 * Before the fault, some pipes may be left out, a draw lacks its indices, or other registers
	 * have moved the lines of a cache.
	 */
	ret = !s.verdict.code || s.verdict.code == PM4_CODE_PIPES ||
	      s.verdict.code == PM4_CODE_INDEX_MISSING || s.verdict.code == PM4_CODE_NOT_FLUSHED;
	said_free(&s);
	return ret;
}

static void test_mutant(struct counts *c, struct pm4_checker *ck, struct pm4_input *in, u32 *ib)
{
	char text[PM4_VERDICT_TEXT];
	struct said s, again;
	u32 save;

	c->mutants++;
	c->walk += !walk_agrees(ck, in);
	check(&s, ck, in);
	c->passed += !s.verdict.code;
	save = ib[in->ib_dw];
	ib[in->ib_dw] = any(2) ? PM4_NOP_RELOC : ~save;
	check(&again, ck, in);
	c->behind += !same(&s, &again, in->nbuffers);
	ib[in->ib_dw] = save;
	if (s.verdict.code) {
		size_t n = pm4_verdict_text(&s.verdict, &r500_front, 0, text, sizeof(text));

		c->text += n < 10 || n >= sizeof(text) - 1;
		c->prefix += !prefix_passes(ck, in, &s.verdict);
	}
	said_free(&s);
	said_free(&again);
}

static void mutate(u32 *ib, u32 n)
{
	u32 at = any(n);

	switch (any(5)) {
	case 0:
		ib[at] ^= 1u << any(32);
		break;
	case 1:
		ib[at] = ib[any(n)];
		break;
	case 2:
		ib[at] = any(2) ? 0 : ~0u;
		break;
	case 3:
		ib[at] += any(2) ? 1 : -1u;
		break;
	case 4:
		ib[at] = any(0x1400);
		break;
	}
}

static void test_stream(struct counts *c, const struct r6cs *cs)
{
	static struct pm4_checker *kept[R500_CHIPS];
	struct pm4_checker **ck = &kept[cs->card.chip];
	struct pm4_input in = cs->in;
	u32 *ib = malloc(4ull * in.ib_dw + 64), i;
	struct said s, again;

	if (!*ck) {
		*ck = malloc(pm4_checker_size(&r500_front));
		pm4_checker_init(*ck, &cs->card);
	}
	in.ib = ib;
	memset(ib, 0, 4ull * in.ib_dw + 64);
	memcpy(ib, cs->ib, 4ull * in.ib_dw);
	c->streams++;
	check(&s, *ck, &in);
	c->accepted += !s.verdict.code;
	c->walk += !walk_agrees(*ck, &in);
	c->cut += !cut_agrees(*ck, &in);
	for (i = 0; i < MUTATIONS; i++) {
		memcpy(ib, cs->ib, 4ull * in.ib_dw);
		mutate(ib, in.ib_dw);
		if (any(2))
			mutate(ib, in.ib_dw);
		/* Registers of HyperZ have other rules for its owner. */
		in.flags = cs->in.flags ^ (i % 2 ? PM4_OWNS_HYPERZ | PM4_OWNS_CMASK : 0);
		test_mutant(c, *ck, &in, ib);
	}
	in.flags = cs->in.flags;
	memcpy(ib, cs->ib, 4ull * in.ib_dw);
	check(&again, *ck, &in);
	c->again += !same(&s, &again, in.nbuffers);
	said_free(&s);
	said_free(&again);
	free(ib);
}

/* The same packets @times times take about @times the work. */
static void test_linear(void)
{
	static struct scene s;
	struct pm4_checker *ck = malloc(pm4_checker_size(&r500_front));
	u64 work[2];
	u32 i, k, n, *ib;

	scene_begin(&s, PM4_R580);
	pm4_checker_init(ck, &s.card);
	draw_list(&s, 3);
	empty_caches(&s);
	for (k = 0; k < 2; k++) {
		struct said said;
		struct pm4_input in = { .buffers = s.buffers, .nbuffers = SCENE_BUFFERS,
					.flags = s.flags };

		n = k ? 400 : 100;
		ib = malloc(4ull * n * s.n);
		for (i = 0; i < n; i++)
			memcpy(ib + i * s.n, s.ib, 4 * s.n);
		in.ib = ib;
		in.ib_dw = n * s.n;
		work[k] = work_done();
		check(&said, ck, &in);
		work[k] = work_done() - work[k];
		if (said.verdict.code)
			work[k] = ~0ull;
		said_free(&said);
		free(ib);
	}
	tap_ok(work[0] > 1000 && work[1] < work[0] * 41 / 10, "four times the stream, four times the work");
	free(ck);
}

void test_corpus(void)
{
	char error[R6CS_ERROR] = "no chip of R5xx";
	struct counts c = { 0 };
	struct r6cs cs;
	glob_t g;
	size_t i;

	if (!tap_ok(!glob(CORPUS, 0, NULL, &g), "there are recorded streams"))
		return;
	for (i = 0; i < g.gl_pathc; i++) {
		if (!stream_load(g.gl_pathv[i], &cs, error) || !cs.known)
			tap_ok(false, "%s: %s", g.gl_pathv[i], error);
		else
			test_stream(&c, &cs);
		r6cs_free(&cs);
	}
	globfree(&g);
	tap_note("%u streams, %u mutations, of which %u pass", c.streams, c.mutants, c.passed);
	tap_ok(c.streams == 604 && c.accepted == 604, "all 604 recorded streams are accepted");
	tap_ok(c.mutants > 20000 && c.passed > 1000, "mutations of both kinds");
	tap_ok(!c.walk, "the walk agrees with the rules (%u do not)", c.walk);
	tap_ok(!c.cut, "runs and single registers agree (%u do not)", c.cut);
	tap_ok(!c.again, "a check leaves nothing for the next one (%u do)", c.again);
	tap_ok(!c.behind, "memory after the stream changes nothing (%u do)", c.behind);
	tap_ok(!c.prefix, "the stream before the fault is accepted (%u are not)", c.prefix);
	tap_ok(!c.text, "every refusal has a sentence (%u have not)", c.text);
	test_linear();
}
