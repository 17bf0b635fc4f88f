// SPDX-License-Identifier: GPL-2.0
/* Pixels of colour targets: round trips of all formats, channels, masks, clamping, rounding. */
#include <math.h>
#include <string.h>

#include "float.h"
#include "format.h"
#include "unit_format.h"
#include "unit_surface.h"

static const char *const number_names[8] = {
	"unorm", "snorm", "uscaled", "sscaled", "uint", "sint", "sRGB", "float",
};

static bool is_small_nan(uint32_t raw, uint32_t bits)
{
	return bits < 24 && isnan(unit_small_float(raw, bits));
}

/* Bits that come back: no NaN, no negative zero of an unsigned float, no second -1. */
static uint32_t canonical(const struct unit_layout *l, int number, uint32_t i)
{
	uint32_t bits = l->bits[i], raw = unit_random() & (uint32_t)((1ull << bits) - 1);
	bool fraction = l->is_float && bits != 8;

	if (fraction && is_small_nan(raw, bits))
		return 0;
	if (!fraction && bits > 1 && number == GPU_SNORM && raw == 1u << (bits - 1))
		return 0;
	/* Floats of 32 bits do not have all scaled or normalised numbers of 32 bits, sRGB few. */
	if (bits == 32 && number == GPU_SRGB && !fraction)
		return 0;
	if (!fraction && bits == 32 && (number < GPU_UINT || number >= GPU_SRGB))
		return raw & 0x80000000 ? 0 : raw & 0x7f0000;
	/* A sign alone has no positive number. */
	if (bits == 1 && (number == GPU_SNORM || number == GPU_SSCALED || number == GPU_SINT))
		return 0;
	return raw;
}

static bool comes_back(const struct gpu_color_format *c, const struct unit_layout *l, int number)
{
	uint8_t bytes[16], back[16], odd[16];
	uint32_t raw[4] = { 0 }, color[4], i;

	for (i = 0; i < l->components; i++)
		raw[i] = canonical(l, number, i);
	unit_element(l, raw, bytes);
	gpu_color_unpack(c, bytes, color);
	memset(back, 0xff, sizeof(back));
	memset(odd, 0xff, sizeof(odd));
	gpu_color_pack(c, color, 15, back);
	/* Bits of no component keep what was there. */
	for (i = 0; i < l->components; i++)
		raw[i] = 0xffffffff;
	unit_element(l, raw, odd);
	for (i = 0; i < 16; i++)
		if ((back[i] ^ bytes[i]) & odd[i] || (back[i] | odd[i]) != 0xff)
			return false;
	return true;
}

/* 0 to 31 numbers that a float of 24 bits holds have more than 32: random ones suffice. */
static void round_trips(void)
{
	uint32_t f, number, swap, n, tried = 0, wrong;

	for (number = 0; number < 8; number++) {
		wrong = 0;
		for (f = 0; f < unit_formats_count && unit_formats[f].number < 36; f++)
			for (swap = 0; swap < 4; swap++) {
				struct unit_layout l = unit_layout(unit_formats[f].name);
				uint32_t before = wrong;
				struct gpu_color_format c;

				/* The number type float on a format of integers. */
				if (number == GPU_FLOAT && !l.is_float)
					continue;
				wrong += !gpu_color_init(&c, unit_formats[f].number, number, swap, 0);
				for (n = 0; n < 100; n++)
					wrong += !comes_back(&c, &l, number);
				tried++;
				if (wrong != before)
					tap_note("%s as %s, swap %u is wrong", unit_formats[f].name,
						 number_names[number], swap);
			}
		tap_ok(!wrong, "colours as %s: all formats and swaps come back, other bits stay",
		       number_names[number]);
	}
	tap_note("%u combinations", tried);
}

static struct gpu_color_format target(uint32_t format, uint32_t number, uint32_t swap, uint32_t endian)
{
	struct gpu_color_format c;

	gpu_color_init(&c, format, number, swap, endian);
	return c;
}

/* Where the channels of a shader are in memory; '-' is none. */
static void swaps(void)
{
	static const struct { uint32_t format; const char *order[4]; } rows[] = {
		{ 26, { "RGBA", "BGRA", "ABGR", "ARGB" } },
		{ 44 - 36, { "RGB", "RGA", "BGR", "AGR" } },	/* 5_6_5 */
		{ 7, { "RG", "RA", "GR", "AR" } },
		{ 1, { "R", "G", "B", "A" } },
	};
	static const char letters[] = "RGBA";
	uint32_t i, swap, k, wrong = 0;

	for (i = 0; i < 4; i++)
		for (swap = 0; swap < 4; swap++) {
			struct gpu_color_format c = target(rows[i].format, GPU_UNORM, swap, 0);
			const char *order = rows[i].order[swap];

			for (k = 0; order[k]; k++)
				wrong += letters[c.channel[k]] != order[k];
			wrong += (uint32_t)__builtin_popcount(c.channels) != strlen(order);
		}
	tap_ok(!wrong, "COMP_SWAP: 16 orders of channels");
}

static uint32_t packed_dword(uint32_t format, uint32_t number, float r, float g, float b, float a)
{
	struct gpu_color_format c = target(format, number, 0, 0);
	uint32_t in[4] = { gpu_bits(r), gpu_bits(g), gpu_bits(b), gpu_bits(a) }, out = 0;

	gpu_color_pack(&c, in, 15, (uint8_t *)&out);
	return out;
}

