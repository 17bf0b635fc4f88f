// SPDX-License-Identifier: GPL-2.0
/*
 * Looking at the card: snapshots for dumps, progress for the hang check, status registers,
 * clock, timestamps and temperature for clients.
 *
 * The generation says which registers these are.  Called by fence/ and drm/ in any context;
 * takes no locks.
 */
#include "rcp_priv.h"

/**
 * rcp_card_snapshot() - read the registers of the card
 * @card: the card
 * @snap: filled in
 *
 * As in rcp_card_progress(), the read pointer comes from the register.
 *
 * Context: any; some 25 register reads, and as many of the queue as it has dwords.
 */
void rcp_card_snapshot(struct rcp_card *card, struct rcp_snapshot *snap)
{
	const struct rcp_reg_name *reg = card->gen->snapshot;

	snap->seqno = rcp_card_seqno(card);
	snap->rptr = rcp_rd(card, card->gen->rptr_reg);
	snap->wptr = READ_ONCE(card->ring.published);
	snap->nregs = 0;
	for (; reg->name && snap->nregs < RCP_SNAPSHOT_REGS; reg++)
		snap->regs[snap->nregs++] = (struct rcp_reg_value){
			.name = reg->name,
			.offset = reg->offset,
			.value = rcp_rd(card, reg->offset),
		};
	snap->queue_dw = 0;
	if (card->gen->snapshot_indexed)
		card->gen->snapshot_indexed(card, snap);
}

/**
 * rcp_card_progress() - read the progress of the card
 * @card: the card
 * @progress: filled in
 *
 * The read pointer comes from the register, because the card updates the copy in memory only
 * after each RB_BLKSZ, which may be seconds of copying.
 *
 * Context: any; two register reads.
 */
void rcp_card_progress(struct rcp_card *card, struct rcp_progress *progress)
{
	progress->seqno = rcp_card_seqno(card);
	progress->rptr = rcp_rd(card, card->gen->rptr_reg);
	progress->status = rcp_rd(card, card->gen->busy_reg);
	progress->busy = progress->status & card->gen->busy;
}

/**
 * rcp_card_status() - read a status register, by which users see how busy the card is
 * @card: the card
 * @reg: byte offset
 * @value: receives the value
 *
 * Context: any.
 * Return: 0, -EINVAL for any other register, or -ENODEV if the card does not answer.
 */
int rcp_card_status(struct rcp_card *card, u32 reg, u32 *value)
{
	const struct rcp_reg_name *status;

	for (status = card->gen->status; status->name; status++) {
		if (status->offset != reg)
			continue;
		*value = rcp_rd(card, reg);
		return *value == ~0u || rcp_card_gone(card) ? -ENODEV : 0;
	}
	return -EINVAL;
}

/**
 * rcp_card_info() - answer an INFO request that depends on the generation
 * @card: the card; the first rcp_card_start() is complete
 * @request: RADEON_INFO_*
 * @value: receives the answer
 *
 * Context: any.
 * Return: 0, or -EINVAL for a request without an answer.
 */
int rcp_card_info(const struct rcp_card *card, u32 request, u32 *value)
{
	return card->gen->info(card, request, value);
}

/**
 * rcp_card_clock() - read the free-running counter of the reference clock
 * @card: the card, running
 * @ticks: receives the ticks since an arbitrary moment, config.crystal_khz in a millisecond
 *
 * Context: any.
 * Return: 0, -EINVAL if the card has no such counter, or -ENODEV if it does not answer.
 */
int rcp_card_clock(struct rcp_card *card, u64 *ticks)
{
	return card->gen->clock ? card->gen->clock(card, ticks) : -EINVAL;
}

/**
 * rcp_card_has_stamps() - test whether the card stamps the beginning and the end of jobs
 * @card: the card
 *
 * Context: any.
 * Return: whether it does; it has the clock of the stamps then.
 */
bool rcp_card_has_stamps(const struct rcp_card *card)
{
	return card->gen->stamp;
}

/**
 * rcp_card_stamp() - read a timestamp of a job
 * @card: the card
 * @slot: the slot; taken modulo RCP_STAMPS
 *
 * Context: any.
 * Return: ticks of the reference clock (config.crystal_khz); 0 if the card has no timestamps.
 */
u64 rcp_card_stamp(const struct rcp_card *card, u32 slot)
{
	return card->gen->stamp ? card->gen->stamp(card, slot) : 0;
}

/**
 * rcp_card_has_begun() - test whether the card has begun with a job in the ring
 * @card: the card
 * @slot: the first timestamp slot of the job
 *
 * Context: any.
 * Return: whether it has; true if the card has no timestamps.
 */
bool rcp_card_has_begun(const struct rcp_card *card, u32 slot)
{
	return !card->gen->stamp || card->gen->stamp(card, slot);
}

/**
 * rcp_card_temperature() - read the temperature of the chip
 * @card: the card, running or at least awake
 * @millidegrees: receives the temperature in millidegrees Celsius
 *
 * Context: any.
 * Return: 0, -EINVAL if the chip has no sensor, or -ENODEV if the card does not answer.
 */
int rcp_card_temperature(struct rcp_card *card, int *millidegrees)
{
	return card->gen->temperature ? card->gen->temperature(card, millidegrees) : -EINVAL;
}
