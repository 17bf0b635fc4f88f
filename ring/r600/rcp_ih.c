// SPDX-License-Identifier: GPL-2.0
/*
 * The interrupt ring.
 *
 * The card appends 16-byte entries, writes its write pointer back to system memory, and then
 * interrupts.  So with MSI the handler reads no register.  It writes one, the read pointer,
 * once for all entries, which also re-arms the MSI.  End-of-pipe interrupts stay enabled
 * while the card runs: enabling them for each waiter would cost about twenty register
 * accesses, and an interrupt without a waiter costs one.
 *
 * The card sends one message, and no other until the read pointer is written.  So a lost
 * message disarms the card, and rcp_ih_poll() re-arms it.
 *
 * Locks: ih.lock (interrupts off) serialises the handler, rcp_ih_poll() and rcp_ih_stop().
 * The eop hook (struct rcp_card_ops) is called without it.
 */
#include <linux/bitops.h>
#include <linux/interrupt.h>
#include <linux/log2.h>
#include <linux/moduleparam.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "rcp_priv.h"

#define RCP_IH_SIZE		SZ_64K
#define RCP_IH_ENTRY		16u

static int msi = -1;
module_param(msi, int, 0444);
MODULE_PARM_DESC(msi,
		 "Message signalled interrupts: 1 on, 0 off (default: on, on RS780 and RS880 off); read at probe");

static u32 rcp_ih_cntl(void)
{
	return IH_WPTR_OVERFLOW_ENABLE | IH_WPTR_WRITEBACK_ENABLE |
	       IH_RB_SIZE(ilog2(RCP_IH_SIZE / 4));
}

/* The ring overflowed: continue at the oldest entry that is not overwritten. */
static u32 rcp_ih_overflow(struct rcp_card *card, u32 wptr)
{
	struct rcp_ih *ih = &card->ih;
	u32 cntl = rcp_ih_cntl() | IH_RB_ENABLE;
	u32 flagged = wptr;

	wptr &= ~IH_RB_OVERFLOW;
	WRITE_ONCE(ih->overflows, ih->overflows + 1);
	ih->rptr = (wptr + RCP_IH_ENTRY) & (RCP_IH_SIZE - 1);
	/* The written-back copy keeps the flag until the next entry, so clear the flag here. */
	cmpxchg(rcp_wb32(card, RCP_WB_IH_WPTR), cpu_to_le32(flagged), cpu_to_le32(wptr));
	/* Clear the overflow, and enable the detection of the next one. */
	rcp_wr(card, IH_RB_CNTL, cntl | IH_WPTR_OVERFLOW_CLEAR);
	rcp_wr(card, IH_RB_CNTL, cntl);
	return wptr;
}

/* Read the new entries.  Returns their number; sets *eop if a job may have finished. */
static u32 rcp_ih_read(struct rcp_card *card, bool *eop)
{
	struct rcp_ih *ih = &card->ih;
	u32 wptr, count = 0;

	wptr = le32_to_cpu(READ_ONCE(*rcp_wb32(card, RCP_WB_IH_WPTR)));
	/* Read the entries after the pointer; the card writes them before it. */
	dma_rmb();
	if (wptr & IH_RB_OVERFLOW) {
		wptr = rcp_ih_overflow(card, wptr);
		*eop = true;
	}
	wptr &= (RCP_IH_SIZE - 1) & ~(RCP_IH_ENTRY - 1);

	while (ih->rptr != wptr) {
		const __le32 *entry = ih->mem.cpu + ih->rptr;

		switch (IH_SOURCE(le32_to_cpu(entry[0]))) {
		case IH_SOURCE_EOP:
		case IH_SOURCE_CP_RB:
		case IH_SOURCE_CP_IB1:
		case IH_SOURCE_CP_IB2:
			*eop = true;
			break;
		default:
			/* Skip entries of other sources, such as display and thermal. */
			break;
		}
		ih->rptr = (ih->rptr + RCP_IH_ENTRY) & (RCP_IH_SIZE - 1);
		count++;
	}
	if (count)
		rcp_wr(card, IH_RB_RPTR, ih->rptr);
	return count;
}

/*
 * Drain the ring and call the eop callback.  With @rearm write the read pointer even if there
 * is no new entry.  Returns true if there was one.
 */
