// SPDX-License-Identifier: GPL-2.0
/*
 * R5xx: what ring/ calls, and the order of bring-up.
 *
 * Called by ring/ through r500_gen, as rcp_gen.h says.
 */
#include <rcp_drm.h>

#include "r500.h"

static int r500_init(struct rcp_card *card)
{
	return 0;
}

static void r500_fini(struct rcp_card *card)
{
}

/* Firmware that shows a picture has posted the card, whatever the size of memory reads. */
static bool r500_posted(struct rcp_card *card)
{
	return rcp_scanout_active(card) || rcp_rd(card, CONFIG_MEMSIZE);
}

/*
 * Posting a busy chip makes the video BIOS wait forever, and a GART that is on lets the chip read
 * system memory by a table that posting overwrites.
 */
static void r500_post_begin(struct rcp_card *card)
{
	r500_cp_halt(card);
	r500_gart_disable(card);
	if (rcp_rd(card, RBBM_STATUS) & GUI_ACTIVE) {
		r500_clocks_start(card);
		r500_soft_reset(card);
	}
}

static int r500_start(struct rcp_card *card)
{
	u32 status = rcp_rd(card, RBBM_STATUS);
	int ret;

	/*
	 * A former driver left an engine busy: packets would never run.  All ones are a card that
	 * is gone, which r500_gfx_start() finds.
	 */
	if (!card->quiet && status != ~0u && status & GUI_ACTIVE) {
		r500_soft_reset(card);
		rcp_step_done(card, "reset");
	}
	r500_clocks_start(card);
	ret = r500_gfx_start(card);
	if (ret)
		return ret;
	rcp_step_done(card, "3d");

	r500_irq_start(card);
	rcp_step_done(card, "irq");

	ret = r500_cp_start(card);
	if (ret)
		return ret;
	rcp_step_done(card, "cp");
	return 0;
}

static void r500_stop(struct rcp_card *card)
{
	r500_cp_halt(card);
	r500_irq_stop(card);
	rcp_gart_suspend(card);
}

const struct rcp_gen r500_gen = {
	.traits = {
		.dma_bits = 40,
		.generation = RCP_GENERATION_R500,
		.rings = BIT(RADEON_CS_RING_GFX),
		.frame_dw = R500_FRAME_DW,
		.work_max_dw = R500_WORK_MAX_DW,
		.pad_dw = R500_FETCH_DW,
		.status_name = "rbbm_status",
	},
	.front = &r500_front,
	.priv_bytes = sizeof(struct r500),
	.addr_bits = 32,
	.pte_bytes = 4,
	.post_table = RCP_ATOM_SPEED_FAN_CONTROL,
	.nop = PACKET2_NOP,
	.memsize_reg = CONFIG_MEMSIZE,
	.rptr_reg = CP_RB_RPTR,
	.wptr_reg = CP_RB_WPTR,
	.vga_reg = CONFIG_CNTL,
	.vga_ram_en = CFG_VGA_RAM_EN,
	.vga_io_dis = CFG_VGA_IO_DIS,
	.busy_reg = RBBM_STATUS,
	.busy = GUI_ACTIVE,
	.status = r500_status_regs,
	.snapshot = r500_snapshot_regs,

	.init = r500_init,
	.fini = r500_fini,
	.posted = r500_posted,
	.post_begin = r500_post_begin,
	.post_end = r500_clocks_start,
	.mc_start = r500_mc_start,
	.start = r500_start,
	.ring_test = r500_ring_test,
	.ib_test = r500_ib_test,
	.stop = r500_stop,
	.soft_reset = r500_soft_reset,
	.indexed_read = r500_indexed_read,
	.indexed_write = r500_indexed_write,
	.rom_changes = r500_rom_changes,
	.vram = r500_mc_fb_location,
	.vram_width = r500_mc_width,
	.gart_fill = r500_gart_fill,
	.gart_flush = r500_gart_flush,
	.gart_enable = r500_gart_enable,
	.gart_disable = r500_gart_disable,
	.seqno = r500_seqno,
	.set_seqno = r500_set_seqno,
	.hdp_flush = r500_hdp_flush,
	.irq_poll = r500_irq_poll,
	.emit_begin = r500_emit_begin,
	.emit_copy = r500_emit_copy,
	.emit_end = r500_emit_end,
	.copy_dw = r500_copy_dw,
	.info = r500_info,
	.snapshot_indexed = r500_snapshot_indexed,
};
