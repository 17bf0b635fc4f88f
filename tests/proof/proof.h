/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The language of the proofs.  A harness is C that the model checker cbmc runs on all values at
 * once: it makes a state of any values that keep the assumptions, calls the sources as they are,
 * and states what holds afterwards.
 */
#ifndef PROOF_H
#define PROOF_H

#include <stdlib.h>

/* The model checker divides an offset by the size of an element: a power of two is cheap. */
#define pm4_buffer __attribute__((aligned(32))) pm4_buffer
#include "pm4.h"
#undef pm4_buffer

#define PROVE(condition, text)	__CPROVER_assert(condition, text)
#define ASSUME(condition)	__CPROVER_assume(condition)
/* A step on the way: it is proven, and what comes after may use it. */
#define CUT(condition, text) \
	do { \
		PROVE(condition, text); \
		ASSUME(condition); \
	} while (0)
/* A proof in which a line like this is not reached is empty, and scripts/prove refuses it. */
#ifdef PROVE_BUG
#define REACHED(text)
#define REACHED_IF(condition, text)
#else
#define REACHED(text)		__CPROVER_assert(0, "reached: " text)
/* The same for a case: the line is reached in a state in which @condition is true. */
#define REACHED_IF(condition, text)	__CPROVER_assert(!(condition), "reached: " text)
#endif

/* Without a body: any value.  The model checker knows the prefix. */
bool nondet_bool(void);
u8 nondet_u8(void);
u16 nondet_u16(void);
u32 nondet_u32(void);
u64 nondet_u64(void);

/*
 * A list of any contents.  A macro, because the model checker takes the type of the elements
 * from the argument of malloc().
 */
#define ANY_LIST(list, type, count) \
	do { \
		(list) = malloc((count) * sizeof(type)); \
		ASSUME(list); \
	} while (0)

#endif /* PROOF_H */
