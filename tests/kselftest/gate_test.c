// SPDX-License-Identifier: GPL-2.0
/*
 * The gate's test of radeon.ko: it detects a lockup of the emulated card and resets it,
 * and clients work again.  Needs radeon.ko with a short lockup_timeout; reset_test is
 * the one for rcp.
 */
#include "client.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <sys/mman.h>

#define GTT	RADEON_GEM_DOMAIN_GTT

FIXTURE(gate) {
	struct client c;
	struct stream s;
	uint32_t bo;
	uint32_t *map;
};

FIXTURE_SETUP(gate)
{
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->bo));
	self->map = gem_map(self->c.fd, self->bo, 4096);
	ASSERT_NE(NULL, self->map);
	memset(self->map, 0, 4096);
	stream_init(&self->s);
}

FIXTURE_TEARDOWN(gate)
{
	munmap(self->map, 4096);
	client_close(&self->c);
}

TEST_F(gate, a_clients_submission)
{
	stream_mem_write(&self->s, self->bo, GTT, 0, 0x600df00d);
	stream_eop(&self->s, self->bo, GTT, 16, EOP_DATA_32, 7);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(0x600df00d, self->map[0]);
	EXPECT_EQ(7, self->map[4]);
}

TEST_F(gate, lockup_and_reset)
{
	uint32_t before = 0, after = 0, i;
	int ret = -1;

	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &before));
	stream_wait_mem(&self->s, self->bo, GTT, 0, 0x12345678);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	/* a wait that begins before the lockup is detected lasts half a minute */
	for (i = 0; i < 70; i++) {
		EXPECT_EQ(-EBUSY, gem_busy(self->c.fd, self->bo, NULL));
		usleep(100000);
	}
	/* the wait resets the card, or the next ioctl does */
	ret = gem_wait(self->c.fd, self->bo);
	TH_LOG("the wait ended with %d", ret);
	for (i = 0; i < 100; i++) {
		ret = stream_write(&self->s, self->c.fd, self->bo, GTT, 64, 0xa11ce + i);
		if (!ret && !gem_wait(self->c.fd, self->bo) && self->map[16] == 0xa11ce + i)
			break;
		usleep(200000);
	}
	EXPECT_GT(100, i);
	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &after));
	EXPECT_LT(before, after);
}

TEST_HARNESS_MAIN
