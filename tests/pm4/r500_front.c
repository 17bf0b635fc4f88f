// SPDX-License-Identifier: GPL-2.0
/*
 * The front: chips, the arguments of a check, sentences, the decoder.
 */
#include <stdlib.h>
#include "pm4_decode.h"
#include "r500_scene.h"
#include "tap.h"

static void test_chips(void)
{
	static const char * const names[] = { "RV515", "R520", "RV530", "R580", "RV560", "RV570" };
	u32 i;

	for (i = 0; i < R500_CHIPS; i++)
		tap_ok(pm4_chip_find(&r500_front, names[i]) == (int)i &&
		       !strcmp(pm4_chip_name(&r500_front, i), names[i]), "chip %s", names[i]);
	tap_ok(pm4_chip_find(&r500_front, "R420") < 0, "R420 is no chip of R5xx");
}

static void test_arguments(void)
{
	static const u32 filler = 0x80000000;
	struct pm4_input in = { .ib = &filler, .ib_dw = 1 };
	struct pm4_checker *ck = malloc(pm4_checker_size(&r500_front));
	struct pm4_card card = { .front = &r500_front, .chip = PM4_R580, .pipes = 4 };
	struct pm4_patch patches[2];
	struct pm4_verdict v;
	struct pm4_result r;
	u64 written = 0;

	pm4_checker_init(ck, &card);
	tap_ok(!pm4_check(ck, &in, patches, 0, &written, &r, &v), "one dword needs no patches");
	in.ring = PM4_RING_DMA;
	tap_ok(pm4_check(ck, &in, patches, 2, &written, &r, &v) && v.code == PM4_CODE_CHIP_RING,
	       "R5xx has no DMA ring");
	in.ring = PM4_RING_GFX;
	in.ib_dw = 0;
	tap_ok(pm4_check(ck, &in, patches, 2, &written, &r, &v) && v.code == PM4_CODE_EMPTY,
	       "an empty stream");
	free(ck);
}

/* The sentence of the last answer has these words. */
static void says(struct scene *s, const char *words)
{
	const struct answer *a = ask(s);

	if (!tap_ok(a->refused && strstr(a->text, words) && strlen(a->text) < PM4_VERDICT_TEXT - 1,
		    "says: %s", words))
		tap_note("%s", a->text);
}

