// SPDX-License-Identifier: GPL-2.0
/*
 * Properties of every stream, tested on recorded ones and on mutations of them:
 *
 * - the patched stream differs from the client's only in dwords for which there was a
 *   relocation, and in sizes after an address, which were cut;
 * - every address is in the buffer that was named (by moving the
 *   buffers: addresses move with them, and nothing else changes);
 * - verdicts do not depend on memory after the stream or on an earlier check;
 * - a prefix that ends between two packets is refused only if the whole stream is refused there;
 * - the walk's short forms of the rules agree with the full rules;
 * - the sentence of a refusal is never empty and never too long;
 * - the work is linear in the length.
 */
#include <glob.h>
#include <stdlib.h>
#include "check_scene.h"
#include "check_walk.h"
#include "tap.h"
#include "random.h"
#include "streams.h"
#include "work.h"

#define CORPUS		"build/corpus/*.r6cs"
#define MUTATIONS	200u
#define SLACK_DW	64u

static u64 random_state = RANDOM_START;

static u32 any(u32 below)
{
	return random_below(&random_state, below);
}

/**
 * struct counts - violations of the properties, over all streams
 */
struct counts {
	u32 streams, accepted, refused;
	u32 changed, moved, behind, again, prefix, text, walk;
};

/**
 * struct bed - a stream with space around it
 * @ib: a copy of the stream, with SLACK_DW after it
 */
struct bed {
	struct pm4_checker *ck;
	struct pm4_input in;
	u64 *addrs;
	u32 *ib, *out, *out2;
	struct pm4_result result;
	struct pm4_verdict verdict;
};

static int check(struct bed *b, u32 *out)
{
	return check_and_patch(b->ck, &b->in, b->addrs, out, NULL, &b->result, &b->verdict);
}

/* A size that was reduced, one or two dwords after an address: see check_cut.c. */
static bool is_cut(const struct bed *b, u32 i)
{
	return i > 1 && b->out[i] < b->ib[i] &&
	       (b->out2[i - 1] != b->out[i - 1] || b->out2[i - 2] != b->out[i - 2]);
}

/* Move every buffer up by 16 MiB: only addresses may change. */
static void check_moved(struct bed *b, struct counts *c)
{
	u32 i;

	for (i = 0; i < b->in.nbuffers; i++)
		b->addrs[i] += 1 << 24;
	if (check(b, b->out2)) {
		c->moved++;
		return;
	}
	for (i = 0; i < b->in.nbuffers; i++)
		b->addrs[i] -= 1 << 24;
	for (i = 0; i < b->in.ib_dw; i++) {
		u32 by = b->out2[i] - b->out[i];

		if (b->out2[i] == b->out[i]) {
			/* Not an address: it must be the client's dword, or tiling. */
			if (b->out[i] != b->ib[i] && b->in.flags & PM4_KEEP_TILING &&
			    !is_cut(b, i))
				c->changed++;
			continue;
		}
		/* In bytes, in units of 256 bytes, or the high bits of a carry. */
		if (by != 1u << 24 && by != 1u << 16 && by != 1)
			c->moved++;
	}
}

static void check_one(struct bed *b, struct counts *c)
{
	struct pm4_verdict first;
	char text[PM4_VERDICT_TEXT + 16];
	u32 i;
	size_t n;

	c->streams++;
	c->walk += !walk_agrees(b->ck, &b->in);
	for (i = 0; i < SLACK_DW; i++)
		b->ib[b->in.ib_dw + i] = 0;
	if (check(b, b->out)) {
		c->refused++;
		first = b->verdict;
		memset(text, 'x', sizeof(text));
		n = pm4_verdict_text(&first, &r600_front, PM4_RV770, text, PM4_VERDICT_TEXT);
		if (!n || n >= PM4_VERDICT_TEXT || text[n] || text[PM4_VERDICT_TEXT] != 'x')
			c->text++;
		/* Relocations after the stream, so that a read past its end would find one. */
		for (i = 0; i < SLACK_DW; i += 2) {
			b->ib[b->in.ib_dw + i] = 0xc0001000;
			b->ib[b->in.ib_dw + i + 1] = 0;
		}
		check(b, b->out);
		if (memcmp(&first, &b->verdict, sizeof(first)))
			c->behind++;
		return;
	}
	c->accepted++;
	check_moved(b, c);
	check(b, b->out2);
	if (memcmp(b->out, b->out2, b->in.ib_dw * sizeof(u32)))
		c->again++;
}

/* Truncate an accepted stream: the prefix passes, or ends inside a packet or its relocations. */
static void check_prefixes(struct bed *b, struct counts *c)
{
	u32 whole = b->in.ib_dw, cut;
	u32 tries = 16;

	while (tries--) {
		cut = 1 + any(whole);
		b->in.ib_dw = cut;
		if (check(b, b->out2) && b->verdict.code != PM4_CODE_TRUNCATED &&
		    b->verdict.code != PM4_CODE_RELOC_MISSING)
			c->prefix++;
		else if (!b->verdict.code && memcmp(b->out2, b->out, cut * sizeof(u32)))
			c->prefix++;
	}
	b->in.ib_dw = whole;
}

