// SPDX-License-Identifier: GPL-2.0
/*
 * The memory controller: the registers with the addresses of VRAM; and the host data path (HDP)
 * between the CPU and VRAM.  rcp_layout.c decides the addresses.
 *
 * These chips have no blackout, which would block the clients of the controller.  So displays
 * stop, and the controller is idle, while its registers change.
 *
 * Called at bring-up and reset, one call at a time; takes no lock but the index's.
 */
#include <linux/bitfield.h>

#include "r500.h"

#define R500_MC_TIMEOUT_US	100000

/* One of two registers or values, by chip. */
static u32 r500_by_mc(const struct rcp_card *card, u32 rv515, u32 r520)
{
	return r500_row(card)->rv515 ? rv515 : r520;
}

/**
 * r500_mc_status_index() - return the number of MC_STATUS
 * @card: the card
 *
 * Context: any.
 * Return: its number for r500_mc_rd().
 */
u32 r500_mc_status_index(const struct rcp_card *card)
{
	return r500_by_mc(card, RV515_MC_STATUS, R520_MC_STATUS);
}

/**
 * r500_mc_fb_index() - return the number of MC_FB_LOCATION
 * @card: the card
 *
 * Context: any.
 * Return: its number for r500_mc_rd().
 */
u32 r500_mc_fb_index(const struct rcp_card *card)
{
	return r500_by_mc(card, RV515_MC_FB_LOCATION, R520_MC_FB_LOCATION);
}

/**
 * r500_mc_fb_location() - read the range of GPU addresses that VRAM has
 * @card: the card
 *
 * MC_FB_LOCATION has 16 bits each for the first and the last unit of 64 KiB.
 *
 * Context: any.
 * Return: the range.
 */
struct rcp_vram_range r500_mc_fb_location(struct rcp_card *card)
{
	u32 value = r500_mc_rd(card, r500_mc_fb_index(card));
	struct rcp_vram_range fb = {
		.start = (u64)(value & 0xffff) << 16,
		.end = ((u64)(value >> 16) + 1) << 16,
	};

	return fb;
}

/**
 * r500_mc_width() - read the width of the memory bus
 * @card: the card
 *
 * Context: any.
 * Return: the width in bits.
 */
u32 r500_mc_width(struct rcp_card *card)
{
	u32 cntl = r500_mc_rd(card, r500_by_mc(card, RV515_MC_CNTL, R520_MC_CNTL0));

	if (r500_row(card)->rv515)
		return FIELD_GET(RV515_MEM_NUM_CHANNELS, cntl) ? 128 : 64;
	return (cntl & R520_MC_CHANNEL_SIZE ? 64 : 32) << FIELD_GET(R520_MEM_NUM_CHANNELS, cntl);
}

/**
 * r500_mc_idle() - wait until no client of the memory controller is busy
 * @card: the card
 *
 * A timeout is only a notice, because the ring test decides whether the card works.
 *
 * Context: process; sleeps.
 * Return: 0, -ETIMEDOUT, or -ENODEV if the card is gone.
 */
int r500_mc_idle(struct rcp_card *card)
{
	u32 idle = r500_by_mc(card, RV515_MC_IDLE, R520_MC_IDLE);

	return rcp_poll(card, &(const struct rcp_poll){
		.reg = r500_mc_status_index(card), .read = r500_mc_rd,
		.name = "MC_STATUS", .mask = idle, .want = idle,
		.timeout_us = R500_MC_TIMEOUT_US, .notice = true }, NULL);
}

/* Give the CPU a linear view of VRAM, and all of the BAR. */
static void r500_mc_hdp(struct rcp_card *card)
{
	u32 i;

	for (i = 0; i < SURFACES; i++)
		rcp_wr(card, SURFACE0_INFO + i * SURFACE_STRIDE, 0);
	rcp_wr(card, SURFACE_CNTL, 0);
	/* Invalidating the read buffer is for packets only. */
	rcp_rmw(card, HOST_PATH_CNTL, HDP_READ_BUFFER_INVALIDATE, HDP_APER_CNTL);
	r500_of(card)->host_path = rcp_rd(card, HOST_PATH_CNTL);
}

