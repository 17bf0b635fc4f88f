// SPDX-License-Identifier: GPL-2.0
/*
 * Who is next: the events of jobs; see rcp_order.h.
 */
#include "pm4_util.h"
#include "rcp_order.h"

/**
 * rcp_order_init() - initialise the order of a card
 * @order: the order, zeroed
 * @timeout_ns: a job that runs for longer hangs
 * @shared_ns: each job may keep others waiting for so long
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_init(struct rcp_order *order, u64 timeout_ns, u64 shared_ns, u64 now)
{
	order->timeout_ns = timeout_ns;
	order->shared_ns = shared_ns;
	order->now = now;
	order->left_at = now;
	order->away_until = RCP_ORDER_NEVER;
}

/*
 * A child that was away for longer than others wait for it is level with the one that was picked
 * last.  After a shorter absence it keeps its claim: a job that was expected to be short may have
 * used the moment.
 */
static void rcp_order_come_back(const struct rcp_order *order, struct rcp_order_node *node)
{
	u64 floor_ns = node->parent->floor_ns;

	if (node->used_ns >= floor_ns || node->ready || node->in_ring)
		return;
	if (order->now - node->left_at >= RCP_ORDER_AWAY_NS)
		rcp_order_charge(node, (s64)(floor_ns - node->used_ns));
}

/* Change the number of jobs of a process, and of all above it, and settle these. */
static void rcp_order_change(struct rcp_order *order, struct rcp_order_node *process, int ready,
			     int in_ring)
{
	struct rcp_order_node *node;

	rcp_order_await_none(order);
	for (node = process; node; node = node->parent) {
		node->ready += ready;
		node->in_ring += in_ring;
		node->left_at = order->now;
	}
	rcp_order_settle(order, process);
}

/**
 * rcp_order_queue() - note that a job could run
 * @order: the order
 * @job: the job, in no state, with its process; all that it depends on is over or in the ring
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_queue(struct rcp_order *order, struct rcp_order_job *job, u64 now)
{
	struct rcp_order_node *process = job->process;

	rcp_order_advance(order, now);
	job->state = RCP_ORDER_QUEUED;
	if (job->is_copy) {
		rcp_heap_add(&order->copies, &job->place, ++order->seq);
		return;
	}
	rcp_order_come_back(order, process->parent);
	rcp_order_come_back(order, process);
	rcp_heap_add(&process->ready_heap, &job->place, ++order->seq);
	rcp_order_change(order, process, 1, 0);
}

/**
 * rcp_order_unqueue() - undo rcp_order_queue()
 * @order: the order
 * @job: a job that is not picked
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_unqueue(struct rcp_order *order, struct rcp_order_job *job, u64 now)
{
	rcp_order_advance(order, now);
	job->state = RCP_ORDER_NONE;
	if (job->is_copy) {
		rcp_heap_remove(&order->copies, &job->place);
		return;
	}
	rcp_heap_remove(&job->process->ready_heap, &job->place);
	rcp_order_change(order, job->process, -1, 0);
}

/**
 * rcp_order_block() - note that a thread waits until a copy of its process can be pushed, or is
 *	through
 * @order: the order
 * @process: the process
 * @by: 1, or -1 when the thread does not wait any more
 * @now: ns
 *
 * The process has no job then, but wants the card, and for a while after that.  No job waits for a
 * copy of it, so it is not away.
 *
 * Context: any.
 */
void rcp_order_block(struct rcp_order *order, struct rcp_order_node *process, int by, u64 now)
{
	struct rcp_order_node *node;

	rcp_order_advance(order, now);
	rcp_order_come_back(order, process->parent);
	rcp_order_come_back(order, process);
	for (node = process; node; node = node->parent) {
		node->blocked += by;
		if (order->now - node->left_at > RCP_ORDER_AWAY_NS)
			node->left_at = order->now - RCP_ORDER_AWAY_NS;
	}
	rcp_order_settle(order, process);
}

/*
 * Test whether the ring has a place for the next job of a process.  Beside siblings that want the
 * card a child has only one long job there, because a second one saves next to nothing.
 */
