// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: created, mapped, filled, evicted, closed; what must be refused is,
 * with its errno; nothing of another client's shows; nothing is left behind.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define NO_HANDLE	0x7ffffff0u

FIXTURE(gem) {
	struct client c;
	struct drm_radeon_gem_info info;
	int kmsg;
};

FIXTURE_SETUP(gem)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &self->info));
}

FIXTURE_TEARDOWN(gem)
{
	char text[512];

	client_close(&self->c);
	if (self->c.rcp) {
		EXPECT_EQ(0, kmsg_loud(self->kmsg, text, sizeof(text)))
			TH_LOG("said: %s", text);
	}
	close(self->kmsg);
}

static void fill(uint32_t *p, uint64_t bytes, uint32_t seed)
{
	uint64_t i;

	for (i = 0; i < bytes / 4; i++)
		p[i] = seed + i * 2654435761u;
}

static uint64_t first_wrong(const uint32_t *p, uint64_t bytes, uint32_t seed)
{
	uint64_t i;

	for (i = 0; i < bytes / 4; i++)
		if (p[i] != seed + (uint32_t)i * 2654435761u)
			return i * 4;
	return bytes;
}

static uint64_t first_nonzero(const uint32_t *p, uint64_t bytes)
{
	uint64_t i;

	for (i = 0; i < bytes / 4; i++)
		if (p[i])
			return i * 4;
	return bytes;
}

static uint64_t usage(int fd, uint32_t domain)
{
	uint64_t bytes = 0;

	client_info_u64(fd, domain == VRAM ? RADEON_INFO_VRAM_USAGE : RADEON_INFO_GTT_USAGE,
			&bytes);
	return bytes;
}

static const struct { uint32_t domain, flags; } kinds[] = {
	{ VRAM, 0 }, { GTT, 0 }, { GTT, RADEON_GEM_GTT_WC }, { GTT, RADEON_GEM_GTT_UC },
	{ VRAM, RADEON_GEM_GTT_WC }, { VRAM | GTT, 0 },
};

TEST_F(gem, every_kind_zeroed_mapped_closed)
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
				EXPECT_EQ(sizes[s], first_nonzero(p, sizes[s]));
			}
			fill(p, sizes[s], handle);
			EXPECT_EQ(sizes[s], first_wrong(p, sizes[s], handle));
			/* the mapping outlives the handle */
			ASSERT_EQ(0, gem_close(self->c.fd, handle));
			EXPECT_EQ(sizes[s], first_wrong(p, sizes[s], handle));
			ASSERT_EQ(0, munmap(p, sizes[s]));
		}
}

/* The first touch of a mapping whose handle is gone waits for the card to clear the buffer. */
TEST_F(gem, touch_after_close)
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

/* What a client wrote is not what the next one finds. */
TEST_F(gem, freed_memory_is_not_shown)
{
	/* the CPU clears the one, the card the other */
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
		fill(p, size, 0xdead0000);
		munmap(p, size);
		client_close(&other);

		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, domain, 0, &handle));
		p = gem_map(self->c.fd, handle, size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(size, first_nonzero(p, size));
		munmap(p, size);
		gem_close(self->c.fd, handle);
	}
}

TEST_F(gem, sizes_that_cannot_be)
{
	static const uint64_t sizes[] = {
		1ull << 40, 1ull << 52, 1ull << 62, ~0ull, ~0ull - 4095, ~0ull - 4096,
		0x100000000ull * 4096, 1ull << 63,
	};
	uint32_t handle;
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		for (k = 0; k < 2; k++) {
			int ret = gem_create(self->c.fd, sizes[i], 4096, kinds[k].domain, 0,
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

TEST_F(gem, another_clients_buffer_cannot_be_mapped)
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

TEST_F(gem, mappings_beyond_the_buffer)
{
	uint64_t offset;
	uint32_t handle;

	ASSERT_EQ(0, gem_create(self->c.fd, 8192, 4096, GTT, 0, &handle));
	ASSERT_EQ(0, gem_map_offset(self->c.fd, handle, 8192, &offset));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 12288, PROT_READ, MAP_SHARED, self->c.fd, offset));
	/* the fake offsets below the first buffer's belong to nobody */
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, self->c.fd, 0));
	EXPECT_EQ(MAP_FAILED, mmap(NULL, 4096, PROT_READ, MAP_SHARED, self->c.fd,
				   offset + (1ull << 40)));
}

