// SPDX-License-Identifier: GPL-2.0
/*
 * What resets did to a queue: hangs, bans, jobs that were lost.
 *
 * The reset and rcp_job_write() account here; CTX_STATE and the submission of the next
 * job ask.
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
 * rcp_queue_too_slow() - account a job that was stopped, because its client had no credit
 * @queue: the queue of the job
 * @status: RCP_CTX_STATUS_* bits for the reason
 *
 * Not a hang: no strike, and the queue is not guilty.
 *
 * Context: as rcp_queue_blame().
 */
void rcp_queue_too_slow(struct rcp_queue *queue, u32 status)
{
	spin_lock(&queue->numbers);
	atomic_inc(&queue->breaks);
	queue->status |= status;
	queue->lost++;
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
		     struct rcp_queue_state *state)
{
	struct rcp_sched *sched = queue->sched;

	spin_lock(&queue->numbers);
	*state = (struct rcp_queue_state) {
		.status = queue->status,
		.hangs = atomic_read(&queue->hangs),
		.innocent = queue->innocent,
		.lost = queue->lost,
		.hang_seqno = queue->hang_seqno,
	};
	spin_unlock(&queue->numbers);
	if (rcp_queue_is_banned(queue, account))
		state->status |= RCP_CTX_STATUS_BANNED;
	if (queue->vram_lost != atomic_read(&sched->vram_lost))
		state->status |= RCP_CTX_STATUS_VRAM_LOST;
	if (READ_ONCE(sched->dead))
		state->status |= RCP_CTX_STATUS_DEAD;
}
