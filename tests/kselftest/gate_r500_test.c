// SPDX-License-Identifier: GPL-2.0
/*
 * The gate's test of radeon.ko on R5xx: its clients' streams write memory in order, fences
 * and interrupts end their waits, it detects a lockup of the emulated card and resets it,
 * and clients work again.  Needs radeon.ko with a short lockup_timeout.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <sys/mman.h>

#define VRAM	RADEON_GEM_DOMAIN_VRAM
#define GTT	RADEON_GEM_DOMAIN_GTT
#define BYTES	65536
#define JOBS	100

#define ZB_ZPASS_DATA	0x4f58
#define ZB_ZPASS_ADDR	0x4f5c

FIXTURE(gate_r500) {
	struct client c;
	struct stream s;
	uint32_t bo;
	uint32_t *map;
};

FIXTURE_VARIANT(gate_r500) {
	uint32_t domain;
};

FIXTURE_VARIANT_ADD(gate_r500, vram) { .domain = VRAM };
FIXTURE_VARIANT_ADD(gate_r500, gtt) { .domain = GTT };

FIXTURE_SETUP(gate_r500)
{
	ASSERT_EQ(0, client_open(&self->c));
	ASSERT_EQ(0, gem_create(self->c.fd, BYTES, 4096, variant->domain, 0, &self->bo));
	self->map = gem_map(self->c.fd, self->bo, BYTES);
	ASSERT_NE(NULL, self->map);
	memset(self->map, 0, BYTES);
	stream_init(&self->s);
}

FIXTURE_TEARDOWN(gate_r500)
{
	munmap(self->map, BYTES);
	client_close(&self->c);
}

static void set_reg(struct stream *s, uint32_t reg, uint32_t value)
{
	stream_dw(s, reg >> 2);
	stream_dw(s, value);
}

/* The count of a query; nothing is drawn, so the card writes the value that was set. */
static void write_mem(struct stream *s, uint32_t bo, uint32_t domain, uint32_t offset, uint32_t value)
{
	set_reg(s, ZB_ZPASS_DATA, value);
	set_reg(s, ZB_ZPASS_ADDR, offset);
	stream_reloc(s, bo, 0, domain);
}

static int submit_write(struct stream *s, int fd, uint32_t bo, uint32_t domain, uint32_t offset, uint32_t value)
{
	stream_init(s);
	write_mem(s, bo, domain, offset, value);
	return stream_submit(s, fd, NULL);
}

TEST_F(gate_r500, writes_land)
{
	uint32_t i;

	for (i = 0; i < 64; i++)
		write_mem(&self->s, self->bo, variant->domain, i * 1024, 0x600df00d + i);
	ASSERT_EQ(0, stream_submit(&self->s, self->c.fd, NULL));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	for (i = 0; i < 64; i++)
		EXPECT_EQ(0x600df00d + i, self->map[i * 256]);
}

TEST_F(gate_r500, jobs_complete_in_order)
{
	uint32_t i;

	for (i = 0; i < JOBS; i++)
		ASSERT_EQ(0, submit_write(&self->s, self->c.fd, self->bo, variant->domain, 0, i + 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(JOBS, self->map[0]);
	EXPECT_EQ(0, gem_busy(self->c.fd, self->bo, NULL));
}

/* On a slow machine many jobs complete before the wait begins. */
TEST_F(gate_r500, interrupts_end_the_waits)
{
	long before = irq_count();
	uint32_t i;

	for (i = 0; i < JOBS && irq_count() < before + 5; i++) {
		ASSERT_EQ(0, submit_write(&self->s, self->c.fd, self->bo, variant->domain, 0, i + 1));
		ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
		EXPECT_EQ(i + 1, self->map[0]);
	}
	EXPECT_LE(before + 5, irq_count());
}

/* A buffer that moves between the heaps is copied by the card. */
TEST_F(gate_r500, moves_keep_the_contents)
{
	uint32_t other = variant->domain ^ VRAM ^ GTT, i;

	for (i = 0; i < BYTES / 4; i++)
		self->map[i] = i * 0x9e3779b9u;
	for (i = 0; i < 4; i++) {
		ASSERT_EQ(0, stream_place(self->c.fd, self->bo, i & 1 ? variant->domain : other));
		ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	}
	for (i = 0; i < BYTES / 4 && self->map[i] == i * 0x9e3779b9u; i++)
		;
	EXPECT_EQ(BYTES / 4, i);
}

TEST_F(gate_r500, closing_the_file_with_jobs_in_flight)
{
	struct client other;
	uint32_t bo, i;

	ASSERT_EQ(0, client_open(&other));
	ASSERT_EQ(0, gem_create(other.fd, BYTES, 4096, variant->domain, 0, &bo));
	for (i = 0; i < 16; i++)
		ASSERT_EQ(0, submit_write(&self->s, other.fd, bo, variant->domain, i * 4, i));
	client_close(&other);
	/* after the other client's */
	ASSERT_EQ(0, submit_write(&self->s, self->c.fd, self->bo, variant->domain, 0, 1));
	ASSERT_EQ(0, gem_wait(self->c.fd, self->bo));
	EXPECT_EQ(1, self->map[0]);
}

TEST_F(gate_r500, lockup_and_reset)
{
	uint32_t before = 0, after = 0, i;
	int ret = -1;

	if (variant->domain == VRAM)
		SKIP(return, "the same as in the GTT");
	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &before));
	ASSERT_EQ(0, model_write(MODEL_REG_HANG_IB, 1));
	ASSERT_EQ(0, submit_write(&self->s, self->c.fd, self->bo, variant->domain, 0, 1));
	/* a wait that begins before the lockup is detected lasts half a minute */
	for (i = 0; i < 70; i++) {
		EXPECT_EQ(-EBUSY, gem_busy(self->c.fd, self->bo, NULL));
		usleep(100000);
	}
	/* the wait resets the card, or the next ioctl does */
	ret = gem_wait(self->c.fd, self->bo);
	TH_LOG("the wait ended with %d", ret);
	for (i = 0; i < 100; i++) {
		ret = submit_write(&self->s, self->c.fd, self->bo, variant->domain, 64, 0xa11ce + i);
		if (!ret && !gem_wait(self->c.fd, self->bo) && self->map[16] == 0xa11ce + i)
			break;
		usleep(200000);
	}
	EXPECT_GT(100, i);
	ASSERT_EQ(0, client_info_u32(self->c.fd, RADEON_INFO_GPU_RESET_COUNTER, &after));
	EXPECT_LT(before, after);
}

TEST_HARNESS_MAIN
