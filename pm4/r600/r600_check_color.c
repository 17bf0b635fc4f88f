// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Colour buffers: everything that the CB can read or write for a colour buffer is inside
 * its buffer objects.
 *
 * Two bounds exist, and both must fit: the size in the registers (SLICE_TILE_MAX), and the
 * scissors.  According to the guide (3.3) the scissor limits rendering to the surface, and
 * not the size of the surface.  Only the scissors count for a draw that writes pixels of a
 * linear buffer, see scissors_bound().
 *
 * r600_check_draw.c calls r600_check_color() for buffers that changed and are in use.  Takes
 * no lock.
 */
#include "r600_check.h"

struct color {
	u32 n;
	u32 mode;
	u32 tile_mode;
	u32 samples;
	u32 mask_samples;
	u32 pitch;
	u32 tiles;
	u32 last_slice;
	u32 head;		/* linear general: bytes of the base below 256 */
	u32 buffer;
	u64 offset;
	struct r600_format format;
	struct r600_tiling layout;
};

enum { TILE_DISABLE, CLEAR_ENABLE, FRAG_ENABLE };

static __always_inline int color_read(struct r600_checker *ck, u32 n, struct color *c)
{
	u32 info = r600_surface_info(ck, n);
	u32 size = r600_context_get(ck, PM4_R_CB_COLOR_SIZE + 4 * n);
	u32 view = r600_context_get(ck, PM4_R_CB_COLOR_VIEW + 4 * n);
	u32 aa = r600_context_get(ck, PM4_R_PA_SC_AA_CONFIG);

	if (r600_must_be_set(ck, PM4_R_CB_COLOR_BASE + 4 * n) ||
	    r600_must_be_set(ck, PM4_R_CB_COLOR_SIZE + 4 * n) ||
	    r600_must_be_set(ck, PM4_R_CB_COLOR_VIEW + 4 * n))
		return 1;

	c->n = n;
	c->mode = pm4_bits(info, 8, 4);
	c->tile_mode = pm4_bits(info, 18, 2);
	/* The destination of a resolve has one sample; no document says so of its FMASK. */
	c->mask_samples = 1u << pm4_bits(aa, 0, 2);
	c->samples = ck->color_use == PM4_COLOR_RESOLVE && n == 1 ? 1 : c->mask_samples;
	c->pitch = (pm4_bits(size, 0, 10) + 1) * 8;
	c->tiles = pm4_bits(size, 10, 20) + 1;
	c->last_slice = max(pm4_bits(view, 0, 11), pm4_bits(view, 13, 11));
	c->head = c->mode == PM4_LINEAR_GENERAL ? pm4_bits(view, 0, 8) : 0;
	c->buffer = r600_context_buffer(ck, PM4_R_CB_COLOR_BASE + 4 * n);
	c->offset = (u64)r600_context_get(ck, PM4_R_CB_COLOR_BASE + 4 * n) << 8;
	c->format = r600_formats[pm4_bits(info, 2, 6)];
	if (!c->format.color)
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_FORMAT,
				  .reg = PM4_R_CB_COLOR_INFO + 4 * n,
				  .actual = pm4_bits(info, 2, 6));
	if (r600_surface_layout(&ck->card, c->mode, c->format.bytes, c->samples,
				&c->layout))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE,
				  .reg = PM4_R_CB_COLOR_INFO + 4 * n, .actual = c->mode,
				  .shape = { [3] = c->format.bytes | c->samples << 8 });
	return 0;
}

/*
 * Size of one slice of CMASK, 4 bits for a tile.  A macro tile has 16 x 16 tiles for each
 * pipe, in a shape as close to a square as powers of two allow.
 */
static u64 cmask_bytes(const struct pm4_card *card, u32 pitch, u32 lines)
{
	u32 across = card->pipes == 1 ? 128 : card->pipes == 8 ? 512 : 256;
	u32 down = card->pipes * 128 * 128 / across;

	return pm4_times(pm4_align(lines, down), pm4_align(pitch, across)) / 128;
}

/*
 * Size of a 2D tiled FMASK with @bytes for each pixel.  The padding is as for a surface
 * with pixels of that size; the width is padded to at least 128.
 */
static u64 fmask_bytes(const struct pm4_card *card, u32 bytes, u32 width, u32 lines)
{
	u32 across = max(8 * card->banks, card->group_bytes * card->banks / (8 * bytes));

	return pm4_times(pm4_align(lines, 8 * card->pipes), pm4_align(width, max(128u, across))) *
	       bytes;
}

