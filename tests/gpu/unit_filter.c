// SPDX-License-Identifier: GPL-2.0
/*
 * Wrap modes and filters beside straightforward calculations in double precision; levels of
 * detail, cubes, comparisons, borders.
 */
#include <math.h>
#include <string.h>

#include "float.h"
#include "unit_surface.h"
#include "unit_texture.h"

#define BASE	0x40000ull

/* ---- one level ---- */

/* Where texel i of an endless row comes from; -1 is the border.  Only modes without halves. */
static int row_texel(uint32_t mode, int i, int size)
{
	int period = 2 * size, m;

	switch (mode) {
	case GPU_REPEAT:
		return ((i % size) + size) % size;
	case GPU_MIRROR:
		m = ((i % period) + period) % period;
		return m < size ? m : period - 1 - m;
	case GPU_MIRROR_ONCE:
	case GPU_MIRROR_BORDER:
	case GPU_MIRROR_HALF_BORDER:
		i = i < 0 ? -1 - i : i;
		break;
	}
	if (i >= 0 && i < size)
		return i;
	return mode == GPU_BORDER || mode == GPU_MIRROR_BORDER || mode == GPU_HALF_BORDER ||
	       mode == GPU_MIRROR_HALF_BORDER ? -1 : i < 0 ? 0 : size - 1;
}

struct picture {
	const uint8_t *bytes;
	int width, height, pitch;
	double border;
};

/* The first component. */
static double picture_texel(const struct picture *p, uint32_t mode, int x, int y)
{
	x = row_texel(mode, x, p->width);
	y = row_texel(mode, y, p->height);
	if (x < 0 || y < 0)
		return p->border;
	return p->bytes[(y * p->pitch + x) * 4] / 255.0;
}

static double half_border(uint32_t mode, double u, int size)
{
	if (mode == GPU_MIRROR_HALF_BORDER)
		u = fabs(u);
	if (mode == GPU_HALF_BORDER || mode == GPU_MIRROR_HALF_BORDER)
		u = u < 0 ? 0 : u > size ? size : u;
	return u;
}

static double expected(const struct picture *p, uint32_t mode, bool linear, double u, double v)
{
	double x, y, a, b;
	int i, j;

	if (!linear) {
		/* Without a filter half a border is never seen. */
		if (mode == GPU_HALF_BORDER)
			mode = GPU_CLAMP;
		if (mode == GPU_MIRROR_HALF_BORDER)
			mode = GPU_MIRROR_ONCE;
		return picture_texel(p, mode, (int)floor(u), (int)floor(v));
	}
	u = half_border(mode, u, p->width) - 0.5;
	v = half_border(mode, v, p->height) - 0.5;
	i = (int)floor(u);
	j = (int)floor(v);
	x = u - i;
	y = v - j;
	a = picture_texel(p, mode, i, j) * (1 - x) + picture_texel(p, mode, i + 1, j) * x;
	b = picture_texel(p, mode, i, j + 1) * (1 - x) + picture_texel(p, mode, i + 1, j + 1) * x;
	return a * (1 - y) + b * y;
}

/* Far from a change of texel, where single and double precision agree. */
static float coordinate(int size)
{
	float u = (float)((int)(unit_random() % (5 * 64 * size)) - 2 * 64 * size) / (64.0f * (float)size);

	return u + 0.3f / (64.0f * (float)size);
}

