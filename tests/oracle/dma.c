// SPDX-License-Identifier: GPL-2.0
/*
 * The async DMA engine of R7xx as the oracle sees it: what each packet reads
 * and writes.  Tiled transfers have no rule (their extent depends on fields
 * that no real stream uses), so an accepted one is a fault.  No locks.
 */
#include "oracle.h"

enum {
	DMA_WRITE = 2,
	DMA_COPY = 3,
	DMA_CONSTANT_FILL = 13,
	DMA_NOP = 15,
};

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
		return 5;
	case DMA_CONSTANT_FILL:
		return 4;
	case DMA_NOP:
		return 1;
	default:
		return 0;
	}
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
		if (!n || (header & 3u << 22 && header >> 28 != DMA_NOP)) {
			oracle_fault(o, "DMA packet", header >> 28,
				     "without a rule");
			break;
		}
		if (n > ndw - i) {
			oracle_fault(o, "DMA packet", header >> 28,
				     "runs behind the end");
			break;
		}
		switch (header >> 28) {
		case DMA_WRITE:
			oracle_touch(o, "DMA write", 0,
				     addr40(ib[i + 1], ib[i + 2]), bytes, true);
			break;
		case DMA_COPY:
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
