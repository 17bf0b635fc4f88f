// SPDX-License-Identifier: GPL-2.0
/*
 * CPU access to VRAM: through a BAR, with the host data path (HDP) in between, a buffer that
 * reads ahead and delays writes.
 *
 * rcp_card.c calls the mapping, generations and fence/ call the flush, drm/ calls the clear and the
 * read.
 *
 * The HDP matters only for memory that a CPU accesses, so a job whose buffers no CPU has mapped
 * needs no flush: rcp_vram_cpu_begins() tells of each buffer's first mapping, and a counter of
 * these tells whether one has come since a job was checked.
 *
 * Locks: rcp_vram_clear(), rcp_vram_read() and rcp_vram_cpu_begins() take gart.lock.
 */
#include "rcp_priv.h"

/**
 * rcp_vram_map() - map CPU-visible VRAM
 * @card: the card, after rcp_layout_init()
 *
 * Context: process.
 * Return: 0 or -ENOMEM.
 */
int rcp_vram_map(struct rcp_card *card)
{
	card->vram.map = ioremap_wc(card->vram.io_base, card->vram.visible);
	return card->vram.map ? 0 : -ENOMEM;
}

/**
 * rcp_vram_unmap() - undo rcp_vram_map()
 * @card: the card
 *
 * Context: process.
 */
void rcp_vram_unmap(struct rcp_card *card)
{
	iounmap(card->vram.map);
	card->vram.map = NULL;
}

/**
 * rcp_hdp_flush() - flush the HDP: CPU writes reach VRAM, and read-ahead is dropped
 * @card: the card
 *
 * Context: any.
 */
void rcp_hdp_flush(struct rcp_card *card)
{
	/* Drain the CPU's write-combining buffers first. */
	wmb();
	card->gen->hdp_flush(card);
}

/**
 * rcp_vram_clear() - clear VRAM with the CPU
 * @card: the card
 * @offset: bytes from the start of VRAM
 * @size: bytes; the card does not access them during the call
 *
 * Jobs that are published later read zeros, and so do all CPU mappings.
 *
 * Context: process; takes gart.lock, because VRAM is not accessible during a reset.
 * Return: true if the range was cleared; false if the CPU cannot access it now, and nothing
 * was written.
 */
bool rcp_vram_clear(struct rcp_card *card, u64 offset, u32 size)
{
	bool live;

	if (offset + size > card->vram.visible)
		return false;
	mutex_lock(&card->gart.lock);
	live = card->gart.live;
	if (live)
		memset_io(card->vram.map + offset, 0, size);
	/* Also for jobs of a buffer that no CPU maps, and for other mappings. */
	if (live)
		rcp_hdp_flush(card);
	mutex_unlock(&card->gart.lock);
	return live;
}

/**
 * rcp_vram_read() - read VRAM with the CPU
 * @card: the card
 * @offset: bytes from the start of VRAM, a multiple of 4
 * @words: receives the dwords
 * @count: number of dwords
 *
 * Context: process; takes gart.lock, because VRAM is not accessible during a reset.
 * Return: true if the dwords were read; false if the CPU cannot access them now.
 */
bool rcp_vram_read(struct rcp_card *card, u64 offset, u32 *words, u32 count)
{
	bool live;
	u32 i;

	if (offset + count * 4ull > card->vram.visible || rcp_card_gone(card))
		return false;
	mutex_lock(&card->gart.lock);
	live = card->gart.live;
	if (live) {
		rcp_hdp_flush(card);
		for (i = 0; i < count; i++)
			words[i] = readl(card->vram.map + offset + 4ul * i);
	}
	mutex_unlock(&card->gart.lock);
	return live;
}

/**
 * rcp_vram_cpu_begins() - a buffer in VRAM is about to get its first CPU mapping
 * @card: the card
 *
 * Jobs in flight flush the HDP at their end from now on.  Drops the data that the HDP has read
 * ahead of jobs that have ended.  After a reset the bring-up has done so.
 *
 * Context: process; takes gart.lock, because VRAM is not accessible during a reset.
 */
void rcp_vram_cpu_begins(struct rcp_card *card)
{
	atomic64_inc(&card->vram.cpu_maps);
	mutex_lock(&card->gart.lock);
	if (card->gart.live)
		rcp_hdp_flush(card);
	mutex_unlock(&card->gart.lock);
}

/**
 * rcp_vram_needs_flush() - test whether a CPU may access the VRAM of a job
 * @card: the card
 * @seen: RCP_CPU_MAPPED, or rcp_vram_cpu_maps() when no buffer of the job was mapped
 *
 * Context: any.
 * Return: whether the HDP must be flushed for the job.
 */
bool rcp_vram_needs_flush(const struct rcp_card *card, u64 seen)
{
	return seen == RCP_CPU_MAPPED || rcp_vram_cpu_maps(card) != seen;
}