static void wraps(struct unit_tex *t, struct picture *p, bool texels)
{
	static const char *const names[8] = {
		"repeat", "mirror", "clamp", "mirror once", "half border", "mirror once, half border",
		"border", "mirror once, border",
	};
	uint32_t mode, linear, i;

	for (mode = 0; mode < 8; mode++)
		for (linear = 0; linear < 2; linear++) {
			double worst = 0;

			unit_instruction(t->inst, 0x13, texels);
			unit_sampler(t->sampler, mode, linear, 0);
			for (i = 0; i < 2000; i++) {
				float u = coordinate(p->width), v = coordinate(p->height), off;

				if (texels) {
					u *= (float)p->width;
					v *= (float)p->height;
				}
				unit_tex_run(t, u, v, 0, 0);
				off = (float)fabs(t->dst.c[0].f[5] -
						  expected(p, mode, linear,
							   texels ? u : (double)u * p->width,
							   texels ? v : (double)v * p->height));
				worst = off > worst ? off : worst;
			}
			tap_ok(worst < 0.0045, "%s%s, %s: within %.5f", names[mode],
			       texels ? " in texels" : "", linear ? "linear" : "point", worst);
		}
}

static void one_level(struct unit_tex *t)
{
	struct unit_descriptor d = { .dim = GPU_2D, .mode = 1, .format = 26, .width = 13, .height = 7,
				     .pitch = 64, .base = BASE };
	struct picture p = { t->m->bytes, 13, 7, 64, 0.25 };
	int i;

	unit_descriptor_words(&d, t->res);
	for (i = 0; i < 4; i++)
		t->border[i] = gpu_bits(0.25f);
	wraps(t, &p, false);
	wraps(t, &p, true);
	/* A step of one texel to the left is the same as an offset to the right. */
	unit_instruction(t->inst, 0x13, false);
	t->inst[2] |= 2 | (0x1e << 5);
	unit_sampler(t->sampler, GPU_REPEAT, 0, 0);
	unit_tex_run(t, 12.5f / 13, 0.5f / 7, 0, 0);
	tap_ok(unit_tex_is(t, p.bytes[6 * 64 * 4] / 255.0, t->dst.c[1].f[0], t->dst.c[2].f[0],
			   t->dst.c[3].f[0], 1e-6), "offsets of 1 and -1 wrap to the other side");
	unit_sampler(t->sampler, GPU_REPEAT, 1, 0);
	unit_instruction(t->inst, 0x13, false);
	unit_tex_run(t, 3.0f / 13, 2.5f / 7, 0, 0);
	tap_ok(fabs(t->dst.c[0].f[0] - (p.bytes[(2 * 64 + 2) * 4] + p.bytes[(2 * 64 + 3) * 4]) / 510.0) < 1e-6,
	       "half way between two texels is their mean");
}

static void odd_coordinates(struct unit_tex *t)
{
	static const float odd[] = { NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, -0.0f, 2147483648.0f };
	uint32_t mode, i, k, wrong = 0;

	unit_instruction(t->inst, 0x10, false);
	for (mode = 0; mode < 8; mode++)
		for (i = 0; i < 64; i++)
			for (k = 0; k < 4; k++) {
				unit_sampler(t->sampler, mode, k & 1 ? 5 : 0, k);
				unit_tex_run(t, odd[i & 7], odd[i >> 3], odd[i & 7], odd[i >> 3]);
				wrong += !(t->dst.c[0].f[0] >= 0 && t->dst.c[0].f[0] <= 1);
			}
	tap_ok(!wrong && !t->m->faults, "NaN, infinite and huge coordinates give a texel or the border");
}

/* ---- levels ---- */

/* A 64x64 texture in rows; level n is the colour n / 8 in x. */
static void fill_levels(struct unit_tex *t, struct unit_descriptor *d)
{
	static const struct { uint32_t at, bytes; } level[] = {
		{ 0, 64 * 64 * 4 }, { 16384, 32 * 64 * 4 }, { 24576, 16 * 64 * 4 }, { 28672, 8 * 64 * 4 },
		{ 30720, 4 * 64 * 4 }, { 31744, 2 * 64 * 4 }, { 32256, 64 * 4 },
	};
	uint32_t i;

	for (i = 0; i < 7; i++)
		memset(t->m->bytes + level[i].at, (int)(i * 32), level[i].bytes);
	*d = (struct unit_descriptor) { .dim = GPU_2D, .mode = 1, .format = 26, .width = 64, .height = 64,
					.pitch = 64, .base = BASE, .mip = BASE + 16384, .last_level = 6 };
	unit_descriptor_words(d, t->res);
}

