// SPDX-License-Identifier: GPL-2.0
/*
 * Elements as components: places of bits by AMD's names of the formats, numbers by a calculation
 * in double precision, blocks made by hand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "float.h"
#include "format.h"
#include "unit_format.h"
#include "unit_surface.h"

const struct unit_format unit_formats[] = {
	{ 1, "8" }, { 2, "4_4" }, { 3, "3_3_2" }, { 5, "16" }, { 6, "16_FLOAT" }, { 7, "8_8" },
	{ 8, "5_6_5" }, { 9, "6_5_5" }, { 10, "1_5_5_5" }, { 11, "4_4_4_4" }, { 12, "5_5_5_1" },
	{ 13, "32" }, { 14, "32_FLOAT" }, { 15, "16_16" }, { 16, "16_16_FLOAT" }, { 17, "8_24" },
	{ 18, "8_24_FLOAT" }, { 19, "24_8" }, { 20, "24_8_FLOAT" }, { 21, "10_11_11" },
	{ 22, "10_11_11_FLOAT" }, { 23, "11_11_10" }, { 24, "11_11_10_FLOAT" }, { 25, "2_10_10_10" },
	{ 26, "8_8_8_8" }, { 27, "10_10_10_2" }, { 28, "X24_8_32_FLOAT" }, { 29, "32_32" },
	{ 30, "32_32_FLOAT" }, { 31, "16_16_16_16" }, { 32, "16_16_16_16_FLOAT" },
	{ 34, "32_32_32_32" }, { 35, "32_32_32_32_FLOAT" }, { 44, "8_8_8" }, { 45, "16_16_16" },
	{ 46, "16_16_16_FLOAT" }, { 47, "32_32_32" }, { 48, "32_32_32_FLOAT" },
};

const unsigned int unit_formats_count = sizeof(unit_formats) / sizeof(unit_formats[0]);

/* A name lists the highest bits first. */
struct unit_layout unit_layout(const char *name)
{
	struct unit_layout l = { .is_float = strstr(name, "FLOAT") };
	uint32_t sizes[5], n = 0, at = 0;
	bool skip[5];

	while (*name && *name != 'F') {
		skip[n] = *name == 'X';
		sizes[n] = strtoul(name + skip[n], (char **)&name, 10);
		n++;
		name += *name == '_';
	}
	while (n--) {
		if (!skip[n]) {
			l.first[l.components] = at;
			l.bits[l.components++] = sizes[n];
		}
		at += sizes[n];
	}
	return l;
}

/* The element with these bits in its components. */
void unit_element(const struct unit_layout *l, const uint32_t raw[4], uint8_t bytes[16])
{
	uint32_t i, bit;

	memset(bytes, 0, 16);
	for (i = 0; i < l->components; i++)
		for (bit = 0; bit < l->bits[i]; bit++)
			if (raw[i] >> bit & 1)
				bytes[(l->first[i] + bit) / 8] |= 1u << (l->first[i] + bit) % 8;
}

static double as_signed(uint32_t raw, uint32_t bits)
{
	return raw >> (bits - 1) ? raw - ldexp(1, (int)bits) : raw;
}

/* The number of a component, as a double. */
double unit_number(int number, uint32_t raw, uint32_t bits)
{
	double most = ldexp(1, (int)bits) - 1, half = bits > 1 ? ldexp(1, (int)bits - 1) - 1 : 1, v;

	switch (number) {
	case GPU_SNORM:
		v = as_signed(raw, bits) / half;
		return v < -1 ? -1 : v;
	case GPU_SRGB:
		v = raw / most;
		return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
	case GPU_UNORM:
		return raw / most;
	case GPU_SSCALED:
	case GPU_SINT:
		return as_signed(raw, bits);
	}
	return raw;
}

/* A float of 24, 16, 11 or 10 bits, from its definition. */
double unit_small_float(uint32_t raw, uint32_t bits)
{
	uint32_t exponent_bits = bits == 24 ? 4 : 5, m = bits == 16 ? 10 : bits - exponent_bits;
	uint32_t exponent = raw >> m & ((1u << exponent_bits) - 1);
	double mantissa = ldexp(raw & ((1u << m) - 1), -(int)m);
	double sign = bits == 16 && raw >> 15 ? -1 : 1;

	if (exponent == 31)
		return mantissa ? NAN : sign * INFINITY;
	return sign * (exponent ? ldexp(1 + mantissa, (int)exponent - 15) : ldexp(mantissa, -14));
}

