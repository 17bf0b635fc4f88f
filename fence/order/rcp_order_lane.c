// SPDX-License-Identifier: GPL-2.0
/*
 * The lane of a process whose jobs are the only ones, which is most of a desktop's time.
 *
 * As long as all jobs in the ring belong to one process and no job waits, no answer of the order
 * depends on the tree, so a job that goes to the ring at once, and its end, only count
 * here.  Any other event first brings the tree up to date (rcp_order_advance()), to what it would
 * be without the lane.
 */
#include "pm4_util.h"
#include "rcp_order.h"

/* Test whether no sibling of a child is away that has used less than the child by now. */
static bool rcp_order_lane_is_next(const struct rcp_order *order, const struct rcp_order_node *node)
{
	u64 used_ns = node->used_ns + (u64)order->lane_ns + order->streams_ns;
	const struct rcp_heap_node *away = &node->away;

	return node->parent->absent_heap.first == away &&
	       (!away->left || away->left->key >= used_ns) &&
	       (!away->right || away->right->key >= used_ns);
}

/* Test whether a child that comes back now has used less than the level of its siblings. */
static bool rcp_order_lane_is_behind(const struct rcp_order *order,
				     const struct rcp_order_node *node)
{
	return (s64)(node->parent->floor_ns - node->used_ns) > order->lane_ns;
}

static bool rcp_order_lane_comes_back(const struct rcp_order *order, u64 now)
{
	const struct rcp_order_node *process = order->lane;

	return !order->streams && now - order->now >= RCP_ORDER_AWAY_NS &&
	       (order->lane_floor_ns > order->lane_ns ||
		rcp_order_lane_is_behind(order, process) ||
		rcp_order_lane_is_behind(order, process->parent));
}

static bool rcp_order_lane_fits(const struct rcp_order *order)
{
	const struct rcp_order_node *process = order->lane;

	if (rcp_order_is_alone(process))
		return order->streams < RCP_ORDER_PLACES ||
		       order->streams_ns + process->mean_ns <= RCP_ORDER_ALONE_NS;
	return !order->streams && rcp_order_lane_is_next(order, process) &&
	       rcp_order_lane_is_next(order, process->parent);
}

/*
 * Start a job of the process whose lane is open.  It has credit: it had when it entered, and spends
 * none in the lane.  Returns false if the tree must tell.
 */
static bool rcp_order_lane_try(struct rcp_order *order, struct rcp_order_job *job, u64 now)
{
	s64 floor_ns = order->lane_ns + (s64)order->streams_ns;

	now = max(now, order->now);
	if ((order->timers.first && order->timers.first->key <= now) ||
	    rcp_order_lane_comes_back(order, now) || !rcp_order_lane_fits(order))
		return false;
	order->now = now;
	if (order->lane_floor_ns < floor_ns)
		order->lane_floor_ns = floor_ns;
	job->picked_at = now;
	job->charged_ns = job->process->mean_ns;
	memset(job->kept_ns, 0, sizeof(job->kept_ns));
	order->streams++;
	order->streams_ns += job->charged_ns;
	rcp_order_enter(order, job);
	return true;
}

/*
 * A job of the process has ended.  Returns false if the tree must learn it: it was long, or raises
 * the limit of the next one above the limit of a child whose jobs are not known.
 */
static bool rcp_order_lane_end(struct rcp_order *order, struct rcp_order_job *job, u64 now)
{
	u64 ns = 0;

	now = max(now, order->now);
	if (order->ring.first == &job->place)
		ns = now - max(order->left_at, job->picked_at);
	if (ns >= RCP_ORDER_LONG_NS || 2 * ns > order->shared_ns)
		return false;
	order->now = now;
	if (order->ring.first == &job->place) {
		order->left_at = now;
		order->began_at = now;
	}
	rcp_heap_remove(&order->ring, &job->place);
	job->state = RCP_ORDER_NONE;
	order->streams--;
	order->streams_ns -= job->charged_ns;
	order->lane_ns += (s64)ns;
	if (ns)
		rcp_order_average(job->process, ns);
	return true;
}

/**
 * rcp_order_try() - start a job at once, while no other one waits
 * @order: the order
 * @job: the job, as for rcp_order_queue(); no copy
 * @now: ns
 *
 * The same as rcp_order_queue(), rcp_order_next() and rcp_order_start(), for less.
 *
 * Context: any.
 * Return: false if other jobs wait, or if the job may not start now; then the caller queues it.
 */
bool rcp_order_try(struct rcp_order *order, struct rcp_order_job *job, u64 now)
{
	if (order->lane == job->process && rcp_order_lane_try(order, job, now))
		return true;
	return rcp_order_tree_try(order, job, now);
}

/**
 * rcp_order_end() - note that a job has left the ring
 * @order: the order
 * @job: the job
 * @stopped: it was stopped, and the ring lost the time of the reset as well
 * @now: ns
 *
 * Context: any; also while the order is stopped.
 */
void rcp_order_end(struct rcp_order *order, struct rcp_order_job *job, bool stopped, u64 now)
{
	if (!stopped && order->lane && order->lane == job->process && !job->is_copy &&
	    rcp_order_lane_end(order, job, now))
		return;
	rcp_order_tree_end(order, job, stopped, now);
}
