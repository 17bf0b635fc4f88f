// SPDX-License-Identifier: GPL-2.0
/*
 * A PCI reset through sysfs (/sys/bus/pci/devices/SLOT/reset) while rcp is bound: of an
 * idle, busy, hung and dead card, and under clients that go on.  The emulated card forgets
 * VRAM and all registers, like a card that comes back from D3hot.  Run as root.
 */
#include "client.h"
#include "emulated.h"
#include "greedy.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define BYTES	(1u << 20)
#define JOBS	24

FIXTURE(pci_reset) {
	struct client c, other;
	struct stream s;
	uint32_t vram, gtt, theirs;
	uint32_t *vram_map, *gtt_map, *theirs_map;
	int kmsg;
};

FIXTURE_SETUP(pci_reset)
{
	uint32_t i;

	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_open(&self->other));
	stream_init(&self->s);
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "radeon.ko does not survive it");
	if (!card_slot() || geteuid())
		SKIP(_exit(HARNESS_SKIP), "the card cannot be reset by this user");
	ASSERT_EQ(0, gem_create(self->c.fd, BYTES, 4096, VRAM, 0, &self->vram));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->gtt));
	ASSERT_EQ(0, gem_create(self->other.fd, 4096, 4096, GTT, 0, &self->theirs));
	self->vram_map = gem_map(self->c.fd, self->vram, BYTES);
	self->gtt_map = gem_map(self->c.fd, self->gtt, 4096);
	self->theirs_map = gem_map(self->other.fd, self->theirs, 4096);
	ASSERT_NE(NULL, self->vram_map);
	ASSERT_NE(NULL, self->gtt_map);
	ASSERT_NE(NULL, self->theirs_map);
	for (i = 0; i < BYTES / 4; i++)
		self->vram_map[i] = i * 5 + 1;
}

FIXTURE_TEARDOWN(pci_reset)
{
	char text[512];

	client_close(&self->c);
	client_close(&self->other);
	if (!self->c.rcp)
		return;
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

/* The first dword that differs from what FIXTURE_SETUP() wrote, or -1 */
static int first_bad(const uint32_t *map, uint32_t from)
{
	uint32_t i;

	for (i = from; i < BYTES / 4; i++)
		if (map[i] != i * 5 + 1)
			return i;
	return -1;
}

static int write_value(struct stream *s, int fd, uint32_t bo, uint32_t domain, uint64_t offset,
		       uint32_t value)
{
	return stream_write(s, fd, bo, domain, offset, value);
}

TEST_F(pci_reset, idle)
{
	struct drm_rcp_ctx_state before, after;
	uint32_t round;

	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &before));
	for (round = 1; round <= 3; round++) {
		/* in VRAM again, because the last reset evicted it */
		ASSERT_EQ(0, write_value(&self->s, self->c.fd, self->vram, VRAM, 0, round));
		ASSERT_EQ(0, gem_wait(self->c.fd, self->vram));
		ASSERT_EQ(0, card_pci_reset());
		EXPECT_EQ(round, self->vram_map[0]);
		EXPECT_EQ(-1, first_bad(self->vram_map, 2));
	}
	/* the zeros of clears were, and are written again */
	EXPECT_EQ(0, debugfs_value("rcp_zeros", "not_zero"));
	/* nothing was lost, so contexts report nothing */
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &after));
	EXPECT_EQ(before.status, after.status);
	EXPECT_EQ(before.lost, after.lost);
	EXPECT_EQ(0, client_works());
}

TEST_F(pci_reset, with_jobs)
{
	uint32_t i;

	for (i = 0; i < JOBS; i++) {
		ASSERT_EQ(0, write_value(&self->s, self->c.fd, self->vram, VRAM, i * 8, i + 100));
		ASSERT_EQ(0, write_value(&self->s, self->other.fd, self->theirs, GTT, i * 8, i + 1));
	}
	ASSERT_EQ(0, card_pci_reset());
	EXPECT_EQ(0, gem_wait(self->c.fd, self->vram));
	EXPECT_EQ(0, gem_wait(self->other.fd, self->theirs));
	for (i = 0; i < JOBS; i++) {
		EXPECT_EQ(i + 100, self->vram_map[i * 2]);
		EXPECT_EQ(i + 1, self->theirs_map[i * 2]);
	}
	EXPECT_EQ(-1, first_bad(self->vram_map, JOBS * 2));
}

