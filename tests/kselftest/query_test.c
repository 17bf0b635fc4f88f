// SPDX-License-Identifier: GPL-2.0
/*
 * RCP_QUERY_LIMITS, _CLOCKS and _MEMORY: sizes, plausible values, and agreement with INFO
 * and GEM_INFO.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <stddef.h>
#include <time.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(query) {
	struct client c;
	int kmsg;
};

FIXTURE_SETUP(query)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (!(self->c.driver.features & RCP_FEATURE_FENCES))
		SKIP(_exit(HARNESS_SKIP), "no such queries");
}

FIXTURE_TEARDOWN(query)
{
	client_close(&self->c);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

static const struct { uint32_t type, size; } queries[] = {
	{ RCP_QUERY_DRIVER, sizeof(struct drm_rcp_query_driver) },
	{ RCP_QUERY_CARD, sizeof(struct drm_rcp_query_card) },
	{ RCP_QUERY_LIMITS, sizeof(struct drm_rcp_query_limits) },
	{ RCP_QUERY_CLOCKS, sizeof(struct drm_rcp_query_clocks) },
	{ RCP_QUERY_MEMORY, sizeof(struct drm_rcp_query_memory) },
};

/* Each struct is copied up to the shorter of both sizes. */
TEST_F(query, sizes)
{
	uint8_t answer[RCP_QUERY_MAX_SIZE];
	uint32_t size, i, k;

	for (i = 0; i < ARRAY_SIZE(queries); i++) {
		size = 0;
		if (queries[i].type == RCP_QUERY_CLOCKS && !stream_has_clock()) {
			EXPECT_EQ(-EINVAL, client_query(self->c.fd, queries[i].type, NULL, &size));
			continue;
		}
		ASSERT_EQ(0, client_query(self->c.fd, queries[i].type, NULL, &size));
		EXPECT_EQ(queries[i].size, size);
		memset(answer, 0xaa, sizeof(answer));
		size = 4;
		ASSERT_EQ(0, client_query(self->c.fd, queries[i].type, answer, &size));
		EXPECT_EQ(queries[i].size, size);
		for (k = 4; k < sizeof(answer); k++)
			ASSERT_EQ(0xaa, answer[k]);
		size = sizeof(answer);
		ASSERT_EQ(0, client_query(self->c.fd, queries[i].type, answer, &size));
		EXPECT_EQ(queries[i].size, size);
		for (k = size; k < sizeof(answer); k++)
			ASSERT_EQ(0, answer[k]);
		size = queries[i].size;
		EXPECT_EQ(-EFAULT, client_query(self->c.fd, queries[i].type, (void *)8, &size));
	}
	size = 64;
	EXPECT_EQ(-EINVAL, client_query(self->c.fd, queries[i - 1].type + 1, answer, &size));
}

/* The bytes of an answer that have no value are zero, also where the kernel's stack had others. */
TEST_F(query, no_bytes_of_the_stack)
{
	struct drm_rcp_query_card card;
	uint32_t size = sizeof(card), i;
	uint8_t answer[RCP_QUERY_MAX_SIZE];
	uint32_t *dw = (uint32_t *)answer;

	memset(&card, 0xaa, sizeof(card));
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_CARD, &card, &size));
	for (i = strlen(card.chip_name); i < sizeof(card.chip_name); i++)
		EXPECT_EQ(0, card.chip_name[i]);
	/* A module for the debug kernel fills its variables with this byte. */
	for (i = 0; i < ARRAY_SIZE(queries); i++) {
		memset(answer, 0, sizeof(answer));
		size = sizeof(answer);
		if (client_query(self->c.fd, queries[i].type, answer, &size))
			continue;
		for (size = 0; size < sizeof(answer) / 4; size++)
			EXPECT_NE(0xfefefefe, dw[size])
				TH_LOG("query %u, dword %u", i, size);
	}
}

