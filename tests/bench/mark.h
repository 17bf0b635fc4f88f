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

/* One stream: MARK_STREAM, and then for each submission MARK_BEGIN, _IOCTL and _END. */
#define MARK_STREAM	1
#define MARK_BEGIN	2
#define MARK_IOCTL	3
#define MARK_END	4
/* The same without a submission */
#define MARK_IDLE_BEGIN	5
#define MARK_IDLE_END	6

#endif /* MARK_H */
