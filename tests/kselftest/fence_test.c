// SPDX-License-Identifier: GPL-2.0
/*
 * Fences: buffers are busy while the card works on them and idle afterwards, in order;
 * when a wait returns, the writes of the stream are in memory; interrupts end the waits.
 * Runs on rcp and radeon.ko, and shows most on a card whose engine is late.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <pthread.h>
#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(fence) {
	struct client c;
	struct stream s;
	uint32_t bo;
	uint32_t *map;
	int kmsg;
};

FIXTURE_VARIANT(fence) {
	uint32_t domain;
};

FIXTURE_VARIANT_ADD(fence, vram) { .domain = RADEON_GEM_DOMAIN_VRAM };
FIXTURE_VARIANT_ADD(fence, gtt) { .domain = RADEON_GEM_DOMAIN_GTT };

FIXTURE_SETUP(fence)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, variant->domain, 0, &self->bo));
	self->map = gem_map(self->c.fd, self->bo, 65536);
	ASSERT_NE(NULL, self->map);
	memset(self->map, 0, 65536);
	stream_init(&self->s);
}

FIXTURE_TEARDOWN(fence)
{
	munmap(self->map, 65536);
	client_close(&self->c);
	if (self->c.rcp)
		EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

TEST_F(fence, mem_write_lands)
{
	uint32_t i;

	for (i = 0; i < 64; i++)
		stream_mem_write(&self->s, self->bo, variant->domain, i * 1024,
				 0x0101010100000000ull * i + i);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	for (i = 0; i < 64; i++) {
		EXPECT_EQ(i, self->map[i * 256]);
		EXPECT_EQ(0x01010101 * i, self->map[i * 256 + 1]);
	}
}

TEST_F(fence, eop_results_land)
{
	stream_eop(&self->s, self->bo, variant->domain, 0, EOP_DATA_32, 0xcafe);
	stream_eop(&self->s, self->bo, variant->domain, 64, EOP_DATA_64, 0x1234567890abcdefull);
	if (stream_has_clock())
		stream_eop(&self->s, self->bo, variant->domain, 128, EOP_DATA_CLOCK, 0);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0xcafe, self->map[0]);
	EXPECT_EQ(0, self->map[1]);
	EXPECT_EQ(0x90abcdef, self->map[16]);
	EXPECT_EQ(0x12345678, self->map[17]);
	EXPECT_EQ(stream_has_clock(), self->map[32] || self->map[33]);
}

TEST_F(fence, copies_land)
{
	uint32_t other, i;

	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, VRAM, 0, &other));
	for (i = 0; i < 64; i++)
		self->map[i] = i ^ 0x5a5a5a5a;
	stream_cp_dma(&self->s, self->bo, variant->domain, 0, other, VRAM, 4096, 256);
	stream_cp_dma(&self->s, other, VRAM, 4096, self->bo, variant->domain, 8192, 256);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	for (i = 0; i < 64; i++)
		EXPECT_EQ(i ^ 0x5a5a5a5a, self->map[2048 + i]);
	EXPECT_EQ(0, self->map[2048 + 64]);

	stream_init(&self->s);
	stream_copy_dw(&self->s, self->bo, 4, self->bo, 32768, variant->domain);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(1 ^ 0x5a5a5a5a, self->map[8192]);
}

/* Chips that end a flush only with a SURFACE_SYNC get one more, before the fence. */
static uint32_t flushes_of_a_job(const struct client *c)
{
	static const char *const buggy[] = { "RV670", "RS780", "RS880" };
	uint32_t i, n = 1;

	for (i = 0; i < 3 && c->rcp; i++)
		n += !strcmp(client_chip, buggy[i]);
	return n;
}

TEST_F(fence, a_job_flushes_once)
{
	volatile uint32_t *regs;
	uint32_t i, before;

	if (client_generation == RCP_GENERATION_R500)
		SKIP(return, "R5xx: the model does not count its flushes");
	ASSERT_EQ(0, card_map(&regs));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, variant->domain, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	regs[MODEL_REG_COUNTER / 4] = MODEL_FLUSH;
	before = regs[MODEL_REG_VALUE / 4];
	for (i = 0; i < 8; i++) {
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, variant->domain, 0, i));
		ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	}
	EXPECT_EQ(8 * flushes_of_a_job(&self->c), regs[MODEL_REG_VALUE / 4] - before);
}

