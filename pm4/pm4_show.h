/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The decoder's walk, and the functions by which a front shows a packet: &pm4_front.show writes
 * the line of the header and the lines of the body.
 *
 * No locks, no allocation.
 */
#ifndef PM4_SHOW_H
#define PM4_SHOW_H

#include "pm4_decode.h"
#include "pm4_text.h"

/**
 * struct pm4_walk - walk over the packets of a stream
 * @d: the stream and the receiver of the lines
 * @at: dword of the next line
 * @end: end of the packet, or of the stream if that is nearer
 * @first_field: first of the fields that get lines of their own below the line
 * @nfields: number of these fields
 * @line: the line
 * @t: its text
 */
struct pm4_walk {
	const struct pm4_decoder *d;
	u32 at;
	u32 end;
	u32 first_field;
	u32 nfields;
	char line[PM4_DECODE_LINE];
	struct pm4_text t;
};

void pm4_line_start(struct pm4_walk *w, bool header);
void pm4_line_end(struct pm4_walk *w);
void pm4_show_denied(struct pm4_walk *w, const struct pm4_packet_row *row);
void pm4_show_fields(struct pm4_walk *w, u32 first, u32 n);
void pm4_show_mapped(struct pm4_walk *w, u64 addr);
void pm4_show_reg(struct pm4_walk *w, u32 offset);
void pm4_show_body(struct pm4_walk *w, const struct pm4_packet_row *row);

#endif /* PM4_SHOW_H */
