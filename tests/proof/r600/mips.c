// SPDX-License-Identifier: GPL-2.0
/*
 * texture_mip_bytes(): each level of a mip chain ends inside the bytes that the function returns.
 *
 * The loop over the levels is proven by induction: at its start the chain has any level next, and
 * the proof ends after this level.  A level begins where the slices of the level before end, so a
 * chain that is long enough for its last level is long enough for each.
 */
#include "surface.h"
#undef r600_refuse_scissor
#include "../../../pm4/r600/r600_check_surface.c"

/* The loop over the descriptors has no variables of these names. */
struct texture;
static struct texture *t;
static u32 level, mode;
static struct r600_tiling layout;
static u64 begin, end;
static bool next_level(const struct r600_checker *ck, struct texture *t, u32 *mode,
		       struct r600_tiling *layout, u64 *begin, u64 *end, u32 *level);

#define for(...)	while (next_level(ck, t, &mode, &layout, &begin, &end, &level))
#include "../../../pm4/r600/r600_check_resource.c"
#undef for

static bool inside;
static u64 began;

/* The next power of two of a size that is halved @level times. */
static u32 level_size(u32 size, u32 level)
{
	u32 half = size >> level, bits = 0;

	if (half <= 1)
		return 1;
	for (bits = 1; bits < 14; bits++)
		if (half <= 1u << bits)
			break;
	return 1u << bits;
}

static u32 level_blocks(u32 size, u32 level, u32 block)
{
	u32 texels = level_size(size, level);

	return block == 4 ? (texels + 3) / 4 : block == 2 ? (texels + 1) / 2 : texels;
}

/* A level that is smaller than a macro tile. */
static bool is_small(const struct texture *t, u32 level)
{
	return level_blocks(t->width, level, t->format.block_w) < t->layout.pitch_align ||
	       level_blocks(t->height, level, t->format.block_h) < t->layout.height_align;
}

/* Each byte of @slice of the level, which begins at byte @began of the chain, is before @end. */
static void prove_level(const struct r600_checker *ck, const struct texture *t, u32 level,
			u64 begin, u64 end)
{
	bool macro = t->mode == 4 && !is_small(t, level);
	struct r600_tiling micro;
	u32 unit = macro ? 8 * ck->card.pipes : t->mode >= 2 ? 8 : 1;
	u32 wide, lines, row_end, slice, depth;
	u64 row, bytes, all, byte = nondet_u64();

	r600_surface_layout(&ck->card, macro ? 4 : t->mode == 4 ? 2 : t->mode, t->format.bytes, 1,
			    &micro);
	wide = proof_align(level_blocks(t->width, level, t->format.block_w), micro.pitch_align);
	lines = level_blocks(t->height, level, t->format.block_h);
	row = (u64)wide * t->format.bytes;
	row_end = proof_align(any_below(lines) + 1, unit);
	MONOTONE(row_end, row, proof_align(lines, unit), row);
	bytes = proof_times(proof_align(lines, unit), row);
	depth = t->dim == 2 ? level_size(t->depth, level) : t->slices;
	slice = any_below(depth);
	ONE_MORE(slice, bytes);
	MONOTONE(slice + 1, bytes, depth, bytes);
	/* A 3D texture counts as one slice of all its depth. */
	all = proof_times(depth, bytes);
	ASSUME(proof_times(1, all) == all);
	ASSUME(byte < proof_times(row_end, row));
	PROVE(began + proof_times(slice, bytes) + byte < end,
	      "each byte of the level is in the chain");
	MONOTONE(t->slices, t->dim == 2 ? all : bytes, t->stride, t->dim == 2 ? all : bytes);
	PROVE(end, "a chain with a level has bytes");
	PROVE(begin >= end, "the next level begins after the level");
}

static bool next_level(const struct r600_checker *ck, struct texture *t, u32 *mode,
		       struct r600_tiling *layout, u64 *begin, u64 *end, u32 *level)
{
	u32 before = nondet_u32();

	if (inside) {
		REACHED("a level is counted");
		REACHED_IF(t->dim == 2 && t->mode == 4 && *mode == 2, "a small level of a 3D texture");
		prove_level(ck, t, *level, *begin, *end);
		PROVE(*begin <= (u64)(*level + 1) << 47, "the sum of the levels fits in 64 bits");
		ASSUME(0);
	}
	inside = true;
	*level = nondet_u32();
	*begin = began = nondet_u64();
	*end = nondet_u64();
	ASSUME(*level >= 1 && *level <= 14 && *end <= *begin && *begin <= (u64)*level << 47);
	if (t->mode == 4 && nondet_bool()) {
		/* A level before this one was too small for macro tiles. */
		ASSUME(before >= 1 && before < *level && is_small(t, before));
		*mode = 2;
		r600_surface_layout(&ck->card, 2, t->format.bytes, 1, layout);
	}
	return *level <= t->last_level;
}

void mip_chain(void)
{
	struct r600_checker any, *ck = &any;
	struct texture any_texture, *texture = &any_texture;

	surface_world(ck, NULL, 0);
	texture->format = r600_formats[any_below(64)];
	/* texture.c proves this where the chain is computed. */
	ASSUME(TEXTURE_WITH_LEVELS(texture));
	if (r600_surface_layout(&ck->card, texture->mode, texture->format.bytes, 1,
				&texture->layout))
		return;
	texture_mip_bytes(ck, texture, nondet_u64());
}
