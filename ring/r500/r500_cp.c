// SPDX-License-Identifier: GPL-2.0
/*
 * The command processor: halt, microcode, and start with its ring.
 *
 * The CP runs from the moment that CP_CSQ_CNTL gives it both queues; there is no packet that must
 * come first.  But some registers may only be written by packets, so the first packets set them.
 *
 * Called at bring-up and reset, one call at a time; takes no locks.
 */
#include <linux/delay.h>
#include <linux/firmware.h>
#include <linux/log2.h>
#include <linux/module.h>

#include "r500.h"

/* Thresholds of the two queues, as the in-tree driver sets them before and at the start. */
#define R500_CSQ_MODE_SETUP	0x1050
#define R500_CSQ_MODE_RUN	0x4d4d
#define R500_WPTR_DELAY		64

/**
 * r500_cp_halt() - halt the command processor
 * @card: the card
 *
 * It writes neither its read pointer nor scratch registers to memory after this.
 *
 * Context: any; one call at a time.
 */
void r500_cp_halt(struct rcp_card *card)
{
	rcp_wr(card, CP_CSQ_MODE, 0);
	rcp_wr(card, CP_CSQ_CNTL, 0);
	rcp_rmw(card, CP_RB_CNTL, 0, RB_NO_UPDATE);
	rcp_wr(card, SCRATCH_UMSK, 0);
}

/* The file holds big-endian words, and the upper half of each pair first. */
static void r500_cp_load(struct rcp_card *card)
{
	const __be32 *words = (const __be32 *)card->fw[0]->data;
	u32 i;

	rcp_wr(card, CP_ME_RAM_ADDR, 0);
	for (i = 0; i < card->chip->fw[0].size_dw; i += 2) {
		rcp_wr(card, CP_ME_RAM_DATAH, be32_to_cpu(words[i]));
		rcp_wr(card, CP_ME_RAM_DATAL, be32_to_cpu(words[i + 1]));
	}
}

static void r500_cp_setup_ring(struct rcp_card *card)
{
	struct rcp_ring *ring = &card->ring;
	u32 cntl = RB_BUFSZ(ilog2(ring->size_dw / 2)) |
		   RB_BLKSZ(ilog2(RCP_GPU_PAGE_SIZE / 8)) | RB_MAX_FETCH(1);

	rcp_wr(card, CP_RB_WPTR_DELAY, R500_WPTR_DELAY);
	rcp_wr(card, CP_RB_CNTL, cntl | RB_NO_UPDATE);
	rcp_wr(card, CP_RB_BASE, ring->mem.addr);
	/* The write pointer transfers the read pointer. */
	rcp_wr(card, CP_RB_CNTL, cntl | RB_NO_UPDATE | RB_RPTR_WR_ENA);
	rcp_wr(card, CP_RB_RPTR_WR, 0);
	rcp_ring_clear(card);
	rcp_wr(card, CP_RB_WPTR, 0);

	rcp_wr(card, CP_RB_RPTR_ADDR, card->wb.addr + RCP_WB_RPTR);
	rcp_wr(card, SCRATCH_ADDR, card->wb.addr + RCP_WB_SEQNO);
	rcp_wr(card, SCRATCH_UMSK, R500_SCRATCH_UMSK);
	usleep_range(1000, 1500);
	rcp_wr(card, CP_RB_CNTL, cntl);
}

static void r500_cp_run(struct rcp_card *card)
{
	rcp_wr(card, CP_CSQ_MODE, R500_CSQ_MODE_SETUP);
	rcp_wr(card, CP_RB_WPTR_DELAY, 0);
	rcp_wr(card, CP_CSQ_MODE, R500_CSQ_MODE_RUN);
	rcp_wr(card, CP_CSQ_CNTL, CSQ_PRIBM_INDBM);
}

/*
 * The first packets.  ISYNC_CNTL is a part of fences: a scratch register waits for idle engines.
 * The others are state that streams may not write, or that a stream may find unset.  Each texture
 * gets its own number, which streams may not change.
 */
static int r500_cp_emit_first(struct rcp_card *card)
{
	const struct {
		u32 reg;
		u32 value;
	} first[] = {
		{ ISYNC_CNTL, ISYNC_ANY2D_IDLE3D | ISYNC_ANY3D_IDLE2D | ISYNC_WAIT_IDLEGUI |
			      ISYNC_CPSCRATCH_IDLEGUI },
		{ WAIT_UNTIL, WAIT_2D_IDLECLEAN | WAIT_3D_IDLECLEAN },
		{ DST_PIPE_CONFIG, PIPE_AUTO_CONFIG },
		{ GB_SELECT, 0 },
		{ GB_ENABLE, 0 },
		{ SU_REG_DEST, BIT(card->pm4.pipes) - 1 },
		{ VAP_INDEX_OFFSET, 0 },
		{ RB3D_DSTCACHE_CTLSTAT, DC_FLUSH_ALL | DC_FREE_ALL },
		{ ZB_ZCACHE_CTLSTAT, ZC_FLUSH | ZC_FREE },
		{ WAIT_UNTIL, WAIT_2D_IDLECLEAN | WAIT_3D_IDLECLEAN },
		{ GB_AA_CONFIG, 0 },
		{ RB3D_DSTCACHE_CTLSTAT, DC_FLUSH_ALL | DC_FREE_ALL },
		{ ZB_ZCACHE_CTLSTAT, ZC_FLUSH | ZC_FREE },
		{ GB_MSPOS0, GB_MSPOS0_CENTER },
		{ GB_MSPOS1, GB_MSPOS1_CENTER },
		{ GA_ENHANCE, GA_DEADLOCK_CNTL | GA_FASTSYNC_CNTL },
		{ GA_POLY_MODE, GA_TRIANGLES },
		{ GA_ROUND_MODE, GA_ROUND_NEAREST },
		{ VAP_20C8, 0 },
	};
	u32 i;
	int ret;

	ret = rcp_ring_begin(card, (ARRAY_SIZE(first) + TX_UNITS) * R500_EMIT_REG_DW);
	if (ret)
		return ret;
	for (i = 0; i < ARRAY_SIZE(first); i++)
		r500_emit_reg(card, first[i].reg, first[i].value);
	for (i = 0; i < TX_UNITS; i++)
		r500_emit_reg(card, TX_FILTER0(i), TX_FILTER0_ID(i));
	rcp_ring_commit(card);
	return 0;
}

/**
 * r500_cp_start() - load the microcode, set up the ring and start the CP
 * @card: the card, whose bus mastering is on
 *
 * Context: process; sleeps.
 * Return: 0 or an error.
 */
int r500_cp_start(struct rcp_card *card)
{
	r500_cp_halt(card);
	r500_cp_load(card);
	r500_cp_setup_ring(card);
	r500_cp_run(card);
	return r500_cp_emit_first(card);
}

MODULE_FIRMWARE("radeon/R520_cp.bin");
