// SPDX-License-Identifier: GPL-2.0
/*
 * Credit: a slow job is no hang while its process has credit, and a process that has used it up is
 * stopped, pauses, and gains nothing by forking or by filling the ring.  Counts jobs, resets and the
 * card's time, never seconds.  Binds the card again with long timeouts, so it needs root.
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
#define NEVER		0x12345678

/* What parent and children share: anonymous memory */
struct shared {
	volatile bool over;	/* the children may end */
	volatile uint32_t round;	/* so many jobs each of the other clients may submit */
	volatile uint32_t submitted, arrived;	/* jobs of all of them */
	volatile uint64_t begun_ms;	/* when the last job of slow_job() began */
};

FIXTURE(credit) {
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

FIXTURE_SETUP(credit)
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

FIXTURE_TEARDOWN(credit)
{
	if (self->kmsg < 0)
		return;
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
	EXPECT_EQ(0, rebind(self->alone, self->lasting));
	EXPECT_EQ(0, client_works());
}

static int submit_in(struct stream *s, int fd, uint32_t ctx)
{
	struct drm_rcp_cs_context context = { .ctx_id = ctx };
	struct client_cs cs = { .context = &context };

	return stream_submit_cs(s, fd, &cs);
}

#define SLOW_S		{ 3, 3, 3, 8 }
#define OTHERS		20	/* processes that wait while the slow client uses its share up */

/* The clock by which the driver measures, in ms: the card's, or the CPU's; 0 if it cannot be read */
static uint64_t card_ms(int fd)
{
	uint64_t ticks = 0;
	uint32_t khz = 0;

	if (!stream_has_clock())
		return now_ns() / 1000000;
	if (client_info(fd, RADEON_INFO_TIMESTAMP, &ticks) ||
	    client_info_u32(fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &khz) || !khz)
		return 0;
	return ticks / khz;
}

/* The other clients: each submits one job in each round, and waits for it. */
static int keep_waiting(struct shared *shared, struct stream *s)
{
	uint32_t round, bo;
	struct client c;

	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &bo))
		return 1;
	for (round = 1; !shared->over; round++) {
		while (shared->round < round && !shared->over)
			usleep(2000);
		if (shared->over)
			break;
		if (stream_write(s, c.fd, bo, GTT, 0, round))
			return 2;
		__atomic_add_fetch(&shared->submitted, 1, __ATOMIC_SEQ_CST);
		if (gem_wait(c.fd, bo))
			return 3;
		__atomic_add_fetch(&shared->arrived, 1, __ATOMIC_SEQ_CST);
	}
	return 0;
}

static bool wait_for_value(volatile uint32_t *value, uint32_t wanted)
{
	int i;

	for (i = 0; i < 30000 && *value < wanted; i++)
		usleep(2000);
	return *value >= wanted;
}

/*
 * Submits a job that does not end by itself.  When it is on the card, the others submit, and wait
 * for it.  Returns its number.
 */
static uint64_t slow_job(struct __test_metadata *_metadata, FIXTURE_DATA(credit) *self,
			 uint32_t ctx, uint32_t bo, volatile uint32_t *map, uint32_t others)
{
	uint64_t seqno = 0;

	map[0] = 0;
	map[2] = 0;
	stream_init(&self->s);
	stream_mem_write(&self->s, bo, GTT, 8, 1);
	stream_wait_mem(&self->s, bo, GTT, 0, NEVER);
	EXPECT_EQ(0, submit_in(&self->s, self->c.fd, ctx));
	EXPECT_EQ(0, fence_progress(self->c.fd, ctx, &seqno, NULL));
	EXPECT_TRUE(wait_for_value(&map[2], 1));
	self->shared->begun_ms = card_ms(self->c.fd);
	self->shared->round++;
	EXPECT_TRUE(wait_for_value(&self->shared->submitted, self->shared->round * others));
	return seqno;
}

static uint32_t result_of(int fd, uint32_t ctx, uint64_t seqno)
{
	uint32_t error = ~0u;

	return fence_wait(fd, ctx, seqno, INT64_MAX, &error) ? ~0u : error;
}

