// SPDX-License-Identifier: GPL-2.0
/*
 * Edge cases besides the tables of rules: offsets with sizes, read-only buffers,
 * tiling from the buffer, last packets, last registers, and differences between
 * chips.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

static void passes(struct scene *s, const char *name)
{
	char text[PM4_VERDICT_TEXT];
	u32 code = scene_run(s);

	scene_text(s, text);
	tap_ok(!code, "%s passes %s", name, text);
}

static void refused(struct scene *s, u32 want, const char *name)
{
	u32 code = scene_run(s);

	tap_ok(code == want, "%s: %s", name, pm4_code_name(code));
}

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
	passes(s, "everything at an offset");
	for (i = 0; i < ARRAY_SIZE(uses); i++) {
		everything(s);
		s->buffers[uses[i].buffer].size--;
		snprintf(name, sizeof(name), "buffer %u one byte short", uses[i].buffer);
		refused(s, uses[i].code, name);
	}
	for (i = 0; i < ARRAY_SIZE(written); i++) {
		everything(s);
		s->buffers[written[i]].writable = false;
		snprintf(name, sizeof(name), "buffer %u read-only", written[i]);
		refused(s, PM4_CODE_READ_ONLY, name);
		tap_ok(s->verdict.buffer == written[i], "... and that one is named");
	}
	everything(s);
	s->buffers[BUF_CONST].writable = false;
	s->buffers[BUF_PROGRAM].writable = false;
	passes(s, "programs and constants that may only be read");
}

/* The alignment of a surface's buffer must satisfy the surface; its offset counts, too. */
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
		passes(s, "a buffer that is just aligned");
		s->buffers[needs[i].buffer].align /= 2;
		refused(s, PM4_CODE_SURFACE_BASE, "... to half of that");
		tap_ok(s->verdict.buffer == needs[i].buffer && s->verdict.expected == needs[i].align,
		       "... and that one is named");
	}
	scene_text(s, text);
	tap_ok(strstr(text, "buffer 13 is aligned to 1024 bytes, and needs 2048"), "%s", text);
	s->buffers[BUF_MIP].align = 1 << 20;
	s->texture[3] = 1;
	refused(s, PM4_CODE_SURFACE_BASE, "a mip base in the middle of a macro tile");
	scene_text(s, text);
	tap_ok(strstr(text, "offset 0x100 in buffer 13 is not a multiple of 2048"), "%s", text);
	s->buffers[BUF_MIP].align = 256;
	refused(s, PM4_CODE_SURFACE_BASE, "... of a buffer that is not aligned either");
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

/* The same packet at the end of the stream, and one dword shorter. */
static void test_ends(struct scene *s)
{
	static const u32 bodies[][10] = {
		/* opcode, dwords, body */
		{ PM4_OP_SET_CONTEXT_REG, 2, 0x105, 1 },
		{ PM4_OP_SET_CONTEXT_REG, 3, 0x105, 1, 2 },
		{ PM4_OP_SET_CONTEXT_REG, 3, 0x8e, 1, 2 },
		{ PM4_OP_SET_CONTEXT_REG, 2, 0x8e, 1 },
		{ PM4_OP_SET_CONFIG_REG, 2, 0x256, 1 },
		{ PM4_OP_EVENT_WRITE, 1, 0x16 },
		{ PM4_OP_NUM_INSTANCES, 1, 1 },
		{ PM4_OP_SURFACE_SYNC, 4, 0, 0xffffffff, 0, 10 },
		{ PM4_OP_SET_SAMPLER, 4, 0, 0, 0, 0 },
		{ PM4_OP_SET_CTL_CONST, 2, 0, 0 },
		{ PM4_OP_INDEX_TYPE, 1, 1 },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bodies); i++) {
		scene_default(s);
		scene_packet(s, bodies[i][0], bodies[i][1], bodies[i] + 2);
		tap_ok(!scene_check(s) && !memcmp(s->dw, s->out, s->ndw * 4) &&
		       s->result.packets == 1, "packet 0x%02x at the end", bodies[i][0]);
		s->ndw--;
		tap_ok(scene_check(s) == PM4_CODE_TRUNCATED, "... and short of a dword");
	}
	scene_default(s);
	scene_state(s);
	scene_draw(s);
	tap_ok(!scene_check(s), "a draw at the end");
	s->ndw--;
	tap_ok(scene_check(s) == PM4_CODE_TRUNCATED, "... and short of a dword");
}

