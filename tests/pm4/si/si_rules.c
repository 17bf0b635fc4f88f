// SPDX-License-Identifier: GPL-2.0
/*
 * For each rule a stream that breaks it, with the words of its sentence, and beside it one that
 * does not.  Most are accepted by radeon's parser.
 */
#include <stdlib.h>
#include "si_scene.h"
#include "tap.h"

#define GFX_INDEX	0xbu		/* offsets in the window CONFIG */
#define STRMOUT_CNTL	(0x4fcu / 4)

/* The flush of stream-out, and the wait for it, as recorded. */
#define CLEAR_STRMOUT	PO(SET_CONFIG_REG, 2), STRMOUT_CNTL, 0
#define FLUSH_STRMOUT	PO(EVENT_WRITE, 1), 0x1f
#define WAIT_STRMOUT	PO(WAIT_REG_MEM, 6), 3, NUMBER(0x84fc), 0, 1, 1, 4

#define EOP(value)	PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0x20000001, value, 0
#define WAIT_MEM(fn, ref, mask) PO(WAIT_REG_MEM, 6), 0x10 | (fn), 0x1000, 1, ref, mask, 4

/* Headers, lengths, and what COND_EXEC and PRED_EXEC skip. */
static const struct rule packets[] = {
	GOOD("fillers", 0x80000000, 0xbfffffff),
	BAD("type 0", TYPE0, 0, "type-0", 0x00000000, 0),
	BAD("type 1", PACKET_TYPE, 0, "type 1", 0x40000000),
	BAD("header as last dword", TRUNCATED, 0, "DRAW_INDEX_AUTO", PO(DRAW_INDEX_AUTO, 2)),
	BAD("packet without its last dword", TRUNCATED, 2, "has 2 dwords after its header, the stream only 1",
	    NOP1, PO(DRAW_INDEX_AUTO, 2), 3),
	BAD("SET without its last value", TRUNCATED, 0, "SET_CONTEXT_REG",
	    PO(SET_CONTEXT_REG, 3), 0x200, 1),
	BAD("SET as last dword", TRUNCATED, 0, "SET_SH_REG", PO(SET_SH_REG, 2)),
	BAD("packet that is too long", PACKET_LENGTH, 0, "needs 2", PO(DRAW_INDEX_AUTO, 3), 3, 2, 0),
	BAD("packet that is too short", PACKET_LENGTH, 0, "needs 5", PO(CP_DMA, 4), 0, 0, 0, 0),
	BAD("SET without a value", PACKET_LENGTH, 0, "at least 2", PO(SET_CONTEXT_REG, 1), 0x200),
	BAD("WRITE_DATA with two operands", PACKET_LENGTH, 0, "at least 4",
	    PO(WRITE_DATA, 2), 0, NUMBER(0x28000)),
	BAD("reserved header bits", HEADER_BITS, 0, "0x80", PO(DRAW_INDEX_AUTO, 2) | 0x80, 3, 2),
	GOOD("header bits of predicate and compute", PO(DRAW_INDEX_AUTO, 2) | 1, 3, 2,
	     PO(DISPATCH_DIRECT, 4) | 2, 1, 1, 1, 5, PO(SET_SH_REG, 2) | 2, 0x240, 0),
	BAD("opcode without a row", PACKET_UNKNOWN, 0, "packet 0x99", P(0x99, 1), 0),
	BAD("INDIRECT_BUFFER", PACKET_DENIED, 0, "call another", PO(INDIRECT_BUFFER, 3), 0, 0, 0),
	BAD("INDIRECT_BUFFER_CONST", PACKET_DENIED, 0, "call another",
	    PO(INDIRECT_BUFFER_CONST, 3), 0, 0, 0),
	BAD("SWITCH_BUFFER", PACKET_DENIED, 0, "only the kernel", PO(SWITCH_BUFFER, 1), 0),
	BAD("LOAD_SH_REG", PACKET_DENIED, 0, "from memory", PO(LOAD_SH_REG, 4), 0, 0, 0, 0),
	BAD("DRAW_INDIRECT_MULTI", PACKET_DENIED, 0, "no document", P(0x2c, 4), 0, 0x51, 0x53, 2),
	BAD("DRAW_INDEX_MULTI_ELEMENT", PACKET_DENIED, 0, "no document", P(0x36, 2), 0, 0),
	BAD("DRAW_INDEX_INDIRECT_MULTI", PACKET_DENIED, 0, "no document", P(0x38, 2), 0, 0),
	BAD("DRAW_INDEX", PACKET_DENIED, 0, "without a description", P(0x2b, 4), 0, 0, 0, 0),
	BAD("DRAW_INDEX_OFFSET", PACKET_DENIED, 0, "without a description", P(0x29, 3), 0, 0, 0),
	BAD("MPEG_INDEX", PACKET_DENIED, 0, "packed registers", P(0x3a, 3), 3, 0, 0),
	BAD("SET_SH_REG_OFFSET", PACKET_DENIED, 0, "no document", P(0x77, 2), 0x440, 0),
	BAD("ME_WRITE", PACKET_DENIED, 0, "no document", P(0x7a, 2), 0, 0),
	BAD("a packet of the constant engine", PACKET_ENGINE, 0, "it is for the constant engine",
	    PO(WRITE_CONST_RAM, 2), 0, 0),
	GOOD("NOP of the longest count but one is tried below", NOP1),

	GOOD("COND_EXEC over a whole packet", PO(COND_EXEC, 4), 0x1000, 1, 3, 0,
	     PO(DRAW_INDEX_AUTO, 2), 3, 2, NOP1),
	GOOD("COND_EXEC over nothing, at the end", PO(COND_EXEC, 4), 0x1000, 1, 0, 0),
	GOOD("COND_EXEC up to the end", PO(COND_EXEC, 4), 0x1000, 1, 5, 0,
	     PO(DRAW_INDEX_AUTO, 2), 3, 2, NOP1),
	BAD("COND_EXEC into the data of a NOP", SKIP_END, 3,
	    "COND_EXEC: EXEC_COUNT ends the skip at dword 6, inside of NOP at dword 5, of which the rest would run",
	    PO(COND_EXEC, 4), 0x1000, 1, 1, 0, PO(NOP, 2), PO(SET_SH_REG, 2), 0x440),
	BAD("COND_EXEC into the values of a SET", SKIP_END, 3, "inside of SET_CONTEXT_REG at dword 5",
	    PO(COND_EXEC, 4), 0x1000, 1, 2, 0, PO(SET_CONTEXT_REG, 2), 0x200, 0),
	BAD("COND_EXEC past the end", SKIP_END, 3, "skips 6 dwords, and the stream has 3 more",
	    PO(COND_EXEC, 4), 0x1000, 1, 6, 0, PO(DRAW_INDEX_AUTO, 2), 3, 2),
	BAD("COND_EXEC of more bits", FIELD_BITS, 3, "EXEC_COUNT", PO(COND_EXEC, 4), 0x1000, 1,
	    0x4000, 0),
	BAD("COND_EXEC with a reserved command", FIELD_VALUE, 2, "COMMAND", PO(COND_EXEC, 4), 0x1000,
	    0x10000001, 0, 0),
	BAD("COND_EXEC of an odd address", ALIGNMENT, 1, "BOOL_ADDR_LO", PO(COND_EXEC, 4), 0x1002, 1,
	    0, 0),
	BAD("COND_EXEC inside of COND_EXEC", SKIP_NESTED, 5, "COND_EXEC: lies inside of the skip of COND_EXEC at dword 0",
	    PO(COND_EXEC, 4), 0x1000, 1, 5, 0, PO(COND_EXEC, 4), 0x1000, 1, 0, 0),
	GOOD("PRED_EXEC over a whole packet", PO(PRED_EXEC, 1), 0x01000002, NOP1),
	BAD("PRED_EXEC into the data of a NOP", SKIP_END, 1, "PRED_EXEC: EXEC_COUNT ends the skip at dword 3",
	    PO(PRED_EXEC, 1), 0x01000001, NOP1),
	BAD("PRED_EXEC past the end", SKIP_END, 1, "more", PO(PRED_EXEC, 1), 0x01000003, NOP1),
	BAD("PRED_EXEC inside of COND_EXEC", SKIP_NESTED, 5, "PRED_EXEC: lies inside of the skip of COND_EXEC at dword 0",
	    PO(COND_EXEC, 4), 0x1000, 1, 4, 0, PO(PRED_EXEC, 1), 0x01000000, NOP1),
	BAD("PRED_EXEC of more bits", FIELD_BITS, 1, "CONTROL", PO(PRED_EXEC, 1), 0x01004000, NOP1),
	GOOD("two skips in a row", PO(COND_EXEC, 4), 0x1000, 1, 2, 0, NOP1, PO(PRED_EXEC, 1),
	     0x01000002, NOP1),
};

