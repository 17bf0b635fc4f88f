// SPDX-License-Identifier: GPL-2.0
/*
 * The soft reset after a hang.
 *
 * Called by rcp_card_reset(), one call at a time; takes no locks.
 */
#include <linux/delay.h>
#include <linux/ktime.h>

#include "r600.h"

#define R600_IDLE_TIMEOUT_US	100000

/* Longest wait of a reset for a busy memory controller. */
#define R600_RESET_SETTLE_MS	50

static u32 r600_reset_grbm_mask(const struct rcp_card *card)
{
	u32 mask = SOFT_RESET_CP | SOFT_RESET_CB | SOFT_RESET_DB | SOFT_RESET_PA |
		   SOFT_RESET_SC | SOFT_RESET_SPI | SOFT_RESET_SH | SOFT_RESET_SX |
		   SOFT_RESET_TC | SOFT_RESET_TA | SOFT_RESET_VC | SOFT_RESET_VGT;

	if (!r600_row(card)->r7xx)
		mask |= SOFT_RESET_CR | SOFT_RESET_SMX;
	return mask;
}

/* Reset blocks outside of the 3D engine only if they are stuck. */
static u32 r600_reset_srbm_mask(struct rcp_card *card)
{
	static const struct {
		u32 busy;
		u32 reset;
	} blocks[] = {
		{ BIT(3) | BIT(15), SOFT_RESET_RLC },
		{ BIT(8), SOFT_RESET_VMC },
		{ BIT(14), SOFT_RESET_SEM },
		{ BIT(17), SOFT_RESET_IH },
	};
	u32 status = rcp_rd(card, SRBM_STATUS);
	u32 mask = SOFT_RESET_GRBM;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(blocks); i++)
		if (status & blocks[i].busy)
			mask |= blocks[i].reset;
	return mask;
}

static void r600_reset_pulse(struct rcp_card *card, u32 reg, u32 mask)
{
	rcp_wr(card, reg, mask);
	rcp_rd(card, reg);
	usleep_range(50, 100);
	rcp_wr(card, reg, 0);
	rcp_rd(card, reg);
}

/*
 * Let accesses that are in flight in the memory controller complete.  The in-tree driver
 * always waits R600_RESET_SETTLE_MS; an idle controller needs no wait.
 */
static void r600_reset_settle(struct rcp_card *card)
{
	u64 end_ns = ktime_get_ns() + R600_RESET_SETTLE_MS * NSEC_PER_MSEC;

	do {
		usleep_range(1000, 1200);
	} while (rcp_rd(card, SRBM_STATUS) & SRBM_MC_BUSY && ktime_get_ns() < end_ns);
}

/**
 * r600_soft_reset() - reset the 3D engine and the command processor
 * @card: the card; its engines are stopped
 *
 * GRBM_STATUS may report a busy engine for milliseconds after the reset; the ring test decides
 * whether the engine works.
 *
 * Context: process; sleeps.
 */
void r600_soft_reset(struct rcp_card *card)
{
	struct rcp_scanout scanout;

	rcp_scanout_stop(card, &scanout);
	r600_reset_settle(card);
	r600_mc_blackout(card);
	r600_reset_pulse(card, GRBM_SOFT_RESET, r600_reset_grbm_mask(card));
	r600_reset_pulse(card, SRBM_SOFT_RESET, r600_reset_srbm_mask(card));
	usleep_range(1000, 1500);
	r600_mc_unblackout(card);
	rcp_scanout_restart(card, &scanout);
	rcp_poll_notice(card, GRBM_STATUS, GUI_ACTIVE, 0, R600_IDLE_TIMEOUT_US);
}
