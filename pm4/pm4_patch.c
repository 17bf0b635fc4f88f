// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Applies the patches of a checked stream: addresses, array modes and clamped sizes.
 * Called after the stream's buffers have been placed; takes no lock.
 */
#include "pm4_util.h"

/*
 * Turn a 40-bit offset into an address.  Bits 39:32 are at bit @shift of @hi.  The sum fits
 * into 40 bits too, so no carry leaves those eight bits.
 */
static inline void add_address(u32 *lo, u32 *hi, u32 shift, u64 addr)
{
	u64 sum = *lo + addr;

	*lo = (u32)sum;
	/* Most addresses have 32 bits. */
	if (sum >> 32)
		*hi += (u32)(sum >> 32) << shift;
}

/*
 * Patches of the kind ADDR_32 from @p on, up to one of another kind.  Streams of R5xx have long
 * runs of them.  Returns the last one.
 */
static __always_inline const struct pm4_patch *
add_bytes(u32 *ib, const struct pm4_patch *p, const struct pm4_patch *end, const u64 *addrs)
{
	const u32 kind = (u32)PM4_PATCH_ADDR_32 << PM4_PATCH_KIND;
	u32 at = p->dword - kind;

	do {
		ib[at] += (u32)addrs[p->arg];
		if (++p == end)
			break;
		at = p->dword - kind;
	} while (at < PM4_MAX_DW);
	return p - 1;
}

/**
 * pm4_patch_apply() - apply the patches to a copy of a checked stream
 * @ib: the copy; read and written, so it should be cached memory
 * @patches: patches that pm4_check() made
 * @count: struct pm4_result.npatches
 * @addrs: GPU address of each relocation's buffer, a multiple of its struct
 *	pm4_buffer.align; address plus size does not exceed 40 bits
 *
 * The order of the list matters: a value comes before the address that is added to it.
 * Apply the patches only once to a copy; another copy may get other addresses.
 *
 * Context: Any context.
 */
void pm4_patch_apply(u32 *ib, const struct pm4_patch *patches, u32 count, const u64 *addrs)
{
	const struct pm4_patch *p, *end = patches + count;

	for (p = patches; p < end; p++) {
		u32 *at = ib + (p->dword & (PM4_MAX_DW - 1));
		u32 kind = p->dword >> PM4_PATCH_KIND;
		u32 arg = p->arg;

		/* The most common kinds of each generation come first. */
		if (kind == PM4_PATCH_ADDR_256)
			*at += (u32)(addrs[arg] >> 8);
		else if (kind == PM4_PATCH_VALUE)
			*at = arg;
		else if (kind == PM4_PATCH_ADDR_32)
			p = add_bytes(ib, p, end, addrs);
		else if (kind == PM4_PATCH_ADDR_NEXT)
			add_address(at, at + 1, 0, addrs[arg]);
		else if (kind == PM4_PATCH_ADDR_VERTEX)
			add_address(at, at + 2, 0, addrs[arg]);
		else if (kind == PM4_PATCH_ADDR_FILL)
			add_address(at, at + 2, 16, addrs[arg]);
		else if (kind == PM4_PATCH_START_256)
			*at = (u32)(addrs[arg] >> 8);
		else
			*at += (u32)(addrs[arg] >> 10);
	}
}