/* Each page of a mapping is the page it should be, whichever is touched first. */
TEST_F(gem, faults_come_from_the_right_page)
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

/* What a fault waits for, a debugger would not: it gets nothing. */
TEST_F(gem, not_by_way_of_a_debugger)
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

TEST_F(gem, where_it_began)
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

TEST_F(gem, where_it_began_can_be_changed)
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

/* A buffer that is nowhere the card reaches, until a submission wants it. */
TEST_F(gem, of_no_heap)
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
		/* one that is refused when its buffer has got a place */
		stream_init(&s);
		stream_mem_write(&s, handle, i ? GTT : VRAM, 0, 1);
		stream_packet3(&s, PKT_SET_CONFIG_REG, 2);
		stream_dw(&s, 0);
		stream_dw(&s, 0);
		EXPECT_EQ(-EINVAL, stream_submit(&s, self->c.fd, &verdict));
		stream_init(&s);
		stream_mem_write(&s, handle, i ? GTT : VRAM, 0, 1);
		EXPECT_EQ(0, stream_submit(&s, self->c.fd, NULL));
		EXPECT_EQ(0, gem_wait(self->c.fd, handle));
		EXPECT_EQ(0, gem_busy(self->c.fd, handle, &where));
		EXPECT_EQ(i ? GTT : VRAM, where);
		EXPECT_EQ(1, map[0]);
		EXPECT_EQ(77, map[10]);
		munmap(map, 65536);
	}
}

/* More than the CPU can see of VRAM, and touched by it: then it is not in VRAM. */
TEST_F(gem, larger_than_the_window)
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

/* What the CPU uses takes turns in the window, and does not leave VRAM for that. */
TEST_F(gem, turns_in_the_window)
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
		fill(p, size, i);
		munmap(p, size);
	}
	for (i = 0; i < 2 * n; i++) {
		gem_busy(self->c.fd, handle[i % n], &where);
		EXPECT_EQ(VRAM, where)
			TH_LOG("buffer %u of %u", i % n, n);
		p = gem_map(self->c.fd, handle[i % n], size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(size, first_wrong(p, size, i % n));
		munmap(p, size);
	}
	for (i = 0; i < n; i++)
		ASSERT_EQ(0, gem_close(self->c.fd, handle[i]));
}

/* Asked for in VRAM, but VRAM is too small: it is made in system memory, if the card reaches that. */
TEST_F(gem, larger_than_vram)
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

/* A submission brings a buffer to where it says, with what is in it. */
TEST_F(gem, moves_keep_contents)
{
	static const uint32_t domains[] = { VRAM, GTT, VRAM };
	struct drm_radeon_cs_reloc reloc = { 0 };
	uint32_t nops[8] = { PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2 };
	struct client_cs cs = { .ib = nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1 };
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

TEST_F(gem, busy_says_where)
{
	uint32_t handle, domain = 0;

	/* a new one may still be in the making */
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &domain));
	EXPECT_EQ(VRAM, domain);
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &domain));
	EXPECT_EQ(GTT, domain);
}

/* A buffer that the card still clears goes when that is done, a little later. */
static uint64_t settled(int fd, uint32_t domain, uint64_t wanted)
{
	uint64_t now = usage(fd, domain);
	int i;

	for (i = 0; i < 200 && now != wanted; i++) {
		usleep(5000);
		now = usage(fd, domain);
	}
	return now;
}

/* Pages of the GART that lead to memory, as debugfs has it; negative without it. */
static int pages_mapped(void)
{
	return debugfs_value("rcp_gart", "mapped");
}

TEST_F(gem, nothing_is_left_behind)
{
	uint64_t vram, gtt;
	int i;

	usleep(200000);
	vram = usage(self->c.fd, VRAM);
	gtt = usage(self->c.fd, GTT);
	for (i = 0; i < 64; i++) {
		struct client other;
		uint32_t handle;

		ASSERT_EQ(0, client_open(&other));
		ASSERT_EQ(0, gem_create(other.fd, 65536, 4096, VRAM, 0, &handle));
		ASSERT_EQ(0, gem_create(other.fd, 65536, 4096, GTT, 0, &handle));
		if (i & 1)
			EXPECT_EQ(0, gem_close(other.fd, handle));
		if (!i) {
			EXPECT_LE(vram + 65536, usage(self->c.fd, VRAM));
			EXPECT_LE(gtt + 65536, usage(self->c.fd, GTT));
		}
		/* every second one leaves its buffers to the close of the file */
		client_close(&other);
	}
	EXPECT_EQ(vram, settled(self->c.fd, VRAM, vram));
	EXPECT_EQ(gtt, settled(self->c.fd, GTT, gtt));
}