/*
 * Size of one slice of FMASK.  The bits need half of @bytes.  Real chips corrupt the memory
 * after an allocation of that size, so Mesa allocates double, computed from the width.  The
 * destination of a resolve may have a pitch beyond the width; for the pitch the bits alone
 * must fit.
 */
static u64 fmask_slice(const struct pm4_card *card, u32 bytes, const struct color *c,
		       u32 scissor_width, u32 lines)
{
	return max(fmask_bytes(card, bytes, scissor_width, lines),
		   fmask_bytes(card, bytes, c->pitch, lines) / 2);
}

/**
 * struct mask_size - origin of the size of a mask, for the sentence of a refusal
 * @by: PM4_MASK_*
 * @lines: lines that the mask covers
 */
struct mask_size {
	u32 by;
	u32 lines;
};

/* @unit is a power of two; the size is @bytes rounded up to @unit. */
static int mask_bounds(struct r600_checker *ck, u32 code, u32 reg, u64 bytes, u32 unit,
		       struct mask_size size)
{
	u32 index = r600_context_buffer(ck, reg);
	const struct pm4_buffer *buffer = &ck->buffers[index];
	u64 offset = (u64)r600_context_get(ck, reg) << 8;

	if (offset >= buffer->size)
		return r600_refuse_far(ck, index, offset, reg, NULL);
	bytes = (bytes + unit - 1) & ~(u64)(unit - 1);
	if (r600_aligned(ck, index, offset, unit, NULL, reg))
		return 1;
	if (!pm4_inside(buffer, offset, bytes))
		return PM4_REFUSE(ck, .code = code, .reg = reg,
				  .buffer = r600_buffer(ck, index), .offset = offset,
				  .expected = buffer->size, .actual = bytes,
				  .detail = size.by, .shape = { size.lines });
	return r600_writable(ck, index, NULL, reg);
}

/*
 * FMASK and CMASK, if they are enabled.  No document says that the sizes in CB_COLOR_MASK
 * bound them.  So they must also cover the whole surface and all lines inside the scissors.
 * The chip interleaves both over pipes, and FMASK over banks too.  So both start and end
 * on a multiple of the interleave; in CMASK so does each slice.  The sizes are those that
 * libdrm and Mesa allocate, because their clients are known to work.
 */
static int color_masks(struct r600_checker *ck, const struct color *c,
		       const struct r600_rect *scissor)
{
	u32 mask = r600_context_get(ck, PM4_R_CB_COLOR_MASK + 4 * c->n);
	u32 frag = PM4_R_CB_COLOR_FRAG + 4 * c->n;
	u32 tile = PM4_R_CB_COLOR_TILE + 4 * c->n;
	u32 own = pm4_div_up(c->tiles * 64, c->pitch);
	u32 lines = max(own, scissor->y);
	u32 unit = ck->card.pipes * ck->card.group_bytes;
	u32 fmask = c->mask_samples == 8 ? 8 : 2;
	u32 by = scissor->y > own ? PM4_MASK_SCISSOR : PM4_MASK_LINES;
	u64 slices = c->last_slice + 1;
	u64 bytes, given;

	if (c->tile_mode == TILE_DISABLE)
		return 0;
	if (c->tile_mode > FRAG_ENABLE)
		return PM4_REFUSE(ck, .code = PM4_CODE_FIELD_VALUE,
				  .reg = PM4_R_CB_COLOR_INFO + 4 * c->n,
				  .field = PM4_F_CB_COLOR_INFO_TILE_MODE + 1,
				  .expected = FRAG_ENABLE, .actual = c->tile_mode,
				  .shape = { PM4_VALUE_MOST });
	if (r600_must_be_set(ck, PM4_R_CB_COLOR_MASK + 4 * c->n) ||
	    r600_must_be_set(ck, tile))
		return 1;

	if (c->tile_mode == FRAG_ENABLE) {
		if (r600_must_be_set(ck, frag))
			return 1;
		given = (pm4_bits(mask, 12, 20) + 1) * 64ull * fmask;
		bytes = fmask_slice(&ck->card, fmask, c, scissor->x, lines);
		if (mask_bounds(ck, PM4_CODE_FMASK_BOUNDS, frag,
				pm4_times(slices, max(bytes, given)),
				unit * ck->card.banks, (struct mask_size){
					given > bytes ? PM4_MASK_REGISTER : by, lines }))
			return 1;
	}
	given = (pm4_bits(mask, 0, 12) + 1) * 128ull;
	bytes = cmask_bytes(&ck->card, c->pitch, lines);
	if (given > bytes)
		by = PM4_MASK_REGISTER;
	bytes = pm4_times(slices, (max(bytes, given) + unit - 1) & ~(u64)(unit - 1));
	return mask_bounds(ck, PM4_CODE_CMASK_BOUNDS, tile, bytes, unit,
			   (struct mask_size){ by, lines });
}

