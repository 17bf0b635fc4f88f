// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * What a draw can reach.  Called for every draw packet; looks only at what
 * changed since the last one.
 *
 * A shader is not inspected: it is taken to use everything that is switched on
 * and every resource slot.  State that the stream did not set itself counts as
 * the harmless value 0, and its group goes into the footprint, so that whoever
 * runs the stream puts it there first if an earlier stream left something else.
 */
#include "pm4_check.h"

/* CB_COLOR#_INFO: without a format there may still be CMASK and FMASK */
#define COLOR_FORMAT		0xfcu
#define TILE_MODE		0xc0000u
/* DB_DEPTH_INFO: without a format there may still be HTILE */
#define DEPTH_FORMAT		0x7u
#define TILE_SURFACE_ENABLE	(1u << 25)
/* DB_RENDER_CONTROL: DEPTH_COPY and STENCIL_COPY, into colour buffer 0 */
#define DEPTH_COPIES		0xcu

#define SPECIAL_NORMAL	0u
#define SPECIAL_DISABLE	1u
#define SPECIAL_RESOLVE	7u

static void inherit(struct pm4_checker *ck, u32 group)
{
	ck->result->footprint.inherited_state |= 1u << group;
}

struct scissor {
	u32 br;
	u32 tl;		/* says whether the offset moves it; 0: never */
};

static const struct scissor scissors[] = {
	{ PM4_R_PA_SC_SCREEN_SCISSOR_BR, 0 },
	{ PM4_R_PA_SC_GENERIC_SCISSOR_BR, PM4_R_PA_SC_GENERIC_SCISSOR_TL },
	{ PM4_R_PA_SC_WINDOW_SCISSOR_BR, PM4_R_PA_SC_WINDOW_SCISSOR_TL },
};

/* A window offset that is not known to be 0 moves the scissors that do not forbid it. */
static bool window_moves(const struct pm4_checker *ck)
{
	return !pm4_context_isset(ck, PM4_R_PA_SC_WINDOW_OFFSET) ||
	       pm4_context_get(ck, PM4_R_PA_SC_WINDOW_OFFSET);
}

static bool is_moved(const struct pm4_checker *ck, const struct scissor *s, bool moves)
{
	return moves && s->tl && !(pm4_context_get(ck, s->tl) >> 31);
}

static __always_inline void narrow(const struct pm4_checker *ck, const struct scissor *s,
				   bool moves, struct pm4_rect *limit)
{
	u32 value;

	if (!pm4_context_isset(ck, s->br) || is_moved(ck, s, moves))
		return;
	value = pm4_context_get(ck, s->br);
	limit->x = min(limit->x, value & 0x7fff);
	limit->y = min(limit->y, value >> 16 & 0x7fff);
}

/*
 * How far from the origin a pixel can be drawn, at most PM4_SCREEN_MAX.  A pixel has to
 * pass all scissors.  Those of the window and the generic one count only where no window
 * offset can move them.
 */
static struct pm4_rect scissor(const struct pm4_checker *ck)
{
	struct pm4_rect limit = { PM4_SCREEN_MAX, PM4_SCREEN_MAX };
	bool moves = window_moves(ck);

	/* Spelt out: addresses of registers are constants then. */
	narrow(ck, &scissors[0], moves, &limit);
	narrow(ck, &scissors[1], moves, &limit);
	narrow(ck, &scissors[2], moves, &limit);
	return limit;
}

/**
 * pm4_refuse_scissor() - refuse a draw whose scissors let more pixels through than fit
 * @ck: the check
 * @surface: register to name the surface by
 * @index: relocation of the surface
 * @down: there are too many lines, otherwise columns
 * @fits: how many lines or columns the surface has room for
 *
 * The tightest scissor is blamed, unless one that fits would count without an offset.
 *
 * Return: 1, always.
 */