static bool rcp_order_fits(const struct rcp_order *order, const struct rcp_order_node *process)
{
	u64 together = order->streams_ns + process->mean_ns;
	const struct rcp_order_node *node;

	if (rcp_order_is_alone(process))
		return order->streams < RCP_ORDER_PLACES || together <= RCP_ORDER_ALONE_NS;
	if (together <= RCP_ORDER_SHARED_NS)
		return true;
	for (node = process; node->parent; node = node->parent)
		if (node->in_ring && node->parent->wanting > 1)
			return false;
	return order->streams < RCP_ORDER_PLACES;
}

/*
 * The child that has used less than @node and is away for a moment, or NULL.  Those that have been
 * away for longer leave the heap only here, so that no job costs a timer.
 */
static struct rcp_order_node *rcp_order_before(const struct rcp_order *order,
					       const struct rcp_order_node *node)
{
	struct rcp_heap *heap = &node->parent->absent_heap;
	struct rcp_order_node *sibling;

	while (heap->first && heap->first->key < node->used_ns) {
		sibling = rcp_order_entry(heap->first, struct rcp_order_node, away);
		if (sibling->in_ring || order->now - sibling->left_at < RCP_ORDER_AWAY_NS)
			return sibling;
		rcp_heap_remove(heap, heap->first);
	}
	return NULL;
}

/*
 * Test whether a job of @process must wait for a sibling that is away, of its user or of itself.
 * A short job does not, because the sibling hardly notices it.  The sibling pays for its moment
 * away, as it does when it is waited for, and keeps its claim to the rest of the job: else a client
 * that waits for jobs of 0.4 ms has a sixth of the card beside jobs of 1.9 ms.
 */
static bool rcp_order_awaits(struct rcp_order *order, const struct rcp_order_node *process)
{
	const struct rcp_order_node *user = process->parent;
	struct rcp_order_node *sibling = rcp_order_before(order, user);
	u64 lead, moment = min(process->mean_ns, RCP_ORDER_MOMENT_NS);

	if (sibling) {
		lead = user->used_ns - sibling->used_ns;
	} else {
		sibling = rcp_order_before(order, process);
		if (!sibling)
			return false;
		lead = process->used_ns - sibling->used_ns;
	}
	if (order->streams_ns + process->mean_ns <= RCP_ORDER_SHARED_NS &&
	    lead <= RCP_ORDER_LEAD_NS) {
		rcp_order_charge(sibling, (s64)min(lead, moment));
		return false;
	}
	/* Its job is in the ring, or it had one in the last millisecond, which it pays for. */
	if (!sibling->in_ring)
		order->away_until = sibling->left_at + RCP_ORDER_AWAY_NS;
	if (!order->streams)
		order->awaited = sibling;
	return true;
}

/* Test whether a sibling that has used less than a child may run a job, or is away for a moment. */
static bool rcp_order_is_ahead(const struct rcp_order *order, const struct rcp_order_node *node)
{
	const struct rcp_heap_node *first = node->parent->ready_heap.first;

	return (first && first != &node->place && first->key < node->used_ns) ||
	       rcp_order_before(order, node);
}

/**
 * rcp_order_has_copy_place() - test whether a copy may enter the ring
 * @order: the order, up to date
 * @job: the copy
 *
 * The first one passes a stream that does not fit, because the stream may wait for the copy.
 * More of them enter only if their process has not used more than others that have a job ready, or
 * had one a moment ago: else a client that causes nothing but copies would have four of them for
 * each job of a client that waits for its jobs.
 *
 * Context: any.
 * Return: true if it may.
 */
bool rcp_order_has_copy_place(const struct rcp_order *order, const struct rcp_order_job *job)
{
	const struct rcp_order_node *process = job->process;

	if (!order->copies_in_ring)
		return true;
	if (order->copies_in_ring >= RCP_ORDER_COPIES)
		return false;
	return !process || !(rcp_order_is_ahead(order, process->parent) ||
			     rcp_order_is_ahead(order, process));
}

