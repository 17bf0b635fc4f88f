// SPDX-License-Identifier: GPL-2.0
/*
 * Eviction from VRAM: contents are kept, eviction does not wait for busy buffers, and an idle
 * client makes room.  Most tests need a card with little VRAM (tests/kselftest/vm/bringup).
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"
#include "sync.h"

#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(eviction) {
	struct client c, other;
	struct drm_radeon_gem_info info;
	struct stream s;
	int kmsg;
};

FIXTURE_SETUP(eviction)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_open(&self->other));
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &self->info));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
}

FIXTURE_TEARDOWN(eviction)
{
	client_close(&self->c);
	client_close(&self->other);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/*
 * VRAM can always be emptied, whatever is exported: a buffer larger than half of the GTT
 * is evicted with its contents.
 */
TEST_F(eviction, large_leaves_vram)
{
	const uint64_t large = self->info.gart_size / 2 + (32 << 20);
	uint32_t handle, first, theirs, where, n = 0, *p;
	int vgem, shared = vgem_is_refused() ? -EOPNOTSUPP : 0;
	struct sysinfo machine;
	struct stream s;

	ASSERT_EQ(0, sysinfo(&machine));
	if (getenv("RCP_SHORT") || self->info.vram_size < large ||
	    large / 4 * 5 > (uint64_t)machine.freeram * machine.mem_unit)
		SKIP(return, "needs a card with more VRAM, and more memory than that");
	vgem = client_open_vgem();
	if (vgem < 0)
		SKIP(return, "no vgem");
	/* vgem logs a message when it is loaded */
	close(self->kmsg);
	self->kmsg = kmsg_open();
	ASSERT_EQ(shared, gem_export_to(self->c.fd, vgem, 4096, &theirs));
	ASSERT_EQ(0, gem_create(self->c.fd, large, 4096, VRAM, 0, &first));
	/* also in VRAM that the CPU does not see */
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
	if (!shared)
		ASSERT_EQ(0, gem_close(vgem, theirs));
	close(vgem);
}

/*
 * More buffers than VRAM holds: the oldest are evicted and come back with their contents.
 * Only on a card with little VRAM, because others would take too long.
 */
TEST_F(eviction, contents_are_kept)
{
	const uint64_t size = 2 << 20;
	uint32_t handles[128], theirs;
	uint32_t n, i;
	int vgem;

	if (self->info.vram_size > 80ull << 20)
		SKIP(return, "needs a card with at most 80 MiB");
	/* at the same time another device has a buffer */
	vgem = client_open_vgem();
	close(self->kmsg);
	self->kmsg = kmsg_open();
	if (vgem >= 0)
		ASSERT_EQ(vgem_is_refused() ? -EOPNOTSUPP : 0,
			  gem_export_to(self->c.fd, vgem, 65536, &theirs));
	n = self->info.vram_size / size + 8;
	ASSERT_LE(n, ARRAY_SIZE(handles));
	for (i = 0; i < n; i++) {
		uint32_t *p;

		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &handles[i]));
		p = gem_map(self->c.fd, handles[i], size);
		ASSERT_NE(NULL, p);
		gem_fill(p, size, handles[i]);
		munmap(p, size);
	}
	for (i = 0; i < n; i++) {
		uint32_t *p = gem_map(self->c.fd, handles[i], size);

		ASSERT_NE(NULL, p);
		EXPECT_EQ(size, gem_first_wrong(p, size, handles[i]))
			TH_LOG("buffer %u of %u", i, n);
		munmap(p, size);
	}
	if (vgem >= 0)
		close(vgem);
}

