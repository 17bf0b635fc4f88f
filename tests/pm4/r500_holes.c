// SPDX-License-Identifier: GPL-2.0
/*
 * Streams that reach memory outside of their buffers, or depend on another client, each with a
 * neighbour that does not.  The in-tree checker accepts these kinds of streams.
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

static void color_x(struct scene *s, bool ok)
{
	/* The scissor is cut to the pitch, so only the lines count. */
	reg(s, 0x43e4, (ok ? 63 : 64) << 13 | 127);
	draw_list(s, 3);
}

static void color_rows(struct scene *s, bool ok)
{
	/* 60 lines are 64 with micro tiles of 2 lines and macro tiles of 16. */
	reg(s, 0x43e4, (ok ? 47 : 48) << 13 | 63);
	reg(s, 0x4e38, 6 << 21 | 1 << 17 | 1 << 16 | 64);
	s->buffers[B_COLOR].size = 48 * 256;
	draw_list(s, 3);
}

static void color_samples(struct scene *s, bool ok)
{
	reg(s, 0x4020, ok ? 0 : 1);
	reg(s, 0x4f00, 0);
	draw_list(s, 3);
}

/* Micro tiles of 4x2 pixels, of which two make the block of a pixel's samples. */
static void color_block(struct scene *s, bool ok)
{
	reg(s, 0x4020, 2 << 1 | 1);
	reg(s, 0x4e38, 6 << 21 | 1 << 17 | 64);
	reg(s, 0x4f00, 0);
	reg(s, 0x43e4, 13 << 13 | 63);
	s->buffers[B_COLOR].size = 64 * 4 * 4 * (ok ? 16 : 14);
	draw_list(s, 3);
}

/* The same of compressed depth, for @peq 8x8 pixels. */
static void depth_compressed(struct scene *s, bool peq, u32 lines)
{
	s->flags |= PM4_OWNS_HYPERZ;
	reg(s, 0x4f30, 0);
	reg(s, 0x4f34, 0);
	reg(s, 0x4f44, 0);
	reg(s, 0x4f54, 0);
	reg(s, 0x4f1c, peq ? 0x1c : 4);
	reg(s, 0x4028, peq);
	reg(s, 0x4f24, 1 << 17 | 64);
	reg(s, 0x43e4, 9 << 13 | 63);
	s->buffers[B_DEPTH].size = 64 * 4 * lines;
	draw_list(s, 3);
}

static void depth_block(struct scene *s, bool ok)
{
	depth_compressed(s, false, ok ? 12 : 10);
}

static void depth_large_block(struct scene *s, bool ok)
{
	depth_compressed(s, true, ok ? 16 : 12);
}

static void color_block_of_cmask(struct scene *s, bool ok)
{
	s->flags |= PM4_OWNS_CMASK;
	reg(s, 0x4e54, 0);
	reg(s, 0x4e64, 0);
	reg(s, 0x4e00, 1 << 14 | 1 << 10);
	reg(s, 0x4f00, 0);
	reg(s, 0x43e4, 12 << 13 | 63);
	s->buffers[B_COLOR].size = 64 * 4 * (ok ? 16 : 13);
	draw_list(s, 3);
}

static void samples_apart(struct scene *s, bool ok)
{
	reg(s, 0x4f1c, ok ? 0 : 1 << 17);
	draw_list(s, 3);
}

static void color_format(struct scene *s, bool ok)
{
	reg(s, 0x4e38, (ok ? 6 : 10) << 21 | 64);
	draw_list(s, 3);
}

static void color_yuv(struct scene *s, bool ok)
{
	reg(s, 0x4e38, (ok ? 9 : 11) << 21 | 64);
	draw_list(s, 3);
}

static void color_yvu(struct scene *s, bool ok)
{
	reg(s, 0x4e38, (ok ? 9 : 12) << 21 | 64);
	draw_list(s, 3);
}

