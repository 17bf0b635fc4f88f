// SPDX-License-Identifier: GPL-2.0
/*
 * The sentences of refusals: for each code, and for each form of its sentence, a refused
 * stream and the whole sentence.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

#define BODY_MAX 9
#define OP(x) PM4_OP_##x
#define CODE(x) PM4_CODE_##x
#define R(x) PM4_R_##x

static bool seen[PM4_CODE_COUNT];

/* Test whether a sentence has room for the largest numbers of dwords and buffers. */
static bool has_room(const struct scene *s)
{
	struct pm4_verdict v = s->verdict;
	char text[PM4_VERDICT_TEXT];

	if (v.dword != PM4_NO_DWORD)
		v.dword = PM4_MAX_DW - 1;
	if (v.draw != PM4_NO_DWORD)
		v.draw = PM4_MAX_DW - 1;
	if (v.buffer != PM4_NO_BUFFER) {
		v.buffer = (1 << 30) - 1;
		v.offset = 0xffffffff00;
	}
	return pm4_verdict_text(&v, &r600_front, s->card.chip, text, sizeof(text)) < sizeof(text) - 1;
}

/* Compare a scene's verdict with the code and the sentence. */
static void says(const struct scene *s, u32 code, const char *words)
{
	char text[PM4_VERDICT_TEXT];

	scene_text(s, text);
	seen[code] = true;
	if (!tap_ok(s->verdict.code == code && !strcmp(text, words) && has_room(s), "%s: %s",
		    pm4_code_name(s->verdict.code), text))
		tap_note("instead of %s: %s", pm4_code_name(code), words);
}

static void expect(struct scene *s, u32 code, const char *words)
{
	scene_check(s);
	says(s, code, words);
}

/**
 * struct packet_words - a refused packet, alone in its stream
 * @code: code of the refusal
 * @words: its sentence
 * @op: opcode
 * @n: dwords behind the header
 * @dw: the dwords
 * @relocs: relocations behind it, all of BUF_QUERY, which has 4096 bytes
 */
struct packet_words {
	u32 code;
	const char *words;
	u32 op, n, dw[BODY_MAX], relocs;
};