static void one_packet(struct scene *s, const char *name, u32 op, u32 n, const u32 *body,
		       u32 want)
{
	u32 code;

	scene_default(s);
	scene_packet(s, op, n, body);
	code = scene_check(s);
	tap_ok(code == want, "%s: %s", name, pm4_code_name(code));
}

/* A packet of zeros from @first on. */
static void one_run(struct scene *s, const char *name, u32 op, u32 n, u32 first, u32 want)
{
	u32 body[16] = { first };

	one_packet(s, name, op, n, body, want);
}

static void test_windows(struct scene *s)
{
	one_packet(s, "last context registers", PM4_OP_SET_CONTEXT_REG, 3,
		   (u32[]){ 0x39e, 0, 0 }, 0);
	one_packet(s, "config registers over the end", PM4_OP_SET_CONFIG_REG, 3,
		   (u32[]){ 0xaff, 0, 0 }, PM4_CODE_RANGE);
	one_packet(s, "config register behind the end", PM4_OP_SET_CONFIG_REG, 2,
		   (u32[]){ 0xb00, 0 }, PM4_CODE_RANGE);
	one_packet(s, "config registers, a run with one denied", PM4_OP_SET_CONFIG_REG, 3,
		   (u32[]){ 0x255, 0, 0 }, PM4_CODE_REGISTER_DENIED);
	one_packet(s, "an address in a run", PM4_OP_SET_CONTEXT_REG, 3, (u32[]){ 0x10, 0, 0 },
		   PM4_CODE_RELOC_MISSING);
	one_run(s, "resources over the end", PM4_OP_SET_RESOURCE, 15, 584 * 7, PM4_CODE_RANGE);
	one_run(s, "resource between two slots", PM4_OP_SET_RESOURCE, 8, 3,
		PM4_CODE_CONST_OFFSET);
	one_run(s, "resources, no whole number", PM4_OP_SET_RESOURCE, 10, 0,
		PM4_CODE_PACKET_LENGTH);
	one_run(s, "sampler behind the end", PM4_OP_SET_SAMPLER, 4, 0x3fc, PM4_CODE_RANGE);
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

static void test_chips(struct scene *s)
{
	scene_default(s);
	s->strmout_en = 1;
	s->strmout_buffers = 1;
	s->strmout_size = 16;
	scene_emit(s);
	tap_ok(!scene_check(s), "stream-out on R7xx, whose CP was told the base");
	s->ndw = 0;
	scene_state(s);
	/* Take STRMOUT_BASE_UPDATE and its relocation out. */
	for (u32 i = 0; i + 5 <= s->ndw; i++) {
		if (s->dw[i] != (0xc0010000u | PM4_OP_STRMOUT_BASE_UPDATE << 8))
			continue;
		memmove(s->dw + i, s->dw + i + 5, (s->ndw - i - 5) * 4);
		s->ndw -= 5;
	}
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_PACKET_MISSING, "... and was not");
	s->card.chip = PM4_RV670;
	tap_ok(!scene_check(s), "on R6xx it finds out for itself");
	s->card.chip = PM4_RS780;
	tap_ok(scene_check(s) == PM4_CODE_PACKET_MISSING, "RS780 is like R7xx there");
}

