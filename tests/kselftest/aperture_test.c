// SPDX-License-Identifier: GPL-2.0
/*
 * A GART aperture of 64 MiB that clients share: submissions take turns, buffers move within
 * it, and what cannot fit is refused.  Binds the card again with another size, so it needs root.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "other.h"
#include "stream.h"
#include "sync.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <linux/dma-buf.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define APERTURE	"/sys/module/rcp/parameters/gart_mib"

FIXTURE(aperture) {
	struct client c;
	struct stream s;
	uint64_t size;
	struct card_limits limits;
	int kmsg;
};

/* A job that blocks the ring while others wait must not count as hung. */
static int rebind(const char *mib, const char *alone_ms, const char *shared_ms)
{
	int ret = write_file(APERTURE, mib);

	return ret ? ret : card_bind_with_limits(alone_ms, shared_ms);
}

FIXTURE_SETUP(aperture)
{
	struct drm_radeon_gem_info info;

	self->kmsg = -1;
	if (access(APERTURE, W_OK) || !card_slot())
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	close(client_open_vgem());
	ASSERT_EQ(0, card_read_limits(&self->limits));
	ASSERT_EQ(0, rebind("64", "60000", "60000"));
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info));
	ASSERT_LT(info.gart_size, 64ull << 20);
	self->size = info.gart_size;
	self->kmsg = kmsg_open();
}

FIXTURE_TEARDOWN(aperture)
{
	if (self->kmsg < 0)
		return;
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
	EXPECT_EQ(0, rebind("0", self->limits.alone, self->limits.shared));
	EXPECT_EQ(0, client_works());
}

#define PARTS	3
#define ROUNDS	24

/* The child: submits with @part bytes in each of its buffers; 0 if all is well. */
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

/* Two clients take turns when each submission of either needs 60 % of the aperture. */
TEST_F(aperture, two_clients_take_turns)
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

/* A submission that needs more than the whole aperture fails, and the verdict says how much. */
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
		EXPECT_EQ(0, stream_write(&self->s, self->c.fd, handle[i], GTT, 8, i + 1));
	for (i = 0; i < 4; i++)
		EXPECT_EQ(0, gem_wait(self->c.fd, handle[i]));
	EXPECT_EQ(-ENOMEM, gem_create(self->c.fd, self->size + 4096, 4096, GTT, 0, &handle[0]));
}

#define PAIRS	20

enum order { GROUPED, ALTERNATE, BACKWARDS };

/* A job with buffers at multiples of 1 MiB, and with pages, in an order; after @late */
static int submit_aligned(FIXTURE_DATA(aperture) *self, const uint32_t *handle, enum order order,
			  const struct late *late)
{
	struct drm_rcp_cs_context context = { 0 };
	struct drm_rcp_sync sync = { 0 };
	struct client_cs cs = { .context = &context, .syncs = &sync, .nsyncs = !!late };
	uint32_t i, n = 2 * PAIRS + 1, k;

	if (late && late_syncobj(late, self->c.fd, &sync.handle))
		return -ENODEV;
	stream_init(&self->s);
	for (i = 0; i < n; i++) {
		k = order == BACKWARDS ? n - 1 - i : i;
		if (order == ALTERNATE && i < n - 1)
			k = i / 2 + (1 - i % 2) * PAIRS;
		stream_mem_write(&self->s, handle[k], GTT, 8 * (1 + order), 100 + k);
	}
	return stream_submit_cs(&self->s, self->c.fd, &cs);
}

/*
 * The holes after aligned buffers do not depend on the order in which a submission names them: it
 * is accepted in any order, and gets its addresses, or refused in any order.
 */
