// SPDX-License-Identifier: GPL-2.0
/*
 * The soft reset after a hang.
 *
 * The order is the in-tree driver's, with the two steps that AMD's guide has and the in-tree driver
 * leaves out: the queues of the CP are off before the CP is reset (section 4.8), and the reset of
 * the GA's register interface is followed by GA_SOFT_RESET, which resets the 3D pipe (9.2.1).
 *
 * Called by rcp_card_reset() and at bring-up, one call at a time; takes no locks.
 */
#include <linux/delay.h>
#include <linux/pci.h>

#include "r500.h"

#define R500_PULSE_US		1000

static void r500_reset_pulse(struct rcp_card *card, u32 mask, u32 us)
{
	rcp_wr(card, RBBM_SOFT_RESET, mask);
	rcp_rd(card, RBBM_SOFT_RESET);
	usleep_range(us, us + 500);
	rcp_wr(card, RBBM_SOFT_RESET, 0);
	rcp_rd(card, RBBM_SOFT_RESET);
	usleep_range(1000, 1500);
}

static void r500_reset_engine(struct rcp_card *card, u32 us)
{
	r500_reset_pulse(card, SOFT_RESET_VAP | SOFT_RESET_GA, us);
	rcp_wr(card, GA_SOFT_RESET, GA_SOFT_RESET_CYCLES);
	usleep_range(1000, 1500);
	r500_reset_pulse(card, SOFT_RESET_CP, us);
}

/* The memory controller last and only if it is stuck, because its reset disturbs displays. */
static void r500_reset_memory(struct rcp_card *card)
{
	struct rcp_scanout scanout;

	rcp_scanout_stop(card, &scanout);
	r500_reset_pulse(card, SOFT_RESET_MC, R500_PULSE_US);
	rcp_scanout_restart(card, &scanout);
}

/**
 * r500_soft_reset() - reset the 3D engine and the command processor
 * @card: the card; its engines are stopped
 *
 * Bus mastering is off from here on, because the chip may write to memory while its blocks are
 * reset; bring-up enables it again.  The ring test decides whether the card works.
 *
 * Context: process; sleeps.
 */
void r500_soft_reset(struct rcp_card *card)
{
	pci_clear_master(card->pdev);
	usleep_range(1000, 1500);
	r500_reset_engine(card, R500_PULSE_US);
	if (r500_gfx_idle(card) == -ENODEV || r500_mc_idle(card) != -ETIMEDOUT)
		return;
	r500_reset_memory(card);
}
