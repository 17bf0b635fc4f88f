// SPDX-License-Identifier: GPL-2.0
/*
 * Turns: the driver's side of the order of clients (fence/order/).
 *
 * The order says which job is next, when to ask again, and for how long the oldest job in the ring
 * may run; this file brings it the events with their time (CLOCK_MONOTONIC), serialises them, and
 * queues the work that writes jobs to the ring (rcp_sched.c) when an event may have made one next.
 *
 * A picked stream is the only one, until it is in the ring: only it may claim a range of the
 * aperture.  A job that is cancelled before it is picked takes no card time: it joins the order as
 * a copy by the kernel, which needs no credit and passes a stream that is next and does not fit.
 *
 * Called by direct submission, by that work, by the timeline, by rcp_client.c after close(), and by
 * the reset, which stops the order first.  Nothing here allocates or sleeps.
 *
 * &rcp_turns.lock protects the order, with interrupts off.  In interrupt context the timeline calls
 * rcp_turn_end() (the card's interrupt) and rcp_turns_deadline() (its watchdog), an hrtimer calls
 * rcp_turns_timer(), and fences call rcp_turns_kick(), which takes no lock.  The lock nests inside
 * &rcp_timeline.lock and &rcp_accounts.lock; no lock of this folder nests inside it.
 */
#include <linux/math64.h>
#include <linux/minmax.h>

#include "rcp_queue.h"
#include "rcp_sched_types.h"

/* Jobs that are looked at with the lock held */
#define RCP_TURNS_BATCH		64u

static struct rcp_job *rcp_turn_job(struct rcp_order_job *order)
{
	return container_of(order, struct rcp_job, turn.order);
}

/* Queue the work if there is a job that it should write now. */
static void rcp_turns_wake(struct rcp_turns *turns)
{
	lockdep_assert_held(&turns->lock);
	if (rcp_order_is_low(&turns->order))
		queue_work(turns->wq, &turns->work);
}

static void rcp_turns_ask_at(struct rcp_turns *turns, u64 at)
{
	lockdep_assert_held(&turns->lock);
	if (at >= turns->asks_at)
		return;
	turns->asks_at = at;
	hrtimer_start(&turns->timer, ns_to_ktime(at), HRTIMER_MODE_ABS);
}

static void rcp_turn_unlist(struct rcp_job *job)
{
	list_del_init(&job->turn.node);
	list_del_init(&job->turn.waiting);
}

/* Pick the next job, or return NULL: then a job must leave the ring, or the timer is set. */
static struct rcp_job *rcp_turns_pick(struct rcp_turns *turns, u64 now)
{
	struct rcp_order *order = &turns->order;
	struct rcp_order_job *next;
	struct rcp_job *job;

	lockdep_assert_held(&turns->lock);
	/* The end of a job asks again, with two streams left at the latest, also after a pause. */
	if (order->streams + order->copies_in_ring >= turns->limit)
		return NULL;
	next = rcp_order_next(order, now);
	if (!next) {
		rcp_turns_ask_at(turns, rcp_order_ask_at(order));
		return NULL;
	}
	job = rcp_turn_job(next);
	rcp_turn_unlist(job);
	return job;
}

/* ---- steps of a job ---- */

/* A job that could run joins the order; if it is cancelled, as one that has no pause. */
static void rcp_turn_join(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	struct rcp_client *client = job->queue->client;

	lockdep_assert_held(&turns->lock);
	if (rcp_job_is_cancelled(job)) {
		job->turn.order.is_copy = true;
		job->turn.order.process = NULL;
	} else if (client) {
		list_add_tail(&job->turn.node, &client->queued);
		list_add_tail(&job->turn.waiting, &turns->waiting);
	}
	rcp_order_queue(&turns->order, &job->turn.order, ktime_get_ns());
	rcp_turns_wake(turns);
}

/* Let a job that waits for its turn join again, because it is cancelled now. */
static void rcp_turn_rejoin(struct rcp_job *job)
{
	rcp_turn_unlist(job);
	rcp_order_unqueue(&job->sched->turns.order, &job->turn.order, ktime_get_ns());
	rcp_turn_join(job);
}

/* Take the turn for a job while no other one waits. */
static bool rcp_turn_try_order(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	struct rcp_order *order = &turns->order;
	bool taken;

	spin_lock_irq(&turns->lock);
	taken = order->streams + order->copies_in_ring < turns->limit &&
		rcp_order_try(order, &job->turn.order, job->run_ns);
	spin_unlock_irq(&turns->lock);
	return taken;
}

