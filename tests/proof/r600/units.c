// SPDX-License-Identifier: GPL-2.0
/*
 * Bounds of the units of a draw other than surfaces: any registers, on any card.  Each byte from
 * the base of a unit on is in the buffer of its relocation.
 */
#define WORLD_REGS 19
#include "surface.h"

/* The window functions of constant buffers, which name a register by its number. */
static inline bool proof_window_isset(const struct r600_checker *ck, const struct r600_window *w,
				      u32 i)
{
	return proof_isset(ck, PM4_CONTEXT_BASE + 4 * i);
}

static inline u32 proof_window_value(const struct r600_checker *ck, const struct r600_window *w,
				     u32 i)
{
	return proof_get(ck, PM4_CONTEXT_BASE + 4 * i);
}

static inline u32 proof_window_buffer(const struct r600_checker *ck, const struct r600_window *w,
				      u32 i)
{
	return proof_buffer(ck, PM4_CONTEXT_BASE + 4 * i);
}

#define r600_isset		proof_window_isset
#define r600_value		proof_window_value
#define r600_reg_buffer		proof_window_buffer
#define r600_config_isset	proof_isset
#define r600_config_get		proof_get
#define r600_config_buffer	proof_buffer
#include "../../../pm4/r600/r600_check_draw.c"

static struct pm4_result result;
static u32 checked_colors;
static bool checked_depth;

/* color.c and depth.c prove these. */
int r600_check_color(struct r600_checker *ck, u32 n)
{
	PROVE(n < 8, "there are eight colour buffers");
	checked_colors |= 1u << n;
	return nondet_bool();
}

int r600_check_depth(struct r600_checker *ck)
{
	checked_depth = true;
	return nondet_bool();
}

void r600_scissor_update(struct r600_checker *ck)
{
	ck->scissor.x = any_below(PM4_SCREEN_MAX + 1);
	ck->scissor.y = any_below(PM4_SCREEN_MAX + 1);
}

int r600_refuse_unset(struct r600_checker *ck, u32 reg)
{
	return 1;
}

static const u32 *cursor, *header;
static struct pm4_patch *patch;

static void unit_world(struct r600_checker *ck, const u32 *regs, u32 nregs)
{
	surface_world(ck, regs, nregs);
	ck->result = &result;
	cursor = ck->cursor;
	header = ck->header;
	patch = ck->patch;
}

/* Each of @bytes from the base in @base on; of a unit that is @off, from where its base is put. */
static void prove_range(const struct r600_checker *ck, u32 base, u64 bytes, bool off, bool write)
{
	const struct world_reg r = world_reg(base);
	const struct pm4_buffer *buffer = &ck->buffers[r.buffer];
	u64 first = r.value * 256ull, byte = nondet_u64();

	PROVE(ck->cursor == cursor && ck->header == header && ck->patch == patch,
	      "a draw consumes and patches nothing");
	PROVE(r.is_set, "the stream has set the base");
	/* take_address(): a base past the end reaches the chip as the start of the buffer. */
	if (off && first >= buffer->size)
		first = 0;
	ASSUME(byte < bytes);
	PROVE(first + byte < buffer->size, "each byte of the unit is in its buffer");
	if (!write)
		return;
	PROVE(buffer->writable, "only a buffer that may be written is written");
	if (r.buffer == world_any_buffer)
		PROVE(world_marked, "a written buffer is reported");
}

static u32 value(u32 reg)
{
	return world_reg(reg).value;
}

static u64 at_least_1(u64 size)
{
	return size ? size : 1;
}

