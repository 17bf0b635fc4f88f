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
static __always_inline bool plain_run(struct r500_checker *ck, const u32 *p, u32 position,
				      u32 first, u32 count, u64 *dirty)
{
	const u64 *rule;
	u32 *last, i, bad = 0;
	u64 all = 0;

	if (unlikely(first + count > PM4_MMREG_REGS))
		return false;
	rule = &ck->regs[first];
	last = &ck->last[first];
	if (count <= ck->masked[first]) {
		for (i = 0; i < count; i++)
			bad |= p[i] & R500_FORBID(rule[i]);
		return !bad;
	}
	for (i = 0; i < count; i++) {
		all |= rule[i];
		bad |= p[i] & R500_FORBID(rule[i]);
	}
	if (bad || R500_SLOW(all))
		return false;
	for (i = 0; i < count; i++, position += 4)
		last[i] = position;
	*dirty |= all;
	return true;
}

/* Everything that the fast forms do not accept.  Returns the next packet, NULL after a refusal. */
static noinline const u32 *slow_packet(struct r500_checker *ck, const u32 *p)
{
	ck->header = p;
	if (PM4_TYPE(*p) ? r500_packet(ck) : r500_registers(ck))
		return NULL;
	if (unlikely(ck->partial && r500_pipes_whole(ck)))
		return NULL;
	return ck->cursor;
}

/*
 * Packets of one register each, without a relocation or a rule in code.  Returns the position of
 * the first other packet, or @end if there is none before it.
 */
static __always_inline uintptr_t single_registers(struct r500_checker *ck, const char *origin,
						  uintptr_t at, uintptr_t end, u64 *dirty)
{
	u64 rule, all = *dirty;

	for (; at < end; at += 8) {
		const u32 *p = (const u32 *)(origin + at);
		u32 reg = p[0];

		if (reg >= PM4_MMREG_REGS)
			break;
		rule = ck->regs[reg];
		if (unlikely(p[1] & R500_FORBID(rule) || R500_SLOW(rule)))
			break;
		all |= rule;
		ck->last[reg] = (u32)at;
	}
	*dirty = all;
	return at;
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
	uintptr_t at = ck->start_position, end = (const char *)ck->end - origin, next;
	/* Bytes of the packets with one register, and the number of all others. */
	u32 single_bytes = 0, others = 0;
	u32 h, first, more;
	u64 dirty = 0;
	const u32 *p;

	for (; at < end; others++) {
		/* The last dword cannot be a packet of one register. */
		next = single_registers(ck, origin, at, end - 4, &dirty);
		single_bytes += (u32)(next - at);
		at = next;
		if (at == end)
			break;
		p = (const u32 *)(origin + at);
		h = p[0];
		if (!(h & (3u << 30 | R500_ONE_REG | R500_TYPE0_BITS))) {
			first = R500_REG(h);
			more = h >> 16;
			if (likely(4 * more + 8 <= end - at) &&
			    (more < ck->plain[first] ||
			     plain_run(ck, p + 1, (u32)at, first, more + 1, &dirty))) {
				at += 4 * more + 8;
				continue;
			}
		} else if (h == PM4_NOP_RELOC && end - at >= 8) {
			/* Clients send relocations that no packet takes. */
			ck->body_dw++;
			at += 8;
			continue;
		} else if (h == PM4_FILLER) {
			at += 4;
			continue;
		}
		ck->dirty |= R500_FLAGS(dirty);
		dirty = 0;
		p = slow_packet(ck, p);
		if (!p)
			return 1;
		at = (const char *)p - origin;
	}
	ck->dirty |= R500_FLAGS(dirty);
	ck->result->packets += single_bytes / 8 + others;
	return 0;
}
