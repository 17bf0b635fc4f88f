// SPDX-License-Identifier: GPL-2.0
/*
 * The caches of a card: see cache.h.
 *
 * Source caches TC, VC and SH drop a line when a SURFACE_SYNC over its range has their action.  CB, DB and SMX write
 * theirs back by a SURFACE_SYNC or by a cache flush event.  A line has one place, by a hash of its address,
 * and gives way to another line of that place; the seed chooses the hash and the number of places.
 *
 * At a fence the CPU may look.  Bytes that are still dirty then change places with the host's: memory has
 * what the CPU sees, and the line what it will write back.  The next access by the machine, and the flush, put them back.
 *
 * R5xx has three: TX_INVALTAGS drops TC; DC_FLUSH and DC_FREE write CB's lines back and drop them, ZC_FLUSH and ZC_FREE
 * DB's.  A line that is freed and not flushed is lost.  Vertices see memory, because the vertex cache keeps nothing from
 * one draw to the next.
 *
 * Indices and packets see memory, without a cache.  The rings of geometry programs and scratch memory are
 * coherent, because no packet can flush them between two programs of a draw.
 */
#include "cache.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE		64u
#define LINES_MAX	18u	/* 16 MiB, log2 */
#define LINES_MIN	4u
#define NO_CACHE	GPU_CACHES
#define COHERENT	(GPU_CACHES + 1)
#define FIRST_WRITER	GPU_CACHE_CB
#define ADDRESS_END	(1ull << 40)

/**
 * struct line - a line of a cache
 * @number: address / LINE
 * @turn: it is there if the cache's is the same
 * @valid: a bit for each byte that it has
 * @dirty: ... that its clients have written, and that is not in memory
 * @aside: ... dirty ones that the host's memory lacks, and @data has
 * @data: read caches: what the clients read; others: what memory has
 */
struct line {
	uint64_t number, turn;
	uint64_t valid, dirty, aside;
	uint8_t data[LINE];
};

/* Reasons of old bytes: the client's cache keeps them; behind these: a cache has not written the newest back. */
#define NOT_WRITTEN	GPU_CACHES
#define REASONS		(2 * GPU_CACHES)

/**
 * struct gpu_cache - the caches of a card
 * @line: of each cache; @turn: lines of another turn are not there
 * @bits: log2 of the number of lines of a cache
 * @r500: an R5xx
 * @no_vc: vertices come through TC
 * @by_tc: so do the vertices of the next clause
 * @wrote: a bit for each cache that may have dirty lines; @aside: ... bytes that the host's memory lacks
 * @span: the clients' last spans
 * @old: accesses with old bytes since the last report
 */
struct gpu_cache {
	const struct gpu_host *host;
	void *ctx;
	struct line *line[GPU_CACHES];
	uint64_t turn[GPU_CACHES];
	uint32_t bits, seed, wrote, aside;
	bool r500, no_vc, by_tc, has_old;
	struct gpu_span span[GPU_CLIENTS][2];
	struct gpu_seen old[GPU_CLIENTS][2][REASONS];
};

#define SYNC(action)	action " of a SURFACE_SYNC is missing"
#define EVENT(action)	action " of a SURFACE_SYNC, or a cache flush event, is missing"

/**
 * struct words - how lines name a cache
 * @keeps: what is missing where it keeps older bytes; @lacks: ... where it has not written the newest back
 */
struct words {
	const char *name, *keeps, *lacks;
};

static const struct words r600_words[GPU_CACHES] = {
	[GPU_CACHE_TC] = { "TC", SYNC("TC_ACTION_ENA"), NULL }, [GPU_CACHE_VC] = { "VC", SYNC("VC_ACTION_ENA"), NULL },
	[GPU_CACHE_SH] = { "SH", SYNC("SH_ACTION_ENA"), NULL },
	[GPU_CACHE_CB] = { "CB", EVENT("CB_ACTION_ENA"), EVENT("CB_ACTION_ENA") },
	[GPU_CACHE_DB] = { "DB", EVENT("DB_ACTION_ENA"), EVENT("DB_ACTION_ENA") },
	[GPU_CACHE_SMX] = { "SMX", EVENT("SMX_ACTION_ENA"), EVENT("SMX_ACTION_ENA") },
	[GPU_CACHE_CB_META] = { "CB_META", EVENT("CB_ACTION_ENA"), EVENT("CB_ACTION_ENA") },
	[GPU_CACHE_DB_META] = { "DB_META", EVENT("DB_ACTION_ENA"), EVENT("DB_ACTION_ENA") },
};

