// SPDX-License-Identifier: GPL-2.0
/*
 * Credit: a slow job is no hang while its process has credit, and a process with endless jobs is
 * stopped, pauses, and gains nothing by forking or by filling the ring.  Counts jobs, resets and
 * the card's time, never seconds.  Binds the card again with long timeouts, so it needs root.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#define OTHERS		20	/* processes that wait while the slow client uses its share up */

/* What parent and children share: anonymous memory */
struct shared {
	volatile bool over;	/* the children may end */
	volatile uint32_t round;	/* so many jobs each of the other clients may submit */
	volatile uint32_t submitted, arrived;	/* jobs of all of them */
	volatile uint32_t busy;		/* jobs of keep_busy() */
	volatile uint64_t clock[OTHERS];	/* the card's when the last job of each ended */
	volatile uint64_t begun_ms;	/* when the last job of slow_job() began */
	volatile uint64_t waited_ms;	/* for how long the last process's job waited for its begin */
};

#include "turns.h"

#define SLOW_S		{ 3, 3, 8 }

static uint64_t ticks_to_ms(int fd, uint64_t ticks)
{
	uint32_t khz = 0;

	return client_info_u32(fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &khz) || !khz ? 0 : ticks / khz;
}

/* The clock by which the driver measures, in ms: the card's, or the CPU's; 0 if it cannot be read */
static uint64_t card_ms(int fd)
{
	uint64_t ticks = 0;

	if (!stream_has_clock())
		return now_ns() / 1000000;
	return client_info(fd, RADEON_INFO_TIMESTAMP, &ticks) ? 0 : ticks_to_ms(fd, ticks);
}

/* The other clients: each submits one job in each round, and waits for it. */
static int keep_waiting(struct shared *shared, struct stream *s, uint32_t i)
{
	struct drm_rcp_ctx_state state;
	volatile uint64_t *clock;
	uint32_t round, bo;
	struct client c;

	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &bo))
		return 1;
	clock = gem_map(c.fd, bo, 4096);
	if (!clock)
		return 1;
	for (round = 1; !shared->over; round++) {
		while (shared->round < round && !shared->over)
			usleep(10000);
		if (shared->over)
			break;
		stream_init(s);
		if (stream_has_clock())
			stream_eop(s, bo, GTT, 0, EOP_DATA_CLOCK, 0);
		else
			stream_mem_write(s, bo, GTT, 0, round);
		if (stream_submit(s, c.fd, NULL))
			return 2;
		__atomic_add_fetch(&shared->submitted, 1, __ATOMIC_SEQ_CST);
		if (gem_wait(c.fd, bo))
			return 3;
		shared->clock[i] = *clock;
		__atomic_add_fetch(&shared->arrived, 1, __ATOMIC_SEQ_CST);
	}
	/* Slow jobs of another client were stopped, and cost this one nothing. */
	return ctx_state(c.fd, 0, &state) || state.status || state.innocent ||
	       client_losses(c.fd) ? 4 : 0;
}

/*
 * Submits a job that does not end by itself.  When it is on the card, the others submit, and wait
 * for it.  Returns its number.
 */
static uint64_t slow_job(struct __test_metadata *_metadata, FIXTURE_DATA(turns) *self,
			 uint32_t ctx, uint32_t bo, volatile uint32_t *map, uint32_t others)
{
	uint64_t seqno = 0;

	map[0] = 0;
	map[2] = 0;
	stream_init(&self->s);
	stream_mem_write(&self->s, bo, GTT, 8, 1);
	stream_wait_mem(&self->s, bo, GTT, 0, NEVER);
	EXPECT_EQ(0, stream_submit_in(&self->s, self->c.fd, ctx));
	EXPECT_EQ(0, fence_progress(self->c.fd, ctx, &seqno, NULL));
	/* A pause that never ends would also stop all that follows. */
	ASSERT_TRUE(wait_for_value(&map[2], 1));
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
static void end_after(FIXTURE_DATA(turns) *self, volatile uint32_t *map, uint64_t ms)
{
	uint64_t begin = card_ms(self->c.fd);

	while (card_ms(self->c.fd) < begin + ms)
		usleep(20000);
	map[0] = NEVER;
}

/* The same by the kernel's clock, which the timeouts go by */
static void keep_for(volatile uint32_t *map, uint64_t ms)
{
	uint64_t end = now_ns() + ms * 1000000;

	while (now_ns() < end)
		usleep(20000);
	map[0] = NEVER;
}

static void start_others(struct __test_metadata *_metadata, FIXTURE_DATA(turns) *self,
			 pid_t *children, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		children[i] = fork();
		ASSERT_LE(0, children[i]);
		if (children[i])
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		_exit(keep_waiting(self->shared, &self->s, i));
	}
}

