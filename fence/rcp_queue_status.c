// SPDX-License-Identifier: GPL-2.0
/*
 * What resets did to a queue: hangs, bans, jobs that were lost; and which of its jobs are cancelled
 * for that.
 *
 * The reset and rcp_job_write() account here; CTX_STATE, the submission of the next job, and the
 * scheduler before a job goes on ask.
 *
 * Locks: &rcp_queue.numbers -> &rcp_account.lock.
 */
#include <rcp_drm.h>

#include "rcp_queue.h"
#include "rcp_sched_types.h"

/**
 * rcp_queue_blame() - account a hang to the queue and the client of the guilty job
 * @queue: the queue
 * @account: the client that submitted the job
 * @number: submission number of the guilty job
 *
 * Bans the queue, and possibly the client, if they hung too often.
 *
 * Context: process; called before the first fence of the hang signals.
 */
void rcp_queue_blame(struct rcp_queue *queue, struct rcp_account *account, u64 number)
{
	bool owner = READ_ONCE(queue->owner) == account;

	spin_lock(&queue->numbers);
	atomic_inc(&queue->breaks);
	atomic_inc(&queue->hangs);
	atomic_inc(&queue->client->hangs);
	queue->status |= RCP_CTX_STATUS_GUILTY;
	queue->hang_seqno = number;
	queue->lost++;
	rcp_account_blame(account, owner);
	if (owner && (rcp_strike(&queue->strikes, RCP_BAN_HANGS, RCP_BAN_WINDOW_MS) ||
		      queue->ban_on_hang) && !queue->banned) {
		WRITE_ONCE(queue->banned, true);
		/* A ban of the default context bans the client. */
		rcp_account_ban_context(account, !queue->id);
	}
	spin_unlock(&queue->numbers);
}

/**
 * rcp_queue_mark_innocent() - count a reset that the queue did not cause
 * @queue: the queue
 * @reset: number of the reset; each reset counts once, however many jobs it affects
 *
 * Context: process; called before the first fence of the hang signals.
 */
void rcp_queue_mark_innocent(struct rcp_queue *queue, u32 reset)
{
	spin_lock(&queue->numbers);
	if (queue->last_reset != reset) {
		queue->last_reset = reset;
		queue->innocent++;
		queue->status |= RCP_CTX_STATUS_INNOCENT;
	}
	spin_unlock(&queue->numbers);
}

/**
 * rcp_queue_lost() - count a job that will not run to its end
 * @queue: the queue
 * @status: RCP_CTX_STATUS_* bits for the reason, or 0
 *
 * Context: any with interrupts on; called before the fence of the job signals.
 */
void rcp_queue_lost(struct rcp_queue *queue, u32 status)
{
	spin_lock(&queue->numbers);
	queue->lost++;
	queue->status |= status;
	spin_unlock(&queue->numbers);
}

/**
 * rcp_queue_state() - report how resets affected a queue
 * @queue: the queue
 * @account: the client that asks
 * @state: filled in
 *
 * Context: process.
 */
void rcp_queue_state(struct rcp_queue *queue, const struct rcp_account *account,
		     struct drm_rcp_ctx_state *state)
{
	struct rcp_sched *sched = queue->sched;

	spin_lock(&queue->numbers);
	state->status = queue->status;
	state->hangs = atomic_read(&queue->hangs);
	state->innocent = queue->innocent;
	state->lost = queue->lost;
	state->hang_seqno = queue->hang_seqno;
	spin_unlock(&queue->numbers);
	if (rcp_queue_is_banned(queue, account))
		state->status |= RCP_CTX_STATUS_BANNED;
	if (queue->vram_lost != atomic_read(&sched->vram_lost))
		state->status |= RCP_CTX_STATUS_VRAM_LOST;
	if (READ_ONCE(sched->dead))
		state->status |= RCP_CTX_STATUS_DEAD;
}

/**
 * rcp_job_error() - get the error with which a job would be cancelled if it got its turn now
 * @job: the job
 * @status: returns the status for rcp_job_cancel()
 *
 * Context: any.
 * Return: 0 or a negative errno.
 */
int rcp_job_error(const struct rcp_job *job, u32 *status)
{
	*status = 0;
	/* The fence of the last copy is the fence of the whole, so it fails with any copy. */
	if (job->kind == RCP_JOB_COPY && job->copy.after && READ_ONCE(job->copy.after->error))
		return -EIO;
	if (job->kind != RCP_JOB_IB)
		return 0;
	if (READ_ONCE(job->queue->client->closed))
		return -ESRCH;
	/* A copy was given up, and the stream may use its destination. */
	if (READ_ONCE(job->sched->cancelling) ||
	    job->vram_lost != atomic_read(&job->sched->vram_lost)) {
		*status = RCP_CTX_STATUS_UNKNOWN;
		return -ECANCELED;
	}
	/* The stream may depend on an earlier stream of its queue that was lost. */
	if (job->breaks != atomic_read(&job->queue->breaks) ||
	    rcp_queue_is_banned(job->queue, job->account))
		return -ECANCELED;
	/* It joined the order as one that is cancelled, and stays so. */
	if (job->turn.order.is_copy) {
		*status = RCP_CTX_STATUS_UNKNOWN;
		return -ECANCELED;
	}
	return 0;
}

/**
 * rcp_job_is_cancelled() - test whether a job would be cancelled if it got its turn now
 * @job: the job
 *
 * Context: any.
 * Return: true if its stream will not run.
 */
bool rcp_job_is_cancelled(const struct rcp_job *job)
{
	u32 status;

	return rcp_job_error(job, &status) || READ_ONCE(job->sched->dead) ||
	       READ_ONCE(job->sched->stopped);
}
