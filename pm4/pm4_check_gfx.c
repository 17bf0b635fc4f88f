// SPDX-License-Identifier: GPL-2.0
/*
 * The walk over a stream of the graphics ring.
 *
 * Most of a stream is a few kinds of packets that are fine as they are.  Those
 * are let through here, each by the one question that its kind asks; the loop
 * refuses nothing.  Whatever gets another answer than yes, and every other
 * packet, goes to pm4_check_packet(), which knows all the rules.
 *
 * Called by pm4_check(); takes no lock.
 */
#include "pm4_check.h"

/* A type-3 header: opcode and the number of dwords behind it - 1. */
#define HEADER(op, count)	(0xc0000000u | (count) << 16 | PM4_OP_##op << 8)

#define DRAW_AUTO	2u	/* draw initiator: VGT makes the indices */

/* Constants that hold no address, whole and inside their space? */
static inline bool plain_constants(const struct pm4_packet_rule *rule, u32 first, u32 count)
{
	if (first >= rule->room || count > rule->room - first)
		return false;
	return rule->unit == 1 || !(first % 3 | count % 3);
}

/* A configuration register that nobody follows, or a wait, with none but allowed bits? */
static __always_inline bool plain_config(struct pm4_checker *ck, u32 first, u32 value)
{
	if (first >= PM4_CONFIG_REGS || value & ck->config_forbid[first] ||
	    ck->config_flags[first] & ~(u64)(PM4_WRITE_BITS | PM4_WRITE_WAIT))
		return false;
	if (ck->config_flags[first] & PM4_WRITE_WAIT && value & PM4_WAIT_3D)
		ck->drawing = false;
	return true;
}

/* One context register with an address, and its relocation behind it. */
static __always_inline bool set_address(struct pm4_checker *ck, const u32 *p)
{
	u32 index = pm4_reloc_index(p[4]);

	if (unlikely(p[3] != PM4_NOP_RELOC || index >= ck->nbuffers ||
		     !pm4_base_inside(pm4_buffer(ck, index), p[2])))
		return false;
	ck->context_buffer[p[1]] = index;
	pm4_patch(ck, p + 2, PM4_PATCH_ADDR_256, index);
	return true;
}

/* Context registers of which none has a rule for its value: remember where. */
static __always_inline u64 set_run(struct pm4_checker *ck, u32 first, size_t count, u64 place)
{
	const u64 *flags = &ck->context_flags[first];
	u64 *at = &ck->context_at[first];
	u64 all = 0;
	size_t n;

	/* The most common. */
	if (count == 2) {
		at[0] = place;
		at[1] = place + 4;
		return flags[0] | flags[1];
	}
	for (n = 0; n < count; n++) {
		all |= flags[n];
		at[n] = place + 4 * n;
	}
	return all;
}

/* Whether one of a run of context registers has a bit that it must not have. */
static bool any_forbidden(const struct pm4_checker *ck, const u32 *p, u32 count)
{
	const u32 *forbid = ck->context_forbid + p[1];
	u32 bad = 0, n;

	for (n = 0; n < count; n++)
		bad |= p[2 + n] & forbid[n];
	return bad;
}

/* A vertex buffer, and its relocation behind it. */
static __always_inline bool set_vertex_buffer(struct pm4_checker *ck, const u32 *p)
{
	u32 slot = pm4_resource_slot(p[1]);
	u32 index = pm4_reloc_index(p[10]);

	if (unlikely(slot >= PM4_RESOURCES || p[8] >> 30 != PM4_TYPE_BUFFER ||
		     p[9] != PM4_NOP_RELOC || index >= ck->nbuffers))
		return false;
	if (unlikely(!pm4_vertex_inside(pm4_buffer(ck, index), p + 2)))
		return false;
	pm4_patch(ck, p + 2, PM4_PATCH_ADDR_VERTEX, index);
	pm4_slot_set(ck, slot);
	return true;
}

/* Constants, and packets of which only the length matters. */
static __always_inline bool plain_packet(const struct pm4_checker *ck, u32 header, u32 first)
{
	const struct pm4_packet_rule *rule = &ck->packets[header >> 8 & 0xff];
	u32 count = PM4_COUNT(header);

	if ((header & 0xc00000ff) != 0xc0000000)
		return false;
	if (rule->room)
		return count && plain_constants(rule, first, count);
	return rule->plain && count + 1 - rule->min_dw <= rule->more_dw;
}

