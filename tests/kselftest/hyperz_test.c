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
#include "stream.h"

#include <string.h>
#include <sys/mman.h>

#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define HYPERZ		RADEON_INFO_WANT_HYPERZ
#define CMASK		RADEON_INFO_WANT_CMASK
#define SIDE		64u
#define BYTES		(SIDE * SIDE * 4 * 4)	/* four samples of four bytes */

/* 3D_CLEAR_* */
#define CLEAR_ZMASK	0x32
#define CLEAR_HIZ	0x37
#define CLEAR_CMASK	0x38
/* ZFUNC */
#define LESS		1u
#define GREATER		5u
/* ZB_BW_CNTL */
#define HIZ		1u
#define HIZ_MIN		2u
#define FAST_FILL	4u
#define RD_COMP		8u

#define RED		0xffff0000u
#define GREEN		0xff00ff00u
#define BLUE		0xff0000ffu

/* A client, and its targets: @color is cleared to 0, and so is @depth */
struct painter {
	struct client c;
	uint32_t color, depth, out;
	const uint32_t *pixels, *resolved;
};

FIXTURE(hyperz) {
	struct painter a, b;
	struct stream s;
	int kmsg;
};

static int painter_open(struct painter *p)
{
	int ret = client_open(&p->c);

	ret = ret ? ret : gem_create(p->c.fd, BYTES, 4096, VRAM, 0, &p->color);
	ret = ret ? ret : gem_create(p->c.fd, BYTES, 4096, VRAM, 0, &p->depth);
	ret = ret ? ret : gem_create(p->c.fd, BYTES, 4096, VRAM, 0, &p->out);
	if (ret)
		return ret;
	p->pixels = gem_map(p->c.fd, p->color, BYTES);
	p->resolved = gem_map(p->c.fd, p->out, BYTES);
	return p->pixels && p->resolved ? 0 : -1;
}

static void painter_close(struct painter *p)
{
	munmap((void *)p->pixels, BYTES);
	munmap((void *)p->resolved, BYTES);
	client_close(&p->c);
}

FIXTURE_SETUP(hyperz)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, painter_open(&self->a));
	if (client_generation != RCP_GENERATION_R500)
		SKIP(_exit(HARNESS_SKIP), "this generation has no grants");
	ASSERT_EQ(0, painter_open(&self->b));
}

FIXTURE_TEARDOWN(hyperz)
{
	painter_close(&self->a);
	painter_close(&self->b);
	if (self->kmsg >= 0) {
		EXPECT_QUIET(self->kmsg);
		close(self->kmsg);
	}
}

static void put_floats(struct stream *s, const float *value, uint32_t n)
{
	uint32_t word;

	for (; n--; value++) {
		memcpy(&word, value, sizeof(word));
		stream_dw(s, word);
	}
}

