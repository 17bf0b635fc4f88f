// SPDX-License-Identifier: GPL-2.0
/*
 * Mutations of runs on R6xx and R7xx: fields of registers and descriptors, words of programs, indices, scratch
 * memory.
 */
#include <string.h>

#include "draw_front.h"

#define COUNT(a) ((u32)(sizeof(a) / sizeof((a)[0])))

#define OP_NOP			0x10u
#define OP_INDEX_TYPE		0x2au
#define OP_DRAW_INDEX		0x2bu
#define OP_DRAW_INDEX_AUTO	0x2du
#define OP_SET_CONFIG_REG	0x68u
#define OP_SET_CONTEXT_REG	0x69u
#define OP_SET_RESOURCE		0x6du

#define CF_MEM_SCRATCH		0x24u
#define CF_EXPORT		0x27u
#define CF_EXPORT_DONE		0x28u

static const struct draw_field fields[] = {
	/* depth: pitch, slice; first and last slice; format, array mode, tiles; HTILE */
	{ 0x28000, 0, 10 }, { 0x28000, 10, 20 }, { 0x28004, 0, 11 }, { 0x28004, 13, 11 }, { 0x28010, 0, 3 },
	{ 0x28010, 15, 4 }, { 0x28010, 25, 1 }, { 0x28d24, 0, 2 }, { 0x28d24, 8, 16 }, { 0x28800, 0, 8 },
	/* colour 0 to 3: pitch, slice, view, format, array mode, number, tile mode, mask */
	{ 0x28060, 0, 10 }, { 0x28060, 10, 20 }, { 0x28080, 0, 11 }, { 0x28080, 13, 11 }, { 0x280a0, 2, 6 },
	{ 0x280a0, 8, 4 }, { 0x280a0, 12, 3 }, { 0x280a0, 18, 2 }, { 0x28100, 0, 12 }, { 0x28100, 12, 20 },
	{ 0x28064, 0, 10 }, { 0x28064, 10, 20 }, { 0x280a4, 2, 6 }, { 0x280a4, 8, 4 }, { 0x28084, 13, 11 },
	{ 0x28808, 4, 3 }, { 0x28238, 0, 32 }, { 0x2823c, 0, 32 },
	/* scissors, samples, modes of primitives */
	{ 0x28030, 0, 15 }, { 0x28034, 0, 15 }, { 0x28034, 16, 15 }, { 0x28208, 0, 14 }, { 0x28208, 16, 14 },
	{ 0x28200, 0, 15 }, { 0x28200, 16, 15 }, { 0x28244, 0, 14 }, { 0x28244, 16, 14 }, { 0x28254, 0, 14 },
	{ 0x28254, 16, 14 }, { 0x28c04, 0, 2 }, { 0x28814, 0, 6 }, { 0x28a4c, 0, 32 }, { 0x8958, 0, 6 },
	{ 0x28350, 0, 1 }, { 0x28a74, 0, 1 }, { 0x28a00, 0, 32 },
	/* indices */
	{ 0x28400, 0, 32 }, { 0x28404, 0, 32 }, { 0x28408, 0, 32 }, { 0x2840c, 0, 32 }, { 0x28a94, 0, 1 },
	/* programs: constants' sizes, registers, stack; rings and their items */
	{ 0x28140, 0, 9 }, { 0x28180, 0, 9 }, { 0x281c0, 0, 9 }, { 0x28850, 0, 16 }, { 0x28868, 0, 16 },
	{ 0x28a40, 0, 4 }, { 0x28a6c, 0, 6 }, { 0x288a8, 0, 15 }, { 0x288ac, 0, 15 }, { 0x288c8, 0, 15 },
	{ 0x8c44, 0, 32 }, { 0x8c4c, 0, 32 }, { 0x8c54, 0, 32 }, { 0x8c5c, 0, 32 }, { 0x8c64, 0, 32 },
	{ 0x8c6c, 0, 32 }, { 0x8c74, 0, 32 },
	/* stream-out */
	{ 0x28ab0, 0, 1 }, { 0x28b20, 0, 4 }, { 0x28ad0, 0, 32 }, { 0x28ad4, 0, 10 }, { 0x28ae0, 0, 32 },
	{ 0x28ae4, 0, 10 }, { 0x28b28, 0, 32 }, { 0x28b2c, 0, 32 }, { 0x28b30, 0, 9 },
};