TEST_F(aperture, any_order_is_the_same)
{
	/* a page less than the aperture, if only one of the holes of 8 KiB counts */
	uint64_t rest = self->size - (PAIRS << 20) + (8 << 10) - PAIRS * 4096 - 4096;
	uint32_t handle[2 * PAIRS + 2], i, *p;
	struct late late;
	enum order order;

	for (i = 0; i < 2 * PAIRS; i++)
		ASSERT_EQ(0, gem_create(self->c.fd, i < PAIRS ? (1 << 20) - (8 << 10) : 4096,
					i < PAIRS ? 1 << 20 : 4096, GTT, 0, &handle[i]));
	ASSERT_EQ(0, gem_create(self->c.fd, rest, 4096, GTT, 0, &handle[i]));
	for (order = GROUPED; order <= BACKWARDS; order++)
		EXPECT_EQ(0, submit_aligned(self, handle, order, NULL))
			TH_LOG("order %u", order);
	ASSERT_EQ(0, gem_wait(self->c.fd, handle[0]));
	for (i = 0; i <= 2 * PAIRS; i++) {
		p = gem_map(self->c.fd, handle[i], 4096);
		ASSERT_NE(NULL, p);
		for (order = GROUPED; order <= BACKWARDS; order++)
			EXPECT_EQ(100 + i, p[2 * (1 + order)]);
		munmap(p, 4096);
	}
	/* bound after a wait, when another buffer is in the way */
	if (!late_begin(&late, self->c.fd)) {
		ASSERT_EQ(0, submit_aligned(self, handle, ALTERNATE, &late));
		ASSERT_EQ(0, gem_create(self->c.fd, 8 << 20, 4096, GTT, 0, &handle[i]));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle[i], GTT, 0, 1));
		late_signal(&late);
		ASSERT_EQ(0, gem_wait(self->c.fd, handle[0]));
		late_end(&late);
		ASSERT_EQ(0, gem_close(self->c.fd, handle[i]));
	}
	/* too much in any order */
	ASSERT_EQ(0, gem_create(self->c.fd, rest + (1 << 20), 4096, GTT, 0, &handle[2 * PAIRS]));
	for (order = GROUPED; order <= BACKWARDS; order++)
		EXPECT_EQ(-ENOMEM, submit_aligned(self, handle, order, NULL))
			TH_LOG("order %u", order);
}

/* Small buffers all over the aperture do not keep a submission from using most of it. */
TEST_F(aperture, fragmented)
{
	const uint64_t small = 512 << 10;
	uint64_t large = self->size / 20 * 9 & ~4095ull;
	uint32_t n = self->size / small, i, handle[128], big[2];

	ASSERT_GE(ARRAY_SIZE(handle), n);
	for (i = 0; i < n; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, small, 4096, GTT, 0, &handle[i]));
		ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle[i], GTT, 0, i));
	}
	for (i = 0; i < n; i += 2)
		ASSERT_EQ(0, gem_close(self->c.fd, handle[i]));
	for (i = 0; i < 2; i++)
		ASSERT_EQ(0, gem_create(self->c.fd, large, 4096, GTT, 0, &big[i]));
	/* the two of them and one in between */
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, big[0], GTT, 0, 1));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, handle[1], GTT, 0, 1));
	stream_init(&self->s);
	stream_mem_write(&self->s, handle[1], GTT, 8, 1);
	stream_mem_write(&self->s, big[0], GTT, 8, 1);
	stream_mem_write(&self->s, big[1], GTT, 8, 1);
	EXPECT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(0, gem_wait(self->c.fd, big[1]));
}

/* Nor does a buffer of the submission that is between the holes. */
TEST_F(aperture, repacked)
{
	uint64_t part = self->size / 100 & ~4095ull;
	uint32_t first, small, big[2], i, *p;

	ASSERT_EQ(0, gem_create(self->c.fd, 40 * part, 4096, GTT, 0, &first));
	ASSERT_EQ(0, gem_create(self->c.fd, 2 * part, 4096, GTT, 0, &small));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, first, GTT, 0, 1));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, small, GTT, 0, 1));
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

