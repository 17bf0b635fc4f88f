// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Lookups: the words that a program hands to a texture unit, P0 to P3, and the buffer of each
 * texture.  A direct read has a base and the largest offset that the program lets through.
 *
 * Levels are before level 0, each before the one above.  They are levels of the image padded to
 * powers of two, whatever its real size.  Faces of a cube are a stride apart, with their levels.
 */
#include "vc4_check.h"

#define PAGE_MASK	0xfffff000u
#define STRIDE_MASK	(PM4_M_TEXTURE_P2_CUBE_STRIDE << PM4_S_TEXTURE_P2_CUBE_STRIDE)
#define FACES		6u

/**
 * struct texture - a texture
 * @width: width of level 0 in texels, or in blocks of 4x4
 * @height: the same for the height
 * @bytes: bytes of a texel or a block
 * @raster: made of lines; the hardware takes their distance as a power of two (erratum HW-2898)
 * @levels: number of levels below level 0
 * @base: offset of level 0 in the buffer
 * @stride: bytes from one face of a cube to the next
 */
struct texture {
	u32 width;
	u32 height;
	u32 bytes;
	bool raster;
	u32 levels;
	u32 base;
	u32 stride;
};

static u32 power_of_two(u32 value)
{
	return value <= 1 ? 1 : 1u << (32 - __builtin_clz(value - 1));
}

static u32 level_bytes(const struct texture *t, u32 width, u32 height)
{
	if (unlikely(t->raster))
		return vc4_image_bytes(PM4_V_TILE_BITS_FORMAT_raster, power_of_two(width), height,
				       t->bytes);
	return vc4_texture_bytes(width, height, t->bytes);
}

/* Bytes of all levels below level 0. */
static u64 levels_bytes(const struct texture *t)
{
	u32 width = power_of_two(t->width), height = power_of_two(t->height), i;
	u64 sum = 0;

	for (i = 1; i <= t->levels; i++)
		sum += level_bytes(t, max(width >> i, 1u), max(height >> i, 1u));
	return sum;
}

static bool texel_size(struct texture *t, u32 type)
{
	u64 bit = 1ull << type;

	t->bytes = 4;
	if (bit & PM4_K_TEXTURE_BYTES_2)
		t->bytes = 2;
	else if (bit & PM4_K_TEXTURE_BYTES_1)
		t->bytes = 1;
	t->raster = bit & PM4_K_TEXTURE_RASTER;
	if (bit & PM4_K_TEXTURE_BLOCKS) {
		t->bytes = 8;
		t->width = (t->width + 3) / 4;
		t->height = (t->height + 3) / 4;
	}
	return bit & PM4_K_TEXTURE_KNOWN;
}

/**
 * struct lookup - a lookup that is checked
 * @ck: the check
 * @l: its words in the program
 * @words: the words of the program
 * @buffer: the buffer that the client names for it
 * @handle: index of the buffer
 * @index: number of the lookup in the program
 * @stage: the stage that runs the program
 */
struct lookup {
	struct vc4_checker *ck;
	const struct vc4_lookup *l;
	const u8 *words;
	const struct vc4_buffer *buffer;
	u32 handle;
	u32 index;
	u32 stage;
};

static u32 word(const struct lookup *k, u32 n)
{
	return vc4_u32(k->words + 4ull * k->l->words[n]);
}

/* Refuse word @n of the lookup. */
static int __cold refuse(const struct lookup *k, u32 rule, u32 n, u64 expected, u64 actual,
			 u64 offset)
{
	u32 number = k->l->words[n];

	return VC4_REFUSE(k->ck, .rule = rule, .part = VC4_UNIFORMS, .stage = k->stage,
			  .at = k->words - k->ck->in->uniforms + 4 * number, .index = k->index,
			  .buffer = k->handle, .detail = number, .expected = expected,
			  .actual = actual, .offset = offset);
}

static int check_bounds(const struct lookup *k, const struct texture *t)
{
	u64 image = level_bytes(t, t->width, t->height);
	u64 below = t->levels ? levels_bytes(t) : 0, end = t->base + image;

	if (unlikely(below > t->base))
		return refuse(k, VC4_TEXTURE_LEVELS, 0, t->base, below, t->base);
	if (t->stride) {
		if (unlikely(t->stride < image + below))
			return refuse(k, VC4_TEXTURE_FACES, 0, image + below, t->stride, t->base);
		end += (u64)t->stride * (FACES - 1);
	}
	if (unlikely(end > k->buffer->size))
		return refuse(k, VC4_TEXTURE_BOUNDS, 0, k->buffer->size, end - t->base, t->base);
	return 0;
}

/* The later words: strides of a cube, and child images, which no client has. */
static int check_more(const struct lookup *k, struct texture *t, bool cube)
{
	u32 i, meaning, strides = 0;

	for (i = 2; i < k->l->nwords; i++) {
		meaning = pm4_get(TEXTURE_P2_MEANING, word(k, i));
		if (meaning > PM4_V_TEXTURE_P2_MEANING_cube_stride)
			return refuse(k, VC4_TEXTURE_CHILD, i, 0, word(k, i), 0);
		if (meaning && cube) {
			t->stride = word(k, i) & STRIDE_MASK;
			strides++;
		}
	}
	if (cube && (strides != 1 || !t->stride))
		return refuse(k, VC4_TEXTURE_CUBE, 0, 1, strides, 0);
	return 0;
}

