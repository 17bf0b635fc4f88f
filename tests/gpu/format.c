// SPDX-License-Identifier: GPL-2.0
/*
 * The layouts of all formats, and elements of vertices and textures as components.
 *
 * Blocks of several texels are in format_block.c, colour targets in color_format.c.
 */
#include "format.h"
#include "format_number.h"

#include <string.h>

#define C1(a)		.components = 1, .c = { { 0, a } }
#define C2(a, b)	.components = 2, .c = { { 0, a }, { a, b } }
#define C3(a, b, d)	.components = 3, .c = { { 0, a }, { a, b }, { (a) + (b), d } }
#define C4(a, b, d, e)	.components = 4, \
			.c = { { 0, a }, { a, b }, { (a) + (b), d }, { (a) + (b) + (d), e } }
#define PLAIN(n)	.kind = GPU_PLAIN, .bytes = n, .used = n, .block_w = 1, .block_h = 1
/* Elements that are padded to a power of two. */
#define PADDED(n, u)	.kind = GPU_PLAIN, .bytes = n, .used = u, .block_w = 1, .block_h = 1
#define BLOCK(k, n, w, h) .kind = k, .bytes = n, .used = n, .block_w = w, .block_h = h
#define FLOATS		.is_float = true

/* AMD's names list the highest bits first; components here count from the lowest. */
static const struct gpu_format formats[64] = {
	[1] = { PLAIN(1), C1(8) },			/* 8 */
	[2] = { PLAIN(1), C2(4, 4) },			/* 4_4 */
	[3] = { PLAIN(1), C3(2, 3, 3) },		/* 3_3_2 */
	[5] = { PLAIN(2), C1(16) },			/* 16 */
	[6] = { PLAIN(2), C1(16), FLOATS },
	[7] = { PLAIN(2), C2(8, 8) },			/* 8_8 */
	[8] = { PLAIN(2), C3(5, 6, 5) },		/* 5_6_5 */
	[9] = { PLAIN(2), C3(5, 5, 6) },		/* 6_5_5 */
	[10] = { PLAIN(2), C4(5, 5, 5, 1) },		/* 1_5_5_5 */
	[11] = { PLAIN(2), C4(4, 4, 4, 4) },		/* 4_4_4_4 */
	[12] = { PLAIN(2), C4(1, 5, 5, 5) },		/* 5_5_5_1 */
	[13] = { PLAIN(4), C1(32) },			/* 32 */
	[14] = { PLAIN(4), C1(32), FLOATS },
	[15] = { PLAIN(4), C2(16, 16) },		/* 16_16 */
	[16] = { PLAIN(4), C2(16, 16), FLOATS },
	[17] = { PLAIN(4), C2(24, 8) },			/* 8_24 */
	[18] = { PLAIN(4), C2(24, 8), FLOATS },
	[19] = { PLAIN(4), C2(8, 24) },			/* 24_8 */
	[20] = { PLAIN(4), C2(8, 24), FLOATS },
	[21] = { PLAIN(4), C3(11, 11, 10) },		/* 10_11_11 */
	[22] = { PLAIN(4), C3(11, 11, 10), FLOATS },
	[23] = { PLAIN(4), C3(10, 11, 11) },		/* 11_11_10 */
	[24] = { PLAIN(4), C3(10, 11, 11), FLOATS },
	[25] = { PLAIN(4), C4(10, 10, 10, 2) },		/* 2_10_10_10 */
	[26] = { PLAIN(4), C4(8, 8, 8, 8) },		/* 8_8_8_8 */
	[27] = { PLAIN(4), C4(2, 10, 10, 10) },		/* 10_10_10_2 */
	[28] = { PADDED(8, 5), C2(32, 8), FLOATS },	/* X24_8_32_FLOAT */
	[29] = { PLAIN(8), C2(32, 32) },		/* 32_32 */
	[30] = { PLAIN(8), C2(32, 32), FLOATS },
	[31] = { PLAIN(8), C4(16, 16, 16, 16) },	/* 16_16_16_16 */
	[32] = { PLAIN(8), C4(16, 16, 16, 16), FLOATS },
	[34] = { PLAIN(16), C4(32, 32, 32, 32) },	/* 32_32_32_32 */
	[35] = { PLAIN(16), C4(32, 32, 32, 32), FLOATS },
	/* A byte for each texel: no document says how texels share a byte in a tile. */
	[37] = { BLOCK(GPU_ONE_BIT, 1, 1, 1), .components = 1, .c = { { 0, 1 } } },
	[38] = { BLOCK(GPU_ONE_BIT, 1, 1, 1), .components = 1, .c = { { 7, 1 } } },
	[39] = { BLOCK(GPU_GB_GR, 4, 2, 1), .components = 3 },
	[40] = { BLOCK(GPU_BG_RG, 4, 2, 1), .components = 3 },
	[41] = { PADDED(4, 1), C1(8) },			/* 32_AS_8 */
	[42] = { PADDED(4, 2), C2(8, 8) },		/* 32_AS_8_8 */
	[43] = { BLOCK(GPU_SHARED_EXPONENT, 4, 1, 1), .components = 3, FLOATS },
	[44] = { PADDED(4, 3), C3(8, 8, 8) },		/* 8_8_8 */
	[45] = { PADDED(8, 6), C3(16, 16, 16) },	/* 16_16_16 */
	[46] = { PADDED(8, 6), C3(16, 16, 16), FLOATS },
	[47] = { PLAIN(12), C3(32, 32, 32) },		/* 32_32_32 */
	[48] = { PLAIN(12), C3(32, 32, 32), FLOATS },
	[49] = { BLOCK(GPU_BC1, 8, 4, 4), .components = 4 },
	[50] = { BLOCK(GPU_BC2, 16, 4, 4), .components = 4 },
	[51] = { BLOCK(GPU_BC3, 16, 4, 4), .components = 4 },
	[52] = { BLOCK(GPU_BC4, 8, 4, 4), .components = 1 },
	[53] = { BLOCK(GPU_BC5, 16, 4, 4), .components = 2 },
};

