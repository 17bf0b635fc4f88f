// SPDX-License-Identifier: GPL-2.0
/*
 * From the push of a job to the ring.
 *
 * A job that waits for nothing and is next goes to the ring in the ioctl itself: this saves two
 * switches to another thread and back, which cost more than the rest of a small submission.  Every
 * other job joins the list of its queue.  The first one of a queue waits for its dependencies, one
 * callback at a time, and then for its turn (rcp_turn.c); a job that waits for a fence is in no
 * list that is walked for others, and those that have signalled are looked at in parts.  One work
 * writes the jobs that are next: it binds their buffers first, which may mean to wait for jobs in
 * the ring, and then takes &rcp_sched.ring_lock.
 *
 * The jobs of a queue complete in order, so a cancelled job is written like any other, but only its
 * fence.  A job fails without the ring only while the ring is empty for certain: the card is dead,
 * suspended or gone.
 *
 * A job has the fences of the DRM scheduler, whose threads and queues are not used: each of its
 * picks walks all contexts, its policy depends on the kernel, and it would have a second order.
 *
 * drm/ pushes jobs and calls the setup.
 *
 * Locks: &rcp_sched.ring_lock is held while a job is written to the ring, and while rcp_reset.c
 * stops the scheduler.  A submission only tries it, because a reset may hold it for long.  What
 * fences wait for is annotated as such, in three parts of the work: the wait for the lock is in
 * none of them, because sections of its holders are inside of it.
 */
#include <linux/ktime.h>
#include <linux/mm.h>

#include <rcp_drm.h>

#include "rcp_sched.h"

/* Fences of jobs, and jobs, that the work looks at before it writes those that are next */
#define RCP_SCHED_STEPS		64u

/* A job that is next and waits for space looks again after this time at the latest. */
#define RCP_SCHED_POLL_NS	(10 * NSEC_PER_MSEC)

/* The error with which a job fails, because the card executes none. */
static int rcp_sched_is_off(const struct rcp_sched *sched)
{
	return READ_ONCE(sched->dead) ?: READ_ONCE(sched->stopped) ? -ECANCELED : 0;
}

/* The ring is empty, so the fence of the job overtakes no other. */
static void rcp_sched_fail(struct rcp_job *job, int error)
{
	struct rcp_sched *sched = job->sched;

	sched->ops->drop(job);
	rcp_turn_abort(job);
	if (job->kind == RCP_JOB_IB)
		rcp_queue_lost(job->queue, READ_ONCE(sched->dead) ? 0 : RCP_CTX_STATUS_UNKNOWN);
	dma_fence_set_error(&job->base.s_fence->finished, error);
	rcp_job_finish(job, ns_to_ktime(job->run_ns));
}

/*
 * Write a job to the ring, or fail it.  The scheduled fence signals first, because the job may
 * complete before the write returns.  Jobs that no longer depend on this one take
 * &rcp_sched.ring_lock after it.
 */
static void rcp_sched_write(struct rcp_job *job)
{
	struct drm_sched_fence *s_fence = job->base.s_fence;
	spinlock_t *lock = rcp_compat_fence_spinlock(&s_fence->scheduled);
	struct rcp_sched *sched = job->sched;
	bool cookie = dma_fence_begin_signalling();
	int error;

	lockdep_assert_held(&sched->ring_lock);
	error = rcp_sched_is_off(sched) ?: rcp_emit_begin(sched);
	spin_lock_irq(lock);
	dma_fence_signal_timestamp_locked(&s_fence->scheduled, ns_to_ktime(job->run_ns));
	spin_unlock_irq(lock);
	if (error)
		rcp_sched_fail(job, error);
	else
		rcp_job_write(job);
	dma_fence_end_signalling(cookie);
}

/* ---- the work ---- */

/* Let the work look at the first job of a queue. */
static void rcp_sched_look_at(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;

	llist_add(&job->woken, &sched->woken);
	/* From here on the job may end; with the last one only rcp_sched_fence_settle() waits. */
	rcp_turns_kick(&sched->turns);
}

static void rcp_sched_wake(struct dma_fence *fence, struct dma_fence_cb *cb)
{
	rcp_sched_look_at(container_of(cb, struct rcp_job, cb));
}

/*
 * The first job of a queue waits for its next dependency, or for its turn.  Returns false if @left
 * does not suffice for its fences that have signalled.
 */
static bool rcp_sched_step(struct rcp_job *job, unsigned int *left)
{
	struct dma_fence *fence;

	while ((fence = rcp_sched_job_dependency(job, left))) {
		if (!dma_fence_add_callback(fence, &job->cb, rcp_sched_wake))
			return true;
		cond_resched();
	}
	if (!*left)
		return false;
	rcp_turn_queue(job);
	return true;
}

/*
 * Let jobs go on whose fences have signalled: a part of them, so that a client whose jobs have
 * thousands of such fences does not delay the jobs that are next.  A job that is not through comes
 * after those that have woken until then.
 */
