// SPDX-License-Identifier: GPL-2.0
/* R5xx's depth buffer and targets: whole draws, and state and programs that make no sense. */
#include <math.h>
#include <string.h>

#include "float.h"
#include "unit_r500_back.h"

static const float color[4] = { 0.2f, 0.4f, 0.6f, 0.8f };

static enum gpu_result fill(struct r500_rig *rig, const float c[4])
{
	return r500_rig_rectangle(rig, 0, 0, 16, 16, 0.5f, c);
}

/* What the target's first pixel has after a draw. */
static void formats(void)
{
	static const struct { const char *name; uint32_t out, color, bytes, want[4]; } rows[] = {
		{ "8_8_8_8", 3 << 8 | 2 << 10 | 1 << 12, 6, 4, { 0xcc336699 } },
		{ "8_8_8_8, red first", 1 << 8 | 2 << 10 | 3 << 12, 6, 4, { 0xcc996633 } },
		{ "1_5_5_5", 3 << 8 | 2 << 10 | 1 << 12, 3, 2, { 1u << 15 | 6 << 10 | 12 << 5 | 19 } },
		{ "5_6_5", 3 << 8 | 2 << 10 | 1 << 12, 4, 2, { 6 << 11 | 25 << 5 | 19 } },
		{ "2_10_10_10", 1 | 3 << 8 | 2 << 10 | 1 << 12, 5, 4, { 2u << 30 | 205 << 20 | 409 << 10 | 614 } },
		{ "4_4_4_4", 3 << 8 | 2 << 10 | 1 << 12, 15, 2, { 0xc369 } },
		{ "8, of red", 1 << 12, 9, 1, { 0x33 } },
		{ "8_8, of red and green", 2 << 8 | 1 << 12, 13, 2, { 0x6633 } },
		{ "16", 3 | 1 << 8, 13, 2, { 0x3333 } },
		{ "16_16", 4 | 1 << 8 | 2 << 10, 6, 4, { 0x66663333 } },
		{ "16_16_16_16", 5 | 1 << 8 | 2 << 10 | 3 << 12, 10, 8, { 0x66663333, 0xcccc9999 } },
		{ "16F", 16 | 1 << 8, 13, 2, { 0x3266 } },
		{ "16F_16F_16F_16F", 18 | 1 << 8 | 2 << 10 | 3 << 12, 10, 8, { 0x36663266, 0x3a6638cd } },
		{ "16_16_16_16 in a target of 32 bits", 5 | 3 << 8 | 2 << 10 | 1 << 12, 6, 8, { 0xcc336699, 0xcc336699 } },
		{ "32F", 19 | 1 << 8, 6, 4, { 0x3e4ccccd } },
		{ "32F_32F, of C0 and C2", 20 | 1 << 8 | 2 << 12, 10, 8, { 0x3e4ccccd, 0x3ecccccd } },
		{ "32F_32F_32F_32F", 21 | 1 << 8 | 2 << 10 | 3 << 12, 7, 16, { 0x3e4ccccd, 0x3ecccccd, 0x3f19999a, 0x3f4ccccd } },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = r500_rig_new(GPU_RV530);

		r500_rig_reg(rig, R500_US_OUT_FMT_0, rows[n].out);
		r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | rows[n].color << 21);
		tap_ok(fill(rig, color) == GPU_DONE && !memcmp(rig->memory, rows[n].want, rows[n].bytes),
		       "%s: 0x%08x 0x%08x", rows[n].name, r500_rig_word(rig, TARGET), r500_rig_word(rig, TARGET + 4));
		r500_rig_free(rig);
	}
}

#define BLEND(op, src, dst)	(5u | (op) << 12 | (uint32_t)(src) << 16 | (uint32_t)(dst) << 24)

