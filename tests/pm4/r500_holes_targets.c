// SPDX-License-Identifier: GPL-2.0
/*
 * Colour, depth, queries and resolves that reach past their buffers, or belong to another client,
 * each with a neighbour that does not.  The in-tree checker accepts these kinds of streams.
 */
#include "r500_scene.h"

static void color_x(struct scene *s, bool ok)
{
	/* The scissor is cut to the pitch, so only the lines count. */
	reg(s, 0x43e4, (ok ? 63 : 64) << 13 | 127);
	draw_list(s, 3);
}

static void color_rows(struct scene *s, bool ok)
{
	/* 60 lines are 64 with micro tiles of 2 lines and macro tiles of 16. */
	reg(s, 0x43e4, (ok ? 47 : 48) << 13 | 63);
	reg(s, 0x4e38, 6 << 21 | 1 << 17 | 1 << 16 | 64);
	s->buffers[B_COLOR].size = 48 * 256;
	draw_list(s, 3);
}

static void color_samples(struct scene *s, bool ok)
{
	reg(s, 0x4020, ok ? 0 : 1);
	reg(s, 0x4f00, 0);
	draw_list(s, 3);
}

/* Micro tiles of 4x2 pixels, of which two make the block of a pixel's samples. */
static void color_block(struct scene *s, bool ok)
{
	reg(s, 0x4020, 2 << 1 | 1);
	reg(s, 0x4e38, 6 << 21 | 1 << 17 | 64);
	reg(s, 0x4f00, 0);
	reg(s, 0x43e4, 13 << 13 | 63);
	s->buffers[B_COLOR].size = 64 * 4 * 4 * (ok ? 16 : 14);
	draw_list(s, 3);
}

/* The same of compressed depth, for @peq 8x8 pixels. */
static void depth_compressed(struct scene *s, bool peq, u32 lines)
{
	s->flags |= PM4_OWNS_HYPERZ;
	reg(s, 0x4f30, 0);
	reg(s, 0x4f34, 0);
	reg(s, 0x4f44, 0);
	reg(s, 0x4f54, 0);
	reg(s, 0x4f1c, peq ? 0x1c : 4);
	reg(s, 0x4028, peq);
	reg(s, 0x4f24, 1 << 17 | 64);
	reg(s, 0x43e4, 9 << 13 | 63);
	s->buffers[B_DEPTH].size = 64 * 4 * lines;
	draw_list(s, 3);
}

static void depth_block(struct scene *s, bool ok)
{
	depth_compressed(s, false, ok ? 12 : 10);
}

static void depth_large_block(struct scene *s, bool ok)
{
	depth_compressed(s, true, ok ? 16 : 12);
}

static void color_block_of_cmask(struct scene *s, bool ok)
{
	s->flags |= PM4_OWNS_CMASK;
	reg(s, 0x4e54, 0);
	reg(s, 0x4e64, 0);
	reg(s, 0x4e00, 1 << 14 | 1 << 10);
	reg(s, 0x4f00, 0);
	reg(s, 0x43e4, 12 << 13 | 63);
	s->buffers[B_COLOR].size = 64 * 4 * (ok ? 16 : 13);
	draw_list(s, 3);
}

/* One pixel of four lines: its samples are in a micro tile of each. */
static void color_narrow(struct scene *s, bool ok)
{
	reg(s, 0x4020, 1);
	reg(s, 0x4f00, 0);
	reg(s, 0x43e4, 3 << 13);
	s->buffers[B_COLOR].size = 64 * 4 * 2 * (ok ? 4 : 2);
	draw_list(s, 3);
}

static void samples_apart(struct scene *s, bool ok)
{
	reg(s, 0x4f1c, ok ? 0 : 1 << 17);
	draw_list(s, 3);
}

static void color_format(struct scene *s, bool ok)
{
	reg(s, 0x4e38, (ok ? 6 : 10) << 21 | 64);
	draw_list(s, 3);
}

static void color_yuv(struct scene *s, bool ok)
{
	reg(s, 0x4e38, (ok ? 9 : 11) << 21 | 64);
	draw_list(s, 3);
}

static void color_yvu(struct scene *s, bool ok)
{
	reg(s, 0x4e38, (ok ? 9 : 12) << 21 | 64);
	draw_list(s, 3);
}

