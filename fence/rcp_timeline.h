/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The timeline of the card: 64-bit seqnos that the CP writes at the end of the pipe, and the jobs
 * that wait for them.
 *
 * rcp_job_write() adds jobs.  The end-of-pipe interrupt finishes them in order, and so does the
 * watchdog timer, in case an interrupt is lost.  The watchdog also detects that the oldest job
 * exceeds its timeout.
 */
#ifndef RCP_TIMELINE_H
#define RCP_TIMELINE_H

#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/timer.h>

#include "rcp_late.h"

struct rcp_card;
struct rcp_job;
struct rcp_timeline;

/**
 * struct rcp_timeline_ops - calls of the timeline
 * @left: a job leaves the ring, before its fence signals; &rcp_timeline.lock is held
 * @finish: signals the fence of a job; &rcp_timeline.lock is held
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
 * @lock: keeps the order of @pending and of signalling; taken with interrupts off; outside
 *	of the locks of the fences
 * @pending: &rcp_job.pending of jobs that are emitted and whose fences have not signalled, in the
 *	order of their seqnos.  Protected by @lock.
 * @count: length of @pending.  Protected by @lock for writing.
 * @emitted: last seqno that was assigned.  Protected by &rcp_sched.ring_lock for writing.
 * @signalled: last seqno that signalled.  Protected by @lock for writing.
 * @completed: @signalled, once the fences up to it have signalled
 * @watchdog: checks for lost interrupts and for the timeout while a job is pending
 * @late: callbacks that do not run when their fence signals
 * @rescued: jobs that the watchdog finished instead of an interrupt
 * @frozen: the written-back seqno is invalid, because the card is being reset or brought up.
 *	Protected by @lock.
 * @closed: the card is not read any more.  Protected by @lock.
 */
struct rcp_timeline {
	struct rcp_card *card;
	const struct rcp_timeline_ops *ops;
	spinlock_t lock;
	struct list_head pending;
	unsigned int count;
	u64 emitted;
	u64 signalled;
	u64 completed;
	struct timer_list watchdog;
	struct rcp_late late;
	u64 rescued;
	bool frozen;
	bool closed;
};

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

/*
 * Ignore the written-back seqno, because the card is being reset or brought up, or use it.  While
 * frozen no job finishes.
 */
static inline void rcp_timeline_freeze(struct rcp_timeline *tl, bool frozen)
{
	spin_lock_irq(&tl->lock);
	tl->frozen = frozen;
	spin_unlock_irq(&tl->lock);
}

void rcp_timeline_init(struct rcp_timeline *tl, struct rcp_card *card,
		       const struct rcp_timeline_ops *ops);

void rcp_timeline_add(struct rcp_timeline *tl, struct rcp_job *job);
unsigned int rcp_timeline_process(struct rcp_timeline *tl);
struct dma_fence *rcp_timeline_fence(struct rcp_timeline *tl, u64 seqno);
bool rcp_timeline_is_overdue(struct rcp_timeline *tl);
void rcp_timeline_abort(struct rcp_timeline *tl);
void rcp_timeline_close(struct rcp_timeline *tl);

#endif /* RCP_TIMELINE_H */
