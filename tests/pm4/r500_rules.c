// SPDX-License-Identifier: GPL-2.0
/*
 * Rules of packets and registers, chips, the state that a stream inherits and leaves, the patches,
 * and the tiling of buffers.
 */
#include "r500_scene.h"
#include "tap.h"

/* Groups of state, by their bits in a footprint (tables/state.tbl). */
enum { COLOR = 16, DEPTH, RESOLVE, RASTER, RARE, TEXTURE, VERTEX, HYPERZ, CMASK, PROGRAM,
       VSHADER, QUERY, FLOW = 32 };
/* What each draw inherits, and each stream leaves. */
#define ALWAYS	(1ull << RARE)
#define LEFT	(1ull << FLOW)

static bool accepted(struct scene *s)
{
	const struct answer *a = ask(s);

	if (a->refused || a->faults)
		tap_note("%s%s", a->text, a->faults ? a->fault : "");
	return !a->refused && !a->faults;
}

static bool refused(struct scene *s, u32 code)
{
	const struct answer *a = ask(s);

	if (!a->refused || a->verdict.code != code)
		tap_note("%s: %s", pm4_code_name(a->verdict.code), a->text);
	return a->refused && a->verdict.code == code;
}

/* A stream of a few dwords, without state. */
static bool refused_dw(u32 chip, u32 code, u32 n, ...)
{
	struct scene s;
	va_list ap;

	scene_empty(&s, chip);
	va_start(ap, n);
	while (n--)
		dw(&s, va_arg(ap, u32));
	va_end(ap);
	return code ? refused(&s, code) : accepted(&s);
}

static void test_packets(void)
{
	tap_ok(refused_dw(PM4_R580, 0, 1, 0x80000000), "a filler");
	tap_ok(refused_dw(PM4_R580, 0, 3, 0xc0001000, 0, 0x80000000), "a relocation that nothing takes");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 1, 0x4e14 / 4), "a header alone");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 2, 1 << 16 | 0x4e14 / 4, 0), "one of two registers");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 3, 2 << 16 | 0x1d98 / 4, 0, 0), "two of three registers");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 5, 0x2200 / 4, 0, 3 << 16 | 0x8000 | 0x2208 / 4, 0, 0),
	       "half a vector");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 2, 0xc0011000, 0), "a NOP without its end");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_TRUNCATED, 1, 0xc0001000), "half a relocation");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_HEADER_BITS, 2, 0x2000 | 0x4e14 / 4, 0), "bit 13 of a register's number");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_HEADER_BITS, 2, 0x4000 | 0x4e14 / 4, 0), "bit 14 of a register's number");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_HEADER_BITS, 2, 0xc0001001, 0), "low bits of a header");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_PACKET_UNKNOWN, 2, 0xc0001100, 0), "an unknown packet");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_PACKET_DENIED, 2, 0xc0009b00, 0), "a packet of the 2D engine");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_PACKET_DENIED, 2, 0xc0002a00, 0), "3D_DRAW_INDX");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_DRAW_SOURCE, 4, 0xc0023300, 0x80000810, 0, 0), "INDX_BUFFER alone");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_PACKET_LENGTH, 3, 0xc0013400, 0x24, 0), "a draw that is too long");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 2, 0x8000 | 0x4e14 / 4, 0), "ONE_REG_WR of another register");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 2, 0x4254 / 4, 0), "a port without ONE_REG_WR");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 5, 3 << 16 | 0x8000 | 0x2208 / 4, 0, 0, 0, 0), "an upload without an index");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 4, 0x2200 / 4, 0, 0x8000 | 0x2208 / 4, 0), "a quarter of a vector");
	tap_ok(refused_dw(PM4_R580, 0, 7, 0x2200 / 4, 0, 3 << 16 | 0x8000 | 0x2208 / 4, 0, 0, 0, 0), "a vector");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 7, 0x4250 / 4, 0, 3 << 16 | 0x8000 | 0x4254 / 4, 0, 0, 0, 0), "two thirds of an instruction");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_UPLOAD, 16, 0x4250 / 4, 1 << 16, 0x80000000, 11 << 16 | 0x8000 | 0x4254 / 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "a packet between the index and the upload");
	tap_ok(refused_dw(PM4_R580, 0, 7, 0x4250 / 4, 1 << 16, 3 << 16 | 0x8000 | 0x4254 / 4, 0, 0, 0, 0), "a constant");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_FIELD_VALUE, 2 + 25, 24u << 16 | 0xc0002f00, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80000000), "17 vertex arrays");
	tap_ok(refused_dw(PM4_R580, 0, 2, 0xc0002f00, 0), "no vertex arrays");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_RELOC_MISSING, 4, 0xc0022f00, 1, 0, 0), "a vertex array without a relocation");
}

