// SPDX-License-Identifier: GPL-2.0
/*
 * Time passes: an order with any oldest job, its process and user, and any child that the empty
 * ring waits for.  Of siblings the proof knows whether they have jobs in the ring or could run one.
 *
 * rcp_order_settle() is its contract here, which is that it changes no job: after a timer the
 * places of children, and what they want, are any, and so is the next timer, which is not due
 * (order-timer).  A turn of the loop over timers represents all.
 */
#include "../proof.h"

#define rcp_heap_change	rcp_heap_change_in_place
#include "pm4_util.h"
#include "../../../fence/order/rcp_heap.h"
#undef rcp_heap_change
#include "lane.h"

#define MOST_NS		(1ull << 60)

static struct rcp_order order;
static struct rcp_order_node user, process, sibling, ready_sibling[RCP_ORDER_LEVELS];
static struct rcp_order_job job;
static u64 limits[RCP_ORDER_LEVELS];
/* The time of the event, that before it, and the key of the timer that was due. */
static u64 target, before_turn, removed_key;
static u32 turns;

/* Only a timer is removed, and only what a child has used is changed. */
void rcp_heap_remove(struct rcp_heap *heap, struct rcp_heap_node *node)
{
	PROVE(heap == &order.timers && node == &process.timer, "a timer is removed that is due");
	PROVE(node->key <= order.now, "time has come to a timer");
	removed_key = node->key;
	node->rank = 0;
	order.timers.first = NULL;
}

void rcp_heap_add(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	PROVE(false, "time adds no entry");
}

static void rcp_heap_change(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	node->key = key;
}

u64 rcp_order_has_credit_at(const struct rcp_order *o, const struct rcp_order_node *node)
{
	return nondet_u64();
}

u64 rcp_order_limit(const struct rcp_order *o, const struct rcp_order_node *node)
{
	PROVE(node == &process || node == &user, "the limit is of the process or its user");
	return limits[node == &user];
}

void rcp_order_begin_credit(struct rcp_order_node *node, u64 now)
{
}

/* Siblings have jobs in the ring, or could run one, or not. */
static void any_siblings(struct rcp_order_node *node, u32 level)
{
	struct rcp_order_node *parent = node->parent;

	parent->ready_heap.first = NULL;
	node->place.left = NULL;
	if (nondet_bool())
		parent->ready_heap.first = &ready_sibling[level].place;
	else if (nondet_bool())
		parent->ready_heap.first = &node->place;
	if (nondet_bool())
		node->place.left = &ready_sibling[level].place;
	ready_sibling[level].place.left = NULL;
}

static void settled(void)
{
	any_siblings(&process, 0);
	any_siblings(&user, 1);
	process.timer.rank = nondet_bool();
	process.timer.key = nondet_u64();
	ASSUME(process.timer.key > order.now);
	order.timers.first = process.timer.rank ? &process.timer : NULL;
}


static bool next_timer(bool due)
{
	if (!turns++)
		return due;
	PROVE(order.now <= target && order.now >= before_turn, "a timer is settled at its time");
	PROVE(order.now >= removed_key, "and no earlier");
	/* The next turn is from such a state, with a later timer. */
	ASSUME(!due);
	return false;
}

