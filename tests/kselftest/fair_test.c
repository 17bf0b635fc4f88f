// SPDX-License-Identifier: GPL-2.0
/*
 * What one process does to the turns of another one on the card: a greedy child with many jobs
 * in contexts and files, and a small client, whose job must start after at most two of the
 * child's.  Counts jobs by the card's clock, never seconds.  Binds the card again with long
 * timeouts, so it needs root.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"
#include "sync.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define ALONE		"/sys/module/rcp/parameters/job_timeout_ms"
#define SHARED		"/sys/module/rcp/parameters/shared_timeout_ms"
#define JOBS		24	/* of the greedy child, after the one that blocks the ring */
#define MINE		8	/* of the small client */
#define NEVER		0x12345678

/* What parent and child share: anonymous memory */
struct shared {
	uint64_t clock[JOBS];	/* when each job of the child ended */
	volatile bool ready;	/* all jobs are submitted */
	volatile bool open;	/* the blocking job may end */
	volatile uint32_t steps;	/* so many jobs of greedy_in_steps() may end */
	volatile bool over;	/* the child may end */
	bool failed;
};

FIXTURE(fair) {
	struct client c;
	struct stream s;
	struct shared *shared;
	char alone[16];
	char lasting[16];
	int kmsg;
};

static int rebind(const char *alone, const char *lasting)
{
	int ret = card_unbind();

	ret = ret ? ret : write_file(ALONE, alone);
	ret = ret ? ret : write_file(SHARED, lasting);
	return ret ? ret : card_bind();
}

FIXTURE_SETUP(fair)
{
	self->kmsg = -1;
	if (access(SHARED, W_OK) || !card_slot())
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	ASSERT_LT(0, read_text(ALONE, self->alone, sizeof(self->alone)));
	ASSERT_LT(0, read_text(SHARED, self->lasting, sizeof(self->lasting)));
	ASSERT_EQ(0, rebind("60000", "60000"));
	self->shared = mmap(NULL, sizeof(*self->shared), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->shared);
	ASSERT_EQ(0, client_open(&self->c));
	self->kmsg = kmsg_open();
}

FIXTURE_TEARDOWN(fair)
{
	if (self->kmsg < 0)
		return;
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
	EXPECT_EQ(0, rebind(self->alone, self->lasting));
	EXPECT_EQ(0, client_works());
}

/* A job of the child: in a context or a file of its own, or in the same one */
enum spread {
	BY_CONTEXT,
	BY_FILE,
	IN_ONE,
};

static int submit_in(struct stream *s, int fd, uint32_t ctx)
{
	struct drm_rcp_cs_context context = { .ctx_id = ctx };
	struct client_cs cs = { .context = &context };

	return stream_submit_cs(s, fd, &cs);
}

static int submit_clock(struct stream *s, enum spread how, int fd, uint32_t *bo,
			volatile uint64_t **clock)
{
	struct client c = { .fd = fd };
	uint32_t ctx = 0;

	if (how == BY_FILE && client_open(&c))
		return -1;
	if (how == BY_CONTEXT && ctx_create(c.fd, 0, 0, &ctx))
		return -1;
	if (gem_create(c.fd, 4096, 4096, GTT, 0, bo))
		return -1;
	*clock = gem_map(c.fd, *bo, 4096);
	stream_init(s);
	stream_eop(s, *bo, GTT, 0, EOP_DATA_CLOCK, 0);
	return *clock ? submit_in(s, c.fd, ctx) : -1;
}

/* The greedy child: a job that waits until the parent allows it to end, and JOBS behind it */
static int greedy(struct shared *shared, struct stream *s, enum spread how)
{
	volatile uint64_t *clock[JOBS];
	volatile uint32_t *gate;
	struct client c;
	uint32_t bo[JOBS], first, i;

	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &first))
		return 1;
	gate = gem_map(c.fd, first, 4096);
	if (!gate)
		return 2;
	stream_init(s);
	stream_wait_mem(s, first, GTT, 0, NEVER);
	if (stream_submit(s, c.fd, NULL))
		return 3;
	for (i = 0; i < JOBS; i++)
		if (submit_clock(s, how, c.fd, &bo[i], &clock[i]))
			return 4;
	shared->ready = true;
	while (!shared->open)
		usleep(1000);
	gate[0] = NEVER;
	for (i = 0; i < JOBS; i++) {
		while (!clock[i][0])
			usleep(1000);
		shared->clock[i] = clock[i][0];
	}
	return 0;
}

/* Waits until @n jobs wait for their turn. */
static bool wait_for_turns(int n)
{
	int i;

	for (i = 0; i < 4000 && debugfs_value("rcp_ring", "waiting_jobs") < n; i++)
		usleep(5000);
	return i < 4000;
}

