// SPDX-License-Identifier: GPL-2.0
/*
 * Systematic fault injection: for every call a client can make, and for probe
 * and unplug, the first, second, ... nth allocation or user copy fails, until
 * one round meets no failure any more.  After each round the errno is one that
 * a client can be told; after each call nothing is left and the device works.
 *
 * Needs a kernel with FAULT_INJECTION, FAILSLAB, FAIL_PAGE_ALLOC and
 * FAULT_INJECTION_USERCOPY; on others it is skipped.  Run as root.
 */
#include "client.h"
#include "emulated.h"
#include "faults.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"
#include "sync.h"

#include <dirent.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <linux/udmabuf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define MAX_NTH	3000u
#define TIMEOUT	"/sys/module/rcp/parameters/job_timeout_ms"

static const uint32_t nops[8] = {
	PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2,
};

FIXTURE(faults) {
	struct client c, other;
	struct stream s;
	struct faults f;
	uint32_t bo, vram;
	uint64_t vram_usage, gtt_usage;
	int kmsg;
	char bind[PATH_MAX + 8], unbind[PATH_MAX + 8], slot[64];	/* of the driver and card */
};

/* The driver's files that bind and unbind, and the card's name for them. */
static int find_slot(FIXTURE_DATA(faults) *self)
{
	char path[128], link[PATH_MAX], node[32];

	snprintf(node, sizeof(node), "%s", self->c.node);
	snprintf(path, sizeof(path), "/sys/class/drm/%s/device", basename(node));
	if (!realpath(path, link))
		return -errno;
	snprintf(self->slot, sizeof(self->slot), "%s", basename(link));
	strcat(path, "/driver");
	if (!realpath(path, link))
		return -errno;
	snprintf(self->bind, sizeof(self->bind), "%s/bind", link);
	snprintf(self->unbind, sizeof(self->unbind), "%s/unbind", link);
	return 0;
}

static uint64_t usage(int fd, uint32_t request)
{
	uint64_t bytes = 0;

	client_info_u64(fd, request, &bytes);
	return bytes;
}

FIXTURE_SETUP(faults)
{
	self->f.fd = -1;
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_open(&self->other));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	if (!faults_available())
		SKIP(_exit(HARNESS_SKIP), "this kernel cannot inject faults");
	ASSERT_EQ(0, faults_choose(false));
	ASSERT_EQ(0, find_slot(self));
	ASSERT_EQ(0, faults_open(&self->f));
	ASSERT_LE(0, self->f.fd);
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &self->bo));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &self->vram));
	stream_init(&self->s);
	self->vram_usage = usage(self->other.fd, RADEON_INFO_VRAM_USAGE);
	self->gtt_usage = usage(self->other.fd, RADEON_INFO_GTT_USAGE);
}

/* Nothing is left, and the device works. */
static int aftermath(struct stream *s, int fd, uint32_t bo, uint64_t vram, uint64_t gtt)
{
	int i, ret;

	stream_init(s);
	stream_mem_write(s, bo, GTT, 0, 1);
	ret = stream_submit(s, fd, NULL);
	ret = ret ? ret : gem_wait(fd, bo);
	for (i = 0; i < 200 && !ret; i++) {
		if (usage(fd, RADEON_INFO_VRAM_USAGE) <= vram &&
		    usage(fd, RADEON_INFO_GTT_USAGE) <= gtt)
			return 0;
		usleep(10000);
	}
	return ret ? ret : -EBUSY;
}

FIXTURE_TEARDOWN(faults)
{
	if (self->f.fd >= 0) {
		EXPECT_EQ(0, aftermath(&self->s, self->c.fd, self->bo, self->vram_usage,
				       self->gtt_usage))
			TH_LOG("VRAM %llu was %llu, GTT %llu was %llu",
			       (unsigned long long)usage(self->c.fd, RADEON_INFO_VRAM_USAGE),
			       (unsigned long long)self->vram_usage,
			       (unsigned long long)usage(self->c.fd, RADEON_INFO_GTT_USAGE),
			       (unsigned long long)self->gtt_usage);
		close(self->f.fd);
	}
	client_close(&self->c);
	client_close(&self->other);
	close(self->kmsg);
}

