// SPDX-License-Identifier: GPL-2.0
/*
 * Scan-out: display controllers that firmware has switched on read memory all the time.
 *
 * A CRTC that is on reads its surface until its reads are switched off
 * (D1CRTC_CONTROL.CRTC_DISP_READ_REQUEST_DISABLE) and the frame that is under way has
 * ended.  A driver that does not look at the raster cannot know that, however late it is.  The VGA renderer reads and writes VRAM while VGA_RENDER_CONTROL.VGA_VSTATUS_CNTL
 * is set.  Real cards lock up if the memory map changes under either, or if the memory
 * controller is blocked.
 */
#include <string.h>

#include "model_int.h"

#define FRAME_NS	16666667ull	/* 60 Hz */
#define FRAME_LINES	806u		/* 1024x768 */
#define WIDTH		1024u
#define HEIGHT		768u
#define SURFACE		(WIDTH * HEIGHT * 4)
#define VGA_MEMORY	MIB(1)
#define VGA_OFFSET	MIB(4)

static u64 time_ns(const struct model *m)
{
	return m->host->now_ns(m->ctx) - m->start_ns;
}

static u32 frame(const struct model *m)
{
	return (u32)(time_ns(m) / FRAME_NS);
}

static u32 control(const struct model *m, u32 crtc)
{
	return reg_get(m, D1CRTC_CONTROL + crtc * D2_OFFSET);
}

static bool reads_memory(const struct model *m, u32 crtc)
{
	if (!(control(m, crtc) & CRTC_EN))
		return false;
	return !(control(m, crtc) & CRTC_DISP_READ_REQUEST_DISABLE) ||
	       m->scanout.unwatched[crtc] || frame(m) == m->scanout.stopped[crtc];
}

static bool renders(const struct model *m)
{
	return reg_get(m, VGA_RENDER_CONTROL) & VGA_VSTATUS_CNTL;
}

/* The raster position of a running CRTC, from the clock. */
bool scanout_reg_read(struct model *m, u32 reg, u32 *value)
{
	u32 crtc = reg >= D1CRTC_CONTROL + D2_OFFSET;
	u32 line = (u32)(time_ns(m) % FRAME_NS * FRAME_LINES / FRAME_NS);

	if (!(control(m, crtc) & CRTC_EN))
		return false;
	switch (reg - crtc * D2_OFFSET) {
	case D1CRTC_STATUS ... D1CRTC_STATUS_HV_COUNT:
		m->scanout.unwatched[crtc] = false;
	}
	switch (reg - crtc * D2_OFFSET) {
	case D1CRTC_STATUS:
		*value = line >= HEIGHT ? 1 : 0;
		return true;
	case D1CRTC_STATUS_POSITION:
		*value = line;
		return true;
	case D1CRTC_STATUS_FRAME_COUNT:
		*value = frame(m);
		return true;
	case D1CRTC_STATUS_HV_COUNT:
		*value = (u32)(time_ns(m) / 1000);
		return true;
	}
	return false;
}

/* Called before @what takes effect. */
void scanout_must_rest(struct model *m, const char *what)
{
	for (u32 i = 0; i < CRTCS; i++)
		if (reads_memory(m, i))
			violation(m, "scanout-live",
				  "%s while CRTC %u reads memory; first D%uCRTC_CONTROL.CRTC_DISP_READ_REQUEST_DISABLE, and a new frame",
				  what, i + 1, i + 1);
	if (renders(m))
		violation(m, "scanout-live",
			  "%s while the VGA renderer is on (VGA_RENDER_CONTROL 0x%08x)", what,
			  reg_get(m, VGA_RENDER_CONTROL));
}

static bool may_read(u32 value)
{
	return (value & CRTC_EN) && !(value & CRTC_DISP_READ_REQUEST_DISABLE);
}

/* A display that may read memory must show what it showed. */
static void check_surface(struct model *m, u32 crtc, bool reads)
{
	u64 size = m->scanout.size[crtc], addr = m->chip->gen->surface(m, crtc);

	if (!size)
		return;
	if (addr >= mc_fb_start(m) && addr + size - 1 <= mc_fb_end(m))
		m->scanout.base[crtc] = addr;
	else if (reads)
		violation(m, "console-lost",
			  "CRTC %u scans out 0x%llx, which is no longer inside VRAM after MC_VM_FB_LOCATION moved",
			  crtc + 1, (unsigned long long)addr);
}

static void crtc_write(struct model *m, u32 crtc, u32 value)
{
	u32 old = control(m, crtc);

	if (value & ~old & CRTC_DISP_READ_REQUEST_DISABLE) {
		m->scanout.stopped[crtc] = frame(m);
		m->scanout.unwatched[crtc] = true;
	}
	if (!may_read(value) || value == old)
		return;
	if (mc_blacked_out(m))
		violation(m, "scanout-live", "CRTC %u was made to read memory during a blackout", crtc + 1);
	else
		check_surface(m, crtc, true);
}

