// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses that depend on what a packet has set under a condition, for some units, or in the other
 * stream: an access to the last byte of its mapping is good only if it is the only one that can
 * happen.
 */
#include "si_scene.h"
#include "tap.h"

#define VA	0x800000u	/* a buffer of one page, and beside it one of another */
#define BYTES	0x1000u
#define OTHER	0x900000u
#define GONE	0xa00000u	/* nothing */
#define LAST	(VA + BYTES)

#define SKIP(dw)	PO(COND_EXEC, 4), VA, 0, dw, 0
#define TYPE_16		PO(INDEX_TYPE, 1), 0
#define TYPE_32		PO(INDEX_TYPE, 1), 1
#define DRAW_4(addr)	PO(DRAW_INDEX_2, 5), 4, addr, 0, 4, 0
#define PREDICATED	(PO(DRAW_INDEX_2, 5) | 1), 4
#define BASE(addr)	PO(INDEX_BASE, 2), addr, 0
#define COUNT(n)	PO(INDEX_BUFFER_SIZE, 1), n
#define ARGS(addr)	PO(SET_BASE, 3), 1, addr, 0
#define FROM_BASE	PO(DRAW_INDEX_OFFSET_2, 4), 4, 0, 4, 0
#define INDIRECT	PO(DRAW_INDEX_INDIRECT, 4), 0, 0x51, 0x53, 0
#define PREDICATE	PO(SET_PREDICATION, 2), VA, 0x10100

/* Colour buffer 0 with all that switches it on, and its address alone. */
#define COLOR(addr)	PO(SET_CONTEXT_REG, 3), 0x8e, 0xf, 0xf, \
			PO(SET_CONTEXT_REG, 6), 0x318, (addr) / 256, 0, 0, 0, 0x28
#define COLOR_BASE(addr) PO(SET_CONTEXT_REG, 2), 0x318, (addr) / 256
#define PROGRAM(addr)	PO(SET_SH_REG, 2), 8, (addr) / 256
#define NARROW		PO(SET_CONFIG_REG, 2), 0xb, 0x40010000
#define WIDE		PO(SET_CONFIG_REG, 2), 0xb, 0xe0000000

