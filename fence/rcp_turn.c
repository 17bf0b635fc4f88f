// SPDX-License-Identifier: GPL-2.0
/*
 * Turns of clients on the card.
 *
 * The ring executes in order, so a job of one client waits for all jobs that are in the ring
 * before it.  How many these are is decided here:
 *  - two streams always fit, one that runs and the next one;
 *  - while other clients have streams, or had one within RCP_TURN_SHARED_JIFFIES, more fit only if
 *    all of them together are expected to take RCP_TURN_SHARED_NS, and never more than two of one
 *    client;
 *  - while the other clients have no stream ready, only one long stream of a client fits: a client
 *    that waits for each of its jobs finds one job in front of the next one, not two, and so gets
 *    half of the card;
 *  - a client alone gets the whole ring for streams that are expected to take RCP_TURN_ALONE_NS
 *    together.  The ring only bridges the time until the next interrupt is handled, so two
 *    long jobs are as good as thirty.
 *
 * The next turn goes to the client that has used the least card time, as measured by the
 * timestamps of its jobs; so a client gets its share by time, with any number of contexts and
 * files.  A client that was idle begins level with the others.
 *
 * The copies of the driver are a client of their own, because they have one queue, in which jobs
 * of all clients wait for them; their time also counts for the client that caused them.  They
 * take no place of a stream and have a limit of their own, RCP_TURN_COPIES, or more if all of
 * them are expected to take RCP_TURN_SHARED_NS.  All pieces of a copy that are under way fit, so
 * the stream after a copy gets its turn at once: a buffer moves only while all jobs that use it
 * are in the ring.
 *
 * A job that keeps others waiting needs credit to take longer than the shared timeout
 * (rcp_credit.h).  The share of a client is that of one among those that have streams in the ring
 * or ready.
 *
 * A client without credit pauses after a job that kept others waiting for RCP_TURN_PAUSE_JIFFIES
 * or longer: for as long as they waited, the reset included if the job was stopped, and only while
 * others use the card.  So endless jobs cost others at most half of the time, although a client
 * that waits for each of its jobs has none ready when such a job ends.
 *
 * One job at a time has its turn and is not in the ring yet.  So the policy of the DRM
 * scheduler, which sees at most one ready stream, does not matter.
 *
 * Called by direct submission, by the ops of the DRM scheduler, and when a fence of the ring
 * signals.  Nothing here allocates or sleeps.  &rcp_turns.lock nests inside
 * &rcp_timeline.lock.
 */
#include <linux/jiffies.h>
#include <linux/math64.h>

#include "rcp_queue.h"
#include "rcp_sched_types.h"

/* For so long after a job of another client the ring is kept short. */
#define RCP_TURN_SHARED_JIFFIES	HZ
/* Expected card time of all jobs in the ring, if there are more than two: shared, and alone. */
#define RCP_TURN_SHARED_NS	(2 * NSEC_PER_MSEC)
#define RCP_TURN_ALONE_NS	(100 * NSEC_PER_MSEC)
/* Streams in the ring, whatever time they take: in total, and of one client */
#define RCP_TURN_JOBS		2u
/* Waits from which a client without credit pauses, and the interval of looks at its pause */
#define RCP_TURN_PAUSE_JIFFIES	max_t(unsigned long, HZ / 10, 1)
/* Jobs are expected to take as long as the longest batch of this time, job by job. */
#define RCP_TURN_LEARN_JIFFIES	(10 * HZ)
#define RCP_TURN_BATCH		8u

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

/* The client whose turn a job takes */
static struct rcp_turn_client *rcp_turn_client(const struct rcp_job *job)
{
	return job->kind == RCP_JOB_COPY ? &job->sched->turns.copies : &job->account->turns;
}

/* ---- order ---- */

static bool rcp_turn_less(struct rb_node *a, const struct rb_node *b)
{
	return rb_entry(a, struct rcp_turn_client, node)->used_ns <
	       rb_entry(b, struct rcp_turn_client, node)->used_ns;
}