/* Registers of SET packets, and in operands. */
static const struct rule registers[] = {
	GOOD("the last register of SH", PO(SET_SH_REG, 2), 0x24f, 0),
	BAD("SET_SH_REG of CP_RB0_BASE", RANGE, 1, "CP_RB0_BASE: 1 register at offset 0x440",
	    PO(SET_SH_REG, 2), 0x440, 0),
	BAD("a run that begins in SH and ends outside", RANGE, 1, "SH has 1024 registers",
	    PO(SET_SH_REG, 3), 0x3ff, 0, 0),
	BAD("offset bits above 15 of SET_SH_REG", RANGE, 1, "more than 16 bits",
	    PO(SET_SH_REG, 2), 0x10240, 0),
	BAD("SET_CONTEXT_REG of CP_RB0_BASE by wrapping", RANGE, 1, "leave the window",
	    PO(SET_CONTEXT_REG, 2), 0x9040, 0),
	BAD("SET_CONTEXT_REG past the window", RANGE, 1, "register 0x29000",
	    PO(SET_CONTEXT_REG, 2), 0x400, 0),
	BAD("a run that leaves CONTEXT", RANGE, 1, "CONTEXT has 1024", PO(SET_CONTEXT_REG, 4), 0x3fe, 0,
	    0, 0),
	BAD("an offset whose sum wraps", RANGE, 1, "more than 16 bits",
	    PO(SET_CONTEXT_REG, 3), 0xffffffff, 0, 0),
	GOOD("SET_CONTEXT_REG_INDIRECT", PO(SET_CONTEXT_REG_INDIRECT, 2), 0x200, 0),
	BAD("SET_CONTEXT_REG_INDIRECT past the window", RANGE, 1, "leave the window",
	    PO(SET_CONTEXT_REG_INDIRECT, 2), 0x9040, 0),
	BAD("SET_CONTEXT_REG_INDIRECT of a register that acts", REGISTER_DENIED, 1, "VGT_DRAW_INITIATOR",
	    PO(SET_CONTEXT_REG_INDIRECT, 2), 0x1fc, 0),
	BAD("SET_CONFIG_REG of one not in the list", REGISTER_DENIED, 2, "CP_ME_CNTL",
	    PO(SET_CONFIG_REG, 2), 0x6d8 / 4, 0),
	BAD("SET_CONFIG_REG of a register without a row", REGISTER_UNKNOWN, 2, "no client",
	    PO(SET_CONFIG_REG, 2), 0xff8 / 4, 0),
	BAD("SET_CONFIG_REG of the window SH", RANGE, 1, "CONFIG has 3072", PO(SET_CONFIG_REG, 2),
	    0xc00, 0),
	BAD("VGT_DRAW_INITIATOR", REGISTER_DENIED, 2, "a draw that no packet", PO(SET_CONTEXT_REG, 2),
	    0x1fc, 2),
	BAD("VGT_IMMED_DATA", REGISTER_DENIED, 2, "that no packet", PO(SET_CONTEXT_REG, 2), 0x1fd, 2),
	BAD("VGT_EVENT_INITIATOR in a run", REGISTER_DENIED, 4, "an event that no packet",
	    PO(SET_CONTEXT_REG, 4), 0x2a2, 0, 0, 0x33),
	BAD("COMPUTE_DISPATCH_INITIATOR", REGISTER_DENIED, 2, "a dispatch", PO(SET_SH_REG, 2), 0x200, 1),
	BAD("COMPUTE_VMID", REGISTER_DENIED, 2, "page tables", PO(SET_SH_REG, 2), 0x214, 1),
	BAD("CP_VMID", REGISTER_DENIED, 2, "page tables", PO(SET_CONTEXT_REG, 2), 0xda, 1),
	BAD("SPI_STATIC_THREAD_MGMT_1", REGISTER_DENIED, 2, "compute units", PO(SET_CONFIG_REG, 2),
	    0x10e0 / 4, 0),

	GOOD("GRBM_GFX_INDEX and back", PO(SET_CONFIG_REG, 2), GFX_INDEX, 0,
	     PO(SET_CONFIG_REG, 2), GFX_INDEX, 0xe0000000),
	BAD("GRBM_GFX_INDEX left", REGISTER_LEFT, 2, "must be 0xe0000000 at the end",
	    PO(SET_CONFIG_REG, 2), GFX_INDEX, 0x40000000, NOP1),
	BAD("GRBM_GFX_INDEX put back by the predicate", REGISTER_LEFT, 2, "all clients share it",
	    PO(SET_CONFIG_REG, 2), GFX_INDEX, 0, PO(SET_CONFIG_REG, 2) | 1, GFX_INDEX, 0xe0000000),
	BAD("GRBM_GFX_INDEX put back in a skip", REGISTER_LEFT, 2, "all clients share it",
	    PO(SET_CONFIG_REG, 2), GFX_INDEX, 0, PO(COND_EXEC, 4), 0, 1, 3, 0,
	    PO(SET_CONFIG_REG, 2), GFX_INDEX, 0xe0000000),
	BAD("GRBM_GFX_INDEX by WRITE_DATA", REGISTER_LEFT, 2, "GRBM_GFX_INDEX",
	    PO(WRITE_DATA, 4), 0, NUMBER(0x802c), 0, 1),
	GOOD("GRBM_GFX_INDEX by COPY_DATA of the right value", PO(COPY_DATA, 5), 5, 0xe0000000, 0,
	     NUMBER(0x802c), 0),
	BAD("GRBM_GFX_INDEX from memory", REGISTER_TARGET, 4, "from memory", PO(COPY_DATA, 5), 1, 0x1000,
	    1, NUMBER(0x802c), 0),
	BAD("GRBM_GFX_INDEX by COND_WRITE", REGISTER_LEFT, ANY, "GRBM_GFX_INDEX",
	    PO(COND_WRITE, 8), 0x13, 0x1000, 1, 0, 1, NUMBER(0x802c), 0, 3),

	GOOD("WRITE_DATA of two context registers", PO(WRITE_DATA, 5), 0, NUMBER(0x28800), 0, 1, 2),
	BAD("WRITE_DATA of CP_RB0_BASE", REGISTER_DENIED, 2, "CP_RB0_BASE",
	    PO(WRITE_DATA, 4), 0, NUMBER(0xc100), 0, 1),
	BAD("WRITE_DATA of a register above 16 bits", REGISTER_NUMBER, 2, "takes 16 bits",
	    PO(WRITE_DATA, 4), 0, 0x10000 | NUMBER(0xc100), 0, 1),
	BAD("WRITE_DATA past the window", REGISTER_UNKNOWN, 2, "no client",
	    PO(WRITE_DATA, 4), 0, NUMBER(0x29000), 0, 1),
	BAD("WRITE_DATA of a run into VGT_EVENT_INITIATOR", REGISTER_DENIED, 2, "VGT_EVENT_INITIATOR",
	    PO(WRITE_DATA, 6), 0, NUMBER(0x28a88), 0, 1, 2, 3),
	GOOD("WRITE_DATA of one register, several times", PO(WRITE_DATA, 6), 0x10000, NUMBER(0x287e8),
	     0, 1, 2, 3),
	BAD("WRITE_DATA of a denied register, several times", REGISTER_DENIED, 2, "VGT_EVENT_INITIATOR",
	    PO(WRITE_DATA, 6), 0x10000, NUMBER(0x28a90), 0, 1, 2, 3),
	BAD("WRITE_DATA to the GDS", SHARED, 1, "selects the GDS", PO(WRITE_DATA, 4), 0x300, 0, 0, 1),
	BAD("WRITE_DATA to destination 4", FIELD_VALUE, 1, "DST_SEL", PO(WRITE_DATA, 4), 0x400, 0, 0, 1),
	BAD("WRITE_DATA to destination 6", FIELD_VALUE, 1, "DST_SEL", PO(WRITE_DATA, 4), 0x600, 0, 0, 1),
	BAD("WRITE_DATA by the constant engine", FIELD_VALUE, 1, "ENGINE_SEL",
	    PO(WRITE_DATA, 4), 0x80000100, 0x1000, 1, 1),
	BAD("WRITE_DATA with reserved bits", FIELD_BITS, 1, "must be 0", PO(WRITE_DATA, 4), 0x101, 0x1000,
	    1, 1),
	BAD("WRITE_DATA to an odd address", ALIGNMENT, 2, "not a multiple of 4",
	    PO(WRITE_DATA, 4), 0x100, 0x1002, 1, 1),

	GOOD("COPY_DATA from memory, as recorded", PO(COPY_DATA, 5), 0x100001, 0x1000, 1, NUMBER(0x28b2c),
	     0),
	BAD("COPY_DATA to CP_RB0_BASE", REGISTER_DENIED, 4, "CP_RB0_BASE",
	    PO(COPY_DATA, 5), 1, 0x1000, 1, NUMBER(0xc100), 0),
	BAD("COPY_DATA of 64 bits into a second register", REGISTER_DENIED, 4, "VGT_EVENT_INITIATOR",
	    PO(COPY_DATA, 5), 0x10005, 0, 0, NUMBER(0x28a8c), 0),
	BAD("COPY_DATA of 64 bits out of the window", REGISTER_UNKNOWN, 4, "0x28e38",
	    PO(COPY_DATA, 5), 0x10005, 0, 0, NUMBER(0x28e34), 0),
	BAD("COPY_DATA from an unset register", REGISTER_SOURCE, 2, "another client's",
	    PO(COPY_DATA, 5), 0x100, NUMBER(0x28800), 0, 0x1000, 1),
	GOOD("COPY_DATA from a register that the stream has set", PO(SET_CONTEXT_REG, 2), 0x200, 7,
	     PO(COPY_DATA, 5), 0x100, NUMBER(0x28800), 0, 0x1000, 1),
	BAD("COPY_DATA of 64 bits of which the second is unset", REGISTER_SOURCE, 5, "DB_EQAA",
	    PO(SET_CONTEXT_REG, 2), 0x200, 7, PO(COPY_DATA, 5), 0x10100, NUMBER(0x28800), 0, 0x1000, 1),
	GOOD("COPY_DATA from registers set by other packets", 0x80000000, PO(WRITE_DATA, 5), 0,
	     NUMBER(0x28800), 0, 1, 2, PO(COPY_DATA, 5), 0x10100, NUMBER(0x28800), 0, 0x1000, 1,
	     PO(WRITE_DATA, 5), 0x10000, NUMBER(0x28810), 0, 1, 2,
	     PO(COPY_DATA, 5), 0x100, NUMBER(0x28810), 0, 0x1000, 1,
	     PO(COPY_DATA, 5), 0x10005, 1, 2, NUMBER(0x28414), 0,
	     PO(COPY_DATA, 5), 0x10100, NUMBER(0x28414), 0, 0x1000, 1,
	     PO(COPY_DW, 5), 1, 0x1000, 1, NUMBER(0x28b2c), 0,
	     PO(COPY_DATA, 5), 0x100, NUMBER(0x28b2c), 0, 0x1000, 1,
	     PO(SET_CONTEXT_REG_INDIRECT, 2), 0x202, 0,
	     PO(COPY_DATA, 5), 0x100, NUMBER(0x28808), 0, 0x1000, 1,
	     PO(SET_SH_REG, 2), 0x51, 7, PO(COPY_DATA, 5), 0x100, NUMBER(0xb144), 0, 0x1000, 1,
	     PO(SET_CONFIG_REG, 2), 0x256, 7, PO(COPY_DW, 5), 2, NUMBER(0x8958), 0, 0x1000, 1),
	BAD("COPY_DATA from the second of one register", REGISTER_SOURCE, 8, "another client's",
	    PO(WRITE_DATA, 5), 0x10000, NUMBER(0x28810), 0, 1, 2,
	    PO(COPY_DATA, 5), 0x100, NUMBER(0x28814), 0, 0x1000, 1),
	BAD("COPY_DATA from a register set in PRED_EXEC", REGISTER_SOURCE, 7, "another client's",
	    PO(PRED_EXEC, 1), 0x01000003, PO(SET_CONTEXT_REG, 2), 0x200, 7,
	    PO(COPY_DATA, 5), 0x100, NUMBER(0x28800), 0, 0x1000, 1),
	BAD("COPY_DATA from a register that may be set", REGISTER_SOURCE, 5, "another client's",
	    PO(SET_CONTEXT_REG, 2) | 1, 0x200, 7, PO(COPY_DATA, 5), 0x100, NUMBER(0x28800), 0, 0x1000, 1),
	BAD("COPY_DATA from a register set in a skip", REGISTER_SOURCE, 10, "another client's",
	    PO(COND_EXEC, 4), 0, 1, 3, 0, PO(SET_CONTEXT_REG, 2), 0x200, 7,
	    PO(COPY_DATA, 5), 0x100, NUMBER(0x28800), 0, 0x1000, 1),
	BAD("COPY_DATA from a register of the kernel", REGISTER_SOURCE, 2, "CP_RB0_BASE",
	    PO(COPY_DATA, 5), 0x100, NUMBER(0xc100), 0, 0x1000, 1),
	BAD("COPY_DATA from a register above 16 bits", REGISTER_NUMBER, 2, "16 bits",
	    PO(COPY_DATA, 5), 0x100, 0x10000 | NUMBER(0x28800), 0, 0x1000, 1),
	BAD("COPY_DATA from the GDS", SHARED, 1, "GDS", PO(COPY_DATA, 5), 0x103, 0, 0, 0x1000, 1),
	BAD("COPY_DATA to the GDS", SHARED, 1, "GDS", PO(COPY_DATA, 5), 0x301, 0x1000, 1, 0, 0),
	BAD("COPY_DATA of a GDS atomic", SHARED, 1, "GDS", PO(COPY_DATA, 5), 0x107, 0, 0, 0x1000, 1),
	BAD("COPY_DATA of the atomic of another client", REGISTER_SOURCE, 1, "no ATOMIC",
	    PO(COPY_DATA, 5), 0x106, 0, 0, 0x1000, 1),
	GOOD("COPY_DATA of the own atomic", PO(ATOMIC, 8), 0xf, 0x1000, 1, 1, 0, 0, 0, 0,
	     PO(COPY_DATA, 5), 0x106, 0, 0, 0x1000, 1),
	BAD("COPY_DATA from source 4", FIELD_VALUE, 1, "SRC_SEL", PO(COPY_DATA, 5), 0x104, 0, 0, 0x1000, 1),
	BAD("COPY_DATA of the PFP", FIELD_VALUE, 1, "ENGINE_SEL", PO(COPY_DATA, 5), 0x40000105, 0, 0,
	    0x1000, 1),

	GOOD("COPY_DW from memory to memory", PO(COPY_DW, 5), 3, 0x1000, 1, 0x2000, 1),
	GOOD("COPY_DW from memory to a context register", PO(COPY_DW, 5), 1, 0x1000, 1,
	     NUMBER(0x28b2c), 0),
	BAD("COPY_DW to CP_RB0_BASE", REGISTER_DENIED, 4, "CP_RB0_BASE",
	    PO(COPY_DW, 5), 1, 0x1000, 1, NUMBER(0xc100), 0),
	BAD("COPY_DW to the page table's base", REGISTER_DENIED, 4, "address translation",
	    PO(COPY_DW, 5), 1, 0x1000, 1, NUMBER(0x1540), 0),
	BAD("COPY_DW from an unset register", REGISTER_SOURCE, 2, "another client's",
	    PO(COPY_DW, 5), 2, NUMBER(0x28800), 0, 0x1000, 1),
	BAD("COPY_DW to a register above 16 bits", REGISTER_NUMBER, 4, "16 bits",
	    PO(COPY_DW, 5), 1, 0x1000, 1, 0x10000 | NUMBER(0x28b2c), 0),

	GOOD("COND_WRITE to memory at a low address", PO(COND_WRITE, 8), 0x113, 0x1000, 1, 0, 1, 0x100, 1,
	     3),
	GOOD("COND_WRITE to a context register", PO(COND_WRITE, 8), 0x13, 0x1000, 1, 0, 1,
	     NUMBER(0x28800), 0, 3),
	BAD("COND_WRITE to CP_RB0_BASE", REGISTER_DENIED, 6, "CP_RB0_BASE",
	    PO(COND_WRITE, 8), 0x13, 0x1000, 1, 0, 1, NUMBER(0xc100), 0, 3),
	BAD("COND_WRITE to the page table's base", REGISTER_DENIED, 6, "VM_CONTEXT1_PAGE_TABLE_BASE_ADDR",
	    PO(COND_WRITE, 8), 0x10, 0x1000, 1, 0, 1, NUMBER(0x1540), 0, 3),
	BAD("COND_WRITE to a register above 16 bits", REGISTER_NUMBER, 6, "16 bits",
	    PO(COND_WRITE, 8), 0x13, 0x1000, 1, 0, 1, 0x10000 | NUMBER(0x28800), 0, 3),
	BAD("COND_WRITE that polls an unset register", REGISTER_SOURCE, 2, "another client's",
	    PO(COND_WRITE, 8), 0x103, NUMBER(0x28800), 0, 0, 1, 0x1000, 1, 3),
	BAD("COND_WRITE with function 7", FIELD_VALUE, 1, "FUNCTION",
	    PO(COND_WRITE, 8), 0x117, 0x1000, 1, 0, 1, 0x1000, 1, 3),

	GOOD("DRAW_INDIRECT, as recorded", PO(DRAW_INDIRECT, 4), 0, 0x51, 0x53, 2),
	GOOD("DRAW_INDEX_INDIRECT with user data of LS", PO(DRAW_INDEX_INDIRECT, 4), 0, 0x14c, 0x15b, 0),
	GOOD("DRAW_INDIRECT with user data of ES and GS", PO(DRAW_INDIRECT, 4), 0, 0xcc, 0x9b, 2),
	BAD("DRAW_INDIRECT into CP_RB0_BASE", REGISTER_TARGET, 2, "CP_RB0_BASE",
	    PO(DRAW_INDIRECT, 4), 0, 0x440, 0x53, 2),
	BAD("DRAW_INDIRECT into a program", REGISTER_TARGET, 3, "SPI_SHADER_PGM_LO_VS",
	    PO(DRAW_INDIRECT, 4), 0, 0x51, 0x48, 2),
	BAD("DRAW_INDEX_INDIRECT into user data of PS", REGISTER_TARGET, 2, "only user data",
	    PO(DRAW_INDEX_INDIRECT, 4), 0, 0xc, 0x53, 0),
	BAD("DRAW_INDIRECT before the user data", REGISTER_TARGET, 2, "SPI_SHADER_PGM_RSRC2_VS",
	    PO(DRAW_INDIRECT, 4), 0, 0x4b, 0x53, 2),
	BAD("DRAW_INDIRECT past the user data", REGISTER_TARGET, 3, "only user data",
	    PO(DRAW_INDIRECT, 4), 0, 0x51, 0x5c, 2),
	BAD("DRAW_INDIRECT with bits above 15", REGISTER_NUMBER, 2, "16 bits",
	    PO(DRAW_INDIRECT, 4), 0, 0x10051, 0x53, 2),
	BAD("DRAW_INDEX_INDIRECT with three operands", PACKET_LENGTH, 0, "needs 4",
	    PO(DRAW_INDEX_INDIRECT, 3), 0, 0x51, 0),
	BAD("DRAW_INDIRECT of an odd offset", ALIGNMENT, 1, "DATA_OFFSET",
	    PO(DRAW_INDIRECT, 4), 2, 0x51, 0x53, 2),
};

