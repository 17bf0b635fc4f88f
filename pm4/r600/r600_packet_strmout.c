// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets of stream-out: STRMOUT_BUFFER_UPDATE, STRMOUT_BASE_UPDATE.  A buffer's offset and
 * base are this stream's, and agree with its registers.  Takes no lock.
 */
#include "r600_packet_body.h"

/* STRMOUT_BUFFER_UPDATE.SOURCE: where the offset comes from. */
enum { STRMOUT_PACKET, STRMOUT_FILLED, STRMOUT_MEMORY, STRMOUT_NONE };

static noinline int __cold refuse_strmout_unset(struct r600_checker *ck, u32 n)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_MISSING,
			  .detail = PM4_OP_STRMOUT_BUFFER_UPDATE, .actual = n);
}

int r600_check_strmout_update(struct r600_checker *ck, const u32 *b)
{
	static const struct r600_access dst = { .lo = 1, .align = 4, .bytes = 4, .write = true };
	static const struct r600_access src = { .lo = 3, .align = 4, .bytes = 4 };
	u32 source = pm4_bits(b[0], 1, 2), n = pm4_bits(b[0], 8, 2);
	u32 size;

	if (r600_field_bits(ck, 0, b[0], 0x307))
		return 1;
	/* The filled size of an earlier stream: to memory, or as the offset. */
	if ((b[0] & 1 || source == STRMOUT_FILLED) && !(ck->strmout_offset_set >> n & 1))
		return refuse_strmout_unset(ck, n);
	if (source == STRMOUT_PACKET || source == STRMOUT_MEMORY) {
		ck->strmout_offset_set |= 1u << n;
		ck->dirty |= PM4_UNIT_STRMOUT;
	}
	if (b[0] & 1 && (r600_field_bits(ck, 2, b[2], ADDR_HI) || r600_check_access(ck, b, &dst)))
		return 1;
	if (source == STRMOUT_MEMORY) {
		ck->strmout_offset[n] = 0;
		return r600_field_bits(ck, 4, b[4], ADDR_HI) || r600_check_access(ck, b, &src);
	}
	if (source == STRMOUT_PACKET) {
		/* The offset is in the packet, in dwords. */
		size = r600_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n);
		if (b[3] > size)
			return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_BOUNDS,
					  .at = r600_body_at(ck, 3),
					  .expected = (u64)size * 4,
					  .actual = (u64)b[3] * 4);
		ck->strmout_offset[n] = b[3];
	}
	return 0;
}

int r600_check_strmout_base(struct r600_checker *ck, const u32 *b)
{
	u32 reg = PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * (b[0] & 3);
	u32 index;

	if (r600_field_bits(ck, 0, b[0], 3))
		return 1;
	if (!r600_context_isset(ck, reg))
		return PM4_REFUSE(ck, .code = PM4_CODE_NOT_SET, .reg = reg);
	if (r600_next_reloc(ck, r600_body_at(ck, 1), &index))
		return 1;
	if (index != r600_context_buffer(ck, reg) || b[1] != r600_context_get(ck, reg))
		return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_MISMATCH,
				  .at = r600_body_at(ck, 1), .reg = reg,
				  .buffer = r600_buffer(ck, index),
				  .detail = r600_context_buffer(ck, reg),
				  .expected = r600_context_get(ck, reg),
				  .actual = b[1]);
	ck->strmout_base_sent |= 1u << b[0];
	ck->strmout_base[b[0]].value = b[1];
	ck->strmout_base[b[0]].buffer = index;
	r600_patch(ck, b + 1, pm4_base_inside(r600_buffer(ck, index), b[1]) ?
		   PM4_PATCH_ADDR_256 : PM4_PATCH_START_256, index);
	return 0;
}
