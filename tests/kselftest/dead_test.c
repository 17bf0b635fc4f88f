// SPDX-License-Identifier: GPL-2.0
/*
 * A card that fails while clients use it: registers of the emulated card are pinned
 * under the running driver.  Calls fail with an errno, nothing hangs, no client sees
 * memory that was not cleared, and the card works after it is bound again.
 */
#include "client.h"
#include "emulated.h"
#include "faults.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <fcntl.h>
#include <glob.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define OP_CP_DMA	0x41
#define OP_EVENT_WRITE	0x46

FIXTURE(dead) {
	struct client c, other;
	struct stream s;
	uint32_t bo;
};

FIXTURE_SETUP(dead)
{
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_open(&self->other));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	if (stick(0, 0))
		SKIP(_exit(HARNESS_SKIP), "no way to the registers of an emulated card");
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &self->bo));
}

static int run(struct stream *s, int fd, uint32_t bo)
{
	int ret;

	ret = stream_write(s, fd, bo, GTT, 0, 1);
	return ret ? ret : gem_wait(fd, bo);
}

/* The card works after it is bound again. */
FIXTURE_TEARDOWN(dead)
{
	EXPECT_EQ(0, stick(0, 0));
	client_close(&self->c);
	client_close(&self->other);
	EXPECT_EQ(0, card_unbind());
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
}

static int hang(struct stream *s, int fd, uint32_t bo)
{
	stream_init(s);
	stream_wait_mem(s, bo, GTT, 0, 0x12345678);
	return stream_submit(s, fd, NULL);
}

/*
 * What a test does to the card after hang() must be in effect before the hang is detected: without
 * that it says nothing.
 */
#define TOO_SLOW	"the machine was as slow as the job timeout"

/* The value that a child reads at @map, -1 if the read kills it */
static long touch(volatile uint32_t *map)
{
	int status, fds[2];
	uint32_t value = 0;
	pid_t child;

	if (pipe(fds))
		return -errno;
	child = fork();
	if (!child) {
		value = map[0];
		if (write(fds[1], &value, sizeof(value)) != sizeof(value))
			_exit(1);
		_exit(0);
	}
	waitpid(child, &status, 0);
	close(fds[1]);
	if (WIFSIGNALED(status) || read(fds[0], &value, sizeof(value)) != sizeof(value)) {
		close(fds[0]);
		return WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS ? -1 : -2;
	}
	close(fds[0]);
	return value;
}

/* A submission that gives a buffer its address fails when the TLB flush fails. */
TEST_F(dead, tlb_flush_is_not_answered)
{
	uint32_t handle;

	if (card_is_r5xx())
		SKIP(return, "R5xx: a flush of the TLB has no answer");
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &handle));
	ASSERT_EQ(0, stick(REG_TLB_RESPONSE, 0));
	EXPECT_EQ(-ETIMEDOUT, run(&self->s, self->c.fd, handle));
	ASSERT_EQ(0, stick(0, 0));
	EXPECT_EQ(0, run(&self->s, self->c.fd, handle));
}

TEST_F(dead, tlb_flush_is_refused)
{
	uint32_t handle;

	if (card_is_r5xx())
		SKIP(return, "R5xx: a flush of the TLB has no answer");
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &handle));
	ASSERT_EQ(0, stick(REG_TLB_RESPONSE, 0x20));
	EXPECT_EQ(-EIO, run(&self->s, self->c.fd, handle));
	ASSERT_EQ(0, stick(0, 0));
	EXPECT_EQ(0, run(&self->s, self->c.fd, handle));
}

/* The same for a move to VRAM: the buffer stays where it was. */
TEST_F(dead, tlb_flush_is_refused_to_a_move)
{
	uint32_t handle, *map, domain;
	int ret;

	if (card_is_r5xx())
		SKIP(return, "R5xx: a flush of the TLB has no answer");
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &handle));
	map = gem_map(self->c.fd, handle, 65536);
	ASSERT_NE(NULL, map);
	map[100] = 77;
	ASSERT_EQ(0, stick(REG_TLB_RESPONSE, 0x20));
	ret = stream_write(&self->s, self->c.fd, handle, VRAM, 0, 1);
	ASSERT_EQ(0, stick(0, 0));
	EXPECT_EQ(-EIO, ret);
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &domain));
	EXPECT_EQ(GTT, domain);
	EXPECT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(1, map[0]);
	EXPECT_EQ(77, map[100]);
	munmap(map, 65536);
}

