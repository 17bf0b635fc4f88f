/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Jobs on their way to the card.
 *
 * drm/ makes a job with everything it will ever need (rcp_job_create(), which
 * may sleep and allocate), collects what it has to wait for, and pushes it.
 * From there on the DRM scheduler calls: run_job writes it to the ring without
 * allocating, waiting or taking a reservation lock; free_job drops it once its
 * fence has signalled; timedout_job finds out who hangs, resets the card and
 * has everybody else's jobs run again.
 *
 * Lock order: reservations (ww) -> &rcp_queue.lock -> &rcp_timeline.lock.
 */
#ifndef RCP_SCHED_H
#define RCP_SCHED_H

#include <linux/dma-resv.h>
#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/wait.h>

#include <drm/gpu_scheduler.h>

#include "rcp_timeline.h"
#include "../ring/rcp_card.h"

struct rcp_sched;

/**
 * struct rcp_sched_ops - how the scheduler calls up
 * @run: a job has been written to the ring.  From run_job: may not sleep.
 * @done: a job is over, well or badly; its memory goes away after the call.
 *	Process context, but signalling of fences waits for it: no allocation.
 * @hung: the card hangs in this job and is about to be reset.  Process context;
 *	may only allocate with GFP_NOWAIT.
 */
struct rcp_sched_ops {
	void (*run)(struct rcp_job *job);
	void (*done)(struct rcp_job *job);
	void (*hung)(struct rcp_sched *sched, struct rcp_job *job);
};

/**
 * struct rcp_queue - jobs that run in the order in which they were pushed
 * @entity: the scheduler's side of it
 * @sched: where they run
 * @kref: the owner holds one, and so does each job
 * @lock: keeps the numbers of jobs in the order of pushing
 * @hangs: resets that this queue caused; a job older than the latest is cancelled
 * @innocent: resets that hit jobs of this queue without being its fault
 * @busy_ticks: reference clock ticks its jobs took on the card
 * @jobs: jobs pushed
 * @ib_bytes: its jobs' &rcp_job.charged
 * @rcu: it is freed when nobody can be looking at it
 */
struct rcp_queue {
	struct drm_sched_entity entity;
	struct rcp_sched *sched;
	struct kref kref;
	struct mutex lock;
	atomic_t hangs;
	atomic_t innocent;
	atomic64_t busy_ticks;
	atomic64_t jobs;
	atomic_t ib_bytes;
	struct rcu_head rcu;
};

enum rcp_job_kind {
	RCP_JOB_IB,
	RCP_JOB_COPY,
};

/**
 * struct rcp_copy - the work of a RCP_JOB_COPY
 * @dst_addr: where to, GPU address
 * @src_addr: where from
 * @size: bytes
 * @src_size: bytes at @src_addr; they are repeated until @size is filled
 */
struct rcp_copy {
	u64 dst_addr;
	u64 src_addr;
	u64 size;
	u64 src_size;
};

/**
 * struct rcp_job - one piece of work for the card
 * @base: the scheduler's side of it
 * @node: entry of &rcp_sched.jobs
 * @sched: where it runs
 * @queue: whose it is; a reference
 * @hw: its hardware fence; a reference
 * @kind: which of the following holds
 * @ib: its stream's memory
 * @ib_dw: dwords of it to run
 * @charged: bytes that it counts for against the queue's share
 * @footprint: what the stream leaves and inherits
 * @copy: the copy to do
 * @seqno: its number on the card, 0 until it was written to the ring
 * @hangs: &rcp_queue.hangs when it was pushed
 * @cancelled: not to be run; set by the reset
 * @retried: the card hung in it once, and it was given another chance
 * @preamble_dw: what it took to make inherited state harmless
 * @stamp: first of its two timestamp slots
 * @pushed_ns: CLOCK_MONOTONIC when it was pushed
 * @run_ns: when it was written to the ring
 * @pid: who pushed it
 * @comm: its name
 */
struct rcp_job {
	struct drm_sched_job base;
	struct list_head node;
	struct rcp_sched *sched;
	struct rcp_queue *queue;
	struct rcp_fence *hw;
	enum rcp_job_kind kind;
	struct rcp_ib ib;
	u32 ib_dw;
	int charged;
	struct pm4_footprint footprint;
	struct rcp_copy copy;
	u64 seqno;
	int hangs;
	bool cancelled;
	bool retried;
	u32 preamble_dw;
	u32 stamp;
	u64 pushed_ns;
	u64 run_ns;
	pid_t pid;
	char comm[TASK_COMM_LEN];
};

/**
 * struct rcp_sched - the way to the ring
 * @base: the scheduler
 * @card: the card
 * @ops: how to call up
 * @timeline: its numbers
 * @wq: where timeouts are handled
 * @kernel: queue of the driver's own copies
 * @left: address state that jobs have left in the chip; run_job's
 * @scratch: where run_job builds the preamble that makes it harmless
 * @limit: jobs that may be in the ring at once: as many as fit however large
 *	their preambles are
 * @lock: protects @jobs, the streams' memory of those jobs against unplug, and
 *	@untimed
 * @jobs: jobs created and not yet freed
 * @live: their number
 * @idle: woken when @live gets to zero
 * @resets: resets since the driver was bound
 * @dead: the card did not come back; jobs fail at once
 * @stopped: nobody runs jobs (suspended or unplugged)
 * @suspended: the DRM scheduler is stopped from rcp_sched_suspend() on; suspend's,
 *	resume's and unplug's, which the driver core keeps apart
 * @untimed: run_job leaves the timer alone, since somebody is about to stop
 */
struct rcp_sched {
	struct drm_gpu_scheduler base;
	struct rcp_card *card;
	const struct rcp_sched_ops *ops;
	struct rcp_timeline timeline;
	struct workqueue_struct *wq;
	struct rcp_queue *kernel;
	struct pm4_footprint left;
	u32 *scratch;
	u32 limit;
	spinlock_t lock;
	struct list_head jobs;
	atomic_t live;
	wait_queue_head_t idle;
	atomic_t resets;
	bool dead;
	bool stopped;
	bool suspended;
	bool untimed;
};

int rcp_sched_setup(void);
int rcp_sched_init(struct rcp_sched *sched, struct rcp_card *card,
		   const struct rcp_sched_ops *ops, unsigned int timeout_ms);
void rcp_sched_close(struct rcp_sched *sched);
void rcp_sched_fini(struct rcp_sched *sched);
int rcp_sched_suspend(struct rcp_sched *sched);
void rcp_sched_resume(struct rcp_sched *sched, int error);
void rcp_sched_eop(struct rcp_sched *sched);

struct rcp_queue *rcp_queue_create(struct rcp_sched *sched);
void rcp_queue_close(struct rcp_queue *queue);

struct rcp_job *rcp_job_create(struct rcp_queue *queue, enum rcp_job_kind kind);
int rcp_job_get_ib(struct rcp_job *job, u32 size_dw);
int rcp_job_depend(struct rcp_job *job, struct dma_resv *resv, bool write);
void rcp_job_discard(struct rcp_job *job);
struct dma_fence *rcp_job_arm(struct rcp_job *job);
void rcp_job_push(struct rcp_job *job);

static inline struct rcp_job *rcp_job_from(struct drm_sched_job *base)
{
	return container_of(base, struct rcp_job, base);
}

#endif /* RCP_SCHED_H */
