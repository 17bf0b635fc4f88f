// SPDX-License-Identifier: GPL-2.0
/*
 * Streams of clients older than the recorded ones, written by hand as tables of register
 * values: the X driver's solid fill, copy, composite and planar video; Mesa's first driver
 * with depth, a texture and an occlusion query; gallium of 2011 with conditional rendering.
 * Each is accepted on each of the twelve chips and refused with one thing changed.
 *
 * With CLIENTS_R6CS=FOLDER in the environment they are also written there as recorded
 * streams, for build/oracle-corpus and build/pm4.
 */
#include <stdio.h>
#include <stdlib.h>
#include "check_scene.h"
#include "tap.h"

#define WIDTH	64u
#define HEIGHT	64u
#define PIXELS	(WIDTH * HEIGHT)
#define BIT(n)	(1ull << (n))
#define FLOAT1	0x3f800000u

/* Byte offsets of the planes of a video in its buffer. */
#define VIDEO_PITCH	128u
#define VIDEO_LINES	64u
#define PLANE_V		(VIDEO_PITCH * VIDEO_LINES)
#define PLANE_BYTES	(VIDEO_PITCH * VIDEO_LINES / 2)
#define PLANE_U		(PLANE_V + PLANE_BYTES)

/* Changes of a case besides its buffers. */
struct change {
	u32 color_offset, mip_offset;	/* 256 bytes */
	u32 indices;		/* additional ones in DRAW_INDEX_IMMD */
	u32 query_offset;
	u32 lines_cut;		/* lines outside of the scissors */
	bool plain_draw, another_predicate;
};

static struct change change;

static bool r6xx(const struct scene *s)
{
	return s->card.chip < PM4_RV770;
}

/* Chips without a vertex cache use the texture cache. */
static bool no_vertex_cache(const struct scene *s)
{
	static const u32 chips = BIT(PM4_RV610) | BIT(PM4_RV620) | BIT(PM4_RS780) |
				 BIT(PM4_RS880) | BIT(PM4_RV710);

	return chips >> s->card.chip & 1;
}

/* Runs of registers: offset, number, values; ends with offset 0. */
static void table(struct scene *s, const u32 *t)
{
	static const struct {
		u32 base, end, op;
	} spaces[] = {
		{ PM4_CONFIG_BASE, PM4_CONFIG_END, PM4_OP_SET_CONFIG_REG },
		{ PM4_CONTEXT_BASE, PM4_CONTEXT_END, PM4_OP_SET_CONTEXT_REG },
		{ 0x30000, 0x32000, PM4_OP_SET_ALU_CONST },
		{ 0x3c000, 0x3c288, PM4_OP_SET_SAMPLER },
		{ 0x3cff0, 0x3cff8, PM4_OP_SET_CTL_CONST },
		{ 0x3e200, 0x3e380, PM4_OP_SET_LOOP_CONST },
		{ 0x3e380, 0x3e38c, PM4_OP_SET_BOOL_CONST },
	};
	u32 body[64], i;

	for (; t[0]; t += 2 + t[1]) {
		for (i = 0; t[0] < spaces[i].base || t[0] >= spaces[i].end; i++)
			;
		body[0] = (t[0] - spaces[i].base) / 4;
		memcpy(body + 1, t + 2, 4 * t[1]);
		scene_packet(s, spaces[i].op, 1 + t[1], body);
	}
}

#define TABLE(s, ...) table(s, (const u32[]){ __VA_ARGS__, 0 })

static void base(struct scene *s, u32 reg, u32 value, u32 buffer)
{
	scene_context(s, reg, value);
	scene_reloc(s, buffer);
}

static void sync(struct scene *s, u32 what, u32 buffer)
{
	scene_packet(s, PM4_OP_SURFACE_SYNC, 4,
		     (u32[]){ what, (u32)(s->buffers[buffer].size + 255) >> 8, 0, 10 });
	scene_reloc(s, buffer);
}

#define SYNC_TC		(1u << 23)
#define SYNC_VC		(1u << 24)
#define SYNC_SH		(1u << 27)
#define SYNC_CB0	(1u << 25 | 1u << 6)

static void start_3d(struct scene *s)
{
	if (r6xx(s))
		scene_packet(s, PM4_OP_START_3D_CMDBUF, 1, (u32[]){ 0 });
	scene_packet(s, PM4_OP_CONTEXT_CONTROL, 2, (u32[]){ 1u << 31, 1u << 31 });
}

