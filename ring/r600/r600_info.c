// SPDX-License-Identifier: GPL-2.0
/*
 * Answers about the card: the registers of snapshots and of INFO, the straps' values, and the
 * reference clock.
 *
 * Called in any context.  Locks: clock_lock keeps the two halves of the clock together.
 */
#include <rcp_drm.h>

#include "r600.h"

/* Registers by which users see how busy the card is */
const struct rcp_reg_name r600_status_regs[] = {
	RCP_REG_NAME(GRBM_STATUS),
	RCP_REG_NAME(GRBM_STATUS2),
	RCP_REG_NAME(SRBM_STATUS),
	{ }
};

const struct rcp_reg_name r600_snapshot_regs[] = {
	RCP_REG_NAME(SRBM_STATUS),
	RCP_REG_NAME(GRBM_STATUS),
	RCP_REG_NAME(GRBM_STATUS2),
	RCP_REG_NAME(CP_STALLED_STAT1),
	RCP_REG_NAME(CP_STALLED_STAT2),
	RCP_REG_NAME(CP_BUSY_STAT),
	RCP_REG_NAME(CP_STAT),
	RCP_REG_NAME(CP_ME_CNTL),
	RCP_REG_NAME(CP_RB_BASE),
	RCP_REG_NAME(CP_RB_CNTL),
	RCP_REG_NAME(CP_RB_RPTR),
	RCP_REG_NAME(CP_RB_WPTR),
	RCP_REG_NAME(CP_INT_CNTL),
	RCP_REG_NAME(SCRATCH_REG0),
	RCP_REG_NAME(RLC_CNTL),
	RCP_REG_NAME(IH_CNTL),
	RCP_REG_NAME(IH_RB_CNTL),
	RCP_REG_NAME(IH_RB_RPTR),
	RCP_REG_NAME(IH_RB_WPTR),
	RCP_REG_NAME(VM_CONTEXT0_CNTL),
	RCP_REG_NAME(VM_L2_CNTL),
	RCP_REG_NAME(GB_TILING_CONFIG),
	RCP_REG_NAME(CC_RB_BACKEND_DISABLE),
	RCP_REG_NAME(CC_GC_SHADER_PIPE_CONFIG),
	RCP_REG_NAME(CONFIG_MEMSIZE),
	{ }
};

static_assert(ARRAY_SIZE(r600_snapshot_regs) - 1 <= RCP_SNAPSHOT_REGS);

/**
 * r600_info() - answer an INFO request
 * @card: the card, whose straps have been read
 * @request: RADEON_INFO_*
 * @value: receives the answer
 *
 * Context: any.
 * Return: 0, or -EINVAL for a request without an answer.
 */
int r600_info(const struct rcp_card *card, u32 request, u32 *value)
{
	const struct r600_row *row = r600_row(card);
	const struct r600 *r600 = r600_of(card);

	switch (request) {
	case RADEON_INFO_NUM_GB_PIPES:
	case RADEON_INFO_NUM_Z_PIPES:
		/* Only other generations have these. */
		*value = 0;
		return 0;
	case RADEON_INFO_TILING_CONFIG:
		*value = r600->tiling_config;
		return 0;
	case RADEON_INFO_NUM_BACKENDS:
		*value = row->max_backends;
		return 0;
	case RADEON_INFO_NUM_TILE_PIPES:
		*value = row->max_tile_pipes;
		return 0;
	case RADEON_INFO_BACKEND_MAP:
		*value = r600->backend_map;
		return 0;
	case RADEON_INFO_MAX_PIPES:
		*value = row->max_pipes;
		return 0;
	case RADEON_INFO_ACTIVE_CU_COUNT:
		*value = r600->simds;
		return 0;
	default:
		return -EINVAL;
	}
}

/**
 * r600_clock() - read the free-running counter of the reference clock
 * @card: the card, running
 * @ticks: receives the ticks since an arbitrary moment, config.crystal_khz in a millisecond
 *
 * Context: any; takes clock_lock.
 * Return: 0, or -ENODEV if the card does not answer.
 */
int r600_clock(struct rcp_card *card, u64 *ticks)
{
	unsigned long flags;
	u32 low, high;

	spin_lock_irqsave(&r600_of(card)->clock_lock, flags);
	rcp_wr(card, RLC_CAPTURE_GPU_CLOCK_COUNT, 1);
	low = rcp_rd(card, RLC_GPU_CLOCK_COUNT_LSB);
	high = rcp_rd(card, RLC_GPU_CLOCK_COUNT_MSB);
	spin_unlock_irqrestore(&r600_of(card)->clock_lock, flags);
	*ticks = (u64)high << 32 | low;
	/* The counter itself gets there after thousands of years. */
	return high == ~0u || rcp_card_gone(card) ? -ENODEV : 0;
}
