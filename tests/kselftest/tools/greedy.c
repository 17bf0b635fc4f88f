// SPDX-License-Identifier: GPL-2.0
/*
 * A small client beside greedy ones (lib/greedy.c), each in turn:
 *
 *	greedy SECONDS [NAME...]
 *	greedy --list
 *
 * The small client writes to one buffer of 64 KiB after the other, of which it has 64, and waits for
 * each job; some greedy clients share a buffer with it that each job reads.  A line for each greedy client, or those that are named, and one for the small client
 * alone ("alone"):
 *
 *	fair DRIVER NAME JOBS-PER-SECOND WORST-MS TEXT
 *
 * Beside some of them the measurement is longer, because a job waits for seconds.  The worst wait is
 * that from the submission to the end of a job, up to the time that is left when the greedy client is
 * killed.  "-" for both: the small client failed.  --list prints the names, "rcp"
 * after those that need rcp, and does not need a card.  scripts/bench and scripts/soak run it.
 */
#include "greedy.h"
#include "kernel.h"
#include "stream.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define BUFFERS	64
#define BYTES	65536

/* What the small client has done so far; shared memory */
struct score {
	volatile uint64_t jobs, worst_ns, since_ns;
	volatile int ret;
};

static void small_client(struct score *score)
{
	static struct stream s;
	uint32_t bo[BUFFERS];
	uint32_t shared = 0;
	struct client c;
	int ret;

	score->since_ns = now_ns();
	ret = client_open(&c);
	if (greedy_shared >= 0)
		ret = ret ? ret : gem_import(c.fd, greedy_shared, &shared);
	for (unsigned int i = 0; i < BUFFERS && !ret; i++)
		ret = gem_create(c.fd, BYTES, 4096, GTT, 0, &bo[i]);
	for (unsigned int i = 0; !ret; i++) {
		score->since_ns = now_ns();
		stream_init(&s);
		stream_mem_write(&s, bo[i % BUFFERS], GTT, 0, i);
		if (shared)
			stream_reloc(&s, shared, GTT, 0);
		ret = stream_submit(&s, c.fd, NULL);
		do {
			ret = ret ? ret : gem_wait(c.fd, bo[i % BUFFERS]);
		} while (ret == -EBUSY && !(ret = 0));
		if (now_ns() - score->since_ns > score->worst_ns)
			score->worst_ns = now_ns() - score->since_ns;
		score->jobs++;
	}
	score->ret = ret;
	_exit(1);
}

static int greedy_client(const struct greedy *g)
{
	int ret = greedy_run(g);

	fprintf(stderr, "# %s: %s\n", g->name, strerror(-ret));
	return 1;
}

/* Ends a child, by force if it does not do so by itself. */
static void end(pid_t child)
{
	if (child <= 0)
		return;
	kill(child, SIGTERM);
	for (int i = 0; i < 1000 && !waitpid(child, NULL, WNOHANG); i++)
		usleep(10000);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

/* Waits until the card has recovered from the last greedy client. */
static void recover(void)
{
	int i;

	for (i = 0; i < 60 && client_works(); i++)
		sleep(1);
}

static int share(const struct client *c)
{
	uint32_t bo;
	int ret = gem_create(c->fd, 4096, 4096, GTT, 0, &bo);

	ret = ret ? ret : gem_export(c->fd, bo, &greedy_shared);
	if (!ret)
		gem_close(c->fd, bo);
	return ret;
}

/* Runs both for a time; the greedy one first. */
static void beside(const struct client *c, const struct greedy *g, struct score *score, unsigned int seconds)
{
	pid_t theirs = 0, mine;
	unsigned int i;

	recover();
	*greedy_ready = false;
	memset(score, 0, sizeof(*score));
	if (g && g->shares)
		score->ret = share(c);
	if (score->ret)
		return;
	if (g) {
		theirs = fork();
		if (!theirs)
			_exit(greedy_client(g));
		for (i = 0; i < 10 * (g->lead_s ? g->lead_s : 2) && !*greedy_ready; i++)
			usleep(100000);
	}
	mine = fork();
	if (!mine)
		small_client(score);
	sleep(seconds);
	if (score->since_ns && now_ns() - score->since_ns > score->worst_ns)
		score->worst_ns = now_ns() - score->since_ns;
	end(mine);
	end(theirs);
	if (greedy_shared >= 0)
		close(greedy_shared);
	greedy_shared = -1;
}

static void print(const struct client *c, const char *name, const char *text,
		  const struct score *score, unsigned int seconds)
{
	printf("fair %s %s ", c->rcp ? "rcp" : "radeon", name);
	if (score->ret || !score->since_ns)
		printf("- - ");
	else
		printf("%.1f %.0f ", (double)score->jobs / seconds, score->worst_ns / 1e6);
	printf("%s\n", text);
	fflush(stdout);
}

static bool is_chosen(const char *name, char **names)
{
	if (!*names)
		return true;
	while (*names)
		if (!strcmp(*names++, name))
			return true;
	return false;
}

static int list(void)
{
	printf("alone\n");
	for (unsigned int i = 0; i < greedy_count; i++)
		printf("%s%s\n", greedy_all[i].name, greedy_all[i].rcp_only ? " rcp" : "");
	return 0;
}

int main(int argc, char **argv)
{
	unsigned int seconds = argc > 1 ? atoi(argv[1]) : 0, time;
	struct score *score = mmap(NULL, sizeof(*score), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct client c;

	greedy_ready = mmap(NULL, sizeof(*greedy_ready), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (argc == 2 && !strcmp(argv[1], "--list"))
		return list();
	if (!seconds || score == MAP_FAILED || greedy_ready == MAP_FAILED ||
	    client_open(&c)) {
		fprintf(stderr, "usage: greedy --list | SECONDS [NAME...], with a card\n");
		return 2;
	}
	if (is_chosen("alone", argv + 2)) {
		beside(&c, NULL, score, seconds);
		print(&c, "alone", "no greedy client", score, seconds);
	}
	for (unsigned int i = 0; i < greedy_count; i++) {
		if ((greedy_all[i].rcp_only && !c.rcp) || !is_chosen(greedy_all[i].name, argv + 2))
			continue;
		time = greedy_all[i].least_s > seconds ? greedy_all[i].least_s : seconds;
		beside(&c, &greedy_all[i], score, time);
		print(&c, greedy_all[i].name, greedy_all[i].text, score, time);
	}
	return 0;
}