/* What all clients share, and other operands. */
static const struct rule operands[] = {
	GOOD("SET_BASE of indirect arguments", PO(SET_BASE, 3), 1, 0x1000, 1),
	GOOD("SET_BASE of the patch table", PO(SET_BASE, 3), 0, 0x1000, 1),
	BAD("SET_BASE of the GDS", SHARED, 1, "partitions of the GDS", PO(SET_BASE, 3), 2, 0x1000, 0x2000),
	BAD("SET_BASE of constant RAM", SHARED, 1, "partitions of constant RAM",
	    PO(SET_BASE, 3), 3, 0x1000, 0x2000),
	BAD("SET_BASE 4", FIELD_VALUE, 1, "BASE_INDEX", PO(SET_BASE, 3), 4, 0x1000, 1),
	BAD("SET_BASE 2 under other bits", FIELD_BITS, 1, "BASE_INDEX", PO(SET_BASE, 3), 0x12, 0x1000, 1),
	BAD("SET_BASE of an odd address", ALIGNMENT, 2, "not a multiple of 8",
	    PO(SET_BASE, 3), 1, 0x1004, 1),
	BAD("ALLOC_GDS", PACKET_DENIED, 0, "GDS", PO(ALLOC_GDS, 1), 64),
	BAD("WRITE_GDS_RAM", PACKET_DENIED, 0, "GDS", PO(WRITE_GDS_RAM, 2), 0, 1),
	BAD("ATOMIC_GDS", PACKET_DENIED, 0, "GDS", PO(ATOMIC_GDS, 10), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	GOOD("CP_DMA of memory", PO(CP_DMA, 5), 0x1000, 0x80000001, 0x2000, 1, 64),
	GOOD("CP_DMA of data", PO(CP_DMA, 5), 7, 0xc0000000, 0x2000, 1, 64),
	GOOD("CP_DMA of nothing", PO(CP_DMA, 5), 0, 0x80000000, 0, 0, 0),
	BAD("CP_DMA from the GDS", SHARED, 2, "GDS", PO(CP_DMA, 5), 0, 0x20000000, 0x2000, 1, 64),
	BAD("CP_DMA to the GDS", SHARED, 2, "GDS", PO(CP_DMA, 5), 0, 0x00100000, 0x2000, 1, 64),
	BAD("CP_DMA from a register", FIELD_VALUE, 5, "SRC_REGISTER",
	    PO(CP_DMA, 5), NUMBER(0x28800), 0, 0x2000, 1, 0x04000004),
	BAD("CP_DMA to a register", FIELD_VALUE, 5, "DST_REGISTER",
	    PO(CP_DMA, 5), 0x1000, 1, 0x28800, 0, 0x08000004),
	BAD("CP_DMA of no bytes to a register", FIELD_VALUE, 5, "DST_REGISTER",
	    PO(CP_DMA, 5), 0x1000, 1, 0xc100, 0, 0x08000000),
	BAD("CP_DMA of 2,097,151 registers", FIELD_VALUE, 5, "SRC_REGISTER",
	    PO(CP_DMA, 5), NUMBER(0x28800), 0, 0x2000, 1, 0x041fffff),
	BAD("CP_DMA with source 3", FIELD_VALUE, 2, "SRC_SEL", PO(CP_DMA, 5), 0, 0x60000000, 0x2000, 1, 64),
	BAD("CP_DMA with destination 2", FIELD_VALUE, 2, "DST_SEL",
	    PO(CP_DMA, 5), 0, 0x00200000, 0x2000, 1, 64),
	GOOD("CONTEXT_CONTROL, as recorded", PO(CONTEXT_CONTROL, 2), 0x80000000, 0x80000000),
	BAD("CONTEXT_CONTROL with a load", FIELD_BITS, 1, "CONTEXT_REGS",
	    PO(CONTEXT_CONTROL, 2), 0x80000002, 0x80000000),
	BAD("CONTEXT_CONTROL with a shadow", FIELD_BITS, 2, "SHADOW_ENABLE",
	    PO(CONTEXT_CONTROL, 2), 0x80000000, 0x80010000),

	GOOD("EVENT_WRITE_EOP", EOP(1)),
	BAD("EVENT_WRITE_EOP with an interrupt", SHARED, 3, "interrupt",
	    PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0x22000001, 1, 0),
	BAD("EVENT_WRITE_EOP with only an interrupt", SHARED, 3, "interrupt",
	    PO(EVENT_WRITE_EOP, 5), 0x528, 0, 0x01000000, 1, 0),
	BAD("EVENT_WRITE_EOP of a plain event", EVENT_FORM, 1, "VGT_FLUSH needs EVENT_WRITE with",
	    PO(EVENT_WRITE_EOP, 5), 0x524, 0x1000, 0x20000001, 1, 0),
	BAD("EVENT_WRITE_EOP with another index", EVENT_FORM, 1, "EVENT_INDEX 5",
	    PO(EVENT_WRITE_EOP, 5), 0x428, 0x1000, 0x20000001, 1, 0),
	BAD("EVENT_WRITE_EOP of data 5", FIELD_VALUE, 3, "DATA_SEL",
	    PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0xa0000001, 1, 0),
	BAD("EVENT_WRITE_EOP of 64 bits to a multiple of 4", ALIGNMENT, 2, "not a multiple of 8",
	    PO(EVENT_WRITE_EOP, 5), 0x528, 0x1004, 0x40000001, 1, 0),
	GOOD("EVENT_WRITE_EOS of data", DRAW, PO(EVENT_WRITE_EOS, 4), 0x62f, 0x1000, 0x40000001, 1),
	BAD("EVENT_WRITE_EOS of the GDS", SHARED, 3, "GDS",
	    PO(EVENT_WRITE_EOS, 4), 0x62f, 0x1000, 0x20000001, 0x10000),
	BAD("EVENT_WRITE_EOS of command 3", FIELD_VALUE, 3, "CMD",
	    PO(EVENT_WRITE_EOS, 4), 0x62f, 0x1000, 0x60000001, 1),
	BAD("EVENT_WRITE_EOS with another index", EVENT_FORM, 1, "EVENT_INDEX 6",
	    PO(EVENT_WRITE_EOS, 4), 0x52f, 0x1000, 0x40000001, 1),
	BAD("EVENT_WRITE_EOS of an odd address", ALIGNMENT, 2, "multiple of 4",
	    PO(EVENT_WRITE_EOS, 4), 0x62f, 0x1002, 0x40000001, 1),
	BAD("EVENT_WRITE_EOS of another event", EVENT_FORM, 1, "EVENT_WRITE_EOP",
	    PO(EVENT_WRITE_EOS, 4), 0x628, 0x1000, 0x40000001, 1),
	GOOD("EVENT_WRITE of each plain event", PO(EVENT_WRITE, 1), 0x407, PO(EVENT_WRITE, 1), 0x40f,
	     PO(EVENT_WRITE, 1), 0x410, PO(EVENT_WRITE, 1), 0x19, PO(EVENT_WRITE, 1), 0x1a,
	     PO(EVENT_WRITE, 1), 0x24, PO(EVENT_WRITE, 1), 0x2c, PO(EVENT_WRITE, 1), 0x2e,
	     PO(EVENT_WRITE, 1), 0x706, PO(EVENT_WRITE, 1), 0x716, PO(EVENT_WRITE, 1), 0x2a,
	     PO(EVENT_WRITE, 1), 0x31),
	GOOD("EVENT_WRITE with addresses", PO(EVENT_WRITE, 3), 0x115, 0x1000, 1,
	     PO(EVENT_WRITE, 3), 0x21e, 0x1000, 1, PO(EVENT_WRITE, 3), 0x320, 0x1000, 1),
	BAD("END_OF_PIPE_INCR_DE", EVENT_DENIED, 1, "counts the draw engine", PO(EVENT_WRITE, 1), 0x0b),
	BAD("THREAD_TRACE_START", EVENT_DENIED, 1, "thread trace", PO(EVENT_WRITE, 1), 0x33),
	BAD("THREAD_TRACE_FINISH", EVENT_DENIED, 1, "thread trace", PO(EVENT_WRITE, 1), 0x37),
	BAD("an event without a row", EVENT_UNKNOWN, 1, "event 0x3d", PO(EVENT_WRITE, 1), 0x3d),
	BAD("ZPASS_DONE without an address", EVENT_FORM, 1, "ZPASS_DONE", PO(EVENT_WRITE, 1), 0x115),
	BAD("ZPASS_DONE with another index", EVENT_FORM, 1, "EVENT_INDEX is 3",
	    PO(EVENT_WRITE, 3), 0x315, 0x1000, 1),
	BAD("a plain event with an address", EVENT_FORM, 1, "no address", PO(EVENT_WRITE, 3), 0x24, 0x1000,
	    1),
	BAD("EVENT_WRITE with two operands", EVENT_FORM, 1, "2 dwords", PO(EVENT_WRITE, 2), 0x115, 0x1000),
	BAD("EVENT_WRITE to an odd address", ALIGNMENT, 2, "multiple of 8",
	    PO(EVENT_WRITE, 3), 0x115, 0x1004, 1),

	GOOD("ATOMIC", PO(ATOMIC, 8), 0x8, 0x1000, 1, 1, 0, 0, 0, 0),
	BAD("ATOMIC in a loop", FIELD_VALUE, 1, "COMMAND", PO(ATOMIC, 8), 0x108, 0x1000, 1, 1, 0, 0, 0, 1),
	BAD("ATOMIC of 64 bits to a multiple of 4", ALIGNMENT, 2, "multiple of 8",
	    PO(ATOMIC, 8), 0x28, 0x1004, 1, 1, 0, 0, 0, 0),
	GOOD("SET_PREDICATION, as recorded", PO(SET_PREDICATION, 2), 0x1000, 0x10101),
	GOOD("SET_PREDICATION off", PO(SET_PREDICATION, 2), 0, 0),
	BAD("SET_PREDICATION with operation 3", FIELD_VALUE, 2, "PRED_OP",
	    PO(SET_PREDICATION, 2), 0x1000, 0x30101),
	BAD("SET_PREDICATION of an odd address", ALIGNMENT, 1, "multiple of 16",
	    PO(SET_PREDICATION, 2), 0x1008, 0x10101),
	BAD("SET_PREDICATION with bits 47:40 of an address", FIELD_BITS, 2, "must be 0",
	    PO(SET_PREDICATION, 2), 0x1000, 0x10201),
	GOOD("DRAW_INDEX_IMMD with three indices of 16 bits", PO(INDEX_TYPE, 1), 0,
	     PO(DRAW_INDEX_IMMD, 4), 3, 1, 0x10000, 2),
	GOOD("DRAW_INDEX_IMMD with three indices of 32 bits", PO(INDEX_TYPE, 1), 1,
	     PO(DRAW_INDEX_IMMD, 5), 3, 1, 0, 1, 2),
	GOOD("DRAW_INDEX_IMMD without INDEX_TYPE", PO(DRAW_INDEX_IMMD, 5), 3, 1, 0, 1, 2),
	BAD("DRAW_INDEX_IMMD of more indices than it has", INDEX_COUNT, 1, "indices take 4 dwords",
	    PO(DRAW_INDEX_IMMD, 4), 7, 1, 0x10000, 2),
	BAD("DRAW_INDEX_IMMD of 2^32 - 1 indices", INDEX_COUNT, 1, "2147483648 dwords",
	    PO(DRAW_INDEX_IMMD, 4), 0xffffffff, 1, 0x10000, 2),
	BAD("INDEX_TYPE with bit 1", FIELD_BITS, 1, "INDEX_TYPE", PO(INDEX_TYPE, 1), 2),
	BAD("INDEX_BASE of an odd address", ALIGNMENT, 1, "multiple of 2", PO(INDEX_BASE, 2), 0x1001, 1),
	BAD("address bits above 47", FIELD_BITS, 2, "INDEX_BASE_HI", PO(INDEX_BASE, 2), 0x1000, 0x10001),
	GOOD("STRMOUT_BUFFER_UPDATE, as recorded", PO(STRMOUT_BUFFER_UPDATE, 5), 0x87, 0x1000, 1, 0, 0),
	BAD("STRMOUT_BUFFER_UPDATE with reserved bits", FIELD_BITS, 1, "CONTROL",
	    PO(STRMOUT_BUFFER_UPDATE, 5), 0x407, 0x1000, 1, 0, 0),
	GOOD("MEM_WRITE of 32 bits", PO(MEM_WRITE, 4), 0x1004, 0x40001, 1, 0),
	BAD("MEM_WRITE of 64 bits to a multiple of 4", ALIGNMENT, 1, "multiple of 8",
	    PO(MEM_WRITE, 4), 0x1004, 1, 1, 0),
	GOOD("other packets without a rule", PO(CLEAR_STATE, 1), 0, PO(NUM_INSTANCES, 1), 1,
	     PO(INDEX_BUFFER_SIZE, 1), 3, PO(DRAW_INDEX_MULTI_AUTO, 3), 1, 2, 0,
	     PO(SURFACE_SYNC, 4), 0x80000000, 0xffffffff, 0, 10, PO(PFP_SYNC_ME, 1), 0,
	     PO(DISPATCH_INDIRECT, 2) | 2, 0, 1, PO(DRAW_INDEX_OFFSET_2, 4), 3, 0, 3, 0,
	     PO(DRAW_INDEX_2, 5), 3, 0x1000, 1, 3, 0),
};

/* Waits. */
static const struct rule waits[] = {
	GOOD("a wait for stream-out, as recorded", CLEAR_STRMOUT, FLUSH_STRMOUT, WAIT_STRMOUT),
	BAD("a wait for stream-out without a flush", WAIT_ORDER, 3, "no EVENT_WRITE of SO_VGT",
	    CLEAR_STRMOUT, WAIT_STRMOUT),
	BAD("a wait for stream-out that was cleared after the flush", WAIT_ORDER, 5, "after its last write",
	    FLUSH_STRMOUT, CLEAR_STRMOUT, WAIT_STRMOUT),
	BAD("a flush under the predicate", WAIT_ORDER, 2, "no EVENT_WRITE of SO_VGT",
	    PO(EVENT_WRITE, 1) | 1, 0x1f, WAIT_STRMOUT),
	BAD("a flush in a skip", WAIT_ORDER, 7, "no EVENT_WRITE of SO_VGT",
	    PO(COND_EXEC, 4), 0, 1, 2, 0, FLUSH_STRMOUT, WAIT_STRMOUT),
	GOOD("flush and wait in the same skip", PO(COND_EXEC, 4), 0, 1, 9, 0, FLUSH_STRMOUT,
	     WAIT_STRMOUT),
	BAD("a wait for another register", WAIT_REGISTER, 2, "GRBM_STATUS",
	    PO(WAIT_REG_MEM, 6), 3, NUMBER(0x8010), 0, 0, 0x80000000, 4),
	BAD("a wait for a register above 16 bits", REGISTER_NUMBER, 2, "16 bits",
	    PO(WAIT_REG_MEM, 6), 3, 0x10000 | NUMBER(0x84fc), 0, 1, 1, 4),
	BAD("a wait for stream-out with reference 2", WAIT_NEVER, 6, "REFERENCE must be 1",
	    FLUSH_STRMOUT, PO(WAIT_REG_MEM, 6), 3, NUMBER(0x84fc), 0, 2, 3, 4),
	BAD("a wait for stream-out with mask 3", WAIT_NEVER, 7, "MASK must be 1",
	    FLUSH_STRMOUT, PO(WAIT_REG_MEM, 6), 3, NUMBER(0x84fc), 0, 1, 3, 4),
	BAD("a wait until stream-out is not done", WAIT_NEVER, 3, "becomes 1",
	    FLUSH_STRMOUT, PO(WAIT_REG_MEM, 6), 4, NUMBER(0x84fc), 0, 1, 1, 4),
	BAD("function 7", FIELD_VALUE, 1, "FUNCTION", WAIT_MEM(7, 1, 1)),
	BAD("reserved bits", FIELD_BITS, 1, "CONTROL", WAIT_MEM(0x23, 1, 1)),
	BAD("the PFP and a register", WAIT_REGISTER, 1, "PFP", PO(WAIT_REG_MEM, 6), 0x105, NUMBER(0x84fc),
	    0, 1, 1, 4),
	BAD("the PFP and another function", FIELD_VALUE, 1, "FUNCTION", WAIT_MEM(0x103, 1, 1)),
	BAD("a reference outside of the mask", WAIT_NEVER, 4, "REFERENCE 0x2, MASK 0x1", WAIT_MEM(3, 2, 1)),
	BAD("bits above 47", FIELD_BITS, 3, "POLL_ADDRESS_HI",
	    PO(WAIT_REG_MEM, 6), 0x13, 0x1000, 0x10000, 1, 1, 4),
	BAD("more than 1 for stream-out", WAIT_NEVER, 3, "becomes 1",
	    FLUSH_STRMOUT, PO(WAIT_REG_MEM, 6), 6, NUMBER(0x84fc), 0, 1, 1, 4),
	GOOD("stream-out by other functions that 1 passes", FLUSH_STRMOUT,
	     PO(WAIT_REG_MEM, 6), 0, NUMBER(0x84fc), 0, 1, 1, 4,
	     PO(WAIT_REG_MEM, 6), 2, NUMBER(0x84fc), 0, 1, 1, 4,
	     PO(WAIT_REG_MEM, 6), 5, NUMBER(0x84fc), 0, 1, 1, 4),
	BAD("less than 0", WAIT_NEVER, 4, "no value passes", WAIT_MEM(1, 0, 0xff)),
	BAD("more than the mask", WAIT_NEVER, 4, "no value passes", WAIT_MEM(6, 0xff, 0xff)),
	BAD("not equal under mask 0", WAIT_NEVER, 4, "no value passes", WAIT_MEM(4, 0, 0)),
	GOOD("a wait for memory, without a write", WAIT_MEM(3, 1, 0xffffffff)),
};

/* A refusal by each of the chips is the same; the compute rings take fewer packets. */
static const struct rule compute[] = {
	{ "a dispatch on a compute ring", 0, ANY, NULL,
	  DW(PO(SET_SH_REG, 2) | 2, 0x240, 0, PO(DISPATCH_DIRECT, 4) | 2, 1, 1, 1, 5),
	  NULL, 0, PM4_RING_COMPUTE },
	{ "a draw on a compute ring", PM4_CODE_PACKET_ENGINE, 0,
	  "a compute ring does not take this packet: it is for the graphics ring",
	  DW(PO(DRAW_INDEX_AUTO, 2), 3, 2), NULL, 0, PM4_RING_COMPUTE },
	{ "SET_CONFIG_REG on a compute ring", PM4_CODE_PACKET_ENGINE, 0, "a compute ring",
	  DW(PO(SET_CONFIG_REG, 2), 0x258, 0), NULL, 0, PM4_RING_COMPUTE },
	{ "GRBM_GFX_INDEX left by WRITE_DATA on a compute ring", PM4_CODE_REGISTER_LEFT, 2, "GRBM",
	  DW(PO(WRITE_DATA, 4), 0, NUMBER(0x802c), 0, 1), NULL, 0, PM4_RING_COMPUTE },
};

#define CE_SET		PO(SET_CE_DE_COUNTERS, 2), 5, 0
#define CE_COUNT	PO(INCREMENT_CE_COUNTER, 1), 0
#define CE_WAIT(n)	PO(WAIT_ON_DE_COUNTER, 2), n, 0
#define DE_AVAIL	PO(WAIT_ON_AVAIL_BUFFER, 1), 0
#define DE_COUNT	PO(INCREMENT_DE_COUNTER, 1), 0
#define DE_WAIT		PO(WAIT_ON_CE_COUNTER, 1), 0

/* The constant engine: counters, and constant RAM. */
static const struct rule engines[] = {
	{ "write, dump, count; wait, draw, count", 0, ANY, NULL, DW(DE_WAIT, DRAW, DE_COUNT),
	  DW(PO(WRITE_CONST_RAM, 3), 0, 1, 2, PO(DUMP_CONST_RAM, 4), 0, 2, 0x1000, 1, CE_COUNT) },
	{ "with initialized counters", 0, ANY, NULL, DW(DE_AVAIL, DE_WAIT, DE_COUNT, DE_WAIT, DE_COUNT),
	  DW(CE_SET, CE_COUNT, CE_WAIT(6), CE_COUNT, CE_WAIT(7)) },
	{ "a wait of DE without a count of CE", PM4_CODE_COUNTER_WAIT, 0,
	  "waits forever: the constant engine counts 0, and needs more than 0", DW(DE_WAIT, DE_COUNT),
	  DW(NOP1) },
	{ "a second wait of DE", PM4_CODE_COUNTER_WAIT, 4, "counts 1, and needs more than 1",
	  DW(DE_WAIT, DE_COUNT, DE_WAIT, DE_COUNT), DW(CE_COUNT) },
	{ "a wait of CE for more than comes", PM4_CODE_COUNTER_WAIT, 2,
	  "const IB, dword 2: WAIT_ON_DE_COUNTER: waits forever: it needs count 2 of the draw engine, which reaches 1",
	  DW(DE_WAIT, DE_COUNT), DW(CE_COUNT, CE_WAIT(2)) },
	{ "each waits for the other", PM4_CODE_COUNTER_WAIT, 0, "waits for the constant engine at dword 0",
	  DW(DE_WAIT, DE_COUNT), DW(CE_WAIT(1), CE_COUNT) },
	{ "a wait of CE for 2^63", PM4_CODE_COUNTER_WAIT, 2, "9223372036854775808",
	  DW(DE_WAIT, DE_COUNT), DW(CE_COUNT, PO(WAIT_ON_DE_COUNTER, 2), 0, 0x80000000) },
	{ "more counts of CE", PM4_CODE_COUNTER_LEFT, 2,
	  "const IB, dword 2: INCREMENT_CE_COUNTER: the constant engine counts 2, the draw engine 1",
	  DW(DE_WAIT, DE_COUNT), DW(CE_COUNT, CE_COUNT) },
	{ "counts of CE alone", PM4_CODE_COUNTER_LEFT, 0, "the next client", DW(DRAW), DW(CE_COUNT) },
	{ "a count of DE without a wait", PM4_CODE_COUNTER_ORDER, 0, "the wait first", DW(DE_COUNT),
	  DW(CE_COUNT) },
	{ "two waits of DE in a row", PM4_CODE_COUNTER_ORDER, 2, "alternate",
	  DW(DE_WAIT, DE_WAIT, DE_COUNT, DE_COUNT), DW(CE_COUNT, CE_COUNT) },
	{ "two counts of DE in a row", PM4_CODE_COUNTER_ORDER, 4, "alternate",
	  DW(DE_WAIT, DE_COUNT, DE_COUNT), DW(CE_COUNT, CE_COUNT) },
	{ "counts without a const IB", PM4_CODE_COUNTER_ORDER, 0, "no const IB", DW(DE_WAIT, DE_COUNT) },
	{ "WAIT_ON_AVAIL_BUFFER without a const IB", PM4_CODE_COUNTER_ORDER, 0, "no const IB",
	  DW(DE_AVAIL) },
	{ "SET_CE_DE_COUNTERS alone", PM4_CODE_COUNTER_ORDER, 0, "needs WAIT_ON_AVAIL_BUFFER in the IB",
	  DW(DE_WAIT, DE_COUNT), DW(CE_SET, CE_COUNT) },
	{ "WAIT_ON_AVAIL_BUFFER alone", PM4_CODE_COUNTER_ORDER, 0, "needs SET_CE_DE_COUNTERS in the const IB",
	  DW(DE_AVAIL, DE_WAIT, DE_COUNT), DW(CE_COUNT) },
	{ "SET_CE_DE_COUNTERS after a count", PM4_CODE_COUNTER_ORDER, 2, "in front of all",
	  DW(DE_AVAIL, DE_WAIT, DE_COUNT), DW(CE_COUNT, CE_SET) },
	{ "WAIT_ON_AVAIL_BUFFER after a wait", PM4_CODE_COUNTER_ORDER, 2, "in front of all",
	  DW(DE_WAIT, DE_AVAIL, DE_COUNT), DW(CE_SET, CE_COUNT) },
	{ "SET_CE_DE_COUNTERS twice", PM4_CODE_COUNTER_ORDER, 3, "once",
	  DW(DE_AVAIL, DE_WAIT, DE_COUNT), DW(CE_SET, CE_SET, CE_COUNT) },
	{ "WAIT_ON_AVAIL_BUFFER twice", PM4_CODE_COUNTER_ORDER, 2, "once",
	  DW(DE_AVAIL, DE_AVAIL, DE_WAIT, DE_COUNT), DW(CE_SET, CE_COUNT) },
	{ "a count that wraps", PM4_CODE_COUNTER_ORDER, 0, "would wrap", DW(DE_AVAIL, DE_WAIT, DE_COUNT),
	  DW(PO(SET_CE_DE_COUNTERS, 2), 0xffffffff, 0xffffffff, CE_COUNT, CE_WAIT(0)) },
	{ "the largest count", 0, ANY, NULL, DW(DE_AVAIL, DE_WAIT, DE_COUNT),
	  DW(PO(SET_CE_DE_COUNTERS, 2), 0xfffffffe, 0xffffffff, CE_COUNT,
	     PO(WAIT_ON_DE_COUNTER, 2), 0xffffffff, 0xffffffff) },
	{ "a count under the predicate", PM4_CODE_COUNTER_SKIPPED, 2, "the predicate",
	  DW(DE_WAIT, PO(INCREMENT_DE_COUNTER, 1) | 1, 0), DW(CE_COUNT) },
	{ "a wait in a skip", PM4_CODE_COUNTER_SKIPPED, 5, "COND_EXEC at dword 0 may skip it",
	  DW(PO(COND_EXEC, 4), 0x1000, 1, 4, 0, DE_WAIT, DE_COUNT), DW(CE_COUNT) },
	{ "a count of CE under the predicate", PM4_CODE_COUNTER_SKIPPED, 0, "const IB, dword 0",
	  DW(DE_WAIT, DE_COUNT), DW(PO(INCREMENT_CE_COUNTER, 1) | 1, 0) },
	{ "WAIT_ON_DE_COUNTER_DIFF", PM4_CODE_PACKET_DENIED, 0, "radeon does not", DW(DRAW),
	  DW(P(0x88, 1), 1) },
	{ "a draw in the const IB", PM4_CODE_PACKET_ENGINE, 0, "the constant engine does not take",
	  DW(DRAW), DW(DRAW) },
	{ "SET_CONTEXT_REG in the const IB", PM4_CODE_PACKET_ENGINE, 0, "const IB", DW(DRAW),
	  DW(PO(SET_CONTEXT_REG, 2), 0x200, 0) },
	{ "WRITE_DATA in the const IB", PM4_CODE_PACKET_ENGINE, 0, "const IB", DW(DRAW),
	  DW(PO(WRITE_DATA, 4), 0x80000100, 0x1000, 1, 1) },
	{ "COPY_DATA in the const IB", PM4_CODE_PACKET_ENGINE, 0, "const IB", DW(DRAW),
	  DW(PO(COPY_DATA, 5), 0x80000105, 0, 0, 0x1000, 1) },
	{ "a header as last dword of the const IB", PM4_CODE_TRUNCATED, 2, "const IB, dword 2", DW(DRAW),
	  DW(NOP1, PO(CE_WRITE, 3)) },
	{ "type 0 in the const IB", PM4_CODE_TYPE0, 0, "const IB", DW(DRAW), DW(0, 0) },
	{ "NOP, SET_BASE and fillers in the const IB", 0, ANY, NULL, DW(DRAW),
	  DW(NOP1, PO(SET_BASE, 3), 0, 0x1000, 1, 0x80000000) },
	{ "SET_BASE of the partitions in the const IB", PM4_CODE_SHARED, 1, "const IB", DW(DRAW),
	  DW(PO(SET_BASE, 3), 3, 0x1000, 0x2000) },
	{ "CE_WRITE", 0, ANY, NULL, DW(DRAW), DW(PO(CE_WRITE, 4), 0x1000, 1, 1, 2) },
	{ "CE_WRITE of one dword with DATA32", 0, ANY, NULL, DW(DRAW), DW(PO(CE_WRITE, 3), 0x1000, 0x40001, 1) },
	{ "CE_WRITE with reserved bits", PM4_CODE_FIELD_BITS, 2, "ADDR_HI", DW(DRAW),
	  DW(PO(CE_WRITE, 3), 0x1000, 0x80001, 1) },
	{ "CE_WRITE to an odd address", PM4_CODE_ALIGNMENT, 1, "multiple of 4", DW(DRAW),
	  DW(PO(CE_WRITE, 3), 0x1002, 1, 1) },

	{ "the last dword of constant RAM", 0, ANY, NULL, DW(DRAW), DW(PO(WRITE_CONST_RAM, 2), 0xbffc, 1) },
	{ "constant RAM of another ring", PM4_CODE_CONST_RAM, 1, "leave the partition", DW(DRAW),
	  DW(PO(WRITE_CONST_RAM, 2), 0xc000, 1) },
	{ "a write that leaves the partition", PM4_CODE_CONST_RAM, 1, "8 bytes at offset 0xbffc", DW(DRAW),
	  DW(PO(WRITE_CONST_RAM, 3), 0xbffc, 1, 2) },
	{ "an offset above 16 bits", PM4_CODE_FIELD_BITS, 1, "OFFSET", DW(DRAW),
	  DW(PO(WRITE_CONST_RAM, 2), 0x10000, 1) },
	{ "an odd offset", PM4_CODE_ALIGNMENT, 1, "multiple of 4", DW(DRAW),
	  DW(PO(WRITE_CONST_RAM, 2), 2, 1) },
	{ "WRITE_CONST_RAM_OFFSET with two values", PM4_CODE_PACKET_LENGTH, 0, "needs 2", DW(DRAW),
	  DW(PO(WRITE_CONST_RAM_OFFSET, 3), 0, 1, 2) },
	{ "a load and a dump of it", 0, ANY, NULL, DW(DRAW),
	  DW(PO(LOAD_CONST_RAM, 4), 0x1000, 1, 64, 0x20, PO(DUMP_CONST_RAM, 4), 0x20, 64, 0x1000, 1) },
	{ "a load that leaves the partition", PM4_CODE_CONST_RAM, 4, "32 bytes", DW(DRAW),
	  DW(PO(LOAD_CONST_RAM, 4), 0x1000, 1, 8, 0xc000) },
	{ "a load of 7 dwords", PM4_CODE_ALIGNMENT, 3, "multiple of 8", DW(DRAW),
	  DW(PO(LOAD_CONST_RAM, 4), 0x1000, 1, 7, 0) },
	{ "a load of 32,768 dwords", PM4_CODE_FIELD_BITS, 3, "NUM_DW", DW(DRAW),
	  DW(PO(LOAD_CONST_RAM, 4), 0x1000, 1, 0x8000, 0) },
	{ "a dump of an odd offset", PM4_CODE_ALIGNMENT, 1, "multiple of 4", DW(DRAW),
	  DW(PO(DUMP_CONST_RAM, 4), 2, 1, 0x1000, 1) },
	{ "a dump of 32,768 dwords", PM4_CODE_FIELD_BITS, 2, "NUM_DW", DW(DRAW),
	  DW(PO(DUMP_CONST_RAM, 4), 0, 0x8000, 0x1000, 1) },
	{ "a dump that leaves the partition", PM4_CODE_CONST_RAM, 1, "leave the partition", DW(DRAW),
	  DW(PO(DUMP_CONST_RAM, 4), 0xbffc, 2, 0x1000, 1) },
	{ "a dump to an odd address", PM4_CODE_ALIGNMENT, 6, "multiple of 4", DW(DRAW),
	  DW(PO(WRITE_CONST_RAM, 2), 0, 1, PO(DUMP_CONST_RAM, 4), 0, 1, 0x1002, 1) },
	{ "a load from an odd address", PM4_CODE_ALIGNMENT, 1, "multiple of 32", DW(DRAW),
	  DW(PO(LOAD_CONST_RAM, 4), 0x1010, 1, 8, 0) },
	{ "a dump of unwritten RAM", PM4_CODE_CONST_RAM_UNSET, 1, "offset 0x0", DW(DRAW),
	  DW(PO(DUMP_CONST_RAM, 4), 0, 1, 0x1000, 1) },
	{ "a dump of one dword too many", PM4_CODE_CONST_RAM_UNSET, 5, "offset 0x108", DW(DRAW),
	  DW(PO(WRITE_CONST_RAM, 3), 0x100, 1, 2, PO(DUMP_CONST_RAM, 4), 0x100, 3, 0x1000, 1) },
	{ "a dump of one dword before", PM4_CODE_CONST_RAM_UNSET, 5, "offset 0xfc", DW(DRAW),
	  DW(PO(WRITE_CONST_RAM, 3), 0x100, 1, 2, PO(DUMP_CONST_RAM, 4), 0xfc, 3, 0x1000, 1) },
	{ "a dump over a hole of 64 dwords", PM4_CODE_CONST_RAM_UNSET, ANY, "offset 0x100", DW(DRAW),
	  DW(PO(LOAD_CONST_RAM, 4), 0x1000, 1, 64, 0, PO(LOAD_CONST_RAM, 4), 0x1000, 1, 64, 0x200,
	     PO(DUMP_CONST_RAM, 4), 0, 192, 0x1000, 1) },
	{ "a dump of RAM that a predicated write set", PM4_CODE_CONST_RAM_UNSET, 4, "not written", DW(DRAW),
	  DW(PO(WRITE_CONST_RAM, 2) | 1, 0, 1, PO(DUMP_CONST_RAM, 4), 0, 1, 0x1000, 1) },
	{ "a dump of nothing", 0, ANY, NULL, DW(DRAW), DW(PO(DUMP_CONST_RAM, 4), 0, 0, 0x1000, 1) },
	{ "a dump of all that a load of all has written", 0, ANY, NULL, DW(DRAW),
	  DW(PO(LOAD_CONST_RAM, 4), 0x1000, 1, 0x3000, 0, PO(DUMP_CONST_RAM, 4), 0, 0x3000, 0x1000, 1) },
	{ "the partition of a compute ring", 0, ANY, NULL, DW(NOP1),
	  DW(PO(WRITE_CONST_RAM, 2), 0x1ffc, 1), PM4_RING_COMPUTE },
	{ "more than the partition of a compute ring", PM4_CODE_CONST_RAM, 1, "which has 8192", DW(NOP1),
	  DW(PO(WRITE_CONST_RAM, 2), 0x2000, 1), PM4_RING_COMPUTE },
};

/* A wait for memory is noted unless the stream has written a value that passes. */
static void test_notes(void)
{
	const struct {
		const char *what;
		u32 notes;
		const u32 *ib;
		u32 dw;
	} streams[] = {
		{ "a wait for memory that nothing writes", 1, DW(WAIT_MEM(3, 1, ~0u)) },
		{ "a wait for the value of an EOP before it", 0, DW(EOP(1), WAIT_MEM(3, 1, ~0u)) },
		{ "a wait for another value than that", 1, DW(EOP(1), WAIT_MEM(3, 2, ~0u)) },
		{ "a wait for at least that value", 0, DW(EOP(7), WAIT_MEM(5, 2, ~0u)) },
		{ "a wait for some bits of that value", 0, DW(EOP(0xff01), WAIT_MEM(3, 1, 0xff)) },
		{ "a wait for less than that value", 1, DW(EOP(7), WAIT_MEM(1, 7, ~0u)) },
		{ "a wait for less than more", 0, DW(EOP(7), WAIT_MEM(1, 8, ~0u)) },
		{ "a wait for at most that value", 0, DW(EOP(7), WAIT_MEM(2, 7, ~0u)) },
		{ "a wait for at most less", 1, DW(EOP(7), WAIT_MEM(2, 6, ~0u)) },
		{ "a wait for more than that value", 1, DW(EOP(7), WAIT_MEM(6, 7, ~0u)) },
		{ "a wait for more than less", 0, DW(EOP(7), WAIT_MEM(6, 6, ~0u)) },
		{ "a wait for another value", 0, DW(EOP(7), WAIT_MEM(4, 6, ~0u)) },
		{ "a wait for any other value", 1, DW(EOP(7), WAIT_MEM(4, 7, ~0u)) },
		{ "an EOP after the wait", 1, DW(WAIT_MEM(3, 1, ~0u), EOP(1)) },
		{ "an EOP under the predicate", 1,
		  DW(PO(EVENT_WRITE_EOP, 5) | 1, 0x528, 0x1000, 0x20000001, 1, 0, WAIT_MEM(3, 1, ~0u)) },
		{ "an EOP in a skip", 1, DW(PO(COND_EXEC, 4), 0, 1, 6, 0, EOP(1), WAIT_MEM(3, 1, ~0u)) },
		{ "an EOP that is overwritten", 1, DW(EOP(1), EOP(0), WAIT_MEM(3, 1, ~0u)) },
		{ "an EOP of the clock over it", 1,
		  DW(EOP(1), PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0x60000001, 0, 0, WAIT_MEM(3, 1, ~0u)) },
		{ "an EOP to another address", 1,
		  DW(PO(EVENT_WRITE_EOP, 5), 0x528, 0x1004, 0x20000001, 1, 0, WAIT_MEM(3, 1, ~0u)) },
		{ "an EOP to another address above 32 bits", 1,
		  DW(PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0x20000002, 1, 0, WAIT_MEM(3, 1, ~0u)) },
		{ "the high half of an EOP of 64 bits", 0,
		  DW(PO(EVENT_WRITE_EOP, 5), 0x528, 0xff8, 0x40000001, 0, 9,
		     PO(WAIT_REG_MEM, 6), 0x13, 0xffc, 1, 9, ~0u, 4) },
		{ "WRITE_DATA", 0, DW(PO(WRITE_DATA, 5), 0x100, 0xffc, 1, 0, 1, WAIT_MEM(3, 1, ~0u)) },
		{ "WRITE_DATA, as recorded", 0,
		  DW(PO(WRITE_DATA, 4), 0x100100, 0x1000, 1, 0x80000000, WAIT_MEM(3, 0x80000000, 0x80000000)) },
		{ "WRITE_DATA to one address", 0,
		  DW(PO(WRITE_DATA, 5), 0x10100, 0x1000, 1, 0, 1, WAIT_MEM(3, 1, ~0u)) },
		{ "WRITE_DATA of another value", 1,
		  DW(PO(WRITE_DATA, 4), 0x100, 0x1000, 1, 2, WAIT_MEM(3, 1, ~0u)) },
		{ "a wait that always ends", 0, DW(WAIT_MEM(0, 0, 0), WAIT_MEM(5, 0, ~0u), WAIT_MEM(3, 0, 0),
						   WAIT_MEM(2, 0xff, 0xff)) },
		{ "two waits", 1, DW(WAIT_MEM(3, 1, ~0u), WAIT_MEM(3, 2, ~0u)) },
		{ "a wait with swapped bytes", 1,
		  DW(EOP(1), PO(WAIT_REG_MEM, 6), 0x13, 0x1001, 1, 1, ~0u, 4) },
		{ "the PFP", 0, DW(EOP(1), PO(WAIT_REG_MEM, 6), 0x115, 0x1000, 1, 1, ~0u, 4) },
		{ "an occlusion query", 1, DW(PO(OCCLUSION_QUERY, 4), 0x1000, 1, 0x2000, 1) },
		{ "two of one kind and one of the other", 2,
		  DW(PO(OCCLUSION_QUERY, 4), 0x1000, 1, 0x2000, 1, WAIT_MEM(3, 1, ~0u),
		     PO(OCCLUSION_QUERY, 4), 0x1000, 1, 0x2000, 1) },
		{ "a predicate that waits", 0, DW(PO(SET_PREDICATION, 2), 0x1000, 0x10001) },
	};
	char text[PM4_VERDICT_TEXT];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(streams); i++) {
		struct pm4_input in = { .ib = streams[i].ib, .ib_dw = streams[i].dw, .flags = PM4_USE_VM };
		const struct said *s = ask(&in);

		text[0] = 0;
		if (s->nnotes)
			pm4_verdict_text(&s->notes[0], &si_front, 0, text, sizeof(text));
		tap_ok(!s->verdict.code && s->nnotes == streams[i].notes, "%s: %u notes%s%s",
		       streams[i].what, s->nnotes, s->nnotes ? ": " : "", text);
	}
}

