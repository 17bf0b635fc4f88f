// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: pieces of one arena, which is a file in memory so that a client can map its buffers
 * where it likes.  A guard page follows each buffer: an access that leaves a buffer is in no other.
 *
 * A child that a client forks has the arena in common with it, as both would have the card's memory.  So
 * the map of taken pages is common as well, and a page is free again when the process that made its
 * buffer gives it back; what a child never gives back stays taken.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "node.h"

#define SMALL	65536u	/* buffers up to here are cleared, and not given back to the system */

#define PAGES	((uint32_t)(NODE_MEMORY_SIZE / NODE_PAGE))

/**
 * struct page_map - of the arena, for all processes that have it
 * @lock: keeps the others
 * @used_end: memory from here on was never used
 * @taken: a bit for each page of a buffer, and for the guard page behind it
 */
struct page_map {
	pthread_mutex_t lock;
	uint64_t used_end;
	uint64_t taken[PAGES / 64];
};

static uint8_t *memory;
static int memory_fd = -1;
static struct page_map *map;
static struct node_bo *first;
static uint32_t created;

uint8_t *node_memory(void)
{
	return memory;
}

int node_memory_fd(void)
{
	return memory_fd;
}

static void mark(uint64_t addr, uint64_t size, bool taken)
{
	uint32_t page = (uint32_t)((addr - NODE_MEMORY) / NODE_PAGE), end = page + (uint32_t)(size / NODE_PAGE);

	for (; page < end; page++) {
		if (taken)
			map->taken[page / 64] |= 1ull << page % 64;
		else
			map->taken[page / 64] &= ~(1ull << page % 64);
	}
}

/* Another process may have died with the lock; it leaves the map as good as it was. */
static void lock_map(void)
{
	if (pthread_mutex_lock(&map->lock) == EOWNERDEAD)
		pthread_mutex_consistent(&map->lock);
}

static int map_init(void)
{
	pthread_mutexattr_t attr;

	map = libc_mmap(NULL, sizeof(*map), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED)
		return -errno;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&map->lock, &attr);
	map->used_end = NODE_MEMORY;
	/* The null page, with its guard. */
	mark(NODE_NULL, 2 * NODE_PAGE, true);
	return 0;
}

int node_memory_init(void)
{
	if (memory)
		return 0;
	memory_fd = memfd_create("rcp-node-memory", MFD_CLOEXEC);
	if (memory_fd < 0 || ftruncate(memory_fd, NODE_MEMORY_SIZE))
		return -errno;
	memory = libc_mmap(NULL, NODE_MEMORY_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
			   memory_fd, 0);
	if (memory == MAP_FAILED) {
		memory = NULL;
		return -errno;
	}
	return map_init();
}

static uint64_t round_up(uint64_t x, uint64_t to)
{
	return (x + to - 1) & ~(to - 1);
}

/* Whether pages from @page to @end are free; otherwise @page is the one after the last that is taken. */
static bool is_free(uint32_t *page, uint32_t end)
{
	for (uint32_t at = end; at > *page;) {
		if (!(at % 64) && at - *page >= 64 && !map->taken[at / 64 - 1]) {
			at -= 64;
			continue;
		}
		at--;
		if (map->taken[at / 64] >> at % 64 & 1) {
			*page = at + 1;
			return false;
		}
	}
	return true;
}

/* The first gap with room for a buffer and its guard page; 0: there is none. */
static uint64_t find_gap(uint64_t size, uint32_t align)
{
	uint64_t addr = round_up(NODE_MEMORY, align);

	while (addr + size + NODE_PAGE <= NODE_MEMORY + NODE_MEMORY_SIZE) {
		uint32_t page = (uint32_t)((addr - NODE_MEMORY) / NODE_PAGE);

		if (is_free(&page, page + (uint32_t)(size / NODE_PAGE) + 1))
			return addr;
		addr = round_up(NODE_MEMORY + (uint64_t)page * NODE_PAGE, align);
	}
	return 0;
}

/* Takes pages; returns 0 if there are none, and whether they may hold old bytes. */
static uint64_t take(uint64_t size, uint32_t align, bool *old)
{
	uint64_t addr;

	lock_map();
	addr = find_gap(size, align);
	if (addr) {
		mark(addr, size + NODE_PAGE, true);
		*old = addr < map->used_end;
		if (addr + size > map->used_end)
			map->used_end = addr + size;
	}
	pthread_mutex_unlock(&map->lock);
	return addr;
}

static void clear(struct node_bo *bo)
{
	uint8_t *bytes = node_bo_bytes(bo);

	if (bo->size <= SMALL || madvise(bytes, bo->size, MADV_REMOVE))
		memset(bytes, 0, bo->size);
}

static void link_in(struct node_bo *bo)
{
	struct node_bo **link = &first;

	while (*link && (*link)->addr < bo->addr)
		link = &(*link)->next;
	bo->next = *link;
	*link = bo;
}

struct node_bo *node_bo_create(uint64_t size, uint32_t align, uint32_t domains)
{
	struct node_bo *bo = calloc(1, sizeof(*bo));
	bool old = false;
	uint64_t addr = bo && size <= NODE_MEMORY_SIZE ? take(size, align, &old) : 0;

	if (!addr) {
		free(bo);
		return NULL;
	}
	*bo = (struct node_bo){
		.addr = addr, .size = size, .align = align, .domains = domains,
		.refs = 1, .id = ++created, .owner = getpid(),
	};
	link_in(bo);
	if (old)
		clear(bo);
	return bo;
}

/* Gives the pages of a buffer back that this process has taken. */
static void give_back(const struct node_bo *bo)
{
	if (bo->owner != getpid())
		return;
	if (bo->size > SMALL)
		madvise(node_bo_bytes(bo), bo->size, MADV_REMOVE);
	lock_map();
	mark(bo->addr, bo->size + NODE_PAGE, false);
	pthread_mutex_unlock(&map->lock);
}

void node_bo_put(struct node_bo *bo)
{
	struct node_bo **link = &first;

	if (--bo->refs)
		return;
	while (*link != bo)
		link = &(*link)->next;
	*link = bo->next;
	node_record_forget(bo);
	give_back(bo);
	free(bo);
}

uint64_t node_memory_used(uint32_t domain)
{
	uint64_t sum = 0;

	for (struct node_bo *bo = first; bo; bo = bo->next)
		if (bo->domains & domain)
			sum += bo->size;
	return sum;
}
