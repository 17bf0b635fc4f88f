// SPDX-License-Identifier: GPL-2.0
/*
 * The legacy VGA ranges: I/O ports from 0x3b0 on and memory from 0xa0000 on.
 *
 * Every VGA card decodes them at power-on, so with two cards the VGA arbiter has their users
 * take turns, and an X server gives up direct rendering.  rcp needs none of these ranges.
 * A card that is not the boot VGA device therefore stops decoding them at each bring-up, and
 * the arbiter is told.  The boot VGA device, and a card that shows VGA text, go on: vgacon
 * and the firmware's console may use them.
 *
 * Called at init, bring-up and fini, single threaded; the arbiter has a lock of its own.
 */
#include <linux/pci.h>
#include <linux/vgaarb.h>

#include "rcp_priv.h"

/**
 * rcp_vga_init() - decide whether the card decodes the legacy ranges
 * @card: posted, and as firmware left it
 *
 * Context: probe.
 */
void rcp_vga_init(struct rcp_card *card)
{
	card->vga_decodes = vga_default_device() == card->pdev || rcp_scanout_vga_shown(card);
	card->vga_config = rcp_rd(card, CONFIG_CNTL);
}

/**
 * rcp_vga_start() - stop decoding, unless rcp_vga_init() decided otherwise
 * @card: the card; power-on and a reset from outside make it decode again
 *
 * Context: process.
 */
void rcp_vga_start(struct rcp_card *card)
{
	if (card->vga_decodes)
		return;
	rcp_rmw(card, CONFIG_CNTL, CFG_VGA_RAM_EN, CFG_VGA_IO_DIS);
	vga_set_legacy_decoding(card->pdev, VGA_RSRC_NONE);
}

/**
 * rcp_vga_fini() - decode again, for the next driver
 * @card: the card, or one that is gone
 *
 * Context: process.
 */
void rcp_vga_fini(struct rcp_card *card)
{
	if (card->vga_decodes || rcp_card_gone(card))
		return;
	rcp_wr(card, CONFIG_CNTL, card->vga_config);
	vga_set_legacy_decoding(card->pdev, VGA_RSRC_LEGACY_MASK);
}