/* On RV770 with four backends. */
static const struct packet_words packets[] = {
	{ CODE(PACKET_UNKNOWN),
	  "dword 0: packet 0x00: there is no such packet",
	  0, 1, { 0 }, 0 },
	{ CODE(PACKET_DENIED),
	  "dword 0: COND_EXEC: it would skip packets that the checker has tracked",
	  OP(COND_EXEC), 3, { 0 }, 0 },
	{ CODE(PACKET_CHIP),
	  "dword 0: START_3D_CMDBUF: RV770 does not have this packet",
	  OP(START_3D_CMDBUF), 1, { 0 }, 0 },
	{ CODE(PACKET_LENGTH),
	  "dword 0: NUM_INSTANCES: has 2 dwords after its header, and needs 1",
	  OP(NUM_INSTANCES), 2, { 1, 1 }, 0 },
	{ CODE(PACKET_LENGTH),
	  "dword 0: EVENT_WRITE: has 4 dwords after its header, and needs 1 to 3",
	  OP(EVENT_WRITE), 4, { 0x115, 0, 0, 0 }, 0 },
	{ CODE(PACKET_LENGTH),
	  "dword 0: SET_CONFIG_REG: has 1 dword after its header, and needs at least 2",
	  OP(SET_CONFIG_REG), 1, { 0 }, 0 },
	{ CODE(PACKET_LENGTH),
	  "dword 0: SET_SAMPLER: has 4 dwords of constants, which is not a multiple of 3",
	  OP(SET_SAMPLER), 5, { 0, 1, 2, 3, 4 }, 0 },
	{ CODE(PACKET_LENGTH),
	  "dword 0: SET_RESOURCE: has 8 dwords of constants, which is not a multiple of 7",
	  OP(SET_RESOURCE), 9, { 0 }, 0 },
	{ CODE(CONST_OFFSET),
	  "dword 1: SET_SAMPLER: offset 1 is not a multiple of the 3 dwords of a constant",
	  OP(SET_SAMPLER), 4, { 1, 1, 2, 3 }, 0 },
	{ CODE(CONST_OFFSET),
	  "dword 1: SET_RESOURCE: offset 15 is not a multiple of the 7 dwords of a constant",
	  OP(SET_RESOURCE), 8, { 15 }, 0 },
	{ CODE(RANGE),
	  "dword 1: SET_ALU_CONST: no room for 2 dwords at offset 2047 among the 2048 of ALU_CONST",
	  OP(SET_ALU_CONST), 3, { 0x7ff, 1, 1 }, 0 },
	{ CODE(RANGE),
	  "dword 1: SET_CONTEXT_REG: no room for 1 dword at offset 1073741952 among the 1024 of CONTEXT_REG",
	  OP(SET_CONTEXT_REG), 2, { 0x40000080, 0 }, 0 },
	{ CODE(RANGE),
	  "dword 1: SET_RESOURCE: no room for 7 dwords at offset 4095 among the 4095 of RESOURCE",
	  OP(SET_RESOURCE), 8, { 585 * 7 }, 0 },
	{ CODE(REGISTER_UNKNOWN),
	  "dword 2: SET_CONTEXT_REG register 0x28ffc: no client may write this register",
	  OP(SET_CONTEXT_REG), 2, { 0x3ff, 0 }, 0 },
	{ CODE(REGISTER_DENIED),
	  "dword 2: SET_CONFIG_REG CP_ME_CNTL: the driver owns the command processor",
	  OP(SET_CONFIG_REG), 2, { 0x1b6, 0 }, 0 },
	{ CODE(REGISTER_BITS),
	  "dword 2: SET_CONFIG_REG WAIT_UNTIL: 0x00008001 sets bits 0x00000001 that must be 0",
	  OP(SET_CONFIG_REG), 2, { 0x10, 0x8001 }, 0 },
	{ CODE(REGISTER_VALUE),
	  "dword 2: SET_CONFIG_REG VC_CNTL: must be 0x0, not 0x1",
	  OP(SET_CONFIG_REG), 2, { 0x5c0, 1 }, 0 },
	{ CODE(RELOC_MISSING),
	  "dword 1: MEM_WRITE: needs a relocation, and the stream ends",
	  OP(MEM_WRITE), 4, { 0, 0, 1, 2 }, 0 },
	{ CODE(RELOC_MISSING),
	  "dword 3: CP_DMA: needs a relocation, and the stream ends",
	  OP(CP_DMA), 5, { 0, 0, 0, 0, 4 }, 1 },
	{ CODE(FIELD_BITS),
	  "dword 2: MEM_WRITE: ADDRESS_HI 0x00080000 sets bits 0x00080000 that must be 0",
	  OP(MEM_WRITE), 4, { 0, 1 << 19, 1, 2 }, 1 },
	{ CODE(FIELD_BITS),
	  "dword 3: WAIT_REG_MEM: POLL_ADDRESS_HI 0x00000001 sets bits 0x00000001 that must be 0",
	  OP(WAIT_REG_MEM), 6, { 3, 0x2124, 1, 1, 1, 4 }, 0 },
	{ CODE(FIELD_BITS),
	  "dword 5: COPY_DW: DST_HI 0x00000001 sets bits 0x00000001 that must be 0",
	  OP(COPY_DW), 5, { 1, 0, 0, 0xa2cb, 1 }, 1 },
	{ CODE(FIELD_VALUE),
	  "dword 5: CP_DMA: BYTE_COUNT 0 is not allowed",
	  OP(CP_DMA), 5, { 0, 0, 0, 0, 0 }, 2 },
	{ CODE(FIELD_VALUE),
	  "dword 2: SET_PREDICATION: PRED_OP 3 is not allowed, the maximum is 2",
	  OP(SET_PREDICATION), 2, { 0, 3 << 16 }, 1 },
	{ CODE(FIELD_VALUE),
	  "dword 1: WAIT_REG_MEM: FUNCTION 7 is not allowed, the maximum is 6",
	  OP(WAIT_REG_MEM), 6, { 0x17, 0, 0, 1, 1, 4 }, 1 },
	{ CODE(FIELD_VALUE),
	  "dword 1: WAIT_REG_MEM: FUNCTION has to be 5, not 3",
	  OP(WAIT_REG_MEM), 6, { 0x113, 0, 0, 1, 1, 4 }, 1 },
	{ CODE(FIELD_VALUE),
	  "dword 3: EVENT_WRITE_EOP: DATA_SEL 4 is not allowed, the maximum is 3",
	  OP(EVENT_WRITE_EOP), 5, { 0x528, 0, 4u << 29, 1, 0 }, 1 },
	{ CODE(ALIGNMENT),
	  "dword 2: WAIT_REG_MEM: POLL_ADDRESS_LO 0x4 is not a multiple of 16",
	  OP(WAIT_REG_MEM), 6, { 0x13, 4, 0, 1, 1, 4 }, 1 },
	{ CODE(BOUNDS),
	  "dword 3: CP_DMA: DST_ADDR_LO needs 4000 bytes at offset 97, buffer 14 has 4096",
	  OP(CP_DMA), 5, { 0, 0, 97, 0, 4000 }, 2 },
	{ CODE(EVENT_UNKNOWN),
	  "dword 1: EVENT_WRITE: there is no event 63",
	  OP(EVENT_WRITE), 1, { 0x3f }, 0 },
	{ CODE(EVENT_DENIED),
	  "dword 1: EVENT_WRITE: event BLOCK_CONTEXT_DONE: the command processor sends it",
	  OP(EVENT_WRITE), 1, { 0x22 }, 0 },
	{ CODE(EVENT_FORM),
	  "dword 1: EVENT_WRITE: event ZPASS_DONE needs EVENT_WRITE with EVENT_INDEX 1 and an address; the packet has EVENT_INDEX 2 and 3 dwords",
	  OP(EVENT_WRITE), 3, { 0x215, 0, 0 }, 1 },
	{ CODE(EVENT_FORM),
	  "dword 1: EVENT_WRITE: event SAMPLE_STREAMOUTSTATS needs EVENT_WRITE with EVENT_INDEX 3 and an address; the packet has EVENT_INDEX 2 and 1 dword",
	  OP(EVENT_WRITE), 1, { 0x220 }, 0 },
	{ CODE(EVENT_FORM),
	  "dword 1: EVENT_WRITE: event BOTTOM_OF_PIPE_TS needs EVENT_WRITE_EOP with EVENT_INDEX 5; the packet has EVENT_INDEX 5 and 3 dwords",
	  OP(EVENT_WRITE), 3, { 0x528, 0, 0 }, 1 },
	{ CODE(EVENT_FORM),
	  "dword 1: EVENT_WRITE: event CACHE_FLUSH_AND_INV_EVENT needs EVENT_WRITE with EVENT_INDEX 0, 4 or 7 and no address; the packet has EVENT_INDEX 1 and 1 dword",
	  OP(EVENT_WRITE), 1, { 0x116 }, 0 },
	{ CODE(EVENT_FORM),
	  "dword 1: EVENT_WRITE_EOP: event CACHE_FLUSH_AND_INV_EVENT needs EVENT_WRITE with EVENT_INDEX 0, 4 or 7 and no address; the packet has EVENT_INDEX 5 and 5 dwords",
	  OP(EVENT_WRITE_EOP), 5, { 0x516, 0, 1u << 29, 1, 0 }, 1 },
	{ CODE(WAIT_REGISTER),
	  "dword 2: WAIT_REG_MEM GRBM_STATUS: a stream may not wait for this register",
	  OP(WAIT_REG_MEM), 6, { 3, 0x2004, 0, 1, 1, 4 }, 0 },
	{ CODE(WAIT_REGISTER),
	  "dword 2: WAIT_REG_MEM MC_VM_FB_LOCATION: a stream may not wait for this register",
	  OP(WAIT_REG_MEM), 6, { 3, 0x860, 0, 1, 1, 4 }, 0 },
	{ CODE(WAIT_REGISTER),
	  "dword 2: WAIT_REG_MEM CP_STRMOUT_CNTL: the PFP cannot wait for a register",
	  OP(WAIT_REG_MEM), 6, { 0x105, 0x2124, 0, 1, 1, 4 }, 0 },
	{ CODE(WAIT_REGISTER),
	  "dword 2: WAIT_REG_MEM: there is no register with the dword number 0x40002124",
	  OP(WAIT_REG_MEM), 6, { 3, 0x40002124, 0, 1, 1, 4 }, 0 },
	{ CODE(COPY_REGISTER),
	  "dword 4: COPY_DW CB_COLOR0_BASE: this register cannot be copied from or to",
	  OP(COPY_DW), 5, { 1, 0, 0, 0xa010, 0 }, 1 },
	{ CODE(COPY_REGISTER),
	  "dword 2: COPY_DW: there is no register with the dword number 0x10000",
	  OP(COPY_DW), 5, { 2, 0x10000, 0, 0, 0 }, 1 },
	{ CODE(STRMOUT_BOUNDS),
	  "dword 4: STRMOUT_BUFFER_UPDATE: stream-out begins at byte 4, VGT_STRMOUT_BUFFER_SIZE gives 0",
	  OP(STRMOUT_BUFFER_UPDATE), 5, { 0, 0, 0, 1, 0 }, 0 },
	{ CODE(NOT_SET),
	  "dword 0: STRMOUT_BASE_UPDATE VGT_STRMOUT_BUFFER_BASE_2: is needed, and the stream has not set it",
	  OP(STRMOUT_BASE_UPDATE), 2, { 2, 0 }, 1 },
	{ CODE(DRAW_SOURCE),
	  "dword 2: DRAW_INDEX_AUTO: DRAW_INITIATOR 0x22 has to be 0x2 or 0x42 in this packet",
	  OP(DRAW_INDEX_AUTO), 2, { 3, 0x22 }, 0 },
	{ CODE(DRAW_SOURCE),
	  "dword 2: DRAW_INDEX_IMMD: DRAW_INITIATOR 0x0 has to be 0x1 in this packet",
	  OP(DRAW_INDEX_IMMD), 4, { 3, 0, 0, 0 }, 0 },
	{ CODE(PACKET_MISSING),
	  "dword 0: DRAW_INDEX_IMMD: needs INDEX_TYPE before it, and the stream has none",
	  OP(DRAW_INDEX_IMMD), 4, { 2, 1, 0, 0 }, 0 },
	{ CODE(RESOURCE_TYPE),
	  "dword 8: SET_RESOURCE resource 1 WORD6: type 1 is neither 2 (texture) nor 3 (buffer)",
	  OP(SET_RESOURCE), 8, { 7, 0, 0, 0, 0, 0, 0, 1u << 30 }, 0 },
	{ CODE(RELOC_MISSING),
	  "dword 2: SET_RESOURCE resource 1 WORD0: needs a relocation, and the stream ends",
	  OP(SET_RESOURCE), 8, { 7, 0, 0, 0, 0, 0, 0, 3u << 30 }, 0 },
	{ CODE(RELOC_MISSING),
	  "dword 5: SET_RESOURCE resource 1 WORD3: needs a relocation, and the stream ends",
	  OP(SET_RESOURCE), 8, { 7, 0, 0, 0, 0, 0, 0, 2u << 30 }, 1 },
};

