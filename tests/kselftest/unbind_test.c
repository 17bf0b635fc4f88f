// SPDX-License-Identifier: GPL-2.0
/*
 * The device is unbound and bound again by sysfs, with files open, buffers mapped or
 * shared, work in flight or hung.  The module cannot be removed while a file of the
 * device is open.  Run as root.
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
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <linux/dma-buf.h>
#include <linux/futex.h>
#include <linux/sync_file.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

#define CLIENTS	4
/* Jobs of a context that may be incomplete before a submission sleeps. */
#define JOBS	64

FIXTURE(unbind) {
	struct client c;
	struct stream s;
	int kmsg;
};

FIXTURE_SETUP(unbind)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	stream_init(&self->s);
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "radeon.ko does not survive it");
}

FIXTURE_TEARDOWN(unbind)
{
	char text[512];

	client_close(&self->c);
	if (!self->c.rcp)
		return;
	if (!card_is_bound())
		card_bind();
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

/* Binds the card again: it works, and the fixture gets a client of the new device. */
static void come_back(struct __test_metadata *_metadata, FIXTURE_DATA(unbind) *self)
{
	ASSERT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
	ASSERT_EQ(0, client_open(&self->c));
}

/* Touches a mapping whose device is gone, in a child: 0 or the signal that killed it */
static int touch(volatile uint32_t *map)
{
	pid_t child = fork();
	int status;

	if (child < 0)
		return -errno;
	if (!child) {
		map[0] = map[1] + 1;
		_exit(0);
	}
	if (waitpid(child, &status, 0) != child)
		return -errno;
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST_F(unbind, module_stays_while_held)
{
	EXPECT_EQ(-1, syscall(SYS_delete_module, "rcp", O_NONBLOCK));
	EXPECT_TRUE(errno == EWOULDBLOCK || errno == EBUSY)
		TH_LOG("errno %d", errno);
	EXPECT_EQ(0, client_works());
}

TEST_F(unbind, with_open_files_and_mappings)
{
	uint32_t vram, gtt, value = 0, handle;
	struct drm_radeon_gem_info info;
	uint32_t *vram_map, *gtt_map;
	int dmabuf, ret;

	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &vram));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &gtt));
	vram_map = gem_map(self->c.fd, vram, 65536);
	gtt_map = gem_map(self->c.fd, gtt, 65536);
	ASSERT_NE(NULL, vram_map);
	ASSERT_NE(NULL, gtt_map);
	vram_map[1] = 1;
	gtt_map[1] = 1;
	ASSERT_EQ(0, gem_export(self->c.fd, vram, &dmabuf));
	stream_mem_write(&self->s, gtt, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));

	ASSERT_EQ(0, card_unbind());
	EXPECT_EQ(-ENODEV, client_info_u32(self->c.fd, RADEON_INFO_DEVICE_ID, &value));
	EXPECT_EQ(-ENODEV, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info));
	EXPECT_EQ(-ENODEV, gem_create(self->c.fd, 4096, 4096, GTT, 0, &handle));
	EXPECT_EQ(-ENODEV, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(-ENODEV, gem_wait(self->c.fd, gtt));
	EXPECT_EQ(-ENODEV, client_query(self->c.fd, RCP_QUERY_CARD, &info, &value));
	/* the mapping leads to dummy pages, or the access is a bus error */
	ret = touch(vram_map);
	EXPECT_TRUE(ret == 0 || ret == SIGBUS)
		TH_LOG("%d", ret);
	ret = touch(gtt_map);
	EXPECT_TRUE(ret == 0 || ret == SIGBUS)
		TH_LOG("%d", ret);

	/* the card is bound again while files of the old device are still open */
	ASSERT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
	EXPECT_EQ(-ENODEV, client_info_u32(self->c.fd, RADEON_INFO_DEVICE_ID, &value));
	munmap(vram_map, 65536);
	munmap(gtt_map, 65536);
	close(dmabuf);
	client_close(&self->c);
	EXPECT_EQ(0, client_works());
}

TEST_F(unbind, with_work_in_flight)
{
	uint32_t gtt, i, round;

	for (round = 0; round < 3; round++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &gtt));
		for (i = 0; i < 50; i++)
			ASSERT_EQ(0, stream_write(&self->s, self->c.fd, gtt, GTT, i * 8, i));
		ASSERT_EQ(0, card_unbind());
		client_close(&self->c);
		ASSERT_EQ(0, card_bind());
		EXPECT_EQ(0, client_works());
		ASSERT_EQ(0, client_open(&self->c));
	}
}

