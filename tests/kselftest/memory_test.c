// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of the machine that buffers take: it is counted, limited and charged to its client,
 * and freed pages are out of reach of the card.  Needs root for debugfs and control groups; some
 * tests need a machine with little memory.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(memory) {
	struct client c;
	struct drm_radeon_gem_info info;
	int kmsg;
};

FIXTURE_SETUP(memory)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &self->info));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
}

FIXTURE_TEARDOWN(memory)
{
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Bytes of the machine's memory that buffers use; negative without debugfs */
static long long system_used(void)
{
	return debugfs_cell("rcp_memory", "system", "used");
}

/* GART pages that map memory; negative without debugfs */
static int pages_mapped(void)
{
	return debugfs_value("rcp_gart", "mapped");
}

/* The GART maps pages from the first submission that names them until they are freed. */
TEST_F(memory, freed_pages_are_out_of_reach)
{
	long long used;
	int before, i;
	uint32_t handle;

	usleep(200000);
	before = pages_mapped();
	used = system_used();
	ASSERT_LE(0, before);
	ASSERT_LE(0, used);
	/* more than any earlier test mapped, so that old entries cannot hide new ones */
	ASSERT_EQ(0, gem_create(self->c.fd, 32 << 20, 4096, GTT, 0, &handle));
	EXPECT_EQ(before, pages_mapped());
	/* plus a pointer for each page */
	EXPECT_EQ(used + (32 << 20) + 8 * (32 << 8), system_used());
	EXPECT_EQ(0, stream_place(self->c.fd, handle, GTT));
	EXPECT_EQ(before + (32 << 8), pages_mapped());
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	ASSERT_EQ(0, gem_close(self->c.fd, handle));
	for (i = 0; i < 200 && system_used() != used; i++)
		usleep(5000);
	EXPECT_EQ(before, pages_mapped());
	EXPECT_EQ(used, system_used());
	/* windows for moves are unmapped, too */
	ASSERT_EQ(0, gem_create(self->c.fd, 5 << 20, 4096, VRAM, 0, &handle));
	EXPECT_EQ(0, stream_place(self->c.fd, handle, VRAM));
	EXPECT_EQ(0, stream_place(self->c.fd, handle, GTT));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_LT(before + (5 << 8), pages_mapped());
	ASSERT_EQ(0, gem_close(self->c.fd, handle));
	for (i = 0; i < 200 && system_used() != used; i++)
		usleep(5000);
	EXPECT_EQ(before, pages_mapped());
}

/* The list of a buffer's pages counts as memory before the buffer has pages. */
TEST_F(memory, lists_are_counted)
{
	const uint64_t size = 256 << 20;
	long long before = system_used();
	uint32_t handle;

	ASSERT_LE(0, before);
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, RADEON_GEM_DOMAIN_CPU, 0, &handle));
	EXPECT_EQ(before + (long long)(size / 4096 * 8), system_used());
}

/* A buffer larger than the machine's memory fails without the OOM killer. */
TEST_F(memory, larger_than_memory)
{
	struct sysinfo machine;
	uint32_t handle;
	uint64_t size;
	int status;
	pid_t child;
	char *p;

	ASSERT_EQ(0, sysinfo(&machine));
	size = (uint64_t)(machine.totalram + machine.totalswap) * machine.mem_unit & ~4095ull;
	if (size > self->info.gart_size)
		SKIP(return, "no buffer can be as large as this machine's memory");
	EXPECT_EQ(-ENOMEM, gem_create(self->c.fd, size, 4096, GTT, 0, &handle));
	/* The pages of this buffer are allocated at the first touch. */
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, RADEON_GEM_DOMAIN_CPU, 0, &handle));
	p = gem_map(self->c.fd, handle, size);
	ASSERT_NE(NULL, p);
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		p[size / 2] = 1;
		_exit(0);
	}
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_TRUE(WIFSIGNALED(status));
	EXPECT_EQ(SIGBUS, WTERMSIG(status));
	munmap(p, size);
}

/*
 * Many buffers do not trigger the OOM killer either: swapped-out buffers count as memory,
 * and there is a limit.
 */
TEST_F_TIMEOUT(memory, more_than_memory, 120)
{
	const uint64_t size = 64 << 20;
	struct sysinfo machine;
	uint64_t memory, before, rest;
	uint32_t handles[64], handle;
	struct client last;
	int n, status, ret = 0;
	pid_t child;

	if (getenv("RCP_SHORT"))
		SKIP(return, "done already");
	ASSERT_EQ(0, sysinfo(&machine));
	memory = (uint64_t)(machine.totalram + machine.totalswap) * machine.mem_unit;
	if (memory > 2ull << 30)
		SKIP(return, "this machine has much memory");
	before = system_used();
	for (n = 0; n < 64 && !ret; n++)
		ret = gem_create(self->c.fd, size, 4096, GTT, 0, &handles[n]);
	EXPECT_EQ(-ENOMEM, ret);
	EXPECT_LT(memory / 2, n * size);
	EXPECT_GE(memory, n * size);
	/* small buffers leave a 16th of the memory to other processes, too */
	ASSERT_EQ(0, client_open(&last));
	for (rest = 8 << 20; rest >= 64 << 10; rest /= 8)
		while (!gem_create(last.fd, rest, 4096, GTT, 0, &handle))
			;
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		memset(malloc(memory / 40), 1, memory / 40);
		_exit(0);
	}
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	client_close(&last);
	while (--n > 0)
		EXPECT_EQ(0, gem_close(self->c.fd, handles[n - 1]));
	for (n = 0; n < 200 && system_used() != (long long)before; n++)
		usleep(5000);
	EXPECT_EQ(before, system_used());
}

