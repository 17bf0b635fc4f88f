// SPDX-License-Identifier: GPL-2.0
/*
 * The places of children in the tree of the order, at one level: a parent with three children,
 * which have any counts of jobs, credit, use and times.  A run for users, and one for processes.
 *
 * A heap is a set of entries with the least key first: heap.c proves that the sources have this.
 * The rank of an entry is the number of its heap here.
 */
#include "../proof.h"

#ifndef RUNS
#define RUNS 0
#endif

/* The part that leaves an entry at its place reads the shape of the heap. */
#define rcp_heap_change	rcp_heap_change_in_place
#include "pm4_util.h"
#include "../../../fence/order/rcp_heap.h"
#undef rcp_heap_change
static void rcp_heap_change(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key);
#include "../../../fence/order/rcp_order.h"

#define MOST_JOBS	(1u << 24)
#define MOST_NS		(1ull << 61)
#define CHILDREN	3u

enum { NONE, READY, PAUSED, ABSENT, TIMERS };

static struct rcp_order order;
static struct rcp_order_node above, child, child1, child2;
static struct rcp_order_node *const children[CHILDREN] = { &child, &child1, &child2 };
/* The first processes of users, which may run a job, or pause. */
static struct rcp_order_node ready_processes[CHILDREN], paused_processes[CHILDREN];

static struct rcp_order_job job;

static u32 number_of(const struct rcp_heap *heap)
{
	if (heap == &above.ready_heap)
		return READY;
	if (heap == &above.paused_heap)
		return PAUSED;
	if (heap == &above.absent_heap)
		return ABSENT;
	PROVE(heap == &order.timers, "a child is in a heap of its parent");
	return TIMERS;
}

/* The entry with the least key comes first, and any other one is to its left. */
static void heap_sort(struct rcp_heap *heap)
{
	struct rcp_heap_node *first = NULL, *left = NULL, *entry;
	u32 number = number_of(heap), i;
	u64 key = 0;

	/* No event of a child reads the order of timers. */
	if (number == TIMERS)
		return;
	for (i = 0; i < CHILDREN; i++) {
		entry = number == ABSENT ? &children[i]->away : &children[i]->place;
		if (entry->rank != number)
			continue;
		if (!first || entry->key < key || (entry->key == key && nondet_bool())) {
			if (!left || nondet_bool())
				left = first;
			first = entry;
			key = entry->key;
		} else if (!left || nondet_bool()) {
			left = entry;
		}
	}
	heap->first = first;
	for (i = 0; i < CHILDREN; i++) {
		entry = number == ABSENT ? &children[i]->away : &children[i]->place;
		if (entry == first)
			entry->left = left;
	}
}

void rcp_heap_add(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	PROVE(!node->rank, "an entry is added that is in no heap");
	node->rank = number_of(heap);
	node->key = key;
	heap_sort(heap);
}

void rcp_heap_remove(struct rcp_heap *heap, struct rcp_heap_node *node)
{
	PROVE(node->rank == number_of(heap), "an entry is removed that is in the heap");
	node->rank = NONE;
	heap_sort(heap);
}

static void rcp_heap_change(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	PROVE(node->rank == number_of(heap), "an entry is changed that is in the heap");
	node->key = key;
	heap_sort(heap);
}

/* Any time from now on, by the child: order-pause proves the rest. */
u64 rcp_order_has_credit_at(const struct rcp_order *o, const struct rcp_order_node *node)
{
	return max(node->credit_at, order.now);
}

u64 rcp_order_limit(const struct rcp_order *o, const struct rcp_order_node *node)
{
	return nondet_u64();
}

/* Any credit: order-begin proves the rest. */
void rcp_order_begin_credit(struct rcp_order_node *node, u64 now)
{
	node->credit_at = nondet_u64();
}