static bool errno_is_fair(int ret)
{
	switch (-ret) {
	case 0:
	case ENOMEM:
	case EFAULT:
	case EINTR:
	case EAGAIN:
		return true;
	default:
		return false;
	}
}

/*
 * FAULTY(call, undo): evaluates @call with the 1st, 2nd, ... nth fault until
 * it meets none; then it must have succeeded.  @undo runs after each success.
 */
#define FAULTY(call, undo) do {								\
	int ret_;									\
	for (self->f.nth = 1; self->f.nth < MAX_NTH; self->f.nth++) {			\
		faults_arm(&self->f);							\
		ret_ = (call);								\
		faults_disarm(&self->f);						\
		EXPECT_TRUE(errno_is_fair(ret_))					\
			TH_LOG("fault %u: %d", self->f.nth, ret_);			\
		if (!ret_) {								\
			undo;								\
		}									\
		if (!self->f.injected)							\
			break;								\
	}										\
	EXPECT_EQ(0, ret_);								\
	EXPECT_GT(MAX_NTH, self->f.nth);						\
	TH_LOG("%u faults: %s", self->f.nth - 1, #call);				\
} while (0)

static int open_node(const char *node, int *fd)
{
	*fd = open(node, O_RDWR | O_CLOEXEC);
	return *fd < 0 ? -errno : 0;
}

TEST_F_TIMEOUT(faults, open_and_close, 300)
{
	int fd = -1;
	int again;

	/* The kernel's own bookkeeping may take a fault in front of one of ours. */
	for (again = 0; again < 3; again++)
		FAULTY(open_node(self->c.node, &fd), close(fd));
}

