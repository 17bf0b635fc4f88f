// SPDX-License-Identifier: GPL-2.0
/*
 * What the driver's packets around a stream do for the caches of R5xx: these streams flush and invalidate nothing, so on
 * a card with caches (tests/model, --caches) pixels, depth and texels are right only if each job begins with
 * an invalid texture cache, and ends with caches of colour and depth that are written back and empty.
 */
#include "client.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "paint_r500.h"

#include "../model/r500/copy_texel.h"

#define SIDE		PAINT_SIDE
#define PIXELS		(SIDE * SIDE)
#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define GTT		RADEON_GEM_DOMAIN_GTT

#define OLD		0x11111111u
#define NEAR		0x7fffffu	/* 0.5 */
#define FAR		(0xffffffu << 8)	/* with the stencil */

FIXTURE(caches) {
	struct painter p;
	struct stream s;
	int kmsg;
};

static void fill(uint32_t *words, uint32_t value)
{
	uint32_t i;

	for (i = 0; i < PIXELS; i++)
		words[i] = value;
}

FIXTURE_SETUP(caches)
{
	self->kmsg = kmsg_open();
	memset(&self->p, 0, sizeof(self->p));
	ASSERT_EQ(0, paint_open(&self->p));
	if (client_generation != RCP_GENERATION_R500)
		SKIP(_exit(HARNESS_SKIP), "caches_test has R6xx and R7xx");
	fill(self->p.pixels, OLD);
	fill(self->p.deep, OLD);
}

FIXTURE_TEARDOWN(caches)
{
	paint_close(&self->p);
	if (self->kmsg >= 0) {
		EXPECT_QUIET(self->kmsg);
		close(self->kmsg);
	}
}

/* All pixels are green, and their depth is 0.5. */
static int paint(FIXTURE_DATA(caches) *self)
{
	paint_begin(&self->s, &self->p, 1);
	paint_depth(&self->s, &self->p, ALWAYS, 0, 0);
	paint_rectangle(&self->s, 0, SIDE, 0.5f, GREEN);
	return paint_end(&self->s, &self->p);
}

/* How many pixels lack their depth, whose rounding counts in no test; the stencil stays as it is. */
static uint32_t wrong_depth(const uint32_t *deep)
{
	uint32_t i, n = 0;

	for (i = 0; i < PIXELS; i++)
		n += deep[i] >> 8 != NEAR && deep[i] >> 8 != NEAR + 1;
	return n;
}

TEST_F(caches, what_the_cpu_reads)
{
	ASSERT_EQ(0, paint(self));
	EXPECT_EQ(0, paint_wrong(self->p.pixels, 0, SIDE, GREEN));
	EXPECT_EQ(0, wrong_depth(self->p.deep));
}

/* Evicted and brought back, each by a copy job of the driver */
TEST_F(caches, what_is_evicted)
{
	uint32_t i;

	ASSERT_EQ(0, paint(self));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, stream_place(self->p.c.fd, self->p.color, i ? VRAM : GTT));
		ASSERT_EQ(0, stream_place(self->p.c.fd, self->p.depth, i ? VRAM : GTT));
		ASSERT_EQ(0, gem_wait(self->p.c.fd, self->p.color));
		ASSERT_EQ(0, gem_wait(self->p.c.fd, self->p.depth));
		EXPECT_EQ(0, paint_wrong(self->p.pixels, 0, SIDE, GREEN));
		EXPECT_EQ(0, wrong_depth(self->p.deep));
	}
}

/* A draw that writes red alone leaves the other channels as the CPU has written them since. */
TEST_F(caches, color_that_the_cpu_writes)
{
	ASSERT_EQ(0, paint(self));
	fill(self->p.pixels, BLUE);
	paint_begin(&self->s, &self->p, 1);
	stream_register(&self->s, 0x4e0c, 1 << 2);		/* RB3D_COLOR_CHANNEL_MASK: red */
	paint_rectangle(&self->s, 0, SIDE, 0.5f, RED);
	ASSERT_EQ(0, paint_end(&self->s, &self->p));
	EXPECT_EQ(0, paint_wrong(self->p.pixels, 0, SIDE, RED | BLUE));
}

TEST_F(caches, depth_that_the_cpu_writes)
{
	ASSERT_EQ(0, paint(self));
	fill(self->p.deep, FAR);
	paint_begin(&self->s, &self->p, 1);
	paint_depth(&self->s, &self->p, LESS, 0, 0);
	paint_rectangle(&self->s, 0, SIDE, 0.75f, RED);
	ASSERT_EQ(0, paint_end(&self->s, &self->p));
	EXPECT_EQ(0, paint_wrong(self->p.pixels, 0, SIDE, RED));
}

/*
 * All pixels get the first texel of the buffer that a resolve would have.  The program is the one of copies, which the card knows
 * word by word, but for r0.a, so that the drawing machine executes it.
 */
static int sample(FIXTURE_DATA(caches) *self)
{
	uint32_t fragment[R500_COPY_WORDS] = R500_COPY_PROGRAM, i;
	struct stream *s = &self->s;

	fragment[0] |= 1 << 14;
	paint_begin(s, &self->p, 1);
	stream_register(s, 0x4604, 2);				/* US_PIXSIZE */
	stream_register(s, 0x4630, R500_COPY_LAST << 16);	/* US_CODE_ADDR, _RANGE */
	stream_register(s, 0x4634, R500_COPY_LAST << 16);
	stream_register(s, R500_GA_US_VECTOR_INDEX, 0);
	stream_dw(s, PACKET0_ONE_REG | PACKET0(R500_GA_US_VECTOR_DATA, R500_COPY_WORDS));
	for (i = 0; i < R500_COPY_WORDS; i++)
		stream_dw(s, fragment[i]);
	stream_register(s, 0x46a4, 1 << 8 | 2 << 10 | 3 << 12);	/* US_OUT_FMT_0: channels as the texel has them */
	stream_register(s, 0x4104, 1);				/* TX_ENABLE */
	stream_register(s, 0x4400, 1 << 9 | 1 << 11);		/* TX_FILTER0: the nearest texel */
	stream_register(s, 0x4440, 0);				/* TX_FILTER1 */
	stream_register(s, 0x4480, (SIDE - 1) | (SIDE - 1) << 11);	/* TX_FORMAT0 to 2: 8_8_8_8 */
	stream_register(s, 0x44c0, 12 | 3u << 9 | 1u << 15 | 2u << 18);
	stream_register(s, 0x4500, 0);
	if (!strcmp(client_chip, "R520"))
		stream_register(s, 0x4640, (SIDE - 1) | (SIDE - 1) << 11);	/* US_FORMAT0 */
	stream_register(s, R500_TX_OFFSET0, 0);
	stream_reloc(s, self->p.out, VRAM, 0);
	paint_rectangle(s, 0, SIDE, 0, 0);
	return paint_end(s, &self->p);
}

/* Constant 0, black, is the place of the texel: (0, 0). */
TEST_F(caches, texels_that_the_cpu_writes)
{
	static const uint32_t colors[3] = { RED, GREEN, BLUE };
	uint32_t i;

	for (i = 0; i < 3; i++) {
		fill(self->p.resolved, colors[i]);
		ASSERT_EQ(0, sample(self));
		EXPECT_EQ(0, paint_wrong(self->p.pixels, 0, SIDE, colors[i]));
	}
}

TEST_HARNESS_MAIN
