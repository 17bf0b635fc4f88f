// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Streams of the async DMA engine (R7xx).  Relocations are not in the stream: each address
 * consumes the next entry of the list.  The packet of a copy between tiled and linear
 * memory contains the shape of the tiled surface; the part of the surface that the copy can
 * access must be inside the buffer.
 *
 * Called by r600_check(); takes no lock.
 */
#include "r600_check.h"

#define DMA_TILED	0x800000u

/**
 * struct dma - state of the walk over a DMA stream
 * @ck: the check
 * @next: the next entry of the relocation list
 */
struct dma {
	struct r600_checker *ck;
	u32 next;
};

/* Consume the next entry of the relocation list. */
static int dma_reloc(struct dma *d, u32 dword, u32 *index)
{
	struct r600_checker *ck = d->ck;

	if (d->next >= ck->in->nbuffers)
		return PM4_REFUSE(ck, .code = PM4_CODE_RELOC_INDEX,
				  .at = ck->header + dword,
				  .expected = ck->in->nbuffers,
				  .actual = d->next);
	*index = d->next++;
	return 0;
}

/* Check the alignment and bounds of a range, and whether it may be written. */
static int dma_range(struct dma *d, u32 dword, u32 index, u64 offset, u64 bytes,
		     bool write)
{
	const struct pm4_buffer *buffer = &d->ck->in->buffers[index];
	struct r600_checker *ck = d->ck;

	if (offset & 3)
		return PM4_REFUSE(ck, .code = PM4_CODE_ALIGNMENT, .buffer = r600_buffer(ck, index),
				  .at = ck->header + dword, .detail = dword - 1,
				  .expected = 4, .actual = offset);
	if (!pm4_inside(buffer, offset, bytes))
		return PM4_REFUSE(ck, .code = PM4_CODE_BOUNDS, .buffer = r600_buffer(ck, index),
				  .at = ck->header + dword, .detail = dword - 1,
				  .offset = offset, .expected = buffer->size,
				  .actual = bytes);
	return write && r600_writable(ck, index, ck->header + dword, 0);
}

static int dma_bits(struct dma *d, u32 dword, u32 value, u32 allowed)
{
	struct r600_checker *ck = d->ck;

	if (!(value & ~allowed))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_FIELD_BITS, .detail = dword - 1,
			  .at = ck->header + dword,
			  .expected = allowed, .actual = value);
}

static int dma_write(struct dma *d, const u32 *b, u32 count)
{
	u64 dst = b[1] | (u64)b[2] << 32;
	u32 index;

	if (dma_bits(d, 2, b[2], 0xff) || dma_reloc(d, 1, &index) ||
	    dma_range(d, 1, index, dst, (u64)count * 4, true))
		return 1;
	r600_patch(d->ck, b + 1, PM4_PATCH_ADDR_NEXT, index);
	return 0;
}

static int dma_fill(struct dma *d, const u32 *b, u32 count)
{
	u64 dst = b[1] | (u64)(b[3] & 0xff0000) << 16;
	u32 index;

	if (dma_bits(d, 3, b[3], 0xff0000) || dma_reloc(d, 1, &index) ||
	    dma_range(d, 1, index, dst, (u64)count * 4, true))
		return 1;
	r600_patch(d->ck, b + 1, PM4_PATCH_ADDR_FILL, index);
	return 0;
}

static int dma_copy_linear(struct dma *d, const u32 *b, u32 count)
{
	u64 dst = b[1] | (u64)b[3] << 32;
	u64 src = b[2] | (u64)b[4] << 32;
	u32 from, to;

	if (dma_bits(d, 3, b[3], 0xff) || dma_bits(d, 4, b[4], 0xff) ||
	    dma_reloc(d, 2, &from) || dma_reloc(d, 1, &to) ||
	    dma_range(d, 2, from, src, (u64)count * 4, false) ||
	    dma_range(d, 1, to, dst, (u64)count * 4, true))
		return 1;
	r600_patch(d->ck, b + 1, PM4_PATCH_ADDR_VERTEX, to);
	r600_patch(d->ck, b + 2, PM4_PATCH_ADDR_VERTEX, from);
	return 0;
}

