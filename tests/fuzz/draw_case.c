// SPDX-License-Identifier: GPL-2.0
/*
 * Cases as files: a head, the stream as .r6cs has it, and the pages of its buffers that are not zero,
 * so that a finding can be run again without what it was made from.
 */
#include <stdlib.h>
#include <string.h>

#include "draw.h"

#define VERSION		1u
#define PIECE		4096u
#define MADE_UP		16384u	/* bytes with contents at the begin of a buffer */
#define MAX_STREAM	(1u << 20)

struct case_head {
	char magic[4];
	u32 version, options, seed;
	u32 stream_bytes, pieces;
};

struct case_piece {
	u32 bo, bytes;
	u64 offset;
};

/* Numbers that reach far when they are indices, coordinates or sizes. */
static u32 number(struct random *r, u32 kind)
{
	u32 v = mutate_rnd(r);
	float f;

	switch (kind) {
	case 1:
		return v;
	case 2:
		return v & 0xff;
	case 3:
		return v & 0xffff;
	case 4:
		f = (float)(int)(v % 0x10000) / 64.0f - 256.0f;
		break;
	case 5:
		f = (float)(v % 1001) / 1000.0f;
		break;
	case 6:
		return (v & 0x807fffff) | 0x7f800000;
	case 7:
		return v % 3 ? 0xffffffff : 0x7fffffff;
	default:
		f = (v & 1 ? -1.0f : 1.0f) * (float)(1ull << (v >> 1) % 40);
	}
	memcpy(&v, &f, sizeof(v));
	return v;
}

void draw_case_apply(const struct draw_case *c)
{
	u32 i, w;

	for (i = 0; i < c->nedits; i++) {
		const struct draw_edit *e = &c->edit[i];
		struct random r = { (u64)e->value[0] << 32 | e->value[1] | 1 };
		u8 *to;

		if (e->bo >= c->memory->nbos || e->offset + 4ull * e->words > c->memory->bo[e->bo].room)
			continue;
		to = c->memory->bo[e->bo].bytes + e->offset;
		for (w = 0; w < e->words; w++, to += 4) {
			u32 value = e->kind ? number(&r, e->kind) : e->value[w % DRAW_EDIT_WORDS];

			if (!draw_memory_touch(c->memory, to) || !draw_memory_touch(c->memory, to + 3))
				continue;
			draw_memory_wrote(c->memory, to, sizeof(value));
			memcpy(to, &value, sizeof(value));
		}
	}
}

static bool is_zero(const u8 *p, u64 n)
{
	static const u8 zero[PIECE];

	return !memcmp(p, zero, n);
}

/* Pieces of all buffers, to @f if it is not NULL.  Returns how many. */
static u32 put_pieces(const struct draw_case *c, FILE *f)
{
	u32 n = 0, bo;
	u64 at;

	for (bo = 0; bo < c->stream.nbos; bo++) {
		const struct draw_bo *b = &c->memory->bo[bo];
		u64 size = c->stream.bo[bo].size < b->room ? c->stream.bo[bo].size : b->room;

		for (at = 0; at < size; at += PIECE) {
			struct case_piece p = { bo, (u32)(size - at < PIECE ? size - at : PIECE), at };

			if (is_zero(b->bytes + at, p.bytes))
				continue;
			n++;
			if (f && (fwrite(&p, sizeof(p), 1, f) != 1 || fwrite(b->bytes + at, p.bytes, 1, f) != 1))
				return n;
		}
	}
	return n;
}

bool draw_case_save(const struct draw_case *c, const char *path)
{
	struct case_head head = { "PM4J", VERSION, c->options, c->seed, 0, 0 };
	u8 *stream = malloc(MAX_STREAM);
	FILE *f = fopen(path, "wb");
	bool ok = stream && f;

	draw_memory_reset(c->memory);
	draw_case_apply(c);
	if (ok) {
		head.stream_bytes = (u32)stream_write(&c->stream, stream, MAX_STREAM);
		head.pieces = put_pieces(c, NULL);
		ok = fwrite(&head, sizeof(head), 1, f) == 1 && fwrite(stream, head.stream_bytes, 1, f) == 1;
		put_pieces(c, f);
	}
	if (f && fclose(f))
		ok = false;
	free(stream);
	return ok;
}