/* Bytes of the machine's memory that buffers have; negative without debugfs. */
static long long system_used(void)
{
	return debugfs_cell("rcp_memory", "system", "used");
}

/* Names the buffer, as a submission that does nothing with it. */
static int name(int fd, uint32_t handle, uint32_t domain)
{
	struct drm_radeon_cs_reloc reloc = { .handle = handle, .read_domains = domain };
	uint32_t nops[8] = { PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2 };
	struct client_cs cs = { .ib = nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1 };

	return client_submit(fd, &cs);
}

/* The card reaches pages from the first submission that names them until they go. */
TEST_F(gem, freed_pages_are_out_of_reach)
{
	long long used;
	int before, i;
	uint32_t handle;

	if (!self->c.rcp)
		SKIP(return, "only rcp says how many pages the card reaches");
	usleep(200000);
	before = pages_mapped();
	used = system_used();
	ASSERT_LE(0, before);
	ASSERT_LE(0, used);
	/* more than was ever mapped before, so that old entries cannot hide new ones */
	ASSERT_EQ(0, gem_create(self->c.fd, 32 << 20, 4096, GTT, 0, &handle));
	EXPECT_EQ(before, pages_mapped());
	/* and a pointer for each page */
	EXPECT_EQ(used + (32 << 20) + 8 * (32 << 8), system_used());
	EXPECT_EQ(0, name(self->c.fd, handle, GTT));
	EXPECT_EQ(before + (32 << 8), pages_mapped());
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	ASSERT_EQ(0, gem_close(self->c.fd, handle));
	for (i = 0; i < 200 && system_used() != used; i++)
		usleep(5000);
	EXPECT_EQ(before, pages_mapped());
	EXPECT_EQ(used, system_used());
	/* nor by what its moves needed */
	ASSERT_EQ(0, gem_create(self->c.fd, 5 << 20, 4096, VRAM, 0, &handle));
	EXPECT_EQ(0, name(self->c.fd, handle, VRAM));
	EXPECT_EQ(0, name(self->c.fd, handle, GTT));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_LT(before + (5 << 8), pages_mapped());
	ASSERT_EQ(0, gem_close(self->c.fd, handle));
	for (i = 0; i < 200 && system_used() != used; i++)
		usleep(5000);
	EXPECT_EQ(before, pages_mapped());
}

/*
 * VRAM can always be emptied, whatever is exported: a buffer larger than half of the GTT
 * gives way to others, with what is in it.
 */
TEST_F_TIMEOUT(gem, large_leaves_vram, 120)
{
	const uint64_t large = self->info.gart_size / 2 + (32 << 20);
	uint32_t handle, first, theirs, where, n = 0, *p;
	struct sysinfo machine;
	struct stream s;
	int vgem;

	ASSERT_EQ(0, sysinfo(&machine));
	if (!self->c.rcp || getenv("RCP_SHORT") || self->info.vram_size < large ||
	    large / 4 * 5 > (uint64_t)machine.freeram * machine.mem_unit)
		SKIP(return, "needs a card with more VRAM, and more memory than that");
	vgem = client_open_vgem();
	if (vgem < 0)
		SKIP(return, "no vgem");
	/* vgem has its say when it is loaded */
	close(self->kmsg);
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, gem_lend(self->c.fd, vgem, 4096, &theirs));
	ASSERT_EQ(0, gem_create(self->c.fd, large, 4096, VRAM, 0, &first));
	/* where the CPU does not reach it */
	stream_init(&s);
	stream_mem_write(&s, first, VRAM, 0, 1);
	stream_mem_write(&s, first, VRAM, large - 8, 2);
	ASSERT_EQ(0, stream_submit(&s, self->c.fd, NULL));
	while (++n <= self->info.vram_size / large)
		ASSERT_EQ(0, gem_create(self->c.fd, large, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_wait(self->c.fd, first));
	EXPECT_EQ(0, gem_busy(self->c.fd, first, &where));
	EXPECT_EQ(RADEON_GEM_DOMAIN_CPU, where);
	p = gem_map(self->c.fd, first, large);
	ASSERT_NE(NULL, p);
	EXPECT_EQ(1, p[0]);
	EXPECT_EQ(2, p[large / 4 - 2]);
	munmap(p, large);
	ASSERT_EQ(0, gem_close(vgem, theirs));
	close(vgem);
}