static void rcp_turn_remove(struct rcp_turns *turns, struct rcp_turn_client *client)
{
	rb_erase_cached(&client->node, &turns->clients);
	RB_CLEAR_NODE(&client->node);
}

/* Change the card time of a client, and its place among those that wait. */
static void rcp_turn_charge(struct rcp_turns *turns, struct rcp_turn_client *client, s64 ns)
{
	bool waits = !RB_EMPTY_NODE(&client->node);

	if (waits)
		rcp_turn_remove(turns, client);
	client->used_ns += ns;
	if (waits)
		rb_add_cached(&client->node, &turns->clients, rcp_turn_less);
}

/* ---- the ring ---- */

static bool rcp_turn_is_copies(const struct rcp_turns *turns, const struct rcp_turn_client *client)
{
	return client == &turns->copies;
}

/* Test whether a stream of another client than @client waits for its turn. */
static bool rcp_turn_others_wait(const struct rcp_turns *turns,
				 const struct rcp_turn_client *client)
{
	struct rb_node *node;

	for (node = rb_first_cached(&turns->clients); node; node = rb_next(node))
		if (node != &client->node && node != &turns->copies.node)
			return true;
	return false;
}

/* Test whether no client but @client has streams, or had one lately. */
static bool rcp_turn_is_alone(const struct rcp_turns *turns, const struct rcp_turn_client *client)
{
	unsigned long now = jiffies;

	if (turns->in_ring != client->in_ring || rcp_turn_others_wait(turns, client))
		return false;
	if (turns->last != client)
		return time_after(now, turns->last_at + RCP_TURN_SHARED_JIFFIES);
	return !turns->shared || time_after(now, turns->other_at + RCP_TURN_SHARED_JIFFIES);
}

/*
 * Test whether others go first.  Not while jobs are cancelled or the card is down, because jobs
 * then need their turn to end.
 */
static bool rcp_turn_pauses(const struct rcp_turns *turns, const struct rcp_turn_client *client)
{
	const struct rcp_sched *sched = container_of(turns, struct rcp_sched, turns);

	return time_before64(get_jiffies_64(), client->pause_until) &&
	       !rcp_turn_is_alone(turns, client) &&
	       !READ_ONCE(sched->cancelling) && !READ_ONCE(sched->stopped) &&
	       !READ_ONCE(sched->dead);
}

/* Test whether the card time of some job of a client is known. */
static bool rcp_turn_is_known(const struct rcp_turn_client *client)
{
	return client->measured || client->batch;
}

/*
 * The mean of a batch, because the estimates of several jobs are added.  In a batch that is not
 * full the missing jobs count as 0, so that a long job has an effect at once.
 */
static u64 rcp_turn_estimate(const struct rcp_turn_client *client)
{
	if (client->measured)
		return max3(client->mean_ns[0], client->mean_ns[1],
			    client->batch_ns / RCP_TURN_BATCH);
	return client->batch ? div_u64(client->batch_ns, client->batch) : RCP_TURN_ALONE_NS;
}

/* Test whether the next job of a client fits into the ring. */
static bool rcp_turn_fits(const struct rcp_turns *turns, const struct rcp_turn_client *client)
{
	u64 estimate = rcp_turn_estimate(client);
	unsigned int most = RCP_TURN_JOBS;

	if (rcp_turn_is_copies(turns, client))
		return client->in_ring < RCP_TURN_COPIES ||
		       client->ring_ns + estimate <= RCP_TURN_SHARED_NS;
	if (rcp_turn_is_alone(turns, client))
		return client->in_ring < RCP_TURN_JOBS ||
		       client->ring_ns + estimate <= RCP_TURN_ALONE_NS;
	if (turns->ring_ns + estimate <= RCP_TURN_SHARED_NS)
		return client->in_ring < RCP_TURN_JOBS;
	/* Keep a place for a client that waits for each of its jobs before it pushes the next. */
	if (rcp_turn_is_known(client) && !rcp_turn_others_wait(turns, client))
		most = 1;
	return client->in_ring < most && turns->in_ring < RCP_TURN_JOBS;
}

