// SPDX-License-Identifier: GPL-2.0
/*
 * More buffers than fit into VRAM: new ones evict old ones, and submissions name all of them
 * in turn.
 */
#include "series.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#define BATCH	8
#define SIZE	(1u << 20)
#define MAX	512
#define VRAM	RADEON_GEM_DOMAIN_VRAM
/* The budget of rcp is 128 MiB of moves per second and client. */
#define REST_US	(2 * BATCH * (SIZE >> 20) * 1000000 / 128)

struct pressure {
	int fd;
	uint32_t n, next;
	uint32_t handle[MAX];
};

/* The next BATCH buffers, which are neighbours */
static uint32_t *batch(struct pressure *p)
{
	return &p->handle[p->next];
}

static int submit(void *arg)
{
	static struct stream s;
	struct pressure *p = arg;
	int i, ret;

	stream_init(&s);
	for (i = 0; i < BATCH; i++)
		stream_mem_write(&s, batch(p)[i], VRAM, 0, i);
	ret = stream_submit(&s, p->fd, NULL);
	return ret ? ret : gem_wait(p->fd, batch(p)[BATCH - 1]);
}

static int turn(void *arg)
{
	struct pressure *p = arg;

	p->next = (p->next + BATCH) % p->n;
	return 0;
}

/* A buffer without contents would not be copied. */
static int fill_and_turn(void *arg)
{
	int ret = submit(arg);

	return ret ? ret : turn(arg);
}

/* The oldest of them were evicted long ago. */
static int close_oldest(void *arg)
{
	struct pressure *p = arg;
	int i, ret = 0;

	usleep(REST_US);
	for (i = 0; i < BATCH && !ret; i++)
		ret = gem_close(p->fd, batch(p)[i]);
	return ret;
}

static int create(void *arg)
{
	struct pressure *p = arg;
	int i, ret = 0;

	for (i = 0; i < BATCH && !ret; i++)
		ret = gem_create(p->fd, SIZE, 4096, VRAM, 0, &batch(p)[i]);
	return ret;
}

int bench_pressure(int fd)
{
	static struct pressure p;
	struct series evict = {
		.group = "memory",
		.name = "evict-1024K",
		.batch = BATCH,
		.settle = true,
		.arg = &p,
		.prepare = close_oldest,
		.first = create,
		.undo = fill_and_turn,
	};
	struct series crowd = {
		.group = "memory",
		.name = "crowd-8-1024K",
		.batch = 1,
		.relocs = BATCH,
		.settle = true,
		.arg = &p,
		.first = submit,
		.undo = turn,
	};
	struct drm_radeon_gem_info info;
	int ret = client_ioctl(fd, DRM_IOCTL_RADEON_GEM_INFO, &info);

	if (ret)
		return ret;
	p.fd = fd;
	p.n = info.vram_size / SIZE / 4 * 5 / BATCH * BATCH;
	if (p.n > MAX) {
		fprintf(stderr, "pressure: %llu MiB of VRAM are too much\n",
			(unsigned long long)info.vram_size >> 20);
		return -E2BIG;
	}
	for (p.next = 0; !ret && p.next < p.n; p.next += BATCH) {
		ret = create(&p);
		ret = ret ? ret : submit(&p);
		usleep(REST_US);
	}
	p.next = 0;
	ret = ret ? ret : series_run(&evict);
	ret = ret ? ret : series_run(&crowd);
	for (p.next = 0; !ret && p.next < p.n; p.next += BATCH)
		ret = close_oldest(&p);
	return ret;
}
