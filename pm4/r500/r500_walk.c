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
static __always_inline const u32 *address(const char *base, u64 at)
{
	return (const u32 *)(base + (uintptr_t)at);
}

static __always_inline u32 dword(const char *base, u64 at)
{
	return *address(base, at);
}

/* A run of registers with no rule but bits that must be 0, and whose values no draw needs. */
static __always_inline bool masked_run(const struct r500_checker *ck, const u32 *p, size_t i,
				       size_t end)
{
	u32 bad = 0;

	for (; end - i >= 4; i += 4, p += 4) {
		bad |= p[0] & R500_FORBID(ck->regs[i]);
		bad |= p[1] & R500_FORBID(ck->regs[i + 1]);
		bad |= p[2] & R500_FORBID(ck->regs[i + 2]);
		bad |= p[3] & R500_FORBID(ck->regs[i + 3]);
	}
	for (; i < end; i++)
		bad |= *p++ & R500_FORBID(ck->regs[i]);
	return !bad;
}

/* A run of at least two registers without a relocation or a rule in code. */
static __always_inline bool simple_run(struct r500_checker *ck, const char *values, u64 at,
				       size_t i, size_t end, u64 *dirty)
{
	do {
		u64 one = ck->regs[i], two = ck->regs[i + 1];

		*dirty |= one | two;
		if (unlikely(dword(values, at) & R500_FORBID(one) ||
			     dword(values, at + 4) & R500_FORBID(two)))
			return false;
		ck->last[i] = (u32)at;
		ck->last[i + 1] = (u32)at + 4;
		at += 8;
		i += 2;
	} while (end - i >= 2);
	if (i < end) {
		*dirty |= ck->regs[i];
		if (unlikely(dword(values, at) & R500_FORBID(ck->regs[i])))
			return false;
		ck->last[i] = (u32)at;
	}
	return true;
}

/*
 * Packets of one register for which one test of the end is enough, which is also enough for a
 * packet of two registers in the place of any of them; their bytes.
 */
#define ONES		4
#define ONES_BYTES	(8 * (u64)ONES + 4)

/* A packet of one register, with header @h.  Returns false if r500_registers() must look at it. */
static __always_inline bool one_register(struct r500_checker *ck, const char *values, u32 h,
					 u64 at, u64 *dirty)
{
	u64 rule = ck->regs[h];

	*dirty |= rule;
	if (unlikely(R500_SLOW(*dirty) || dword(values, at) & R500_FORBID(rule)))
		return false;
	ck->last[h] = (u32)at;
	return true;
}

