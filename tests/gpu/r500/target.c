// SPDX-License-Identifier: GPL-2.0
/*
 * Depth buffer (ZB) and colour targets (RB3D) of R5xx: registers become the common state of db.c and cb.c.
 *
 * A target's four channels are C0 to C3, blue to alpha by the names of the masks; US_OUT_FMT selects which
 * channel of the program each is.
 */
#include <string.h>

#include "../float.h"
#include "back_regs.h"
#include "r500.h"
#include "tile.h"

/* ---- depth ---- */

/* Comparisons of the common code: 1 less, 2 equal, 4 greater. */
static uint32_t compare_of(uint32_t func)
{
	static const uint8_t funcs[8] = { 0, 1, 3, 2, 6, 4, 5, 7 };

	return funcs[func & 7];
}

/* ZB_CNTL and ZB_ZSTENCILCNTL in the order of db->control. */
static uint32_t control_of(uint32_t cntl, uint32_t func)
{
	return gpu_field(cntl, 2, 0) | compare_of(func) << 4 | gpu_field(cntl, 4, 4) << 7 |
	       compare_of(func >> 3) << 8 | gpu_field(func, 8, 6) << 11 | gpu_field(func, 11, 9) << 14 |
	       gpu_field(func, 14, 12) << 17 | compare_of(func >> 15) << 20 | gpu_field(func, 20, 18) << 23 |
	       gpu_field(func, 23, 21) << 26 | gpu_field(func, 26, 24) << 29;
}

static void begin_depth_surface(struct gpu *gpu, struct gpu_db *db)
{
	uint32_t pitch = gpu_reg(gpu->regs, R500_ZB_DEPTHPITCH), format = gpu_reg(gpu->regs, R500_ZB_FORMAT);

	db->format = gpu_field(format, 3, 0) == 2 ? GPU_DEPTH_24_8 : GPU_DEPTH_16;
	db->bytes = db->format == GPU_DEPTH_24_8 ? 4 : 2;
	db->pitch = pitch & 0x3ffc;
	db->rows = gpu->window.scissor[3] > 0 ? (uint32_t)gpu->window.scissor[3] : 0;
	db->surface = (struct gpu_surface){
		.base = gpu_reg(gpu->regs, R500_ZB_DEPTHOFFSET) & ~31u, .pitch = db->pitch, .height = db->rows,
		.bytes = db->bytes, .samples = gpu->window.samples,
	};
	db->live = db->rows && gpu_field(format, 3, 0) != 1 &&
		   r500_surface_init(&db->surface, gpu_field(pitch, 18, 17), gpu_field(pitch, 16, 16));
	/* A pixel past the pitch has the tile of a later line; HiZ, ZMASK and clears end at the pitch. */
	if (!(gpu_reg(gpu->regs, R500_ZB_BW_CNTL) & 0x3d) && gpu->window.scissor[2] > (int32_t)db->pitch)
		db->pitch = (uint32_t)gpu->window.scissor[2];
	if (db->rows && !db->live)
		gpu_say(gpu, "ZB_FORMAT 0x%x, ZB_DEPTHPITCH 0x%08x: not a depth buffer", format, pitch);
}

/* FAST_FILL: ZMASK says which blocks have ZB_DEPTHCLEARVALUE. */
static void begin_zmask(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	struct r500_blocks *b = &gpu->r500->zmask;

	gpu->r500->ram->hyperz_clear = false;
	r500_blocks_init(b, gpu->r500->ram->zmask, r500_depth_pipes(gpu->chip),
			 gpu_reg(regs, R500_GB_Z_PEQ_CONFIG) & 1 ? 8 : 4, gpu_reg(regs, R500_ZB_ZMASK_OFFSET),
			 gpu_reg(regs, R500_ZB_ZMASK_PITCH));
	b->value[0] = gpu_reg(regs, R500_ZB_DEPTHCLEARVALUE);
	gpu->db.clear_z_bits = gpu->db.bytes == 2 ? b->value[0] & 0xffff : b->value[0] >> 8;
	gpu->db.clear_stencil_value = b->value[0] & 0xff;
}

