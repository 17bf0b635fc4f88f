// SPDX-License-Identifier: GPL-2.0
/*
 * The draws of a frame as hashes: of packet and programs, of the state, of each target after it.  Two frames are
 * aligned by them.
 */
#include <stdlib.h>

#include "frame.h"
#include "watch.h"

#define HASH_START	0xcbf29ce484222325ull

static u64 hash_bytes(u64 h, const void *bytes, size_t size)
{
	const u8 *p = bytes;

	for (; size >= 8; size -= 8, p += 8) {
		u64 word;

		memcpy(&word, p, 8);
		h = (h ^ word) * 0x9e3779b97f4a7c15ull;
		h ^= h >> 29;
	}
	for (; size; size--)
		h = (h ^ *p++) * 0x100000001b3ull;
	return h;
}

static void hash_line(void *ctx, const char *text)
{
	u64 *h = ctx;

	*h = hash_bytes(*h, text, strlen(text) + 1);
}

static void hash_instruction(void *ctx, const char *text)
{
	hash_line(ctx, frame_instruction(text));
}

static u64 hash_programs(struct frame_card *card)
{
	struct frame_program programs[FRAME_PROGRAMS];
	u32 n = frame_programs(card, programs);
	u64 h = HASH_START;

	for (u32 i = 0; i < n; i++) {
		hash_line(&h, programs[i].stage);
		frame_program_text(card, &programs[i], hash_instruction, &h);
	}
	return h;
}

static u64 hash_constants(struct frame_card *card)
{
	struct frame_constants c;
	u64 h = HASH_START;

	for (u32 i = 0; i < FRAME_CONSTANTS; i++)
		if (frame_constants(card, i, &c))
			h = hash_bytes(h, c.place.bytes, c.bytes);
	return h;
}

static u64 hash_state(const struct frame_card *card)
{
	const u32 *values = frame_values(card);
	u64 h = HASH_START;

	for (u32 i = 0; i < FRAME_REGS; i++) {
		const u32 pair[2] = { i, values[i] };

		if (frame_reg_is_set(card, i) && !frame_is_place(card, i))
			h = hash_bytes(h, pair, sizeof(pair));
	}
	return h;
}

/* Dwords of a packet with indices or vertices that say what is drawn. */
#define IMMEDIATE_HEAD	2u

/* What the packet says, without its vertices or indices, which are data as constants are. */
static u64 hash_packet(const struct frame_card *card, const struct frame_event *e, u64 *data)
{
	const struct r6cs *cs = &frame_of(card)->subs[e->sub].cs;
	u32 head = strstr(e->name, "IMMD") && e->ndw > IMMEDIATE_HEAD ? IMMEDIATE_HEAD : e->ndw;
	u64 h = HASH_START;

	hash_line(&h, e->name);
	*data = hash_bytes(*data, cs->in.ib + e->at + head, 4 * (e->ndw - head));
	return hash_bytes(h, cs->in.ib + e->at + 1, 4 * (head - 1));
}

/* All samples of a target; 0 without one. */
static u64 hash_target(struct gpu *gpu, u32 target)
{
	struct gpu_view view;
	u8 bytes[GPU_TILE_BYTES];
	u64 h = HASH_START;

	if (!gpu_look_view(gpu, target, &view))
		return 0;
	h = hash_bytes(h, &view.width, sizeof(view.width));
	h = hash_bytes(h, &view.height, sizeof(view.height));
	for (u32 s = 0; s < view.samples; s++)
		for (u32 y = 0; y < view.height; y += 8)
			for (u32 x = 0; x < view.width; x += 8)
				h = hash_bytes(h, bytes, 64 * gpu_look_tile(gpu, target, x, y, s, bytes));
	return h;
}

void frame_hash_targets(struct frame_card *card, u64 target[FRAME_DEPTH + 1])
{
	gpu_look(frame_gpu(card), frame_regs(card));
	for (u32 t = 0; t <= FRAME_DEPTH; t++)
		target[t] = hash_target(frame_gpu(card), t);
}

struct logging {
	struct frame_log *log;
	bool failed;
};

static bool after(void *ctx, struct frame_card *card, const struct frame_event *e)
{
	struct logging *l = ctx;
	struct frame_step *steps = l->log->steps, *s;

	if (e->kind != FRAME_DRAW)
		return true;
	steps = realloc(steps, (l->log->count + 1) * sizeof(*steps));
	if (!steps) {
		l->failed = true;
		return false;
	}
	l->log->steps = steps;
	s = &steps[l->log->count++];
	*s = (struct frame_step){ .e = *e, .state = hash_state(card), .programs = hash_programs(card) };
	s->constants = hash_constants(card);
	s->drawn = hash_packet(card, e, &s->constants);
	if (l->log->same_chip)
		s->drawn ^= s->programs;
	frame_hash_targets(card, s->target);
	return true;
}

void frame_log_forget_programs(struct frame_log *log)
{
	for (u32 i = 0; log->same_chip && i < log->count; i++)
		log->steps[i].drawn ^= log->steps[i].programs;
	log->same_chip = false;
}

int frame_log_read(struct frame_log *log, const struct frame_file *file, char *error)
{
	struct frame_card *card = frame_card_new(file, false, error);
	struct logging l = { .log = log };
	const struct frame_sink sink = { .after = after, .ctx = &l };

	if (!card)
		return -1;
	frame_replay(card, &sink);
	frame_card_free(card);
	return l.failed ? r6cs_err(error, "out of memory") : 0;
}