/**
 * rcp_turn_try() - take the turn for a job that was not pushed before
 * @job: the job; it depends on nothing
 *
 * If the process has its places in the ring, or copies theirs, the card may have left some of
 * them, and the interrupt is on its way: then the job need not wait for that, and for the work.
 *
 * Context: process; &rcp_sched.ring_lock and &rcp_queue.lock are held.
 * Return: true if the job is in the ring for the order, and is written next; false if it is not its
 * turn.
 */
bool rcp_turn_try(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	struct rcp_order *order = &turns->order;
	u64 now = ktime_get_ns();
	struct rcp_job *next;

	job->run_ns = now;
	/* Without &rcp_turns.lock: jobs join it and leave it with these two. */
	if (!list_empty(&job->queue->jobs))
		return false;
	if (rcp_turn_try_order(job) ||
	    (rcp_timeline_process(&job->sched->timeline) && rcp_turn_try_order(job)))
		return true;
	spin_lock_irq(&turns->lock);
	/* Others wait, which may not be next, or may pause. */
	rcp_order_queue(order, &job->turn.order, now);
	next = rcp_turns_pick(turns, now);
	/* Time has passed since the last event, so another one may be next. */
	if (next && next != job) {
		list_add_tail(&next->turn.node, &turns->picked);
		queue_work(turns->wq, &turns->work);
	}
	if (next == job)
		rcp_order_start(order, &job->turn.order, now);
	else
		rcp_order_unqueue(order, &job->turn.order, now);
	spin_unlock_irq(&turns->lock);
	return next == job;
}

/**
 * rcp_turn_push() - add a job to its queue's jobs that are not in the ring
 * @job: the job
 *
 * Context: process; &rcp_queue.lock is held.
 * Return: true if it is the first one.
 */
bool rcp_turn_push(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	bool first;

	spin_lock_irq(&turns->lock);
	first = list_empty(&job->queue->jobs);
	list_add_tail(&job->turn.entry, &job->queue->jobs);
	spin_unlock_irq(&turns->lock);
	return first;
}

/**
 * rcp_turn_queue() - wait for the turn of a job that could run
 * @job: the first job of its queue; the caller must not touch it any more
 *
 * The test whether it is cancelled is under the lock, so that rcp_turns_close() and
 * rcp_turns_recheck(), whose callers have cancelled jobs before, miss none.
 *
 * Context: process.
 */
