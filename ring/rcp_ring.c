// SPDX-License-Identifier: GPL-2.0
/*
 * The ring.
 *
 * The driver appends packets and then publishes the write pointer with one register write.
 * The CP fetches up to it and writes its read pointer back.  A writer reserves space with
 * rcp_ring_begin() first.  There is one writer at a time (rcp_card.h), so this file takes no
 * locks.  The generation knows the packets.
 */
#include <linux/sizes.h>
#include <linux/string.h>

#include "rcp_priv.h"

/* Preferred and smallest size of the ring, which is physically contiguous DMA memory. */
#define RCP_RING_SIZE		SZ_1M
#define RCP_RING_SIZE_MIN	SZ_256K

static u32 rcp_ring_rptr(const struct rcp_card *card)
{
	return le32_to_cpu(READ_ONCE(*rcp_wb32(card, RCP_WB_RPTR))) & (card->ring.size_dw - 1);
}

/* Free dwords before @rptr, without those that the padding of a commit may take. */
static u32 rcp_ring_room_to(const struct rcp_card *card, u32 rptr)
{
	const struct rcp_ring *ring = &card->ring;
	u32 used = (ring->wptr - rptr) & (ring->size_dw - 1);
	u32 room = ring->size_dw - 1 - used;

	return room > card->traits->pad_dw ? room - card->traits->pad_dw : 0;
}

/**
 * rcp_ring_room_dw() - compute the free space of the ring
 * @card: the card
 *
 * Context: any.
 * Return: free dwords by the read pointer in memory, which may be older than the last fence.
 */
u32 rcp_ring_room_dw(const struct rcp_card *card)
{
	return rcp_ring_room_to(card, rcp_ring_rptr(card));
}

/*
 * The same by the register, which is never behind a fence that has signalled: small jobs with large
 * preambles fill the ring within the milliseconds in which the pointer in memory may be late.  A
 * card that is gone reads as ones, and has no room.
 */
static bool rcp_ring_has_room(struct rcp_card *card, u32 count_dw)
{
	u32 rptr = rcp_rd(card, card->gen->rptr_reg);

	return rptr != ~0u && count_dw <= rcp_ring_room_to(card, rptr);
}

/**
 * rcp_ring_begin() - reserve space for packets
 * @card: the card
 * @count_dw: dwords
 *
 * Context: any; one writer at a time.
 * Return: 0, or -ENOSPC if the ring has no space; then nothing is reserved.  The caller has
 * miscounted its jobs, or the card is stuck.
 */
int rcp_ring_begin(struct rcp_card *card, u32 count_dw)
{
	if (unlikely(count_dw > rcp_ring_room_dw(card)) && !rcp_ring_has_room(card, count_dw))
		return -ENOSPC;
	card->ring.left_dw = count_dw;
	return 0;
}

/**
 * rcp_ring_emit_all() - append dwords
 * @card: the card
 * @dwords: the dwords
 * @count_dw: their number
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_all(struct rcp_card *card, const u32 *dwords, u32 count_dw)
{
	struct rcp_ring *ring = &card->ring;
	u32 first_dw = min(count_dw, ring->size_dw - ring->wptr);
	u32 *mem = ring->mem.cpu;

	if (WARN_ON_ONCE(count_dw > ring->left_dw))
		return;
	ring->left_dw -= count_dw;
	memcpy(mem + ring->wptr, dwords, first_dw * sizeof(*mem));
	if (unlikely(first_dw != count_dw))
		memcpy(mem, dwords + first_dw, (count_dw - first_dw) * sizeof(*mem));
	ring->wptr = (ring->wptr + count_dw) & (ring->size_dw - 1);
}

/**
 * rcp_ring_emit() - append one dword
 * @card: the card
 * @dword: the dword
 *
 * Context: as rcp_ring_emit_all().
 */
void rcp_ring_emit(struct rcp_card *card, u32 dword)
{
	rcp_ring_emit_all(card, &dword, 1);
}

/**
 * rcp_ring_emit_begin() - emit what comes before the work of a job
 * @card: the card
 * @work: the job, which is not empty
 *
 * Makes the CP wait for earlier work that the job must not overtake.  A stream then reads memory
 * as it is now, and finds the state of the preamble.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_begin(struct rcp_card *card, const struct rcp_work *work)
{
	card->gen->emit_begin(card, work);
}

/**
 * rcp_ring_copy_dw() - compute the ring space of a copy
 * @card: the card
 * @size: bytes to write
 * @span: bytes after which the source begins again; 0: it does not
 *
 * Context: any.
 * Return: an upper bound in dwords; U32_MAX for sizes that no card has.
 */
