// SPDX-License-Identifier: GPL-2.0
/*
 * The front of R5xx as a whole: streams and formats, indices, primitives on the window, clipping, shading,
 * culling, polygon mode, points, lines, scissors.
 *
 * Vertices bypass the program unless a test loads one.
 */
#include <math.h>
#include <string.h>

#include "unit_r500.h"

#define BASE	0x10000u
#define SIZE	0x4000u

static uint8_t bytes[SIZE];
static uint32_t regs[GPU_REG_END / 4];
static struct r500_upload upload;
static struct gpu_mem mem;
static struct gpu_draw_call call;
static struct r500_front *front;
static unsigned int faults;

static void span(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	bool inside = addr >= BASE && addr < BASE + SIZE && !write && (client == GPU_VERTEX || client == GPU_INDEX);

	*s = (struct gpu_span) { inside ? BASE : addr, inside ? BASE + SIZE : addr + 1, inside ? bytes : NULL };
}

static void fault(void *ctx, const char *what)
{
	faults++;
}

static const struct gpu_host host = { .span = span, .fault = fault };

static void reg(uint32_t at, uint32_t value)
{
	regs[at / 4] = value;
}

static void reg_float(uint32_t at, float value)
{
	regs[at / 4] = gpu_bits(value);
}

/* Element @n of a vertex: its type and flags, and where it goes. */
static void element(uint32_t n, uint32_t type, uint32_t to_vector, bool last)
{
	uint32_t half = type | to_vector << 8 | (uint32_t)last << 13, shift = n % 2 * 16;
	uint32_t at = 0x2150 + n / 2 * 4, ext = 0x21e0 + n / 2 * 4;

	regs[at / 4] = (regs[at / 4] & ~(0xffffu << shift)) | half << shift;
	regs[ext / 4] = (regs[ext / 4] & ~(0xffffu << shift)) | (0xf000 | XYZW) << shift;
}

/* Bypass, positions on the window, no clipping; colours of vertices, smooth and free. */
static void begin(void)
{
	memset(bytes, 0, sizeof(bytes));
	memset(regs, 0, sizeof(regs));
	memset(&upload, 0, sizeof(upload));
	memset(&call, 0, sizeof(call));
	gpu_mem_init(&mem, &host, NULL);
	faults = 0;
	call.upload = &upload;
	reg(0x2140, 1 << 8);
	reg(0x20b0, 0x300);
	reg(0x2090, 1);
	reg(0x2134, 0xffffff);
	reg(0x4278, 0xaaaa | 3 << 16);
	reg(0x428c, 0x30);
	element(0, 3, 0, true);
}

/* An array of floats at an offset of memory. */
static void array(uint32_t n, uint32_t at, uint32_t count, uint32_t stride)
{
	call.array[n] = (struct gpu_array) { BASE + at, count, stride };
	call.arrays = n + 1;
}

static void floats(uint32_t at, const float *values, uint32_t count)
{
	memcpy(bytes + at, values, count * sizeof(float));
}

static struct r500_primitive prims[64];

/* Draws a list of vertices, or indices: returns how many primitives there are. */
static uint32_t draw(uint32_t type, uint32_t walk, uint32_t count)
{
	int64_t budget = 1 << 30;
	uint32_t total = 0, n;
	const char *bad;

	call.control |= type | walk << 4 | count << 16;
	bad = r500_front_begin(front, &mem, regs, &call);
	if (bad)
		return UINT32_MAX;
	while ((n = r500_front_fill(front, &budget))) {
		for (uint32_t i = 0; i < n; i++, total++)
			r500_front_primitive(front, i, &prims[total % 64]);
	}
	return total;
}

static bool near(float a, float b)
{
	return fabsf(a - b) < 1e-6f;
}

static bool vector_is(const float *v, float x, float y, float z, float w)
{
	if (near(v[0], x) && near(v[1], y) && near(v[2], z) && near(v[3], w))
		return true;
	tap_note("%g %g %g %g", v[0], v[1], v[2], v[3]);
	return false;
}

struct format {
	const char *name;
	uint32_t type;	/* with SIGNED and NORMALIZE */
	uint32_t norm;
	uint32_t dw[4];
	float want[4];
};

#define S	(1 << 14)
#define N	(1 << 15)