static const struct words r500_words[GPU_CACHES] = {
	[GPU_CACHE_TC] = { "TX", "a write to TX_INVALTAGS is missing", NULL },
	[GPU_CACHE_CB] = { "RB3D", "DC_FREE of RB3D_DSTCACHE_CTLSTAT is missing", "DC_FLUSH of RB3D_DSTCACHE_CTLSTAT is missing" },
	[GPU_CACHE_DB] = { "ZB", "ZC_FREE of ZB_ZCACHE_CTLSTAT is missing", "ZC_FLUSH of ZB_ZCACHE_CTLSTAT is missing" },
};

static const struct words *words(const struct gpu_cache *cache, uint32_t which)
{
	return cache->r500 ? &r500_words[which] : &r600_words[which];
}

/* Who writes through a cache, for the host */
static const uint8_t writer[GPU_CACHES] = {
	[GPU_CACHE_CB] = GPU_COLOR, [GPU_CACHE_DB] = GPU_DEPTH, [GPU_CACHE_SMX] = GPU_STRMOUT,
	[GPU_CACHE_CB_META] = GPU_CMASK, [GPU_CACHE_DB_META] = GPU_HTILE,
};

static const uint8_t cache_of[GPU_CLIENTS] = {
	[GPU_VERTEX] = GPU_CACHE_VC, [GPU_INDEX] = NO_CACHE, [GPU_TEXTURE] = GPU_CACHE_TC, [GPU_CONSTANT] = GPU_CACHE_SH,
	[GPU_SHADER] = GPU_CACHE_SH, [GPU_COLOR] = GPU_CACHE_CB, [GPU_DEPTH] = GPU_CACHE_DB, [GPU_HTILE] = GPU_CACHE_DB_META,
	[GPU_CMASK] = GPU_CACHE_CB_META, [GPU_FMASK] = GPU_CACHE_CB_META, [GPU_STRMOUT] = GPU_CACHE_SMX, [GPU_ESGS_RING] = COHERENT,
	[GPU_GSVS_RING] = COHERENT, [GPU_SCRATCH] = COHERENT, [GPU_EXPORT] = COHERENT, [GPU_CP] = NO_CACHE,
};

struct gpu_cache *gpu_cache_create(const struct gpu_host *host, void *ctx, enum gpu_chip chip, uint32_t seed)
{
	struct gpu_cache *cache = calloc(1, sizeof(*cache));

	if (!cache)
		return NULL;
	cache->host = host;
	cache->ctx = ctx;
	cache->seed = seed;
	cache->bits = seed ? LINES_MIN + seed % (LINES_MAX - LINES_MIN) : LINES_MAX;
	cache->r500 = chip >= GPU_RV515;
	cache->no_vc = chip == GPU_RV610 || chip == GPU_RV620 || chip == GPU_RS780 || chip == GPU_RS880 || chip == GPU_RV710;
	for (int i = 0; i < GPU_CACHES; i++) {
		cache->turn[i] = 1;
		cache->line[i] = calloc(1u << cache->bits, sizeof(*cache->line[i]));
		if (!cache->line[i]) {
			gpu_cache_destroy(cache);
			return NULL;
		}
	}
	return cache;
}

void gpu_cache_destroy(struct gpu_cache *cache)
{
	if (!cache)
		return;
	for (int i = 0; i < GPU_CACHES; i++)
		free(cache->line[i]);
	free(cache);
}

struct gpu_span *gpu_cache_span(struct gpu_cache *cache, enum gpu_client client, bool write)
{
	return &cache->span[client][write];
}

void gpu_cache_forget_spans(struct gpu_cache *cache)
{
	memset(cache->span, 0, sizeof(cache->span));
}

bool gpu_cache_keeps(enum gpu_client client)
{
	return cache_of[client] < FIRST_WRITER;
}

void gpu_cache_by_tc(struct gpu_cache *cache, bool tc)
{
	cache->by_tc = tc;
}

/* ---- lines ---- */

