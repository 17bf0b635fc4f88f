// SPDX-License-Identifier: GPL-2.0
/*
 * One coordinate to the texels that a filter takes.
 *
 * Any float is a coordinate: NaN counts as 0, infinities and large numbers end at the edges.
 */
#include "texture_unit.h"

#include <math.h>

#include "float.h"

/* Floats from 2^23 on are integers. */
static inline float floor_of(float x)
{
	float whole;

	if (!(x > -8388608.0f && x < 8388608.0f))
		return x;
	whole = (float)(int32_t)x;
	return whole > x ? whole - 1 : whole;
}

static bool is_mirrored(unsigned int mode)
{
	return mode == GPU_MIRROR_ONCE || mode == GPU_MIRROR_HALF_BORDER || mode == GPU_MIRROR_BORDER;
}

/* The coordinate in texels, folded as the mode says, at most two texels outside of the texture. */
static float folded(unsigned int mode, float coord, float scale, float offset, float size)
{
	float u, turns;

	switch (mode) {
	case GPU_REPEAT:
		turns = coord * scale / size;
		u = (turns - floor_of(turns)) * size + offset;
		break;
	case GPU_MIRROR:
		turns = (coord * scale + offset) / size;
		turns -= 2 * floor_of(turns * 0.5f);
		u = (turns > 1 ? 2 - turns : turns) * size;
		break;
	default:
		u = coord * scale + offset;
		if (is_mirrored(mode))
			u = fabsf(u);
		if ((mode == GPU_HALF_BORDER || mode == GPU_MIRROR_HALF_BORDER) && u < 0)
			u = 0;
		if ((mode == GPU_HALF_BORDER || mode == GPU_MIRROR_HALF_BORDER) && u > size)
			u = size;
	}
	/* Offsets of a repeated coordinate go further: 8 texels. */
	if (!(u > -16))
		return u == u ? -16 : 0;
	return u < size + 16 ? u : size + 16;
}

static inline int32_t texel_of(unsigned int mode, bool linear, int32_t i, int32_t size)
{
	if (i >= 0 && i < size)
		return i;
	if (mode == GPU_REPEAT) {
		i %= size;
		return i < 0 ? i + size : i;
	}
	if (i < 0 && is_mirrored(mode))
		return 0;
	if (mode == GPU_BORDER || mode == GPU_MIRROR_BORDER ||
	    (linear && (mode == GPU_HALF_BORDER || mode == GPU_MIRROR_HALF_BORDER)))
		return GPU_OUTSIDE;
	return i < 0 ? 0 : size - 1;
}

void gpu_wrap_axis(struct gpu_axis *a, unsigned int mode, bool linear, float coord, bool normalised,
		   float offset, uint32_t size)
{
	float u = folded(mode, coord, normalised ? (float)size : 1, offset, (float)size);
	float first;

	if (!linear) {
		a->texel[0] = texel_of(mode, false, (int32_t)floor_of(u), (int32_t)size);
		a->texel[1] = a->texel[0];
		a->weight = 0;
		return;
	}
	u -= 0.5f;
	first = floor_of(u);
	a->texel[0] = texel_of(mode, true, (int32_t)first, (int32_t)size);
	a->texel[1] = texel_of(mode, true, (int32_t)first + 1, (int32_t)size);
	a->weight = floor_of((u - first) * 256 + 0.5f) * (1 / 256.0f);
}

uint32_t gpu_layer(float z, uint32_t last)
{
	z = gpu_round_even(z);
	if (!(z > 0))
		return 0;
	return z < last ? (uint32_t)z : last;
}
