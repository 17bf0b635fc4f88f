// SPDX-License-Identifier: GPL-2.0
/*
 * Memory under pressure: an aperture that clients have to share, VRAM that one of them
 * idles on, exports, imports, and the log, in which none of it shows.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"

#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define CPU	RADEON_GEM_DOMAIN_CPU
#define APERTURE	"/sys/module/rcp/parameters/gart_mib"

static int submit_write(struct stream *s, int fd, uint32_t handle, uint32_t domain,
			uint64_t offset, uint64_t value)
{
	stream_init(s);
	stream_mem_write(s, handle, domain, offset, value);
	return stream_submit(s, fd, NULL);
}

/* ---- an aperture of 64 MiB ---- */

FIXTURE(aperture) {
	struct client c;
	struct stream s;
	uint64_t size;
	int kmsg;
};

static int rebind(const char *mib)
{
	int ret = write_file(APERTURE, mib);

	ret = ret ? ret : card_unbind();
	return ret ? ret : card_bind();
}

FIXTURE_SETUP(aperture)
{
	struct drm_radeon_gem_info info;

	self->kmsg = -1;
	if (access(APERTURE, W_OK) || !card_slot())
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	close(client_open_vgem());
	ASSERT_EQ(0, rebind("64"));
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info));
	ASSERT_LT(info.gart_size, 64ull << 20);
	self->size = info.gart_size;
	self->kmsg = kmsg_open();
}

FIXTURE_TEARDOWN(aperture)
{
	char text[512];

	if (self->kmsg < 0)
		return;
	client_close(&self->c);
	EXPECT_EQ(0, kmsg_loud(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
	EXPECT_EQ(0, rebind("0"));
	EXPECT_EQ(0, client_works());
}

#define PARTS	3
#define ROUNDS	24

/* In a process of its own: works with @part bytes in each of its buffers; 0 if all is well. */
static int work(uint64_t part, uint32_t seed)
{
	uint32_t handle[PARTS], i, r, *p;
	struct stream *s = malloc(sizeof(*s));
	struct client c;

	if (client_open(&c))
		return 1;
	for (i = 0; i < PARTS; i++) {
		if (gem_create(c.fd, part, 4096, GTT, 0, &handle[i]))
			return 2;
		p = gem_map(c.fd, handle[i], part);
		if (!p)
			return 3;
		p[part / 4 - 1] = seed + i;
		munmap(p, part);
	}
	for (r = 0; r < ROUNDS; r++) {
		stream_init(s);
		for (i = 0; i < PARTS; i++)
			stream_mem_write(s, handle[i], GTT, 4096 * r, seed + r * PARTS + i);
		if (stream_submit(s, c.fd, NULL))
			return 4;
	}
	for (i = 0; i < PARTS; i++) {
		if (gem_wait(c.fd, handle[i]))
			return 5;
		p = gem_map(c.fd, handle[i], part);
		for (r = 0; r < ROUNDS; r++)
			if (p[1024 * r] != seed + r * PARTS + i)
				return 6;
		if (p[part / 4 - 1] != seed + i)
			return 7;
		munmap(p, part);
	}
	client_close(&c);
	return 0;
}

/* Two clients of which each needs 60 % of the aperture in every submission take turns. */
TEST_F_TIMEOUT(aperture, two_clients_take_turns, 120)
{
	uint64_t part = self->size / 5 & ~4095ull;
	int status[2], i;
	pid_t child[2];

	for (i = 0; i < 2; i++) {
		child[i] = fork();
		ASSERT_LE(0, child[i]);
		if (!child[i])
			_exit(work(part, 0x1000 * (i + 1)));
	}
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(child[i], waitpid(child[i], &status[i], 0));
		EXPECT_EQ(0, status[i]);
	}
}

/* A submission that alone needs more than there is fails, and says by how much. */
TEST_F(aperture, more_than_the_aperture)
{
	struct drm_rcp_verdict v;
	uint64_t part = (self->size / 4 + 4096) & ~4095ull;
	uint32_t handle[4], i;
	char expected[64];

	stream_init(&self->s);
	for (i = 0; i < 4; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, part, 4096, GTT, 0, &handle[i]));
		stream_mem_write(&self->s, handle[i], GTT, 0, i);
	}
	EXPECT_EQ(-ENOMEM, stream_submit(&self->s, self->c.fd, &v));
	EXPECT_EQ(4 * part, v.actual);
	snprintf(expected, sizeof(expected), "need %llu bytes, the aperture has %llu",
		 (unsigned long long)(4 * part), (unsigned long long)self->size);
	EXPECT_NE(NULL, strstr(v.text, expected))
		TH_LOG("%s", v.text);
	for (i = 0; i < 4; i++)
		EXPECT_EQ(0, submit_write(&self->s, self->c.fd, handle[i], GTT, 8, i + 1));
	for (i = 0; i < 4; i++)
		EXPECT_EQ(0, gem_wait(self->c.fd, handle[i]));
	EXPECT_EQ(-ENOMEM, gem_create(self->c.fd, self->size + 4096, 4096, GTT, 0, &handle[0]));
}

