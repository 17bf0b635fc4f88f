// SPDX-License-Identifier: GPL-2.0
/*
 * Memory for streams on their way to the card.
 *
 * A few pieces of DMA memory, mapped for good, cut up by genalloc.  Whoever finds
 * the pool empty waits for a stream to finish; as everybody holds at most one
 * piece while waiting for none, that always ends (a hung stream is ended by a
 * reset).  One takes or waits at a time, the others for their turn, also if a later
 * one wants less and that is there: many short streams must not keep a long one out
 * for ever.  Turns are about in order of arrival: whoever comes just when one ends
 * may be quicker than who sleeps, but a mutex lets that happen a few times at most.
 */
#include <linux/genalloc.h>
#include <linux/wait.h>

#include "rcp_priv.h"

/* 256 bytes: also what the CP wants a stream aligned to. */
#define RCP_IB_ORDER	8

/**
 * rcp_ibs_init - memory of the pool
 * @card: the card; GART memory can be had
 *
 * Return: 0 or an error.
 */
int rcp_ibs_init(struct rcp_card *card)
{
	struct rcp_ib_pool *ibs = &card->ibs;
	u32 i;
	int ret = -ENOMEM;

	ibs->pool = gen_pool_create(RCP_IB_ORDER, -1);
	if (!ibs->pool)
		return -ENOMEM;
	for (i = 0; i < RCP_IB_CHUNKS; i++) {
		struct rcp_dma *chunk = &ibs->chunks[i];

		ret = rcp_dma_alloc(card, chunk, RCP_IB_CHUNK_SIZE);
		if (ret)
			break;
		ret = gen_pool_add_virt(ibs->pool, (unsigned long)chunk->cpu, chunk->addr,
					chunk->size, -1);
		if (ret) {
			rcp_dma_free(card, chunk);
			break;
		}
	}
	if (ret)
		rcp_ibs_fini(card);
	return ret;
}

/**
 * rcp_ibs_fini - undo rcp_ibs_init()
 * @card: the card, stopped; every piece is back
 */
void rcp_ibs_fini(struct rcp_card *card)
{
	u32 i;

	gen_pool_destroy(card->ibs.pool);
	card->ibs.pool = NULL;
	for (i = 0; i < RCP_IB_CHUNKS; i++)
		rcp_dma_free(card, &card->ibs.chunks[i]);
}

static bool rcp_ib_try(struct rcp_card *card, u32 bytes, struct rcp_ib *ib)
{
	unsigned long virt = gen_pool_alloc(card->ibs.pool, bytes);

	if (!virt)
		return false;
	ib->cpu = (u32 *)virt;
	ib->addr = gen_pool_virt_to_phys(card->ibs.pool, virt);
	ib->bytes = bytes;
	ib->size_dw = bytes / 4;
	return true;
}

/**
 * rcp_ib_get - memory for one stream
 * @card: the card
 * @size_dw: how much
 * @ib: filled in
 *
 * Waits for its turn, and then while the pool is empty.
 *
 * Return: 0; -EINVAL for a size of 0 or above RCP_IB_MAX_DW; -ENODEV if the card
 * is gone or going; -ERESTARTSYS if a signal came first.
 * Context: process; sleeps.
 */
int rcp_ib_get(struct rcp_card *card, u32 size_dw, struct rcp_ib *ib)
{
	bool got = false;
	int ret;

	if (!size_dw || size_dw > RCP_IB_MAX_DW)
		return -EINVAL;
	if (mutex_lock_interruptible(&card->ibs.turn))
		return -ERESTARTSYS;
	ret = wait_event_interruptible(card->ibs.wait,
				       (got = rcp_ib_try(card, size_dw * 4, ib)) ||
				       READ_ONCE(card->ibs.closed));
	mutex_unlock(&card->ibs.turn);
	if (ret)
		return ret;
	return got ? 0 : -ENODEV;
}

/**
 * rcp_ib_put - give it back
 * @card: the card
 * @ib: what rcp_ib_get() gave; may be empty
 *
 * Context: any.
 */
void rcp_ib_put(struct rcp_card *card, struct rcp_ib *ib)
{
	if (!ib->cpu)
		return;
	gen_pool_free(card->ibs.pool, (unsigned long)ib->cpu, ib->bytes);
	memset(ib, 0, sizeof(*ib));
	wake_up(&card->ibs.wait);
}

/**
 * rcp_ib_close - nobody need wait any more
 * @card: the card, which is gone or about to go
 *
 * Whoever waits in rcp_ib_get() gets -ENODEV, and so does who would have to.
 *
 * Context: any.
 */
void rcp_ib_close(struct rcp_card *card)
{
	WRITE_ONCE(card->ibs.closed, true);
	wake_up_all(&card->ibs.wait);
}
