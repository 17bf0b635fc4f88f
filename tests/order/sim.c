// SPDX-License-Identifier: GPL-2.0
/*
 * The simulated card and its clients.
 */
#include "sim.h"

enum job_state { JOB_FREE, JOB_FENCED, JOB_READY, JOB_BOUND, JOB_RUNS };

struct job {
	struct rcp_order_job order;
	enum job_state state;
	struct process *process;
	u64 ns;
	u64 ready_at;
	u8 space;
	bool bare;	/* cancelled: only its fence is in the ring */
	bool window;	/* a copy through one */
};

struct process {
	struct rcp_order_node node;
	struct client *client;	/* NULL once it has exited */
	bool used;
	u32 jobs;
};

struct client {
	const struct sim_program *program;
	struct process *process;
	u64 wakes_at;
	u8 step;
	u32 below;	/* waits until its process has fewer jobs; 0: does not wait */
	u64 blocked_at;	/* waits for a window since then; 0: does not */
	u64 move_ns;	/* of the copy for which it waits */
	bool is_victim;
};

struct world {
	struct rcp_order order;
	struct rcp_order_node users[SIM_USERS];
	struct process processes[SIM_PROCESSES];
	struct job jobs[SIM_JOBS];
	struct job *free[SIM_JOBS];
	struct client clients[SIM_PROCESSES];
	u32 nclients;
	u32 njobs;
	u64 now;
	u64 half;
	struct job *bound;	/* picked, and waits for its space */
	u32 space;		/* that is not used by the ring */
	u32 in_ring;
	u32 windows;		/* that are in use */
	u64 runs_until;		/* the oldest job; RCP_ORDER_NEVER without one */
	u64 fence_at;		/* the next foreign fence */
	u64 reset_until;	/* 0: the card works */
	struct job *guilty;
	u64 window[256];	/* the victim's card time, by second */
	struct sim_result *result;
};

static struct job *job_of(struct rcp_order_job *order)
{
	return (struct job *)((char *)order - offsetof(struct job, order));
}

static struct job *oldest(struct world *w)
{
	struct rcp_order_job *first = rcp_order_first(&w->order);

	return first ? job_of(first) : NULL;
}

static bool is_victims(const struct job *job)
{
	return job->process->client && job->process->client->is_victim;
}

/* ---- processes ---- */

static void reap(struct world *w, struct process *process)
{
	if (process->client || process->jobs || !process->used)
		return;
	rcp_order_leave(&w->order, &process->node, w->now);
	process->used = false;
}

static bool enter(struct world *w, struct client *client)
{
	struct process *process;

	for (process = w->processes; process < w->processes + SIM_PROCESSES; process++) {
		if (process->used)
			continue;
		memset(process, 0, sizeof(*process));
		process->used = true;
		process->client = client;
		client->process = process;
		rcp_order_join(&w->order, &process->node, &w->users[client->program->user],
			       w->now);
		return true;
	}
	return false;
}

/* ---- the ring ---- */

static void give_window(struct world *w);

static void job_free(struct world *w, struct job *job)
{
	struct process *process = job->process;
	struct client *client = process->client;

	job->state = JOB_FREE;
	w->free[--w->njobs] = job;
	process->jobs--;
	if (client && process->jobs < client->below) {
		client->below = 0;
		client->wakes_at = w->now + 20 * RCP_ORDER_US;
	}
	reap(w, process);
	if (!job->window)
		return;
	w->windows--;
	give_window(w);
}

static void count_wait(struct world *w, u64 waited)
{
	if (waited > w->result->worst_ns)
		w->result->worst_ns = waited;
	if (w->now > w->half && waited > w->result->late_worst_ns)
		w->result->late_worst_ns = waited;
}

/* The oldest job begins, or there is none. */
static void begin_oldest(struct world *w)
{
	struct job *job = oldest(w);

	w->runs_until = RCP_ORDER_NEVER;
	if (!job)
		return;
	w->runs_until = w->now + (job->bare ? RCP_ORDER_US : job->ns);
	if (!is_victims(job) || job->order.is_copy)
		return;
	count_wait(w, w->now - job->ready_at);
}