/* Buffers all over the aperture do not keep a submission from most of it. */
TEST_F_TIMEOUT(aperture, in_pieces, 60)
{
	const uint64_t small = 512 << 10;
	uint64_t large = self->size / 20 * 9 & ~4095ull;
	uint32_t n = self->size / small, i, handle[128], big[2];

	ASSERT_GE(ARRAY_SIZE(handle), n);
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, small, 4096, GTT, 0, &handle[i]));
		ASSERT_EQ(0, submit_write(&self->s, self->c.fd, handle[i], GTT, 0, i));
	}
	for (i = 0; i < n; i += 2)
		ASSERT_EQ(0, gem_close(self->c.fd, handle[i]));
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, gem_create(self->c.fd, large, 4096, GTT, 0, &big[i]));
	/* the two of them and one in between */
	ASSERT_EQ(0, submit_write(&self->s, self->c.fd, big[0], GTT, 0, 1));
	ASSERT_EQ(0, submit_write(&self->s, self->c.fd, handle[1], GTT, 0, 1));
	stream_init(&self->s);
	stream_mem_write(&self->s, handle[1], GTT, 8, 1);
	stream_mem_write(&self->s, big[0], GTT, 8, 1);
	stream_mem_write(&self->s, big[1], GTT, 8, 1);
	EXPECT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(0, gem_wait(self->c.fd, big[1]));
}

/* Nor does one of its own that stands in between. */
TEST_F(aperture, packed_anew)
{
	uint64_t part = self->size / 100 & ~4095ull;
	uint32_t first, small, big[2], i, *p;

	ASSERT_EQ(0, gem_create(self->c.fd, 40 * part, 4096, GTT, 0, &first));
	ASSERT_EQ(0, gem_create(self->c.fd, 2 * part, 4096, GTT, 0, &small));
	ASSERT_EQ(0, submit_write(&self->s, self->c.fd, first, GTT, 0, 1));
	ASSERT_EQ(0, submit_write(&self->s, self->c.fd, small, GTT, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, small));
	ASSERT_EQ(0, gem_close(self->c.fd, first));
	stream_init(&self->s);
	stream_mem_write(&self->s, small, GTT, 8, 7);
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, 45 * part, 4096, GTT, 0, &big[i]));
		stream_mem_write(&self->s, big[i], GTT, 8, 7);
	}
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, small));
	p = gem_map(self->c.fd, small, 4096);
	ASSERT_NE(NULL, p);
	EXPECT_EQ(1, p[0]);
	EXPECT_EQ(7, p[2]);
	munmap(p, 4096);
	EXPECT_EQ(0, gem_wait(self->c.fd, big[1]));
}

/* Exports of three times the aperture, and a submission that needs most of it. */
TEST_F_TIMEOUT(aperture, exports_have_no_addresses, 60)
{
	uint64_t part = self->size / 4 & ~4095ull;
	int vgem = client_open_vgem();
	uint32_t theirs[12], handle, i;

	if (vgem < 0)
		SKIP(return, "no vgem");
	for (i = 0; i < ARRAY_SIZE(theirs); i++)
		ASSERT_EQ(0, gem_lend(self->c.fd, vgem, part, &theirs[i]));
	ASSERT_EQ(0, gem_create(self->c.fd, self->size / 10 * 9, 4096, GTT, 0, &handle));
	EXPECT_EQ(0, submit_write(&self->s, self->c.fd, handle, GTT, 0, 1));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	for (i = 0; i < ARRAY_SIZE(theirs); i++)
		ASSERT_EQ(0, gem_close(vgem, theirs[i]));
	close(vgem);
}

