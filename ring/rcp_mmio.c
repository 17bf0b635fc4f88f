// SPDX-License-Identifier: GPL-2.0
/*
 * Registers above the BAR, the one bounded poll, and how trouble is told.
 *
 * A card that has been pulled out answers every read with all ones; the poll
 * notices that and gives up at once, so nothing in ring/ loops on a card that
 * is not there.  index_lock keeps the two accesses of an indexed one together,
 * port_lock those of a register of the PCIe port.
 */
#include <linux/delay.h>
#include <linux/ktime.h>

#include "rcp_priv.h"

#ifndef __CHECKER__
#define CREATE_TRACE_POINTS
#include "rcp_mmio_trace.h"
#endif

/* Spin at first: most polls end within a few microseconds. */
#define RCP_POLL_SPIN_US 50

/**
 * rcp_rd_indexed - read a register above the BAR
 * @card: the card
 * @reg: byte offset
 *
 * Return: its value.
 * Context: any; takes index_lock.
 */
u32 rcp_rd_indexed(struct rcp_card *card, u32 reg)
{
	unsigned long flags;
	u32 value;

	spin_lock_irqsave(&card->index_lock, flags);
	writel(reg, card->mmio + MM_INDEX);
	value = readl(card->mmio + MM_DATA);
	spin_unlock_irqrestore(&card->index_lock, flags);
	return value;
}

/**
 * rcp_wr_indexed - write a register above the BAR
 * @card: the card
 * @reg: byte offset
 * @value: its new value
 *
 * Context: any; takes index_lock.
 */
void rcp_wr_indexed(struct rcp_card *card, u32 reg, u32 value)
{
	unsigned long flags;

	spin_lock_irqsave(&card->index_lock, flags);
	writel(reg, card->mmio + MM_INDEX);
	writel(value, card->mmio + MM_DATA);
	spin_unlock_irqrestore(&card->index_lock, flags);
}

/**
 * rcp_rd16() - read a register of 16 bits
 * @card: the card
 * @reg: byte offset, within the BAR
 *
 * Return: its value.
 * Context: any.
 */
u16 rcp_rd16(struct rcp_card *card, u32 reg)
{
	u16 value = readw(card->mmio + reg);

	if (tracepoint_enabled(rcp_mmio))
		rcp_mmio_trace(false, reg, value);
	return value;
}

/**
 * rcp_wr16() - write a register of 16 bits
 * @card: the card
 * @reg: byte offset, within the BAR
 * @value: its new value
 *
 * Context: any.
 */
void rcp_wr16(struct rcp_card *card, u32 reg, u16 value)
{
	if (tracepoint_enabled(rcp_mmio))
		rcp_mmio_trace(true, reg, value);
	writew(value, card->mmio + reg);
}

/**
 * rcp_port_rd() - read a register of the PCIe port
 * @card: the card
 * @index: which
 *
 * The index is read back, as the in-tree driver does, so that it has arrived.
 *
 * Return: its value.
 * Context: any; takes port_lock.
 */
u32 rcp_port_rd(struct rcp_card *card, u32 index)
{
	unsigned long flags;
	u32 value;

	spin_lock_irqsave(&card->port_lock, flags);
	rcp_wr(card, PCIE_PORT_INDEX, index);
	rcp_rd(card, PCIE_PORT_INDEX);
	value = rcp_rd(card, PCIE_PORT_DATA);
	spin_unlock_irqrestore(&card->port_lock, flags);
	return value;
}

/**
 * rcp_port_wr() - write a register of the PCIe port
 * @card: the card
 * @index: which
 * @value: its new value
 *
 * Index and value are read back.
 *
 * Context: any; takes port_lock.
 */
void rcp_port_wr(struct rcp_card *card, u32 index, u32 value)
{
	unsigned long flags;

	spin_lock_irqsave(&card->port_lock, flags);
	rcp_wr(card, PCIE_PORT_INDEX, index);
	rcp_rd(card, PCIE_PORT_INDEX);
	rcp_wr(card, PCIE_PORT_DATA, value);
	rcp_rd(card, PCIE_PORT_DATA);
	spin_unlock_irqrestore(&card->port_lock, flags);
}

