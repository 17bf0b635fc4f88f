// SPDX-License-Identifier: GPL-2.0
/*
 * Draws whose pixels the client looks at, on R6xx/R7xx: a rectangle, instances, a count of samples,
 * after moves, beside another client, and again after a reset.  All state is set by the stream.
 */
#include "client.h"
#include "dirty.h"
#include "drawing.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <sys/mman.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define VRAM		RADEON_GEM_DOMAIN_VRAM

#define EDGE		DRAWING_EDGE
#define TARGET_BYTES	DRAWING_BYTES
#define COLOR		0xff80ff80	/* (0.5, 1, 0.5, 1) as 8_8_8_8 */
#define OTHER_COLOR	0xff0000ff
#define UNSET_COLOR	0xff00ff00
#define PREDICATED	1u	/* in a draw's header */
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

static const uint32_t green[4] = { SHADER_HALF, SHADER_ONE, SHADER_HALF, SHADER_ONE };
static const uint32_t red[4] = { SHADER_ONE, SHADER_ZERO, SHADER_ZERO, SHADER_ONE };

static int prepare(int fd, uint32_t domain, const uint32_t color[4], uint32_t *target, uint32_t *programs)
{
	int ret = gem_create(fd, TARGET_BYTES, 4096, domain, 0, target);

	ret = ret ? ret : gem_create(fd, 4096, 4096, GTT, 0, programs);
	return ret ? ret : drawing_programs(fd, *programs, color);
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
	drawing_state(s, DRAWING_RECTANGLES, edge, target, programs, domain);
	drawing_draw(s, 3, 1);
	flush(s);
	stream_pad(s, 8);
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
	drawing_state(s, DRAWING_RECTANGLES, 40, self->target, self->programs, VRAM);
	drawing_set(s, 0x28d0c, 0);
	for (i = 0; i < 2; i++) {
		count_samples(s, query, i * 8);
		if (!i)
			drawing_draw(s, 3, 5);
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
	EXPECT_EQ(40 * 40, drawing_count(self->pixels, COLOR));
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
		EXPECT_EQ(64 * i * i, drawing_count(self->pixels, COLOR))
			TH_LOG("draw %d", i);
		ASSERT_EQ(0, stream_place(self->c.fd, self->target, domain == VRAM ? GTT : VRAM));
		EXPECT_EQ(64 * i * i, drawing_count(self->pixels, COLOR))
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
	EXPECT_EQ(40 * 40, drawing_count(self->pixels, COLOR));
	EXPECT_EQ(24 * 24, drawing_count(self->their_pixels, OTHER_COLOR));
}

/* A pixel is (border of sampler 0, 1, constant 5, 1). */
static int write_unset_program(int fd, uint32_t bo)
{
	const uint32_t outside[4] = { SHADER_LITERAL(0), SHADER_LITERAL(0), SHADER_ZERO, SHADER_ZERO };
	const uint32_t color[4] = { SHADER_CHAN(0, 0), SHADER_ONE, SHADER_CONSTANT(5, 2), SHADER_ONE };
	struct shader s;

	drawing_program(&s, 4);
	shader_clause(&s, 5);
	shader_move(&s, outside);
	shader_literals(&s, 2.0f, 2.0f);
	shader_sample(&s, 0, 0);
	shader_clause(&s, 4);
	shader_move(&s, color);
	shader_export(&s, SHADER_PIXEL, 0, true);
	shader_end(&s);
	return drawing_store(fd, bo, DRAWING_PS, &s);
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
	drawing_state(s, DRAWING_RECTANGLES, 40, self->target, self->programs, VRAM);
	drawing_texture(s, texture, GTT);
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
	EXPECT_EQ(40 * 40, drawing_count(self->pixels, UNSET_COLOR))
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
	EXPECT_EQ(24 * 24, drawing_count(self->their_pixels, OTHER_COLOR));
}

TEST_HARNESS_MAIN
