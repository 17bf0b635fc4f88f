// SPDX-License-Identifier: GPL-2.0
/*
 * Queues: submission numbers, errors, bans, lifetime.
 *
 * A submission gets its number under &rcp_queue.lock, together with its place in the
 * scheduler's queue.  Numbers complete in order, because the jobs of a queue leave the ring
 * in order, also after a hang.  So a query only has to check the oldest pending fence, and
 * no code has to run when a job completes.
 *
 * Neither CTX_DESTROY nor close() waits for the card.  The jobs of a context keep its queue
 * alive.  The last reference tears the scheduler entity down on a workqueue, because
 * drm_sched_entity_fini() may wait for the scheduler's thread.  After close() the jobs of the
 * file have one second to reach the card; jobs that are still queued then are cancelled at
 * their turn.  An entity is only torn down when it is empty: otherwise the scheduler would
 * signal its jobs before their in-fences and out of order.
 *
 * The ioctls create, query and destroy queues; run_job, direct submission and the reset account
 * hangs and lost jobs here.
 *
 * Locks: &rcp_queue.lock -> &rcp_queue.numbers -> &rcp_account.lock; &rcp_client.lock.
 */
#include <linux/jiffies.h>
#include <linux/slab.h>

#include <rcp_drm.h>

#include "rcp_queue.h"
#include "rcp_sched_types.h"

/* Jobs of a closed file that are still queued after this time are cancelled. */
#define RCP_CLOSE_JIFFIES	HZ

/* Tears down the queues, and marks the closed clients, of all devices. */
static struct workqueue_struct *rcp_queue_wq;

/* Queues of all devices; module exit waits for the last one. */
static atomic_t rcp_queues_left = ATOMIC_INIT(0);
static DECLARE_WAIT_QUEUE_HEAD(rcp_queues_gone);

/**
 * rcp_queues_setup() - create the workqueue of all queues
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
 * Waits until the last queue is torn down, because its jobs and its teardown run code of this
 * module after the file is closed.
 *
 * Context: module exit.
 */
void rcp_queues_cleanup(void)
{
	wait_event(rcp_queues_gone, !atomic_read(&rcp_queues_left));
	destroy_workqueue(rcp_queue_wq);
}

/* ---- bans ---- */

/**
 * rcp_queue_is_banned() - test whether a client may not submit to a queue
 * @queue: the queue
 * @account: the client, or NULL
 *
 * The ban of a queue applies to the process that owns it, not to others that share the file.
 *
 * Context: any.
 * Return: true if the client is banned, or the queue is and the client owns it.
 */
bool rcp_queue_is_banned(const struct rcp_queue *queue, const struct rcp_account *account)
{
	return rcp_account_is_banned(account) ||
	       (READ_ONCE(queue->banned) && READ_ONCE(queue->owner) == account);
}

/**
 * rcp_queue_blame() - account a hang to the queue and the client of the guilty job
 * @queue: the queue
 * @account: the client that submitted the job
 * @number: submission number of the guilty job
 *
 * Bans the queue, and possibly the client, if they hung too often.
 *
 * Context: process; called before the first fence of the hang signals.
 */
void rcp_queue_blame(struct rcp_queue *queue, struct rcp_account *account, u64 number)
{
	bool owner = READ_ONCE(queue->owner) == account;

	spin_lock(&queue->numbers);
	atomic_inc(&queue->breaks);
	atomic_inc(&queue->hangs);
	atomic_inc(&queue->client->hangs);
	queue->status |= RCP_CTX_STATUS_GUILTY;
	queue->hang_seqno = number;
	queue->lost++;
	rcp_account_blame(account, owner);
	if (owner && (rcp_strike(&queue->strikes, RCP_BAN_HANGS, RCP_BAN_WINDOW_MS) ||
		      queue->ban_on_hang) && !queue->banned) {
		WRITE_ONCE(queue->banned, true);
		/* A ban of the default context bans the client. */
		rcp_account_ban_context(account, !queue->id);
	}
	spin_unlock(&queue->numbers);
}

/**
 * rcp_queue_too_slow() - account a job that was stopped, because its client had no credit
 * @queue: the queue of the job
 * @status: RCP_CTX_STATUS_* bits for the reason
 *
 * Not a hang: no strike, and the queue is not guilty.
 *
 * Context: as rcp_queue_blame().
 */
void rcp_queue_too_slow(struct rcp_queue *queue, u32 status)
{
	spin_lock(&queue->numbers);
	atomic_inc(&queue->breaks);
	queue->status |= status;
	queue->lost++;
	spin_unlock(&queue->numbers);
}

/**
 * rcp_queue_mark_innocent() - count a reset that the queue did not cause
 * @queue: the queue
 * @reset: number of the reset; each reset counts once, however many jobs it affects
 *
 * Context: process; called before the first fence of the hang signals.
 */
