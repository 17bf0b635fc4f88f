// SPDX-License-Identifier: GPL-2.0
/*
 * Textures of a draw, with any registers and relocations, on any card.
 *
 * Sizes are computed apart from the source (guide 2.2, 2.3, 10.8): a texel is anywhere in the row
 * of
 * tiles that holds its line, the slices and faces of a level follow each other, and so do the
 * levels.
 */
#define WORLD_REGS 8
#include "surface.h"

#include "../../../pm4/r500/r500_texture.c"
#undef BLOCK
#undef NO_FORMAT
#include "../../../pm4/r500/r500_surface.c"

static const u32 regs[] = {
	PM4_R_TX_FILTER0, PM4_R_TX_FORMAT0, PM4_R_TX_FORMAT1, PM4_R_TX_FORMAT2, PM4_R_TX_OFFSET,
	PM4_R_US_FORMAT0, PM4_R_TX_FILTER1, PM4_R_TX_BORDER_COLOR,
};
enum { FILTER0, FORMAT0, FORMAT1, FORMAT2, OFFSET, US_FORMAT };

static u32 number;

static void texture_world(struct r500_checker *ck)
{
	u32 i;

	surface_world(ck, regs, ARRAY_SIZE(regs));
	number = any_below(R500_UNITS);
	for (i = 0; i < ARRAY_SIZE(regs); i++)
		world_regs[i].reg += 4 * number;
	ASSUME(ck->texture_buffer[number] < WORLD_BUFFERS);
}

static u32 larger(u32 a, u32 b)
{
	return a > b ? a : b;
}

/* A struct texture that take_texture() makes: texture_size() proves each of these. */
#define IS_TEXTURE(t) \
	((t)->width >= 1 && (t)->width <= 16384 && (t)->height >= 1 && (t)->height <= 4096 && \
	 (t)->depth >= 1 && (t)->depth <= 1u << 15 && ((t)->faces == 1 || (t)->faces == 6) && \
	 ((t)->faces == 1 || (t)->depth == 1) && (t)->levels <= 15 && (t)->bytes <= 4 && \
	 ((t)->block == 0 || (t)->block == 2))

/* The size is what the registers say, or larger. */
void texture_size(void)
{
	struct r500_checker any, *ck = &any;
	struct texture t;
	u32 f0, f1, f2, filter, width, height, type, pitch, micro, format;

	texture_world(ck);
	world_regs[FILTER0].is_set = world_regs[FORMAT0].is_set = true;
	world_regs[FORMAT1].is_set = world_regs[FORMAT2].is_set = true;
	if (take_texture(ck, number, &t))
		return;
	REACHED("a texture is accepted");
	f0 = world_regs[FORMAT0].value;
	f1 = world_regs[FORMAT1].value;
	f2 = world_regs[FORMAT2].value;
	filter = world_regs[FILTER0].value;
	width = ((f0 & 0x7ff) | (f2 >> 15 & 1) << 11) + 1;
	height = ((f0 >> 11 & 0x7ff) | (f2 >> 16 & 1) << 11) + 1;
	type = f1 >> 25 & 3;
	pitch = f0 >> 31 ? (f2 & 0x3fff) + 1 : 0;
	micro = ck->texture_offset[number] >> 3 & 3;
	format = (f1 & 31) | (f2 >> 14 & 1) << 5;
	PROVE(IS_TEXTURE(&t), "the sizes have the bounds that the other theorems assume");
	PROVE(t.width >= width && t.height >= height && t.width >= pitch,
	      "the size is the registers', or larger");
	PROVE(t.levels >= (f0 >> 26 & 15) && t.levels >= (filter >> 17 & 15) &&
	      (f0 >> 26 & 15) <= 12,
	      "each level that the registers name is counted");
	PROVE(type <= 2, "the type exists");
	PROVE(t.faces == (type == 2 ? 6 : 1), "a cube has six faces");
	PROVE(type != 2 || t.height >= width, "a face is square");
	PROVE(t.depth == (type == 1 ? 1u << (f0 >> 22 & 15) : 1), "a volume has its slices");
	PROVE(type == 0 && !t.levels || !(t.height & (t.height - 1)),
	      "levels, slices and faces have powers of two");
	PROVE(type == 0 && !t.levels || pitch || !(t.width & (t.width - 1)),
	      "levels, slices and faces have powers of two");
	PROVE((filter & 7) && !(filter & 1) || t.width >= pitch && (pitch ||
	      !(t.width & (t.width - 1))),
	      "a width that repeats is a power of two");
	PROVE((filter >> 3 & 7) && !(filter >> 3 & 1) || !(t.height & (t.height - 1)),
	      "a height that repeats is a power of two");
	PROVE(micro <= 2 && (micro != R500_SQUARE || t.bytes == 1), "the tiles exist");
	PROVE(t.tile.width == tile_width(micro, t.bytes) && t.tile.height == tile_height(micro,
	      t.bytes),
	      "the tiles have the size of 32 bytes");
	PROVE(t.macro == (ck->texture_offset[number] >> 2 & 1), "macro tiles are the offset's");
	PROVE(format != 18 && format <= 38, "the format exists");
	REACHED_IF(t.block && t.levels, "blocks are accepted");
}

/* Each texel of each slice and face of any level is in the bytes that the level counts. */
void texture_level(void)
{
	struct texture t;
	u32 level = any_below(16), micro = any_below(3), w, h, slices, slice, line, end, lines, row,
	    tw, th;
	u64 byte = nondet_u64(), bytes;

	ASSUME(IS_TEXTURE(&t));
	ASSUME(micro != R500_SQUARE || t.bytes == 1);
	t.tile.width = tile_width(micro, t.bytes);
	t.tile.height = tile_height(micro, t.bytes);
	bytes = level_bytes(&t, level);
	REACHED("a level has bytes");
	w = larger(t.width >> level, 1);
	h = larger(t.height >> level, 1);
	slices = larger(t.depth >> level, 1) * t.faces;
	/* Texels, or blocks of 4x4. */
	w = t.block ? (w + 3) / 4 : w;
	h = t.block ? (h + 3) / 4 : h;
	/* A level that is narrower than a macro tile may have none. */
	tw = t.tile.width + (t.macro && w >= 8u << t.tile.width ? 3 : 0);
	th = t.tile.height + (tw != t.tile.width ? 3 : 0);
	row = ((w + (1u << tw) - 1) >> tw << tw) << t.bytes;
	line = any_below(h);
	end = ((line >> th) + 1) << th;
	lines = (((h - 1) >> th) + 1) << th;
	CUT(end <= lines, "a line is in a row of tiles");
	slice = any_below(slices);
	MONOTONE(row, end, row, lines);
	ASSUME(byte < proof_times(row, end));
	/* (slice + 1) * bytes of a slice = slice * bytes of a slice + bytes of a slice */
	ONE_MORE(slice, proof_times(row, lines));
	MONOTONE(slice + 1, proof_times(row, lines), slices, proof_times(row, lines));
	PROVE(proof_times(slice, proof_times(row, lines)) + byte < bytes,
	      "each byte is one of the level");
}
