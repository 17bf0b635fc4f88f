/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Judges a recorded stream: checker, neutral preamble, oracle.
 * Shared by oracle-corpus, the replay test and the fuzzer.
 */
#ifndef ORACLE_RUN_H
#define ORACLE_RUN_H

#include "oracle.h"
#include "r500.h"
#include "r6cs.h"

/* The address in the driver's neutral bases. */
#define ORACLE_NULL_ADDR	(1ull << 20)
#define ORACLE_NULL_BYTES	65536u

/**
 * struct oracle_outcome - result for a stream
 * @accepted: by the checker
 * @refusal: the checker's sentence, when not
 * @code: the checker's code
 * @trace: called for every range, may be NULL
 * @trace_ctx: for @trace
 */
struct oracle_outcome {
	bool accepted;
	char refusal[PM4_VERDICT_TEXT];
	u32 code;
	void (*trace)(void *ctx, const struct oracle_access *a);
	void *trace_ctx;
};

bool oracle_accepts(const struct r6cs *cs);
void oracle_probe(struct pm4_checker *ck, u8 *known);
struct pm4_card oracle_card(const struct r6cs *cs);
u32 oracle_flags(const struct r6cs *cs);
void oracle_judge(struct oracle *o, const struct r6cs *cs, bool raw,
		  struct oracle_outcome *out);

#endif /* ORACLE_RUN_H */
