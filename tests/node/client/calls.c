// SPDX-License-Identifier: GPL-2.0
/*
 * The node's calls, as libdrm and Mesa make them and as they should not.  Prints TAP.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <radeon_drm.h>
#include <xf86drm.h>

#include "../../pm4/tap.h"

#define NODE		"/dev/dri/renderD128"
#define PAGE		4096u
#define NOP(n)		(3u << 30 | ((n) - 1u) << 16 | 0x10u << 8)
#define MEM_WRITE	(3u << 30 | 3u << 16 | 0x3du << 8)
#define MEM_WRITE_32	(1u << 18)

static int fd;

static int create(uint64_t size, uint64_t alignment, uint32_t domain, uint32_t *handle)
{
	struct drm_radeon_gem_create args = { .size = size, .alignment = alignment, .initial_domain = domain };

	if (drmIoctl(fd, DRM_IOCTL_RADEON_GEM_CREATE, &args))
		return -errno;
	*handle = args.handle;
	return 0;
}

static uint32_t *map(uint32_t handle, uint64_t size)
{
	struct drm_radeon_gem_mmap args = { .handle = handle, .size = size };

	if (drmIoctl(fd, DRM_IOCTL_RADEON_GEM_MMAP, &args))
		return MAP_FAILED;
	return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, args.addr_ptr);
}

static int submit(const uint32_t *ib, uint32_t ndw, uint32_t handle, uint32_t domain)
{
	struct drm_radeon_cs_reloc reloc = { handle, 0, domain, 0 };
	struct drm_radeon_cs_chunk chunks[] = {
		{ RADEON_CHUNK_ID_IB, ndw, (uintptr_t)ib },
		{ RADEON_CHUNK_ID_RELOCS, sizeof(reloc) / 4, (uintptr_t)&reloc },
	};
	uint64_t list[] = { (uintptr_t)&chunks[0], (uintptr_t)&chunks[1] };
	struct drm_radeon_cs cs = { .num_chunks = 2, .chunks = (uintptr_t)list };

	/* As libdrm's drmCommandWriteRead(), to which any number but -1 is success. */
	return drmIoctl(fd, DRM_IOCTL_RADEON_CS, &cs) == -1 ? -errno : 0;
}

static void test_device(void)
{
	drmVersionPtr version = drmGetVersion(fd);
	drmDevicePtr device = NULL;
	struct stat st, by_path;
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);

	tap_ok(version && !strcmp(version->name, "radeon") && version->version_major == 2, "its driver is radeon");
	tap_ok(!drmGetDevice2(fd, 0, &device) && device->bustype == DRM_BUS_PCI &&
	       device->deviceinfo.pci->vendor_id == 0x1002, "libdrm finds its PCI device");
	tap_ok(!fstat(fd, &st) && S_ISCHR(st.st_mode) && st.st_rdev == makedev(226, 128) &&
	       !stat(NODE, &by_path) && by_path.st_rdev == st.st_rdev, "it is a character device");
	tap_ok(copy >= 0 && drmGetVersion(copy), "a copy of its descriptor is one");
	close(copy);
	drmFreeDevice(&device);
	drmFreeVersion(version);
}

static void test_buffers(void)
{
	uint32_t a = 0, b = 0;
	uint32_t *first, *second;

	tap_ok(create(0, PAGE, RADEON_GEM_DOMAIN_GTT, &a) == -EINVAL, "no buffer of 0 bytes");
	tap_ok(create(PAGE, 3, RADEON_GEM_DOMAIN_GTT, &a) == -EINVAL, "no alignment that is no power of two");
	tap_ok(create(PAGE, PAGE, RADEON_GEM_DOMAIN_CPU, &a) == -EINVAL, "no domain but VRAM and GTT");
	tap_ok(create(1ull << 40, PAGE, RADEON_GEM_DOMAIN_GTT, &a) == -ENOMEM, "no buffer beyond its memory");
	tap_ok(!create(100, PAGE, RADEON_GEM_DOMAIN_GTT, &a) && !create(PAGE, 1 << 17, RADEON_GEM_DOMAIN_VRAM, &b),
	       "buffers");
	first = map(a, PAGE);
	second = map(a, PAGE);
	tap_ok(first != MAP_FAILED && second != MAP_FAILED && !first[5], "a new buffer is 0");
	first[5] = 77;
	tap_ok(second[5] == 77, "two mappings of a buffer are the same memory");
	munmap(first, PAGE);
	munmap(second, PAGE);
	tap_ok(!drmCloseBufferHandle(fd, a) && drmCloseBufferHandle(fd, a), "a handle is closed once");
	tap_ok(!create(PAGE, PAGE, RADEON_GEM_DOMAIN_GTT, &a) && map(a, PAGE) != MAP_FAILED && !map(a, PAGE)[5],
	       "memory of a buffer that is gone is 0 again");
	drmCloseBufferHandle(fd, a);
	drmCloseBufferHandle(fd, b);
}

