// SPDX-License-Identifier: GPL-2.0
/*
 * What the driver's packets around a stream do for caches: these streams flush and invalidate nothing, so on a
 * card with caches (tests/model, --caches) the pixels, the depth and the vertices that a client gets are
 * right only if each job begins with invalid caches and ends with a flush.  R6xx/R7xx.
 */
#include "client.h"
#include "drawing.h"
#include "kernel.h"
#include "kselftest_harness.h"

#include <sys/mman.h>

#define GTT		RADEON_GEM_DOMAIN_GTT
#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define EDGE		DRAWING_EDGE
#define BYTES		DRAWING_BYTES
#define PIXELS		(EDGE * EDGE)

#define GREEN		0xff80ff80	/* (0.5, 1, 0.5, 1) as 8_8_8_8 */
#define RED		0xff0000ff
#define VS_RESOURCES	160u

#define SQ_PGM_START_PS			0x28840
#define SQ_ALU_CONST_CACHE_PS_0		0x28940
#define SQ_ALU_CONST_BUFFER_SIZE_PS_0	0x28140
#define DB_DEPTH_SIZE			0x28000
#define DB_DEPTH_VIEW			0x28004
#define DB_DEPTH_BASE			0x2800c
#define DB_DEPTH_INFO			0x28010
#define DEPTH_FLOAT_1D			(6 | 2u << 15)
#define DB_HTILE_DATA_BASE		0x28014
#define DB_DEPTH_CLEAR			0x2802c
#define DB_HTILE_SURFACE		0x28d24
#define DB_DEPTH_CONTROL		0x28800
#define PA_CL_VPORT_ZOFFSET_0		0x28450
#define CB_BLEND_CONTROL		0x28804
#define CB_COLOR_CONTROL		0x28808
#define CB_BLEND0_CONTROL		0x28780
#define VGT_STRMOUT_EN			0x28ab0
#define VGT_STRMOUT_BUFFER_SIZE_0	0x28ad0
#define VGT_STRMOUT_VTX_STRIDE_0	0x28ad4
#define VGT_STRMOUT_BUFFER_BASE_0	0x28ad8
#define VGT_STRMOUT_BUFFER_EN		0x28b20
#define PKT_STRMOUT_BUFFER_UPDATE	0x34
#define PKT_STRMOUT_BASE_UPDATE		0x72

static const uint32_t green[4] = { SHADER_HALF, SHADER_ONE, SHADER_HALF, SHADER_ONE };
static const uint32_t red[4] = { SHADER_ONE, SHADER_ZERO, SHADER_ZERO, SHADER_ONE };
static const uint32_t dark[4] = { SHADER_ZERO, SHADER_ZERO, SHADER_HALF, SHADER_ZERO };

/* A client with its programs, a target, and the buffer that the test is about, in VRAM */
struct drawer {
	struct client c;
	struct stream s;
	uint32_t programs, target, bo, staging;
	uint32_t *pixels, *bytes, *staged;
};

static int drawer_buffer(struct drawer *d)
{
	int ret = gem_create(d->c.fd, BYTES, 4096, VRAM, 0, &d->bo);

	d->bytes = ret ? NULL : gem_map(d->c.fd, d->bo, BYTES);
	return ret ? ret : d->bytes ? 0 : -errno;
}

static int drawer_open(struct drawer *d)
{
	int ret = client_open(&d->c);

	ret = ret ? ret : gem_create(d->c.fd, 4096, 4096, GTT, 0, &d->programs);
	ret = ret ? ret : gem_create(d->c.fd, BYTES, 4096, GTT, 0, &d->target);
	ret = ret ? ret : gem_create(d->c.fd, BYTES, 4096, GTT, 0, &d->staging);
	if (ret)
		return ret;
	d->pixels = gem_map(d->c.fd, d->target, BYTES);
	d->staged = gem_map(d->c.fd, d->staging, BYTES);
	return d->pixels && d->staged ? drawing_programs(d->c.fd, d->programs, green) : -errno;
}

static void drawer_close(struct drawer *d)
{
	munmap(d->pixels, BYTES);
	munmap(d->staged, BYTES);
	if (d->bytes)
		munmap(d->bytes, BYTES);
	client_close(&d->c);
}

