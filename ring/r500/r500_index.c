// SPDX-License-Identifier: GPL-2.0
/*
 * Registers behind an index: the PLLs, the PCIe port with the GART, and the memory controller.
 *
 * Each block has an index and a data register.  CLOCK_CNTL_INDEX takes bytes, because its upper
 * bytes control clocks.  MC_IND_INDEX goes back to 0 after each access, because the memory
 * controller compares it with the accesses of its clients.
 *
 * Called by this folder in any context, also before r500_init().  Locks: card->index_lock; all
 * registers are within the BAR, so no access takes it a second time.
 */
#include "r500.h"

/**
 * r500_pll_rd() - read a register of the PLLs
 * @card: the card
 * @index: its number
 *
 * Context: any; takes index_lock.
 * Return: the value.
 */
u32 r500_pll_rd(struct rcp_card *card, u32 index)
{
	unsigned long flags;
	u32 value;

	spin_lock_irqsave(&card->index_lock, flags);
	rcp_wr8(card, CLOCK_CNTL_INDEX, index & PLL_ADDR);
	value = rcp_rd(card, CLOCK_CNTL_DATA);
	spin_unlock_irqrestore(&card->index_lock, flags);
	return value;
}

/**
 * r500_pll_wr() - write a register of the PLLs
 * @card: the card
 * @index: its number
 * @value: new value
 *
 * Context: any; takes index_lock.
 */
void r500_pll_wr(struct rcp_card *card, u32 index, u32 value)
{
	unsigned long flags;

	spin_lock_irqsave(&card->index_lock, flags);
	rcp_wr8(card, CLOCK_CNTL_INDEX, (index & PLL_ADDR) | PLL_WR_EN);
	rcp_wr(card, CLOCK_CNTL_DATA, value);
	spin_unlock_irqrestore(&card->index_lock, flags);
}

/**
 * r500_pcie_rd() - read a register of the PCIe port
 * @card: the card
 * @index: its number
 *
 * Context: any; takes index_lock.
 * Return: the value.
 */
u32 r500_pcie_rd(struct rcp_card *card, u32 index)
{
	unsigned long flags;
	u32 value;

	spin_lock_irqsave(&card->index_lock, flags);
	rcp_wr(card, PCIE_INDEX, index);
	value = rcp_rd(card, PCIE_DATA);
	spin_unlock_irqrestore(&card->index_lock, flags);
	return value;
}

/**
 * r500_pcie_wr() - write a register of the PCIe port
 * @card: the card
 * @index: its number
 * @value: new value
 *
 * Context: any; takes index_lock.
 */
void r500_pcie_wr(struct rcp_card *card, u32 index, u32 value)
{
	unsigned long flags;

	spin_lock_irqsave(&card->index_lock, flags);
	rcp_wr(card, PCIE_INDEX, index);
	rcp_wr(card, PCIE_DATA, value);
	spin_unlock_irqrestore(&card->index_lock, flags);
}

/**
 * r500_mc_rd() - read a register of the memory controller
 * @card: the card
 * @index: its number
 *
 * Context: any; takes index_lock.
 * Return: the value.
 */
u32 r500_mc_rd(struct rcp_card *card, u32 index)
{
	unsigned long flags;
	u32 value;

	spin_lock_irqsave(&card->index_lock, flags);
	rcp_wr(card, MC_IND_INDEX, MC_IND_RD | (index & MC_IND_ADDR));
	value = rcp_rd(card, MC_IND_DATA);
	rcp_wr(card, MC_IND_INDEX, 0);
	spin_unlock_irqrestore(&card->index_lock, flags);
	return value;
}

/**
 * r500_mc_wr() - write a register of the memory controller
 * @card: the card
 * @index: its number
 * @value: new value
 *
 * Context: any; takes index_lock.
 */
void r500_mc_wr(struct rcp_card *card, u32 index, u32 value)
{
	unsigned long flags;

	spin_lock_irqsave(&card->index_lock, flags);
	rcp_wr(card, MC_IND_INDEX, MC_IND_WR | (index & MC_IND_ADDR));
	rcp_wr(card, MC_IND_DATA, value);
	rcp_wr(card, MC_IND_INDEX, 0);
	spin_unlock_irqrestore(&card->index_lock, flags);
}
