// SPDX-License-Identifier: GPL-2.0
/*
 * The surfaces of a draw: colour targets, depth, the destination of a resolve, with any registers,
 * relocations and scissor, on any card.
 *
 * The bytes of a pixel are computed apart from the source: rows of tiles follow each other, a row has
 * the lines of a macro tile, of a micro tile or one, and a pixel is anywhere in the row of tiles that
 * holds its line, with all its samples (guide 2.2, 2.3).  What the chip writes together with a pixel
 * is anywhere in the rows of tiles that hold the 4x4 or 8x8 pixels around it (9.4.4, 9.4.8).  A pixel
 * past the pitch is as many tiles further on as its column says, or inside of the rows.
 */
#define WORLD_REGS 14
#include "surface.h"
#include "../../../pm4/r500/r500_surface.c"

/* The fields of a surface. */
static struct fields {
	u32 index, offset, pitch, bytes, micro, macro, samples, block;
	bool wide;
} f;

static void take_tiled(u32 value, u32 bytes, u32 samples, u32 block)
{
	f.pitch = value & 0x3ffe;
	f.macro = value >> 16 & 1;
	f.micro = value >> 17 & 3;
	f.bytes = bytes;
	f.samples = samples;
	f.block = block > 2 || samples == 1 ? block : 2;
}

/* log2 of the bytes of a pixel of COLORFORMAT (RB3D_COLORPITCH), or 7. */
static u32 format_bytes(u32 format)
{
	switch (format) {
	case 9:			/* I8 */
		return 0;
	case 3: case 4:		/* ARGB1555, RGB565 */
	case 13: case 15:	/* UV88, ARGB4444 */
		return 1;
	case 5: case 6:		/* ARGB2101010, ARGB8888 */
		return 2;
	case 10:		/* ARGB16161616 */
		return 3;
	case 7:			/* ARGB32323232 */
		return 4;
	}
	return 7;
}

static u32 larger(u32 a, u32 b)
{
	return a > b ? a : b;
}

/* The bytes by which the tile or block before pixel @end of a row of them ends past the pitch. */
static u64 past_pitch(u32 end, u32 width, u32 height)
{
	end = (end + (1u << width) - 1) & -(1u << width);
	return end <= f.pitch ? 0 : (u64)(end - f.pitch) << (height + f.bytes);
}

/* Each byte of each line inside of the scissor is in the buffer of the surface. */
static void prove_surface(const struct r500_checker *ck)
{
	u32 height = tile_height(f.micro, f.bytes) + 3 * f.macro;
	u32 width = tile_width(f.micro, f.bytes) + 3 * f.macro;
	u32 unit = f.macro ? 2048 : 32, lines = R500_Y1(ck->scissor), line, wide, row, end;
	u32 right = R500_X1(ck->scissor), column = any_below(right);
	u64 byte = nondet_u64(), past = 0, most = 0;

	PROVE(right <= f.pitch || f.wide, "each line ends at the pitch, unless depth alone is wider");
	PROVE(f.bytes <= 4 && f.micro <= 2 && (f.micro != R500_SQUARE || f.bytes == 1),
	      "the format and the tiles exist");
	PROVE(!(f.pitch & ((1u << width) - 1)), "a row has whole tiles");
	PROVE(!(f.offset & (unit - 1)) && world_buffers[f.index].align >= unit,
	      "the base is aligned");
	height = larger(height, f.block);
	wide = ((f.pitch + (1u << f.block) - 1) & -(1u << f.block)) << f.bytes;
	row = wide * f.samples;
	line = any_below(lines);
	/* The end of the row of tiles and blocks that holds the line. */
	end = ((line >> height) + 1) << height;
	lines = (((lines - 1) >> height) + 1) << height;
	CUT(end <= lines, "a line is in a row of tiles");
	if (right > f.pitch) {
		past = past_pitch(column + 1, larger(width, f.block), height);
		most = past_pitch(right, larger(width, f.block), height);
		CUT(past <= most, "a column is left of the scissor's end");
	}
	MONOTONE(wide, end, wide, lines);
	MONOTONE(f.samples, proof_times(wide, end) + past, f.samples, proof_times(wide, lines) + most);
	ASSUME(byte < proof_times(f.samples, proof_times(wide, end) + past));
	prove_byte(f.index, f.offset, byte);
	PROVE(world_buffers[f.index].writable, "only a buffer that may be written is written");
	if (f.index == world_any_buffer)
		PROVE(world_marked, "a written buffer is reported");
}

