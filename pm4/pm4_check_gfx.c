// SPDX-License-Identifier: GPL-2.0 OR MIT
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

/*
 * A configuration register that holds no address and has no copies in the chip, or a wait,
 * with none but allowed bits?
 */
static __always_inline bool set_config(struct pm4_checker *ck, u32 first, u32 value, u32 place,
				       u64 *dirty)
{
	struct pm4_window *w = &ck->config;
	u64 flags;

	if (first >= PM4_CONFIG_REGS || value & w->forbid[first])
		return false;
	flags = w->flags[first];
	if (flags & (PM4_UNIT_SINGLE | (PM4_WRITE_RULES & ~(PM4_WRITE_BITS | PM4_WRITE_WAIT))))
		return false;
	w->at[first] = place;
	*dirty |= flags;
	if (flags & PM4_WRITE_WAIT && value & PM4_WAIT_3D)
		ck->drawing = false;
	return true;
}

/* One context register with an address, and its relocation behind it. */
static __always_inline bool set_address(struct pm4_checker *ck, const u32 *p, size_t first,
					u64 flags)
{
	u32 index = pm4_reloc_index(p[4]);

	if (unlikely(p[3] != PM4_NOP_RELOC || index >= ck->nbuffers ||
		     !pm4_base_inside(pm4_buffer(ck, index), p[2])))
		return false;
	ck->context.buffer[first] = index;
	if (flags & PM4_UNIT_CONSTS)
		pm4_slot_set(ck, pm4_const_slot(first));
	pm4_patch(ck, p + 2, PM4_PATCH_ADDR_256, index);
	return true;
}

/*
 * Two context registers, the most common run: remember where.  Flags of a rule that does
 * not hold come out.
 */
static __always_inline u64 set_two(struct pm4_window *w, size_t first, const u32 *p, u32 shift)
{
	u32 place = pm4_place(p, shift);
	const u32 *values = p + 2;
	u64 flags = w->flags[first] | w->flags[first + 1];

	w->at[first] = place;
	w->at[first + 1] = place + sizeof(u32);
	if (flags & PM4_WRITE_BITS &&
	    !((values[0] & w->forbid[first]) | (values[1] & w->forbid[first + 1])))
		flags &= ~(u64)PM4_WRITE_BITS;
	return flags;
}

/*
 * The same for any run.  Values are masked only where a register of the run has bits that
 * must be 0.  The sizes of constant buffers are put to 0 by runs: no draw has to look at a
 * buffer for that, since what holds for another size or for none holds for 0.
 */
static __always_inline u64 set_run(struct pm4_window *w, size_t first, size_t count,
				   const u32 *p, u32 shift)
{
	u32 place = pm4_place(p, shift);
	const u32 *values = p + 2;
	u32 bad = 0, any = 0;
	u64 flags = 0;
	size_t n;

	if (count <= w->open[first]) {
		for (n = 0; n < count; n++) {
			flags |= w->flags[first + n];
			any |= values[n];
			w->at[first + n] = place + n * sizeof(u32);
		}
		return any ? flags : flags & ~PM4_CONSTS_ALL;
	}
	for (n = 0; n < count; n++) {
		flags |= w->flags[first + n];
		bad |= w->forbid[first + n] & values[n];
		w->at[first + n] = place + n * sizeof(u32);
	}
	return bad ? flags : flags & ~(u64)PM4_WRITE_BITS;
}