/* A stream begins, with a target of all pixels. */
static struct stream *begin(struct drawer *d, uint32_t target, uint32_t domain)
{
	stream_init(&d->s);
	drawing_state(&d->s, DRAWING_RECTANGLES, EDGE, target, d->programs, domain);
	return &d->s;
}

/* It draws, ends, and is waited for. */
static int end(struct drawer *d)
{
	struct drm_rcp_verdict v = { 0 };
	int ret;

	drawing_draw(&d->s, 3, 1);
	ret = stream_submit(&d->s, d->c.fd, d->c.rcp ? &v : NULL);
	if (ret)
		printf("# %s\n", v.text);
	return ret ? ret : gem_wait(d->c.fd, d->bo);
}

/* The card copies the staging buffer over the test's. */
static int copy_to(struct drawer *d)
{
	stream_init(&d->s);
	stream_cp_dma(&d->s, d->staging, GTT, 0, d->bo, VRAM, 0, BYTES);
	return stream_submit(&d->s, d->c.fd, NULL);
}

/* ---- what the card reads ---- */

/**
 * struct source - contents of a buffer that a draw reads, of two kinds
 * @programs: writes the programs of the draw: 0 or -errno
 * @fill: writes contents @n
 * @bind: names the buffer in a stream
 * @color, @pixels: what the draw shows of each
 */
struct source {
	int (*programs)(struct drawer *d);
	void (*fill)(uint32_t *bytes, uint32_t n);
	void (*bind)(struct drawer *d);
	uint32_t color[2], pixels[2];
};

static int texture_programs(struct drawer *d)
{
	struct shader s;

	drawing_program(&s, 2);
	shader_sample(&s, 0, 0);
	shader_export(&s, SHADER_PIXEL, 0, true);
	shader_end(&s);
	return drawing_store(d->c.fd, d->programs, DRAWING_PS, &s);
}

static void texture_fill(uint32_t *bytes, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < PIXELS; i++)
		bytes[i] = n ? RED : GREEN;
}

static void texture_bind(struct drawer *d)
{
	drawing_texture(&d->s, d->bo, VRAM);
}

static const struct source texture = { texture_programs, texture_fill, texture_bind, { GREEN, RED }, { PIXELS, PIXELS } };

static int vertex_programs(struct drawer *d)
{
	struct shader s;

	drawing_program(&s, 3);
	shader_fetch(&s, 0);
	shader_export(&s, SHADER_POSITION, SHADER_POSITION_0, true);
	shader_export(&s, SHADER_PARAMETER, 0, true);
	shader_end(&s);
	return drawing_store(d->c.fd, d->programs, 0, &s);
}

/* Three corners of the target, or of its first quarter */
static void vertex_fill(uint32_t *bytes, uint32_t n)
{
	const float edge = n ? 0.5f : 1.0f;
	const float corners[3][4] = { { 0, 0, 0, 1 }, { edge, 0, 0, 1 }, { 0, edge, 0, 1 } };

	memset(bytes, 0, BYTES);
	memcpy(bytes, corners, sizeof(corners));
}

static void vertex_bind(struct drawer *d)
{
	const uint32_t resource[7] = { 0, 4095, 16 << 8, 0, 0, 0, 3u << 30 };
	uint32_t i;

	stream_packet3(&d->s, PKT_SET_RESOURCE, 8);
	stream_dw(&d->s, VS_RESOURCES * 7);
	for (i = 0; i < 7; i++)
		stream_dw(&d->s, resource[i]);
	stream_reloc(&d->s, d->bo, VRAM, 0);
}

static const struct source vertices = { vertex_programs, vertex_fill, vertex_bind, { GREEN, GREEN }, { PIXELS, PIXELS / 4 } };

static int same_programs(struct drawer *d)
{
	(void)d;
	return 0;
}

static void program_fill(uint32_t *bytes, uint32_t n)
{
	struct shader s;

	drawing_program(&s, 2);
	shader_clause(&s, 4);
	shader_move(&s, n ? red : green);
	shader_export(&s, SHADER_PIXEL, 0, true);
	shader_end(&s);
	memset(bytes, 0, BYTES);
	memcpy(bytes, s.dw, 4 * s.n);
}

