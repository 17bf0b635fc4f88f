// SPDX-License-Identifier: GPL-2.0
/*
 * Textures that reach past their buffers, or belong to another client, each with a neighbour that
 * does not.  The in-tree checker accepts these kinds of streams.
 */
#include "r500_scene.h"

static void texture_offset(struct scene *s, bool ok)
{
	*last(s, 0x4540) = ok ? 0 : 32;
	draw_list(s, 3);
}

static void texture_wrap(struct scene *s, bool ok)
{
	/* 2048x2048 texels of 4 bytes in 256 or more slices are 4 GiB. */
	*last(s, 0x4480) = ok ? 63 << 11 | 63 : 2047 << 11 | 2047 | 8 << 22;
	*last(s, 0x44c0) = ok ? 12 : 12 | 1 << 25;
	draw_list(s, 3);
}

static void texture_4096(struct scene *s, bool ok)
{
	reg(s, 0x4480, 1 << 11 | 2047);
	reg(s, 0x4500, ok ? 0 : 1 << 15);
	draw_list(s, 3);
}

static void texture_levels(struct scene *s, bool ok)
{
	/* 64 + 32 + ... lines do not fit into 64, even if only the height is left. */
	reg(s, 0x4480, (ok ? 31 : 63) << 11 | 63 | 6 << 26);
	draw_list(s, 3);
}

static void texture_flat_levels(struct scene *s, bool ok)
{
	/* Levels have at least one line: 4096 texels of 4 bytes and 12 levels. */
	reg(s, 0x4480, 2047 | (ok ? 0u : 11u) << 26);
	s->buffers[B_TEXTURE].size = 8192;
	draw_list(s, 3);
}

static void texture_tiles(struct scene *s, bool ok)
{
	reg(s, 0x4480, 8 << 11 | 63);
	reg(s, 0x4540, 0);
	s->reloc[s->nrelocs] = s->n - 1;
	s->index[s->nrelocs++] = B_TEXTURE;
	nop(s, B_TEXTURE);
	s->ib[s->n - 3] = 1 << 2;
	/* Two rows of macro tiles of 2 KiB. */
	s->buffers[B_TEXTURE].size = ok ? 4096 : 4095;
	draw_list(s, 3);
}

static void texture_format(struct scene *s, bool ok)
{
	/* Without its top bit, format 36 is one of 4 bytes. */
	reg(s, 0x44c0, 4);
	reg(s, 0x4500, ok ? 0 : 1 << 14);
	draw_list(s, 3);
}

static void texture_24_8(struct scene *s, bool ok)
{
	/* Format 38 has 4 bytes and no blocks. */
	reg(s, 0x44c0, 6);
	reg(s, 0x4480, (ok ? 63 : 64) << 11 | 63);
	reg(s, 0x4500, 1 << 14);
	draw_list(s, 3);
}

static void texture_faces(struct scene *s, bool ok)
{
	reg(s, 0x44c0, 12 | (ok ? 0u : 2u) << 25);
	draw_list(s, 3);
}

static void texture_pitch(struct scene *s, bool ok)
{
	reg(s, 0x4480, 63 << 11 | 63 | 1u << 31);
	reg(s, 0x4500, ok ? 63 : 64);
	draw_list(s, 3);
}

static void texture_blocks(struct scene *s, bool ok)
{
	/* DXT5: 16 bytes for 4x4 texels. */
	reg(s, 0x44c0, 17);
	reg(s, 0x4480, (ok ? 127 : 128) << 11 | 127);
	draw_list(s, 3);
}

static void texture_short_pitch(struct scene *s, bool ok)
{
	/* Lines of 32 bytes: the last of 64 texels ends 7 lines after its own. */
	reg(s, 0x4480, 511 << 11 | (ok ? 7 : 63) | 1u << 31);
	draw_list(s, 3);
}

static void texture_repeats_x(struct scene *s, bool ok)
{
	/* 40 texels come back at 64. */
	reg(s, 0x4480, 63 << 11 | 39);
	reg(s, 0x4400, 2 << 3 | (ok ? 2 : 0));
	s->buffers[B_TEXTURE].size = 64 * 40 * 4;
	draw_list(s, 3);
}

