// SPDX-License-Identifier: GPL-2.0
/*
 * Fault injection into the calls of clients: opening, queries, submissions, dependencies and
 * exports.  See faults_fixture.h for how it is done and for the kernel that it needs.
 */
#include "client.h"
#include "emulated.h"
#include "faults.h"
#include "faults_fixture.h"
#include "late.h"
#include "stream.h"
#include "sync.h"

#include <linux/udmabuf.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

static int open_node(const char *node, int *fd)
{
	*fd = open(node, O_RDWR | O_CLOEXEC);
	return *fd < 0 ? -errno : 0;
}

TEST_F_TIMEOUT(faults, open_and_close, 300)
{
	int fd = -1;
	int again;

	/* An allocation of the kernel's core may take the fault in place of the driver's. */
	for (again = 0; again < 3; again++)
		FAULTY(open_node(self->c.node, &fd), close(fd));
}

TEST_F_TIMEOUT(faults, queries, 300)
{
	struct drm_radeon_gem_info info;
	struct drm_rcp_query_card card;
	uint32_t value = 0, size, pitch;
	uint64_t wide;

	FAULTY(client_info_u32(self->c.fd, RADEON_INFO_DEVICE_ID, &value), (void)0);
	/* R5xx has no clock, and its clients read no registers. */
	if (!card_is_r5xx()) {
		FAULTY(client_info_u64(self->c.fd, RADEON_INFO_TIMESTAMP, &wide), (void)0);
		FAULTY((value = REG_STATUS,
			client_info_u32(self->c.fd, RADEON_INFO_READ_REG, &value)), (void)0);
	}
	FAULTY((value = 0, client_info_u32(self->c.fd, RADEON_INFO_RING_WORKING, &value)), (void)0);
	FAULTY(client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info), (void)0);
	FAULTY((size = sizeof(card),
		client_query(self->c.fd, RCP_QUERY_CARD, &card, &size)), (void)0);
	FAULTY(gem_busy(self->c.fd, self->bo, NULL), (void)0);
	FAULTY(gem_wait(self->c.fd, self->bo), (void)0);
	FAULTY(gem_set_tiling(self->c.fd, self->bo, 0, 0), (void)0);
	FAULTY(gem_get_tiling(self->c.fd, self->bo, &value, &pitch), (void)0);
	FAULTY(gem_initial_domain(self->c.fd, self->bo, &value), (void)0);
	FAULTY(gem_map_offset(self->c.fd, self->bo, 65536, &wide), (void)0);
}

static int submit(struct stream *s, int fd, struct drm_rcp_verdict *v, int expected)
{
	int ret = stream_submit(s, fd, v);

	return ret == expected ? 0 : ret;
}

TEST_F_TIMEOUT(faults, submission, 600)
{
	struct drm_rcp_verdict v;
	uint32_t i;

	for (i = 0; i < 50; i++) {
		stream_mem_write(&self->s, self->bo, GTT, i * 8, i);
		stream_mem_write(&self->s, self->vram, VRAM, i * 8, i);
	}
	FAULTY(submit(&self->s, self->c.fd, NULL, 0), (void)0);
	FAULTY(submit(&self->s, self->c.fd, &v, 0), (void)0);
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));

	/* a refused stream */
	stream_packet3(&self->s, 0x32, 3);
	stream_dw(&self->s, 0);
	stream_dw(&self->s, 0);
	stream_dw(&self->s, 0);
	FAULTY(submit(&self->s, self->c.fd, &v, -EINVAL), (void)0);
	/* a stream whose last handle does not exist */
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	stream_mem_write(&self->s, 0x7ffffff0, GTT, 0, 1);
	FAULTY(submit(&self->s, self->c.fd, &v, -ENOENT), (void)0);
}

TEST_F_TIMEOUT(faults, many_buffers, 600)
{
	struct drm_radeon_cs_reloc relocs[200] = { 0 };
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = relocs, .nrelocs = 200 };
	uint32_t i;

	for (i = 0; i < 200; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, i & 1 ? GTT : VRAM, 0,
					&relocs[i].handle));
		relocs[i].read_domains = i & 1 ? GTT : VRAM;
	}
	FAULTY(client_submit(self->c.fd, &cs), (void)0);
	ASSERT_EQ(0, gem_wait(self->c.fd, relocs[0].handle));
	for (i = 0; i < 200; i++)
		ASSERT_EQ(0, gem_close(self->c.fd, relocs[i].handle));
}