int __cold pm4_refuse_scissor(struct pm4_checker *ck, u32 surface, u32 index, bool down, u32 fits)
{
	u32 reg = PM4_R_PA_SC_SCREEN_SCISSOR_BR, kind = PM4_SCISSOR_UNSET;
	u32 tightest = ~0u, moved = 0;
	bool moves = window_moves(ck);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(scissors); i++) {
		const struct scissor *s = &scissors[i];
		u32 value = pm4_context_get(ck, s->br) >> (down ? 16 : 0) & 0x7fff;

		if (!pm4_context_isset(ck, s->br))
			continue;
		if (is_moved(ck, s, moves)) {
			if (value <= fits)
				moved = s->br;
			continue;
		}
		if (value >= tightest)
			continue;
		tightest = value;
		reg = s->br;
		kind = PM4_SCISSOR_TIGHTEST;
	}
	if (moved) {
		reg = moved;
		kind = PM4_SCISSOR_MOVED;
	}
	return PM4_REFUSE(ck, .code = PM4_CODE_SURFACE_SCISSOR, .reg = reg,
			  .buffer = pm4_buffer(ck, index),
			  .detail = kind | (down ? PM4_SCISSOR_DOWN : 0), .expected = fits,
			  .actual = min(tightest, PM4_SCREEN_MAX), .shape = { surface });
}

static noinline int __cold refuse_range(struct pm4_checker *ck, u32 code, u32 reg, u32 buffer,
					u64 offset, u64 bytes)
{
	return PM4_REFUSE(ck, .code = code, .reg = reg, .buffer = pm4_buffer(ck, buffer),
			  .offset = offset, .expected = ck->buffers[buffer].size,
			  .actual = bytes);
}

/* A range that a base register and a size say, in one buffer. */
static inline int check_range(struct pm4_checker *ck, u32 code, u32 reg, u32 buffer,
			      u64 offset, u64 bytes)
{
	if (likely(pm4_inside(&ck->buffers[buffer], offset, bytes)))
		return 0;
	return refuse_range(ck, code, reg, buffer, offset, bytes);
}

/* Forget what was found good and has changed. */
static void surfaces_changed(struct pm4_checker *ck, u32 units)
{
	u32 colors, ok = ck->color_ok;

	/* Few are in use: as a rule, the first ones are all that were good. */
	for (colors = units & PM4_UNIT_COLORS; colors && ok; colors &= colors - 1)
		ok &= ~(0xfu << 4 * __ffs(colors));
	ck->color_ok = ok;
	if (units & (PM4_UNIT_DEPTH | PM4_UNIT_RASTER))
		ck->depth_ok = false;
	if (units & PM4_UNIT_RASTER) {
		ck->color_ok = 0;
		ck->drawn = scissor(ck);
	}
}

/*
 * The depth block works for more than the tests: clears, copies, resummarising and
 * decompressing in place go on with both tests off, and what else is switched on by
 * other bits is in no document.  So a buffer that is there counts.
 */
static int check_depth(struct pm4_checker *ck)
{
	if (pm4_context_get(ck, PM4_R_DB_DEPTH_INFO) & (DEPTH_FORMAT | TILE_SURFACE_ENABLE) &&
	    pm4_check_depth(ck))
		return 1;
	ck->depth_ok = true;
	return 0;
}

static noinline int check_surfaces(struct pm4_checker *ck, u32 units)
{
	u32 special = pm4_bits(pm4_context_get(ck, PM4_R_CB_COLOR_CONTROL), 4, 3);
	u32 mask = pm4_context_get(ck, PM4_R_CB_TARGET_MASK);
	enum pm4_color_use use = PM4_COLOR_DRAW;

	if (units & ~PM4_UNIT_TARGET)
		surfaces_changed(ck, units);
	/* No primitive gets as far as a pixel. */
	if (pm4_context_get(ck, PM4_R_SX_MISC) & 1)
		return 0;

	/* Whether a copy of the depth buffer asks the target mask is not documented. */
	if (pm4_context_get(ck, PM4_R_DB_RENDER_CONTROL) & DEPTH_COPIES) {
		use = PM4_COLOR_SPECIAL;
		mask |= 0xf;
	}
	/* Clearing, expanding and resolving do not. */
	if (special > SPECIAL_DISABLE) {
		use = special == SPECIAL_RESOLVE ? PM4_COLOR_RESOLVE : PM4_COLOR_SPECIAL;
		mask = 0xffffffff;
	}
	if (unlikely(use != ck->color_use)) {
		ck->color_ok = 0;
		ck->color_use = use;
	}
	while (mask & ~ck->color_ok) {
		u32 n = __ffs(mask & ~ck->color_ok) / 4;

		if (pm4_context_get(ck, PM4_R_CB_COLOR_INFO + 4 * n) & (COLOR_FORMAT | TILE_MODE) &&
		    pm4_check_color(ck, n))
			return 1;
		ck->color_ok |= 0xfu << 4 * n;
	}
	return ck->depth_ok ? 0 : check_depth(ck);
}

