// SPDX-License-Identifier: GPL-2.0
/*
 * Sequence numbers and the fences that wait for them.
 *
 * A number is taken when a job is written to the ring, so numbers grow in the
 * order in which the CP meets them.  The CP writes a job's number once all work
 * before it has left the pipe; a look at the written-back number signals every
 * fence up to it.
 *
 * A client may learn of a completion by poll() or a syncobj, where no driver code
 * runs; so the CPU's stale reads of VRAM are dropped before the fence signals.
 *
 * Called from run_job and the reset (never at once), from the interrupt
 * handler and from the watchdog timer.  &rcp_timeline.lock orders the latter
 * against each other.  Everything here is part of the path that signals fences:
 * nothing sleeps or allocates but rcp_fence_create().
 */
#include <linux/jiffies.h>
#include <linux/slab.h>

#include "rcp_timeline.h"
#include "../ring/rcp_card.h"

/* How long a missed interrupt may go unnoticed. */
#define RCP_WATCHDOG_JIFFIES	max_t(unsigned long, HZ / 5, 1)

static const char *rcp_fence_driver_name(struct dma_fence *fence)
{
	return "rcp";
}

static const char *rcp_fence_timeline_name(struct dma_fence *fence)
{
	return "gfx";
}

static const struct dma_fence_ops rcp_fence_ops = {
	.get_driver_name = rcp_fence_driver_name,
	.get_timeline_name = rcp_fence_timeline_name,
};

/**
 * rcp_fence_create - allocate a job's hardware fence
 * @job: the job
 *
 * The fence gets its number later, by rcp_timeline_next(); until then it is
 * plain memory that kfree() takes back.
 *
 * Context: may sleep.
 * Return: the fence, or NULL when out of memory.
 */
struct rcp_fence *rcp_fence_create(struct rcp_job *job)
{
	struct rcp_fence *fence = kzalloc(sizeof(*fence), GFP_KERNEL);

	if (!fence)
		return NULL;
	spin_lock_init(&fence->lock);
	INIT_LIST_HEAD(&fence->node);
	fence->job = job;
	return fence;
}

/**
 * rcp_timeline_next - give a fence the next number
 * @tl: the timeline
 * @fence: a fence of rcp_fence_create()
 *
 * Context: run_job.
 * Return: the number that the CP is to write.
 */
u64 rcp_timeline_next(struct rcp_timeline *tl, struct rcp_fence *fence)
{
	dma_fence_init(&fence->base, &rcp_fence_ops, &fence->lock, tl->context,
		       ++tl->emitted);
	return tl->emitted;
}

static struct rcp_fence *rcp_timeline_first(struct rcp_timeline *tl)
{
	return list_first_entry_or_null(&tl->pending, struct rcp_fence, node);
}

/*
 * Does @fence have to wait for another client's work?  A copy stands in the driver's
 * own queue, but is made for the process that asked for the buffer.
 */
static bool rcp_fence_contends(const struct rcp_fence *fence, const struct rcp_fence *oldest)
{
	return fence->owner != oldest->owner &&
	       (fence->tgid != oldest->tgid || (fence->owner && oldest->owner));
}

/* From now on the oldest job has its shared time only.  The lock is held. */
static void rcp_timeline_contend(struct rcp_timeline *tl, const struct rcp_fence *fence)
{
	if (tl->contended || !rcp_fence_contends(fence, rcp_timeline_first(tl)))
		return;
	tl->contended = true;
	tl->contended_since = jiffies;
}

/*
 * The clock of the oldest job starts.  While the ring is full, or has just got room for
 * one, jobs of other queues may wait outside.  The lock is held.
 */
static void rcp_timeline_oldest_changed(struct rcp_timeline *tl)
{
	struct rcp_fence *oldest = rcp_timeline_first(tl), *fence;

	tl->since = jiffies;
	tl->contended_since = tl->since;
	tl->contended = tl->count + 1 >= tl->full && oldest &&
			atomic_read(&tl->waiting) > atomic_read(oldest->waiting);
	list_for_each_entry(fence, &tl->pending, node) {
		if (tl->contended)
			break;
		rcp_timeline_contend(tl, fence);
	}
}

