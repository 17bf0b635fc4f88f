// SPDX-License-Identifier: GPL-2.0
/*
 * The way past the scheduler.
 *
 * A job that has nothing to wait for, while the scheduler has no job at all, is written to
 * the ring by its own ioctl.  That saves two switches to the scheduler's thread and back,
 * which cost more than all else that a small submission does.  Whatever else takes the
 * scheduler's way: then its policy decides whose job is next, and the order in a queue is
 * that of pushing.
 *
 * The job keeps its scheduler fences, so nothing that waits for it sees a difference; the
 * hardware fence signals them.  A reset finds it on the timeline like any other job.  It is
 * freed by the next submission, or after a moment.
 *
 * What is lost are the scheduler's own trace events.  direct_submit=0 brings them back.
 *
 * Locks: &rcp_sched.ring_lock is tried, never waited for: a reset may have it for long.
 */
#include <linux/llist.h>
#include <linux/moduleparam.h>

#include "rcp_sched.h"

/* How long a job that is over may wait for being freed. */
#define RCP_DIRECT_REAP_JIFFIES	max_t(unsigned long, HZ / 10, 1)

static bool direct_submit = true;
module_param(direct_submit, bool, 0644);
MODULE_PARM_DESC(direct_submit,
		 "jobs that need not wait do not take the scheduler's way (default: yes)");

/* The job is over. */
static void rcp_direct_end(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;

	dma_fence_signal(&job->base.s_fence->finished);
	if (sched->ops->done)
		sched->ops->done(job);
	if (llist_add(&job->direct_node, &sched->direct_done))
		queue_delayed_work(sched->wq, &sched->direct_work, RCP_DIRECT_REAP_JIFFIES);
}

static void rcp_direct_done(struct dma_fence *fence, struct dma_fence_cb *cb)
{
	rcp_direct_end(container_of(cb, struct rcp_job, direct_cb));
}

static void rcp_direct_write(struct rcp_sched *sched, struct rcp_job *job)
{
	struct drm_sched_fence *s_fence = job->base.s_fence;
	bool cookie = dma_fence_begin_signalling();
	int ret;

	job->run_ns = job->pushed_ns;
	ret = rcp_sched_write(sched, job);
	if (ret)
		dma_fence_set_error(&s_fence->finished, ret);
	dma_fence_signal(&s_fence->scheduled);
	if (ret || dma_fence_add_callback(&job->hw->base, &job->direct_cb, rcp_direct_done))
		rcp_direct_end(job);
	dma_fence_end_signalling(cookie);
}

static bool rcp_direct_may(struct rcp_sched *sched)
{
	return !atomic_read(&sched->queued) &&
	       READ_ONCE(sched->timeline.count) < sched->direct_limit;
}

/**
 * rcp_direct_push() - write an armed job to the ring if it need not wait
 * @job: the job
 *
 * Context: the caller holds &rcp_queue.lock.
 * Return: false if it has to take the scheduler's way; else it is not the caller's any more.
 */
bool rcp_direct_push(struct rcp_job *job)
{
	struct rcp_sched *sched = job->sched;
	bool may;

	if (job->waits || !READ_ONCE(direct_submit) || !rcp_direct_may(sched))
		return false;
	if (!mutex_trylock(&sched->ring_lock))
		return false;
	may = rcp_direct_may(sched) && !rcp_sched_error(sched) && !READ_ONCE(sched->stopped) &&
	      !READ_ONCE(sched->cancelling);
	if (may)
		rcp_direct_write(sched, job);
	mutex_unlock(&sched->ring_lock);
	return may;
}

/**
 * rcp_direct_reap() - free the jobs that are over
 * @sched: the scheduler
 *
 * Context: process; fences may wait for it: no allocation.
 */
void rcp_direct_reap(struct rcp_sched *sched)
{
	struct rcp_job *job, *next;
	struct llist_node *done;

	if (llist_empty(&sched->direct_done))
		return;
	done = llist_reverse_order(llist_del_all(&sched->direct_done));
	llist_for_each_entry_safe(job, next, done, direct_node)
		rcp_sched_free(job);
}

static void rcp_direct_work(struct work_struct *work)
{
	rcp_direct_reap(container_of(to_delayed_work(work), struct rcp_sched, direct_work));
}

/**
 * rcp_direct_init() - prepare the way past the scheduler
 * @sched: the scheduler; its limit is known
 */
void rcp_direct_init(struct rcp_sched *sched)
{
	init_llist_head(&sched->direct_done);
	INIT_DELAYED_WORK(&sched->direct_work, rcp_direct_work);
	sched->direct_limit = sched->limit / 2;
}

/**
 * rcp_direct_fini() - the last job is over and freed
 * @sched: the scheduler
 *
 * Context: may sleep.
 */
void rcp_direct_fini(struct rcp_sched *sched)
{
	/* It may have been freed before rcp_direct_end() had queued the work. */
	spin_lock_irq(&sched->timeline.lock);
	spin_unlock_irq(&sched->timeline.lock);
	cancel_delayed_work_sync(&sched->direct_work);
}
