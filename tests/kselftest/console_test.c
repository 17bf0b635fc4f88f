// SPDX-License-Identifier: GPL-2.0
/*
 * A console that firmware left on the emulated card's displays is shown after bring-up and
 * after each reset, and keeps its picture.  The emulated card reports a violation if a
 * display reads memory while it is shut off.
 *
 * Firmware's picture is at the start of VRAM; the picture of CRTC 2, if it is on, 8 MiB after it.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"
#include "stream.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define VGA_RENDER_CONTROL	0x0300
#define VGA_MEMORY_BASE_ADDRESS	0x0310
#define D1VGA_CONTROL		0x0330
#define D1CRTC_CONTROL		0x6080
#define D1CRTC_UPDATE_LOCK	0x60e8
#define D1GRPH_ENABLE		0x6100
#define D1GRPH_SURFACE		0x6110
#define D1GRPH_UPDATE		0x6144
#define R7_D1GRPH_SURFACE_HIGH	0x6914
#define R7_D2GRPH_SURFACE_HIGH	0x6114
#define R6_FB_LOCATION		0x2180
#define R7_FB_LOCATION		0x2024
#define R5_FB_LOCATION		0x0134	/* of the host data path, in 64 KiB */
#define D2			0x800

#define CRTC_EN			1u
#define CRTC_READS_DISABLED	(1u << 24)
#define VGA_MODE_ENABLE		1u
#define VGA_VSTATUS_CNTL	0x30000u
#define UPDATE_LOCK		(1u << 16)

#define PICTURE_BYTES		(1024 * 768 * 4)
#define SECOND_OFFSET		(8u << 20)

FIXTURE(console) {
	volatile uint32_t *regs;
	volatile uint32_t *picture;
	bool r7xx;
	bool text;
	int kmsg;
};

static uint32_t rd(FIXTURE_DATA(console) *self, uint32_t reg)
{
	return self->regs[reg / 4];
}