static void test_words(void)
{
	static const u32 zeros[8];
	struct scene s;

	scene_begin(&s, PM4_R580);
	address(&s, 0x4e2c, 0, B_SPARE);
	reg(&s, 0x4e3c, 6 << 21 | 64);
	reg(&s, 0x46a8, 0);
	s.buffers[B_SPARE].size = 8192;
	draw_list(&s, 3);
	says(&s, "RB3D_COLOROFFSET1: linear 64x64x4B needs 16384 bytes at offset 0, buffer 6 has 8192 (draw at");
	*last(&s, 0x4e3c) = 6 << 21 | 2 << 17 | 1 << 16 | 64;
	says(&s, "RB3D_COLORPITCH1: square tiles are for 2 bytes, not for 4");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	reg(&s, 0x42c8, 1);
	says(&s, "SU_REG_DEST: 0x1 leaves some pipes out at the end of the stream, all pipes are 0xf");
	address(&s, 0x4e28, 0, B_COLOR);
	says(&s, "RB3D_COLOROFFSET0: some pipes would not take this: dword");
	scene_begin(&s, PM4_R580);
	draw_buffer(&s, 10, 0, 5);
	s.n -= 6;
	says(&s, "3D_DRAW_INDX_2: lacks 5 dwords of indices, and no INDX_BUFFER follows");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4f1c, 1);
	says(&s, "ZB_BW_CNTL: 0x1 sets HIZ_ENABLE: HyperZ is not owned by this client");
	scene_begin(&s, PM4_R580);
	packet(&s, 0x38, 3);
	dw(&s, 0);
	dw(&s, 1);
	dw(&s, 0);
	says(&s, "3D_CLEAR_CMASK: CMASK RAM is not owned by this client");
	scene_empty(&s, PM4_R580);
	reg(&s, 0x143c, 0);
	says(&s, "DST_HEIGHT_WIDTH: the 2D engine is not checked");
	scene_empty(&s, PM4_R580);
	reg(&s, 0x2084, 0);
	says(&s, "VAP_VF_CNTL: a write is a draw, which needs a draw packet");
	scene_empty(&s, PM4_R580);
	reg(&s, 0x4600, 1);
	says(&s, "US_CONFIG: 0x00000001 sets bits 0x00000001 that must be 0");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 17);
	says(&s, "3D_DRAW_VBUF_2: array 0 (dword");
	says(&s, "up to element 16, needs 272 bytes at offset 0, buffer 3 has 256");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4480, 63 << 11 | 63 | 6 << 26);
	draw_list(&s, 3);
	says(&s, "TX_OFFSET_0: linear 64x64x4B with 7 levels needs");
	scene_empty(&s, PM4_R580);
	reg(&s, 0x4408, 3u << 28);
	says(&s, "TX_FILTER0_2: ID must be 2, the number of the texture, not 3");
	scene_begin(&s, PM4_R580);
	draw_buffer(&s, 4, 0, 2);
	s.ib[s.n - 5] = 0x80001000;
	says(&s, "INDX_BUFFER: DESTINATION must be 0x80000810 (VAP_PORT_IDX0), not 0x80001000");
	scene_begin(&s, PM4_R580);
	s.n -= 6;
	draw_list(&s, 3);
	says(&s, "the stream has not set the vertex arrays by 3D_LOAD_VBPNTR");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x20b4, 0);
	draw_data(&s, 3, 0);
	says(&s, "VAP_VTX_SIZE: the vertices of a packet have 0 dwords (draw at");
	scene_empty(&s, PM4_R580);
	packet(&s, 0x2f, 5);
	dw(&s, 2);
	s.n += 4;
	says(&s, "3D_LOAD_VBPNTR: has 5 dwords after its header, and needs 4");
	scene_empty(&s, PM4_R580);
	dw(&s, 0x6000 | 0x4e14 / 4);
	dw(&s, 0);
	says(&s, "bits 0x6000 of the register's number must be 0");
	scene_empty(&s, PM4_R580);
	reg(&s, 0x4254, 0);
	says(&s, "only a packet with ONE_REG_WR may write this port");
	scene_empty(&s, PM4_R580);
	upload(&s, 1 << 16 | 255, zeros, 8);
	says(&s, "GA_US_VECTOR_DATA: no room for 2 constants at 255, there are 256");
	scene_begin(&s, PM4_R520);
	*last(&s, 0x4640) = 0;
	draw_list(&s, 3);
	says(&s, "US_FORMAT0_0: must be 0x0001f83f, as TX_FORMAT0 and TX_FORMAT2 say, not 0x00000000");
}

/* What the decoder has written. */
static char lines[16384];

static void take_line(void *ctx, const char *text)
{
	size_t at = strlen(lines);

	snprintf(lines + at, sizeof(lines) - at, "%s\n", text);
}

static void test_decode(void)
{
	static const char * const wanted[] = {
		"type 0: 1 register from RB3D_COLOR_CHANNEL_MASK",
		"RB3D_COLOR_CHANNEL_MASK = 0xf BLUE_MASK=1",
		"type 0: 3 dwords to GA_US_VECTOR_DATA",
		"type 1: two registers",
		"filler",
		"VTX_AOS_ATTR01: 4 dwords every 6, 0 every 0",
		"VTX_AOS_ADDR0 = 0x20",
		"relocation 0: buffer of 65536 bytes",
		"VAP_VF_CNTL = 0x30024 PRIM_TYPE=TRIANGLES PRIM_WALK=VERTEX_LIST NUM_VERTICES=3",
		"VAP_VF_CNTL = 0x0 PRIM_TYPE=NONE PRIM_WALK=STATE (denied: a write is a draw",
	};
	struct pm4_decoder d = { .front = &r500_front, .chip = PM4_R580, .mark_dw = PM4_NO_DWORD,
				 .line = take_line };
	struct scene s;
	u32 i;

	scene_empty(&s, PM4_R580);
	reg(&s, 0x4e0c, 15);
	dw(&s, 2 << 16 | 0x8000 | 0x4254 / 4);
	dw(&s, 0);
	dw(&s, 0);
	dw(&s, 0);
	dw(&s, 0x40000000 | 0x100);
	dw(&s, 0);
	dw(&s, 0);
	dw(&s, 0x80000000);
	arrays(&s, 0, 0x20, 4, 6);
	draw_list(&s, 3);
	reg(&s, 0x2084, 0);
	d.ib = s.ib;
	d.ib_dw = s.n;
	d.buffers = s.buffers;
	d.nbuffers = 1;
	pm4_decode(&d);
	for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		if (!tap_ok(strstr(lines, wanted[i]), "decode: %s", wanted[i]))
			tap_note("%s", lines);
	tap_ok(pm4_packet_dw(&r500_front, PM4_RING_GFX, PM4_R580, 0x40000000) == 3,
	       "a packet of type 1 has two dwords after its header");
	tap_ok(r500_front.type0_reg(0x8000 | 0x4254 / 4, 5) == 0x4254 / 4 &&
	       r500_front.type0_reg(0x4400 / 4, 5) == 0x4414 / 4, "registers of type 0");
}

