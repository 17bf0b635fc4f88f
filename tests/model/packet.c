// SPDX-License-Identifier: GPL-2.0
/*
 * What the generations' PM4 shares: types of packets, and a row for each packet of type 3.
 */
#include "model_int.h"

/**
 * packet_row() - find the row of a packet of type 3, and compare the packet's length with it
 * @m: card
 * @rows: @n rows
 * @n: their number
 * @chips: the card's bits of packet_row.chips
 * @pkt: header and payload
 * @ndw: dwords of both
 *
 * Return: the row; NULL after a violation.
 */
const struct packet_row *packet_row(struct model *m, const struct packet_row *rows, size_t n, u8 chips,
				    const u32 *pkt, u32 ndw)
{
	u32 op = pkt[0] >> 8 & 0xff, payload = ndw - 1;
	const struct packet_row *row = NULL;

	/* The card may have become another chip, with another table. */
	if (m->cp.row[op] && m->cp.row[op] <= n && rows[m->cp.row[op] - 1].op == op)
		row = &rows[m->cp.row[op] - 1];
	for (size_t i = 0; i < n && !row; i++) {
		if (rows[i].op != op)
			continue;
		row = &rows[i];
		m->cp.row[op] = (u8)(i + 1);
	}
	if (!row || (row->chips && !(row->chips & chips))) {
		violation(m, "packet-unknown", "packet 0x%08x: %s (opcode 0x%02x) does not exist on %s", pkt[0],
			  row ? row->name : "it", op, m->chip->name);
		return NULL;
	}
	if (payload < row->min_dw || payload > row->max_dw) {
		violation(m, "packet-length", "%s with %u payload dwords; it has %u%s", row->name, payload,
			  row->min_dw, row->max_dw == row->min_dw ? "" : " or more");
		return NULL;
	}
	return row;
}

/**
 * packet_execute() - execute a packet by its type
 * @m: card
 * @pkt: header and payload
 * @ndw: dwords of both
 * @type0: executes writes of registers
 * @type3: executes the other packets
 *
 * Return: what the CP does next.
 */
enum pm4_outcome packet_execute(struct model *m, const u32 *pkt, u32 ndw,
				enum pm4_outcome (*type0)(struct model *m, const u32 *pkt, u32 ndw),
				enum pm4_outcome (*type3)(struct model *m, const u32 *pkt, u32 ndw))
{
	switch (pkt[0] >> 30) {
	case 0:
		return type0(m, pkt, ndw);
	case 2:
		return PM4_DONE;
	case 3:
		return type3(m, pkt, ndw);
	}
	violation(m, "packet-type", "packet 0x%08x is of type 1, which no driver uses", pkt[0]);
	return PM4_HANG;
}
