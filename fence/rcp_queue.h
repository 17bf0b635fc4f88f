/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queues: what a context of the uapi is to the scheduler.
 *
 * Jobs of a queue run and complete in the order in which they were pushed.  The
 * queue numbers them in 64 bits, remembers how the failed ones ended, and counts
 * what resets did to it.  A client is the open file that owns queues; bans and
 * statistics add up there.
 *
 * References: the owner of a queue holds one, and so does each of its jobs.  A queue
 * holds one on its client.
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

struct rcp_job;
struct rcp_sched;

/* Jobs of one queue that may be incomplete at once: more than the ring takes. */
#define RCP_QUEUE_JOBS		64u
/* Failed submissions of one queue that are remembered. */
#define RCP_QUEUE_FAILED	128u

/* So many hangs within the window ban a context ... */
#define RCP_BAN_HANGS		3u
#define RCP_BAN_WINDOW_MS	60000u
/* ... and so many banned contexts within ten windows ban the file. */
#define RCP_BAN_CONTEXTS	3u

/**
 * struct rcp_strikes - the last times of something that may happen so often
 * @at: jiffies of each; a ring
 * @count: how many there were in all
 */
struct rcp_strikes {
	unsigned long at[RCP_BAN_HANGS];
	unsigned int count;
};

/**
 * struct rcp_client - an open file, as far as its jobs go
 * @kref: the file holds one, and so does each queue
 * @release: frees it; process context
 * @id: drm-client-id of fdinfo, for traces
 * @contexts: queues that exist, without the default one
 * @busy_ticks: reference clock ticks its jobs took on the card
 * @jobs: jobs pushed
 * @hangs: resets that its jobs caused
 * @banned: no queue of it takes jobs any more; set once
 * @closed: the file was closed a moment ago: queued jobs are cancelled; set once
 * @lock: protects @bans and @queues
 * @bans: when its contexts were banned
 * @queues: how many queues it has, also those whose context was destroyed
 * @close_work: sets @closed; holds a reference while it is pending
 */
struct rcp_client {
	struct kref kref;
	void (*release)(struct rcp_client *client);
	u64 id;
	atomic_t contexts;
	atomic64_t busy_ticks;
	atomic64_t jobs;
	atomic_t hangs;
	bool banned;
	bool closed;
	spinlock_t lock;
	struct rcp_strikes bans;
	unsigned int queues;
	struct delayed_work close_work;
};

/**
 * struct rcp_queue - jobs that run in the order in which they were pushed
 * @entity: the scheduler's side of it
 * @sched: where they run
 * @client: whose it is; a reference; NULL for the driver's own copies
 * @kref: the owner holds one, and so does each job
 * @id: the context's id in its file, 0 is the default; set before it is known
 * @counts: it is one of &rcp_client.contexts
 * @ban_on_hang: the first hang bans it
 * @lock: keeps the numbers of jobs in the order of pushing; outside of @numbers
 * @live: jobs created and not freed
 * @waiting: jobs pushed and not yet written to the ring
 * @wait: woken when @live falls, for jobs that wait for room
 * @hangs: resets that this queue caused; a job older than the latest is cancelled
 * @banned: it takes no jobs any more; set once
 * @numbers: protects all that follows; taken with interrupts on
 * @submitted: last number given out
 * @completed: all up to this one are complete; brought up to date at each look
 * @pending: fences of the numbers in between, number n at n modulo the size
 * @failed: the last submissions that failed; a ring
 * @nfailed: how many failed in all
 * @forgotten: the highest failed number that fell out of @failed
 * @status: RCP_CTX_STATUS_* bits that are sticky
 * @innocent: resets that hit jobs of it without being its fault
 * @lost: jobs that did not run to their end
 * @hang_seqno: the last number that was blamed
 * @last_reset: the last reset that is counted in @innocent
 * @vram_lost: &rcp_sched.vram_lost when it was made
 * @strikes: when it hung
 * @dead_work: takes the entity down when the last job is over
 * @rcu: the scheduler may look at it a moment longer
 */
struct rcp_queue {
	struct drm_sched_entity entity;
	struct rcp_sched *sched;
	struct rcp_client *client;
	struct kref kref;
	u32 id;
	bool counts;
	bool ban_on_hang;
	struct mutex lock;
	atomic_t live;
	atomic_t waiting;
	wait_queue_head_t wait;
	atomic_t hangs;
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

/**
 * struct rcp_queue_state - what a client may know of its queue's resets
 * @status: RCP_CTX_STATUS_* bits
 * @hangs: resets that its jobs caused
 * @innocent: resets that hit it
 * @lost: jobs that did not run to their end
 * @hang_seqno: the last number that was blamed
 */
struct rcp_queue_state {
	u32 status;
	u64 hangs;
	u64 innocent;
	u64 lost;
	u64 hang_seqno;
};

/* Contexts of one file, without the default one. */
#define RCP_MAX_CONTEXTS	256u

int rcp_queues_setup(void);
void rcp_queues_cleanup(void);

void rcp_client_init(struct rcp_client *client, void (*release)(struct rcp_client *client));
void rcp_client_close(struct rcp_client *client);
void rcp_client_put(struct rcp_client *client);

struct rcp_queue *rcp_queue_create(struct rcp_sched *sched, struct rcp_client *client,
				   bool counts);
void rcp_queue_put(struct rcp_queue *queue);

bool rcp_queue_is_banned(const struct rcp_queue *queue);
int rcp_queue_get_room(struct rcp_queue *queue);
void rcp_queue_put_room(struct rcp_queue *queue);

u64 rcp_queue_add(struct rcp_queue *queue, struct dma_fence *fence);
int rcp_queue_fence(struct rcp_queue *queue, u64 number, struct dma_fence **fence, int *error);
int rcp_queue_query(struct rcp_queue *queue, u64 number, u64 *submitted, u64 *completed,
		    int *error);
void rcp_queue_state(struct rcp_queue *queue, struct rcp_queue_state *state);

void rcp_queue_blame(struct rcp_queue *queue, u64 number);
void rcp_queue_hit(struct rcp_queue *queue, u32 reset);
void rcp_queue_lost(struct rcp_queue *queue, u32 status);

#endif /* RCP_QUEUE_H */
