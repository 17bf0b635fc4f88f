// SPDX-License-Identifier: GPL-2.0
/*
 * Rectangles that the card computes: a quad whose vertices stand in the packet and bypass the
 * vertex shader, with linear surfaces of the formats of CTM.  All other draws are consumed.
 *
 * Textures are read as they are when the draw begins, and lines are written as the draw goes on.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../gpu/r500/us.h"
#include "r500/r500.h"

#define QUAD_IN_PACKET	(13u | 3u << 4 | 4u << 16)
#define TEXTURES	16u
#define TARGETS		4u
#define SIDE_MAX	4096u
#define TEXTURE_MAX	(64u << 20)	/* bytes of a texture that is looked up */

enum element { E_NONE, E_16, E_8888, E_FLOAT, E_FLOAT2, E_FLOAT4, ELEMENTS };

static const u32 element_bytes[ELEMENTS] = { 1, 2, 4, 4, 8, 16 };

/**
 * struct plane - an array in memory
 * @element: its elements
 * @base: GPU address
 * @width: elements in a line
 * @height: lines
 * @pitch: elements from line to line
 * @select: textures: component of red, green, blue and alpha; targets: channel of each component
 * @data: copy of a texture
 */
struct plane {
	enum element element;
	u32 base;
	u32 width;
	u32 height;
	u32 pitch;
	u32 select[4];
	u8 *data;
};

/**
 * struct rect - a draw
 * @vertex: the four corners
 * @vectors: vectors of parameters in a vertex
 * @x0: first column
 * @y0: first line
 * @x1: last column, not less than @x0
 * @y1: last line, not less than @y0
 * @depth_bits: of the depth buffer; 0: none
 */
struct rect {
	struct model *m;
	const u32 *vertex[4];
	u32 vectors;
	u32 x0, y0, x1, y1;
	struct plane texture[TEXTURES];
	struct plane target[TARGETS];
	bool written[TARGETS];
	struct plane depth;
	u32 depth_bits;
	struct us_program program;
};

/* ---- registers ---- */

static bool plain_state(const struct model *m)
{
	return reg_get(m, VAP_CNTL_STATUS) & PVS_BYPASS && reg_get(m, VAP_VTE_CNTL) == 0x300 &&
	       reg_get(m, VAP_OUT_VTX_FMT_0) == 1 && !(reg_get(m, GB_AA_CONFIG) & 1) &&
	       !(reg_get(m, RB3D_BLENDCNTL) & 1) && !reg_get(m, RB3D_ROPCNTL) && !reg_get(m, FG_ALPHA_FUNC) &&
	       !reg_get(m, FG_FOG_BLEND) && !reg_get(m, ZB_BW_CNTL) && !(reg_get(m, ZB_CNTL) & 1) &&
	       !(reg_get(m, RB3D_CCTL) & 0x60);
}

/* Vector @n of a vertex: four floats, to the place of the position or of a texture coordinate. */
static bool vector_is_plain(const struct model *m, u32 n)
{
	u32 half = reg_get(m, VAP_PROG_STREAM_CNTL_0 + n / 2 * 4) >> n % 2 * 16 & 0xffff;

	return (half & 15) == 3 && (half >> 8 & 31) == (n ? 5 + n : 0);
}

static bool take_vertices(struct rect *r, const u32 *d, u32 ndw)
{
	u32 size = reg_get(r->m, VAP_VTX_SIZE) & 0x7f, formats = reg_get(r->m, VAP_OUT_VTX_FMT_1);

	if (d[0] != QUAD_IN_PACKET || size < 4 || size % 4 || ndw != 1 + 4 * size)
		return false;
	r->vectors = size / 4 - 1;
	for (u32 i = 0; i < 8; i++)
		if ((formats >> 3 * i & 7) != (i < r->vectors ? 4 : 0))
			return false;
	for (u32 i = 0; i <= r->vectors; i++)
		if (!vector_is_plain(r->m, i))
			return false;
	for (u32 i = 0; i < 4; i++)
		r->vertex[i] = d + 1 + i * size;
	return true;
}

