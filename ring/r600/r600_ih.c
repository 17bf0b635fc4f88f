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
 * message disarms the card, and rcp_irq_poll() re-arms it.
 *
 * Locks: irq.lock, which rcp_irq.c takes around r600_ih_poll().
 */
#include <linux/bitops.h>
#include <linux/log2.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include "r600.h"

#define R600_IH_SIZE		SZ_64K
#define R600_IH_ENTRY		16u

static u32 r600_ih_cntl(void)
{
	return IH_WPTR_OVERFLOW_ENABLE | IH_WPTR_WRITEBACK_ENABLE |
	       IH_RB_SIZE(ilog2(R600_IH_SIZE / 4));
}

/* The ring overflowed: continue at the oldest entry that is not overwritten. */
static u32 r600_ih_overflow(struct rcp_card *card, u32 wptr)
{
	struct r600 *r600 = r600_of(card);
	u32 cntl = r600_ih_cntl() | IH_RB_ENABLE;
	u32 flagged = wptr;

	wptr &= ~IH_RB_OVERFLOW;
	WRITE_ONCE(card->irq.overflows, card->irq.overflows + 1);
	r600->ih_rptr = (wptr + R600_IH_ENTRY) & (R600_IH_SIZE - 1);
	/* The written-back copy keeps the flag until the next entry, so clear the flag here. */
	cmpxchg(rcp_wb32(card, R600_WB_IH_WPTR), cpu_to_le32(flagged), cpu_to_le32(wptr));
	/* Clear the overflow, and enable the detection of the next one. */
	rcp_wr(card, IH_RB_CNTL, cntl | IH_WPTR_OVERFLOW_CLEAR);
	rcp_wr(card, IH_RB_CNTL, cntl);
	return wptr;
}

/* Read the new entries.  Returns their number; sets *eop if a job may have finished. */
static u32 r600_ih_read(struct rcp_card *card, bool *eop)
{
	struct r600 *r600 = r600_of(card);
	u32 wptr, count = 0;

	wptr = le32_to_cpu(READ_ONCE(*rcp_wb32(card, R600_WB_IH_WPTR)));
	/* Read the entries after the pointer; the card writes them before it. */
	dma_rmb();
	if (wptr & IH_RB_OVERFLOW) {
		wptr = r600_ih_overflow(card, wptr);
		*eop = true;
	}
	wptr &= (R600_IH_SIZE - 1) & ~(R600_IH_ENTRY - 1);

	while (r600->ih_rptr != wptr) {
		const __le32 *entry = r600->ih_mem.cpu + r600->ih_rptr;

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
		r600->ih_rptr = (r600->ih_rptr + R600_IH_ENTRY) & (R600_IH_SIZE - 1);
		count++;
	}
	if (count)
		rcp_wr(card, IH_RB_RPTR, r600->ih_rptr);
	return count;
}

/* Test whether the card has moved its write pointer since r600_ih_read(). */
static bool r600_ih_has_more(struct rcp_card *card)
{
	return le32_to_cpu(READ_ONCE(*rcp_wb32(card, R600_WB_IH_WPTR))) != r600_of(card)->ih_rptr;
}

/**
 * r600_ih_poll() - drain the ring
 * @card: the card
 * @rearm: write the read pointer even if there is no new entry
 * @eop: set to true if a job may have finished
 *
 * Context: irq.lock is held.
 * Return: the number of entries.
 */
u32 r600_ih_poll(struct rcp_card *card, bool rearm, bool *eop)
{
	u32 count = 0, n;

	/* With a pin interrupt a register read flushes the card's writes to memory. */
	if (!card->irq.msi && rcp_rd(card, IH_RB_WPTR) == ~0u && rcp_card_gone(card))
		return 0;
	/*
	 * The card may send no message for an entry that arrived before the read pointer was
	 * written, so read until there is no new entry.  Streams cannot raise interrupts, so
	 * a working card has no more entries than jobs in the ring.  Stop after a whole ring
	 * of entries, because a broken card whose write pointer never rests would keep this
	 * CPU in the handler.
	 */
	do {
		n = r600_ih_read(card, eop);
		count += n;
	} while (n && count < R600_IH_SIZE / R600_IH_ENTRY && r600_ih_has_more(card));
	/* A message that arrives before its entries also disarms the card. */
	if (!count && (rearm || card->irq.msi))
		rcp_wr(card, IH_RB_RPTR, r600_of(card)->ih_rptr);
	return count;
}

