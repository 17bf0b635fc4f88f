// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Textures.  A texture is whole in its buffer: the offset, and all its levels, slices and faces
 * with their padding.  The levels follow each other, the largest one first; the slices and faces
 * of a level are together.
 *
 * Called by the draw check for textures that are enabled and have changed.  Takes no lock.
 */
#include "r500_check.h"

/* Blocks of 4x4 texels, of so many bytes. */
#define BLOCK		8u
#define NO_FORMAT	7u

/*
 * log2 of the bytes of a texel, or of a block, by TX_FORMAT1.TXFORMAT and
 * TX_FORMAT2.TXFORMAT_MSB.  Formats 32 and 33 have a bit for each texel and count as bytes.  The
 * guide reserves 15 to 17, which are DXT1, 3 and 5 (Mesa), and 38, which has 24 bits of depth and
 * 8 of stencil.  18 is no format here: it has 8 bits or 16 (radeon), and no client uses it.
 */
static const u8 format_bytes[64] = {
	0, 1, 0, 1, 2, 0, 1, 1, 2, 2, 1, 1, 2, 2, 3, BLOCK | 3,
	BLOCK | 4, BLOCK | 4, NO_FORMAT, 2, 1, 1, 1, 2, 1, 2, 3, 2, 3, 4, 2, BLOCK | 4,
	0, 0, 1, 2, 3, BLOCK | 3, 2, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT,
	NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT,
	NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT,
	NO_FORMAT, NO_FORMAT, NO_FORMAT, NO_FORMAT,
};

enum { TYPE_2D, TYPE_3D, TYPE_CUBE };

/*
 * Levels of NUM_LEVELS.  MAX_MIP_LEVEL may name one past them, up to 15: the guide does not say
 * that the chip stops at the last one, so the check counts these too, each with at least a tile.
 */
#define LEVELS_MAX	12u

/* TX_FILTER0.CLAMP_S, and CLAMP_T from bit 3 on: repeat, or one of the mirror modes */
#define REPEATS(filter)	(!((filter) & 7) || (filter) & 1)

/**
 * struct texture - a texture
 * @width: width in texels, of a line in memory
 * @height: height in lines
 * @depth: slices
 * @faces: faces
 * @levels: levels besides the first; also those past the last one that MAX_MIP_LEVEL can name
 * @bytes: log2 of the bytes of a texel or block
 * @block: log2 of the texels of a block in a direction
 * @tile: micro tile in texels, or in blocks
 * @macro: macro tiling is on
 */
struct texture {
	u32 width;
	u32 height;
	u32 depth;
	u32 faces;
	u32 levels;
	u32 bytes;
	u32 block;
	struct r500_tile tile;
	bool macro;
};

/* The next power of two, for 1 to 4096 and pitches to 16384. */
static u32 power_of_two(u32 x)
{
	u32 p = 1;

	while (p < x)
		p *= 2;
	return p;
}

/*
 * Bytes of a level.  The chip tiles a level that is too small for a macro tile without macro
 * tiles.  No document says whether width alone decides; by width alone the level is larger.
 */
static __always_inline u64 level_bytes(const struct texture *t, u32 level)
{
	u32 width = max(t->width >> level, 1u), height = max(t->height >> level, 1u);
	u32 tile_width = t->tile.width, tile_height = t->tile.height;

	width = (width + (1u << t->block) - 1) >> t->block;
	height = (height + (1u << t->block) - 1) >> t->block;
	if (t->macro && width >> (tile_width + R500_MACRO_TILES)) {
		tile_width += R500_MACRO_TILES;
		tile_height += R500_MACRO_TILES;
	}
	width = r500_round(width, 1u << tile_width) << t->bytes;
	height = r500_round(height, 1u << tile_height);
	return pm4_times(max(t->depth >> level, 1u) * t->faces, pm4_times(width, height));
}