/* More arrays than the chip has, in a packet longer than any number of them needs. */
static void test_too_many_arrays(void)
{
	struct scene s;
	u32 n, ndw, i;

	for (n = 17; n <= 31; n += 14) {
		for (ndw = 254; ndw <= 258; ndw++) {
			scene_empty(&s, PM4_R580);
			packet(&s, 0x2f, ndw);
			dw(&s, n);
			for (i = 1; i < ndw; i++)
				dw(&s, 0);
			for (i = 0; i < n; i++)
				nop(&s, B_VERTEX);
			tap_ok(refused(&s, PM4_CODE_PACKET_LENGTH), "%u vertex arrays in %u dwords", n, ndw);
		}
	}
}

/* The counts of a stream, in which a relocation is a part of its packet. */
static void test_counts(void)
{
	struct pm4_counts counts;
	struct scene s;

	scene_empty(&s, PM4_R580);
	reg(&s, 0x4f58, 0);
	address(&s, 0x4f5c, 0, B_QUERY);
	dw(&s, 0x80000000);
	dw(&s, 0x4480 / 4 | 1 << 16);
	dw(&s, 0);
	dw(&s, 0);
	nop(&s, 0);
	pm4_count(&r500_front, s.ib, s.n, &counts);
	tap_ok(!ask(&s)->refused && counts.packets == 4 && counts.registers == 4,
	       "packets (%u), registers (%u)", counts.packets, counts.registers);
}

static void test_registers(void)
{
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_UNKNOWN, 2, 0x4ffc / 4, 0), "a register that no row has");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_UNKNOWN, 2, 0x7ffc / 4, 0), "the last register of a header");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_DENIED, 2, 0x6538 / 4, 0), "a register of the display");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_UNKNOWN, 4, 2 << 16 | 0x4fd4 / 4, 0, 0, 0), "a run that leaves the rows");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_BITS, 2, 0x4f14 / 4, 2), "a bit without a field");
	tap_ok(refused_dw(PM4_R580, 0, 2, 0x4f14 / 4, 1), "a bit with a field");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_CHIP, 2, 0x4640 / 4, 0), "US_FORMAT0 of R520 on R580");
	tap_ok(refused_dw(PM4_R520, 0, 2, 0x4640 / 4, 0), "US_FORMAT0 on R520");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_CHIP, 2, 0x4be8 / 4, 3), "FG_ZBREG_DEST of RV530 on R580");
	tap_ok(refused_dw(PM4_RV530, 0, 2, 0x4be8 / 4, 3), "FG_ZBREG_DEST on RV530");
	tap_ok(refused_dw(PM4_RV530, PM4_CODE_PIPES, 2, 0x4be8 / 4, 1), "a Z pipe left out at the end");
	tap_ok(refused_dw(PM4_RV515, 0, 2, 0x42c8 / 4, 1), "the only pipe");
	tap_ok(refused_dw(PM4_RV570, 0, 2, 0x42c8 / 4, 7), "three pipes of three");
	tap_ok(refused_dw(PM4_RV570, PM4_CODE_PIPES, 2, 0x42c8 / 4, 3), "two pipes of three");
	tap_ok(refused_dw(PM4_RV560, 0, 2, 0x42c8 / 4, 3), "two pipes of two");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_RELOC_MISSING, 2, 0x4e28 / 4, 0), "an address without a relocation");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_RELOC_INDEX, 4, 0x4e28 / 4, 0, 0xc0001000, 32), "a relocation of no buffer");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_RELOC_INDEX, 4, 0x4e28 / 4, 0, 0xc0001000, 2), "half a relocation's number");
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_BITS, 4, 0x4e28 / 4, 16, 0xc0001000, 0), "an address that is no multiple of 32");
}

