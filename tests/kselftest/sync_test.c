// SPDX-License-Identifier: GPL-2.0
/*
 * RCP_CHUNK_ID_SYNCS: binary and timeline syncobjs that a submission waits for and
 * signals, and bad lists.  A submission that fails leaves every syncobj unchanged.
 */
#include "client.h"
#include "faults.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"
#include "sync.h"

#include <linux/sync_file.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define SIGNAL		RCP_SYNC_SIGNAL
#define TIMELINE	RCP_SYNC_TIMELINE

/* More files than the IB pool has room for streams */
#define CLIENTS		6

FIXTURE(sync) {
	struct client c;
	struct stream s;
	struct drm_rcp_query_limits limits;
	struct drm_rcp_verdict v;
	struct late late;
	uint32_t bo;
	volatile uint32_t *map;
	int kmsg;
};

FIXTURE_SETUP(sync)
{
	uint32_t size = sizeof(self->limits);

	self->late.driver = -1;
	late_available();
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (!(self->c.driver.features & RCP_FEATURE_SYNCS))
		SKIP(_exit(HARNESS_SKIP), "no explicit synchronisation");
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_LIMITS, &self->limits, &size));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo));
	self->map = gem_map(self->c.fd, self->bo, 4096);
	ASSERT_NE(NULL, self->map);
	stream_init(&self->s);
}

FIXTURE_TEARDOWN(sync)
{
	late_end(&self->late);
	munmap((void *)self->map, 4096);
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Submits the stream with @n syncs to @ctx. */
static int submit_to(FIXTURE_DATA(sync) *self, uint32_t ctx, const struct drm_rcp_sync *syncs,
		     uint32_t n, uint64_t *seqno)
{
	struct drm_rcp_cs_context context = { .ctx_id = ctx };
	struct client_cs cs = {
		.syncs = syncs, .nsyncs = n, .context = &context, .verdict = &self->v,
	};
	int ret;

	memset(&self->v, 0x55, sizeof(self->v));
	ret = stream_submit_cs(&self->s, self->c.fd, &cs);
	if (seqno)
		*seqno = context.seqno;
	return ret;
}

/* A write of @value to the page, with @n syncs */
static int submit(FIXTURE_DATA(sync) *self, uint32_t value, const struct drm_rcp_sync *syncs,
		  uint32_t n)
{
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, value);
	return submit_to(self, 0, syncs, n, NULL);
}

static int query(int fd, uint32_t syncobj, uint64_t *point)
{
	*point = UINT64_MAX;
	return syncobj_point(fd, syncobj, point);
}

/* ---- waits and signals ---- */

TEST_F(sync, out)
{
	struct drm_rcp_sync s[3] = {
		{ .flags = SIGNAL },
		{ .flags = SIGNAL | TIMELINE, .point = 7 },
		{ .flags = SIGNAL },
	};
	uint64_t point;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(s); i++)
		ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &s[i].handle));
	ASSERT_EQ(0, submit(self, 1, s, ARRAY_SIZE(s)));
	EXPECT_EQ(RCP_STAGE_ACCEPTED, self->v.stage);
	EXPECT_EQ(0, syncobj_wait(self->c.fd, s[0].handle, 0, in_time()));
	EXPECT_EQ(1, self->map[0]);
	EXPECT_EQ(0, syncobj_wait(self->c.fd, s[1].handle, 7, in_time()));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, s[2].handle, 0, in_time()));
	EXPECT_EQ(0, query(self->c.fd, s[1].handle, &point));
	EXPECT_EQ(7, point);
}

