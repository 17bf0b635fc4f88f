// SPDX-License-Identifier: GPL-2.0
/*
 * Mutations of runs on R5xx: fields of registers, vertex arrays, draws and their indices, programs and constants,
 * which are all words of the stream (guide, chapter 10).
 */
#include <string.h>

#include "draw_front.h"

#define COUNT(a) ((u32)(sizeof(a) / sizeof((a)[0])))

#define NOP			0xc0001000u
#define OP_LOAD_VBPNTR		0x2fu
#define OP_INDX_BUFFER		0x33u
#define OP_DRAW_VBUF_2		0x34u
#define OP_DRAW_INDX_2		0x36u
#define INDX_BUFFER_PORT	0x80000810u	/* VAP_PORT_IDX0, one register */
#define PVS_DATA		0x2204u
#define PVS_DATA_128		0x2208u
#define US_DATA			0x4254u

static const struct draw_field fields[] = {
	/* colour 0 and 1: offset, pitch, tiling, format; how many, masks, blending, outputs */
	{ 0x4e28, 0, 32 }, { 0x4e38, 1, 13 }, { 0x4e38, 16, 3 }, { 0x4e38, 21, 4 }, { 0x4e2c, 0, 32 }, { 0x4e3c, 1, 13 },
	{ 0x4e3c, 16, 3 }, { 0x4e3c, 21, 4 }, { 0x4e00, 5, 2 }, { 0x4e00, 0, 5 }, { 0x4e00, 9, 2 }, { 0x4e0c, 0, 16 },
	{ 0x4e04, 0, 4 }, { 0x4e18, 2, 1 }, { 0x46a4, 0, 5 }, { 0x46a8, 0, 5 },
	/* resolve and samples */
	{ 0x4e80, 0, 32 }, { 0x4e84, 1, 13 }, { 0x4e88, 0, 1 }, { 0x4020, 0, 3 },
	/* depth: offset, pitch, tiling, format, tests; HiZ, ZMASK, clears */
	{ 0x4f20, 0, 32 }, { 0x4f24, 2, 12 }, { 0x4f24, 16, 3 }, { 0x4f10, 0, 4 }, { 0x4f00, 0, 3 }, { 0x4f04, 0, 3 },
	{ 0x4f1c, 0, 9 }, { 0x43a4, 0, 1 }, { 0x4f14, 0, 1 },
	/* scissor, first clip rectangle and rule, sizes of points */
	{ 0x43e0, 0, 13 }, { 0x43e0, 13, 13 }, { 0x43e4, 0, 13 }, { 0x43e4, 13, 13 }, { 0x43b0, 0, 13 }, { 0x43b4, 13, 13 },
	{ 0x43d0, 0, 16 }, { 0x421c, 0, 16 }, { 0x421c, 16, 16 },
	/* textures 0 to 2: which; size, levels, pitch; format, dimension; offset, tiling; levels sampled */
	{ 0x4104, 0, 3 }, { 0x4480, 0, 11 }, { 0x4480, 11, 11 }, { 0x4480, 22, 4 }, { 0x4480, 26, 4 }, { 0x4480, 31, 1 },
	{ 0x44c0, 0, 5 }, { 0x44c0, 25, 2 }, { 0x4500, 0, 14 }, { 0x4500, 14, 3 }, { 0x4540, 0, 32 }, { 0x4540, 2, 3 },
	{ 0x4400, 0, 9 }, { 0x4400, 9, 8 }, { 0x4400, 17, 4 }, { 0x4440, 0, 32 }, { 0x4484, 0, 11 }, { 0x4484, 11, 11 },
	{ 0x4484, 26, 4 }, { 0x44c4, 0, 5 }, { 0x44c4, 25, 2 }, { 0x4504, 0, 14 }, { 0x4504, 14, 3 }, { 0x4544, 2, 3 },
	{ 0x4488, 0, 22 }, { 0x44c8, 0, 5 },
	/* VAP: limits of indices, offset, vertices, formats, clipping; programs */
	{ 0x2134, 0, 24 }, { 0x2138, 0, 24 }, { 0x208c, 0, 25 }, { 0x2088, 0, 24 }, { 0x20b4, 0, 7 }, { 0x2150, 0, 4 },
	{ 0x2150, 16, 4 }, { 0x2150, 4, 4 }, { 0x2140, 0, 2 }, { 0x20b0, 0, 10 }, { 0x221c, 0, 18 }, { 0x22d0, 0, 30 },
	{ 0x22d4, 0, 26 }, { 0x22dc, 0, 32 }, { 0x4630, 0, 25 }, { 0x4634, 0, 25 }, { 0x4638, 0, 9 }, { 0x4600, 0, 2 },
	/* queries */
	{ 0x4f5c, 0, 32 },
};

static u32 op_at(const struct stream *s, u32 at)
{
	return s->ib[at] >> 30 == 3 ? s->ib[at] >> 8 & 0xff : 0;
}

/* A packet of the operation, or of writes of the register; s->ndw: there is none. */
static u32 packet_of(const struct stream *s, struct random *r, u32 op, u32 reg, u32 *n)
{
	u32 found = s->ndw, seen = 0, i, at, dw;

	for (i = 0; i < s->npackets; i++) {
		at = s->packet[i];
		for (dw = 1; !op && dw < stream_packet_dw(s, at); dw++)
			if (draw_r500.reg(&s->ib[at], dw) == reg)
				break;
		if (op ? op_at(s, at) != op : dw >= stream_packet_dw(s, at))
			continue;
		if (mutate_below(r, ++seen))
			continue;
		found = at;
		*n = op ? stream_packet_dw(s, at) : dw;
	}
	return found;
}