/* Writes the clear value to a block whose memory is stale. */
static void expand_block(struct gpu *gpu, const struct r500_blocks *b, enum gpu_client client, const struct gpu_surface *s,
			 uint32_t x, uint32_t y)
{
	for (uint32_t i = 0; i < b->size * b->size; i++) {
		uint32_t px = x / b->size * b->size + i % b->size, py = y / b->size * b->size + i / b->size;

		for (uint32_t n = 0; px < s->pitch && n < s->samples; n++) {
			uint8_t *p = gpu_mem_at(&gpu->mem, client, true, gpu_surface_address(s, px, py, 0, n), s->bytes);

			if (p)
				memcpy(p, b->value, s->bytes);
		}
	}
}

/* Makes the memory of the blocks valid that the quads are in; @width and @height are the surface's. */
static void expand_blocks(struct gpu *gpu, const struct r500_blocks *b, enum gpu_client client, const struct gpu_surface *s,
			  const struct gpu_quads *q, uint32_t width, uint32_t height)
{
	gpu_mask any = 0;

	for (uint32_t n = 0; n < s->samples; n++)
		any |= q->covered[n];
	any &= gpu_lanes_inside(gpu, q, width, height);
	for (int i = 0; i < GPU_LANES; i += 4) {
		if (!(any >> i & 15) || !r500_block_cleared(b, q->x[i], q->y[i]))
			continue;
		expand_block(gpu, b, client, s, q->x[i], q->y[i]);
		r500_block_expand(b, q->x[i], q->y[i]);
	}
}

void r500_expand_depth(struct gpu *gpu, const struct gpu_quads *q)
{
	const struct gpu_db *db = &gpu->db;

	if (gpu->r500->zmask.ram && db->live)
		expand_blocks(gpu, &gpu->r500->zmask, GPU_DEPTH, &db->surface, q, db->pitch, db->rows);
}

static void begin_depth(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_db *db = &gpu->db;
	uint32_t cntl = gpu_reg(regs, R500_ZB_CNTL);
	bool fills;

	memset(db, 0, sizeof(*db));
	/* A depth block that tests nothing counts nothing: a real RV530 fails piglit's queries without a depth buffer. */
	db->count = cntl & 3;
	db->cache.tile_x = UINT32_MAX;
	memset(&gpu->r500->zmask, 0, sizeof(gpu->r500->zmask));
	memset(&gpu->r500->hiz, 0, sizeof(gpu->r500->hiz));
	/* A draw with neither test that may write depth reads blocks all the same: so Mesa writes ZMASK's to memory. */
	fills = gpu->r500->ram && cntl & 7 && gpu_field(gpu_reg(regs, R500_ZB_BW_CNTL), 2, 2);
	if (!(cntl & 3) && !fills && !gpu->r500->cb_clear)
		return;
	begin_depth_surface(gpu, db);
	if (fills)
		begin_zmask(gpu);
	db->control = control_of(cntl, gpu_reg(regs, R500_ZB_ZSTENCILCNTL));
	db->test_stencil = gpu_field(cntl, 0, 0) && db->live && db->format == GPU_DEPTH_24_8;
	db->test_z = gpu_field(cntl, 1, 1) && db->live;
	db->write_z = gpu_field(cntl, 2, 2) && db->test_z;
	db->backface = gpu_field(cntl, 4, 4);
	db->ref_mask[0] = gpu_reg(regs, R500_ZB_STENCILREFMASK);
	db->ref_mask[1] = gpu_reg(regs, gpu_field(cntl, 6, 6) ? R500_ZB_STENCILREFMASK_BF : R500_ZB_STENCILREFMASK);
	db->zmax = 1.0f;
	db->clamp_z = true;
	db->program_z = gpu_reg(regs, R500_FG_DEPTH_SRC) & 1;
	r500_hiz_begin(gpu);
}

void r500_cb_clear(struct gpu *gpu, const struct gpu_quads *q)
{
	struct gpu_db *db = &gpu->db;
	uint32_t value = gpu_reg(gpu->regs, R500_ZB_DEPTHCLEARVALUE);

	for (int i = 0; db->live && i < GPU_LANES; i++) {
		uint32_t x = q->x[i], y = q->y[i];
		uint8_t *p;

		if (!(q->covered[0] >> i & 1) || x >= db->pitch || y >= db->rows)
			continue;
		p = gpu_mem_at(&gpu->mem, GPU_DEPTH, true, gpu_surface_address(&db->surface, x, y, 0, 0),
			       db->bytes);
		if (p)
			memcpy(p, &value, db->bytes);
	}
}

/* ---- colour ---- */