TEST_F(fence, busy_then_idle)
{
	uint32_t i, domain, seen_busy = 0;
	int ret;

	/* On a slow machine most jobs are over before the question. */
	for (i = 0; i < (getenv("RCP_LATE_ENGINE") && !seen_busy ? 2000 : 20); i++) {
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, variant->domain, 0,
					  i + 1));
		ret = gem_busy(self->c.fd, self->bo, &domain);
		EXPECT_TRUE(ret == 0 || ret == -EBUSY);
		EXPECT_EQ(variant->domain, domain);
		seen_busy += ret == -EBUSY;
		ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
		EXPECT_EQ(0, gem_busy(self->c.fd, self->bo, &domain));
		EXPECT_EQ(i + 1, self->map[0]);
	}
	if (getenv("RCP_LATE_ENGINE")) {
		EXPECT_LT(0, seen_busy);
	}
}

TEST_F(fence, order)
{
	uint32_t i;

	/* each submission copies the value that the previous one wrote */
	self->map[0] = 0xabc;
	for (i = 0; i < 200; i++) {
		stream_init(&self->s);
		stream_copy_dw(&self->s, self->bo, i * 4, self->bo, i * 4 + 4, variant->domain);
		ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	}
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0xabc, self->map[200]);
	EXPECT_EQ(0, self->map[201]);
}

/* A wait for a buffer does not wait for later submissions. */
TEST_F(fence, only_named_buffers_are_busy)
{
	uint32_t other, domain;

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &other));
	stream_mem_write(&self->s, self->bo, variant->domain, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(0, gem_busy(self->c.fd, other, &domain));
	EXPECT_EQ(0, gem_wait(self->c.fd, other));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
}

/* Mesa's fences: a buffer in the list that the stream does not name. */
TEST_F(fence, listed_buffers_are_fenced)
{
	uint32_t marker;

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &marker));
	stream_mem_write(&self->s, self->bo, variant->domain, 0, 99);
	self->s.reloc[self->s.nreloc++] = (struct drm_radeon_cs_reloc) {
		.handle = marker, .read_domains = GTT, .write_domain = GTT,
	};
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, marker));
	EXPECT_EQ(99, self->map[0]);
	EXPECT_EQ(0, gem_busy(self->c.fd, self->bo, NULL));
}

/* On a slow machine many jobs complete before the wait begins. */
TEST_F(fence, interrupts_end_the_waits)
{
	long before = irq_count();
	uint32_t i;

	if (!getenv("RCP_LATE_ENGINE"))
		SKIP(return, "the engine is not late: no wait sleeps");
	for (i = 0; i < 100 && irq_count() < before + 5; i++) {
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, variant->domain, 0,
					  i + 1));
		ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	}
	EXPECT_LE(before + 5, irq_count());
}

TEST_F(fence, closing_a_busy_buffer)
{
	uint32_t i;

	for (i = 0; i < 50; i++) {
		uint32_t handle;

		ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, variant->domain, 0, &handle));
		stream_init(&self->s);
		stream_mem_write(&self->s, handle, variant->domain, 0, 0x6666);
		stream_mem_write(&self->s, self->bo, variant->domain, i * 8, i + 1);
		ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
		ASSERT_EQ(0, gem_close(self->c.fd, handle));
	}
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	for (i = 0; i < 50; i++)
		EXPECT_EQ(i + 1, self->map[i * 2]);
}

TEST_F(fence, closing_the_file_with_work_in_flight)
{
	uint64_t vram = 0, gtt = 0, vram2 = 1, gtt2 = 1;
	uint32_t i;

	client_info_u64(self->c.fd, RADEON_INFO_VRAM_USAGE, &vram);
	client_info_u64(self->c.fd, RADEON_INFO_GTT_USAGE, &gtt);
	for (i = 0; i < 8; i++) {
		struct client other;
		uint32_t handle, k;

		ASSERT_EQ(0, client_open(&other));
		ASSERT_EQ(0, gem_create(other.fd, 65536, 4096, variant->domain, 0, &handle));
		for (k = 0; k < 16; k++) {
			ASSERT_EQ(0, stream_write(&self->s, other.fd, handle, variant->domain,
						  k * 8, k));
		}
		client_close(&other);
	}
	/* this submission is after all of the children's */
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, variant->domain, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	for (i = 0; i < 1500; i++) {
		client_info_u64(self->c.fd, RADEON_INFO_VRAM_USAGE, &vram2);
		client_info_u64(self->c.fd, RADEON_INFO_GTT_USAGE, &gtt2);
		if (vram2 <= vram && gtt2 <= gtt)
			break;
		usleep(20000);
	}
	EXPECT_GE(vram, vram2);
	EXPECT_GE(gtt, gtt2);
}