TEST_F_TIMEOUT(faults, questions, 300)
{
	struct drm_radeon_gem_info info;
	struct drm_rcp_query_card card;
	uint32_t value = 0, size, pitch;
	uint64_t wide;

	FAULTY(client_info_u32(self->c.fd, RADEON_INFO_DEVICE_ID, &value), (void)0);
	FAULTY(client_info_u64(self->c.fd, RADEON_INFO_TIMESTAMP, &wide), (void)0);
	FAULTY((value = 0, client_info_u32(self->c.fd, RADEON_INFO_RING_WORKING, &value)), (void)0);
	FAULTY((value = REG_GRBM_STATUS,
		client_info_u32(self->c.fd, RADEON_INFO_READ_REG, &value)), (void)0);
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

TEST_F_TIMEOUT(faults, gem_create, 600)
{
	static const struct { uint64_t size; uint32_t domain, flags; } kinds[] = {
		{ 4096, GTT, 0 }, { 300 * 4096, GTT, RADEON_GEM_GTT_WC }, { 4096, VRAM, 0 },
		{ 1 << 20, VRAM, 0 }, { 65536, VRAM, RADEON_GEM_NO_CPU_ACCESS },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		/* a fault in the copy back to us leaves the handle to the file */
		int fd = open(self->c.node, O_RDWR | O_CLOEXEC);
		uint32_t handle;

		ASSERT_LE(0, fd);
		FAULTY(gem_create(fd, kinds[i].size, 65536, kinds[i].domain, kinds[i].flags,
				  &handle), gem_close(fd, handle));
		close(fd);
	}
}

/* The kernel cannot split its own mapping of the pages that a client wants uncached. */
TEST_F_TIMEOUT(faults, uncached_pages, 60)
{
	uint32_t handle;
	int ret;

	ASSERT_EQ(0, faults_always("set_pages_array_wc", 0));
	ret = gem_create(self->c.fd, 64 << 20, 4096, GTT, RADEON_GEM_GTT_WC, &handle);
	ASSERT_EQ(0, faults_always(NULL, 0));
	if (!client_takes_uncached(&self->c)) {
		EXPECT_EQ(0, ret);
		EXPECT_EQ(0, gem_close(self->c.fd, handle));
		return;
	}
	EXPECT_EQ(-ENOMEM, ret);
	ASSERT_EQ(0, gem_create(self->c.fd, 64 << 20, 4096, GTT, RADEON_GEM_GTT_WC, &handle));
	gem_close(self->c.fd, handle);
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

	/* one that is refused */
	stream_packet3(&self->s, 0x32, 3);
	stream_dw(&self->s, 0);
	stream_dw(&self->s, 0);
	stream_dw(&self->s, 0);
	FAULTY(submit(&self->s, self->c.fd, &v, -EINVAL), (void)0);
	/* and one whose last handle does not exist */
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	stream_mem_write(&self->s, 0x7ffffff0, GTT, 0, 1);
	FAULTY(submit(&self->s, self->c.fd, &v, -ENOENT), (void)0);
}

TEST_F_TIMEOUT(faults, many_buffers, 600)
{
	struct drm_radeon_cs_reloc relocs[200] = { 0 };
	struct client_cs cs = { .ib = nops, .ib_dw = 8, .relocs = relocs, .nrelocs = 200 };
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

/* Pages of another driver's: udmabuf makes them of a memfd. */
TEST_F_TIMEOUT(faults, sharing_with_others, 300)
{
	struct udmabuf_create create = { .size = 65536 };
	int udmabuf = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
	uint32_t handle, lent;
	int vgem, dmabuf, ret;

	if (udmabuf < 0)
		SKIP(return, "no udmabuf");
	create.memfd = memfd_create("pages", MFD_ALLOW_SEALING);
	ASSERT_LE(0, (int)create.memfd);
	ASSERT_EQ(0, ftruncate(create.memfd, 65536));
	ASSERT_EQ(0, fcntl(create.memfd, F_ADD_SEALS, F_SEAL_SHRINK));
	/* What an import that failed leaves behind must not outlive the pages. */
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
	/* The answer may have been what failed: then only the file gives the buffer back. */
	client_close(&self->other);
	ASSERT_EQ(0, client_open(&self->other));
	close(create.memfd);
	close(udmabuf);

	ASSERT_EQ(0, system("modprobe vgem"));
	vgem = open("/dev/dri/renderD129", O_RDWR | O_CLOEXEC);
	ASSERT_LE(0, vgem);
	/* It leaves VRAM for the other driver, and stays where it then is. */
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &lent));
	ASSERT_EQ(0, gem_export(self->c.fd, lent, &dmabuf));
	FAULTY(gem_import(vgem, dmabuf, &handle), gem_close(vgem, handle));
	close(dmabuf);
	ASSERT_EQ(0, gem_close(self->c.fd, lent));
	close(vgem);
}

/* To where it is not: from system memory to VRAM, and back. */
static int move(int fd, uint32_t handle)
{
	struct drm_radeon_cs_reloc reloc = { .handle = handle };
	struct client_cs cs = { .ib = nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1 };
	uint32_t domain = 0;
	int ret = gem_busy(fd, handle, &domain);

	if (ret && ret != -EBUSY)
		return ret;
	reloc.read_domains = domain == VRAM ? GTT : VRAM;
	return client_submit(fd, &cs);
}

TEST_F_TIMEOUT(faults, moves, 600)
{
	uint32_t *map = gem_map(self->c.fd, self->bo, 65536);
	uint32_t i;

	ASSERT_NE(NULL, map);
	for (i = 0; i < 65536 / 4; i++)
		map[i] = i;
	FAULTY(move(self->c.fd, self->bo), (void)0);
	FAULTY(move(self->c.fd, self->bo), (void)0);
	for (i = 0; i < 65536 / 4; i++)
		ASSERT_EQ(i, map[i]);
	munmap(map, 65536);
}

