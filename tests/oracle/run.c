// SPDX-License-Identifier: GPL-2.0
/*
 * Runs one stream in the way the driver does, and judges it with the oracle.
 *
 * The state of other clients fills the chip.  pm4_neutral_emit() resets the state that the
 * stream inherits according to its footprint; the oracle executes these packets like any
 * others.  All other state stays unknown.  No locks.
 */
#include <stdlib.h>

#include "run.h"

/* A stream of the gfx ring. */
static void run(struct oracle *o, const struct r6cs *cs, const u32 *ib)
{
	if (!cs->r5xx) {
		oracle_run(o, ib, cs->ib_dw);
		return;
	}
	oracle_r500_run(o, ib, cs->ib_dw);
	oracle_r500_end(o);
}

#ifndef ORACLE_RAW_ONLY
static void preamble(struct oracle *o, const struct pm4_card *card,
		     const struct pm4_footprint *f)
{
	u32 room = card->front->preamble_max_dw, n;
	u32 *pm4 = calloc(room, 4);

	if (!pm4)
		abort();
	n = pm4_neutral_emit(card, &f->live_in, ORACLE_NULL_ADDR, pm4, room);
	if (card->front == &r500_front)
		oracle_r500_run(o, pm4, n);
	else
		oracle_run(o, pm4, n);
	free(pm4);
}

/* Registers that no client can change are known: they have the driver's values. */
static void untouched(struct oracle *o, struct pm4_checker *ck, u32 chip)
{
	static u8 *known[R600_CHIPS];

	if (!known[chip]) {
		known[chip] = malloc(ORACLE_REGS);
		if (!known[chip])
			abort();
		oracle_probe(ck, known[chip]);
	}
	memcpy(o->known, known[chip], ORACLE_REGS);
}

/**
 * struct check - result of one check
 * @accepted: the checker accepts the stream
 * @ib: the patched stream if it is accepted
 * @written: the checker's bitmap
 * @result: the checker's result if the stream is accepted
 * @verdict: the verdict otherwise
 */
struct check {
	bool accepted;
	u32 *ib;
	u64 *written;
	struct pm4_result result;
	struct pm4_verdict verdict;
};

static void check(struct pm4_checker *ck, const struct r6cs *cs, struct check *c)
{
	struct pm4_input in = {
		.ib = cs->ib, .ib_dw = cs->ib_dw,
		.buffers = cs->buffers, .nbuffers = cs->nbuffers,
		.ring = cs->ring == 1 ? PM4_RING_DMA : PM4_RING_GFX,
		.flags = oracle_flags(cs),
	};
	u32 room = pm4_patches_max(ck->front, cs->ib_dw);
	struct pm4_patch *patches = calloc(room + 1, sizeof(*patches));

	c->ib = calloc(cs->ib_dw + 1, 4);
	c->written = calloc(PM4_BITMAP_WORDS(cs->nbuffers) + 1, sizeof(*c->written));
	if (!patches || !c->ib || !c->written)
		abort();
	c->accepted = !pm4_check(ck, &in, patches, room, c->written, &c->result, &c->verdict);
	if (c->accepted) {
		memcpy(c->ib, cs->ib, 4ull * cs->ib_dw);
		pm4_patch_apply(c->ib, patches, c->result.npatches, cs->addrs);
	}
	free(patches);
}

static void check_free(struct check *c)
{
	free(c->ib);
	free(c->written);
}

static void checked(struct oracle *o, const struct r6cs *cs,
		    struct oracle_outcome *out)
{
	struct pm4_card card = oracle_card(cs);
	struct pm4_checker *ck = calloc(1, pm4_checker_size(card.front));
	struct check c;

	if (!ck)
		abort();
	pm4_checker_init(ck, &card);
	if (cs->r5xx)
		oracle_r500_begin(o, &card, cs->owns);
	else
		untouched(o, ck, cs->card.chip);
	check(ck, cs, &c);
	oracle_buffers(o, cs->buffers, cs->addrs, c.written, cs->nbuffers);
	out->accepted = c.accepted;
	if (c.accepted && cs->ring != 1) {
		preamble(o, &card, &c.result.footprint);
		run(o, cs, c.ib);
	} else if (c.accepted) {
		oracle_run_dma(o, c.ib, cs->ib_dw);
	} else {
		out->code = c.verdict.code;
		pm4_verdict_text(&c.verdict, card.front, cs->card.chip, out->refusal,
				 sizeof(out->refusal));
	}
	check_free(&c);
	free(ck);
}

/** oracle_accepts() - test whether the checker accepts a stream */
bool oracle_accepts(const struct r6cs *cs)
{
	static struct pm4_checker *ck[2][R600_CHIPS];
	struct pm4_checker **kept = &ck[cs->r5xx][cs->card.chip];
	struct pm4_card card = oracle_card(cs);
	struct check c;

	if (!*kept) {
		*kept = calloc(1, pm4_checker_size(card.front));
		if (!*kept)
			abort();
		pm4_checker_init(*kept, &card);
	}
	check(*kept, cs, &c);
	check_free(&c);
	return c.accepted;
}
#else
bool oracle_accepts(const struct r6cs *cs)
{
	(void)cs;
	return true;
}
#endif

/* Everything off: the state of a chip that has run only neutral streams. */
static void clean(struct oracle *o)
{
	memset(o->known, 1, sizeof(o->known));
}

/**
 * oracle_judge() - judge one stream
 * @o: oracle; holds the faults afterwards
 * @cs: the stream
 * @raw: leave the checker out
 * @out: the result
 */
void oracle_judge(struct oracle *o, const struct r6cs *cs, bool raw,
		  struct oracle_outcome *out)
{
	u32 *ib;

	oracle_init(o, &cs->card);
	oracle_buffers(o, cs->buffers, cs->addrs, NULL, cs->nbuffers);
	o->null_addr = ORACLE_NULL_ADDR;
	o->null_bytes = ORACLE_NULL_BYTES;
	o->trace = out->trace;
	o->trace_ctx = out->trace_ctx;
#ifndef ORACLE_RAW_ONLY
	if (!raw) {
		checked(o, cs, out);
		return;
	}
#endif
	ib = calloc(cs->ib_dw + 1, 4);
	if (!ib)
		abort();
	clean(o);
	o->null_addr = 0;
	if (cs->r5xx)
		oracle_r500_begin(o, &cs->card, cs->owns);
	r6cs_relocate(cs, ib);
	out->accepted = true;
	if (cs->ring == 1)
		oracle_run_dma(o, ib, cs->ib_dw);
	else
		run(o, cs, ib);
	free(ib);
	(void)raw;
}