/* Exports of three times the aperture leave room for a submission that needs most of it. */
TEST_F(aperture, exports_have_no_addresses)
{
	uint64_t part = self->size / 4 & ~4095ull;
	int vgem = client_open_vgem();
	uint32_t theirs[12], handle, i;

	if (vgem < 0)
		SKIP(return, "no vgem");
	if (vgem_is_refused()) {
		EXPECT_EQ(-EOPNOTSUPP, gem_export_to(self->c.fd, vgem, 4096, &handle));
		return;
	}
	for (i = 0; i < ARRAY_SIZE(theirs); i++)
		ASSERT_EQ(0, gem_export_to(self->c.fd, vgem, part, &theirs[i]));
	ASSERT_EQ(0, gem_create(self->c.fd, self->size / 10 * 9, 4096, GTT, 0, &handle));
	EXPECT_EQ(0, stream_write(&self->s, self->c.fd, handle, GTT, 0, 1));
	EXPECT_EQ(0, gem_wait(self->c.fd, handle));
	for (i = 0; i < ARRAY_SIZE(theirs); i++)
		ASSERT_EQ(0, gem_close(vgem, theirs[i]));
	close(vgem);
}

/* Buffers that fill most of the aperture together, in one client */
#define FILL	8

static int fill_create(int fd, uint64_t size, uint32_t handle[FILL])
{
	int i, ret = 0;

	for (i = 0; i < FILL && !ret; i++)
		ret = gem_create(fd, size / 10 & ~4095ull, 4096, GTT, 0, &handle[i]);
	return ret;
}

/* Writes @value to all of them, and the card's clock to the last one. */
static void fill_stream(struct stream *s, const uint32_t handle[FILL], uint32_t at, uint64_t value)
{
	int i;

	stream_init(s);
	for (i = 0; i < FILL; i++)
		stream_mem_write(s, handle[i], GTT, at, value);
	stream_eop(s, handle[FILL - 1], GTT, at + 8, EOP_DATA_CLOCK, 0);
}

/* The call of a thread, because it must not wait */
static int submit_fill(struct other *o)
{
	static struct stream s;

	fill_stream(&s, (const uint32_t *)o->cs.relocs, 64 * o->value, o->value);
	return stream_submit(&s, o->fd, NULL);
}

/*
 * Jobs that wait for another driver's fence hold no space: not the first one, nor the next ones,
 * which are queued before it has started.
 */
TEST_F(aperture, jobs_that_wait_hold_nothing)
{
	uint32_t held[FILL], mine[FILL], more[FILL], i, round, *p, *q;
	struct client second;
	struct drm_rcp_sync in = { .flags = 0 };
	struct client_cs cs = { .syncs = &in, .nsyncs = 1 };
	struct other other;
	struct late late;

	if (!stream_has_clock())
		SKIP(return, "this generation has no clock");
	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, client_open(&second));
	ASSERT_EQ(0, fill_create(self->c.fd, self->size, held));
	ASSERT_EQ(0, fill_create(self->c.fd, self->size, more));
	ASSERT_EQ(0, fill_create(second.fd, self->size, mine));
	p = gem_map(self->c.fd, held[FILL - 1], 4096);
	q = gem_map(second.fd, mine[FILL - 1], 4096);
	ASSERT_NE(NULL, p);
	ASSERT_NE(NULL, q);

	ASSERT_EQ(0, late_begin(&late, self->c.fd));
	ASSERT_EQ(0, late_syncobj(&late, self->c.fd, &in.handle));
	for (i = 0; i < 3; i++) {
		fill_stream(&self->s, i == 1 ? more : held, 64 * i, 10 + i);
		ASSERT_EQ(0, stream_submit_cs(&self->s, self->c.fd, &cs));
	}
	for (round = 1; round < 4; round++) {
		other = (struct other) { .fd = second.fd, .act = submit_fill, .value = round };
		other.cs.relocs = (const void *)mine;
		other_begin(&other);
		ASSERT_TRUE(other_done(&other));
		ASSERT_EQ(0, other_join(&other));
		ASSERT_EQ(0, gem_wait(second.fd, mine[FILL - 1]));
		EXPECT_EQ(round, q[16 * round]);
	}
	EXPECT_EQ(0, p[0]);
	EXPECT_EQ(0, p[32]);
	EXPECT_EQ(0, late_signal(&late));
	ASSERT_EQ(0, gem_wait(self->c.fd, held[FILL - 1]));
	EXPECT_EQ(10, p[0]);
	EXPECT_EQ(12, p[32]);
	late_end(&late);
	munmap(p, 4096);
	munmap(q, 4096);
	client_close(&second);
}