static const struct format formats[] = {
	{ "FLOAT_1", 0, 0, { 0x40000000 }, { 2, 0, 0, 1 } },
	{ "FLOAT_2", 1, 0, { 0x40000000, 0x40400000 }, { 2, 3, 0, 1 } },
	{ "FLOAT_3", 2, 0, { 0x40000000, 0x40400000, 0x40800000 }, { 2, 3, 4, 1 } },
	{ "FLOAT_4", 3, 0, { 0x40000000, 0x40400000, 0x40800000, 0x40a00000 }, { 2, 3, 4, 5 } },
	{ "BYTE", 4, 0, { 0xff800100 }, { 0, 1, 128, 255 } },
	{ "BYTE signed", 4 | S, 0, { 0xff807f01 }, { 1, 127, -128, -1 } },
	{ "BYTE normalized", 4 | N, 0, { 0xff003300 }, { 0, 0.2f, 0, 1 } },
	{ "BYTE by 127", 4 | S | N, 0, { 0x7f008180 }, { -128 / 127.0f, -1, 0, 1 } },
	{ "BYTE by 127, clamped", 4 | S | N, 1, { 0x7f008180 }, { -1, -1, 0, 1 } },
	{ "BYTE without 0", 4 | S | N, 2, { 0x7f008180 }, { -1, -253 / 255.0f, 1 / 255.0f, 1 } },
	{ "D3DCOLOR", 5 | N, 0, { 0xff0000ff }, { 0, 0, 1, 1 } },
	{ "SHORT_2", 6 | S, 0, { 0xffff0002 }, { 2, -1, 0, 1 } },
	{ "SHORT_4", 7 | N, 0, { 0xffff0000, 0x0000ffff }, { 0, 1, 1, 0 } },
	{ "VECTOR_3_TTT", 8 | S, 0, { 0x3ff00001 | 5 << 10 }, { 1, 5, -1, 1 } },
	{ "VECTOR_3_EET", 9, 0, { 0x7ff | 3 << 11 | 1023u << 22 }, { 2047, 3, 1023, 1 } },
	{ "FLOAT_8", 10, 0, { 0x40000000, 0x40400000, 0x40800000, 0x40a00000 }, { 2, 3, 4, 5 } },
	{ "FLT16_2", 11, 0, { 0xc0003c00 }, { 1, -2, 0, 1 } },
	{ "FLT16_4", 12, 0, { 0xc0003c00, 0x00013800 }, { 1, -2, 0.5f, 5.9604645e-08f } },
};

static void test_formats(void)
{
	uint32_t bad = 0;

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		const struct format *f = &formats[i];
		float input[32][4] = { 0 };
		struct r500_streams s;

		begin();
		element(0, f->type, 3, true);
		reg(0x21dc, f->norm);
		memcpy(bytes, f->dw, sizeof(f->dw));
		array(0, 0, 8, 8);
		call.control = 2 << 4;
		r500_streams_begin(&s, &mem, regs, &call);
		r500_fetch(&s, 0, input);
		if (!vector_is(input[3], f->want[0], f->want[1], f->want[2], f->want[3]) && ++bad)
			tap_note("%s", f->name);
	}
	tap_ok(!bad, "formats of elements");
}

static void test_fetch(void)
{
	static const float a[] = { 1, 2, 3, 4, 5, 6 }, b[] = { 10, 11, 12, 13 };
	float input[32][4] = { 0 };
	struct r500_streams s;

	begin();
	floats(0, a, 6);
	floats(0x100, b, 4);
	array(0, 0, 3, 3);
	array(1, 0x100, 2, 2);
	/* x of the first array, two dwords left out, then the second array, turned and masked. */
	element(0, 0 | 2 << 4, 0, false);
	element(1, 1, 7, true);
	reg(0x21e0, (0xf000 | XYZW) | (0x7000u | 1 | 0 << 3 | 5 << 6) << 16);
	call.control = 2 << 4;
	r500_streams_begin(&s, &mem, regs, &call);
	r500_fetch(&s, 1, input);
	tap_ok(vector_is(input[0], 4, 0, 0, 1) && vector_is(input[7], 13, 12, 1, 0), "arrays, skips and swizzles");
	reg(0x2140, 2);
	memset(bytes, 0, 0x200);
	bytes[12] = 0x40;
	r500_streams_begin(&s, &mem, regs, &call);
	r500_fetch(&s, 1, input);
	tap_ok(input[0][0] == 2, "VC_SWAP turns bytes");
	reg(0x2140, 0);
	array(1, 0x100, 2, 0);
	floats(0x100, b, 4);
	r500_streams_begin(&s, &mem, regs, &call);
	r500_fetch(&s, 5, input);
	tap_ok(input[7][0] == 11, "a stride of 0 repeats the first vertex");
	r500_fetch(&s, 100000, input);
	tap_ok(input[0][0] == 0 && faults, "memory outside is 0, with a line");
}