void scanout_reg_write(struct model *m, u32 reg, u32 value)
{
	switch (reg) {
	case D1CRTC_CONTROL:
	case D1CRTC_CONTROL + D2_OFFSET:
		crtc_write(m, reg != D1CRTC_CONTROL, value);
		break;
	case VGA_RENDER_CONTROL:
		if (mc_blacked_out(m) && (value & VGA_VSTATUS_CNTL))
			violation(m, "scanout-live", "the VGA renderer was switched on during a blackout");
		break;
	}
}

/* Called when clients get access to memory again. */
void scanout_check_surfaces(struct model *m)
{
	for (u32 i = 0; i < CRTCS; i++)
		if (control(m, i) & CRTC_EN)
			check_surface(m, i, may_read(control(m, i)));
}

void scanout_check_write(struct model *m, const char *client, u64 addr, u64 len)
{
	for (u32 i = 0; i < CRTCS; i++)
		if (m->scanout.size[i] && (control(m, i) & CRTC_EN) &&
		    addr + len > m->scanout.base[i] && addr < m->scanout.base[i] + m->scanout.size[i])
			violation(m, "console-write",
				  "%s write at GPU address 0x%llx hits the console that CRTC %u is showing",
				  client, (unsigned long long)addr, i + 1);
}

/* A CRTC with a 1024x768x32 picture at @offset of VRAM. */
static void show(struct model *m, u32 crtc, u64 offset)
{
	u32 d = crtc * D2_OFFSET;
	u64 base = mc_fb_start(m) + offset;

	reg_set(m, D1CRTC_CONTROL + d, CRTC_EN);
	reg_set(m, D1GRPH_ENABLE + d, 1);
	reg_set(m, D1GRPH_CONTROL + d, 2);
	m->chip->gen->set_surface(m, crtc, base);
	reg_set(m, D1GRPH_PITCH + d, WIDTH);
	reg_set(m, D1GRPH_X_END + d, WIDTH);
	reg_set(m, D1GRPH_Y_END + d, HEIGHT);
	reg_set(m, D1MODE_VIEWPORT_SIZE + d, WIDTH << 16 | HEIGHT);
	m->scanout.base[crtc] = base;
	m->scanout.size[crtc] = SURFACE;
}

/* The renderer draws even if no CRTC shows its output. */
static void render(struct model *m, u64 offset)
{
	reg_set(m, VGA_RENDER_CONTROL, 0x00010000);
	reg_set(m, VGA_MEMORY_BASE_ADDRESS, (u32)(mc_fb_start(m) + offset));
}

/* Text of 80x25 characters on CRTC 1. */
static void show_text(struct model *m)
{
	reg_set(m, D1CRTC_CONTROL, CRTC_EN);
	reg_set(m, D1VGA_CONTROL, VGA_MODE_ENABLE);
	render(m, 0);
}

/*
 * Each frame of text is rendered to VRAM; a few bytes of each page are enough to overwrite
 * other data there.  The renderer's memory has 32 bits of address.
 */
void scanout_run(struct model *m)
{
	u64 base = reg_get(m, VGA_MEMORY_BASE_ADDRESS) - (mc_fb_start(m) & 0xffffffff);

	if (!renders(m) || frame(m) == m->scanout.rendered || mc_blacked_out(m))
		return;
	m->scanout.rendered = frame(m);
	if (base > m->config.vram_size - VGA_MEMORY) {
		if (reg_get(m, D1VGA_CONTROL) & VGA_MODE_ENABLE)
			violation(m, "console-lost",
				  "VGA text is rendered at 0x%08x, which is no longer inside VRAM",
				  reg_get(m, VGA_MEMORY_BASE_ADDRESS));
		reg_set(m, VGA_RENDER_CONTROL, 0);
		return;
	}
	for (u64 at = base; at < base + VGA_MEMORY; at += GPU_PAGE)
		memcpy(m->vram + at, &m->scanout.rendered, sizeof(m->scanout.rendered));
}

/* The displays as firmware leaves them. */
void scanout_power_on(struct model *m)
{
	m->scanout = (struct model_scanout){ .rendered = frame(m) };
	if (m->config.not_posted)
		return;
	if (m->config.console) {
		show(m, 0, 0);
		render(m, VGA_OFFSET);
	}
	if (m->config.board & MODEL_BOARD_VGA_TEXT)
		show_text(m);
	if (m->config.board & MODEL_BOARD_SECOND_CRTC)
		show(m, 1, MIB(8));
}
