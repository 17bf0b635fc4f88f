// SPDX-License-Identifier: GPL-2.0
/*
 * Vertices that are shorter than the geometry assembler waits for, because no vertex program and no
 * stream control makes the rest.  Each has a neighbour with as many dwords as it needs.
 */
#include "r500_scene.h"

/* Without a vertex program, by the format that the assembler waits for. */
static void bypassed(struct scene *s, u32 format0, u32 format1)
{
	reg(s, 0x2140, 0x100);
	reg(s, 0x2090, format0);
	reg(s, 0x2094, format1);
}

static void short_position(struct scene *s, bool ok)
{
	bypassed(s, 1, 0);
	reg(s, 0x20b4, ok ? 4 : 3);
	draw_data(s, 3, ok ? 12 : 9);
}

static void short_texture(struct scene *s, bool ok)
{
	bypassed(s, 1, 4 << 6);
	reg(s, 0x20b4, ok ? 8 : 7);
	draw_data(s, 3, ok ? 24 : 21);
}

static void short_point(struct scene *s, bool ok)
{
	bypassed(s, 0x10001, 0);
	reg(s, 0x20b4, ok ? 5 : 4);
	draw_data(s, 3, ok ? 15 : 12);
}

/* VAP_VTX_SIZE says nothing of arrays, and they say nothing of vertices in the packet. */
static void short_array(struct scene *s, bool ok)
{
	bypassed(s, 3, 0);
	reg(s, 0x20b4, 8);
	arrays(s, B_VERTEX, 0, ok ? 8 : 4, 8);
	draw_list(s, 3);
}

static void short_indexed(struct scene *s, bool ok)
{
	bypassed(s, 1, 1);
	arrays(s, B_VERTEX, 0, ok ? 5 : 4, 5);
	reg(s, 0x2134, 3);
	draw_indices(s, 3);
}

static void short_unbounded(struct scene *s, bool ok)
{
	bypassed(s, 1, 0);
	arrays(s, B_VERTEX, 0, ok ? 4 : 3, 0);
	draw_list(s, 3);
}

/* The arrays change, and no register. */
static void short_second(struct scene *s, bool ok)
{
	bypassed(s, 1, 0);
	draw_list(s, 3);
	arrays(s, B_VERTEX, 0, ok ? 4 : 3, 4);
	draw_list(s, 3);
}

/* Arrays of four dwords, and then vertices in the packet with three. */
static void short_mixed(struct scene *s, bool ok)
{
	bypassed(s, 1, 0);
	reg(s, 0x20b4, ok ? 4 : 3);
	draw_list(s, 3);
	draw_data(s, 3, ok ? 12 : 9);
}

/* A type that expands, or a constant, makes the rest. */
static void short_bytes(struct scene *s, bool ok)
{
	bypassed(s, 1, 0);
	reg(s, 0x2150, ok ? 0x2004 : 0x2003);
	reg(s, 0x20b4, 1);
	draw_data(s, 3, 3);
}

static void short_constant(struct scene *s, bool ok)
{
	bypassed(s, 1, 0);
	reg(s, 0x2150, 0x2002);
	reg(s, 0x21e0, ok ? 0xfa88 : 0xf688);
	reg(s, 0x20b4, 3);
	draw_data(s, 3, 9);
}

/* A channel that is not written counts for nothing, and neither do elements after the last. */
static void short_unwritten(struct scene *s, bool ok)
{
	bypassed(s, 1, 0);
	reg(s, 0x2150, ok ? 4 << 16 | 0x0003 : 4 << 16 | 0x2003);
	reg(s, 0x21e0, 0xf6887a88);
	reg(s, 0x2154, 0x2003);
	reg(s, 0x21e4, 0xf688);
	reg(s, 0x20b4, 3);
	draw_data(s, 3, 9);
}

/* A vertex program may write what it likes: the format alone changes nothing. */
static void short_program(struct scene *s, bool ok)
{
	reg(s, 0x2090, 0x1001f);
	reg(s, 0x20b4, 1);
	draw_data(s, 3, 3);
	reg(s, 0x2140, ok ? 0 : 0x100);
	draw_data(s, 3, 3);
}

static const struct hole shorts[] = {
	{ "without a vertex program, a position of 3 dwords", short_position, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "a texture coordinate that lacks a dword", short_texture, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "a point size that is not there", short_point, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "a colour that is not in the array", short_array, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "the same by indices", short_indexed, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "the same by an array without a stride", short_unbounded, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "the same in the next draw", short_second, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "the same in the next packet", short_mixed, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "a position of a dword that nothing expands", short_bytes, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "a position of 3 dwords without a constant", short_constant, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "a constant that is not written", short_unwritten, PM4_CODE_DRAW_SOURCE, 0x2090 },
	{ "the vertex program goes", short_program, PM4_CODE_DRAW_SOURCE, 0x2090 },
};

void test_vertices(void)
{
	try_holes(shorts, sizeof(shorts) / sizeof(shorts[0]));
}