void test_r500_streams(void)
{
	test_formats();
	test_fetch();
}

/* Vertices on the window: vertex n is at (n, 2 n) and has n in its first texture. */
static void grid(void)
{
	begin();
	for (uint32_t n = 0; n < 64; n++) {
		const float v[8] = { n * n % 37, 2.0f * n, 0.5f, 1, n, 0, 0, 0 };

		floats(32 * n, v, 8);
	}
	array(0, 0, 8, 8);
	element(0, 3, 0, false);
	element(1, 3, 6, true);
	reg(0x2094, 4);
}

static bool is(uint32_t n, uint32_t shape, float a, float b, float c)
{
	const struct r500_primitive *p = &prims[n];
	const struct r500_vertex *v = p->vertex;
	bool good = p->shape == shape && v[0].tex[0][0] == a && (shape < GPU_LINE || v[1].tex[0][0] == b) &&
		    (shape < GPU_TRIANGLE || v[2].tex[0][0] == c);

	if (!good)
		tap_note("%u: shape %u, %g %g %g, %u pieces", n, p->shape, v[0].tex[0][0], v[1].tex[0][0], v[2].tex[0][0],
			 p->pieces);
	return good;
}

static void test_types(void)
{
	static const uint16_t indices[] = { 5, 9, 2, 7 };
	static const uint32_t wide[] = { 5, 9, 2, 7 }, large[] = { 0x71123403, 0x71123404 };

	grid();
	tap_ok(draw(1, 2, 2) == 2 && is(1, GPU_POINT, 1, 0, 0), "points");
	grid();
	tap_ok(draw(2, 2, 5) == 2 && is(1, GPU_LINE, 2, 3, 0), "lines");
	grid();
	tap_ok(draw(3, 2, 3) == 2 && is(1, GPU_LINE, 1, 2, 0), "a strip of lines");
	grid();
	tap_ok(draw(4, 2, 6) == 2 && is(1, GPU_TRIANGLE, 3, 4, 5), "triangles");
	grid();
	tap_ok(draw(5, 2, 4) == 2 && is(1, GPU_TRIANGLE, 0, 2, 3), "a fan");
	grid();
	tap_ok(draw(6, 2, 4) == 2 && is(1, GPU_TRIANGLE, 2, 1, 3), "a strip");
	grid();
	tap_ok(draw(12, 2, 3) == 3 && is(2, GPU_LINE, 2, 0, 0), "a loop of lines");
	grid();
	tap_ok(draw(13, 2, 4) == 2 && is(0, GPU_TRIANGLE, 0, 1, 3) && is(1, GPU_TRIANGLE, 1, 2, 3), "a quad");
	grid();
	tap_ok(draw(14, 2, 6) == 4, "a strip of quads");
	grid();
	tap_ok(draw(15, 2, 5) == 3 && is(2, GPU_TRIANGLE, 0, 3, 4), "a polygon");
	grid();
	tap_ok(draw(7, 2, 5) == UINT32_MAX && draw(0, 2, 5) == UINT32_MAX, "types that do not exist");
	grid();
	tap_ok(draw(1, 0, 1) == UINT32_MAX, "vertices of state registers do not exist");

	grid();
	memcpy(bytes + 0x3000, indices, sizeof(indices));
	call.address = BASE + 0x3000;
	call.data_dw = 2;
	tap_ok(draw(4, 1, 3) == 1 && is(0, GPU_TRIANGLE, 5, 9, 2), "indices of 16 bits in memory");
	grid();
	call.immediate = wide;
	call.data_dw = 4;
	call.control = 1 << 11;
	tap_ok(draw(4, 1, 3) == 1 && is(0, GPU_TRIANGLE, 5, 9, 2), "indices of 32 bits in the packet");
	grid();
	call.immediate = wide;
	call.data_dw = 2;
	call.control = 1 << 11;
	tap_ok(draw(1, 1, 3) == 2, "indices that the packet does not have are not drawn");
	grid();
	call.immediate = wide;
	call.data_dw = 4;
	call.control = 1 << 11;
	reg(0x208c, 0x1fffffe);
	reg(0x2134, 6);
	reg(0x2138, 4);
	tap_ok(draw(2, 1, 4) == 2 && is(0, GPU_LINE, 4, 6, 0) && is(1, GPU_LINE, 4, 5, 0),
	       "a negative offset, and clamps after it");
	grid();
	call.immediate = large;
	call.data_dw = 2;
	call.control = 1 << 11;
	reg(0x208c, 1 << 24 | (-0x71123400 & 0xffffff));
	tap_ok(draw(2, 1, 2) == 1 && is(0, GPU_LINE, 3, 4, 0), "a large index and its offset");
	grid();
	call.control = 1 << 14;
	reg(0x2088, 40);
	tap_ok(draw(1, 2, 3) == 40, "VAP_ALT_NUM_VERTICES");
}

