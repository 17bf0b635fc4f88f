/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Command streams as readable text: one line for each dword, with the names of the tables.
 * The pm4 tool uses it, also for the driver's core dumps.  The dwords need not have been checked.
 *
 * No allocation, no locks; needs about a kilobyte of stack.
 */
#ifndef PM4_DECODE_H
#define PM4_DECODE_H

#include "pm4.h"

/**
 * struct pm4_note - a note on a dword
 * @at_dw: index of the dword in &pm4_decoder.ib; &pm4_decoder.ib_dw for the end
 * @text: appended to the line of the dword, after an arrow
 */
struct pm4_note {
	u32 at_dw;
	const char *text;
};

/**
 * struct pm4_decoder - input of the decoder and receiver of the lines
 * @ib: the dwords
 * @ib_dw: length of @ib in dwords
 * @first_dw: number of the first dword in the output
 * @wrap_dw: length of the ring that the dwords come from, at which the numbers wrap to 0;
 *	0 if they come from no ring
 * @front: the front of the chip
 * @chip: the chip
 * @ring: the engine
 * @buffers: the relocation list, NULL if it is unknown
 * @nbuffers: length of @buffers
 * @map: the client's address space, by address; NULL if it is unknown.  Addresses are then shown
 *	as relocation and offset as well
 * @nmap: length of @map
 * @mark_dw: the dword to mark, PM4_NO_DWORD for none
 * @mark: text of the mark, in a line of its own after the dword
 * @notes: notes on single dwords
 * @nnotes: length of @notes
 * @privileged: the packets are the driver's: do not mark packets and registers that are
 *	denied to clients
 * @fields: write a line for each field, even if it is 0.  Otherwise the fields are in the
 *	line of their dword, without those that are 0 and have no name for 0
 * @line: called with each line, without a newline
 * @ctx: first argument of @line
 */
struct pm4_decoder {
	const u32 *ib;
	u32 ib_dw;
	u32 first_dw;
	u32 wrap_dw;
	const struct pm4_front *front;
	u32 chip;
	enum pm4_ring ring;
	const struct pm4_buffer *buffers;
	u32 nbuffers;
	const struct pm4_mapping *map;
	u32 nmap;
	u32 mark_dw;
	const char *mark;
	const struct pm4_note *notes;
	u32 nnotes;
	bool privileged;
	bool fields;
	void (*line)(void *ctx, const char *text);
	void *ctx;
};

/**
 * struct pm4_program - a shader program in memory and receiver of the lines
 * @dw: the dwords from the program's start on
 * @ndw: number of dwords that are known; more than the program has is no error
 * @front: the front of the chip
 * @chip: the chip
 * @vertex: R5xx: it is a vertex program, whose instructions have four dwords; else one of fragments
 * @line: called with each line, without a newline
 * @ctx: first argument of @line
 */
struct pm4_program {
	const u32 *dw;
	u32 ndw;
	const struct pm4_front *front;
	u32 chip;
	bool vertex;
	void (*line)(void *ctx, const char *text);
	void *ctx;
};

/* Room for the longest line, with its NUL. */
#define PM4_DECODE_LINE 512

void pm4_decode(const struct pm4_decoder *d);
bool pm4_decode_program(const struct pm4_program *p);
size_t pm4_decode_reg(const struct pm4_front *front, u32 chip, u32 offset, u32 value,
		      char *text, size_t size);
size_t pm4_decode_fields(const struct pm4_front *front, u32 chip, u32 offset, u32 value,
			 char *text, size_t size);
u32 pm4_packet_dw(const struct pm4_front *front, enum pm4_ring ring, u32 chip, u32 header);

#endif /* PM4_DECODE_H */
