// SPDX-License-Identifier: GPL-2.0
/*
 * Copies by the CP's own DMA, written straight into the ring.
 *
 * The driver moves and clears buffers with them.  They need no stream.
 *
 * Packet layout: R6xx/R7xx 3D guide, section 5, CP_DMA.  Called from run_job,
 * one writer at a time, between rcp_ring_begin() and rcp_ring_commit().
 */
#include "rcp_priv.h"

#define PACKET3_CP_DMA		0x41u
#define   CP_DMA_CP_SYNC	0x80000000u	/* the CP waits until it is done */

/* The byte count has 21 bits; whole pages keep every piece aligned. */
#define RCP_COPY_PIECE		0x1ff000u
#define RCP_COPY_PIECE_DW	6u

static void rcp_ring_emit_piece(struct rcp_card *card, u64 dst_addr, u64 src_addr,
				u32 bytes, bool last)
{
	rcp_ring_emit(card, PACKET3(PACKET3_CP_DMA, 4));
	rcp_ring_emit(card, lower_32_bits(src_addr));
	rcp_ring_emit(card, (upper_32_bits(src_addr) & 0xff) | (last ? CP_DMA_CP_SYNC : 0));
	rcp_ring_emit(card, lower_32_bits(dst_addr));
	rcp_ring_emit(card, upper_32_bits(dst_addr) & 0xff);
	rcp_ring_emit(card, bytes);
}

/* Pieces of at most @piece bytes; false: everything comes from the same place. */
static void rcp_ring_emit_pieces(struct rcp_card *card, u64 dst_addr, u64 src_addr,
				 u64 size, u32 piece, bool advance)
{
	while (size) {
		u32 bytes = min_t(u64, size, piece);

		size -= bytes;
		rcp_ring_emit_piece(card, dst_addr, src_addr, bytes, !size);
		dst_addr += bytes;
		if (advance)
			src_addr += bytes;
	}
}

/**
 * rcp_copy_dw - ring space that a copy takes
 * @size: bytes
 * @src_size: bytes at the source; if they are fewer they are repeated
 *
 * Return: an upper bound in dwords; U32_MAX for sizes that no card has.
 */
u32 rcp_copy_dw(u64 size, u64 src_size)
{
	u64 first = 0, pieces;

	if (src_size < size)
		first = DIV_ROUND_UP_ULL(RCP_COPY_PIECE, max_t(u64, src_size, 1));
	pieces = first + DIV_ROUND_UP_ULL(size, RCP_COPY_PIECE) + 1;
	if (pieces > U16_MAX)
		return U32_MAX;
	return pieces * RCP_COPY_PIECE_DW + 3 * RCP_EMIT_WAIT_DW + RCP_EMIT_FLUSH_DW;
}

/**
 * rcp_ring_emit_copy - copy or fill GPU memory
 * @card: the card
 * @dst_addr: where to
 * @src_addr: where from; does not overlap the destination
 * @size: bytes
 * @src_size: bytes at the source; if they are fewer than @size they are repeated
 *
 * Waits for the 3D engine first and for the copy at the end, so that it lies in
 * order between the jobs around it.
 *
 * Context: run_job, inside a reservation of rcp_copy_dw().
 */
void rcp_ring_emit_copy(struct rcp_card *card, u64 dst_addr, u64 src_addr,
			u64 size, u64 src_size)
{
	u64 first;

	rcp_ring_emit_flush(card);
	rcp_ring_emit_wait(card, WAIT_3D_IDLE | WAIT_3D_IDLECLEAN);
	if (src_size >= size) {
		rcp_ring_emit_pieces(card, dst_addr, src_addr, size, RCP_COPY_PIECE, true);
	} else {
		first = min_t(u64, size, RCP_COPY_PIECE);
		rcp_ring_emit_pieces(card, dst_addr, src_addr, first, src_size, false);
		rcp_ring_emit_wait(card, WAIT_CP_DMA_IDLE);
		rcp_ring_emit_pieces(card, dst_addr + first, dst_addr, size - first,
				     RCP_COPY_PIECE, false);
	}
	rcp_ring_emit_wait(card, WAIT_CP_DMA_IDLE);
}
