// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Surfaces that a draw writes: colour buffers, the depth buffer, and the destination of a
 * resolve.  Such a surface has an offset and a pitch, and no height: the scissor alone bounds
 * it.
 *
 * Pixels past the pitch would be pixels of the next lines.  Mesa's clears by the depth block set a
 * scissor that is rounded up to 64 pixels, and so may pass the pitch.  The check then cuts the
 * scissor to the narrowest pitch.  A draw that was checked with the wider scissor stays inside,
 * and no recorded draw under the same scissor loses a pixel that it would have kept.
 *
 * Depth alone may pass its pitch: Mesa 26 counts the samples of a draw without a depth buffer by
 * one of 4 pixels a line, which it reads and does not need.  Such a draw keeps its scissor if the
 * last row of tiles, as long as the scissor is wide, ends inside of the buffer.
 *
 * The chip writes the lines of a draw to surfaces later, by registers that may have changed since:
 * r500_cache.c looks at these.
 *
 * Called by the draw check for surfaces that have changed.  Takes no lock.
 */
#include "r500_check.h"

/**
 * struct surface - a surface
 * @base: register of the offset
 * @pitch_reg: register of the pitch
 * @buffer: its relocation
 * @pitch: pitch in pixels
 * @bytes: log2 of the bytes of a pixel
 * @samples: samples of a pixel
 * @block: log2 of the pixels in a direction that the chip writes together, whatever the tiles are
 * @micro: R500_LINEAR, R500_TILED or R500_SQUARE
 * @macro: macro tiling is on
 */
struct surface {
	u32 base;
	u32 pitch_reg;
	u32 buffer;
	u32 pitch;
	u32 bytes;
	u32 samples;
	u32 block;
	u32 micro;
	bool macro;
};

/*
 * Blocks.  The samples of 4x4 pixels are together (guide 9.4.8), and so are 4x4 or 8x8 pixels of
 * compressed depth (9.4.4, 9.4.9), of which ZMASK has an entry for each: a write of one pixel can
 * expand the block.  CMASK goes with samples.
 */
#define BLOCK_4X4	2u
#define BLOCK_8X8	3u

/* Guide 2.2 and 2.3: 32 bytes, of 1, 2, 4, 8 or 16 bytes a pixel. */
const struct r500_tile r500_micro_tiles[4][8] = {
	[R500_LINEAR] = { { 5, 0 }, { 4, 0 }, { 3, 0 }, { 2, 0 }, { 1, 0 } },
	[R500_TILED] = { { 3, 2 }, { 3, 1 }, { 2, 1 }, { 1, 1 }, { 1, 0 } },
	[R500_SQUARE] = { [1] = { 2, 2 } },
};

/*
 * The draw can pass the end of a line: cut the scissor.  Refuse to make one that ends before it
 * begins, for a draw since the write of SC_SCISSOR1: no document says what that passes.
 */
static int cut_scissor(struct r500_checker *ck, u32 pitch_reg, u32 pitch)
{
	if (ck->scissor_left >= pitch)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_PITCH, .reg = pitch_reg,
				   .detail = 1, .expected = ck->scissor_left, .actual = pitch);
	ck->scissor = (ck->scissor & ~0x1fffu) | (pitch - 1);
	if (ck->cut) {
		ck->cut->arg = ck->scissor;
		return 0;
	}
	ck->cut = ck->patch;
	r500_patch(ck, r500_at(ck, R500_INDEX(SC_SCISSOR1)), PM4_PATCH_VALUE, ck->scissor);
	return 0;
}

/*
 * Bytes from the offset to the end of the last line that a draw can reach, with whole blocks, if
 * the last row of tiles is @past pixels longer than the pitch.
 */
static __always_inline u64 surface_bytes(const struct r500_checker *ck, const struct surface *s,
					 u32 tile_height, u64 past)
{
	u32 pitch = s->pitch, block = s->samples > 1 ? BLOCK_4X4 : 0;

	if (unlikely(block | s->block)) {
		block = max(s->block, block);
		pitch = r500_round(pitch, 1u << block);
		tile_height = max(tile_height, block);
	}
	return pm4_times(s->samples,
			 pm4_times(pitch << s->bytes,
				   r500_round(R500_Y1(ck->scissor), 1u << tile_height)) +
			 (past << (tile_height + s->bytes)));
}

