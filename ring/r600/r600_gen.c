// SPDX-License-Identifier: GPL-2.0
/*
 * R6xx and R7xx: what ring/ calls, and the order of bring-up.
 *
 * Called by ring/ through r600_gen, as rcp_gen.h says.
 */
#include <linux/pci.h>

#include <rcp_drm.h>

#include "r600.h"

static int r600_init(struct rcp_card *card)
{
	struct r600 *r600 = r600_of(card);
	int ret;

	spin_lock_init(&r600->port_lock);
	spin_lock_init(&r600->clock_lock);
	r600_link_init(card);
	ret = rcp_dma_alloc(card, &r600->stamps, RCP_STAMPS * sizeof(u64));
	if (!ret)
		ret = r600_ih_init(card);
	if (ret)
		rcp_dma_free(card, &r600->stamps);
	return ret;
}

static void r600_fini(struct rcp_card *card)
{
	r600_ih_fini(card);
	rcp_dma_free(card, &r600_of(card)->stamps);
}

static bool r600_posted(struct rcp_card *card)
{
	return rcp_rd(card, CONFIG_MEMSIZE);
}

static int r600_start(struct rcp_card *card)
{
	int ret;

	/* No copy is under way in the new ring. */
	r600_of(card)->copied = 0;
	r600_of(card)->copying = false;

	ret = r600_gfx_straps(card);
	if (ret)
		return ret;
	r600_golden_start(card);
	r600_gfx_start(card);
	rcp_step_done(card, "3d");

	r600_rlc_start(card);
	rcp_step_done(card, "rlc");

	r600_ih_start(card);
	rcp_step_done(card, "irq");

	ret = r600_cp_start(card);
	if (ret)
		return ret;
	r600_ih_enable_eop(card);
	rcp_step_done(card, "cp");
	return 0;
}

static void r600_stop(struct rcp_card *card)
{
	r600_cp_halt(card);
	/* rcp does not use the DMA engine; a former driver may have. */
	rcp_wr(card, DMA_RB_CNTL, 0);
	rcp_wr(card, DMA_CNTL, 0);
	r600_ih_stop(card);
	rcp_gart_suspend(card);
	r600_rlc_stop(card);
}

/* The slots hold whole fetches of the CP. */
static_assert(RCP_IB_MAX_DW % R600_FETCH_DW == 0);

const struct rcp_gen r600_gen = {
	.traits = {
		.dma_bits = 40,
		.generation = RCP_GENERATION_R600,
		/* There is no compute ring: the gfx ring also runs compute work. */
		.rings = BIT(RADEON_CS_RING_GFX) | BIT(RADEON_CS_RING_COMPUTE),
		.frame_dw = R600_FRAME_DW,
		/* A copy of 2 GiB takes fewer dwords than the largest preamble. */
		.work_max_dw = R600_PREAMBLE_MAX_DW,
		.pad_dw = R600_FETCH_DW,
		.status_name = "grbm_status",
	},
	.front = &r600_front,
	.priv_bytes = sizeof(struct r600),
	/* Several registers have no more. */
	.addr_bits = 32,
	.pte_bytes = 8,
	.nop = PACKET2_NOP,
	.memsize_reg = CONFIG_MEMSIZE,
	.rptr_reg = CP_RB_RPTR,
	.wptr_reg = CP_RB_WPTR,
	.vga_reg = CONFIG_CNTL,
	.vga_ram_en = CFG_VGA_RAM_EN,
	.vga_io_dis = CFG_VGA_IO_DIS,
	.busy_reg = GRBM_STATUS,
	.busy = GUI_ACTIVE | CP_BUSY,
	.status = r600_status_regs,
	.snapshot = r600_snapshot_regs,

	.init = r600_init,
	.fini = r600_fini,
	.posted = r600_posted,
	.link_start = r600_link_start,
	.mc_start = r600_mc_start,
	.start = r600_start,
	.ring_test = r600_ring_test,
	.ib_test = r600_ib_test,
	.stop = r600_stop,
	.soft_reset = r600_soft_reset,
	.indexed_read = r600_indexed_read,
	.indexed_write = r600_indexed_write,
	.rom_changes = r600_rom_changes,
	.vram = r600_mc_fb_location,
	.vram_width = r600_mc_width,
	.gart_fill = r600_gart_fill,
	.gart_flush = r600_gart_flush,
	.gart_enable = r600_gart_enable,
	.gart_disable = r600_gart_disable,
	.seqno = r600_seqno,
	.set_seqno = r600_set_seqno,
	.hdp_flush = r600_hdp_flush,
	.irq_poll = r600_ih_poll,
	.emit_begin = r600_emit_begin,
	.emit_copy = r600_emit_copy,
	.emit_end = r600_emit_end,
	.copy_dw = r600_copy_dw,
	.info = r600_info,
	.stamp = r600_stamp,
	.clock = r600_clock,
	.temperature = r600_temperature,
};