TEST_F(dead, card_is_pulled_out)
{
	uint32_t handle;

	ASSERT_EQ(0, stick(REG_MEMSIZE, ~0u));
	ASSERT_EQ(0, stick(REG_TLB_RESPONSE, ~0u));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &handle));
	EXPECT_EQ(-ENODEV, run(&self->s, self->c.fd, handle));
	EXPECT_EQ(-ENODEV, run(&self->s, self->c.fd, self->bo));
}

/* A file of the card in sysfs or debugfs: bytes read, or -errno */
static int read_glob(const char *pattern, char *text, size_t size)
{
	glob_t found;
	ssize_t n;
	int fd;

	if (glob(pattern, 0, NULL, &found))
		return -ENOENT;
	fd = open(found.gl_pathv[0], O_RDONLY | O_CLOEXEC);
	globfree(&found);
	if (fd < 0)
		return -errno;
	n = read(fd, text, size - 1);
	n = n < 0 ? -errno : n;
	close(fd);
	text[n > 0 ? n : 0] = 0;
	return n;
}

static int read_state(struct __test_metadata *_metadata, const char *name, const char *want)
{
	char text[4096], line[64];

	EXPECT_LT(0, read_glob("/sys/kernel/debug/dri/*/rcp_state", text, sizeof(text)));
	snprintf(line, sizeof(line), "%-16s %s\n", name, want);
	return !!strstr(text, line);
}

/*
 * No readout of a card that does not answer looks like a value, whether its registers read
 * all ones or only the one by which the driver notices.
 */
static void no_values(struct __test_metadata *_metadata, int fd)
{
	struct drm_rcp_query_clocks clocks;
	struct drm_rcp_query query = {
		.type = RCP_QUERY_CLOCKS, .size = sizeof(clocks), .data = (uintptr_t)&clocks,
	};
	char path[128], text[4096];
	uint32_t value = REG_SRBM_STATUS;
	uint64_t wide = 0;
	int n, err;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/hwmon/hwmon*/temp1_input", card_slot());
	n = read_glob(path, text, sizeof(text));
	EXPECT_TRUE(n == -ENODEV || n == -ENOENT) TH_LOG("temp1_input: %d %s", n, text);
	/* R5xx has none of these, whether the card answers or not. */
	err = card_is_r5xx() ? -EINVAL : -ENODEV;
	EXPECT_EQ(err, client_info_u32(fd, RADEON_INFO_CURRENT_GPU_TEMP, &value));
	value = REG_SRBM_STATUS;
	EXPECT_EQ(err, client_info_u32(fd, RADEON_INFO_READ_REG, &value));
	EXPECT_EQ(err, client_info(fd, RADEON_INFO_TIMESTAMP, &wide));
	EXPECT_EQ(err, client_ioctl(fd, DRM_IOCTL_RCP_QUERY, &query));
	EXPECT_EQ(0, read_glob("/sys/kernel/debug/dri/*/rcp_ring", text, sizeof(text)));
	EXPECT_EQ(0, read_glob("/sys/kernel/debug/dri/*/rcp_gart", text, sizeof(text)));
	EXPECT_TRUE(read_state(_metadata, "card", "gone"));
	EXPECT_TRUE(read_state(_metadata, "scheduler", "dead"));
	EXPECT_EQ(-ENODEV, client_info_u32(fd, RADEON_INFO_CURRENT_GPU_SCLK, &value));
	EXPECT_EQ(-ENODEV, client_info_u32(fd, RADEON_INFO_CURRENT_GPU_MCLK, &value));
	EXPECT_EQ(0, client_info_u32(fd, RADEON_INFO_ACCEL_WORKING2, &value));
	EXPECT_EQ(0, value);
}

TEST_F(dead, no_value_is_read_from_a_card_that_is_gone)
{
	ASSERT_TRUE(read_state(_metadata, "card", "running"));
	ASSERT_TRUE(read_state(_metadata, "scheduler", "alive"));
	ASSERT_EQ(0, stick(REG_MEMSIZE, ~0u));
	no_values(_metadata, self->c.fd);
}

