/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Marks for the plugin that counts instructions: a NOP with an operand that compilers do
 * not make, whose last byte is the mark's number.
 */
#ifndef MARK_H
#define MARK_H

#define MARK_BYTES	0x0f, 0x1f, 0x80, 0x72, 0x63, 0x70

/* @n: a number, 0 to 127 */
#define MARK(n) \
	asm volatile(".byte 0x0f, 0x1f, 0x80, 0x72, 0x63, 0x70, %c0" : : "i" (n) : "memory")

/* One series: MARK_SERIES, and then for each repetition MARK_BEGIN, _FIRST and _END. */
#define MARK_SERIES	1
#define MARK_BEGIN	2
#define MARK_FIRST	3
#define MARK_END	4

#endif /* MARK_H */
