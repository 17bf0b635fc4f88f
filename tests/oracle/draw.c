// SPDX-License-Identifier: GPL-2.0
/*
 * Computes the memory accesses of one draw from the register file.
 *
 * The oracle does not read shader code: every access that an enabled unit or a valid
 * descriptor allows counts, for every draw.  State that the stream has not set is hostile:
 * if it can enable a unit, the unit is enabled, and if it has to bound an access, the access
 * is unbounded.
 *
 * Called by packets.c; no locks.
 */
#include "oracle.h"

enum {
	DB_DEPTH_SIZE = 0x28000,
	DB_DEPTH_VIEW = 0x28004,
	DB_DEPTH_BASE = 0x2800c,
	DB_DEPTH_INFO = 0x28010,
	DB_HTILE_DATA_BASE = 0x28014,
	CB_COLOR0_BASE = 0x28040,
	CB_COLOR0_SIZE = 0x28060,
	CB_COLOR0_VIEW = 0x28080,
	CB_COLOR0_INFO = 0x280a0,
	CB_COLOR0_TILE = 0x280c0,
	CB_COLOR0_FRAG = 0x280e0,
	CB_COLOR0_MASK = 0x28100,
	SQ_ALU_CONST_BUFFER_SIZE_PS_0 = 0x28140,
	SQ_ALU_CONST_BUFFER_SIZE_VS_0 = 0x28180,
	SQ_ALU_CONST_BUFFER_SIZE_GS_0 = 0x281c0,
	PA_SC_SCREEN_SCISSOR_BR = 0x28034,
	PA_SC_WINDOW_OFFSET = 0x28200,
	PA_SC_WINDOW_SCISSOR_BR = 0x28208,
	PA_SC_GENERIC_SCISSOR_BR = 0x28244,
	CB_TARGET_MASK = 0x28238,
	SX_MISC = 0x28350,
	DB_DEPTH_CONTROL = 0x28800,
	CB_COLOR_CONTROL = 0x28808,
	SQ_PGM_START_PS = 0x28840,
	SQ_PGM_START_VS = 0x28858,
	SQ_PGM_START_GS = 0x2886c,
	SQ_PGM_START_ES = 0x28880,
	SQ_PGM_START_FS = 0x28894,
	SQ_ALU_CONST_CACHE_PS_0 = 0x28940,
	SQ_ALU_CONST_CACHE_VS_0 = 0x28980,
	SQ_ALU_CONST_CACHE_GS_0 = 0x289c0,
	VGT_GS_MODE = 0x28a40,
	VGT_STRMOUT_EN = 0x28ab0,
	VGT_STRMOUT_BUFFER_SIZE_0 = 0x28ad0,
	VGT_STRMOUT_BUFFER_BASE_0 = 0x28ad8,
	VGT_STRMOUT_BUFFER_EN = 0x28b20,
	PA_SC_MODE_CNTL = 0x28a4c,
	PA_SC_AA_CONFIG = 0x28c04,
	DB_RENDER_CONTROL = 0x28d0c,
	DB_RENDER_OVERRIDE = 0x28d10,
	DB_HTILE_SURFACE = 0x28d24,
	SQ_CONFIG = 0x8c00,
	SQ_STACK_RESOURCE_MGMT_2 = 0x8c14,
	SQ_RING_FIRST = 0x8c40,
	SQ_RING_ITEMSIZE_FIRST = 0x288a8,
	SX_MEMORY_EXPORT_BASE = 0x9010,
	SX_MEMORY_EXPORT_SIZE = 0x9014,
	SQ_RESOURCE_0 = 0x38000,
};

static const char unset[] = "rests on state that the stream has not set";

static u32 field(u32 v, unsigned int low, unsigned int bits)
{
	return v >> low & ((1u << bits) - 1);
}

/* Bits of a register that may be 1: all, if the stream has not set it. */
static u32 worst(const struct oracle *o, u32 reg)
{
	return oracle_known(o, reg) ? oracle_reg(o, reg) : ~0u;
}