/*
 * Where the CP keeps a copy of the base (STRMOUT_BASE_UPDATE), it has to be the
 * register's: what an earlier stream told it may be what it goes by.
 */
static int check_strmout_told(struct pm4_checker *ck, u32 n, u32 base, u32 buffer)
{
	if (ck->packets[PM4_OP_STRMOUT_BASE_UPDATE].handler != PM4_PH_STRMOUT_BASE)
		return 0;
	if (!(ck->strmout_told >> n & 1))
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_MISSING,
				  .detail = PM4_OP_STRMOUT_BASE_UPDATE, .actual = n);
	if (ck->strmout_base[n].value == pm4_context_get(ck, base) &&
	    ck->strmout_base[n].buffer == buffer)
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_MISMATCH, .reg = base,
			  .buffer = pm4_buffer(ck, buffer),
			  .detail = ck->strmout_base[n].buffer,
			  .expected = ck->strmout_base[n].value,
			  .actual = pm4_context_get(ck, base));
}

/*
 * A stream-out buffer that is on or has a base.  That a shader's stores stop at a size of
 * 0 or a buffer that is off is in no document: whatever has a base lies in its buffer.
 */
static noinline int check_strmout_buffer(struct pm4_checker *ck, u32 n, bool on)
{
	u32 base = PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n;
	u32 size_reg = PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n;
	u32 size = pm4_context_get(ck, size_reg);
	u32 buffer;

	if (on && (pm4_must_be_set(ck, base) || pm4_must_be_set(ck, size_reg)))
		return 1;
	buffer = pm4_context_buffer(ck, base);
	if (check_range(ck, PM4_CODE_STRMOUT_BOUNDS, base, buffer,
			(u64)pm4_context_get(ck, base) << 8, (u64)max(size, 1u) << 2) ||
	    pm4_writable(ck, buffer, NULL, base))
		return 1;
	if (!on)
		return 0;
	/* It begins inside, also if the size has changed since it was told where. */
	if (ck->strmout_start[n] > size)
		return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_BOUNDS, .reg = size_reg,
				  .expected = (u64)size * 4,
				  .actual = (u64)ck->strmout_start[n] * 4);
	return check_strmout_told(ck, n, base, buffer);
}

static noinline int check_strmout(struct pm4_checker *ck)
{
	u32 enabled = pm4_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_EN);
	u32 n;

	/* Four bits for each vertex stream.  These chips have one; the others' count too. */
	enabled |= enabled >> 4 | enabled >> 8 | enabled >> 12;
	if (!(pm4_context_get(ck, PM4_R_VGT_STRMOUT_EN) & 1))
		enabled = 0;
#pragma GCC unroll 4
	for (n = 0; n < 4; n++)
		if ((enabled >> n & 1 ||
		     pm4_context_isset(ck, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n)) &&
		    check_strmout_buffer(ck, n, enabled >> n & 1))
			return 1;
	return 0;
}

/*
 * Constant buffers: bit 16 * stage + n of @which for buffer n of pixel, vertex and geometry
 * shaders.  Sizes count 256 bytes.
 */
static noinline int check_consts(struct pm4_checker *ck, u64 which)
{
	const struct pm4_window *w = &ck->context;

	for (; which; which &= which - 1) {
		u32 n = __ffs64(which);
		u32 base = (PM4_R_SQ_ALU_CONST_CACHE_PS - PM4_CONTEXT_BASE) / 4 + n;
		u32 size = pm4_value(ck, w, (PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS -
					     PM4_CONTEXT_BASE) / 4 + n);
		u32 reg = PM4_R_SQ_ALU_CONST_CACHE_PS + 4 * n;

		if (!pm4_isset(ck, w, base)) {
			if (unlikely(size))
				return pm4_refuse_unset(ck, reg);
			continue;
		}
		/* Where there is a base, its first constants are there. */
		if (check_range(ck, PM4_CODE_CONST_BOUNDS, reg, w->buffer[base],
				(u64)pm4_value(ck, w, base) << 8, (u64)max(size, 1u) << 8))
			return 1;
	}
	return 0;
}