static double level_of(const struct unit_tex *t, int lane)
{
	return t->dst.c[0].f[lane] * 255 / 32;
}

static void given_lod(struct unit_tex *t)
{
	uint32_t i, wrong = 0;

	unit_instruction(t->inst, 0x11, false);
	unit_sampler(t->sampler, GPU_CLAMP, 1, 2);
	for (i = 0; i < 120; i++) {
		unit_tex_run(t, 0.5f, 0.5f, 0, (float)i / 16);
		wrong += fabs(level_of(t, 0) - (i < 96 ? i / 16.0 : 6)) > 0.005;
	}
	tap_ok(!wrong, "linear between levels, the last one from 6 on");
	unit_sampler(t->sampler, GPU_CLAMP, 1, 1);
	for (i = 0; i < 120; i++) {
		unit_tex_run(t, 0.5f, 0.5f, 0, (float)i / 16 + 0.01f);
		wrong += fabs(level_of(t, 0) - (i < 96 ? floor(i / 16.0 + 0.51) : 6)) > 0.005;
	}
	tap_ok(!wrong, "the nearest level");
	unit_sampler(t->sampler, GPU_CLAMP, 1, 0);
	unit_tex_run(t, 0.5f, 0.5f, 0, 3);
	tap_ok(level_of(t, 0) == 0, "no mip filter: the base level");
	unit_sampler(t->sampler, GPU_CLAMP, 1, 2);
	t->sampler[1] = 128 | 256 << 10 | 64u << 20;
	unit_tex_run(t, 0.5f, 0.5f, 0, 0);
	tap_ok(fabs(level_of(t, 0) - 2) < 0.005, "MIN_LOD");
	unit_tex_run(t, 0.5f, 0.5f, 0, 9);
	tap_ok(fabs(level_of(t, 0) - 4) < 0.005, "MAX_LOD");
	unit_tex_run(t, 0.5f, 0.5f, 0, 1.5f);
	tap_ok(fabs(level_of(t, 0) - 2.5) < 0.005, "LOD_BIAS of the sampler");
	t->sampler[1] = 0x3ff << 10 | 0xfc0u << 20;
	unit_tex_run(t, 0.5f, 0.5f, 0, 3);
	tap_ok(fabs(level_of(t, 0) - 2) < 0.005, "... negative");
	unit_tex_run(t, 0.5f, 0.5f, 0, NAN);
	tap_ok(level_of(t, 0) == 0, "NaN is the least level of detail");
}

/* Coordinates of a quad with gradients of so many texels. */
static void slope(struct unit_tex *t, double xh, double yh, double xv, double yv)
{
	int i;

	for (i = 0; i < GPU_LANES; i++) {
		t->src.c[0].f[i] = (float)(0.3 + ((i & 1) * xh + (i >> 1 & 1) * xv) / 64);
		t->src.c[1].f[i] = (float)(0.4 + ((i & 1) * yh + (i >> 1 & 1) * yv) / 64);
		t->src.c[2].f[i] = 0;
		t->src.c[3].f[i] = 1;
	}
}

static void run(struct unit_tex *t)
{
	struct gpu_tex_call call = {
		.inst = t->inst, .res = t->res, .sampler = t->sampler, .border = t->border,
		.mask = GPU_ALL_LANES, .src = &t->src, .dst = &t->dst, .grad = &t->grad,
	};

	gpu_texture_run(t->unit, &call);
}

