// SPDX-License-Identifier: GPL-2.0
/*
 * The driver's side of the DRM scheduler.
 *
 * run_job only writes a few dwords to the ring.  The jobs of a queue complete in order, so a
 * cancelled job gets its turn like any other and writes only its fence.  run_job fails a job
 * directly only while the ring is empty for certain: the card is dead, suspended or gone.
 *
 * The scheduler's own timeout is off: some kernels restart its timer for every job, so a
 * stream of short jobs could delay hang detection for ever.  The timeline tracks since when
 * the oldest job has been the oldest one, and rcp_reset.c handles the timeout.
 *
 * This is the only file that touches members of scheduler objects: the pending list, to
 * restore the hardware fences after drm_sched_stop(), and the scheduler and parent of a
 * finished fence.
 *
 * The DRM scheduler calls the backend ops here; drm/ calls the setup and the tests on fences;
 * rcp_reset.c stops and restarts.
 *
 * Locks: &rcp_sched.ring_lock is held while a job is written to the ring, and from
 * rcp_sched_stop() to rcp_sched_restart().
 */
#include <linux/kmemleak.h>
#include <linux/ktime.h>
#include <linux/slab.h>

#include <rcp_drm.h>

#include "rcp_sched.h"

/*
 * The scheduler that fences of finished jobs point to.  A fence holder may ask for the
 * timeline name after the device and this module are gone, so the stub is never freed.  Only
 * its name is read.  The code of these fences belongs to the scheduler module, which has to
 * outlive them for every driver that uses it.
 */
static struct rcp_sched_stub {
	struct drm_gpu_scheduler base;
	char name[4];
} *rcp_sched_stub;

/**
 * rcp_sched_write() - assign a seqno to a job and write it to the ring
 * @sched: the scheduler; the card works
 * @job: the job
 *
 * Context: &rcp_sched.ring_lock is held; must not allocate, because fences wait for it.
 * Return: 0 or an error.  On error the card does not see the job; its hardware fence has
 * signalled with an error, or was never pending.
 */
int rcp_sched_write(struct rcp_sched *sched, struct rcp_job *job)
{
	int ret;

	lockdep_assert_held(&sched->ring_lock);
	if (job->kind == RCP_JOB_IB) {
		if (READ_ONCE(job->queue->client->closed))
			rcp_job_cancel(job, -ESRCH, 0);
		else if (READ_ONCE(sched->cancelling))
			rcp_job_cancel(job, -ECANCELED, RCP_CTX_STATUS_UNKNOWN);
		/* The stream may depend on an earlier stream of its queue that was lost. */
		else if (job->hangs != atomic_read(&job->queue->hangs) ||
			 rcp_queue_is_banned(job->queue))
			rcp_job_cancel(job, -ECANCELED, 0);
	}
	job->seqno = rcp_timeline_next(&sched->timeline, job->hw);
	if (sched->ops->run)
		sched->ops->run(job);
	ret = rcp_timeline_add(&sched->timeline, job->hw);
	if (!ret) {
		ret = rcp_emit_job(sched, job);
		if (ret)
			rcp_timeline_drop(&sched->timeline, job->hw);
	}
	return ret;
}

static struct dma_fence *rcp_sched_run_job(struct drm_sched_job *base)
{
	struct rcp_job *job = rcp_job_from(base);
	struct rcp_sched *sched = job->sched;
	struct dma_fence *fence;
	bool cookie;
	int error;

	rcp_timeline_unqueued(&sched->timeline, job->hw);
	mutex_lock(&sched->ring_lock);
	error = READ_ONCE(sched->dead);
	if (!error && READ_ONCE(sched->stopped))
		error = -ECANCELED;
	if (error) {
		mutex_unlock(&sched->ring_lock);
		/* The ring is empty, so the fence of this job overtakes no other. */
		if (job->kind == RCP_JOB_IB)
			rcp_queue_lost(job->queue, READ_ONCE(sched->dead) ?
				       0 : RCP_CTX_STATUS_UNKNOWN);
		return ERR_PTR(error);
	}
	cookie = dma_fence_begin_signalling();
	job->run_ns = ktime_get_ns();
	error = rcp_sched_write(sched, job);
	fence = error ? ERR_PTR(error) : dma_fence_get(&job->hw->base);
	dma_fence_end_signalling(cookie);
	mutex_unlock(&sched->ring_lock);
	return fence;
}

