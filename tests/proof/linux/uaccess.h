/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The client's memory for a proof about a copy from it: any bytes, which differ at each read.  A
 * harness gives the chunk at @memory its @length, and one @byte of it to follow.
 */
#ifndef PROOF_UACCESS_H
#define PROOF_UACCESS_H

#include "proof.h"

#define __user
#define EFAULT	14

static const u8 *memory;
/* The copy by words, and a word past the longest. */
#define WORDS	33
static u64 copy[WORDS];
static u64 length, byte;
/* How often byte @byte has been read, and its last value. */
static u32 reads;
static u8 value;
static bool open, by_kernel;

static bool reads_byte(const void *from, u64 size)
{
	u64 at = (const u8 *)from - memory;

	PROVE(at < length && size <= length - at, "a read is in the chunk");
	return byte >= at && byte - at < size;
}

static bool user_read_access_begin(const void *from, u64 size)
{
	PROVE(!open, "access begins once");
	PROVE(from == memory && size == length, "access begins for the chunk");
	open = nondet_bool();
	return open;
}

static void user_read_access_end(void)
{
	PROVE(open, "access ends after it has begun");
	open = false;
}

#define unsafe_get_user(to, from, label) \
	do { \
		const void *at = (from); \
		u64 any_value = nondet_u64(); \
\
		PROVE(open, "a read without a copy of the kernel's begins access first"); \
		if (nondet_bool()) \
			goto label; \
		if (reads_byte(at, sizeof(to))) { \
			reads++; \
			value = any_value >> 8 * (byte - ((const u8 *)at - memory)); \
		} \
		(to) = any_value; \
	} while (0)

/* The kernel's copy reads each byte once. */
static u64 copy_from_user(void *to, const void *from, u64 size)
{
	if (nondet_bool())
		return 1;
	PROVE(to == copy && from == memory && size == length, "the kernel copies the chunk");
	by_kernel = true;
	if (reads_byte(from, size))
		reads++;
	return 0;
}

#endif /* PROOF_UACCESS_H */
