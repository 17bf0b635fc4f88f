// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The walk.  R5xx has no packets for state: nearly all of a stream is type-0 packets, most of
 * them with one register.  The walk accepts the common forms of them after one test each, and
 * leaves the rest to r500_registers() and r500_packet(), which have all the rules and refuse.
 *
 * Called by r500_check().  Takes no lock.
 */
#include "r500_check.h"

/* A type-0 packet of several registers, all of them without a relocation or a rule in code. */
static __always_inline bool plain_run(struct r500_checker *ck, const u32 *p, u32 first, u32 count,
				      u32 *dirty)
{
	const struct r500_rule *rule = &ck->regs[first];
	u32 *last = &ck->last[first];
	u32 i, flags = 0, bad = 0, position;

	if (count <= ck->masked[first]) {
		for (i = 0; i < count; i++)
			bad |= p[i] & rule[i].forbid;
		return !bad;
	}
	if (first + count > PM4_MMREG_REGS)
		return false;
	for (i = 0; i < count; i++) {
		flags |= rule[i].flags;
		bad |= p[i] & rule[i].forbid;
	}
	if (bad || flags & R500_WRITE_SLOW)
		return false;
	position = r500_position(p, ck->shift);
	for (i = 0; i < count; i++, position += 4)
		last[i] = position;
	*dirty |= flags;
	return true;
}

/* Everything that the fast forms do not accept.  Returns the next packet, NULL after a refusal. */
static noinline const u32 *slow_packet(struct r500_checker *ck, const u32 *p)
{
	ck->header = p;
	if (PM4_TYPE(*p) == 0 ? r500_registers(ck) : r500_packet(ck))
		return NULL;
	if (ck->partial && r500_pipes_whole(ck))
		return NULL;
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
	const struct r500_rule *regs = ck->regs;
	const u32 *p = ck->cursor, *end = ck->end, *last_dw = end - 1;
	u32 h, value, first, count, shift = ck->shift, dirty = 0, packets = 0;

	while (p < end) {
		h = *p;
		packets++;
		/* One register, and the dword with its value exists. */
		if (h < PM4_MMREG_REGS && likely(p < last_dw)) {
			value = p[1];
			if (likely(!(value & regs[h].forbid) &&
				   !(regs[h].flags & R500_WRITE_SLOW))) {
				ck->last[h] = r500_position(p + 1, shift);
				dirty |= regs[h].flags;
				p += 2;
				continue;
			}
		} else if (!(h & (3u << 30 | R500_ONE_REG | R500_TYPE0_BITS))) {
			first = R500_REG(h);
			count = (h >> 16) + 1;
			if (likely(count < end - p)) {
				if (count <= ck->plain[first] ||
				    plain_run(ck, p + 1, first, count, &dirty)) {
					p += count + 1;
					continue;
				}
			}
		}
		ck->dirty |= dirty;
		dirty = 0;
		p = slow_packet(ck, p);
		if (!p)
			return 1;
	}
	ck->dirty |= dirty;
	ck->result->packets += packets;
	return 0;
}
