/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The order of clients on the card: who is next, for how long it may keep others waiting, and
 * when to ask again.
 *
 * The card executes its ring in order and cannot be preempted, so what enters the ring decides who
 * waits for whom.  The order is a tree: the card, its users, their processes, and the jobs of each
 * process that could run.  At both levels the child that has used least is next, and one rule of
 * credit says for how long its jobs may keep its siblings waiting.
 *
 *  - Used is the time that the ring lost: from the end of the job before, or from the pick if that
 *    is later, to the job's own end.  A job that is in the ring is charged with the mean of its
 *    process.
 *  - A child that had no job comes back level with the last one that was picked, so what a client
 *    did not use gives it no claim.  A new child begins behind its siblings, so that clients gain
 *    nothing by new processes.
 *  - Only the driver's copy jobs pass a job that is next and does not fit, one at a time if their
 *    process has used more than others.  The picked job is the only one that may claim a range of
 *    the aperture, until it starts.
 *  - A child that has used less and is away for a moment is waited for (RCP_ORDER_AWAY_NS), else a
 *    client that waits for each of its jobs has nothing beside one with long jobs.
 *
 * The code is plain C, without locks, kernel calls or allocations; the nodes are members of the
 * caller's structs.  Each call is an event, with the time in ns, which never goes back.  The caller
 * serialises the calls.  After an event that leaves rcp_order_is_low() true it asks
 * rcp_order_next() until that returns NULL, and looks at rcp_order_ask_at(); each event may change
 * rcp_order_deadline().
 *
 * rcp_order.c picks, rcp_order_node.c keeps the tree, rcp_order_lane.c spares it while one process
 * has all jobs, rcp_order_credit.c answers whether a child may run now and for how long it may keep
 * others waiting.  tests/order/ searches for histories
 * that break the promises of fence/README.md.
 */
#ifndef RCP_ORDER_H
#define RCP_ORDER_H

#include "rcp_heap.h"

#define RCP_ORDER_US		1000ull
#define RCP_ORDER_MS		(1000 * RCP_ORDER_US)
#define RCP_ORDER_S		(1000 * RCP_ORDER_MS)

/* A time that does not come */
#define RCP_ORDER_NEVER		(~0ull)

/* Streams in the ring, whatever time they take: in total, and of one process */
#define RCP_ORDER_PLACES	2u
/* Expected time of all streams in the ring, if there are more: shared, and of a process alone */
#define RCP_ORDER_SHARED_NS	(2 * RCP_ORDER_MS)
#define RCP_ORDER_ALONE_NS	(100 * RCP_ORDER_MS)
/* With jobs for so long in the ring there is time to wake the thread that writes others. */
#define RCP_ORDER_LOW_NS	(200 * RCP_ORDER_US)
/* Copies in the ring; one, if their process has used more than others */
#define RCP_ORDER_COPIES	4u
/* For so long a child that has used less is waited for */
#define RCP_ORDER_AWAY_NS	(1 * RCP_ORDER_MS)
/* A short job passes a child that is away and has used less by no more than this, ... */
#define RCP_ORDER_LEAD_NS	(20 * RCP_ORDER_MS)
/* ... which costs that child no more than this: as long as one is away that waits for its jobs. */
#define RCP_ORDER_MOMENT_NS	(100 * RCP_ORDER_US)
/* Jobs that keep others waiting for less cost nothing. */
#define RCP_ORDER_LONG_NS	(100 * RCP_ORDER_MS)
/* For so long after its last job a child wants the card */
#define RCP_ORDER_WANTS_NS	(1 * RCP_ORDER_S)

/* Levels of the tree that have siblings */
#define RCP_ORDER_LEVELS	2u

