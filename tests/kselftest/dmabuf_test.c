// SPDX-License-Identifier: GPL-2.0
/*
 * dma-bufs of other exporters that rcp imports, and CPU access to a dma-buf of rcp.  Needs
 * udmabuf or a dma-heap, and modules/exporter.ko; prime_test has the exports of rcp to other
 * drivers.
 */
#include "client.h"
#include "emulated.h"
#include "hold.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(dmabuf) {
	struct client c;
	struct stream s;
	int kmsg;
};

FIXTURE_SETUP(dmabuf)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
}

FIXTURE_TEARDOWN(dmabuf)
{
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* A dma-buf of the pages of a memfd, or -1 */
static int udmabuf(unsigned int flags, uint64_t offset, uint64_t size)
{
	struct udmabuf_create create = { .offset = offset, .size = size };
	int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC), dmabuf = -1;

	if (device < 0)
		return -1;
	create.memfd = memfd_create("pages", MFD_ALLOW_SEALING | flags);
	if (!ftruncate(create.memfd, offset + size + (4 << 20) - (offset + size) % (2 << 20)) &&
	    !fcntl(create.memfd, F_ADD_SEALS, F_SEAL_SHRINK))
		dmabuf = ioctl(device, UDMABUF_CREATE, &create);
	close(create.memfd);
	close(device);
	return dmabuf;
}

/* The card writes to an import, and the CPU reads the values: 0 or -errno */
static int use_import(struct stream *s, int fd, int dmabuf, uint64_t size)
{
	uint32_t *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, dmabuf, 0);
	uint32_t handle;
	int ret = gem_import(fd, dmabuf, &handle);

	if (ret)
		return ret;
	stream_init(s);
	stream_mem_write(s, handle, GTT, 0, 0x1111);
	stream_mem_write(s, handle, GTT, size / 2, 0x2222);
	stream_mem_write(s, handle, GTT, size - 8, 0x3333);
	ret = stream_submit(s, fd, NULL);
	ret = ret ? ret : gem_wait(fd, handle);
	if (!ret && p != MAP_FAILED &&
	    (p[0] != 0x1111 || p[size / 8] != 0x2222 || p[size / 4 - 2] != 0x3333))
		ret = -EIO;
	if (p != MAP_FAILED)
		munmap(p, size);
	gem_close(fd, handle);
	return ret;
}

/* The answer to each import */
static int imports(void)
{
	return bus_bounces() ? -EOPNOTSUPP : 0;
}

TEST_F(dmabuf, udmabuf_imports)
{
	static const struct { unsigned int flags; uint64_t offset, size; } kinds[] = {
		{ 0, 0, 65536 }, { 0, 8192, 65536 }, { 0, 0, 16 << 20 },
		{ MFD_HUGETLB, 0, 4 << 20 }, { MFD_HUGETLB, 12288, 1 << 20 },
		{ MFD_HUGETLB, (2 << 20) - 4096, 8192 },
	};
	unsigned int done = 0;
	size_t i;
	int fd;

	write_file("/proc/sys/vm/nr_hugepages", "8");
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		fd = udmabuf(kinds[i].flags, kinds[i].offset, kinds[i].size);
		if (fd < 0)
			continue;
		EXPECT_EQ(imports(), use_import(&self->s, self->c.fd, fd, kinds[i].size))
			TH_LOG("kind %zu", i);
		close(fd);
		done++;
	}
	write_file("/proc/sys/vm/nr_hugepages", "0");
	if (!done)
		SKIP(return, "no udmabuf");
	TH_LOG("%u of %zu kinds", done, ARRAY_SIZE(kinds));
}

TEST_F(dmabuf, dma_heap_imports)
{
	struct dma_heap_allocation_data heap = { .len = 16 << 20, .fd_flags = O_RDWR | O_CLOEXEC };
	int fd = open("/dev/dma_heap/system", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		SKIP(return, "no dma-heap");
	ASSERT_EQ(0, ioctl(fd, DMA_HEAP_IOCTL_ALLOC, &heap));
	close(fd);
	EXPECT_EQ(imports(), use_import(&self->s, self->c.fd, heap.fd, heap.len));
	close(heap.fd);
}

/* Imports a dma-buf with this bus address and size: 0 or -errno */
static int import_at(int fd, uint64_t addr, unsigned int size)
{
	char params[64];
	uint32_t handle;
	int dmabuf, ret;

	snprintf(params, sizeof(params), "addr=%llu size=%u", (unsigned long long)addr, size);
	ret = test_module("exporter", params);
	if (ret)
		return ret == -ENOENT ? ret : -EPROTO;
	dmabuf = test_module_value("exporter", "fd");
	ret = gem_import(fd, dmabuf, &handle);
	if (!ret)
		gem_close(fd, handle);
	close(dmabuf);
	return test_module_end("exporter") ? -EPROTO : ret;
}

/* The card has 40 address bits: the GART would map other memory than the exporter's. */
TEST_F(dmabuf, addresses_that_the_card_does_not_have)
{
	const uint64_t end = 1ull << 40;
	int ret = import_at(self->c.fd, end - 65536, 65536);

	if (ret == -ENOENT)
		SKIP(return, "no module that exports: make test-module");
	EXPECT_EQ(imports(), ret);
	if (ret)
		return;
	EXPECT_EQ(-EINVAL, import_at(self->c.fd, end - 65536, 65536 + 4096));
	EXPECT_EQ(-EINVAL, import_at(self->c.fd, end, 4096));
	EXPECT_EQ(-EINVAL, import_at(self->c.fd, end + 65536, 65536));
	EXPECT_EQ(-EINVAL, import_at(self->c.fd, -65536ull, 65536));
	EXPECT_EQ(-EINVAL, import_at(self->c.fd, 65536 + 256, 65536));
}

/* Unbind while pages of another driver are mapped for the device. */
TEST_F(dmabuf, unbind_with_an_import)
{
	uint32_t handle;
	int fd = udmabuf(0, 0, 65536);

	if (fd < 0 || !card_slot())
		SKIP(return, "no udmabuf");
	ASSERT_EQ(imports(), gem_import(self->c.fd, fd, &handle));
	if (imports())
		return;
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle, GTT, 0, 1));
	close(self->kmsg);
	EXPECT_EQ(0, card_unbind());
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
	self->kmsg = kmsg_open();
	/* closing the old device's file frees the old device's buffer */
	client_close(&self->c);
	close(fd);
	EXPECT_EQ(0, client_open(&self->c));
}

/* After DMA_BUF_SYNC_START, a CPU mapping of a dma-buf in VRAM shows the card's writes. */
TEST_F(dmabuf, dmabuf_begin_cpu_access)
{
	struct dma_buf_sync sync = { .flags = DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW };
	uint32_t handle, i;
	volatile uint32_t *p;
	int fd;

	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_export(self->c.fd, handle, &fd));
	p = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	ASSERT_NE(MAP_FAILED, (void *)p);
	for (i = 1; i < 20; i++) {
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle, VRAM, 0, i));
		sync.flags = DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW;
		ASSERT_EQ(0, ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync));
		EXPECT_EQ(i, p[0]);
		sync.flags = DMA_BUF_SYNC_END | DMA_BUF_SYNC_RW;
		ASSERT_EQ(0, ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync));
	}
	munmap((void *)p, 65536);
	close(fd);
}

TEST_HARNESS_MAIN
