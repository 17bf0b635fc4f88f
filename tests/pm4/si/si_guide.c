// SPDX-License-Identifier: GPL-2.0
/*
 * What the guide says of a packet beside the bits of its operands: which engine runs first, what
 * must be before it, which values and combinations are reserved.  Beside each stream that breaks
 * a rule is one that does not.
 */
#include "si_scene.h"
#include "tap.h"

#define GFX_INDEX	NUMBER(0x802c)
#define INDEX_TYPE_REG	NUMBER(0x895c)
#define STRMOUT_CNTL	NUMBER(0x84fc)
#define ALL_UNITS	0xe0000000u

#define PFP		0x40000000u	/* WRITE_DATA: ENGINE_SEL */
#define DISPATCHER	0xc0000000u
#define SYNC		PO(PFP_SYNC_ME, 1), 0
#define SELECT(value)	PO(SET_CONFIG_REG, 2), 0xb, value
#define WRITE(engine, reg, value) PO(WRITE_DATA, 4), engine, reg, 0, value
#define READ(reg)	PO(COPY_DATA, 5), 0x100, reg, 0, 0x1000, 1
#define SKIP(dw)	PO(COND_EXEC, 4), 0x1000, 1, dw, 0

/* Two engines write registers: the PFP, and the ME behind it. */
static const struct rule engines[] = {
	BAD("units that the ME selects and the PFP puts back", REGISTER_ENGINE, 5,
	    "GRBM_GFX_INDEX: the PFP runs ahead of the ME", SELECT(0), WRITE(PFP, GFX_INDEX, ALL_UNITS)),
	GOOD("units that the ME selects and puts back", SELECT(0), WRITE(0, GFX_INDEX, ALL_UNITS)),
	GOOD("units that the PFP puts back after PFP_SYNC_ME", SELECT(0), SYNC,
	     WRITE(PFP, GFX_INDEX, ALL_UNITS)),
	BAD("units that the PFP selects and puts back", REGISTER_ENGINE, 2, "PFP_SYNC_ME",
	    WRITE(PFP, GFX_INDEX, 0), WRITE(PFP, GFX_INDEX, ALL_UNITS)),
	GOOD("the same after PFP_SYNC_ME", SYNC, WRITE(PFP, GFX_INDEX, 0), NOP1, 0x80000000,
	     WRITE(PFP, GFX_INDEX, ALL_UNITS)),
	BAD("units that the PFP leaves", REGISTER_LEFT, 4, "GRBM_GFX_INDEX", SYNC,
	    WRITE(PFP, GFX_INDEX, 0), 0x80000000),
	BAD("a packet of the ME after PFP_SYNC_ME", REGISTER_ENGINE, 7, "PFP_SYNC_ME",
	    SYNC, SELECT(0), WRITE(PFP, GFX_INDEX, ALL_UNITS)),
	BAD("a PFP_SYNC_ME under the predicate", REGISTER_ENGINE, 7, "PFP_SYNC_ME", SELECT(0),
	    PO(PFP_SYNC_ME, 1) | 1, 0, WRITE(PFP, GFX_INDEX, ALL_UNITS)),
	BAD("a PFP_SYNC_ME in a skip", REGISTER_ENGINE, 12, "PFP_SYNC_ME", SELECT(0),
	    SKIP(2), SYNC, WRITE(PFP, GFX_INDEX, ALL_UNITS)),
	BAD("a PFP_SYNC_ME in a skip, and a NOP after it", REGISTER_ENGINE, 14, "PFP_SYNC_ME", SELECT(0),
	    SKIP(2), SYNC, NOP1, WRITE(PFP, GFX_INDEX, ALL_UNITS)),
	GOOD("a PFP_SYNC_ME in the same skip", SKIP(7), SYNC, WRITE(PFP, NUMBER(0x28800), 0), NOP1),
	GOOD("a PFP_SYNC_ME before the skip", SYNC, SKIP(5), WRITE(PFP, NUMBER(0x28800), 0),
	     WRITE(PFP, NUMBER(0x28800), 0)),
	BAD("a packet of the ME in the skip", REGISTER_ENGINE, 14, "PFP_SYNC_ME", SYNC, SKIP(5),
	    WRITE(0, NUMBER(0x28800), 0), WRITE(PFP, NUMBER(0x28800), 0)),
	BAD("any register of another client's draws", REGISTER_ENGINE, 2,
	    "SPI_SHADER_PGM_LO_PS: the PFP runs ahead", WRITE(PFP, NUMBER(0xb020), 0x10)),
	GOOD("the same by the ME", WRITE(0, NUMBER(0xb020), 0x10)),
	BAD("CP_STRMOUT_CNTL that the PFP clears before a wait", REGISTER_ENGINE, 11, "CP_STRMOUT_CNTL",
	    PO(EVENT_WRITE, 1), 0x1f, PO(WAIT_REG_MEM, 6), 3, STRMOUT_CNTL, 0, 1, 1, 4,
	    WRITE(PFP, STRMOUT_CNTL, 0)),
	GOOD("CP_STRMOUT_CNTL that the PFP clears after it", PO(EVENT_WRITE, 1), 0x1f,
	     PO(WAIT_REG_MEM, 6), 3, STRMOUT_CNTL, 0, 1, 1, 4, SYNC, WRITE(PFP, STRMOUT_CNTL, 0)),
	BAD("CP_STRMOUT_CNTL that the PFP clears in between", WAIT_ORDER, 9, "after its last write",
	    PO(EVENT_WRITE, 1), 0x1f, SYNC, WRITE(PFP, STRMOUT_CNTL, 0),
	    PO(WAIT_REG_MEM, 6), 3, STRMOUT_CNTL, 0, 1, 1, 4),
	BAD("the type of indices by the PFP", REGISTER_ENGINE, 4, "VGT_INDEX_TYPE",
	    PO(INDEX_TYPE, 1), 1, WRITE(PFP, INDEX_TYPE_REG, 0)),
	BAD("a register by the dispatch engine", REGISTER_ENGINE, 2, "no document says when",
	    WRITE(DISPATCHER, NUMBER(0x28800), 0)),
	BAD("a denied register by the PFP", REGISTER_DENIED, 4, "CP_RB0_BASE", SYNC,
	    WRITE(PFP, NUMBER(0xc100), 0)),
	GOOD("memory by the PFP and by the dispatch engine", WRITE(PFP | 0x100, 0x1000, 1),
	     WRITE(DISPATCHER | 0x200, 0x1000, 1)),
	BAD("the L2 cache by the PFP", FIELD_VALUE, 1, "DST_SEL 2", WRITE(PFP | 0x200, 0x1000, 1)),
	BAD("memory (async) by the PFP", FIELD_VALUE, 1, "DST_SEL 5", WRITE(PFP | 0x500, 0x1000, 1)),
	GOOD("memory (async) by the ME", WRITE(0x500, 0x1000, 1)),
};

