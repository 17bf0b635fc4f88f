// SPDX-License-Identifier: GPL-2.0
/*
 * The oracle's async DMA engine of R7xx: the reads and writes of each packet.  A tiled copy
 * accesses the range from the first byte of its surface to the end of the last row of tiles
 * that it reaches.  A tiled write has no rule, so an accepted one is a fault.  No locks.
 */
#include "oracle.h"

enum {
	DMA_WRITE = 2,
	DMA_COPY = 3,
	DMA_CONSTANT_FILL = 13,
	DMA_NOP = 15,
};

#define DMA_TILED	(1u << 23)
#define DMA_SWAP	(1u << 22)

static u64 addr40(u32 lo, u32 hi)
{
	return (u64)(hi & 0xff) << 32 | (lo & ~3u);
}

/* Dwords of a packet, 0 when there is no rule for it. */
static u32 packet_dw(u32 header)
{
	switch (header >> 28) {
	case DMA_WRITE:
		return 3 + (header & 0xffff);
	case DMA_COPY:
		return header & DMA_TILED ? 7 : 5;
	case DMA_CONSTANT_FILL:
		return 4;
	case DMA_NOP:
		return 1;
	default:
		return 0;
	}
}

/*
 * A copy between a tiled surface and linear rows of the same pitch.  Dwords 1 to 4 have the
 * surface and the start of the copy in it, 5 and 6 the address of the rows.
 *
 * The engine counts in tiles.  A column past the pitch does not belong to the next row, and
 * a slice starts with a tile, or with a macro tile in 2D tiled modes.
 */
static void tiled_copy(struct oracle *o, const u32 *p)
{
	bool detile = p[2] >> 31;
	u64 bytes = 4ull * (p[0] & 0xffff);
	u64 x = p[4] >> 3 & 0x3fff, y = p[4] >> 17 & 0x3fff;
	u64 z = p[3] & 0xfff, elements, row;
	struct surface_shape s = {
		.mode = p[2] >> 27 & 0xf, .bytes = 1u << (p[2] >> 24 & 7),
		.samples = 1, .pitch = 8 * (1ull + (p[2] & 0x3ff)),
	};

	if (s.mode != SURFACE_1D_THIN && s.mode != SURFACE_2D_THIN) {
		oracle_fault(o, "DMA tiled surface", 0,
			     "array mode without a rule");
		return;
	}
	if (x >= s.pitch) {
		oracle_fault(o, "DMA tiled surface", 0, "begins past its pitch");
		return;
	}
	elements = 64 * (1ull + (p[3] >> 12));
	if (s.mode == SURFACE_2D_THIN &&
	    (s.pitch % (8ull * o->chip.banks) || elements % s.pitch ||
	     elements / s.pitch % surface_height_align(&o->chip, s.mode))) {
		oracle_fault(o, "DMA tiled surface", 0, "slices of broken macro tiles");
		return;
	}
	s.width = s.pitch;
	row = s.pitch * s.bytes;
	s.height = y + (x * s.bytes + bytes + row - 1) / row;
	oracle_base(o, "DMA tiled surface", 0, (u64)p[1] << 8, s.mode, s.bytes, 1);
	oracle_touch(o, "DMA tiled surface", 0, (u64)p[1] << 8,
		     z * elements * s.bytes + surface_reach(&o->chip, &s, 1), !detile);
	oracle_touch(o, "DMA rows", 0, addr40(p[5], p[6]), bytes, detile);
}

/**
 * oracle_run_dma() - execute a relocated stream of the DMA ring
 * @o: oracle
 * @ib: dwords
 * @ndw: their number
 *
 * Return: faults found so far.
 */
u32 oracle_run_dma(struct oracle *o, const u32 *ib, u32 ndw)
{
	u32 i, n, header;
	u64 bytes;

	for (i = 0; i < ndw; i += n) {
		header = ib[i];
		o->dword = i;
		n = packet_dw(header);
		bytes = 4ull * (header & 0xffff);
		if (!n || (!bytes && header >> 28 != DMA_NOP) ||
		    (header & DMA_SWAP && header >> 28 != DMA_NOP) ||
		    (header & DMA_TILED && header >> 28 != DMA_COPY &&
		     header >> 28 != DMA_NOP)) {
			oracle_fault(o, "DMA packet", header >> 28,
				     "without a rule");
			break;
		}
		if (n > ndw - i) {
			oracle_fault(o, "DMA packet", header >> 28,
				     "runs past the end");
			break;
		}
		switch (header >> 28) {
		case DMA_WRITE:
			oracle_touch(o, "DMA write", 0,
				     addr40(ib[i + 1], ib[i + 2]), bytes, true);
			break;
		case DMA_COPY:
			if (header & DMA_TILED) {
				tiled_copy(o, ib + i);
				break;
			}
			oracle_touch(o, "DMA destination", 0,
				     addr40(ib[i + 1], ib[i + 3]), bytes, true);
			oracle_touch(o, "DMA source", 0,
				     addr40(ib[i + 2], ib[i + 4]), bytes, false);
			break;
		case DMA_CONSTANT_FILL:
			oracle_touch(o, "DMA fill", 0,
				     addr40(ib[i + 1], ib[i + 3] >> 16), bytes,
				     true);
			break;
		}
	}
	return o->nfaults;
}
