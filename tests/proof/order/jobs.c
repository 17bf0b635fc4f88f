// SPDX-License-Identifier: GPL-2.0
/*
 * What an event does to the states of jobs and to their counts: an order with any number of users,
 * processes and jobs, of which an event changes one process, its user and one job.  Of a heap the
 * proof knows the first entry and the number of entries; a job after the first one is any.
 *
 * rcp_order_advance() and rcp_order_settle() change no job and no count of jobs.  So the state
 * after the first is any, and the second does nothing here.
 */
#include "../proof.h"
#include "../../../fence/order/rcp_order.h"

#define MOST_JOBS	(1u << 24)
#define MOST_NS		(1ull << 61)

/* Heaps of jobs: their numbers of entries, and another entry of each. */
enum { COPIES, RING, READY, HEAPS };

static struct rcp_order order;
static struct rcp_order_node user, process, other_user, sibling, other_process;
static struct rcp_order_job job, others[HEAPS];
static struct rcp_heap *const heaps[HEAPS] = { &order.copies, &order.ring, &process.ready_heap };
static u32 entries[HEAPS];
/* The heap of the job, or HEAPS. */
static u32 home;
/* Jobs of all other processes, and of the sibling: in the ring, and ready. */
static u32 foreign_in_ring, foreign_ready, sibling_in_ring, sibling_ready;
/* The job is the one that is picked, if any is: then the order had so many streams. */
static bool is_pick;
static u32 streams_before;
/* Copies that were picked and are not in the ring.  What the job adds to &rcp_order.streams_ns. */
static u32 picked_copies;
static u64 other_ns;

static u32 number_of(const struct rcp_heap *heap)
{
	u32 i;

	for (i = 0; i < HEAPS && heaps[i] != heap; i++)
		;
	return i;
}

void rcp_heap_add(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	u32 n = number_of(heap);

	PROVE(n < HEAPS && node == &job.place && home == HEAPS, "a job is added that is in no heap");
	PROVE(key == order.seq, "a job comes after all others");
	home = n;
	node->key = key;
	node->rank = 1;
	if (!entries[n]++)
		heap->first = node;
}

void rcp_heap_remove(struct rcp_heap *heap, struct rcp_heap_node *node)
{
	u32 n = number_of(heap);

	if (node == &sibling.away || node == &other_user.away) {
		PROVE(heap->first == node, "a child is removed that is away");
		heap->first = NULL;
		node->rank = 0;
		return;
	}
	ASSUME(!is_pick || node == &job.place);
	PROVE(n < HEAPS && node == &job.place && home == n, "a job is removed that is in the heap");
	home = HEAPS;
	node->rank = 0;
	entries[n]--;
	if (heap->first == node)
		heap->first = entries[n] ? &others[n].place : NULL;
}

void rcp_heap_move(struct rcp_heap *heap, struct rcp_heap_node *node, u64 key)
{
	node->key = key;
}

void rcp_order_advance(struct rcp_order *o, u64 now)
{
	PROVE(o == &order, "time passes for the order");
}

void rcp_order_settle(struct rcp_order *o, struct rcp_order_node *node)
{
	/* No stream was picked: then the loop looks for another child, in any state. */
	ASSUME(!is_pick || order.streams != streams_before);
}

u64 rcp_order_has_credit_at(const struct rcp_order *o, const struct rcp_order_node *node)
{
	return nondet_u64();
}

u64 rcp_order_limit(const struct rcp_order *o, const struct rcp_order_node *node)
{
	return nondet_u64();
}

/* What the end of the job has charged, at each level, after the child has learnt its time. */
static u64 spent_ns[RCP_ORDER_LEVELS];
static u32 learnt[RCP_ORDER_LEVELS], spent[RCP_ORDER_LEVELS];

void rcp_order_spend(struct rcp_order *o, struct rcp_order_node *node, u64 kept_ns, bool stopped)
{
	u32 level = node == &user;

	PROVE(level || node == &process, "the process pays, and its user");
	PROVE(learnt[level] == spent[level] + 1, "a job is known to be long before it is paid");
	spent_ns[level] = kept_ns;
	spent[level]++;
}

void rcp_order_learn(struct rcp_order *o, struct rcp_order_node *node, u64 ns, bool stopped)
{
	learnt[node == &user]++;
}

#include "../../../fence/order/rcp_order.c"