static const struct {
	const char *what;
	enum pm4_code code;
	const char *words;
	const u32 *ib;
	u32 dw;
} streams[] = {
	{ "indices of 16 bits", 0, "", DW(TYPE_16, DRAW_4(LAST - 8)) },
	{ "indices of 16 bits under the predicate", PM4_CODE_ADDRESS, "16 bytes",
	  DW(TYPE_32, PO(INDEX_TYPE, 1) | 1, 0, DRAW_4(LAST - 8)) },
	{ "the same, with room for 32 bits", 0, "",
	  DW(TYPE_32, PO(INDEX_TYPE, 1) | 1, 0, DRAW_4(LAST - 16)) },
	{ "indices of 16 bits in a skip", PM4_CODE_ADDRESS, "16 bytes",
	  DW(TYPE_32, SKIP(2), TYPE_16, DRAW_4(LAST - 8)) },
	{ "indices of 16 bits in the skip of their draw", 0, "",
	  DW(TYPE_32, SKIP(8), TYPE_16, DRAW_4(LAST - 8)) },
	{ "the same type under the predicate", 0, "",
	  DW(TYPE_16, PO(INDEX_TYPE, 1) | 1, 0, DRAW_4(LAST - 8)) },
	{ "indices without a type", PM4_CODE_ADDRESS, "16 bytes", DW(DRAW_4(LAST - 8)) },
	{ "a type and its draw under one predicate", 0, "",
	  DW(PREDICATE, PO(INDEX_TYPE, 1) | 1, 0, PREDICATED, LAST - 8, 0, 4, 0) },
	{ "a type and its draw under two predicates", PM4_CODE_ADDRESS, "16 bytes",
	  DW(PREDICATE, PO(INDEX_TYPE, 1) | 1, 0, PREDICATE, PREDICATED, LAST - 8, 0, 4, 0) },
	{ "a type by COND_WRITE", PM4_CODE_ADDRESS, "16 bytes",
	  DW(TYPE_16, PO(COND_WRITE, 8), 0x13, VA, 0, 0, 1, 0x895c / 4, 0, 1, DRAW_4(LAST - 8)) },
	{ "a type of some units", PM4_CODE_ADDRESS, "16 bytes",
	  DW(NARROW, TYPE_16, WIDE, DRAW_4(LAST - 8)) },
	{ "a type of some units by its register", PM4_CODE_ADDRESS, "16 bytes",
	  DW(TYPE_32, NARROW, PO(SET_CONFIG_REG, 2), 0x257, 0, WIDE, DRAW_4(LAST - 8)) },

	{ "INDEX_BASE under the predicate", PM4_CODE_ADDRESS_UNKNOWN, "INDEX_BASE, which the stream sets under a condition only",
	  DW(TYPE_16, BASE(GONE), PO(INDEX_BASE, 2) | 1, OTHER, 0, FROM_BASE) },
	{ "INDEX_BASE in any case", 0, "", DW(TYPE_16, BASE(VA), BASE(OTHER), FROM_BASE) },
	{ "INDEX_BASE in a skip and after it", 0, "", DW(TYPE_16, SKIP(3), BASE(VA), BASE(OTHER), FROM_BASE) },
	{ "INDEX_BUFFER_SIZE in a skip", PM4_CODE_ADDRESS_UNKNOWN, "INDEX_BUFFER_SIZE, which the stream sets under",
	  DW(TYPE_16, ARGS(VA), BASE(VA), COUNT(4096), SKIP(2), COUNT(4), INDIRECT) },
	{ "INDEX_BUFFER_SIZE in no place", PM4_CODE_ADDRESS_UNKNOWN, "INDEX_BUFFER_SIZE, which the stream has not set",
	  DW(TYPE_16, ARGS(VA), BASE(VA), INDIRECT) },
	{ "INDEX_BUFFER_SIZE in any case", 0, "", DW(TYPE_16, ARGS(VA), BASE(VA), COUNT(4), INDIRECT) },
	{ "SET_BASE in a skip", PM4_CODE_ADDRESS_UNKNOWN, "SET_BASE, which the stream sets under a condition",
	  DW(TYPE_16, ARGS(GONE), SKIP(4), ARGS(OTHER), PO(DRAW_INDIRECT, 4), 0, 0x51, 0x53, 2) },
	{ "SET_BASE in the skip of its draw", 0, "",
	  DW(TYPE_16, SKIP(9), ARGS(OTHER), PO(DRAW_INDIRECT, 4), 0, 0x51, 0x53, 2) },

	{ "a colour buffer under the predicate", PM4_CODE_ADDRESS_CONDITIONAL,
	  "SET_CONTEXT_REG CB_COLOR0_BASE: the stream sets it under a condition only",
	  DW(COLOR(GONE), PO(SET_CONTEXT_REG, 2) | 1, 0x318, OTHER / 256, DRAW) },
	{ "a colour buffer in a skip", PM4_CODE_ADDRESS_CONDITIONAL, "the draw may use another",
	  DW(COLOR(GONE), SKIP(3), COLOR_BASE(OTHER), DRAW) },
	{ "a colour buffer in the skip of its draw", 0, "", DW(COLOR(VA), SKIP(6), COLOR_BASE(OTHER), DRAW) },
	{ "a draw after the skip of another", PM4_CODE_ADDRESS_CONDITIONAL, "(draw at dword ",
	  DW(COLOR(GONE), SKIP(6), COLOR_BASE(OTHER), DRAW, DRAW) },
	{ "the same address in a skip", 0, "", DW(COLOR(VA), SKIP(3), COLOR_BASE(VA), DRAW) },
	{ "an address in a skip and after it", 0, "",
	  DW(COLOR(VA), SKIP(3), COLOR_BASE(OTHER), COLOR_BASE(VA), DRAW) },
	{ "an address in a skip that no draw uses", 0, "", DW(SKIP(3), COLOR_BASE(OTHER), DRAW) },
	{ "a buffer that a skip switches off", PM4_CODE_ADDRESS, "nothing is mapped",
	  DW(COLOR(0x12300), SKIP(4), PO(SET_CONTEXT_REG, 3), 0x8e, 0, 0, DRAW) },
	{ "a buffer that is off in any case", 0, "", DW(COLOR(0x12300), PO(SET_CONTEXT_REG, 3), 0x8e, 0, 0, DRAW) },
	{ "a good buffer that a skip switches off", 0, "",
	  DW(COLOR(VA), SKIP(4), PO(SET_CONTEXT_REG, 3), 0x8e, 0, 0, DRAW) },
	{ "a colour buffer of some units", PM4_CODE_ADDRESS_CONDITIONAL, "CB_COLOR0_BASE",
	  DW(COLOR(GONE), NARROW, COLOR_BASE(OTHER), WIDE, DRAW) },
	{ "a colour buffer of all units again", 0, "",
	  DW(COLOR(VA), NARROW, COLOR_BASE(OTHER), WIDE, COLOR_BASE(OTHER), DRAW) },
	{ "a colour buffer by COND_WRITE", PM4_CODE_ADDRESS_CONDITIONAL, "may use another",
	  DW(COLOR(GONE), PO(COND_WRITE, 8), 0x13, VA, 0, 0, 1, 0x28c60 / 4, 0, OTHER / 256, DRAW) },
	{ "a program in a skip", PM4_CODE_ADDRESS_CONDITIONAL, "SPI_SHADER_PGM_LO_PS",
	  DW(PROGRAM(GONE), SKIP(3), PROGRAM(OTHER), DRAW) },
	{ "a program in the skip of its draw", 0, "", DW(PROGRAM(VA), SKIP(6), PROGRAM(OTHER), DRAW) },
	{ "the program of a dispatch in a skip", PM4_CODE_ADDRESS_CONDITIONAL, "COMPUTE_PGM_LO",
	  DW(SKIP(3), PO(SET_SH_REG, 2), 0x20c, GONE / 256, PO(DISPATCH_DIRECT, 4) | 2, 1, 1, 1, 5) },
};

