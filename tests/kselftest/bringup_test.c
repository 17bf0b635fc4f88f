// SPDX-License-Identifier: GPL-2.0
/*
 * Bring-up of a card that fails.
 *
 * Each poll of bring-up is made to fail by pinning its register in the emulated
 * card; microcode is taken away or cut short; interrupts are lost.  Every time the
 * driver must refuse the card with the right error and one line that names the
 * step, release all resources, and bring the same card up once the fault is gone.
 * Uses the driver's bind file, so no other client may have the device open.
 */
#include "client.h"
#include "emulated.h"
#include "kernel.h"
#include "kselftest_harness.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

#define FIRMWARE	"/lib/firmware/radeon"
#define APERTURE	"/sys/module/rcp/parameters/gart_mib"

static void firmware_path(char *path, size_t size, const char *part)
{
	const char *chip = getenv("RCP_CHIP");

	if (!chip)
		chip = "RV710";
	if (card_is_r5xx())
		chip = "R520";
	if (!strcmp(chip, "RV740"))
		chip = "RV730";
	if (!strcmp(chip, "RS880"))
		chip = "RS780";
	if (card_is_r5xx())
		part = "cp";
	else if (!strcmp(part, "rlc"))
		chip = !strncmp(chip, "RV7", 3) ? "R700" : "R600";
	snprintf(path, size, FIRMWARE "/%s_%s.bin", chip, part);
}

static bool is_r7xx(void)
{
	const char *chip = getenv("RCP_CHIP");

	return !chip || !strncmp(chip, "RV7", 3);
}

FIXTURE(bringup) {
	int kmsg;
	char text[1024];
};

FIXTURE_SETUP(bringup)
{
	ASSERT_NE(NULL, card_slot());
	if (card_is_bound())
		ASSERT_EQ(0, card_unbind());
	ASSERT_FALSE(card_is_bound());
	ASSERT_EQ(0, stick(0, 0));
	self->kmsg = kmsg_open();
	ASSERT_LE(0, self->kmsg);
}

/* The card comes up once the fault is removed. */
FIXTURE_TEARDOWN(bringup)
{
	if (card_is_bound())
		EXPECT_EQ(0, card_unbind());
	EXPECT_EQ(0, stick(0, 0));
	EXPECT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 0));
	EXPECT_EQ(0, model_write(MODEL_REG_HABITS, 0));
	kmsg_errors(self->kmsg, self->text, sizeof(self->text));
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, kmsg_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
	close(self->kmsg);
}