static bool is_in_ring(void)
{
	return job.state == RCP_ORDER_PICKED || job.state == RCP_ORDER_IN_RING;
}

/* Test whether the state of the job is its place. */
static bool is_placed(void)
{
	u32 heap = HEAPS;

	if (job.state == RCP_ORDER_QUEUED)
		heap = job.is_copy ? COPIES : READY;
	else if (job.state == RCP_ORDER_IN_RING)
		heap = RING;
	return home == heap && rcp_heap_has(&job.place) == (home < HEAPS) &&
	       (order.picked == &job) == (job.state == RCP_ORDER_PICKED && !job.is_copy);
}

/* Test whether each heap has as many entries as are counted. */
static bool has_entries(void)
{
	u32 i;

	for (i = 0; i < HEAPS; i++) {
		if (!heaps[i]->first != !entries[i] || entries[i] < (home == i))
			return false;
		if (heaps[i]->first && heaps[i]->first != &others[i].place &&
		    (home != i || heaps[i]->first != &job.place))
			return false;
		if (entries[i] == 1 && home == i && heaps[i]->first != &job.place)
			return false;
	}
	return true;
}

/* Test whether the counts are the jobs in the heaps, and those that are picked. */
static bool is_counted(void)
{
	return process.ready == entries[READY] && user.ready == process.ready + sibling_ready &&
	       order.card.ready == user.ready + foreign_ready &&
	       user.in_ring == process.in_ring + sibling_in_ring &&
	       order.card.in_ring == user.in_ring + foreign_in_ring &&
	       order.streams == order.card.in_ring &&
	       entries[RING] + !!order.picked + picked_copies ==
	       order.streams + order.copies_in_ring &&
	       process.in_ring >= (is_in_ring() && !job.is_copy) &&
	       picked_copies >= (job.state == RCP_ORDER_PICKED && job.is_copy) &&
	       order.streams >= !!order.picked + (home == RING && !job.is_copy) &&
	       order.copies_in_ring >= picked_copies + (home == RING && job.is_copy) &&
	       order.streams_ns == other_ns + (is_in_ring() && !job.is_copy ? job.charged_ns : 0);
}

static bool is_order(void)
{
	return is_placed() && has_entries() && is_counted();
}

static void any_node(struct rcp_order_node *node, struct rcp_order_node *parent)
{
	struct rcp_order_node any;

	*node = any;
	node->parent = parent;
	node->ready_heap.first = node->paused_heap.first = node->absent_heap.first = NULL;
	node->place.up = node->place.left = node->place.right = NULL;
	node->away.up = node->away.left = node->away.right = NULL;
}

static struct rcp_heap_node *maybe(struct rcp_heap_node *entry)
{
	return nondet_bool() ? entry : NULL;
}

/* Any order, and a job of it in this state. */
static void any_order(enum rcp_order_state state, bool is_copy)
{
	struct rcp_order any;
	u32 i;

	order = any;
	any_node(&order.card, NULL);
	any_node(&user, &order.card);
	any_node(&other_user, &order.card);
	any_node(&process, &user);
	any_node(&sibling, &user);
	order.lane = NULL;
	order.awaited = NULL;
	order.away_until = RCP_ORDER_NEVER;
	order.card.absent_heap.first = maybe(&other_user.away);
	user.absent_heap.first = maybe(&sibling.away);
	job.state = state;
	job.is_copy = is_copy;
	job.process = is_copy && nondet_bool() ? NULL : &process;
	job.charged_ns = nondet_u64();
	job.picked_at = nondet_u64();
	home = nondet_u32();
	job.place.rank = home < HEAPS;
	for (i = 0; i < HEAPS; i++) {
		entries[i] = nondet_u32();
		ASSUME(entries[i] < MOST_JOBS);
		heaps[i]->first = !entries[i] ? NULL : nondet_bool() ? &job.place : &others[i].place;
	}
	order.picked = nondet_bool() ? NULL : nondet_bool() ? &job : &others[RING];
	foreign_in_ring = nondet_u32();
	foreign_ready = nondet_u32();
	sibling_in_ring = nondet_u32();
	sibling_ready = nondet_u32();
	picked_copies = nondet_u32();
	other_ns = nondet_u64();
	ASSUME(foreign_in_ring < MOST_JOBS && sibling_in_ring < MOST_JOBS);
	ASSUME(process.in_ring < MOST_JOBS && picked_copies < MOST_JOBS);
	ASSUME(foreign_ready < MOST_JOBS && sibling_ready < MOST_JOBS);
	ASSUME(other_ns < MOST_NS && job.charged_ns < MOST_NS && process.mean_ns < MOST_NS);
	ASSUME(is_order());
}

