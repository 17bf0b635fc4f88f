// SPDX-License-Identifier: GPL-2.0
/*
 * The lane and the tree: a job that starts at once, and its end, in an order whose lane is open, and in
 * one without a lane.  The tree for which an open lane stands (lane.h) changes as a tree without one
 * does: both are compared with expect_start() and expect_end().  Of an open lane these change the parts
 * of a sum, because another order of a sum stops a SAT solver:
 *
 *	a job starts	used + lane + (streams + mean) = (used + lane + streams) + mean
 *	a job ends	used + (lane + ns) + (streams - charged) =
 *			(used + lane + streams) + (ns - charged)
 *
 * Time that passes changes nothing here but the time, because no sibling waits (order-time), and
 * rcp_order_settle() moves only the entry of a child that is away (order-settle).  order-lane-short
 * says that the tree learns nothing from jobs in the lane.
 */
#include "../proof.h"
#include "pm4_util.h"
#include "lane.h"

#define MOST_JOBS	(1u << 24)
#define MOST_NS		(1ull << 60)

static struct rcp_order order;
static struct rcp_order_node user, process, other_user, sibling;
static struct rcp_order_job job, other_job;
/* The process, its user, and a sibling of each. */
static struct rcp_order_node *const nodes[RCP_ORDER_LEVELS] = { &process, &user };
static struct rcp_order_node *const siblings[RCP_ORDER_LEVELS] = { &sibling, &other_user };
static u32 ring_entries;
/* Expected time of all streams in the ring but the job. */
static u64 other_ns;

/* What an event changes, of the tree and of the job. */
struct state {
	u64 used_ns[RCP_ORDER_LEVELS];
	u64 floor_ns[RCP_ORDER_LEVELS];
	s64 lane_ns;
	s64 lane_floor_ns;
	u64 left_at[RCP_ORDER_LEVELS + 1];
	u32 in_ring[RCP_ORDER_LEVELS + 1];
	u64 mean_ns;
	bool known;
	u64 now;
	u64 seq;
	u64 order_left_at;
	u64 began_at;
	u32 streams;
	u64 streams_ns;
	u32 copies_in_ring;
	u32 ring_entries;
	bool is_in_ring;
	enum rcp_order_state job_state;
	u64 picked_at;
	u64 charged_ns;
};

static struct state before;

/* Two entries at most: the node and a sibling, which is on either side of the first one. */
static void absent_sort(u32 level)
{
	struct rcp_heap *heap = &nodes[level]->parent->absent_heap;
	struct rcp_heap_node *one = &nodes[level]->away, *two = &siblings[level]->away;
	struct rcp_heap_node *first = one, *second = two;

	if (!one->rank || (two->rank && (two->key < one->key ||
					 (two->key == one->key && nondet_bool())))) {
		first = two;
		second = one;
	}
	one->left = one->right = one->up = NULL;
	two->left = two->right = two->up = NULL;
	heap->first = first->rank ? first : NULL;
	if (!second->rank)
		return;
	second->up = first;
	if (nondet_bool())
		first->left = second;
	else
		first->right = second;
}

void rcp_heap_add(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	PROVE(heap == &order.ring && node == &job.place && !node->rank,
	      "only the job enters the ring");
	PROVE(key == order.seq, "a job comes after all others");
	node->rank = 1;
	node->key = key;
	if (!ring_entries++)
		heap->first = node;
}

void rcp_heap_remove(struct rcp_heap *heap, struct rcp_heap_node *node)
{
	PROVE(node->rank, "an entry is removed that is in the heap");
	node->rank = 0;
	if (heap != &order.ring) {
		PROVE(heap == &user.absent_heap || heap == &order.card.absent_heap,
		      "a child is removed that is away");
		absent_sort(heap == &order.card.absent_heap);
		return;
	}
	PROVE(node == &job.place, "the job leaves the ring");
	ring_entries--;
	if (heap->first == node)
		heap->first = ring_entries ? &other_job.place : NULL;
}

void rcp_heap_move(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	PROVE(heap == &user.absent_heap || heap == &order.card.absent_heap,
	      "a child that is away has another use");
	node->key = key;
	absent_sort(heap == &order.card.absent_heap);
}

void rcp_order_settle(struct rcp_order *o, struct rcp_order_node *node)
{
	PROVE(o == &order && node == &process, "the process settles");
}

static bool is_untouched(void);

/* The tree is asked: the lane closes, and the event is the tree's. */
void rcp_order_advance(struct rcp_order *o, u64 now)
{
	if (o->lane) {
		PROVE(is_untouched(), "an event that the tree must tell has changed nothing yet");
		ASSUME(0);
	}
	o->now = max(now, o->now);
}

