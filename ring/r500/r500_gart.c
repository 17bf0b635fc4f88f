// SPDX-License-Identifier: GPL-2.0
/*
 * The GART: entries of its table, and the registers of the PCIe port that translate by it.
 *
 * An entry has 4 bytes.  Unmapped pages point to the dummy page of ring/; accesses beyond the
 * aperture are discarded.
 *
 * Called by rcp_gart.c, which holds gart.flush_lock, and but for the flush gart.lock.
 */
#include "r500.h"

/* An entry is gone after the second flush only (found by the in-tree driver). */
#define R500_GART_FLUSHES	2

/**
 * r500_gart_fill() - compute entries of the table
 * @to: entries of 4 bytes
 * @count: number of entries
 * @bus: bus address of the first page, of at most 40 bits (rcp_traits.dma_bits)
 * @step: bytes from page to page
 * @snooped: the card snoops the CPU's caches
 *
 * Context: any.
 */
void r500_gart_fill(void *to, u32 count, dma_addr_t bus, u32 step, bool snooped)
{
	u32 flags = PTE_READ | PTE_WRITE | (snooped ? 0 : PTE_UNSNOOPED);
	__le32 *pte = to;

	for (; count; count--, bus += step)
		*pte++ = cpu_to_le32((lower_32_bits(bus) >> 8 & PTE_ADDR_LO) |
				     (upper_32_bits(bus) << 24 & PTE_ADDR_HI) | flags);
}

/**
 * r500_gart_flush() - invalidate the TLB for the whole aperture
 * @card: the card
 *
 * A flush has no answer, so it cannot fail on a card that is there.
 *
 * Context: process; gart.flush_lock is held.
 * Return: 0, or -ENODEV if the card is gone.
 */
int r500_gart_flush(struct rcp_card *card)
{
	u32 cntl, i;

	/* The entries arrive before the flush. */
	rcp_hdp_flush(card);
	cntl = r500_pcie_rd(card, PCIE_TX_GART_CNTL);
	if (cntl == ~0u && rcp_card_gone(card))
		return -ENODEV;
	cntl &= ~GART_INVALIDATE_TLB;
	for (i = 0; i < R500_GART_FLUSHES; i++) {
		r500_pcie_wr(card, PCIE_TX_GART_CNTL, cntl | GART_INVALIDATE_TLB);
		r500_pcie_rd(card, PCIE_TX_GART_CNTL);
		r500_pcie_wr(card, PCIE_TX_GART_CNTL, cntl);
	}
	return 0;
}

/**
 * r500_gart_enable() - translate through the table
 * @card: the card; the table is written
 *
 * Context: process; gart.flush_lock and gart.lock are held.
 */
void r500_gart_enable(struct rcp_card *card)
{
	struct rcp_gart *gart = &card->gart;

	/* Off while the registers change, and after it on with all bits known. */
	r500_pcie_wr(card, PCIE_TX_GART_CNTL, GART_UNMAPPED_DISCARD);
	r500_pcie_wr(card, PCIE_TX_GART_START_LO, gart->addr);
	r500_pcie_wr(card, PCIE_TX_GART_START_HI, 0);
	r500_pcie_wr(card, PCIE_TX_GART_END_LO, gart->addr + gart->size - RCP_GPU_PAGE_SIZE);
	r500_pcie_wr(card, PCIE_TX_GART_END_HI, 0);
	r500_pcie_wr(card, PCIE_TX_GART_BASE, card->vram.addr + gart->table_offset);
	/* Where discarded reads go. */
	r500_pcie_wr(card, PCIE_TX_DISCARD_RD_ADDR_LO, card->vram.addr + card->vram_page_offset);
	r500_pcie_wr(card, PCIE_TX_DISCARD_RD_ADDR_HI, 0);
	r500_pcie_wr(card, PCIE_TX_GART_ERROR, 0);
	/* The CPU's writes to the table are in VRAM before the card reads it. */
	rcp_hdp_flush(card);
	r500_pcie_wr(card, PCIE_TX_GART_CNTL, GART_UNMAPPED_DISCARD | GART_EN);
}

/**
 * r500_gart_disable() - disable translation
 * @card: the card; no engine accesses system memory
 *
 * Context: process; gart.flush_lock and gart.lock are held.
 */
void r500_gart_disable(struct rcp_card *card)
{
	r500_pcie_wr(card, PCIE_TX_GART_CNTL, GART_UNMAPPED_DISCARD);
}
