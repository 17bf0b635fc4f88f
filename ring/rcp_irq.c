// SPDX-License-Identifier: GPL-2.0
/*
 * The interrupt: its vector, its handler, and the poll for a wait that takes too long.
 *
 * The generation reads the events.  A lost message may disarm the card, and rcp_irq_poll()
 * re-arms it.
 *
 * Locks: irq.lock (interrupts off) serialises the handler, rcp_irq_poll() and
 * rcp_irq_disable().  The eop hook (struct rcp_card_ops) is called without it.
 */
#include <linux/interrupt.h>
#include <linux/moduleparam.h>
#include <linux/pci.h>

#include "rcp_priv.h"

static int msi = -1;
module_param(msi, int, 0444);
MODULE_PARM_DESC(msi,
		 "Message signalled interrupts: 1 on, 0 off (default: on, on RS780, RS880 and RV515 off); read at probe");

/*
 * Read the events of the card.  With @rearm also re-arm a lost message.  Sets *@eop if a job may
 * have finished.  Returns the number of events.  The lock is held.
 */
static u32 rcp_irq_read(struct rcp_card *card, bool rearm, bool *eop)
{
	struct rcp_irq *irq = &card->irq;
	u32 count;

	if (!irq->enabled)
		return 0;
	count = card->gen->irq_poll(card, rearm, eop);
	WRITE_ONCE(irq->events, irq->events + count);
	return count;
}

/* A job may have finished. */
static void rcp_irq_eop(struct rcp_card *card)
{
	if (wq_has_sleeper(&card->test_wait))
		wake_up(&card->test_wait);
	if (card->ops && card->ops->eop)
		card->ops->eop(card);
}

static irqreturn_t rcp_irq_handler(int irq, void *data)
{
	struct rcp_card *card = data;
	bool eop = false;
	u32 count;

	/* Interrupts are off. */
	spin_lock(&card->irq.lock);
	count = rcp_irq_read(card, false, &eop);
	if (count)
		WRITE_ONCE(card->irq.interrupts, card->irq.interrupts + 1);
	spin_unlock(&card->irq.lock);
	if (eop)
		rcp_irq_eop(card);
	/* A pin may be shared with other devices; a message is not. */
	return count || card->irq.msi ? IRQ_HANDLED : IRQ_NONE;
}

/**
 * rcp_irq_poll() - handle events of the card without an interrupt
 * @card: the card
 *
 * For a wait that takes too long.  Handles events whose interrupt was lost, and re-arms the MSI.
 *
 * Context: any.
 */
void rcp_irq_poll(struct rcp_card *card)
{
	unsigned long flags;
	bool eop = false;

	spin_lock_irqsave(&card->irq.lock, flags);
	rcp_irq_read(card, true, &eop);
	spin_unlock_irqrestore(&card->irq.lock, flags);
	if (eop)
		rcp_irq_eop(card);
}

/* Allocate one vector of the types in @kinds, and install the handler. */
static int rcp_irq_request(struct rcp_card *card, unsigned int kinds)
{
	struct rcp_irq *irq = &card->irq;
	int ret;

	ret = pci_alloc_irq_vectors(card->pdev, 1, 1, kinds);
	if (ret < 0)
		return ret;
	/* rcp_irq_check_free(): if MSI is enabled now, this call has enabled it. */
	irq->msi = card->pdev->msi_enabled;
	irq->irq = pci_irq_vector(card->pdev, 0);
	ret = request_irq(irq->irq, rcp_irq_handler, irq->msi ? 0 : IRQF_SHARED, "rcp", card);
	if (ret) {
		pci_free_irq_vectors(card->pdev);
		return ret;
	}
	irq->installed = true;
	return 0;
}

static void rcp_irq_release(struct rcp_card *card)
{
	if (!card->irq.installed)
		return;
	card->irq.installed = false;
	free_irq(card->irq.irq, card);
	pci_free_irq_vectors(card->pdev);
}

/*
 * Request the preferred type of interrupt, or else the other type.  Chips that have
 * problems with MSI default to the pin.  The in-tree driver has the same default.
 */
static int rcp_irq_request_any(struct rcp_card *card)
{
	s64 wanted = rcp_parameter(card, "msi", msi, -1, 1);
	bool by_message = wanted < 0 ? !card->chip->by_pin : wanted;
	int ret;

	ret = rcp_irq_request(card, by_message ? PCI_IRQ_MSI : PCI_IRQ_INTX);
	if (ret && ret != -ENOMEM)
		ret = rcp_irq_request(card, by_message ? PCI_IRQ_INTX : PCI_IRQ_MSI);
	return ret;
}

/**
 * rcp_irq_check_free() - refuse a card whose vectors belong to a former driver
 * @card: the card, not touched yet
 *
 * The radeon.ko of some kernels has no remove callback: after it is unbound its handler is
 * still installed, and MSI is enabled.  A vector of this driver would then be the
 * former one's, and so would the vectors that rcp_irq_release() frees.  Logs one line on failure.
 *
 * Context: process.
 * Return: 0, or -EBUSY.
 */
int rcp_irq_check_free(struct rcp_card *card)
{
	if (!card->pdev->msi_enabled && !card->pdev->msix_enabled)
		return 0;
	dev_err(card->dev, "a former driver left its interrupt enabled: only a reboot frees this card\n");
	return -EBUSY;
}

/**
 * rcp_irq_init() - allocate the vector, and install the handler
 * @card: the card
 *
 * Context: process.
 * Return: 0 or an error.
 */
int rcp_irq_init(struct rcp_card *card)
{
	rcp_compat_msi_bits(card->pdev, card->traits->dma_bits);
	return rcp_irq_request_any(card);
}

/**
 * rcp_irq_use_pin() - switch to the pin interrupt, because messages do not arrive
 * @card: the card, stopped
 *
 * Context: process.
 * Return: 0 or an error.  On error no handler is installed; the caller may call again.
 */
int rcp_irq_use_pin(struct rcp_card *card)
{
	rcp_irq_release(card);
	return rcp_irq_request(card, PCI_IRQ_INTX);
}

/**
 * rcp_irq_fini() - undo rcp_irq_init()
 * @card: the card, stopped
 *
 * Context: process.
 */
void rcp_irq_fini(struct rcp_card *card)
{
	rcp_irq_release(card);
}

/**
 * rcp_irq_enable() - let the handler read events
 * @card: the card; it does not interrupt yet
 *
 * Context: process.
 */
void rcp_irq_enable(struct rcp_card *card)
{
	spin_lock_irq(&card->irq.lock);
	card->irq.enabled = true;
	spin_unlock_irq(&card->irq.lock);
}

/**
 * rcp_irq_disable() - keep later runs of the handler away from the card
 * @card: the card; it may still interrupt
 *
 * Context: process.
 */
void rcp_irq_disable(struct rcp_card *card)
{
	spin_lock_irq(&card->irq.lock);
	card->irq.enabled = false;
	spin_unlock_irq(&card->irq.lock);
}

/**
 * rcp_irq_synchronize() - wait until no handler runs
 * @card: the card; it does not interrupt any more
 *
 * Context: process.
 */
void rcp_irq_synchronize(struct rcp_card *card)
{
	if (card->irq.installed)
		synchronize_irq(card->irq.irq);
}