/* Lets the job of slow_job() end when it has taken some time of the card. */
static void end_after(FIXTURE_DATA(credit) *self, volatile uint32_t *map, uint64_t ms)
{
	uint64_t begin = card_ms(self->c.fd);

	while (card_ms(self->c.fd) < begin + ms)
		usleep(20000);
	map[0] = NEVER;
}

static void start_others(struct __test_metadata *_metadata, FIXTURE_DATA(credit) *self,
			 pid_t *children, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		children[i] = fork();
		ASSERT_LE(0, children[i]);
		if (!children[i])
			_exit(keep_waiting(self->shared, &self->s));
	}
}

static void stop_others(struct __test_metadata *_metadata, FIXTURE_DATA(credit) *self,
			const pid_t *children, uint32_t n)
{
	int status = 0;
	uint32_t i;

	self->shared->over = true;
	for (i = 0; i < n; i++) {
		EXPECT_EQ(children[i], waitpid(children[i], &status, 0));
		EXPECT_EQ(0, status);
	}
}

/*
 * Slow is not hung, and contention is no guilt: frames of 3 s, three in a row, and one of 8 s
 * arrive while another process waits with a short limit of 2 s.
 */
TEST_F_TIMEOUT(credit, slow_frames_arrive, 300)
{
	static const uint32_t seconds[] = SLOW_S;
	uint32_t bo, i, before = 0, after = 0;
	struct drm_rcp_ctx_state state;
	volatile uint32_t *map;
	uint64_t seqno;
	pid_t other;

	client_close(&self->c);
	ASSERT_EQ(0, rebind("60000", "2000"));
	close(self->kmsg);
	self->kmsg = kmsg_open();
	start_others(_metadata, self, &other, 1);
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_NE(0, card_ms(self->c.fd));
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &before);
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	map = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	for (i = 0; i < ARRAY_SIZE(seconds); i++) {
		seqno = slow_job(_metadata, self, 0, bo, map, 1);
		end_after(self, map, seconds[i] * 1000);
		EXPECT_EQ(0, result_of(self->c.fd, 0, seqno));
		EXPECT_TRUE(wait_for_value(&self->shared->arrived, self->shared->round));
	}
	stop_others(_metadata, self, &other, 1);
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &after);
	EXPECT_EQ(before, after);
	EXPECT_QUIET(self->kmsg);
	EXPECT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_EQ(0, state.status);
	munmap((void *)map, 4096);
}

/*
 * A client that has kept others waiting for its share of the last minute has the short limit
 * while they wait.  Its jobs end with an error of their own, and are no hangs: three of them ban
 * neither the context nor the process.  As long as no other process waits it has the long limit.
 */
TEST_F_TIMEOUT(credit, a_share_can_be_used_up, 400)
{
	uint32_t bo, i, before = 0, after = 0, ctx, share_ms = 60000 / (OTHERS + 1);
	struct drm_rcp_ctx_state state;
	pid_t others[OTHERS];
	volatile uint32_t *map;
	uint64_t seqno;

	client_close(&self->c);
	ASSERT_EQ(0, rebind("60000", "1000"));
	ASSERT_EQ(0, client_open(&self->c));
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &before);
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	map = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	/* time for which no other client waits costs no credit */
	seqno = slow_job(_metadata, self, ctx, bo, map, 0);
	end_after(self, map, share_ms + 500);
	EXPECT_EQ(0, result_of(self->c.fd, ctx, seqno));
	self->shared->round = 0;
	start_others(_metadata, self, others, OTHERS);
	/* with credit: longer than the short limit, and then there is none left */
	seqno = slow_job(_metadata, self, ctx, bo, map, OTHERS);
	end_after(self, map, share_ms + 500);
	EXPECT_EQ(0, result_of(self->c.fd, ctx, seqno));
	EXPECT_TRUE(wait_for_value(&self->shared->arrived, OTHERS));
	for (i = 1; i <= 3; i++) {
		seqno = slow_job(_metadata, self, ctx, bo, map, OTHERS);
		ASSERT_EQ(EDQUOT, result_of(self->c.fd, ctx, seqno));
		EXPECT_TRUE(wait_for_value(&self->shared->arrived, (i + 1) * OTHERS));
	}
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &after);
	EXPECT_EQ(before + 3, after);
	EXPECT_EQ(0, ctx_state(self->c.fd, ctx, &state));
	EXPECT_EQ(RCP_CTX_STATUS_SLOW, state.status);
	EXPECT_EQ(3, state.lost);
	EXPECT_EQ(0, state.hangs);
	/* without other processes there is no short limit */
	stop_others(_metadata, self, others, OTHERS);
	seqno = slow_job(_metadata, self, ctx, bo, map, 0);
	end_after(self, map, 2500);
	EXPECT_EQ(0, result_of(self->c.fd, ctx, seqno));
	munmap((void *)map, 4096);
	/* the notices of the slow jobs are expected */
	close(self->kmsg);
	self->kmsg = kmsg_open();
}

