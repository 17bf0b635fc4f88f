// SPDX-License-Identifier: GPL-2.0
/*
 * Histories of known attacks, and of honest clients: what the victim must get in each.
 */
#include <stdio.h>

#include "random.h"
#include "tap.h"
#include "sim.h"

#define US RCP_ORDER_US
#define MS RCP_ORDER_MS
#define S RCP_ORDER_S

#define RUNS(who, times, number, ...) \
	{ .user = who, .copies = times, .steps = number, .step = { __VA_ARGS__ } }
#define JOB(ns)		{ SIM_JOB, 1, ns }
#define BIG(ns)		{ SIM_JOB, SIM_APERTURE, ns }
#define FENCED(ns)	{ SIM_FENCED, 1, ns }
#define COPY(ns)	{ SIM_COPY, 0, ns }
#define MOVE(ns)	{ SIM_MOVE, 0, ns }
#define SLEEP(ns)	{ SIM_SLEEP, 0, ns }
#define WAIT		{ SIM_WAIT, 0, 0 }
#define FORK		{ SIM_FORK, 0, 0 }
#define EXIT		{ SIM_EXIT, 0, 0 }

static const struct row {
	const char *name;
	u32 share;	/* least percentage of the card, in the second half */
	u32 wait_ms;	/* longest wait for the begin of a job */
	struct sim_history history;
} rows[] = {
	{ "alone", 97, 1, { 1, { RUNS(0, 1, 2, JOB(4 * MS), WAIT) }, .ns = 60 * S } },
	/* What one order is for: each of these had starved the victim, or ended its frames. */
	{ "a paused holder of the aperture", 60, 4300, { 2, { RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 1, 1, BIG(9 * S)) }, .ns = 120 * S } },
	{ "frames beside a neighbour without credit", 30, 7000, { 3, {
		RUNS(0, 1, 2, JOB(2500 * MS), WAIT), RUNS(1, 8, 1, JOB(SIM_ENDLESS)),
		RUNS(2, 1, 3, JOB(4 * MS), WAIT, SLEEP(12 * MS)) }, .ns = 180 * S } },
	{ "a flood of short streams", 49, 130, { 2, { RUNS(0, 1, 2, JOB(40 * MS), WAIT),
		RUNS(1, 3, 1, JOB(400 * US)) }, .ns = 60 * S } },
	{ "eight processes with endless jobs", 60, 4300, { 2, { RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 8, 1, JOB(SIM_ENDLESS)) }, .ns = 120 * S } },
	/* A newcomer finds two in the ring, each of which may keep it waiting for 2 s. */
	{ "eight processes with endless jobs, now and then", 0, 6500, { 2, {
		RUNS(0, 1, 3, JOB(4 * MS), WAIT, SLEEP(25 * S)),
		RUNS(1, 8, 1, JOB(SIM_ENDLESS)) }, .ns = 120 * S } },
	{ "a process with endless jobs, now and then", 0, 6500, { 2, {
		RUNS(0, 1, 3, JOB(4 * MS), WAIT, SLEEP(25 * S)),
		RUNS(1, 1, 1, JOB(SIM_ENDLESS)) }, .ns = 120 * S } },
	/* Jobs that were expected to be short are in the ring together: one limit for all of them. */
	{ "endless jobs of processes that had short ones", 60, 4600, { 2, {
		RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 40, 7, JOB(40 * US), JOB(40 * US), JOB(40 * US), WAIT, SLEEP(300 * MS),
		     JOB(SIM_ENDLESS), WAIT) }, .ns = 120 * S } },
	{ "two endless jobs of a process, after short ones", 60, 4600, { 2, {
		RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 1, 8, JOB(40 * US), JOB(40 * US), WAIT, SLEEP(300 * MS), JOB(400 * US),
		     JOB(SIM_ENDLESS), JOB(SIM_ENDLESS), WAIT) }, .ns = 120 * S } },
	/* Found by the search: the first of them ends, which raises the limit. */
	{ "an endless job behind one of 3.9 s, expected to be short", 50, 11000, { 5, {
		RUNS(0, 1, 1, JOB(40 * MS)),
		RUNS(1, 1, 5, JOB(SIM_ENDLESS), JOB(1100 * US), FENCED(4900 * MS), WAIT,
		     JOB(3855029819)),
		RUNS(1, 1, 4, JOB(90 * MS), COPY(0), JOB(917107), WAIT),
		RUNS(1, 6, 4, FENCED(3522417), FORK, FENCED(90 * MS), WAIT),
		RUNS(1, 5, 4, SLEEP(2607977914), WAIT, SLEEP(0), JOB(56936563)) },
		.ns = 60 * S } },
	{ "three endless jobs of a process that had short ones, now and then", 0, 4900, { 2, {
		RUNS(0, 1, 3, SLEEP(4 * S), JOB(4 * MS), WAIT),
		RUNS(1, 1, 8, JOB(40 * US), JOB(40 * US), JOB(40 * US), WAIT, SLEEP(3 * S),
		     JOB(SIM_ENDLESS), JOB(SIM_ENDLESS), JOB(SIM_ENDLESS)) }, .ns = 120 * S } },
	{ "a new process for each endless job", 60, 4300, { 2, { RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 1, 3, JOB(SIM_ENDLESS), FORK, SLEEP(100 * MS)) }, .ns = 120 * S } },
	{ "a new process for each endless job, of the same user", 60, 4300, { 2, {
		RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(0, 1, 4, JOB(SIM_ENDLESS), WAIT, FORK, SLEEP(10 * MS)) }, .ns = 120 * S } },
	{ "two users with endless jobs", 60, 8500, { 3, { RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 1, 1, JOB(SIM_ENDLESS)), RUNS(2, 1, 1, JOB(SIM_ENDLESS)) },
		.ns = 120 * S } },
	{ "four users with endless jobs", 50, 17000, { 5, { RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 1, 1, JOB(SIM_ENDLESS)), RUNS(2, 1, 1, JOB(SIM_ENDLESS)),
		RUNS(3, 1, 1, JOB(SIM_ENDLESS)), RUNS(4, 1, 1, JOB(SIM_ENDLESS)) },
		.ns = 120 * S } },
	/* A job that passes a client in the moment between its jobs costs that a moment. */
	{ "a client that waits for jobs of 0.4 ms, beside jobs of 1.9 ms", 45, 5, { 2, {
		RUNS(0, 1, 2, JOB(400 * US), WAIT), RUNS(1, 1, 1, JOB(1900 * US)) },
		.ns = 60 * S } },
	/* A job that is short after long ones lets others go first for no longer than 100 ms. */
	{ "frames of 0.9 s beside short jobs, some of them after long ones", 49, 2000, { 3, {
		RUNS(0, 1, 2, JOB(900 * MS), WAIT),
		RUNS(1, 1, 8, JOB(1900 * MS), JOB(40 * US), WAIT, JOB(40 * US), WAIT, JOB(40 * US),
		     WAIT, SLEEP(1 * S)),
		RUNS(1, 8, 1, JOB(1 * MS)) }, .ns = 60 * S } },
	{ "jobs of another range each time", 49, 130, { 2, { RUNS(0, 1, 2, JOB(40 * MS), WAIT),
		RUNS(1, 3, 1, BIG(40 * US)) }, .ns = 60 * S } },
	{ "frames beside forty idle processes of the same user", 49, 2600, { 2, {
		RUNS(0, 1, 2, JOB(2500 * MS), WAIT),
		RUNS(0, 40, 3, JOB(40 * US), WAIT, SLEEP(20 * MS)) }, .ns = 60 * S } },
	{ "streams that wait for fences", 49, 90, { 2, { RUNS(0, 1, 2, JOB(40 * MS), WAIT),
		RUNS(1, 20, 2, FENCED(2 * S), JOB(40 * MS)) }, .ns = 60 * S } },
	{ "processes that exit with their jobs queued", 49, 130, { 2, {
		RUNS(0, 1, 2, JOB(40 * MS), WAIT),
		RUNS(1, 10, 4, JOB(40 * MS), JOB(40 * MS), EXIT, SLEEP(5 * MS)) },
		.ns = 60 * S } },
	{ "copies", 45, 130, { 2, { RUNS(0, 1, 2, JOB(40 * MS), WAIT),
		RUNS(1, 4, 3, COPY(900 * US), COPY(900 * US), SLEEP(10 * MS)) }, .ns = 60 * S } },
	/* Nothing but copies, from processes that have used more: one at a time beside the victim. */
	{ "copies of eight processes, and jobs of 1 ms", 45, 10, { 2, {
		RUNS(0, 1, 2, JOB(1 * MS), WAIT),
		RUNS(1, 8, 3, COPY(700 * US), COPY(700 * US), WAIT) }, .ns = 60 * S } },
	{ "copies of a process, and short jobs", 9, 10, { 2, {
		RUNS(0, 1, 2, JOB(100 * US), WAIT),
		RUNS(1, 1, 3, COPY(900 * US), COPY(900 * US), WAIT) }, .ns = 60 * S } },
	/* The user that has used less gets the next window, and a client that waits for one wants the card. */
	{ "moves beside jobs of 1.9 s and moves of twenty processes", 0, 2000, { 3, {
		RUNS(0, 1, 4, MOVE(700 * US), MOVE(700 * US), JOB(40 * US), WAIT),
		RUNS(1, 1, 1, JOB(1900 * MS)), RUNS(1, 20, 1, MOVE(700 * US)) }, .ns = 60 * S } },
	{ "moves beside those of forty processes that were idle", 0, 30, { 2, {
		RUNS(0, 1, 4, MOVE(700 * US), MOVE(700 * US), JOB(40 * US), WAIT),
		RUNS(1, 40, 8, MOVE(700 * US), MOVE(700 * US), MOVE(700 * US), MOVE(700 * US),
		     MOVE(700 * US), MOVE(700 * US), MOVE(700 * US), SLEEP(20 * S)) },
		.ns = 60 * S } },
	{ "moves beside endless jobs", 0, 4300, { 2, { RUNS(0, 1, 1, MOVE(700 * US)),
		RUNS(1, 1, 1, JOB(SIM_ENDLESS)) }, .ns = 60 * S } },
	{ "jobs of a client that was idle for long", 49, 1000, { 2, {
		RUNS(0, 1, 2, JOB(40 * MS), WAIT),
		RUNS(1, 1, 8, JOB(900 * MS), JOB(900 * MS), JOB(900 * MS), JOB(900 * MS),
		     JOB(900 * MS), JOB(900 * MS), JOB(900 * MS), SLEEP(20 * S)) },
		.ns = 120 * S } },
	{ "forty processes", 49, 90, { 2, { RUNS(0, 1, 2, JOB(40 * MS), WAIT),
		RUNS(1, 40, 1, JOB(40 * MS)) }, .ns = 60 * S } },
	{ "new processes of the same user", 30, 130, { 2, { RUNS(0, 1, 2, JOB(40 * MS), WAIT),
		RUNS(0, 2, 3, JOB(40 * MS), WAIT, FORK) }, .ns = 60 * S } },
	/* Found by the search. */
	{ "long jobs of processes that had short ones", 45, 4000, { 2, {
		RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 7, 6, JOB(40 * MS), FORK, JOB(44 * US), JOB(44 * US), JOB(44 * US),
		     JOB(900 * MS)) }, .ns = 60 * S } },
	{ "short jobs in each moment", 45, 4000, { 2, { RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 1, 3, JOB(47 * US), JOB(900 * MS), FORK) }, .ns = 60 * S } },
	{ "short jobs of ten processes together, beside copies and new processes", 47, 120, { 4, {
		RUNS(0, 1, 2, JOB(4 * MS), WAIT),
		RUNS(1, 1, 5, COPY(628247), SLEEP(1900 * MS), FORK, JOB(29078), WAIT),
		RUNS(1, 10, 4, JOB(900 * US), SLEEP(1100 * US), SLEEP(166643038), FENCED(900 * US)),
		RUNS(1, 1, 3, SLEEP(516873), JOB(26771044), WAIT) }, .ns = 60 * S } },
	/* Honest clients: slow is not hung. */
	{ "frames of 2.5 s beside a desktop", 49, 2600, { 2, {
		RUNS(0, 1, 2, JOB(2500 * MS), WAIT),
		RUNS(1, 1, 3, JOB(4 * MS), WAIT, SLEEP(12 * MS)) }, .ns = 120 * S } },
	{ "frames of 8 s beside a desktop, after one of 3 s", 40, 10500, { 2, {
		RUNS(0, 1, 8, JOB(3 * S), WAIT, JOB(8 * S), WAIT, JOB(8 * S), WAIT,
		     JOB(8 * S), WAIT),
		RUNS(1, 1, 3, JOB(4 * MS), WAIT, SLEEP(12 * MS)) }, .ns = 180 * S } },
	{ "a desktop beside jobs of 1.9 s after short ones", 10, 4000, { 2, {
		RUNS(0, 1, 3, JOB(4 * MS), WAIT, SLEEP(12 * MS)),
		RUNS(1, 1, 8, JOB(40 * US), JOB(40 * US), JOB(40 * US), WAIT, JOB(1900 * MS),
		     JOB(1900 * MS), JOB(1900 * MS), JOB(1900 * MS)) }, .ns = 120 * S } },
	{ "a desktop beside frames of 2.5 s", 12, 2600, { 2, {
		RUNS(0, 1, 3, JOB(4 * MS), WAIT, SLEEP(12 * MS)),
		RUNS(1, 1, 2, JOB(2500 * MS), WAIT) }, .ns = 120 * S } },
	{ "a client that waits beside one with long streams", 48, 50, { 2, {
		RUNS(0, 1, 2, JOB(5 * MS), WAIT), RUNS(1, 1, 1, JOB(40 * MS)) },
		.ns = 60 * S } },
};

