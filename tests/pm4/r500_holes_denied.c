// SPDX-License-Identifier: GPL-2.0
/*
 * Registers, operations and packets that no client may use, and streams for some of the raster
 * pipes, each with a neighbour that is accepted.
 */
#include "r500_scene.h"

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

static void past_the_end(struct scene *s, bool ok)
{
	draw_list(s, 3);
	dw(s, (ok ? 0u : 1u) << 16 | 0x4e14 / 4);
	dw(s, 0);
}

static const struct hole holes[] = {
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
	{ "a packet that the stream does not end", past_the_end, PM4_CODE_TRUNCATED, 0x4e14 },
};

void test_holes_of_denied(void)
{
	try_holes(holes, sizeof(holes) / sizeof(holes[0]));
}
