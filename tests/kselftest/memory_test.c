// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of the machine that buffers take: it is counted, limited and charged to its client,
 * and freed pages are out of reach of the card.  Needs root for debugfs and control groups; some
 * tests need a machine with little memory.
 */
#include "client.h"
#include "hold.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <errno.h>
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
	int before;
	uint32_t handle;

	ASSERT_TRUE(memory_is_settled());
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
	EXPECT_TRUE(COMES_TRUE(system_used() == used && pages_mapped() == before));
	/* windows for moves are also unmapped */
	ASSERT_EQ(0, gem_create(self->c.fd, 5 << 20, 4096, VRAM, 0, &handle));
	EXPECT_EQ(0, stream_place(self->c.fd, handle, VRAM));
	EXPECT_EQ(0, stream_place(self->c.fd, handle, GTT));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_LT(before + (5 << 8), pages_mapped());
	ASSERT_EQ(0, gem_close(self->c.fd, handle));
	EXPECT_TRUE(COMES_TRUE(system_used() == used && pages_mapped() == before));
}

/* Number of the first page that does not begin with its number, or of pages */
static uint32_t pages_in_order(const uint32_t *p, uint32_t pages)
{
	uint32_t i;

	for (i = 0; i < pages && p[i * 1024] == i + 1; i++)
		;
	return i;
}

/* The pieces in which a large buffer moves follow each other, also inside of a huge page. */
TEST_F(memory, large_buffer_keeps_the_order_of_its_pages)
{
	const uint64_t size = 7 << 20;
	uint32_t pages = size / 4096, handle, where, i, *p;
	long long used;

	ASSERT_TRUE(memory_is_settled());
	used = system_used();
	ASSERT_LE(0, used);
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, GTT, 0, &handle));
	p = gem_map(self->c.fd, handle, size);
	ASSERT_NE(NULL, p);
	for (i = 0; i < pages; i++)
		p[i * 1024] = i + 1;
	ASSERT_EQ(0, stream_place(self->c.fd, handle, VRAM));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	ASSERT_EQ(0, gem_busy(self->c.fd, handle, &where));
	EXPECT_EQ(VRAM, where);
	EXPECT_EQ(pages, pages_in_order(p, pages));
	ASSERT_EQ(0, stream_place(self->c.fd, handle, GTT));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(pages, pages_in_order(p, pages));
	munmap(p, size);
	EXPECT_EQ(0, gem_close(self->c.fd, handle));
	/* the next test counts the pages of its own buffers only */
	for (i = 0; i < 4000 && system_used() > used; i++)
		usleep(5000);
	EXPECT_GE(used, system_used());
}

/* Bytes of memory that the machine has left, by its own count */
static long long memory_available(void)
{
	char text[512];
	const char *line;

	if (read_text("/proc/meminfo", text, sizeof(text)) < 0)
		return -1;
	line = strstr(text, "MemAvailable:");
	return line ? atoll(line + 13) << 10 : -1;
}

/* A buffer without pages has no list of them either; a buffer with pages counts with its list. */
TEST_F(memory, untouched_buffers_cost_nothing)
{
	const uint64_t size = self->info.gart_size / 2 & ~4095ull, touched = 8 << 20;
	long long before, available;
	uint32_t handle;
	char *p;
	int i;

	ASSERT_TRUE(memory_is_settled());
	before = system_used();
	available = memory_available();
	ASSERT_LE(0, before);
	ASSERT_LT(0, available);
	/* more than 64 MiB of lists */
	for (i = 0; i < 256; i++)
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, RADEON_GEM_DOMAIN_CPU, 0, &handle));
	EXPECT_EQ(before, system_used());
	EXPECT_GT(32 << 20, available - memory_available());
	ASSERT_EQ(0, gem_create(self->c.fd, touched, 4096, RADEON_GEM_DOMAIN_CPU, 0, &handle));
	p = gem_map(self->c.fd, handle, touched);
	ASSERT_NE(NULL, p);
	p[0] = 1;
	EXPECT_EQ(before + (long long)(touched + touched / 4096 * 8), system_used());
	munmap(p, touched);
}