void rcp_turn_queue(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;

	spin_lock_irq(&turns->lock);
	rcp_turn_join(job);
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turns_next() - get the next job
 * @turns: the turns
 *
 * Context: &rcp_turns.work.
 * Return: the job, or NULL; then the work runs again when there may be one.
 */
struct rcp_job *rcp_turns_next(struct rcp_turns *turns)
{
	struct rcp_job *job;

	spin_lock_irq(&turns->lock);
	job = list_first_entry_or_null(&turns->picked, struct rcp_job, turn.node);
	if (job)
		list_del_init(&job->turn.node);
	else
		job = rcp_turns_pick(turns, ktime_get_ns());
	spin_unlock_irq(&turns->lock);
	return job;
}

/**
 * rcp_turns_kick() - run the work, because a fence has signalled for which a job waited
 * @turns: the turns
 *
 * Not inline: a test stops a callback here.
 *
 * Context: any.
 */
void rcp_turns_kick(struct rcp_turns *turns)
{
	queue_work(turns->wq, &turns->work);
}

/**
 * rcp_turns_poll() - run the work again after a time at the latest
 * @turns: the turns
 * @ns: the time
 *
 * Context: process.
 */
void rcp_turns_poll(struct rcp_turns *turns, u64 ns)
{
	spin_lock_irq(&turns->lock);
	rcp_turns_ask_at(turns, ktime_get_ns() + ns);
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turn_pop() - take a job that is written next from its queue's jobs
 * @job: the job, picked
 *
 * Context: process.
 * Return: the next job of the queue, or NULL.
 */
struct rcp_job *rcp_turn_pop(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	struct rcp_job *next;

	spin_lock_irq(&turns->lock);
	list_del_init(&job->turn.entry);
	next = list_first_entry_or_null(&job->queue->jobs, struct rcp_job, turn.entry);
	spin_unlock_irq(&turns->lock);
	return next;
}

/**
 * rcp_turn_start() - note that a job enters the ring
 * @job: the job, picked
 *
 * Context: &rcp_sched.ring_lock is held.
 */
void rcp_turn_start(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;

	/* Without the lock: rcp_turn_try() was called by this thread. */
	if (job->turn.order.state == RCP_ORDER_IN_RING)
		return;
	spin_lock_irq(&turns->lock);
	rcp_order_start(&turns->order, &job->turn.order, ktime_get_ns());
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
	u64 busy_ns = 0;

	/* The stamps of a job that was stopped, or of a card that is off, say nothing. */
	if (!job->cancelled && !READ_ONCE(job->sched->stopped))
		busy_ns = rcp_time_measure(job);
	spin_lock(&turns->lock);
	turns->busy_ns += busy_ns;
	rcp_order_end(&turns->order, &job->turn.order, job->cancelled, now);
	rcp_turns_wake(turns);
	spin_unlock(&turns->lock);
}

/**
 * rcp_turn_abort() - take a job that the card never sees out of the order
 * @job: the job, picked; the timeline does not have it
 *
 * Context: process.
 */
void rcp_turn_abort(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	u64 now = ktime_get_ns();

	spin_lock_irq(&turns->lock);
	if (job->turn.order.state == RCP_ORDER_IN_RING)
		rcp_order_end(&turns->order, &job->turn.order, true, now);
	else
		rcp_order_put(&turns->order, &job->turn.order, now);
	rcp_turns_wake(turns);
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turns_block() - note that a thread waits to push a copy, or does not any more
 * @turns: the turns
 * @process: its process in the order, or NULL
 * @by: 1 or -1
 *
 * Context: process.
 */
void rcp_turns_block(struct rcp_turns *turns, struct rcp_order_node *process, int by)
{
	if (!process)
		return;
	spin_lock_irq(&turns->lock);
	rcp_order_block(&turns->order, process, by, ktime_get_ns());
	rcp_turns_wake(turns);
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
		client = rcp_turn_job(first)->queue->client;
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
 * rcp_turns_close() - let the cancelled jobs of a client wait for their turn no more
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
		if (job)
			rcp_turn_rejoin(job);
		spin_unlock_irq(&turns->lock);
	} while (job);
}

/**
 * rcp_turns_recheck() - let jobs that were cancelled wait for their turn no more
 * @turns: the turns
 *
 * A context that was stopped, a ban, or a lost copy has cancelled them; their process may pause for
 * long.
 *
 * Context: process; the scheduler is stopped, so that each queue gets one job at most.
 */
void rcp_turns_recheck(struct rcp_turns *turns)
{
	unsigned int n = 0;
	struct rcp_job *job;
	LIST_HEAD(checked);

	spin_lock_irq(&turns->lock);
	while ((job = list_first_entry_or_null(&turns->waiting, struct rcp_job, turn.waiting))) {
		if (rcp_job_is_cancelled(job))
			rcp_turn_rejoin(job);
		else
			list_move_tail(&job->turn.waiting, &checked);
		if (!(++n % RCP_TURNS_BATCH)) {
			spin_unlock_irq(&turns->lock);
			cond_resched();
			spin_lock_irq(&turns->lock);
		}
	}
	list_splice(&checked, &turns->waiting);
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

	spin_lock_irq(&turns->lock);
	rcp_order_drain(&turns->order, READ_ONCE(sched->cancelling) || READ_ONCE(sched->stopped) ||
			READ_ONCE(sched->dead), ktime_get_ns());
	rcp_turns_wake(turns);
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turns_restart() - undo rcp_turns_stop()
 * @sched: the scheduler
 *
 * Context: process; &rcp_sched.ring_lock is held.
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
	queue_work(turns->wq, &turns->work);
	spin_unlock_irqrestore(&turns->lock, flags);
	return HRTIMER_NORESTART;
}

/* ---- life ---- */

/**
 * rcp_turns_init() - initialise the turns of a card
 * @turns: the turns, zeroed but for what rcp_sched_init() sets
 * @timeout_ms: a job that runs for longer hangs
 * @shared_ms: each job may keep others waiting for so long
 *
 * Context: process.
 */
void rcp_turns_init(struct rcp_turns *turns, unsigned int timeout_ms, unsigned int shared_ms)
{
	spin_lock_init(&turns->lock);
	INIT_LIST_HEAD(&turns->picked);
	INIT_LIST_HEAD(&turns->waiting);
	turns->asks_at = RCP_ORDER_NEVER;
	rcp_order_init(&turns->order, timeout_ms * RCP_ORDER_MS, shared_ms * RCP_ORDER_MS,
		       ktime_get_ns());
	rcp_compat_hrtimer_setup(&turns->timer, rcp_turns_timer, CLOCK_MONOTONIC,
				 HRTIMER_MODE_ABS);
}