/* The other child that settles: two siblings have equal parts, so one represents both. */
static struct rcp_order_node *sibling_at(const struct rcp_heap_node *entry)
{
	PROVE(entry == &child1.place || entry == &child2.place, "another child settles as well");
	ASSUME(entry == &child1.place);
	return &child1;
}

#undef rcp_order_node_at
#define rcp_order_node_at(entry)	sibling_at(entry)
/* A loop over the levels ends after one. */
static struct rcp_order_node none;
#define for(...)	for (__VA_ARGS__, node = node == &above ? &none : node)
/* A turn of the timers, after which the state is any again. */
#define while(condition)	if (condition)
#include "../../../fence/order/rcp_order_node.c"
#undef while
#undef for

/* Test whether a child has jobs, or waits to copy. */
static bool has_jobs(const struct rcp_order_node *node)
{
	return node->ready || node->in_ring || node->blocked;
}

/* Test whether a child has a job that is not in the ring, which a user has by its processes. */
static bool waits(const struct rcp_order_node *node)
{
	return RUNS ? node->ready : node->ready_heap.first || node->paused_heap.first;
}

/* Test whether the entries of a child are where its members say, with the keys that they have. */
static bool is_placed(const struct rcp_order_node *node)
{
	return (node->place.rank == NONE ? !node->is_ready :
		node->place.rank == (node->is_ready ? READY : PAUSED)) &&
	       (!node->is_ready || node->place.key == node->used_ns) &&
	       (node->away.rank == NONE ||
		(node->away.rank == ABSENT && node->away.key == node->used_ns)) &&
	       (node->timer.rank == NONE || node->timer.rank == TIMERS) &&
	       node->used_ns <= max(above.top_ns, above.floor_ns);
}

/* Test whether a timer ends a pause of a child, and the time for which it wants the card. */
static bool is_timed(const struct rcp_order_node *node)
{
	return (node->wants || !has_jobs(node)) &&
	       (node->place.rank != PAUSED ||
		(node->timer.rank == TIMERS && node->timer.key <= node->place.key)) &&
	       (!node->wants || has_jobs(node) ||
		(node->timer.rank == TIMERS &&
		 node->timer.key <= node->left_at + RCP_ORDER_WANTS_NS));
}

/*
 * Test whether a child with a job has a place, unless it has its places in the ring: then the end
 * of a job gives it one.  A user that may run a job has a process that may, or will before time
 * goes on.
 */
static bool is_offered(const struct rcp_order_node *node)
{
	if (waits(node) ? !node->place.rank && node->in_ring < RCP_ORDER_PLACES : node->place.rank)
		return false;
	return RUNS || !node->is_ready || node->ready_heap.first ||
	       node->paused_heap.first->key <= order.now;
}

/* Test whether the parent counts its children. */
static bool is_counted(void)
{
	return above.wanting == (u32)child.wants + child1.wants + child2.wants &&
	       above.longs == (u32)(child.wants && child.is_long) +
	       (child1.wants && child1.is_long) + (child2.wants && child2.is_long);
}

#define ALL(condition)	(condition(&child) && condition(&child1) && condition(&child2))

#define PROVE_TREE() \
	do { \
		PROVE(ALL(is_placed), "no child is lost, or in two heaps"); \
		PROVE(ALL(is_timed), "a timer ends each pause, and what a child wants"); \
		PROVE(ALL(is_offered), "a child with a job has a place"); \
		PROVE(is_counted(), "the parent counts its children"); \
	} while (0)

static u32 maybe(u32 number)
{
	return nondet_bool() ? number : NONE;
}

