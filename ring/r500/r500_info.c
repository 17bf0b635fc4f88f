// SPDX-License-Identifier: GPL-2.0
/*
 * Answers about the card: the registers of snapshots, and INFO.
 *
 * Called in any context; takes no locks.
 */
#include <rcp_drm.h>

#include "r500.h"

/* The in-tree driver lets clients read no register of these chips. */
const struct rcp_reg_name r500_status_regs[] = {
	{ }
};

const struct rcp_reg_name r500_snapshot_regs[] = {
	RCP_REG_NAME(RBBM_STATUS),
	RCP_REG_NAME(CP_STAT),
	RCP_REG_NAME(CP_CSQ_STAT),
	RCP_REG_NAME(CP_CSQ2_STAT),
	RCP_REG_NAME(CP_RB_BASE),
	RCP_REG_NAME(CP_RB_CNTL),
	RCP_REG_NAME(CP_RB_RPTR_ADDR),
	RCP_REG_NAME(CP_RB_RPTR),
	RCP_REG_NAME(CP_RB_WPTR),
	RCP_REG_NAME(CP_IB_BASE),
	RCP_REG_NAME(CP_IB_BUFSZ),
	RCP_REG_NAME(CP_CSQ_CNTL),
	RCP_REG_NAME(CP_CSQ_MODE),
	RCP_REG_NAME(SCRATCH_UMSK),
	RCP_REG_NAME(SCRATCH_ADDR),
	RCP_REG_NAME(SCRATCH_REG0),
	RCP_REG_NAME(GEN_INT_CNTL),
	RCP_REG_NAME(GEN_INT_STATUS),
	RCP_REG_NAME(MSI_REARM_EN),
	RCP_REG_NAME(DST_PIPE_CONFIG),
	RCP_REG_NAME(VAP_CNTL_STATUS),
	RCP_REG_NAME(GB_PIPE_SELECT),
	RCP_REG_NAME(GA_IDLE),
	RCP_REG_NAME(SU_REG_DEST),
	RCP_REG_NAME(RB3D_DSTCACHE_CTLSTAT),
	RCP_REG_NAME(ZB_ZCACHE_CTLSTAT),
	{ }
};

/* A register behind an index, of a snapshot */
struct r500_indexed {
	const char *name;
	u32 index;
	u32 (*read)(struct rcp_card *card, u32 index);
};

#define R500_INDEXED(block, reg) { #reg, reg, r500_##block##_rd }

static const struct r500_indexed r500_indexed_regs[] = {
	R500_INDEXED(pll, PLL_GB_PIPE_CNTL),
	R500_INDEXED(pll, PLL_CP_DYN_CNTL),
	R500_INDEXED(pcie, PCIE_TX_GART_CNTL),
	R500_INDEXED(pcie, PCIE_TX_GART_BASE),
	R500_INDEXED(pcie, PCIE_TX_GART_START_LO),
	R500_INDEXED(pcie, PCIE_TX_GART_END_LO),
	R500_INDEXED(pcie, PCIE_TX_GART_ERROR),
};

static void r500_snapshot_add(struct rcp_card *card, struct rcp_snapshot *snap,
			      const struct r500_indexed *reg)
{
	if (snap->nregs == RCP_SNAPSHOT_REGS)
		return;
	snap->regs[snap->nregs++] = (struct rcp_reg_value){
		.name = reg->name,
		.offset = reg->index,
		.value = reg->read(card, reg->index),
		.indexed = true,
	};
}

/**
 * r500_snapshot_indexed() - add to a snapshot the registers behind index registers
 * @card: the card
 * @snap: the snapshot, with the registers of r500_snapshot_regs
 *
 * The queue of the CP (CSQ) holds the dwords of the ring and of streams that the CP has fetched,
 * old ones too.  Its places are numbered in bytes by CP_CSQ_ADDR; CP_CSQ_STAT and CP_CSQ2_STAT
 * have the read and write pointers of its parts.
 *
 * Context: any; takes index_lock.
 */
void r500_snapshot_indexed(struct rcp_card *card, struct rcp_snapshot *snap)
{
	const struct r500_indexed mc[] = {
		{ "MC_STATUS", r500_mc_status_index(card), r500_mc_rd },
		{ "MC_FB_LOCATION", r500_mc_fb_index(card), r500_mc_rd },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(r500_indexed_regs); i++)
		r500_snapshot_add(card, snap, &r500_indexed_regs[i]);
	for (i = 0; i < ARRAY_SIZE(mc); i++)
		r500_snapshot_add(card, snap, &mc[i]);
	for (i = 0; i < RCP_SNAPSHOT_QUEUE_DW; i++) {
		rcp_wr(card, CP_CSQ_ADDR, i * sizeof(u32));
		snap->queue[i] = rcp_rd(card, CP_CSQ_DATA);
	}
	snap->queue_dw = i;
}

/**
 * r500_info() - answer an INFO request that depends on the generation
 * @card: the card; the first rcp_card_start() is complete
 * @request: RADEON_INFO_*
 * @value: receives the answer
 *
 * Context: any.
 * Return: 0, or -EINVAL for a request without an answer.
 */
int r500_info(const struct rcp_card *card, u32 request, u32 *value)
{
	switch (request) {
	case RADEON_INFO_NUM_GB_PIPES:
		*value = card->pm4.pipes;
		return 0;
	case RADEON_INFO_NUM_Z_PIPES:
		*value = card->pm4.backends;
		return 0;
	case RADEON_INFO_ACTIVE_CU_COUNT:
		/* What the in-tree driver answers for all chips before R6xx. */
		*value = 1;
		return 0;
	default:
		return -EINVAL;
	}
}
