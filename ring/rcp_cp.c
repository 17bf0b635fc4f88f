// SPDX-License-Identifier: GPL-2.0
/*
 * The command processor and its ring.
 *
 * The driver appends packets, then publishes the write pointer with one register
 * write; the CP follows and writes its read pointer back.  Whoever writes to the
 * ring reserves first and is alone (rcp_card.h): no locks here.
 *
 * A fence is an end-of-pipe event that flushes the caches, writes a 64-bit seqno
 * to the write-back page and interrupts when the write has arrived.
 */
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/log2.h>
#include <linux/sizes.h>
#include <linux/wait.h>

#include "rcp_priv.h"

/* Preferred and smallest size of the ring: one piece of DMA memory. */
#define RCP_RING_SIZE		SZ_1M
#define RCP_RING_SIZE_MIN	SZ_256K
#define RCP_RING_ALIGN_DW	16u

/* Of the CP's own polls, in units of 16 clocks. */
#define RCP_POLL_INTERVAL	10

#define RCP_TEST_TIMEOUT_US	500000
#define RCP_TEST_BEFORE		0xcafedeadu
#define RCP_TEST_AFTER		0xdeadbeefu
#define RCP_TEST_TRIES		2
/* One fetch of the CP. */
#define RCP_TEST_IB_DW		16

/* ---- ring ---- */

static u32 rcp_ring_rptr(const struct rcp_card *card)
{
	return le32_to_cpu(READ_ONCE(*rcp_wb32(card, RCP_WB_RPTR))) & (card->ring.size_dw - 1);
}

/**
 * rcp_ring_room_dw - how much fits at the moment
 * @card: the card
 *
 * What the padding of a commit may need is already taken off.
 *
 * Return: dwords.
 * Context: any.
 */
u32 rcp_ring_room_dw(const struct rcp_card *card)
{
	const struct rcp_ring *ring = &card->ring;
	u32 used = (ring->wptr - rcp_ring_rptr(card)) & (ring->size_dw - 1);
	u32 room = ring->size_dw - 1 - used;

	return room > RCP_EMIT_PAD_DW ? room - RCP_EMIT_PAD_DW : 0;
}

/**
 * rcp_ring_begin - reserve room for a run of packets
 * @card: the card
 * @count_dw: dwords
 *
 * Return: 0, or -ENOSPC if the ring is too full (whoever hands out credits has
 * miscounted, or the card is stuck): nothing is reserved then.
 * Context: any; one writer at a time.
 */
int rcp_ring_begin(struct rcp_card *card, u32 count_dw)
{
	if (count_dw > rcp_ring_room_dw(card))
		return -ENOSPC;
	card->ring.left_dw = count_dw;
	return 0;
}

/**
 * rcp_ring_emit - append one dword to the reservation
 * @card: the card
 * @dword: what
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit(struct rcp_card *card, u32 dword)
{
	struct rcp_ring *ring = &card->ring;
	__le32 *mem = ring->mem.cpu;

	if (WARN_ON_ONCE(!ring->left_dw))
		return;
	ring->left_dw--;
	mem[ring->wptr] = cpu_to_le32(dword);
	ring->wptr = (ring->wptr + 1) & (ring->size_dw - 1);
}

/**
 * rcp_ring_emit_ib - let the CP run a stream
 * @card: the card
 * @addr: GPU address of its first dword
 * @size_dw: its length
 *
 * Takes RCP_EMIT_IB_DW.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_ib(struct rcp_card *card, u64 addr, u32 size_dw)
{
	rcp_ring_emit(card, PACKET3(PACKET3_INDIRECT_BUFFER, 2));
	rcp_ring_emit(card, lower_32_bits(addr) & ~3u);
	rcp_ring_emit(card, upper_32_bits(addr) & 0xff);
	rcp_ring_emit(card, size_dw);
}

static void rcp_ring_emit_sync(struct rcp_card *card, u32 coher_cntl)
{
	rcp_ring_emit(card, PACKET3(PACKET3_SURFACE_SYNC, 3));
	rcp_ring_emit(card, coher_cntl);
	rcp_ring_emit(card, 0xffffffff);	/* size: everything */
	rcp_ring_emit(card, 0);
	rcp_ring_emit(card, RCP_POLL_INTERVAL);
}

