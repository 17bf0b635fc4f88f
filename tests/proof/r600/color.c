// SPDX-License-Identifier: GPL-2.0
/*
 * r600_check_color(): any colour buffer, with any registers, on any card.
 *
 * The address of a pixel is computed apart from the source: rows of tiles follow each other, and
 * a pixel is anywhere in the row of tiles that holds its line (3D engine guide, tiling).
 */
#include "surface.h"

/* The sizes of a line and of a slice in the source, so that the proof can compare them at once. */
static u32 products;
static u64 seen[2];

static inline u64 seen_times(u64 a, u64 b)
{
	if (products < 2)
		seen[products] = b;
	products++;
	return proof_times(a, b);
}

#undef pm4_times
#define pm4_times	seen_times
#include "../../../pm4/r600/r600_check_color.c"
#undef r600_refuse_scissor
#include "../../../pm4/r600/r600_check_surface.c"

static struct color_fields {
	u32 pitch, pixels, last, mode, bytes, samples, tile_mode, head;
	bool whole;
} f;

static u32 pixel_bytes(u32 format)
{
	return format <= 3 ? 1 : format <= 0xc ? 2 : format <= 0x1b ? 4 : format <= 0x20 ? 8 : 16;
}

static u32 larger(u32 a, u32 b)
{
	return a > b ? a : b;
}

/* The fields of colour buffer @n, of the registers as they are. */
static void decode(const struct r600_checker *ck, u32 n)
{
	u32 info = world_regs[0].value, size = world_regs[1].value, view = world_regs[2].value;

	f.pitch = 8 * ((size & 0x3ff) + 1);
	f.pixels = 64 * ((size >> 10 & 0xfffff) + 1);
	f.last = larger(view & 0x7ff, view >> 13 & 0x7ff);
	f.mode = info >> 8 & 0xf;
	f.bytes = r600_formats[info >> 2 & 0x3f].bytes;
	CUT(f.bytes == pixel_bytes(info >> 2 & 0x3f), "the bytes of a pixel");
	f.samples = ck->color_use == PM4_COLOR_RESOLVE && n == 1 ? 1 :
		    1u << (world_regs[4].value & 3);
	f.tile_mode = info >> 18 & 3;
	f.head = f.mode ? 0 : view & 0xff;
	/* Only for a plain draw into one linear slice do the scissors alone count. */
	f.whole = f.mode > 1 || f.last || f.tile_mode || ck->color_use != PM4_COLOR_DRAW;
}

/*
 * Makes any state.  The source uses @n as the number of registers, and tells buffer 1, the
 * destination of a resolve, from the others.
 */
static void color_world(struct r600_checker *ck, u32 n)
{
	const u32 regs[] = {
		PM4_R_CB_COLOR_INFO + 4 * n, PM4_R_CB_COLOR_SIZE + 4 * n,
		PM4_R_CB_COLOR_VIEW + 4 * n, PM4_R_CB_COLOR_BASE + 4 * n,
		PM4_R_PA_SC_AA_CONFIG, PM4_R_CB_COLOR_MASK + 4 * n,
		PM4_R_CB_COLOR_TILE + 4 * n, PM4_R_CB_COLOR_FRAG + 4 * n,
	};

	surface_world(ck, regs, ARRAY_SIZE(regs));
	/* A row of theorems has one array mode and one number of samples; layouts() is why. */
#ifdef COLOR_MODE
	world_regs[0].value = (world_regs[0].value & ~0xf00u) | COLOR_MODE << 8;
#endif
#ifdef COLOR_SAMPLES_LOG2
	world_regs[4].value = (world_regs[4].value & ~3u) | COLOR_SAMPLES_LOG2;
#endif
}

/* Which array modes exist, and which of them have several samples: the rows are all of these. */
void layouts(void)
{
	u32 mode = any_below(16), bytes = 1u << any_below(5), samples = 1u << any_below(4);
	struct r600_tiling layout;
	struct pm4_card card;

	ASSUME(invariant_card(&card));
	if (r600_surface_layout(&card, mode, bytes, samples, &layout))
		return;
	REACHED("an array mode is accepted");
	PROVE(mode == 0 || mode == 1 || mode == 2 || mode == 4, "the array mode exists");
	PROVE(samples == 1 || mode == 4, "only 2D tiling has several samples");
}

/*
 * Each byte of each line inside the scissors, and of the registers' size, of each slice; with
 * CMASK, with FMASK, or without.
 */
