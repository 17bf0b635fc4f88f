// SPDX-License-Identifier: GPL-2.0
/*
 * The render targets of a draw: colour buffers, the depth buffer, and their masks CMASK,
 * FMASK and HTILE.  Called by draw.c; no locks.
 */
#include "draw.h"

static u64 up_to(u64 v, u64 unit)
{
	return (v + unit - 1) / unit * unit;
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
 * elements and 64 elements; pixels past SLICE_TILE_MAX are dropped.
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
 * (radeon_surface.c) pads the rows to at least 128 pixels.  The width is the draw's width.
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
		oracle_fault(o, "CMASK", i, UNSET);
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
	if (mode < 2)
		return;
	if (!oracle_known(o, CB_COLOR0_FRAG + 4 * i)) {
		oracle_fault(o, "FMASK", i, UNSET);
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

void oracle_colour(struct oracle *o, u32 i)
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
		oracle_fault(o, "colour buffer", i, UNSET);
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
		oracle_fault(o, "HTILE", 0, UNSET);
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

/*
 * The DB can clear, copy or summarize a surface that has no size, and test HTILE that is off: no
 * document says where it then ends.
 */
static void depth_work(struct oracle *o)
{
	u32 override = worst(o, DB_RENDER_OVERRIDE);
	bool htile = oracle_known(o, DB_DEPTH_INFO) && oracle_reg(o, DB_DEPTH_INFO) >> 25 & 1;
	u32 i;

	if (!depth_there(o) && worst(o, DB_RENDER_CONTROL) & 0x1f)
		oracle_fault(o, "depth buffer", 0, "cleared or copied without a format");
	for (i = 0; !htile && i < 3; i++)
		if (field(override, 2 * i, 2) == 1)
			oracle_fault(o, "HTILE", 0, "tested while it is off");
}

void oracle_depth(struct oracle *o)
{
	static const u8 format_bytes[8] = { 0, 2, 4, 4, 4, 4, 4, 8 };
	u32 info = oracle_reg(o, DB_DEPTH_INFO);
	u32 view = oracle_reg(o, DB_DEPTH_VIEW);
	u32 mode = field(info, 15, 4);

	depth_work(o);
	if (!depth_there(o))
		return;
	if (!oracle_known(o, DB_DEPTH_INFO) ||
	    !oracle_known(o, DB_DEPTH_SIZE) ||
	    !oracle_known(o, DB_DEPTH_VIEW) ||
	    !oracle_known(o, DB_DEPTH_BASE)) {
		oracle_fault(o, "depth buffer", 0, UNSET);
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