static void computed_lod(struct unit_tex *t)
{
	unit_instruction(t->inst, 0x10, false);
	unit_sampler(t->sampler, GPU_REPEAT, 1, 2);
	slope(t, 4, 0, 0, 2);
	run(t);
	tap_ok(fabs(level_of(t, 0) - 2) < 0.01 && fabs(level_of(t, 15) - 2) < 0.01,
	       "the longer gradient: 4 texels are level 2");
	slope(t, 1, 0, 3, 4);
	run(t);
	tap_ok(fabs(level_of(t, 0) - log2(5)) < 0.01, "its length: 3 and 4 are 5");
	slope(t, 0.5, 0, 0, 0.25);
	run(t);
	tap_ok(level_of(t, 0) == 0, "enlarged: the base level");
	slope(t, 0, 0, 0, 0);
	run(t);
	tap_ok(level_of(t, 0) == 0, "no gradient: the base level");
	t->inst[1] |= 0x10 << 21;
	slope(t, 4, 0, 0, 2);
	run(t);
	tap_ok(fabs(level_of(t, 0) - 3) < 0.01, "LOD_BIAS of the instruction is in sixteenths");
	unit_instruction(t->inst, 0x12, false);
	run(t);
	tap_ok(fabs(level_of(t, 0) - 3) < 0.01, "SAMPLE_LB adds w");
	unit_instruction(t->inst, 0x13, false);
	run(t);
	tap_ok(level_of(t, 0) == 0, "SAMPLE_LZ is level 0");
	unit_instruction(t->inst, 6, false);
	t->sampler[1] = 32 << 10;
	run(t);
	tap_ok(fabs(t->dst.c[0].f[0] - 0.5) < 0.001 && fabs(t->dst.c[1].f[0] - 2) < 0.001,
	       "GET_LOD: clamped and raw");
}

static void own_gradients(struct unit_tex *t)
{
	int i;

	unit_sampler(t->sampler, GPU_REPEAT, 1, 2);
	unit_instruction(t->inst, 0x0b, false);
	for (i = 0; i < GPU_LANES; i++) {
		t->src.c[0].f[i] = (float)(1 << i % 5) / 64;
		t->src.c[1].f[i] = 0;
	}
	run(t);
	unit_instruction(t->inst, 0x0c, false);
	for (i = 0; i < GPU_LANES; i++)
		t->src.c[0].f[i] = 0;
	run(t);
	unit_instruction(t->inst, 0x14, false);
	slope(t, 0, 0, 0, 0);
	run(t);
	tap_ok(fabs(level_of(t, 3) - 3) < 0.01 && fabs(level_of(t, 4) - 4) < 0.01 && level_of(t, 5) == 0,
	       "SAMPLE_G: each invocation has its gradients");
	unit_instruction(t->inst, 7, false);
	slope(t, 3, 1, 5, 2);
	run(t);
	tap_ok(fabs(t->dst.c[0].f[6] - 3 / 64.0) < 1e-6 && fabs(t->dst.c[1].f[7] - 1 / 64.0) < 1e-6,
	       "GET_GRADIENTS_H");
	unit_instruction(t->inst, 8, false);
	run(t);
	tap_ok(fabs(t->dst.c[0].f[5] - 5 / 64.0) < 1e-6 && fabs(t->dst.c[1].f[4] - 2 / 64.0) < 1e-6,
	       "GET_GRADIENTS_V");
}

static void anisotropic(struct unit_tex *t)
{
	unit_instruction(t->inst, 0x10, false);
	unit_sampler(t->sampler, GPU_REPEAT, 5, 2);
	t->sampler[0] |= 2 << 19;
	slope(t, 8, 0, 0, 2);
	run(t);
	tap_ok(fabs(level_of(t, 0) - 1) < 0.01, "four samples along 8 texels: level 1");
	slope(t, 32, 0, 0, 1);
	run(t);
	tap_ok(fabs(level_of(t, 0) - 3) < 0.01, "at most MAX_ANISO_RATIO");
	slope(t, 0, 8, 0, 0);
	run(t);
	tap_ok(fabs(level_of(t, 0) - 1) < 0.01, "a gradient of no length");
}

