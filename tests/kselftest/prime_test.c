// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers shared as dma-bufs between clients and with other drivers: identity, size,
 * contents, lifetime and fences.  Also runs on radeon.ko.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <linux/dma-buf.h>
#include <linux/udmabuf.h>
#include <sys/ioctl.h>

#define SIZE	(5 * 4096)
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(prime) {
	struct client a, b;
};

FIXTURE_VARIANT(prime) {
	uint32_t domain;
};

FIXTURE_VARIANT_ADD(prime, vram) { .domain = RADEON_GEM_DOMAIN_VRAM };
FIXTURE_VARIANT_ADD(prime, gtt) { .domain = RADEON_GEM_DOMAIN_GTT };

FIXTURE_SETUP(prime)
{
	ASSERT_EQ(0, client_open(&self->a));
	ASSERT_EQ(0, client_open(&self->b));
}

FIXTURE_TEARDOWN(prime)
{
	client_close(&self->a);
	client_close(&self->b);
}

TEST_F(prime, size_and_identity)
{
	uint32_t handle, again, other, other_again;
	int dmabuf;

	ASSERT_EQ(0, gem_create(self->a.fd, SIZE, 4096, variant->domain, 0, &handle));
	ASSERT_EQ(0, gem_export(self->a.fd, handle, &dmabuf));
	EXPECT_EQ(SIZE, lseek(dmabuf, 0, SEEK_END));
	ASSERT_EQ(0, gem_import(self->a.fd, dmabuf, &again));
	EXPECT_EQ(handle, again);
	ASSERT_EQ(0, gem_import(self->b.fd, dmabuf, &other));
	ASSERT_EQ(0, gem_import(self->b.fd, dmabuf, &other_again));
	EXPECT_EQ(other, other_again);
	close(dmabuf);
}

TEST_F(prime, contents_and_lifetime)
{
	uint32_t handle, other, i;
	uint32_t *p, *q;
	int dmabuf;

	ASSERT_EQ(0, gem_create(self->a.fd, SIZE, 4096, variant->domain, 0, &handle));
	p = gem_map(self->a.fd, handle, SIZE);
	ASSERT_NE(NULL, p);
	for (i = 0; i < SIZE / 4; i++)
		p[i] = ~i;
	ASSERT_EQ(0, gem_export(self->a.fd, handle, &dmabuf));
	ASSERT_EQ(0, gem_import(self->b.fd, dmabuf, &other));
	close(dmabuf);

	q = gem_map(self->b.fd, other, SIZE);
	ASSERT_NE(NULL, q);
	for (i = 0; i < SIZE / 4; i++)
		ASSERT_EQ(~i, q[i]);
	q[7] = 777;
	EXPECT_EQ(777, p[7]);

	/* the buffer survives its exporter */
	munmap(p, SIZE);
	client_close(&self->a);
	EXPECT_EQ(777, q[7]);
	munmap(q, SIZE);
	q = gem_map(self->b.fd, other, SIZE);
	ASSERT_NE(NULL, q);
	EXPECT_EQ(777, q[7]);
	EXPECT_EQ(~8u, q[8]);
	munmap(q, SIZE);
}

TEST_F(prime, tiling_and_domain_come_along)
{
	uint32_t handle, other, flags, pitch, domain;
	int dmabuf;

	ASSERT_EQ(0, gem_create(self->a.fd, 1 << 20, 4096, variant->domain, 0, &handle));
	ASSERT_EQ(0, gem_set_tiling(self->a.fd, handle, RADEON_TILING_MICRO, 512));
	ASSERT_EQ(0, gem_export(self->a.fd, handle, &dmabuf));
	ASSERT_EQ(0, gem_import(self->b.fd, dmabuf, &other));
	ASSERT_EQ(0, gem_get_tiling(self->b.fd, other, &flags, &pitch));
	EXPECT_EQ(RADEON_TILING_MICRO, flags);
	EXPECT_EQ(512, pitch);
	ASSERT_EQ(0, gem_initial_domain(self->b.fd, other, &domain));
	EXPECT_EQ(variant->domain, domain);
	close(dmabuf);
}

