// SPDX-License-Identifier: GPL-2.0
/*
 * Pictures with HyperZ and CMASK while both change hands: each client's picture is right beside the
 * other's, with RAM on the chip that the other one has just left, and without.  R5xx.
 *
 * A depth buffer is never cleared in memory, which has zeros: only ZMASK makes it a depth that lets a
 * rectangle through.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "paint_r500.h"

#define SIDE		PAINT_SIDE
#define HYPERZ		RADEON_INFO_WANT_HYPERZ
#define CMASK		RADEON_INFO_WANT_CMASK
#define VRAM		RADEON_GEM_DOMAIN_VRAM

/* 3D_CLEAR_* */
#define CLEAR_ZMASK	0x32
#define CLEAR_HIZ	0x37
#define CLEAR_CMASK	0x38

FIXTURE(hyperz) {
	struct painter a, b;
	struct stream s;
	int kmsg;
};

FIXTURE_SETUP(hyperz)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, paint_open(&self->a));
	if (client_generation != RCP_GENERATION_R500)
		SKIP(_exit(HARNESS_SKIP), "this generation has no grants");
	ASSERT_EQ(0, paint_open(&self->b));
}

FIXTURE_TEARDOWN(hyperz)
{
	paint_close(&self->a);
	paint_close(&self->b);
	if (self->kmsg >= 0) {
		EXPECT_QUIET(self->kmsg);
		close(self->kmsg);
	}
}

static void clear(struct stream *s, uint32_t op, uint32_t value)
{
	stream_packet3(s, op, 3);
	stream_dw(s, 0);
	stream_dw(s, SIDE * SIDE / 64);		/* a dword has at least 64 pixels */
	stream_dw(s, value);
}

/* The left half is red at 0.25; blue is behind the cleared depth, 0.5. */
static int paint_a(FIXTURE_DATA(hyperz) *self, struct painter *p)
{
	paint_begin(&self->s, p, 1);
	clear(&self->s, CLEAR_ZMASK, 0);
	clear(&self->s, CLEAR_HIZ, 0x7f7f7f7f);
	paint_depth(&self->s, p, LESS, HIZ | FAST_FILL, 0.5f);
	paint_rectangle(&self->s, 0, 32, 0.25f, RED);
	paint_rectangle(&self->s, 16, 64, 0.75f, BLUE);
	return paint_end(&self->s, p);
}

/* All of it is green, with RAM as the driver gives it: cleared */
static int paint_b(FIXTURE_DATA(hyperz) *self, struct painter *p, uint32_t bw)
{
	paint_begin(&self->s, p, 1);
	paint_depth(&self->s, p, GREATER, bw, 0.25f);
	paint_rectangle(&self->s, 0, 64, 0.5f, GREEN);
	return paint_end(&self->s, p);
}

/* ZMASK of blocks that the last owner has drawn would say that the memory of the new one counts. */
TEST_F(hyperz, pictures_beside_each_other)
{
	ASSERT_EQ(1, client_want_soon(self->a.c.fd, HYPERZ));
	ASSERT_EQ(0, paint_a(self, &self->a));
	EXPECT_EQ(0, paint_wrong(self->a.pixels, 0, 32, RED));
	EXPECT_EQ(0, paint_wrong(self->a.pixels, 32, 64, 0));
	ASSERT_EQ(0, client_want(self->a.c.fd, HYPERZ, 0));
	ASSERT_EQ(1, client_want_soon(self->b.c.fd, HYPERZ));
	paint_begin(&self->s, &self->b, 1);
	paint_depth(&self->s, &self->b, LESS, FAST_FILL, 1);
	paint_rectangle(&self->s, 0, 64, 0.5f, GREEN);
	ASSERT_EQ(0, paint_end(&self->s, &self->b));
	EXPECT_EQ(0, paint_wrong(self->b.pixels, 0, 64, GREEN));
	EXPECT_EQ(0, paint_wrong(self->a.pixels, 0, 32, RED));
	EXPECT_EQ(0, paint_wrong(self->a.pixels, 32, 64, 0));
}

/* HiZ of the last owner would reject what is in front in the depth of the new one. */
TEST_F(hyperz, hiz_of_the_last_owner)
{
	ASSERT_EQ(1, client_want_soon(self->a.c.fd, HYPERZ));
	paint_begin(&self->s, &self->a, 1);
	clear(&self->s, CLEAR_HIZ, 0xffffffff);
	ASSERT_EQ(0, paint_end(&self->s, &self->a));
	/* It rejects its own. */
	ASSERT_EQ(0, paint_b(self, &self->a, HIZ | HIZ_MIN | FAST_FILL));
	EXPECT_EQ(0, paint_wrong(self->a.pixels, 0, 64, 0));
	ASSERT_EQ(0, client_want(self->a.c.fd, HYPERZ, 0));
	ASSERT_EQ(1, client_want_soon(self->b.c.fd, HYPERZ));
	ASSERT_EQ(0, paint_b(self, &self->b, HIZ | HIZ_MIN | FAST_FILL));
	EXPECT_EQ(0, paint_wrong(self->b.pixels, 0, 64, GREEN));
}

