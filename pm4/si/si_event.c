// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Events: each has a row, and one of the three packets that may send it.
 *
 * Called by si_packet.c; the functions return 0, or 1 after a refusal.  No locks.
 */
#include "si_operand.h"

#define INV_L2		(1u << 20)	/* invalidate the L2 cache as well */

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

/**
 * si_event_index() - EVENT_INDEX of an event of EVENT_WRITE
 * @type: the event
 *
 * Return: the only index that the guide gives it (2.8.3).
 */
u32 si_event_index(u32 type)
{
	switch (type) {
	case PM4_EVENT_ZPASS_DONE:
		return 1;
	case PM4_EVENT_SAMPLE_PIPELINESTAT:
		return 2;
	case PM4_EVENT_SAMPLE_STREAMOUTSTATS:
	case PM4_EVENT_SAMPLE_STREAMOUTSTATS1:
	case PM4_EVENT_SAMPLE_STREAMOUTSTATS2:
	case PM4_EVENT_SAMPLE_STREAMOUTSTATS3:
		return 3;
	case PM4_EVENT_CS_PARTIAL_FLUSH:
	case PM4_EVENT_VS_PARTIAL_FLUSH:
	case PM4_EVENT_PS_PARTIAL_FLUSH:
		return 4;
	case PM4_EVENT_CACHE_FLUSH:
	case PM4_EVENT_CACHE_FLUSH_AND_INV_EVENT:
		return 7;
	}
	return 0;
}

/**
 * si_event_bytes() - bytes that an event with an address writes
 * @ck: the checker
 * @type: the event
 *
 * Return: the bytes.
 */
u32 si_event_bytes(const struct si_checker *ck, u32 type)
{
	switch (type) {
	case PM4_EVENT_ZPASS_DONE:
		return SI_QUERY_PAIR * (si_backends(ck) - 1) + 8;
	case PM4_EVENT_SAMPLE_PIPELINESTAT:
		return 88;
	}
	return 16;
}

/* EVENT_WRITE */
int si_event_write(struct si_checker *ck, const u32 *p, u32 count)
{
	u32 type = p[1] & 0x3f, index = pm4_get(EVENT_WRITE_EVENT_INDEX, p[1]);
	/* Only the flushes of all caches may invalidate the L2 cache as well. */
	u32 bits = SI_EVENT_BITS | (si_event_index(type) == 7 ? INV_L2 : 0);

	if (likely(!count)) {
		if (event(ck, p, PM4_EVENT_PLAIN) || si_bits(ck, p + 1, bits))
			return 1;
		if (index != si_event_index(type))
			return event_form(ck, p);
		if (type == PM4_EVENT_SO_VGTSTREAMOUT_FLUSH && !(*p & PM4_PREDICATE))
			ck->flushed |= ck->skip ? SI_FLUSHED_HERE : SI_FLUSHED;
		return 0;
	}
	if (event(ck, p, PM4_EVENT_ADDR) || si_bits(ck, p + 1, bits))
		return 1;
	if (index != si_event_index(type) || count != 2)
		return event_form(ck, p);
	return si_address(ck, p + 2, 8, si_event_bytes(ck, type), PM4_WRITES);
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
	if (data == PM4_V_EVENT_WRITE_EOP_DATA_SEL_PERFCOUNTER)
		return si_shared(ck, p + 3, PM4_SHARED_PERFCOUNTER);
	if (si_most(ck, p + 3, PM4_F_EVENT_WRITE_EOP_DATA_SEL + 1, data, 3))
		return 1;
	if (pm4_get(EVENT_WRITE_EOP_INT_SEL, p[3]))
		return si_shared(ck, p + 3, PM4_SHARED_INTERRUPT);
	if (si_bits(ck, p + 3, 0xe000ffff))
		return 1;
	if (si_align(ck, p + 2, bytes ? bytes : 4))
		return 1;
	return si_access(ck, p + 2, si_addr48(p + 2), bytes, PM4_WRITES);
}

/* EVENT_WRITE_EOS: its event is the end of the draw or dispatch before it. */
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
	if (!si_after_draw(ck, (p[1] & 0x3f) == PM4_EVENT_CS_DONE)) {
		ck->verdict->detail = p[1] & 0x3f;
		return si_refuse(ck, PM4_CODE_EVENT_PLACE, p, 0, 0);
	}
	return si_access(ck, p + 2, si_addr48(p + 2), 4, PM4_WRITES);
}