TEST_F(prime, submission_of_one_shows_to_the_other)
{
	uint32_t handle, other;
	struct stream s;
	uint32_t *p;
	int dmabuf;

	ASSERT_EQ(0, gem_create(self->a.fd, SIZE, 4096, variant->domain, 0, &handle));
	ASSERT_EQ(0, gem_export(self->a.fd, handle, &dmabuf));
	ASSERT_EQ(0, gem_import(self->b.fd, dmabuf, &other));
	ASSERT_EQ(0, stream_write(&s, self->a.fd, handle, variant->domain, 64,
				  0x1122334455667788ull));
	/* the other client's wait covers the first one's fence */
	ASSERT_EQ(0, gem_wait(self->b.fd, other));
	p = gem_map(self->b.fd, other, SIZE);
	ASSERT_NE(NULL, p);
	EXPECT_EQ(0x55667788, p[16]);
	EXPECT_EQ(0x11223344, p[17]);
	/* and so does poll() of the dma-buf */
	ASSERT_EQ(0, stream_submit(&s, self->a.fd, NULL));
	ASSERT_EQ(1, poll(&(struct pollfd){ .fd = dmabuf, .events = POLLOUT }, 1, 60000));
	EXPECT_EQ(0, gem_busy(self->b.fd, other, NULL));
	munmap(p, SIZE);
	close(dmabuf);
}

TEST_F(prime, dmabuf_can_be_mapped)
{
	uint32_t handle;
	uint32_t *p, *q;
	int dmabuf;

	ASSERT_EQ(0, gem_create(self->a.fd, SIZE, 4096, variant->domain, 0, &handle));
	ASSERT_EQ(0, gem_export(self->a.fd, handle, &dmabuf));
	p = gem_map(self->a.fd, handle, SIZE);
	ASSERT_NE(NULL, p);
	p[0] = 42;
	q = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, dmabuf, 0);
	ASSERT_NE(MAP_FAILED, q);
	EXPECT_EQ(42, q[0]);
	EXPECT_EQ(MAP_FAILED, mmap(NULL, SIZE + 4096, PROT_READ, MAP_SHARED, dmabuf, 0));
	munmap(p, SIZE);
	munmap(q, SIZE);
	close(dmabuf);
}

TEST_F(prime, what_is_no_dmabuf)
{
	uint32_t handle;
	int null = open("/dev/null", O_RDWR);

	EXPECT_EQ(-EINVAL, gem_import(self->a.fd, null, &handle));
	EXPECT_EQ(-EBADF, gem_import(self->a.fd, -1, &handle));
	EXPECT_EQ(-EINVAL, gem_import(self->a.fd, self->b.fd, &handle));
	close(null);
}

/* A buffer stays in system memory while another device has it. */
TEST_F(prime, another_driver_imports)
{
	uint32_t handle, theirs, again, domain, *p;
	int vgem = client_open_vgem(), second, dmabuf;
	struct stream s;

	if (!self->a.rcp)
		SKIP(return, "not rcp");
	if (vgem < 0)
		SKIP(return, "no vgem");
	if (vgem_is_refused()) {
		EXPECT_EQ(-EOPNOTSUPP, gem_export_to(self->a.fd, vgem, 4096, &theirs));
		return;
	}
	second = client_open_vgem();
	ASSERT_EQ(0, gem_create(self->a.fd, SIZE, 4096, variant->domain, 0, &handle));
	p = gem_map(self->a.fd, handle, SIZE);
	ASSERT_NE(NULL, p);
	p[100] = 1234;
	ASSERT_EQ(0, gem_export(self->a.fd, handle, &dmabuf));
	ASSERT_EQ(0, gem_import(vgem, dmabuf, &theirs));
	ASSERT_EQ(0, gem_import(second, dmabuf, &again));
	EXPECT_EQ(0, stream_write(&s, self->a.fd, handle, variant->domain, 0, 77));
	EXPECT_EQ(0, gem_wait(self->a.fd, handle));
	EXPECT_EQ(0, gem_busy(self->a.fd, handle, &domain));
	EXPECT_EQ(RADEON_GEM_DOMAIN_GTT, domain);
	EXPECT_EQ(77, p[0]);
	EXPECT_EQ(1234, p[100]);

	ASSERT_EQ(0, gem_close(vgem, theirs));
	ASSERT_EQ(0, gem_close(second, again));
	close(vgem);
	close(second);
	EXPECT_EQ(0, stream_write(&s, self->a.fd, handle, variant->domain, 0, 78));
	EXPECT_EQ(0, gem_wait(self->a.fd, handle));
	EXPECT_EQ(0, gem_busy(self->a.fd, handle, &domain));
	EXPECT_EQ(variant->domain, domain);
	EXPECT_EQ(78, p[0]);
	EXPECT_EQ(1234, p[100]);
	munmap(p, SIZE);
	close(dmabuf);
}