TEST_F(dead, no_value_is_all_ones)
{
	uint32_t value = REG_SRBM_STATUS;

	if (card_is_r5xx())
		SKIP(return, "R5xx: clients read no registers, and there is no sensor");
	ASSERT_EQ(0, stick(REG_SRBM_STATUS, ~0u));
	ASSERT_EQ(0, stick(REG_R7_THERMAL, ~0u));
	ASSERT_EQ(0, stick(REG_R6_THERMAL, ~0u));
	EXPECT_EQ(-ENODEV, client_info_u32(self->c.fd, RADEON_INFO_READ_REG, &value));
	EXPECT_EQ(-ENODEV, client_info_u32(self->c.fd, RADEON_INFO_CURRENT_GPU_TEMP, &value));
	/* The card itself answers. */
	EXPECT_TRUE(read_state(_metadata, "card", "running"));
}

/*
 * The same with a job in flight: the job ends, and its client is not to blame: no strike, no log
 * line on a hang, and no dump of registers that read all ones.
 */
TEST_F(dead, card_is_pulled_out_while_it_hangs)
{
	struct drm_rcp_ctx_state state;
	int kmsg = kmsg_open();
	char text[512], dump[64];
	uint64_t start;

	/* dumps of earlier hangs */
	while (take_dump(text, sizeof(text)) > 0)
		;
	start = now_ns();
	ASSERT_EQ(0, hang(&self->s, self->c.fd, self->bo));
	ASSERT_EQ(0, stick(REG_MEMSIZE, ~0u));
	if (card_timeout_is_near(start))
		SKIP(return, TOO_SLOW);
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_GT(0, run(&self->s, self->other.fd, self->bo));
	ASSERT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_EQ(0, state.status & RCP_CTX_STATUS_GUILTY);
	EXPECT_EQ(RCP_CTX_STATUS_DEAD, state.status & RCP_CTX_STATUS_DEAD);
	EXPECT_EQ(0, client_resets(self->c.fd));
	EXPECT_TRUE(kmsg_find(kmsg, "card is gone: its jobs are cancelled", text, sizeof(text)));
	close(kmsg);
	EXPECT_EQ(-ENOENT, read_glob("/sys/class/devcoredump/devcd*/data", dump, sizeof(dump)));
}

