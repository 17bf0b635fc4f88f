// SPDX-License-Identifier: GPL-2.0
/*
 * A search for histories that break a promise.
 *
 * The victim always wants the card and waits for each of its jobs, or keeps a few ready.  The
 * others, of one user or of two, run random programs, also beside the victim in its own user.  The
 * search keeps the histories that are worst for the victim and changes them further, once for its
 * share and once for its longest wait.
 */
#include <stdio.h>
#include <time.h>

#include "random.h"
#include "tap.h"
#include "sim.h"

#define KEPT		24u	/* histories that are changed further */
#define EVENTS		30000u
#define LENGTH_NS	(60 * RCP_ORDER_S)

enum goal { GOAL_SHARE, GOAL_WAIT, GOALS };

struct found {
	struct sim_history history;
	u64 cost;	/* for the victim */
};

struct search {
	u32 users;	/* of the others */
	enum goal goal;
	struct found kept[KEPT];
	struct found worst;
	u64 histories;
	u64 events;
	const char *broken;
};

static const u64 lengths[] = {
	40 * RCP_ORDER_US, 400 * RCP_ORDER_US, 900 * RCP_ORDER_US, 1100 * RCP_ORDER_US,
	3 * RCP_ORDER_MS, 40 * RCP_ORDER_MS, 90 * RCP_ORDER_MS, 110 * RCP_ORDER_MS,
	900 * RCP_ORDER_MS, 1900 * RCP_ORDER_MS, 3900 * RCP_ORDER_MS, 8 * RCP_ORDER_S,
	9900 * RCP_ORDER_MS, SIM_ENDLESS,
};

static u64 random_length(u64 *state)
{
	u64 ns = lengths[random_below(state, ARRAY_SIZE(lengths))];

	return random_below(state, 2) ? ns : ns / 2 + random_next(state) % ns;
}

static void random_step(u64 *state, struct sim_step *step)
{
	/* Jobs are most of it. */
	static const u8 ops[] = { SIM_JOB, SIM_JOB, SIM_JOB, SIM_JOB, SIM_WAIT, SIM_WAIT,
				  SIM_SLEEP, SIM_SLEEP, SIM_FENCED, SIM_COPY, SIM_MOVE, SIM_EXIT, SIM_FORK };

	step->op = ops[random_below(state, ARRAY_SIZE(ops))];
	step->space = random_below(state, 3) ? 1 : random_below(state, SIM_APERTURE + 1);
	step->ns = random_length(state);
	if (step->op != SIM_JOB && step->ns > 5 * RCP_ORDER_S)
		step->ns %= 5 * RCP_ORDER_S;
}

static void random_program(u64 *state, struct sim_program *program, u32 users)
{
	u32 i;

	program->user = 1 + random_below(state, users);
	program->copies = random_below(state, 3) ? 1 : 1 + random_below(state, 10);
	program->steps = 1 + random_below(state, SIM_STEPS);
	for (i = 0; i < program->steps; i++)
		random_step(state, &program->step[i]);
}

/* Victims that want the card all the time. */
static void random_victim(u64 *state, struct sim_program *program)
{
	static const u64 ns[] = { 4 * RCP_ORDER_MS, 10 * RCP_ORDER_MS, 40 * RCP_ORDER_MS };

	memset(program, 0, sizeof(*program));
	program->copies = 1;
	program->steps = 1 + random_below(state, 2);
	program->step[0].op = SIM_JOB;
	program->step[0].space = 1;
	program->step[0].ns = ns[random_below(state, ARRAY_SIZE(ns))];
	program->step[1].op = SIM_WAIT;
}

static void random_history(u64 *state, struct sim_history *history, u32 users)
{
	u32 i;

	memset(history, 0, sizeof(*history));
	history->ns = LENGTH_NS;
	history->events = EVENTS;
	history->programs = 2 + random_below(state, 5);
	random_victim(state, &history->program[0]);
	for (i = 1; i < history->programs; i++)
		random_program(state, &history->program[i], users);
}

static void change(u64 *state, struct sim_history *history, u32 users)
{
	u32 i = 1 + random_below(state, history->programs - 1u);
	struct sim_program *program = &history->program[i];
	struct sim_step *step = &program->step[random_below(state, program->steps)];

	switch (random_below(state, 8)) {
	case 0:
		random_victim(state, &history->program[0]);
		break;
	case 1:
		if (history->programs < 8)
			random_program(state, &history->program[history->programs++], users);
		break;
	case 2:
		if (history->programs > 2)
			*program = history->program[--history->programs];
		break;
	case 3:
		program->copies = 1 + random_below(state, 10);
		break;
	case 4:
		if (program->steps < SIM_STEPS)
			random_step(state, &program->step[program->steps++]);
		break;
	case 5:
		if (program->steps > 1)
			program->steps--;
		break;
	case 6:
		step->ns = random_length(state);
		break;
	default:
		random_step(state, step);
	}
}