/* Streams that are too long for a list. */
static void test_long(void)
{
	u32 *dw = malloc(4 * 70000u), i;
	struct pm4_input in = { .ib = dw, .flags = PM4_USE_VM };
	const struct said *s;

	for (i = 0; i < 70000; i++)
		dw[i] = 0x80000000;
	in.ib_dw = SI_IB_MAX_DW;
	tap_ok(!ask(&in)->verdict.code, "65,536 dwords are accepted");
	in.ib_dw++;
	s = ask(&in);
	tap_ok(s->verdict.code == PM4_CODE_TOO_LONG, "one more is not: %s", s->text);
	in.ib_dw = 1;
	in.const_ib = dw;
	in.const_dw = SI_IB_MAX_DW + 1;
	s = ask(&in);
	tap_ok(s->verdict.code == PM4_CODE_TOO_LONG && strstr(s->text, "const IB"),
	       "nor in the const IB: %s", s->text);
	in.const_dw = 0;
	in.ib_dw = 0;
	tap_ok(ask(&in)->verdict.code == PM4_CODE_EMPTY, "an empty stream is refused");
	dw[0] = 0xc0001000 | 0x3ffeu << 16;
	in.ib_dw = 0x4000;
	tap_ok(!ask(&in)->verdict.code, "a NOP of count 0x3ffe is accepted");
	dw[0] = 0xc0001000 | 0x3fffu << 16;
	in.ib_dw = 0x4001;
	s = ask(&in);
	tap_ok(s->verdict.code == PM4_CODE_PACKET_LENGTH, "one of count 0x3fff is not: %s", s->text);
	dw[0] = 0x80000000;
	in.ib_dw = 4;
	in.flags = 0;
	s = ask(&in);
	tap_ok(s->verdict.code == PM4_CODE_NO_VM, "without USE_VM: %s", s->text);
	in.flags = PM4_USE_VM;
	in.ring = PM4_RING_DMA;
	s = ask(&in);
	tap_ok(s->verdict.code == PM4_CODE_CHIP_RING && strstr(s->text, "TAHITI"), "the DMA ring: %s",
	       s->text);
	free(dw);
}

