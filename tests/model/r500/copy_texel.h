/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A fragment program that copies a texel, for tests: R5xx has no packet that copies memory and that a
 * stream may use.
 *
 * It writes texel c0.r of texture 0 to each pixel of colour buffer 0.  The model knows it word by word.
 */
#ifndef R500_COPY_TEXEL_H
#define R500_COPY_TEXEL_H

#define R500_COPY_LAST		2	/* number of the last instruction */
#define R500_COPY_WORDS		18

#define R500_COPY_PROGRAM {							\
	/* r0.rgb = c0 */							\
	0x00003800, 0x00000100, 0x00000000, 0x00db0220, 0x00000000, 0x00490000,	\
	/* r1 = texture 0 at r0, unscaled; holds the semaphore */		\
	0x00007c03, 0x0a400000, 0xe401e400, 0x00000000, 0x00000000, 0x00000000,	\
	/* the end: target A = r1, after the semaphore */			\
	0x00078105, 0x00000001, 0x00000001, 0x00db0220, 0x00c0c000, 0x20490000,	\
}

#endif