/* Takes the write of a register out of a scene. */
static void without(struct scene *s, u32 offset)
{
	*last(s, offset) = 0;
	last(s, offset)[-1] = 0x4e14 / 4;
}

/* The US_FORMAT0 of R520 must say the size of the texture. */
static void test_r520(void)
{
	struct scene s;

	scene_begin(&s, PM4_R520);
	draw_list(&s, 3);
	tap_ok(accepted(&s), "R520: the size of a texture twice");
	*last(&s, 0x4640) = 62 << 11 | 63;
	tap_ok(refused(&s, PM4_CODE_TEXTURE_SIZE), "R520: another size for the shader");
	*last(&s, 0x4640) = 64 << 11 | 63;
	tap_ok(refused(&s, PM4_CODE_TEXTURE_SIZE), "R520: a larger size for the shader");
	/* One texel, for which US_FORMAT0 would be 0. */
	scene_begin(&s, PM4_R520);
	*last(&s, 0x4480) = 0;
	without(&s, 0x4640);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_NOT_SET), "R520: no size for the shader");
}

/*
 * RV530: a write of FG_ZBREG_DEST is lost while SU_REG_DEST leaves its only raster pipe out, so the
 * second Z pipe would keep the depth buffer of another client.
 */
static void test_z_pipes(void)
{
	struct scene s;

	scene_begin(&s, PM4_RV530);
	reg(&s, 0x4be8, 1);
	reg(&s, 0x4f58, 0);
	reg(&s, 0x42c8, 0);
	reg(&s, 0x42c8, 1);
	reg(&s, 0x4be8, 3);
	address(&s, 0x4f20, 0, B_DEPTH);
	draw_list(&s, 3);
	tap_ok(accepted(&s), "RV530: both Z pipes listen again");
	scene_begin(&s, PM4_RV530);
	reg(&s, 0x4be8, 1);
	reg(&s, 0x42c8, 0);
	reg(&s, 0x4be8, 3);
	reg(&s, 0x42c8, 1);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_PIPES) && ask(&s)->verdict.reg == 0x4be8 && ask(&s)->faults,
	       "RV530: a Z pipe is selected while the raster pipe does not listen");
}

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

/* Clients without KEEP_TILING get the tiling of the buffer. */
static void test_tiling(void)
{
	static const struct { u32 tiling, pitch, texture; } kinds[] = {
		{ 0, 0, 0 }, { 1, 1 << 16, 1 << 2 }, { 2, 1 << 17, 1 << 3 }, { 3, 3 << 16, 3 << 2 },
		{ 0x21, 5 << 16, 5 << 2 },
	};
	const struct answer *a;
	struct scene s;
	u32 i, at[3];
	bool square;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		square = kinds[i].tiling & 0x20;
		scene_begin(&s, PM4_R580);
		s.flags = 0;
		s.n = 0;
		s.nrelocs = 0;
		s.buffers[B_COLOR].tiling = kinds[i].tiling;
		address(&s, 0x4e28, 0, B_COLOR);
		at[0] = s.n + 1;
		address(&s, 0x4e38, (square ? 4 : 6) << 21 | 7 << 16 | 64, B_COLOR);
		address(&s, 0x4f20, 0, B_COLOR);
		at[1] = s.n + 1;
		address(&s, 0x4f24, 64, B_COLOR);
		at[2] = s.n + 1;
		address(&s, 0x4540, 3, B_COLOR);
		a = ask(&s);
		tap_ok(!a->refused && (a->out[at[0]] >> 16 & 7) == kinds[i].pitch >> 16 &&
		       a->out[at[1]] == (64 | kinds[i].pitch) &&
		       a->out[at[2]] == (3 | kinds[i].texture) + (u32)s.addrs[B_COLOR],
		       "tiling 0x%x of a buffer", kinds[i].tiling);
	}
	scene_begin(&s, PM4_R580);
	s.flags = 0;
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_RELOC_MISSING), "without KEEP_TILING a pitch needs a relocation");
	/* The most patches: a run of texture addresses. */
	scene_empty(&s, PM4_R580);
	s.flags = 0;
	s.buffers[0].tiling = 1;
	dw(&s, 15 << 16 | 0x4540 / 4);
	for (i = 0; i < 16; i++)
		dw(&s, 0);
	for (i = 0; i < 16; i++)
		nop(&s, 0);
	a = ask(&s);
	tap_ok(!a->refused && a->result.npatches == 32 &&
	       a->result.npatches <= pm4_patches_max(&r500_front, s.n), "32 patches in 49 dwords");
}

