/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The oracle for R5xx: executes a checked and patched stream on register files of its own and
 * lists what it can access.  r500.c walks the packets, r500_draw.c judges draws.
 *
 * Each pipe has a register file, because SU_REG_DEST can leave a pipe out of a write.  A register
 * that neither the stream nor the preamble has set may hold anything.  One stream at a time.
 */
#ifndef ORACLE_R500_H
#define ORACLE_R500_H

#include "oracle.h"

#define R5_LANES	4u
#define R5_REGS		0x2000u
#define R5_PROGRAM_DW	(512u * 6)

/* Chips by their numbers in the checker's front. */
enum { R5_RV515, R5_R520, R5_RV530, R5_R580, R5_RV560, R5_RV570, R5_CHIPS };

/* What the client owns: bits of oracle_r500_begin(). */
#define R5_OWNS_HYPERZ	1u
#define R5_OWNS_CMASK	2u

/**
 * struct r5_array - a vertex array
 * @addr: address of the first element
 * @size: bytes of an element
 * @stride: bytes from one element to the next
 */
struct r5_array {
	u64 addr;
	u32 size;
	u32 stride;
};

/**
 * struct r5_chip - state of the chip
 * @chip: R5_*
 * @lanes: pipes, or Z pipes if there are more
 * @owns: R5_OWNS_*
 * @reg: registers of each lane, by dword number
 * @known: set by this stream or the preamble
 * @program: memory of fragment programs
 * @program_known: which of its dwords are known
 * @fragment_uploaded: the fragment shader has words of this stream or of the preamble
 * @vertex_uploaded: the same for the vertex shader
 * @us_index: next dword of an upload
 * @us_constant: it goes to constants
 * @us_held: an instruction of the program holds the texture semaphore
 * @vs_dword: next dword of the vertex shader, if it is past its constants
 * @array: vertex arrays
 * @arrays: their number; ~0 if unknown
 * @lacks_dw: dwords of indices that the last draw lacks
 * @cached: caches that may hold lines of a draw: 1 colour, 2 depth
 * @lines: side of the smallest block of the lines of depth, in pixels
 */
struct r5_chip {
	u32 chip;
	u32 lanes;
	u32 owns;
	u32 reg[R5_LANES][R5_REGS];
	u8 known[R5_LANES][R5_REGS];
	u32 program[R5_PROGRAM_DW];
	u8 program_known[R5_PROGRAM_DW];
	bool fragment_uploaded;
	bool vertex_uploaded;
	u32 us_index;
	bool us_constant;
	bool us_held;
	u32 vs_dword;
	struct r5_array array[32];
	u32 arrays;
	u32 lacks_dw;
	u32 cached;
	u32 lines;
};

void oracle_r500_begin(struct oracle *o, const struct pm4_card *card, u32 owns);
void oracle_r500_run(struct oracle *o, const u32 *ib, u32 ndw);
void oracle_r500_end(struct oracle *o);

/* For the oracle's own files. */
u32 oracle_r500_block(u32 bandwidth, u32 peq);
void oracle_r500_draw(struct oracle *o, struct r5_chip *c, u32 lane, u32 control);

#endif /* ORACLE_R500_H */
