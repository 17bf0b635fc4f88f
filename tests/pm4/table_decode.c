// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder: its output for chosen streams, and its robustness against any dwords.
 */
#include <stdlib.h>
#include "pm4_decode.h"
#include "pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"
#include "table_test.h"
#include "tap.h"

struct lines {
	char text[64][PM4_DECODE_LINE];
	unsigned int n;
	size_t longest;
};

static void keep_line(void *ctx, const char *text)
{
	struct lines *l = ctx;

	if (strlen(text) > l->longest)
		l->longest = strlen(text);
	snprintf(l->text[l->n % 64], PM4_DECODE_LINE, "%s", text);
	l->n++;
}

static void decode(struct lines *l, enum pm4_ring ring, enum r600_chip chip, const u32 *ib, u32 n)
{
	struct pm4_decoder d = {
		.front = &r600_front,
		.ib = ib, .ib_dw = n, .chip = chip, .ring = ring, .mark_dw = PM4_NO_DWORD,
		.line = keep_line, .ctx = l,
	};

	memset(l, 0, sizeof(*l));
	pm4_decode(&d);
}

static bool has(const struct lines *l, unsigned int line, const char *what)
{
	if (line < l->n && strstr(l->text[line], what))
		return true;
	tap_note("line %u is '%s', not '%s'", line, l->text[line], what);
	return false;
}

static void test_set(struct lines *l)
{
	static const u32 ib[] = {
		0xc0016900, 0x28, 0x08100068,			/* CB_COLOR0_INFO */
		0xc0026900, 0x3ff, 1, 2,			/* runs out of the window */
		0xc0016800, 0x140, 1,				/* SCRATCH_REG0 */
		0xc0076d00, 7, 0, 0xff, 0x1000, 0, 0, 0, 0xc0000000,
	};
	bool good;

	decode(l, PM4_RING_GFX, PM4_RV710, ib, ARRAY_SIZE(ib));
	good = l->n == ARRAY_SIZE(ib);
	good &= has(l, 0, "    0  c0016900  SET_CONTEXT_REG");
	good &= has(l, 1, "REG_OFFSET = 0x28 (0x280a0)");
	good &= has(l, 2, "CB_COLOR0_INFO = 0x8100068 ");
	good &= has(l, 2, " FORMAT=COLOR_8_8_8_8 ");
	good &= has(l, 2, " SOURCE_FORMAT=1") && !strstr(l->text[2], "other");
	tap_ok(good, "a context register with its fields");
	good = has(l, 5, "register 0x28ffc = 0x1") && has(l, 6, "outside CONTEXT_REG");
	tap_ok(good, "a register without a row, and one outside the window");
	good = has(l, 9, "SCRATCH_REG0 = 0x1 (denied: the driver owns the scratch registers)");
	tap_ok(good, "a denied register with its reason");
	good = has(l, 12, "[1] SQ_VTX_CONSTANT_WORD0 = 0x0") &&
	       has(l, 14, "STRIDE=0x10") && has(l, 18, "TYPE=VALID_BUFFER");
	tap_ok(good, "a vertex buffer");
}

/* Names that only a few packets and descriptors have. */
static void test_names(struct lines *l)
{
	static const u32 ib[] = {
		0xc0076d00, 0, 0, 49u << 26, 0, 0, 0, 0, 0x80000000,	/* a texture */
		0xc0076d00, 7, 0, 0xff, 48u << 20, 0, 0, 0, 0xc0000000,	/* vertices */
		0xc0026f00, 0, 5, 6,					/* SET_CTL_CONST */
		0xc0007300, 0x2101,					/* SURFACE_BASE_UPDATE */
		0xc0033d00, 0x1002, 0, 7, 8,				/* MEM_WRITE, swapped */
		0xc0016900, 0x203, 0x480,				/* DB_SHADER_CONTROL */
		0xc0016900, 0x21f, 0x11000000,				/* SQ_PGM_RESOURCES_GS */
	};
	bool good;

	decode(l, PM4_RING_GFX, PM4_RV635, ib, ARRAY_SIZE(ib));
	good = has(l, 3, "DATA_FORMAT=FMT_BC1") && has(l, 13, "DATA_FORMAT=FMT_32_32_32_FLOAT");
	tap_ok(good, "formats of textures and vertices");
	good = has(l, 20, "[0] SQ_VTX_BASE_VTX_LOC = 0x5") &&
	       has(l, 21, "[1] SQ_VTX_START_INST_LOC = 0x6");
	tap_ok(good, "control constants");
	tap_ok(has(l, 23, " DEPTH_BASE=1 COLOR7_BASE=1 COHER_BASE0=1"), "bases that were updated");
	tap_ok(has(l, 25, " SWAP=2"), "the swap in the low bits of an address");
	good = has(l, 31, " COVERAGE_TO_MASK_ENABLE=1 EXEC_ON_HIER_FAIL=1") &&
	       has(l, 34, " FETCH_CACHE_LINES=1 UNCACHED_FIRST_INST=1");
	tap_ok(good, "fields of DB_SHADER_CONTROL and SQ_PGM_RESOURCES_GS");
}

