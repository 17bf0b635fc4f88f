// SPDX-License-Identifier: GPL-2.0
/*
 * The 3D engine at bring-up: clocks that must not be gated, and the pipes that the straps give.
 *
 * A soft reset loses all of it.  The values that only packets may write, or that packets write as
 * well, are in r500_cp.c.
 *
 * Called at bring-up, one call at a time; takes no lock but the index's.
 */
#include <linux/bitfield.h>
#include <linux/delay.h>

#include "r500.h"

#define R500_IDLE_TIMEOUT_US	100000

/**
 * r500_clocks_start() - force the clocks of CP, 2D engine and IDCT on
 * @card: the card
 *
 * The CP does not work without them.
 *
 * Context: process.
 */
void r500_clocks_start(struct rcp_card *card)
{
	static const u32 regs[] = { PLL_CP_DYN_CNTL, PLL_E2_DYN_CNTL, PLL_IDCT_DYN_CNTL };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(regs); i++)
		r500_pll_wr(card, regs[i], r500_pll_rd(card, regs[i]) | PLL_FORCEON);
}

/**
 * r500_gfx_idle() - wait until the register queue is empty and the engines are idle
 * @card: the card
 *
 * A timeout is only a notice, because the ring test decides whether the card works.
 *
 * Context: process; sleeps.
 * Return: 0, -ETIMEDOUT, or -ENODEV if the card is gone.
 */
int r500_gfx_idle(struct rcp_card *card)
{
	return rcp_poll_notice(card, RBBM_STATUS, RBBM_FIFO_FREE | GUI_ACTIVE, RBBM_FIFO_FREE,
			       R500_IDLE_TIMEOUT_US);
}

/* Reset the 3D pipe after its tiling has changed, as the guide asks in section 9.4. */
static int r500_gfx_tiling(struct rcp_card *card, u32 pipes)
{
	static const u32 tiles[] = { 0, 3, 6, 7 };
	u32 config = GB_TILE_ENABLE | GB_TILE_SIZE_16 | GB_TILE_PIPES(tiles[pipes - 1]);
	int ret;

	if (rcp_rd(card, GB_TILE_CONFIG) == config)
		return 0;
	ret = r500_gfx_idle(card);
	if (ret == -ENODEV)
		return ret;
	rcp_wr(card, GB_TILE_CONFIG, config);
	rcp_wr(card, GA_SOFT_RESET, GA_SOFT_RESET_CYCLES);
	usleep_range(1000, 1500);
	return r500_gfx_idle(card);
}

static u32 r500_gfx_z_pipes(struct rcp_card *card)
{
	if (!r500_row(card)->rv530)
		return 1;
	return FIELD_GET(GB_Z_PIPES, rcp_rd(card, GB_PIPE_SELECT2)) == 3 ? 2 : 1;
}

/**
 * r500_gfx_start() - count the pipes, and set them up
 * @card: the card, whose clocks are on
 *
 * Context: process; sleeps.
 * Return: 0, or -ENODEV if the card is gone, or after one logged line about its straps.
 */
int r500_gfx_start(struct rcp_card *card)
{
	u32 select = rcp_rd(card, GB_PIPE_SELECT);
	u32 pipes = FIELD_GET(GB_MAX_PIPE, select) + 1;
	int ret;

	/* Without a pipe here, the clocks of all pipes would be off. */
	if (select == ~0u || !FIELD_GET(GB_PIPES, select)) {
		rcp_err(card, select == ~0u ? "straps read all ones: GB_PIPE_SELECT is 0x%08x\n" :
					      "straps show no pipe: GB_PIPE_SELECT is 0x%08x\n",
			select);
		return -ENODEV;
	}
	if (r500_row(card)->rv530)
		rcp_wr(card, GB_FIFO_SIZE2, 0xff);
	rcp_wr(card, GA_ENHANCE, GA_DEADLOCK_CNTL | GA_FASTSYNC_CNTL | GA_ENHANCE_3_2);
	ret = r500_gfx_idle(card);
	if (ret == -ENODEV)
		return ret;

	card->pm4.pipes = pipes;
	card->pm4.backends = r500_gfx_z_pipes(card);
	rcp_wr(card, SU_REG_DEST, BIT(pipes) - 1);
	ret = r500_gfx_tiling(card, pipes);
	if (ret == -ENODEV)
		return ret;

	rcp_rmw(card, DST_PIPE_CONFIG, 0, PIPE_AUTO_CONFIG);
	rcp_rmw(card, RB2D_DSTCACHE_MODE, 0, DC_AUTOFLUSH_ENABLE | DC_DISABLE_IGNORE_PE);
	ret = r500_gfx_idle(card);
	if (ret == -ENODEV)
		return ret;
	r500_pll_wr(card, PLL_GB_PIPE_CNTL,
		    BIT(FIELD_GET(PIPE_SELECT, rcp_rd(card, DST_PIPE_CONFIG))) |
		    FIELD_GET(GB_PIPES, select) << 4);
	return 0;
}
