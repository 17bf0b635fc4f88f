// SPDX-License-Identifier: GPL-2.0
/*
 * The sum of the levels of a texture of any size; texture.c proves what a level counts.  A turn of
 * the loop adds one level, so up to three represent every number.
 */
#include "surface.h"

#include "../../../pm4/r500/r500_texture.c"
#undef BLOCK
#undef NO_FORMAT
#include "../../../pm4/r500/r500_surface.c"

#define LEVELS	3

/* Each level is in the bytes of the texture, after the levels before it. */
void texture_levels(void)
{
	struct texture t;
	u64 before = 0, level = 0, bytes;
	u32 micro = any_below(3), k = any_below(LEVELS), i;

	/* As texture.c proves it of each texture that the source takes. */
	ASSUME(t.width >= 1 && t.width <= 16384 && t.height >= 1 && t.height <= 4096);
	ASSUME(t.depth >= 1 && t.depth <= 1u << 15 && (t.faces == 1 || t.faces == 6));
	ASSUME((t.faces == 1 || t.depth == 1) && t.levels < LEVELS && t.bytes <= 4);
	ASSUME((t.block == 0 || t.block == 2) && (micro != R500_SQUARE || t.bytes == 1));
	t.tile.width = tile_width(micro, t.bytes);
	t.tile.height = tile_height(micro, t.bytes);
	ASSUME(k <= t.levels);
	for (i = 0; i < LEVELS && i <= k; i++) {
		before += level;
		level = level_bytes(&t, i);
		/* The product of 2^18 bytes, 2^12 lines and 2^15 slices. */
		ASSUME(level <= 1ull << 45);
	}
	bytes = texture_bytes(&t);
	REACHED_IF(k == LEVELS - 1, "a texture has levels");
	PROVE(before + level >= before && before + level <= bytes,
	      "each level is in the bytes of the texture");
}