/* Registers that a stream has set for some units only. */
static const struct rule units[] = {
	BAD("a register of one engine, read from all", REGISTER_SOURCE, 11, "for other units",
	    SELECT(0x40010000), PO(SET_CONTEXT_REG, 2), 0x200, 7, SELECT(ALL_UNITS), READ(NUMBER(0x28800))),
	BAD("the same, read from another one", REGISTER_SOURCE, 11, "GRBM_GFX_INDEX selects",
	    SELECT(0x40010000), PO(SET_CONTEXT_REG, 2), 0x200, 7, SELECT(0x40000000),
	    READ(NUMBER(0x28800)), SELECT(ALL_UNITS)),
	GOOD("the same, read from this one", SELECT(0x40010000), PO(SET_CONTEXT_REG, 2), 0x200, 7,
	     READ(NUMBER(0x28800)), SELECT(ALL_UNITS)),
	GOOD("the same, selected twice", SELECT(0x40010000), PO(SET_CONTEXT_REG, 2), 0x200, 7,
	     SELECT(0x40010000), READ(NUMBER(0x28800)), SELECT(ALL_UNITS)),
	GOOD("a register of all units, read from one", PO(SET_CONTEXT_REG, 2), 0x200, 7,
	     SELECT(0x40010000), READ(NUMBER(0x28800)), SELECT(ALL_UNITS)),
	GOOD("a register set for one and then for all", SELECT(0x40010000), PO(SET_CONTEXT_REG, 2), 0x200,
	     7, SELECT(ALL_UNITS), PO(SET_CONTEXT_REG, 2), 0x200, 7, READ(NUMBER(0x28800))),
	GOOD("the selection itself", SELECT(0x40010000), READ(GFX_INDEX), SELECT(ALL_UNITS)),
	GOOD("write and read under a selection that may not happen", PO(SET_CONFIG_REG, 2) | 1, 0xb, 0,
	     PO(SET_CONTEXT_REG, 2), 0x200, 7, READ(NUMBER(0x28800)), SELECT(ALL_UNITS)),
	BAD("a read after a selection that may not happen", REGISTER_SOURCE, 11, "for other units",
	    SELECT(0), PO(SET_CONTEXT_REG, 2), 0x200, 7, PO(SET_CONFIG_REG, 2) | 1, 0xb, 0x40010000,
	    READ(NUMBER(0x28800)), SELECT(ALL_UNITS)),
	BAD("a read after a selection in a skip", REGISTER_SOURCE, 16, "for other units", SELECT(0),
	    PO(SET_CONTEXT_REG, 2), 0x200, 7, SKIP(3), SELECT(ALL_UNITS), READ(NUMBER(0x28800)),
	    SELECT(ALL_UNITS)),
	BAD("a write after a selection by COND_WRITE", REGISTER_SOURCE, 17, "for other units",
	    PO(COND_WRITE, 8), 0x13, 0x1000, 1, 0, 1, GFX_INDEX, 0, 0, PO(SET_CONTEXT_REG, 2), 0x200, 7,
	    SELECT(ALL_UNITS), READ(NUMBER(0x28800))),
	BAD("a register that nothing sets, under a selection", REGISTER_SOURCE, 5, "has not set it",
	    SELECT(0x40010000), READ(NUMBER(0x28800)), SELECT(ALL_UNITS)),
	BAD("a copy from register number 0", REGISTER_SOURCE, 2, "register number 0: the stream has not set it",
	    READ(0)),
	BAD("COPY_DW from register number 0", REGISTER_SOURCE, 2, "register number 0",
	    PO(COPY_DW, 5), 2, 0, 0, 0x1000, 1),
	BAD("COND_WRITE that polls register number 0", REGISTER_SOURCE, 2, "register number 0",
	    PO(COND_WRITE, 8), 0x103, 0, 0, 0, 1, 0x1000, 1, 3),
	BAD("a write of register number 0", REGISTER_UNKNOWN, 2, "register number 0: no client",
	    WRITE(0, 0, 1)),
	BAD("a wait for register number 0", WAIT_REGISTER, 2, "no register but CP_STRMOUT_CNTL",
	    PO(WAIT_REG_MEM, 6), 3, 0, 0, 1, 1, 4),
};

