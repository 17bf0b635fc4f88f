// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The walk.  R5xx has no packets for state: nearly all of a stream is type-0 packets, most of
 * them with one register.  The walk accepts the common forms of them after one test each, and
 * leaves the rest to r500_registers() and r500_packet(), which have all the rules and refuse.
 *
 * Called by r500_check().  Takes no lock.
 */
#include "r500_check.h"

/* A dword of the stream.  Two bases spare the walk an instruction for the address of the value. */
static __always_inline u32 dword(const char *base, uintptr_t at)
{
	return *(const u32 *)(base + at);
}

/* A run of registers with no rule but bits that must be 0, and whose values no draw needs. */
static __always_inline bool masked_run(const struct r500_checker *ck, const u32 *p, u32 first,
				       u32 count)
{
	size_t i, end = (size_t)first + count;
	u32 bad = 0;

#pragma GCC unroll 4
	for (i = first; i < end; i++)
		bad |= *p++ & R500_FORBID(ck->regs[i]);
	return !bad;
}

/* A run of registers without a relocation or a rule in code. */
static __always_inline bool simple_run(struct r500_checker *ck, const u32 *p, u32 position,
				       u32 first, u32 count, u64 *dirty)
{
	size_t i, end = (size_t)first + count;
	u64 all = *dirty;
	u32 bad = 0;

	for (i = first; i < end; i++, position += 4) {
		all |= ck->regs[i];
		bad |= *p++ & R500_FORBID(ck->regs[i]);
		ck->last[i] = position;
	}
	*dirty = all;
	return !bad;
}

/*
 * Packets of one register for which one test of the end is enough, which is also enough for a
 * packet of two registers in the place of any of them; their bytes.
 */
#define ONES		4
#define ONES_BYTES	(8 * (uintptr_t)ONES)

/* A packet of one register, with header @h.  Returns false if r500_registers() must look at it. */
static __always_inline bool one_register(struct r500_checker *ck, const char *values, u32 h,
					 uintptr_t at, u64 *dirty)
{
	u64 rule = ck->regs[h];

	*dirty |= rule;
	if (unlikely(R500_SLOW(*dirty) || dword(values, at) & R500_FORBID(rule)))
		return false;
	ck->last[h] = (u32)at;
	return true;
}

/* Two registers: the most frequent runs.  The packet is inside of the stream; @p: its values. */
static __always_inline bool two_registers(struct r500_checker *ck, const u32 *p, u32 at,
					  size_t first, u64 *dirty)
{
	u64 one = ck->regs[first], two = ck->regs[first + 1];

	*dirty |= one | two;
	if (unlikely(R500_SLOW(*dirty) ||
		     (p[0] & R500_FORBID(one)) | (p[1] & R500_FORBID(two))))
		return false;
	ck->last[first] = at;
	ck->last[first + 1] = at + 4;
	return true;
}

/*
 * All places of flow control, which have no bit that must be 0.  Mesa writes them with each vertex
 * program and hardly any uses them, so the place of the packet is enough until one does.
 */
static __always_inline bool flow_places(struct r500_checker *ck, u32 at, u32 first, u32 count,
					u64 *dirty)
{
	if (first != R500_INDEX(VAP_PVS_FLOW_CNTL_ADDRS_LW) || count != R500_FLOW_REGS)
		return false;
	ck->flow_at = at;
	*dirty |= R500_RULE(R500_GROUP(VSHADER), 0);
	return true;
}

/* More registers, or another number.  The packet is inside of the stream; @p: its values. */
static __always_inline bool some_registers(struct r500_checker *ck, const u32 *p, u32 at,
					   u32 first, u32 count, u64 *dirty)
{
	if (count <= ck->plain[first])
		return true;
	if (count <= ck->masked[first])
		return masked_run(ck, p, first, count);
	if (flow_places(ck, at, first, count, dirty))
		return true;
	return count <= ck->simple[first] && simple_run(ck, p, at, first, count, dirty);
}

/* All dwords to a port: R500_ONE_REG. */
#define PORT_BITS	(3u << 30 | 0xffffu)
#define PORT(name)	(R500_ONE_REG | R500_INDEX(name))