/* The work is linear: waits, copies and skips by the thousand. */
static void test_linear(void)
{
	static const u32 wait[] = { WAIT_MEM(3, 1, ~0u) };
	static const u32 copy[] = { PO(COPY_DATA, 5), 0x100, NUMBER(0x28800), 0, 0x1000, 1 };
	static const u32 set[] = { PO(SET_CONTEXT_REG, 2), 0x200, 7 };
	u32 *dw = malloc(4 * SI_IB_MAX_DW), n = 0, i;
	struct pm4_input in = { .ib = dw, .flags = PM4_USE_VM };

	memcpy(dw, set, sizeof(set));
	n = ARRAY_SIZE(set);
	for (i = 0; n + 8 < SI_IB_MAX_DW; i++) {
		const u32 write[] = { PO(WRITE_DATA, 4), 0x100, 0x1000, 1, 1 };

		memcpy(dw + n, i % 3 ? i % 3 == 1 ? write : wait : copy,
		       i % 3 ? i % 3 == 1 ? sizeof(write) : sizeof(wait) : sizeof(copy));
		n += i % 3 ? i % 3 == 1 ? ARRAY_SIZE(write) : ARRAY_SIZE(wait) : ARRAY_SIZE(copy);
	}
	in.ib_dw = n;
	tap_ok(!ask(&in)->verdict.code && !ask(&in)->nnotes, "%u packets that look back", i);
	free(dw);
}

