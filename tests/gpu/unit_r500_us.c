// SPDX-License-Identifier: GPL-2.0
/* Fragment programs of R5xx: a row of values for each operation of both units, lookups, kills, quads. */
#include <math.h>
#include <string.h>

#include "float.h"
#include "unit_r500_back.h"

#define INF	INFINITY

/* Swizzles of A, B and C that take red, green and blue, or the unit's alpha, of src0, src1 and src2. */
#define RGB(n)		((uint32_t)(n) | (0u | 1 << 3 | 2 << 6) << 2)
#define ALPHA(n)	((uint32_t)(n) | 3u << 2)

static struct us_group group;

/* r3 = op(r0, r1, r2) of both units; r0 to r2 are sources 0 to 2. */
static enum us_fault run_op(uint32_t rgb, uint32_t alpha)
{
	static uint32_t code[US_SLOTS][6], constants[256][4];
	const struct us_program p = { .inst = (const uint32_t (*)[6])code, .constants = (const uint32_t (*)[4])constants,
				      .end = 1 };
	const uint32_t sources = 0 | 1 << 10 | 2 << 20;
	const uint32_t op[6] = {
		15 << 11, sources, sources, RGB(0) | RGB(1) << 13, alpha | 3 << 4 | ALPHA(0) << 12 | ALPHA(1) << 19,
		rgb | 3 << 4 | RGB(2) << 12 | ALPHA(2) << 25,
	};
	const uint32_t end[6] = { 1 | 1 << 2 | 1 << 8 };

	memcpy(code[0], op, sizeof(op));
	memcpy(code[1], end, sizeof(end));
	group.covered = GPU_ALL_LANES;
	group.done = 0;
	return us_run(&p, &group, NULL);
}

static void load(uint32_t reg, const float v[4])
{
	for (int c = 0; c < 4; c++)
		for (int i = 0; i < GPU_LANES; i++)
			group.temp[reg].c[c].f[i] = v[c];
}

/* @close: the result is no exact float. */
struct row {
	const char *name;
	uint8_t rgb, alpha;
	bool close;
	float a[4], b[4], c[4], r[4];
};

static const struct row rows[] = {
	{ "MAD", 0, 0, false, { 1, -2, 0.5f, 3 }, { 5, 6, 7, 0 }, { 1, -1, 2, 4 }, { 6, -13, 5.5f, 4 } },
	{ "DP3 DP", 1, 1, false, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 0 }, { 38, 38, 38, 38 } },
	{ "DP4 DP", 2, 1, false, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 0 }, { 70, 70, 70, 70 } },
	{ "D2A DP", 3, 1, false, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 9, -7, 9 }, { 10, 10, 10, 10 } },
	{ "MIN", 4, 2, false, { 1, -2, INF, 3 }, { 2, -3, 0, 3 }, { 0 }, { 1, -3, 0, 3 } },
	{ "MAX", 5, 3, false, { 1, -2, INF, 3 }, { 2, -3, 0, 3 }, { 0 }, { 2, -2, INF, 3 } },
	{ "CND", 7, 5, false, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 0.5f, 0.51f, -1, 1 }, { 5, 2, 7, 4 } },
	{ "CMP", 8, 6, false, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 0, -0.0f, -1, 1 }, { 1, 2, 7, 4 } },
	{ "FRC", 9, 7, false, { 1.25f, -1.25f, 4, -0.5f }, { 0 }, { 0 }, { 0.25f, 0.75f, 0, 0.5f } },
	{ "SOP EX2", 10, 8, false, { 0, 0, 0, 3 }, { 0 }, { 0 }, { 8, 8, 8, 8 } },
	{ "SOP LN2", 10, 9, false, { 0, 0, 0, 8 }, { 0 }, { 0 }, { 3, 3, 3, 3 } },
	{ "SOP RCP", 10, 10, false, { 0, 0, 0, -4 }, { 0 }, { 0 }, { -0.25f, -0.25f, -0.25f, -0.25f } },
	{ "SOP RSQ", 10, 11, false, { 0, 0, 0, 16 }, { 0 }, { 0 }, { 0.25f, 0.25f, 0.25f, 0.25f } },
	{ "SOP SIN", 10, 12, true, { 0, 0, 0, 0.125f }, { 0 }, { 0 }, { 0.70710678f, 0.70710678f, 0.70710678f, 0.70710678f } },
	{ "SOP COS", 10, 13, true, { 0, 0, 0, 0.25f }, { 0 }, { 0 }, { 0, 0, 0, 0 } },
};

static bool near(float a, float b, bool close)
{
	return close ? fabsf(a - b) < 1e-6f : a == b;
}