static const u32 regs[] = {
	PM4_R_RB3D_COLOROFFSET, PM4_R_RB3D_COLORPITCH, PM4_R_RB3D_CCTL, PM4_R_SC_SCISSOR1,
	PM4_R_ZB_DEPTHOFFSET, PM4_R_ZB_DEPTHPITCH, PM4_R_ZB_FORMAT, PM4_R_ZB_BW_CNTL,
	PM4_R_GB_Z_PEQ_CONFIG, PM4_R_ZB_CNTL, PM4_R_RB3D_AARESOLVE_OFFSET,
	PM4_R_RB3D_AARESOLVE_PITCH, PM4_R_RB3D_AARESOLVE_CTL, PM4_R_SC_HYPERZ_EN,
};

static void targets_world(struct r500_checker *ck)
{
	surface_world(ck, regs, ARRAY_SIZE(regs));
	ASSUME(ck->samples == 1 || ck->samples == 2 || ck->samples == 3 || ck->samples == 4 ||
	       ck->samples == 6);
	/* Only a write of the stream can be cut. */
	ASSUME(world_regs[3].is_set || ck->scissor == 0);
	ck->cut = NULL;
}

/* The value of a pitch that is in effect: the register's, or with the tiling of its relocation. */
static u32 effective(const struct r500_checker *ck, u32 value, u32 tiled)
{
	return ck->flags & PM4_KEEP_TILING ? value : tiled;
}

/*
 * Target @n: its registers have numbers of their own, and only target 0 needs no format of
 * its own.
 */
void color(void)
{
	struct r500_checker any, *ck = &any;
	u32 n = any_below(R500_COLORS), pitch, cctl;

	targets_world(ck);
	world_regs[0].reg += 4 * n;
	world_regs[1].reg += 4 * n;
	ASSUME(ck->color_buffer[n] < WORLD_BUFFERS);
	cctl = world_regs[2].is_set ? world_regs[2].value : 0;
	if (check_target(ck, n, cctl))
		return;
	REACHED("a colour target is accepted");
	PROVE(world_regs[0].is_set && world_regs[1].is_set, "the stream has set the target");
	pitch = effective(ck, world_regs[1].value, ck->color_pitch[n]);
	f.index = ck->color_buffer[n];
	f.offset = world_regs[0].value;
	take_tiled(pitch, format_bytes(pitch >> 21 & 15), ck->samples, cctl & 0x600 ? 2 : 0);
	REACHED_IF(f.samples == 6 && f.macro, "a tiled target with samples is accepted");
	prove_surface(ck);
}

void depth(void)
{
	struct r500_checker any, *ck = &any;
	u32 format, bandwidth;

	targets_world(ck);
	ASSUME(ck->depth_buffer < WORLD_BUFFERS);
	bandwidth = world_regs[7].is_set ? world_regs[7].value : 0;
	if (r500_check_depth(ck))
		return;
	if (!(ck->uses & R500_CACHE_DEPTH)) {
		PROVE(!(world_regs[9].is_set && world_regs[9].value & 7) && !(bandwidth & 0x20),
		      "depth is off");
		return;
	}
	REACHED("a depth buffer is accepted");
	PROVE(world_regs[4].is_set && world_regs[5].is_set && world_regs[6].is_set,
	      "the stream has set the depth buffer");
	format = world_regs[6].value & 15;
	PROVE(format <= 2, "the format exists");
	f.index = ck->depth_buffer;
	f.offset = world_regs[4].value;
	take_tiled(effective(ck, world_regs[5].value, ck->depth_pitch), format == 2 ? 2 : 1,
		   ck->samples, bandwidth & 0x1c ?
		   world_regs[8].is_set && world_regs[8].value ? 3 : 2 : 0);
	REACHED_IF(f.block == 3, "compressed depth is accepted");
	PROVE(f.pitch % 4 == 0 || f.pitch & 2, "the pitch is one of the register");
	f.pitch &= 0x3ffc;
	/* Without HiZ, ZMASK and clears of colour. */
	f.wide = !(bandwidth & 0x3d) && !(world_regs[13].is_set && world_regs[13].value & 1);
	REACHED_IF(R500_X1(ck->scissor) > f.pitch, "a draw past the pitch is accepted");
	prove_surface(ck);
}

void resolve(void)
{
	struct r500_checker any, *ck = &any;
	u32 pitch;

	targets_world(ck);
	ASSUME(ck->resolve_buffer < WORLD_BUFFERS && !(world_regs[11].value & ~0x3ffeu));
	/* r500_check_color() has accepted the first target, which has the format. */
	pitch = effective(ck, world_regs[1].value, ck->color_pitch[0]);
	ASSUME(world_regs[1].is_set && format_bytes(pitch >> 21 & 15) <= 4);
	if (r500_check_resolve(ck))
		return;
	if (!(world_regs[12].is_set && world_regs[12].value & 1))
		return;
	REACHED("a destination is accepted");
	f.index = ck->resolve_buffer;
	f.offset = world_regs[10].value;
	take_tiled(pitch, format_bytes(pitch >> 21 & 15), 1, 0);
	f.pitch = world_regs[11].value;
	prove_surface(ck);
}
