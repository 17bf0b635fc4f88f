// SPDX-License-Identifier: GPL-2.0
/*
 * Queues: numbers, errors, bans, and how they end.
 *
 * A submission's number is given out under &rcp_queue.lock, together with its place
 * in the scheduler's queue.  Numbers complete in order, because the jobs of a queue
 * leave the ring in order, also after a hang.  So it is enough to look at the oldest
 * pending fence whenever a client asks; nothing has to run when a job completes.
 *
 * Neither destroying a context nor closing a file waits for the card.  A context lives
 * on through its jobs, and the end of the last one takes the scheduler's entity down on
 * a workqueue, because drm_sched_entity_fini() may wait for the scheduler's thread.
 * A closed file's jobs get one second; those that are still queued then are cancelled
 * when it is their turn.  An entity is never taken down with jobs in it: the scheduler
 * would signal them ahead of their in-fences and out of order.
 *
 * Locks: &rcp_queue.lock -> &rcp_queue.numbers -> &rcp_client.lock.
 */
#include <linux/jiffies.h>
#include <linux/slab.h>

#include <rcp_drm.h>

#include "rcp_queue.h"
#include "rcp_sched.h"

/* What a closed file's jobs have before those that are still queued are cancelled. */
#define RCP_CLOSE_JIFFIES	HZ

/* Queues and clients of all devices end here. */
static struct workqueue_struct *rcp_queue_wq;

/* How many queues there are, of all devices: the module waits for the last one. */
static atomic_t rcp_queues_left = ATOMIC_INIT(0);
static DECLARE_WAIT_QUEUE_HEAD(rcp_queues_gone);

/**
 * rcp_queues_setup() - allocate what all queues share
 *
 * Context: module init.
 * Return: 0 or -ENOMEM.
 */
int __init rcp_queues_setup(void)
{
	rcp_queue_wq = alloc_workqueue("rcp-queues", WQ_UNBOUND, 0);
	return rcp_queue_wq ? 0 : -ENOMEM;
}

/**
 * rcp_queues_cleanup() - undo rcp_queues_setup()
 *
 * Waits until the last job of the last closed file is over, since its end runs code of
 * this module.
 *
 * Context: module exit.
 */
void rcp_queues_cleanup(void)
{
	wait_event(rcp_queues_gone, !atomic_read(&rcp_queues_left));
	destroy_workqueue(rcp_queue_wq);
}

/* ---- bans ---- */

/* Returns whether this was the last of RCP_BAN_HANGS within the window. */
static bool rcp_strike(struct rcp_strikes *strikes, unsigned int window_ms)
{
	unsigned long now = jiffies;

	static_assert(RCP_BAN_CONTEXTS == RCP_BAN_HANGS);
	strikes->at[strikes->count++ % RCP_BAN_HANGS] = now;
	return strikes->count >= RCP_BAN_HANGS &&
	       now - strikes->at[strikes->count % RCP_BAN_HANGS] <= msecs_to_jiffies(window_ms);
}

static void rcp_queue_ban(struct rcp_queue *queue)
{
	struct rcp_client *client = queue->client;

	lockdep_assert_held(&queue->numbers);
	WRITE_ONCE(queue->banned, true);
	queue->status |= RCP_CTX_STATUS_BANNED;
	spin_lock(&client->lock);
	/* The default context stands for the file. */
	if (!queue->id || rcp_strike(&client->bans, 10 * RCP_BAN_WINDOW_MS))
		WRITE_ONCE(client->banned, true);
	spin_unlock(&client->lock);
}

/**
 * rcp_queue_is_banned() - does the queue take no more jobs?
 * @queue: the queue
 *
 * Context: any.
 */
bool rcp_queue_is_banned(const struct rcp_queue *queue)
{
	return READ_ONCE(queue->banned) || (queue->client && READ_ONCE(queue->client->banned));
}

/**
 * rcp_queue_blame() - a job of the queue hung the card
 * @queue: the queue
 * @number: the job's number
 *
 * Context: process; before a fence of the hang signals.
 */
void rcp_queue_blame(struct rcp_queue *queue, u64 number)
{
	spin_lock(&queue->numbers);
	atomic_inc(&queue->hangs);
	atomic_inc(&queue->client->hangs);
	queue->status |= RCP_CTX_STATUS_GUILTY;
	queue->hang_seqno = number;
	queue->lost++;
	if ((rcp_strike(&queue->strikes, RCP_BAN_WINDOW_MS) || queue->ban_on_hang) &&
	    !queue->banned)
		rcp_queue_ban(queue);
	spin_unlock(&queue->numbers);
}

