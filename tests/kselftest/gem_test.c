// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers as handles: sizes, alignments, domains and flags, tiling, the initial domain, and what
 * the ioctls say of a handle that does not exist; no buffer outlives its handles and its file.
 * The parts of the ABI that both drivers have also run on radeon.ko.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"

#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define NO_HANDLE	0x7ffffff0u

FIXTURE(gem) {
	struct client c;
	int kmsg;
};

FIXTURE_SETUP(gem)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
}

FIXTURE_TEARDOWN(gem)
{
	client_close(&self->c);
	if (self->c.rcp)
		EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

TEST_F(gem, impossible_sizes)
{
	static const uint64_t sizes[] = {
		1ull << 40, 1ull << 52, 1ull << 62, ~0ull, ~0ull - 4095, ~0ull - 4096,
		0x100000000ull * 4096, 1ull << 63,
	};
	uint32_t handle;
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		for (k = 0; k < 2; k++) {
			int ret = gem_create(self->c.fd, sizes[i], 4096, k ? GTT : VRAM, 0,
					     &handle);

			EXPECT_TRUE(ret == -EINVAL || ret == -ENOMEM ||
				    (ret == -ENOSPC && !self->c.rcp))
				TH_LOG("size %#llx: %d", (unsigned long long)sizes[i], ret);
		}
	if (!self->c.rcp)
		return;
	EXPECT_EQ(-EINVAL, gem_create(self->c.fd, 0, 4096, VRAM, 0, &handle));
}

TEST_F(gem, sizes_are_rounded_to_pages)
{
	uint32_t handle;
	uint8_t *p;

	ASSERT_EQ(0, gem_create(self->c.fd, 1, 1, GTT, 0, &handle));
	p = gem_map(self->c.fd, handle, 4096);
	ASSERT_NE(NULL, p);
	p[4095] = 1;
	munmap(p, 4096);
	EXPECT_EQ(0, gem_close(self->c.fd, handle));
}

TEST_F(gem, alignments)
{
	static const uint64_t good[] = { 0, 1, 256, 4096, 8192, 131072, 1 << 20 };
	static const uint64_t bad[] = { 3, 4097, 12288, 1ull << 40, ~0ull };
	uint32_t handle;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 4096, good[i], VRAM, 0, &handle))
			TH_LOG("alignment %#llx", (unsigned long long)good[i]);
		EXPECT_EQ(0, gem_close(self->c.fd, handle));
		ASSERT_EQ(0, gem_create(self->c.fd, 4096, good[i], GTT, 0, &handle))
			TH_LOG("alignment %#llx", (unsigned long long)good[i]);
		EXPECT_EQ(0, gem_close(self->c.fd, handle));
	}
	if (!self->c.rcp)
		return;
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		int ret = gem_create(self->c.fd, 4096, bad[i], VRAM, 0, &handle);

		EXPECT_EQ(-EINVAL, ret)
			TH_LOG("alignment %#llx: %d", (unsigned long long)bad[i], ret);
	}
}

TEST_F(gem, domains_and_flags_that_do_not_exist)
{
	uint32_t handle;
	uint32_t bit;

	if (!self->c.rcp)
		SKIP(return, "radeon.ko ignores them");
	EXPECT_EQ(-EINVAL, gem_create(self->c.fd, 4096, 4096, 0, 0, &handle));
	for (bit = 3; bit < 32; bit++)
		EXPECT_EQ(-EINVAL, gem_create(self->c.fd, 4096, 4096, GTT | 1u << bit, 0, &handle))
			TH_LOG("domain bit %u", bit);
	for (bit = 5; bit < 32; bit++)
		EXPECT_EQ(-EINVAL, gem_create(self->c.fd, 4096, 4096, GTT, 1u << bit, &handle))
			TH_LOG("flag bit %u", bit);
}

TEST_F(gem, handles_that_do_not_exist)
{
	static const uint32_t none[] = { 0, NO_HANDLE, 0xffffffff };
	uint32_t a, b;
	uint64_t offset;
	size_t i;
	int dmabuf;

	for (i = 0; i < ARRAY_SIZE(none); i++) {
		EXPECT_EQ(-ENOENT, gem_map_offset(self->c.fd, none[i], 4096, &offset));
		EXPECT_EQ(-ENOENT, gem_wait(self->c.fd, none[i]));
		EXPECT_EQ(-ENOENT, gem_busy(self->c.fd, none[i], NULL));
		EXPECT_EQ(-ENOENT, gem_set_tiling(self->c.fd, none[i], 0, 0));
		EXPECT_EQ(-ENOENT, gem_get_tiling(self->c.fd, none[i], &a, &b));
		EXPECT_EQ(-ENOENT, gem_initial_domain(self->c.fd, none[i], &a));
		EXPECT_EQ(-ENOENT, gem_export(self->c.fd, none[i], &dmabuf));
		EXPECT_EQ(-EINVAL, gem_close(self->c.fd, none[i]));
	}
}

TEST_F(gem, closed_handle_is_gone)
{
	uint64_t offset;
	uint32_t handle;

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &handle));
	ASSERT_EQ(0, gem_close(self->c.fd, handle));
	EXPECT_EQ(-ENOENT, gem_map_offset(self->c.fd, handle, 4096, &offset));
	EXPECT_EQ(-EINVAL, gem_close(self->c.fd, handle));
}

