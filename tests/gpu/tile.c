// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses of elements in surfaces.
 *
 * 1D tiles: micro tiles of 8x8 elements follow each other in rows, all samples of a tile together.
 *
 * 2D tiles: a macro tile is one micro tile for each pipe and bank, banks wide and pipes high.  The
 * bytes of macro tiles count per pipe and bank: group bytes of one pipe and bank, then the next
 * pipe, then the next bank.  Pipe and bank of a micro tile are sums modulo 2 of bits of its
 * coordinates, so that neighbours differ.
 */
#include "tile.h"

#include <string.h>

bool gpu_is_r7xx(enum gpu_chip chip)
{
	return chip >= GPU_RV770 && chip <= GPU_RV740;
}

struct gpu_tiling gpu_tiling(uint32_t gb_tiling_config, enum gpu_chip chip)
{
	uint32_t pipes = gb_tiling_config >> 1 & 7;

	return (struct gpu_tiling) {
		.pipes = 1u << (pipes < 3 ? pipes : 3),
		.banks = gb_tiling_config >> 4 & 1 ? 8 : 4,
		.group = gb_tiling_config >> 6 & 1 ? 512 : 256,
		.r7xx = gpu_is_r7xx(chip),
	};
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t round_up(uint32_t v, uint32_t unit)
{
	return (v + unit - 1) / unit * unit;
}

uint32_t gpu_pitch_align(struct gpu_tiling t, uint32_t mode, uint32_t bytes, uint32_t samples)
{
	switch (mode) {
	case GPU_LINEAR_GENERAL:
		return larger(1, t.group / bytes);
	case GPU_LINEAR_ALIGNED:
		return larger(64, t.group / bytes);
	case GPU_1D_THIN:
		return larger(8, t.group / (8 * bytes * samples));
	}
	return larger(8, t.group / (8 * bytes * samples)) * t.banks;
}

uint32_t gpu_height_align(struct gpu_tiling t, uint32_t mode)
{
	if (mode == GPU_1D_THIN)
		return 8;
	return mode == GPU_2D_THIN ? 8u * t.pipes : 1;
}

/* ---- pipes and banks ---- */

/* Bits of a micro tile's x and y whose sum modulo 2 is one bit of the pipe or bank. */
struct bit_rule {
	uint8_t x, y;
};

static const struct bit_rule pipe_rules[4][3] = {
	{ { 0, 0 } },
	{ { 1, 1 } },
	{ { 2, 1 }, { 1, 2 } },
	{ { 4, 1 }, { 6, 2 }, { 1, 4 } },
};

/* y counts macro tiles of one pipe column: the micro tile's y by the number of pipes. */
static const struct bit_rule bank_rules_4[2][2] = {
	{ { 1, 2 }, { 2, 1 } },
	{ { 1, 2 }, { 6, 1 } },		/* R7xx */
};

static const struct bit_rule bank_rules_8[2][3] = {
	{ { 1, 4 }, { 2, 6 }, { 4, 1 } },
	{ { 1, 4 }, { 2, 6 }, { 12, 1 } },	/* R7xx */
};

static uint32_t by_rules(const struct bit_rule *rule, uint32_t bits, uint32_t x, uint32_t y)
{
	uint32_t v = 0, i;

	for (i = 0; i < bits; i++)
		v |= (uint32_t)__builtin_parity((x & rule[i].x) ^ (y & rule[i].y) << 8) << i;
	return v;
}

static uint32_t log2_of(uint32_t power)
{
	return (uint32_t)__builtin_ctz(power);
}

uint32_t gpu_tile_pipe(struct gpu_tiling t, uint32_t x, uint32_t y)
{
	uint32_t bits = log2_of(t.pipes);

	return by_rules(pipe_rules[bits], bits, x >> 3, y >> 3);
}

/* Bank and pipe of a micro tile, the pipe in the low bits. */
static uint32_t pipe_and_bank(const struct gpu_tiling *t, uint32_t tile_x, uint32_t tile_y)
{
	uint32_t bits = log2_of(t->pipes), pipe = by_rules(pipe_rules[bits], bits, tile_x, tile_y);
	const struct bit_rule *rules = t->banks == 4 ? bank_rules_4[t->r7xx] : bank_rules_8[t->r7xx];

	return by_rules(rules, log2_of(t->banks), tile_x, tile_y >> bits) << bits | pipe;
}

/* Sums modulo 2: the part of x and the part of y are independent, and few bits of each count. */
static void pipes_and_banks(struct gpu_surface *s)
{
	uint32_t i;

	for (i = 0; i < 16; i++)
		s->by_x[i] = pipe_and_bank(&s->tiling, i, 0) << s->group_bits;
	for (i = 0; i < 64; i++)
		s->by_y[i] = pipe_and_bank(&s->tiling, 0, i) << s->group_bits;
}

/* ---- inside of a micro tile ---- */

/*
 * The bits of an element's number in its tile, lowest first: 0 to 2 is that bit of x, 4 to 6 bit
 * 0 to 2 of y.  Colour orders follow from the size of an element, so that 8 or 16 bytes beside
 * each other are beside each other in memory.
 */
#define X(n)	(n)
#define Y(n)	(4 + (n))

static const uint8_t color_orders[5][6] = {
	{ X(0), X(1), X(2), Y(1), Y(0), Y(2) },		/* 1 byte */
	{ X(0), X(1), X(2), Y(0), Y(1), Y(2) },		/* 2 */
	{ X(0), X(1), Y(0), X(2), Y(1), Y(2) },		/* 4 */
	{ X(0), Y(0), X(1), X(2), Y(1), Y(2) },		/* 8 */
	{ Y(0), X(0), X(1), X(2), Y(1), Y(2) },		/* 16 */
};

static const uint8_t depth_order[6] = { X(0), Y(0), X(1), Y(1), X(2), Y(2) };

static uint32_t number_in_tile(const uint8_t order[6], uint32_t x, uint32_t y)
{
	uint32_t number = 0, i;

	for (i = 0; i < 6; i++)
		number |= ((order[i] < 4 ? x >> order[i] : y >> (order[i] - 4)) & 1) << i;
	return number;
}

/* An offset inside of the bytes of one pipe and bank, as an offset in memory. */
static uint32_t spread_out(const struct gpu_surface *s, uint32_t offset)
{
	uint32_t in_group = offset & (s->tiling.group - 1u);

	if (s->mode != GPU_2D_THIN)
		return offset;
	return ((offset - in_group) << (s->pipe_bits + s->bank_bits)) + in_group;
}

static void offsets_in_tile(struct gpu_surface *s)
{
	const uint8_t *order = s->depth_order ? depth_order : color_orders[log2_of(s->bytes)];
	uint32_t i, number;

	for (i = 0; i < 64; i++) {
		number = number_in_tile(order, i & 7, i >> 3);
		/* Depth keeps the samples of an element together, colour all first samples. */
		if (s->depth_order)
			number *= s->samples;
		s->element[i] = spread_out(s, number * s->bytes);
	}
	for (i = 0; i < s->samples; i++)
		s->sample[i] = spread_out(s, (s->depth_order ? i : 64 * i) * s->bytes);
}

static void offsets_in_rows(struct gpu_surface *s)
{
	uint32_t i, size = s->bytes * s->samples;

	for (i = 0; i < 64; i++)
		s->element[i] = ((i >> 3) * s->pitch + (i & 7)) * size;
	for (i = 0; i < s->samples; i++)
		s->sample[i] = i * s->bytes;
}

/* ---- surfaces ---- */

static bool power_of_two(uint32_t v, uint32_t most)
{
	return v && !(v & (v - 1)) && v <= most;
}

void gpu_surface_find_reach(struct gpu_surface *s)
{
	uint32_t element = 0, sample = 0, i;

	for (i = 0; i < 64; i++)
		element = s->element[i] > element ? s->element[i] : element;
	for (i = 0; i < s->samples; i++)
		sample = s->sample[i] > sample ? s->sample[i] : sample;
	s->reach = element + sample + s->bytes;
}

bool gpu_surface_init(struct gpu_surface *s, struct gpu_tiling tiling)
{
	bool rows = s->mode == GPU_LINEAR_GENERAL || s->mode == GPU_LINEAR_ALIGNED;

	s->tiling = tiling;
	s->pipe_bits = log2_of(tiling.pipes);
	s->bank_bits = log2_of(tiling.banks);
	s->group_bits = log2_of(tiling.group);
	s->tile_bytes = 64u * s->bytes * s->samples;
	memset(s->sample, 0, sizeof(s->sample));
	if (!power_of_two(s->samples, 8) || !s->pitch || s->pitch > 1 << 16 || s->height > 1 << 17 ||
	    !(power_of_two(s->bytes, 16) || (rows && s->bytes == 12)))
		return false;
	switch (s->mode) {
	case GPU_LINEAR_GENERAL:
	case GPU_LINEAR_ALIGNED:
		s->slice_bytes = (uint64_t)s->pitch * s->height * s->bytes * s->samples;
		offsets_in_rows(s);
		gpu_surface_find_reach(s);
		return true;
	case GPU_1D_THIN:
		s->pitch = round_up(s->pitch, 8);
		s->height = round_up(s->height, 8);
		break;
	case GPU_2D_THIN:
		s->pitch = round_up(s->pitch, 8u * tiling.banks);
		s->height = round_up(s->height, 8u * tiling.pipes);
		s->macro_pitch = s->pitch / 8 / tiling.banks;
		pipes_and_banks(s);
		break;
	default:
		return false;
	}
	s->slice_bytes = (uint64_t)(s->pitch / 8) * (s->height / 8) * s->tile_bytes;
	offsets_in_tile(s);
	gpu_surface_find_reach(s);
	return true;
}

static uint64_t macro_tile(const struct gpu_surface *s, uint32_t tile_x, uint32_t tile_y, uint32_t slice)
{
	uint32_t spread = s->pipe_bits + s->bank_bits;
	uint64_t macro = (uint64_t)(tile_y >> s->pipe_bits) * s->macro_pitch + (tile_x >> s->bank_bits);
	/* In the bytes of one pipe and bank. */
	uint64_t offset = (slice * s->slice_bytes >> spread) + macro * s->tile_bytes;
	uint64_t in_group = offset & (s->tiling.group - 1u);

	return s->base + ((offset - in_group) << spread) + in_group +
	       (s->by_x[tile_x & 15] ^ s->by_y[tile_y & 63]);
}

/* Squares of 8x8 elements: where a macro tile is not wider, it is one of them. */
static uint64_t block_of(const struct gpu_surface *s, uint32_t x, uint32_t y)
{
	return (uint64_t)(y >> s->block.down) * s->block.row_bytes + (uint64_t)(x >> s->block.across) * s->tile_bytes +
	       (x & ((1u << s->block.across) - 1)) * s->block.x_bytes +
	       (y & ((1u << s->block.down) - 1)) * s->block.y_bytes;
}

uint64_t gpu_surface_tile(const struct gpu_surface *s, uint32_t x, uint32_t y, uint32_t slice)
{
	uint64_t start;

	if (s->mode == GPU_2D_THIN)
		return macro_tile(s, x >> 3, y >> 3, slice);
	start = s->base + slice * s->slice_bytes;
	if (s->mode == GPU_R500)
		return start + block_of(s, x >> 3, y >> 3);
	if (s->mode == GPU_1D_THIN)
		return start + ((uint64_t)(y >> 3) * (s->pitch >> 3) + (x >> 3)) * s->tile_bytes;
	return start + ((uint64_t)(y & ~7u) * s->pitch + (x & ~7u)) * (s->bytes * s->samples);
}