/* Work of a client on a buffer, which waits for a fence of another driver. */
static int hold(int fd, uint32_t handle, const struct late *late)
{
	struct drm_radeon_cs_reloc reloc = { .handle = handle, .write_domain = VRAM | GTT };
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .ib = nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1,
				.syncs = &in, .nsyncs = 1 };
	int ret = late_syncobj(late, fd, &in.handle);

	if (ret)
		return ret;
	ret = client_submit(fd, &cs);
	syncobj_destroy(fd, in.handle);
	return ret;
}

/*
 * What has to wait for two others has to remember them.  Each time it tries twice to
 * get memory for that, so that nothing comes of a single fault.
 */
TEST_F_TIMEOUT(faults, dependencies, 300)
{
	struct drm_radeon_cs_reloc reloc = { .handle = self->bo, .write_domain = GTT };
	struct drm_rcp_verdict v;
	struct client_cs cs = { .ib = nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1,
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

	ASSERT_EQ(0, faults_always("__xa_alloc", 0));
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

/* The same of fences that the submission itself names. */
TEST_F_TIMEOUT(faults, named_dependencies, 300)
{
	struct drm_rcp_sync in[2] = { { .flags = 0 }, { .flags = 0 } };
	struct drm_rcp_verdict v;
	struct client_cs cs = { .ib = nops, .ib_dw = 8, .syncs = in, .nsyncs = 2, .verdict = &v };
	struct late late[2];
	int i, ret;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, late_begin(&late[i], self->c.fd));
		ASSERT_EQ(0, late_syncobj(&late[i], self->c.fd, &in[i].handle));
	}

	ASSERT_EQ(0, faults_always("__xa_alloc", 0));
	ret = client_submit(self->c.fd, &cs);
	ASSERT_EQ(0, faults_always(NULL, 0));
	EXPECT_EQ(-ENOMEM, ret);
	EXPECT_STREQ("no memory for dependencies", v.text);

	for (i = 0; i < 2; i++) {
		EXPECT_EQ(0, late_signal(&late[i]));
		EXPECT_EQ(0, syncobj_destroy(self->c.fd, in[i].handle));
		late_end(&late[i]);
	}
	EXPECT_EQ(0, client_submit(self->c.fd, &(struct client_cs){ .ib = nops, .ib_dw = 8 }));
}

/*
 * Buffers that push each other out of VRAM, while every allocation fails in turn: each is
 * somewhere, with what was in it, and TTM has nothing to say.
 */
TEST_F_TIMEOUT(faults, evictions, 300)
{
	const uint64_t size = 4 << 20;
	struct drm_radeon_gem_info info;
	uint32_t handle[64], n, i, *p, more;
	char text[512];
	int kmsg, ret;

	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info));
	n = info.vram_size / size;
	if (n > ARRAY_SIZE(handle))
		SKIP(return, "needs a card with little VRAM");
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM | GTT, 0, &handle[i]));
		p = gem_map(self->c.fd, handle[i], size);
		ASSERT_NE(NULL, p);
		p[0] = i;
		p[size / 4 - 1] = ~i;
		munmap(p, size);
	}
	/* A few bytes, for which TTM asks before it asks the driver, and says so as an error. */
	ASSERT_EQ(0, faults_spare("ttm_sys_man_alloc", NULL));
	kmsg = kmsg_open();
	for (self->f.nth = 1; self->f.nth < MAX_NTH; self->f.nth++) {
		faults_arm(&self->f);
		ret = gem_create(self->other.fd, size, 4096, VRAM, 0, &more);
		faults_disarm(&self->f);
		EXPECT_TRUE(errno_is_fair(ret));
		if (!ret)
			gem_close(self->other.fd, more);
		if (!self->f.injected)
			break;
	}
	EXPECT_EQ(0, kmsg_errors(kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(kmsg);
	/* The answer may have been what failed: then only the file gives the buffer back. */
	client_close(&self->other);
	ASSERT_EQ(0, client_open(&self->other));
	for (i = 0; i < n; i++) {
		p = gem_map(self->c.fd, handle[i], size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(i, p[0]);
		EXPECT_EQ(~i, p[size / 4 - 1]);
		munmap(p, size);
		ASSERT_EQ(0, gem_close(self->c.fd, handle[i]));
	}
}

/* Page faults: a child touches a fresh mapping; it may die of it, not more. */
TEST_F_TIMEOUT(faults, page_faults, 300)
{
	uint32_t domains[2] = { self->bo, self->vram };
	uint32_t k;

	for (k = 0; k < 2; k++) {
		unsigned int nth;

		for (nth = 1; nth < 64; nth++) {
			pid_t child = fork();
			int status;

			ASSERT_LE(0, child);
			if (!child) {
				struct faults f = { .nth = nth };
				volatile uint32_t *p = gem_map(self->c.fd, domains[k], 65536);

				f.fd = open("/proc/thread-self/fail-nth", O_RDWR);
				if (!p || f.fd < 0)
					_exit(3);
				faults_arm(&f);
				p[0] = 1;
				p[8192] = 2;
				faults_disarm(&f);
				_exit(f.injected ? 1 : 0);
			}
			ASSERT_EQ(child, waitpid(child, &status, 0));
			EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) < 2);
			if (WIFEXITED(status) && !WEXITSTATUS(status))
				break;
		}
		EXPECT_GT(64, nth);
	}
}

