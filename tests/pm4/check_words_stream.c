// SPDX-License-Identifier: GPL-2.0
/*
 * The sentences of refusals: streams by their dwords, and streams of the DMA engine.
 */
#include "check_words.h"

/**
 * struct dword_words - a stream by its dwords
 * @code: code of the refusal
 * @words: its sentence
 * @ring: its ring; all buffers of the DMA ring have 64 bytes
 * @nbuffers: buffers in the list
 * @n: dwords
 * @dw: these
 */
struct dword_words {
	u32 code;
	const char *words;
	enum pm4_ring ring;
	u32 nbuffers;
	u32 n, dw[11];
};

#define MEM_WRITE 0xc0033d00, 0, 0, 1, 2
#define GFX PM4_RING_GFX
#define DMA PM4_RING_DMA
#define TILED (1u << 23)
#define SHAPE(mode, log2_bytes, pitch) ((mode) << 27 | (log2_bytes) << 24 | 63 << 10 | ((pitch) / 8 - 1))

static const struct dword_words streams[] = {
	{ CODE(EMPTY),
	  "the stream is empty",
	  GFX, 16, 0, { 0 } },
	{ CODE(PACKET_TYPE),
	  "dword 0: header 0x40000000: there is no packet of type 1",
	  GFX, 16, 2, { 0x40000000, 0 } },
	{ CODE(TYPE0),
	  "dword 0: header 0x00002010 WAIT_UNTIL: type-0 packets are denied: SET_CONFIG_REG and the like set registers",
	  GFX, 16, 2, { 0x00002010, 0 } },
	{ CODE(TYPE0),
	  "dword 3: header 0x0000a080 PA_SC_WINDOW_OFFSET: type-0 packets are denied: SET_CONFIG_REG and the like set registers",
	  GFX, 16, 5, { 0xc0016900, 0x80, 0, 0x0000a080, 0 } },
	{ CODE(TRUNCATED),
	  "dword 0: NOP: has 2 dwords after its header, the stream only 1",
	  GFX, 16, 2, { 0xc0011000, 0 } },
	{ CODE(HEADER_BITS),
	  "dword 0: header 0x80000001: header bits 0x1 are not allowed in this packet",
	  GFX, 16, 2, { 0x80000001, 0x80000000 } },
	{ CODE(HEADER_BITS),
	  "dword 0: SET_CONTEXT_REG: header bits 0x1 are not allowed in this packet",
	  GFX, 16, 3, { 0xc0016901, 0x80, 0 } },
	{ CODE(RELOC_MISSING),
	  "dword 1: MEM_WRITE: needs a relocation, and SET_CONTEXT_REG follows",
	  GFX, 16, 8, { MEM_WRITE, 0xc0016900, 0x80, 0 } },
	{ CODE(RELOC_MISSING),
	  "dword 1: MEM_WRITE: needs a relocation, and packet 0xff follows",
	  GFX, 16, 7, { MEM_WRITE, 0xc000ff00, 0 } },
	{ CODE(RELOC_MISSING),
	  "dword 1: MEM_WRITE: needs a relocation, and the NOP that follows has 2 dwords after its header, and needs 1",
	  GFX, 16, 8, { MEM_WRITE, 0xc0011000, 0, 0 } },
	{ CODE(RELOC_MISSING),
	  "dword 1: MEM_WRITE: needs a relocation, and the NOP that follows has header bits 0x2",
	  GFX, 16, 7, { MEM_WRITE, 0xc0001002, 0 } },
	{ CODE(RELOC_MISSING),
	  "dword 1: MEM_WRITE: needs a relocation, and the stream ends in the NOP that follows",
	  GFX, 16, 6, { MEM_WRITE, 0xc0001000 } },
	{ CODE(RELOC_MISSING),
	  "dword 1: MEM_WRITE: needs a relocation, and a type-2 packet follows",
	  GFX, 16, 6, { MEM_WRITE, 0x80000000 } },
	{ CODE(RELOC_MISSING),
	  "dword 1: MEM_WRITE: needs a relocation, and 0x00002010 follows",
	  GFX, 16, 7, { MEM_WRITE, 0x00002010, 0 } },
	{ CODE(RELOC_MISSING),
	  "dword 2: SET_CONTEXT_REG CB_COLOR0_BASE: needs a relocation, and SET_CONTEXT_REG follows",
	  GFX, 16, 6, { 0xc0016900, 0x10, 0, 0xc0016900, 0x10, 0 } },
	{ CODE(RELOC_INDEX),
	  "dword 6: MEM_WRITE: relocation 64 stands for buffer 16, the list has 16",
	  GFX, 16, 7, { MEM_WRITE, 0xc0001000, 64 } },
	{ CODE(RELOC_INDEX),
	  "dword 6: MEM_WRITE: relocation 61 is not a multiple of 4",
	  GFX, 16, 7, { MEM_WRITE, 0xc0001000, 61 } },
	{ CODE(PACKET_UNKNOWN),
	  "dword 0: header 0x10000000: there is no such packet",
	  DMA, 1, 1, { 0x10000000 } },
	{ CODE(PACKET_DENIED),
	  "dword 0: DMA TRAP: interrupts belong to the driver",
	  DMA, 1, 1, { 0x70000000 } },
	{ CODE(HEADER_BITS),
	  "dword 0: DMA NOP: header bits 0x1 are not allowed in this packet",
	  DMA, 1, 1, { 0xf0000001 } },
	{ CODE(HEADER_BITS),
	  "dword 0: DMA WRITE: header bits 0x800000 are not allowed in this packet",
	  DMA, 1, 5, { 0x20000002 | TILED, 0, 0, 1, 2 } },
	{ CODE(HEADER_BITS),
	  "dword 0: DMA COPY: header bits 0x1000000 are not allowed in this packet",
	  DMA, 2, 7, { 0x31000002 | TILED, 0, 0, 0, 0, 0, 0 } },
	{ CODE(TRUNCATED),
	  "dword 0: DMA WRITE: has 5 dwords after its header, the stream only 4",
	  DMA, 1, 5, { 0x20000003, 8, 0, 1, 2 } },
	{ CODE(PACKET_LENGTH),
	  "dword 0: DMA WRITE: a count of 0 dwords is not allowed",
	  DMA, 1, 3, { 0x20000000, 8, 0 } },
	{ CODE(FIELD_BITS),
	  "dword 3: DMA CONSTANT_FILL: DST_ADDR_HI 0x00000001 sets bits 0x00000001 that must be 0",
	  DMA, 1, 4, { 0xd0000004, 0, 7, 1 } },
	{ CODE(RELOC_INDEX),
	  "dword 1: DMA COPY: needs entry 1 of the list of buffers, which has 1",
	  DMA, 1, 5, { 0x30000004, 0, 0, 0, 0 } },
	{ CODE(ALIGNMENT),
	  "dword 2: DMA COPY: SRC_ADDR_LO 0x2 is not a multiple of 4",
	  DMA, 2, 5, { 0x30000004, 0, 2, 0, 0 } },
	{ CODE(BOUNDS),
	  "dword 2: DMA COPY: SRC_ADDR_LO needs 16 bytes at offset 52, buffer 0 has 64",
	  DMA, 2, 5, { 0x30000004, 0, 52, 0, 0 } },
	{ CODE(SURFACE_MODE),
	  "dword 2: DMA COPY: array mode 1 (linear-aligned) is not supported here",
	  DMA, 2, 7, { 0x30000001 | TILED, 0, SHAPE(1, 2, 64), 0, 0, 0, 0 } },
	{ CODE(SURFACE_MODE),
	  "dword 2: DMA COPY: elements of 32 bytes are not supported, the largest have 16",
	  DMA, 2, 7, { 0x30000001 | TILED, 0, SHAPE(2, 5, 64), 0, 0, 0, 0 } },
	{ CODE(SURFACE_PITCH),
	  "dword 2: DMA COPY: pitch 72 is not a multiple of 32",
	  DMA, 2, 7, { 0x30000001 | TILED, 0, SHAPE(4, 2, 72), 0, 0, 0, 0 } },
	{ CODE(SURFACE_PITCH),
	  "dword 4: DMA COPY: x 64 is past the end of a line of 64",
	  DMA, 2, 7, { 0x30000001 | TILED, 0, SHAPE(2, 2, 64), 0, 64 << 3, 0, 0 } },
	{ CODE(SURFACE_HEIGHT),
	  "dword 3: DMA COPY: slice of 4096 pixels is not a multiple of the pitch, 96",
	  DMA, 2, 7, { 0x30000001 | TILED, 0, SHAPE(4, 2, 96), 63 << 12, 0, 0, 0 } },
	{ CODE(SURFACE_HEIGHT),
	  "dword 3: DMA COPY: slice of 8 lines is not a multiple of 16",
	  DMA, 2, 7, { 0x30000001 | TILED, 0, SHAPE(4, 2, 96), 11 << 12, 0, 0, 0 } },
	{ CODE(SURFACE_BASE),
	  "dword 1: DMA COPY: offset 0x100 in buffer 1 is not a multiple of 2048 bytes",
	  DMA, 2, 7, { 0x30000001 | TILED, 1, SHAPE(4, 2, 64), 63 << 12, 0, 0, 0 } },
};

void test_stream_words(struct scene *s)
{
	u32 i, k;

	for (i = 0; i < ARRAY_SIZE(streams); i++) {
		const struct dword_words *w = &streams[i];

		words_small(s);
		s->ring = w->ring;
		s->nbuffers = w->nbuffers;
		for (k = 0; w->ring == DMA && k < w->nbuffers; k++)
			s->buffers[k].size = 64;
		for (k = 0; k < w->n; k++)
			scene_put(s, w->dw[k]);
		words_expect(s, w->code, w->words);
	}
}