static void test_row(const struct row *row)
{
	u64 half = row->history.ns / 2;
	struct sim_result result, unchecked;
	u32 share;

	sim_run(&row->history, 11, &result);
	sim_run(&row->history, 0, &unchecked);
	if (!result.broken && memcmp(&result, &unchecked, sizeof(result)))
		result.broken = "another course if the invariants are tested";
	share = (u32)(100 * result.late_ns / half);
	tap_ok(!result.broken && !result.stopped && share >= row->share &&
	       result.worst_ns <= row->wait_ms * MS,
	       "%s: %u %% of %u, waits of %u ms of %u, %u jobs stopped, %u resets%s%s", row->name,
	       share, row->share, (u32)(result.worst_ns / MS), row->wait_ms, result.stopped,
	       result.resets, result.broken ? ": " : "", result.broken ? result.broken : "");
}

/* An endless job beside others is stopped after four seconds, alone only after ten. */
static void test_limits(void)
{
	struct sim_history alone = { 2, { RUNS(0, 1, 2, JOB(40 * US), WAIT),
		RUNS(1, 1, 3, SLEEP(2 * S), JOB(SIM_ENDLESS), WAIT) }, .ns = 25 * S };
	struct sim_history beside = alone;
	struct sim_result result;

	/* The victim leaves after its first job. */
	alone.program[0].steps = 3;
	alone.program[0].step[2] = (struct sim_step)SLEEP(1000 * S);
	sim_run(&alone, 1, &result);
	tap_ok(result.resets == 2, "alone on the card: %u hangs in 25 s of 2", result.resets);
	sim_run(&beside, 1, &result);
	tap_ok(result.worst_ns > 4 * S && result.worst_ns < 4300 * MS,
	       "the first endless job costs others %u ms of 4200",
	       (u32)(result.worst_ns / MS));
}

