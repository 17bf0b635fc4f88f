// SPDX-License-Identifier: GPL-2.0
/*
 * One order of clients, as a small client of another user sees it: what it gets beside one that is
 * paused, floods, forks, holds the aperture or lets streams wait.  Each figure is held against what
 * it gets alone in the same boot, with wide bounds, because the host may be busy; all are printed.
 * Binds the card again with other limits and another aperture, so it needs root.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#define GREEDY		16	/* processes of the greedy user at most */

/* What parent and children share: anonymous memory */
struct shared {
	volatile bool over;		/* the children may end */
	volatile uint32_t ready;	/* so many children have begun */
	volatile uint32_t stopped;	/* jobs of children that ended with EDQUOT */
	volatile uint32_t begun;	/* jobs of children that are or were on the card */
	volatile uint32_t submitted;
	volatile uint32_t jobs;		/* of the victim */
	volatile uint64_t worst_ns;	/* its longest wait */
	volatile uint32_t go;		/* children with buffers of this size may move them */
};

#include "turns.h"
#include "late.h"

#define APERTURE	"/sys/module/rcp/parameters/gart_mib"
#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define VICTIM		65534	/* the user of the small client */
#define PAGE		4096u
#define MIB		(1ull << 20)

typedef int child_fn(FIXTURE_DATA(turns) *self, uint32_t arg);

static pid_t start(FIXTURE_DATA(turns) *self, uid_t user, child_fn *run, uint32_t arg)
{
	pid_t child = fork();

	if (child)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	_exit(user && setuid(user) ? 99 : run(self, arg));
}

/* Ends children that may wait for the card without end. */
static void kill_all(pid_t *children, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		kill(children[i], SIGKILL);
		waitpid(children[i], NULL, 0);
	}
}

/* ---- jobs that take a time ---- */

struct gate {
	int fd;
	uint32_t bo;
	volatile uint32_t *map;
};

static int gate_open(struct gate *g, int fd)
{
	*g = (struct gate){ .fd = fd };
	if (gem_create(fd, PAGE, PAGE, GTT, 0, &g->bo))
		return -1;
	g->map = gem_map(fd, g->bo, PAGE);
	return g->map ? 0 : -1;
}

/* Submits a job that says when it begins, and runs until map[0] is NEVER; @other: a buffer or 0 */
static int gate_submit(struct stream *s, struct gate *g, uint32_t other, uint32_t ctx)
{
	g->map[0] = 0;
	g->map[2] = 0;
	stream_init(s);
	stream_mem_write(s, g->bo, GTT, 8, 1);
	stream_wait_mem(s, g->bo, GTT, 0, NEVER);
	if (other)
		stream_mem_write(s, other, GTT, 0, 1);
	return stream_submit_in(s, g->fd, ctx);
}

/* ---- the victim ---- */

struct rate {
	uint32_t jobs;
	uint64_t ms, worst_ms;
};

/* Submits a job that takes @arg us, 0: as little as it can, waits for it, and so on. */
static int victim(FIXTURE_DATA(turns) *self, uint32_t arg)
{
	struct shared *shared = self->shared;
	struct client c;
	struct gate g;
	uint64_t begin;

	if (client_open(&c) || gate_open(&g, c.fd))
		return 1;
	shared->ready++;
	while (!shared->over) {
		begin = now_ns();
		if (arg ? gate_submit(&self->s, &g, 0, 0) :
			  stream_write(&self->s, c.fd, g.bo, GTT, 0, 1))
			return 2;
		if (arg) {
			while (!g.map[2])
				usleep(200);
			usleep(arg);
			g.map[0] = NEVER;
		}
		if (gem_wait(c.fd, g.bo))
			return 3;
		shared->jobs++;
		if (now_ns() - begin > shared->worst_ns)
			shared->worst_ns = now_ns() - begin;
	}
	return 0;
}

