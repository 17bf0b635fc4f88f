// SPDX-License-Identifier: GPL-2.0
/* R5xx's textures: formats, levels, faces, borders and coordinates, by texels that a draw copies to a target of floats. */
#include <math.h>
#include <string.h>

#include "float.h"
#include "unit_r500_back.h"

#define POINT		(1u << 9 | 1 << 11)
#define LINEAR		(2u << 9 | 2 << 11)
#define CLAMP		(2u | 2 << 3 | 2 << 6)
/* Red, green, blue and alpha are components 0 to 3. */
#define IN_ORDER	(0u << 12 | 1 << 15 | 2 << 18 | 3 << 9)

/* A rig whose program looks up texture 0 at its input, with the operation, into a target of four floats. */
static struct r500_rig *texture_rig(uint32_t op, bool unscaled)
{
	struct r500_rig *rig = r500_rig_new(GPU_R580);
	const uint32_t tex[6] = { 3 | 15 << 11 | 1 << 2, op << 22 | 1 << 25 | (uint32_t)unscaled << 27, 0xe400 | 0xe401u << 16 };
	const uint32_t end[6] = { 0x00078105, 1, 1, 0x00db0220, 0x00c0c000, 0x20490000 };

	r500_rig_inst(rig, 0, tex);
	r500_rig_inst(rig, 1, end);
	r500_rig_reg(rig, R500_US_CODE_ADDR, 1 << 16);
	r500_rig_reg(rig, R500_US_OUT_FMT_0, 21 | 1 << 8 | 2 << 10 | 3 << 12);
	r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | 7 << 21);
	r500_rig_reg(rig, R500_TX_ENABLE, 1);
	r500_rig_reg(rig, R500_TX_FILTER0_0, POINT | CLAMP);
	/* The bias that levels of detail need to be exact. */
	r500_rig_reg(rig, R500_TX_FILTER1_0, 1 << 3);
	r500_rig_reg(rig, R500_TX_OFFSET_0, TEXTURE);
	return rig;
}

static void set_size(struct r500_rig *rig, uint32_t width, uint32_t height, uint32_t levels)
{
	r500_rig_reg(rig, R500_TX_FORMAT0_0, (width - 1) | (height - 1) << 11 | levels << 26);
}

/* The texel that pixel (0, 0) gets. */
static void texel_at(struct r500_rig *rig, float s, float t, float r, float q, float out[4])
{
	const float coord[4] = { s, t, r, q };

	memset(rig->memory, 0, 16);
	r500_rig_rectangle(rig, 0, 0, 4, 4, 0, coord);
	memcpy(out, rig->memory, 16);
}

static bool same(const float a[4], const float b[4])
{
	for (int i = 0; i < 4; i++)
		if (fabsf(a[i] - b[i]) > 1e-6f)
			return false;
	return true;
}

struct format_row {
	const char *name;
	uint32_t format, more;	/* TX_FORMAT1 without the selections, TX_FORMAT2 */
	uint32_t words[4];
	float want[4];
};