/* A card with a user, whose processes have used so many seconds. */
struct small {
	struct rcp_order order;
	struct rcp_order_node user;
	struct rcp_order_node process[3];
	struct rcp_order_job job[3];
};

static void small_init(struct small *small, u32 processes)
{
	u32 i;

	memset(small, 0, sizeof(*small));
	rcp_order_init(&small->order, SIM_TIMEOUT_NS, SIM_SHARED_NS, 0);
	rcp_order_join(&small->order, &small->user, &small->order.card, 0);
	for (i = 0; i < processes; i++) {
		small->job[i].process = &small->process[i];
		rcp_order_join(&small->order, &small->process[i], &small->user, 0);
	}
}

/* The number of the process whose job is next, -1: none */
static int small_next(struct small *small, u64 now)
{
	struct rcp_order_job *job = rcp_order_next(&small->order, now);

	return job ? (int)(job - small->job) : -1;
}

static void test_alone(void)
{
	struct small small;

	small_init(&small, 1);
	small.process[0].credit_ns = -50 * (s64)S;
	small.user.credit_ns = -50 * (s64)S;
	rcp_order_queue(&small.order, &small.job[0], 0);
	tap_ok(small_next(&small, 0) == 0, "a client alone on the card needs no credit");
}

static void test_alone_again(void)
{
	struct small small;
	bool pauses;

	small_init(&small, 2);
	small.process[0].credit_ns = -50 * (s64)S;
	rcp_order_queue(&small.order, &small.job[1], 0);
	rcp_order_queue(&small.order, &small.job[0], 0);
	pauses = small_next(&small, 0) == 1;
	rcp_order_start(&small.order, &small.job[1], 0);
	rcp_order_end(&small.order, &small.job[1], false, MS);
	pauses &= small_next(&small, MS) == -1;
	tap_ok(pauses && small_next(&small, 1100 * MS) == 0,
	       "a pause ends a second after the last job of the others");
}