/* CMASK and FMASK without a relocation lie in the colour buffer. */
static void test_masks_in_color(struct scene *s)
{
	static const u32 regs[] = { PM4_R_CB_COLOR_TILE, PM4_R_CB_COLOR_FRAG };
	u32 i, n;

	for (i = 0; i < 2; i++) {
		for (n = 0; n < 8; n += 7) {
			scene_default(s);
			s->buffers[BUF_COLOR].size = 1024;
			scene_context(s, PM4_R_CB_COLOR_BASE + 4 * n, 1);
			scene_reloc(s, BUF_COLOR);
			scene_context(s, regs[i] + 4 * n, 3);
			tap_ok(!scene_check(s) && s->out[7] == (s->addrs[BUF_COLOR] >> 8) + 3,
			       "0x%x in the colour buffer", regs[i] + 4 * n);
			s->dw[7] = 4;
			tap_ok(!scene_check(s) && s->out[7] == s->addrs[BUF_COLOR] >> 8,
			       "... behind its end");
			s->dw[7] = 3;
			scene_reloc(s, BUF_CMASK);
			tap_ok(!scene_check(s) && s->out[7] == (s->addrs[BUF_CMASK] >> 8) + 3,
			       "... and in a buffer of its own");
			s->buffers[BUF_CMASK].size = 768;
			tap_ok(!scene_check(s) && s->out[7] == s->addrs[BUF_CMASK] >> 8,
			       "... or behind its end");
			s->buffers[BUF_CMASK].size = 1024;
			s->dw[1] ^= 1;
			s->ndw -= 2;
			tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING &&
			       s->verdict.reg == regs[i] + 4 * n,
			       "... nor in that of another colour buffer");
		}
	}
	scene_default(s);
	scene_context(s, PM4_R_CB_COLOR_BASE, 0);
	scene_reloc(s, BUF_COLOR);
	scene_context(s, PM4_R_CB_COLOR_BASE + 4, 0);
	scene_reloc(s, BUF_COLOR);
	scene_packet(s, PM4_OP_SET_CONTEXT_REG, 3, (u32[]){ 0x30, 0, 0 });
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "two in a packet need relocations");
	scene_default(s);
	scene_context(s, PM4_R_CB_COLOR_TILE, 0);
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "... and so does one before the base");
}

/* A base that changes after STRMOUT_BASE_UPDATE differs from the CP's. */
static void test_strmout_told(struct scene *s)
{
	static const struct {
		u32 offset, buffer, code;
	} moves[] = {
		{ 1, BUF_STRMOUT, 0 }, { 2, BUF_STRMOUT, PM4_CODE_STRMOUT_MISMATCH },
		{ 1, BUF_QUERY, PM4_CODE_STRMOUT_MISMATCH },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(moves); i++) {
		scene_default(s);
		s->strmout_en = 1;
		s->strmout_buffers = 1;
		s->strmout_size = 16;
		s->strmout_offset = 1;
		s->ndw = 0;
		scene_state(s);
		scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_BASE, moves[i].offset);
		scene_reloc(s, moves[i].buffer);
		scene_draw(s);
		scene_check(s);
		tap_ok(s->verdict.code == moves[i].code &&
		       (!moves[i].code || (s->verdict.reg == PM4_R_VGT_STRMOUT_BUFFER_BASE &&
					   s->verdict.buffer == moves[i].buffer)),
		       "stream-out base %u of buffer %u after another was told: %s",
		       moves[i].offset, moves[i].buffer, pm4_code_name(s->verdict.code));
	}
}

static void test_resolve(struct scene *s)
{
	scene_default(s);
	s->aa = 2;
	s->color_control = 7 << 4;
	s->color[0].info = CB_INFO(0x1a, 4);
	s->color[1] = s->color[0];
	s->color[1].info = CB_INFO(0x1a, 1);
	s->buffers[BUF_COLOR].size = 65536;
	s->buffers[BUF_RESOLVE].size = 16384;
	passes(s, "a resolve");
	s->buffers[BUF_COLOR].size--;
	refused(s, PM4_CODE_SURFACE_BOUNDS, "... of a source that is short");
	s->buffers[BUF_COLOR].size++;
	s->color_control = 0;
	s->target_mask = 0xff;
	refused(s, PM4_CODE_SURFACE_MODE, "both as targets of a draw with 4 samples");
	s->color_control = 7 << 4;
	s->target_mask = 0;
	s->buffers[BUF_RESOLVE].size--;
	refused(s, PM4_CODE_SURFACE_BOUNDS, "a resolve with no target");
}

static void test_texture_slices(struct scene *s)
{
	scene_default(s);
	s->use_texture = true;
	s->texture[0] = 2 | 1 << 3 | 7 << 8 | 63u << 19;
	s->texture[1] = 15 | 3 << 13 | 0x1au << 26;
	s->texture[5] = 3 << 17;
	s->texture[6] = 2u << 30;
	passes(s, "a 3D texture whose last slice is its last");
	s->texture[5] = 4 << 17;
	refused(s, PM4_CODE_RESOURCE_ARRAY, "... or one behind it");
	s->texture[5] = 3 << 17 | 2;
	s->texture[3] = 4;
	s->buffers[BUF_MIP].size = 4 * 256 + 8 * 256 * 2 + 4 * 256;
	passes(s, "its mips at an offset");
	s->buffers[BUF_MIP].size--;
	refused(s, PM4_CODE_SURFACE_BOUNDS, "... one byte short");
}

