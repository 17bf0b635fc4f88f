/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Late callbacks: what a fence with many callbacks does not call when it signals.
 */
#ifndef RCP_LATE_H
#define RCP_LATE_H

#include <linux/dma-fence.h>
#include <linux/list.h>
#include <linux/llist.h>
#include <linux/workqueue.h>

/**
 * struct rcp_late_fence - the callbacks of a fence that run late
 * @fence: the fence, which lives as long as this structure
 * @callbacks: the callbacks.  Protected by the lock of @fence.
 * @node: entry of &rcp_late.fences
 */
struct rcp_late_fence {
	struct dma_fence *fence;
	struct list_head callbacks;
	struct llist_node node;
};

/**
 * struct rcp_late - late callbacks of a card
 * @wq: runs @work
 * @work: calls the callbacks
 * @fences: fences with late callbacks
 * @over: the late callbacks of a fence have run, so that the fence may be freed
 * @count: fences that had late callbacks
 */
struct rcp_late {
	struct workqueue_struct *wq;
	struct work_struct work;
	struct llist_head fences;
	void (*over)(struct rcp_late_fence *entry);
	atomic64_t count;
};

int rcp_late_init(struct rcp_late *late, void (*over)(struct rcp_late_fence *entry));

void rcp_late_split_list(struct rcp_late *late, struct rcp_late_fence *entry);

/* Make all but the first callbacks of a fence late.  Any context. */
static inline void rcp_late_split(struct rcp_late *late, struct rcp_late_fence *entry)
{
	const struct list_head *callbacks = &entry->fence->cb_list;

	/*
	 * None or one, which is the first and the last, stays.  Without the lock: a callback that
	 * is added during the test is as one that is added after it, and rcp_late_split_list()
	 * tests whether the fence has signalled.
	 */
	if (READ_ONCE(callbacks->next) != READ_ONCE(callbacks->prev))
		rcp_late_split_list(late, entry);
}

/*
 * Have the late callbacks of a fence called, which has just signalled.  Returns true if there are
 * some: then &rcp_late.over is called.  Any context.
 */
static inline bool rcp_late_run(struct rcp_late *late, struct rcp_late_fence *entry)
{
	/* A callback can be removed now, but none is added any more. */
	if (list_empty_careful(&entry->callbacks))
		return false;
	if (llist_add(&entry->node, &late->fences))
		queue_work(late->wq, &late->work);
	return true;
}

#endif /* RCP_LATE_H */
