// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder on packets that no client may send: packets of the 2D engine, whose dwords depend on
 * each other, and those that the CP's microcode takes alone.  Each is shown with the fields of the
 * guide's chapter 5.2, also if the stream ends inside.
 */
#include "pm4_decode.h"
#include "r500_scene.h"
#include "tap.h"

#define TYPE3(opcode, n)	(0xc0000000u | ((n) - 1) << 16 | (opcode) << 8)
#define MAX_DW			24

struct shown {
	const char *name;
	const char *lines;	/* separated by newlines, in this order, after the header's line */
	u32 opcode;
	u32 n;
	u32 body[MAX_DW];
};

static const struct shown all[] = {
	{ "NEXTCHAR", "DST = 0x20001 DST_X=1 DST_Y=2\nSIZE = 0x40003 DST_W=3 DST_H=4\n0xaa\n0xbb",
	  0x19, 4, { 0x20001, 0x40003, 0xaa, 0xbb } },
	{ "PLY_NEXTSCAN", "LINE = 0x20001 TOP=1 HEIGHT=2\nSPAN = 0x40003 START=3 END=4\n"
	  "SPAN = 0x60005 START=5 END=6", 0x1d, 3, { 0x20001, 0x40003, 0x60005 } },
	{ "SET_SCISSORS", "TOP_LEFT = 0x20001 LEFT=1 TOP=2\n"
	  "BOTTOM_RIGHT = 0x40003 RIGHT=3 BOTTOM=4", 0x1e, 2, { 0x20001, 0x40003 } },
	{ "PRED_EXEC", "CONTROL = 0x1000005 EXEC_COUNT=5 DEVICE_SELECT=1", 0x20, 1, { 0x1000005 } },
	{ "COND_EXEC", "TWO = 0x2\nCOUNT = 0x7 EXEC_COUNT=7", 0x21, 2, { 2, 7 } },
	{ "WAIT_SEMAPHORE", "SEMAPHORE_OFFSET = 0xfc\nSEMAPHORE_RESET = 0x1", 0x22, 2, { 0xfc, 1 } },
	{ "WAIT_MEM", "SEM_ADDR = 0x1000\nSEM_LEN = 0x2", 0x23, 2, { 0x1000, 2 } },
	{ "LOAD_PALETTE", "SCALE_DATATYPE = 0x1 SCALE_DATATYPE=4BPP\n0xff", 0x2c, 2, { 1, 0xff } },
	{ "PAINT", "GUI_CONTROL = 0xcf06d2 DST_PITCH_OFF=1 BRUSH_TYPE=SOLID DST_TYPE=ARGB8888 SRC_TYPE=MONO_OPAQUE WIN31_ROP=0xcf\n"
	  "DST_PITCH_OFFSET = 0xc0400010 OFFSET=0x10 PITCH=1 TILED=1 MICROTILED=1\n"
	  "FRGRD_COLOR = 0xffffff BLUE=0xff GREEN=0xff RED=0xff\nTOP_LEFT = 0x20001 X=1 Y=2\nBOTTOM_RIGHT = 0x40003 X=3 Y=4",
	  0x91, 5, { 0xcf06d2, 0xc0400010, 0xffffff, 0x20001, 0x40003 } },
	{ "BITBLT", "SRC_PITCH_OFFSET = 0x1 OFFSET=1\nDST_PITCH_OFFSET = 0x2 OFFSET=2\n"
	  "SRC_SC_BOT_RITE = 0x20001 X=1 Y=2\nSC_TOP_LEFT = 0x3 X=3\nSC_BOT_RITE = 0x4 X=4\n"
	  "BRUSH_Y_X = 0x30201 BRUSH_X=1 BRUSH_Y=2 BRUSH_X_START=3\n"
	  "SRC = 0x20001 Y=1 X=2\nDST = 0x40003 Y=3 X=4\nSIZE = 0x60005 HEIGHT=5 WIDTH=6",
	  0x92, 10, { 0x800000ff, 1, 2, 0x20001, 3, 4, 0x30201, 0x20001, 0x40003, 0x60005 } },
	{ "HOSTDATA_BLT", "FRGD_COLOUR = 0x1 BLUE=1\nBKGD_COLOUR = 0x2 BLUE=2\nBASE = 0x3 X=3\nSIZE = 0x4 WIDTH=4\n"
	  "NUMBER = 0x2 COUNT=2\nRASTER = 0x5\nRASTER = 0x6\nBASE = 0x7 X=7\nSIZE = 0x8 WIDTH=8\n"
	  "NUMBER = 0x1 COUNT=1\nRASTER = 0x9", 0x94, 12, { 0xf0, 1, 2, 3, 4, 2, 5, 6, 7, 8, 1, 9 } },
	{ "POLYLINE", "FRGRD_COLOR = 0x1 BLUE=1\nMONO_BMP = 0x2\nPOINT = 0x20001 X=1 Y=2\nPOINT = 0x3 X=3",
	  0x95, 5, { 0x70, 1, 2, 0x20001, 3 } },
	{ "POLYSCANLINES", "BKGRD_COLOR = 0x1 BLUE=1\nFRGRD_COLOR = 0x2 BLUE=2\nMONO_BMP = 0x3\nMONO_BMP = 0x4\n"
	  "SCAN_COUNT = 0x2\nNUM_LINE = 0x1 COUNT=1\nLINE = 0x20001 TOP=1 HEIGHT=2\n"
	  "SPAN = 0x40003 START=3 END=4\nNUM_LINE = 0x2 COUNT=2\nLINE = 0x5 TOP=5\n"
	  "SPAN = 0x6 START=6\nSPAN = 0x7 START=7", 0x98, 13,
	  { 0, 1, 2, 3, 4, 2, 1, 0x20001, 0x40003, 2, 5, 6, 7 } },
	{ "PAINT_MULTI", "DST = 0x20001 Y=1 X=2\nSIZE = 0x40003 HEIGHT=3 WIDTH=4",
	  0x9a, 3, { 0xf0, 0x20001, 0x40003 } },
	{ "BITBLT_MULTI", "SRC = 0x1 Y=1\nDST = 0x2 Y=2\nSIZE = 0x3 HEIGHT=3\nSRC = 0x4 Y=4",
	  0x9b, 5, { 0xf0, 1, 2, 3, 4 } },
	{ "TRANS_BITBLT", "CLR_CMP_CNTL = 0x2000504 CLR_CMP_SRC=EQUAL CLR_CMP_DST=KEEP_NOT_EQUAL CMP_ENABLE=BOTH\nSRC_REF_CLR = 0x1 BLUE=1\nDST_REF_CLR = 0x2 BLUE=2\nSRC = 0x3 Y=3\nDST = 0x4 Y=4\n"
	  "SIZE = 0x5 HEIGHT=5", 0x9c, 7, { 0xf0, 0x2000504, 1, 2, 3, 4, 5 } },
	{ "a color brush of 8 bits", "COLOR_BMP = 0x1\nCOLOR_BMP = 0x10\nTOP_LEFT = 0x2 X=2", 0x91, 18,
	  { 0x2a0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 2 } },
	{ "3D_DRAW_VBUF", "VAP_VTX_FMT = 0x1\nVAP_VF_CNTL = 0x30024 PRIM_TYPE=TRIANGLES PRIM_WALK=VERTEX_LIST NUM_VERTICES=3", 0x28, 2, { 1, 0x30024 } },
	{ "3D_DRAW_IMMD", "VAP_VTX_FMT = 0x1\nNUM_VERTICES=3\n0x5", 0x29, 3, { 1, 0x30034, 5 } },
	{ "3D_DRAW_INDX", "VAP_VTX_FMT = 0x1\nNUM_VERTICES=3\n0x5", 0x2a, 3, { 1, 0x30014, 5 } },
	{ "3D_DRAW_128", "VAP_VF_CNTL = 0x30014 PRIM_TYPE=TRIANGLES PRIM_WALK=INDICES\n0x5",
	  0x39, 2, { 0x30014, 5 } },
	{ "MPEG_INDEX", "MASK = 0x80004 VAP_PROG_STREAM_CNTL_0=1 RB3D_COLORPITCH0=1\n"
	  "VAP_PROG_STREAM_CNTL_0 = 0x1\nRB3D_COLORPITCH0 = 0x2\nVAP_VF_CNTL = 0x3001d\n"
	  "NUM_INDICES = 0x2 COUNT=2\nFIRST_INDEX = 0x0\nFIRST_INDEX = 0x4\nDUMMY = 0x9",
	  0x3a, 8, { 0x80004, 1, 2, 0x3001d, 2, 0, 4, 9 } },
};