/* Count the clients that share the card. */
static void rcp_turn_note_active(struct rcp_turns *turns, struct rcp_turn_client *client)
{
	bool active = client->in_ring || !RB_EMPTY_NODE(&client->node);

	if (rcp_turn_is_copies(turns, client) || client->active == active)
		return;
	client->active = active;
	turns->active += active ? 1 : -1;
}

/* Count a job in the ring, or no more: its number and its estimated card time. */
static void rcp_turn_count(struct rcp_turns *turns, struct rcp_turn_client *client, int n,
			   s64 estimate_ns)
{
	client->in_ring += n;
	client->ring_ns += n * estimate_ns;
	if (rcp_turn_is_copies(turns, client))
		return;
	turns->in_ring += n;
	turns->ring_ns += n * estimate_ns;
}

static void rcp_turn_enter(struct rcp_turns *turns, struct rcp_job *job)
{
	struct rcp_turn_client *client = rcp_turn_client(job);

	/* The reset walks the clients that wait without the lock. */
	WARN_ON_ONCE(turns->stopped);
	job->turn.estimate_ns = rcp_turn_estimate(client);
	rcp_turn_count(turns, client, 1, job->turn.estimate_ns);
	rcp_turn_note_active(turns, client);
	turns->floor_ns = max(turns->floor_ns, client->used_ns);
	rcp_turn_charge(turns, client, job->turn.estimate_ns);
}

/* Undo rcp_turn_enter(), with the card time that the job has used. */
static void rcp_turn_leave(struct rcp_turns *turns, struct rcp_job *job, u64 ns)
{
	struct rcp_turn_client *client = rcp_turn_client(job);

	rcp_turn_count(turns, client, -1, job->turn.estimate_ns);
	rcp_turn_note_active(turns, client);
	rcp_turn_charge(turns, client, ns - job->turn.estimate_ns);
	job->turn.state = RCP_TURN_NONE;
}

/*
 * Find the first client whose next job fits.  Clients that have used up their own places, or that
 * pause, are left out.  A stream for which the ring has no place is waited for: later ones that
 * need less must not fill the ring without end.
 */
static struct rcp_turn_client *rcp_turn_find(const struct rcp_turns *turns, bool *paused)
{
	struct rcp_turn_client *client;
	bool streams = true;
	struct rb_node *node;

	for (node = rb_first_cached(&turns->clients); node; node = rb_next(node)) {
		client = rb_entry(node, struct rcp_turn_client, node);
		if (!streams && !rcp_turn_is_copies(turns, client))
			continue;
		if (rcp_turn_pauses(turns, client)) {
			*paused = true;
			continue;
		}
		if (rcp_turn_fits(turns, client))
			return client;
		if (rcp_turn_is_copies(turns, client))
			continue;
		if (client->in_ring < RCP_TURN_JOBS)
			streams = false;
		if (!streams && RB_EMPTY_NODE(&turns->copies.node))
			return NULL;
	}
	return NULL;
}

/* Give the next turn, if no job has it and the next one fits. */
static void rcp_turn_next(struct rcp_turns *turns)
{
	struct rcp_turn_client *client;
	struct rcp_job *job;
	bool paused = false;

	lockdep_assert_held(&turns->lock);
	if (turns->granted || turns->stopped)
		return;
	client = rcp_turn_find(turns, &paused);
	/* The end of a pause is no event of the ring. */
	if (paused && !timer_pending(&turns->timer))
		mod_timer(&turns->timer, jiffies + RCP_TURN_PAUSE_JIFFIES);
	if (!client)
		return;
	job = list_first_entry(&client->ready, struct rcp_job, turn.node);
	list_del_init(&job->turn.node);
	if (list_empty(&client->ready))
		rcp_turn_remove(turns, client);
	rcp_turn_enter(turns, job);
	job->turn.state = RCP_TURN_GRANTED;
	turns->granted = job;
	dma_fence_signal_locked(&job->turn.fence);
}

/* After a pause a client has no more claims than the others. */
static void rcp_turn_begin(struct rcp_turns *turns, struct rcp_turn_client *client)
{
	if (!client->in_ring && RB_EMPTY_NODE(&client->node))
		client->used_ns = max(client->used_ns, turns->floor_ns);
}

