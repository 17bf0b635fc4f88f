// SPDX-License-Identifier: GPL-2.0
/*
 * The packets of a job.
 *
 * In the ring a job has, in this order: for a stream the invalidation of the texture cache, the
 * preamble and the call of the stream, or else the copy; then the fence.
 *
 * These chips have no packet that does all of a fence.  Each write of a fence makes the next one
 * true, and its end leaves all engines idle, so the next job waits for nothing.
 *
 * A fence has 32 bits.  r500.emitted, the newest seqno in the ring, extends it, because never as
 * many as 2^32 fences are in the ring.
 *
 * The packets of each job are put together in an array and go to the ring in pieces, so that the
 * ring's state is looked at once for each piece.
 *
 * Context of all: between rcp_ring_begin() and rcp_ring_commit(), one writer at a time; takes no
 * locks.
 */
#include "r500.h"

static u32 *r500_put_reg(u32 *p, u32 reg, u32 value)
{
	*p++ = PACKET0(reg, 1);
	*p++ = value;
	return p;
}

/**
 * r500_emit_reg() - write one register
 * @card: the card
 * @reg: byte offset
 * @value: new value
 *
 * Takes R500_EMIT_REG_DW.
 */
void r500_emit_reg(struct rcp_card *card, u32 reg, u32 value)
{
	u32 frame[R500_EMIT_REG_DW];

	rcp_ring_emit_all(card, frame, r500_put_reg(frame, reg, value) - frame);
}

/**
 * r500_emit_fence() - write a number to memory and interrupt when all work before is done
 * @card: the card
 * @scratch: scratch register that carries the number to memory
 * @value: the number
 *
 * Takes at most R500_EMIT_FENCE_DW.
 */
void r500_emit_fence(struct rcp_card *card, u32 scratch, u32 value)
{
	u32 frame[R500_EMIT_FENCE_DW], *p = frame, host_path = r500_of(card)->host_path;

	/* All pipes, or else the flushes reach only those that the stream has selected. */
	p = r500_put_reg(p, SU_REG_DEST, BIT(card->pm4.pipes) - 1);
	if (r500_row(card)->rv530)
		p = r500_put_reg(p, FG_ZBREG_DEST, FG_ALL_Z_PIPES);
	/* A write to the scan converter ends 3D work (guide, 9.2.3); the value is neutral. */
	*p++ = PACKET0(SC_SCISSOR0, 2);
	*p++ = 0;
	*p++ = 0;
	/* Also free the lines: memory may belong to another client from now on. */
	p = r500_put_reg(p, RB3D_DSTCACHE_CTLSTAT, DC_FLUSH_ALL | DC_FREE_ALL);
	p = r500_put_reg(p, ZB_ZCACHE_CTLSTAT, ZC_FLUSH | ZC_FREE);
	p = r500_put_reg(p, WAIT_UNTIL, WAIT_2D_IDLECLEAN | WAIT_3D_IDLECLEAN | WAIT_DMA_GUI_IDLE);
	/* The CPU reads VRAM as the job left it. */
	p = r500_put_reg(p, HOST_PATH_CNTL, host_path | HDP_READ_BUFFER_INVALIDATE);
	p = r500_put_reg(p, HOST_PATH_CNTL, host_path);
	/* ISYNC_CNTL makes this wait until the engines are idle. */
	p = r500_put_reg(p, scratch, value);
	p = r500_put_reg(p, GEN_INT_STATUS, SW_INT_FIRE);
	rcp_ring_emit_all(card, frame, p - frame);
}

/* COUNT has 14 bits. */
#define R500_FILL_MAX_DW	0x3fffu

static void r500_emit_fill(struct rcp_card *card, u32 op, u32 count)
{
	u32 start, n;

	for (start = 0; start < count; start += n) {
		n = min(count - start, R500_FILL_MAX_DW);
		rcp_ring_emit(card, PACKET3(op, 3));
		rcp_ring_emit(card, start);
		rcp_ring_emit(card, n);
		rcp_ring_emit(card, 0);
	}
}