/* The chip tiles the surface that the draw judges by the tiling of the buffer. */
static void test_tiling_judged(void)
{
	struct scene s;

	scene_begin(&s, PM4_R580);
	s.flags = 0;
	s.n = 0;
	s.nrelocs = 0;
	address(&s, 0x4e28, 0, B_COLOR);
	address(&s, 0x4e38, 6 << 21 | 64, B_COLOR);
	reg(&s, 0x4e0c, 15);
	reg(&s, 0x4e00, 1 << 14);
	reg(&s, 0x43e4, 60 << 13 | 63);
	arrays(&s, B_VERTEX, 0, 4, 4);
	draw_list(&s, 3);
	s.buffers[B_COLOR].size = 61 * 256;
	tap_ok(accepted(&s), "61 linear lines");
	s.buffers[B_COLOR].tiling = 1;
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "61 lines are 64 with the macro tiles of the buffer");
}

/* After a draw, each form of a write that enables a target without an address counts. */
static void test_written_after_a_draw(void)
{
	static const char * const name[] = { "one register", "the second of two", "a run of four" };
	struct scene s;
	u32 form, i;

	for (form = 0; form < 3; form++) {
		u32 first = form ? 0x46a4 : 0x46a8, count = form < 2 ? form + 1 : 4;

		scene_begin(&s, PM4_R580);
		draw_list(&s, 3);
		tap_ok(accepted(&s), "a draw before %s", name[form]);
		dw(&s, (count - 1) << 16 | first / 4);
		for (i = 0; i < count; i++)
			dw(&s, first + 4 * i == 0x46a8 ? 0 : 15);
		draw_list(&s, 3);
		tap_ok(refused(&s, PM4_CODE_NOT_SET), "a draw after %s", name[form]);
	}
}

/* The range of the indices is cut to the elements of the arrays. */
static void test_max_index(void)
{
	const struct answer *a;
	struct scene s;
	u32 at;

	scene_begin(&s, PM4_R580);
	at = s.n + 1;
	reg(&s, 0x2134, 15);
	draw_indices(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && a->out[at] == 15, "the largest index that the array has");
	*last(&s, 0x2134) = 16;
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 15, "a larger one is cut");
	/* Elements of 32 bytes, in the same buffer. */
	arrays(&s, B_VERTEX, 0, 4, 8);
	draw_indices(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 7, "and again for the next draw with fewer elements");
	arrays(&s, B_VERTEX, 0, 4, 4);
	draw_indices(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 7, "more elements leave it");
	reg(&s, 0x2134, 15);
	draw_indices(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 7 && *last(&s, 0x2134) == 15, "a new one is not cut");
}