/* Add the time that a job spent on the card to its client. */
static void rcp_sched_count_time(struct rcp_job *job)
{
	struct rcp_card *card = job->sched->card;
	u64 from, to;

	if (!job->seqno || job->cancelled || !job->queue->client ||
	    READ_ONCE(job->sched->stopped))
		return;
	from = rcp_card_stamp(card, job->stamp);
	to = rcp_card_stamp(card, job->stamp + 1);
	if (to > from)
		atomic64_add(to - from, &job->queue->client->busy_ticks);
}

static void rcp_sched_put_parent(struct rcu_head *head)
{
	dma_fence_put(&container_of(head, struct rcp_fence, rcu)->base);
}

/*
 * Drop the parent of a scheduler fence.  When a client sets a deadline, the scheduler marks
 * the fence under its lock and then reads the parent without a reference.  The read does not
 * sleep, so a grace period of tasks RCU is enough to delay the put.
 */
static void rcp_sched_drop_parent(struct drm_sched_fence *s_fence)
{
	struct dma_fence *parent;
	bool seen = false;

	spin_lock_irq(&s_fence->lock);
	parent = s_fence->parent;
	s_fence->parent = NULL;
#ifdef DRM_SCHED_FENCE_FLAG_HAS_DEADLINE_BIT
	seen = test_bit(DRM_SCHED_FENCE_FLAG_HAS_DEADLINE_BIT, &s_fence->finished.flags);
#endif
	spin_unlock_irq(&s_fence->lock);
	if (parent && seen)
		call_rcu_tasks(&container_of(parent, struct rcp_fence, base)->rcu,
			       rcp_sched_put_parent);
	else
		dma_fence_put(parent);
}

/**
 * rcp_sched_free() - free a completed or failed job
 * @job: the job
 *
 * Context: process; must not allocate, because fences may wait for the caller.
 */
void rcp_sched_free(struct rcp_job *job)
{
	struct drm_sched_job *base = &job->base;

	rcp_sched_count_time(job);

	/*
	 * A sync_file or another driver may hold the scheduler fence after this module is
	 * gone, so it must point neither to the hardware fence nor to this scheduler.
	 */
	rcp_sched_drop_parent(base->s_fence);
	WRITE_ONCE(base->s_fence->sched, &rcp_sched_stub->base);

	drm_sched_job_cleanup(base);
	rcp_job_free(job);
}

static void rcp_sched_free_job(struct drm_sched_job *base)
{
	struct rcp_job *job = rcp_job_from(base);

	if (job->sched->ops->done)
		job->sched->ops->done(job);
	atomic_dec(&job->sched->queued);
	rcp_sched_free(job);
}

/* No timedout_job: the scheduler's own timeout is off. */
static const struct drm_sched_backend_ops rcp_sched_backend_ops = {
	.run_job = rcp_sched_run_job,
	.free_job = rcp_sched_free_job,
};

/**
 * rcp_sched_eop() - signal the fences of finished jobs after an end-of-pipe interrupt
 * @sched: the scheduler
 *
 * Context: any, including interrupts off.
 */
void rcp_sched_eop(struct rcp_sched *sched)
{
	rcp_timeline_process(&sched->timeline);
}

/**
 * rcp_sched_owns() - test whether a fence belongs to a job of this card
 * @sched: the scheduler
 * @fence: the fence; the caller holds a reference
 *
 * Context: any.
 * Return: true for a job of this card that is not freed; false for all other fences,
 * including those of freed jobs of this card.
 */
bool rcp_sched_owns(const struct rcp_sched *sched, struct dma_fence *fence)
{
	struct drm_sched_fence *s_fence = to_drm_sched_fence(fence);

	return s_fence && READ_ONCE(s_fence->sched) == &sched->base;
}

/**
 * rcp_sched_is_ahead() - test whether a fence belongs to a job that is in the ring or complete
 * @sched: the scheduler
 * @fence: the fence; the caller holds a reference
 *
 * A job that is written to the ring later runs after that job without waiting for the fence.
 *
 * Context: any.
 * Return: true if the job has been written to the ring of this card and is not freed.
 */
bool rcp_sched_is_ahead(const struct rcp_sched *sched, struct dma_fence *fence)
{
	struct drm_sched_fence *s_fence = to_drm_sched_fence(fence);

	return s_fence && READ_ONCE(s_fence->sched) == &sched->base &&
	       dma_fence_is_signaled(&s_fence->scheduled);
}

/**
 * rcp_sched_until_ahead() - find the fence to wait for before the ring's order is enough
 * @sched: the scheduler
 * @fence: a fence; the caller holds a reference
 *
 * A job of this card only has to reach the ring, so its scheduled fence is enough.
 *
 * Context: any.
 * Return: NULL if rcp_sched_is_ahead() or @fence has signalled; else the fence to wait for,
 * which lives as long as @fence.
 */
