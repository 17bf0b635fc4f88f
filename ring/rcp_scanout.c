// SPDX-License-Identifier: GPL-2.0
/*
 * Scan-out: the display controllers and the VGA renderer, as firmware left them.
 *
 * rcp has no display, but a console that firmware made stays on the screen: a CRTC that is
 * on reads VRAM all the time, and the VGA renderer reads and writes it.  The memory
 * controller hangs if it is blacked out, or if VRAM is moved, under either.  So bring-up
 * and reset stop both for that time and restart them; surfaces follow a VRAM that is moved.
 * The order is that of the in-tree driver's rv515_mc_stop() and rv515_mc_resume(), except
 * that CRTCs keep their timing, so that the monitor does not lose its signal.
 *
 * CPUs are locked out of VRAM behind the legacy VGA ranges for the time in which displays are
 * stopped; rcp_vga.c decides whether the card decodes these ranges at all.
 *
 * Called at bring-up and reset, single threaded; no locks.
 */
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/ktime.h>

#include "rcp_priv.h"

/* A frame lasts 17 ms at 60 Hz and 42 ms at 24 Hz; a CRTC without a clock has none. */
#define RCP_FRAME_TIMEOUT_US	100000

static bool rcp_scanout_on(struct rcp_card *card, u32 crtc)
{
	return rcp_rd(card, D1CRTC_CONTROL + crtc * D2_OFFSET) & CRTC_MASTER_EN;
}

/* Reads under way end with the frame. */
static void rcp_scanout_next_frame(struct rcp_card *card, u32 crtc)
{
	u32 reg = D1CRTC_STATUS_FRAME_COUNT + crtc * D2_OFFSET;
	u32 frame = rcp_rd(card, reg);
	ktime_t end = ktime_add_us(ktime_get(), RCP_FRAME_TIMEOUT_US);

	while (rcp_rd(card, reg) == frame && ktime_before(ktime_get(), end))
		usleep_range(100, 500);
}

/* D1CRTC_CONTROL is double-buffered: the lock keeps a frame from beginning in between. */
static void rcp_scanout_set_control(struct rcp_card *card, u32 crtc, u32 control)
{
	u32 d = crtc * D2_OFFSET;

	rcp_wr(card, D1CRTC_UPDATE_LOCK + d, 1);
	rcp_wr(card, D1CRTC_CONTROL + d, control);
	rcp_wr(card, D1CRTC_UPDATE_LOCK + d, 0);
}

/**
 * rcp_scanout_active() - is a display on?
 * @card: the card
 *
 * Return: true if any CRTC runs.
 */
bool rcp_scanout_active(struct rcp_card *card)
{
	return rcp_scanout_on(card, 0) || rcp_scanout_on(card, 1);
}

/**
 * rcp_scanout_vga_shown() - does a CRTC show what the VGA renderer draws?
 * @card: the card
 *
 * Return: true in text and other VGA modes.
 */
bool rcp_scanout_vga_shown(struct rcp_card *card)
{
	return rcp_rd(card, D1VGA_CONTROL) & DVGA_MODE_ENABLE ||
	       rcp_rd(card, D2VGA_CONTROL) & DVGA_MODE_ENABLE;
}

/**
 * rcp_scanout_vga_off() - keep the VGA renderer from writing to VRAM
 * @card: the card
 */
void rcp_scanout_vga_off(struct rcp_card *card)
{
	if (rcp_rd(card, VGA_RENDER_CONTROL) & VGA_VSTATUS_CNTL)
		rcp_rmw(card, VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0);
}

/**
 * rcp_scanout_stop() - keep displays and the legacy VGA range off memory
 * @card: the card
 * @saved: for rcp_scanout_restart()
 *
 * Context: process; sleeps until each CRTC that is on begins a new frame.
 */