/* A logic operation without a colour buffer is disabled. */
static void test_rop(void)
{
	const struct answer *a;
	struct scene s;
	u32 at;

	scene_begin(&s, PM4_R580);
	/* RB3D_COLOROFFSET0 becomes a write of another register. */
	at = (u32)(last(&s, 0x4e28) - s.ib);
	s.ib[at - 1] = 0x4e04 / 4;
	s.ib[at] = 0;
	s.nrelocs--;
	memmove(&s.reloc[0], &s.reloc[1], s.nrelocs * sizeof(s.reloc[0]));
	memmove(&s.index[0], &s.index[1], s.nrelocs * sizeof(s.index[0]));
	reg(&s, 0x4e0c, 0);
	at = s.n + 1;
	reg(&s, 0x4e18, 2 << 8 | 4);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 2 << 8, "a logic operation without a buffer is disabled");
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->result.npatches, "and stays so");
	reg(&s, 0x4e18, 2 << 8 | 4);
	reg(&s, 0x4e0c, 15);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_NOT_SET), "colour needs its buffer");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e0c, 0);
	reg(&s, 0x4e18, 2 << 8 | 4);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && a->out[s.n - 3] == (2 << 8 | 4), "with a buffer it stays");
	/* The buffer of an earlier framebuffer, smaller than the present one. */
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e0c, 0);
	reg(&s, 0x4f00, 0);
	reg(&s, 0x43e4, 0x1fff << 13);
	at = s.n + 1;
	reg(&s, 0x4e18, 2 << 8 | 4);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 2 << 8, "a logic operation with a smaller buffer is disabled");
	reg(&s, 0x4e18, 2 << 8 | 4);
	reg(&s, 0x4e0c, 15);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "colour needs all of its buffer");
}

/* One write of RB3D_ROPCNTL is not used by a draw and disabled for another. */
static void test_rop_once(void)
{
	const struct answer *a;
	struct scene s;
	u32 at;

	scene_begin(&s, PM4_R580);
	reg(&s, 0x4f00, 0);
	reg(&s, 0x4e0c, 0);
	at = s.n + 1;
	reg(&s, 0x4e18, 2 << 8 | 4);
	reg(&s, 0x43e4, 0x1fff << 13);
	draw_list(&s, 3);
	reg(&s, 0x43e4, *last(&s, 0x43e0));
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == 2 << 8, "two draws to depth alone");
	reg(&s, 0x4e0c, 15);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_REGISTER_VALUE), "a disabled logic operation, then a draw that needs it");
	*last(&s, 0x4e0c) = 0;
	reg(&s, 0x4e18, 2 << 8 | 4);
	reg(&s, 0x4e0c, 15);
	at = s.n - 3;
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && a->out[at] == (2 << 8 | 4), "with a write of its own it is kept");
	reg(&s, 0x4e0c, 0);
	reg(&s, 0x43e4, 0x1fff << 13);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "a used logic operation is not disabled for a later draw");
}

static void test_scissor(void)
{
	const struct answer *a;
	struct scene s;
	u32 at;

	scene_begin(&s, PM4_R580);
	at = s.n + 1;
	reg(&s, 0x43e4, 63 << 13 | 127);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && a->out[at] == (63 << 13 | 63), "a scissor past the pitch is cut");
	empty_caches(&s);
	address(&s, 0x4e2c, 0, B_SPARE);
	reg(&s, 0x4e3c, 6 << 21 | 32);
	reg(&s, 0x46a8, 0);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == (63 << 13 | 31),
	       "and again for the next draw with a narrower target");
	/* A write of SC_SCISSOR0 does not make the cut undone. */
	reg(&s, 0x43e0, 0);
	reg(&s, 0x46a8, 15);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[at] == (63 << 13 | 31), "SC_SCISSOR0 leaves it");
	reg(&s, 0x43e4, 63 << 13 | 63);
	draw_list(&s, 3);
	a = ask(&s);
	tap_ok(!a->refused && !a->faults && a->out[s.n - 3] == (63 << 13 | 63), "a new scissor is not cut");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_PITCH), "a pitch of 0");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21 | 62);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_PITCH), "a pitch with a part of a tile");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21 | 3 << 17 | 64);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_MODE), "reserved micro tiles");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21 | 2 << 17 | 64);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_MODE), "square tiles of 4 bytes");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 6 << 21 | 1 << 16 | 64);
	*last(&s, 0x4e28) = 1024;
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BASE), "a macro tile that begins in the middle");
	s.buffers[B_COLOR].align = 1024;
	*last(&s, 0x4e28) = 0;
	tap_ok(refused(&s, PM4_CODE_SURFACE_BASE), "a buffer that may begin in the middle of a macro tile");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4e38, 8 << 21 | 64);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_FORMAT), "a reserved colour format");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4f10, 3);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_FORMAT), "a reserved depth format");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x44c0, 31);
	reg(&s, 0x4500, 1 << 14);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_FORMAT), "a reserved texture format");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x44c0, 12 | 3 << 25);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_RESOURCE_TYPE), "a reserved kind of texture");
	scene_begin(&s, PM4_R580);
	reg(&s, 0x4480, 13u << 26);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_RESOURCE_LEVELS), "14 levels");
}