static int wait_fence(struct other *o)
{
	return fence_wait(o->fd, 0, o->value, INT64_MAX, (uint32_t *)o->touch);
}

/* A reset ends a hang: the wait for the job ends with an error. */
TEST_F(pci_reset, hung)
{
	struct other waiter = { .fd = self->c.fd, .act = wait_fence };
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct client_cs cs = { .context = &context };
	struct drm_rcp_ctx_state state;
	uint32_t error = 0;

	/* The buffer is in VRAM, and is evicted in spite of the hang. */
	ASSERT_EQ(0, write_value(&self->s, self->other.fd, self->theirs, GTT, 0, 1));
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->gtt, GTT, 0, 0x12345678);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	waiter.value = context.seqno;
	waiter.touch = &error;
	/* On a slow machine the job counts as hung before that. */
	other_begin(&waiter);
	ASSERT_EQ(0, card_pci_reset());
	EXPECT_EQ(0, other_join(&waiter));
	EXPECT_TRUE(error == ECANCELED || error == ETIME)
		TH_LOG("error %u", error);
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_TRUE(state.status & (RCP_CTX_STATUS_UNKNOWN | RCP_CTX_STATUS_GUILTY))
		TH_LOG("status 0x%x", state.status);
	EXPECT_EQ(-1, first_bad(self->vram_map, 0));
	EXPECT_EQ(0, client_works());
}

#define GREEDY	4

/*
 * Other processes have 32 jobs that hang, and VRAM is evicted after them: few hangs are waited
 * for, and no further job hangs afterwards.
 */
TEST_F_TIMEOUT(pci_reset, many_hung, 240)
{
	uint32_t before = 0, after = 0;
	pid_t child[GREEDY];
	int i;

	for (i = 0; i < GREEDY; i++) {
		child[i] = greedy_hang(8);
		ASSERT_LT(0, child[i]);
	}
	before = client_resets(self->c.fd);
	EXPECT_EQ(0, card_pci_reset());
	EXPECT_TRUE(jobs_are_freed());
	after = client_resets(self->c.fd);
	for (i = 0; i < GREEDY; i++) {
		kill(child[i], SIGKILL);
		waitpid(child[i], NULL, 0);
	}
	/* Resets before the processes are asked to go, and resets of the jobs in the ring */
	EXPECT_GE(before + 3000 / card_timeout_ms() + 3, after);
	EXPECT_EQ(-1, first_bad(self->vram_map, 0));
	EXPECT_EQ(0, client_works());
}

/* A wait for a job that completes by itself does not see the reset. */
TEST_F(pci_reset, during_a_wait)
{
	struct other waiter = { .fd = self->c.fd, .act = wait_fence };
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .context = &context, .syncs = &in, .nsyncs = 1 };
	uint32_t error = ~0u;
	struct late late;

	if (late_begin(&late, self->c.fd))
		SKIP(return, "no driver with a fence that is late");
	ASSERT_EQ(0, late_syncobj(&late, self->c.fd, &in.handle));
	stream_init(&self->s);
	stream_mem_write(&self->s, self->gtt, GTT, 0, 77);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	waiter.value = context.seqno;
	waiter.touch = &error;
	ASSERT_EQ(0, other_begin(&waiter));
	/* The job has three seconds, and is cancelled when it becomes ready. */
	ASSERT_EQ(0, card_pci_reset());
	late_signal(&late);
	EXPECT_EQ(0, other_join(&waiter));
	EXPECT_TRUE((error == 0 && self->gtt_map[0] == 77) ||
		    (error == ECANCELED && self->gtt_map[0] == 0))
		TH_LOG("error %u, wrote %u", error, self->gtt_map[0]);
	late_end(&late);
	EXPECT_EQ(0, client_works());
}

struct busy {
	pthread_t thread;
	volatile bool stop;
	uint32_t rounds;
	int err;
};