/*
 * Returns true if depth is nothing but a surface.  HiZ and ZMASK have RAM with a pitch, and no
 * document says which entry a pixel past it has.  A clear of colour has the pitch of the colour.
 */
static bool plain_depth(const struct r500_checker *ck)
{
	return !(r500_get(ck, ZB_BW_CNTL) & (R500_BW_HYPERZ | R500_BW_CLEAR)) &&
	       !(r500_get(ck, SC_HYPERZ_EN) & R500_SC_HYPERZ);
}

/*
 * Tiles follow each other along a line, and the tiles of the next line begin at the pitch (guide
 * 2.3).  So tile column and pitch add up: past the pitch are the tiles of the next lines, and only
 * those past the last line are further away than the pitch allows.  A chip that ends a line at the
 * pitch, or begins it again there, stays inside of that.  @s is a copy, so that the caller keeps
 * its own in registers.
 */
static noinline bool fits_past_pitch(const struct r500_checker *ck, struct surface s,
				     struct r500_tile tile)
{
	u32 width = max((u32)tile.width, s.samples > 1 ? BLOCK_4X4 : 0);
	u64 past = r500_round(R500_X1(ck->scissor), 1u << width) - s.pitch;

	return plain_depth(ck) &&
	       pm4_inside(r500_buffer(ck, s.buffer), *r500_at(ck, s.base / 4),
			  surface_bytes(ck, &s, tile.height, past));
}

/* Inline, like the bytes: the members of @s stay in registers. */
static __always_inline int check_surface(struct r500_checker *ck, const struct surface *s,
					 bool is_depth)
{
	const struct pm4_buffer *buffer = r500_buffer(ck, s->buffer);
	u32 unit = s->macro ? R500_MACRO_BYTES : R500_MICRO_BYTES;
	u32 offset = *r500_at(ck, s->base / 4);
	struct r500_tile tile = r500_micro_tiles[s->micro][s->bytes];
	u64 bytes;

	if (!tile.width)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE, .reg = s->pitch_reg,
				   .actual = s->micro, .expected = 1 << s->bytes);
	if (s->macro) {
		tile.width += R500_MACRO_TILES;
		tile.height += R500_MACRO_TILES;
	}
	if (!s->pitch || s->pitch & ((1u << tile.width) - 1))
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_PITCH, .reg = s->pitch_reg,
				   .expected = 1 << tile.width, .actual = s->pitch);
	if (offset & (unit - 1) || buffer->align < unit)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_BASE, .reg = s->base,
				   .buffer = buffer, .offset = offset, .expected = unit,
				   .actual = offset & (unit - 1) ? offset : buffer->align);
	if (R500_X1(ck->scissor) > s->pitch && !(is_depth && fits_past_pitch(ck, *s, tile)) &&
	    cut_scissor(ck, s->pitch_reg, s->pitch))
		return 1;
	bytes = surface_bytes(ck, s, tile.height, 0);
	if (!pm4_inside(buffer, offset, bytes))
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_BOUNDS, .reg = s->base,
				   .buffer = buffer, .offset = offset, .expected = buffer->size,
				   .actual = bytes, .detail = s->micro + s->macro * 16u,
				   .shape = { s->pitch, R500_Y1(ck->scissor), 1,
					      1u << s->bytes | s->samples << 8 });
	return r500_writes(ck, s->buffer, s->base, NULL);
}

/* Pitch and tiling, which are at the same bits in all registers. */
static void take_pitch(struct surface *s, u32 reg, u32 value, u32 mask)
{
	s->pitch_reg = reg;
	s->pitch = value & mask;
	s->macro = value >> 16 & 1;
	s->micro = value >> 17 & 3;
}

/* RB3D_COLORPITCH# and ZB_DEPTHPITCH with the tiling in effect. */
static u32 pitch_in_effect(const struct r500_checker *ck, u32 i, u32 tiled)
{
	if (likely(ck->flags & PM4_KEEP_TILING) || !r500_isset(ck, i))
		return r500_value(ck, i, 0);
	return tiled;
}

#define NO_FORMAT	7u

/*
 * log2 of the bytes of a pixel by RB3D_COLORPITCH.COLORFORMAT.  VYUY and YVYU (11 and 12) are no
 * formats here: the guide lists them with 32 bits for two pixels, radeon counts a byte for each.
 */
