// SPDX-License-Identifier: GPL-2.0
/*
 * Implicit synchronisation: by default submissions wait for the users of their
 * buffers, according to the actual writes of the stream; RCP_CS_NO_IMPLICIT_SYNC and
 * RCP_RELOC_NO_IMPLICIT_SYNC switch that off.  Waits for a buffer also wait for
 * submissions without implicit synchronisation.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <poll.h>
#include <sys/mman.h>
#include <linux/dma-buf.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define NO_IMPLICIT	RCP_RELOC_NO_IMPLICIT_SYNC

FIXTURE(implicit) {
	struct client a, b;	/* share a buffer */
	struct stream s;
	struct late late;
	uint32_t in;		/* the late fence, for @a */
	uint32_t bo, theirs;	/* the buffer in @a and in @b */
	int dmabuf;
	volatile uint32_t *map;
	uint64_t seqno[2];	/* of the last submission of @a and @b */
	int kmsg;
};

FIXTURE_SETUP(implicit)
{
	/* loading vgem may log a message */
	int vgem = client_open_vgem();

	if (vgem >= 0)
		close(vgem);
	self->late.driver = -1;
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->a));
	ASSERT_EQ(0, client_open(&self->b));
	if (!(self->a.driver.features & RCP_FEATURE_NO_IMPLICIT))
		SKIP(_exit(HARNESS_SKIP), "implicit synchronisation only");
	if (!late_available())
		SKIP(_exit(HARNESS_SKIP), "neither vgem nor sw_sync");
	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &self->bo));
	ASSERT_EQ(0, gem_export(self->a.fd, self->bo, &self->dmabuf));
	ASSERT_EQ(0, gem_import(self->b.fd, self->dmabuf, &self->theirs));
	self->map = gem_map(self->a.fd, self->bo, 4096);
	ASSERT_NE(NULL, self->map);
	ASSERT_EQ(0, late_begin(&self->late, self->a.fd));
	ASSERT_EQ(0, late_syncobj(&self->late, self->a.fd, &self->in));
}

FIXTURE_TEARDOWN(implicit)
{
	late_end(&self->late);
	munmap((void *)self->map, 4096);
	close(self->dmabuf);
	client_close(&self->a);
	client_close(&self->b);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Submits the stream to @a after the late fence, or to @b, with flags for its buffers. */
static int submit(FIXTURE_DATA(implicit) *self, bool b, uint32_t cs_flags,
		  const uint32_t *reloc_flags)
{
	struct drm_rcp_cs_context context = { .flags = cs_flags };
	struct drm_rcp_sync sync = { .handle = self->in };
	struct client_cs cs = {
		.context = &context, .syncs = b ? NULL : &sync, .nsyncs = !b,
		.reloc_flags = reloc_flags,
	};
	int ret = stream_submit_cs(&self->s, b ? self->b.fd : self->a.fd, &cs);

	self->seqno[b] = context.seqno;
	return ret;
}

/* A job of @a that writes or reads the buffer, pending until late_signal() */
static int a_writes(FIXTURE_DATA(implicit) *self, uint32_t cs_flags)
{
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 0xa);
	return submit(self, false, cs_flags, NULL);
}

/* COPY_DW reads one buffer and writes another */
static int a_reads(FIXTURE_DATA(implicit) *self, uint32_t cs_flags)
{
	uint32_t mine;
	int ret = gem_create(self->a.fd, 4096, 4096, GTT, 0, &mine);

	if (ret)
		return ret;
	stream_init(&self->s);
	stream_copy_dw(&self->s, self->bo, 0, mine, 0, GTT);
	return submit(self, false, cs_flags, NULL);
}

static int b_writes(FIXTURE_DATA(implicit) *self, uint32_t cs_flags, const uint32_t *reloc_flags)
{
	stream_init(&self->s);
	stream_mem_write(&self->s, self->theirs, GTT, 64, 0xb);
	return submit(self, true, cs_flags, reloc_flags);
}

