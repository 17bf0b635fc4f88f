// SPDX-License-Identifier: GPL-2.0
/*
 * Draws of R5xx: everything that a draw of one pipe can reach, from raw registers.  Surfaces and
 * textures are judged by the address of their last tile (guide 2, 3 and 10).
 */
#include "r500.h"

struct lane {
	struct oracle *o;
	const struct r5_chip *c;
	u32 n;
};

/* A register that the draw depends on. */
static u32 need(const struct lane *l, u32 reg)
{
	if (!l->c->known[l->n][reg / 4])
		oracle_fault(l->o, "register", reg, "rests on state that the stream has not set");
	return l->c->reg[l->n][reg / 4];
}

static u32 tile_log(u32 bytes)
{
	u32 log = 0;

	while (bytes >> (log + 1))
		log++;
	return log;
}

/* A layout of tiles: pixels of a tile, and its bytes. */
struct layout {
	u64 w, h, bytes;
};

/* By log2 of the bytes of a pixel: width and height of a tiled micro tile of 32 bytes. */
static const u8 micro_w[] = { 8, 8, 4, 2, 2 }, micro_h[] = { 4, 2, 2, 2, 1 };

static struct layout layout(struct lane *l, const char *what, u32 index, u32 bytes, u32 micro,
			    bool macro)
{
	u32 log = tile_log(bytes);
	struct layout t = { 32 / bytes, 1, 32 };

	if (micro == 1) {
		t.w = micro_w[log];
		t.h = micro_h[log];
	} else if (micro == 2 && bytes == 2) {
		t.w = 4;
		t.h = 4;
	} else if (micro) {
		oracle_fault(l->o, what, index, "has tiles that do not exist");
	}
	if (macro) {
		t.w *= 8;
		t.h *= 8;
		t.bytes *= 64;
	}
	return t;
}

/* Bytes to the end of the tile that holds pixel x, y. */
static u64 reach(const struct layout *t, u64 pitch, u64 x, u64 y)
{
	u64 row = (pitch + t->w - 1) / t->w;

	return ((y / t->h) * row + x / t->w + 1) * t->bytes;
}

/*
 * A surface with a pitch, as far as the scissor lets a draw reach.  With more than one sample, or
 * @block, the chip accesses squares of pixels.
 */
static void surface(struct lane *l, const char *what, u32 index, u32 base, u32 bits, u32 pitch,
		    u32 bytes, u32 samples, u32 block)
{
	struct layout t = layout(l, what, index, bytes, bits >> 17 & 3, bits >> 16 & 1);
	u32 scissor = need(l, 0x43e4), side = samples > 1 && block < 4 ? 4 : block;
	u32 last = side ? side - 1 : 0;

	need(l, 0x43e0);
	if (!pitch || pitch % t.w)
		oracle_fault(l->o, what, index, "has a pitch with parts of tiles");
	if (base % t.bytes)
		oracle_fault(l->o, what, index, "begins in the middle of a tile");
	base &= ~(u32)(t.bytes - 1);
	/* To the last pixel of the last block, whose lines are as far apart as others. */
	if (pitch)
		oracle_touch(l->o, what, index, base, samples *
			     reach(&t, pitch, (scissor & 0x1fff) | last, (scissor >> 13 & 0x1fff) | last), true);
}

static u32 sample_count(struct lane *l)
{
	static const u32 counts[] = { 2, 3, 4, 6 };
	u32 aa = need(l, 0x4020);

	return aa & 1 ? counts[aa >> 1 & 3] : 1;
}

static u32 color_bytes(u32 pitch)
{
	switch (pitch >> 21 & 15) {
	case 9:
		return 1;
	case 3:
	case 4:
	case 13:
	case 15:
		return 2;
	case 5:
	case 6:
		return 4;
	case 10:
		return 8;
	case 7:
		return 16;
	}
	return 0;
}