/*
 * Clear RAM on the chip, as far as a stream can name it, so that a client does not see the depth of
 * another one.  No engine works: the last fence has waited.  Takes at most R500_EMIT_CLEAR_DW.
 */
static void r500_emit_clear(struct rcp_card *card, u32 owns)
{
	u32 pipes = card->pm4.pipes, z_pipes = max_t(u32, pipes, card->pm4.backends);
	u32 cmask_dw = pipes == 1 ? R500_CMASK_SINGLE_DW : R500_MASK_DW * pipes;

	if (owns & PM4_OWNS_HYPERZ) {
		r500_emit_fill(card, CLEAR_HIZ, r500_row(card)->hiz_dw * z_pipes);
		r500_emit_fill(card, CLEAR_ZMASK, R500_MASK_DW * z_pipes);
	}
	if (owns & PM4_OWNS_CMASK)
		r500_emit_fill(card, CLEAR_CMASK, cmask_dw);
	if (owns)
		r500_emit_reg(card, WAIT_UNTIL, WAIT_3D_IDLECLEAN);
}

/**
 * r500_emit_begin() - emit what comes before the work of a job
 * @card: the card
 * @work: the job
 *
 * Invalidates the texture cache before a stream, not after it: it may hold lines of memory that
 * belonged to another client until now.  A stream invalidates the vertex cache itself, with each
 * LOAD_VBPNTR.
 */
void r500_emit_begin(struct rcp_card *card, const struct rcp_work *work)
{
	if (!work->stream)
		return;
	r500_emit_reg(card, TX_INVALTAGS, 0);
	r500_emit_clear(card, work->clear);
	if (work->preamble_dw)
		rcp_ring_emit_all(card, work->preamble, work->preamble_dw);
}

/**
 * r500_emit_ib() - emit the call of a stream
 * @card: the card
 * @addr: GPU address of the stream
 * @size_dw: length of the stream
 *
 * Takes R500_EMIT_IB_DW.
 */
void r500_emit_ib(struct rcp_card *card, u64 addr, u32 size_dw)
{
	/* The size starts the stream, so it is the last write of the packet. */
	const u32 frame[R500_EMIT_IB_DW] = { PACKET0(CP_IB_BASE, 2), lower_32_bits(addr), size_dw };

	rcp_ring_emit_all(card, frame, ARRAY_SIZE(frame));
}

/**
 * r500_emit_end() - emit the call of a stream, and what comes after the work of a job
 * @card: the card
 * @work: the job
 */
void r500_emit_end(struct rcp_card *card, const struct rcp_work *work)
{
	if (work->ib_dw)
		r500_emit_ib(card, work->ib_addr, work->ib_dw);
	r500_emit_fence(card, R500_SCRATCH_SEQNO, lower_32_bits(work->seqno));
	/* Before the write pointer, so before the card can write the number. */
	atomic64_set(&r500_of(card)->emitted, work->seqno);
}

/**
 * r500_seqno() - read the seqno of the last fence that has passed
 * @card: the card
 *
 * Context: any.
 * Return: the seqno.
 */
u64 r500_seqno(const struct rcp_card *card)
{
	u32 passed = le32_to_cpu(READ_ONCE(*rcp_wb32(card, RCP_WB_SEQNO)));
	u64 emitted;

	/* After the number that has passed, so that the newest one is never older than that. */
	dma_rmb();
	emitted = atomic64_read(&r500_of(card)->emitted);
	return emitted - (u32)(lower_32_bits(emitted) - passed);
}

/**
 * r500_set_seqno() - set the seqno of the last fence that has passed
 * @card: the card; the ring is empty
 * @seqno: the seqno
 *
 * Context: any.
 */
void r500_set_seqno(struct rcp_card *card, u64 seqno)
{
	struct r500 *r500 = r500_of(card);

	if (seqno > atomic64_read(&r500->emitted))
		atomic64_set(&r500->emitted, seqno);
	/* Pairs with r500_seqno(), which would take a number above the newest one for 2^32 less. */
	dma_wmb();
	WRITE_ONCE(*rcp_wb32(card, RCP_WB_SEQNO), cpu_to_le32(lower_32_bits(seqno)));
}
