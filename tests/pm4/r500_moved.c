// SPDX-License-Identifier: GPL-2.0
/*
 * Registers that move the lines of a draw: the chip writes the lines of its caches later, to where
 * the registers then place them, which may be outside of each buffer.  Each stream has a neighbour
 * that empties the cache first.  r500_caches.c tries random orders.
 */
#include "r500_scene.h"

/* A draw, and then another colour buffer; for @ok the cache is empty in between. */
static void move_color(struct scene *s, bool ok)
{
	draw_list(s, 3);
	if (ok)
		empty_caches(s);
	address(s, 0x4e28, 0, B_SPARE);
}

static void moved_color(struct scene *s, bool ok)
{
	move_color(s, ok);
	draw_list(s, 3);
}

static void moved_at_the_end(struct scene *s, bool ok)
{
	draw_list(s, 3);
	empty_caches(s);
	move_color(s, ok);
}

/* The flush that counts is that before the registers change, and not one after. */
static void moved_and_flushed(struct scene *s, bool ok)
{
	move_color(s, ok);
	empty_caches(s);
	address(s, 0x4e28, 0, B_COLOR);
	draw_list(s, 3);
}

static void moved_and_depth_flushed(struct scene *s, bool ok)
{
	move_color(s, ok);
	reg(s, 0x4f18, 3);
	reg(s, 0x4e4c, 0xa);
	address(s, 0x4e28, 0, B_COLOR);
	draw_list(s, 3);
}

static void moved_and_kept(struct scene *s, bool ok)
{
	draw_list(s, 3);
	reg(s, 0x4e4c, ok ? 0xa : 2);
	reg(s, 0x4f18, 3);
	address(s, 0x4e28, 0, B_SPARE);
	draw_list(s, 3);
}

static void moved_depth_kept(struct scene *s, bool ok)
{
	draw_list(s, 3);
	reg(s, 0x4e4c, 0xa);
	reg(s, 0x4f18, ok ? 3 : 1);
	address(s, 0x4f20, 0, B_SPARE);
	draw_list(s, 3);
}

static void moved_reg(struct scene *s, bool ok, u32 offset, u32 value)
{
	draw_list(s, 3);
	if (ok)
		empty_caches(s);
	reg(s, offset, value);
	draw_list(s, 3);
}

static void moved_pitch(struct scene *s, bool ok)
{
	moved_reg(s, ok, 0x4e38, 6 << 21 | 64);
}

static void moved_samples(struct scene *s, bool ok)
{
	draw_list(s, 3);
	reg(s, 0x4f18, 3);
	if (ok)
		reg(s, 0x4e4c, 0xa);
	reg(s, 0x4020, 0);
}

static void moved_targets(struct scene *s, bool ok)
{
	moved_reg(s, ok, 0x4e00, 1 << 14);
}

static void moved_resolve(struct scene *s, bool ok)
{
	moved_reg(s, ok, 0x4e88, 0);
}

static void moved_resolve_pitch(struct scene *s, bool ok)
{
	moved_reg(s, ok, 0x4e84, 64);
}

static void moved_resolve_offset(struct scene *s, bool ok)
{
	draw_list(s, 3);
	if (ok)
		empty_caches(s);
	address(s, 0x4e80, 0, B_SPARE);
}

static void moved_depth(struct scene *s, bool ok)
{
	draw_list(s, 3);
	if (ok)
		empty_caches(s);
	address(s, 0x4f20, 0, B_SPARE);
	draw_list(s, 3);
}

static void moved_depth_pitch(struct scene *s, bool ok)
{
	moved_reg(s, ok, 0x4f24, 64);
}

static void moved_depth_format(struct scene *s, bool ok)
{
	moved_reg(s, ok, 0x4f10, 2);
}

/* Registers that follow each other in one packet: the pitches of all targets. */
static void moved_run(struct scene *s, bool ok)
{
	u32 n;

	draw_list(s, 3);
	if (ok)
		empty_caches(s);
	dw(s, 3 << 16 | 0x4e38 / 4);
	for (n = 0; n < 4; n++)
		dw(s, 6 << 21 | 64);
}

