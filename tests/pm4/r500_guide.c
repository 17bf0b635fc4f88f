// SPDX-License-Identifier: GPL-2.0
/*
 * Rules that the guide states in its text: fast fill and compression, clears by the depth block, the
 * texture semaphore, reserved values of programs, vectors that do not exist, a scissor that ends
 * before it begins.  Each stream with a fault has a neighbour without it.
 */
#include <stdlib.h>
#include <string.h>

#include "r500_scene.h"
#include "tap.h"

/* Compressed depth that is micro tiled, with room for blocks of 8x8. */
static void hyperz(struct scene *s, u32 bandwidth, u32 peq)
{
	s->flags |= PM4_OWNS_HYPERZ;
	reg(s, 0x4f24, 1 << 17 | 64);
	reg(s, 0x4f1c, bandwidth);
	reg(s, 0x4028, peq);
	reg(s, 0x4f30, 0);
	reg(s, 0x4f34, 0);
	reg(s, 0x4f44, 0);
	reg(s, 0x4f54, 0);
}

static void blocks_on(struct scene *s, bool ok)
{
	hyperz(s, 0, 0);
	draw_list(s, 3);
	if (ok)
		reg(s, 0x4f18, 3);
	reg(s, 0x4f1c, 4);
}

static void blocks_larger(struct scene *s, bool ok)
{
	hyperz(s, 0x1c, ok ? 1 : 0);
	draw_list(s, 3);
	reg(s, 0x4028, 0);
	reg(s, 0x4028, 1);
	reg(s, 0x4028, 0);
}

/* The larger blocks are from a draw before the last flush. */
static void blocks_smaller(struct scene *s, bool ok)
{
	hyperz(s, 0x1c, 1);
	draw_list(s, 3);
	reg(s, 0x4028, 0);
	if (!ok)
		draw_list(s, 3);
	reg(s, 0x4028, 1);
	draw_list(s, 3);
}

/* A draw that does not use depth leaves no lines of it. */
static void blocks_unused(struct scene *s, bool ok)
{
	hyperz(s, 0, 0);
	if (ok)
		reg(s, 0x4f00, 0);
	draw_list(s, 3);
	reg(s, 0x4f1c, 0x1c);
}

static void fill_combination(struct scene *s, u32 bad, u32 good, bool ok)
{
	hyperz(s, ok ? good : bad, 0);
	draw_list(s, 3);
}

static void read_alone(struct scene *s, bool ok) { fill_combination(s, 0x08, 0x0c, ok); }
static void write_alone(struct scene *s, bool ok) { fill_combination(s, 0x10, 0x00, ok); }
static void unfilled(struct scene *s, bool ok) { fill_combination(s, 0x18, 0x1c, ok); }
static void fill_and_write(struct scene *s, bool ok) { fill_combination(s, 0x14, 0x04, ok); }

static void linear_fill(struct scene *s, bool ok)
{
	hyperz(s, 4, 0);
	reg(s, 0x4f24, (ok ? 1 << 17 : 0) | 64);
	draw_list(s, 3);
}

static void linear_compressed(struct scene *s, bool ok)
{
	hyperz(s, 0x1c, 0);
	reg(s, 0x4f24, (ok ? 1 << 17 : 0) | 64);
	draw_list(s, 3);
}

static void compressed_16(struct scene *s, bool ok)
{
	hyperz(s, ok ? 4 : 0x1c, 0);
	reg(s, 0x4f10, 0);
	draw_list(s, 3);
}

static void compressed_13e3(struct scene *s, bool ok)
{
	hyperz(s, ok ? 4 : 0xc, 0);
	reg(s, 0x4f10, 1);
	draw_list(s, 3);
}

static void compressed_16_samples(struct scene *s, bool ok)
{
	hyperz(s, 0x1c, 0);
	s->buffers[B_DEPTH].size = s->buffers[B_COLOR].size = 65536;
	reg(s, 0x4020, 1);
	reg(s, 0x4f10, ok ? 2 : 0);
	draw_list(s, 3);
}