static u64 up_to(u64 v, u64 unit)
{
	return (v + unit - 1) / unit * unit;
}

static u64 base_of(const struct oracle *o, u32 reg)
{
	return (u64)oracle_reg(o, reg) << 8;
}

static u32 samples_of(const struct oracle *o)
{
	return 1u << (oracle_known(o, PA_SC_AA_CONFIG) ?
		      field(oracle_reg(o, PA_SC_AA_CONFIG), 0, 2) : 3);
}

/* Last slice of a VIEW register that can be selected. */
static u64 slices_of(u32 view)
{
	u32 start = field(view, 0, 11), max = field(view, 13, 11);

	return 1ull + (max > start ? max : start);
}

/*
 * A render surface: PITCH_TILE_MAX and SLICE_TILE_MAX bound it, in units of 8
 * elements and 64 elements; pixels behind SLICE_TILE_MAX are dropped.
 */
static u64 target_slice(const struct oracle *o, u32 size, u32 mode, u32 bytes,
			u32 samples)
{
	u64 pitch = 8 * (1ull + field(size, 0, 10));
	u64 elements = 64 * (1ull + field(size, 10, 20));
	struct surface_shape s = {
		.mode = mode, .bytes = bytes, .samples = samples,
		.pitch = pitch, .width = pitch,
		.height = (elements + pitch - 1) / pitch,
	};

	if (mode != SURFACE_2D_THIN)
		return elements * bytes * samples;
	return surface_slice(&o->chip, &s);
}

static u64 target_reach(const struct oracle *o, u32 size, u32 view, u32 mode,
			u32 bytes, u32 samples)
{
	u64 reach = slices_of(view) * target_slice(o, size, mode, bytes,
						   samples);

	return mode == SURFACE_2D_THIN ?
		up_to(reach, surface_unit(&o->chip, mode, bytes, samples)) : reach;
}

/*
 * Columns and lines that a draw can reach.  A scissor that a window offset may move bounds
 * nothing.  Returns false if the columns exceed @pitch elements.
 */
static bool drawn_part(const struct oracle *o, u64 pitch, u64 *columns, u64 *lines)
{
	bool still = oracle_known(o, PA_SC_WINDOW_OFFSET) &&
		     !oracle_reg(o, PA_SC_WINDOW_OFFSET);
	static const u32 corner[3] = {
		PA_SC_SCREEN_SCISSOR_BR, PA_SC_WINDOW_SCISSOR_BR, PA_SC_GENERIC_SCISSOR_BR,
	};
	u64 right = 8192, bottom = 8192;

	*columns = right;
	*lines = bottom;
	/* A corner that may be negative, tiles for which no scissor counts. */
	if (oracle_reg(o, PA_SC_SCREEN_SCISSOR_BR - 4) & 0x40004000 ||
	    oracle_reg(o, PA_SC_MODE_CNTL) & 1u << 9)
		return false;
	for (unsigned int i = 0; i < 3; i++) {
		u32 br = oracle_reg(o, corner[i]);

		/* The register before a lower right corner is the upper left one. */
		if (!oracle_known(o, corner[i]) ||
		    (i && !still && !(oracle_known(o, corner[i] - 4) &&
				      oracle_reg(o, corner[i] - 4) >> 31)))
			continue;
		if (field(br, 0, 15) < right)
			right = field(br, 0, 15);
		if (field(br, 16, 15) < bottom)
			bottom = field(br, 16, 15);
	}
	*columns = right;
	*lines = bottom;
	return right <= pitch;
}

