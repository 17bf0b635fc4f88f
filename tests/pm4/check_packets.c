// SPDX-License-Identifier: GPL-2.0
/*
 * Packets one by one: each as a body that just passes and a body that is just
 * refused.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

#define BODY_MAX 8

/**
 * struct body - a packet that is tested alone
 * @name: name of the test
 * @op: opcode
 * @n: dwords after the header
 * @dw: the dwords
 * @relocs: relocations after it
 * @code: code of the refusal, 0: it passes
 *
 * All relocations name BUF_QUERY, which has 4096 bytes.
 */
struct body {
	const char *name;
	u32 op, n, dw[BODY_MAX], relocs, code;
};

#define OP(x) PM4_OP_##x
#define CODE(x) PM4_CODE_##x

static const struct body bodies[] = {
	{ "NOP", OP(NOP), 1, { 0 }, 0, 0 },
	{ "NOP with data", OP(NOP), 3, { 1, 2, 3 }, 0, 0 },
	{ "NUM_INSTANCES", OP(NUM_INSTANCES), 1, { ~0u }, 0, 0 },
	{ "NUM_INSTANCES, long", OP(NUM_INSTANCES), 2, { 1, 1 }, 0, CODE(PACKET_LENGTH) },
	{ "CONTEXT_CONTROL", OP(CONTEXT_CONTROL), 2, { 1u << 31, 1u << 31 }, 0, 0 },
	{ "CONTEXT_CONTROL, loads", OP(CONTEXT_CONTROL), 2, { 1u << 31 | 2, 1u << 31 }, 0, CODE(FIELD_BITS) },
	{ "CONTEXT_CONTROL, shadows", OP(CONTEXT_CONTROL), 2, { 1u << 31, 1u << 31 | 1 }, 0, CODE(FIELD_BITS) },
	{ "INDEX_TYPE", OP(INDEX_TYPE), 1, { 0xd }, 0, 0 },
	{ "INDEX_TYPE, 2", OP(INDEX_TYPE), 1, { 2 }, 0, CODE(FIELD_BITS) },
	{ "SET_PREDICATION, clear", OP(SET_PREDICATION), 2, { 0, 0 }, 0, 0 },
	{ "SET_PREDICATION, ZPASS", OP(SET_PREDICATION), 2, { 4096 - 64, 1 << 16 }, 1, 0 },
	{ "SET_PREDICATION, ZPASS past the end", OP(SET_PREDICATION), 2, { 4096 - 48, 1 << 16 }, 1, CODE(BOUNDS) },
	{ "SET_PREDICATION, PRIMCOUNT", OP(SET_PREDICATION), 2, { 4096 - 32, 2 << 16 }, 1, 0 },
	{ "SET_PREDICATION, PRIMCOUNT past the end", OP(SET_PREDICATION), 2, { 4096 - 16, 2 << 16 }, 1, CODE(BOUNDS) },
	{ "SET_PREDICATION, not aligned", OP(SET_PREDICATION), 2, { 8, 1 << 16 }, 1, CODE(ALIGNMENT) },
	{ "SET_PREDICATION, operation 3", OP(SET_PREDICATION), 2, { 0, 3 << 16 }, 1, CODE(FIELD_VALUE) },
	{ "SET_PREDICATION, far away", OP(SET_PREDICATION), 2, { 0, 1 << 16 | 0xff }, 1, CODE(BOUNDS) },
	{ "SET_PREDICATION without relocation", OP(SET_PREDICATION), 2, { 0, 1 << 16 }, 0, CODE(RELOC_MISSING) },
	{ "WAIT_REG_MEM, memory", OP(WAIT_REG_MEM), 6, { 0x13, 4080, 0, 1, 1, 4 }, 1, 0 },
	{ "WAIT_REG_MEM, memory past the end", OP(WAIT_REG_MEM), 6, { 0x13, 4096, 0, 1, 1, 4 }, 1, CODE(BOUNDS) },
	{ "WAIT_REG_MEM, swapped", OP(WAIT_REG_MEM), 6, { 0x13, 4082, 0, 1, 1, 4 }, 1, 0 },
	{ "WAIT_REG_MEM, not 16-byte aligned", OP(WAIT_REG_MEM), 6, { 0x13, 4, 0, 1, 1, 4 }, 1, CODE(ALIGNMENT) },
	{ "WAIT_REG_MEM, PFP compares >=", OP(WAIT_REG_MEM), 6, { 0x115, 0, 0, 1, 1, 4 }, 1, 0 },
	{ "WAIT_REG_MEM, PFP compares ==", OP(WAIT_REG_MEM), 6, { 0x113, 0, 0, 1, 1, 4 }, 1, CODE(FIELD_VALUE) },
	{ "WAIT_REG_MEM, function 7", OP(WAIT_REG_MEM), 6, { 0x17, 0, 0, 1, 1, 4 }, 1, CODE(FIELD_VALUE) },
	{ "WAIT_REG_MEM, register", OP(WAIT_REG_MEM), 6, { 3, 0x2124, 0, 1, 1, 4 }, 0, 0 },
	{ "WAIT_REG_MEM, register by PFP", OP(WAIT_REG_MEM), 6, { 0x105, 0x2124, 0, 1, 1, 4 }, 0, CODE(WAIT_REGISTER) },
	{ "WAIT_REG_MEM, some register", OP(WAIT_REG_MEM), 6, { 3, 0x2004, 0, 1, 1, 4 }, 0, CODE(WAIT_REGISTER) },
	{ "WAIT_REG_MEM, register number that wraps", OP(WAIT_REG_MEM), 6, { 3, 0x40002124, 0, 1, 1, 4 }, 0, CODE(WAIT_REGISTER) },
	{ "MEM_WRITE, 64 bits", OP(MEM_WRITE), 4, { 4088, 0, 1, 2 }, 1, 0 },
	{ "MEM_WRITE, 64 bits past the end", OP(MEM_WRITE), 4, { 4096, 0, 1, 2 }, 1, CODE(BOUNDS) },
	{ "MEM_WRITE, 64 bits not aligned", OP(MEM_WRITE), 4, { 4, 0, 1, 2 }, 1, CODE(ALIGNMENT) },
	{ "MEM_WRITE, 32 bits", OP(MEM_WRITE), 4, { 4092, 1 << 18, 1, 2 }, 1, 0 },
	{ "MEM_WRITE, 32 bits past the end", OP(MEM_WRITE), 4, { 4096, 1 << 18, 1, 2 }, 1, CODE(BOUNDS) },
	{ "MEM_WRITE, unknown bits", OP(MEM_WRITE), 4, { 0, 1 << 19, 1, 2 }, 1, CODE(FIELD_BITS) },
	{ "SURFACE_SYNC of everything", OP(SURFACE_SYNC), 4, { 0, ~0u, 0, 10 }, 0, 0 },
	{ "SURFACE_SYNC of a surface", OP(SURFACE_SYNC), 4, { 0, 1, 0, 10 }, 1, 0 },
	{ "SURFACE_SYNC of a surface without one", OP(SURFACE_SYNC), 4, { 0, 1, 0, 10 }, 0, CODE(RELOC_MISSING) },
	{ "EVENT_WRITE", OP(EVENT_WRITE), 1, { 0x16 }, 0, 0 },
	{ "EVENT_WRITE, partial flush", OP(EVENT_WRITE), 1, { 0x410 }, 0, 0 },
	{ "EVENT_WRITE, high bits", OP(EVENT_WRITE), 1, { 0x1016 }, 0, CODE(FIELD_BITS) },
	{ "EVENT_WRITE, unknown event", OP(EVENT_WRITE), 1, { 0x3f }, 0, CODE(EVENT_UNKNOWN) },
	{ "EVENT_WRITE, ZPASS_DONE", OP(EVENT_WRITE), 3, { 0x115, 4096 - 56, 0 }, 1, 0 },
	{ "EVENT_WRITE, ZPASS_DONE past the end", OP(EVENT_WRITE), 3, { 0x115, 4096 - 48, 0 }, 1, CODE(BOUNDS) },
	{ "EVENT_WRITE, ZPASS_DONE without an address", OP(EVENT_WRITE), 1, { 0x115 }, 0, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, ZPASS_DONE without index", OP(EVENT_WRITE), 3, { 0x15, 4096 - 56, 0 }, 1, 0 },
	{ "EVENT_WRITE, ZPASS_DONE without index past the end", OP(EVENT_WRITE), 3, { 0x15, 4096 - 48, 0 }, 1, CODE(BOUNDS) },
	{ "EVENT_WRITE, ZPASS_DONE without index and address", OP(EVENT_WRITE), 1, { 0x15 }, 0, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, ZPASS_DONE with another index", OP(EVENT_WRITE), 3, { 0x215, 0, 0 }, 1, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, plain event that claims an address", OP(EVENT_WRITE), 1, { 0x116 }, 0, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, plain event with an address", OP(EVENT_WRITE), 3, { 0x16, 0, 0 }, 1, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, half an address", OP(EVENT_WRITE), 2, { 0x115, 0 }, 1, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, PIPELINESTAT", OP(EVENT_WRITE), 3, { 0x21e, 4096 - 88, 0 }, 1, 0 },
	{ "EVENT_WRITE, PIPELINESTAT past the end", OP(EVENT_WRITE), 3, { 0x21e, 4096 - 80, 0 }, 1, CODE(BOUNDS) },
	{ "EVENT_WRITE, STREAMOUTSTATS", OP(EVENT_WRITE), 3, { 0x320, 4096 - 16, 0 }, 1, 0 },
	{ "EVENT_WRITE, STREAMOUTSTATS past the end", OP(EVENT_WRITE), 3, { 0x320, 4096 - 8, 0 }, 1, CODE(BOUNDS) },
	{ "EVENT_WRITE, PIPELINESTAT with another index", OP(EVENT_WRITE), 3, { 0x11e, 0, 0 }, 1, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, PIPELINESTAT without index", OP(EVENT_WRITE), 3, { 0x1e, 0, 0 }, 1, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, STREAMOUTSTATS without index", OP(EVENT_WRITE), 3, { 0x20, 0, 0 }, 1, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, STREAMOUTSTATS with another index", OP(EVENT_WRITE), 3, { 0x220, 0, 0 }, 1, CODE(EVENT_FORM) },
	{ "EVENT_WRITE, not aligned", OP(EVENT_WRITE), 3, { 0x320, 4, 0 }, 1, CODE(ALIGNMENT) },
	{ "EVENT_WRITE_EOP, 32 bits", OP(EVENT_WRITE_EOP), 5, { 0x528, 4092, 1u << 29, 1, 0 }, 1, 0 },
	{ "EVENT_WRITE_EOP, 32 bits past the end", OP(EVENT_WRITE_EOP), 5, { 0x528, 4096, 1u << 29, 1, 0 }, 1, CODE(BOUNDS) },
	{ "EVENT_WRITE_EOP, 64 bits", OP(EVENT_WRITE_EOP), 5, { 0x528, 4088, 2u << 29, 1, 0 }, 1, 0 },
	{ "EVENT_WRITE_EOP, 64 bits past the end", OP(EVENT_WRITE_EOP), 5, { 0x528, 4096, 2u << 29, 1, 0 }, 1, CODE(BOUNDS) },
	{ "EVENT_WRITE_EOP, time stamp", OP(EVENT_WRITE_EOP), 5, { 0x528, 4088, 3u << 29, 1, 0 }, 1, 0 },
	{ "EVENT_WRITE_EOP, time stamp not aligned", OP(EVENT_WRITE_EOP), 5, { 0x528, 4092, 3u << 29, 1, 0 }, 1, CODE(ALIGNMENT) },
	{ "EVENT_WRITE_EOP, interrupt", OP(EVENT_WRITE_EOP), 5, { 0x528, 0, 1u << 29 | 1 << 24, 1, 0 }, 1, CODE(FIELD_BITS) },
	{ "EVENT_WRITE_EOP, reserved data", OP(EVENT_WRITE_EOP), 5, { 0x528, 0, 4u << 29, 1, 0 }, 1, CODE(FIELD_VALUE) },
	{ "EVENT_WRITE_EOP of a plain event", OP(EVENT_WRITE_EOP), 5, { 0x516, 0, 1u << 29, 1, 0 }, 1, CODE(EVENT_FORM) },
	{ "STRMOUT_BUFFER_UPDATE, nothing", OP(STRMOUT_BUFFER_UPDATE), 5, { 6, 0, 0, 0, 0 }, 0, 0 },
	{ "STRMOUT_BUFFER_UPDATE, stores", OP(STRMOUT_BUFFER_UPDATE), 5, { 7, 4092, 0, 0, 0 }, 1, 0 },
	{ "STRMOUT_BUFFER_UPDATE, stores past the end", OP(STRMOUT_BUFFER_UPDATE), 5, { 7, 4096, 0, 0, 0 }, 1, CODE(BOUNDS) },
	{ "STRMOUT_BUFFER_UPDATE, loads", OP(STRMOUT_BUFFER_UPDATE), 5, { 4, 0, 0, 4092, 0 }, 1, 0 },
	{ "STRMOUT_BUFFER_UPDATE, loads past the end", OP(STRMOUT_BUFFER_UPDATE), 5, { 4, 0, 0, 4096, 0 }, 1, CODE(BOUNDS) },
	{ "STRMOUT_BUFFER_UPDATE, offset", OP(STRMOUT_BUFFER_UPDATE), 5, { 0, 0, 0, 0, 0 }, 0, 0 },
	{ "STRMOUT_BUFFER_UPDATE, offset past the size", OP(STRMOUT_BUFFER_UPDATE), 5, { 0, 0, 0, 1, 0 }, 0, CODE(STRMOUT_BOUNDS) },
	{ "STRMOUT_BASE_UPDATE before a base", OP(STRMOUT_BASE_UPDATE), 2, { 0, 0 }, 1, CODE(NOT_SET) },
	{ "COPY_DW, memory to register", OP(COPY_DW), 5, { 1, 4092, 0, 0xa2cb, 0 }, 1, 0 },
	{ "COPY_DW, memory past the end", OP(COPY_DW), 5, { 1, 4096, 0, 0xa2cb, 0 }, 1, CODE(BOUNDS) },
	{ "COPY_DW, to a register that holds an address", OP(COPY_DW), 5, { 1, 0, 0, 0xa010, 0 }, 1, CODE(COPY_REGISTER) },
	{ "COPY_DW, to a register that is followed", OP(COPY_DW), 5, { 1, 0, 0, 0xa018, 0 }, 1, CODE(COPY_REGISTER) },
	{ "COPY_DW, to a register that no stream may write", OP(COPY_DW), 5, { 1, 0, 0, 0x21c0, 0 }, 1, CODE(COPY_REGISTER) },
	{ "COPY_DW, from a register", OP(COPY_DW), 5, { 2, 0xa2cb, 0, 4092, 0 }, 1, 0 },
	{ "COPY_DW, from a register that holds an address", OP(COPY_DW), 5, { 2, 0xa010, 0, 0, 0 }, 1, CODE(COPY_REGISTER) },
	{ "COPY_DW, memory to memory", OP(COPY_DW), 5, { 3, 4092, 0, 4092, 0 }, 2, 0 },
	{ "CP_DMA", OP(CP_DMA), 5, { 0, 1u << 31, 96, 0, 4000 }, 2, 0 },
	{ "CP_DMA, source past the end", OP(CP_DMA), 5, { 97, 0, 96, 0, 4000 }, 2, CODE(BOUNDS) },
	{ "CP_DMA, destination past the end", OP(CP_DMA), 5, { 0, 0, 97, 0, 4000 }, 2, CODE(BOUNDS) },
	{ "CP_DMA, one relocation", OP(CP_DMA), 5, { 0, 0, 0, 0, 4 }, 1, CODE(RELOC_MISSING) },
	{ "CP_DMA, from a register", OP(CP_DMA), 5, { 0, 0, 0, 0, 1 << 26 | 4 }, 2, CODE(FIELD_BITS) },
	{ "CP_DMA, to a register", OP(CP_DMA), 5, { 0, 0, 0, 0, 1 << 27 | 4 }, 2, CODE(FIELD_BITS) },
	{ "SET_LOOP_CONST", OP(SET_LOOP_CONST), 2, { 0, 1 }, 0, 0 },
	{ "SET_LOOP_CONST, far past the end", OP(SET_LOOP_CONST), 2, { 0xffffffff, 1 }, 0, CODE(RANGE) },
	{ "SET_ALU_CONST, last", OP(SET_ALU_CONST), 2, { 0x7ff, 1 }, 0, 0 },
	{ "SET_ALU_CONST, past the last", OP(SET_ALU_CONST), 3, { 0x7ff, 1, 1 }, 0, CODE(RANGE) },
	{ "SET_ALU_CONST, into the resources", OP(SET_ALU_CONST), 2, { 0x2000, 1 }, 0, CODE(RANGE) },
	{ "SET_SAMPLER", OP(SET_SAMPLER), 4, { 0, 1, 2, 3 }, 0, 0 },
	{ "SET_SAMPLER, two thirds", OP(SET_SAMPLER), 3, { 0, 1, 2 }, 0, CODE(PACKET_LENGTH) },
	{ "SET_SAMPLER, between two", OP(SET_SAMPLER), 4, { 1, 1, 2, 3 }, 0, CODE(CONST_OFFSET) },
	{ "SET_RESOURCE, part of one", OP(SET_RESOURCE), 4, { 0, 1, 2, 3 }, 0, CODE(PACKET_LENGTH) },
	/* Mesa sends the first; no client sends the second, which is not in the guide. */
	{ "SET_CONTEXT_REG, none", OP(SET_CONTEXT_REG), 1, { 0 }, 0, 0 },
	{ "SET_CONFIG_REG, none", OP(SET_CONFIG_REG), 1, { 0 }, 0, CODE(PACKET_LENGTH) },
	{ "SET_CONTEXT_REG, past the window", OP(SET_CONTEXT_REG), 2, { 0x400, 0 }, 0, CODE(RANGE) },
	{ "SET_CONTEXT_REG, over its end", OP(SET_CONTEXT_REG), 3, { 0x3ff, 0, 0 }, 0, CODE(RANGE) },
	{ "SET_CONTEXT_REG, number that wraps", OP(SET_CONTEXT_REG), 2, { 0x40000080, 0 }, 0, CODE(RANGE) },
	{ "SET_CONFIG_REG, CP_ME_CNTL", OP(SET_CONFIG_REG), 2, { 0x1b6, 0 }, 0, CODE(REGISTER_DENIED) },
	{ "INDIRECT_BUFFER", OP(INDIRECT_BUFFER), 3, { 0, 0, 4 }, 1, CODE(PACKET_DENIED) },
	{ "MEM_SEMAPHORE", OP(MEM_SEMAPHORE), 2, { 0, 0 }, 1, CODE(PACKET_DENIED) },
	{ "CP_INTERRUPT", OP(CP_INTERRUPT), 1, { 0 }, 0, CODE(PACKET_DENIED) },
	{ "COND_WRITE", OP(COND_WRITE), 8, { 0 }, 2, CODE(PACKET_DENIED) },
	{ "COND_EXEC", OP(COND_EXEC), 3, { 0 }, 1, CODE(PACKET_DENIED) },
	{ "PRED_EXEC", OP(PRED_EXEC), 1, { 0 }, 0, CODE(PACKET_DENIED) },
	{ "REG_RMW", OP(REG_RMW), 3, { 0 }, 0, CODE(PACKET_DENIED) },
	{ "SURFACE_BASE_UPDATE on R7xx", OP(SURFACE_BASE_UPDATE), 1, { 1 }, 0, CODE(PACKET_DENIED) },
	{ "START_3D_CMDBUF on R7xx", OP(START_3D_CMDBUF), 1, { 0 }, 0, CODE(PACKET_CHIP) },
	{ "opcode 0", 0, 1, { 0 }, 0, CODE(PACKET_UNKNOWN) },
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

static void test_bodies(struct scene *s)
{
	char text[PM4_VERDICT_TEXT];
	u32 i, k, at, code;

	for (i = 0; i < ARRAY_SIZE(bodies); i++) {
		const struct body *b = &bodies[i];

		small(s);
		scene_counts(s);
		at = s->ndw;
		scene_packet(s, b->op, b->n, b->dw);
		for (k = 0; k < b->relocs; k++)
			scene_reloc(s, BUF_QUERY);
		code = scene_check(s);
		scene_text(s, text);
		tap_ok(code == b->code, "%s: %s %s", b->name, pm4_code_name(code), text);
		tap_ok(!code || (text[0] && s->verdict.header == at),
		       "%s: a sentence about the packet", b->name);
	}
}

/* Every packet that writes memory refuses a read-only buffer. */
static void test_read_only(struct scene *s)
{
	static const struct body writers[] = {
		{ "MEM_WRITE", OP(MEM_WRITE), 4, { 0, 0, 0, 0 }, 1, 0 },
		{ "EVENT_WRITE", OP(EVENT_WRITE), 3, { 0x115, 0, 0 }, 1, 0 },
		{ "EVENT_WRITE without index", OP(EVENT_WRITE), 3, { 0x15, 0, 0 }, 1, 0 },
		{ "EVENT_WRITE_EOP", OP(EVENT_WRITE_EOP), 5, { 0x528, 0, 1u << 29, 0, 0 }, 1, 0 },
		{ "STRMOUT_BUFFER_UPDATE", OP(STRMOUT_BUFFER_UPDATE), 5, { 7, 0, 0, 0, 0 }, 1, 0 },
		{ "COPY_DW", OP(COPY_DW), 5, { 2, 0xa2cb, 0, 0, 0 }, 1, 0 },
		{ "CP_DMA", OP(CP_DMA), 5, { 0, 0, 0, 0, 4 }, 2, 0 },
	};
	u32 i, k;

	for (i = 0; i < ARRAY_SIZE(writers); i++) {
		small(s);
		scene_counts(s);
		scene_packet(s, writers[i].op, writers[i].n, writers[i].dw);
		for (k = 0; k < writers[i].relocs; k++)
			scene_reloc(s, BUF_QUERY);
		s->buffers[BUF_QUERY].writable = false;
		tap_ok(scene_check(s) == PM4_CODE_READ_ONLY, "%s into a read-only buffer",
		       writers[i].name);
	}
}

static void one(struct scene *s, u32 header, u32 next, u32 want, const char *name)
{
	u32 code;

	small(s);
	scene_put(s, header);
	scene_put(s, next);
	code = scene_check(s);
	tap_ok(code == want, "%s: %s", name, pm4_code_name(code));
}

static void test_headers(struct scene *s)
{
	one(s, 0x80000000, 0x80000000, 0, "type 2");
	one(s, 0x80000001, 0x80000000, PM4_CODE_HEADER_BITS, "type 2 with other bits");
	one(s, 0x40000000, 0, PM4_CODE_PACKET_TYPE, "type 1");
	one(s, 0x0000194e, 0, PM4_CODE_TYPE0, "type 0");
	one(s, 0xc0001000, 0, 0, "type 3");
	one(s, 0xc0011000, 0, PM4_CODE_TRUNCATED, "type 3 longer than the stream");
	one(s, 0xffff1000, 0, PM4_CODE_TRUNCATED, "type 3 as long as can be");
	one(s, 0xc0001002, 0, PM4_CODE_HEADER_BITS, "other header bits");
	one(s, 0xc0001003, 0, PM4_CODE_HEADER_BITS, "other header bits and the predicate");
	small(s);
	tap_ok(scene_check(s) == PM4_CODE_EMPTY, "an empty stream");
}

static void relocation(struct scene *s, u32 header, u32 payload, u32 want, const char *name)
{
	u32 code;

	small(s);
	scene_packet(s, OP(MEM_WRITE), 4, (u32[]){ 0, 0, 0, 0 });
	scene_put(s, header);
	scene_put(s, payload);
	code = scene_check(s);
	tap_ok(code == want, "relocation %s: %s", name, pm4_code_name(code));
}

static void test_relocations(struct scene *s)
{
	relocation(s, 0xc0001000, 60, 0, "of the last buffer");
	relocation(s, 0xc0001000, 64, PM4_CODE_RELOC_INDEX, "past the last buffer");
	relocation(s, 0xc0001000, 61, PM4_CODE_RELOC_INDEX, "between two buffers");
	relocation(s, 0xc0001000, 0xfffffffc, PM4_CODE_RELOC_INDEX, "far past the end");
	relocation(s, 0xc0001001, 60, 0, "with a predicate");
	relocation(s, 0xc0001001, 64, PM4_CODE_RELOC_INDEX, "with a predicate, past the last buffer");
	relocation(s, 0xc0001002, 0, PM4_CODE_RELOC_MISSING, "with another header bit");
	relocation(s, 0xc0011001, 0, PM4_CODE_RELOC_MISSING, "of two dwords with a predicate");
	relocation(s, 0x80000000, 0x80000000, PM4_CODE_RELOC_MISSING, "that is a filler");
	small(s);
	scene_packet(s, OP(MEM_WRITE), 4, (u32[]){ 0, 0, 0, 0 });
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "relocation after the stream");
	scene_put(s, 0xc0001000);
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "relocation half past the stream");
}

/* Draw packets against their draw initiator. */
static void test_initiators(struct scene *s)
{
	static const struct {
		const char *name;
		u32 op, n, dw[6], code;
	} draws[] = {
		{ "DRAW_INDEX_AUTO that fetches", OP(DRAW_INDEX_AUTO), 2, { 3, 0 }, CODE(DRAW_SOURCE) },
		{ "DRAW_INDEX_AUTO, opaque", OP(DRAW_INDEX_AUTO), 2, { 0, 0x42 }, 0 },
		{ "DRAW_INDEX_AUTO, other bits", OP(DRAW_INDEX_AUTO), 2, { 3, 0x22 }, CODE(DRAW_SOURCE) },
		{ "DRAW_INDEX_IMMD", OP(DRAW_INDEX_IMMD), 4, { 3, 1, 0, 0 }, 0 },
		{ "DRAW_INDEX_IMMD that fetches", OP(DRAW_INDEX_IMMD), 4, { 3, 0, 0, 0 }, CODE(DRAW_SOURCE) },
		{ "DRAW_INDEX_IMMD, too few indices", OP(DRAW_INDEX_IMMD), 4, { 5, 1, 0, 0 }, CODE(INDEX_COUNT) },
		{ "DRAW_INDEX_IMMD, too many indices", OP(DRAW_INDEX_IMMD), 5, { 3, 1, 0, 0, 0 }, CODE(INDEX_COUNT) },
		{ "DRAW_INDEX_IMMD_BE", OP(DRAW_INDEX_IMMD_BE), 4, { 4, 1, 0, 0 }, 0 },
	};
	u32 i, code;

	for (i = 0; i < ARRAY_SIZE(draws); i++) {
		scene_default(s);
		scene_state(s);
		scene_counts(s);
		scene_packet(s, draws[i].op, draws[i].n, draws[i].dw);
		code = scene_check(s);
		tap_ok(code == draws[i].code, "%s: %s", draws[i].name, pm4_code_name(code));
	}
}

/* Indices of a size that the stream does not set. */
static void test_index_type(struct scene *s)
{
	u32 at;

	scene_default(s);
	scene_state(s);
	for (at = 0; s->dw[at] != (0xc0000000u | PM4_OP_INDEX_TYPE << 8); at++)
		;
	s->dw[at] = 0x80000000;
	s->dw[at + 1] = 0x80000000;
	at = s->ndw;
	scene_packet(s, OP(DRAW_INDEX_IMMD), 4, (u32[]){ 2, 1, 0, 0 });
	tap_ok(scene_check(s) == PM4_CODE_PACKET_MISSING && s->verdict.detail == OP(INDEX_TYPE),
	       "DRAW_INDEX_IMMD without INDEX_TYPE");
	s->ndw = at;
	s->buffers[BUF_INDEX].size = 16;
	scene_packet(s, OP(DRAW_INDEX), 4, (u32[]){ 0, 0, 4, 0 });
	scene_reloc(s, BUF_INDEX);
	tap_ok(!scene_check(s), "DRAW_INDEX without: four bytes each");
	s->dw[s->ndw - 4]++;
	tap_ok(!scene_check(s) && s->out[s->ndw - 4] == 4, "... and no index more");
}

/* Packets that may and may not be skipped, in the middle of a stream and at its end. */
static void test_predicates(struct scene *s)
{
	static const struct body packets[] = {
		{ "NOP", OP(NOP), 3, { 1, 2, 3 }, 0, 0 },
		{ "NUM_INSTANCES", OP(NUM_INSTANCES), 1, { 5 }, 0, 0 },
		{ "INDEX_TYPE", OP(INDEX_TYPE), 1, { 1 }, 0, 0 },
		{ "INDEX_TYPE, 2", OP(INDEX_TYPE), 1, { 2 }, 0, CODE(FIELD_BITS) },
		{ "SURFACE_SYNC of everything", OP(SURFACE_SYNC), 4, { 0, ~0u, 0, 10 }, 0, 0 },
		{ "SURFACE_SYNC of a surface", OP(SURFACE_SYNC), 4, { 0, 1, 0, 10 }, 1, 0 },
		{ "event", OP(EVENT_WRITE), 1, { 0x16 }, 0, 0 },
		{ "event without an address that has one", OP(EVENT_WRITE), 1, { 0x115 }, 0, CODE(EVENT_FORM) },
		{ "event with an address", OP(EVENT_WRITE), 3, { 0x115, 0, 0 }, 1, CODE(HEADER_BITS) },
		{ "EVENT_WRITE_EOP", OP(EVENT_WRITE_EOP), 5, { 0x528, 0, 1u << 29, 1, 0 }, 1, CODE(HEADER_BITS) },
		{ "MEM_WRITE", OP(MEM_WRITE), 4, { 0, 0, 0, 0 }, 1, CODE(HEADER_BITS) },
		{ "CP_DMA", OP(CP_DMA), 5, { 0, 0, 0, 0, 4 }, 2, CODE(HEADER_BITS) },
		{ "COPY_DW", OP(COPY_DW), 5, { 3, 0, 0, 0, 0 }, 2, CODE(HEADER_BITS) },
		{ "WAIT_REG_MEM", OP(WAIT_REG_MEM), 6, { 0x13, 0, 0, 1, 1, 4 }, 1, CODE(HEADER_BITS) },
		{ "SET_PREDICATION", OP(SET_PREDICATION), 2, { 0, 0 }, 0, CODE(HEADER_BITS) },
		{ "CONTEXT_CONTROL", OP(CONTEXT_CONTROL), 2, { 1u << 31, 1u << 31 }, 0, CODE(HEADER_BITS) },
		{ "PFP_SYNC_ME", OP(PFP_SYNC_ME), 1, { 0 }, 0, CODE(HEADER_BITS) },
		{ "STRMOUT_BUFFER_UPDATE", OP(STRMOUT_BUFFER_UPDATE), 5, { 6, 0, 0, 0, 0 }, 0, CODE(HEADER_BITS) },
		{ "SET_CONFIG_REG", OP(SET_CONFIG_REG), 2, { 0x256, 4 }, 0, CODE(HEADER_BITS) },
		{ "WAIT_UNTIL", OP(SET_CONFIG_REG), 2, { 0x10, 1 << 15 }, 0, CODE(HEADER_BITS) },
		{ "SET_CONTEXT_REG", OP(SET_CONTEXT_REG), 2, { 0x8e, 0 }, 0, CODE(HEADER_BITS) },
		{ "SET_ALU_CONST", OP(SET_ALU_CONST), 2, { 0, 1 }, 0, CODE(HEADER_BITS) },
		{ "SET_BOOL_CONST", OP(SET_BOOL_CONST), 2, { 0, 1 }, 0, CODE(HEADER_BITS) },
		{ "SET_SAMPLER", OP(SET_SAMPLER), 4, { 0, 1, 2, 3 }, 0, CODE(HEADER_BITS) },
		{ "SET_RESOURCE", OP(SET_RESOURCE), 8, { 0, 0, 0, 0, 0, 0, 0, 3u << 30 }, 1, CODE(HEADER_BITS) },
	};
	u32 i, k, middle, code;

	for (i = 0; i < ARRAY_SIZE(packets); i++) {
		const struct body *b = &packets[i];

		for (middle = 0; middle < 2; middle++) {
			small(s);
			scene_packet(s, b->op, b->n, b->dw);
			s->dw[0] |= 1;
			for (k = 0; k < b->relocs; k++) {
				scene_reloc(s, BUF_QUERY);
				s->dw[s->ndw - 2] |= 1;
			}
			for (k = 0; k < 8 * middle; k++)
				scene_put(s, 0x80000000);
			code = scene_check(s);
			tap_ok(code == b->code, "predicate on %s%s: %s", b->name,
			       middle ? ", in the middle" : "", pm4_code_name(code));
		}
	}
}

/* '2', '4': INDEX_TYPE of so many bytes; 'a', 'b': predicated ones; 'P': SET_PREDICATION. */
static void index_types(struct scene *s, const char *steps)
{
	scene_default(s);
	scene_state(s);
	/* The scene's own INDEX_TYPE is its last packet. */
	s->ndw -= 2;
	for (; *steps; steps++) {
		bool large = *steps == '4' || *steps == 'b';

		if (*steps == 'P') {
			scene_packet(s, OP(SET_PREDICATION), 2, (u32[]){ 0, 0 });
			continue;
		}
		scene_packet(s, OP(INDEX_TYPE), 1, (u32[]){ large });
		s->dw[s->ndw - 2] |= *steps >= 'a';
	}
	s->buffers[BUF_INDEX].size = 16;
}

/* The checker's index size in bytes for a draw of each kind; 0: unknown, 9: they differ. */
static u32 index_size(struct scene *s, const char *steps, bool predicated)
{
	u32 bytes, fetched, want;

	index_types(s, steps);
	scene_packet(s, OP(DRAW_INDEX), 4, (u32[]){ 0, 0, 1000, 0 });
	s->dw[s->ndw - 5] |= predicated;
	scene_reloc(s, BUF_INDEX);
	s->dw[s->ndw - 2] |= predicated;
	if (scene_check(s))
		return 9;
	fetched = 16 / s->out[s->ndw - 4];
	for (bytes = 2; bytes <= 4; bytes += 2) {
		index_types(s, steps);
		scene_packet(s, OP(DRAW_INDEX_IMMD), 2 + bytes, (u32[]){ 4, 1, 0, 0, 0, 0 });
		s->dw[s->ndw - 3 - bytes] |= predicated;
		want = scene_check(s);
		if (want == PM4_CODE_PACKET_MISSING)
			return fetched == 4 ? 0 : 9;
		if (!want)
			return fetched == bytes ? bytes : 9;
	}
	return 9;
}

static void test_index_predicate(struct scene *s)
{
	static const struct {
		const char *steps;
		u32 plain, predicated;
	} cases[] = {
		{ "", 0, 0 }, { "2", 2, 2 }, { "4", 4, 4 },
		{ "a", 0, 2 }, { "b", 0, 4 }, { "2a", 2, 2 }, { "4b", 4, 4 },
		{ "2b", 0, 4 }, { "4a", 0, 2 }, { "ab", 0, 4 }, { "ba", 0, 2 },
		{ "aP", 0, 0 }, { "2P", 2, 2 }, { "2aP", 2, 2 }, { "2bP", 0, 0 }, { "4aP", 0, 0 },
		{ "2bPa", 0, 2 }, { "2bP4", 4, 4 }, { "2b4", 4, 4 }, { "a2", 2, 2 }, { "Pa", 0, 2 },
		/* The checker does not track that the size becomes known again. */
		{ "2ba", 0, 2 },
	};
	u32 i, plain, predicated;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		plain = index_size(s, cases[i].steps, false);
		predicated = index_size(s, cases[i].steps, true);
		tap_ok(plain == cases[i].plain && predicated == cases[i].predicated,
		       "index after \"%s\": %u bytes, predicated %u", cases[i].steps, plain,
		       predicated);
	}
}

/* The index size of an earlier stream does not carry over to the next one. */
static void test_index_of_earlier(struct scene *s)
{
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	static const char * const earlier[] = { "2", "a", "4b" };
	u32 *out = malloc(sizeof(s->dw)), i, predicated;

	pm4_checker_init(ck, &(struct pm4_card){ .front = &r600_front, .chip = PM4_RV710, .pipes = 2, .banks = 4,
						 .group_bytes = 256, .backends = 1 });
	for (i = 0; i < 2 * ARRAY_SIZE(earlier); i++) {
		struct pm4_input in = { .ib = s->dw, .buffers = s->buffers,
					.nbuffers = SCENE_BUFFERS, .flags = PM4_KEEP_TILING };

		predicated = i & 1;
		index_types(s, earlier[i / 2]);
		in.ib_dw = s->ndw;
		check_and_patch(ck, &in, s->addrs, out, NULL, &s->result, &s->verdict);
		index_types(s, "");
		scene_packet(s, OP(DRAW_INDEX_IMMD), 4, (u32[]){ 4, 1, 0, 0 });
		s->dw[s->ndw - 5] |= predicated;
		in.ib_dw = s->ndw;
		check_and_patch(ck, &in, s->addrs, out, NULL, &s->result, &s->verdict);
		tap_ok(s->verdict.code == PM4_CODE_PACKET_MISSING, "index after \"%s\" in another stream%s",
		       earlier[i / 2], predicated ? ", predicated" : "");
	}
	free(ck);
	free(out);
}

static void test_strmout_base(struct scene *s)
{
	small(s);
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_BASE + 32, 3);
	scene_reloc(s, BUF_STRMOUT);
	scene_packet(s, OP(STRMOUT_BASE_UPDATE), 2, (u32[]){ 2, 3 });
	scene_reloc(s, BUF_STRMOUT);
	tap_ok(!scene_check(s), "STRMOUT_BASE_UPDATE that agrees");
	s->dw[s->ndw - 3] = 4;
	tap_ok(scene_check(s) == PM4_CODE_STRMOUT_MISMATCH, "... with another offset");
	s->dw[s->ndw - 3] = 3;
	s->dw[s->ndw - 1] = BUF_QUERY * 4;
	tap_ok(scene_check(s) == PM4_CODE_STRMOUT_MISMATCH, "... with another buffer");
	s->card.chip = PM4_RV670;
	tap_ok(scene_check(s) == PM4_CODE_PACKET_DENIED, "... on a chip that does not have it");
}

