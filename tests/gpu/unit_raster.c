// SPDX-License-Identifier: GPL-2.0
/* Coverage, faces, interpolation, scissors, points and lines. */
#include <string.h>

#include "unit_rig.h"

static void white(struct rig *rig, uint32_t n, float x, float y)
{
	rig_vertex(rig, n, x, y, 0, 1, 1, 1, 1, 1);
}

/* Blending ONE + ONE of 1/255 counts how often a pixel is drawn. */
static void rule(struct rig *rig)
{
	const float third = 1.0f / 255.0f;
	unsigned int once = 0, other = 0;

	rig_field(rig, CB_COLOR_CONTROL, 15, 8, 1);
	rig_reg(rig, CB_BLEND_CONTROL, 1 | 1u << 8);
	/* A fan around (20.5, 20.5), which is a pixel's centre, with corners on pixels' centres. */
	rig_vertex(rig, 0, 20.5f, 20.5f, 0, 1, third, 0, 0, 0);
	rig_vertex(rig, 1, 4.5f, 4.5f, 0, 1, third, 0, 0, 0);
	rig_vertex(rig, 2, 36.5f, 4.5f, 0, 1, third, 0, 0, 0);
	rig_vertex(rig, 3, 36.5f, 36.5f, 0, 1, third, 0, 0, 0);
	rig_vertex(rig, 4, 4.5f, 36.5f, 0, 1, third, 0, 0, 0);
	rig_vertex(rig, 5, 4.5f, 4.5f, 0, 1, third, 0, 0, 0);
	rig_clear(rig);
	rig_draw(rig, 5, 6);
	for (uint32_t i = 0; i < RIG_EDGE * RIG_EDGE; i++) {
		uint32_t p = rig_pixel(rig, i % RIG_EDGE, i / RIG_EDGE);

		once += p == 1;
		other += p > 1;
	}
	tap_ok(once == 32 * 32 && !other, "triangles that share edges cover each pixel once");
	tap_ok(rig_pixel(rig, 4, 4) && !rig_pixel(rig, 36, 36) && !rig_pixel(rig, 36, 10) && rig_pixel(rig, 10, 4),
	       "left and upper edges are inside, right and lower ones are not");
	rig_field(rig, CB_COLOR_CONTROL, 15, 8, 0);
}

static bool visible(struct rig *rig, uint32_t face, uint32_t cull)
{
	rig_field(rig, PA_SU_SC_MODE_CNTL, 2, 0, cull | face << 2);
	rig_clear(rig);
	rig_draw(rig, 4, 3);
	rig_field(rig, PA_SU_SC_MODE_CNTL, 2, 0, 4);
	return rig_drawn(rig);
}

static void faces(struct rig *rig)
{
	white(rig, 0, 0, 0);
	white(rig, 1, 32, 0);
	white(rig, 2, 0, 32);
	tap_ok(visible(rig, 1, 2) && !visible(rig, 1, 1), "positive area is a front face if FACE is 1");
	tap_ok(visible(rig, 0, 1) && !visible(rig, 0, 2), "positive area is a back face if FACE is 0");
}

static void interpolation(struct rig *rig)
{
	rig_vertex(rig, 0, 0, 0, 0, 1, 0, 0, 0, 1);
	rig_vertex(rig, 1, 64, 0, 0, 1, 1, 0, 0, 1);
	rig_vertex(rig, 2, 0, 64, 0, 1, 0, 1, 1, 1);
	rig_clear(rig);
	rig_draw(rig, 4, 3);
	tap_ok(rig_pixel(rig, 31, 15) == 0xff3e3e7eu, "inputs are planes over the triangle: 0x%08x", rig_pixel(rig, 31, 15));
	rig_field(rig, SPI_PS_INPUT_CNTL_0, 10, 10, 1);
	rig_draw(rig, 4, 3);
	tap_ok(rig_pixel(rig, 3, 3) == 0xffffff00, "a flat input is the provoking vertex's");
	rig_field(rig, SPI_PS_INPUT_CNTL_0, 10, 10, 0);
	/* Vertex 1 is three times as far away: halfway on the screen is a quarter of the way. */
	rig_vertex(rig, 1, 192, 0, 0, 3, 1, 0, 0, 1);
	rig_draw(rig, 4, 3);
	tap_ok((rig_pixel(rig, 31, 0) & 0xff) == 0x3e, "inputs follow perspective: 0x%08x", rig_pixel(rig, 31, 0));
	rig_field(rig, SPI_PS_INPUT_CNTL_0, 12, 12, 1);
	rig_draw(rig, 4, 3);
	tap_ok((rig_pixel(rig, 31, 0) & 0xff) == 0x7e, "a linear input does not");
	rig_field(rig, SPI_PS_INPUT_CNTL_0, 12, 12, 0);
	rig_reg(rig, SPI_PS_INPUT_CNTL_0, 9 | 2u << 8);
	rig_draw(rig, 4, 3);
	tap_ok(rig_pixel(rig, 3, 3) == 0x00ffffff, "an input without a parameter has its default");
	rig_reg(rig, SPI_PS_INPUT_CNTL_0, 1);
}