/* The card stays lost if it comes back with less VRAM than buffers occupy. */
TEST_F(dead, memory_has_shrunk)
{
	uint64_t start = now_ns();
	int kmsg = kmsg_open();
	uint32_t working = 1;
	char text[512];

	ASSERT_EQ(0, hang(&self->s, self->c.fd, self->bo));
	ASSERT_EQ(0, stick(REG_MEMSIZE, 64 << 20));
	if (card_timeout_is_near(start))
		SKIP(return, TOO_SLOW);
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
	ASSERT_EQ(0, client_info_u32(self->other.fd, RADEON_INFO_ACCEL_WORKING2, &working));
	EXPECT_EQ(0, working);
	EXPECT_EQ(0, kmsg_alarms(kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(kmsg);
}

/*
 * The card does not come back from a reset: all calls that need it fail, and memory that
 * was not cleared stays invisible.
 */
TEST_F(dead, reset_fails)
{
	const uint64_t size = 32 << 20;
	uint32_t handle, late, hidden, filler, sent, working = 1;
	uint32_t *late_map, *gtt_map, *hidden_map;
	int vgem = client_open_vgem(), dmabuf, kmsg;
	uint64_t start;
	char text[512];

	gtt_map = gem_map(self->c.fd, self->bo, 65536);
	ASSERT_NE(NULL, gtt_map);
	gtt_map[1] = 0x5eed;
	gtt_map[5000] = 0x5eed;
	/* in CPU-visible VRAM one buffer fits only where the other is */
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, RADEON_GEM_NO_CPU_ACCESS, &hidden));
	ASSERT_EQ(0, gem_create(self->c.fd, self->c.card.vram_visible - size / 2, 4096, VRAM, 0,
				&filler));
	ASSERT_EQ(0, gem_wait(self->c.fd, filler));
	ASSERT_EQ(0, gem_wait(self->c.fd, hidden));
	start = now_ns();
	ASSERT_EQ(0, hang(&self->s, self->c.fd, self->bo));
	/* their clears wait for the end of the hang */
	ASSERT_EQ(0, gem_create(self->other.fd, 65536, 4096, VRAM, 0, &late));
	ASSERT_EQ(0, gem_create(self->other.fd, 65536, 4096, VRAM, 0, &sent));
	stream_init(&self->s);
	stream_mem_write(&self->s, late, VRAM, 0, 1);
	stream_mem_write(&self->s, sent, VRAM, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->other.fd, NULL));
	late_map = gem_map(self->other.fd, late, 65536);
	hidden_map = gem_map(self->c.fd, hidden, size);
	ASSERT_NE(NULL, late_map);
	ASSERT_NE(NULL, hidden_map);
	ASSERT_EQ(0, stick(REG_RING_TEST, 0xcafedead));
	if (card_timeout_is_near(start))
		SKIP(return, TOO_SLOW);
	/* another device does not get it either, whether it asks before or after */
	if (vgem >= 0) {
		ASSERT_EQ(0, gem_export(self->other.fd, sent, &dmabuf));
		EXPECT_EQ(-EIO, gem_import(vgem, dmabuf, &handle));
		close(dmabuf);
	}
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0, card_is_master());
	if (vgem >= 0) {
		ASSERT_EQ(0, gem_export(self->other.fd, late, &dmabuf));
		EXPECT_EQ(-EIO, gem_import(vgem, dmabuf, &handle));
		close(dmabuf);
		close(vgem);
	}

	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_ACCEL_WORKING2, &working));
	EXPECT_EQ(0, working);
	EXPECT_EQ(-EIO, run(&self->s, self->c.fd, self->bo));
	EXPECT_EQ(-EIO, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &handle));
	/* only buffers that were not cleared are lost */
	EXPECT_EQ(-1, touch(late_map));
	kmsg = kmsg_open();
	EXPECT_GE(0, touch(hidden_map));
	EXPECT_EQ(0, kmsg_errors(kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(kmsg);
	EXPECT_EQ(0x5eed, touch(gtt_map + 1));
	EXPECT_EQ(0x5eed, touch(gtt_map + 5000));
	munmap(gtt_map, 65536);
	munmap(late_map, 65536);
	munmap(hidden_map, size);
}

/*
 * A PCI reset of a dead card: the CPU saves the buffers that it reaches, also those that
 * follow one that it does not reach, and only the latter are lost.
 */
TEST_F(dead, pci_reset_saves_what_it_can)
{
	const uint32_t size = 1 << 20;
	uint32_t hidden[3], seen[3], i;
	uint32_t *hidden_map[3], *seen_map[3];
	uint64_t start;

	if (self->c.card.vram_visible >= self->c.card.vram_size)
		SKIP(return, "the CPU reaches all of VRAM");
	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, RADEON_GEM_NO_CPU_ACCESS,
					&hidden[i]));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, hidden[i], VRAM, 0, 5));
		ASSERT_EQ(0, gem_create(self->other.fd, size, 4096, VRAM, RADEON_GEM_CPU_ACCESS,
					&seen[i]));
		ASSERT_EQ(0, stream_write(&self->s, self->other.fd, seen[i], VRAM, 0, 5));
		ASSERT_EQ(0, gem_wait(self->other.fd, seen[i]));
		hidden_map[i] = gem_map(self->c.fd, hidden[i], size);
		seen_map[i] = gem_map(self->other.fd, seen[i], size);
		ASSERT_NE(NULL, hidden_map[i]);
		ASSERT_NE(NULL, seen_map[i]);
		gem_fill(seen_map[i], size, i);
	}
	start = now_ns();
	ASSERT_EQ(0, hang(&self->s, self->c.fd, self->bo));
	ASSERT_EQ(0, stick(REG_RING_TEST, 0xcafedead));
	if (card_timeout_is_near(start))
		SKIP(return, TOO_SLOW);
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	ASSERT_EQ(0, card_is_master());
	ASSERT_EQ(0, stick(0, 0));
	ASSERT_EQ(0, card_pci_reset());
	for (i = 0; i < 3; i++) {
		EXPECT_EQ(size, gem_first_wrong(seen_map[i], size, i));
		EXPECT_EQ(-1, touch(hidden_map[i]));
		munmap(seen_map[i], size);
		munmap(hidden_map[i], size);
	}
	EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
}

static int wait_for_ever(struct other *o)
{
	return fence_wait(o->fd, 0, 1, INT64_MAX, (uint32_t *)o->touch);
}

/*
 * Contexts and waits on a card that does not come back: of the job that hung, the job
 * after it, a job of another client, and one that still waits for another driver.
 */
