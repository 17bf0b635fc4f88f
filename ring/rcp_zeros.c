// SPDX-License-Identifier: GPL-2.0
/*
 * The zeros from which the card clears VRAM.
 *
 * They are in VRAM, so that a clear reads and writes VRAM alone, and no byte of it crosses the
 * bus.  They are written at each bring-up, because VRAM may have been lost since the last one, and
 * no job writes to them.  If the card has read anything else there (rcp_proof.c), clears read zeros
 * in system memory instead.
 *
 * rcp_layout.c reserves the VRAM, rcp_card.c calls init, start and fini one at a time.
 */
#include <linux/io.h>

#include "rcp_priv.h"

/**
 * rcp_zeros_init() - allocate the zeros in system memory, and use those in VRAM
 * @card: the card; GART memory can be allocated
 *
 * Context: process.
 * Return: 0 or an error.
 */
int rcp_zeros_init(struct rcp_card *card)
{
	card->zeros.addr = card->vram.addr + card->zeros.vram_offset;
	return rcp_dma_alloc(card, &card->zeros.system, RCP_ZEROS_SIZE);
}

/**
 * rcp_zeros_fini() - undo rcp_zeros_init()
 * @card: the card, stopped
 *
 * Context: process.
 */
void rcp_zeros_fini(struct rcp_card *card)
{
	rcp_dma_free(card, &card->zeros.system);
}

/**
 * rcp_zeros_start() - write the zeros in VRAM
 * @card: the card, in bring-up; the CPU can access VRAM, and no job is in the ring
 *
 * Context: process.
 */
void rcp_zeros_start(struct rcp_card *card)
{
	memset_io(card->vram.map + card->zeros.vram_offset, 0, RCP_ZEROS_SIZE);
	rcp_hdp_flush(card);
}

/**
 * rcp_zeros_in_vram() - test whether clears read VRAM
 * @card: the card
 *
 * Context: any.
 * Return: whether they do; else they read system memory.
 */
bool rcp_zeros_in_vram(const struct rcp_card *card)
{
	return READ_ONCE(card->zeros.addr) != card->zeros.system.addr;
}

/**
 * rcp_zeros_leave_vram() - let clears read system memory
 * @card: the card
 *
 * For VRAM that does not hold its zeros.  No way back.
 *
 * Context: process; probe.
 */
void rcp_zeros_leave_vram(struct rcp_card *card)
{
	WRITE_ONCE(card->zeros.addr, card->zeros.system.addr);
}

/**
 * rcp_zeros_check() - count dwords of the zeros in VRAM that are not zero
 * @card: the card, awake
 * @wrong: receives their number
 *
 * Context: process; takes gart.lock; reads 64 KiB through the BAR, which takes some 20 ms.
 * Return: true if the CPU can read VRAM now.
 */
bool rcp_zeros_check(struct rcp_card *card, u32 *wrong)
{
	u32 words[64], done, i;

	*wrong = 0;
	for (done = 0; done < RCP_ZEROS_SIZE; done += sizeof(words)) {
		if (!rcp_vram_read(card, card->zeros.vram_offset + done, words, ARRAY_SIZE(words)))
			return false;
		for (i = 0; i < ARRAY_SIZE(words); i++)
			*wrong += words[i] != 0;
	}
	return true;
}
