// SPDX-License-Identifier: GPL-2.0
/*
 * The packets of a job.
 *
 * In the ring a job has, in this order: a wait for the last copy if the ring has one; for a
 * stream the wait for shaders, a timestamp, the flush of the read caches, the preamble, the call
 * of the stream and the wait for its DMA, or else a timestamp and the copy; a second timestamp;
 * the fence.
 *
 * A fence is an end-of-pipe event that flushes the caches, writes a 64-bit seqno to the
 * write-back page, and interrupts after the write has arrived.
 *
 * r600_put_*() put the packets together in the ring itself, or in an array at its end, so that the
 * ring's state is looked at once for each piece.
 *
 * Context of all: between rcp_ring_begin() and rcp_ring_commit(), one writer at a time; takes no
 * locks.
 */
#include "r600.h"

/* Poll interval of the CP, in units of 16 clocks. */
#define R600_POLL_INTERVAL	10

/* Emit packets that r600_put_*() wrote to an array. */
static void r600_emit_frame(struct rcp_card *card, const u32 *frame, const u32 *end)
{
	rcp_ring_emit_all(card, frame, end - frame);
}

static u32 *r600_put_call(u32 *p, u64 addr, u32 size_dw)
{
	*p++ = PACKET3(PACKET3_INDIRECT_BUFFER, 2);
	*p++ = lower_32_bits(addr) & ~3u;
	*p++ = upper_32_bits(addr) & 0xff;
	*p++ = size_dw;
	return p;
}

/**
 * r600_emit_call() - emit the call of a stream
 * @card: the card
 * @addr: GPU address of the stream
 * @size_dw: length of the stream
 *
 * Takes R600_EMIT_IB_DW.
 */
void r600_emit_call(struct rcp_card *card, u64 addr, u32 size_dw)
{
	u32 frame[R600_EMIT_IB_DW];

	r600_emit_frame(card, frame, r600_put_call(frame, addr, size_dw));
}

static u32 *r600_put_sync(u32 *p, u32 coher_cntl)
{
	*p++ = PACKET3(PACKET3_SURFACE_SYNC, 3);
	*p++ = coher_cntl;
	*p++ = 0xffffffff;	/* size: everything */
	*p++ = 0;
	*p++ = R600_POLL_INTERVAL;
	return p;
}

static u32 *r600_put_flush(const struct rcp_card *card, u32 *p)
{
	u32 caches = TC_ACTION_ENA | VC_ACTION_ENA | SH_ACTION_ENA;

	if (r600_row(card)->r7xx)
		caches |= FULL_CACHE_ENA;
	return r600_put_sync(p, caches);
}

/**
 * r600_emit_flush() - invalidate the read caches
 * @card: the card
 *
 * Invalidates the texture, vertex and shader caches for all addresses, so that the next
 * stream reads memory as it is now.  Takes at most R600_EMIT_FLUSH_DW.
 */
void r600_emit_flush(struct rcp_card *card)
{
	u32 frame[R600_EMIT_FLUSH_DW];

	r600_emit_frame(card, frame, r600_put_flush(card, frame));
}

static u32 *r600_put_wait(u32 *p, u32 what)
{
	*p++ = PACKET3(PACKET3_SET_CONFIG_REG, 1);
	*p++ = (WAIT_UNTIL - 0x8000) >> 2;
	*p++ = what;
	return p;
}

/**
 * r600_emit_wait() - make the CP wait for an engine
 * @card: the card
 * @what: WAIT_* of WAIT_UNTIL
 *
 * Takes R600_EMIT_WAIT_DW.
 */
void r600_emit_wait(struct rcp_card *card, u32 what)
{
	u32 frame[R600_EMIT_WAIT_DW];

	r600_emit_frame(card, frame, r600_put_wait(frame, what));
}

/*
 * Stall the whole CP until a fence has passed.
 *
 * WAIT_UNTIL stalls register writes and events, but not the CP.  After a copy the prefetch
 * parser would fetch indices, and on R6xx the micro engine would write memory, before the
 * copy has finished.  The prefetch parser executes the poll, and the micro engine waits for it.
 */