static void blends(void)
{
	static const struct { const char *name; uint32_t control; uint32_t want; } rows[] = {
		{ "source alpha", BLEND(0, 38, 39), 0x33 * 4 / 5 + 0x80 / 5 },
		{ "the same by the numbers of Direct3D", BLEND(0, 5, 6), 0x33 * 4 / 5 + 0x80 / 5 },
		{ "sum", BLEND(0, 33, 33), 0xb3 }, { "source less target", BLEND(2, 33, 33), 0 },
		{ "target less source", BLEND(6, 33, 33), 0x4d }, { "least", BLEND(4, 32, 32), 0x33 },
		{ "most", BLEND(5, 32, 32), 0x80 }, { "constant", BLEND(0, 43, 32), 0x33 / 2 + 1 },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = r500_rig_new(GPU_RV515);
		uint32_t got;

		r500_rig_set_word(rig, TARGET, 0x80808080);
		r500_rig_reg(rig, R500_RB3D_BLENDCNTL, rows[n].control);
		r500_rig_reg(rig, R500_RB3D_CONSTANT_COLOR_AR, 512 | 512 << 16);
		r500_rig_reg(rig, R500_RB3D_CONSTANT_COLOR_GB, 512 | 512 << 16);
		fill(rig, color);
		got = r500_rig_word(rig, TARGET) >> 16 & 0xff;
		tap_ok(got + 1 >= rows[n].want && got <= rows[n].want + 1, "%s: red is 0x%x, not 0x%x", rows[n].name, got,
		       rows[n].want);
		r500_rig_free(rig);
	}
}

/* The target's alpha is the one component of an alpha target, and 1 of a red one; the constant is its green. */
static void blend_of_8_bits(void)
{
	static const struct { const char *name; uint32_t out, control, want; } rows[] = {
		{ "alpha by the target's alpha", 0, BLEND(0, 40, 32), 0x66 },
		{ "red by the target's alpha", 1 << 12, BLEND(0, 40, 32), 0x33 },
		{ "alpha by the constant", 0, BLEND(0, 43, 32), 0x99 },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = r500_rig_new(GPU_RV530);
		uint32_t got;

		r500_rig_reg(rig, R500_US_OUT_FMT_0, rows[n].out);
		r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | 9 << 21);
		r500_rig_reg(rig, R500_RB3D_BLENDCNTL, rows[n].control);
		r500_rig_reg(rig, R500_RB3D_CONSTANT_COLOR_AR, 1023 | 1023 << 16);
		r500_rig_reg(rig, R500_RB3D_CONSTANT_COLOR_GB, 1023 | 767 << 16);
		r500_rig_set_word(rig, TARGET, 0x80);
		fill(rig, color);
		got = r500_rig_word(rig, TARGET) & 0xff;
		tap_ok(got == rows[n].want, "8, %s: 0x%x", rows[n].name, got);
		r500_rig_free(rig);
	}
}

/* A signed target is blended by its bits, as if they had no sign; without blending it has the colour. */
static void blend_of_signed(void)
{
	static const struct { const char *name; uint32_t out, format, control; float red; uint32_t want; } rows[] = {
		{ "sum of 8 bits", 0, 6, BLEND(0, 33, 33), 0.2f, 0x40 + 25 },
		{ "sum of 8 bits beyond 1 of signed ones", 0, 6, BLEND(0, 33, 33), 0.8f, 0x40 + 102 },
		{ "sum of 8 bits beyond all bits", 0, 6, BLEND(0, 33, 33), -0.2f, 0xff },
		{ "negative source", 0, 6, BLEND(0, 33, 32), -0.2f, 0x100 - 25 },
		{ "below -1", 0, 6, BLEND(0, 33, 32), -3, 0x100 - 127 },
		{ "negative colour, no blending", 0, 6, 0, -0.2f, 0x100 - 25 },
		{ "sum of 16 bits", 5, 10, BLEND(0, 33, 33), 0.8f, 0x4040 + 26214 },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = r500_rig_new(GPU_RV530);
		uint32_t got;

		/* Red is the first component. */
		r500_rig_reg(rig, R500_US_OUT_FMT_0, rows[n].out | 1 << 8 | 2 << 10 | 3 << 12 | 15 << 16);
		r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | rows[n].format << 21);
		r500_rig_reg(rig, R500_RB3D_BLENDCNTL, rows[n].control);
		r500_rig_set_word(rig, TARGET, 0x40404040);
		fill(rig, (const float[4]){ rows[n].red, 0, 0, 0 });
		got = r500_rig_word(rig, TARGET) & (rows[n].out == 5 ? 0xffff : 0xff);
		tap_ok(got == rows[n].want, "signed, %s: 0x%x", rows[n].name, got);
		r500_rig_free(rig);
	}
}