/**
 * struct rcp_order_node - the card, a user or a process
 * @parent: NULL for the card
 * @place: entry of the parent's @ready, or @paused
 * @away: entry of the parent's @absent
 * @timer: entry of &rcp_order.timers
 * @used_ns: time that the ring lost to its jobs; in advance for those in the ring
 * @credit_ns: for how long it may keep siblings waiting, at @credit_at
 * @credit_at: time of @credit_ns
 * @longest_ns: its longest job that ended, in the minute from @longest_at on
 * @longest_at: when that job ended
 * @mean_ns: expected time of a job, RCP_ORDER_ALONE_NS for longer ones; of a process
 * @known: @mean_ns was measured
 * @left_at: when its jobs changed last, or longer ago than it wants the card
 * @ready: jobs that could run
 * @in_ring: jobs that were picked and have not ended
 * @blocked: threads that wait until a copy of theirs can be pushed
 * @is_long: its jobs kept siblings waiting, or took as long
 * @wants: counts in the parent's @wanting: it has a job or a thread in @blocked, or had one lately
 * @is_ready: @place is in the parent's @ready
 * @wanting: children with @wants
 * @longs: children with @wants and @is_long
 * @ready_heap: children that may run a job now, by @used_ns; of a process its jobs, by arrival
 * @paused_heap: children that have a job and may not run it, by the time from which they may
 * @absent_heap: children without a job to pick that are waited for, by @used_ns; those that are
 *	away for too long leave it when it is read
 * @floor_ns: @used_ns of the child that was picked last
 * @top_ns: the largest @used_ns of a child
 * @least_ns: the least credit of a child, at @least_at
 * @least_at: time of @least_ns
 */
struct rcp_order_node {
	struct rcp_order_node *parent;
	struct rcp_heap_node place;
	struct rcp_heap_node away;
	struct rcp_heap_node timer;
	u64 used_ns;
	s64 credit_ns;
	u64 credit_at;
	u64 longest_ns;
	u64 longest_at;
	u64 mean_ns;
	bool known;
	u64 left_at;
	u32 ready;
	u32 in_ring;
	u32 blocked;
	bool is_long;
	bool wants;
	bool is_ready;
	u32 wanting;
	u32 longs;
	struct rcp_heap ready_heap;
	struct rcp_heap paused_heap;
	struct rcp_heap absent_heap;
	u64 floor_ns;
	u64 top_ns;
	s64 least_ns;
	u64 least_at;
};

enum rcp_order_state {
	RCP_ORDER_NONE,
	RCP_ORDER_QUEUED,
	RCP_ORDER_PICKED,
	RCP_ORDER_IN_RING,
};

/**
 * struct rcp_order_job - a job
 * @place: entry of its process's @ready_heap, of &rcp_order.copies, or of &rcp_order.ring
 * @process: the process that is charged; NULL for a copy by the kernel
 * @state: where the job is
 * @is_copy: it is a copy job of the driver
 * @picked_at: when it was picked
 * @charged_ns: what its process was charged with in advance
 * @kept_ns: for how long it kept siblings waiting, of its process and of its user
 */
struct rcp_order_job {
	struct rcp_heap_node place;
	struct rcp_order_node *process;
	enum rcp_order_state state;
	bool is_copy;
	u64 picked_at;
	u64 charged_ns;
	u64 kept_ns[RCP_ORDER_LEVELS];
};

/**
 * struct rcp_order_run - long jobs of one child, each of which was picked before the one before it
 *	ended, and which keep its siblings waiting
 * @node: the child, or NULL
 * @ended_at: when the last of them ended, or RCP_ORDER_NEVER while the first one runs
 * @kept_ns: for how long they have
 * @limit_ns: for how long they may
 */
struct rcp_order_run {
	const struct rcp_order_node *node;
	u64 ended_at;
	u64 kept_ns;
	u64 limit_ns;
};

/**
 * struct rcp_order - the order of a card
 * @card: root of the tree
 * @timeout_ns: a job that runs for longer hangs
 * @shared_ns: each job may keep others waiting for so long
 * @now: time of the last event
 * @seq: number of the last job that was queued or started
 * @timers: nodes, by the time at which something changes for them
 * @copies: copies that could run, by arrival
 * @ring: jobs in the ring, by their order there
 * @picked: the stream that was picked and has not started, or NULL
 * @streams: streams that were picked and have not ended
 * @streams_ns: their expected time
 * @copies_in_ring: copies that were picked and have not ended
 * @left_at: when a job left the ring last
 * @began_at: when the first job of @ring became the first
 * @runs: runs of the oldest job's process and of its user
 * @awaited: the child for which the empty ring waits, or NULL
 * @away_until: until when the job that is next waits for a child that is away, RCP_ORDER_NEVER if
 *	it does not
 * @lane: the process whose lane is open, or NULL: the tree is up to date
 * @lane_at: when a stream of @lane started or ended last
 * @lane_ns: time that the ring lost to jobs of @lane since the lane was opened, less @streams_ns of
 *	that time
 * @lane_floor_ns: what @lane had used more at a pick than when the lane was opened, at most
 * @stopped: the card is being reset: nothing is picked
 * @draining: no job is held back, because jobs are cancelled at their turn
 */