const struct gpu_format *gpu_format(uint32_t number)
{
	return &formats[number < 64 ? number : 0];
}

void gpu_endian_swap(uint8_t *element, unsigned int bytes, uint32_t endian)
{
	unsigned int unit = endian < 4 ? 1u << endian : 1, at, i;

	if (unit > bytes)
		unit = bytes;
	for (at = 0; at + unit <= bytes; at += unit)
		for (i = 0; i < unit / 2; i++) {
			uint8_t byte = element[at + i];

			element[at + i] = element[at + unit - 1 - i];
			element[at + unit - 1 - i] = byte;
		}
}

uint32_t gpu_select(const uint32_t in[4], uint32_t sel, bool integer)
{
	if (sel < 4)
		return in[sel];
	if (sel == 5)
		return integer ? 1 : GPU_ONE;
	return 0;
}

/* ---- one element ---- */

static void fill_missing(const struct gpu_reader *r, uint32_t out[4], unsigned int from)
{
	for (; from < 3; from++)
		out[from] = 0;
	if (from == 3)
		out[3] = r->integer ? 1 : GPU_ONE;
}

static void unpack_nothing(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4])
{
	memset(out, 0, 4 * sizeof(out[0]));
}

static void unpack_plain(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4])
{
	const struct gpu_format *f = r->format;
	struct gpu_element e = gpu_element(element, f->used);
	unsigned int i;

	for (i = 0; i < f->components; i++)
		out[i] = gpu_number_read(r->number[i], f->c[i].bits,
					 gpu_element_get(&e, f->c[i].first, f->c[i].bits), r->no_clamp);
	fill_missing(r, out, i);
}

static void unpack_8(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4])
{
	unsigned int i, n = r->format->components;

	for (i = 0; i < n; i++)
		out[i] = gpu_number_8[r->number[i]][element[i]];
	fill_missing(r, out, n);
}