/* Two components have the bits of red and blue, in this order. */
static void masks_of_two(void)
{
	static const struct { uint32_t out, color, at, mask, want; } rows[] = {
		{ 17 | 1 << 8 | 2 << 10, 6, 0, 6, 0x00003266 }, { 17 | 1 << 8 | 2 << 10, 6, 0, 9, 0x36660000 },
		{ 20 | 1 << 8 | 2 << 12, 10, 0, 6, 0x3e4ccccd }, { 20 | 1 << 8 | 2 << 12, 10, 4, 6, 0 },
		{ 20 | 1 << 8 | 2 << 12, 10, 4, 9, 0x3ecccccd },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = r500_rig_new(GPU_RV530);
		uint32_t got;

		r500_rig_reg(rig, R500_US_OUT_FMT_0, rows[n].out);
		r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | rows[n].color << 21);
		r500_rig_reg(rig, R500_RB3D_COLOR_CHANNEL_MASK, rows[n].mask);
		fill(rig, color);
		got = r500_rig_word(rig, TARGET + rows[n].at);
		tap_ok(got == rows[n].want, "output %u, mask %u: 0x%08x", rows[n].out & 31, rows[n].mask, got);
		r500_rig_free(rig);
	}
}

static void masks_and_operations(void)
{
	struct r500_rig *rig = r500_rig_new(GPU_R520);

	r500_rig_set_word(rig, TARGET, 0x0f0f0f0f);
	r500_rig_reg(rig, R500_RB3D_COLOR_CHANNEL_MASK, 4);
	fill(rig, color);
	tap_ok(r500_rig_word(rig, TARGET) == 0x0f330f0f, "the mask of red: 0x%08x", r500_rig_word(rig, TARGET));
	r500_rig_reg(rig, R500_RB3D_COLOR_CHANNEL_MASK, 15);
	r500_rig_reg(rig, R500_RB3D_ROPCNTL, 1 << 2 | 6 << 8);
	r500_rig_set_word(rig, TARGET, 0x0f0f0f0f);
	fill(rig, color);
	tap_ok(r500_rig_word(rig, TARGET) == (0xcc336699 ^ 0x0f0f0f0f), "exclusive or: 0x%08x", r500_rig_word(rig, TARGET));
	r500_rig_free(rig);
}

/* Target A for two buffers, then two outputs of a program whose second is zero. */
static void several_targets(void)
{
	struct r500_rig *rig = r500_rig_new(GPU_R580);

	r500_rig_reg(rig, R500_RB3D_CCTL, 1 << 5 | 1 << 14);
	r500_rig_reg(rig, R500_RB3D_COLOROFFSET0 + 4, TARGET + 0x8000);
	r500_rig_reg(rig, R500_RB3D_COLORPITCH0 + 4, 64 | 6 << 21);
	fill(rig, color);
	tap_ok(r500_rig_word(rig, TARGET) == 0xcc336699 && r500_rig_word(rig, TARGET + 0x8000) == 0xcc336699,
	       "target A goes to two buffers");
	r500_rig_reg(rig, R500_RB3D_CCTL, 1 << 14);
	r500_rig_reg(rig, R500_US_OUT_FMT_0 + 4, 3 << 8 | 2 << 10 | 1 << 12);
	fill(rig, color);
	tap_ok(r500_rig_word(rig, TARGET) == 0xcc336699 && !r500_rig_word(rig, TARGET + 0x8000),
	       "a target that the program does not write is 0");
	r500_rig_free(rig);
}

/* ---- depth and stencil ---- */

static void depth_state(struct r500_rig *rig, uint32_t cntl, uint32_t func, uint32_t format)
{
	r500_rig_reg(rig, R500_ZB_CNTL, cntl);
	r500_rig_reg(rig, R500_ZB_ZSTENCILCNTL, func);
	r500_rig_reg(rig, R500_ZB_FORMAT, format);
	r500_rig_reg(rig, R500_ZB_DEPTHOFFSET, DEPTH);
	r500_rig_reg(rig, R500_ZB_DEPTHPITCH, 64);
}