TEST_F(dead, contexts_report_it)
{
	uint32_t theirs, error = ~0u, status = RCP_CTX_STATUS_DEAD, in = 0, ctx;
	struct other w = { .fd = self->other.fd, .act = wait_for_ever, .touch = &error };
	struct drm_rcp_sync sync = { .flags = 0 };
	struct client_cs cs = { .syncs = &sync, .nsyncs = 1 };
	struct drm_rcp_fence_query q;
	struct drm_rcp_ctx_state state;
	struct late late;
	uint64_t start;
	int fd;

	if (!(self->c.driver.features & RCP_FEATURE_SYNCS) || !late_available())
		SKIP(return, "no explicit synchronisation, or neither vgem nor sw_sync");
	ASSERT_EQ(0, gem_create(self->other.fd, 65536, 4096, GTT, 0, &theirs));
	ASSERT_EQ(0, late_begin(&late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&late, self->c.fd, &in));
	start = now_ns();
	ASSERT_EQ(0, hang(&self->s, self->c.fd, self->bo));
	sync.handle = in;
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 64, 1);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	ASSERT_EQ(0, stream_write(&self->s, self->other.fd, theirs, GTT, 0, 1));
	other_begin(&w);
	ASSERT_EQ(0, fence_sync_file(self->c.fd, 0, 1, &fd));
	ASSERT_EQ(0, stick(REG_RING_TEST, 0xcafedead));
	if (card_timeout_is_near(start)) {
		late_signal(&late);
		other_join(&w);
		late_end(&late);
		SKIP(return, TOO_SLOW);
	}
	EXPECT_EQ(0, other_join(&w));
	EXPECT_EQ(EIO, error);
	EXPECT_EQ(0, sync_file_poll(fd, 60000));
	EXPECT_GT(0, sync_file_status(fd));
	EXPECT_EQ(0, fence_query(self->c.fd, 0, 1, &q));
	EXPECT_EQ(1, q.completed);
	EXPECT_EQ(-sync_file_status(fd), q.error);
	/* the job that waits for another driver does not end before that fence */
	EXPECT_EQ(-ETIME, fence_wait(self->c.fd, 0, 2, 0, NULL));
	EXPECT_EQ(0, late_signal(&late));
	EXPECT_EQ(0, fence_wait(self->c.fd, 0, 2, in_time(), &error));
	EXPECT_EQ(EIO, error);

	EXPECT_EQ(0, ctx_state(self->other.fd, 0, &state));
	EXPECT_EQ(status, state.status & (status | RCP_CTX_STATUS_GUILTY));
	EXPECT_EQ(1, state.lost);
	EXPECT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_EQ(status, state.status & status);
	EXPECT_EQ(2, state.lost);
	/* submissions and new contexts fail, all other calls succeed */
	EXPECT_EQ(-EIO, run(&self->s, self->c.fd, self->bo));
	EXPECT_EQ(-EIO, ctx_create(self->c.fd, 0, 0, &ctx));
	EXPECT_EQ(0, fence_wait(self->c.fd, 0, 2, 0, NULL));
	EXPECT_EQ(0, bo_wait(self->c.fd, self->bo, 0, in_time()));
	EXPECT_EQ(0, syncobj_create(self->c.fd, 0, &in));
	late_end(&late);
	close(fd);
}

/*
 * The same for a page fault that waits when the card dies.  The fault of a futex
 * operation waits in place and is not retried.
 */
TEST_F(dead, reset_fails_under_a_fault)
{
	uint32_t old[4], late, i;
	volatile uint32_t *map;
	uint32_t *fill;
	int status = -1;
	uint64_t start;
	pid_t child;

	for (i = 0; i < ARRAY_SIZE(old); i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &old[i]));
		fill = gem_map(self->c.fd, old[i], 65536);
		ASSERT_NE(NULL, fill);
		memset(fill, 0xaa, 65536);
		munmap(fill, 65536);
	}
	for (i = 0; i < ARRAY_SIZE(old); i++)
		ASSERT_EQ(0, gem_close(self->c.fd, old[i]));
	start = now_ns();
	ASSERT_EQ(0, hang(&self->s, self->c.fd, self->bo));
	ASSERT_EQ(0, gem_create(self->other.fd, 65536, 4096, VRAM, 0, &late));
	map = gem_map(self->other.fd, late, 65536);
	ASSERT_NE(NULL, map);
	ASSERT_EQ(0, stick(REG_RING_TEST, 0xcafedead));
	if (card_timeout_is_near(start))
		SKIP(return, TOO_SLOW);
	child = fork();
	if (!child) {
		uint32_t none = 0;

		syscall(SYS_futex, &none, FUTEX_WAKE_OP_PRIVATE, 0, NULL, map,
			FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0));
		_exit(map[0] || map[2] ? 1 : 2);
	}
	ASSERT_LT(0, child);
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_TRUE(WIFSIGNALED(status));
	EXPECT_EQ(SIGBUS, WTERMSIG(status));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
	munmap((void *)map, 65536);
}