static void color_second(struct scene *s, bool ok)
{
	address(s, 0x4e2c, 0, B_SPARE);
	reg(s, 0x4e3c, 6 << 21 | 64);
	reg(s, 0x4e00, 1 << 14 | 1 << 5);
	s->buffers[B_SPARE].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static void mrt_bounds(struct scene *s, bool ok)
{
	address(s, 0x4e34, 0, B_SPARE);
	reg(s, 0x4e44, 6 << 21 | 64);
	reg(s, 0x46b0, 0);
	s->buffers[B_SPARE].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static void mrt_inherited(struct scene *s, bool ok)
{
	reg(s, 0x46a8, ok ? 15 : 0);
	draw_list(s, 3);
}

static void mrt_pitch(struct scene *s, bool ok)
{
	/* The second target has half of the pitch: the scissor is cut, and the lines fit. */
	address(s, 0x4e2c, 0, B_SPARE);
	reg(s, 0x4e3c, 6 << 21 | 32);
	reg(s, 0x46a8, 0);
	s->buffers[B_SPARE].size = ok ? 8192 : 8191;
	draw_list(s, 3);
}

static void mrt_format(struct scene *s, bool ok)
{
	address(s, 0x4e2c, 0, B_SPARE);
	reg(s, 0x4e3c, 6 << 21 | 64);
	reg(s, 0x46a8, 0);
	reg(s, 0x4e00, ok ? 1 << 14 : 0);
	draw_list(s, 3);
}

static void stencil_alone(struct scene *s, bool ok)
{
	reg(s, 0x4f00, 1);
	s->buffers[B_DEPTH].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static void depth_clear(struct scene *s, bool ok)
{
	/* ZB_CB_CLEAR writes without any test. */
	reg(s, 0x4f00, 0);
	reg(s, 0x4f1c, 1 << 5);
	s->buffers[B_DEPTH].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static void read_only(struct scene *s, bool ok)
{
	s->buffers[B_COLOR].writable = ok;
	draw_list(s, 3);
}

static void query_offset(struct scene *s, bool ok)
{
	reg(s, 0x4f58, 0);
	address(s, 0x4f5c, ok ? 12 : 16, B_QUERY);
}

static void resolve_x(struct scene *s, bool ok)
{
	reg(s, 0x4e88, 1);
	address(s, 0x4e80, 0, B_SPARE);
	reg(s, 0x4e84, 64);
	s->buffers[B_SPARE].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static const struct hole holes[] = {
	{ "colour past the last line", color_x, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "rows of tiles of a colour buffer", color_rows, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "samples", color_samples, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "blocks of samples", color_block, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "samples of a narrow scissor", color_narrow, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "blocks of CMASK", color_block_of_cmask, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "blocks of depth with a fast fill", depth_block, PM4_CODE_SURFACE_BOUNDS, 0x4f20 },
	{ "large blocks of compressed depth", depth_large_block, PM4_CODE_SURFACE_BOUNDS, 0x4f20 },
	{ "samples of a pixel that stand apart", samples_apart, PM4_CODE_REGISTER_BITS, 0x4f1c },
	{ "the format of a colour buffer", color_format, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "a colour buffer of VYUY", color_yuv, PM4_CODE_SURFACE_FORMAT, 0x4e38 },
	{ "a colour buffer of YVYU", color_yvu, PM4_CODE_SURFACE_FORMAT, 0x4e38 },
	{ "the second copy of a target", color_second, PM4_CODE_SURFACE_BOUNDS, 0x4e2c },
	{ "the fourth target", mrt_bounds, PM4_CODE_SURFACE_BOUNDS, 0x4e34 },
	{ "a target of another client", mrt_inherited, PM4_CODE_NOT_SET, 0x4e2c },
	{ "a second target with a smaller pitch", mrt_pitch, PM4_CODE_SURFACE_BOUNDS, 0x4e2c },
	{ "a second target with the format of the first", mrt_format, PM4_CODE_TARGET_FORMAT, 0x4e00 },
	{ "stencil without depth", stencil_alone, PM4_CODE_SURFACE_BOUNDS, 0x4f20 },
	{ "a clear by the depth block", depth_clear, PM4_CODE_SURFACE_BOUNDS, 0x4f20 },
	{ "a colour buffer that may only be read", read_only, PM4_CODE_READ_ONLY, 0x4e28 },
	{ "the result of a query", query_offset, PM4_CODE_CONST_BOUNDS, 0x4f5c },
	{ "the destination of a resolve", resolve_x, PM4_CODE_SURFACE_BOUNDS, 0x4e80 },
};

void test_holes_of_targets(void)
{
	try_holes(holes, sizeof(holes) / sizeof(holes[0]));
}