/* Note that the client of @job has pushed a stream, or that one of its streams is over. */
static void rcp_turn_note(struct rcp_turns *turns, const struct rcp_job *job)
{
	if (job->kind == RCP_JOB_COPY)
		return;
	if (turns->last != rcp_turn_client(job)) {
		turns->shared = turns->last;
		turns->other_at = turns->last_at;
		turns->last = rcp_turn_client(job);
	}
	turns->last_at = jiffies;
}

/* ---- steps of a job ---- */

/**
 * rcp_turn_pushed() - note that a client has pushed a job to the scheduler
 * @job: the job
 *
 * Context: process.
 */
void rcp_turn_pushed(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;

	spin_lock_irq(&turns->lock);
	rcp_turn_note(turns, job);
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turn_try() - take the turn for a job that bypasses the scheduler
 * @job: the job; it depends on nothing
 *
 * Context: process; &rcp_sched.ring_lock is held.
 * Return: false if other jobs wait for their turn, or if the ring has no place.
 */
bool rcp_turn_try(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	bool may;

	spin_lock_irq(&turns->lock);
	rcp_turn_note(turns, job);
	rcp_turn_begin(turns, rcp_turn_client(job));
	may = !turns->granted && RB_EMPTY_ROOT(&turns->clients.rb_root) &&
	      !rcp_turn_pauses(turns, rcp_turn_client(job)) &&
	      rcp_turn_fits(turns, rcp_turn_client(job));
	if (may) {
		rcp_turn_enter(turns, job);
		job->turn.state = RCP_TURN_IN_RING;
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
 * job has its turn.
 */
struct dma_fence *rcp_turn_wait(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	struct rcp_turn_client *client = rcp_turn_client(job);
	struct dma_fence *fence = NULL;

	spin_lock_irq(&turns->lock);
	if (job->turn.state == RCP_TURN_NONE) {
		dma_fence_init(&job->turn.fence, &rcp_turn_fence_ops, &turns->lock, turns->context,
			       ++turns->seqno);
		job->turn.state = RCP_TURN_WAITING;
		rcp_turn_begin(turns, client);
		list_add_tail(&job->turn.node, &client->ready);
		if (RB_EMPTY_NODE(&client->node))
			rb_add_cached(&client->node, &turns->clients, rcp_turn_less);
		rcp_turn_note_active(turns, client);
		rcp_turn_next(turns);
	}
	if (job->turn.state == RCP_TURN_WAITING)
		fence = dma_fence_get(&job->turn.fence);
	spin_unlock_irq(&turns->lock);
	return fence;
}

/**
 * rcp_turn_return() - give a turn back, because the job lost its addresses
 * @job: the job; it may have no turn
 *
 * Context: the scheduler's thread.
 */
void rcp_turn_return(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;

	spin_lock_irq(&turns->lock);
	if (job->turn.state == RCP_TURN_GRANTED) {
		turns->granted = NULL;
		rcp_turn_leave(turns, job, 0);
		rcp_turn_next(turns);
	}
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turn_taken() - the job that has its turn is in the ring now
 * @job: the job; it may have no turn
 *
 * Context: run_job, &rcp_sched.ring_lock is held.
 */
void rcp_turn_taken(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;

	/* Without the lock: a granted turn stays so until this call. */
	if (job->turn.state != RCP_TURN_GRANTED)
		return;
	spin_lock_irq(&turns->lock);
	job->turn.state = RCP_TURN_IN_RING;
	turns->granted = NULL;
	rcp_turn_next(turns);
	spin_unlock_irq(&turns->lock);
}

/* Measure the card time of a job that left the ring.  Returns it in ns, 0 if it is unknown. */
static u64 rcp_turn_measure(struct rcp_job *job)
{
	if (!job->seqno || job->cancelled || READ_ONCE(job->sched->stopped))
		return job->turn.lost_ns;
	return rcp_time_measure(job);
}

static void rcp_turn_learn(struct rcp_turn_client *client, u64 ns)
{
	client->batch_ns += ns;
	if (++client->batch < RCP_TURN_BATCH)
		return;
	if (!client->measured ||
	    time_after(jiffies, client->learned_at + RCP_TURN_LEARN_JIFFIES)) {
		client->mean_ns[1] = client->mean_ns[0];
		client->mean_ns[0] = 0;
		client->learned_at = jiffies;
		client->measured = true;
	}
	client->mean_ns[0] = max(client->mean_ns[0], client->batch_ns / RCP_TURN_BATCH);
	client->batch_ns = 0;
	client->batch = 0;
}

/*
 * Test whether a client has credit: it has used less than its share of the last minute, and long
 * jobs of all clients of its user less than half of it.  So new processes are no new credit.
 */
static bool rcp_turn_credit_left(struct rcp_turns *turns, struct rcp_account *account)
{
	return rcp_credit_left(&account->turns.credit, max(turns->active, 2u)) &&
	       rcp_credit_left(&account->user->credit, 2);
}

/*
 * Note that a job kept others waiting.  The pause begins when the client has no job in the ring
 * any more, so that two jobs in a row cost it both pauses.
 */
static void rcp_turn_kept_waiting(struct rcp_turns *turns, struct rcp_account *account,
				  unsigned long waited, u64 ns)
{
	ns = min(ns, jiffies_to_nsecs(waited));
	rcp_credit_use(&account->turns.credit, ns);
	if (waited < RCP_TURN_PAUSE_JIFFIES)
		return;
	rcp_credit_use(&account->user->credit, ns);
	if (!rcp_turn_credit_left(turns, account))
		account->turns.debt += waited;
}

static void rcp_turn_pause(struct rcp_turn_client *client)
{
	if (client->in_ring || !client->debt)
		return;
	client->pause_until = get_jiffies_64() + client->debt;
	client->debt = 0;
}

/* The end of a turn, in which the job had the card for @ns. */
static __always_inline void rcp_turn_end(struct rcp_turns *turns, struct rcp_job *job, u64 ns)
{
	lockdep_assert_held(&turns->lock);
	if (turns->granted == job)
		turns->granted = NULL;
	if (job->turn.state != RCP_TURN_NONE)
		rcp_turn_leave(turns, job, ns);
	else
		rcp_turn_charge(turns, rcp_turn_client(job), ns);
	if (job->kind == RCP_JOB_COPY && job->account)
		rcp_turn_charge(turns, &job->account->turns, ns);
	if (job->kind == RCP_JOB_IB && job->hw.contended)
		rcp_turn_kept_waiting(turns, job->account, job->hw.contended, ns);
	rcp_turn_pause(rcp_turn_client(job));
	if (ns)
		rcp_turn_learn(rcp_turn_client(job), ns);
	rcp_turn_note(turns, job);
	rcp_turn_next(turns);
}

/**
 * rcp_turn_left() - a job leaves the ring
 * @job: the job, once after each turn
 *
 * Context: &rcp_timeline.lock is held, so interrupts are off.
 */
void rcp_turn_left(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	u64 ns = rcp_turn_measure(job);

	spin_lock(&turns->lock);
	rcp_turn_end(turns, job, ns);
	spin_unlock(&turns->lock);
}

/**
 * rcp_turn_over() - a job fails in its turn, before it is in the ring
 * @job: the job, once after each turn
 *
 * Context: any.
 */
void rcp_turn_over(struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	u64 ns = rcp_turn_measure(job);
	unsigned long flags;

	spin_lock_irqsave(&turns->lock, flags);
	rcp_turn_end(turns, job, ns);
	spin_unlock_irqrestore(&turns->lock, flags);
}

/**
 * rcp_turn_has_credit() - test whether a job may keep others waiting for the long timeout
 * @job: the oldest job in the ring
 *
 * A client that has closed the file, or that is asked to go, has no credit.
 *
 * Context: any; &rcp_timeline.lock is held.
 * Return: true if it may.
 */
bool rcp_turn_has_credit(const struct rcp_job *job)
{
	struct rcp_turns *turns = &job->sched->turns;
	unsigned long flags;
	bool left;

	/* A copy is the driver's own and known to terminate. */
	if (job->kind == RCP_JOB_COPY || job->cancelled)
		return true;
	if (READ_ONCE(job->sched->cancelling) || READ_ONCE(job->queue->client->closed))
		return false;
	spin_lock_irqsave(&turns->lock, flags);
	left = rcp_turn_credit_left(turns, job->account);
	spin_unlock_irqrestore(&turns->lock, flags);
	return left;
}

/**
 * rcp_turns_hit() - account a reset to the queues whose jobs wait for their turn
 * @turns: the turns
 * @guilty: the guilty queue, which is left out
 * @reset: number of the reset
 *
 * Without the lock, because clients decide how many jobs wait: between rcp_turns_stop() and
 * rcp_turns_restart() no job gets its turn, the scheduler is stopped, so none begins to wait, and
 * the timeline is frozen, so no client changes its place.
 *
 * Context: process; the reset.
 */
void rcp_turns_hit(struct rcp_turns *turns, const struct rcp_queue *guilty, u32 reset)
{
	struct rcp_turn_client *client, *next;
	struct rcp_job *job;

	WARN_ON_ONCE(!turns->stopped);
	rbtree_postorder_for_each_entry_safe(client, next, &turns->clients.rb_root, node)
		list_for_each_entry(job, &client->ready, turn.node)
			if (job->kind != RCP_JOB_COPY && job->queue != guilty)
				rcp_queue_mark_innocent(job->queue, reset);
	job = turns->granted;
	if (job && job->kind != RCP_JOB_COPY && job->queue != guilty)
		rcp_queue_mark_innocent(job->queue, reset);
}

static void rcp_turns_set_stopped(struct rcp_turns *turns, bool stopped)
{
	spin_lock_irq(&turns->lock);
	turns->stopped = stopped;
	if (!stopped)
		rcp_turn_next(turns);
	spin_unlock_irq(&turns->lock);
}

/**
 * rcp_turns_stop() - give no more turns
 * @turns: the turns
 *
 * Neither the timer of pauses nor rcp_turns_kick() gives one until rcp_turns_restart().  Jobs still
 * leave the ring.
 *
 * Context: process; the scheduler is stopped, and &rcp_sched.ring_lock is held.
 */
void rcp_turns_stop(struct rcp_turns *turns)
{
	rcp_turns_set_stopped(turns, true);
}

/**
 * rcp_turns_restart() - undo rcp_turns_stop()
 * @turns: the turns
 *
 * Context: as rcp_turns_stop().
 */
void rcp_turns_restart(struct rcp_turns *turns)
{
	rcp_turns_set_stopped(turns, false);
}

/**
 * rcp_turns_kick() - give the next turn, after pauses have lost their effect
 * @turns: the turns
 *
 * Context: any.
 */
void rcp_turns_kick(struct rcp_turns *turns)
{
	unsigned long flags;

	spin_lock_irqsave(&turns->lock, flags);
	rcp_turn_next(turns);
	spin_unlock_irqrestore(&turns->lock, flags);
}

static void rcp_turns_timer(struct timer_list *timer)
{
	rcp_turns_kick(container_of(timer, struct rcp_turns, timer));
}

/* ---- life ---- */

/**
 * rcp_turns_init() - initialise the turns of a card
 * @turns: the turns, zeroed
 *
 * Context: process.
 */
void rcp_turns_init(struct rcp_turns *turns)
{
	spin_lock_init(&turns->lock);
	turns->context = dma_fence_context_alloc(1);
	turns->clients = RB_ROOT_CACHED;
	rcp_turn_client_init(&turns->copies);
	timer_setup(&turns->timer, rcp_turns_timer, 0);
}

/**
 * rcp_turns_fini() - undo rcp_turns_init()
 * @turns: the turns; no job is left
 *
 * Context: may sleep.
 */
void rcp_turns_fini(struct rcp_turns *turns)
{
	timer_delete_sync(&turns->timer);
}