/* What the victim gets in that time */
static struct rate measure(FIXTURE_DATA(turns) *self, uint32_t us, uint32_t ms)
{
	struct rate r = { 0 };
	uint64_t begin;
	pid_t child;
	int status;

	self->shared->over = false;
	self->shared->ready = 0;
	self->shared->worst_ns = 0;
	child = start(self, VICTIM, victim, us);
	wait_for_value(&self->shared->ready, 1);
	self->shared->jobs = 0;
	begin = now_ns();
	while (now_ns() - begin < ms * 1000000ull)
		usleep(10000);
	r.jobs = self->shared->jobs;
	r.ms = (now_ns() - begin) / 1000000;
	r.worst_ms = self->shared->worst_ns / 1000000;
	self->shared->over = true;
	waitpid(child, &status, 0);
	self->shared->over = false;
	return r;
}

static uint32_t per_100_s(struct rate r)
{
	return r.ms ? (uint32_t)(100000ull * r.jobs / r.ms) : 0;
}

static void print_rates(const char *what, struct rate alone, struct rate beside)
{
	printf("# %s: alone %u.%02u jobs/s, beside it %u.%02u, longest wait %llu ms\n", what,
	       per_100_s(alone) / 100, per_100_s(alone) % 100, per_100_s(beside) / 100,
	       per_100_s(beside) % 100, (unsigned long long)beside.worst_ms);
	fflush(stdout);
}

/*
 * The rate of the victim beside others is at least one in @parts of its rate alone.  The host may be
 * busier now, so up to five tries: an order that costs the victim more costs it in each of them.
 */
static void measure_beside(struct __test_metadata *_metadata, FIXTURE_DATA(turns) *self,
			   const char *what, uint32_t us, uint32_t ms, struct rate alone, uint32_t parts)
{
	struct rate beside;
	int i = 0;

	do
		beside = measure(self, us, ms);
	while (per_100_s(alone) > parts * per_100_s(beside) && ++i < 5);
	print_rates(what, alone, beside);
	EXPECT_LE(per_100_s(alone), parts * per_100_s(beside));
}

static int limits(FIXTURE_DATA(turns) *self, const char *alone_ms, const char *shared_ms)
{
	int ret;

	client_close(&self->c);
	ret = card_bind_with_limits(alone_ms, shared_ms);
	if (!ret)
		ret = client_open(&self->c);
	forget_notices(self);
	return ret ? ret : chmod(self->c.node, 0666) ? -errno : 0;
}

/* ---- greedy ones ---- */

/* Streams of next to no card time, always ready */
static int flood(FIXTURE_DATA(turns) *self, uint32_t arg)
{
	struct client c;
	uint32_t bo, i;

	if (client_open(&c) || gem_create(c.fd, PAGE, PAGE, GTT, 0, &bo))
		return 1;
	self->shared->ready++;
	for (i = 0; ; i++)
		if (stream_write(&self->s, c.fd, bo, GTT, 64 * arg, i))
			return 2;
}

/* Endless jobs, each in a process of its own if @arg */
static int endless(FIXTURE_DATA(turns) *self, uint32_t arg)
{
	struct client c;
	struct gate g;
	pid_t child;

	if (!arg && (client_open(&c) || gate_open(&g, c.fd)))
		return 1;
	self->shared->ready++;
	for (;;) {
		child = arg ? fork() : 0;
		if (child > 0) {
			waitpid(child, NULL, 0);
			continue;
		}
		if (arg) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			if (client_open(&c) || gate_open(&g, c.fd))
				_exit(1);
		}
		if (gate_submit(&self->s, &g, 0, 0) || gem_wait(c.fd, g.bo))
			return 2;
		if (arg)
			_exit(0);
	}
}

static void start_greedy(struct __test_metadata *_metadata, FIXTURE_DATA(turns) *self,
			 child_fn *run, uint32_t arg, pid_t *children, uint32_t n)
{
	uint32_t i;

	self->shared->ready = 0;
	for (i = 0; i < n; i++)
		children[i] = start(self, 0, run, arg);
	EXPECT_TRUE(wait_for_value(&self->shared->ready, n));
}

