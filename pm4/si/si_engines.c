// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The two engines: the constant engine (CE) runs a stream of its own ahead of the draw engine
 * (DE), and each can wait for the count of the other.
 *
 * INCREMENT_CE_COUNTER and INCREMENT_DE_COUNTER count.  WAIT_ON_CE_COUNTER (DE) passes while CE
 * has counted more often than DE; WAIT_ON_DE_COUNTER (CE) passes once the count of DE has reached
 * its operand.  SET_CE_DE_COUNTERS (CE) gives DE's count its first value; then, and only then,
 * DE needs one WAIT_ON_AVAIL_BUFFER, which waits for that packet.
 *
 * Theorem: if si_engines_check() accepts, neither engine waits forever, in whichever order the
 * two run and however late a count arrives.
 *
 * - The waiting engine does not change its own count, and the other one only adds.  So a wait
 *   that has become true stays true, and the order in which the engines run does not matter:
 *   running CE until it waits, then DE until it waits, and so on, decides in one pass.
 * - The guide leaves open whether the wait or the count of DE takes one from CE's surplus.  With
 *   waits and counts of DE that alternate, the wait first, both readings give the same.
 * - No count or wait is skipped: none has the predicate bit or is in a skip.
 * - At the end both counts are equal, because the kernel does not reset them between two clients:
 *   a surplus of DE would make the next client's first wait endless, a surplus of CE useless.
 * - The first value and all counts of DE together have 64 bits, or the count would wrap and a wait
 *   that was true would be false again.
 * - Without SET_CE_DE_COUNTERS the count of DE starts at an unknown value, of at least 0.
 *
 * tests/pm4/si_engines.c runs all interleavings of all short lists against it.
 *
 * Called by si_packet.c and si_check.c; takes no lock.
 */
#include "si_state.h"

static int order(struct si_checker *ck, const u32 *p, u32 rule)
{
	ck->verdict->detail = rule;
	return si_refuse(ck, PM4_CODE_COUNTER_ORDER, p, 0, 0);
}

/* Initialization by the packet @p; @at: dword of an earlier one; @counts: of counts before it. */
static int initialize(struct si_checker *ck, const u32 *p, u32 *at, bool counts)
{
	if (*at != PM4_NO_DWORD)
		return order(ck, p, PM4_COUNTER_TWICE);
	if (counts)
		return order(ck, p, PM4_COUNTER_LATE);
	*at = (u32)(p - ck->ib);
	return 0;
}

/**
 * si_counter() - check the order of the packets of the counters
 * @ck: the checker
 * @p: the packet
 *
 * Return: 0, or 1 after a refusal.
 */
int si_counter(struct si_checker *ck, const u32 *p)
{
	if (si_conditional(ck)) {
		ck->verdict->detail = ck->skip ? (u32)(ck->skip - ck->ib) : PM4_NO_DWORD;
		ck->verdict->offset = ck->skip ? *ck->skip : 0;
		return si_refuse(ck, PM4_CODE_COUNTER_SKIPPED, p, 0, *p & PM4_PREDICATE);
	}
	if (!ck->in->const_dw)
		return order(ck, p, PM4_COUNTER_ALONE);
	ck->counters = true;
	switch (PM4_OPCODE(*p)) {
	case PM4_OP_SET_CE_DE_COUNTERS:
		return initialize(ck, p, &ck->ce_set, ck->ce_counts);
	case PM4_OP_INCREMENT_CE_COUNTER:
	case PM4_OP_WAIT_ON_DE_COUNTER:
		ck->ce_counts = true;
		return 0;
	case PM4_OP_WAIT_ON_AVAIL_BUFFER:
		return initialize(ck, p, &ck->de_avail, ck->de_counts);
	}
	ck->de_counts = true;
	if (ck->de_waited == (PM4_OPCODE(*p) == PM4_OP_WAIT_ON_CE_COUNTER))
		return order(ck, p, PM4_COUNTER_ALTERNATE);
	ck->de_waited = !ck->de_waited;
	return 0;
}

/**
 * struct engine - an engine in the run
 * @at: its next packet
 * @end: end of its stream
 * @count: how often it has counted
 */
struct engine {
	const u32 *at;
	const u32 *end;
	u64 count;
};