/* A clear of colour by the depth block: a point of 64x64 pixels, in units of 1/6. */
static void clear_point(struct scene *s, u32 width, u32 height)
{
	reg(s, 0x4f1c, 0x20);
	reg(s, 0x4f24, 1 << 17 | 64);
	reg(s, 0x421c, 6 * width << 16 | 6 * height);
	packet(s, 0x35, 5);
	dw(s, 1 | 3 << 4 | 1 << 16);
	dw(s, 0x42000000);
	dw(s, 0x42000000);
	dw(s, 0);
	dw(s, 0x3f800000);
}

static void clear_width(struct scene *s, bool ok) { clear_point(s, ok ? 64 : 63, 64); }
static void clear_height(struct scene *s, bool ok) { clear_point(s, 64, ok ? 64 : 62); }

static void clear_right(struct scene *s, bool ok)
{
	reg(s, 0x43e4, 63 << 13 | (ok ? 59 : 61));
	clear_point(s, 64, 64);
}

static void clear_left(struct scene *s, bool ok)
{
	reg(s, 0x43e0, ok ? 4 : 2);
	clear_point(s, 64, 64);
}

static void clear_top(struct scene *s, bool ok)
{
	reg(s, 0x43e0, (ok ? 2 : 1) << 13);
	clear_point(s, 64, 64);
}

static void clear_bottom(struct scene *s, bool ok)
{
	reg(s, 0x43e4, (ok ? 61 : 60) << 13 | 63);
	clear_point(s, 64, 64);
}

/* The point's size, but rectangles or a mask leave pixels out. */
static void clear_rule(struct scene *s, bool ok)
{
	reg(s, 0x43b0, 4 << 13 | 4);
	reg(s, 0x43b4, 6 << 13 | 6);
	reg(s, 0x43d0, ok ? 0xffff : 0xaaaa);
	clear_point(s, 64, 64);
}

static void clear_mask(struct scene *s, bool ok)
{
	reg(s, 0x43e8, ok ? 0xffffff : 0xdfffff);
	clear_point(s, 64, 64);
}

/* The mask changes between two clears. */
static void clear_second(struct scene *s, bool ok)
{
	clear_point(s, 64, 64);
	reg(s, 0x43e8, ok ? 0xffffff : 0x555555);
	draw_list(s, 4);
}

static void clear_vertex_size(struct scene *s, bool ok)
{
	reg(s, 0x2090, ok ? 1 : 0x10001);
	clear_point(s, 64, 64);
}

/* A point by arrays and by indices, and lines, after a clear that covers all. */
static void clear_packet(struct scene *s, u32 op, u32 control, u32 index)
{
	reg(s, 0x421c, 0);
	packet(s, op, op == 0x34 ? 1 : 2);
	dw(s, control);
	if (op == 0x36)
		dw(s, index);
}

static void clear_array_point(struct scene *s, bool ok)
{
	clear_point(s, 64, 64);
	clear_packet(s, 0x34, (ok ? 5 : 1) | 2 << 4 | 4 << 16, 0);
}

static void clear_indexed_point(struct scene *s, bool ok)
{
	clear_point(s, 64, 64);
	clear_packet(s, 0x36, (ok ? 5 : 1) | 1 << 4 | 2 << 16, 0x10000);
}

static void clear_lines(struct scene *s, bool ok)
{
	clear_point(s, 64, 64);
	clear_packet(s, 0x34, (ok ? 6 : 3) | 2 << 4 | 4 << 16, 0);
}

static void clear_line_loop(struct scene *s, bool ok)
{
	reg(s, 0x4f1c, 0x20);
	reg(s, 0x4f24, 1 << 17 | 64);
	clear_packet(s, 0x34, (ok ? 13 : 12) | 2 << 4 | 4 << 16, 0);
}