/**
 * rcp_mmio_trace - record a register access
 * @write: a write, not a read
 * @reg: byte offset
 * @value: what was written, or read
 *
 * Out of line, so that an access is small where the event is off.
 *
 * Context: any.
 */
void rcp_mmio_trace(bool write, u32 reg, u32 value)
{
#ifndef __CHECKER__
	trace_rcp_mmio(write, reg, value);
#endif
}

/**
 * rcp_card_gone - has the card stopped answering?
 * @card: the card
 *
 * Reads a register that is never all ones on a working card.  Once gone, a card
 * stays gone until it is probed again, or rcp_card_found().
 *
 * Return: true if nothing answers any more.
 * Context: any.
 */
bool rcp_card_gone(struct rcp_card *card)
{
	if (!READ_ONCE(card->lost) && rcp_rd(card, CONFIG_MEMSIZE) == ~0u)
		WRITE_ONCE(card->lost, true);
	return READ_ONCE(card->lost);
}

/**
 * rcp_card_found() - a card that was reset from outside may answer again
 * @card: the card, stopped
 *
 * Context: process; rcp_card_start() follows.
 */
void rcp_card_found(struct rcp_card *card)
{
	WRITE_ONCE(card->lost, false);
}

/**
 * rcp_err - the card does not do its part
 * @card: the card
 * @fmt: what it does not do
 *
 * At probe and resume that is an error.  A reset happens because some client hung
 * the card, and nothing a client can cause is more than a notice.
 *
 * Context: any.
 */
void rcp_err(struct rcp_card *card, const char *fmt, ...)
{
	struct va_format vaf;
	va_list args;

	va_start(args, fmt);
	vaf.fmt = fmt;
	vaf.va = &args;
	/* A card that runs, or is being reset, runs what clients gave it. */
	dev_printk(card->quiet || READ_ONCE(card->running) ? KERN_NOTICE : KERN_ERR, card->dev,
		   "%pV", &vaf);
	va_end(args);
}

/**
 * rcp_poll - wait for a register to say what it shall
 * @card: the card
 * @poll: what to wait for, and for how long
 * @value: where to leave the last value read, or NULL
 *
 * Says which register it gave up on.
 *
 * Return: 0, -ETIMEDOUT, or -ENODEV if the card is gone.
 * Context: process; sleeps.
 */
int rcp_poll(struct rcp_card *card, const struct rcp_poll *poll, u32 *value)
{
	ktime_t start = ktime_get();
	bool last = false;
	s64 waited;
	u32 now;

	for (;;) {
		now = rcp_rd(card, poll->reg);
		if (value)
			*value = now;
		if (now == ~0u && rcp_card_gone(card)) {
			rcp_err(card, "card does not answer: %s (0x%04x) reads all ones\n",
				poll->name, poll->reg);
			return -ENODEV;
		}
		if (((now & poll->mask) == poll->want) != poll->unless)
			return 0;
		if (last)
			break;
		waited = ktime_us_delta(ktime_get(), start);
		/* One more look after the time is up: we may have slept long. */
		if (waited > poll->timeout_us)
			last = true;
		else if (waited < RCP_POLL_SPIN_US)
			udelay(1);
		else
			usleep_range(20, 100);
	}
	if (poll->notice) {
		dev_notice(card->dev, "%s (0x%04x) is 0x%08x after %u us: going on\n",
			   poll->name, poll->reg, now, poll->timeout_us);
		return -ETIMEDOUT;
	}
	rcp_err(card, "card does not answer: %s (0x%04x) is 0x%08x after %u us, %s 0x%08x in 0x%08x\n",
		poll->name, poll->reg, now, poll->timeout_us,
		poll->unless ? "still" : "not", poll->want, poll->mask);
	return -ETIMEDOUT;
}