/*
 * More buffers than VRAM holds: the oldest move out and come back with what
 * was in them.  Only on a small card, as it would take too long otherwise.
 */
TEST_F_TIMEOUT(gem, eviction_keeps_contents, 180)
{
	const uint64_t size = 2 << 20;
	uint32_t handles[128], lent;
	uint32_t n, i;
	int vgem;

	if (self->info.vram_size > 80ull << 20)
		SKIP(return, "needs a card with at most 80 MiB");
	/* while another device has something of ours, too */
	vgem = client_open_vgem();
	close(self->kmsg);
	self->kmsg = kmsg_open();
	if (vgem >= 0)
		ASSERT_EQ(0, gem_lend(self->c.fd, vgem, 65536, &lent));
	n = self->info.vram_size / size + 8;
	ASSERT_LE(n, ARRAY_SIZE(handles));
	for (i = 0; i < n; i++) {
		uint32_t *p;

		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &handles[i]));
		p = gem_map(self->c.fd, handles[i], size);
		ASSERT_NE(NULL, p);
		fill(p, size, handles[i]);
		munmap(p, size);
	}
	for (i = 0; i < n; i++) {
		uint32_t *p = gem_map(self->c.fd, handles[i], size);

		ASSERT_NE(NULL, p);
		EXPECT_EQ(size, first_wrong(p, size, handles[i]))
			TH_LOG("buffer %u of %u", i, n);
		munmap(p, size);
	}
	if (vgem >= 0)
		close(vgem);
}

#define SHRINK	"/sys/kernel/debug/ttm/tt_shrink"

/* Has the kernel swap buffers out until this one is: reading the file does one. */
static int swap_out(int fd, uint32_t handle)
{
	uint32_t where = 0;
	char text[32];
	int i, ret = 0;

	for (i = 0; i < 64 && where != RADEON_GEM_DOMAIN_CPU && ret >= 0; i++) {
		ret = read_text(SHRINK, text, sizeof(text));
		gem_busy(fd, handle, &where);
	}
	return where == RADEON_GEM_DOMAIN_CPU ? 0 : -EBUSY;
}

/* Memory is short: a buffer is swapped out, once the card is done with it, and comes back. */
TEST_F(gem, swapped_out)
{
	uint32_t handle, where;
	struct stream s;
	uint32_t *p;

	if (!self->c.rcp || access(SHRINK, R_OK))
		SKIP(return, "not rcp, or no way to make memory short");
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &handle));
	p = gem_map(self->c.fd, handle, 65536);
	ASSERT_NE(NULL, p);
	fill(p, 65536, 5);
	ASSERT_EQ(0, swap_out(self->c.fd, handle));
	EXPECT_EQ(65536, first_wrong(p, 65536, 5));

	ASSERT_EQ(0, swap_out(self->c.fd, handle));
	stream_init(&s);
	stream_mem_write(&s, handle, GTT, 0, 77);
	ASSERT_EQ(0, stream_submit(&s, self->c.fd, NULL));
	EXPECT_EQ(0, swap_out(self->c.fd, handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, NULL));
	EXPECT_EQ(77, p[0]);

	ASSERT_EQ(0, stream_submit(&s, self->c.fd, NULL));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	EXPECT_EQ(0, gem_busy(self->c.fd, handle, &where));
	EXPECT_EQ(GTT, where);
	fill(p, 8, 5);
	EXPECT_EQ(65536, first_wrong(p, 65536, 5));
	munmap(p, 65536);
}