/* By arrays of polygons only the scissor is judged. */
static void clear_arrays(struct scene *s, bool ok)
{
	reg(s, 0x4f1c, 0x20);
	reg(s, 0x4f24, 1 << 17 | 64);
	reg(s, 0x43e4, 63 << 13 | (ok ? 63 : 62));
	draw_list(s, 3);
}

/* Another draw of the scissor's write has begun past the narrower pitch. */
static void cut_inverts(struct scene *s, bool ok)
{
	reg(s, 0x43e0, ok ? 31 : 32);
	draw_list(s, 3);
	reg(s, 0x43e0, 0);
	empty_caches(s);
	reg(s, 0x4e38, 6 << 21 | 32);
	draw_list(s, 3);
}

static void begins_past_pitch(struct scene *s, bool ok)
{
	reg(s, 0x43e0, ok ? 31 : 40);
	reg(s, 0x4e38, 6 << 21 | 32);
	draw_list(s, 3);
}

/* Programs */
static void instruction(struct scene *s, const u32 *good, u32 n, u32 bits, bool ok)
{
	u32 inst[6];

	memcpy(inst, good, sizeof(inst));
	if (!ok)
		inst[n] |= bits;
	upload(s, 0, inst, 6);
	draw_list(s, 3);
}

static const u32 alu[6] = { 0x101, 0, 0, 0, 0, 0 }, flow[6] = { 2, 0, 0, 0, 0, 0 };
static const u32 lookup[6] = { 3, 1 << 22, 0, 0, 0, 0 };

static void alu_rgb_6(struct scene *s, bool ok) { instruction(s, alu, 5, 6, ok); }
static void alu_rgb_15(struct scene *s, bool ok) { instruction(s, alu, 5, 15, ok); }
static void alu_alpha_4(struct scene *s, bool ok) { instruction(s, alu, 4, 4, ok); }
static void alu_scalar(struct scene *s, bool ok)
{
	const u32 copy[6] = { 0x101, 0, 0, 0, ok ? 10 : 0, 10 };

	instruction(s, copy, 0, 0, true);
}

static void alu_dot(struct scene *s, bool ok)
{
	const u32 copy[6] = { 0x101, 0, 0, 0, 1, ok ? 3 : 9 };

	instruction(s, copy, 0, 0, true);
}

/* A dword of FRC without output modifier, which is bad if its unit's result is used. */
static void omod_rgb(struct scene *s, u32 n, u32 bits)
{
	const u32 copy[6] = { 0x101, 0, 0, 7 << 26, 0, 9 };

	instruction(s, copy, n, bits, !bits);
}

static void omod_alpha(struct scene *s, u32 n, u32 bits)
{
	const u32 copy[6] = { 0x101, 0, 0, 0, 7 << 26 | 7, 9 };

	instruction(s, copy, n, bits, !bits);
}

static void omod_min(struct scene *s, bool ok)
{
	const u32 copy[6] = { 0x7f901, 0, 0, 7 << 26, 7 << 26 | 2, ok ? 4 : 9 };

	instruction(s, copy, 0, 0, true);
}

static void omod_max(struct scene *s, bool ok)
{
	const u32 copy[6] = { 0x7f901, 0, 0, 7 << 26, 7 << 26 | (ok ? 3 : 7), 5 };

	instruction(s, copy, 0, 0, true);
}

static void omod_rgb_register(struct scene *s, bool ok) { omod_rgb(s, 0, ok ? 0 : 1 << 11); }
static void omod_rgb_target(struct scene *s, bool ok) { omod_rgb(s, 0, ok ? 0 : 1 << 17); }
static void omod_rgb_result(struct scene *s, bool ok) { omod_rgb(s, 3, ok ? 0 : 1u << 31); }
static void omod_alpha_register(struct scene *s, bool ok) { omod_alpha(s, 0, ok ? 0 : 1 << 14); }
static void omod_alpha_target(struct scene *s, bool ok) { omod_alpha(s, 0, ok ? 0 : 1 << 18); }
static void omod_alpha_result(struct scene *s, bool ok) { omod_alpha(s, 3, ok ? 0 : 1u << 31); }
static void omod_alpha_depth(struct scene *s, bool ok) { omod_alpha(s, 4, ok ? 0 : 1u << 31); }