/* A job runs after the binary syncobj or the point that it waits for. */
TEST_F(sync, in)
{
	struct drm_rcp_sync in[3] = { { .flags = 0 }, { .flags = TIMELINE, .point = 3 } };
	struct drm_rcp_sync out = { .flags = SIGNAL };
	uint32_t i;
	int fd;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &out.handle));
		ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
		ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &in[0].handle));
		if (i) {
			/* the late fence as point 3 of a timeline, and an older point */
			struct drm_syncobj_transfer t = { .src_handle = in[0].handle, .dst_point = 3 };

			ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &in[1].handle));
			ASSERT_EQ(0, syncobj_signal(self->c.fd, in[1].handle, 2));
			t.dst_handle = in[1].handle;
			ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_SYNCOBJ_TRANSFER, &t));
		}
		in[2] = out;
		self->map[0] = 0;
		ASSERT_EQ(0, submit(self, 9, &in[i], i ? 2 : 1)) {
			TH_LOG("verdict: %s", self->v.text);
		}
		ASSERT_EQ(0, submit(self, 10, &out, 1));
		EXPECT_EQ(-ETIME, syncobj_wait(self->c.fd, out.handle, 0, in_ms(50)));
		EXPECT_EQ(0, self->map[0]);
		ASSERT_EQ(0, fence_sync_file(self->c.fd, 0, 2 * i + 1, &fd));
		EXPECT_EQ(0, sync_file_status(fd));
		EXPECT_EQ(0, late_signal(&self->late));
		EXPECT_EQ(0, syncobj_wait(self->c.fd, out.handle, 0, in_time()));
		EXPECT_EQ(10, self->map[0]);
		EXPECT_EQ(1, sync_file_status(fd));
		close(fd);
		late_end(&self->late);
	}
}

/* A wait for a signalled point or binary syncobj adds no dependency and leaves it unchanged. */
TEST_F(sync, in_signalled)
{
	struct drm_rcp_sync in[3] = { { .flags = 0 }, { .flags = TIMELINE, .point = 3 },
				      { .flags = TIMELINE, .point = 1 } };
	uint64_t point;
	uint32_t i;

	ASSERT_EQ(0, syncobj_create(self->c.fd, DRM_SYNCOBJ_CREATE_SIGNALED, &in[0].handle));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &in[1].handle));
	ASSERT_EQ(0, syncobj_signal(self->c.fd, in[1].handle, 4));
	in[2].handle = in[1].handle;
	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, submit(self, i, in, ARRAY_SIZE(in)));
		EXPECT_EQ(0, fence_wait(self->c.fd, 0, i + 1, in_time(), NULL));
		EXPECT_TRUE(syncobj_has_fence(self->c.fd, in[0].handle, 0));
		EXPECT_EQ(0, query(self->c.fd, in[1].handle, &point));
		EXPECT_EQ(4, point);
	}
}

/* A wait takes the fence from before the call, so each job waits for the previous one. */
TEST_F(sync, in_and_out)
{
	struct drm_rcp_sync both[2] = { { .flags = SIGNAL }, { .flags = 0 } };
	uint32_t i;
	int fd;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &both[0].handle));
	both[1].handle = both[0].handle;
	for (i = 1; i <= 10; i++) {
		ASSERT_EQ(0, submit(self, i, both, 2)) {
			TH_LOG("verdict: %s", self->v.text);
		}
		EXPECT_EQ(-ETIME, syncobj_wait(self->c.fd, both[0].handle, 0, 0));
	}
	ASSERT_EQ(0, syncobj_export(self->c.fd, both[0].handle, &fd));
	EXPECT_EQ(0, self->map[0]);
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, sync_file_poll(fd, 60000));
	EXPECT_EQ(10, self->map[0]);
	close(fd);
}

/* The same with a timeline, one point after the other, and the wait last in the list */
TEST_F(sync, in_and_out_of_a_timeline)
{
	struct drm_rcp_sync both[2];
	uint32_t syncobj, i;
	uint64_t point;

	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &syncobj));
	ASSERT_EQ(0, syncobj_signal(self->c.fd, syncobj, 1));
	for (i = 1; i <= 20; i++) {
		both[0] = (struct drm_rcp_sync) { syncobj, SIGNAL | TIMELINE, i + 1 };
		both[1] = (struct drm_rcp_sync) { syncobj, TIMELINE, i };
		ASSERT_EQ(0, submit(self, i, both, 2));
	}
	EXPECT_EQ(0, syncobj_wait(self->c.fd, syncobj, 21, in_time()));
	EXPECT_EQ(20, self->map[0]);
	EXPECT_EQ(0, query(self->c.fd, syncobj, &point));
	EXPECT_EQ(21, point);
	/* a call cannot wait for a point that it signals itself */
	both[0] = (struct drm_rcp_sync) { syncobj, SIGNAL | TIMELINE, 22 };
	both[1] = (struct drm_rcp_sync) { syncobj, TIMELINE, 22 };
	EXPECT_EQ(-EINVAL, submit(self, 1, both, 2));
	EXPECT_EQ(RCP_STAGE_SYNCS, self->v.stage);
	EXPECT_EQ(1, self->v.actual);
	EXPECT_EQ(0, query(self->c.fd, syncobj, &point));
	EXPECT_EQ(21, point);
}

