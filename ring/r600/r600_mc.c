// SPDX-License-Identifier: GPL-2.0
/*
 * The memory controller: the registers with the addresses of VRAM and GART, and the blackout
 * that blocks all clients of the controller while these registers change; and the host data path
 * (HDP) between the CPU and VRAM.  rcp_layout.c
 * decides the addresses.
 *
 * Called at bring-up and reset, one call at a time; takes no locks.
 */
#include <linux/bitfield.h>
#include <linux/delay.h>

#include "r600.h"

#define R600_MC_TIMEOUT_US	100000

/**
 * r600_mc_fb_location() - read the range of GPU addresses that VRAM has
 * @card: the card
 *
 * MC_VM_FB_LOCATION has 16 bits each for the first and the last unit of 16 MiB.
 *
 * Context: any.
 * Return: the range.
 */
struct rcp_vram_range r600_mc_fb_location(struct rcp_card *card)
{
	u32 value = rcp_rd(card, r600_by_family(card, R600_MC_VM_FB_LOCATION,
						R700_MC_VM_FB_LOCATION));
	struct rcp_vram_range fb = {
		.start = (u64)(value & 0xffff) << 24,
		.end = ((u64)(value >> 16) + 1) << 24,
	};

	return fb;
}

/**
 * r600_mc_width() - read the width of the memory bus
 * @card: the card
 *
 * Context: any.
 * Return: the width in bits.
 */
u32 r600_mc_width(struct rcp_card *card)
{
	u32 ramcfg = rcp_rd(card, r600_by_family(card, R600_RAMCFG, R700_MC_ARB_RAMCFG));
	u32 override = r600_by_family(card, BIT(10), BIT(11));
	u32 wide = r600_by_family(card, BIT(7), BIT(8));
	u32 channels = 1u << FIELD_GET(NOOFCHAN, rcp_rd(card, CHMAP));

	return channels * (ramcfg & override ? 16 : ramcfg & wide ? 64 : 32);
}

/*
 * Wait until no client of the memory controller is busy.  A timeout is only a notice, because
 * the ring test decides whether the card works.
 */
static int r600_mc_idle(struct rcp_card *card)
{
	return rcp_poll_notice(card, SRBM_STATUS, SRBM_MC_BUSY, 0, R600_MC_TIMEOUT_US);
}

/**
 * r600_mc_blackout() - block accesses of the CPU and of all engines to VRAM
 * @card: the card
 *
 * Context: process; sleeps.
 */
void r600_mc_blackout(struct rcp_card *card)
{
	u32 reg = r600_by_family(card, R600_CITF_CNTL, R700_MC_CITF_CNTL);

	rcp_wr(card, BIF_FB_EN, 0);
	rcp_rmw(card, reg, 0, MC_BLACKOUT);
	usleep_range(100, 200);
}

/**
 * r600_mc_unblackout() - undo r600_mc_blackout()
 * @card: the card
 *
 * Context: any; one call at a time.
 */