static struct line *place(const struct gpu_cache *cache, uint32_t which, uint64_t number)
{
	uint64_t hash = (number ^ (uint64_t)cache->seed << 20) * 0x9e3779b97f4a7c15;

	return &cache->line[which][hash >> (64 - cache->bits)];
}

static bool is_there(const struct gpu_cache *cache, uint32_t which, const struct line *l, uint64_t number)
{
	return l->number == number && l->turn == cache->turn[which];
}

static struct line *find(const struct gpu_cache *cache, uint32_t which, uint64_t number)
{
	struct line *l = place(cache, which, number);

	return is_there(cache, which, l, number) ? l : NULL;
}

/* n bits from a byte of a line on */
static uint64_t bytes_mask(uint64_t at, uint64_t n)
{
	return (n == LINE ? ~0ull : (1ull << n) - 1) << at;
}

/* The host's memory of the line; returns a bit for each byte that there is. */
static uint64_t host_line(struct gpu_cache *cache, uint32_t which, const struct line *l, uint8_t **bytes)
{
	uint64_t base = l->number * LINE, first, end;
	struct gpu_span s = { 0 };

	cache->host->span(cache->ctx, base, writer[which], true, &s);
	if (!s.host || s.first >= base + LINE || s.end <= base)
		return 0;
	first = s.first > base ? s.first - base : 0;
	end = s.end - base < LINE ? s.end - base : LINE;
	*bytes = s.host + base - s.first;
	return bytes_mask(first, end - first);
}

/* The line and the host's memory exchange bytes; returns which. */
static uint64_t exchange(struct gpu_cache *cache, uint32_t which, struct line *l, uint64_t mask)
{
	uint8_t *host;

	mask &= host_line(cache, which, l, &host);
	for (uint64_t m = mask; m; m &= m - 1) {
		uint32_t i = __builtin_ctzll(m);
		uint8_t byte = host[i];

		host[i] = l->data[i];
		l->data[i] = byte;
	}
	return mask;
}

/* The host's memory has the newest bytes again, also where the CPU has written since. */
static void put_back(struct gpu_cache *cache, uint32_t which, struct line *l)
{
	exchange(cache, which, l, l->aside);
	l->aside = 0;
}

/* Another line of the place is dropped: as host memory has its newest bytes, it is written back then. */
static struct line *get(struct gpu_cache *cache, uint32_t which, uint64_t number)
{
	struct line *l = place(cache, which, number);

	if (is_there(cache, which, l, number))
		return l;
	if (l->aside)
		put_back(cache, which, l);
	*l = (struct line){ .number = number, .turn = cache->turn[which] };
	return l;
}

/* What memory has: the host's bytes, but for those that a cache, except @own, has not written back. */
static void see_memory(struct gpu_cache *cache, uint32_t own, uint64_t number, uint64_t mask, uint8_t *line)
{
	for (uint32_t w = FIRST_WRITER; w < GPU_CACHES; w++) {
		const struct line *l = w == own ? NULL : find(cache, w, number);

		for (uint64_t m = l ? l->dirty & mask : 0; m; m &= m - 1)
			line[__builtin_ctzll(m)] = l->data[__builtin_ctzll(m)];
	}
}

/* Reads what the line lacks of the span. */
static void fill(struct gpu_cache *cache, uint32_t which, struct line *l, const struct gpu_span *s)
{
	uint64_t base = l->number * LINE;
	uint64_t first = s->first > base ? s->first - base : 0, end = s->end - base < LINE ? s->end - base : LINE;
	uint64_t lacks = bytes_mask(first, end - first) & ~l->valid;

	for (uint64_t m = lacks; m; m &= m - 1) {
		uint32_t i = __builtin_ctzll(m);

		l->data[i] = s->host[base + i - s->first];
	}
	see_memory(cache, which, l->number, lacks, l->data);
	l->valid |= lacks;
}

/* ---- old bytes ---- */

static void note(struct gpu_cache *cache, enum gpu_client client, bool write, uint32_t reason, uint64_t addr)
{
	struct gpu_seen *s = &cache->old[client][write][reason];

	if (!s->count || addr < s->first)
		s->first = addr;
	if (addr + 1 > s->end)
		s->end = addr + 1;
	s->count++;
	cache->has_old = true;
}