static void test_packet_data(void)
{
	uint32_t data[16];

	grid();
	memcpy(data, bytes + 32 * 6, 32);
	memcpy(data + 8, bytes + 32 * 3, 32);
	call.immediate = data;
	call.data_dw = 16;
	call.arrays = 0;
	reg(0x20b4, 8);
	reg(0x2134, 0);
	tap_ok(draw(2, 3, 2) == 1 && is(0, GPU_LINE, 6, 3, 0), "vertices in the packet, which nothing clamps");
	call.data_dw = 15;
	call.control = 0;
	tap_ok(!draw(2, 3, 2), "a vertex that is not whole is not drawn");
	reg(0x20b4, 0);
	tap_ok(draw(2, 3, 2) == UINT32_MAX, "vertices without dwords");
	reg(0x20b4, 8);
	reg(0x2080, 1 << 17);
	tap_ok(draw(2, 3, 2) == UINT32_MAX, "VAP_NO_RENDER");
}

/* Where @n is the provoking vertex, primitive @i takes its texture from vertex @want. */
static bool provokes(uint32_t type, uint32_t count, uint32_t n, uint32_t i, float want)
{
	grid();
	reg(0x4278, 0xaaaa | n << 16);
	reg(0x4258, 1);
	draw(type, 2, count);
	if (prims[i].vertex[0].tex[0][0] == want && prims[i].vertex[1].tex[0][0] == want)
		return true;
	tap_note("type %u, vertex %u: %g, not %g", type, n, prims[i].vertex[0].tex[0][0], want);
	return false;
}

static void test_provoking(void)
{
	tap_ok(provokes(2, 4, 0, 1, 2) && provokes(2, 4, 1, 1, 3) && provokes(2, 4, 2, 1, 3) && provokes(2, 4, 3, 1, 3),
	       "the provoking vertex of lines");
	tap_ok(provokes(4, 6, 0, 1, 3) && provokes(4, 6, 1, 1, 4) && provokes(4, 6, 2, 1, 5) && provokes(4, 6, 3, 1, 5),
	       "of triangles");
	tap_ok(provokes(5, 5, 0, 1, 0) && provokes(5, 5, 1, 1, 2) && provokes(5, 5, 2, 1, 3) && provokes(5, 5, 3, 1, 3),
	       "of a fan");
	tap_ok(provokes(6, 5, 0, 1, 1) && provokes(6, 5, 1, 1, 2) && provokes(6, 5, 2, 1, 3) && provokes(6, 5, 3, 1, 3),
	       "of odd triangles of a strip");
	tap_ok(provokes(6, 5, 0, 2, 2) && provokes(6, 5, 1, 2, 3) && provokes(6, 5, 2, 2, 4) && provokes(6, 5, 3, 2, 4),
	       "of even ones");
	tap_ok(provokes(13, 4, 0, 0, 1) && provokes(13, 4, 0, 1, 1) && provokes(13, 4, 3, 0, 3) &&
	       provokes(13, 4, 3, 1, 3), "of quads");
	tap_ok(provokes(14, 6, 3, 3, 5) && provokes(15, 5, 3, 1, 0), "of a strip of quads and of a polygon");
}