/* Blocks outside the 3D engine are reset with it if they are busy. */
TEST_F(dead, other_blocks_are_busy)
{
	uint32_t before = client_resets(self->c.fd);
	uint64_t start = now_ns();

	ASSERT_EQ(0, hang(&self->s, self->c.fd, self->bo));
	if (card_is_r5xx()) {
		ASSERT_EQ(0, model_write(MODEL_REG_HABITS, MODEL_HABIT_MC_BUSY));
	} else {
		ASSERT_EQ(0, stick(REG_SRBM_STATUS, 1 << 17));
	}
	if (card_timeout_is_near(start))
		SKIP(return, TOO_SLOW);
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
	ASSERT_EQ(0, stick(0, 0));
	ASSERT_EQ(0, model_write(MODEL_REG_HABITS, 0));
	EXPECT_EQ(before + 1, client_resets(self->c.fd));
	EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
}

/* A hang in a copy job of the driver: the copy is tried again, and no client is guilty. */
TEST_F(dead, copy_hangs_once)
{
	uint32_t before = client_resets(self->c.fd), handle;
	uint32_t *map;

	ASSERT_EQ(0, model_write(MODEL_REG_HANG_OP, OP_CP_DMA));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &handle));
	map = gem_map(self->c.fd, handle, 65536);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(0, map[0]);
	EXPECT_EQ(before + 1, client_resets(self->c.fd));
	munmap(map, 65536);
	EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
}

/* The next copy, and this many after it, hang. */
static int copies_hang(unsigned int more)
{
	return model_write(MODEL_REG_HANG_OP, OP_CP_DMA | more << 8);
}

/*
 * A copy that hangs twice is given up, and its buffer is lost; the card works on.  Streams that
 * were submitted before may use the buffer, so they do not run.
 */
TEST_F(dead, copy_hangs_twice)
{
	uint32_t before = client_resets(self->c.fd), handle, others, error = 0;
	uint32_t *map;

	ASSERT_EQ(0, gem_create(self->other.fd, 65536, 4096, GTT, 0, &others));
	ASSERT_EQ(0, copies_hang(1));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle, VRAM, 0, 1));
	EXPECT_EQ(0, fence_wait(self->c.fd, 0, 1, in_time(), &error));
	EXPECT_EQ(ECANCELED, error);
	EXPECT_EQ(before + 2, client_resets(self->c.fd));
	EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
	EXPECT_EQ(0, run(&self->s, self->other.fd, others));
	EXPECT_EQ(-EIO, stream_write(&self->s, self->c.fd, handle, VRAM, 0, 1));
	map = gem_map(self->c.fd, handle, 65536);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(-1, touch(map));
	munmap(map, 65536);
	EXPECT_EQ(1, card_is_master());
}

/* The buffer is lost as soon as the copy is given up, not only when the card is up again. */
TEST_F(dead, stream_while_the_card_comes_up)
{
	uint32_t before = client_resets(self->c.fd), handle, error = 0;
	uint64_t end = in_time();
	int ret;

	ASSERT_EQ(0, copies_hang(1));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle, VRAM, 0, 1));
	/* as soon as it is reset, so without a pause */
	while (client_resets(self->c.fd) != before + 2 && now_ns() < end)
		usleep(100);
	ret = stream_write(&self->s, self->c.fd, handle, VRAM, 0, 1);
	if (ret != -EIO) {
		ASSERT_EQ(0, ret);
		EXPECT_EQ(0, fence_wait(self->c.fd, 0, 2, in_time(), &error));
		EXPECT_EQ(ECANCELED, error);
	}
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
}

/*
 * A clear is given up when a copy of the same buffer to the GTT is in the ring after it: the
 * copy succeeds, and has copied what another client had in that VRAM.
 */
TEST_F(dead, copy_of_a_lost_clear)
{
	uint32_t before = client_resets(self->c.fd), handle;
	uint32_t *map;

	ASSERT_EQ(0, copies_hang(1));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle, VRAM, 0, 1));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle, GTT, 8, 1));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(before + 2, client_resets(self->c.fd));
	EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
	EXPECT_EQ(-EIO, stream_write(&self->s, self->c.fd, handle, GTT, 0, 1));
	map = gem_map(self->c.fd, handle, 65536);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(-1, touch(map));
	munmap(map, 65536);
}

