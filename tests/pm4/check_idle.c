// SPDX-License-Identifier: GPL-2.0
/*
 * Bases past the end of their buffers: accepted while the unit is off, whatever the register,
 * and the chip then gets the start of the buffer; refused by the draw that uses them.  And
 * values of earlier streams: a stream reads and counts on only what it has set.
 */
#include "check_scene.h"
#include "tap.h"

#define FAR	0x12345u	/* in units of 256 bytes; the buffers have 256 KiB */

static void color_1_on(struct scene *s)
{
	scene_context(s, PM4_R_CB_COLOR_INFO + 4, CB_INFO(0x1a, 1));
	scene_context(s, PM4_R_CB_COLOR_SIZE + 4, TILE_MAX(64, 64));
	scene_context(s, PM4_R_CB_COLOR_VIEW + 4, 0);
	scene_context(s, PM4_R_CB_TARGET_MASK, 0xff);
}

static void cmask_on(struct scene *s)
{
	scene_context(s, PM4_R_CB_COLOR_INFO, CB_INFO(0x1a, 1) | 1 << 18);
}

static void fmask_on(struct scene *s)
{
	scene_context(s, PM4_R_CB_COLOR_INFO, CB_INFO(0x1a, 1) | 2 << 18);
}

static void depth_on(struct scene *s)
{
	scene_context(s, PM4_R_DB_DEPTH_INFO, DB_INFO(3, 2));
	scene_context(s, PM4_R_DB_DEPTH_SIZE, TILE_MAX(64, 64));
	scene_context(s, PM4_R_DB_DEPTH_VIEW, 0);
}

/* What Mesa 26 leaves out for a level without HTILE. */
static void htile_on(struct scene *s)
{
	depth_on(s);
	scene_context(s, PM4_R_DB_DEPTH_BASE, 0);
	scene_reloc(s, BUF_DEPTH);
	scene_context(s, PM4_R_DB_HTILE_SURFACE, 3);
	scene_context(s, PM4_R_DB_DEPTH_INFO, DB_INFO(3, 2) | 1 << 25);
}

static void const_on(struct scene *s)
{
	scene_context(s, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_VS + 12, 1);
}

static void strmout_on(struct scene *s)
{
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 32, 1);
	scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_EN, 4);
	scene_context(s, PM4_R_VGT_STRMOUT_EN, 1);
}

static void scratch_on(struct scene *s)
{
	scene_config(s, PM4_R_SQ_PSTMP_RING_BASE + 4, 1);
}

static void gs_on(struct scene *s)
{
	scene_context(s, PM4_R_VGT_GS_MODE, 3);
}

static void always_on(struct scene *s)
{
}

static const struct idle {
	const char *name;
	u32 reg;
	u32 buffer;
	void (*on)(struct scene *s);	/* NULL: no draw can use it */
	bool used;			/* by every draw */
} bases[] = {
	{ "colour buffer 1", PM4_R_CB_COLOR_BASE + 4, BUF_RESOLVE, color_1_on },
	{ "colour buffer 0", PM4_R_CB_COLOR_BASE, BUF_COLOR, always_on, true },
	{ "CMASK", PM4_R_CB_COLOR_TILE, BUF_CMASK, cmask_on },
	{ "FMASK", PM4_R_CB_COLOR_FRAG, BUF_FMASK, fmask_on },
	{ "depth buffer", PM4_R_DB_DEPTH_BASE, BUF_DEPTH, depth_on },
	{ "HTILE", PM4_R_DB_HTILE_DATA_BASE, BUF_HTILE, htile_on },
	{ "vertex constants 3", PM4_R_SQ_ALU_CONST_CACHE_VS + 12, BUF_CONST, const_on },
	{ "stream-out buffer 2", PM4_R_VGT_STRMOUT_BUFFER_BASE + 32, BUF_STRMOUT, strmout_on },
	{ "pixel scratch", PM4_R_SQ_PSTMP_RING_BASE, BUF_RING, scratch_on },
	{ "memory export", PM4_R_SX_MEMORY_EXPORT_BASE, BUF_EXPORT, NULL },
	{ "geometry shader", PM4_R_SQ_PGM_START_GS, BUF_PROGRAM, gs_on },
	{ "vertex shader", PM4_R_SQ_PGM_START_VS, BUF_PROGRAM, always_on, true },
	{ "fetch shader", PM4_R_SQ_PGM_START_FS, BUF_PROGRAM, always_on, true },
};