/* Any time from now on, by the child, which does not come back: order-pause proves the rest. */
u64 rcp_order_has_credit_at(const struct rcp_order *o, const struct rcp_order_node *node)
{
	return max(node->credit_at, o->now);
}

u64 rcp_order_limit(const struct rcp_order *o, const struct rcp_order_node *node)
{
	return nondet_u64();
}

/* The tree learns the time of the job, which the lane would have left to it. */
static bool by_tree;

void rcp_order_spend(struct rcp_order *o, struct rcp_order_node *node, u64 kept_ns, bool stopped)
{
	PROVE(by_tree, "the lane spends nothing");
	PROVE(kept_ns < RCP_ORDER_LONG_NS, "the tree spends nothing that the lane does not");
}

void rcp_order_learn(struct rcp_order *o, struct rcp_order_node *node, u64 ns, bool stopped)
{
	PROVE(by_tree, "the lane learns nothing");
}

#include "../../../fence/order/rcp_order.c"
#include "../../../fence/order/rcp_order_lane.c"

/* The tree, or that for which an open lane stands, of which use and level have parts. */
static struct state seen(void)
{
	bool lane = order.lane;
	struct state s;
	u32 k;

	for (k = 0; k < RCP_ORDER_LEVELS; k++) {
		s.used_ns[k] = nodes[k]->used_ns;
		s.floor_ns[k] = nodes[k]->parent->floor_ns;
		s.left_at[k] = lane ? order.lane_at : nodes[k]->left_at;
		s.in_ring[k] = lane ? order.streams : nodes[k]->in_ring;
	}
	s.left_at[k] = lane ? order.lane_at : order.card.left_at;
	s.in_ring[k] = lane ? order.streams : order.card.in_ring;
	s.lane_ns = order.lane_ns;
	s.lane_floor_ns = order.lane_floor_ns;
	s.mean_ns = process.mean_ns;
	s.known = process.known;
	s.now = order.now;
	s.seq = order.seq;
	s.order_left_at = order.left_at;
	s.began_at = order.began_at;
	s.streams = order.streams;
	s.streams_ns = order.streams_ns;
	s.copies_in_ring = order.copies_in_ring;
	s.ring_entries = ring_entries;
	s.is_in_ring = job.place.rank;
	s.job_state = job.state;
	s.picked_at = job.picked_at;
	s.charged_ns = job.charged_ns;
	return s;
}

#define SAME(member)	(a->member == b->member)
#define SAME_TWO(member)	(SAME(member[0]) && SAME(member[1]))

static bool is_same_ring(const struct state *a, const struct state *b)
{
	return SAME(streams) && SAME(streams_ns) && SAME(copies_in_ring) && SAME(ring_entries) &&
	       SAME(order_left_at) && SAME(began_at) && SAME(now) && SAME(seq);
}

static bool is_same_counts(const struct state *a, const struct state *b)
{
	return SAME_TWO(in_ring) && SAME(in_ring[2]) && SAME_TWO(left_at) && SAME(left_at[2]);
}

static bool is_same_job(const struct state *a, const struct state *b)
{
	return SAME(is_in_ring) && SAME(job_state) && SAME(picked_at) && SAME(charged_ns) &&
	       SAME(mean_ns) && SAME(known);
}

static bool is_same_use(const struct state *a, const struct state *b)
{
	return SAME_TWO(used_ns) && SAME_TWO(floor_ns) && SAME(lane_ns) && SAME(lane_floor_ns);
}

static bool is_untouched(void)
{
	struct state s = seen();
	const struct state *a = &s, *b = &before;

	return is_same_ring(a, b) && is_same_counts(a, b) && is_same_job(a, b) &&
	       is_same_use(a, b);
}

static bool is_in_ring(void)
{
	return job.state == RCP_ORDER_IN_RING;
}

static bool is_stream_in_ring(void)
{
	return is_in_ring() && !job.is_copy;
}

/* What holds of any order (jobs.c). */
static bool is_order(void)
{
	return is_in_ring() == !!job.place.rank && !order.ring.first == !ring_entries &&
	       (!order.ring.first || order.ring.first == &other_job.place ||
		(is_in_ring() && order.ring.first == &job.place)) &&
	       (ring_entries != 1 || !is_in_ring() || order.ring.first == &job.place) &&
	       order.streams >= is_stream_in_ring() &&
	       order.copies_in_ring >= (is_in_ring() && job.is_copy) &&
	       order.streams_ns == other_ns + (is_stream_in_ring() ? job.charged_ns : 0) &&
	       (order.streams > is_stream_in_ring() || !other_ns);
}

