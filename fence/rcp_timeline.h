/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The timeline of the card: 64-bit seqnos that the CP writes at the end of the pipe, and the
 * dma_fences that wait for them.
 *
 * rcp_job_write() adds fences.  The end-of-pipe interrupt signals them in order,
 * and so does the watchdog timer, in case an interrupt is lost.  The watchdog also detects
 * that the oldest job exceeds its timeout.
 */
#ifndef RCP_TIMELINE_H
#define RCP_TIMELINE_H

#include <linux/dma-fence.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/timer.h>

#include "rcp_late.h"

struct rcp_card;
struct rcp_job;
struct rcp_timeline;

/**
 * struct rcp_fence - the hardware fence of one job
 * @base: the fence; clients see the scheduler fence, which signals after it
 * @lock: lock of @base; in the fence, because the last reference may be dropped after the
 *	timeline is freed
 * @node: entry of &rcp_timeline.pending.  Protected by &rcp_timeline.lock.
 * @job: the job, whose memory begins with the fence
 * @finished: the scheduler fence of the job, to which clients add callbacks; the job has a
 *	reference
 * @late: callbacks on @finished that run late
 * @writes_vram: the job writes to VRAM, so the HDP is flushed before the fence signals, if a CPU
 *	may access that VRAM
 * @cpu_maps: &rcp_job.cpu_maps
 */
struct rcp_fence {
	struct dma_fence base;
	spinlock_t lock;
	struct list_head node;
	struct rcp_job *job;
	struct dma_fence *finished;
	struct rcp_late_fence late;
	bool writes_vram;
	u64 cpu_maps;
};

/**
 * struct rcp_timeline_ops - calls of the timeline
 * @left: a job leaves the ring, before its fence signals; &rcp_timeline.lock is held
 * @finish: signals &rcp_fence.finished; &rcp_timeline.lock is held
 * @deadline: tells when the oldest job must be stopped, by CLOCK_MONOTONIC in ns;
 *	&rcp_timeline.lock is held
 * @overdue: called by each run of the watchdog while the oldest job has exceeded its limit;
 *	atomic context
 */
struct rcp_timeline_ops {
	void (*left)(struct rcp_job *job, u64 now);
	void (*finish)(struct rcp_job *job, ktime_t when);
	u64 (*deadline)(const struct rcp_timeline *tl);
	void (*overdue)(struct rcp_timeline *tl);
};

/**
 * struct rcp_timeline - jobs that are in the ring and not finished
 * @card: the card
 * @ops: calls of the timeline
 * @context: fence context
 * @lock: keeps the order of @pending and of signalling; taken with interrupts off; outside
 *	of the locks of the fences
 * @pending: fences that are emitted and not signalled, in the order of their seqnos; each
 *	entry holds a reference.  Protected by @lock.
 * @count: length of @pending.  Protected by @lock for writing.
 * @emitted: last seqno that was assigned.  Protected by &rcp_sched.ring_lock for writing.
 * @signalled: last seqno that signalled.  Protected by @lock for writing.
 * @completed: @signalled, once the fences up to it have signalled
 * @dropped: last seqno that was not written to the ring.  Protected by @lock.
 * @watchdog: checks for lost interrupts and for the timeout while a fence is pending
 * @late: callbacks that do not run when their fence signals
 * @rescued: fences that the watchdog signalled instead of an interrupt
 * @frozen: the written-back seqno is invalid, because the card is being reset or brought up.
 *	Protected by @lock.
 * @closed: no more fences are added.  Protected by @lock.
 */
struct rcp_timeline {
	struct rcp_card *card;
	const struct rcp_timeline_ops *ops;
	u64 context;
	spinlock_t lock;
	struct list_head pending;
	unsigned int count;
	u64 emitted;
	u64 signalled;
	u64 completed;
	u64 dropped;
	struct timer_list watchdog;
	struct rcp_late late;
	u64 rescued;
	bool frozen;
	bool closed;
};

/*
 * Return the oldest pending fence, or NULL.  The lock is held, or the scheduler is stopped, so
 * that only signalling changes the list.
 */
static inline struct rcp_fence *rcp_timeline_first(struct rcp_timeline *tl)
{
	return list_first_entry_or_null(&tl->pending, struct rcp_fence, node);
}

/* The last seqno that signalled; a job in the ring with a higher one is not over. */
static inline u64 rcp_timeline_signalled(const struct rcp_timeline *tl)
{
	return READ_ONCE(tl->signalled);
}

/*
 * The last seqno whose fence has signalled: then all fences up to it have, and the CPU sees what
 * their jobs wrote.
 */
static inline u64 rcp_timeline_completed(const struct rcp_timeline *tl)
{
	/* Pairs with the release when fences have signalled. */
	return smp_load_acquire(&tl->completed);
}

void rcp_timeline_init(struct rcp_timeline *tl, struct rcp_card *card,
		       const struct rcp_timeline_ops *ops);

void rcp_fence_init(struct rcp_fence *fence, struct rcp_job *job);
u64 rcp_timeline_next(struct rcp_timeline *tl, struct rcp_fence *fence);
int rcp_timeline_add(struct rcp_timeline *tl, struct rcp_fence *fence);
unsigned int rcp_timeline_process(struct rcp_timeline *tl);
struct dma_fence *rcp_timeline_fence(struct rcp_timeline *tl, u64 seqno);
void rcp_timeline_drop(struct rcp_timeline *tl, struct rcp_fence *fence);
bool rcp_timeline_is_overdue(struct rcp_timeline *tl);
void rcp_timeline_freeze(struct rcp_timeline *tl, bool frozen);
void rcp_timeline_abort(struct rcp_timeline *tl);
void rcp_timeline_close(struct rcp_timeline *tl);

#endif /* RCP_TIMELINE_H */
