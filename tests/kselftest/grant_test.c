// SPDX-License-Identifier: GPL-2.0
/*
 * Grants of RAM on the chip (WANT_HYPERZ, WANT_CMASK): one file at a time owns it, only its streams
 * use it, and its contents end with it.  R6xx/R7xx has no such RAM, and no grants.
 *
 * The card counts the packets of the ring that clear all of a RAM.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "late.h"
#include "stream.h"

#define GTT		RADEON_GEM_DOMAIN_GTT
#define HYPERZ		RADEON_INFO_WANT_HYPERZ
#define CMASK		RADEON_INFO_WANT_CMASK
/* 3D_CLEAR_HIZ, 3D_CLEAR_CMASK */
#define CLEAR_HIZ	0x37
#define CLEAR_CMASK	0x38

FIXTURE(grant) {
	struct client a, b;
	struct stream s;
	volatile uint32_t *regs;
	int kmsg;
};

FIXTURE_SETUP(grant)
{
	/* loading vgem may log a message */
	int vgem = client_open_vgem();

	if (vgem >= 0)
		close(vgem);
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->a));
	ASSERT_EQ(0, client_open(&self->b));
	self->regs = NULL;
}

FIXTURE_TEARDOWN(grant)
{
	client_close(&self->a);
	client_close(&self->b);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

static int use(FIXTURE_DATA(grant) *self, const struct client *c, uint32_t op)
{
	stream_init(&self->s);
	stream_packet3(&self->s, op, 3);
	stream_dw(&self->s, 0);
	stream_dw(&self->s, 16);
	stream_dw(&self->s, 0);
	return stream_submit(&self->s, c->fd, NULL);
}

/* Jobs run in order: wait for all of them. */
static int all_end(FIXTURE_DATA(grant) *self, const struct client *c)
{
	uint32_t bo;
	int ret = gem_create(c->fd, 4096, 4096, GTT, 0, &bo);

	ret = ret ? ret : stream_write(&self->s, c->fd, bo, GTT, 0, 1);
	ret = ret ? ret : gem_wait(c->fd, bo);
	gem_close(c->fd, bo);
	return ret;
}

/* RAM that the ring has cleared so far */
static uint32_t clears(FIXTURE_DATA(grant) *self)
{
	self->regs[MODEL_REG_COUNTER / 4] = MODEL_RAM_CLEAR;
	return self->regs[MODEL_REG_VALUE / 4];
}

TEST_F(grant, one_owner)
{
	static const uint32_t requests[] = { HYPERZ, CMASK };
	const int yes = client_generation == RCP_GENERATION_R500;
	struct client c;
	size_t i;

	for (i = 0; i < 2; i++) {
		EXPECT_EQ(0, client_want(self->a.fd, requests[i], 0));
		EXPECT_EQ(yes, client_want(self->a.fd, requests[i], 1));
		EXPECT_EQ(yes, client_want(self->a.fd, requests[i], 1));
		EXPECT_EQ(0, client_want(self->b.fd, requests[i], 1));
		EXPECT_EQ(0, client_want(self->b.fd, requests[i], 0));
		EXPECT_EQ(0, client_want(self->b.fd, requests[i], 1));
		EXPECT_EQ(-EINVAL, client_want(self->a.fd, requests[i], 2));
		EXPECT_EQ(0, client_want(self->a.fd, requests[i], 0));
		EXPECT_EQ(yes, client_want(self->b.fd, requests[i], 1));
		EXPECT_EQ(0, client_want(self->a.fd, requests[i], 1));
		EXPECT_EQ(0, client_want(self->b.fd, requests[i], 0));
	}
	/* The end of a file ends its grants. */
	ASSERT_EQ(0, client_open(&c));
	EXPECT_EQ(yes, client_want(c.fd, HYPERZ, 1));
	EXPECT_EQ(0, client_want(self->a.fd, HYPERZ, 1));
	client_close(&c);
	EXPECT_EQ(yes, client_want(self->a.fd, HYPERZ, 1));
}

TEST_F(grant, only_the_owner_uses_it)
{
	if (client_generation != RCP_GENERATION_R500)
		SKIP(return, "this generation has no grants");
	EXPECT_EQ(-EINVAL, use(self, &self->a, CLEAR_HIZ));
	EXPECT_EQ(-EINVAL, use(self, &self->a, CLEAR_CMASK));
	ASSERT_EQ(1, client_want_soon(self->a.fd, HYPERZ));
	EXPECT_EQ(0, use(self, &self->a, CLEAR_HIZ));
	EXPECT_EQ(-EINVAL, use(self, &self->a, CLEAR_CMASK));
	EXPECT_EQ(-EINVAL, use(self, &self->b, CLEAR_HIZ));
	ASSERT_EQ(1, client_want_soon(self->b.fd, CMASK));
	EXPECT_EQ(0, use(self, &self->b, CLEAR_CMASK));
	EXPECT_EQ(0, client_want(self->a.fd, HYPERZ, 0));
	EXPECT_EQ(-EINVAL, use(self, &self->a, CLEAR_HIZ));
	EXPECT_EQ(0, all_end(self, &self->a));
}

TEST_F(grant, contents_do_not_change_hands)
{
	uint32_t before;

	if (client_generation != RCP_GENERATION_R500)
		SKIP(return, "this generation has no grants");
	if (card_map(&self->regs))
		SKIP(return, "not the emulated card");
	ASSERT_EQ(1, client_want_soon(self->a.fd, HYPERZ));
	before = clears(self);
	EXPECT_EQ(0, use(self, &self->a, CLEAR_HIZ));
	EXPECT_EQ(0, use(self, &self->a, CLEAR_HIZ));
	EXPECT_EQ(0, all_end(self, &self->a));
	/* HiZ and ZMASK, once */
	EXPECT_EQ(before + 2, clears(self));

	/* Streams of others leave it alone. */
	EXPECT_EQ(0, all_end(self, &self->b));
	EXPECT_EQ(0, use(self, &self->a, CLEAR_HIZ));
	EXPECT_EQ(0, all_end(self, &self->a));
	EXPECT_EQ(before + 2, clears(self));

	EXPECT_EQ(0, client_want(self->a.fd, HYPERZ, 0));
	ASSERT_EQ(1, client_want_soon(self->b.fd, HYPERZ));
	EXPECT_EQ(0, use(self, &self->b, CLEAR_HIZ));
	EXPECT_EQ(0, all_end(self, &self->b));
	EXPECT_EQ(before + 4, clears(self));

	/* The other RAM has an owner of its own. */
	ASSERT_EQ(1, client_want_soon(self->a.fd, CMASK));
	EXPECT_EQ(0, use(self, &self->a, CLEAR_CMASK));
	EXPECT_EQ(0, use(self, &self->b, CLEAR_HIZ));
	EXPECT_EQ(0, all_end(self, &self->a));
	EXPECT_EQ(before + 5, clears(self));
}

/* No new owner while a job of the last one may still use the RAM */
TEST_F(grant, waits_for_the_jobs_of_the_last_owner)
{
	struct drm_rcp_sync sync = { .flags = 0 };
	struct client_cs cs = { .syncs = &sync, .nsyncs = 1 };
	struct late late = { .driver = -1 };
	uint32_t bo;

	if (client_generation != RCP_GENERATION_R500)
		SKIP(return, "this generation has no grants");
	if (!late_available())
		SKIP(return, "neither vgem nor sw_sync");
	ASSERT_EQ(1, client_want_soon(self->a.fd, HYPERZ));
	ASSERT_EQ(0, late_begin(&late, self->a.fd));
	ASSERT_EQ(0, late_syncobj(&late, self->a.fd, &sync.handle));
	ASSERT_EQ(0, gem_create(self->a.fd, 4096, 4096, GTT, 0, &bo));
	stream_init(&self->s);
	stream_mem_write(&self->s, bo, GTT, 0, 1);
	ASSERT_EQ(0, stream_submit_cs(&self->s, self->a.fd, &cs));
	EXPECT_EQ(0, client_want(self->a.fd, HYPERZ, 0));
	EXPECT_EQ(0, client_want(self->b.fd, HYPERZ, 1));
	/* Not even the last owner, whose stream would be a new one */
	EXPECT_EQ(0, client_want(self->a.fd, HYPERZ, 1));
	EXPECT_EQ(0, late_signal(&late));
	EXPECT_EQ(0, gem_wait(self->a.fd, bo));
	EXPECT_EQ(1, client_want_soon(self->b.fd, HYPERZ));
	late_end(&late);
}

TEST_HARNESS_MAIN
