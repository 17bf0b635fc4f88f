// SPDX-License-Identifier: GPL-2.0
/*
 * The state that a stream inherits from earlier ones, and leaves to later ones.
 */
#include "r500_scene.h"
#include "tap.h"

/* Groups of state, by their bits in a footprint (tables/state.tbl). */
enum { COLOR = 16, DEPTH, RESOLVE, RASTER, RARE, TEXTURE, VERTEX, HYPERZ, CMASK, PROGRAM,
       VSHADER, QUERY, FLOW = 32 };
/* What each draw inherits, and each stream leaves. */
#define ALWAYS	(1ull << RARE)
#define LEFT	(1ull << FLOW)

static u64 live_in(struct scene *s)
{
	const struct answer *a = ask(s);

	if (a->refused || a->faults)
		tap_note("%s%s", a->text, a->faults ? a->fault : "");
	return a->refused || a->faults ? ~0ull : a->result.footprint.live_in.groups;
}

/* A draw that sets only registers without a neutral value. */
static void bare(struct scene *s)
{
	scene_empty(s, PM4_R580);
	arrays(s, B_VERTEX, 0, 4, 4);
	draw_list(s, 3);
}

/* Makes a NOP of an upload. */
static void without_upload(struct scene *s, u32 offset)
{
	u32 at = 0;

	while ((s->ib[at] & 0xc000ffff) != (0x8000 | offset / 4))
		at++;
	s->ib[at] = (s->ib[at] & 0x3fff0000) | 0xc0001000;
}

static void test_inherited(void)
{
	static const struct { u32 reg, group; } keys[] = {
		{ 0x4e00, COLOR }, { 0x4e04, COLOR }, { 0x4e18, COLOR }, { 0x46a8, COLOR },
		{ 0x46ac, COLOR }, { 0x46b0, COLOR }, { 0x4e0c, COLOR }, { 0x4f00, DEPTH },
		{ 0x4f1c, DEPTH }, { 0x43a4, DEPTH }, { 0x4028, DEPTH }, { 0x4e88, RESOLVE },
		{ 0x4020, RASTER }, { 0x43e4, RASTER }, { 0x43e0, RASTER }, { 0x4104, TEXTURE },
		{ 0x43d0, RASTER }, { 0x43e8, RASTER },
		{ 0x2134, VERTEX }, { 0x208c, VERTEX }, { 0x2080, VSHADER }, { 0x2288, VSHADER }, { 0x4600, PROGRAM }, { 0x4604, PROGRAM },
		{ 0x4624, PROGRAM }, { 0x4630, PROGRAM }, { 0x4634, PROGRAM }, { 0x4638, PROGRAM },
		{ 0x2140, VSHADER }, { 0x22d0, VSHADER }, { 0x22d4, VSHADER }, { 0x22d8, VSHADER },
		{ 0x22dc, VSHADER }, { 0x2090, VSHADER }, { 0x2094, VSHADER }, { 0x2150, VSHADER },
		{ 0x21e0, VSHADER }, { 0x4440, TEXTURE }, { 0x45c0, TEXTURE },
	};
	struct scene s;
	u64 want;
	u32 i;

	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	tap_ok(live_in(&s) == ALWAYS, "a stream that sets all inherits what no stream sets");
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		scene_begin(&s, PM4_R580);
		without(&s, keys[i].reg);
		draw_list(&s, 3);
		tap_ok(live_in(&s) == (ALWAYS | 1ull << keys[i].group), "without 0x%x it inherits group %u",
		       keys[i].reg, keys[i].group);
	}
	scene_begin(&s, PM4_R580);
	without_upload(&s, 0x4254);
	draw_list(&s, 3);
	tap_ok(live_in(&s) == (ALWAYS | 1ull << PROGRAM), "without a fragment program");
	scene_begin(&s, PM4_R580);
	without_upload(&s, 0x2208);
	draw_list(&s, 3);
	tap_ok(live_in(&s) == (ALWAYS | 1ull << VSHADER), "without a vertex program");
	bare(&s);
	want = 0xffull << COLOR | 1ull << PROGRAM | 1ull << VSHADER;
	want &= ~(1ull << HYPERZ);
	tap_ok(live_in(&s) == want, "a bare draw inherits all groups, and the oracle agrees");
	scene_begin(&s, PM4_R580);
	s.flags |= PM4_OWNS_HYPERZ | PM4_OWNS_CMASK;
	reg(&s, 0x4f1c, 1);
	reg(&s, 0x4e00, 1 << 14 | 1 << 10);
	draw_list(&s, 3);
	tap_ok(live_in(&s) == (ALWAYS | 1ull << HYPERZ | 1ull << CMASK), "HiZ and CMASK without their offsets");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	address(&s, 0x4f5c, 0, B_QUERY);
	tap_ok(live_in(&s) == (ALWAYS | 1ull << QUERY), "a query that the stream has not begun");
	scene_empty(&s, PM4_R580);
	reg(&s, 0x42c8, 1);
	reg(&s, 0x4f58, 0);
	reg(&s, 0x42c8, 15);
	address(&s, 0x4f5c, 0, B_QUERY);
	tap_ok(live_in(&s) == 1ull << QUERY, "a query that one pipe has begun");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x2140, 0x100);
	draw_list(&s, 3);
	tap_ok(live_in(&s) == ALWAYS, "no vertex program");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x22dc, 1);
	draw_list(&s, 3);
	tap_ok(live_in(&s) == (ALWAYS | 1ull << FLOW), "a vertex program with a jump");
}