/* Batches: more primitives than one has, each with its own vertices. */
static void test_batches(void)
{
	grid();
	call.control = 1 << 14;
	reg(0x2088, 3000);
	reg(0x2134, 63);
	tap_ok(draw(1, 2, 0) == 3000 && is(2999 % 64, GPU_POINT, 63, 0, 0),
	       "more primitives than a batch has");
}

/* A triangle in clip coordinates, on a viewport of 100 by 100 whose y goes down. */
static void clip_scene(const float *positions, uint32_t count)
{
	begin();
	reg(0x2140, 0);
	reg(0x20b0, 0x43f);
	reg_float(0x2098, 50);
	reg_float(0x209c, 50);
	reg_float(0x20a0, -50);
	reg_float(0x20a4, 50);
	reg_float(0x20a8, 0.5f);
	reg_float(0x20ac, 0.5f);
	for (uint32_t at = 0x2220; at <= 0x222c; at += 4)
		reg_float(at, 1);
	floats(0, positions, 4 * count);
	array(0, 0, 4, 4);
	/* o0 = in0 and o1 = in0: position and colour 0 */
	reg(0x2090, 3);
	reg(0x22d0, 1 << 20);
	upload.pvs[0][0] = 3 | to(TO_OUT, 0, 15);
	upload.pvs[1][0] = 3 | to(TO_OUT, 1, 15);
	for (int i = 0; i < 2; i++) {
		upload.pvs[i][1] = from(IN, 0, XYZW);
		upload.pvs[i][2] = from(IN, 0, ZEROS);
	}
}

static bool corner_is(const struct gpu_corner *c, float x, float y, float z)
{
	if (fabs(c->x / 256.0 - x) < 0.01 && fabs(c->y / 256.0 - y) < 0.01 && fabs(c->z - z) < 1e-5)
		return true;
	tap_note("corner %g %g %g", c->x / 256.0, c->y / 256.0, c->z);
	return false;
}

static const float inside[12] = { -1, -1, 0, 1, 1, -1, 0, 1, 0, 1, 0, 1 };
static const float turned[12] = { 1, -1, 0, 1, -1, -1, 0, 1, 0, 1, 0, 1 };

static void test_viewport(void)
{
	static const float beside[12] = { 0.003f, -1, 0, 1, 1, -1, 0, 1, 0, 1, 0, 1 };
	static const float far_away[12] = { -2, -2, 0, 2, 2, -2, 0, 2, 0, 2, 2, 4 };

	clip_scene(inside, 3);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces == 1 && corner_is(&prims[0].piece[0].corner[0], 0, 100, 0.5f) &&
	       corner_is(&prims[0].piece[0].corner[2], 50, 0, 0.5f), "the viewport");
	clip_scene(far_away, 3);
	tap_ok(draw(4, 2, 3) == 1 && corner_is(&prims[0].piece[0].corner[2], 50, 25, 0.75f) &&
	       prims[0].piece[0].corner[2].rw == 0.25, "division by w");
	clip_scene(inside, 3);
	reg(0x4290, 24 | (uint32_t)(-12 & 0xffff) << 16);
	tap_ok(draw(4, 2, 3) == 1 && corner_is(&prims[0].piece[0].corner[0], 2, 99, 0.5f), "GA_OFFSET in subpixels");
	clip_scene(beside, 3);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].piece[0].corner[0].x == lrint(601 * 256 / 12.0), "subpixels nearer to 0");
	clip_scene(beside, 3);
	reg(0x428c, 0x31);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].piece[0].corner[0].x == lrint(602 * 256 / 12.0), "the nearest subpixels");
	clip_scene(beside, 3);
	reg(0x428c, 0x31);
	reg(0x4018, 1 << 16);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].piece[0].corner[0].x == 802 * 16, "subpixels of a sixteenth");
}

