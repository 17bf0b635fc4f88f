/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queues: what a uapi context is for jobs.
 *
 * The jobs of a queue run and complete in the order in which they were pushed.  The queue
 * numbers its submissions in 64 bits, keeps the errors of failed ones, and counts the resets
 * that it caused or suffered.  Bounds and bans belong to the process that
 * submits: its account (rcp_account.h).
 *
 * References: the holder of a queue and each of its jobs hold a reference to the queue.  A
 * queue holds a reference to its client and to the accounts of its creator and its owner.
 */
#ifndef RCP_QUEUE_H
#define RCP_QUEUE_H

#include <linux/atomic.h>
#include <linux/dma-fence.h>
#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include <drm/gpu_scheduler.h>

#include "rcp_client.h"

struct drm_rcp_ctx_state;
struct drm_rcp_fence_query;
struct rcp_job;
struct rcp_sched;

/* Incomplete jobs of one queue; more than fit into the ring. */
#define RCP_QUEUE_JOBS		64u
/* Failed submissions of one queue whose errors are kept. */
#define RCP_QUEUE_FAILED	128u

/**
 * struct rcp_queue - jobs that run in the order in which they were pushed
 * @entity: the entity of the DRM scheduler, for the contexts of fences
 * @sched: the scheduler
 * @client: the file of the queue; a reference; NULL for the driver's own copies
 * @creator: account of the process that created the queue, which counts there; a reference,
 *	or NULL
 * @owner: account of the process that submitted first, to which bans of the queue apply; a
 *	reference, or NULL.  Written once, under @lock.
 * @kref: the owner and each job hold a reference
 * @id: the context's id in its file, 0 is the default; set before the queue is published
 * @counts: the queue counts in &rcp_client.contexts
 * @ban_on_hang: the first hang of the owner bans the queue
 * @jobs: &rcp_turn.entry of jobs that are pushed and not in the ring.  Only the first one waits for
 *	fences or for its turn.  Protected by &rcp_turns.lock; jobs join with @lock held as well,
 *	and leave with &rcp_sched.ring_lock.
 * @lock: keeps submission numbers in the order of pushing; outside of @numbers
 * @live: jobs that hold room, from rcp_queue_get_room() (copies: from creation) to their free
 * @wait: woken when @live falls, for submissions that wait for room
 * @hangs: resets that this queue caused by hangs
 * @breaks: its jobs that hung or were too slow; jobs pushed before the latest one are cancelled
 * @banned: the queue accepts no more jobs of its owner; set once
 * @numbers: protects the members that follow, up to @strikes; taken with interrupts on
 * @submitted: last number that was assigned
 * @completed: all numbers up to this one are complete; updated by each query
 * @pending: fences of the numbers in between; number n at index n % RCP_QUEUE_JOBS
 * @failed: the last submissions that failed; a ring buffer
 * @nfailed: failed submissions in total
 * @forgotten: the highest failed number that was overwritten in @failed
 * @status: RCP_CTX_STATUS_* bits that are sticky
 * @innocent: resets that hit jobs of the queue and that it did not cause
 * @lost: jobs that did not run to their end
 * @hang_seqno: number of the last guilty job
 * @last_reset: the last reset that is counted in @innocent
 * @vram_lost: value of &rcp_sched.vram_lost at creation
 * @strikes: when jobs of the owner hung
 * @dead_work: tears the entity down after the last reference is dropped
 * @rcu: delays the free, because the scheduler may still read the entity under RCU
 */
struct rcp_queue {
	struct drm_sched_entity entity;
	struct rcp_sched *sched;
	struct rcp_client *client;
	struct rcp_account *creator;
	struct rcp_account *owner;
	struct kref kref;
	u32 id;
	bool counts;
	bool ban_on_hang;
	struct list_head jobs;
	struct mutex lock;
	atomic_t live;
	wait_queue_head_t wait;
	atomic_t hangs;
	atomic_t breaks;
	bool banned;

	spinlock_t numbers;
	u64 submitted;
	u64 completed;
	struct dma_fence *pending[RCP_QUEUE_JOBS];
	struct {
		u64 number;
		int error;
	} failed[RCP_QUEUE_FAILED];
	unsigned int nfailed;
	u64 forgotten;
	u32 status;
	u64 innocent;
	u64 lost;
	u64 hang_seqno;
	u32 last_reset;
	int vram_lost;
	struct rcp_strikes strikes;

	struct work_struct dead_work;
	struct rcu_head rcu;
};

/* Contexts of one file, without the default one. */
#define RCP_MAX_CONTEXTS	256u

/* rcp_queue.c */
void rcp_queues_wait(void);
struct rcp_queue *rcp_queue_create(struct rcp_sched *sched, struct rcp_client *client,
				   struct rcp_account *creator, bool counts);
void rcp_queue_free(struct kref *kref);
int rcp_queue_get_room(struct rcp_queue *queue, struct rcp_account *account);
u64 rcp_queue_add(struct rcp_queue *queue, struct dma_fence *fence);
int rcp_queue_query(struct rcp_queue *queue, struct drm_rcp_fence_query *query,
		    struct dma_fence **fence);

/* Drop a reference.  The last one queues the teardown on a workqueue.  Any context. */
static inline void rcp_queue_put(struct rcp_queue *queue)
{
	kref_put(&queue->kref, rcp_queue_free);
}

/*
 * Undo rcp_queue_get_room(), with the same client, or NULL for a copy, and wake a submission that
 * waits for the room: one, because any number may wait, and the caller may be another client.  The
 * caller holds a reference.  Any context.
 */
static inline void rcp_queue_put_room(struct rcp_queue *queue, struct rcp_account *account)
{
	if (account)
		rcp_account_put_job(account);
	atomic_dec(&queue->live);
	/* Pairs with the barrier of prepare_to_wait_event(), before the condition is read. */
	if (wq_has_sleeper(&queue->wait))
		wake_up(&queue->wait);
}

/* rcp_queue_status.c */
void rcp_queue_state(struct rcp_queue *queue, const struct rcp_account *account,
		     struct drm_rcp_ctx_state *state);
void rcp_queue_blame(struct rcp_queue *queue, struct rcp_account *account, u64 number);
void rcp_queue_mark_innocent(struct rcp_queue *queue, u32 reset);
void rcp_queue_lost(struct rcp_queue *queue, u32 status);

/*
 * Test whether a client, or NULL, may not submit to a queue: it is banned, or the queue is and the
 * client owns it.  The ban does not apply to other processes that share the file.  Any context.
 */
static inline bool rcp_queue_is_banned(const struct rcp_queue *queue,
				       const struct rcp_account *account)
{
	return rcp_account_is_banned(account) ||
	       (READ_ONCE(queue->banned) && READ_ONCE(queue->owner) == account);
}

#endif /* RCP_QUEUE_H */
