// SPDX-License-Identifier: GPL-2.0
/*
 * The numbers of a queue's submissions: which have completed, and with which error.
 *
 * A submission gets its number under &rcp_queue.lock, together with its place in the ring or in
 * the list of the queue.  Numbers complete in order, because the jobs of a queue leave the ring in
 * order, also after a hang.  So a query only checks the oldest pending fence, and no code runs
 * when a job completes.
 *
 * Called by ioctls.  Locks: &rcp_queue.lock -> &rcp_queue.numbers.
 */
#include "rcp_queue.h"

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
 * @completed: returns the last number that completed; so are all before it
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
