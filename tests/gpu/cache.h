/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The caches of a card between their clients and memory.
 *
 * While draws run the host's memory has the newest bytes.  A cache keeps what its clients would see instead: a line
 * of a read cache has the bytes of the time when it was read; a line of a cache that writes has the bytes
 * that memory still has for all others, until the line is written back.
 */
#ifndef GPU_CACHE_H
#define GPU_CACHE_H

#include "gpu.h"

/* Accesses: their number, and from where to where they reach. */
struct gpu_seen {
	uint64_t first, end, count;
};

struct gpu_cache;

struct gpu_cache *gpu_cache_create(const struct gpu_host *host, void *ctx, enum gpu_chip chip, uint32_t seed);
void gpu_cache_destroy(struct gpu_cache *cache);

/* Where a client's last span is while there are caches. */
struct gpu_span *gpu_cache_span(struct gpu_cache *cache, enum gpu_client client, bool write);
void gpu_cache_forget_spans(struct gpu_cache *cache);
/* The client's bytes are not the host's: it has a read cache. */
bool gpu_cache_keeps(enum gpu_client client);
/* The next vertex fetches are in a clause for the texture cache. */
void gpu_cache_by_tc(struct gpu_cache *cache, bool tc);

/**
 * gpu_cache_use() - an access, before it reaches the host's memory
 * @cache: the caches
 * @client: who makes it
 * @write: it may write
 * @addr, @n: where; inside of @s
 * @s: the host's memory
 * @copy: receives the bytes that the client reads; NULL: it reads and writes the host's memory
 *
 * A client that writes finds its own view in the host's memory then: what others have written and not
 * flushed is lost.
 */
void gpu_cache_use(struct gpu_cache *cache, enum gpu_client client, bool write, uint64_t addr, uint64_t n,
		   const struct gpu_span *s, uint8_t *copy);

/* gpu_flush() of gpu.h */
void gpu_cache_sync(struct gpu_cache *cache, uint32_t mask, uint64_t first, uint64_t end, bool keep);

/* gpu_discard() of gpu.h */
void gpu_cache_discard(struct gpu_cache *cache, uint32_t mask);

/* The cache may have bytes that are not in memory. */
bool gpu_cache_is_dirty(const struct gpu_cache *cache, uint32_t which);

/**
 * gpu_cache_take() - take bytes that a cache has not written back
 * @cache: the caches
 * @which: the cache
 * @addr, @n: where, in one line
 * @bytes: receives them; memory has what it had before, and the cache no longer has them
 *
 * Return: false if the cache has written none of them; then nothing changes.
 */
bool gpu_cache_take(struct gpu_cache *cache, uint32_t which, uint64_t addr, uint64_t n, uint8_t *bytes);

/* gpu_fence() of gpu.h */
void gpu_cache_fence(struct gpu_cache *cache);

/* Tells the host of the accesses that had older bytes than the last write, or lost one. */
void gpu_cache_tell(struct gpu_cache *cache);

#endif