/* When the oldest job will have used up its time, in jiffies.  The lock is held. */
static unsigned long rcp_timeline_deadline(const struct rcp_timeline *tl)
{
	unsigned long alone = tl->since + tl->limits.job;
	unsigned long shared = tl->contended_since + tl->limits.shared;

	return tl->contended && time_before(shared, alone) ? shared : alone;
}

static void rcp_timeline_arm_watchdog(struct rcp_timeline *tl)
{
	unsigned long soon = jiffies + RCP_WATCHDOG_JIFFIES;
	unsigned long deadline = rcp_timeline_deadline(tl);

	if (time_before(deadline, soon) && time_after(deadline, jiffies))
		soon = deadline;
	mod_timer(&tl->watchdog, soon);
}

/**
 * rcp_timeline_queued() - a job was accepted and is not in the ring yet
 * @tl: the timeline
 * @fence: its fence
 *
 * The oldest job's shared time also starts when another queue's job cannot even get
 * into the ring.
 *
 * Context: any.
 */
void rcp_timeline_queued(struct rcp_timeline *tl, struct rcp_fence *fence)
{
	unsigned long flags;

	atomic_inc(fence->waiting);
	atomic_inc(&tl->waiting);
	if (READ_ONCE(tl->count) < tl->full)
		return;
	spin_lock_irqsave(&tl->lock, flags);
	if (tl->count >= tl->full)
		rcp_timeline_contend(tl, fence);
	spin_unlock_irqrestore(&tl->lock, flags);
}

/**
 * rcp_timeline_unqueued() - it is the job's turn
 * @tl: the timeline
 * @fence: its fence
 *
 * Context: run_job.
 */
void rcp_timeline_unqueued(struct rcp_timeline *tl, struct rcp_fence *fence)
{
	atomic_dec(fence->waiting);
	atomic_dec(&tl->waiting);
}

/**
 * rcp_timeline_add - wait for a fence's number
 * @tl: the timeline
 * @fence: a fence that has its number; the timeline takes a reference
 *
 * To be called before the card can see the job, so that no interrupt is early.
 *
 * Context: run_job.
 * Return: 0, or -ENODEV once the timeline was closed.
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
		if (!tl->count++)
			rcp_timeline_oldest_changed(tl);
		else
			rcp_timeline_contend(tl, fence);
		if (!timer_pending(&tl->watchdog))
			rcp_timeline_arm_watchdog(tl);
	}
	spin_unlock_irqrestore(&tl->lock, flags);
	return ret;
}

/* Signal the oldest pending fence.  The lock is held. */
static void rcp_timeline_signal_first(struct rcp_timeline *tl)
{
	struct rcp_fence *fence = rcp_timeline_first(tl);

	lockdep_assert_held(&tl->lock);
	list_del_init(&fence->node);
	tl->count--;
	tl->signalled = fence->base.seqno;
	rcp_timeline_oldest_changed(tl);
	dma_fence_signal(&fence->base);
	dma_fence_put(&fence->base);
}

/**
 * rcp_timeline_process - signal what the card has finished
 * @tl: the timeline
 *
 * Context: any.
 * Return: how many fences were signalled.
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
	/* The card may be gone by the time that a closed timeline is looked at. */
	done = tl->frozen || tl->closed ? 0 : rcp_card_seqno(tl->card);
	while ((first = rcp_timeline_first(tl)) && first->base.seqno <= done) {
		/* One flush covers all that the card has finished by now. */
		if (first->writes_vram && !synced) {
			rcp_hdp_flush(tl->card);
			synced = true;
		}
		rcp_timeline_signal_first(tl);
		count++;
	}
	spin_unlock_irqrestore(&tl->lock, flags);
	dma_fence_end_signalling(cookie);
	return count;
}

