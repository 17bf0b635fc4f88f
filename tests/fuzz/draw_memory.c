// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers as a private mapping of a file: a run writes copies of pages, and the next one finds what
 * the file has.  So a reset costs what was written, and buffers cost memory only where they
 * have contents.
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
	m->is_dirty = calloc(m->bytes / DRAW_WINDOW / 64 + 1, sizeof(*m->is_dirty));
	m->all = MAP_FAILED;
	if (m->fd >= 0 && m->bytes < MOST_BYTES && !ftruncate(m->fd, (off_t)m->bytes))
		m->all = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, m->fd, 0);
	if (m->all == MAP_FAILED || !m->is_dirty) {
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
	if (m->all != MAP_FAILED)
		munmap(m->all, m->bytes);
	if (m->fd >= 0)
		close(m->fd);
	free(m->is_dirty);
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
	u64 window = (u64)(p - m->all) / DRAW_WINDOW;

	if (m->is_dirty[window / 64] >> window % 64 & 1)
		return true;
	if (m->ndirty == DRAW_MAX_DIRTY)
		return false;
	m->is_dirty[window / 64] |= 1ull << window % 64;
	m->dirty[m->ndirty++] = (u32)window;
	return true;
}

void draw_memory_reset(struct draw_memory *m)
{
	u32 i;

	for (i = 0; i < m->ndirty; i++) {
		u64 window = m->dirty[i];

		madvise(m->all + window * DRAW_WINDOW, DRAW_WINDOW, MADV_DONTNEED);
		m->is_dirty[window / 64] &= ~(1ull << window % 64);
	}
	m->ndirty = 0;
}
