// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Vertex buffers and textures: SET_RESOURCE.
 *
 * A descriptor is complete in itself, so r600_set_resources() checks it when the stream sets
 * it.  Every mip level, face, slice and sample that a texture can address is inside the
 * buffers of its relocations.  A vertex buffer is clamped to its buffer.
 *
 * Memory layout of mip levels: level 0 is at the base.  The other levels follow each other
 * from the mip base.  Width, height and depth of each are rounded up to a power of two,
 * then aligned to the array mode.  A 2D tiled chain continues 1D tiled from the first level
 * that is smaller than a macro tile.
 *
 * Each level of an array has a power of two of slices.  LAST_ARRAY and TEX_DEPTH both limit
 * the slices that a fetch can read.  No document says which of the two the chip obeys, so
 * the larger one counts.
 *
 * r600_check_packet() calls r600_set_resources().  Takes no lock.
 */
#include "r600_check.h"

/* INTERLACED and MPEG_CLAMP are refused: they change texel addresses in an unknown way. */
#define WORD5_BITS	0x3fffffffu
#define WORD6_BITS	0xc00000fcu

enum {
	DIM_1D, DIM_2D, DIM_3D, DIM_CUBE,
	DIM_1D_ARRAY, DIM_2D_ARRAY, DIM_2D_MSAA, DIM_2D_ARRAY_MSAA,
};

/* Largest read of one fetch instruction in bytes (MEGA_FETCH_COUNT). */
#define VERTEX_FETCH	64u

struct texture {
	u32 slot;
	const u32 *at;
	u32 mode;
	u32 dim;
	u32 width;
	u32 height;
	u32 depth;
	u32 pitch;
	u32 samples;
	u32 last_level;
	bool too_many;		/* LAST_LEVEL exceeds the levels of a texture of this size */
	u32 slices;		/* slices of a level that a fetch can address; 3D: see depth */
	u32 stride;		/* slices from one level to the next */
	struct r600_format format;
	struct r600_tiling layout;
};

static u32 pow2(u32 v)
{
	u32 p = 1;

	while (p < v)
		p <<= 1;
	return p;
}

static u32 minify(u32 size, u32 level)
{
	return pow2(max(1u, size >> level));
}

static u32 blocks(u32 texels, u32 block)
{
	return (texels + block - 1) / block;
}

static u32 resource_reg(const struct texture *t, u32 word)
{
	return PM4_RESOURCE_BASE + 4 * (t->slot * PM4_RESOURCE_DW + word);
}

static int __cold texture_refuse(struct r600_checker *ck, const struct texture *t, u32 code,
				 u32 word, u64 expected, u64 actual)
{
	return PM4_REFUSE(ck, .code = code, .at = t->at + word,
			  .reg = resource_reg(t, word), .expected = expected,
			  .actual = actual);
}

/* Refuse a field of a texture that exceeds @most. */
static int __cold texture_refuse_field(struct r600_checker *ck, const struct texture *t, u32 code,
				       u32 word, u32 field, u64 most, u64 actual)
{
	return PM4_REFUSE(ck, .code = code, .at = t->at + word,
			  .reg = resource_reg(t, word), .field = field + 1,
			  .expected = most, .actual = actual);
}

static int texture_no_depth(struct r600_checker *ck, const struct texture *t)
{
	if (t->depth == 1)
		return 0;
	return texture_refuse_field(ck, t, PM4_CODE_RESOURCE_ARRAY, 1,
				    PM4_F_SQ_TEX_RESOURCE_WORD1_TEX_DEPTH, 0, t->depth - 1);
}

/*
 * A texture that is no array has an empty slice range and no depth, because no document
 * says that the chip ignores both.  For 3D the range may repeat the depth, from the first
 * slice on.
 */
static int texture_no_array(struct r600_checker *ck, const struct texture *t, u32 first, u32 last)
{
	u32 limit = t->dim == DIM_3D ? t->depth - 1 : 0;

	if (last > limit)
		return texture_refuse_field(ck, t, PM4_CODE_RESOURCE_ARRAY, 5,
					    PM4_F_SQ_TEX_RESOURCE_WORD5_LAST_ARRAY, limit, last);
	if (first)
		return texture_refuse_field(ck, t, PM4_CODE_RESOURCE_ARRAY, 5,
					    PM4_F_SQ_TEX_RESOURCE_WORD5_BASE_ARRAY, 0, first);
	return t->dim == DIM_3D ? 0 : texture_no_depth(ck, t);
}

