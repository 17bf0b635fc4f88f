// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Draws: check everything that a draw can reach.  r600_check_gfx() and r600_check_packet()
 * call r600_draw() for every draw packet.  It checks only the state that has changed since
 * the last draw.
 *
 * The checker does not inspect shaders.  It assumes that a shader uses every unit that is
 * enabled and every resource slot.  State that the stream has not set counts as the
 * neutral value 0.  Its group goes into the footprint, so that the driver resets the group
 * before the stream if an earlier stream left other values.
 *
 * Takes no lock.
 */
#include "r600_check.h"

/* CB_COLOR#_INFO: CMASK and FMASK can be enabled without a format */
#define COLOR_FORMAT		0xfcu
#define TILE_MODE		0xc0000u
/* DB_DEPTH_INFO: HTILE can be enabled without a format */
#define DEPTH_FORMAT		0x7u
#define TILE_SURFACE_ENABLE	(1u << 25)
/* DB_RENDER_CONTROL: DEPTH_COPY and STENCIL_COPY, into colour buffer 0 */
#define DEPTH_COPIES		0xcu

#define SPECIAL_NORMAL	0u
#define SPECIAL_DISABLE	1u
#define SPECIAL_RESOLVE	7u

static noinline int __cold refuse_range(struct r600_checker *ck, u32 code, u32 reg, u32 buffer,
					u64 offset, u64 bytes)
{
	if (offset >= ck->buffers[buffer].size)
		return r600_refuse_far(ck, buffer, offset, reg, NULL);
	return PM4_REFUSE(ck, .code = code, .reg = reg, .buffer = r600_buffer(ck, buffer),
			  .offset = offset, .expected = ck->buffers[buffer].size,
			  .actual = bytes);
}

/* Refuse a range, given by a base register and a size, that is not in its buffer. */
static inline int check_range(struct r600_checker *ck, u32 code, u32 reg, u32 buffer,
			      u64 offset, u64 bytes)
{
	if (likely(pm4_inside(&ck->buffers[buffer], offset, bytes)))
		return 0;
	return refuse_range(ck, code, reg, buffer, offset, bytes);
}

/*
 * Offset at which a unit that is off has its base: the register's, or the start of the
 * buffer, see PM4_PATCH_START_256.
 */
static u64 idle_offset(const struct r600_checker *ck, u32 buffer, u32 base)
{
	return pm4_base_inside(&ck->buffers[buffer], base) ? (u64)base << 8 : 0;
}

/* Forget the checks of surfaces that have changed. */
static void surfaces_changed(struct r600_checker *ck, u32 units)
{
	u32 colors, ok = ck->color_ok;

	if (units & PM4_UNIT_RASTER) {
		ck->color_ok = 0;
		ck->depth_ok = false;
		r600_scissor_update(ck);
		return;
	}
	/* A typical stream uses the first few buffers, so stop as soon as no check is left. */
	for (colors = units & PM4_UNIT_COLORS; colors && ok; colors &= colors - 1)
		ok &= ~(0xfu << 4 * __ffs(colors));
	ck->color_ok = ok;
	if (units & PM4_UNIT_DEPTH)
		ck->depth_ok = false;
}

/*
 * The DB accesses its buffer not only for the depth and stencil tests: clears, copies,
 * resummarising and decompressing in place work with both tests disabled.  No document
 * lists all bits that enable the DB.  So check every depth buffer that has a format or
 * HTILE.
 */
static int check_depth(struct r600_checker *ck)
{
	if (r600_context_get(ck, PM4_R_DB_DEPTH_INFO) & (DEPTH_FORMAT | TILE_SURFACE_ENABLE) &&
	    r600_check_depth(ck))
		return 1;
	ck->depth_ok = true;
	return 0;
}

/* The low bit of each test that DB_RENDER_OVERRIDE forces on. */
static inline u32 forced_tests(u32 override)
{
	return override & ~(override >> 1) & PM4_FORCED_TESTS;
}

/*
 * Work of the DB on surfaces that are off: a depth buffer without a format has no size, HTILE
 * without TILE_SURFACE_ENABLE neither, and only their bases are inside of a buffer.  No document
 * says that the chip then does nothing, and no real client asks for it.
 */