static void stop_others(struct __test_metadata *_metadata, FIXTURE_DATA(turns) *self,
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
 * Slow is not hung, and contention is no guilt: frames of 3 s, and one of 8 s after them, arrive
 * while another process waits with a short limit of 2 s.
 */
TEST_F_TIMEOUT(turns, slow_frames_arrive, 300)
{
	static const uint32_t seconds[] = SLOW_S;
	uint32_t bo, i, before = 0, after = 0;
	struct drm_rcp_ctx_state state;
	volatile uint32_t *map;
	uint64_t seqno;
	pid_t other;

	ASSERT_EQ(0, bind_again(self, "2000"));
	forget_notices(self);
	start_others(_metadata, self, &other, 1);
	ASSERT_NE(0, card_ms(self->c.fd));
	before = client_resets(self->c.fd);
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	map = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	for (i = 0; i < ARRAY_SIZE(seconds); i++) {
		/* However long the host holds the job up, it costs so much credit and no more. */
		ASSERT_EQ(0, card_clock_steps(seconds[i] * 1000000));
		seqno = slow_job(_metadata, self, 0, bo, map, 1);
		keep_for(map, seconds[i] * 1000);
		EXPECT_EQ(0, result_of(self->c.fd, 0, seqno));
		EXPECT_TRUE(wait_for_value(&self->shared->arrived, self->shared->round));
	}
	stop_others(_metadata, self, &other, 1);
	after = client_resets(self->c.fd);
	EXPECT_EQ(before, after);
	EXPECT_QUIET(self->kmsg);
	EXPECT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_EQ(0, state.status);
	munmap((void *)map, 4096);
}

/* Waits until no other client wants the card any more: a second after the last job of others. */
static void be_alone(void)
{
	usleep(1500000);
}

/*
 * Endless jobs are stopped while others wait.  They end with an error of their own, and are no
 * hangs: three of them ban neither the context nor the process.  As long as no other process waits
 * there is no such limit.
 */
TEST_F_TIMEOUT(turns, endless_jobs_are_stopped, 400)
{
	uint32_t bo, i, before = 0, after = 0, ctx;
	struct drm_rcp_ctx_state state;
	pid_t others[OTHERS];
	volatile uint32_t *map;
	uint64_t seqno;

	ASSERT_EQ(0, bind_again(self, "1000"));
	before = client_resets(self->c.fd);
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	map = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	start_others(_metadata, self, others, OTHERS);
	for (i = 1; i <= 3; i++) {
		seqno = slow_job(_metadata, self, ctx, bo, map, OTHERS);
		ASSERT_EQ(EDQUOT, result_of(self->c.fd, ctx, seqno));
		EXPECT_TRUE(wait_for_value(&self->shared->arrived, i * OTHERS));
	}
	after = client_resets(self->c.fd);
	EXPECT_EQ(before + 3, after);
	EXPECT_EQ(3, client_losses(self->c.fd));
	EXPECT_EQ(0, ctx_state(self->c.fd, ctx, &state));
	EXPECT_EQ(RCP_CTX_STATUS_SLOW, state.status);
	EXPECT_EQ(3, state.lost);
	EXPECT_EQ(0, state.hangs);
	/* without other processes there is no short limit */
	stop_others(_metadata, self, others, OTHERS);
	seqno = slow_job(_metadata, self, ctx, bo, map, 0);
	end_after(self, map, 3500);
	EXPECT_EQ(0, result_of(self->c.fd, ctx, seqno));
	munmap((void *)map, 4096);
	forget_notices(self);
}

/* A client whose next job is never ready when the last one ends */
static int keep_busy(struct shared *shared, struct stream *s)
{
	struct client c;
	uint32_t bo, i;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &bo))
		return 1;
	for (i = 0; !shared->over; i++) {
		if (stream_write(s, c.fd, bo, GTT, 0, i) || gem_wait(c.fd, bo))
			return 2;
		shared->busy = i + 1;
	}
	return 0;
}

/* When the first of the others had the card in this round, in ms */
static uint64_t first_of_others(FIXTURE_DATA(turns) *self)
{
	uint64_t first = UINT64_MAX;
	uint32_t i;

	for (i = 0; i < OTHERS; i++)
		if (self->shared->clock[i] < first)
			first = self->shared->clock[i];
	return ticks_to_ms(self->c.fd, first);
}

