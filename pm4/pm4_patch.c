// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Applies the patches of a checked stream: addresses, array modes and sizes that
 * were cut.  Called when the stream's buffers have their addresses; takes no lock.
 */
#include "pm4.h"

/*
 * A 40-bit offset becomes an address: its upper byte is at @shift in @hi.  The sum has no
 * more than 40 bits either, so nothing is carried out of that byte.
 */
static inline void add_address(u32 *lo, u32 *hi, u32 shift, u64 addr)
{
	u64 sum = *lo + addr;

	*lo = (u32)sum;
	/* Most addresses have 32 bits. */
	if (sum >> 32)
		*hi += (u32)(sum >> 32) << shift;
}

/**
 * pm4_patch_apply() - put addresses into a copy of a checked stream
 * @ib: the copy; is read and written, so it should be cached memory
 * @patches: what pm4_check() has put there
 * @count: struct pm4_result.npatches
 * @addrs: GPU address of each relocation's buffer, as struct pm4_buffer.align promises;
 *	address and size do not exceed 40 bits
 *
 * The list's order counts: a value comes before the address that is added to it.
 * Applied again to a fresh copy of the stream, the patches give it other addresses.
 */
void pm4_patch_apply(u32 *ib, const struct pm4_patch *patches, u32 count, const u64 *addrs)
{
	const struct pm4_patch *p;

	for (p = patches; p < patches + count; p++) {
		u32 *at = ib + (p->dword & (PM4_MAX_DW - 1));
		u32 kind = p->dword >> PM4_PATCH_KIND;
		u32 arg = p->arg;

		/* The most common first, one question each. */
		if (kind == PM4_PATCH_ADDR_256)
			*at += (u32)(addrs[arg] >> 8);
		else if (kind == PM4_PATCH_VALUE)
			*at = arg;
		else if (kind == PM4_PATCH_ADDR_NEXT)
			add_address(at, at + 1, 0, addrs[arg]);
		else if (kind == PM4_PATCH_ADDR_VERTEX)
			add_address(at, at + 2, 0, addrs[arg]);
		else
			add_address(at, at + 2, 16, addrs[arg]);
	}
}
