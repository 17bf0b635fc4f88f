// SPDX-License-Identifier: GPL-2.0
/*
 * Mappings of buffers: every kind of memory is zeroed, each page of a mapping is the right one, a
 * mapping outlives its handle, and no client maps the buffer of another.  Also runs on radeon.ko.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"

#include <fcntl.h>
#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(mmap) {
	struct client c;
	int kmsg;
};

FIXTURE_SETUP(mmap)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
}

FIXTURE_TEARDOWN(mmap)
{
	client_close(&self->c);
	if (self->c.rcp)
		EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

static const struct { uint32_t domain, flags; } kinds[] = {
	{ VRAM, 0 }, { GTT, 0 }, { GTT, RADEON_GEM_GTT_WC }, { GTT, RADEON_GEM_GTT_UC },
	{ VRAM, RADEON_GEM_GTT_WC }, { VRAM | GTT, 0 },
};

TEST_F(mmap, every_kind_zeroed_mapped_closed)
{
	static const uint64_t sizes[] = { 4096, 12288, 65536, (1 << 20) + 4096 };
	size_t k, s;

	for (k = 0; k < ARRAY_SIZE(kinds); k++)
		for (s = 0; s < ARRAY_SIZE(sizes); s++) {
			uint32_t handle;
			uint32_t *p;

			ASSERT_EQ(0, gem_create(self->c.fd, sizes[s], 4096, kinds[k].domain,
						kinds[k].flags, &handle));
			EXPECT_NE(0, handle);
			p = gem_map(self->c.fd, handle, sizes[s]);
			ASSERT_NE(NULL, p);
			if (self->c.rcp) {
				EXPECT_EQ(sizes[s], gem_first_nonzero(p, sizes[s]));
			}
			gem_fill(p, sizes[s], handle);
			EXPECT_EQ(sizes[s], gem_first_wrong(p, sizes[s], handle));
			/* the mapping survives the handle */
			ASSERT_EQ(0, gem_close(self->c.fd, handle));
			EXPECT_EQ(sizes[s], gem_first_wrong(p, sizes[s], handle));
			ASSERT_EQ(0, munmap(p, sizes[s]));
		}
}

/* Pages of the process in memory, as RSS in ps and top */
static long resident_pages(void)
{
	char text[128] = "";
	long size, resident;

	read_text("/proc/self/statm", text, sizeof(text));
	return sscanf(text, "%ld %ld", &size, &resident) == 2 ? resident : -1;
}

/* A mapping of a buffer is no memory of the process: RSS does not count it. */
TEST_F(mmap, resident_set)
{
	const uint32_t size = 4 << 20;
	uint32_t handle, *p;
	long before;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(kinds); k++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, kinds[k].domain, kinds[k].flags,
					&handle));
		p = gem_map(self->c.fd, handle, size);
		ASSERT_NE(NULL, p);
		before = resident_pages();
		ASSERT_LT(0, before);
		gem_fill(p, size, handle);
		EXPECT_GT(before + size / 4096 / 2, resident_pages());
		ASSERT_EQ(0, munmap(p, size));
		ASSERT_EQ(0, gem_close(self->c.fd, handle));
	}
}

/* The first touch of a mapping waits for the clear also after its handle was closed. */
TEST_F(mmap, touch_after_close)
{
	uint32_t handle, *p;
	int i;

	for (i = 0; i < 8; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 1 << 20, 4096, VRAM, 0, &handle));
		p = gem_map(self->c.fd, handle, 1 << 20);
		ASSERT_NE(NULL, p);
		ASSERT_EQ(0, gem_close(self->c.fd, handle));
		if (self->c.rcp)
			EXPECT_EQ(0, p[1024]);
		munmap(p, 1 << 20);
	}
}