static void depths(void)
{
	static const struct { uint32_t func; bool less, equal, more; } rows[8] = {
		{ 0, 0, 0, 0 }, { 1, 1, 0, 0 }, { 2, 1, 1, 0 }, { 3, 0, 1, 0 }, { 4, 0, 1, 1 }, { 5, 0, 0, 1 }, { 6, 1, 0, 1 },
		{ 7, 1, 1, 1 },
	};

	for (size_t n = 0; n < 8; n++) {
		static const uint32_t stored[3] = { 0xc0000000, 0x80000000, 0x40000000 };
		struct r500_rig *rig = r500_rig_new(GPU_RV560);
		bool good = true;

		depth_state(rig, 2 | 4, rows[n].func, 2);
		for (int i = 0; i < 3; i++) {
			bool pass = i == 0 ? rows[n].less : i == 1 ? rows[n].equal : rows[n].more;

			r500_rig_set_word(rig, TARGET, 0);
			r500_rig_set_word(rig, DEPTH, stored[i] | 0x12);
			fill(rig, color);
			good &= (r500_rig_word(rig, TARGET) != 0) == pass &&
				r500_rig_word(rig, DEPTH) == ((pass ? 0x80000000 : stored[i]) | 0x12);
		}
		tap_ok(good, "depth function %u, and the stencil beside it", rows[n].func);
		r500_rig_free(rig);
	}
}

/* A depth buffer of one tile a line: past the pitch are the tiles of the next lines. */
static void narrow(void)
{
	static const struct { uint32_t pitch, format, at, want; const char *name; } rows[] = {
		/* Pixel (13, 2). */
		{ 1 << 17 | 4, 2, (1 + 3) * 32 + 4, 0x80000000, "micro tiles" },
		{ 8, 2, (2 + 1) * 32 + 5 * 4, 0x80000000, "lines" },
		{ 2 << 17 | 4, 0, 3 * 32 + 2 * 8 + 2, 0x80000000, "square tiles" },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = r500_rig_new(GPU_R580);
		uint32_t drawn = 0;
		bool good = true;

		/* Always passes, and is not written, as for Mesa's query. */
		depth_state(rig, 2, 7, rows[n].format);
		r500_rig_reg(rig, R500_ZB_DEPTHPITCH, rows[n].pitch);
		fill(rig, color);
		for (uint32_t i = 0; i < 256; i++)
			drawn += r500_rig_word(rig, TARGET + 4 * (i / 16 * 64 + i % 16)) == 0xcc336699;
		tap_ok(drawn == 256 && rig->gpu->counters.samples[0] == 256 && !rig->faults,
		       "%s: a draw past the pitch of depth has %u pixels, %u samples", rows[n].name, drawn,
		       (unsigned int)rig->gpu->counters.samples[0]);
		/* One pixel is written. */
		depth_state(rig, 2 | 4, 7, rows[n].format);
		r500_rig_reg(rig, R500_ZB_DEPTHPITCH, rows[n].pitch);
		r500_rig_rectangle(rig, 13, 2, 14, 3, 0.5f, color);
		for (uint32_t at = 0; at < 0x1000; at += 4)
			good &= r500_rig_word(rig, DEPTH + at) == (at == (rows[n].at & ~3u) ? rows[n].want : 0);
		tap_ok(good, "%s: pixel (13, 2) alone is at byte %u", rows[n].name, rows[n].at);
		r500_rig_free(rig);
	}
}

static void stencils(void)
{
	struct r500_rig *rig = r500_rig_new(GPU_RV570);
	/* Always passes; replace. */
	uint32_t func = 7 | 7 << 3 | 2 << 6 | 2 << 9 | 2 << 12;

	depth_state(rig, 1, func, 2);
	r500_rig_reg(rig, R500_ZB_STENCILREFMASK, 0x5a | 0xff << 8 | 0x0f << 16);
	r500_rig_set_word(rig, DEPTH, 0xabcdef33);
	fill(rig, color);
	tap_ok(r500_rig_word(rig, DEPTH) == 0xabcdef3a, "replace below the mask: 0x%08x", r500_rig_word(rig, DEPTH));
	/* Equal to the reference under the mask; decrement if not. */
	depth_state(rig, 1, 7 | 3 << 3 | 4 << 6 | 0 << 9, 2);
	r500_rig_reg(rig, R500_ZB_STENCILREFMASK, 0x11 | 0xf0 << 8 | 0xff << 16);
	r500_rig_set_word(rig, DEPTH, 0x15);
	r500_rig_set_word(rig, DEPTH + 4, 0x25);
	r500_rig_set_word(rig, TARGET, 0);
	r500_rig_set_word(rig, TARGET + 4, 0);
	fill(rig, color);
	tap_ok(r500_rig_word(rig, TARGET) && !r500_rig_word(rig, TARGET + 4) && r500_rig_word(rig, DEPTH) == 0x15 &&
	       r500_rig_word(rig, DEPTH + 4) == 0x24, "equal under the mask; others count down");
	r500_rig_free(rig);
}