/* Components of 32 bits that are floats or integers. */
static void unpack_32(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4])
{
	unsigned int n = r->format->components;

	memcpy(out, element, 4 * n);
	fill_missing(r, out, n);
}

static void unpack_half(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4])
{
	unsigned int i, n = r->format->components;

	for (i = 0; i < n; i++)
		out[i] = gpu_bits(gpu_half_to_float((uint16_t)(element[2 * i] | element[2 * i + 1] << 8)));
	fill_missing(r, out, n);
}

static void unpack_shared_exponent(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4])
{
	struct gpu_element e = gpu_element(element, 4);
	float color[3];

	gpu_shared_exponent((uint32_t)e.word[0], color);
	memcpy(out, color, sizeof(color));
	out[3] = GPU_ONE;
}

static void unpack_block(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4])
{
	gpu_unpack_texel(r, element, 0, 0, out);
}

static void unpack_swapped(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4])
{
	struct gpu_reader plain = *r;
	uint8_t bytes[16];

	memcpy(bytes, element, r->format->used);
	gpu_endian_swap(bytes, r->format->used, r->endian);
	plain.endian = 0;
	gpu_reader_dispatch(&plain);
	plain.unpack(&plain, bytes, out);
}

static bool all_components(const struct gpu_reader *r, unsigned int bits, unsigned int numbers)
{
	unsigned int i;

	for (i = 0; i < r->format->components; i++)
		if (r->format->c[i].bits != bits || !(numbers >> r->number[i] & 1))
			return false;
	return true;
}

void gpu_reader_dispatch(struct gpu_reader *r)
{
	const struct gpu_format *f = r->format;

	if (f->kind == GPU_NO_FORMAT)
		r->unpack = unpack_nothing;
	else if (r->endian)
		r->unpack = unpack_swapped;
	else if (f->kind == GPU_SHARED_EXPONENT)
		r->unpack = unpack_shared_exponent;
	else if (f->kind != GPU_PLAIN && f->kind != GPU_ONE_BIT)
		r->unpack = unpack_block;
	else if (f->kind == GPU_PLAIN && !r->no_clamp && all_components(r, 8, GPU_NUMBERS_8))
		r->unpack = unpack_8;
	else if (all_components(r, 16, 1u << GPU_FLOAT))
		r->unpack = unpack_half;
	else if (GPU_LITTLE_ENDIAN &&
		 all_components(r, 32, 1u << GPU_FLOAT | 1u << GPU_UINT | 1u << GPU_SINT))
		r->unpack = unpack_32;
	else
		r->unpack = unpack_plain;
}

static uint8_t number_of(uint32_t num_format, uint32_t comp, bool srgb)
{
	switch (num_format) {
	case 1:
		return comp == 1 ? GPU_SINT : GPU_UINT;
	case 2:
		return comp == 1 ? GPU_SSCALED : GPU_USCALED;
	}
	if (comp == 1)
		return GPU_SNORM;
	if (comp == 2)
		return GPU_BIASED;
	return srgb ? GPU_SRGB : GPU_UNORM;
}

bool gpu_reader_init(struct gpu_reader *r, uint32_t format, uint32_t num_format,
		     const uint8_t comp[4], bool degamma, bool srf, uint32_t endian)
{
	const struct gpu_format *f = gpu_format(format);
	int i;

	*r = (struct gpu_reader) {
		.format = f,
		.endian = endian & 3,
		.no_clamp = srf,
		.integer = num_format == 1,
	};
	for (i = 0; i < 4; i++) {
		r->number[i] = number_of(num_format, comp[i], degamma && i < 3);
		/* Stencil beside a float depth is no float. */
		if (f->is_float && f->c[i].bits != 8)
			r->number[i] = GPU_FLOAT;
	}
	gpu_reader_dispatch(r);
	return f->kind != GPU_NO_FORMAT;
}
