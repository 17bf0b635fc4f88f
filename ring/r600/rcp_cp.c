// SPDX-License-Identifier: GPL-2.0
/*
 * The command processor and its ring.
 *
 * The driver appends packets and then publishes the write pointer with one register write.
 * The CP fetches up to it and writes its read pointer back.  A writer reserves space with
 * rcp_ring_begin() first.  There is one writer at a time (rcp_card.h), so this file takes no
 * locks.
 *
 * A fence is an end-of-pipe event that flushes the caches, writes a 64-bit seqno
 * to the write-back page, and interrupts after the write has arrived.
 */
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/log2.h>
#include <linux/sizes.h>
#include <linux/wait.h>

#include "rcp_priv.h"

/* Preferred and smallest size of the ring, which is physically contiguous DMA memory. */
#define RCP_RING_SIZE		SZ_1M
#define RCP_RING_SIZE_MIN	SZ_256K
#define RCP_RING_ALIGN_DW	16u

/* Poll interval of the CP, in units of 16 clocks. */
#define RCP_POLL_INTERVAL	10

#define RCP_TEST_TIMEOUT_US	500000
#define RCP_TEST_BEFORE		0xcafedeadu
#define RCP_TEST_AFTER		0xdeadbeefu
#define RCP_TEST_TRIES		2
/* The CP fetches in units of 16 dwords. */
#define RCP_TEST_IB_DW		16

/* ---- ring ---- */

static u32 rcp_ring_rptr(const struct rcp_card *card)
{
	return le32_to_cpu(READ_ONCE(*rcp_wb32(card, RCP_WB_RPTR))) & (card->ring.size_dw - 1);
}

/**
 * rcp_ring_room_dw() - compute the free space of the ring
 * @card: the card
 *
 * Context: any.
 * Return: free dwords, without those that the padding of a commit may take.
 */
u32 rcp_ring_room_dw(const struct rcp_card *card)
{
	const struct rcp_ring *ring = &card->ring;
	u32 used = (ring->wptr - rcp_ring_rptr(card)) & (ring->size_dw - 1);
	u32 room = ring->size_dw - 1 - used;

	return room > RCP_EMIT_PAD_DW ? room - RCP_EMIT_PAD_DW : 0;
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
	if (count_dw > rcp_ring_room_dw(card))
		return -ENOSPC;
	card->ring.left_dw = count_dw;
	return 0;
}

/**
 * rcp_ring_emit() - append one dword
 * @card: the card
 * @dword: the dword
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
 * rcp_ring_emit_ib() - emit the call of a stream
 * @card: the card
 * @addr: GPU address of the stream
 * @size_dw: length of the stream
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
 * rcp_ring_emit_flush() - invalidate the read caches
 * @card: the card
 *
 * Invalidates the texture, vertex and shader caches for all addresses, so that the next
 * stream reads memory as it is now.  Takes at most RCP_EMIT_FLUSH_DW.
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
 * rcp_ring_emit_wait() - make the CP wait for an engine
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
 * rcp_ring_emit_pfp_wait() - stall the whole CP until a fence has passed
 * @card: the card
 * @seqno: seqno of the last fence in the ring
 *
 * WAIT_UNTIL stalls register writes and events, but not the CP.  Behind a copy the prefetch
 * parser would fetch indices, and on R6xx the micro engine would write memory, before the
 * copy has finished.  The prefetch parser polls in this packet, which stalls both.
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
 * rcp_ring_emit_shaders_end() - make the CP wait until no shader runs
 * @card: the card
 *
 * Later packets may then write state of which the chip has one copy for all contexts, such
 * as the rings that shaders write to.  Takes RCP_EMIT_SHADERS_END_DW.
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
 * rcp_ring_emit_dma_end() - make the CP wait until its DMA is idle
 * @card: the card
 *
 * A stream may start a copy and not wait for it, and a fence does not wait for copies.
 * Takes RCP_EMIT_WAIT_DW.
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
 * rcp_ring_emit_fence() - emit a fence: flush, write a seqno, interrupt
 * @card: the card
 * @seqno: the seqno; rcp_card_seqno() returns it when all work before the fence is done
 *
 * Takes at most RCP_EMIT_FENCE_DW.
 *
 * Context: between rcp_ring_begin() and rcp_ring_commit().
 */
