// SPDX-License-Identifier: GPL-2.0
/*
 * What the driver tells people: its files in debugfs and its trace events, each with the
 * facts that it promises.
 */
#include "client.h"
#include "kselftest_harness.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#define GTT	RADEON_GEM_DOMAIN_GTT

#define TRACING	"/sys/kernel/debug/tracing"

static char text[65536];

FIXTURE(debugfs) {
	struct client c;
	struct stream s;
	uint32_t bo;
};

FIXTURE_SETUP(debugfs)
{
	ASSERT_EQ(0, client_open(&self->c));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	ASSERT_EQ(0, gem_create(self->c.fd, 1 << 20, 4096, GTT, 0, &self->bo));
	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
}

FIXTURE_TEARDOWN(debugfs)
{
	client_close(&self->c);
}

TEST_F(debugfs, bringup)
{
	char expected[64];

	ASSERT_LT(0, read_debugfs("rcp_bringup", text, sizeof(text)));
	snprintf(expected, sizeof(expected), "chip %s, bring-ups ", self->c.chip);
	EXPECT_EQ(0, strncmp(expected, text, strlen(expected)));
	EXPECT_NE(NULL, strstr(text, "running\n"));
	EXPECT_NE(NULL, strstr(text, "\nib test "));
	EXPECT_NE(NULL, strstr(text, "\nall "));
}

TEST_F(debugfs, ring)
{
	unsigned long long emitted, signalled, completed;
	char *line;

	ASSERT_LT(0, read_debugfs("rcp_ring", text, sizeof(text)));
	line = strstr(text, "seqno emitted ");
	ASSERT_NE(NULL, line);
	ASSERT_EQ(3, sscanf(line, "seqno emitted %llu signalled %llu completed %llu", &emitted,
			    &signalled, &completed));
	EXPECT_LE(1, completed);
	EXPECT_LE(signalled, emitted);
	EXPECT_NE(NULL, strstr(text, "grbm_status 0x"));
	EXPECT_NE(NULL, strstr(text, "\njobs at once "));
}

TEST_F(debugfs, memory)
{
	ASSERT_LT(0, read_debugfs("rcp_memory", text, sizeof(text)));
	EXPECT_NE(NULL, strstr(text, "vram at 0x"));
	EXPECT_NE(NULL, strstr(text, ": page table\n"));
	EXPECT_NE(NULL, strstr(text, "gtt at 0x"));
	EXPECT_NE(NULL, strstr(text, "submitted "));
}

/* What no buffer can have is not used either: nobody has any VRAM now. */
TEST_F(debugfs, memory_unused)
{
	unsigned long long used = 1;
	int i;

	for (i = 0; i < 50 && used; i++) {
		usleep(20000);
		ASSERT_LT(0, read_debugfs("rcp_memory", text, sizeof(text)));
		ASSERT_EQ(1, sscanf(text, "vram at 0x%*x size %*u visible %*u used %llu", &used));
	}
	EXPECT_EQ(0, used);
}

static int unsnooped_pages(void)
{
	int n;

	if (read_debugfs("rcp_gart", text, sizeof(text)) <= 0 ||
	    sscanf(text, "%*d of %*d pages mapped, %d not snooped", &n) != 1)
		return -1;
	return n;
}

/* Write-combined memory is what the client asked for, and what this card can do. */
TEST_F(debugfs, gart)
{
	int before = unsnooped_pages(), pages = client_takes_uncached(&self->c) ? 16 : 0;
	uint32_t bo;

	ASSERT_LE(0, before);
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, RADEON_GEM_GTT_WC, &bo));
	EXPECT_EQ(before + pages, unsnooped_pages());
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, GTT, 0, &bo));
	EXPECT_EQ(before + pages, unsnooped_pages());
}

/* A job that keeps the card busy is listed while it does. */
TEST_F(debugfs, jobs)
{
	volatile uint32_t *map = gem_map(self->c.fd, self->bo, 4096);
	char expected[64];

	ASSERT_NE(NULL, map);
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->bo, GTT, 0, 0x12345678);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	usleep(50000);
	ASSERT_LT(0, read_debugfs("rcp_jobs", text, sizeof(text)));
	map[0] = 0x12345678;
	snprintf(expected, sizeof(expected), "[%d]", getpid());
	EXPECT_NE(NULL, strstr(text, expected))
		TH_LOG("%s", text);
	EXPECT_EQ(0, gem_wait(self->c.fd, self->bo));
}

TEST_F(debugfs, refused)
{
	char expected[64];

	stream_init(&self->s);
	stream_packet3(&self->s, PKT_SET_CONFIG_REG, 2);
	stream_dw(&self->s, 0);
	stream_dw(&self->s, 0);
	EXPECT_EQ(-EINVAL, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_LT(0, read_debugfs("rcp_refused", text, sizeof(text)));
	snprintf(expected, sizeof(expected), "[%d] error %d code ", getpid(), EINVAL);
	EXPECT_NE(NULL, strstr(text, expected))
		TH_LOG("%s", text);
	EXPECT_NE(NULL, strstr(text, "SET_CONFIG_REG"));
}

/* Tracing names whose fence it is, and follows a job. */
TEST_F(debugfs, tracing)
{
	static const char * const words[] = {
		"driver=rcp timeline=gfx", "rcp_submit: ", "rcp_run: ", "rcp_done: ",
	};
	size_t i;

	if (write_file(TRACING "/events/dma_fence/enable", "1") ||
	    write_file(TRACING "/events/rcp/enable", "1"))
		SKIP(return, "no tracing");
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	usleep(50000);
	EXPECT_EQ(0, write_file(TRACING "/events/dma_fence/enable", "0"));
	EXPECT_EQ(0, write_file(TRACING "/events/rcp/enable", "0"));
	ASSERT_LT(0, read_text(TRACING "/trace", text, sizeof(text)));
	for (i = 0; i < ARRAY_SIZE(words); i++)
		EXPECT_NE(NULL, strstr(text, words[i]))
			TH_LOG("word %zu", i);
}

TEST_HARNESS_MAIN