void queue(void)
{
	u32 ready, in_ring;

	any_order(RCP_ORDER_NONE, nondet_bool());
	ready = order.card.ready;
	in_ring = entries[RING];
	rcp_order_queue(&order, &job, nondet_u64());
	REACHED_IF(entries[READY] == 2, "a second job waits");
	PROVE(job.state == RCP_ORDER_QUEUED && order.card.ready == ready + !job.is_copy,
	      "one job more waits");
	PROVE(is_order() && entries[RING] == in_ring, "jobs and counts agree");
	rcp_order_unqueue(&order, &job, nondet_u64());
	PROVE(job.state == RCP_ORDER_NONE && order.card.ready == ready && is_order(),
	      "a job that waited is gone");
}

void unqueue(void)
{
	any_order(RCP_ORDER_QUEUED, nondet_bool());
	rcp_order_unqueue(&order, &job, nondet_u64());
	REACHED_IF(entries[READY] == 2, "two other jobs wait");
	PROVE(job.state == RCP_ORDER_NONE && is_order(), "jobs and counts agree");
}

/* A thread waits until a copy of its process can be pushed, or not any more. */
void block(void)
{
	u32 blocked, of_user, of_card;
	bool ends = nondet_bool();
	u64 used;

	any_order(RCP_ORDER_NONE, false);
	blocked = process.blocked;
	of_user = user.blocked;
	of_card = order.card.blocked;
	used = process.used_ns;
	rcp_order_block(&order, &process, ends ? -1 : 1, nondet_u64());
	REACHED_IF(process.used_ns == used + 5, "a process comes back");
	PROVE(is_order(), "jobs and counts agree");
	PROVE(process.blocked - blocked == (ends ? -1u : 1) && user.blocked - of_user ==
	      process.blocked - blocked && order.card.blocked - of_card ==
	      process.blocked - blocked, "each level counts the thread");
	PROVE(order.now - process.left_at <= RCP_ORDER_AWAY_NS,
	      "a process that waited to copy wants the card for a while");
}

void attempt(void)
{
	bool waits, alone;

	any_order(RCP_ORDER_NONE, false);
	waits = order.card.ready || order.copies.first;
	alone = rcp_order_is_alone(&process);
	if (!rcp_order_tree_try(&order, &job, nondet_u64())) {
		PROVE(job.state == RCP_ORDER_NONE && is_order(), "no job changes its state");
		return;
	}
	REACHED_IF(!alone, "a job goes to the ring beside others");
	PROVE(job.state == RCP_ORDER_IN_RING && is_order(), "jobs and counts agree");
	PROVE(!order.stopped && !waits && !order.picked, "a job passes none");
	PROVE(order.streams <= RCP_ORDER_PLACES ||
	      order.streams_ns <= (alone ? RCP_ORDER_ALONE_NS : RCP_ORDER_SHARED_NS),
	      "the ring has two streams, or as many as are short");
}

void put(void)
{
	any_order(RCP_ORDER_PICKED, nondet_bool());
	rcp_order_put(&order, &job, nondet_u64());
	picked_copies -= job.is_copy;
	REACHED_IF(order.streams == 1, "another job is in the ring");
	PROVE(job.state == RCP_ORDER_NONE && is_order(), "jobs and counts agree");
	PROVE(job.is_copy || !order.picked, "no stream is picked any more");
}

void start(void)
{
	any_order(RCP_ORDER_PICKED, nondet_bool());
	rcp_order_start(&order, &job, nondet_u64());
	picked_copies -= job.is_copy;
	REACHED_IF(order.streams == 2, "another job is in the ring");
	PROVE(job.state == RCP_ORDER_IN_RING && is_order(), "jobs and counts agree");
	PROVE(job.is_copy || !order.picked, "no stream is picked any more");
}

