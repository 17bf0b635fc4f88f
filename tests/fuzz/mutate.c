// SPDX-License-Identifier: GPL-2.0
/*
 * Structured mutations: the changes that a malicious or broken client would make to a real
 * stream.  Most keep the stream well formed, so that they reach the checker's deeper rules
 * and not only its parser.
 *
 * Called by the fuzzer; deterministic in the seed; no locks.
 */
#include <string.h>

#include "mutate.h"

static uint32_t rnd(struct random *r)
{
	r->state ^= r->state << 13;
	r->state ^= r->state >> 7;
	r->state ^= r->state << 17;
	return (uint32_t)(r->state >> 16);
}

static uint32_t below(struct random *r, uint32_t n)
{
	return n ? rnd(r) % n : 0;
}

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))
#define ONE_OF(r, a) ((a)[below(r, COUNT(a))])

static const char *const chips[] = {
	"R600", "RV610", "RV630", "RV670", "RV620", "RV635",
	"RS780", "RS880", "RV770", "RV730", "RV710", "RV740",
};

/* Context and config registers that determine the accesses of a draw. */
static const uint32_t decisive[] = {
	0x28000, 0x28004, 0x2800c, 0x28010, 0x28014, 0x28030, 0x28034,
	0x28040, 0x28044, 0x2805c, 0x28060, 0x28064, 0x2807c, 0x28080,
	0x28084, 0x2809c, 0x280a0, 0x280a4, 0x280bc, 0x280c0, 0x280c4,
	0x280e0, 0x280e4, 0x28100, 0x28104, 0x2811c, 0x28140, 0x28144,
	0x2817c, 0x28180, 0x281bc, 0x281c0, 0x281fc, 0x28204, 0x28208,
	0x28200, 0x28230, 0x28238, 0x2823c, 0x28240, 0x28244, 0x28250,
	0x28254, 0x28350, 0x287e4, 0x287e8, 0x287f0, 0x28800, 0x28808,
	0x2880c, 0x28814, 0x28840, 0x28858, 0x2886c, 0x28880, 0x28894,
	0x288a8, 0x288ac, 0x288b0, 0x288b8, 0x288bc, 0x288c0, 0x288c4,
	0x288c8, 0x28940, 0x28944, 0x28948, 0x2897c, 0x28980, 0x28984,
	0x28988, 0x289bc, 0x289c0, 0x289c4, 0x289fc, 0x28a40, 0x28a48,
	0x28a6c, 0x28a74, 0x28a7c, 0x28a84, 0x28a90, 0x28ab0, 0x28ad0,
	0x28ad4, 0x28ad8, 0x28adc, 0x28ae0, 0x28ae8, 0x28b00, 0x28b08,
	0x28b20, 0x28b28, 0x28b2c, 0x28c04, 0x28c48, 0x28d0c, 0x28d10,
	0x28d24, 0x28d34, 0x8040, 0x8490, 0x85f0, 0x85f4, 0x85f8, 0x8c00,
	0x8c40, 0x8c44, 0x8c48, 0x8c4c, 0x8c50, 0x8c54, 0x8c58, 0x8c5c,
	0x8c60, 0x8c64, 0x8c68, 0x8c6c, 0x8c70, 0x8c74, 0x8c78, 0x8c7c,
	0x8958, 0x895c, 0x8970, 0x9010, 0x9014, 0x9830, 0x98f0,
};