/* A line for each field with its bits, also for fields that are 0. */
static void test_fields(struct lines *l)
{
	static const u32 ib[] = {
		0xc0016900, 0x28, 0x08100068,			/* CB_COLOR0_INFO */
		0xc0004600, 0x80000016,				/* EVENT_WRITE, and a bit too many */
	};
	struct pm4_decoder d = {
		.front = &r600_front,
		.ib = ib, .ib_dw = ARRAY_SIZE(ib), .chip = PM4_RV710, .mark_dw = 2, .mark = "because",
		.fields = true, .line = keep_line, .ctx = l,
	};
	const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, PM4_RV710, 0x280a0);
	unsigned int n = 4 + row->nfields;			/* after the fields and the mark */
	bool good;

	memset(l, 0, sizeof(*l));
	pm4_decode(&d);
	good = has(l, 2, "    2  08100068      CB_COLOR0_INFO = 0x8100068") &&
	       !strstr(l->text[2], "FORMAT") && has(l, 3, "REFUSED   because");
	good &= has(l, 4, "                         ENDIAN[1:0] = 0x0 ENDIAN_NONE") &&
		has(l, 5, " FORMAT[7:2] = 0x1a COLOR_8_8_8_8");
	good &= has(l, n, "    3  c0004600  EVENT_WRITE") &&
		has(l, n + 1, "EVENT_INITIATOR = 0x80000016") && !strstr(l->text[n + 1], "other");
	good &= has(l, n + 4, "                         other = 0x80000000") && l->n == n + 5;
	tap_ok(good, "each field in a line of its own");
	d.fields = false;
	memset(l, 0, sizeof(*l));
	pm4_decode(&d);
	good = l->n == ARRAY_SIZE(ib) + 1 && has(l, 2, " FORMAT=COLOR_8_8_8_8 ") &&
	       !strstr(l->text[2], "READ_SIZE");
	tap_ok(good, "without fields that are 0 in one line");
}

static void test_packets(struct lines *l)
{
	static const u32 ib[] = {
		0xc0044700, 0x528, 0x100, 0x40000001, 2, 3,
		0x80000000,
		0xc0012d01, 3, 2,
		0x00010538, 5, 6,
		0xc0001100, 9,
		0x40000000,
		0xc0004600, 0x80000016,
		0xc0022a00, 1, 7, 7,
		0xc0012d00, 3,
	};
	bool good;

	decode(l, PM4_RING_GFX, PM4_R600, ib, ARRAY_SIZE(ib));
	good = has(l, 0, "EVENT_WRITE_EOP") && has(l, 1, "EVENT_INITIATOR = 0x528 BOTTOM_OF_PIPE_TS") &&
	       has(l, 3, "ADDR_HI=1 INT_SEL=NONE DATA_SEL=DATA_64");
	tap_ok(good, "an event with its address");
	good = has(l, 6, "filler") && has(l, 7, "DRAW_INDEX_AUTO predicated") &&
	       has(l, 9, "SOURCE_SELECT=DI_SRC_SEL_AUTO_INDEX");
	tap_ok(good, "a filler and a predicated draw");
	good = has(l, 10, "type 0: 2 registers from 0x014e0") && has(l, 13, "opcode 0x11 (unknown)") &&
	       has(l, 15, "type 1: reserved");
	tap_ok(good, "type 0, an unknown opcode, type 1");
	tap_ok(has(l, 17, "EVENT_TYPE=0x16 other=0x80000000"), "bits that no field has");
	good = has(l, 19, "INDEX_TYPE = 0x1") && has(l, 20, "00000007") &&
	       !strstr(l->text[20], "=") && !strstr(l->text[21], "=");
	tap_ok(good, "dwords that the packet's row does not know have no name");
	good = l->n == ARRAY_SIZE(ib) + 1 && has(l, ARRAY_SIZE(ib), "(1 dwords are missing)");
	tap_ok(good, "a packet that runs over the end");
}