void stream_out(void)
{
	struct r600_checker any, *ck = &any;
	const u32 regs[] = {
		PM4_R_VGT_STRMOUT_BUFFER_BASE, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16,
		PM4_R_VGT_STRMOUT_BUFFER_BASE + 32, PM4_R_VGT_STRMOUT_BUFFER_BASE + 48,
		PM4_R_VGT_STRMOUT_BUFFER_SIZE, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16,
		PM4_R_VGT_STRMOUT_BUFFER_SIZE + 32, PM4_R_VGT_STRMOUT_BUFFER_SIZE + 48,
		PM4_R_VGT_STRMOUT_BUFFER_EN, PM4_R_VGT_STRMOUT_EN,
	};
	u32 n = any_below(4), base, size, on;

	unit_world(ck, regs, ARRAY_SIZE(regs));
	if (check_strmout(ck))
		return;
	base = PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n;
	size = value(PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n);
	on = value(PM4_R_VGT_STRMOUT_EN) & 1 && value(PM4_R_VGT_STRMOUT_BUFFER_EN) & 0x1111u << n;
	REACHED("stream-out is accepted");
	REACHED_IF(on && n == 2 && size == 100, "an enabled buffer is accepted");
	if (!on && !world_reg(base).is_set)
		return;
	prove_range(ck, base, at_least_1(size) * 4, !on, true);
	if (on)
		PROVE(ck->strmout_offset_set >> n & 1 && ck->strmout_offset[n] <= size,
		      "the offset of an enabled buffer is known, and inside");
}

void constant_buffer(void)
{
	struct r600_checker any, *ck = &any;
	u32 n = any_below(48), base = PM4_R_SQ_ALU_CONST_CACHE_PS + 4 * n;
	const u32 regs[] = { base, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS + 4 * n };
	u64 size;

	unit_world(ck, regs, ARRAY_SIZE(regs));
	if (check_consts(ck, 1ull << n))
		return;
	REACHED("a constant buffer is accepted");
	size = world_regs[1].value;
	if (world_regs[0].is_set)
		prove_range(ck, base, at_least_1(size) * 256, !size, false);
	else
		PROVE(!size, "a constant buffer without a base is off");
}

void programs(void)
{
	struct r600_checker any, *ck = &any;
	const u32 regs[] = {
		PM4_R_SQ_PGM_START_PS, PM4_R_SQ_PGM_START_VS, PM4_R_SQ_PGM_START_FS,
		PM4_R_SQ_PGM_START_GS, PM4_R_SQ_PGM_START_ES, PM4_R_VGT_GS_MODE,
	};
	u32 n = any_below(5);

	unit_world(ck, regs, ARRAY_SIZE(regs));
	if (check_programs(ck))
		return;
	REACHED("programs are accepted");
	/* The fetch program is optional, and the last two run for a geometry shader. */
	if ((n == 2 && !world_regs[2].is_set) || (n > 2 && (value(PM4_R_VGT_GS_MODE) & 3) < 2))
		return;
	prove_range(ck, regs[n], 8, false, false);
}

void rings(void)
{
	struct r600_checker any, *ck = &any;
	u32 regs[19], n, i;
	u64 size;
	bool gs;

	for (i = 0; i < 6; i++) {
		regs[3 * i] = PM4_R_SQ_ESGS_RING_BASE + 8 * i;
		regs[3 * i + 1] = PM4_R_SQ_ESGS_RING_SIZE + 8 * i;
		regs[3 * i + 2] = PM4_R_SQ_ESGS_RING_ITEMSIZE + 4 * i;
	}
	regs[18] = PM4_R_VGT_GS_MODE;
	n = any_below(6);
	unit_world(ck, regs, ARRAY_SIZE(regs));
	if (check_rings(ck))
		return;
	gs = (value(PM4_R_VGT_GS_MODE) & 3) >= 2;
	size = world_regs[3 * n + 1].value;
	REACHED("rings are accepted");
	REACHED_IF(gs && n == 1 && size == 4, "a ring of geometry shaders is accepted");
	/* Neither rings of geometry shaders nor a ring that this stream has set */
	if (!gs && !(ck->touched & PM4_UNIT_RING))
		return;
	if (!world_regs[3 * n].is_set) {
		PROVE(!size && !(gs && n < 2), "a ring without a base is off");
		return;
	}
	prove_range(ck, regs[3 * n], at_least_1(size) * 256, !size, true);
	if (size)
		PROVE((n < 2 ? 64ull : 128ull) * 4 * (world_regs[3 * n + 2].value & 0x7fff) <=
		      size * 256, "the items of the least number of threads are in the ring");
}