static void test_new_process(void)
{
	struct small small;

	small_init(&small, 2);
	rcp_order_charge(&small.process[0], 200 * (s64)MS);
	rcp_order_charge(&small.process[1], 300 * (s64)MS);
	rcp_order_queue(&small.order, &small.job[0], 0);
	rcp_order_queue(&small.order, &small.job[1], 0);
	small.job[2].process = &small.process[2];
	rcp_order_join(&small.order, &small.process[2], &small.user, 0);
	tap_ok(small.process[2].used_ns >= 300 * MS,
	       "a new process begins behind its siblings that wait");
}

static void test_gate(void)
{
	struct small small;

	small_init(&small, 2);
	small.process[0].mean_ns = 40 * US;
	small.process[1].mean_ns = 40 * US;
	rcp_order_queue(&small.order, &small.job[0], 0);
	rcp_order_queue(&small.order, &small.job[1], 0);
	tap_ok(small_next(&small, 0) == 0 && small_next(&small, 0) == -1,
	       "no job passes the one that waits for its range");
	rcp_order_start(&small.order, &small.job[0], 10);
	tap_ok(small_next(&small, 10) == 1, "the next one follows it");
}

/* A process with short jobs, as far as is known, and a sibling that was here a moment ago. */
static void test_short_job(void)
{
	struct small small;
	u64 lead;

	for (lead = MS; lead <= S; lead *= S / MS) {
		small_init(&small, 2);
		small.process[0].mean_ns = 40 * US;
		small.process[1].mean_ns = 40 * US;
		rcp_order_queue(&small.order, &small.job[0], 0);
		small_next(&small, 0);
		rcp_order_start(&small.order, &small.job[0], 0);
		rcp_order_end(&small.order, &small.job[0], false, 40 * US);
		rcp_order_queue(&small.order, &small.job[1], 50 * US);
		rcp_order_charge(&small.process[1], (s64)lead);
		if (lead == MS)
			tap_ok(small_next(&small, 60 * US) == 1,
			       "a short job does not wait for a sibling that is away");
		else
			tap_ok(small_next(&small, 60 * US) == -1 &&
			       small_next(&small, 1100 * US) == 1,
			       "a process that has used far more does, for a millisecond");
	}
}

