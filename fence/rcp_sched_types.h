/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Jobs and their scheduler: the types of this folder, and the functions below rcp_sched.c.
 *
 * The files, from the bottom: order/ (who is next, and for how long), rcp_account.c (what a client
 * holds, in all its files), rcp_timeline.c (seqnos of the card), rcp_time.c (for how long jobs
 * have the card), rcp_turn.c (events of the order), rcp_client.c (open files), rcp_queue*.c
 * (contexts: numbers, status, room, life), rcp_emit.c (emission into the ring), rcp_sched_fence.c
 * (internals of drm_sched), rcp_job.c (life of a job), rcp_sched.c (from the push to the ring),
 * rcp_reset.c (hangs, suspend, unplug).
 *
 * Lock order:
 *  - reservations (ww) -> &rcp_queue.lock -> &rcp_sched.ring_lock, which a submission only
 *    tries;
 *  - &rcp_sched.reset_lock -> &rcp_sched.ring_lock -> &rcp_queue.numbers ->
 *    &rcp_account.lock;
 *    &rcp_queue.numbers is also taken under &rcp_queue.lock alone;
 *  - &rcp_sched.ring_lock or &rcp_queue.lock -> &rcp_timeline.lock -> &rcp_turns.lock, or the
 *    locks of the fences, whose callbacks run under them; fences signal without &rcp_turns.lock;
 *  - &rcp_sched.ring_lock -> &rcp_accounts.lock -> &rcp_turns.lock;
 *  - &rcp_sched.lock -> the lock of &rcp_sched.idle, and the locks that &rcp_sched_ops.idle
 *    takes.  No other lock of this folder nests inside it.
 */
#ifndef RCP_SCHED_TYPES_H
#define RCP_SCHED_TYPES_H

#include <linux/dma-resv.h>
#include <linux/wait.h>
#include <linux/xarray.h>

#include <drm/gpu_scheduler.h>

#include "rcp_account.h"
#include "rcp_timeline.h"
#include "../ring/rcp_card.h"

struct rcp_client;
struct rcp_binding;
struct rcp_queue;
struct rcp_sched;

/**
 * struct rcp_sched_ops - callbacks into drm/
 * @prepare: a job with a binding has its turn, and runs next if the result is true; otherwise
 *	this is called again when a job has left the ring, or soon.  Context as @run, without the
 *	lock.
 * @drop: a job with a binding will not run.  Context as @run.
 * @run: a job gets its turn and is about to be written to the ring; &rcp_sched.ring_lock is
 *	held.  Must not allocate or wait for fences.
 * @done: a job completed or failed; it is freed some time after the call.  Any context,
 *	including interrupts off.
 * @hung: the card hangs in this job, or the job is too slow, and the card is about to be reset.
 *	Process context; may only allocate with GFP_NOWAIT.
 * @idle: the last job was freed; &rcp_sched.lock is held.  Must not sleep.
 */
