// SPDX-License-Identifier: GPL-2.0
/* Unit tests of formats, tiles, fetches and textures: build/gpu-surface-test. */
#include "unit_surface.h"

uint32_t unit_random(void)
{
	static uint64_t state = 0x9e3779b97f4a7c15u;

	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 32);
}

int main(void)
{
	unit_float();
	unit_format();
	unit_color_format();
	unit_tile();
	unit_fetch();
	unit_texture();
	unit_filter();
	unit_masks();
	unit_lanes();
	return tap_end();
}