/**
 * rcp_timeline_abort() - signal everything pending
 * @tl: the timeline
 *
 * For a card that will never finish it.  How each job ended stands in the scheduler's
 * fence, where clients look; later kernels would overwrite it with an error of this one.
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
	spin_unlock_irqrestore(&tl->lock, flags);
	dma_fence_end_signalling(cookie);
}

/**
 * rcp_timeline_drop - take back a fence that the card never got to see
 * @tl: the timeline
 * @fence: the fence that was added last
 *
 * It is signalled, with an error, since nobody else will.
 *
 * Context: run_job.
 */
void rcp_timeline_drop(struct rcp_timeline *tl, struct rcp_fence *fence)
{
	unsigned long flags;

	spin_lock_irqsave(&tl->lock, flags);
	list_del_init(&fence->node);
	tl->count--;
	dma_fence_set_error(&fence->base, -EIO);
	dma_fence_signal(&fence->base);
	dma_fence_put(&fence->base);
	spin_unlock_irqrestore(&tl->lock, flags);
}

/**
 * rcp_timeline_is_empty() - is nothing in the ring?
 * @tl: the timeline
 *
 * Context: any.
 */
bool rcp_timeline_is_empty(struct rcp_timeline *tl)
{
	return !READ_ONCE(tl->count);
}

/**
 * rcp_timeline_is_overdue() - has the oldest job used up its time?
 * @tl: the timeline
 *
 * Context: any.
 * Return: false also if nothing is pending.
 */
bool rcp_timeline_is_overdue(struct rcp_timeline *tl)
{
	unsigned long flags;
	bool overdue;

	spin_lock_irqsave(&tl->lock, flags);
	overdue = tl->count && time_after_eq(jiffies, rcp_timeline_deadline(tl));
	spin_unlock_irqrestore(&tl->lock, flags);
	return overdue;
}

/**
 * rcp_timeline_grant - the oldest fence's time begins anew
 * @tl: the timeline
 *
 * Context: any.
 */
void rcp_timeline_grant(struct rcp_timeline *tl)
{
	unsigned long flags;

	spin_lock_irqsave(&tl->lock, flags);
	if (tl->count) {
		rcp_timeline_oldest_changed(tl);
		rcp_timeline_arm_watchdog(tl);
	}
	spin_unlock_irqrestore(&tl->lock, flags);
}

/**
 * rcp_timeline_freeze - believe or disbelieve the written-back number
 * @tl: the timeline
 * @frozen: bring-up uses the write-back page for its own tests: look away
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
 * rcp_timeline_close - take no more fences, and leave the card alone
 * @tl: the timeline
 *
 * What is pending stays so until rcp_timeline_abort().
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

	/* The card sends no interrupt after one that was lost until it is polled. */
	if (rescued)
		rcp_ih_poll(tl->card);
	tl->rescued += rescued;

	if (rcp_timeline_is_overdue(tl))
		tl->overdue(tl);

	spin_lock_irqsave(&tl->lock, flags);
	if (tl->count && !tl->closed)
		rcp_timeline_arm_watchdog(tl);
	spin_unlock_irqrestore(&tl->lock, flags);
}

/**
 * rcp_timeline_init - make an empty timeline
 * @tl: the timeline
 * @card: the card whose numbers it follows; may not have been started yet
 * @limits: how long a job may keep the card
 * @full: so many jobs fill the ring
 * @overdue: called when a job has kept it that long
 */
void rcp_timeline_init(struct rcp_timeline *tl, struct rcp_card *card,
		       const struct rcp_limits *limits, unsigned int full,
		       void (*overdue)(struct rcp_timeline *tl))
{
	tl->card = card;
	tl->limits = *limits;
	tl->full = full;
	tl->overdue = overdue;
	tl->context = dma_fence_context_alloc(1);
	spin_lock_init(&tl->lock);
	INIT_LIST_HEAD(&tl->pending);
	timer_setup(&tl->watchdog, rcp_timeline_watchdog, 0);
}

/**
 * rcp_timeline_fini - let go of a timeline
 * @tl: a closed timeline with nothing pending
 *
 * Context: process.
 */
void rcp_timeline_fini(struct rcp_timeline *tl)
{
	WARN_ON(!list_empty(&tl->pending) || !tl->closed);
}