static void test_dma(struct lines *l)
{
	static const u32 ib[] = {
		0x30000010, 0x100, 0x200, 0, 0,
		0xd0000010, 0x100, 0xdead, 0x10000,
		0x20800001, 1, 2, 3, 4, 5,
		0x40000000, 1, 2, 3,
	};
	bool good;

	decode(l, PM4_RING_DMA, PM4_RV710, ib, ARRAY_SIZE(ib));
	good = l->n == ARRAY_SIZE(ib) && has(l, 0, "DMA COPY") && has(l, 5, "DMA CONSTANT_FILL") &&
	       has(l, 9, "DMA WRITE tiled") && has(l, 15, "DMA INDIRECT_BUFFER (denied:");
	tap_ok(good, "packets of the DMA engine, on R7xx");
	decode(l, PM4_RING_DMA, PM4_R600, ib, 5);
	tap_ok(has(l, 4, "DMA (unknown)"), "a linear copy is shorter on R6xx");
}

static void test_mark(struct lines *l)
{
	static const u32 ib[] = { 0xc0012d00, 3, 2, 0x80000000 };
	struct pm4_decoder d = {
		.front = &r600_front,
		.ib = ib, .ib_dw = 4, .first_dw = 100, .chip = PM4_RV770, .mark_dw = 2,
		.mark = "because", .line = keep_line, .ctx = l,
	};

	memset(l, 0, sizeof(*l));
	pm4_decode(&d);
	tap_ok(l->n == 5 && has(l, 2, "  102  00000002") && has(l, 3, "REFUSED   because") &&
	       has(l, 4, "  103  80000000"), "the mark stands after its dword");
}

/* The end of a ring and its beginning: numbers continue with 0, also numbers of notes. */
static void test_ring(struct lines *l)
{
	static const u32 ib[] = { 0xc0023200, 0x1000, 2, 16, 0x80000000, 0xc0016800, 0x140, 1 };
	static const struct pm4_note notes[] = {
		{ 4, "note A" }, { 4, "note B" }, { ARRAY_SIZE(ib), "WPTR" }, { 100, "outside" },
	};
	struct pm4_decoder d = {
		.front = &r600_front,
		.ib = ib, .ib_dw = ARRAY_SIZE(ib), .first_dw = 60, .wrap_dw = 64, .chip = PM4_RV770,
		.mark_dw = PM4_NO_DWORD, .notes = notes, .nnotes = ARRAY_SIZE(notes),
		.privileged = true, .line = keep_line, .ctx = l,
	};
	unsigned int i, noted = 0;
	bool good;

	memset(l, 0, sizeof(*l));
	pm4_decode(&d);
	for (i = 0; i < l->n; i++)
		noted += !!strstr(l->text[i], "<--");
	good = l->n == ARRAY_SIZE(ib) + 1 && noted == 2 &&
	       has(l, 0, "   60  c0023200  INDIRECT_BUFFER") && has(l, 1, "IB_BASE_LO = 0x1000") &&
	       has(l, 4, "    0  80000000  filler  <-- note A  <-- note B") &&
	       has(l, 8, "    4            <-- WPTR");
	tap_ok(good, "notes on dwords of a ring that begins again");
	tap_ok(!strstr(l->text[0], "denied") && !strstr(l->text[7], "denied") &&
	       has(l, 7, "SCRATCH_REG0 = 0x1"), "the driver's packets are not denied");
}

static void test_relocation(struct lines *l)
{
	static const u32 ib[] = { 0xc0001000, 4, 0xc0001000, 8, 0xc0011000, 4, 4 };
	static const struct pm4_buffer buffers[] = { { .size = 1 }, { .size = 4097 } };
	struct pm4_decoder d = {
		.front = &r600_front,
		.ib = ib, .ib_dw = ARRAY_SIZE(ib), .chip = PM4_RV770, .mark_dw = PM4_NO_DWORD,
		.buffers = buffers, .nbuffers = 2, .line = keep_line, .ctx = l,
	};

	memset(l, 0, sizeof(*l));
	pm4_decode(&d);
	tap_ok(has(l, 1, "relocation 1: buffer of 4097 bytes") &&
	       has(l, 3, "relocation 2, there is none (0x8)") && has(l, 5, "0x4"),
	       "a relocation with its buffer");
}

