// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses of all units: offsets with sizes, alignment, read-only buffers, the order of
 * relocations, bits beside an address, and tiling from the buffer.
 */
#include "check_scene.h"
#include "tap.h"

/* All units with an address, each with its own offset, in buffers that just fit. */
static void everything(struct scene *s)
{
	u32 i;

	scene_default(s);
	s->aa = 2;
	s->color[0].info = CB_INFO(0x1a, 4) | 2 << 18;
	s->color[0].offset = 256;
	s->color[0].mask = 1 | 3 << 12;
	s->color[0].tile_offset = 4;
	s->color[0].frag_offset = 8;
	s->buffers[BUF_COLOR].size = 65536 + 65536;
	s->buffers[BUF_CMASK].size = 4 * 256 + 512;
	s->buffers[BUF_FMASK].size = 8 * 256 + 128 * 64 * 2;
	s->depth_control = 3;
	s->depth_info = DB_INFO(3, 4) | 1 << 25;
	s->depth_size = TILE_MAX(64, 64);
	s->depth_offset = 512;
	s->htile_surface = 3;
	s->htile_offset = 10;
	s->buffers[BUF_DEPTH].size = 512 * 256 + 65536;
	s->buffers[BUF_HTILE].size = 10 * 256 + 4096;
	s->strmout_en = 1;
	s->strmout_buffers = 1;
	s->strmout_size = 16;
	s->strmout_offset = 9;
	s->buffers[BUF_STRMOUT].size = 9 * 256 + 64;
	for (i = 0; i < 3; i++) {
		s->const_size[i] = 1;
		s->const_offset[i] = 11;
	}
	s->buffers[BUF_CONST].size = 12 * 256;
	s->program_offset = 13;
	s->buffers[BUF_PROGRAM].size = 13 * 256 + 8;
	s->gs_programs = true;
	s->gs_mode = 3;
	s->rings = true;
	s->ring_offset = 15;
	s->ring_size = 2;
	s->buffers[BUF_RING].size = 17 * 256;
}

static void test_offsets(struct scene *s)
{
	static const struct {
		u32 buffer, code;
	} uses[] = {
		{ BUF_COLOR, PM4_CODE_SURFACE_BOUNDS }, { BUF_CMASK, PM4_CODE_CMASK_BOUNDS },
		{ BUF_FMASK, PM4_CODE_FMASK_BOUNDS }, { BUF_DEPTH, PM4_CODE_SURFACE_BOUNDS },
		{ BUF_HTILE, PM4_CODE_HTILE_BOUNDS }, { BUF_STRMOUT, PM4_CODE_STRMOUT_BOUNDS },
		{ BUF_CONST, PM4_CODE_CONST_BOUNDS }, { BUF_PROGRAM, PM4_CODE_PROGRAM_BOUNDS },
		{ BUF_RING, PM4_CODE_RING_BOUNDS },
	};
	static const u32 written[] = {
		BUF_COLOR, BUF_CMASK, BUF_FMASK, BUF_DEPTH, BUF_HTILE, BUF_STRMOUT, BUF_RING,
	};
	char name[64];
	u32 i;

	everything(s);
	scene_passes(s, "everything at an offset");
	for (i = 0; i < ARRAY_SIZE(uses); i++) {
		everything(s);
		s->buffers[uses[i].buffer].size--;
		snprintf(name, sizeof(name), "buffer %u one byte short", uses[i].buffer);
		scene_refused(s, uses[i].code, name);
	}
	for (i = 0; i < ARRAY_SIZE(written); i++) {
		everything(s);
		s->buffers[written[i]].writable = false;
		snprintf(name, sizeof(name), "buffer %u read-only", written[i]);
		scene_refused(s, PM4_CODE_READ_ONLY, name);
		tap_ok(s->verdict.buffer == written[i], "... and that one is named");
	}
	everything(s);
	s->buffers[BUF_CONST].writable = false;
	s->buffers[BUF_PROGRAM].writable = false;
	scene_passes(s, "programs and constants that may only be read");
}