struct dma_fence *rcp_sched_until_ahead(const struct rcp_sched *sched, struct dma_fence *fence)
{
	struct drm_sched_fence *s_fence = to_drm_sched_fence(fence);

	if (dma_fence_is_signaled(fence))
		return NULL;
	if (!s_fence || READ_ONCE(s_fence->sched) != &sched->base)
		return fence;
	return dma_fence_is_signaled(&s_fence->scheduled) ? NULL : &s_fence->scheduled;
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
}

/**
 * rcp_sched_restart() - undo rcp_sched_stop()
 * @sched: the scheduler
 *
 * drm_sched_stop() took the hardware fences away from unfinished jobs.  Restore them: a reset
 * does not replace fences, so they are still valid.
 *
 * Context: process; sleeps; &rcp_sched.reset_lock is held.
 */
void rcp_sched_restart(struct rcp_sched *sched)
{
	struct drm_sched_job *base;

	lockdep_assert_held(&sched->reset_lock);
	list_for_each_entry(base, &sched->base.pending_list, list) {
		struct rcp_job *job = rcp_job_from(base);

		if (!base->s_fence->parent && job->seqno)
			base->s_fence->parent = dma_fence_get(&job->hw->base);
	}
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
	int ret = rcp_queues_setup();

	if (ret)
		return ret;
	rcp_sched_stub = kzalloc(sizeof(*rcp_sched_stub), GFP_KERNEL);
	if (!rcp_sched_stub) {
		rcp_queues_cleanup();
		return -ENOMEM;
	}
	/* Fences point to the stub without a reference, so it is never freed. */
	kmemleak_not_leak(rcp_sched_stub);
	strscpy(rcp_sched_stub->name, "rcp", sizeof(rcp_sched_stub->name));
	rcp_sched_stub->base.name = rcp_sched_stub->name;
	return 0;
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
	rcp_queues_cleanup();
	/* Wait for the last rcp_sched_put_parent(), which is code of this module. */
	if (IS_ENABLED(CONFIG_TASKS_RCU))
		rcu_barrier_tasks();
	else
		rcu_barrier();
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
	sched->limit = rcp_emit_limit(card);
	if (!sched->limit)
		return -EINVAL;
	rcp_direct_init(sched);

	sched->scratch = kvmalloc_array(PM4_HARMLESS_MAX_DW, sizeof(u32), GFP_KERNEL);
	if (!sched->scratch)
		return -ENOMEM;
	ret = -ENOMEM;
	sched->wq = alloc_ordered_workqueue("rcp-reset", WQ_MEM_RECLAIM);
	if (!sched->wq)
		goto free_scratch;

	rcp_emit_forget(sched);
	ret = rcp_compat_sched_init(&sched->base, &rcp_sched_backend_ops,
				    sched->limit - sched->direct_limit, MAX_SCHEDULE_TIMEOUT,
				    sched->wq, rcp_sched_stub->name, card->dev);
	if (ret)
		goto free_wq;

	sched->kernel = rcp_queue_create(sched, NULL, false);
	if (IS_ERR(sched->kernel)) {
		ret = PTR_ERR(sched->kernel);
		goto fini;
	}
	return 0;

fini:
	drm_sched_fini(&sched->base);
free_wq:
	destroy_workqueue(sched->wq);
free_scratch:
	kvfree(sched->scratch);
	return ret;
}

static bool rcp_sched_is_unused(struct rcp_sched *sched)
{
	return rcp_sched_is_idle(sched) && !atomic_read(&sched->queues);
}

/**
 * rcp_sched_fini() - tear down the scheduler after the last client
 * @sched: the scheduler, after rcp_sched_close()
 *
 * Waits for the last job and the last queue.
 *
 * Context: may sleep.
 */
void rcp_sched_fini(struct rcp_sched *sched)
{
	rcp_queue_put(sched->kernel);
	wait_event(sched->idle, rcp_sched_is_unused(sched));
	rcp_direct_fini(sched);
	/* The last job or queue may still hold the lock in its wake-up. */
	spin_lock(&sched->lock);
	spin_unlock(&sched->lock);
	drm_sched_fini(&sched->base);
	rcp_timeline_fini(&sched->timeline);
	destroy_workqueue(sched->wq);
	mutex_destroy(&sched->ring_lock);
	mutex_destroy(&sched->reset_lock);
	kvfree(sched->scratch);
}
