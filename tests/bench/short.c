// SPDX-License-Identifier: GPL-2.0
/*
 * Two clients with short jobs, for rcp and for radeon.ko, by the clock of a guest whose instructions take
 * a nanosecond (clock.c):
 *
 *	short MS JOB-US...
 *
 * One client has KEPT jobs at any time.  The other one has as many, waits for each of its jobs, or has one
 * every REST_US, after which a client counts as there for a second.  For each time of a job and each of the
 * three a line, measured for MS:
 *
 *	short DRIVER JOB-US keeps|waits|rests SHARE OTHER INTERRUPTS
 *
 * SHARE is the percentage of the time in which the card executes jobs, OTHER the percentage of these jobs that
 * are of the other client, INTERRUPTS the messages of the card for 100 jobs.  It runs as root, on a card with
 * --clock.
 */
#include "emulated.h"
#include "kernel.h"
#include "series.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEPT	16
#define REST_US	200000
#define BEGIN_US	200000	/* a new process is charged up to 100 ms for its first job, until that has ended */

enum habit { KEEPS, WAITS, RESTS, HABITS };

static const char * const habits[HABITS] = { "keeps", "waits", "rests" };

/* What parent and children share: jobs that have ended, and an error */
struct score {
	volatile uint32_t jobs;
	volatile int ret;
};

static int job(const struct client *c, struct stream *s, uint32_t bo, struct score *score)
{
	int ret = gem_wait(c->fd, bo);

	score->jobs++;
	s->reloc[0].handle = bo;
	return ret ? ret : stream_submit(s, c->fd, NULL);
}

static void client_runs(struct score *score, enum habit habit)
{
	static struct stream s;
	uint32_t bo[KEPT];
	struct client c;
	unsigned int i;
	int ret;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	ret = client_open(&c);
	for (i = 0; i < KEPT && !ret; i++)
		ret = gem_create(c.fd, 4096, 4096, RADEON_GEM_DOMAIN_GTT, 0, &bo[i]);
	if (!ret)
		smallest_stream(&s, bo[0]);
	for (i = 0; !ret; i++) {
		ret = job(&c, &s, bo[i % KEPT], score);
		if (!ret && habit != KEEPS)
			ret = gem_wait(c.fd, bo[i % KEPT]);
		if (habit == RESTS)
			usleep(REST_US);
	}
	score->ret = ret;
	_exit(1);
}

/* The guest is never halted, in which its clock would be the host's. */
static pid_t spin(void)
{
	struct sched_param last = { 0 };
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (sched_setscheduler(0, SCHED_IDLE, &last))
		_exit(1);
	for (;;)
		asm volatile(".rept 256; nop; .endr");
}

static pid_t client_start(struct score *score, enum habit habit)
{
	pid_t pid = fork();

	if (!pid)
		client_runs(score, habit);
	return pid;
}

static uint32_t messages(volatile uint32_t *regs)
{
	regs[MODEL_REG_COUNTER / 4] = MODEL_IRQ_SENT;
	return regs[MODEL_REG_VALUE / 4];
}

static int measure(const char *driver, volatile uint32_t *regs, struct score score[2], enum habit habit,
		   unsigned int ms, unsigned int us)
{
	uint32_t jobs[2], sent;
	pid_t pid[2];
	uint64_t ns;
	int i;

	memset(score, 0, 2 * sizeof(*score));
	regs[MODEL_REG_JOB_US / 4] = us;
	pid[0] = client_start(&score[0], KEEPS);
	pid[1] = client_start(&score[1], habit);
	usleep(BEGIN_US);
	while (!score[0].ret && !score[1].ret && (score[0].jobs <= KEPT || !score[1].jobs))
		usleep(1000);
	ns = now_ns();
	sent = messages(regs);
	for (i = 0; i < 2; i++)
		jobs[i] = score[i].jobs;
	usleep(ms * 1000);
	ns = now_ns() - ns;
	sent = messages(regs) - sent;
	for (i = 0; i < 2; i++)
		jobs[i] = score[i].jobs - jobs[i];
	for (i = 0; i < 2; i++) {
		kill(pid[i], SIGKILL);
		waitpid(pid[i], NULL, 0);
	}
	/* Let their jobs end: once radeon.ko did not end behind this. */
	regs[MODEL_REG_JOB_US / 4] = 0;
	usleep(BEGIN_US);
	if (score[0].ret || score[1].ret || !jobs[0])
		return -1;
	printf("short %s %u %s %.0f %.0f %.0f\n", driver, us, habits[habit],
	       100.0 * (jobs[0] + jobs[1]) * us * 1000 / ns, 100.0 * jobs[1] / (jobs[0] + jobs[1]),
	       100.0 * sent / (jobs[0] + jobs[1]));
	fflush(stdout);
	return 0;
}

int main(int argc, char **argv)
{
	struct score *score = mmap(NULL, 2 * sizeof(*score), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned int ms = argc > 2 ? atoi(argv[1]) : 0;
	volatile uint32_t *regs;
	struct client c;
	pid_t spinner;
	int ret = 0;

	if (!ms || score == MAP_FAILED || client_open(&c) || card_map(&regs)) {
		fprintf(stderr, "usage: short MS JOB-US..., with the emulated card\n");
		return 2;
	}
	spinner = spin();
	for (int i = 2; i < argc && !ret; i++)
		for (enum habit habit = 0; habit < HABITS && !ret; habit++)
			ret = measure(c.rcp ? "rcp" : "radeon", regs, score, habit, ms, atoi(argv[i]));
	if (ret)
		fprintf(stderr, "short: a client failed\n");
	kill(spinner, SIGKILL);
	waitpid(spinner, NULL, 0);
	client_close(&c);
	return !!ret;
}
