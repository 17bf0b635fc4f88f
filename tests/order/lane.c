// SPDX-License-Identifier: GPL-2.0
/*
 * The lane (fence/order/rcp_order_lane.c) against the tree: the same events for two orders, one of
 * which has no lane, must have the same answers and leave the same tree.
 */
#include <stdio.h>

#include "random.h"
#include "tap.h"
#include "sim.h"

#define USERS		2u
#define PROCESSES	4u
#define JOBS		6u
#define EVENTS		400u

/* One of the two orders.  Jobs of the same number are the same job. */
struct side {
	struct rcp_order order;
	struct rcp_order_node user[USERS];
	struct rcp_order_node process[PROCESSES];
	struct rcp_order_job job[JOBS];
	bool lane;
};

struct pair {
	struct side side[2];
	u64 now;
	u64 state;
	u64 laned;	/* streams that went through the lane */
	u64 copied;	/* copies that found it open */
	u32 blocked[PROCESSES];
	const char *why;
};

static void side_init(struct side *side, bool lane, u64 shared_ns)
{
	u32 i;

	memset(side, 0, sizeof(*side));
	side->lane = lane;
	rcp_order_init(&side->order, SIM_TIMEOUT_NS, shared_ns, 0);
	for (i = 0; i < USERS; i++)
		rcp_order_join(&side->order, &side->user[i], &side->order.card, 0);
	for (i = 0; i < PROCESSES; i++)
		rcp_order_join(&side->order, &side->process[i], &side->user[i % USERS], 0);
}

/* Without the lane a copy is queued, picked and started. */
static bool side_start_copy(struct side *side, struct rcp_order_job *job, u64 now)
{
	rcp_order_queue(&side->order, job, now);
	if (side->order.copies.first != &job->place ||
	    !rcp_order_has_copy_place(&side->order, job))
		return false;
	rcp_order_start(&side->order, rcp_order_next(&side->order, now), now);
	return true;
}

/* Submit a job, of the kernel if @process is PROCESSES.  Returns whether it went to the ring. */
static bool side_submit(struct side *side, u32 n, u32 process, bool copy, u64 now)
{
	struct rcp_order_job *job = &side->job[n];
	bool started;

	memset(job, 0, sizeof(*job));
	job->process = process < PROCESSES ? &side->process[process] : NULL;
	job->is_copy = copy;
	if (copy && !side->lane)
		return side_start_copy(side, job, now);
	started = side->lane ? rcp_order_try(&side->order, job, now) :
			       rcp_order_tree_try(&side->order, job, now);
	if (!started)
		rcp_order_queue(&side->order, job, now);
	return started;
}

/* The number of the job that leaves the ring, or that is picked; JOBS: none */
static u32 side_end(struct side *side, bool stopped, u64 now)
{
	struct rcp_order_job *job = rcp_order_first(&side->order);

	if (!job)
		return JOBS;
	if (side->lane)
		rcp_order_end(&side->order, job, stopped, now);
	else
		rcp_order_tree_end(&side->order, job, stopped, now);
	return (u32)(job - side->job);
}

static u32 side_next(struct side *side, u64 now)
{
	struct rcp_order_job *job = rcp_order_next(&side->order, now);

	if (!job)
		return JOBS;
	rcp_order_start(&side->order, job, now);
	return (u32)(job - side->job);
}

static bool same_node(const struct rcp_order_node *a, const struct rcp_order_node *b)
{
	return a->used_ns == b->used_ns && a->floor_ns == b->floor_ns && a->ready == b->ready &&
	       a->in_ring == b->in_ring && a->blocked == b->blocked &&
	       a->left_at == b->left_at && a->mean_ns == b->mean_ns &&
	       a->wants == b->wants && a->wanting == b->wanting && a->longs == b->longs &&
	       a->is_ready == b->is_ready && a->credit_ns == b->credit_ns &&
	       rcp_heap_has(&a->place) == rcp_heap_has(&b->place);
}

static const char *side_broken(const struct side *side)
{
	struct rcp_order_node *nodes[USERS + PROCESSES];
	u32 i;

	for (i = 0; i < USERS; i++)
		nodes[i] = (struct rcp_order_node *)&side->user[i];
	for (i = 0; i < PROCESSES; i++)
		nodes[USERS + i] = (struct rcp_order_node *)&side->process[i];
	return sim_broken(&side->order, nodes, USERS + PROCESSES);
}