/* The child: creates, maps, submits and waits in a loop, and checks the results. */
static void *keep_busy(void *arg)
{
	struct busy *b = arg;
	uint64_t ticks = 0, last = 0;
	struct stream *s = malloc(sizeof(*s));
	struct client c;

	b->err = s ? client_open(&c) : -ENOMEM;
	for (; !b->err && !b->stop; b->rounds++) {
		uint32_t bo, *map;

		b->err = gem_create(c.fd, BYTES, 4096, VRAM, 0, &bo);
		if (b->err)
			break;
		map = gem_map(c.fd, bo, BYTES);
		map[BYTES / 8] = b->rounds;
		b->err = write_value(s, c.fd, bo, VRAM, 0, b->rounds + 1);
		if (!b->err && !card_is_r5xx())
			b->err = client_info_u64(c.fd, RADEON_INFO_TIMESTAMP, &ticks);
		if (!b->err)
			b->err = gem_wait(c.fd, bo);
		if (!b->err && (map[0] != b->rounds + 1 || map[BYTES / 8] != b->rounds ||
				map[BYTES / 4 - 1]))
			b->err = -EBADMSG;
		last = ticks;
		munmap(map, BYTES);
		gem_close(c.fd, bo);
	}
	(void)last;
	free(s);
	return NULL;
}

TEST_F_TIMEOUT(pci_reset, under_clients, 240)
{
	struct busy busy[2] = { };
	uint32_t i, seen;

	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, pthread_create(&busy[i].thread, NULL, keep_busy, &busy[i]));
	for (i = 0; i < 4; i++) {
		seen = busy[0].rounds;
		ASSERT_EQ(0, card_pci_reset());
		/* Both clients make progress before the next reset. */
		while (busy[0].rounds < seen + 2 && !busy[0].err)
			usleep(1000);
	}
	for (i = 0; i < 2; i++) {
		busy[i].stop = true;
		pthread_join(busy[i].thread, NULL);
		EXPECT_EQ(0, busy[i].err);
		EXPECT_LT(0, busy[i].rounds);
	}
	EXPECT_EQ(-1, first_bad(self->vram_map, 0));
}

/* A card that did not come back from the driver's reset works after a PCI reset. */
TEST_F(pci_reset, dead)
{
	struct drm_rcp_ctx_state state;
	char text[512];
	int ret;

	ret = stick(REG_RING_TEST, 0xcafedead);
	if (ret)
		SKIP(return, "no way to the card's registers");
	ASSERT_EQ(0, card_pci_reset());
	EXPECT_EQ(-EIO, write_value(&self->s, self->c.fd, self->gtt, GTT, 0, 1));
	ASSERT_EQ(0, stick(0, 0));
	ASSERT_EQ(0, card_pci_reset());
	/* The PCI reset logs an error that the card had failed. */
	EXPECT_EQ(1, kmsg_alarms(self->kmsg, text, sizeof(text)));
	EXPECT_EQ(0, write_value(&self->s, self->c.fd, self->gtt, GTT, 0, 5));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->gtt));
	EXPECT_EQ(5, self->gtt_map[0]);
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_NE(0, state.status & RCP_CTX_STATUS_VRAM_LOST);
	EXPECT_EQ(0, client_works());
}

/*
 * The clear of a buffer waits for the end of a hang, and the reset fails: its memory still holds
 * data of other clients.  The card comes back, and no stream may use the buffer.
 */