/* Swapping a buffer out needs memory of its size: TTM must not start it if there is less. */
TEST_F(memory, too_large_to_swap_out)
{
	struct sysinfo machine;
	uint32_t handle;
	uint64_t size;
	pid_t child;
	int status, i, ret;

	ASSERT_EQ(0, sysinfo(&machine));
	/* TTM swaps buffers out when they use half of the machine's memory. */
	size = (uint64_t)machine.totalram * machine.mem_unit / 100 * 49 & ~4095ull;
	if (machine.totalswap || size > 1 << 30)
		SKIP(return, "this machine has much memory");
	ret = gem_create(self->c.fd, size, 4096, GTT, 0, &handle);
	if (ret == -ENOMEM)
		SKIP(return, "half of the memory is not available");
	ASSERT_EQ(0, ret);
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		for (i = 0; i < 8 && !ret; i++)
			ret = gem_create(self->c.fd, 16 << 20, 4096, GTT, 0, &handle);
		_exit(-ret);
	}
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
}

/* With all memory in use no buffer can leave VRAM; only the allocation fails that needs it. */
TEST_F_TIMEOUT(memory, no_memory_for_evictions, 120)
{
	uint64_t memory, size;
	struct sysinfo machine;
	struct stream s;
	uint32_t handle;
	int n, ret;

	ASSERT_EQ(0, sysinfo(&machine));
	memory = (uint64_t)(machine.totalram + machine.totalswap) * machine.mem_unit;
	if (self->info.vram_size > 80ull << 20 || memory > 2ull << 30)
		SKIP(return, "needs a card with at most 80 MiB, and little memory");
	for (size = 64 << 20; size >= 1 << 20; size /= 8)
		while (!gem_create(self->c.fd, size, 4096, GTT, 0, &handle))
			;
	/* The write gives the buffer contents: without, it could leave VRAM without memory. */
	for (n = 0, ret = 0; n < 64 && !ret; n++) {
		ret = gem_create(self->c.fd, 4 << 20, 4096, VRAM, 0, &handle);
		if (ret)
			break;
		ASSERT_EQ(0, stream_write(&s, self->c.fd, handle, VRAM, 0, n));
	}
	EXPECT_EQ(-ENOMEM, ret);
	EXPECT_LE(self->info.vram_size * 3 / 4, (uint64_t)n * (4 << 20));
}

/* ---- control groups ---- */

#define CGROUP		"/sys/fs/cgroup/rcp"

/* The child: enters a new control group; false if the kernel lacks the controller. */
static bool enter_cgroup(const char *controller)
{
	char text[64];

	mount("none", "/sys/fs/cgroup", "cgroup2", 0, NULL);
	snprintf(text, sizeof(text), "+%s", controller);
	if (write_file("/sys/fs/cgroup/cgroup.subtree_control", text))
		return false;
	mkdir(CGROUP, 0755);
	snprintf(text, sizeof(text), "%d", getpid());
	return !write_file(CGROUP "/cgroup.procs", text);
}

/* The last number in a file of the group, 0 if there is none */
static uint64_t cgroup_number(const char *name)
{
	char path[128], text[512] = "";
	const char *last;
	int fd;

	snprintf(path, sizeof(path), CGROUP "/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || read(fd, text, sizeof(text) - 1) < 0)
		text[0] = 0;
	close(fd);
	text[strcspn(text, "\n")] = 0;
	last = strrchr(text, ' ');
	return strtoull(last ? last + 1 : text, NULL, 10);
}

/* Exit codes of the child */
enum { CHARGED, NOT_CHARGED, NOT_BOUNDED, NOT_MADE, NO_CONTROLLER };

static int pages_charged(int fd)
{
	const uint64_t size = 32 << 20;
	uint64_t before;
	uint32_t handle, *p, i;

	if (!enter_cgroup("memory"))
		return NO_CONTROLLER;
	before = cgroup_number("memory.current");
	if (gem_create(fd, size, 4096, GTT, 0, &handle))
		return NOT_MADE;
	p = gem_map(fd, handle, size);
	if (!p)
		return NOT_MADE;
	for (i = 0; i < size / 4; i += 1024)
		p[i] = i;
	if (cgroup_number("memory.current") < before + size)
		return NOT_CHARGED;
	/* The limit of the group fails an allocation, and no process is killed. */
	if (write_file(CGROUP "/memory.max", "67108864"))
		return NOT_MADE;
	for (i = 0; i < 4; i++)
		if (gem_create(fd, size, 4096, GTT, 0, &handle) == -ENOMEM)
			return CHARGED;
	return NOT_BOUNDED;
}

static int vram_charged(int fd)
{
	uint32_t handle;
	uint64_t before;

	if (!enter_cgroup("dmem"))
		return NO_CONTROLLER;
	before = cgroup_number("dmem.current");
	if (gem_create(fd, 16 << 20, 4096, VRAM, 0, &handle))
		return NOT_MADE;
	return cgroup_number("dmem.current") == before + (16 << 20) ? CHARGED : NOT_CHARGED;
}

static int in_a_child(int (*act)(int), int fd)
{
	pid_t child = fork();
	int status = -1;

	if (!child)
		_exit(act(fd));
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The pages of a buffer are charged to its client. */
TEST_F(memory, pages_are_charged)
{
	int ret = in_a_child(pages_charged, self->c.fd);

	if (ret == NO_CONTROLLER)
		SKIP(return, "no memory controller");
	EXPECT_EQ(CHARGED, ret);
}

TEST_F(memory, vram_is_charged)
{
	int ret = in_a_child(vram_charged, self->c.fd);

	if (ret == NO_CONTROLLER)
		SKIP(return, "no dmem controller");
	EXPECT_EQ(CHARGED, ret);
}

TEST_HARNESS_MAIN
