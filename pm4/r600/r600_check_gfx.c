// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The walk over a stream of the graphics ring.
 *
 * Most packets of a stream are of a few kinds and break no rule.  The walk accepts each of
 * these kinds after a single test; the walk itself refuses nothing.  A packet that fails
 * its test, and every packet of another kind, goes to r600_check_packet(), which has all
 * the rules.  Some kinds whose header is as usual go to their rules directly.
 *
 * Called by r600_check(); takes no lock.
 */
#include "r600_packet_body.h"

/* A type-3 header: opcode, and the number of dwords after the header minus 1. */
#define HEADER(op, count)	(0xc0000000u | (count) << 16 | PM4_OP_##op << 8)

#define DRAW_AUTO	2u	/* draw initiator: VGT generates the indices */

/* Returns true for complete constants inside their space; constants hold no address. */
static inline bool plain_constants(const struct r600_packet_rule *rule, u32 first, u32 count)
{
	if (first >= rule->room || count > rule->room - first)
		return false;
	return rule->unit == 1 || !(first % 3 | count % 3);
}

/*
 * One configuration register.  Returns true, and records the write, if the register holds
 * no address, is not one of PM4_UNIT_SINGLE, and has only allowed bits set.
 */
static __always_inline bool set_config(struct r600_checker *ck, u32 first, u32 value, u32 position,
				       u64 *dirty)
{
	struct r600_window *w = &ck->config;
	u64 flags;

	if (first >= PM4_CONFIG_REGS || value & w->forbid[first])
		return false;
	flags = w->flags[first];
	if (flags & (PM4_UNIT_SINGLE | (PM4_WRITE_RULES & ~(PM4_WRITE_BITS | PM4_WRITE_WAIT))) ||
	    (unlikely(ck->drawing) && flags & PM4_GROUP_SINGLE))
		return false;
	w->last_write[first] = position;
	*dirty |= flags;
	if (flags & PM4_WRITE_WAIT && value & PM4_WAIT_3D)
		ck->drawing = false;
	return true;
}

/* One context register with an address, followed by its relocation. */
static __always_inline bool set_address(struct r600_checker *ck, const u32 *p, size_t first,
					u64 flags)
{
	u32 index = pm4_reloc_index(p[4]);

	if (unlikely(p[3] != PM4_NOP_RELOC || index >= ck->nbuffers ||
		     !pm4_base_inside(r600_buffer(ck, index), p[2])))
		return false;
	ck->context.buffer[first] = index;
	if (flags & PM4_UNIT_CONSTS)
		r600_slot_set(ck, r600_const_slot(first));
	r600_patch(ck, p + 2, PM4_PATCH_ADDR_256, index);
	return true;
}

/*
 * Two context registers, the most common run.  Records the writes.  Returns the flags of
 * both registers; PM4_WRITE_BITS is set only if a value has forbidden bits.
 */
static __always_inline u64 set_two(struct r600_window *w, size_t first, const u32 *p, u32 shift)
{
	u32 position = r600_position(p, shift);
	const u32 *values = p + 2;
	u64 flags = w->flags[first] | w->flags[first + 1];

	w->last_write[first] = position;
	w->last_write[first + 1] = position + sizeof(u32);
	if (flags & PM4_WRITE_BITS &&
	    !((values[0] & w->forbid[first]) | (values[1] & w->forbid[first + 1])))
		flags &= ~(u64)PM4_WRITE_BITS;
	return flags;
}

/*
 * The same for a run of any length.  A run without bits that must be 0 needs no masking of
 * values.  Clients clear the sizes of constant buffers by runs of 0: such a run does not
 * mark the buffers changed, because a buffer that is valid with another size or without
 * one is valid with size 0.
 */
static __always_inline u64 set_run(struct r600_window *w, size_t first, size_t count,
				   const u32 *p, u32 shift)
{
	u32 position = r600_position(p, shift);
	const u32 *values = p + 2;
	u32 bad = 0, any = 0;
	u64 flags = 0;
	size_t n;

	if (count <= w->any_value_run[first]) {
		for (n = 0; n < count; n++) {
			flags |= w->flags[first + n];
			any |= values[n];
			w->last_write[first + n] = position + n * sizeof(u32);
		}
		return any ? flags : flags & ~PM4_CONSTS_ALL;
	}
	for (n = 0; n < count; n++) {
		flags |= w->flags[first + n];
		bad |= w->forbid[first + n] & values[n];
		w->last_write[first + n] = position + n * sizeof(u32);
	}
	return bad ? flags : flags & ~(u64)PM4_WRITE_BITS;
}

/* A vertex buffer, followed by its relocation. */
static __always_inline bool set_vertex_buffer(struct r600_checker *ck, const u32 *p, u32 first)
{
	u32 slot = r600_resource_slot(first);
	u32 index = pm4_reloc_index(p[10]);

	if (unlikely(slot >= R600_RESOURCES || p[8] < (u32)PM4_TYPE_BUFFER << 30 ||
		     p[9] != PM4_NOP_RELOC || index >= ck->nbuffers))
		return false;
	if (unlikely(!r600_vertex_inside(r600_buffer(ck, index), p + 2)))
		return false;
	r600_patch(ck, p + 2, PM4_PATCH_ADDR_VERTEX, index);
	r600_slot_set(ck, slot);
	return true;
}