/* Run CE until it waits or ends.  Returns true if it has passed a packet. */
static bool run_ce(struct engine *ce, const struct engine *de, u64 *first)
{
	const u32 *from = ce->at;

	for (; ce->at < ce->end; ce->at = si_next(ce->at)) {
		const u32 *p = ce->at;

		if (PM4_TYPE(*p) != 3)
			continue;
		switch (PM4_OPCODE(*p)) {
		case PM4_OP_SET_CE_DE_COUNTERS:
			*first = si_addr64(p + 1);
			break;
		case PM4_OP_INCREMENT_CE_COUNTER:
			ce->count++;
			break;
		case PM4_OP_WAIT_ON_DE_COUNTER:
			if (*first + de->count < si_addr64(p + 1))
				return ce->at != from;
			break;
		}
	}
	return ce->at != from;
}

/*
 * The same for DE.  WAIT_ON_AVAIL_BUFFER passes: SET_CE_DE_COUNTERS is before all packets
 * at which CE could wait.
 */
static bool run_de(struct engine *de, const struct engine *ce)
{
	const u32 *from = de->at;

	for (; de->at < de->end; de->at = si_next(de->at)) {
		const u32 *p = de->at;

		if (PM4_TYPE(*p) != 3)
			continue;
		switch (PM4_OPCODE(*p)) {
		case PM4_OP_INCREMENT_DE_COUNTER:
			de->count++;
			break;
		case PM4_OP_WAIT_ON_CE_COUNTER:
			if (ce->count <= de->count)
				return de->at != from;
			break;
		}
	}
	return de->at != from;
}

/* Refuse the wait at which an engine stopped forever. */
static int __cold refuse_wait(struct si_checker *ck, const struct engine *ce,
			      const struct engine *de, u64 first)
{
	bool in_ce = ce->at < ce->end;
	const u32 *at = in_ce ? ce->at : de->at;

	ck->ring = in_ce ? PM4_RING_CONST : ck->in->ring;
	ck->ib = in_ce ? ck->in->const_ib : ck->in->ib;
	ck->header = at;
	ck->verdict->shape[0] = first;
	/* The other engine waits as well, at this dword. */
	ck->verdict->detail = in_ce && de->at < de->end ? (u32)(de->at - ck->in->ib) :
							  PM4_NO_DWORD;
	if (in_ce)
		return si_refuse(ck, PM4_CODE_COUNTER_WAIT, at, si_addr64(at + 1),
				 first + de->count);
	return si_refuse(ck, PM4_CODE_COUNTER_WAIT, at, de->count, ce->count);
}

/*
 * The constant engine counts more often than the draw engine; the other way round a wait would
 * not end.  To blame is the first count too many.
 */
static int __cold refuse_surplus(struct si_checker *ck, u64 ce_count, u64 de_count)
{
	const u32 *p = ck->in->const_ib;
	u64 n = 0;

	for (;; p = si_next(p)) {
		if (PM4_TYPE(*p) == 3 && PM4_OPCODE(*p) == PM4_OP_INCREMENT_CE_COUNTER &&
		    n++ == de_count)
			break;
	}
	ck->ring = PM4_RING_CONST;
	ck->ib = ck->in->const_ib;
	ck->header = p;
	return si_refuse(ck, PM4_CODE_COUNTER_LEFT, p, ce_count, de_count);
}

/**
 * si_engines_check() - check that neither engine waits for the other forever
 * @ck: the checker, after the walk over both streams
 *
 * Return: 0, or 1 after a refusal.
 */
int si_engines_check(struct si_checker *ck)
{
	const struct pm4_input *in = ck->in;
	struct engine ce = { in->const_ib, in->const_ib + in->const_dw, 0 };
	struct engine de = { in->ib, in->ib + in->ib_dw, 0 };
	bool in_ce = ck->ce_set != PM4_NO_DWORD, in_de = ck->de_avail != PM4_NO_DWORD, ran;
	u64 first = 0, last;

	if (in_ce != in_de) {
		ck->ring = in_ce ? PM4_RING_CONST : in->ring;
		ck->ib = in_ce ? in->const_ib : in->ib;
		ck->header = ck->ib + (in_ce ? ck->ce_set : ck->de_avail);
		return order(ck, ck->header, PM4_COUNTER_HALF);
	}
	do {
		ran = run_ce(&ce, &de, &first);
		ran |= run_de(&de, &ce);
	} while (ran);
	if (check_add_overflow(first, de.count, &last)) {
		ck->ring = PM4_RING_CONST;
		ck->ib = in->const_ib;
		ck->header = in->const_ib + ck->ce_set;
		return order(ck, ck->header, PM4_COUNTER_WRAPS);
	}
	if (ce.at < ce.end || de.at < de.end)
		return refuse_wait(ck, &ce, &de, first);
	return ce.count == de.count ? 0 : refuse_surplus(ck, ce.count, de.count);
}