/* An owner finds its RAM as it has left it, whatever others draw between its streams. */
TEST_F(hyperz, streams_of_others_between)
{
	ASSERT_EQ(1, client_want_soon(self->a.c.fd, HYPERZ));
	paint_begin(&self->s, &self->a, 1);
	clear(&self->s, CLEAR_ZMASK, 0);
	clear(&self->s, CLEAR_HIZ, 0x7f7f7f7f);
	ASSERT_EQ(0, paint_end(&self->s, &self->a));
	/* Without HyperZ its memory counts, and nothing is less than 0. */
	paint_begin(&self->s, &self->b, 1);
	paint_depth(&self->s, &self->b, LESS, 0, 0);
	paint_rectangle(&self->s, 0, 32, 0.5f, RED);
	paint_flush(&self->s);
	paint_depth(&self->s, &self->b, GREATER, 0, 0);
	paint_rectangle(&self->s, 32, 64, 0.5f, GREEN);
	ASSERT_EQ(0, paint_end(&self->s, &self->b));
	paint_begin(&self->s, &self->a, 1);
	paint_depth(&self->s, &self->a, LESS, HIZ | FAST_FILL, 0.5f);
	paint_rectangle(&self->s, 0, 32, 0.25f, RED);
	paint_rectangle(&self->s, 16, 64, 0.75f, BLUE);
	ASSERT_EQ(0, paint_end(&self->s, &self->a));
	EXPECT_EQ(0, paint_wrong(self->a.pixels, 0, 32, RED));
	EXPECT_EQ(0, paint_wrong(self->a.pixels, 32, 64, 0));
	EXPECT_EQ(0, paint_wrong(self->b.pixels, 0, 32, 0));
	EXPECT_EQ(0, paint_wrong(self->b.pixels, 32, 64, GREEN));
}

/* The last owner writes its depth to memory, and goes on from there while the new one draws. */
TEST_F(hyperz, goes_on_without)
{
	ASSERT_EQ(1, client_want_soon(self->a.c.fd, HYPERZ));
	ASSERT_EQ(0, paint_a(self, &self->a));
	paint_begin(&self->s, &self->a, 1);
	paint_depth(&self->s, &self->a, LESS, FAST_FILL | RD_COMP, 0.5f);
	stream_register(&self->s, 0x4e0c, 0);			/* RB3D_COLOR_CHANNEL_MASK */
	stream_register(&self->s, 0x4f00, 4);			/* ZB_CNTL: no test, as Mesa does it */
	paint_rectangle(&self->s, 0, 64, 0, BLUE);
	ASSERT_EQ(0, paint_end(&self->s, &self->a));
	ASSERT_EQ(0, client_want(self->a.c.fd, HYPERZ, 0));
	ASSERT_EQ(1, client_want_soon(self->b.c.fd, HYPERZ));
	ASSERT_EQ(0, paint_b(self, &self->b, FAST_FILL));
	/* Not its RAM any more */
	ASSERT_EQ(-EINVAL, paint_a(self, &self->a));
	paint_begin(&self->s, &self->a, 1);
	paint_depth(&self->s, &self->a, LESS, 0, 0);
	paint_rectangle(&self->s, 0, 64, 0.375f, GREEN);
	ASSERT_EQ(0, paint_end(&self->s, &self->a));
	EXPECT_EQ(0, paint_wrong(self->a.pixels, 0, 32, RED));
	EXPECT_EQ(0, paint_wrong(self->a.pixels, 32, 64, GREEN));
	ASSERT_EQ(0, paint_b(self, &self->b, FAST_FILL));
	EXPECT_EQ(0, paint_wrong(self->b.pixels, 0, 64, GREEN));
}

/* Four samples whose cleared blocks have the clear value; @x1: columns that are drawn before the resolve */
static int paint_samples(FIXTURE_DATA(hyperz) *self, struct painter *p, uint32_t x1, uint32_t color, uint32_t cleared)
{
	struct stream *s = &self->s;

	paint_begin(s, p, 4);
	stream_register(s, 0x4e54, 0);				/* RB3D_CMASK_OFFSET0, _PITCH0 */
	stream_register(s, 0x4e64, SIDE);
	stream_register(s, 0x4e14, cleared);			/* RB3D_COLOR_CLEAR_VALUE */
	stream_register(s, 0x4e00, 3 << 9);			/* RB3D_CCTL: CMASK and AA compression */
	if (x1)
		paint_rectangle(s, 0, x1, 0, color);
	paint_flush(s);
	stream_register(s, 0x4e80, 0);				/* RB3D_AARESOLVE_OFFSET, _PITCH, _CTL */
	stream_reloc(s, p->out, 0, VRAM);
	stream_register(s, 0x4e84, SIDE);
	stream_reloc(s, p->out, 0, VRAM);
	stream_register(s, 0x4e88, 1 | 1 << 2);
	paint_rectangle(s, 0, 64, 0, 0);
	paint_flush(s);
	stream_register(s, 0x4e88, 0);
	return paint_end(s, p);
}

/* How many pixels of the result are of a colour; the resolve has tiles, so places do not matter. */
static uint32_t count(const struct painter *p, uint32_t color)
{
	uint32_t i, n = 0;

	for (i = 0; i < SIDE * SIDE; i++)
		n += p->resolved[i] == color;
	return n;
}

TEST_F(hyperz, cmask_changes_hands)
{
	ASSERT_EQ(1, client_want_soon(self->a.c.fd, CMASK));
	ASSERT_EQ(0, paint_samples(self, &self->a, 32, RED, BLUE));
	EXPECT_EQ(SIDE * SIDE / 2, count(&self->a, RED));
	EXPECT_EQ(SIDE * SIDE / 2, count(&self->a, BLUE));
	ASSERT_EQ(0, client_want(self->a.c.fd, CMASK, 0));
	ASSERT_EQ(1, client_want_soon(self->b.c.fd, CMASK));
	/* Blocks that the last owner has drawn would have zeros of memory. */
	ASSERT_EQ(0, paint_samples(self, &self->b, 0, 0, GREEN));
	EXPECT_EQ(SIDE * SIDE, count(&self->b, GREEN));
	EXPECT_EQ(-EINVAL, paint_samples(self, &self->a, 32, RED, BLUE));
	EXPECT_EQ(SIDE * SIDE / 2, count(&self->a, RED));
}

TEST_HARNESS_MAIN