/* ---- VRAM ---- */

FIXTURE(memory) {
	struct client a, b;
	struct drm_radeon_gem_info info;
	struct stream s;
	int kmsg;
};

FIXTURE_SETUP(memory)
{
	close(client_open_vgem());
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->a));
	ASSERT_EQ(0, client_open(&self->b));
	ASSERT_EQ(0, client_ioctl(self->a.fd, DRM_IOCTL_RADEON_GEM_INFO, &self->info));
	if (!self->a.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
}

FIXTURE_TEARDOWN(memory)
{
	char text[512];

	client_close(&self->a);
	client_close(&self->b);
	EXPECT_EQ(0, kmsg_loud(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

/* A client fills VRAM and idles: another one that works there comes in. */
TEST_F_TIMEOUT(memory, idle_client_gives_way, 60)
{
	const uint64_t size = 2 << 20;
	uint32_t handle, idle[64], n, i, where = 0, *p;

	n = self->info.vram_size / size + 1;
	if (n > ARRAY_SIZE(idle) || self->a.card.vram_visible < self->a.card.vram_size)
		SKIP(return, "needs a card with little VRAM, all of it visible");
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->a.fd, size, 4096, VRAM | GTT, 0, &idle[i]));
		p = gem_map(self->a.fd, idle[i], size);
		ASSERT_NE(NULL, p);
		p[i] = i;
		munmap(p, size);
	}
	ASSERT_EQ(0, gem_create(self->b.fd, size, 4096, VRAM | GTT, 0, &handle));
	gem_busy(self->b.fd, handle, &where);
	EXPECT_EQ(GTT, where);
	for (i = 0; i < 100 && where != VRAM; i++) {
		ASSERT_EQ(0, submit_write(&self->s, self->b.fd, handle, VRAM, 0, i));
		ASSERT_EQ(0, gem_wait(self->b.fd, handle));
		gem_busy(self->b.fd, handle, &where);
		usleep(10000);
	}
	EXPECT_EQ(VRAM, where);
	for (i = 0; i < n; i++) {
		p = gem_map(self->a.fd, idle[i], size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(i, p[i]);
		munmap(p, size);
	}
}

/*
 * A client's jobs wait for another driver, and all of VRAM is theirs: others do not wait
 * for that, but have their buffers in system memory.
 */
TEST_F_TIMEOUT(memory, eviction_waits_for_nobody, 60)
{
	const uint64_t size = 4 << 20;
	struct drm_rcp_sync in = { .flags = 0 };
	struct drm_rcp_cs_context context = { .ctx_id = 0 };
	struct client_cs cs = { .context = &context, .syncs = &in, .nsyncs = 1 };
	uint32_t theirs[24], handle, where, n = self->info.vram_size / size, i, *p;
	struct late late;
	uint64_t start;

	if (n > ARRAY_SIZE(theirs) || self->a.card.vram_visible < self->a.card.vram_size)
		SKIP(return, "needs a card with little VRAM, all of it visible");
	if (!late_available() || late_begin(&late, self->a.fd))
		SKIP(return, "no other driver with fences");
	ASSERT_EQ(0, late_syncobj(&late, self->a.fd, &in.handle));
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->a.fd, size, 4096, VRAM, 0, &theirs[i]));
		ASSERT_EQ(0, submit_write(&self->s, self->a.fd, theirs[i], VRAM, 64, 1));
	}
	ASSERT_EQ(0, gem_wait(self->a.fd, theirs[n - 1]));
	stream_init(&self->s);
	for (i = 0; i < n; i++)
		stream_mem_write(&self->s, theirs[i], VRAM, 0, i + 1);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->a.fd, &cs));

	start = now_ns();
	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, gem_create(self->b.fd, size, 4096, VRAM, 0, &handle));
		ASSERT_EQ(0, submit_write(&self->s, self->b.fd, handle, VRAM, 0, 7));
		ASSERT_EQ(0, gem_wait(self->b.fd, handle));
	}
	ASSERT_EQ(0, gem_busy(self->b.fd, handle, &where));
	EXPECT_EQ(GTT, where);
	/* vgem lets none be older than ten seconds */
	EXPECT_GT(6000000000ull, now_ns() - start);
	EXPECT_EQ(0, late_signal(&late));
	for (i = 0; i < n; i++) {
		EXPECT_EQ(0, gem_wait(self->a.fd, theirs[i]));
		p = gem_map(self->a.fd, theirs[i], size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(i + 1, p[0]);
		EXPECT_EQ(1, p[16]);
		munmap(p, size);
	}
	late_end(&late);
}