/* Registers that keep what earlier clients, or the power-on, have left: here all are 0. */
static void zeros(struct stream *s)
{
	static const uint16_t regs[] = {
		0x2088, 0x2138, 0x21dc, 0x2218,			/* VAP_ALT_NUM_VERTICES, VF_MIN_VTX_INDX, ... */
		0x4008, 0x401c, 0x4258, 0x4278, 0x4288, 0x428c, 0x4290,	/* GB_ENABLE, SELECT, GA_COLOR_CONTROL, ... */
		0x42b4, 0x42b8, 0x4300, 0x4304, 0x4320,		/* SU_POLY_OFFSET_ENABLE, CULL_MODE, RS_COUNT, ... */
		0x4104, 0x4bc0, 0x4bd4, 0x4bd8,			/* TX_ENABLE, FG_FOG_BLEND, ALPHA_FUNC, DEPTH_SRC */
		0x4e04, 0x4e08, 0x4e18, 0x4e50, 0x4e88,		/* RB3D_BLENDCNTL, ABLENDCNTL, ROPCNTL, ... */
		0x4f00, 0x4f04, 0x4f14, 0x4f1c, 0x43a4,		/* ZB_CNTL, ZSTENCILCNTL, ZTOP, BW_CNTL, SC_HYPERZ_EN */
	};
	uint32_t i;

	for (i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
		stream_register(s, regs[i], 0);
	stream_register(s, 0x221c, 1 << 16);			/* VAP_CLIP_CNTL: off */
}

/* A program that writes constant 0, vertices in pixels, and a target of @samples */
static void begin(struct stream *s, const struct painter *p, uint32_t samples)
{
	/* target A = constant 0 */
	static const uint32_t fragment[] = { 0x00078005, 0x00000100, 0x00000100, 0x00db0220, 0x00c0c000, 0x20490000 };
	uint32_t i;

	stream_init(s);
	zeros(s);
	stream_register(s, 0x4600, 2);				/* US_CONFIG */
	stream_register(s, 0x4604, 0);				/* US_PIXSIZE */
	stream_register(s, 0x4624, 0);				/* US_FC_CTRL */
	stream_register(s, 0x4630, 0);				/* US_CODE_ADDR, _RANGE, _OFFSET */
	stream_register(s, 0x4634, 0);
	stream_register(s, 0x4638, 0);
	stream_register(s, R500_GA_US_VECTOR_INDEX, 0);
	stream_dw(s, PACKET0_ONE_REG | PACKET0(R500_GA_US_VECTOR_DATA, 6));
	for (i = 0; i < 6; i++)
		stream_dw(s, fragment[i]);
	stream_register(s, 0x46a4, 3 << 8 | 2 << 10 | 1 << 12);	/* US_OUT_FMT_0: blue first */
	for (i = 1; i < 4; i++)
		stream_register(s, 0x46a4 + 4 * i, 15);		/* none */
	stream_register(s, 0x2140, 1 << 8);			/* VAP_CNTL_STATUS: no vertex program */
	stream_register(s, 0x20b0, 0x300);			/* VAP_VTE_CNTL: pixels */
	stream_register(s, 0x20b4, 4);				/* VAP_VTX_SIZE */
	stream_register(s, 0x2090, 1);				/* VAP_OUT_VTX_FMT_0, _1: a position */
	stream_register(s, 0x2094, 0);
	stream_register(s, 0x2134, 0xffffff);			/* VAP_VF_MAX_VTX_INDX */
	stream_register(s, 0x2150, 3 | 1 << 13);		/* VAP_PROG_STREAM_CNTL_0: four floats */
	stream_register(s, 0x21e0, 0xf688);			/* VAP_PROG_STREAM_CNTL_EXT_0 */
	stream_register(s, 0x4010, 0x66666666);			/* GB_MSPOS0, 1 */
	stream_register(s, 0x4014, 0x06666666);
	stream_register(s, 0x43d0, 0xffff);			/* SC_CLIP_RULE */
	stream_register(s, 0x43e0, 0);				/* SC_SCISSOR0, 1 */
	stream_register(s, 0x43e4, (SIDE - 1) << 13 | (SIDE - 1));
	stream_register(s, 0x43e8, 0xffffff);			/* SC_SCREENDOOR */
	stream_register(s, 0x4020, samples > 1 ? 1 | 2 << 1 : 0);	/* GB_AA_CONFIG: four */
	stream_register(s, 0x4e0c, 0xf);			/* RB3D_COLOR_CHANNEL_MASK */
	stream_register(s, 0x4e00, 0);				/* RB3D_CCTL */
	stream_register(s, 0x4e28, 0);				/* RB3D_COLOROFFSET0 */
	stream_reloc(s, p->color, 0, VRAM);
	stream_register(s, 0x4e38, 6 << 21 | (samples > 1) << 17 | SIDE);	/* RB3D_COLORPITCH0: ARGB8888 */
	stream_reloc(s, p->color, 0, VRAM);
}

static void flush(struct stream *s)
{
	stream_register(s, 0x4e4c, 0xa);			/* RB3D_DSTCACHE_CTLSTAT */
	stream_register(s, 0x4f18, 3);				/* ZB_ZCACHE_CTLSTAT */
	stream_register(s, 0x1720, 1 << 17);			/* WAIT_UNTIL: 3D idle and clean */
}

/* The depth buffer, with the features of ZB_BW_CNTL and the depth of a cleared block */
static void depth(struct stream *s, const struct painter *p, uint32_t func, uint32_t bw, float cleared)
{
	flush(s);
	stream_register(s, 0x4f00, 2 | 4);			/* ZB_CNTL: test and write */
	stream_register(s, 0x4f04, func);			/* ZB_ZSTENCILCNTL */
	stream_register(s, 0x4f10, 2);				/* ZB_FORMAT: 24 bits and stencil */
	stream_register(s, 0x4f20, 0);				/* ZB_DEPTHOFFSET */
	stream_reloc(s, p->depth, 0, VRAM);
	stream_register(s, 0x4f24, 1 << 17 | SIDE);		/* ZB_DEPTHPITCH: micro tiles */
	stream_reloc(s, p->depth, 0, VRAM);
	if (!bw)
		return;
	stream_register(s, 0x4028, 0);				/* GB_Z_PEQ_CONFIG */
	stream_register(s, 0x4f28, (uint32_t)(cleared * 0xffffff) << 8);	/* ZB_DEPTHCLEARVALUE */
	stream_register(s, 0x4f30, 0);				/* ZB_ZMASK_OFFSET, _PITCH */
	stream_register(s, 0x4f34, SIDE);
	stream_register(s, 0x4f44, 0);				/* ZB_HIZ_OFFSET, _PITCH */
	stream_register(s, 0x4f54, SIDE);
	stream_register(s, 0x4f1c, bw);
	stream_register(s, 0x43a4, bw & HIZ ? 1 | (func == GREATER) << 1 : 0);
}

static void clear(struct stream *s, uint32_t op, uint32_t value)
{
	stream_packet3(s, op, 3);
	stream_dw(s, 0);
	stream_dw(s, SIDE * SIDE / 64);		/* a dword has at least 64 pixels */
	stream_dw(s, value);
}

/* Columns from @x0 to before @x1 at a depth */
static void rectangle(struct stream *s, uint32_t x0, uint32_t x1, float z, uint32_t color)
{
	const float left = x0, right = x1, high = SIDE;
	const float corner[4][4] = { { left, 0, z, 1 }, { right, 0, z, 1 }, { right, high, z, 1 }, { left, high, z, 1 } };
	const float rgba[4] = { color >> 16 & 1, color >> 8 & 1, color & 1, 1 };

	stream_register(s, R500_GA_US_VECTOR_INDEX, 1 << 16);
	stream_dw(s, PACKET0_ONE_REG | PACKET0(R500_GA_US_VECTOR_DATA, 4));
	put_floats(s, rgba, 4);
	stream_packet3(s, PKT_3D_DRAW_IMMD_2, 1 + 16);
	stream_dw(s, 13 | 3 << 4 | 4 << 16);			/* quads */
	put_floats(s, corner[0], 16);
}

/* Ends the stream, and waits for it: 0 or -errno */
static int end(struct stream *s, const struct painter *p)
{
	int ret;

	flush(s);
	ret = stream_submit(s, p->c.fd, NULL);
	return ret ? ret : gem_wait(p->c.fd, p->color);
}

/* How many pixels of some columns differ from a colour */
static uint32_t wrong(const uint32_t *pixels, uint32_t x0, uint32_t x1, uint32_t color)
{
	uint32_t x, y, n = 0;

	for (y = 0; y < SIDE; y++)
		for (x = x0; x < x1; x++)
			n += pixels[SIDE * y + x] != color;
	return n;
}

/* The left half is red at 0.25; blue is behind the cleared depth, 0.5. */
static int paint_a(FIXTURE_DATA(hyperz) *self, struct painter *p)
{
	begin(&self->s, p, 1);
	clear(&self->s, CLEAR_ZMASK, 0);
	clear(&self->s, CLEAR_HIZ, 0x7f7f7f7f);
	depth(&self->s, p, LESS, HIZ | FAST_FILL, 0.5f);
	rectangle(&self->s, 0, 32, 0.25f, RED);
	rectangle(&self->s, 16, 64, 0.75f, BLUE);
	return end(&self->s, p);
}

/* All of it is green, with RAM as the driver gives it: cleared */
static int paint_b(FIXTURE_DATA(hyperz) *self, struct painter *p, uint32_t bw)
{
	begin(&self->s, p, 1);
	depth(&self->s, p, GREATER, bw, 0.25f);
	rectangle(&self->s, 0, 64, 0.5f, GREEN);
	return end(&self->s, p);
}

/* ZMASK of blocks that the last owner has drawn would say that the memory of the new one counts. */
TEST_F(hyperz, pictures_beside_each_other)
{
	ASSERT_EQ(1, client_want_soon(self->a.c.fd, HYPERZ));
	ASSERT_EQ(0, paint_a(self, &self->a));
	EXPECT_EQ(0, wrong(self->a.pixels, 0, 32, RED));
	EXPECT_EQ(0, wrong(self->a.pixels, 32, 64, 0));
	ASSERT_EQ(0, client_want(self->a.c.fd, HYPERZ, 0));
	ASSERT_EQ(1, client_want_soon(self->b.c.fd, HYPERZ));
	begin(&self->s, &self->b, 1);
	depth(&self->s, &self->b, LESS, FAST_FILL, 1);
	rectangle(&self->s, 0, 64, 0.5f, GREEN);
	ASSERT_EQ(0, end(&self->s, &self->b));
	EXPECT_EQ(0, wrong(self->b.pixels, 0, 64, GREEN));
	EXPECT_EQ(0, wrong(self->a.pixels, 0, 32, RED));
	EXPECT_EQ(0, wrong(self->a.pixels, 32, 64, 0));
}

/* HiZ of the last owner would reject what is in front in the depth of the new one. */
TEST_F(hyperz, hiz_of_the_last_owner)
{
	ASSERT_EQ(1, client_want_soon(self->a.c.fd, HYPERZ));
	begin(&self->s, &self->a, 1);
	clear(&self->s, CLEAR_HIZ, 0xffffffff);
	ASSERT_EQ(0, end(&self->s, &self->a));
	/* It rejects its own. */
	ASSERT_EQ(0, paint_b(self, &self->a, HIZ | HIZ_MIN | FAST_FILL));
	EXPECT_EQ(0, wrong(self->a.pixels, 0, 64, 0));
	ASSERT_EQ(0, client_want(self->a.c.fd, HYPERZ, 0));
	ASSERT_EQ(1, client_want_soon(self->b.c.fd, HYPERZ));
	ASSERT_EQ(0, paint_b(self, &self->b, HIZ | HIZ_MIN | FAST_FILL));
	EXPECT_EQ(0, wrong(self->b.pixels, 0, 64, GREEN));
}

/* An owner finds its RAM as it has left it, whatever others draw between its streams. */
TEST_F(hyperz, streams_of_others_between)
{
	ASSERT_EQ(1, client_want_soon(self->a.c.fd, HYPERZ));
	begin(&self->s, &self->a, 1);
	clear(&self->s, CLEAR_ZMASK, 0);
	clear(&self->s, CLEAR_HIZ, 0x7f7f7f7f);
	ASSERT_EQ(0, end(&self->s, &self->a));
	/* Without HyperZ its memory counts, and nothing is less than 0. */
	begin(&self->s, &self->b, 1);
	depth(&self->s, &self->b, LESS, 0, 0);
	rectangle(&self->s, 0, 32, 0.5f, RED);
	depth(&self->s, &self->b, GREATER, 0, 0);
	rectangle(&self->s, 32, 64, 0.5f, GREEN);
	ASSERT_EQ(0, end(&self->s, &self->b));
	begin(&self->s, &self->a, 1);
	depth(&self->s, &self->a, LESS, HIZ | FAST_FILL, 0.5f);
	rectangle(&self->s, 0, 32, 0.25f, RED);
	rectangle(&self->s, 16, 64, 0.75f, BLUE);
	ASSERT_EQ(0, end(&self->s, &self->a));
	EXPECT_EQ(0, wrong(self->a.pixels, 0, 32, RED));
	EXPECT_EQ(0, wrong(self->a.pixels, 32, 64, 0));
	EXPECT_EQ(0, wrong(self->b.pixels, 0, 32, 0));
	EXPECT_EQ(0, wrong(self->b.pixels, 32, 64, GREEN));
}

/* The last owner writes its depth to memory, and goes on from there while the new one draws. */
TEST_F(hyperz, goes_on_without)
{
	ASSERT_EQ(1, client_want_soon(self->a.c.fd, HYPERZ));
	ASSERT_EQ(0, paint_a(self, &self->a));
	begin(&self->s, &self->a, 1);
	depth(&self->s, &self->a, LESS, FAST_FILL | RD_COMP, 0.5f);
	stream_register(&self->s, 0x4e0c, 0);			/* RB3D_COLOR_CHANNEL_MASK */
	stream_register(&self->s, 0x4f00, 4);			/* ZB_CNTL: no test, as Mesa does it */
	rectangle(&self->s, 0, 64, 0, BLUE);
	ASSERT_EQ(0, end(&self->s, &self->a));
	ASSERT_EQ(0, client_want(self->a.c.fd, HYPERZ, 0));
	ASSERT_EQ(1, client_want_soon(self->b.c.fd, HYPERZ));
	ASSERT_EQ(0, paint_b(self, &self->b, FAST_FILL));
	/* Not its RAM any more */
	ASSERT_EQ(-EINVAL, paint_a(self, &self->a));
	begin(&self->s, &self->a, 1);
	depth(&self->s, &self->a, LESS, 0, 0);
	rectangle(&self->s, 0, 64, 0.375f, GREEN);
	ASSERT_EQ(0, end(&self->s, &self->a));
	EXPECT_EQ(0, wrong(self->a.pixels, 0, 32, RED));
	EXPECT_EQ(0, wrong(self->a.pixels, 32, 64, GREEN));
	ASSERT_EQ(0, paint_b(self, &self->b, FAST_FILL));
	EXPECT_EQ(0, wrong(self->b.pixels, 0, 64, GREEN));
}

/* Four samples whose cleared blocks have the clear value; @x1: columns that are drawn before the resolve */
static int paint_samples(FIXTURE_DATA(hyperz) *self, struct painter *p, uint32_t x1, uint32_t color, uint32_t cleared)
{
	struct stream *s = &self->s;

	begin(s, p, 4);
	stream_register(s, 0x4e54, 0);				/* RB3D_CMASK_OFFSET0, _PITCH0 */
	stream_register(s, 0x4e64, SIDE);
	stream_register(s, 0x4e14, cleared);			/* RB3D_COLOR_CLEAR_VALUE */
	stream_register(s, 0x4e00, 3 << 9);			/* RB3D_CCTL: CMASK and AA compression */
	if (x1)
		rectangle(s, 0, x1, 0, color);
	flush(s);
	stream_register(s, 0x4e80, 0);				/* RB3D_AARESOLVE_OFFSET, _PITCH, _CTL */
	stream_reloc(s, p->out, 0, VRAM);
	stream_register(s, 0x4e84, SIDE);
	stream_reloc(s, p->out, 0, VRAM);
	stream_register(s, 0x4e88, 1 | 1 << 2);
	rectangle(s, 0, 64, 0, 0);
	flush(s);
	stream_register(s, 0x4e88, 0);
	return end(s, p);
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