/* Which constant buffers of which stages changed. */
static inline u64 consts_changed(u64 dirty)
{
	u64 numbers = PM4_CONSTS(dirty), which = 0;

	if (dirty & PM4_UNIT_CONST_PS)
		which |= numbers;
	if (dirty & PM4_UNIT_CONST_VS)
		which |= numbers << 16;
	if (dirty & PM4_UNIT_CONST_GS)
		which |= numbers << 32;
	return which;
}

static __always_inline int check_program(struct pm4_checker *ck, u32 start)
{
	/* A program has no size: at least its first instruction is inside. */
	return pm4_must_be_set(ck, start) ||
	       check_range(ck, PM4_CODE_PROGRAM_BOUNDS, start,
			   pm4_context_buffer(ck, start),
			   (u64)pm4_context_get(ck, start) << 8, 8);
}

enum { GS_OFF, GS_SCENARIO_A };

static int check_programs(struct pm4_checker *ck)
{
	u32 gs = pm4_context_get(ck, PM4_R_VGT_GS_MODE) & 0x3;

	if (check_program(ck, PM4_R_SQ_PGM_START_PS) ||
	    check_program(ck, PM4_R_SQ_PGM_START_VS))
		return 1;
	if (pm4_context_isset(ck, PM4_R_SQ_PGM_START_FS) &&
	    check_program(ck, PM4_R_SQ_PGM_START_FS))
		return 1;
	if (gs == GS_OFF)
		return 0;
	/* A numbers primitives and runs neither program. */
	if (gs == GS_SCENARIO_A && !pm4_context_isset(ck, PM4_R_SQ_PGM_START_GS) &&
	    !pm4_context_isset(ck, PM4_R_SQ_PGM_START_ES)) {
		inherit(ck, PM4_STATE_PROGRAM);
		return 0;
	}
	return check_program(ck, PM4_R_SQ_PGM_START_GS) ||
	       check_program(ck, PM4_R_SQ_PGM_START_ES);
}

/* What has to be looked at when other programs run than before. */
static __always_inline u32 gs_changed(struct pm4_checker *ck)
{
	u32 mode = pm4_context_get(ck, PM4_R_VGT_GS_MODE) & 0x3;

	if (mode == ck->gs_mode)
		return 0;
	ck->gs_mode = mode;
	return PM4_UNIT_PROGRAM | PM4_UNIT_RING;
}

#define RINGS		6u
#define RING_STRIDE	8u

/* Items that the smallest real rings hold: one wavefront, and Mesa's scratch for one pipe. */
#define ESGS_ITEMS	64u
#define SCRATCH_ITEMS	128u

/* A ring's items, whose size is in dwords.  One of no size is off, whatever its items are. */
static int check_ring_items(struct pm4_checker *ck, u32 i, u64 bytes)
{
	u32 reg = PM4_R_SQ_ESGS_RING_ITEMSIZE + 4 * i;
	u32 items = i < 2 ? ESGS_ITEMS : SCRATCH_ITEMS;
	u64 size = pm4_context_get(ck, reg) & 0x7fff;

	if (!pm4_context_isset(ck, reg))
		inherit(ck, PM4_STATE_ITEMS);
	if (likely(!bytes || size * 4 * items <= bytes))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_RING_ITEMS, .reg = reg, .detail = items,
			  .expected = bytes, .actual = size);
}

