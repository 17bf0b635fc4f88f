// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_align(): the mask that product.h has in its place is the same for each unit that it allows.
 */
#include "../product.h"
#undef pm4_align

void align(void)
{
	u32 value = nondet_u32(), bit;

	for (bit = 0; bit < 32; bit++) {
		u32 unit = 1u << bit, aligned = pm4_align(value, unit);

		PROVE(aligned == proof_align(value, unit), "a mask aligns");
		PROVE(!(aligned & (unit - 1)), "the size is whole units");
		PROVE(value > ~0u - unit || (aligned >= value && aligned - value < unit),
		      "there is no smaller one");
	}
	REACHED("a value is aligned");
}