/* The alignment of a surface's buffer must satisfy the surface; its offset also counts. */
static void test_alignment(struct scene *s)
{
	static const struct {
		u32 buffer, align;
	} needs[] = {
		{ BUF_COLOR, 8192 }, { BUF_DEPTH, 8192 }, { BUF_CMASK, 512 }, { BUF_FMASK, 2048 },
		{ BUF_HTILE, 512 }, { BUF_TEXTURE, 2048 }, { BUF_MIP, 2048 },
	};
	char text[PM4_VERDICT_TEXT];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(needs); i++) {
		everything(s);
		s->use_texture = true;
		s->texture[0] = 1 | 4 << 3 | 7 << 8 | 63u << 19;
		s->texture[1] = 63 | 0x1au << 26;
		s->texture[5] = 1;
		s->texture[6] = 2u << 30;
		s->buffers[needs[i].buffer].align = needs[i].align;
		scene_passes(s, "a buffer that is just aligned");
		s->buffers[needs[i].buffer].align /= 2;
		scene_refused(s, PM4_CODE_SURFACE_BASE, "... to half of that");
		tap_ok(s->verdict.buffer == needs[i].buffer && s->verdict.expected == needs[i].align,
		       "... and that one is named");
	}
	scene_text(s, text);
	tap_ok(strstr(text, "buffer 13 is aligned to 1024 bytes, and needs 2048"), "%s", text);
	s->buffers[BUF_MIP].align = 1 << 20;
	s->texture[3] = 1;
	scene_refused(s, PM4_CODE_SURFACE_BASE, "a mip base in the middle of a macro tile");
	scene_text(s, text);
	tap_ok(strstr(text, "offset 0x100 in buffer 13 is not a multiple of 2048"), "%s", text);
	s->buffers[BUF_MIP].align = 256;
	scene_refused(s, PM4_CODE_SURFACE_BASE, "... of a buffer that is not aligned either");
	scene_text(s, text);
	tap_ok(strstr(text, "offset 0x100 in buffer 13 is not"), "%s", text);
}

/* Each base register's address is the buffer's plus the offset. */
static void test_addresses(struct scene *s)
{
	static const struct {
		u32 reg, buffer, offset;
	} bases[] = {
		{ PM4_R_CB_COLOR_BASE, BUF_COLOR, 256 }, { PM4_R_CB_COLOR_TILE, BUF_CMASK, 4 },
		{ PM4_R_CB_COLOR_FRAG, BUF_FMASK, 8 }, { PM4_R_DB_DEPTH_BASE, BUF_DEPTH, 512 },
		{ PM4_R_DB_HTILE_DATA_BASE, BUF_HTILE, 10 },
		{ PM4_R_VGT_STRMOUT_BUFFER_BASE, BUF_STRMOUT, 9 },
		{ PM4_R_SQ_ALU_CONST_CACHE_VS + 20, BUF_CONST, 11 },
		{ PM4_R_SQ_PGM_START_ES, BUF_PROGRAM, 13 },
	};
	u32 i, k, found;

	everything(s);
	for (i = 0; i < SCENE_BUFFERS; i++)
		s->addrs[i] += 0xfa00000000ull;
	scene_run(s);
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		u32 want = (u32)(s->addrs[bases[i].buffer] >> 8) + bases[i].offset;

		for (found = 0, k = 0; k + 2 < s->ndw; k++)
			if (s->dw[k] == (0xc0010000u | PM4_OP_SET_CONTEXT_REG << 8) &&
			    s->dw[k + 1] == (bases[i].reg - PM4_CONTEXT_BASE) / 4)
				found += s->out[k + 2] == want;
		tap_ok(found == 1, "register 0x%x gets its address", bases[i].reg);
	}
}

/* Two addresses in one packet take two relocations, in the registers' order. */
static void test_two_addresses(struct scene *s)
{
	scene_default(s);
	scene_packet(s, PM4_OP_SET_CONTEXT_REG, 3, (u32[]){ 0x10, 1, 2 });
	scene_reloc(s, 3);
	scene_reloc(s, 4);
	tap_ok(!scene_check(s) && s->out[2] == (4 << 12) + 1 && s->out[3] == (5 << 12) + 2,
	       "two bases in one packet");
	s->dw[s->ndw - 1] = 64;
	tap_ok(scene_check(s) == PM4_CODE_RELOC_INDEX && s->verdict.dword == s->ndw - 1,
	       "... the second of which names no buffer");
	scene_default(s);
	scene_context(s, PM4_R_CB_COLOR_BASE, 0);
	scene_reloc(s, 16);
	tap_ok(scene_check(s) == PM4_CODE_RELOC_INDEX, "one base that names no buffer");
}

