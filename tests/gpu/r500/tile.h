/* SPDX-License-Identifier: GPL-2.0 */
/*
 * R5xx's surfaces (guide, chapter 2): micro tiles of 32 bytes, in rows or in macro tiles of 8x8 of them.
 *
 * A micro tile is a row of elements, or a rectangle.  With several samples each element has so many places
 * of its micro tile, one after the other: the guide has the samples of 4x4 pixels so, and of other numbers
 * says nothing.
 */
#ifndef GPU_R500_TILE_H
#define GPU_R500_TILE_H

#include "../tile.h"

#define R500_MICRO_BYTES	32u
#define R500_MACRO_TILES	8u	/* micro tiles that a macro tile is wide, and high */

enum r500_micro { R500_LINEAR, R500_TILED, R500_SQUARE };

/**
 * r500_micro_tile() - elements of a micro tile
 * @bytes: of an element: 1, 2, 4, 8 or 16
 * @micro: enum r500_micro
 * @width: result
 * @height: result
 *
 * Return: false if there are no such tiles.
 */
bool r500_micro_tile(uint32_t bytes, uint32_t micro, uint32_t *width, uint32_t *height);

/**
 * r500_surface_init() - lays out a surface
 * @s: base, pitch, height, bytes and samples are the caller's; the rest follows
 * @micro: enum r500_micro
 * @macro: it has macro tiles
 *
 * Pitch and height become whole tiles.
 *
 * Return: false if no surface has these properties; it then must not be accessed.
 */
bool r500_surface_init(struct gpu_surface *s, uint32_t micro, bool macro);

#endif
