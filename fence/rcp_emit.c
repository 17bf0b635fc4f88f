// SPDX-License-Identifier: GPL-2.0
/*
 * Writing a job to the ring.
 *
 * rcp_emit_job() writes the generation's packets before the work, with the preamble of a stream;
 * the copy, if the job is one; and the call of a stream, the packets after it and the fence.  Then
 * it publishes the write pointer once.  The preamble sets address state back to neutral values that
 * this job would inherit from earlier ones.
 *
 * &rcp_turns.limit bounds the jobs in the ring to as many as fit with the largest preambles,
 * so emission never waits for room.
 *
 * Called from rcp_job_write(), and from the reset while the scheduler is stopped.  The caller
 * holds &rcp_sched.ring_lock; of other locks only &rcp_accounts.lock is taken here.
 */
#include "rcp_queue.h"
#include "rcp_sched_types.h"

/**
 * rcp_emit_limit() - compute how many jobs fit into the ring with the largest preambles
 * @card: the card
 *
 * Context: any.
 * Return: the number of jobs, 0 if the ring is too small for one.
 */
u32 rcp_emit_limit(const struct rcp_card *card)
{
	/* A copy has no preamble. */
	u32 job_max_dw = card->traits->frame_dw + card->traits->work_max_dw;
	u32 limit = min(card->ring.size_dw / job_max_dw, RCP_IB_SLOTS + 1);

	/* When a fence signals, the CP may not have read the padding after it yet. */
	return limit ? limit - 1 : 0;
}

/**
 * rcp_emit_mark_all_live() - treat the state of the chip as unknown
 * @sched: the scheduler
 *
 * Called after bring-up.  Marks every slot as holding an address of another client, so that
 * the next jobs get full preambles, and forgets whose stream was the last and whose contents are
 * in RAM on the chip.  Also forgets the last preamble, because bring-up may have changed neutral
 * values.
 *
 * Context: as rcp_emit_job(), or before the first job.
 */
void rcp_emit_mark_all_live(struct rcp_sched *sched)
{
	memset(&sched->live_out, 0xff, sizeof(sched->live_out));
	memset(&sched->reset, 0, sizeof(sched->reset));
	memset(sched->ram_of, 0, sizeof(sched->ram_of));
	rcp_account_put(sched->last);
	sched->last = NULL;
}

/**
 * rcp_emit_blocker() - get the client that keeps the card from beginning with the oldest job
 * @sched: the scheduler
 * @job: the oldest job in the ring
 *
 * All fences before the job have signalled, so the CP can only wait for the 3D engine.
 *
 * Context: any.
 * Return: the client, for as long as the job lives; NULL if the card has begun with the job or
 * cannot tell, or if no other client had a stream before it.
 */
struct rcp_account *rcp_emit_blocker(const struct rcp_sched *sched, const struct rcp_job *job)
{
	return job->cancelled || rcp_card_has_begun(sched->card, job->stamp) ? NULL : job->follows;
}

/* Test whether sched->scratch holds the preamble that resets @reset, which is not empty. */
static bool rcp_emit_has_preamble(const struct rcp_sched *sched, const struct pm4_front *front,
				  const struct pm4_live *reset)
{
	u64 differs = reset->groups ^ sched->reset.groups;
	u32 i;

	for (i = front->slot_words; i--;)
		differs |= reset->slots[i] ^ sched->reset.slots[i];
	return !differs;
}

/*
 * Build the preamble in sched->scratch: neutral values for address state that the job would
 * inherit from earlier jobs.  sched->live_out becomes the state after the job.  Returns the length
 * of the preamble in dwords.  The jobs of a client inherit much the same state, so the preamble is
 * often the last one, which saves 430 instructions of a median submission, 1.5 % of it.
 */
static u32 rcp_emit_preamble(struct rcp_sched *sched, const struct rcp_job *job)
{
	const struct pm4_front *front = sched->card->pm4.front;
	struct pm4_live reset;

	if (!pm4_footprint_apply(front, &sched->live_out, &job->footprint, &reset))
		return 0;
	if (rcp_emit_has_preamble(sched, front, &reset))
		return sched->scratch_dw;
	memcpy(sched->reset.slots, reset.slots, front->slot_words * sizeof(*reset.slots));
	sched->reset.groups = reset.groups;
	sched->scratch_dw = pm4_neutral_emit(&sched->card->pm4, &reset, sched->card->null.addr,
					     sched->scratch, front->preamble_max_dw);
	return sched->scratch_dw;
}