static void target(struct lane *l, u32 n)
{
	u32 base = need(l, 0x4e28 + 4 * n), pitch = need(l, 0x4e38 + 4 * n);
	u32 bytes = color_bytes(pitch);

	if (!bytes)
		oracle_fault(l->o, "colour buffer", n, "has no format");
	else
		surface(l, "colour buffer", n, base, pitch, pitch & 0x3ffe, bytes, sample_count(l),
			need(l, 0x4e00) & 0x600 ? 4 : 1);
	if (n && !(need(l, 0x4e00) >> 14 & 1))
		oracle_fault(l->o, "colour buffer", n, "has the format of buffer 0");
}

/* Returns true if the draw reads or writes colour. */
static bool color(struct lane *l, bool resolve)
{
	u32 control = need(l, 0x4e00), n;
	bool used = need(l, 0x4e0c) || need(l, 0x4f1c) & 0x20 || need(l, 0x4e04) & 4 ||
		    need(l, 0x4e18) & 4 || control & 0x80 || resolve;

	for (n = 0; n < 4; n++) {
		bool copy = n <= (control >> 5 & 3), own = n && (need(l, 0x46a4 + 4 * n) & 31) != 15;

		if (used && (copy || own))
			target(l, n);
	}
	if (control & 0x600) {
		need(l, 0x4e54);
		need(l, 0x4e64);
	}
	return used;
}

/* Side in pixels of the squares in which the chip evicts depth: ZB_BW_CNTL, GB_Z_PEQ_CONFIG. */
u32 oracle_r500_block(u32 bandwidth, u32 peq)
{
	return bandwidth & 0x1c ? peq & 1 ? 8 : 4 : 1;
}

/* Guide 9.4.4: the table of combinations, and surfaces without either. */
static void compression(struct lane *l, u32 bandwidth, u32 format, u32 pitch)
{
	bool fill = bandwidth & 4, rd = bandwidth & 8, wr = bandwidth & 16;

	if ((rd && !fill) || (wr && !rd))
		oracle_fault(l->o, "depth buffer", bandwidth, "is compressed in a way that is invalid");
	if ((fill || rd || wr) && !(pitch >> 17 & 3))
		oracle_fault(l->o, "depth buffer", bandwidth, "is compressed without micro tiles");
	if ((rd || wr) && format != 2)
		oracle_fault(l->o, "depth buffer", format, "hangs with compression");
}

/* Guide 10.11: a clear of colour by the depth block touches whole tiles. */
static void clear(struct lane *l, u32 control, const struct layout *t)
{
	u32 from = need(l, 0x43e0), to = need(l, 0x43e4), prim = control & 15, size;
	u32 x0 = from & 0x1fff, y0 = from >> 13, x1 = (to & 0x1fff) + 1, y1 = (to >> 13 & 0x1fff) + 1;

	if (x0 % t->w || x1 % t->w || y0 % t->h || y1 % t->h)
		oracle_fault(l->o, "clear", to, "leaves parts of tiles to what the cache holds");
	if (need(l, 0x43d0) != 0xffff || need(l, 0x43e8) != 0xffffff)
		oracle_fault(l->o, "clear", need(l, 0x43d0), "leaves pixels out by clip rectangles or a mask");
	if (prim == 2 || prim == 3 || prim == 12)
		oracle_fault(l->o, "clear", prim, "is by lines");
	if (prim != 1)
		return;
	if (need(l, 0x2090) >> 16 & 1)
		oracle_fault(l->o, "clear", prim, "is by a point whose size a vertex has");
	size = l->c->known[l->n][0x421c / 4] ? l->c->reg[l->n][0x421c / 4] : 0;
	if ((size >> 16) / 6 < x1 - x0 || (size & 0xffff) / 6 < y1 - y0)
		oracle_fault(l->o, "clear", size, "is by a point that is smaller than the scissor");
}

