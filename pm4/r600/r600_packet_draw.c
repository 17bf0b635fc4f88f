// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Packets of draws: DRAW_INDEX_AUTO, DRAW_INDEX, DRAW_INDEX_IMMD, and the number and type of
 * what they draw (INDEX_TYPE, NUM_INSTANCES).  The indices of a draw are inside their buffer
 * or inside the packet; r600_draw() checks the state.  Takes no lock.
 */
#include "r600_packet_body.h"

enum { DRAW_DMA, DRAW_IMMEDIATE, DRAW_AUTO };
#define DRAW_USE_OPAQUE	0x40u

static int draw_initiator(struct r600_checker *ck, u32 i, u32 value, u32 source, u32 more)
{
	if (likely(value == source || value == (source | more)))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_DRAW_SOURCE,
			  .at = r600_body_at(ck, i), .detail = more,
			  .expected = source, .actual = value);
}

/* Size of an index in bytes for the current draw, 0: unknown. */
static u32 index_bytes(const struct r600_checker *ck)
{
	return r600_is_predicated(ck) ? ck->index_bytes_predicated : ck->index_bytes;
}

int r600_check_draw_auto(struct r600_checker *ck, const u32 *b)
{
	static const u32 opaque[] = {
		PM4_R_VGT_STRMOUT_DRAW_OPAQUE_OFFSET,
		PM4_R_VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE,
		PM4_R_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE,
	};
	u32 i;

	if (draw_initiator(ck, 1, b[1], DRAW_AUTO, DRAW_USE_OPAQUE))
		return 1;
	/* The number of vertices must not be an earlier stream's. */
	for (i = 0; b[1] & DRAW_USE_OPAQUE && i < ARRAY_SIZE(opaque); i++)
		if (r600_must_be_set(ck, opaque[i]))
			return 1;
	return r600_draw(ck, 0);
}

/*
 * Clamp the draw to the indices in the buffer, because Mesa passes on a GL program's count
 * and offset unchecked.  If no index is left, the offset becomes the last index's.
 * A draw of 0 indices gets the same checks.
 */
int r600_check_draw_index(struct r600_checker *ck, const u32 *b)
{
	u64 offset = b[0] | (u64)(b[1] & ADDR_HI) << 32, last;
	u32 bytes = index_bytes(ck);
	const struct pm4_buffer *buffer;
	u64 room;
	u32 index;

	if (draw_initiator(ck, 3, b[3], DRAW_DMA, DRAW_DMA) ||
	    r600_field_bits(ck, 1, b[1], ADDR_HI) ||
	    r600_next_reloc(ck, r600_body_at(ck, 0), &index))
		return 1;
	/* Indices of unknown size count as 4 bytes. */
	if (unlikely(!bytes)) {
		r600_inherit(ck, PM4_STATE_DRAWS);
		bytes = 4;
	}
	buffer = &ck->buffers[index];
	if (offset & 1)
		return PM4_REFUSE(ck, .code = PM4_CODE_ALIGNMENT, .buffer = r600_buffer(ck, index),
				  .at = r600_body_at(ck, 0),
				  .expected = 2, .actual = offset);
	if (buffer->size < bytes)
		return PM4_REFUSE(ck, .code = PM4_CODE_INDEX_BOUNDS, .buffer = buffer,
				  .at = r600_body_at(ck, 2),
				  .offset = offset, .detail = b[2],
				  .expected = buffer->size,
				  .actual = (u64)max(b[2], 1u) * bytes);
	last = (buffer->size - bytes) & ~1ull;
	if (offset > last) {
		offset = last;
		r600_patch(ck, b, PM4_PATCH_VALUE, (u32)offset);
		r600_patch(ck, b + 1, PM4_PATCH_VALUE, (u32)(offset >> 32));
	}
	room = (buffer->size - offset) >> (bytes == 2 ? 1 : 2);
	if (b[2] > room)
		r600_patch(ck, b + 2, PM4_PATCH_VALUE, (u32)room);
	r600_patch(ck, b, PM4_PATCH_ADDR_NEXT, index);
	return r600_draw(ck, 0);
}

/*
 * The count must match the indices in the packet, otherwise VGT would wait for more or take
 * too many.  So the stream must also have set the size of an index.
 */
int r600_check_draw_immediate(struct r600_checker *ck, const u32 *b, u32 ndw)
{
	u64 indices = b[0];
	u32 bytes = index_bytes(ck);
	u64 want = bytes == 2 ? (indices + 1) / 2 : indices;

	if (draw_initiator(ck, 1, b[1], DRAW_IMMEDIATE, DRAW_IMMEDIATE))
		return 1;
	if (!bytes)
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_MISSING,
				  .detail = PM4_OP_INDEX_TYPE);
	if (want != ndw - 2)
		return PM4_REFUSE(ck, .code = PM4_CODE_INDEX_COUNT,
				  .at = r600_body_at(ck, 0),
				  .expected = want, .actual = ndw - 2);
	return r600_draw(ck, 0);
}

/*
 * A predicated INDEX_TYPE makes the size unknown, because the CP may skip the packet, unless
 * the packet repeats the current size.  For draws with the same predicate the size is
 * known: the CP skips them together with the packet.
 */
int r600_check_index_type(struct r600_checker *ck, const u32 *b)
{
	u32 bytes = b[0] & 1 ? 4 : 2;

	if (r600_field_bits(ck, 0, b[0], 0xd))
		return 1;
	ck->dirty |= 1ull << PM4_STATE_DRAWS;
	ck->index_bytes_predicated = bytes;
	if (!r600_is_predicated(ck))
		ck->index_bytes = bytes;
	else if (ck->index_bytes != bytes)
		ck->index_bytes = 0;
	return 0;
}

/* The CP may skip a predicated packet: then the number is an earlier stream's. */
int r600_check_num_instances(struct r600_checker *ck)
{
	ck->dirty |= 1ull << PM4_STATE_DRAWS;
	if (!r600_is_predicated(ck))
		ck->instances = true;
	return 0;
}