/* Bodies that look like the headers and bodies of other packets. */
static void test_disguises(struct scene *s)
{
	static const u32 nop[] = { 0, 0xffffffff, 0, 0xc0016900, 0x10, 7, 0xc0002d00 };
	u32 i;

	for (i = 1; i <= ARRAY_SIZE(nop); i++) {
		scene_default(s);
		scene_packet(s, PM4_OP_NOP, i, nop);
		scene_context(s, 0x28414, 1);
		scene_packet(s, PM4_OP_SET_CONTEXT_REG, 3, (u32[]){ 0x105, 1, 2 });
		scene_config(s, 0x8958, 1);
		scene_packet(s, PM4_OP_SET_CONFIG_REG, 3, (u32[]){ 0x2900, 1, 2 });
		s->ndw -= 4;
		tap_ok(!scene_check(s) && s->result.packets == 4 && s->result.registers == 4 &&
		       !memcmp(s->dw, s->out, s->ndw * 4), "a NOP with %u dwords of disguise", i);
	}
	one_packet(s, "WAIT_REG_MEM that looks like a full flush", PM4_OP_WAIT_REG_MEM, 6,
		   (u32[]){ 3, 0xffffffff, 0, 0, 0, 0 }, PM4_CODE_WAIT_REGISTER);
	one_packet(s, "SURFACE_SYNC of all but the first 256 bytes", PM4_OP_SURFACE_SYNC, 4,
		   (u32[]){ 0, 0xffffffff, 1, 0 }, PM4_CODE_RELOC_MISSING);
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

/* HTILE of 512 x 512 pixels, by pipes; requirements of HTILE, CMASK and FMASK. */
static void test_more_surfaces(struct scene *s)
{
	static const struct {
		u32 pipes, bytes;
	} htiles[] = {
		{ 1, 16384 }, { 2, 16384 }, { 4, 16384 }, { 8, 16384 },
	}, small[] = {
		{ 1, 32 * 16 * 4 }, { 2, 32 * 32 * 4 }, { 4, 64 * 32 * 4 }, { 8, 64 * 64 * 4 },
	};
	u32 i, k;

	for (k = 0; k < 2; k++) {
		for (i = 0; i < (k ? ARRAY_SIZE(small) : ARRAY_SIZE(htiles)); i++) {
			u32 side = k ? 64 : 512;
			u32 pipes = k ? small[i].pipes : htiles[i].pipes;

			scene_default(s);
			s->card.pipes = pipes;
			s->target_mask = 0;
			s->window_br = XY(64, 64);
			s->depth_control = 2;
			s->depth_info = DB_INFO(3, 2) | 1 << 25;
			s->depth_size = TILE_MAX(side, side);
			s->htile_surface = 3;
			s->buffers[BUF_DEPTH].size = 4 * side * side;
			s->buffers[BUF_HTILE].size = k ? small[i].bytes : htiles[i].bytes;
			passes(s, "HTILE that fits");
			s->buffers[BUF_HTILE].size--;
			refused(s, PM4_CODE_HTILE_BOUNDS, "HTILE one byte short");
			s->buffers[BUF_HTILE].size += 4096;
			s->htile_offset = pipes;
			passes(s, "HTILE that begins with the first pipe");
			s->htile_offset = pipes == 1 ? 0 : 1;
			if (pipes == 1)
				s->buffers[BUF_HTILE].align = 128;
			refused(s, PM4_CODE_SURFACE_BASE, "... and with another");
			s->htile_offset = 0;
			s->htile_surface = 7;
			refused(s, PM4_CODE_REGISTER_BITS, "linear HTILE");
		}
	}
	scene_default(s);
	s->color[0].info = CB_INFO(0x1a, 0);
	s->color[0].view = 4;
	s->buffers[BUF_COLOR].size = 16384 + 4 * 16384 + 4;
	passes(s, "linear general: the view's low bits are part of the base");
	s->buffers[BUF_COLOR].size--;
	refused(s, PM4_CODE_SURFACE_BOUNDS, "... and are counted");
	scene_default(s);
	s->use_texture = true;
	s->texture[0] = 3 | 1 << 3 | 7 << 8 | 63u << 19;
	s->texture[1] = 63 | 0x1au << 26;
	s->texture[5] = 7u << 17;
	s->texture[6] = 2u << 30;
	s->buffers[BUF_TEXTURE].size = 8 * 16384;
	passes(s, "a cube with eight slices");
	s->buffers[BUF_TEXTURE].size--;
	refused(s, PM4_CODE_SURFACE_BOUNDS, "... one byte short");
}

/* 512 x 520 pixels: 64 x 65 tiles. */
static void test_htile_shapes(struct scene *s)
{
	static const struct {
		u32 pipes, bytes;
	} shapes[] = {
		{ 1, 64 * 80 * 4 }, { 2, 64 * 96 * 4 },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(shapes); i++) {
		scene_default(s);
		s->card.pipes = shapes[i].pipes;
		s->depth_control = 2;
		s->depth_info = DB_INFO(3, 2) | 1 << 25;
		s->depth_size = TILE_MAX(512, 520);
		s->htile_surface = 3;
		s->buffers[BUF_DEPTH].size = 512 * 520 * 4;
		s->buffers[BUF_HTILE].size = shapes[i].bytes;
		passes(s, "HTILE of another shape");
		s->buffers[BUF_HTILE].size--;
		refused(s, PM4_CODE_HTILE_BOUNDS, "... one byte short");
	}
}

/* The scene without one context register and the relocation behind it. */
static void leave_out(struct scene *s, u32 reg, bool reloc)
{
	u32 n = reloc ? 5 : 3, i;

	scene_emit(s);
	for (i = 0; i + n < s->ndw; i++) {
		if (s->dw[i] != (0xc0010000u | PM4_OP_SET_CONTEXT_REG << 8) ||
		    s->dw[i + 1] != (reg - PM4_CONTEXT_BASE) / 4)
			continue;
		memmove(s->dw + i, s->dw + i + n, (s->ndw - i - n) * 4);
		s->ndw -= n;
		return;
	}
	abort();
}

/* FMASK, CMASK and HTILE: unset registers, and FMASK with one sample. */
static void test_masks(struct scene *s)
{
	static const struct {
		u32 reg;
		bool reloc;
	} masks[] = {
		{ PM4_R_CB_COLOR_MASK, false }, { PM4_R_CB_COLOR_TILE, true },
		{ PM4_R_CB_COLOR_FRAG, true },
	}, htile[] = {
		{ PM4_R_DB_HTILE_SURFACE, false }, { PM4_R_DB_HTILE_DATA_BASE, true },
	};
	u32 k;

	for (k = 0; k < ARRAY_SIZE(masks); k++) {
		scene_default(s);
		s->color[0].info |= 2 << 18;
		leave_out(s, masks[k].reg, masks[k].reloc);
		tap_ok(scene_check(s) == PM4_CODE_NOT_SET && s->verdict.reg == masks[k].reg,
		       "FMASK in use without register 0x%x", masks[k].reg);
	}
	for (k = 0; k < ARRAY_SIZE(htile); k++) {
		scene_default(s);
		s->depth_control = 2;
		s->depth_info = DB_INFO(3, 2);
		s->depth_size = TILE_MAX(64, 64);
		leave_out(s, htile[k].reg, htile[k].reloc);
		tap_ok(!scene_check(s), "depth without HTILE, without register 0x%x", htile[k].reg);
		s->depth_info |= 1 << 25;
		s->htile_surface = 3;
		leave_out(s, htile[k].reg, htile[k].reloc);
		tap_ok(scene_check(s) == PM4_CODE_NOT_SET && s->verdict.reg == htile[k].reg,
		       "HTILE in use without register 0x%x", htile[k].reg);
	}
	scene_default(s);
	s->color[0].info |= 2 << 18;
	s->color[0].mask = 63 << 12;
	s->buffers[BUF_FMASK].size = 128 * 64 * 2;
	passes(s, "FMASK with one sample");
	s->buffers[BUF_FMASK].size--;
	refused(s, PM4_CODE_FMASK_BOUNDS, "... one byte short");
}

/* DRAW_INDEX: forbidden and required bits. */
static void test_draw_index(struct scene *s)
{
	static const struct {
		u32 at, value, code;
	} changes[] = {
		{ 3, 1, PM4_CODE_FIELD_BITS },		/* base, high: bits above 39 */
		{ 1, 2, PM4_CODE_DRAW_SOURCE },		/* initiator: VGT makes indices */
		{ 1, 0x40, PM4_CODE_DRAW_SOURCE },	/* initiator: opaque */
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(changes); i++) {
		scene_default(s);
		s->draw_index = true;
		scene_emit(s);
		s->dw[s->ndw - 2 - changes[i].at] = changes[i].at == 3 ? 0x100 : changes[i].value;
		tap_ok(scene_check(s) == changes[i].code, "DRAW_INDEX, dword %u from its end",
		       changes[i].at);
	}
	scene_default(s);
	s->draw_index = true;
	scene_emit(s);
	s->ndw -= 2;
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "DRAW_INDEX without its relocation");
	scene_default(s);
	s->draw_index = true;
	s->index_count = 0;
	s->index_offset = s->buffers[BUF_INDEX].size;
	tap_ok(!scene_run(s) && s->out[s->ndw - 6] < s->addrs[BUF_INDEX] + s->index_offset,
	       "DRAW_INDEX of nothing behind the end has its base held");
	scene_default(s);
	s->draw_index = true;
	s->addrs[BUF_INDEX] = 0x4fffffff00ull;
	s->buffers[BUF_INDEX].align = 256;
	s->index_offset = 0x102;
	scene_run(s);
	tap_ok(!s->verdict.code && s->out[s->ndw - 6] == 2 && s->out[s->ndw - 5] == 0x50,
	       "DRAW_INDEX: its address in 40 bits");
}

