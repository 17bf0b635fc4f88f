// SPDX-License-Identifier: GPL-2.0
/*
 * Formats of R5xx's textures, by the numbers of the common formats, and colours of borders.
 *
 * The guide reserves 15 to 17 and does not know 38: they are DXT1, DXT3, DXT5, and 24 bits of depth above 8
 * of stencil, as Mesa has them.
 */
#include "tx.h"

#include <string.h>

#include "../float.h"
#include "../format_number.h"

enum { FMT_DXT1 = 15, FMT_DXT5 = 17, FMT_VYUY = 20, FMT_YVYU = 21, FMT_ATI2N = 31, FMT_ATI1N = 37, FMT_Y8X24 = 38 };

static const uint8_t numbers[64] = {
	1, 5, 2, 7, 15, 3, 8, 9, 23, 21, 11, 10, 26, 25, 31, 49,
	50, 51, 0, 0, 40, 39, 5, 15, 6, 16, 32, 14, 30, 35, 0, 53,
	37, 38, 0, 0, 0, 52, 0,
};

static const struct gpu_format depth_stencil = {
	.kind = GPU_PLAIN, .bytes = 4, .used = 4, .block_w = 1, .block_h = 1, .components = 2,
	.c = { { 8, 24 }, { 0, 8 } },
};

static const struct gpu_format ten = {
	.kind = GPU_PLAIN, .bytes = 2, .used = 2, .block_w = 1, .block_h = 1, .components = 1, .c = { { 0, 10 } },
};

static uint32_t format_of(const struct r500_texture *x)
{
	return (x->words[3] & 31) | (x->words[4] >> 14 & 1) << 5;
}

static bool is_dxt(uint32_t format)
{
	return format >= FMT_DXT1 && format <= FMT_DXT5;
}

/*
 * GAMMA is for components that are colour: red, green or blue selects them.  It is removed "before passing to
 * shader" (guide, TX_FORMAT1): from filtered colours, borders included.  A real RV530 fails piglit's texwrap of sRGB
 * with a border for that, in the same 24 parts.
 */
static bool is_colour(const struct r500_texture *x, unsigned int component)
{
	return x->sel[0] == component || x->sel[1] == component || x->sel[2] == component;
}

static void read_numbers(struct r500_texture *x)
{
	const struct gpu_format *f = x->t.reader.format;
	uint32_t format1 = x->words[3];

	for (unsigned int i = 0; i < 4; i++) {
		uint8_t *n = &x->t.reader.number[i];

		*n = format1 >> (5 + i) & 1 ? GPU_SNORM : GPU_UNORM;
		if (f->is_float)
			*n = GPU_FLOAT;
		x->t.gamma[i] = format1 >> 21 & 1 && is_colour(x, i) && *n == GPU_UNORM;
	}
}

bool r500_tx_format(struct r500_texture *x)
{
	static const uint8_t in_order[4] = { 0, 1, 2, 5 };
	uint32_t number = format_of(x), format1 = x->words[3];
	struct gpu_reader *r = &x->t.reader;

	for (unsigned int i = 0; i < 4; i++)
		x->sel[i] = format1 >> (i == 3 ? 9 : 12 + 3 * i) & 7;
	/* DXTC_SWIZZLE_ENABLE: blue is the first component of a block's colours, not red. */
	for (unsigned int i = 0; i < 4 && is_dxt(number) && x->words[1] >> 21 & 1; i++)
		x->sel[i] = x->sel[i] == 0 ? 2 : x->sel[i] == 2 ? 0 : x->sel[i];
	/* The selections are ignored. */
	if (number == FMT_VYUY || number == FMT_YVYU)
		memcpy(x->sel, in_order, sizeof(in_order));
	*r = (struct gpu_reader){ .format = gpu_format(numbers[number]), .endian = x->words[5] & 3 };
	if (number == FMT_Y8X24)
		r->format = &depth_stencil;
	else if (number == 34)
		r->format = &ten;
	if (r->format->kind == GPU_NO_FORMAT)
		return false;
	/* Swaps of 16 and 32 bits; a half dword is no swap of bytes, and not modelled. */
	if (r->endian == 3)
		r->endian = 0;
	read_numbers(x);
	gpu_reader_dispatch(r);
	x->t.four_bytes = r->format == gpu_format(26) && !r->endian;
	return true;
}

/* ATI1N: four bits, in the second place of four. */
static void border_of_ati1n(struct r500_texture *x, uint32_t bits)
{
	uint32_t v = bits >> 4 & 15;
	float f = x->t.reader.number[0] == GPU_SNORM ? (float)((int32_t)(v << 28) >> 28) / 7.0f : (float)v / 15.0f;

	x->s.border[0] = gpu_bits(f < -1.0f ? -1.0f : f);
	x->s.border[1] = 0;
	x->s.border[2] = 0;
	x->s.border[3] = GPU_ONE;
}

/*
 * A border has the texel's format, but for formats that are too large or compressed: these have four
 * bytes, as Mesa writes them.
 */
void r500_tx_border(struct r500_texture *x)
{
	uint32_t bits = x->words[6], number = format_of(x);
	struct gpu_reader r = x->t.reader;
	uint8_t bytes[4] = { bits & 0xff, bits >> 8 & 0xff, bits >> 16 & 0xff, bits >> 24 };

	if (number == FMT_ATI1N) {
		border_of_ati1n(x, bits);
		return;
	}
	r.endian = 0;
	if (r.format->bytes > 4 || r.format->kind != GPU_PLAIN) {
		r.format = gpu_format(26);
		for (unsigned int i = 0; i < 4; i++)
			r.number[i] = r.number[i] == GPU_FLOAT ? GPU_UNORM : r.number[i];
	}
	gpu_reader_dispatch(&r);
	gpu_unpack(&r, bytes, x->s.border);
	/* A signed 64 of 127 shows as 128 of 255 on a real RV530, so a byte of a border becomes a half. */
	for (unsigned int i = 0; i < 4 && r.format->c[0].bits == 8; i++)
		x->s.border[i] = gpu_bits(gpu_half_to_float(gpu_float_to_half(gpu_float(x->s.border[i]))));
	/* In the order of DXTC_SWIZZLE_ENABLE the first byte is blue; components here begin with red. */
	if (is_dxt(number) && x->words[1] >> 21 & 1) {
		uint32_t blue = x->s.border[0];

		x->s.border[0] = x->s.border[2];
		x->s.border[2] = blue;
	}
}