/* Two registers: the most frequent runs.  The packet is inside of the stream. */
static __always_inline bool two_registers(struct r500_checker *ck, const char *values,
					  u64 at, size_t first, u64 *dirty)
{
	u64 one = ck->regs[first], two = ck->regs[first + 1];

	*dirty |= one | two;
	if (unlikely(R500_SLOW(*dirty) || dword(values, at) & R500_FORBID(one) ||
		     dword(values, at + 4) & R500_FORBID(two)))
		return false;
	ck->last[first] = (u32)at;
	ck->last[first + 1] = (u32)at + 4;
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

/* Three registers or more.  The packet is inside of the stream. */
static __always_inline bool some_registers(struct r500_checker *ck, const char *values,
					   u64 at, size_t first, u32 count, u64 *dirty)
{
	if (count <= ck->masked[first])
		return count <= ck->plain[first] ||
		       masked_run(ck, address(values, at), first, first + count);
	if (flow_places(ck, (u32)at, (u32)first, count, dirty))
		return true;
	return count <= ck->simple[first] &&
	       simple_run(ck, values, at, first, first + count, dirty);
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

/*
 * The most frequent rules in code, for a packet of register @i alone while all pipes listen.  The
 * walk has noted the checks that the register makes a draw repeat.  They return the bytes of the
 * packet, with its relocation, or 0 if r500_registers() must look at it.
 */
#define ONE_BYTES	8u
#define RELOC_BYTES	8u

/* An address and its relocation. */
static __always_inline bool reloc(struct r500_checker *ck, const char *values, size_t i, u64 at,
				  u64 end, u32 *index)
{
	if (unlikely(at + ONE_BYTES + RELOC_BYTES > end))
		return false;
	*index = pm4_reloc_index(dword(values, at + 8));
	if (unlikely(dword(values, at) & R500_FORBID(ck->regs[i]) ||
		     dword(values, at + 4) != PM4_NOP_RELOC || *index >= ck->nbuffers))
		return false;
	ck->last[i] = (u32)at;
	return true;
}

/* The address of a surface. */
static __always_inline u32 surface(struct r500_checker *ck, const char *values, size_t i,
				   u64 at, u64 end, u32 *buffer)
{
	u32 index, n;

	if (!reloc(ck, values, i, at, end, &index))
		return 0;
	*buffer = index;
	n = ((u32)at - ck->start_position) / sizeof(u32) + 1;
	*ck->patch++ = (struct pm4_patch){ n | PM4_PATCH_ADDR_32 << PM4_PATCH_KIND, index };
	return ONE_BYTES + RELOC_BYTES;
}

/* The address of a texture. */
static __always_inline u32 texture(struct r500_checker *ck, const char *values, size_t i,
				   u64 at, u64 end)
{
	u32 index;

	if (!reloc(ck, values, i, at, end, &index))
		return 0;
	r500_texture_address(ck, (u32)i - R500_INDEX(TX_OFFSET), address(values, at), index);
	return ONE_BYTES + RELOC_BYTES;
}

/* A flush of a cache.  With empty caches there are neither lines to move nor lines to write. */
static __always_inline u32 flush(struct r500_checker *ck, size_t i, u32 value, u64 dirty)
{
	if (unlikely(value & R500_FORBID(ck->regs[i])))
		return 0;
	if (!ck->cached)
		return ONE_BYTES;
	if (unlikely(r500_may_move(ck, ck->dirty | R500_FLAGS(dirty))))
		return 0;
	r500_flush(ck, (u32)i, value);
	return ONE_BYTES;
}

/* A change of the blocks of depth: r500_enlarged() has the rule. */
static __always_inline u32 blocks(struct r500_checker *ck, size_t i, u32 value, u64 at)
{
	if (unlikely(value & R500_FORBID(ck->regs[i])))
		return 0;
	ck->last[i] = (u32)at;
	if (ck->cached & R500_CACHE_DEPTH && unlikely(r500_depth_block(ck) > ck->depth_block))
		return 0;
	return ONE_BYTES;
}

/* The filter of a texture, with its number. */
static __always_inline u32 filter(struct r500_checker *ck, size_t i, u32 value, u64 at)
{
	if (unlikely(value & R500_FORBID(ck->regs[i]) ||
		     pm4_get(TX_FILTER0_ID, value) != i - R500_INDEX(TX_FILTER0)))
		return 0;
	ck->last[i] = (u32)at;
	return ONE_BYTES;
}

static __always_inline u32 usual_rule(struct r500_checker *ck, const char *values, size_t i,
				      u64 at, u64 end, u64 dirty)
{
	switch ((enum pm4_reg_handler)ck->handler[i]) {
	case PM4_RH_COLOR_CACHE:
		return flush(ck, R500_INDEX(RB3D_DSTCACHE_CTLSTAT), dword(values, at), dirty);
	case PM4_RH_DEPTH_CACHE:
		return flush(ck, R500_INDEX(ZB_ZCACHE_CTLSTAT), dword(values, at), dirty);
	case PM4_RH_TX_BASE:
		return texture(ck, values, i, at, end);
	case PM4_RH_COLOR_BASE:
		return surface(ck, values, i, at, end,
			       &ck->color_buffer[i - R500_INDEX(RB3D_COLOROFFSET)]);
	case PM4_RH_DEPTH_BASE:
		return surface(ck, values, i, at, end, &ck->depth_buffer);
	case PM4_RH_BW_CNTL:
	case PM4_RH_Z_PEQ:
		return blocks(ck, i, dword(values, at), at);
	case PM4_RH_TX_FILTER:
		return filter(ck, i, dword(values, at), at);
	default:
		return 0;
	}
}

/* A packet of registers that r500_walk() does not accept itself; ck->header is the packet. */
static noinline int slow_registers(struct r500_checker *ck)
{
	if (r500_registers(ck))
		return 1;
	return unlikely(ck->partial) ? r500_pipes_whole(ck) : 0;
}

/* Everything that r500_walk() does not accept itself; sets ck->cursor past the packet. */
static noinline int slow_packet(struct r500_checker *ck, u64 at)
{
	const u32 *p = address(ck->origin, at);
	u32 h = *p;

	ck->header = p;
	if (PM4_TYPE(h))
		return r500_packet(ck);
	return h & R500_ONE_REG ? r500_upload(ck) : slow_registers(ck);
}

/**
 * r500_walk() - check the packets of a stream
 * @ck: the check; ck->cursor is the start of the stream
 *
 * Long, because the loop keeps its cursor in registers.  Positions have 64 bits here, so that no
 * sum of one and a length wraps.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_walk(struct r500_checker *ck)
{
	const char *origin = ck->origin, *values = ck->values;
	u64 at = ck->start_position, end = (u32)((const char *)ck->end - origin);
	u64 ones_end = max(end, ONES_BYTES) - ONES_BYTES, next, dirty = 0;
	const u32 *p;
	size_t i;
	u32 h, n;

	for (;;) {
		while (likely(at < ones_end)) {
#pragma GCC unroll 4
			for (n = 0; n < ONES; n++, at += 8) {
				h = dword(origin, at);
				if (h >= PM4_MMREG_REGS)
					goto other;
				if (!one_register(ck, values, h, at, &dirty))
					goto rule;
			}
		}
		if (unlikely(at >= end))
			break;
		h = dword(origin, at);
		/* Mesa fills a stream up with packets of type 2. */
		if (h == PM4_FILLER) {
			do
				at += 4;
			while (at < end && dword(origin, at) == PM4_FILLER);
			continue;
		}
		/* The last two dwords have no room for a common packet. */
		if (unlikely(at + 8 >= end))
			goto slow;
		if (h < PM4_MMREG_REGS) {
			if (!one_register(ck, values, h, at, &dirty))
				goto rule;
			at += 8;
			continue;
		}
other:
		i = h - (1u << 16);
		if (i < PM4_MMREG_REGS - 1) {
			if (unlikely(!two_registers(ck, values, at, i, &dirty)))
				goto slow;
			at += 12;
			continue;
		}
		if (h >= PM4_TYPE3) {
			/* The relocation of a pitch that has its tiling. */
			if (h == PM4_NOP_RELOC) {
				at += 8;
				continue;
			}
			n = PM4_COUNT(h) + 1;
			if (unlikely(at + 4 * (u64)n >= end))
				goto slow;
			p = address(values, at);
			ck->header = p - 1;
			ck->dirty |= R500_FLAGS(dirty);
			dirty = 0;
			if (h == ck->list_header) {
				if (r500_draw_vbuf(ck, p[0]))
					return 1;
				at += 8;
				continue;
			}
			if (packet_inside(ck, p, h, n))
				return 1;
			at = (u32)((const char *)ck->cursor - origin);
			continue;
		}
		/* Headers of the types 1 and 2 have more dwords here than any of type 0. */
		n = (h >> 16) + 1;
		next = at + 4 * (u64)n + 4;
		if (unlikely(next > end))
			goto slow;
		if (!(h & (3u << 30 | R500_ONE_REG | R500_TYPE0_BITS))) {
			if (unlikely(!some_registers(ck, values, at, R500_REG(h), n, &dirty)))
				goto slow;
			at = next;
			continue;
		}
		if ((h & PORT_BITS) == PORT(VAP_PVS_VECTOR_DATA_REG_128) &&
		    vectors(ck, (u32)at, n, &dirty)) {
			at = next;
			continue;
		}
		if ((h & PORT_BITS) == PORT(GA_US_VECTOR_DATA) &&
		    after_index(ck, R500_INDEX(GA_US_VECTOR_INDEX), (u32)at)) {
			p = address(values, at);
			ck->header = p - 1;
			if (r500_fragments(ck, p, n))
				return 1;
			at = next;
			continue;
		}
		goto slow;
rule:
		/* Not @h, which the compiler would copy for each register then. */
		n = usual_rule(ck, values, dword(values, at - 4), at, end, dirty);
		if (likely(n)) {
			dirty &= ~R500_RULE(R500_WRITE_SLOW, 0);
			at += n;
			continue;
		}
slow:
		ck->dirty |= R500_FLAGS(dirty);
		dirty = 0;
		if (slow_packet(ck, at))
			return 1;
		at = (u32)((const char *)ck->cursor - origin);
	}
	ck->dirty |= R500_FLAGS(dirty);
	return 0;
}
