// SPDX-License-Identifier: GPL-2.0
/*
 * What one process does to the turns of another one on the card: a greedy child with many jobs
 * in contexts and files, and a small client, whose job must start after at most two of the
 * child's.  Counts jobs by the card's clock, never seconds.  Binds the card again with long
 * timeouts, so it needs root.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#define JOBS		24	/* of the greedy child, after the one that blocks the ring */
#define QUEUES		200	/* or so many files, */
#define QUEUED		5	/* each with so many jobs */
#define MINE		8	/* of the small client */

/* What parent and child share: anonymous memory */
struct shared {
	uint64_t clock[QUEUES * QUEUED];	/* when each job of the child ended */
	volatile bool ready;	/* all jobs are submitted */
	volatile bool open;	/* the blocking job may end */
};

#include "turns.h"

/* Turns are measured by the card's clock, which the streams write. */
#define NO_CLOCK	"this generation has no clock"

/* A job of the child: in a context or a file of its own, in the same one, or in one of the files */
enum spread {
	BY_CONTEXT,
	BY_FILE,
	IN_ONE,
	IN_QUEUES,
};

static uint32_t jobs_of(enum spread how)
{
	return how == IN_QUEUES ? QUEUES * QUEUED : JOBS;
}

/* Where the jobs of the child are submitted, and write the card's clock to */
struct place {
	struct client c;
	uint32_t ctx, bo, jobs;
	volatile uint64_t *clock;
};

static int place_open(struct place *p, enum spread how, int fd)
{
	p->c.fd = fd;
	if ((how == BY_FILE || how == IN_QUEUES) && client_open(&p->c))
		return -1;
	if (how == BY_CONTEXT && ctx_create(p->c.fd, 0, 0, &p->ctx))
		return -1;
	if (gem_create(p->c.fd, 4096, 4096, GTT, 0, &p->bo))
		return -1;
	p->clock = gem_map(p->c.fd, p->bo, 4096);
	return p->clock ? 0 : -1;
}

static int submit_clock(struct stream *s, struct place *p)
{
	stream_init(s);
	stream_eop(s, p->bo, GTT, 8 * p->jobs++, EOP_DATA_CLOCK, 0);
	return stream_submit_in(s, p->c.fd, p->ctx);
}

/* The greedy child: a job that waits until the parent allows it to end, and many behind it */
static int greedy(struct shared *shared, struct stream *s, enum spread how)
{
	static struct place place[QUEUES];
	uint32_t first, i, n = how == IN_QUEUES ? QUEUES : JOBS;
	volatile uint32_t *gate;
	struct client c;

	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &first))
		return 1;
	gate = gem_map(c.fd, first, 4096);
	if (!gate)
		return 2;
	stream_init(s);
	stream_wait_mem(s, first, GTT, 0, NEVER);
	if (stream_submit(s, c.fd, NULL))
		return 3;
	for (i = 0; i < n; i++)
		if (place_open(&place[i], how, c.fd))
			return 4;
	for (i = 0; i < jobs_of(how); i++)
		if (submit_clock(s, &place[i % n]))
			return 5;
	shared->ready = true;
	while (!shared->open)
		usleep(1000);
	gate[0] = NEVER;
	for (i = 0; i < jobs_of(how); i++) {
		while (!place[i % n].clock[i / n])
			usleep(1000);
		shared->clock[i] = place[i % n].clock[i / n];
	}
	return 0;
}

#define STEP_US	1000

static void beside(struct __test_metadata *_metadata, FIXTURE_DATA(turns) *self,
		   enum spread how)
{
	uint32_t bo[MINE], ctx, i, ahead = 0;
	uint64_t first = UINT64_MAX, last = 0;
	volatile uint64_t *mine[MINE];
	int status = 0;
	pid_t child;

