/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Refusals.  The rule fills in struct r500_why, r500_refuse() adds the packet.  r500_refuse()
 * always returns 1, so that a rule ends with "return R500_REFUSE(...)".  Takes no lock.
 */
#ifndef R500_REFUSE_H
#define R500_REFUSE_H

#include "r500_state.h"

/**
 * struct r500_why - the rule's part of a struct pm4_verdict
 * @code: enum pm4_code
 * @reg: byte offset of the register, 0: none
 * @field: 1 + number of the field in the tables, 0: none
 * @detail: depends on @code, see pm4_verdict.c and r500_say.c
 * @at: the dword; NULL: the packet, or the last write of @reg
 * @buffer: the buffer, NULL: none
 * @expected: bound or value that the rule demands
 * @actual: value in the stream
 * @offset: offset in the buffer, in bytes
 * @shape: depends on @code, see pm4_verdict.c and r500_say.c
 */
struct r500_why {
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

int __cold r500_refuse(struct r500_checker *ck, const struct r500_why *why);

/* The explicit 1 is for static analyzers, which do not look into another file. */
#define R500_REFUSE(ck, ...) (r500_refuse(ck, &(struct r500_why){ __VA_ARGS__ }), 1)

/* Refusals that many rules share. */
int __cold r500_refuse_reloc(struct r500_checker *ck, u32 reg, const u32 *where);
int __cold r500_refuse_unset(struct r500_checker *ck, u32 reg);

#endif /* R500_REFUSE_H */