static int b_reads(FIXTURE_DATA(implicit) *self, uint32_t cs_flags)
{
	uint32_t mine;
	int ret = gem_create(self->b.fd, 4096, 4096, GTT, 0, &mine);

	if (ret)
		return ret;
	stream_init(&self->s);
	stream_copy_dw(&self->s, self->theirs, 0, mine, 0, GTT);
	return submit(self, true, cs_flags, NULL);
}

/* Is the last submission of @b complete, or pending after @a? */
static int b_goes_on(FIXTURE_DATA(implicit) *self)
{
	return fence_wait(self->b.fd, 0, self->seqno[1], in_time(), NULL);
}

static int b_waits(FIXTURE_DATA(implicit) *self)
{
	return fence_wait(self->b.fd, 0, self->seqno[1], in_ms(50), NULL);
}

/* Another late fence, after the first has signalled */
static int late_again(FIXTURE_DATA(implicit) *self)
{
	int ret;

	late_end(&self->late);
	ret = late_begin(&self->late, self->a.fd);
	return ret ? ret : late_syncobj(&self->late, self->a.fd, &self->in);
}

/* Signals the late fence, and checks that both contexts complete */
static int all_end(FIXTURE_DATA(implicit) *self)
{
	int ret = late_signal(&self->late);

	ret = ret ? ret : fence_wait(self->a.fd, 0, self->seqno[0], in_time(), NULL);
	return ret ? ret : b_goes_on(self);
}

/* ---- submissions ---- */

TEST_F(implicit, is_the_default)
{
	ASSERT_EQ(0, a_writes(self, 0));
	ASSERT_EQ(0, b_writes(self, 0, NULL));
	EXPECT_EQ(-ETIME, b_waits(self));
	EXPECT_EQ(0, all_end(self));
	EXPECT_EQ(0xa, self->map[0]);
	EXPECT_EQ(0xb, self->map[16]);
}

TEST_F(implicit, readers_wait_for_writers)
{
	ASSERT_EQ(0, a_writes(self, 0));
	ASSERT_EQ(0, b_reads(self, 0));
	EXPECT_EQ(-ETIME, b_waits(self));
	EXPECT_EQ(0, all_end(self));
}

TEST_F(implicit, writers_wait_for_readers)
{
	ASSERT_EQ(0, a_reads(self, 0));
	ASSERT_EQ(0, b_writes(self, 0, NULL));
	EXPECT_EQ(-ETIME, b_waits(self));
	EXPECT_EQ(0, all_end(self));
}

TEST_F(implicit, readers_do_not_wait_for_readers)
{
	ASSERT_EQ(0, a_reads(self, 0));
	ASSERT_EQ(0, b_reads(self, 0));
	EXPECT_EQ(0, b_goes_on(self));
	EXPECT_EQ(0, all_end(self));
}

TEST_F(implicit, off_for_the_submission)
{
	ASSERT_EQ(0, a_writes(self, 0));
	ASSERT_EQ(0, b_writes(self, RCP_CS_NO_IMPLICIT_SYNC, NULL));
	EXPECT_EQ(0, b_goes_on(self));
	EXPECT_EQ(0xb, self->map[16]);
	EXPECT_EQ(0, self->map[0]);
	EXPECT_EQ(0, all_end(self));
	EXPECT_EQ(0xa, self->map[0]);
}

/* Such a submission waits for no other, and no other waits for it. */
TEST_F(implicit, off_for_the_pending_one)
{
	ASSERT_EQ(0, a_writes(self, RCP_CS_NO_IMPLICIT_SYNC));
	ASSERT_EQ(0, b_writes(self, 0, NULL));
	EXPECT_EQ(0, b_goes_on(self));
	EXPECT_EQ(0, self->map[0]);
	EXPECT_EQ(0, all_end(self));
}

