// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Bytes of images in memory, for textures and for surfaces of the render arguments.
 *
 * Raster images are lines.  The others are made of micro-tiles of 64 bytes: in rows (LT), or as T
 * format in tiles of 4 KiB, 8x8 micro-tiles each, with whole tiles in both directions.
 */
#include "vc4_check.h"

#define MICRO_TILE	64u
#define TILE		8u	/* micro-tiles of a tile, in each direction */

/* Micro-tiles that hold some texels; @bytes of a texel are 1, 2, 4 or 8. */
static u32 micro_columns(u32 width, u32 bytes)
{
	u32 shift = bytes <= 2 ? 3 : bytes == 4 ? 2 : 1;

	return (width + (1u << shift) - 1) >> shift;
}

static u32 micro_rows(u32 height, u32 bytes)
{
	u32 shift = bytes == 1 ? 3 : 2;

	return (height + (1u << shift) - 1) >> shift;
}

/* All sizes are below 4096 micro-tiles in each direction, so the product has 30 bits. */
static u32 tile_bytes(u32 columns, u32 rows, bool t)
{
	u32 unit = t ? TILE - 1 : 0;

	return ((columns + unit) & ~unit) * ((rows + unit) & ~unit) * MICRO_TILE;
}

/**
 * vc4_texture_bytes() - bytes of a texture in the format that the hardware takes for its size
 * @width: width in texels, at most 2048
 * @height: height in texels, at most 2048
 * @bytes: bytes of a texel: 1, 2, 4 or 8
 *
 * The guide says LT if the image is smaller than one tile in either direction.  The in-tree driver
 * and Mesa take it up to half a tile, where an image has more bytes in T format: this bounds both.
 *
 * Return: bytes from the first to the end of the last texel, with the padding.
 */
u32 vc4_texture_bytes(u32 width, u32 height, u32 bytes)
{
	u32 columns = micro_columns(width, bytes), rows = micro_rows(height, bytes);

	return tile_bytes(columns, rows, columns > TILE / 2 && rows > TILE / 2);
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
u32 vc4_image_bytes(u32 format, u32 width, u32 height, u32 bytes)
{
	u32 columns = micro_columns(width, bytes);

	/* A line of a micro-tile has 8 or 16 bytes. */
	if (format == PM4_V_TILE_BITS_FORMAT_raster)
		return columns * (bytes == 1 ? 8 : 16) * height;
	return tile_bytes(columns, micro_rows(height, bytes), format == PM4_V_TILE_BITS_FORMAT_T);
}
