/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Rules that packets of several kinds share, on the fields and memory accesses of a packet's
 * body; and the rules of each kind, in the files r600_packet_*.c, which r600_check_packet()
 * calls.  Parameter b is the body, in the input.  No function takes a lock.
 */
#ifndef R600_PACKET_BODY_H
#define R600_PACKET_BODY_H

#include "r600_check.h"

/* Bits 39:32 of an address, in the dword after the low 32 bits. */
#define ADDR_HI		0xffu

/* Dword @i of the packet's body. */
static inline const u32 *r600_body_at(const struct r600_checker *ck, u32 i)
{
	return ck->header + 1 + i;
}

/* Refuse a dword with bits that are not @allowed. */
static inline int r600_field_bits(struct r600_checker *ck, u32 i, u32 value, u32 allowed)
{
	if (likely(!(value & ~allowed)))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_FIELD_BITS,
			  .at = r600_body_at(ck, i), .detail = i,
			  .expected = allowed, .actual = value);
}

/**
 * struct r600_access - a memory access of a packet
 * @lo: dword of the body with the low 32 bits of the address; the next dword has the high 8
 * @keep: low bits of the dword that are not part of the address
 * @align: required alignment of the address in bytes
 * @bytes: bytes read or written
 * @write: true for a write
 */
struct r600_access {
	u32 lo;
	u32 keep;
	u32 align;
	u64 bytes;
	bool write;
};

/* The offset in the two dwords at @at. */
static inline u64 r600_access_offset(const u32 *at, struct r600_access p)
{
	return (at[0] & ~p.keep) | (u64)(at[1] & ADDR_HI) << 32;
}

int __cold r600_refuse_value(struct r600_checker *ck, u32 i, u32 field, u32 how,
			     u32 expected, u32 actual);
int __cold r600_refuse_access(struct r600_checker *ck, const u32 *at, struct r600_access p,
			      const struct pm4_buffer *buffer);

/* Consume the relocation of an access, check the access, and patch the address. */
static __always_inline int r600_check_access(struct r600_checker *ck, const u32 *b,
					     const struct r600_access *p)
{
	const u32 *at = b + p->lo;
	const struct pm4_buffer *buffer;
	u64 offset;
	u32 index;

	if (r600_next_reloc(ck, at, &index))
		return 1;
	buffer = r600_buffer(ck, index);
	offset = r600_access_offset(at, *p);
	if (unlikely(offset & (p->align - 1) || !pm4_inside(buffer, offset, p->bytes) ||
		     (p->write && !buffer->writable)))
		return r600_refuse_access(ck, at, *p, buffer);
	if (p->write)
		r600_mark_written(ck, index);
	r600_patch(ck, at, PM4_PATCH_ADDR_NEXT, index);
	return 0;
}

static inline bool r600_is_predicated(const struct r600_checker *ck)
{
	return *ck->header & PM4_PREDICATE;
}

/* The rules of each kind: 0, or 1 with the verdict filled in. */

/* r600_packet_draw.c */
int r600_check_draw_auto(struct r600_checker *ck, const u32 *b);
int r600_check_draw_index(struct r600_checker *ck, const u32 *b);
int r600_check_draw_immediate(struct r600_checker *ck, const u32 *b, u32 ndw);
int r600_check_index_type(struct r600_checker *ck, const u32 *b);
int r600_check_num_instances(struct r600_checker *ck);

/* r600_packet_event.c */
int r600_check_event_write(struct r600_checker *ck, const u32 *b, u32 ndw);
int r600_check_event_write_eop(struct r600_checker *ck, const u32 *b);
int r600_check_predication(struct r600_checker *ck, const u32 *b);

/* r600_packet_memory.c */
int r600_check_wait_reg_mem(struct r600_checker *ck, const u32 *b);
int r600_check_mem_write(struct r600_checker *ck, const u32 *b);
int r600_check_surface_sync(struct r600_checker *ck, const u32 *b);
int r600_check_copy_dw(struct r600_checker *ck, const u32 *b);
int r600_check_cp_dma(struct r600_checker *ck, const u32 *b);

/* r600_packet_strmout.c */
int r600_check_strmout_update(struct r600_checker *ck, const u32 *b);
int r600_check_strmout_base(struct r600_checker *ck, const u32 *b);

#endif /* R600_PACKET_BODY_H */