enum {
	COLOR_1555 = 3, COLOR_565 = 4, COLOR_2101010 = 5, COLOR_8888 = 6, COLOR_32323232 = 7, COLOR_I8 = 9,
	COLOR_16161616 = 10, COLOR_UV88 = 13, COLOR_4444 = 15
};

/* The format of the target's own number. */
static uint32_t narrow_format(uint32_t color, uint8_t channel[4])
{
	switch (color) {
	case COLOR_1555:
		return 10;
	case COLOR_565:
		return 8;
	case COLOR_2101010:
		return 25;
	case COLOR_8888:
		return 26;
	case COLOR_4444:
		return 11;
	case COLOR_16161616:
		return 31;
	case COLOR_32323232:
		return 35;
	case COLOR_I8:
		channel[0] = 2;
		return 1;
	case COLOR_UV88:
		channel[0] = 2;
		channel[1] = 0;
		return 7;
	}
	return 0;
}

uint8_t r500_color_bytes(uint32_t pitch)
{
	uint8_t channel[4];
	uint32_t number = narrow_format(gpu_field(pitch, 24, 21), channel);

	return number ? gpu_format(number)->bytes : 0;
}

/*
 * Outputs of more than 10 bits are stored as they are, in a target of their size.  The size of a pixel is in
 * COLORFORMAT alone (guide, 10.1); what an output of another size leaves there, no document says.
 */
static uint32_t common_format(uint32_t out, uint32_t color, uint8_t channel[4])
{
	static const uint8_t wide[32] = {
		[OUT_C_16] = 5, [OUT_C2_16] = 15, [OUT_C4_16] = 31, [OUT_C_16_FP] = 6, [OUT_C2_16_FP] = 16,
		[OUT_C4_16_FP] = 32, [OUT_C_32_FP] = 14, [OUT_C2_32_FP] = 30, [OUT_C4_32_FP] = 35,
	};
	uint32_t own = narrow_format(color, channel);

	if (!wide[out] || !own || gpu_format(wide[out])->bytes != gpu_format(own)->bytes)
		return own;
	/* Two floats are C0 and C2, whatever the guide says: Mesa's RG32F, which real cards pass. */
	for (uint8_t i = 0; i < 4; i++)
		channel[i] = out == OUT_C2_32_FP && i == 1 ? 2 : i;
	return wide[out];
}

static bool begin_format(struct gpu_color_format *f, uint32_t out, uint32_t pitch)
{
	uint8_t channel[4] = { 0, 1, 2, 3 };
	uint32_t number = common_format(out & 31, gpu_field(pitch, 24, 21), channel);
	uint32_t endian = gpu_field(pitch, 20, 19);

	/* A swap of half dwords is not modelled. */
	if (!number || !gpu_color_init(f, number, gpu_field(out, 19, 16) == 15 ? GPU_SNORM : GPU_UNORM, 0, endian % 3))
		return false;
	memcpy(f->channel, channel, sizeof(channel));
	/*
	 * The alpha of an alpha target (C2_SEL is alpha) is its component, but of a red one it is 1: a real RV530
	 * passes piglit's fbo-alpha and fbo-blending-formats of R8, and Mesa blends both by the target's alpha.
	 */
	f->intensity = gpu_field(pitch, 24, 21) == COLOR_I8 && !gpu_field(out, 13, 12);
	f->channels = 0;
	for (unsigned int i = 0; i < f->format->components; i++)
		f->channels |= 1u << channel[i];
	return true;
}

