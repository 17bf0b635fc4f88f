// SPDX-License-Identifier: GPL-2.0
/*
 * Recordings of the native node as cases.  A recording has the CPU's writes before each submission;
 * the submissions' own writes come from running them, in order.
 */
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "rcp_capture.h"

#define PAGE		4096u
#define MAX_BUFFERS	4096u
#define MAX_BYTES	(256ull << 20)
#define RING_DMA	2u	/* RADEON_CS_RING_DMA */

/* A buffer of the recording, by its identity. */
struct recorded {
	u64 id, size;
	u8 *bytes;
};

/**
 * struct recording - the state of a recording that is being read
 * @submit, @relocs, @bos, @ids: sections of the current submission
 * @nrelocs: length of the last three
 * @index: of each relocation's buffer in the case
 */
struct recording {
	struct recorded buffer[MAX_BUFFERS];
	u32 nbuffers;
	u64 bytes;
	const struct rcp_capture_submit *submit;
	const u8 *ib;
	u32 ib_dw;
	const struct rcp_capture_reloc *relocs;
	const struct rcp_capture_bo *bos;
	const u64 *ids;
	u32 nrelocs, nbos, nids;
	u32 index[STREAM_MAX_RELOCS];
	struct recorded *of[STREAM_MAX_BOS];
	struct draw_case c;
	void (*take)(void *ctx, const struct draw_case *c);
	void *ctx;
};

static struct recorded *find_buffer(struct recording *r, u64 id, u64 size)
{
	u32 i;

	for (i = 0; i < r->nbuffers; i++)
		if (r->buffer[i].id == id)
			return r->buffer[i].size == size ? &r->buffer[i] : NULL;
	if (r->nbuffers == MAX_BUFFERS || size > MAX_BYTES - r->bytes)
		return NULL;
	r->buffer[i] = (struct recorded){ id, size, calloc(1, size) };
	if (!r->buffer[i].bytes)
		return NULL;
	r->bytes += size;
	return &r->buffer[r->nbuffers++];
}

/* Alignment as .r6cs has it. */
static u32 align_bits(u32 align)
{
	u32 shift = 1;

	while (shift < 12 && 128u << shift < align)
		shift++;
	return shift;
}

/* The buffers of the submission, each once. */
static const char *number_buffers(struct recording *r)
{
	struct stream *s = &r->c.stream;
	u32 i, k;

	if (r->nrelocs != r->nbos || r->nrelocs != r->nids)
		return "has no contents: record it with scripts/draw --record";
	s->nbos = 0;
	for (i = 0; i < r->nrelocs && i < STREAM_MAX_RELOCS; i++) {
		struct recorded *b = find_buffer(r, r->ids[i], r->bos[i].size);

		if (!b)
			return "has too many or too large buffers";
		for (k = 0; k < s->nbos && r->of[k] != b; k++)
			;
		if (k == STREAM_MAX_BOS)
			return "has too many buffers in a submission";
		r->index[i] = k;
		if (k < s->nbos)
			continue;
		r->of[s->nbos] = b;
		s->bo[s->nbos++] = (struct r6cs_file_bo){
			.size = b->size, .tiling = r->bos[i].tiling, .pitch = r->bos[i].pitch,
			.reserved = align_bits(r->bos[i].alignment),
		};
	}
	return NULL;
}

static bool write_contents(struct recording *r, const u8 *data, u32 length)
{
	const struct rcp_capture_contents *head = (const void *)data;
	u32 n = length - (u32)sizeof(*head);
	struct recorded *b;

	if (length < sizeof(*head) || head->reloc >= r->nrelocs || head->reloc >= STREAM_MAX_RELOCS)
		return false;
	b = r->of[r->index[head->reloc]];
	if (head->offset > b->size || n > b->size - head->offset)
		return false;
	memcpy(b->bytes + head->offset, data + sizeof(*head), n);
	return true;
}

/* The case's memory as the recording's buffers are. */
static bool fill_memory(struct recording *r)
{
	static const u8 zero[PAGE];
	u64 sizes[STREAM_MAX_BOS], at, n;
	u32 i;

	for (i = 0; i < r->c.stream.nbos; i++)
		sizes[i] = r->of[i]->size;
	r->c.memory = draw_memory_new(sizes, r->c.stream.nbos);
	if (!r->c.memory)
		return false;
	for (i = 0; i < r->c.stream.nbos; i++) {
		for (at = 0; at < sizes[i]; at += PAGE) {
			n = sizes[i] - at < PAGE ? sizes[i] - at : PAGE;
			if (memcmp(r->of[i]->bytes + at, zero, n) &&
			    !draw_memory_put(r->c.memory, i, at, r->of[i]->bytes + at, n))
				return false;
		}
	}
	return true;
}

