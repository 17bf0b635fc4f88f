/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The facts that a rule gives with its refusal.  A front's refuse function adds the packet; what
 * it copies is the same for all fronts that have registers.  Takes no lock.
 */
#ifndef PM4_WHY_H
#define PM4_WHY_H

#include "pm4.h"

/**
 * struct pm4_why - the rule's part of a struct pm4_verdict
 * @code: enum pm4_code
 * @reg: byte offset of the register, 0: none
 * @field: 1 + number of the field in the tables, 0: none
 * @detail: depends on @code, see pm4_verdict.c and the words of the front
 * @at: the dword; NULL: the packet, or the last write of @reg
 * @buffer: the buffer, NULL: none
 * @expected: bound or value that the rule demands
 * @actual: value in the stream
 * @offset: offset in the buffer, in bytes
 * @shape: depends on @code, see pm4_verdict.c and the words of the front
 */
struct pm4_why {
	u32 code;
	u32 reg;
	u32 field;
	u32 detail;
	const u32 *at;
	const struct pm4_buffer *buffer;
	u64 expected;
	u64 actual;
	u64 offset;
	u64 shape[4];
};

/* Copies the facts; the dword of @why is one of the stream. */
static inline void pm4_verdict_why(struct pm4_verdict *v, const struct pm4_input *in,
				   const struct pm4_why *why)
{
	v->code = why->code;
	v->ring = in->ring;
	v->reg = why->reg;
	v->field = why->field;
	v->detail = why->detail;
	v->expected = why->expected;
	v->actual = why->actual;
	v->offset = why->offset;
	memcpy(v->shape, why->shape, sizeof(v->shape));
	if (why->buffer)
		v->buffer = (u32)(why->buffer - in->buffers);
	if (why->at)
		v->dword = (u32)(why->at - in->ib);
}

#endif /* PM4_WHY_H */