#define ATOMIC(op, data_hi, cmp, cmp_hi, loop) \
	PO(ATOMIC, 8), op, 0x1000, 1, 1, data_hi, cmp, cmp_hi, loop
#define RESULT_32	PO(COPY_DATA, 5), 0x106, 0, 0, 0x1000, 1
#define RESULT_64	PO(COPY_DATA, 5), 0x10106, 0, 0, 0x1000, 1

/* ATOMIC, and what it returns. */
static const struct rule atomics[] = {
	GOOD("each operation with a result", ATOMIC(1, 0, 7, 0, 0), ATOMIC(3, 0, 0, 0, 0),
	     ATOMIC(7, 0, 0, 0, 0), ATOMIC(0xb, 0, 0, 0, 0), ATOMIC(0xf, 0, 0, 0, 0),
	     ATOMIC(0x19, 0, 0, 0, 0), ATOMIC(0x27, 1, 0, 0, 0), ATOMIC(0x39, 1, 0, 0, 0)),
	BAD("an addition without a result", ATOMIC_OPERATION, 1, "OP 0x4f returns no value",
	    ATOMIC(0x4f, 0, 0, 0, 0)),
	BAD("a swap of 64 bits without a result", ATOMIC_OPERATION, 1, "OP 0x67", ATOMIC(0x67, 0, 0, 0, 0)),
	BAD("a read", ATOMIC_OPERATION, 1, "OP 0x00", ATOMIC(0, 0, 0, 0, 0)),
	BAD("a write", ATOMIC_OPERATION, 1, "OP 0x20", ATOMIC(0x20, 0, 0, 0, 0)),
	BAD("a reserved operation", ATOMIC_OPERATION, 1, "OP 0x04", ATOMIC(4, 0, 0, 0, 0)),
	BAD("another reserved operation", ATOMIC_OPERATION, 1, "OP 0x3a", ATOMIC(0x3a, 0, 0, 0, 0)),
	GOOD("a compare and swap of 64 bits", ATOMIC(0x28, 1, 2, 3, 0)),
	BAD("a comparison of 64 bits with 32", FIELD_BITS, 7, "CMP_DATA_HI", ATOMIC(8, 0, 2, 3, 0)),
	BAD("an addition with a value to compare", FIELD_BITS, 6, "CMP_DATA_LO", ATOMIC(0xf, 0, 2, 0, 0)),
	BAD("an interval without a loop", FIELD_BITS, 8, "LOOP_INTERVAL", ATOMIC(8, 0, 2, 0, 4)),
	GOOD("a result of 64 bits", ATOMIC(0x2f, 0, 0, 0, 0), RESULT_64, RESULT_32),
	BAD("the upper half of a result of 32 bits", REGISTER_SOURCE, 10, "of 64 bits has returned the upper half",
	    ATOMIC(0xf, 0, 0, 0, 0), RESULT_64),
	GOOD("an own upper half under a later result", ATOMIC(0x2f, 0, 0, 0, 0), ATOMIC(0xf, 0, 0, 0, 0),
	     RESULT_64),
	BAD("a result that the predicate may skip", REGISTER_SOURCE, 10, "no ATOMIC",
	    PO(ATOMIC, 8) | 1, 0x2f, 0x1000, 1, 1, 0, 0, 0, 0, RESULT_32),
};

#define EOS(event)	PO(EVENT_WRITE_EOS, 4), event, 0x1000, 0x40000001, 1
#define DISPATCH	PO(DISPATCH_DIRECT, 4) | 2, 1, 1, 1, 5