/* ES/GS rings and the scratch memory of each stage; sizes count 256 bytes. */
static int check_rings(struct pm4_checker *ck)
{
	bool gs = (pm4_context_get(ck, PM4_R_VGT_GS_MODE) & 0x3) > GS_SCENARIO_A;
	u32 i;

	/* Without a base and with the size 0 a ring reaches nothing. */
	if (likely(!gs && !(ck->touched & PM4_UNIT_RING))) {
		inherit(ck, PM4_STATE_RING);
		return 0;
	}
	for (i = 0; i < RINGS; i++) {
		u32 base = PM4_R_SQ_ESGS_RING_BASE + i * RING_STRIDE;
		u32 size = PM4_R_SQ_ESGS_RING_SIZE + i * RING_STRIDE;
		u32 buffer;

		if (!pm4_config_isset(ck, base)) {
			/* A size with the harmless base reaches nothing only if it is 0. */
			if (pm4_config_get(ck, size) || (gs && i < 2))
				return PM4_REFUSE(ck, .code = PM4_CODE_NOT_SET, .reg = base);
			inherit(ck, PM4_STATE_RING);
			continue;
		}
		/* What a geometry shader makes of a ring without room is not documented. */
		if (gs && i < 2 && !pm4_config_get(ck, size))
			return PM4_REFUSE(ck, .code = pm4_config_isset(ck, size) ?
					  PM4_CODE_RING_EMPTY : PM4_CODE_NOT_SET, .reg = size);
		if (!pm4_config_isset(ck, size))
			inherit(ck, PM4_STATE_RING);
		buffer = pm4_config_buffer(ck, base);
		/* Also one of no size begins in it. */
		if (check_range(ck, PM4_CODE_RING_BOUNDS, base, buffer,
				(u64)pm4_config_get(ck, base) << 8,
				(u64)max(pm4_config_get(ck, size), 1u) << 8) ||
		    check_ring_items(ck, i, (u64)pm4_config_get(ck, size) << 8) ||
		    pm4_writable(ck, buffer, NULL, base))
			return 1;
	}
	return 0;
}

/*
 * Memory export stays off: no document gives the unit of its size, so that a
 * size other than 0 cannot be held against a buffer.  No known client uses it.
 */
static int check_export(struct pm4_checker *ck)
{
	u32 base = PM4_R_SX_MEMORY_EXPORT_BASE, size = PM4_R_SX_MEMORY_EXPORT_SIZE;

	if (pm4_config_get(ck, size))
		return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE, .reg = size,
				  .expected = 0, .actual = pm4_config_get(ck, size));
	if (!pm4_config_isset(ck, size) || !pm4_config_isset(ck, base))
		inherit(ck, PM4_STATE_EXPORT);
	if (!pm4_config_isset(ck, base))
		return 0;
	return check_range(ck, PM4_CODE_EXPORT_BOUNDS, base, pm4_config_buffer(ck, base),
			   (u64)pm4_config_get(ck, base) << 8, 256) ||
	       pm4_writable(ck, pm4_config_buffer(ck, base), NULL, base);
}

/* Whether the stream has set all registers that say which surfaces are in use. */
static bool targets_set(const struct pm4_checker *ck)
{
	return pm4_context_isset(ck, PM4_R_CB_TARGET_MASK) &&
	       pm4_context_isset(ck, PM4_R_CB_COLOR_CONTROL) &&
	       pm4_context_isset(ck, PM4_R_DB_RENDER_CONTROL) &&
	       pm4_context_isset(ck, PM4_R_SX_MISC) &&
	       pm4_context_isset(ck, PM4_R_PA_SC_AA_CONFIG);
}

static bool strmout_set(const struct pm4_checker *ck)
{
	return pm4_context_isset(ck, PM4_R_VGT_STRMOUT_EN) &&
	       pm4_context_isset(ck, PM4_R_VGT_STRMOUT_BUFFER_EN) &&
	       pm4_context_isset(ck, PM4_R_VGT_STRMOUT_BUFFER_BASE) &&
	       pm4_context_isset(ck, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16) &&
	       pm4_context_isset(ck, PM4_R_VGT_STRMOUT_BUFFER_BASE + 32) &&
	       pm4_context_isset(ck, PM4_R_VGT_STRMOUT_BUFFER_BASE + 48);
}

static bool programs_set(const struct pm4_checker *ck)
{
	return pm4_context_isset(ck, PM4_R_SQ_PGM_START_FS) &&
	       pm4_context_isset(ck, PM4_R_VGT_GS_MODE) &&
	       pm4_context_all(ck, PM4_R_SQ_PGM_CF_OFFSET_PS, 5);
}

