// SPDX-License-Identifier: GPL-2.0
/*
 * What one process causes and holds is charged to it: clears of VRAM, moves by page faults, jobs
 * that wait, and the callbacks that run when its fences signal.  Counts bytes and jobs.  A test
 * that holds the ring binds the card with long timeouts, so it needs root.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define NEVER	0x12345678
#define MIB	(1ull << 20)

FIXTURE(charge) {
	struct client c;
	struct stream s;
	struct late late;
	uint32_t gate;
	volatile uint32_t *open;	/* NEVER ends the job that holds the ring */
	struct card_limits limits;
	int kmsg;
};

FIXTURE_SETUP(charge)
{
	self->kmsg = -1;
	self->late.driver = -1;
	if (!card_has_limits())
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	late_available();
	ASSERT_EQ(0, card_read_limits(&self->limits));
	ASSERT_EQ(0, card_bind_with_limits("60000", "60000"));
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->gate));
	self->open = gem_map(self->c.fd, self->gate, 4096);
	ASSERT_NE(NULL, self->open);
	self->kmsg = kmsg_open();
}

FIXTURE_TEARDOWN(charge)
{
	if (self->kmsg < 0)
		return;
	late_end(&self->late);
	munmap((void *)self->open, 4096);
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
	EXPECT_EQ(0, card_bind_with_limits(self->limits.alone, self->limits.shared));
	EXPECT_EQ(0, client_works());
}

/* Holds the ring until *open is NEVER. */
static int hold_ring(FIXTURE_DATA(charge) *self, uint32_t ctx, uint64_t *seqno)
{
	struct drm_rcp_cs_context context = { .ctx_id = ctx };
	struct client_cs cs = { .context = &context };
	int ret;

	stream_init(&self->s);
	stream_wait_mem(&self->s, self->gate, GTT, 0, NEVER);
	ret = stream_submit_cs(&self->s, self->c.fd, &cs);
	*seqno = context.seqno;
	return ret;
}

/* ---- callbacks ---- */

#define SLEEPERS	64

struct sleeper {
	struct other o;
	uint32_t ctx;
	uint64_t seqno;
};

static int sleep_on_fence(struct other *o)
{
	struct sleeper *s = (void *)o;

	return fence_wait(o->fd, s->ctx, s->seqno, in_time(), NULL);
}

static int64_t late_callbacks(void)
{
	return debugfs_value("rcp_ring", "late_callbacks");
}

/*
 * Many threads wait for one fence.  The callbacks of most of them run after the fence has signalled,
 * in batches, and each of them runs: no thread sleeps on.
 */
static void many_waiters(struct __test_metadata *_metadata, FIXTURE_DATA(charge) *self,
			 uint32_t ctx, uint64_t seqno, int (*end)(FIXTURE_DATA(charge) *self))
{
	struct sleeper *s = calloc(SLEEPERS, sizeof(*s));
	int64_t before = late_callbacks();
	int i;

	ASSERT_NE(NULL, s);
	for (i = 0; i < SLEEPERS; i++) {
		s[i].o = (struct other) { .fd = self->c.fd, .act = sleep_on_fence };
		s[i].ctx = ctx;
		s[i].seqno = seqno;
		ASSERT_EQ(0, other_begin(&s[i].o));
	}
	EXPECT_EQ(before, late_callbacks());
	ASSERT_EQ(0, end(self));
	for (i = 0; i < SLEEPERS; i++)
		EXPECT_EQ(0, other_join(&s[i].o));
	EXPECT_EQ(before + 1, late_callbacks());
	free(s);
}

static int open_gate(FIXTURE_DATA(charge) *self)
{
	*self->open = NEVER;
	return 0;
}

TEST_F(charge, waiters_of_a_job_in_the_ring)
{
	uint64_t seqno;

	ASSERT_EQ(0, hold_ring(self, 0, &seqno));
	many_waiters(_metadata, self, 0, seqno, open_gate);
}

static int signal_late(FIXTURE_DATA(charge) *self)
{
	return late_signal(&self->late);
}

/* The same for a job that the scheduler holds until the waiters sleep */
TEST_F(charge, waiters_of_a_queued_job)
{
	struct drm_rcp_cs_context context = { 0 };
	struct drm_rcp_sync sync = { 0 };
	struct client_cs cs = { .context = &context, .syncs = &sync, .nsyncs = 1 };

	if (late_begin(&self->late, self->c.fd))
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &sync.handle));
	stream_init(&self->s);
	stream_mem_write(&self->s, self->gate, GTT, 64, 1);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	many_waiters(_metadata, self, 0, context.seqno, signal_late);
}