#define while(condition)	while (next_timer(condition))
#define for(...) \
	if ((#__VA_ARGS__)[0] == ';') \
		settled(); \
	else \
		for (__VA_ARGS__)
#include "../../../fence/order/rcp_order_node.c"
#undef for
#undef while

static void any_node(struct rcp_order_node *node, struct rcp_order_node *parent)
{
	struct rcp_order_node any;

	*node = any;
	node->parent = parent;
	node->place.rank = nondet_bool();
	node->away.rank = nondet_bool();
	node->is_ready = false;
	ASSUME(node->used_ns < MOST_NS);
}

static void any_order(void)
{
	struct rcp_order any;
	struct rcp_order_job one;
	u32 level;

	order = any;
	any_node(&order.card, NULL);
	any_node(&user, &order.card);
	any_node(&process, &user);
	any_node(&sibling, &user);
	job = one;
	job.is_copy = nondet_bool();
	job.process = job.is_copy && nondet_bool() ? NULL : &process;
	order.lane = NULL;
	order.ring.first = nondet_bool() ? &job.place : NULL;
	order.awaited = order.ring.first || nondet_bool() ? NULL : &sibling;
	order.timers.first = NULL;
	any_siblings(&process, 0);
	any_siblings(&user, 1);
	for (level = 0; level < RCP_ORDER_LEVELS; level++) {
		limits[level] = nondet_u64();
		order.runs[level].node = nondet_bool() ? NULL : nondet_bool() ? &sibling :
					 level ? &user : &process;
		ASSUME(job.kept_ns[level] < MOST_NS && order.runs[level].kept_ns < MOST_NS);
	}
	ASSUME(order.now < MOST_NS && order.began_at <= order.now && job.picked_at <= order.now);
}

/* No event for a while, and no timer. */
void pass(void)
{
	bool is_stream, waits[RCP_ORDER_LEVELS], goes_on[RCP_ORDER_LEVELS];
	u64 before, passed, kept[RCP_ORDER_LEVELS], run[RCP_ORDER_LEVELS], used, until;
	struct rcp_order_node *awaited;
	u32 level;

	any_order();
	target = nondet_u64();
	ASSUME(target < MOST_NS && target >= order.now);
	before = order.now;
	passed = target - before;
	is_stream = order.ring.first && !job.is_copy;
	awaited = order.awaited;
	used = awaited ? awaited->used_ns : 0;
	until = order.away_until;
	for (level = 0; level < RCP_ORDER_LEVELS; level++) {
		const struct rcp_order_node *node = level ? &user : &process;

		waits[level] = is_stream && passed && rcp_order_is_contended(node);
		goes_on[level] = rcp_order_continues(&order.runs[level], node, &job);
		kept[level] = job.kept_ns[level];
		run[level] = order.runs[level].kept_ns;
	}
	rcp_order_advance(&order, target);
	REACHED_IF(waits[0] && !waits[1], "a job keeps processes of its user waiting");
	REACHED_IF(awaited && sibling.used_ns == used + 5, "a child is waited for");
	PROVE(order.now == target, "it is later");
	for (level = 0; level < RCP_ORDER_LEVELS; level++) {
		const struct rcp_order_node *node = level ? &user : &process;
		const struct rcp_order_run *now = &order.runs[level];

		PROVE(job.kept_ns[level] == kept[level] + (waits[level] ? passed : 0),
		      "a job counts the time that siblings wait, once");
		PROVE(!waits[level] || (now->node == node && now->kept_ns ==
					(goes_on[level] ? run[level] : 0) + passed),
		      "a run of jobs counts it too, from its first job on");
		PROVE(!waits[level] || goes_on[level] || now->limit_ns == limits[level],
		      "a run has the limit of its begin");
		PROVE(!is_stream || !passed || waits[level] || !now->node,
		      "a run ends when no sibling waits");
	}
	if (awaited)
		PROVE(sibling.used_ns - used == (until <= before ? 0 : until < target ?
						 until - before : passed),
		      "a child pays for the time that others waited for it, and no longer");
}

/* A timer comes first. */
void timers(void)
{
	u64 due;

	any_order();
	target = nondet_u64();
	before_turn = order.now;
	due = process.timer.key;
	process.timer.rank = 1;
	order.timers.first = &process.timer;
	ASSUME(target < MOST_NS && target >= order.now);
	rcp_order_advance(&order, target);
	REACHED_IF(due < target && due == order.began_at + 7, "a timer was due");
	PROVE(order.now == target, "it is later");
}

/* The lane closes: no child has been awaited. */
void lane_close(void)
{
	const struct rcp_order_node *const nodes[RCP_ORDER_LEVELS] = { &process, &user };
	u64 used[RCP_ORDER_LEVELS], floor[RCP_ORDER_LEVELS];
	u32 level;

	any_order();
	target = nondet_u64();
	ASSUME(target < MOST_NS && target >= order.now);
	order.awaited = NULL;
	order.lane = &process;
	ASSUME(order.lane_ns < (s64)MOST_NS && order.lane_ns > -(s64)MOST_NS);
	ASSUME(order.lane_floor_ns < (s64)MOST_NS && order.lane_floor_ns > -(s64)MOST_NS);
	ASSUME(order.streams_ns < MOST_NS);
	for (level = 0; level < RCP_ORDER_LEVELS; level++) {
		used[level] = lane_used(&order, nodes[level]);
		floor[level] = lane_floor(&order, nodes[level]);
	}
	rcp_order_advance(&order, target);
	REACHED_IF(used[0] == user.used_ns && order.streams == 3, "the lane closes");
	PROVE(!order.lane && order.now == target, "the lane is closed, and time has passed");
	for (level = 0; level < RCP_ORDER_LEVELS; level++) {
		const struct rcp_order_node *node = nodes[level], *parent = node->parent;

		PROVE(node->used_ns == used[level] && parent->top_ns >= used[level],
		      "a child has used what the lane stands for");
		PROVE(parent->floor_ns == floor[level], "and so has the level of its siblings");
		PROVE(!node->away.rank || node->away.key == used[level],
		      "a child that is away has the key of its use");
		PROVE(node->in_ring == order.streams && node->left_at == order.lane_at,
		      "a child has the counts that the lane stands for");
	}
	PROVE(order.card.in_ring == order.streams && order.card.left_at == order.lane_at,
	      "the card has the counts that the lane stands for");
}
