// SPDX-License-Identifier: GPL-2.0
/*
 * Extents and element addresses of R6xx/R7xx surfaces.
 *
 * Linear surfaces are rows.  1D tiled ones are rows of 8x8 micro tiles.  2D
 * tiled ones are rows of macro tiles, banks x pipes micro tiles each, whose
 * bytes are spread over all pipes and banks in groups: an access to any part
 * of a macro tile can land anywhere in its unit of group x pipes x banks bytes.
 *
 * No state, no locks; called by draw.c, target.c and the tests.
 */
#include "surface.h"

static uint64_t max64(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t ceil_div(uint64_t a, uint64_t b)
{
	return (a + b - 1) / b;
}

static uint64_t round_to(uint64_t a, uint64_t b)
{
	return ceil_div(a, b) * b;
}

static unsigned int log2_of(uint32_t v)
{
	unsigned int n = 0;

	while (v >>= 1)
		n++;
	return n;
}

/**
 * surface_format() - the element of a DATA_FORMAT or CB FORMAT value
 * @format: the field's value; colour and texture formats share one numbering
 *
 * Return: the element; its bytes are 0 for a value that names no format.
 */
struct surface_format surface_format(uint32_t format)
{
	static const struct surface_format none = { 1, 1, 0 };
	struct surface_format f = { 1, 1, 0 };

	switch (format) {
	case 1 ... 3:		/* 8, 4_4, 3_3_2 */
		f.bytes = 1;
		return f;
	case 5 ... 12:		/* 16 ... 5_5_5_1 */
		f.bytes = 2;
		return f;
	case 13 ... 27:		/* 32 ... 10_10_10_2 */
		f.bytes = 4;
		return f;
	case 28 ... 32:		/* X24_8_32 ... 16_16_16_16_FLOAT */
		f.bytes = 8;
		return f;
	case 34 ... 35:		/* 32_32_32_32(_FLOAT) */
		f.bytes = 16;
		return f;
	case 37 ... 38:		/* 1, 1_REVERSED: a byte each is an upper bound */
		f.bytes = 1;
		return f;
	case 39 ... 40:		/* GB_GR, BG_RG: two texels in four bytes */
		f.width = 2;
		f.bytes = 4;
		return f;
	case 41 ... 44:		/* 32_AS_8, 32_AS_8_8, 5_9_9_9, 8_8_8 */
		f.bytes = 4;
		return f;
	case 45 ... 46:		/* 16_16_16(_FLOAT) */
		f.bytes = 8;
		return f;
	case 47 ... 48:		/* 32_32_32(_FLOAT) */
		f.bytes = 12;
		return f;
	case 49:		/* BC1 */
	case 52:		/* BC4 */
		f.width = 4;
		f.height = 4;
		f.bytes = 8;
		return f;
	case 50 ... 51:		/* BC2, BC3 */
	case 53:		/* BC5 */
		f.width = 4;
		f.height = 4;
		f.bytes = 16;
		return f;
	default:
		return none;
	}
}

/** surface_mode_known() - whether @mode is one that is modelled here */
bool surface_mode_known(uint32_t mode)
{
	return mode == SURFACE_LINEAR_GENERAL ||
	       mode == SURFACE_LINEAR_ALIGNED ||
	       mode == SURFACE_1D_THIN || mode == SURFACE_2D_THIN;
}

/** surface_pitch_align() - elements that the chip pads a level's rows to */
uint64_t surface_pitch_align(const struct surface_chip *c, uint32_t mode,
			     uint32_t bytes, uint32_t samples)
{
	uint64_t tile = 8ull * bytes * samples;

	switch (mode) {
	case SURFACE_LINEAR_GENERAL:
		return max64(1, c->group / bytes);
	case SURFACE_LINEAR_ALIGNED:
		return max64(64, c->group / bytes);
	case SURFACE_1D_THIN:
		return max64(8, c->group / tile);
	default:
		return max64(8ull * c->banks, c->group * (uint64_t)c->banks / tile);
	}
}

/** surface_height_align() - rows that the chip pads a level's height to */
uint64_t surface_height_align(const struct surface_chip *c, uint32_t mode)
{
	if (mode == SURFACE_1D_THIN)
		return 8;
	if (mode == SURFACE_2D_THIN)
		return 8ull * c->pipes;
	return 1;
}

/** surface_unit() - bytes over which the address of one element is spread */
uint64_t surface_unit(const struct surface_chip *c, uint32_t mode,
		      uint32_t bytes, uint32_t samples)
{
	uint64_t tile = 64ull * bytes * samples;

	if (mode == SURFACE_1D_THIN)
		return tile;
	if (mode == SURFACE_2D_THIN)
		return max64(tile, c->group) * c->pipes * c->banks;
	return bytes * (uint64_t)samples;
}

/** surface_slice() - bytes from one slice of a level to the next */
uint64_t surface_slice(const struct surface_chip *c,
		       const struct surface_shape *s)
{
	uint64_t element = (uint64_t)s->bytes * s->samples;
	uint64_t macro;

	switch (s->mode) {
	case SURFACE_1D_THIN:
		return ceil_div(s->pitch, 8) * ceil_div(s->height, 8) *
		       64 * element;
	case SURFACE_2D_THIN:
		macro = 64 * element * c->pipes * c->banks;
		return ceil_div(s->pitch, 8ull * c->banks) *
		       ceil_div(s->height, 8ull * c->pipes) * macro;
	default:
		return s->pitch * s->height * element;
	}
}

/**
 * surface_reach() - bytes from the base to past the last reachable element
 * @c: chip
 * @s: shape of the level
 * @slices: slices that can be selected
 *
 * Exact for linear (to the element) and 1D (to the tile); 2D is rounded up to
 * the unit over which the chip spreads the last macro tile.
 *
 * Return: the extent; 0 for an empty surface.
 */
uint64_t surface_reach(const struct surface_chip *c,
		       const struct surface_shape *s, uint64_t slices)
{
	uint64_t element = (uint64_t)s->bytes * s->samples;
	uint64_t rows, per_row, last, macro;

	if (!slices || !s->width || !s->height)
		return 0;
	switch (s->mode) {
	case SURFACE_1D_THIN:
		per_row = ceil_div(s->pitch, 8);
		rows = ceil_div(s->height, 8);
		last = (rows - 1) * per_row +
		       max64(per_row, ceil_div(s->width, 8));
		return (slices - 1) * surface_slice(c, s) + last * 64 * element;
	case SURFACE_2D_THIN:
		macro = 64 * element * c->pipes * c->banks;
		per_row = ceil_div(s->pitch, 8ull * c->banks);
		rows = ceil_div(s->height, 8ull * c->pipes);
		last = (rows - 1) * per_row +
		       max64(per_row, ceil_div(s->width, 8ull * c->banks));
		return round_to((slices - 1) * surface_slice(c, s) +
				last * macro,
				surface_unit(c, s->mode, s->bytes, s->samples));
	default:
		return (slices - 1) * surface_slice(c, s) +
		       ((s->height - 1) * s->pitch + s->width) * element;
	}
}

/* Number of an element inside its micro tile: the bits of x and y, interleaved. */
static uint32_t element_in_tile(uint32_t x, uint32_t y, uint32_t bytes)
{
	uint32_t x0 = x & 1, x1 = x >> 1 & 1, x2 = x >> 2 & 1;
	uint32_t y0 = y & 1, y1 = y >> 1 & 1, y2 = y >> 2 & 1;

	switch (bytes) {
	case 1:
		return x0 | x1 << 1 | x2 << 2 | y1 << 3 | y0 << 4 | y2 << 5;
	case 2:
		return x0 | x1 << 1 | x2 << 2 | y0 << 3 | y1 << 4 | y2 << 5;
	case 8:
		return x0 | y0 << 1 | x1 << 2 | x2 << 3 | y1 << 4 | y2 << 5;
	case 16:
		return y0 | x0 << 1 | x1 << 2 | x2 << 3 | y1 << 4 | y2 << 5;
	default:
		return x0 | x1 << 1 | y0 << 2 | x2 << 3 | y1 << 4 | y2 << 5;
	}
}

static uint32_t pipe_of(const struct surface_chip *c, uint32_t x, uint32_t y)
{
	uint32_t x3 = x >> 3, x4 = x >> 4, x5 = x >> 5;
	uint32_t y3 = y >> 3, y4 = y >> 4, y5 = y >> 5;

	switch (c->pipes) {
	case 2:
		return (x3 ^ y3) & 1;
	case 4:
		return ((x4 ^ y3) & 1) | ((x3 ^ y4) & 1) << 1;
	case 8:
		return ((x5 ^ y3) & 1) | ((x4 ^ x5 ^ y4) & 1) << 1 |
		       ((x3 ^ y5) & 1) << 2;
	default:
		return 0;
	}
}

static uint32_t bank_of(const struct surface_chip *c, uint32_t x, uint32_t y)
{
	uint32_t p = log2_of(c->pipes);
	uint32_t x3 = x >> 3, x4 = x >> 4, x5 = x >> 5, x6 = x >> 6;
	uint32_t a = y >> (3 + p), b = y >> (4 + p), d = y >> (5 + p);

	if (c->banks == 4)
		return ((x3 ^ b) & 1) |
		       ((x4 ^ a ^ (c->r7xx ? x5 : 0)) & 1) << 1;
	return ((x3 ^ d) & 1) | ((x4 ^ b ^ d) & 1) << 1 |
	       ((x5 ^ a ^ (c->r7xx ? x6 : 0)) & 1) << 2;
}

/**
 * surface_address() - byte offset of one sample of one element
 *
 * The address equations of the array modes, for surfaces whose pitch and height
 * are aligned.  Only the tests use it, to verify surface_reach().
 *
 * Return: offset from the surface's base.
 */
uint64_t surface_address(const struct surface_chip *c,
			 const struct surface_shape *s, uint32_t x, uint32_t y,
			 uint32_t slice, uint32_t sample)
{
	uint64_t element = (uint64_t)s->bytes * s->samples;
	uint64_t tile = 64 * element, start = slice * surface_slice(c, s);
	uint64_t in_tile, macro, total;
	uint32_t spread;

	if (s->mode == SURFACE_LINEAR_GENERAL ||
	    s->mode == SURFACE_LINEAR_ALIGNED)
		return start + (y * s->pitch + x) * element + sample * s->bytes;

	in_tile = sample * (tile / s->samples) +
		  (uint64_t)element_in_tile(x, y, s->bytes) * s->bytes;
	if (s->mode == SURFACE_1D_THIN)
		return start + ((y / 8) * (s->pitch / 8) + x / 8) * tile +
		       in_tile;

	spread = log2_of(c->pipes) + log2_of(c->banks);
	macro = tile * c->pipes * c->banks;
	total = start + ((y / 8 / c->pipes) * (s->pitch / 8 / c->banks) +
			 x / 8 / c->banks) * macro;
	total = (total >> spread) + in_tile;
	return (total / c->group * c->group << spread) +
	       ((uint64_t)bank_of(c, x, y) * c->pipes + pipe_of(c, x, y)) *
		       c->group +
	       total % c->group;
}
