// SPDX-License-Identifier: GPL-2.0
/*
 * Programs of a draw: each instruction that it may execute has been uploaded by its stream, and no stream
 * executes words of another client.  The oracle does not follow programs: these streams are merely refused.
 */
#include "r500_scene.h"
#include "tap.h"

enum { PIXEL_SLOTS = 512, PROGRAM = 25, VSHADER = 26 };
enum { JUMP = 1, LOOP, CALL };

/* Instructions of fragment programs: an end, with nothing to write. */
static void pixels(struct scene *s, u32 first, u32 count)
{
	static u32 words[6 * PIXEL_SLOTS];
	u32 i;

	for (i = 0; i < count; i++)
		words[6 * i] = 0x105;
	upload(s, first, words, 6 * count);
}

static void pixel_code(struct scene *s, u32 first, u32 last, u32 offset)
{
	reg(s, 0x4630, first | last << 16);
	reg(s, 0x4638, offset);
	draw_list(s, 3);
}

static void pixel_end(struct scene *s, bool ok) { pixels(s, 0, 2); pixel_code(s, 0, ok ? 1 : 2, 0); }
static void pixel_begin(struct scene *s, bool ok) { pixels(s, 5, 2); pixel_code(s, ok ? 5 : 4, 6, 0); }
static void pixel_hole(struct scene *s, bool ok) { pixels(s, 62, 2); pixels(s, ok ? 64 : 65, 2); pixel_code(s, 62, 65, 0); }
static void pixel_offset(struct scene *s, bool ok) { pixels(s, 5, 2); pixel_code(s, 0, 1, ok ? 5 : 6); }
static void pixel_wraps(struct scene *s, bool ok) { pixels(s, ok ? 511 : 510, 1); pixels(s, 0, 2); pixel_code(s, 511, 1, 0); }
static void pixel_wrapped(struct scene *s, bool ok) { pixels(s, 511, 1); pixel_code(s, 511, ok ? 0 : 1, 0); }

/* A change after the first draw. */
static void pixel_later(struct scene *s, bool ok)
{
	pixels(s, 0, 2);
	pixel_code(s, 0, 1, 0);
	draw_list(s, 3);
	reg(s, 0x4630, (ok ? 1 : 2) << 16);
	draw_list(s, 3);
}

/* A jump in slot @slot, and its end after it. */
static void jump(struct scene *s, u32 slot, u32 word)
{
	const u32 words[12] = { 2, 0, 0, word, 0, 0, 0x105 };

	upload(s, slot, words, 12);
}

static void pixel_jump(struct scene *s, bool ok) { jump(s, 0, (ok ? 1 : 2) << 16); pixel_code(s, 0, 1, 0); }
static void pixel_back(struct scene *s, bool ok) { jump(s, 7, (ok ? 7 : 6) << 16); pixel_code(s, 7, 8, 0); }
static void pixel_near(struct scene *s, bool ok) { jump(s, 5, 1 << 16 | (ok ? 0 : 1u << 31)); pixel_code(s, 0, 1, 5); }
static void pixel_global(struct scene *s, bool ok) { jump(s, 5, 6 << 16 | (ok ? 1u << 31 : 0)); pixel_code(s, 0, 1, 5); }

/* Another program takes its place, or another slot. */
static void pixel_stale(struct scene *s, bool ok)
{
	jump(s, 0, 9 << 16);
	pixels(s, ok ? 0 : 2, 1);
	pixel_code(s, 0, 1, 0);
}

/* A target inside of other instructions of the stream, after which others follow, unless all slots are its own. */
static void pixel_all(struct scene *s, bool ok)
{
	pixels(s, 2, ok ? 510 : 509);
	jump(s, 0, 3 << 16);
	pixel_code(s, 0, 1, 0);
}