/**
 * rcp_queue_hit() - a reset hits jobs of the queue that are not to blame
 * @queue: the queue
 * @reset: the reset's number; counted once
 *
 * Context: process; before a fence of the hang signals.
 */
void rcp_queue_hit(struct rcp_queue *queue, u32 reset)
{
	spin_lock(&queue->numbers);
	if (queue->last_reset != reset) {
		queue->last_reset = reset;
		queue->innocent++;
		queue->status |= RCP_CTX_STATUS_INNOCENT;
	}
	spin_unlock(&queue->numbers);
}

/**
 * rcp_queue_lost() - a job of the queue will not run
 * @queue: the queue
 * @status: RCP_CTX_STATUS_* bits that say why, or 0
 *
 * Context: any with interrupts on; before the job's fence signals.
 */
void rcp_queue_lost(struct rcp_queue *queue, u32 status)
{
	spin_lock(&queue->numbers);
	queue->lost++;
	queue->status |= status;
	spin_unlock(&queue->numbers);
}

/**
 * rcp_queue_state() - what resets did to a queue
 * @queue: the queue
 * @state: filled in
 *
 * Context: process.
 */
void rcp_queue_state(struct rcp_queue *queue, struct rcp_queue_state *state)
{
	struct rcp_sched *sched = queue->sched;

	spin_lock(&queue->numbers);
	*state = (struct rcp_queue_state) {
		.status = queue->status,
		.hangs = atomic_read(&queue->hangs),
		.innocent = queue->innocent,
		.lost = queue->lost,
		.hang_seqno = queue->hang_seqno,
	};
	spin_unlock(&queue->numbers);
	if (rcp_queue_is_banned(queue))
		state->status |= RCP_CTX_STATUS_BANNED;
	if (queue->vram_lost != atomic_read(&sched->vram_lost))
		state->status |= RCP_CTX_STATUS_VRAM_LOST;
	if (READ_ONCE(sched->dead))
		state->status |= RCP_CTX_STATUS_DEAD;
}

/* ---- numbers ---- */

static void rcp_queue_remember(struct rcp_queue *queue, u64 number, int error)
{
	unsigned int i = queue->nfailed++ % RCP_QUEUE_FAILED;

	/* Empty entries have number 0, which is no submission's. */
	queue->forgotten = queue->failed[i].number;
	queue->failed[i].number = number;
	queue->failed[i].error = error;
}

/* Take note of what has completed. */
static void rcp_queue_settle(struct rcp_queue *queue)
{
	struct dma_fence **slot;
	int status;

	lockdep_assert_held(&queue->numbers);
	while (queue->completed < queue->submitted) {
		slot = &queue->pending[(queue->completed + 1) % RCP_QUEUE_JOBS];
		status = dma_fence_get_status(*slot);
		if (!status)
			break;
		dma_fence_put(*slot);
		*slot = NULL;
		queue->completed++;
		if (status < 0)
			rcp_queue_remember(queue, queue->completed, -status);
	}
}

/**
 * rcp_queue_add() - number an armed job
 * @queue: the queue; &rcp_queue.lock is held and the caller has room
 * @fence: the fence that signals when the job is over
 *
 * Context: process.
 * Return: the number.
 */
u64 rcp_queue_add(struct rcp_queue *queue, struct dma_fence *fence)
{
	u64 number;

	lockdep_assert_held(&queue->lock);
	spin_lock(&queue->numbers);
	rcp_queue_settle(queue);
	number = ++queue->submitted;
	/*
	 * Free, because at most RCP_QUEUE_JOBS jobs are alive, this one among them, and
	 * they complete in order.
	 */
	queue->pending[number % RCP_QUEUE_JOBS] = dma_fence_get(fence);
	spin_unlock(&queue->numbers);
	return number;
}

/* How a completed submission ended: a positive errno. */
static int rcp_queue_error(const struct rcp_queue *queue, u64 number)
{
	unsigned int i;

	for (i = 0; i < RCP_QUEUE_FAILED; i++)
		if (number && queue->failed[i].number == number)
			return queue->failed[i].error;
	return number && number <= queue->forgotten ? ENODATA : 0;
}

