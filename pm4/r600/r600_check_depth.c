// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The depth and stencil buffer and its HTILE.  As for colour, two bounds must fit: the size
 * in the registers and the scissors.
 *
 * r600_check_draw.c calls r600_check_depth() if the depth buffer changed and is in use.
 * Takes no lock.
 */
#include "r600_check.h"

/* Bytes of a pixel by DB_DEPTH_INFO.FORMAT. */
static const u8 depth_bytes[8] = { 0, 2, 4, 4, 4, 4, 4, 8 };

#define HTILE_8X8	0x3u

/*
 * Size of one slice of HTILE: one dword for each 8 x 8 pixels, padded to macro tiles.  The
 * size is a multiple of 2 KiB for each pipe.  (The layout of a linear HTILE is not
 * documented; no client uses one.)
 */
static u64 htile_bytes(const struct pm4_card *card, u32 pitch, u32 lines)
{
	u32 pipes = card->pipes;
	u32 across = pipes >= 4 ? 64 : 32;
	u32 down = pipes == 8 ? 64 : pipes == 1 ? 16 : 32;
	u64 bytes = 4 * pm4_times(pm4_align((lines + 7) / 8, down), pm4_align(pitch / 8, across));
	u32 unit = pipes * 2048;

	return (bytes + unit - 1) & ~(u64)(unit - 1);
}

static int depth_htile(struct r600_checker *ck, u32 pitch, u32 lines, u32 scissor_lines,
		       u32 slices)
{
	u32 surface = r600_context_get(ck, PM4_R_DB_HTILE_SURFACE);
	u32 reg = PM4_R_DB_HTILE_DATA_BASE;
	u32 unit = ck->card.pipes * ck->card.group_bytes;
	const struct pm4_buffer *buffer;
	u64 offset, bytes;
	u32 index;

	if (r600_must_be_set(ck, PM4_R_DB_HTILE_SURFACE) || r600_must_be_set(ck, reg))
		return 1;
	if ((surface & HTILE_8X8) != HTILE_8X8)
		return PM4_REFUSE(ck, .code = PM4_CODE_HTILE_TILES,
				  .reg = PM4_R_DB_HTILE_SURFACE,
				  .expected = HTILE_8X8, .actual = surface & HTILE_8X8);
	index = r600_context_buffer(ck, reg);
	buffer = &ck->buffers[index];
	offset = (u64)r600_context_get(ck, reg) << 8;
	bytes = pm4_times(slices, htile_bytes(&ck->card, pitch, max(lines, scissor_lines)));
	if (r600_aligned(ck, index, offset, unit, NULL, reg))
		return 1;
	if (offset >= buffer->size)
		return r600_refuse_far(ck, index, offset, reg, NULL);
	if (!pm4_inside(buffer, offset, bytes))
		return PM4_REFUSE(ck, .code = PM4_CODE_HTILE_BOUNDS, .reg = reg,
				  .buffer = r600_buffer(ck, index), .offset = offset,
				  .expected = buffer->size, .actual = bytes,
				  .detail = scissor_lines > lines ? PM4_MASK_SCISSOR :
								    PM4_MASK_LINES,
				  .shape = { max(lines, scissor_lines) });
	return r600_writable(ck, index, NULL, reg);
}