/* Returns true if the draw reads or writes the depth buffer. */
static bool depth(struct lane *l, u32 draw)
{
	struct layout tile;
	u32 control = need(l, 0x4f00), bandwidth = need(l, 0x4f1c), format;

	need(l, 0x4028);
	if (bandwidth & 0x1d || need(l, 0x43a4) & 1) {
		need(l, 0x4f30);
		need(l, 0x4f34);
		need(l, 0x4f44);
		need(l, 0x4f54);
	}
	if (!(control & 7) && !(bandwidth & 0x20))
		return false;
	format = need(l, 0x4f10) & 15;
	if (format > 2)
		oracle_fault(l->o, "depth buffer", format, "has no format");
	surface(l, "depth buffer", 0, need(l, 0x4f20), need(l, 0x4f24), need(l, 0x4f24) & 0x3ffc,
		format == 2 ? 4 : 2, sample_count(l), oracle_r500_block(bandwidth, need(l, 0x4028)));
	compression(l, bandwidth, format, need(l, 0x4f24));
	tile = layout(l, "depth buffer", 0, format == 2 ? 4 : 2, need(l, 0x4f24) >> 17 & 3, false);
	if (bandwidth & 0x20)
		clear(l, draw, &tile);
	return true;
}

static void resolve_target(struct lane *l)
{
	u32 pitch = need(l, 0x4e38), bytes = color_bytes(pitch);

	if (bytes)
		surface(l, "resolve", 0, need(l, 0x4e80), pitch, need(l, 0x4e84) & 0x3ffe, bytes, 1, 1);
}

/* Bytes of a texel; negative: of a block of 4x4. */
static int texel_bytes(u32 format)
{
	switch (format) {
	case 0: case 2: case 5: case 32: case 33:
		return 1;
	case 1: case 3: case 6: case 7: case 10: case 11: case 20: case 21: case 22: case 24:
	case 34:
		return 2;
	case 4: case 8: case 9: case 12: case 13: case 19: case 23: case 25: case 27: case 30:
	case 35: case 38:
		return 4;
	case 14: case 26: case 28: case 36:
		return 8;
	case 29:
		return 16;
	case 15: case 37:
		return -8;
	case 16: case 17: case 31:
		return -16;
	}
	return 0;
}

static u64 power_of_two(u64 v)
{
	u64 p = 1;

	while (p < v)
		p <<= 1;
	return p;
}

static u64 at_least_1(u64 v)
{
	return v ? v : 1;
}

/* Bytes of one slice of a level, whose lines are pitch apart: to the end of its last tile. */
static u64 slice(struct lane *l, u32 n, u64 pitch, u64 w, u64 h, int bytes, u32 offset)
{
	bool macro = offset >> 2 & 1;
	struct layout t;

	if (bytes < 0) {
		pitch = (pitch + 3) / 4;
		w = (w + 3) / 4;
		h = (h + 3) / 4;
		bytes = -bytes;
	}
	t = layout(l, "texture", n, bytes, offset >> 3 & 3, false);
	if (macro && (w >= 8 * t.w || pitch >= 8 * t.w))
		t = layout(l, "texture", n, bytes, offset >> 3 & 3, true);
	/* Padding may be read as well, so the last tile is the last one of the longer line. */
	return reach(&t, pitch, (w > pitch ? w : pitch) - 1, h - 1);
}

/* Coordinates come back at a power of two: wrap, mirror, mirror once. */
static bool comes_back(u32 clamp)
{
	return clamp == 0 || clamp == 1 || clamp == 3 || clamp == 5 || clamp == 7;
}