/* The calls of threads */
static int submit_large(struct other *o)
{
	static struct stream s;

	return stream_write(&s, o->fd, o->value, RADEON_GEM_DOMAIN_VRAM, 0, 2);
}

static int reset_card(struct other *o)
{
	o->value = 0;
	return card_pci_reset();
}

/*
 * The card can use a buffer that is larger than the aperture in VRAM alone, so its submission waits
 * for another driver's fence; a PCI reset does not wait for the submission.
 */
TEST_F(aperture, larger_than_it_waits_outside)
{
	uint64_t size = self->size + (4 << 20);
	struct dma_buf_import_sync_file import = { .flags = DMA_BUF_SYNC_WRITE };
	struct other user = { .fd = self->c.fd, .act = submit_large }, reset = { .act = reset_card };
	struct late late;
	char text[1024];
	uint32_t large;
	int dmabuf;

	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, RADEON_GEM_DOMAIN_VRAM, 0, &large));
	ASSERT_EQ(0, stream_write(&self->s, self->c.fd, large, RADEON_GEM_DOMAIN_VRAM, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, large));
	/* It leaves VRAM. */
	ASSERT_EQ(0, card_pci_reset());
	ASSERT_EQ(0, gem_export(self->c.fd, large, &dmabuf));
	ASSERT_EQ(0, late_begin(&late, self->c.fd));
	import.fd = late.sync_file;
	if (client_ioctl(dmabuf, DMA_BUF_IOCTL_IMPORT_SYNC_FILE, &import))
		SKIP(goto out, "the kernel takes no sync file into a buffer");

	user.value = large;
	ASSERT_EQ(0, other_begin(&user));
	ASSERT_EQ(0, other_start(&reset));
	EXPECT_TRUE(other_done(&reset));
	EXPECT_FALSE(user.done);
	EXPECT_EQ(0, late_signal(&late));
	EXPECT_EQ(0, other_join(&reset));
	EXPECT_TRUE(other_done(&user));
	EXPECT_EQ(0, other_join(&user));
	EXPECT_EQ(0, gem_wait(self->c.fd, large));
	/* The resets are reported. */
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("%s", text);
	close(self->kmsg);
	self->kmsg = kmsg_open();
out:
	late_end(&late);
	close(dmabuf);
}

/*
 * Only jobs in the ring keep the job that is next from its space: those that arrive later do not
 * extend their use of it, and run after it; those that need other space that they have as well.
 */
