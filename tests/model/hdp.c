// SPDX-License-Identifier: GPL-2.0
/*
 * The host data path (HDP): a buffer between the CPU and VRAM.
 *
 * Writes of the CPU through BAR 0 stay in the buffer until the driver flushes the HDP, and
 * reads of the CPU may return buffered lines.  The model checks both only if it sees the
 * CPU's accesses (see_vram).  They always reach VRAM immediately; the model tracks the
 * dwords that may still be buffered on a real card.
 */
#include <stdlib.h>
#include <string.h>

#include "model_int.h"

#define PAGE_BYTES	(GPU_PAGE / 4 / 8)	/* of the bitmap, for one page */

bool hdp_new(struct model *m)
{
	u64 pages = m->config.bar_size / GPU_PAGE;

	if (!m->config.see_vram)
		return true;
	m->hdp.queued = calloc(pages, PAGE_BYTES);
	m->hdp.dirty = calloc(pages, sizeof(*m->hdp.dirty));
	return m->hdp.queued && m->hdp.dirty;
}

void hdp_free(struct model *m)
{
	free(m->hdp.queued);
	free(m->hdp.dirty);
}

/* All earlier writes are in VRAM. */
void hdp_push(struct model *m)
{
	for (u32 i = 0; i < m->hdp.ndirty; i++)
		memset(m->hdp.queued + (u64)m->hdp.dirty[i] * PAGE_BYTES, 0, PAGE_BYTES);
	m->hdp.ndirty = 0;
}

/* The buffered lines are dropped. */
void hdp_drop_lines(struct model *m)
{
	m->hdp.round++;
}

/* Flush: both of them. */
void hdp_drain(struct model *m)
{
	hdp_push(m);
	hdp_drop_lines(m);
}

static bool page_is_clean(const struct model *m, u64 page)
{
	static const u8 zeros[PAGE_BYTES];

	return !memcmp(m->hdp.queued + page * PAGE_BYTES, zeros, PAGE_BYTES);
}

static void queue(struct model *m, u64 offset, u64 len)
{
	for (u64 dw = offset / 4; dw <= (offset + len - 1) / 4; dw++) {
		u64 page = dw * 4 / GPU_PAGE;

		if (dw * 4 >= m->config.bar_size)
			return;
		if (page_is_clean(m, page))
			m->hdp.dirty[m->hdp.ndirty++] = (u32)page;
		m->hdp.queued[dw / 8] |= 1u << dw % 8;
	}
}

/* Test whether a byte of this range may still be buffered; true only once. */
bool hdp_holds(struct model *m, u64 offset, u64 len)
{
	if (!m->hdp.queued || !m->hdp.ndirty || offset >= m->config.bar_size)
		return false;
	for (u64 dw = offset / 4; dw <= (offset + len - 1) / 4 && dw * 4 < m->config.bar_size; dw++) {
		if (!(m->hdp.queued[dw / 8] & 1u << dw % 8))
			continue;
		hdp_drain(m);
		return true;
	}
	return false;
}

void hdp_wrote(struct model *m, u64 offset, u64 len)
{
	if (m->hdp.queued)
		queue(m, offset, len);
}

/* A read of the CPU may return the buffered line even if the GPU has written it since. */
void hdp_read(struct model *m, u64 offset)
{
	u64 line = offset / HDP_LINE;
	struct hdp_line *held = &m->hdp.line[line % HDP_LINES];

	if (held->line != line + 1 || held->round != m->hdp.round) {
		*held = (struct hdp_line){ .line = line + 1, .round = m->hdp.round };
		return;
	}
	if (!held->stale)
		return;
	held->stale = false;
	violation(m, "hdp-read",
		  "the CPU read VRAM at 0x%llx again, which the GPU had written, without an HDP flush in between",
		  (unsigned long long)offset);
}

/* The GPU has written VRAM: buffered lines of it are stale. */
void hdp_age(struct model *m, u64 offset, u64 len)
{
	u64 first = offset / HDP_LINE, last = (offset + len - 1) / HDP_LINE;

	for (u32 i = 0; i < HDP_LINES; i++) {
		struct hdp_line *held = &m->hdp.line[i];

		if (held->line > first && held->line <= last + 1)
			held->stale = true;
	}
}