/* The access has an old byte: one that a cache has not written back, or the client's cache has kept. */
static void note_byte(struct gpu_cache *cache, enum gpu_client client, bool write, uint32_t own, uint64_t addr)
{
	for (uint32_t w = FIRST_WRITER; w < GPU_CACHES; w++) {
		const struct line *l = w == own ? NULL : find(cache, w, addr / LINE);

		if (l && l->dirty >> addr % LINE & 1) {
			note(cache, client, write, NOT_WRITTEN + w, addr);
			return;
		}
	}
	note(cache, client, write, own, addr);
}

/* Others will not write these bytes any more. */
static void take_over(struct gpu_cache *cache, uint32_t own, uint64_t number, uint64_t mask)
{
	for (uint32_t w = FIRST_WRITER; w < GPU_CACHES; w++) {
		struct line *l = w == own ? NULL : find(cache, w, number);

		if (l)
			l->dirty &= ~mask;
	}
}

static uint32_t through(const struct gpu_cache *cache, enum gpu_client client)
{
	if (client == GPU_VERTEX && cache->r500)
		return NO_CACHE;
	return client == GPU_VERTEX && (cache->no_vc || cache->by_tc) ? GPU_CACHE_TC : cache_of[client];
}

/* ---- accesses to a line ---- */

/* A read cache gives what it has. */
static void read_line(struct gpu_cache *cache, enum gpu_client client, uint32_t which, uint64_t addr, uint64_t n,
		      const struct gpu_span *s, uint8_t *copy)
{
	const uint8_t *host = s->host + (addr - s->first);
	struct line *l = get(cache, which, addr / LINE);
	uint8_t *have = l->data + addr % LINE;

	if (bytes_mask(addr % LINE, n) & ~l->valid)
		fill(cache, which, l, s);
	if (memcmp(have, host, n))
		for (uint64_t i = 0; i < n; i++)
			if (have[i] != host[i])
				note_byte(cache, client, false, which, addr + i);
	if (copy)
		memcpy(copy, have, n);
}

/* A cache that writes has its own bytes, and of others what memory had when it read the line. */
static void use_line(struct gpu_cache *cache, enum gpu_client client, bool write, uint32_t which, uint64_t addr,
		     uint64_t n, const struct gpu_span *s)
{
	uint8_t *host = s->host + (addr - s->first);
	struct line *l = get(cache, which, addr / LINE);
	const uint8_t *have = l->data + addr % LINE;
	uint64_t mask = bytes_mask(addr % LINE, n);

	if (mask & ~l->valid)
		fill(cache, which, l, s);
	if ((mask & ~l->dirty) && memcmp(have, host, n)) {
		for (uint64_t i = 0; i < n; i++) {
			if (have[i] == host[i] || l->dirty >> (addr % LINE + i) & 1)
				continue;
			note_byte(cache, client, write, which, addr + i);
			host[i] = have[i];
		}
	}
	if (!write)
		return;
	if (mask & ~l->dirty)
		take_over(cache, which, l->number, mask);
	l->dirty |= mask;
	cache->wrote |= 1u << which;
}

/* An access without a cache: it has what memory has; where it writes, nothing else is on its way. */
static void use_memory(struct gpu_cache *cache, enum gpu_client client, bool write, uint64_t addr, uint64_t n,
		       const struct gpu_span *s, uint8_t *copy)
{
	const uint8_t *host = s->host + (addr - s->first);
	uint64_t number = addr / LINE, mask = bytes_mask(addr % LINE, n);
	uint8_t line[LINE], *have = line + addr % LINE;

	memcpy(have, host, n);
	see_memory(cache, NO_CACHE, number, mask, line);
	if (memcmp(have, host, n))
		for (uint64_t i = 0; i < n; i++)
			if (have[i] != host[i])
				note_byte(cache, client, write, NO_CACHE, addr + i);
	if (write)
		take_over(cache, NO_CACHE, number, mask);
	if (copy)
		memcpy(copy, have, n);
}

/* The chip sees to it that read caches have what is written. */
static void use_coherent(struct gpu_cache *cache, uint64_t addr, uint64_t n)
{
	for (uint32_t which = 0; which < FIRST_WRITER; which++) {
		struct line *l = find(cache, which, addr / LINE);

		if (l)
			l->valid &= ~bytes_mask(addr % LINE, n);
	}
}