static void color_second(struct scene *s, bool ok)
{
	address(s, 0x4e2c, 0, B_SPARE);
	reg(s, 0x4e3c, 6 << 21 | 64);
	reg(s, 0x4e00, 1 << 14 | 1 << 5);
	s->buffers[B_SPARE].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static void mrt_bounds(struct scene *s, bool ok)
{
	address(s, 0x4e34, 0, B_SPARE);
	reg(s, 0x4e44, 6 << 21 | 64);
	reg(s, 0x46b0, 0);
	s->buffers[B_SPARE].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static void mrt_inherited(struct scene *s, bool ok)
{
	reg(s, 0x46a8, ok ? 15 : 0);
	draw_list(s, 3);
}

static void mrt_pitch(struct scene *s, bool ok)
{
	/* The second target has half of the pitch: the scissor is cut, and the lines fit. */
	address(s, 0x4e2c, 0, B_SPARE);
	reg(s, 0x4e3c, 6 << 21 | 32);
	reg(s, 0x46a8, 0);
	s->buffers[B_SPARE].size = ok ? 8192 : 8191;
	draw_list(s, 3);
}

static void mrt_format(struct scene *s, bool ok)
{
	address(s, 0x4e2c, 0, B_SPARE);
	reg(s, 0x4e3c, 6 << 21 | 64);
	reg(s, 0x46a8, 0);
	reg(s, 0x4e00, ok ? 1 << 14 : 0);
	draw_list(s, 3);
}

static void stencil_alone(struct scene *s, bool ok)
{
	reg(s, 0x4f00, 1);
	s->buffers[B_DEPTH].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static void depth_clear(struct scene *s, bool ok)
{
	/* ZB_CB_CLEAR writes without any test. */
	reg(s, 0x4f00, 0);
	reg(s, 0x4f1c, 1 << 5);
	s->buffers[B_DEPTH].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static void read_only(struct scene *s, bool ok)
{
	s->buffers[B_COLOR].writable = ok;
	draw_list(s, 3);
}

static void query_offset(struct scene *s, bool ok)
{
	reg(s, 0x4f58, 0);
	address(s, 0x4f5c, ok ? 12 : 16, B_QUERY);
}

static void resolve_x(struct scene *s, bool ok)
{
	reg(s, 0x4e88, 1);
	address(s, 0x4e80, 0, B_SPARE);
	reg(s, 0x4e84, 64);
	s->buffers[B_SPARE].size = ok ? 16384 : 8192;
	draw_list(s, 3);
}

static void write_of(struct scene *s, bool ok, u32 bad, u32 good, u32 value)
{
	reg(s, ok ? good : bad, value);
	draw_list(s, 3);
}

static void fill_2d(struct scene *s, bool ok)
{
	write_of(s, ok, 0x143c, 0x4e14, 1 << 16 | 1);
}

static void copy_2d(struct scene *s, bool ok)
{
	write_of(s, ok, 0x1434, 0x4e14, 0);
}

static void target_2d(struct scene *s, bool ok)
{
	write_of(s, ok, 0x1408, 0x4e14, 0);
}

static void cp_dma(struct scene *s, bool ok)
{
	write_of(s, ok, 0x728, 0x4e14, 3u << 30 | 64);
}

static void indirect(struct scene *s, bool ok)
{
	write_of(s, ok, 0x73c, 0x4e14, 64);
}

static void draw_by_register(struct scene *s, bool ok)
{
	if (ok)
		draw_list(s, 3);
	else
		reg(s, 0x2084, 4 | 2 << 4 | 3 << 16);
}

static void arrays_by_register(struct scene *s, bool ok)
{
	write_of(s, ok, 0x20c8, 0x4e14, 0);
}

static void vertex_port(struct scene *s, bool ok)
{
	write_of(s, ok, 0x2040, 0x4e14, 0);
}

static void depth_offset(struct scene *s, bool ok)
{
	write_of(s, ok, 0x4f60, 0x4e14, 32 << 17);
}

static void cmask_ram(struct scene *s, bool ok)
{
	write_of(s, ok, 0x4e78, 0x4e14, 0);
}

static void hiz_ram(struct scene *s, bool ok)
{
	write_of(s, ok, 0x4f4c, 0x4e14, 0);
}

static void tile_config(struct scene *s, bool ok)
{
	write_of(s, ok, 0x4018, 0x4e14, 0);
}

static void wait_display(struct scene *s, bool ok)
{
	reg(s, 0x1720, ok ? 7 << 16 : 1 << 3);
	draw_list(s, 3);
}

static void config_bit(struct scene *s, bool ok)
{
	reg(s, 0x4600, ok ? 2 : 3);
	draw_list(s, 3);
}

static void test_enable(struct scene *s, bool ok)
{
	reg(s, 0x4624, ok ? 1u << 31 : 1u << 30);
	draw_list(s, 3);
}

static void uncached(struct scene *s, bool ok)
{
	u32 words[12] = { 7, (ok ? 6u : 7u) << 22, 0, 0, 0, 0, 0x00000105 };

	upload(s, 0, words, 12);
	draw_list(s, 3);
}

static void uncached_in_pieces(struct scene *s, bool ok)
{
	/* The instruction is complete only in the memory of the chip. */
	static const u32 one[] = { 7, 6 << 22, 0, 0, 0, 0 }, two[] = { 0, 7 << 22, 0, 0, 0, 0 };

	upload(s, 0, one, 6);
	if (!ok) {
		reg(s, 0x4250, 0);
		dw(s, 0x8000 | 0x4254 / 4);
		dw(s, 7);
		dw(s, 0x8000 | 0x4254 / 4);
		dw(s, two[1]);
	}
	draw_list(s, 3);
}

/* A texture operation 7, as it would be read if instructions follow the constants. */
static void constant_after_the_last(struct scene *s, bool ok)
{
	static const u32 words[] = { 3, 7 << 22, 0, 0 };

	upload(s, 1 << 16 | (ok ? 255 : 256), words, 4);
	draw_list(s, 3);
}

static void constants_after_the_last(struct scene *s, bool ok)
{
	static const u32 words[8];

	upload(s, 1 << 16 | (ok ? 254 : 255), words, 8);
	draw_list(s, 3);
}

static void pipes_at_end(struct scene *s, bool ok)
{
	draw_list(s, 3);
	reg(s, 0x42c8, ok ? 15 : 1);
}

static void pipes_address(struct scene *s, bool ok)
{
	/* The other pipes would keep the second target of another client. */
	reg(s, 0x42c8, ok ? 15 : 1);
	address(s, 0x4e2c, 0, B_SPARE);
	reg(s, 0x42c8, 15);
	reg(s, 0x4e3c, 6 << 21 | 64);
	reg(s, 0x46a8, 0);
	draw_list(s, 3);
}

static void pipes_scissor(struct scene *s, bool ok)
{
	/* The other pipes would keep the scissor of an earlier draw. */
	*last(s, 0x43e4) = (ok ? 63 : 255) << 13 | 63;
	reg(s, 0x42c8, ok ? 15 : 1);
	reg(s, 0x43e4, 63 << 13 | 63);
	reg(s, 0x42c8, 15);
	draw_list(s, 3);
}

static void pipes_draw(struct scene *s, bool ok)
{
	/* A draw reaches all pipes, but the address of the last one is another client's. */
	if (!ok) {
		s->n = 0;
		s->nrelocs = 0;
		reg(s, 0x42c8, 7);
		draw_list(s, 3);
		reg(s, 0x42c8, 15);
		return;
	}
	draw_list(s, 3);
}

static void pipes_query(struct scene *s, bool ok)
{
	reg(s, 0x4f58, 0);
	reg(s, 0x42c8, 1);
	address(s, 0x4f5c, 0, B_QUERY);
	reg(s, 0x42c8, 2);
	address(s, 0x4f5c, ok ? 4 : 16, B_QUERY);
	reg(s, 0x42c8, 15);
}

static void type_1(struct scene *s, bool ok)
{
	dw(s, ok ? 0x80000000 : 0x40000000);
	draw_list(s, 3);
}

static void hyperz(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_HYPERZ : 0;
	reg(s, 0x4f30, 0);
	reg(s, 0x4f34, 0);
	reg(s, 0x4f44, 0);
	reg(s, 0x4f54, 0);
	reg(s, 0x4f1c, 1);
	draw_list(s, 3);
}

static void sc_hyperz(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_HYPERZ : 0;
	reg(s, 0x43a4, 1);
	draw_list(s, 3);
}

static void hiz_pitch(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_HYPERZ : PM4_OWNS_CMASK;
	reg(s, 0x4f54, 64);
	draw_list(s, 3);
}

static void cmask(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_CMASK : PM4_OWNS_HYPERZ;
	reg(s, 0x4e54, 0);
	reg(s, 0x4e64, 0);
	reg(s, 0x4e00, 1 << 14 | 3 << 9);
	draw_list(s, 3);
}

static void clear(struct scene *s, u32 op, u32 start, u32 count)
{
	packet(s, op, 3);
	dw(s, start);
	dw(s, count);
	dw(s, 0);
	draw_list(s, 3);
}

static void clear_hiz(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_HYPERZ : 0;
	clear(s, 0x37, 0, 64);
}

static void clear_hiz_size(struct scene *s, bool ok)
{
	s->flags |= PM4_OWNS_HYPERZ;
	clear(s, 0x37, 64, (s->card.chip == PM4_R520 ? 10240 : 15360) - (ok ? 64 : 63));
}

static void clear_none(struct scene *s, bool ok)
{
	s->flags |= PM4_OWNS_HYPERZ;
	packet(s, 0x37, 3);
	dw(s, 0);
	dw(s, ok ? 1 : 0);
	dw(s, 0);
}

static void clear_zmask(struct scene *s, bool ok)
{
	s->flags |= PM4_OWNS_HYPERZ;
	clear(s, 0x32, 0, 4096 * s->card.pipes + !ok);
}

static void clear_cmask(struct scene *s, bool ok)
{
	s->flags |= ok ? PM4_OWNS_CMASK : PM4_OWNS_HYPERZ;
	clear(s, 0x38, 0, 64);
}

static void past_the_end(struct scene *s, bool ok)
{
	draw_list(s, 3);
	dw(s, (ok ? 0u : 1u) << 16 | 0x4e14 / 4);
	dw(s, 0);
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
	{ "colour past the last line", color_x, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "rows of tiles of a colour buffer", color_rows, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "samples", color_samples, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "blocks of samples", color_block, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "blocks of CMASK", color_block_of_cmask, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "blocks of depth with a fast fill", depth_block, PM4_CODE_SURFACE_BOUNDS, 0x4f20 },
	{ "large blocks of compressed depth", depth_large_block, PM4_CODE_SURFACE_BOUNDS, 0x4f20 },
	{ "samples of a pixel that stand apart", samples_apart, PM4_CODE_REGISTER_BITS, 0x4f1c },
	{ "the format of a colour buffer", color_format, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
	{ "a colour buffer of VYUY", color_yuv, PM4_CODE_SURFACE_FORMAT, 0x4e38 },
	{ "a colour buffer of YVYU", color_yvu, PM4_CODE_SURFACE_FORMAT, 0x4e38 },
	{ "the second copy of a target", color_second, PM4_CODE_SURFACE_BOUNDS, 0x4e2c },
	{ "the fourth target", mrt_bounds, PM4_CODE_SURFACE_BOUNDS, 0x4e34 },
	{ "a target of another client", mrt_inherited, PM4_CODE_NOT_SET, 0x4e2c },
	{ "a second target with a smaller pitch", mrt_pitch, PM4_CODE_SURFACE_BOUNDS, 0x4e2c },
	{ "a second target with the format of the first", mrt_format, PM4_CODE_TARGET_FORMAT, 0x4e00 },
	{ "stencil without depth", stencil_alone, PM4_CODE_SURFACE_BOUNDS, 0x4f20 },
	{ "a clear by the depth block", depth_clear, PM4_CODE_SURFACE_BOUNDS, 0x4f20 },
	{ "a colour buffer that may only be read", read_only, PM4_CODE_READ_ONLY, 0x4e28 },
	{ "the result of a query", query_offset, PM4_CODE_CONST_BOUNDS, 0x4f5c },
	{ "the destination of a resolve", resolve_x, PM4_CODE_SURFACE_BOUNDS, 0x4e80 },
	{ "a fill by the 2D engine", fill_2d, PM4_CODE_REGISTER_DENIED, 0x143c },
	{ "a copy by the 2D engine", copy_2d, PM4_CODE_REGISTER_DENIED, 0x1434 },
	{ "a destination of the 2D engine", target_2d, PM4_CODE_REGISTER_DENIED, 0x1408 },
	{ "a copy by the CP", cp_dma, PM4_CODE_REGISTER_DENIED, 0x728 },
	{ "an indirect buffer", indirect, PM4_CODE_REGISTER_DENIED, 0x73c },
	{ "a draw by VAP_VF_CNTL", draw_by_register, PM4_CODE_REGISTER_DENIED, 0x2084 },
	{ "the address of an array by its register", arrays_by_register, PM4_CODE_REGISTER_DENIED, 0x20c8 },
	{ "the vertex port", vertex_port, PM4_CODE_REGISTER_DENIED, 0x2040 },
	{ "an offset of the depth buffer in pixels", depth_offset, PM4_CODE_REGISTER_DENIED, 0x4f60 },
	{ "CMASK RAM by its port", cmask_ram, PM4_CODE_REGISTER_DENIED, 0x4e78 },
	{ "HiZ RAM by its port", hiz_ram, PM4_CODE_REGISTER_DENIED, 0x4f4c },
	{ "the tiling of all clients", tile_config, PM4_CODE_REGISTER_DENIED, 0x4018 },
	{ "a wait for a line of the display", wait_display, PM4_CODE_REGISTER_BITS, 0x1720 },
	{ "US_CONFIG, reserved bit", config_bit, PM4_CODE_REGISTER_BITS, 0x4600 },
	{ "US_FC_CTRL, test mode", test_enable, PM4_CODE_REGISTER_BITS, 0x4624 },
	{ "texture operation 7", uncached, PM4_CODE_INSTRUCTION, 0x4254 },
	{ "texture operation 7 in two uploads", uncached_in_pieces, PM4_CODE_UPLOAD, 0x4254 },
	{ "a constant after the last one", constant_after_the_last, PM4_CODE_UPLOAD, 0x4254 },
	{ "constants up to one after the last", constants_after_the_last, PM4_CODE_UPLOAD, 0x4254 },
	{ "pipes left out at the end", pipes_at_end, PM4_CODE_PIPES, 0x42c8 },
	{ "an address for some pipes", pipes_address, PM4_CODE_PIPES, 0x4e2c },
	{ "a scissor for some pipes", pipes_scissor, PM4_CODE_PIPES, 0x43e4 },
	{ "a draw for some pipes", pipes_draw, PM4_CODE_PIPES, 0 },
	{ "the result of the second pipe", pipes_query, PM4_CODE_CONST_BOUNDS, 0x4f5c },
	{ "a packet of type 1", type_1, PM4_CODE_PACKET_TYPE, 0 },
	{ "HiZ of another client", hyperz, PM4_CODE_NOT_OWNER, 0x4f1c },
	{ "HiZ in the scan converter", sc_hyperz, PM4_CODE_NOT_OWNER, 0x43a4 },
	{ "the pitch of HiZ", hiz_pitch, PM4_CODE_NOT_OWNER, 0x4f54 },
	{ "CMASK of another client", cmask, PM4_CODE_NOT_OWNER, 0x4e00 },
	{ "a clear of another client's HiZ", clear_hiz, PM4_CODE_NOT_OWNER, 0 },
	{ "a clear past the end of HiZ", clear_hiz_size, PM4_CODE_RAM_BOUNDS, 0 },
	{ "a clear of 0 dwords, which may be 2^14", clear_none, PM4_CODE_FIELD_VALUE, 0 },
	{ "a clear past the end of ZMASK", clear_zmask, PM4_CODE_RAM_BOUNDS, 0 },
	{ "a clear of another client's CMASK", clear_cmask, PM4_CODE_NOT_OWNER, 0 },
	{ "a packet that the stream does not end", past_the_end, PM4_CODE_TRUNCATED, 0x4e14 },
};

void test_holes(void)
{
	try_holes(holes, sizeof(holes) / sizeof(holes[0]));
}