/*
 * Give the file of a job the RAM on the chip that the job may use.  Returns which of it has
 * contents of another file, as PM4_OWNS_*: the caller must clear it.
 */
static u32 rcp_emit_take_ram(struct rcp_sched *sched, const struct rcp_job *job)
{
	static const u32 owns[] = { PM4_OWNS_HYPERZ, PM4_OWNS_CMASK };
	u32 i, foreign = 0;

	for (i = 0; job->owns && i < ARRAY_SIZE(owns); i++) {
		if (!(job->owns & owns[i]) || sched->ram_of[i] == job->queue->client->id)
			continue;
		foreign |= owns[i];
		sched->ram_of[i] = job->queue->client->id;
	}
	return foreign;
}

/*
 * Note which client's stream is the last one before @job.  NULL if there is none since
 * bring-up, or if @job is a stream of the same client.
 */
static void rcp_emit_follow(struct rcp_sched *sched, struct rcp_job *job)
{
	rcp_account_put(job->follows);
	job->follows = NULL;
	if (job->kind == RCP_JOB_COPY || job->account != sched->last) {
		job->follows = sched->last;
		rcp_account_get(job->follows);
	}
	if (job->kind != RCP_JOB_IB || job->account == sched->last)
		return;
	rcp_account_put(sched->last);
	sched->last = job->account;
	rcp_account_get(sched->last);
}

/* Prepare the generation's packets for a stream. */
static void rcp_emit_stream(struct rcp_sched *sched, struct rcp_job *job, struct rcp_work *work)
{
	job->preamble_dw = rcp_emit_preamble(sched, job);
	work->preamble_dw = job->preamble_dw;
	work->clear = rcp_emit_take_ram(sched, job);
	work->ib_dw = rcp_ib_write(sched->card, job->seqno, job->stream, job->stream_dw,
				   &job->ib_addr);
	work->ib_addr = job->ib_addr;
}

/**
 * rcp_emit_begin() - reserve room in the ring for the largest job
 * @sched: the scheduler
 *
 * Context: as rcp_emit_job().
 * Return: 0, or -ENOSPC if the ring has no room; &rcp_turns.limit rules this out.
 */
int rcp_emit_begin(struct rcp_sched *sched)
{
	const struct rcp_traits *traits = sched->card->traits;

	return rcp_ring_begin(sched->card, traits->frame_dw + traits->work_max_dw);
}

/**
 * rcp_emit_job() - write a numbered job to the ring
 * @sched: the scheduler
 * @job: the job; of a cancelled job only the fence is written
 *
 * Context: rcp_job_write(), or the reset while the scheduler is stopped, after rcp_emit_begin();
 * &rcp_sched.ring_lock is held.
 */
void rcp_emit_job(struct rcp_sched *sched, struct rcp_job *job)
{
	struct rcp_card *card = sched->card;
	struct rcp_work work = {
		.seqno = job->seqno,
		.empty = job->cancelled,
		.stream = job->kind == RCP_JOB_IB,
		.preamble = sched->scratch,
	};

	job->preamble_dw = 0;
	job->ring_dw = card->ring.wptr;
	job->ib_addr = 0;
	if (work.stream && !work.empty)
		rcp_emit_stream(sched, job, &work);
	job->stamp = 2 * (u32)(job->seqno % (RCP_STAMPS / 2));
	work.stamp = job->stamp;
	if (!job->cancelled) {
		rcp_ring_emit_begin(card, &work);
		if (job->kind == RCP_JOB_COPY)
			rcp_ring_emit_copy(card, job->copy.dst_addr, job->copy.src_addr,
					   job->copy.size, job->copy.span);
		rcp_emit_follow(sched, job);
	}
	rcp_ring_emit_end(card, &work);
	/* Flush CPU writes through mappings of VRAM, so that the job reads them. */
	if (job->uses_vram && rcp_vram_needs_flush(card, job->cpu_maps))
		rcp_hdp_flush(card);
	rcp_ring_commit(card);
}