/* Test whether a child may run a job, and goes on so. */
static bool is_free(const struct rcp_order_node *node)
{
	return rcp_order_may_run_at(&order, node) <= order.now;
}

/* What holds while the lane is open: no job waits, and no child of its process has shown long jobs. */
static bool is_lane(void)
{
	return order.lane == &process && !order.stopped && !order.picked && !order.card.ready &&
	       !order.copies.first && !order.awaited && order.away_until == RCP_ORDER_NEVER &&
	       !order.runs[0].node && !order.runs[1].node &&
	       ring_entries == order.streams + order.copies_in_ring &&
	       !process.is_long && !user.is_long && order.lane_at <= order.now &&
	       (rcp_order_is_alone(&process) || (is_free(&process) && is_free(&user)));
}

static void any_child(struct rcp_order_node *node, struct rcp_order_node *parent)
{
	struct rcp_order_node any;

	*node = any;
	node->parent = parent;
	node->ready_heap.first = node->paused_heap.first = NULL;
	node->ready = 0;
	node->is_ready = false;
	node->place.rank = 0;
	node->away.rank = nondet_bool();
	ASSUME(node->used_ns < MOST_NS && node->floor_ns < MOST_NS && node->mean_ns < MOST_NS);
	ASSUME(node->in_ring < MOST_JOBS && node->left_at <= order.now);
	node->away.key = node->used_ns;
}

/* Any order in which no job waits, and a job of its process, or of the kernel. */
static void any_order(enum rcp_order_state state)
{
	struct rcp_order any;
	struct rcp_order_job one;

	order = any;
	ASSUME(order.now < MOST_NS && order.left_at <= order.now && order.began_at <= order.now);
	ASSUME(order.shared_ns < MOST_NS);
	any_child(&order.card, NULL);
	any_child(&user, &order.card);
	any_child(&other_user, &order.card);
	any_child(&process, &user);
	any_child(&sibling, &user);
	absent_sort(0);
	absent_sort(1);
	order.copies.first = NULL;
	order.timers.first = nondet_bool() ? NULL : &sibling.timer;
	order.picked = NULL;
	order.lane = NULL;
	job = one;
	job.state = state;
	job.is_copy = nondet_bool();
	job.process = job.is_copy && nondet_bool() ? NULL : &process;
	job.place.rank = state == RCP_ORDER_IN_RING;
	ASSUME(job.picked_at <= order.now && job.charged_ns < MOST_NS);
	ASSUME(!job.is_copy || !job.charged_ns);
	ring_entries = nondet_u32();
	order.ring.first = !ring_entries ? NULL : nondet_bool() ? &job.place : &other_job.place;
	other_ns = nondet_u64();
	ASSUME(ring_entries < MOST_JOBS && other_ns < MOST_NS && order.streams < MOST_JOBS);
	ASSUME(order.copies_in_ring < MOST_JOBS);
	ASSUME(is_order());
}

/* Any order whose lane is open. */
static void any_lane(enum rcp_order_state state)
{
	any_order(state);
	order.lane = &process;
	ASSUME(is_lane());
	ASSUME(order.lane_ns < (s64)MOST_NS && order.lane_ns > -(s64)MOST_NS);
	ASSUME(order.lane_floor_ns < (s64)MOST_NS && order.lane_floor_ns > -(s64)MOST_NS);
	/* No use is negative. */
	ASSUME((s64)lane_used(&order, &process) >= 0 && (s64)lane_used(&order, &user) >= 0);
	ASSUME((s64)(process.used_ns + (u64)order.lane_floor_ns) >= 0);
	ASSUME((s64)(user.used_ns + (u64)order.lane_floor_ns) >= 0);
}

/* A job starts: what it is expected to take is charged in advance, and siblings are level with it. */
static struct state expect_start(struct state s, u64 now)
{
	u64 before_ns = s.streams_ns;
	u32 k;