/* Uses the share of a minute up, while the others wait. */
static void use_share_up(struct __test_metadata *_metadata, FIXTURE_DATA(credit) *self,
			 uint32_t ctx, uint32_t bo, volatile uint32_t *map)
{
	uint64_t seqno = slow_job(_metadata, self, ctx, bo, map, OTHERS);

	end_after(self, map, 60000 / (OTHERS + 1) + 500);
	EXPECT_EQ(0, result_of(self->c.fd, ctx, seqno));
	EXPECT_TRUE(wait_for_value(&self->shared->arrived, self->shared->round * OTHERS));
}

/* A client whose next job is never ready when the last one ends */
static int keep_busy(struct shared *shared, struct stream *s)
{
	struct client c;
	uint32_t bo, i;

	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &bo))
		return 1;
	for (i = 0; !shared->over; i++)
		if (stream_write(s, c.fd, bo, GTT, 0, i) || gem_wait(c.fd, bo))
			return 2;
	return 0;
}

#define LOOPS	6

/*
 * Endless jobs of a process without credit: after each of them others have the card for as long as
 * they waited for it.  The machine may be held up, so one of the pauses counts.
 */
TEST_F_TIMEOUT(credit, endless_jobs_leave_half, 400)
{
	uint64_t seqno, ended = 0, gap = 0;
	pid_t others[OTHERS], busy;
	volatile uint32_t *map;
	uint32_t bo, ctx, i;
	int status = 0;

	client_close(&self->c);
	ASSERT_EQ(0, rebind("60000", "1000"));
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	map = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	start_others(_metadata, self, others, OTHERS);
	use_share_up(_metadata, self, ctx, bo, map);
	busy = fork();
	ASSERT_LE(0, busy);
	if (!busy)
		_exit(keep_busy(self->shared, &self->s));
	for (i = 0; i < LOOPS && gap < 900; i++) {
		seqno = slow_job(_metadata, self, ctx, bo, map, OTHERS);
		if (ended && self->shared->begun_ms > ended + gap)
			gap = self->shared->begun_ms - ended;
		ASSERT_EQ(EDQUOT, result_of(self->c.fd, ctx, seqno));
		ended = card_ms(self->c.fd);
		EXPECT_TRUE(wait_for_value(&self->shared->arrived, (i + 2) * OTHERS));
	}
	EXPECT_LE(900, gap);
	stop_others(_metadata, self, others, OTHERS);
	EXPECT_EQ(busy, waitpid(busy, &status, 0));
	EXPECT_EQ(0, status);
	munmap((void *)map, 4096);
	/* the notices of the slow jobs are expected */
	close(self->kmsg);
	self->kmsg = kmsg_open();
}

#define FORKS	3
#define FORK_MS	10500	/* of credit that each of them uses */

/* A process that uses less than its credit, and ends */
static int one_long_job(struct shared *shared, struct stream *s)
{
	volatile uint32_t *map;
	struct client c;
	uint64_t begin;
	uint32_t bo;

	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &bo))
		return 1;
	map = gem_map(c.fd, bo, 4096);
	stream_init(s);
	stream_mem_write(s, bo, GTT, 8, 1);
	stream_wait_mem(s, bo, GTT, 0, NEVER);
	if (!map || stream_submit(s, c.fd, NULL) || !wait_for_value(&map[2], 1))
		return 2;
	shared->round++;
	if (!wait_for_value(&shared->submitted, shared->round))
		return 3;
	for (begin = card_ms(c.fd); card_ms(c.fd) < begin + FORK_MS; )
		usleep(20000);
	map[0] = NEVER;
	return gem_wait(c.fd, bo);
}

