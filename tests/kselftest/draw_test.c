// SPDX-License-Identifier: GPL-2.0
/*
 * Draws whose pixels the client looks at, on R6xx/R7xx: a rectangle, instances, a count of samples,
 * after moves, beside another client, and again after a reset.  All state is set by the stream.
 */
#include "client.h"
#include "dirty.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "shader.h"
#include "stream.h"

#include <sys/mman.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define VRAM		RADEON_GEM_DOMAIN_VRAM

#define EDGE		64u	/* pixels of the target, linear, 4 bytes each */
#define TARGET_BYTES	(EDGE * EDGE * 4)
#define FS_OFFSET	0x800
#define PS_OFFSET	0x400
#define COLOR		0xff80ff80	/* (0.5, 1, 0.5, 1) as 8_8_8_8 */
#define OTHER_COLOR	0xff0000ff
#define UNSET_COLOR	0xff00ff00
#define PREDICATED	1u	/* in a draw's header */
#define POINTS		1u
#define RECTANGLES	17u
#define PKT_NUM_INSTANCES	0x2f
#define ZPASS_DONE	(0x15 | 1u << 8)
#define NEVER		0x12345678

FIXTURE(draw) {
	struct client c, other;
	struct stream s;
	struct dirty dirty;
	uint32_t target, programs, theirs, their_programs, gate;
	uint32_t *pixels, *their_pixels;
	volatile uint32_t *gate_map;
	bool hung;
	int kmsg;
};

static int store(int fd, uint32_t bo, uint32_t offset, const struct shader *s)
{
	uint8_t *map = gem_map(fd, bo, 4096);

	if (!map)
		return -errno;
	memcpy(map + offset, s->dw, 4 * s->n);
	munmap(map, 4096);
	return 0;
}

/* Vertices are corners of the square from 0 to 1; pixels have one colour. */
static int write_programs(int fd, uint32_t bo, const uint32_t color[4])
{
	bool r7xx = !strncmp(client_chip, "RV7", 3);
	struct shader s;
	int ret;

	shader_begin(&s, r7xx, 3);
	shader_corner(&s, 0.0f, 1.0f);
	shader_export(&s, SHADER_POSITION, SHADER_POSITION_0, true);
	shader_export(&s, SHADER_PARAMETER, 0, true);
	shader_end(&s);
	ret = store(fd, bo, 0, &s);
	shader_begin(&s, r7xx, 2);
	shader_clause(&s, 4);
	shader_move(&s, color);
	shader_export(&s, SHADER_PIXEL, 0, true);
	shader_end(&s);
	return ret ? ret : store(fd, bo, PS_OFFSET, &s);
}

static const uint32_t green[4] = { SHADER_HALF, SHADER_ONE, SHADER_HALF, SHADER_ONE };
static const uint32_t red[4] = { SHADER_ONE, SHADER_ZERO, SHADER_ZERO, SHADER_ONE };

static int prepare(int fd, uint32_t domain, const uint32_t color[4], uint32_t *target, uint32_t *programs)
{
	int ret = gem_create(fd, TARGET_BYTES, 4096, domain, 0, target);

	ret = ret ? ret : gem_create(fd, 4096, 4096, GTT, 0, programs);
	return ret ? ret : write_programs(fd, *programs, color);
}

FIXTURE_SETUP(draw)
{
	self->kmsg = kmsg_open();
	ASSERT_EQ(0, client_open(&self->c));
	if (client_generation == RCP_GENERATION_R500)
		SKIP(_exit(HARNESS_SKIP), "the emulated card draws on R6xx and R7xx");
	ASSERT_EQ(0, client_open(&self->other));
	ASSERT_EQ(0, prepare(self->c.fd, VRAM, green, &self->target, &self->programs));
	ASSERT_EQ(0, prepare(self->other.fd, GTT, red, &self->theirs, &self->their_programs));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &self->gate));
	self->pixels = gem_map(self->c.fd, self->target, TARGET_BYTES);
	self->their_pixels = gem_map(self->other.fd, self->theirs, TARGET_BYTES);
	self->hung = false;
	self->gate_map = gem_map(self->c.fd, self->gate, 4096);
	ASSERT_TRUE(self->pixels && self->their_pixels && self->gate_map);
}

