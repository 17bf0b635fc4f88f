/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Guarded access to the host's memory, through the caches if there are any.  Each client keeps the span of its last
 * access, so that a check costs two comparisons; an access outside asks the host again.
 */
#ifndef GPU_MEM_H
#define GPU_MEM_H

#include "cache.h"

struct gpu_mem {
	const struct gpu_host *host;
	void *ctx;
	struct gpu_span span[GPU_CLIENTS][2];	/* by write */
	struct gpu_seen seen[GPU_CLIENTS][2];
	uint64_t faults;	/* accesses that were outside */
	struct gpu_cache *cache;	/* each access asks it, and @span is empty; NULL: there are none */
};

/**
 * struct gpu_fetched - an element that an invocation reads
 * @addr, @bytes: where
 * @texel: it is one of a texture, and the members below are valid
 * @x, @y, @slice, @level: which one
 */
struct gpu_fetched {
	uint64_t addr;
	uint32_t bytes;
	bool texel;
	uint32_t x, y, slice, level;
};

void gpu_mem_init(struct gpu_mem *mem, const struct gpu_host *host, void *ctx);
void gpu_mem_forget(struct gpu_mem *mem);

/*
 * The bytes from addr to addr + n as host memory, or NULL after a fault: some are outside, or they
 * are in more than one span.
 */
uint8_t *gpu_mem_slow(struct gpu_mem *mem, enum gpu_client client, bool write, uint64_t addr, uint64_t n);

static inline void gpu_mem_note(struct gpu_mem *mem, enum gpu_client client, bool write, uint64_t addr, uint64_t n)
{
	struct gpu_seen *s = &mem->seen[client][write];

	s->count++;
	if (addr < s->first)
		s->first = addr;
	if (addr + n > s->end)
		s->end = addr + n;
}

static inline uint8_t *gpu_mem_at(struct gpu_mem *mem, enum gpu_client client, bool write, uint64_t addr, uint64_t n)
{
	const struct gpu_span *s = &mem->span[client][write];

	if (addr >= s->first && addr < s->end && n <= s->end - addr) {
		gpu_mem_note(mem, client, write, addr, n);
		return s->host + (addr - s->first);
	}
	return gpu_mem_slow(mem, client, write, addr, n);
}

/* The same in the span of the client's last access alone; otherwise NULL, without a fault. */
static inline uint8_t *gpu_mem_near(struct gpu_mem *mem, enum gpu_client client, bool write, uint64_t addr, uint64_t n)
{
	const struct gpu_span *s = &mem->span[client][write];

	return addr >= s->first && addr < s->end && n <= s->end - addr ? s->host + (addr - s->first) : NULL;
}

/* Reads n bytes, also across spans; bytes outside are 0 and a fault. */
bool gpu_mem_read(struct gpu_mem *mem, enum gpu_client client, uint64_t addr, void *to, size_t n);
/* Writes n bytes, also across spans; bytes outside are dropped and a fault. */
bool gpu_mem_write(struct gpu_mem *mem, enum gpu_client client, uint64_t addr, const void *from, size_t n);

/* Whether memory holds these bytes; memory outside differs, without a fault. */
bool gpu_mem_equal(struct gpu_mem *mem, enum gpu_client client, uint64_t addr, const void *bytes, size_t n);

/*
 * Bytes to read as host memory, if all are in one span; otherwise NULL, without a fault.  What is
 * then read of them is for gpu_mem_note().
 */
const uint8_t *gpu_mem_try(struct gpu_mem *mem, enum gpu_client client, uint64_t addr, uint64_t n);

#endif
