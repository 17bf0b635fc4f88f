// SPDX-License-Identifier: GPL-2.0
/*
 * Turns: the driver's side of the order of clients (fence/order/).
 *
 * A job that could run waits here for its turn, in front of the DRM scheduler, whose policy depends
 * on the kernel.  The order says which job is next, when to ask again, and for how long the oldest
 * job in the ring may run; this file brings it the events with their time (CLOCK_MONOTONIC),
 * serialises them, and signals a fence to the job that is picked.
 *
 * The picked stream is the only one, until it is in the ring: only it may claim a range of the
 * aperture.
 *
 * Called by direct submission, by the ops of the DRM scheduler, by the timeline, and by the reset,
 * which stops the order first.  Nothing here allocates or sleeps.  &rcp_turns.lock nests inside
 * &rcp_timeline.lock and &rcp_accounts.lock.
 */
#include <linux/math64.h>
#include <linux/minmax.h>

#include "rcp_queue.h"
#include "rcp_sched_types.h"

static const char *rcp_turn_driver_name(struct dma_fence *fence)
{
	return "rcp";
}

static const char *rcp_turn_timeline_name(struct dma_fence *fence)
{
	return "turn";
}

/* The memory is the job's; only the scheduler has references, which it drops before run_job. */
static void rcp_turn_release(struct dma_fence *fence)
{
}

static const struct dma_fence_ops rcp_turn_fence_ops = {
	.get_driver_name = rcp_turn_driver_name,
	.get_timeline_name = rcp_turn_timeline_name,
	.release = rcp_turn_release,
};

/* Pick the jobs that may start now, and signal all but @self, whose caller sees it. */
static void rcp_turn_next(struct rcp_turns *turns, const struct rcp_job *self, u64 now)
{
	struct rcp_order_job *next;
	struct rcp_job *job;
	u64 at;

	lockdep_assert_held(&turns->lock);
	if (!turns->order.card.ready && !turns->order.copies.first)
		return;
	while ((next = rcp_order_next(&turns->order, now))) {
		job = container_of(next, struct rcp_job, turn.order);
		if (job == self)
			continue;
		list_del_init(&job->turn.node);
		dma_fence_signal_locked(&job->turn.fence);
	}
	at = rcp_order_ask_at(&turns->order);
	if (at >= turns->asks_at)
		return;
	turns->asks_at = at;
	hrtimer_start(&turns->timer, ns_to_ktime(at), HRTIMER_MODE_ABS);
}

/* ---- steps of a job ---- */

/* Queue a job, in no state.  If it is not picked at once, its fence signals when it is. */
static void rcp_turn_queue(struct rcp_turns *turns, struct rcp_job *job, u64 now)
{
	lockdep_assert_held(&turns->lock);
	rcp_order_queue(&turns->order, &job->turn.order, now);
	rcp_turn_next(turns, job, now);
	if (job->turn.order.state == RCP_ORDER_PICKED)
		return;
	dma_fence_init(&job->turn.fence, &rcp_turn_fence_ops, &turns->lock, turns->context,
		       ++turns->seqno);
	if (job->queue->client)
		list_add_tail(&job->turn.node, &job->queue->client->queued);
}

/* Take a job that is queued out of the order. */
static void rcp_turn_unqueue(struct rcp_turns *turns, struct rcp_job *job, u64 now)
{
	lockdep_assert_held(&turns->lock);
	rcp_order_unqueue(&turns->order, &job->turn.order, now);
	list_del_init(&job->turn.node);
}

/**
 * rcp_turn_try() - take the turn for a job that bypasses the scheduler
 * @job: the job; it depends on nothing
 *
 * Context: process; &rcp_sched.ring_lock is held.
 * Return: false if it is not the job's turn; then the job waits for it.
 */
bool rcp_turn_try(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	u64 now = ktime_get_ns();
	bool may;

	spin_lock_irq(&turns->lock);
	rcp_turn_queue(turns, job, now);
	may = job->turn.order.state == RCP_ORDER_PICKED;
	if (may) {
		rcp_order_start(&turns->order, &job->turn.order, now);
		rcp_turn_next(turns, NULL, now);
	}
	spin_unlock_irq(&turns->lock);
	return may;
}

/**
 * rcp_turn_wait() - ask for the turn of a job that could run
 * @job: the job
 *
 * Context: the scheduler's thread.
 * Return: a fence to wait for, a reference, after which the caller asks again; or NULL if the
 * job has its turn, or needs none because it is cancelled.
 */
struct dma_fence *rcp_turn_wait(struct rcp_job *job)
{
	struct rcp_client *client = job->queue->client;
	struct rcp_turns *turns = &job->sched->turns;
	struct dma_fence *fence = NULL;

	spin_lock_irq(&turns->lock);
	/* Pairs with rcp_turns_close(), which has looked for the jobs of the client. */
	if (job->turn.order.state == RCP_ORDER_NONE && !(client && READ_ONCE(client->closed)))
		rcp_turn_queue(turns, job, ktime_get_ns());
	if (job->turn.order.state == RCP_ORDER_QUEUED)
		fence = dma_fence_get(&job->turn.fence);
	spin_unlock_irq(&turns->lock);
	return fence;
}