static void test_clip(void)
{
	static const float right[12] = { 0, -1, 0, 1, 2, -1, 0, 1, 0, 1, 0, 1 };
	static const float outside[12] = { 2, -1, 0, 1, 4, -1, 0, 1, 2, 1, 0, 1 };
	static const float behind[12] = { -1, -1, 0, 1, 1, -1, 0, 1, 0, 3, -1, -1 };
	static const float near_plane[8] = { 0, 0, -3, 1, 0, 0, 1, 1 };
	const float plane[4] = { 1, 0, 0, 0 };
	int64_t most = 0;

	clip_scene(right, 3);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces == 2, "a triangle that leaves the volume");
	for (uint32_t i = 0; i < prims[0].pieces * 3; i++)
		most = prims[0].piece[i / 3].corner[i % 3].x > most ? prims[0].piece[i / 3].corner[i % 3].x : most;
	tap_ok(most == 100 * 256, "it ends at the volume");
	clip_scene(right, 3);
	reg_float(0x2228, 3);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces == 1, "the guard band keeps it whole");
	clip_scene(outside, 3);
	reg_float(0x2228, 3);
	tap_ok(draw(4, 2, 3) == 1 && !prims[0].pieces, "a triangle outside is dropped in spite of it");
	clip_scene(outside, 3);
	reg_float(0x2228, 5);
	reg_float(0x222c, 3);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces, "unless the discard band is wide");
	clip_scene(right, 3);
	reg(0x221c, 1 << 16);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces == 1, "CLIP_DISABLE");
	clip_scene(behind, 3);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces, "a corner behind the eye is cut off");
	clip_scene(near_plane, 2);
	tap_ok(draw(2, 2, 2) == 1 && corner_is(&prims[0].piece[0].corner[0], 50, 50, 0), "a line at the near plane");
	clip_scene(near_plane, 2);
	reg(0x2080, 1 << 22);
	reg(0x20b0, 0x40f);
	tap_ok(draw(2, 2, 2) == 1 && corner_is(&prims[0].piece[0].corner[0], 50, 50, 0) &&
	       near(prims[0].piece[0].corner[0].weight[0], 0.25f), "the near plane of Direct3D");

	clip_scene(inside, 3);
	memcpy(upload.clip[2], plane, sizeof(plane));
	reg(0x221c, 1 << 2);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces, "a user plane");
	for (int i = 0; i < 3; i++)
		tap_ok(prims[0].piece[0].corner[i].x >= 50 * 256, "it cuts corner %d", i);
	clip_scene(inside, 3);
	memcpy(upload.clip[2], plane, sizeof(plane));
	reg(0x221c, 1 << 2 | 1 << 17);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].piece[0].corner[0].x == 0, "UCP_CULL_ONLY_ENA does not cut");
}

static void test_faces(void)
{
	clip_scene(inside, 3);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].front, "against the clock is in front");
	clip_scene(turned, 3);
	tap_ok(draw(4, 2, 3) == 1 && !prims[0].front, "with it is not");
	clip_scene(turned, 3);
	reg(0x42b8, 4);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].front, "FACE turns it");
	clip_scene(inside, 3);
	reg(0x42b8, 1);
	tap_ok(draw(4, 2, 3) == 1 && !prims[0].pieces, "CULL_FRONT");
	clip_scene(turned, 3);
	reg(0x42b8, 1);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces, "CULL_FRONT keeps the back");
	clip_scene(turned, 3);
	reg(0x42b8, 2);
	tap_ok(draw(4, 2, 3) == 1 && !prims[0].pieces, "CULL_BACK");
	clip_scene(inside, 3);
	reg(0x4288, 1 | 1 << 4 | 2 << 7);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces == 3 && prims[0].piece[0].shape == GPU_LINE, "edges of the front");
	clip_scene(turned, 3);
	reg(0x4288, 1 | 2 << 4 | 0 << 7);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].pieces == 3 && prims[0].piece[0].shape == GPU_POINT && prims[0].front,
	       "corners of the back are front faces");
	clip_scene(turned, 3);
	reg(0x4288, 1 << 4);
	tap_ok(draw(4, 2, 3) == 1 && prims[0].piece[0].shape == GPU_TRIANGLE, "POLY_MODE is off");
}