/* A moment for which the empty ring waits is charged, whatever happens in it. */
static void test_moment(void)
{
	struct small small;
	u64 used_ns;

	small_init(&small, 2);
	small.process[0].mean_ns = 40 * US;
	rcp_order_queue(&small.order, &small.job[0], 0);
	small_next(&small, 0);
	rcp_order_start(&small.order, &small.job[0], 0);
	rcp_order_end(&small.order, &small.job[0], false, 40 * US);
	rcp_order_queue(&small.order, &small.job[1], 50 * US);
	rcp_order_charge(&small.process[1], MS);
	used_ns = small.process[0].used_ns;
	small_next(&small, 50 * US);
	rcp_order_join(&small.order, &small.process[2], &small.user, 100 * US);
	rcp_order_leave(&small.order, &small.process[2], 110 * US);
	tap_ok(small_next(&small, 2 * MS) == 1 && small.process[0].used_ns == used_ns + 990 * US,
	       "a child pays for the moment that is waited for it, while others come and go");
}

/*
 * Two processes of a user with short jobs, as far as is known, one of which is endless, and another
 * user.
 */
static void test_behind(void)
{
	struct rcp_order_node other = { 0 };
	struct small small;
	u64 first, second;

	small_init(&small, 3);
	rcp_order_join(&small.order, &other, &small.order.card, 0);
	small.process[2].parent = &other;
	rcp_order_charge(&other, MS);
	small.process[0].mean_ns = 40 * US;
	small.process[1].mean_ns = 40 * US;
	rcp_order_queue(&small.order, &small.job[0], 0);
	rcp_order_queue(&small.order, &small.job[1], 0);
	rcp_order_queue(&small.order, &small.job[2], 0);
	rcp_order_start(&small.order, rcp_order_next(&small.order, 0), 0);
	rcp_order_start(&small.order, rcp_order_next(&small.order, 10 * US), 10 * US);
	rcp_order_advance(&small.order, S);
	first = rcp_order_deadline(&small.order);
	rcp_order_end(&small.order, &small.job[0], true, first + SIM_RESET_NS);
	rcp_order_advance(&small.order, first + SIM_RESET_NS + 10 * MS);
	second = rcp_order_deadline(&small.order);
	tap_ok(first == 4 * S && second == first + SIM_RESET_NS + 100 * MS,
	       "a job behind an endless one of its user is stopped after %u ms of 100",
	       (u32)((second - first - SIM_RESET_NS) / MS));
}