/* Pick a job, which counts in &rcp_order_node.ready of its process @ready times. */
static void rcp_order_pick(struct rcp_order *order, struct rcp_order_job *job, int ready)
{
	struct rcp_order_node *process = job->process, *node;

	rcp_order_mark_picked(order, job);
	if (job->is_copy) {
		order->copies_in_ring++;
		return;
	}
	job->charged_ns = process->mean_ns;
	order->streams++;
	order->streams_ns += job->charged_ns;
	for (node = process; node->parent; node = node->parent) {
		if (node->parent->floor_ns < node->used_ns)
			node->parent->floor_ns = node->used_ns;
		rcp_order_charge(node, (s64)job->charged_ns);
	}
	rcp_order_change(order, process, -ready, 1);
}

/* The child that has used least of those that may run a job, or NULL. */
static struct rcp_order_node *rcp_order_child(const struct rcp_order *order,
					      const struct rcp_order_node *node)
{
	struct rcp_heap_node *first = node->ready_heap.first;

	if (!first && order->draining)
		first = node->paused_heap.first;
	return first ? rcp_order_node_at(first) : NULL;
}

/* The process that has used least, of the user that has, or NULL. */
static struct rcp_order_node *rcp_order_least_used(struct rcp_order *order)
{
	struct rcp_order_node *user, *process;

	while ((user = rcp_order_child(order, &order->card))) {
		process = rcp_order_child(order, user);
		if (rcp_order_has_place(process) && rcp_order_has_place(user))
			return process;
		/* It was alone when it got its place. */
		rcp_order_settle(order, process);
	}
	return NULL;
}

/**
 * rcp_order_next() - pick the job that is next
 * @order: the order
 * @now: ns
 *
 * Copies have a limit of their own and wait for no stream: a buffer moves only while all jobs that
 * use it are in the ring.
 *
 * Context: any.
 * Return: the job, for rcp_order_start() or rcp_order_put(); or NULL if none may start now.
 */
struct rcp_order_job *rcp_order_next(struct rcp_order *order, u64 now)
{
	struct rcp_order_node *process;
	struct rcp_order_job *job = NULL;

	rcp_order_advance(order, now);
	rcp_order_await_none(order);
	if (order->stopped)
		return NULL;
	if (order->copies.first &&
	    rcp_order_has_copy_place(order, rcp_order_job_at(order->copies.first))) {
		job = rcp_order_job_at(order->copies.first);
		rcp_heap_remove(&order->copies, &job->place);
	} else if (!order->picked) {
		process = rcp_order_least_used(order);
		if (process && rcp_order_fits(order, process) &&
		    !rcp_order_awaits(order, process)) {
			job = rcp_order_job_at(process->ready_heap.first);
			rcp_heap_remove(&process->ready_heap, &job->place);
		}
	}
	if (!job)
		return NULL;
	rcp_order_pick(order, job, 1);
	if (!job->is_copy)
		order->picked = job;
	return job;
}

/* Open the lane after a job went to the ring at once, if its process is alone there. */
static void rcp_order_lane_enter(struct rcp_order *order, const struct rcp_order_job *job)
{
	struct rcp_order_node *process = job->process;
	unsigned int level;

	if (process->in_ring != order->streams || process->is_long || process->parent->is_long ||
	    order->card.blocked)
		return;
	order->lane = process;
	order->lane_at = order->now;
	order->lane_ns = -(s64)order->streams_ns;
	order->lane_floor_ns = -(s64)job->charged_ns;
	for (level = 0; level < RCP_ORDER_LEVELS; level++)
		order->runs[level].node = NULL;
}

/**
 * rcp_order_tree_try() - rcp_order_try() by the tree
 * @order: the order
 * @job: the job
 * @now: ns
 *
 * Context: any.
 * Return: as rcp_order_try().
 */