/**
 * rcp_queue_fence() - the fence of a submission, or how it ended
 * @queue: the queue
 * @number: the submission
 * @fence: gets its fence, with a reference, or NULL if it is complete
 * @error: gets how it ended, a positive errno, if it is complete
 *
 * Context: process.
 * Return: 0, or -EINVAL for a number that was not given out.
 */
int rcp_queue_fence(struct rcp_queue *queue, u64 number, struct dma_fence **fence, int *error)
{
	int ret = 0;

	*fence = NULL;
	*error = 0;
	spin_lock(&queue->numbers);
	rcp_queue_settle(queue);
	if (number > queue->submitted)
		ret = -EINVAL;
	else if (number > queue->completed)
		*fence = dma_fence_get(queue->pending[number % RCP_QUEUE_JOBS]);
	else
		*error = rcp_queue_error(queue, number);
	spin_unlock(&queue->numbers);
	return ret;
}

/**
 * rcp_queue_query() - how far a queue is, and how a submission ended
 * @queue: the queue
 * @number: the submission
 * @submitted: gets the last number given out
 * @completed: gets the number up to which all are complete
 * @error: gets how @number ended, a positive errno; 0 if it is not complete
 *
 * Context: process.
 * Return: 0, or -EINVAL for a number that was not given out.
 */
int rcp_queue_query(struct rcp_queue *queue, u64 number, u64 *submitted, u64 *completed,
		    int *error)
{
	int ret = 0;

	spin_lock(&queue->numbers);
	rcp_queue_settle(queue);
	*submitted = queue->submitted;
	*completed = queue->completed;
	*error = number <= queue->completed ? rcp_queue_error(queue, number) : 0;
	if (number > queue->submitted)
		ret = -EINVAL;
	spin_unlock(&queue->numbers);
	return ret;
}

/* ---- room ---- */

static bool rcp_queue_try_room(struct rcp_queue *queue)
{
	return atomic_add_unless(&queue->live, 1, RCP_QUEUE_JOBS);
}

/**
 * rcp_queue_get_room() - wait until the queue may have one more job
 * @queue: the queue
 *
 * The room belongs to the job from rcp_job_create() on, and comes back with it.
 *
 * Context: process; sleeps; no reservation is held and the device may go meanwhile.
 * Return: 0 or -ERESTARTSYS.
 */
int rcp_queue_get_room(struct rcp_queue *queue)
{
	if (rcp_queue_try_room(queue))
		return 0;
	return wait_event_interruptible(queue->wait, rcp_queue_try_room(queue));
}

/**
 * rcp_queue_put_room() - give room back
 * @queue: the queue; the caller holds a reference
 *
 * Context: any.
 */
void rcp_queue_put_room(struct rcp_queue *queue)
{
	atomic_dec(&queue->live);
	/* Pairs with the barrier of a sleeper between its entry and its look. */
	if (wq_has_sleeper(&queue->wait))
		wake_up_all(&queue->wait);
}

/* ---- life ---- */

/* A queue of the client is gone; after the last one there is nothing left to close. */
static void rcp_client_drop_queue(struct rcp_client *client, bool counted)
{
	bool last;

	if (counted)
		atomic_dec(&client->contexts);
	spin_lock(&client->lock);
	last = !--client->queues;
	spin_unlock(&client->lock);
	if (last && cancel_delayed_work(&client->close_work))
		rcp_client_put(client);
	rcp_client_put(client);
}

static void rcp_queue_dead_work(struct work_struct *work)
{
	struct rcp_queue *queue = container_of(work, struct rcp_queue, dead_work);
	struct rcp_client *client = queue->client;
	struct rcp_sched *sched = queue->sched;
	bool counted = queue->counts;
	unsigned int i;

	drm_sched_entity_fini(&queue->entity);
	for (i = 0; i < RCP_QUEUE_JOBS; i++)
		dma_fence_put(queue->pending[i]);
	kvfree_rcu(queue, rcu);

	/* rcp_sched_fini() waits for the last one. */
	spin_lock(&sched->lock);
	if (atomic_dec_and_test(&sched->queues))
		wake_up_all(&sched->idle);
	spin_unlock(&sched->lock);
	/* This may free the device. */
	if (client)
		rcp_client_drop_queue(client, counted);
	if (atomic_dec_and_test(&rcp_queues_left))
		wake_up_all(&rcp_queues_gone);
}