/* Bits of a descriptor: its word in @reg; textures, then vertices. */
static const struct draw_field descriptor[] = {
	{ 0, 0, 3 }, { 0, 3, 4 }, { 0, 7, 1 }, { 0, 8, 11 }, { 0, 19, 13 }, { 1, 0, 13 }, { 1, 13, 13 }, { 1, 26, 6 },
	{ 4, 0, 8 }, { 4, 8, 2 }, { 4, 10, 1 }, { 4, 12, 2 }, { 4, 14, 2 }, { 4, 16, 12 }, { 4, 28, 4 }, { 5, 0, 4 },
	{ 5, 4, 13 }, { 5, 17, 13 }, { 6, 0, 5 }, { 6, 30, 2 },
	{ 1, 0, 32 }, { 2, 8, 11 }, { 2, 20, 6 }, { 2, 26, 2 }, { 2, 28, 4 }, { 0, 0, 32 },
};

static u32 op_at(const struct stream *s, u32 at)
{
	return s->ib[at] >> 30 == 3 ? s->ib[at] >> 8 & 0xff : 0;
}

/* One of the dwords that write the register; 0: none does. */
static u32 write_of(const struct stream *s, struct random *r, u32 reg)
{
	bool config = reg < 0x20000;
	u32 index = (reg - (config ? 0x8000 : 0x28000)) / 4, found = 0, n = 0, i;

	for (i = 0; i < s->npackets; i++) {
		u32 at = s->packet[i], ndw = stream_packet_dw(s, at);

		if (op_at(s, at) != (config ? OP_SET_CONFIG_REG : OP_SET_CONTEXT_REG) || ndw < 3)
			continue;
		if (index - s->ib[at + 1] < ndw - 2 && !mutate_below(r, ++n))
			found = at + 2 + index - s->ib[at + 1];
	}
	return found;
}

static void change_field(struct stream *s, struct random *r)
{
	u32 tries, at;

	for (tries = 0; tries < 8; tries++) {
		const struct draw_field *f = &fields[mutate_below(r, COUNT(fields))];

		at = write_of(s, r, f->reg);
		if (!at)
			continue;
		draw_set_field(r, &s->ib[at], f);
		return;
	}
}

static void change_descriptor(struct stream *s, struct random *r)
{
	u32 tries, at, n, which;

	for (tries = 0; s->npackets && tries < 32; tries++) {
		at = s->packet[mutate_below(r, s->npackets)];
		n = stream_packet_dw(s, at);
		if (op_at(s, at) != OP_SET_RESOURCE || n < 9)
			continue;
		which = at + 2 + 7 * mutate_below(r, (n - 2) / 7);
		do {
			const struct draw_field *f = &descriptor[mutate_below(r, COUNT(descriptor))];

			draw_set_field(r, &s->ib[which + f->reg], f);
		} while (!mutate_below(r, 3));
		return;
	}
}

/* The relocation of the packet at @at, whose NOP follows it; -1: it has none. */
static int64_t relocation_of(const struct stream *s, u32 at)
{
	u32 next = at + stream_packet_dw(s, at);

	if (next + 1 >= s->ndw || op_at(s, next) != 0x10 || s->ib[next + 1] / 4 >= s->nrelocs)
		return -1;
	return s->reloc[s->ib[next + 1] / 4].bo;
}

/* A word of a program: a field of it, or a bit. */
static void change_program(struct draw_case *c, struct random *r)
{
	static const struct draw_field parts[] = {
		{ 0, 0, 22 }, { 0, 22, 10 }, { 0, 23, 7 }, { 0, 0, 9 }, { 0, 13, 9 }, { 0, 9, 1 }, { 0, 13, 2 }, { 0, 15, 7 },
		{ 0, 10, 6 }, { 0, 0, 13 }, { 0, 21, 7 }, { 0, 7, 11 }, { 0, 8, 8 }, { 0, 0, 5 }, { 0, 5, 3 },
	};
	struct pm4_program_start start = { 0 }, picked = { 0 };
	const struct stream *s = &c->stream;
	struct draw_edit *e;
	int64_t bo;
	u32 n = 0;

	while (pm4_program_next(&r600_front, s->ib, s->ndw, &start))
		if (!mutate_below(r, ++n))
			picked = start;
	bo = n ? relocation_of(s, picked.packet) : -1;
	if (bo < 0 || bo >= c->memory->nbos || picked.addr + 4096 > c->memory->bo[bo].room)
		return;
	e = draw_new_edit(c, r);
	e->bo = (u32)bo;
	e->offset = picked.addr + 4 * mutate_below(r, mutate_below(r, 2) ? 16 : 160);
	e->words = 1;
	memcpy(&e->value[0], c->memory->bo[bo].bytes + e->offset, 4);
	if (mutate_below(r, 2))
		draw_set_field(r, &e->value[0], &parts[mutate_below(r, COUNT(parts))]);
	else
		e->value[0] = mutate_tweak(r, s, e->value[0]);
}

static u32 packet(u32 op, u32 n)
{
	return 3u << 30 | (n - 1) << 16 | op << 8;
}

