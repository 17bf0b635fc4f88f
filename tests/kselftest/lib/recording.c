// SPDX-License-Identifier: GPL-2.0
/* Plays recordings with contents: see recording.h.  Little-endian machines only. */
#include "recording.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

uint8_t *recording_read(const char *path, size_t *size)
{
	FILE *f = fopen(path, "r");
	uint8_t *bytes = NULL;
	long end;

	if (f && !fseek(f, 0, SEEK_END)) {
		end = ftell(f);
		rewind(f);
		bytes = end > 0 ? malloc(end) : NULL;
		if (bytes && fread(bytes, 1, end, f) != (size_t)end) {
			free(bytes);
			bytes = NULL;
		}
		*size = end;
	}
	if (f)
		fclose(f);
	return bytes;
}

static uint32_t find_buffer(struct recording *r, uint64_t id, const struct rcp_capture_bo *bo)
{
	uint32_t i;

	for (i = 0; i < r->nbuffers; i++)
		if (r->buffer[i].id == id)
			return i;
	r->buffer = realloc(r->buffer, (i + 1) * sizeof(*r->buffer));
	if (!r->buffer)
		abort();
	r->buffer[r->nbuffers++] = (struct recording_buffer){ id, bo->size, bo->alignment, bo->domains };
	return i;
}

/* The sections of the submission that is being read */
struct reader {
	struct recorded now;
	const struct rcp_capture_bo *bos;
	uint32_t nbos;
};

static const char *identities(struct recording *r, struct reader *s, const uint8_t *ids, uint32_t n)
{
	uint32_t i;
	uint64_t id;

	if (n != s->now.nrelocs || n != s->nbos)
		return "a submission that is cut";
	s->now.buffer = calloc(n + 1, sizeof(*s->now.buffer));
	if (!s->now.buffer)
		return "no memory";
	for (i = 0; i < n; i++) {
		memcpy(&id, ids + i * sizeof(id), sizeof(id));
		s->now.buffer[i] = find_buffer(r, id, &s->bos[i]);
	}
	return NULL;
}

static const char *contents(const struct recording *r, const struct reader *s, const uint8_t *payload, uint32_t length)
{
	struct rcp_capture_contents head;
	uint64_t size;

	if (length < sizeof(head) || !s->now.buffer)
		return "CONTENTS without IDENTITY, or cut";
	memcpy(&head, payload, sizeof(head));
	if (head.reloc >= s->now.nrelocs)
		return "CONTENTS of a relocation that does not exist";
	size = r->buffer[s->now.buffer[head.reloc]].size;
	length -= sizeof(head);
	if (head.offset > size || length > size - head.offset)
		return "CONTENTS past the end of its buffer";
	return NULL;
}

static const char *done(struct recording *r, struct reader *s)
{
	if (!s->now.submit || !s->now.ib || !s->now.relocs)
		return "a submission that is cut";
	if (!s->now.buffer)
		return "a submission without contents: record it with scripts/draw --record";
	r->submission = realloc(r->submission, (r->n + 1) * sizeof(*r->submission));
	if (!r->submission)
		abort();
	r->submission[r->n++] = s->now;
	s->now = (struct recorded){ .submit = NULL };
	return NULL;
}

static const char *take(struct recording *r, struct reader *s, uint32_t type, const uint8_t *payload, uint32_t length)
{
	const char *why;

	switch (type) {
	case RCP_CAPTURE_SUBMIT:
		if (length < sizeof(*s->now.submit))
			return "a submission that is cut";
		free(s->now.buffer);
		*s = (struct reader){ .now.submit = (const void *)payload };
		break;
	case RCP_CAPTURE_STREAM:
		s->now.ib = (const void *)payload;
		s->now.ib_dw = length / 4;
		break;
	case RCP_CAPTURE_RELOCS:
		s->now.relocs = (const void *)payload;
		s->now.nrelocs = length / sizeof(*s->now.relocs);
		break;
	case RCP_CAPTURE_BO:
		s->bos = (const void *)payload;
		s->nbos = length / sizeof(*s->bos);
		break;
	case RCP_CAPTURE_IDENTITY:
		why = identities(r, s, payload, length / sizeof(uint64_t));
		s->now.contents = s->now.contents_end = payload + length;
		return why;
	case RCP_CAPTURE_CONTENTS:
		why = contents(r, s, payload, length);
		s->now.contents_end = payload + length;
		return why;
	case RCP_CAPTURE_DONE:
		return done(r, s);
	}
	return NULL;
}

const char *recording_load(struct recording *r, const char *path)
{
	struct rcp_capture_section head;
	struct reader s = { .nbos = 0 };
	const char *why = NULL;
	size_t size, at;

	memset(r, 0, sizeof(*r));
	r->file = recording_read(path, &size);
	if (!r->file)
		return "a file cannot be read, or is empty";
	for (at = 0; at < size && !why; at += sizeof(head) + head.length) {
		if (size - at < sizeof(head)) {
			why = "the file is cut";
			break;
		}
		memcpy(&head, r->file + at, sizeof(head));
		if (head.magic != RCP_CAPTURE_MAGIC || head.version != RCP_CAPTURE_VERSION ||
		    head.length > size - at - sizeof(head))
			why = "this is no recording, or it is cut";
		else
			why = take(r, &s, head.type, r->file + at + sizeof(head), head.length);
	}
	free(s.now.buffer);
	if (!why && !r->n)
		why = "no submission in the file: record one with scripts/draw --record";
	if (why)
		recording_free(r);
	return why;
}

void recording_free(struct recording *r)
{
	while (r->n--)
		free(r->submission[r->n].buffer);
	free(r->submission);
	free(r->buffer);
	free(r->file);
	memset(r, 0, sizeof(*r));
}