	s.now = max(now, s.now);
	s.picked_at = s.now;
	s.charged_ns = 0;
	s.seq++;
	s.is_in_ring = true;
	s.job_state = RCP_ORDER_IN_RING;
	if (!s.ring_entries++)
		s.began_at = s.now;
	if (job.is_copy) {
		s.copies_in_ring++;
		return s;
	}
	s.charged_ns = s.mean_ns;
	s.streams++;
	s.streams_ns += s.mean_ns;
	for (k = 0; k < RCP_ORDER_LEVELS + 1; k++) {
		s.left_at[k] = s.now;
		s.in_ring[k]++;
	}
	if (!by_tree) {
		s.lane_floor_ns = max(s.lane_floor_ns, s.lane_ns + (s64)before_ns);
		return s;
	}
	for (k = 0; k < RCP_ORDER_LEVELS; k++) {
		s.floor_ns[k] = max(s.floor_ns[k], s.used_ns[k]);
		s.used_ns[k] += s.mean_ns;
	}
	return s;
}

/* A job ends, the oldest one or a later one: what the ring lost to it is charged. */
static struct state expect_end(struct state s, bool oldest, bool stopped, u64 now)
{
	u64 ns = 0;
	u32 k;

	s.now = max(now, s.now);
	if (oldest) {
		ns = s.now - max(s.order_left_at, s.picked_at);
		s.order_left_at = s.began_at = s.now;
	}
	s.ring_entries--;
	s.is_in_ring = false;
	s.job_state = RCP_ORDER_NONE;
	if (job.process && !by_tree)
		s.lane_ns += (s64)ns;
	for (k = 0; k < RCP_ORDER_LEVELS && job.process && by_tree; k++)
		s.used_ns[k] += ns - s.charged_ns;
	if (job.is_copy) {
		s.copies_in_ring--;
		return s;
	}
	s.streams--;
	s.streams_ns -= s.charged_ns;
	for (k = 0; k < RCP_ORDER_LEVELS + 1; k++) {
		s.left_at[k] = s.now;
		s.in_ring[k]--;
	}
	if (!ns || stopped)
		return s;
	s.mean_ns = !s.known || ns > s.mean_ns ? ns : s.mean_ns - (s.mean_ns - ns) / 8;
	s.known = true;
	return s;
}

/* Test whether a sibling is away that has used less. */
static bool is_passed(const struct state *s, u32 level)
{
	return siblings[level]->away.rank && siblings[level]->used_ns < s->used_ns[level];
}

/* Test whether a child comes back after a while, behind the level of its siblings. */
static bool comes_back(const struct state *s, u32 level, u64 now)
{
	return !s->streams && s->used_ns[level] < s->floor_ns[level] &&
	       now - s->left_at[level] >= RCP_ORDER_AWAY_NS;
}

/* Test whether the next job of the process, which may, starts without a look at siblings. */
static bool may_start(const struct state *s, u64 now)
{
	now = max(now, s->now);
	if (comes_back(s, 0, now) || comes_back(s, 1, now))
		return false;
	if (rcp_order_is_alone(&process))
		return s->streams < RCP_ORDER_PLACES ||
		       s->streams_ns + s->mean_ns <= RCP_ORDER_ALONE_NS;
	return !s->streams && !is_passed(s, 0) && !is_passed(s, 1);
}

#define PROVE_SAME(one, two) \
	do { \
		const struct state *a = &(one), *b = &(two); \
		PROVE(is_same_ring(a, b), "the ring is as expected"); \
		PROVE(is_same_counts(a, b), "each level has the counts"); \
		PROVE(is_same_job(a, b), "the job is as expected"); \
		PROVE(is_same_use(a, b), "process and user have used it, and siblings are level"); \
	} while (0)

/* Any order without a lane, in which all streams of the ring are of the process. */
static void any_tree(enum rcp_order_state state)
{
	any_order(state);
	order.lane = &process;
	ASSUME(is_lane());
	order.lane = NULL;
	ASSUME(process.in_ring == order.streams && user.in_ring == order.streams);
	ASSUME(order.card.in_ring == order.streams);
	by_tree = true;
}

void lane_open(void)
{
	u64 now = nondet_u64();
	u32 k;

	any_order(RCP_ORDER_NONE);
	job.is_copy = false;
	job.process = &process;
	/* jobs.c: the counts of the levels. */
	ASSUME(process.in_ring <= user.in_ring && user.in_ring <= order.card.in_ring);
	ASSUME(order.streams == order.card.in_ring);
	ASSUME(ring_entries == order.streams + order.copies_in_ring);
	ASSUME(now < MOST_NS);
	if (!rcp_order_tree_try(&order, &job, now) || !order.lane)
		return;
	REACHED_IF(!rcp_order_is_alone(&process), "the lane opens beside others");
	PROVE(is_order() && is_lane(), "the lane is open, and the counts are those of the ring");
	for (k = 0; k < RCP_ORDER_LEVELS; k++) {
		PROVE(lane_used(&order, nodes[k]) == nodes[k]->used_ns,
		      "process and user have used what the tree says");
		PROVE(lane_floor(&order, nodes[k]) == nodes[k]->parent->floor_ns,
		      "the level of siblings is what the tree says");
		PROVE(nodes[k]->in_ring == order.streams && nodes[k]->left_at == order.lane_at,
		      "each level has the counts of the tree");
	}
	PROVE(order.card.in_ring == order.streams && order.card.left_at == order.lane_at,
	      "the card has the counts of the tree");
}