/* A draw of vertices in order takes indices from a buffer. */
static void make_indexed(struct draw_case *c, struct random *r)
{
	struct stream *s = &c->stream;
	u32 tries, at = 0, bo, bytes = 2 << mutate_below(r, 2), room;
	u32 dw[9];

	for (tries = 0; s->npackets && s->nrelocs && tries < 32; tries++) {
		at = s->packet[mutate_below(r, s->npackets)];
		if (op_at(s, at) == OP_DRAW_INDEX_AUTO)
			break;
	}
	if (!s->npackets || !s->nrelocs || op_at(s, at) != OP_DRAW_INDEX_AUTO)
		return;
	dw[8] = 4 * mutate_below(r, s->nrelocs);
	bo = s->reloc[dw[8] / 4].bo;
	room = (u32)(s->bo[bo].size < 1 << 20 ? s->bo[bo].size : 1 << 20) / bytes;
	dw[0] = packet(OP_INDEX_TYPE, 1);
	dw[1] = bytes == 4;
	dw[2] = packet(OP_DRAW_INDEX, 4);
	dw[3] = mutate_below(r, 2) ? 0 : bytes * mutate_below(r, room);
	if (!mutate_below(r, 4))
		dw[3] = (bytes * room - mutate_below(r, 8)) & ~1u;
	dw[4] = 0;
	/* Up to the last index, or one more, often. */
	dw[5] = mutate_below(r, 2) ? room - dw[3] / bytes + mutate_below(r, 2) : 1 + mutate_below(r, 64);
	dw[6] = 0;
	dw[7] = packet(OP_NOP, 1);
	stream_remove(s, at, 3);
	stream_insert(s, at, dw, 9);
}

/* A pixel or vertex program writes scratch memory, and there is some. */
static void add_scratch(struct draw_case *c, struct random *r)
{
	struct pm4_program_start start = { 0 }, picked = { 0 };
	struct stream *s = &c->stream;
	u32 vertex = mutate_below(r, 2), first = 0, n = 0, i, item = 4 * (1 + mutate_below(r, 8)), dw[9];
	struct draw_edit *e;
	int64_t bo;

	while (pm4_program_next(&r600_front, s->ib, s->ndw, &start)) {
		first = first ? first : start.packet;
		if (start.stage[0] == (vertex ? 'V' : 'P') && !mutate_below(r, ++n))
			picked = start;
	}
	bo = n ? relocation_of(s, picked.packet) : -1;
	if (bo < 0 || bo >= c->memory->nbos || picked.addr + 4096 > c->memory->bo[bo].room || !s->nrelocs)
		return;
	dw[0] = packet(OP_SET_CONFIG_REG, 3);
	dw[1] = ((vertex ? 0x8c60 : 0x8c68) - 0x8000) / 4;
	dw[2] = mutate_below(r, 4);
	dw[3] = item * 4 * 128 / 256 + mutate_below(r, 2);
	dw[4] = packet(OP_NOP, 1);
	dw[5] = 4 * mutate_below(r, s->nrelocs);
	dw[6] = packet(OP_SET_CONTEXT_REG, 2);
	dw[7] = ((vertex ? 0x288b8 : 0x288bc) - 0x28000) / 4;
	dw[8] = item;
	/* Before the first draw, because rings change when no shader runs, and behind what sets all state. */
	stream_insert(s, first, dw, 9);
	/* Its last export becomes a write of scratch memory. */
	for (i = 0; i < 16; i++) {
		u32 word;

		memcpy(&word, c->memory->bo[bo].bytes + picked.addr + 8 * i + 4, 4);
		if ((word >> 23 & 0x7f) != CF_EXPORT && (word >> 23 & 0x7f) != CF_EXPORT_DONE)
			continue;
		e = draw_new_edit(c, r);
		e->bo = (u32)bo;
		e->offset = picked.addr + 8 * i + 4;
		e->words = 1;
		e->value[0] = (word & ~(0x7fu << 23 | 0xf000u)) | CF_MEM_SCRATCH << 23 | 0xf000;
		return;
	}
}

/* One change of the five kinds. */
void draw_mutate_r600(struct draw_case *c, struct random *r)
{
	switch (mutate_below(r, 11)) {
	case 0 ... 3:
		change_field(&c->stream, r);
		break;
	case 4 ... 6:
		change_descriptor(&c->stream, r);
		break;
	case 7 ... 8:
		change_program(c, r);
		break;
	case 9:
		make_indexed(c, r);
		break;
	default:
		add_scratch(c, r);
	}
}

bool draw_has_program(const struct stream *s, u32 bo)
{
	struct pm4_program_start start = { 0 };

	while (pm4_program_next(&r600_front, s->ib, s->ndw, &start))
		if (relocation_of(s, start.packet) == bo)
			return true;
	return false;
}