void rcp_scanout_stop(struct rcp_card *card, struct rcp_scanout *saved)
{
	u32 i;

	saved->vga_render = rcp_rd(card, VGA_RENDER_CONTROL);
	saved->vga_hdp = rcp_rd(card, VGA_HDP_CONTROL);
	rcp_wr(card, VGA_HDP_CONTROL, saved->vga_hdp | VGA_MEMORY_DISABLE);
	rcp_scanout_vga_off(card);
	for (i = 0; i < RCP_CRTCS; i++) {
		saved->control[i] = rcp_rd(card, D1CRTC_CONTROL + i * D2_OFFSET);
		if (!(saved->control[i] & CRTC_MASTER_EN))
			continue;
		rcp_scanout_set_control(card, i,
					saved->control[i] | CRTC_DISP_READ_REQUEST_DISABLE);
		rcp_scanout_next_frame(card, i);
	}
}

/**
 * rcp_scanout_restart() - undo rcp_scanout_stop()
 * @card: the card; displays can read memory
 * @saved: what rcp_scanout_stop() left
 */
void rcp_scanout_restart(struct rcp_card *card, const struct rcp_scanout *saved)
{
	u32 i;

	for (i = 0; i < RCP_CRTCS; i++)
		if (saved->control[i] & CRTC_MASTER_EN)
			rcp_scanout_set_control(card, i, saved->control[i]);
	rcp_wr(card, VGA_HDP_CONTROL, saved->vga_hdp);
	rcp_wr(card, VGA_RENDER_CONTROL, saved->vga_render);
}

/**
 * rcp_scanout_surface() - the address of what a CRTC shows
 * @card: the card
 * @crtc: 0 or 1
 */
u64 rcp_scanout_surface(struct rcp_card *card, u32 crtc)
{
	u64 addr = rcp_rd(card, D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc * D2_OFFSET);

	if (card->chip->r7xx)
		addr |= (u64)(rcp_rd(card, crtc ? R700_D2GRPH_PRIMARY_SURFACE_ADDRESS_HIGH :
				     R700_D1GRPH_PRIMARY_SURFACE_ADDRESS_HIGH) & 0xff) << 32;
	return addr;
}

/* Both surfaces of a CRTC: the second is used only for stereo and page flips. */
static void rcp_scanout_set_surface(struct rcp_card *card, u32 crtc, u64 addr)
{
	u32 d = crtc * D2_OFFSET;

	if (card->chip->r7xx) {
		rcp_wr(card, crtc ? R700_D2GRPH_PRIMARY_SURFACE_ADDRESS_HIGH :
		       R700_D1GRPH_PRIMARY_SURFACE_ADDRESS_HIGH, upper_32_bits(addr));
		rcp_wr(card, crtc ? R700_D2GRPH_SECONDARY_SURFACE_ADDRESS_HIGH :
		       R700_D1GRPH_SECONDARY_SURFACE_ADDRESS_HIGH, upper_32_bits(addr));
	}
	rcp_wr(card, D1GRPH_PRIMARY_SURFACE_ADDRESS + d, lower_32_bits(addr));
	rcp_wr(card, D1GRPH_SECONDARY_SURFACE_ADDRESS + d, lower_32_bits(addr));
}

/**
 * rcp_scanout_move() - let displays show the same bytes of a VRAM that has moved
 * @card: the card; no display reads memory
 * @from: where VRAM was
 * @to: where it is now
 */
void rcp_scanout_move(struct rcp_card *card, u64 from, u64 to)
{
	u32 i, lock = D1GRPH_UPDATE;

	for (i = 0; i < RCP_CRTCS; i++, lock += D2_OFFSET) {
		if (!rcp_scanout_on(card, i))
			continue;
		rcp_rmw(card, lock, 0, GRPH_UPDATE_LOCK);
		rcp_scanout_set_surface(card, i, rcp_scanout_surface(card, i) - from + to);
		rcp_rmw(card, lock, GRPH_UPDATE_LOCK, 0);
	}
	rcp_wr(card, VGA_MEMORY_BASE_ADDRESS,
	       rcp_rd(card, VGA_MEMORY_BASE_ADDRESS) - lower_32_bits(from) + lower_32_bits(to));
}
