// SPDX-License-Identifier: GPL-2.0
/*
 * The sentences of refusals: a packet that is alone in its stream.
 */
#include "check_words.h"

#define BODY_MAX 9

/**
 * struct packet_words - a refused packet, alone in its stream
 * @code: code of the refusal
 * @words: its sentence
 * @op: opcode
 * @n: dwords after the header
 * @dw: the dwords
 * @relocs: relocations after it, all of BUF_QUERY, which has 4096 bytes
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
	  "dword 1: WAIT_REG_MEM: FUNCTION must be 5, not 3",
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
	  "dword 2: DRAW_INDEX_AUTO: DRAW_INITIATOR 0x22 must be 0x2 or 0x42 in this packet",
	  OP(DRAW_INDEX_AUTO), 2, { 3, 0x22 }, 0 },
	{ CODE(DRAW_SOURCE),
	  "dword 2: DRAW_INDEX_IMMD: DRAW_INITIATOR 0x0 must be 0x1 in this packet",
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

void test_packet_words(struct scene *s)
{
	u32 i, k;

	for (i = 0; i < ARRAY_SIZE(packets); i++) {
		const struct packet_words *p = &packets[i];

		words_small(s);
		scene_packet(s, p->op, p->n, p->dw);
		for (k = 0; k < p->relocs; k++)
			scene_reloc(s, BUF_QUERY);
		words_expect(s, p->code, p->words);
	}
}