bool rcp_order_tree_try(struct rcp_order *order, struct rcp_order_job *job, u64 now)
{
	struct rcp_order_node *process = job->process, *user = process->parent;

	rcp_order_advance(order, now);
	rcp_order_await_none(order);
	if (order->stopped || order->picked || order->card.ready || order->copies.first)
		return false;
	rcp_order_come_back(order, user);
	rcp_order_come_back(order, process);
	if (!rcp_order_fits(order, process))
		return false;
	if (!rcp_order_is_alone(process) &&
	    (!rcp_order_has_place(process) || !rcp_order_has_place(user) ||
	     rcp_order_may_run_at(order, process) > order->now ||
	     rcp_order_may_run_at(order, user) > order->now || rcp_order_awaits(order, process)))
		return false;
	rcp_order_pick(order, job, 0);
	rcp_order_enter(order, job);
	rcp_order_lane_enter(order, job);
	return true;
}

/* Take a picked job out of the counts, and charge the time that the ring lost to it. */
static void rcp_order_over(struct rcp_order *order, struct rcp_order_job *job, u64 ns)
{
	struct rcp_order_node *node;

	job->state = RCP_ORDER_NONE;
	if (order->picked == job)
		order->picked = NULL;
	for (node = job->process; node && node->parent; node = node->parent)
		rcp_order_charge(node, (s64)(ns - job->charged_ns));
	if (job->is_copy) {
		order->copies_in_ring--;
		return;
	}
	order->streams--;
	order->streams_ns -= job->charged_ns;
	rcp_order_change(order, job->process, 0, -1);
}

/**
 * rcp_order_put() - give a picked job back, because it does not start
 * @order: the order
 * @job: the job, in no state then
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_put(struct rcp_order *order, struct rcp_order_job *job, u64 now)
{
	rcp_order_advance(order, now);
	rcp_order_over(order, job, 0);
}

/**
 * rcp_order_start() - note that a picked job is in the ring
 * @order: the order
 * @job: the job
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_start(struct rcp_order *order, struct rcp_order_job *job, u64 now)
{
	rcp_order_advance(order, now);
	if (order->picked == job)
		order->picked = NULL;
	rcp_order_enter(order, job);
}

/*
 * The oldest job has ended.  If it was long, its child's next one in the ring is of the same run,
 * and may keep siblings waiting for longer if it is known now that jobs of the child take long.
 */
static void rcp_order_end_runs(struct rcp_order *order, const struct rcp_order_job *job)
{
	struct rcp_order_run *run;
	unsigned int level;

	for (level = 0; level < RCP_ORDER_LEVELS; level++) {
		run = &order->runs[level];
		if (job->kept_ns[level] < RCP_ORDER_LONG_NS)
			run->node = NULL;
		if (!run->node)
			continue;
		run->ended_at = order->now;
		run->limit_ns = max(run->limit_ns, rcp_order_limit(order, run->node));
	}
}

/**
 * rcp_order_tree_end() - rcp_order_end() by the tree
 * @order: the order
 * @job: the job
 * @stopped: as for rcp_order_end()
 * @now: ns
 *
 * Context: any; also while the order is stopped.
 */
void rcp_order_tree_end(struct rcp_order *order, struct rcp_order_job *job, bool stopped, u64 now)
{
	struct rcp_order_node *node;
	unsigned int level = 0;
	u64 ns = 0;

	rcp_order_advance(order, now);
	/* Another one is dropped, because the card never saw it. */
	if (order->ring.first == &job->place) {
		ns = order->now - max(order->left_at, job->picked_at);
		order->left_at = order->now;
		order->began_at = order->now;
	}
	rcp_heap_remove(&order->ring, &job->place);
	if (!job->is_copy) {
		for (node = job->process; node->parent; node = node->parent, level++) {
			rcp_order_learn(order, node, ns, stopped);
			rcp_order_spend(order, node, job->kept_ns[level], stopped);
		}
		if (ns)
			rcp_order_end_runs(order, job);
		if (!stopped && ns)
			rcp_order_average(job->process, ns);
	}
	rcp_order_over(order, job, ns);
}