/* A packet to insert: opcode, body dwords, relocations after it. */
static const struct {
	uint8_t op, n, relocs;
} shapes[] = {
	{ 0x20, 2, 1 }, { 0x28, 2, 0 }, { 0x2a, 1, 0 }, { 0x2b, 4, 1 },
	{ 0x2d, 2, 0 }, { 0x2e, 4, 0 }, { 0x29, 4, 0 }, { 0x2f, 1, 0 },
	{ 0x34, 5, 1 }, { 0x34, 5, 2 }, { 0x39, 2, 1 }, { 0x3a, 3, 0 },
	{ 0x3b, 5, 1 }, { 0x3b, 5, 2 }, { 0x3c, 6, 1 }, { 0x3c, 6, 0 },
	{ 0x3d, 4, 1 }, { 0x41, 5, 2 }, { 0x42, 1, 0 }, { 0x43, 4, 1 },
	{ 0x45, 8, 1 }, { 0x45, 8, 2 }, { 0x46, 1, 0 }, { 0x46, 3, 1 },
	{ 0x47, 5, 1 }, { 0x57, 2, 0 }, { 0x21, 3, 0 }, { 0x22, 4, 1 },
	{ 0x23, 1, 0 }, { 0x32, 3, 1 }, { 0x6d, 8, 1 }, { 0x6d, 8, 2 },
	{ 0x6d, 15, 2 }, { 0x72, 2, 1 }, { 0x73, 1, 0 }, { 0x24, 1, 0 },
	{ 0x6a, 5, 0 }, { 0x6e, 4, 0 }, { 0x6f, 3, 0 }, { 0x6b, 2, 0 },
	{ 0x6c, 2, 0 }, { 0x27, 5, 1 }, { 0x10, 1, 0 },
};

/* A value near a boundary. */
static uint32_t value(struct random *r, const struct stream *s)
{
	uint64_t size = s->nbos ? s->bo[below(r, s->nbos)].size : 4096;

	switch (below(r, 12)) {
	case 0:
		return 0;
	case 1:
		return ~0u;
	case 2:
		return 1u << below(r, 32);
	case 3:
		return (1u << below(r, 32)) - 1;
	case 4:
	case 5:
		return below(r, 64);
	case 6:
		return (uint32_t)size + below(r, 33) - 16;
	case 7:
		return (uint32_t)(size >> 8) + below(r, 5) - 2;
	case 8:
		return (uint32_t)(size >> 2) + below(r, 5) - 2;
	case 9:
		return 0u - below(r, 64);
	case 10:
		return 0x80000000u | below(r, 0x10000);
	default:
		return rnd(r);
	}
}

/* Change a dword a little, a field of it, or all of it. */
static uint32_t tweak(struct random *r, const struct stream *s, uint32_t v)
{
	uint32_t low = below(r, 32), mask;

	switch (below(r, 6)) {
	case 0:
		return v ^ 1u << low;
	case 1:
		return v + 1;
	case 2:
		return v - 1;
	case 3:
		return v + (1u << low);
	case 4:
		mask = ((2u << below(r, 14)) - 1) << low;
		return (v & ~mask) | (rnd(r) & mask);
	default:
		return value(r, s);
	}
}

/* The same for mutations of other generations. */
uint32_t mutate_rnd(struct random *r)
{
	return rnd(r);
}

uint32_t mutate_below(struct random *r, uint32_t n)
{
	return below(r, n);
}

uint32_t mutate_value(struct random *r, const struct stream *s)
{
	return value(r, s);
}

uint32_t mutate_tweak(struct random *r, const struct stream *s, uint32_t v)
{
	return tweak(r, s, v);
}

/* The header offset of a random type-3 packet, or -1 if there is none. */
static int64_t pick(struct random *r, const struct stream *s, uint32_t op)
{
	uint32_t tries, at;

	for (tries = 0; s->npackets && tries < 64; tries++) {
		at = s->packet[below(r, s->npackets)];
		if (s->ib[at] >> 30 == 3 && stream_packet_dw(s, at) > 1 &&
		    (!op || (s->ib[at] >> 8 & 0xff) == op))
			return at;
	}
	return -1;
}

/* The start of a packet, a good place to insert. */
static uint32_t boundary(struct random *r, const struct stream *s)
{
	uint32_t i = below(r, s->npackets + 1);

	return i < s->npackets ? s->packet[i] : s->ndw;
}