TEST_F(implicit, off_for_a_buffer)
{
	uint32_t flags[2] = { NO_IMPLICIT, 0 }, other, mine;
	int dmabuf;

	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &other));
	ASSERT_EQ(0, gem_export(self->a.fd, other, &dmabuf));
	ASSERT_EQ(0, gem_import(self->b.fd, dmabuf, &mine));
	close(dmabuf);
	/* a writes both buffers */
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 0xa);
	stream_mem_write(&self->s, other, GTT, 0, 0xa);
	ASSERT_EQ(0, submit(self, false, 0, NULL));
	/* b writes the buffer without implicit synchronisation: it completes */
	ASSERT_EQ(0, b_writes(self, 0, flags));
	EXPECT_EQ(0, b_goes_on(self));
	/* b writes the other buffer, with it: pending */
	stream_init(&self->s);
	stream_mem_write(&self->s, self->theirs, GTT, 64, 0xc);
	stream_mem_write(&self->s, mine, GTT, 64, 0xc);
	ASSERT_EQ(0, submit(self, true, 0, flags));
	EXPECT_EQ(-ETIME, b_waits(self));
	EXPECT_EQ(0, all_end(self));
	EXPECT_EQ(0xc, self->map[16]);
}

/* A buffer that is named twice is exempt only if both entries have the flag. */
TEST_F(implicit, all_entries_count)
{
	static const uint32_t flags[][2] = {
		{ NO_IMPLICIT, 0 }, { 0, NO_IMPLICIT }, { 0, 0 }, { NO_IMPLICIT, NO_IMPLICIT },
	};
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(flags); i++) {
		/* no other pending job may delay it */
		if (i)
			ASSERT_EQ(0, late_again(self));
		ASSERT_EQ(0, a_writes(self, 0));
		stream_init(&self->s);
		stream_mem_write(&self->s, self->theirs, GTT, 64, i);
		self->s.reloc[1] = self->s.reloc[0];
		self->s.nreloc = 2;
		ASSERT_EQ(0, submit(self, true, 0, flags[i]));
		EXPECT_EQ(i == 3 ? 0 : -ETIME, i == 3 ? b_goes_on(self) : b_waits(self))
			TH_LOG("flags %#x and %#x", flags[i][0], flags[i][1]);
		EXPECT_EQ(0, all_end(self));
	}
}

/* A context of @a writes or reads a buffer of @a, after the late fence or at once. */
static int context_uses(FIXTURE_DATA(implicit) *self, uint32_t ctx, bool late, uint32_t handle,
			uint32_t into, uint64_t *seqno)
{
	struct drm_rcp_cs_context context = { .ctx_id = ctx };
	struct drm_rcp_sync sync = { .handle = self->in };
	struct client_cs cs = { .context = &context, .syncs = late ? &sync : NULL, .nsyncs = late };
	int ret;

	stream_init(&self->s);
	if (into)
		stream_copy_dw(&self->s, handle, 0, into, 0, GTT);
	else
		stream_mem_write(&self->s, handle, GTT, 64, 0xd);
	ret = stream_submit_cs(&self->s, self->a.fd, &cs);
	*seqno = context.seqno;
	return ret;
}

/* Implicit synchronisation also works between contexts of one file, without sharing. */
TEST_F(implicit, contexts_of_one_client)
{
	uint32_t ctx[2], bo, into[2], i;
	uint64_t seqno[2];

	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, ctx_create(self->a.fd, 0, 0, &ctx[i]));
		ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &into[i]));
	}
	/* a writer after a writer; the second context is older than the first */
	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &bo));
	ASSERT_EQ(0, context_uses(self, ctx[1], false, bo, 0, &seqno[1]));
	EXPECT_EQ(0, fence_wait(self->a.fd, ctx[1], seqno[1], in_time(), NULL));
	ASSERT_EQ(0, context_uses(self, ctx[0], true, bo, 0, &seqno[0]));
	ASSERT_EQ(0, context_uses(self, ctx[1], false, bo, 0, &seqno[1]));
	EXPECT_EQ(-ETIME, fence_wait(self->a.fd, ctx[1], seqno[1], in_ms(50), NULL));
	ASSERT_EQ(0, late_signal(&self->late));
	for (i = 0; i < 2; i++)
		EXPECT_EQ(0, fence_wait(self->a.fd, ctx[i], seqno[i], in_time(), NULL));

	/* a writer after a reader, after a read of its own */
	ASSERT_EQ(0, late_again(self));
	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &bo));
	ASSERT_EQ(0, context_uses(self, ctx[0], true, bo, into[0], &seqno[0]));
	ASSERT_EQ(0, context_uses(self, ctx[1], false, bo, into[1], &seqno[1]));
	EXPECT_EQ(0, fence_wait(self->a.fd, ctx[1], seqno[1], in_time(), NULL));
	ASSERT_EQ(0, context_uses(self, ctx[1], false, bo, 0, &seqno[1]));
	EXPECT_EQ(-ETIME, fence_wait(self->a.fd, ctx[1], seqno[1], in_ms(50), NULL));
	ASSERT_EQ(0, late_signal(&self->late));
	for (i = 0; i < 2; i++)
		EXPECT_EQ(0, fence_wait(self->a.fd, ctx[i], seqno[i], in_time(), NULL));
}