TEST_F_TIMEOUT(faults, sharing, 600)
{
	uint32_t handle;
	int dmabuf = -1;

	FAULTY(gem_export(self->c.fd, self->bo, &dmabuf), close(dmabuf));
	ASSERT_EQ(0, gem_export(self->c.fd, self->bo, &dmabuf));
	FAULTY(gem_import(self->other.fd, dmabuf, &handle), gem_close(self->other.fd, handle));
	close(dmabuf);
}

/* Imports of another driver's pages: udmabuf exports the pages of a memfd. */
TEST_F_TIMEOUT(faults, sharing_with_others, 300)
{
	struct udmabuf_create create = { .size = 65536 };
	int udmabuf = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
	uint32_t handle, exported;
	int vgem, dmabuf, ret;

	if (udmabuf < 0)
		SKIP(return, "no udmabuf");
	create.memfd = memfd_create("pages", MFD_ALLOW_SEALING);
	ASSERT_LE(0, (int)create.memfd);
	ASSERT_EQ(0, ftruncate(create.memfd, 65536));
	ASSERT_EQ(0, fcntl(create.memfd, F_ADD_SEALS, F_SEAL_SHRINK));
	/* A failed import must leave no reference to the pages. */
	for (self->f.nth = 1; self->f.nth < MAX_NTH; self->f.nth++) {
		dmabuf = ioctl(udmabuf, UDMABUF_CREATE, &create);
		ASSERT_LE(0, dmabuf);
		faults_arm(&self->f);
		ret = gem_import(self->other.fd, dmabuf, &handle);
		faults_disarm(&self->f);
		close(dmabuf);
		EXPECT_TRUE(errno_is_fair(ret));
		if (!ret)
			EXPECT_EQ(0, gem_close(self->other.fd, handle));
		if (!self->f.injected)
			break;
	}
	EXPECT_EQ(0, ret);
	EXPECT_GT(MAX_NTH, self->f.nth);
	TH_LOG("%u faults in an import", self->f.nth - 1);
	/* If copying the answer failed, only closing the file frees the buffer. */
	client_close(&self->other);
	ASSERT_EQ(0, client_open(&self->other));
	close(create.memfd);
	close(udmabuf);

	ASSERT_EQ(0, system("modprobe vgem"));
	vgem = open("/dev/dri/renderD129", O_RDWR | O_CLOEXEC);
	ASSERT_LE(0, vgem);
	/* The export moves the buffer from VRAM to the GTT and pins it there. */
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &exported));
	ASSERT_EQ(0, gem_export(self->c.fd, exported, &dmabuf));
	FAULTY(gem_import(vgem, dmabuf, &handle), gem_close(vgem, handle));
	close(dmabuf);
	ASSERT_EQ(0, gem_close(self->c.fd, exported));
	close(vgem);
}

/* The table of contexts tries twice to allocate memory: a single fault has no effect on it. */
TEST_F_TIMEOUT(faults, contexts, 300)
{
	uint32_t ctx;
	int ret;

	ASSERT_EQ(0, faults_always("__xa_alloc", 0));
	ret = ctx_create(self->c.fd, 0, 0, &ctx);
	ASSERT_EQ(0, faults_always(NULL, 0));
	EXPECT_EQ(-ENOMEM, ret);
	FAULTY(ctx_create(self->c.fd, 0, 0, &ctx), ctx_destroy(self->c.fd, ctx));
}

/* 0, or which step of submitting through a file of the parent's fails */
static int submit_as_child(int fd)
{
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8 };
	struct faults f;
	int ret = 0;

	/* A child inherits no locks of memory. */
	if (mlockall(MCL_CURRENT) || faults_open(&f))
		return 1;
	for (f.nth = 1; f.nth < MAX_NTH; f.nth++) {
		faults_arm(&f);
		ret = client_submit(fd, &cs);
		faults_disarm(&f);
		if (!f.injected)
			return ret ? 2 : 0;
		if (!errno_is_fair(ret))
			return 3;
	}
	return 4;
}