static const u8 color_bytes[16] = {
	NO_FORMAT, NO_FORMAT, NO_FORMAT, 1, 1, 2, 2, 4, NO_FORMAT, 0, 3, NO_FORMAT, NO_FORMAT, 1,
	NO_FORMAT, 1,
};

/* Blocks of the colour targets. */
static u32 color_block(u32 cctl)
{
	return cctl & R500_CCTL_CMASK ? BLOCK_4X4 : 0;
}

/* A target of a draw; @cctl is RB3D_CCTL. */
static __always_inline int check_target(struct r500_checker *ck, u32 n, u32 cctl)
{
	u32 i = R500_INDEX(RB3D_COLORPITCH) + n, base = R500_INDEX(RB3D_COLOROFFSET) + n;
	u32 pitch = pitch_in_effect(ck, i, ck->color_pitch[n]);
	struct surface s = { .base = 4 * base, .samples = ck->samples, .block = color_block(cctl) };

	if (!r500_isset(ck, base))
		return r500_refuse_unset(ck, 4 * base);
	if (!r500_isset(ck, i))
		return r500_refuse_unset(ck, 4 * i);
	if (n && !pm4_get(RB3D_CCTL_INDEPENDENT_COLORFORMAT_ENABLE, cctl))
		return R500_REFUSE(ck, .code = PM4_CODE_TARGET_FORMAT, .reg = PM4_R_RB3D_CCTL,
				   .detail = n);
	s.buffer = ck->color_buffer[n];
	take_pitch(&s, 4 * i, pitch, 0x3ffe);
	s.bytes = color_bytes[pm4_get(RB3D_COLORPITCH_COLORFORMAT, pitch)];
	if (s.bytes == NO_FORMAT)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_FORMAT, .reg = 4 * i,
				   .actual = pm4_get(RB3D_COLORPITCH_COLORFORMAT, pitch));
	return check_surface(ck, &s, false);
}

/* A target that few draws have. */
static noinline int check_other_target(struct r500_checker *ck, u32 n, u32 cctl)
{
	return check_target(ck, n, cctl);
}

/* Returns true if a draw that uses colour uses target @n, which is not the first. */
static __always_inline bool target_used(const struct r500_checker *ck, u32 n, u32 copies)
{
	u32 format = r500_value(ck, R500_INDEX(US_OUT_FMT_0) + n, R500_UNUSED);

	return n <= copies || (format & PM4_M_US_OUT_FMT_0_OUT_FMT) != R500_UNUSED;
}

/* The last target with a copy of the first. */
static u32 target_copies(u32 cctl)
{
	return pm4_get(RB3D_CCTL_NUM_MULTIWRITES, cctl);
}

/* Returns true if the stream leaves out all targets but the first, as nearly all draws have it. */
static __always_inline bool one_target(const struct r500_checker *ck, u32 cctl)
{
	u32 i = R500_INDEX(US_OUT_FMT_0), others;

	if (target_copies(cctl) || !r500_isset(ck, i + 1) || !r500_isset(ck, i + 2) ||
	    !r500_isset(ck, i + 3))
		return false;
	others = *r500_at(ck, i + 1) ^ R500_UNUSED;
	others |= *r500_at(ck, i + 2) ^ R500_UNUSED;
	others |= *r500_at(ck, i + 3) ^ R500_UNUSED;
	return !(others & PM4_M_US_OUT_FMT_0_OUT_FMT);
}

/* Returns true if all pixels of the scissor are inside of target @n. */
static bool target_covers(const struct r500_checker *ck, u32 n, u32 cctl)
{
	u32 i = R500_INDEX(RB3D_COLORPITCH) + n, base = R500_INDEX(RB3D_COLOROFFSET) + n;
	u32 pitch = pitch_in_effect(ck, i, ck->color_pitch[n]);
	struct surface s = { .samples = ck->samples, .block = color_block(cctl) };
	u32 height;

	if (!r500_isset(ck, base) || !r500_isset(ck, i))
		return false;
	take_pitch(&s, 4 * i, pitch, 0x3ffe);
	s.bytes = color_bytes[pm4_get(RB3D_COLORPITCH_COLORFORMAT, pitch)];
	if (s.bytes == NO_FORMAT || R500_X1(ck->scissor) > s.pitch)
		return false;
	height = r500_micro_tiles[s.micro][s.bytes].height + (s.macro ? R500_MACRO_TILES : 0);
	return pm4_inside(r500_buffer(ck, ck->color_buffer[n]), *r500_at(ck, base),
			  surface_bytes(ck, &s, height, 0));
}