	/* a buffer for each job, because jobs on the same one wait for each other */
	for (i = 0; i < MINE; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo[i]));
		mine[i] = gem_map(self->c.fd, bo[i], 4096);
		ASSERT_NE(NULL, mine[i]);
	}
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(greedy(self->shared, &self->s, how));
	while (!self->shared->ready && !waitpid(child, &status, WNOHANG))
		usleep(1000);
	ASSERT_TRUE(self->shared->ready)
		TH_LOG("status %x", status);
	for (i = 0; i < MINE; i++) {
		stream_init(&self->s);
		stream_eop(&self->s, bo[i], GTT, 0, EOP_DATA_CLOCK, 0);
		/* In contexts, so that all of them are ready at the same time */
		ctx = 0;
		if (how == BY_CONTEXT)
			ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
		ASSERT_EQ(0, stream_submit_in(&self->s, self->c.fd, ctx));
	}
	EXPECT_TRUE(debugfs_reaches("rcp_ring", "waiting_jobs", how == IN_ONE ? 2 :
				    how == IN_QUEUES ? QUEUES :
				    how == BY_FILE ? JOBS : JOBS - 1 + MINE));
	/* From now on each job takes two steps; the one that blocks the ring has taken longer. */
	usleep(500000);
	ASSERT_EQ(0, card_clock_steps(STEP_US));
	self->shared->open = true;
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	for (i = 0; i < MINE; i++) {
		ASSERT_EQ(0, gem_wait(self->c.fd, bo[i]));
		first = mine[i][0] < first ? mine[i][0] : first;
		last = mine[i][0] > last ? mine[i][0] : last;
		munmap((void *)mine[i], 4096);
	}
	/* The job that blocked the ring is the second one of the child. */
	for (i = 0; i < jobs_of(how); i++)
		ahead += self->shared->clock[i] < first;
	EXPECT_GE(1, ahead);
	/*
	 * A long run costs others half of the turns at most.  If all of my jobs are ready they are
	 * first, because the job that blocked the ring took longer than all of them.
	 */
	for (ahead = 0, i = 0; i < jobs_of(how); i++)
		ahead += self->shared->clock[i] < last;
	EXPECT_GE(how == BY_CONTEXT ? 2 : MINE + 2, ahead);
}

TEST_F(turns, many_contexts_have_one_turn)
{
	if (!stream_has_clock())
		SKIP(return, NO_CLOCK);
	beside(_metadata, self, BY_CONTEXT);
}

TEST_F(turns, many_files_have_one_turn)
{
	if (!stream_has_clock())
		SKIP(return, NO_CLOCK);
	beside(_metadata, self, BY_FILE);
}

TEST_F(turns, a_long_queue_has_one_turn)
{
	if (!stream_has_clock())
		SKIP(return, NO_CLOCK);
	beside(_metadata, self, IN_ONE);
}

/* Whatever the policy of the kernel's scheduler: Linux 6.12 takes the oldest job first. */
TEST_F_TIMEOUT(turns, many_files_with_queues_have_one_turn, 400)
{
	if (!stream_has_clock())
		SKIP(return, NO_CLOCK);
	beside(_metadata, self, IN_QUEUES);
}

/*
 * The greedy child of the next test.  The parent has made file and buffer, because it opens the
 * gates of the jobs; each job says when it is on the card.
 */
static int greedy_in_steps(struct shared *shared, struct stream *s, int fd, uint32_t bo)
{
	uint32_t i;

	for (i = 0; i < JOBS; i++) {
		stream_init(s);
		stream_mem_write(s, bo, GTT, 16 * i + 8, 1);
		stream_wait_mem(s, bo, GTT, 16 * i, NEVER);
		if (stream_submit(s, fd, NULL))
			return 1;
	}
	shared->ready = true;
	return gem_wait(fd, bo);
}

/* Is the last job in the ring after one of the child, or does it wait for its turn? */
static bool is_placed(int64_t emitted)
{
	return debugfs_value("rcp_ring", "seqno_emitted") > emitted ||
	       debugfs_value("rcp_ring", "waiting_jobs") >= 2;
}

#define SHARED_NS	1000000000ull	/* after that time a client counts as alone */
#define LONG_US		50000	/* of a job of the child, or more; mine take far less */

/*
 * A client that waits for each of its jobs gets a turn after each job of the other one, which has
 * all of its jobs ready: half of the card, if they are equal.
 */