static void compare(struct pair *pair)
{
	struct side *a = &pair->side[0], *b = &pair->side[1];
	u32 i;

	rcp_order_advance(&a->order, pair->now);
	rcp_order_advance(&b->order, pair->now);
	for (i = 0; i < USERS; i++)
		if (!same_node(&a->user[i], &b->user[i]))
			pair->why = "a user differs";
	for (i = 0; i < PROCESSES; i++)
		if (!same_node(&a->process[i], &b->process[i]))
			pair->why = "a process differs";
	if (!same_node(&a->order.card, &b->order.card) || a->order.streams != b->order.streams ||
	    a->order.streams_ns != b->order.streams_ns || a->order.left_at != b->order.left_at ||
	    a->order.began_at != b->order.began_at)
		pair->why = "the card differs";
	if (!pair->why)
		pair->why = side_broken(a);
}

static void submit(struct pair *pair)
{
	bool copy = !random_below(&pair->state, 4);
	u32 n, process;

	/* Mostly the same process, so that there is a lane. */
	process = random_below(&pair->state, 16) ? 0 :
		  (u32)random_below(&pair->state, PROCESSES);
	if (copy && !random_below(&pair->state, 4))
		process = PROCESSES;
	for (n = 0; n < JOBS && pair->side[0].job[n].state != RCP_ORDER_NONE; n++)
		;
	if (n == JOBS)
		return;
	if (copy)
		pair->copied += pair->side[0].order.lane != NULL;
	else
		pair->laned += pair->side[0].order.lane == &pair->side[0].process[process];
	if (side_submit(&pair->side[0], n, process, copy, pair->now) !=
	    side_submit(&pair->side[1], n, process, copy, pair->now))
		pair->why = "a job goes to the ring on one side only";
}

/* A thread begins to wait until it can copy, or ends to. */
static void block(struct pair *pair)
{
	u32 n = (u32)random_below(&pair->state, PROCESSES), i;
	bool ends = pair->blocked[n];

	pair->blocked[n] = !ends;
	for (i = 0; i < 2; i++)
		rcp_order_block(&pair->side[i].order, &pair->side[i].process[n], ends ? -1 : 1,
				pair->now);
}

static void event(struct pair *pair)
{
	static const u64 steps[] = { 0, 40 * RCP_ORDER_US, 700 * RCP_ORDER_US, 3 * RCP_ORDER_MS,
				     80 * RCP_ORDER_MS, 150 * RCP_ORDER_MS, 1500 * RCP_ORDER_MS };
	u64 what = random_below(&pair->state, 32);
	bool stopped = what == 31;

	pair->now += steps[random_below(&pair->state, what < 8 ? ARRAY_SIZE(steps) : 3)];
	if (what < 15) {
		submit(pair);
	} else if (what < 29 || stopped) {
		if (side_end(&pair->side[0], stopped, pair->now) !=
		    side_end(&pair->side[1], stopped, pair->now))
			pair->why = "another job is the oldest";
	} else if (what < 30) {
		if (side_next(&pair->side[0], pair->now) != side_next(&pair->side[1], pair->now))
			pair->why = "another job is next";
	} else if (!random_below(&pair->state, 4)) {
		block(pair);
	} else {
		compare(pair);
	}
	if (!pair->why &&
	    rcp_order_deadline(&pair->side[0].order) != rcp_order_deadline(&pair->side[1].order))
		pair->why = "the deadline differs";
}

void lane_tests(void)
{
	static struct pair pair;
	u64 shared_ns;
	u32 run, i = 0;

	pair.state = RANDOM_START;
	for (run = 0; run < 2000 && !pair.why; run++) {
		/* With the least shared limit even short jobs raise the limit of the next one. */
		shared_ns = run % 2 ? SIM_SHARED_NS : 100 * RCP_ORDER_MS;
		side_init(&pair.side[0], true, shared_ns);
		side_init(&pair.side[1], false, shared_ns);
		memset(pair.blocked, 0, sizeof(pair.blocked));
		pair.now = 0;
		for (i = 0; i < EVENTS && !pair.why; i++)
			event(&pair);
	}
	tap_ok(!pair.why && pair.laned > 5000 && pair.copied > 2000,
	       "%llu streams and %llu copies in the lane, and the same order as without it%s%s",
	       (unsigned long long)pair.laned, (unsigned long long)pair.copied,
	       pair.why ? ": " : "", pair.why ? pair.why : "");
	if (pair.why)
		tap_note("run %u, event %u", run, i);
}