/* Idle buffers that fill VRAM give way to the buffer of a client that submits. */
TEST_F(eviction, idle_client_gives_way)
{
	const uint64_t size = 2 << 20;
	uint32_t handle, idle[64], n, i, where = 0, *p;

	n = self->info.vram_size / size + 1;
	if (n > ARRAY_SIZE(idle) || self->c.card.vram_visible < self->c.card.vram_size)
		SKIP(return, "needs a card with little VRAM, all of it visible");
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM | GTT, 0, &idle[i]));
		p = gem_map(self->c.fd, idle[i], size);
		ASSERT_NE(NULL, p);
		p[i] = i;
		munmap(p, size);
	}
	ASSERT_EQ(0, gem_create(self->other.fd, size, 4096, VRAM | GTT, 0, &handle));
	gem_busy(self->other.fd, handle, &where);
	EXPECT_EQ(GTT, where);
	for (i = 0; i < 3000 && where != VRAM; i++) {
		ASSERT_EQ(0, stream_write(&self->s, self->other.fd, handle, VRAM, 0, i));
		ASSERT_EQ(0, gem_wait(self->other.fd, handle));
		gem_busy(self->other.fd, handle, &where);
		usleep(10000);
	}
	EXPECT_EQ(VRAM, where);
	for (i = 0; i < n; i++) {
		p = gem_map(self->c.fd, idle[i], size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(i, p[i]);
		munmap(p, size);
	}
}

/*
 * Jobs that wait for another driver use all of VRAM: other clients do not wait for them,
 * their buffers are placed in system memory.
 */
TEST_F(eviction, eviction_does_not_wait)
{
	const uint64_t size = 4 << 20;
	struct drm_rcp_sync in = { .flags = 0 };
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct client_cs cs = { .context = &context, .syncs = &in, .nsyncs = 1 };
	uint32_t theirs[24], handle, where, n = self->info.vram_size / size, i, *p;
	struct late late;

	if (n > ARRAY_SIZE(theirs) || self->c.card.vram_visible < self->c.card.vram_size)
		SKIP(return, "needs a card with little VRAM, all of it visible");
	if (!late_available() || late_begin(&late, self->c.fd))
		SKIP(return, "no other driver with fences");
	ASSERT_EQ(0, late_syncobj(&late, self->c.fd, &in.handle));
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &theirs[i]));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, theirs[i], VRAM, 64, 1));
	}
	ASSERT_EQ(0, gem_wait(self->c.fd, theirs[n - 1]));
	stream_init(&self->s);
	for (i = 0; i < n; i++)
		stream_mem_write(&self->s, theirs[i], VRAM, 0, i + 1);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));

	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, gem_create(self->other.fd, size, 4096, VRAM, 0, &handle));
		ASSERT_EQ(0, stream_write(&self->s, self->other.fd, handle, VRAM, 0, 7));
		ASSERT_EQ(0, gem_wait(self->other.fd, handle));
	}
	ASSERT_EQ(0, gem_busy(self->other.fd, handle, &where));
	EXPECT_EQ(GTT, where);
	/* no call has waited for the jobs, because their fence is still pending */
	EXPECT_EQ(0, sync_file_status(late.sync_file));
	EXPECT_EQ(0, late_signal(&late));
	for (i = 0; i < n; i++) {
		EXPECT_EQ(0, gem_wait(self->c.fd, theirs[i]));
		p = gem_map(self->c.fd, theirs[i], size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(i + 1, p[0]);
		EXPECT_EQ(1, p[16]);
		munmap(p, size);
	}
	late_end(&late);
}