/* A fence of another driver is waited for on a buffer that only one context has used. */
TEST_F(implicit, fences_of_others)
{
	struct dma_buf_import_sync_file import = {
		.flags = DMA_BUF_SYNC_WRITE, .fd = self->late.sync_file,
	};

	ASSERT_EQ(0, b_writes(self, 0, NULL));
	EXPECT_EQ(0, b_goes_on(self));
	ASSERT_EQ(0, client_ioctl(self->dmabuf, DMA_BUF_IOCTL_IMPORT_SYNC_FILE, &import));
	ASSERT_EQ(0, b_writes(self, 0, NULL));
	EXPECT_EQ(-ETIME, b_waits(self));
	ASSERT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, b_goes_on(self));
}

/* More fences, which signal at once, than the driver looks at without a break */
TEST_F(implicit, many_fences_of_others)
{
	int vgem = client_open_vgem();

	if (vgem < 0)
		SKIP(return, "no vgem");
	if (vgem_readers_attach(vgem, self->dmabuf, 500)) {
		close(vgem);
		SKIP(return, "vgem does not take the buffer");
	}
	ASSERT_EQ(0, b_writes(self, 0, NULL));
	EXPECT_EQ(-ETIME, b_waits(self));
	close(vgem);
	EXPECT_EQ(0, b_goes_on(self));
}

TEST_F(implicit, bad_flags)
{
	struct drm_rcp_cs_context context = { .flags = 0 };
	struct client_cs cs = { .context = &context };
	uint32_t flags = 0, i;

	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	cs.reloc_flags = &flags;
	for (i = 0; i < 32; i++) {
		flags = 1u << i;
		EXPECT_EQ(i < 2 ? 0 : -EINVAL, stream_submit_cs(&self->s, self->a.fd, &cs))
			TH_LOG("reloc flag %u", i);
	}
	cs.reloc_flags = NULL;
	for (i = 0; i < 32; i++) {
		context.flags = 1u << i;
		EXPECT_EQ(i < 1 ? 0 : -EINVAL, stream_submit_cs(&self->s, self->a.fd, &cs))
			TH_LOG("flag %u", i);
	}
}

/*
 * The actual writes of a stream count, also if its relocations do not claim them: other
 * devices and other clients wait for it as for a writer.
 */
TEST_F(implicit, writes_that_are_not_claimed)
{
	int before, after;

	ASSERT_EQ(0, dmabuf_sync_file(self->dmabuf, DMA_BUF_SYNC_READ, &before));
	EXPECT_EQ(0, sync_file_poll(before, 60000));
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 0xa);
	self->s.reloc[0].read_domains = GTT;
	self->s.reloc[0].write_domain = 0;
	ASSERT_EQ(0, submit(self, false, 0, NULL));
	/* the fences that a reader on any device waits for */
	ASSERT_EQ(0, dmabuf_sync_file(self->dmabuf, DMA_BUF_SYNC_READ, &after));
	EXPECT_EQ(0, sync_file_status(after));
	EXPECT_EQ(-ETIME, bo_wait(self->b.fd, self->theirs, RCP_BO_WAIT_WRITERS, 0));
	ASSERT_EQ(0, b_reads(self, 0));
	EXPECT_EQ(-ETIME, b_waits(self));
	EXPECT_EQ(0, all_end(self));
	EXPECT_EQ(0, sync_file_poll(after, 60000));
	EXPECT_EQ(0xa, self->map[0]);
	close(before);
	close(after);
}