static void clipping(struct rig *rig)
{
	/* Behind the eye: only points with w > 0 are drawn. */
	rig_vertex(rig, 0, 0, 0, 0, 1, 1, 1, 1, 1);
	rig_vertex(rig, 1, 64, 0, 0, 1, 1, 1, 1, 1);
	rig_vertex(rig, 2, 0, 64, 0, -1, 1, 1, 1, 1);
	rig_clear(rig);
	rig_draw(rig, 4, 3);
	tap_ok(rig_pixel(rig, 2, 60) && !rig->lines, "a triangle that passes the eye is clipped");
	/* z from 0 to 2 is cut at 1. */
	rig_vertex(rig, 0, 0, 0, 0, 1, 1, 1, 1, 1);
	rig_vertex(rig, 1, 64, 0, 2, 1, 1, 1, 1, 1);
	rig_vertex(rig, 2, 0, 64, 0, 1, 1, 1, 1, 1);
	rig_clear(rig);
	rig_draw(rig, 4, 3);
	tap_ok(rig_pixel(rig, 30, 2) && !rig_pixel(rig, 34, 2), "depth is clipped at the far plane");
	rig_field(rig, PA_CL_CLIP_CNTL, 27, 26, 3);
	rig_clear(rig);
	rig_draw(rig, 4, 3);
	tap_ok(rig_pixel(rig, 34, 2), "unless ZCLIP_FAR_DISABLE is set");
	rig_field(rig, PA_CL_CLIP_CNTL, 27, 26, 0);
	rig_field(rig, PA_CL_CLIP_CNTL, 0, 0, 1);
	rig_reg_float(rig, PA_CL_UCP_0_X, 1.0f);
	rig_reg_float(rig, PA_CL_UCP_0_X + 12, -10.0f);
	rig_vertex(rig, 1, 64, 0, 0, 1, 1, 1, 1, 1);
	rig_clear(rig);
	rig_draw(rig, 4, 3);
	tap_ok(!rig_pixel(rig, 9, 2) && rig_pixel(rig, 10, 2), "a user clip plane");
	rig_field(rig, PA_CL_CLIP_CNTL, 0, 0, 0);
}

static void scissors(struct rig *rig)
{
	white(rig, 0, 0, 0);
	white(rig, 1, 64, 0);
	white(rig, 2, 0, 64);
	rig_reg(rig, PA_SC_GENERIC_SCISSOR_TL, 3 | 5u << 16 | 1u << 31);
	rig_reg(rig, PA_SC_GENERIC_SCISSOR_BR, 13 | 25u << 16);
	rig_clear(rig);
	rig_draw(rig, 17, 3);
	tap_ok(rig_drawn(rig) == 200 && rig_pixel(rig, 3, 5) && rig_pixel(rig, 12, 24), "a scissor's corners");
	rig_reg(rig, PA_SC_GENERIC_SCISSOR_TL, 0);
	rig_reg(rig, PA_SC_GENERIC_SCISSOR_BR, 64 | 64u << 16);
	/* Inside of rectangle 0 and not of 1. */
	rig_reg(rig, PA_SC_CLIPRECT_0_TL + 4, 20 | 20u << 16);
	rig_reg(rig, PA_SC_CLIPRECT_0_TL + 12, 10 | 10u << 16);
	rig_reg(rig, PA_SC_CLIPRECT_RULE, 0x2222);
	rig_clear(rig);
	rig_draw(rig, 17, 3);
	tap_ok(rig_drawn(rig) == 300, "clip rectangles follow their rule");
	rig_reg(rig, PA_SC_CLIPRECT_RULE, 0xffff);
}

/* The corners of a polygon, and of its bounds. */
static void sparse(struct rig *rig)
{
	white(rig, 0, 0, 0);
	white(rig, 1, 64, 0);
	white(rig, 2, 0, 64);
	rig_clear(rig);
	gpu_sparse(rig->gpu, 1, 0);
	rig_draw(rig, 17, 3);
	tap_ok(rig_pixel(rig, 0, 0) && rig_pixel(rig, 63, 0) && rig_pixel(rig, 0, 63) && rig_pixel(rig, 63, 63) &&
	       rig_drawn(rig) < 64 * 64 / 4, "a sparse draw has the corners of a rectangle");
	white(rig, 0, 30, 1);
	rig_clear(rig);
	rig_draw(rig, 4, 3);
	tap_ok(rig_pixel(rig, 31, 3), "and those of a triangle");
	gpu_sparse(rig->gpu, 0, 0);
}