/* The kernel's workers, one of which will do the reset. */
struct workers {
	int fd[128];		/* fail-nth of each */
	int n;
};

static void workers_arm(struct workers *w, unsigned int nth)
{
	struct dirent *e;
	DIR *d = opendir("/proc");
	char path[300], text[32];

	w->n = 0;
	while (d && (e = readdir(d)) && w->n < (int)ARRAY_SIZE(w->fd)) {
		snprintf(path, sizeof(path), "/proc/%s/comm", e->d_name);
		if (read_text(path, text, sizeof(text)) <= 0 || strncmp(text, "kworker", 7))
			continue;
		snprintf(path, sizeof(path), "/proc/%s/fail-nth", e->d_name);
		w->fd[w->n] = open(path, O_RDWR | O_CLOEXEC);
		snprintf(text, sizeof(text), "%u", nth);
		if (w->fd[w->n] >= 0 && pwrite(w->fd[w->n], text, strlen(text), 0) > 0)
			w->n++;
	}
	if (d)
		closedir(d);
}

/* Returns how many of them met their fault. */
static int workers_disarm(struct workers *w)
{
	int i, met = 0;

	for (i = 0; i < w->n; i++) {
		char text[16] = "";

		if (pread(w->fd[i], text, sizeof(text) - 1, 0) > 0 && atoi(text) == 0)
			met++;
		/* it may have ended meanwhile */
		if (pwrite(w->fd[i], "0", 1, 0) != 1 && errno != ESRCH)
			abort();
		close(w->fd[i]);
	}
	return met;
}

/* Takes the dumps that wait to be read: how many, and whether each tells of a hang. */
static int take_dumps(bool *good)
{
	static char text[1 << 20];
	int n = 0;

	for (; take_dump(text, sizeof(text)) > 0; n++)
		*good = !strncmp(text, "rcp devcoredump 1\n", 18) && strstr(text, "\njob: seqno ") &&
			strstr(text, "\nGRBM_STATUS ") && strstr(text, "\nstream:\n0xc0053c00\n");
	return n;
}

/* A hang and its reset, with the nth fault in whoever has to do with it. */
static void one_hang(struct __test_metadata *_metadata, FIXTURE_DATA(faults) *self,
		     unsigned int nth, int *met, int *dumps, bool *good)
{
	uint32_t before = 0, after = 0, bo;
	struct client guilty;
	struct workers w;
	int i;

	/* one that hung so often would be banned */
	ASSERT_EQ(0, client_open(&guilty));
	ASSERT_EQ(0, gem_create(guilty.fd, 4096, 4096, GTT, 0, &bo));
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &before);
	stream_init(&self->s);
	stream_wait_mem(&self->s, bo, GTT, 0, 0x12345678);
	ASSERT_EQ(0, stream_submit(&self->s, guilty.fd, NULL));
	workers_arm(&w, nth);
	gem_wait(guilty.fd, bo);
	/* the dump is handed over later, and with a fault it may come to nothing */
	*dumps = take_dumps(good);
	for (i = 0; i < (nth ? 20 : 1000) && !*dumps; i++) {
		usleep(10000);
		*dumps = take_dumps(good);
	}
	*met = workers_disarm(&w);
	client_close(&guilty);
	client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &after);
	EXPECT_EQ(before + 1, after)
		TH_LOG("fault %u", nth);
	ASSERT_EQ(0, aftermath(&self->s, self->c.fd, self->bo, self->vram_usage,
			       self->gtt_usage));
}

