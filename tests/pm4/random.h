/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random numbers in tests: the same in each run, so that a failure can be repeated.
 */
#ifndef PM4_RANDOM_H
#define PM4_RANDOM_H

#include "pm4_types.h"

/* A start for tests that need no other. */
#define RANDOM_START	88172645463325252ull

/**
 * random_next() - the next number of a sequence (xorshift)
 * @state: of the sequence, not 0
 *
 * Return: 64 random bits.
 */
static inline u64 random_next(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/**
 * random_below() - a random number below a limit
 * @state: of the sequence, not 0
 * @limit: the limit, not 0
 *
 * Return: 0 to @limit - 1.
 */
static inline u32 random_below(u64 *state, u32 limit)
{
	return (u32)(random_next(state) >> 32) % limit;
}

#endif /* PM4_RANDOM_H */