static void texture(struct lane *l, u32 n)
{
	u32 f0 = need(l, 0x4480 + 4 * n), f1 = need(l, 0x44c0 + 4 * n), f2 = need(l, 0x4500 + 4 * n);
	u32 offset = need(l, 0x4540 + 4 * n), type = f1 >> 25 & 3, levels = f0 >> 26 & 15, i;
	u32 filter = need(l, 0x4400 + 4 * n), finest = filter >> 17 & 15;
	u64 w = (f0 & 0x7ff) + (f2 >> 15 & 1) * 2048 + 1, h = (f0 >> 11 & 0x7ff) + (f2 >> 16 & 1) * 2048 + 1;
	u64 d = type == 1 ? 1ull << (f0 >> 22 & 15) : 1, total = 0, pitch;
	int bytes = texel_bytes((f1 & 31) | (f2 >> 14 & 1) << 5);

	if (!bytes || type == 3 || levels > 12) {
		oracle_fault(l->o, "texture", n, "has no such format, type or level");
		return;
	}
	if (finest > levels)
		levels = finest;
	if (l->c->chip == R5_R520) {
		u32 us = need(l, 0x4640 + 4 * n);

		/* The register has sizes up to 2048 as they are. */
		if (w <= 2048 && h <= 2048 && us != (f0 & 0x3ffffff))
			oracle_fault(l->o, "texture", n, "has another size in US_FORMAT0");
	}
	/* Faces are square, and nothing says which side counts. */
	if (type == 2 && w != h)
		w = h = w > h ? w : h;
	if (comes_back(filter & 7) || ((levels || type) && !(f0 >> 31)))
		w = power_of_two(w);
	if (comes_back(filter >> 3 & 7) || levels || type)
		h = power_of_two(h);
	pitch = f0 >> 31 ? (f2 & 0x3fff) + 1 : w;
	for (i = 0; i <= levels; i++)
		total += slice(l, n, at_least_1(pitch >> i), at_least_1(w >> i), at_least_1(h >> i), bytes,
			       offset) * at_least_1(d >> i) * (type == 2 ? 6 : 1);
	oracle_touch(l->o, "texture", n, offset & (offset & 4 ? ~2047u : ~31u), total, false);
	if (offset & 4 && offset & 0x7e0)
		oracle_fault(l->o, "texture", n, "begins in the middle of a macro tile");
}

static void vertices(struct lane *l, u32 control)
{
	u32 walk = control >> 4 & 3, count = control >> 16, i;
	u64 last;

	/* Slots for vertices, and when those that wait go on: another client's can stop the draw. */
	if (!(need(l, 0x2080) & 15) || !(need(l, 0x2080) & 0xf0) || !(need(l, 0x2080) & 0xf00))
		oracle_fault(l->o, "VAP_CNTL", 0, "has no slot, controller or unit for a vertex");
	need(l, 0x2288);
	if (control & 1u << 14)
		count = need(l, 0x2088) & 0xffffff;
	if (walk == 3)
		return;
	/* The last of 0 vertices is the largest number. */
	last = (count - 1) & (control & 1u << 14 ? 0xffffff : 0xffff);
	if (walk == 1)
		last = need(l, 0x2134) & 0xffffff;
	else if (need(l, 0x208c))
		oracle_fault(l->o, "VAP_INDEX_OFFSET", 0, "moves the vertices of an auto-indexed draw");
	need(l, 0x208c);
	need(l, 0x2138);
	if (l->c->arrays == ~0u) {
		oracle_fault(l->o, "vertex arrays", 0, "are another client's");
		return;
	}
	for (i = 0; i < l->c->arrays; i++) {
		u32 size = l->c->array[i].size;

		/* A prefetch is one of at least a dword. */
		oracle_touch(l->o, "vertex array", i, l->c->array[i].addr,
			     last * l->c->array[i].stride + (size ? size : 4), false);
	}
}

/* Channels that reach the assembler as they were fetched: types of floats, X Y Z W in this order. */
static bool unchanged(u32 control, u32 swizzle)
{
	u32 c, type = control & 15;

	if (type > 3 && type != 10)
		return false;
	for (c = 0; c < 4; c++)
		if (swizzle >> (12 + c) & 1 && (swizzle >> 3 * c & 7) != c)
			return false;
	return true;
}