/**
 * rcp_order_stop() - pick nothing any more, because the card is being reset
 * @order: the order
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_stop(struct rcp_order *order, u64 now)
{
	rcp_order_advance(order, now);
	order->stopped = true;
}

/**
 * rcp_order_resume() - undo rcp_order_stop()
 * @order: the order
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_resume(struct rcp_order *order, u64 now)
{
	rcp_order_advance(order, now);
	order->stopped = false;
}

/**
 * rcp_order_drain() - hold no job back, or do so again
 * @order: the order
 * @draining: jobs are cancelled at their turn, so that none may wait for a pause
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_drain(struct rcp_order *order, bool draining, u64 now)
{
	rcp_order_advance(order, now);
	order->draining = draining;
}

/**
 * rcp_order_restart() - let the oldest job begin again, which was held up by no fault of its own
 * @order: the order
 * @now: ns
 *
 * Context: any.
 */
void rcp_order_restart(struct rcp_order *order, u64 now)
{
	struct rcp_order_job *job;

	rcp_order_advance(order, now);
	order->began_at = order->now;
	order->left_at = order->now;
	job = rcp_order_first(order);
	if (!job)
		return;
	memset(job->kept_ns, 0, sizeof(job->kept_ns));
	memset(order->runs, 0, sizeof(order->runs));
}

/**
 * rcp_order_is_low() - test whether rcp_order_next() should be asked now, after an event
 * @order: the order
 *
 * A job that waits would be behind those in the ring, so while these keep the card busy it can be
 * left to the end of one of them: then the thread that writes jobs wakes once for several.
 *
 * Context: any.
 * Return: false if no job could be picked, or if there is time; a later event asks again.
 */
bool rcp_order_is_low(const struct rcp_order *order)
{
	if (order->copies.first || order->picked)
		return true;
	/* Of all that wait, the process or its user has its places in the ring. */
	if (!order->card.ready_heap.first && !order->card.paused_heap.first)
		return false;
	return order->streams <= RCP_ORDER_PLACES || order->streams_ns < RCP_ORDER_LOW_NS;
}

/**
 * rcp_order_ask_at() - tell when rcp_order_next() may have another answer without an event
 * @order: the order, after rcp_order_next() has returned NULL
 *
 * Context: any.
 * Return: ns, RCP_ORDER_NEVER if an event must come first.
 */
u64 rcp_order_ask_at(const struct rcp_order *order)
{
	if (!order->card.ready || order->stopped)
		return RCP_ORDER_NEVER;
	if (!order->timers.first)
		return order->away_until;
	return min(order->timers.first->key, order->away_until);
}

/*
 * For so long a job may keep siblings waiting behind others that have used the limit: the shared
 * limit, or less if it was expected to be short, because it entered the ring for that.
 */
static u64 rcp_order_least_limit(const struct rcp_order *order, const struct rcp_order_job *job)
{
	return job->charged_ns < RCP_ORDER_ALONE_NS ? RCP_ORDER_LONG_NS : order->shared_ns;
}

/**
 * rcp_order_deadline() - tell when the oldest job must be stopped
 * @order: the order
 *
 * Context: any.
 * Return: ns, RCP_ORDER_NEVER without a job.  An event may change it.
 */
u64 rcp_order_deadline(const struct rcp_order *order)
{
	const struct rcp_order_job *job = rcp_order_first(order);
	const struct rcp_order_node *node;
	unsigned int level = 0;
	const struct rcp_order_run *run;
	u64 at, limit, kept, end;

	if (!job)
		return RCP_ORDER_NEVER;
	at = order->began_at + order->timeout_ns;
	for (node = job->is_copy ? NULL : job->process; node && node->parent;
	     node = node->parent, level++) {
		if (!rcp_order_is_contended(node))
			continue;
		run = &order->runs[level];
		limit = rcp_order_limit(order, node);
		kept = 0;
		if (rcp_order_continues(run, node, job)) {
			kept = run->kept_ns;
			if (!order->draining)
				limit = min(run->limit_ns, order->timeout_ns);
			if (run->ended_at != RCP_ORDER_NEVER)
				limit = max(limit, kept - job->kept_ns[level] +
						   rcp_order_least_limit(order, job));
		}
		end = order->now + (limit > kept ? limit - kept : 0);
		if (end < at)
			at = end;
	}
	return at;
}