TEST_F_TIMEOUT(turns, half_for_a_client_that_waits, 300)
{
	volatile uint32_t *gate;
	volatile uint64_t *mine;
	uint32_t bo, theirs, i, late = 0, steps = 0;
	struct client c;
	int status = 0;
	uint64_t last;
	pid_t child;

	if (!stream_has_clock())
		SKIP(return, NO_CLOCK);
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	mine = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, mine);
	ASSERT_EQ(0, client_open(&c));
	ASSERT_EQ(0, gem_create(c.fd, 4096, 4096, GTT, 0, &theirs));
	gate = gem_map(c.fd, theirs, 4096);
	ASSERT_NE(NULL, gate);
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(greedy_in_steps(self->shared, &self->s, c.fd, theirs));
	while (!self->shared->ready && !waitpid(child, &status, WNOHANG))
		usleep(1000);
	ASSERT_TRUE(self->shared->ready)
		TH_LOG("status %x", status);
	last = now_ns();
	for (i = 0; i < MINE && steps < JOBS; i++) {
		int64_t emitted;

		/* The child's next job is on the card. */
		ASSERT_TRUE(COMES_TRUE(gate[4 * steps + 2]));
		emitted = debugfs_value("rcp_ring", "seqno_emitted");
		stream_init(&self->s);
		stream_eop(&self->s, bo, GTT, 8 * i, EOP_DATA_CLOCK, 0);
		ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
		/* If the host held this process up, the child was alone, and has two in the ring. */
		late += now_ns() - last > SHARED_NS / 2;
		EXPECT_TRUE(COMES_TRUE(is_placed(emitted)));
		while (!mine[i] && steps < JOBS) {
			/* The turn is of the client that has used less time. */
			usleep(LONG_US);
			last = now_ns();
			emitted = debugfs_value("rcp_ring", "seqno_emitted");
			gate[4 * steps++] = NEVER;
			/* Mine runs, or the child's next one and the ring has another job in its place. */
			ASSERT_TRUE(COMES_TRUE(mine[i] || steps == JOBS || (gate[4 * steps + 2] &&
				    debugfs_value("rcp_ring", "seqno_emitted") > emitted)));
		}
	}
	/* Two of the child are in the ring before the first job, one before each of the others. */
	EXPECT_GE(MINE + MINE / 2 + late, steps);
	EXPECT_EQ(MINE, i);
	while (steps < JOBS)
		gate[4 * steps++] = NEVER;
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	munmap((void *)mine, 4096);
	munmap((void *)gate, 4096);
	client_close(&c);
}

/* ---- the end of a client ---- */

#define FILES	12

/* Leaves a job that never ends in each of some files, and dies. */
static int leave_hangs(struct shared *shared, struct stream *s)
{
	struct client c;
	uint32_t bo, i;

	for (i = 0; i < FILES; i++) {
		if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &bo))
			return 1;
		stream_init(s);
		stream_wait_mem(s, bo, GTT, 0, NEVER);
		if (stream_submit(s, c.fd, NULL))
			return 2;
	}
	shared->ready = true;
	return 0;
}

#define KEPT	"kept others waiting for "

/* The jobs of a process that is gone are dropped with its first hang. */
TEST_F_TIMEOUT(turns, a_dead_client_hangs_once, 300)
{
	uint32_t before = 0, after = 0;
	char text[256] = "", *kept;
	int status;
	pid_t child;

	/* The child has a minute to submit its jobs; others wait for them when it is gone. */
	ASSERT_EQ(0, bind_again(self, "5000"));
	before = client_resets(self->c.fd);
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(leave_hangs(self->shared, &self->s));
	ASSERT_EQ(child, waitpid(child, &status, 0));
	ASSERT_EQ(0, status);
	EXPECT_EQ(0, client_works());
	after = client_resets(self->c.fd);
	EXPECT_EQ(before + 1, after);
	/* after the short limit, not after twice that: a process that is gone has no credit */
	EXPECT_TRUE(kmsg_find(self->kmsg, KEPT, text, sizeof(text)));
	kept = strstr(text, KEPT);
	EXPECT_TRUE(kept && atoi(kept + strlen(KEPT)) < 9000)
		TH_LOG("%s", text);
	forget_notices(self);
}

TEST_HARNESS_MAIN