static void small(struct scene *s)
{
	u32 i;

	scene_default(s);
	s->card.chip = PM4_RV770;
	s->card.backends = 4;
	for (i = 0; i < SCENE_BUFFERS; i++)
		s->buffers[i].size = 4096;
}

static void test_packet_words(struct scene *s)
{
	u32 i, k;

	for (i = 0; i < ARRAY_SIZE(packets); i++) {
		const struct packet_words *p = &packets[i];

		small(s);
		scene_packet(s, p->op, p->n, p->dw);
		for (k = 0; k < p->relocs; k++)
			scene_reloc(s, BUF_QUERY);
		expect(s, p->code, p->words);
	}
}

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

static void test_stream_words(struct scene *s)
{
	u32 i, k;

	for (i = 0; i < ARRAY_SIZE(streams); i++) {
		const struct dword_words *w = &streams[i];

		small(s);
		s->ring = w->ring;
		s->nbuffers = w->nbuffers;
		for (k = 0; w->ring == DMA && k < w->nbuffers; k++)
			s->buffers[k].size = 64;
		for (k = 0; k < w->n; k++)
			scene_put(s, w->dw[k]);
		expect(s, w->code, w->words);
	}
}

/**
 * struct draw_words - a refused draw
 * @code: code of the refusal
 * @words: its sentence
 * @edit: changes the default scene
 */
struct draw_words {
	u32 code;
	const char *words;
	void (*edit)(struct scene *s);
};

#define EDIT(name, ...) static void name(struct scene *s) { __VA_ARGS__; }

EDIT(color_short, s->buffers[BUF_COLOR].size = 64 * 64 * 4 - 1)
EDIT(color_away, s->color[0].offset = 1 << 10)
EDIT(color_read_only, s->buffers[BUF_COLOR].writable = false)
EDIT(color_format, s->color[0].info = CB_INFO(0x2c, 1))
EDIT(color_formless, s->color[0].info = 1 << 18)
EDIT(color_mode, s->color[0].info = CB_INFO(0x1a, 3))
EDIT(color_1d_samples, s->color[0].info = CB_INFO(0x1a, 2); s->aa = 2)
EDIT(color_linear_samples, s->aa = 1)
EDIT(color_tile_mode, s->color[0].info |= 3 << 18)
EDIT(color_pitch, s->color[0].size = TILE_MAX(72, 64))
EDIT(color_height, s->color[0].info = CB_INFO(0x1a, 4); s->color[0].size = TILE_MAX(64, 72))
EDIT(color_rows, s->color[0].info = CB_INFO(0x1a, 4); s->color[0].size = TILE_MAX(96, 66))
EDIT(color_base, s->color[0].info = CB_INFO(0x1a, 4); s->color[0].offset = 1)
EDIT(color_align, s->color[0].info = CB_INFO(0x1a, 4); s->buffers[BUF_COLOR].align = 1024)
EDIT(color_slices, s->color[0].info = CB_INFO(0x1a, 4); s->aa = 2; s->color[0].view = SLICES(0, 4))

