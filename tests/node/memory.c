// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: pieces of one arena, which is a file in memory so that a client can map its buffers
 * where it likes.  A guard page follows each buffer: an access that leaves a buffer is in no other.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "node.h"

#define SMALL	65536u	/* buffers up to here are cleared, and not given back to the system */

static uint8_t *memory;
static int memory_fd = -1;
static struct node_bo *first;
static uint64_t used_end = NODE_MEMORY;	/* memory from here on was never used */
static uint32_t created;

uint8_t *node_memory(void)
{
	return memory;
}

int node_memory_fd(void)
{
	return memory_fd;
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
	return 0;
}

static uint64_t round_up(uint64_t x, uint64_t to)
{
	return (x + to - 1) & ~(to - 1);
}

/* The first gap that has room; returns where the buffer is linked in, or NULL. */
static struct node_bo **find_gap(uint64_t size, uint32_t align, uint64_t *addr)
{
	struct node_bo **link = &first;
	uint64_t at = round_up(NODE_NULL + 2 * NODE_PAGE, align);

	for (; *link; link = &(*link)->next) {
		if (at + size + NODE_PAGE <= (*link)->addr)
			break;
		at = round_up((*link)->addr + (*link)->size + NODE_PAGE, align);
	}
	*addr = at;
	return at + size + NODE_PAGE <= NODE_MEMORY + NODE_MEMORY_SIZE ? link : NULL;
}

static void clear(struct node_bo *bo)
{
	uint8_t *bytes = node_bo_bytes(bo);

	if (bo->addr < used_end && (bo->size <= SMALL || madvise(bytes, bo->size, MADV_REMOVE)))
		memset(bytes, 0, bo->size);
	if (bo->addr + bo->size > used_end)
		used_end = bo->addr + bo->size;
}

struct node_bo *node_bo_create(uint64_t size, uint32_t align, uint32_t domains)
{
	struct node_bo *bo, **link;
	uint64_t addr;

	if (size > NODE_MEMORY_SIZE)
		return NULL;
	link = find_gap(size, align, &addr);
	bo = link ? calloc(1, sizeof(*bo)) : NULL;
	if (!bo)
		return NULL;
	*bo = (struct node_bo){
		.addr = addr, .size = size, .align = align, .domains = domains,
		.refs = 1, .id = ++created, .next = *link,
	};
	*link = bo;
	clear(bo);
	return bo;
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
	if (bo->size > SMALL)
		madvise(node_bo_bytes(bo), bo->size, MADV_REMOVE);
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