/* Uploads @count vectors from @first on to the vertex shader, or to the constants of fragments. */
static void vectors(struct scene *s, bool vertex, u32 first, u32 count)
{
	reg(s, vertex ? 0x2200 : 0x4250, vertex ? first : 1 << 16 | first);
	dw(s, (4 * count - 1) << 16 | 0x8000 | (vertex ? 0x2208 : 0x4254) / 4);
	while (count--) {
		dw(s, 1);
		dw(s, 2);
		dw(s, 3);
		dw(s, 4);
	}
}

/* Whether exactly the slots from @first to @end - 1, of those from @from to @to - 1, are set. */
static bool only(const u64 *slots, u32 from, u32 to, u32 first, u32 end)
{
	u32 i;

	for (i = from; i < to; i++)
		if ((slots[i / 64] >> i % 64 & 1) != (i >= first && i < end))
			return false;
	return true;
}

enum { PVS = 256, CLIP = 512, SLOTS = 520 };

static void test_constants(void)
{
	static const struct { u32 first, count, slot, end; const char *name; } left[] = {
		{ 1024, 3, 256, 259, "constants" }, { 1100, 100, 332, 432, "more" },
		{ 1279, 1, 511, 512, "the last one" }, { 1280, 2, 256, 258, "the ring goes on" },
		{ 1535, 1, 511, 512, "its end" }, { 1024, 256, 256, 512, "all" },
		{ 1100, 300, 256, 512, "more than all" }, { 1536, 6, 512, 518, "clip planes" },
		{ 1542, 1, 518, 519, "points" }, { 1543, 1, 519, 520, "their corners" },
		{ 1540, 4, 516, 519, "the last vector is reached alone" }, { 1020, 4, 0, 0, "instructions" },
	};
	static const struct { u32 base, most, first, end; } read[] = {
		{ 0, 1, 256, 256 }, { 0, 2, 258, 259 }, { 1, 9, 258, 267 }, { 100, 0, 356, 357 },
		{ 60, 9, 316, 326 }, { 255, 2, 511, 512 }, { 250, 255, 0, 0 },
	};
	const struct pm4_footprint *fp;
	struct scene s;
	u32 i, walked;

	for (i = 0; i < 2 * sizeof(left) / sizeof(left[0]); i++) {
		walked = i & 1;
		scene_empty(&s, PM4_R580);
		/* Just after its index the walk takes an upload, unless it ends the stream. */
		vectors(&s, true, left[i / 2].first, left[i / 2].count);
		if (walked)
			reg(&s, 0x4e08, 0);
		fp = &ask(&s)->result.footprint;
		tap_ok(!ask(&s)->refused && only(fp->live_out.slots, 0, SLOTS, left[i / 2].slot, left[i / 2].end),
		       "vectors of the vertex shader that stay: %s", left[i / 2].name);
	}
	for (i = 0; i < sizeof(read) / sizeof(read[0]); i++) {
		scene_begin(&s, PM4_R580);
		reg(&s, 0x22d4, read[i].base | read[i].most << 16);
		vectors(&s, true, 1024, 2);
		draw_list(&s, 3);
		fp = &ask(&s)->result.footprint;
		if (read[i].base + read[i].most > 500)
			tap_ok(only(fp->live_in.slots, PVS, CLIP, 258, 512), "a program that reads the whole ring");
		else
			tap_ok(only(fp->live_in.slots, PVS, CLIP, read[i].first, read[i].end),
			       "a program that reads %u constants from %u on", read[i].most + 1, read[i].base);
	}
	scene_begin(&s, PM4_R580);
	vectors(&s, true, 1024, 1);
	vectors(&s, true, 1025, 1);
	reg(&s, 0x22d4, 1 << 16);
	draw_list(&s, 3);
	fp = &ask(&s)->result.footprint;
	tap_ok(only(fp->live_in.slots, PVS, CLIP, 0, 0), "constants of two uploads");
	tap_ok(only(fp->live_in.slots, 0, PVS, 0, 256) && only(fp->live_in.slots, CLIP, SLOTS, CLIP, SLOTS),
	       "a draw may read all constants of fragments, and clip planes");
	scene_begin(&s, PM4_R580);
	vectors(&s, false, 0, 70);
	vectors(&s, true, 1536, 7);
	vectors(&s, true, 1543, 1);
	draw_list(&s, 3);
	fp = &ask(&s)->result.footprint;
	tap_ok(only(fp->live_in.slots, 0, PVS, 70, 256) && only(fp->live_out.slots, 0, PVS, 0, 70) &&
	       only(fp->live_in.slots, CLIP, SLOTS, 0, 0), "... but those that the stream has set");
	vectors(&s, false, 70, 1);
	draw_list(&s, 3);
	fp = &ask(&s)->result.footprint;
	tap_ok(only(fp->live_in.slots, 0, PVS, 70, 256) && only(fp->live_out.slots, 0, PVS, 0, 71),
	       "... before its first draw");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x2140, 0x100);
	draw_list(&s, 3);
	tap_ok(only(ask(&s)->result.footprint.live_in.slots, PVS, CLIP, 0, 0), "no vertex program reads none");
}