/* A claimed write counts even if the stream writes nothing. */
TEST_F(implicit, claims_that_are_not_written)
{
	stream_init(&self->s);
	stream_dw(&self->s, PACKET2);
	self->s.reloc[0] = (struct drm_radeon_cs_reloc) { self->bo, GTT, GTT, 0 };
	self->s.nreloc = 1;
	ASSERT_EQ(0, submit(self, false, 0, NULL));
	ASSERT_EQ(0, b_reads(self, 0));
	EXPECT_EQ(-ETIME, b_waits(self));
	EXPECT_EQ(0, all_end(self));
}

/* Other devices do not see a write without implicit synchronisation. */
TEST_F(implicit, other_devices)
{
	int fd;

	ASSERT_EQ(0, a_writes(self, RCP_CS_NO_IMPLICIT_SYNC));
	ASSERT_EQ(0, dmabuf_sync_file(self->dmabuf, DMA_BUF_SYNC_RW, &fd));
	EXPECT_EQ(0, sync_file_poll(fd, 60000));
	close(fd);
	ASSERT_EQ(0, a_reads(self, 0));
	ASSERT_EQ(0, dmabuf_sync_file(self->dmabuf, DMA_BUF_SYNC_READ, &fd));
	EXPECT_EQ(0, sync_file_poll(fd, 60000));
	close(fd);
	ASSERT_EQ(0, dmabuf_sync_file(self->dmabuf, DMA_BUF_SYNC_WRITE, &fd));
	EXPECT_EQ(0, sync_file_status(fd));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, sync_file_poll(fd, 60000));
	close(fd);
}

/*
 * A buffer moves only after its explicit users are done, because their streams have its
 * old address.
 */
TEST_F(implicit, moves_wait_for_users_without_it)
{
	struct drm_radeon_cs_reloc reloc = { .read_domains = RADEON_GEM_DOMAIN_VRAM };
	struct drm_rcp_cs_context context = { .flags = RCP_CS_NO_IMPLICIT_SYNC };
	struct client_cs mover = {
		.ib = stream_nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1, .context = &context,
	};
	uint32_t own, domain = 0;
	uint32_t *map;

	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &own));
	reloc.handle = own;
	map = gem_map(self->a.fd, own, 4096);
	ASSERT_NE(NULL, map);
	map[0] = 0;
	stream_init(&self->s);
	stream_mem_write(&self->s, own, GTT, 0, 0xa);
	ASSERT_EQ(0, submit(self, false, RCP_CS_NO_IMPLICIT_SYNC, NULL));
	EXPECT_EQ(0, client_submit(self->a.fd, &mover));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, gem_wait(self->a.fd, own));
	EXPECT_EQ(0, gem_busy(self->a.fd, own, &domain));
	EXPECT_EQ(GTT, domain);
	EXPECT_EQ(0, client_submit(self->a.fd, &mover));
	EXPECT_EQ(0, gem_wait(self->a.fd, own));
	EXPECT_EQ(0, gem_busy(self->a.fd, own, &domain));
	EXPECT_EQ(RADEON_GEM_DOMAIN_VRAM, domain);
	EXPECT_EQ(0xa, map[0]);
	munmap(map, 4096);
}

/* ---- waits for a buffer ---- */

static int wait_idle(struct other *o)
{
	return gem_wait(o->fd, o->value);
}

static int wait_for_ever(struct other *o)
{
	return bo_wait(o->fd, o->value, 0, INT64_MAX);
}