/* The other unit uses the result. */
static void omod_dot(struct scene *s, bool ok)
{
	const u32 copy[6] = { 0x101, 0, 0, 7 << 26, ok ? 0 : 1, 1 };

	instruction(s, copy, 0, 0, true);
}

static void omod_scalar(struct scene *s, bool ok)
{
	const u32 copy[6] = { 0x101, 0, 0, 0, 7 << 26 | 8, ok ? 0 : 10 };

	instruction(s, copy, 0, 0, true);
}

static void predicate_alu(struct scene *s, bool ok) { instruction(s, alu, 0, (ok ? 5 : 6) << 3, false); }
static void predicate_alpha(struct scene *s, bool ok) { instruction(s, alu, 0, (ok ? 5 : 7) << 25, false); }
static void predicate_flow(struct scene *s, bool ok) { instruction(s, flow, 0, (ok ? 2 : 7) << 3, false); }
static void predicate_lookup(struct scene *s, bool ok) { instruction(s, lookup, 0, (ok ? 1 : 6) << 3, false); }
static void stack_address(struct scene *s, bool ok) { instruction(s, flow, 2, (ok ? 2 : 3) << 6, false); }
static void stack_stay(struct scene *s, bool ok) { instruction(s, flow, 2, (ok ? 2 : 3) << 24, false); }
static void stack_jump(struct scene *s, bool ok) { instruction(s, flow, 2, (ok ? 1 : 3) << 26, false); }
static void flow_pad(struct scene *s, bool ok) { instruction(s, flow, 1, 1, ok); }
static void flow_end(struct scene *s, bool ok) { instruction(s, flow, 5, 1u << 31, ok); }
static void flow_bit(struct scene *s, bool ok) { instruction(s, flow, 2, 8, ok); }
static void flow_address(struct scene *s, bool ok) { instruction(s, flow, 3, 1 << 25, ok); }
static void lookup_pad(struct scene *s, bool ok) { instruction(s, lookup, 4, 1, ok); }
static void lookup_end(struct scene *s, bool ok) { instruction(s, lookup, 5, 1, ok); }

static void acquire_twice(struct scene *s, bool ok)
{
	const u32 two[12] = { 3, 1 << 22 | 1 << 25, 0, 0, 0, 0, ok ? 7 : 3, 1 << 22 | 1 << 25, 0, 0, 0, 0 };

	upload(s, 0, two, 12);
	draw_list(s, 3);
}

static void acquire_after_alu(struct scene *s, bool ok)
{
	const u32 three[18] = { 3, 1 << 22 | 1 << 25, 0, 0, 0, 0, ok ? 4 : 0, 0, 0, 0, 0, 0,
				3, 1 << 22 | 1 << 25, 0, 0, 0, 0 };

	upload(s, 0, three, 18);
	draw_list(s, 3);
}

static const u32 acquire[6] = { 3, 1 << 22 | 1 << 25, 0, 0, 0, 0 };

static void acquire_in_two(struct scene *s, bool ok)
{
	const u32 second[6] = { ok ? 7 : 3, 1 << 22 | 1 << 25, 0, 0, 0, 0 };

	upload(s, 0, acquire, 6);
	upload(s, 1, second, 6);
	draw_list(s, 3);
}

static void last_held(struct scene *s, bool ok)
{
	const u32 two[12] = { 3, 1 << 22 | 1 << 25, 0, 0, 0, 0, ok ? 0x105 : 0x101, 0, 0, 0, 0, 0 };

	upload(s, 0, two, 12);
	draw_list(s, 3);
}