/* A slow CP writes its read pointer after the last job: not into memory that is gone. */
TEST_F(unbind, with_a_late_read_pointer)
{
	uint32_t gtt, round;

	if (model_write(MODEL_REG_HABITS, MODEL_HABIT_SLOW))
		SKIP(return, "no way to the registers of an emulated card");
	for (round = 0; round < 5; round++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &gtt));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, gtt, GTT, 0, 1));
		ASSERT_EQ(0, card_unbind());
		client_close(&self->c);
		come_back(_metadata, self);
	}
	EXPECT_EQ(0, model_write(MODEL_REG_HABITS, 0));
}

/* Starts a child that waits until @dmabuf is idle; it fails if the card can still write to it. */
static pid_t watch(int dmabuf)
{
	struct pollfd idle = { .fd = dmabuf, .events = POLLOUT };
	pid_t child;

	card_slot();
	child = fork();
	if (child)
		return child;
	_exit(poll(&idle, 1, 30000) == 1 && card_is_master() == 0 ? 0 : 1);
}

TEST_F(unbind, with_a_hung_card)
{
	int dmabuf, status = -1;
	uint32_t gtt;
	pid_t child;

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &gtt));
	stream_wait_mem(&self->s, gtt, GTT, 0, 0x12345678);
	ASSERT_EQ(0, gem_export(self->c.fd, gtt, &dmabuf));
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	child = watch(dmabuf);
	ASSERT_LT(0, child);
	ASSERT_EQ(0, card_unbind());
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	close(dmabuf);
	client_close(&self->c);
	come_back(_metadata, self);
}

#define HUNG	30

/*
 * The ring is full of jobs that never end, of a process that lives or that is gone: an unbind waits
 * for none of their timeouts, nor resets the card for them.
 */
static void with_a_full_ring(struct __test_metadata *_metadata, FIXTURE_DATA(unbind) *self,
			     bool dead)
{
	char timeout[16];
	uint32_t after = 0;
	struct client c;
	uint64_t start;
	pid_t child;

	client_close(&self->c);
	snprintf(timeout, sizeof(timeout), "%u", card_timeout_ms());
	ASSERT_EQ(0, card_bind_with_timeout("60000"));
	child = greedy_hang(HUNG);
	ASSERT_LT(0, child);
	if (dead) {
		kill(child, SIGKILL);
		EXPECT_EQ(child, waitpid(child, NULL, 0));
	}
	ASSERT_EQ(0, client_open(&c));
	after = client_resets(c.fd);
	client_close(&c);
	EXPECT_EQ(0, after);
	start = now_ns();
	ASSERT_EQ(0, card_unbind());
	/* 60 s for one of the jobs, half an hour for all */
	EXPECT_GT(50000000000ull, now_ns() - start);
	if (!dead) {
		kill(child, SIGKILL);
		EXPECT_EQ(child, waitpid(child, NULL, 0));
	}
	ASSERT_EQ(0, card_bind());
	ASSERT_EQ(0, card_bind_with_timeout(timeout));
	EXPECT_EQ(0, client_works());
	ASSERT_EQ(0, client_open(&self->c));
}

TEST_F(unbind, with_a_full_ring)
{
	with_a_full_ring(_metadata, self, false);
}

TEST_F(unbind, with_a_full_ring_of_a_dead_client)
{
	with_a_full_ring(_metadata, self, true);
}

/* Faults by a futex operation, which cannot be retried, and reads all of the buffer. */
static int fault_and_read(struct other *o)
{
	uint32_t none = 0, *map = (uint32_t *)o->touch;

	if (syscall(SYS_futex, &none, FUTEX_WAKE_OP_PRIVATE, 0, NULL, map,
		    FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0)) < 0)
		return -errno;
	return gem_first_wrong(map, o->value, 7);
}

static int unbind(struct other *o)
{
	o->ret = card_unbind();
	return o->ret;
}

/*
 * A page fault during the unbind waits for the copy that fills the pages.  The copy fails
 * with the job before it, and then the fault does not map these pages, but the page of a
 * lost buffer.  If the job hangs too early, its reset comes first, and the copy succeeds.
 */