/*
 * Returns true if a logic operation alone needs targets that do not cover the scissor: targets of
 * an earlier framebuffer.
 */
static noinline bool targets_are_stale(const struct r500_checker *ck)
{
	u32 n, cctl = r500_get(ck, RB3D_CCTL);

	for (n = 0; n < R500_COLORS; n++)
		if ((!n || target_used(ck, n, target_copies(cctl))) && !target_covers(ck, n, cctl))
			return true;
	return false;
}

/*
 * A logic operation without a colour buffer: Mesa leaves it enabled for draws to depth alone.  It
 * may read what is in the colour buffer, which would be another client's.  Nothing is written, so
 * the draw is the same without it: disable it.
 */
static void cut_rop(struct r500_checker *ck)
{
	ck->rop_cut = ck->last[R500_INDEX(RB3D_ROPCNTL)];
	r500_patch(ck, r500_at(ck, R500_INDEX(RB3D_ROPCNTL)), PM4_PATCH_VALUE,
		   r500_get(ck, RB3D_ROPCNTL) & ~R500_ROP_ENABLE);
}

/* Returns true if the draw writes colour, or reads it for more than a logic operation. */
static bool color_needed(const struct r500_checker *ck)
{
	return r500_get(ck, RB3D_COLOR_CHANNEL_MASK) || r500_get(ck, ZB_BW_CNTL) & R500_BW_CLEAR ||
	       pm4_get(RB3D_BLENDCNTL_READ_ENABLE, r500_get(ck, RB3D_BLENDCNTL)) ||
	       pm4_get(RB3D_CCTL_CLRCMP_FLIPE_ENABLE, r500_get(ck, RB3D_CCTL)) ||
	       pm4_get(RB3D_AARESOLVE_CTL_AARESOLVE_MODE, r500_get(ck, RB3D_AARESOLVE_CTL));
}

/*
 * The logic operation of a draw.  A write of RB3D_ROPCNTL is either disabled or used: it cannot be
 * disabled for one draw and not for another.  Sets @used if the draw uses the colour buffers.
 */
static int check_rop(struct r500_checker *ck, bool *used)
{
	u32 at = ck->last[R500_INDEX(RB3D_ROPCNTL)], value = r500_get(ck, RB3D_ROPCNTL);

	*used = color_needed(ck);
	if (!(value & R500_ROP_ENABLE))
		return 0;
	if (*used) {
		if (ck->rop_cut == at)
			return R500_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE,
					   .reg = PM4_R_RB3D_ROPCNTL, .actual = value,
					   .expected = value & ~R500_ROP_ENABLE);
		ck->rop_used = at;
	} else if (ck->rop_cut != at) {
		*used = ck->rop_used == at || !targets_are_stale(ck);
		if (!*used)
			cut_rop(ck);
	}
	return 0;
}

/**
 * r500_check_color() - check the colour buffers of a draw
 * @ck: the check
 *
 * RB3D_CCTL.NUM_MULTIWRITES copies the first target to more buffers.  The other targets of a
 * program go to buffers 1 to 3, whatever RB3D_CCTL says, unless US_OUT_FMT_# is UNUSED.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_check_color(struct r500_checker *ck)
{
	u32 n, cctl;
	bool used;

	ck->uses &= ~R500_CACHE_COLOR;
	if (check_rop(ck, &used))
		return 1;
	if (!used)
		return 0;
	ck->uses |= R500_CACHE_COLOR;
	cctl = r500_get(ck, RB3D_CCTL);
	if (check_target(ck, 0, cctl))
		return 1;
	if (likely(one_target(ck, cctl)))
		return 0;
	for (n = 1; n < R500_COLORS; n++)
		if (target_used(ck, n, target_copies(cctl)) && check_other_target(ck, n, cctl))
			return 1;
	return 0;
}

/**
 * r500_depth_block() - blocks of the depth buffer
 * @ck: the check
 *
 * Return: log2 of their pixels in a direction.
 */