FIXTURE_TEARDOWN(draw)
{
	char text[1024];

	munmap(self->pixels, TARGET_BYTES);
	munmap(self->their_pixels, TARGET_BYTES);
	munmap((void *)self->gate_map, 4096);
	client_close(&self->c);
	client_close(&self->other);
	if (self->hung) {
		EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
			TH_LOG("%s", text);
	} else {
		EXPECT_QUIET(self->kmsg);
	}
	close(self->kmsg);
}

static void set(struct stream *s, uint32_t reg, uint32_t value)
{
	bool config = reg < 0x28000;

	stream_packet3(s, config ? PKT_SET_CONFIG_REG : PKT_SET_CONTEXT_REG, 2);
	stream_dw(s, (reg - (config ? 0x8000 : 0x28000)) / 4);
	stream_dw(s, value);
}

static void set_float(struct stream *s, uint32_t reg, float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	set(s, reg, bits);
}

static void set_address(struct stream *s, uint32_t reg, uint32_t bo, uint32_t offset, uint32_t domain, uint32_t write)
{
	set(s, reg, offset >> 8);
	stream_reloc(s, bo, domain, write);
}

/* Values of registers that every draw has */
static const uint32_t state[][2] = {
	{ 0x28000 + 0x204, 1u << 31 }, { 0x28000 + 0x240, 1u << 31 }, { 0x28000 + 0x250, 1u << 31 },
	{ 0x28030, 0 },			/* PA_SC_SCREEN_SCISSOR_TL */
	{ 0x28200, 0 },			/* PA_SC_WINDOW_OFFSET */
	{ 0x2820c, 0xffff },		/* PA_SC_CLIPRECT_RULE */
	{ 0x28238, 15 }, { 0x2823c, 15 },	/* CB_TARGET_MASK, CB_SHADER_MASK */
	{ 0x282d0, 0 }, { 0x282d4, 0x3f800000 },	/* PA_SC_VPORT_ZMIN_0, ZMAX_0 */
	{ 0x28350, 0 },			/* SX_MISC */
	{ 0x28400, 0xffffffff }, { 0x28404, 0 }, { 0x28408, 0 },	/* VGT_MAX_VTX_INDX and on */
	{ 0x28410, 0 },			/* SX_ALPHA_TEST_CONTROL */
	{ 0x28614, 0 }, { 0x28644, 0 }, { 0x286c4, 0 },	/* SPI: a parameter, an input */
	{ 0x286cc, 1 | 1u << 28 }, { 0x286d0, 0 }, { 0x286d4, 0 }, { 0x286d8, 0 },
	{ 0x28780, 0 }, { 0x287a0, 1 },	/* CB_BLEND0_CONTROL, CB_SHADER_CONTROL */
	{ 0x28800, 0 }, { 0x28804, 0 }, { 0x28808, 0xcc << 16 }, { 0x2880c, 0 },
	{ 0x28810, 1u << 19 }, { 0x28814, 1u << 19 }, { 0x28818, 0x43f }, { 0x2881c, 0 },
	{ 0x28850, 4 }, { 0x28854, 2 }, { 0x28868, 4 }, { 0x288a4, 0 },	/* SQ_PGM_RESOURCES_*, EXPORTS_PS */
	{ 0x288cc, 0 }, { 0x288d0, 0 }, { 0x288d4, 0 }, { 0x288d8, 0 }, { 0x288dc, 0 },
	{ 0x28a00, 8 | 8u << 16 }, { 0x28a04, 0xffffu << 16 },	/* PA_SU_POINT_SIZE, MINMAX: 1 pixel */
	{ 0x28a40, 0 }, { 0x28a48, 0 }, { 0x28a4c, 0 }, { 0x28a84, 0 }, { 0x28a94, 0 },
	{ 0x28ab0, 0 }, { 0x28ab4, 0 }, { 0x28ab8, 0 }, { 0x28b20, 0 },
	{ 0x28c04, 0 }, { 0x28c08, 1 }, { 0x28c48, 0xffffffff },	/* PA_SC_AA_CONFIG, PA_SU_VTX_CNTL, mask */
	{ 0x28d0c, 0 }, { 0x28d10, 0 }, { 0x28d24, 0 }, { 0x28d44, 0 }, { 0x28010, 0 },
	{ 0x28df8, 0 }, { 0x28dfc, 0 }, { 0x28e00, 0 }, { 0x28e04, 0 }, { 0x28e08, 0 }, { 0x28e0c, 0 },
};