static void rcp_sched_step_woken(struct rcp_sched *sched)
{
	unsigned int left = RCP_SCHED_STEPS;
	struct rcp_job *job;

	if (!sched->stepping)
		sched->stepping = llist_reverse_order(llist_del_all(&sched->woken));
	while (sched->stepping && left) {
		job = llist_entry(sched->stepping, struct rcp_job, woken);
		sched->stepping = sched->stepping->next;
		if (!rcp_sched_step(job, &left))
			rcp_sched_look_at(job);
		else if (left)
			left--;
	}
	/* The kicks of those that woke until now led here. */
	if (sched->stepping || !llist_empty(&sched->woken))
		rcp_turns_kick(&sched->turns);
}

/* Bind the buffers of the job that is next.  Returns false if it must wait for space. */
static bool rcp_sched_bind(struct rcp_job *job)
{
	bool cookie, bound;

	if (!job->binding || rcp_job_is_cancelled(job))
		return true;
	cookie = dma_fence_begin_signalling();
	bound = job->sched->ops->prepare(job);
	dma_fence_end_signalling(cookie);
	return bound;
}

static void rcp_sched_run(struct rcp_sched *sched, struct rcp_job *job)
{
	unsigned int left = RCP_SCHED_STEPS;
	struct rcp_job *next;

	job->run_ns = ktime_get_ns();
	mutex_lock(&sched->ring_lock);
	/* With the lock: a submission that finds the queue empty must not be faster. */
	next = rcp_turn_pop(job);
	rcp_sched_write(job);
	mutex_unlock(&sched->ring_lock);
	if (next && !rcp_sched_step(next, &left))
		rcp_sched_look_at(next);
}

static void rcp_sched_work(struct work_struct *work)
{
	struct rcp_turns *turns = container_of(work, struct rcp_turns, work);
	struct rcp_sched *sched = container_of(turns, struct rcp_sched, turns);
	bool cookie = dma_fence_begin_signalling();
	struct rcp_job *job;

	rcp_sched_step_woken(sched);
	dma_fence_end_signalling(cookie);
	if (sched->binding && rcp_sched_bind(sched->binding)) {
		job = sched->binding;
		sched->binding = NULL;
		rcp_sched_run(sched, job);
	}
	/* No stream passes the one that waits for space, but copies do. */
	while ((job = rcp_turns_next(turns))) {
		if (rcp_sched_bind(job))
			rcp_sched_run(sched, job);
		else
			sched->binding = job;
		cond_resched();
	}
	if (sched->binding)
		rcp_turns_poll(turns, RCP_SCHED_POLL_NS);
}

/* ---- the push ---- */

static void rcp_sched_begin(struct rcp_job *job, u64 now)
{
	lockdep_assert_held(&job->queue->lock);
	job->breaks = atomic_read(&job->queue->breaks);
	job->pushed_ns = now;
	if (job->queue->client)
		atomic64_inc(&job->queue->client->jobs);
}

/**
 * rcp_sched_direct_may() - test whether rcp_sched_direct_begin() could write a job to the ring
 * @job: the job, with all its dependencies
 *
 * Context: any.
 * Return: false if the job waits for a fence, or behind another one of its queue.
 */
bool rcp_sched_direct_may(const struct rcp_job *job)
{
	return xa_empty(&job->dependencies) && list_empty_careful(&job->queue->jobs);
}

/**
 * rcp_sched_direct_begin() - take the ring for an armed job if it has nothing to wait for
 * @job: the job; rcp_sched_direct_may() was true
 *
 * Context: may sleep; the caller holds &rcp_queue.lock.
 * Return: true if the caller must call rcp_sched_direct_end() next, with &rcp_sched.ring_lock held
 * now; false if it must call rcp_sched_queue().
 */
bool rcp_sched_direct_begin(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;

	if (!mutex_trylock(&sched->ring_lock))
		return false;
	if (!rcp_sched_error(sched) && !READ_ONCE(sched->stopped) &&
	    !READ_ONCE(sched->cancelling) && rcp_turn_try(job))
		return true;
	mutex_unlock(&sched->ring_lock);
	return false;
}

/**
 * rcp_sched_direct_end() - write a job to the ring after rcp_sched_direct_begin()
 * @job: the job, with addresses; it is in the ring then, or has failed, and the caller must not
 *	touch it
 *
 * Context: as rcp_sched_direct_begin(); drops &rcp_sched.ring_lock.
 * Return: the job's seqno.
 */
u64 rcp_sched_direct_end(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;
	u64 seqno;

	/* rcp_turn_try() has read the time. */
	rcp_sched_begin(job, job->run_ns);
	rcp_sched_write(job);
	seqno = sched->timeline.emitted;
	mutex_unlock(&sched->ring_lock);
	return seqno;
}

