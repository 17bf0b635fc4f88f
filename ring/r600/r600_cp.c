// SPDX-License-Identifier: GPL-2.0
/*
 * The command processor: halt, and start with its ring.
 *
 * Called at bring-up and reset, one call at a time; takes no locks.
 */
#include <linux/delay.h>
#include <linux/log2.h>

#include "r600.h"

/**
 * r600_cp_halt() - halt the command processor
 * @card: the card
 *
 * On R6xx the prefetch parser halts with the micro engine.  The CP may write its read pointer to
 * memory some time after the last packet; it must not do so when the memory is gone.
 *
 * Context: any; one call at a time.
 */
void r600_cp_halt(struct rcp_card *card)
{
	rcp_wr(card, CP_ME_CNTL, r600_by_family(card, CP_ME_HALT, CP_ME_HALT | CP_PFP_HALT));
	rcp_rmw(card, CP_RB_CNTL, 0, RB_NO_UPDATE);
	rcp_wr(card, SCRATCH_UMSK, 0);
}

static void r600_cp_soft_reset(struct rcp_card *card)
{
	rcp_wr(card, GRBM_SOFT_RESET, SOFT_RESET_CP);
	rcp_rd(card, GRBM_SOFT_RESET);
	usleep_range(15000, 15500);
	rcp_wr(card, GRBM_SOFT_RESET, 0);
}

/* The first packet in the ring: the micro engine executes no other packet before it. */
static int r600_cp_emit_initialize(struct rcp_card *card)
{
	int ret = rcp_ring_begin(card, 7);

	if (ret)
		return ret;
	rcp_ring_emit(card, PACKET3(PACKET3_ME_INITIALIZE, 5));
	rcp_ring_emit(card, 1);
	rcp_ring_emit(card, r600_by_family(card, 3, 0));
	rcp_ring_emit(card, r600_row(card)->max_hw_contexts - 1);
	rcp_ring_emit(card, ME_INITIALIZE_DEVICE_ID(1));
	rcp_ring_emit(card, 0);
	rcp_ring_emit(card, 0);
	rcp_ring_commit(card);
	return 0;
}

static void r600_cp_setup_ring(struct rcp_card *card)
{
	struct rcp_ring *ring = &card->ring;
	u64 rptr_addr = card->wb.addr + RCP_WB_RPTR;
	u32 cntl = RB_BUFSZ(ilog2(ring->size_dw / 2)) |
		   RB_BLKSZ(ilog2(RCP_GPU_PAGE_SIZE / 8));

	rcp_wr(card, CP_RB_CNTL, cntl);
	rcp_wr(card, CP_SEM_WAIT_TIMER, 0);
	rcp_wr(card, CP_RB_WPTR_DELAY, 0);

	rcp_wr(card, CP_RB_CNTL, cntl | RB_RPTR_WR_ENA);
	rcp_wr(card, CP_RB_RPTR_WR, 0);
	rcp_ring_clear(card);
	rcp_wr(card, CP_RB_WPTR, 0);

	rcp_wr(card, CP_RB_RPTR_ADDR, lower_32_bits(rptr_addr) & ~3u);
	rcp_wr(card, CP_RB_RPTR_ADDR_HI, upper_32_bits(rptr_addr) & 0xff);
	rcp_wr(card, SCRATCH_ADDR, (card->wb.addr + R600_WB_SCRATCH) >> 8);
	rcp_wr(card, SCRATCH_UMSK, 0xff);
	usleep_range(1000, 1500);
	rcp_wr(card, CP_RB_CNTL, cntl);
	rcp_wr(card, CP_RB_BASE, ring->mem.addr >> 8);
	rcp_wr(card, CP_DEBUG, BIT(27) | BIT(28));
}

/**
 * r600_cp_start() - load the microcode, set up the ring and start the CP
 * @card: the card
 *
 * Context: process; sleeps about 30 ms.
 * Return: 0 or an error.
 */
int r600_cp_start(struct rcp_card *card)
{
	int ret;

	r600_cp_halt(card);
	rcp_wr(card, CP_RB_CNTL, RB_NO_UPDATE | RB_BLKSZ(15) | RB_BUFSZ(3));
	r600_cp_soft_reset(card);
	r600_cp_load(card);
	r600_cp_soft_reset(card);
	r600_cp_setup_ring(card);
	ret = r600_cp_emit_initialize(card);
	if (ret)
		return ret;
	rcp_wr(card, CP_ME_CNTL, CP_ME_RUN);
	return 0;
}