/*
 * Compute slices and stride.  No document says to what the chip clamps a slice: to the end
 * of the range, or to its start plus the depth or the number of faces.  The buffer must be
 * large enough for both.
 */
static int texture_slices(struct r600_checker *ck, struct texture *t, const u32 *w)
{
	u32 first = pm4_bits(w[5], 4, 13), last = pm4_bits(w[5], 17, 13);

	t->samples = 1;
	t->last_level = pm4_bits(w[5], 0, 4);
	t->slices = 1;
	t->stride = 1;
	switch (t->dim) {
	case DIM_1D:
	case DIM_2D:
	case DIM_3D:
		return texture_no_array(ck, t, first, last);
	case DIM_CUBE:
		t->slices = max(first + 6, last + 1);
		/* R6xx packs six faces, R7xx reserves eight. */
		t->stride = t->slices > 6 || r600_is_r7xx(ck) ? pow2(t->slices) : 6;
		/* The layout of arrays of cubes is unknown. */
		return texture_no_depth(ck, t);
	case DIM_2D_MSAA:
	case DIM_2D_ARRAY_MSAA:
		if (t->last_level > 3)
			return texture_refuse(ck, t, PM4_CODE_SURFACE_SAMPLES, 5,
					      3, t->last_level);
		t->samples = 1u << t->last_level;
		t->last_level = 0;
		if (t->dim == DIM_2D_MSAA)
			return texture_no_array(ck, t, first, last);
		break;
	}
	t->slices = max(last + 1, first + t->depth);
	t->stride = pow2(t->slices);
	return 0;
}

/*
 * Limit the last level to the levels that a texture of this size can have.  Mesa exceeds
 * them if GL's last level is less than its first level.  This is no error in GL if the
 * filter uses one level only.  Mesa then sends a negative number, truncated to four bits,
 * which is always too large.  Such a texture has as many levels as its buffer has room for,
 * see texture_mip_bytes().
 */
static void texture_levels(struct texture *t)
{
	u32 size = max(t->width, t->height);

	if (t->dim == DIM_3D)
		size = max(size, t->depth);
	t->too_many = t->last_level && !(size >> t->last_level);
	while (t->last_level && !(size >> t->last_level))
		t->last_level--;
}

static int texture_first_level(struct r600_checker *ck, const struct texture *t)
{
	u32 first = pm4_bits(t->at[4], 28, 4);

	if (first <= t->last_level)
		return 0;
	return texture_refuse_field(ck, t, PM4_CODE_RESOURCE_LEVELS, 4,
				    PM4_F_SQ_TEX_RESOURCE_WORD4_BASE_LEVEL, t->last_level, first);
}

static bool texture_is_msaa(const struct texture *t)
{
	return t->dim == DIM_2D_MSAA || t->dim == DIM_2D_ARRAY_MSAA;
}

/*
 * Combinations of format and dimension that no document defines: samples come from rendering, so
 * a multisampled texture has a format that can be rendered, and blocks of lines need lines.
 */
static bool texture_is_undefined(const struct texture *t)
{
	if (texture_is_msaa(t))
		return !t->format.color;
	return t->format.block_h > 1 && (t->dim == DIM_1D || t->dim == DIM_1D_ARRAY);
}