static void last_acquires(struct scene *s, bool ok)
{
	const u32 one[6] = { 0x107, 1 << 22 | (ok ? 0 : 1 << 25), 0, 0, 0, 0 };

	upload(s, 0, one, 6);
	draw_list(s, 3);
}

static void last_in_two(struct scene *s, bool ok)
{
	const u32 end[6] = { ok ? 0x105 : 0x101, 0, 0, 0, 0, 0 };

	upload(s, 0, acquire, 6);
	upload(s, 1, end, 6);
	draw_list(s, 3);
}

static void vectors(struct scene *s, u32 first, u32 count)
{
	u32 n;

	reg(s, 0x2200, first);
	dw(s, (4 * count - 1) << 16 | 0x8000 | 0x2208 / 4);
	for (n = 0; n < 4 * count; n++)
		dw(s, 0);
	draw_list(s, 3);
}

static void vectors_past(struct scene *s, bool ok) { vectors(s, ok ? 1543 : 1544, 1); }
static void vectors_end(struct scene *s, bool ok) { vectors(s, 1536, ok ? 8 : 9); }
static void vectors_last(struct scene *s, bool ok) { vectors(s, ok ? 1535 : 2047, 2); }

static void no_slots(struct scene *s, bool ok)
{
	draw_list(s, 3);
	reg(s, 0x2080, ok ? 0xb00851 : 0xb00850);
	draw_list(s, 3);
}

static void no_controllers(struct scene *s, bool ok)
{
	reg(s, 0x2080, ok ? 0xb0081a : 0xb0080a);
	draw_list(s, 3);
}

static void no_units(struct scene *s, bool ok)
{
	draw_list(s, 3);
	reg(s, 0x2080, ok ? 0xb0015a : 0xb0005a);
	draw_list(s, 3);
}

static void timeout(struct scene *s, bool ok)
{
	reg(s, 0x2288, ok ? 0xfffffff : 0x10000000);
	draw_list(s, 3);
}

/* The comparison reads a target that nothing else uses. */
static void compare(struct scene *s, bool ok)
{
	empty_caches(s);
	reg(s, 0x4e0c, 0);
	reg(s, 0x4e00, 1 << 14 | (ok ? 0 : 1 << 7));
	address(s, 0x4e28, 0, B_QUERY);
	draw_list(s, 3);
}

