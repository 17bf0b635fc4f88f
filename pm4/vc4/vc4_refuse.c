// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Refusals: a rule gives its part of the verdict and its place, and the check adds the record.
 * The functions return 1, so that a rule ends with "return VC4_REFUSE(...)".  Takes no lock.
 */
#include "vc4_walk.h"

/**
 * vc4_refuse() - write the verdict
 * @ck: the check
 * @why: the rule, its part and place
 *
 * Return: 1, always.
 */
int vc4_refuse(struct vc4_checker *ck, const struct vc4_verdict *why)
{
	*ck->verdict = *why;
	ck->verdict->record = ck->record;
	return 1;
}

/**
 * vc4_refuse_buffer() - refuse a handle for which vc4_data_buffer() has no buffer
 * @ck: the check
 * @why: place of the handle, and the handle as its buffer
 *
 * Return: 1, always.
 */
int vc4_refuse_buffer(struct vc4_checker *ck, const struct vc4_verdict *why)
{
	vc4_refuse(ck, why);
	ck->verdict->rule = why->buffer < ck->in->nbuffers ? VC4_BUFFER_SHADER : VC4_BUFFER_INDEX;
	ck->verdict->expected = ck->in->nbuffers;
	return 1;
}

/**
 * vc4_refuse_inst() - refuse the program at the current instruction
 * @w: the walk
 * @rule: the rule
 * @unit: UNIT_ADD, UNIT_MUL or NO_UNIT
 * @detail: depends on the rule
 * @expected: the same
 * @actual: the same
 *
 * Return: 1
 */
int __cold vc4_refuse_inst(struct vc4_walk *w, u32 rule, u32 unit, u32 detail, u64 expected,
			   u64 actual)
{
	return VC4_REFUSE(w->ck, .rule = rule, .part = VC4_CODE, .ip = w->ip, .inst = w->inst,
			  .index = unit, .buffer = w->buffer, .detail = detail,
			  .expected = expected, .actual = actual);
}