void end(void)
{
	struct rcp_order_job *picked;

	any_order(RCP_ORDER_IN_RING, nondet_bool());
	picked = order.picked;
	job.kept_ns[0] = nondet_u64();
	job.kept_ns[1] = nondet_u64();
	rcp_order_tree_end(&order, &job, nondet_bool(), nondet_u64());
	REACHED_IF(order.ring.first, "another job is in the ring");
	PROVE(job.state == RCP_ORDER_NONE && is_order() && order.picked == picked,
	      "jobs and counts agree");
	PROVE(spent[0] == !job.is_copy && spent[1] == !job.is_copy, "each level pays once");
	PROVE(job.is_copy || (spent_ns[0] == job.kept_ns[0] && spent_ns[1] == job.kept_ns[1]),
	      "each level pays what its siblings waited");
}

void reset(void)
{
	any_order(RCP_ORDER_QUEUED, false);
	if (nondet_bool())
		rcp_order_drain(&order, nondet_bool(), nondet_u64());
	if (nondet_bool())
		rcp_order_restart(&order, nondet_u64());
	PROVE(is_order(), "jobs and counts agree");
	rcp_order_stop(&order, nondet_u64());
	PROVE(order.stopped && is_order(), "an order that is stopped loses no job");
	PROVE(rcp_order_ask_at(&order) == RCP_ORDER_NEVER, "an order that is stopped is not asked");
	rcp_order_resume(&order, nondet_u64());
	REACHED("an order is stopped and goes on");
	PROVE(!order.stopped && is_order(), "an order that goes on has lost no job");
}

void deadline(void)
{
	u64 at;

	any_order(RCP_ORDER_IN_RING, nondet_bool());
	at = rcp_order_deadline(&order);
	REACHED_IF(at < order.began_at + order.timeout_ns, "others wait");
	PROVE(at <= order.began_at + order.timeout_ns, "no job runs for longer than the timeout");
}

/* A job of a process with an earlier one in the ring, both of which keep others waiting. */
void behind(void)
{
	u64 at, ns = RCP_ORDER_NEVER;
	u32 level;

	any_order(RCP_ORDER_IN_RING, false);
	ASSUME(order.ring.first == &job.place && order.now < MOST_NS && order.began_at < MOST_NS);
	ASSUME(order.timeout_ns < MOST_NS && order.timeout_ns + order.began_at >= order.now);
	for (level = 0; level < RCP_ORDER_LEVELS; level++) {
		order.runs[level].node = level ? &user : &process;
		ASSUME(order.runs[level].ended_at >= job.picked_at);
		ASSUME(order.runs[level].ended_at != RCP_ORDER_NEVER);
		/* The run began before the job did. */
		ASSUME(job.kept_ns[level] <= order.runs[level].kept_ns);
		ASSUME(order.runs[level].kept_ns < MOST_NS && order.runs[level].limit_ns < MOST_NS);
		ns = min(ns, RCP_ORDER_LONG_NS - min(job.kept_ns[level], RCP_ORDER_LONG_NS));
	}
	/* The module takes no shorter limit. */
	ASSUME(order.shared_ns >= RCP_ORDER_LONG_NS && order.shared_ns < MOST_NS);
	order.draining = false;
	at = rcp_order_deadline(&order);
	REACHED_IF(at == order.now + ns, "the limit is used");
	PROVE(at >= min(order.now + ns, order.began_at + order.timeout_ns),
	      "a job has 100 ms behind another one that has used the limit");
}

/* Test whether a child may run a job and has used less than another one. */
static bool is_passed(const struct rcp_order_node *node, const struct rcp_order_node *other)
{
	return other->is_ready && other->used_ns < node->used_ns;
}

/* Test whether others wait for a child that has used less, and is away for a moment. */
static bool is_awaited(const struct rcp_order_node *node, const struct rcp_order_node *other)
{
	return rcp_heap_has(&other->away) && other->used_ns < node->used_ns &&
	       (other->in_ring || order.now - other->left_at < RCP_ORDER_AWAY_NS);
}

/* Two children, each of which may run a job, pauses, or has none: the least use comes first. */
static void any_places(struct rcp_order_node *parent, struct rcp_order_node *node,
		       struct rcp_order_node *other)
{
	node->is_ready = nondet_bool();
	other->is_ready = nondet_bool();
	if (node->is_ready)
		parent->ready_heap.first = &node->place;
	if (other->is_ready &&
	    (!node->is_ready || is_passed(node, other) ||
	     (other->used_ns == node->used_ns && nondet_bool())))
		parent->ready_heap.first = &other->place;
	if (!node->is_ready && nondet_bool())
		parent->paused_heap.first = &node->place;
	else if (!other->is_ready && nondet_bool())
		parent->paused_heap.first = &other->place;
	other->away.key = other->used_ns;
	other->away.rank = parent->absent_heap.first == &other->away;
}