static void test_shading(void)
{
	static const float over[12] = { -1, 0, 2, 3, 1, 0, 0, 1, 0.5f, 1, 0, 1 };

	clip_scene(over, 3);
	reg(0x221c, 1 << 16);
	tap_ok(draw(4, 2, 3) == 1 && vector_is(prims[0].vertex[0].color[0], -1, 0, 2, 3), "free colours");
	clip_scene(over, 3);
	reg(0x221c, 1 << 16);
	reg(0x428c, 0x20);
	tap_ok(draw(4, 2, 3) == 1 && vector_is(prims[0].vertex[0].color[0], 0, 0, 1, 3), "RGB_CLAMP");
	clip_scene(over, 3);
	reg(0x221c, 1 << 16);
	reg(0x428c, 0x10);
	tap_ok(draw(4, 2, 3) == 1 && vector_is(prims[0].vertex[0].color[0], -1, 0, 2, 1), "ALPHA_CLAMP");
	for (uint32_t n = 0; n < 4; n++) {
		clip_scene(over, 3);
		reg(0x221c, 1 << 16);
		reg(0x4278, 0xaaa9 | n << 16);
		tap_ok(draw(4, 2, 3) == 1 &&
		       prims[0].vertex[0].color[0][0] == over[n < 3 ? 4 * n : 8] && prims[0].vertex[0].color[0][3] == 3,
		       "flat colours of provoking vertex %u, smooth alpha", n);
	}
	clip_scene(over, 3);
	reg(0x221c, 1 << 16);
	reg(0x4278, 0xaaa2);
	reg_float(0x422c, 0.5f);
	tap_ok(draw(4, 2, 3) == 1 && vector_is(prims[0].vertex[1].color[0], 1, 0, 0, 0.5f), "solid alpha");
	clip_scene(over, 3);
	reg(0x221c, 1 << 16);
	reg(0x2090, 1);
	reg(0x2094, 4 << 6);
	reg(0x4258, 1 << 4);
	tap_ok(draw(4, 2, 3) == 1 && vector_is(prims[0].vertex[0].tex[2], 0.5f, 1, 0, 1), "a flat texture");
}

static void test_points(void)
{
	static const float at[4] = { 0.5f, 0, 0, 1 }, left[4] = { -1.25f, 0, 0, 1 };
	const struct r500_layout *l;

	clip_scene(at, 1);
	reg(0x421c, 12 | 24 << 16);
	tap_ok(draw(1, 2, 1) == 1 && prims[0].piece[0].size[0] == 4 && prims[0].piece[0].size[1] == 2,
	       "a size of the register");
	clip_scene(at, 1);
	reg(0x2090, 1 | 1 << 16);
	reg(0x4230, 0 | 600 << 16);
	tap_ok(draw(1, 2, 1) == 1 && prims[0].piece[0].size[0] == 0.5f && prims[0].piece[0].size[1] == 0.5f,
	       "a size of the vertex");
	clip_scene(at, 1);
	reg(0x2090, 1 | 1 << 16);
	reg(0x4230, 18 | 600 << 16);
	tap_ok(draw(1, 2, 1) == 1 && prims[0].piece[0].size[0] == 3, "at least MIN_SIZE");
	clip_scene(left, 1);
	tap_ok(draw(1, 2, 1) == 1 && !prims[0].pieces, "a point outside");
	clip_scene(left, 1);
	reg_float(0x222c, 1.5f);
	tap_ok(draw(1, 2, 1) == 1 && prims[0].pieces == 1, "a point in the discard band");
	clip_scene(left, 1);
	reg(0x221c, 3 << 14);
	tap_ok(draw(1, 2, 1) == 1 && prims[0].pieces == 1, "a point that is expanded before it is cut");
	clip_scene(at, 1);
	reg(0x2090, 1 | 1 << 1 | 1 << 3);
	reg(0x2094, 4 | 2 << 9);
	reg(0x4008, 1 | 1u << (16 + 2) | 1u << (16 + 6));
	reg_float(0x420c, 0.75f);
	draw(1, 2, 1);
	l = r500_front_layout(front);
	tap_ok(l->colors == 2 && l->color[1] == 2, "colours in the packet of the rasterizer");
	tap_ok(l->components == 8 && l->component[4].texture == 1 && l->component[5].channel == 1 &&
	       l->component[6].texture == 3 && l->component[7].channel == 1, "textures in it");
	tap_ok(l->stuffed == 2 && l->stuff[3] == 0.75f, "a texture that points make, unless vertices have it");
}