/*
 * The surface does not fit into its buffer.  Either its own size is too large, or only the
 * lines that the scissors let through after its last line.
 */
static noinline int __cold refuse_bounds(struct r600_checker *ck, const struct color *c)
{
	const struct pm4_buffer *buffer = r600_buffer(ck, c->buffer);
	u64 row_bytes = (u64)c->pitch * c->format.bytes * c->samples;
	u64 slice_bytes = (u64)c->tiles * 64 * c->format.bytes * c->samples;
	u64 rest = pm4_times(c->last_slice, slice_bytes) + c->head;
	u32 base = PM4_R_CB_COLOR_BASE + 4 * c->n, lines;

	if (!pm4_inside(buffer, c->offset, slice_bytes + rest))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_BOUNDS, .reg = base,
				  .buffer = buffer, .offset = c->offset,
				  .expected = buffer->size, .actual = slice_bytes + rest,
				  .detail = c->mode,
				  .shape = { c->pitch, c->tiles * 64 / c->pitch,
					     c->last_slice + 1,
					     c->format.bytes | c->samples << 8 });
	lines = (u32)div_u64(buffer->size - c->offset - rest, (u32)row_bytes);
	return r600_refuse_scissor(ck, base, c->buffer, true,
				   lines / c->layout.height_align * c->layout.height_align);
}

/*
 * Returns true if only the scissors bound the buffer.  The first versions of the X driver
 * round the height up to whole tiles, even for a linear buffer that ends with its last
 * line, and radeon accepts every size of linear buffers.
 *
 * SLICE_TILE_MAX gives the start of the next slice, so it moves no pixel of slice 0, and a
 * write to a linear buffer touches no other pixel of the tile.  The head is 0 for slice 0.
 * Uses that work on whole tiles (CMASK, FMASK), or that are not known to stop at the
 * scissors, keep both bounds.
 */
static bool scissors_bound(const struct r600_checker *ck, const struct color *c)
{
	return c->mode <= PM4_LINEAR_ALIGNED && !c->last_slice &&
	       c->tile_mode == TILE_DISABLE && ck->color_use == PM4_COLOR_DRAW;
}

/**
 * r600_check_color() - check a colour buffer that a draw can reach
 * @ck: the check
 * @n: number of the colour buffer
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_check_color(struct r600_checker *ck, u32 n)
{
	u32 base_reg = PM4_R_CB_COLOR_BASE + 4 * n;
	u32 size_reg = PM4_R_CB_COLOR_SIZE + 4 * n;
	const struct r600_rect *scissor = &ck->scissor;
	const struct pm4_buffer *buffer;
	u64 row_bytes, slice_bytes, bytes;
	struct color c;
	u32 lines;

	if (color_read(ck, n, &c))
		return 1;
	buffer = &ck->buffers[c.buffer];
	if (c.offset >= buffer->size)
		return r600_refuse_far(ck, c.buffer, c.offset, base_reg, NULL);

	if (c.pitch % c.layout.pitch_align)
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_PITCH, .reg = size_reg,
				  .expected = c.layout.pitch_align, .actual = c.pitch);
	lines = c.tiles * 64 / c.pitch;
	if (c.mode == PM4_TILED_2D && (c.tiles * 64 % c.pitch || lines % c.layout.height_align))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_HEIGHT, .reg = size_reg,
				  .expected = c.layout.height_align, .actual = lines,
				  .shape = { c.pitch, c.tiles });
	if (r600_aligned(ck, c.buffer, c.offset, c.layout.base_align, NULL, base_reg))
		return 1;

	if (scissor->x > c.pitch)
		return r600_refuse_scissor(ck, size_reg, c.buffer, false, c.pitch);
	row_bytes = (u64)c.pitch * c.format.bytes * c.samples;
	slice_bytes = (u64)c.tiles * 64 * c.format.bytes * c.samples;
	bytes = pm4_times(pm4_align(scissor->y, c.layout.height_align), row_bytes);
	if (!scissors_bound(ck, &c))
		bytes = max(bytes, slice_bytes) + pm4_times(c.last_slice, slice_bytes) + c.head;
	if (!pm4_inside(buffer, c.offset, bytes))
		return refuse_bounds(ck, &c);
	if (r600_writable(ck, c.buffer, NULL, base_reg))
		return 1;
	return color_masks(ck, &c, scissor);
}
