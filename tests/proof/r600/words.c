// SPDX-License-Identifier: GPL-2.0
/*
 * rcp_args_words(): the copy of a chunk of any length from the client's memory, whose bytes have
 * another value at each read.  Each byte is read once, only where access has begun, and reaches its
 * place in the copy.
 */
#include "../proof.h"

/* The model of access to the client's memory, from tests/proof/linux/uaccess.h. */
#include "../../../drm/rcp_cs_words.h"

static u8 copied(u64 at)
{
	return copy[at / 8] >> at % 8 * 8;
}

void words(void)
{
	u32 dw = nondet_u32();
	u64 past = nondet_u64();

	/* Longer than every list that the driver copies by this function. */
	ASSUME(dw && dw <= 1u << 24);
	length = dw * 4ull;
	byte = nondet_u64();
	ASSUME(byte < length);
	memory = malloc(length);
	ASSUME(memory);
	if (rcp_args_words(copy, memory, length)) {
		PROVE(!open, "access has ended after a fault");
		return;
	}
	REACHED("a chunk is copied");
	REACHED_IF(!by_kernel, "a chunk is copied by words");
	PROVE(!open, "access has ended");
	PROVE(reads == 1, "each byte is read once");
	if (by_kernel)
		return;
	PROVE(length < sizeof(copy), "the copy has room");
	PROVE(copied(byte) == value, "each byte of the copy is the one that was read");
	ASSUME(past >= length && past < sizeof(copy));
	PROVE(!copied(past), "nothing is written past the copy");
}