#define LOOPS	10

/*
 * Endless jobs use the credit of a process up, and then others have the card after each of them for
 * as long as they waited for it.  The card says when the first of them had it; it may be held up
 * before that, so one of the pauses counts.
 */
TEST_F_TIMEOUT(turns, endless_jobs_leave_half, 400)
{
	uint64_t seqno, ended = 0, gap = 0;
	pid_t others[OTHERS], busy;
	volatile uint32_t *map;
	uint32_t bo, ctx, i;
	int status = 0;

	if (!stream_has_clock())
		SKIP(return, "the CPU's clock does not tell when the first of the others had the card");
	ASSERT_EQ(0, bind_again(self, "1000"));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	map = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	start_others(_metadata, self, others, OTHERS);
	busy = fork();
	ASSERT_LE(0, busy);
	if (!busy)
		_exit(keep_busy(self->shared, &self->s));
	for (i = 0; i < LOOPS && gap < 900; i++) {
		seqno = slow_job(_metadata, self, ctx, bo, map, OTHERS);
		if (ended && self->shared->begun_ms > ended + gap)
			gap = self->shared->begun_ms - ended;
		ASSERT_EQ(EDQUOT, result_of(self->c.fd, ctx, seqno));
		EXPECT_TRUE(wait_for_value(&self->shared->arrived, (i + 1) * OTHERS));
		ended = first_of_others(self);
	}
	EXPECT_LE(900, gap);
	stop_others(_metadata, self, others, OTHERS);
	EXPECT_EQ(busy, waitpid(busy, &status, 0));
	EXPECT_EQ(0, status);
	munmap((void *)map, 4096);
	forget_notices(self);
}

/* A process with a job that does not end by itself; notes for how long it waits for its begin. */
static int one_endless_job(struct shared *shared, struct stream *s)
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
	begin = now_ns();
	if (!map || stream_submit(s, c.fd, NULL) || !wait_for_value(&map[2], 1))
		return 2;
	shared->waited_ms = (now_ns() - begin) / 1000000;
	return gem_wait(c.fd, bo);
}

/* The same in a process of its own, of a user; returns how long it waited, UINT64_MAX: failed */
static uint64_t wait_of_a_process(FIXTURE_DATA(turns) *self, uid_t user)
{
	int status = -1;
	pid_t child = fork();

	if (!child)
		_exit(user && setuid(user) ? 99 : one_endless_job(self->shared, &self->s));
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		return UINT64_MAX;
	return self->shared->waited_ms;
}

#define FORKS	8

/* A new process has no credit if others of its user have used it up: it pauses at its begin. */
TEST_F_TIMEOUT(turns, a_fork_is_no_credit, 300)
{
	uint64_t waited = 0;
	int status = 0;
	uint32_t i;
	pid_t busy;

	ASSERT_EQ(0, bind_again(self, "1000"));
	busy = fork();
	ASSERT_LE(0, busy);
	if (!busy)
		_exit(keep_busy(self->shared, &self->s));
	for (i = 0; i < FORKS && waited < 900; i++)
		waited = wait_of_a_process(self, 0);
	EXPECT_LE(900, waited);
	EXPECT_NE(UINT64_MAX, waited);
	self->shared->over = true;
	EXPECT_EQ(busy, waitpid(busy, &status, 0));
	EXPECT_EQ(0, status);
	forget_notices(self);
}

#define USER		65534	/* no other process of this user has the card open */
#define SWEEP_S		13	/* more than the interval at which accounts of the dead are freed */

/*
 * What a user owes is not forgotten when the last process of the user ends: the next process pauses
 * at its begin.
 */
TEST_F_TIMEOUT(turns, the_end_of_a_process_is_no_credit, 300)
{
	int status = 0;
	pid_t busy;

	/* A job that is stopped after 10 s costs four times that. */
	ASSERT_EQ(0, bind_again(self, "5000"));
	ASSERT_EQ(0, chmod(self->c.node, 0666));
	busy = fork();
	ASSERT_LE(0, busy);
	if (!busy)
		_exit(keep_busy(self->shared, &self->s));
	EXPECT_NE(UINT64_MAX, wait_of_a_process(self, USER));
	sleep(SWEEP_S);
	EXPECT_LE(900, wait_of_a_process(self, USER));
	self->shared->over = true;
	EXPECT_EQ(busy, waitpid(busy, &status, 0));
	EXPECT_EQ(0, status);
	forget_notices(self);
}

