/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The card's one timeline: 64-bit sequence numbers that the CP writes at the
 * end of the pipe, and the dma_fences that wait for them.
 *
 * run_job adds, the end-of-pipe interrupt (and the watchdog timer, in case an
 * interrupt got lost) signals, in order.  The watchdog also notices when the
 * oldest job has used up its time.
 */
#ifndef RCP_TIMELINE_H
#define RCP_TIMELINE_H

#include <linux/dma-fence.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/timer.h>

struct rcp_card;
struct rcp_job;
struct rcp_timeline;

/**
 * struct rcp_fence - the hardware fence of one job
 * @base: the fence; the scheduler alone sees it, as the parent of its own
 * @lock: @base's lock.  The fence carries its own because whoever looks at it
 *	last may come long after the card is gone.
 * @node: entry of &rcp_timeline.pending.  Protected by &rcp_timeline.lock.
 * @job: whose it is; valid while the fence is pending
 * @owner: the job's queue; only compared
 * @waiting: jobs of that queue that are not in the ring yet
 * @tgid: the process that submitted it
 * @writes_vram: the CPU may have stale reads of what the job wrote
 * @rcu: for a reference that is dropped late
 */
struct rcp_fence {
	struct dma_fence base;
	spinlock_t lock;
	struct list_head node;
	struct rcp_job *job;
	const void *owner;
	atomic_t *waiting;
	pid_t tgid;
	bool writes_vram;
	struct rcu_head rcu;
};

/**
 * struct rcp_limits - how long a job may keep the card
 * @job: jiffies without completion that are a hang
 * @shared: the same, counted from when another queue's job could have run
 */
struct rcp_limits {
	unsigned long job;
	unsigned long shared;
};

/**
 * struct rcp_timeline - what the card has been given and has not finished
 * @card: the card
 * @overdue: called by the watchdog when the oldest job has used up its time, until
 *	it is over; atomic context
 * @limits: that time
 * @full: so many jobs fill the ring
 * @waiting: jobs of all queues that are not in the ring yet
 * @context: fence context
 * @lock: keeps the order of @pending and of signalling; taken with interrupts
 *	off; outside of the fences' locks
 * @pending: emitted and not signalled, in the order of their numbers; each
 *	entry holds a reference.  Protected by @lock.
 * @count: length of @pending.  Protected by @lock.
 * @emitted: last number given out; written by run_job only
 * @signalled: last number signalled.  Protected by @lock for writing.
 * @since: jiffies since when the oldest of @pending has been the oldest.
 *	Protected by @lock.
 * @contended: another queue's job waits for the oldest one.  Protected by @lock.
 * @contended_since: jiffies since when it does.  Protected by @lock.
 * @watchdog: checks for missed interrupts and overdue jobs while something is pending
 * @rescued: fences that the watchdog and not an interrupt signalled
 * @frozen: the written-back number means nothing: the card is being reset or
 *	brought up.  Protected by @lock.
 * @closed: no fence is added any more.  Protected by @lock.
 */
struct rcp_timeline {
	struct rcp_card *card;
	void (*overdue)(struct rcp_timeline *tl);
	struct rcp_limits limits;
	unsigned int full;
	atomic_t waiting;
	u64 context;
	spinlock_t lock;
	struct list_head pending;
	unsigned int count;
	u64 emitted;
	u64 signalled;
	unsigned long since;
	bool contended;
	unsigned long contended_since;
	struct timer_list watchdog;
	u64 rescued;
	bool frozen;
	bool closed;
};

void rcp_timeline_init(struct rcp_timeline *tl, struct rcp_card *card,
		       const struct rcp_limits *limits, unsigned int full,
		       void (*overdue)(struct rcp_timeline *tl));
void rcp_timeline_fini(struct rcp_timeline *tl);

struct rcp_fence *rcp_fence_create(struct rcp_job *job);
u64 rcp_timeline_next(struct rcp_timeline *tl, struct rcp_fence *fence);
int rcp_timeline_add(struct rcp_timeline *tl, struct rcp_fence *fence);
void rcp_timeline_queued(struct rcp_timeline *tl, struct rcp_fence *fence);
void rcp_timeline_unqueued(struct rcp_timeline *tl, struct rcp_fence *fence);
unsigned int rcp_timeline_process(struct rcp_timeline *tl);
void rcp_timeline_drop(struct rcp_timeline *tl, struct rcp_fence *fence);
bool rcp_timeline_is_empty(struct rcp_timeline *tl);
bool rcp_timeline_is_overdue(struct rcp_timeline *tl);
void rcp_timeline_grant(struct rcp_timeline *tl);
void rcp_timeline_freeze(struct rcp_timeline *tl, bool frozen);
void rcp_timeline_abort(struct rcp_timeline *tl);
void rcp_timeline_close(struct rcp_timeline *tl);

#endif /* RCP_TIMELINE_H */