/* Returns the dword of the base. */
static u32 scene_with(struct scene *s, const struct idle *b, u32 base)
{
	u32 at;

	scene_default(s);
	scene_state(s);
	at = s->ndw + 2;
	if (b->reg < PM4_CONFIG_END)
		scene_config(s, b->reg, base);
	else
		scene_context(s, b->reg, base);
	scene_reloc(s, b->buffer);
	return at;
}

static void test_base(struct scene *s, const struct idle *b)
{
	u32 addr, at, bytes;

	at = scene_with(s, b, FAR);
	addr = (u32)(s->addrs[b->buffer] >> 8);
	tap_ok(!scene_check(s) && s->out[at] == addr,
	       "%s: base past the end, no draw: the start of the buffer", b->name);
	scene_draw(s);
	if (b->used)
		tap_ok(scene_check(s) == PM4_CODE_BASE_BOUNDS && s->verdict.reg == b->reg &&
		       s->verdict.dword == at && s->verdict.draw != PM4_NO_DWORD,
		       "... refused by a draw");
	else
		tap_ok(!scene_check(s) && s->out[at] == addr, "... and for a draw without it");
	if (!b->on)
		return;

	/* The first offset outside, and the last inside. */
	bytes = 1024;
	at = scene_with(s, b, bytes / 256);
	s->buffers[b->buffer].size = bytes;
	b->on(s);
	scene_draw(s);
	tap_ok(scene_check(s) == PM4_CODE_BASE_BOUNDS && s->verdict.reg == b->reg &&
	       s->verdict.dword == at, "... refused by a draw with it");
	at = scene_with(s, b, bytes / 256 - 1);
	s->buffers[b->buffer].size = bytes;
	if (!b->used)
		scene_draw(s);
	tap_ok(!scene_check(s) && s->out[at] == addr + bytes / 256 - 1,
	       "... the last 256 bytes of the buffer are kept");
}

/* CMASK without a relocation is in the colour buffer, or at its start. */
static void test_shared(struct scene *s)
{
	u32 at;

	scene_default(s);
	scene_state(s);
	at = s->ndw + 2;
	scene_context(s, PM4_R_CB_COLOR_TILE, FAR);
	scene_draw(s);
	tap_ok(!scene_check(s) && s->out[at] == s->addrs[BUF_COLOR] >> 8,
	       "CMASK in the colour buffer, past its end: the start of the buffer");
}

/* STRMOUT_BASE_UPDATE sends the same base to the CP. */
static void test_strmout_base(struct scene *s)
{
	u32 at, n;

	for (n = 0; n < 2; n++) {
		scene_default(s);
		scene_state(s);
		scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_BASE, FAR);
		scene_reloc(s, BUF_STRMOUT);
		at = s->ndw + 2;
		scene_packet(s, PM4_OP_STRMOUT_BASE_UPDATE, 2, (u32[]){ 0, FAR });
		scene_reloc(s, BUF_STRMOUT);
		scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_SIZE, 1);
		scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_EN, 1);
		scene_context(s, PM4_R_VGT_STRMOUT_EN, n);
		scene_draw(s);
		tap_ok(scene_check(s) == (n ? PM4_CODE_BASE_BOUNDS : 0) &&
		       (n || s->out[at] == s->addrs[BUF_STRMOUT] >> 8),
		       "stream-out base of the CP past the end, %s", n ? "used" : "unused");
	}
}

/* An empty buffer has no byte at which the chip could have a base. */
static void test_empty(struct scene *s)
{
	u32 at;

	scene_default(s);
	scene_state(s);
	s->buffers[BUF_HTILE].size = 0;
	at = s->ndw + 2;
	scene_context(s, PM4_R_DB_HTILE_DATA_BASE, 0);
	scene_reloc(s, BUF_HTILE);
	tap_ok(scene_check(s) == PM4_CODE_BASE_BOUNDS && s->verdict.dword == at,
	       "base in an empty buffer");
}

/* COPY_DW reads only registers that this stream has set, or has copied to. */
static void test_copy_unset(struct scene *s)
{
	static const u32 regs[] = { PM4_R_CB_BLEND_RED, PM4_R_CB_CLEAR_RED, PM4_R_PA_CL_UCP_X,
				    PM4_R_TD_PS_SAMPLER_BORDER_RED };
	u32 i, k;

	for (i = 0; i < ARRAY_SIZE(regs); i++) {
		for (k = 0; k < 3; k++) {
			scene_default(s);
			if (k == 1 && regs[i] < PM4_CONFIG_END)
				scene_config(s, regs[i], 1);
			else if (k == 1)
				scene_context(s, regs[i], 1);
			if (k == 2) {
				scene_packet(s, PM4_OP_COPY_DW, 5,
					     (u32[]){ 1, 0, 0, regs[i] / 4, 0 });
				scene_reloc(s, BUF_QUERY);
			}
			scene_packet(s, PM4_OP_COPY_DW, 5, (u32[]){ 2, regs[i] / 4, 0, 0, 0 });
			scene_reloc(s, BUF_QUERY);
			tap_ok(scene_check(s) == (k ? 0 : PM4_CODE_NOT_SET) &&
			       (k || s->verdict.reg == regs[i]), "COPY_DW from 0x%x, %s", regs[i],
			       k == 2 ? "copied to before" : k ? "set before" : "not set");
		}
	}
}

