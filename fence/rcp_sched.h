/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Jobs on their way to the card.
 *
 * drm/ makes a job with everything it will ever need (rcp_job_create(), which
 * may sleep and allocate), collects its dependencies, and pushes it.  From there on
 * the DRM scheduler calls: run_job writes it to the ring without allocating, waiting
 * or taking a reservation lock; free_job drops it once its fence has signalled.
 * rcp_reset.c notices hangs, resets the card and runs the jobs of all others again.
 *
 * The files, from the bottom: rcp_timeline.c (the card's numbers), rcp_queue.c (a
 * context's numbers), rcp_job.c (a job's life), rcp_emit.c (into the ring),
 * rcp_sched.c (the DRM scheduler), rcp_direct.c (the way past it), rcp_reset.c (hangs,
 * suspend, unplug).
 *
 * Lock order: &rcp_sched.reset_lock -> &rcp_sched.ring_lock -> &rcp_queue.numbers ->
 * &rcp_client.lock, and reservations (ww) -> &rcp_queue.lock -> &rcp_sched.ring_lock,
 * which a submission only tries; &rcp_sched.lock and &rcp_timeline.lock are leaves.
 */
#ifndef RCP_SCHED_H
#define RCP_SCHED_H

#include <linux/dma-resv.h>
#include <linux/wait.h>

#include <drm/gpu_scheduler.h>

#include "rcp_queue.h"
#include "rcp_timeline.h"
#include "../ring/rcp_card.h"

struct rcp_sched;

/**
 * struct rcp_sched_ops - how the scheduler calls up
 * @run: a job has been written to the ring.  From run_job: may not sleep.
 * @done: a job is over, well or badly; its memory goes away after the call.
 *	Any context, also with interrupts off.
 * @hung: the card hangs in this job and is about to be reset.  Process context;
 *	may only allocate with GFP_NOWAIT.
 * @idle: no job is left; &rcp_sched.lock is held.  May not sleep.
 */
struct rcp_sched_ops {
	void (*run)(struct rcp_job *job);
	void (*done)(struct rcp_job *job);
	void (*hung)(struct rcp_sched *sched, struct rcp_job *job);
	void (*idle)(struct rcp_sched *sched);
};

enum rcp_job_kind {
	RCP_JOB_IB,
	RCP_JOB_COPY,
};

static inline const char *rcp_job_kind_name(enum rcp_job_kind kind)
{
	return kind == RCP_JOB_COPY ? "copy" : "ib";
}

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
 * @sched: where it runs
 * @queue: whose it is; a reference, and room for one job
 * @hw: its hardware fence; a reference
 * @kind: which of the following holds
 * @stream: its stream with addresses, in the client's memory; kvfree()d with the job
 * @stream_dw: its length
 * @footprint: what the stream leaves and inherits
 * @copy: the copy to do
 * @writes_vram: it writes to VRAM, of which the CPU may have stale reads
 * @waits: it depends on a fence that the order of the ring does not cover
 * @direct_cb: on @hw, if the job did not take the scheduler's way
 * @direct_node: entry of &rcp_sched.direct_done
 * @number: its number in the queue
 * @seqno: its number on the card, 0 until it was written to the ring
 * @hangs: &rcp_queue.hangs when it was pushed
 * @cancelled: only its fence is written to the ring
 * @retried: the card hung in it once, and it was given another chance
 * @preamble_dw: what it took to neutralise inherited state
 * @ring_dw: where in the ring it begins
 * @ib_addr: GPU address of the copy of @stream that the CP fetches, 0 if there is none
 * @stamp: first of its two timestamp slots
 * @pushed_ns: CLOCK_MONOTONIC when it was pushed
 * @run_ns: when it was written to the ring
 * @pid: the process that pushed it
 * @comm: its name
 */