/**
 * pm4_check_gfx() - check a stream of the graphics ring
 * @ck: the check
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int pm4_check_gfx(struct pm4_checker *ck)
{
	const u32 *const end = ck->end;
	/* Behind the last place where a register and its relocation fit. */
	const u32 *const last = end - min(ck->in->ib_dw, 4u);
	const u64 places = ck->places;
	u32 singles = 0, packets = 0, registers = 0;
	const u32 *p = ck->ib, *next;
	u32 header, first, count;
	u64 flags, dirty = 0;

	while (p < last) {
		header = p[0];
		first = p[1];
		if (likely(header == HEADER(SET_CONTEXT_REG, 1) && first < PM4_CONTEXT_REGS)) {
			flags = ck->context_flags[first];
			ck->context_at[first] = places + (uintptr_t)(p + 2);
			if (likely(!(flags & PM4_WRITE_RULES)) ||
			    (!(flags & PM4_WRITE_RULES & ~PM4_WRITE_BITS) &&
			     !(p[2] & ck->context_forbid[first]))) {
				dirty |= flags;
				singles++;
				p += 3;
				continue;
			}
			if (likely(flags & PM4_WRITE_RELOC && set_address(ck, p))) {
				if (flags & PM4_CONSTS_ALL)
					pm4_slot_set(ck, pm4_const_slot(first));
				dirty |= flags;
				singles++;
				p += 5;
				continue;
			}
		}
		packets++;
		if ((header & 0xc000ffff) == HEADER(SET_CONTEXT_REG, 0)) {
			count = PM4_COUNT(header);
			next = p + 2 + count;
			if (unlikely(next > end || first >= PM4_CONTEXT_REGS))
				goto check;
			if (count > ck->context_plain[first]) {
				if (unlikely(count > ck->context_free[first]))
					goto check;
				flags = set_run(ck, first, count, places + (uintptr_t)(p + 2));
				if (unlikely(flags & PM4_WRITE_TILING) ||
				    (flags & PM4_WRITE_BITS && any_forbidden(ck, p, count)))
					goto check;
				dirty |= flags;
			}
			registers += count;
			p = next;
			continue;
		}
		switch (header) {
		case HEADER(EVENT_WRITE, 0):
			if (unlikely(!pm4_plain_event(ck, first)))
				break;
			p += 2;
			continue;
		case HEADER(SET_RESOURCE, 7):
			if (unlikely(p + 11 > end || !set_vertex_buffer(ck, p)))
				break;
			p += 11;
			continue;
		case HEADER(SET_CONFIG_REG, 1):
			if (unlikely(!plain_config(ck, first, p[2])))
				break;
			registers++;
			p += 3;
			continue;
		case HEADER(DRAW_INDEX_AUTO, 1):
			if (unlikely(p[2] != DRAW_AUTO))
				break;
			ck->header = p;
			if (unlikely(pm4_draw(ck, dirty, false)))
				return 1;
			dirty = 0;
			p += 3;
			continue;
		case HEADER(SURFACE_SYNC, 3):
			if (unlikely(p[2] != 0xffffffff || p[3]))
				break;
			p += 5;
			continue;
		case HEADER(NUM_INSTANCES, 0):
			p += 2;
			continue;
		case PM4_FILLER:
			p++;
			continue;
		default:
			next = p + 2 + PM4_COUNT(header);
			if (!plain_packet(ck, header, first) || unlikely(next > end))
				break;
			p = next;
			continue;
		}
check:
		if (unlikely(pm4_check_packet(ck, p, dirty)))
			return 1;
		dirty = 0;
		/* Behind the packet and the relocations that it took. */
		p = ck->at;
	}
	for (; p < end; p = ck->at, packets++) {
		if (unlikely(pm4_check_packet(ck, p, dirty)))
			return 1;
		dirty = 0;
	}
	ck->dirty |= dirty;
	ck->result->packets = singles + packets;
	ck->result->registers += singles + registers;
	return 0;
}
