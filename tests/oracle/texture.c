// SPDX-License-Identifier: GPL-2.0
/*
 * Extent of a texture descriptor: levels, faces, slices, depth, samples.
 *
 * Level 0 is at the base address, with the pitch of the descriptor.  Levels from 1 on are
 * contiguous from the mip address.  Their dimensions are rounded up to powers of two and
 * padded to the array mode.  A 2D tiled level that is smaller than a macro tile is 1D tiled,
 * and so are all levels after it.
 *
 * The sizes of levels follow from the width and not from the pitch.  Mesa (r600_state.c)
 * makes a view that starts with a later level from the width of that level and from its
 * pitch, which has a power of two.  The sampler clamps or wraps coordinates, so a fetch can
 * reach every texel of the declared dimensions and none beyond.
 *
 * No state, no locks; called by draw.c, relocate.c and by the tests.
 */
#include <stddef.h>

#include "surface.h"

enum texture_dim {
	DIM_1D,
	DIM_2D,
	DIM_3D,
	DIM_CUBE,
	DIM_1D_ARRAY,
	DIM_2D_ARRAY,
	DIM_2D_MSAA,
	DIM_2D_ARRAY_MSAA,
};

static uint64_t ceil_div(uint64_t a, uint64_t b)
{
	return (a + b - 1) / b;
}

static uint64_t round_to(uint64_t a, uint64_t b)
{
	return ceil_div(a, b) * b;
}

static uint64_t power_of_two(uint64_t v)
{
	uint64_t p = 1;

	while (p < v)
		p <<= 1;
	return p;
}

static uint64_t minify(uint64_t v, uint32_t level)
{
	v >>= level;
	if (!v)
		v = 1;
	return level ? power_of_two(v) : v;
}

/*
 * Slices of a level that a fetch can select.  Array bounds and depth apply to every
 * dimension: no document says that the chip ignores them, which of the two it obeys, or
 * whether depth counts from the first slice.
 */
static uint64_t reachable_slices(const struct surface_texture *t, uint32_t level)
{
	uint64_t n = t->base_array, array = 1ull + t->last_array;

	switch (t->dim) {
	case DIM_3D:
		/* Depth is the third coordinate, not an array. */
		return minify(t->depth, level);
	case DIM_CUBE:
		n += 6ull * t->depth;
		break;
	default:
		n += t->depth;
		break;
	}
	return array > n ? array : n;
}

/*
 * Slices between a level's start and the next one's: a power of two, as libdrm and AddrLib
 * have it for layers and depth.  R6xx packs the six faces of a cube.
 */
static uint64_t stored_slices(const struct surface_chip *c,
			      const struct surface_texture *t, uint32_t level)
{
	uint64_t n = reachable_slices(t, level);

	if (t->dim == DIM_CUBE && !c->r7xx && n == 6)
		return n;
	return power_of_two(n);
}

static void mip_shape(const struct surface_chip *c, const struct surface_texture *t,
		      struct surface_format f, uint32_t level,
		      struct surface_shape *s)
{
	uint64_t w = ceil_div(minify(t->width, level), f.width);
	uint64_t h = ceil_div(minify(t->height, level), f.height);

	/* s->mode carries the previous level's mode in. */
	if (s->mode == SURFACE_2D_THIN && s->samples == 1 &&
	    (w < surface_pitch_align(c, s->mode, f.bytes, 1) ||
	     h < surface_height_align(c, s->mode)))
		s->mode = SURFACE_1D_THIN;
	s->pitch = round_to(w, surface_pitch_align(c, s->mode, f.bytes,
						   s->samples));
	s->height = round_to(h, surface_height_align(c, s->mode));
	s->width = s->pitch;
}

/* Name of a property without a layout on which two sources agree, otherwise NULL. */
static const char *without_rule(const struct surface_texture *t,
				struct surface_format f)
{
	bool msaa = t->dim == DIM_2D_MSAA || t->dim == DIM_2D_ARRAY_MSAA;
	bool tiled = t->mode == SURFACE_1D_THIN || t->mode == SURFACE_2D_THIN;

	if (!f.bytes)
		return "texture format";
	if (!surface_mode_known(t->mode))
		return "texture array mode";
	if (f.bytes & (f.bytes - 1) && tiled)
		return "tiles of a size that is no power of two";
	/*
	 * AddrLib expands an element to three elements of a dword first, and then rounds
	 * the row of a level up to a power of two.
	 */
	if (f.bytes & (f.bytes - 1) && (t->last_level || t->base_level))
		return "levels of a size that is no power of two";
	/* libdrm and AddrLib use 2D tiling for all multisampled surfaces. */
	if (msaa && t->mode != SURFACE_2D_THIN)
		return "several samples are 2D tiled or nothing";
	/* Only the colour and the depth block write samples, in formats up to 32_32_32_32_FLOAT. */
	if (msaa && t->format > 35)
		return "several samples in a format that is never rendered";
	if (f.height > 1 && (t->dim == DIM_1D || t->dim == DIM_1D_ARRAY))
		return "blocks of lines in a texture that has one line";
	if (t->dim == DIM_3D && t->base_array)
		return "a volume that begins with a later slice";
	return NULL;
}

/**
 * surface_texture_read() - extract the fields of a descriptor
 * @w: its first six dwords
 * @t: the fields
 */
void surface_texture_read(const uint32_t *w, struct surface_texture *t)
{
	*t = (struct surface_texture) {
		.dim = w[0] & 7,
		.mode = w[0] >> 3 & 0xf,
		.pitch = 8 * (1 + (w[0] >> 8 & 0x7ff)),
		.width = 1 + (w[0] >> 19),
		.height = 1 + (w[1] & 0x1fff),
		.depth = 1 + (w[1] >> 13 & 0x1fff),
		.format = w[1] >> 26,
		.base_level = w[4] >> 28,
		.last_level = w[5] & 0xf,
		.base_array = w[5] >> 4 & 0x1fff,
		.last_array = w[5] >> 17 & 0x1fff,
	};
}

/**
 * surface_texture_extent() - compute the extents of a texture from its two bases
 * @c: chip
 * @t: the descriptor's fields
 * @e: the result
 *
 * Return: NULL, or the name of a property that has no rule, for which the checker must
 * refuse the descriptor.
 */
const char *surface_texture_extent(const struct surface_chip *c,
				   const struct surface_texture *t,
				   struct surface_extent *e)
{
	struct surface_format f = surface_format(t->format);
	struct surface_shape s = { .mode = t->mode, .bytes = f.bytes };
	const char *why = without_rule(t, f);
	uint32_t level, last = t->last_level;
	uint64_t offset = 0;

	e->base = 0;
	e->mip = 0;
	if (why)
		return why;

	s.samples = 1;
	if (t->dim == DIM_2D_MSAA || t->dim == DIM_2D_ARRAY_MSAA) {
		s.samples = 1u << t->last_level;
		last = 0;
	}
	if (last < t->base_level)
		last = t->base_level;

	s.pitch = ceil_div(t->pitch, f.width);
	s.width = ceil_div(t->width, f.width);
	s.height = round_to(ceil_div(t->height, f.height),
			    surface_height_align(c, s.mode));
	if (!t->base_level)
		e->base = surface_reach(c, &s, reachable_slices(t, 0));

	for (level = 1; level <= last; level++) {
		mip_shape(c, t, f, level, &s);
		if (level >= t->base_level)
			e->mip = offset + surface_reach(c, &s,
						reachable_slices(t, level));
		offset += surface_slice(c, &s) * stored_slices(c, t, level);
	}
	return NULL;
}