/* The same surface, if nothing but the scissors bounds its last slice. */
static void target_drawn(struct oracle *o, const char *what, u32 i, u64 base, u32 size, u32 view,
			 u32 mode, u32 bytes, u32 samples)
{
	u64 pitch = 8 * (1ull + field(size, 0, 10)), columns, lines;

	if (!drawn_part(o, pitch, &columns, &lines)) {
		oracle_fault(o, what, i, "drawn beyond its pitch");
		return;
	}
	oracle_touch(o, what, i, base, (slices_of(view) - 1) * target_slice(o, size, mode, bytes, samples) +
		     lines * pitch * bytes * samples, true);
}

enum { RESOLVE = 7 };

static bool colour_active(const struct oracle *o, u32 i)
{
	u32 op = field(oracle_reg(o, CB_COLOR_CONTROL), 4, 3);

	/* Neither a format nor CMASK */
	if (oracle_known(o, CB_COLOR0_INFO + 4 * i) &&
	    !(oracle_reg(o, CB_COLOR0_INFO + 4 * i) & 0xc00fc))
		return false;
	if (field(worst(o, CB_TARGET_MASK), 4 * i, 4))
		return true;
	/* Copies of depth and stencil go into the first. */
	if (!i && worst(o, DB_RENDER_CONTROL) & 0xc)
		return true;
	/* A resolve reads the first and writes the second, masked or not. */
	return (!oracle_known(o, CB_COLOR_CONTROL) || op == RESOLVE) && i < 2;
}

/* A fault if a surface of several samples is not 2D tiled: no other mode has them. */
static bool samples_fit(struct oracle *o, const char *what, u32 i, u32 mode, u32 samples)
{
	if (samples == 1 || mode == SURFACE_2D_THIN)
		return true;
	oracle_fault(o, what, i, "several samples, not 2D tiled");
	return false;
}

/*
 * Fragment indices of all slices.  In Mesa (r600_texture.c) they are a 2D tiled surface of
 * their own for every mode of the colour buffer.  Mesa allocates twice the bytes that the
 * indices of a pixel need, because with fewer bytes the chips corrupted colours.  libdrm
 * (radeon_surface.c) pads the rows to at least 128 pixels.  The width is that of the draw.
 * If the pitch of the colour buffer is larger (Mesa's 1-sample destinations of a resolve on
 * R6xx), the remaining pixels have at least the bytes that they need.
 */
static u64 fmask_bytes(const struct oracle *o, u64 columns, u64 pitch, u64 lines, u64 slices,
		       u64 tiles, u32 samples)
{
	struct surface_shape s = {
		.mode = SURFACE_2D_THIN, .bytes = samples == 8 ? 8 : 2, .samples = 1,
		.height = lines,
	};
	u64 across = surface_pitch_align(&o->chip, s.mode, s.bytes, 1), slice;

	if (across < 128)
		across = 128;
	if (columns > pitch)
		columns = pitch;
	s.pitch = up_to(columns, across);
	if (2 * s.pitch < up_to(pitch, across))
		s.pitch = up_to(pitch, across) / 2;
	slice = surface_slice(&o->chip, &s);
	if (slice < 64 * tiles * s.bytes)
		slice = 64 * tiles * s.bytes;
	return slices * slice;
}

