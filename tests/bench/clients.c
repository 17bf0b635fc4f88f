// SPDX-License-Identifier: GPL-2.0
/*
 * Several clients at once, each a process on a CPU of its own, for rcp and for radeon.ko:
 *
 *	clients
 *
 * Each submits the smallest stream again and again, with one or with several submissions in flight.
 * The kernel's instructions on all CPUs count, of one client and of as many as there are CPUs.  Those
 * of the idle loop count as well, because on so many CPUs no process can take its place: the emulator
 * runs one CPU after the other, each until it has nothing to do or a timer expires.
 *
 * The card counts as well, so the buffers of memory.c follow: what the card does for a clear.
 *
 * Prints "driver NAME once TIMES" and then a line for each series, in the order of the marks.  It
 * runs as root, on a card that is done at once.
 */
#include "series.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define CPUS		8
#define IN_FLIGHT	8
#define BATCH		256	/* submissions of a client: beside them the pipes cost little */

struct team {
	unsigned int clients, in_flight;
	pid_t pid[CPUS];
	int go[CPUS];		/* a byte lets a client begin */
	int done;		/* each client writes a byte at its end */
};

static void use_cpu(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		_exit(1);
}

static int batch(const struct client *c, struct stream *s, const uint32_t *bo, unsigned int in_flight)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < BATCH && !ret; i++) {
		ret = gem_wait(c->fd, bo[i % in_flight]);
		s->reloc[0].handle = bo[i % in_flight];
		ret = ret ? ret : stream_submit(s, c->fd, NULL);
	}
	for (i = 0; i < in_flight && !ret; i++)
		ret = gem_wait(c->fd, bo[i]);
	return ret;
}

static void client_runs(unsigned int cpu, unsigned int in_flight, int go, int done)
{
	static struct stream s;
	uint32_t bo[IN_FLIGHT];
	struct client c;
	unsigned int i;
	char byte;
	int ret;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	use_cpu(cpu);
	ret = client_open(&c);
	for (i = 0; i < in_flight && !ret; i++)
		ret = gem_create(c.fd, 4096, 4096, RADEON_GEM_DOMAIN_GTT, 0, &bo[i]);
	if (!ret)
		smallest_stream(&s, bo[0]);
	while (!ret && read(go, &byte, 1) == 1) {
		ret = batch(&c, &s, bo, in_flight);
		if (!ret && write(done, &byte, 1) != 1)
			ret = -EIO;
	}
	_exit(!!ret);
}

static int team_start(struct team *t)
{
	int go[2], done[2];
	unsigned int i;

	if (pipe(done))
		return -errno;
	for (i = 0; i < t->clients; i++) {
		if (pipe(go))
			return -errno;
		t->pid[i] = fork();
		if (t->pid[i] < 0)
			return -errno;
		if (!t->pid[i]) {
			close(go[1]);
			close(done[0]);
			client_runs(i, t->in_flight, go[0], done[1]);
		}
		close(go[0]);
		t->go[i] = go[1];
	}
	/* If a client fails, the end of the pipe ends the wait for it. */
	close(done[1]);
	t->done = done[0];
	return 0;
}

static void team_stop(struct team *t)
{
	for (unsigned int i = 0; i < t->clients; i++) {
		kill(t->pid[i], SIGKILL);
		waitpid(t->pid[i], NULL, 0);
		close(t->go[i]);
	}
	close(t->done);
}

static int team_runs(void *arg)
{
	struct team *t = arg;
	unsigned int i;
	char byte = 0;

	for (i = 0; i < t->clients; i++)
		if (write(t->go[i], &byte, 1) != 1)
			return -errno;
	for (i = 0; i < t->clients; i++)
		if (read(t->done, &byte, 1) != 1)
			return -EIO;
	return 0;
}

static int measure(unsigned int clients, unsigned int in_flight)
{
	struct team t = { .clients = clients, .in_flight = in_flight };
	char name[32];
	struct series s = {
		.group = "clients",
		.name = name,
		.dw = SMALLEST_DW,
		.relocs = 1,
		.batch = clients * BATCH,
		.settle = true,
		.arg = &t,
		.first = team_runs,
	};
	int ret = team_start(&t);

	snprintf(name, sizeof(name), "%u-in-flight-%u", clients, in_flight);
	ret = ret ? ret : series_run(&s);
	team_stop(&t);
	return ret;
}

static int measure_nothing(void)
{
	struct series s = { .group = "nothing", .name = "nothing", .batch = 1, .settle = true };
	int ret = series_run(&s);

	return ret ? ret : series_run(&s);
}

int main(void)
{
	struct sched_param first = { .sched_priority = 50 };
	struct client c;
	unsigned int i;
	int ret;

	ret = client_open(&c);
	ret = ret ? ret : sysconf(_SC_NPROCESSORS_ONLN) < CPUS ? -ENODEV : series_open(false);
	if (ret) {
		fprintf(stderr, "clients: %s\n", strerror(-ret));
		return 1;
	}
	if (sched_setscheduler(0, SCHED_FIFO, &first))
		return 1;
	printf("driver %s once %d\n", c.rcp ? "rcp" : "radeon", TIMES);
	ret = measure_nothing();
	for (i = 1; i <= IN_FLIGHT && !ret; i *= IN_FLIGHT) {
		ret = measure(1, i);
		ret = ret ? ret : measure(CPUS, i);
	}
	ret = ret ? ret : bench_memory(c.fd);
	series_close();
	client_close(&c);
	return ret ? 1 : 0;
}
