// SPDX-License-Identifier: GPL-2.0
/*
 * Builds small PM4 streams for the tests.  See stream.h.
 */
#include "stream.h"
#include "client.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* EVENT_WRITE_EOP: flush and invalidate caches, then write a timestamp */
#define EVENT_CACHE_FLUSH_AND_INV_TS	0x14
#define EVENT_INDEX_TS			(5u << 8)

#define WAIT_FUNCTION_EQUAL	3u
#define WAIT_MEMORY		(1u << 4)
#define COPY_SRC_MEMORY		1u
#define COPY_DST_MEMORY		2u
#define CP_DMA_SYNC		(1u << 31)

const uint32_t stream_nops[8] = {
	PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2, PACKET2,
};

void stream_init(struct stream *s)
{
	s->n = 0;
	s->nreloc = 0;
}

void stream_dw(struct stream *s, uint32_t dw)
{
	assert(s->n < STREAM_MAX_DW);
	s->dw[s->n++] = dw;
}

void stream_packet3(struct stream *s, uint32_t op, uint32_t payload_dw)
{
	stream_dw(s, PACKET3(op, payload_dw));
}

void stream_reloc(struct stream *s, uint32_t handle, uint32_t read, uint32_t write)
{
	uint32_t i;

	for (i = 0; i < s->nreloc; i++)
		if (s->reloc[i].handle == handle)
			break;
	assert(i < sizeof(s->reloc) / sizeof(s->reloc[0]));
	if (i == s->nreloc) {
		memset(&s->reloc[i], 0, sizeof(s->reloc[i]));
		s->reloc[i].handle = handle;
		s->nreloc++;
	}
	s->reloc[i].read_domains |= read;
	s->reloc[i].write_domain |= write;
	stream_packet3(s, PKT_NOP, 1);
	stream_dw(s, i * 4);
}

void stream_pad(struct stream *s, uint32_t dw)
{
	while (s->n % dw)
		stream_dw(s, PACKET2);
}

int stream_submit_cs(struct stream *s, int fd, struct client_cs *cs)
{
	stream_pad(s, 8);
	cs->ib = s->dw;
	cs->ib_dw = s->n;
	cs->relocs = s->reloc;
	cs->nrelocs = s->nreloc;
	cs->flags = RADEON_CS_KEEP_TILING_FLAGS;
	return client_submit(fd, cs);
}

int stream_submit(struct stream *s, int fd, struct drm_rcp_verdict *verdict)
{
	struct client_cs cs = { .verdict = verdict };

	return stream_submit_cs(s, fd, &cs);
}

int stream_submit_in(struct stream *s, int fd, uint32_t ctx)
{
	struct drm_rcp_cs_context context = { .ctx_id = ctx };
	struct client_cs cs = { .context = &context };

	return stream_submit_cs(s, fd, &cs);
}

void stream_mem_write(struct stream *s, uint32_t handle, uint32_t domain,
		      uint64_t offset, uint64_t value)
{
	stream_packet3(s, PKT_MEM_WRITE, 4);
	stream_dw(s, offset);
	stream_dw(s, (offset >> 32) & 0xff);
	stream_dw(s, value);
	stream_dw(s, value >> 32);
	stream_reloc(s, handle, 0, domain);
}

void stream_eop(struct stream *s, uint32_t handle, uint32_t domain,
		uint64_t offset, uint32_t data_sel, uint64_t value)
{
	stream_packet3(s, PKT_EVENT_WRITE_EOP, 5);
	stream_dw(s, EVENT_CACHE_FLUSH_AND_INV_TS | EVENT_INDEX_TS);
	stream_dw(s, offset);
	stream_dw(s, ((offset >> 32) & 0xff) | data_sel << 29);
	stream_dw(s, value);
	stream_dw(s, value >> 32);
	stream_reloc(s, handle, 0, domain);
}

void stream_copy_dw(struct stream *s, uint32_t src, uint64_t src_offset,
		    uint32_t dst, uint64_t dst_offset, uint32_t domain)
{
	stream_packet3(s, PKT_COPY_DW, 5);
	stream_dw(s, COPY_SRC_MEMORY | COPY_DST_MEMORY);
	stream_dw(s, src_offset);
	stream_dw(s, (src_offset >> 32) & 0xff);
	stream_dw(s, dst_offset);
	stream_dw(s, (dst_offset >> 32) & 0xff);
	stream_reloc(s, src, domain, 0);
	stream_reloc(s, dst, 0, domain);
}

void stream_cp_dma(struct stream *s, uint32_t src, uint32_t src_domain,
		   uint64_t src_offset, uint32_t dst, uint32_t dst_domain,
		   uint64_t dst_offset, uint32_t bytes)
{
	stream_packet3(s, PKT_CP_DMA, 5);
	stream_dw(s, src_offset);
	stream_dw(s, CP_DMA_SYNC | ((src_offset >> 32) & 0xff));
	stream_dw(s, dst_offset);
	stream_dw(s, (dst_offset >> 32) & 0xff);
	stream_dw(s, bytes);
	stream_reloc(s, src, src_domain, 0);
	stream_reloc(s, dst, 0, dst_domain);
}

void stream_wait_mem(struct stream *s, uint32_t handle, uint32_t domain,
		     uint64_t offset, uint32_t value)
{
	stream_packet3(s, PKT_WAIT_REG_MEM, 6);
	stream_dw(s, WAIT_FUNCTION_EQUAL | WAIT_MEMORY);
	stream_dw(s, offset);
	stream_dw(s, (offset >> 32) & 0xff);
	stream_dw(s, value);
	stream_dw(s, 0xffffffff);
	stream_dw(s, 4);
	stream_reloc(s, handle, domain, 0);
}

int stream_write(struct stream *s, int fd, uint32_t handle, uint32_t domain,
		 uint64_t offset, uint64_t value)
{
	stream_init(s);
	stream_mem_write(s, handle, domain, offset, value);
	return stream_submit(s, fd, NULL);
}

int stream_place(int fd, uint32_t handle, uint32_t domain)
{
	struct drm_radeon_cs_reloc reloc = { .handle = handle, .read_domains = domain };
	struct client_cs cs = { .ib = stream_nops, .ib_dw = 8, .relocs = &reloc, .nrelocs = 1 };

	return client_submit(fd, &cs);
}

int client_works(void)
{
	static struct stream s;
	struct client c;
	uint32_t handle;
	uint32_t *map;
	int ret = client_open(&c);

	if (ret)
		return ret;
	ret = gem_create(c.fd, 4096, 4096, RADEON_GEM_DOMAIN_GTT, 0, &handle);
	map = ret ? NULL : gem_map(c.fd, handle, 4096);
	if (!ret && !map)
		ret = -errno;
	if (!ret) {
		ret = stream_write(&s, c.fd, handle, RADEON_GEM_DOMAIN_GTT, 0, 0x900d);
		ret = ret ? ret : gem_wait(c.fd, handle);
		if (!ret && map[0] != 0x900d)
			ret = -EIO;
	}
	if (map)
		munmap(map, 4096);
	client_close(&c);
	return ret;
}