/* The tiled side of a copy: @bytes from x, y, z on, line by line of the pitch. */
static int dma_tiled(struct dma *d, const u32 *b, u32 index, u64 offset, u64 bytes,
		     bool write)
{
	struct r600_checker *ck = d->ck;
	u32 mode = pm4_bits(b[2], 27, 4), bpp = 1u << pm4_bits(b[2], 24, 3);
	u32 height = pm4_bits(b[2], 10, 14) + 1;
	u32 pitch = (pm4_bits(b[2], 0, 10) + 1) * 8;
	u32 tiles = pm4_bits(b[3], 12, 20) + 1, z = pm4_bits(b[3], 0, 12);
	u32 x = pm4_bits(b[4], 3, 14), y = pm4_bits(b[4], 17, 14);
	u64 slice = (u64)tiles * 64 * bpp;
	u32 row = pitch * bpp;
	struct r600_tiling layout;
	u32 lines, last;
	u64 straight, wrapped;

	if (bpp > 16 || (mode != PM4_TILED_1D && mode != PM4_TILED_2D) ||
	    r600_surface_layout(&ck->card, mode, bpp, 1, &layout))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_MODE,
				  .at = ck->header + 2, .actual = mode,
				  .shape = { [3] = bpp | 1 << 8 });
	if (pitch % layout.pitch_align)
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_PITCH,
				  .at = ck->header + 2,
				  .expected = layout.pitch_align, .actual = pitch);
	/* Memory after the end of a line belongs to the next tile, not to the next line. */
	if (x >= pitch)
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_PITCH,
				  .at = ck->header + 4, .detail = PM4_PITCH_X,
				  .expected = pitch, .actual = x);
	if (mode == PM4_TILED_2D &&
	    (tiles * 64 % pitch || tiles * 64 / pitch % layout.height_align))
		return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_HEIGHT,
				  .at = ck->header + 3, .expected = layout.height_align,
				  .actual = tiles * 64 / pitch, .shape = { pitch, tiles });
	if (r600_aligned(ck, index, offset, layout.base_align, ck->header + 1, 0))
		return 1;
	/*
	 * Lines from the first line of the slice on.  No document says whether lines past
	 * the last one wrap to the next slice or continue straight: both must be inside.
	 */
	lines = y + pm4_div_up((u32)bytes + x * bpp, row);
	lines = max(lines, 1u);
	straight = pm4_times(pm4_align(lines, layout.height_align), row) + pm4_times(z, slice);
	last = z + pm4_div_up(lines, height) - 1;
	lines = pm4_align(min(lines, height), layout.height_align);
	wrapped = max(pm4_times(lines, row), slice) + pm4_times(last, slice);
	return dma_range(d, 1, index, offset, max(straight, wrapped), write);
}

static int dma_copy_tiled(struct dma *d, const u32 *b, u32 count)
{
	bool detile = b[2] >> 31;
	u64 linear = b[5] | (u64)b[6] << 32;
	u64 tiled = (u64)b[1] << 8;
	u32 from, to;

	if (dma_bits(d, 6, b[6], 0xff) || dma_bits(d, 4, b[4], 0x7ffffff8) ||
	    dma_reloc(d, detile ? 1 : 5, &from) || dma_reloc(d, detile ? 5 : 1, &to) ||
	    dma_tiled(d, b, detile ? from : to, tiled, (u64)count * 4, !detile) ||
	    dma_range(d, 5, detile ? to : from, linear, (u64)count * 4, detile))
		return 1;
	r600_patch(d->ck, b + 1, PM4_PATCH_ADDR_256, detile ? from : to);
	r600_patch(d->ck, b + 5, PM4_PATCH_ADDR_NEXT, detile ? to : from);
	return 0;
}

/* Dwords of a packet with its header; 0 if the packet does not exist. */
static u32 dma_length(const struct r600_checker *ck, u32 command, u32 header)
{
	bool tiled = header & DMA_TILED;

	switch (command) {
	case PM4_DMA_WRITE:
		return tiled ? 0 : 3 + (header & 0xffff);
	case PM4_DMA_COPY:
		return tiled ? 7 : 5;
	case PM4_DMA_CONSTANT_FILL:
		return tiled ? 0 : 4;
	case PM4_DMA_NOP:
		return 1;
	}
	return 0;
}

/**
 * r600_check_dma() - check a stream of the async DMA engine
 * @ck: the check
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_check_dma(struct r600_checker *ck)
{
	struct dma d = { .ck = ck };
	const u32 *p = ck->in->ib;

	if (!r600_is_r7xx(ck))
		return PM4_REFUSE(ck, .code = PM4_CODE_CHIP_RING);
	while (p < ck->end) {
		u32 header = *p;
		u32 command = header >> 28, count = header & 0xffff;
		const struct pm4_packet_row *row;
		int refused = 0;
		u32 length, bad;

		ck->header = p;
		row = pm4_packet_find(&r600_tables, PM4_RING_DMA, ck->card.chip, command);
		if (!row)
			return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_UNKNOWN);
		if (row->cls == PM4_DENIED)
			return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_DENIED);
		length = dma_length(ck, command, header);
		bad = header & (command == PM4_DMA_NOP ? 0x0fffffff : 0x0f7f0000);
		if (!length)
			bad |= DMA_TILED;
		if (bad)
			return PM4_REFUSE(ck, .code = PM4_CODE_HEADER_BITS, .actual = bad);
		if (ck->end - p < (ptrdiff_t)length)
			return PM4_REFUSE(ck, .code = PM4_CODE_TRUNCATED,
					  .expected = length - 1,
					  .actual = ck->end - p - 1);
		/* No document says whether a count of 0 means nothing or the maximum. */
		if (!count && command != PM4_DMA_NOP)
			return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_LENGTH,
					  .expected = 1);
		switch (command) {
		case PM4_DMA_WRITE:
			refused = dma_write(&d, p, count);
			break;
		case PM4_DMA_CONSTANT_FILL:
			refused = dma_fill(&d, p, count);
			break;
		case PM4_DMA_COPY:
			refused = header & DMA_TILED ? dma_copy_tiled(&d, p, count) :
						       dma_copy_linear(&d, p, count);
			break;
		}
		if (refused)
			return 1;
		p += length;
	}
	return 0;
}