/* Whether the component is the bits' meaning, to the bit or, for sRGB, nearly. */
static bool means(int number, bool is_float, uint32_t raw, uint32_t bits, uint32_t got)
{
	double want;

	if (is_float && bits == 32)
		return got == raw;
	if (is_float && bits != 8) {
		want = unit_small_float(raw, bits);
		return isnan(want) ? isnan(gpu_float(got)) : gpu_float(got) == (float)want;
	}
	want = unit_number(number, raw, bits);
	if (number == GPU_UINT || number == GPU_SINT)
		return got == (uint32_t)(int64_t)want;
	if (number == GPU_SRGB)
		return fabs(gpu_float(got) - want) < 1e-7;
	return gpu_bits((float)want) == got || (want == 0 && gpu_float(got) == 0);
}

/* Combinations of NUM_FORMAT, FORMAT_COMP and FORCE_DEGAMMA. */
static const struct {
	uint8_t num_format, comp, degamma, number;
	const char *name;
} kinds[] = {
	{ 0, 0, 0, GPU_UNORM, "unorm" }, { 0, 1, 0, GPU_SNORM, "snorm" }, { 1, 0, 0, GPU_UINT, "uint" },
	{ 1, 1, 0, GPU_SINT, "sint" }, { 2, 0, 0, GPU_USCALED, "uscaled" },
	{ 2, 1, 0, GPU_SSCALED, "sscaled" }, { 0, 0, 1, GPU_SRGB, "sRGB" },
};

static uint32_t wrong_components(const struct gpu_reader *r, const struct unit_layout *l, int kind)
{
	uint32_t raw[4], out[4], i, wrong = 0, one = r->integer ? 1 : 0x3f800000;
	int number = kinds[kind].number;
	uint8_t bytes[16];

	for (i = 0; i < 4; i++)
		raw[i] = i < l->components && unit_random() % 8 ?
			 unit_random() & (uint32_t)((1ull << l->bits[i]) - 1) : 0;
	/* The lowest number, whose snorm is clamped. */
	if (!(unit_random() % 8))
		raw[0] = 1u << (l->bits[0] - 1);
	unit_element(l, raw, bytes);
	gpu_unpack(r, bytes, out);
	for (i = 0; i < 4; i++)
		if (i >= l->components)
			wrong += out[i] != (i == 3 ? one : 0);
		else
			wrong += !means(number == GPU_SRGB && i == 3 ? GPU_UNORM : number, l->is_float,
					raw[i], l->bits[i], out[i]);
	return wrong;
}

static void plain_formats(void)
{
	uint32_t f, k, n, wrong;

	for (k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		wrong = 0;
		for (f = 0; f < unit_formats_count; f++) {
			struct unit_layout l = unit_layout(unit_formats[f].name);
			uint8_t comp[4] = { kinds[k].comp, kinds[k].comp, kinds[k].comp, kinds[k].comp };
			uint32_t before = wrong;
			struct gpu_reader r;

			wrong += !gpu_reader_init(&r, unit_formats[f].number, kinds[k].num_format, comp,
						  kinds[k].degamma, false, 0);
			for (n = 0; n < 500; n++)
				wrong += wrong_components(&r, &l, k);
			if (wrong != before)
				tap_note("%s as %s is wrong", unit_formats[f].name, kinds[k].name);
		}
		tap_ok(!wrong, "%u formats as %s: components, missing ones, edges", f, kinds[k].name);
	}
}

static struct gpu_reader reader(uint32_t format, uint32_t num_format, uint8_t comp, bool degamma, bool srf,
				uint32_t endian)
{
	const uint8_t all[4] = { comp, comp, comp, comp };
	struct gpu_reader r;

	gpu_reader_init(&r, format, num_format, all, degamma, srf, endian);
	return r;
}

static bool is(const uint32_t out[4], double x, double y, double z, double w)
{
	const double want[4] = { x, y, z, w };
	int i;

	for (i = 0; i < 4; i++)
		if (fabs(gpu_float(out[i]) - want[i]) > 1e-6)
			return false;
	return true;
}

static void mixed(void)
{
	static const uint8_t comps[4] = { 0, 1, 2, 1 };
	uint8_t bytes[16] = { 255, 0x81, 0xff, 0x80 };
	struct gpu_reader r;
	uint32_t out[4], i, holes = 0;

	gpu_reader_init(&r, 26, 0, comps, false, false, 0);
	gpu_unpack(&r, bytes, out);
	tap_ok(is(out, 1, -1, 1, -1), "FORMAT_COMP differs by component; biased");
	r = reader(26, 0, 1, false, true, 0);
	gpu_unpack(&r, bytes, out);
	tap_ok(is(out, -1 / 127.0, -1, -1 / 127.0, -128 / 127.0), "SRF_MODE: -128 is below -1");
	for (i = 0; i < 70; i++)
		holes += gpu_format(i)->kind == GPU_NO_FORMAT;
	tap_ok(holes == 4 + 10 + 6 && !gpu_format(63)->bytes && !gpu_format(4)->bytes &&
	       !gpu_format(0xffffffff)->bytes, "%u numbers of 70 name no format", holes);
	r = reader(63, 0, 0, false, false, 0);
	gpu_unpack(&r, bytes, out);
	tap_ok(!out[0] && !out[3], "they read zeros");
	tap_ok(gpu_select(out, 5, true) == 1 && gpu_select(out, 5, false) == 0x3f800000 &&
	       !gpu_select(out, 4, true) && !gpu_select(out, 7, false), "DST_SEL: constants");
}