static const char *read_pieces(struct draw_case *c, u32 n, FILE *f)
{
	u8 bytes[PIECE];
	struct case_piece p;

	while (n--) {
		if (fread(&p, sizeof(p), 1, f) != 1)
			return "ends in its contents";
		if (!p.bytes || p.bytes > PIECE)
			return "has contents of a wrong length";
		if (fread(bytes, p.bytes, 1, f) != 1)
			return "ends in its contents";
		if (!draw_memory_put(c->memory, p.bo, p.offset, bytes, p.bytes))
			return "has contents outside of its buffers";
	}
	return fgetc(f) == EOF ? NULL : "has bytes after its contents";
}

/* Buffers of the stream, all zeros. */
static const char *new_memory(struct draw_case *c)
{
	u64 sizes[STREAM_MAX_BOS];
	u32 i;

	for (i = 0; i < c->stream.nbos; i++)
		sizes[i] = c->stream.bo[i].size;
	c->memory = draw_memory_new(sizes, c->stream.nbos);
	return c->memory ? NULL : "has buffers for which there is no memory";
}

static const char *read_stream(struct draw_case *c, u32 n, FILE *f)
{
	u8 *bytes = malloc(n + 1);
	const char *why = NULL;

	if (!bytes || fread(bytes, n, 1, f) != 1)
		why = "ends in its stream";
	else if (!stream_read(&c->stream, bytes, n))
		why = "has no stream";
	free(bytes);
	if (why)
		return why;
	return new_memory(c);
}

const char *draw_case_load(struct draw_case *c, const char *path)
{
	FILE *f = fopen(path, "rb");
	const char *why = "cannot be read";
	struct case_head head;

	memset(c, 0, sizeof(*c));
	if (!f)
		return why;
	if (fread(&head, sizeof(head), 1, f) != 1)
		why = "ends in its head";
	else if (memcmp(head.magic, "PM4J", 4))
		why = "is no case";
	else if (head.version != VERSION)
		why = "is of another version";
	else if (head.options & ~DRAW_OPTIONS)
		why = "has an option that does not exist";
	else if (!head.stream_bytes || head.stream_bytes > MAX_STREAM)
		why = "has a stream of a wrong length";
	else
		why = read_stream(c, head.stream_bytes, f);
	if (!why) {
		c->options = head.options;
		c->seed = head.seed;
		why = read_pieces(c, head.pieces, f);
	}
	fclose(f);
	return why;
}

/* Whether a packet that reads indices names the buffer. */
static bool has_indices(const struct stream *s, u32 bo)
{
	u32 i, at;

	for (i = 0; i < s->npackets; i++) {
		at = s->packet[i];
		if ((s->ib[at] & 0xc000ff00) == 0xc0003300 && at + 5 < s->ndw && s->ib[at + 5] / 4 < s->nrelocs &&
		    s->reloc[s->ib[at + 5] / 4].bo == bo)
			return true;
	}
	return false;
}

/* Small indices; otherwise coordinates, most of them in the picture. */
static u32 made_up(struct random *r, bool indices)
{
	u32 v = mutate_rnd(r);
	float f = v & 3 ? (float)(int)(v >> 8 & 31) / 16.0f - 1.0f : (float)(v >> 8 & 255);

	if (indices)
		return v & 0x3f;
	memcpy(&v, &f, sizeof(v));
	return v;
}

const char *draw_case_stream(struct draw_case *c, const char *path)
{
	static u8 bytes[MAX_STREAM];
	static u32 words[MADE_UP / 4];
	FILE *f = fopen(path, "rb");
	const char *why;
	size_t n;
	u32 bo, i;

	memset(c, 0, sizeof(*c));
	if (!f)
		return "cannot be read";
	n = fread(bytes, 1, sizeof(bytes), f);
	fclose(f);
	if (!stream_read(&c->stream, bytes, n) || !stream_is_r5xx(&c->stream))
		return "has no stream of R5xx";
	why = new_memory(c);
	for (bo = 0; !why && bo < c->stream.nbos; bo++) {
		struct random r = { (bo + 1) * 0x9e3779b97f4a7c15ull };
		u64 size = c->stream.bo[bo].size < MADE_UP ? c->stream.bo[bo].size : MADE_UP;

		for (i = 0; i < MADE_UP / 4; i++)
			words[i] = made_up(&r, has_indices(&c->stream, bo));
		if (!draw_memory_put(c->memory, bo, 0, words, size))
			why = "has buffers for which there is no memory";
	}
	return why;
}