/* Groups of state that the stream has not wholly set: a draw inherits them. */
static u32 inherits(const struct pm4_checker *ck)
{
	u32 groups = 0, i;

	/* Unrolled: addresses of registers and bits are constants then. */
#pragma GCC unroll 8
	for (i = 0; i < 8; i++) {
		if (!pm4_context_isset(ck, PM4_R_CB_COLOR_INFO + 4 * i))
			groups |= 1u << (PM4_STATE_COLOR0 + i);
		if (!pm4_context_isset(ck, PM4_R_CB_COLOR_TILE + 4 * i) ||
		    !pm4_context_isset(ck, PM4_R_CB_COLOR_FRAG + 4 * i))
			groups |= 1u << (PM4_STATE_MASKS0 + i);
	}
	if (!pm4_context_isset(ck, PM4_R_DB_DEPTH_INFO))
		groups |= 1u << PM4_STATE_DEPTH;
	if (!targets_set(ck))
		groups |= 1u << PM4_STATE_TARGETS;
	if (!strmout_set(ck))
		groups |= 1u << PM4_STATE_STRMOUT;
#pragma GCC unroll 3
	for (i = 0; i < 3; i++)
		if (!pm4_context_all(ck, PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS + 64 * i, 16))
			groups |= 1u << (PM4_STATE_CONST_PS + i);
	if (!programs_set(ck))
		groups |= 1u << PM4_STATE_PROGRAM;
	if (!pm4_context_isset(ck, PM4_R_DB_HTILE_DATA_BASE))
		groups |= 1u << PM4_STATE_HTILE;
	if (!pm4_config_all(ck, PM4_R_SQ_CONFIG, PM4_SQ_MGMT))
		groups |= 1u << PM4_STATE_SQ_MGMT;
	return groups;
}

/*
 * What the first draw inherits.  Later draws cannot inherit more: a register
 * that is set stays set.
 */
static noinline void first_draw(struct pm4_checker *ck)
{
	struct pm4_footprint *fp = &ck->result->footprint;
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < PM4_SLOT_WORDS; i++)
		fp->inherited[i] = ~ck->slots[i];
	fp->inherited[PM4_SLOT_WORDS - 1] &= ~0ull >> (PM4_SLOT_WORDS * 64 - PM4_SLOTS);
	fp->inherited_state |= inherits(ck);
}

/* What is set less often. */
static noinline int check_rest(struct pm4_checker *ck, u32 units)
{
	if (units & PM4_UNIT_PROGRAM && check_programs(ck))
		return 1;
	if (units & (PM4_UNIT_RING | PM4_UNIT_ITEM) && check_rings(ck))
		return 1;
	return units & PM4_UNIT_EXPORT && check_export(ck);
}

/**
 * pm4_draw() - check all that a draw can reach
 * @ck: the check
 * @dirty: what has been set besides ck->dirty
 * @predicated: the draw asks the predicate
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int pm4_draw(struct pm4_checker *ck, u64 dirty, bool predicated)
{
	u32 units;

	dirty |= ck->dirty;
	ck->touched |= dirty;
	ck->dirty = 0;
	ck->drawing = true;
	if (unlikely(!ck->result->draws++)) {
		first_draw(ck);
		/* Constant buffers that are not set have no size. */
		dirty |= PM4_UNIT_ALL & ~PM4_UNIT_CONSTS;
	}
	if (unlikely(predicated) && !ck->predicated)
		inherit(ck, PM4_STATE_PREDICATE);

	units = dirty & PM4_UNIT_ALL;
	if (units & PM4_UNIT_SURFACES && check_surfaces(ck, units & PM4_UNIT_SURFACES))
		return 1;
	if (unlikely(units & PM4_UNIT_STRMOUT) && check_strmout(ck))
		return 1;
	if (units & PM4_UNIT_CONSTS && check_consts(ck, consts_changed(dirty)))
		return 1;
	if (units & PM4_UNIT_GS)
		units |= gs_changed(ck);
	if (units & (PM4_UNIT_PROGRAM | PM4_UNIT_RING | PM4_UNIT_ITEM | PM4_UNIT_EXPORT))
		return check_rest(ck, units);
	return 0;
}