/* A vertex buffer, and its relocation behind it. */
static __always_inline bool set_vertex_buffer(struct pm4_checker *ck, const u32 *p, u32 first)
{
	u32 slot = pm4_resource_slot(first);
	u32 index = pm4_reloc_index(p[10]);

	if (unlikely(slot >= PM4_RESOURCES || p[8] < (u32)PM4_TYPE_BUFFER << 30 ||
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

	if (!rule->plain || (header & 0xc00000ff) != 0xc0000000)
		return false;
	if (rule->room)
		return count && plain_constants(rule, first, count);
	return count + 1 - rule->min_dw <= rule->more_dw;
}

/**
 * pm4_check_packets() - check the packets from one on, each by all the rules
 * @ck: the check
 * @p: the packet, or the end
 *
 * From the first packet on this says what pm4_check_gfx() says, and takes longer.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int pm4_check_packets(struct pm4_checker *ck, const u32 *p)
{
	while (p < ck->end) {
		ck->result->packets++;
		if (*p == PM4_FILLER) {
			p++;
			continue;
		}
		if (pm4_check_packet(ck, p, 0))
			return 1;
		p = ck->at;
	}
	return 0;
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
	/* Of p[2], the first value in a packet of registers. */
	const u32 shift = ck->shift + 2 * sizeof(u32);
	u32 singles = 0, packets = 0, registers = 0;
	struct pm4_window *const w = &ck->context;
	u32 header, first, count;
	const u32 *p = ck->ib;
	u64 flags, dirty = 0;
	size_t step;

	while (p < last) {
		header = p[0];
		if (likely(header == HEADER(SET_CONTEXT_REG, 1) && p[1] < PM4_CONTEXT_REGS)) {
			const size_t reg = p[1];

			flags = w->flags[reg];
			w->at[reg] = pm4_place(p, shift);
			if (likely(!(flags & PM4_WRITE_RULES)) ||
			    (!(flags & PM4_WRITE_RULES & ~PM4_WRITE_BITS) &&
			     !(p[2] & w->forbid[reg]))) {
				dirty |= flags;
				singles++;
				p += 3;
				continue;
			}
			if (likely(flags & PM4_WRITE_RELOC &&
				   set_address(ck, p, reg, flags))) {
				dirty |= flags;
				singles++;
				p += 5;
				continue;
			}
		}
		packets++;
		first = p[1];
		if (header == HEADER(SET_CONTEXT_REG, 2)) {
			if (unlikely(first >= PM4_CONTEXT_REGS - 1))
				goto check;
			flags = set_two(w, first, p, shift);
			if (unlikely(flags & PM4_WRITE_RULES))
				goto check;
			dirty |= flags;
			registers += 2;
			p += 4;
			continue;
		}
		switch (header) {
		case HEADER(EVENT_WRITE, 0):
			if (unlikely(!pm4_plain_event(ck, first)))
				goto check;
			step = 2;
			break;
		case HEADER(SET_RESOURCE, 7):
			if (unlikely(p + 11 > end || !set_vertex_buffer(ck, p, first)))
				goto check;
			step = 11;
			break;
		case HEADER(SET_CONFIG_REG, 1):
			if (unlikely(!set_config(ck, first, p[2], pm4_place(p, shift), &dirty)))
				goto check;
			registers++;
			step = 3;
			break;
		case HEADER(DRAW_INDEX_AUTO, 1):
			if (unlikely(p[2] != DRAW_AUTO))
				goto check;
			ck->header = p;
			if (unlikely(pm4_draw(ck, dirty, false)))
				return 1;
			dirty = 0;
			step = 3;
			break;
		case HEADER(SURFACE_SYNC, 3):
			if (unlikely(p[2] != 0xffffffff || p[3]))
				goto check;
			step = 5;
			break;
		case HEADER(NUM_INSTANCES, 0):
			step = 2;
			break;
		default:
			count = PM4_COUNT(header);
			step = count + 2;
			if (unlikely(p + step > end))
				goto check;
			if ((header & 0xc000ffff) == HEADER(SET_CONTEXT_REG, 0)) {
				if (unlikely(first >= PM4_CONTEXT_REGS))
					goto check;
				if (count > w->plain[first]) {
					if (unlikely(count > w->free[first]))
						goto check;
					flags = set_run(w, first, count, p, shift);
					if (unlikely(flags & PM4_WRITE_RULES))
						goto check;
					dirty |= flags;
				}
				registers += count;
			} else if (header == PM4_FILLER) {
				step = 1;
			} else if (!plain_packet(ck, header, first)) {
				if ((header & 0xc000ffff) != HEADER(SET_CONFIG_REG, 0) ||
				    unlikely(first >= PM4_CONFIG_REGS ||
					     count - 1 >= ck->config.free[first]))
					goto check;
				flags = set_run(&ck->config, first, count, p, shift);
				if (unlikely(flags & (PM4_WRITE_RULES | PM4_UNIT_SINGLE)))
					goto check;
				dirty |= flags;
				registers += count;
			}
			break;
		}
		p += step;
		continue;
check:
		if (unlikely(pm4_check_packet(ck, p, dirty)))
			return 1;
		dirty = 0;
		/* Behind the packet and the relocations that it took. */
		p = ck->at;
	}
	ck->dirty |= dirty;
	ck->result->packets = singles + packets;
	ck->result->registers += singles + registers;
	return pm4_check_packets(ck, p);
}