static void unbind_device(struct __test_metadata *_metadata, FIXTURE_DATA(faults) *self)
{
	client_close(&self->c);
	client_close(&self->other);
	ASSERT_EQ(0, write_file(self->unbind, self->slot));
}

/* The fixture again, after the device was gone. */
static void open_again(struct __test_metadata *_metadata, FIXTURE_DATA(faults) *self)
{
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_open(&self->other));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &self->bo));
	self->vram_usage = usage(self->c.fd, RADEON_INFO_VRAM_USAGE);
	self->gtt_usage = usage(self->c.fd, RADEON_INFO_GTT_USAGE);
}

/*
 * Reset: it works whatever the workers that have to do with it cannot get, and
 * when they get everything there is one dump of it.
 */
TEST_F_TIMEOUT(faults, reset, 600)
{
	bool good = false;
	unsigned int nth;
	int met, dumps, hangs = 0, taken = 0, without = 0, quiet = 0;
	uint64_t start;

	/* A hang that is noticed soon. */
	unbind_device(_metadata, self);
	ASSERT_EQ(0, write_file(TIMEOUT, "600"));
	ASSERT_EQ(0, write_file(self->bind, self->slot));
	open_again(_metadata, self);

	take_dumps(&good);
	ASSERT_EQ(0, faults_choose(true));
	/* 6.1 frees a dump twice if it cannot make a device for it */
	ASSERT_EQ(0, faults_spare("dev_set_name", "device_register"));
	start = now_ns();
	/* A worker that is made meanwhile, or has begun, meets none: three such are the end. */
	for (nth = 1; nth < MAX_NTH && quiet < 3; nth += !!met) {
		one_hang(_metadata, self, nth, &met, &dumps, &good);
		/* that of the last hang may come late */
		taken += dumps;
		EXPECT_GE(++hangs, taken);
		without += !dumps;
		quiet = met ? 0 : quiet + 1;
	}
	EXPECT_GT(MAX_NTH, nth);
	EXPECT_LT(1, nth);
	TH_LOG("%u faults in resets, %d of them cost a dump; %llu ms", nth - 1, without,
	       (unsigned long long)(now_ns() - start) / 1000000);
	one_hang(_metadata, self, 0, &met, &dumps, &good);
	do {
		usleep(1000000);
	} while (take_dumps(&good));
	one_hang(_metadata, self, 0, &met, &dumps, &good);
	EXPECT_EQ(1, dumps);
	EXPECT_TRUE(good);

	unbind_device(_metadata, self);
	ASSERT_EQ(0, write_file(TIMEOUT, "2000"));
	ASSERT_EQ(0, write_file(self->bind, self->slot));
	open_again(_metadata, self);
}

/* Everything below one of the kernel's functions fails, and the card is bound. */
static int probe_without(FIXTURE_DATA(faults) *self, const char *function, unsigned int order)
{
	int ret = faults_always(function, order), ended;

	if (!ret)
		ret = write_file(self->bind, self->slot);
	ended = faults_always(NULL, 0);
	return ended ? ended : ret;
}

