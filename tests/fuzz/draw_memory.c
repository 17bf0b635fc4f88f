// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers as a private mapping of a file: a run writes copies of pages, and a reset copies the bytes that it has
 * written from the file.  So a reset costs what was written, and buffers cost memory only where they have contents.
 * Copies of pages stay, because a fault costs more than the copy, until all memories together have too many.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "draw.h"

#define PAGE		4096u
#define SPARE_BYTES	(1u << 20)
#define MOST_BYTES	(64ull << 30)
#define MOST_COPIED	8192u	/* windows: 512 MiB */

/* Windows with copies of pages, of all memories. */
static u32 copied;

/* Mutants may have larger buffers, but not much. */
static u64 room_of(u64 size)
{
	u64 room = size + (size < 4 << 20 ? 3 * size : 16 << 20);

	if (room < SPARE_BYTES)
		room = SPARE_BYTES;
	return (room + DRAW_WINDOW - 1) / DRAW_WINDOW * DRAW_WINDOW;
}

struct draw_memory *draw_memory_new(const u64 *sizes, u32 n)
{
	struct draw_memory *m = calloc(1, sizeof(*m));
	u64 at = 0;
	u32 i;

	if (!m)
		return NULL;
	m->nbos = n + DRAW_SPARE;
	for (i = 0; i < m->nbos && m->bytes < MOST_BYTES; i++) {
		m->bo[i].room = room_of(i < n ? sizes[i] : 0);
		m->bytes += m->bo[i].room;
	}
	m->fd = memfd_create("contents", MFD_CLOEXEC);
	m->window = calloc(m->bytes / DRAW_WINDOW + 1, sizeof(*m->window));
	m->all = MAP_FAILED;
	m->as_file = MAP_FAILED;
	if (m->fd >= 0 && m->bytes < MOST_BYTES && !ftruncate(m->fd, (off_t)m->bytes)) {
		m->all = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, m->fd, 0);
		m->as_file = mmap(NULL, m->bytes, PROT_READ, MAP_SHARED, m->fd, 0);
	}
	if (m->all == MAP_FAILED || m->as_file == MAP_FAILED || !m->window) {
		draw_memory_free(m);
		return NULL;
	}
	for (i = 0; i < m->nbos; i++) {
		m->bo[i].bytes = m->all + at;
		at += m->bo[i].room;
	}
	return m;
}

void draw_memory_free(struct draw_memory *m)
{
	copied -= m->copied;
	if (m->all != MAP_FAILED)
		munmap(m->all, m->bytes);
	if (m->as_file != MAP_FAILED)
		munmap(m->as_file, m->bytes);
	if (m->fd >= 0)
		close(m->fd);
	free(m->window);
	free(m);
}

bool draw_memory_put(struct draw_memory *m, u32 bo, u64 offset, const void *bytes, u64 n)
{
	const u8 *from = bytes;

	if (bo >= m->nbos || offset > m->bo[bo].room || n > m->bo[bo].room - offset)
		return false;
	offset += (u64)(m->bo[bo].bytes - m->all);
	while (n) {
		ssize_t part = pwrite(m->fd, from, n, (off_t)offset);

		if (part <= 0)
			return false;
		from += part;
		offset += (u64)part;
		n -= (u64)part;
	}
	return true;
}

bool draw_memory_touch(struct draw_memory *m, const u8 *p)
{
	u64 n = (u64)(p - m->all) / DRAW_WINDOW;
	struct draw_window *w = &m->window[n];

	if (w->dirty)
		return true;
	if (m->ndirty == DRAW_MAX_DIRTY)
		return false;
	w->dirty = true;
	w->first = DRAW_WINDOW;
	w->end = 0;
	m->copied += !w->copied;
	copied += !w->copied;
	w->copied = true;
	m->dirty[m->ndirty++] = (u32)n;
	return true;
}

void draw_memory_wrote(struct draw_memory *m, const u8 *p, u64 n)
{
	u64 at = (u64)(p - m->all), end = at + n;

	while (at < end) {
		struct draw_window *w = &m->window[at / DRAW_WINDOW];
		u32 first = at % DRAW_WINDOW;
		u64 part = DRAW_WINDOW - first < end - at ? DRAW_WINDOW - first : end - at;

		w->first = first < w->first ? first : w->first;
		w->end = first + part > w->end ? first + (u32)part : w->end;
		at += part;
	}
}

void draw_memory_reset(struct draw_memory *m)
{
	bool drop = copied > MOST_COPIED;
	u32 i;

	for (i = 0; i < m->ndirty; i++) {
		struct draw_window *w = &m->window[m->dirty[i]];
		u64 at = (u64)m->dirty[i] * DRAW_WINDOW + w->first;

		u32 n = w->first < w->end ? w->end - w->first : 0;

		if (!drop && n)
			memcpy(m->all + at, m->as_file + at, n);
		w->dirty = false;
	}
	m->ndirty = 0;
	if (!drop)
		return;
	madvise(m->all, m->bytes, MADV_DONTNEED);
	for (i = 0; i < m->bytes / DRAW_WINDOW; i++)
		m->window[i].copied = false;
	copied -= m->copied;
	m->copied = 0;
}