/* Points out of order are added in the order of the list; all of them signal. */
TEST_F(sync, points_out_of_order)
{
	struct drm_rcp_sync s[4];
	uint32_t syncobj;
	uint64_t point;

	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &syncobj));
	s[0] = (struct drm_rcp_sync) { syncobj, SIGNAL | TIMELINE, 30 };
	s[1] = (struct drm_rcp_sync) { syncobj, SIGNAL | TIMELINE, 10 };
	s[2] = (struct drm_rcp_sync) { syncobj, SIGNAL | TIMELINE, 20 };
	s[3] = (struct drm_rcp_sync) { syncobj, SIGNAL | TIMELINE, 20 };
	ASSERT_EQ(0, submit(self, 1, s, 4));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, syncobj, 10, in_time()));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, syncobj, 20, in_time()));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, syncobj, 30, in_time()));
	EXPECT_EQ(0, query(self->c.fd, syncobj, &point));
	EXPECT_EQ(30, point);
	/* an old point again, in a later call */
	ASSERT_EQ(0, submit(self, 2, &s[1], 1));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, syncobj, 30, in_time()));
	EXPECT_EQ(0, fence_wait(self->c.fd, 0, 2, in_time(), NULL));
	EXPECT_EQ(2, self->map[0]);
}

/* A job of one context waits for a job of another by a syncobj alone. */
TEST_F(sync, across_contexts)
{
	struct drm_rcp_sync first[2] = { { .flags = 0 }, { .flags = SIGNAL } };
	struct drm_rcp_sync second[2] = { { .flags = 0 }, { .flags = SIGNAL } };
	uint32_t ctx[2], flags[2] = { RCP_RELOC_NO_IMPLICIT_SYNC, RCP_RELOC_NO_IMPLICIT_SYNC };
	struct drm_rcp_cs_context context;
	struct client_cs cs = { .context = &context, .nsyncs = 2, .reloc_flags = flags };
	uint32_t i;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	if (!(self->c.driver.features & RCP_FEATURE_NO_IMPLICIT))
		SKIP(return, "implicit synchronisation only");
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, ctx_create(self->c.fd, 0, 0, &ctx[i]));
	ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &first[0].handle));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &first[1].handle));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &second[1].handle));
	second[0].handle = first[1].handle;

	stream_mem_write(&self->s, self->bo, GTT, 0, 0xabc);
	context = (struct drm_rcp_cs_context) { .ctx_id = ctx[0] };
	cs.syncs = first;
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	stream_init(&self->s);
	stream_copy_dw(&self->s, self->bo, 0, self->bo, 64, GTT);
	context = (struct drm_rcp_cs_context) { .ctx_id = ctx[1] };
	cs.syncs = second;
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_EQ(-ETIME, fence_wait(self->c.fd, ctx[1], 1, in_ms(50), NULL));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, second[1].handle, 0, in_time()));
	EXPECT_EQ(0xabc, self->map[16]);
}

