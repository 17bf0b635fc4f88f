/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Structured mutations of streams.  Deterministic in the seed.  No locks.
 */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include "stream.h"

void mutate(struct stream *s, uint32_t seed);
void mutate_splice(struct stream *to, const struct stream *from, uint32_t seed);

#endif /* FUZZ_MUTATE_H */