static u64 texture_bytes(const struct texture *t)
{
	u64 bytes = level_bytes(t, 0);
	u32 level;

	for (level = 1; level <= t->levels; level++)
		bytes += level_bytes(t, level);
	return bytes;
}

/*
 * US_FORMAT0 of R520, from which its shader takes the size for clamping.  A size above 2048 is
 * halved there, and TXDEPTH has a code for it.
 */
static u32 us_format0(u32 format0, u32 format2)
{
	u32 width = pm4_get(TX_FORMAT0_TXWIDTH, format0);
	u32 height = pm4_get(TX_FORMAT0_TXHEIGHT, format0);
	u32 depth = pm4_get(TX_FORMAT0_TXDEPTH, format0);

	if (pm4_get(TX_FORMAT2_TXWIDTH_11, format2)) {
		width = (0x7ff + width) >> 1;
		depth |= 0xd;
	}
	if (pm4_get(TX_FORMAT2_TXHEIGHT_11, format2)) {
		height = (0x7ff + height) >> 1;
		depth |= 0xe;
	}
	return width | height << 11 | depth << 22;
}

/*
 * Width and height as the chip may see them.  Each rule takes the larger size where the guide asks
 * for something of the client and says nothing about a client that does otherwise.
 */
static void take_size(struct texture *t, u32 type, u32 filter, u32 pitch)
{
	/* A face must be square: one of both sizes may count for both. */
	if (type == TYPE_CUBE) {
		t->width = max(t->width, t->height);
		t->height = t->width;
	}
	/* The sizes of levels, slices and faces are rounded up to a power of two. */
	if (t->levels || type != TYPE_2D) {
		t->height = power_of_two(t->height);
		if (!pitch)
			t->width = power_of_two(t->width);
	}
	/* What repeats must be a power of two, so the chip may wrap coordinates at that. */
	if (REPEATS(filter))
		t->width = power_of_two(t->width);
	if (REPEATS(filter >> 3))
		t->height = power_of_two(t->height);
	/* A texel past the pitch is one of the lines after its own. */
	t->width = max(t->width, pitch);
}

/* The registers of texture @n, into @t. */
static int take_texture(struct r500_checker *ck, u32 n, struct texture *t)
{
	u32 f0 = *r500_at(ck, R500_INDEX(TX_FORMAT0) + n);
	u32 f1 = *r500_at(ck, R500_INDEX(TX_FORMAT1) + n);
	u32 f2 = *r500_at(ck, R500_INDEX(TX_FORMAT2) + n);
	u32 format = pm4_get(TX_FORMAT1_TXFORMAT, f1) | pm4_get(TX_FORMAT2_TXFORMAT_MSB, f2) << 5;
	u32 type = pm4_get(TX_FORMAT1_TEX_COORD_TYPE, f1);
	u32 micro = ck->texture_offset[n] >> 3 & 3;
	u32 filter = *r500_at(ck, R500_INDEX(TX_FILTER0) + n);
	u32 pitch = pm4_get(TX_FORMAT0_TXPITCH_EN, f0) ? pm4_get(TX_FORMAT2_TXPITCH, f2) + 1 : 0;

	t->width = (pm4_get(TX_FORMAT0_TXWIDTH, f0) | pm4_get(TX_FORMAT2_TXWIDTH_11, f2) << 11) + 1;
	t->height = (pm4_get(TX_FORMAT0_TXHEIGHT, f0) |
		     pm4_get(TX_FORMAT2_TXHEIGHT_11, f2) << 11) + 1;
	t->levels = max(pm4_get(TX_FORMAT0_NUM_LEVELS, f0),
			pm4_get(TX_FILTER0_MAX_MIP_LEVEL, filter));
	t->bytes = format_bytes[format] & (BLOCK - 1);
	t->block = format_bytes[format] & BLOCK ? 2 : 0;
	t->tile = r500_micro_tiles[micro][t->bytes];
	t->macro = ck->texture_offset[n] >> 2 & 1;
	t->faces = type == TYPE_CUBE ? 6 : 1;
	t->depth = type == TYPE_3D ? 1u << pm4_get(TX_FORMAT0_TXDEPTH, f0) : 1;
	if (t->bytes == NO_FORMAT)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_FORMAT, .actual = format,
				   .reg = PM4_R_TX_FORMAT1 + 4 * n);
	if (type > TYPE_CUBE)
		return R500_REFUSE(ck, .code = PM4_CODE_RESOURCE_TYPE, .actual = type,
				   .reg = PM4_R_TX_FORMAT1 + 4 * n);
	if (pm4_get(TX_FORMAT0_NUM_LEVELS, f0) > LEVELS_MAX)
		return R500_REFUSE(ck, .code = PM4_CODE_RESOURCE_LEVELS,
				   .actual = pm4_get(TX_FORMAT0_NUM_LEVELS, f0),
				   .expected = LEVELS_MAX, .reg = PM4_R_TX_FORMAT0 + 4 * n);
	if (!t->tile.width)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE, .actual = micro,
				   .expected = 1 << t->bytes, .reg = PM4_R_TX_OFFSET + 4 * n);
	take_size(t, type, filter, pitch);
	return 0;
}