/* Factors of the common code, by R5xx's factors: Direct3D's numbers, then OpenGL's numbers. */
static uint32_t factor_of(uint32_t code, bool source)
{
	static const uint8_t d3d[14] = { 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
	static const uint8_t gl[15] = { 0, 1, 2, 3, 8, 9, 4, 5, 6, 7, 10, 13, 14, 19, 20 };

	if (code == 11 || code == 42)
		return source ? 10 : 0;
	if (code < 14)
		return d3d[code];
	return code >= 32 && code < 47 ? gl[code - 32] : 0;
}

/* SRCBLEND, COMB_FCN and DESTBLEND in the order of target->blend_control. */
static uint32_t blend_of(uint32_t reg)
{
	static const uint8_t ops[8] = { 0, 0, 1, 1, 2, 3, 4, 4 };

	return factor_of(gpu_field(reg, 21, 16), true) | ops[gpu_field(reg, 14, 12)] << 5 |
	       factor_of(gpu_field(reg, 29, 24), false) << 8;
}

static void begin_blend(struct gpu *gpu, struct gpu_target *t)
{
	uint32_t color = gpu_reg(gpu->regs, R500_RB3D_BLENDCNTL), alpha = gpu_reg(gpu->regs, R500_RB3D_ABLENDCNTL);

	t->blend = color & 1;
	t->blend_control = blend_of(color);
	if (color & 2)
		t->blend_control |= blend_of(alpha) << 16 | 1u << 29;
}

/*
 * Only US_OUT_FMT has a sign: RB3D has none, so it blends the bits of signed numbers as if they were not signed.
 * A real RV530 fails piglit's gl_rgba8_snorm-render for that, also where no colour is negative.
 */
static void blend_as_bits(struct gpu_r500 *r, uint32_t n, struct gpu_target *t)
{
	uint32_t bits = t->format.format->c[0].bits;

	r->signed_most[n] = 0;
	if (!t->blend || t->format.number != GPU_SNORM || (bits != 8 && bits != 16))
		return;
	r->signed_most[n] = (1u << (bits - 1)) - 1;
	t->format.number = GPU_UNORM;
}

static void begin_surface(struct gpu *gpu, struct gpu_target *t, uint64_t base, uint32_t pitch, uint32_t samples)
{
	t->pitch = pitch & 0x3ffe;
	t->rows = gpu->window.scissor[3] > 0 ? (uint32_t)gpu->window.scissor[3] : 0;
	t->cache.tile_x = UINT32_MAX;
	t->surface = (struct gpu_surface){
		.base = base & ~31u, .pitch = t->pitch, .height = t->rows, .bytes = t->format.format->bytes,
		.samples = (uint8_t)samples,
	};
	t->live = t->rows && r500_surface_init(&t->surface, gpu_field(pitch, 18, 17), gpu_field(pitch, 16, 16));
}

/*
 * The mask of a target.  Two components of 16 or 32 bits have the bits of C2 and C0, as two of 8 bits, though their
 * values are C0 and another: Mesa sends the same mask for both, and a real RV530 passes piglit's fbo-colormask-formats.
 */
static uint32_t mask_of(const struct gpu_color_format *f, uint32_t mask)
{
	if (f->format->components != 2 || f->channel[0])
		return mask;
	return (mask >> 2 & 1) | (mask & 1) << f->channel[1];
}

/* CMASK_ENABLE: CMASK says which blocks of target 0 have the clear value, as they are in memory. */
static void begin_cmask(struct gpu *gpu)
{
	static const uint8_t pipes[] = { 1, 4, 1, 4, 2, 3 };
	const uint32_t *regs = gpu->regs;
	struct r500_blocks *b = &gpu->r500->cmask;
	const struct gpu_target *t = &gpu->cb.target[0];
	bool wide = t->surface.bytes == 8;

	memset(b, 0, sizeof(*b));
	if (!gpu->r500->ram || !t->live || t->surface.bytes > 8 || !gpu_field(gpu_reg(regs, R500_RB3D_CCTL), 10, 10))
		return;
	gpu->r500->ram->cmask_clear = false;
	r500_blocks_init(b, gpu->r500->ram->cmask, pipes[gpu->chip - GPU_RV515], 4,
			 gpu_reg(regs, R500_RB3D_CMASK_OFFSET0), gpu_reg(regs, R500_RB3D_CMASK_PITCH0));
	b->value[0] = gpu_reg(regs, wide ? R500_RB3D_COLOR_CLEAR_VALUE_GB : R500_RB3D_COLOR_CLEAR_VALUE);
	b->value[1] = gpu_reg(regs, R500_RB3D_COLOR_CLEAR_VALUE_AR);
}

void r500_expand_color(struct gpu *gpu, const struct gpu_quads *q)
{
	const struct gpu_target *t = &gpu->cb.target[0];

	if (gpu->r500->cmask.ram)
		expand_blocks(gpu, &gpu->r500->cmask, GPU_COLOR, &t->surface, q, t->pitch, t->rows);
}

static void begin_target(struct gpu *gpu, uint32_t n, uint32_t writes)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_target *t = &gpu->cb.target[n];
	uint32_t cctl = gpu_reg(regs, R500_RB3D_CCTL), mask = gpu_reg(regs, R500_RB3D_COLOR_CHANNEL_MASK);
	uint32_t out = gpu_reg(regs, R500_US_OUT_FMT_0 + (n < writes ? 0 : 4 * n)), pitch, format;

	t->mask = mask >> (gpu_field(cctl, 12, 12) ? 4 * n : 0) & 15;
	if ((out & 31) == OUT_UNUSED || !t->mask)
		return;
	pitch = gpu_reg(regs, R500_RB3D_COLORPITCH0 + 4 * n);
	format = gpu_field(cctl, 14, 14) ? pitch : gpu_reg(regs, R500_RB3D_COLORPITCH0);
	if (begin_format(&t->format, out, format)) {
		t->mask = mask_of(&t->format, t->mask);
		begin_surface(gpu, t, gpu_reg(regs, R500_RB3D_COLOROFFSET0 + 4 * n), pitch, gpu->window.samples);
	}
	if (!t->live) {
		if (gpu->window.scissor[3] > 0)
			gpu_say(gpu, "US_OUT_FMT_%u 0x%x, RB3D_COLORPITCH%u 0x%08x: not a colour target", n, out, n, pitch);
		return;
	}
	begin_blend(gpu, t);
	blend_as_bits(gpu->r500, n, t);
	for (int c = 0; c < 4; c++) {
		uint32_t select = gpu_field(out, 9 + 2 * c, 8 + 2 * c);

		gpu->r500->select[n][c] = select ? select - 1 : 3;
		t->show[c] = gpu->r500->select[n][c];
	}
	t->clamp = t->format.normalised;
	gpu->cb.any |= t->mask;
}