#define R500_MC_REGS 4

struct r500_mc_reg {
	u32 index;
	u32 value;
};

static void r500_mc_want(const struct rcp_card *card, struct r500_mc_reg want[R500_MC_REGS])
{
	u64 first = card->vram.addr;
	u64 last = first + card->vram.size - 1;

	want[0].index = r500_by_mc(card, RV515_MC_FB_LOCATION, R520_MC_FB_LOCATION);
	want[0].value = (last >> 16) << 16 | first >> 16;
	/* No AGP aperture: it begins above its end. */
	want[1].index = r500_by_mc(card, RV515_MC_AGP_LOCATION, R520_MC_AGP_LOCATION);
	want[1].value = ~0u;
	want[2].index = r500_by_mc(card, RV515_MC_AGP_BASE, R520_MC_AGP_BASE);
	want[2].value = 0;
	want[3].index = r500_by_mc(card, RV515_MC_AGP_BASE_2, R520_MC_AGP_BASE_2);
	want[3].value = 0;
}

static bool r500_mc_is_set(struct rcp_card *card, const struct r500_mc_reg want[R500_MC_REGS])
{
	int i;

	for (i = 0; i < R500_MC_REGS; i++)
		if (r500_mc_rd(card, want[i].index) != want[i].value)
			return false;
	return rcp_rd(card, HDP_FB_LOCATION) == card->vram.addr >> 16;
}

static void r500_mc_set(struct rcp_card *card, const struct r500_mc_reg want[R500_MC_REGS], u64 fb)
{
	int i;

	for (i = 0; i < R500_MC_REGS; i++)
		r500_mc_wr(card, want[i].index, want[i].value);
	rcp_wr(card, HDP_FB_LOCATION, card->vram.addr >> 16);
	if (fb != card->vram.addr)
		rcp_scanout_move(card, fb, card->vram.addr);
}

/*
 * Write the layout.  Stop the displays for it, but only if a register changes: the bring-up after
 * a reset changes none, and the picture would flicker.
 */
static int r500_mc_apertures(struct rcp_card *card)
{
	u64 fb = r500_mc_fb_location(card).start;
	struct r500_mc_reg want[R500_MC_REGS];
	struct rcp_scanout scanout;
	int ret;

	rcp_scanout_check_vga(card, fb);
	r500_mc_want(card, want);
	if (r500_mc_is_set(card, want))
		return 0;

	rcp_scanout_stop(card, &scanout);
	ret = r500_mc_idle(card);
	if (ret == -ENODEV)
		return ret;
	r500_mc_set(card, want, fb);
	rcp_scanout_restart(card, &scanout);
	return 0;
}

/**
 * r500_mc_start() - write the layout to the memory controller
 * @card: the card; CP and interrupts are off
 *
 * If firmware has posted the card again and moved VRAM, the surfaces of displays move back
 * with VRAM.
 *
 * Context: process; sleeps.
 * Return: 0, or -ENODEV if the card is gone or has less VRAM than rcp_layout_init() found.
 */
int r500_mc_start(struct rcp_card *card)
{
	u64 size = rcp_rd(card, CONFIG_MEMSIZE);

	/* Firmware may have posted the card again with less VRAM; buffers keep their addresses. */
	if (size < card->vram.size) {
		rcp_err(card, "VRAM has shrunk from %llu to %llu KiB\n",
			card->vram.size >> 10, size >> 10);
		return -ENODEV;
	}
	r500_mc_hdp(card);
	return r500_mc_apertures(card);
}

/**
 * r500_hdp_flush() - push the CPU's writes to VRAM
 * @card: the card
 *
 * No register does it: a read of VRAM pushes the writes before it.  Reads the last entry of the
 * GART's table, because the card never writes there.  What the CPU reads is fresh without this,
 * because a fence invalidates the read buffer.
 *
 * Context: any.
 */
void r500_hdp_flush(struct rcp_card *card)
{
	readl(card->gart.table + card->gart.table_size - card->gen->pte_bytes);
}