static void texture_repeats_y(struct scene *s, bool ok)
{
	/* Mirror once to the last texel. */
	reg(s, 0x4480, 40 << 11 | 63);
	reg(s, 0x4400, (ok ? 2 : 3) << 3 | 2);
	s->buffers[B_TEXTURE].size = 41 * 64 * 4;
	draw_list(s, 3);
}

static void texture_finest(struct scene *s, bool ok)
{
	/* The level to begin with is after the last one. */
	reg(s, 0x4400, (ok ? 0 : 3) << 17 | 2 << 3 | 2);
	draw_list(s, 3);
}

static void texture_oblong_faces(struct scene *s, bool ok)
{
	reg(s, 0x4480, 15 << 11 | (ok ? 15 : 31));
	reg(s, 0x44c0, 12 | 2 << 25);
	draw_list(s, 3);
}

static void texture_tall_faces(struct scene *s, bool ok)
{
	reg(s, 0x4480, (ok ? 15 : 31) << 11 | 15);
	reg(s, 0x44c0, 12 | 2 << 25);
	draw_list(s, 3);
}

static void texture_filter_unset(struct scene *s, bool ok)
{
	reg(s, 0x4104, 3);
	reg(s, ok ? 0x4404 : 0x4e14, 1 << 28 | 2 << 3 | 2);
	reg(s, 0x4484, 63 << 11 | 63);
	reg(s, 0x44c4, 12);
	reg(s, 0x4504, 0);
	address(s, 0x4544, 0, B_TEXTURE);
	draw_list(s, 3);
}

/* A texture that is not enabled takes the number of the one that is. */
static void texture_number(struct scene *s, bool ok)
{
	reg(s, 0x4414, (ok ? 5u : 0u) << 28);
	draw_list(s, 3);
}

/* The same, and no draw follows. */
static void texture_number_left(struct scene *s, bool ok)
{
	draw_list(s, 3);
	dw(s, 1 << 16 | 0x4438 / 4);
	dw(s, 14u << 28);
	dw(s, (ok ? 15u : 14u) << 28);
}

static void texture_first_number(struct scene *s, bool ok)
{
	reg(s, 0x4400, (ok ? 0u : 5u) << 28 | 2 << 3 | 2);
	draw_list(s, 3);
}

static void texture_18(struct scene *s, bool ok)
{
	reg(s, 0x44c0, ok ? 0 : 18);
	draw_list(s, 3);
}

static void texture_unset(struct scene *s, bool ok)
{
	reg(s, 0x4104, ok ? 1 : 3);
	draw_list(s, 3);
}

static const struct hole holes[] = {
	{ "the offset of a texture", texture_offset, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "a 3D texture of 4 GiB", texture_wrap, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "a texture 4096 wide", texture_4096, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "levels of a texture", texture_levels, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "levels of one line", texture_flat_levels, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "rows of macro tiles of a texture", texture_tiles, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "the top bit of a texture's format", texture_format, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "texture format 38", texture_24_8, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "faces of a cube", texture_faces, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "the pitch of a texture", texture_pitch, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "a texture of blocks", texture_blocks, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "a pitch of a texture that is shorter than its lines", texture_short_pitch, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "a texture that repeats at a power of two", texture_repeats_x, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "a texture that is mirrored at a power of two", texture_repeats_y, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "a finest level after the last one", texture_finest, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "faces of a cube that are not square", texture_oblong_faces, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "faces of a cube that are too high", texture_tall_faces, PM4_CODE_SURFACE_BOUNDS, 0x4540 },
	{ "the finest level of another client", texture_filter_unset, PM4_CODE_NOT_SET, 0x4404 },
	{ "a texture with the number of another one", texture_number, PM4_CODE_REGISTER_VALUE, 0x4414 },
	{ "the same for the next client", texture_number_left, PM4_CODE_REGISTER_VALUE, 0x443c },
	{ "the first texture with the number of another one", texture_first_number, PM4_CODE_REGISTER_VALUE, 0x4400 },
	{ "texture format 18", texture_18, PM4_CODE_SURFACE_FORMAT, 0x44c0 },
	{ "a texture of another client", texture_unset, PM4_CODE_NOT_SET, 0x4404 },
};

void test_holes_of_textures(void)
{
	try_holes(holes, sizeof(holes) / sizeof(holes[0]));
}
