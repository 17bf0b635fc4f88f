// SPDX-License-Identifier: GPL-2.0
/*
 * Sequence numbers and the fences that wait for them.
 *
 * A number is taken when a job is written to the ring, so numbers grow in the
 * order in which the CP meets them.  The CP writes a job's number once all work
 * before it has left the pipe; a look at the written-back number signals every
 * fence up to it.
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
		if (list_empty(&tl->pending))
			tl->since = jiffies;
		dma_fence_get(&fence->base);
		list_add_tail(&fence->node, &tl->pending);
		if (!timer_pending(&tl->watchdog))
			mod_timer(&tl->watchdog, jiffies + RCP_WATCHDOG_JIFFIES);
	}
	spin_unlock_irqrestore(&tl->lock, flags);
	return ret;
}

/* Signal the oldest pending fence.  The lock is held. */
static void rcp_timeline_signal_first(struct rcp_timeline *tl, int error)
{
	struct rcp_fence *fence = list_first_entry(&tl->pending, struct rcp_fence, node);

	lockdep_assert_held(&tl->lock);
	list_del_init(&fence->node);
	tl->signalled = fence->base.seqno;
	tl->since = jiffies;
	if (error)
		dma_fence_set_error(&fence->base, error);
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
	unsigned long flags;
	bool cookie;
	u64 done;

	cookie = dma_fence_begin_signalling();
	spin_lock_irqsave(&tl->lock, flags);
	/* The card may be gone by the time that a closed timeline is looked at. */
	done = tl->frozen || tl->closed ? 0 : rcp_card_seqno(tl->card);
	while ((first = list_first_entry_or_null(&tl->pending, struct rcp_fence, node))) {
		if (first->base.seqno > done)
			break;
		rcp_timeline_signal_first(tl, 0);
		count++;
	}
	spin_unlock_irqrestore(&tl->lock, flags);
	dma_fence_end_signalling(cookie);
	return count;
}

/**
 * rcp_timeline_abort - signal everything pending with an error
 * @tl: the timeline
 * @error: the error, negative
 *
 * For a card that will never finish it.
 *
 * Context: any; nobody may be in run_job.
 */
void rcp_timeline_abort(struct rcp_timeline *tl, int error)
{
	unsigned long flags;
	bool cookie;

	cookie = dma_fence_begin_signalling();
	spin_lock_irqsave(&tl->lock, flags);
	while (!list_empty(&tl->pending))
		rcp_timeline_signal_first(tl, error);
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
	dma_fence_set_error(&fence->base, -EIO);
	dma_fence_signal(&fence->base);
	dma_fence_put(&fence->base);
	spin_unlock_irqrestore(&tl->lock, flags);
}

/**
 * rcp_timeline_age - how long the oldest fence has been the oldest
 * @tl: the timeline
 * @age: gets the jiffies since then, or since the last rcp_timeline_grant()
 *
 * Context: any.
 * Return: false if nothing is pending.
 */
bool rcp_timeline_age(struct rcp_timeline *tl, unsigned long *age)
{
	unsigned long flags;
	bool any;

	spin_lock_irqsave(&tl->lock, flags);
	any = !list_empty(&tl->pending);
	*age = jiffies - tl->since;
	spin_unlock_irqrestore(&tl->lock, flags);
	return any;
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
	tl->since = jiffies;
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
	del_timer_sync(&tl->watchdog);
}

static void rcp_timeline_watchdog(struct timer_list *timer)
{
	struct rcp_timeline *tl = from_timer(tl, timer, watchdog);
	unsigned long flags;

	/* Plain memory is looked at, the card is left alone. */
	tl->rescued += rcp_timeline_process(tl);

	spin_lock_irqsave(&tl->lock, flags);
	if (!list_empty(&tl->pending) && !tl->closed)
		mod_timer(&tl->watchdog, jiffies + RCP_WATCHDOG_JIFFIES);
	spin_unlock_irqrestore(&tl->lock, flags);
}

/**
 * rcp_timeline_init - make an empty timeline
 * @tl: the timeline
 * @card: the card whose numbers it follows; may not have been started yet
 */
void rcp_timeline_init(struct rcp_timeline *tl, struct rcp_card *card)
{
	tl->card = card;
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
