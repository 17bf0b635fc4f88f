// SPDX-License-Identifier: GPL-2.0
/*
 * Placement of buffers: the heap in which they are created, moves by submissions and by CPU
 * access to invisible VRAM, relocation priorities, and the budget of moves of a client.
 * Some tests need a card with little VRAM or a small BAR (tests/kselftest/vm/bringup).
 * Also runs on radeon.ko.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(placement) {
	struct client c;
	struct drm_radeon_gem_info info;
	struct stream s;
	int kmsg;
};

FIXTURE_SETUP(placement)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &self->info));
}

FIXTURE_TEARDOWN(placement)
{
	client_close(&self->c);
	if (self->c.rcp)
		EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* A buffer in the CPU domain is not resident until a submission needs it. */
TEST_F(placement, cpu_domain)
{
	struct drm_rcp_verdict verdict;
	uint32_t handle, where;
	uint32_t *map;
	struct stream s;
	int i;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, RADEON_GEM_DOMAIN_CPU, 0, &handle));
		map = gem_map(self->c.fd, handle, 65536);
		ASSERT_NE(NULL, map);
		map[10] = 77;
		/* a stream that is refused after its buffer was placed */
		stream_init(&s);
		stream_mem_write(&s, handle, i ? GTT : VRAM, 0, 1);
		stream_denied(&s);
		EXPECT_EQ(-EINVAL, stream_submit(&s, self->c.fd, &verdict));
		EXPECT_EQ(0, stream_write(&s, self->c.fd, handle, i ? GTT : VRAM, 0, 1));
		EXPECT_EQ(0, gem_wait(self->c.fd, handle));
		EXPECT_EQ(0, gem_busy(self->c.fd, handle, &where));
		EXPECT_EQ(i ? GTT : VRAM, where);
		EXPECT_EQ(1, map[0]);
		EXPECT_EQ(77, map[10]);
		munmap(map, 65536);
	}
}

/* A buffer larger than CPU-visible VRAM leaves VRAM when the CPU touches it. */
TEST_F(placement, larger_than_visible_vram)
{
	uint64_t size = self->c.card.vram_visible + (1 << 20);
	uint32_t handle, where;
	uint32_t *map;

	if (!self->c.rcp || self->c.card.vram_visible > 64 << 20 ||
	    self->c.card.vram_size < 3 * size)
		SKIP(return, "only on a card with a small window");
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, RADEON_GEM_NO_CPU_ACCESS, &handle));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &where));
	EXPECT_EQ(VRAM, where);
	map = gem_map(self->c.fd, handle, size);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(0, map[size / 4 - 1]);
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &where));
	EXPECT_EQ(GTT, where);
	munmap(map, size);
}

/* Buffers that the CPU touches take turns in CPU-visible VRAM, and stay in VRAM. */
TEST_F(placement, turns_in_visible_vram)
{
	const uint64_t size = 4 << 20;
	uint32_t handle[64], n = 2 * self->c.card.vram_visible / size, i, where;
	uint32_t *p;

	if (!self->c.rcp || self->c.card.vram_visible > 64 << 20 ||
	    self->c.card.vram_size < 3 * self->c.card.vram_visible)
		SKIP(return, "only on a card with a small window");
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &handle[i]));
		p = gem_map(self->c.fd, handle[i], size);
		ASSERT_NE(NULL, p);
		gem_fill(p, size, i);
		munmap(p, size);
	}
	for (i = 0; i < 2 * n; i++) {
		gem_busy(self->c.fd, handle[i % n], &where);
		EXPECT_EQ(VRAM, where)
			TH_LOG("buffer %u of %u", i % n, n);
		p = gem_map(self->c.fd, handle[i % n], size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(size, gem_first_wrong(p, size, i % n));
		munmap(p, size);
	}
	for (i = 0; i < n; i++)
		ASSERT_EQ(0, gem_close(self->c.fd, handle[i]));
}

/* A buffer that is larger than VRAM is created in the GTT, if it fits there. */
TEST_F(placement, larger_than_vram)
{
	uint64_t size = self->info.vram_size + (1 << 20);
	uint32_t handle, where;
	uint32_t *map;

	EXPECT_EQ(-ENOMEM, gem_create(self->c.fd, self->info.gart_size + (1 << 20), 4096, GTT, 0,
				      &handle));
	if (size > self->info.gart_size || size > 80 << 20)
		SKIP(return, "needs a card with at most 80 MiB");
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &where));
	EXPECT_EQ(GTT, where);
	EXPECT_EQ(0, gem_initial_domain(self->c.fd, handle, &where));
	EXPECT_EQ(VRAM | GTT, where);
	map = gem_map(self->c.fd, handle, size);
	ASSERT_NE(NULL, map);
	EXPECT_EQ(0, map[size / 4 - 1]);
	munmap(map, size);
}

