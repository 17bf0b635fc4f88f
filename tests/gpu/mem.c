// SPDX-License-Identifier: GPL-2.0
/* Guarded access to the host's memory: spans are asked for, kept, and never passed. */
#include "mem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const client_names[GPU_CLIENTS] = {
	[GPU_VERTEX] = "vertex", [GPU_INDEX] = "index", [GPU_TEXTURE] = "texture",
	[GPU_CONSTANT] = "constant", [GPU_SHADER] = "shader", [GPU_COLOR] = "colour",
	[GPU_DEPTH] = "depth", [GPU_HTILE] = "HTILE", [GPU_CMASK] = "CMASK", [GPU_FMASK] = "FMASK",
	[GPU_STRMOUT] = "stream-out", [GPU_ESGS_RING] = "ES/GS ring", [GPU_GSVS_RING] = "GS/VS ring",
	[GPU_SCRATCH] = "scratch", [GPU_EXPORT] = "memory export",
	[GPU_CP] = "CP",
};

const char *gpu_client_name(enum gpu_client client)
{
	return client_names[client];
}

/* Tells the host of the accesses through a span. */
static void let_go(struct gpu_mem *mem, enum gpu_client client, bool write)
{
	struct gpu_seen *s = &mem->seen[client][write];

	if (s->count && mem->host->seen)
		mem->host->seen(mem->ctx, client, write, s->first, s->end, s->count);
	*s = (struct gpu_seen){ .first = UINT64_MAX };
}

void gpu_mem_forget(struct gpu_mem *mem)
{
	for (int client = 0; client < GPU_CLIENTS; client++) {
		let_go(mem, client, false);
		let_go(mem, client, true);
	}
	memset(mem->span, 0, sizeof(mem->span));
	if (mem->cache) {
		gpu_cache_tell(mem->cache);
		gpu_cache_forget_spans(mem->cache);
	}
}

void gpu_mem_init(struct gpu_mem *mem, const struct gpu_host *host, void *ctx)
{
	memset(mem, 0, sizeof(*mem));
	mem->host = host;
	mem->ctx = ctx;
	gpu_mem_forget(mem);
}

/* The span around addr, or NULL: nothing is there. */
static const struct gpu_span *span_at(struct gpu_mem *mem, enum gpu_client client, bool write, uint64_t addr)
{
	struct gpu_span *s = mem->cache ? gpu_cache_span(mem->cache, client, write) : &mem->span[client][write];

	if (addr < s->first || addr >= s->end) {
		struct gpu_span found = { 0 };

		mem->host->span(mem->ctx, addr, client, write, &found);
		if (!found.host || addr < found.first || addr >= found.end)
			return NULL;
		let_go(mem, client, write);
		*s = found;
	}
	return s;
}

static void fault(struct gpu_mem *mem, enum gpu_client client, bool write, uint64_t addr, uint64_t n)
{
	char line[128];

	mem->faults++;
	if (!mem->host->fault)
		return;
	snprintf(line, sizeof(line), "%s %s of %" PRIu64 " bytes at 0x%010" PRIx64 " is outside",
		 gpu_client_name(client), write ? "write" : "read", n, addr);
	mem->host->fault(mem->ctx, line);
}

uint8_t *gpu_mem_slow(struct gpu_mem *mem, enum gpu_client client, bool write, uint64_t addr, uint64_t n)
{
	const struct gpu_span *s = span_at(mem, client, write, addr);

	if (s && n <= s->end - addr) {
		gpu_mem_note(mem, client, write, addr, n);
		if (mem->cache)
			gpu_cache_use(mem->cache, client, write, addr, n, s, NULL);
		return s->host + (addr - s->first);
	}
	fault(mem, client, write, addr, n);
	return NULL;
}

static bool across(struct gpu_mem *mem, enum gpu_client client, bool write, uint64_t addr, uint8_t *bytes, size_t n)
{
	uint64_t begin = addr, size = n;
	bool whole = true;

	while (n) {
		const struct gpu_span *s = span_at(mem, client, write, addr);
		size_t part = 1;

		if (s) {
			part = s->end - addr < n ? (size_t)(s->end - addr) : n;
			gpu_mem_note(mem, client, write, addr, part);
			if (mem->cache)
				gpu_cache_use(mem->cache, client, write, addr, part, s, write ? NULL : bytes);
			if (write)
				memcpy(s->host + (addr - s->first), bytes, part);
			else if (!mem->cache)
				memcpy(bytes, s->host + (addr - s->first), part);
		} else {
			if (!write)
				*bytes = 0;
			whole = false;
		}
		addr += part;
		bytes += part;
		n -= part;
	}
	if (!whole)
		fault(mem, client, write, begin, size);
	return whole;
}

bool gpu_mem_read(struct gpu_mem *mem, enum gpu_client client, uint64_t addr, void *to, size_t n)
{
	return across(mem, client, false, addr, to, n);
}

bool gpu_mem_write(struct gpu_mem *mem, enum gpu_client client, uint64_t addr, const void *from, size_t n)
{
	union { const void *from; uint8_t *bytes; } u = { .from = from };

	return across(mem, client, true, addr, u.bytes, n);
}

bool gpu_mem_equal(struct gpu_mem *mem, enum gpu_client client, uint64_t addr, const void *bytes, size_t n)
{
	const uint8_t *b = bytes;
	uint8_t copy[64];

	while (n) {
		const struct gpu_span *s = span_at(mem, client, false, addr);
		size_t part;

		if (!s)
			return false;
		part = s->end - addr < n ? (size_t)(s->end - addr) : n;
		if (mem->cache && part > sizeof(copy))
			part = sizeof(copy);
		gpu_mem_note(mem, client, false, addr, part);
		if (mem->cache)
			gpu_cache_use(mem->cache, client, false, addr, part, s, copy);
		if (memcmp(mem->cache ? copy : s->host + (addr - s->first), b, part))
			return false;
		addr += part;
		b += part;
		n -= part;
	}
	return true;
}

const uint8_t *gpu_mem_try(struct gpu_mem *mem, enum gpu_client client, uint64_t addr, uint64_t n)
{
	const struct gpu_span *s = mem->cache && gpu_cache_keeps(client) ? NULL : span_at(mem, client, false, addr);

	if (!s || n > s->end - addr)
		return NULL;
	return s->host + (addr - s->first);
}