/* The size of texture @n, into its entry of the table; refuses a texture that has none. */
static noinline int take_shape(struct r500_checker *ck, u32 n, struct r500_shape *shape)
{
	struct texture t;

	if (take_texture(ck, n, &t))
		return 1;
	*shape = (struct r500_shape){
		.format0 = *r500_at(ck, R500_INDEX(TX_FORMAT0) + n),
		.format1 = *r500_at(ck, R500_INDEX(TX_FORMAT1) + n),
		.format2 = *r500_at(ck, R500_INDEX(TX_FORMAT2) + n),
		.filter = *r500_at(ck, R500_INDEX(TX_FILTER0) + n),
		.tiling = R500_SHAPE_TILING(ck->texture_offset[n]),
		.unit = t.macro ? R500_MACRO_BYTES : R500_MICRO_BYTES,
		.bytes = texture_bytes(&t),
	};
	return 0;
}

/* Entry of the table for a shape: any hash will do, because the entry names its registers. */
static u32 shape_hash(u32 format0, u32 format1, u32 format2, u32 filter)
{
	return (format0 ^ format1 << 11 ^ format2 ^ filter << 5) * 0x9e3779b1u >>
	       (32 - R500_SHAPES_LOG2);
}

/* US_FORMAT0 of R520 must be the texture's. */
static noinline int check_us_format0(struct r500_checker *ck, u32 n)
{
	u32 i = R500_INDEX(US_FORMAT0) + n;
	u32 expected = us_format0(*r500_at(ck, R500_INDEX(TX_FORMAT0) + n),
				  *r500_at(ck, R500_INDEX(TX_FORMAT2) + n));

	if (r500_value(ck, i, 0) == expected)
		return 0;
	return R500_REFUSE(ck, .code = PM4_CODE_TEXTURE_SIZE, .reg = 4 * i, .expected = expected,
			   .actual = r500_value(ck, i, 0));
}

/* A register of a texture that the stream has not set. */
static noinline int __cold refuse_unset_texture(struct r500_checker *ck, u32 n)
{
	static const u32 registers[] = { R500_INDEX(TX_FILTER0), R500_INDEX(TX_FORMAT0),
					 R500_INDEX(TX_FORMAT1), R500_INDEX(TX_FORMAT2),
					 R500_INDEX(TX_OFFSET), R500_INDEX(US_FORMAT0) };
	u32 i = 0;

	while (r500_isset(ck, registers[i] + n))
		i++;
	return r500_refuse_unset(ck, 4 * (registers[i] + n));
}

