/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Command streams as readable text: one line per dword, with the names of the
 * tables.  Used by the pm4 tool and by the device core dump.  Any dwords may be
 * given, also such as no check has seen.
 *
 * No allocation, no locks, any context that can spare a kilobyte of stack.
 */
#ifndef PM4_DECODE_H
#define PM4_DECODE_H

#include "pm4.h"

/**
 * struct pm4_note - what is to be said of a dword
 * @at_dw: which one, an index of &pm4_decoder.ib; @ib_dw is the place behind the last one
 * @text: put at the end of its line, behind an arrow
 */
struct pm4_note {
	u32 at_dw;
	const char *text;
};

/**
 * struct pm4_decoder - what to decode, and where the lines go
 * @ib: the dwords
 * @ib_dw: their number
 * @first_dw: what the first of them is called in the output
 * @wrap_dw: dwords of the ring that they come from: the number behind its last is 0; 0 if
 *	they come from none
 * @chip: which chip they are for
 * @ring: which engine
 * @buffers: the relocation list, NULL if it is not at hand
 * @nbuffers: its length
 * @mark_dw: a dword to be marked, PM4_NO_DWORD for none
 * @mark: text for the mark, put on a line of its own behind the dword
 * @notes: what is to be said of single dwords
 * @nnotes: how many notes there are
 * @privileged: the driver's own packets: do not say what a client is denied
 * @fields: each field gets a line of its own, also if it is 0; otherwise the fields stand
 *	in the line of their dword, without those that are 0 and have no name for it
 * @line: called for each line, without a newline
 * @ctx: given to @line
 */
struct pm4_decoder {
	const u32 *ib;
	u32 ib_dw;
	u32 first_dw;
	u32 wrap_dw;
	enum pm4_chip chip;
	enum pm4_ring ring;
	const struct pm4_buffer *buffers;
	u32 nbuffers;
	u32 mark_dw;
	const char *mark;
	const struct pm4_note *notes;
	u32 nnotes;
	bool privileged;
	bool fields;
	void (*line)(void *ctx, const char *text);
	void *ctx;
};

/* Longest line, with its NUL. */
#define PM4_DECODE_LINE 512

void pm4_decode(const struct pm4_decoder *d);
size_t pm4_decode_reg(enum pm4_chip chip, u32 offset, u32 value, char *text,
		      size_t size);
u32 pm4_packet_dw(enum pm4_ring ring, enum pm4_chip chip, u32 header);

#endif /* PM4_DECODE_H */
