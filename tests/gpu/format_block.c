// SPDX-License-Identifier: GPL-2.0
/*
 * Texels of blocks: BC1 to BC5, and two texels that share red and blue.
 *
 * Colours that BC1 to BC3 interpolate are rounded to 8 bits; no document says how many bits the
 * chip keeps.  Alpha, and the components of BC4 and BC5, are exact.
 */
#include "format_number.h"

static uint32_t little(const uint8_t *bytes, unsigned int n)
{
	uint32_t v = 0;

	while (n--)
		v = v << 8 | bytes[n];
	return v;
}

/* Component i, from red on, of 5_6_5 as 8 bits. */
static uint32_t color_8(uint32_t rgb, int i)
{
	static const struct { uint8_t first, bits; } place[3] = { { 11, 5 }, { 5, 6 }, { 0, 5 } };
	uint32_t bits = place[i].bits, v = rgb >> place[i].first & ((1u << bits) - 1);

	return v << (8 - bits) | v >> (2 * bits - 8);
}

/* The colours of BC1 to BC3; @cut: BC1, where a block may have three colours and a hole. */
static void bc_color(const struct gpu_reader *r, const uint8_t *block, unsigned int texel, bool cut,
		     uint32_t out[4])
{
	uint32_t a = little(block, 2), b = little(block + 2, 2);
	uint32_t pick = little(block + 4, 4) >> (2 * texel) & 3;
	bool three = cut && a <= b;
	int i;

	for (i = 0; i < 3; i++) {
		uint32_t x = color_8(a, i), y = color_8(b, i), v;

		if (pick == 0)
			v = x;
		else if (pick == 1)
			v = y;
		else if (three)
			v = pick == 2 ? (x + y + 1) / 2 : 0;
		else
			v = pick == 2 ? (2 * x + y + 1) / 3 : (x + 2 * y + 1) / 3;
		out[i] = gpu_number_8[r->number[i]][v];
	}
	out[3] = three && pick == 3 ? 0 : GPU_ONE;
}

/* A component of BC4, and the alpha of BC3: two ends and eight or six numbers between them. */
static uint32_t bc_line(const uint8_t *block, unsigned int texel, bool is_signed)
{
	int a = is_signed ? (int8_t)block[0] : block[0];
	int b = is_signed ? (int8_t)block[1] : block[1];
	int most = is_signed ? 127 : 255, least = is_signed ? -127 : 0, v;
	uint64_t picks = (uint64_t)little(block + 5, 3) << 24 | little(block + 2, 3);
	int pick = (int)(picks >> (3 * texel) & 7), steps = a > b ? 7 : 5;

	if (a < least)
		a = least;
	if (b < least)
		b = least;
	if (pick < 2)
		v = steps * (pick ? b : a);
	else if (pick <= steps)
		v = a * (steps + 1 - pick) + b * (pick - 1);
	else
		v = steps * (pick == 6 ? least : most);
	return gpu_bits((float)v / (float)(steps * most));
}

static void two_texels(const struct gpu_reader *r, const uint8_t *element, unsigned int x, bool green_first,
		       uint32_t out[4])
{
	const uint8_t *green = element + !green_first, *others = element + green_first;

	out[0] = gpu_number_8[r->number[0]][others[0]];
	out[1] = gpu_number_8[r->number[1]][green[2 * x]];
	out[2] = gpu_number_8[r->number[2]][others[2]];
	out[3] = r->integer ? 1 : GPU_ONE;
}

static void unpack_kind(const struct gpu_reader *r, const uint8_t *e, unsigned int x, unsigned int y,
			uint32_t out[4])
{
	unsigned int texel = 4 * y + x;

	switch (r->format->kind) {
	case GPU_GB_GR:
		two_texels(r, e, x, false, out);
		break;
	case GPU_BG_RG:
		two_texels(r, e, x, true, out);
		break;
	case GPU_BC1:
		bc_color(r, e, texel, true, out);
		break;
	case GPU_BC2:
		bc_color(r, e + 8, texel, false, out);
		out[3] = gpu_bits((float)(e[texel / 2] >> (texel % 2 * 4) & 15) / 15.0f);
		break;
	case GPU_BC3:
		bc_color(r, e + 8, texel, false, out);
		out[3] = bc_line(e, texel, false);
		break;
	case GPU_BC4:
	case GPU_BC5:
		out[0] = bc_line(e, texel, r->number[0] == GPU_SNORM);
		out[1] = 0;
		if (r->format->kind == GPU_BC5)
			out[1] = bc_line(e + 8, texel, r->number[1] == GPU_SNORM);
		out[2] = 0;
		out[3] = GPU_ONE;
		break;
	}
}

void gpu_unpack_texel(const struct gpu_reader *r, const uint8_t *element, unsigned int x, unsigned int y,
		      uint32_t out[4])
{
	uint8_t bytes[16];

	if (r->format->block_w < 2) {
		r->unpack(r, element, out);
		return;
	}
	if (r->endian) {
		memcpy(bytes, element, r->format->bytes);
		gpu_endian_swap(bytes, r->format->bytes, r->endian);
		element = bytes;
	}
	unpack_kind(r, element, x & (r->format->block_w - 1u), y & (r->format->block_h - 1u), out);
}