/* Two descriptors in one packet, each with its relocation. */
static void test_two_slots(struct scene *s)
{
	u32 body[15] = { 160 * 7, 4, 7, 0, 0, 0, 0, 3u << 30, 8, 7, 0, 0, 0, 0, 3u << 30 };

	scene_default(s);
	scene_packet(s, PM4_OP_SET_RESOURCE, 15, body);
	scene_reloc(s, 2);
	scene_reloc(s, 3);
	tap_ok(!scene_check(s) && s->out[2] == (3 << 20) + 4 && s->out[9] == (4 << 20) + 8 &&
	       s->result.footprint.live_out.slots[2] == 3ull << 32, "two vertex buffers in one packet");
	s->ndw -= 2;
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "... one relocation short");
	one_packet(s, "COPY_DW, other bits", PM4_OP_COPY_DW, 5, (u32[]){ 4, 0, 0, 0, 0 },
		   PM4_CODE_FIELD_BITS);
	one_packet(s, "WAIT_REG_MEM, other bits", PM4_OP_WAIT_REG_MEM, 6,
		   (u32[]){ 0x23, 0x2124, 0, 0, 0, 0 }, PM4_CODE_FIELD_BITS);
	one_packet(s, "STRMOUT_BUFFER_UPDATE, other bits", PM4_OP_STRMOUT_BUFFER_UPDATE, 5,
		   (u32[]){ 0x406, 0, 0, 0, 0 }, PM4_CODE_FIELD_BITS);
	one_packet(s, "EVENT_WRITE_EOP, unknown event", PM4_OP_EVENT_WRITE_EOP, 5,
		   (u32[]){ 0x53f, 0, 0, 0, 0 }, PM4_CODE_EVENT_UNKNOWN);
}