/* Is the kernel told to fill free pages with poison, and not to zero new ones? */
static bool is_poisoned(void)
{
	char text[1024];

	return read_text("/proc/cmdline", text, sizeof(text)) > 0 &&
	       strstr(text, "page_poison=1") && strstr(text, "init_on_alloc=0");
}

/* Pages are zero, also on a kernel that does not zero what it allocates. */
TEST_F(memory, new_pages_are_zero)
{
	const uint64_t size = 8 << 20;
	uint32_t handle, *p;
	int i;

	/* The driver's pages are zero only because the driver zeroes them. */
	if (is_poisoned())
		EXPECT_EQ(-ECANCELED, test_module("poison", ""));
	for (i = 0; i < 4; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, GTT, 0, &handle));
		p = gem_map(self->c.fd, handle, size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(size, gem_first_nonzero(p, size));
		memset(p, 0x5a, size);
		munmap(p, size);
		EXPECT_EQ(0, gem_close(self->c.fd, handle));
	}
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
 * Many buffers do not trigger the OOM killer either, because there is a limit.
 */
TEST_F(memory, more_than_memory)
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
	ASSERT_TRUE(memory_is_settled());
	before = system_used();
	for (n = 0; n < 64 && !ret; n++)
		ret = gem_create(self->c.fd, size, 4096, GTT, 0, &handles[n]);
	EXPECT_EQ(-ENOMEM, ret);
	EXPECT_LT(memory / 2, n * size);
	EXPECT_GE(memory, n * size);
	/* small buffers also leave a 16th of the memory to other processes */
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
	for (n = 0; n < 4000 && system_used() != (long long)before; n++)
		usleep(5000);
	EXPECT_EQ(before, system_used());
}

#define TTM_LIMIT	"/sys/module/ttm/parameters/pages_limit"

/* 64 MiB of pages, and buffers of one page, where TTM's limit is 16 MiB */
static int beyond_limit(int fd)
{
	uint32_t handle;
	int i, ret = 0;

	for (i = 0; i < 16 && !ret; i++)
		ret = gem_create(fd, 4 << 20, 4096, GTT, 0, &handle);
	for (i = 0; i < 16 && !ret; i++)
		ret = gem_create(fd, 4096, 4096, GTT, 0, &handle);
	return ret;
}

/*
 * TTM does not walk the buffers of all clients for pages that it could take away: above its limit
 * it would do so for each new buffer, and find none.
 */
TEST_F(memory, no_walk_above_ttms_limit)
{
	char limit[32] = "";
	int ret;

	if (read_text(TTM_LIMIT, limit, sizeof(limit)) <= 0)
		SKIP(return, "TTM shows no limit");
	ret = hold_begin("at=ttm_global_swapout ms=0 always=1");
	if (ret)
		SKIP(return, "no probe: %s", strerror(-ret));
	ret = write_file(TTM_LIMIT, "4096");
	if (!ret)
		ret = beyond_limit(self->c.fd);
	EXPECT_EQ(0, write_file(TTM_LIMIT, limit));
	EXPECT_EQ(0, ret);
	EXPECT_EQ(0, test_module_value("hold", "held"));
	EXPECT_EQ(0, hold_end());
}

/* KiB in a line of /proc/meminfo, or -1 */
static long meminfo(const char *key)
{
	char text[8192], *line;

	if (read_text("/proc/meminfo", text, sizeof(text)) <= 0)
		return -1;
	line = strstr(text, key);
	return line ? strtol(line + strlen(key), NULL, 10) : -1;
}

/* The kernel's sum of pages that GPUs have, less what its CPUs have not added yet */
TEST_F(memory, meminfo_counts_pages)
{
	long before = meminfo("GPUActive:"), slack = 1 << 10;
	uint32_t handle;

	if (before < 0)
		SKIP(return, "/proc/meminfo has no such sum");
	ASSERT_EQ(0, gem_create(self->c.fd, 32 << 20, 4096, GTT, 0, &handle));
	EXPECT_LE((32 << 10) - slack, meminfo("GPUActive:") - before);
	EXPECT_GE((32 << 10) + slack, meminfo("GPUActive:") - before);
	ASSERT_EQ(0, gem_close(self->c.fd, handle));
	EXPECT_TRUE(COMES_TRUE(meminfo("GPUActive:") < before + slack));
}

