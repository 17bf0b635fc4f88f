// SPDX-License-Identifier: GPL-2.0
/*
 * The proof that no engine waits forever, against the engines themselves: for each pair of short
 * lists all interleavings run, with counts of the draw engine that arrive at any later time, and
 * with both readings of the guide: that its count takes one from the surplus of the constant
 * engine, or that its wait does.
 */
#include "si_scene.h"
#include "tap.h"

#define MOST	6u

/* Packets of a list.  The constant engine waits for a count of 1 or of 2. */
enum { CE_COUNT, CE_WAIT1, CE_WAIT2, CE_KINDS };
enum { DE_WAIT, DE_COUNT, DE_KINDS };

struct lists {
	u8 ce[MOST], de[MOST];
	u32 ce_n, de_n;
};

/*
 * A state of the run: packets passed, and counts of the draw engine that have arrived at the
 * constant engine.
 */
struct run {
	const struct lists *l;
	bool wait_takes;
	bool seen[MOST + 1][MOST + 1][MOST + 1];
	bool stops, uneven;
};

static u32 counts(const u8 *list, u32 n, u8 kind)
{
	u32 i, sum = 0;

	for (i = 0; i < n; i++)
		sum += list[i] == kind;
	return sum;
}

/* Visit all states that can follow. */
static void visit(struct run *r, u32 c, u32 d, u32 arrived)
{
	const struct lists *l = r->l;
	u32 sent = counts(l->de, d, DE_COUNT), ce = counts(l->ce, c, CE_COUNT);
	u32 taken = r->wait_takes ? counts(l->de, d, DE_WAIT) : sent;
	bool moved = false;

	if (r->seen[c][d][arrived])
		return;
	r->seen[c][d][arrived] = true;
	if (arrived < sent) {
		visit(r, c, d, arrived + 1);
		moved = true;
	}
	if (c < l->ce_n && (l->ce[c] == CE_COUNT || arrived >= (l->ce[c] == CE_WAIT1 ? 1u : 2u))) {
		visit(r, c + 1, d, arrived);
		moved = true;
	}
	if (d < l->de_n && (l->de[d] == DE_COUNT || ce > taken)) {
		visit(r, c, d + 1, arrived);
		moved = true;
	}
	if (moved)
		return;
	if (c < l->ce_n || d < l->de_n)
		r->stops = true;
	else if (ce != sent)
		r->uneven = true;
}

static bool can_stop(const struct lists *l, bool wait_takes)
{
	struct run r = { .l = l, .wait_takes = wait_takes };

	visit(&r, 0, 0, 0);
	return r.stops || r.uneven;
}

/* @first: the first value of the counters; 0: none is set. */
static bool accepted(const struct lists *l, u32 first)
{
	u32 ce[3 * MOST + 5], de[2 * MOST + 4], n = 0, m = 0, i;
	struct pm4_input in = { .ib = de, .const_ib = ce, .flags = PM4_USE_VM };

	if (first) {
		ce[n++] = PO(SET_CE_DE_COUNTERS, 2);
		ce[n++] = first;
		ce[n++] = 0;
		de[m++] = PO(WAIT_ON_AVAIL_BUFFER, 1);
		de[m++] = 0;
	}

	for (i = 0; i < l->ce_n; i++) {
		if (l->ce[i] == CE_COUNT) {
			ce[n++] = PO(INCREMENT_CE_COUNTER, 1);
			ce[n++] = 0;
			continue;
		}
		ce[n++] = PO(WAIT_ON_DE_COUNTER, 2);
		ce[n++] = first + (l->ce[i] == CE_WAIT1 ? 1 : 2);
		ce[n++] = 0;
	}
	for (i = 0; i < l->de_n; i++) {
		de[m++] = l->de[i] == DE_COUNT ? PO(INCREMENT_DE_COUNTER, 1) :
						 PO(WAIT_ON_CE_COUNTER, 1);
		de[m++] = 0;
	}
	/* No stream is empty. */
	ce[n++] = 0x80000000;
	de[m++] = 0x80000000;
	in.const_dw = n;
	in.ib_dw = m;
	return !ask(&in)->verdict.code;
}

/* Waits and counts of the draw engine are pairs, and both engines count equally often. */
static bool alternates(const struct lists *l)
{
	u32 i;

	for (i = 0; i < l->de_n; i++)
		if (l->de[i] != i % 2)
			return false;
	if (l->de_n % 2)
		return false;
	return counts(l->ce, l->ce_n, CE_COUNT) == counts(l->de, l->de_n, DE_COUNT);
}

/* The list with number @n: the length, then a digit for each packet.  Returns the length. */
static u32 list(u32 n, u32 kinds, u8 *out)
{
	u32 length = 0, lists = 1, i;

	while (n >= lists) {
		n -= lists;
		lists *= kinds;
		length++;
	}
	for (i = 0; i < length; i++, n /= kinds)
		out[i] = (u8)(n % kinds);
	return length;
}

static void test_all_lists(void)
{
	u32 c, d, pairs = 0, passed = 0, stopped = 0, refused = 0, ends = 0, other = 0;
	struct lists l;

	for (c = 0; (l.ce_n = list(c, CE_KINDS, l.ce)) <= 5; c++) {
		for (d = 0; (l.de_n = list(d, DE_KINDS, l.de)) <= 6; d++) {
			bool stop = can_stop(&l, false) || can_stop(&l, true);

			pairs++;
			other += accepted(&l, 0) != accepted(&l, 7);
			if (accepted(&l, 0)) {
				passed++;
				stopped += stop;
			} else if (alternates(&l)) {
				refused++;
				ends += !stop;
			}
		}
	}
	tap_ok(pairs == 46228, "%u pairs of lists of up to five and six packets", pairs);
	tap_ok(!other, "with a first value the verdicts are the same");
	tap_ok(passed == 55 && !stopped, "%u pass, of which %u can stop", passed, stopped);
	tap_ok(refused == 297 && !ends,
	       "%u that alternate and balance are refused, of which %u cannot stop", refused,
	       ends);
}

void test_engines(void)
{
	test_all_lists();
}
