// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Counts of a stream, for traces and verdicts.
 *
 * A pass of its own: the check counts nothing that it does not need, because nearly all streams
 * are checked without anything that asks for counts.  Takes no lock.
 */
#include "pm4_table.h"
#include "pm4_packet.h"

/**
 * pm4_count() - count the packets and the register writes of a stream
 * @front: the front
 * @ib: the dwords of a stream that pm4_check() has accepted; not of the DMA engine
 * @ib_dw: length of @ib in dwords
 * @counts: receives the counts
 *
 * Context: Any context.
 */
void pm4_count(const struct pm4_front *front, const u32 *ib, u32 ib_dw, struct pm4_counts *counts)
{
	u32 at, header;

	memset(counts, 0, sizeof(*counts));
	/* An accepted packet ends inside of the stream. */
	for (at = 0; at < ib_dw; at += PM4_TYPE(header) == 2 ? 1 : PM4_COUNT(header) + 2) {
		header = ib[at];
		front->count(header, counts);
	}
}