static u32 texture_type(u32 p0, u32 p1)
{
	return pm4_get(TEXTURE_P0_TYPE, p0) | pm4_get(TEXTURE_P1_TYPE_4, p1) << 4;
}

/* Returns false if the type is not supported. */
static bool parse_texture(struct texture *t, u32 p0, u32 p1)
{
	*t = (struct texture){
		.width = pm4_get(TEXTURE_P1_WIDTH, p1), .height = pm4_get(TEXTURE_P1_HEIGHT, p1),
		.levels = pm4_get(TEXTURE_P0_LEVELS_1, p0), .base = p0 & PAGE_MASK,
	};
	t->width = t->width ? t->width : 2048;
	t->height = t->height ? t->height : 2048;
	return texel_size(t, texture_type(p0, p1));
}

/**
 * vc4_texture_range() - bytes of the first face of a texture with its levels
 * @p0: its word P0
 * @p1: its word P1
 * @first: receives the offset of the first byte; wraps if the levels do not fit
 * @end: receives the offset past the last byte
 *
 * Return: false if the type is not supported.
 */
bool vc4_texture_range(u32 p0, u32 p1, u64 *first, u64 *end)
{
	struct texture t;

	if (!parse_texture(&t, p0, p1))
		return false;
	*first = t.base - levels_bytes(&t);
	*end = (u64)t.base + level_bytes(&t, t.width, t.height);
	return true;
}

/* Levels below level 0 that an image of this size has: each half of the one above, up to 1x1. */
static u32 levels_of_size(u32 p1)
{
	u32 width = pm4_get(TEXTURE_P1_WIDTH, p1), height = pm4_get(TEXTURE_P1_HEIGHT, p1);

	return 31 - __builtin_clz(max(width ? width : 2048, height ? height : 2048));
}

/* Filters, levels and wrapping, as the guide's tables 15, 16 and 19 describe them. */
static int check_sampling(const struct lookup *k, u32 p0, u32 p1)
{
	u32 filter = pm4_get(TEXTURE_P1_MIN_FILTER, p1), levels = pm4_get(TEXTURE_P0_LEVELS_1, p0);

	if (unlikely(filter > PM4_V_TEXTURE_P1_MIN_FILTER_lin_mip_lin))
		return refuse(k, VC4_TEXTURE_FILTER, 1, PM4_V_TEXTURE_P1_MIN_FILTER_lin_mip_lin,
			      filter, 0);
	if (unlikely(levels > levels_of_size(p1)))
		return refuse(k, VC4_TEXTURE_COUNT, 0, levels_of_size(p1) + 1, levels + 1, 0);
	/* A border has no place in a cube. */
	if (unlikely(pm4_get(TEXTURE_P0_CUBE, p0) &&
		     (pm4_get(TEXTURE_P1_WRAP_S, p1) == PM4_V_TEXTURE_P1_WRAP_S_border ||
		      pm4_get(TEXTURE_P1_WRAP_T, p1) == PM4_V_TEXTURE_P1_WRAP_T_border)))
		return refuse(k, VC4_TEXTURE_WRAP, 1, 0, 0, 0);
	return 0;
}

static int check_texture(const struct lookup *k)
{
	u32 p0 = word(k, 0), p1 = word(k, 1), cube = pm4_get(TEXTURE_P0_CUBE, p0);
	struct texture t;

	if (unlikely(!parse_texture(&t, p0, p1)))
		return refuse(k, VC4_TEXTURE_TYPE, 0, 0, texture_type(p0, p1), 0);
	if (check_sampling(k, p0, p1))
		return 1;
	if ((k->l->nwords > 2 || cube) && check_more(k, &t, cube))
		return 1;
	return check_bounds(k, &t);
}

/* The program reads 4 bytes at the base plus 0 up to the clamp. */
static int check_direct(const struct lookup *k)
{
	u64 base = word(k, 0), most = word(k, 1);

	if (likely(base + most + 4 <= k->buffer->size))
		return 0;
	return refuse(k, VC4_READ_BOUNDS, 0, k->buffer->size, most, base);
}

/**
 * vc4_check_lookup() - check the words of a lookup
 * @ck: the check
 * @p: the program
 * @index: number of the lookup in the program
 * @at: byte of the first word of the program in the uniforms; the handles are before it
 * @stage: the stage that runs the program
 *
 * Return: 0, or 1 after a refusal.
 */
int vc4_check_lookup(struct vc4_checker *ck, const struct vc4_program *p, u32 index, u32 at,
		     u32 stage)
{
	const u8 *words = ck->in->uniforms + at;
	struct lookup k = {
		.ck = ck, .l = &p->lookups[index], .words = words, .index = index, .stage = stage,
		.handle = vc4_u32(words - 4ull * (p->nlookups - index)),
	};

	k.buffer = vc4_data_buffer(ck, k.handle);
	if (unlikely(!k.buffer))
		return vc4_refuse_buffer(ck, &(struct vc4_verdict){
			.part = VC4_UNIFORMS, .at = at - 4 * (p->nlookups - index),
			.stage = stage, .index = index, .buffer = k.handle });
	return k.l->direct ? check_direct(&k) : check_texture(&k);
}