/* State of a draw of @type to @edge x @edge pixels of a target. */
static void draw_state(struct stream *s, uint32_t type, uint32_t edge, uint32_t target, uint32_t programs,
		       uint32_t domain)
{
	uint32_t corner = edge | edge << 16, i;

	set(s, 0x8958, type);
	for (i = 0; i < ARRAY_SIZE(state); i++)
		set(s, state[i][0], state[i][1]);
	set(s, 0x28034, corner);
	set(s, 0x28208, corner);
	set(s, 0x28244, corner);
	set(s, 0x28254, corner);
	/* The square from 0 to 1 is @edge pixels wide. */
	for (i = 0; i < 3; i++) {
		set_float(s, 0x2843c + 8 * i, i < 2 ? edge : 1.0f);
		set_float(s, 0x28440 + 8 * i, 0.0f);
	}
	for (i = 0; i < 8; i++)
		set(s, 0x280a0 + 4 * i, i ? 0 : 26u << 2 | 1u << 8 | 1u << 20);
	set_address(s, 0x28040, target, 0, domain, domain);
	set(s, 0x28060, (EDGE / 8 - 1) | (EDGE * EDGE / 64 - 1) << 10);
	set(s, 0x28080, 0);
	for (i = 0; i < 48; i++)
		set(s, 0x28140 + 4 * i, 0);
	set_address(s, 0x28840, programs, PS_OFFSET, GTT, 0);
	set_address(s, 0x28858, programs, 0, GTT, 0);
	set_address(s, 0x28894, programs, FS_OFFSET, GTT, 0);
}

static void draw(struct stream *s, uint32_t count, uint32_t instances)
{
	stream_packet3(s, PKT_NUM_INSTANCES, 1);
	stream_dw(s, instances);
	stream_packet3(s, PKT_DRAW_INDEX_AUTO, 2);
	stream_dw(s, count);
	stream_dw(s, 2);
}

/* Colour goes to memory. */
static void flush(struct stream *s)
{
	stream_packet3(s, PKT_EVENT_WRITE, 1);
	stream_dw(s, 0x16);	/* CACHE_FLUSH_AND_INV_EVENT */
}

static void count_samples(struct stream *s, uint32_t query, uint32_t offset)
{
	stream_packet3(s, PKT_EVENT_WRITE, 3);
	stream_dw(s, ZPASS_DONE);
	stream_dw(s, offset);
	stream_dw(s, 0);
	stream_reloc(s, query, GTT, GTT);
}

static void rectangle(struct stream *s, uint32_t edge, uint32_t target, uint32_t programs, uint32_t domain)
{
	stream_init(s);
	draw_state(s, RECTANGLES, edge, target, programs, domain);
	draw(s, 3, 1);
	flush(s);
	stream_pad(s, 8);
}

/* Pixels of @color, if all others are 0; otherwise -1 */
static int count(const uint32_t *pixels, uint32_t color)
{
	int i, n = 0;

	for (i = 0; i < (int)(EDGE * EDGE); i++) {
		if (pixels[i] && pixels[i] != color)
			return -1;
		n += pixels[i] == color;
	}
	return n;
}

TEST_F(draw, a_rectangle)
{
	struct drm_rcp_verdict v = { 0 };
	uint32_t x, y, wrong = 0;

	rectangle(&self->s, 40, self->target, self->programs, VRAM);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, self->c.rcp ? &v : NULL))
		TH_LOG("%s", v.text);
	ASSERT_EQ(0, gem_wait(self->c.fd, self->target));
	for (y = 0; y < EDGE; y++)
		for (x = 0; x < EDGE; x++)
			wrong += self->pixels[y * EDGE + x] != (x < 40 && y < 40 ? COLOR : 0);
	EXPECT_EQ(0, wrong)
		TH_LOG("pixel 0 is %08x", self->pixels[0]);
}

