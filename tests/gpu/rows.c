// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of tiles on threads: see rows.h.
 *
 * A part has its own machine, with caches of its own; what they share is the batch, which no part writes.
 * The host is asked under a lock.  Threads end with a fork of the process, so the child starts its own.
 */
#include "rows.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/**
 * struct gpu_rows - the threads
 * @host, @ctx: of the machine
 * @host_lock: one thread asks the host at a time
 * @lock: keeps all members below it; @wake: threads wait for @turn to change; @done: for @running to be 0
 * @part: machines of the parts 1 and on
 * @pid: process of the threads
 * @hung: a part hangs, so the others stop
 */
struct gpu_rows {
	const struct gpu_host *host;
	void *ctx;
	pthread_mutex_t host_lock, lock;
	pthread_cond_t wake, done;
	unsigned int parts, running;
	uint64_t turn;
	bool leave;
	int hung;
	pid_t pid;
	struct gpu *part[GPU_THREADS_MAX];
	pthread_t thread[GPU_THREADS_MAX];
};

static void part_span(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	struct gpu_rows *rows = ctx;

	pthread_mutex_lock(&rows->host_lock);
	rows->host->span(rows->ctx, addr, client, write, s);
	pthread_mutex_unlock(&rows->host_lock);
}

static void part_fault(void *ctx, const char *what)
{
	struct gpu_rows *rows = ctx;

	pthread_mutex_lock(&rows->host_lock);
	if (rows->host->fault)
		rows->host->fault(rows->ctx, what);
	pthread_mutex_unlock(&rows->host_lock);
}

static const struct gpu_host part_host = { .span = part_span, .fault = part_fault };

static void run_part(struct gpu_rows *rows, struct gpu *gpu)
{
	while (gpu->budget > 0 && !__atomic_load_n(&rows->hung, __ATOMIC_RELAXED) && gpu_part_step(gpu))
		;
}

bool gpu_rows_first_hang(struct gpu *gpu)
{
	return gpu->parts == 1 || !__atomic_exchange_n(&((struct gpu_rows *)gpu->ctx)->hung, 1, __ATOMIC_RELAXED);
}

struct worker {
	struct gpu_rows *rows;
	struct gpu *gpu;
	uint64_t turn;
};

static void *work(void *arg)
{
	struct worker w = *(struct worker *)arg;
	struct gpu_rows *rows = w.rows;

	free(arg);
	pthread_mutex_lock(&rows->lock);
	for (;;) {
		while (rows->turn == w.turn && !rows->leave)
			pthread_cond_wait(&rows->wake, &rows->lock);
		if (rows->leave)
			break;
		w.turn = rows->turn;
		pthread_mutex_unlock(&rows->lock);
		run_part(rows, w.gpu);
		pthread_mutex_lock(&rows->lock);
		if (!--rows->running)
			pthread_cond_signal(&rows->done);
	}
	pthread_mutex_unlock(&rows->lock);
	return NULL;
}

