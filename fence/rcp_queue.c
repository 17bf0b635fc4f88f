// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a queue; its room, how many unfinished jobs it and its client may have; and the
 * numbers of its submissions, which of them have completed, and with which error.
 *
 * Neither CTX_DESTROY nor close() waits for the card.  The jobs of a context keep its queue
 * alive.  The last reference tears the entity of the DRM scheduler down on a workqueue, because
 * drm_sched_entity_fini() may sleep.
 *
 * A submission waits for room before it takes any lock, and its job returns the room when it is
 * freed.
 *
 * A submission gets its number under &rcp_queue.lock, together with its place in the ring or in
 * the list of the queue.  Numbers complete in order, because the jobs of a queue leave the ring in
 * order, also after a hang.  So a query only checks the oldest pending fence, and no code runs
 * when a job completes.
 *
 * The ioctls create queues; they and the jobs drop them.  Life and room are atomic counters,
 * without locks; numbers have &rcp_queue.lock -> &rcp_queue.numbers.
 */
#include <linux/slab.h>

#include <rcp_drm.h>

#include "rcp_queue.h"
#include "rcp_sched_types.h"

/* Queues of all devices; module exit waits for the last one. */
static atomic_t rcp_queues_left = ATOMIC_INIT(0);
static DECLARE_WAIT_QUEUE_HEAD(rcp_queues_gone);

/**
 * rcp_queues_wait() - wait until the last queue is torn down
 *
 * Jobs and teardown of a queue run code of this module after its file is closed.
 *
 * Context: module exit.
 */
void rcp_queues_wait(void)
{
	wait_event(rcp_queues_gone, !atomic_read(&rcp_queues_left));
}

/* Count a queue for the file, for the client that creates it, and for the client's user. */
static bool rcp_queue_try_count(struct rcp_client *client, struct rcp_account *creator,
				bool counts)
{
	if (counts && !atomic_add_unless(&client->contexts, 1, RCP_MAX_CONTEXTS))
		return false;
	if (!creator)
		return true;
	if (atomic_add_unless(&creator->queues, 1, RCP_ACCOUNT_QUEUES)) {
		if (atomic_add_unless(&creator->user->queues, 1, RCP_USER_QUEUES))
			return true;
		atomic_dec(&creator->queues);
	}
	if (counts)
		atomic_dec(&client->contexts);
	return false;
}

static void rcp_queue_uncount(struct rcp_client *client, struct rcp_account *creator, bool counts)
{
	if (counts)
		atomic_dec(&client->contexts);
	if (!creator)
		return;
	atomic_dec(&creator->user->queues);
	atomic_dec(&creator->queues);
}

static void rcp_queue_dead_work(struct work_struct *work)
{
	struct rcp_queue *queue = container_of(work, struct rcp_queue, dead_work);
	struct rcp_client *client = queue->client;
	struct rcp_sched *sched = queue->sched;
	unsigned int i;

	drm_sched_entity_fini(&queue->entity);
	rcp_queue_uncount(client, queue->creator, queue->counts);
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
		rcp_client_drop_queue(client);
	if (atomic_dec_and_test(&rcp_queues_left))
		wake_up_all(&rcp_queues_gone);
}

/**
 * rcp_queue_free() - queue the teardown of a queue
 * @kref: the queue's reference count, whose last reference was dropped
 *
 * Context: any.
 */
void rcp_queue_free(struct kref *kref)
{
	struct rcp_queue *queue = container_of(kref, struct rcp_queue, kref);

	queue_work(rcp_client_wq, &queue->dead_work);
}

/**
 * rcp_queue_create() - create a queue
 * @sched: the scheduler
 * @client: the file of the queue, or NULL for the driver's own copies
 * @creator: the client that creates the queue, or NULL
 * @counts: the queue counts for the file's limit of contexts
 *
 * The entity names the queue's fences; the DRM scheduler runs no job of it.  rcp_order_next()
 * has the order of jobs of different queues.
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
		flush_workqueue(rcp_client_wq);
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
	INIT_LIST_HEAD(&queue->jobs);
	mutex_init(&queue->lock);
	spin_lock_init(&queue->numbers);
	init_waitqueue_head(&queue->wait);
	INIT_WORK(&queue->dead_work, rcp_queue_dead_work);
	queue->vram_lost = atomic_read(&sched->vram_lost);
	atomic_inc(&sched->queues);
	atomic_inc(&rcp_queues_left);
	if (client) {
		rcp_client_add_queue(client);
		queue->client = client;
	}
	return queue;
}

/* ---- room ---- */

/**
 * rcp_queue_get_room() - wait until a queue and a client may have one more job
 * @queue: the queue
 * @account: the client
 *
 * rcp_job_init() passes the room to the job, and rcp_job_discard() returns it.
 *
 * Context: process; sleeps.  The caller holds no reservation and is outside of
 * drm_dev_enter(), so the device may be unplugged during the wait.
 * Return: 0 or -ERESTARTSYS.
 */
int rcp_queue_get_room(struct rcp_queue *queue, struct rcp_account *account)
{
	int ret;

	ret = wait_event_interruptible_exclusive(queue->wait,
						 atomic_add_unless(&queue->live, 1,
								   RCP_QUEUE_JOBS));
	if (ret)
		return ret;
	ret = rcp_account_get_job(account);
	if (ret)
		rcp_queue_put_room(queue, NULL);
	return ret;
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
	int error;

	lockdep_assert_held(&queue->numbers);
	while (queue->completed < queue->submitted) {
		slot = &queue->pending[(queue->completed + 1) % RCP_QUEUE_JOBS];
		if (!dma_fence_is_signaled(*slot))
			break;
		/* The error is set before the fence signals. */
		smp_rmb();
		error = (*slot)->error;
		dma_fence_put(*slot);
		*slot = NULL;
		queue->completed++;
		if (error)
			rcp_queue_remember(queue, queue->completed, -error);
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
 * rcp_queue_query() - report the progress of a queue, and the fence or the error of a submission
 * @queue: the queue
 * @query: names the submission; receives the answers
 * @fence: returns the fence, with a reference, or NULL if the submission is complete
 *
 * Context: process.
 * Return: 0, or -EINVAL if the number was not assigned yet.
 */
int rcp_queue_query(struct rcp_queue *queue, struct drm_rcp_fence_query *query,
		    struct dma_fence **fence)
{
	u64 number = query->seqno;
	int ret = 0;

	*fence = NULL;
	query->error = 0;
	spin_lock(&queue->numbers);
	rcp_queue_settle(queue);
	query->submitted = queue->submitted;
	query->completed = queue->completed;
	if (number > queue->submitted)
		ret = -EINVAL;
	else if (number > queue->completed)
		*fence = dma_fence_get(queue->pending[number % RCP_QUEUE_JOBS]);
	else
		query->error = rcp_queue_error(queue, number);
	spin_unlock(&queue->numbers);
	return ret;
}
