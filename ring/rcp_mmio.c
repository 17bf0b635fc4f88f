// SPDX-License-Identifier: GPL-2.0
/*
 * Register access: registers beyond the BAR, the bounded poll, detection of a lost card, and
 * messages about a card that fails.
 *
 * A card that was pulled out answers every read with all ones.  The poll detects this and
 * ends at once, so that no code in ring/ loops on a card that is gone.
 *
 * Called by all of ring/.  Locks: index_lock keeps the two accesses of an indexed register
 * together, here and in the generations.
 */
#include <linux/delay.h>
#include <linux/ktime.h>

#include "rcp_gen.h"

#ifndef __CHECKER__
#define CREATE_TRACE_POINTS
#include "rcp_mmio_trace.h"
#endif

/* The index pair for registers beyond the BAR, the same on all Radeons. */
#define MM_INDEX	0x0000
#define MM_DATA		0x0004

/* Spin at first: most polls end within a few microseconds. */
#define RCP_POLL_SPIN_US 50

/**
 * rcp_rd_indexed() - read a register beyond the BAR
 * @card: the card
 * @reg: byte offset
 *
 * Context: any; takes index_lock.
 * Return: the value.
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
 * rcp_wr_indexed() - write a register beyond the BAR
 * @card: the card
 * @reg: byte offset
 * @value: new value
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
 * Context: any.
 * Return: the value.
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
 * @value: new value
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
 * rcp_wr8() - write one byte of a register
 * @card: the card
 * @reg: byte offset, within the BAR
 * @value: new value
 *
 * Context: any.
 */
void rcp_wr8(struct rcp_card *card, u32 reg, u8 value)
{
	if (tracepoint_enabled(rcp_mmio))
		rcp_mmio_trace(true, reg, value);
	writeb(value, card->mmio + reg);
}

/**
 * rcp_mmio_trace() - record a register access
 * @write: true for a write
 * @reg: byte offset
 * @value: value that was written or read
 *
 * Out of line, so that an access is small while the event is off.
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
 * rcp_card_gone() - test whether the card has stopped answering
 * @card: the card
 *
 * Reads CONFIG_MEMSIZE.  A card that is gone stays gone until it is probed again, or until
 * rcp_card_clear_lost().
 *
 * Context: any.
 * Return: true if the card does not answer.
 */
bool rcp_card_gone(struct rcp_card *card)
{
	if (!READ_ONCE(card->lost) && rcp_rd(card, card->gen->memsize_reg) == ~0u)
		WRITE_ONCE(card->lost, true);
	return READ_ONCE(card->lost);
}

/**
 * rcp_card_clear_lost() - clear the lost flag after a reset of the bus
 * @card: the card, stopped
 *
 * Context: process; rcp_card_start() follows.
 */
void rcp_card_clear_lost(struct rcp_card *card)
{
	WRITE_ONCE(card->lost, false);
}

/**
 * rcp_err() - log that the card fails
 * @card: the card
 * @fmt: format of the message
 *
 * An error at probe and resume.  During a reset, or while the card runs, a stream of a client
 * may be the cause, so the message is a notice then.
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
	dev_printk(card->quiet || READ_ONCE(card->running) ? KERN_NOTICE : KERN_ERR, card->dev,
		   "%pV", &vaf);
	va_end(args);
}

/**
 * rcp_poll() - wait for a condition of a register
 * @card: the card
 * @poll: the condition and the timeout
 * @value: receives the last value that was read; may be NULL
 *
 * Logs the register after a timeout.
 *
 * Context: process; sleeps.
 * Return: 0, -ETIMEDOUT, or -ENODEV if the card is gone.
 */
int rcp_poll(struct rcp_card *card, const struct rcp_poll *poll, u32 *value)
{
	ktime_t start = ktime_get();
	bool last = false;
	s64 waited;
	u32 now;

	for (;;) {
		now = poll->read ? poll->read(card, poll->reg) : rcp_rd(card, poll->reg);
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
		/* Read once more after the timeout: usleep_range() may have slept for long. */
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
