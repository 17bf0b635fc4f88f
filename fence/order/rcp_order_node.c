// SPDX-License-Identifier: GPL-2.0
/*
 * The tree of the order: which children of a node want the card, contend for it, and may run a job.
 *
 * rcp_order_settle() derives the place of a child from its jobs, its credit and the time, so each
 * event only changes these and settles the child.
 */
#include "pm4_util.h"
#include "rcp_order.h"

static void rcp_order_drop(struct rcp_heap *heap, struct rcp_heap_node *entry)
{
	if (rcp_heap_has(entry))
		rcp_heap_remove(heap, entry);
}

static void rcp_order_unplace(struct rcp_order_node *node)
{
	struct rcp_order_node *parent = node->parent;

	rcp_order_drop(node->is_ready ? &parent->ready_heap : &parent->paused_heap, &node->place);
	node->is_ready = false;
}

/* Test whether a child has a job that could be picked now, or after a pause. */
static bool rcp_order_offers(const struct rcp_order_node *node)
{
	bool is_process = node->parent->parent;

	return (is_process ? node->ready : node->ready_heap.first || node->paused_heap.first) &&
	       rcp_order_has_place(node);
}

/* The time from which a child may run a job, which for a user is one of its processes' as well. */
static u64 rcp_order_ready_at(const struct rcp_order *order, const struct rcp_order_node *node)
{
	u64 at = rcp_order_may_run_at(order, node);

	if (!node->parent->parent && !node->ready_heap.first && node->paused_heap.first->key > at)
		return node->paused_heap.first->key;
	return at;
}

static void rcp_order_count(struct rcp_order_node *node, bool wants)
{
	struct rcp_order_node *parent = node->parent;

	parent->wanting += wants - node->wants;
	if (node->is_long)
		parent->longs += wants - node->wants;
	node->wants = wants;
}

/* Put a child that has a job to pick among those that may run it, or that may later. */
static u64 rcp_order_place(struct rcp_order *order, struct rcp_order_node *node)
{
	struct rcp_order_node *parent = node->parent;
	u64 at = rcp_order_ready_at(order, node);
	bool ready = at <= order->now;

	if (ready && node->is_ready)
		return RCP_ORDER_NEVER;
	/* A pause gives no claim. */
	if (ready && rcp_heap_has(&node->place) && node->used_ns < parent->floor_ns)
		node->used_ns = parent->floor_ns;
	rcp_order_unplace(node);
	node->is_ready = ready;
	rcp_heap_add(ready ? &parent->ready_heap : &parent->paused_heap, &node->place,
		     ready ? node->used_ns : at);
	return ready ? RCP_ORDER_NEVER : at;
}

/* Settle one child.  Returns when it must be settled again without an event. */
static u64 rcp_order_settle_one(struct rcp_order *order, struct rcp_order_node *node)
{
	struct rcp_order_node *parent = node->parent;
	bool has = node->in_ring || node->ready || node->blocked;
	bool lately = order->now - node->left_at < RCP_ORDER_AWAY_NS;
	bool lingers = order->now - node->left_at < RCP_ORDER_WANTS_NS;
	bool away;

	rcp_order_count(node, has || lingers);
	away = !node->ready && (node->in_ring || lately) &&
	       rcp_order_may_run_at(order, node) <= order->now;
	if (away != rcp_heap_has(&node->away)) {
		if (away)
			rcp_heap_add(&parent->absent_heap, &node->away, node->used_ns);
		else
			rcp_heap_remove(&parent->absent_heap, &node->away);
	}
	if (rcp_order_offers(node))
		return rcp_order_place(order, node);
	rcp_order_unplace(node);
	return has || !lingers ? RCP_ORDER_NEVER : node->left_at + RCP_ORDER_WANTS_NS;
}

/* A timer that is too early stays: to settle the child once more costs less than to move it. */
static void rcp_order_settle_timer(struct rcp_order *order, struct rcp_order_node *node)
{
	u64 at = rcp_order_settle_one(order, node);

	if (!rcp_heap_has(&node->timer)) {
		if (at != RCP_ORDER_NEVER)
			rcp_heap_add(&order->timers, &node->timer, at);
	} else if (at < node->timer.key) {
		rcp_heap_change(&order->timers, &node->timer, at);
	}
}

/* The only other child that may have a place, after a second one has come or gone. */
static struct rcp_order_node *rcp_order_other(struct rcp_order_node *parent,
					      const struct rcp_order_node *node)
{
	struct rcp_heap_node *first = parent->ready_heap.first;

	if (first == &node->place)
		first = first->left;
	if (!first)
		first = parent->paused_heap.first;
	if (first == &node->place)
		first = first->left;
	return first ? rcp_order_node_at(first) : NULL;
}

/**
 * rcp_order_settle() - put a child in its place, and its parent, after a change
 * @order: the order
 * @node: the child
 *
 * Credit matters only beside siblings that want the card, so the other one is settled as well when
 * a child stops being alone, or begins to be.
 *
 * Context: any.
 */
