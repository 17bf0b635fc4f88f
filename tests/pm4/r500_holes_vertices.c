// SPDX-License-Identifier: GPL-2.0
/*
 * Indices and vertex arrays that reach past their buffers, or belong to another client, each with
 * a neighbour that does not.  The in-tree checker accepts these kinds of streams.
 */
#include "r500_scene.h"

static void index_register(struct scene *s, bool ok)
{
	draw_buffer(s, 4, 0, 2);
	if (!ok)
		s->ib[s->n - 5] = 0x80000000 | 0x4e28 / 4;
}

static void index_skip(struct scene *s, bool ok)
{
	draw_buffer(s, 4, 0, 2);
	if (!ok)
		s->ib[s->n - 5] |= 1 << 16;
}

static void index_offset(struct scene *s, bool ok)
{
	draw_buffer(s, 4, ok ? 56 : 60, 2);
}

static void index_size(struct scene *s, bool ok)
{
	draw_buffer(s, ok ? 32 : 34, 0, ok ? 16 : 17);
}

static void index_more(struct scene *s, bool ok)
{
	draw_buffer(s, 4, 0, ok ? 2 : 3);
}

static void index_end(struct scene *s, bool ok)
{
	draw_buffer(s, 4, 0, 2);
	if (!ok)
		s->n -= 6;
}

/* The largest number of indices is 2^24 - 1, and of dwords in a buffer 2^23 - 1. */
static void index_most(struct scene *s, bool ok)
{
	u32 count = ok ? 0x7fffff : 0x800000;

	s->buffers[B_INDEX].size = 0x2000000;
	reg(s, 0x2088, count);
	draw_buffer(s, 0, 0, count);
	s->ib[s->n - 7] |= 1 << 14 | 1 << 11;
}

static void index_few(struct scene *s, bool ok)
{
	draw_indices(s, 6);
	if (!ok)
		s->ib[s->n - 4] += 6 << 16;
}

static void data_none(struct scene *s, bool ok)
{
	reg(s, 0x20b4, ok ? 1 : 0);
	draw_data(s, 3, ok ? 3 : 0);
}

static void data_few(struct scene *s, bool ok)
{
	draw_data(s, 3, ok ? 12 : 8);
}

static void array_offset(struct scene *s, bool ok)
{
	arrays(s, B_VERTEX, ok ? 0 : 16, 4, 4);
	draw_list(s, 16);
}

static void array_stride(struct scene *s, bool ok)
{
	arrays(s, B_VERTEX, ok ? 240 : 256, 4, 0);
	draw_list(s, 100);
}

static void array_last(struct scene *s, bool ok)
{
	arrays(s, B_VERTEX, 0, ok ? 4 : 5, 4);
	draw_list(s, 16);
}

/* Two arrays share the dword with sizes and strides. */
static void array_second(struct scene *s, bool ok)
{
	packet(s, 0x2f, 4);
	dw(s, 2);
	dw(s, 0x0404 | (ok ? 0x0404u : 0x0804u) << 16);
	place(s, B_VERTEX);
	dw(s, 0);
	place(s, B_VERTEX);
	dw(s, 0);
	nop(s, B_VERTEX);
	nop(s, B_VERTEX);
	draw_list(s, 16);
}

/* 16 arrays fill all registers of arrays: another dword would go to the register after them. */
static void array_more(struct scene *s, bool ok)
{
	u32 i;

	packet(s, 0x2f, ok ? 25 : 26);
	dw(s, 16);
	for (i = 0; i < 8; i++) {
		dw(s, 0x04040404);
		place(s, B_VERTEX);
		dw(s, 0);
		place(s, B_VERTEX);
		dw(s, 0);
	}
	if (!ok)
		dw(s, 0);
	for (i = 0; i < 16; i++)
		nop(s, B_VERTEX);
	draw_list(s, 16);
}

/* The first of two arrays has the least room. */
static void array_least(struct scene *s, bool ok)
{
	packet(s, 0x2f, 4);
	dw(s, 2);
	dw(s, 0x04040404);
	place(s, B_VERTEX);
	dw(s, 0);
	place(s, B_SPARE);
	dw(s, 0);
	nop(s, B_VERTEX);
	nop(s, B_SPARE);
	draw_list(s, ok ? 16 : 17);
}

static void array_count(struct scene *s, bool ok)
{
	draw_list(s, ok ? 16 : 17);
}

static void array_index(struct scene *s, bool ok)
{
	/* An element of 16 bytes in 8. */
	if (!ok)
		s->buffers[B_VERTEX].size = 8;
	draw_indices(s, 3);
}

static void array_none(struct scene *s, bool ok)
{
	/* The arrays are the last 5 + 1 dwords of the scene. */
	if (!ok)
		s->n -= 6;
	draw_list(s, 3);
}

