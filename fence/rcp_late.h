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
 * @fence: the fence, NULL before rcp_late_begin()
 * @holder: the fence that this structure is part of
 * @callbacks: the callbacks.  Protected by the lock of @fence.
 * @node: entry of &rcp_late.fences
 * @queued: @node is or was there.  Protected by the lock of @fence.
 */
struct rcp_late_fence {
	struct dma_fence *fence;
	struct dma_fence *holder;
	struct list_head callbacks;
	struct llist_node node;
	bool queued;
};

/**
 * struct rcp_late - late callbacks of a card
 * @wq: runs @work
 * @work: calls the callbacks
 * @fences: fences with late callbacks
 * @count: fences that had late callbacks
 */
struct rcp_late {
	struct workqueue_struct *wq;
	struct work_struct work;
	struct llist_head fences;
	atomic64_t count;
};

int rcp_late_init(struct rcp_late *late);
void rcp_late_fini(struct rcp_late *late);

void rcp_late_begin(struct rcp_late_fence *entry, struct dma_fence *fence,
		    struct dma_fence *holder);
void rcp_late_split_list(struct rcp_late *late, struct rcp_late_fence *entry);
void rcp_late_run_list(struct rcp_late *late, struct rcp_late_fence *entry);

/**
 * rcp_late_split() - make all but the first callbacks of a fence late
 * @late: the late callbacks of the card
 * @entry: the late callbacks of the fence
 *
 * Context: any.
 */
static inline void rcp_late_split(struct rcp_late *late, struct rcp_late_fence *entry)
{
	/*
	 * Without the lock: a callback that is added during the test is as one that is added after
	 * it, and a fence that has signalled does not look empty.
	 */
	if (!list_empty(&entry->fence->cb_list))
		rcp_late_split_list(late, entry);
}

/**
 * rcp_late_run() - have the late callbacks of a fence called, if it has signalled
 * @late: the late callbacks of the card
 * @entry: the late callbacks of the fence; nothing happens before rcp_late_begin()
 *
 * Context: any.
 */
static inline void rcp_late_run(struct rcp_late *late, struct rcp_late_fence *entry)
{
	/* Only rcp_late_split() adds callbacks, and the caller runs after it. */
	if (entry->fence && !list_empty_careful(&entry->callbacks))
		rcp_late_run_list(late, entry);
}

#endif /* RCP_LATE_H */