/* One texel, whose tile is at the end of its buffer, and which has more levels by @filter. */
static void one_texel(struct scene *s, u32 filter, u32 tiles)
{
	scene_begin(s, PM4_R580);
	reg(s, 0x4400, filter | 2 << 3 | 2);
	reg(s, 0x4480, 0);
	s->buffers[B_TEXTURE].size = 32 * tiles;
	draw_list(s, 3);
}

/* GL_TEXTURE_MIN_LOD: a finest level past the last one, which is one of the chip's 16 at most. */
static void test_finest(void)
{
	struct scene s;
	u32 level;

	for (level = 1; level < 16; level++) {
		one_texel(&s, level << 17, level + 1);
		tap_ok(accepted(&s), "level %u of one texel is the finest", level);
		one_texel(&s, level << 17, level);
		tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "level %u has no room", level);
	}
}

/* What Mesa and RADEON_DEBUG=anisohq set for anisotropic filtering, and bits beside these. */
static void test_anisotropic(void)
{
	struct scene s;
	u32 bit;

	for (bit = 0; bit < 5; bit++) {
		one_texel(&s, bit << 21 | 3 << 9 | 3 << 11, 1);
		tap_ok(accepted(&s), "anisotropic filtering, 1 to %u", 1 << bit);
	}
	tap_ok(refused_dw(PM4_R580, 0, 4, 1 << 16 | 0x4478 / 4, 0x5f800000, 0xdfc00000, 0x80000000),
	       "the same at high quality");
	for (bit = 24; bit < 28; bit++)
		tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_BITS, 2, 0x4400 / 4, 1 << bit),
		       "bit %u of TX_FILTER0", bit);
	tap_ok(refused_dw(PM4_R580, PM4_CODE_REGISTER_BITS, 2, 0x4440 / 4, 1 << 29), "bit 29 of TX_FILTER1");
}

/* Mesa's cubes of odd sizes: lines by TXPITCH, as many as the next power of two. */
static void test_odd_cube(void)
{
	struct scene s;

	scene_begin(&s, PM4_R580);
	reg(&s, 0x4480, 19 << 11 | 19 | 1u << 31);
	reg(&s, 0x44c0, 12 | 2 << 25);
	reg(&s, 0x4500, 23);
	s.buffers[B_TEXTURE].size = 24 * 4 * 32 * 6;
	draw_list(&s, 3);
	tap_ok(accepted(&s), "a cube of 20 texels with a pitch of 24");
	s.buffers[B_TEXTURE].size--;
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "and without its last texel");
}

/* A texture of 64x60 texels in as many bytes; @vary are bits of @reg that do not count. */
static void shape(struct scene *s, u32 reg, u32 vary)
{
	scene_begin(s, PM4_R580);
	s->buffers[B_TEXTURE].size = 64 * 60 * 4;
	*last(s, 0x4480) = 59 << 11 | 63;
	*last(s, reg) |= vary << 9;
}

/*
 * The checker remembers sizes of textures.  Each register of a texture takes part: ask about one
 * that fits, and then about one that does not fit and differs in one register alone, often enough
 * that both share an entry of any table of sizes.
 */