static void ranges(struct unit_tex *t, struct unit_descriptor *d)
{
	d->base_level = 2;
	d->last_level = 4;
	unit_descriptor_words(d, t->res);
	unit_instruction(t->inst, 0x11, false);
	unit_sampler(t->sampler, GPU_CLAMP, 1, 2);
	unit_tex_run(t, 0.5f, 0.5f, 0, 0);
	tap_ok(fabs(level_of(t, 0) - 2) < 0.005, "BASE_LEVEL is level of detail 0");
	unit_tex_run(t, 0.5f, 0.5f, 0, 9);
	tap_ok(fabs(level_of(t, 0) - 4) < 0.005, "LAST_LEVEL is the last");
	unit_instruction(t->inst, 4, false);
	unit_tex_run_int(t, 1, 0, 0, 0);
	tap_ok(t->dst.c[0].u[0] == 8 && t->dst.c[1].u[0] == 8 && t->dst.c[2].u[0] == 1 &&
	       t->dst.c[3].u[0] == 3, "GET_TEXTURE_RESINFO: size of a level, number of levels");
	unit_tex_run_int(t, 3, 0, 0, 0);
	tap_ok(!t->dst.c[0].u[0] && !t->dst.c[3].u[0], "... no such level: 0");
}

static void levels(struct unit_tex *t)
{
	struct unit_descriptor d;

	fill_levels(t, &d);
	given_lod(t);
	computed_lod(t);
	own_gradients(t);
	anisotropic(t);
	ranges(t, &d);
}

/* ---- cubes ---- */

/* The coordinate of a direction, as the CUBE instruction and Mesa make it. */
static void direction(double x, double y, double z, float out[3])
{
	double ax = fabs(x), ay = fabs(y), az = fabs(z), s, t, m;

	if (az >= ax && az >= ay) {
		out[2] = z < 0 ? 5 : 4;
		s = z < 0 ? -x : x;
		t = -y;
		m = az;
	} else if (ay >= ax) {
		out[2] = y < 0 ? 3 : 2;
		s = x;
		t = y < 0 ? -z : z;
		m = ay;
	} else {
		out[2] = x < 0 ? 1 : 0;
		s = x < 0 ? z : -z;
		t = -y;
		m = ax;
	}
	out[0] = (float)(s / m / 2 + 1.5);
	out[1] = (float)(t / m / 2 + 1.5);
}

static void sample_direction(struct unit_tex *t, double x, double y, double z)
{
	float c[3];

	direction(x, y, z, c);
	unit_tex_run(t, c[0], c[1], c[2], 0);
}

static void cubes(struct unit_tex *t)
{
	struct unit_descriptor d = { .dim = GPU_CUBE, .mode = 1, .format = 26, .width = 4, .height = 4,
				     .pitch = 64, .base = BASE, .last_array = 5 };
	double worst = 0;
	uint32_t i, k;
	float c[3];

	for (i = 0; i < 6 * 1024; i++)
		t->m->bytes[i] = (uint8_t)(i / 1024 * 40);
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 0x13, false);
	unit_sampler(t->sampler, GPU_CLAMP, 0, 0);
	for (i = 0, k = 0; i < 6; i++) {
		double dir[3] = { 0.1, 0.1, 0.1 };

		dir[i / 2] = i & 1 ? -1 : 1;
		sample_direction(t, dir[0], dir[1], dir[2]);
		k += fabs(t->dst.c[0].f[0] * 255 - i * 40) < 0.1;
	}
	tap_ok(k == 6, "six faces");
	unit_sampler(t->sampler, GPU_CLAMP, 1, 0);
	sample_direction(t, 1, 0, -0.9999999);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 - 100) < 1, "the edge of two faces is their mean");
	/* Random texels: both sides of each edge agree. */
	for (i = 0; i < 6 * 1024; i++)
		t->m->bytes[i] = (uint8_t)unit_random();
	for (i = 0; i < 3000; i++) {
		double v[3], first;

		v[i % 3] = unit_random() & 1 ? 1 : -1;
		v[(i + 1) % 3] = unit_random() & 1 ? 1 : -1;
		v[(i + 2) % 3] = ((int)(unit_random() % 2000) - 1000) / 1010.0;
		v[i % 3] *= 1.000001;
		sample_direction(t, v[0], v[1], v[2]);
		first = t->dst.c[0].f[0];
		v[i % 3] /= 1.000002;
		sample_direction(t, v[0], v[1], v[2]);
		worst = fmax(worst, fabs(first - t->dst.c[0].f[0]));
	}
	tap_ok(worst < 0.006, "across edges and corners: within %.5f", worst);
	t->unit->cube_edges = false;
	direction(1, 0, -0.999999, c);
	unit_tex_run(t, c[0], c[1], c[2], 0);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 -
		    (t->m->bytes[(64 * 1 + 3) * 4] + t->m->bytes[(64 * 2 + 3) * 4]) / 2.0) < 1,
	       "DISABLE_CUBE_WRAP: a face ends at its edge");
	t->unit->cube_edges = true;
}