/* The card counts what it has drawn, for each instance, and forgets nothing in between. */
TEST_F(draw, samples_of_instances)
{
	struct stream *s = &self->s;
	uint32_t query, backends, samples = 0, i;
	uint64_t *map;

	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_NUM_BACKENDS, &backends));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &query));
	map = gem_map(self->c.fd, query, 4096);
	ASSERT_TRUE(map);
	stream_init(s);
	draw_state(s, RECTANGLES, 40, self->target, self->programs, VRAM);
	set(s, 0x28d0c, 0);
	for (i = 0; i < 2; i++) {
		count_samples(s, query, i * 8);
		if (!i)
			draw(s, 3, 5);
	}
	flush(s);
	stream_pad(s, 8);
	ASSERT_EQ(0, stream_submit(s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, query));
	for (i = 0; i < 8; i++) {
		if (map[2 * i])
			samples += (uint32_t)(map[2 * i + 1] - map[2 * i]);
	}
	EXPECT_EQ(40 * 40 * 5, samples);
	EXPECT_EQ(40 * 40, count(self->pixels, COLOR));
	munmap(map, 4096);
}

/* A target that moves between the heaps keeps its pixels, and the next draw finds it. */
TEST_F(draw, moves)
{
	struct stream *s = &self->s;
	int i;

	for (i = 1; i <= 6; i++) {
		uint32_t domain = i % 2 ? VRAM : GTT;

		rectangle(s, 8 * i, self->target, self->programs, domain);
		ASSERT_EQ(0, stream_submit(s, self->c.fd, NULL));
		ASSERT_EQ(0, gem_wait(self->c.fd, self->target));
		EXPECT_EQ(64 * i * i, count(self->pixels, COLOR))
			TH_LOG("draw %d", i);
		ASSERT_EQ(0, stream_place(self->c.fd, self->target, domain == VRAM ? GTT : VRAM));
		EXPECT_EQ(64 * i * i, count(self->pixels, COLOR))
			TH_LOG("move %d", i);
	}
}

/* Two clients draw in turn; each sees its own colour alone. */
TEST_F(draw, beside_another_client)
{
	struct stream *s = &self->s;
	int i;

	for (i = 0; i < 4; i++) {
		rectangle(s, 40, self->target, self->programs, VRAM);
		ASSERT_EQ(0, stream_submit(s, self->c.fd, NULL));
		rectangle(s, 24, self->theirs, self->their_programs, GTT);
		ASSERT_EQ(0, stream_submit(s, self->other.fd, NULL));
	}
	ASSERT_EQ(0, gem_wait(self->c.fd, self->target));
	ASSERT_EQ(0, gem_wait(self->other.fd, self->theirs));
	EXPECT_EQ(40 * 40, count(self->pixels, COLOR));
	EXPECT_EQ(24 * 24, count(self->their_pixels, OTHER_COLOR));
}

/* A texture of white pixels, a sampler whose border has the register's colour */
static void set_texture(struct stream *s, uint32_t bo)
{
	const uint32_t texture[7] = {
		1 | 1u << 3 | (EDGE / 8 - 1) << 8 | (EDGE - 1) << 19,	/* 2D, linear */
		(EDGE - 1) | 26u << 26,				/* 8_8_8_8 */
		0, 0, (1u << 3 | 2u << 6 | 3u << 9) << 16, 0, 2u << 30,
	};
	const uint32_t sampler[3] = { 6 | 6u << 3 | 6u << 6 | 3u << 22, 0, 1u << 31 };
	uint32_t i;

	stream_packet3(s, PKT_SET_RESOURCE, 8);
	stream_dw(s, 0);
	for (i = 0; i < 7; i++)
		stream_dw(s, texture[i]);
	stream_reloc(s, bo, GTT, 0);
	stream_reloc(s, bo, GTT, 0);
	stream_packet3(s, PKT_SET_SAMPLER, 4);
	stream_dw(s, 0);
	for (i = 0; i < 3; i++)
		stream_dw(s, sampler[i]);
}