/* Constants, and packets whose length is the only rule. */
static __always_inline bool plain_packet(struct r600_checker *ck,
					 const struct r600_packet_rule *rule, u32 header,
					 u32 first)
{
	u32 count = PM4_COUNT(header);

	if (!rule->plain || (header & 0xc00000ff) != 0xc0000000)
		return false;
	if (rule->room) {
		if (!count || !plain_constants(rule, first, count))
			return false;
		if (likely(rule->slot > R600_SLOT_ALU && count == 1))
			r600_slot_set(ck, rule->slot + first);
		else if (rule->slot)
			r600_constants_set(ck, rule->slot, first, count);
		return true;
	}
	return count + 1 - rule->min_dw <= rule->more_dw;
}

/* Returns true if @dw dwords fit.  A pointer past the end of the stream is undefined C. */
static __always_inline bool fits(const u32 *p, size_t dw, const u32 *end)
{
	return (uintptr_t)p + dw * sizeof(u32) <= (uintptr_t)end;
}

/* Returns true for a DRAW_INDEX_IMMD of an allowed length, without other bits in its header. */
static __always_inline bool is_draw_immediate(const struct r600_packet_rule *rule, u32 header,
					      const u32 *p, const u32 *end)
{
	u32 ndw = PM4_COUNT(header) + 1;

	return rule->handler == PM4_PH_DRAW_IMMEDIATE && (header & 0xc00000ff) == 0xc0000000 &&
	       ndw - rule->min_dw <= rule->more_dw && fits(p, (size_t)ndw + 1, end);
}

/* Before the rules of a packet with @ndw dwords after its header; see r600_check_packet(). */
static __always_inline void begin_rules(struct r600_checker *ck, const u32 *p, u32 ndw)
{
	ck->header = p;
	ck->cursor = p + 1 + ndw;
}

/**
 * r600_check_packets() - check all remaining packets against all rules
 * @ck: the check
 * @p: the first remaining packet, or the end of the stream
 *
 * Started at the first packet it gives the same verdict as r600_check_gfx(), but slower.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_check_packets(struct r600_checker *ck, const u32 *p)
{
	while (p < ck->end) {
		if (*p == PM4_FILLER) {
			p++;
			continue;
		}
		if (r600_check_packet(ck, p, 0))
			return 1;
		p = ck->cursor;
	}
	return 0;
}

/*
 * A packet without a case of its own: a run of registers, or a packet that is plain.
 * Returns its length in dwords, or 0 if it needs all the rules.
 */
static __always_inline size_t skip_packet(struct r600_checker *ck,
					  const struct r600_packet_rule *rule, const u32 *p,
					  const u32 *end, u32 shift, u64 *dirty)
{
	struct r600_window *const w = &ck->context;
	const u32 header = p[0], first = p[1], count = PM4_COUNT(header);
	u64 flags;

	if (unlikely(!fits(p, (size_t)count + 2, end)))
		return 0;
	if ((header & 0xc000ffff) == HEADER(SET_CONTEXT_REG, 0)) {
		if (unlikely(first >= PM4_CONTEXT_REGS))
			return 0;
		if (count > w->plain_run[first]) {
			if (unlikely(count > w->masked_run[first]))
				return 0;
			flags = set_run(w, first, count, p, shift);
			if (unlikely(flags & PM4_WRITE_RULES))
				return 0;
			*dirty |= flags;
		}
	} else if (!plain_packet(ck, rule, header, first)) {
		if ((header & 0xc000ffff) != HEADER(SET_CONFIG_REG, 0) ||
		    unlikely(first >= PM4_CONFIG_REGS ||
			     count - 1 >= ck->config.masked_run[first]))
			return 0;
		flags = set_run(&ck->config, first, count, p, shift);
		if (unlikely(flags & (PM4_WRITE_RULES | PM4_UNIT_SINGLE) ||
			     (ck->drawing && flags & PM4_GROUP_SINGLE)))
			return 0;
		*dirty |= flags;
	}
	return count + 2;
}

/* Results of check_short() that are no length of a packet. */
#define TO_CURSOR	((size_t)-1)	/* relocations follow the packet: go on at ck->cursor */
#define REFUSED		((size_t)-2)

/*
 * The frequent packets, except the packets of context registers.  Long, because it is one switch
 * that keeps the cursor in registers.
 * Returns the packet's length in dwords, 0 if it needs all the rules, or TO_CURSOR or REFUSED.
 */