/* Starts the threads that this process lacks.  Return: false if there are none. */
static bool start(struct gpu_rows *rows)
{
	sigset_t all, before;
	unsigned int n = 1;

	if (rows->pid == getpid())
		return true;
	pthread_mutex_init(&rows->host_lock, NULL);
	pthread_mutex_init(&rows->lock, NULL);
	pthread_cond_init(&rows->wake, NULL);
	pthread_cond_init(&rows->done, NULL);
	rows->running = 0;
	/* Signals are the process's own business. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (; n < rows->parts; n++) {
		struct worker *w = malloc(sizeof(*w));

		if (!w)
			break;
		*w = (struct worker){ rows, rows->part[n], rows->turn };
		if (pthread_create(&rows->thread[n], NULL, work, w)) {
			free(w);
			break;
		}
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	for (; rows->parts > n; rows->parts--)
		gpu_part_destroy(rows->part[rows->parts - 1]);
	rows->pid = getpid();
	return rows->parts > 1;
}

static void stop(struct gpu_rows *rows)
{
	if (rows->pid != getpid())
		return;
	pthread_mutex_lock(&rows->lock);
	rows->leave = true;
	pthread_cond_broadcast(&rows->wake);
	pthread_mutex_unlock(&rows->lock);
	for (unsigned int n = 1; n < rows->parts; n++)
		pthread_join(rows->thread[n], NULL);
}

void gpu_rows_destroy(struct gpu *gpu)
{
	struct gpu_rows *rows = gpu->rows;

	if (!rows)
		return;
	stop(rows);
	for (unsigned int n = 1; n < rows->parts; n++)
		gpu_part_destroy(rows->part[n]);
	gpu->host = rows->host;
	gpu->ctx = rows->ctx;
	gpu_mem_init(&gpu->mem, gpu->host, gpu->ctx);
	gpu->rows = NULL;
	free(rows);
}

bool gpu_threads(struct gpu *gpu, unsigned int threads)
{
	struct gpu_rows *rows;

	gpu_abort(gpu);
	gpu_rows_destroy(gpu);
	threads = threads < GPU_THREADS_MAX ? threads : GPU_THREADS_MAX;
	if (threads < 2 || gpu->mem.cache)
		return true;
	rows = calloc(1, sizeof(*rows));
	if (!rows)
		return false;
	*rows = (struct gpu_rows){ .host = gpu->host, .ctx = gpu->ctx, .parts = 1 };
	for (; rows->parts < threads; rows->parts++) {
		rows->part[rows->parts] = gpu_part_create(&part_host, rows, gpu->chip, rows->parts);
		if (!rows->part[rows->parts])
			break;
	}
	gpu->rows = rows;
	gpu->host = &part_host;
	gpu->ctx = rows;
	gpu_mem_init(&gpu->mem, gpu->host, gpu->ctx);
	if (rows->parts == threads && start(rows))
		return true;
	gpu_rows_destroy(gpu);
	return false;
}

bool gpu_rows_can_split(struct gpu *gpu)
{
	return gpu->rows && !gpu->watch && start(gpu->rows) && gpu->gen->can_split(gpu);
}

void gpu_rows_begin(struct gpu *gpu)
{
	struct gpu_rows *rows = gpu->rows;

	rows->hung = 0;
	gpu->part = 0;
	gpu->parts = rows->parts;
	for (unsigned int n = 1; n < rows->parts; n++) {
		struct gpu *part = rows->part[n];

		gpu_mem_forget(&part->mem);
		part->regs = gpu->regs;
		part->window = gpu->window;
		part->cb = gpu->cb;
		part->db = gpu->db;
		part->part = n;
		part->parts = rows->parts;
		part->hang = NULL;
		part->scanning = false;
		part->stipple = 0;
		part->pieces = 0;
		part->next_piece = 0;
		part->prims = 0;
		part->next_prim = 0;
		part->quads.count = 0;
		memset(part->quads.covered, 0, sizeof(part->quads.covered));
		gpu->gen->begin_part(part, gpu);
	}
}

/* What pixels count; each part has counted the primitives as well. */
static void add_counters(struct gpu_counters *to, struct gpu_counters *from)
{
	for (int i = 0; i < 8; i++)
		to->samples[i] += from->samples[i];
	to->stats[GPU_PS_INVOCATIONS] += from->stats[GPU_PS_INVOCATIONS];
	memset(from, 0, sizeof(*from));
}

static bool has_more(const struct gpu *part)
{
	return part->scanning || part->next_piece < part->pieces || part->next_prim < part->prims;
}

bool gpu_rows_batch(struct gpu *gpu, bool begins)
{
	struct gpu_rows *rows = gpu->rows;
	int64_t budget = gpu->budget, least;
	bool more;

	pthread_mutex_lock(&rows->lock);
	for (unsigned int n = 1; n < rows->parts; n++) {
		rows->part[n]->budget = budget;
		rows->part[n]->prims = gpu->prims;
		if (begins)
			rows->part[n]->next_prim = 0;
	}
	rows->running = rows->parts - 1;
	rows->turn++;
	pthread_cond_broadcast(&rows->wake);
	pthread_mutex_unlock(&rows->lock);
	run_part(rows, gpu);
	pthread_mutex_lock(&rows->lock);
	while (rows->running)
		pthread_cond_wait(&rows->done, &rows->lock);
	pthread_mutex_unlock(&rows->lock);
	least = gpu->budget;
	more = has_more(gpu);
	for (unsigned int n = 1; n < rows->parts; n++) {
		struct gpu *part = rows->part[n];

		least = part->budget < least ? part->budget : least;
		more |= has_more(part);
		add_counters(&gpu->counters, &part->counters);
		gpu->mem.faults += part->mem.faults;
		part->mem.faults = 0;
		if (part->hang && !gpu->hang)
			gpu->hang = part->hang;
	}
	gpu->budget = least;
	return !more;
}
