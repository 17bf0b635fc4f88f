// SPDX-License-Identifier: GPL-2.0
/*
 * Scissors, clip rectangles, samples, offsets and lines of R5xx (guide, 10.3 to 10.7).
 *
 * Samples on edges are inside as SC_EDGERULE's default of Mesa says, whatever the register.  Lines have
 * no pattern: the chip makes it of a texture, and no driver does.
 */
#include <math.h>
#include <string.h>

#include "front_int.h"

/* The register has the first pixel, or the last one. */
static void corner(uint32_t reg, int32_t to[2], int32_t add)
{
	to[0] = (int32_t)gpu_field(reg, 12, 0) + add;
	to[1] = (int32_t)gpu_field(reg, 25, 13) + add;
}

static void begin_samples(struct gpu_window *w, const uint32_t *regs, double units)
{
	static const uint8_t counts[] = { 2, 3, 4, 6 };
	uint32_t config = gpu_reg(regs, R500_GB_AA_CONFIG);
	uint64_t at = (gpu_reg(regs, R500_GB_MSPOS0) & 0xffffff) |
		      (uint64_t)(gpu_reg(regs, R500_GB_MSPOS1) & 0xffffff) << 24;

	w->samples = config & 1 ? counts[gpu_field(config, 2, 1)] : 1;
	w->sample_mask = gpu_reg(regs, R500_SC_SCREENDOOR) & 0x3f;
	for (unsigned int s = 0; s < w->samples && w->samples > 1; s++) {
		w->sample_x[s] = (int32_t)rint((at >> 8 * s & 15) * units) - 128;
		w->sample_y[s] = (int32_t)rint((at >> (8 * s + 4) & 15) * units) - 128;
	}
}

/*
 * Slopes are in subpixels, offsets in steps of 24 bits.  With halves of them piglit's gl-1.4-polygon-offset
 * fails, as it does on a real RV530, but polygon-mode-offset as well, which passes there.
 */
static void begin_offsets(struct gpu_window *w, const uint32_t *regs, double subpixels)
{
	uint32_t enable = gpu_reg(regs, R500_SU_POLY_OFFSET_ENABLE);

	for (int i = 0; i < 2; i++) {
		w->offset[i].on = enable >> i & 1;
		w->offset[i].scale = gpu_reg_float(regs, R500_SU_POLY_OFFSET_FRONT_SCALE + 8 * i) / subpixels;
		w->offset[i].units = gpu_reg_float(regs, R500_SU_POLY_OFFSET_FRONT_SCALE + 8 * i + 4);
	}
	w->offset_exponent = -24;
}

void r500_window(struct gpu_window *w, const uint32_t *regs)
{
	double subpixels = gpu_field(gpu_reg(regs, R500_GB_TILE_CONFIG), 16, 16) ? 16.0 : 12.0;

	memset(w, 0, sizeof(*w));
	corner(gpu_reg(regs, R500_SC_SCISSOR0), w->scissor, 0);
	corner(gpu_reg(regs, R500_SC_SCISSOR0 + 4), w->scissor + 2, 1);
	w->cliprect_rule = gpu_reg(regs, R500_SC_CLIP_RULE) & 0xffff;
	w->cliprects = w->cliprect_rule != 0xffff;
	for (int i = 0; i < 4; i++) {
		corner(gpu_reg(regs, R500_SC_CLIP_0_A + 8 * i), w->cliprect[i], 0);
		corner(gpu_reg(regs, R500_SC_CLIP_0_A + 8 * i + 4), w->cliprect[i] + 2, 1);
	}
	begin_samples(w, regs, 256.0 / subpixels);
	begin_offsets(w, regs, subpixels);
	w->linear = gpu_field(gpu_reg(regs, R500_GB_SELECT), 4, 4);
	w->line_half = (int64_t)rint(gpu_field(gpu_reg(regs, R500_GA_LINE_CNTL), 15, 0) * 256.0 / subpixels);
}