/* With all memory in use no buffer can leave VRAM; only the allocation fails that needs it. */
TEST_F(memory, no_memory_for_evictions)
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

/* Sets the limit of the group's memory. */
static int limit_cgroup(uint64_t bytes)
{
	char text[32];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)bytes);
	return write_file(CGROUP "/memory.max", text);
}

/* The child: enters a new control group; false if the kernel lacks the controller. */
static bool enter_cgroup(const char *controller)
{
	char text[64];

	rmdir(CGROUP);
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
	if (limit_cgroup(64 << 20))
		return NOT_MADE;
	for (i = 0; i < 4; i++)
		if (gem_create(fd, size, 4096, GTT, 0, &handle) == -ENOMEM)
			return CHARGED;
	return NOT_BOUNDED;
}

#define WAITERS		8
#define WAITER_JOBS	60

/*
 * A job that waits holds about a KiB, besides its stream.  The kernel charges in batches of 64
 * pages, so that a few jobs do not show.
 */
static int jobs_charged(int fd)
{
	struct drm_rcp_cs_context context = { 0 };
	struct client_cs cs = { .context = &context };
	uint32_t handle, i, ctx[WAITERS];
	volatile uint32_t *map;
	struct stream s;
	uint64_t before;
	int ret = CHARGED;

	if (!enter_cgroup("memory"))
		return NO_CONTROLLER;
	if (gem_create(fd, 4096, 4096, GTT, 0, &handle))
		return NOT_MADE;
	map = gem_map(fd, handle, 4096);
	if (!map)
		return NOT_MADE;
	for (i = 0; i < WAITERS; i++)
		if (ctx_create(fd, 0, 0, &ctx[i]))
			return NOT_MADE;
	before = cgroup_number("memory.current");
	for (i = 0; i < WAITERS * WAITER_JOBS; i++) {
		stream_init(&s);
		if (i)
			stream_mem_write(&s, handle, GTT, 8 + i % 16 * 8, i);
		else
			stream_wait_mem(&s, handle, GTT, 0, 0x12345678);
		context.ctx_id = ctx[i % WAITERS];
		if (stream_submit_cs(&s, fd, &cs))
			ret = NOT_MADE;
	}
	if (ret == CHARGED &&
	    cgroup_number("memory.current") < before + WAITERS * WAITER_JOBS * 800)
		ret = NOT_CHARGED;
	map[0] = 0x12345678;
	gem_wait(fd, handle);
	return ret;
}

#define FOREIGN_FENCES	2000
#define FOREIGN_BYTES	16384	/* 31 nodes of an xarray and more */

/* Fences of others on a buffer cost the job that waits for them: it keeps each until it runs. */
static int dependencies_charged(int fd)
{
	int dmabuf, vgem = client_open_vgem();
	uint32_t handle, i;
	struct stream s;
	uint64_t before;
	int ret = CHARGED;

	if (!enter_cgroup("memory"))
		return NO_CONTROLLER;
	if (gem_create(fd, 4096, 4096, GTT, 0, &handle) || gem_export(fd, handle, &dmabuf) ||
	    vgem_readers_attach(vgem, dmabuf, FOREIGN_FENCES))
		return NOT_MADE;
	before = cgroup_number("memory.current");
	for (i = 0; i < WAITER_JOBS; i++)
		if (stream_write(&s, fd, handle, GTT, 0, i))
			ret = NOT_MADE;
	if (ret == CHARGED &&
	    cgroup_number("memory.current") < before + WAITER_JOBS * FOREIGN_BYTES)
		ret = NOT_CHARGED;
	close(vgem);
	gem_wait(fd, handle);
	return ret;
}

#define SUBMITTERS	64
#define MOST_RELOCS	16384u

/* Where the streams of submissions are, at which they stop until the test lets them go on */
static uint32_t *stuck;

