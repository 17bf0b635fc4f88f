// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The walk.  R5xx has no packets for state: nearly all of a stream is type-0 packets, most of
 * them with one register.  The walk accepts the common forms of them after one test each, and
 * leaves the rest to r500_registers() and r500_packet(), which have all the rules and refuse.
 *
 * Called by r500_check().  Takes no lock.
 */
#include "r500_check.h"

/* A run of registers with no rule but bits that must be 0, and whose values no draw needs. */
static __always_inline bool masked_run(const u32 *p, const u64 *rule, u32 count)
{
	u32 i, bad = 0;

	for (i = 0; i < count; i++)
		bad |= p[i] & R500_FORBID(rule[i]);
	return !bad;
}

/* A run of registers without a relocation or a rule in code. */
static __always_inline bool simple_run(const u32 *p, const u64 *rule, u32 *last, u32 position,
				       u32 count, u64 *dirty)
{
	u64 all = *dirty;
	u32 i, bad = 0;

	for (i = 0; i < count; i++, position += 4) {
		all |= rule[i];
		bad |= p[i] & R500_FORBID(rule[i]);
		last[i] = position;
	}
	*dirty = all;
	return !bad;
}

/* Everything that the fast forms do not accept.  Returns the next packet, NULL after a refusal. */
static noinline const u32 *slow_packet(struct r500_checker *ck, const u32 *p, u32 dirty)
{
	u32 h = *p;

	ck->dirty |= dirty;
	ck->other_packets++;
	ck->header = p;
	if (h == PM4_NOP_RELOC && ck->end - p >= 2) {
		/* Clients send relocations that no packet takes. */
		ck->body_dw++;
		ck->other_dw += 2;
		return p + 2;
	}
	if (PM4_TYPE(h) ? r500_packet(ck) :
			  h & R500_ONE_REG ? r500_upload(ck) : r500_registers(ck))
		return NULL;
	if (unlikely(ck->partial && r500_pipes_whole(ck)))
		return NULL;
	ck->other_dw += (u32)(ck->cursor - p);
	return ck->cursor;
}

/**
 * r500_walk() - check the packets of a stream
 * @ck: the check; ck->cursor is the start of the stream
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_walk(struct r500_checker *ck)
{
	const char *origin = ck->origin;
	uintptr_t at = ck->start_position, limit = (const char *)ck->end - origin - 4;
	u64 dirty = 0, rule;
	u32 h, first, more;
	const u32 *p;

	/* The last dword cannot be one of the common packets. */
	while (at < limit) {
		p = (const u32 *)(origin + at);
		h = p[0];
		if (h < PM4_MMREG_REGS) {
			rule = ck->regs[h];
			if (likely(!(p[1] & R500_FORBID(rule)) && !R500_SLOW(rule))) {
				dirty |= rule;
				ck->last[h] = (u32)at;
				at += 8;
				continue;
			}
		} else if (!(h & (3u << 30 | R500_ONE_REG | R500_TYPE0_BITS))) {
			first = R500_REG(h);
			more = h >> 16;
			if (likely(4 * more + 4 <= limit - at) &&
			    (more < ck->plain[first] ||
			     (more < ck->masked[first] &&
			      masked_run(p + 1, ck->regs + first, more + 1)) ||
			     (more < ck->simple[first] &&
			      simple_run(p + 1, ck->regs + first, ck->last + first, (u32)at,
					 more + 1, &dirty)))) {
				at += 4 * more + 8;
				ck->other_packets++;
				ck->other_dw += more + 2;
				continue;
			}
		}
		p = slow_packet(ck, p, R500_FLAGS(dirty));
		if (!p)
			return 1;
		dirty = 0;
		at = (const char *)p - origin;
	}
	/* All packets but the others have two dwords. */
	first = (u32)(at - ck->start_position) / 4;
	ck->result->packets += ck->other_packets + (first - ck->other_dw) / 2;
	if (at == limit) {
		ck->result->packets++;
		return !slow_packet(ck, (const u32 *)(origin + at), R500_FLAGS(dirty));
	}
	ck->dirty |= R500_FLAGS(dirty);
	return 0;
}