/*
 * A job that is cancelled waits for no pause of its process.  Behind an endless job wait one of
 * another context, and one of its own, which the stop of the endless job cancels.  The former, which
 * came first, pauses then for several seconds.
 */
TEST_F_TIMEOUT(turns, a_cancelled_job_does_not_pause, 300)
{
	uint32_t bo[2], ctx[2], i;
	volatile uint32_t *map[2];
	uint64_t seqno[3];
	int status = 0;
	pid_t busy;

	/* A job that is stopped after 8 s costs four times that. */
	ASSERT_EQ(0, bind_again(self, "4000"));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo[i]));
		ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx[i]));
		map[i] = gem_map(self->c.fd, bo[i], 4096);
		ASSERT_NE(NULL, map[i]);
	}
	busy = fork();
	ASSERT_LE(0, busy);
	if (!busy)
		_exit(keep_busy(self->shared, &self->s));
	/* Before, the ring would take two jobs of this process. */
	ASSERT_TRUE(wait_for_value(&self->shared->busy, 1));
	seqno[0] = slow_job(_metadata, self, ctx[0], bo[0], map[0], 0);
	for (i = 1; i <= 2; i++) {
		stream_init(&self->s);
		if (i == 1)
			stream_mem_write(&self->s, bo[1], GTT, 0, 1);
		else
			stream_dw(&self->s, PACKET2);
		ASSERT_EQ(0, stream_submit_in(&self->s, self->c.fd, ctx[i % 2]));
		EXPECT_EQ(0, fence_progress(self->c.fd, ctx[i % 2], &seqno[i], NULL));
	}
	EXPECT_EQ(EDQUOT, result_of(self->c.fd, ctx[0], seqno[0]));
	EXPECT_EQ(ECANCELED, result_of(self->c.fd, ctx[0], seqno[2]));
	EXPECT_EQ(0, map[1][0]);
	self->shared->over = true;
	EXPECT_EQ(busy, waitpid(busy, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(0, result_of(self->c.fd, ctx[1], seqno[1]));
	EXPECT_EQ(1, map[1][0]);
	for (i = 0; i < 2; i++)
		munmap((void *)map[i], 4096);
	forget_notices(self);
}

#define FILLED	12
#define SHORT	64	/* jobs after which the driver knows that they are short */

static void be_short(struct __test_metadata *_metadata, FIXTURE_DATA(turns) *self, uint32_t bo)
{
	uint32_t i;

	for (i = 0; i < SHORT; i++)
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, bo, GTT, 64, i));
	ASSERT_EQ(0, gem_wait(self->c.fd, bo));
}

/*
 * A client alone has many jobs in the ring, if they are expected to be short.  If they are endless,
 * others wait for two of them.
 */
TEST_F_TIMEOUT(turns, a_ring_of_endless_jobs, 400)
{
	uint32_t bo, ctx[FILLED], i, before = 0, after = 0, slow = 0, dropped = 0, result;
	long long emitted;
	uint64_t seqno[FILLED];
	pid_t others[OTHERS];
	volatile uint32_t *map;

	ASSERT_EQ(0, bind_again(self, "1000"));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	map = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, map);
	for (i = 0; i < FILLED; i++)
		ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx[i]));
	start_others(_metadata, self, others, OTHERS);
	be_alone();
	be_short(_metadata, self, bo);
	map[0] = 0;
	emitted = debugfs_value("rcp_ring", "seqno_emitted");
	for (i = 0; i < FILLED; i++) {
		stream_init(&self->s);
		stream_wait_mem(&self->s, bo, GTT, 0, NEVER);
		ASSERT_EQ(0, stream_submit_in(&self->s, self->c.fd, ctx[i]));
		EXPECT_EQ(0, fence_progress(self->c.fd, ctx[i], &seqno[i], NULL));
	}
	ASSERT_TRUE(debugfs_reaches("rcp_ring", "seqno_emitted", emitted + FILLED));
	EXPECT_EQ(0, debugfs_value("rcp_ring", "waiting_jobs"));
	before = client_resets(self->c.fd);
	self->shared->round++;
	EXPECT_TRUE(wait_for_value(&self->shared->arrived, OTHERS));
	after = client_resets(self->c.fd);
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
	forget_notices(self);
}

TEST_HARNESS_MAIN
