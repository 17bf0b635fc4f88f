// SPDX-License-Identifier: GPL-2.0
/*
 * One client that submits back to back, with a bounded number of submissions in flight as
 * Mesa has, and one that waits for each submission; for the smallest stream and for a
 * recorded one of typical length.  Also the cost of a wait alone.
 */
#include "series.h"
#include "r6cs_replay.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define IN_FLIGHT	8
#define BATCH		64
#define TYPICAL_DW	1000

struct client_rate {
	int fd;
	struct client_cs cs;
	struct drm_radeon_cs_reloc *last;	/* the relocation that names the fence */
	uint32_t fence[IN_FLIGHT];
};

static int submit(struct client_rate *c, unsigned int i)
{
	c->last->handle = c->fence[i % IN_FLIGHT];
	return client_submit(c->fd, &c->cs);
}

static int back_to_back(void *arg)
{
	struct client_rate *c = arg;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < BATCH && !ret; i++) {
		ret = gem_wait(c->fd, c->fence[i % IN_FLIGHT]);
		ret = ret ? ret : submit(c, i);
	}
	return ret;
}

static int wait_all(void *arg)
{
	struct client_rate *c = arg;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < IN_FLIGHT && !ret; i++)
		ret = gem_wait(c->fd, c->fence[i]);
	return ret;
}

static int submit_one(void *arg)
{
	return submit(arg, 0);
}

static int wait_one(void *arg)
{
	struct client_rate *c = arg;

	return gem_wait(c->fd, c->fence[0]);
}

/* The submission has completed, and no wait has noticed it yet. */
static int submit_and_settle(void *arg)
{
	int ret = submit(arg, 0);

	usleep(SETTLE_US);
	return ret;
}

static int ask_one(void *arg)
{
	struct client_rate *c = arg;
	int ret = gem_busy(c->fd, c->fence[0], NULL);

	return ret == -EBUSY ? 0 : ret;
}

static int measure(struct client_rate *c, const char *group, const char *name, uint32_t batch, bool settle,
		   int (*prepare)(void *arg), int (*first)(void *arg), int (*second)(void *arg))
{
	struct series s = {
		.group = group,
		.name = name,
		.dw = c->cs.ib_dw,
		.relocs = c->cs.nrelocs,
		.batch = batch,
		.settle = settle,
		.arg = c,
		.prepare = prepare,
		.first = first,
		.second = second,
	};

	return series_run(&s);
}

static int measure_rates(struct client_rate *c, const char *pipelined, const char *alone)
{
	int ret = measure(c, "rate", pipelined, BATCH, true, NULL, back_to_back, wait_all);

	return ret ? ret : measure(c, "rate", alone, 1, false, NULL, submit_one, wait_one);
}

/* On a late card a wait right after the submission sleeps. */
static int measure_waits(struct client_rate *c, bool late)
{
	int ret;

	if (late)
		return measure(c, "wait", "sleeps", 1, false, submit_one, wait_one, NULL);
	ret = measure(c, "wait", "done", 1, false, submit_and_settle, wait_one, NULL);
	ret = ret ? ret : measure(c, "wait", "idle", 1, false, NULL, wait_one, NULL);
	return ret ? ret : measure(c, "wait", "busy-ioctl", 1, false, submit_and_settle, ask_one, NULL);
}

static int rates_smallest(struct client_rate *c, bool late)
{
	static struct stream s;
	int ret;

	smallest_stream(&s, c->fence[0]);
	c->last = &s.reloc[0];
	c->cs = (struct client_cs){
		.ib = s.dw,
		.ib_dw = s.n,
		.relocs = s.reloc,
		.nrelocs = s.nreloc,
		.flags = RADEON_CS_KEEP_TILING_FLAGS,
	};
	ret = measure_rates(c, "smallest-in-flight", "smallest-and-wait");
	return ret ? ret : measure_waits(c, late);
}

/* The stream whose length is nearest to TYPICAL_DW. */
static const char *typical(int fd, char **paths, int n)
{
	const char *found = NULL;
	unsigned int nearest = ~0u;
	struct r6cs_frame frame;
	int i;

	for (i = 0; i < n; i++) {
		unsigned int off;

		if (r6cs_load(paths[i], &frame, NULL))
			continue;
		off = abs((int)frame.ib_dw - TYPICAL_DW);
		if (off < nearest && frame_fits(fd, &frame)) {
			nearest = off;
			found = paths[i];
		}
		r6cs_free(&frame);
	}
	return found;
}

static int rates_typical(struct client_rate *c, const char *path)
{
	struct r6cs_frame frame;
	struct replay r;
	int ret = path ? r6cs_load(path, &frame, NULL) : -ENOENT;

	if (ret)
		return ret;
	ret = replay_prepare(&r, c->fd, &frame);
	if (!ret) {
		c->last = &r.relocs[frame.nreloc];
		c->cs = (struct client_cs){
			.ib = frame.ib,
			.ib_dw = frame.ib_dw,
			.relocs = r.relocs,
			.nrelocs = frame.nreloc + 1,
			.flags = frame.cs_flags,
		};
		ret = measure_rates(c, "typical-in-flight", "typical-and-wait");
		replay_release(&r);
	}
	r6cs_free(&frame);
	return ret;
}

int bench_rates(int fd, char **paths, int n, bool late)
{
	struct client_rate c = { .fd = fd };
	int i, ret = 0;

	for (i = 0; i < IN_FLIGHT && !ret; i++)
		ret = gem_create(fd, 4096, 4096, RADEON_GEM_DOMAIN_GTT, 0, &c.fence[i]);
	ret = ret ? ret : rates_smallest(&c, late);
	ret = ret ? ret : rates_typical(&c, typical(fd, paths, n));
	for (i = 0; i < IN_FLIGHT; i++)
		if (c.fence[i])
			gem_close(fd, c.fence[i]);
	return ret;
}