static noinline int __cold refuse_texture(struct r500_checker *ck, u32 n, u32 unit)
{
	const struct pm4_buffer *buffer = r500_buffer(ck, ck->texture_buffer[n]);
	u32 offset = ck->texture_offset[n] & ~31u;
	struct texture t;

	if (take_texture(ck, n, &t))
		return 1;
	if (offset % unit || buffer->align < unit)
		return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_BASE,
				   .reg = PM4_R_TX_OFFSET + 4 * n, .buffer = buffer,
				   .offset = offset, .expected = unit,
				   .actual = offset % unit ? offset : buffer->align);
	return R500_REFUSE(ck, .code = PM4_CODE_SURFACE_BOUNDS,
			   .reg = PM4_R_TX_OFFSET + 4 * n, .buffer = buffer,
			   .offset = offset, .expected = buffer->size, .actual = texture_bytes(&t),
			   .detail = (ck->texture_offset[n] >> 3 & 3) | t.macro << 4,
			   .shape = { t.width, t.height, t.depth * t.faces,
				      1u << t.bytes | t.levels << 16 | t.block << 24 });
}

/*
 * Returns true if the stream has set all registers of a texture.  Those that only change what a
 * fragment program gets may be neutral.
 */
static noinline bool texture_set(struct r500_checker *ck, size_t n)
{
	if (!r500_isset(ck, R500_INDEX(TX_FILTER0) + n) ||
	    !r500_isset(ck, R500_INDEX(TX_FORMAT0) + n) ||
	    !r500_isset(ck, R500_INDEX(TX_FORMAT1) + n) ||
	    !r500_isset(ck, R500_INDEX(TX_FORMAT2) + n) ||
	    !r500_isset(ck, R500_INDEX(TX_OFFSET) + n) ||
	    (ck->card.chip == PM4_R520 && !r500_isset(ck, R500_INDEX(US_FORMAT0) + n)))
		return false;
	if (!r500_isset(ck, R500_INDEX(TX_FILTER1) + n) ||
	    !r500_isset(ck, R500_INDEX(TX_BORDER_COLOR) + n))
		r500_inherit(ck, PM4_STATE_TEXTURE);
	ck->textures_set |= 1u << n;
	return true;
}

static __always_inline int check_texture(struct r500_checker *ck, size_t n)
{
	const struct pm4_buffer *buffer;
	u32 f0, f1, f2, filter, offset;
	struct r500_shape *s;

	if (unlikely(!(ck->textures_set >> n & 1) && !texture_set(ck, n)))
		return refuse_unset_texture(ck, n);
	f0 = *r500_at(ck, R500_INDEX(TX_FORMAT0) + n);
	f1 = *r500_at(ck, R500_INDEX(TX_FORMAT1) + n);
	f2 = *r500_at(ck, R500_INDEX(TX_FORMAT2) + n);
	filter = *r500_at(ck, R500_INDEX(TX_FILTER0) + n);
	offset = ck->texture_offset[n];
	s = &ck->shapes[shape_hash(f0, f1, f2, filter)];
	if (unlikely(((s->format0 ^ f0) | (s->format1 ^ f1) | (s->format2 ^ f2) |
		      (s->filter ^ filter) | (s->tiling ^ R500_SHAPE_TILING(offset))) &&
		     take_shape(ck, n, s)))
		return 1;
	if (ck->card.chip == PM4_R520 && check_us_format0(ck, n))
		return 1;
	buffer = r500_buffer(ck, ck->texture_buffer[n]);
	offset &= ~31u;
	if (unlikely(offset & (s->unit - 1) || buffer->align < s->unit ||
		     !pm4_inside(buffer, offset, s->bytes)))
		return refuse_texture(ck, n, s->unit);
	return 0;
}

/**
 * r500_check_textures() - check the textures of a draw
 * @ck: the check
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r500_check_textures(struct r500_checker *ck)
{
	u32 todo = r500_get(ck, TX_ENABLE) & ~ck->textures_ok;

	ck->textures_ok |= todo;
	for (; todo; todo &= todo - 1)
		if (check_texture(ck, __ffs(todo)))
			return 1;
	return 0;
}
