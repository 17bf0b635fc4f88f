/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Rules that operands of many packets have: reserved bits, alignment, fields with few values,
 * addresses.  Each function returns 0, or 1 after a refusal.
 *
 * Reserved bits are refused, because no document says what they do.  Addresses are compared with
 * the map if there is one; alignment is a rule of the packet in any case.
 */
#ifndef SI_OPERAND_H
#define SI_OPERAND_H

#include "si_state.h"

#define SI_HIGH16	0xffffu		/* of an address: bits 47:32 */
#define SI_HIGH8	0xffu		/* of an address: bits 39:32 */
#define SI_SWAP		0x3u		/* of an address: how to swap the bytes */

static inline int si_bits(struct si_checker *ck, const u32 *at, u32 allowed)
{
	return likely(!(*at & ~allowed)) ? 0 : si_refuse_bits(ck, at, allowed);
}

static inline int si_align(struct si_checker *ck, const u32 *at, u32 unit)
{
	if (likely(!(*at & (unit - 1))))
		return 0;
	ck->verdict->detail = (u32)(at - ck->header) - 1;
	return si_refuse(ck, PM4_CODE_ALIGNMENT, at, unit, *at);
}

/* Field @field, 1 + its number, has a value that is more than @most. */
static inline int si_most(struct si_checker *ck, const u32 *at, u32 field, u32 value, u32 limit)
{
	if (likely(value <= limit))
		return 0;
	ck->verdict->field = field;
	ck->verdict->shape[0] = PM4_VALUE_MOST;
	return si_refuse(ck, PM4_CODE_FIELD_VALUE, at, limit, value);
}

/* Field @field must be @only. */
static inline int si_exact(struct si_checker *ck, const u32 *at, u32 field, u32 value, u32 only)
{
	if (likely(value == only))
		return 0;
	ck->verdict->field = field;
	return si_refuse(ck, PM4_CODE_FIELD_VALUE, at, only, value);
}

/* The value of a field selects what all clients share; @detail: enum pm4_shared. */
static inline int si_shared(struct si_checker *ck, const u32 *at, u32 detail)
{
	ck->verdict->detail = detail;
	return si_refuse(ck, PM4_CODE_SHARED, at, 0, *at);
}

/* An address of two dwords of which the second has nothing but bits 47:32. */
static inline int si_address(struct si_checker *ck, const u32 *at, u32 unit, u64 bytes, u32 access)
{
	if (si_align(ck, at, unit) || si_bits(ck, at + 1, SI_HIGH16))
		return 1;
	return si_access(ck, at, si_addr48(at), bytes, access);
}

/* The same with the swap of the bytes in bits 1:0. */
static inline int si_address_swap(struct si_checker *ck, const u32 *at, u64 bytes, u32 access)
{
	if (si_bits(ck, at + 1, SI_HIGH16))
		return 1;
	return si_access(ck, at, si_addr48(at) & ~(u64)SI_SWAP, bytes, access);
}

/* An address of 64 bits. */
static inline int si_address64(struct si_checker *ck, const u32 *at, u32 unit, u64 bytes,
			       u32 access)
{
	if (si_align(ck, at, unit))
		return 1;
	return si_access(ck, at, si_addr64(at), bytes, access);
}

/* An address relative to a base that the stream has set; with a map it must have. */
static inline int si_relative(struct si_checker *ck, const u32 *at, bool is_set, u64 base,
			      u64 offset, u64 bytes)
{
	if (!ck->map || !bytes)
		return 0;
	if (!is_set)
		return si_refuse(ck, PM4_CODE_ADDRESS_UNKNOWN, at, PM4_OPCODE(*ck->header), 0);
	/* The base has 48 bits, the offset 34 at most. */
	return si_access(ck, at, base + offset, bytes, PM4_READS);
}

#endif /* SI_OPERAND_H */
