// SPDX-License-Identifier: GPL-2.0
/*
 * Writing a job to the ring.
 *
 * In order: behind a copy a wait for it, the preamble that neutralises address state of
 * earlier jobs where this one would inherit it, the stream or the copy, the cache flush and
 * the end-of-pipe fence, and one publication of the write pointer.
 *
 * The scheduler never has more jobs in the ring than fit however large their
 * preambles are, so writing to the ring never waits for room.
 *
 * Called from run_job, or from the reset while the scheduler is stopped: one caller
 * at a time, no locks.
 */
#include "rcp_sched.h"

/* Everything about a job but its preamble, stream and copy. */
#define RCP_JOB_FRAME_DW	(RCP_EMIT_PFP_WAIT_DW + RCP_EMIT_SHADERS_END_DW + \
				 RCP_EMIT_IB_DW + RCP_EMIT_WAIT_DW + \
				 RCP_EMIT_FLUSH_DW + RCP_EMIT_FENCE_DW + 2 * RCP_EMIT_STAMP_DW + \
				 RCP_EMIT_PAD_DW)
/* The most that one job takes.  A copy has no preamble. */
#define RCP_JOB_MAX_DW		(RCP_JOB_FRAME_DW + PM4_HARMLESS_MAX_DW)

/**
 * rcp_emit_limit() - jobs that fit into the ring however large they are
 * @card: the card
 *
 * Context: any.
 * Return: their number, 0 if not even one does.
 */
u32 rcp_emit_limit(const struct rcp_card *card)
{
	u32 limit = min(card->ring.size_dw / RCP_JOB_MAX_DW, RCP_JOBS_IN_RING + 1);

	/* The CP may lag behind the fence by the last job's padding. */
	return limit ? limit - 1 : 0;
}

/**
 * rcp_emit_forget() - the state that is left in the chip is unknown
 * @sched: the scheduler
 *
 * After bring-up every slot counts as holding an address of another client, and no copy
 * is under way.
 *
 * Context: as rcp_emit_job().
 */
void rcp_emit_forget(struct rcp_sched *sched)
{
	memset(sched->left.left, 0xff, sizeof(sched->left.left));
	sched->left.left_state = ~0u;
	sched->copied = 0;
}

/*
 * Build the neutral values for address state that the job would inherit from earlier
 * ones, in sched->scratch.  Returns the dwords that they take.
 */
static u32 rcp_emit_preamble(struct rcp_sched *sched, const struct rcp_job *job)
{
	const struct pm4_footprint *own = &job->footprint;
	struct pm4_footprint *left = &sched->left;
	u64 need[PM4_SLOT_WORDS];
	u32 need_state, count_dw = 0;
	u64 any = 0;
	unsigned int i;

	for (i = 0; i < PM4_SLOT_WORDS; i++) {
		need[i] = left->left[i] & own->inherited[i];
		left->left[i] = (left->left[i] & ~need[i]) | own->left[i];
		any |= need[i];
	}
	need_state = left->left_state & own->inherited_state;
	left->left_state = (left->left_state & ~need_state) | own->left_state;

	if (any || need_state)
		count_dw = pm4_harmless_emit(&sched->card->pm4, need, need_state,
					     sched->card->null.addr, sched->scratch,
					     PM4_HARMLESS_MAX_DW);
	return count_dw;
}

static void rcp_emit_stream(struct rcp_sched *sched, struct rcp_job *job)
{
	struct rcp_card *card = sched->card;
	u32 size_dw, i;

	size_dw = rcp_ib_write(card, job->seqno, job->stream, job->stream_dw, &job->ib_addr);
	/*
	 * State that the chip has only once, such as the rings of shaders and the
	 * division of their registers, acts on shaders that still run.
	 */
	rcp_ring_emit_shaders_end(card);
	/*
	 * Invalidate the read caches before the stream, not after it: they may hold
	 * lines of memory that belonged to another client until now.  Shaders that still
	 * run would fill them again.
	 */
	rcp_ring_emit_flush(card);
	for (i = 0; i < job->preamble_dw; i++)
		rcp_ring_emit(card, sched->scratch[i]);
	rcp_ring_emit_ib(card, job->ib_addr, size_dw);
	rcp_ring_emit_dma_end(card);
}

/*
 * A copy may be under way when the CP comes to the next job.  Let it wait for the last
 * fence in the ring, which is the copy's or one behind it.
 */
static void rcp_emit_behind_copy(struct rcp_sched *sched)
{
	rcp_ring_emit_pfp_wait(sched->card, sched->copied);
	sched->copied = 0;
}

/**
 * rcp_emit_job() - write a numbered job to the ring
 * @sched: the scheduler
 * @job: the job; if it is cancelled only its fence is written
 *
 * Context: run_job, or the reset while the scheduler is stopped.
 * Return: 0, or -ENOSPC if the ring has no room, which the limit of jobs in it
 * rules out.
 */
int rcp_emit_job(struct rcp_sched *sched, struct rcp_job *job)
{
	struct rcp_card *card = sched->card;
	u32 work_dw = 0;
	int ret;

	job->preamble_dw = 0;
	job->ring_dw = card->ring.wptr;
	job->ib_addr = 0;
	if (!job->cancelled && job->kind == RCP_JOB_COPY) {
		work_dw = rcp_copy_dw(job->copy.size, job->copy.src_size);
	} else if (!job->cancelled) {
		job->preamble_dw = rcp_emit_preamble(sched, job);
		work_dw = job->preamble_dw;
	}

	ret = rcp_ring_begin(card, RCP_JOB_FRAME_DW + work_dw);
	if (ret)
		return ret;

	if (sched->copied && !job->cancelled)
		rcp_emit_behind_copy(sched);
	job->stamp = 2 * (u32)(job->seqno % (RCP_STAMPS / 2));
	if (!job->cancelled) {
		rcp_ring_emit_stamp(card, job->stamp);
		if (job->kind == RCP_JOB_COPY)
			rcp_ring_emit_copy(card, job->copy.dst_addr, job->copy.src_addr,
					   job->copy.size, job->copy.src_size);
		else
			rcp_emit_stream(sched, job);
		rcp_ring_emit_stamp(card, job->stamp + 1);
	}
	rcp_ring_emit_fence(card, job->seqno);
	if (sched->copied || (!job->cancelled && job->kind == RCP_JOB_COPY))
		sched->copied = job->seqno;
	/* The job sees what clients wrote to VRAM through their mappings. */
	rcp_hdp_flush(card);
	rcp_ring_commit(card);
	return 0;
}
