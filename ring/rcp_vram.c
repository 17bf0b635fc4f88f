// SPDX-License-Identifier: GPL-2.0
/*
 * VRAM as the CPU reaches it: through a BAR, of which the host data path (HDP) is a
 * buffer that reads ahead and writes behind.
 */
#include "rcp_priv.h"

/**
 * rcp_vram_map() - map what the CPU reaches
 * @card: the card; the layout of its memory is known
 *
 * Return: 0 or -ENOMEM.
 */
int rcp_vram_map(struct rcp_card *card)
{
	card->vram.map = ioremap_wc(card->vram.io_base, card->vram.visible);
	return card->vram.map ? 0 : -ENOMEM;
}

/**
 * rcp_vram_unmap() - undo rcp_vram_map()
 * @card: the card
 */
void rcp_vram_unmap(struct rcp_card *card)
{
	iounmap(card->vram.map);
	card->vram.map = NULL;
}

/**
 * rcp_hdp_flush() - make what the CPU wrote through the BAR visible to the GPU
 * @card: the card
 *
 * On R7xx the flush register does not work as documented: there a write to
 * HDP_DEBUG1 followed by a read of VRAM does it (the in-tree radeon driver's
 * finding).
 *
 * Context: any.
 */
void rcp_hdp_flush(struct rcp_card *card)
{
	/* Write-combining buffers first. */
	wmb();
	if (card->chip->r7xx) {
		rcp_wr(card, HDP_DEBUG1, 0);
		readl(card->vram.map);
	} else {
		rcp_wr(card, HDP_MEM_COHERENCY_FLUSH_CNTL, 1);
	}
}

/**
 * rcp_vram_clear() - clear VRAM with the CPU
 * @card: the card
 * @offset: from the start of VRAM, in bytes
 * @size: bytes; the card does not use them
 *
 * A job that is published later finds zeroes there, and so does each mapping of the CPU's.
 *
 * Context: process; takes gart.lock, because a reset puts VRAM out of reach.
 * Return: false if the CPU does not reach them now; then nothing has been done.
 */
bool rcp_vram_clear(struct rcp_card *card, u64 offset, u32 size)
{
	bool live;

	if (offset + size > card->vram.visible)
		return false;
	mutex_lock(&card->gart.lock);
	live = card->gart.live;
	if (live)
		memset_io(card->vram.map + offset, 0, size);
	mutex_unlock(&card->gart.lock);
	/* Other mappings are not to find what is still in a write-combining buffer. */
	wmb();
	return live;
}