static void vertices(struct scene *s, u32 first, u32 count)
{
	reg(s, 0x2200, first);
	dw(s, (4 * count - 1) << 16 | 0x8000 | 0x2208 / 4);
	while (count--) {
		dw(s, 0x00f00203);
		dw(s, 0x00d10001);
		dw(s, 0x01248001);
		dw(s, 0x01248001);
	}
}

static void vertex_code(struct scene *s, u32 first, u32 last)
{
	reg(s, 0x22d0, first | last << 20);
	draw_list(s, 3);
}

static void vertex_end(struct scene *s, bool ok) { vertices(s, 0, 2); vertex_code(s, 0, ok ? 1 : 2); }
static void vertex_begin(struct scene *s, bool ok) { vertices(s, 9, 60); vertex_code(s, ok ? 9 : 8, 68); }
static void vertex_wraps(struct scene *s, bool ok) { vertices(s, 1023, ok ? 3 : 2); vertex_code(s, 1023, 1); }
static void vertex_constants(struct scene *s, bool ok) { vertices(s, ok ? 1 : 1025, 1); vertex_code(s, 0, 1); }

/* The same without a vertex program, which executes none. */
static void vertex_bypass(struct scene *s, bool ok)
{
	reg(s, 0x2140, ok ? 0x100 : 0);
	vertex_code(s, 0, 7);
}

/* Flow control @op of a program of three instructions: where it acts, its target, its end and where that goes. */
static void flow(struct scene *s, u32 op, u32 at, u32 target, u32 last, u32 back)
{
	vertices(s, 4, 3);
	reg(s, 0x22dc, op << 10);
	reg(s, 0x2528, at | target << 16);
	reg(s, 0x252c, last | back << 16);
	vertex_code(s, 4, 6);
}

static void vertex_jump(struct scene *s, bool ok) { flow(s, JUMP, 4, ok ? 6 : 7, 0, 0); }
static void vertex_call(struct scene *s, bool ok) { flow(s, CALL, 4, ok ? 6 : 3, 6, 5); }
static void vertex_call_end(struct scene *s, bool ok) { flow(s, CALL, 4, 5, ok ? 5 : 7, 5); }
static void vertex_call_back(struct scene *s, bool ok) { flow(s, CALL, 4, 5, 5, ok ? 5 : 1023); }
static void vertex_loop_end(struct scene *s, bool ok) { flow(s, LOOP, 4, 99, ok ? 6 : 7, 5); }
static void vertex_loop_back(struct scene *s, bool ok) { flow(s, LOOP, 4, 99, 6, ok ? 5 : 3); }
static void vertex_loop_at(struct scene *s, bool ok) { flow(s, LOOP, ok ? 5 : 6, 99, 6, 5); }

static void vertex_flow_later(struct scene *s, bool ok)
{
	flow(s, JUMP, 4, 6, 0, 0);
	reg(s, 0x2528, 4 | (ok ? 5 : 7) << 16);
	draw_list(s, 3);
}

/* All places of flow control in a packet, of which the third jump goes to @target. */
static void places(struct scene *s, u32 target)
{
	u32 n;

	dw(s, 31 << 16 | 0x2500 / 4);
	for (n = 0; n < 32; n++)
		dw(s, n == 10 ? 4 | target << 16 : 0);
}

static void vertex_packet(struct scene *s, bool ok)
{
	flow(s, JUMP, 4, 6, 0, 0);
	places(s, ok ? 5 : 7);
	draw_list(s, 3);
}

static void vertex_packet_first(struct scene *s, bool ok)
{
	places(s, ok ? 7 : 5);
	flow(s, JUMP, 4, ok ? 5 : 7, 0, 0);
}

/* A packet that ends one register before the last one, and one that begins after the first one. */
static void vertex_some(struct scene *s, bool ok)
{
	u32 n;

	places(s, 5);
	dw(s, 12 << 16 | 0x2524 / 4);
	for (n = 0; n < 13; n++)
		dw(s, n == 1 ? 4 | (ok ? 6 : 7) << 16 : 0);
	vertices(s, 4, 3);
	reg(s, 0x22dc, JUMP << 10);
	vertex_code(s, 4, 6);
}

