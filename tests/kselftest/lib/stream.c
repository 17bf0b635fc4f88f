// SPDX-License-Identifier: GPL-2.0
/*
 * Builds small PM4 streams for the tests.  See stream.h.
 */
#include "stream.h"
#include "client.h"
#include "copy_texel.h"
#include "../../model/r500/poll.h"

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

/* Add a buffer to the list.  Returns its index. */
static uint32_t stream_name(struct stream *s, uint32_t handle, uint32_t read, uint32_t write)
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
	return i;
}

void stream_reloc(struct stream *s, uint32_t handle, uint32_t read, uint32_t write)
{
	uint32_t i = stream_name(s, handle, read, write);

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

void stream_register(struct stream *s, uint32_t reg, uint32_t value)
{
	stream_dw(s, PACKET0(reg, 1));
	stream_dw(s, value);
}

/* How R5xx writes memory without a draw: the count of samples that passed. */
static void zpass_write(struct stream *s, uint32_t handle, uint32_t domain, uint64_t offset,
			uint32_t value)
{
	stream_register(s, R500_ZB_ZPASS_DATA, value);
	stream_register(s, R500_ZB_ZPASS_ADDR, offset);
	stream_reloc(s, handle, 0, domain);
}

void stream_mem_write(struct stream *s, uint32_t handle, uint32_t domain,
		      uint64_t offset, uint64_t value)
{
	if (client_generation == RCP_GENERATION_R500) {
		zpass_write(s, handle, domain, offset, value);
		zpass_write(s, handle, domain, offset + 4, value >> 32);
		return;
	}
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
	if (client_generation == RCP_GENERATION_R500) {
		assert(data_sel == EOP_DATA_32 || data_sel == EOP_DATA_64);
		zpass_write(s, handle, domain, offset, value);
		if (data_sel == EOP_DATA_64)
			zpass_write(s, handle, domain, offset + 4, value >> 32);
		return;
	}
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
	if (client_generation == RCP_GENERATION_R500) {
		copy_texels(s, (struct copy_end){ src, domain, src_offset },
			    (struct copy_end){ dst, domain, dst_offset }, 1);
		return;
	}
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
	if (client_generation == RCP_GENERATION_R500) {
		copy_texels(s, (struct copy_end){ src, src_domain, src_offset },
			    (struct copy_end){ dst, dst_domain, dst_offset }, bytes / 4);
		return;
	}
	stream_packet3(s, PKT_CP_DMA, 5);
	stream_dw(s, src_offset);
	stream_dw(s, CP_DMA_SYNC | ((src_offset >> 32) & 0xff));
	stream_dw(s, dst_offset);
	stream_dw(s, (dst_offset >> 32) & 0xff);
	stream_dw(s, bytes);
	stream_reloc(s, src, src_domain, 0);
	stream_reloc(s, dst, 0, dst_domain);
}

static void put_floats(struct stream *s, const float *values, uint32_t n)
{
	uint32_t word, i;

	for (i = 0; i < n; i++) {
		memcpy(&word, &values[i], sizeof(word));
		stream_dw(s, word);
	}
}

/* The fragment program of poll.h, which waits for @value at texel @texel of texture 0. */
static void poll_program(struct stream *s, uint32_t texel, uint32_t value)
{
	static const uint32_t program[] = R500_POLL_PROGRAM;
	const uint32_t words = sizeof(program) / sizeof(program[0]);
	const float constants[8] = {
		(value & 0xff) / 255.0f, (value >> 8 & 0xff) / 255.0f, (value >> 16 & 0xff) / 255.0f,
		(value >> 24) / 255.0f, texel + 0.5f,
	};
	uint32_t i;

	stream_register(s, 0x4600, 2);		/* US_CONFIG */
	stream_register(s, 0x4604, 2);		/* US_PIXSIZE */
	stream_register(s, 0x4624, 1u << 31);	/* US_FC_CTRL */
	stream_register(s, 0x4630, R500_POLL_LAST << 16);	/* US_CODE_ADDR, _RANGE, _OFFSET */
	stream_register(s, 0x4634, R500_POLL_LAST << 16);
	stream_register(s, 0x4638, 0);
	stream_register(s, R500_GA_US_VECTOR_INDEX, 0);
	stream_dw(s, PACKET0_ONE_REG | PACKET0(R500_GA_US_VECTOR_DATA, words));
	for (i = 0; i < words; i++)
		stream_dw(s, program[i]);
	stream_register(s, R500_GA_US_VECTOR_INDEX, 1 << 16);
	stream_dw(s, PACKET0_ONE_REG | PACKET0(R500_GA_US_VECTOR_DATA, 8));
	put_floats(s, constants, 8);
}

/* A triangle whose vertices are in the stream, and a vertex program of one instruction. */
static void draw_triangle(struct stream *s)
{
	static const uint32_t program[] = { 0x00f00203, 0x00d10001, 0x01248001, 0x01248001 };
	static const float corners[12];
	uint32_t i;

	stream_register(s, 0x2140, 0);	/* VAP_CNTL_STATUS */
	stream_register(s, 0x22d0, 0);	/* VAP_PVS_CODE_CNTL_0 */
	stream_register(s, 0x2200, 0);	/* VAP_PVS_VECTOR_INDX_REG, _DATA */
	stream_dw(s, PACKET0_ONE_REG | PACKET0(0x2208, 4));
	for (i = 0; i < 4; i++)
		stream_dw(s, program[i]);
	stream_register(s, 0x20b4, 4);	/* VAP_VTX_SIZE */
	stream_packet3(s, PKT_3D_DRAW_IMMD_2, 1 + 12);
	stream_dw(s, 4 | 3 << 4 | 3 << 16);
	put_floats(s, corners, 12);
}

/*
 * A draw whose fragment program waits for memory.  It draws to nothing; all other state is the
 * driver's state.  The texture is the line of 32 bytes with the dword.
 */
static void poll_draw(struct stream *s, uint32_t handle, uint32_t domain, uint64_t offset,
		      uint32_t value)
{
	const uint32_t format0 = 8 - 1;		/* 8x1 texels */

	stream_register(s, 0x4e0c, 0);	/* RB3D_COLOR_CHANNEL_MASK */
	stream_register(s, 0x4f00, 0);	/* ZB_CNTL */
	stream_register(s, 0x4f1c, 0);	/* ZB_BW_CNTL */
	stream_register(s, 0x4104, 1);	/* TX_ENABLE */
	stream_register(s, 0x4400, 1 << 9 | 1 << 11);	/* TX_FILTER0: the nearest texel */
	stream_register(s, 0x4440, 0);	/* TX_FILTER1 */
	stream_register(s, 0x4480, format0);	/* TX_FORMAT0 to 2 */
	stream_register(s, 0x44c0, 12 | 3 << 9 | 1 << 15 | 2 << 18);	/* 8_8_8_8 */
	stream_register(s, 0x4500, 0);
	if (!strcmp(client_chip, "R520"))
		stream_register(s, 0x4640, format0);	/* US_FORMAT0 */
	stream_register(s, R500_TX_OFFSET0, offset & ~31ull);
	stream_reloc(s, handle, domain, 0);
	poll_program(s, offset % 32 / 4, value);
	draw_triangle(s);
}

void stream_wait_mem(struct stream *s, uint32_t handle, uint32_t domain,
		     uint64_t offset, uint32_t value)
{
	if (client_generation == RCP_GENERATION_R500) {
		poll_draw(s, handle, domain, offset, value);
		return;
	}
	stream_packet3(s, PKT_WAIT_REG_MEM, 6);
	stream_dw(s, WAIT_FUNCTION_EQUAL | WAIT_MEMORY);
	stream_dw(s, offset);
	stream_dw(s, (offset >> 32) & 0xff);
	stream_dw(s, value);
	stream_dw(s, 0xffffffff);
	stream_dw(s, 4);
	stream_reloc(s, handle, domain, 0);
}

bool stream_has_clock(void)
{
	return client_generation != RCP_GENERATION_R500;
}

const char *stream_denied(struct stream *s)
{
	if (client_generation == RCP_GENERATION_R500) {
		stream_dw(s, PACKET2);
		stream_register(s, R500_RBBM_SOFT_RESET, 1);
		return "RBBM_SOFT_RESET";
	}
	stream_packet3(s, PKT_SET_CONFIG_REG, 2);
	stream_dw(s, (R600_GRBM_SOFT_RESET - 0x8000) / 4);
	stream_dw(s, 1);
	return "GRBM_SOFT_RESET";
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