/* What passes is counted if depth or stencil is tested. */
static void counts(void)
{
	for (uint32_t cntl = 0; cntl < 8; cntl++) {
		struct r500_rig *rig = r500_rig_new(GPU_RV530);
		uint32_t want = cntl & 3 ? 256 : 0, got;

		depth_state(rig, cntl, 7 | 7 << 3, 2);
		fill(rig, color);
		got = (uint32_t)rig->gpu->counters.samples[0];
		tap_ok(got == want && r500_rig_word(rig, TARGET) == 0xcc336699, "ZB_CNTL %u: %u samples", cntl, got);
		r500_rig_free(rig);
	}
}

/* ---- FG, clears, samples ---- */

static void alpha_tests(void)
{
	static const struct { uint32_t func; bool pass; } rows[8] = {
		{ 0, false }, { 1, false }, { 2, true }, { 3, true }, { 4, false }, { 5, false }, { 6, true }, { 7, true },
	};

	for (size_t n = 0; n < 8; n++) {
		struct r500_rig *rig = r500_rig_new(GPU_R580);

		r500_rig_reg(rig, R500_FG_ALPHA_FUNC, 0xcc | rows[n].func << 8 | 1 << 11 | 1 << 12);
		fill(rig, color);
		tap_ok((r500_rig_word(rig, TARGET) != 0) == rows[n].pass, "alpha function %u of equal alphas", rows[n].func);
		r500_rig_free(rig);
	}
}

/* Alphas against the bits of the output's format, or a half. */
static void alpha_of_formats(void)
{
	static const uint32_t equal = 2 << 8 | 1 << 11, more = 4 << 8 | 1 << 11, bytes = 1 << 12, halves = 1 << 28;
	const struct { const char *name; uint32_t out; float alpha; uint32_t func, value; bool pass; } rows[] = {
		{ "10 bits", 0, 0.8f, equal, 818, true },
		{ "8 bits of 10", 1, 0.8f, equal | bytes | 0xcc, 0, true },
		{ "8 bits of a signed 8", 15 << 16, 0.8f, equal | bytes | 0xcc, 0, false },
		{ "8 bits of a signed 8, its bits", 15 << 16, 0.8f, equal | bytes | 0x66, 0, true },
		{ "a signed 8 beyond 1", 15 << 16, 2, equal | bytes | 0x7f, 0, true },
		{ "a signed 8 below 0", 15 << 16, -0.2f, equal | bytes | (0x100 - 25), 0, true },
		{ "8 bits of 16", 5, 0.8f, equal | bytes | 0xcc, 0, false },
		{ "more than 8 bits of 16", 5, 0.8f, more | bytes | 0xff, 0, true },
		{ "8 bits of one of 16", 3, 100 / 65535.0f, equal | bytes | 100, 0, true },
		{ "8 bits of four of 16", 5, 101 / 65535.0f, equal | bytes | 101, 0, true },
		{ "8 bits of a signed 16", 5 | 15 << 16, 103 / 32767.0f, equal | bytes | 103, 0, true },
		{ "8 bits of a half", 18, 0.8f, equal | bytes | 0xcc, 0, false },
		{ "more than 8 bits of a half", 18, 0.8f, more | bytes | 0xff, 0, true },
		{ "8 bits of one small half", 16, ldexpf(100, -24), equal | bytes | 100, 0, true },
		{ "8 bits of four small halves", 18, ldexpf(100, -24), equal | bytes | 100, 0, true },
		{ "8 bits of a float", 21, 0.8f, equal | bytes | 0xcc, 0, false },
		{ "more than 8 bits of one float", 19, ldexpf(100, -24), more | bytes | 0xff, 0, true },
		{ "more than 8 bits of four floats", 21, ldexpf(100, -24), more | bytes | 0xff, 0, true },
		{ "a half", 18, 0.8f, equal | halves, 0x3a66, true },
		{ "another half", 18, 0.8f, equal | halves, 0x3a67, false },
		{ "a half below 0", 18, -0.8f, equal | halves, 0xba66, true },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = r500_rig_new(GPU_RV530);
		uint32_t got;

		r500_rig_reg(rig, R500_US_OUT_FMT_0, rows[n].out | 1 << 8 | 2 << 10 | 3 << 12);
		r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | 10 << 21);
		r500_rig_reg(rig, R500_FG_ALPHA_FUNC, rows[n].func);
		r500_rig_reg(rig, R500_FG_ALPHA_VALUE, rows[n].value);
		fill(rig, (const float[4]){ 0.2f, 0.4f, 0.6f, rows[n].alpha });
		got = r500_rig_word(rig, TARGET);
		tap_ok(!got == !rows[n].pass, "alpha test of %s: 0x%x", rows[n].name, got);
		r500_rig_free(rig);
	}
}

