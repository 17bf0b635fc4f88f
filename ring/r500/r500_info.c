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
