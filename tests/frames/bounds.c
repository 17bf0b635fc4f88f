// SPDX-License-Identifier: GPL-2.0
/*
 * What the checker demands of a surface's buffer.  The checker has no call for it, but it says it when it refuses:
 * the stream up to the draw is checked with a buffer that is too small, and that grows to the size
 * that the checker asks for.
 */
#include <stdlib.h>

#include "frame.h"

/* Checks, at most. */
#define TRIES	24u

struct asking {
	const struct frame_card *card;
	const struct frame_submission *s;
	struct pm4_input in;
	struct pm4_buffer *buffers;
	struct pm4_patch *patches;
	u64 *written;
	struct pm4_checker *checker;
	u32 capacity;
};

static bool begin(struct asking *a, const struct frame_card *card, const struct frame_event *e)
{
	const struct pm4_card *pm4 = frame_pm4_card(card);

	a->card = card;
	a->s = &frame_of(card)->subs[e->sub];
	a->in = a->s->cs.in;
	a->in.ib_dw = e->at + e->ndw;
	a->capacity = pm4_patches_max(pm4->front, a->in.ib_dw);
	a->buffers = calloc(a->in.nbuffers + 1, sizeof(*a->buffers));
	a->patches = calloc(a->capacity + 1, sizeof(*a->patches));
	a->written = calloc(PM4_BITMAP_WORDS(a->in.nbuffers) + 1, sizeof(*a->written));
	a->checker = calloc(1, pm4_checker_size(pm4->front));
	if (!a->buffers || !a->patches || !a->written || !a->checker)
		return false;
	memcpy(a->buffers, a->in.buffers, a->in.nbuffers * sizeof(*a->buffers));
	a->in.buffers = a->buffers;
	pm4_checker_init(a->checker, pm4);
	return true;
}

static void set_size(struct asking *a, u64 id, u64 size)
{
	for (u32 i = 0; i < a->in.nbuffers; i++)
		if (a->s->ids[i] == id)
			a->buffers[i].size = size;
}

static u64 ask(struct asking *a, const struct frame_place *place)
{
	u64 size = 0, bytes = 0;

	for (u32 i = 0; i < TRIES; i++) {
		struct pm4_verdict v;
		struct pm4_result result;
		bool surface;
		u64 wants;

		set_size(a, place->id, size);
		if (!pm4_check(a->checker, &a->in, a->patches, a->capacity, a->written, &result, &v))
			return bytes;
		surface = v.code == PM4_CODE_SURFACE_BOUNDS;
		if (surface && v.buffer < a->in.nbuffers && a->s->ids[v.buffer] == place->id && v.offset == place->offset)
			bytes = v.actual;
		wants = v.offset + (surface ? v.actual : 1);
		size = wants > size && v.offset < 1ull << 32 ? wants : size + 4096 + size / 2;
	}
	return 0;
}

u64 frame_bound(const struct frame_card *card, const struct frame_event *e, const struct frame_place *place)
{
	struct asking a = { 0 };
	u64 bytes = begin(&a, card, e) ? ask(&a, place) : 0;

	free(a.buffers);
	free(a.patches);
	free(a.written);
	free(a.checker);
	return bytes;
}