/* Events: their index, their packet, their place. */
static const struct rule events[] = {
	BAD("a partial flush of index 0", EVENT_FORM, 1, "PS_PARTIAL_FLUSH needs EVENT_WRITE with EVENT_INDEX 4",
	    PO(EVENT_WRITE, 1), 0x10),
	GOOD("partial flushes of index 4", PO(EVENT_WRITE, 1), 0x410, PO(EVENT_WRITE, 1), 0x40f,
	     PO(EVENT_WRITE, 1), 0x407),
	BAD("VGT_FLUSH of index 4", EVENT_FORM, 1, "EVENT_INDEX 0 and no address", PO(EVENT_WRITE, 1), 0x424),
	BAD("VGT_FLUSH of index 7", EVENT_FORM, 1, "EVENT_INDEX is 7", PO(EVENT_WRITE, 1), 0x724),
	BAD("a flush of stream-out of index 4", EVENT_FORM, 1, "EVENT_INDEX 0", PO(EVENT_WRITE, 1), 0x41f),
	BAD("a partial flush of index 7", EVENT_FORM, 1, "EVENT_INDEX 4", PO(EVENT_WRITE, 1), 0x70f),
	BAD("CACHE_FLUSH of index 0", EVENT_FORM, 1, "EVENT_INDEX 7", PO(EVENT_WRITE, 1), 6),
	BAD("CACHE_FLUSH_AND_INV_EVENT of index 4", EVENT_FORM, 1, "EVENT_INDEX 7", PO(EVENT_WRITE, 1), 0x416),
	GOOD("flushes that invalidate L2", PO(EVENT_WRITE, 1), 0x100706, PO(EVENT_WRITE, 1), 0x100716,
	     PO(EVENT_WRITE_EOP, 5), 0x100528, 0x1000, 0x20000001, 1, 0),
	BAD("INV_L2 with a partial flush", FIELD_BITS, 1, "INV_L2", PO(EVENT_WRITE, 1), 0x100410),
	BAD("INV_L2 with a query", FIELD_BITS, 1, "INV_L2", PO(EVENT_WRITE, 3), 0x100115, 0x1000, 1),
	BAD("INV_L2 with EVENT_WRITE_EOS", FIELD_BITS, 4, "EVENT_CNTL", DRAW, EOS(0x100630)),
	BAD("a reserved index", EVENT_FORM, 1, "EVENT_INDEX is 8", PO(EVENT_WRITE, 1), 0x824),
	BAD("SAMPLE_PIPELINESTAT of index 3", EVENT_FORM, 1, "EVENT_INDEX 2 and an address",
	    PO(EVENT_WRITE, 3), 0x31e, 0x1000, 1),
	BAD("EVENT_WRITE_EOP of the performance counter", SHARED, 3, "performance counter",
	    PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0x80000001, 0, 0),
	GOOD("EVENT_WRITE_EOP of the clock", PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0x60000001, 0, 0),
	BAD("EVENT_WRITE_EOP of no data to an odd address", ALIGNMENT, 2, "multiple of 4",
	    PO(EVENT_WRITE_EOP, 5), 0x528, 1, 0, 0, 0),

	GOOD("the end of a draw's pixels", DRAW, EOS(0x630)),
	GOOD("the end of a dispatch", DISPATCH, EOS(0x62f)),
	BAD("EVENT_WRITE_EOS at the start", EVENT_PLACE, 0, "PS_DONE needs a draw straight before it", EOS(0x630)),
	BAD("a packet between draw and EVENT_WRITE_EOS", EVENT_PLACE, 5, "needs a draw", DRAW, NOP1, EOS(0x630)),
	BAD("a filler between draw and EVENT_WRITE_EOS", EVENT_PLACE, 4, "needs a draw", DRAW, 0x80000000,
	    EOS(0x630)),
	BAD("a second EVENT_WRITE_EOS", EVENT_PLACE, 8, "needs a draw", DRAW, EOS(0x630), EOS(0x630)),
	BAD("the end of pixels after a dispatch", EVENT_PLACE, 5, "needs a draw straight", DISPATCH, EOS(0x630)),
	BAD("EVENT_WRITE_EOS after a draw that the predicate may skip", EVENT_PLACE, 3, "which runs if it does",
	    PO(DRAW_INDEX_AUTO, 2) | 1, 3, 2, EOS(0x630)),
	GOOD("both under the predicate", PO(DRAW_INDEX_AUTO, 2) | 1, 3, 2,
	     PO(EVENT_WRITE_EOS, 4) | 1, 0x630, 0x1000, 0x40000001, 1),
	BAD("EVENT_WRITE_EOS after the skip of its draw", EVENT_PLACE, 8, "which runs if it does", SKIP(3), DRAW,
	    EOS(0x630)),
	GOOD("both in one skip", SKIP(8), DRAW, EOS(0x630)),
	BAD("EVENT_WRITE_EOS in a skip after its draw", EVENT_PLACE, 8, "needs a draw", DRAW, SKIP(5), EOS(0x630)),
};