TEST_F(implicit, waits_count_submissions_without_it)
{
	struct other idle = { .fd = self->a.fd, .act = wait_idle, .value = self->bo };
	struct other forever = { .fd = self->b.fd, .act = wait_for_ever, .value = self->theirs };
	int64_t until;

	EXPECT_EQ(0, bo_wait(self->a.fd, self->bo, 0, 0));
	ASSERT_EQ(0, a_writes(self, RCP_CS_NO_IMPLICIT_SYNC));
	EXPECT_EQ(-EBUSY, gem_busy(self->a.fd, self->bo, NULL));
	EXPECT_EQ(-EBUSY, gem_busy(self->b.fd, self->theirs, NULL));
	until = in_ms(30);
	EXPECT_EQ(-ETIME, bo_wait(self->a.fd, self->bo, 0, until));
	EXPECT_LE(until, (int64_t)now_ns());
	EXPECT_EQ(-ETIME, bo_wait(self->b.fd, self->theirs, 0, 0));
	EXPECT_EQ(-ETIME, bo_wait(self->b.fd, self->theirs, 0, -1));
	EXPECT_EQ(-ETIME, bo_wait(self->b.fd, self->theirs, 0, INT64_MIN));
	/* a wait for writers covers the implicit ones */
	EXPECT_EQ(0, bo_wait(self->a.fd, self->bo, RCP_BO_WAIT_WRITERS, in_time()));
	ASSERT_EQ(0, other_begin(&idle));
	ASSERT_EQ(0, other_begin(&forever));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, other_join(&idle));
	EXPECT_EQ(0, other_join(&forever));
	EXPECT_EQ(0xa, self->map[0]);
	EXPECT_EQ(0, gem_busy(self->b.fd, self->theirs, NULL));
	EXPECT_EQ(0, bo_wait(self->b.fd, self->theirs, 0, 0));
}

/* A buffer of jobs that bypassed the scheduler is busy again with any other user. */
TEST_F(implicit, waits_for_users_after_a_direct_one)
{
	struct drm_rcp_sync sync = { .handle = self->in };
	struct client_cs cs = { .syncs = &sync, .nsyncs = 1 };
	int vgem = client_open_vgem(), dmabuf;
	volatile uint32_t *map;
	uint32_t mine, fence;

	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &mine));
	map = gem_map(self->a.fd, mine, 4096);
	ASSERT_NE(NULL, map);
	ASSERT_EQ(0, stream_write(&self->s, self->a.fd, mine, GTT, 0, 1));
	ASSERT_EQ(0, gem_wait(self->a.fd, mine));
	EXPECT_EQ(1, map[0]);
	EXPECT_EQ(0, gem_busy(self->a.fd, mine, NULL));
	EXPECT_EQ(0, bo_wait(self->a.fd, mine, 0, 0));

	stream_init(&self->s);
	stream_mem_write(&self->s, mine, GTT, 0, 2);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->a.fd, &cs));
	EXPECT_EQ(-EBUSY, gem_busy(self->a.fd, mine, NULL));
	EXPECT_EQ(-ETIME, bo_wait(self->a.fd, mine, 0, in_ms(30)));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, gem_wait(self->a.fd, mine));
	EXPECT_EQ(2, map[0]);

	ASSERT_EQ(0, stream_write(&self->s, self->a.fd, mine, GTT, 0, 3));
	ASSERT_EQ(0, gem_wait(self->a.fd, mine));
	EXPECT_EQ(3, map[0]);
	munmap((void *)map, 4096);
	if (vgem < 0 || vgem_is_refused())
		SKIP(return, "no vgem that takes the buffer");
	ASSERT_EQ(0, gem_export(self->a.fd, mine, &dmabuf));
	ASSERT_EQ(0, vgem_fence_attach(vgem, dmabuf, &fence));
	EXPECT_EQ(-EBUSY, gem_busy(self->a.fd, mine, NULL));
	EXPECT_EQ(-ETIME, bo_wait(self->a.fd, mine, 0, 0));
	ASSERT_EQ(0, vgem_fence_signal(vgem, fence));
	EXPECT_EQ(0, bo_wait(self->a.fd, mine, 0, in_time()));
	close(dmabuf);
	close(vgem);
}