/* A quad across two faces: gradients come from the row and column that do not mix them. */
static void cube_gradients(struct unit_tex *t)
{
	static const float x[4] = { 1.99f, 1.01f, 1.98f, 1.97f }, face[4] = { 0, 5, 0, 0 };
	struct unit_descriptor d = { .dim = GPU_CUBE, .mode = 1, .format = 26, .width = 4, .height = 4,
				     .pitch = 64, .base = BASE, .last_array = 5 };
	int i;

	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 6, false);
	unit_sampler(t->sampler, GPU_CLAMP, 1, 2);
	for (i = 0; i < GPU_LANES; i++) {
		t->src.c[0].f[i] = x[i & 3];
		t->src.c[1].f[i] = 1.5f;
		t->src.c[2].f[i] = face[i & 3];
	}
	run(t);
	tap_ok(fabs(t->dst.c[1].f[0] - log2(0.04)) < 0.01, "gradients of a cube do not mix faces");
	/* The directions (1, 1, 2), (3, 1, 2), (1, 2.1, 2): faces +z, +x, +y, and -x. */
	for (i = 0; i < GPU_LANES; i++) {
		static const float s[4] = { 0.5f, -2 / 3.0f, 1 / 2.1f, 0 }, v[4] = { -0.5f, -1 / 3.0f, 2 / 2.1f, 0 };
		static const float other[4] = { 4, 0, 2, 1 };

		t->src.c[0].f[i] = 1.5f + s[i & 3] / 2;
		t->src.c[1].f[i] = 1.5f + v[i & 3] / 2;
		t->src.c[2].f[i] = other[i & 3];
	}
	run(t);
	tap_ok(fabs(t->dst.c[1].f[0] - log2(4 * sqrt(26) / 12)) < 0.001, "... and unfold them where all differ");
}

/* ---- volumes, arrays, comparisons, borders ---- */

static void volumes(struct unit_tex *t)
{
	struct unit_descriptor d = { .dim = GPU_3D, .mode = 1, .format = 26, .width = 4, .height = 4,
				     .depth = 3, .pitch = 64, .base = BASE, .last_array = 2 };
	uint32_t i;

	for (i = 0; i < 8 * 1024; i++)
		t->m->bytes[i] = (uint8_t)(i / 1024 * 30);
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 0x13, false);
	unit_sampler(t->sampler, GPU_CLAMP, 1, 0);
	unit_tex_run(t, 0.5f, 0.5f, 0.5f, 0);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 - 30) < 0.1, "3D: the middle slice");
	unit_tex_run(t, 0.5f, 0.5f, 2.0f / 3, 0);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 - 45) < 0.1, "3D: between two slices");
	t->sampler[0] |= 1 << 15;
	unit_tex_run(t, 0.5f, 0.5f, 0.6f, 0);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 - 30) < 0.1, "3D: Z_FILTER point");
	unit_sampler(t->sampler, GPU_BORDER, 1, 0);
	t->border[0] = gpu_bits(1);
	unit_tex_run(t, 0.5f, 0.5f, 1, 0);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 - (60 + 255) / 2.0) < 0.1, "3D: border in z");
	d.dim = GPU_2D_ARRAY;
	d.base_array = 1;
	d.last_array = 4;
	d.depth = 5;
	unit_descriptor_words(&d, t->res);
	unit_sampler(t->sampler, GPU_CLAMP, 1, 0);
	unit_tex_run(t, 0.5f, 0.5f, 1.5f, 0);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 - 90) < 0.1, "array: the layer is rounded to even, from BASE_ARRAY");
	unit_tex_run(t, 0.5f, 0.5f, 99, 0);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 - 120) < 0.1, "array: LAST_ARRAY is the last");
	unit_tex_run(t, 0.5f, 0.5f, NAN, 0);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 - 30) < 0.1, "array: NaN is the first");
	d.dim = GPU_1D_ARRAY;
	unit_descriptor_words(&d, t->res);
	unit_tex_run(t, 0.5f, 77, 2, 0);
	tap_ok(fabs(t->dst.c[0].f[0] * 255 - 90) < 0.1, "1D array: the layer is z, y does not count");
}