/**
 * r600_ih_init() - allocate the interrupt ring
 * @card: the card; GART memory can be allocated
 *
 * Context: process.
 * Return: 0 or an error.
 */
int r600_ih_init(struct rcp_card *card)
{
	return rcp_dma_alloc(card, &r600_of(card)->ih_mem, R600_IH_SIZE);
}

/**
 * r600_ih_fini() - undo r600_ih_init()
 * @card: the card, stopped
 *
 * Context: process.
 */
void r600_ih_fini(struct rcp_card *card)
{
	rcp_dma_free(card, &r600_of(card)->ih_mem);
}

/**
 * r600_ih_stop() - disable interrupts
 * @card: the card
 *
 * When r600_ih_stop() returns, no handler runs, and later runs do not touch the card.
 *
 * Context: process.
 */
void r600_ih_stop(struct rcp_card *card)
{
	rcp_irq_disable(card);
	rcp_wr(card, CP_INT_CNTL, CNTX_BUSY_INT_ENABLE | CNTX_EMPTY_INT_ENABLE);
	rcp_wr(card, GRBM_INT_CNTL, 0);
	rcp_wr(card, IH_RB_CNTL, 0);
	rcp_wr(card, IH_CNTL, 0);
	rcp_wr(card, IH_RB_RPTR, 0);
	rcp_wr(card, IH_RB_WPTR, 0);
	rcp_irq_synchronize(card);
}

/**
 * r600_ih_start() - set up the interrupt ring
 * @card: the card; RLC runs, bus mastering may begin
 *
 * Context: process.
 */
void r600_ih_start(struct rcp_card *card)
{
	struct r600 *r600 = r600_of(card);
	u64 wptr_addr = card->wb.addr + R600_WB_IH_WPTR;
	u32 cntl = MC_WRREQ_CREDIT(0x10) | MC_WR_CLEAN_CNT(0x10);

	*rcp_wb32(card, R600_WB_IH_WPTR) = 0;
	r600->ih_rptr = 0;

	/* Address of the dummy read by which the card orders writes before a pin interrupt. */
	rcp_wr(card, INTERRUPT_CNTL2, card->gart.dummy_bus >> 8);
	rcp_rmw(card, INTERRUPT_CNTL, IH_DUMMY_RD_OVERRIDE | IH_REQ_NONSNOOP_EN, 0);

	rcp_wr(card, IH_RB_BASE, r600->ih_mem.addr >> 8);
	rcp_wr(card, IH_RB_WPTR_ADDR_LO, lower_32_bits(wptr_addr) & ~3u);
	rcp_wr(card, IH_RB_WPTR_ADDR_HI, upper_32_bits(wptr_addr) & 0xff);
	rcp_wr(card, IH_RB_CNTL, r600_ih_cntl() | IH_WPTR_OVERFLOW_CLEAR);
	rcp_wr(card, IH_RB_RPTR, 0);
	rcp_wr(card, IH_RB_WPTR, 0);
	if (card->irq.msi)
		cntl |= RPTR_REARM;
	rcp_wr(card, IH_CNTL, cntl);
	rcp_wr(card, GRBM_INT_CNTL, 0);
	pci_set_master(card->pdev);

	rcp_irq_enable(card);
	rcp_wr(card, IH_CNTL, cntl | ENABLE_INTR);
	rcp_wr(card, IH_RB_CNTL, r600_ih_cntl() | IH_RB_ENABLE);
}

/**
 * r600_ih_enable_eop() - enable the end-of-pipe interrupts of the CP
 * @card: the card, after r600_cp_start(), because the reset of the CP clears the enable bits
 *
 * Context: process.
 */
void r600_ih_enable_eop(struct rcp_card *card)
{
	rcp_wr(card, CP_INT_CNTL, CNTX_BUSY_INT_ENABLE | CNTX_EMPTY_INT_ENABLE |
	       RB_INT_ENABLE | TIME_STAMP_INT_ENABLE);
}