TEST_F(query, driver)
{
	const struct drm_rcp_query_driver *d = &self->c.driver;

	EXPECT_LE(1, d->major);
	/* each of these features needs another one */
	if (d->features & RCP_FEATURE_SYNCS_TIMELINE)
		EXPECT_TRUE(d->features & RCP_FEATURE_SYNCS);
	if (d->features & RCP_FEATURE_SYNCS)
		EXPECT_TRUE(d->features & RCP_FEATURE_CONTEXTS);
	EXPECT_TRUE(d->features & RCP_FEATURE_RELOC_DUMP);
	/* no bits beyond the bits of this header */
	EXPECT_EQ(0, d->features & ~(RCP_FEATURE_RELOC_DUMP * 2 - 1));
	EXPECT_LE(7, d->max_chunks);
}

/* The DRM core's syncobj ioctls are also available. */
TEST_F(query, syncobj_capabilities)
{
	struct drm_get_cap cap = { .capability = DRM_CAP_SYNCOBJ };

	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_GET_CAP, &cap));
	EXPECT_EQ(!!(self->c.driver.features & RCP_FEATURE_SYNCS), cap.value);
	cap = (struct drm_get_cap) { .capability = DRM_CAP_SYNCOBJ_TIMELINE };
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_GET_CAP, &cap));
	EXPECT_EQ(!!(self->c.driver.features & RCP_FEATURE_SYNCS_TIMELINE), cap.value);
}

TEST_F(query, limits)
{
	struct drm_rcp_query_limits l;
	uint32_t size = sizeof(l), handle;
	char text[16] = "";

	memset(&l, 0xaa, sizeof(l));
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_LIMITS, &l, &size));
	EXPECT_LE(8, l.max_contexts);
	EXPECT_GE(1 << 20, l.max_contexts);
	EXPECT_LE(16, l.max_syncs);
	EXPECT_GE(1 << 20, l.max_syncs);
	EXPECT_LE(2, l.max_queued);
	EXPECT_GE(1 << 20, l.max_queued);
	EXPECT_LE(1, l.error_history);
	EXPECT_LT(0, l.job_timeout_ms);
	EXPECT_LT(0, l.shared_timeout_ms);
	if (l.ban_window_ms)
		EXPECT_LT(0, l.ban_hangs);
	EXPECT_EQ(1, l.priorities);
	EXPECT_LT(0, l.max_shared_size);
	EXPECT_LE(self->c.card.vram_visible / 2, l.max_bo_size);
	if (read_text("/sys/module/rcp/parameters/job_timeout_ms", text, sizeof(text)) > 0)
		EXPECT_EQ(atoi(text), l.job_timeout_ms);
	/* a buffer cannot be larger than that */
	EXPECT_NE(0, gem_create(self->c.fd, l.max_bo_size + 4096, 4096, GTT, 0, &handle));
}

