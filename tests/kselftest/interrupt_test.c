// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts of a card that is not well: its interrupt ring says what cannot be.
 * What becomes of interrupts that are lost is in bringup_test and fence_test.
 */
#include "client.h"
#include "emulated.h"
#include "kselftest_harness.h"

FIXTURE(interrupt) {
	struct client c;
	struct stream s;
	uint32_t bo;
};

FIXTURE_SETUP(interrupt)
{
	ASSERT_EQ(0, client_open(&self->c));
	if (!self->c.rcp)
		SKIP(_exit(HARNESS_SKIP), "not rcp");
	if (stick(0, 0))
		SKIP(_exit(HARNESS_SKIP), "no way to the registers of an emulated card");
	ASSERT_EQ(0, gem_create(self->c.fd, 65536, 4096, RADEON_GEM_DOMAIN_GTT, 0, &self->bo));
}

/* Whatever the card did: bound anew it works. */
FIXTURE_TEARDOWN(interrupt)
{
	EXPECT_EQ(0, stick(0, 0));
	client_close(&self->c);
	EXPECT_EQ(0, card_unbind());
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, client_works());
}

static int run(FIXTURE_DATA(interrupt) *self)
{
	int ret;

	stream_init(&self->s);
	stream_mem_write(&self->s, self->bo, RADEON_GEM_DOMAIN_GTT, 0, 1);
	ret = stream_submit(&self->s, self->c.fd, NULL);
	return ret ? ret : gem_wait(self->c.fd, self->bo);
}

/* By pin its handler is the first to notice that the card is gone; a message tells nothing. */
TEST_F_TIMEOUT(interrupt, from_a_card_that_is_gone, 60)
{
	int ret;

	ASSERT_EQ(0, stick(REG_IH_RB_WPTR, ~0u));
	ret = run(self);
	if (!ret)
		ret = run(self);
	EXPECT_TRUE(!ret || ret == -EIO || ret == -ENODEV)
		TH_LOG("%d", ret);
}

TEST_F(interrupt, ring_overruns)
{
	ASSERT_EQ(0, model_write(MODEL_REG_IH_OVERRUN, 1));
	EXPECT_EQ(0, run(self));
	EXPECT_EQ(0, run(self));
}

TEST_HARNESS_MAIN