TEST_F(unbind, while_a_copy_waits)
{
	struct other fault = { .act = fault_and_read, .value = 65536 };
	struct other remove = { .act = unbind };
	uint32_t gate, bo, count, i;
	volatile uint32_t *page;
	struct client c;
	uint32_t *map;

	ASSERT_EQ(0, client_open(&c));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &gate));
	ASSERT_EQ(0, gem_create(c.fd, fault.value, 4096, VRAM, 0, &bo));
	map = gem_map(c.fd, bo, fault.value);
	ASSERT_NE(NULL, map);
	gem_fill(map, fault.value, 7);
	fault.touch = page = map;
	card_slot();
	stream_wait_mem(&self->s, gate, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, stream_place(c.fd, bo, GTT));
	other_begin(&remove);
	for (i = 0; i < 5000; i++) {
		if (client_info_u32(c.fd, RADEON_INFO_GPU_RESET_COUNTER, &count) == -ENODEV)
			break;
		usleep(1000);
	}
	other_begin(&fault);
	other_join(&fault);
	EXPECT_EQ(0, other_join(&remove));
	if (fault.ret != (int)fault.value) {
		EXPECT_EQ(0, fault.ret);
		EXPECT_EQ(fault.value, gem_first_nonzero(map, fault.value));
		page[0] = 1;
		EXPECT_EQ(1, page[4096]);
	}
	munmap(map, fault.value);
	client_close(&c);
	client_close(&self->c);
	come_back(_metadata, self);
}

/* Newer kernels do not ask the driver for the names of a fence that is signalled. */
static bool names_a_timeline(const char *name)
{
	return !strcmp(name, "rcp") || !strcmp(name, "signaled-timeline");
}

/* A fence outlives its device and its buffer: its names can still be read, and it signals. */
TEST_F(unbind, with_a_fence_elsewhere)
{
	struct dma_buf_export_sync_file export = { .flags = DMA_BUF_SYNC_RW, .fd = -1 };
	struct sync_fence_info fence = { .status = 0 };
	struct sync_file_info info = {
		.num_fences = 1, .sync_fence_info = (uintptr_t)&fence,
	};
	uint32_t gtt;
	int dmabuf;

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &gtt));
	ASSERT_EQ(0, gem_export(self->c.fd, gtt, &dmabuf));
	stream_wait_mem(&self->s, gtt, GTT, 0, 0x12345678);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, ioctl(dmabuf, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &export));
	close(dmabuf);
	client_close(&self->c);
	ASSERT_EQ(0, ioctl(export.fd, SYNC_IOC_FILE_INFO, &info));
	EXPECT_EQ(0, fence.status);
	EXPECT_STREQ("rcp", fence.obj_name);

	ASSERT_EQ(0, card_unbind());
	ASSERT_EQ(0, ioctl(export.fd, SYNC_IOC_FILE_INFO, &info));
	EXPECT_GT(0, fence.status);
	EXPECT_TRUE(names_a_timeline(fence.obj_name)) TH_LOG("%s", fence.obj_name);
	ASSERT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
	ASSERT_EQ(0, ioctl(export.fd, SYNC_IOC_FILE_INFO, &info));
	EXPECT_TRUE(names_a_timeline(fence.obj_name)) TH_LOG("%s", fence.obj_name);
	close(export.fd);
	ASSERT_EQ(0, client_open(&self->c));
}

static int ask_for_ring(struct other *o)
{
	return client_info(o->fd, RADEON_INFO_RING_WORKING, (void *)o->touch);
}

static int unbind_device(struct other *o)
{
	(void)o;
	return card_unbind();
}

/* A call that waits for user memory does not delay unbind, because the wait may be endless. */
TEST_F(unbind, with_memory_that_does_not_come)
{
	static const uint32_t nop = PACKET2;
	struct other stream = { .fd = self->c.fd }, verdict = stream, info = stream;
	struct other unbind = { .act = unbind_device };
	char *memory;
	int gate;

	memory = stuck_memory(3 * 4096, &gate);
	if (!memory)
		SKIP(return, "no userfaultfd");
	stream.cs.ib = (uint32_t *)memory;
	stream.cs.ib_dw = 1;
	ASSERT_EQ(0, other_begin(&stream));
	verdict.cs.ib = &nop;
	verdict.cs.ib_dw = 1;
	verdict.cs.verdict = (struct drm_rcp_verdict *)(memory + 4096);
	ASSERT_EQ(0, other_begin(&verdict));
	info.act = ask_for_ring;
	info.touch = (uint32_t *)(memory + 8192);
	ASSERT_EQ(0, other_begin(&info));

	other_begin(&unbind);
	EXPECT_TRUE(other_done(&unbind));
	close(gate);
	EXPECT_EQ(0, other_join(&unbind));
	EXPECT_EQ(-ENODEV, other_join(&stream));
	EXPECT_EQ(0, other_join(&verdict));
	EXPECT_LT(0, verdict.cs.verdict->ib_dw);
	EXPECT_EQ(-ENODEV, other_join(&info));
	client_close(&self->c);
	come_back(_metadata, self);
}

