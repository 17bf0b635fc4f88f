// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts: one status register, whose bits a write acknowledges.
 *
 * A fence writes GEN_INT_STATUS, which sets a bit there.  By pin the line follows that bit.  By
 * message the card sends one when the bit becomes set, and no other until MSI_REARM_EN is written.
 *
 * Locks: irq.lock, which rcp_irq.c takes around r500_irq_poll().
 */
#include <linux/pci.h>

#include "r500.h"

/*
 * Rounds of one poll.  Each needs a fence in the time of three register accesses, and a broken card
 * whose status bit never clears would keep this CPU in the handler.
 */
#define R500_IRQ_ROUNDS		64

/**
 * r500_irq_poll() - acknowledge fences
 * @card: the card
 * @rearm: unused, because each poll re-arms the message
 * @eop: set to true if a job may have finished
 *
 * A fence between the acknowledgment and the re-arm sets the bit while no message can be sent, and
 * with the bit set later fences send none.  So read the status again after the re-arm, until it is
 * clear.  The reads also push the card's writes of seqnos.
 *
 * Context: irq.lock is held.
 * Return: the number of rounds with a fence.
 */
u32 r500_irq_poll(struct rcp_card *card, bool rearm, bool *eop)
{
	u32 status, round, count = 0;

	for (round = 0; round < R500_IRQ_ROUNDS; round++) {
		status = rcp_rd(card, GEN_INT_STATUS);
		if (status == ~0u && rcp_card_gone(card))
			break;
		if (status & SW_INT) {
			rcp_wr(card, GEN_INT_STATUS, SW_INT);
			count++;
		} else if (round) {
			break;
		}
		if (!card->irq.msi)
			break;
		rcp_wr(card, MSI_REARM_EN, 1);
	}
	*eop |= count;
	return count;
}

/**
 * r500_irq_stop() - disable interrupts
 * @card: the card
 *
 * Also the interrupts of displays, which a former driver may have left on.  When r500_irq_stop()
 * returns, no handler runs, and later runs do not touch the card.
 *
 * Context: process.
 */
void r500_irq_stop(struct rcp_card *card)
{
	rcp_irq_disable(card);
	rcp_wr(card, GEN_INT_CNTL, 0);
	rcp_wr(card, DXMODE_INT_MASK, 0);
	rcp_rmw(card, DC_HOT_PLUG_DETECT1_INT_CONTROL, DC_HOT_PLUG_INT_EN, 0);
	rcp_rmw(card, DC_HOT_PLUG_DETECT2_INT_CONTROL, DC_HOT_PLUG_INT_EN, 0);
	/* A pin that a former driver left high; and push the writes. */
	rcp_wr(card, GEN_INT_STATUS, SW_INT);
	rcp_rd(card, GEN_INT_CNTL);
	rcp_irq_synchronize(card);
}

/**
 * r500_irq_start() - enable the interrupts of fences
 * @card: the card; bus mastering may begin
 *
 * Context: process.
 */
void r500_irq_start(struct rcp_card *card)
{
	pci_set_master(card->pdev);
	rcp_irq_enable(card);
	if (card->irq.msi)
		rcp_wr(card, MSI_REARM_EN, 1);
	rcp_wr(card, GEN_INT_CNTL, SW_INT_EN);
}