/* The same between files, by a shared syncobj */
TEST_F(sync, across_files)
{
	struct drm_rcp_sync out = { .flags = SIGNAL }, in = { .flags = 0 };
	struct client_cs cs = { .syncs = &in, .nsyncs = 1 };
	struct client other;
	uint32_t theirs;
	int fd;

	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_create(other.fd, 4096, 4096, GTT, 0, &theirs));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &out.handle));
	ASSERT_EQ(0, submit(self, 1, &out, 1));
	ASSERT_EQ(0, syncobj_export(self->c.fd, out.handle, &fd));
	ASSERT_EQ(0, syncobj_create(other.fd, 0, &in.handle));
	ASSERT_EQ(0, syncobj_import(other.fd, in.handle, fd));
	close(fd);
	stream_init(&self->s);
	stream_mem_write(&self->s, theirs, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit_cs(&self->s, other.fd, &cs));
	EXPECT_EQ(0, fence_wait(other.fd, 0, 1, in_time(), NULL));
	EXPECT_EQ(1, self->map[0]);
	client_close(&other);
}

/* A stream of one filler dword also waits and signals. */
TEST_F(sync, without_work)
{
	static const uint32_t nop = PACKET2;
	struct drm_rcp_sync s[2] = { { .flags = 0 }, { .flags = SIGNAL | TIMELINE, .point = 1 } };
	struct client_cs cs = { .ib = &nop, .ib_dw = 1, .syncs = s, .nsyncs = 2 };

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&self->late, self->c.fd, &s[0].handle));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &s[1].handle));
	ASSERT_EQ(0, client_submit(self->c.fd, &cs));
	EXPECT_EQ(-ETIME, syncobj_wait(self->c.fd, s[1].handle, 1, in_ms(20)));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, syncobj_wait(self->c.fd, s[1].handle, 1, in_time()));
}

/*
 * A late fence of another driver delays only the client that waits for it: others get the
 * card and memory for streams, although each waiting client has the longest streams.
 */
TEST_F(sync, late_fence_of_another_driver)
{
	uint32_t i, k, dw = self->c.driver.max_ib_dw, *big = calloc(dw, 4);
	struct client_cs cs = { .ib = big, .ib_dw = dw };
	struct client late[CLIENTS], other;
	struct drm_rcp_sync in = { .flags = 0 };
	uint64_t done;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_NE(NULL, big);
	big[0] = PACKET3(PKT_NOP, dw - 1);
	ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
	for (i = 0; i < CLIENTS; i++) {
		ASSERT_EQ(0, client_open(&late[i]));
		ASSERT_EQ(0, late_syncobj(&self->late, late[i].fd, &in.handle));
		cs.syncs = &in;
		cs.nsyncs = 1;
		for (k = 0; k < 8; k++)
			ASSERT_EQ(0, client_submit(late[i].fd, &cs));
	}
	ASSERT_EQ(0, client_open(&other));
	cs.syncs = NULL;
	for (k = 1; k <= 20; k++) {
		ASSERT_EQ(0, client_submit(other.fd, &cs));
		if (k % 4 == 0)
			ASSERT_EQ(0, fence_wait(other.fd, 0, k, in_time(), NULL));
	}
	/* all of that while the fence was late */
	EXPECT_EQ(0, sync_file_status(self->late.sync_file));
	for (i = 0; i < CLIENTS; i++) {
		EXPECT_EQ(0, fence_progress(late[i].fd, 0, NULL, &done));
		EXPECT_EQ(0, done);
	}
	EXPECT_EQ(0, late_signal(&self->late));
	for (i = 0; i < CLIENTS; i++) {
		EXPECT_EQ(0, fence_wait(late[i].fd, 0, 8, in_time(), NULL));
		client_close(&late[i]);
	}
	client_close(&other);
	free(big);
}

/* ---- the list ---- */

#define MAX_STRIDE	256

