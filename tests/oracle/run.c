// SPDX-License-Identifier: GPL-2.0
/*
 * Runs one stream the way the driver does and asks the oracle.
 *
 * The chip is full of what other clients left.  What the stream says that it
 * inherits is made harmless by pm4_harmless_emit(), whose packets the oracle
 * executes like any others; everything else stays unknown.  No locks.
 */
#include <stdlib.h>

#include "run.h"

#ifndef ORACLE_RAW_ONLY
static void preamble(struct oracle *o, const struct pm4_card *card,
		     const struct pm4_footprint *f)
{
	u32 *pm4 = calloc(PM4_HARMLESS_MAX_DW, 4);
	u32 n;

	if (!pm4)
		abort();
	n = pm4_harmless_emit(card, f->inherited, f->inherited_state,
			      ORACLE_NULL_ADDR, pm4, PM4_HARMLESS_MAX_DW);
	oracle_run(o, pm4, n);
	free(pm4);
}

/* What no client can change is what the driver made it. */
static void untouched(struct oracle *o, struct pm4_checker *ck, u32 chip)
{
	static u8 *known[PM4_CHIPS];

	if (!known[chip]) {
		known[chip] = malloc(ORACLE_REGS);
		if (!known[chip])
			abort();
		oracle_probe(ck, known[chip]);
	}
	memcpy(o->known, known[chip], ORACLE_REGS);
}

static void checked(struct oracle *o, const struct r6cs *cs,
		    struct oracle_outcome *out)
{
	struct pm4_checker *ck = calloc(1, pm4_checker_size());
	u32 *ib = calloc(cs->ib_dw + 1, 4);
	struct pm4_input in = {
		.ib = cs->ib, .ib_dw = cs->ib_dw,
		.buffers = cs->buffers, .nbuffers = cs->nbuffers,
		.ring = cs->ring == 1 ? PM4_RING_DMA : PM4_RING_GFX,
		.flags = cs->flags & PM4_KEEP_TILING,
	};
	struct pm4_verdict verdict;
	struct pm4_result result;

	if (!ck || !ib)
		abort();
	pm4_checker_init(ck, &cs->card);
	untouched(o, ck, cs->card.chip);
	out->accepted = !pm4_check(ck, &in, ib, cs->ib_dw, &result, &verdict);
	if (out->accepted && in.ring == PM4_RING_GFX) {
		preamble(o, &cs->card, &result.footprint);
		oracle_run(o, ib, result.out_dw);
	} else if (out->accepted) {
		oracle_run_dma(o, ib, result.out_dw);
	} else {
		out->code = verdict.code;
		pm4_verdict_text(&verdict, cs->card.chip, out->refusal,
				 sizeof(out->refusal));
	}
	free(ib);
	free(ck);
}

/** oracle_accepts() - whether the checker accepts a stream */
bool oracle_accepts(const struct r6cs *cs)
{
	static struct pm4_checker *ck[PM4_CHIPS];
	struct pm4_checker **c = &ck[cs->card.chip];
	u32 *ib = malloc(4ull * cs->ib_dw + 1);
	struct pm4_input in = {
		.ib = cs->ib, .ib_dw = cs->ib_dw,
		.buffers = cs->buffers, .nbuffers = cs->nbuffers,
		.ring = cs->ring == 1 ? PM4_RING_DMA : PM4_RING_GFX,
		.flags = cs->flags & PM4_KEEP_TILING,
	};
	struct pm4_verdict verdict;
	struct pm4_result result;
	bool accepted;

	if (!*c) {
		*c = calloc(1, pm4_checker_size());
		if (!*c)
			abort();
		pm4_checker_init(*c, &cs->card);
	}
	if (!ib)
		abort();
	accepted = !pm4_check(*c, &in, ib, cs->ib_dw, &result, &verdict);
	free(ib);
	return accepted;
}
#else
bool oracle_accepts(const struct r6cs *cs)
{
	(void)cs;
	return true;
}
#endif

/* Everything off: what a chip holds on which only harmless streams ran. */
static void clean(struct oracle *o)
{
	memset(o->known, 1, sizeof(o->known));
}

/**
 * oracle_judge() - judge one stream
 * @o: oracle; holds the faults afterwards
 * @cs: the stream
 * @raw: leave the checker out
 * @out: what became of it
 */
void oracle_judge(struct oracle *o, const struct r6cs *cs, bool raw,
		  struct oracle_outcome *out)
{
	u32 *ib;

	oracle_init(o, &cs->card);
	oracle_buffers(o, cs->buffers, cs->nbuffers);
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
	r6cs_relocate(cs, ib);
	out->accepted = true;
	if (cs->ring == 1)
		oracle_run_dma(o, ib, cs->ib_dw);
	else
		oracle_run(o, ib, cs->ib_dw);
	free(ib);
	(void)raw;
}