/* The job is in the ring for the order as well. */
static void entered(struct world *w, struct job *job)
{
	bool idle = w->runs_until == RCP_ORDER_NEVER;

	if (w->bound == job)
		w->bound = NULL;
	w->space -= job->space;
	w->in_ring++;
	job->state = JOB_RUNS;
	if (idle)
		begin_oldest(w);
}

static void enter_ring(struct world *w, struct job *job)
{
	rcp_order_start(&w->order, &job->order, w->now);
	entered(w, job);
}

/* Ask for the next jobs, until there is none, or one waits for its space. */
static void feed(struct world *w)
{
	struct rcp_order_job *next;
	struct job *job;

	if (w->reset_until)
		return;
	if (w->bound && w->bound->space <= w->space)
		enter_ring(w, w->bound);
	if (!rcp_order_is_low(&w->order) && rcp_order_ask_at(&w->order) > w->now)
		return;
	while (w->in_ring < SIM_RING && (next = rcp_order_next(&w->order, w->now))) {
		job = job_of(next);
		if (w->bound && !next->is_copy)
			w->result->broken = "a job passes the one that waits for its range";
		if (job->space <= w->space) {
			enter_ring(w, job);
			continue;
		}
		job->state = JOB_BOUND;
		w->bound = job;
	}
}

static void count_victim(struct world *w, struct job *job, bool stopped)
{
	u64 ns = job->ns, second = w->now / SIM_WINDOW_NS;

	if (!is_victims(job) || job->order.is_copy || job->bare)
		return;
	w->result->jobs++;
	w->result->stopped += stopped;
	if (stopped)
		return;
	w->result->done_ns += ns;
	if (w->now > w->half)
		w->result->late_ns += ns < w->now - w->half ? ns : w->now - w->half;
	/* Its time goes to the seconds in which it ran. */
	for (; ns; second--) {
		u64 here = w->now - second * SIM_WINDOW_NS;

		if (here > SIM_WINDOW_NS)
			here = SIM_WINDOW_NS;
		if (here > ns)
			here = ns;
		w->window[second % 256] += here;
		ns -= here;
		if (!second)
			break;
	}
}

static void end_oldest(struct world *w, bool stopped)
{
	struct job *job = oldest(w);

	count_victim(w, job, stopped);
	w->space += job->space;
	w->in_ring--;
	rcp_order_end(&w->order, &job->order, stopped, w->now);
	job_free(w, job);
	begin_oldest(w);
}

static void begin_reset(struct world *w)
{
	w->result->resets++;
	rcp_order_stop(&w->order, w->now);
	w->reset_until = w->now + SIM_RESET_NS;
	w->runs_until = RCP_ORDER_NEVER;
}

/* All jobs of the ring but the guilty one run again. */
static void end_reset(struct world *w)
{
	w->reset_until = 0;
	rcp_order_resume(&w->order, w->now);
	end_oldest(w, true);
}

/* ---- clients ---- */

static struct job *submit(struct world *w, struct process *process, u64 ns, u8 space, bool copy)
{
	struct job *job;

	if (w->njobs >= SIM_JOBS - (process->client->is_victim ? 0 : 2 * SIM_DEPTH))
		return NULL;
	job = w->free[w->njobs++];
	memset(job, 0, sizeof(*job));
	job->process = process;
	job->ns = ns;
	job->space = space;
	job->ready_at = w->now;
	job->order.process = &process->node;
	job->order.is_copy = copy;
	job->state = JOB_READY;
	process->jobs++;
	return job;
}

static void cancel(struct world *w, struct process *process)
{
	struct job *job;

	for (job = w->jobs; job < w->jobs + SIM_JOBS; job++) {
		if (job->process != process || job->order.is_copy)
			continue;
		if (job->state == JOB_READY)
			rcp_order_unqueue(&w->order, &job->order, w->now);
		else if (job->state == JOB_BOUND)
			rcp_order_put(&w->order, &job->order, w->now);
		else if (job->state != JOB_FENCED)
			continue;
		if (job == w->bound)
			w->bound = NULL;
		job_free(w, job);
	}
}

static void replace(struct world *w, struct client *client, bool exits)
{
	struct process *old = client->process;

	if (!enter(w, client))
		return;
	/* Cancels without the client, which waits for none of these. */
	old->client = NULL;
	old->jobs++;
	if (exits)
		cancel(w, old);
	old->jobs--;
	reap(w, old);
}