/* Two threads of one client, each with its own buffer and stream. */
struct worker {
	pthread_t thread;
	int fd;
	uint32_t domain, seed;
	int error;
};

static void *work(void *arg)
{
	struct worker *w = arg;
	struct stream *s = malloc(sizeof(*s));
	uint32_t handle, i;
	uint32_t *map;

	w->error = s ? gem_create(w->fd, 4096, 4096, w->domain, 0, &handle) : -ENOMEM;
	map = w->error ? NULL : gem_map(w->fd, handle, 4096);
	if (!map)
		w->error = w->error ? : -errno;
	for (i = 0; i < 100 && !w->error; i++) {
		w->error = stream_write(s, w->fd, handle, w->domain, (i % 512) * 8, w->seed + i);
		if (!w->error && i % 7 == 0) {
			w->error = gem_wait(w->fd, handle);
			if (!w->error && map[(i % 512) * 2] != w->seed + i)
				w->error = -EIO;
		}
	}
	if (map)
		munmap(map, 4096);
	free(s);
	return NULL;
}

TEST_F(fence, threads_of_one_client)
{
	struct worker w[4];
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(w); i++) {
		w[i] = (struct worker) {
			.fd = self->c.fd, .domain = variant->domain, .seed = i << 16,
		};
		ASSERT_EQ(0, pthread_create(&w[i].thread, NULL, work, &w[i]));
	}
	for (i = 0; i < ARRAY_SIZE(w); i++) {
		pthread_join(w[i].thread, NULL);
		EXPECT_EQ(0, w[i].error);
	}
}

/* The driver's counters of its two rings */
struct rings {
	unsigned int wptr_dw;
	long long events;	/* entries read from the interrupt ring */
};

static bool rings(struct rings *r)
{
	long long wptr_dw = debugfs_value("rcp_ring", "wptr_dw");

	r->wptr_dw = wptr_dw;
	r->events = debugfs_value("rcp_ring", "irq_events");
	return wptr_dw >= 0 && r->events >= 0;
}

/*
 * Enough jobs that the ring and the interrupt ring (64 KiB, one entry per job) wrap
 * around.
 */
TEST_F(fence, rings_wrap)
{
	struct rings before = {}, now = {};
	bool wrapped = !self->c.rcp;
	unsigned int last;
	uint32_t i, n;

	if (variant->domain == VRAM)
		SKIP(return, "the rings are the same");
	if (getenv("RCP_SHORT"))
		SKIP(return, "short tests only");
	if (self->c.rcp)
		ASSERT_TRUE(rings(&before));
	now = before;
	for (n = 0; n < 4500 || !wrapped; n += 50) {
		ASSERT_GT(20000, n);
		for (i = n; i < n + 50; i++) {
			ASSERT_EQ(0, stream_write(&self->s, self->c.fd, self->bo, variant->domain,
						  (i % 512) * 8, i));
		}
		ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
		ASSERT_EQ(i - 1, self->map[((i - 1) % 512) * 2]);
		if (!self->c.rcp || n % 500)
			continue;
		last = now.wptr_dw;
		ASSERT_TRUE(rings(&now));
		wrapped |= now.wptr_dw < last;
	}
	if (!self->c.rcp)
		return;
	if (client_generation == RCP_GENERATION_R500) {
		/* There is no ring: one status bit covers all fences since the last interrupt. */
		EXPECT_LT(before.events, now.events);
		return;
	}
	/* one entry per job (and a few of earlier jobs), none read twice */
	for (i = 0; i < 2000 && now.events < before.events + n; i++) {
		usleep(10000);
		ASSERT_TRUE(rings(&now));
	}
	EXPECT_LE(before.events + n, now.events);
	EXPECT_GT(before.events + n + 50, now.events);
}

TEST_HARNESS_MAIN