/* Returns true if the packet before the one at @at sets register @i, the index of a port. */
static __always_inline bool after_index(const struct r500_checker *ck, u32 i, u32 at)
{
	return ck->last[i] == at - 8 && at - 8 >= ck->start_position;
}

/* Whole vectors for the vertex shader, just after their index: r500_upload() has all the rules. */
static __always_inline bool vectors(struct r500_checker *ck, u32 at, u32 count, u64 *dirty)
{
	u32 i = R500_INDEX(VAP_PVS_VECTOR_DATA_REG_128), first;

	if (unlikely(!after_index(ck, R500_INDEX(VAP_PVS_VECTOR_INDX_REG), at) || count % 4))
		return false;
	first = dword(ck->values, at - 8);
	if (unlikely(first + count / 4 > R500_VECTORS))
		return false;
	if (first >= R500_INSTRUCTIONS)
		r500_vectors_set(ck, first, count / 4);
	else
		r500_own_slots(&ck->vertex_own, R500_INSTRUCTIONS, first, count / 4);
	*dirty |= R500_RULE(R500_GROUP(VSHADER), 0);
	ck->last[i] = at;
	return true;
}

/* A packet of type 3, inside of the stream; sets ck->cursor past it. */
static __always_inline int packet_inside(struct r500_checker *ck, const u32 *body, u32 h,
					 size_t body_dw)
{
	if ((h & ~PM4_COUNT_BITS) == ck->arrays_header)
		return r500_arrays(ck, body, (u32)body_dw);
	if ((h & ~PM4_COUNT_BITS) == ck->immd_header) {
		ck->cursor = body + body_dw;
		return r500_draw_immd(ck, body[0], (u32)body_dw);
	}
	return r500_packet_inside(ck, body, h, body_dw);
}

/* A packet of registers that r500_walk() does not accept itself; ck->header is the packet. */
static noinline int slow_registers(struct r500_checker *ck)
{
	if (r500_registers(ck))
		return 1;
	return unlikely(ck->partial) ? r500_pipes_whole(ck) : 0;
}

/*
 * The relocation of an address register: all pipes listen, and the walk has noted the checks that
 * the register makes a draw repeat.  Returns false if r500_registers() must refuse the packet.
 */
static __always_inline bool reloc(struct r500_checker *ck, u32 i, const u32 *p, u32 *index)
{
	if (unlikely(ck->end - p < 4))
		return false;
	*index = pm4_reloc_index(p[3]);
	if (unlikely(p[1] & R500_FORBID(ck->regs[i]) || p[2] != PM4_NOP_RELOC ||
		     *index >= ck->nbuffers))
		return false;
	ck->last[i] = r500_position(ck, p + 1);
	ck->cursor = p + 4;
	return true;
}

/* The address of a surface, the same. */
static __always_inline bool surface(struct r500_checker *ck, u32 i, const u32 *p, u32 *index)
{
	if (!reloc(ck, i, p, index))
		return false;
	r500_patch(ck, p + 1, PM4_PATCH_ADDR_32, *index);
	return true;
}

/* The address of a texture, the same. */
static __always_inline bool texture(struct r500_checker *ck, u32 i, const u32 *p)
{
	u32 index;

	if (!reloc(ck, i, p, &index))
		return false;
	r500_texture_address(ck, i - R500_INDEX(TX_OFFSET), p + 1, index);
	return true;
}

/* A flush of a cache, the same.  Returns false if r500_registers() must look at it. */
static __always_inline bool flush(struct r500_checker *ck, u32 i, const u32 *p)
{
	if (unlikely(ck->end - p < 2 || p[1] & R500_FORBID(ck->regs[i]) ||
		     r500_may_move(ck, ck->dirty)))
		return false;
	r500_flush(ck, i, p[1]);
	ck->cursor = p + 2;
	return true;
}

/* The most frequent rules in code.  Returns false if r500_registers() must look at the packet. */
static __always_inline bool usual_rule(struct r500_checker *ck, u32 i, const u32 *p)
{
	switch ((enum pm4_reg_handler)ck->handler[i]) {
	case PM4_RH_COLOR_CACHE:
	case PM4_RH_DEPTH_CACHE:
		return flush(ck, i, p);
	case PM4_RH_TX_BASE:
		return texture(ck, i, p);
	case PM4_RH_COLOR_BASE:
		return surface(ck, i, p, &ck->color_buffer[i - R500_INDEX(RB3D_COLOROFFSET)]);
	case PM4_RH_DEPTH_BASE:
		return surface(ck, i, p, &ck->depth_buffer);
	default:
		return false;
	}
}

