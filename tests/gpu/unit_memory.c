// SPDX-License-Identifier: GPL-2.0
/* One buffer of random bytes as the machine's memory. */
#include "unit_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit_surface.h"

static void span(void *ctx, uint64_t addr, enum gpu_client client, bool write, struct gpu_span *s)
{
	struct unit_memory *m = ctx;
	uint64_t first = 0, end = m->size;

	if (addr < m->base || addr - m->base >= m->size)
		return;
	if (m->page) {
		first = (addr - m->base) / m->page * m->page;
		end = first + m->page < m->size ? first + m->page : m->size;
	}
	s->first = m->base + first;
	s->end = m->base + end;
	s->host = m->bytes + first;
}

static void fault(void *ctx, const char *what)
{
	struct unit_memory *m = ctx;

	m->faults++;
	snprintf(m->last, sizeof(m->last), "%s", what);
}

struct unit_memory *unit_memory(uint64_t base, uint64_t size)
{
	static const struct gpu_host host = { .span = span, .fault = fault };
	struct unit_memory *m = calloc(1, sizeof(*m));
	uint64_t i;

	if (!m)
		abort();
	m->base = base;
	m->size = size;
	m->bytes = malloc(size);
	if (!m->bytes)
		abort();
	for (i = 0; i < size; i++)
		m->bytes[i] = (uint8_t)unit_random();
	gpu_mem_init(&m->mem, &host, m);
	return m;
}

void unit_memory_free(struct unit_memory *m)
{
	free(m->bytes);
	free(m);
}

uint32_t unit_dword(const struct unit_memory *m, uint64_t offset)
{
	uint32_t v;

	memcpy(&v, m->bytes + offset, sizeof(v));
	return v;
}
