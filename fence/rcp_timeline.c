// SPDX-License-Identifier: GPL-2.0
/*
 * Seqnos of the card, and the hardware fences that wait for them.
 *
 * A job gets its seqno when it is written to the ring, so seqnos grow in the order in which
 * the CP executes jobs.  The CP writes the seqno of a job back when all work before it has
 * left the pipe.  rcp_timeline_process() reads the written-back seqno and signals all fences
 * up to it.
 *
 * A client may see a completion through poll() or a syncobj, where no driver code runs.  So
 * the HDP is flushed before the fence of a job that writes VRAM signals; otherwise the CPU
 * may read stale data.
 *
 * Called from rcp_job_write() and the reset, one at a time, and from the interrupt
 * handler and the watchdog timer.
 *
 * Locks: &rcp_timeline.lock serialises these callers; fences signal under it, with few callbacks
 * of clients (rcp_late.c).  All functions
 * are part of the signalling path: none allocates, and only rcp_timeline_close() waits.
 */
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/slab.h>

#include "rcp_timeline.h"
#include "../ring/rcp_card.h"

/* Poll interval of the watchdog: a lost interrupt delays a fence by at most this. */
#define RCP_WATCHDOG_JIFFIES	max_t(unsigned long, HZ / 5, 1)

static const char *rcp_fence_driver_name(struct dma_fence *fence)
{
	return "rcp";
}

static const char *rcp_fence_timeline_name(struct dma_fence *fence)
{
	return "gfx";
}

/*
 * The memory of a job begins with its fence, so this frees the job.  Without a grace period: no
 * reader finds a hardware fence under RCU, each has a reference.
 */
static void rcp_fence_release(struct dma_fence *base)
{
	kfree(container_of(base, struct rcp_fence, base));
}

static const struct dma_fence_ops rcp_fence_ops = {
	.get_driver_name = rcp_fence_driver_name,
	.get_timeline_name = rcp_fence_timeline_name,
	.release = rcp_fence_release,
};

/**
 * rcp_fence_init() - initialise the hardware fence of a job
 * @fence: the fence, zeroed, with which the memory of @job begins
 * @job: the job
 *
 * rcp_timeline_next() initialises the dma_fence and assigns its seqno.  From then on the last
 * reference to the fence frees the memory of the job, before that the caller does.
 *
 * Context: any.
 */
void rcp_fence_init(struct rcp_fence *fence, struct rcp_job *job)
{
	spin_lock_init(&fence->lock);
	INIT_LIST_HEAD(&fence->node);
	fence->job = job;
}

/**
 * rcp_timeline_next() - initialise a fence with the next seqno
 * @tl: the timeline
 * @fence: a fence from rcp_fence_init()
 *
 * Context: &rcp_sched.ring_lock is held.
 * Return: the seqno that the CP must write.
 */
u64 rcp_timeline_next(struct rcp_timeline *tl, struct rcp_fence *fence)
{
	WRITE_ONCE(tl->emitted, tl->emitted + 1);
	dma_fence_init(&fence->base, &rcp_fence_ops, &fence->lock, tl->context, tl->emitted);
	rcp_late_begin(&fence->late, fence->finished, &fence->base);
	rcp_late_split(&tl->late, &fence->late);
	return tl->emitted;
}

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
 * rcp_timeline_add() - add a fence to the pending list
 * @tl: the timeline
 * @fence: a fence from rcp_timeline_next(); the timeline takes a reference
 *
 * Called before the job is written to the ring, because its interrupt may come immediately.
 *
 * Context: &rcp_sched.ring_lock is held.
 * Return: 0, or -ENODEV if the timeline is closed.
 */
int rcp_timeline_add(struct rcp_timeline *tl, struct rcp_fence *fence)
{
	unsigned long flags;
	int ret = 0;

	spin_lock_irqsave(&tl->lock, flags);
	if (tl->closed) {
		ret = -ENODEV;
	} else {
		dma_fence_get(&fence->base);
		list_add_tail(&fence->node, &tl->pending);
		WRITE_ONCE(tl->count, tl->count + 1);
		if (!timer_pending(&tl->watchdog))
			rcp_timeline_arm_watchdog(tl);
	}
	spin_unlock_irqrestore(&tl->lock, flags);
	return ret;
}

/*
 * Signal the fences of a job that ended at @now.  Only a
 * holder of the hardware fence can wait for it.  If none is left but the timeline and the job, it
 * goes unsignalled, because nothing finds it any more.  The lock is held.
 */
static void rcp_timeline_finish(struct rcp_timeline *tl, struct rcp_fence *fence, ktime_t now)
{
	bool held = kref_read(&fence->base.refcount) > 2;

	rcp_late_split(&tl->late, &fence->late);
	if (held)
		dma_fence_signal_timestamp(&fence->base, now);
	tl->ops->finish(fence->job, now);
	rcp_late_run(&tl->late, &fence->late);
	dma_fence_put(&fence->base);
}

/* Signal the oldest pending fence.  The lock is held. */
static void rcp_timeline_signal_first(struct rcp_timeline *tl)
{
	struct rcp_fence *fence = rcp_timeline_first(tl);
	ktime_t now = ktime_get();

	lockdep_assert_held(&tl->lock);
	list_del_init(&fence->node);
	WRITE_ONCE(tl->count, tl->count - 1);
	/* Dropped fences after the last pending one are also over. */
	WRITE_ONCE(tl->signalled, list_empty(&tl->pending) ?
		   max(fence->base.seqno, tl->dropped) : fence->base.seqno);
	tl->ops->left(fence->job, ktime_to_ns(now));
	rcp_timeline_finish(tl, fence, now);
}

