// SPDX-License-Identifier: GPL-2.0
/*
 * Mutations of a run beside the words of its stream: bytes of buffers, and sizes that end at the last
 * byte which the checker wants.  Fields of registers are changed as fields, because a bit in the middle of a
 * number seldom means something; draw_mutate_r500.c and draw_mutate_r600.c know them.
 */
#include <string.h>

#include "draw_front.h"

/* Draws that most mutants keep */
#define FEW_DRAWS	3u

static u32 value_of(struct random *r, u32 old, u32 bits)
{
	u32 most = bits == 32 ? ~0u : (1u << bits) - 1;

	switch (mutate_below(r, 8)) {
	case 0:
		return 0;
	case 1:
		return most;
	case 2:
	case 3:
		return (old + 1) & most;
	case 4:
		return (old - 1) & most;
	case 5:
		return (old << mutate_below(r, 3) >> mutate_below(r, 3)) & most;
	case 6:
		return mutate_below(r, 16) & most;
	default:
		return mutate_rnd(r) & most;
	}
}

void draw_set_field(struct random *r, u32 *word, const struct draw_field *f)
{
	u32 most = f->bits == 32 ? ~0u : (1u << f->bits) - 1;
	u32 old = *word >> f->low & most;

	*word = (*word & ~(most << f->low)) | value_of(r, old, f->bits) << f->low;
}

struct draw_edit *draw_new_edit(struct draw_case *c, struct random *r)
{
	struct draw_edit *e = &c->edit[c->nedits < DRAW_EDITS ? c->nedits++ : mutate_below(r, DRAW_EDITS)];

	memset(e, 0, sizeof(*e));
	return e;
}

/* Bytes of a buffer, where it has some, at its end, or anywhere. */
static void change_contents(struct draw_case *c, struct random *r)
{
	const struct stream *s = &c->stream;
	u32 bo = mutate_below(r, s->nbos), tries, word = 0;
	struct draw_edit *e;
	u64 size, at = 0;

	if (!s->nbos || bo >= c->memory->nbos)
		return;
	size = s->bo[bo].size < c->memory->bo[bo].room ? s->bo[bo].size : c->memory->bo[bo].room;
	if (size < 4)
		return;
	for (tries = 0; tries < 8 && !word; tries++) {
		at = mutate_below(r, (u32)(size < 0x100000000ull ? size : ~0u) - 3) & ~3u;
		memcpy(&word, c->memory->bo[bo].bytes + at, 4);
	}
	e = draw_new_edit(c, r);
	e->bo = bo;
	e->words = 1 + mutate_below(r, mutate_below(r, 3) ? 4 : 256);
	e->kind = 1 + mutate_below(r, 8);
	e->value[0] = mutate_rnd(r);
	e->value[1] = mutate_rnd(r);
	if (!mutate_below(r, 4))
		at = mutate_below(r, 16) * 4;
	if (size > 4 * e->words && at > size - 4 * e->words)
		at = (size - 4 * e->words) & ~3ull;
	e->offset = at;
}

/*
 * A mutant changes a few words, and most of many draws were judged before: it keeps about FEW_DRAWS
 * of them, and all in one of 16.
 */
static void thin(struct stream *s, struct random *r)
{
	const struct draw_front *front = stream_is_r5xx(s) ? &draw_r500 : &draw_r600;
	u8 gone[STREAM_MAX_DW / 8] = { 0 };
	u32 i, n = 0, to = 0;

	stream_index(s);
	for (i = 0; i < s->npackets; i++)
		n += front->draws(s->ib[s->packet[i]]);
	if (n <= FEW_DRAWS || !mutate_below(r, 16))
		return;
	/* From the end, so that the seeds of before choose the same draws. */
	for (i = s->npackets; i--;)
		if (front->draws(s->ib[s->packet[i]]) && mutate_below(r, n) >= FEW_DRAWS)
			gone[i / 8] |= 1u << i % 8;
	for (i = 0; i < s->npackets; i++) {
		u32 at = s->packet[i], size = stream_packet_dw(s, at);

		if (gone[i / 8] >> i % 8 & 1)
			continue;
		memmove(s->ib + to, s->ib + at, 4ull * size);
		to += size;
	}
	s->ndw = to;
	stream_index(s);
}

void draw_mutate(struct draw_case *c, struct random *r)
{
	u32 n = 1 + mutate_below(r, 3);

	c->seed = mutate_rnd(r);
	thin(&c->stream, r);
	while (n--) {
		switch (mutate_below(r, 18)) {
		case 0 ... 3:
			mutate(&c->stream, mutate_rnd(r));
			break;
		case 4 ... 6:
			change_contents(c, r);
			break;
		default:
			if (stream_is_r5xx(&c->stream))
				draw_mutate_r500(c, r);
			else
				draw_mutate_r600(c, r);
		}
	}
}

/* The smallest size of the buffer with which the checker accepts the stream; most have it. */
static void shrink(struct stream *s, u32 bo)
{
	u64 low = 0, *bytes = &s->bo[bo].size, most = *bytes;
	struct draw_verdict v;

	/* A buffer that nothing bounds becomes one byte; a draw has no use for that. */
	*bytes = 1;
	if (draw_accepts(s, &v) || (!stream_is_r5xx(s) && draw_has_program(s, bo))) {
		*bytes = most;
		return;
	}
	*bytes = most - 1;
	if (most && !draw_accepts(s, &v))
		low = most;
	*bytes = most;
	while (low < *bytes) {
		u64 high = *bytes;

		*bytes = low + (high - low) / 2;
		if (!draw_accepts(s, &v)) {
			low = *bytes + 1;
			*bytes = high;
		}
	}
}

void draw_tighten(struct draw_case *c, struct random *r, bool all)
{
	struct stream *s = &c->stream;
	struct draw_verdict v;
	u32 i;

	if (!s->nbos || !draw_accepts(s, &v))
		return;
	if (!all) {
		shrink(s, mutate_below(r, s->nbos));
		return;
	}
	for (i = 0; i < s->nbos; i++)
		shrink(s, i);
}