struct rcp_sched_ops {
	bool (*prepare)(struct rcp_job *job);
	void (*drop)(struct rcp_job *job);
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
 * struct rcp_copy - parameters of an RCP_JOB_COPY
 * @dst_addr: GPU address of the destination
 * @src_addr: GPU address of the source
 * @size: bytes to write
 * @span: bytes after which the source begins again; 0: it does not
 * @after: fence of the copy before, if several fill a buffer together, or NULL; a job has a
 *	reference
 */
struct rcp_copy {
	u64 dst_addr;
	u64 src_addr;
	u64 size;
	u32 span;
	struct dma_fence *after;
};

/* A job may name more: the list of many jobs must not take more memory than their streams. */
#define RCP_JOB_BOS	1024u

/**
 * struct rcp_job_bo - a buffer of a client's job, for the dump of a hang
 * @addr: its GPU address
 * @size: bytes
 * @handle: the client's GEM handle
 * @vram: the buffer is in VRAM, else in the GTT
 * @write: the job may write to it
 * @dump: the client wants its contents in the dump
 */
struct rcp_job_bo {
	u64 addr;
	u64 size;
	u32 handle;
	bool vram;
	bool write;
	bool dump;
};

/**
 * struct rcp_job - a stream of a client, or a copy job of the driver
 * @base: the scheduler job, whose fence signals when the job is over
 * @pending: entry of &rcp_timeline.pending.  Protected by &rcp_timeline.lock.
 * @late: callbacks on the fence that run late
 * @sched: the scheduler
 * @queue: the queue; a reference, and room for one job
 * @account: the client that submitted the job, or caused the copy; a reference; NULL for a
 *	copy by the kernel
 * @kind: selects @stream, @stream_dw and @footprint, or @copy
 * @stream: the stream with addresses, in memory charged to the client: in the room after the job
 *	if it is short.  Freed with the job; until it is set, the submission keeps both
 * @stream_dw: length of @stream
 * @stream_size: bytes of the memory of @stream, as passed to rcp_job_stream_alloc()
 * @bos: the stream's buffers, one for each of the first RCP_JOB_BOS relocations, in the memory of
 *	@stream
 * @nbos: number of relocations
 * @footprint: state that the stream leaves and inherits
 * @owns: PM4_OWNS_* that the stream was checked with
 * @copy: parameters of the copy
 * @binding: what drm/ needs to give the buffers of the job their addresses, until the job is in
 *	the ring; NULL for a job that has them
 * @unbound: error of a job with a binding that gets its turn without addresses, 0 once it has them
 * @turn: the turn of the job
 * @uses_vram: a buffer of the job is in VRAM, so the CPU's writes there must arrive before the job
 * @writes_vram: the job writes to VRAM, so the CPU's read-ahead of VRAM becomes stale
 * @cpu_maps: for rcp_vram_needs_flush(): whether a CPU may access that VRAM
 * @dependencies: fences that the job depends on and that the order of the ring does not cover: the
 *	latest of each fence context, by the context, because other users can put any number of
 *	fences on a shared buffer; references
 * @dependency: context of the dependency that it waits for
 * @cb: callback on that
 * @woken: entry of &rcp_sched.woken, once it has signalled
 * @done: entry of &rcp_sched.done
 * @number: submission number in the queue
 * @seqno: seqno on the card, 0 until the job gets its turn
 * @breaks: &rcp_queue.breaks when the job was pushed
 * @cancelled: only the fence is written to the ring
 * @slow: the job is stopped because it kept others waiting for longer than its client may
 * @retried: the card hung in this copy once, and the reset ran it again
 * @follows: the client of the last stream before this job in the ring, a reference; NULL if
 *	there is none since bring-up, or if this is a stream of the same client
 * @vram_lost: value of &rcp_sched.vram_lost at creation
 * @preamble_dw: length of the preamble that resets inherited state
 * @ring_dw: dword of the ring at which the job begins
 * @ib_addr: GPU address of the copy of @stream that the CP fetches, 0 if there is none
 * @stamp: first of two timestamp slots
 * @ticks: time on the card, by rcp_time.c; 0 before it is over, if it is not known, and for a
 *	cancelled job
 * @pushed_ns: CLOCK_MONOTONIC when the job was pushed
 * @run_ns: CLOCK_MONOTONIC when the job was written to the ring
 * @pid: the process that created the job
 * @comm: name of the thread that created the job
 */
struct rcp_job {
	struct drm_sched_job base;
	struct list_head pending;
	struct rcp_late_fence late;
	struct rcp_sched *sched;
	struct rcp_queue *queue;
	struct rcp_account *account;
	enum rcp_job_kind kind;
	u32 *stream;
	u32 stream_dw;
	u32 stream_size;
	struct rcp_job_bo *bos;
	u32 nbos;
	struct pm4_footprint footprint;
	u32 owns;
	struct rcp_copy copy;
	struct rcp_binding *binding;
	int unbound;
	struct rcp_turn turn;
	bool uses_vram;
	bool writes_vram;
	u64 cpu_maps;
	struct xarray dependencies;
	unsigned long dependency;
	struct dma_fence_cb cb;
	struct llist_node woken;
	struct llist_node done;
	u64 number;
	u64 seqno;
	int breaks;
	bool cancelled;
	bool slow;
	bool retried;
	struct rcp_account *follows;
	int vram_lost;
	u32 preamble_dw;
	u32 ring_dw;
	u64 ib_addr;
	u32 stamp;
	u64 ticks;
	u64 pushed_ns;
	u64 run_ns;
	pid_t pid;
	char comm[TASK_COMM_LEN];
};

/* Dependencies that are looked at before other threads may run */
#define RCP_DEPEND_BATCH	64u

/* Memory of a stream's job: the job, and room for a short stream and the list of its buffers. */
#define RCP_JOB_SIZE	2048u
#define RCP_JOB_ROOM	(RCP_JOB_SIZE - sizeof(struct rcp_job))
/* Memory of a stream of medium length, with the list of its buffers */
#define RCP_STREAM_SIZE	8192u

static inline void *rcp_job_room(struct rcp_job *job)
{
	return job + 1;
}

/**
 * struct rcp_sched - the scheduler of a card
 * @base: the DRM scheduler, which runs no job: jobs have its fences
 * @card: the card
 * @ops: callbacks into drm/
 * @timeline: seqnos, and the jobs in the ring
 * @wq: runs @hang_work and @reap_work; ordered
 * @reset_lock: serialises reset, suspend, resume and unplug, each of which stops the
 *	scheduler; outside of all other locks of this folder
 * @hang_work: on @wq, queued when the oldest job exceeds its timeout
 * @turns: turns of clients in the ring
 * @left_ns: CLOCK_MONOTONIC when a job left the ring last; only of a card without timestamps.
 *	Written with &rcp_timeline.lock held.
 * @kernel: queue of the driver's own copies
 * @accounts: accounts of all clients
 * @ring_lock: serialises emission into the ring; held while the scheduler is stopped
 * @woken: jobs whose dependency has signalled
 * @stepping: those that the work has taken from @woken and not looked at.  Only for the work.
 * @binding: the job that is next and waits for space in the aperture, or NULL.  Only
 *	&rcp_turns.work uses it.
 * @done: jobs that are complete and not freed
 * @reap_work: frees the jobs of @done
 * @live_out: address state in the chip, set by earlier jobs.  Protected by @ring_lock.
 * @last: the client of the last stream in the ring, a reference; NULL after bring-up.  Protected
 *	by @ring_lock.
 * @ram_of: ids of the files whose contents are in HiZ and ZMASK RAM, and in CMASK RAM; 0: unknown.
 *	Protected by @ring_lock.
 * @scratch: buffer for the preamble: the last one, of @scratch_dw dwords, resets @reset.  Protected
 *	by @ring_lock.
 * @scratch_dw: length of the last preamble in dwords.  Protected by @ring_lock.
 * @reset: state that the last preamble resets; empty: there is none since bring-up.  Protected by
 *	@ring_lock.
 * @lock: held around the last wake-up of @idle, so that the scheduler is not freed before the
 *	wake-up ends
 * @live: jobs created and not freed
 * @queues: queues that exist
 * @idle: woken when @live or @queues drops to zero
 * @resets: resets since the driver was bound
 * @vram_lost: how often contents of VRAM were lost since the driver was bound
 * @vain_pauses: how often the ring did not run empty for a change of the engine clock; written
 *	with @reset_lock held
 * @copy_strikes: when copies were given up.  Protected by @reset_lock.
 * @dead: the error with which jobs fail, a negative errno, because the card did not come back
 *	or is gone; 0 while the card works.  Written with @reset_lock and @ring_lock held.
 * @cancelling: streams that get their turn are cancelled, because the card is about to be
 *	suspended or reset
 * @stopped: the card must not be touched: it is suspended, cut off or unplugged; written as @dead
 */
struct rcp_sched {
	struct drm_gpu_scheduler base;
	struct rcp_card *card;
	const struct rcp_sched_ops *ops;
	struct rcp_timeline timeline;
	struct workqueue_struct *wq;
	struct mutex reset_lock;
	struct work_struct hang_work;
	struct rcp_turns turns;
	u64 left_ns;
	struct rcp_queue *kernel;
	struct rcp_accounts accounts;
	struct mutex ring_lock;
	struct llist_head woken;
	struct llist_node *stepping;
	struct rcp_job *binding;
	struct llist_head done;
	struct delayed_work reap_work;
	struct pm4_live live_out;
	struct rcp_account *last;
	u64 ram_of[2];
	u32 *scratch;
	u32 scratch_dw;
	struct pm4_live reset;
	spinlock_t lock;
	atomic_t live;
	atomic_t queues;
	wait_queue_head_t idle;
	atomic_t resets;
	atomic_t vram_lost;
	u64 vain_pauses;
	struct rcp_strikes copy_strikes;
	int dead;
	bool cancelling;
	bool stopped;
};

/*
 * Return the oldest job in the ring, or NULL.  &rcp_timeline.lock is held, or the scheduler is
 * stopped, so that only the end of jobs changes the list.
 */
static inline struct rcp_job *rcp_timeline_first(struct rcp_timeline *tl)
{
	return list_first_entry_or_null(&tl->pending, struct rcp_job, pending);
}

/* Return the error with which new jobs fail, a negative errno, or 0. */
static inline int rcp_sched_error(const struct rcp_sched *sched)
{
	int dead = READ_ONCE(sched->dead);

	return !dead && READ_ONCE(sched->card->lost) ? -ENODEV : dead;
}

/* Ticks of &rcp_job.ticks in a millisecond, 0 if that is not known. */
static inline u32 rcp_time_khz(const struct rcp_sched *sched)
{
	const struct rcp_card *card = sched->card;

	return rcp_card_has_stamps(card) ? card->config.crystal_khz : NSEC_PER_MSEC;
}

/* rcp_time.c */
int rcp_time_now(const struct rcp_sched *sched, u64 *now);
u64 rcp_time_running(const struct rcp_job *job, u64 now);
u64 rcp_time_measure(struct rcp_job *job);
u64 rcp_time_busy(struct rcp_sched *sched);

/* rcp_emit.c */
u32 rcp_emit_limit(const struct rcp_card *card);
void rcp_emit_mark_all_live(struct rcp_sched *sched);
int rcp_emit_begin(struct rcp_sched *sched);
void rcp_emit_job(struct rcp_sched *sched, struct rcp_job *job);
struct rcp_account *rcp_emit_blocker(const struct rcp_sched *sched, const struct rcp_job *job);

/* rcp_sched_fence.c */
extern struct drm_gpu_scheduler *rcp_sched_stub;
int rcp_sched_fence_setup(void);
void rcp_sched_fence_settle(void);
void rcp_sched_fence_detach(struct drm_sched_fence *s_fence);
struct dma_fence *rcp_sched_job_dependency(struct rcp_job *job, unsigned int *left);
bool rcp_sched_owns(const struct rcp_sched *sched, struct dma_fence *fence);
bool rcp_sched_is_in_ring(const struct rcp_sched *sched, struct dma_fence *fence);
struct dma_fence *rcp_sched_dependency(const struct rcp_sched *sched, struct dma_fence *fence);

/* rcp_queue_status.c */
int rcp_job_error(const struct rcp_job *job, u32 *status);
bool rcp_job_is_cancelled(const struct rcp_job *job);

/* rcp_turn.c */
void rcp_turns_init(struct rcp_turns *turns, unsigned int timeout_ms, unsigned int shared_ms);
void rcp_turns_restart(struct rcp_sched *sched);
void rcp_turns_drain(struct rcp_sched *sched);
void rcp_turns_close(struct rcp_turns *turns, struct rcp_client *client);
void rcp_turns_recheck(struct rcp_turns *turns);
u64 rcp_turns_deadline(const struct rcp_timeline *tl);
u64 rcp_turns_oldest(struct rcp_turns *turns, u64 *kept_ms);
void rcp_turns_kick(struct rcp_turns *turns);
void rcp_turns_poll(struct rcp_turns *turns, u64 ns);
void rcp_turns_block(struct rcp_turns *turns, struct rcp_order_node *process, int by);
struct rcp_job *rcp_turns_next(struct rcp_turns *turns);
bool rcp_turn_try(struct rcp_job *job);
bool rcp_turn_push(struct rcp_job *job);
void rcp_turn_queue(struct rcp_job *job);
struct rcp_job *rcp_turn_pop(struct rcp_job *job);
void rcp_turn_start(struct rcp_job *job);
void rcp_turn_end(struct rcp_job *job, u64 now);
void rcp_turn_abort(struct rcp_job *job);

/* rcp_job.c */
u32 *rcp_job_stream_alloc(struct rcp_account *account, struct rcp_job *job, size_t size);
void rcp_job_stream_free(struct rcp_account *account, u32 *stream, size_t size);
int rcp_job_init(struct rcp_job *job, struct rcp_queue *queue, struct rcp_account *account,
		 enum rcp_job_kind kind);
int rcp_job_depend(struct rcp_job *job, struct dma_resv *resv, enum dma_resv_usage usage);
int rcp_job_depend_fence(struct rcp_job *job, struct dma_fence *fence);
void rcp_job_discard(struct rcp_job *job);
struct dma_fence *rcp_job_arm(struct rcp_job *job);
void rcp_job_cancel(struct rcp_job *job, int error, u32 status);
void rcp_job_write(struct rcp_job *job);
void rcp_job_late(struct rcp_late_fence *entry);
void rcp_job_finish(struct rcp_job *job, ktime_t when);
void rcp_job_reap(struct rcp_sched *sched);

#endif /* RCP_SCHED_TYPES_H */