/* Without a vertex program the dwords of the vertices must be all that the assembler waits for. */
static void format(struct lane *l, u32 control)
{
	u32 format0 = need(l, 0x2090), format1 = need(l, 0x2094), i, wanted, got = 0;
	bool same = true, last = false;

	for (i = 0; i < 16 && !last; i++) {
		u32 element = need(l, 0x2150 + i / 2 * 4) >> (i & 1 ? 16 : 0);
		u32 swizzle = need(l, 0x21e0 + i / 2 * 4) >> (i & 1 ? 16 : 0);

		same &= unchanged(element, swizzle);
		last = element & 0x2000;
	}
	if (!same || !(need(l, 0x2140) & 0x100))
		return;
	wanted = (format0 & 1 ? 4 : 0) + (format0 & 2 ? 4 : 0) + (format0 & 4 ? 4 : 0) +
		 (format0 & 8 ? 4 : 0) + (format0 & 16 ? 4 : 0) + (format0 & 0x10000 ? 1 : 0);
	for (i = 0; i < 24; i += 3)
		wanted += (format1 >> i & 7) > 4 ? 4 : format1 >> i & 7;
	if ((control >> 4 & 3) == 3)
		got = need(l, 0x20b4) & 0x7f;
	else
		for (i = 0; i < l->c->arrays && i < 32; i++)
			got += l->c->array[i].size / 4;
	if (got < wanted)
		oracle_fault(l->o, "vertex", got, "is shorter than the assembler waits for");
}

/*
 * The stream or the preamble has uploaded programs, which hold nothing undocumented.  A program
 * that runs past its upload executes words of another client, which were judged as well.
 */
static void programs(struct lane *l)
{
	const struct r5_chip *c = l->c;
	u32 status = need(l, 0x2140), i;

	need(l, 0x4600);
	need(l, 0x4604);
	need(l, 0x4624);
	need(l, 0x4630);
	need(l, 0x4634);
	need(l, 0x4638);
	if (!c->fragment_uploaded)
		oracle_fault(l->o, "fragment program", 0, "is another client's");
	for (i = 0; i < R5_PROGRAM_DW; i += 6)
		if (c->program_known[i] && c->program_known[i + 1] && (c->program[i] & 3) == 3 &&
		    (c->program[i + 1] >> 22 & 7) == 7)
			oracle_fault(l->o, "fragment program", i / 6, "has texture operation 7");
	if (status & 0x100)
		return;
	for (i = 0x22d0; i <= 0x22dc; i += 4)
		need(l, i);
	if (!c->vertex_uploaded)
		oracle_fault(l->o, "vertex program", 0, "is another client's");
}

/**
 * oracle_r500_draw() - judge a draw of one pipe
 * @o: the oracle
 * @c: the chip
 * @lane: the pipe
 * @control: VAP_VF_CNTL
 */
void oracle_r500_draw(struct oracle *o, struct r5_chip *c, u32 lane, u32 control)
{
	struct lane l = { o, c, lane };
	bool resolve = need(&l, 0x4e88) & 1;
	u32 n, enabled = need(&l, 0x4104) & 0xffff, from, to, block;

	from = need(&l, 0x43e0);
	to = need(&l, 0x43e4);
	if ((from & 0x1fff) > (to & 0x1fff) || (from >> 13 & 0x1fff) > (to >> 13 & 0x1fff))
		oracle_fault(o, "scissor", to, "ends before it begins, and may pass everything");
	if (color(&l, resolve))
		c->cached |= 1;
	if (depth(&l, control)) {
		block = oracle_r500_block(need(&l, 0x4f1c), need(&l, 0x4028));
		if (!(c->cached & 2) || block < c->lines)
			c->lines = block;
		c->cached |= 2;
	}
	if (resolve)
		resolve_target(&l);
	for (n = 0; n < 16; n++)
		if (enabled >> n & 1)
			texture(&l, n);
	vertices(&l, control);
	format(&l, control);
	programs(&l);
}