/* A small buffer gets the place of one that is still being copied out of VRAM. */
TEST_F_TIMEOUT(memory, cleared_behind_a_copy, 60)
{
	const uint64_t size = 2 << 20, last = size - 4096;
	uint32_t old[64], small, n = self->info.vram_size / size, i, *p;

	if (n > ARRAY_SIZE(old) || self->a.card.vram_visible < self->a.card.vram_size)
		SKIP(return, "needs a card with little VRAM, all of it visible");
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->a.fd, size, 4096, VRAM, 0, &old[i]));
		ASSERT_EQ(0, submit_write(&self->s, self->a.fd, old[i], VRAM, 64, i + 1));
		ASSERT_EQ(0, submit_write(&self->s, self->a.fd, old[i], VRAM, last + 64, i + 1));
	}
	ASSERT_EQ(0, gem_wait(self->a.fd, old[n - 1]));
	for (i = 0; i < 8; i++) {
		ASSERT_EQ(0, gem_create(self->b.fd, 4096, 4096, VRAM, 0, &small));
		p = gem_map(self->b.fd, small, 4096);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(0, p[16]);
		munmap(p, 4096);
		/* pushes another one out and leaves its last page to the next */
		ASSERT_EQ(0, gem_create(self->b.fd, last, 4096, VRAM, 0, &small));
	}
	for (i = 0; i < n; i++) {
		p = gem_map(self->a.fd, old[i], size);
		ASSERT_NE(NULL, p);
		EXPECT_EQ(i + 1, p[16]);
		EXPECT_EQ(i + 1, p[last / 4 + 16]);
		munmap(p, size);
	}
}

/* Submits with some of its own buffers, which are three quarters of VRAM: 0 or what failed. */
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
 * Clients that have each other's buffers evicted meet over reservations; none has to hear
 * of it.
 */
TEST_F_TIMEOUT(memory, clients_contend_for_vram, 60)
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

static uint64_t bytes_moved(void)
{
	return debugfs_value("rcp_state", "moved_bytes");
}

/* A client that has a buffer moved back and forth is let do so at a rate that others can bear. */
TEST_F_TIMEOUT(memory, back_and_forth, 60)
{
	const uint64_t size = 16 << 20, burst = 64 << 20, rate = 128 << 20;
	uint64_t before = bytes_moved(), begin, ns, moved;
	uint32_t handle, i;

	ASSERT_EQ(0, gem_create(self->a.fd, size, 4096, GTT, 0, &handle));
	begin = now_ns();
	for (i = 0; i < 200; i++)
		ASSERT_EQ(0, submit_write(&self->s, self->a.fd, handle, i & 1 ? GTT : VRAM, 0, i));
	ASSERT_EQ(0, gem_wait(self->a.fd, handle));
	ns = now_ns() - begin;
	moved = bytes_moved() - before;
	EXPECT_LE(burst, moved);
	EXPECT_GE(burst + 2 * size + ns / 1000 * (rate / 1000000 + 1), moved)
		TH_LOG("%llu MiB in %llu ms", (unsigned long long)moved >> 20,
		       (unsigned long long)ns / 1000000);
}

/* Of buffers that do not all fit, those of high priority are in VRAM. */
TEST_F(memory, priorities)
{
	uint64_t size = self->info.vram_size / 5 * 2 & ~4095ull;
	struct drm_radeon_cs_reloc reloc[3] = { { .read_domains = VRAM, .flags = 1 },
						{ .read_domains = VRAM, .flags = 15 },
						{ .read_domains = VRAM, .flags = 7 } };
	uint32_t nops[8] = { PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2 };
	struct client_cs cs = { .ib = nops, .ib_dw = 8, .relocs = reloc, .nrelocs = 3 };
	uint32_t where[3], i;

	if (self->info.vram_size > 80 << 20)
		SKIP(return, "needs a card with little VRAM");
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, gem_create(self->a.fd, size, 4096, GTT, 0, &reloc[i].handle));
	ASSERT_EQ(0, client_submit(self->a.fd, &cs));
	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, gem_wait(self->a.fd, reloc[i].handle));
		gem_busy(self->a.fd, reloc[i].handle, &where[i]);
	}
	EXPECT_EQ(GTT, where[0]);
	EXPECT_EQ(VRAM, where[1]);
}