TEST_F(aperture, nothing_passes_the_job_that_is_next)
{
	uint32_t held[FILL], mine[FILL], gate, small;
	volatile uint32_t *map, *theirs, *own, *beside;
	uint64_t clock[3];
	struct client second, third;
	struct other other;

	if (!stream_has_clock())
		SKIP(return, "this generation has no clock");
	ASSERT_EQ(0, client_open(&second));
	ASSERT_EQ(0, client_open(&third));
	ASSERT_EQ(0, fill_create(self->c.fd, self->size, held));
	ASSERT_EQ(0, fill_create(second.fd, self->size / 2, mine));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &gate));
	ASSERT_EQ(0, gem_create(third.fd, 4096, 4096, GTT, 0, &small));
	map = gem_map(self->c.fd, gate, 4096);
	theirs = gem_map(self->c.fd, held[FILL - 1], 4096);
	own = gem_map(second.fd, mine[FILL - 1], 4096);
	beside = gem_map(third.fd, small, 4096);
	ASSERT_TRUE(map && theirs && own && beside);
	map[0] = map[2] = 0;

	/* the first job of the aperture's user is in the ring, and does not end */
	fill_stream(&self->s, held, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, held[0]));
	ASSERT_EQ(0, stream_write(&self->s, third.fd, small, GTT, 0, 1));
	ASSERT_EQ(0, gem_wait(third.fd, small));
	fill_stream(&self->s, held, 64, 2);
	stream_mem_write(&self->s, gate, GTT, 8, 1);
	stream_wait_mem(&self->s, gate, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_TRUE(COMES_TRUE(map[2]));

	other = (struct other) { .fd = second.fd, .act = submit_fill, .value = 1 };
	other.cs.relocs = (const void *)mine;
	other_begin(&other);
	ASSERT_TRUE(debugfs_reaches("rcp_gart", "waiting_jobs", 1));
	fill_stream(&self->s, held, 128, 3);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	stream_init(&self->s);
	stream_mem_write(&self->s, small, GTT, 0, 2);
	stream_eop(&self->s, small, GTT, 8, EOP_DATA_CLOCK, 0);
	ASSERT_EQ(0, stream_submit(&self->s, third.fd, NULL));
	EXPECT_TRUE(debugfs_reaches("rcp_ring", "waiting_jobs", 2));

	map[0] = 1;
	ASSERT_EQ(0, other_join(&other));
	ASSERT_EQ(0, gem_wait(second.fd, mine[FILL - 1]));
	ASSERT_EQ(0, gem_wait(self->c.fd, held[FILL - 1]));
	ASSERT_EQ(0, gem_wait(third.fd, small));
	EXPECT_EQ(3, theirs[32]);
	EXPECT_EQ(1, own[16]);
	EXPECT_EQ(2, beside[0]);
	clock[0] = *(volatile uint64_t *)(beside + 2);
	clock[1] = *(volatile uint64_t *)(own + 18);
	clock[2] = *(volatile uint64_t *)(theirs + 34);
	EXPECT_LT(clock[1], clock[0]);
	EXPECT_LT(clock[1], clock[2]);
	munmap((void *)map, 4096);
	munmap((void *)theirs, 4096);
	munmap((void *)own, 4096);
	munmap((void *)beside, 4096);
	client_close(&second);
	client_close(&third);
}

#define WAITING		6	/* jobs of another process, each in a context of its own */
#define EXPECTED_US	100000	/* of the first job of a process: RCP_ORDER_ALONE_NS */

struct crowd {
	uint64_t clock[WAITING];	/* when each of them ended */
	volatile bool ready, open;
};

/* The other process: a job that fills the aperture until the parent opens the gate, and others. */
static int crowd(struct crowd *crowd, struct stream *s, uint64_t size)
{
	uint32_t bo[WAITING + 1], ctx, gate, i;
	volatile uint64_t *clock[WAITING];
	volatile uint32_t *map;
	struct client c;

	if (client_open(&c) || gem_create(c.fd, 4096, 4096, GTT, 0, &gate))
		return 1;
	map = gem_map(c.fd, gate, 4096);
	for (i = 0; i <= WAITING; i++) {
		struct drm_rcp_cs_context context = { .ctx_id = 0 };
		struct client_cs cs = { .context = &context };

		if (!map || gem_create(c.fd, size, 4096, GTT, 0, &bo[i]) || ctx_create(c.fd, 0, 0, &ctx))
			return 2;
		context.ctx_id = ctx;
		stream_init(s);
		if (!i) {
			stream_mem_write(s, bo[i], GTT, 0, 1);
			stream_mem_write(s, gate, GTT, 8, 1);
			stream_wait_mem(s, gate, GTT, 0, 1);
		} else {
			clock[i - 1] = gem_map(c.fd, bo[i], 4096);
			if (!clock[i - 1])
				return 3;
			stream_eop(s, bo[i], GTT, 0, EOP_DATA_CLOCK, 0);
		}
		if (stream_submit_cs(s, c.fd, &cs))
			return 4;
		/* The first job is in the ring before the next one looks for space. */
		while (!map[2])
			usleep(1000);
	}
	crowd->ready = true;
	while (!crowd->open)
		usleep(1000);
	/*
	 * The first job takes longer than is expected of a new process: a process that comes while it
	 * runs begins level with that estimate.
	 */
	usleep(2 * EXPECTED_US);
	map[0] = 1;
	for (i = 0; i < WAITING; i++) {
		while (!clock[i][0])
			usleep(1000);
		crowd->clock[i] = clock[i][0];
	}
	return 0;
}