/* The filled size of an earlier stream: stored, taken as the offset, or gone on with. */
static void test_filled_size(struct scene *s)
{
	static const struct { u32 first, then; u32 want; const char *name; } cases[] = {
		{ ~0u, 7, PM4_CODE_PACKET_MISSING, "stored, nothing set" },
		{ ~0u, 1, PM4_CODE_PACKET_MISSING, "stored by the packet that sets it" },
		{ ~0u, 2, PM4_CODE_PACKET_MISSING, "taken as the offset, nothing set" },
		{ 0x100, 7, PM4_CODE_PACKET_MISSING, "stored, another buffer's set" },
		{ 6, 7, PM4_CODE_PACKET_MISSING, "stored after a packet that sets nothing" },
		{ 0, 7, 0, "stored, set from the packet" },
		{ 4, 7, 0, "stored, set from memory" },
		{ 4, 2, 0, "taken as the offset, set from memory" },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		scene_default(s);
		if (cases[i].first != ~0u) {
			scene_packet(s, PM4_OP_STRMOUT_BUFFER_UPDATE, 5,
				     (u32[]){ cases[i].first, 0, 0, 0, 0 });
			if (cases[i].first == 4)
				scene_reloc(s, BUF_QUERY);
		}
		scene_packet(s, PM4_OP_STRMOUT_BUFFER_UPDATE, 5,
			     (u32[]){ cases[i].then, 0, 0, 0, 0 });
		if (cases[i].then & 1)
			scene_reloc(s, BUF_QUERY);
		tap_ok(scene_check(s) == cases[i].want, "filled size %s", cases[i].name);
	}

	/* Each draw with stream-out, and each opaque draw. */
	for (i = 0; i < 2; i++) {
		scene_default(s);
		s->strmout_en = 1;
		s->strmout_buffers = 1;
		s->strmout_size = 16;
		s->strmout_bases = true;
		scene_state(s);
		/* as an earlier stream has left the offset */
		scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16, 16);
		scene_packet(s, PM4_OP_STRMOUT_BASE_UPDATE, 2, (u32[]){ 1, 0 });
		scene_reloc(s, BUF_STRMOUT);
		scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_EN, 3);
		if (i)
			scene_packet(s, PM4_OP_STRMOUT_BUFFER_UPDATE, 5, (u32[]){ 0x100, 0, 0, 0, 0 });
		scene_draw(s);
		tap_ok(scene_check(s) == (i ? 0 : PM4_CODE_PACKET_MISSING),
		       "stream-out %s offset", i ? "at its own" : "at an earlier stream's");

		scene_default(s);
		scene_state(s);
		if (i)
			scene_counts(s);
		scene_packet(s, PM4_OP_DRAW_INDEX_AUTO, 2, (u32[]){ 0, 0x42 });
		tap_ok(scene_check(s) == (i ? 0 : PM4_CODE_NOT_SET),
		       "opaque draw of %s count", i ? "its own" : "an earlier stream's");
	}
}

/* A surface sync names memory and accesses none. */
static void test_coher(struct scene *s)
{
	u32 at;

	scene_default(s);
	scene_state(s);
	at = s->ndw + 2;
	scene_config(s, PM4_R_CP_COHER_BASE, FAR);
	scene_reloc(s, BUF_COLOR);
	tap_ok(!scene_check(s) && s->out[at] == (s->addrs[BUF_COLOR] >> 8) + FAR,
	       "base of a surface sync past the end: kept");
}

/*
 * A draw checks some units although they are off.  A refusal for one of them names the register
 * that switches the unit off, and its last write; a refusal for a unit that is on does not.
 */
