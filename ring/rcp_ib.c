// SPDX-License-Identifier: GPL-2.0
/*
 * Slots of GPU memory for the streams that are in the ring.
 *
 * Each job that may be in the ring at once has a slot, and a slot holds the longest stream.
 * A job uses the slot of its seqno when it is written to the ring.  No job waits for a slot,
 * because the job with seqno n + RCP_IB_SLOTS is emitted only after fence n has signalled.
 *
 * Called by rcp_job_write() and the reset, which exclude each other, so this file takes no locks.
 */
#include <linux/build_bug.h>
#include <linux/string.h>

#include "rcp_priv.h"

#define RCP_IB_SLOT_SIZE	(RCP_IB_MAX_DW * 4)
#define RCP_IB_CHUNK_SLOTS	(RCP_IB_SLOTS / RCP_IB_CHUNKS)

/**
 * rcp_ibs_init() - allocate the slots
 * @card: the card; GART memory can be allocated
 *
 * Context: process.
 * Return: 0 or an error; on error all slots are freed.
 */
int rcp_ibs_init(struct rcp_card *card)
{
	u32 i;
	int ret;

	static_assert(RCP_IB_SLOTS % RCP_IB_CHUNKS == 0);
	for (i = 0; i < RCP_IB_CHUNKS; i++) {
		ret = rcp_dma_alloc(card, &card->ibs[i],
				    (u64)RCP_IB_CHUNK_SLOTS * RCP_IB_SLOT_SIZE);
		if (ret) {
			rcp_ibs_fini(card);
			return ret;
		}
	}
	return 0;
}

/**
 * rcp_ibs_fini() - undo rcp_ibs_init()
 * @card: the card, stopped
 *
 * Context: process.
 */
void rcp_ibs_fini(struct rcp_card *card)
{
	u32 i;

	for (i = 0; i < RCP_IB_CHUNKS; i++)
		rcp_dma_free(card, &card->ibs[i]);
}

/**
 * rcp_ib_write() - copy a stream to its slot
 * @card: the card
 * @seqno: seqno of the job; the job with seqno @seqno - RCP_IB_SLOTS is complete
 * @stream: the stream with addresses
 * @stream_dw: length of the stream, 1 to RCP_IB_MAX_DW
 * @addr: returns the GPU address of the slot
 *
 * Pads the stream to whole fetches of the CP.
 *
 * Context: rcp_job_write(), or the reset while the scheduler is stopped.
 * Return: dwords for the CP to fetch.
 */
u32 rcp_ib_write(struct rcp_card *card, u64 seqno, const u32 *stream, u32 stream_dw, u64 *addr)
{
	u32 slot = seqno % RCP_IB_SLOTS;
	const struct rcp_dma *chunk = &card->ibs[slot / RCP_IB_CHUNK_SLOTS];
	u32 offset = slot % RCP_IB_CHUNK_SLOTS * RCP_IB_SLOT_SIZE;
	u32 pad_dw = -stream_dw % card->traits->pad_dw;
	u32 *out = chunk->cpu + offset;

	memcpy(out, stream, stream_dw * sizeof(*out));
	memset32(out + stream_dw, card->gen->nop, pad_dw);
	*addr = chunk->addr + offset;
	return stream_dw + pad_dw;
}