/* A pixel is (border of sampler 0, 1, constant 5, 1). */
static int write_unset_program(int fd, uint32_t bo)
{
	const uint32_t outside[4] = { SHADER_LITERAL(0), SHADER_LITERAL(0), SHADER_ZERO, SHADER_ZERO };
	const uint32_t color[4] = { SHADER_CHAN(0, 0), SHADER_ONE, SHADER_CONSTANT(5, 2), SHADER_ONE };
	struct shader s;

	shader_begin(&s, !strncmp(client_chip, "RV7", 3), 4);
	shader_clause(&s, 5);
	shader_move(&s, outside);
	shader_literals(&s, 2.0f, 2.0f);
	shader_sample(&s, 0, 0);
	shader_clause(&s, 4);
	shader_move(&s, color);
	shader_export(&s, SHADER_PIXEL, 0, true);
	shader_end(&s);
	return store(fd, bo, PS_OFFSET, &s);
}

/*
 * Border colours, constants, the predicate and the number of instances of another client, all
 * of which would show, are what they are after bring-up.
 */
TEST_F(draw, state_that_no_stream_sets)
{
	uint32_t query, texture, samples = 0, i, *texels;
	struct stream *s = &self->s;
	uint64_t *map;

	if (!self->c.rcp)
		SKIP(return, "radeon.ko leaves everything in the chip");
	ASSERT_EQ(0, dirty_make(&self->dirty, self->other.fd));
	EXPECT_LT(600, self->dirty.registers);
	ASSERT_EQ(0, write_unset_program(self->c.fd, self->programs));
	ASSERT_EQ(0, gem_create(self->c.fd, TARGET_BYTES, 4096, GTT, 0, &texture));
	ASSERT_EQ(0, gem_create(self->c.fd, 4096, 4096, GTT, 0, &query));
	texels = gem_map(self->c.fd, texture, TARGET_BYTES);
	map = gem_map(self->c.fd, query, 4096);
	ASSERT_TRUE(texels && map);
	memset(texels, 0xff, TARGET_BYTES);
	ASSERT_EQ(0, dirty_submit(&self->dirty));
	stream_init(s);
	draw_state(s, RECTANGLES, 40, self->target, self->programs, VRAM);
	set_texture(s, texture);
	count_samples(s, query, 0);
	stream_dw(s, PACKET3(PKT_DRAW_INDEX_AUTO, 2) | PREDICATED);
	stream_dw(s, 3);
	stream_dw(s, 2);
	count_samples(s, query, 8);
	flush(s);
	ASSERT_EQ(0, stream_submit(s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, query));
	for (i = 0; i < 8; i++)
		if (map[2 * i])
			samples += (uint32_t)(map[2 * i + 1] - map[2 * i]);
	EXPECT_EQ(40 * 40, samples);
	EXPECT_EQ(40 * 40, count(self->pixels, UNSET_COLOR))
		TH_LOG("pixel 0 is %08x", self->pixels[0]);
	munmap(texels, TARGET_BYTES);
	munmap(map, 4096);
}

/* A draw behind another client's hang is executed again after the reset, whole. */
TEST_F(draw, after_a_reset)
{
	uint32_t resets;

	if (!self->c.rcp)
		SKIP(return, "radeon.ko drops what a reset finds");
	self->hung = true;
	resets = client_resets(self->c.fd);
	stream_init(&self->s);
	stream_wait_mem(&self->s, self->gate, GTT, 0, NEVER);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	rectangle(&self->s, 24, self->theirs, self->their_programs, GTT);
	ASSERT_EQ(0, stream_submit(&self->s, self->other.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->other.fd, self->theirs));
	EXPECT_EQ(resets + 1, client_resets(self->c.fd));
	EXPECT_EQ(24 * 24, count(self->their_pixels, OTHER_COLOR));
}

TEST_HARNESS_MAIN