/* Submits the longest list of flags, and then a stream that cannot be read yet. */
static int submit_flags(struct other *o)
{
	static uint32_t flags[MOST_RELOCS];
	struct drm_radeon_cs_chunk chunk[2] = {
		{ RCP_CHUNK_ID_RELOC_FLAGS, MOST_RELOCS, (uintptr_t)flags },
		{ RADEON_CHUNK_ID_IB, 8, (uintptr_t)(stuck + 1024 * o->value) },
	};
	uint64_t chunks[2] = { (uintptr_t)&chunk[0], (uintptr_t)&chunk[1] };
	struct drm_radeon_cs cs = { .num_chunks = 2, .chunks = (uintptr_t)chunks };

	return client_ioctl(o->fd, DRM_IOCTL_RADEON_CS, &cs);
}

/* Submissions keep what they have copied for as long as the client likes. */
static int arguments_charged(int fd)
{
	static struct other threads[SUBMITTERS];
	uint64_t before;
	uint32_t i;
	int gate, ret = CHARGED;

	if (!enter_cgroup("memory"))
		return NO_CONTROLLER;
	stuck = stuck_memory(SUBMITTERS * 4096, &gate);
	if (!stuck)
		return NO_CONTROLLER;
	before = cgroup_number("memory.current");
	for (i = 0; i < SUBMITTERS; i++) {
		threads[i] = (struct other){ .fd = fd, .act = submit_flags, .value = i };
		if (other_begin(&threads[i]))
			return NOT_MADE;
	}
	if (cgroup_number("memory.current") < before + SUBMITTERS * MOST_RELOCS * 4)
		ret = NOT_CHARGED;
	close(gate);
	for (i = 0; i < SUBMITTERS; i++)
		if (other_join(&threads[i]) != -EINVAL)
			ret = NOT_MADE;
	return ret;
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

#define IMPORTS		128
#define LIST_BYTES	(16 << 10)	/* of an import: 32 bytes for each 64 KiB */

/* A client imports a buffer many times: each import has a list of its pages. */
static int imports_charged(int fd)
{
	const uint64_t size = 32 << 20;
	uint32_t handle, theirs, i;
	uint64_t before = 0;
	int dmabuf, vgem;

	if (!enter_cgroup("memory"))
		return NO_CONTROLLER;
	if (gem_create(fd, size, 4096, GTT, 0, &handle) || gem_export(fd, handle, &dmabuf))
		return NOT_MADE;
	for (i = 0; i <= IMPORTS; i++) {
		vgem = client_open_vgem();
		if (vgem < 0 || gem_import(vgem, dmabuf, &theirs))
			return NOT_MADE;
		/* The first one allocates the pages of the buffer. */
		if (!i)
			before = cgroup_number("memory.current");
	}
	if (cgroup_number("memory.current") < before + IMPORTS * LIST_BYTES / 2)
		return NOT_CHARGED;
	return CHARGED;
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

/* Jobs that wait, with their fences, are charged to their client. */
TEST_F(memory, waiting_jobs_are_charged)
{
	int ret = in_a_child(jobs_charged, self->c.fd);

	if (ret == NO_CONTROLLER)
		SKIP(return, "no memory controller");
	EXPECT_EQ(CHARGED, ret);
}

/* The fences that they wait for are as well, however many other users put on a shared buffer. */
TEST_F(memory, dependencies_are_charged)
{
	int ret, vgem = client_open_vgem();

	if (vgem < 0 || vgem_is_refused())
		SKIP(return, "no vgem that imports");
	close(vgem);
	/* vgem has said that it is there. */
	close(self->kmsg);
	self->kmsg = kmsg_open();
	ret = in_a_child(dependencies_charged, self->c.fd);
	if (ret == NO_CONTROLLER)
		SKIP(return, "no memory controller");
	EXPECT_EQ(CHARGED, ret);
}

/* The arguments of a submission are charged while the ioctl lasts. */
TEST_F(memory, arguments_are_charged)
{
	int ret = in_a_child(arguments_charged, self->c.fd);

	if (ret == NO_CONTROLLER)
		SKIP(return, "no memory controller, or no userfaultfd");
	EXPECT_EQ(CHARGED, ret);
}

/* The lists of pages that importers get are charged to them. */
TEST_F(memory, imports_are_charged)
{
	int ret, vgem = client_open_vgem();

	if (vgem < 0 || vgem_is_refused())
		SKIP(return, "no vgem that imports");
	close(vgem);
	/* vgem has said that it is there. */
	close(self->kmsg);
	self->kmsg = kmsg_open();
	if (!vgem_maps_imports())
		SKIP(return, "vgem asks for no list");
	ret = in_a_child(imports_charged, self->c.fd);
	if (ret == NO_CONTROLLER)
		SKIP(return, "no memory controller");
	EXPECT_EQ(CHARGED, ret);
}

#define GROUPS		24
#define SLACK		(512 << 10)

static bool enter_group(int i)
{
	char path[64], text[16];

	snprintf(path, sizeof(path), "/sys/fs/cgroup/rcp-%d", i);
	mkdir(path, 0755);
	strcat(path, "/cgroup.procs");
	snprintf(text, sizeof(text), "%d", getpid());
	return !write_file(path, text);
}

/* What this process's group has: bytes */
static uint64_t group_charged(int i)
{
	char path[64], text[32] = "";

	snprintf(path, sizeof(path), "/sys/fs/cgroup/rcp-%d/memory.current", i);
	return read_text(path, text, sizeof(text)) > 0 ? strtoull(text, NULL, 10) : 0;
}

static void leave_group(int i)
{
	char path[64];

	enter_cgroup("memory");
	snprintf(path, sizeof(path), "/sys/fs/cgroup/rcp-%d", i);
	rmdir(path);
}

/* Groups come and go, with buffers that stay: each pays for its own only. */
static int groups_charged(int fd)
{
	uint64_t before, size;
	uint32_t handle;
	int i, ret = CHARGED;

	if (!enter_cgroup("memory"))
		return NO_CONTROLLER;
	for (i = 0; i < 3 * GROUPS && ret == CHARGED; i++) {
		/* some are used again, some removed and made again */
		if (!enter_group(i % GROUPS))
			return NOT_MADE;
		before = group_charged(i % GROUPS);
		size = (1 + i % 5) << 20;
		if (gem_create(fd, size, 4096, GTT, 0, &handle))
			return NOT_MADE;
		if (group_charged(i % GROUPS) - before - size + SLACK > 2 * SLACK)
			ret = NOT_CHARGED;
		/* The last buffer of this payer, or one of several */
		if (i % 3 == 1)
			gem_close(fd, handle);
		if (i % 2)
			leave_group(i % GROUPS);
	}
	for (i = 0; i < GROUPS; i++)
		leave_group(i);
	return ret;
}

TEST_F(memory, each_group_pays_for_its_own)
{
	int ret = in_a_child(groups_charged, self->c.fd);

	if (ret == NO_CONTROLLER)
		SKIP(return, "no memory controller");
	EXPECT_EQ(CHARGED, ret);
}

/* A client in a full group gets no more memory by pushing its own buffers out of VRAM. */
static int pushes_its_own(int fd)
{
	static struct stream s;
	struct drm_radeon_gem_info info;
	uint64_t taken, most;
	uint32_t handle;

	if (!enter_cgroup("memory"))
		return NO_CONTROLLER;
	if (client_ioctl(fd, DRM_IOCTL_RADEON_GEM_INFO, &info) || limit_cgroup(64 << 20))
		return NOT_MADE;
	most = info.vram_size + (64 << 20);
	for (taken = 0; taken <= most; taken += 4 << 20) {
		if (gem_create(fd, 4 << 20, 4096, VRAM, 0, &handle) == -ENOMEM)
			return taken < info.vram_size / 2 ? NOT_MADE : CHARGED;
		if (stream_write(&s, fd, handle, VRAM, 0, 1))
			return taken < info.vram_size / 2 ? NOT_MADE : CHARGED;
	}
	return NOT_BOUNDED;
}

TEST_F(memory, evictions_are_charged)
{
	int ret;

	if (self->info.vram_size > 140ull << 20)
		SKIP(return, "needs a card with little memory");
	ret = in_a_child(pushes_its_own, self->c.fd);
	if (ret == NO_CONTROLLER)
		SKIP(return, "no memory controller");
	EXPECT_EQ(CHARGED, ret);
}

/* The child: fills VRAM in a group, waits until its buffers were pushed out, and looks at them. */
static int is_pushed_out(int fd, uint64_t size, uint64_t limit, const int *there, const int *back)
{
	uint32_t handle, more, domain, *p;
	static struct stream s;
	struct client own;
	char c = 0;

	if (!enter_cgroup("memory"))
		return NO_CONTROLLER;
	/* with a budget of its own */
	if (client_open(&own) || gem_create(fd, size, 4096, VRAM, 0, &handle) ||
	    stream_write(&s, fd, handle, VRAM, 0, 77) || gem_wait(fd, handle) ||
	    gem_create(own.fd, 1 << 20, 4096, RADEON_GEM_DOMAIN_CPU, 0, &more))
		return NOT_MADE;
	if (limit && limit_cgroup(cgroup_number("memory.current") + limit))
		return NOT_MADE;
	if (write(there[1], &c, 1) != 1 || read(back[0], &c, 1) != 1)
		return NOT_MADE;
	/* A full group gets no VRAM until it has paid; another gets it. */
	if (stream_write(&s, own.fd, more, VRAM, 0, 1) ||
	    gem_busy(own.fd, more, &domain) == -ENOENT)
		return NOT_MADE;
	if ((domain == VRAM) != !limit)
		return NOT_BOUNDED;
	p = gem_map(fd, handle, size);
	return p && p[0] == 77 && !p[1] ? CHARGED : NOT_MADE;
}

/* Runs the child, and pushes its buffer out of VRAM: the bytes that its group was charged for */
static int push_out(struct client *c, uint64_t size, uint64_t limit, int64_t *charged)
{
	int there[2], back[2], status = -1, ret = NOT_MADE;
	struct drm_radeon_gem_info info;
	static struct stream s;
	uint32_t handle;
	uint64_t taken;
	pid_t child;
	char byte;

	if (pipe(there) || pipe(back) || client_ioctl(c->fd, DRM_IOCTL_RADEON_GEM_INFO, &info))
		return NOT_MADE;
	child = fork();
	if (!child)
		_exit(is_pushed_out(c->fd, size, limit, there, back));
	close(there[1]);
	if (read(there[0], &byte, 1) != 1)
		goto wait;
	*charged = -(int64_t)cgroup_number("memory.current");
	for (taken = 0; taken < info.vram_size - (1 << 20); taken += 1 << 20)
		if (gem_create(c->fd, 1 << 20, 4096, VRAM, 0, &handle) ||
		    stream_write(&s, c->fd, handle, VRAM, 0, 1))
			goto wait;
	*charged += cgroup_number("memory.current");
	ret = CHARGED;
wait:
	if (write(back[1], "", 1) != 1)
		ret = NOT_MADE;
	waitpid(child, &status, 0);
	close(there[0]);
	close(back[0]);
	close(back[1]);
	if (!WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status) == CHARGED ? ret : WEXITSTATUS(status);
}

/* The group of the creator pays for an eviction by another client, unless it is full. */
TEST_F(memory, evictions_by_others_are_charged)
{
	const uint64_t size = 24 << 20;
	int64_t charged = 0;
	struct client c;
	int ret;

	if (self->info.vram_size > 140ull << 20)
		SKIP(return, "needs a card with little memory");
	ASSERT_EQ(0, client_open(&c));
	ret = push_out(&c, size, 0, &charged);
	client_close(&c);
	if (ret == NO_CONTROLLER)
		SKIP(return, "no memory controller");
	EXPECT_EQ(CHARGED, ret);
	/* The kernel charges in batches, and frees jobs of the child that are over at the same time. */
	EXPECT_LE((int64_t)size - (1 << 20), charged);
	/* A full group: the eviction goes on, and no process is killed. */
	ASSERT_EQ(0, client_open(&c));
	EXPECT_EQ(CHARGED, push_out(&c, size, size / 2, &charged));
	EXPECT_GE((int64_t)size / 2, charged);
	client_close(&c);
}

TEST_F(memory, vram_is_charged)
{
	int ret = in_a_child(vram_charged, self->c.fd);

	if (ret == NO_CONTROLLER)
		SKIP(return, "no dmem controller");
	EXPECT_EQ(CHARGED, ret);
}

TEST_HARNESS_MAIN
