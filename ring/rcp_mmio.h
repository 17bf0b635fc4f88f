/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Register access, the bounded poll, and messages about a card that fails.  Only files of
 * ring/ include this; the layers above do not access registers.
 */
#ifndef RCP_MMIO_H
#define RCP_MMIO_H

#include <linux/device.h>
#include <linux/io.h>
#include <linux/tracepoint-defs.h>

#include "rcp_card.h"

u32 rcp_rd_indexed(struct rcp_card *card, u32 reg);
void rcp_wr_indexed(struct rcp_card *card, u32 reg, u32 value);

DECLARE_TRACEPOINT(rcp_mmio);
void rcp_mmio_trace(bool write, u32 reg, u32 value);

/* Every access to a register of 32 bits goes through these two. */
static inline u32 rcp_rd(struct rcp_card *card, u32 reg)
{
	u32 value = likely(reg < card->mmio_size) ? readl(card->mmio + reg) :
						    rcp_rd_indexed(card, reg);

	if (tracepoint_enabled(rcp_mmio))
		rcp_mmio_trace(false, reg, value);
	return value;
}

static inline void rcp_wr(struct rcp_card *card, u32 reg, u32 value)
{
	if (tracepoint_enabled(rcp_mmio))
		rcp_mmio_trace(true, reg, value);
	if (likely(reg < card->mmio_size))
		writel(value, card->mmio + reg);
	else
		rcp_wr_indexed(card, reg, value);
}

static inline void rcp_rmw(struct rcp_card *card, u32 reg, u32 clear, u32 set)
{
	rcp_wr(card, reg, (rcp_rd(card, reg) & ~clear) | set);
}

/* A register of which one byte may be written alone. */
void rcp_wr8(struct rcp_card *card, u32 reg, u8 value);

/* Registers of 16 bits: the mirror of configuration space. */
u16 rcp_rd16(struct rcp_card *card, u32 reg);
void rcp_wr16(struct rcp_card *card, u32 reg, u16 value);

/**
 * struct rcp_poll - condition of a register to wait for
 * @reg: byte offset of the register, or its number for @read
 * @read: reads it; NULL: rcp_rd()
 * @name: AMD's name, for the message
 * @mask: bits that are compared
 * @want: value of these bits that ends the wait
 * @unless: wait until the bits differ from @want instead
 * @timeout_us: timeout in microseconds
 * @notice: the card may work nevertheless: log a timeout as a notice
 */
struct rcp_poll {
	u32 reg;
	u32 (*read)(struct rcp_card *card, u32 reg);
	const char *name;
	u32 mask;
	u32 want;
	bool unless;
	u32 timeout_us;
	bool notice;
};

int rcp_poll(struct rcp_card *card, const struct rcp_poll *poll, u32 *value);

#define rcp_poll_is(card, REG, MASK, WANT, US)					\
	rcp_poll(card, &(const struct rcp_poll){				\
		.reg = (REG), .name = #REG, .mask = (MASK), .want = (WANT),	\
		.timeout_us = (US) }, NULL)

#define rcp_poll_notice(card, REG, MASK, WANT, US)				\
	rcp_poll(card, &(const struct rcp_poll){				\
		.reg = (REG), .name = #REG, .mask = (MASK), .want = (WANT),	\
		.timeout_us = (US), .notice = true }, NULL)

#define rcp_poll_not(card, REG, MASK, UNWANTED, US, VALUE)			\
	rcp_poll(card, &(const struct rcp_poll){				\
		.reg = (REG), .name = #REG, .mask = (MASK), .want = (UNWANTED),	\
		.unless = true, .timeout_us = (US) }, VALUE)

__printf(2, 3) void rcp_err(struct rcp_card *card, const char *fmt, ...);

#endif /* RCP_MMIO_H */