/**
 * rcp_ring_emit_flush - forget what the read caches hold
 * @card: the card
 *
 * Texture, vertex and shader caches, everywhere: what the next stream reads is
 * what is in memory now.  Takes at most RCP_EMIT_FLUSH_DW.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_flush(struct rcp_card *card)
{
	u32 caches = TC_ACTION_ENA | VC_ACTION_ENA | SH_ACTION_ENA;

	if (card->chip->r7xx)
		caches |= FULL_CACHE_ENA;
	rcp_ring_emit_sync(card, caches);
}

/**
 * rcp_ring_emit_wait - let the CP wait for an engine
 * @card: the card
 * @what: WAIT_* of WAIT_UNTIL
 *
 * Takes RCP_EMIT_WAIT_DW.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_wait(struct rcp_card *card, u32 what)
{
	rcp_ring_emit(card, PACKET3(PACKET3_SET_CONFIG_REG, 1));
	rcp_ring_emit(card, (WAIT_UNTIL - 0x8000) >> 2);
	rcp_ring_emit(card, what);
}

/**
 * rcp_ring_emit_pfp_wait - hold the whole CP until a fence has passed
 * @card: the card
 * @seqno: the last fence in the ring
 *
 * WAIT_UNTIL holds register writes and events, not the CP: behind a copy the prefetch
 * parser would fetch indices, and on R6xx the micro engine would write memory, before the
 * copy has arrived.  The prefetch parser polls here, so both are held.
 * Takes RCP_EMIT_PFP_WAIT_DW.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_pfp_wait(struct rcp_card *card, u64 seqno)
{
	u64 addr = card->wb.addr + RCP_WB_SEQNO;

	rcp_ring_emit(card, PACKET3(PACKET3_WAIT_REG_MEM, 5));
	rcp_ring_emit(card, WAIT_REG_MEM_EQUAL | WAIT_REG_MEM_MEMORY | WAIT_REG_MEM_PFP);
	rcp_ring_emit(card, lower_32_bits(addr));
	rcp_ring_emit(card, upper_32_bits(addr) & 0xff);
	rcp_ring_emit(card, lower_32_bits(seqno));
	rcp_ring_emit(card, ~0u);
	rcp_ring_emit(card, RCP_POLL_INTERVAL);
}

/**
 * rcp_ring_emit_shaders_end - no shader runs behind this
 * @card: the card
 *
 * What the chip has only once for all contexts, such as the rings that shaders
 * write to, may be set then.  Takes RCP_EMIT_SHADERS_END_DW.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_shaders_end(struct rcp_card *card)
{
	rcp_ring_emit(card, PACKET3(PACKET3_EVENT_WRITE, 0));
	rcp_ring_emit(card, VGT_FLUSH);
	rcp_ring_emit_wait(card, WAIT_3D_IDLE | WAIT_3D_IDLECLEAN);
}

/**
 * rcp_ring_emit_dma_end - no copy of the CP runs behind this
 * @card: the card
 *
 * Streams may start copies that nothing in them waits for, and a fence does not
 * either.  Takes RCP_EMIT_WAIT_DW.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_dma_end(struct rcp_card *card)
{
	rcp_ring_emit_wait(card, WAIT_CP_DMA_IDLE);
}

static void rcp_ring_emit_eop(struct rcp_card *card, u64 addr, u32 select, u64 data)
{
	rcp_ring_emit(card, PACKET3(PACKET3_EVENT_WRITE_EOP, 4));
	rcp_ring_emit(card, CACHE_FLUSH_AND_INV_EVENT_TS | EVENT_INDEX_TS);
	rcp_ring_emit(card, lower_32_bits(addr));
	rcp_ring_emit(card, (upper_32_bits(addr) & 0xff) | select);
	rcp_ring_emit(card, lower_32_bits(data));
	rcp_ring_emit(card, upper_32_bits(data));
}

/**
 * rcp_ring_emit_fence - flush, write a seqno, interrupt
 * @card: the card
 * @seqno: what rcp_card_seqno() is to say when everything before is done
 *
 * Takes at most RCP_EMIT_FENCE_DW.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_fence(struct rcp_card *card, u64 seqno)
{
	/*
	 * On these chips the flush of an event may not end without a SURFACE_SYNC for two
	 * destinations (Mesa's finding).  More of them run into other bugs of R6xx.
	 */
	if (card->chip->buggy_flush) {
		rcp_ring_emit(card, PACKET3(PACKET3_EVENT_WRITE, 0));
		rcp_ring_emit(card, CACHE_FLUSH_AND_INV_EVENT);
		rcp_ring_emit_sync(card, DEST_BASE_0_ENA | CB1_DEST_BASE_ENA);
	}
	/* R7xx flushes what it caches of CMASK, FMASK and HTILE for these alone. */
	if (card->chip->r7xx) {
		rcp_ring_emit(card, PACKET3(PACKET3_EVENT_WRITE, 0));
		rcp_ring_emit(card, FLUSH_AND_INV_CB_META);
		rcp_ring_emit(card, PACKET3(PACKET3_EVENT_WRITE, 0));
		rcp_ring_emit(card, FLUSH_AND_INV_DB_META);
	}
	rcp_ring_emit_eop(card, card->wb.addr + RCP_WB_SEQNO,
			  EOP_DATA_SEL(EOP_DATA_64) | EOP_INT_SEL(EOP_INT_AFTER_WRITE), seqno);
}