/**
 * rcp_sched_queue() - push an armed job that waits
 * @job: the job; the caller must not touch it any more
 *
 * Context: may sleep; the caller holds &rcp_queue.lock.
 */
void rcp_sched_queue(struct rcp_job *job)
{
	unsigned int left = UINT_MAX;

	rcp_sched_begin(job, ktime_get_ns());
	if (rcp_turn_push(job))
		rcp_sched_step(job, &left);
}

/**
 * rcp_sched_push() - write an armed job to the ring, or let it wait
 * @job: the job, which needs no addresses; the caller must not touch it any more
 *
 * Context: may sleep; the caller holds &rcp_queue.lock.
 */
void rcp_sched_push(struct rcp_job *job)
{
	if (rcp_sched_direct_may(job) && rcp_sched_direct_begin(job))
		rcp_sched_direct_end(job);
	else
		rcp_sched_queue(job);
}

/* The DRM scheduler gets no job. */
static const struct drm_sched_backend_ops rcp_sched_backend_ops = { };

/* ---- life ---- */

static void rcp_sched_reap_work(struct work_struct *work)
{
	rcp_job_reap(container_of(to_delayed_work(work), struct rcp_sched, reap_work));
}

/**
 * rcp_sched_setup() - allocate the stub of the fences and the workqueue of all cards
 *
 * Context: module init.
 * Return: 0 or -ENOMEM.
 */
int __init rcp_sched_setup(void)
{
	int ret;

	rcp_client_wq = alloc_workqueue("rcp-queues", WQ_UNBOUND, 0);
	if (!rcp_client_wq)
		return -ENOMEM;
	ret = rcp_sched_fence_setup();
	if (ret)
		destroy_workqueue(rcp_client_wq);
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
	destroy_workqueue(rcp_client_wq);
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
	sched->turns.limit = rcp_emit_limit(card);
	if (!sched->turns.limit)
		return -EINVAL;
	init_llist_head(&sched->woken);
	init_llist_head(&sched->done);
	INIT_DELAYED_WORK(&sched->reap_work, rcp_sched_reap_work);
	INIT_WORK(&sched->turns.work, rcp_sched_work);

	sched->scratch = kvmalloc_array(card->pm4.front->preamble_max_dw, sizeof(u32),
					GFP_KERNEL);
	if (!sched->scratch)
		return -ENOMEM;
	ret = rcp_late_init(&sched->timeline.late, rcp_job_late);
	if (ret)
		goto free_scratch;
	ret = -ENOMEM;
	sched->wq = alloc_ordered_workqueue("rcp-reset", WQ_MEM_RECLAIM);
	if (!sched->wq)
		goto free_late;
	sched->turns.wq = alloc_ordered_workqueue("rcp-ring", WQ_HIGHPRI | WQ_MEM_RECLAIM);
	if (!sched->turns.wq)
		goto free_wq;

	rcp_emit_mark_all_live(sched);
	ret = rcp_compat_sched_init(&sched->base, &rcp_sched_backend_ops,
				    1, MAX_SCHEDULE_TIMEOUT, sched->wq, rcp_sched_stub->name,
				    card->dev);
	if (ret)
		goto free_turns_wq;

	sched->kernel = rcp_queue_create(sched, NULL, NULL, false);
	if (IS_ERR(sched->kernel)) {
		ret = PTR_ERR(sched->kernel);
		goto fini;
	}
	return 0;

fini:
	drm_sched_fini(&sched->base);
free_turns_wq:
	destroy_workqueue(sched->turns.wq);
free_wq:
	destroy_workqueue(sched->wq);
free_late:
	destroy_workqueue(sched->timeline.late.wq);
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
	/* Without a reap in the condition, which must not sleep: &rcp_sched.reap_work does it. */
	rcp_job_reap(sched);
	wait_event(sched->idle, !atomic_read(&sched->live) && !atomic_read(&sched->queues));
	/*
	 * rcp_job_finish() lists a job before it queues the work, and a submission may free the job
	 * in between.  The timeline holds this lock then, or late callbacks have run before.
	 */
	destroy_workqueue(sched->timeline.late.wq);
	spin_lock_irq(&sched->timeline.lock);
	spin_unlock_irq(&sched->timeline.lock);
	cancel_delayed_work_sync(&sched->reap_work);
	rcp_account_put(sched->last);
	/* The last job or queue may still hold the lock in its wake-up. */
	spin_lock(&sched->lock);
	spin_unlock(&sched->lock);
	rcp_sched_fence_settle();
	drm_sched_fini(&sched->base);
	hrtimer_cancel(&sched->turns.timer);
	WARN_ON(!list_empty(&sched->timeline.pending) || !sched->timeline.closed);
	destroy_workqueue(sched->turns.wq);
	destroy_workqueue(sched->wq);
	rcp_accounts_fini(&sched->accounts);
	mutex_destroy(&sched->ring_lock);
	mutex_destroy(&sched->reset_lock);
	kvfree(sched->scratch);
}