void rcp_queue_mark_innocent(struct rcp_queue *queue, u32 reset)
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
 * rcp_queue_lost() - count a job that will not run to its end
 * @queue: the queue
 * @status: RCP_CTX_STATUS_* bits for the reason, or 0
 *
 * Context: any with interrupts on; called before the fence of the job signals.
 */
void rcp_queue_lost(struct rcp_queue *queue, u32 status)
{
	spin_lock(&queue->numbers);
	queue->lost++;
	queue->status |= status;
	spin_unlock(&queue->numbers);
}

/**
 * rcp_queue_state() - report how resets affected a queue
 * @queue: the queue
 * @account: the client that asks
 * @state: filled in
 *
 * Context: process.
 */
void rcp_queue_state(struct rcp_queue *queue, const struct rcp_account *account,
		     struct rcp_queue_state *state)
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
	if (rcp_queue_is_banned(queue, account))
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

	/* Empty entries have number 0; submissions start at 1. */
	queue->forgotten = queue->failed[i].number;
	queue->failed[i].number = number;
	queue->failed[i].error = error;
}

/* Advance @completed over signalled fences, and record failed submissions. */
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
 * rcp_queue_add() - assign the next submission number to an armed job
 * @queue: the queue; the caller has room from rcp_queue_get_room()
 * @fence: the fence that signals when the job completes
 *
 * Context: process; the caller holds &rcp_queue.lock.
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
	 * The slot is free: at most RCP_QUEUE_JOBS jobs of the queue are alive, including
	 * this one, and they complete in order.
	 */
	queue->pending[number % RCP_QUEUE_JOBS] = dma_fence_get(fence);
	spin_unlock(&queue->numbers);
	return number;
}

/* The error of a completed submission, a positive errno; 0 if it succeeded. */
static int rcp_queue_error(const struct rcp_queue *queue, u64 number)
{
	unsigned int i;

	for (i = 0; i < RCP_QUEUE_FAILED; i++)
		if (number && queue->failed[i].number == number)
			return queue->failed[i].error;
	return number && number <= queue->forgotten ? ENODATA : 0;
}

/**
 * rcp_queue_fence() - look up the fence of a submission, or its error
 * @queue: the queue
 * @number: submission number
 * @fence: returns the fence, with a reference, or NULL if the submission is complete
 * @error: returns the error of a complete submission, a positive errno, or 0
 *
 * Context: process.
 * Return: 0, or -EINVAL if @number was not assigned yet.
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
 * rcp_queue_query() - report the progress of a queue and the error of a submission
 * @queue: the queue
 * @number: submission number
 * @submitted: returns the last number that was assigned
 * @completed: returns the last number that completed; all before it are complete, too
 * @error: returns the error of @number, a positive errno; 0 if it is not complete
 *
 * Context: process.
 * Return: 0, or -EINVAL if @number was not assigned yet.
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
 * rcp_queue_get_room() - wait until a queue and a client may have one more job
 * @queue: the queue
 * @account: the client
 *
 * rcp_job_create() passes the room to the job, and rcp_job_discard() returns it.
 *
 * Context: process; sleeps.  The caller holds no reservation and is outside of
 * drm_dev_enter(), so the device may be unplugged meanwhile.
 * Return: 0 or -ERESTARTSYS.
 */
int rcp_queue_get_room(struct rcp_queue *queue, struct rcp_account *account)
{
	int ret = 0;

	if (!rcp_queue_try_room(queue))
		ret = wait_event_interruptible(queue->wait, rcp_queue_try_room(queue));
	if (ret)
		return ret;
	ret = rcp_account_get_job(account);
	if (ret)
		rcp_queue_put_room(queue, NULL);
	return ret;
}

/**
 * rcp_queue_put_room() - return room and wake submissions that wait for it
 * @queue: the queue; the caller holds a reference
 * @account: the client, as for rcp_queue_get_room(); NULL for a copy
 *
 * Context: any.
 */
void rcp_queue_put_room(struct rcp_queue *queue, struct rcp_account *account)
{
	if (account)
		rcp_account_put_job(account);
	atomic_dec(&queue->live);
	/* Pairs with the barrier of prepare_to_wait_event(), before the condition is read. */
	if (wq_has_sleeper(&queue->wait))
		wake_up_all(&queue->wait);
}

/* ---- life ---- */

/* Drop a queue from its client.  Without queues there are no jobs for close_work to cancel. */
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
	if (queue->creator)
		rcp_account_put_queue(queue->creator);
	rcp_account_put(queue->creator);
	rcp_account_put(queue->owner);
	for (i = 0; i < RCP_QUEUE_JOBS; i++)
		dma_fence_put(queue->pending[i]);
	kvfree_rcu(queue, rcu);

	/* rcp_sched_fini() waits for the last queue. */
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
 * The last reference queues the teardown on a workqueue.
 *
 * Context: any.
 */