/**
 * rcp_ring_emit_stamp - write the reference clock when everything before is done
 * @card: the card
 * @slot: where, below RCP_STAMPS
 *
 * Takes RCP_EMIT_STAMP_DW.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_stamp(struct rcp_card *card, u32 slot)
{
	u64 addr = card->stamps.addr + (slot % RCP_STAMPS) * sizeof(u64);

	rcp_ring_emit_eop(card, addr, EOP_DATA_SEL(EOP_DATA_CLOCK), 0);
}

/**
 * rcp_card_stamp - read a time that rcp_ring_emit_stamp() left
 * @card: the card
 * @slot: the slot
 *
 * Return: ticks of the reference clock (config.crystal_khz).
 * Context: any.
 */
u64 rcp_card_stamp(const struct rcp_card *card, u32 slot)
{
	const __le64 *stamps = card->stamps.cpu;

	return le64_to_cpu(READ_ONCE(stamps[slot % RCP_STAMPS]));
}

/**
 * rcp_ring_commit - publish what was emitted
 * @card: the card
 *
 * Pads to the CP's fetch size and writes the write pointer, once.
 *
 * Context: any; ends what rcp_ring_begin() began.
 */
void rcp_ring_commit(struct rcp_card *card)
{
	struct rcp_ring *ring = &card->ring;
	__le32 *mem = ring->mem.cpu;

	while (ring->wptr % RCP_RING_ALIGN_DW) {
		mem[ring->wptr] = cpu_to_le32(PACKET2_NOP);
		ring->wptr = (ring->wptr + 1) & (ring->size_dw - 1);
	}
	ring->left_dw = 0;
	ring->published = ring->wptr;
	/* Packets, and the streams they point to, before the pointer. */
	wmb();
	rcp_wr(card, CP_RB_WPTR, ring->wptr);
}

/**
 * rcp_card_seqno - the last fence that has passed
 * @card: the card
 *
 * Return: the 64-bit seqno in the write-back page.
 * Context: any.
 */
u64 rcp_card_seqno(const struct rcp_card *card)
{
	return le64_to_cpu(READ_ONCE(*rcp_wb64(card, RCP_WB_SEQNO)));
}

/**
 * rcp_card_set_seqno - say where counting begins, or what a reset has forgotten
 * @card: the card; nothing is in flight
 * @seqno: the last fence that counts as passed
 */
void rcp_card_set_seqno(struct rcp_card *card, u64 seqno)
{
	WRITE_ONCE(*rcp_wb64(card, RCP_WB_SEQNO), cpu_to_le64(seqno));
}

/* ---- memory ---- */

/**
 * rcp_ring_init - memory of the ring and of what the CP writes back
 * @card: the card; GART memory can be had
 *
 * Return: 0 or an error.
 */
int rcp_ring_init(struct rcp_card *card)
{
	u32 size;
	int ret;

	ret = rcp_dma_alloc(card, &card->wb, RCP_GPU_PAGE_SIZE);
	if (ret)
		return ret;
	ret = rcp_dma_alloc(card, &card->stamps, RCP_STAMPS * sizeof(u64));
	if (ret)
		goto free_wb;
	ret = rcp_dma_alloc(card, &card->null, RCP_NULL_SIZE);
	if (ret)
		goto free_stamps;
	ret = rcp_dma_alloc(card, &card->zero, RCP_ZERO_SIZE);
	if (ret)
		goto free_null;
	ret = rcp_dma_repeat(card, &card->zero, RCP_ZERO_SPAN);
	if (ret)
		goto free_zero;
	for (size = RCP_RING_SIZE; size >= RCP_RING_SIZE_MIN; size /= 2) {
		ret = rcp_dma_alloc(card, &card->ring.mem, size);
		if (ret != -ENOMEM)
			break;
	}
	if (ret)
		goto free_zero;
	card->ring.size_dw = size / 4;
	return 0;

free_zero:
	rcp_dma_free(card, &card->zero);
free_null:
	rcp_dma_free(card, &card->null);
free_stamps:
	rcp_dma_free(card, &card->stamps);
free_wb:
	rcp_dma_free(card, &card->wb);
	return ret;
}