static void test_prime(void)
{
	uint32_t handle, again = 0;
	int shared = -1;

	create(3 * PAGE, PAGE, RADEON_GEM_DOMAIN_GTT, &handle);
	tap_ok(!drmPrimeHandleToFD(fd, handle, DRM_CLOEXEC, &shared) && lseek(shared, 0, SEEK_END) == 3 * PAGE,
	       "an export has the size of its buffer");
	tap_ok(!drmPrimeFDToHandle(fd, shared, &again) && again == handle, "and comes back as the same handle");
	close(shared);
	drmCloseBufferHandle(fd, handle);
}

static void test_streams(void)
{
	uint32_t write[] = { MEM_WRITE, 8, MEM_WRITE_32, 0x1234, 0, NOP(1), 0 };
	uint32_t beyond[] = { MEM_WRITE, PAGE, MEM_WRITE_32, 0x1234, 0, NOP(1), 0 };
	uint32_t handle;
	uint32_t *bytes;

	create(PAGE, PAGE, RADEON_GEM_DOMAIN_GTT, &handle);
	bytes = map(handle, PAGE);
	tap_ok(!submit(write, sizeof(write) / 4, handle, RADEON_GEM_DOMAIN_GTT) && bytes[2] == 0x1234,
	       "a stream writes its buffer");
	tap_ok(submit(beyond, sizeof(beyond) / 4, handle, RADEON_GEM_DOMAIN_GTT) == -EINVAL, "and not behind it");
	tap_ok(submit(write, sizeof(write) / 4, handle + 1000, RADEON_GEM_DOMAIN_GTT) == -ENOENT,
	       "a handle that does not exist");
	tap_ok(submit(write, sizeof(write) / 4, handle, 0) == -EINVAL, "a relocation without a domain");
	tap_ok(submit(write, 0, handle, RADEON_GEM_DOMAIN_GTT) == -EINVAL, "an empty stream");
	drmCloseBufferHandle(fd, handle);
}

/* Whether a buffer of @pages pages is zero, and then filled with a number by streams. */
static bool fill(uint32_t pages, uint32_t number, uint32_t *handle, uint32_t **bytes)
{
	if (create(pages * PAGE, PAGE, RADEON_GEM_DOMAIN_GTT, handle))
		return false;
	*bytes = map(*handle, pages * PAGE);
	for (uint32_t n = 0; n < pages; n++) {
		uint32_t write[] = { MEM_WRITE, n * PAGE, MEM_WRITE_32, number, 0, NOP(1), 0 };

		if ((*bytes)[n * PAGE / 4] || submit(write, sizeof(write) / 4, *handle, RADEON_GEM_DOMAIN_GTT))
			return false;
	}
	return true;
}

static bool holds(const uint32_t *bytes, uint32_t pages, uint32_t number)
{
	for (uint32_t n = 0; n < pages; n++)
		if (bytes[n * PAGE / 4] != number)
			return false;
	return true;
}

#define CHILD_PAGES	40u

/* A child: buffers of its own, after those that it has in common with its parent. */
static int child(const uint32_t *common, int ready, int go)
{
	uint32_t handle, *bytes;
	char c;

	fd = open(NODE, O_RDWR | O_CLOEXEC);
	if (fd < 0 || !fill(CHILD_PAGES, 0xc1, &handle, &bytes) || !holds(common, CHILD_PAGES, 0xaa))
		return 1;
	if (write(ready, "", 1) != 1 || read(go, &c, 1) != 1)
		return 2;
	/* While it waited, the parent has made buffers. */
	return holds(bytes, CHILD_PAGES, 0xc1) && !drmCloseBufferHandle(fd, handle) ? 0 : 3;
}