/*
 * A large buffer leaves VRAM in pieces.  The first one is given up, and the others are not: the
 * pages that it should have filled are lost all the same.
 */
TEST_F(dead, piece_of_a_copy_hangs_twice)
{
	uint32_t before = client_resets(self->c.fd), handle;
	const uint64_t size = 16ull << 20;
	uint32_t *map;

	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle, VRAM, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	ASSERT_EQ(0, copies_hang(1));
	stream_write(&self->s, self->c.fd, handle, GTT, 0, 1);
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(before + 2, client_resets(self->c.fd));
	EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
	EXPECT_EQ(-EIO, stream_write(&self->s, self->c.fd, handle, GTT, 0, 1));
	map = gem_map(self->c.fd, handle, size);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(-1, touch(map));
	munmap(map, size);
}

static int place_in_gtt(struct other *o)
{
	return stream_place(o->fd, o->value, GTT);
}

/*
 * Pieces of two buffers take turns.  The first piece of each is given up, of the second buffer while
 * the first one has pieces that have not run: both are lost.
 */
TEST_F(dead, pieces_of_two_copies_hang_twice)
{
	struct other movers[2] = { { .fd = self->c.fd }, { .fd = self->other.fd } };
	uint32_t before = client_resets(self->c.fd), i;
	const uint64_t size = 24ull << 20;

	for (i = 0; i < 2; i++) {
		movers[i].act = place_in_gtt;
		ASSERT_EQ(0, gem_create(movers[i].fd, size, 4096, VRAM, 0, &movers[i].value));
		ASSERT_EQ(0, stream_write(&self->s, movers[i].fd, movers[i].value, VRAM, 0, 1));
		ASSERT_EQ(0, gem_wait(movers[i].fd, movers[i].value));
	}
	ASSERT_EQ(0, copies_hang(3));
	for (i = 0; i < 2; i++)
		EXPECT_EQ(0, other_begin(&movers[i]));
	for (i = 0; i < 2; i++) {
		other_join(&movers[i]);
		EXPECT_EQ(0, gem_wait(movers[i].fd, movers[i].value));
	}
	EXPECT_EQ(before + 4, client_resets(self->c.fd));
	EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
	for (i = 0; i < 2; i++)
		EXPECT_EQ(-EIO, stream_write(&self->s, movers[i].fd, movers[i].value, GTT, 0, 1));
}

#define PARTS	24	/* of VRAM */
#define MOST	(PARTS + 4)

/* Places new buffers in VRAM until the first one leaves it.  Returns how many fit, or 0. */
static uint32_t fill_vram(struct stream *s, int fd, uint64_t size, uint32_t bo[MOST],
			  uint32_t most)
{
	uint32_t n, where = VRAM;

	for (n = 0; n < most; n++) {
		if (gem_create(fd, size, 4096, VRAM, 0, &bo[n]) ||
		    stream_write(s, fd, bo[n], VRAM, 0, n + 1) || gem_wait(fd, bo[n]))
			return 0;
		gem_busy(fd, bo[0], &where);
		if (where != VRAM)
			return n;
	}
	return n;
}

/*
 * Another client's buffer pushes a buffer out of VRAM, and the copy hangs twice: the pages that it
 * should have filled are lost, for the CPU and for streams.  The other client works on.
 */