static __always_inline size_t check_short(struct r600_checker *ck, const u32 *p, const u32 *end,
					  u32 shift, u64 *dirty)
{
	const struct r600_packet_rule *rule;
	u32 header = p[0], first = p[1], ndw;

	switch (header) {
	case HEADER(EVENT_WRITE, 0):
		if (unlikely(!r600_plain_event(ck, first)))
			return 0;
		return 2;
	case HEADER(SET_RESOURCE, 7):
		if (unlikely(!fits(p, 11, end) || !set_vertex_buffer(ck, p, first)))
			return 0;
		return 11;
	case HEADER(SET_CONFIG_REG, 1):
		if (unlikely(!set_config(ck, first, p[2], r600_position(p, shift), dirty)))
			return 0;
		return 3;
	case HEADER(DRAW_INDEX_AUTO, 1):
		if (unlikely(p[2] != DRAW_AUTO))
			return 0;
		ck->header = p;
		if (unlikely(r600_draw(ck, *dirty)))
			return REFUSED;
		*dirty = 0;
		return 3;
	case HEADER(SURFACE_SYNC, 3):
		if (unlikely(p[2] != 0xffffffff || p[3]))
			return 0;
		return 5;
	case HEADER(NUM_INSTANCES, 0):
		ck->instances = true;
		*dirty |= 1ull << PM4_STATE_DRAWS;
		return 2;
	case HEADER(INDEX_TYPE, 0):
		begin_rules(ck, p, 1);
		if (unlikely(r600_check_index_type(ck, p + 1)))
			return REFUSED;
		return 2;
	case HEADER(MEM_WRITE, 3):
		begin_rules(ck, p, 4);
		if (unlikely(r600_check_mem_write(ck, p + 1)))
			return REFUSED;
		return TO_CURSOR;
	case HEADER(CP_DMA, 4):
		if (unlikely(!fits(p, 6, end)))
			return 0;
		begin_rules(ck, p, 5);
		if (unlikely(r600_check_cp_dma(ck, p + 1)))
			return REFUSED;
		return TO_CURSOR;
	case HEADER(WAIT_REG_MEM, 5):
		if (unlikely(!fits(p, 7, end)))
			return 0;
		begin_rules(ck, p, 6);
		if (unlikely(r600_check_wait_reg_mem(ck, p + 1)))
			return REFUSED;
		return TO_CURSOR;
	case PM4_FILLER:
		return 1;
	}
	rule = r600_rule(ck, header >> 8 & 0xff);
	if (rule->common)
		return skip_packet(ck, rule, p, end, shift, dirty);
	if (!is_draw_immediate(rule, header, p, end))
		return 0;
	ndw = PM4_COUNT(header) + 1;
	begin_rules(ck, p, ndw);
	ck->dirty |= *dirty;
	*dirty = 0;
	return unlikely(r600_check_draw_immediate(ck, p + 1, ndw)) ? REFUSED : 1 + ndw;
}

/**
 * r600_check_gfx() - check a stream of the graphics ring
 * @ck: the check
 *
 * Long, because the loop keeps its cursor in registers.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_check_gfx(struct r600_checker *ck)
{
	const u32 *const end = ck->end;
	/* Past the last position where a register and its relocation fit. */
	const u32 *const last = end - min(ck->in->ib_dw, 4u);
	/* Makes the position of p[2] from p: the first value in a packet of registers. */
	const u32 shift = ck->shift + 2 * sizeof(u32);
	struct r600_window *const w = &ck->context;
	const u32 *p = ck->ib;
	u32 header, first;
	u64 flags, dirty = 0;
	size_t step;

	while (p < last) {
		header = p[0];
		if (likely(header == HEADER(SET_CONTEXT_REG, 1) && p[1] < PM4_CONTEXT_REGS)) {
			const size_t reg = p[1];

			flags = w->flags[reg];
			w->last_write[reg] = r600_position(p, shift);
			if (likely(!(flags & PM4_WRITE_RULES)) ||
			    (!(flags & PM4_WRITE_RULES & ~PM4_WRITE_BITS) &&
			     !(p[2] & w->forbid[reg]))) {
				dirty |= flags;
				p += 3;
				continue;
			}
			if (likely(flags & PM4_WRITE_RELOC &&
				   set_address(ck, p, reg, flags))) {
				dirty |= flags;
				p += 5;
				continue;
			}
		}
		first = p[1];
		if (header == HEADER(SET_CONTEXT_REG, 2)) {
			if (unlikely(first >= PM4_CONTEXT_REGS - 1))
				goto check;
			flags = set_two(w, first, p, shift);
			if (unlikely(flags & PM4_WRITE_RULES))
				goto check;
			dirty |= flags;
			p += 4;
			continue;
		}
		step = check_short(ck, p, end, shift, &dirty);
		if (likely(step && step < REFUSED)) {
			p += step;
			continue;
		}
		if (unlikely(step == REFUSED))
			return 1;
		if (step == TO_CURSOR) {
			p = ck->cursor;
			continue;
		}
check:
		if (unlikely(r600_check_packet(ck, p, dirty)))
			return 1;
		dirty = 0;
		/* Past the packet and the relocations that it consumed. */
		p = ck->cursor;
	}
	ck->dirty |= dirty;
	return r600_check_packets(ck, p);
}