/* Probe, where one failure alone would not matter or cannot be met by counting. */
TEST_F_TIMEOUT(faults, probe_parts, 300)
{
	uint32_t crystal = 0, without = 0, sclk = 0;

	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &crystal));
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_MAX_SCLK, &sclk));
	EXPECT_LT(0, sclk);
	unbind_device(_metadata, self);
	/* its registers; its page table; no size of the ring; neither that nor the null page */
	EXPECT_EQ(-ENOMEM, probe_without(self, "pci_iomap", 0));
	EXPECT_EQ(-ENOMEM, probe_without(self, "ioremap_wc", 0));
	EXPECT_EQ(-ENOMEM, probe_without(self, "dma_alloc_attrs", 6));
	EXPECT_EQ(-ENOMEM, probe_without(self, "dma_alloc_attrs", 4));
	/* its ROM: it does without, and believes in a crystal as usual */
	EXPECT_EQ(0, probe_without(self, "pci_map_rom", 0));
	open_again(_metadata, self);
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &without));
	EXPECT_EQ(crystal, without);
	EXPECT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_MAX_SCLK, &sclk));
	EXPECT_EQ(0, sclk);
	unbind_device(_metadata, self);
	ASSERT_EQ(0, write_file(self->bind, self->slot));
	open_again(_metadata, self);
}

/* Binds the driver with the 1st, 2nd, ... fault until it meets none. */
static void probe_with_faults(struct __test_metadata *_metadata, FIXTURE_DATA(faults) *self)
{
	uint64_t start = now_ns();

	for (self->f.nth = 1; self->f.nth < MAX_NTH; self->f.nth++) {
		int fd = open(self->bind, O_WRONLY | O_CLOEXEC);
		int ret;

		ASSERT_LE(0, fd);
		faults_arm(&self->f);
		ret = write(fd, self->slot, strlen(self->slot)) < 0 ? -errno : 0;
		faults_disarm(&self->f);
		close(fd);
		/* it may do without: what came up has to go down again */
		if (ret == 0)
			ASSERT_EQ(0, write_file(self->unbind, self->slot));
		if (!self->f.injected) {
			EXPECT_EQ(0, ret);
			break;
		}
		EXPECT_TRUE(ret == 0 || ret == -ENOMEM || ret == -EFAULT || ret == -ENODEV ||
			    ret == -ENOENT || ret == -EBUSY)
			TH_LOG("fault %u: %d", self->f.nth, ret);
	}
	EXPECT_GT(MAX_NTH, self->f.nth);
	TH_LOG("%u faults in probe; %llu ms", self->f.nth - 1,
	       (unsigned long long)(now_ns() - start) / 1000000);
}

/*
 * Probe: each of its allocations fails once, and whatever came of it, the next
 * one works.  In two halves, as 6.1 warns when it takes an interrupt from /proc that
 * it could not put there, and TTM forgets to take back a shrinker; only one place
 * can be spared at a time.
 */
TEST_F_TIMEOUT(faults, probe_card, 900)
{
	if (strcmp(self->c.chip, "RV710"))
		SKIP(return, "the same on every chip, and long");
	ASSERT_EQ(0, faults_choose(true));
	ASSERT_EQ(0, faults_within(NULL, "rcp_drv_probe"));
	ASSERT_EQ(0, faults_depth(9));
	ASSERT_EQ(0, faults_spare("register_handler_proc", "show_interrupts"));
	ASSERT_EQ(0, faults_steady());
	unbind_device(_metadata, self);
	probe_with_faults(_metadata, self);
	ASSERT_EQ(0, write_file(self->bind, self->slot));
	open_again(_metadata, self);
}

TEST_F_TIMEOUT(faults, probe_device, 900)
{
	if (strcmp(self->c.chip, "RV710"))
		SKIP(return, "the same on every chip, and long");
	ASSERT_EQ(0, faults_choose(true));
	ASSERT_EQ(0, faults_within("rcp_drv_probe", NULL));
	ASSERT_EQ(0, faults_depth(9));
	ASSERT_EQ(0, faults_spare("ttm_global_init", NULL));
	unbind_device(_metadata, self);
	probe_with_faults(_metadata, self);
	ASSERT_EQ(0, write_file(self->bind, self->slot));
	open_again(_metadata, self);
}

TEST_HARNESS_MAIN