/* Components are numbered from the lowest bit; what a format does not have is 0, 0, 0, 1. */
static const struct format_row formats[] = {
	{ "8", 0, 0, { 0x33 }, { 0.2f, 0, 0, 1 } },
	{ "8 signed", 0 | 1 << 5, 0, { 0x81 }, { -1, 0, 0, 1 } },
	{ "16", 1, 0, { 0x3333 }, { 0.2f, 0, 0, 1 } },
	{ "4_4", 2, 0, { 0xf3 }, { 0.2f, 1, 0, 1 } },
	{ "8_8", 3, 0, { 0xff33 }, { 0.2f, 1, 0, 1 } },
	{ "16_16", 4, 0, { 0xffff3333 }, { 0.2f, 1, 0, 1 } },
	{ "3_3_2", 5, 0, { 7 << 5 | 0 << 2 | 3 }, { 1, 0, 1, 1 } },
	{ "5_6_5", 6, 0, { 31 << 11 | 0 << 5 | 31 }, { 1, 0, 1, 1 } },
	{ "6_5_5", 7, 0, { 63 << 10 | 0 << 5 | 31 }, { 1, 0, 1, 1 } },
	{ "11_11_10", 8, 0, { 2047u << 21 | 1023 }, { 1, 0, 1, 1 } },
	{ "10_11_11", 9, 0, { 1023u << 22 | 2047 }, { 1, 0, 1, 1 } },
	{ "4_4_4_4", 10, 0, { 0xf063 }, { 0.2f, 0.4f, 0, 1 } },
	{ "1_5_5_5", 11, 0, { 0x8000 | 31 << 5 }, { 0, 1, 0, 1 } },
	{ "8_8_8_8", 12, 0, { 0xff336600 }, { 0, 0.4f, 0.2f, 1 } },
	{ "8_8_8_8 gamma", 12 | 1 << 21, 0, { 0x80000080 }, { 0.21586051f, 0, 0, 0.50196081f } },
	{ "2_10_10_10", 13, 0, { 3u << 30 | 1023 << 10 }, { 0, 1, 0, 1 } },
	{ "16_16_16_16", 14, 0, { 0xffff3333, 0x33330000 }, { 0.2f, 1, 0, 0.2f } },
	{ "DXT1", 15, 0, { 0x001ff800, 0 }, { 1, 0, 0, 1 } },
	{ "DXT3", 16, 0, { 0x33333333, 0x33333333, 0x001ff800, 0 }, { 1, 0, 0, 0.2f } },
	{ "DXT5", 17, 0, { 0x00000033, 0, 0x001ff800, 0 }, { 1, 0, 0, 0.2f } },
	{ "16F", 24, 0, { 0x4000 }, { 2, 0, 0, 1 } },
	{ "16F_16F", 25, 0, { 0xc0004000 }, { 2, -2, 0, 1 } },
	{ "16F_16F_16F_16F", 26, 0, { 0xc0004000, 0x3c000000 }, { 2, -2, 0, 1 } },
	{ "32F", 27, 0, { 0x40400000 }, { 3, 0, 0, 1 } },
	{ "32F_32F", 28, 0, { 0x40400000, 0xc0400000 }, { 3, -3, 0, 1 } },
	{ "32F_32F_32F_32F", 29, 0, { 0x40400000, 0xc0400000, 0, 0x3f000000 }, { 3, -3, 0, 0.5f } },
	{ "ATI2N", 31, 0, { 0x33, 0, 0xff, 0 }, { 0.2f, 1, 0, 1 } },
	{ "ATI1N", 5, 1 << 14, { 0x33, 0 }, { 0.2f, 0, 0, 1 } },
	{ "Y8X24", 6, 1 << 14, { 0xffffff12 }, { 1, 0x12 / 255.0f, 0, 1 } },
};

static void texture_formats(void)
{
	struct r500_rig *rig = texture_rig(US_TEX_LD, false);

	struct gpu_texture_view view;
	union { uint32_t u[4]; float f[4]; } looked;

	set_size(rig, 4, 4, 0);
	for (size_t n = 0; n < sizeof(formats) / sizeof(formats[0]); n++) {
		float got[4];

		r500_rig_reg(rig, R500_TX_FORMAT1_0, formats[n].format | IN_ORDER);
		r500_rig_reg(rig, R500_TX_FORMAT2_0, formats[n].more);
		for (int w = 0; w < 4; w++)
			r500_rig_set_word(rig, TEXTURE + 4 * w, formats[n].words[w]);
		texel_at(rig, 0, 0, 0, 1, got);
		gpu_look(rig->gpu, rig->regs);
		gpu_look_texel(rig->gpu, 0, 0, 0, looked.u);
		tap_ok(gpu_look_texture(rig->gpu, 0, &view) && view.base == TEXTURE && view.width == 4 && view.height == 4 &&
		       same(looked.f, got), "%s: what is seen between two draws", formats[n].name);
		tap_ok(same(got, formats[n].want), "%s: %g %g %g %g", formats[n].name, got[0], got[1], got[2], got[3]);
	}
	r500_rig_reg(rig, R500_TX_FORMAT1_0, 19 | IN_ORDER);
	r500_rig_reg(rig, R500_TX_FORMAT2_0, 0);
	{
		float got[4];

		texel_at(rig, 0, 0, 0, 1, got);
		tap_ok(same(got, (const float[4]){ 0, 0, 0, 1 }), "a format that does not exist is black");
		gpu_look_texel(rig->gpu, 0, 4, 0, looked.u);
		tap_ok(!looked.u[0] && !looked.u[3] && !gpu_look_texture(rig->gpu, 1, &view) &&
		       !gpu_look_texture(rig->gpu, 16, &view), "texels outside, textures that are off or not there");
		r500_rig_reg(rig, R500_TX_ENABLE, 0);
		texel_at(rig, 0, 0, 0, 1, got);
		tap_ok(same(got, (const float[4]){ 0, 0, 0, 1 }), "and so is a texture that is off");
	}
	r500_rig_free(rig);
}