/* Scissors: the tightest, none, one that does not count. */
EDIT(scissor_wide, s->window_br = XY(65, 64); s->screen_br = XY(300, 64))
EDIT(scissor_high, s->window_br = XY(64, 300); s->generic_br = XY(200, 200); s->buffers[BUF_COLOR].size = 128 * 256)
EDIT(scissor_moved, s->window_tl = 0)
EDIT(scissor_tall_moved, s->window_tl = 0; s->screen_br = XY(64, 8192))
EDIT(scissor_max, s->screen_br = XY(64, 0x7fff); s->generic_br = XY(64, 0x7fff); s->window_br = XY(64, 0x7fff))
/* Both the surface and the scissors reach out: the surface counts. */
EDIT(scissor_and_size, s->window_br = XY(64, 8192); s->buffers[BUF_COLOR].size = 16383)

EDIT(cmask_short, s->color[0].info |= 1 << 18; s->color[0].mask = 0; s->buffers[BUF_CMASK].size = 511)
EDIT(cmask_large, s->color[0].info |= 1 << 18; s->color[0].mask = 11; s->buffers[BUF_CMASK].size = 1535)
EDIT(cmask_scissor, s->color[0].info |= 1 << 18; s->window_br = XY(64, 257); s->buffers[BUF_CMASK].size = 512)

static void fmask_short(struct scene *s)
{
	s->aa = 3;
	s->color[0].info = CB_INFO(0x1a, 4) | 2 << 18;
	s->buffers[BUF_FMASK].size = 128 * 64 * 8 - 1;
}

static void depth(struct scene *s)
{
	s->depth_control = 2;
	s->depth_info = DB_INFO(3, 2);
	s->depth_size = TILE_MAX(64, 64);
}

EDIT(depth_short, depth(s); s->buffers[BUF_DEPTH].size = 16383)
EDIT(depth_scissor, depth(s); s->buffers[BUF_DEPTH].size = 20000; s->window_br = XY(64, 100))
EDIT(depth_linear, depth(s); s->depth_info = DB_INFO(3, 1))
EDIT(depth_samples, depth(s); s->color[0].info = CB_INFO(0x1a, 4); s->aa = 2)
EDIT(depth_formless, s->depth_info = DB_INFO(0, 2) | 1 << 25)
EDIT(htile, depth(s); s->depth_info |= 1 << 25; s->htile_surface = 3)
EDIT(htile_short, htile(s); s->buffers[BUF_HTILE].size = 4095)
EDIT(htile_scissor, htile(s); s->buffers[BUF_HTILE].size = 4096; s->window_br = XY(64, 257))
EDIT(htile_tiles, htile(s); s->htile_surface = 1)

EDIT(strmout, s->strmout_en = 1; s->strmout_buffers = 1; s->strmout_size = 64)
EDIT(strmout_short, strmout(s); s->buffers[BUF_STRMOUT].size = 255)
EDIT(strmout_unset, strmout(s); s->strmout_buffers = 2)
EDIT(const_short, s->const_size[0] = 2; s->buffers[BUF_CONST].size = 511)
EDIT(program_short, s->program_offset = 1; s->buffers[BUF_PROGRAM].size = 263)
EDIT(ring_short, s->rings = true; s->buffers[BUF_RING].size = 1023)
EDIT(export_short, s->export = true; s->buffers[BUF_EXPORT].size = 255)
EDIT(export_on, s->export = true; s->export_size = 1)
EDIT(gs, s->gs_mode = 3; s->gs_programs = true; s->rings = true)
EDIT(gs_empty_ring, gs(s); s->ring_size = 0)
EDIT(gs_no_ring, gs(s); s->rings = false)
EDIT(index_none, s->draw_index = true; s->index_count = 4; s->buffers[BUF_INDEX].size = 1)
EDIT(index_odd, s->draw_index = true; s->index_offset = 1)

/* 64 x 64 texels of 4 bytes, linear. */
static void texture(struct scene *s)
{
	s->use_texture = true;
	s->texture[0] = 1 | 1 << 3 | 7 << 8 | 63u << 19;
	s->texture[1] = 63 | 0x1au << 26;
	s->texture[6] = 2u << 30;
}

#define TEXEL(format) (63 | (u32)(format) << 26)

EDIT(texture_short, texture(s); s->buffers[BUF_TEXTURE].size = 16383)
EDIT(texture_mips, texture(s); s->texture[5] = 1; s->buffers[BUF_MIP].size = 1)
EDIT(texture_format, texture(s); s->texture[1] = TEXEL(0))
EDIT(texture_mode, texture(s); s->texture[0] = 1 | 5 << 3 | 7 << 8 | 63u << 19)
EDIT(texture_12, texture(s); s->texture[0] = 1 | 2 << 3 | 7 << 8 | 63u << 19; s->texture[1] = TEXEL(0x2f))
EDIT(texture_samples, texture(s); s->texture[0] = 6 | 1 << 3 | 7 << 8 | 63u << 19; s->texture[5] = 2)
EDIT(texture_many_samples, texture(s); s->texture[0] = 6 | 4 << 3 | 7 << 8 | 63u << 19; s->texture[5] = 4)
EDIT(texture_pitch, texture(s); s->texture[0] = 1 | 1 << 3 | 8 << 8 | 63u << 19)
EDIT(texture_blocks, texture(s); s->texture[0] = 1 | 4 << 3 | 8 << 8 | 63u << 19; s->texture[1] = TEXEL(0x31))
EDIT(texture_width, texture(s); s->texture[0] = 1 | 1 << 3 | 7 << 8 | 64u << 19)
EDIT(texture_base_level, texture(s); s->texture[4] = 2u << 28; s->texture[5] = 1)
EDIT(texture_last_level, texture(s); s->texture[0] = 1 | 7 << 8 | 63u << 19; s->texture[5] = 3)
EDIT(texture_depth, texture(s); s->texture[1] |= 3 << 13)
EDIT(texture_base_array, texture(s); s->texture[0] += 1; s->texture[1] |= 3 << 13; s->texture[5] = 3 << 17 | 1 << 4)
EDIT(texture_last_array, texture(s); s->texture[0] += 1; s->texture[1] |= 3 << 13; s->texture[5] = 4 << 17)
EDIT(texture_order, texture(s); s->texture[0] += 4; s->texture[5] = 3 << 17 | 4 << 4)
EDIT(texture_bits, texture(s); s->texture[6] |= 1 << 8)
EDIT(vertex_none, s->use_vertex = true; s->vertex[6] = 3u << 30; s->vertex[1] = 63; s->buffers[BUF_VERTEX].size = 0)