/**
 * rcp_ring_fini - undo rcp_ring_init()
 * @card: the card, stopped
 */
void rcp_ring_fini(struct rcp_card *card)
{
	rcp_dma_free(card, &card->ring.mem);
	rcp_dma_free(card, &card->zero);
	rcp_dma_free(card, &card->null);
	rcp_dma_free(card, &card->stamps);
	rcp_dma_free(card, &card->wb);
}

/* ---- the command processor ---- */

/**
 * rcp_cp_halt - stop the command processor
 * @card: the card
 *
 * On R6xx the prefetch parser halts with the micro engine.
 */
void rcp_cp_halt(struct rcp_card *card)
{
	rcp_wr(card, CP_ME_CNTL, rcp_by_family(card, CP_ME_HALT, CP_ME_HALT | CP_PFP_HALT));
	rcp_wr(card, SCRATCH_UMSK, 0);
}

static void rcp_cp_soft_reset(struct rcp_card *card)
{
	rcp_wr(card, GRBM_SOFT_RESET, SOFT_RESET_CP);
	rcp_rd(card, GRBM_SOFT_RESET);
	usleep_range(15000, 15500);
	rcp_wr(card, GRBM_SOFT_RESET, 0);
}

/* The first packet: without it the micro engine understands nothing else. */
static int rcp_cp_emit_initialize(struct rcp_card *card)
{
	int ret = rcp_ring_begin(card, 7);

	if (ret)
		return ret;
	rcp_ring_emit(card, PACKET3(PACKET3_ME_INITIALIZE, 5));
	rcp_ring_emit(card, 1);
	rcp_ring_emit(card, rcp_by_family(card, 3, 0));
	rcp_ring_emit(card, card->chip->max_hw_contexts - 1);
	rcp_ring_emit(card, ME_INITIALIZE_DEVICE_ID(1));
	rcp_ring_emit(card, 0);
	rcp_ring_emit(card, 0);
	rcp_ring_commit(card);
	return 0;
}

static void rcp_cp_setup_ring(struct rcp_card *card)
{
	struct rcp_ring *ring = &card->ring;
	u64 rptr_addr = card->wb.addr + RCP_WB_RPTR;
	u32 cntl = RB_BUFSZ(ilog2(ring->size_dw / 2)) |
		   RB_BLKSZ(ilog2(RCP_GPU_PAGE_SIZE / 8));

	rcp_wr(card, CP_RB_CNTL, cntl);
	rcp_wr(card, CP_SEM_WAIT_TIMER, 0);
	rcp_wr(card, CP_RB_WPTR_DELAY, 0);

	rcp_wr(card, CP_RB_CNTL, cntl | RB_RPTR_WR_ENA);
	rcp_wr(card, CP_RB_RPTR_WR, 0);
	ring->wptr = 0;
	ring->published = 0;
	ring->left_dw = 0;
	*rcp_wb32(card, RCP_WB_RPTR) = 0;
	rcp_wr(card, CP_RB_WPTR, 0);

	rcp_wr(card, CP_RB_RPTR_ADDR, lower_32_bits(rptr_addr) & ~3u);
	rcp_wr(card, CP_RB_RPTR_ADDR_HI, upper_32_bits(rptr_addr) & 0xff);
	rcp_wr(card, SCRATCH_ADDR, (card->wb.addr + RCP_WB_SCRATCH) >> 8);
	rcp_wr(card, SCRATCH_UMSK, 0xff);
	usleep_range(1000, 1500);
	rcp_wr(card, CP_RB_CNTL, cntl);
	rcp_wr(card, CP_RB_BASE, ring->mem.addr >> 8);
	rcp_wr(card, CP_DEBUG, BIT(27) | BIT(28));
}

/**
 * rcp_cp_start - load microcode, set the ring up and let the CP run
 * @card: the card
 *
 * Return: 0 or an error.
 * Context: process; sleeps some 30 ms.
 */
