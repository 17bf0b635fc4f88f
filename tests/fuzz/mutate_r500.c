// SPDX-License-Identifier: GPL-2.0
/*
 * Mutations of streams for R5xx: registers by type-0 packets, one-register packets, pipes,
 * targets, arrays, and the bounds of indices.  Called by mutate(); no locks.
 */
#include <string.h>

#include "mutate.h"

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))
#define ONE_OF(r, a) ((a)[mutate_below(r, COUNT(a))])

/* Registers that determine the accesses of a draw. */
static const uint16_t decisive[] = {
	0x43e0, 0x43e4, 0x4020, 0x4e00, 0x4e04, 0x4e0c, 0x4e18, 0x4e28, 0x4e2c, 0x4e34, 0x4e38,
	0x4e3c, 0x4e44, 0x4e54, 0x4e64, 0x4e80, 0x4e84, 0x4e88, 0x46a4, 0x46a8, 0x46ac, 0x46b0,
	0x4f00, 0x4f10, 0x4f1c, 0x4f20, 0x4f24, 0x4f30, 0x4f44, 0x4f58, 0x4f5c, 0x43a4, 0x4028,
	0x4104, 0x4400, 0x4404, 0x4480, 0x4484, 0x44c0, 0x44c4, 0x4500, 0x4504, 0x4540, 0x4544, 0x4640, 0x42c8,
	0x4be8, 0x2088, 0x208c, 0x20b4, 0x2134, 0x2138, 0x2140, 0x22d0, 0x4600, 0x4624, 0x4630,
	0x4250, 0x4254, 0x2200, 0x2208, 0x2084, 0x1720, 0x143c, 0x20c0,
};

/* The packets: opcode, dwords, relocations after it. */
static const struct {
	uint8_t op, n, relocs;
} shapes[] = {
	{ 0x10, 1, 0 }, { 0x2f, 3, 1 }, { 0x2f, 4, 2 }, { 0x2f, 6, 3 }, { 0x32, 3, 0 },
	{ 0x33, 3, 1 }, { 0x34, 1, 0 }, { 0x35, 13, 0 }, { 0x36, 3, 0 }, { 0x36, 1, 0 },
	{ 0x37, 3, 0 }, { 0x38, 3, 0 }, { 0x28, 2, 0 }, { 0x2a, 3, 0 }, { 0x9b, 8, 0 },
};

/** stream_is_r5xx() - test whether the chip is one of R5xx */
bool stream_is_r5xx(const struct stream *s)
{
	static const char *const chips[] = { "RV515", "R520", "RV530", "R580", "RV560", "RV570" };
	uint32_t i;

	for (i = 0; i < COUNT(chips); i++)
		if (!strncmp(s->chip, chips[i], sizeof(s->chip)))
			return true;
	return false;
}

/* The dword with the value of a register, for one of its writes; 0 if there is none. */
static uint32_t find(struct random *r, const struct stream *s, uint32_t reg)
{
	uint32_t tries, i, at, h, first;

	for (tries = 0; s->npackets && tries < 3; tries++) {
		i = mutate_below(r, s->npackets);
		for (; i < s->npackets; i++) {
			at = s->packet[i];
			h = s->ib[at];
			first = h & 0x1fff;
			if (h >> 30 || reg / 4 < first ||
			    reg / 4 - first >= stream_packet_dw(s, at) - 1)
				continue;
			return at + 1 + reg / 4 - first;
		}
	}
	return 0;
}

static void change_register(struct random *r, struct stream *s)
{
	uint32_t at = find(r, s, ONE_OF(r, decisive));

	if (at && at < s->ndw)
		s->ib[at] = mutate_tweak(r, s, s->ib[at]);
}

static uint32_t boundary(struct random *r, const struct stream *s)
{
	uint32_t i = mutate_below(r, s->npackets + 1);

	return i < s->npackets ? s->packet[i] : s->ndw;
}

