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

#define SI_QUERY_PAIR	16u		/* bytes of the counters of one render backend */

/* Pairs of counters: one for each render backend. */
static inline u32 si_backends(const struct si_checker *ck)
{
	return ck->card.backends ? ck->card.backends : 1;
}

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

/* A packet depends on a value that the stream does not show; @what: PM4_UNKNOWN_* */
static inline int si_unknown(struct si_checker *ck, const u32 *at, u32 what, u32 why)
{
	ck->verdict->detail = what;
	return si_refuse(ck, PM4_CODE_ADDRESS_UNKNOWN, at, 0, why);
}

/* With a map, the stream must have set a value that an address depends on; @what as above. */
static inline int si_needs(struct si_checker *ck, const u32 *at, u32 what,
			   const struct si_tracked *t)
{
	if (!ck->map || likely(si_is_certain(ck, t)))
		return 0;
	return si_unknown(ck, at, what, t->is_set ? PM4_UNKNOWN_MAYBE : PM4_UNKNOWN_UNSET);
}

/* An address relative to a base that the stream has set; @what: PM4_UNKNOWN_* */
static inline int si_relative(struct si_checker *ck, const u32 *at, u32 what,
			      const struct si_tracked *base, u64 offset, u64 bytes)
{
	if (!ck->map || !bytes)
		return 0;
	/* The base has 48 bits, the offset 34 at most. */
	return si_needs(ck, at, what, base) ||
	       si_access(ck, at, base->value + offset, bytes, PM4_READS);
}

/*
 * The same for base @n of SET_BASE.  No document says whether the constant engine has bases of its
 * own, so what it sets must be the same.
 */
static inline int si_set_base_relative(struct si_checker *ck, const u32 *at, u32 n, u64 offset,
				       u64 bytes)
{
	if (ck->map && ck->const_set >> n & 1 && ck->base[n].is_set &&
	    (ck->const_differs >> n & 1 || ck->const_base[n] != ck->base[n].value))
		return si_unknown(ck, at, PM4_UNKNOWN_SET_BASE, PM4_UNKNOWN_BOTH);
	return si_relative(ck, at, PM4_UNKNOWN_SET_BASE, &ck->base[n], offset, bytes);
}

#endif /* SI_OPERAND_H */