/* Samples of target 0 go to a target of its own; nothing says that the tiles of both differ. */
static void begin_resolve(struct gpu *gpu)
{
	struct gpu_cb *cb = &gpu->cb;
	uint32_t tiles = gpu_reg(gpu->regs, R500_RB3D_COLORPITCH0) & ~0x3fffu;

	cb->resolve = true;
	cb->target[1] = cb->target[0];
	begin_surface(gpu, &cb->target[1], gpu_reg(gpu->regs, R500_RB3D_AARESOLVE_OFFSET),
		      (gpu_reg(gpu->regs, R500_RB3D_AARESOLVE_PITCH) & 0x3ffe) | tiles, 1);
}

/*
 * The constant is two words of 16 bits: halves for a target of halves, otherwise fractions of 1023.  A target of one
 * component of 8 bits has the constant's green, as Mesa puts it there and real cards pass.
 */
static void begin_constant(struct gpu *gpu)
{
	struct gpu_cb *cb = &gpu->cb;
	uint32_t ar = gpu_reg(gpu->regs, R500_RB3D_CONSTANT_COLOR_AR), gb = gpu_reg(gpu->regs, R500_RB3D_CONSTANT_COLOR_GB);
	const uint16_t words[4] = { gb & 0xffff, gb >> 16, ar & 0xffff, ar >> 16 };
	bool halves = cb->target[0].live && cb->target[0].format.format == gpu_format(32);

	for (int c = 0; c < 4; c++)
		cb->constant[c] = halves ? gpu_half_to_float(words[c]) : (float)(words[c] & 0x3ff) / 1023.0f;
	if (cb->target[0].live && gpu_field(gpu_reg(gpu->regs, R500_RB3D_COLORPITCH0), 24, 21) == COLOR_I8)
		cb->constant[2] = cb->constant[1];
}

void r500_targets_begin(struct gpu *gpu)
{
	const uint32_t *regs = gpu->regs;
	struct gpu_cb *cb = &gpu->cb;
	uint32_t writes = gpu_field(gpu_reg(regs, R500_RB3D_CCTL), 6, 5) + 1, rop = gpu_reg(regs, R500_RB3D_ROPCNTL);

	memset(cb, 0, sizeof(*cb));
	gpu->r500->cb_clear = gpu_field(gpu_reg(regs, R500_ZB_BW_CNTL), 5, 5);
	begin_depth(gpu);
	cb->rop = gpu_field(rop, 2, 2) ? gpu_field(rop, 11, 8) * 0x11 : 0xcc;
	cb->multiwrite = writes > 1;
	for (uint32_t n = 0; n < 4; n++)
		begin_target(gpu, n, writes > 1 ? writes : 0);
	begin_cmask(gpu);
	begin_constant(gpu);
	if (gpu_reg(regs, R500_RB3D_AARESOLVE_CTL) & 1 && cb->target[0].live)
		begin_resolve(gpu);
}