/* Submits a list with entries of any stride: three syncobjs to signal */
static int submit_list(FIXTURE_DATA(sync) *self, uint32_t count, uint32_t stride, const void *list)
{
	static const uint32_t nop = PACKET2;
	struct drm_rcp_cs_syncs syncs = {
		.count = count, .stride = stride, .syncs = (uintptr_t)list,
	};
	struct drm_rcp_cs_verdict verdict = {
		.verdict = (uintptr_t)&self->v, .size = sizeof(self->v),
	};
	struct drm_radeon_cs_chunk chunk[] = {
		{ RADEON_CHUNK_ID_IB, 1, (uintptr_t)&nop },
		{ RCP_CHUNK_ID_VERDICT, sizeof(verdict) / 4, (uintptr_t)&verdict },
		{ RCP_CHUNK_ID_SYNCS, sizeof(syncs) / 4, (uintptr_t)&syncs },
	};
	uint64_t pointers[] = {
		(uintptr_t)&chunk[0], (uintptr_t)&chunk[1], (uintptr_t)&chunk[2],
	};
	struct drm_radeon_cs cs = { .num_chunks = 3, .chunks = (uintptr_t)pointers };

	memset(&self->v, 0x55, sizeof(self->v));
	return client_ioctl(self->c.fd, DRM_IOCTL_RADEON_CS, &cs);
}

TEST_F(sync, strides)
{
	static const uint32_t bad[] = { 0, 1, 8, 12, 15, 17, 18, 20, 28, 255, 257, 260, 264, 512,
					4096, 0x80000010, 0xfffffff0, 0xfffffff8 };
	uint8_t list[3 * MAX_STRIDE + 4096];
	uint32_t handle[3], i, stride;

	for (stride = 16; stride <= MAX_STRIDE; stride += 8) {
		memset(list, 0, sizeof(list));
		for (i = 0; i < 3; i++) {
			struct drm_rcp_sync s = { .flags = SIGNAL };

			ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &handle[i]));
			s.handle = handle[i];
			memcpy(list + i * stride, &s, sizeof(s));
		}
		ASSERT_EQ(0, submit_list(self, 3, stride, list))
			TH_LOG("stride %u: %s", stride, self->v.text);
		for (i = 0; i < 3; i++) {
			EXPECT_EQ(0, syncobj_wait(self->c.fd, handle[i], 0, in_time()));
			EXPECT_EQ(0, syncobj_destroy(self->c.fd, handle[i]));
			ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &handle[i]));
			memcpy(list + i * stride, &handle[i], 4);
		}
		/* a non-zero tail of the first entry, and of the last */
		for (i = 0; i < 3 && stride > 16; i += 2) {
			list[(i + 1) * stride - 1] = 1;
			EXPECT_EQ(-EINVAL, submit_list(self, 3, stride, list))
				TH_LOG("stride %u", stride);
			EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);
			list[(i + 1) * stride - 1] = 0;
			list[i * stride + 16] = 1;
			EXPECT_EQ(-EINVAL, submit_list(self, 3, stride, list))
				TH_LOG("stride %u", stride);
			list[i * stride + 16] = 0;
		}
		/* memory past the last entry is not read */
		memset(list + 3 * stride, 0xff, 64);
		EXPECT_EQ(0, submit_list(self, 3, stride, list));
		for (i = 0; i < 3; i++)
			ASSERT_EQ(0, syncobj_destroy(self->c.fd, handle[i]));
	}
	memset(list, 0, sizeof(list));
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		EXPECT_EQ(-EINVAL, submit_list(self, 1, bad[i], list))
			TH_LOG("stride %u", bad[i]);
		EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);
		EXPECT_EQ(EINVAL, self->v.error);
	}
}

TEST_F(sync, counts)
{
	uint32_t max = self->limits.max_syncs, i, handle;
	struct drm_rcp_sync *s = calloc(max + 1, sizeof(*s));
	uint64_t point;

	ASSERT_NE(NULL, s);
	ASSERT_LE(16, max);
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &handle));
	for (i = 0; i <= max; i++)
		s[i] = (struct drm_rcp_sync) { handle, SIGNAL | TIMELINE, i + 1 };
	EXPECT_EQ(-EINVAL, submit_list(self, max + 1, 16, s));
	EXPECT_EQ(-EINVAL, submit_list(self, 0xffffffff, 16, s));
	EXPECT_EQ(-EINVAL, submit_list(self, 1u << 28, 16, s));
	EXPECT_EQ(0, query(self->c.fd, handle, &point));
	EXPECT_EQ(0, point);
	EXPECT_EQ(0, submit_list(self, max, 16, s))
		TH_LOG("%s", self->v.text);
	EXPECT_EQ(0, syncobj_wait(self->c.fd, handle, max, in_time()));
	/* waits only */
	for (i = 0; i < max; i++)
		s[i].flags = TIMELINE;
	EXPECT_EQ(0, submit_list(self, max, 16, s));
	EXPECT_EQ(0, submit_list(self, 0, 16, NULL));
	EXPECT_EQ(-EFAULT, submit_list(self, 1, 16, (void *)8));
	EXPECT_EQ(-EFAULT, submit_list(self, 1, 16, NULL));
	free(s);
}