static void surface(u32 n, bool masks)
{
	struct r600_checker any, *ck = &any;
	u32 line, slice, unit, end;
	u64 row, slice_bytes, byte = nondet_u64(), lines, total;

	color_world(ck, n);
	ASSUME(!(world_regs[0].value >> 18 & 3) == !masks);
	/* A buffer 1 with another use is like buffer 0. */
	if (n == 1)
		ck->color_use = PM4_COLOR_RESOLVE;
	if (r600_check_color(ck, n))
		return;
	REACHED("a colour buffer is accepted");
	decode(ck, n);
	REACHED_IF(f.last && ck->color_use == PM4_COLOR_RESOLVE, "an array is accepted");
	PROVE(ck->scissor.x <= f.pitch, "each line ends at the pitch");
	unit = tile_lines(&ck->card, f.mode);
	row = (u64)f.pitch * f.bytes * f.samples;
	slice_bytes = (u64)f.pixels * f.bytes * f.samples;
	CUT(seen[0] == row, "the bytes of a line");
	if (f.whole)
		CUT(seen[1] == slice_bytes, "the bytes of a slice");
	slice = any_below(f.last + 1);
	MONOTONE(slice, slice_bytes, f.last, slice_bytes);
	lines = 0;
	if (ck->scissor.y) {
		line = any_below(ck->scissor.y);
		end = proof_align(line + 1, unit);
		MONOTONE(end, row, proof_align(ck->scissor.y, unit), row);
		lines = proof_times(end, row);
	}
	ASSUME(byte < lines || (f.whole && byte < slice_bytes));
	/* In steps, because a solver is slow with long sums. */
	total = proof_times(proof_align(ck->scissor.y, unit), row);
	CUT(lines <= total, "the lines end inside the last row of tiles");
	if (f.whole)
		total = (total > slice_bytes ? total : slice_bytes) +
			proof_times(f.last, slice_bytes) + f.head;
	CUT(proof_times(slice, slice_bytes) + f.head + byte < total, "the bytes end in the size");
	prove_size(ck, PM4_R_CB_COLOR_BASE + 4 * n, total);
	prove_surface(ck, PM4_R_CB_COLOR_BASE + 4 * n,
		      proof_times(slice, slice_bytes) + f.head + byte);
}

void color(void)
{
	surface(0, false);
}

void color_with_masks(void)
{
	surface(0, true);
}

void resolved(void)
{
	surface(1, false);
}

/* The lines of pixels that a mask covers, in f, and any of them. */
static u32 mask_lines(const struct r600_checker *ck, u32 *line)
{
	u32 lines = proof_div_up(f.pixels, f.pitch);

	/* A line inside the scissors, or one that holds a pixel of the slice. */
	*line = any_below(1u << 24);
	ASSUME(*line < ck->scissor.y || proof_times(*line, f.pitch) < f.pixels);
	MONOTONE(lines, f.pitch, *line, f.pitch);
	return larger(lines, ck->scissor.y);
}

/* @bytes of each slice, which are @stride apart. */
static void prove_mask(const struct r600_checker *ck, u32 reg, u64 bytes, u64 stride)
{
	u32 slice = any_below(f.last + 1);
	u64 byte = nondet_u64();

	ASSUME(byte < bytes);
	PROVE(bytes <= stride, "a slice ends before the next");
	ONE_MORE(slice, stride);
	MONOTONE(slice + 1, stride, f.last + 1, stride);
	prove_surface(ck, reg, proof_times(slice, stride) + byte);
}

static u64 most(u64 a, u64 b)
{
	return a > b ? a : b;
}

/*
 * The check of the masks with the fields that r600_check_color() reads for it.  What it checks
 * between both refuses some of these states and changes none.
 */
static bool masks_accepted(struct r600_checker *ck, u32 n)
{
	struct color c;

	color_world(ck, n);
	if (color_read(ck, n, &c) || color_masks(ck, &c, &ck->scissor))
		return false;
	decode(ck, n);
	return true;
}

/* CMASK: 4 bits for each tile, in macro tiles of 16 x 16 tiles for each pipe. */
void cmask(void)
{
	struct r600_checker any, *ck = &any;
	u32 n = 1, pipes, across, down, wide, line, lines, unit;
	u64 given, stride, end;

	if (!masks_accepted(ck, n))
		return;
	ASSUME(f.tile_mode);
	REACHED("CMASK is accepted");
	pipes = ck->card.pipes;
	across = pipes == 1 ? 128 : pipes == 8 ? 512 : 256;
	down = pipes <= 2 ? 128 : 256;
	unit = pipes * ck->card.group_bytes;
	wide = proof_align(f.pitch, across);
	lines = mask_lines(ck, &line);
	MONOTONE(proof_align(line + 1, down), wide, proof_align(lines, down), wide);
	end = proof_times(proof_align(line + 1, down), wide) / 128;
	given = ((world_regs[5].value & 0xfff) + 1) * 128ull;
	stride = most(given, proof_times(proof_align(lines, down), wide) / 128);
	stride = (stride + unit - 1) & ~(u64)(unit - 1);
	prove_mask(ck, PM4_R_CB_COLOR_TILE + 4 * n, most(end, given), stride);
}

/* FMASK: 4 bits for each pixel of 2 or 4 samples, 32 for 8, in macro tiles like a surface. */
void fmask(void)
{
	struct r600_checker any, *ck = &any;
	u32 n = 1, across, down, wide, narrow, line, lines, bytes;
	u64 given, stride, end;

	if (!masks_accepted(ck, n))
		return;
	ASSUME(f.tile_mode == 2);
	REACHED("FMASK is accepted");
	bytes = (world_regs[4].value & 3) == 3 ? 8 : 2;
	across = larger(8 * ck->card.banks, ck->card.group_bytes * ck->card.banks / (8 * bytes));
	across = larger(128, across);
	down = 8 * ck->card.pipes;
	wide = proof_align(f.pitch, across);
	narrow = proof_align(ck->scissor.x, across);
	lines = mask_lines(ck, &line);
	MONOTONE(proof_align(line + 1, down), wide, proof_align(lines, down), wide);
	/* The bits take half of the size that real clients allocate. */
	end = proof_times(proof_align(line + 1, down), wide) * bytes / 2;
	given = ((world_regs[5].value >> 12) + 1) * 64ull * bytes;
	stride = most(given, most(proof_times(proof_align(lines, down), wide) * bytes / 2,
				  proof_times(proof_align(lines, down), narrow) * bytes));
	prove_mask(ck, PM4_R_CB_COLOR_FRAG + 4 * n, most(end, given), stride);
}
