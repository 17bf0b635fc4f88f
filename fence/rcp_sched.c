// SPDX-License-Identifier: GPL-2.0
/*
 * The driver's side of the DRM scheduler.
 *
 * run_job only writes a few dwords to the ring.  The jobs of a queue complete in order, so a
 * cancelled job gets its turn like any other and writes only its fence.  run_job fails a job
 * directly only while the ring is empty for certain: the card is dead, suspended or gone.
 * rcp_direct.c submits jobs without dependencies while the scheduler holds none.
 *
 * The scheduler's own timeout is off: some kernels restart its timer for every job, so a stream of
 * short jobs could delay hang detection indefinitely.  The timeline records when the oldest job
 * became the oldest one, and rcp_reset.c handles the timeout.
 *
 * The DRM scheduler calls the backend ops here; drm/ pushes jobs and calls the setup;
 * rcp_reset.c stops and restarts.
 *
 * Locks: &rcp_sched.ring_lock is held while a job is written to the ring, and from
 * rcp_sched_stop() to rcp_sched_restart().
 */
#include <linux/ktime.h>
#include <linux/mm.h>

#include <rcp_drm.h>

#include "rcp_sched.h"

/* A job first waits for its turn, then for addresses: what waits for its turn holds none. */
static struct dma_fence *rcp_sched_prepare_job(struct drm_sched_job *base,
					       struct drm_sched_entity *entity)
{
	struct rcp_job *job = rcp_job_from(base);
	struct dma_fence *fence;

	if (rcp_job_is_cancelled(job))
		return NULL;
	fence = rcp_turn_wait(job);
	if (!fence && job->lease && rcp_turn_is_taken(job))
		fence = job->sched->ops->prepare(job);
	return fence;
}

static struct dma_fence *rcp_sched_run_job(struct drm_sched_job *base)
{
	struct rcp_job *job = rcp_job_from(base);
	struct rcp_sched *sched = job->sched;
	struct dma_fence *fence;
	bool cookie;
	int error;

	mutex_lock(&sched->ring_lock);
	error = READ_ONCE(sched->dead);
	if (!error && READ_ONCE(sched->stopped))
		error = -ECANCELED;
	if (error) {
		mutex_unlock(&sched->ring_lock);
		sched->ops->drop(job);
		rcp_turn_abort(job);
		/* The ring is empty, so the fence of this job overtakes no other. */
		if (job->kind == RCP_JOB_IB)
			rcp_queue_lost(job->queue, READ_ONCE(sched->dead) ?
				       0 : RCP_CTX_STATUS_UNKNOWN);
		return ERR_PTR(error);
	}
	cookie = dma_fence_begin_signalling();
	job->run_ns = ktime_get_ns();
	error = rcp_job_write(job);
	fence = error ? ERR_PTR(error) : dma_fence_get(&job->hw.base);
	dma_fence_end_signalling(cookie);
	mutex_unlock(&sched->ring_lock);
	return fence;
}

static void rcp_sched_free_job(struct drm_sched_job *base)
{
	struct rcp_job *job = rcp_job_from(base);

	job->sched->ops->done(job);
	atomic_dec(&job->sched->queued);
	rcp_job_free(job);
}

/* No timedout_job: the scheduler's own timeout is off. */
static const struct drm_sched_backend_ops rcp_sched_backend_ops = {
	.rcp_compat_prepare_job = rcp_sched_prepare_job,
	.run_job = rcp_sched_run_job,
	.free_job = rcp_sched_free_job,
};

static void rcp_sched_begin(struct rcp_job *job)
{
	lockdep_assert_held(&job->queue->lock);
	job->breaks = atomic_read(&job->queue->breaks);
	job->pushed_ns = ktime_get_ns();
	if (job->queue->client)
		atomic64_inc(&job->queue->client->jobs);
}

/**
 * rcp_sched_direct_begin() - take the ring for an armed job if it has nothing to wait for
 * @job: the job
 *
 * Context: may sleep; the caller holds &rcp_queue.lock.
 * Return: true if the caller must call rcp_sched_direct_end() next, false if it must call
 * rcp_sched_queue().
 */
bool rcp_sched_direct_begin(struct rcp_job *job)
{
	return rcp_direct_begin(job);
}

/**
 * rcp_sched_direct_end() - write a job to the ring after rcp_sched_direct_begin()
 * @job: the job, with addresses; the caller must not touch it any more
 *
 * Context: as rcp_sched_direct_begin().
 * Return: the job's seqno.
 */
u64 rcp_sched_direct_end(struct rcp_job *job)
{
	rcp_sched_begin(job);
	return rcp_direct_end(job);
}

/**
 * rcp_sched_queue() - push an armed job to the scheduler
 * @job: the job; the caller must not touch it any more
 *
 * Context: may sleep; the caller holds &rcp_queue.lock.
 */
void rcp_sched_queue(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;

	rcp_sched_begin(job);
	atomic_inc(&sched->queued);
	drm_sched_entity_push_job(&job->base);
}

/**
 * rcp_sched_push() - write an armed job to the ring, or push it to the scheduler
 * @job: the job, which needs no addresses; the caller must not touch it any more
 *
 * Context: may sleep; the caller holds &rcp_queue.lock.
 */
void rcp_sched_push(struct rcp_job *job)
{
	if (rcp_sched_direct_begin(job))
		rcp_sched_direct_end(job);
	else
		rcp_sched_queue(job);
}

/**
 * rcp_sched_is_idle() - test whether no job exists, neither of clients nor of the driver
 * @sched: the scheduler
 *
 * Context: process.
 * Return: true if all jobs are freed.
 */
