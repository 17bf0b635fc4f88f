// SPDX-License-Identifier: GPL-2.0
/*
 * The client of scripts/bench in the guest, for rcp and for radeon.ko:
 *
 *	client CHIP DIR once|late [NAME]
 *
 * The card is done at once, or late: then it starts a job when the client sleeps, so that
 * every wait sleeps, even on a busy host.  Buffers are measured on the card that is done at
 * once.
 *
 * Prints "driver NAME once|late TIMES" and then a line for each series, in the order of the
 * marks.  With NAME it submits only streams, and prints NAME for the driver.  It runs as root,
 * because no other thread may run between the marks of an ioctl.
 */
#include "series.h"
#include "r6cs.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Instructions of the spinner from one card_go() to the next: a message to another process */
#define SPIN	20000

/*
 * A busy process of the lowest priority keeps the kernel's idle loop from running, because
 * the cost of that depends on the time that the card takes.  If this process runs, the
 * client sleeps, so a late card starts its job.
 */
static pid_t start_spinner(bool late)
{
	struct sched_param last = { 0 };
	pid_t pid = fork();
	volatile int i;

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (sched_setscheduler(0, SCHED_IDLE, &last))
		_exit(1);
	for (;;) {
		if (late)
			card_go();
		for (i = 0; i < SPIN / 4; i++)
			;
	}
}

/* The instructions of a repetition without work: timer interrupts, and its sleep. */
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
	char **paths;
	pid_t spinner;
	bool late;
	int n, ret;

	if ((argc != 4 && argc != 5) || (strcmp(argv[3], "once") && strcmp(argv[3], "late"))) {
		fprintf(stderr, "usage: client CHIP DIR once|late [NAME]\n");
		return 2;
	}
	late = !strcmp(argv[3], "late");
	ret = client_open(&c);
	n = ret ? 0 : r6cs_list(argv[2], argv[1], &paths);
	ret = ret ? ret : n <= 0 ? -ENOENT : series_open(late);
	if (!ret && sched_setscheduler(0, SCHED_FIFO, &first))
		ret = -errno;
	if (ret) {
		fprintf(stderr, "client: %s\n", strerror(-ret));
		return 1;
	}
	spinner = start_spinner(late);
	printf("driver %s %s %d\n", argv[4] ?: c.rcp ? "rcp" : "radeon", argv[3], TIMES);
	ret = measure_nothing();
	ret = ret ? ret : bench_streams(c.fd, paths, n);
	if (!argv[4])
		ret = ret ? ret : bench_rates(c.fd, paths, n, late);
	if (!argv[4] && !late)
		ret = ret ? ret : bench_memory(c.fd);
	if (!argv[4] && !late)
		ret = ret ? ret : bench_pressure(c.fd);
	kill(spinner, SIGKILL);
	waitpid(spinner, NULL, 0);
	series_close();
	r6cs_list_free(paths, n);
	client_close(&c);
	return ret ? 1 : 0;
}
