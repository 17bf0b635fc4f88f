// SPDX-License-Identifier: GPL-2.0
/*
 * Direct submission: jobs that bypass the DRM scheduler.
 *
 * If a job has no dependencies and the scheduler holds no job, the ioctl itself writes the
 * job to the ring.  This saves two switches to the scheduler's thread and back, which cost
 * more than the rest of a small submission.  Every other job goes through the scheduler, so
 * that the jobs of a queue run in the order in which they were pushed.
 *
 * A direct job keeps its scheduler fences, and the timeline signals them, so waiters see no
 * difference.  A reset finds the job on the timeline like any other.
 *
 * The scheduler's trace events do not cover direct jobs.  direct_submit=0 brings them back.
 *
 * Called by rcp_sched_push().  rcp_job_reap() frees completed jobs; it runs in the next
 * submission, in checks for an idle scheduler, in fdinfo, and in the delayed work.
 *
 * Locks: rcp_direct_begin() only tries &rcp_sched.ring_lock, because a reset may hold it for
 * long.
 */
#include <linux/llist.h>
#include <linux/moduleparam.h>

#include "rcp_sched_types.h"

/* A completed job is freed after this time at the latest. */
#define RCP_DIRECT_REAP_JIFFIES	max_t(unsigned long, HZ / 10, 1)

static bool direct_submit = true;
module_param(direct_submit, bool, 0644);
MODULE_PARM_DESC(direct_submit,
		 "Bypass an idle scheduler for jobs without dependencies (default: yes)");

/*
 * Leave a job whose fence has signalled to rcp_job_reap(), because freeing needs process context.
 * Work that is pending runs later than the test, and finds the job.
 */
static void rcp_direct_over(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;

	sched->ops->done(job);
	if (llist_add(&job->direct_node, &sched->direct_done) &&
	    !delayed_work_pending(&sched->direct_work))
		queue_delayed_work(sched->wq, &sched->direct_work, RCP_DIRECT_REAP_JIFFIES);
}

/* Complete a job.  The timeline calls this under &rcp_timeline.lock, so interrupts are off. */
static void rcp_direct_finish(struct rcp_job *job, ktime_t when)
{
	struct dma_fence *fence = &job->base.s_fence->finished;
	spinlock_t *lock = rcp_compat_fence_spinlock(fence);

	spin_lock(lock);
	dma_fence_signal_timestamp_locked(fence, when);
	spin_unlock(lock);
	rcp_direct_over(job);
}

/*
 * The scheduled fence signals first, because the job may complete before the write returns.  Jobs
 * that no longer depend on this one take &rcp_sched.ring_lock after it.
 */
static void rcp_direct_write(struct rcp_sched *sched, struct rcp_job *job)
{
	struct drm_sched_fence *s_fence = job->base.s_fence;
	spinlock_t *lock = rcp_compat_fence_spinlock(&s_fence->scheduled);
	bool cookie = dma_fence_begin_signalling();
	int ret;

	job->run_ns = job->pushed_ns;
	job->hw.finish = rcp_direct_finish;
	spin_lock_irq(lock);
	dma_fence_signal_timestamp_locked(&s_fence->scheduled, ns_to_ktime(job->run_ns));
	spin_unlock_irq(lock);
	ret = rcp_job_write(job);
	if (ret) {
		dma_fence_set_error(&s_fence->finished, ret);
		dma_fence_signal_timestamp(&s_fence->finished, ns_to_ktime(job->run_ns));
		rcp_direct_over(job);
	}
	dma_fence_end_signalling(cookie);
}

static bool rcp_direct_is_for(const struct rcp_job *job)
{
	return !job->waits && READ_ONCE(direct_submit);
}

static bool rcp_direct_has_room(struct rcp_sched *sched)
{
	return !atomic_read(&sched->queued) &&
	       READ_ONCE(sched->timeline.count) < sched->direct_limit;
}

/**
 * rcp_direct_may() - test whether rcp_direct_begin() would probably write a job to the ring
 * @job: the job, with all its dependencies
 *
 * Context: any.
 * Return: false if the job waits for a fence, or if the scheduler has jobs.
 */
bool rcp_direct_may(const struct rcp_job *job)
{
	return rcp_direct_is_for(job) && rcp_direct_has_room(job->sched);
}

/**
 * rcp_direct_begin() - take the ring for an armed job that has nothing to wait for
 * @job: the job
 *
 * Context: the caller holds &rcp_queue.lock.
 * Return: true if the caller must call rcp_direct_end(), with &rcp_sched.ring_lock held now; false
 * if the caller must push the job to the scheduler.
 */
bool rcp_direct_begin(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;

	if (!rcp_direct_is_for(job) || !mutex_trylock(&sched->ring_lock))
		return false;
	if (rcp_direct_has_room(sched) && !rcp_sched_error(sched) &&
	    !READ_ONCE(sched->stopped) && !READ_ONCE(sched->cancelling) && rcp_turn_try(job))
		return true;
	mutex_unlock(&sched->ring_lock);
	return false;
}

/**
 * rcp_direct_end() - write a job to the ring after rcp_direct_begin()
 * @job: the job; it is in the ring then, or has failed, and the caller must not touch it
 *
 * Context: as rcp_direct_begin(); drops &rcp_sched.ring_lock.
 * Return: the job's seqno.
 */
u64 rcp_direct_end(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;
	u64 seqno;

	rcp_direct_write(sched, job);
	seqno = sched->timeline.emitted;
	mutex_unlock(&sched->ring_lock);
	return seqno;
}

static void rcp_direct_work(struct work_struct *work)
{
	rcp_job_reap(container_of(to_delayed_work(work), struct rcp_sched, direct_work));
}

/**
 * rcp_direct_init() - initialise direct submission
 * @sched: the scheduler; &rcp_sched.limit is set
 *
 * Context: may sleep.
 */
void rcp_direct_init(struct rcp_sched *sched)
{
	init_llist_head(&sched->direct_done);
	INIT_DELAYED_WORK(&sched->direct_work, rcp_direct_work);
	sched->direct_limit = sched->limit / 2;
}

/**
 * rcp_direct_fini() - stop the delayed work
 * @sched: the scheduler; its last job is freed
 *
 * Context: may sleep.
 */
void rcp_direct_fini(struct rcp_sched *sched)
{
	/*
	 * rcp_direct_finish() lists a job before it queues the work, and a submission may free
	 * the job in between.  The fence callback holds this lock, so wait for it here.
	 */
	spin_lock_irq(&sched->timeline.lock);
	spin_unlock_irq(&sched->timeline.lock);
	cancel_delayed_work_sync(&sched->direct_work);
}
