// SPDX-License-Identifier: GPL-2.0
/*
 * HTILE, CMASK and FMASK: their shapes and sizes, masks in the colour buffer, and masks whose
 * registers are not set.
 */
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

/* CMASK and FMASK without a relocation are in the colour buffer. */
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
			       "... past its end");
			s->dw[7] = 3;
			scene_reloc(s, BUF_CMASK);
			tap_ok(!scene_check(s) && s->out[7] == (s->addrs[BUF_CMASK] >> 8) + 3,
			       "... and in a buffer of its own");
			s->buffers[BUF_CMASK].size = 768;
			tap_ok(!scene_check(s) && s->out[7] == s->addrs[BUF_CMASK] >> 8,
			       "... or past its end");
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
			scene_passes(s, "HTILE that fits");
			s->buffers[BUF_HTILE].size--;
			scene_refused(s, PM4_CODE_HTILE_BOUNDS, "HTILE one byte short");
			s->buffers[BUF_HTILE].size += 4096;
			s->htile_offset = pipes;
			scene_passes(s, "HTILE that begins with the first pipe");
			s->htile_offset = pipes == 1 ? 0 : 1;
			if (pipes == 1)
				s->buffers[BUF_HTILE].align = 128;
			scene_refused(s, PM4_CODE_SURFACE_BASE, "... and with another");
			s->htile_offset = 0;
			s->htile_surface = 7;
			scene_refused(s, PM4_CODE_REGISTER_BITS, "linear HTILE");
		}
	}
	scene_default(s);
	s->color[0].info = CB_INFO(0x1a, 0);
	s->color[0].view = 4;
	s->buffers[BUF_COLOR].size = 16384 + 4 * 16384 + 4;
	scene_passes(s, "linear general: the view's low bits are part of the base");
	s->buffers[BUF_COLOR].size--;
	scene_refused(s, PM4_CODE_SURFACE_BOUNDS, "... and are counted");
	scene_default(s);
	s->use_texture = true;
	s->texture[0] = 3 | 1 << 3 | 7 << 8 | 63u << 19;
	s->texture[1] = 63 | 0x1au << 26;
	s->texture[5] = 7u << 17;
	s->texture[6] = 2u << 30;
	s->buffers[BUF_TEXTURE].size = 8 * 16384;
	scene_passes(s, "a cube with eight slices");
	s->buffers[BUF_TEXTURE].size--;
	scene_refused(s, PM4_CODE_SURFACE_BOUNDS, "... one byte short");
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
		scene_passes(s, "HTILE of another shape");
		s->buffers[BUF_HTILE].size--;
		scene_refused(s, PM4_CODE_HTILE_BOUNDS, "... one byte short");
	}
}

/* The scene without one context register and the relocation after it. */
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
static void test_unset_masks(struct scene *s)
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
	scene_passes(s, "FMASK with one sample");
	s->buffers[BUF_FMASK].size--;
	scene_refused(s, PM4_CODE_FMASK_BOUNDS, "... one byte short");
}

void test_masks(void)
{
	static struct scene s;

	test_masks_in_color(&s);
	test_more_surfaces(&s);
	test_htile_shapes(&s);
	test_unset_masks(&s);
}