/* Everything that r500_walk() does not accept itself; sets ck->cursor past the packet. */
static noinline int slow_packet(struct r500_checker *ck, uintptr_t at)
{
	const u32 *p = (const u32 *)(ck->origin + at);
	u32 h = *p;

	if (h < PM4_MMREG_REGS && usual_rule(ck, h, p))
		return 0;
	ck->header = p;
	if (PM4_TYPE(h))
		return r500_packet(ck);
	return h & R500_ONE_REG ? r500_upload(ck) : slow_registers(ck);
}

/**
 * r500_walk() - check the packets of a stream
 * @ck: the check; ck->cursor is the start of the stream
 *
 * Long, because the loop keeps its cursor in registers.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_walk(struct r500_checker *ck)
{
	const char *origin = ck->origin, *values = ck->values;
	uintptr_t at = ck->start_position, limit = (const char *)ck->end - origin - 4;
	uintptr_t ones_limit = max(limit, ONES_BYTES) - ONES_BYTES, more;
	u64 dirty = 0;
	const u32 *p;
	u32 h, n;

	for (;;) {
		while (likely(at < ones_limit)) {
#pragma GCC unroll 4
			for (n = 0; n < ONES; n++, at += 8) {
				h = dword(origin, at);
				if (h >= PM4_MMREG_REGS)
					goto other;
				if (!one_register(ck, values, h, at, &dirty))
					goto slow;
			}
		}
		if (unlikely(at > limit))
			break;
		h = dword(origin, at);
		/* Mesa fills a stream up with packets of type 2. */
		if (PM4_TYPE(h) == 2) {
			at += 4;
			continue;
		}
		/* The last two dwords have no room for a common packet. */
		if (unlikely(at >= limit - 4))
			goto slow;
		if (h < PM4_MMREG_REGS) {
			if (!one_register(ck, values, h, at, &dirty))
				goto slow;
			at += 8;
			continue;
		}
other:
		p = (const u32 *)(values + at);
		if (h - (1u << 16) < PM4_MMREG_REGS - 1) {
			if (unlikely(!two_registers(ck, p, (u32)at, h - (1u << 16), &dirty)))
				goto slow;
			at += 12;
			continue;
		}
		more = h >> 14 & 0xfffc;
		if (unlikely(more >= limit - at))
			goto slow;
		if (h >= PM4_TYPE3) {
			/* The relocation of a pitch that has its tiling. */
			if (h == PM4_NOP_RELOC) {
				at += 8;
				continue;
			}
			ck->header = p - 1;
			ck->dirty |= R500_FLAGS(dirty);
			dirty = 0;
			if (h == ck->list_header) {
				if (r500_draw_vbuf(ck, p[0]))
					return 1;
				at += 8;
				continue;
			}
			if (packet_inside(ck, p, h, more / 4 + 1))
				return 1;
			at = (const char *)ck->cursor - origin;
			continue;
		}
		if (!(h & (3u << 30 | R500_ONE_REG | R500_TYPE0_BITS)) ?
		    some_registers(ck, p, (u32)at, R500_REG(h), PM4_COUNT(h) + 1, &dirty) :
		    (h & PORT_BITS) == PORT(VAP_PVS_VECTOR_DATA_REG_128) &&
		    vectors(ck, (u32)at, PM4_COUNT(h) + 1, &dirty)) {
			at += more + 8;
			continue;
		}
		if ((h & PORT_BITS) == PORT(GA_US_VECTOR_DATA) &&
		    after_index(ck, R500_INDEX(GA_US_VECTOR_INDEX), (u32)at)) {
			ck->header = p - 1;
			if (r500_fragments(ck, p, PM4_COUNT(h) + 1))
				return 1;
			at += more + 8;
			continue;
		}
slow:
		ck->dirty |= R500_FLAGS(dirty);
		dirty = 0;
		if (slow_packet(ck, at))
			return 1;
		at = (const char *)ck->cursor - origin;
	}
	ck->dirty |= R500_FLAGS(dirty);
	return 0;
}