static void program_bind(struct drawer *d)
{
	drawing_set_address(&d->s, SQ_PGM_START_PS, d->bo, 0, VRAM, 0);
}

static const struct source program = { same_programs, program_fill, program_bind, { GREEN, RED }, { PIXELS, PIXELS } };

static int constant_programs(struct drawer *d)
{
	uint32_t constant[4], i;
	struct shader s;

	for (i = 0; i < 4; i++)
		constant[i] = SHADER_BUFFERED(0, i);
	drawing_program(&s, 2);
	shader_clause_of_constants(&s, 4);
	shader_move(&s, constant);
	shader_export(&s, SHADER_PIXEL, 0, true);
	shader_end(&s);
	return drawing_store(d->c.fd, d->programs, DRAWING_PS, &s);
}

static void constant_fill(uint32_t *bytes, uint32_t n)
{
	const float value[2][4] = { { 0.5f, 1, 0.5f, 1 }, { 1, 0, 0, 1 } };

	memset(bytes, 0, BYTES);
	memcpy(bytes, value[n], sizeof(value[n]));
}

static void constant_bind(struct drawer *d)
{
	drawing_set(&d->s, SQ_ALU_CONST_BUFFER_SIZE_PS_0, 1);
	drawing_set_address(&d->s, SQ_ALU_CONST_CACHE_PS_0, d->bo, 0, VRAM, 0);
}

static const struct source constants = { constant_programs, constant_fill, constant_bind, { GREEN, RED }, { PIXELS, PIXELS } };

FIXTURE(reads) {
	struct drawer d, other;
	int kmsg;
};

FIXTURE_VARIANT(reads) {
	const struct source *source;
};

FIXTURE_VARIANT_ADD(reads, texture) {
	.source = &texture,
};

FIXTURE_VARIANT_ADD(reads, vertices) {
	.source = &vertices,
};

FIXTURE_VARIANT_ADD(reads, program) {
	.source = &program,
};

FIXTURE_VARIANT_ADD(reads, constants) {
	.source = &constants,
};

FIXTURE_SETUP(reads)
{
	self->kmsg = kmsg_open();
	memset(&self->d, 0, sizeof(self->d));
	memset(&self->other, 0, sizeof(self->other));
	ASSERT_EQ(0, drawer_open(&self->d));
	if (client_generation == RCP_GENERATION_R500)
		SKIP(_exit(HARNESS_SKIP), "the emulated card has caches on R6xx and R7xx");
	ASSERT_EQ(0, drawer_open(&self->other));
	ASSERT_EQ(0, variant->source->programs(&self->d));
	ASSERT_EQ(0, variant->source->programs(&self->other));
	ASSERT_EQ(0, drawer_buffer(&self->d));
}

FIXTURE_TEARDOWN(reads)
{
	drawer_close(&self->d);
	drawer_close(&self->other);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Draws with the buffer; whether the draw shows contents @n. */
static bool shows(struct drawer *d, const struct source *source, uint32_t n)
{
	int ret;

	memset(d->pixels, 0, BYTES);
	begin(d, d->target, GTT);
	source->bind(d);
	ret = end(d);
	ret = ret ? ret : drawing_count(d->pixels, source->color[n]);
	if (ret != (int)source->pixels[n])
		printf("# contents %u: %d, pixel 0 is %08x\n", n, ret, d->pixels[0]);
	return ret == (int)source->pixels[n];
}

TEST_F(reads, what_the_cpu_writes)
{
	uint32_t i;

	for (i = 0; i < 3; i++) {
		variant->source->fill(self->d.bytes, i % 2);
		EXPECT_TRUE(shows(&self->d, variant->source, i % 2));
	}
}

TEST_F(reads, what_a_copy_of_the_card_writes)
{
	uint32_t i;

	for (i = 0; i < 3; i++) {
		variant->source->fill(self->d.staged, i % 2);
		ASSERT_EQ(0, copy_to(&self->d));
		EXPECT_TRUE(shows(&self->d, variant->source, i % 2));
	}
}

/* The buffer comes back with other contents. */
TEST_F(reads, what_was_written_while_it_was_evicted)
{
	uint32_t i;

	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, stream_place(self->d.c.fd, self->d.bo, GTT));
		ASSERT_EQ(0, gem_wait(self->d.c.fd, self->d.bo));
		variant->source->fill(self->d.bytes, i % 2);
		ASSERT_EQ(0, stream_place(self->d.c.fd, self->d.bo, VRAM));
		EXPECT_TRUE(shows(&self->d, variant->source, i % 2));
	}
}