static noinline int check_depth_work(struct r600_checker *ck, u32 control)
{
	u32 override = r600_context_get(ck, PM4_R_DB_RENDER_OVERRIDE);
	u32 info = r600_context_get(ck, PM4_R_DB_DEPTH_INFO);

	if (control & PM4_DEPTH_WORK && !(info & (DEPTH_FORMAT | TILE_SURFACE_ENABLE)))
		return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE,
				  .reg = PM4_R_DB_RENDER_CONTROL, .detail = PM4_WITHOUT_DEPTH,
				  .expected = control & ~PM4_DEPTH_WORK, .actual = control);
	if (forced_tests(override) && !(info & TILE_SURFACE_ENABLE))
		return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE,
				  .reg = PM4_R_DB_RENDER_OVERRIDE, .detail = PM4_WITHOUT_HTILE,
				  .expected = override & ~(3 * forced_tests(override)),
				  .actual = override);
	return 0;
}

static noinline int check_surfaces(struct r600_checker *ck, u32 units)
{
	u32 special = pm4_bits(r600_context_get(ck, PM4_R_CB_COLOR_CONTROL), 4, 3);
	u32 mask = r600_context_get(ck, PM4_R_CB_TARGET_MASK);
	enum r600_color_use use = PM4_COLOR_DRAW;
	u32 control;

	if (units & ~PM4_UNIT_TARGET)
		surfaces_changed(ck, units);
	/*
	 * SX_MISC.MULTIPASS: no primitive reaches the pixel stage of R6xx.  R7xx has a bit of
	 * PA_CL_CLIP_CNTL for that, and no document says that it obeys this one.
	 */
	if (r600_context_get(ck, PM4_R_SX_MISC) & 1 && !r600_is_r7xx(ck))
		return 0;

	control = r600_context_get(ck, PM4_R_DB_RENDER_CONTROL);
	if (unlikely(ck->depth_work) && check_depth_work(ck, control))
		return 1;
	/* No document says that a depth copy obeys the target mask: assume that it does not. */
	if (control & DEPTH_COPIES) {
		use = PM4_COLOR_SPECIAL;
		mask |= 0xf;
	}
	/* Clears, expansions and resolves ignore the target mask. */
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

		if (r600_context_get(ck, PM4_R_CB_COLOR_INFO + 4 * n) &
		    (COLOR_FORMAT | TILE_MODE) && r600_check_color(ck, n))
			return 1;
		ck->color_ok |= 0xfu << 4 * n;
	}
	return ck->depth_ok ? 0 : check_depth(ck);
}

/*
 * On chips with STRMOUT_BASE_UPDATE the CP keeps a copy of the base and may use the copy of
 * an earlier stream.  So this stream must have sent the base that is in the register.
 */
static int check_strmout_base_sent(struct r600_checker *ck, u32 n, u32 base, u32 buffer)
{
	if (ck->packets[PM4_OP_STRMOUT_BASE_UPDATE].handler != PM4_PH_STRMOUT_BASE)
		return 0;
	if (!(ck->strmout_base_sent >> n & 1))
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_MISSING,
				  .detail = PM4_OP_STRMOUT_BASE_UPDATE, .actual = n);
	if (ck->strmout_base[n].value == r600_context_get(ck, base) &&
	    ck->strmout_base[n].buffer == buffer)
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_MISMATCH, .reg = base,
			  .buffer = r600_buffer(ck, buffer),
			  .detail = ck->strmout_base[n].buffer,
			  .expected = ck->strmout_base[n].value,
			  .actual = r600_context_get(ck, base));
}

/*
 * A stream-out buffer that is enabled or has a base.  No document says that a size of 0 or
 * a disabled buffer stops the stores of a shader.  So the range of every base that the chip
 * gets is inside its buffer.
 */