/* Random dwords: each is shown once, in lines of bounded length. */
static void test_any(struct lines *l)
{
	unsigned int i, round, bad = 0;
	u32 x = 12345;

	for (round = 0; round < 2000; round++) {
		u32 n = round % 97;
		u32 *ib = malloc(n * 4 + 1);

		for (i = 0; i < n; i++) {
			x = x * 1664525 + 1013904223;
			ib[i] = x ^ x >> 13;
			if (round & 1)
				ib[i] = (ib[i] & 0xff) << 8 | 0xc0000000 | (ib[i] >> 8 & 7) << 16;
			if (round % 3 == 0 && !(i & 3))
				ib[i] = (0x68 + (x >> 20) % 8) << 8 | 0xc0000000 | (x >> 24 & 7) << 16;
		}
		decode(l, round & 2 ? PM4_RING_DMA : PM4_RING_GFX, round % R600_CHIPS, ib, n);
		bad += l->n != n && l->n != n + 1;
		bad += l->longest >= PM4_DECODE_LINE - 1;
		free(ib);
	}
	tap_ok(!bad, "2000 random streams: one line per dword, none too long");
}

static void test_reg_text(void)
{
	char text[128], little[8] = "1234567";
	bool good;

	pm4_decode_reg(&r600_front, PM4_RV770, 0x28800, 0x6, text, sizeof(text));
	good = !strncmp(text, "DB_DEPTH_CONTROL = 0x6 ", 23) && strstr(text, "Z_ENABLE=1");
	good &= pm4_decode_reg(&r600_front, PM4_RV770, 0x28800, 6, little, sizeof(little)) == 7;
	good &= !strcmp(little, "DB_DEPT");
	good &= pm4_decode_reg(&r600_front, PM4_RV770, 0x28800, 6, little, 0) == 0;
	tap_ok(good, "a register's text is cut to the room there is");

	pm4_decode_fields(&r600_front, PM4_RV710, 0x8010, 0xa0003028, text, sizeof(text));
	tap_ok(!strcmp(text, " CMDFIFO_AVAIL=8 DB03_CLEAN=1 CB03_CLEAN=1 CP_BUSY=1 GUI_ACTIVE=1 other=0x20"),
	       "the fields of GRBM_STATUS");
	pm4_decode_fields(&r600_front, PM4_RV710, 0x4, 0xffffffff, text, sizeof(text));
	tap_ok(!text[0], "a register without a row has no fields");
}

/* Each rule has its own sentence, even without details. */
static void test_sentences(void)
{
	struct pm4_verdict v = {
		.dword = PM4_NO_DWORD, .header = PM4_NO_DWORD, .draw = PM4_NO_DWORD,
		.buffer = PM4_NO_BUFFER,
	};
	char text[PM4_VERDICT_TEXT];
	size_t n;
	u32 ring;

	for (v.code = PM4_CODE_EMPTY; v.code < PM4_CODE_COUNT; v.code++) {
		/* From PIPES on they are R5xx's codes. */
		const struct pm4_front *front =
			v.code < PM4_CODE_PIPES ? &r600_front : &r500_front;

		/* Reserved: no stream can have it. */
		if (v.code == PM4_CODE_RESOURCE_DIM)
			continue;
		n = pm4_verdict_text(&v, front, 0, text, sizeof(text));
		tap_ok(n > 5 && !strstr(text, "refused by rule"), "sentence of %s: %s",
		       pm4_code_name(v.code), text);
	}
	n = pm4_verdict_text(&v, &r600_front, PM4_RV710, text, sizeof(text));
	tap_ok(n && strstr(text, "refused by rule"), "a rule that is none: %s", text);

	v.code = PM4_CODE_PACKET_LENGTH;
	v.dword = 3;
	v.header = 3;
	for (ring = PM4_RING_GFX; ring <= PM4_RING_DMA; ring++) {
		v.ring = ring;
		v.packet = 0x30000001;
		n = pm4_verdict_text(&v, &r600_front, PM4_RV710, text, sizeof(text));
		tap_ok(n && strstr(text, "dword 3"), "ring %u, a packet of no type 3: %s", ring, text);
	}
}

void test_decode(void)
{
	struct lines *l = malloc(sizeof(*l));

	test_set(l);
	test_names(l);
	test_fields(l);
	test_packets(l);
	test_dma(l);
	test_mark(l);
	test_ring(l);
	test_relocation(l);
	test_any(l);
	test_reg_text();
	test_sentences();
	free(l);
}
