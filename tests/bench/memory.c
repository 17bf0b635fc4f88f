// SPDX-License-Identifier: GPL-2.0
/*
 * Buffers: created and closed, cleared, mapped and touched, and moved between VRAM and the
 * GTT by the domains of a relocation.
 */
#include "series.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>

#define BATCH	8
#define PAGE	4096u
#define GTT	RADEON_GEM_DOMAIN_GTT
#define VRAM	RADEON_GEM_DOMAIN_VRAM

struct memory {
	int fd;
	uint32_t size;
	uint32_t domain;
	uint32_t handle[BATCH];
	char *map[BATCH];
};

static int create(struct memory *m, int i)
{
	return gem_create(m->fd, m->size, PAGE, m->domain, 0, &m->handle[i]);
}

static int map_and_touch(struct memory *m, int i)
{
	uint32_t at;

	m->map[i] = gem_map(m->fd, m->handle[i], m->size);
	if (!m->map[i])
		return -errno;
	for (at = 0; at < m->size; at += PAGE)
		*(volatile char *)(m->map[i] + at) = 1;
	return 0;
}

static int unmap(struct memory *m, int i)
{
	int ret = m->map[i] ? munmap(m->map[i], m->size) : 0;

	m->map[i] = NULL;
	return ret ? -errno : 0;
}

static int create_and_close(struct memory *m, int i)
{
	int ret = create(m, i);

	return ret ? ret : gem_close(m->fd, m->handle[i]);
}

static int create_and_touch(struct memory *m, int i)
{
	int ret = create(m, i);

	return ret ? ret : map_and_touch(m, i);
}

static int unmap_and_close(struct memory *m, int i)
{
	int ret = unmap(m, i);

	return ret ? ret : gem_close(m->fd, m->handle[i]);
}

static int each(struct memory *m, int (*act)(struct memory *m, int i))
{
	int i, ret = 0;

	for (i = 0; i < BATCH && !ret; i++)
		ret = act(m, i);
	return ret;
}

static int create_and_close_all(void *arg)
{
	return each(arg, create_and_close);
}

static int create_all(void *arg)
{
	return each(arg, create);
}

static int create_and_touch_all(void *arg)
{
	return each(arg, create_and_touch);
}

static int close_all(void *arg)
{
	return each(arg, unmap_and_close);
}

static int touch_one(void *arg)
{
	return map_and_touch(arg, 0);
}

static int unmap_one(void *arg)
{
	return unmap(arg, 0);
}

/* To the domain and back */
static int move_to(struct memory *m, uint32_t domain)
{
	static struct stream s;
	uint32_t there = 0;
	int ret;

	stream_init(&s);
	stream_mem_write(&s, m->handle[0], domain, 0, 1);
	ret = stream_submit(&s, m->fd, NULL);
	ret = ret ? ret : gem_wait(m->fd, m->handle[0]);
	ret = ret ? ret : gem_busy(m->fd, m->handle[0], &there);
	return ret ? ret : there == domain ? 0 : -ENOTSUP;
}

static int move_there(void *arg)
{
	return move_to(arg, GTT);
}

static int move_back(void *arg)
{
	return move_to(arg, VRAM);
}

static int measure(struct memory *m, const char *what, uint32_t batch, int (*first)(void *arg),
		   int (*second)(void *arg), int (*undo)(void *arg))
{
	char name[64];
	struct series s = {
		.group = "memory",
		.name = name,
		.batch = batch,
		.settle = true,
		.arg = m,
		.first = first,
		.second = second,
		.undo = undo,
	};

	snprintf(name, sizeof(name), "%s-%uK-%s", what, m->size >> 10, m->domain == GTT ? "GTT" : "VRAM");
	return series_run(&s);
}

static int measure_size(int fd, uint32_t size, uint32_t domain)
{
	struct memory m = { .fd = fd, .size = size, .domain = domain };
	int ret = measure(&m, "create-close", BATCH, create_and_close_all, NULL, NULL);

	ret = ret ? ret : measure(&m, "create", BATCH, create_all, NULL, close_all);
	return ret ? ret : measure(&m, "create-map-touch", BATCH, create_and_touch_all, NULL, close_all);
}

static int measure_faults(int fd, uint32_t domain)
{
	struct memory m = { .fd = fd, .size = 1 << 20, .domain = domain };
	int ret = create(&m, 0);

	if (ret)
		return ret;
	ret = measure(&m, "map-touch-page", m.size / PAGE, touch_one, NULL, unmap_one);
	gem_close(fd, m.handle[0]);
	return ret;
}

/* A driver that does not move the buffer gets no such row. */
static int measure_move(int fd, uint32_t size)
{
	struct memory m = { .fd = fd, .size = size, .domain = VRAM };
	int ret = create(&m, 0);

	if (ret)
		return ret;
	ret = measure(&m, "move", 2, move_there, move_back, NULL);
	gem_close(fd, m.handle[0]);
	return ret == -ENOTSUP ? 0 : ret;
}

int bench_memory(int fd)
{
	static const uint32_t domains[] = { GTT, VRAM };
	int i, ret = 0;

	for (i = 0; i < 2 && !ret; i++) {
		ret = measure_size(fd, PAGE, domains[i]);
		ret = ret ? ret : measure_size(fd, 1 << 20, domains[i]);
		ret = ret ? ret : measure_faults(fd, domains[i]);
	}
	ret = ret ? ret : measure_move(fd, PAGE);
	return ret ? ret : measure_move(fd, 1 << 20);
}