struct rcp_order {
	struct rcp_order_node card;
	u64 timeout_ns;
	u64 shared_ns;
	u64 now;
	u64 seq;
	struct rcp_heap timers;
	struct rcp_heap copies;
	struct rcp_heap ring;
	struct rcp_order_job *picked;
	u32 streams;
	u64 streams_ns;
	u32 copies_in_ring;
	u64 left_at;
	u64 began_at;
	struct rcp_order_run runs[RCP_ORDER_LEVELS];
	struct rcp_order_node *awaited;
	u64 away_until;
	struct rcp_order_node *lane;
	u64 lane_at;
	s64 lane_ns;
	s64 lane_floor_ns;
	bool stopped;
	bool draining;
};

/* The struct whose @member is an entry of a heap */
#define rcp_order_entry(entry, type, member) \
	((type *)((char *)(entry) - offsetof(type, member)))
#define rcp_order_job_at(entry)		rcp_order_entry(entry, struct rcp_order_job, place)
#define rcp_order_node_at(entry)	rcp_order_entry(entry, struct rcp_order_node, place)

/* Test whether @job is of a run: it was in the ring together with the one before it. */
static inline bool rcp_order_continues(const struct rcp_order_run *run,
				       const struct rcp_order_node *node,
				       const struct rcp_order_job *job)
{
	return run->node == node && job->picked_at <= run->ended_at;
}

/* The oldest job in the ring, or NULL. */
static inline struct rcp_order_job *rcp_order_first(const struct rcp_order *order)
{
	return order->ring.first ? rcp_order_job_at(order->ring.first) : NULL;
}

/* Test whether no other process wants the card. */
static inline bool rcp_order_is_alone(const struct rcp_order_node *process)
{
	const struct rcp_order_node *user = process->parent;

	return user->wanting == process->wants && user->parent->wanting == user->wants;
}

/*
 * Test whether a child has less than its own places in the ring; that is no matter if no sibling
 * wants the card.
 */
static inline bool rcp_order_has_place(const struct rcp_order_node *node)
{
	return node->in_ring < RCP_ORDER_PLACES || node->parent->wanting == node->wants;
}

/*
 * Test whether siblings of a child wait: they have jobs in the ring, could run one, or wait to
 * copy, which they do behind the jobs in the ring.
 */
static inline bool rcp_order_is_contended(const struct rcp_order_node *node)
{
	const struct rcp_heap_node *first = node->parent->ready_heap.first;

	return node->parent->in_ring > node->in_ring || node->parent->blocked > node->blocked ||
	       (first && (first != &node->place || first->left));
}

/* Test whether a process is before another one: its user has used less, or of one user itself. */
static inline bool rcp_order_is_before(const struct rcp_order_node *process,
				       const struct rcp_order_node *other)
{
	if (process->parent != other->parent) {
		process = process->parent;
		other = other->parent;
	}
	return process->used_ns < other->used_ns;
}

u64 rcp_order_has_credit_at(const struct rcp_order *order, const struct rcp_order_node *node);

/*
 * The time from which a child may run a job, ns; not after &rcp_order.now if it may now.  A child
 * that is alone may always.
 */
static inline u64 rcp_order_may_run_at(const struct rcp_order *order,
				       const struct rcp_order_node *node)
{
	return node->parent->wanting == node->wants || order->draining ? order->now :
	       rcp_order_has_credit_at(order, node);
}

/* Wait for no child that is away, until rcp_order_next() is asked again. */
static inline void rcp_order_await_none(struct rcp_order *order)
{
	order->awaited = NULL;
	order->away_until = RCP_ORDER_NEVER;
}

/* Change what a child has used: the ring lost time to it, or an expectation was wrong. */
static inline void rcp_order_charge(struct rcp_order_node *node, s64 ns)
{
	struct rcp_order_node *parent = node->parent;

	node->used_ns += (u64)ns;
	if (parent->top_ns < node->used_ns)
		parent->top_ns = node->used_ns;
	if (node->is_ready)
		rcp_heap_change(&parent->ready_heap, &node->place, node->used_ns);
	if (rcp_heap_has(&node->away))
		rcp_heap_change(&parent->absent_heap, &node->away, node->used_ns);
}

