// SPDX-License-Identifier: GPL-2.0
/* Pairs of draws of two frames: the longest common subsequence of what is drawn. */
#include <stdlib.h>

#include "frame.h"

/* Cells of the table, at most; frames with more are paired by number behind their common beginning. */
#define CELLS_MAX	(1ull << 26)

static bool same(const struct frame_log *a, u32 i, const struct frame_log *b, u32 j)
{
	return a->steps[i].drawn == b->steps[j].drawn;
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
	u16 *length = cells <= CELLS_MAX ? calloc(cells, sizeof(*length)) : NULL;
	u32 i = first, j = first;

	for (; !length && i < na && i < nb; i++)
		n = add_pair(pairs, n, i, i);
	if (!length)
		return n;
	for (u32 y = na; y-- > first;) {
		for (u32 x = nb; x-- > first;) {
			u16 *at = &length[(y - first) * width + (x - first)];

			*at = same(a, y, b, x) ? at[width + 1] + 1 : at[width] > at[1] ? at[width] : at[1];
		}
	}
	while (i < na && j < nb) {
		const u16 *at = &length[(i - first) * width + (j - first)];

		if (same(a, i, b, j))
			n = add_pair(pairs, n, i++, j++);
		else if (at[width] >= at[1])
			i++;
		else
			j++;
	}
	free(length);
	return n;
}

u32 frame_align(const struct frame_log *a, const struct frame_log *b, struct frame_pair *pairs)
{
	u32 na = a->count, nb = b->count, first = 0, n = 0, tail;

	while (first < na && first < nb && same(a, first, b, first)) {
		n = add_pair(pairs, n, first, first);
		first++;
	}
	while (na > first && nb > first && same(a, na - 1, b, nb - 1)) {
		na--;
		nb--;
	}
	n = pair_middle(a, b, first, na, nb, pairs, n);
	for (tail = na; tail < a->count; tail++)
		n = add_pair(pairs, n, tail, nb + tail - na);
	return n;
}