static void change_body(struct random *r, struct stream *s)
{
	int64_t at = pick(r, s, 0);
	uint32_t i;

	if (at < 0)
		return;
	i = (uint32_t)at + 1 + below(r, stream_packet_dw(s, (uint32_t)at) - 1);
	s->ib[i] = tweak(r, s, s->ib[i]);
}

static void change_draw(struct random *r, struct stream *s)
{
	static const uint32_t ops[] = { 0x2b, 0x2d, 0x2e, 0x46, 0x47, 0x41,
		0x3d, 0x34, 0x3b, 0x20, 0x3c, 0x72, 0x2a };
	int64_t at = pick(r, s, ONE_OF(r, ops));
	uint32_t i;

	if (at < 0)
		return;
	i = (uint32_t)at + 1 + below(r, stream_packet_dw(s, (uint32_t)at) - 1);
	s->ib[i] = tweak(r, s, s->ib[i]);
}

/* Change a register in an existing packet. */
static void change_register(struct random *r, struct stream *s)
{
	uint32_t reg = ONE_OF(r, decisive), tries, first, last, n;
	uint32_t op = reg < 0x20000 ? 0x68 : 0x69;
	uint32_t index = (reg - (reg < 0x20000 ? 0x8000 : 0x28000)) / 4;
	int64_t at;

	for (tries = 0; tries < 32; tries++) {
		at = pick(r, s, op);
		if (at < 0)
			return;
		n = stream_packet_dw(s, (uint32_t)at);
		first = s->ib[at + 1];
		last = first + n - 3;
		if (n < 3 || index < first || index > last)
			continue;
		n = (uint32_t)at + 2 + index - first;
		s->ib[n] = tweak(r, s, s->ib[n]);
		return;
	}
}

static void add_register(struct random *r, struct stream *s)
{
	uint32_t reg = ONE_OF(r, decisive), dw[5];
	bool config = reg < 0x20000;

	dw[0] = 3u << 30 | 1 << 16 | (config ? 0x68u : 0x69u) << 8;
	dw[1] = (reg - (config ? 0x8000 : 0x28000)) / 4;
	dw[2] = value(r, s);
	dw[3] = 3u << 30 | 0x10 << 8;
	dw[4] = 4 * below(r, s->nrelocs);
	stream_insert(s, boundary(r, s), dw, below(r, 2) ? 5 : 3);
}

static void add_packet(struct random *r, struct stream *s)
{
	uint32_t k = below(r, COUNT(shapes)), dw[24], n = 1, i;

	dw[0] = 3u << 30 | (shapes[k].n - 1u) << 16 |
		(uint32_t)shapes[k].op << 8 | !below(r, 16);
	for (i = 0; i < shapes[k].n; i++)
		dw[n++] = value(r, s);
	if (shapes[k].op == 0x6d) {
		dw[1] = 7 * below(r, 600);
		dw[8] = (below(r, 8) ? 2u + below(r, 2) : 0) << 30;
	}
	for (i = 0; i < shapes[k].relocs; i++) {
		dw[n++] = 3u << 30 | 0x10 << 8;
		dw[n++] = 4 * below(r, s->nrelocs);
	}
	stream_insert(s, boundary(r, s), dw, n);
}

static void change_descriptor(struct random *r, struct stream *s)
{
	int64_t at = pick(r, s, 0x6d);
	uint32_t n, i;

	if (at < 0)
		return;
	n = stream_packet_dw(s, (uint32_t)at);
	if (n < 9)
		return;
	i = (uint32_t)at + 1 + below(r, n - 1);
	s->ib[i] = tweak(r, s, s->ib[i]);
}

static void change_relocation(struct random *r, struct stream *s)
{
	int64_t at = pick(r, s, 0x10);

	if (at >= 0)
		s->ib[at + 1] = below(r, 8) ? 4 * below(r, s->nrelocs) :
					      value(r, s);
}