/* A submission that sleeps until its context has room fails at once. */
TEST_F(unbind, with_submissions_that_wait)
{
	static const uint32_t nop = PACKET2;
	struct client_cs cs = { .ib = &nop, .ib_dw = 1 };
	struct other waiting[CLIENTS] = {};
	struct client clients[CLIENTS];
	uint32_t i, k, gtt;

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &gtt));
	stream_wait_mem(&self->s, gtt, GTT, 0, 0x12345678);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	for (i = 0; i < CLIENTS; i++) {
		struct other *o = &waiting[i];

		ASSERT_EQ(0, client_open(&clients[i]));
		for (k = 0; k < JOBS; k++)
			ASSERT_EQ(0, client_submit(clients[i].fd, &cs));
		o->fd = clients[i].fd;
		o->cs = cs;
		ASSERT_EQ(0, other_begin(o));
	}
	ASSERT_EQ(0, card_unbind());
	for (i = 0; i < CLIENTS; i++) {
		EXPECT_EQ(-ENODEV, other_join(&waiting[i]));
		client_close(&clients[i]);
	}
	client_close(&self->c);
	come_back(_metadata, self);
}

/* A thread that sleeps when the device is unbound */
struct waiter {
	struct other o;
	uint64_t seqno;
	uint32_t error, handle;
	int sync_file;
};

static int wait_fence(struct other *o)
{
	struct waiter *w = (struct waiter *)o;

	return fence_wait(o->fd, 0, w->seqno, INT64_MAX, &w->error);
}

static int wait_bo(struct other *o)
{
	return bo_wait(o->fd, ((struct waiter *)o)->handle, 0, INT64_MAX);
}

static int wait_syncobj(struct other *o)
{
	return syncobj_wait(o->fd, ((struct waiter *)o)->handle, 0, INT64_MAX);
}

static int wait_sync_file(struct other *o)
{
	return sync_file_poll(((struct waiter *)o)->sync_file, -1);
}

static int (*const waits[])(struct other *o) = {
	wait_fence, wait_bo, wait_syncobj, wait_sync_file,
};

/* Every kind of wait for a job on the card ends at unbind, and new waits fail. */
TEST_F(unbind, with_waits)
{
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct drm_rcp_sync out = { .flags = RCP_SYNC_SIGNAL };
	struct client_cs cs = { .context = &context, .syncs = &out, .nsyncs = 1 };
	struct waiter w[ARRAY_SIZE(waits)];
	struct drm_rcp_ctx_state state;
	uint32_t gtt, i, ctx;
	int sync_file;

	if (!(self->c.driver.features & RCP_FEATURE_SYNCS))
		SKIP(return, "no explicit synchronisation");
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &gtt));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &out.handle));
	stream_wait_mem(&self->s, gtt, GTT, 0, 0x12345678);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	ASSERT_EQ(0, fence_sync_file(self->c.fd, 0, context.seqno, &sync_file));
	for (i = 0; i < ARRAY_SIZE(w); i++) {
		w[i] = (struct waiter) {
			.o = { .fd = self->c.fd, .act = waits[i] },
			.seqno = context.seqno,
			.handle = waits[i] == wait_bo ? gtt : out.handle,
			.sync_file = sync_file,
		};
		ASSERT_EQ(0, other_begin(&w[i].o));
	}
	ASSERT_EQ(0, card_unbind());
	for (i = 0; i < ARRAY_SIZE(w); i++)
		EXPECT_EQ(0, other_join(&w[i].o))
			TH_LOG("wait %u", i);
	/* ETIME if the machine was so slow that the job counted as hung */
	EXPECT_TRUE(w[0].error == ENODEV || w[0].error == ETIME)
		TH_LOG("error %u", w[0].error);
	EXPECT_EQ(-(int)w[0].error, sync_file_status(sync_file));
	EXPECT_EQ(-ENODEV, fence_wait(self->c.fd, 0, context.seqno, 0, NULL));
	EXPECT_EQ(-ENODEV, fence_progress(self->c.fd, 0, NULL, NULL));
	EXPECT_EQ(-ENODEV, bo_wait(self->c.fd, gtt, 0, 0));
	EXPECT_EQ(-ENODEV, ctx_state(self->c.fd, 0, &state));
	EXPECT_EQ(-ENODEV, ctx_create(self->c.fd, 0, 0, &ctx));
	EXPECT_EQ(-ENODEV, fence_sync_file(self->c.fd, 0, context.seqno, &sync_file));
	close(w[0].sync_file);
	client_close(&self->c);
	come_back(_metadata, self);
}

