// SPDX-License-Identifier: GPL-2.0
/*
 * The driver's side of the DRM scheduler.
 *
 * run_job only moves numbers into the ring.  Jobs of a queue complete in order:
 * a job that is not to run gets its turn like any other and writes its fence alone.
 * Only while nothing can be in the ring (a dead card, a sleeping or absent one) does
 * run_job fail at once.
 *
 * The scheduler's own timeout is off, since its clock starts again with every job on
 * some kernels, so that a stream of short jobs could delay hang detection for ever.
 * The timeline knows how long the oldest job has been the oldest; rcp_reset.c acts on
 * that.
 *
 * This is the one file that touches members of the scheduler's objects: the list of
 * pending jobs, to give them back their hardware fence after a stop, and the scheduler
 * and parent that a finished fence names.
 *
 * Locks: &rcp_sched.ring_lock is held while a job is written to the ring, and all the time
 * between rcp_sched_stop() and rcp_sched_restart().
 */
#include <linux/kmemleak.h>
#include <linux/ktime.h>
#include <linux/slab.h>

#include <rcp_drm.h>

#include "rcp_sched.h"

/*
 * What the fences of finished jobs name as their scheduler.  A fence may be asked for
 * its timeline's name when the device and even this module are gone, so this is never
 * freed.  Only the name is read.  The fences' code is the scheduler's own: its module
 * must outlast them, whichever driver used it.
 */
static struct rcp_sched_stub {
	struct drm_gpu_scheduler base;
	char name[4];
} *rcp_sched_stub;

/**
 * rcp_sched_write() - number a job and write it to the ring
 * @sched: the scheduler; &rcp_sched.ring_lock is held, and the card works
 * @job: the job
 *
 * Context: a fence waits for it: no allocation.
 * Return: 0 or an error; then the job's hardware fence has signalled with an error.
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
		/* The stream may rely on an earlier one of its queue that is lost. */
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
		/* The ring is empty, so this fence overtakes no other. */
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
 * A client that sets a deadline has the scheduler look at the parent without a reference,
 * but mark the fence under its lock before.  That look does not sleep, so all tasks are
 * past it when each has slept once.
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
 * rcp_sched_free() - a job is over, well or badly
 * @job: the job
 *
 * Context: process; fences may wait for it: no allocation.
 */
void rcp_sched_free(struct rcp_job *job)
{
	struct drm_sched_job *base = &job->base;

	rcp_sched_count_time(job);

	/*
	 * The scheduler's fence may be held (by a sync_file, another driver) long after
	 * this module is gone; so it must hold neither our fence nor our scheduler.
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

/* Not called: the scheduler's own timeout is off. */
static const struct drm_sched_backend_ops rcp_sched_backend_ops = {
	.run_job = rcp_sched_run_job,
	.free_job = rcp_sched_free_job,
};

/**
 * rcp_sched_eop() - the card finished something
 * @sched: the scheduler
 *
 * Context: any, also interrupts off.
 */
void rcp_sched_eop(struct rcp_sched *sched)
{
	rcp_timeline_process(&sched->timeline);
}

/**
 * rcp_sched_owns() - is a fence that of a job of this card?
 * @sched: the scheduler
 * @fence: the fence; the caller holds a reference
 *
 * Context: any.
 * Return: false also for most fences of jobs that are over.
 */
bool rcp_sched_owns(const struct rcp_sched *sched, struct dma_fence *fence)
{
	struct drm_sched_fence *s_fence = to_drm_sched_fence(fence);

	return s_fence && READ_ONCE(s_fence->sched) == &sched->base;
}

/**
 * rcp_sched_is_ahead() - is a fence that of a job in the ring, or of one that is over?
 * @sched: the scheduler
 * @fence: the fence; the caller holds a reference
 *
 * A job that is written to the ring now runs after it anyway.
 *
 * Context: any.
 */
bool rcp_sched_is_ahead(const struct rcp_sched *sched, struct dma_fence *fence)
{
	struct drm_sched_fence *s_fence = to_drm_sched_fence(fence);

	return s_fence && READ_ONCE(s_fence->sched) == &sched->base &&
	       dma_fence_is_signaled(&s_fence->scheduled);
}

/**
 * rcp_sched_until_ahead() - what to wait for until the ring's order does the rest
 * @sched: the scheduler
 * @fence: a fence; the caller holds a reference
 *
 * Context: any.
 * Return: NULL if rcp_sched_is_ahead() or the fence has signalled; else a fence that
 * lives as long as @fence.
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
 * rcp_sched_stop() - let no job be written to the ring or freed by the scheduler
 * @sched: the scheduler
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
 * drm_sched_stop() took the hardware fences from jobs that are not finished; they are
 * still the right ones, since a reset replaces none.
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
 * rcp_sched_setup() - allocate what the module needs once, before any card
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
	/* Fences point to it without a reference: it is never freed. */
	kmemleak_not_leak(rcp_sched_stub);
	strscpy(rcp_sched_stub->name, "rcp", sizeof(rcp_sched_stub->name));
	rcp_sched_stub->base.name = rcp_sched_stub->name;
	return 0;
}

/**
 * rcp_sched_cleanup() - undo rcp_sched_setup(), but for the fences' stub
 *
 * Waits until the last closed file is gone.
 *
 * Context: module exit.
 */
void rcp_sched_cleanup(void)
{
	rcp_queues_cleanup();
	/* The last rcp_sched_put_parent() */
	if (IS_ENABLED(CONFIG_TASKS_RCU))
		rcu_barrier_tasks();
	else
		rcu_barrier();
}

/**
 * rcp_sched_init() - make the way to the ring
 * @sched: the scheduler, zeroed
 * @card: the card; rcp_card_init() has been done, rcp_card_start() has not
 * @ops: how to call up
 *
 * rcp_reset_init() has to follow before the first job.
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
 * rcp_sched_fini() - the last client is gone
 * @sched: a scheduler that rcp_sched_close() closed
 *
 * Context: may sleep.
 */
void rcp_sched_fini(struct rcp_sched *sched)
{
	rcp_queue_put(sched->kernel);
	wait_event(sched->idle, rcp_sched_is_unused(sched));
	rcp_direct_fini(sched);
	/* The last job or queue may still be about to wake us. */
	spin_lock(&sched->lock);
	spin_unlock(&sched->lock);
	drm_sched_fini(&sched->base);
	rcp_timeline_fini(&sched->timeline);
	destroy_workqueue(sched->wq);
	mutex_destroy(&sched->ring_lock);
	mutex_destroy(&sched->reset_lock);
	kvfree(sched->scratch);
}