/* What the run has written. */
static void keep_memory(struct recording *r)
{
	const struct draw_memory *m = r->c.memory;
	u32 i, w;

	for (i = 0; i < r->c.stream.nbos; i++) {
		u64 first = (u64)(m->bo[i].bytes - m->all), size = r->of[i]->size;

		for (w = 0; w < m->ndirty; w++) {
			u64 at = (u64)m->dirty[w] * DRAW_WINDOW - first;

			if ((u64)m->dirty[w] * DRAW_WINDOW >= first && at < size)
				memcpy(r->of[i]->bytes + at, m->bo[i].bytes + at,
				       size - at < DRAW_WINDOW ? size - at : DRAW_WINDOW);
		}
	}
}

static const char *submission(struct recording *r)
{
	struct stream *s = &r->c.stream;
	struct draw_verdict v;
	u32 i;

	memcpy(s->chip, r->submit->chip, sizeof(s->chip));
	s->ring = 0;
	s->flags = r->submit->cs_flags & 1;
	s->straps = 0;
	s->nrelocs = r->nrelocs;
	s->ndw = r->ib_dw;
	memcpy(s->ib, r->ib, 4ull * r->ib_dw);
	stream_index(s);
	for (i = 0; i < r->nrelocs; i++)
		s->reloc[i] = (struct r6cs_file_reloc){
			r->index[i], r->relocs[i].read_domains, r->relocs[i].write_domain, r->relocs[i].flags };
	if (!fill_memory(r))
		return "has buffers for which there is no memory";
	r->c.options = DRAW_WHOLE;
	draw_run(&r->c, &v);
	keep_memory(r);
	draw_memory_reset(r->c.memory);
	if (v.accepted)
		r->take(r->ctx, &r->c);
	else
		draw_memory_free(r->c.memory);
	return NULL;
}

static const char *section(struct recording *r, u32 type, const u8 *data, u32 n)
{
	const struct rcp_capture_done *done = (const void *)data;

	switch (type) {
	case RCP_CAPTURE_SUBMIT:
		if (n < sizeof(*r->submit))
			return "has a submission that is too short";
		r->submit = (const void *)data;
		break;
	case RCP_CAPTURE_STREAM:
		r->ib = data;
		r->ib_dw = n / 4;
		break;
	case RCP_CAPTURE_RELOCS:
		r->relocs = (const void *)data;
		r->nrelocs = n / sizeof(*r->relocs);
		r->nbos = 0;
		r->nids = 0;
		break;
	case RCP_CAPTURE_BO:
		r->bos = (const void *)data;
		r->nbos = n / sizeof(*r->bos);
		break;
	case RCP_CAPTURE_IDENTITY:
		r->ids = (const void *)data;
		r->nids = n / sizeof(*r->ids);
		return number_buffers(r);
	case RCP_CAPTURE_CONTENTS:
		return write_contents(r, data, n) ? NULL : "has contents outside of its buffers";
	case RCP_CAPTURE_DONE:
		if (!r->submit || n < sizeof(*done))
			return "has a verdict without a submission";
		if (r->nids != r->nrelocs)
			return "has no contents: record it with scripts/draw --record";
		if (done->error || r->submit->ring == RING_DMA || r->ib_dw > STREAM_MAX_DW ||
		    r->nrelocs > STREAM_MAX_RELOCS)
			break;
		return submission(r);
	}
	return NULL;
}

static u8 *load(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	u8 *data = NULL;
	long n;

	if (!f)
		return NULL;
	n = fseek(f, 0, SEEK_END) ? -1 : ftell(f);
	if (n > 0 && !fseek(f, 0, SEEK_SET)) {
		data = malloc((size_t)n);
		*size = (size_t)n;
		if (data && fread(data, 1, *size, f) != *size) {
			free(data);
			data = NULL;
		}
	}
	fclose(f);
	return data;
}

const char *draw_capture(const char *path, void (*take)(void *ctx, const struct draw_case *c), void *ctx)
{
	struct recording *r = calloc(1, sizeof(*r));
	const char *why = NULL;
	size_t size = 0, at = 0;
	u8 *data = load(path, &size);
	u32 i;

	if (!r || !data)
		why = "cannot be read";
	else
		r->take = take, r->ctx = ctx;
	while (!why && at < size) {
		struct rcp_capture_section s;

		if (size - at < sizeof(s)) {
			why = "is cut";
			break;
		}
		memcpy(&s, data + at, sizeof(s));
		at += sizeof(s);
		if (s.magic != RCP_CAPTURE_MAGIC || s.version != RCP_CAPTURE_VERSION)
			why = "is no recording";
		else if (s.length > size - at)
			why = "is cut";
		else
			why = section(r, s.type, data + at, s.length);
		at += s.length;
	}
	for (i = 0; r && i < r->nbuffers; i++)
		free(r->buffer[i].bytes);
	free(r);
	free(data);
	return why;
}