#define LATENCY_NS	(40 * US)
#define SHORT_JOBS	16u

/*
 * A card that executes its ring without a gap, and whose interrupt comes LATENCY_NS after the end
 * of a job.  The jobs of two clients are in the ring or ready; a second client without jobs has had
 * one.
 */
struct short_card {
	struct rcp_order order;
	struct rcp_order_node user[2];
	struct rcp_order_node process[2];
	struct rcp_order_job job[2 * SHORT_JOBS];
	u64 seen_at[2 * SHORT_JOBS];
	u64 idle_at;		/* the end of the last job in the ring */
	u32 done[2];
};

static void short_init(struct short_card *card, u32 jobs_of_second)
{
	u32 c, i;

	memset(card, 0, sizeof(*card));
	rcp_order_init(&card->order, SIM_TIMEOUT_NS, SIM_SHARED_NS, 0);
	for (c = 0; c < 2; c++) {
		rcp_order_join(&card->order, &card->user[c], &card->order.card, 0);
		rcp_order_join(&card->order, &card->process[c], &card->user[c], 0);
	}
	for (i = 0; i < SHORT_JOBS + (jobs_of_second ? jobs_of_second : 1); i++) {
		card->job[i].process = &card->process[i / SHORT_JOBS];
		rcp_order_queue(&card->order, &card->job[i], 0);
	}
}

