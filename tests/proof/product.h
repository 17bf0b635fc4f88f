/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The product of two unknowns by its contract: a multiplier stops the SAT solver.
 *
 * A harness includes this file before the source, so that pm4_times() of the source is a
 * function of which the model checker knows only what holds for all integers: the result is a
 * function of the factors, has no more bits than both together, and does not shrink if a factor
 * grows (MONOTONE() at the factors that a statement needs).  Each call proves that the product
 * fits in 64 bits.  pm4_align() becomes a mask, and each call proves that the unit is a power of
 * two.
 */
#ifndef PROOF_PRODUCT_H
#define PROOF_PRODUCT_H

#include "proof.h"
#include "pm4_util.h"

/* Without a body: a function, any one.  The model checker knows the prefix. */
u64 __CPROVER_uninterpreted_times(u64 a, u64 b);
u32 __CPROVER_uninterpreted_div_up(u32 value, u32 unit);

/* The number of bits by which a factor of @a shifts at most. */
static inline u32 proof_bits(u64 a)
{
	return a <= 1 ? 0 : a <= 16 ? 4 : a <= 0x1000 ? 12 : a <= 0x4000 ? 14 : 24;
}

static inline u64 proof_times(u64 a, u64 b)
{
	u64 product = __CPROVER_uninterpreted_times(a, b);

	PROVE(a <= 1u << 24 && !(b >> (63 - proof_bits(a))), "a product fits in 64 bits");
	ASSUME(product <= b << proof_bits(a));
	ASSUME(a || !product);
	ASSUME(!a || product >= b);
	return product;
}

/* a * b <= c * d if a <= c and b <= d. */
#define MONOTONE(a, b, c, d) \
	ASSUME((a) > (c) || (b) > (d) || proof_times(a, b) <= proof_times(c, d))

/* The least number of @unit that holds @value. */
static inline u32 proof_div_up(u32 value, u32 unit)
{
	u32 units = __CPROVER_uninterpreted_div_up(value, unit);

	PROVE(unit && value <= ~0u - unit, "a quotient is defined");
	ASSUME(units <= value && units <= 1u << 24);
	ASSUME(proof_times(units, unit) >= value);
	ASSUME(!value || proof_times(units, unit) < (u64)value + unit);
	return units;
}

/* (a + 1) * b = a * b + b. */
#define ONE_MORE(a, b) \
	ASSUME(proof_times((a) + 1, b) == proof_times(a, b) + (b))

static inline u32 proof_align(u32 value, u32 unit)
{
	PROVE(unit && !(unit & (unit - 1)), "a unit of alignment is a power of two");
	return (value + unit - 1) & ~(unit - 1);
}

#define pm4_times	proof_times
#define pm4_div_up	proof_div_up
#define pm4_align	proof_align

#endif /* PROOF_PRODUCT_H */