/* Nobody is killed for a buffer that the machine has no memory for. */
TEST_F(gem, larger_than_memory)
{
	struct sysinfo machine;
	uint32_t handle;
	uint64_t size;
	int status;
	pid_t child;
	char *p;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	ASSERT_EQ(0, sysinfo(&machine));
	size = (uint64_t)(machine.totalram + machine.totalswap) * machine.mem_unit & ~4095ull;
	if (size > self->info.gart_size)
		SKIP(return, "no buffer can be as large as this machine's memory");
	EXPECT_EQ(-ENOMEM, gem_create(self->c.fd, size, 4096, GTT, 0, &handle));
	/* Here its pages are asked for when it is touched. */
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
 * Nor for many buffers: what TTM has put away for others is no less of the machine's
 * memory, and there is an end to it.
 */
TEST_F_TIMEOUT(gem, more_than_memory, 120)
{
	const uint64_t size = 64 << 20;
	struct sysinfo machine;
	uint64_t memory, before, rest;
	uint32_t handles[64], handle;
	struct client last;
	int n, status, ret = 0;
	pid_t child;

	if (!self->c.rcp || getenv("RCP_SHORT"))
		SKIP(return, "not rcp, or done already");
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
	/* a 16th of it is left to others, by small buffers, too */
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

/* To put a buffer away takes as much memory as it has: TTM is not to begin if there is less. */
TEST_F(gem, too_large_to_be_put_away)
{
	struct sysinfo machine;
	uint32_t handle;
	uint64_t size;
	pid_t child;
	int status, i, ret;

	ASSERT_EQ(0, sysinfo(&machine));
	/* From half of the machine's memory on TTM puts buffers away. */
	size = (uint64_t)machine.totalram * machine.mem_unit / 100 * 49 & ~4095ull;
	if (!self->c.rcp || machine.totalswap || size > 1 << 30)
		SKIP(return, "not rcp, or this machine has much memory");
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

/* With all memory taken nothing can leave VRAM; whoever wants some is told, and nobody else. */
TEST_F_TIMEOUT(gem, no_memory_behind_vram, 120)
{
	uint64_t memory, size;
	struct sysinfo machine;
	struct stream s;
	uint32_t handle;
	int n, ret;

	ASSERT_EQ(0, sysinfo(&machine));
	memory = (uint64_t)(machine.totalram + machine.totalswap) * machine.mem_unit;
	if (!self->c.rcp || self->info.vram_size > 80ull << 20 || memory > 2ull << 30)
		SKIP(return, "needs a card with at most 80 MiB, and little memory");
	for (size = 64 << 20; size >= 1 << 20; size /= 8)
		while (!gem_create(self->c.fd, size, 4096, GTT, 0, &handle))
			;
	/* A buffer without contents could leave VRAM without memory. */
	for (n = 0, ret = 0; n < 64 && !ret; n++) {
		ret = gem_create(self->c.fd, 4 << 20, 4096, VRAM, 0, &handle);
		if (ret)
			break;
		stream_init(&s);
		stream_mem_write(&s, handle, VRAM, 0, n);
		ASSERT_EQ(0, stream_submit(&s, self->c.fd, NULL));
	}
	EXPECT_EQ(-ENOMEM, ret);
	EXPECT_LE(self->info.vram_size * 3 / 4, (uint64_t)n * (4 << 20));
}

/* What lists the pages of a buffer is memory, too, long before there are pages. */
TEST_F(gem, lists_are_counted)
{
	const uint64_t size = 256 << 20;
	long long before = system_used();
	uint32_t handle;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	ASSERT_LE(0, before);
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, RADEON_GEM_DOMAIN_CPU, 0, &handle));
	EXPECT_EQ(before + (long long)(size / 4096 * 8), system_used());
}

TEST_F(gem, ioctls_fault_cleanly)
{
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_CREATE, (void *)8));
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_MMAP, (void *)8));
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_WAIT_IDLE, (void *)8));
	EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_BUSY, (void *)8));
}

/* GEM_CREATE writes its answer back; where it cannot, no buffer may stay. */
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
	before = usage(self->c.fd, GTT);
	for (i = 0; i < 4; i++)
		EXPECT_EQ(-EFAULT, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_CREATE, create));
	/*
	 * The handle is the file's all the same: DRM copies back after the
	 * driver is done.  It goes with the file.
	 */
	EXPECT_GE(usage(self->c.fd, GTT), before);
	client_close(&self->c);
	ASSERT_EQ(0, client_open(&self->c));
	EXPECT_EQ(before, usage(self->c.fd, GTT));
	munmap(create, 4096);
}

TEST_F(gem, userptr_is_not_offered)
{
	struct drm_radeon_gem_userptr arg = { 0 };
	int ret;

	if (!self->c.rcp)
		SKIP(return, "not rcp");
	ret = client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_USERPTR, &arg);
	/* -EACCES would mean that it is there */
	EXPECT_TRUE(ret < 0 && ret != -EACCES)
		TH_LOG("%d", ret);
}

TEST_HARNESS_MAIN