static __always_inline int texture_read(struct r600_checker *ck, struct texture *t, u32 word0,
					const u32 *w)
{
	t->mode = pm4_bits(word0, 3, 4);
	t->dim = pm4_bits(word0, 0, 3);
	t->pitch = (pm4_bits(word0, 8, 11) + 1) * 8;
	t->width = pm4_bits(word0, 19, 13) + 1;
	t->height = pm4_bits(w[1], 0, 13) + 1;
	t->depth = pm4_bits(w[1], 13, 13) + 1;
	t->format = r600_formats[pm4_bits(w[1], 26, 6)];
	if (!t->format.bytes || texture_is_undefined(t))
		return texture_refuse(ck, t, PM4_CODE_SURFACE_FORMAT, 1, 0,
				      pm4_bits(w[1], 26, 6));
	if (w[5] & ~WORD5_BITS)
		return texture_refuse(ck, t, PM4_CODE_REGISTER_BITS, 5, WORD5_BITS, w[5]);
	if (w[6] & ~WORD6_BITS)
		return texture_refuse(ck, t, PM4_CODE_REGISTER_BITS, 6, WORD6_BITS, w[6]);
	if (texture_slices(ck, t, w))
		return 1;
	texture_levels(t);
	/* No document describes the padding of the smaller levels of these. */
	if (t->last_level && (t->mode == PM4_LINEAR_GENERAL || t->format.bytes == 12))
		return texture_refuse_field(ck, t, PM4_CODE_RESOURCE_LEVELS, 5,
					    PM4_F_SQ_TEX_RESOURCE_WORD5_LAST_LEVEL, 0,
					    t->last_level);
	if (texture_first_level(ck, t))
		return 1;
	if (pm4_bits(w[5], 4, 13) > pm4_bits(w[5], 17, 13))
		return texture_refuse_field(ck, t, PM4_CODE_RESOURCE_ARRAY, 5,
					    PM4_F_SQ_TEX_RESOURCE_WORD5_BASE_ARRAY,
					    pm4_bits(w[5], 17, 13), pm4_bits(w[5], 4, 13));
	/* No document describes tiles of 12-byte texels, nor samples in other than 2D tiles. */
	if ((t->format.bytes == 12 && t->mode > PM4_LINEAR_ALIGNED) ||
	    (texture_is_msaa(t) && t->mode != PM4_TILED_2D) ||
	    r600_surface_layout(&ck->card, t->mode, t->format.bytes, t->samples,
				&t->layout))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE, .at = t->at,
				  .reg = resource_reg(t, 0), .actual = t->mode,
				  .shape = { [3] = t->format.bytes | t->samples << 8 });
	return 0;
}

/*
 * Bytes of the mip chain up to the last slice of the last level, in libdrm's layout: the
 * size of a level follows from the texels of level 0, not from its blocks rounded up.  If
 * the client gave too many levels, t->last_level becomes the last level that ends within
 * @room bytes.
 */
static u64 texture_mip_bytes(const struct r600_checker *ck, struct texture *t, u64 room)
{
	struct r600_tiling layout = t->layout;
	u32 mode = t->mode;
	u64 begin = 0, end = 0;
	u32 level;

	for (level = 1; level <= t->last_level; level++) {
		u32 w = blocks(minify(t->width, level), t->format.block_w);
		u32 h = blocks(minify(t->height, level), t->format.block_h);
		u64 slice, slices;

		if (mode == PM4_TILED_2D &&
		    (w < layout.pitch_align || h < layout.height_align)) {
			mode = PM4_TILED_1D;
			r600_surface_layout(&ck->card, mode, t->format.bytes,
					    t->samples, &layout);
		}
		w = pm4_align(w, layout.pitch_align);
		h = pm4_align(h, layout.height_align);
		slice = pm4_times(h, (u64)w * t->format.bytes);
		if (t->dim == DIM_3D)
			slice = pm4_times(minify(t->depth, level), slice);
		slices = pm4_times(t->slices, slice);
		if (t->too_many && begin + slices > room) {
			t->last_level = level - 1;
			break;
		}
		end = begin + slices;
		begin += pm4_times(t->stride, slice);
	}
	return end;
}

static int __cold texture_refuse_bounds(struct r600_checker *ck, const struct texture *t,
					u32 word, const struct pm4_buffer *buffer,
					u64 offset, u64 bytes)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_BOUNDS, .at = t->at + word,
			  .reg = resource_reg(t, word), .buffer = buffer,
			  .offset = offset, .expected = buffer->size,
			  .actual = bytes, .detail = t->mode,
			  .shape = { t->width, t->height,
				     t->dim == DIM_3D ? t->depth : t->slices,
				     t->format.bytes | t->samples << 8 });
}