void next(void)
{
	bool was_picked, may, passed, user_waits, sibling_waits;
	u32 copies, ready, streams;
	u64 lead, sibling_lead, user_used, sibling_used;
	struct rcp_order_job *found;

	any_order(RCP_ORDER_QUEUED, nondet_bool());
	any_places(&order.card, &user, &other_user);
	any_places(&user, &process, &sibling);
	/* order-settle: after time has passed, a user that may run a job has a process that may. */
	ASSUME(!user.is_ready || user.ready_heap.first);
	ASSUME(order.card.paused_heap.first != &user.place || user.ready_heap.first ||
	       user.paused_heap.first);
	ASSUME(entries[READY] || (!process.is_ready && user.paused_heap.first != &process.place));
	other_process.parent = &other_user;
	other_user.ready_heap.first = &other_process.place;
	sibling.ready_heap.first = other_process.ready_heap.first = &others[READY].place;
	is_pick = true;
	streams_before = streams = order.streams;
	copies = order.copies_in_ring;
	ready = order.card.ready;
	was_picked = order.picked;
	may = rcp_order_has_place(&process) && rcp_order_has_place(&user);
	passed = is_passed(&user, &other_user) || is_passed(&process, &sibling);
	user_waits = is_awaited(&user, &other_user);
	sibling_waits = is_awaited(&process, &sibling);
	lead = user.used_ns - other_user.used_ns;
	sibling_lead = process.used_ns - sibling.used_ns;
	user_used = other_user.used_ns;
	sibling_used = sibling.used_ns;
	found = rcp_order_next(&order, nondet_u64());
	PROVE(other_user.used_ns - user_used <= RCP_ORDER_MOMENT_NS &&
	      sibling.used_ns - sibling_used <= RCP_ORDER_MOMENT_NS,
	      "a child that is passed loses a moment of its claim");
	REACHED_IF(other_user.used_ns != user_used, "a child loses a part of its claim");
	picked_copies += found && job.is_copy;
	PROVE(is_order(), "jobs and counts agree");
	if (!found) {
		PROVE(job.state == RCP_ORDER_QUEUED && order.card.ready == ready, "no job is lost");
		PROVE(order.stopped || !order.copies.first || copies,
		      "a copy waits only while another one is in the ring");
		return;
	}
	PROVE(found == &job && job.state == RCP_ORDER_PICKED && !order.stopped, "a job is picked");
	REACHED_IF(job.is_copy && was_picked, "a copy passes a stream that is picked");
	if (job.is_copy) {
		PROVE(copies < RCP_ORDER_COPIES, "the ring has so many copies");
		return;
	}
	REACHED_IF(order.streams == 2 && !rcp_order_is_alone(&process), "a stream is picked");
	REACHED_IF(user_waits, "a short stream passes a child that is away");
	PROVE(!was_picked && order.picked == &job, "one stream is picked at most");
	PROVE(order.card.ready == ready - 1 && order.streams == streams + 1, "a stream is counted");
	PROVE(!passed, "no child that may run a job has used less");
	PROVE(may, "the process and its user have a place in the ring");
	PROVE(order.draining || (user.is_ready && process.is_ready), "no child is picked that pauses");
	PROVE(!order.copies.first || copies, "a stream passes no copy but behind another one");
	PROVE(order.streams <= RCP_ORDER_PLACES ||
	      order.streams_ns <= (rcp_order_is_alone(&process) ? RCP_ORDER_ALONE_NS :
				   RCP_ORDER_SHARED_NS),
	      "the ring has two streams, or as many as are short");
	PROVE(!(user_waits || sibling_waits) || order.streams_ns <= RCP_ORDER_SHARED_NS,
	      "a long job waits for a child that has used less");
	PROVE(!user_waits || lead <= RCP_ORDER_LEAD_NS, "a user has a short lead");
	PROVE(user_waits || !sibling_waits || sibling_lead <= RCP_ORDER_LEAD_NS,
	      "a process has a short lead");
}