void rcp_order_settle(struct rcp_order *order, struct rcp_order_node *node)
{
	struct rcp_order_node *parent, *other;
	bool was_one, is_one;

	for (; node->parent; node = parent) {
		parent = node->parent;
		was_one = parent->wanting == 1;
		rcp_order_settle_timer(order, node);
		is_one = parent->wanting == 1;
		if (was_one == is_one)
			continue;
		other = rcp_order_other(parent, node);
		if (other)
			rcp_order_settle_timer(order, other);
	}
}

/* Count time for which a job keeps the siblings of a child waiting. */
static void rcp_order_keep(const struct rcp_order *order, struct rcp_order_run *run,
			   const struct rcp_order_node *node, const struct rcp_order_job *job,
			   u64 passed)
{
	if (!rcp_order_continues(run, node, job)) {
		run->node = node;
		run->ended_at = RCP_ORDER_NEVER;
		run->kept_ns = 0;
		run->limit_ns = rcp_order_limit(order, node);
	}
	run->kept_ns += passed;
}

/* Count the time since the last event: for the oldest job, and for an empty ring that waits. */
static void rcp_order_tick(struct rcp_order *order, u64 now)
{
	struct rcp_order_job *job = rcp_order_first(order);
	struct rcp_order_node *node;
	u64 passed = now - order->now;
	unsigned int level = 0;

	if (!passed)
		return;
	for (node = job && !job->is_copy ? job->process : NULL; node && node->parent;
	     node = node->parent, level++) {
		if (!rcp_order_is_contended(node)) {
			order->runs[level].node = NULL;
			continue;
		}
		rcp_order_keep(order, &order->runs[level], node, job, passed);
		job->kept_ns[level] += passed;
	}
	/* A late event is not its fault. */
	passed = min(now, order->away_until) - min(order->now, order->away_until);
	for (node = order->awaited; node && node->parent; node = node->parent)
		rcp_order_charge(node, (s64)passed);
	order->now = now;
}

/* Bring the tree up to date, and close the lane (rcp_order_lane.c). */
static void rcp_order_lane_leave(struct rcp_order *order)
{
	struct rcp_order_node *process = order->lane, *node;
	u64 floor_ns;

	order->lane = NULL;
	for (node = process; node; node = node->parent) {
		node->in_ring = order->streams;
		node->left_at = order->lane_at;
		if (!node->parent)
			break;
		floor_ns = node->used_ns + (u64)order->lane_floor_ns;
		if (node->parent->floor_ns < floor_ns)
			node->parent->floor_ns = floor_ns;
		rcp_order_charge(node, order->lane_ns + (s64)order->streams_ns);
	}
	rcp_order_settle(order, process);
}

/**
 * rcp_order_advance() - let time pass, which is no event: it changes no answer
 * @order: the order
 * @now: ns; not before the last event
 *
 * Context: any.
 */
void rcp_order_advance(struct rcp_order *order, u64 now)
{
	struct rcp_order_node *node;
	struct rcp_heap_node *timer;

	if (order->lane)
		rcp_order_lane_leave(order);
	if (now < order->now)
		now = order->now;
	while ((timer = order->timers.first) && timer->key <= now) {
		rcp_order_tick(order, max(timer->key, order->now));
		node = rcp_order_entry(timer, struct rcp_order_node, timer);
		rcp_heap_remove(&order->timers, timer);
		rcp_order_settle(order, node);
	}
	rcp_order_tick(order, now);
}

/**
 * rcp_order_join() - add a user or a process
 * @order: the order
 * @node: the user or process, zeroed
 * @parent: &rcp_order.card, or the user of the process
 * @now: ns
 *
 * Context: any; also while the order is stopped.
 */
void rcp_order_join(struct rcp_order *order, struct rcp_order_node *node,
		    struct rcp_order_node *parent, u64 now)
{
	rcp_order_advance(order, now);
	node->parent = parent;
	node->used_ns = max(parent->top_ns, parent->floor_ns);
	node->mean_ns = RCP_ORDER_ALONE_NS;
	/* As if its last job was long ago. */
	node->left_at = order->now - RCP_ORDER_WANTS_NS;
	rcp_order_begin_credit(node, order->now);
}

/**
 * rcp_order_leave() - remove a user or a process
 * @order: the order
 * @node: the user or process; it has no job, and no children
 * @now: ns
 *
 * Context: any; also while the order is stopped.
 */
void rcp_order_leave(struct rcp_order *order, struct rcp_order_node *node, u64 now)
{
	unsigned int level;

	rcp_order_advance(order, now);
	for (level = 0; level < RCP_ORDER_LEVELS; level++)
		if (order->runs[level].node == node)
			order->runs[level].node = NULL;
	if (order->awaited == node)
		rcp_order_await_none(order);
	node->left_at = order->now - RCP_ORDER_WANTS_NS;
	rcp_order_settle(order, node);
	rcp_order_drop(&order->timers, &node->timer);
}