static void color_clear(void)
{
	struct r500_rig *rig = r500_rig_new(GPU_R580);

	depth_state(rig, 0, 0, 2);
	r500_rig_reg(rig, R500_ZB_BW_CNTL, 1 << 5);
	r500_rig_reg(rig, R500_ZB_DEPTHCLEARVALUE, 0x12345678);
	fill(rig, color);
	tap_ok(r500_rig_word(rig, TARGET) == 0xcc336699 && r500_rig_word(rig, DEPTH + 4 * (64 * 15 + 15)) == 0x12345678 &&
	       !r500_rig_word(rig, DEPTH + 4 * 16), "the depth block clears what the draw covers");
	r500_rig_free(rig);
}

/* Four samples with tiles; the left half of a pixel's samples is drawn, then all are averaged. */
static void samples(void)
{
	struct r500_rig *rig = r500_rig_new(GPU_R580);
	static const float white[4] = { 1, 1, 1, 1 };

	r500_rig_reg(rig, R500_GB_AA_CONFIG, 1 | 2 << 1);
	r500_rig_reg(rig, R500_GB_MSPOS0, 3 | 3 << 4 | 9 << 8 | 3 << 12 | 3 << 16 | 9 << 20);
	r500_rig_reg(rig, R500_GB_MSPOS1, 9 | 9 << 4 | 9 << 8 | 9 << 12 | 9 << 16 | 9 << 20);
	r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | 1 << 16 | 1 << 17 | 6 << 21);
	r500_rig_rectangle(rig, 0, 0, 4.5f, 16, 0, white);
	r500_rig_reg(rig, R500_RB3D_AARESOLVE_OFFSET, DEPTH);
	r500_rig_reg(rig, R500_RB3D_AARESOLVE_PITCH, 64);
	r500_rig_reg(rig, R500_RB3D_AARESOLVE_CTL, 1 | 1 << 2);
	fill(rig, white);
	/* Micro tiles of 4x2 pixels: pixel 4 begins the second one. */
	tap_ok(r500_rig_word(rig, DEPTH) == 0xffffffff && r500_rig_word(rig, DEPTH + 32) == 0x80808080 &&
	       !r500_rig_word(rig, DEPTH + 36), "two of four samples are half of the colour: 0x%08x",
	       r500_rig_word(rig, DEPTH + 32));
	r500_rig_free(rig);
}

/* ---- what makes no sense ---- */

static void hangs(void)
{
	static const struct { const char *why; uint32_t first[6], last; } rows[] = {
		{ "it does not end", { 2, 0, 0xff << 8, 0 }, 1 },
		{ "the last instruction is not OUT", { 0 }, 0 },
		{ "an operation is reserved", { 1 << 11, 0, 0, 0, 0, 6 }, 1 },
		{ "a loop or call needs full flow control", { 2, 0, 1, 0 }, 1 },
	};

	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		struct r500_rig *rig = r500_rig_new(GPU_RV515);

		r500_rig_inst(rig, 1, rig->upload.us[0]);
		r500_rig_inst(rig, 0, rows[n].first);
		r500_rig_reg(rig, R500_US_CODE_ADDR, rows[n].last << 16);
		tap_ok(fill(rig, color) == GPU_HUNG && rig->faults == 1 && strstr(rig->line, rows[n].why),
		       "a program that makes no sense: %s", rig->line);
		r500_rig_free(rig);
	}
}

static void outside(void)
{
	struct r500_rig *rig = r500_rig_new(GPU_R580);

	r500_rig_reg(rig, R500_RB3D_COLOROFFSET0, MEMORY + MEMORY_SIZE - 64);
	tap_ok(fill(rig, color) == GPU_DONE && rig->faults, "a target beyond the memory is a line: %s", rig->line);
	r500_rig_reg(rig, R500_RB3D_COLORPITCH0, 64 | 8 << 21);
	tap_ok(fill(rig, color) == GPU_DONE, "a format that does not exist is a line: %s", rig->line);
	r500_rig_free(rig);
}

