// SPDX-License-Identifier: GPL-2.0
/*
 * Plays recorded frames.  See r6cs_replay.h.  In addition to the frame's buffers each
 * submission lists one that the stream does not name, read and written, whose fence is
 * the submission's, as Mesa does.
 */
#include "r6cs_replay.h"
#include "client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The recording client owned RAM on the chip: -EBUSY if another file has it. */
static int take_grants(int fd, uint32_t owned)
{
	static const uint32_t requests[] = { RADEON_INFO_WANT_HYPERZ, RADEON_INFO_WANT_CMASK };
	uint32_t i, value;
	int ret = 0;

	for (i = 0; i < 2 && !ret; i++) {
		if (!(owned & 1u << i))
			continue;
		value = 1;
		ret = client_info_u32(fd, requests[i], &value);
		if (!ret && !value)
			ret = -EBUSY;
	}
	return ret;
}

/*
 * radeon.ko does not clear VRAM: what another client left there may be the number of vertices of a
 * draw, which is in a small buffer.
 */
#define MOST_TO_CLEAR	65536u

static int clear(int fd, uint32_t handle, uint64_t size)
{
	void *map;

	if (client_is_rcp || size > MOST_TO_CLEAR)
		return 0;
	map = gem_map(fd, handle, size);
	if (!map)
		return -errno;
	memset(map, 0, size);
	munmap(map, size);
	return 0;
}

int replay_prepare(struct replay *r, int fd, const struct r6cs_frame *frame)
{
	uint32_t i;
	int ret = -ENOMEM;

	memset(r, 0, sizeof(*r));
	r->fd = fd;
	r->frame = frame;
	r->handles = calloc(frame->nbo + 1, sizeof(*r->handles));
	r->relocs = calloc(frame->nreloc + 1, sizeof(*r->relocs));
	if (!r->handles || !r->relocs)
		goto fail;

	ret = take_grants(fd, frame->owned);
	if (ret)
		goto fail;
	for (i = 0; i < frame->nbo; i++) {
		const struct r6cs_file_bo *bo = &frame->bo[i];

		ret = gem_create(fd, bo->size, REPLAY_ALIGN, bo->domain, 0, &r->handles[i]);
		if (!ret && bo->tiling)
			ret = gem_set_tiling(fd, r->handles[i], bo->tiling, bo->pitch);
		ret = ret ? ret : clear(fd, r->handles[i], bo->size);
		if (ret)
			goto fail;
	}
	ret = gem_create(fd, 4096, 4096, RADEON_GEM_DOMAIN_GTT, 0, &r->marker);
	if (!ret && frame->ring == 0)
		ret = shaders_write(fd, frame, r->handles, &r->drawn);
	if (ret)
		goto fail;

	for (i = 0; i < frame->nreloc; i++) {
		const struct r6cs_file_reloc *reloc = &frame->reloc[i];

		r->relocs[i].handle = r->handles[reloc->bo];
		r->relocs[i].read_domains = reloc->read_domains;
		r->relocs[i].write_domain = reloc->write_domain;
		r->relocs[i].flags = reloc->flags;
	}
	r->relocs[i].handle = r->marker;
	r->relocs[i].read_domains = RADEON_GEM_DOMAIN_GTT;
	r->relocs[i].write_domain = RADEON_GEM_DOMAIN_GTT;
	return 0;

fail:
	replay_release(r);
	return ret;
}

void replay_release(struct replay *r)
{
	uint32_t i;

	for (i = 0; r->handles && i < r->frame->nbo; i++)
		if (r->handles[i])
			gem_close(r->fd, r->handles[i]);
	if (r->marker)
		gem_close(r->fd, r->marker);
	free(r->handles);
	free(r->relocs);
	memset(r, 0, sizeof(*r));
}

int replay_submit(struct replay *r, struct drm_rcp_verdict *verdict, uint32_t verdict_flags)
{
	struct client_cs cs = {
		.ib = r->frame->ib,
		.ib_dw = r->frame->ib_dw,
		.relocs = r->relocs,
		.nrelocs = r->frame->nreloc + 1,
		.flags = r->frame->cs_flags,
		.ring = r->frame->ring == 1 ? RADEON_CS_RING_DMA : RADEON_CS_RING_GFX,
		.verdict = verdict,
		.verdict_flags = verdict_flags,
	};

	return client_submit(r->fd, &cs);
}

int replay_wait(struct replay *r)
{
	return gem_wait(r->fd, r->marker);
}
