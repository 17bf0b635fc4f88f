// SPDX-License-Identifier: GPL-2.0
/*
 * Scan-out: the CRTCs and the VGA renderer, as firmware left them.
 *
 * rcp does not drive displays, but a firmware console stays on the screen: an enabled CRTC
 * reads VRAM all the time, and the VGA renderer reads and writes VRAM.  The memory controller
 * hangs if it is blacked out, or if VRAM moves, while either is active.  So bring-up and reset
 * stop both for that time and restart them; when VRAM moves, the surfaces of displays move with
 * it.  The order is as in rv515_mc_stop() and rv515_mc_resume() of the in-tree driver,
 * except that CRTCs keep their timing, so that the monitor does not lose its signal.
 *
 * While displays are stopped, CPU accesses through the legacy VGA ranges do not reach VRAM;
 * rcp_vga.c decides whether the card decodes these ranges at all.
 *
 * Called at bring-up and reset, one call at a time; takes no locks.
 */
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/ktime.h>

#include "rcp_priv.h"

/* A frame takes 17 ms at 60 Hz and 42 ms at 24 Hz; a CRTC without a clock never ends one. */
#define RCP_FRAME_TIMEOUT_US	100000

static bool rcp_scanout_on(struct rcp_card *card, u32 crtc)
{
	return rcp_rd(card, D1CRTC_CONTROL + crtc * D2_OFFSET) & CRTC_MASTER_EN;
}

/* Wait for the next frame, because outstanding reads end with the current one. */
static void rcp_scanout_next_frame(struct rcp_card *card, u32 crtc)
{
	u32 reg = D1CRTC_STATUS_FRAME_COUNT + crtc * D2_OFFSET;
	u32 frame = rcp_rd(card, reg);
	ktime_t end = ktime_add_us(ktime_get(), RCP_FRAME_TIMEOUT_US);

	while (rcp_rd(card, reg) == frame && ktime_before(ktime_get(), end))
		usleep_range(100, 500);
}

/*
 * Write D1CRTC_CONTROL, which is double-buffered.  The lock delays the update, so that no
 * frame begins with half of it.
 */
static void rcp_scanout_set_control(struct rcp_card *card, u32 crtc, u32 control)
{
	u32 d = crtc * D2_OFFSET;

	rcp_wr(card, D1CRTC_UPDATE_LOCK + d, 1);
	rcp_wr(card, D1CRTC_CONTROL + d, control);
	rcp_wr(card, D1CRTC_UPDATE_LOCK + d, 0);
}

/**
 * rcp_scanout_active() - test whether a display is on
 * @card: the card
 *
 * Context: any.
 * Return: true if a CRTC runs.
 */
bool rcp_scanout_active(struct rcp_card *card)
{
	return rcp_scanout_on(card, 0) || rcp_scanout_on(card, 1);
}

/**
 * rcp_scanout_vga_shown() - test whether a CRTC shows the picture of the VGA renderer
 * @card: the card
 *
 * Context: any.
 * Return: true in text and other VGA modes.
 */
bool rcp_scanout_vga_shown(struct rcp_card *card)
{
	return rcp_rd(card, D1VGA_CONTROL) & DVGA_MODE_ENABLE ||
	       rcp_rd(card, D2VGA_CONTROL) & DVGA_MODE_ENABLE;
}

/* Disable the VGA renderer, so that it does not write to VRAM. */
static void rcp_scanout_vga_off(struct rcp_card *card)
{
	if (rcp_rd(card, VGA_RENDER_CONTROL) & VGA_VSTATUS_CNTL)
		rcp_rmw(card, VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0);
}

/**
 * rcp_scanout_check_vga() - disable the VGA renderer if it could overwrite buffers
 * @card: the card
 * @fb: GPU address of VRAM
 *
 * No display shows its picture, or its memory is not reserved, because firmware enabled it after
 * init.
 *
 * Context: any; one call at a time.
 */
void rcp_scanout_check_vga(struct rcp_card *card, u64 fb)
{
	u32 offset = rcp_rd(card, VGA_MEMORY_BASE_ADDRESS) - lower_32_bits(fb);

	if (!rcp_scanout_vga_shown(card) || offset != card->vga_offset)
		rcp_scanout_vga_off(card);
}

/**
 * rcp_scanout_stop() - stop accesses of displays and of the legacy VGA range to VRAM
 * @card: the card
 * @saved: returns the state for rcp_scanout_restart()
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
 * @saved: the state from rcp_scanout_stop()
 *
 * Context: any; one call at a time.
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
 * rcp_scanout_surface() - read the address of the surface that a CRTC shows
 * @card: the card
 * @crtc: 0 or 1
 *
 * Context: any.
 * Return: GPU address of the primary surface.
 */
u64 rcp_scanout_surface(struct rcp_card *card, u32 crtc)
{
	u64 addr = rcp_rd(card, D1GRPH_PRIMARY_SURFACE_ADDRESS + crtc * D2_OFFSET);

	if (card->chip->wide_surfaces)
		addr |= (u64)(rcp_rd(card, crtc ? D2GRPH_PRIMARY_SURFACE_ADDRESS_HIGH :
				     D1GRPH_PRIMARY_SURFACE_ADDRESS_HIGH) & 0xff) << 32;
	return addr;
}

/* Write both surfaces of a CRTC; the second is used only for stereo and page flips. */
static void rcp_scanout_set_surface(struct rcp_card *card, u32 crtc, u64 addr)
{
	u32 d = crtc * D2_OFFSET;

	if (card->chip->wide_surfaces) {
		rcp_wr(card, crtc ? D2GRPH_PRIMARY_SURFACE_ADDRESS_HIGH :
		       D1GRPH_PRIMARY_SURFACE_ADDRESS_HIGH, upper_32_bits(addr));
		rcp_wr(card, crtc ? D2GRPH_SECONDARY_SURFACE_ADDRESS_HIGH :
		       D1GRPH_SECONDARY_SURFACE_ADDRESS_HIGH, upper_32_bits(addr));
	}
	rcp_wr(card, D1GRPH_PRIMARY_SURFACE_ADDRESS + d, lower_32_bits(addr));
	rcp_wr(card, D1GRPH_SECONDARY_SURFACE_ADDRESS + d, lower_32_bits(addr));
}

/**
 * rcp_scanout_move() - move the surfaces of displays along with VRAM
 * @card: the card; no display reads memory
 * @from: old GPU address of VRAM
 * @to: new GPU address of VRAM
 *
 * Context: any; one call at a time.
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