static void change_buffer(struct random *r, struct stream *s)
{
	struct r6cs_file_bo *bo;

	if (!s->nbos)
		return;
	bo = &s->bo[below(r, s->nbos)];
	switch (below(r, 9)) {
	case 0:
		bo->size -= bo->size > 256 ? 256 : 0;
		break;
	case 1:
		bo->size = bo->size / 2;
		break;
	case 2:
		bo->size -= !!bo->size;
		break;
	case 3:
		bo->size += below(r, 4096);
		break;
	case 4:
		bo->size = (uint64_t)value(r, s) & 0x3ffffff;
		break;
	case 5:
		bo->tiling = below(r, 4);
		break;
	case 6:
		bo->reserved ^= 1u << 31;
		break;
	case 7:
		bo->reserved = (bo->reserved & ~15u) | below(r, 13);
		break;
	default:
		bo->size -= bo->size > 4 ? 4 : 0;
	}
}

static void change_header(struct random *r, struct stream *s)
{
	int64_t at = pick(r, s, 0);

	if (at < 0)
		return;
	switch (below(r, 5)) {
	case 0:
		s->ib[at] += 1u << 16;
		break;
	case 1:
		s->ib[at] -= 1u << 16;
		break;
	case 2:
		s->ib[at] ^= 1;
		break;
	case 3:
		s->ib[at] = (s->ib[at] & ~0xff00u) | (rnd(r) & 0xff00);
		break;
	default:
		s->ib[at] = tweak(r, s, s->ib[at]);
	}
	stream_index(s);
}

static void drop(struct random *r, struct stream *s)
{
	uint32_t at;

	if (s->npackets < 2)
		return;
	at = s->packet[below(r, s->npackets)];
	stream_remove(s, at, stream_packet_dw(s, at));
}

static void drop_many(struct random *r, struct stream *s)
{
	uint32_t first, last;

	if (s->npackets < 8)
		return;
	first = below(r, s->npackets);
	last = first + 1 + below(r, s->npackets / 4);
	if (last >= s->npackets)
		last = s->npackets - 1;
	stream_remove(s, s->packet[first], s->packet[last] - s->packet[first]);
}

/* Copy a run of packets to another place. */
static void duplicate(struct random *r, struct stream *s)
{
	static uint32_t copy[256];
	uint32_t first, n = 0, i;

	if (!s->npackets)
		return;
	first = below(r, s->npackets);
	for (i = first; i < s->npackets && i < first + 1 + below(r, 6); i++)
		n = s->packet[i] + stream_packet_dw(s, s->packet[i]) -
		    s->packet[first];
	if (!n || n > COUNT(copy))
		return;
	memcpy(copy, s->ib + s->packet[first], 4 * n);
	stream_insert(s, boundary(r, s), copy, n);
}

static void change_frame(struct random *r, struct stream *s)
{
	switch (below(r, 7)) {
	case 6:
		if (stream_is_r5xx(s))
			s->straps = below(r, 4);
		else
			s->straps = below(r, 2) ? 1u << 31 | below(r, 64) : 0;
		break;
	case 0:
	case 1:
		/* A stream of R5xx stays one. */
		if (stream_is_r5xx(s))
			break;
		memset(s->chip, 0, sizeof(s->chip));
		strcpy(s->chip, ONE_OF(r, chips));
		break;
	case 2:
		s->flags ^= 1;
		break;
	case 3:
		s->ndw = below(r, s->ndw + 1);
		stream_index(s);
		break;
	case 4:
		if (s->nrelocs)
			s->reloc[below(r, s->nrelocs)].bo = below(r, s->nbos);
		break;
	default:
		if (s->nbos < STREAM_MAX_BOS && s->nrelocs < STREAM_MAX_RELOCS) {
			s->bo[s->nbos] = (struct r6cs_file_bo){
				.size = 4096ull << below(r, 12) };
			s->reloc[s->nrelocs++] = (struct r6cs_file_reloc){
				.bo = s->nbos++ };
		}
	}
}