static void comparisons(struct unit_tex *t)
{
	static const char pass[8][4] = { "000", "100", "010", "110", "001", "101", "011", "111" };
	struct unit_descriptor d = { .dim = GPU_2D, .mode = 1, .format = 17, .width = 2, .height = 1,
				     .pitch = 64, .base = BASE, .sel = 05000 };
	uint32_t op, k, wrong = 0, depth[2] = { 0x800000, 0x400000 };

	memcpy(t->m->bytes, depth, sizeof(depth));
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 0x1b, false);
	for (op = 0; op < 8; op++)
		for (k = 0; k < 3; k++) {
			float reference = (float)(0x7fffff + k) / 16777215.0f;

			unit_sampler(t->sampler, GPU_CLAMP, 0, 0);
			t->sampler[0] |= op << 26;
			unit_tex_run(t, 0.1f, 0.5f, 0, reference);
			wrong += t->dst.c[0].f[0] != (float)(pass[op][k] - '0') || t->dst.c[3].f[0] != 1;
		}
	tap_ok(!wrong, "eight comparisons of a reference below, equal and above");
	unit_sampler(t->sampler, GPU_CLAMP, 1, 0);
	t->sampler[0] |= 1 << 26;
	unit_tex_run(t, 0.5f, 0.5f, 0, 0.3f);
	tap_ok(t->dst.c[0].f[0] == 0.5f, "compared before it is filtered");
	unit_tex_run(t, 0.5f, 0.5f, 0, -3);
	tap_ok(t->dst.c[0].f[0] == 1, "the reference of a normalised format is clamped");
	unit_instruction(t->inst, 0x19, false);
	unit_tex_run(t, 0.1f, 0.5f, 0.6f, 0);
	tap_ok(t->dst.c[0].f[0] == 0, "SAMPLE_C_L: the reference is z");
	unit_sampler(t->sampler, GPU_BORDER, 0, 0);
	t->sampler[0] |= 4 << 26;
	t->border[0] = gpu_bits(0.7f);
	unit_instruction(t->inst, 0x1b, false);
	unit_tex_run(t, -3, 0.5f, 0, 0.8f);
	tap_ok(t->dst.c[0].f[0] == 1, "the border is compared as well");
}

