// SPDX-License-Identifier: GPL-2.0
/*
 * Late callbacks.
 *
 * A client can add any number of callbacks to the fence of its job: an entry of a wait for
 * syncobjs, a sync_file that is polled, and a sleeping thread add one each.  dma_fence_signal()
 * calls all of them in a row with interrupts off, and the fence of a job signals under
 * &rcp_timeline.lock, which all clients need.
 *
 * So before a job goes to the ring, and again before its fence signals, all but the first
 * callbacks are moved to a list of the driver; a work item calls those in batches once the fence
 * has signalled, with interrupts on in between.  Waiters see a fence that signals, and a callback
 * that runs a moment later.  A callback can still be removed: dma_fence_remove_callback() takes
 * it off the list that it is on, under the lock of the fence.
 *
 * The job of a fence is freed after its late callbacks have run.
 *
 * This file depends on how dma_fence_signal() and dma_fence_remove_callback() use the list of
 * callbacks, which is the same on all kernels that the driver supports.
 *
 * Called by rcp_job.c and rcp_timeline.c.  Lock: the fence's.  Fences wait for the work, so
 * it does not allocate.
 */
#include "rcp_late.h"

/* Callbacks that run with interrupts off, when the fence signals and in each batch later */
#define RCP_LATE_BATCH	16u

/**
 * rcp_late_split_list() - rcp_late_split() for a fence with callbacks
 * @late: the late callbacks of the card
 * @entry: the late callbacks of the fence
 *
 * Context: any.
 */
void rcp_late_split_list(struct rcp_late *late, struct rcp_late_fence *entry)
{
	struct dma_fence *fence = entry->fence;
	struct list_head *last = &fence->cb_list;
	unsigned long flags;
	unsigned int i;

	rcp_compat_fence_lock(fence, flags);
	/* The timestamp of a fence that has signalled takes the place of the list. */
	if (test_bit(DMA_FENCE_FLAG_SIGNALED_BIT, &fence->flags))
		goto unlock;
	for (i = 0; i < RCP_LATE_BATCH && last->next != &fence->cb_list; i++)
		last = last->next;
	if (last->next == &fence->cb_list)
		goto unlock;
	if (list_empty(&entry->callbacks))
		atomic64_inc(&late->count);
	list_bulk_move_tail(&entry->callbacks, last->next, fence->cb_list.prev);
unlock:
	rcp_compat_fence_unlock(fence, flags);
}

/* Call the next callbacks, as dma_fence_signal() would.  Returns false if none is left. */
static bool rcp_late_batch(struct rcp_late_fence *entry)
{
	struct dma_fence *fence = entry->fence;
	struct dma_fence_cb *cb;
	unsigned long flags;
	unsigned int i;
	bool more;

	rcp_compat_fence_lock(fence, flags);
	for (i = 0; i < RCP_LATE_BATCH && !list_empty(&entry->callbacks); i++) {
		cb = list_first_entry(&entry->callbacks, struct dma_fence_cb, node);
		list_del_init(&cb->node);
		cb->func(fence, cb);
	}
	more = !list_empty(&entry->callbacks);
	rcp_compat_fence_unlock(fence, flags);
	return more;
}

static void rcp_late_work(struct work_struct *work)
{
	struct rcp_late *late = container_of(work, struct rcp_late, work);
	struct llist_node *fences = llist_reverse_order(llist_del_all(&late->fences));
	struct rcp_late_fence *entry, *next;
	bool cookie;

	llist_for_each_entry_safe(entry, next, fences, node) {
		cookie = dma_fence_begin_signalling();
		while (rcp_late_batch(entry))
			cond_resched();
		dma_fence_end_signalling(cookie);
		late->over(entry);
	}
}

/**
 * rcp_late_init() - initialise the late callbacks of a card
 * @late: the late callbacks, zeroed
 * @over: &rcp_late.over
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int rcp_late_init(struct rcp_late *late, void (*over)(struct rcp_late_fence *entry))
{
	late->over = over;
	init_llist_head(&late->fences);
	INIT_WORK(&late->work, rcp_late_work);
	late->wq = alloc_workqueue("rcp-late", WQ_UNBOUND | WQ_MEM_RECLAIM | WQ_HIGHPRI, 0);
	return late->wq ? 0 : -ENOMEM;
}