TEST_F(pci_reset, clear_was_given_up)
{
	struct drm_rcp_verdict verdict;
	uint64_t start;
	uint32_t late;
	int ret;

	ret = stick(0, 0);
	if (ret)
		SKIP(return, "no way to the card's registers");
	ASSERT_EQ(0, gem_create(self->other.fd, BYTES, 4096, VRAM, 0, &late));
	start = now_ns();
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->gtt, GTT, 0, 0x12345678);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	/* pushed, after its clear */
	ASSERT_EQ(0, write_value(&self->s, self->other.fd, late, VRAM, 0, 1));
	ASSERT_EQ(0, stick(REG_RING_TEST, 0xcafedead));
	if (card_timeout_is_near(start)) {
		gem_wait(self->other.fd, late);
		EXPECT_EQ(0, stick(0, 0));
		EXPECT_EQ(0, card_pci_reset());
		SKIP(return, "the machine was as slow as the job timeout");
	}
	EXPECT_EQ(0, gem_wait(self->other.fd, late));
	EXPECT_EQ(-EIO, write_value(&self->s, self->other.fd, late, VRAM, 0, 1));
	ASSERT_EQ(0, stick(0, 0));
	ASSERT_EQ(0, card_pci_reset());

	stream_init(&self->s);
	stream_mem_write(&self->s, self->theirs, GTT, 0, 7);
	stream_mem_write(&self->s, late, VRAM, 8, 2);
	memset(&verdict, 0, sizeof(verdict));
	EXPECT_EQ(-EIO, stream_submit(&self->s, self->other.fd, &verdict));
	EXPECT_EQ(1, verdict.buffer);
	EXPECT_NE(NULL, strstr(verdict.text, "the contents of a buffer are lost"))
		TH_LOG("%s", verdict.text);
	EXPECT_EQ(0, client_works());
	ASSERT_EQ(0, gem_close(self->other.fd, late));
	ASSERT_EQ(0, gem_create(self->other.fd, BYTES, 4096, VRAM, 0, &late));
	EXPECT_EQ(0, write_value(&self->s, self->other.fd, late, VRAM, 0, 1));
	EXPECT_EQ(0, gem_wait(self->other.fd, late));
}

/* Reports a PCI error to the driver by a test module. */
static int pci_error(const char *how)
{
	const char *rcp = getenv("RCP_KO");
	char path[256], params[64];
	int fd, ret;

	if (!rcp || !strrchr(rcp, '/'))
		return -ENOENT;
	snprintf(path, sizeof(path), "%.*s-test/pci_error.ko", (int)(strrchr(rcp, '/') - rcp), rcp);
	snprintf(params, sizeof(params), "slot=%s how=%s", card_slot(), how);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = syscall(SYS_finit_module, fd, params, 0) ? -errno : 0;
	close(fd);
	/* The module returns this error on success, so that it is not loaded. */
	return ret == -ECANCELED ? 0 : ret;
}

/* The slot was frozen: VRAM is lost, contexts report it, and all else goes on. */
TEST_F(pci_reset, bus_error)
{
	struct drm_rcp_ctx_state state;
	uint64_t ticks;
	uint32_t i;
	int ret;

	ret = pci_error("normal");
	if (ret == -ENOENT)
		SKIP(return, "no module for PCI errors: make test-module");
	ASSERT_EQ(0, ret);
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_EQ(0, state.status);
	EXPECT_EQ(-1, first_bad(self->vram_map, 0));
	EXPECT_EQ(0, client_works());

	for (i = 0; i < JOBS; i++)
		ASSERT_EQ(0, write_value(&self->s, self->other.fd, self->theirs, GTT, i * 8, i + 1));
	ASSERT_EQ(0, pci_error("frozen"));
	EXPECT_EQ(0, gem_wait(self->other.fd, self->theirs));
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_NE(0, state.status & RCP_CTX_STATUS_VRAM_LOST);
	EXPECT_EQ(0, state.status & RCP_CTX_STATUS_DEAD);
	EXPECT_EQ(0, write_value(&self->s, self->c.fd, self->vram, VRAM, 0, 21));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->vram));
	EXPECT_EQ(21, self->vram_map[0]);
	EXPECT_EQ(0, client_works());

	/* no call waits for a card that does not come back */
	ASSERT_EQ(0, pci_error("lost"));
	EXPECT_EQ(-EIO, write_value(&self->s, self->c.fd, self->gtt, GTT, 0, 1));
	EXPECT_EQ(-EIO, client_info_u64(self->c.fd, RADEON_INFO_TIMESTAMP, &ticks));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->vram));
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_NE(0, state.status & RCP_CTX_STATUS_DEAD);
	ASSERT_EQ(0, pci_error("found"));
	EXPECT_EQ(0, write_value(&self->s, self->c.fd, self->gtt, GTT, 0, 6));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->gtt));
	EXPECT_EQ(6, self->gtt_map[0]);
	EXPECT_EQ(0, client_works());
}

TEST_HARNESS_MAIN