static void colour_masks(struct oracle *o, u32 i, u32 samples)
{
	u32 info = oracle_reg(o, CB_COLOR0_INFO + 4 * i);
	u32 mask = oracle_reg(o, CB_COLOR0_MASK + 4 * i);
	u32 size = oracle_reg(o, CB_COLOR0_SIZE + 4 * i);
	u64 slices = slices_of(oracle_reg(o, CB_COLOR0_VIEW + 4 * i));
	u64 tiles = 1ull + field(size, 10, 20), wide = 1ull + field(size, 0, 10), lines;
	u64 across = 128, down = 128, cmask, fmask, round, columns;
	u32 mode = field(info, 18, 2), n;

	if (!mode)
		return;
	/* CB_COLOR_MASK does not bound CMASK: every tile that a draw can reach counts. */
	drawn_part(o, 8 * wide, &columns, &lines);
	if (tiles < wide * ((lines + 7) / 8))
		tiles = wide * ((lines + 7) / 8);
	if (lines < (64 * tiles + 8 * wide - 1) / (8 * wide))
		lines = (64 * tiles + 8 * wide - 1) / (8 * wide);
	/* Twice the pipes, twice the macro tile: first across, then down. */
	for (n = 1; n < o->chip.pipes; n *= 2) {
		if (across <= down)
			across *= 2;
		else
			down *= 2;
	}
	cmask = up_to(8 * wide, across) / 8 * up_to(lines, down) / 8 / 2;
	if (cmask < 128 * (1ull + field(mask, 0, 12)))
		cmask = 128 * (1ull + field(mask, 0, 12));
	if (!oracle_known(o, CB_COLOR0_MASK + 4 * i) ||
	    !oracle_known(o, CB_COLOR0_TILE + 4 * i)) {
		oracle_fault(o, "CMASK", i, unset);
		return;
	}
	/*
	 * Four bits a tile; each pipe has as much as every other, in whole groups, of
	 * every slice (Mesa, r600_texture.c).
	 */
	round = o->chip.pipes * o->chip.group;
	if (base_of(o, CB_COLOR0_TILE + 4 * i) % round)
		oracle_fault(o, "CMASK", i, "does not begin with the first pipe");
	oracle_touch(o, "CMASK", i, base_of(o, CB_COLOR0_TILE + 4 * i),
		     slices * up_to(cmask, round), true);
	if (mode < 2 || samples < 2)
		return;
	if (!oracle_known(o, CB_COLOR0_FRAG + 4 * i)) {
		oracle_fault(o, "FMASK", i, unset);
		return;
	}
	/* Its tiles go from bank to bank of every pipe as well. */
	round *= o->chip.banks;
	if (base_of(o, CB_COLOR0_FRAG + 4 * i) % round)
		oracle_fault(o, "FMASK", i, "does not begin with the first bank");
	fmask = fmask_bytes(o, columns, 8 * wide, lines, slices, 1ull + (mask >> 12), samples);
	oracle_touch(o, "FMASK", i, base_of(o, CB_COLOR0_FRAG + 4 * i), up_to(fmask, round), true);
}

/*
 * Returns true if SLICE_TILE_MAX does not matter: the rows of a slice are contiguous, and the
 * draw writes only its pixels.  Clears, expansions, copies of the depth buffer and CMASK
 * work on whole tiles.  (xf86-video-ati's first drivers for these chips need this rule;
 * radeon's r600_cs_track_validate_cb() accepts linear buffers of any size.)
 */
static bool pixels_alone(const struct oracle *o, u32 i, u32 mode)
{
	u32 view = oracle_reg(o, CB_COLOR0_VIEW + 4 * i);

	if (mode != SURFACE_LINEAR_GENERAL && mode != SURFACE_LINEAR_ALIGNED)
		return false;
	return !field(view, 0, 11) && !field(view, 13, 11) &&
	       !field(oracle_reg(o, CB_COLOR0_INFO + 4 * i), 18, 2) &&
	       field(worst(o, CB_COLOR_CONTROL), 4, 3) < 2 &&
	       !(worst(o, DB_RENDER_CONTROL) & 0xc);
}