TEST_F(sync, bad_entries)
{
	struct drm_rcp_sync s[2] = { { .flags = SIGNAL } };
	uint32_t good, i;

	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &good));
	s[0].handle = good;
#define REFUSED(want, handle_, flags_, point_) do {				\
	s[1] = (struct drm_rcp_sync) { handle_, flags_, point_ };		\
	EXPECT_EQ(-(want), submit(self, 1, s, 2))				\
		TH_LOG("with " #handle_ ", " #flags_ ", " #point_);		\
	EXPECT_EQ(RCP_STAGE_ARGUMENTS, self->v.stage);				\
	EXPECT_EQ(want, self->v.error);						\
	EXPECT_NE(NULL, strstr(self->v.text, "entry 1"))				\
		TH_LOG("does not name the entry: %s", self->v.text);		\
	EXPECT_FALSE(syncobj_has_fence(self->c.fd, good, 0));			\
} while (0)
	for (i = 2; i < 32; i++)
		REFUSED(EINVAL, good, SIGNAL | 1u << i, 0);
	REFUSED(EINVAL, good, SIGNAL, 1);
	REFUSED(EINVAL, good, 0, 1);
	REFUSED(EINVAL, good, SIGNAL | TIMELINE, 0);
	REFUSED(EINVAL, good, TIMELINE, 0);
	REFUSED(ENOENT, 0, SIGNAL, 0);
	REFUSED(ENOENT, 0, 0, 0);
	REFUSED(ENOENT, 0xfffffff, 0, 0);
	REFUSED(ENOENT, 0xfffffff, SIGNAL, 0);
	REFUSED(ENOENT, 0xfffffff, SIGNAL | TIMELINE, 1);
	REFUSED(ENOENT, 0xfffffff, TIMELINE, 1);
#undef REFUSED
}

/* A wait for a syncobj without a fence is refused, and the verdict names the entry. */
TEST_F(sync, no_fence_yet)
{
	struct drm_rcp_sync s[4] = { { .flags = 0 }, { .flags = SIGNAL } };
	uint32_t timeline, empty, i;

	ASSERT_EQ(0, syncobj_create(self->c.fd, DRM_SYNCOBJ_CREATE_SIGNALED, &s[0].handle));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &s[1].handle));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &timeline));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &empty));
	ASSERT_EQ(0, syncobj_signal(self->c.fd, timeline, 4));
	for (i = 0; i < 4; i++) {
		static const uint64_t point[] = { 0, 5, 1, UINT64_MAX };

		s[2] = (struct drm_rcp_sync) { i == 1 || i == 3 ? timeline : empty,
					       i ? TIMELINE : 0, point[i] };
		EXPECT_EQ(-EINVAL, submit(self, 1, s, 3));
		EXPECT_EQ(RCP_STAGE_SYNCS, self->v.stage);
		EXPECT_EQ(2, self->v.actual);
		EXPECT_EQ(EINVAL, self->v.error);
		EXPECT_EQ(0, self->v.code);
		EXPECT_NE(0, self->v.text[0]);
		EXPECT_EQ(0, self->v.ib_dw);
		EXPECT_FALSE(syncobj_has_fence(self->c.fd, s[1].handle, 0));
		EXPECT_FALSE(syncobj_has_fence(self->c.fd, empty, 0));
	}
	EXPECT_EQ(0, self->map[0]);
}

/* ---- a submission that fails, or does not run ---- */

/* A binary syncobj without a fence, one with a fence, and a timeline at 4 */
struct untouched {
	uint32_t handle[3];
	int fd;
};