/* So it is while another context has a user that waits, which the direct one did not wait for. */
static int read_in(FIXTURE_DATA(implicit) *self, uint32_t from, bool waits, struct drm_rcp_cs_context *context)
{
	struct drm_rcp_sync sync = { .handle = self->in };
	struct client_cs cs = { .context = context, .syncs = waits ? &sync : NULL, .nsyncs = waits };
	uint32_t to;
	int ret = gem_create(self->a.fd, 4096, 4096, GTT, 0, &to);

	if (ret)
		return ret;
	stream_init(&self->s);
	stream_copy_dw(&self->s, from, 0, to, 0, GTT);
	return stream_submit_cs(&self->s, self->a.fd, &cs);
}

TEST_F(implicit, waits_for_users_before_a_direct_one)
{
	struct drm_rcp_cs_context waits = { }, direct = { };
	uint32_t mine, flags;

	ASSERT_EQ(0, ctx_create(self->a.fd, 0, 0, &direct.ctx_id));
	for (flags = 0; flags <= RCP_CS_NO_IMPLICIT_SYNC; flags += RCP_CS_NO_IMPLICIT_SYNC) {
		waits.flags = direct.flags = flags;
		ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &mine));
		ASSERT_EQ(0, read_in(self, mine, true, &waits));
		ASSERT_EQ(0, read_in(self, mine, false, &direct));
		ASSERT_EQ(0, fence_wait(self->a.fd, direct.ctx_id, direct.seqno, in_time(), NULL));
		EXPECT_EQ(-EBUSY, gem_busy(self->a.fd, mine, NULL));
		EXPECT_EQ(-ETIME, bo_wait(self->a.fd, mine, 0, in_ms(30)));
		EXPECT_EQ(0, late_signal(&self->late));
		EXPECT_EQ(0, gem_wait(self->a.fd, mine));
		EXPECT_EQ(0, fence_wait(self->a.fd, 0, waits.seqno, 0, NULL));
		EXPECT_EQ(0, gem_busy(self->a.fd, mine, NULL));
		ASSERT_EQ(0, late_again(self));
	}
}

/* A wait covers all users, however many there are. */
TEST_F(implicit, waits_for_many)
{
	struct drm_rcp_cs_context context = { .flags = RCP_CS_NO_IMPLICIT_SYNC };
	struct drm_rcp_sync sync = { .handle = self->in };
	struct client_cs cs = { .context = &context, .syncs = &sync, .nsyncs = 1 };
	uint32_t i;

	for (i = 0; i < 12; i++) {
		ASSERT_EQ(0, ctx_create(self->a.fd, 0, 0, &context.ctx_id));
		stream_init(&self->s);
		stream_mem_write(&self->s, self->bo, GTT, 8 * i, 0xa);
		ASSERT_EQ(0, stream_submit_cs(&self->s, self->a.fd, &cs));
	}
	EXPECT_EQ(-ETIME, bo_wait(self->a.fd, self->bo, 0, in_ms(50)));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, bo_wait(self->a.fd, self->bo, 0, in_time()));
	for (i = 0; i < 12; i++)
		EXPECT_EQ(0xa, self->map[2 * i]);
}

TEST_F(implicit, waits_for_writers)
{
	ASSERT_EQ(0, a_reads(self, 0));
	EXPECT_EQ(0, bo_wait(self->b.fd, self->theirs, RCP_BO_WAIT_WRITERS, in_time()));
	EXPECT_EQ(-ETIME, bo_wait(self->b.fd, self->theirs, 0, 0));
	ASSERT_EQ(0, a_writes(self, 0));
	EXPECT_EQ(-ETIME, bo_wait(self->b.fd, self->theirs, RCP_BO_WAIT_WRITERS, 0));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, bo_wait(self->b.fd, self->theirs, RCP_BO_WAIT_WRITERS, INT64_MAX));
	EXPECT_EQ(0xa, self->map[0]);
	EXPECT_EQ(0, bo_wait(self->b.fd, self->theirs, 0, INT64_MAX));
}