/* Packets that exceed the end of the stream, and registers of a packet after the first. */
static void test_walk(struct scene *s)
{
	u32 body[8] = { 160 * 7, 4, 7, 0, 0, 0, 0, 3u << 30 };
	u32 sizes[3] = { (PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS - PM4_CONTEXT_BASE) / 4, 0, 1 };

	scene_default(s);
	scene_packet(s, PM4_OP_SET_RESOURCE, 8, body);
	scene_reloc(s, 2);
	s->ndw--;
	tap_ok(scene_check(s) == PM4_CODE_RELOC_MISSING, "a vertex buffer, cut off in its relocation");

	scene_default(s);
	scene_emit(s);
	scene_packet(s, PM4_OP_SET_CONTEXT_REG, 3, sizes);
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_NOT_SET &&
	       s->verdict.reg == PM4_R_SQ_ALU_CONST_CACHE_PS + 4,
	       "two registers in one packet: the second counts too");

	scene_default(s);
	s->color[1] = s->color[0];
	s->target_mask = 0xff;
	scene_emit(s);
	scene_context(s, PM4_R_CB_COLOR_VIEW, s->color[0].view);
	scene_context(s, PM4_R_CB_COLOR_VIEW + 4, SLICES(0, 2047));
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_SURFACE_BOUNDS &&
	       s->verdict.reg == PM4_R_CB_COLOR_BASE + 4,
	       "two colour buffers that changed: both are looked at");
}