/**
 * r600_check_depth() - check the depth buffer that a draw can reach
 * @ck: the check
 *
 * Long, because it is one rule after the other, of the same values.
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_check_depth(struct r600_checker *ck)
{
	u32 info = r600_surface_info(ck, 8);
	u32 size = r600_context_get(ck, PM4_R_DB_DEPTH_SIZE);
	u32 view = r600_context_get(ck, PM4_R_DB_DEPTH_VIEW);
	u32 samples = 1u << pm4_bits(r600_context_get(ck, PM4_R_PA_SC_AA_CONFIG), 0, 2);
	u32 mode = pm4_bits(info, 15, 4);
	u32 bpp = depth_bytes[pm4_bits(info, 0, 3)];
	u32 pitch = (pm4_bits(size, 0, 10) + 1) * 8;
	u32 tiles = pm4_bits(size, 10, 20) + 1;
	u32 lines = tiles * 64 / pitch;
	u32 last = max(pm4_bits(view, 0, 11), pm4_bits(view, 13, 11));
	const struct pm4_buffer *buffer;
	struct r600_tiling layout;
	u64 offset, slice_bytes, rest, bytes;
	const struct r600_rect *scissor = &ck->scissor;
	u32 index;

	if (r600_must_be_set(ck, PM4_R_DB_DEPTH_BASE) ||
	    r600_must_be_set(ck, PM4_R_DB_DEPTH_SIZE) ||
	    r600_must_be_set(ck, PM4_R_DB_DEPTH_VIEW))
		return 1;
	/* HTILE is enabled without a format: the sizes are undefined. */
	if (!bpp)
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_FORMAT, .reg = PM4_R_DB_DEPTH_INFO,
				  .actual = pm4_bits(info, 0, 3));
	if ((mode != PM4_TILED_1D && mode != PM4_TILED_2D) ||
	    r600_surface_layout(&ck->card, mode, bpp, samples, &layout))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE,
				  .reg = PM4_R_DB_DEPTH_INFO, .actual = mode,
				  .shape = { [3] = bpp | samples << 8 });
	if (pitch % layout.pitch_align)
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_PITCH,
				  .reg = PM4_R_DB_DEPTH_SIZE,
				  .expected = layout.pitch_align, .actual = pitch);
	if (mode == PM4_TILED_2D && (tiles * 64 % pitch || lines % layout.height_align))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_HEIGHT,
				  .reg = PM4_R_DB_DEPTH_SIZE,
				  .expected = layout.height_align, .actual = lines,
				  .shape = { pitch, tiles });
	index = r600_context_buffer(ck, PM4_R_DB_DEPTH_BASE);
	buffer = &ck->buffers[index];
	offset = (u64)r600_context_get(ck, PM4_R_DB_DEPTH_BASE) << 8;
	if (offset >= buffer->size)
		return r600_refuse_far(ck, index, offset, PM4_R_DB_DEPTH_BASE, NULL);
	if (r600_aligned(ck, index, offset, layout.base_align, NULL, PM4_R_DB_DEPTH_BASE))
		return 1;

	if (scissor->x > pitch)
		return r600_refuse_scissor(ck, PM4_R_DB_DEPTH_SIZE, index, false, pitch);
	slice_bytes = (u64)tiles * 64 * bpp * samples;
	rest = pm4_times(last, slice_bytes);
	bytes = pm4_times(pm4_align(scissor->y, layout.height_align), (u64)pitch * bpp * samples);
	bytes = max(bytes, slice_bytes) + rest;
	if (!pm4_inside(buffer, offset, slice_bytes + rest))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_BOUNDS,
				  .reg = PM4_R_DB_DEPTH_BASE, .buffer = r600_buffer(ck, index),
				  .offset = offset, .expected = buffer->size,
				  .actual = slice_bytes + rest, .detail = mode,
				  .shape = { pitch, lines, last + 1, bpp | samples << 8 });
	/* The surface fits, but not the lines that the scissors let through. */
	if (!pm4_inside(buffer, offset, bytes)) {
		lines = (u32)div_u64(buffer->size - offset - rest,
				     pitch * bpp * samples);
		return r600_refuse_scissor(ck, PM4_R_DB_DEPTH_BASE, index, true,
					   lines / layout.height_align * layout.height_align);
	}
	if (r600_writable(ck, index, NULL, PM4_R_DB_DEPTH_BASE))
		return 1;
	if (pm4_bits(info, 25, 1))
		/* An incomplete last row of tiles also has a row of HTILE. */
		return depth_htile(ck, pitch, pm4_div_up(tiles * 64, pitch), scissor->y, last + 1);
	return 0;
}