TEST_F(dead, eviction_hangs_twice)
{
	uint32_t bo[MOST], victim, room, i, before = client_resets(self->c.fd), where = VRAM;
	uint64_t size = self->c.card.vram_size / PARTS & ~0xfffffull;
	uint32_t *map;

	room = fill_vram(&self->s, self->other.fd, size, bo, MOST);
	ASSERT_LT(1, room);
	ASSERT_GT(MOST, room);
	for (i = 0; i <= room; i++)
		ASSERT_EQ(0, gem_close(self->other.fd, bo[i]));
	ASSERT_TRUE(jobs_are_freed());
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &victim));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, victim, VRAM, 0, 7));
	ASSERT_EQ(0, gem_wait(self->c.fd, victim));
	ASSERT_EQ(room - 1, fill_vram(&self->s, self->other.fd, size, bo, room - 1));
	gem_busy(self->c.fd, victim, &where);
	ASSERT_EQ(VRAM, where);
	ASSERT_EQ(before, client_resets(self->c.fd));
	ASSERT_EQ(0, copies_hang(1));
	ASSERT_EQ(0, gem_create(self->other.fd, size, 4096, VRAM, 0, &bo[room]));
	stream_write(&self->s, self->other.fd, bo[room], VRAM, 0, 1);
	EXPECT_EQ(0, gem_wait(self->c.fd, victim));
	EXPECT_EQ(0, gem_wait(self->other.fd, bo[room]));
	EXPECT_EQ(before + 2, client_resets(self->c.fd));
	gem_busy(self->c.fd, victim, &where);
	EXPECT_NE(VRAM, where);
	EXPECT_EQ(-EIO, stream_write(&self->s, self->c.fd, victim, GTT, 0, 1));
	map = gem_map(self->c.fd, victim, size);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(-1, touch(map));
	munmap(map, size);
	EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
	/* a buffer that is filled anew can be used, and so can the one that came */
	ASSERT_EQ(0, gem_close(self->c.fd, victim));
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, GTT, 0, &victim));
	EXPECT_EQ(0, stream_write(&self->s, self->c.fd, victim, GTT, 0, 1));
	EXPECT_EQ(0, gem_wait(self->c.fd, victim));
	EXPECT_EQ(0, stream_write(&self->s, self->other.fd, bo[room], VRAM, 0, 1));
	EXPECT_EQ(0, gem_wait(self->other.fd, bo[room]));
}

/* A card that hangs in one copy after the other is given up. */
TEST_F(dead, copies_hang_for_good)
{
	uint32_t handle;
	int i;

	ASSERT_EQ(0, copies_hang(5));
	EXPECT_EQ(1, card_is_master());
	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &handle));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle, VRAM, 0, 1));
		EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	}
	/* memory of completed jobs may have been reused: the card can no longer write to it */
	EXPECT_EQ(0, card_is_master());
	EXPECT_EQ(-EIO, run(&self->s, self->c.fd, self->bo));
}

/* A process that submits each time that a byte comes, and answers with the result. */
static int submits_when_told(int fd)
{
	struct client c;
	struct stream s;
	uint32_t bo;
	char byte;
	int ret;

	if (client_open(&c) || gem_create(c.fd, 65536, 4096, GTT, 0, &bo))
		return 1;
	stream_init(&s);
	while (read(fd, &byte, 1) == 1) {
		ret = run(&s, c.fd, bo);
		if (write(fd, &ret, sizeof(ret)) != sizeof(ret))
			return 1;
	}
	return 0;
}

static int tell(int fd)
{
	int ret;

	if (write(fd, "", 1) != 1 || read(fd, &ret, sizeof(ret)) != sizeof(ret))
		return -EPIPE;
	return ret;
}

/*
 * The 3D engine stays busy after the end-of-pipe event of a stream, so that the next client's job
 * never begins.  The client of that stream is to blame, and the job runs again.
 */
TEST_F(dead, busy_behind_the_fence)
{
	uint32_t before = client_resets(self->c.fd), i;
	struct drm_rcp_ctx_state state;
	int sockets[2], status = -1;
	pid_t child;

	if (card_is_r5xx())
		SKIP(return, "R5xx: the fence waits until the engines are idle");
	ASSERT_EQ(0, socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
	child = fork();
	if (!child) {
		close(sockets[0]);
		_exit(submits_when_told(sockets[1]));
	}
	close(sockets[1]);
	ASSERT_LT(0, child);
	for (i = 0; i < 3; i++) {
		EXPECT_EQ(0, tell(sockets[0]));
		ASSERT_EQ(0, model_write(MODEL_REG_HANG_OP, OP_EVENT_WRITE));
		EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
		EXPECT_EQ(before + i + 1, client_resets(self->c.fd));
	}
	EXPECT_EQ(0, ctx_state(self->c.fd, 0, &state));
	EXPECT_EQ(0, state.status & (RCP_CTX_STATUS_GUILTY | RCP_CTX_STATUS_BANNED));
	EXPECT_EQ(0, state.hangs);
	EXPECT_EQ(0, state.lost);
	EXPECT_EQ(3, state.innocent);
	EXPECT_EQ(-ECANCELED, tell(sockets[0]));
	EXPECT_EQ(0, run(&self->s, self->c.fd, self->bo));
	close(sockets[0]);
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
}

TEST_HARNESS_MAIN