static uint64_t clock_ns(clockid_t id)
{
	struct timespec ts;

	clock_gettime(id, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

TEST_F(query, clocks)
{
	struct drm_rcp_query_clocks a, b;
	uint64_t mono, raw, ticks, khz, later, took;
	uint32_t size = sizeof(a), frequency = 0;

	if (!stream_has_clock())
		SKIP(return, "this generation has no clock");
	mono = clock_ns(CLOCK_MONOTONIC);
	raw = clock_ns(CLOCK_MONOTONIC_RAW);
	ASSERT_EQ(0, client_info_u64(self->c.fd, RADEON_INFO_TIMESTAMP, &ticks));
	memset(&a, 0xaa, sizeof(a));
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_CLOCKS, &a, &size));
	ASSERT_EQ(0, client_info_u64(self->c.fd, RADEON_INFO_TIMESTAMP, &later));
	/* each value is between the answers before and after */
	EXPECT_LE(ticks, a.gpu_ticks);
	EXPECT_LE(a.gpu_ticks, later);
	EXPECT_LE(mono, a.mono_ns);
	EXPECT_LE(a.mono_ns + a.delta_ns, clock_ns(CLOCK_MONOTONIC));
	EXPECT_LE(raw, a.raw_ns);
	EXPECT_LE(a.raw_ns, clock_ns(CLOCK_MONOTONIC_RAW));
	/* INFO answers in kHz */
	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &frequency));
	khz = frequency;
	EXPECT_EQ(khz * 1000, a.gpu_hz);

	usleep(50000);
	size = sizeof(b);
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_CLOCKS, &b, &size));
	EXPECT_EQ(a.gpu_hz, b.gpu_hz);
	EXPECT_LE(a.mono_ns + 50000000, b.mono_ns);
	EXPECT_LT(a.raw_ns, b.raw_ns);
	EXPECT_LT(a.gpu_ticks, b.gpu_ticks);
	/* the timestamp counts at the stated rate, except for the time of the read */
	took = b.mono_ns - a.mono_ns;
	ticks = (b.gpu_ticks - a.gpu_ticks) * 1000 / khz * 1000;
	later = took / 2 + a.delta_ns + b.delta_ns;
	EXPECT_LE(ticks, took + later);
	EXPECT_GE(ticks + later, took);
}

TEST_F(query, memory)
{
	struct drm_rcp_query_memory before, after;
	struct drm_radeon_gem_info info = { 0 };
	uint32_t size = sizeof(before), handle[3];
	uint64_t used;
	const uint64_t bytes = 4 << 20;
	int i;

	ASSERT_TRUE(memory_is_settled());
	memset(&before, 0xaa, sizeof(before));
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_MEMORY, &before, &size));
	ASSERT_EQ(0, client_ioctl(self->c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info));
	EXPECT_EQ(info.vram_size, before.vram_size);
	EXPECT_EQ(info.vram_visible, before.vram_visible_size);
	EXPECT_EQ(info.gart_size, before.gtt_size);
	EXPECT_EQ(self->c.card.vram_size, before.vram_size);
	EXPECT_LE(before.vram_used, before.vram_size);
	EXPECT_LE(before.vram_visible_used, before.vram_used);
	EXPECT_LE(before.vram_visible_used, before.vram_visible_size);
	EXPECT_LE(before.gtt_used, before.gtt_size);
	if (before.system_limit)
		EXPECT_LE(before.system_used, before.system_limit);
	ASSERT_EQ(0, client_info_u64(self->c.fd, RADEON_INFO_VRAM_USAGE, &used));
	EXPECT_EQ(used, before.vram_used);
	ASSERT_EQ(0, client_info_u64(self->c.fd, RADEON_INFO_GTT_USAGE, &used));
	EXPECT_EQ(used, before.gtt_used);

	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, gem_create(self->c.fd, bytes, 4096, i ? GTT : VRAM, 0, &handle[i]));
		ASSERT_EQ(0, gem_wait(self->c.fd, handle[i]));
	}
	size = sizeof(after);
	ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_MEMORY, &after, &size));
	EXPECT_EQ(before.vram_used + bytes, after.vram_used);
	EXPECT_EQ(before.gtt_used + 2 * bytes, after.gtt_used);
	EXPECT_LE(before.system_used, after.system_used);
	EXPECT_EQ(before.vram_size, after.vram_size);
	for (i = 0; i < 3; i++)
		ASSERT_EQ(0, gem_close(self->c.fd, handle[i]));
	/* the buffers are freed after their last user */
	for (i = 0; i < 30000; i++) {
		size = sizeof(after);
		ASSERT_EQ(0, client_query(self->c.fd, RCP_QUERY_MEMORY, &after, &size));
		if (after.vram_used == before.vram_used && after.gtt_used == before.gtt_used)
			break;
		usleep(1000);
	}
	EXPECT_EQ(before.vram_used, after.vram_used);
	EXPECT_EQ(before.gtt_used, after.gtt_used);
}

TEST_HARNESS_MAIN