void rcp_ring_emit_fence(struct rcp_card *card, u64 seqno)
{
	/*
	 * On these chips the cache flush of an event may not complete without a SURFACE_SYNC
	 * for two destinations (found by Mesa).  More destinations trigger other R6xx bugs.
	 */
	if (card->chip->buggy_flush) {
		rcp_ring_emit(card, PACKET3(PACKET3_EVENT_WRITE, 0));
		rcp_ring_emit(card, CACHE_FLUSH_AND_INV_EVENT);
		rcp_ring_emit_sync(card, DEST_BASE_0_ENA | CB1_DEST_BASE_ENA);
	}
	/* R7xx flushes its caches of CMASK, FMASK and HTILE only for these events. */
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
 * rcp_ring_emit_stamp() - write the reference clock when all work before is done
 * @card: the card
 * @slot: timestamp slot; taken modulo RCP_STAMPS
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
 * rcp_card_stamp() - read a timestamp of rcp_ring_emit_stamp()
 * @card: the card
 * @slot: the slot
 *
 * Context: any.
 * Return: ticks of the reference clock (config.crystal_khz).
 */
u64 rcp_card_stamp(const struct rcp_card *card, u32 slot)
{
	const __le64 *stamps = card->stamps.cpu;

	return le64_to_cpu(READ_ONCE(stamps[slot % RCP_STAMPS]));
}

/**
 * rcp_card_clear_stamp() - set a timestamp to 0 until the card writes it
 * @card: the card
 * @slot: timestamp slot; the ring has no packet that writes it
 *
 * Context: any.
 */
void rcp_card_clear_stamp(struct rcp_card *card, u32 slot)
{
	__le64 *stamps = card->stamps.cpu;

	WRITE_ONCE(stamps[slot % RCP_STAMPS], 0);
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
	__le32 *mem = ring->mem.cpu;

	while (ring->wptr % RCP_RING_ALIGN_DW) {
		mem[ring->wptr] = cpu_to_le32(PACKET2_NOP);
		ring->wptr = (ring->wptr + 1) & (ring->size_dw - 1);
	}
	ring->left_dw = 0;
	WRITE_ONCE(ring->published, ring->wptr);
	/* Order packets, and the streams that they call, before the write pointer. */
	wmb();
	rcp_wr(card, CP_RB_WPTR, ring->wptr);
}

/**
 * rcp_card_seqno() - read the seqno of the last fence that has passed
 * @card: the card
 *
 * Context: any.
 * Return: the 64-bit seqno in the write-back page.
 */
u64 rcp_card_seqno(const struct rcp_card *card)
{
	return le64_to_cpu(READ_ONCE(*rcp_wb64(card, RCP_WB_SEQNO)));
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
	WRITE_ONCE(*rcp_wb64(card, RCP_WB_SEQNO), cpu_to_le64(seqno));
}

/* ---- memory ---- */

/**
 * rcp_ring_init() - allocate ring, write-back page, timestamps, null buffer and zeros
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
 * rcp_ring_fini() - undo rcp_ring_init()
 * @card: the card, stopped
 *
 * Context: process.
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
 * rcp_cp_halt() - halt the command processor
 * @card: the card
 *
 * On R6xx the prefetch parser halts with the micro engine.  The CP may write its read pointer to
 * memory some time after the last packet; it must not do so when the memory is gone.
 *
 * Context: any; one call at a time.
 */
void rcp_cp_halt(struct rcp_card *card)
{
	rcp_wr(card, CP_ME_CNTL, rcp_by_family(card, CP_ME_HALT, CP_ME_HALT | CP_PFP_HALT));
	rcp_rmw(card, CP_RB_CNTL, 0, RB_NO_UPDATE);
	rcp_wr(card, SCRATCH_UMSK, 0);
}

static void rcp_cp_soft_reset(struct rcp_card *card)
{
	rcp_wr(card, GRBM_SOFT_RESET, SOFT_RESET_CP);
	rcp_rd(card, GRBM_SOFT_RESET);
	usleep_range(15000, 15500);
	rcp_wr(card, GRBM_SOFT_RESET, 0);
}

/* The first packet in the ring: the micro engine executes no other packet before it. */
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
 * rcp_cp_start() - load the microcode, set up the ring and start the CP
 * @card: the card
 *
 * Context: process; sleeps about 30 ms.
 * Return: 0 or an error.
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

/* ---- tests of bring-up ---- */

/**
 * rcp_ring_test() - test whether the CP executes packets from the ring
 * @card: the card
 *
 * The test packet writes a scratch register.
 *
 * Context: process; sleeps.
 * Return: 0 or the error of the poll.
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
 * rcp_ib_test() - test streams, fences and interrupts
 * @card: the card
 *
 * A stream writes a scratch register, and its fence must arrive by an interrupt.  The test
 * runs again after one lost interrupt.
 *
 * Context: process; sleeps.
 * Return: 0, -ENOLINK if fences pass but interrupts do not arrive, or another error.
 */
int rcp_ib_test(struct rcp_card *card)
{
	__le32 *ib = rcp_wb32(card, RCP_WB_TEST_IB);
	int try, i, ret = 0;

	/* Do not use a slot: during a reset the slots hold streams that will run again. */
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