/* A process with jobs in many contexts that need space has one place before mine, not many. */
TEST_F(aperture, a_crowd_has_one_place)
{
	uint64_t size = self->size / 10 * 6 & ~4095ull;
	volatile uint64_t *mine;
	int i, status = 0, ahead = 0;
	struct crowd *shared;
	uint32_t bo;
	pid_t child;

	if (!stream_has_clock())
		SKIP(return, "this generation has no clock");
	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, shared);
	ASSERT_EQ(0, gem_create(self->c.fd, size, 4096, GTT, 0, &bo));
	mine = gem_map(self->c.fd, bo, 4096);
	ASSERT_NE(NULL, mine);
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(crowd(shared, &self->s, size));
	while (!shared->ready && !waitpid(child, &status, WNOHANG))
		usleep(1000);
	ASSERT_TRUE(shared->ready)
		TH_LOG("status %x", status);
	/* One of them is next, and waits for space. */
	ASSERT_TRUE(debugfs_reaches("rcp_gart", "waiting_jobs", 1));
	ASSERT_TRUE(debugfs_reaches("rcp_ring", "waiting_jobs", WAITING - 1));
	stream_init(&self->s);
	stream_eop(&self->s, bo, GTT, 0, EOP_DATA_CLOCK, 0);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_TRUE(debugfs_reaches("rcp_ring", "waiting_jobs", WAITING));
	shared->open = true;
	ASSERT_EQ(0, gem_wait(self->c.fd, bo));
	EXPECT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status);
	for (i = 0; i < WAITING; i++)
		ahead += shared->clock[i] < mine[0];
	EXPECT_GE(1, ahead);
	munmap((void *)mine, 4096);
	munmap(shared, 4096);
}

/* Writes to the card's registers so far, or -1 */
static int64_t register_writes(volatile uint32_t *regs)
{
	regs[MODEL_REG_COUNTER / 4] = MODEL_MMIO_WRITE;
	return regs[MODEL_REG_VALUE / 4];
}

#define MANY	2000

/* A submission flushes the TLBs once, however many buffers it binds and unbinds. */
TEST_F(aperture, one_flush_for_all)
{
	static struct drm_radeon_cs_reloc reloc[MANY];
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = reloc, .nrelocs = MANY };
	uint64_t part = self->size / MANY & ~4095ull;
	volatile uint32_t *regs;
	int64_t before, flushes;
	int round, i;

	if (card_map(&regs))
		SKIP(return, "a real card");
	for (round = 0; round < 3; round++) {
		for (i = 0; i < MANY; i++) {
			reloc[i] = (struct drm_radeon_cs_reloc) { .read_domains = GTT };
			ASSERT_EQ(0, gem_create(self->c.fd, part, 4096, GTT, 0, &reloc[i].handle));
		}
		before = register_writes(regs);
		ASSERT_EQ(0, client_submit(self->c.fd, &cs));
		ASSERT_EQ(0, gem_wait(self->c.fd, reloc[MANY - 1].handle));
		flushes = register_writes(regs) - before;
		EXPECT_GT(MANY / 4, flushes)
			TH_LOG("%lld writes in round %d", (long long)flushes, round);
	}
}

TEST_HARNESS_MAIN