/* Where a draw gets its indices from. */
static const struct rule draws[] = {
	BAD("DRAW_INDEX_AUTO from memory", DRAW_SOURCE, 2, "DRAW_INITIATOR 0x0 must be 0x2 in this packet",
	    PO(DRAW_INDEX_AUTO, 2), 3, 0),
	BAD("DRAW_INDEX_AUTO from the packet", DRAW_SOURCE, 2, "AUTO_INDEX", PO(DRAW_INDEX_AUTO, 2), 3, 1),
	BAD("DRAW_INDEX_AUTO under the predicate", DRAW_SOURCE, 2, "AUTO_INDEX",
	    PO(DRAW_INDEX_AUTO, 2) | 1, 3, 0),
	GOOD("DRAW_INDEX_AUTO with the count of stream-out", PO(DRAW_INDEX_AUTO, 2), 0, 0x42),
	BAD("DRAW_INDEX_AUTO with other bits", DRAW_SOURCE, 2, "0x22", PO(DRAW_INDEX_AUTO, 2), 3, 0x22),
	BAD("DRAW_INDEX_2 that counts", DRAW_SOURCE, 5, "SOURCE_SELECT DMA",
	    PO(DRAW_INDEX_2, 5), 3, 0x1000, 1, 3, 2),
	BAD("DRAW_INDEX_2 with the count of stream-out", DRAW_SOURCE, 5, "DMA",
	    PO(DRAW_INDEX_2, 5), 3, 0x1000, 1, 3, 0x40),
	GOOD("DRAW_INDEX_2", PO(DRAW_INDEX_2, 5), 3, 0x1000, 1, 3, 0),
	BAD("DRAW_INDEX_OFFSET_2 from the packet", DRAW_SOURCE, 4, "DMA", PO(DRAW_INDEX_OFFSET_2, 4), 3, 0, 3, 1),
	GOOD("DRAW_INDEX_OFFSET_2", PO(DRAW_INDEX_OFFSET_2, 4), 3, 0, 3, 0),
	BAD("DRAW_INDEX_IMMD from memory", DRAW_SOURCE, 2, "IMMEDIATE",
	    PO(DRAW_INDEX_IMMD, 4), 3, 0, 0x10000, 2),
	GOOD("DRAW_INDEX_IMMD", PO(DRAW_INDEX_IMMD, 4), 3, 1, 0x10000, 2),
	BAD("DRAW_INDEX_MULTI_AUTO from memory", DRAW_SOURCE, 2, "AUTO_INDEX",
	    PO(DRAW_INDEX_MULTI_AUTO, 3), 1, 0, 0),
	GOOD("DRAW_INDEX_MULTI_AUTO", PO(DRAW_INDEX_MULTI_AUTO, 3), 1, 2, 0),
	BAD("DRAW_INDIRECT from memory", DRAW_SOURCE, 4, "AUTO_INDEX", PO(DRAW_INDIRECT, 4), 0, 0x51, 0x53, 0),
	BAD("DRAW_INDEX_INDIRECT that counts", DRAW_SOURCE, 4, "DMA",
	    PO(DRAW_INDEX_INDIRECT, 4), 0, 0x51, 0x53, 2),
	BAD("DRAW_INDEX_INDIRECT into the last user data", REGISTER_TARGET, 2, "only user data",
	    PO(DRAW_INDEX_INDIRECT, 4), 0, 0x5b, 0x53, 0),
	GOOD("DRAW_INDEX_INDIRECT into the last two", PO(DRAW_INDEX_INDIRECT, 4), 0, 0x5a, 0x5b, 0),
	BAD("DRAW_INDIRECT into the last user data", REGISTER_TARGET, 2, "only user data",
	    PO(DRAW_INDIRECT, 4), 0, 0x5b, 0x53, 2),
	GOOD("DRAW_INDIRECT into the last two", PO(DRAW_INDIRECT, 4), 0, 0x5a, 0x5b, 2),
};

/* Reserved bits and combinations. */
static const struct rule reserved[] = {
	BAD("SURFACE_SYNC with a long interval", FIELD_BITS, 4, "POLL_INTERVAL",
	    PO(SURFACE_SYNC, 4), 0x80000000, 0xffffffff, 0, 0x10004),
	BAD("SURFACE_SYNC with a reserved bit", FIELD_BITS, 1, "COHER_CNTL",
	    PO(SURFACE_SYNC, 4), 0xc0000000, 0xffffffff, 0, 4),
	BAD("SURFACE_SYNC under the predicate", FIELD_BITS, 4, "POLL_INTERVAL",
	    PO(SURFACE_SYNC, 4) | 1, 0x80000000, 0xffffffff, 0, 0x10004),
	GOOD("SURFACE_SYNC of all", PO(SURFACE_SYNC, 4), 0xaeec7fc3, 0xffffffff, 0, 0xffff),
	BAD("WAIT_REG_MEM with a long interval", FIELD_BITS, 6, "POLL_INTERVAL",
	    PO(WAIT_REG_MEM, 6), 0x13, 0x1000, 1, 1, 1, 0x10004),
	GOOD("WAIT_REG_MEM with the longest", PO(WAIT_REG_MEM, 6), 0x13, 0x1000, 1, 1, 1, 0xffff),
	BAD("COND_EXEC with bit 31 of the fence", FIELD_BITS, 4, "FENCE",
	    PO(COND_EXEC, 4), 0x1000, 1, 0, 0x80000000),
	GOOD("COND_EXEC with the largest fence", PO(COND_EXEC, 4), 0x1000, 1, 0, 0x7fffffff),
	BAD("COPY_DATA of 32 bits with an upper half", FIELD_BITS, 3, "SRC_ADDR_HI",
	    PO(COPY_DATA, 5), 0x105, 1, 2, 0x1000, 1),
	GOOD("COPY_DATA of 64 bits", PO(COPY_DATA, 5), 0x10105, 1, 2, 0x1000, 1),
	BAD("a sum of OCCLUSION_QUERY above 40 bits", FIELD_BITS, 4, "QUERY_ADDR_HI",
	    PO(OCCLUSION_QUERY, 4), 0x1000, 1, 0x2000, 0x101),
	GOOD("a sum of OCCLUSION_QUERY below", PO(OCCLUSION_QUERY, 4), 0x1000, 0x101, 0x2000, 0xff),
	BAD("a target of COND_WRITE above 40 bits", FIELD_BITS, 7, "WRITE_ADDRESS_HI",
	    PO(COND_WRITE, 8), 0x113, 0x1000, 1, 0, 1, 0x2000, 0x101, 7),
	GOOD("a target of COND_WRITE below", PO(COND_WRITE, 8), 0x113, 0x1000, 0x101, 0, 1, 0x2000, 0xff, 7),
	BAD("a predicate that goes on with another client's", PREDICATE_CONTINUES, 2, "CONTINUE",
	    PO(SET_PREDICATION, 2), 0x1000, 0x80010100),
	BAD("one that goes on with another kind", PREDICATE_CONTINUES, 5, "CONTINUE",
	    PO(SET_PREDICATION, 2), 0x1000, 0x20100, PO(SET_PREDICATION, 2), 0x1000, 0x80010100),
	BAD("one that goes on after the end", PREDICATE_CONTINUES, 8, "CONTINUE",
	    PO(SET_PREDICATION, 2), 0x1000, 0x10100, PO(SET_PREDICATION, 2), 0, 0,
	    PO(SET_PREDICATION, 2), 0x1000, 0x80010100),
	BAD("one that goes on with one in a skip", PREDICATE_CONTINUES, 10, "CONTINUE",
	    SKIP(3), PO(SET_PREDICATION, 2), 0x1000, 0x10100, PO(SET_PREDICATION, 2), 0x1000, 0x80010100),
	GOOD("a predicate that goes on with its own", PO(SET_PREDICATION, 2), 0x1000, 0x10100,
	     PO(SET_PREDICATION, 2), 0x1000, 0x80010100, PO(SET_PREDICATION, 2), 0x1000, 0x80010100),
};