/* What the ring loses to a stream counts, not the time between its stamps. */
TEST_F_TIMEOUT(turns, a_flood_of_short_streams, 200)
{
	pid_t greedy[3];
	struct rate alone;

	ASSERT_EQ(0, limits(self, "60000", "2000"));
	alone = measure(self, 40000, 3000);
	start_greedy(_metadata, self, flood, 0, greedy, ARRAY_SIZE(greedy));
	measure_beside(_metadata, self, "three processes with short streams", 40000, 6000, alone, 8);
	kill_all(greedy, ARRAY_SIZE(greedy));
	forget_notices(self);
}

/* What is charged and what is punished is the same node, and a stop costs twice. */
static void beside_endless(struct __test_metadata *_metadata, FIXTURE_DATA(turns) *self,
			   const char *what, uint32_t forks, uint32_t n)
{
	pid_t greedy[GREEDY];
	struct rate alone;

	ASSERT_EQ(0, limits(self, "60000", "500"));
	alone = measure(self, 0, 3000);
	start_greedy(_metadata, self, endless, forks, greedy, n);
	/* Their first jobs use the credit of their user up. */
	measure(self, 0, 15000);
	measure_beside(_metadata, self, what, 0, 12000, alone, 8);
	kill_all(greedy, n);
	forget_notices(self);
}

TEST_F_TIMEOUT(turns, eight_processes_with_endless_jobs, 200)
{
	beside_endless(_metadata, self, "eight processes with endless jobs", 0, 8);
}

TEST_F_TIMEOUT(turns, a_new_process_for_each_endless_job, 200)
{
	beside_endless(_metadata, self, "a new process for each endless job", 1, 1);
}

/* ---- the aperture ---- */

/* Half of the aperture and more, in one buffer */
#define BIG	(40 * MIB)

/* Endless jobs that need the aperture, in a context of their own each time */
static int endless_big(FIXTURE_DATA(turns) *self, uint32_t size)
{
	struct shared *shared = self->shared;
	uint32_t big, error = 0;
	uint64_t seqno;
	struct client c;
	struct gate g;

	if (client_open(&c) || gate_open(&g, c.fd) || gem_create(c.fd, size, PAGE, GTT, 0, &big))
		return 1;
	for (shared->ready++; ; ) {
		if (gate_submit(&self->s, &g, big, 0) || fence_progress(c.fd, 0, &seqno, NULL))
			return 2;
		shared->submitted++;
		while (!g.map[2])
			usleep(1000);
		shared->begun++;
		if (fence_wait(c.fd, 0, seqno, INT64_MAX, &error))
			return 3;
		shared->stopped += error == EDQUOT;
	}
}

/*
 * The small client: a job with one of two large buffers, which do not fit together, then one with a
 * new small buffer, and so on.  It has jobs all the time, so the greedy one is never alone.
 */
static int needs_space(FIXTURE_DATA(turns) *self, uint32_t size)
{
	struct client c;
	uint32_t bo[3], i;

	if (client_open(&c))
		return 1;
	for (i = 0; i < 2; i++)
		if (gem_create(c.fd, size, PAGE, GTT, 0, &bo[i]))
			return 2;
	for (self->shared->ready++; !self->shared->over; self->shared->jobs++) {
		if (stream_write(&self->s, c.fd, bo[self->shared->jobs & 1], GTT, 0, 1) ||
		    gem_wait(c.fd, bo[self->shared->jobs & 1]))
			return 3;
		if (gem_create(c.fd, PAGE, PAGE, GTT, 0, &bo[2]) ||
		    stream_write(&self->s, c.fd, bo[2], GTT, 0, 1) || gem_wait(c.fd, bo[2]) ||
		    gem_close(c.fd, bo[2]))
			return 4;
	}
	return 0;
}