/* A job is picked now, and not charged yet. */
static inline void rcp_order_mark_picked(const struct rcp_order *order, struct rcp_order_job *job)
{
	job->state = RCP_ORDER_PICKED;
	job->picked_at = order->now;
	job->charged_ns = 0;
	memset(job->kept_ns, 0, sizeof(job->kept_ns));
}

/* A picked job is in the ring now. */
static inline void rcp_order_enter(struct rcp_order *order, struct rcp_order_job *job)
{
	job->state = RCP_ORDER_IN_RING;
	rcp_order_await_none(order);
	if (!order->ring.first)
		order->began_at = order->now;
	rcp_heap_add(&order->ring, &job->place, ++order->seq);
}

/*
 * The mean follows longer jobs at once and shorter ones slowly, so that few jobs are underrated.
 * It tells short jobs from others, and is what a job is charged in advance: with more than that,
 * others would be ahead when a job is short after long ones, and pay back for as long in one piece.
 */
static inline void rcp_order_average(struct rcp_order_node *process, u64 ns)
{
	if (ns > RCP_ORDER_ALONE_NS)
		ns = RCP_ORDER_ALONE_NS;
	if (!process->known || ns > process->mean_ns)
		process->mean_ns = ns;
	else
		process->mean_ns -= (process->mean_ns - ns) / 8;
	process->known = true;
}

/* rcp_order.c */
void rcp_order_init(struct rcp_order *order, u64 timeout_ns, u64 shared_ns, u64 now);
void rcp_order_queue(struct rcp_order *order, struct rcp_order_job *job, u64 now);
void rcp_order_unqueue(struct rcp_order *order, struct rcp_order_job *job, u64 now);
struct rcp_order_job *rcp_order_next(struct rcp_order *order, u64 now);
bool rcp_order_has_copy_place(const struct rcp_order *order, const struct rcp_order_job *job);
bool rcp_order_tree_try(struct rcp_order *order, struct rcp_order_job *job, u64 now);
void rcp_order_put(struct rcp_order *order, struct rcp_order_job *job, u64 now);
void rcp_order_start(struct rcp_order *order, struct rcp_order_job *job, u64 now);
void rcp_order_tree_end(struct rcp_order *order, struct rcp_order_job *job, bool stopped,
			u64 now);
void rcp_order_block(struct rcp_order *order, struct rcp_order_node *process, int by, u64 now);
void rcp_order_stop(struct rcp_order *order, u64 now);
void rcp_order_resume(struct rcp_order *order, u64 now);
void rcp_order_drain(struct rcp_order *order, bool draining, u64 now);
void rcp_order_restart(struct rcp_order *order, u64 now);
bool rcp_order_is_low(const struct rcp_order *order);
u64 rcp_order_ask_at(const struct rcp_order *order);
u64 rcp_order_deadline(const struct rcp_order *order);

/* rcp_order_node.c */
void rcp_order_join(struct rcp_order *order, struct rcp_order_node *node,
		    struct rcp_order_node *parent, u64 now);
void rcp_order_leave(struct rcp_order *order, struct rcp_order_node *node, u64 now);
void rcp_order_advance(struct rcp_order *order, u64 now);
void rcp_order_settle(struct rcp_order *order, struct rcp_order_node *node);

/* rcp_order_lane.c */
bool rcp_order_try(struct rcp_order *order, struct rcp_order_job *job, u64 now);
void rcp_order_end(struct rcp_order *order, struct rcp_order_job *job, bool stopped, u64 now);

/* rcp_order_credit.c */
s64 rcp_order_credit(const struct rcp_order_node *node, u64 now);
u64 rcp_order_limit(const struct rcp_order *order, const struct rcp_order_node *node);
bool rcp_order_owes(const struct rcp_order_node *node, u64 now);
void rcp_order_spend(struct rcp_order *order, struct rcp_order_node *node, u64 kept_ns,
		     bool stopped);
void rcp_order_learn(struct rcp_order *order, struct rcp_order_node *node, u64 ns, bool stopped);
void rcp_order_begin_credit(struct rcp_order_node *node, u64 now);

#endif /* RCP_ORDER_H */
