// SPDX-License-Identifier: GPL-2.0
/*
 * Streams of the async DMA engine.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

/**
 * struct dma_case - a stream of one packet
 * @size: bytes of all buffers
 * @nbuffers: their number
 */
struct dma_case {
	const char *name;
	enum r600_chip chip;
	u32 n, dw[8];
	u64 size;
	u32 nbuffers;
	u32 code;
};

#define C(x) PM4_CODE_##x
#define TILED (1u << 23)
/* 64 x 64, 4 bytes, 1D tiled; tiled to linear; 64 lines. */
#define PITCHED(mode, pitch) (1u << 31 | (mode) << 27 | 2 << 24 | 63 << 10 | ((pitch) / 8 - 1))
#define SHAPE(mode) PITCHED(mode, 64)

static const struct dma_case cases[] = {
	{ "NOP", PM4_RV770, 1, { 0xf0000000 }, 0, 0, 0 },
	{ "NOP, other bits", PM4_RV770, 1, { 0xf0000001 }, 0, 0, C(HEADER_BITS) },
	{ "on R6xx", PM4_RV670, 1, { 0xf0000000 }, 0, 0, C(CHIP_RING) },
	{ "no such packet", PM4_RV770, 1, { 0x10000000 }, 0, 0, C(PACKET_UNKNOWN) },
	{ "INDIRECT_BUFFER", PM4_RV770, 4, { 0x40000000 }, 64, 1, C(PACKET_DENIED) },
	{ "SEMAPHORE", PM4_RV770, 3, { 0x50000000 }, 64, 1, C(PACKET_DENIED) },
	{ "FENCE", PM4_RV770, 4, { 0x60000000 }, 64, 1, C(PACKET_DENIED) },
	{ "TRAP", PM4_RV770, 1, { 0x70000000 }, 0, 0, C(PACKET_DENIED) },
	{ "WRITE", PM4_RV770, 5, { 0x20000002, 8, 0, 1, 2 }, 16, 1, 0 },
	{ "WRITE past the end", PM4_RV770, 5, { 0x20000002, 8, 0, 1, 2 }, 15, 1, C(BOUNDS) },
	{ "WRITE far away", PM4_RV770, 5, { 0x20000002, 8, 0xff, 1, 2 }, 16, 1, C(BOUNDS) },
	{ "WRITE longer than the stream", PM4_RV770, 5, { 0x20000003, 8, 0, 1, 2 }, 64, 1, C(TRUNCATED) },
	{ "WRITE without a buffer", PM4_RV770, 5, { 0x20000002, 8, 0, 1, 2 }, 16, 0, C(RELOC_INDEX) },
	{ "WRITE, not aligned", PM4_RV770, 5, { 0x20000002, 2, 0, 1, 2 }, 64, 1, C(ALIGNMENT) },
	{ "WRITE of nothing", PM4_RV770, 3, { 0x20000000, 8, 0 }, 64, 1, C(PACKET_LENGTH) },
	{ "WRITE, tiled", PM4_RV770, 5, { 0x20000002 | TILED, 0, 0, 1, 2 }, 64, 1, C(HEADER_BITS) },
	{ "COPY", PM4_RV770, 5, { 0x30000004, 0, 16, 0, 0 }, 32, 2, 0 },
	{ "COPY of nothing", PM4_RV770, 5, { 0x30000000, 0, 16, 0, 0 }, 32, 2, C(PACKET_LENGTH) },
	{ "COPY, source past the end", PM4_RV770, 5, { 0x30000004, 0, 20, 0, 0 }, 32, 2, C(BOUNDS) },
	{ "COPY, destination past the end", PM4_RV770, 5, { 0x30000004, 20, 0, 0, 0 }, 32, 2, C(BOUNDS) },
	{ "COPY with one buffer", PM4_RV770, 5, { 0x30000004, 0, 0, 0, 0 }, 32, 1, C(RELOC_INDEX) },
	{ "COPY of the R6xx length", PM4_RV770, 4, { 0x30000004, 0, 0, 0 }, 32, 2, C(TRUNCATED) },
	{ "CONSTANT_FILL", PM4_RV770, 4, { 0xd0000004, 16, 7, 0 }, 32, 1, 0 },
	{ "CONSTANT_FILL of nothing", PM4_RV770, 4, { 0xd0000000, 16, 7, 0 }, 32, 1, C(PACKET_LENGTH) },
	{ "CONSTANT_FILL past the end", PM4_RV770, 4, { 0xd0000004, 20, 7, 0 }, 32, 1, C(BOUNDS) },
	{ "CONSTANT_FILL, other bits", PM4_RV770, 4, { 0xd0000004, 0, 7, 1 }, 32, 1, C(FIELD_BITS) },
	{ "tiled COPY", PM4_RV770, 7, { 0x30001000 | TILED, 0, SHAPE(2), 63 << 12, 0, 0, 0 }, 16384, 2, 0 },
	{ "tiled COPY past the end", PM4_RV770, 7, { 0x30001000 | TILED, 0, SHAPE(2), 63 << 12, 0, 0, 0 }, 16383, 2, C(BOUNDS) },
	{ "tiled COPY that starts lower", PM4_RV770, 7, { 0x30000800 | TILED, 0, SHAPE(2), 63 << 12, 32 << 17, 0, 0 }, 16384, 2, 0 },
	{ "tiled COPY into the next slice", PM4_RV770, 7, { 0x30000840 | TILED, 0, SHAPE(2), 63 << 12, 32 << 17, 0, 0 }, 16384, 2, C(BOUNDS) },
	{ "tiled COPY, lines go straight on", PM4_RV770, 7, { 0x30000840 | TILED, 0, SHAPE(2), 0, 32 << 17, 0, 0 }, 18432, 2, 0 },
	{ "tiled COPY, the last line is outside", PM4_RV770, 7, { 0x30000840 | TILED, 0, SHAPE(2), 0, 32 << 17, 0, 0 }, 18431, 2, C(BOUNDS) },
	{ "tiled COPY of slice 1", PM4_RV770, 7, { 0x30000001 | TILED, 0, SHAPE(2), 63 << 12 | 1, 0, 0, 0 }, 16384, 2, C(BOUNDS) },
	{ "tiled COPY of linear memory", PM4_RV770, 7, { 0x30000001 | TILED, 0, SHAPE(1), 63 << 12, 0, 0, 0 }, 16384, 2, C(SURFACE_MODE) },
	{ "tiled COPY, 2D", PM4_RV770, 7, { 0x30000001 | TILED, 0, PITCHED(4, 96), 95 << 12, 0, 0, 0 }, 65536, 2, 0 },
	{ "tiled COPY, 2D, half a line of tiles", PM4_RV770, 7, { 0x30000001 | TILED, 0, PITCHED(4, 96), 63 << 12, 0, 0, 0 }, 65536, 2, C(SURFACE_HEIGHT) },
	{ "tiled COPY, 2D, half a macro tile", PM4_RV770, 7, { 0x30000001 | TILED, 0, PITCHED(4, 96), 11 << 12, 0, 0, 0 }, 65536, 2, C(SURFACE_HEIGHT) },
	{ "tiled COPY from a line's end on", PM4_RV770, 7, { 0x30000001 | TILED, 0, SHAPE(2), 63 << 12, 64 << 3, 0, 0 }, 65536, 2, C(SURFACE_PITCH) },
	{ "tiled COPY of a line's end", PM4_RV770, 7, { 0x30000001 | TILED, 0, SHAPE(2), 63 << 12, 63 << 3, 0, 0 }, 65536, 2, 0 },
	{ "tiled COPY, 2D pitch not aligned", PM4_RV770, 7, { 0x30000001 | TILED, 0, PITCHED(4, 72), 63 << 12, 0, 0, 0 }, 65536, 2, C(SURFACE_PITCH) },
	{ "tiled COPY, 2D base not aligned", PM4_RV770, 7, { 0x30000001 | TILED, 1, SHAPE(4), 63 << 12, 0, 0, 0 }, 65536, 2, C(SURFACE_BASE) },
};

