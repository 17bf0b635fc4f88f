// SPDX-License-Identifier: GPL-2.0
/*
 * What scripts/bench runs in the guest, on rcp and on radeon.ko alike:
 *
 *	client CHIP DIR DELAY [NAME]
 *
 * Prints "driver NAME DELAY TIMES" and then a line for each series, in the order of the marks.
 * DELAY is the time in us that the card's engine takes when it was idle.  Buffers are measured
 * on the card that has none.  With NAME only streams are submitted, and the driver goes by that
 * name.  Run as root: no other thread may run between the marks of an ioctl.
 */
#include "series.h"
#include "r6cs.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * A process that always wants to run and never may when another one does: the kernel's
 * idle loop, whose cost depends on how long the card takes, does not run.
 */
static pid_t start_spinner(void)
{
	struct sched_param last = { 0 };
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (sched_setscheduler(0, SCHED_IDLE, &last))
		_exit(1);
	for (;;)
		;
}

/* What is counted without any work: timer interrupts, and the sleep of a repetition. */
static int measure_nothing(void)
{
	struct series s = { .group = "nothing", .name = "nothing", .batch = 1, .settle = true };
	int ret = series_run(&s);

	return ret ? ret : series_run(&s);
}

int main(int argc, char **argv)
{
	struct sched_param first = { .sched_priority = 50 };
	struct client c;
	unsigned int delay;
	char **paths;
	pid_t spinner;
	int n, ret;

	if (argc != 4 && argc != 5) {
		fprintf(stderr, "usage: client CHIP DIR DELAY [NAME]\n");
		return 2;
	}
	delay = atoi(argv[3]);
	ret = client_open(&c);
	n = ret ? 0 : r6cs_list(argv[2], argv[1], &paths);
	ret = ret ? ret : n <= 0 ? -ENOENT : series_open(delay);
	if (!ret && sched_setscheduler(0, SCHED_FIFO, &first))
		ret = -errno;
	if (ret) {
		fprintf(stderr, "client: %s\n", strerror(-ret));
		return 1;
	}
	spinner = start_spinner();
	printf("driver %s %u %u\n", argv[4] ?: c.rcp ? "rcp" : "radeon", delay, TIMES);
	ret = measure_nothing();
	ret = ret ? ret : bench_streams(c.fd, paths, n);
	if (!argv[4])
		ret = ret ? ret : bench_rates(c.fd, paths, n, delay);
	if (!argv[4] && !delay)
		ret = ret ? ret : bench_memory(c.fd);
	kill(spinner, SIGKILL);
	waitpid(spinner, NULL, 0);
	r6cs_list_free(paths, n);
	client_close(&c);
	return ret ? 1 : 0;
}