TEST_F(gem, tiling_is_remembered)
{
	uint32_t handle, flags, pitch;

	ASSERT_EQ(0, gem_create(self->c.fd, 1 << 20, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_get_tiling(self->c.fd, handle, &flags, &pitch));
	EXPECT_EQ(0, flags);
	EXPECT_EQ(0, gem_set_tiling(self->c.fd, handle,
				    RADEON_TILING_MACRO | RADEON_TILING_MICRO, 1024));
	ASSERT_EQ(0, gem_get_tiling(self->c.fd, handle, &flags, &pitch));
	EXPECT_EQ(RADEON_TILING_MACRO | RADEON_TILING_MICRO, flags);
	EXPECT_EQ(1024, pitch);
}

TEST_F(gem, initial_domain_is_remembered)
{
	uint32_t handle, domain;
	struct drm_radeon_gem_op op;

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_initial_domain(self->c.fd, handle, &domain));
	EXPECT_EQ(VRAM, domain);
	memset(&op, 0, sizeof(op));
	op.handle = handle;
	op.op = 77;
	EXPECT_EQ(-EINVAL, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_OP, &op));
}

TEST_F(gem, initial_domain_can_be_set)
{
	struct drm_radeon_gem_op op = { .op = RADEON_GEM_OP_SET_INITIAL_DOMAIN };
	uint32_t domain = 0;

	if (!self->c.rcp)
		SKIP(return, "radeon.ko wants a master");
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, VRAM, 0, &op.handle));
	EXPECT_EQ(-EINVAL, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_OP, &op));
	op.value = 0x100;
	EXPECT_EQ(-EINVAL, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_OP, &op));
	op.value = GTT;
	EXPECT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_OP, &op));
	EXPECT_EQ(0, gem_initial_domain(self->c.fd, op.handle, &domain));
	EXPECT_EQ(GTT, domain);
}

TEST_F(gem, set_domain)
{
	struct drm_radeon_gem_set_domain arg = { .read_domains = GTT };

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, VRAM, 0, &arg.handle));
	EXPECT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_SET_DOMAIN, &arg));
	arg.read_domains = RADEON_GEM_DOMAIN_CPU;
	EXPECT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_SET_DOMAIN, &arg));
	if (!self->c.rcp)
		return;
	arg.write_domain = 0x100;
	EXPECT_EQ(-EINVAL, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_SET_DOMAIN, &arg));
	arg.write_domain = 0;
	arg.handle = 0x7ffffff0;
	EXPECT_EQ(-ENOENT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_SET_DOMAIN, &arg));
}

/* There is no virtual memory. */
TEST_F(gem, no_va)
{
	struct drm_radeon_gem_va va = { .operation = RADEON_VA_MAP };

	EXPECT_EQ(-ENOTTY, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_VA, &va));
	EXPECT_EQ(RADEON_VA_RESULT_ERROR, va.operation);
}

/* The card may still clear a closed buffer, which is freed afterwards. */
static uint64_t settled(int fd, uint32_t domain, uint64_t wanted)
{
	uint64_t now = gem_usage(fd, domain);
	int i;

	for (i = 0; i < 4000 && now != wanted; i++) {
		usleep(5000);
		now = gem_usage(fd, domain);
	}
	return now;
}

TEST_F(gem, nothing_is_left_behind)
{
	uint64_t vram, gtt;
	int i;

	/* without rcp only a pause */
	ASSERT_TRUE(memory_is_settled());
	vram = gem_usage(self->c.fd, VRAM);
	gtt = gem_usage(self->c.fd, GTT);
	for (i = 0; i < 64; i++) {
		struct client other;
		uint32_t handle;

		ASSERT_EQ(0, client_open(&other));
		ASSERT_EQ(0, gem_create(other.fd, 65536, 4096, VRAM, 0, &handle));
		ASSERT_EQ(0, gem_create(other.fd, 65536, 4096, GTT, 0, &handle));
		if (i & 1)
			EXPECT_EQ(0, gem_close(other.fd, handle));
		if (!i) {
			EXPECT_LE(vram + 65536, gem_usage(self->c.fd, VRAM));
			EXPECT_LE(gtt + 65536, gem_usage(self->c.fd, GTT));
		}
		/* every second client leaves its buffers to the close of the file */
		client_close(&other);
	}
	EXPECT_EQ(vram, settled(self->c.fd, VRAM, vram));
	EXPECT_EQ(gtt, settled(self->c.fd, GTT, gtt));
}

TEST_F(gem, ioctls_fault_cleanly)
{
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_CREATE, (void *)8));
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_MMAP, (void *)8));
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, (void *)8));
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_BUSY, (void *)8));
}

/* If GEM_CREATE cannot write its answer, the buffer goes with the file at the latest. */
TEST_F(gem, create_into_read_only_memory_leaks_nothing)
{
	struct drm_radeon_gem_create *create;
	uint64_t before;
	int i;

	create = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, create);
	create->size = 1 << 20;
	create->alignment = 4096;
	create->initial_domain = GTT;
	ASSERT_EQ(0, mprotect(create, 4096, PROT_READ));
	ASSERT_TRUE(memory_is_settled());
	before = gem_usage(self->c.fd, GTT);
	for (i = 0; i < 4; i++)
		EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_CREATE, create));
	/*
	 * The file has the handle all the same, because DRM copies the answer back
	 * after the driver has returned.
	 */
	EXPECT_GE(gem_usage(self->c.fd, GTT), before);
	client_close(&self->c);
	ASSERT_EQ(0, client_open(&self->c));
	EXPECT_EQ(before, settled(self->c.fd, GTT, before));
	munmap(create, 4096);
}

TEST_F(gem, userptr_is_not_offered)
{
	struct drm_radeon_gem_userptr arg = { 0 };
	int ret;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	ret = client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_USERPTR, &arg);
	/* -EACCES would mean that the ioctl exists */
	EXPECT_TRUE(ret < 0 && ret != -EACCES)
		TH_LOG("%d", ret);
}

TEST_HARNESS_MAIN
