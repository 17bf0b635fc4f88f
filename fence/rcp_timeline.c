// SPDX-License-Identifier: GPL-2.0
/*
 * Seqnos of the card, and the jobs that wait for them.
 *
 * A job gets its seqno when it is written to the ring, so seqnos grow in the order in which
 * the CP executes jobs.  The CP writes the seqno of a job back when all work before it has
 * left the pipe.  rcp_timeline_process() reads the written-back seqno and signals the fences of all
 * jobs up to it.
 *
 * A client may see a completion through poll() or a syncobj, where no driver code runs.  So
 * the HDP is flushed before the fence of a job that writes VRAM signals; otherwise the CPU
 * may read stale data.
 *
 * Called from rcp_job_write() and the reset, one at a time, and from the interrupt
 * handler, the watchdog timer, and what may be faster than the interrupt: a submission that finds
 * no place in the ring, and a wait.
 *
 * Locks: &rcp_timeline.lock serialises these callers; fences signal under it, with few callbacks
 * of clients (rcp_late.c).  All functions are part of the signalling path: none allocates, and only
 * rcp_timeline_close() waits.
 */
#include <linux/jiffies.h>
#include <linux/ktime.h>

#include "rcp_sched_types.h"
#include "../ring/rcp_card.h"

/* Poll interval of the watchdog: a lost interrupt delays a fence by at most this. */
#define RCP_WATCHDOG_JIFFIES	max_t(unsigned long, HZ / 5, 1)

/* The deadline may come nearer before the watchdog runs, by no more than an interval of it. */
static void rcp_timeline_arm_watchdog(struct rcp_timeline *tl)
{
	u64 now = ktime_get_ns(), at = tl->ops->deadline(tl);
	unsigned long wait = RCP_WATCHDOG_JIFFIES;

	if (at > now && at - now < jiffies_to_nsecs(wait))
		wait = nsecs_to_jiffies(at - now) + 1;
	mod_timer(&tl->watchdog, jiffies + wait);
}

/**
 * rcp_timeline_add() - add a job to the pending list
 * @tl: the timeline
 * @job: a job with the next seqno
 *
 * Called before the job is written to the ring, because its interrupt may come immediately.
 *
 * Context: &rcp_sched.ring_lock is held.
 */
void rcp_timeline_add(struct rcp_timeline *tl, struct rcp_job *job)
{
	unsigned long flags;

	rcp_late_split(&tl->late, &job->late);
	spin_lock_irqsave(&tl->lock, flags);
	list_add_tail(&job->pending, &tl->pending);
	WRITE_ONCE(tl->count, tl->count + 1);
	if (!timer_pending(&tl->watchdog))
		rcp_timeline_arm_watchdog(tl);
	spin_unlock_irqrestore(&tl->lock, flags);
}

/* Finish the oldest pending job.  The lock is held. */
static void rcp_timeline_finish_first(struct rcp_timeline *tl)
{
	struct rcp_job *job = rcp_timeline_first(tl);
	ktime_t now = ktime_get();

	lockdep_assert_held(&tl->lock);
	list_del(&job->pending);
	WRITE_ONCE(tl->count, tl->count - 1);
	WRITE_ONCE(tl->signalled, job->seqno);
	tl->ops->left(job, ktime_to_ns(now));
	rcp_late_split(&tl->late, &job->late);
	tl->ops->finish(job, now);
}

/* Finish the jobs up to the written-back seqno.  The lock is held. */
static unsigned int rcp_timeline_process_locked(struct rcp_timeline *tl)
{
	struct rcp_job *first;
	unsigned int count = 0;
	bool synced = false;
	u64 done;

	lockdep_assert_held(&tl->lock);
	/* The card may be gone when the timeline is closed, so do not read its seqno. */
	done = tl->frozen || tl->closed ? 0 : rcp_card_seqno(tl->card);
	while ((first = rcp_timeline_first(tl)) && first->seqno <= done) {
		/*
		 * One flush covers all jobs up to @done.  A buffer may have been mapped while its
		 * job ran, so ask now.
		 */
		if (first->writes_vram && !synced &&
		    rcp_vram_needs_flush(tl->card, first->cpu_maps)) {
			rcp_hdp_flush(tl->card);
			synced = true;
		}
		rcp_timeline_finish_first(tl);
		count++;
	}
	/* Pairs with rcp_timeline_completed(): after the signals, and the flush of the HDP. */
	smp_store_release(&tl->completed, tl->signalled);
	return count;
}

/**
 * rcp_timeline_process() - finish the jobs up to the written-back seqno
 * @tl: the timeline
 *
 * Context: any.
 * Return: number of jobs that were finished.
 */
unsigned int rcp_timeline_process(struct rcp_timeline *tl)
{
	bool cookie = dma_fence_begin_signalling();
	unsigned long flags;
	unsigned int count;

	spin_lock_irqsave(&tl->lock, flags);
	count = rcp_timeline_process_locked(tl);
	spin_unlock_irqrestore(&tl->lock, flags);
	dma_fence_end_signalling(cookie);
	return count;
}

