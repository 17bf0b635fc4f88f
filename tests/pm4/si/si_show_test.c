// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder: packets and registers by name, addresses by the map, any dwords.
 */
#include <stdlib.h>
#include "pm4_decode.h"
#include "si_scene.h"
#include "tap.h"

static char lines[1 << 16];

static void add_line(void *ctx, const char *text)
{
	size_t n = strlen(lines);

	if (n + strlen(text) + 2 < sizeof(lines)) {
		strcpy(lines + n, text);
		strcat(lines + n, "\n");
	}
}

static void show(const u32 *ib, u32 dw, enum pm4_ring ring)
{
	static const struct pm4_mapping map[] = {
		{ 0x800000, 0x1000, 4, 22 }, { 0x900000, 0x1000, PM4_NO_BUFFER, 22 },
		{ 0x8000800000, 0x1000, 5, 22 },
	};
	const struct pm4_decoder d = {
		.ib = ib, .ib_dw = dw, .front = &si_front, .chip = PM4_TAHITI, .ring = ring, .map = map,
		.nmap = ARRAY_SIZE(map), .mark_dw = PM4_NO_DWORD, .line = add_line,
	};

	lines[0] = 0;
	pm4_decode(&d);
}

static void test_lines(void)
{
	const struct {
		const char *line;
		const u32 *ib;
		u32 dw;
		enum pm4_ring ring;
	} good[] = {
		{ "CB_COLOR3_BASE = 0x8000 (buffer 4 + 0x0)", DW(PO(SET_CONTEXT_REG, 2), 0x345, 0x8000) },
		{ "SPI_SHADER_PGM_LO_PS = 0x9000 (unlisted buffer at 0x900000 + 0x0)",
		  DW(PO(SET_SH_REG, 2), 8, 0x9000) },
		{ "SPI_SHADER_USER_DATA_VS_5 = 0x7", DW(PO(SET_SH_REG, 2), 0x51, 7) },
		{ "VGT_PRIMITIVE_TYPE = 0x4", DW(PO(SET_CONFIG_REG, 2), 0x256, 4) },
		{ "outside SH_REG", DW(PO(SET_SH_REG, 2), 0x440, 4) },
		{ "DRAW_INDEX_AUTO predicated", DW(PO(DRAW_INDEX_AUTO, 2) | 1, 3, 2) },
		{ "DISPATCH_DIRECT compute", DW(PO(DISPATCH_DIRECT, 4) | 2, 1, 1, 1, 5) },
		{ "INDEX_BASE_LO = 0x800010, reads (buffer 4 + 0x10)", DW(PO(DRAW_INDEX_2, 5), 3, 0x800010, 0, 3, 0) },
		{ "SRC_ADDR_LO = 0x800010, reads (buffer 5 + 0x10)",
		  DW(PO(CP_DMA, 5), 0x800010, 0x80000080, 0, 0, 64) },
		{ "START_ADDR_LO = 0x800010, reads (buffer 4 + 0x10)", DW(PO(SET_PREDICATION, 2), 0x800010, 0x10100) },
		{ "SO_VGTSTREAMOUT_FLUSH", DW(PO(EVENT_WRITE, 1), 0x1f) },
		{ "ALLOC_GDS (denied: all clients share the GDS)", DW(PO(ALLOC_GDS, 1), 1) },
		{ "ATOM_OP=5 ATOM_READ=1", DW(PO(ATOMIC_GDS, 10), 0x40005, 0, 0, 0, 0, 0, 0, 0, 0, 0) },
		{ " TC_ACTION_ENA=1", DW(PO(SURFACE_SYNC, 4), 1 << 23, 0, 0, 4) },
		{ " WAIT_FOR_IDLE=1", DW(PO(LOAD_CONFIG_REG, 4), 0x1000, 0x80000000, 4, 2) },
		{ "NUM_DWORDS = 0x2 ", DW(PO(LOAD_SH_REG, 4), 0x1000, 0, 4, 2) },
		{ " SEM_SEL=WAIT", DW(PO(MEM_SEMAPHORE, 2), 8, 0xe0001000) },
		{ " MAX_CONTEXT=3", DW(PO(ME_INITIALIZE, 6), 1, 0, 3, 0, 0, 0) },
		{ " HEADER_DUMP_SIZE=0x10 HEADER_DUMP_ENABLE=1", DW(PO(ME_INITIALIZE, 6), 1, 0, 3, 0, 0, 0x80000010) },
		{ "REG_OFFSET = 0x44 REG_OFFSET=0x44", DW(PO(LOAD_CONTEXT_REG, 6), 0x1000, 0, 4, 2, 0x44, 3) },
		{ "NUM_DWORDS = 0x3 NUM_DWORDS=3", DW(PO(LOAD_CONTEXT_REG, 6), 0x1000, 0, 4, 2, 0x44, 3) },
		{ "ADDRESS0 = 0x800010 (buffer 4 + 0x10)", DW(PO(SET_BASE, 3), 1, 0x800010, 0) },
		{ "ADDRESS0 = 0x4000 CS1_INDEX=0x4000", DW(PO(SET_BASE, 3), 2, 0x4000, 0x8000) },
		{ "ADDRESS1 = 0x8000 CS2_INDEX=0x8000", DW(PO(SET_BASE, 3), 3, 0x4000, 0x8000) },
		{ "DATA_INFO = 0x100008 GDS_INDEX=8 SIZE=0x10",
		  DW(PO(EVENT_WRITE_EOS, 4), 0x62f, 0x1000, 0x20000001, 0x100008) },
		{ "DATA_INFO = 0x100008\n", DW(PO(EVENT_WRITE_EOS, 4), 0x62f, 0x1000, 0x40000001, 0x100008) },
		{ "DST_ADDRESS_LO = 0x802 SWAP=2, writes 4 bytes", DW(PO(STRMOUT_BUFFER_UPDATE, 5), 0x101, 0x802, 0, 0, 0) },
		{ "POLL_ADDRESS_LO = 0x1003 SWAP=3, reads 4 bytes", DW(PO(WAIT_REG_MEM, 6), 0x13, 0x1003, 1, 2, 3, 4) },
		{ "WRITE_ADDRESS_LO = 0x2001 SWAP=1, writes 4 bytes",
		  DW(PO(COND_WRITE, 8), 0x113, 0x1000, 1, 2, 3, 0x2001, 1, 5) },
		{ "IB_BASE_LO = 0x1002 SWAP=2", DW(PO(INDIRECT_BUFFER, 3), 0x1002, 1, 5) },
		{ "SRC_ADDRESS_LO = 0x40 BUFFER_OFFSET=0x40", DW(PO(STRMOUT_BUFFER_UPDATE, 5), 0x101, 0x800000, 0, 0x40, 0) },
		{ "SRC_ADDRESS_LO = 0x800040, reads 4 bytes (buffer 4 + 0x40)",
		  DW(PO(STRMOUT_BUFFER_UPDATE, 5), 4, 0, 0, 0x800040, 0) },
		{ " POLL_INTERVAL=0xa", DW(PO(SURFACE_SYNC, 4), 0, 0, 0, 10) },
		{ " TC_WB_ACTION_ENA=1", DW(PO(SURFACE_SYNC, 4), 1 << 18, 0, 0, 4) },
		{ " OP=CMPSWAP_RTN_64", DW(PO(ATOMIC, 8), 0x28, 0x1000, 1, 1, 0, 0, 0, 0) },
		{ "DRAW_INDEX (denied: the guide lists it without a description", DW(PO(DRAW_INDEX, 4), 0, 0, 0, 0) },
		{ "DRAW_INDEX_OFFSET (denied: the guide lists", DW(PO(DRAW_INDEX_OFFSET, 3), 0, 0, 0) },
		{ "DUMP_CONST_RAM", DW(PO(DUMP_CONST_RAM, 4), 0, 1, 0x800000, 0), PM4_RING_CONST },
		{ "opcode 0x99 (unknown)", DW(P(0x99, 1), 0) },
		{ "filler", DW(0x80000000) },
		{ "type 0: 1 registers from 0x00400", DW(0x00000100, 0) },
		{ "dwords are missing", DW(PO(DRAW_INDEX_2, 5), 3) },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		show(good[i].ib, good[i].dw, good[i].ring);
		tap_ok(strstr(lines, good[i].line), "%s", good[i].line);
	}
}

/* One line for each dword, whatever the dwords are. */
static void test_any(void)
{
	u32 round, i, ib[64], wrong = 0, n;
	const char *p;

	srand(1);
	for (round = 0; round < 3000; round++) {
		for (i = 0; i < ARRAY_SIZE(ib); i++)
			ib[i] = rand() & 1 ? P(rand() & 0xff, 1 + rand() % 6) : (u32)rand() * 2u + (rand() & 1);
		show(ib, ARRAY_SIZE(ib), round & 1 ? PM4_RING_GFX : PM4_RING_CONST);
		for (n = 0, p = lines; (p = strchr(p, '\n')); p++)
			n++;
		wrong += n < ARRAY_SIZE(ib);
	}
	tap_ok(!wrong, "%u random streams have a line for each dword", round);
}

void test_show(void)
{
	test_lines();
	test_any();
}