static bool is_r7xx(const char *chip)
{
	return !strncmp(chip, "RV7", 3);
}

static bool is_r6xx(const char *chip)
{
	static const char *const names[] = { "R60", "RV6", "RS7", "RS8" };
	uint32_t i;

	for (i = 0; i < 4; i++)
		if (!strncmp(chip, names[i], 3))
			return true;
	return false;
}

bool recording_fits(const struct recording *r, const char *chip)
{
	uint32_t i;

	for (i = 0; i < r->n; i++)
		if (!(is_r7xx(chip) ? is_r7xx : is_r6xx)(r->submission[i].submit->chip))
			return false;
	return true;
}

int player_open(struct player *p, int fd, const struct recording *r)
{
	*p = (struct player){ .fd = fd, .r = r };
	p->handle = calloc(r->nbuffers, sizeof(*p->handle));
	p->map = calloc(r->nbuffers, sizeof(*p->map));
	return p->handle && p->map ? 0 : -ENOMEM;
}

void player_close(struct player *p)
{
	uint32_t i;

	for (i = 0; i < p->r->nbuffers; i++) {
		if (p->map[i])
			munmap(p->map[i], p->r->buffer[i].size);
		if (p->handle[i])
			gem_close(p->fd, p->handle[i]);
	}
	free(p->handle);
	free(p->map);
}

static int make_buffers(struct player *p, const struct recorded *s)
{
	uint32_t i;
	int ret = 0;

	for (i = 0; i < s->nrelocs && !ret; i++) {
		const struct recording_buffer *b = &p->r->buffer[s->buffer[i]];
		uint32_t k = s->buffer[i];

		if (!p->handle[k])
			ret = gem_create(p->fd, b->size, b->align, b->domain, 0, &p->handle[k]);
		if (!p->map[k] && !ret) {
			p->map[k] = gem_map(p->fd, p->handle[k], b->size);
			ret = p->map[k] ? 0 : -errno;
		}
	}
	return ret;
}

int player_write(struct player *p, uint32_t i)
{
	const struct recorded *s = &p->r->submission[i];
	struct rcp_capture_contents c;
	struct rcp_capture_section head;
	const uint8_t *at;
	int ret = make_buffers(p, s);

	for (at = s->contents; at < s->contents_end && !ret; at += sizeof(head) + head.length) {
		memcpy(&head, at, sizeof(head));
		if (head.type != RCP_CAPTURE_CONTENTS)
			continue;
		memcpy(&c, at + sizeof(head), sizeof(c));
		memcpy(p->map[s->buffer[c.reloc]] + c.offset, at + sizeof(head) + sizeof(c), head.length - sizeof(c));
	}
	return ret;
}

int player_submit(struct player *p, uint32_t i, struct client_cs *cs)
{
	const struct recorded *s = &p->r->submission[i];
	struct drm_radeon_cs_reloc *relocs = calloc(s->nrelocs + 1, sizeof(*relocs));
	uint32_t k;
	int ret;

	if (!relocs)
		return -ENOMEM;
	memcpy(relocs, s->relocs, s->nrelocs * sizeof(*relocs));
	for (k = 0; k < s->nrelocs; k++) {
		relocs[k].handle = p->handle[s->buffer[k]];
		if (!p->domain || p->r->buffer[s->buffer[k]].size > RECORDING_LARGE)
			continue;
		relocs[k].read_domains = relocs[k].read_domains ? p->domain : 0;
		relocs[k].write_domain = relocs[k].write_domain ? p->domain : 0;
	}
	cs->ib = s->ib;
	cs->ib_dw = s->ib_dw;
	cs->relocs = relocs;
	cs->nrelocs = s->nrelocs;
	cs->flags = s->submit->cs_flags;
	cs->ring = s->submit->ring;
	ret = client_submit(p->fd, cs);
	free(relocs);
	return ret;
}

int player_wait(struct player *p, uint32_t i)
{
	const struct recorded *s = &p->r->submission[i];
	uint32_t k;
	int ret = 0;

	for (k = 0; k < s->nrelocs && !ret; k++)
		ret = gem_wait(p->fd, p->handle[s->buffer[k]]);
	return ret;
}

#define VALID	(1ull << 63)	/* of a count that the card has written */

static uint64_t add(uint64_t sum, uint64_t word)
{
	sum = (sum ^ word) * 0x9e3779b97f4a7c15ull;
	return sum ^ sum >> 29;
}

/*
 * The counters of samples are the chip's: of a query's two values only the difference counts, and nothing while the
 * second one is not there.
 */
static uint64_t add_pair(uint64_t sum, const uint64_t word[2], bool counts)
{
	if (!counts || !(word[0] & VALID))
		return add(add(sum, word[0]), word[1]);
	return add(sum, word[1] & VALID ? word[1] - word[0] : VALID);
}

uint64_t player_sum(const struct player *p, uint32_t i)
{
	const struct recorded *s = &p->r->submission[i];
	uint64_t sum = 0, pair[2];
	uint32_t k, at;

	for (k = 0; k < s->nrelocs; k++) {
		const struct recording_buffer *b = &p->r->buffer[s->buffer[k]];

		if (!s->relocs[k].write_domain || b->size > RECORDING_LARGE)
			continue;
		for (at = 0; at + sizeof(pair) <= b->size; at += sizeof(pair)) {
			memcpy(pair, p->map[s->buffer[k]] + at, sizeof(pair));
			sum = add_pair(sum, pair, b->size == RECORDING_COUNTS && b->domain == RADEON_GEM_DOMAIN_GTT);
		}
	}
	return sum;
}