static noinline int check_strmout_buffer(struct r600_checker *ck, u32 n, bool on)
{
	u32 base = PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n;
	u32 size_reg = PM4_R_VGT_STRMOUT_BUFFER_SIZE + 16 * n;
	u32 size = r600_context_get(ck, size_reg);
	u64 offset = (u64)r600_context_get(ck, base) << 8;
	u32 buffer;

	if (on && (r600_must_be_set(ck, base) || r600_must_be_set(ck, size_reg)))
		return 1;
	buffer = r600_context_buffer(ck, base);
	if (!on)
		offset = idle_offset(ck, buffer, r600_context_get(ck, base));
	if (check_range(ck, PM4_CODE_STRMOUT_BOUNDS, base, buffer, offset,
			(u64)max(size, 1u) << 2) ||
	    r600_writable(ck, buffer, NULL, base))
		return 1;
	if (!on)
		return 0;
	/* The chip would go on at the offset of an earlier stream. */
	if (!(ck->strmout_offset_set >> n & 1))
		return PM4_REFUSE(ck, .code = PM4_CODE_PACKET_MISSING,
				  .detail = PM4_OP_STRMOUT_BUFFER_UPDATE, .actual = n);
	/* The offset is inside, even if the size has changed since the offset was set. */
	if (ck->strmout_offset[n] > size)
		return PM4_REFUSE(ck, .code = PM4_CODE_STRMOUT_BOUNDS, .reg = size_reg,
				  .expected = (u64)size * 4,
				  .actual = (u64)ck->strmout_offset[n] * 4);
	return check_strmout_base_sent(ck, n, base, buffer);
}

static noinline int check_strmout(struct r600_checker *ck)
{
	u32 enabled = r600_context_get(ck, PM4_R_VGT_STRMOUT_BUFFER_EN);
	u32 n;

	/* Four bits for each vertex stream.  The chips have one stream; count all four. */
	enabled |= enabled >> 4 | enabled >> 8 | enabled >> 12;
	if (!(r600_context_get(ck, PM4_R_VGT_STRMOUT_EN) & 1))
		enabled = 0;
#pragma GCC unroll 4
	for (n = 0; n < 4; n++)
		if ((enabled >> n & 1 ||
		     r600_context_isset(ck, PM4_R_VGT_STRMOUT_BUFFER_BASE + 16 * n)) &&
		    check_strmout_buffer(ck, n, enabled >> n & 1))
			return 1;
	return 0;
}

/*
 * Constant buffers.  Bit 16 * stage + n of @which selects buffer n; the stages are pixel,
 * vertex and geometry shaders.  Sizes are in units of 256 bytes.
 */
static noinline int check_consts(struct r600_checker *ck, u64 which)
{
	const struct r600_window *w = &ck->context;

	for (; which; which &= which - 1) {
		u32 n = __ffs64(which);
		u32 base = (PM4_R_SQ_ALU_CONST_CACHE_PS - PM4_CONTEXT_BASE) / 4 + n;
		u32 size = r600_value(ck, w, (PM4_R_SQ_ALU_CONST_BUFFER_SIZE_PS -
					      PM4_CONTEXT_BASE) / 4 + n);
		u32 reg = PM4_R_SQ_ALU_CONST_CACHE_PS + 4 * n;
		u32 buffer;
		u64 offset;

		if (!r600_isset(ck, w, base)) {
			if (unlikely(size))
				return r600_refuse_unset(ck, reg);
			continue;
		}
		buffer = r600_reg_buffer(ck, w, base);
		offset = (u64)r600_value(ck, w, base) << 8;
		if (!size)
			offset = idle_offset(ck, buffer, r600_value(ck, w, base));
		/* Even with size 0 the first 256 bytes are inside the buffer. */
		if (check_range(ck, PM4_CODE_CONST_BOUNDS, reg, buffer, offset,
				(u64)max(size, 1u) << 8))
			return 1;
	}
	return 0;
}

/* Constant buffers that changed, in the format of check_consts(). */
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

static __always_inline int check_program(struct r600_checker *ck, u32 start)
{
	/* The length of a program is unknown: only its first instruction is checked. */
	return r600_must_be_set(ck, start) ||
	       check_range(ck, PM4_CODE_PROGRAM_BOUNDS, start,
			   r600_context_buffer(ck, start),
			   (u64)r600_context_get(ck, start) << 8, 8);
}

enum { GS_OFF, GS_SCENARIO_A };

static int check_programs(struct r600_checker *ck)
{
	u32 gs = r600_context_get(ck, PM4_R_VGT_GS_MODE) & 0x3;

	if (check_program(ck, PM4_R_SQ_PGM_START_PS) ||
	    check_program(ck, PM4_R_SQ_PGM_START_VS))
		return 1;
	if (r600_context_isset(ck, PM4_R_SQ_PGM_START_FS) &&
	    check_program(ck, PM4_R_SQ_PGM_START_FS))
		return 1;
	if (gs == GS_OFF)
		return 0;
	/* Scenario A only numbers primitives and runs neither the GS nor the ES program. */
	if (gs == GS_SCENARIO_A && !r600_context_isset(ck, PM4_R_SQ_PGM_START_GS) &&
	    !r600_context_isset(ck, PM4_R_SQ_PGM_START_ES)) {
		r600_inherit(ck, PM4_STATE_PROGRAM);
		return 0;
	}
	return check_program(ck, PM4_R_SQ_PGM_START_GS) ||
	       check_program(ck, PM4_R_SQ_PGM_START_ES);
}