void lane_try(void)
{
	u64 now = nondet_u64();
	struct state expected, is, tree;
	u32 k;

	any_lane(RCP_ORDER_NONE);
	ASSUME(now < MOST_NS);
	before = seen();
	expected = expect_start(before, now);
	tree = before;
	for (k = 0; k < RCP_ORDER_LEVELS; k++) {
		tree.used_ns[k] = lane_used(&order, nodes[k]);
		tree.floor_ns[k] = lane_floor(&order, nodes[k]);
	}
	PROVE(rcp_order_try(&order, &job, now), "a job starts that is not left to the tree");
	REACHED_IF(!job.is_copy && !rcp_order_is_alone(&process), "a job starts beside others");
	REACHED_IF(job.is_copy && order.streams, "a copy starts");
	PROVE(job.is_copy || may_start(&tree, now), "it may start by the tree");
	is = seen();
	PROVE(is_order() && is_lane(), "the lane is open, and the counts are those of the ring");
	PROVE_SAME(is, expected);
}

void tree_try(void)
{
	u64 now = nondet_u64();
	struct state expected, is;

	any_tree(RCP_ORDER_NONE);
	ASSUME(now < MOST_NS);
	before = seen();
	expected = expect_start(before, now);
	ASSUME(job.is_copy ? !order.copies_in_ring : may_start(&before, now));
	PROVE(rcp_order_try(&order, &job, now), "what the lane starts may start by the tree");
	REACHED_IF(!job.is_copy && !rcp_order_is_alone(&process), "a job starts beside others");
	REACHED_IF(job.is_copy && order.streams, "a copy starts");
	order.lane = NULL;
	is = seen();
	/* A lane that opens: lane_open() */
	is.lane_ns = before.lane_ns;
	is.lane_floor_ns = before.lane_floor_ns;
	PROVE_SAME(is, expected);
}

/* order-time: only the oldest job counts time, since it is the oldest. */
static bool has_kept(u32 level)
{
	u64 since = max(order.left_at, job.picked_at);

	return job.kept_ns[level] <= (order.ring.first == &job.place ? order.now - since : 0);
}

void lane_end(void)
{
	u64 now = nondet_u64(), ns;
	struct state expected, is;
	bool stopped = nondet_bool(), oldest;

	any_lane(RCP_ORDER_IN_RING);
	ASSUME(now < MOST_NS);
	before = seen();
	oldest = order.ring.first == &job.place;
	expected = expect_end(before, oldest, stopped, now);
	ns = expected.now - max(before.order_left_at, before.picked_at);
	rcp_order_end(&order, &job, stopped, now);
	REACHED_IF(!job.is_copy && order.streams, "a job ends, and another one is in the ring");
	REACHED_IF(job.is_copy && job.process, "a copy of the process ends");
	PROVE(!stopped && (job.is_copy || !oldest || (ns < RCP_ORDER_LONG_NS &&
						      2 * ns <= order.shared_ns)),
	      "a job that was stopped, was long or raises a limit is left to the tree");
	is = seen();
	PROVE(is_order() && is_lane(), "the lane is open, and the counts are those of the ring");
	PROVE_SAME(is, expected);
}

void tree_end(void)
{
	u64 now = nondet_u64();
	struct state expected, is;
	bool oldest;

	any_tree(RCP_ORDER_IN_RING);
	ASSUME(now < MOST_NS && has_kept(0) && has_kept(1));
	before = seen();
	oldest = order.ring.first == &job.place;
	expected = expect_end(before, oldest, false, now);
	/* lane_end() */
	ASSUME(job.is_copy || !oldest ||
	       expected.now - max(before.order_left_at, before.picked_at) < RCP_ORDER_LONG_NS);
	rcp_order_end(&order, &job, false, now);
	REACHED_IF(!job.is_copy && order.streams, "a job ends, and another one is in the ring");
	REACHED_IF(job.is_copy && job.process, "a copy of the process ends");
	is = seen();
	PROVE(!order.runs[0].node && !order.runs[1].node, "no run of long jobs begins");
	PROVE_SAME(is, expected);
}
