// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Bytes of images in memory, for textures and for surfaces of the render arguments.
 *
 * Raster images are lines.  The others are made of micro-tiles of 64 bytes: in rows (LT), or as T
 * format in tiles of 4 KiB, 8x8 micro-tiles each, with whole tiles in both directions.
 */
#include "pm4_check.h"

/* Texels of a micro-tile; @bytes of a texel are 1, 2, 4 or 8. */
static u32 tile_width(u32 bytes)
{
	return bytes <= 2 ? 8 : bytes == 4 ? 4 : 2;
}

static u32 tile_height(u32 bytes)
{
	return bytes == 1 ? 8 : 4;
}

static u64 round_to(u64 value, u32 unit)
{
	return (value + unit - 1) & ~(u64)(unit - 1);
}

/**
 * vc4_image_format() - the format that the hardware takes for an image of some size
 * @width: width in texels
 * @height: height in texels
 * @bytes: bytes of a texel
 *
 * The guide says LT if the image is smaller than one tile in either direction.  The in-tree driver
 * and Mesa take it up to half a tile, where an image has more bytes in T format: this bounds both.
 *
 * Return: T or LT, as the tables number them.
 */
u32 vc4_image_format(u32 width, u32 height, u32 bytes)
{
	bool small = width <= 4 * tile_width(bytes) || height <= 4 * tile_height(bytes);

	return small ? PM4_V_TILE_BITS_FORMAT_LT : PM4_V_TILE_BITS_FORMAT_T;
}

/**
 * vc4_image_bytes() - bytes of an image
 * @format: memory format, as the tables number them
 * @width: width in texels, at most 4096
 * @height: height in texels, at most 4096
 * @bytes: bytes of a texel: 1, 2, 4 or 8
 *
 * Return: bytes from the first to the end of the last texel, with the padding.
 */
u64 vc4_image_bytes(u32 format, u32 width, u32 height, u32 bytes)
{
	u32 w = tile_width(bytes), h = tile_height(bytes);

	if (format == PM4_V_TILE_BITS_FORMAT_T)
		return round_to(width, 8 * w) * round_to(height, 8 * h) * bytes;
	if (format == PM4_V_TILE_BITS_FORMAT_LT)
		return round_to(width, w) * round_to(height, h) * bytes;
	return round_to(width, w) * height * bytes;
}