/* A new process has no credit if others of its user have used it up. */
TEST_F_TIMEOUT(credit, a_fork_is_no_credit, 300)
{
	volatile uint32_t *map;
	pid_t other, child;
	uint64_t seqno;
	uint32_t bo, i;
	int status;

	client_close(&self->c);
	ASSERT_EQ(0, rebind("60000", "1000"));
	start_others(_metadata, self, &other, 1);
	for (i = 0; i < FORKS; i++) {
		child = fork();
		ASSERT_LE(0, child);
		if (!child)
			_exit(one_long_job(self->shared, &self->s));
		ASSERT_EQ(child, waitpid(child, &status, 0));
		ASSERT_EQ(0, status);
		EXPECT_TRUE(wait_for_value(&self->shared->arrived, self->shared->round));
	}
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	map = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	seqno = slow_job(_metadata, self, 0, bo, map, 1);
	end_after(self, map, FORK_MS);
	EXPECT_EQ(EDQUOT, result_of(self->c.fd, 0, seqno));
	stop_others(_metadata, self, &other, 1);
	munmap((void *)map, 4096);
	/* the notice of the slow job is expected */
	close(self->kmsg);
	self->kmsg = kmsg_open();
}

#define FILLED	12
#define LEARNT_MS	23000	/* the estimate of a client's jobs forgets long ones */

/* Short jobs, so that the driver expects the next ones to be short, too */
static void be_short(struct __test_metadata *_metadata, FIXTURE_DATA(credit) *self, uint32_t bo)
{
	uint64_t begin = card_ms(self->c.fd);
	uint32_t i;

	while (card_ms(self->c.fd) < begin + LEARNT_MS) {
		for (i = 0; i < 8; i++)
			ASSERT_EQ(0, stream_write(&self->s, self->c.fd, bo, GTT, 64, i));
		ASSERT_EQ(0, gem_wait(self->c.fd, bo));
		usleep(200000);
	}
}

/*
 * A client alone has many jobs in the ring, if they are expected to be short.  If they are endless,
 * and it has no credit, others wait for two of them.
 */
TEST_F_TIMEOUT(credit, a_ring_of_endless_jobs, 400)
{
	uint32_t bo, ctx[FILLED], i, before = 0, after = 0, slow = 0, dropped = 0, result;
	uint64_t seqno[FILLED];
	pid_t others[OTHERS];
	volatile uint32_t *map;

	if (!stream_has_clock())
		SKIP(return, "by the CPU's clock jobs are not known to be short");
	client_close(&self->c);
	ASSERT_EQ(0, rebind("60000", "1000"));
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	map = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	for (i = 0; i < FILLED; i++)
		ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx[i]));
	start_others(_metadata, self, others, OTHERS);
	use_share_up(_metadata, self, ctx[0], bo, map);
	be_short(_metadata, self, bo);
	map[0] = 0;
	for (i = 0; i < FILLED; i++) {
		stream_init(&self->s);
		stream_wait_mem(&self->s, bo, GTT, 0, NEVER);
		ASSERT_EQ(0, submit_in(&self->s, self->c.fd, ctx[i]));
		EXPECT_EQ(0, fence_progress(self->c.fd, ctx[i], &seqno[i], NULL));
	}
	usleep(200000);
	EXPECT_EQ(0, debugfs_value("rcp_ring", "waiting_jobs"));
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &before);
	self->shared->round++;
	EXPECT_TRUE(wait_for_value(&self->shared->arrived, 2 * OTHERS));
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &after);
	EXPECT_EQ(before + 2, after);
	for (i = 0; i < FILLED; i++) {
		result = result_of(self->c.fd, ctx[i], seqno[i]);
		slow += result == EDQUOT;
		dropped += result == ECANCELED;
	}
	EXPECT_EQ(2, slow);
	EXPECT_EQ(FILLED - 2, dropped);
	stop_others(_metadata, self, others, OTHERS);
	munmap((void *)map, 4096);
	/* the notices of the slow jobs are expected */
	close(self->kmsg);
	self->kmsg = kmsg_open();
}

TEST_HARNESS_MAIN