/* A client does not see memory that another client wrote. */
TEST_F(mmap, freed_memory_is_not_shown)
{
	/* the CPU clears the small buffer, the card the large one */
	static const uint64_t sizes[] = { 16 << 10, 1 << 20 };
	int round;

	if (!self->c.rcp)
		SKIP(return, "radeon.ko does not promise this");
	for (round = 0; round < 8; round++) {
		uint32_t domain = round & 1 ? GTT : VRAM;
		const uint64_t size = sizes[round / 4];
		struct client other;
		uint32_t handle;
		uint32_t *p;

		ASSERT_EQ(0, client_open(&other));
		ASSERT_EQ(0, gem_create(other.fd, size, 4096, domain, 0, &handle));
		p = gem_map(other.fd, handle, size);
		ASSERT_NE(NULL, p);
		gem_fill(p, size, 0xdead0000);
		munmap(p, size);
		client_close(&other);

		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, domain, 0, &handle));
		p = gem_map(self->c.fd, handle, size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(size, gem_first_nonzero(p, size));
		munmap(p, size);
		gem_close(self->c.fd, handle);
	}
}

TEST_F(mmap, another_clients_buffer_cannot_be_mapped)
{
	struct client other;
	uint64_t offset;
	uint32_t handle;
	void *p;

	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_create(self->c.fd, 8192, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_map_offset(self->c.fd, handle, 8192, &offset));
	EXPECT_EQ(-ENOENT, gem_map_offset(other.fd, handle, 8192, &(uint64_t){ 0 }));
	p = mmap(NULL, 8192, PROT_READ, MAP_SHARED, other.fd, offset);
	EXPECT_EQ(MAP_FAILED, p);
	EXPECT_EQ(EACCES, errno);
	client_close(&other);
}

TEST_F(mmap, mappings_beyond_the_buffer)
{
	uint64_t offset;
	uint32_t handle;

	ASSERT_EQ(0, gem_create(self->c.fd, 8192, 4096, GTT, 0, &handle));
	ASSERT_EQ(0, gem_map_offset(self->c.fd, handle, 8192, &offset));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 12288, PROT_READ, MAP_SHARED, self->c.fd, offset));
	/* the fake offsets below the first buffer's are unused */
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, self->c.fd, 0));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, self->c.fd,
				   offset + (1ull << 40)));
}

/* Each page of a mapping is the right one, whichever is touched first. */
TEST_F(mmap, faults_come_from_the_right_page)
{
	const uint64_t size = 64 * 4096;
	size_t k;

	for (k = 0; k < ARRAY_SIZE(kinds); k++) {
		uint32_t handle, page;
		uint32_t *p;

		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, kinds[k].domain,
					kinds[k].flags, &handle));
		p = gem_map(self->c.fd, handle, size);
		ASSERT_NE(NULL, p);
		for (page = 0; page < 64; page++)
			p[page * 1024] = page + 1;
		munmap(p, size);
		p = gem_map(self->c.fd, handle, size);
		ASSERT_NE(NULL, p);
		for (page = 64; page-- > 0;)
			EXPECT_EQ(page + 1, p[page * 1024]);
		munmap(p, size);
		gem_close(self->c.fd, handle);
	}
}

/* A debugger's access fails, because it would not wait as a fault does. */
TEST_F(mmap, no_access_by_ptrace)
{
	int mem = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
	size_t k;

	if (!self->c.rcp)
		SKIP(return, "radeon.ko allows it");
	ASSERT_LE(0, mem);
	for (k = 0; k < ARRAY_SIZE(kinds); k++) {
		uint32_t handle, value = 1;
		uint32_t *p;

		ASSERT_EQ(0, gem_create(self->c.fd, 8192, 4096, kinds[k].domain,
					kinds[k].flags, &handle));
		p = gem_map(self->c.fd, handle, 8192);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(-1, pread(mem, &value, sizeof(value), (uintptr_t)p));
		EXPECT_EQ(EIO, errno);
		EXPECT_EQ(-1, pwrite(mem, &value, sizeof(value), (uintptr_t)p));
		EXPECT_EQ(0, p[0]);
		munmap(p, 8192);
	}
	close(mem);
}

TEST_HARNESS_MAIN