/* The buffer ends, and its memory becomes another client's. */
TEST_F(reads, memory_of_another_client)
{
	variant->source->fill(self->d.bytes, 0);
	EXPECT_TRUE(shows(&self->d, variant->source, 0));
	munmap(self->d.bytes, BYTES);
	self->d.bytes = NULL;
	ASSERT_EQ(0, gem_close(self->d.c.fd, self->d.bo));
	ASSERT_EQ(0, drawer_buffer(&self->other));
	variant->source->fill(self->other.bytes, 1);
	EXPECT_TRUE(shows(&self->other, variant->source, 1));
}

/* ---- what the card writes ---- */

/**
 * struct sink - what a draw writes to a buffer
 * @state: writes programs and begins a stream with it: 0 or -errno
 * @wrong: words of the buffer that are not what the draw writes
 */
struct sink {
	int (*state)(struct drawer *d);
	uint32_t (*wrong)(const uint32_t *bytes);
};

static uint32_t others(const uint32_t *bytes, uint32_t word)
{
	uint32_t n = 0, i;

	for (i = 0; i < PIXELS; i++)
		n += bytes[i] != word;
	return n;
}

static int color_state(struct drawer *d)
{
	begin(d, d->bo, VRAM);
	return 0;
}

static uint32_t color_wrong(const uint32_t *bytes)
{
	return others(bytes, GREEN);
}

static const struct sink color = { color_state, color_wrong };

/* A depth buffer of floats, all pixels of which a draw passes or not by @function, and sets to @z */
static void depth_buffer(struct drawer *d, uint32_t function, float z)
{
	struct stream *s = begin(d, d->target, GTT);

	drawing_set(s, DB_DEPTH_SIZE, (EDGE / 8 - 1) | (EDGE * EDGE / 64 - 1) << 10);
	drawing_set(s, DB_DEPTH_VIEW, 0);
	drawing_set_address(s, DB_DEPTH_BASE, d->bo, 0, VRAM, VRAM);
	drawing_set(s, DB_DEPTH_INFO, DEPTH_FLOAT_1D);
	drawing_set(s, DB_DEPTH_CONTROL, 2 | 4 | function << 4);
	drawing_set_float(s, PA_CL_VPORT_ZOFFSET_0, z);
}

#define DEPTH_LESS	1u
#define DEPTH_ALWAYS	7u

static int depth_state(struct drawer *d)
{
	depth_buffer(d, DEPTH_ALWAYS, 0.5f);
	return 0;
}

static uint32_t depth_wrong(const uint32_t *bytes)
{
	return others(bytes, 0x3f000000);
}

static const struct sink depth = { depth_state, depth_wrong };

/* A triangle's vertices */
static int stream_out_state(struct drawer *d)
{
	struct stream *s = &d->s;
	struct shader p;
	int ret;

	drawing_program(&p, 4);
	shader_corner(&p, 0.0f, 1.0f);
	shader_stream_out(&p);
	shader_export(&p, SHADER_POSITION, SHADER_POSITION_0, true);
	shader_export(&p, SHADER_PARAMETER, 0, true);
	shader_end(&p);
	ret = drawing_store(d->c.fd, d->programs, 0, &p);
	stream_init(s);
	drawing_state(s, DRAWING_TRIANGLES, EDGE, d->target, d->programs, GTT);
	drawing_set(s, VGT_STRMOUT_BUFFER_SIZE_0, BYTES / 4);
	drawing_set(s, VGT_STRMOUT_VTX_STRIDE_0, 4);
	drawing_set_address(s, VGT_STRMOUT_BUFFER_BASE_0, d->bo, 0, VRAM, VRAM);
	if (!strncmp(client_chip, "RV7", 3)) {
		stream_packet3(s, PKT_STRMOUT_BASE_UPDATE, 2);
		stream_dw(s, 0);
		stream_dw(s, 0);
		stream_reloc(s, d->bo, VRAM, VRAM);
	}
	drawing_set(s, VGT_STRMOUT_EN, 1);
	drawing_set(s, VGT_STRMOUT_BUFFER_EN, 1);
	/* Begins at 0. */
	stream_packet3(s, PKT_STRMOUT_BUFFER_UPDATE, 5);
	for (uint32_t i = 0; i < 5; i++)
		stream_dw(s, 0);
	return ret;
}