int rcp_cp_start(struct rcp_card *card)
{
	int ret;

	rcp_cp_halt(card);
	rcp_wr(card, CP_RB_CNTL, RB_NO_UPDATE | RB_BLKSZ(15) | RB_BUFSZ(3));
	rcp_cp_soft_reset(card);
	rcp_cp_load(card);
	rcp_cp_soft_reset(card);
	rcp_cp_setup_ring(card);
	ret = rcp_cp_emit_initialize(card);
	if (ret)
		return ret;
	rcp_wr(card, CP_ME_CNTL, CP_ME_RUN);
	return 0;
}

/* ---- does it work? ---- */

/**
 * rcp_ring_test - does the CP execute what is in the ring?
 * @card: the card
 *
 * It is told to change a scratch register.
 *
 * Return: 0 or the error of the poll.
 * Context: process; sleeps.
 */
int rcp_ring_test(struct rcp_card *card)
{
	int ret;

	rcp_wr(card, SCRATCH_REG0, RCP_TEST_BEFORE);
	ret = rcp_ring_begin(card, 3);
	if (ret)
		return ret;
	rcp_ring_emit(card, PACKET3(PACKET3_SET_CONFIG_REG, 1));
	rcp_ring_emit(card, (SCRATCH_REG0 - SET_CONFIG_REG_BASE) >> 2);
	rcp_ring_emit(card, RCP_TEST_AFTER);
	rcp_ring_commit(card);
	return rcp_poll_is(card, SCRATCH_REG0, ~0u, RCP_TEST_AFTER, RCP_TEST_TIMEOUT_US);
}

static bool rcp_ib_test_passed(const struct rcp_card *card)
{
	return le64_to_cpu(READ_ONCE(*rcp_wb64(card, RCP_WB_TEST))) == card->test_seqno;
}

/* One round: a stream, a fence of its own, an interrupt. */
static int rcp_ib_test_once(struct rcp_card *card)
{
	u64 events = READ_ONCE(card->ih.events);
	int ret;

	rcp_wr(card, SCRATCH_REG0, RCP_TEST_BEFORE);
	card->test_seqno++;
	ret = rcp_ring_begin(card, RCP_EMIT_FLUSH_DW + RCP_EMIT_IB_DW + RCP_EMIT_FENCE_DW);
	if (ret)
		return ret;
	rcp_ring_emit_flush(card);
	rcp_ring_emit_ib(card, card->wb.addr + RCP_WB_TEST_IB, RCP_TEST_IB_DW);
	rcp_ring_emit_eop(card, card->wb.addr + RCP_WB_TEST,
			  EOP_DATA_SEL(EOP_DATA_64) | EOP_INT_SEL(EOP_INT_AFTER_WRITE),
			  card->test_seqno);
	rcp_ring_commit(card);

	if (wait_event_timeout(card->test_wait, READ_ONCE(card->ih.events) != events &&
			       rcp_ib_test_passed(card), usecs_to_jiffies(RCP_TEST_TIMEOUT_US)))
		return rcp_poll_is(card, SCRATCH_REG0, ~0u, RCP_TEST_AFTER, RCP_TEST_TIMEOUT_US);
	if (rcp_ib_test_passed(card))
		return -ENOLINK;
	rcp_err(card, "IB test: the stream's fence does not pass (GRBM_STATUS 0x%08x, CP_STAT 0x%08x)\n",
		rcp_rd(card, GRBM_STATUS), rcp_rd(card, CP_STAT));
	return -ETIMEDOUT;
}

/**
 * rcp_ib_test - do streams, fences and interrupts work?
 * @card: the card
 *
 * A stream changes a scratch register; its fence must arrive by an interrupt.  One
 * lost interrupt is forgiven.
 *
 * Return: 0; -ENOLINK if fences pass and interrupts do not come; or another
 * error.
 * Context: process; sleeps.
 */
int rcp_ib_test(struct rcp_card *card)
{
	__le32 *ib = rcp_wb32(card, RCP_WB_TEST_IB);
	int try, i, ret = 0;

	/* Not in a slot: at a reset these hold the streams that will run again. */
	ib[0] = cpu_to_le32(PACKET3(PACKET3_SET_CONFIG_REG, 1));
	ib[1] = cpu_to_le32((SCRATCH_REG0 - SET_CONFIG_REG_BASE) >> 2);
	ib[2] = cpu_to_le32(RCP_TEST_AFTER);
	for (i = 3; i < RCP_TEST_IB_DW; i++)
		ib[i] = cpu_to_le32(PACKET2_NOP);

	for (try = 0; try < RCP_TEST_TRIES; try++) {
		ret = rcp_ib_test_once(card);
		if (ret != -ENOLINK)
			break;
		rcp_ih_poll(card);
	}
	return ret;
}