/* Put all jobs that the order allows into the ring. */
static void short_feed(struct short_card *card, u64 ns, u64 now)
{
	struct rcp_order_job *job;

	while ((job = rcp_order_next(&card->order, now))) {
		rcp_order_start(&card->order, job, now);
		card->idle_at = (card->idle_at > now ? card->idle_at : now) + ns;
		card->seen_at[job - card->job] = card->idle_at + LATENCY_NS;
	}
}

/*
 * Jobs of @ns: a client with SHORT_JOBS of them, and one with @jobs_of_second.  Returns how much of
 * the card they use, in percent; @second is the share of the second client's jobs.
 */
static u32 short_share(u64 ns, u32 jobs_of_second, u32 *second)
{
	static struct short_card card;
	struct rcp_order_job *job;
	u64 now = 0;
	u32 all;

	short_init(&card, jobs_of_second);
	while (now < S) {
		short_feed(&card, ns, now);
		job = rcp_order_first(&card.order);
		if (!job)
			return 0;
		now = card.seen_at[job - card.job];
		card.done[job->process - card.process]++;
		rcp_order_end(&card.order, job, false, now);
		if (jobs_of_second || job->process == card.process)
			rcp_order_queue(&card.order, job, now);
	}
	all = card.done[0] + card.done[1];
	*second = 100 * card.done[1] / all;
	return (u32)(100 * ns * all / S);
}

static void test_short_share(void)
{
	static const struct {
		u64 ns;
		u32 jobs_of_second, share, second;
	} cases[] = {
		{ 10 * US, SHORT_JOBS, 79, 49 }, { 10 * US, 1, 59, 33 }, { 10 * US, 0, 39, 0 },
		{ 20 * US, SHORT_JOBS, 99, 49 }, { 20 * US, 1, 99, 33 }, { 20 * US, 0, 66, 0 },
		{ 40 * US, SHORT_JOBS, 99, 49 }, { 40 * US, 1, 99, 33 }, { 40 * US, 0, 99, 0 },
	};
	u32 i, share, second = 0;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		share = short_share(cases[i].ns, cases[i].jobs_of_second, &second);
		tap_ok(share >= cases[i].share && second >= cases[i].second,
		       "jobs of %u us, %u and %u of two clients: %u %% of the card of %u, %u %% of %u for the second",
		       (u32)(cases[i].ns / US), SHORT_JOBS, cases[i].jobs_of_second, share,
		       cases[i].share, second, cases[i].second);
	}
}

#define CROWD		8u
#define CROWD_JOBS	(CROWD * 8)
#define WAKE_NS		(15 * US)

/* The same card with several processes of a user, and a thread that takes WAKE_NS to wake. */
struct crowd {
	struct rcp_order order;
	struct rcp_order_node user;
	struct rcp_order_node process[CROWD];
	struct rcp_order_job job[CROWD_JOBS];
	u64 seen_at[CROWD_JOBS];
	u64 idle_at;		/* the end of the last job in the ring */
	u64 wakes_at;		/* NEVER: the thread is not woken */
	u32 wakes, ended;
};

static void crowd_event(struct crowd *crowd, u64 now)
{
	if (crowd->wakes_at != RCP_ORDER_NEVER || !rcp_order_is_low(&crowd->order))
		return;
	crowd->wakes_at = now + WAKE_NS;
	crowd->wakes++;
}

static void crowd_init(struct crowd *crowd)
{
	u32 i;

	memset(crowd, 0, sizeof(*crowd));
	rcp_order_init(&crowd->order, SIM_TIMEOUT_NS, SIM_SHARED_NS, 0);
	rcp_order_join(&crowd->order, &crowd->user, &crowd->order.card, 0);
	for (i = 0; i < CROWD; i++)
		rcp_order_join(&crowd->order, &crowd->process[i], &crowd->user, 0);
	for (i = 0; i < CROWD_JOBS; i++) {
		crowd->job[i].process = &crowd->process[i % CROWD];
		rcp_order_queue(&crowd->order, &crowd->job[i], 0);
	}
	crowd->wakes_at = 0;
}

