// SPDX-License-Identifier: GPL-2.0
/*
 * r600_check_depth(): any depth buffer and HTILE, with any registers, on any card.  The address of
 * a pixel is computed as in color.c.
 */
#include "surface.h"
#include "../../../pm4/r600/r600_check_depth.c"
#undef r600_refuse_scissor
#include "../../../pm4/r600/r600_check_surface.c"

static struct depth_fields {
	u32 pitch, pixels, last, mode, bytes, samples;
	bool htile;
} f;

/* Z16, three of 24 bits, Z32, the same with stencil. */
static u32 pixel_bytes(u32 format)
{
	return format == 1 ? 2 : format == 7 ? 8 : 4;
}

/* Makes any state, checks the depth buffer in it, and returns true if it is accepted. */
static bool accepted(struct r600_checker *ck)
{
	static const u32 regs[] = {
		PM4_R_DB_DEPTH_INFO, PM4_R_DB_DEPTH_SIZE, PM4_R_DB_DEPTH_VIEW, PM4_R_DB_DEPTH_BASE,
		PM4_R_PA_SC_AA_CONFIG, PM4_R_DB_HTILE_DATA_BASE, PM4_R_DB_HTILE_SURFACE,
	};
	u32 info, size, view;

	surface_world(ck, regs, ARRAY_SIZE(regs));
	if (r600_check_depth(ck))
		return false;
	info = world_regs[0].value;
	size = world_regs[1].value;
	view = world_regs[2].value;
	f.pitch = 8 * ((size & 0x3ff) + 1);
	f.pixels = 64 * ((size >> 10 & 0xfffff) + 1);
	f.last = (view & 0x7ff) > (view >> 13 & 0x7ff) ? view & 0x7ff : view >> 13 & 0x7ff;
	f.mode = info >> 15 & 0xf;
	f.bytes = pixel_bytes(info & 7);
	f.samples = 1u << (world_regs[4].value & 3);
	f.htile = info >> 25 & 1;
	return true;
}

/* Each byte of each line inside the scissors, and of the registers' size, of each slice. */
void depth(void)
{
	struct r600_checker any, *ck = &any;
	u64 row, slice_bytes, byte = nondet_u64(), lines = 0, total;
	u32 unit, end, slice;

	if (!accepted(ck))
		return;
	REACHED("a depth buffer is accepted");
	REACHED_IF(f.mode == 4 && f.last && f.samples == 4, "a multisampled array is accepted");
	PROVE(ck->scissor.x <= f.pitch, "each line ends at the pitch");
	unit = tile_lines(&ck->card, f.mode);
	row = (u64)f.pitch * f.bytes * f.samples;
	slice_bytes = (u64)f.pixels * f.bytes * f.samples;
	slice = any_below(f.last + 1);
	MONOTONE(slice, slice_bytes, f.last, slice_bytes);
	if (ck->scissor.y) {
		end = proof_align(any_below(ck->scissor.y) + 1, unit);
		MONOTONE(end, row, proof_align(ck->scissor.y, unit), row);
		lines = proof_times(end, row);
	}
	ASSUME(byte < lines || byte < slice_bytes);
	total = proof_times(proof_align(ck->scissor.y, unit), row);
	total = (total > slice_bytes ? total : slice_bytes) + proof_times(f.last, slice_bytes);
	CUT(proof_times(slice, slice_bytes) + byte < total, "the bytes end in the size");
	prove_size(ck, PM4_R_DB_DEPTH_BASE, total);
	prove_surface(ck, PM4_R_DB_DEPTH_BASE, proof_times(slice, slice_bytes) + byte);
}

/*
 * HTILE: a dword for each 8 x 8 pixels, in macro tiles; any line of pixels that is inside the
 * scissors or holds a pixel of the slice.
 */
void htile(void)
{
	struct r600_checker any, *ck = &any;
	u32 pipes, across, down, line, lines, wide, slice;
	u64 stride, end, byte = nondet_u64();

	if (!accepted(ck))
		return;
	ASSUME(f.htile);
	REACHED("HTILE is accepted");
	pipes = ck->card.pipes;
	across = pipes <= 2 ? 32 : 64;
	down = pipes == 1 ? 16 : pipes == 8 ? 64 : 32;
	wide = proof_align(f.pitch / 8, across);
	line = any_below(1u << 24);
	ASSUME(line < ck->scissor.y || proof_times(line, f.pitch) < f.pixels);
	lines = proof_div_up(f.pixels, f.pitch);
	MONOTONE(lines, f.pitch, line, f.pitch);
	if (lines < ck->scissor.y)
		lines = ck->scissor.y;
	MONOTONE(proof_align(line / 8 + 1, down), wide, proof_align((lines + 7) / 8, down), wide);
	end = proof_times(proof_align(line / 8 + 1, down), wide) * 4;
	stride = proof_times(proof_align((lines + 7) / 8, down), wide) * 4;
	stride = (stride + pipes * 2048 - 1) & ~(u64)(pipes * 2048 - 1);
	slice = any_below(f.last + 1);
	ASSUME(byte < end);
	ONE_MORE(slice, stride);
	MONOTONE(slice + 1, stride, f.last + 1, stride);
	prove_surface(ck, PM4_R_DB_HTILE_DATA_BASE, proof_times(slice, stride) + byte);
}