/* Patches keep the low bits of an address register that are flags. */
static void test_low_bits(struct scene *s)
{
	scene_default(s);
	s->addrs[1] = 0x1ff00ff00ull;
	s->buffers[1].align = 256;
	scene_packet(s, PM4_OP_MEM_WRITE, 4, (u32[]){ 0x100 | 2, 1 << 18, 0, 0 });
	scene_reloc(s, 1);
	scene_packet(s, PM4_OP_WAIT_REG_MEM, 6, (u32[]){ 0x13, 0x200 | 1, 0, 0, 0, 0 });
	scene_reloc(s, 1);
	scene_packet(s, PM4_OP_SET_PREDICATION, 2, (u32[]){ 0x300, 0x80010100 });
	scene_reloc(s, 1);
	scene_packet(s, PM4_OP_CP_DMA, 5, (u32[]){ 1, 1u << 31, 2, 0, 4 });
	scene_reloc(s, 1);
	scene_reloc(s, 1);
	scene_packet(s, PM4_OP_EVENT_WRITE_EOP, 5, (u32[]){ 0x528, 4, 1u << 29, 0, 0 });
	scene_reloc(s, 1);
	scene_packet(s, PM4_OP_SURFACE_SYNC, 4, (u32[]){ 0, 1, 5, 0 });
	scene_reloc(s, 1);
	tap_ok(!scene_check(s), "packets with addresses pass");
	tap_ok(s->out[1] == 0xff010002 && s->out[2] == (1 << 18 | 1), "MEM_WRITE's address");
	tap_ok(s->out[9] == 0xff010101 && s->out[10] == 1, "WAIT_REG_MEM's address");
	tap_ok(s->out[17] == 0xff010200 && s->out[18] == 0x80010101, "SET_PREDICATION's address");
	tap_ok(s->out[22] == 0xff00ff01 && s->out[23] == (1u << 31 | 1) &&
	       s->out[24] == 0xff00ff02 && s->out[25] == 1, "CP_DMA's addresses");
	tap_ok(s->out[33] == 0xff00ff04 && s->out[34] == (1u << 29 | 1), "EVENT_WRITE_EOP's address");
	tap_ok(s->out[42] == 0x1ff00ff + 5, "SURFACE_SYNC's address");
}

static void info(struct scene *s, u32 reg, u32 value, u32 payload)
{
	s->ndw = 0;
	scene_context(s, reg, value);
	scene_put(s, 0xc0001000);
	scene_put(s, payload);
}

/* Without KEEP_TILING an INFO register takes its array mode from a buffer. */
static void test_tiling(struct scene *s)
{
	static const struct {
		u32 reg, value, tiling, want;
	} cases[] = {
		{ PM4_R_CB_COLOR_INFO + 8, CB_INFO(0x1a, 0), 0, CB_INFO(0x1a, 0) },
		{ PM4_R_CB_COLOR_INFO + 8, CB_INFO(0x1a, 0), 2, CB_INFO(0x1a, 2) },
		{ PM4_R_CB_COLOR_INFO + 8, CB_INFO(0x1a, 0), 1, CB_INFO(0x1a, 4) },
		{ PM4_R_CB_COLOR_INFO + 8, CB_INFO(0x1a, 0), 3, CB_INFO(0x1a, 4) },
		{ PM4_R_DB_DEPTH_INFO, DB_INFO(3, 0), 0, DB_INFO(3, 2) },
		{ PM4_R_DB_DEPTH_INFO, DB_INFO(3, 4), 2, DB_INFO(3, 2) },
		{ PM4_R_DB_DEPTH_INFO, DB_INFO(3, 0), 1, DB_INFO(3, 4) },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		scene_default(s);
		s->buffers[2].tiling = cases[i].tiling;
		info(s, cases[i].reg, cases[i].value, 8);
		s->flags = 0;
		tap_ok(!scene_check(s) && s->out[2] == cases[i].want,
		       "tiling %u of 0x%x: 0x%x", cases[i].tiling, cases[i].value, s->out[2]);
		s->flags = PM4_KEEP_TILING;
		tap_ok(!scene_check(s) && s->out[2] == cases[i].value, "... kept");
		s->flags = 0;
		info(s, cases[i].reg, cases[i].value, 64);
		tap_ok(scene_check(s) == PM4_CODE_RELOC_INDEX, "... of a buffer that is none");
		s->ndw = 3;
		tap_ok(!scene_check(s) && s->out[2] == cases[i].value, "... without a relocation");
	}
	/* The check uses the mode of the buffer. */
	scene_default(s);
	s->flags = 0;
	scene_context(s, PM4_R_CB_COLOR_INFO, CB_INFO(0x1a, 1));
	scene_reloc(s, BUF_COLOR);
	s->buffers[BUF_COLOR].tiling = 1;
	tap_ok(!scene_check(s) && s->out[2] == CB_INFO(0x1a, 5), "or-ed, as radeon's ABI has it");
}

void test_bases(void)
{
	static struct scene s;

	test_offsets(&s);
	test_alignment(&s);
	test_addresses(&s);
	test_tiling(&s);
	test_two_addresses(&s);
	test_low_bits(&s);
}