/**
 * rcp_turn_is_taken() - test whether a job has its turn
 * @job: the job
 *
 * Context: the thread that will write the job to the ring.
 * Return: true if it has been picked.
 */
bool rcp_turn_is_taken(const struct rcp_job *job)
{
	/* Without the lock: a picked job stays so until this thread goes on. */
	return READ_ONCE(job->turn.order.state) >= RCP_ORDER_PICKED;
}

/**
 * rcp_turn_start() - note that a job enters the ring
 * @job: the job; without a turn if it is cancelled
 *
 * Context: &rcp_sched.ring_lock is held.
 */
void rcp_turn_start(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	u64 now;

	/* Without the lock: rcp_turn_try() was called by this thread. */
	if (job->turn.order.state == RCP_ORDER_IN_RING)
		return;
	now = ktime_get_ns();
	spin_lock_irq(&turns->lock);
	if (job->turn.order.state == RCP_ORDER_QUEUED)
		rcp_turn_unqueue(turns, job, now);
	if (job->turn.order.state == RCP_ORDER_PICKED)
		rcp_order_start(&turns->order, &job->turn.order, now);
	else
		rcp_order_force(&turns->order, &job->turn.order, now);
	rcp_turn_next(turns, NULL, now);
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turn_end() - note that a job has left the ring
 * @job: the job
 * @now: CLOCK_MONOTONIC in ns
 *
 * Context: &rcp_timeline.lock is held, so interrupts are off.
 */
void rcp_turn_end(struct rcp_job *job, u64 now)
{
	struct rcp_turns *turns = &job->sched->turns;

	/* The stamps of a job that was stopped, or of a card that is off, say nothing. */
	if (!job->cancelled && !READ_ONCE(job->sched->stopped))
		rcp_time_measure(job);
	spin_lock(&turns->lock);
	rcp_order_end(&turns->order, &job->turn.order, job->cancelled, now);
	rcp_turn_next(turns, NULL, now);
	spin_unlock(&turns->lock);
}

/**
 * rcp_turn_abort() - take a job that fails before it is in the ring out of the order
 * @job: the job; the timeline does not have it
 *
 * Context: process.
 */
void rcp_turn_abort(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	u64 now = ktime_get_ns();

	spin_lock_irq(&turns->lock);
	if (job->turn.order.state == RCP_ORDER_QUEUED)
		rcp_turn_unqueue(turns, job, now);
	else if (job->turn.order.state == RCP_ORDER_PICKED)
		rcp_order_put(&turns->order, &job->turn.order, now);
	else if (job->turn.order.state == RCP_ORDER_IN_RING)
		rcp_order_end(&turns->order, &job->turn.order, true, now);
	rcp_turn_next(turns, NULL, now);
	spin_unlock_irq(&turns->lock);
}

/* ---- the card ---- */

/**
 * rcp_turns_deadline() - tell when the oldest job in the ring must be stopped
 * @tl: the timeline of the card
 *
 * A job of a file that is closed may keep others waiting for the shared limit only.
 *
 * Context: &rcp_timeline.lock is held.
 * Return: CLOCK_MONOTONIC in ns, RCP_ORDER_NEVER without a job.
 */
u64 rcp_turns_deadline(const struct rcp_timeline *tl)
{
	struct rcp_turns *turns = &container_of(tl, struct rcp_sched, timeline)->turns;
	struct rcp_order *order = &turns->order;
	const struct rcp_client *client;
	struct rcp_order_job *first;
	unsigned long flags;
	u64 at;

	spin_lock_irqsave(&turns->lock, flags);
	at = rcp_order_deadline(order);
	first = rcp_order_first(order);
	if (first && !first->is_copy && !rcp_order_is_alone(first->process)) {
		client = container_of(first, struct rcp_job, turn.order)->queue->client;
		if (READ_ONCE(client->closed))
			at = min(at, order->began_at + order->shared_ns);
	}
	spin_unlock_irqrestore(&turns->lock, flags);
	return at;
}

/**
 * rcp_turns_oldest() - tell for how long the oldest job has had the ring
 * @turns: the turns
 * @kept_ms: receives for how long it has kept others waiting, in ms; or NULL
 *
 * Context: process; the scheduler is stopped.
 * Return: ms.
 */
u64 rcp_turns_oldest(struct rcp_turns *turns, u64 *kept_ms)
{
	struct rcp_order_job *first;
	u64 age;

	spin_lock_irq(&turns->lock);
	rcp_order_advance(&turns->order, ktime_get_ns());
	first = rcp_order_first(&turns->order);
	age = turns->order.now - turns->order.began_at;
	if (kept_ms)
		*kept_ms = first ? div_u64(max(first->kept_ns[0], first->kept_ns[1]),
					   NSEC_PER_MSEC) : 0;
	spin_unlock_irq(&turns->lock);
	return div_u64(age, NSEC_PER_MSEC);
}

/**
 * rcp_turns_timeout_ms() - get the timeout of a job, however many others wait
 * @turns: the turns
 *
 * Context: any.
 * Return: ms.
 */
unsigned int rcp_turns_timeout_ms(const struct rcp_turns *turns)
{
	return div_u64(turns->order.timeout_ns, NSEC_PER_MSEC);
}

/**
 * rcp_turns_waiting() - count the jobs that wait for their turn
 * @turns: the turns
 *
 * Context: process.
 * Return: the number of streams, and one more if copies wait.
 */
unsigned int rcp_turns_waiting(struct rcp_turns *turns)
{
	unsigned int n;

	spin_lock_irq(&turns->lock);
	n = turns->order.card.ready + !!turns->order.copies.first;
	spin_unlock_irq(&turns->lock);
	return n;
}

/**
 * rcp_turns_rerun() - restart the limits of the oldest job, which was held up by no fault of its own
 * @turns: the turns
 *
 * Context: process; the scheduler is stopped.
 */
void rcp_turns_rerun(struct rcp_turns *turns)
{
	spin_lock_irq(&turns->lock);
	rcp_order_restart(&turns->order, ktime_get_ns());
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turns_close() - release the jobs of a client that wait for their turn: they are cancelled
 * @turns: the turns
 * @client: the client, closed; one job of each of its queues waits at most
 *
 * Context: process.
 */
void rcp_turns_close(struct rcp_turns *turns, struct rcp_client *client)
{
	struct rcp_job *job;

	do {
		spin_lock_irq(&turns->lock);
		job = list_first_entry_or_null(&client->queued, struct rcp_job, turn.node);
		if (job) {
			rcp_turn_unqueue(turns, job, ktime_get_ns());
			dma_fence_signal_locked(&job->turn.fence);
		}
		spin_unlock_irq(&turns->lock);
	} while (job);
}

/**
 * rcp_turns_stop() - pick no more jobs
 * @turns: the turns
 *
 * Jobs still leave the ring, and join the order.
 *
 * Context: process; the scheduler is stopped, and &rcp_sched.ring_lock is held.
 */
void rcp_turns_stop(struct rcp_turns *turns)
{
	spin_lock_irq(&turns->lock);
	rcp_order_stop(&turns->order, ktime_get_ns());
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turns_drain() - let no job wait for a pause while jobs are cancelled at their turn
 * @sched: the scheduler
 *
 * Context: process.
 */
void rcp_turns_drain(struct rcp_sched *sched)
{
	struct rcp_turns *turns = &sched->turns;
	u64 now = ktime_get_ns();

	spin_lock_irq(&turns->lock);
	rcp_order_drain(&turns->order, READ_ONCE(sched->cancelling) || READ_ONCE(sched->stopped) ||
			READ_ONCE(sched->dead), now);
	rcp_turn_next(turns, NULL, now);
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turns_restart() - undo rcp_turns_stop()
 * @sched: the scheduler
 *
 * Context: as rcp_turns_stop().
 */
void rcp_turns_restart(struct rcp_sched *sched)
{
	spin_lock_irq(&sched->turns.lock);
	rcp_order_resume(&sched->turns.order, ktime_get_ns());
	spin_unlock_irq(&sched->turns.lock);
	rcp_turns_drain(sched);
}

static enum hrtimer_restart rcp_turns_timer(struct hrtimer *timer)
{
	struct rcp_turns *turns = container_of(timer, struct rcp_turns, timer);
	unsigned long flags;

	spin_lock_irqsave(&turns->lock, flags);
	turns->asks_at = RCP_ORDER_NEVER;
	rcp_turn_next(turns, NULL, ktime_get_ns());
	spin_unlock_irqrestore(&turns->lock, flags);
	return HRTIMER_NORESTART;
}

/* ---- life ---- */

/**
 * rcp_turns_init() - initialise the turns of a card
 * @turns: the turns, zeroed
 * @timeout_ms: a job that runs for longer hangs
 * @shared_ms: each job may keep others waiting for so long
 *
 * Context: process.
 */
void rcp_turns_init(struct rcp_turns *turns, unsigned int timeout_ms, unsigned int shared_ms)
{
	spin_lock_init(&turns->lock);
	turns->context = dma_fence_context_alloc(1);
	turns->asks_at = RCP_ORDER_NEVER;
	rcp_order_init(&turns->order, timeout_ms * RCP_ORDER_MS, shared_ms * RCP_ORDER_MS,
		       ktime_get_ns());
	rcp_compat_hrtimer_setup(&turns->timer, rcp_turns_timer, CLOCK_MONOTONIC,
				 HRTIMER_MODE_ABS);
}

/**
 * rcp_turns_fini() - undo rcp_turns_init()
 * @turns: the turns; no job is left
 *
 * Context: may sleep.
 */
void rcp_turns_fini(struct rcp_turns *turns)
{
	hrtimer_cancel(&turns->timer);
}