void memory_export(void)
{
	struct r600_checker any, *ck = &any;
	const u32 regs[] = { PM4_R_SX_MEMORY_EXPORT_BASE, PM4_R_SX_MEMORY_EXPORT_SIZE };

	unit_world(ck, regs, ARRAY_SIZE(regs));
	if (check_export(ck))
		return;
	REACHED("memory export is accepted");
	PROVE(!world_regs[1].value, "memory export is off");
	if (world_regs[0].is_set)
		prove_range(ck, regs[0], 256, true, true);
}

/*
 * Each colour buffer that the draw can write has passed its check, now or since it changed last:
 * ck->color_ok says so of the past.
 */
void surfaces(void)
{
	struct r600_checker any, *ck = &any;
	u32 regs[] = {
		PM4_R_CB_TARGET_MASK, PM4_R_CB_COLOR_CONTROL, PM4_R_DB_RENDER_CONTROL,
		PM4_R_SX_MISC, PM4_R_DB_DEPTH_INFO, PM4_R_DB_RENDER_OVERRIDE, 0,
	};
	u32 units = nondet_u32() & PM4_UNIT_SURFACES, n = any_below(8), mask, special, ok;
	enum r600_color_use use, now = PM4_COLOR_DRAW;
	bool depth_ok;

	regs[6] = PM4_R_CB_COLOR_INFO + 4 * n;
	unit_world(ck, regs, ARRAY_SIZE(regs));
	ok = ck->color_ok;
	use = ck->color_use;
	depth_ok = ck->depth_ok;
	if (check_surfaces(ck, units))
		return;
	REACHED("surfaces are accepted");
	PROVE(ck->color_use <= PM4_COLOR_RESOLVE && ck->scissor.x <= PM4_SCREEN_MAX &&
	      ck->scissor.y <= PM4_SCREEN_MAX, "the state keeps its invariant");
	/* No primitive of R6xx reaches the pixels. */
	if (value(PM4_R_SX_MISC) & 1 && ck->card.chip < PM4_RV770)
		return;
	special = value(PM4_R_CB_COLOR_CONTROL) >> 4 & 7;
	mask = value(PM4_R_CB_TARGET_MASK);
	if (value(PM4_R_DB_RENDER_CONTROL) & 0xc) {
		now = PM4_COLOR_SPECIAL;
		mask |= 0xf;
	}
	if (special > 1) {
		now = special == 7 ? PM4_COLOR_RESOLVE : PM4_COLOR_SPECIAL;
		mask = ~0u;
	}
	PROVE(ck->color_use == now, "the colour buffers are checked for the use of the draw");
	/* A buffer without a format, CMASK and FMASK is off. */
	if (mask >> 4 * n & 0xf && world_regs[6].value & 0xc00fc)
		PROVE(checked_colors >> n & 1 ||
		      (use == now && !(units & (PM4_UNIT_RASTER | PM4_UNIT_COLOR(n))) &&
		       !((mask & ~ok) >> 4 * n & 0xf)),
		      "each colour buffer of the draw has been checked since it changed");
	if (world_regs[4].value & 0x2000007)
		PROVE(checked_depth || (depth_ok && !(units & (PM4_UNIT_RASTER | PM4_UNIT_DEPTH))),
		      "the depth buffer of the draw has been checked since it changed");
}

/* The preamble resets what a stream inherits: each slot that it has not set. */
void first_draw_slots(void)
{
	struct r600_checker any, *ck = &any;
	u32 slot = any_below(R600_SLOTS), word = any_below(R600_SLOT_WORDS);

	unit_world(ck, NULL, 0);
	first_draw(ck);
	REACHED("a first draw is checked");
	PROVE((result.footprint.live_in.slots[slot / 64] ^ ck->slots[slot / 64]) >> slot % 64 & 1,
	      "the draw inherits each slot that the stream has not set, and no other");
	PROVE(word != R600_SLOT_WORDS - 1 ||
	      !(result.footprint.live_in.slots[word] >> (R600_SLOTS - 64 * word)),
	      "there are no other slots");
}
