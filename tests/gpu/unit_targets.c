// SPDX-License-Identifier: GPL-2.0
/* Depth, stencil, blending, masks, raster operations, copies and resolves. */
#include <string.h>

#include "unit_rig.h"

static void cover(struct rig *rig, float z, float r, float g, float b, float a)
{
	rig_vertex(rig, 0, 0, 0, z, 1, r, g, b, a);
	rig_vertex(rig, 1, 64, 0, z, 1, r, g, b, a);
	rig_vertex(rig, 2, 0, 64, z, 1, r, g, b, a);
	rig_draw(rig, 17, 3);
}

static void depth_buffer(struct rig *rig, uint32_t format)
{
	rig_reg(rig, DB_DEPTH_BASE, (RIG_BASE + RIG_DEPTH) >> 8);
	rig_reg(rig, DB_DEPTH_SIZE, 7 | 63u << 10);
	rig_reg(rig, DB_DEPTH_INFO, format | 2u << 15);
}

static void depth(struct rig *rig)
{
	depth_buffer(rig, 3);
	for (uint32_t i = 0; i < RIG_EDGE * RIG_EDGE; i++)
		rig_set_word(rig, RIG_DEPTH + 4 * i, 0x05800000);
	/* LESS, write. */
	rig_reg(rig, DB_DEPTH_CONTROL, 2 | 4 | 1u << 4);
	rig_clear(rig);
	cover(rig, 0.75f, 1, 0, 0, 1);
	tap_ok(!rig_drawn(rig) && rig_word(rig, RIG_DEPTH) == 0x05800000, "a greater depth fails LESS");
	cover(rig, 0.25f, 1, 0, 0, 1);
	tap_ok(rig_drawn(rig) == 64 * 64 && rig_word(rig, RIG_DEPTH) == 0x05400000,
	       "a smaller depth passes, and is rounded to 24 bits: 0x%08x", rig_word(rig, RIG_DEPTH));
	memset(gpu_counters(rig->gpu), 0, sizeof(struct gpu_counters));
	cover(rig, 0.125f, 1, 0, 0, 1);
	tap_ok(gpu_counters(rig->gpu)->samples[0] == 64 * 64, "samples that pass are counted");
	rig_reg(rig, DB_DEPTH_CONTROL, 0);
}

/* Front: never passes, fail increments.  Back: equal, and depth fails, so it decrements. */
static void stencil(struct rig *rig)
{
	rig_set_word(rig, RIG_DEPTH, 0x05800000);
	rig_reg(rig, DB_STENCILREFMASK, 5 | 0xffu << 8 | 0xffu << 16);
	rig_reg(rig, DB_STENCILREFMASK_BF, 5 | 0xffu << 8 | 0x0fu << 16);
	rig_reg(rig, DB_DEPTH_CONTROL, 1 | 2 | 1u << 4 | 1u << 7 | 0u << 8 | 3u << 11 | 2u << 20 | 5u << 29);
	cover(rig, 0.75f, 1, 1, 1, 1);
	tap_ok(rig_word(rig, RIG_DEPTH) == 0x06800000, "a failed stencil test increments");
	rig_set_word(rig, RIG_DEPTH, 0x05800000);
	rig_field(rig, PA_SU_SC_MODE_CNTL, 2, 2, 0);
	rig_vertex(rig, 0, 0, 0, 0.75f, 1, 1, 1, 1, 1);
	rig_vertex(rig, 1, 64, 0, 0.75f, 1, 1, 1, 1, 1);
	rig_vertex(rig, 2, 0, 64, 0.75f, 1, 1, 1, 1, 1);
	rig_draw(rig, 4, 3);
	rig_field(rig, PA_SU_SC_MODE_CNTL, 2, 2, 1);
	tap_ok(rig_word(rig, RIG_DEPTH) == 0x0a800000, "a failed depth test of a back face inverts bits of the mask: 0x%08x",
	       rig_word(rig, RIG_DEPTH));
	rig_reg(rig, DB_DEPTH_CONTROL, 0);
}

static void copies(struct rig *rig)
{
	/* The order of elements in depth's tiles is not the order in colour's tiles. */
	for (uint32_t i = 0; i < RIG_EDGE * RIG_EDGE; i++)
		rig_set_word(rig, RIG_DEPTH + 4 * i, 0x07000000 + i);
	rig_reg(rig, DB_RENDER_CONTROL, 4 | 8);
	cover(rig, 0, 0, 0, 0, 0);
	tap_ok(rig_pixel(rig, 1, 0) == 0x07000001 && rig_pixel(rig, 0, 1) == 0x07000002 &&
	       rig_pixel(rig, 2, 1) == 0x07000006, "depth and stencil are copied as they are stored");
	rig_reg(rig, DB_RENDER_CONTROL, 4);
	memset(rig->bytes + RIG_COLOR, 0xff, RIG_EDGE * RIG_EDGE * 4);
	cover(rig, 0, 0, 0, 0, 0);
	tap_ok(rig_pixel(rig, 1, 0) == 0xff000001, "a copy of depth leaves stencil");
	rig_reg(rig, DB_RENDER_CONTROL, 0);
	rig_reg(rig, DB_DEPTH_INFO, 0);
}

