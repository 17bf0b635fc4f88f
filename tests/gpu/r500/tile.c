// SPDX-License-Identifier: GPL-2.0
/* R5xx's surfaces: see tile.h. */
#include "tile.h"

#include <string.h>

bool r500_micro_tile(uint32_t bytes, uint32_t micro, uint32_t *width, uint32_t *height)
{
	static const struct { uint8_t width, height; } tiled[5] = { { 8, 4 }, { 8, 2 }, { 4, 2 }, { 2, 2 }, { 0, 0 } };
	uint32_t size = (uint32_t)__builtin_ctz(bytes | 32);

	if (bytes > 16 || bytes != 1u << size)
		return false;
	switch (micro) {
	case R500_LINEAR:
		*width = R500_MICRO_BYTES / bytes;
		*height = 1;
		return true;
	case R500_TILED:
		*width = tiled[size].width;
		*height = tiled[size].height;
		return *width;
	case R500_SQUARE:
		*width = 4;
		*height = 4;
		return bytes == 2;
	}
	return false;
}

static uint32_t round_up(uint32_t v, uint32_t unit)
{
	return (v + unit - 1) / unit * unit;
}

/* The bytes of a row of micro tiles with their samples. */
static void lay_out(struct gpu_surface *s, uint32_t width, uint32_t height, bool macro)
{
	uint32_t tile = R500_MICRO_BYTES * s->samples, across = s->pitch / width;
	uint32_t next_row = macro ? tile * R500_MACRO_TILES : tile * across;

	/* Eight columns are a part of a micro tile, or several. */
	s->block.x_bytes = width > 8 ? 8u * s->bytes : tile * 8 / width;
	s->block.y_bytes = next_row * 8 / height;
	s->block.across = macro ? (uint8_t)__builtin_ctz(width * R500_MACRO_TILES / 8) : 0;
	s->block.down = macro ? (uint8_t)__builtin_ctz(height * R500_MACRO_TILES / 8) : 0;
	s->tile_bytes = macro ? tile * R500_MACRO_TILES * R500_MACRO_TILES : s->block.x_bytes;
	s->block.row_bytes = macro ? s->tile_bytes * (across / R500_MACRO_TILES) : s->block.y_bytes;
	s->slice_bytes = (uint64_t)tile * across * (s->height / height);
	for (uint32_t i = 0; i < 64; i++) {
		uint32_t x = i % 8, y = i / 8;

		s->element[i] = y / height * next_row + x / width * tile + (y % height * width + x % width) * s->bytes;
	}
	memset(s->sample, 0, sizeof(s->sample));
	for (uint32_t i = 0; i < s->samples; i++)
		s->sample[i] = R500_MICRO_BYTES * i;
	gpu_surface_find_reach(s);
}

bool r500_surface_init(struct gpu_surface *s, uint32_t micro, bool macro)
{
	uint32_t width, height, unit = macro ? R500_MACRO_TILES : 1;

	s->mode = GPU_R500;
	if (!r500_micro_tile(s->bytes, micro, &width, &height) || !s->samples || s->samples > 6 || !s->pitch ||
	    s->pitch > 1 << 16 || !s->height || s->height > 1 << 16)
		return false;
	s->pitch = round_up(s->pitch, width * unit);
	s->height = round_up(s->height, height * unit);
	lay_out(s, width, height, macro);
	return true;
}