static void place(struct scene *s, u32 buffer, u64 addr)
{
	s->addrs[buffer] = addr;
	s->buffers[buffer].align = 4096;
}

/* A buffer above 4 GiB: all 40 bits of its address get into the copy. */
static void test_high_address(struct scene *s)
{
	small(s);
	place(s, BUF_QUERY, 0xab12345000ull);
	scene_packet(s, OP(MEM_WRITE), 4, (u32[]){ 8, 0x40000, 7, 0 });
	scene_reloc(s, BUF_QUERY);
	tap_ok(!scene_check(s) && s->out[1] == 0x12345008 && s->out[2] == 0x400ab,
	       "MEM_WRITE above 4 GiB");
	small(s);
	place(s, BUF_QUERY, 0xab12345000ull);
	scene_packet(s, OP(EVENT_WRITE_EOP), 5, (u32[]){ 0x514, 8, 0x40000000, 7, 0 });
	scene_reloc(s, BUF_QUERY);
	tap_ok(!scene_check(s) && s->out[2] == 0x12345008 && s->out[3] == 0x400000ab,
	       "EVENT_WRITE_EOP above 4 GiB");
}

void test_packets(void)
{
	static struct scene s;

	test_bodies(&s);
	test_read_only(&s);
	test_headers(&s);
	test_relocations(&s);
	test_initiators(&s);
	test_index_type(&s);
	test_predicates(&s);
	test_index_predicate(&s);
	test_index_of_earlier(&s);
	test_strmout_base(&s);
	test_high_address(&s);
}