static u32 *r600_put_pfp_wait(const struct rcp_card *card, u32 *p, u64 seqno)
{
	u64 addr = card->wb.addr + RCP_WB_SEQNO;

	*p++ = PACKET3(PACKET3_WAIT_REG_MEM, 5);
	*p++ = WAIT_REG_MEM_EQUAL | WAIT_REG_MEM_MEMORY | WAIT_REG_MEM_PFP;
	*p++ = lower_32_bits(addr);
	*p++ = upper_32_bits(addr) & 0xff;
	*p++ = lower_32_bits(seqno);
	*p++ = ~0u;
	*p++ = R600_POLL_INTERVAL;
	return p;
}

static u32 *r600_put_event(u32 *p, u32 event)
{
	*p++ = PACKET3(PACKET3_EVENT_WRITE, 0);
	*p++ = event;
	return p;
}

/*
 * Make the CP wait until no shader runs.  Later packets may then write state of which the chip
 * has one copy for all contexts, such as the rings that shaders write to.
 */
static u32 *r600_put_shaders_end(u32 *p)
{
	p = r600_put_event(p, VGT_FLUSH);
	return r600_put_wait(p, WAIT_3D_IDLE | WAIT_3D_IDLECLEAN);
}

static u32 *r600_put_dma_end(u32 *p)
{
	return r600_put_wait(p, WAIT_CP_DMA_IDLE);
}

/**
 * r600_emit_dma_end() - make the CP wait until its DMA is idle
 * @card: the card
 *
 * A stream may start a copy and not wait for it, and a fence does not wait for copies.
 * Takes R600_EMIT_WAIT_DW.
 */
void r600_emit_dma_end(struct rcp_card *card)
{
	r600_emit_wait(card, WAIT_CP_DMA_IDLE);
}

static u32 *r600_put_eop(u32 *p, u32 event, u64 addr, u32 select, u64 data)
{
	*p++ = PACKET3(PACKET3_EVENT_WRITE_EOP, 4);
	*p++ = event | EVENT_INDEX_TS;
	*p++ = lower_32_bits(addr);
	*p++ = (upper_32_bits(addr) & 0xff) | select;
	*p++ = lower_32_bits(data);
	*p++ = upper_32_bits(data);
	return p;
}

static u32 *r600_put_eop_seqno(u32 *p, u64 addr, u64 seqno)
{
	return r600_put_eop(p, CACHE_FLUSH_AND_INV_EVENT_TS, addr,
			    EOP_DATA_SEL(EOP_DATA_64) | EOP_INT_SEL(EOP_INT_AFTER_WRITE), seqno);
}

/**
 * r600_emit_eop_seqno() - write a seqno and interrupt when all work before is done
 * @card: the card
 * @addr: GPU address to write to
 * @seqno: 64 bits
 *
 * Flushes the caches, but does not work around buggy_flush.
 */
void r600_emit_eop_seqno(struct rcp_card *card, u64 addr, u64 seqno)
{
	u32 frame[R600_EMIT_FENCE_DW];

	r600_emit_frame(card, frame, r600_put_eop_seqno(frame, addr, seqno));
}

/* Flush, write a seqno, interrupt.  Takes at most R600_EMIT_FENCE_DW. */
static u32 *r600_put_fence(const struct rcp_card *card, u32 *p, u64 seqno)
{
	/*
	 * On these chips the cache flush of an event may not complete without a SURFACE_SYNC
	 * for two destinations (found by Mesa).  More destinations trigger other R6xx bugs.
	 */
	if (r600_row(card)->buggy_flush) {
		p = r600_put_event(p, CACHE_FLUSH_AND_INV_EVENT);
		p = r600_put_sync(p, DEST_BASE_0_ENA | CB1_DEST_BASE_ENA);
	}
	/* R7xx flushes its caches of CMASK, FMASK and HTILE only for these events. */
	if (r600_row(card)->r7xx) {
		p = r600_put_event(p, FLUSH_AND_INV_CB_META);
		p = r600_put_event(p, FLUSH_AND_INV_DB_META);
	}
	return r600_put_eop_seqno(p, card->wb.addr + RCP_WB_SEQNO, seqno);
}

/*
 * Write the reference clock when all work before is done.  Flush no cache: the job's fence does,
 * and on chips with buggy_flush a flush without a SURFACE_SYNC may not complete.  Takes
 * R600_EMIT_STAMP_DW.
 */
static u32 *r600_put_stamp(const struct rcp_card *card, u32 *p, u32 slot)
{
	u64 addr = r600_of(card)->stamps.addr + (slot % RCP_STAMPS) * sizeof(u64);

	return r600_put_eop(p, BOTTOM_OF_PIPE_TS, addr, EOP_DATA_SEL(EOP_DATA_CLOCK), 0);
}