bool rcp_sched_is_idle(struct rcp_sched *sched)
{
	rcp_job_reap(sched);
	return !atomic_read(&sched->live);
}

/**
 * rcp_sched_stop() - stop emission, and the frees by the scheduler
 * @sched: the scheduler
 *
 * Takes &rcp_sched.ring_lock.
 *
 * Context: process; sleeps; &rcp_sched.reset_lock is held.
 */
void rcp_sched_stop(struct rcp_sched *sched)
{
	lockdep_assert_held(&sched->reset_lock);
	drm_sched_stop(&sched->base, NULL);
	mutex_lock(&sched->ring_lock);
	rcp_turns_stop(&sched->turns);
}

/**
 * rcp_sched_restart() - undo rcp_sched_stop()
 * @sched: the scheduler
 *
 * Context: process; sleeps; &rcp_sched.reset_lock is held.
 */
void rcp_sched_restart(struct rcp_sched *sched)
{
	lockdep_assert_held(&sched->reset_lock);
	rcp_sched_fence_restore(sched);
	rcp_turns_restart(sched);
	mutex_unlock(&sched->ring_lock);
	rcp_compat_sched_start(&sched->base);
}

/* ---- life ---- */

/**
 * rcp_sched_setup() - allocate the stub of the fences and the workqueue of all cards
 *
 * Context: module init.
 * Return: 0 or -ENOMEM.
 */
int __init rcp_sched_setup(void)
{
	int ret = rcp_clients_setup();

	if (ret)
		return ret;
	ret = rcp_sched_fence_setup();
	if (ret)
		rcp_clients_cleanup();
	return ret;
}

/**
 * rcp_sched_cleanup() - undo rcp_sched_setup(), except for the stub of the fences
 *
 * Waits until the queues of all closed files are torn down.
 *
 * Context: module exit.
 */
void rcp_sched_cleanup(void)
{
	rcp_queues_wait();
	rcp_clients_cleanup();
	rcp_sched_fence_cleanup();
}

/**
 * rcp_sched_init() - initialise the scheduler of a card
 * @sched: the scheduler, zeroed
 * @card: the card, after rcp_card_init() and before rcp_card_start()
 * @ops: callbacks into drm/
 *
 * The caller calls rcp_reset_init() before it creates the first job.
 *
 * Context: may sleep.
 * Return: 0, -ENOMEM, or -EINVAL if the ring is too small for one job.
 */
int rcp_sched_init(struct rcp_sched *sched, struct rcp_card *card,
		   const struct rcp_sched_ops *ops)
{
	int ret;

	sched->card = card;
	sched->ops = ops;
	init_waitqueue_head(&sched->idle);
	spin_lock_init(&sched->lock);
	mutex_init(&sched->reset_lock);
	mutex_init(&sched->ring_lock);
	rcp_accounts_init(&sched->accounts, &sched->turns);
	sched->limit = rcp_emit_limit(card);
	if (!sched->limit)
		return -EINVAL;
	rcp_direct_init(sched);

	sched->scratch = kvmalloc_array(card->pm4.front->preamble_max_dw, sizeof(u32),
					GFP_KERNEL);
	if (!sched->scratch)
		return -ENOMEM;
	ret = rcp_late_init(&sched->timeline.late);
	if (ret)
		goto free_scratch;
	ret = -ENOMEM;
	sched->wq = alloc_ordered_workqueue("rcp-reset", WQ_MEM_RECLAIM);
	if (!sched->wq)
		goto free_late;

	rcp_emit_mark_all_live(sched);
	ret = rcp_compat_sched_init(&sched->base, &rcp_sched_backend_ops,
				    sched->limit - sched->direct_limit, MAX_SCHEDULE_TIMEOUT,
				    sched->wq, rcp_sched_stub->name, card->dev);
	if (ret)
		goto free_wq;

	sched->kernel = rcp_queue_create(sched, NULL, NULL, false);
	if (IS_ERR(sched->kernel)) {
		ret = PTR_ERR(sched->kernel);
		goto fini;
	}
	return 0;

fini:
	drm_sched_fini(&sched->base);
free_wq:
	destroy_workqueue(sched->wq);
free_late:
	rcp_late_fini(&sched->timeline.late);
free_scratch:
	kvfree(sched->scratch);
	return ret;
}

/**
 * rcp_sched_fini() - tear down the scheduler after the last client
 * @sched: the scheduler, after rcp_reset_close()
 *
 * Waits for the last job and the last queue.
 *
 * Context: may sleep.
 */
void rcp_sched_fini(struct rcp_sched *sched)
{
	rcp_queue_put(sched->kernel);
	/* Without a reap in the condition, which must not sleep: rcp_direct_work() does it. */
	rcp_job_reap(sched);
	wait_event(sched->idle, !atomic_read(&sched->live) && !atomic_read(&sched->queues));
	rcp_direct_fini(sched);
	rcp_account_put(sched->last);
	/* The last job or queue may still hold the lock in its wake-up. */
	spin_lock(&sched->lock);
	spin_unlock(&sched->lock);
	rcp_sched_fence_settle();
	drm_sched_fini(&sched->base);
	rcp_turns_fini(&sched->turns);
	WARN_ON(!list_empty(&sched->timeline.pending) || !sched->timeline.closed);
	destroy_workqueue(sched->wq);
	rcp_late_fini(&sched->timeline.late);
	rcp_accounts_fini(&sched->accounts);
	mutex_destroy(&sched->ring_lock);
	mutex_destroy(&sched->reset_lock);
	kvfree(sched->scratch);
}