static void change_field(struct stream *s, struct random *r)
{
	u32 tries, at, n = 0;

	for (tries = 0; tries < 8; tries++) {
		const struct draw_field *f = &fields[mutate_below(r, COUNT(fields))];

		at = packet_of(s, r, 0, f->reg, &n);
		if (at >= s->ndw)
			continue;
		draw_set_field(r, &s->ib[at + n], f);
		if (mutate_below(r, 3))
			return;
	}
}

/* Sizes, strides, offsets. */
static void change_arrays(struct stream *s, struct random *r)
{
	static const struct draw_field parts[] = {
		{ 0, 0, 7 }, { 0, 8, 7 }, { 0, 16, 7 }, { 0, 24, 7 }, { 1, 0, 32 }, { 2, 0, 32 }, { 1, 2, 10 }, { 2, 2, 10 },
	};
	const struct draw_field *f = &parts[mutate_below(r, COUNT(parts))];
	u32 n = 0, at = packet_of(s, r, OP_LOAD_VBPNTR, 0, &n), pair;

	if (at >= s->ndw || n < 4)
		return;
	pair = 2 + 3 * mutate_below(r, (n - 1) / 3) + f->reg;
	if (pair < n)
		draw_set_field(r, &s->ib[at + pair], f);
}

/* Primitives, ways of vertices, sizes and numbers of indices. */
static void change_draw(struct stream *s, struct random *r)
{
	static const struct draw_field control[] = { { 0, 0, 4 }, { 0, 4, 2 }, { 0, 11, 1 }, { 0, 14, 1 }, { 0, 16, 16 } };
	static const u8 ops[] = { 0x34, 0x36, 0x35, OP_INDX_BUFFER };
	u32 op = ops[mutate_below(r, COUNT(ops))], n = 0, at = packet_of(s, r, op, 0, &n);
	const struct draw_field offset = { 0, 0, 32 }, *f;

	if (at >= s->ndw || n < 2)
		return;
	f = &control[mutate_below(r, COUNT(control))];
	if (op != OP_INDX_BUFFER)
		draw_set_field(r, &s->ib[at + 1], f);
	else if (n == 4)
		draw_set_field(r, &s->ib[at + 2 + mutate_below(r, 2)], &offset);
}

/* A draw of vertices in order takes indices from a buffer. */
static void make_indexed(struct stream *s, struct random *r)
{
	u32 n = 0, at = packet_of(s, r, OP_DRAW_VBUF_2, 0, &n), wide = mutate_below(r, 2), room, bytes, dw[8];
	u64 size;

	if (at >= s->ndw || n != 2 || !s->nrelocs)
		return;
	dw[7] = 4 * mutate_below(r, s->nrelocs);
	size = s->bo[s->reloc[dw[7] / 4].bo].size;
	room = (u32)(size < 0x10000 ? size : 0x10000) / 4;
	bytes = 4 * (1 + mutate_below(r, mutate_below(r, 2) ? 32 : room));
	dw[0] = 3u << 30 | OP_DRAW_INDX_2 << 8;
	dw[1] = (s->ib[at + 1] & 0xffff & ~(3u << 4 | 1u << 11)) | 1u << 4 | wide << 11 | (bytes >> (wide ? 2 : 1)) << 16;
	dw[2] = 3u << 30 | 2u << 16 | OP_INDX_BUFFER << 8;
	dw[3] = INDX_BUFFER_PORT;
	dw[4] = mutate_below(r, 2) ? 0 : (u32)(size - bytes) & ~3u;
	dw[5] = bytes / 4;
	dw[6] = NOP;
	stream_remove(s, at, 2);
	stream_insert(s, at, dw, 8);
}

static u32 constant_of(struct random *r)
{
	float f = (float)(int)(mutate_rnd(r) % 4096) / 64.0f - 32.0f;
	u32 v;

	memcpy(&v, &f, sizeof(v));
	return v;
}

/* A word of a program or a constant. */
static void change_program(struct stream *s, struct random *r)
{
	static const struct draw_field parts[] = {
		{ 0, 0, 6 }, { 0, 13, 7 }, { 0, 5, 8 }, { 0, 16, 9 }, { 0, 0, 11 }, { 0, 24, 8 }, { 0, 8, 1 }, { 0, 22, 4 },
	};
	static const u16 ports[] = { US_DATA, PVS_DATA_128, PVS_DATA };
	u32 n = 0, at = packet_of(s, r, 0, ports[mutate_below(r, COUNT(ports))], &n), *word;

	if (at >= s->ndw || stream_packet_dw(s, at) < 2)
		return;
	word = &s->ib[at + 1 + mutate_below(r, stream_packet_dw(s, at) - 1)];
	switch (mutate_below(r, 3)) {
	case 0:
		draw_set_field(r, word, &parts[mutate_below(r, COUNT(parts))]);
		break;
	case 1:
		*word = constant_of(r);
		break;
	default:
		*word = mutate_tweak(r, s, *word);
	}
}

void draw_mutate_r500(struct draw_case *c, struct random *r)
{
	switch (mutate_below(r, 12)) {
	case 0 ... 4:
		change_field(&c->stream, r);
		break;
	case 5 ... 6:
		change_arrays(&c->stream, r);
		break;
	case 7 ... 8:
		change_draw(&c->stream, r);
		break;
	case 9 ... 10:
		change_program(&c->stream, r);
		break;
	default:
		make_indexed(&c->stream, r);
	}
}