static void colour(struct oracle *o, u32 i)
{
	u32 info = oracle_reg(o, CB_COLOR0_INFO + 4 * i);
	u32 size = oracle_reg(o, CB_COLOR0_SIZE + 4 * i);
	u32 view = oracle_reg(o, CB_COLOR0_VIEW + 4 * i);
	u32 control = oracle_reg(o, CB_COLOR_CONTROL);
	struct surface_format f = surface_format(field(info, 2, 6));
	u32 mode = field(info, 8, 4), samples = samples_of(o);
	u64 reach, head = 0;

	if (!colour_active(o, i))
		return;
	if (!oracle_known(o, CB_COLOR0_INFO + 4 * i) ||
	    !oracle_known(o, CB_COLOR0_SIZE + 4 * i) ||
	    !oracle_known(o, CB_COLOR0_VIEW + 4 * i) ||
	    !oracle_known(o, CB_COLOR0_BASE + 4 * i)) {
		oracle_fault(o, "colour buffer", i, unset);
		return;
	}
	if (!f.bytes || f.width > 1 || field(info, 2, 6) > 35) {
		oracle_fault(o, "colour buffer", i, "no such colour format");
		return;
	}
	if (!surface_mode_known(mode)) {
		oracle_fault(o, "colour buffer", i, "array mode without a rule");
		return;
	}
	/* The destination of a resolve has one sample. */
	if (i == 1 && oracle_known(o, CB_COLOR_CONTROL) &&
	    field(control, 4, 3) == RESOLVE)
		samples = 1;
	if (!samples_fit(o, "colour buffer", i, mode, samples))
		return;
	reach = target_reach(o, size, view, mode, f.bytes, samples);
	/* In linear general, SLICE_START holds the low bits of the base. */
	if (mode == SURFACE_LINEAR_GENERAL) {
		head = field(view, 0, 8);
		reach = target_slice(o, size, mode, f.bytes, samples) *
				(1ull + field(view, 13, 11)) + head;
	}
	oracle_base(o, "colour buffer", i, base_of(o, CB_COLOR0_BASE + 4 * i), mode, f.bytes,
		    samples);
	if (!pixels_alone(o, i, mode))
		oracle_touch(o, "colour buffer", i,
			     base_of(o, CB_COLOR0_BASE + 4 * i), reach, true);
	target_drawn(o, "colour buffer", i, base_of(o, CB_COLOR0_BASE + 4 * i), size, view, mode,
		     f.bytes, samples);
	/* Of a resolve's destination too, the masks may be used with all samples. */
	colour_masks(o, i, samples_of(o));
}

/*
 * Returns true if the DB has a surface: a format or HTILE.  No document lists the accesses
 * of the DB with both tests disabled, so the tests do not matter.
 */
static bool depth_there(const struct oracle *o)
{
	return !oracle_known(o, DB_DEPTH_INFO) ||
	       oracle_reg(o, DB_DEPTH_INFO) & (7 | 1u << 25);
}

static void htile(struct oracle *o, u64 slices)
{
	u32 size = oracle_reg(o, DB_DEPTH_SIZE);
	u32 surface = oracle_reg(o, DB_HTILE_SURFACE);
	u64 pitch = 1ull + field(size, 0, 10);
	u64 tiles = 1ull + field(size, 10, 20);
	u64 height = (tiles + pitch - 1) / pitch;
	u64 across = o->chip.pipes >= 4 ? 64 : 32;
	u64 down = o->chip.pipes == 8 ? 64 : o->chip.pipes == 1 ? 16 : 32;

	if (!oracle_known(o, DB_HTILE_SURFACE) ||
	    !oracle_known(o, DB_HTILE_DATA_BASE)) {
		oracle_fault(o, "HTILE", 0, unset);
		return;
	}
	/*
	 * One dword for a tile of 8x8 pixels, with the whole cache or half of it.  Narrower
	 * tiles, the linear form (whose base AddrLib aligns to 2 KiB a pipe) and preloads
	 * have no rule, because no recorded stream has them.
	 */
	if ((surface & ~8u) != 3) {
		oracle_fault(o, "HTILE", 0, "narrow tiles, linear or loaded ahead");
		return;
	}
	if (base_of(o, DB_HTILE_DATA_BASE) % (o->chip.pipes * o->chip.group))
		oracle_fault(o, "HTILE", 0, "does not begin with the first pipe");
	oracle_touch(o, "HTILE", 0, base_of(o, DB_HTILE_DATA_BASE),
		     slices * up_to(4 * up_to(pitch, across) * up_to(height, down),
				    o->chip.pipes * 2048ull), true);
}

