// SPDX-License-Identifier: GPL-2.0
/*
 * A job's life: created with all that it needs, given its dependencies, pushed,
 * freed.
 *
 * The stream waits in memory that is charged to its client, so a job that waits for
 * another driver's fence holds nothing that other clients need.
 *
 * rcp_job_create() to rcp_job_push() are called from the ioctls, rcp_job_cancel() from
 * run_job and the reset, rcp_job_free() by the scheduler.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "rcp_sched.h"

/**
 * rcp_job_create() - make a job with its fences
 * @queue: whose it is; for a stream the caller has room from rcp_queue_get_room(),
 *	which the job takes over
 * @kind: what it is to be
 *
 * Context: may sleep; reservations may be held.
 * Return: the job, or an ERR_PTR: -ENOMEM, -EIO if the card is dead, -ENODEV if it is
 * gone, -ECANCELED if the queue is banned; then the caller keeps the room.
 */
struct rcp_job *rcp_job_create(struct rcp_queue *queue, enum rcp_job_kind kind)
{
	struct rcp_sched *sched = queue->sched;
	struct rcp_job *job;
	int ret = rcp_sched_error(sched);

	rcp_direct_reap(sched);
	if (ret)
		return ERR_PTR(ret);
	if (rcp_queue_is_banned(queue))
		return ERR_PTR(-ECANCELED);

	job = kzalloc(sizeof(*job), GFP_KERNEL);
	if (!job)
		return ERR_PTR(-ENOMEM);
	ret = -ENOMEM;
	job->hw = rcp_fence_create(job);
	if (!job->hw)
		goto free_job;
	ret = rcp_compat_sched_job_init(&job->base, &queue->entity, queue,
					queue->client ? queue->client->id : 0);
	if (ret)
		goto free_fence;

	job->sched = sched;
	job->kind = kind;
	job->queue = queue;
	kref_get(&queue->kref);
	if (kind == RCP_JOB_COPY)
		atomic_inc(&queue->live);
	job->pid = task_tgid_nr(current);
	/* Without its lock: a name that is being changed is old, new, or between. */
	memcpy(job->comm, current->comm, sizeof(job->comm));
	job->hw->owner = kind == RCP_JOB_IB ? queue : NULL;
	job->hw->waiting = &queue->waiting;
	job->hw->tgid = job->pid;
	atomic_inc(&sched->live);
	return job;

free_fence:
	kfree(job->hw);
free_job:
	kfree(job);
	return ERR_PTR(ret);
}

/**
 * rcp_job_depend_fence() - have a job wait for a fence
 * @job: a job that is not armed
 * @fence: the fence; takes the caller's reference
 *
 * The scheduler keeps one fence of each context, and searches all that it has; so
 * signalled ones are left out, and those of jobs that are in the ring.
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int rcp_job_depend_fence(struct rcp_job *job, struct dma_fence *fence)
{
	if (dma_fence_is_signaled(fence) || rcp_sched_is_ahead(job->sched, fence)) {
		dma_fence_put(fence);
		return 0;
	}
	job->waits = true;
	/* This takes the reference, also when it fails. */
	return drm_sched_job_add_dependency(&job->base, fence);
}

/**
 * rcp_job_depend() - have a job wait for the users of a buffer
 * @job: a job that is not armed
 * @resv: the buffer's reservation, held
 * @usage: how far down the users count
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int rcp_job_depend(struct rcp_job *job, struct dma_resv *resv, enum dma_resv_usage usage)
{
	struct dma_resv_iter cursor;
	struct dma_fence *fence;
	int ret;

	dma_resv_for_each_fence(&cursor, resv, usage, fence) {
		ret = rcp_job_depend_fence(job, dma_fence_get(fence));
		if (ret)
			return ret;
		cond_resched();
	}
	return 0;
}

/**
 * rcp_job_free() - a job is over
 * @job: the job; the scheduler has cleaned up its side
 *
 * Context: process; fences may wait for it: no allocation.
 */
void rcp_job_free(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;

	if (job->seqno)
		dma_fence_put(&job->hw->base);
	else
		kfree(job->hw);
	rcp_queue_put_room(job->queue);
	rcp_queue_put(job->queue);
	kvfree(job->stream);
	kfree(job);
	/* After the last job the scheduler may go. */
	spin_lock(&sched->lock);
	if (atomic_dec_and_test(&sched->live)) {
		if (wq_has_sleeper(&sched->idle))
			wake_up_all(&sched->idle);
		if (sched->ops->idle)
			sched->ops->idle(sched);
	}
	spin_unlock(&sched->lock);
}

/**
 * rcp_job_discard() - drop a job that was not armed
 * @job: the job
 *
 * Context: may sleep.
 */
void rcp_job_discard(struct rcp_job *job)
{
	drm_sched_job_cleanup(&job->base);
	rcp_job_free(job);
}

/**
 * rcp_job_arm() - number a job; there is no way back from here
 * @job: a job whose dependencies are complete
 *
 * The caller holds &rcp_queue.lock until rcp_job_push().
 *
 * Context: may sleep.
 * Return: the fence that signals when the job is over, with a reference for
 * the caller.
 */
struct dma_fence *rcp_job_arm(struct rcp_job *job)
{
	struct rcp_queue *queue = job->queue;
	struct dma_fence *fence;

	lockdep_assert_held(&queue->lock);
	drm_sched_job_arm(&job->base);
	fence = dma_fence_get(&job->base.s_fence->finished);
	job->hw->writes_vram = job->writes_vram;
	if (job->kind == RCP_JOB_IB)
		job->number = rcp_queue_add(queue, fence);
	return fence;
}

/**
 * rcp_job_push() - give an armed job to the ring, or to the scheduler if it has to wait
 * @job: the job; not the caller's any more
 *
 * Context: may sleep.
 */
void rcp_job_push(struct rcp_job *job)
{
	struct rcp_queue *queue = job->queue;
	struct rcp_sched *sched = job->sched;

	lockdep_assert_held(&queue->lock);
	job->hangs = atomic_read(&queue->hangs);
	job->pushed_ns = ktime_get_ns();
	if (queue->client)
		atomic64_inc(&queue->client->jobs);
	if (rcp_direct_push(job))
		return;
	atomic_inc(&sched->queued);
	rcp_timeline_queued(&sched->timeline, job->hw);
	drm_sched_entity_push_job(&job->base);
}

/**
 * rcp_job_cancel() - a job of a client will not run, or not to its end
 * @job: the job; its fence has not signalled
 * @error: how it ends, a negative errno
 * @status: RCP_CTX_STATUS_* bits that say why, or 0
 *
 * Its fence has still to be written to the ring, so that it signals in order.
 *
 * Context: run_job, or the reset while the scheduler is stopped.
 */
void rcp_job_cancel(struct rcp_job *job, int error, u32 status)
{
	job->cancelled = true;
	dma_fence_set_error(&job->base.s_fence->finished, error);
	if (job->kind == RCP_JOB_IB)
		rcp_queue_lost(job->queue, status);
}