static float coordinate(const struct rect *r, u32 vertex, u32 n)
{
	return us_float(r->vertex[vertex][n]);
}

/* Pixels whose centres lie in the rectangle and in the scissor. */
static bool take_area(struct rect *r)
{
	u32 first = reg_get(r->m, SC_SCISSOR0), last = reg_get(r->m, SC_SCISSOR1);
	float left = coordinate(r, 0, 0), top = coordinate(r, 0, 1);
	float right = coordinate(r, 2, 0), bottom = coordinate(r, 2, 1);

	if (coordinate(r, 1, 0) != right || coordinate(r, 1, 1) != top || coordinate(r, 3, 0) != left ||
	    coordinate(r, 3, 1) != bottom || !(left >= 0 && top >= 0 && right <= SIDE_MAX && bottom <= SIDE_MAX) ||
	    !(left < right && top < bottom))
		return false;
	r->x0 = fmaxf(first & 0x1fff, ceilf(left - 0.5f));
	r->y0 = fmaxf(first >> 13 & 0x1fff, ceilf(top - 0.5f));
	r->x1 = fminf(last & 0x1fff, ceilf(right - 0.5f) - 1);
	r->y1 = fminf(last >> 13 & 0x1fff, ceilf(bottom - 0.5f) - 1);
	return r->x0 <= r->x1 && r->y0 <= r->y1;
}

static enum element texture_element(u32 format1, u32 format2)
{
	static const u8 elements[32] = {
		[1] = E_16, [12] = E_8888, [27] = E_FLOAT, [28] = E_FLOAT2, [29] = E_FLOAT4,
	};

	return format2 >> 14 & 1 || format1 >> 5 & 15 || format1 >> 25 & 3 ? E_NONE : elements[format1 & 31];
}

static bool take_texture(struct rect *r, u32 n)
{
	u32 f0 = reg_get(r->m, TX_FORMAT0_0 + 4 * n), f1 = reg_get(r->m, TX_FORMAT1_0 + 4 * n);
	u32 f2 = reg_get(r->m, TX_FORMAT2_0 + 4 * n), offset = reg_get(r->m, TX_OFFSET0 + 4 * n);
	struct plane *t = &r->texture[n];
	u64 bytes;

	*t = (struct plane){
		.element = texture_element(f1, f2), .base = offset & ~31u,
		.width = (f0 & 0x7ff) + (f2 >> 15 & 1) * 2048 + 1,
		.height = (f0 >> 11 & 0x7ff) + (f2 >> 16 & 1) * 2048 + 1,
		.select = { f1 >> 12 & 7, f1 >> 15 & 7, f1 >> 18 & 7, f1 >> 9 & 7 },
	};
	t->pitch = f0 >> 31 ? (f2 & 0x3fff) + 1 : t->width;
	/* Point filters, and coordinates that stay inside. */
	if (t->element == E_NONE || offset & 31 || f0 >> 26 & 15 ||
	    (reg_get(r->m, TX_FILTER0_0 + 4 * n) & 0x1e3f) != (0xa00 | 022))
		return false;
	bytes = (u64)t->pitch * t->height * element_bytes[t->element];
	if (bytes > TEXTURE_MAX)
		return false;
	t->data = malloc(bytes);
	if (!mc_read(r->m, MC_GFX, t->base, t->data, bytes))
		memset(t->data, 0, bytes);
	return true;
}

static bool take_textures(struct rect *r)
{
	u32 used = reg_get(r->m, TX_ENABLE);

	for (u32 i = 0; i < TEXTURES; i++)
		if (used >> i & 1 && !take_texture(r, i))
			return false;
	return true;
}