static void push(struct world *w, struct job *job)
{
	if (w->in_ring < SIM_RING && !w->reset_until && !w->bound && job->space <= w->space &&
	    rcp_order_try(&w->order, &job->order, w->now))
		entered(w, job);
	else
		rcp_order_queue(&w->order, &job->order, w->now);
}

/* A client moves a buffer, through a window if there is one. */
static void move(struct world *w, struct client *client, u64 ns)
{
	struct job *job = w->windows < SIM_WINDOWS ? submit(w, client->process, ns, 0, true) : NULL;

	if (!job) {
		client->blocked_at = w->now;
		client->move_ns = ns;
		client->wakes_at = RCP_ORDER_NEVER;
		rcp_order_block(&w->order, &client->process->node, 1, w->now);
		return;
	}
	client->wakes_at = w->now + 5 * RCP_ORDER_US;
	job->window = true;
	w->windows++;
	push(w, job);
}

/* Give a window that is free to the client whose process is before the others; the victim is last. */
static void give_window(struct world *w)
{
	struct client *client, *next = NULL;

	for (client = w->clients; client < w->clients + w->nclients; client++)
		if (client->blocked_at &&
		    !(next && rcp_order_is_before(&next->process->node, &client->process->node)))
			next = client;
	if (!next)
		return;
	if (next->is_victim)
		count_wait(w, w->now - next->blocked_at);
	next->blocked_at = 0;
	rcp_order_block(&w->order, &next->process->node, -1, w->now);
	move(w, next, next->move_ns);
}

/* Submit the job of a step, or wait until the process may have one more. */
static void step_job(struct world *w, struct client *client, const struct sim_step *step)
{
	struct job *job = NULL;
	u64 ns = step->ns;

	if (step->op == SIM_COPY)
		ns %= RCP_ORDER_MS;
	else if (step->op == SIM_FENCED)
		ns = 40 * RCP_ORDER_US;
	if (client->process->jobs < SIM_DEPTH)
		job = submit(w, client->process, ns, step->op == SIM_COPY ? 0 : step->space,
			     step->op == SIM_COPY);
	else
		client->below = SIM_DEPTH;
	if (!job) {
		client->wakes_at = w->now + RCP_ORDER_MS;
		return;
	}
	client->wakes_at = w->now + 5 * RCP_ORDER_US;
	if (step->op != SIM_FENCED) {
		push(w, job);
		return;
	}
	job->state = JOB_FENCED;
	job->ready_at = w->now + step->ns;
	if (w->fence_at > job->ready_at)
		w->fence_at = job->ready_at;
}

static void step(struct world *w, struct client *client)
{
	const struct sim_step *step = &client->program->step[client->step];

	client->step = (client->step + 1) % client->program->steps;
	/* An empty round takes time as well. */
	client->wakes_at = w->now + 50 * RCP_ORDER_US;
	switch (step->op) {
	case SIM_JOB:
	case SIM_COPY:
	case SIM_FENCED:
		step_job(w, client, step);
		break;
	case SIM_MOVE:
		client->below = client->process->jobs < SIM_DEPTH ? 0 : SIM_DEPTH;
		if (!client->below)
			move(w, client, step->ns % RCP_ORDER_MS);
		break;
	case SIM_WAIT:
		client->below = 1;
		break;
	case SIM_SLEEP:
		client->wakes_at = w->now + step->ns + 1;
		break;
	case SIM_EXIT:
	case SIM_FORK:
		replace(w, client, step->op == SIM_EXIT);
		break;
	}
	if (client->process->jobs >= client->below)
		client->wakes_at = client->below ? RCP_ORDER_NEVER : client->wakes_at;
	else
		client->below = 0;
}

static void signal_fences(struct world *w)
{
	struct job *job;

	w->fence_at = RCP_ORDER_NEVER;
	for (job = w->jobs; job < w->jobs + SIM_JOBS; job++) {
		if (job->state != JOB_FENCED)
			continue;
		if (job->ready_at <= w->now) {
			job->state = JOB_READY;
			rcp_order_queue(&w->order, &job->order, w->now);
		} else if (job->ready_at < w->fence_at) {
			w->fence_at = job->ready_at;
		}
	}
}