static void array_cache(struct scene *s, bool ok)
{
	arrays(s, B_VERTEX, 0, 4, 4);
	s->ib[s->n - 5] |= ok ? 1 << 5 : 1 << 6;
	draw_list(s, 3);
}

static void bias_list(struct scene *s, bool ok)
{
	reg(s, 0x208c, ok ? 0 : 100);
	draw_list(s, 3);
}

static void array_empty(struct scene *s, bool ok)
{
	/* No dwords, but a forced prefetch. */
	arrays(s, B_VERTEX, ok ? 252 : 256, 0, 0);
	s->ib[s->n - 5] |= 1 << 5;
	draw_list(s, 3);
}

static void vertices_none(struct scene *s, bool ok)
{
	draw_list(s, ok);
}

static void vertices_none_alt(struct scene *s, bool ok)
{
	reg(s, 0x2088, ok);
	draw_list(s, 3);
	s->ib[s->n - 1] |= 1 << 14;
}

static void primitive_none(struct scene *s, bool ok)
{
	draw_indices(s, 3);
	if (!ok)
		s->ib[s->n - 3] &= ~15u;
}

static void minimum(struct scene *s, bool ok)
{
	reg(s, 0x2138, ok ? 0 : 100);
	draw_indices(s, 3);
}

static void dual_index(struct scene *s, bool ok)
{
	draw_indices(s, 3);
	if (!ok)
		s->ib[s->n - 3] |= 1 << 13;
}

static void alt_count(struct scene *s, bool ok)
{
	reg(s, 0x2088, ok ? 16 : 17);
	draw_list(s, 3);
	s->ib[s->n - 1] |= 1 << 14;
}

static const struct hole holes[] = {
	{ "INDX_BUFFER fills a register with an address", index_register, PM4_CODE_DRAW_SOURCE, 0 },
	{ "INDX_BUFFER skips dwords", index_skip, PM4_CODE_DRAW_SOURCE, 0 },
	{ "indices past the end by their offset", index_offset, PM4_CODE_BOUNDS, 0 },
	{ "indices past the end by their number", index_size, PM4_CODE_BOUNDS, 0 },
	{ "more indices than the draw takes", index_more, PM4_CODE_INDEX_COUNT, 0 },
	{ "more indices than INDX_BUFFER can fetch", index_most, PM4_CODE_FIELD_VALUE, 0 },
	{ "a draw at the end that lacks its indices", index_end, PM4_CODE_INDEX_MISSING, 0 },
	{ "fewer indices than vertices", index_few, PM4_CODE_INDEX_COUNT, 0 },
	{ "fewer vertices than the draw takes", data_few, PM4_CODE_INDEX_COUNT, 0 },
	{ "vertices in the packet without any dword", data_none, PM4_CODE_DRAW_SOURCE, 0x20b4 },
	{ "the offset of an array", array_offset, PM4_CODE_VERTEX_BOUNDS, 0 },
	{ "an array with stride 0 past its buffer", array_stride, PM4_CODE_VERTEX_BOUNDS, 0 },
	{ "the last element ends outside", array_last, PM4_CODE_VERTEX_BOUNDS, 0 },
	{ "more vertices than the array has", array_count, PM4_CODE_VERTEX_BOUNDS, 0 },
	{ "no element for the least index", array_index, PM4_CODE_VERTEX_BOUNDS, 0x2134 },
	{ "a dword after the last of all arrays", array_more, PM4_CODE_PACKET_LENGTH, 0 },
	{ "the stride of the second array", array_second, PM4_CODE_VERTEX_BOUNDS, 0 },
	{ "more vertices than the first of two arrays has", array_least, PM4_CODE_VERTEX_BOUNDS, 0 },
	{ "an empty array at the end, prefetched", array_empty, PM4_CODE_VERTEX_BOUNDS, 0 },
	{ "0 vertices, which may be 65536", vertices_none, PM4_CODE_DRAW_SOURCE, 0 },
	{ "0 vertices by VAP_ALT_NUM_VERTICES", vertices_none_alt, PM4_CODE_DRAW_SOURCE, 0 },
	{ "indices for no primitive", primitive_none, PM4_CODE_DRAW_SOURCE, 0 },
	{ "arrays of another client", array_none, PM4_CODE_DRAW_SOURCE, 0 },
	{ "vertex cache of another client", array_cache, PM4_CODE_FIELD_BITS, 0 },
	{ "index bias of an auto-indexed draw", bias_list, PM4_CODE_REGISTER_VALUE, 0x208c },
	{ "minimum index above the maximum", minimum, PM4_CODE_REGISTER_VALUE, 0x2138 },
	{ "dual index mode", dual_index, PM4_CODE_FIELD_BITS, 0 },
	{ "vertices counted by VAP_ALT_NUM_VERTICES", alt_count, PM4_CODE_VERTEX_BOUNDS, 0 },
};

void test_holes_of_vertices(void)
{
	try_holes(holes, sizeof(holes) / sizeof(holes[0]));
}
