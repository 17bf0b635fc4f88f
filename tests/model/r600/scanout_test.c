// SPDX-License-Identifier: GPL-2.0
/*
 * Scan-out: displays must stop before memory moves, and show the same surfaces after it.
 */
#include "r600/up.h"

#define FRAME_NS	16666667ull

static struct rig *lit(const char *chip)
{
	struct model_config c = { .console = true };
	struct rig *r = rig_new(chip, &c);

	CHECK(rd(r, D1CRTC_CONTROL) & CRTC_EN);
	CHECK(rd(r, VGA_RENDER_CONTROL) & VGA_VSTATUS_CNTL);
	w(r, VGA_RENDER_CONTROL, 0);
	rig_pci(r);
	return r;
}

static u32 citf(struct rig *r)
{
	return is_r7xx(r->m) ? R7_CITF_CNTL : R6_CITF_CNTL;
}

static u32 fb_location(struct rig *r)
{
	return is_r7xx(r->m) ? R7_MC_VM_FB_LOCATION : R6_MC_VM_FB_LOCATION;
}

static void rest(struct rig *r)
{
	w(r, D1CRTC_CONTROL, rd(r, D1CRTC_CONTROL) | CRTC_DISP_READ_REQUEST_DISABLE);
	r->now += FRAME_NS;
	rd(r, D1CRTC_STATUS_FRAME_COUNT);
}

static void blackout(struct rig *r)
{
	w(r, BIF_FB_EN, 0);
	w(r, citf(r), BLACKOUT_MASK);
}

static void unblackout(struct rig *r)
{
	w(r, citf(r), 0);
	w(r, BIF_FB_EN, FB_READ_EN | FB_WRITE_EN);
}

TEST(memory_is_not_blacked_out_under_a_crtc)
{
	struct rig *r = lit("RV670");

	blackout(r);
	BROKE(r, "scanout-live");
	rig_free(r);
	r = lit("RV710");
	w(r, R7_MC_VM_SYSTEM_HIGH, 0x1234);
	BROKE(r, "scanout-live");
	rig_free(r);
	r = lit("RV710");
	w(r, SRBM_SOFT_RESET, SRBM_RESET_VMC);
	BROKE(r, "scanout-live");
	rig_free(r);
}

TEST(reads_end_with_the_frame)
{
	struct rig *r = lit("RV710");
	u32 frame = rd(r, D1CRTC_STATUS_FRAME_COUNT);

	w(r, D1CRTC_CONTROL, CRTC_EN | CRTC_DISP_READ_REQUEST_DISABLE);
	rd(r, D1CRTC_STATUS_FRAME_COUNT);
	blackout(r);
	BROKE(r, "scanout-live");
	rig_free(r);
	r = lit("RV710");
	rest(r);
	CHECK(rd(r, D1CRTC_STATUS_FRAME_COUNT) != frame);
	blackout(r);
	unblackout(r);
	CLEAN(r);
	rig_free(r);
}

TEST(a_late_driver_must_look_for_the_end_of_the_frame)
{
	struct rig *r = lit("RV710");

	w(r, D1CRTC_CONTROL, CRTC_EN | CRTC_DISP_READ_REQUEST_DISABLE);
	r->now += 100 * FRAME_NS;
	blackout(r);
	BROKE(r, "scanout-live");
	rig_free(r);
}

TEST(a_crtc_that_is_off_reads_nothing)
{
	struct rig *r = lit("RV670");

	w(r, D1CRTC_CONTROL, 0);
	blackout(r);
	w(r, fb_location(r), 0x00010000);
	unblackout(r);
	CLEAN(r);
	rig_free(r);
}

TEST(reads_do_not_begin_in_a_blackout)
{
	struct rig *r = lit("RV710");

	rest(r);
	blackout(r);
	w(r, D1CRTC_CONTROL, CRTC_EN);
	BROKE(r, "scanout-live");
	rig_free(r);
	r = rig_new("RV710", NULL);
	blackout(r);
	w(r, VGA_RENDER_CONTROL, 0x10000);
	BROKE(r, "scanout-live");
	rig_free(r);
}

TEST(memory_is_not_moved_under_the_vga_renderer)
{
	struct rig *r = rig_new("RV670", NULL);

	w(r, VGA_RENDER_CONTROL, 0x10000);
	blackout(r);
	BROKE(r, "scanout-live");
	rig_free(r);
	r = rig_new("RV670", NULL);
	w(r, VGA_RENDER_CONTROL, 0x300);
	blackout(r);
	CLEAN(r);
	rig_free(r);
}

TEST(a_write_of_what_is_there_moves_nothing)
{
	struct rig *r = lit("RV670");

	w(r, fb_location(r), rd(r, fb_location(r)));
	w(r, R6_MC_VM_AGP_TOP, rd(r, R6_MC_VM_AGP_TOP));
	w(r, citf(r), rd(r, citf(r)) & ~BLACKOUT_MASK);
	CLEAN(r);
	rig_free(r);
}

/* All addresses belong to the system aperture. */
static void open_aperture(struct rig *r)
{
	bool r7 = is_r7xx(r->m);

	reg_set(r->m, r7 ? R7_MC_VM_SYSTEM_LOW : R6_MC_VM_SYSTEM_LOW, 0);
	reg_set(r->m, r7 ? R7_MC_VM_SYSTEM_HIGH : R6_MC_VM_SYSTEM_HIGH, 0xfffff);
}

TEST(a_console_is_not_to_be_written)
{
	struct rig *r = lit("RV710");

	open_aperture(r);
	mc_write32(r->m, MC_CP, RIG_FB + 4096, 1);
	BROKE(r, "console-write");
	rig_free(r);
}

TEST(a_console_is_not_to_be_abandoned)
{
	struct rig *r = lit("RV710");

	rest(r);
	blackout(r);
	w(r, fb_location(r), 0x00010000);
	unblackout(r);
	CLEAN(r);
	w(r, D1CRTC_CONTROL, CRTC_EN);
	BROKE(r, "console-lost");
	rig_free(r);
}

TEST(a_console_may_move_along_with_vram)
{
	struct rig *r = lit("RV670");

	rest(r);
	blackout(r);
	w(r, fb_location(r), 0x00010000);
	w(r, D1GRPH_PRIMARY_SURFACE_ADDRESS, 0);
	unblackout(r);
	w(r, D1CRTC_CONTROL, CRTC_EN);
	CLEAN(r);
	open_aperture(r);
	mc_write32(r->m, MC_CP, 4096, 1);
	BROKE(r, "console-write");
	rig_free(r);
}