/* ---- time ---- */

static u64 least(u64 a, u64 b)
{
	return a < b ? a : b;
}

static struct client *next_client(struct world *w)
{
	struct client *first = w->clients, *client;

	for (client = w->clients; client < w->clients + w->nclients; client++)
		if (client->wakes_at < first->wakes_at)
			first = client;
	return first;
}

static void advance(struct world *w)
{
	struct client *client = next_client(w);
	u64 deadline = RCP_ORDER_NEVER, at;

	if (!w->reset_until)
		deadline = rcp_order_deadline(&w->order);
	at = least(least(client->wakes_at, w->runs_until), least(w->fence_at, deadline));
	if (w->reset_until)
		at = least(at, w->reset_until);
	else if (w->in_ring < SIM_RING)
		at = least(at, rcp_order_ask_at(&w->order));
	if (at == RCP_ORDER_NEVER) {
		w->result->broken = "all wait forever";
		return;
	}
	if (at > w->now)
		w->now = at;
	if (w->reset_until && w->now == w->reset_until)
		end_reset(w);
	else if (w->now >= w->runs_until)
		end_oldest(w, false);
	else if (w->now >= deadline)
		begin_reset(w);
	else if (w->now >= w->fence_at)
		signal_fences(w);
	else if (w->now >= client->wakes_at)
		step(w, client);
	feed(w);
}

static void sum_windows(struct world *w, u64 ns)
{
	u64 last = ns / SIM_WINDOW_NS, i, j, sum;

	w->result->least10_ns = RCP_ORDER_NEVER;
	w->result->least30_ns = RCP_ORDER_NEVER;
	for (i = 0; i < last; i++) {
		for (sum = 0, j = i; j < last && j < i + 30; j++) {
			sum += w->window[j % 256];
			if (j == i + 9 && sum < w->result->least10_ns)
				w->result->least10_ns = sum;
		}
		if (j == i + 30 && sum < w->result->least30_ns)
			w->result->least30_ns = sum;
	}
}

static const char *broken(struct world *w)
{
	struct rcp_order_node *nodes[SIM_USERS + SIM_PROCESSES];
	u32 count = 0, i;

	/* The tree is up to date only between events that ask it. */
	rcp_order_advance(&w->order, w->now);
	for (i = 0; i < SIM_USERS; i++)
		nodes[count++] = &w->users[i];
	for (i = 0; i < SIM_PROCESSES; i++)
		if (w->processes[i].used)
			nodes[count++] = &w->processes[i].node;
	return sim_broken(&w->order, nodes, count);
}

/**
 * sim_run() - let a history take its course
 * @history: the programs of its clients
 * @check: test the invariants after so many events, 0: never
 * @result: receives what became of the victim
 */
void sim_run(const struct sim_history *history, u32 check, struct sim_result *result)
{
	static struct world world;
	struct world *w = &world;
	u32 i, j;

	memset(w, 0, sizeof(*w));
	memset(result, 0, sizeof(*result));
	w->result = result;
	w->space = SIM_APERTURE;
	w->half = history->ns / 2;
	w->runs_until = RCP_ORDER_NEVER;
	w->fence_at = RCP_ORDER_NEVER;
	rcp_order_init(&w->order, SIM_TIMEOUT_NS, SIM_SHARED_NS, 0);
	for (i = 0; i < SIM_USERS; i++)
		rcp_order_join(&w->order, &w->users[i], &w->order.card, 0);
	for (i = 0; i < SIM_JOBS; i++)
		w->free[i] = &w->jobs[i];
	for (i = 0; i < history->programs; i++) {
		for (j = 0; j < history->program[i].copies && w->nclients < SIM_PROCESSES / 2; j++) {
			struct client *client = &w->clients[w->nclients++];

			client->program = &history->program[i];
			client->is_victim = !i;
			client->wakes_at = j * RCP_ORDER_US;
			enter(w, client);
		}
	}
	while (w->now < history->ns && !result->broken &&
	       (!history->events || result->events < history->events)) {
		advance(w);
		result->events++;
		if (check && !(result->events % check) && !result->broken)
			result->broken = broken(w);
	}
	sum_windows(w, w->now < history->ns ? w->now : history->ns);
}
