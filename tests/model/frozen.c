// SPDX-License-Identifier: GPL-2.0
/*
 * The card owns an indirect buffer from the doorbell to the end of its execution:
 * the driver must not change it.  A driver that reuses IB memory too early, or
 * patches a stream after the check, breaks this rule; an engine delay makes the
 * race visible.
 *
 * The doorbell hashes each indirect buffer that the new ring packets call, and the
 * execution compares the hash.  These reads have no effect on TLB or counters.
 */
#include <string.h>

#include "model_int.h"

#define CALL_DW		4u	/* of the longest packet that calls one */
#define CHUNK_DW		1024u

/* FNV-1a over dwords; 0 if the buffer cannot be read, which the execution will report. */
static u64 hash(struct model *m, u64 addr, u32 ndw)
{
	u64 h = 0xcbf29ce484222325ull;
	u32 buf[CHUNK_DW];

	while (ndw) {
		u32 n = ndw < CHUNK_DW ? ndw : CHUNK_DW;

		if (!mc_peek(m, addr, buf, n * 4ull))
			return 0;
		for (u32 i = 0; i < n; i++)
			h = (h ^ buf[i]) * 0x100000001b3ull;
		addr += n * 4ull;
		ndw -= n;
	}
	return h;
}

static u32 ring_dword(struct model *m, u64 base, u32 pos, u32 size)
{
	u32 v = 0;

	mc_peek(m, base + (pos & (size - 1)) * 4ull, &v, sizeof(v));
	return v;
}

static void freeze(struct model *m, u64 addr, u32 ndw, u32 end)
{
	struct frozen *f;

	if (m->cp.nfrozen == MAX_FROZEN)
		m->cp.nfrozen = 0;	/* more than any driver queues */
	f = &m->cp.frozen[m->cp.nfrozen++];
	f->addr = addr;
	f->ndw = ndw;
	f->end = end;
	f->hash = hash(m, addr, ndw);
}

/* The doorbell publishes the ring's packets from @from to @to; @size and positions in dwords. */
void frozen_publish(struct model *m, u32 from, u32 to, u32 size)
{
	u64 base = m->chip->gen->ring_base(m), addr;
	u32 left = (to - from) & (size - 1);
	u32 packet[CALL_DW], ib_dw;

	while (left) {
		u32 header = ring_dword(m, base, from, size);
		u32 ndw = m->chip->gen->packet_dw(header);

		if (ndw > left)
			break;
		for (u32 i = 0; i < ndw && i < CALL_DW; i++)
			packet[i] = ring_dword(m, base, from + i, size);
		if (m->chip->gen->ib_call(packet, ndw, &addr, &ib_dw))
			freeze(m, addr, ib_dw, (from + ndw) & (size - 1));
		from += ndw;
		left -= ndw;
	}
}

/* The ring calls an indirect buffer; the packet ended at the present RPTR. */
void frozen_execute(struct model *m, u64 addr, u32 ndw)
{
	u32 i;

	for (i = 0; i < m->cp.nfrozen && m->cp.frozen[i].end != m->cp.rptr; i++)
		;
	if (i == m->cp.nfrozen)
		return;
	if (m->cp.frozen[i].addr != addr || m->cp.frozen[i].ndw != ndw)
		violation(m, "published",
			  "the packet that calls an indirect buffer before ring dword %u changed between doorbell and execution",
			  m->cp.rptr);
	else if (m->cp.frozen[i].hash && m->cp.frozen[i].hash != hash(m, addr, ndw))
		violation(m, "published",
			  "the indirect buffer at 0x%llx (%u dwords) changed between doorbell and execution",
			  (unsigned long long)addr, ndw);
	m->cp.nfrozen -= i + 1;
	memmove(m->cp.frozen, m->cp.frozen + i + 1, m->cp.nfrozen * sizeof(m->cp.frozen[0]));
}