static void depth(struct oracle *o)
{
	static const u8 format_bytes[8] = { 0, 2, 4, 4, 4, 4, 4, 8 };
	u32 info = oracle_reg(o, DB_DEPTH_INFO);
	u32 view = oracle_reg(o, DB_DEPTH_VIEW);
	u32 mode = field(info, 15, 4);

	if (!depth_there(o))
		return;
	if (!oracle_known(o, DB_DEPTH_INFO) ||
	    !oracle_known(o, DB_DEPTH_SIZE) ||
	    !oracle_known(o, DB_DEPTH_VIEW) ||
	    !oracle_known(o, DB_DEPTH_BASE)) {
		oracle_fault(o, "depth buffer", 0, unset);
		return;
	}
	if (mode != SURFACE_1D_THIN && mode != SURFACE_2D_THIN) {
		oracle_fault(o, "depth buffer", 0, "array mode without a rule");
		return;
	}
	if (!samples_fit(o, "depth buffer", 0, mode, samples_of(o)))
		return;
	oracle_base(o, "depth buffer", 0, base_of(o, DB_DEPTH_BASE), mode,
		    format_bytes[field(info, 0, 3)], samples_of(o));
	oracle_touch(o, "depth buffer", 0, base_of(o, DB_DEPTH_BASE),
		     target_reach(o, oracle_reg(o, DB_DEPTH_SIZE), view, mode,
				  format_bytes[field(info, 0, 3)],
				  samples_of(o)), true);
	target_drawn(o, "depth buffer", 0, base_of(o, DB_DEPTH_BASE), oracle_reg(o, DB_DEPTH_SIZE), view,
		     mode, format_bytes[field(info, 0, 3)], samples_of(o));
	if (info & 1u << 25)
		htile(o, slices_of(view));
}

static void stream_out(struct oracle *o)
{
	u32 i, base, size;

	bool on = worst(o, VGT_STRMOUT_EN) & 1;

	for (i = 0; i < 4; i++) {
		base = VGT_STRMOUT_BUFFER_BASE_0 + 16 * i;
		size = VGT_STRMOUT_BUFFER_SIZE_0 + 16 * i;
		/* A store that ignores switch and size would use the base. */
		if (oracle_known(o, base))
			oracle_touch(o, "stream-out base", i, base_of(o, base), 4, true);
		else
			oracle_fault(o, "stream-out base", i, unset);
		if (!on || !(worst(o, VGT_STRMOUT_BUFFER_EN) >> i & 1))
			continue;
		if (oracle_known(o, size) && !oracle_reg(o, size))
			continue;
		if (!oracle_known(o, base) || !oracle_known(o, size)) {
			oracle_fault(o, "stream-out buffer", i, unset);
			continue;
		}
		oracle_touch(o, "stream-out buffer", i, base_of(o, base),
			     4ull * oracle_reg(o, size), true);
		/* On chips with STRMOUT_BASE_UPDATE the CP may use the base of that packet. */
		if (!o->cp_has_strmout_base)
			continue;
		if (o->strmout_base[i] == ORACLE_UNBOUNDED)
			oracle_fault(o, "stream-out base of the CP", i, unset);
		else
			oracle_touch(o, "stream-out base of the CP", i,
				     o->strmout_base[i],
				     4ull * oracle_reg(o, size), true);
	}
}

static void constants(struct oracle *o, const char *what, u32 size0, u32 base0)
{
	u32 i, size, base, lines;

	for (i = 0; i < 16; i++) {
		size = size0 + 4 * i;
		base = base0 + 4 * i;
		lines = field(oracle_reg(o, size), 0, 9);
		if (oracle_known(o, size) && !lines)
			continue;
		if (!oracle_known(o, size) || !oracle_known(o, base)) {
			oracle_fault(o, what, i, unset);
			continue;
		}
		/* The size counts lines of sixteen constants. */
		oracle_touch(o, what, i, base_of(o, base), 256ull * lines, false);
	}
}

