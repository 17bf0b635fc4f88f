// SPDX-License-Identifier: GPL-2.0
/*
 * Pairs of draws of two frames: the common subsequence with the largest weight, where pairs with
 * the same constants and the same state weigh more.
 */
#include <stdlib.h>

#include "frame.h"

/* Cells of the table, at most; frames with more are paired by number behind their common beginning. */
#define CELLS_MAX	(1ull << 25)

/* Of a pair: 0 is none. */
#define SAME_CONSTANTS	6u

static u32 weight(const struct frame_log *a, u32 i, const struct frame_log *b, u32 j)
{
	const struct frame_step *x = &a->steps[i], *y = &b->steps[j];

	if (x->drawn != y->drawn)
		return 0;
	return (x->constants == y->constants ? SAME_CONSTANTS : 4) + (x->state == y->state);
}

static u32 add_pair(struct frame_pair *pairs, u32 n, u32 i, u32 j)
{
	pairs[n] = (struct frame_pair){ i, j };
	return n + 1;
}

/* Pairs of the parts from @first to the ends @na and @nb. */
static u32 pair_middle(const struct frame_log *a, const struct frame_log *b, u32 first, u32 na, u32 nb,
		       struct frame_pair *pairs, u32 n)
{
	u64 width = nb - first + 1, cells = (na - first + 1) * width;
	u32 *best = cells <= CELLS_MAX ? calloc(cells, sizeof(*best)) : NULL;
	u32 i = first, j = first;

	for (; !best && i < na && i < nb; i++)
		n = add_pair(pairs, n, i, i);
	if (!best)
		return n;
	for (u32 y = na; y-- > first;) {
		for (u32 x = nb; x-- > first;) {
			u32 *at = &best[(y - first) * width + (x - first)];
			u32 w = weight(a, y, b, x);

			*at = at[width] > at[1] ? at[width] : at[1];
			if (w && at[width + 1] + w >= *at)
				*at = at[width + 1] + w;
		}
	}
	while (i < na && j < nb) {
		const u32 *at = &best[(i - first) * width + (j - first)];
		u32 w = weight(a, i, b, j);

		if (w && *at == at[width + 1] + w)
			n = add_pair(pairs, n, i++, j++);
		else if (at[width] >= at[1])
			i++;
		else
			j++;
	}
	free(best);
	return n;
}

u32 frame_align(const struct frame_log *a, const struct frame_log *b, struct frame_pair *pairs)
{
	u32 na = a->count, nb = b->count, first = 0, n = 0, tail;

	while (first < na && first < nb && weight(a, first, b, first) >= SAME_CONSTANTS) {
		n = add_pair(pairs, n, first, first);
		first++;
	}
	while (na > first && nb > first && weight(a, na - 1, b, nb - 1) >= SAME_CONSTANTS) {
		na--;
		nb--;
	}
	n = pair_middle(a, b, first, na, nb, pairs, n);
	for (tail = na; tail < a->count; tail++)
		n = add_pair(pairs, n, tail, nb + tail - na);
	return n;
}
