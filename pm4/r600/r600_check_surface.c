// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Surfaces.  Memory layout: sizes of the formats, and the alignments of pitch, height and
 * base that array modes demand, for the checks of colour, depth, textures and DMA copies.
 * Scissors: the columns and lines of a surface that a draw can reach, and the refusal of a
 * draw that reaches past the end of a surface.
 *
 * r600_check_draw.c updates ck->scissor when a scissor register has changed;
 * r600_check_color.c and r600_check_depth.c compare it with their surfaces and refuse.  Takes
 * no lock.
 */
#include "r600_check.h"

#define COLOR(n)	{ n, 1, 1, 1 }
#define TEXEL(n)	{ n, 1, 1, 0 }
#define BLOCK(n)	{ n, 4, 4, 0 }
#define PAIR(n)		{ n, 2, 1, 0 }

/* The index is CB_COLOR#_INFO.FORMAT or SQ_TEX_RESOURCE_WORD1.DATA_FORMAT. */
const struct r600_format r600_formats[PM4_FORMATS] = {
	[0x01] = COLOR(1),	/* 8 */
	[0x02] = COLOR(1),	/* 4_4 */
	[0x03] = COLOR(1),	/* 3_3_2 */
	[0x05] = COLOR(2),	/* 16 */
	[0x06] = COLOR(2),	/* 16_FLOAT */
	[0x07] = COLOR(2),	/* 8_8 */
	[0x08] = COLOR(2),	/* 5_6_5 */
	[0x09] = COLOR(2),	/* 6_5_5 */
	[0x0a] = COLOR(2),	/* 1_5_5_5 */
	[0x0b] = COLOR(2),	/* 4_4_4_4 */
	[0x0c] = COLOR(2),	/* 5_5_5_1 */
	[0x0d] = COLOR(4),	/* 32 */
	[0x0e] = COLOR(4),	/* 32_FLOAT */
	[0x0f] = COLOR(4),	/* 16_16 */
	[0x10] = COLOR(4),	/* 16_16_FLOAT */
	[0x11] = COLOR(4),	/* 8_24 */
	[0x12] = COLOR(4),	/* 8_24_FLOAT */
	[0x13] = COLOR(4),	/* 24_8 */
	[0x14] = COLOR(4),	/* 24_8_FLOAT */
	[0x15] = COLOR(4),	/* 10_11_11 */
	[0x16] = COLOR(4),	/* 10_11_11_FLOAT */
	[0x17] = COLOR(4),	/* 11_11_10 */
	[0x18] = COLOR(4),	/* 11_11_10_FLOAT */
	[0x19] = COLOR(4),	/* 2_10_10_10 */
	[0x1a] = COLOR(4),	/* 8_8_8_8 */
	[0x1b] = COLOR(4),	/* 10_10_10_2 */
	[0x1c] = COLOR(8),	/* X24_8_32_FLOAT */
	[0x1d] = COLOR(8),	/* 32_32 */
	[0x1e] = COLOR(8),	/* 32_32_FLOAT */
	[0x1f] = COLOR(8),	/* 16_16_16_16 */
	[0x20] = COLOR(8),	/* 16_16_16_16_FLOAT */
	[0x22] = COLOR(16),	/* 32_32_32_32 */
	[0x23] = COLOR(16),	/* 32_32_32_32_FLOAT */
	[0x25] = TEXEL(1),	/* 1 */
	[0x27] = PAIR(4),	/* GB_GR */
	[0x28] = PAIR(4),	/* BG_RG */
	[0x29] = TEXEL(4),	/* 32_AS_8 */
	[0x2a] = TEXEL(4),	/* 32_AS_8_8 */
	[0x2b] = TEXEL(4),	/* 5_9_9_9_SHAREDEXP */
	[0x2c] = TEXEL(4),	/* 8_8_8 */
	[0x2d] = TEXEL(8),	/* 16_16_16 */
	[0x2e] = TEXEL(8),	/* 16_16_16_FLOAT */
	[0x2f] = TEXEL(12),	/* 32_32_32 */
	[0x30] = TEXEL(12),	/* 32_32_32_FLOAT */
	[0x31] = BLOCK(8),	/* BC1 */
	[0x32] = BLOCK(16),	/* BC2 */
	[0x33] = BLOCK(16),	/* BC3 */
	[0x34] = BLOCK(8),	/* BC4 */
	[0x35] = BLOCK(16),	/* BC5 */
};

/**
 * r600_surface_layout() - compute the alignments of an array mode
 * @card: pipes, banks and group size of the card
 * @mode: ARRAY_MODE or TILE_MODE
 * @bytes: bytes of one block
 * @samples: samples of a pixel
 * @layout: receives the alignments
 *
 * A tile has 8 x 8 blocks.  A macro tile is as many tiles wide as there are banks, and as
 * many tiles high as there are pipes.  Multisampled surfaces are 2D tiled (libdrm's
 * radeon_surface.c, AMD's AddrLib); no document describes other layouts for them.
 *
 * Return: 0, or 1 if the mode does not exist.
 */