static void clamping(void)
{
	struct gpu_color_format c;
	uint32_t in[4] = { 300, (uint32_t)-300, 100, (uint32_t)-1 }, out = 0, i, wrong = 0;

	tap_ok(packed_dword(26, GPU_UNORM, 2, -1, NAN, 0.5f) == 0x800000ff, "unorm: clamps, NaN is 0, half is 128");
	tap_ok(packed_dword(26, GPU_SNORM, 2, -2, NAN, -0.5f) == 0xc000817f, "snorm: the lowest is -127");
	tap_ok(packed_dword(26, GPU_USCALED, 2.5f, 300, -3, 7.4f) == 0x0700ff03, "uscaled");
	tap_ok(packed_dword(26, GPU_SSCALED, -2.5f, 300, -300, 7.4f) == 0x07807ffd, "sscaled");
	tap_ok(packed_dword(26, GPU_SRGB, 0.21404114f, 1, 0, 0.5f) == 0x8000ff80, "sRGB: alpha stays linear");
	tap_ok(packed_dword(8, GPU_UNORM, 1, 0, 1, 1) == 0xf81f, "5_6_5: red is the lowest component");
	tap_ok(packed_dword(25, GPU_UNORM, 0, 0, 0, 1) == 0xc0000000, "2_10_10_10: alpha is on top");
	tap_ok(packed_dword(27, GPU_UNORM, 1, 0, 0, 0) == 3, "10_10_10_2: red has two bits");
	tap_ok(packed_dword(16, GPU_FLOAT, 1, -2, 0, 0) == 0xc0003c00, "16_16_FLOAT");
	tap_ok(packed_dword(22, GPU_FLOAT, 1, -2, 0.5f, 0) == (0x3c0 | 0x1c0u << 22), "10_11_11_FLOAT");
	tap_ok(packed_dword(13, GPU_UNORM, 1, 0, 0, 0) == 0xffffffff, "32: one is all ones");
	c = target(26, GPU_UINT, 0, 0);
	gpu_color_pack(&c, in, 15, (uint8_t *)&out);
	tap_ok(out == 0xff64ffff && c.integer, "uint saturates");
	c = target(26, GPU_SINT, 0, 0);
	gpu_color_pack(&c, in, 15, (uint8_t *)&out);
	tap_ok(out == 0xff64807f, "sint saturates");
	for (i = 0; i < 100000; i++) {
		float v = (float)(i / 100000.0);

		wrong += (packed_dword(26, GPU_UNORM, v, 0, 0, 0) & 255) != (uint32_t)floor(v * 255.0 + 0.5);
	}
	tap_ok(!wrong, "unorm: to the nearest of 256");
}

static void masks(void)
{
	struct gpu_color_format c = target(26, GPU_UNORM, 1, 0);
	const uint32_t white[4] = { 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000 };
	uint32_t pixel = 0, out[4], missing[4];

	gpu_color_pack(&c, white, 1, (uint8_t *)&pixel);
	tap_ok(pixel == 0x00ff0000, "ALT: red alone is the third byte");
	gpu_color_unpack(&c, (uint8_t *)&pixel, out);
	tap_ok(out[0] == 0x3f800000 && !out[2] && !out[3], "... and comes back as red");
	c = target(8, GPU_UNORM, 2, 0);
	pixel = 0xffffffff;
	gpu_color_pack(&c, (uint32_t[4]){ 0 }, 2, (uint8_t *)&pixel);
	tap_ok(pixel == 0xfffff81f, "5_6_5: green alone keeps red and blue");
	c = target(1, GPU_UNORM, 3, 0);
	pixel = 0x12345600;
	gpu_color_pack(&c, white, 7, (uint8_t *)&pixel);
	tap_ok(pixel == 0x12345600, "an alpha target takes no red");
	gpu_color_unpack(&c, (uint8_t *)&pixel, missing);
	tap_ok(!missing[0] && !missing[3], "missing channels are 0");
	c = target(1, GPU_UNORM, 0, 0);
	gpu_color_unpack(&c, (uint8_t *)&pixel, missing);
	tap_ok(missing[3] == 0x3f800000, "missing alpha is 1");
	c = target(1, GPU_UINT, 0, 0);
	gpu_color_unpack(&c, (uint8_t *)&pixel, missing);
	tap_ok(missing[3] == 1, "... integer 1 for integers");
}

static void others(void)
{
	struct gpu_color_format c = target(13, GPU_UINT, 0, 2);
	uint32_t in[4] = { 0x01020304 }, out = 0, back[4];

	gpu_color_pack(&c, in, 15, (uint8_t *)&out);
	gpu_color_unpack(&c, (uint8_t *)&out, back);
	tap_ok(out == 0x04030201 && back[0] == 0x01020304, "ENDIAN swaps both ways");
	tap_ok(!gpu_color_init(&c, 49, 0, 0, 0) && !gpu_color_init(&c, 0, 0, 0, 0) &&
	       !gpu_color_init(&c, 33, 0, 0, 0) && !gpu_color_init(&c, 44, 0, 0, 0) &&
	       gpu_color_init(&c, 48, 7, 0, 0), "no colour target has blocks or a number without format");
	c = target(26, GPU_SRGB, 0, 0);
	tap_ok(c.normalised && !c.integer, "sRGB is normalised");
	c = target(32, GPU_FLOAT, 0, 0);
	tap_ok(!c.normalised && !c.integer, "floats are neither normalised nor integers");
}

void unit_color_format(void)
{
	round_trips();
	swaps();
	clamping();
	masks();
	others();
}