static void any_child(u32 i)
{
	struct rcp_order_node any, *node = children[i];

	*node = any;
	node->parent = &above;
	node->is_ready = nondet_bool();
	node->wants = nondet_bool();
	node->is_long = nondet_bool();
	node->place.left = node->away.left = node->timer.left = NULL;
	node->place.rank = maybe(node->is_ready ? READY : PAUSED);
	node->away.rank = maybe(ABSENT);
	node->timer.rank = maybe(TIMERS);
	node->ready_heap.first = nondet_bool() ? &ready_processes[i].place : NULL;
	node->paused_heap.first = nondet_bool() ? &paused_processes[i].place : NULL;
	paused_processes[i].place.key = nondet_u64();
	ASSUME(node->ready < MOST_JOBS && node->in_ring < MOST_JOBS);
	ASSUME(node->used_ns < MOST_NS && node->credit_at < MOST_NS);
	ASSUME(paused_processes[i].place.key < MOST_NS);
	/* Of a new child its last job was a second before it came. */
	ASSUME(node->left_at + RCP_ORDER_WANTS_NS <= order.now + RCP_ORDER_WANTS_NS);
	/* jobs.c: a user counts the jobs of its processes, and only those with a job have a place. */
	ASSUME(node->ready || !waits(node));
	ASSUME(is_placed(node));
}

static void any_level(void)
{
	struct rcp_order any;

	order = any;
	order.lane = NULL;
	order.draining = nondet_bool();
	order.awaited = NULL;
	order.timers.first = NULL;
	order.ring.first = nondet_bool() ? &job.place : NULL;
	job.process = &child1;
	ASSUME(order.now < MOST_NS);
	above.parent = RUNS ? &order.card : NULL;
	order.card.parent = NULL;
	above.top_ns = nondet_u64();
	above.floor_ns = nondet_u64();
	any_child(0);
	any_child(1);
	any_child(2);
	heap_sort(&above.ready_heap);
	heap_sort(&above.paused_heap);
	heap_sort(&above.absent_heap);
	above.wanting = (u32)child.wants + child1.wants + child2.wants;
	above.longs = (u32)(child.wants && child.is_long) + (child1.wants && child1.is_long) +
		       (child2.wants && child2.is_long);
	ASSUME(is_timed(&child1) && is_timed(&child2) && is_offered(&child1) && is_offered(&child2));
}

/* Test whether a child that has settled is where its jobs, its credit and the time say. */
static bool is_settled(const struct rcp_order_node *node)
{
	bool alone = above.wanting == node->wants;
	bool may = alone || order.draining || node->credit_at <= order.now;
	bool lately = order.now - node->left_at < RCP_ORDER_AWAY_NS;
	bool offers = waits(node) && (node->in_ring < RCP_ORDER_PLACES || alone);

	if (!node->place.rank != !offers ||
	    !node->away.rank != !(!node->ready && (node->in_ring || lately) && may))
		return false;
	if (!RUNS && !node->ready_heap.first && node->paused_heap.first)
		may = may && node->paused_heap.first->key <= order.now;
	return !offers || node->is_ready == may;
}

/* A child settles, of which jobs, credit or processes have changed in any way. */
void settle(void)
{
	any_level();
	rcp_order_settle(&order, &child);
	REACHED_IF(child.is_ready && child1.is_ready && child.in_ring == 1, "a child may run a job");
	REACHED_IF(child.place.rank == PAUSED && child1.is_ready, "a child pauses");
	PROVE_TREE();
	PROVE(is_settled(&child), "a child is where its jobs, its credit and the time say");
}

void join(void)
{
	struct rcp_order_node zeroed = { 0 };

	any_level();
	ASSUME(child.place.rank == NONE && child.away.rank == NONE && child.timer.rank == NONE);
	ASSUME(!child.wants);
	child = zeroed;
	rcp_order_join(&order, &child, &above, order.now);
	REACHED_IF(child1.is_ready && child2.is_ready, "a child joins others that may run a job");
	PROVE_TREE();
	PROVE(child.place.rank == NONE && !child.wants, "a child that has joined has no job");
	PROVE(child.used_ns >= child1.used_ns && child.used_ns >= child2.used_ns &&
	      child.used_ns >= above.floor_ns, "a child that has joined is behind its siblings");
}