static u64 cost(const struct search *search, const struct sim_result *result)
{
	if (search->goal == GOAL_WAIT)
		return result->worst_ns;
	if (result->least30_ns == RCP_ORDER_NEVER)
		return 0;
	return 30 * RCP_ORDER_S - result->least30_ns;
}

static void try(struct search *search, const struct sim_history *history)
{
	struct found *least = search->kept, *kept;
	struct sim_result result;
	u64 costs;

	/* The invariants take longer than all the rest. */
	sim_run(history, search->histories++ % 64 ? 0 : 3, &result);
	search->events += result.events;
	if (result.broken) {
		search->broken = result.broken;
		search->worst.history = *history;
		return;
	}
	costs = cost(search, &result);
	if (costs > search->worst.cost) {
		search->worst.history = *history;
		search->worst.cost = costs;
	}
	for (kept = search->kept; kept < search->kept + KEPT; kept++)
		if (kept->cost < least->cost)
			least = kept;
	if (costs > least->cost) {
		least->history = *history;
		least->cost = costs;
	}
}

static void look(struct search *search, u64 *state, u32 number)
{
	struct sim_history history;
	u32 i;

	while (number-- && !search->broken) {
		i = random_below(state, KEPT);
		if (!search->kept[i].cost || !random_below(state, 5)) {
			random_history(state, &history, search->users);
		} else {
			history = search->kept[i].history;
			for (i = 1 + random_below(state, 3); i; i--)
				change(state, &history, search->users);
		}
		try(search, &history);
	}
}

/* As a row of histories.c has it, so that the history can be run again. */
static void print_history(const struct sim_history *history)
{
	static const char *const names[SIM_OPS] = { "JOB", "FENCED", "COPY", "MOVE", "WAIT", "SLEEP",
						    "EXIT", "FORK" };
	u32 i, j;

	for (i = 0; i < history->programs; i++) {
		const struct sim_program *program = &history->program[i];
		char line[500];
		int at = 0;

		for (j = 0; j < program->steps; j++)
			at += snprintf(line + at, sizeof(line) - (size_t)at,
				       ", { SIM_%s, %u, %llu }", names[program->step[j].op],
				       program->step[j].space,
				       (unsigned long long)program->step[j].ns);
		tap_note("RUNS(%u, %u, %u%s),", program->user, program->copies, program->steps,
			 line);
	}
}

/*
 * What holds for any history.  Beside one user the victim has 30 % of any 30 s, beside two 10 %,
 * also while these use the credit that they have saved.  A wait is at most, for each other user,
 * one job limit, 100 ms for a second job that was expected to be short, and a reset for each of the
 * two; and a second for the victim's own eight jobs, of 40 ms at most, and as much of others.
 */
static bool holds(const struct search *search)
{
	u64 users = search->users, most;

	if (search->broken)
		return tap_ok(false, "beside %u users: %s", search->users, search->broken);
	if (search->goal == GOAL_WAIT) {
		most = users * (SIM_TIMEOUT_NS + RCP_ORDER_LONG_NS + 2 * SIM_RESET_NS) +
		       RCP_ORDER_S;
		return tap_ok(search->worst.cost <= most,
			      "beside %u users: of %llu histories the longest wait is %.1f s of %.1f",
			      search->users, (unsigned long long)search->histories,
			      (double)search->worst.cost / 1e9, (double)most / 1e9);
	}
	most = (users == 1 ? 21 : 27) * RCP_ORDER_S;
	return tap_ok(search->worst.cost <= most,
		      "beside %u users: of %llu histories the least of any 30 s is %.1f s of %.1f",
		      search->users, (unsigned long long)search->histories,
		      30 - (double)search->worst.cost / 1e9, 30 - (double)most / 1e9);
}

/**
 * search_tests() - search for histories that break a promise
 * @seconds: for so long, by the processor's time; 0: a fixed number of histories
 * @seed: of the random numbers
 *
 * Return: true if none was found.
 */
bool search_tests(u32 seconds, u64 seed)
{
	static struct search searches[2 * GOALS];
	clock_t end = clock() + (clock_t)seconds * CLOCKS_PER_SEC;
	struct search *search;
	u64 state = seed, histories = 0, events = 0;
	u32 i, rounds = 2;
	bool good = true;

	for (i = 0; i < ARRAY_SIZE(searches); i++) {
		searches[i].users = 1 + i / GOALS;
		searches[i].goal = (enum goal)(i % GOALS);
	}
	do {
		for (i = 0; i < ARRAY_SIZE(searches); i++)
			look(&searches[i], &state, 15);
	} while (seconds ? clock() < end : --rounds);
	for (search = searches; search < searches + ARRAY_SIZE(searches); search++) {
		histories += search->histories;
		events += search->events;
		if (!holds(search) || seconds)
			print_history(&search->worst.history);
		good &= !search->broken;
	}
	tap_note("%llu histories, %llu events, %.1f s", (unsigned long long)histories,
		 (unsigned long long)events, (double)clock() / CLOCKS_PER_SEC);
	return good;
}