static void operations(void)
{
	for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		const struct row *r = &rows[n];
		bool good;

		load(0, r->a);
		load(1, r->b);
		load(2, r->c);
		good = run_op(r->rgb, r->alpha) == US_FINE;
		for (int c = 0; c < 4; c++)
			for (int i = 0; i < GPU_LANES; i++)
				good &= near(group.temp[3].c[c].f[i], r->r[c], r->close);
		tap_ok(good, "%s: %g %g %g %g", r->name, group.temp[3].c[0].f[15], group.temp[3].c[1].f[15],
		       group.temp[3].c[2].f[15], group.temp[3].c[3].f[15]);
	}
}

/* Differences between neighbours of each quad, with B = -1: values are 10 x + 100 y + 1000 quad. */
static void quads(void)
{
	bool good = true;

	load(1, (const float[4]){ -1, -1, -1, -1 });
	for (int c = 0; c < 4; c++)
		for (int i = 0; i < GPU_LANES; i++)
			group.temp[0].c[c].f[i] = (i & 1) * 10.0f + (i >> 1 & 1) * 100.0f + (i >> 2) * 1000.0f * (1 + i / 4);
	good &= run_op(11, 14) == US_FINE;
	for (int i = 0; i < GPU_LANES; i++)
		good &= group.temp[3].c[0].f[i] == 10 && group.temp[3].c[3].f[i] == 10;
	tap_ok(good, "MDH is the difference to the right pixel of the quad");
	good = run_op(12, 15) == US_FINE;
	for (int i = 0; i < GPU_LANES; i++)
		good &= group.temp[3].c[0].f[i] == 100 && group.temp[3].c[3].f[i] == 100;
	tap_ok(good, "MDV is the difference to the lower pixel of the quad");
}

/* ---- lookups ---- */

static struct us_lookup seen;

static void lookup(void *ctx, const struct us_lookup *l, struct gpu_vec *texel)
{
	seen = *l;
	for (int c = 0; c < 4; c++)
		for (int i = 0; i < GPU_LANES; i++)
			texel->c[c].f[i] = (float)(10 * c + i);
}

/* A TEX instruction with coordinates in r0, gradients in r1 and r2, and the result in r3, swizzled ABGR. */
static enum us_fault run_tex(uint32_t op, gpu_mask predicate)
{
	static uint32_t code[US_SLOTS][6];
	static const uint32_t constants[256][4];
	const struct us_program p = { .inst = (const uint32_t (*)[6])code, .constants = constants, .end = 1,
				      .lookup = lookup };
	const uint32_t tex[6] = {
		3 | 1 << 3 | 15 << 11 | 1 << 25, op << 22 | 1 << 25 | 1 << 27 | 5 << 16,
		0xe400 | (3u | 3 << 8 | 2 << 10 | 1 << 12) << 16, 1 | 0xe4 << 8 | (2u | 0xe4 << 8) << 16,
	};
	const uint32_t end[6] = { 1 | 1 << 2 | 1 << 8 };

	memcpy(code[0], tex, sizeof(tex));
	memcpy(code[1], end, sizeof(end));
	memset(&group.temp[3], 0, sizeof(group.temp[3]));
	for (int c = 0; c < 4; c++)
		group.predicate[c] = predicate;
	group.covered = GPU_ALL_LANES;
	group.done = 0;
	return us_run(&p, &group, NULL);
}

static void lookups(void)
{
	static const char *const name[] = { "", "LD", "", "PROJ", "BIAS", "LOD", "DXDY" };
	bool good;

	load(0, (const float[4]){ 6, -3, 9, 3 });
	load(1, (const float[4]){ 1, 2, 3, 4 });
	load(2, (const float[4]){ 5, 6, 7, 8 });
	for (uint32_t op = 1; op <= 6; op++) {
		float q = op == US_TEX_PROJ ? 3 : 1;

		if (op == US_TEX_KILL)
			continue;
		good = run_tex(op, 0x5555) == US_FINE && seen.op == op && seen.unit == 5 && seen.unscaled &&
		       seen.coord.c[0].f[7] == 6 / q && seen.coord.c[1].f[7] == -3 / q && seen.coord.c[3].f[7] == 3;
		good &= op != US_TEX_DXDY || (seen.dx.c[2].f[0] == 3 && seen.dy.c[2].f[0] == 7);
		for (int i = 0; i < GPU_LANES; i++)
			good &= group.temp[3].c[0].f[i] == (i % 2 ? 0 : 30 + i) && group.temp[3].c[3].f[i] == (i % 2 ? 0 : i);
		tap_ok(good, "%s: its coordinates, and texels of predicated pixels", name[op]);
	}
	load(0, (const float[4]){ 1, 2, -0.5f, 4 });
	tap_ok(run_tex(US_TEX_KILL, 0x00f0) == US_FINE && group.covered == 0xff0f, "KILL of predicated pixels below zero");
	load(0, (const float[4]){ 1, 0, -0.0f, 4 });
	tap_ok(run_tex(US_TEX_KILL, 0xffff) == US_FINE && group.covered == 0xffff, "KILL of none at zero");
}

void test_r500_us(void)
{
	tap_note("R5xx: fragment programs");
	operations();
	quads();
	lookups();
}