static const struct draw_words draws[] = {
	{ CODE(SURFACE_BOUNDS),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: linear-aligned 64x64x4B needs 16384 bytes at offset 0, buffer 0 has 16383 (draw at dword 272)",
	  color_short },
	{ CODE(SURFACE_BOUNDS),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: 2D-tiled 64x64x4B 5 slices 4 samples needs 327680 bytes at offset 0, buffer 0 has 262144 (draw at dword 272)",
	  color_slices },
	{ CODE(SURFACE_BOUNDS),
	  "dword 89: SET_CONTEXT_REG DB_DEPTH_BASE: 1D-tiled 64x64x4B needs 16384 bytes at offset 0, buffer 2 has 16383 (draw at dword 291)",
	  depth_short },
	{ CODE(SURFACE_BOUNDS),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: linear-aligned 64x64x4B needs 16384 bytes at offset 0, buffer 0 has 16383 (draw at dword 272)",
	  scissor_and_size },
	{ CODE(SURFACE_BOUNDS),
	  "dword 274: SET_RESOURCE resource 0 WORD2: linear-aligned 64x64x4B needs 16384 bytes at offset 0, buffer 12 has 16383",
	  texture_short },
	{ CODE(SURFACE_BOUNDS),
	  "dword 275: SET_RESOURCE resource 0 WORD3: mip chain of linear-aligned 64x64x4B needs 8192 bytes at offset 0, buffer 13 has 1",
	  texture_mips },
	{ CODE(BASE_BOUNDS),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: offset 0x40000 is past the end of buffer 0, which has 262144 bytes (draw at dword 272)",
	  color_away },
	{ CODE(READ_ONLY),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: writes buffer 0, which may only be read (draw at dword 272)",
	  color_read_only },
	{ CODE(SURFACE_FORMAT),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: format 44 is not supported here (draw at dword 272)",
	  color_format },
	{ CODE(SURFACE_FORMAT),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: CMASK is on without a format (draw at dword 272)",
	  color_formless },
	{ CODE(SURFACE_FORMAT),
	  "dword 86: SET_CONTEXT_REG DB_DEPTH_INFO: HTILE is on without a format; checked although it is off: DB_DEPTH_CONTROL at dword 77 (draw at dword 291)",
	  depth_formless },
	{ CODE(SURFACE_FORMAT),
	  "dword 273: SET_RESOURCE resource 0 WORD1: format 0 is not supported here",
	  texture_format },
	{ CODE(SURFACE_MODE),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: array mode 3 is not supported (draw at dword 272)",
	  color_mode },
	{ CODE(SURFACE_MODE),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: 4 samples need array mode 4 (2D-tiled), not 2 (1D-tiled) (draw at dword 272)",
	  color_1d_samples },
	{ CODE(SURFACE_MODE),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: 2 samples need array mode 4 (2D-tiled), not 1 (linear-aligned) (draw at dword 272)",
	  color_linear_samples },
	{ CODE(SURFACE_MODE),
	  "dword 86: SET_CONTEXT_REG DB_DEPTH_INFO: array mode 1 (linear-aligned) is not supported here (draw at dword 291)",
	  depth_linear },
	{ CODE(SURFACE_MODE),
	  "dword 86: SET_CONTEXT_REG DB_DEPTH_INFO: 4 samples need array mode 4 (2D-tiled), not 2 (1D-tiled) (draw at dword 291)",
	  depth_samples },
	{ CODE(SURFACE_MODE),
	  "dword 272: SET_RESOURCE resource 0 WORD0: array mode 5 is not supported",
	  texture_mode },
	{ CODE(SURFACE_MODE),
	  "dword 272: SET_RESOURCE resource 0 WORD0: texels of 12 bytes cannot be tiled, array mode is 2 (1D-tiled)",
	  texture_12 },
	{ CODE(SURFACE_MODE),
	  "dword 272: SET_RESOURCE resource 0 WORD0: 4 samples need array mode 4 (2D-tiled), not 1 (linear-aligned)",
	  texture_samples },
	{ CODE(SURFACE_SAMPLES),
	  "dword 277: SET_RESOURCE resource 0 WORD5: LAST_LEVEL 4 stands for 16 samples, the maximum is 8",
	  texture_many_samples },
	{ CODE(SURFACE_PITCH),
	  "dword 37: SET_CONTEXT_REG CB_COLOR0_SIZE: pitch 72 is not a multiple of 64 (draw at dword 272)",
	  color_pitch },
	{ CODE(SURFACE_PITCH),
	  "dword 272: SET_RESOURCE resource 0 WORD0: pitch 72 is not a multiple of 64",
	  texture_pitch },
	{ CODE(SURFACE_PITCH),
	  "dword 272: SET_RESOURCE resource 0 WORD0: pitch 72 is not a multiple of 128",
	  texture_blocks },
	{ CODE(SURFACE_PITCH),
	  "dword 272: SET_RESOURCE resource 0 WORD0: pitch 64 is less than the width, 65",
	  texture_width },
	{ CODE(SURFACE_HEIGHT),
	  "dword 37: SET_CONTEXT_REG CB_COLOR0_SIZE: slice of 72 lines is not a multiple of 16 (draw at dword 272)",
	  color_height },
	{ CODE(SURFACE_HEIGHT),
	  "dword 37: SET_CONTEXT_REG CB_COLOR0_SIZE: slice of 66 lines is not a multiple of 16 (draw at dword 272)",
	  color_rows },
	{ CODE(SURFACE_BASE),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: offset 0x100 in buffer 0 is not a multiple of 2048 bytes (draw at dword 272)",
	  color_base },
	{ CODE(SURFACE_BASE),
	  "dword 32: SET_CONTEXT_REG CB_COLOR0_BASE: buffer 0 is aligned to 1024 bytes, and needs 2048 (draw at dword 272)",
	  color_align },
	{ CODE(SURFACE_SCISSOR),
	  "dword 26: SET_CONTEXT_REG PA_SC_WINDOW_SCISSOR_BR: the tightest scissor lets 65 columns through, the pitch in CB_COLOR0_SIZE is 64 (draw at dword 272)",
	  scissor_wide },
	{ CODE(SURFACE_SCISSOR),
	  "dword 20: SET_CONTEXT_REG PA_SC_GENERIC_SCISSOR_BR: the tightest scissor lets 200 lines through, buffer 0 at CB_COLOR0_BASE holds 128 (draw at dword 272)",
	  scissor_high },
	{ CODE(SURFACE_SCISSOR),
	  "dword 26: SET_CONTEXT_REG PA_SC_WINDOW_SCISSOR_BR: is ignored unless WINDOW_OFFSET_DISABLE is set or the window offset is 0: a draw can reach 8192 columns, the pitch in CB_COLOR0_SIZE is 64 (draw at dword 272)",
	  scissor_moved },
	{ CODE(SURFACE_SCISSOR),
	  "dword 26: SET_CONTEXT_REG PA_SC_WINDOW_SCISSOR_BR: is ignored unless WINDOW_OFFSET_DISABLE is set or the window offset is 0: a draw can reach 8192 lines, buffer 0 at CB_COLOR0_BASE holds 1024 (draw at dword 272)",
	  scissor_tall_moved },
	{ CODE(SURFACE_SCISSOR),
	  "dword 14: SET_CONTEXT_REG PA_SC_SCREEN_SCISSOR_BR: the tightest scissor lets 8192 lines through, buffer 0 at CB_COLOR0_BASE holds 1024 (draw at dword 272)",
	  scissor_max },
	{ CODE(SURFACE_SCISSOR),
	  "dword 26: SET_CONTEXT_REG PA_SC_WINDOW_SCISSOR_BR: the tightest scissor lets 100 lines through, buffer 2 at DB_DEPTH_BASE holds 72 (draw at dword 291)",
	  depth_scissor },
	{ CODE(FIELD_VALUE),
	  "dword 29: SET_CONTEXT_REG CB_COLOR0_INFO: TILE_MODE 3 is not allowed, the maximum is 2 (draw at dword 272)",
	  color_tile_mode },
	{ CODE(CMASK_BOUNDS),
	  "dword 46: SET_CONTEXT_REG CB_COLOR0_TILE: CMASK for 64 lines needs 512 bytes at offset 0, buffer 4 has 511 (draw at dword 272)",
	  cmask_short },
	{ CODE(CMASK_BOUNDS),
	  "dword 46: SET_CONTEXT_REG CB_COLOR0_TILE: CMASK of the size in CB_COLOR0_MASK needs 1536 bytes at offset 0, buffer 4 has 1535 (draw at dword 272)",
	  cmask_large },
	{ CODE(CMASK_BOUNDS),
	  "dword 46: SET_CONTEXT_REG CB_COLOR0_TILE: CMASK for the 257 lines that the scissors let through needs 1024 bytes at offset 0, buffer 4 has 512 (draw at dword 272)",
	  cmask_scissor },
	{ CODE(FMASK_BOUNDS),
	  "dword 51: SET_CONTEXT_REG CB_COLOR0_FRAG: FMASK for 64 lines needs 65536 bytes at offset 0, buffer 5 has 65535 (draw at dword 272)",
	  fmask_short },
	{ CODE(HTILE_BOUNDS),
	  "dword 103: SET_CONTEXT_REG DB_HTILE_DATA_BASE: HTILE for 64 lines needs 4096 bytes at offset 0, buffer 3 has 4095 (draw at dword 291)",
	  htile_short },
	{ CODE(HTILE_BOUNDS),
	  "dword 103: SET_CONTEXT_REG DB_HTILE_DATA_BASE: HTILE for the 257 lines that the scissors let through needs 8192 bytes at offset 0, buffer 3 has 4096 (draw at dword 291)",
	  htile_scissor },
	{ CODE(HTILE_TILES),
	  "dword 100: SET_CONTEXT_REG DB_HTILE_SURFACE: HTILE has to have tiles of 8x8 (bits 0x3), not 0x1 (draw at dword 291)",
	  htile_tiles },
	{ CODE(STRMOUT_BOUNDS),
	  "dword 98: SET_CONTEXT_REG VGT_STRMOUT_BUFFER_BASE_0: needs 256 bytes at offset 0, buffer 6 has 255 (draw at dword 291)",
	  strmout_short },
	{ CODE(NOT_SET),
	  "dword 291: DRAW_INDEX_AUTO VGT_STRMOUT_BUFFER_BASE_1: is needed, and the stream has not set it",
	  strmout_unset },
	{ CODE(CONST_BOUNDS),
	  "dword 143: SET_CONTEXT_REG SQ_ALU_CONST_CACHE_PS_5: needs 512 bytes at offset 0, buffer 7 has 511 (draw at dword 277)",
	  const_short },
	{ CODE(PROGRAM_BOUNDS),
	  "dword 239: SET_CONTEXT_REG SQ_PGM_START_PS: needs 8 bytes at offset 256, buffer 1 has 263 (draw at dword 272)",
	  program_short },
	{ CODE(RING_BOUNDS),
	  "dword 275: SET_CONFIG_REG SQ_ESGS_RING_BASE: needs 1024 bytes at offset 0, buffer 8 has 1023; checked although it is off: VGT_GS_MODE at dword 269 (draw at dword 332)",
	  ring_short },
	{ CODE(EXPORT_BOUNDS),
	  "dword 275: SET_CONFIG_REG SX_MEMORY_EXPORT_BASE: needs 256 bytes at offset 0, buffer 9 has 255; checked although it is off: SX_MEMORY_EXPORT_SIZE at dword 272 (draw at dword 280)",
	  export_short },
	{ CODE(REGISTER_VALUE),
	  "dword 272: SET_CONFIG_REG SX_MEMORY_EXPORT_SIZE: must be 0x0, not 0x1 (draw at dword 280)",
	  export_on },
	{ CODE(RING_EMPTY),
	  "dword 282: SET_CONFIG_REG SQ_ESGS_RING_SIZE: 0 is not enough for geometry shaders (draw at dword 342)",
	  gs_empty_ring },
	{ CODE(NOT_SET),
	  "dword 282: DRAW_INDEX_AUTO SQ_ESGS_RING_BASE: is needed, and the stream has not set it",
	  gs_no_ring },
	{ CODE(INDEX_BOUNDS),
	  "dword 275: DRAW_INDEX: draw of 4 indices needs 8 bytes at offset 0, buffer 10 has 1",
	  index_none },
	{ CODE(ALIGNMENT),
	  "dword 273: DRAW_INDEX: INDEX_BASE_LO 0x1 is not a multiple of 2",
	  index_odd },
	{ CODE(VERTEX_BOUNDS),
	  "dword 272: SET_RESOURCE resource 160 WORD0: vertex buffer needs 64 bytes at offset 0, buffer 11 has 0",
	  vertex_none },
	{ CODE(RESOURCE_LEVELS),
	  "dword 276: SET_RESOURCE resource 0 WORD4: BASE_LEVEL 2 is more than the last level, 1",
	  texture_base_level },
	{ CODE(RESOURCE_LEVELS),
	  "dword 277: SET_RESOURCE resource 0 WORD5: LAST_LEVEL has to be 0 with array mode 0 (linear) or texels of 12 bytes, not 3",
	  texture_last_level },
	{ CODE(RESOURCE_ARRAY),
	  "dword 273: SET_RESOURCE resource 0 WORD1: TEX_DEPTH has to be 0, not 3",
	  texture_depth },
	{ CODE(RESOURCE_ARRAY),
	  "dword 277: SET_RESOURCE resource 0 WORD5: BASE_ARRAY has to be 0, not 1",
	  texture_base_array },
	{ CODE(RESOURCE_ARRAY),
	  "dword 277: SET_RESOURCE resource 0 WORD5: LAST_ARRAY 4 is more than the last slice, 3",
	  texture_last_array },
	{ CODE(RESOURCE_ARRAY),
	  "dword 277: SET_RESOURCE resource 0 WORD5: BASE_ARRAY 4 is more than the last slice, 3",
	  texture_order },
	{ CODE(REGISTER_BITS),
	  "dword 278: SET_RESOURCE resource 0 WORD6: 0x80000100 sets bits 0x00000100 that must be 0 (INTERLACED)",
	  texture_bits },
};