struct rcp_job {
	struct drm_sched_job base;
	struct rcp_sched *sched;
	struct rcp_queue *queue;
	struct rcp_fence *hw;
	enum rcp_job_kind kind;
	u32 *stream;
	u32 stream_dw;
	struct pm4_footprint footprint;
	struct rcp_copy copy;
	bool writes_vram;
	bool waits;
	struct dma_fence_cb direct_cb;
	struct llist_node direct_node;
	u64 number;
	u64 seqno;
	int hangs;
	bool cancelled;
	bool retried;
	u32 preamble_dw;
	u32 ring_dw;
	u64 ib_addr;
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
 * @wq: handles hangs
 * @reset_lock: keeps reset, suspend, resume and unplug apart, each of which stops the
 *	scheduler; outside of all locks here
 * @hang_work: on @wq, when the oldest job has used up its time
 * @kernel: queue of the driver's own copies
 * @ring_lock: one job at a time is written to the ring, and none while the scheduler is
 *	stopped
 * @queued: jobs that were given to the scheduler and are not freed
 * @direct_done: jobs of rcp_direct.c that are over and not freed
 * @direct_work: frees them
 * @left: address state that jobs have left in the chip.  Protected by @ring_lock.
 * @copied: the last fence in the ring, if a copy in front of it was not waited for; or 0.
 *	Protected by @ring_lock.
 * @scratch: where the preamble that neutralises it is built.  Protected by @ring_lock.
 * @limit: jobs that may be in the ring at once: as many as fit however large
 *	their preambles are
 * @direct_limit: of them, those that rcp_direct.c may add; the scheduler has the others
 * @lock: orders the last wake-up of @idle and the end of the scheduler
 * @live: jobs created and not freed
 * @queues: queues that exist
 * @idle: woken when @live or @queues gets to zero
 * @resets: resets since the driver was bound
 * @vram_lost: how often the contents of VRAM were lost since then
 * @dead: why jobs fail at once, a negative errno: the card did not come back, or is
 *	gone; 0 while it works
 * @cancelling: no new stream gets to the card: it is about to be put to sleep or reset
 * @stopped: the card is not to be touched: suspended, being reset, cut off or unplugged
 */
struct rcp_sched {
	struct drm_gpu_scheduler base;
	struct rcp_card *card;
	const struct rcp_sched_ops *ops;
	struct rcp_timeline timeline;
	struct workqueue_struct *wq;
	struct mutex reset_lock;
	struct work_struct hang_work;
	struct rcp_queue *kernel;
	struct mutex ring_lock;
	atomic_t queued;
	struct llist_head direct_done;
	struct delayed_work direct_work;
	struct pm4_footprint left;
	u64 copied;
	u32 *scratch;
	u32 limit;
	u32 direct_limit;
	spinlock_t lock;
	atomic_t live;
	atomic_t queues;
	wait_queue_head_t idle;
	atomic_t resets;
	atomic_t vram_lost;
	int dead;
	bool cancelling;
	bool stopped;
};

static inline struct rcp_job *rcp_job_from(struct drm_sched_job *base)
{
	return container_of(base, struct rcp_job, base);
}

/* Why jobs fail at once: a negative errno, or 0. */
static inline int rcp_sched_error(const struct rcp_sched *sched)
{
	int dead = READ_ONCE(sched->dead);

	return !dead && READ_ONCE(sched->card->lost) ? -ENODEV : dead;
}

/* rcp_job.c */
struct rcp_job *rcp_job_create(struct rcp_queue *queue, enum rcp_job_kind kind);
int rcp_job_depend(struct rcp_job *job, struct dma_resv *resv, enum dma_resv_usage usage);
int rcp_job_depend_fence(struct rcp_job *job, struct dma_fence *fence);
void rcp_job_discard(struct rcp_job *job);
struct dma_fence *rcp_job_arm(struct rcp_job *job);
void rcp_job_push(struct rcp_job *job);
void rcp_job_cancel(struct rcp_job *job, int error, u32 status);
void rcp_job_free(struct rcp_job *job);

/* rcp_emit.c */
#define RCP_JOBS_IN_RING	RCP_IB_SLOTS
u32 rcp_emit_limit(const struct rcp_card *card);
void rcp_emit_forget(struct rcp_sched *sched);
int rcp_emit_job(struct rcp_sched *sched, struct rcp_job *job);

/* rcp_sched.c */
int rcp_sched_setup(void);
void rcp_sched_cleanup(void);
int rcp_sched_init(struct rcp_sched *sched, struct rcp_card *card,
		   const struct rcp_sched_ops *ops);
void rcp_sched_fini(struct rcp_sched *sched);
void rcp_sched_eop(struct rcp_sched *sched);
bool rcp_sched_owns(const struct rcp_sched *sched, struct dma_fence *fence);
int rcp_sched_write(struct rcp_sched *sched, struct rcp_job *job);
bool rcp_sched_is_ahead(const struct rcp_sched *sched, struct dma_fence *fence);
struct dma_fence *rcp_sched_until_ahead(const struct rcp_sched *sched, struct dma_fence *fence);
void rcp_sched_free(struct rcp_job *job);
void rcp_sched_stop(struct rcp_sched *sched);
void rcp_sched_restart(struct rcp_sched *sched);

/* rcp_direct.c */
void rcp_direct_init(struct rcp_sched *sched);
void rcp_direct_fini(struct rcp_sched *sched);
bool rcp_direct_push(struct rcp_job *job);
void rcp_direct_reap(struct rcp_sched *sched);

/* rcp_reset.c */
void rcp_reset_init(struct rcp_sched *sched, const struct rcp_limits *limits);
bool rcp_sched_is_idle(struct rcp_sched *sched);
void rcp_sched_quiesce(struct rcp_sched *sched);
void rcp_sched_suspend(struct rcp_sched *sched);
void rcp_sched_resume(struct rcp_sched *sched, int error);
void rcp_sched_fail(struct rcp_sched *sched);
void rcp_sched_close(struct rcp_sched *sched);

#endif /* RCP_SCHED_H */