static char lines[8192];

static void keep(void *ctx, const char *text)
{
	size_t n = strlen(lines);

	snprintf(lines + n, sizeof(lines) - n, "%s\n", text);
}

static void decode(const u32 *ib, u32 n)
{
	struct pm4_decoder d = { .front = &r500_front, .chip = PM4_R580, .mark_dw = PM4_NO_DWORD,
				 .ib = ib, .ib_dw = n, .line = keep };

	lines[0] = 0;
	pm4_decode(&d);
}

/* The wanted lines are in this order. */
static bool has(const char *wanted)
{
	const char *at = lines, *end;
	char line[160];

	for (; *wanted; wanted = *end ? end + 1 : end) {
		end = wanted + strcspn(wanted, "\n");
		snprintf(line, sizeof(line), "%.*s", (int)(end - wanted), wanted);
		at = strstr(at, line);
		if (!at)
			return false;
		at += strcspn(at, "\n");
	}
	return true;
}

void test_decode_packets(void)
{
	u32 ib[MAX_DW + 1], i, n, cut = 0;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		ib[0] = TYPE3(all[i].opcode, all[i].n);
		memcpy(ib + 1, all[i].body, all[i].n * sizeof(u32));
		decode(ib, all[i].n + 1);
		if (!tap_ok(has(all[i].lines) && strstr(lines, "(denied: "), "decode: %s", all[i].name))
			tap_note("%s", lines);
		/* A stream that ends inside: a line for each dword, and one for those that miss. */
		for (n = 1; n <= all[i].n; n++) {
			decode(ib, n);
			cut += !strstr(lines, "dwords are missing)") ||
				strstr(lines, "(0 dwords are missing)");
		}
	}
	tap_ok(!cut, "decode: each of these packets may end early");
	decode((const u32[]){ 1u << 30 | (0x2090 / 4 & 0x7ff) << 11 | 0x1000 / 4, 1, 2 }, 3);
	tap_ok(has("type 1: two registers\n = 0x1\n = 0x2"), "decode: type 1");
}