static void endian(void)
{
	const uint8_t bytes[16] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
	uint32_t out[4];
	struct gpu_reader r = reader(29, 1, 0, false, false, 1);

	gpu_unpack(&r, bytes, out);
	tap_ok(out[0] == 0x03040102 && out[1] == 0x07080506, "8IN16");
	r = reader(29, 1, 0, false, false, 2);
	gpu_unpack(&r, bytes, out);
	tap_ok(out[0] == 0x01020304 && out[1] == 0x05060708, "8IN32");
	r = reader(29, 1, 0, false, false, 3);
	gpu_unpack(&r, bytes, out);
	tap_ok(out[0] == 0x05060708 && out[1] == 0x01020304, "8IN64");
	r = reader(5, 1, 0, false, false, 2);
	gpu_unpack(&r, bytes, out);
	tap_ok(out[0] == 0x0102 && out[3] == 1, "8IN32 of two bytes swaps them");
	r = reader(47, 1, 0, false, false, 2);
	gpu_unpack(&r, bytes, out);
	tap_ok(out[0] == 0x01020304 && out[2] == 0x090a0b0c, "8IN32 of twelve bytes");
}

static void packed(void)
{
	const uint8_t texels[4] = { 0x00, 0x40, 0x80, 0xff };
	struct gpu_reader r = reader(39, 0, 0, false, false, 0);
	uint32_t out[4], shared = 16u << 27 | 256 << 18 | 128 << 9 | 64;

	gpu_unpack_texel(&r, texels, 0, 0, out);
	tap_ok(is(out, 0, 64 / 255.0, 128 / 255.0, 1), "GB_GR: red, green of the first texel, blue");
	gpu_unpack_texel(&r, texels, 1, 0, out);
	tap_ok(is(out, 0, 1, 128 / 255.0, 1), "... green of the second texel");
	r = reader(40, 0, 0, false, false, 0);
	gpu_unpack_texel(&r, texels, 0, 0, out);
	tap_ok(is(out, 64 / 255.0, 0, 1, 1), "BG_RG: green comes first");
	gpu_unpack_texel(&r, texels, 1, 0, out);
	tap_ok(is(out, 64 / 255.0, 128 / 255.0, 1, 1), "... green of the second texel");
	r = reader(43, 0, 0, false, false, 0);
	gpu_unpack(&r, (uint8_t *)&shared, out);
	tap_ok(is(out, 0.25, 0.5, 1, 1), "5_9_9_9");
	r = reader(38, 0, 0, false, false, 0);
	gpu_unpack(&r, texels + 2, out);
	tap_ok(is(out, 1, 0, 0, 1), "1_REVERSED is bit 7");
	r = reader(37, 0, 0, false, false, 0);
	gpu_unpack(&r, texels + 2, out);
	tap_ok(is(out, 0, 0, 0, 1), "1 is bit 0");
	r = reader(42, 0, 0, false, false, 0);
	gpu_unpack(&r, texels + 1, out);
	tap_ok(is(out, 64 / 255.0, 128 / 255.0, 0, 1), "32_AS_8_8");
}

static void bc1(void)
{
	/* Red and blue; texels 0 to 3 pick 0, 1, 2, 3, the others 0. */
	const uint8_t four[8] = { 0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 0 };
	const uint8_t three[8] = { 0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0xc0 };
	const uint8_t grey[8] = { 0xff, 0xff, 0x10, 0x84, 0x55, 0x55, 0x55, 0x55 };
	struct gpu_reader r = reader(49, 0, 0, false, false, 0);
	uint32_t out[4];

	gpu_unpack_texel(&r, four, 0, 0, out);
	tap_ok(is(out, 1, 0, 0, 1), "BC1: the first end");
	gpu_unpack_texel(&r, four, 1, 0, out);
	tap_ok(is(out, 0, 0, 1, 1), "BC1: the second end");
	gpu_unpack_texel(&r, four, 2, 0, out);
	tap_ok(is(out, 170 / 255.0, 0, 85 / 255.0, 1), "BC1: a third of the way");
	gpu_unpack_texel(&r, four, 3, 0, out);
	tap_ok(is(out, 85 / 255.0, 0, 170 / 255.0, 1), "BC1: two thirds");
	gpu_unpack_texel(&r, three, 2, 0, out);
	tap_ok(is(out, 128 / 255.0, 0, 128 / 255.0, 1), "BC1 with a hole: the middle");
	gpu_unpack_texel(&r, three, 3, 0, out);
	tap_ok(is(out, 0, 0, 0, 0), "BC1: the hole");
	gpu_unpack_texel(&r, three, 3, 3, out);
	tap_ok(is(out, 0, 0, 0, 0), "BC1: the last texel");
	gpu_unpack_texel(&r, three, 2, 3, out);
	tap_ok(is(out, 0, 0, 1, 1), "BC1: the last but one");
	gpu_unpack_texel(&r, grey, 0, 0, out);
	tap_ok(is(out, 132 / 255.0, 130 / 255.0, 132 / 255.0, 1), "BC1: 5 and 6 bits repeat their top");
	r = reader(49, 0, 0, true, false, 0);
	gpu_unpack_texel(&r, four, 2, 0, out);
	tap_ok(fabs(gpu_float(out[0]) - unit_number(GPU_SRGB, 170, 8)) < 1e-6, "BC1 as sRGB");
}

