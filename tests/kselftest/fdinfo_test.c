// SPDX-License-Identifier: GPL-2.0
/*
 * fdinfo by the keys of drm-usage-stats: the identity of a client, its engine time and its
 * memory.  Bounds of times follow from the submissions, never from an assumed speed.
 */
#include "client.h"
#include "emulated.h"
#include "hold.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <fcntl.h>
#include <sys/mman.h>

#define GTT	RADEON_GEM_DOMAIN_GTT
#define VRAM	RADEON_GEM_DOMAIN_VRAM

#define MIB	(1ull << 20)

/* How long a job keeps the card busy; below the job timeout of these tests */
#define SPAN_US	300000u

/* The clocks of the card and the guest may differ by a twentieth. */
#define SLACK(ns)	((ns) / 20)

static bool find_text(int fd, const char *key, char *value, size_t size)
{
	char path[64], text[8192], *line, *save;
	size_t len = strlen(key);

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	if (read_text(path, text, sizeof(text)) <= 0)
		return false;
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (strncmp(line, key, len) || line[len] != ':')
			continue;
		line += len + 1;
		snprintf(value, size, "%s", line + strspn(line, " \t"));
		return true;
	}
	return false;
}

/* A number with its unit; ~0 if the key is missing */
static uint64_t find(int fd, const char *key)
{
	unsigned long long value;
	char text[128], unit[8] = "";

	if (!find_text(fd, key, text, sizeof(text)) || sscanf(text, "%llu %7s", &value, unit) < 1)
		return UINT64_MAX;
	if (!strcmp(unit, "KiB"))
		return value << 10;
	if (!strcmp(unit, "MiB"))
		return value << 20;
	return value;
}

FIXTURE(fdinfo) {
	struct client c;
	struct stream s;
	uint32_t bo;
	volatile uint32_t *map;
};

FIXTURE_SETUP(fdinfo)
{
	ASSERT_EQ(0, client_open(&self->c));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo));
	self->map = gem_map(self->c.fd, self->bo, 4096);
	ASSERT_NE(NULL, self->map);
	stream_init(&self->s);
}

FIXTURE_TEARDOWN(fdinfo)
{
	munmap((void *)self->map, 4096);
	client_close(&self->c);
}

TEST_F(fdinfo, who)
{
	char text[128];
	int other = open(self->c.node, O_RDWR | O_CLOEXEC);

	ASSERT_LE(0, other);
	ASSERT_TRUE(find_text(self->c.fd, "drm-driver", text, sizeof(text)));
	EXPECT_STREQ("radeon", text);
	ASSERT_TRUE(find_text(self->c.fd, "drm-pdev", text, sizeof(text)));
	EXPECT_EQ(12, strlen(text));
	EXPECT_NE(UINT64_MAX, find(self->c.fd, "drm-client-id"));
	EXPECT_NE(UINT64_MAX, find(other, "drm-client-id"));
	EXPECT_NE(find(other, "drm-client-id"), find(self->c.fd, "drm-client-id"));
	close(other);
}

/* A card that is gone reads as all ones, and so does its clock; a hang then takes no endless time. */
#define REG_CLOCK_COUNT_MSB	0x3f3c

TEST_F(fdinfo, clock_of_a_card_that_is_gone)
{
	if (stick(0, 0))
		SKIP(return, "no way to the registers of an emulated card");
	if (card_is_r5xx())
		SKIP(return, "R5xx: there is no clock, the CPU's is taken");
	stream_wait_mem(&self->s, self->bo, GTT, 0, 0x12345678);
	ASSERT_EQ(0, stick(REG_CLOCK_COUNT_MSB, ~0u));
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0, stick(0, 0));
	EXPECT_EQ(1, find(self->c.fd, "radeon-hangs"));
	/* less than a day */
	EXPECT_GT(86400000000000ull, find(self->c.fd, "drm-engine-gfx"));
}