static uint32_t stream_out_wrong(const uint32_t *bytes)
{
	const float want[3][4] = { { 0, 0, 0, 1 }, { 1, 0, 0, 1 }, { 0, 1, 0, 1 } };
	uint32_t words[12], n = 0, i;

	memcpy(words, want, sizeof(words));
	for (i = 0; i < 12; i++)
		n += bytes[i] != words[i];
	return n;
}

static const struct sink stream_out = { stream_out_state, stream_out_wrong };

FIXTURE(writes) {
	struct drawer d;
	int kmsg;
};

FIXTURE_VARIANT(writes) {
	const struct sink *sink;
};

FIXTURE_VARIANT_ADD(writes, color) {
	.sink = &color,
};

FIXTURE_VARIANT_ADD(writes, depth) {
	.sink = &depth,
};

FIXTURE_VARIANT_ADD(writes, stream_out) {
	.sink = &stream_out,
};

static int writes_set_up(struct drawer *d)
{
	int ret;

	memset(d, 0, sizeof(*d));
	ret = drawer_open(d);
	if (!ret && client_generation == RCP_GENERATION_R500)
		return 1;
	ret = ret ? ret : drawer_buffer(d);
	if (!ret)
		memset(d->bytes, 0xee, BYTES);
	return ret;
}

FIXTURE_SETUP(writes)
{
	int ret;

	self->kmsg = kmsg_open();
	ret = writes_set_up(&self->d);
	if (ret == 1)
		SKIP(_exit(HARNESS_SKIP), "the emulated card has caches on R6xx and R7xx");
	ASSERT_EQ(0, ret);
	ASSERT_EQ(0, variant->sink->state(&self->d));
}

FIXTURE_TEARDOWN(writes)
{
	drawer_close(&self->d);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

TEST_F(writes, what_the_cpu_reads)
{
	ASSERT_EQ(0, end(&self->d));
	EXPECT_EQ(0, variant->sink->wrong(self->d.bytes));
}

TEST_F(writes, what_a_copy_of_the_card_reads)
{
	ASSERT_EQ(0, end(&self->d));
	stream_init(&self->d.s);
	stream_cp_dma(&self->d.s, self->d.bo, VRAM, 0, self->d.staging, GTT, 0, BYTES);
	ASSERT_EQ(0, stream_submit(&self->d.s, self->d.c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->d.c.fd, self->d.staging));
	EXPECT_EQ(0, variant->sink->wrong(self->d.staged));
}

/* Evicted and brought back, each by a copy job of the driver */
TEST_F(writes, what_is_evicted)
{
	uint32_t i;

	ASSERT_EQ(0, end(&self->d));
	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, stream_place(self->d.c.fd, self->d.bo, i ? VRAM : GTT));
		ASSERT_EQ(0, gem_wait(self->d.c.fd, self->d.bo));
		EXPECT_EQ(0, variant->sink->wrong(self->d.bytes));
	}
}

/* ---- what the card writes and reads ---- */

FIXTURE(both) {
	struct drawer d;
	int kmsg;
};

FIXTURE_SETUP(both)
{
	int ret;

	self->kmsg = kmsg_open();
	ret = writes_set_up(&self->d);
	if (ret == 1)
		SKIP(_exit(HARNESS_SKIP), "the emulated card has caches on R6xx and R7xx");
	ASSERT_EQ(0, ret);
}

FIXTURE_TEARDOWN(both)
{
	drawer_close(&self->d);
	EXPECT_QUIET(self->kmsg);
	close(self->kmsg);
}