/* Any registers and programs end, and access nothing else. */
static void any_state(void)
{
	uint32_t seed = 1, hung = 0;

	for (uint32_t n = 0; n < 300; n++) {
		struct r500_rig *rig = r500_rig_new(GPU_RV515 + n % 6);

		for (uint32_t reg = 0x4000; reg < 0x5000; reg += 4) {
			seed = seed * 1664525 + 1013904223;
			if (seed >> 28 < 2)
				rig->regs[reg / 4] = seed ^ seed >> 7;
		}
		for (uint32_t i = 0; i < 40; i++) {
			seed = seed * 1664525 + 1013904223;
			rig->upload.us[i / 6][i % 6] ^= seed >> 27 ? 0 : seed;
		}
		hung += fill(rig, color) == GPU_HUNG;
		r500_rig_free(rig);
	}
	tap_ok(hung > 10 && hung < 290, "300 draws of any state end; %u hang", hung);
}

/* The history of a pixel, its trace, and the target between two draws. */
struct watched {
	struct gpu_fragment f;
	unsigned int fragments, begins, steps;
};

static void note(void *ctx, const struct gpu_fragment *f)
{
	struct watched *w = ctx;

	w->f = *f;
	w->fragments++;
}

static void follow(void *ctx, const struct gpu_trace *t, const struct gpu_group *g, int number)
{
	struct watched *w = ctx;

	w->begins += number == GPU_TRACE_BEGIN;
	w->steps += number == -1 && !g->at_program;
}

static bool is(uint32_t bits, float want)
{
	return fabsf(gpu_float(bits) - want) < 1 / 255.0f;
}

static void watches(void)
{
	struct r500_rig *rig = r500_rig_new(GPU_R580);
	struct watched w = { 0 };
	struct gpu_trace trace = { .step = follow, .ctx = &w };
	struct gpu_watch watch = { .x = 9, .y = 7, .sample = -1, .trace = &trace, .fragment = note, .ctx = &w };
	struct gpu_view view;
	uint8_t tile[GPU_TILE_BYTES];
	uint32_t got[4];

	gpu_watch(rig->gpu, &watch);
	fill(rig, color);
	tap_ok(w.fragments == 1 && w.begins == 1 && w.steps == 1 && w.f.kill == GPU_ALIVE,
	       "%u fragment, %u begin, %u instruction", w.fragments, w.begins, w.steps);
	tap_ok(is(w.f.out[0][0], 0.2f) && is(w.f.out[0][3], 0.8f) && is(w.f.after.color[0][0], 0.2f) &&
	       is(w.f.after.color[0][2], 0.6f), "its output and the target, red to alpha");
	r500_rig_reg(rig, R500_FG_ALPHA_FUNC, 1u << 11);
	fill(rig, color);
	tap_ok(w.fragments == 2 && w.f.kill == GPU_KILL_ALPHA, "a fragment that the alpha test ends");
	r500_rig_reg(rig, R500_FG_ALPHA_FUNC, 0);
	r500_rig_reg(rig, R500_SU_CULL_MODE, 3);
	fill(rig, color);
	tap_ok(w.fragments == 3 && w.f.kill == GPU_KILL_CULL, "a face that is culled");
	gpu_watch(rig->gpu, NULL);
	gpu_look(rig->gpu, rig->regs);
	tap_ok(gpu_look_view(rig->gpu, 0, &view) && view.base == TARGET && view.width && !gpu_look_view(rig->gpu, 1, &view) &&
	       !gpu_look_view(rig->gpu, GPU_VIEW_DEPTH, &view), "the target between two draws");
	tap_ok(gpu_look_tile(rig->gpu, 0, 0, 0, 0, tile) == 4, "a tile of it");
	gpu_look_color(rig->gpu, 0, tile, got);
	tap_ok(is(got[0], 0.2f) && is(got[1], 0.4f) && is(got[2], 0.6f) && is(got[3], 0.8f), "its colour, red to alpha");
	r500_rig_free(rig);
}

void test_r500_targets(void)
{
	watches();
	tap_note("R5xx: targets");
	formats();
	blends();
	blend_of_8_bits();
	blend_of_signed();
	masks_of_two();
	masks_and_operations();
	several_targets();
	depths();
	narrow();
	stencils();
	counts();
	alpha_tests();
	alpha_of_formats();
	color_clear();
	samples();
	hangs();
	outside();
	any_state();
}