/**
 * rcp_timeline_process() - signal the fences up to the written-back seqno
 * @tl: the timeline
 *
 * Context: any.
 * Return: number of fences that were signalled.
 */
unsigned int rcp_timeline_process(struct rcp_timeline *tl)
{
	struct rcp_fence *first;
	unsigned int count = 0;
	bool synced = false;
	unsigned long flags;
	bool cookie;
	u64 done;

	cookie = dma_fence_begin_signalling();
	spin_lock_irqsave(&tl->lock, flags);
	/* The card may be gone when the timeline is closed, so do not read its seqno. */
	done = tl->frozen || tl->closed ? 0 : rcp_card_seqno(tl->card);
	while ((first = rcp_timeline_first(tl)) && first->base.seqno <= done) {
		/*
		 * One flush covers all jobs up to @done.  A buffer may have been mapped while its
		 * job ran, so ask now.
		 */
		if (first->writes_vram && !synced &&
		    rcp_vram_needs_flush(tl->card, first->cpu_maps)) {
			rcp_hdp_flush(tl->card);
			synced = true;
		}
		rcp_timeline_signal_first(tl);
		count++;
	}
	/* Pairs with rcp_timeline_completed(): after the signals, and the flush of the HDP. */
	smp_store_release(&tl->completed, tl->signalled);
	spin_unlock_irqrestore(&tl->lock, flags);
	dma_fence_end_signalling(cookie);
	return count;
}

/**
 * rcp_timeline_abort() - signal all pending fences of a card that will not finish them
 * @tl: the timeline
 *
 * The error of each job is set on its scheduler fence, which clients see.
 *
 * Context: any; the scheduler is stopped.
 */
void rcp_timeline_abort(struct rcp_timeline *tl)
{
	unsigned long flags;
	bool cookie;

	cookie = dma_fence_begin_signalling();
	spin_lock_irqsave(&tl->lock, flags);
	while (!list_empty(&tl->pending))
		rcp_timeline_signal_first(tl);
	/* Pairs with rcp_timeline_completed(): after the signals, and the flush of the HDP. */
	smp_store_release(&tl->completed, tl->signalled);
	spin_unlock_irqrestore(&tl->lock, flags);
	dma_fence_end_signalling(cookie);
}

/**
 * rcp_timeline_fence() - find the hardware fence that signals when a seqno has completed
 * @tl: the timeline
 * @seqno: the seqno of a job that was written to the ring
 *
 * Context: any.
 * Return: the fence, a reference; or NULL if the job is over.
 */
struct dma_fence *rcp_timeline_fence(struct rcp_timeline *tl, u64 seqno)
{
	struct dma_fence *found = NULL;
	struct rcp_fence *fence;
	unsigned long flags;

	spin_lock_irqsave(&tl->lock, flags);
	list_for_each_entry(fence, &tl->pending, node) {
		if (fence->base.seqno >= seqno) {
			found = dma_fence_get(&fence->base);
			break;
		}
	}
	spin_unlock_irqrestore(&tl->lock, flags);
	return found;
}

/**
 * rcp_timeline_drop() - remove the fence of a job that was not written to the ring
 * @tl: the timeline
 * @fence: the fence that was added last
 *
 * Signals the fence with an error, because the card will never write its seqno.
 *
 * Context: &rcp_sched.ring_lock is held.
 */
void rcp_timeline_drop(struct rcp_timeline *tl, struct rcp_fence *fence)
{
	unsigned long flags;

	spin_lock_irqsave(&tl->lock, flags);
	list_del_init(&fence->node);
	WRITE_ONCE(tl->count, tl->count - 1);
	tl->dropped = fence->base.seqno;
	if (list_empty(&tl->pending))
		WRITE_ONCE(tl->signalled, tl->dropped);
	tl->ops->left(fence->job, ktime_get_ns());
	dma_fence_set_error(&fence->base, -EIO);
	dma_fence_signal(&fence->base);
	dma_fence_put(&fence->base);
	spin_unlock_irqrestore(&tl->lock, flags);
}

/**
 * rcp_timeline_is_overdue() - test whether the oldest job exceeds its timeout
 * @tl: the timeline
 *
 * Context: any.
 * Return: true if it does; false if it does not, or if no fence is pending.
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
 * rcp_timeline_freeze() - ignore or use the written-back seqno
 * @tl: the timeline
 * @frozen: ignore the seqno, because the card is being reset or brought up; while frozen no
 *	fence signals
 *
 * Context: any.
 */
void rcp_timeline_freeze(struct rcp_timeline *tl, bool frozen)
{
	unsigned long flags;

	spin_lock_irqsave(&tl->lock, flags);
	tl->frozen = frozen;
	spin_unlock_irqrestore(&tl->lock, flags);
}

/**
 * rcp_timeline_close() - accept no more fences, and stop reading the card
 * @tl: the timeline
 *
 * Pending fences stay pending until rcp_timeline_abort().
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
	tl->context = dma_fence_context_alloc(1);
	tl->emitted = BIT_ULL(32) - RCP_TIMELINE_EARLY;
	tl->signalled = tl->emitted;
	tl->completed = tl->emitted;
	spin_lock_init(&tl->lock);
	INIT_LIST_HEAD(&tl->pending);
	timer_setup(&tl->watchdog, rcp_timeline_watchdog, 0);
}
