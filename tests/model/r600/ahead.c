// SPDX-License-Identifier: GPL-2.0
/*
 * The two stages of the CP: memory accesses that may overtake the CP's own copies.
 *
 * The micro engine (ME) starts CP_DMA, which then runs asynchronously.  WAIT_UNTIL delays
 * register writes and events, not the CP.  CP_SYNC stalls the ME until the copy is done, on
 * R7xx only.  The prefetch parser (PFP) fetches indices ahead of the ME.  So a copy is known
 * to be done when the CP has waited (WAIT_REG_MEM) for an end-of-pipe event after
 * WAIT_UNTIL; the PFP must have waited itself, or for a MEM_WRITE of an ME that had waited.
 *
 * The model is serial and never reads too early itself.  It numbers the copies and tracks
 * which of them ME and PFP know to be done.  It keeps only the latest AHEAD_COPIES.
 */
#include "r600/r600.h"

#define WAIT_BY_PFP	(1u << 8)

static bool overlap(const struct ahead_copy *c, u64 addr, u64 len)
{
	return addr < c->dst + c->len && c->dst < addr + len;
}

/* Find a copy above @known that writes memory of this access; NULL if there is none. */
static const struct ahead_copy *pending(const struct model *m, u64 known, u64 addr, u64 len, bool by_ring)
{
	const struct r600_ahead *a = &r600(m)->ahead;

	for (u64 n = known; n < a->copies; n++) {
		const struct ahead_copy *c = &a->copy[n % AHEAD_COPIES];

		if (a->copies - n <= AHEAD_COPIES && (!by_ring || c->by_ring) && overlap(c, addr, len))
			return c;
	}
	return NULL;
}

/* A copy may read before an earlier copy has written.  A fence in between is enough. */
void ahead_copy(struct model *m, u64 src, u64 dst, u64 len, bool cp_sync)
{
	struct r600_ahead *a = &r600(m)->ahead;
	u64 known = a->fenced > a->me ? a->fenced : a->me;

	if (!m->cp.depth && pending(m, known, src, len, false))
		violation(m, "copy-race",
			  "CP_DMA reads GPU address 0x%llx, which an earlier CP_DMA writes, without a wait in between",
			  (unsigned long long)src);
	a->copy[a->copies++ % AHEAD_COPIES] = (struct ahead_copy){
		.dst = dst, .len = len, .by_ring = !m->cp.depth,
	};
	if (cp_sync && is_r7xx(m))
		a->me = a->copies;
}

void ahead_wait_until_idle(struct model *m)
{
	r600(m)->ahead.idle = r600(m)->ahead.copies;
}

static void told(struct r600_ahead *a, u64 addr, u64 known)
{
	a->word[a->words++ % AHEAD_WORDS] = (struct ahead_word){ .addr = addr, .known = known };
}

/* An end-of-pipe event follows all work that WAIT_UNTIL has waited for. */
void ahead_event(struct model *m, u64 addr)
{
	r600(m)->ahead.fenced = r600(m)->ahead.idle;
	told(&r600(m)->ahead, addr, r600(m)->ahead.idle);
}

void ahead_mem_write(struct model *m, u64 addr)
{
	told(&r600(m)->ahead, addr, r600(m)->ahead.me);
}

/* The condition of WAIT_REG_MEM holds. */
void ahead_waited(struct model *m, u32 control, u64 addr)
{
	struct r600_ahead *a = &r600(m)->ahead;
	u64 known = 0;

	for (u32 i = 0; i < AHEAD_WORDS; i++)
		if (a->word[i].addr == addr && a->word[i].known > known)
			known = a->word[i].known;
	if (known > a->me)
		a->me = known;
	if ((control & WAIT_BY_PFP) && known > a->pfp)
		a->pfp = known;
}

/*
 * The CP accesses memory for a stream, or the PFP fetches indices.  Checks only the driver's
 * own copies, because a stream may race with itself.
 */
void ahead_access(struct model *m, u64 addr, u64 len, bool by_pfp)
{
	struct r600_ahead *a = &r600(m)->ahead;

	if (!m->config.alone || !m->cp.depth || !pending(m, by_pfp ? a->pfp : a->me, addr, len, true))
		return;
	violation(m, "copy-ahead",
		  "the %s accesses GPU address 0x%llx for indirect buffer %u, and the driver's CP_DMA there may not have ended",
		  by_pfp ? "PFP" : "CP", (unsigned long long)addr, m->cp.ib_number);
	a->me = a->pfp = a->copies;	/* report it once */
}

void ahead_reset(struct model *m)
{
	r600(m)->ahead = (struct r600_ahead){ 0 };
}