/* ZB_FORMAT, ZB_ZTOP and the flush of depth in one packet: the flush comes too late. */
static void moved_run_flush(struct scene *s, bool ok)
{
	draw_list(s, 3);
	if (ok)
		empty_caches(s);
	dw(s, 2 << 16 | 0x4f10 / 4);
	dw(s, 0);
	dw(s, 0);
	dw(s, 3);
	reg(s, 0x4f10, 2);
	draw_list(s, 3);
}

/* A target that no draw has used: the guide makes no difference. */
static void moved_unused(struct scene *s, bool ok)
{
	draw_list(s, 3);
	if (ok)
		empty_caches(s);
	address(s, 0x4e34, 0, B_SPARE);
}

/* Without a flush of depth, only if no draw has used it. */
static void moved_depth_off(struct scene *s, bool ok)
{
	if (ok)
		reg(s, 0x4f00, 0);
	draw_list(s, 3);
	reg(s, 0x4e4c, 0xa);
	reg(s, 0x4f24, 64);
	address(s, 0x4f20, 0, B_SPARE);
	reg(s, 0x4f00, 0);
	draw_list(s, 3);
}

/* The last draw does not use depth, but the one before it does. */
static void moved_depth_before(struct scene *s, bool ok)
{
	draw_list(s, 3);
	if (ok)
		reg(s, 0x4f18, 3);
	reg(s, 0x4f00, 0);
	draw_list(s, 3);
	address(s, 0x4f20, 0, B_SPARE);
}

/* Stencil alone, and a clear of colour by the depth block, are in the cache as well. */
static void moved_stencil(struct scene *s, bool ok)
{
	reg(s, 0x4f00, ok ? 0 : 1);
	draw_list(s, 3);
	reg(s, 0x4f24, 64);
}

static void moved_clear(struct scene *s, bool ok)
{
	reg(s, 0x4f00, 0);
	reg(s, 0x4f1c, ok ? 0 : 0x20);
	draw_list(s, 3);
	reg(s, 0x4e4c, 0xa);
	reg(s, 0x4f1c, 0);
	address(s, 0x4f20, 0, B_SPARE);
}

/* The same for colour: without a flush, only if no draw has used it. */
static void moved_color_off(struct scene *s, bool ok)
{
	if (ok)
		reg(s, 0x4e0c, 0);
	draw_list(s, 3);
	reg(s, 0x4f18, 3);
	reg(s, 0x4e0c, 0);
	draw_list(s, 3);
	reg(s, 0x4f18, 3);
	address(s, 0x4e28, 0, B_SPARE);
	draw_list(s, 3);
}

/* Samples place the lines of both caches. */
static void moved_depth_samples(struct scene *s, bool ok)
{
	reg(s, 0x4e0c, 0);
	draw_list(s, 3);
	if (ok)
		reg(s, 0x4f18, 3);
	reg(s, 0x4020, 0);
}

/* Freed lines are lost, flushed ones stay: neither empties the cache. */
static void moved_and_freed(struct scene *s, bool ok)
{
	draw_list(s, 3);
	reg(s, 0x4e4c, ok ? 0xa : 8);
	reg(s, 0x4f18, 3);
	address(s, 0x4e28, 0, B_SPARE);
	draw_list(s, 3);
}

/* A flush in a run is one as well, and what stays the same after it is used again. */
static void moved_again(struct scene *s, bool ok)
{
	draw_list(s, 3);
	reg(s, 0x4e4c, 0xa);
	dw(s, 1 << 16 | 0x4f14 / 4);
	dw(s, 0);
	dw(s, 3);
	draw_list(s, 3);
	if (ok)
		empty_caches(s);
	reg(s, 0x4f24, 64);
	reg(s, 0x4e38, 6 << 21 | 64);
}