/*
 * Unbind does not wait for a job that waits for another driver; the job's fence signals
 * after the other driver's.
 */
TEST_F(unbind, with_a_job_that_waits)
{
	struct other unbind = { .act = unbind_device };
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .syncs = &in, .nsyncs = 1 };
	struct waiter w = { .o = { .fd = self->c.fd, .act = wait_fence }, .seqno = 1 };
	struct late late;
	int sync_file;
	uint32_t gtt;

	if (!(self->c.driver.features & RCP_FEATURE_SYNCS) || !late_available())
		SKIP(return, "no explicit synchronisation, or neither vgem nor sw_sync");
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &gtt));
	ASSERT_EQ(0, late_begin(&late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&late, self->c.fd, &in.handle));
	stream_mem_write(&self->s, gtt, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	ASSERT_EQ(0, fence_sync_file(self->c.fd, 0, 1, &sync_file));
	ASSERT_EQ(0, other_begin(&w.o));
	other_begin(&unbind);
	EXPECT_TRUE(other_done(&unbind));
	EXPECT_EQ(0, sync_file_status(late.sync_file));
	EXPECT_EQ(0, sync_file_status(sync_file));
	EXPECT_FALSE(w.o.done);
	EXPECT_EQ(0, late_signal(&late));
	EXPECT_EQ(0, other_join(&unbind));
	EXPECT_EQ(0, other_join(&w.o));
	EXPECT_EQ(ENODEV, w.error);
	EXPECT_EQ(-ENODEV, sync_file_status(sync_file));
	late_end(&late);
	close(sync_file);
	client_close(&self->c);
	come_back(_metadata, self);
}

/* A buffer without handles, on which a fence of another driver is pending. */
TEST_F(unbind, with_a_foreign_fence)
{
	int vgem = client_open_vgem(), dmabuf, status = -1;
	uint32_t gtt, fence;
	pid_t child;

	if (vgem < 0)
		SKIP(return, "no vgem");
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &gtt));
	ASSERT_EQ(0, gem_export(self->c.fd, gtt, &dmabuf));
	if (vgem_is_refused()) {
		EXPECT_EQ(-EOPNOTSUPP, vgem_fence_attach(vgem, dmabuf, &fence));
		return;
	}
	ASSERT_EQ(0, vgem_fence_attach(vgem, dmabuf, &fence));
	close(dmabuf);
	client_close(&self->c);
	/* later than unbind begins */
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		sleep(1);
		_exit(vgem_fence_signal(vgem, fence) ? 1 : 0);
	}
	ASSERT_EQ(0, card_unbind());
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	close(vgem);
	come_back(_metadata, self);
}

/* Megabytes of free memory */
static long free_mib(void)
{
	char text[256];
	long kib = -1;

	if (read_text("/proc/meminfo", text, sizeof(text)) > 0)
		sscanf(text, "MemTotal: %*d kB MemFree: %ld kB", &kib);
	return kib / 1024;
}

/*
 * Buffers of 96 MiB together, each of a size that vgem can import in one piece.  A kernel
 * with KASAN keeps freed memory in quarantine for a while, hence only half is expected.
 */
#define SHARED		1536
#define SHARED_SIZE	65536
#define SHARED_HALF	48	/* MiB */