static void test_shapes(void)
{
	static const struct { u32 reg, large, vary, other; const char *name; } rows[] = {
		{ 0x4480, 60 << 11 | 63, 0, 0x44c0, "TX_FORMAT0" },
		{ 0x44c0, 14, 0, 0x4400, "TX_FORMAT1" },
		{ 0x4500, 1 << 16, 1 << 0, 0x44c0, "TX_FORMAT2" },
		{ 0x4400, 1 << 17 | 2 << 3 | 2, 1 << 9, 0x44c0, "TX_FILTER0" },
		{ 0x4540, 1 << 2, 0, 0x44c0, "TX_OFFSET" },
	};
	struct scene s;
	u32 i, n;

	for (i = 0; i < 5; i++) {
		bool right = true;

		for (n = 0; n < 256 && right; n++) {
			shape(&s, rows[i].other, n);
			draw_list(&s, 3);
			right = accepted(&s);
			*last(&s, rows[i].reg) = rows[i].large | n * rows[i].vary;
			right = right && refused(&s, PM4_CODE_SURFACE_BOUNDS);
		}
		tap_ok(right, "the size of a texture depends on %s", rows[i].name);
	}
	scene_begin(&s, PM4_R580);
	*last(&s, 0x4400) = 0;
	*last(&s, 0x4480) = 0;
	*last(&s, 0x44c0) = 0;
	s.buffers[B_TEXTURE].size = 31;
	draw_list(&s, 3);
	forget(&s);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "a texture of one texel for a new checker");
}

static void test_draws(void)
{
	struct scene s;

	scene_begin(&s, PM4_R580);
	draw_indices(&s, 0);
	tap_ok(refused(&s, PM4_CODE_DRAW_SOURCE), "0 indices");
	scene_begin(&s, PM4_R580);
	draw_data(&s, 0, 0);
	tap_ok(refused(&s, PM4_CODE_DRAW_SOURCE), "0 vertices in the packet");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	reg(&s, 0x4480, 64 << 11 | 63);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "a texture that grows after a draw");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	reg(&s, 0x43e4, 64 << 13 | 63);
	draw_list(&s, 3);
	tap_ok(refused(&s, PM4_CODE_SURFACE_BOUNDS), "a scissor that grows after a draw");
	scene_begin(&s, PM4_R580);
	draw_data(&s, 3, 12);
	s.ib[s.n - 13] = 4 | 2 << 4 | 3 << 16;
	tap_ok(refused(&s, PM4_CODE_DRAW_SOURCE), "vertices in a packet for another walk");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	s.ib[s.n - 1] += 3;
	tap_ok(refused(&s, PM4_CODE_DRAW_SOURCE), "triangles with flags");
	scene_begin(&s, PM4_R580);
	draw_list(&s, 3);
	s.ib[s.n - 1] |= 1 << 14;
	tap_ok(refused(&s, PM4_CODE_NOT_SET), "VAP_ALT_NUM_VERTICES is not set");
	scene_empty(&s, PM4_R580);
	draw_data(&s, 3, 12);
	tap_ok(refused(&s, PM4_CODE_NOT_SET), "VAP_VTX_SIZE is not set");
	scene_begin(&s, PM4_R580);
	draw_indices(&s, 3);
	s.ib[s.n - 4] += 1 << 16;
	s.ib[s.n - 3] |= 1 << 11;
	dw(&s, 2);
	tap_ok(accepted(&s), "indices of 32 bits");
}

void test_rules(void)
{
	test_packets();
	test_registers();
	test_too_many_arrays();
	test_counts();
	test_r520();
	test_z_pipes();
	test_inherited();
	test_constants();
	test_rare();
	test_left();
	test_tiling();
	test_tiling_judged();
	test_written_after_a_draw();
	test_scissor();
	test_max_index();
	test_rop();
	test_rop_once();
	test_odd_cube();
	test_shapes();
	test_finest();
	test_anisotropic();
	test_draws();
}