u32 r500_depth_block(const struct r500_checker *ck)
{
	if (!(r500_get(ck, ZB_BW_CNTL) & R500_BW_COMPRESSED))
		return 0;
	return r500_get(ck, GB_Z_PEQ_CONFIG) ? BLOCK_8X8 : BLOCK_4X4;
}

/* Reads need fast fill, and writes need reads (guide 9.4.4): bits 4:2 of ZB_BW_CNTL. */
#define COMPRESSIONS	(1u << 0 | 1u << 1 | 1u << 3 | 1u << 7)

/*
 * Fast fill and compression.  The guide (9.4.4) calls the other combinations invalid, has neither
 * for depth that is not micro tiled, and names a hang for compressed depth of 16 bits.
 */
static noinline int check_compression(struct r500_checker *ck, const struct surface *s,
				      u32 bandwidth)
{
	u32 on = (bandwidth & R500_BW_COMPRESSED) >> 2;

	if (!(COMPRESSIONS >> on & 1))
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE, .reg = PM4_R_ZB_BW_CNTL,
				   .detail = R500_MODE_COMBINATION, .actual = bandwidth);
	if (s->micro == R500_LINEAR)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE, .reg = s->pitch_reg,
				   .detail = R500_MODE_LINEAR, .actual = bandwidth);
	if (on > 1 && s->bytes == 1)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE, .reg = PM4_R_ZB_FORMAT,
				   .detail = R500_MODE_16_BITS, .actual = bandwidth);
	return 0;
}

static noinline int __cold refuse_clear(struct r500_checker *ck, u32 reg, u32 detail, u64 one,
					u64 two)
{
	return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE, .reg = reg, .detail = detail,
			   .shape = { one, two });
}

/* VAP_VF_CNTL.PRIM_TYPE: LINES, LINE_STRIP, LINE_LOOP */
#define LINE_TYPES	(1u << 2 | 1u << 3 | 1u << 12)

/*
 * A clear of colour by the depth block writes whole micro tiles, and what a draw leaves of a tile
 * gets the cache's contents: perhaps the depth of another client (guide 10.11).  So the scissor
 * ends with tiles, nothing else clips inside of it, and a point is as large as it.  Where a
 * primitive is, only its program knows.
 */
static noinline int check_clear(struct r500_checker *ck, const struct surface *s)
{
	struct r500_tile tile = r500_micro_tiles[s->micro][s->bytes];
	u32 first = r500_get(ck, SC_SCISSOR0), type = ck->header[1] & 15;
	u32 x0 = first & 0x1fff, x1 = R500_X1(ck->scissor);
	u32 y0 = first >> 13, y1 = R500_Y1(ck->scissor);
	/* Half of the size in units of 1/12 pixel, so that the size is in units of 1/6. */
	u32 size = r500_get(ck, GA_POINT_SIZE);

	/* The next draw may have other primitives, although no register changes. */
	ck->dirty |= R500_GROUP(DEPTH);
	if ((x0 | x1) & ((1u << tile.width) - 1) || (y0 | y1) & ((1u << tile.height) - 1))
		return refuse_clear(ck, PM4_R_SC_SCISSOR1, R500_MODE_CLEAR, 1u << tile.width,
				    1u << tile.height);
	if (r500_value(ck, R500_INDEX(SC_CLIP_RULE), 0xffff) != 0xffff)
		return refuse_clear(ck, PM4_R_SC_CLIP_RULE, R500_MODE_CLIPS, 0xffff, 0);
	if (r500_value(ck, R500_INDEX(SC_SCREENDOOR), 0xffffff) != 0xffffff)
		return refuse_clear(ck, PM4_R_SC_SCREENDOOR, R500_MODE_CLIPS, 0xffffff, 0);
	if (LINE_TYPES >> type & 1)
		return refuse_clear(ck, PM4_R_ZB_BW_CNTL, R500_MODE_LINES, 0, 0);
	if (type != PM4_V_VAP_VF_CNTL_PRIM_TYPE_POINTS)
		return 0;
	if (pm4_get(VAP_OUT_VTX_FMT_0_VTX_PT_SIZE_PRESENT, r500_get(ck, VAP_OUT_VTX_FMT_0)))
		return refuse_clear(ck, PM4_R_VAP_OUT_VTX_FMT_0, R500_MODE_VERTEX, 0, 0);
	if (size >> 16 < 6 * (x1 - x0) || (size & 0xffff) < 6 * (y1 - y0))
		return refuse_clear(ck, PM4_R_GA_POINT_SIZE, R500_MODE_POINT, x1 - x0, y1 - y0);
	return 0;
}