/* The place that the second stream has not set is 0, and not what the first one had there. */
static void vertex_packet_of_all(struct scene *s, bool ok)
{
	vertices(s, 0, 7);
	places(s, ok ? 6 : 7);
	reg(s, 0x22dc, JUMP << 10);
	vertex_code(s, 0, 6);
}

static const struct hole programs[] = {
	{ "a fragment program that ends after its upload", pixel_end, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one that begins before it", pixel_begin, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one with a slot that is not uploaded", pixel_hole, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one at another offset", pixel_offset, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one that goes on at slot 0", pixel_wraps, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "the same after slot 0", pixel_wrapped, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one of a later draw", pixel_later, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "a jump past the end of a fragment program", pixel_jump, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one before its begin", pixel_back, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one without the offset of the program", pixel_near, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one with the offset", pixel_global, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one that no upload has replaced", pixel_stale, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "one to other instructions of the stream", pixel_all, PM4_CODE_DRAW_SOURCE, 0x4630 },
	{ "a vertex program that ends after its upload", vertex_end, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "one that begins before it", vertex_begin, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "one that goes on at slot 0", vertex_wraps, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "one after an upload of constants", vertex_constants, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "one that vertices pass", vertex_bypass, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "a jump past the end of a vertex program", vertex_jump, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "a call before its begin", vertex_call, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "a subroutine that ends past its end", vertex_call_end, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "one that returns past its end", vertex_call_back, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "a loop that ends past its end", vertex_loop_end, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "a loop that begins before it", vertex_loop_back, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "a loop at its last instruction", vertex_loop_at, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "a jump that changes after a draw", vertex_flow_later, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "one that changes by a packet with all places", vertex_packet, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "one that changes after such a packet", vertex_packet_first, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "one that a packet with some places changes", vertex_some, PM4_CODE_DRAW_SOURCE, 0x22d0 },
	{ "one of such a packet alone", vertex_packet_of_all, PM4_CODE_DRAW_SOURCE, 0x22d0 },
};

/* A constant of a program. */
static void constants(struct scene *s, bool vertex)
{
	u32 n;

	reg(s, vertex ? 0x2200 : 0x4250, vertex ? 1024 : 1 << 16);
	dw(s, 3 << 16 | 0x8000 | (vertex ? 0x2208 : 0x4254) / 4);
	for (n = 0; n < 4; n++)
		dw(s, 0);
}

/* The first instruction is neutral if the stream has none: an upload of constants is no program. */
static void test_first(void)
{
	static struct scene s;
	u64 live;

	scene_empty(&s, PM4_R580);
	arrays(&s, B_VERTEX, 0, 4, 4);
	for (u32 i = 0x22d0; i <= 0x22dc; i += 4)
		reg(&s, i, 0);
	reg(&s, 0x2140, 0);
	constants(&s, true);
	constants(&s, false);
	draw_list(&s, 3);
	live = ask(&s)->result.footprint.live_in.groups;
	tap_ok(!ask(&s)->refused && live >> PROGRAM & 1, "constants are no fragment program");
	tap_ok(live >> VSHADER & 1, "constants are no vertex program");
}

void test_own(void)
{
	static struct scene s;
	const struct answer *a;
	u32 i, ok;

	for (i = 0; i < 2 * sizeof(programs) / sizeof(programs[0]); i++) {
		const struct hole *h = &programs[i / 2];

		ok = !(i & 1);
		scene_begin(&s, PM4_R580);
		h->make(&s, ok);
		a = ask(&s);
		if (!tap_ok(ok ? !a->refused : a->refused && a->verdict.code == h->code && a->verdict.reg == h->reg,
			    "%s: %s", ok ? "the good neighbour of" : "refused", h->what))
			tap_note("%s", a->text);
	}
	test_first();
}