static void add_register(struct random *r, struct stream *s)
{
	uint32_t dw[4];

	dw[0] = ONE_OF(r, decisive) / 4;
	dw[1] = mutate_below(r, 3) ? mutate_value(r, s) : mutate_below(r, 16);
	dw[2] = 0xc0001000;
	dw[3] = 4 * mutate_below(r, s->nrelocs);
	if (!mutate_below(r, 16))
		dw[0] |= 0x8000;
	stream_insert(s, boundary(r, s), dw, mutate_below(r, 2) ? 4 : 2);
}

static void add_packet(struct random *r, struct stream *s)
{
	uint32_t k = mutate_below(r, COUNT(shapes)), dw[40], n = 1, i;

	dw[0] = 0xc0000000 | (shapes[k].n - 1u) << 16 | (uint32_t)shapes[k].op << 8;
	for (i = 0; i < shapes[k].n; i++)
		dw[n++] = mutate_value(r, s);
	if (shapes[k].op == 0x2f)
		dw[1] = shapes[k].relocs;
	if (shapes[k].op >= 0x34 && shapes[k].op <= 0x36)
		dw[1] = 4 | (shapes[k].op == 0x34 ? 2u : shapes[k].op == 0x35 ? 3 : 1) << 4 |
			mutate_below(r, 8) << 16;
	if (shapes[k].op == 0x33)
		dw[1] = 0x80000810;
	for (i = 0; i < shapes[k].relocs; i++) {
		dw[n++] = 0xc0001000;
		dw[n++] = 4 * mutate_below(r, s->nrelocs);
	}
	stream_insert(s, boundary(r, s), dw, n);
}

/* The length of a type-0 packet, or its bit for one register. */
static void change_run(struct random *r, struct stream *s)
{
	uint32_t i, at, tries;

	for (tries = 0; s->npackets && tries < 32; tries++) {
		i = mutate_below(r, s->npackets);
		at = s->packet[i];
		if (s->ib[at] >> 30)
			continue;
		switch (mutate_below(r, 4)) {
		case 0:
			s->ib[at] ^= 0x8000;
			break;
		case 1:
			s->ib[at] += 1u << 16;
			break;
		case 2:
			s->ib[at] ^= 1u << mutate_below(r, 15);
			break;
		default:
			s->ib[at] = (s->ib[at] & ~0x1fffu) | ONE_OF(r, decisive) / 4;
		}
		stream_index(s);
		return;
	}
}

/* A body dword of a packet of type 3, or its length. */
static void change_packet(struct random *r, struct stream *s)
{
	uint32_t tries, at, n;

	for (tries = 0; s->npackets && tries < 64; tries++) {
		at = s->packet[mutate_below(r, s->npackets)];
		n = stream_packet_dw(s, at);
		if (s->ib[at] >> 30 != 3 || n < 2 || (s->ib[at] >> 8 & 0xff) == 0x10)
			continue;
		if (n > 8)
			n = 8;
		at += 1 + mutate_below(r, n - 1);
		if (at < s->ndw)
			s->ib[at] = mutate_tweak(r, s, s->ib[at]);
		return;
	}
}

/* Pipes: a part of the stream for some of them. */
static void some_pipes(struct random *r, struct stream *s)
{
	uint32_t dw[2] = { 0x42c8 / 4, mutate_below(r, 16) };

	stream_insert(s, boundary(r, s), dw, 2);
	dw[1] = 15;
	if (mutate_below(r, 3))
		stream_insert(s, boundary(r, s), dw, 2);
}

/**
 * mutate_r500() - change a stream of R5xx in one way
 * @r: the source of numbers
 * @s: the stream
 */
void mutate_r500(struct random *r, struct stream *s)
{
	switch (mutate_below(r, 16)) {
	case 0 ... 5:
		change_register(r, s);
		break;
	case 6 ... 8:
		add_register(r, s);
		break;
	case 9 ... 10:
		add_packet(r, s);
		break;
	case 11 ... 12:
		change_packet(r, s);
		break;
	case 13 ... 14:
		change_run(r, s);
		break;
	default:
		some_pipes(r, s);
	}
}
