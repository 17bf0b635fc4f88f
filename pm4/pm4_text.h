/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Text of verdicts and of the decoder: appending, and the words that pm4/ and the fronts share.
 *
 * Pure functions of their arguments: no allocation, no locks, any context.
 */
#ifndef PM4_TEXT_H
#define PM4_TEXT_H

#include "pm4_table.h"

/**
 * struct pm4_text - a text; say() appends to it and truncates it at its size
 * @buf: the text; ends with a NUL
 * @size: size of @buf in bytes, not 0
 * @len: characters without the NUL
 * @front: front of the stream
 * @chip: chip of the stream
 */
struct pm4_text {
	char *buf;
	size_t size;
	size_t len;
	const struct pm4_front *front;
	u32 chip;
};

#define say(t, ...) \
	((t)->len += scnprintf((t)->buf + (t)->len, (t)->size - (t)->len, __VA_ARGS__))

/* printf() has no format for u64. */
static inline unsigned long long big(u64 value)
{
	return value;
}

/* pm4_verdict.c: parts of a sentence */
void pm4_say_dwords(struct pm4_text *t, u64 count);
void pm4_say_range(struct pm4_text *t, const struct pm4_verdict *v);
void pm4_say_register(struct pm4_text *t, u32 reg);
const char *pm4_field_name(const struct pm4_text *t, const struct pm4_verdict *v,
			   const char *name);
const char *pm4_reason(const char *text);

/* pm4_fields.c: fields of a value */
void pm4_say_fields(struct pm4_text *t, u32 first, u32 n, u32 value);

#endif /* PM4_TEXT_H */