/* What a border of (1, 2, 3, 4) tenths becomes, by DST_SEL from w to x. */
static void border_orders(struct unit_tex *t, struct unit_descriptor *d)
{
	static const struct { uint32_t format, sel; double want[4]; const char *what; } orders[] = {
		{ 26, 03012, { 0.1, 0.2, 0.3, 0.4 }, "ZYXW, formats of BGRA" },
		{ 26, 05012, { 0.1, 0.2, 0.3, 1 }, "ZYX1" },
		{ 26, 00444, { 0, 0, 0, 0.4 }, "000X, alpha" },
		{ 26, 01000, { 0.1, 0.1, 0.1, 0.4 }, "XXXY, luminance and alpha" },
		{ 26, 00123, { 0.1, 0.2, 0.3, 0.4 }, "WZYX" },
		{ 26, 00321, { 0.1, 0.2, 0.3, 0.4 }, "YZWX" },
		{ 26, 05440, { 0.1, 0, 0, 1 }, "X001" },
		{ 26, 03120, { 0.1, 0.2, 0.3, 0.4 }, "XZYW, which swaps two" },
		{ 26, 05120, { 0.1, 0.2, 0.4, 1 }, "XZY1, of no format: w in place of z" },
		{ 8, 05120, { 0.1, 0.2, 0.3, 1 }, "XZY1 of 5_6_5, which has no w" },
		{ 26, 03102, { 0.2, 0.3, 0.1, 0.4 }, "ZXYW, of no format: a permutation remains" },
		{ 26, 05404, { 0, 0.1, 0, 1 }, "0X01, of no format" },
	};
	uint32_t i;

	for (i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		d->format = orders[i].format;
		d->sel = orders[i].sel;
		unit_descriptor_words(d, t->res);
		unit_tex_run(t, -5, 0.5f, 0, 0);
		tap_ok(unit_tex_is(t, orders[i].want[0], orders[i].want[1], orders[i].want[2],
				   orders[i].want[3], 1e-6), "border through %s", orders[i].what);
	}
}

static void borders(struct unit_tex *t)
{
	struct unit_descriptor d = { .dim = GPU_2D, .mode = 1, .format = 26, .width = 4, .height = 4,
				     .pitch = 64, .base = BASE };
	static const double want[4][4] = {
		{ 0, 0, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1, 1 }, { 0.1, 0.2, 0.3, 0.4 },
	};
	uint32_t i, wrong = 0;

	for (i = 0; i < 4; i++)
		t->border[i] = gpu_bits(0.1f * (float)(i + 1));
	unit_descriptor_words(&d, t->res);
	unit_instruction(t->inst, 0x13, false);
	for (i = 0; i < 4; i++) {
		unit_sampler(t->sampler, GPU_BORDER, 0, 0);
		t->sampler[0] = (t->sampler[0] & ~(3u << 22)) | i << 22;
		unit_tex_run(t, -5, 0.5f, 0, 0);
		wrong += !unit_tex_is(t, want[i][0], want[i][1], want[i][2], want[i][3], 1e-6);
	}
	tap_ok(!wrong, "four border colours");
	border_orders(t, &d);
	d.num_format = 1;
	d.format = 26;
	d.sel = 0;
	unit_descriptor_words(&d, t->res);
	unit_sampler(t->sampler, GPU_BORDER, 0, 0);
	t->sampler[0] = (t->sampler[0] & ~(3u << 22)) | 2 << 22;
	unit_tex_run(t, -5, 0.5f, 0, 0);
	tap_ok(t->dst.c[0].u[0] == 1 && t->dst.c[3].u[0] == 1, "white is 1 for integers");
	t->sampler[0] |= 3 << 22;
	for (i = 0; i < 4; i++)
		t->border[i] = gpu_bits((float[]){ -7.9f, 1e20f, -INFINITY, NAN }[i]);
	unit_tex_run(t, -5, 0.5f, 0, 0);
	tap_ok(t->dst.c[0].i[0] == -7 && t->dst.c[1].i[0] == INT32_MAX && t->dst.c[2].i[0] == INT32_MIN &&
	       !t->dst.c[3].u[0], "the registers of an integer border are floats");
}

void unit_filter(void)
{
	struct unit_tex t;

	unit_tex_open(&t, BASE, 65536);
	one_level(&t);
	odd_coordinates(&t);
	levels(&t);
	cubes(&t);
	cube_gradients(&t);
	volumes(&t);
	comparisons(&t);
	borders(&t);
	tap_ok(!t.m->faults, "no access was outside");
	unit_tex_close(&t);
}