/**
 * rcp_timeline_fence() - get the fence of a job that the card has not completed
 * @tl: the timeline
 * @seqno: the job's seqno; it is in the ring, or has left it
 *
 * Finishes the jobs that are complete first.  The search begins with the last job, and is no longer
 * than the ring.
 *
 * Context: process.
 * Return: the fence, with a reference; NULL if the job is over.
 */
struct dma_fence *rcp_timeline_fence(struct rcp_timeline *tl, u64 seqno)
{
	bool cookie = dma_fence_begin_signalling();
	struct dma_fence *fence = NULL;
	struct rcp_job *job;

	spin_lock_irq(&tl->lock);
	rcp_timeline_process_locked(tl);
	list_for_each_entry_reverse(job, &tl->pending, pending) {
		if (job->seqno > seqno)
			continue;
		if (job->seqno == seqno)
			fence = dma_fence_get(job->late.fence);
		break;
	}
	spin_unlock_irq(&tl->lock);
	dma_fence_end_signalling(cookie);
	return fence;
}

/**
 * rcp_timeline_abort() - finish all pending jobs of a card that will not execute them
 * @tl: the timeline
 *
 * The fence of each job has its error.
 *
 * Context: any; the scheduler is stopped.
 */
void rcp_timeline_abort(struct rcp_timeline *tl)
{
	bool cookie = dma_fence_begin_signalling();
	unsigned long flags;

	spin_lock_irqsave(&tl->lock, flags);
	while (!list_empty(&tl->pending))
		rcp_timeline_finish_first(tl);
	/* Pairs with rcp_timeline_completed(): after the signals, and the flush of the HDP. */
	smp_store_release(&tl->completed, tl->signalled);
	spin_unlock_irqrestore(&tl->lock, flags);
	dma_fence_end_signalling(cookie);
}

/**
 * rcp_timeline_is_overdue() - test whether the oldest job exceeds its timeout
 * @tl: the timeline
 *
 * Context: any.
 * Return: true if it does; false if it does not, or if no job is pending.
 */
bool rcp_timeline_is_overdue(struct rcp_timeline *tl)
{
	unsigned long flags;
	bool overdue;

	spin_lock_irqsave(&tl->lock, flags);
	overdue = tl->count && ktime_get_ns() >= tl->ops->deadline(tl);
	spin_unlock_irqrestore(&tl->lock, flags);
	return overdue;
}

/**
 * rcp_timeline_close() - stop reading the card
 * @tl: the timeline, which gets no more jobs: the scheduler fails them
 *
 * Pending jobs stay pending until rcp_timeline_abort().
 *
 * Context: process.
 */
void rcp_timeline_close(struct rcp_timeline *tl)
{
	unsigned long flags;

	spin_lock_irqsave(&tl->lock, flags);
	tl->closed = true;
	spin_unlock_irqrestore(&tl->lock, flags);
	timer_delete_sync(&tl->watchdog);
}

static void rcp_timeline_watchdog(struct timer_list *timer)
{
	struct rcp_timeline *tl = container_of(timer, struct rcp_timeline, watchdog);
	unsigned long flags;
	unsigned int rescued = rcp_timeline_process(tl);

	/* After a lost message the card sends no other until the poll re-arms it. */
	if (rescued)
		rcp_irq_poll(tl->card);
	WRITE_ONCE(tl->rescued, tl->rescued + rescued);

	if (rcp_timeline_is_overdue(tl))
		tl->ops->overdue(tl);

	spin_lock_irqsave(&tl->lock, flags);
	if (tl->count && !tl->closed)
		rcp_timeline_arm_watchdog(tl);
	spin_unlock_irqrestore(&tl->lock, flags);
}

/*
 * The first seqnos of a timeline end just below 2^32, as jiffies do after boot: fences of R5xx have
 * 32 bits, and an error in their extension to 64 shows in the first seconds of each run instead of
 * after weeks.
 */
#define RCP_TIMELINE_EARLY	256u

/**
 * rcp_timeline_init() - initialise an empty timeline
 * @tl: the timeline
 * @card: the card; need not be started yet
 * @ops: calls of the timeline
 *
 * Context: process.
 */
void rcp_timeline_init(struct rcp_timeline *tl, struct rcp_card *card,
		       const struct rcp_timeline_ops *ops)
{
	tl->card = card;
	tl->ops = ops;
	tl->emitted = BIT_ULL(32) - RCP_TIMELINE_EARLY;
	tl->signalled = tl->emitted;
	tl->completed = tl->emitted;
	spin_lock_init(&tl->lock);
	INIT_LIST_HEAD(&tl->pending);
	timer_setup(&tl->watchdog, rcp_timeline_watchdog, 0);
}