static bool rcp_ih_process(struct rcp_card *card, bool rearm)
{
	struct rcp_ih *ih = &card->ih;
	unsigned long flags;
	bool eop = false;
	u32 count = 0, n;

	spin_lock_irqsave(&ih->lock, flags);
	if (!ih->enabled) {
		spin_unlock_irqrestore(&ih->lock, flags);
		return false;
	}
	/* With a pin interrupt a register read flushes the card's writes to memory. */
	if (!ih->msi && rcp_rd(card, IH_RB_WPTR) == ~0u && rcp_card_gone(card)) {
		spin_unlock_irqrestore(&ih->lock, flags);
		return false;
	}
	/*
	 * The card may send no message for an entry that arrived before the read pointer was
	 * written, so read until there is no new entry.  Streams cannot raise interrupts, so
	 * a working card has no more entries than jobs in the ring.  Stop after a whole ring
	 * of entries, because a broken card whose write pointer never rests would keep this
	 * CPU in the handler.
	 */
	do {
		n = rcp_ih_read(card, &eop);
		count += n;
	} while (n && count < RCP_IH_SIZE / RCP_IH_ENTRY);
	/* A message that arrives before its entries disarms the card, too. */
	if (!count && (rearm || ih->msi))
		rcp_wr(card, IH_RB_RPTR, ih->rptr);
	WRITE_ONCE(ih->events, ih->events + count);
	WRITE_ONCE(ih->interrupts, ih->interrupts + (count && !rearm));
	spin_unlock_irqrestore(&ih->lock, flags);

	if (eop) {
		if (wq_has_sleeper(&card->test_wait))
			wake_up(&card->test_wait);
		if (card->ops && card->ops->eop)
			card->ops->eop(card);
	}
	return count;
}

static irqreturn_t rcp_ih_handler(int irq, void *data)
{
	struct rcp_card *card = data;

	/* A pin may be shared with other devices; a message is not. */
	return rcp_ih_process(card, false) || card->ih.msi ? IRQ_HANDLED : IRQ_NONE;
}

/**
 * rcp_ih_poll() - process the interrupt ring without an interrupt
 * @card: the card
 *
 * For a wait that takes too long.  Processes entries whose interrupt was lost, and re-arms
 * the MSI.
 *
 * Context: any.
 */
void rcp_ih_poll(struct rcp_card *card)
{
	rcp_ih_process(card, true);
}

/* Allocate one vector of the types in @kinds, and install the handler. */
static int rcp_ih_request(struct rcp_card *card, unsigned int kinds)
{
	struct rcp_ih *ih = &card->ih;
	int ret;

	ret = pci_alloc_irq_vectors(card->pdev, 1, 1, kinds);
	if (ret < 0)
		return ret;
	/* rcp_ih_check_free(): if MSI is enabled now, this call has enabled it. */
	ih->msi = card->pdev->msi_enabled;
	ih->irq = pci_irq_vector(card->pdev, 0);
	ret = request_irq(ih->irq, rcp_ih_handler, ih->msi ? 0 : IRQF_SHARED, "rcp", card);
	if (ret) {
		pci_free_irq_vectors(card->pdev);
		return ret;
	}
	ih->installed = true;
	return 0;
}

static void rcp_ih_release(struct rcp_card *card)
{
	if (!card->ih.installed)
		return;
	card->ih.installed = false;
	free_irq(card->ih.irq, card);
	pci_free_irq_vectors(card->pdev);
}

/*
 * Request the preferred type of interrupt, or else the other type.  Integrated chips default
 * to the pin, because many have problems with MSI.  The in-tree driver has the same
 * default.
 */
static int rcp_ih_request_any(struct rcp_card *card)
{
	bool by_message = msi < 0 ? !card->chip->igp : msi > 0;
	int ret;

	ret = rcp_ih_request(card, by_message ? PCI_IRQ_MSI : PCI_IRQ_INTX);
	if (ret && ret != -ENOMEM)
		ret = rcp_ih_request(card, by_message ? PCI_IRQ_INTX : PCI_IRQ_MSI);
	return ret;
}

/**
 * rcp_ih_check_free() - refuse a card whose vectors belong to a former driver
 * @card: the card, not touched yet
 *
 * The radeon.ko of some kernels has no remove callback: after it is unbound its handler is
 * still installed, and MSI is enabled.  A vector of this driver would then be that of the
 * former one, and so would the vectors that rcp_ih_release() frees.  Logs one line on failure.
 *
 * Context: process.
 * Return: 0, or -EBUSY.
 */
int rcp_ih_check_free(struct rcp_card *card)
{
	if (!card->pdev->msi_enabled && !card->pdev->msix_enabled)
		return 0;
	dev_err(card->dev, "a former driver left its interrupt enabled: only a reboot frees this card\n");
	return -EBUSY;
}

/**
 * rcp_ih_init() - allocate the interrupt ring and the vector, and install the handler
 * @card: the card; GART memory can be allocated
 *
 * Context: process.
 * Return: 0 or an error.
 */