TEST_F(fdinfo, jobs)
{
	int i;

	EXPECT_EQ(0, find(self->c.fd, "radeon-jobs"));
	EXPECT_EQ(0, find(self->c.fd, "radeon-hangs"));
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(3, find(self->c.fd, "radeon-jobs"));
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
}

/* ---- engine ---- */

/* The time of a job counts when the job is freed, a moment after its fence. */
static uint64_t engine_settled(int fd)
{
	return jobs_are_freed() ? find(fd, "drm-engine-gfx") : UINT64_MAX;
}

/*
 * The stream writes when it begins, and ends after a write of the test.  So it keeps the card
 * busy at least from the one to the other, and at most from the submission to its fence.
 */
TEST_F(fdinfo, engine_is_busy_while_a_stream_waits)
{
	uint64_t pushed, begun, told, over, busy, running;

	EXPECT_EQ(0, find(self->c.fd, "drm-engine-gfx"));
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	stream_wait_mem(&self->s, self->bo, GTT, 16, 0x12345678);
	pushed = now_ns();
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_TRUE(COMES_TRUE(self->map[0]));
	begun = now_ns();
	usleep(SPAN_US);
	/* A running job counts already. */
	told = now_ns();
	running = find(self->c.fd, "drm-engine-gfx");
	self->map[4] = 0x12345678;
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	over = now_ns();
	busy = engine_settled(self->c.fd);
	EXPECT_LE(told - begun - SLACK(told - begun), running);
	EXPECT_LE(told - begun - SLACK(told - begun), busy);
	EXPECT_GE(over - pushed + SLACK(over - pushed), busy)
		TH_LOG("busy %lu ns of %lu", busy, over - pushed);
}

/*
 * A slow card is busy: the time it takes for a stream is engine time.  GRBM_STATUS of the
 * card confirms it independently of timestamps.
 */
TEST_F(fdinfo, engine_is_busy_while_the_card_is)
{
	volatile uint32_t *regs;
	uint64_t pushed, over, busy, seen_busy = 0, last, now;
	uint32_t delay;

	if (card_map(&regs))
		SKIP(return, "no emulated card");
	delay = regs[MODEL_REG_DELAY_US / 4];
	ASSERT_EQ(0, model_write(MODEL_REG_DELAY_US, SPAN_US));
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	pushed = now_ns();
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	for (last = pushed; !self->map[0] && last - pushed < 60000000000ull; last = now) {
		bool active = regs[REG_STATUS / 4] >> 31;

		usleep(1000);
		now = now_ns();
		/* Busy at both ends of the step */
		if (active && regs[REG_STATUS / 4] >> 31)
			seen_busy += now - last;
	}
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
	over = now_ns();
	ASSERT_EQ(0, model_write(MODEL_REG_DELAY_US, delay));
	busy = engine_settled(self->c.fd);
	EXPECT_LE(SPAN_US * 1000ull - SLACK(SPAN_US * 1000ull), busy);
	/* If the host delays the emulated card, it ends later than the time that it counts. */
	if (over - pushed < SPAN_US * 1000ull + SLACK(SPAN_US * 1000ull))
		EXPECT_LE(seen_busy - SLACK(seen_busy), busy);
	EXPECT_GE(over - pushed + SLACK(over - pushed), busy)
		TH_LOG("busy %lu ns of %lu, seen %lu", busy, over - pushed, seen_busy);
}

/* The time that a client waits is not engine time of another. */
TEST_F(fdinfo, engine_of_others)
{
	struct client other;
	struct stream s;
	uint32_t bo;

	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_create(other.fd, 4096, 4096, GTT, 0, &bo));
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	stream_wait_mem(&self->s, self->bo, GTT, 16, 0x12345678);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, stream_write(&s, other.fd, bo, GTT, 0, 1));
	ASSERT_TRUE(COMES_TRUE(self->map[0]));
	usleep(SPAN_US);
	EXPECT_EQ(0, find(other.fd, "drm-engine-gfx"));
	EXPECT_LT(0, find(self->c.fd, "drm-engine-gfx"));
	self->map[4] = 0x12345678;
	ASSERT_EQ(0, gem_wait(other.fd, bo));
	EXPECT_GT(engine_settled(self->c.fd), engine_settled(other.fd));
	client_close(&other);
}