/*
 * A program addresses items of a ring.  The ring must hold at least as many items as the
 * smallest of Mesa's rings: 64 between shaders, 128 of scratch.
 */
static void ring_items(struct oracle *o, const char *what, u32 i)
{
	u64 bytes = 256ull * oracle_reg(o, SQ_RING_FIRST + 4 + 8 * i);
	u32 item = SQ_RING_ITEMSIZE_FIRST + 4 * i;

	if (!oracle_known(o, item))
		oracle_fault(o, what, i, unset);
	else if (bytes / (i > 1 ? 128 : 64) < 4ull * field(oracle_reg(o, item), 0, 15))
		oracle_fault(o, what, i, "too few items");
}

static void rings(struct oracle *o, bool geometry)
{
	static const char *const name[] = {
		"ESGS ring", "GSVS ring", "ES scratch ring", "GS scratch ring",
		"VS scratch ring", "PS scratch ring", "FBUF ring",
		"reduction ring",
	};
	u32 i, base, size;

	for (i = 0; i < ARRAY_SIZE(name); i++) {
		base = SQ_RING_FIRST + 8 * i;
		size = base + 4;
		if (i < 4 && !geometry)
			continue;
		if (oracle_known(o, size) && !oracle_reg(o, size))
			continue;
		if (!oracle_known(o, base) || !oracle_known(o, size)) {
			oracle_fault(o, name[i], i, unset);
			continue;
		}
		oracle_touch(o, name[i], i, base_of(o, base),
			     256ull * oracle_reg(o, size), true);
		ring_items(o, name[i], i);
	}
}

/*
 * State without a known user: bases of CMASK, FMASK and HTILE of surfaces that have none,
 * and the division of the shader core.  No document says that the chip ignores it.
 */
static void idle_state(struct oracle *o)
{
	u32 i;

	for (i = 0; i < 8; i++) {
		if (!oracle_known(o, CB_COLOR0_TILE + 4 * i))
			oracle_fault(o, "CMASK base", i, unset);
		if (!oracle_known(o, CB_COLOR0_FRAG + 4 * i))
			oracle_fault(o, "FMASK base", i, unset);
	}
	if (!oracle_known(o, DB_HTILE_DATA_BASE))
		oracle_fault(o, "HTILE base", 0, unset);
	for (i = SQ_CONFIG; i <= SQ_STACK_RESOURCE_MGMT_2; i += 4)
		if (!oracle_known(o, i))
			oracle_fault(o, "shader resources", i, unset);
}

static void memory_export(struct oracle *o)
{
	if (oracle_known(o, SX_MEMORY_EXPORT_SIZE) &&
	    !oracle_reg(o, SX_MEMORY_EXPORT_SIZE))
		return;
	if (!oracle_known(o, SX_MEMORY_EXPORT_SIZE) ||
	    !oracle_known(o, SX_MEMORY_EXPORT_BASE)) {
		oracle_fault(o, "memory export", 0, unset);
		return;
	}
	oracle_fault(o, "memory export", 0, "size without a rule");
}

static void programs(struct oracle *o, bool geometry)
{
	static const struct {
		const char *what;
		u32 reg;
		bool geometry;
	} pgm[] = {
		{ "pixel shader", SQ_PGM_START_PS, false },
		{ "vertex shader", SQ_PGM_START_VS, false },
		{ "fetch shader", SQ_PGM_START_FS, false },
		{ "geometry shader", SQ_PGM_START_GS, true },
		{ "export shader", SQ_PGM_START_ES, true },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(pgm); i++) {
		if (pgm[i].geometry && !geometry)
			continue;
		if (!oracle_known(o, pgm[i].reg)) {
			oracle_fault(o, pgm[i].what, 0, unset);
			continue;
		}
		/* The first instruction of a program; the length is unknown. */
		oracle_touch(o, pgm[i].what, 0, base_of(o, pgm[i].reg), 8,
			     false);
	}
}