static void test_draw_words(struct scene *s)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(draws); i++) {
		scene_default(s);
		draws[i].edit(s);
		scene_emit(s);
		expect(s, draws[i].code, draws[i].words);
	}
}

/* A stream without a register: a clear colour is set instead. */
static void unset(struct scene *s, u32 reg)
{
	u32 i;

	for (i = 0; i + 1 < s->ndw; i++)
		if (s->dw[i] == (0xc0010000u | OP(SET_CONTEXT_REG) << 8) &&
		    s->dw[i + 1] == (reg - PM4_CONTEXT_BASE) / 4)
			s->dw[i + 1] = (R(CB_CLEAR_RED) - PM4_CONTEXT_BASE) / 4;
}

static void unset_scissors(struct scene *s)
{
	scene_emit(s);
	unset(s, R(PA_SC_SCREEN_SCISSOR_BR));
	unset(s, R(PA_SC_GENERIC_SCISSOR_BR));
	unset(s, R(PA_SC_WINDOW_SCISSOR_BR));
}

/* Draws whose stream is not only a scene. */
static void test_scissor_words(struct scene *s)
{
	scene_default(s);
	s->color[0].size = TILE_MAX(8192, 8);
	unset_scissors(s);
	expect(s, CODE(SURFACE_SCISSOR),
	       "dword 272: DRAW_INDEX_AUTO PA_SC_SCREEN_SCISSOR_BR: no scissor is set: a draw can reach 8192 lines, buffer 0 at CB_COLOR0_BASE holds 8");
	scene_default(s);
	unset_scissors(s);
	expect(s, CODE(SURFACE_SCISSOR),
	       "dword 272: DRAW_INDEX_AUTO PA_SC_SCREEN_SCISSOR_BR: no scissor is set: a draw can reach 8192 columns, the pitch in CB_COLOR0_SIZE is 64");
}