static void mutate(struct bed *b)
{
	static const u32 words[] = {
		0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0xfffffffc, 0xc0001000, 0x3fffffff,
	};
	u32 at = any(b->in.ib_dw);

	switch (any(4)) {
	case 0:
		b->ib[at] ^= 1u << any(32);
		break;
	case 1:
		b->ib[at] = words[any(ARRAY_SIZE(words))];
		break;
	case 2:
		b->ib[at] = b->ib[any(b->in.ib_dw)];
		break;
	case 3:
		b->ib[at] += any(3) - 1;
		break;
	}
}

static void test_file(const char *name, struct counts *c)
{
	char error[R6CS_ERROR];
	struct r6cs cs;
	struct bed b = { 0 };
	u32 i, n;

	if (!stream_load(name, &cs, error)) {
		tap_ok(false, "%s: %s", name, error);
		return;
	}
	n = cs.in.ib_dw;
	b.in = cs.in;
	b.ck = malloc(pm4_checker_size(&r600_front));
	pm4_checker_init(b.ck, &cs.card);
	b.ib = malloc((n + SLACK_DW) * sizeof(u32));
	b.out = malloc(n * sizeof(u32));
	b.out2 = malloc(n * sizeof(u32));
	memcpy(b.ib, cs.in.ib, n * sizeof(u32));
	b.in.ib = b.ib;
	b.addrs = cs.addrs;
	check_one(&b, c);
	if (!b.verdict.code)
		check_prefixes(&b, c);
	for (i = 0; i < MUTATIONS; i++) {
		if (i % 4 == 0)
			memcpy(b.ib, cs.in.ib, n * sizeof(u32));
		mutate(&b);
		check_one(&b, c);
	}
	free(b.ck);
	free(b.ib);
	free(b.out);
	free(b.out2);
	r6cs_free(&cs);
}

/* The most expensive loop, a target change and a draw: its work per dword. */
static double draws(u32 n)
{
	static struct scene s;
	u32 *ib = malloc((SCENE_DW + 12 * n) * sizeof(u32));
	struct pm4_patch *patches = malloc((SCENE_DW + 12 * n) * sizeof(*patches));
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	struct pm4_input in = { .ib = ib, .buffers = s.buffers };
	double blocks = -1;
	u64 written;
	u64 start;
	u32 i;

	scene_default(&s);
	scene_state(&s);
	memcpy(ib, s.dw, s.ndw * sizeof(u32));
	in.ib_dw = s.ndw;
	in.flags = s.flags;
	in.nbuffers = s.nbuffers;
	s.ndw = 0;
	scene_context(&s, PM4_R_PA_SC_AA_CONFIG, 0);
	scene_context(&s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS, 0);
	scene_context(&s, PM4_R_CB_COLOR_VIEW, 0);
	scene_draw(&s);
	for (i = 0; i < n; i++, in.ib_dw += s.ndw)
		memcpy(ib + in.ib_dw, s.dw, s.ndw * sizeof(u32));
	pm4_checker_init(ck, &s.card);
	start = work_done();
	if (!pm4_check(ck, &in, patches, pm4_patches_max(ck->front, in.ib_dw), &written,
		       &s.result, &s.verdict))
		blocks = (double)(work_done() - start) / in.ib_dw;
	free(ck);
	free(ib);
	free(patches);
	return blocks;
}

static void test_linear(void)
{
	double few = draws(200), many = draws(20000);

	tap_ok(few > 0 && many > 0 && many < few * 1.1,
	       "100 times the draws cost 100 times the work (%.1f and %.1f blocks a dword)",
	       few, many);
}

void test_properties(void)
{
	struct counts c = { 0 };
	glob_t files = { 0 };
	size_t i;

	glob(CORPUS, 0, NULL, &files);
	tap_ok(files.gl_pathc > 10, "%zu recorded streams in %s", files.gl_pathc, CORPUS);
	for (i = 0; i < files.gl_pathc; i++)
		test_file(files.gl_pathv[i], &c);
	tap_note("%u streams, %u accepted, %u refused", c.streams, c.accepted, c.refused);
	tap_ok(c.accepted > 100 && c.refused > 100, "enough of both kinds");
	tap_ok(!c.changed, "what is no address is not changed");
	tap_ok(!c.moved, "addresses move with their buffers");
	tap_ok(!c.behind, "what lies after the stream does not matter");
	tap_ok(!c.again, "a second check does the same");
	tap_ok(!c.prefix, "prefixes are consistent");
	tap_ok(!c.text, "every refusal has a sentence");
	tap_ok(!c.walk, "the walk says what all the rules say: %u differ", c.walk);
	globfree(&files);
	test_linear();
}
