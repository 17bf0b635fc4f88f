// SPDX-License-Identifier: GPL-2.0
/*
 * Copies by the CP's DMA, written directly into the ring.
 *
 * The driver moves and clears buffers with them.  Streams must not use them.
 *
 * Called by fence/ for a job with a copy, one writer at a time, between rcp_ring_begin() and
 * rcp_ring_commit(); takes no locks.
 */
#include "r500.h"

/* The byte count has 21 bits; a piece is a multiple of 4 KiB, so all pieces stay aligned. */
#define R500_COPY_PIECE		0x1ff000u
#define R500_COPY_PIECE_DW	4u

/**
 * r500_copy_dw() - compute the ring space of a copy
 * @size: bytes to write
 * @span: bytes after which the source begins again; 0: it does not
 *
 * Context: any.
 * Return: an upper bound in dwords; U32_MAX for sizes that no card has.
 */
u32 r500_copy_dw(u64 size, u32 span)
{
	u64 pieces = DIV_ROUND_UP_ULL(size, rcp_copy_piece(span, R500_COPY_PIECE));

	if (pieces > U16_MAX)
		return U32_MAX;
	return pieces * R500_COPY_PIECE_DW + 2 * R500_EMIT_REG_DW;
}

/**
 * r500_emit_copy() - copy GPU memory
 * @card: the card
 * @dst_addr: GPU address of the destination
 * @src_addr: GPU address of the source; must not overlap the destination
 * @size: bytes to write
 * @span: bytes after which the source begins again; 0: it does not
 *
 * The fence before has left the 3D engine idle, and the 2D engine must be: with it busy the DMA may
 * lock up (found by the in-tree driver).  The pieces of a copy do not depend on each other.
 *
 * Context: between rcp_ring_begin(), which reserved r500_copy_dw(), and rcp_ring_commit().
 */
void r500_emit_copy(struct rcp_card *card, u64 dst_addr, u64 src_addr, u64 size, u32 span)
{
	u32 most = rcp_copy_piece(span, R500_COPY_PIECE);

	r500_emit_reg(card, WAIT_UNTIL, WAIT_2D_IDLECLEAN);
	while (size) {
		u32 bytes = min_t(u64, size, most);
		const u32 packet[R500_COPY_PIECE_DW] = {
			PACKET0(CP_GUI_SRC_ADDR, 3),
			lower_32_bits(src_addr),
			lower_32_bits(dst_addr),
			bytes | CP_GUI_MEMORY,
		};

		rcp_ring_emit_all(card, packet, ARRAY_SIZE(packet));
		size -= bytes;
		dst_addr += bytes;
		if (!span)
			src_addr += bytes;
	}
	r500_emit_reg(card, WAIT_UNTIL, WAIT_DMA_GUI_IDLE);
}