static void test_state_words(struct scene *s)
{
	scene_default(s);
	scene_emit(s);
	unset(s, R(CB_COLOR_VIEW));
	expect(s, CODE(NOT_SET),
	       "dword 272: DRAW_INDEX_AUTO CB_COLOR0_VIEW: is needed, and the stream has not set it");

	scene_default(s);
	s->rings = true;
	scene_emit(s);
	scene_config(s, R(SQ_ESGS_RING_SIZE), 0);
	expect(s, CODE(NOT_IDLE),
	       "dword 337: SET_CONFIG_REG SQ_ESGS_RING_SIZE: earlier draws may still use this register: wait with WAIT_UNTIL WAIT_3D_IDLE first");

	scene_default(s);
	s->rings = true;
	scene_state(s);
	scene_context(s, R(SQ_GSVS_RING_ITEMSIZE), 5);
	scene_draw(s);
	expect(s, CODE(RING_ITEMS),
	       "dword 334: SET_CONTEXT_REG SQ_GSVS_RING_ITEMSIZE: 1024 bytes hold fewer than 64 items of 5 dwords; checked although it is off: VGT_GS_MODE at dword 269 (draw at dword 335)");

	scene_default(s);
	scene_emit(s);
	scene_context(s, R(DB_RENDER_CONTROL), 0x61);
	scene_draw(s);
	expect(s, CODE(REGISTER_VALUE),
	       "dword 277: SET_CONTEXT_REG DB_RENDER_CONTROL: must be 0x60, not 0x61 without a depth buffer (draw at dword 278)");
	scene_default(s);
	scene_emit(s);
	scene_context(s, R(DB_RENDER_OVERRIDE), 0x401);
	scene_draw(s);
	expect(s, CODE(REGISTER_VALUE),
	       "dword 277: SET_CONTEXT_REG DB_RENDER_OVERRIDE: must be 0x400, not 0x401 without HTILE (draw at dword 278)");
	scene_default(s);
	s->rings = true;
	scene_state(s);
	scene_context(s, R(SQ_PSTMP_RING_ITEMSIZE), 0);
	scene_draw(s);
	expect(s, CODE(RING_ITEMS),
	       "dword 334: SET_CONTEXT_REG SQ_PSTMP_RING_ITEMSIZE: a ring of 1024 bytes needs an item size (draw at dword 335)");

	scene_default(s);
	strmout(s);
	s->strmout_buffers = 3;
	s->strmout_bases = true;
	scene_state(s);
	scene_context(s, R(VGT_STRMOUT_BUFFER_SIZE) + 16, 4);
	scene_draw(s);
	expect(s, CODE(PACKET_MISSING),
	       "dword 315: DRAW_INDEX_AUTO: needs STRMOUT_BASE_UPDATE of stream-out buffer 1 before it, and the stream has none");

	scene_default(s);
	strmout(s);
	scene_state(s);
	scene_context(s, R(VGT_STRMOUT_BUFFER_BASE), 1);
	scene_reloc(s, BUF_STRMOUT);
	scene_draw(s);
	expect(s, CODE(STRMOUT_MISMATCH),
	       "dword 293: SET_CONTEXT_REG VGT_STRMOUT_BUFFER_BASE_0: is 0x100 in buffer 6 here, 0x0 in buffer 6 in STRMOUT_BASE_UPDATE (draw at dword 296)");

	scene_default(s);
	scene_context(s, R(VGT_STRMOUT_BUFFER_BASE) + 32, 3);
	scene_reloc(s, BUF_STRMOUT);
	scene_packet(s, OP(STRMOUT_BASE_UPDATE), 2, (u32[]){ 2, 3 });
	scene_reloc(s, BUF_QUERY);
	expect(s, CODE(STRMOUT_MISMATCH),
	       "dword 7: STRMOUT_BASE_UPDATE VGT_STRMOUT_BUFFER_BASE_2: is 0x300 in buffer 14 here, 0x300 in buffer 6 in the register");

	scene_default(s);
	strmout(s);
	scene_state(s);
	scene_packet(s, OP(STRMOUT_BUFFER_UPDATE), 5, (u32[]){ 0, 0, 0, 64, 0 });
	scene_context(s, R(VGT_STRMOUT_BUFFER_SIZE), 63);
	scene_draw(s);
	expect(s, CODE(STRMOUT_BOUNDS),
	       "dword 299: SET_CONTEXT_REG VGT_STRMOUT_BUFFER_SIZE_0: stream-out begins at byte 256, VGT_STRMOUT_BUFFER_SIZE gives 252 (draw at dword 300)");

	scene_default(s);
	scene_state(s);
	scene_packet(s, OP(DRAW_INDEX_IMMD), 4, (u32[]){ 5, 1, 0, 0 });
	expect(s, CODE(INDEX_COUNT),
	       "dword 273: DRAW_INDEX_IMMD: indices take 3 dwords, the packet has 2");
}