/* Registers that real clients set rarely: a write leaves their group, in a run or alone. */
static void test_rare(void)
{
	static const u32 regs[] = { 0x4580, 0x45bc, 0x4620, 0x4c00, 0x4c7c, 0x4bc4, 0x4bd0, 0x4294, 0x4298,
				    0x4264, 0x427c, 0x4214, 0x4e1c, 0x4e24, 0x4e10, 0x4e14, 0x46c0, 0x46c4,
				    0x43b8, 0x43cc, 0x42a4, 0x42b0, 0x2230, 0x226c };
	struct scene s;
	u32 i, bad = 0;

	for (i = 0; i < 2 * sizeof(regs) / sizeof(regs[0]); i++) {
		scene_empty(&s, PM4_R580);
		if (i & 1) {
			dw(&s, regs[i / 2] / 4);
			dw(&s, 0);
		} else {
			/* Two, and what may follow: the walk takes it as a run. */
			dw(&s, 1 << 16 | (regs[i / 2] - (i / 2 & 1 ? 4 : 0)) / 4);
			dw(&s, 0);
			dw(&s, 0);
			dw(&s, 0x80000000);
			dw(&s, 0x80000000);
		}
		if (!ask(&s)->refused && !(ask(&s)->result.footprint.live_out.groups >> RARE & 1) && ++bad)
			tap_note("0x%x stays", regs[i / 2]);
	}
	tap_ok(!bad, "each register of the group leaves it");
}

static void test_left(void)
{
	static const u32 words[6];
	struct scene s;
	u32 i;

	scene_empty(&s, PM4_R580);
	reg(&s, 0x4e08, 0);
	tap_ok(ask(&s)->result.footprint.live_out.groups == LEFT, "a stream leaves no other group");
	reg(&s, 0x4104, 0);
	tap_ok(ask(&s)->result.footprint.live_out.groups == (LEFT | 1ull << TEXTURE), "a stream leaves TX_ENABLE");
	scene_empty(&s, PM4_R580);
	reg(&s, 0x2200, 0);
	dw(&s, 3 << 16 | 0x8000 | 0x2208 / 4);
	for (i = 0; i < 4; i++)
		dw(&s, 0);
	tap_ok(ask(&s)->result.footprint.live_out.groups == (LEFT | 1ull << VSHADER), "a stream leaves a vertex program");
	scene_empty(&s, PM4_R580);
	upload(&s, 0, words, 6);
	tap_ok(ask(&s)->result.footprint.live_out.groups == (LEFT | 1ull << PROGRAM), "a stream leaves a fragment program");
	bare(&s);
	tap_ok(ask(&s)->result.footprint.live_out.groups == (LEFT | 1ull << QUERY), "a draw leaves its samples");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	tap_ok(ask(&s)->result.footprint.live_out.groups ==
	       (LEFT | (0xfffull << COLOR & ~(1ull << HYPERZ | 1ull << CMASK | ALWAYS))), "a whole scene leaves the rest");
	s.n -= 2;
	draw_list(&s, 3);
	draw_list(&s, 3);
	tap_ok(ask(&s)->result.draws == 2 && ask(&s)->result.footprint.live_out.groups >> COLOR & 1,
	       "state of the first draw is left after the second");
}

void test_left_over(void)
{
	test_inherited();
	test_constants();
	test_rare();
	test_left();
}