/* Vectors become zeros: a packet for each run, after its index. */
static void test_neutral_vectors(const struct pm4_card *card)
{
	static const struct { u32 slot, count, reg, index; } runs[] = {
		{ 0, 1, 0x4250, 1 << 16 }, { 60, 8, 0x4250, 1 << 16 | 60 }, { 255, 1, 0x4250, 1 << 16 | 255 },
		{ 256, 2, 0x2200, 1024 }, { 511, 1, 0x2200, 1279 }, { 512, 7, 0x2200, 1536 },
		{ 519, 1, 0x2200, 1543 },
	};
	u32 out[R500_PREAMBLE_MAX_DW], n, i, k, at, bad;

	for (i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
		struct pm4_live reset = { 0 };

		for (k = runs[i].slot; k < runs[i].slot + runs[i].count; k++)
			reset.slots[k / 64] |= 1ull << k % 64;
		n = pm4_neutral_emit(card, &reset, 0, out, R500_PREAMBLE_MAX_DW);
		/* All pipes; before uploads to the vertex shader draws of others are done with it. */
		at = runs[i].slot < 256 ? 2 : 4;
		bad = n != at + 3 + 4 * runs[i].count || (at == 4 && out[2] != 0x2284 / 4) ||
		      out[at] != runs[i].reg / 4 || out[at + 1] != runs[i].index ||
		      out[at + 2] != ((4 * runs[i].count - 1) << 16 | 0x8000 |
				      (runs[i].slot < 256 ? 0x4254 : 0x2208) / 4);
		for (k = at + 3; k < n; k++)
			bad |= out[k];
		tap_ok(!bad, "%u vectors from slot %u on become zeros", runs[i].count, runs[i].slot);
	}
}

/* The preamble sets what it should, with room for all of it. */
static void test_neutral(void)
{
	struct pm4_card card = { .front = &r500_front, .chip = PM4_R580, .pipes = 4 };
	u32 out[R500_PREAMBLE_MAX_DW], n;
	struct pm4_live reset = { 0 };

	tap_ok(pm4_neutral_emit(&card, &reset, 0, out, R500_PREAMBLE_MAX_DW) == 0, "nothing to reset");
	reset.groups = 1ull << 21;
	n = pm4_neutral_emit(&card, &reset, 0, out, R500_PREAMBLE_MAX_DW);
	tap_ok(n == 38 && out[0] == 0x42c8 / 4 && out[1] == 15 && out[2] == 0x4104 / 4 && !out[3] &&
	       out[4] == (15 << 16 | 0x4440 / 4) && out[21] == (15 << 16 | 0x45c0 / 4),
	       "all pipes, then TX_ENABLE = 0, TX_FILTER1 and border colours");
	tap_ok(pm4_neutral_emit(&card, &reset, 0, out, 3) == 0, "no room");
	reset.groups = ~0ull;
	n = pm4_neutral_emit(&card, &reset, 0, out, R500_PREAMBLE_MAX_DW);
	tap_ok(n > 250 && n < 350, "all groups in %u dwords", n);
	memset(reset.slots, 0xff, sizeof(reset.slots));
	n = pm4_neutral_emit(&card, &reset, 0, out, R500_PREAMBLE_MAX_DW);
	tap_ok(n > 250 + 4 * 520, "everything in %u dwords", n);
	memset(reset.slots, 0x55, sizeof(reset.slots));
	n = pm4_neutral_emit(&card, &reset, 0, out, R500_PREAMBLE_MAX_DW);
	tap_ok(n > 250 + 7 * 260, "every other constant in %u dwords", n);
	test_neutral_vectors(&card);
	card.chip = PM4_RV530;
	card.pipes = 1;
	pm4_neutral_emit(&card, &reset, 0, out, R500_PREAMBLE_MAX_DW);
	tap_ok(out[1] == 1 && out[2] == 0x4be8 / 4 && out[3] == 3, "both Z pipes of RV530");
}

void test_front(void)
{
	test_chips();
	test_arguments();
	test_words();
	test_decode();
	test_neutral();
}