static const struct off {
	const char *name;
	u32 buffer;		/* the refused one */
	u32 base;		/* set by the test, or 0: the scene sets it */
	u32 reg;		/* the switch */
	const char *reg_name;
	u32 off, on;		/* its values */
} offs[] = {
	{ "depth buffer", BUF_DEPTH, 0, PM4_R_DB_DEPTH_CONTROL, "DB_DEPTH_CONTROL", 0, 2 },
	{ "stencil buffer", BUF_DEPTH, 0, PM4_R_DB_DEPTH_CONTROL, "DB_DEPTH_CONTROL", 0x10, 1 },
	{ "depth buffer that is cleared", BUF_DEPTH, 0, PM4_R_DB_RENDER_CONTROL, NULL, 1, 2 },
	{ "stream-out", BUF_STRMOUT, PM4_R_VGT_STRMOUT_BUFFER_BASE, PM4_R_VGT_STRMOUT_EN,
	  "VGT_STRMOUT_EN", 0, 1 },
	{ "stream-out buffer", BUF_STRMOUT, PM4_R_VGT_STRMOUT_BUFFER_BASE + 32,
	  PM4_R_VGT_STRMOUT_BUFFER_EN, "VGT_STRMOUT_BUFFER_EN", 0, 4 },
	{ "constants", BUF_CONST, PM4_R_SQ_ALU_CONST_CACHE_VS + 12,
	  PM4_R_SQ_ALU_CONST_BUFFER_SIZE_VS + 12, "SQ_ALU_CONST_BUFFER_SIZE_VS_3", 0, 1 },
	{ "scratch", BUF_RING, PM4_R_SQ_PSTMP_RING_BASE, PM4_R_SQ_PSTMP_RING_SIZE,
	  "SQ_PSTMP_RING_SIZE", 0, 1 },
	{ "memory export", BUF_EXPORT, PM4_R_SX_MEMORY_EXPORT_BASE, PM4_R_SX_MEMORY_EXPORT_SIZE,
	  "SX_MEMORY_EXPORT_SIZE", 0, 0 },
	{ "colour buffer of a copy", BUF_COLOR, 0, PM4_R_CB_TARGET_MASK, "CB_TARGET_MASK", 0, 0xf },
};

/* Write the switch and draw; returns the dword of the write. */
static u32 scene_off(struct scene *s, const struct off *o, u32 value)
{
	u32 at;

	scene_default(s);
	s->depth_control = 0;
	s->depth_info = o->buffer == BUF_DEPTH || o->buffer == BUF_COLOR ? DB_INFO(3, 2) : 0;
	s->depth_size = TILE_MAX(64, 64);
	s->render_control = o->buffer == BUF_COLOR ? 4 : 0;
	scene_state(s);
	s->buffers[o->buffer].size = o->base ? 128 : 4096;
	s->buffers[o->buffer].writable = false;
	if (o->base && o->base < PM4_CONFIG_END)
		scene_config(s, o->base, 0);
	else if (o->base)
		scene_context(s, o->base, 0);
	if (o->base)
		scene_reloc(s, o->buffer);
	if (o->reg == PM4_R_VGT_STRMOUT_EN)
		scene_context(s, PM4_R_VGT_STRMOUT_BUFFER_EN, 1);
	if (o->reg == PM4_R_VGT_STRMOUT_BUFFER_EN)
		scene_context(s, PM4_R_VGT_STRMOUT_EN, 1);
	at = s->ndw + 2;
	if (o->reg < PM4_CONFIG_END)
		scene_config(s, o->reg, value);
	else
		scene_context(s, o->reg, value);
	scene_draw(s);
	return at;
}

static void test_off(struct scene *s)
{
	char text[PM4_VERDICT_TEXT], tail[128];
	u32 i, at;

	for (i = 0; i < ARRAY_SIZE(offs); i++) {
		const struct off *o = &offs[i];

		at = scene_off(s, o, o->off);
		scene_check(s);
		scene_text(s, text);
		snprintf(tail, sizeof(tail), "; checked although it is off: %s at dword %u (draw at",
			 o->reg_name, at);
		if (!tap_ok(s->verdict.code && !strstr(text, "although") == !o->reg_name &&
			    (!o->reg_name || strstr(text, tail)), "%s, off: %s", o->name, text))
			tap_note("instead of: %s", tail);
		at = scene_off(s, o, o->on);
		scene_check(s);
		scene_text(s, text);
		if (o->on)
			tap_ok(s->verdict.code && !strstr(text, "although"), "... on: %s", text);
	}
}

void test_idle(void)
{
	static struct scene s;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bases); i++)
		test_base(&s, &bases[i]);
	test_shared(&s);
	test_strmout_base(&s);
	test_empty(&s);
	test_copy_unset(&s);
	test_filled_size(&s);
	test_coher(&s);
	test_off(&s);
}