/* Writes to a read-only buffer are refused, and patches have the right addresses. */
static void test_dma_addresses(void)
{
	static const u32 write[] = { 0x20000001, 8, 1, 7 };
	static const u32 fill[] = { 0xd0000001, 8, 7, 1 << 16 };
	static const u32 copy[] = { 0x30000001, 8, 16, 1, 2 };
	static const u32 tile[] = { 0x30000001 | TILED, 2, SHAPE(2), 63 << 12, 0, 8, 1 };
	const struct pm4_buffer big = { .size = 1ull << 36, .align = 1 << 20,
					.writable = true };
	const u64 addrs[2] = { 0x300000000ull, 0x300000000ull };
	struct pm4_card card = { .front = &r600_front, .chip = PM4_RV770, .pipes = 2, .banks = 4,
				 .group_bytes = 256, .backends = 1 };
	struct pm4_buffer buffers[2] = { big, big };
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	struct pm4_input in = { .buffers = buffers, .nbuffers = 2, .ring = PM4_RING_DMA };
	struct pm4_verdict verdict;
	struct pm4_result result;
	u64 written;
	u32 out[8];

	pm4_checker_init(ck, &card);
	in.ib = write;
	in.ib_dw = ARRAY_SIZE(write);
	tap_ok(!check_and_patch(ck, &in, addrs, out, &written, &result, &verdict) && out[1] == 8 && out[2] == 4 &&
	       out[3] == 7 && written == 1, "DMA WRITE: its address");
	in.ib = fill;
	in.ib_dw = ARRAY_SIZE(fill);
	tap_ok(!check_and_patch(ck, &in, addrs, out, &written, &result, &verdict) && out[1] == 8 &&
	       out[3] == 4 << 16 && written == 1, "DMA CONSTANT_FILL: its address");
	in.ib = copy;
	in.ib_dw = ARRAY_SIZE(copy);
	tap_ok(!check_and_patch(ck, &in, addrs, out, &written, &result, &verdict) && out[1] == 8 && out[2] == 16 &&
	       out[3] == 4 && out[4] == 5 && written == 2, "DMA COPY: its addresses");
	buffers[0].writable = false;
	tap_ok(!check_and_patch(ck, &in, addrs, out, &written, &result, &verdict), "... from a read-only buffer");
	buffers[1].writable = false;
	tap_ok(check_and_patch(ck, &in, addrs, out, &written, &result, &verdict) &&
	       verdict.code == PM4_CODE_READ_ONLY && verdict.buffer == 1, "... but not into one");
	in.ib = tile;
	in.ib_dw = ARRAY_SIZE(tile);
	tap_ok(check_and_patch(ck, &in, addrs, out, &written, &result, &verdict) &&
	       verdict.code == PM4_CODE_READ_ONLY && verdict.buffer == 1,
	       "DMA tiled COPY: the linear side is written");
	buffers[1].writable = true;
	tap_ok(!check_and_patch(ck, &in, addrs, out, &written, &result, &verdict) && out[1] == 0x3000002 &&
	       out[2] == SHAPE(2) && out[5] == 8 && out[6] == 4 && written == 2, "... and its addresses");
	buffers[1].align = 128;
	tap_ok(!check_and_patch(ck, &in, addrs, out, &written, &result, &verdict),
	       "... which needs no alignment");
	buffers[0].align = 128;
	tap_ok(check_and_patch(ck, &in, addrs, out, &written, &result, &verdict) &&
	       verdict.code == PM4_CODE_SURFACE_BASE && verdict.buffer == 0 &&
	       verdict.expected == 256 && verdict.actual == 128, "... as the tiled side does");
	free(ck);
}

void test_dma(void)
{
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	const u64 addrs[2] = { 0x1fff00000ull, 0x1fff00000ull + 0x800000 };
	struct pm4_buffer buffers[2];
	struct pm4_verdict verdict;
	struct pm4_result result;
	u32 out[8], i, k;
	int refused;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct dma_case *c = &cases[i];
		struct pm4_card card = { .front = &r600_front, .chip = c->chip, .pipes = 2, .banks = 4,
					 .group_bytes = 256, .backends = 1 };
		struct pm4_input in = { .ib = c->dw, .ib_dw = c->n, .buffers = buffers,
					.nbuffers = c->nbuffers, .ring = PM4_RING_DMA };

		for (k = 0; k < 2; k++)
			buffers[k] = (struct pm4_buffer){ .size = c->size, .align = 1 << 20,
							  .writable = true };
		pm4_checker_init(ck, &card);
		refused = check_and_patch(ck, &in, addrs, out, NULL, &result, &verdict);
		tap_ok(verdict.code == c->code && refused == (c->code != 0), "DMA %s: %s", c->name,
		       pm4_code_name(verdict.code));
	}
	free(ck);
	test_dma_addresses();
}