static void points_and_lines(struct rig *rig)
{
	white(rig, 0, 10.5f, 10.5f);
	rig_reg(rig, PA_SU_POINT_SIZE, 16 | 16u << 16);
	rig_clear(rig);
	rig_draw(rig, 1, 1);
	tap_ok(rig_drawn(rig) == 4, "a point of size 2 covers four pixels");
	white(rig, 0, 2.5f, 4.5f);
	white(rig, 1, 12.5f, 9.5f);
	rig_reg(rig, PA_SU_LINE_CNTL, 8);
	rig_clear(rig);
	rig_draw(rig, 2, 2);
	tap_ok(rig_drawn(rig) == 10 && rig_pixel(rig, 2, 4) && !rig_pixel(rig, 12, 9), "a line leaves out its last pixel");
	white(rig, 0, 12.5f, 9.5f);
	white(rig, 1, 2.5f, 4.5f);
	rig_clear(rig);
	rig_draw(rig, 2, 2);
	tap_ok(rig_drawn(rig) == 10 && rig_pixel(rig, 12, 9) && !rig_pixel(rig, 2, 4), "also from right to left");
	/* Inside of the diamonds of its first and its last pixel, on the far side of their centres. */
	white(rig, 0, 12.3f, 9.5f);
	white(rig, 1, 2.3f, 9.5f);
	rig_clear(rig);
	rig_draw(rig, 2, 2);
	tap_ok(rig_drawn(rig) == 10 && rig_pixel(rig, 12, 9) && !rig_pixel(rig, 2, 9), "a diamond decides on a line's ends");
	/* 32 pixels along x and y, 6 wide: 6 along y, or 6 across, which are 6 times the square root of 2 along y. */
	white(rig, 0, 8.5f, 8.5f);
	white(rig, 1, 40.5f, 40.5f);
	rig_reg(rig, PA_SU_LINE_CNTL, 6 * 8);
	rig_clear(rig);
	rig_draw(rig, 2, 2);
	tap_ok(rig_drawn(rig) == 32 * 6, "the width of a line is along its shorter axis");
	rig_field(rig, PA_SC_LINE_CNTL, 9, 9, 1);
	rig_clear(rig);
	rig_draw(rig, 2, 2);
	tap_ok(rig_drawn(rig) == 32 * 9 && rig_pixel(rig, 20, 24) && !rig_pixel(rig, 20, 25),
	       "or across with EXPAND_LINE_WIDTH: %u", rig_drawn(rig));
	rig_field(rig, PA_SC_LINE_CNTL, 9, 9, 0);
	rig_reg(rig, PA_SU_LINE_CNTL, 8);
	white(rig, 0, 0, 0);
	white(rig, 1, 32, 0);
	white(rig, 2, 0, 32);
	rig_field(rig, PA_SU_SC_MODE_CNTL, 10, 3, 1 | 1u << 2 | 1u << 5);
	rig_clear(rig);
	rig_draw(rig, 4, 3);
	tap_ok(rig_drawn(rig) && !rig_pixel(rig, 8, 8), "a triangle is drawn as its lines");
	rig_field(rig, PA_SU_SC_MODE_CNTL, 10, 3, 0);
}

static void stipple(struct rig *rig)
{
	white(rig, 0, 2.5f, 4.5f);
	white(rig, 1, 8.5f, 4.5f);
	white(rig, 2, 14.5f, 4.5f);
	rig_field(rig, PA_SC_MODE_CNTL, 2, 2, 1);
	/* Two pixels for each bit, 1 0 1 1. */
	rig_reg(rig, PA_SC_LINE_STIPPLE, 0x000d | 1u << 16 | 2u << 29);
	rig_clear(rig);
	rig_draw(rig, 3, 3);
	tap_ok(rig_drawn(rig) == 6 && rig_pixel(rig, 3, 4) && !rig_pixel(rig, 4, 4) && rig_pixel(rig, 9, 4) &&
	       !rig_pixel(rig, 10, 4), "a pattern goes on along a strip");
	rig_field(rig, PA_SC_LINE_STIPPLE, 30, 29, 1);
	rig_clear(rig);
	rig_draw(rig, 3, 3);
	tap_ok(rig_drawn(rig) == 8 && !rig_pixel(rig, 10, 4) && rig_pixel(rig, 12, 4), "or begins anew for each line");
	rig_field(rig, PA_SC_MODE_CNTL, 2, 2, 0);
}

static void sprites(struct rig *rig)
{
	white(rig, 0, 32, 32);
	rig_reg(rig, PA_SU_POINT_SIZE, 256 | 256u << 16);
	rig_field(rig, SPI_PS_INPUT_CNTL_0, 17, 17, 1);
	rig_reg(rig, SPI_INTERP_CONTROL_0, 1 | 2 | 2u << 2 | 3u << 5 | 0u << 8 | 1u << 11);
	rig_clear(rig);
	rig_draw(rig, 1, 1);
	tap_ok(rig_pixel(rig, 24, 40) == 0xff00c344u, "a sprite's coordinates grow with x and y: 0x%08x",
	       rig_pixel(rig, 24, 40));
	rig_reg(rig, SPI_INTERP_CONTROL_0, 1);
	rig_field(rig, SPI_PS_INPUT_CNTL_0, 17, 17, 0);
}

void unit_raster(void)
{
	struct rig *rig = rig_new(GPU_RV610);

	rule(rig);
	faces(rig);
	interpolation(rig);
	clipping(rig);
	scissors(rig);
	sparse(rig);
	points_and_lines(rig);
	stipple(rig);
	sprites(rig);
	rig_free(rig);
}