/* Levels of 8x8 texels of 8 bits in rows: lines of 32 bytes, so that level n begins behind 256, 128 and 64 bytes. */
static void levels(void)
{
	static const uint32_t start[4] = { 0, 256, 384, 448 };
	struct r500_rig *rig = texture_rig(US_TEX_LOD, false);
	float got[4];

	set_size(rig, 8, 8, 3);
	r500_rig_reg(rig, R500_TX_FORMAT1_0, IN_ORDER);
	r500_rig_reg(rig, R500_TX_FILTER0_0, POINT | CLAMP | 1 << 13);
	for (uint32_t n = 0; n < 4; n++)
		rig->memory[TEXTURE - MEMORY + start[n]] = 51 * (uint8_t)(n + 1);
	for (uint32_t n = 0; n < 5; n++) {
		texel_at(rig, 0, 0, 0, (float)n, got);
		tap_ok(fabsf(got[0] - 0.2f * (n < 4 ? n + 1 : 4)) < 1e-6f, "level of detail %u: %g", n, got[0]);
	}
	r500_rig_reg(rig, R500_TX_FILTER0_0, POINT | CLAMP | 2 << 13);
	texel_at(rig, 0, 0, 0, 0.5f, got);
	tap_ok(fabsf(got[0] - 0.3f) < 1e-3f, "between two levels: %g", got[0]);
	r500_rig_reg(rig, R500_TX_FILTER0_0, POINT | CLAMP | 1 << 13 | 2 << 17);
	texel_at(rig, 0, 0, 0, 0, got);
	tap_ok(fabsf(got[0] - 0.6f) < 1e-6f, "MAX_MIP_LEVEL 2: %g", got[0]);
	r500_rig_reg(rig, R500_TX_FILTER0_0, POINT | CLAMP | 1 << 13);
	r500_rig_reg(rig, R500_TX_FILTER1_0, 33 << 3);
	texel_at(rig, 0, 0, 0, 0, got);
	tap_ok(fabsf(got[0] - 0.4f) < 1e-6f, "LOD_BIAS 1: %g", got[0]);
	r500_rig_free(rig);
}

static void coordinates(void)
{
	static const struct { uint32_t mode; float s; float want; const char *name; } rows[] = {
		{ 0, 1.3f, 0.4f, "wrap" }, { 1, 1.3f, 0.6f, "mirror" }, { 2, 1.3f, 0.8f, "clamp to the last texel" },
		{ 3, -0.3f, 0.4f, "mirror once" }, { 6, 1.3f, 1, "the border" }, { 7, -1.3f, 1, "the border of mirror once" },
	};
	struct r500_rig *rig = texture_rig(US_TEX_LD, false);
	float got[4];

	set_size(rig, 4, 1, 0);
	r500_rig_reg(rig, R500_TX_FORMAT1_0, IN_ORDER);
	r500_rig_reg(rig, R500_TX_BORDER_COLOR_0, 255);
	for (uint32_t x = 0; x < 4; x++)
		rig->memory[TEXTURE - MEMORY + x] = 51 * (uint8_t)(x + 1);
	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		r500_rig_reg(rig, R500_TX_FILTER0_0, POINT | rows[n].mode | 2 << 3);
		texel_at(rig, rows[n].s, 0, 0, 1, got);
		tap_ok(fabsf(got[0] - rows[n].want) < 1e-6f, "%s: %g", rows[n].name, got[0]);
	}
	r500_rig_reg(rig, R500_TX_FILTER0_0, LINEAR | CLAMP);
	texel_at(rig, 0.5f, 0, 0, 1, got);
	tap_ok(fabsf(got[0] - 0.5f) < 1e-6f, "between two texels: %g", got[0]);
	r500_rig_reg(rig, R500_TX_FORMAT1_0, IN_ORDER | 1 << 21);
	texel_at(rig, 0.5f, 0, 0, 1, got);
	tap_ok(fabsf(got[0] - 0.21404114f) < 1e-6f, "between two texels with gamma: %g", got[0]);
	r500_rig_reg(rig, R500_TX_FILTER0_0, LINEAR | 6 | 2 << 3);
	texel_at(rig, 1, 0, 0, 1, got);
	tap_ok(fabsf(got[0] - 0.78741229f) < 1e-6f, "between a texel and the border with gamma: %g", got[0]);
	r500_rig_free(rig);
	rig = texture_rig(US_TEX_LD, true);
	set_size(rig, 4, 1, 0);
	r500_rig_reg(rig, R500_TX_FORMAT1_0, IN_ORDER);
	rig->memory[TEXTURE - MEMORY + 2] = 255;
	texel_at(rig, 2.5f, 0, 0, 1, got);
	tap_ok(got[0] == 1, "unscaled coordinates count texels");
	r500_rig_free(rig);
}