static void test_hang(void)
{
	clip_scene(inside, 3);
	upload.pvs[1][0] = 40;
	tap_ok(!draw(4, 2, 3) && r500_front_hang(front) && strstr(r500_front_hang(front), "at instruction 1"),
	       "a program that hangs");
	clip_scene(inside, 3);
	tap_ok(draw(4, 2, 3) == 1 && !r500_front_hang(front), "the next draw does not");
}

static void test_any(void);

void test_r500_primitives(void)
{
	front = r500_front_create();
	test_types();
	test_packet_data();
	test_provoking();
	test_batches();
	test_viewport();
	test_clip();
	test_faces();
	test_shading();
	test_points();
	test_hang();
	test_any();
	r500_front_destroy(front);
}

void test_r500_window(void)
{
	struct gpu_window w;

	begin();
	reg(0x43e0, 3 | 5 << 13);
	reg(0x43e4, 9 | 12 << 13);
	reg(0x43b0 + 8, 1 | 2 << 13);
	reg(0x43b4 + 8, 7 | 8 << 13);
	reg(0x43d0, 0xaaaa);
	reg(0x4234, 6);
	r500_window(&w, regs);
	tap_ok(w.scissor[0] == 3 && w.scissor[1] == 5 && w.scissor[2] == 10 && w.scissor[3] == 13, "the scissor has its end");
	tap_ok(w.cliprects && w.cliprect_rule == 0xaaaa && w.cliprect[1][0] == 1 && w.cliprect[1][3] == 9, "clip rectangles");
	tap_ok(w.samples == 1 && !w.sample_x[0] && w.line_half == 128 && !w.linear, "one sample, lines of one pixel");
	reg(0x4020, 5);
	reg(0x4010, 0x00c06 << 4 | 3);
	reg(0x4014, 0);
	reg(0x401c, 16);
	reg(0x42b4, 2);
	reg_float(0x42ac, 24);
	reg_float(0x42b0, 3);
	reg(0x43d0, 0xffff);
	r500_window(&w, regs);
	tap_ok(w.samples == 4 && w.sample_x[0] == 64 - 128 && w.sample_y[0] == 0 && w.sample_y[1] == 128,
	       "positions of samples");
	tap_ok(!w.offset[0].on && w.offset[1].on && w.offset[1].scale == 2 && w.offset[1].units == 3 &&
	       w.offset_exponent == -24, "offsets of the back");
	tap_ok(w.linear && !w.cliprects, "W_SELECT, and a rule that passes all");
	reg(0x4018, 1 << 16);
	reg(0x4234, 8);
	r500_window(&w, regs);
	tap_ok(w.line_half == 128, "subpixels of a sixteenth");
}

/* Any registers, programs and packets: nothing is read outside, and each draw ends. */
static void test_any(void)
{
	uint64_t state = 88172645463325252ull;
	uint32_t drawn = 0, ended = 0;

	for (uint32_t i = 0; i < 400; i++) {
		static uint32_t data[64];

		clip_scene(inside, 3);
		for (uint32_t n = 0; n < 4000; n++) {
			uint32_t at;

			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			at = state >> 40 & 0x3ff;
			if (n < 100)
				reg(0x2080 + 4 * (at & 0x7f), state);
			else if (n < 200)
				reg(0x4200 + 4 * (at & 0x7f), state);
			else
				upload.pvs[at & 15][n & 3] = (uint32_t)state & ((n & 3) ? 0x7ffffffb : 0x1fffd77f);
		}
		reg(0x2140, i & 1 ? state & 3 : 1 << 8);
		reg(0x2080, 0);
		reg(0x2088, state >> 30 & 0x7ff);
		reg(0x22d0, 15 << 20);
		memcpy(data, &state, sizeof(state));
		call.immediate = i & 2 ? data : NULL;
		call.data_dw = i & 2 ? 64 : 0;
		call.arrays = i % 18;
		call.control = (uint32_t)(state >> 20) & 0x01ff4800;
		if (draw((uint32_t)(state >> 8) & 15, i >> 1 & 3, 0) != UINT32_MAX)
			drawn++;
		ended++;
	}
	tap_ok(ended == 400 && drawn > 100, "any registers and programs (%u draws)", drawn);
}