static int texture_bounds(struct r600_checker *ck, const struct texture *t, u32 word,
			  u32 index, u64 offset, u64 bytes)
{
	const struct pm4_buffer *buffer = &ck->buffers[index];

	if (r600_aligned(ck, index, offset, t->layout.base_align, t->at + word,
			 resource_reg(t, word)))
		return 1;
	if (unlikely(!pm4_inside(buffer, offset, bytes)))
		return texture_refuse_bounds(ck, t, word, buffer, offset, bytes);
	return 0;
}

/*
 * The sizes of the smaller levels follow from the width and not from the pitch, as in Mesa:
 * a view that starts with a smaller level has the padded pitch of that level.
 */
static int texture_mips(struct r600_checker *ck, struct texture *t, u32 index)
{
	u64 offset = (u64)t->at[3] << 8, size = ck->buffers[index].size;
	u64 bytes = texture_mip_bytes(ck, t, size - min(offset, size));

	if (texture_first_level(ck, t))
		return 1;
	return t->last_level ? texture_bounds(ck, t, 3, index, offset, bytes) : 0;
}

/*
 * Patch the mip address.  By AMD's names a texture with a single level does not use its mip
 * address, but no document says that the chip never accesses it.  So a mip address beyond
 * the end of its buffer is replaced by the base address.  The only real streams with such
 * an address are those whose GL last level is less than the first.
 */
static void put_mip_address(struct r600_checker *ck, const struct texture *t, u32 base, u32 mip)
{
	const u32 *at = t->at;

	if (unlikely(!t->last_level && !pm4_base_inside(r600_buffer(ck, mip), at[3]))) {
		r600_patch(ck, at + 3, PM4_PATCH_VALUE, at[2]);
		mip = base;
	}
	r600_patch(ck, at + 3, PM4_PATCH_ADDR_256, mip);
}

static noinline int set_texture(struct r600_checker *ck, u32 slot, const u32 *at)
{
	struct texture t = { .slot = slot, .at = at };
	u32 base, mip, pitch, lines, word0 = at[0];
	u64 bytes;

	if (r600_next_reloc(ck, at + 2, &base)) {
		ck->verdict->reg = resource_reg(&t, 2);
		return 1;
	}
	if (r600_next_reloc(ck, at + 3, &mip)) {
		ck->verdict->reg = resource_reg(&t, 3);
		return 1;
	}
	if (!ck->keep_tiling)
		word0 |= r600_tiling_mode(&ck->buffers[base], 0) << 3;
	if (texture_read(ck, &t, word0, at))
		return 1;

	pitch = t.pitch / t.format.block_w;
	if (pitch % t.layout.pitch_align || t.pitch % t.format.block_w)
		return texture_refuse(ck, &t, PM4_CODE_SURFACE_PITCH, 0,
				      t.layout.pitch_align * t.format.block_w, t.pitch);
	if (pitch < blocks(t.width, t.format.block_w))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_PITCH, .at = at,
				  .reg = resource_reg(&t, 0), .detail = PM4_PITCH_WIDTH,
				  .expected = t.width, .actual = t.pitch);
	lines = pm4_align(blocks(t.height, t.format.block_h), t.layout.height_align);
	bytes = pm4_times(t.dim == DIM_3D ? t.depth : t.slices,
			  pm4_times(lines, (u64)pitch * t.format.bytes * t.samples));
	if (texture_bounds(ck, &t, 2, base, (u64)at[2] << 8, bytes))
		return 1;
	if (t.last_level && texture_mips(ck, &t, mip))
		return 1;
	if (word0 != at[0])
		r600_patch(ck, at, PM4_PATCH_VALUE, word0);
	r600_patch(ck, at + 2, PM4_PATCH_ADDR_256, base);
	put_mip_address(ck, &t, base, mip);
	if (t.samples == 1 && t.last_level != pm4_bits(at[5], 0, 4))
		r600_patch(ck, at + 5, PM4_PATCH_VALUE, (at[5] & ~0xfu) | t.last_level);
	return 0;
}

