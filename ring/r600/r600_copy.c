// SPDX-License-Identifier: GPL-2.0
/*
 * Copies by the CP's DMA, written directly into the ring.
 *
 * The driver moves and clears buffers with them.  A copy needs no stream.
 *
 * Packet layout: R6xx/R7xx 3D guide, section 5, CP_DMA.  Called by fence/ for a job with a copy,
 * one writer at a time, between rcp_ring_begin() and rcp_ring_commit(); takes no locks.
 */
#include "r600.h"

#define PACKET3_CP_DMA		0x41u
#define   CP_DMA_CP_SYNC	0x80000000u	/* R7xx: the CP waits until it is done */

/* The byte count has 21 bits; a piece is a multiple of 4 KiB, so all pieces stay aligned. */
#define R600_COPY_PIECE		0x1ff000u
#define R600_COPY_PIECE_DW	6u

static void r600_emit_piece(struct rcp_card *card, u64 dst_addr, u64 src_addr,
			    u32 bytes, bool last)
{
	const u32 packet[R600_COPY_PIECE_DW] = {
		PACKET3(PACKET3_CP_DMA, 4),
		lower_32_bits(src_addr),
		(upper_32_bits(src_addr) & 0xff) | (last ? CP_DMA_CP_SYNC : 0),
		lower_32_bits(dst_addr),
		upper_32_bits(dst_addr) & 0xff,
		bytes,
	};

	rcp_ring_emit_all(card, packet, ARRAY_SIZE(packet));
}

/**
 * r600_copy_dw() - compute the ring space of a copy
 * @size: bytes to write
 * @span: bytes after which the source begins again; 0: it does not
 *
 * Context: any.
 * Return: an upper bound in dwords; U32_MAX for sizes that no card has.
 */
u32 r600_copy_dw(u64 size, u32 span)
{
	u64 pieces = DIV_ROUND_UP_ULL(size, rcp_copy_piece(span, R600_COPY_PIECE));

	if (pieces > U16_MAX)
		return U32_MAX;
	return pieces * R600_COPY_PIECE_DW + 2 * R600_EMIT_WAIT_DW;
}

/**
 * r600_emit_copy() - copy GPU memory
 * @card: the card
 * @dst_addr: GPU address of the destination
 * @src_addr: GPU address of the source; must not overlap the destination
 * @size: bytes to write
 * @span: bytes after which the source begins again; 0: it does not
 *
 * Emits a wait for the 3D engine before the copy and a wait for the DMA after it, so that the
 * copy runs in order between its neighbours.
 *
 * The pieces of a copy do not depend on each other: on R6xx a piece may read before an
 * earlier piece has written, and only a wait for a fence prevents this.
 *
 * Context: between rcp_ring_begin(), which reserved r600_copy_dw(), and rcp_ring_commit().
 */
void r600_emit_copy(struct rcp_card *card, u64 dst_addr, u64 src_addr, u64 size, u32 span)
{
	u32 most = rcp_copy_piece(span, R600_COPY_PIECE);

	r600_emit_wait(card, WAIT_3D_IDLE | WAIT_3D_IDLECLEAN);
	while (size) {
		u32 bytes = min_t(u64, size, most);

		size -= bytes;
		r600_emit_piece(card, dst_addr, src_addr, bytes, !size);
		dst_addr += bytes;
		if (!span)
			src_addr += bytes;
	}
	r600_emit_dma_end(card);
	r600_of(card)->copying = true;
}
