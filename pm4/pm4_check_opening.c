// SPDX-License-Identifier: GPL-2.0
/*
 * How streams begin.
 *
 * Clients open each stream with the same packets: all registers are put to what
 * the rest of the stream is written for.  The checker keeps one such opening and
 * what it comes to.  A stream that begins with the same dwords goes on behind
 * them, from the state that they make.
 *
 * An opening has no relocations, so that nothing in it depends on the stream's
 * buffers, and nothing but constants and registers.  It was checked by the same
 * rules as everything else, on the same card.  It is learnt from a stream that
 * begins otherwise, and cut down where streams part; both cost no more than
 * the opening's greatest length, whatever the streams are.
 *
 * pm4_opening() is called by pm4_check_gfx(); takes no lock.
 */
#include "pm4_check.h"

/* One that is shorter is not worth the trouble. */
#define OPENING_MIN_DW	64u
/* Streams that begin in no known way, before another opening is learnt. */
#define OPENING_MISSES	4u

const struct pm4_before pm4_nothing = { .lacks = PM4_STATE_ALL };

/* Whether any of a packet's registers has one of the flags. */
static bool any_flag(const struct pm4_window *w, u32 first, u32 count, u64 flags)
{
	u64 all = 0;
	u32 i;

	if (first >= w->nregs || count > w->nregs - first)
		return true;
	for (i = first; i < first + count; i++)
		all |= w->flags[i];
	return all & flags;
}

/* A packet that leaves nothing behind but the values of context registers. */
static bool may_open(const struct pm4_checker *ck, const u32 *p, u32 count)
{
	const struct pm4_packet_rule *rule = &ck->packets[*p >> 8 & 0xff];

	switch (rule->handler) {
	case PM4_PH_NONE:
	case PM4_PH_NOP:
	case PM4_PH_SET_CONST:
	case PM4_PH_SET_SAMPLER:
	case PM4_PH_CONTEXT_CONTROL:
		return true;
	case PM4_PH_EVENT_WRITE:
		return count == 1;
	case PM4_PH_SET_CONTEXT_REG:
		return !any_flag(&ck->context, p[1], count - 1, PM4_WRITE_RELOC);
	case PM4_PH_SET_CONFIG_REG:
		return !any_flag(&ck->config, p[1], count - 1, PM4_WRITE_RELOC | PM4_UNIT_ALL);
	}
	return false;
}

/* Check packets as long as they may belong to an opening of at most @max dwords. */
static int walk(struct pm4_checker *ck, u32 max, struct pm4_opening *o)
{
	const u32 *const last = ck->ib + min(ck->in->ib_dw, max);
	const u32 *p = ck->ib;

	o->packets = 0;
	while (p < last && *p >> 30 == 3) {
		u32 count = PM4_COUNT(*p) + 1;

		if (last - p <= (ptrdiff_t)count || !may_open(ck, p, count))
			break;
		if (pm4_check_packet(ck, p, 0))
			return 1;
		o->packets++;
		p = ck->at;
	}
	o->dw = pm4_dword(ck, p);
	o->registers = ck->result->registers;
	return 0;
}

/* What the packets that were walked over come to. */
static void keep(struct pm4_checker *ck, struct pm4_opening *o)
{
	struct pm4_before *b = &o->before;
	u32 i;

	memcpy(o->ib, ck->ib, o->dw * sizeof(u32));
	o->touched = ck->dirty;
	o->sq_mgmt = ck->sq_mgmt;
	o->dirty = ck->dirty & ~PM4_CONSTS_ALL;
	for (i = 0; i < PM4_CONTEXT_REGS; i++) {
		b->isset[i] = ck->context_at[i] > ck->start;
		b->value[i] = b->isset[i] ? pm4_at(ck, ck->context_at[i]) : 0;
		/* A constant buffer without base and size is fine. */
		if (b->value[i])
			o->dirty |= ck->context_flags[i] & PM4_CONSTS_ALL;
	}
	b->lacks = pm4_lacks(ck, PM4_STATE_ALL);
}

/* How many dwords of the opening a stream begins with. */
static u32 in_common(const struct pm4_checker *ck, const struct pm4_opening *o)
{
	u32 max = min(o->dw, ck->in->ib_dw);
	u32 i;

	for (i = 0; i < max && ck->ib[i] == o->ib[i]; i++)
		;
	return i;
}

/**
 * pm4_opening() - get over a stream's opening
 * @ck: the check, at its beginning
 * @packets: counts the opening's packets
 *
 * Return: what lies behind the opening, or NULL if the stream is refused.
 */
const u32 *pm4_opening(struct pm4_checker *ck, u32 *packets)
{
	struct pm4_opening *o = &ck->opening;
	u32 max;

	/* Otherwise relocations may follow registers that look plain. */
	if (!ck->keep_tiling)
		return ck->ib;
	if (likely(o->dw && ck->in->ib_dw >= o->dw &&
		   !memcmp(ck->ib, o->ib, o->dw * sizeof(u32)))) {
		o->misses = 0;
		ck->before = &o->before;
		ck->dirty = o->dirty;
		ck->touched = o->touched;
		ck->sq_mgmt = o->sq_mgmt;
		ck->result->registers = o->registers;
		*packets = o->packets;
		return ck->ib + o->dw;
	}

	max = in_common(ck, o);
	if (max < OPENING_MIN_DW) {
		if (o->dw && ++o->misses < OPENING_MISSES)
			return ck->ib;
		max = PM4_OPENING_DW;
	}
	o->misses = 0;
	if (walk(ck, max, o)) {
		o->dw = 0;
		return NULL;
	}
	*packets = o->packets;
	max = o->dw;
	if (max < OPENING_MIN_DW)
		o->dw = 0;
	else
		keep(ck, o);
	return ck->ib + max;
}