/* ---- clears ---- */

#define PIECE	(2 * MIB)

static uint64_t bytes_cleared(void)
{
	return debugfs_value("rcp_state", "cleared_bytes");
}

static int place_in_vram(struct other *o)
{
	return stream_place(o->fd, o->value, VRAM);
}

static int place_in_gtt(struct other *o)
{
	return stream_place(o->fd, o->value, GTT);
}

static int get_tiling(struct other *o)
{
	uint32_t flags, pitch;

	return gem_get_tiling(o->fd, o->value, &flags, &pitch);
}

/* The zeros are in VRAM, so all that a clear takes over the bus are its packets and its fences. */
TEST_F(charge, a_clear_reads_vram)
{
	volatile uint32_t *regs;
	uint32_t handle, before, *map;

	ASSERT_EQ(0, card_map(&regs));
	ASSERT_EQ(0, gem_create(self->c.fd, 2 * PIECE, 4096, VRAM, 0, &handle));
	regs[MODEL_REG_COUNTER / 4] = MODEL_BUS_BYTES;
	before = regs[MODEL_REG_VALUE / 4];
	ASSERT_EQ(0, stream_place(self->c.fd, handle, VRAM));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_GT(65536, regs[MODEL_REG_VALUE / 4] - before);
	map = gem_map(self->c.fd, handle, 2 * PIECE);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(2 * PIECE, gem_first_nonzero(map, 2 * PIECE));
	munmap(map, 2 * PIECE);
}

/*
 * A large buffer is cleared in pieces: while another job holds the ring only the first ones are
 * queued, so the job after them does not wait for the rest, and no lock is held.
 */
TEST_F(charge, a_large_clear_in_pieces)
{
	const uint64_t size = 24 * MIB;
	struct other o = { .fd = self->c.fd, .act = place_in_vram };
	struct other look = { .fd = self->c.fd, .act = get_tiling };
	uint64_t before, seqno;
	uint32_t ctx, small, handle, *map;

	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &small));
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, hold_ring(self, ctx, &seqno));
	before = bytes_cleared();
	o.value = look.value = handle;
	ASSERT_EQ(0, other_start(&o));
	EXPECT_TRUE(debugfs_reaches("rcp_state", "cleared_bytes", before + 2 * PIECE));
	let_work_run(100);
	EXPECT_EQ(before + 2 * PIECE, bytes_cleared());
	/* until then other buffers can be used, and this one is not reserved */
	EXPECT_EQ(0, stream_write(&self->s, self->c.fd, small, GTT, 0, 77));
	ASSERT_EQ(0, other_start(&look));
	EXPECT_TRUE(other_done(&look));
	open_gate(self);
	EXPECT_EQ(0, other_join(&look));
	EXPECT_EQ(0, other_join(&o));
	EXPECT_EQ(before + size, bytes_cleared());
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	map = gem_map(self->c.fd, handle, size);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(size, gem_first_nonzero(map, size));
	munmap(map, size);
}

/* A buffer leaves VRAM after a part of it was cleared: first the clear ends. */
TEST_F(charge, a_clear_that_is_cut_off)
{
	const uint64_t size = 24 * MIB;
	struct other in = { .fd = self->c.fd, .act = place_in_vram };
	struct other out = { .fd = self->c.fd, .act = place_in_gtt };
	uint32_t ctx, handle, *map;
	uint64_t seqno;

	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, hold_ring(self, ctx, &seqno));
	in.value = out.value = handle;
	ASSERT_EQ(0, other_begin(&in));
	EXPECT_EQ(0, other_begin(&out));
	open_gate(self);
	EXPECT_EQ(0, other_join(&out));
	EXPECT_EQ(0, other_join(&in));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	map = gem_map(self->c.fd, handle, size);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(size, gem_first_nonzero(map, size));
	munmap(map, size);
}

#define IN_FLIGHT	32	/* clears of a process */
#define FILES		3
#define SIZE		(64 << 10)

struct clearer {
	struct client c[FILES];
	volatile uint32_t done;	/* buffers that are queued */
};

/* Uses new buffers, each in another file, until the process must wait. */
static int clear_many(struct other *o)
{
	struct clearer *all = (void *)(uintptr_t)o->touch;
	uint32_t handle, i;
	int ret = 0;

	for (i = 0; i < 2 * IN_FLIGHT && !ret; i++) {
		ret = gem_create(all->c[i % FILES].fd, SIZE, 4096, VRAM, 0, &handle);
		ret = ret ? ret : stream_place(all->c[i % FILES].fd, handle, VRAM);
		all->done += !ret;
	}
	return ret;
}