static bool take_target(struct rect *r, u32 n)
{
	static const struct { u8 out, color; } rows[] = { { 31, 0 }, { 3, 13 }, { 0, 6 }, { 19, 6 }, { 20, 10 }, { 21, 7 } };
	u32 out = reg_get(r->m, US_OUT_FMT_0 + 4 * n), pitch = reg_get(r->m, RB3D_COLORPITCH0 + 4 * n);
	u32 mask = reg_get(r->m, RB3D_COLOR_CHANNEL_MASK) >> (reg_get(r->m, RB3D_CCTL) >> 12 & 1 ? 4 * n : 0) & 15;
	struct plane *t = &r->target[n];

	r->written[n] = mask && (out & 31) != 15;
	if (!r->written[n])
		return true;
	t->base = reg_get(r->m, RB3D_COLOROFFSET0 + 4 * n);
	t->pitch = t->width = pitch & 0x3ffe;
	for (u32 i = 0; i < 4; i++)
		t->select[i] = (out >> (8 + 2 * i) & 3) ? (out >> (8 + 2 * i) & 3) - 1 : 3;
	for (u32 i = E_16; i < ELEMENTS; i++)
		if (rows[i].out == (out & 31) && rows[i].color == (pitch >> 21 & 15))
			t->element = i;
	return t->element != E_NONE && mask == 15 && !(pitch >> 16 & 7) && !(out >> 16);
}

static bool take_targets(struct rect *r)
{
	for (u32 i = 0; i < TARGETS; i++)
		if (!take_target(r, i))
			return false;
	return true;
}

static bool take_depth(struct rect *r)
{
	u32 format = reg_get(r->m, ZB_FORMAT) & 15, pitch = reg_get(r->m, ZB_DEPTHPITCH);

	if (!(reg_get(r->m, ZB_CNTL) & 2))
		return true;
	r->depth_bits = format == 2 ? 24 : 16;
	r->depth = (struct plane){ .element = format == 2 ? E_8888 : E_16, .base = reg_get(r->m, ZB_DEPTHOFFSET),
				   .pitch = pitch & 0x3ffc, .width = pitch & 0x3ffc };
	return format != 1 && !(pitch >> 16 & 7);
}

/* ---- elements ---- */

/* Number of @max to 1.0, as bits of a float. */
static u32 normalized(u32 value, u32 max)
{
	return us_bits((float)((double)value / max));
}

static u32 quantized(u32 bits, u32 max)
{
	return (u32)lrint((double)us_float(us_clamp(bits)) * max);
}

/* The components of an element, as bits of floats. */
static void unpack(enum element element, const u8 *from, u32 *component)
{
	u16 half;

	switch (element) {
	case E_16:
		memcpy(&half, from, 2);
		component[0] = normalized(half, 0xffff);
		break;
	case E_8888:
		for (u32 i = 0; i < 4; i++)
			component[i] = normalized(from[i], 0xff);
		break;
	default:
		memcpy(component, from, element_bytes[element]);
	}
}

static void pack(enum element element, const u32 *component, u8 *to)
{
	u16 half;

	switch (element) {
	case E_16:
		half = quantized(component[0], 0xffff);
		memcpy(to, &half, 2);
		break;
	case E_8888:
		for (u32 i = 0; i < 4; i++)
			to[i] = quantized(component[i], 0xff);
		break;
	default:
		memcpy(to, component, element_bytes[element]);
	}
}

/* The texel that a coordinate lies in; NaN is infinite. */
static u32 texel_of(float coord, bool unscaled, u32 size)
{
	double at = isnan(coord) ? INFINITY : coord * (unscaled ? 1.0 : size);

	return at < 0 ? 0 : at >= size ? size - 1 : (u32)at;
}

static void texel(struct rect *r, struct plane *t, const struct us_lookup *l, u32 lane, struct gpu_vec *to)
{
	u32 component[6] = { [5] = 0x3f800000 };
	u64 at = (u64)texel_of(l->coord.c[1].f[lane], l->unscaled, t->height) * t->pitch +
		 texel_of(l->coord.c[0].f[lane], l->unscaled, t->width);

	unpack(t->element, t->data + at * element_bytes[t->element], component);
	for (u32 i = 0; i < 4; i++)
		to->c[i].u[lane] = t->select[i] < 6 ? component[t->select[i]] : 0;
}