/* Refusals for other reasons than the stream's dwords: its length, its ring, the caller's room. */
static void test_caller_words(struct scene *s)
{
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	struct pm4_input in = { .ib = s->dw, .ib_dw = 14, .ring = PM4_RING_DMA };
	struct pm4_card card = { .front = &r600_front, .chip = PM4_RV670, .pipes = 2, .banks = 4,
				 .group_bytes = 256, .backends = 1 };
	struct pm4_patch patches[8];
	struct pm4_result result;
	u64 written;

	pm4_checker_init(ck, &card);
	scene_default(s);
	s->card = card;
	pm4_check(ck, &in, patches, 8, &written, &result, &s->verdict);
	says(s, CODE(CHIP_RING),
	       "streams of the DMA engine run on R7xx only, not on RV670");
	in.ring = PM4_RING_GFX;
	pm4_check(ck, &in, patches, 7, &written, &result, &s->verdict);
	says(s, CODE(OUTPUT_TOO_SMALL),
	       "the stream needs room for 8 patches, there is room for 7");
	in.ib_dw = PM4_MAX_DW + 1;
	pm4_check(ck, &in, patches, 8, &written, &result, &s->verdict);
	says(s, CODE(TOO_LONG),
	       "the stream has 16777217 dwords, the maximum is 16777216");
	free(ck);
}

/*
 * The sentence for a register that the chip lacks.  A stream cannot cause it while all chips
 * have all registers that packets reach, so MC_VM_FB_LOCATION stands in for one.
 */
static void test_chip_words(struct scene *s)
{
	scene_default(s);
	s->verdict = (struct pm4_verdict){
		.code = CODE(REGISTER_CHIP), .dword = 2, .header = 0, .packet = 0xc0016800,
		.reg = 0x2180, .buffer = PM4_NO_BUFFER, .draw = PM4_NO_DWORD,
	};
	says(s, CODE(REGISTER_CHIP),
	       "dword 2: SET_CONFIG_REG MC_VM_FB_LOCATION: RV710 does not have this register");
}

/* Each code has a row above. */
static void test_all_codes(void)
{
	static const struct {
		u32 code;
		const char *reason;
	} silent[] = {
		{ CODE(ACCEPTED), "an accepted stream has no sentence" },
		{ CODE(RESOURCE_DIM), "all values of the field are dimensions" },
	};
	u32 code, i, missing = 0;

	for (i = 0; i < ARRAY_SIZE(silent); i++) {
		tap_ok(!seen[silent[i].code], "%s: %s", pm4_code_name(silent[i].code),
		       silent[i].reason);
		seen[silent[i].code] = true;
	}
	/* From PIPES on they are those of R5xx. */
	for (code = 0; code < PM4_CODE_PIPES; code++) {
		if (seen[code])
			continue;
		tap_note("no sentence is read of %s", pm4_code_name(code));
		missing++;
	}
	tap_ok(!missing, "the sentence of each code is read");
}

void test_refusals(void)
{
	static struct scene s;

	test_packet_words(&s);
	test_stream_words(&s);
	test_draw_words(&s);
	test_scissor_words(&s);
	test_state_words(&s);
	test_caller_words(&s);
	test_chip_words(&s);
	test_all_codes();
}