/* A wait covers the users at the time of the call, not later ones: the second never ends. */
TEST_F(implicit, wait_is_a_snapshot)
{
	struct other forever = { .fd = self->b.fd, .act = wait_for_ever, .value = self->theirs };
	struct late first = self->late;

	ASSERT_EQ(0, a_writes(self, 0));
	ASSERT_EQ(0, other_begin(&forever));
	ASSERT_EQ(0, late_begin(&self->late, self->a.fd));
	ASSERT_EQ(0, late_syncobj(&self->late, self->a.fd, &self->in));
	ASSERT_EQ(0, a_writes(self, 0));
	EXPECT_EQ(0, late_signal(&first));
	EXPECT_EQ(0, other_join(&forever));
	EXPECT_EQ(0, sync_file_status(self->late.sync_file));
	EXPECT_EQ(-ETIME, bo_wait(self->b.fd, self->theirs, 0, 0));
	EXPECT_EQ(0, late_signal(&self->late));
	EXPECT_EQ(0, bo_wait(self->b.fd, self->theirs, 0, in_time()));
	late_end(&first);
}

/* Another device waits for implicit users, not for explicit ones. */
TEST_F(implicit, waits_for_other_devices)
{
	int vgem = client_open_vgem();
	uint32_t fence;

	if (vgem < 0)
		SKIP(return, "no vgem");
	if (vgem_is_refused()) {
		EXPECT_EQ(-EOPNOTSUPP, vgem_fence_attach(vgem, self->dmabuf, &fence));
		return;
	}
	ASSERT_EQ(0, vgem_fence_attach(vgem, self->dmabuf, &fence));
	EXPECT_EQ(-ETIME, bo_wait(self->a.fd, self->bo, 0, 0));
	EXPECT_EQ(-ETIME, bo_wait(self->a.fd, self->bo, RCP_BO_WAIT_WRITERS, 0));
	ASSERT_EQ(0, b_writes(self, 0, NULL));
	EXPECT_EQ(-ETIME, b_waits(self));
	ASSERT_EQ(0, vgem_fence_signal(vgem, fence));
	EXPECT_EQ(0, b_goes_on(self));
	ASSERT_EQ(0, vgem_readers_attach(vgem, self->dmabuf, 1));
	EXPECT_EQ(-ETIME, bo_wait(self->a.fd, self->bo, 0, 0));
	EXPECT_EQ(0, bo_wait(self->a.fd, self->bo, RCP_BO_WAIT_WRITERS, in_time()));
	close(vgem);
	EXPECT_EQ(0, bo_wait(self->a.fd, self->bo, 0, in_time()));
}

TEST_F(implicit, bad_waits)
{
	struct drm_rcp_bo_wait wait;
	uint32_t i;

#define WAITS(want, ...) do {							\
	wait = (struct drm_rcp_bo_wait) { .handle = self->bo, __VA_ARGS__ };	\
	EXPECT_EQ(want, client_ioctl(self->a.fd, DRM_IOCTL_RCP_BO_WAIT, &wait))	\
		TH_LOG("%s", #__VA_ARGS__);					\
} while (0)
	WAITS(0, .flags = 0);
	for (i = 2; i < 32; i++)
		WAITS(-EINVAL, .flags = 1u << i);
	WAITS(-EINVAL, .deadline_ns = 1);
	WAITS(-EINVAL, .flags = RCP_BO_WAIT_WRITERS, .deadline_ns = 1);
	WAITS(0, .flags = RCP_WAIT_DEADLINE, .deadline_ns = UINT64_MAX);
	WAITS(0, .flags = RCP_WAIT_DEADLINE | RCP_BO_WAIT_WRITERS);
#undef WAITS
	EXPECT_EQ(-ENOENT, bo_wait(self->a.fd, 0, 0, 0));
	EXPECT_EQ(-ENOENT, bo_wait(self->a.fd, 0xfffffff, 0, 0));
	EXPECT_EQ(-EFAULT, client_ioctl(self->a.fd, DRM_IOCTL_RCP_BO_WAIT, (void *)8));
}

TEST_HARNESS_MAIN