static void rcp_queue_free(struct kref *kref)
{
	struct rcp_queue *queue = container_of(kref, struct rcp_queue, kref);

	queue_work(rcp_queue_wq, &queue->dead_work);
}

/**
 * rcp_queue_put() - drop a reference
 * @queue: the queue
 *
 * Context: any.
 */
void rcp_queue_put(struct rcp_queue *queue)
{
	kref_put(&queue->kref, rcp_queue_free);
}

static bool rcp_client_count(struct rcp_client *client)
{
	return atomic_add_unless(&client->contexts, 1, RCP_MAX_CONTEXTS);
}

/**
 * rcp_queue_create() - make a queue of jobs
 * @sched: where they run
 * @client: whose it is, or NULL for the driver's own
 * @counts: it is a context that the client asked for
 *
 * All have the same priority, also the driver's own: a client could keep one that
 * came first busy, and starve all others.  Order between queues is made by fences.
 * The scheduler's policy decides whose job is next: round robin, or (newer kernels,
 * unless gpu_sched.sched_policy is 0) the one that was pushed first.
 *
 * Context: may sleep.
 * Return: the queue, or an ERR_PTR: -ENOMEM, -ENOSPC if the client has too many.
 */
struct rcp_queue *rcp_queue_create(struct rcp_sched *sched, struct rcp_client *client,
				   bool counts)
{
	struct drm_gpu_scheduler *base = &sched->base;
	struct rcp_queue *queue;
	int ret;

	if (counts && !rcp_client_count(client)) {
		/* Contexts that were just destroyed may still be on their way out. */
		flush_workqueue(rcp_queue_wq);
		if (!rcp_client_count(client))
			return ERR_PTR(-ENOSPC);
	}
	queue = kvzalloc(sizeof(*queue), GFP_KERNEL_ACCOUNT);
	ret = queue ? drm_sched_entity_init(&queue->entity, DRM_SCHED_PRIORITY_NORMAL, &base, 1,
					    NULL) : -ENOMEM;
	if (ret) {
		kvfree(queue);
		if (counts)
			atomic_dec(&client->contexts);
		return ERR_PTR(ret);
	}
	queue->sched = sched;
	queue->counts = counts;
	kref_init(&queue->kref);
	mutex_init(&queue->lock);
	spin_lock_init(&queue->numbers);
	init_waitqueue_head(&queue->wait);
	INIT_WORK(&queue->dead_work, rcp_queue_dead_work);
	queue->vram_lost = atomic_read(&sched->vram_lost);
	atomic_inc(&sched->queues);
	atomic_inc(&rcp_queues_left);
	if (client) {
		kref_get(&client->kref);
		queue->client = client;
		spin_lock(&client->lock);
		client->queues++;
		spin_unlock(&client->lock);
	}
	return queue;
}

/* ---- clients ---- */

static void rcp_client_close_work(struct work_struct *work)
{
	struct rcp_client *client = container_of(to_delayed_work(work), struct rcp_client,
						 close_work);

	WRITE_ONCE(client->closed, true);
	rcp_client_put(client);
}

/**
 * rcp_client_init() - a new client without queues
 * @client: the client, zeroed; the caller has its first reference
 * @release: frees it
 */
void rcp_client_init(struct rcp_client *client, void (*release)(struct rcp_client *client))
{
	kref_init(&client->kref);
	client->release = release;
	spin_lock_init(&client->lock);
	INIT_DELAYED_WORK(&client->close_work, rcp_client_close_work);
}

/**
 * rcp_client_close() - the file is being closed
 * @client: the client; the caller still holds a reference on one of its queues
 *
 * Does not wait: jobs have a moment to get to the card, then the queued ones end with
 * -ESRCH when it is their turn.
 *
 * Context: any.
 */
void rcp_client_close(struct rcp_client *client)
{
	kref_get(&client->kref);
	queue_delayed_work(rcp_queue_wq, &client->close_work, RCP_CLOSE_JIFFIES);
}

static void rcp_client_free(struct kref *kref)
{
	struct rcp_client *client = container_of(kref, struct rcp_client, kref);

	client->release(client);
}

/**
 * rcp_client_put() - drop a reference
 * @client: the client
 *
 * Context: process; the last one may free the device.
 */
void rcp_client_put(struct rcp_client *client)
{
	kref_put(&client->kref, rcp_client_free);
}