static void test_room(void)
{
	static const u32 ib[2] = { 0x80000000, 0x80000000 };
	struct pm4_checker *ck = malloc(pm4_checker_size(&r600_front));
	struct pm4_input in = { .ib = ib, .ib_dw = 2 };
	struct pm4_card card = { .front = &r600_front, .chip = PM4_RV770, .pipes = 8, .banks = 8,
				 .group_bytes = 256, .backends = 4 };
	struct pm4_patch patches[2];
	struct pm4_verdict verdict;
	struct pm4_result result;
	u64 written;

	pm4_checker_init(ck, &card);
	tap_ok(pm4_check(ck, &in, patches, 0, &written, &result, &verdict) == 1 &&
	       verdict.code == PM4_CODE_OUTPUT_TOO_SMALL, "no room for patches");
	tap_ok(!pm4_check(ck, &in, patches, 1, &written, &result, &verdict) && !result.npatches &&
	       result.packets == 2, "room for one, and none is needed");
	in.ib_dw = 1 << 24;
	tap_ok(pm4_check(ck, &in, patches, 2, &written, &result, &verdict) == 1 &&
	       verdict.code == PM4_CODE_OUTPUT_TOO_SMALL &&
	       verdict.expected == ((1 << 24) * 4ull) / 7, "room for the longest stream");
	in.ib_dw++;
	tap_ok(pm4_check(ck, &in, patches, 0xffffffff, &written, &result, &verdict) == 1 &&
	       verdict.code == PM4_CODE_TOO_LONG, "a stream that is longer");
	free(ck);
}

/*
 * The maximum number of patches for the length of a stream.  The sanitizer sees a patch past
 * the end of the allocation.
 */
static void test_most_patches(struct scene *s)
{
	u32 i;

	scene_default(s);
	s->buffers[BUF_INDEX].size = 8;
	scene_packet(s, PM4_OP_DRAW_INDEX, 4, (u32[]){ 64, 0, 9, 0 });
	scene_reloc(s, BUF_INDEX);
	tap_ok(pm4_patches_max(&r600_front, s->ndw) == 4 && scene_check(s) == PM4_CODE_NOT_SET,
	       "a draw whose indices are cut, and nothing else");
	s->ndw = 0;
	scene_state(s);
	for (i = 0; i < 400; i++) {
		scene_packet(s, PM4_OP_DRAW_INDEX, 4, (u32[]){ 64, 0, 9, 0 });
		scene_reloc(s, BUF_INDEX);
	}
	scene_check(s);
	tap_ok(!s->verdict.code && s->result.npatches == 4 * 400 + 6 &&
	       s->out[s->ndw - 6] == s->addrs[BUF_INDEX] + 6 && s->out[s->ndw - 4] == 1,
	       "400 of them behind one another: %u patches", s->result.npatches);
}

void test_edges(void)
{
	static struct scene s;

	test_offsets(&s);
	test_alignment(&s);
	test_addresses(&s);
	test_tiling(&s);
	test_ends(&s);
	test_windows(&s);
	test_two_addresses(&s);
	test_chips(&s);
	test_strmout_told(&s);
	test_masks_in_color(&s);
	test_resolve(&s);
	test_texture_slices(&s);
	test_disguises(&s);
	test_low_bits(&s);
	test_more_surfaces(&s);
	test_htile_shapes(&s);
	test_masks(&s);
	test_draw_index(&s);
	test_two_slots(&s);
	test_walk(&s);
	test_room();
	test_most_patches(&s);
}