static const struct hole rules[] = {
	{ "blocks of depth under cached lines", blocks_on, PM4_CODE_NOT_FLUSHED, 0x4f1c },
	{ "larger blocks of depth under cached lines", blocks_larger, PM4_CODE_NOT_FLUSHED, 0x4028 },
	{ "the same after smaller ones", blocks_smaller, PM4_CODE_NOT_FLUSHED, 0x4028 },
	{ "the same, of a draw that uses depth", blocks_unused, PM4_CODE_NOT_FLUSHED, 0x4f1c },
	{ "compressed reads alone", read_alone, PM4_CODE_SURFACE_MODE, 0x4f1c },
	{ "compressed writes alone", write_alone, PM4_CODE_SURFACE_MODE, 0x4f1c },
	{ "compression without fast fill", unfilled, PM4_CODE_SURFACE_MODE, 0x4f1c },
	{ "fast fill with compressed writes", fill_and_write, PM4_CODE_SURFACE_MODE, 0x4f1c },
	{ "fast fill of linear depth", linear_fill, PM4_CODE_SURFACE_MODE, 0x4f24 },
	{ "compression of linear depth", linear_compressed, PM4_CODE_SURFACE_MODE, 0x4f24 },
	{ "compressed depth of 16 bits", compressed_16, PM4_CODE_SURFACE_MODE, 0x4f10 },
	{ "compressed depth of 16 bits, as floats", compressed_13e3, PM4_CODE_SURFACE_MODE, 0x4f10 },
	{ "compressed depth of 16 bits with two samples", compressed_16_samples, PM4_CODE_SURFACE_MODE, 0x4f10 },
	{ "a clear by a point that is too narrow", clear_width, PM4_CODE_SURFACE_MODE, 0x421c },
	{ "a clear by a point that is too low", clear_height, PM4_CODE_SURFACE_MODE, 0x421c },
	{ "a clear up to the middle of a tile", clear_right, PM4_CODE_SURFACE_MODE, 0x43e4 },
	{ "a clear from the middle of a tile", clear_left, PM4_CODE_SURFACE_MODE, 0x43e4 },
	{ "a clear from the second line of a tile", clear_top, PM4_CODE_SURFACE_MODE, 0x43e4 },
	{ "a clear up to the first line of a tile", clear_bottom, PM4_CODE_SURFACE_MODE, 0x43e4 },
	{ "a clear of parts of tiles by arrays", clear_arrays, PM4_CODE_SURFACE_MODE, 0x43e4 },
	{ "a clear that clip rectangles cut", clear_rule, PM4_CODE_SURFACE_MODE, 0x43d0 },
	{ "a clear that leaves a sample out", clear_mask, PM4_CODE_SURFACE_MODE, 0x43e8 },
	{ "a second clear that leaves samples out", clear_second, PM4_CODE_SURFACE_MODE, 0x43e8 },
	{ "a clear by a point with a size of its own", clear_vertex_size, PM4_CODE_SURFACE_MODE, 0x2090 },
	{ "a clear by a small point of arrays", clear_array_point, PM4_CODE_SURFACE_MODE, 0x421c },
	{ "a clear by a small point of indices", clear_indexed_point, PM4_CODE_SURFACE_MODE, 0x421c },
	{ "a clear by lines", clear_lines, PM4_CODE_SURFACE_MODE, 0x4f1c },
	{ "a clear by a line loop", clear_line_loop, PM4_CODE_SURFACE_MODE, 0x4f1c },
	{ "SOP without a scalar operation", alu_scalar, PM4_CODE_INSTRUCTION, 0 },
	{ "DP without a dot product", alu_dot, PM4_CODE_INSTRUCTION, 0 },
	{ "FRC of RGB without output modifier", omod_min, PM4_CODE_INSTRUCTION, 0 },
	{ "FRC of alpha without output modifier", omod_max, PM4_CODE_INSTRUCTION, 0 },
	{ "FRC of RGB to a register without output modifier", omod_rgb_register, PM4_CODE_INSTRUCTION, 0 },
	{ "FRC of RGB to a target without output modifier", omod_rgb_target, PM4_CODE_INSTRUCTION, 0 },
	{ "FRC of RGB as result without output modifier", omod_rgb_result, PM4_CODE_INSTRUCTION, 0 },
	{ "FRC of alpha to a register without output modifier", omod_alpha_register, PM4_CODE_INSTRUCTION, 0 },
	{ "FRC of alpha to a target without output modifier", omod_alpha_target, PM4_CODE_INSTRUCTION, 0 },
	{ "FRC of alpha as result without output modifier", omod_alpha_result, PM4_CODE_INSTRUCTION, 0 },
	{ "FRC of alpha as depth without output modifier", omod_alpha_depth, PM4_CODE_INSTRUCTION, 0 },
	{ "a dot product without output modifier", omod_dot, PM4_CODE_INSTRUCTION, 0 },
	{ "a scalar without output modifier", omod_scalar, PM4_CODE_INSTRUCTION, 0 },
	{ "a reserved predicate of an operation", predicate_alu, PM4_CODE_INSTRUCTION, 0 },
	{ "a reserved predicate of alpha", predicate_alpha, PM4_CODE_INSTRUCTION, 0 },
	{ "a reserved predicate of flow control", predicate_flow, PM4_CODE_INSTRUCTION, 0 },
	{ "a reserved predicate of a lookup", predicate_lookup, PM4_CODE_INSTRUCTION, 0 },
	{ "a reserved operation on the address stack", stack_address, PM4_CODE_INSTRUCTION, 0 },
	{ "a reserved operation on the branch stack", stack_stay, PM4_CODE_INSTRUCTION, 0 },
	{ "the same if it jumps", stack_jump, PM4_CODE_INSTRUCTION, 0 },
	{ "a semaphore that two uploads acquire", acquire_in_two, PM4_CODE_INSTRUCTION, 0 },
	{ "an end that holds the semaphore", last_held, PM4_CODE_INSTRUCTION, 0 },
	{ "an end that acquires it", last_acquires, PM4_CODE_INSTRUCTION, 0 },
	{ "an end of another upload", last_in_two, PM4_CODE_INSTRUCTION, 0 },
	{ "no controllers for vertices", no_controllers, PM4_CODE_DRAW_SOURCE, 0x2080 },
	{ "no units for vertices", no_units, PM4_CODE_DRAW_SOURCE, 0x2080 },
	{ "RGB operation 6", alu_rgb_6, PM4_CODE_INSTRUCTION, 0 },
	{ "RGB operation 15", alu_rgb_15, PM4_CODE_INSTRUCTION, 0 },
	{ "alpha operation 4", alu_alpha_4, PM4_CODE_INSTRUCTION, 0 },
	{ "the second dword of flow control", flow_pad, PM4_CODE_INSTRUCTION, 0 },
	{ "the last dword of flow control", flow_end, PM4_CODE_INSTRUCTION, 0 },
	{ "a reserved bit of flow control", flow_bit, PM4_CODE_INSTRUCTION, 0 },
	{ "a reserved bit of a jump's address", flow_address, PM4_CODE_INSTRUCTION, 0 },
	{ "the fifth dword of a lookup", lookup_pad, PM4_CODE_INSTRUCTION, 0 },
	{ "the last dword of a lookup", lookup_end, PM4_CODE_INSTRUCTION, 0 },
	{ "a semaphore that is acquired twice", acquire_twice, PM4_CODE_INSTRUCTION, 0 },
	{ "the same with an operation in between", acquire_after_alu, PM4_CODE_INSTRUCTION, 0 },
	{ "a vector past the last one", vectors_past, PM4_CODE_UPLOAD, 0x2208 },
	{ "vectors up to one past the last", vectors_end, PM4_CODE_UPLOAD, 0x2208 },
	{ "vectors from the last index on", vectors_last, PM4_CODE_UPLOAD, 0x2208 },
	{ "no slots for vertices", no_slots, PM4_CODE_DRAW_SOURCE, 0x2080 },
	{ "a timeout of seconds", timeout, PM4_CODE_REGISTER_BITS, 0x2288 },
	{ "a comparison with a target without room", compare, PM4_CODE_SURFACE_BOUNDS, 0x4e28 },
};

