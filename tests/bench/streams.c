// SPDX-License-Identifier: GPL-2.0
/*
 * Whole submissions: the smallest one and each recorded stream of the chip, from the entry
 * of DRM_RADEON_CS to the freed job.
 */
#include "series.h"
#include "r6cs_replay.h"

#include <string.h>

struct submission {
	int fd;
	struct client_cs cs;
	uint32_t fence;		/* a buffer that the submission writes */
};

static int submit(void *arg)
{
	const struct submission *s = arg;

	return client_submit(s->fd, &s->cs);
}

static int wait_idle(void *arg)
{
	const struct submission *s = arg;

	return gem_wait(s->fd, s->fence);
}

static int measure(struct submission *s, const char *name)
{
	struct series series = {
		.group = "stream",
		.name = name,
		.dw = s->cs.ib_dw,
		.relocs = s->cs.nrelocs,
		.batch = 1,
		.settle = true,
		.arg = s,
		.first = submit,
		.second = wait_idle,
	};

	return series_run(&series);
}

void smallest_stream(struct stream *s, uint32_t handle)
{
	stream_init(s);
	stream_mem_write(s, handle, RADEON_GEM_DOMAIN_GTT, 0, 1);
	stream_pad(s, SMALLEST_DW);
}

static int measure_smallest(int fd)
{
	static struct stream s;
	struct submission it = { .fd = fd };
	int ret = gem_create(fd, 4096, 4096, RADEON_GEM_DOMAIN_GTT, 0, &it.fence);

	if (ret)
		return ret;
	smallest_stream(&s, it.fence);
	it.cs = (struct client_cs){
		.ib = s.dw,
		.ib_dw = s.n,
		.relocs = s.reloc,
		.nrelocs = s.nreloc,
		.flags = RADEON_CS_KEEP_TILING_FLAGS,
	};
	ret = measure(&it, "smallest");
	gem_close(fd, it.fence);
	return ret;
}

bool frame_fits(int fd, const struct r6cs_frame *frame)
{
	struct drm_radeon_gem_info gem = { 0 };

	client_ioctl(fd, DRM_IOCTL_RADEON_GEM_INFO, &gem);
	return frame->ring == 0 && frame->bo_bytes <= gem.vram_size / 2 &&
	       frame->bo_bytes <= gem.gart_size / 2;
}

/* A driver may refuse a stream: the tables show those that both drivers accept. */
static void measure_frame(int fd, const char *path)
{
	struct r6cs_frame frame;
	struct submission it = { .fd = fd };
	struct replay r;

	if (r6cs_load(path, &frame, NULL))
		return;
	if (frame_fits(fd, &frame) && !replay_prepare(&r, fd, &frame)) {
		it.fence = r.marker;
		it.cs = (struct client_cs){
			.ib = frame.ib,
			.ib_dw = frame.ib_dw,
			.relocs = r.relocs,
			.nrelocs = frame.nreloc + 1,
			.flags = frame.cs_flags,
		};
		measure(&it, frame.name);
		replay_release(&r);
	}
	r6cs_free(&frame);
}

int bench_streams(int fd, char **paths, int n)
{
	int i, ret = measure_smallest(fd);

	for (i = 0; i < n && !ret; i++)
		measure_frame(fd, paths[i]);
	return ret;
}