static void lookup(void *ctx, const struct us_lookup *l, struct gpu_vec *to)
{
	struct rect *r = ctx;
	struct plane *t = &r->texture[l->unit];

	if (!t->data) {
		violation(r->m, "fragment-program", "a lookup in texture %u, which is off", l->unit);
		t->data = calloc(1, 16);
		t->width = t->height = t->pitch = 1;
	}
	for (u32 lane = 0; lane < GPU_LANES; lane++)
		texel(r, t, l, lane, to);
}

/* ---- pixels ---- */

/* Value @n of the vertices at the centre of a pixel. */
static float interpolate(const struct rect *r, u32 n, u32 x, u32 y)
{
	double left = coordinate(r, 0, 0), top = coordinate(r, 0, 1);
	double across = (x + 0.5 - left) / (coordinate(r, 2, 0) - left);
	double down = (y + 0.5 - top) / (coordinate(r, 2, 1) - top);
	double origin = coordinate(r, 0, n);

	return (float)(origin + across * (coordinate(r, 1, n) - origin) + down * (coordinate(r, 3, n) - origin));
}

/* A component by its place among the texture coordinates: 62 is 0.0, 63 is 1.0. */
static u32 rasterized(const struct rect *r, u32 place, u32 x, u32 y)
{
	if (place >= 4 * r->vectors)
		return place == 63 ? 0x3f800000 : 0;
	return us_bits(interpolate(r, 4 + place, x, y));
}

static u32 rasterized_depth(const struct rect *r, u32 x, u32 y)
{
	return us_bits(interpolate(r, 2, x, y));
}

/* Where the pixels of a group are: four quads beside each other. */
static u32 lane_x(u32 x, u32 lane)
{
	return x + lane / 4 * 2 + lane % 2;
}

static u32 lane_y(u32 y, u32 lane)
{
	return y + lane % 4 / 2;
}

static void load_pixel(const struct rect *r, struct us_group *g, u32 lane, u32 x, u32 y)
{
	u32 n = (reg_get(r->m, RS_INST_COUNT) & 15) + 1;

	if (x >= r->x0 && x <= r->x1 && y >= r->y0 && y <= r->y1)
		g->covered |= 1u << lane;
	for (u32 i = 0; i < n; i++) {
		u32 inst = reg_get(r->m, RS_INST_0 + 4 * i), ip = reg_get(r->m, RS_IP_0 + 4 * (inst & 15));

		if (inst >> 4 & 1)
			for (u32 c = 0; c < 4; c++)
				g->temp[inst >> 5 & 127].c[c].u[lane] = rasterized(r, ip >> 6 * c & 63, x, y);
	}
}

static u64 element_at(const struct plane *p, u32 x, u32 y)
{
	return p->base + ((u64)y * p->pitch + x) * element_bytes[p->element];
}

static bool passes(u32 function, u32 value, u32 old)
{
	switch (function & 7) {
	case 0:
		return false;
	case 1:
		return value < old;
	case 2:
		return value <= old;
	case 3:
		return value == old;
	case 4:
		return value >= old;
	case 5:
		return value > old;
	case 6:
		return value != old;
	}
	return true;
}

/* The test against the depth buffer, which takes the value if it passes and writes are on. */
static bool test_depth(const struct rect *r, u32 bits, u32 x, u32 y)
{
	u32 value = quantized(bits, (1u << r->depth_bits) - 1), word = 0, bytes = r->depth_bits == 24 ? 4 : 2;
	u64 at = element_at(&r->depth, x, y);

	mc_read(r->m, MC_GFX, at, &word, bytes);
	/* 24 bits of depth stand above 8 of stencil. */
	if (!passes(reg_get(r->m, ZB_ZSTENCILCNTL), value, bytes == 4 ? word >> 8 : word))
		return false;
	if (!(reg_get(r->m, ZB_CNTL) & 4))
		return true;
	word = bytes == 4 ? (word & 0xff) | value << 8 : value;
	mc_write(r->m, MC_GFX, at, &word, bytes);
	return true;
}