void r600_mc_unblackout(struct rcp_card *card)
{
	u32 reg = r600_by_family(card, R600_CITF_CNTL, R700_MC_CITF_CNTL);

	rcp_rmw(card, reg, MC_BLACKOUT, 0);
	rcp_wr(card, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
}

/* Give the CPU a linear view of VRAM: disable surfaces and byte swapping. */
static void r600_mc_hdp(struct rcp_card *card)
{
	int i, j;

	for (i = 0; i < HDP_SURFACES; i++)
		for (j = 0; j < 5; j++)
			rcp_wr(card, HDP_SURFACE0 + i * HDP_SURFACE_STRIDE + 4 * j, 0);
	if (r600_row(card)->r7xx)
		rcp_rd(card, HDP_DEBUG1);
	else
		rcp_wr(card, HDP_REG_COHERENCY_FLUSH_CNTL, 0);
}

/* The registers of the layout; most have different offsets in the two families. */
#define R600_MC_REGS 7

struct r600_mc_reg {
	u32 reg;
	u32 value;
};

static void r600_mc_want(const struct rcp_card *card, struct r600_mc_reg want[R600_MC_REGS])
{
	u64 first = card->vram.addr;
	u64 last = first + card->vram.size - 1;

	want[0].reg = r600_by_family(card, R600_MC_VM_SYSTEM_APERTURE_LOW_ADDR,
				     R700_MC_VM_SYSTEM_APERTURE_LOW_ADDR);
	want[0].value = first >> RCP_GPU_PAGE_SHIFT;
	want[1].reg = r600_by_family(card, R600_MC_VM_SYSTEM_APERTURE_HIGH_ADDR,
				     R700_MC_VM_SYSTEM_APERTURE_HIGH_ADDR);
	want[1].value = last >> RCP_GPU_PAGE_SHIFT;
	want[2].reg = r600_by_family(card, R600_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR,
				     R700_MC_VM_SYSTEM_APERTURE_DEFAULT_ADDR);
	want[2].value = (first + card->vram_page_offset) >> RCP_GPU_PAGE_SHIFT;
	want[3].reg = r600_by_family(card, R600_MC_VM_FB_LOCATION, R700_MC_VM_FB_LOCATION);
	want[3].value = (last >> 24) << 16 | first >> 24;
	want[4].reg = r600_by_family(card, R600_MC_VM_AGP_BASE, R700_MC_VM_AGP_BASE);
	want[4].value = 0;
	want[5].reg = r600_by_family(card, R600_MC_VM_AGP_TOP, R700_MC_VM_AGP_TOP);
	want[5].value = 0x0fffffff;
	want[6].reg = r600_by_family(card, R600_MC_VM_AGP_BOT, R700_MC_VM_AGP_BOT);
	want[6].value = 0x0fffffff;
}

static bool r600_mc_is_set(struct rcp_card *card, const struct r600_mc_reg want[R600_MC_REGS])
{
	int i;

	for (i = 0; i < R600_MC_REGS; i++)
		if (rcp_rd(card, want[i].reg) != want[i].value)
			return false;
	return true;
}

static void r600_mc_set(struct rcp_card *card, const struct r600_mc_reg want[R600_MC_REGS], u64 fb)
{
	int i;

	for (i = 0; i < R600_MC_REGS; i++)
		rcp_wr(card, want[i].reg, want[i].value);
	if (fb != card->vram.addr)
		rcp_scanout_move(card, fb, card->vram.addr);
}

/*
 * Write the layout.  Block memory during the writes, but only if a register changes: the bring-up
 * after a reset changes none, and clients may be writing to VRAM through their mappings.
 */
static int r600_mc_apertures(struct rcp_card *card)
{
	u64 fb = r600_mc_fb_location(card).start;
	struct r600_mc_reg want[R600_MC_REGS];
	struct rcp_scanout scanout;
	int ret;

	rcp_scanout_check_vga(card, fb);
	r600_mc_want(card, want);
	if (r600_mc_is_set(card, want))
		return 0;

	rcp_scanout_stop(card, &scanout);
	ret = r600_mc_idle(card);
	if (ret == -ENODEV)
		return ret;
	r600_mc_blackout(card);
	r600_mc_set(card, want, fb);
	if (!ret)
		ret = r600_mc_idle(card);
	r600_mc_unblackout(card);
	rcp_scanout_restart(card, &scanout);
	return ret == -ENODEV ? ret : 0;
}

/**
 * r600_mc_start() - write the layout to the memory controller
 * @card: the card; CP and interrupts are off
 *
 * If firmware has posted the card again and moved VRAM, the surfaces of displays move back
 * with VRAM.
 *
 * Context: process; sleeps.
 * Return: 0, or -ENODEV if the card is gone or has less VRAM than rcp_layout_init() found.
 */
int r600_mc_start(struct rcp_card *card)
{
	u64 size = rcp_rd(card, CONFIG_MEMSIZE);
	int ret;

	/* Firmware may have posted the card again with less VRAM; buffers keep their addresses. */
	if (size < card->vram.size) {
		rcp_err(card, "VRAM has shrunk from %llu to %llu KiB\n",
			card->vram.size >> 10, size >> 10);
		return -ENODEV;
	}

	r600_mc_hdp(card);
	ret = r600_mc_apertures(card);
	if (ret)
		return ret;
	rcp_wr(card, HDP_NONSURFACE_BASE, card->vram.addr >> 8);
	rcp_wr(card, HDP_NONSURFACE_INFO, 2 << 7);
	rcp_wr(card, HDP_NONSURFACE_SIZE, 0x3fffffff);
	/* A former driver may have left the blackout on. */
	r600_mc_unblackout(card);
	return 0;
}

/**
 * r600_hdp_flush() - flush the HDP
 * @card: the card
 *
 * On R7xx the flush register does not work as documented.  There a write to HDP_DEBUG1
 * followed by a read of VRAM flushes the HDP (found by the in-tree radeon driver).
 *
 * Context: any.
 */
void r600_hdp_flush(struct rcp_card *card)
{
	if (r600_row(card)->r7xx) {
		rcp_wr(card, HDP_DEBUG1, 0);
		readl(card->vram.map);
	} else {
		rcp_wr(card, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	}
}
