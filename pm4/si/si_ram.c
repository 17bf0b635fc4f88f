// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Constant RAM: all rings share it, in partitions that the kernel sets once.  A stream stays inside
 * of the partition of its ring, and dumps only what it has written: the rest may be another
 * client's.
 *
 * Called by si_packet.c; the functions return 0, or 1 after a refusal.  No locks.
 */
#include "si_operand.h"

/* Bytes of the partition of the ring. */
static u32 ram_bytes(const struct si_checker *ck)
{
	return ck->in->ring == PM4_RING_COMPUTE ? SI_CONST_RAM_COMPUTE : SI_CONST_RAM_GFX;
}

/* A range of constant RAM must be inside of the partition. */
static int ram_range(struct si_checker *ck, const u32 *at, u32 offset, u64 dw)
{
	if (likely(offset + 4 * dw <= ram_bytes(ck)))
		return 0;
	ck->verdict->offset = offset;
	return si_refuse(ck, PM4_CODE_CONST_RAM, at, ram_bytes(ck), 4 * dw);
}

/* The bits of dwords @first to @last of one word of &si_checker.ram. */
static u64 ram_bits(u32 word, u32 first, u32 last)
{
	u64 mask = ~0ull;

	if (word == first / 64)
		mask &= ~0ull << first % 64;
	if (word == last / 64)
		mask &= ~0ull >> (63 - last % 64);
	return mask;
}

static void ram_set(struct si_checker *ck, u32 offset, u32 dw)
{
	u32 first = offset / 4, last = first + dw - 1, i;

	if (!dw || *ck->header & PM4_PREDICATE)
		return;
	for (i = first / 64; i <= last / 64; i++)
		ck->ram[i] |= ram_bits(i, first, last);
}

/* Number of the first dword of a range that the stream has not written; @dw: none. */
static u32 ram_unset(const struct si_checker *ck, u32 offset, u32 dw)
{
	u32 first = offset / 4, last = first + dw - 1, i;
	u64 missing;

	for (i = first / 64; dw && i <= last / 64; i++) {
		missing = ram_bits(i, first, last) & ~ck->ram[i];
		if (missing)
			return 64 * i + (u32)__ffs64(missing) - first;
	}
	return dw;
}

/* LOAD_CONST_RAM */
int si_load_ram(struct si_checker *ck, const u32 *p)
{
	if (si_bits(ck, p + 3, 0x7fff) || si_align(ck, p + 3, 8) || si_bits(ck, p + 4, 0xffff) ||
	    si_align(ck, p + 4, 32) || ram_range(ck, p + 4, p[4], p[3]) ||
	    si_address64(ck, p + 1, 32, 4ull * p[3], PM4_READS))
		return 1;
	ram_set(ck, p[4], p[3]);
	return 0;
}

/* WRITE_CONST_RAM and WRITE_CONST_RAM_OFFSET */
int si_write_ram(struct si_checker *ck, const u32 *p, u32 count)
{
	if (si_bits(ck, p + 1, 0xffff) || si_align(ck, p + 1, 4) ||
	    ram_range(ck, p + 1, p[1], count))
		return 1;
	ram_set(ck, p[1], count);
	return 0;
}

/* DUMP_CONST_RAM */
int si_dump_ram(struct si_checker *ck, const u32 *p)
{
	u32 unset;

	if (si_bits(ck, p + 1, 0xffff) || si_align(ck, p + 1, 4) || si_bits(ck, p + 2, 0x7fff) ||
	    ram_range(ck, p + 1, p[1], p[2]))
		return 1;
	unset = ram_unset(ck, p[1], p[2]);
	if (unset < p[2])
		return si_refuse(ck, PM4_CODE_CONST_RAM_UNSET, p + 1, 0, p[1] + 4 * unset);
	return si_address64(ck, p + 3, 4, 4ull * p[2], PM4_WRITES);
}