/* Pages that another device imported stay until that device closes its buffer. */
TEST_F(unbind, with_pages_elsewhere)
{
	int vgem = client_open_vgem(), dmabuf, i;
	uint32_t gtt, theirs[SHARED];
	long before;

	if (vgem < 0)
		SKIP(return, "no vgem");
	if (vgem_is_refused()) {
		EXPECT_EQ(-EOPNOTSUPP, gem_export_to(self->c.fd, vgem, 4096, &gtt));
		return;
	}
	for (i = 0; i < SHARED; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, SHARED_SIZE, 4096, GTT, 0, &gtt));
		ASSERT_EQ(0, gem_export(self->c.fd, gtt, &dmabuf));
		ASSERT_EQ(0, gem_import(vgem, dmabuf, &theirs[i]));
		close(dmabuf);
	}
	before = free_mib();
	ASSERT_EQ(0, card_unbind());
	EXPECT_GT(before + SHARED_HALF, free_mib());
	client_close(&self->c);
	EXPECT_GT(before + SHARED_HALF, free_mib());
	for (i = 0; i < SHARED; i++)
		ASSERT_EQ(0, gem_close(vgem, theirs[i]));
	close(vgem);
	EXPECT_TRUE(COMES_TRUE(free_mib() > before + SHARED_HALF));
	come_back(_metadata, self);
}

#define MANY	24
#define ROUNDS	3

/*
 * Starts a child that creates many buffers, closes half of them while they are busy, writes
 * a byte to @ready and exits @us microseconds later.
 */
static pid_t hoard(struct stream *s, int ready, unsigned int us)
{
	uint32_t handle[MANY], i;
	struct client c;
	pid_t child;

	child = fork();
	if (child)
		return child;
	if (client_open(&c))
		_exit(1);
	stream_init(s);
	for (i = 0; i < MANY; i++) {
		if (gem_create(c.fd, 4 << 20, 4096, GTT, 0, &handle[i]))
			_exit(1);
		if (i & 1)
			stream_mem_write(s, handle[i], GTT, 0, i);
	}
	stream_wait_mem(s, handle[0], GTT, 0, 0x12345678);
	if (stream_submit(s, c.fd, NULL))
		_exit(1);
	for (i = 1; i < MANY; i += 2)
		gem_close(c.fd, handle[i]);
	if (write(ready, "", 1) != 1)
		_exit(1);
	usleep(us);
	_exit(0);
}

/* The device is unbound at several moments of a client's exit, which frees its buffers. */
TEST_F(unbind, while_a_client_dies)
{
	int ready[2], round, status;
	uint64_t took = 0, start;
	pid_t child;
	char byte;

	client_close(&self->c);
	ASSERT_EQ(0, pipe(ready));
	for (round = 0; round < ROUNDS; round++) {
		child = hoard(&self->s, ready[1], took / 1000 * round / ROUNDS);
		ASSERT_LT(0, child);
		ASSERT_EQ(1, read(ready[0], &byte, 1));
		start = now_ns();
		ASSERT_EQ(0, card_unbind());
		if (!round)
			took = now_ns() - start;
		EXPECT_EQ(child, waitpid(child, &status, 0));
		EXPECT_EQ(0, status);
		ASSERT_EQ(0, card_bind());
		EXPECT_EQ(0, client_works());
	}
	close(ready[0]);
	close(ready[1]);
	ASSERT_EQ(0, client_open(&self->c));
}

/*
 * A job that waits for another driver outlives its file.  The module stays until the job
 * is over, because its end runs code of the module.
 */
TEST_F(unbind, module_waits_for_a_closed_file)
{
	static const uint32_t nop = PACKET2;
	struct client_cs cs = { .ib = &nop, .ib_dw = 1, .nsyncs = 1 };
	struct drm_rcp_sync sync = {};
	char timeout[32], load[128];
	struct late late;
	int status = -1;
	pid_t child;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_LT(0, read_text("/sys/module/rcp/parameters/job_timeout_ms", timeout,
			       sizeof(timeout)));
	snprintf(load, sizeof(load), "scripts/guest-load job_timeout_ms=%d", atoi(timeout));
	ASSERT_EQ(0, late_begin(&late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&late, self->c.fd, &sync.handle));
	cs.syncs = &sync;
	ASSERT_EQ(0, client_submit(self->c.fd, &cs));
	client_close(&self->c);
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		sleep(2);
		_exit(late_signal(&late));
	}
	ASSERT_EQ(0, syscall(SYS_delete_module, "rcp", 0));
	EXPECT_EQ(1, sync_file_status(late.sync_file));
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	late_end(&late);
	ASSERT_EQ(0, system(load));
	EXPECT_EQ(0, client_works());
	ASSERT_EQ(0, client_open(&self->c));
}

TEST_HARNESS_MAIN