static void htile(struct rig *rig)
{
	depth_buffer(rig, 3);
	rig_field(rig, DB_DEPTH_INFO, 25, 25, 1);
	rig_reg(rig, DB_HTILE_DATA_BASE, (RIG_BASE + RIG_RINGS) >> 8);
	memset(rig->bytes + RIG_RINGS, 0, 256);
	rig_reg_float(rig, DB_DEPTH_CLEAR, 0.5f);
	rig_set_word(rig, RIG_DEPTH, 0x12345678);
	rig_reg(rig, DB_DEPTH_CONTROL, 2 | 4 | 1u << 4);
	rig_clear(rig);
	cover(rig, 0.75f, 1, 1, 1, 1);
	tap_ok(!rig_drawn(rig) && rig_word(rig, RIG_DEPTH) == 0x00800000 && (rig_word(rig, RIG_RINGS) & 15) == 15,
	       "a tile that HTILE calls clear has the clear value");
	rig_reg(rig, DB_DEPTH_CONTROL, 0);
	rig_reg(rig, DB_DEPTH_INFO, 0);
}

static uint32_t blended(struct rig *rig, uint32_t control)
{
	rig_field(rig, CB_COLOR_CONTROL, 15, 8, 1);
	rig_reg(rig, CB_BLEND_CONTROL, control);
	memset(rig->bytes + RIG_COLOR, 0x40, RIG_EDGE * RIG_EDGE * 4);
	cover(rig, 0, 0.75f, 0.0f, 0.0f, 0.25f);
	rig_field(rig, CB_COLOR_CONTROL, 15, 8, 0);
	return rig_pixel(rig, 9, 9);
}

static void blending(struct rig *rig)
{
	uint32_t p = blended(rig, 4 | 5u << 8);

	tap_ok(p == 0x40303060, "SRC_ALPHA and ONE_MINUS_SRC_ALPHA: 0x%08x", p);
	p = blended(rig, 1 | 1u << 8 | 4u << 5);
	tap_ok(p == 0x00404000, "the source is subtracted from the target: 0x%08x", p);
	p = blended(rig, 1 | 1u << 8 | 1u << 16 | 3u << 21 | 1u << 24 | 1u << 29);
	tap_ok(p == 0x404040ff, "alpha has an equation of its own: 0x%08x", p);
	rig_reg(rig, CB_TARGET_MASK, 2);
	memset(rig->bytes + RIG_COLOR, 0x40, RIG_EDGE * RIG_EDGE * 4);
	cover(rig, 0, 1, 1, 1, 1);
	tap_ok(rig_pixel(rig, 9, 9) == 0x4040ff40, "channels that are masked stay");
	rig_reg(rig, CB_TARGET_MASK, 15);
	rig_reg(rig, CB_COLOR_CONTROL, 0x66 << 16);
	cover(rig, 0, 1, 1, 1, 1);
	tap_ok(rig_pixel(rig, 9, 9) == 0xbfbf00bf, "a raster operation of source and target: 0x%08x", rig_pixel(rig, 9, 9));
	rig_reg(rig, CB_COLOR_CONTROL, 0xcc << 16);
}

static void alpha_test(struct rig *rig)
{
	rig_reg(rig, SX_ALPHA_TEST_CONTROL, 4 | 8);
	rig_reg_float(rig, SX_ALPHA_REF, 0.5f);
	rig_clear(rig);
	cover(rig, 0, 1, 1, 1, 0.5f);
	tap_ok(!rig_drawn(rig), "an alpha that is equal fails GREATER");
	cover(rig, 0, 1, 1, 1, 0.75f);
	tap_ok(rig_drawn(rig) == 64 * 64, "a greater one passes");
	rig_reg(rig, SX_ALPHA_TEST_CONTROL, 0);
}

static void samples(struct rig *rig)
{
	/* Four samples a pixel, then the average of four into target 1. */
	rig_reg(rig, PA_SC_AA_CONFIG, 2);
	rig_field(rig, PA_SC_MODE_CNTL, 0, 0, 1);
	rig_reg(rig, PA_SC_AA_SAMPLE_LOCS_MCTX, 0xa66a22ee);
	memset(rig->bytes + RIG_COLOR, 0, 0x10000);
	rig_vertex(rig, 0, 8.5f, 0, 0, 1, 1, 1, 1, 1);
	rig_vertex(rig, 1, 64, 0, 0, 1, 1, 1, 1, 1);
	rig_vertex(rig, 2, 8.5f, 32, 0, 1, 1, 1, 1, 1);
	rig_draw(rig, 17, 3);
	rig_field(rig, CB_COLOR_CONTROL, 6, 4, 7);
	rig_reg(rig, CB_COLOR0_BASE + 4, (RIG_BASE + RIG_RESOLVED) >> 8);
	rig_reg(rig, CB_COLOR0_SIZE + 4, 7 | 63u << 10);
	rig_reg(rig, CB_COLOR0_INFO + 4, gpu_reg(rig->regs, CB_COLOR0_INFO));
	cover(rig, 0, 0, 0, 0, 0);
	tap_ok(rig_word(rig, RIG_RESOLVED) == 0 && rig_word(rig, RIG_RESOLVED + 256) == 0x80808080 &&
	       rig_word(rig, RIG_RESOLVED + 260) == 0xffffffff, "two of four samples are half of the colour");
	rig_field(rig, CB_COLOR_CONTROL, 6, 4, 0);
	rig_reg(rig, CB_COLOR0_INFO + 4, 0);
	rig_reg(rig, PA_SC_AA_CONFIG, 0);
}

void unit_targets(void)
{
	struct rig *rig = rig_new(GPU_RV710);

	depth(rig);
	stencil(rig);
	copies(rig);
	htile(rig);
	blending(rig);
	alpha_test(rig);
	samples(rig);
	rig_free(rig);
}