/* Units that need a check because the draw runs other programs than the last draw. */
static __always_inline u32 gs_changed(struct r600_checker *ck)
{
	u32 mode = r600_context_get(ck, PM4_R_VGT_GS_MODE) & 0x3;

	if (mode == ck->gs_mode)
		return 0;
	ck->gs_mode = mode;
	return PM4_UNIT_PROGRAM | PM4_UNIT_RING;
}

#define RINGS		6u
#define RING_STRIDE	8u

/* Item counts of the smallest real rings: one wavefront, and Mesa's scratch for one pipe. */
#define ESGS_ITEMS	64u
#define SCRATCH_ITEMS	128u

/*
 * The items of a ring; @bytes is the size of the ring.  Item sizes are in dwords.  A ring
 * of size 0 is disabled, so any item size is valid.  No document says what bounds the accesses
 * to scratch of item size 0; an ES program without outputs has items of size 0 in its ring.
 */
static int check_ring_items(struct r600_checker *ck, u32 i, u64 bytes)
{
	u32 reg = PM4_R_SQ_ESGS_RING_ITEMSIZE + 4 * i;
	u32 items = i < 2 ? ESGS_ITEMS : SCRATCH_ITEMS;
	u64 size = r600_context_get(ck, reg) & 0x7fff;

	if (!r600_context_isset(ck, reg))
		r600_inherit(ck, PM4_STATE_ITEMS);
	if (likely(!bytes || ((size || i < 2) && size * 4 * items <= bytes)))
		return 0;
	return PM4_REFUSE(ck, .code = PM4_CODE_RING_ITEMS, .reg = reg, .detail = items,
			  .expected = bytes, .actual = size);
}

/* ES/GS rings and the scratch memory of each stage; sizes are in units of 256 bytes. */
static int check_rings(struct r600_checker *ck)
{
	bool gs = (r600_context_get(ck, PM4_R_VGT_GS_MODE) & 0x3) > GS_SCENARIO_A;
	u32 i;

	/* A ring without a base and of size 0 reaches no memory. */
	if (likely(!gs && !(ck->touched & PM4_UNIT_RING))) {
		r600_inherit(ck, PM4_STATE_RING);
		return 0;
	}
	for (i = 0; i < RINGS; i++) {
		u32 base = PM4_R_SQ_ESGS_RING_BASE + i * RING_STRIDE;
		u32 size = PM4_R_SQ_ESGS_RING_SIZE + i * RING_STRIDE;
		u32 buffer;
		u64 offset;

		if (!r600_config_isset(ck, base)) {
			/* With the neutral base only size 0 reaches no memory. */
			if (r600_config_get(ck, size) || (gs && i < 2))
				return PM4_REFUSE(ck, .code = PM4_CODE_NOT_SET, .reg = base);
			r600_inherit(ck, PM4_STATE_RING);
			continue;
		}
		/* No document describes a geometry shader with an empty ring. */
		if (gs && i < 2 && !r600_config_get(ck, size))
			return PM4_REFUSE(ck, .code = r600_config_isset(ck, size) ?
					  PM4_CODE_RING_EMPTY : PM4_CODE_NOT_SET, .reg = size);
		if (!r600_config_isset(ck, size))
			r600_inherit(ck, PM4_STATE_RING);
		buffer = r600_config_buffer(ck, base);
		offset = (u64)r600_config_get(ck, base) << 8;
		if (!r600_config_get(ck, size))
			offset = idle_offset(ck, buffer, r600_config_get(ck, base));
		/* The start of a ring must be inside the buffer even if its size is 0. */
		if (check_range(ck, PM4_CODE_RING_BOUNDS, base, buffer, offset,
				(u64)max(r600_config_get(ck, size), 1u) << 8) ||
		    check_ring_items(ck, i, (u64)r600_config_get(ck, size) << 8) ||
		    r600_writable(ck, buffer, NULL, base))
			return 1;
	}
	return 0;
}