static void test_depths(const struct rect *r, struct us_group *g, u32 x, u32 y, bool from_shader)
{
	for (u32 i = 0; i < GPU_LANES; i++) {
		u32 px_x = lane_x(x, i), px_y = lane_y(y, i);

		if (g->covered >> i & 1 &&
		    !test_depth(r, from_shader ? g->w.u[i] : rasterized_depth(r, px_x, px_y), px_x, px_y))
			g->covered &= ~(1u << i);
	}
}

static void write_pixel(const struct rect *r, const struct us_group *g, u32 lane, u32 x, u32 y)
{
	u32 component[4];
	u8 element[16];

	for (u32 n = 0; n < TARGETS; n++) {
		const struct plane *t = &r->target[n];

		if (!r->written[n])
			continue;
		for (u32 i = 0; i < 4; i++)
			component[i] = g->out[n].c[t->select[i]].u[lane];
		pack(t->element, component, element);
		mc_write(r->m, MC_GFX, element_at(t, x, y), element, element_bytes[t->element]);
	}
}

static enum us_fault run_group(const struct rect *r, struct us_group *g, u32 x, u32 y)
{
	bool early = reg_get(r->m, ZB_ZTOP) & 1, from_shader = reg_get(r->m, FG_DEPTH_SRC) & 1;
	enum us_fault fault;

	memset(g, 0, sizeof(*g));
	for (u32 i = 0; i < GPU_LANES; i++)
		load_pixel(r, g, i, lane_x(x, i), lane_y(y, i));
	if (early && r->depth_bits)
		test_depths(r, g, x, y, false);
	fault = us_run(&r->program, g, NULL);
	if (fault)
		return fault;
	if (!early && r->depth_bits)
		test_depths(r, g, x, y, from_shader);
	for (u32 i = 0; i < GPU_LANES; i++)
		if (g->covered >> i & 1)
			write_pixel(r, g, i, lane_x(x, i), lane_y(y, i));
	return US_FINE;
}

static enum us_fault run_quads(const struct rect *r)
{
	struct us_group *g = aligned_alloc(64, sizeof(*g));
	enum us_fault fault = US_FINE;

	for (u32 y = r->y0 & ~1u; y <= r->y1 && !fault; y += 2)
		for (u32 x = r->x0 & ~1u; x <= r->x1 && !fault; x += 8)
			fault = run_group(r, g, x, y);
	free(g);
	return fault;
}

static void take_program(struct rect *r)
{
	u32 addr = reg_get(r->m, US_CODE_ADDR);

	r->program = (struct us_program){
		.inst = r500(r->m)->draw.upload.us,
		.constants = r500(r->m)->draw.upload.us_constant,
		.booleans = reg_get(r->m, US_FC_BOOL_CONST),
		.start = addr & 511, .end = addr >> 16 & 511, .offset = reg_get(r->m, US_CODE_OFFSET) & 511,
		.full = reg_get(r->m, US_FC_CTRL) >> 31, .zero_wins = reg_get(r->m, US_CONFIG) >> 1 & 1,
		.lookup = lookup, .ctx = r,
	};
	for (u32 i = 0; i < 32; i++)
		r->program.integers[i] = reg_get(r->m, US_FC_INT_CONST_0 + 4 * i);
}

/**
 * rect_draw() - compute a draw, if it is a rectangle
 * @m: the model
 * @op: opcode of the draw
 * @d: the packet after its header
 * @ndw: its dwords
 *
 * Return: false if its program does not end.
 */
bool rect_draw(struct model *m, u32 op, const u32 *d, u32 ndw)
{
	struct rect *r = calloc(1, sizeof(*r));
	enum us_fault fault = US_FINE;

	r->m = m;
	if (op == 0x35 && plain_state(m) && take_vertices(r, d, ndw) && take_area(r) && take_targets(r) &&
	    take_depth(r) && take_textures(r)) {
		take_program(r);
		fault = run_quads(r);
	}
	for (u32 i = 0; i < TEXTURES; i++)
		free(r->texture[i].data);
	free(r);
	if (fault && fault != US_ENDLESS)
		violation(m, "fragment-program", "the program of a draw of indirect buffer %u: %s", m->cp.ib_number,
			  us_fault_names[fault]);
	return fault != US_ENDLESS;
}
