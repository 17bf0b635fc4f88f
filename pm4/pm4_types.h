/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Fixed-width integers and the kernel's helpers, for kernel and userspace builds of pm4/.
 * Only this file and pm4_util.h depend on __KERNEL__.
 */
#ifndef PM4_TYPES_H
#define PM4_TYPES_H

#ifdef __KERNEL__
#include <linux/build_bug.h>
#include <linux/types.h>
#include <linux/overflow.h>
#include <linux/string.h>
#include <linux/kernel.h>

/* The module decodes no stream, and checks streams of the graphics ring only. */
#define PM4_LIBRARY 0
#else
#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#define PM4_LIBRARY 1
#define check_add_overflow(a, b, d) __builtin_add_overflow(a, b, d)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define scnprintf pm4_scnprintf
int pm4_scnprintf(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
#endif

#endif /* PM4_TYPES_H */