/* A later upload may put the instruction before it, which acquires the semaphore. */
static void acquire_unknown(struct scene *s, bool ok)
{
	const u32 one[6] = { ok ? 7 : 3, 1 << 22 | 1 << 25, 0, 0, 0, 0 };

	upload(s, 5, one, 6);
	draw_list(s, 3);
}

/* The oracle sees no cut and no program of another upload: these streams are merely refused. */
static void test_cuts(void)
{
	static const struct hole cuts[] = {
		{ "a cut that inverts the scissor of an earlier draw", cut_inverts, PM4_CODE_SURFACE_PITCH, 0x4e38 },
		{ "a scissor that begins past the pitch", begins_past_pitch, PM4_CODE_SURFACE_PITCH, 0x4e38 },
		{ "a semaphore that may be held", acquire_unknown, PM4_CODE_INSTRUCTION, 0x4254 },
	};
	static struct scene s;
	const struct answer *a;
	u32 i;

	for (i = 0; i < 3; i++) {
		scene_begin(&s, PM4_R580);
		cuts[i].make(&s, true);
		a = ask(&s);
		if (!tap_ok(!a->refused && !a->faults, "the good neighbour of: %s", cuts[i].what))
			tap_note("%s%s", a->text, a->faults ? a->fault : "");
		scene_begin(&s, PM4_R580);
		cuts[i].make(&s, false);
		a = ask(&s);
		if (!tap_ok(a->refused && a->verdict.code == cuts[i].code && a->verdict.reg == cuts[i].reg,
			    "refused: %s", cuts[i].what))
			tap_note("%s", a->text);
	}
}

