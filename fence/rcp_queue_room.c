// SPDX-License-Identifier: GPL-2.0
/*
 * Room: how many jobs a queue and a client may have that have not finished.
 *
 * A submission waits for room before it takes any lock, and its job returns the room when it
 * is freed.  Atomic counters, no locks.
 */
#include "rcp_queue.h"

static bool rcp_queue_try_room(struct rcp_queue *queue)
{
	return atomic_add_unless(&queue->live, 1, RCP_QUEUE_JOBS);
}

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