static void surface_base_update(struct scene *s, u32 surfaces)
{
	if (r6xx(s) && s->card.chip != PM4_R600)
		scene_packet(s, PM4_OP_SURFACE_BASE_UPDATE, 1, (u32[]){ surfaces });
}

/* The division of the shader core by chip, which every client sets. */
static void shader_core(struct scene *s)
{
	bool many = s->card.chip == PM4_R600 || s->card.chip == PM4_RV770;

	TABLE(s, 0x8c00, 6, 0xe400000cu | !no_vertex_cache(s),
	      4u << 28 | (many ? 56 : 36) << 16 | (many ? 192 : 84), 0,
	      r6xx(s) ? 4 << 24 | 4 << 16 | 48 << 8 | 136 : 60 << 8 | 188,
	      many ? 128 << 16 | 128 : 40 << 16 | 40, many ? 0 : 16 << 16 | 32);
	if (r6xx(s))
		TABLE(s, 0x9508, 1, 0x07000003, 0x9714, 1, 0, 0x8d8c, 1, 0,
		      0x9830, 1, 0x82000000, 0x9838, 1, 0x01020204);
	else
		TABLE(s, 0x9508, 1, 0x07000002, 0x9714, 1, 0, 0x8d8c, 1, 0x4000,
		      0x9830, 1, 0, 0x9838, 1, 0x00420204);
	TABLE(s, 0x288a8, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

static void finish(struct scene *s)
{
	scene_packet(s, PM4_OP_EVENT_WRITE, 1, (u32[]){ 0x16 });
	scene_config(s, 0x8040, 1u << 15 | 1u << 17);
}

static void vertices(struct scene *s, u32 slot, u32 stride, u32 count)
{
	sync(s, no_vertex_cache(s) ? SYNC_TC : SYNC_VC, BUF_VERTEX);
	scene_packet(s, PM4_OP_SET_RESOURCE, 8,
		     (u32[]){ slot * 7, 0, stride * count - 1, stride << 8, 1, 0, 0, 3u << 30 });
	scene_reloc(s, BUF_VERTEX);
}

static void texture(struct scene *s, u32 slot, u32 buffer, u32 format, u32 mode, u32 pitch,
		    u32 width, u32 lines, u32 offset)
{
	sync(s, SYNC_TC, buffer);
	scene_packet(s, PM4_OP_SET_RESOURCE, 8,
		     (u32[]){ slot * 7, 1 | mode << 3 | (pitch / 8 - 1) << 8 | (width - 1) << 19,
			      (lines - 1) | format << 26, offset >> 8,
			      (offset >> 8) + change.mip_offset, 1 << 14 | 0x688 << 16, 0, 2u << 30 });
	scene_reloc(s, buffer);
	scene_reloc(s, buffer);
	TABLE(s, 0x3c000 + 12 * slot, 3, 0x00002492, 0, 1u << 31);
}

static void program(struct scene *s, u32 start, u32 resources, u32 cf_offset, u32 offset)
{
	sync(s, SYNC_SH, BUF_PROGRAM);
	base(s, start, offset, BUF_PROGRAM);
	TABLE(s, resources, 1, 0x10000002, cf_offset, 1, 0);
}

/* All three in one buffer, 512 bytes apart. */
static void programs(struct scene *s)
{
	program(s, PM4_R_SQ_PGM_START_FS, 0x288a4, 0x288dc, 0);
	program(s, PM4_R_SQ_PGM_START_VS, 0x28868, 0x288d0, 2);
	program(s, PM4_R_SQ_PGM_START_PS, 0x28850, 0x288cc, 4);
	TABLE(s, 0x28854, 1, 2);
}

static void scissors(struct scene *s)
{
	u32 br = XY(WIDTH, HEIGHT - change.lines_cut);

	TABLE(s, 0x28240, 2, 1u << 31, br, 0x28030, 2, 0, br, 0x28204, 2, 1u << 31, br);
}

/* The X driver's 3D state, at the start of each of its streams. */
static void x_state(struct scene *s)
{
	u32 i;

	start_3d(s);
	shader_core(s);
	base(s, PM4_R_DB_DEPTH_INFO, 0, BUF_PROGRAM);
	TABLE(s, 0x3cff0, 2, 0, 0, 0x28800, 1, 0, 0x28d0c, 2, 0x60, r6xx(s) ? 0x40 : 0,
	      0x28d44, 1, 0xaa00, 0x2880c, 1, 0x210, 0x28028, 2, 0, 0, 0x28430, 3, 0, 0, 0,
	      0x28c30, 4, 0x01000000, 0, 0, 0, 0x2823c, 1, 0xf, 0x287a0, 1, 1,
	      0x28410, 5, 0, 0, 0, 0, 0, 0x28200, 1, 0,
	      0x28230, 1, r6xx(s) ? 0 : 0xaaaaaaaa, 0x2820c, 1, 0xffff);
	for (i = 0; i < 4; i++)
		TABLE(s, 0x28210 + 8 * i, 2, 0, XY(8192, 8192));
	for (i = 0; i < 16; i++)
		TABLE(s, 0x28250 + 8 * i, 2, 1u << 31, XY(8192, 8192));
	TABLE(s, 0x28a48, 2, 0, r6xx(s) ? 0x4010 : 0x00514000,
	      0x28c00, 9, 0, 0, 0x2d, FLOAT1, FLOAT1, FLOAT1, FLOAT1, 0, 0, 0x28c48, 1, ~0u,
	      0x28810, 5, 0x10000, 4, 0x100, 0, 0, 0x28df8, 6, 0, 0, 0, 0, 0, 0,
	      0x286c8, 1, !r6xx(s), 0x28614, 1, 0x100, 0x28644, 2, 0x900, 0x901,
	      0x286d8, 4, 0, 0, 0, 0, 0x28400, 4, 0xffffff, 0, 0, 0, 0x28a84, 1, 0,
	      0x28a94, 1, 0, 0x28aa0, 2, 0, 0,
	      0x28a00, 17, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	      0x28ab0, 3, 0, 0, 0, 0x28b20, 1, 0, 0x28350, 1, 0);
	scissors(s);
	programs(s);
}

/* The target has the tiling of its buffer, or is linear. */
static void x_target(struct scene *s, u32 blend)
{
	base(s, PM4_R_CB_COLOR_BASE, change.color_offset, BUF_COLOR);
	surface_base_update(s, 2);
	base(s, PM4_R_CB_COLOR_TILE, 0, BUF_COLOR);
	base(s, PM4_R_CB_COLOR_FRAG, 0, BUF_COLOR);
	TABLE(s, 0x28060, 1, TILE_MAX(WIDTH, HEIGHT), 0x28080, 1, 0, 0x28100, 1, 0);
	base(s, PM4_R_CB_COLOR_INFO, CB_INFO(0x1a, 0) | 1 << 16 | 1 << 20 | 1 << 27, BUF_COLOR);
	TABLE(s, 0x28238, 1, 0xf);
	if (s->card.chip == PM4_R600)
		TABLE(s, 0x28808, 1, 0xcc << 16 | !!blend << 8, 0x28804, 1, blend);
	else
		TABLE(s, 0x28808, 1, 0xcc << 16 | !!blend << 7 | !!blend << 8, 0x28780, 1, blend);
}

static void x_draw(struct scene *s, u32 stride)
{
	TABLE(s, 0x286c4, 1, 0, 0x286cc, 3, 1, 0, 0);
	vertices(s, 160, stride, 6);
	scene_config(s, 0x8958, 17);
	scene_packet(s, PM4_OP_INDEX_TYPE, 1, (u32[]){ 0 });
	scene_packet(s, PM4_OP_NUM_INSTANCES, 1, (u32[]){ 1 });
	scene_packet(s, PM4_OP_DRAW_INDEX_AUTO, 2, (u32[]){ 6, 2 });
	finish(s);
	sync(s, SYNC_CB0, BUF_COLOR);
}

static void x_solid(struct scene *s)
{
	x_state(s);
	x_target(s, 0);
	TABLE(s, 0x30000, 4, 0, FLOAT1, 0, FLOAT1);
	x_draw(s, 8);
}

/* Its first versions round the height of a pixmap up to whole tiles. */
static void x_rounded(struct scene *s)
{
	change.lines_cut += 4;
	s->buffers[BUF_COLOR].size -= 4 * WIDTH * 4;
	x_solid(s);
}

static void x_copy(struct scene *s)
{
	x_state(s);
	texture(s, 0, BUF_TEXTURE, 0x1a, 1, WIDTH, WIDTH, HEIGHT, 0);
	x_target(s, 0);
	x_draw(s, 16);
}

static void x_composite(struct scene *s)
{
	x_state(s);
	TABLE(s, 0x3e380, 1, 1, 0x3e384, 1, 1);
	texture(s, 0, BUF_TEXTURE, 0x1a, 1, WIDTH, WIDTH, HEIGHT, 0);
	TABLE(s, 0x31000, 8, FLOAT1, 0, 0, FLOAT1, 0, FLOAT1, 0, FLOAT1);
	/* The mask has pixels of one byte, in lines of whole groups. */
	texture(s, 1, BUF_MIP, 1, 1, 256, WIDTH, HEIGHT, 0);
	TABLE(s, 0x31020, 8, FLOAT1, 0, 0, FLOAT1, 0, FLOAT1, 0, FLOAT1);
	x_target(s, 4 | 5 << 8);
	x_draw(s, 24);
}

static void x_video(struct scene *s)
{
	static const u32 planes[] = { 0, PLANE_V, PLANE_U };
	u32 i;

	x_state(s);
	TABLE(s, 0x3e380, 1, 1, 0x30000, 12, 0, 0, 0, FLOAT1, 0, 0, 0, FLOAT1, 0, 0, 0, 0);
	for (i = 0; i < 3; i++)
		texture(s, i, BUF_TEXTURE, 1, 0, VIDEO_PITCH, i ? WIDTH / 2 : WIDTH,
			i ? VIDEO_LINES / 2 : VIDEO_LINES, planes[i]);
	x_target(s, 0);
	TABLE(s, 0x31000, 4, FLOAT1, FLOAT1, 0, 0);
	x_draw(s, 16);
}

static void zpass_done(struct scene *s, u32 event, u32 offset)
{
	scene_packet(s, PM4_OP_EVENT_WRITE, 3, (u32[]){ event, offset, 0 });
	scene_reloc(s, BUF_QUERY);
}

/* State of Mesa's first driver without an address. */
static void mesa_registers(struct scene *s)
{
	TABLE(s, 0x28028, 2, 0, FLOAT1, 0x28800, 1, 0x36, 0x2880c, 1, 0x210, 0x28d0c, 2, 0x60, 0x40,
	      0x28d44, 1, 0xaa00, 0x28430, 2, 0xffff00, 0xffff00,
	      0x28230, 1, r6xx(s) ? 0 : 0xaaaaaaaa, 0x28a0c, 1, 0, 0x28a48, 1, 0,
	      0x28a4c, 1, r6xx(s) ? 0x4010 : 0x00514000, 0x28c00, 1, 0x400,
	      0x28030, 2, 1u << 31, XY(WIDTH, HEIGHT),
	      0x28200, 12, 0, 1u << 31, XY(WIDTH, HEIGHT), 0xffff, 0, XY(WIDTH, HEIGHT),
	      0, XY(WIDTH, HEIGHT), 0, XY(WIDTH, HEIGHT), 0, XY(WIDTH, HEIGHT),
	      0x28240, 2, 1u << 31, XY(WIDTH, HEIGHT),
	      0x28c04, 1, 0, 0x28c1c, 1, 0, 0x28c20, 1, 0, 0x28c48, 1, ~0u,
	      0x28810, 1, 0, 0x28818, 1, 0x43f, 0x2881c, 1, 0, 0x28820, 1, 0,
	      0x28c0c, 4, FLOAT1, FLOAT1, FLOAT1, FLOAT1,
	      0x28814, 1, 0x80000, 0x28a00, 4, 0x80008, 0x80000000, 8, 0x2d,
	      0x28df8, 2, 0xe8, 0, 0x28e00, 4, 0, 0, 0, 0);
	if (r6xx(s))
		TABLE(s, 0x28120, 4, FLOAT1, 0, FLOAT1, FLOAT1, 0x28424, 3, 0, 0, 0,
		      0x28804, 1, 1);
	TABLE(s, 0x28238, 2, 0xf, 0xf, 0x287a0, 1, 1, 0x28c30, 4, 0x01010001, 0, 0xff, ~0u,
	      0x28808, 1, 0xcc << 16, 0x28414, 4, 0, 0, 0, 0, 0x28350, 1, 0, 0x28410, 1, 0,
	      0x28438, 1, 0, 0x28400, 4, 0xffffff, 0, 0, 0,
	      0x28a10, 13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	      0x28a84, 1, 0, 0x28a94, 1, 0, 0x28aa0, 1, 0, 0x28aa4, 1, 0,
	      0x28ab0, 3, 0, 1, 0, 0x28b20, 1, 0,
	      0x28614, 10, 0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0, 0, 0, 0, 0, 0,
	      0x286c4, 9, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x28250, 2, 1u << 31, XY(WIDTH, HEIGHT),
	      0x282d0, 2, 0, FLOAT1, 0x2843c, 6, FLOAT1, 0, FLOAT1, 0, FLOAT1, 0);
}

static void mesa_targets(struct scene *s)
{
	/* One relocation after two registers; the second register holds no address. */
	TABLE(s, 0x28000, 2, TILE_MAX(WIDTH, HEIGHT), 0, 0x2800c, 2, 0, DB_INFO(3, 2));
	scene_reloc(s, BUF_DEPTH);
	surface_base_update(s, 1);
	base(s, PM4_R_CB_COLOR_BASE, change.color_offset, BUF_COLOR);
	surface_base_update(s, 2);
	/* No relocations for CMASK and FMASK. */
	TABLE(s, 0x28060, 1, TILE_MAX(WIDTH, HEIGHT), 0x28080, 1, 0,
	      0x280a0, 1, CB_INFO(0x1a, 0) | 1 << 16 | 1 << 20 | 1 << 27,
	      0x280c0, 1, 0, 0x280e0, 1, 0, 0x28100, 1, 0);
}

static void draw_immediate(struct scene *s, u32 predicate)
{
	scene_packet(s, PM4_OP_DRAW_INDEX_IMMD, 4,
		     (u32[]){ 3 + change.indices, 1, 4 | 5 << 16, 6 });
	s->dw[s->ndw - 5] |= predicate;
}

static void mesa(struct scene *s)
{
	start_3d(s);
	finish(s);
	shader_core(s);
	mesa_registers(s);
	mesa_targets(s);
	programs(s);
	TABLE(s, 0x31000, 4, 0, 0, 0, 0, 0x30000, 4, 0, 0, 0, 0, 0x3cff0, 1, 0, 0x3cff4, 1, 0);
	vertices(s, 160, 16, 12);
	texture(s, 0, BUF_TEXTURE, 0x1a, 0, WIDTH, WIDTH, HEIGHT, 0);
	TABLE(s, 0xa400, 4, 0, 0, 0, 0);
	zpass_done(s, 0x15, change.query_offset);
	scene_config(s, 0x8958, 4);
	scene_packet(s, PM4_OP_INDEX_TYPE, 1, (u32[]){ 0 });
	scene_packet(s, PM4_OP_NUM_INSTANCES, 1, (u32[]){ 1 });
	scene_packet(s, PM4_OP_DRAW_INDEX, 4, (u32[]){ 32, 0, 12, 0 });
	scene_reloc(s, BUF_INDEX);
	draw_immediate(s, 0);
	zpass_done(s, 0x15, change.query_offset + 8);
	finish(s);
	sync(s, SYNC_CB0, BUF_COLOR);
}

static void set_predication(struct scene *s, u32 offset, u32 more)
{
	scene_packet(s, PM4_OP_SET_PREDICATION, 2, (u32[]){ offset, 1 << 16 | 1 << 8 | more });
	scene_reloc(s, BUF_QUERY);
}

/* Predicate the packet and its relocations from a dword on. */
static void predicate(struct scene *s, u32 from)
{
	for (; from < s->ndw; from += 2 + (s->dw[from] >> 16 & 0x3fff))
		s->dw[from] |= 1;
}

/* All packets of a draw have the predicate, and the flushes before it. */
static void gallium(struct scene *s)
{
	u32 from;

	start_3d(s);
	shader_core(s);
	mesa_registers(s);
	x_target(s, 0);
	programs(s);
	vertices(s, 320, 16, 12);
	TABLE(s, 0x3e200, 1, 0x01000fff, 0x8958, 1, 4);
	zpass_done(s, 0x115, change.query_offset);
	zpass_done(s, 0x115, change.query_offset + 8);
	set_predication(s, change.query_offset, 0);
	set_predication(s, change.query_offset + 64, 1u << 31);
	from = s->ndw;
	sync(s, SYNC_TC, BUF_TEXTURE);
	scene_packet(s, PM4_OP_SURFACE_SYNC, 4, (u32[]){ 1 << 7, ~0u, 0, 10 });
	scene_packet(s, PM4_OP_EVENT_WRITE, 1, (u32[]){ 0x16 });
	scene_packet(s, PM4_OP_INDEX_TYPE, 1, (u32[]){ 0 });
	scene_packet(s, PM4_OP_NUM_INSTANCES, 1, (u32[]){ 1 });
	scene_packet(s, PM4_OP_DRAW_INDEX, 4, (u32[]){ 32, 0, 12, 0 });
	scene_reloc(s, BUF_INDEX);
	predicate(s, from);
	if (change.another_predicate)
		set_predication(s, change.query_offset, 0);
	draw_immediate(s, !change.plain_draw);
	scene_packet(s, PM4_OP_SET_PREDICATION, 2, (u32[]){ 0, 0 });
	scene_packet(s, PM4_OP_EVENT_WRITE, 1, (u32[]){ 0x410 });
	scene_packet(s, PM4_OP_EVENT_WRITE_EOP, 5,
		     (u32[]){ 0x514, change.query_offset + 128, 1u << 29, 1, 0 });
	scene_reloc(s, BUF_QUERY);
}

/* Cases: each changes one thing. */
#define CASE(name, ...) static void name(struct scene *s) { __VA_ARGS__; }
CASE(short_color, s->buffers[BUF_COLOR].size = 4 * PIXELS - 1)
CASE(more_lines, change.lines_cut = -1u)
CASE(moved_color, change.color_offset = 1)
CASE(far_color, change.color_offset = 4 * PIXELS / 256)
CASE(read_only, s->buffers[BUF_COLOR].writable = false)
CASE(short_program, s->buffers[BUF_PROGRAM].size = 1024)
CASE(short_texture, s->buffers[BUF_TEXTURE].size--)
CASE(short_mask, s->buffers[BUF_MIP].size--)
CASE(short_depth, s->buffers[BUF_DEPTH].size--)
CASE(more_indices, change.indices = 2)
CASE(far_query, change.query_offset = 4096 - 48)
CASE(query_read_only, s->buffers[BUF_QUERY].writable = false)
CASE(plain_draw, change.plain_draw = true)
CASE(another, change.another_predicate = true)

#define CODE(x) PM4_CODE_##x

/**
 * struct client - a stream and changes that must be refused
 * @name: its name
 * @emit: writes the stream
 * @written: buffers that it writes
 * @bad: changes, each with the code of the refusal
 */
static const struct client {
	const char *name;
	void (*emit)(struct scene *s);
	u64 written;
	struct {
		void (*edit)(struct scene *s);
		u32 code;
	} bad[6];
} clients[] = {
	{ "x-solid", x_solid, BIT(BUF_COLOR), {
		{ short_color, CODE(SURFACE_BOUNDS) }, { moved_color, CODE(SURFACE_BOUNDS) },
		{ far_color, CODE(BASE_BOUNDS) }, { short_program, CODE(BASE_BOUNDS) } } },
	{ "x-rounded", x_rounded, BIT(BUF_COLOR), {
		{ short_color, CODE(SURFACE_BOUNDS) }, { more_lines, CODE(SURFACE_BOUNDS) },
		{ moved_color, CODE(SURFACE_BOUNDS) } } },
	{ "x-copy", x_copy, BIT(BUF_COLOR), {
		{ short_texture, CODE(SURFACE_BOUNDS) }, { read_only, CODE(READ_ONLY) } } },
	{ "x-composite", x_composite, BIT(BUF_COLOR), {
		{ short_mask, CODE(SURFACE_BOUNDS) }, { short_color, CODE(SURFACE_BOUNDS) } } },
	{ "x-video", x_video, BIT(BUF_COLOR), {
		{ short_texture, CODE(SURFACE_BOUNDS) }, { short_program, CODE(BASE_BOUNDS) } } },
	{ "mesa-7", mesa, BIT(BUF_COLOR) | BIT(BUF_DEPTH) | BIT(BUF_QUERY), {
		{ short_depth, CODE(SURFACE_BOUNDS) },
		{ far_color, CODE(BASE_BOUNDS) }, { more_indices, CODE(INDEX_COUNT) },
		{ far_query, CODE(BOUNDS) }, { query_read_only, CODE(READ_ONLY) } } },
	{ "gallium-2011", gallium, BIT(BUF_COLOR) | BIT(BUF_QUERY), {
		{ plain_draw, CODE(PACKET_MISSING) }, { another, CODE(PACKET_MISSING) },
		{ far_query, CODE(BOUNDS) }, { more_indices, CODE(INDEX_COUNT) } } },
};

/* Buffers that just fit. */
static void client_default(struct scene *s, u32 chip, const struct client *c)
{
	memset(&change, 0, sizeof(change));
	scene_default(s);
	s->card.chip = chip;
	s->card.backends = 4;
	s->buffers[BUF_COLOR].size = 4 * PIXELS;
	s->buffers[BUF_DEPTH].size = 4 * PIXELS;
	s->buffers[BUF_PROGRAM].size = 1536;
	s->buffers[BUF_VERTEX].size = 24 * 12;
	s->buffers[BUF_TEXTURE].size = c->emit == x_video ? PLANE_U + PLANE_BYTES : 4 * PIXELS;
	s->buffers[BUF_MIP].size = 256 * HEIGHT;
	s->buffers[BUF_INDEX].size = 32 + 2 * 12;
	s->buffers[BUF_QUERY].size = 4096;
}

/* Little-endian words of a recorded stream. */
static void words(FILE *f, const u32 *w, u32 n)
{
	u32 i;

	for (i = 0; i < 4 * n; i++)
		fputc(w[i / 4] >> 8 * (i % 4) & 0xff, f);
}

#define WORDS(f, ...) words(f, (u32[]){ __VA_ARGS__ }, sizeof((u32[]){ __VA_ARGS__ }) / 4)

static void record(const struct scene *s, const char *name)
{
	const char *folder = getenv("CLIENTS_R6CS");
	const char *chip = pm4_chip_name(&r600_front, s->card.chip);
	char path[256], field[16] = "";
	FILE *f;
	u32 i;

	if (!folder)
		return;
	snprintf(path, sizeof(path), "%s/%s-%s.r6cs", folder, name, chip);
	f = fopen(path, "wb");
	if (!f) {
		tap_ok(false, "%s can be written", path);
		return;
	}
	snprintf(field, sizeof(field), "%s", chip);
	fwrite("R6CS", 4, 1, f);
	WORDS(f, 1);
	fwrite(field, sizeof(field), 1, f);
	WORDS(f, 0, s->flags, s->ndw, s->nbuffers, s->nbuffers, 0);
	for (i = 0; i < s->nbuffers; i++)
		WORDS(f, (u32)s->buffers[i].size, 0, 4, 0, 0, 0);
	for (i = 0; i < s->nbuffers; i++)
		WORDS(f, i, 4, s->written >> i & 1 ? 4 : 0, 0);
	words(f, s->dw, s->ndw);
	tap_ok(!fclose(f), "%s is written", path);
}

static void accepted(struct scene *s, const struct client *c, u32 chip, u32 flags)
{
	char text[PM4_VERDICT_TEXT];

	client_default(s, chip, c);
	s->flags = flags;
	c->emit(s);
	scene_check(s);
	scene_text(s, text);
	tap_ok(!s->verdict.code && s->written == c->written, "%s on %s%s %s", c->name,
	       pm4_chip_name(&r600_front, chip), flags ? "" : ", tiling from its buffers", text);
	if (!s->verdict.code && flags)
		record(s, c->name);
}

static void refused(struct scene *s, const struct client *c, u32 chip)
{
	char text[PM4_VERDICT_TEXT];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(c->bad) && c->bad[i].edit; i++) {
		client_default(s, chip, c);
		c->bad[i].edit(s);
		c->emit(s);
		scene_check(s);
		scene_text(s, text);
		tap_ok(s->verdict.code == c->bad[i].code, "%s on %s, changed: %s %s", c->name,
		       pm4_chip_name(&r600_front, chip), pm4_code_name(s->verdict.code), text);
	}
}

void test_clients(void)
{
	static struct scene s;
	u32 i, chip;

	for (i = 0; i < ARRAY_SIZE(clients); i++)
		for (chip = 0; chip < R600_CHIPS; chip++) {
			accepted(&s, &clients[i], chip, PM4_KEEP_TILING);
			accepted(&s, &clients[i], chip, 0);
			refused(&s, &clients[i], chip);
		}
}
