/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Refusals.  The rule fills in struct pm4_why, pm4_refuse() adds the packet.  pm4_refuse()
 * always returns 1, so that a rule ends with "return PM4_REFUSE(...)".  Takes no lock.
 */
#ifndef PM4_REFUSE_H
#define PM4_REFUSE_H

#include "pm4_state.h"

/**
 * struct pm4_why - the rule's part of a struct pm4_verdict
 * @code: enum pm4_code
 * @reg: byte offset of the register, 0: none
 * @field: 1 + number of the field in pm4_fields[], 0: none
 * @detail: depends on @code, see pm4_verdict.c
 * @at: the dword; NULL: the packet, or the last write of @reg
 * @buffer: the buffer, NULL: none
 * @expected: bound or value that the rule demands
 * @actual: value in the stream
 * @offset: offset in the buffer, in bytes
 * @shape: depends on @code, see pm4_verdict.c
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

int __cold pm4_refuse(struct pm4_checker *ck, const struct pm4_why *why);

/* The explicit 1 is for static analyzers, which do not look into another file. */
#define PM4_REFUSE(ck, ...) (pm4_refuse(ck, &(struct pm4_why){ __VA_ARGS__ }), 1)

/* Refusals that many rules share. */
int __cold pm4_refuse_reloc(struct pm4_checker *ck, const u32 *where);
int __cold pm4_refuse_write(struct pm4_checker *ck, u32 index, const u32 *where, u32 reg);
int __cold pm4_refuse_unset(struct pm4_checker *ck, u32 reg);
int __cold pm4_refuse_far(struct pm4_checker *ck, u32 index, u64 offset, u32 reg,
			  const u32 *at);
int __cold pm4_refuse_unit(struct pm4_checker *ck, u32 unit, u32 first, u32 count);
int __cold pm4_refuse_base(struct pm4_checker *ck, u32 index, u64 offset, u32 unit,
			   const u32 *where, u32 reg);

#endif /* PM4_REFUSE_H */