/* Set a timestamp to 0 until the card writes it.  No packet in the ring writes it yet. */
static void r600_clear_stamp(struct rcp_card *card, u32 slot)
{
	__le64 *stamps = r600_of(card)->stamps.cpu;

	WRITE_ONCE(stamps[slot % RCP_STAMPS], 0);
}

/**
 * r600_emit_begin() - emit what comes before the work of a job
 * @card: the card
 * @work: the job, not empty
 */
void r600_emit_begin(struct rcp_card *card, const struct rcp_work *work)
{
	struct r600 *r600 = r600_of(card);
	u32 spare[R600_FRAME_DW];
	u32 *frame = rcp_ring_frame(card, spare, R600_FRAME_DW), *p = frame;

	/*
	 * A copy may still run when the CP reaches this job.  Make the CP wait for the last
	 * fence in the ring, which is the fence of the copy or a later one.
	 */
	if (r600->copied) {
		p = r600_put_pfp_wait(card, p, r600->copied);
		r600->copied = 0;
	}
	/*
	 * The chip has one copy of some state, such as the shader rings and the GPR split.
	 * The preamble and the stream may write it, which affects shaders that still run.
	 */
	if (work->stream)
		p = r600_put_shaders_end(p);
	/*
	 * Only now: an earlier stream may have left the 3D engine busy after its end-of-pipe
	 * event.  If the engine never becomes idle, this stream has not begun (rcp_reset.c).
	 */
	r600_clear_stamp(card, work->stamp);
	p = r600_put_stamp(card, p, work->stamp);
	/*
	 * Invalidate the read caches before the stream, not after it: they may hold
	 * lines of memory that belonged to another client until now.  Flush after the wait
	 * for shaders, because running shaders would fill the caches again.
	 */
	if (work->stream)
		p = r600_put_flush(card, p);
	rcp_ring_frame_end(card, spare, frame, p);
	if (work->preamble_dw)
		rcp_ring_emit_all(card, work->preamble, work->preamble_dw);
}

/**
 * r600_emit_end() - emit the call of a stream, and what comes after the work of a job
 * @card: the card
 * @work: the job
 */
void r600_emit_end(struct rcp_card *card, const struct rcp_work *work)
{
	u32 spare[R600_EMIT_IB_DW + R600_EMIT_WAIT_DW + R600_EMIT_STAMP_DW + R600_EMIT_FENCE_DW];
	u32 *frame = rcp_ring_frame(card, spare, ARRAY_SIZE(spare)), *p = frame;
	struct r600 *r600 = r600_of(card);

	if (work->ib_dw) {
		p = r600_put_call(p, work->ib_addr, work->ib_dw);
		p = r600_put_dma_end(p);
	}
	if (!work->empty)
		p = r600_put_stamp(card, p, work->stamp + 1);
	p = r600_put_fence(card, p, work->seqno);
	rcp_ring_frame_end(card, spare, frame, p);
	if (r600->copied || r600->copying)
		r600->copied = work->seqno;
	r600->copying = false;
}

/**
 * r600_seqno() - read the seqno of the last fence that has passed
 * @card: the card
 *
 * Context: any.
 * Return: the seqno in the write-back page.
 */
u64 r600_seqno(const struct rcp_card *card)
{
	return le64_to_cpu(READ_ONCE(*rcp_wb64(card, RCP_WB_SEQNO)));
}

/**
 * r600_set_seqno() - set the seqno of the last fence that has passed
 * @card: the card; the ring is empty
 * @seqno: the seqno
 *
 * Context: any.
 */
void r600_set_seqno(struct rcp_card *card, u64 seqno)
{
	WRITE_ONCE(*rcp_wb64(card, RCP_WB_SEQNO), cpu_to_le64(seqno));
}

/**
 * r600_stamp() - read a timestamp
 * @card: the card
 * @slot: the slot; taken modulo RCP_STAMPS
 *
 * Context: any.
 * Return: ticks of the reference clock.
 */
u64 r600_stamp(const struct rcp_card *card, u32 slot)
{
	const __le64 *stamps = r600_of(card)->stamps.cpu;

	return le64_to_cpu(READ_ONCE(stamps[slot % RCP_STAMPS]));
}