/* ---- imports ---- */

/* A dma-buf of a memfd's pages, or -1 */
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

/* The card writes to both ends of it, and the CPU finds that there: 0 or what went wrong. */
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

TEST_F(memory, udmabuf_imports)
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
		EXPECT_EQ(0, use_import(&self->s, self->a.fd, fd, kinds[i].size))
			TH_LOG("kind %zu", i);
		close(fd);
		done++;
	}
	write_file("/proc/sys/vm/nr_hugepages", "0");
	if (!done)
		SKIP(return, "no udmabuf");
	TH_LOG("%u of %zu kinds", done, ARRAY_SIZE(kinds));
}

TEST_F(memory, dma_heap_imports)
{
	struct dma_heap_allocation_data heap = { .len = 16 << 20, .fd_flags = O_RDWR | O_CLOEXEC };
	int fd = open("/dev/dma_heap/system", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		SKIP(return, "no dma-heap");
	ASSERT_EQ(0, ioctl(fd, DMA_HEAP_IOCTL_ALLOC, &heap));
	close(fd);
	EXPECT_EQ(0, use_import(&self->s, self->a.fd, heap.fd, heap.len));
	close(heap.fd);
}

/* The device goes while another driver's pages are mapped for it. */
TEST_F_TIMEOUT(memory, unbind_with_an_import, 60)
{
	uint32_t handle;
	int fd = udmabuf(0, 0, 65536);

	if (fd < 0 || !card_slot())
		SKIP(return, "no udmabuf");
	ASSERT_EQ(0, gem_import(self->a.fd, fd, &handle));
	ASSERT_EQ(0, submit_write(&self->s, self->a.fd, handle, GTT, 0, 1));
	close(self->kmsg);
	EXPECT_EQ(0, card_unbind());
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
	self->kmsg = kmsg_open();
	/* the old device's buffer goes with the old device's file */
	client_close(&self->a);
	close(fd);
	EXPECT_EQ(0, client_open(&self->a));
}

/* A CPU that maps a dma-buf in VRAM sees what the card has written, if it says that it reads. */
TEST_F(memory, dmabuf_begin_cpu_access)
{
	struct dma_buf_sync sync = { .flags = DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW };
	uint32_t handle, i;
	volatile uint32_t *p;
	int fd;

	ASSERT_EQ(0, gem_create(self->a.fd, 65536, 4096, VRAM, 0, &handle));
	ASSERT_EQ(0, gem_export(self->a.fd, handle, &fd));
	p = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	ASSERT_NE(MAP_FAILED, (void *)p);
	for (i = 1; i < 20; i++) {
		ASSERT_EQ(0, submit_write(&self->s, self->a.fd, handle, VRAM, 0, i));
		sync.flags = DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW;
		ASSERT_EQ(0, ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync));
		EXPECT_EQ(i, p[0]);
		sync.flags = DMA_BUF_SYNC_END | DMA_BUF_SYNC_RW;
		ASSERT_EQ(0, ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync));
	}
	munmap((void *)p, 65536);
	close(fd);
}

/* ---- charges ---- */

#define CGROUP		"/sys/fs/cgroup/rcp"

/* In a child: leaves for a control group of its own.  False if the kernel has no such controller. */
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

/* The last number of a file of the group, 0 if it has none. */
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

/* What a child says when it ends. */
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
	/* No more than the group may have, and nothing is killed for that. */
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

/* Buffers' pages are their client's. */
TEST_F(memory, pages_are_charged)
{
	int ret = in_a_child(pages_charged, self->a.fd);

	if (ret == NO_CONTROLLER)
		SKIP(return, "no memory controller");
	EXPECT_EQ(CHARGED, ret);
}

TEST_F(memory, vram_is_charged)
{
	int ret = in_a_child(vram_charged, self->a.fd);

	if (ret == NO_CONTROLLER)
		SKIP(return, "no dmem controller");
	EXPECT_EQ(CHARGED, ret);
}

TEST_HARNESS_MAIN
