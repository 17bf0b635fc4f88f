/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Structured mutations of streams.  Deterministic in the seed.  No locks.
 */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include "stream.h"

/* A deterministic source of numbers. */
struct random {
	uint64_t state;
};

uint32_t mutate_rnd(struct random *r);
uint32_t mutate_below(struct random *r, uint32_t n);
uint32_t mutate_value(struct random *r, const struct stream *s);
uint32_t mutate_tweak(struct random *r, const struct stream *s, uint32_t v);

bool stream_is_r5xx(const struct stream *s);
void mutate_r500(struct random *r, struct stream *s);

void mutate(struct stream *s, uint32_t seed);
void mutate_splice(struct stream *to, const struct stream *from, uint32_t seed);

#endif /* FUZZ_MUTATE_H */