#define PAUSES	8
#define ENOUGH	4	/* jobs with large buffers in one pause */

/*
 * A client that is paused holds no addresses: jobs of others with new buffers, also large ones, end
 * before its next job begins.  And what holds the space, or waits for it, uses credit: its jobs are
 * stopped.
 */
TEST_F_TIMEOUT(turns, a_paused_client_holds_no_addresses, 300)
{
	uint32_t i, begun, jobs, most = 0;
	pid_t children[2];

	ASSERT_EQ(0, write_file(APERTURE, "64"));
	ASSERT_EQ(0, limits(self, "60000", "1000"));
	children[0] = start(self, VICTIM, needs_space, BIG);
	EXPECT_TRUE(wait_for_value(&self->shared->ready, 1));
	children[1] = start(self, 0, endless_big, BIG);
	for (i = 1; i <= PAUSES && most < ENOUGH; i++) {
		/* Its next job is submitted, and has not begun. */
		ASSERT_TRUE(wait_for_value(&self->shared->stopped, i));
		ASSERT_TRUE(wait_for_value(&self->shared->submitted, i + 1));
		begun = self->shared->begun;
		jobs = self->shared->jobs;
		ASSERT_TRUE(wait_for_value(&self->shared->begun, i + 1));
		if (begun == i && self->shared->jobs - jobs > most)
			most = self->shared->jobs - jobs;
	}
	printf("# beside a paused client with %u of 64 MiB: %u jobs with as much in its pause %u\n",
	       (uint32_t)(BIG / MIB), most, i - 1);
	fflush(stdout);
	EXPECT_LE(ENOUGH, most);
	kill_all(children, 2);
	ASSERT_EQ(0, write_file(APERTURE, "0"));
	ASSERT_EQ(0, limits(self, "60000", "60000"));
}

/* ---- streams that wait ---- */

#define FILES	5
#define WAITING	200	/* in each file: one for each context */

/* Streams that wait for a fence of another driver are in the way of no other client. */
TEST_F_TIMEOUT(turns, streams_that_wait_for_fences, 300)
{
	struct rate alone;
	struct client files[FILES];
	struct late late;
	uint32_t i, j, bo[FILES], sync, ctx;
	int ret;

	ASSERT_EQ(0, limits(self, "60000", "2000"));
	ret = late_begin(&late, self->c.fd);
	if (ret == -ENODEV || (!ret && late.vgem))
		SKIP(return, "no fence that signals when the test says so");
	ASSERT_EQ(0, ret);
	alone = measure(self, 0, 3000);
	for (i = 0; i < FILES; i++) {
		ASSERT_EQ(0, client_open(&files[i]));
		ASSERT_EQ(0, gem_create(files[i].fd, PAGE, PAGE, GTT, 0, &bo[i]));
		ASSERT_EQ(0, late_syncobj(&late, files[i].fd, &sync));
		for (j = 0; j < WAITING; j++) {
			struct drm_rcp_sync in = { .handle = sync };
			struct drm_rcp_cs_context context = { .ctx_id = 0 };
			struct client_cs cs = { .context = &context, .syncs = &in, .nsyncs = 1 };

			ASSERT_EQ(0, ctx_create(files[i].fd, 0, 0, &ctx));
			context.ctx_id = ctx;
			stream_init(&self->s);
			stream_mem_write(&self->s, bo[i], GTT, 0, 1);
			ASSERT_EQ(0, stream_submit_cs(&self->s, files[i].fd, &cs));
			if (!i && !j)
				measure_beside(_metadata, self, "one stream that waits for a fence", 0, 3000,
					       alone, 4);
		}
	}
	measure_beside(_metadata, self, "a thousand of them", 0, 3000, alone, 4);
	late_signal(&late);
	for (i = 0; i < FILES; i++) {
		EXPECT_EQ(0, gem_wait(files[i].fd, bo[i]));
		client_close(&files[i]);
	}
	late_end(&late);
}