/* A process that uses a file for the first time gets an account there. */
TEST_F_TIMEOUT(faults, submission_of_another_process, 300)
{
	pid_t child = fork();
	int status;

	ASSERT_LE(0, child);
	if (!child)
		_exit(submit_as_child(self->c.fd));
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
}

/* Submits a job that uses the buffer and waits for a fence of another driver. */
static int hold(int fd, uint32_t handle, const struct late *late)
{
	struct drm_radeon_cs_reloc reloc = { .handle = handle, .write_domain = VRAM | GTT };
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1,
				.syncs = &in, .nsyncs = 1 };
	int ret = late_syncobj(late, fd, &in.handle);

	if (ret)
		return ret;
	ret = client_submit(fd, &cs);
	syncobj_destroy(fd, in.handle);
	return ret;
}

/*
 * A job that waits for two fences stores them.  The driver tries twice to allocate
 * memory for that, so a single fault has no effect.
 */
TEST_F_TIMEOUT(faults, dependencies, 300)
{
	struct drm_radeon_cs_reloc reloc = { .handle = self->bo, .write_domain = GTT };
	struct drm_rcp_verdict v;
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1,
				.verdict = &v };
	uint32_t *map = gem_map(self->c.fd, self->bo, 65536), where, theirs[2];
	struct client third;
	struct late late;
	int dmabuf, i, ret, fd[2];

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_NE(NULL, map);
	ASSERT_EQ(0, client_open(&third));
	ASSERT_EQ(0, late_begin(&late, self->c.fd));
	fd[0] = self->other.fd;
	fd[1] = third.fd;
	ASSERT_EQ(0, gem_export(self->c.fd, self->bo, &dmabuf));
	map[100] = 1;
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, gem_import(fd[i], dmabuf, &theirs[i]));
		ASSERT_EQ(0, hold(fd[i], theirs[i], &late));
	}

	ASSERT_EQ(0, faults_always("__xa_store", 0));
	ret = client_submit(self->c.fd, &cs);
	ASSERT_EQ(0, faults_always(NULL, 0));
	EXPECT_EQ(-ENOMEM, ret);
	EXPECT_STREQ("no memory for dependencies", v.text);
	EXPECT_EQ(-EBUSY, gem_busy(self->c.fd, self->bo, &where));
	EXPECT_EQ(0, client_submit(self->c.fd, &cs));
	gem_busy(self->c.fd, self->bo, &where);
	EXPECT_EQ(GTT, where);
	EXPECT_EQ(0, late_signal(&late));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(1, map[100]);

	munmap(map, 65536);
	ASSERT_EQ(0, gem_close(self->other.fd, theirs[0]));
	close(dmabuf);
	late_end(&late);
	client_close(&third);
}

/* The same for fences that the submission names. */
TEST_F_TIMEOUT(faults, named_dependencies, 300)
{
	struct drm_rcp_sync in[2] = { { .flags = 0 }, { .flags = 0 } };
	struct drm_rcp_verdict v;
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .syncs = in, .nsyncs = 2, .verdict = &v };
	struct late late[2];
	int i, ret;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, late_begin(&late[i], self->c.fd));
		ASSERT_EQ(0, late_syncobj(&late[i], self->c.fd, &in[i].handle));
	}

	ASSERT_EQ(0, faults_always("__xa_store", 0));
	ret = client_submit(self->c.fd, &cs);
	ASSERT_EQ(0, faults_always(NULL, 0));
	EXPECT_EQ(-ENOMEM, ret);
	EXPECT_STREQ("no memory for dependencies", v.text);

	for (i = 0; i < 2; i++) {
		EXPECT_EQ(0, late_signal(&late[i]));
		EXPECT_EQ(0, syncobj_destroy(self->c.fd, in[i].handle));
		late_end(&late[i]);
	}
	EXPECT_EQ(0, client_submit(self->c.fd, &(struct client_cs){ .ib = stream_nops, .ib_dw = 8 }));
}

TEST_HARNESS_MAIN