static void crowd_write(struct crowd *crowd, u64 ns, u64 now)
{
	struct rcp_order_job *job;

	crowd->wakes_at = RCP_ORDER_NEVER;
	while ((job = rcp_order_next(&crowd->order, now))) {
		rcp_order_start(&crowd->order, job, now);
		crowd->idle_at = (crowd->idle_at > now ? crowd->idle_at : now) + ns;
		crowd->seen_at[job - crowd->job] = crowd->idle_at + LATENCY_NS;
	}
}

/*
 * Processes that always have jobs of @ns in the ring or ready.  Returns how much of the card they
 * use, in percent; @wakes is how often the thread wakes for 100 jobs.
 */
static u32 crowd_share(u64 ns, u32 *wakes)
{
	static struct crowd crowd;
	struct rcp_order_job *job;
	u64 now = 0;

	crowd_init(&crowd);
	while (now < S) {
		job = rcp_order_first(&crowd.order);
		if (job && crowd.seen_at[job - crowd.job] <= crowd.wakes_at) {
			now = crowd.seen_at[job - crowd.job];
			rcp_order_end(&crowd.order, job, false, now);
			crowd.ended++;
			crowd_event(&crowd, now);
			rcp_order_queue(&crowd.order, job, now);
			crowd_event(&crowd, now);
		} else if (crowd.wakes_at != RCP_ORDER_NEVER) {
			now = crowd.wakes_at;
			crowd_write(&crowd, ns, now);
		} else {
			return 0;
		}
	}
	*wakes = 100 * crowd.wakes / crowd.ended;
	return (u32)(100 * ns * crowd.ended / S);
}

/* The thread writes several short jobs each time that it wakes, and the card does not wait for it. */
static void test_crowd(void)
{
	static const struct {
		u64 ns;
		u32 share, wakes;
	} cases[] = {
		{ 10 * US, 99, 60 }, { 20 * US, 99, 20 }, { 40 * US, 99, 20 }, { 100 * US, 99, 20 },
		{ 300 * US, 99, 40 }, { 2 * MS, 99, 100 },
	};
	u32 i, share, wakes = 0;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		share = crowd_share(cases[i].ns, &wakes);
		tap_ok(share >= cases[i].share && wakes <= cases[i].wakes,
		       "jobs of %u us of %u processes: %u %% of the card of %u, %u wake-ups of %u for 100 jobs",
		       (u32)(cases[i].ns / US), CROWD, share, cases[i].share, wakes, cases[i].wakes);
	}
}

void history_tests(void)
{
	const struct row *row;

	for (row = rows; row < rows + ARRAY_SIZE(rows); row++)
		test_row(row);
	test_limits();
	test_short_share();
	test_crowd();
	test_alone();
	test_alone_again();
	test_new_process();
	test_gate();
	test_short_job();
	test_moment();
	test_behind();
}

void heap_tests(void)
{
	static struct rcp_heap_node nodes[300];
	struct rcp_heap heap = { NULL };
	u64 state = RANDOM_START, last = 0;
	u32 round, i, held = 0;
	bool good = true;

	for (round = 0; round < 20000; round++) {
		i = random_below(&state, ARRAY_SIZE(nodes));
		if (rcp_heap_has(&nodes[i]))
			rcp_heap_remove(&heap, &nodes[i]);
		else
			rcp_heap_add(&heap, &nodes[i], random_below(&state, 100));
	}
	for (i = 0; i < ARRAY_SIZE(nodes); i++)
		held += rcp_heap_has(&nodes[i]);
	for (; heap.first; held--) {
		good &= heap.first->key >= last;
		last = heap.first->key;
		rcp_heap_remove(&heap, heap.first);
	}
	tap_ok(good && !held, "a heap returns its entries by key, each once");
}