#define EOP(value)	PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0x20000001, value, 0
#define ME_WRITES(value) PO(WRITE_DATA, 4), 0x100, 0x1000, 1, value
#define PFP_WRITES(value) PO(WRITE_DATA, 4), PFP | 0x100, 0x1000, 1, value
#define WAIT(value)	PO(WAIT_REG_MEM, 6), 0x13, 0x1000, 1, value, ~0u, 4
#define PFP_WAITS(value) PO(WAIT_REG_MEM, 6), 0x115, 0x1000, 1, value, ~0u, 4

/* The value that a wait finds, by the order in which the engines write. */
static void test_order(void)
{
	const struct {
		const char *what;
		u32 notes;
		const u32 *ib;
		u32 dw;
	} streams[] = {
		{ "the ME after the end of the pipe", 1, DW(EOP(1), ME_WRITES(2), WAIT(2)) },
		{ "the end of the pipe after the ME", 0, DW(ME_WRITES(2), EOP(1), WAIT(1)) },
		{ "two ends of the pipe", 0, DW(EOP(1), EOP(2), WAIT(2)) },
		{ "the ME after a clock of the end of the pipe", 1,
		  DW(PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0x60000001, 0, 0, ME_WRITES(2), WAIT(2)) },
		{ "the PFP after the ME", 1, DW(ME_WRITES(1), PFP_WRITES(2), WAIT(2)) },
		{ "the PFP after the ME and PFP_SYNC_ME", 0, DW(ME_WRITES(1), SYNC, PFP_WRITES(2), WAIT(2)) },
		{ "the ME after the PFP", 0, DW(PFP_WRITES(2), ME_WRITES(1), WAIT(1)) },
		{ "the PFP alone", 0, DW(PFP_WRITES(1), WAIT(1)) },
		{ "the PFP after the end of the pipe", 1, DW(EOP(1), SYNC, PFP_WRITES(2), WAIT(2)) },
		{ "the PFP after the wait", 1, DW(ME_WRITES(1), WAIT(1), PFP_WRITES(2)) },
		{ "the PFP after the wait and PFP_SYNC_ME", 0, DW(ME_WRITES(1), WAIT(1), SYNC, PFP_WRITES(2)) },
		{ "the PFP after its own wait", 0, DW(ME_WRITES(1), PFP_WAITS(1), PFP_WRITES(2)) },
		{ "CP_DMA of the PFP after the wait", 1,
		  DW(ME_WRITES(1), WAIT(1), PO(CP_DMA, 5), 0, 0xc8000000, 0xff0, 1, 64) },
		{ "CP_DMA of the ME after the wait", 0,
		  DW(ME_WRITES(1), WAIT(1), PO(CP_DMA, 5), 0, 0xc0000000, 0xff0, 1, 64) },
		{ "CP_DMA over the value", 1,
		  DW(EOP(1), PO(CP_DMA, 5), 0, 0xc0000000, 0xff0, 1, 64, WAIT(1)) },
		{ "CP_DMA beside the value", 0,
		  DW(EOP(1), PO(CP_DMA, 5), 0, 0xc0000000, 0xff0, 1, 16, WAIT(1)) },
		{ "a query over the value", 1,
		  DW(ME_WRITES(1), PO(EVENT_WRITE, 3), 0x115, 0xff0, 1, WAIT(1)) },
		{ "COPY_DATA over the value", 1,
		  DW(ME_WRITES(1), PO(COPY_DATA, 5), 0x105, 7, 0, 0x1000, 1, WAIT(1)) },
		{ "MEM_WRITE over the value", 1,
		  DW(ME_WRITES(1), PO(MEM_WRITE, 4), 0x1000, 0x40001, 7, 0, WAIT(1)) },
		{ "COPY_DW over the value", 1,
		  DW(ME_WRITES(1), PO(COPY_DW, 5), 3, 0x2000, 1, 0x1000, 1, WAIT(1)) },
		{ "COPY_DW beside the value", 0,
		  DW(ME_WRITES(1), PO(COPY_DW, 5), 3, 0x2000, 1, 0x1004, 1, WAIT(1)) },
		{ "ATOMIC over the value", 1,
		  DW(ME_WRITES(1), ATOMIC(0xf, 0, 0, 0, 0), WAIT(1)) },
		{ "COND_WRITE over the value", 1,
		  DW(ME_WRITES(1), PO(COND_WRITE, 8), 0x113, 0x2000, 1, 0, 1, 0x1000, 1, 7, WAIT(1)) },
		{ "a skipped write over the value", 1, DW(ME_WRITES(1), SKIP(5), ME_WRITES(2), WAIT(1)) },
		{ "a predicated write over the value", 1,
		  DW(ME_WRITES(1), PO(WRITE_DATA, 4) | 1, 0x100, 0x1000, 1, 2, WAIT(1)) },
		{ "the dispatch engine", 1, DW(ME_WRITES(1), PO(WRITE_DATA, 4), DISPATCHER | 0x100, 0x1000, 1, 1, WAIT(1)) },
	};
	static const u32 ce[] = { PO(CE_WRITE, 3), 0x1000, 1, 7 };
	static const u32 beside[] = { PO(CE_WRITE, 3), 0x1004, 1, 7 };
	static const u32 dump[] = { 0x80000000, PO(WRITE_CONST_RAM, 2), 0, 7, PO(DUMP_CONST_RAM, 4), 0, 1, 0x1000, 1 };
	static const u32 ib[] = { ME_WRITES(1), WAIT(1) };
	struct pm4_input in = { .flags = PM4_USE_VM };
	const struct said *s;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(streams); i++) {
		in.ib = streams[i].ib;
		in.ib_dw = streams[i].dw;
		s = ask(&in);
		tap_ok(!s->verdict.code && s->nnotes == streams[i].notes, "%s: %u notes%s%s",
		       streams[i].what, s->nnotes, *s->text ? ", refused: " : "", s->text);
	}
	in = (struct pm4_input){ .ib = ib, .ib_dw = ARRAY_SIZE(ib), .const_ib = ce,
				 .const_dw = ARRAY_SIZE(ce), .flags = PM4_USE_VM };
	tap_ok(ask(&in)->nnotes == 1, "the constant engine writes the value at any time");
	in.const_ib = beside;
	tap_ok(!ask(&in)->nnotes, "or beside it");
	in.const_ib = dump;
	in.const_dw = ARRAY_SIZE(dump);
	tap_ok(ask(&in)->nnotes == 1, "so does a dump of its RAM");
}