static void refuses(struct __test_metadata *_metadata, FIXTURE_DATA(bringup) *self,
		    int err, const char *word)
{
	EXPECT_EQ(-err, card_bind());
	EXPECT_FALSE(card_is_bound());
	EXPECT_EQ(1, kmsg_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
	EXPECT_NE(NULL, strstr(self->text, word))
		TH_LOG("said: %s", self->text);
}

/*
 * An aperture of the memory controller that never reads right, so that it is set again; R5xx: the
 * copy of its address in the host data path.
 */
static int stick_aperture(void)
{
	return card_is_r5xx() ? stick(0x0134, 0xffff) : stick(is_r7xx() ? 0x2030 : 0x218c, 1);
}

/* The card comes up, and one notice names the oddity. */
static void notices(struct __test_metadata *_metadata, FIXTURE_DATA(bringup) *self, const char *word)
{
	int fd = kmsg_open();

	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, kmsg_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
	EXPECT_EQ(bus_bounces() ? 2 : 1, kmsg_notices(fd, self->text, sizeof(self->text)));
	EXPECT_NE(NULL, strstr(self->text, word))
		TH_LOG("said: %s", self->text);
	close(fd);
}

TEST_F(bringup, not_posted)
{
	ASSERT_EQ(0, stick(REG_MEMSIZE, 0));
	refuses(_metadata, self, ENODEV, "not posted");
}

TEST_F(bringup, all_ones)
{
	ASSERT_EQ(0, stick(REG_MEMSIZE, ~0u));
	refuses(_metadata, self, ENODEV, card_is_r5xx() ? "CONFIG_MEMSIZE (0x00f8) reads all ones" :
							  "CONFIG_MEMSIZE (0x5428) reads all ones");
}

TEST_F(bringup, memory_controller_stays_busy)
{
	ASSERT_EQ(0, stick_aperture());
	if (card_is_r5xx()) {
		ASSERT_EQ(0, model_write(MODEL_REG_HABITS, MODEL_HABIT_MC_BUSY));
		notices(_metadata, self, "MC_STATUS");
		return;
	}
	ASSERT_EQ(0, stick(REG_SRBM_STATUS, 0x3f00));
	notices(_metadata, self, "SRBM_STATUS (0x0e50) is 0x00003f00");
}

/* The pipe's fuses are all blown, or the register bus answers nothing. */
TEST_F(bringup, straps_of_all_ones)
{
	if (card_is_r5xx()) {
		ASSERT_EQ(0, stick(0x402c, ~0u));
		refuses(_metadata, self, ENODEV, "straps read all ones: GB_PIPE_SELECT");
		return;
	}
	ASSERT_EQ(0, stick(is_r7xx() ? 0x2760 : 0x2408, ~0u));
	refuses(_metadata, self, ENODEV, "straps read all ones");
}

TEST_F(bringup, straps_of_no_pipe)
{
	if (!card_is_r5xx())
		SKIP(return, "only R5xx has a strap for each pipe");
	ASSERT_EQ(0, stick(0x402c, 0x3000));
	refuses(_metadata, self, ENODEV, "straps show no pipe: GB_PIPE_SELECT");
}

TEST_F(bringup, tlb_flush_is_never_answered)
{
	if (card_is_r5xx())
		SKIP(return, "R5xx: a flush of the TLB has no answer");
	ASSERT_EQ(0, stick(REG_TLB_RESPONSE, 0));
	refuses(_metadata, self, ETIMEDOUT, "VM_CONTEXT0_REQUEST_RESPONSE (0x1470)");
}

TEST_F(bringup, tlb_flush_is_refused)
{
	if (card_is_r5xx())
		SKIP(return, "R5xx: a flush of the TLB has no answer");
	ASSERT_EQ(0, stick(REG_TLB_RESPONSE, 0x20));
	refuses(_metadata, self, EIO, "refused a TLB flush");
}

TEST_F(bringup, ring_test_fails)
{
	ASSERT_EQ(0, stick(REG_RING_TEST, 0xcafedead));
	refuses(_metadata, self, ETIMEDOUT, card_is_r5xx() ? "SCRATCH_REG1 (0x15e4)" :
							     "SCRATCH_REG0 (0x8500)");
}

/* A card that is pulled out while it comes up: every register reads all ones. */
TEST_F(bringup, vanishes)
{
	ASSERT_EQ(0, stick_aperture());
	/* R5xx: whether the engines are busy, and the registers behind an index */
	ASSERT_EQ(0, stick(card_is_r5xx() ? REG_STATUS : REG_SRBM_STATUS, ~0u));
	ASSERT_EQ(0, model_write(MODEL_REG_STUCK_AFTER, 5));
	ASSERT_EQ(0, stick(REG_MEMSIZE, ~0u));
	refuses(_metadata, self, ENODEV, "reads all ones");
}

/* VRAM at an address where it cannot stay is moved to 0. */
TEST_F(bringup, vram_at_no_address)
{
	if (card_is_r5xx())
		SKIP(return, "R5xx: the register with the address lies behind an index");
	ASSERT_EQ(0, stick(is_r7xx() ? 0x2024 : 0x2180, 0x0000ffff));
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, kmsg_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
}

/* More VRAM than the BAR shows, and less room for the GART. */
TEST_F(bringup, vram_leaves_little)
{
	ASSERT_EQ(0, stick(REG_MEMSIZE, 0xe8000000));
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, kmsg_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
}

/* One of four render backends is fused off: the others share its tile pipe. */
TEST_F(bringup, one_backend_less)
{
	struct client c;
	uint32_t map = 0;

	if (!getenv("RCP_CHIP") || strcmp(getenv("RCP_CHIP"), "RV670"))
		SKIP(return, "needs a chip with four");
	ASSERT_EQ(0, stick(REG_RB_DISABLE, 0xf1 << 16));
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, kmsg_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
	ASSERT_EQ(0, client_open(&c));
	EXPECT_EQ(0, client_info_u32(c.fd, RADEON_INFO_BACKEND_MAP, &map));
	EXPECT_EQ(3 << 6 | 3 << 4 | 2 << 2 | 1, map);
	client_close(&c);
}

TEST_F(bringup, too_little_vram)
{
	ASSERT_EQ(0, stick(REG_MEMSIZE, 8 << 20));
	refuses(_metadata, self, ENODEV, "of VRAM reachable");
}

/* A console on each display controller, over all of the visible VRAM. */
TEST_F(bringup, console_everywhere)
{
	uint32_t crtc;

	for (crtc = 0; crtc < 0x1000; crtc += 0x800) {
		ASSERT_EQ(0, stick(0x6080 + crtc, 1));
		ASSERT_EQ(0, stick(0x6100 + crtc, 1));
		ASSERT_EQ(0, stick(0x6120 + crtc, 0x3fff));
		ASSERT_EQ(0, stick(0x6138 + crtc, 0x3fff));
	}
	refuses(_metadata, self, ENOSPC, "no room for the page table");
}

/* Text mode, and a picture in memory that the CPU does not see. */
TEST_F(bringup, console_of_vga)
{
	ASSERT_EQ(0, stick(0x0330, 1));
	ASSERT_EQ(0, stick(0x6080, 1));
	ASSERT_EQ(0, stick(0x6100, 1));
	ASSERT_EQ(0, stick(0x6110, 0x20000000));
	ASSERT_EQ(0, stick(0x6120, 64));
	ASSERT_EQ(0, stick(0x6138, 64));
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, kmsg_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
}

TEST_F(bringup, ib_test_hangs)
{
	ASSERT_EQ(0, model_write(MODEL_REG_HANG_IB, 1));
	refuses(_metadata, self, ETIMEDOUT, "fence does not pass");
}

TEST_F(bringup, one_message_is_lost)
{
	ASSERT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 1));
	EXPECT_EQ(0, card_bind());
	EXPECT_EQ(0, kmsg_errors(self->kmsg, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
}

TEST_F(bringup, no_interrupt_at_all)
{
	ASSERT_EQ(0, model_write(MODEL_REG_DROP_IRQ, 1000));
	refuses(_metadata, self, ENOLINK, "no interrupt comes");
}

static void without_file(struct __test_metadata *_metadata, FIXTURE_DATA(bringup) *self,
			 const char *part)
{
	char path[PATH_MAX], aside[PATH_MAX + 8];

	firmware_path(path, sizeof(path), part);
	snprintf(aside, sizeof(aside), "%s.aside", path);
	ASSERT_EQ(0, rename(path, aside));
	refuses(_metadata, self, ENOENT, strrchr(path, '/') + 1);
	EXPECT_NE(NULL, strstr(self->text, "firmware-amd-graphics"));
	ASSERT_EQ(0, rename(aside, path));
}

TEST_F(bringup, no_pfp_microcode)
{
	without_file(_metadata, self, "pfp");
}

TEST_F(bringup, no_me_microcode)
{
	if (card_is_r5xx())
		SKIP(return, "R5xx: one microcode, which no_pfp, short_pfp and long_pfp take");
	without_file(_metadata, self, "me");
}

TEST_F(bringup, no_rlc_microcode)
{
	if (card_is_r5xx())
		SKIP(return, "R5xx: one microcode, which no_pfp, short_pfp and long_pfp take");
	without_file(_metadata, self, "rlc");
}

/* A file with some bytes more or less */
static void resize_file(struct __test_metadata *_metadata, FIXTURE_DATA(bringup) *self,
			const char *part, int bytes)
{
	char path[PATH_MAX], command[3 * PATH_MAX];
	struct stat st;

	firmware_path(path, sizeof(path), part);
	ASSERT_EQ(0, stat(path, &st));
	snprintf(command, sizeof(command), "cp %s %s.aside", path, path);
	ASSERT_EQ(0, system(command));
	ASSERT_EQ(0, truncate(path, st.st_size + bytes));
	refuses(_metadata, self, EINVAL, "wrong microcode");
	EXPECT_NE(NULL, strstr(self->text, strrchr(path, '/') + 1));
	snprintf(command, sizeof(command), "mv %s.aside %s", path, path);
	ASSERT_EQ(0, system(command));
}

TEST_F(bringup, short_pfp_microcode)
{
	resize_file(_metadata, self, "pfp", -4);
}

TEST_F(bringup, long_pfp_microcode)
{
	resize_file(_metadata, self, "pfp", 8);
}

TEST_F(bringup, short_me_microcode)
{
	if (card_is_r5xx())
		SKIP(return, "R5xx: one microcode, which no_pfp, short_pfp and long_pfp take");
	resize_file(_metadata, self, "me", -4);
}

TEST_F(bringup, short_rlc_microcode)
{
	if (card_is_r5xx())
		SKIP(return, "R5xx: one microcode, which no_pfp, short_pfp and long_pfp take");
	resize_file(_metadata, self, "rlc", -4);
}

/* Binds the card with these parameters: one notice for each that is out of range, if @notes. */
static void with_parameters(struct __test_metadata *_metadata, FIXTURE_DATA(bringup) *self,
			    const char *alone, const char *shared, const char *mib, bool notes,
			    struct drm_rcp_query_limits *limits, uint64_t *gart)
{
	const char *const name[] = { "gart_mib=", "job_timeout_ms=", "shared_timeout_ms=" };
	const char *const value[] = { mib, alone, shared };
	int fd = kmsg_open(), again = kmsg_open();
	struct drm_radeon_gem_info info;
	uint32_t size = sizeof(*limits), i;
	struct client c;
	char words[64];

	ASSERT_EQ(0, write_file(APERTURE, mib));
	ASSERT_EQ(0, card_write_limits(alone, shared));
	ASSERT_EQ(0, card_bind());
	EXPECT_EQ((notes ? ARRAY_SIZE(name) : 0) + (bus_bounces() ? 1 : 0),
		  kmsg_notices(fd, self->text, sizeof(self->text)))
		TH_LOG("said: %s", self->text);
	for (i = 0; notes && i < ARRAY_SIZE(name); i++) {
		snprintf(words, sizeof(words), "%s%s: the range is ", name[i], value[i]);
		EXPECT_TRUE(kmsg_find(again, words, self->text, sizeof(self->text)));
	}
	ASSERT_EQ(0, client_open(&c));
	EXPECT_EQ(0, client_query(c.fd, RCP_QUERY_LIMITS, limits, &size));
	EXPECT_EQ(0, client_ioctl(c.fd, DRM_IOCTL_RADEON_GEM_INFO, &info));
	*gart = info.gart_size;
	client_close(&c);
	ASSERT_EQ(0, card_unbind());
	close(fd);
	close(again);
}

/* A parameter out of range is clamped, with one notice. */
TEST_F(bringup, parameters_out_of_range)
{
	struct drm_rcp_query_limits l;
	struct card_limits before;
	uint64_t gart;

	if (card_read_limits(&before) || access(APERTURE, W_OK))
		SKIP(return, "not rcp");
	with_parameters(_metadata, self, "99", "60001", "15", true, &l, &gart);
	EXPECT_EQ(100, l.job_timeout_ms);
	EXPECT_EQ(100, l.shared_timeout_ms);
	EXPECT_GE(32u << 20, gart);
	with_parameters(_metadata, self, "4294967295", "99", "4294967295", true, &l, &gart);
	EXPECT_EQ(60000, l.job_timeout_ms);
	EXPECT_EQ(100, l.shared_timeout_ms);
	EXPECT_LT(32u << 20, gart);
	/* The bounds themselves, and an aperture that is no power of two */
	with_parameters(_metadata, self, "100", "60000", "33", false, &l, &gart);
	EXPECT_EQ(100, l.job_timeout_ms);
	EXPECT_EQ(100, l.shared_timeout_ms);
	EXPECT_LT(32u << 20, gart);
	EXPECT_GE(64u << 20, gart);
	with_parameters(_metadata, self, "60000", "100", "32", false, &l, &gart);
	EXPECT_EQ(60000, l.job_timeout_ms);
	EXPECT_EQ(100, l.shared_timeout_ms);
	EXPECT_GE(32u << 20, gart);
	EXPECT_EQ(0, write_file(APERTURE, "0"));
	EXPECT_EQ(0, card_write_limits(before.alone, before.shared));
}

TEST_HARNESS_MAIN