/* A submission moves a buffer to the domain of its relocation, with its contents. */
TEST_F(placement, moves_keep_contents)
{
	static const uint32_t domains[] = { VRAM, GTT, VRAM };
	struct drm_radeon_cs_reloc reloc = { 0 };
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1 };
	uint32_t size = 256 * 1024, where, i, j;
	uint32_t *map;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, GTT, 0, &reloc.handle));
	map = gem_map(self->c.fd, reloc.handle, size);
	ASSERT_NE(NULL, map);
	for (i = 0; i < size / 4; i++)
		map[i] = i * 3;
	for (i = 0; i < ARRAY_SIZE(domains); i++) {
		reloc.read_domains = domains[i];
		ASSERT_EQ(0, client_submit(self->c.fd, &cs));
		ASSERT_EQ(0, gem_wait(self->c.fd, reloc.handle));
		EXPECT_EQ(0, gem_busy(self->c.fd, reloc.handle, &where));
		EXPECT_EQ(domains[i], where);
		for (j = 0; j < size / 4; j++)
			ASSERT_EQ(j * 3, map[j]);
	}
	munmap(map, size);
}

TEST_F(placement, busy_says_where)
{
	uint32_t handle, domain = 0;

	/* a new buffer may still be cleared */
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &domain));
	EXPECT_EQ(VRAM, domain);
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &domain));
	EXPECT_EQ(GTT, domain);
}

static uint64_t bytes_moved(void)
{
	return debugfs_value("rcp_state", "moved_bytes");
}

/* A budget limits the rate at which a client can move a buffer back and forth. */
TEST_F(placement, back_and_forth)
{
	const uint64_t size = 16 << 20, burst = 64 << 20, rate = 128 << 20;
	uint64_t before = bytes_moved(), begin, ns, moved;
	uint32_t handle, i;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, GTT, 0, &handle));
	begin = now_ns();
	for (i = 0; i < 200; i++)
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle, i & 1 ? GTT : VRAM, 0, i));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	ns = now_ns() - begin;
	moved = bytes_moved() - before;
	EXPECT_LE(burst, moved);
	EXPECT_GE(burst + 2 * size + ns / 1000 * (rate / 1000000 + 1), moved)
		TH_LOG("%llu MiB in %llu ms", (unsigned long long)moved >> 20,
		       (unsigned long long)ns / 1000000);
}

/* The budget is the process's budget: a file that is opened again does not renew it. */
TEST_F(placement, budget_survives_close)
{
	const uint64_t size = 16 << 20, burst = 64 << 20, rate = 128 << 20;
	uint64_t before = bytes_moved(), begin = now_ns(), ns, moved;
	uint32_t handle, round, i;
	struct client again;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	for (round = 0; round < 12; round++) {
		ASSERT_EQ(0, client_open(&again));
		ASSERT_EQ(0, gem_create(again.fd, size, 4096, GTT, 0, &handle));
		for (i = 0; i < 8; i++)
			ASSERT_EQ(0, stream_write(&self->s, again.fd, handle, i & 1 ? VRAM : GTT,
						  0, i));
		ASSERT_EQ(0, gem_wait(again.fd, handle));
		client_close(&again);
	}
	ns = now_ns() - begin;
	moved = bytes_moved() - before;
	EXPECT_GE(burst + 2 * size + ns / 1000 * (rate / 1000000 + 1), moved)
		TH_LOG("%llu MiB in %llu ms", (unsigned long long)moved >> 20,
		       (unsigned long long)ns / 1000000);
}

/* If not all buffers fit into VRAM, buffers of high priority are placed there. */
TEST_F(placement, priorities)
{
	uint64_t size = self->info.vram_size / 5 * 2 & ~4095ull;
	struct drm_radeon_cs_reloc reloc[3] = { { .read_domains = VRAM, .flags = 1 },
						{ .read_domains = VRAM, .flags = 15 },
						{ .read_domains = VRAM, .flags = 7 } };
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = reloc, .nrelocs = 3 };
	uint32_t where[3], i;

	if (!self->c.rcp || self->info.vram_size > 80 << 20)
		SKIP(return, "not rcp, or too much VRAM");
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, GTT, 0, &reloc[i].handle));
	ASSERT_EQ(0, client_submit(self->c.fd, &cs));
	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, gem_wait(self->c.fd, reloc[i].handle));
		gem_busy(self->c.fd, reloc[i].handle, &where[i]);
	}
	EXPECT_EQ(GTT, where[0]);
	EXPECT_EQ(VRAM, where[1]);
}

TEST_HARNESS_MAIN