/* Draws that are left in a patched stream. */
static u32 draws_left(const struct scene *s, const struct answer *a)
{
	u32 at, op, draws = 0;

	for (at = 0; at < s->n; at += a->out[at] >> 30 == 2 ? 1 : (a->out[at] >> 16 & 0x3fff) + 2) {
		op = a->out[at] >> 8 & 0xff;
		draws += a->out[at] >> 30 == 3 && op >= 0x33 && op <= 0x36;
	}
	return draws;
}

/* Each kind of draw under an inverted scissor becomes a NOP, and the next one under a good one stays. */
static void test_inverted(void)
{
	static const struct { u32 first, last; } scissors[] = {
		{ 32, 63 << 13 | 31 }, { 32 << 13, 31 << 13 | 63 }, { 8191, 63 << 13 | 63 }, { 1 << 13 | 1, 0 },
	};
	static struct scene s;
	const struct answer *a;
	u32 i, kind;

	for (i = 0; i < 4; i++) {
		for (kind = 0; kind < 4; kind++) {
			scene_begin(&s, PM4_R580);
			reg(&s, 0x43e0, scissors[i].first);
			reg(&s, 0x43e4, scissors[i].last);
			if (kind == 0)
				draw_list(&s, 3);
			else if (kind == 1)
				draw_data(&s, 3, 12);
			else if (kind == 2)
				draw_indices(&s, 3);
			else
				draw_buffer(&s, 4, 0, 2);
			draw_list(&s, 3);
			a = ask(&s);
			if (!tap_ok(!a->refused && !a->faults && !draws_left(&s, a),
				    "draw %u under inverted scissor %u is dropped", kind, i))
				tap_note("%s%s, %u", a->text, a->faults ? a->fault : "", draws_left(&s, a));
			reg(&s, 0x43e0, 0);
			reg(&s, 0x43e4, 63 << 13 | 63);
			draw_list(&s, 3);
			a = ask(&s);
			tap_ok(!a->refused && !a->faults && draws_left(&s, a) == 1, "the next draw stays");
			reg(&s, 0x43e0, 100);
			reg(&s, 0x4480, 127 << 11 | 63);
			draw_list(&s, 3);
			reg(&s, 0x43e0, 0);
			draw_list(&s, 3);
			tap_ok(ask(&s)->refused, "changes before a dropped draw are checked");
		}
	}
}

/* The longest NOP is refused whatever follows. */
static void test_longest_nop(void)
{
	static u32 ib[0x4001] = { 0xffff1000 };
	struct pm4_input in = { .ib = ib, .ib_dw = 0x4001, .flags = PM4_KEEP_TILING };
	static struct pm4_patch patches[0x4001];
	struct pm4_card card = { .front = &r500_front, .chip = PM4_R580, .pipes = 4, .backends = 1 };
	struct pm4_checker *ck = malloc(pm4_checker_size(&r500_front));
	struct pm4_result result;
	struct pm4_verdict verdict;
	u64 written;

	pm4_checker_init(ck, &card);
	tap_ok(pm4_check(ck, &in, patches, 0x4001, &written, &result, &verdict) &&
	       verdict.code == PM4_CODE_PACKET_LENGTH, "a NOP of the longest count");
	ib[0] -= 1 << 16;
	in.ib_dw--;
	tap_ok(!pm4_check(ck, &in, patches, 0x4001, &written, &result, &verdict), "one that is a dword shorter");
	free(ck);
}

void test_guide(void)
{
	try_holes(rules, sizeof(rules) / sizeof(rules[0]));
	test_cuts();
	test_inverted();
	test_longest_nop();
}
