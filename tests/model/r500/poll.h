/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A fragment program that polls memory, for tests: R5xx has no packet that waits.
 *
 * It looks up texel c1.r of texture 0, whose format is 8_8_8_8, until all four channels equal c0.  The
 * model knows the program by its words.
 */
#ifndef R500_POLL_H
#define R500_POLL_H

#define R500_POLL_INSTRUCTIONS	6
#define R500_POLL_LAST		5

#define R500_POLL_PROGRAM {							\
	/* r0.rgb = c1 */							\
	0x00003800, 0x00000101, 0x00000000, 0x00db0220, 0x00000000, 0x00490000,	\
	/* r1 = texture 0 at r0, unscaled; holds the semaphore */		\
	0x00007803, 0x0a400000, 0xe401e400, 0x00000000, 0x00000000, 0x00000000,	\
	/* r2 = r1 - c0, after the semaphore */					\
	0x00007804, 0x00040001, 0x00040001, 0x00db0220, 0x00c0c020, 0x5aa21020,	\
	/* the ALU result is r2 . r2 != 0 */					\
	0x01800400, 0x00000002, 0x00000002, 0x80440220, 0x0060c001, 0x00000002,	\
	/* jump to the lookup if it is set */					\
	0x00000402, 0x00000000, 0x0000f020, 0x00010000, 0x00000000, 0x00000000,	\
	/* the end, without output */						\
	0x00000105, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000000,	\
}

#endif