/*
 * A submission that moves a buffer with a fence of another driver does not wait for that
 * fence, nor do submissions of other clients; only its job does.
 */
TEST_F(prime, moves_do_not_wait)
{
	int vgem = client_open_vgem(), dmabuf;
	uint32_t handle, other, fence, domain, *p;
	struct stream s;

	if (!self->a.rcp)
		SKIP(return, "not rcp");
	if (vgem < 0)
		SKIP(return, "no vgem");
	ASSERT_EQ(0, gem_create(self->a.fd, SIZE, 4096, variant->domain, 0, &handle));
	p = gem_map(self->a.fd, handle, SIZE);
	ASSERT_NE(NULL, p);
	p[100] = 1234;
	ASSERT_EQ(0, gem_export(self->a.fd, handle, &dmabuf));
	if (vgem_is_refused()) {
		EXPECT_EQ(-EOPNOTSUPP, vgem_fence_attach(vgem, dmabuf, &fence));
		return;
	}
	/* the buffer is in system memory while vgem has it */
	ASSERT_EQ(0, vgem_fence_attach(vgem, dmabuf, &fence));

	EXPECT_EQ(0, stream_write(&s, self->a.fd, handle, RADEON_GEM_DOMAIN_VRAM, 0, 1));
	ASSERT_EQ(0, gem_create(self->b.fd, SIZE, 4096, RADEON_GEM_DOMAIN_VRAM, 0, &other));
	ASSERT_EQ(0, gem_wait(self->b.fd, other));
	/* no call has waited for the fence: it is still pending */
	EXPECT_EQ(-EBUSY, gem_busy(self->a.fd, handle, &domain));
	EXPECT_EQ(RADEON_GEM_DOMAIN_GTT, domain);
	EXPECT_EQ(0, vgem_fence_signal(vgem, fence));
	EXPECT_EQ(0, gem_wait(self->a.fd, handle));
	EXPECT_EQ(1, p[0]);

	EXPECT_EQ(0, stream_write(&s, self->a.fd, handle, RADEON_GEM_DOMAIN_VRAM, 0, 2));
	EXPECT_EQ(0, gem_wait(self->a.fd, handle));
	EXPECT_EQ(0, gem_busy(self->a.fd, handle, &domain));
	EXPECT_EQ(RADEON_GEM_DOMAIN_VRAM, domain);
	EXPECT_EQ(2, p[0]);
	EXPECT_EQ(1234, p[100]);
	munmap(p, SIZE);
	close(dmabuf);
	close(vgem);
}

/* Maps @size bytes at each page near @offset except those two: the number of successes */
static int map_around(int fd, uint64_t offset, uint64_t other, size_t size)
{
	uint64_t at, reach = 1024 * 4096;
	int n = 0;

	for (at = offset > reach ? offset - reach : 0; at < offset + reach; at += 4096) {
		void *p;

		if (at == offset || at == other)
			continue;
		p = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, at);
		if (p == MAP_FAILED)
			continue;
		n++;
		munmap(p, size);
	}
	return n;
}

/* A dma-buf of udmabuf, else of vgem, or -1 */
static int foreign_create(void)
{
	struct drm_mode_create_dumb dumb = { .height = SIZE / 4096, .width = 1024, .bpp = 32 };
	struct udmabuf_create create = { .size = SIZE };
	int udmabuf = open("/dev/udmabuf", O_RDWR | O_CLOEXEC), vgem, dmabuf = -1;

	if (udmabuf >= 0) {
		create.memfd = memfd_create("pages", MFD_ALLOW_SEALING);
		if (!ftruncate(create.memfd, SIZE) &&
		    !fcntl(create.memfd, F_ADD_SEALS, F_SEAL_SHRINK))
			dmabuf = ioctl(udmabuf, UDMABUF_CREATE, &create);
		close(create.memfd);
		close(udmabuf);
		return dmabuf;
	}
	close(client_open_vgem());
	vgem = client_open_primary("vgem");
	if (!client_ioctl(vgem, DRM_IOCTL_MODE_CREATE_DUMB, &dumb))
		gem_export(vgem, dumb.handle, &dmabuf);
	close(vgem);
	return dmabuf;
}

