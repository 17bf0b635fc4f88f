// SPDX-License-Identifier: GPL-2.0
/*
 * Fault injection into what moves memory: creation of buffers, moves, evictions and page faults.
 * See faults_fixture.h for how it is done and for the kernel that it needs.
 */
#include "client.h"
#include "faults.h"
#include "faults_fixture.h"
#include "stream.h"

#include <sys/wait.h>

TEST_F_TIMEOUT(faults, gem_create, 600)
{
	static const struct { uint64_t size; uint32_t domain, flags; } kinds[] = {
		{ 4096, GTT, 0 }, { 300 * 4096, GTT, RADEON_GEM_GTT_WC }, { 4096, VRAM, 0 },
		{ 1 << 20, VRAM, 0 }, { 65536, VRAM, RADEON_GEM_NO_CPU_ACCESS },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		/* a fault while the answer is copied back leaves the handle to the file */
		int fd = open(self->c.node, O_RDWR | O_CLOEXEC);
		uint32_t handle;

		ASSERT_LE(0, fd);
		FAULTY(gem_create(fd, kinds[i].size, 65536, kinds[i].domain, kinds[i].flags,
				  &handle), gem_close(fd, handle));
		close(fd);
	}
}

/* The kernel fails to split its own mapping of pages that become uncached. */
TEST_F(faults, uncached_pages)
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

/* Moves a buffer from system memory to VRAM, or back. */
static int move(int fd, uint32_t handle)
{
	uint32_t domain = 0;
	int ret = gem_busy(fd, handle, &domain);

	return ret && ret != -EBUSY ? ret : stream_place(fd, handle, domain == VRAM ? GTT : VRAM);
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

/*
 * Buffers evict each other from VRAM while each allocation fails in turn: every buffer
 * keeps its contents, and TTM logs no error.
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
	/* TTM allocates a few bytes there before it asks the driver; on failure it logs an error. */
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
	/* If copying the answer failed, only closing the file frees the buffer. */
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

/* A child touches a fresh mapping while allocations fail: at worst, the child dies. */
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

TEST_HARNESS_MAIN