int r600_surface_layout(const struct pm4_card *card, u32 mode, u32 bytes,
			u32 samples, struct r600_tiling *layout)
{
	u32 group = card->group_bytes;
	u32 banks = card->banks;
	u32 macro;

	if (samples > 1 && mode != PM4_TILED_2D)
		return 1;
	switch (mode) {
	case PM4_LINEAR_GENERAL:
		layout->pitch_align = 1;
		layout->height_align = 1;
		layout->base_align = 1;
		return 0;
	case PM4_LINEAR_ALIGNED:
		layout->pitch_align = max(64u, group / bytes);
		layout->height_align = 1;
		layout->base_align = group;
		return 0;
	case PM4_TILED_1D:
		layout->pitch_align = max(8u, group / (8 * bytes * samples));
		layout->height_align = 8;
		layout->base_align = group;
		return 0;
	case PM4_TILED_2D:
		layout->pitch_align = max(8 * banks,
					  group * banks / (8 * bytes * samples));
		layout->height_align = 8 * card->pipes;
		macro = banks * card->pipes * 64 * bytes * samples;
		layout->base_align = max(macro, layout->pitch_align *
					 layout->height_align * bytes * samples);
		return 0;
	}
	return 1;
}

/* RADEON_TILING_* of radeon_drm.h, part of the ABI. */
#define TILING_MACRO 0x1u
#define TILING_MICRO 0x2u

/**
 * r600_tiling_mode() - add the tiling of a buffer to an array mode
 * @buffer: the buffer
 * @mode: array mode of the descriptor
 *
 * radeon's ABI, for clients that do not keep the tiling of their descriptors.
 *
 * Return: @mode with the array mode of the buffer or-ed in.
 */
u32 r600_tiling_mode(const struct pm4_buffer *buffer, u32 mode)
{
	if (buffer->tiling & TILING_MACRO)
		return mode | PM4_TILED_2D;
	if (buffer->tiling & TILING_MICRO)
		return mode | PM4_TILED_1D;
	return mode;
}

struct scissor {
	u32 br;
	u32 tl;		/* holds WINDOW_OFFSET_DISABLE; 0: the offset never moves this one */
};

static const struct scissor scissors[] = {
	{ PM4_R_PA_SC_SCREEN_SCISSOR_BR, 0 },
	{ PM4_R_PA_SC_GENERIC_SCISSOR_BR, PM4_R_PA_SC_GENERIC_SCISSOR_TL },
	{ PM4_R_PA_SC_WINDOW_SCISSOR_BR, PM4_R_PA_SC_WINDOW_SCISSOR_TL },
};

/* Returns true unless the window offset is known to be 0. */
static bool window_moves(const struct r600_checker *ck)
{
	return !r600_context_isset(ck, PM4_R_PA_SC_WINDOW_OFFSET) ||
	       r600_context_get(ck, PM4_R_PA_SC_WINDOW_OFFSET);
}

/* Returns true if the window offset may move a scissor, which then bounds nothing. */
static bool is_moved(const struct r600_checker *ck, const struct scissor *s, bool moves)
{
	return moves && s->tl && !(r600_context_get(ck, s->tl) >> 31);
}

static __always_inline void narrow(const struct r600_checker *ck, const struct scissor *s,
				   bool moves, struct r600_rect *limit)
{
	u32 value;

	if (!r600_context_isset(ck, s->br) || is_moved(ck, s, moves))
		return;
	value = r600_context_get(ck, s->br);
	limit->x = min(limit->x, value & 0x7fff);
	limit->y = min(limit->y, value >> 16 & 0x7fff);
}

/**
 * r600_scissor_update() - set ck->scissor to the pixels that a draw can reach
 * @ck: the check
 *
 * A pixel must pass all scissors, so the tightest one counts.  The window scissor and
 * the generic scissor count only if no window offset can move them.
 */
void r600_scissor_update(struct r600_checker *ck)
{
	struct r600_rect limit = { PM4_SCREEN_MAX, PM4_SCREEN_MAX };
	bool moves = window_moves(ck);

	/* Unrolled by hand, so that the register offsets are constants. */
	narrow(ck, &scissors[0], moves, &limit);
	narrow(ck, &scissors[1], moves, &limit);
	narrow(ck, &scissors[2], moves, &limit);
	ck->scissor = limit;
}

/**
 * r600_refuse_scissor() - refuse a draw whose scissors exceed a surface
 * @ck: the check
 * @surface: register that names the surface in the sentence
 * @index: relocation of the surface
 * @down: true: too many lines, false: too many columns
 * @fits: number of lines or columns that fit
 *
 * The sentence names the tightest scissor, or the scissor that would be tight enough if the
 * window offset did not move it.
 *
 * Return: 1, always.
 */
int __cold r600_refuse_scissor(struct r600_checker *ck, u32 surface, u32 index, bool down, u32 fits)
{
	u32 reg = PM4_R_PA_SC_SCREEN_SCISSOR_BR, kind = PM4_SCISSOR_UNSET;
	u32 tightest = ~0u, moved = 0;
	bool moves = window_moves(ck);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(scissors); i++) {
		const struct scissor *s = &scissors[i];
		u32 value = r600_context_get(ck, s->br) >> (down ? 16 : 0) & 0x7fff;

		if (!r600_context_isset(ck, s->br))
			continue;
		if (is_moved(ck, s, moves)) {
			if (value <= fits)
				moved = s->br;
			continue;
		}
		if (value >= tightest)
			continue;
		tightest = value;
		reg = s->br;
		kind = PM4_SCISSOR_TIGHTEST;
	}
	if (moved) {
		reg = moved;
		kind = PM4_SCISSOR_MOVED;
	}
	return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_SCISSOR, .reg = reg,
			  .buffer = r600_buffer(ck, index),
			  .detail = kind | (down ? PM4_SCISSOR_DOWN : 0), .expected = fits,
			  .actual = min(tightest, PM4_SCREEN_MAX), .shape = { surface });
}