/* A large surface is drawn to, and a small one with a large offset follows, for no draw. */
static void moved_far(struct scene *s, bool ok)
{
	draw_list(s, 3);
	if (ok)
		empty_caches(s);
	address(s, 0x4e28, ok ? 0 : 0x3ffffe0, B_SPARE);
}

static const struct hole moves[] = {
	{ "lines of the colour cache in another buffer", moved_color, PM4_CODE_NOT_FLUSHED, 0x4e28 },
	{ "the same by the driver's flush", moved_at_the_end, PM4_CODE_NOT_FLUSHED, 0x4e28 },
	{ "the same by a flush of the client", moved_and_flushed, PM4_CODE_NOT_FLUSHED, 0x4e28 },
	{ "the same before a flush of depth", moved_and_depth_flushed, PM4_CODE_NOT_FLUSHED, 0x4e28 },
	{ "the same after a flush that keeps the lines", moved_and_kept, PM4_CODE_NOT_FLUSHED, 0x4e28 },
	{ "lines of the depth cache after a flush that keeps them", moved_depth_kept, PM4_CODE_NOT_FLUSHED, 0x4f20 },
	{ "lines of the colour cache with another pitch", moved_pitch, PM4_CODE_NOT_FLUSHED, 0x4e38 },
	{ "lines of the colour cache with other samples", moved_samples, PM4_CODE_NOT_FLUSHED, 0x4020 },
	{ "lines of the colour cache with other targets", moved_targets, PM4_CODE_NOT_FLUSHED, 0x4e00 },
	{ "lines of the colour cache with another resolve", moved_resolve, PM4_CODE_NOT_FLUSHED, 0x4e88 },
	{ "lines of a resolve with another pitch", moved_resolve_pitch, PM4_CODE_NOT_FLUSHED, 0x4e84 },
	{ "lines of a resolve in another buffer", moved_resolve_offset, PM4_CODE_NOT_FLUSHED, 0x4e80 },
	{ "lines of the depth cache in another buffer", moved_depth, PM4_CODE_NOT_FLUSHED, 0x4f20 },
	{ "lines of the depth cache with another pitch", moved_depth_pitch, PM4_CODE_NOT_FLUSHED, 0x4f24 },
	{ "lines of the depth cache with another format", moved_depth_format, PM4_CODE_NOT_FLUSHED, 0x4f10 },
	{ "lines of the colour cache with other pitches in a run", moved_run, PM4_CODE_NOT_FLUSHED, 0x4e44 },
	{ "a flush in the packet that moves the lines", moved_run_flush, PM4_CODE_NOT_FLUSHED, 0x4f10 },
	{ "a target that no draw has used", moved_unused, PM4_CODE_NOT_FLUSHED, 0x4e34 },
	{ "lines of the depth cache after a flush of colour", moved_depth_off, PM4_CODE_NOT_FLUSHED, 0x4f20 },
	{ "lines of the draw before one without depth", moved_depth_before, PM4_CODE_NOT_FLUSHED, 0x4f20 },
	{ "lines of stencil with another pitch", moved_stencil, PM4_CODE_NOT_FLUSHED, 0x4f24 },
	{ "lines of a clear by the depth block", moved_clear, PM4_CODE_NOT_FLUSHED, 0x4f20 },
	{ "lines of the draw before one without colour", moved_color_off, PM4_CODE_NOT_FLUSHED, 0x4e28 },
	{ "lines of the depth cache with other samples", moved_depth_samples, PM4_CODE_NOT_FLUSHED, 0x4020 },
	{ "a flush that only frees lines", moved_and_freed, PM4_CODE_NOT_FLUSHED, 0x4e28 },
	{ "lines of a draw after a flush, with the same state", moved_again, PM4_CODE_NOT_FLUSHED, 0x4e38 },
	{ "lines of the colour cache far outside of a buffer", moved_far, PM4_CODE_NOT_FLUSHED, 0x4e28 },
};

void test_moved(void)
{
	try_holes(moves, sizeof(moves) / sizeof(moves[0]));
}