TEST_F(fdinfo, cycles)
{
	uint64_t cycles, total, ns;
	uint32_t khz = 0;

	if (card_is_r5xx())
		SKIP(return, "R5xx: there is no clock, so no cycles");
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	engine_settled(self->c.fd);
	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &khz));
	cycles = find(self->c.fd, "drm-cycles-gfx");
	ns = find(self->c.fd, "drm-engine-gfx");
	total = find(self->c.fd, "drm-total-cycles-gfx");
	ASSERT_NE(UINT64_MAX, cycles);
	ASSERT_NE(UINT64_MAX, total);
	EXPECT_EQ(cycles * 1000000 / khz, ns);
	EXPECT_LT(cycles, total);
	EXPECT_LT(total, find(self->c.fd, "drm-total-cycles-gfx"));
}

/* ---- memory ---- */

static uint64_t region(int fd, const char *what, const char *name)
{
	char key[64];

	snprintf(key, sizeof(key), "drm-%s-%s", what, name);
	return find(fd, key);
}

TEST_F(fdinfo, every_region)
{
	static const char keys[][24] = {
		"drm-total-vram", "drm-shared-vram", "drm-active-vram", "drm-resident-vram",
		"drm-total-gtt", "drm-shared-gtt", "drm-active-gtt", "drm-resident-gtt",
		"drm-total-system", "drm-shared-system", "drm-active-system",
		"drm-resident-system",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keys); i++)
		EXPECT_NE(UINT64_MAX, find(self->c.fd, keys[i]))
			TH_LOG("no %s", keys[i]);
}

TEST_F(fdinfo, memory)
{
	uint64_t gtt = region(self->c.fd, "total", "gtt");
	uint32_t vram, more;

	EXPECT_EQ(4096, gtt);
	EXPECT_EQ(0, region(self->c.fd, "total", "vram"));
	EXPECT_EQ(0, region(self->c.fd, "total", "system"));
	ASSERT_EQ(0, gem_create(self->c.fd, 3 * MIB, 4096, VRAM, 0, &vram));
	ASSERT_EQ(0, gem_create(self->c.fd, MIB, 4096, GTT, 0, &more));
	EXPECT_EQ(3 * MIB, region(self->c.fd, "total", "vram"));
	EXPECT_EQ(3 * MIB, region(self->c.fd, "resident", "vram"));
	EXPECT_EQ(0, region(self->c.fd, "shared", "vram"));
	EXPECT_EQ(MIB + gtt, region(self->c.fd, "total", "gtt"));
	EXPECT_EQ(MIB + gtt, region(self->c.fd, "resident", "gtt"));
	ASSERT_EQ(0, gem_close(self->c.fd, vram));
	EXPECT_EQ(0, region(self->c.fd, "total", "vram"));
}

/* A buffer has no memory until the CPU touches it. */
TEST_F(fdinfo, memory_of_the_cpu)
{
	volatile uint32_t *map;
	uint32_t bo;

	ASSERT_EQ(0, gem_create(self->c.fd, MIB, 4096, RADEON_GEM_DOMAIN_CPU, 0, &bo));
	EXPECT_EQ(MIB, region(self->c.fd, "total", "system"));
	EXPECT_EQ(0, region(self->c.fd, "resident", "system"));
	map = gem_map(self->c.fd, bo, MIB);
	ASSERT_NE(NULL, map);
	map[0] = 1;
	EXPECT_EQ(MIB, region(self->c.fd, "resident", "system"));
	munmap((void *)map, MIB);
}

