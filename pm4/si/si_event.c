// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Events: each has a row, and one of the three packets that may send it.
 *
 * Called by si_packet.c; the functions return 0, or 1 after a refusal.  No locks.
 */
#include "si_operand.h"

#define INV_L2		(1u << 20)	/* invalidate the L2 cache as well */
#define QUERY_PAIR	16u		/* bytes of the counters of one render backend */

/* Pairs of counters: one for each render backend. */
static u32 backends(const struct si_checker *ck)
{
	return ck->card.backends ? ck->card.backends : 1;
}

/* Returns 0 if the event @type may be sent in the form @form. */
static int event(struct si_checker *ck, const u32 *p, u32 form)
{
	u32 type = p[1] & 0x3f;

	if (likely(ck->events[type] == form))
		return 0;
	ck->verdict->detail = type;
	return si_refuse(ck, !pm4_event_find(&si_tables, type) ? PM4_CODE_EVENT_UNKNOWN :
			 ck->events[type] == PM4_EVENT_DENIED ? PM4_CODE_EVENT_DENIED :
			 PM4_CODE_EVENT_FORM, p + 1, form, p[1]);
}

static int event_form(struct si_checker *ck, const u32 *p)
{
	ck->verdict->detail = p[1] & 0x3f;
	return si_refuse(ck, PM4_CODE_EVENT_FORM, p + 1, ck->events[p[1] & 0x3f], p[1]);
}

/* EVENT_INDEX of an event with an address, and the bytes that it writes. */
static u32 event_bytes(const struct si_checker *ck, u32 type, u32 *index)
{
	switch (type) {
	case PM4_EVENT_ZPASS_DONE:
		*index = 1;
		return QUERY_PAIR * (backends(ck) - 1) + 8;
	case PM4_EVENT_SAMPLE_PIPELINESTAT:
		*index = 2;
		return 88;
	default:
		*index = 3;
		return 16;
	}
}

/* EVENT_WRITE */
int si_event_write(struct si_checker *ck, const u32 *p, u32 count)
{
	u32 type = p[1] & 0x3f, index = pm4_get(EVENT_WRITE_EVENT_INDEX, p[1]), need, bytes;

	if (si_bits(ck, p + 1, SI_EVENT_BITS | INV_L2))
		return 1;
	if (likely(!count)) {
		if (event(ck, p, PM4_EVENT_PLAIN))
			return 1;
		if (index && index != 4 && index != 7)
			return event_form(ck, p);
		if (type == PM4_EVENT_SO_VGTSTREAMOUT_FLUSH && !(*p & PM4_PREDICATE))
			ck->flushed |= ck->skip ? SI_FLUSHED_HERE : SI_FLUSHED;
		return 0;
	}
	if (event(ck, p, PM4_EVENT_ADDR))
		return 1;
	bytes = event_bytes(ck, type, &need);
	if (index != need || count != 2)
		return event_form(ck, p);
	return si_address(ck, p + 2, 8, bytes, PM4_WRITES);
}

/* EVENT_WRITE_EOP */
int si_event_write_eop(struct si_checker *ck, const u32 *p)
{
	u32 data = pm4_get(EVENT_WRITE_EOP_DATA_SEL, p[3]);
	u32 bytes = !data ? 0 : data == PM4_V_EVENT_WRITE_EOP_DATA_SEL_DATA_32 ? 4 : 8;

	if (si_bits(ck, p + 1, SI_EVENT_BITS | INV_L2) || event(ck, p, PM4_EVENT_EOP))
		return 1;
	if (pm4_get(EVENT_WRITE_EOP_EVENT_INDEX, p[1]) != 5)
		return event_form(ck, p);
	if (si_most(ck, p + 3, PM4_F_EVENT_WRITE_EOP_DATA_SEL + 1, data, 4))
		return 1;
	if (pm4_get(EVENT_WRITE_EOP_INT_SEL, p[3]))
		return si_shared(ck, p + 3, PM4_SHARED_INTERRUPT);
	if (si_bits(ck, p + 3, 0xe000ffff))
		return 1;
	if (bytes && si_align(ck, p + 2, bytes))
		return 1;
	return si_access(ck, p + 2, si_addr48(p + 2), bytes, PM4_WRITES);
}

/* EVENT_WRITE_EOS */
int si_event_write_eos(struct si_checker *ck, const u32 *p)
{
	u32 cmd = pm4_get(EVENT_WRITE_EOS_CMD, p[3]);

	if (si_bits(ck, p + 1, SI_EVENT_BITS) || event(ck, p, PM4_EVENT_EOS))
		return 1;
	if (pm4_get(EVENT_WRITE_EOS_EVENT_INDEX, p[1]) != 6)
		return event_form(ck, p);
	if (cmd == PM4_V_EVENT_WRITE_EOS_CMD_STORE_GDS)
		return si_shared(ck, p + 3, PM4_SHARED_GDS);
	if (si_exact(ck, p + 3, PM4_F_EVENT_WRITE_EOS_CMD + 1, cmd, 2) ||
	    si_bits(ck, p + 3, 0xe000ffff) || si_align(ck, p + 2, 4))
		return 1;
	return si_access(ck, p + 2, si_addr48(p + 2), 4, PM4_WRITES);
}
