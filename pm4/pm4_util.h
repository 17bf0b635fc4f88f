/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Arithmetic that the files of pm4/ share: the kernel's helpers for userspace builds, bounds.
 * No state, no locks.
 */
#ifndef PM4_UTIL_H
#define PM4_UTIL_H

#include "pm4.h"

#ifdef __KERNEL__
#include <linux/bitops.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#else
#define __ffs(x) ((u32)__builtin_ctzll(x))
#define __ffs64(x) __ffs(x)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define swap(a, b) do { __typeof__(a) swap_ = (a); (a) = (b); (b) = swap_; } while (0)
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#ifndef noinline
#define noinline __attribute__((noinline))
#endif
#ifndef __always_inline
#define __always_inline inline __attribute__((always_inline))
#endif
#ifndef __cold
#define __cold __attribute__((cold))
#endif

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline u32 ror32(u32 word, u32 shift)
{
	return word >> shift | word << (32 - shift);
}
#endif

static inline u32 pm4_bits(u32 value, u32 shift, u32 width)
{
	return value >> shift & (0xffffffffu >> (32 - width));
}

static inline u32 pm4_align(u32 value, u32 align)
{
	return (value + align - 1) / align * align;
}

/*
 * The product of two sizes, which fits in 64 bits, and the number of units that hold a value.
 * Functions, because the proofs know both by a contract.
 */
static inline u64 pm4_times(u64 a, u64 b)
{
	return a * b;
}

static inline u32 pm4_div_up(u32 value, u32 unit)
{
	return (value + unit - 1) / unit;
}

/* Returns true if [offset, offset + bytes) is inside a buffer; no sum can wrap. */
static inline bool pm4_inside(const struct pm4_buffer *buffer, u64 offset, u64 bytes)
{
	return offset <= buffer->size && bytes <= buffer->size - offset;
}

/* Returns true if the value of a base register, in units of 256 bytes, is inside a buffer. */
static inline bool pm4_base_inside(const struct pm4_buffer *buffer, u32 base)
{
	return (u64)base << 8 < buffer->size;
}

#endif /* PM4_UTIL_H */
