// SPDX-License-Identifier: GPL-2.0
/*
 * The legacy VGA ranges: I/O ports from 0x3b0 on and memory from 0xa0000 on.
 *
 * Every VGA card decodes the ranges at power-on.  With two such cards the VGA arbiter switches
 * the ranges between their users, and an X server disables direct rendering.  rcp uses none of
 * the ranges.  So a card that is not the boot VGA device stops decoding at each bring-up, and
 * the driver tells the arbiter.  The boot VGA device, and a card that shows VGA text, keep
 * decoding, because vgacon or the firmware console may use the ranges.
 *
 * Called at init, bring-up and fini, one call at a time; takes no locks, but the arbiter takes
 * its own.
 */
#include <linux/pci.h>
#include <linux/vgaarb.h>

#include "rcp_priv.h"

/**
 * rcp_vga_init() - decide whether the card keeps decoding the legacy ranges
 * @card: the card, posted and as firmware left it
 *
 * Context: probe.
 */
void rcp_vga_init(struct rcp_card *card)
{
	card->vga_decodes = vga_default_device() == card->pdev || rcp_scanout_vga_shown(card);
	card->vga_config = rcp_rd(card, card->gen->vga_reg);
}

/**
 * rcp_vga_start() - stop decoding, unless rcp_vga_init() decided otherwise
 * @card: the card; it decodes again after power-on and after a PCI reset
 *
 * Context: process.
 */
void rcp_vga_start(struct rcp_card *card)
{
	const struct rcp_gen *gen = card->gen;

	if (card->vga_decodes)
		return;
	rcp_rmw(card, gen->vga_reg, gen->vga_ram_en, gen->vga_io_dis);
	vga_set_legacy_decoding(card->pdev, VGA_RSRC_NONE);
}

/**
 * rcp_vga_fini() - decode the legacy ranges again, for the next driver
 * @card: the card; may be gone
 *
 * Context: process.
 */
void rcp_vga_fini(struct rcp_card *card)
{
	if (card->vga_decodes || rcp_card_gone(card))
		return;
	rcp_wr(card, card->gen->vga_reg, card->vga_config);
	vga_set_legacy_decoding(card->pdev, VGA_RSRC_LEGACY_MASK);
}
