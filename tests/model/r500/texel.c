// SPDX-License-Identifier: GPL-2.0
/*
 * Draws that copy a texel (copy_texel.h), without the state that a machine would need.
 *
 * The caches are not modelled here, engine.c tracks them: a copy reads and writes memory at once.
 */
#include <string.h>

#include "r500/copy_texel.h"
#include "r500/r500.h"

#define TEXEL_BYTES		4u
#define FORMAT_8_8_8_8		12u
#define COLOR_ARGB8888		6u
#define C4_8_RGBA		0x3900u		/* US_OUT_FMT_0: the channels in the order of the texel */

/* Test whether the draw runs the program, with a texture and a target of 32 bits without tiles. */
static bool copies(const struct model *m)
{
	static const u32 program[R500_COPY_WORDS] = R500_COPY_PROGRAM;
	u32 first = (reg_get(m, US_CODE_ADDR) + reg_get(m, US_CODE_OFFSET)) & US_VECTOR_ADDR;

	return first + R500_COPY_LAST < US_INSTRUCTIONS &&
	       !memcmp(r500(m)->draw.upload.us[first], program, sizeof(program)) &&
	       reg_get(m, TX_ENABLE) & 1 && (reg_get(m, TX_FORMAT1_0) & 0x1f) == FORMAT_8_8_8_8 &&
	       !(reg_get(m, TX_OFFSET0) & 0x1f) && (reg_get(m, RB3D_COLOR_CHANNEL_MASK) & 0xf) == 0xf &&
	       (reg_get(m, RB3D_COLORPITCH0) >> 21 & 0xf) == COLOR_ARGB8888 &&
	       !(reg_get(m, RB3D_COLORPITCH0) >> 16 & 7) && reg_get(m, US_OUT_FMT_0) == C4_8_RGBA;
}

bool texel_draw(struct model *m)
{
	u32 from = reg_get(m, SC_SCISSOR0), to = reg_get(m, SC_SCISSOR1);
	u32 pitch = reg_get(m, RB3D_COLORPITCH0) & 0x3ffe, value;
	float at;

	if (!copies(m))
		return false;
	memcpy(&at, r500(m)->draw.upload.us_constant, sizeof(at));
	value = mc_read32(m, MC_GFX, reg_get(m, TX_OFFSET0) + (u32)at * TEXEL_BYTES);
	for (u32 y = from >> 13 & 0x1fff; y <= (to >> 13 & 0x1fff); y++)
		for (u32 x = from & 0x1fff; x <= (to & 0x1fff); x++)
			mc_write32(m, MC_GFX, reg_get(m, RB3D_COLOROFFSET0) + (y * pitch + x) * TEXEL_BYTES,
				   value);
	return true;
}