/* ... in each cache */
static void put_back_all(struct gpu_cache *cache, uint64_t number)
{
	for (uint32_t w = FIRST_WRITER; w < GPU_CACHES; w++) {
		struct line *l = find(cache, w, number);

		if (l && l->aside)
			put_back(cache, w, l);
	}
}

void gpu_cache_use(struct gpu_cache *cache, enum gpu_client client, bool write, uint64_t addr, uint64_t n,
		   const struct gpu_span *s, uint8_t *copy)
{
	uint32_t which = through(cache, client);

	while (n) {
		uint64_t part = LINE - addr % LINE < n ? LINE - addr % LINE : n;

		if (cache->aside)
			put_back_all(cache, addr / LINE);
		if (which < FIRST_WRITER)
			read_line(cache, client, which, addr, part, s, copy);
		else if (which < GPU_CACHES)
			use_line(cache, client, write, which, addr, part, s);
		else if (which == NO_CACHE)
			use_memory(cache, client, write, addr, part, s, copy);
		else if (write)
			use_coherent(cache, addr, part);
		if (copy && which >= FIRST_WRITER && which != NO_CACHE)
			memcpy(copy, s->host + (addr - s->first), part);
		addr += part;
		n -= part;
		copy = copy ? copy + part : NULL;
	}
}

/* ---- flushes ---- */

/* The line keeps the bytes that its clients have written. */
static void keep_written(struct gpu_cache *cache, uint32_t which, struct line *l)
{
	uint64_t mask = l->dirty;
	uint8_t *host;

	if (!mask)
		return;
	mask &= host_line(cache, which, l, &host);
	l->valid &= ~l->dirty | mask;
	for (; mask; mask &= mask - 1)
		l->data[__builtin_ctzll(mask)] = host[__builtin_ctzll(mask)];
}

static void drop(struct gpu_cache *cache, uint32_t which, struct line *l, bool keep)
{
	if (l->aside)
		put_back(cache, which, l);
	if (keep) {
		keep_written(cache, which, l);
		l->dirty = 0;
	} else {
		l->turn = 0;
	}
}

static void flush(struct gpu_cache *cache, uint32_t which, uint64_t first, uint64_t end, bool keep)
{
	uint32_t bit = 1u << which, wrote = cache->wrote & bit, aside = cache->aside & bit;
	bool all = !first && end >= ADDRESS_END;
	uint64_t lines = 1ull << cache->bits;

	if (all) {
		cache->wrote &= ~bit;
		cache->aside &= ~bit;
	}
	keep &= which >= FIRST_WRITER;
	if (keep && !wrote)
		return;
	if (all && !keep && !aside) {
		cache->turn[which]++;
		return;
	}
	first /= LINE;
	end = ((end < ADDRESS_END ? end : ADDRESS_END) + LINE - 1) / LINE;
	if (first >= end)
		return;
	if (end - first < lines) {
		for (; first < end; first++) {
			struct line *l = find(cache, which, first);

			if (l)
				drop(cache, which, l, keep);
		}
		return;
	}
	for (uint64_t i = 0; i < lines; i++) {
		struct line *l = &cache->line[which][i];

		if (l->turn == cache->turn[which] && l->number >= first && l->number < end)
			drop(cache, which, l, keep);
	}
}

void gpu_cache_sync(struct gpu_cache *cache, uint32_t mask, uint64_t first, uint64_t end, bool keep)
{
	if (cache->no_vc && mask & 1u << GPU_CACHE_VC)
		mask |= 1u << GPU_CACHE_TC;
	for (uint32_t i = 0; i < GPU_CACHES; i++)
		if (mask >> i & 1)
			flush(cache, i, first, end, keep);
}

/* ---- lines that are lost, or move ---- */

/* Widens the range by bytes of a line. */
static void widen(uint64_t number, uint64_t mask, uint64_t *first, uint64_t *end)
{
	uint64_t base = number * LINE;

	if (base + __builtin_ctzll(mask) < *first)
		*first = base + __builtin_ctzll(mask);
	if (base + LINE - __builtin_clzll(mask) > *end)
		*end = base + LINE - __builtin_clzll(mask);
}