/*
 * A client can import a dma-buf of another driver twice, as two buffers.  Writes through
 * the second are visible to all users of the dma-buf.
 */
TEST_F(prime, two_handles_of_another_drivers)
{
	struct drm_gem_flink flink = { .name = 0 };
	struct drm_gem_open named = { .handle = 0 };
	int dmabuf, ours, theirs;
	struct pollfd written;
	uint32_t x, gate;
	volatile uint32_t *map;
	struct stream s;
	uint32_t *p;

	dmabuf = foreign_create();
	if (!self->a.rcp || dmabuf < 0)
		SKIP(return, "not rcp, or no other driver");
	p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, dmabuf, 0);
	ASSERT_NE(MAP_FAILED, p);
	p[0] = 0x5eed;
	ours = client_open_primary("radeon");
	theirs = client_open_primary("radeon");
	ASSERT_LE(0, theirs);
	if (bus_bounces()) {
		EXPECT_EQ(-EOPNOTSUPP, gem_import(ours, dmabuf, &x));
		return;
	}
	ASSERT_EQ(0, gem_import(ours, dmabuf, &x));
	ASSERT_EQ(0, gem_import(theirs, dmabuf, &flink.handle));
	ASSERT_EQ(0, client_ioctl(theirs, DRM_IOCTL_GEM_FLINK, &flink));
	named.name = flink.name;
	ASSERT_EQ(0, client_ioctl(ours, DRM_IOCTL_GEM_OPEN, &named));
	ASSERT_NE(x, named.handle);
	ASSERT_EQ(0, gem_create(ours, 4096, 4096, GTT, 0, &gate));
	map = gem_map(ours, gate, 4096);
	ASSERT_NE(NULL, map);
	map[0] = 0;
	stream_init(&s);
	stream_wait_mem(&s, gate, GTT, 0, 1);
	stream_copy_dw(&s, x, 0, named.handle, 64, GTT);
	ASSERT_EQ(0, stream_submit(&s, ours, NULL));
	written.fd = dmabuf;
	written.events = POLLIN;
	EXPECT_EQ(0, poll(&written, 1, 0));
	map[0] = 1;
	EXPECT_EQ(1, poll(&written, 1, 60000));
	EXPECT_EQ(0x5eed, p[16]);
	munmap((void *)map, 4096);
	munmap(p, SIZE);
	close(dmabuf);
	close(ours);
	close(theirs);
}

/* Imported pages: the card can access them while the import exists. */
TEST_F(prime, imports_from_another_driver)
{
	uint64_t offset, before, after;
	uint32_t handle, own;
	uint32_t *p;
	int dmabuf;
	struct stream s;

	dmabuf = foreign_create();
	if (!self->a.rcp || dmabuf < 0)
		SKIP(return, "not rcp, or no other driver");
	p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, dmabuf, 0);
	ASSERT_NE(MAP_FAILED, p);
	ASSERT_EQ(0, gem_create(self->a.fd, SIZE, 4096, variant->domain, 0, &own));
	ASSERT_EQ(0, gem_map_offset(self->a.fd, own, SIZE, &before));
	if (bus_bounces()) {
		EXPECT_EQ(-EOPNOTSUPP, gem_import(self->a.fd, dmabuf, &handle));
		return;
	}
	ASSERT_EQ(0, gem_import(self->a.fd, dmabuf, &handle));
	ASSERT_EQ(0, gem_create(self->a.fd, SIZE, 4096, variant->domain, 0, &own));
	ASSERT_EQ(0, gem_map_offset(self->a.fd, own, SIZE, &after));
	/* only the exporter maps the buffer; guessing the mmap offset here fails */
	EXPECT_EQ(-EINVAL, gem_map_offset(self->a.fd, handle, SIZE, &offset));
	EXPECT_EQ(0, map_around(self->a.fd, before, after, SIZE));
	/* the import stays in the GTT, whatever the relocation prefers */
	ASSERT_EQ(0, stream_write(&s, self->a.fd, handle, variant->domain, 4096, 99));
	EXPECT_EQ(0, gem_wait(self->a.fd, handle));
	EXPECT_EQ(99, p[1024]);
	EXPECT_EQ(0, gem_close(self->a.fd, handle));
	close(dmabuf);
	munmap(p, SIZE);
}

TEST_HARNESS_MAIN