/* A packet of each kind that has an operand with fields, as a stream may send it. */
static const u32 samples[] = {
	PO(SET_BASE, 3), 0, 0x1000, 1, PO(INDEX_TYPE, 1), 0, PO(COND_EXEC, 4), 0x1000, 1, 0, 0,
	PO(PRED_EXEC, 1), 0x01000000, PO(SET_PREDICATION, 2), 0x1000, 0x10000,
	PO(CONTEXT_CONTROL, 2), 0x80000000, 0x80000000, PO(STRMOUT_BUFFER_UPDATE, 5), 0, 0, 0, 0, 0,
	PO(WRITE_DATA, 4), 0x100, 0x1000, 1, 0, PO(COPY_DW, 5), 3, 0x1000, 1, 0x1000, 1,
	PO(WAIT_REG_MEM, 6), 0x10, 0x1000, 1, 0, 0, 4, PO(MEM_WRITE, 4), 0x1000, 1, 0, 0,
	PO(COPY_DATA, 5), 0x105, 0, 0, 0x1000, 1, PO(CP_DMA, 5), 0x1000, 0, 0x1000, 1, 4,
	PO(SURFACE_SYNC, 4), 0, 0, 0, 4, PO(COND_WRITE, 8), 0x110, 0x1000, 1, 0, 0, 0x1000, 1, 0,
	PO(ATOMIC, 8), 0xf, 0x1000, 1, 1, 0, 0, 0, 0, DRAW, PO(EVENT_WRITE_EOS, 4), 0x630, 0x1000,
	0x40000001, 0, PO(EVENT_WRITE, 1), 0x706, PO(EVENT_WRITE_EOP, 5), 0x528, 0x1000, 0x20000001, 0, 0,
	PO(DRAW_INDEX_2, 5), 3, 0x1000, 1, 3, 0, PO(DRAW_INDEX_OFFSET_2, 4), 3, 0, 3, 0,
	PO(DRAW_INDEX_IMMD, 4), 3, 1, 0, 0, PO(DRAW_INDEX_MULTI_AUTO, 3), 1, 2, 0,
	PO(DRAW_INDIRECT, 4), 0, 0x51, 0x53, 2, PO(DRAW_INDEX_INDIRECT, 4), 0, 0x51, 0x53, 0,
	PO(SET_CONTEXT_REG_INDIRECT, 2), 0x200, 0, PO(OCCLUSION_QUERY, 4), 0x1000, 1, 0x2000, 1,
};