/* ---- small clients ---- */

static int nops(FIXTURE_DATA(turns) *self, uint32_t us)
{
	struct client c;
	uint32_t bo;

	if (client_open(&c) || gem_create(c.fd, PAGE, PAGE, GTT, 0, &bo))
		return 1;
	for (self->shared->ready++; ; usleep(us))
		if (stream_write(&self->s, c.fd, bo, GTT, 0, 1) || gem_wait(c.fd, bo))
			return 2;
}

/* ---- moves ---- */

#define MOVERS		16
#define PIECE		(2 * MIB)	/* a window */
#define WINDOWS		4
#define LARGE		(6 * PIECE)
#define SMALL		(4 * PIECE)
#define TRACING		"/sys/kernel/debug/tracing"

/* Moves a buffer of @arg bytes out of VRAM once its turn in the test has come. */
static int mover(FIXTURE_DATA(turns) *self, uint32_t arg)
{
	struct client c;
	uint32_t bo;

	if (client_open(&c) || gem_create(c.fd, arg, PAGE, VRAM, 0, &bo) ||
	    stream_write(&self->s, c.fd, bo, VRAM, 0, 1) || gem_wait(c.fd, bo))
		return 1;
	self->shared->ready++;
	while (self->shared->go != arg)
		usleep(1000);
	return stream_place(c.fd, bo, GTT) || gem_wait(c.fd, bo) ? 2 : 0;
}

/* In the trace: the place of the last copy that @pid has caused, and in @n the number of all */
static uint32_t last_copy(pid_t pid, uint32_t *n)
{
	static char text[1 << 20];
	char *line = text, by[32];
	uint32_t last = 0;

	*n = 0;
	snprintf(by, sizeof(by), "-%d ", pid);
	if (read_text(TRACING "/trace", text, sizeof(text)) <= 0)
		return 0;
	while ((line = strchr(line, '\n'))) {
		char *event = strstr(++line, ": rcp_copy: "), *task = strstr(line, by), *end;

		end = strchr(line, '\n');
		if (!event || !end || event > end)
			continue;
		++*n;
		if (task && task < event)
			last = *n;
	}
	return last;
}

/*
 * Large buffers leave VRAM for 16 processes of a user, each in pieces, and a smaller one for
 * another user, which comes last.  The user that has used less gets the next window, so the smaller
 * one waits for a few pieces, and not for a piece of each process, or for whole moves.  A process that is killed
 * waits no more.
 */