/* A buffer that only a copy job of the driver uses is busy until that job is done. */
TEST_F(eviction, copies_make_busy)
{
	const uint64_t size = 4 << 20;
	uint32_t theirs[24], gate, handle, n = self->info.vram_size / size, i, busy = 0;
	volatile uint32_t *map;

	if (n > ARRAY_SIZE(theirs) || self->c.card.vram_visible < self->c.card.vram_size)
		SKIP(return, "needs a card with little VRAM, all of it visible");
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &theirs[i]));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, theirs[i], VRAM, 64, 1));
	}
	for (i = 0; i < n; i++)
		ASSERT_EQ(0, gem_wait(self->c.fd, theirs[i]));
	/* the copy waits behind this job in the ring */
	ASSERT_EQ(0, gem_create(self->other.fd, 4096, 4096, GTT, 0, &gate));
	map = gem_map(self->other.fd, gate, 4096);
	ASSERT_NE(NULL, map);
	stream_init(&self->s);
	stream_wait_mem(&self->s, gate, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->other.fd, NULL));
	ASSERT_EQ(0, gem_create(self->other.fd, size, 4096, VRAM, 0, &handle));
	for (i = 0; i < n; i++)
		busy += gem_busy(self->c.fd, theirs[i], NULL) == -EBUSY;
	EXPECT_LT(0, busy);
	*map = 1;
	for (i = 0; i < n; i++)
		EXPECT_EQ(0, gem_wait(self->c.fd, theirs[i]));
	munmap((void *)map, 4096);
}

/* A small buffer gets memory of a buffer that is still being copied out of VRAM. */
TEST_F(eviction, cleared_behind_a_copy)
{
	const uint64_t size = 2 << 20, last = size - 4096;
	uint32_t old[64], small, n = self->info.vram_size / size, i, *p;

	if (n > ARRAY_SIZE(old) || self->c.card.vram_visible < self->c.card.vram_size)
		SKIP(return, "needs a card with little VRAM, all of it visible");
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, VRAM, 0, &old[i]));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, old[i], VRAM, 64, i + 1));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, old[i], VRAM, last + 64, i + 1));
	}
	ASSERT_EQ(0, gem_wait(self->c.fd, old[n - 1]));
	for (i = 0; i < 8; i++) {
		ASSERT_EQ(0, gem_create(self->other.fd, 4096, 4096, VRAM, 0, &small));
		p = gem_map(self->other.fd, small, 4096);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(0, p[16]);
		munmap(p, 4096);
		/* evicts another buffer and leaves its last page free for the next small one */
		ASSERT_EQ(0, gem_create(self->other.fd, last, 4096, VRAM, 0, &small));
	}
	for (i = 0; i < n; i++) {
		p = gem_map(self->c.fd, old[i], size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(i + 1, p[16]);
		EXPECT_EQ(i + 1, p[last / 4 + 16]);
		munmap(p, size);
	}
}

/* The child: submits with buffers of three quarters of VRAM; 0 or an errno */
static int work_in_vram(int seed, uint64_t vram_size)
{
	const uint64_t size = 2 << 20;
	uint32_t handle[64], n = vram_size / 4 * 3 / size, i, j;
	struct stream s;
	struct client c;
	int ret = client_open(&c);

	for (i = 0; i < n && !ret; i++)
		ret = gem_create(c.fd, size, 4096, VRAM | GTT, 0, &handle[i]);
	for (i = 0; i < 60 && !ret; i++) {
		stream_init(&s);
		for (j = 0; j < 8; j++)
			stream_mem_write(&s, handle[(i * (seed ? 7 : 5) + j * 3) % n], VRAM, 8 * j, i);
		ret = stream_submit(&s, c.fd, NULL);
	}
	for (i = 0; i < n && !ret; i++)
		ret = gem_wait(c.fd, handle[i]);
	return -ret;
}

/*
 * Clients that evict each other's buffers contend for reservations; no submission fails
 * because of that.
 */
TEST_F(eviction, clients_contend_for_vram)
{
	int i, status;

	if (self->info.vram_size > 80 << 20)
		SKIP(return, "needs a card with little VRAM");
	for (i = 0; i < 3; i++)
		if (!fork())
			_exit(work_in_vram(i, self->info.vram_size));
	while (i--) {
		ASSERT_LT(0, wait(&status));
		EXPECT_EQ(0, status)
			TH_LOG("%s", strerror(WEXITSTATUS(status)));
	}
}

TEST_HARNESS_MAIN