u32 rcp_ring_copy_dw(const struct rcp_card *card, u64 size, u32 span)
{
	return card->gen->copy_dw(size, span);
}

/**
 * rcp_ring_emit_copy() - copy GPU memory
 * @card: the card
 * @dst_addr: GPU address of the destination
 * @src_addr: GPU address of the source; must not overlap the destination
 * @size: bytes to write
 * @span: bytes after which the source begins again; 0: it does not
 *
 * Takes rcp_ring_copy_dw().
 *
 * Context: after rcp_ring_emit_begin().
 */
void rcp_ring_emit_copy(struct rcp_card *card, u64 dst_addr, u64 src_addr, u64 size, u32 span)
{
	card->gen->emit_copy(card, dst_addr, src_addr, size, span);
}

/**
 * rcp_ring_emit_end() - emit the call of a stream, and what comes after the work: the fence
 * @card: the card
 * @work: the job; of an empty one nothing else is in the ring
 *
 * rcp_card_seqno() returns the seqno when all work before the fence is done.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_end(struct rcp_card *card, const struct rcp_work *work)
{
	card->gen->emit_end(card, work);
}

/**
 * rcp_ring_commit() - publish the emitted packets
 * @card: the card
 *
 * Pads to the fetch size of the CP and writes the write pointer once.
 *
 * Context: any; ends the reservation of rcp_ring_begin().
 */
void rcp_ring_commit(struct rcp_card *card)
{
	struct rcp_ring *ring = &card->ring;
	u32 *mem = ring->mem.cpu;
	u32 pad_dw = -ring->wptr % card->traits->pad_dw;

	/* The size of the ring is a multiple of a fetch, so padding does not wrap. */
	memset32(mem + ring->wptr, card->gen->nop, pad_dw);
	ring->wptr = (ring->wptr + pad_dw) & (ring->size_dw - 1);
	ring->left_dw = 0;
	WRITE_ONCE(ring->published, ring->wptr);
	/* Order packets, and the streams that they call, before the write pointer. */
	wmb();
	rcp_wr(card, card->gen->wptr_reg, ring->wptr);
}

/**
 * rcp_card_seqno() - read the seqno of the last fence that has passed
 * @card: the card
 *
 * Context: any.
 * Return: the 64-bit seqno.
 */
u64 rcp_card_seqno(const struct rcp_card *card)
{
	return card->gen->seqno(card);
}

/**
 * rcp_card_set_seqno() - set the written-back seqno, at the start or after a reset
 * @card: the card; the ring is empty
 * @seqno: seqno of the last fence that counts as passed
 *
 * Context: any.
 */
void rcp_card_set_seqno(struct rcp_card *card, u64 seqno)
{
	card->gen->set_seqno(card, seqno);
}

/**
 * rcp_ring_init() - allocate ring, write-back page and null buffer
 * @card: the card; GART memory can be allocated
 *
 * Context: process.
 * Return: 0 or an error.
 */
int rcp_ring_init(struct rcp_card *card)
{
	u32 size;
	int ret;

	ret = rcp_dma_alloc(card, &card->wb, RCP_GPU_PAGE_SIZE);
	if (ret)
		return ret;
	ret = rcp_dma_alloc(card, &card->null, RCP_NULL_SIZE);
	if (ret)
		goto free_wb;
	for (size = RCP_RING_SIZE; size >= RCP_RING_SIZE_MIN; size /= 2) {
		ret = rcp_dma_alloc(card, &card->ring.mem, size);
		if (ret != -ENOMEM)
			break;
	}
	if (ret)
		goto free_null;
	card->ring.size_dw = size / 4;
	return 0;

free_null:
	rcp_dma_free(card, &card->null);
free_wb:
	rcp_dma_free(card, &card->wb);
	return ret;
}

/**
 * rcp_ring_clear() - forget the contents of the ring
 * @card: the card; the CP is halted, and its pointers are 0
 *
 * Context: any; one call at a time.
 */
void rcp_ring_clear(struct rcp_card *card)
{
	card->ring.wptr = 0;
	WRITE_ONCE(card->ring.published, 0);
	card->ring.left_dw = 0;
	*rcp_wb32(card, RCP_WB_RPTR) = 0;
}

/**
 * rcp_ring_fini() - undo rcp_ring_init()
 * @card: the card, stopped
 *
 * Context: process.
 */
void rcp_ring_fini(struct rcp_card *card)
{
	rcp_dma_free(card, &card->ring.mem);
	rcp_dma_free(card, &card->null);
	rcp_dma_free(card, &card->wb);
}