/* The same for the constant engine. */
static const u32 const_samples[] = {
	PO(SET_BASE, 3), 0, 0x1000, 1, PO(CE_WRITE, 3), 0x1000, 1, 0, PO(WRITE_CONST_RAM, 2), 0, 0,
	PO(WRITE_CONST_RAM_OFFSET, 2), 0, 0, PO(LOAD_CONST_RAM, 4), 0x1000, 1, 8, 0,
	PO(DUMP_CONST_RAM, 4), 0, 1, 0x1000, 1,
};

/* The bits that fields of an operand cover. */
static u32 covered(const struct pm4_packet_dw *dw)
{
	const struct pm4_field *f = &si_tables.fields[dw->fields];
	u32 bits = dw->role == PM4_ROLE_ADDR_LO ? ~0u : 0, i;

	for (i = 0; i < dw->nfields; i++, f++)
		bits |= 0xffffffffu >> (32 - f->width) << f->shift;
	return bits;
}

/* No bit outside of the fields of an operand passes: the check and the rows agree. */
static void try_bits(const u32 *from, u32 dw, bool ce)
{
	static const u32 filler = 0x80000000;
	u32 ib[256], at, i, bit, n = 0, passed = 0;
	struct pm4_input in = { .ib = ib, .ib_dw = dw, .flags = PM4_USE_VM };

	if (ce)
		in = (struct pm4_input){ .ib = &filler, .ib_dw = 1, .const_ib = ib, .const_dw = dw,
					 .flags = PM4_USE_VM };
	memcpy(ib, from, 4ul * dw);
	tap_ok(!ask(&in)->verdict.code, "the samples are accepted: %s", ask(&in)->text);
	for (at = 0; at < dw; at += (from[at] >> 16 & 0x3fff) + 2) {
		u32 row_number = si_tables.packets[PM4_RING_GFX][from[at] >> 8 & 0xff];
		const struct pm4_packet_row *row = &si_tables.packet_rows[row_number - 1];

		for (i = 0; i < row->ndw && i <= (from[at] >> 16 & 0x3fff); i++) {
			const struct pm4_packet_dw *operand = &si_tables.packet_dws[row->dws + i];

			for (bit = 0; operand->nfields && bit < 32; bit++) {
				if (covered(operand) >> bit & 1)
					continue;
				n++;
				ib[at + 1 + i] ^= 1u << bit;
				if (!ask(&in)->verdict.code) {
					tap_note("%s %s: bit %u passes", row->name, operand->name, bit);
					passed++;
				}
				ib[at + 1 + i] = from[at + 1 + i];
			}
		}
	}
	tap_ok(n && !passed, "%u bits outside of all fields, each refused", n);
}

/* Every packet that has an operand with fields and may be sent is among the samples. */
static void test_samples(void)
{
	bool seen[256] = { false };
	u32 at, i, j, missing = 0;

	for (at = 0; at < ARRAY_SIZE(samples); at += (samples[at] >> 16 & 0x3fff) + 2)
		seen[samples[at] >> 8 & 0xff] = true;
	for (at = 0; at < ARRAY_SIZE(const_samples); at += (const_samples[at] >> 16 & 0x3fff) + 2)
		seen[const_samples[at] >> 8 & 0xff] = true;
	for (i = 0; i < si_tables.npacket_rows; i++) {
		const struct pm4_packet_row *row = &si_tables.packet_rows[i];

		for (j = 0; j < row->ndw && row->cls != PM4_DENIED; j++) {
			if (!si_tables.packet_dws[row->dws + j].nfields || seen[row->opcode])
				continue;
			tap_note("%s has no sample", row->name);
			missing++;
		}
	}
	tap_ok(!missing, "each packet with fields has a sample");
	try_bits(samples, ARRAY_SIZE(samples), false);
	try_bits(const_samples, ARRAY_SIZE(const_samples), true);
}

/*
 * The oracle finds the faults of streams that the check refuses, each in some of its runs; but for
 * @most of them, which are in the form of a packet that the oracle does not read, or where the
 * check takes the stricter reading.
 */
static void try_oracle(const char *what, const struct rule *rules, u32 n, u32 most)
{
	u32 i, found = 0, missed = 0;

	for (i = 0; i < n; i++) {
		struct pm4_input in = { .ib = rules[i].ib, .ib_dw = rules[i].dw, .flags = PM4_USE_VM };

		if (!rules[i].code)
			continue;
		if (find_fault(&in, PM4_TAHITI, 200)) {
			found++;
		} else {
			tap_note("%s: no fault in 200 runs", rules[i].what);
			missed++;
		}
	}
	tap_ok(found && missed <= most, "%s: the oracle finds %u of %u faults", what, found, found + missed);
}

void test_guide(void)
{
	try_rules(engines, ARRAY_SIZE(engines));
	try_rules(units, ARRAY_SIZE(units));
	try_rules(atomics, ARRAY_SIZE(atomics));
	try_rules(events, ARRAY_SIZE(events));
	try_rules(draws, ARRAY_SIZE(draws));
	try_rules(reserved, ARRAY_SIZE(reserved));
	test_order();
	test_samples();
	try_oracle("engines", engines, ARRAY_SIZE(engines), 3);
	try_oracle("units", units, ARRAY_SIZE(units), 2);
	try_oracle("atomics", atomics, ARRAY_SIZE(atomics), 3);
	try_oracle("events", events, ARRAY_SIZE(events), 2);
	try_oracle("draws", draws, ARRAY_SIZE(draws), 0);
}