static void bc2_bc3(void)
{
	/* Alpha of texels 0, 1, 2 and 15; the colour has c0 < c1, which is no hole here. */
	const uint8_t bc2[16] = { 0xf0, 0x08, 0, 0, 0, 0, 0, 0x30, 0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0 };
	uint8_t bc3[16] = { 70, 0, 0x88, 0xc6, 0xfa, 0, 0, 0xe0, 0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0 };
	struct gpu_reader r = reader(50, 0, 0, false, false, 0);
	uint32_t out[4], i, wrong = 0;

	gpu_unpack_texel(&r, bc2, 3, 0, out);
	tap_ok(is(out, 170 / 255.0, 0, 85 / 255.0, 0), "BC2: never a hole");
	gpu_unpack_texel(&r, bc2, 1, 0, out);
	tap_ok(is(out, 1, 0, 0, 1), "BC2: alpha is the second nibble");
	gpu_unpack_texel(&r, bc2, 3, 3, out);
	tap_ok(is(out, 0, 0, 1, 3 / 15.0), "BC2: alpha of the last texel");
	/* Texel n picks n. */
	r = reader(51, 0, 0, false, false, 0);
	for (i = 0; i < 8; i++) {
		double want = i == 0 ? 70 : i == 1 ? 0 : 10.0 * (8 - i);

		gpu_unpack_texel(&r, bc3, i & 3, i >> 2, out);
		wrong += fabs(gpu_float(out[3]) - want / 255) > 1e-6;
	}
	tap_ok(!wrong, "BC3: eight alphas");
	gpu_unpack_texel(&r, bc3, 3, 3, out);
	tap_ok(fabs(gpu_float(out[3]) - 10 / 255.0) < 1e-6, "BC3: alpha of the last texel");
	bc3[0] = 50;
	bc3[1] = 100;
	for (i = 0; i < 8; i++) {
		static const double six[8] = { 50, 100, 60, 70, 80, 90, 0, 255 };

		gpu_unpack_texel(&r, bc3, i & 3, i >> 2, out);
		wrong += fabs(gpu_float(out[3]) - six[i] / 255) > 1e-6;
	}
	tap_ok(!wrong, "BC3: six alphas, 0 and 1");
}

static void bc4_bc5(void)
{
	uint8_t block[16] = { 0x80, 0x7f, 0x88, 0xc6, 0xfa, 0, 0, 0, 70, 0, 0x88, 0xc6, 0xfa };
	struct gpu_reader r = reader(53, 0, 1, false, false, 0);
	static const double lines[8] = { -1, 1, -0.6, -0.2, 0.2, 0.6, -1, 1 };
	uint32_t out[4], i, wrong = 0;

	for (i = 0; i < 8; i++) {
		gpu_unpack_texel(&r, block, i & 3, i >> 2, out);
		wrong += fabs(gpu_float(out[0]) - lines[i]) > 1e-6 || out[2] || gpu_float(out[3]) != 1;
	}
	tap_ok(!wrong, "BC5 signed: -128 is -127; six numbers, -1 and 1");
	gpu_unpack_texel(&r, block, 3, 0, out);
	tap_ok(fabs(gpu_float(out[1]) - 50 / 127.0) < 1e-6, "BC5: the second component");
	r = reader(52, 0, 0, false, false, 0);
	gpu_unpack_texel(&r, block, 0, 0, out);
	tap_ok(is(out, 128 / 255.0, 0, 0, 1), "BC4 unsigned");
}

void unit_format(void)
{
	plain_formats();
	mixed();
	endian();
	packed();
	bc1();
	bc2_bc3();
	bc4_bc5();
}