/*
 * Clamp a vertex buffer to the end of its buffer.  The chip returns zeros for vertices past
 * the size.  GL allows attributes that start or end past their data, Mesa passes them on,
 * and radeon accepts these streams too.
 *
 * A fetch that starts inside the size may end past it.  So the clamped size ends where the
 * longest fetch still ends inside the buffer, and all remaining elements are complete.  If
 * no element remains, the descriptor becomes one byte at the start of the buffer.
 */
static noinline int cut_buffer(struct r600_checker *ck, u32 slot, const u32 *at,
			       const struct pm4_buffer *buffer)
{
	u64 offset = r600_vertex_offset(at), bytes = (u64)at[1] + 1, room = 1;

	if (!buffer->size)
		return PM4_REFUSE(ck, .code = PM4_CODE_VERTEX_BOUNDS, .at = at,
				  .reg = PM4_RESOURCE_BASE + 4 * slot * PM4_RESOURCE_DW,
				  .buffer = buffer, .offset = offset,
				  .expected = 0, .actual = bytes);
	if (pm4_inside(buffer, offset, VERTEX_FETCH)) {
		room = buffer->size - offset - (VERTEX_FETCH - 1);
	} else {
		r600_patch(ck, at, PM4_PATCH_VALUE, 0);
		r600_patch(ck, at + 2, PM4_PATCH_VALUE, at[2] & ~0xffu);
	}
	r600_patch(ck, at + 1, PM4_PATCH_VALUE, (u32)(min(bytes, room) - 1));
	return 0;
}

static int set_buffer(struct r600_checker *ck, u32 slot, const u32 *at)
{
	const struct pm4_buffer *buffer;
	u32 index;

	if (r600_next_reloc(ck, at, &index)) {
		ck->verdict->reg = PM4_RESOURCE_BASE + 4 * slot * PM4_RESOURCE_DW;
		return 1;
	}
	buffer = r600_buffer(ck, index);
	if (unlikely(!r600_vertex_inside(buffer, at)) && cut_buffer(ck, slot, at, buffer))
		return 1;
	r600_patch(ck, at, PM4_PATCH_ADDR_VERTEX, index);
	return 0;
}

static noinline int __cold refuse_type(struct r600_checker *ck, u32 slot, const u32 *words)
{
	return PM4_REFUSE(ck, .code = PM4_CODE_RESOURCE_TYPE, .at = words + 6,
			  .reg = PM4_RESOURCE_BASE + 4 * (slot * PM4_RESOURCE_DW + 6),
			  .expected = PM4_TYPE_TEXTURE, .actual = words[6] >> 30);
}

static noinline int __cold refuse_range(struct r600_checker *ck, u32 first, u32 count,
					const u32 *at)
{
	if (first % PM4_RESOURCE_DW || count % PM4_RESOURCE_DW)
		return r600_refuse_unit(ck, PM4_RESOURCE_DW, first, count);
	return PM4_REFUSE(ck, .code = PM4_CODE_RANGE, .at = at, .offset = first,
			  .expected = R600_RESOURCES * PM4_RESOURCE_DW, .actual = count);
}

static int set_slot(struct r600_checker *ck, u32 slot, const u32 *words)
{
	u32 type = words[6] >> 30;

	r600_slot_set(ck, slot);
	if (likely(type == PM4_TYPE_BUFFER))
		return set_buffer(ck, slot, words);
	if (type == PM4_TYPE_TEXTURE)
		return set_texture(ck, slot, words);
	return refuse_type(ck, slot, words);
}

/**
 * r600_set_resources() - check the descriptors of a SET_RESOURCE packet
 * @ck: the check
 * @first: offset of the first dword in the space of resources
 * @count: number of dwords
 * @words: the dwords, in the input
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_set_resources(struct r600_checker *ck, u32 first, u32 count, const u32 *words)
{
	u32 slot = first / PM4_RESOURCE_DW;
	u32 n;

	if (unlikely(first % PM4_RESOURCE_DW || count % PM4_RESOURCE_DW || slot >= R600_RESOURCES ||
		     count / PM4_RESOURCE_DW > R600_RESOURCES - slot))
		return refuse_range(ck, first, count, words - 1);
	for (n = 0; n < count; n += PM4_RESOURCE_DW, slot++, words += PM4_RESOURCE_DW)
		if (set_slot(ck, slot, words))
			return 1;
	return 0;
}