/**
 * r500_check_depth() - check the depth buffer of a draw
 * @ck: the check
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_check_depth(struct r500_checker *ck)
{
	u32 bandwidth = r500_get(ck, ZB_BW_CNTL), format;
	struct surface s;

	ck->uses &= ~R500_CACHE_DEPTH;
	if (!(r500_get(ck, ZB_CNTL) & 7) && !(bandwidth & R500_BW_CLEAR))
		return 0;
	ck->uses |= R500_CACHE_DEPTH;
	if (!r500_is_set(ck, ZB_DEPTHOFFSET))
		return r500_refuse_unset(ck, PM4_R_ZB_DEPTHOFFSET);
	if (!r500_is_set(ck, ZB_DEPTHPITCH))
		return r500_refuse_unset(ck, PM4_R_ZB_DEPTHPITCH);
	if (!r500_is_set(ck, ZB_FORMAT))
		return r500_refuse_unset(ck, PM4_R_ZB_FORMAT);
	format = pm4_get(ZB_FORMAT_DEPTHFORMAT, *r500_at(ck, R500_INDEX(ZB_FORMAT)));
	if (format > PM4_V_ZB_FORMAT_DEPTHFORMAT_24BIT_INTEGER_8BIT_STENCIL)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_FORMAT, .reg = PM4_R_ZB_FORMAT,
				   .actual = format);
	s = (struct surface){ .base = PM4_R_ZB_DEPTHOFFSET, .samples = ck->samples,
			      .buffer = ck->depth_buffer, .block = r500_depth_block(ck) };
	ck->depth_block = s.block;
	take_pitch(&s, PM4_R_ZB_DEPTHPITCH,
		   pitch_in_effect(ck, R500_INDEX(ZB_DEPTHPITCH), ck->depth_pitch), 0x3ffc);
	s.bytes = format == PM4_V_ZB_FORMAT_DEPTHFORMAT_24BIT_INTEGER_8BIT_STENCIL ? 2 : 1;
	if (bandwidth & R500_BW_COMPRESSED && check_compression(ck, &s, bandwidth))
		return 1;
	if (check_surface(ck, &s, true))
		return 1;
	return unlikely(bandwidth & R500_BW_CLEAR) ? check_clear(ck, &s) : 0;
}

/*
 * The destination of a resolve has one sample, and format and tiling of the first colour buffer,
 * which r500_check_color() has checked.
 */
static noinline int check_destination(struct r500_checker *ck)
{
	struct surface s = { .base = PM4_R_RB3D_AARESOLVE_OFFSET, .samples = 1 };
	u32 color;

	if (!r500_is_set(ck, RB3D_AARESOLVE_OFFSET))
		return r500_refuse_unset(ck, PM4_R_RB3D_AARESOLVE_OFFSET);
	if (!r500_is_set(ck, RB3D_AARESOLVE_PITCH))
		return r500_refuse_unset(ck, PM4_R_RB3D_AARESOLVE_PITCH);
	color = pitch_in_effect(ck, R500_INDEX(RB3D_COLORPITCH), ck->color_pitch[0]);
	s.buffer = ck->resolve_buffer;
	take_pitch(&s, PM4_R_RB3D_AARESOLVE_PITCH, color, 0x3ffe);
	s.pitch = r500_get(ck, RB3D_AARESOLVE_PITCH);
	s.bytes = color_bytes[pm4_get(RB3D_COLORPITCH_COLORFORMAT, color)];
	return check_surface(ck, &s, false);
}

/**
 * r500_check_resolve() - check the destination of a resolve
 * @ck: the check
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_check_resolve(struct r500_checker *ck)
{
	if (likely(!pm4_get(RB3D_AARESOLVE_CTL_AARESOLVE_MODE, r500_get(ck, RB3D_AARESOLVE_CTL))))
		return 0;
	return check_destination(ck);
}