FIXTURE_SETUP(console)
{
	char path[PATH_MAX];
	int fd;

	if (!card_slot() || card_map(&self->regs))
		SKIP(_exit(HARNESS_SKIP), "needs the emulated card");
	if (!(rd(self, D1CRTC_CONTROL) & CRTC_EN))
		SKIP(_exit(HARNESS_SKIP), "firmware left no console");
	self->r7xx = !getenv("RCP_CHIP") || !strncmp(getenv("RCP_CHIP"), "RV7", 3);
	self->text = rd(self, D1VGA_CONTROL) & VGA_MODE_ENABLE;
	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/resource0", card_slot());
	fd = open(path, O_RDWR | O_CLOEXEC);
	ASSERT_LE(0, fd);
	self->picture = mmap(NULL, PICTURE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	ASSERT_NE(MAP_FAILED, (void *)self->picture);
	self->kmsg = kmsg_open();
}

FIXTURE_TEARDOWN(console)
{
	char text[512];

	munmap((void *)self->picture, PICTURE_BYTES);
	munmap((void *)self->regs, CARD_REGISTERS);
	EXPECT_EQ(0, kmsg_alarms(self->kmsg, text, sizeof(text)))
		TH_LOG("said: %s", text);
	close(self->kmsg);
}

static uint64_t fb_start(FIXTURE_DATA(console) *self)
{
	if (card_is_r5xx())
		return (uint64_t)rd(self, R5_FB_LOCATION) << 16;
	return (uint64_t)(rd(self, self->r7xx ? R7_FB_LOCATION : R6_FB_LOCATION) & 0xffff) << 24;
}

static void crtc_shows(struct __test_metadata *_metadata, FIXTURE_DATA(console) *self,
		       uint32_t crtc, uint32_t offset)
{
	uint32_t d = crtc * D2;
	uint64_t surface = rd(self, D1GRPH_SURFACE + d);

	if (self->r7xx)
		surface |= (uint64_t)rd(self, crtc ? R7_D2GRPH_SURFACE_HIGH : R7_D1GRPH_SURFACE_HIGH) << 32;
	EXPECT_EQ(CRTC_EN, rd(self, D1CRTC_CONTROL + d) & (CRTC_EN | CRTC_READS_DISABLED));
	EXPECT_EQ(0, rd(self, D1CRTC_UPDATE_LOCK + d));
	EXPECT_EQ(0, rd(self, D1GRPH_UPDATE + d) & UPDATE_LOCK);
	EXPECT_EQ(fb_start(self) + offset, surface);
}

/* The firmware's picture is shown; the VGA renderer runs only if its text is on the screen. */
static void is_shown(struct __test_metadata *_metadata, FIXTURE_DATA(console) *self)
{
	if (self->text) {
		EXPECT_EQ(CRTC_EN, rd(self, D1CRTC_CONTROL) & (CRTC_EN | CRTC_READS_DISABLED));
		EXPECT_NE(0, rd(self, VGA_RENDER_CONTROL) & VGA_VSTATUS_CNTL);
		EXPECT_EQ((uint32_t)fb_start(self), rd(self, VGA_MEMORY_BASE_ADDRESS));
	} else {
		crtc_shows(_metadata, self, 0, 0);
		EXPECT_EQ(0, rd(self, VGA_RENDER_CONTROL) & VGA_VSTATUS_CNTL);
	}
	if (rd(self, D1GRPH_ENABLE + D2))
		crtc_shows(_metadata, self, 1, SECOND_OFFSET);
}

static uint32_t pixel(uint32_t i, uint32_t round)
{
	return (i ^ round << 24) * 2654435761u;
}

static void paint(FIXTURE_DATA(console) *self, uint32_t round)
{
	uint32_t i;

	for (i = 0; !self->text && i < PICTURE_BYTES / 4; i += 97)
		self->picture[i] = pixel(i, round);
}

static void is_painted(struct __test_metadata *_metadata, FIXTURE_DATA(console) *self, uint32_t round)
{
	uint32_t i, wrong = 0;

	for (i = 0; !self->text && i < PICTURE_BYTES / 4; i += 97)
		wrong += self->picture[i] != pixel(i, round);
	EXPECT_EQ(0, wrong);
}

TEST_F(console, survives_bring_up)
{
	is_shown(_metadata, self);
	paint(self, 0);
	ASSERT_EQ(0, card_unbind());
	is_shown(_metadata, self);
	ASSERT_EQ(0, card_bind());
	is_shown(_metadata, self);
	is_painted(_metadata, self, 0);
}

/* Another process hangs the card, a new one each time because of bans. */
static int hang_once(struct stream *s)
{
	pid_t child = fork();
	struct client c;
	uint32_t bo = 0;
	int status;

	if (child)
		return child < 0 || waitpid(child, &status, 0) != child ? -1 : status;
	if (client_open(&c) || gem_create(c.fd, 4096, 4096, RADEON_GEM_DOMAIN_GTT, 0, &bo))
		_exit(1);
	stream_init(s);
	stream_wait_mem(s, bo, RADEON_GEM_DOMAIN_GTT, 0, 0x12345678);
	if (stream_submit(s, c.fd, NULL))
		_exit(1);
	gem_wait(c.fd, bo);
	_exit(0);
}

TEST_F_TIMEOUT(console, survives_resets, 300)
{
	uint32_t n = getenv("RCP_RESETS") ? (uint32_t)atoi(getenv("RCP_RESETS")) : 10, i, before = 0, after = 0;
	char timeout[16] = "", *end;
	struct client c;
	struct stream s;

	ASSERT_LT(0, read_text("/sys/module/rcp/parameters/job_timeout_ms", timeout, sizeof(timeout)));
	end = strchr(timeout, '\n');
	if (end)
		*end = 0;
	ASSERT_EQ(0, card_unbind());
	ASSERT_EQ(0, write_file("/sys/module/rcp/parameters/job_timeout_ms", "100"));
	ASSERT_EQ(0, card_bind());
	ASSERT_EQ(0, client_open(&c));
	before = client_resets(c.fd);
	for (i = 0; i < n; i++) {
		paint(self, i);
		ASSERT_EQ(0, hang_once(&s));
		is_shown(_metadata, self);
		is_painted(_metadata, self, i);
	}
	after = client_resets(c.fd);
	EXPECT_EQ(before + n, after);
	client_close(&c);
	ASSERT_EQ(0, card_unbind());
	ASSERT_EQ(0, write_file("/sys/module/rcp/parameters/job_timeout_ms", timeout));
	ASSERT_EQ(0, card_bind());
}

TEST_HARNESS_MAIN