static void test_fork(void)
{
	uint32_t common, *bytes, own, *own_bytes, again, *again_bytes;
	int ready[2], go[2], status = -1;
	char c;
	pid_t pid;

	tap_ok(fill(CHILD_PAGES, 0xaa, &common, &bytes) && !pipe(ready) && !pipe(go), "before a fork");
	pid = fork();
	if (!pid)
		_exit(child(bytes, ready[1], go[0]));
	close(ready[1]);
	tap_ok(read(ready[0], &c, 1) == 1, "a child opens the node, and its streams run");
	tap_ok(fill(CHILD_PAGES, 0xbb, &own, &own_bytes), "a buffer of the parent is not one of the child");
	if (write(go[1], "", 1) != 1 || waitpid(pid, &status, 0) != pid)
		status = -1;
	tap_ok(!status, "and the child's keep their bytes: status 0x%x", status);
	tap_ok(holds(bytes, CHILD_PAGES, 0xaa) && holds(own_bytes, CHILD_PAGES, 0xbb),
	       "as the parent's do when it ends");
	drmCloseBufferHandle(fd, own);
	tap_ok(fill(CHILD_PAGES, 0xdd, &again, &again_bytes) && holds(bytes, CHILD_PAGES, 0xaa),
	       "a buffer in the place of another is clear");
	drmCloseBufferHandle(fd, again);
	drmCloseBufferHandle(fd, common);
}

static bool stop;

static void *submit_until_stop(void *arg)
{
	uint32_t handle = 0, write[] = { MEM_WRITE, 8, MEM_WRITE_32, 0x1234, 0, NOP(1), 0 };

	create(PAGE, PAGE, RADEON_GEM_DOMAIN_GTT, &handle);
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
		submit(write, sizeof(write) / 4, handle, RADEON_GEM_DOMAIN_GTT);
	drmCloseBufferHandle(fd, handle);
	return arg;
}

/* A child that inherits the node's lock would wait forever. */
static void test_fork_of_threads(void)
{
	int bad = 0, status;
	pthread_t thread;

	if (pthread_create(&thread, NULL, submit_until_stop, NULL))
		return;
	for (int n = 0; n < 50; n++) {
		pid_t pid = fork();

		if (!pid) {
			uint32_t handle;

			alarm(10);
			_exit(create(PAGE, PAGE, RADEON_GEM_DOMAIN_GTT, &handle) != 0);
		}
		bad += waitpid(pid, &status, 0) != pid || status;
	}
	__atomic_store_n(&stop, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	tap_ok(!bad, "forks while a thread is in the node: %d of 50 children fail", bad);
}

static void test_info(void)
{
	uint32_t value = 0;
	struct drm_radeon_info info = { .request = RADEON_INFO_DEVICE_ID, .value = (uintptr_t)&value };

	tap_ok(!drmIoctl(fd, DRM_IOCTL_RADEON_INFO, &info) && value, "INFO answers");
	info.request = RADEON_INFO_VA_START;
	tap_ok(drmIoctl(fd, DRM_IOCTL_RADEON_INFO, &info) && errno == EINVAL, "no address space is offered");
	info.request = RADEON_INFO_RING_WORKING;
	value = RADEON_CS_RING_DMA;
	tap_ok(!drmIoctl(fd, DRM_IOCTL_RADEON_INFO, &info) && !value, "the DMA ring is not offered");
	value = RADEON_CS_RING_UVD;
	tap_ok(drmIoctl(fd, DRM_IOCTL_RADEON_INFO, &info) && errno == EINVAL, "UVD has no answer");
}

int main(void)
{
	fd = open(NODE, O_RDWR | O_CLOEXEC);
	tap_ok(fd >= 0, "the node opens");
	if (fd >= 0) {
		test_device();
		test_buffers();
		test_prime();
		test_streams();
		test_info();
		test_fork();
		test_fork_of_threads();
	}
	return tap_end();
}