/* Packets of the async DMA engine. */
static void dma_packet(struct random *r, struct stream *s)
{
	static const uint8_t ops[] = { 2, 3, 3, 3, 4, 5, 6, 7, 13, 13, 15 };
	uint32_t dw[12], op = ONE_OF(r, ops), n, i;

	n = op == 2 ? 4 : op == 13 ? 4 : op == 3 ? (below(r, 4) ? 5 : 7) :
	    op == 15 ? 1 : 3;
	dw[0] = op << 28 | (op == 2 ? 1 : below(r, 256));
	if (!below(r, 4))
		dw[0] |= below(r, 4) << 22;
	for (i = 1; i < n; i++)
		dw[i] = below(r, 4) ? 4 * below(r, 4096) : value(r, s);
	if (op == 3)
		dw[3] = dw[4] = 0;
	stream_insert(s, below(r, 2) ? s->ndw : 0, dw, n);
}

static void change_dma(struct random *r, struct stream *s)
{
	uint32_t at, n;

	if (!s->npackets)
		return;
	at = s->packet[below(r, s->npackets)];
	n = stream_packet_dw(s, at);
	if (below(r, 4))
		at += below(r, n < 8 ? n : 8);
	if (s->packet[0] == at || below(r, 2))
		s->ib[at] += below(r, 65) - 32;
	else
		s->ib[at] = tweak(r, s, s->ib[at]);
	stream_index(s);
}

/**
 * mutate() - change a stream in one to four ways
 * @s: stream
 * @seed: selects the changes
 */
void mutate(struct stream *s, uint32_t seed)
{
	struct random r = { seed * 0x9e3779b97f4a7c15ull + 0x632be59bd9b4e019ull };
	uint32_t n = 1 + below(&r, 4);

	while (n--) {
		if (s->ring == 1 && below(&r, 2)) {
			if (below(&r, 4))
				change_dma(&r, s);
			else
				dma_packet(&r, s);
			continue;
		}
		if (stream_is_r5xx(s) && below(&r, 3)) {
			mutate_r500(&r, s);
			continue;
		}
		switch (below(&r, 24)) {
		case 0 ... 3:
			change_register(&r, s);
			break;
		case 4 ... 6:
			change_body(&r, s);
			break;
		case 7 ... 9:
			change_descriptor(&r, s);
			break;
		case 10 ... 11:
			change_buffer(&r, s);
			break;
		case 12 ... 13:
			add_register(&r, s);
			break;
		case 14 ... 15:
			add_packet(&r, s);
			break;
		case 16:
			change_header(&r, s);
			break;
		case 17:
			drop(&r, s);
			break;
		case 18:
			drop_many(&r, s);
			break;
		case 19:
			duplicate(&r, s);
			break;
		case 20:
			change_relocation(&r, s);
			break;
		case 21 ... 22:
			change_draw(&r, s);
			break;
		default:
			change_frame(&r, s);
		}
	}
}

/**
 * mutate_splice() - put a run of one stream's packets into another
 * @to: destination
 * @from: source
 * @seed: selects the run and the position
 *
 * Relocations of @from are replaced by relocations that @to has.
 */
void mutate_splice(struct stream *to, const struct stream *from, uint32_t seed)
{
	struct random r = { seed * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull };
	static uint32_t copy[1024];
	uint32_t first, last, n, i;

	if (!from->npackets || to->ring != from->ring)
		return;
	first = below(&r, from->npackets);
	last = first + below(&r, 64);
	if (last >= from->npackets)
		last = from->npackets - 1;
	while (last > first && from->packet[last] - from->packet[first] >
			       COUNT(copy) - 64)
		last--;
	n = from->packet[last] - from->packet[first];
	if (!n)
		return;
	memcpy(copy, from->ib + from->packet[first], 4 * n);
	for (i = 0; i + 1 < n; i += stream_packet_dw(from, from->packet[first] + i))
		if ((copy[i] & 0xc000ff00) == 0xc0001000 && to->nrelocs)
			copy[i + 1] = copy[i + 1] / 4 % to->nrelocs * 4;
	stream_insert(to, boundary(&r, to), copy, n);
}