/*
 * Memory export must be disabled.  No document gives the unit of its size, so a size other
 * than 0 cannot be compared with a buffer.  No known client uses memory export.
 */
static int check_export(struct r600_checker *ck)
{
	u32 base = PM4_R_SX_MEMORY_EXPORT_BASE, size = PM4_R_SX_MEMORY_EXPORT_SIZE;
	u32 buffer;

	if (r600_config_get(ck, size))
		return PM4_REFUSE(ck, .code = PM4_CODE_REGISTER_VALUE, .reg = size,
				  .expected = 0, .actual = r600_config_get(ck, size));
	if (!r600_config_isset(ck, size) || !r600_config_isset(ck, base))
		r600_inherit(ck, PM4_STATE_EXPORT);
	if (!r600_config_isset(ck, base))
		return 0;
	buffer = r600_config_buffer(ck, base);
	return check_range(ck, PM4_CODE_EXPORT_BOUNDS, base, buffer,
			   idle_offset(ck, buffer, r600_config_get(ck, base)), 256) ||
	       r600_writable(ck, buffer, NULL, base);
}

/* Note the group of a run of keys, unless the stream has set all of them: typically it has. */
static __always_inline void inherit_run(const struct r600_checker *ck,
					const struct r600_window *w, u32 first, u32 count,
					u32 group, u64 *groups)
{
	if (unlikely(!r600_all_set(ck, w, first, count)))
		*groups |= 1ull << group;
}

/*
 * Groups of state that a draw inherits because the stream has not set all their keys, or
 * because no stream ever sets all their registers.  A call for each run of keys: branches cost
 * half as much as arithmetic with bits.
 */
static u64 inherits(const struct r600_checker *ck)
{
	u64 groups;

#define INHERIT(group, window, first, count) \
	, inherit_run(ck, &ck->window, first, count, group, &groups)
	groups = PM4_STATE_ALWAYS PM4_STATE_KEYS(INHERIT);
#undef INHERIT
	return groups;
}

/*
 * Compute the state that the first draw inherits.  Later draws cannot inherit more, because
 * a register that is set stays set.
 */
static noinline void first_draw(struct r600_checker *ck)
{
	struct pm4_live *live = &ck->result->footprint.live_in;
	u32 i;

#pragma GCC unroll 16
	for (i = 0; i < R600_SLOT_WORDS; i++)
		live->slots[i] = ~ck->slots[i];
	live->slots[R600_SLOT_WORDS - 1] &= ~0ull >> (R600_SLOT_WORDS * 64 - R600_SLOTS);
	live->groups |= inherits(ck);
}

/* Units that streams change less often. */
static noinline int check_rare_units(struct r600_checker *ck, u32 units)
{
	if (units & PM4_UNIT_PROGRAM && check_programs(ck))
		return 1;
	if (units & (PM4_UNIT_RING | PM4_UNIT_ITEM) && check_rings(ck))
		return 1;
	return units & PM4_UNIT_EXPORT && check_export(ck);
}

/**
 * r600_draw() - check everything that a draw can reach
 * @ck: the check
 * @dirty: units and constant buffers that changed, in addition to ck->dirty
 *
 * Return: 0, or 1 with the verdict filled in.
 */
int r600_draw(struct r600_checker *ck, u64 dirty)
{
	u32 units;

	dirty |= ck->dirty;
	ck->touched |= dirty;
	ck->dirty = 0;
	ck->drawing = true;
	if (unlikely(!ck->result->draws++)) {
		first_draw(ck);
		if (!ck->instances)
			r600_inherit(ck, PM4_STATE_DRAWS);
		/* Unset constant buffers have size 0 and need no check. */
		dirty |= PM4_UNIT_ALL & ~PM4_UNIT_CONSTS;
	}

	units = (u32)dirty;
	if (units & PM4_UNIT_SURFACES && check_surfaces(ck, units & PM4_UNIT_SURFACES))
		return 1;
	if (unlikely(units & PM4_UNIT_STRMOUT) && check_strmout(ck))
		return 1;
	if (units & PM4_UNIT_CONSTS && check_consts(ck, consts_changed(dirty)))
		return 1;
	if (units & PM4_UNIT_GS)
		units |= gs_changed(ck);
	if (units & (PM4_UNIT_PROGRAM | PM4_UNIT_RING | PM4_UNIT_ITEM | PM4_UNIT_EXPORT))
		return check_rare_units(ck, units);
	return 0;
}