/* Drops the lines of a cache; memory keeps what it has. */
static void discard(struct gpu_cache *cache, uint32_t which)
{
	uint64_t first = UINT64_MAX, end = 0;
	char line[256];

	for (uint64_t i = 0; cache->wrote >> which & 1 && i < 1ull << cache->bits; i++) {
		struct line *l = &cache->line[which][i];

		if (l->turn != cache->turn[which] || !l->dirty)
			continue;
		exchange(cache, which, l, l->dirty & ~l->aside);
		widen(l->number, l->dirty, &first, &end);
	}
	cache->wrote &= ~(1u << which);
	cache->aside &= ~(1u << which);
	cache->turn[which]++;
	if (!end || !cache->host->stale)
		return;
	snprintf(line, sizeof(line), "0x%010" PRIx64 " to 0x%010" PRIx64 " of %s are freed and not in memory: %s", first, end - 1,
		 words(cache, which)->name, words(cache, which)->lacks);
	cache->host->stale(cache->ctx, first, line);
}

void gpu_cache_discard(struct gpu_cache *cache, uint32_t mask)
{
	for (uint32_t i = 0; i < GPU_CACHES; i++)
		if (mask >> i & 1)
			discard(cache, i);
}

bool gpu_cache_is_dirty(const struct gpu_cache *cache, uint32_t which)
{
	return cache->wrote >> which & 1;
}

bool gpu_cache_take(struct gpu_cache *cache, uint32_t which, uint64_t addr, uint64_t n, uint8_t *bytes)
{
	struct line *l = find(cache, which, addr / LINE);
	uint64_t mask = bytes_mask(addr % LINE, n);
	uint8_t *host;

	if (!l || !(l->dirty & mask))
		return false;
	if (l->aside)
		put_back(cache, which, l);
	if (mask & ~host_line(cache, which, l, &host))
		return false;
	memcpy(bytes, host + addr % LINE, n);
	exchange(cache, which, l, mask & l->dirty);
	l->dirty &= ~mask;
	l->valid &= ~mask;
	return true;
}

/* ---- reports ---- */

static void tell(struct gpu_cache *cache, enum gpu_client client, bool write, uint32_t reason)
{
	struct gpu_seen *s = &cache->old[client][write][reason];
	const struct words *w = words(cache, reason % GPU_CACHES);
	char line[256];

	if (s->count && cache->host->stale) {
		snprintf(line, sizeof(line), "%s %s 0x%010" PRIx64 " to 0x%010" PRIx64 ", of which %s %s: %s", gpu_client_name(client),
			 write ? "writes" : "reads", s->first, s->end - 1, w->name,
			 reason < NOT_WRITTEN ? "keeps older bytes" : "has bytes that are not in memory",
			 reason < NOT_WRITTEN ? w->keeps : w->lacks);
		cache->host->stale(cache->ctx, s->first, line);
	}
	*s = (struct gpu_seen){ 0 };
}

void gpu_cache_tell(struct gpu_cache *cache)
{
	if (!cache->has_old)
		return;
	cache->has_old = false;
	for (int client = 0; client < GPU_CLIENTS; client++)
		for (int write = 0; write < 2; write++)
			for (uint32_t reason = 0; reason < REASONS; reason++)
				tell(cache, client, write, reason);
}

/* The lines of a cache at a fence */
static void fence(struct gpu_cache *cache, uint32_t which)
{
	uint64_t first = UINT64_MAX, end = 0;
	char line[256];

	for (uint64_t i = 0; i < 1ull << cache->bits; i++) {
		struct line *l = &cache->line[which][i];
		uint64_t lacks = l->turn == cache->turn[which] ? l->dirty & ~l->aside : 0;

		if (!lacks)
			continue;
		widen(l->number, lacks, &first, &end);
		l->aside |= exchange(cache, which, l, lacks);
	}
	if (!end)
		return;
	cache->aside |= 1u << which;
	if (!cache->host->stale)
		return;
	snprintf(line, sizeof(line), "a fence passes, and of 0x%010" PRIx64 " to 0x%010" PRIx64 " %s has bytes that are not in memory: %s",
		 first, end - 1, words(cache, which)->name, words(cache, which)->lacks);
	cache->host->stale(cache->ctx, first, line);
}

void gpu_cache_fence(struct gpu_cache *cache)
{
	for (uint32_t w = FIRST_WRITER; w < GPU_CACHES; w++)
		if (cache->wrote >> w & 1)
			fence(cache, w);
}