/* A buffer with two handles counts once. */
TEST_F(fdinfo, memory_counts_once)
{
	struct drm_gem_flink flink = { 0 };
	struct drm_gem_open open_arg = { 0 };
	char primary[32];
	uint32_t bo;
	int fd, n = 128;

	ASSERT_EQ(1, sscanf(self->c.node, "/dev/dri/renderD%d", &n));
	n -= 128;
	snprintf(primary, sizeof(primary), "/dev/dri/card%d", n);
	fd = open(primary, O_RDWR | O_CLOEXEC);
	ASSERT_LE(0, fd);
	ASSERT_EQ(0, gem_create(fd, MIB, 4096, VRAM, 0, &bo));
	EXPECT_EQ(0, region(fd, "shared", "vram"));
	flink.handle = bo;
	ASSERT_EQ(0, client_ioctl(fd, DRM_IOCTL_GEM_FLINK, &flink));
	open_arg.name = flink.name;
	ASSERT_EQ(0, client_ioctl(fd, DRM_IOCTL_GEM_OPEN, &open_arg));
	EXPECT_NE(bo, open_arg.handle);
	EXPECT_EQ(MIB, region(fd, "total", "vram"));
	EXPECT_EQ(MIB, region(fd, "resident", "vram"));
	EXPECT_EQ(MIB, region(fd, "shared", "vram"));
	close(fd);
}

/* Handles beyond a batch that is looked up at once, some closed, all of them once */
TEST_F(fdinfo, memory_of_many)
{
	uint64_t left = region(self->c.fd, "total", "gtt");
	uint32_t bo[200], i;

	for (i = 0; i < ARRAY_SIZE(bo); i++)
		ASSERT_EQ(0, gem_create(self->c.fd, 4096 << (i % 3), 4096, GTT, 0, &bo[i]));
	for (i = 0; i < ARRAY_SIZE(bo); i++) {
		if (i % 5)
			left += 4096 << (i % 3);
		else
			ASSERT_EQ(0, gem_close(self->c.fd, bo[i]));
	}
	EXPECT_EQ(left, region(self->c.fd, "total", "gtt"));
}

/*
 * The tests of fences may take as long as a client likes, so none of them runs under a spinlock:
 * the kernel would complain about a call that sleeps there.
 */
TEST_F(fdinfo, tests_fences_without_a_lock)
{
	uint64_t before = region(self->c.fd, "total", "gtt");
	uint32_t bo;
	int ret;

	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &bo));
	ret = hold_begin("at=dma_resv_test_signaled ms=20 who=fdinfo_test");
	if (ret)
		SKIP(return, "no probe: %s", strerror(-ret));
	EXPECT_EQ(before + 4096, region(self->c.fd, "total", "gtt"));
	EXPECT_NE(0, test_module_value("hold", "held"));
	EXPECT_EQ(0, hold_end());
}

TEST_F(fdinfo, memory_shared)
{
	struct client other;
	uint32_t bo, imported;
	int dmabuf;

	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_create(self->c.fd, MIB, 4096, GTT, 0, &bo));
	EXPECT_EQ(0, region(self->c.fd, "shared", "gtt"));
	ASSERT_EQ(0, gem_export(self->c.fd, bo, &dmabuf));
	EXPECT_EQ(MIB, region(self->c.fd, "shared", "gtt"));
	ASSERT_EQ(0, gem_import(other.fd, dmabuf, &imported));
	EXPECT_EQ(MIB, region(other.fd, "total", "gtt"));
	EXPECT_EQ(MIB, region(other.fd, "shared", "gtt"));
	close(dmabuf);
	client_close(&other);
}

TEST_F(fdinfo, memory_active)
{
	stream_wait_mem(&self->s, self->bo, GTT, 16, 0x12345678);
	EXPECT_EQ(0, region(self->c.fd, "active", "gtt"));
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	EXPECT_EQ(4096, region(self->c.fd, "active", "gtt"));
	self->map[4] = 0x12345678;
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0, region(self->c.fd, "active", "gtt"));
}

TEST_HARNESS_MAIN