static const struct pm4_mapping map[] = {
	{ VA, BYTES, 0, PM4_MAP_READ | PM4_MAP_WRITE }, { OTHER, BYTES, 1, PM4_MAP_READ | PM4_MAP_WRITE },
};

static const struct pm4_buffer buffers[] = { { .size = BYTES }, { .size = BYTES } };

/* The base of arguments in the stream of the constant engine. */
static void test_both(void)
{
	static const u32 ib[] = { ARGS(VA), PO(DRAW_INDIRECT, 4), 0, 0x51, 0x53, 2 };
	static const u32 same[] = { ARGS(VA) }, other[] = { ARGS(OTHER) };
	static const u32 two[] = { ARGS(OTHER), ARGS(VA) };
	static const u32 patch_table[] = { PO(SET_BASE, 3), 0, OTHER, 0 };
	const struct {
		const char *what;
		enum pm4_code code;
		const u32 *ce;
		u32 dw;
	} tries[] = {
		{ "the same", 0, same, ARRAY_SIZE(same) },
		{ "another", PM4_CODE_ADDRESS_UNKNOWN, other, ARRAY_SIZE(other) },
		{ "two", PM4_CODE_ADDRESS_UNKNOWN, two, ARRAY_SIZE(two) },
		{ "the other base", 0, patch_table, ARRAY_SIZE(patch_table) },
	};
	struct pm4_input in = {
		.ib = ib, .ib_dw = ARRAY_SIZE(ib), .flags = PM4_USE_VM, .map = map,
		.nmap = ARRAY_SIZE(map), .buffers = buffers, .nbuffers = ARRAY_SIZE(buffers),
	};
	const struct said *s;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(tries); i++) {
		in.const_ib = tries[i].ce;
		in.const_dw = tries[i].dw;
		s = ask(&in);
		tap_ok(s->verdict.code == tries[i].code && (!tries[i].code || strstr(s->text, "the const IB sets")),
		       "the constant engine sets %s: %s", tries[i].what, s->text);
	}
}

void test_when(void)
{
	u32 i, faults = 0, bad = 0, wrong = 0;
	const struct said *s;
	const char *fault;

	for (i = 0; i < ARRAY_SIZE(streams); i++) {
		struct pm4_input in = {
			.ib = streams[i].ib, .ib_dw = streams[i].dw, .flags = PM4_USE_VM, .map = map,
			.nmap = ARRAY_SIZE(map), .buffers = buffers, .nbuffers = ARRAY_SIZE(buffers),
		};

		s = ask(&in);
		tap_ok(s->verdict.code == streams[i].code && strstr(s->text, streams[i].words),
		       "%s: %s %s", streams[i].what, pm4_code_name(s->verdict.code), s->text);
		fault = find_fault(&in, PM4_TAHITI, 100);
		faults += fault && streams[i].code;
		if (!fault && streams[i].code)
			tap_note("%s: the oracle finds nothing", streams[i].what);
		bad += !!streams[i].code;
		if (fault && !streams[i].code) {
			tap_note("%s: the oracle: %s", streams[i].what, fault);
			wrong++;
		}
		in.map = NULL;
		tap_ok(!ask(&in)->verdict.code, "%s: without a map nothing is said", streams[i].what);
	}
	tap_ok(!wrong && faults == bad, "the oracle finds %u of %u faults", faults, bad);
	test_both();
}