/* Adds (0, 0, 0.5, 0) to all pixels of the buffer. */
static int add_dark(struct drawer *d)
{
	struct stream *s = begin(d, d->bo, VRAM);

	drawing_set(s, CB_BLEND_CONTROL, 1 | 1u << 8);
	drawing_set(s, CB_BLEND0_CONTROL, 1 | 1u << 8);
	drawing_set(s, CB_COLOR_CONTROL, 0xcc << 16 | 1u << 8);
	return end(d);
}

/* The second draw must read what the CPU has written over the first one's pixels. */
TEST_F(both, blending)
{
	uint32_t i;

	ASSERT_EQ(0, drawing_programs(self->d.c.fd, self->d.programs, dark));
	memset(self->d.bytes, 0, BYTES);
	ASSERT_EQ(0, add_dark(&self->d));
	EXPECT_EQ(0, others(self->d.bytes, 0x00800000));
	for (i = 0; i < PIXELS; i++)
		self->d.bytes[i] = 0x11001111;
	ASSERT_EQ(0, add_dark(&self->d));
	EXPECT_EQ(0, others(self->d.bytes, 0x11801111))
		TH_LOG("pixel 0 is %08x", self->d.bytes[0]);
}

/* The same for depth, with which the second draw compares its own. */
TEST_F(both, depth_test)
{
	const float far = 1.0f;
	uint32_t i;

	depth_buffer(&self->d, DEPTH_ALWAYS, 0.5f);
	ASSERT_EQ(0, end(&self->d));
	for (i = 0; i < PIXELS; i++)
		memcpy(&self->d.bytes[i], &far, sizeof(far));
	memset(self->d.pixels, 0, BYTES);
	depth_buffer(&self->d, DEPTH_LESS, 0.75f);
	ASSERT_EQ(0, end(&self->d));
	EXPECT_EQ((int)PIXELS, drawing_count(self->d.pixels, GREEN));
	EXPECT_EQ(0, others(self->d.bytes, 0x3f400000))
		TH_LOG("depth 0 is %08x", self->d.bytes[0]);
}

/*
 * HTILE of the first draw says that memory has its depth, with which the second draw compares its own.  Between
 * them HTILE alone is evicted and brought back.
 */
TEST_F(both, htile)
{
	struct stream *s = &self->d.s;
	uint32_t htile, *tiles, i;

	ASSERT_EQ(0, gem_create(self->d.c.fd, BYTES, 4096, VRAM, 0, &htile));
	tiles = gem_map(self->d.c.fd, htile, BYTES);
	ASSERT_NE(NULL, tiles);
	/* All tiles have the clear value. */
	memset(tiles, 0, BYTES);
	for (i = 0; i < 2; i++) {
		memset(self->d.pixels, 0, BYTES);
		depth_buffer(&self->d, i ? DEPTH_LESS : DEPTH_ALWAYS, i ? 0.75f : 0.5f);
		drawing_set_float(s, DB_DEPTH_CLEAR, 1.0f);
		drawing_set_address(s, DB_HTILE_DATA_BASE, htile, 0, VRAM, VRAM);
		drawing_set(s, DB_HTILE_SURFACE, 1 | 1u << 1);
		drawing_set(s, DB_DEPTH_INFO, DEPTH_FLOAT_1D | 1u << 25);
		ASSERT_EQ(0, end(&self->d));
		EXPECT_EQ(i ? 0 : (int)PIXELS, drawing_count(self->d.pixels, GREEN));
		ASSERT_EQ(0, stream_place(self->d.c.fd, htile, GTT));
		ASSERT_EQ(0, stream_place(self->d.c.fd, htile, VRAM));
	}
	munmap(tiles, BYTES);
}

/* A texture is sampled, drawn to by another job, and sampled again. */
TEST_F(both, sampling)
{
	uint32_t i;

	for (i = 0; i < 2; i++) {
		ASSERT_EQ(0, drawing_programs(self->d.c.fd, self->d.programs, i ? red : green));
		begin(&self->d, self->d.bo, VRAM);
		ASSERT_EQ(0, end(&self->d));
		ASSERT_EQ(0, texture_programs(&self->d));
		EXPECT_TRUE(shows(&self->d, &texture, i));
	}
}

TEST_HARNESS_MAIN