/* More values than the checker remembers: it knows the last ones. */
static void test_many_values(void)
{
	u32 dw[5000], n = 0, i;
	struct pm4_input in = { .ib = dw, .flags = PM4_USE_VM };

	dw[n++] = PO(WRITE_DATA, 4096 + 3);
	dw[n++] = 0x100;
	dw[n++] = 0x10000;
	dw[n++] = 1;
	for (i = 0; i < 4096; i++)
		dw[n++] = i;
	for (i = 4094; i < 4096; i++) {
		const u32 wait[] = { PO(WAIT_REG_MEM, 6), 0x13, 0x10000 + 4 * i, 1, i, ~0u, 4 };

		memcpy(dw + n, wait, sizeof(wait));
		n += ARRAY_SIZE(wait);
	}
	in.ib_dw = n;
	tap_ok(!ask(&in)->verdict.code && !ask(&in)->nnotes, "the last of 4,096 values are known");
}

/* The front has no neutral state. */
static void test_neutral_state(void)
{
	const struct pm4_card card = { .front = &si_front };
	struct pm4_live reset = { .groups = ~0ull };
	u32 out[4];

	tap_ok(!pm4_neutral_emit(&card, &reset, 1 << 16, out, ARRAY_SIZE(out)),
	       "there is no neutral preamble");
}