void rcp_queue_put(struct rcp_queue *queue)
{
	kref_put(&queue->kref, rcp_queue_free);
}

/* Count a queue for the file and for the client that creates it. */
static bool rcp_queue_try_count(struct rcp_client *client, struct rcp_account *creator,
				bool counts)
{
	if (counts && !atomic_add_unless(&client->contexts, 1, RCP_MAX_CONTEXTS))
		return false;
	if (!creator || rcp_account_get_queue(creator))
		return true;
	if (counts)
		atomic_dec(&client->contexts);
	return false;
}

static void rcp_queue_uncount(struct rcp_client *client, struct rcp_account *creator, bool counts)
{
	if (counts)
		atomic_dec(&client->contexts);
	if (creator)
		rcp_account_put_queue(creator);
}

/**
 * rcp_queue_create() - create a queue
 * @sched: the scheduler
 * @client: the file of the queue, or NULL for the driver's own copies
 * @creator: the client that creates the queue, or NULL
 * @counts: the queue counts for the file's limit of contexts
 *
 * All queues have the same priority, including the driver's own: a client can cause copies
 * at will, and a queue with a higher priority would starve all others.  Only fences order
 * jobs of different queues.  The scheduler's policy picks the next queue: round robin, or
 * (newer kernels, unless gpu_sched.sched_policy is 0) the queue with the oldest job.
 *
 * Context: may sleep.
 * Return: the queue, or an ERR_PTR: -ENOMEM, -ENOSPC if the file, the client or its user has
 * too many queues.
 */
struct rcp_queue *rcp_queue_create(struct rcp_sched *sched, struct rcp_client *client,
				   struct rcp_account *creator, bool counts)
{
	struct drm_gpu_scheduler *base = &sched->base;
	struct rcp_queue *queue;
	int ret;

	if (!rcp_queue_try_count(client, creator, counts)) {
		/* The teardown of destroyed contexts may still be queued: flush and retry. */
		flush_workqueue(rcp_queue_wq);
		if (!rcp_queue_try_count(client, creator, counts))
			return ERR_PTR(-ENOSPC);
	}
	queue = kvzalloc(sizeof(*queue), GFP_KERNEL_ACCOUNT);
	ret = queue ? drm_sched_entity_init(&queue->entity, DRM_SCHED_PRIORITY_NORMAL, &base, 1,
					    NULL) : -ENOMEM;
	if (ret) {
		kvfree(queue);
		rcp_queue_uncount(client, creator, counts);
		return ERR_PTR(ret);
	}
	queue->sched = sched;
	queue->creator = creator;
	rcp_account_get(creator);
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
 * rcp_client_init() - initialise a client without queues
 * @client: the client, zeroed; the caller gets its first reference
 * @accounts: the accounts of the card
 * @release: frees the client
 *
 * Context: any.
 */
void rcp_client_init(struct rcp_client *client, struct rcp_accounts *accounts,
		     void (*release)(struct rcp_client *client))
{
	kref_init(&client->kref);
	client->accounts = accounts;
	client->release = release;
	spin_lock_init(&client->lock);
	INIT_DELAYED_WORK(&client->close_work, rcp_client_close_work);
}

/**
 * rcp_client_account() - look up the account of the process that uses a file
 * @client: the file
 *
 * Several processes may share the file.  The account of the last one is found without a look
 * into the table.
 *
 * Context: may sleep.
 * Return: the account, with a reference, or NULL when out of memory.
 */
struct rcp_account *rcp_client_account(struct rcp_client *client)
{
	struct rcp_account *account, *last = NULL;

	spin_lock(&client->lock);
	account = client->account;
	if (rcp_account_is_current(account))
		rcp_account_get(account);
	else
		account = NULL;
	spin_unlock(&client->lock);
	if (account)
		return account;
	account = rcp_account_open(client->accounts);
	if (!account)
		return NULL;
	rcp_account_get(account);
	spin_lock(&client->lock);
	swap(client->account, account);
	last = account;
	account = client->account;
	spin_unlock(&client->lock);
	rcp_account_put(last);
	return account;
}

/**
 * rcp_client_close() - schedule the cancellation of the client's queued jobs
 * @client: the client of a file that is being closed; the caller still holds a reference to
 *	one of its queues
 *
 * Does not wait.  Jobs have RCP_CLOSE_JIFFIES to reach the card; jobs that are still queued
 * then fail with -ESRCH at their turn.
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

	rcp_account_put(client->account);
	client->release(client);
}

/**
 * rcp_client_put() - drop a reference
 * @client: the client
 *
 * Context: process; the last reference may free the device.
 */
void rcp_client_put(struct rcp_client *client)
{
	kref_put(&client->kref, rcp_client_free);
}