static void beside(struct __test_metadata *_metadata, FIXTURE_DATA(fair) *self,
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
		ASSERT_EQ(0, submit_in(&self->s, self->c.fd, ctx));
	}
	EXPECT_TRUE(wait_for_turns(how == IN_ONE ? 2 : how == BY_FILE ? JOBS : JOBS - 1 + MINE));
	usleep(500000);
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
	for (i = 0; i < JOBS; i++)
		ahead += self->shared->clock[i] < first;
	EXPECT_GE(1, ahead);
	/*
	 * A long run costs others half of the turns at most.  If all of my jobs are ready they are
	 * first, because the job that blocked the ring took longer than all of them.
	 */
	for (ahead = 0, i = 0; i < JOBS; i++)
		ahead += self->shared->clock[i] < last;
	EXPECT_GE(how == BY_CONTEXT ? 2 : MINE + 2, ahead);
}

/* The tests measure turns by the card's clock, which their streams write. */
#define NEEDS_A_CLOCK() do {							\
	if (!stream_has_clock())						\
		SKIP(return, "this generation has no clock");			\
} while (0)

TEST_F_TIMEOUT(fair, many_contexts_have_one_turn, 120)
{
	NEEDS_A_CLOCK();
	beside(_metadata, self, BY_CONTEXT);
}

TEST_F_TIMEOUT(fair, many_files_have_one_turn, 120)
{
	NEEDS_A_CLOCK();
	beside(_metadata, self, BY_FILE);
}

TEST_F_TIMEOUT(fair, a_long_queue_has_one_turn, 120)
{
	NEEDS_A_CLOCK();
	beside(_metadata, self, IN_ONE);
}

/* The greedy child of the next test: each of its jobs ends when the parent allows it. */
static int greedy_in_steps(struct shared *shared, struct stream *s)
{
	volatile uint32_t *gate;
	struct client c;
	uint32_t bo, i;

	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &bo))
		return 1;
	gate = gem_map(c.fd, bo, 4096);
	if (!gate)
		return 2;
	for (i = 0; i < JOBS; i++) {
		stream_init(s);
		stream_wait_mem(s, bo, GTT, 16 * i, NEVER);
		if (stream_submit(s, c.fd, NULL))
			return 3;
	}
	shared->ready = true;
	for (i = 0; i < JOBS; i++) {
		while (i >= shared->steps && !shared->over)
			usleep(500);
		gate[4 * i] = NEVER;
	}
	return gem_wait(c.fd, bo);
}

/* Waits until the last job is in the ring behind one of the child, or waits for its turn. */
static bool wait_for_place(int64_t emitted)
{
	int i;

	for (i = 0; i < 2000; i++) {
		if (debugfs_value("rcp_ring", "seqno_emitted") > emitted ||
		    debugfs_value("rcp_ring", "waiting_jobs") >= 2)
			return true;
		usleep(2000);
	}
	return false;
}

/*
 * A client that waits for each of its jobs gets a turn after each job of the other one, which has
 * all of its jobs ready: half of the card, if they are equal.
 */
TEST_F_TIMEOUT(fair, half_for_a_client_that_waits, 120)
{
	volatile uint64_t *mine;
	uint32_t bo, i, n;
	int status = 0;
	pid_t child;

	NEEDS_A_CLOCK();
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	mine = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, mine);
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(greedy_in_steps(self->shared, &self->s));
	while (!self->shared->ready && !waitpid(child, &status, WNOHANG))
		usleep(1000);
	ASSERT_TRUE(self->shared->ready)
		TH_LOG("status %x", status);
	for (i = 0; i < MINE; i++) {
		int64_t emitted = debugfs_value("rcp_ring", "seqno_emitted");

		stream_init(&self->s);
		stream_eop(&self->s, bo, GTT, 8 * i, EOP_DATA_CLOCK, 0);
		ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
		EXPECT_TRUE(wait_for_place(emitted));
		while (!mine[i] && self->shared->steps < JOBS) {
			self->shared->steps++;
			for (n = 0; n < 1500 && !mine[i]; n++)
				usleep(1000);
		}
	}
	/* Two of the child are in the ring before the first job, one before each of the others. */
	EXPECT_GE(MINE + MINE / 2, self->shared->steps);
	self->shared->over = true;
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	munmap((void *)mine, 4096);
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

/* The jobs of a process that is gone are dropped with its first hang. */
TEST_F_TIMEOUT(fair, a_dead_client_hangs_once, 300)
{
	uint32_t before = 0, after = 0;
	int status;
	pid_t child;

	client_close(&self->c);
	ASSERT_EQ(0, rebind("10000", "5000"));
	ASSERT_EQ(0, client_open(&self->c));
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &before);
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(leave_hangs(self->shared, &self->s));
	ASSERT_EQ(child, waitpid(child, &status, 0));
	ASSERT_EQ(0, status);
	EXPECT_EQ(0, client_works());
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &after);
	EXPECT_EQ(before + 1, after);
	/* the notices of the hang are expected */
	close(self->kmsg);
	self->kmsg = kmsg_open();
}

TEST_HARNESS_MAIN