/* The border of a texel of 16 bits has bytes, which become halves; the border of a float is the float. */
static void borders(void)
{
	static const struct { const char *name; uint32_t format, word; float want; } rows[] = {
		{ "signed bytes", 14 | 15 << 5, 0x40404040, 0.50390625f },
		{ "bytes", 14, 0x66666666, 0.39990234375f },
		{ "a float", 27, 0x3f00f3c4, 0.50371957f },
	};
	struct r500_rig *rig = texture_rig(US_TEX_LD, false);
	float got[4];

	set_size(rig, 4, 1, 0);
	r500_rig_reg(rig, R500_TX_FILTER0_0, POINT | 6 | 2 << 3);
	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		r500_rig_reg(rig, R500_TX_FORMAT1_0, rows[n].format | IN_ORDER);
		r500_rig_reg(rig, R500_TX_BORDER_COLOR_0, rows[n].word);
		texel_at(rig, 1.3f, 0, 0, 1, got);
		tap_ok(got[0] == rows[n].want, "a border of %s: %.9g", rows[n].name, got[0]);
	}
	r500_rig_free(rig);
}

/* Six faces of one texel, 32 bytes apart, and a slice of a volume. */
static void faces(void)
{
	static const float dir[6][3] = { { 2, 1, 1 }, { -2, 1, 1 }, { 1, 2, 1 }, { 1, -2, 1 }, { 1, 1, 2 }, { 1, 1, -2 } };
	struct r500_rig *rig = texture_rig(US_TEX_LD, false);
	float got[4];

	set_size(rig, 1, 1, 0);
	r500_rig_reg(rig, R500_TX_FORMAT1_0, IN_ORDER | 2 << 25);
	for (uint32_t n = 0; n < 6; n++)
		rig->memory[TEXTURE - MEMORY + 32 * n] = 51 * (uint8_t)n;
	for (uint32_t n = 0; n < 6; n++) {
		texel_at(rig, dir[n][0], dir[n][1], dir[n][2], 1, got);
		tap_ok(fabsf(got[0] - (n == 5 ? 1.0f : 0.2f * n)) < 1e-6f, "face %u: %g", n, got[0]);
	}
	r500_rig_reg(rig, R500_TX_FORMAT1_0, IN_ORDER | 1 << 25);
	r500_rig_reg(rig, R500_TX_FORMAT0_0, 2 << 22);
	texel_at(rig, 0, 0, 0.6f, 1, got);
	tap_ok(fabsf(got[0] - 0.4f) < 1e-6f, "slice 2 of 4: %g", got[0]);
	r500_rig_free(rig);
}

/* Levels smaller than a macro tile have none: 64x64 texels of 32 bits with tiles, whose level 2 is 16x16. */
static void tiled_levels(void)
{
	struct r500_rig *rig = texture_rig(US_TEX_LOD, true);
	float got[4];
	uint32_t at = TEXTURE + 64 * 64 * 4 + 32 * 32 * 4;

	set_size(rig, 64, 64, 6);
	r500_rig_reg(rig, R500_TX_FORMAT1_0, 12 | IN_ORDER);
	r500_rig_reg(rig, R500_TX_OFFSET_0, TEXTURE | 1 << 2 | 1 << 3);
	r500_rig_reg(rig, R500_TX_FILTER0_0, POINT | CLAMP | 1 << 13);
	/* Row 2 of level 2 begins behind a row of four micro tiles; with macro tiles behind eight. */
	r500_rig_set_word(rig, at + 4 * 32, 0x000000ff);
	texel_at(rig, 0.5f, 2.5f, 0, 2, got);
	tap_ok(got[0] == 1, "a level below a macro tile has micro tiles alone");
	r500_rig_set_word(rig, TEXTURE + 2048, 0x0000ff00);
	texel_at(rig, 32.5f, 0.5f, 0, 0, got);
	tap_ok(got[1] == 1, "the first level has macro tiles");
	r500_rig_free(rig);
}

void test_r500_textures(void)
{
	tap_note("R5xx: textures");
	texture_formats();
	levels();
	coordinates();
	borders();
	faces();
	tiled_levels();
}