/* Packets, draws and registers. */
static void test_counts(void)
{
	static const u32 ib[] = {
		PO(SET_CONTEXT_REG, 3), 0x200, 1, 2, PO(SET_SH_REG, 2), 0x24f, 0, PO(SET_CONFIG_REG, 2),
		0x256, 4, PO(DRAW_INDEX_AUTO, 2), 3, 2, PO(DISPATCH_DIRECT, 4) | 2, 1, 1, 1, 5,
		PO(PFP_SYNC_ME, 1), 0,
	};
	struct pm4_input in = { .ib = ib, .ib_dw = ARRAY_SIZE(ib), .flags = PM4_USE_VM };
	const struct said *s = ask(&in);
	struct pm4_counts counts;

	pm4_count(&si_front, ib, ARRAY_SIZE(ib), &counts);
	tap_ok(!s->verdict.code && counts.packets == 6 && counts.registers == 4 &&
	       s->result.draws == 2, "%u packets, %u registers, %u draws", counts.packets,
	       counts.registers, s->result.draws);
}

void test_rules(void)
{
	try_rules(packets, ARRAY_SIZE(packets));
	try_rules(registers, ARRAY_SIZE(registers));
	try_rules(operands, ARRAY_SIZE(operands));
	try_rules(waits, ARRAY_SIZE(waits));
	try_rules(compute, ARRAY_SIZE(compute));
	try_rules(engines, ARRAY_SIZE(engines));
	test_notes();
	test_long();
	test_linear();
	test_counts();
	test_many_values();
	test_neutral_state();
}