static int untouched_make(struct untouched *u, int fd)
{
	int ret;

	u->fd = fd;
	ret = syncobj_create(fd, 0, &u->handle[0]);
	ret = ret ? ret : syncobj_create(fd, 0, &u->handle[1]);
	ret = ret ? ret : syncobj_create(fd, 0, &u->handle[2]);
	return ret ? ret : syncobj_signal(fd, u->handle[2], 4);
}

static void untouched_list(const struct untouched *u, struct drm_rcp_sync s[3])
{
	s[0] = (struct drm_rcp_sync) { u->handle[0], SIGNAL, 0 };
	s[1] = (struct drm_rcp_sync) { u->handle[1], SIGNAL, 0 };
	s[2] = (struct drm_rcp_sync) { u->handle[2], SIGNAL | TIMELINE, 5 };
}

static bool is_untouched(const struct untouched *u, bool late)
{
	uint64_t point = 0;

	return !syncobj_has_fence(u->fd, u->handle[0], 0) &&
	       syncobj_wait(u->fd, u->handle[1], 0, 0) == (late ? -ETIME : -EINVAL) &&
	       !syncobj_has_fence(u->fd, u->handle[2], 5) &&
	       !syncobj_point(u->fd, u->handle[2], &point) && point == 4;
}

TEST_F(sync, failure_leaves_them_alone)
{
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct drm_rcp_sync s[3];
	struct client_cs cs = { .context = &context, .syncs = s, .nsyncs = 3, .verdict = &self->v };
	struct untouched u;
	bool late = late_available();

	ASSERT_EQ(0, untouched_make(&u, self->c.fd));
	if (late) {
		ASSERT_EQ(0, late_begin(&self->late, self->c.fd));
		ASSERT_EQ(0, syncobj_import(self->c.fd, u.handle[1], self->late.sync_file));
	}
	untouched_list(&u, s);
	ASSERT_TRUE(is_untouched(&u, late));

	/* refused by the checker */
	stream_mem_write(&self->s, self->bo, GTT, 1 << 20, 1);
	EXPECT_EQ(-EINVAL, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_EQ(RCP_STAGE_STREAM, self->v.stage);
	EXPECT_TRUE(is_untouched(&u, late));
	/* an unknown buffer */
	stream_init(&self->s);
	stream_mem_write(&self->s, 0xffff, GTT, 0, 1);
	EXPECT_EQ(-ENOENT, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_TRUE(is_untouched(&u, late));
	/* an unknown context */
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	context.ctx_id = 0xfffffff;
	EXPECT_EQ(-ENOENT, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_TRUE(is_untouched(&u, late));
	context.ctx_id = 0;
	/* a validation only, and a bad list */
	cs.verdict_flags = RCP_VERDICT_VALIDATE_ONLY;
	EXPECT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_TRUE(is_untouched(&u, late));
	s[2].point = 0;
	EXPECT_EQ(-EINVAL, stream_submit_cs(&self->s, self->c.fd, &cs));
	s[2].point = 5;
	s[2].flags = TIMELINE;
	EXPECT_EQ(-EINVAL, stream_submit_cs(&self->s, self->c.fd, &cs));
	EXPECT_EQ(RCP_STAGE_SYNCS, self->v.stage);
	EXPECT_EQ(2, self->v.actual);
	EXPECT_TRUE(is_untouched(&u, late));
}

/* Every allocation and user copy of the call fails in turn. */
TEST_F_TIMEOUT(sync, failing_allocations_leave_them_alone, 600)
{
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct drm_rcp_sync s[5];
	struct client_cs cs = { .context = &context, .syncs = s, .nsyncs = 5 };
	struct faults f = { .nth = 1, .injected = true };
	uint64_t before = 0, submitted = 0;
	uint32_t in[2], failed = 0;
	struct untouched u;
	int ret = -EINVAL;

	if (!faults_available())
		SKIP(return, "this kernel cannot inject faults");
	ASSERT_EQ(0, faults_choose(false));
	ASSERT_EQ(0, faults_open(&f));
	ASSERT_EQ(0, syncobj_create(self->c.fd, DRM_SYNCOBJ_CREATE_SIGNALED, &in[0]));
	ASSERT_EQ(0, syncobj_create(self->c.fd, 0, &in[1]));
	ASSERT_EQ(0, syncobj_signal(self->c.fd, in[1], 2));
	for (; f.injected && f.nth < 3000; f.nth++) {
		ASSERT_EQ(0, untouched_make(&u, self->c.fd));
		untouched_list(&u, s);
		s[3] = (struct drm_rcp_sync) { in[0], 0, 0 };
		s[4] = (struct drm_rcp_sync) { in[1], TIMELINE, 2 };
		stream_init(&self->s);
		stream_mem_write(&self->s, self->bo, GTT, 0, f.nth);
		faults_arm(&f);
		ret = stream_submit_cs(&self->s, self->c.fd, &cs);
		faults_disarm(&f);
		ASSERT_EQ(0, fence_progress(self->c.fd, 0, &submitted, NULL));
		/*
		 * The DRM core copies the argument back when the driver is done; if that
		 * fails, the call fails, although the job runs.
		 */
		if (ret == -EFAULT && submitted == before + 1)
			ret = 0;
		EXPECT_EQ(before + !ret, submitted);
		before = submitted;
		if (ret) {
			failed++;
			EXPECT_TRUE(ret == -ENOMEM || ret == -EFAULT || ret == -EAGAIN)
				TH_LOG("fault %u: %d", f.nth, ret);
			EXPECT_TRUE(is_untouched(&u, false))
				TH_LOG("fault %u: %d", f.nth, ret);
		} else {
			EXPECT_EQ(0, syncobj_wait(self->c.fd, u.handle[0], 0, in_time()));
			EXPECT_EQ(0, syncobj_wait(self->c.fd, u.handle[1], 0, in_time()));
			EXPECT_EQ(0, syncobj_wait(self->c.fd, u.handle[2], 5, in_time()));
			EXPECT_EQ(f.nth, self->map[0]);
		}
		syncobj_destroy(self->c.fd, u.handle[0]);
		syncobj_destroy(self->c.fd, u.handle[1]);
		syncobj_destroy(self->c.fd, u.handle[2]);
	}
	EXPECT_EQ(0, ret);
	EXPECT_LT(0, failed);
	TH_LOG("%u faults", f.nth - 2);
	/* the kernel warns of a failed allocation of pages */
	close(self->kmsg);
	self->kmsg = kmsg_open();
}

/* ---- deadlines ---- */

/* Headers of 6.1 have none. */
struct deadline {
	uint64_t ns, pad;
};

#define SET_DEADLINE	_IOW(SYNC_IOC_MAGIC, 5, struct deadline)

static int set_deadline(int fd)
{
	struct deadline d = { .ns = now_ns() + 1000000 };

	return ioctl(fd, SET_DEADLINE, &d) ? -errno : 0;
}

static void *set_deadlines(void *arg)
{
	int fd = *(int *)arg;

	while (!set_deadline(fd) && !sync_file_status(fd))
		;
	return NULL;
}

/* A deadline can be set at any time, also while the job completes. */
TEST_F(sync, deadlines)
{
	pthread_t thread;
	uint32_t i;
	int fd;

	for (i = 1; i <= 100; i++) {
		ASSERT_EQ(0, submit(self, i, NULL, 0));
		ASSERT_EQ(0, fence_sync_file(self->c.fd, 0, i, &fd));
		if (set_deadline(fd) == -ENOTTY)
			break;
		ASSERT_EQ(0, pthread_create(&thread, NULL, set_deadlines, &fd));
		EXPECT_EQ(0, sync_file_poll(fd, 60000));
		ASSERT_EQ(0, pthread_join(thread, NULL));
		EXPECT_EQ(0, set_deadline(fd));
		EXPECT_EQ(1, sync_file_status(fd));
		close(fd);
	}
	if (i == 1)
		SKIP(return, "this kernel has no deadlines");
	EXPECT_EQ(100, self->map[0]);
}

TEST_HARNESS_MAIN