int rcp_ih_init(struct rcp_card *card)
{
	int ret;

	spin_lock_init(&card->ih.lock);
	ret = rcp_dma_alloc(card, &card->ih.mem, RCP_IH_SIZE);
	if (ret)
		return ret;
	rcp_compat_msi_40bit(card->pdev);
	ret = rcp_ih_request_any(card);
	if (ret)
		rcp_dma_free(card, &card->ih.mem);
	return ret;
}

/**
 * rcp_ih_use_pin() - switch to the pin interrupt, because messages do not arrive
 * @card: the card, stopped
 *
 * Context: process.
 * Return: 0 or an error.  On error no handler is installed; the caller may call again.
 */
int rcp_ih_use_pin(struct rcp_card *card)
{
	rcp_ih_release(card);
	return rcp_ih_request(card, PCI_IRQ_INTX);
}

/**
 * rcp_ih_fini() - undo rcp_ih_init()
 * @card: the card, stopped
 *
 * Context: process.
 */
void rcp_ih_fini(struct rcp_card *card)
{
	rcp_ih_release(card);
	rcp_dma_free(card, &card->ih.mem);
}

/**
 * rcp_ih_stop() - disable interrupts
 * @card: the card
 *
 * When rcp_ih_stop() returns, no handler runs, and later runs do not touch the card.
 *
 * Context: process.
 */
void rcp_ih_stop(struct rcp_card *card)
{
	struct rcp_ih *ih = &card->ih;

	spin_lock_irq(&ih->lock);
	ih->enabled = false;
	spin_unlock_irq(&ih->lock);

	rcp_wr(card, CP_INT_CNTL, CNTX_BUSY_INT_ENABLE | CNTX_EMPTY_INT_ENABLE);
	rcp_wr(card, GRBM_INT_CNTL, 0);
	rcp_wr(card, IH_RB_CNTL, 0);
	rcp_wr(card, IH_CNTL, 0);
	rcp_wr(card, IH_RB_RPTR, 0);
	rcp_wr(card, IH_RB_WPTR, 0);
	if (ih->installed)
		synchronize_irq(ih->irq);
}

/**
 * rcp_ih_start() - set up the interrupt ring
 * @card: the card; RLC runs, bus mastering may begin
 *
 * Context: process.
 */
void rcp_ih_start(struct rcp_card *card)
{
	struct rcp_ih *ih = &card->ih;
	u64 wptr_addr = card->wb.addr + RCP_WB_IH_WPTR;
	u32 cntl = MC_WRREQ_CREDIT(0x10) | MC_WR_CLEAN_CNT(0x10);

	*rcp_wb32(card, RCP_WB_IH_WPTR) = 0;
	ih->rptr = 0;

	/* Address of the dummy read by which the card orders writes before a pin interrupt. */
	rcp_wr(card, INTERRUPT_CNTL2, card->gart.dummy_bus >> 8);
	rcp_rmw(card, INTERRUPT_CNTL, IH_DUMMY_RD_OVERRIDE | IH_REQ_NONSNOOP_EN, 0);

	rcp_wr(card, IH_RB_BASE, ih->mem.addr >> 8);
	rcp_wr(card, IH_RB_WPTR_ADDR_LO, lower_32_bits(wptr_addr) & ~3u);
	rcp_wr(card, IH_RB_WPTR_ADDR_HI, upper_32_bits(wptr_addr) & 0xff);
	rcp_wr(card, IH_RB_CNTL, rcp_ih_cntl() | IH_WPTR_OVERFLOW_CLEAR);
	rcp_wr(card, IH_RB_RPTR, 0);
	rcp_wr(card, IH_RB_WPTR, 0);
	if (ih->msi)
		cntl |= RPTR_REARM;
	rcp_wr(card, IH_CNTL, cntl);
	rcp_wr(card, GRBM_INT_CNTL, 0);
	pci_set_master(card->pdev);

	spin_lock_irq(&ih->lock);
	ih->enabled = true;
	spin_unlock_irq(&ih->lock);

	rcp_wr(card, IH_CNTL, cntl | ENABLE_INTR);
	rcp_wr(card, IH_RB_CNTL, rcp_ih_cntl() | IH_RB_ENABLE);
}

/**
 * rcp_ih_enable_eop() - enable the end-of-pipe interrupts of the CP
 * @card: the card, after rcp_cp_start(), because the reset of the CP clears the enable bits
 *
 * Context: process.
 */
void rcp_ih_enable_eop(struct rcp_card *card)
{
	rcp_wr(card, CP_INT_CNTL, CNTX_BUSY_INT_ENABLE | CNTX_EMPTY_INT_ENABLE |
	       RB_INT_ENABLE | TIME_STAMP_INT_ENABLE);
}