/* The clears in flight are the process's clears, in all its files. */
TEST_F(charge, clears_of_many_files)
{
	static struct clearer all;
	struct other o = { .act = clear_many, .touch = (void *)&all };
	uint64_t before, seqno;
	uint32_t ctx;
	int i;

	for (i = 0; i < FILES; i++)
		ASSERT_EQ(0, client_open(&all.c[i]));
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx));
	ASSERT_EQ(0, hold_ring(self, ctx, &seqno));
	before = bytes_cleared();
	ASSERT_EQ(0, other_start(&o));
	EXPECT_TRUE(debugfs_reaches("rcp_state", "cleared_bytes", before + IN_FLIGHT * SIZE));
	EXPECT_TRUE(COMES_TRUE(all.done >= IN_FLIGHT));
	let_work_run(100);
	EXPECT_EQ(IN_FLIGHT, all.done);
	EXPECT_EQ(before + IN_FLIGHT * SIZE, bytes_cleared());
	open_gate(self);
	EXPECT_EQ(0, other_join(&o));
	EXPECT_EQ(2 * IN_FLIGHT, all.done);
	for (i = 0; i < FILES; i++)
		client_close(&all.c[i]);
}

/* ---- page faults ---- */

/* A process that touches buffers in invisible VRAM in turn pays for the moves. */
TEST_F(charge, faults_that_move)
{
	const uint64_t size = 4 * MIB, burst = 64 * MIB, rate = 128 * MIB;
	uint64_t begin, before, ns, moved;
	uint32_t handle[32], n, i, round;
	volatile uint32_t *map[32];

	if (self->c.card.vram_visible > 32 * MIB ||
	    self->c.card.vram_size < 3 * self->c.card.vram_visible)
		SKIP(return, "only on a card with a small window");
	n = 2 * self->c.card.vram_visible / size;
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &handle[i]));
		map[i] = gem_map(self->c.fd, handle[i], size);
		ASSERT_NE(NULL, map[i]);
		*map[i] = i;
	}
	before = debugfs_value("rcp_state", "moved_bytes");
	begin = now_ns();
	for (round = 0; round < 16; round++)
		for (i = 0; i < n; i++)
			ASSERT_EQ(i, *map[i]);
	ns = now_ns() - begin;
	moved = debugfs_value("rcp_state", "moved_bytes") - before;
	EXPECT_LE(2 * burst, moved);
	EXPECT_GE(burst + 4 * size + ns / 1000 * (rate / 1000000 + 1), moved)
		TH_LOG("%llu MiB in %llu ms", (unsigned long long)moved >> 20,
		       (unsigned long long)ns / 1000000);
	for (i = 0; i < n; i++)
		munmap((void *)map[i], size);
}

/* ---- jobs ---- */

#define PROCESS_JOBS	4096

static void ignore(int signal)
{
	(void)signal;
}

/* A process may have so many unfinished jobs, in any number of contexts; then its CS sleeps. */
TEST_F(charge, jobs_of_many_contexts)
{
	struct drm_rcp_cs_context context = { 0 };
	struct drm_rcp_sync sync = { 0 };
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .context = &context, .syncs = &sync,
				.nsyncs = 1 };
	struct sigaction action = { .sa_handler = ignore };
	struct other o = { .fd = self->c.fd };
	struct drm_rcp_query_limits limits;
	uint32_t size = sizeof(limits), i, j;
	int status;
	pid_t child;

	if (late_begin(&self->late, self->c.fd))
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_LIMITS, &limits, &size));
	ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &sync.handle));
	ASSERT_EQ(0, PROCESS_JOBS % limits.max_queued);
	for (i = 0; i < PROCESS_JOBS / limits.max_queued; i++) {
		ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &context.ctx_id));
		for (j = 0; j < limits.max_queued; j++)
			ASSERT_EQ(0, client_submit(self->c.fd, &cs));
	}
	ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &context.ctx_id));
	sigaction(SIGUSR1, &action, NULL);
	client_once = true;
	o.cs = cs;
	ASSERT_EQ(0, other_begin(&o));
	/* another process is not held up */
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(client_works() ? 1 : 0);
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	EXPECT_EQ(-EINTR, other_interrupt(&o));
	ASSERT_EQ(0, other_begin(&o));
	ASSERT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, other_join(&o));
}

TEST_HARNESS_MAIN