TEST_F_TIMEOUT(turns, a_move_beside_those_of_many_processes, 200)
{
	const uint32_t all = (MOVERS * LARGE + SMALL) / PIECE;
	const uint32_t in_turn = WINDOWS + (MOVERS + 1) * SMALL / PIECE;
	uint32_t i, last, n, before;
	pid_t movers[MOVERS + 1], killed;
	struct gate g;
	int status;

	if (write_file(TRACING "/events/rcp/rcp_copy/enable", "1"))
		SKIP(return, "no tracing");
	ASSERT_EQ(0, chmod(self->c.node, 0666));
	ASSERT_EQ(0, gate_open(&g, self->c.fd));
	self->shared->ready = 0;
	for (i = 0; i <= MOVERS; i++)
		movers[i] = start(self, i < MOVERS ? 0 : VICTIM, mover, i < MOVERS ? LARGE : SMALL);
	killed = start(self, 0, mover, LARGE + PIECE);
	ASSERT_TRUE(wait_for_value(&self->shared->ready, MOVERS + 2));
	/* All copies wait behind this job in the ring. */
	ASSERT_EQ(0, gate_submit(&self->s, &g, 0, 0));
	last_copy(movers[MOVERS], &before);
	self->shared->go = LARGE;
	EXPECT_TRUE(debugfs_reaches("rcp_ring", "waiting_moves", MOVERS));
	self->shared->go = LARGE + PIECE;
	EXPECT_TRUE(debugfs_reaches("rcp_ring", "waiting_moves", MOVERS + 1));
	kill_all(&killed, 1);
	EXPECT_EQ(MOVERS, debugfs_value("rcp_ring", "waiting_moves"));
	self->shared->go = SMALL;
	EXPECT_TRUE(debugfs_reaches("rcp_ring", "waiting_moves", MOVERS + 1));
	EXPECT_GE(before, last_copy(movers[MOVERS], &n));
	EXPECT_EQ(before + WINDOWS, n);
	g.map[0] = NEVER;
	for (i = 0; i <= MOVERS; i++) {
		ASSERT_EQ(movers[i], waitpid(movers[i], &status, 0));
		EXPECT_EQ(0, status);
	}
	last = last_copy(movers[MOVERS], &n) - before;
	EXPECT_EQ(before + all, n);
	printf("# the last of %u pieces is number %u of %u, in turn it would be %u\n",
	       (uint32_t)(SMALL / PIECE), last, all, in_turn);
	fflush(stdout);
	EXPECT_GT((WINDOWS + SMALL / PIECE + in_turn) / 2, last);
	EXPECT_EQ(0, write_file(TRACING "/events/rcp/rcp_copy/enable", "0"));
	munmap((void *)g.map, PAGE);
}

/* A thread that waits for a window has no job, but wants the card: an endless job is stopped. */
TEST_F_TIMEOUT(turns, a_move_beside_an_endless_job, 200)
{
	uint32_t error = 0;
	uint64_t seqno;
	struct gate g;
	int status;
	pid_t child;

	ASSERT_EQ(0, limits(self, "60000", "500"));
	ASSERT_EQ(0, gate_open(&g, self->c.fd));
	self->shared->ready = 0;
	self->shared->go = 0;
	child = start(self, VICTIM, mover, LARGE);
	ASSERT_TRUE(wait_for_value(&self->shared->ready, 1));
	ASSERT_EQ(0, gate_submit(&self->s, &g, 0, 0));
	ASSERT_EQ(0, fence_progress(self->c.fd, 0, &seqno, NULL));
	self->shared->go = LARGE;
	ASSERT_EQ(0, fence_wait(self->c.fd, 0, seqno, INT64_MAX, &error));
	EXPECT_EQ(EDQUOT, error);
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	munmap((void *)g.map, PAGE);
	forget_notices(self);
}

#define FRAME_MS	2500
#define FRAMES		3

/* Credit does not depend on how many small clients there are: all frames arrive. */
TEST_F_TIMEOUT(turns, frames_beside_many_small_clients, 200)
{
	uint32_t i, error = 0, failed = 0;
	pid_t greedy[GREEDY];
	uint64_t seqno;
	struct gate g;

	ASSERT_EQ(0, limits(self, "60000", "2000"));
	start_greedy(_metadata, self, nops, 20000, greedy, GREEDY);
	ASSERT_EQ(0, gate_open(&g, self->c.fd));
	for (i = 0; i < FRAMES; i++) {
		ASSERT_EQ(0, gate_submit(&self->s, &g, 0, 0));
		ASSERT_EQ(0, fence_progress(self->c.fd, 0, &seqno, NULL));
		while (!g.map[2])
			usleep(1000);
		usleep(FRAME_MS * 1000);
		g.map[0] = NEVER;
		ASSERT_EQ(0, fence_wait(self->c.fd, 0, seqno, INT64_MAX, &error));
		failed += error != 0;
	}
	kill_all(greedy, GREEDY);
	printf("# %u of %u frames of %u ms failed beside %u small clients\n", failed, FRAMES,
	       FRAME_MS, GREEDY);
	fflush(stdout);
	EXPECT_EQ(0, failed);
	munmap((void *)g.map, PAGE);
}

TEST_HARNESS_MAIN