static void vertex_buffer(struct oracle *o, u32 slot, const u32 *w)
{
	oracle_touch(o, "vertex buffer", slot,
		     (u64)field(w[2], 0, 8) << 32 | w[0], 1ull + w[1], false);
}

static void texture(struct oracle *o, u32 slot, const u32 *w)
{
	struct surface_texture t;
	struct surface_extent e;
	struct surface_format f;
	const char *why;
	u32 samples;

	surface_texture_read(w, &t);
	f = surface_format(t.format);
	why = surface_texture_extent(&o->chip, &t, &e);
	if (field(w[6], 0, 2) || field(w[6], 8, 22) || field(w[5], 30, 2))
		why = "interlaced, clamped for MPEG, or with bits that have no name";
	if (why) {
		oracle_fault(o, "texture", slot, why);
		return;
	}
	samples = t.dim >= 6 ? 1u << t.last_level : 1;
	if (e.base)
		oracle_base(o, "texture", slot, (u64)w[2] << 8, t.mode, f.bytes, samples);
	if (e.mip)
		oracle_base(o, "texture mip levels", slot, (u64)w[3] << 8, t.mode, f.bytes, samples);
	oracle_touch(o, "texture", slot, (u64)w[2] << 8, e.base, false);
	/* A texture without levels may not point outside either. */
	oracle_touch(o, "texture mip levels", slot, (u64)w[3] << 8, e.mip ? e.mip : 1, false);
}

static void resource(struct oracle *o, u32 slot)
{
	const u32 *w = &o->reg[SQ_RESOURCE_0 / 4 + 7 * slot];
	const u8 *known = &o->known[SQ_RESOURCE_0 / 4 + 7 * slot];
	u32 i, type = w[6] >> 30;

	if (known[6] && type < 2)
		return;
	for (i = 0; i < 7; i++) {
		if (known[i])
			continue;
		oracle_fault(o, "descriptor", slot, unset);
		return;
	}
	if (type == 3)
		vertex_buffer(o, slot, w);
	else
		texture(o, slot, w);
}

/* A shader can use any descriptor; descriptors that have not changed were judged before. */
static void resources(struct oracle *o)
{
	u32 word, slot;
	u64 bits;

	for (word = 0; word < PM4_SLOT_WORDS; word++) {
		bits = o->resource_dirty[word];
		o->resource_dirty[word] = 0;
		for (; bits; bits &= bits - 1) {
			slot = 64 * word + (u32)__builtin_ctzll(bits);
			if (slot < PM4_RESOURCES)
				resource(o, slot);
		}
	}
}

/**
 * oracle_draw() - judge everything that a draw could touch now
 * @o: oracle
 */
void oracle_draw(struct oracle *o)
{
	bool geometry = worst(o, VGT_GS_MODE) & 3;
	bool pixels = !(oracle_known(o, SX_MISC) &&
			(oracle_reg(o, SX_MISC) & 1));
	u32 i;

	o->draws++;
	o->drawing = true;
	/* Without primitives the colour and depth blocks access no memory. */
	if (pixels) {
		for (i = 0; i < 8; i++)
			colour(o, i);
		depth(o);
	}
	idle_state(o);
	stream_out(o);
	constants(o, "pixel constants", SQ_ALU_CONST_BUFFER_SIZE_PS_0,
		  SQ_ALU_CONST_CACHE_PS_0);
	constants(o, "vertex constants", SQ_ALU_CONST_BUFFER_SIZE_VS_0,
		  SQ_ALU_CONST_CACHE_VS_0);
	constants(o, "geometry constants", SQ_ALU_CONST_BUFFER_SIZE_GS_0,
		  SQ_ALU_CONST_CACHE_GS_0);
	rings(o, geometry);
	memory_export(o);
	programs(o, geometry);
	resources(o);
}
