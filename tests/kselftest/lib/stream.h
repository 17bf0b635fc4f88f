/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Small PM4 streams for the tests, built packet by packet, each packet with the
 * relocations that the kernel expects after it.
 */
#ifndef STREAM_H
#define STREAM_H

#include "client.h"

/* A stream under construction; too many dwords are a bug of the test. */
#define STREAM_MAX_DW	16384

struct stream {
	uint32_t dw[STREAM_MAX_DW];
	uint32_t n;
	struct drm_radeon_cs_reloc reloc[64];
	uint32_t nreloc;
};

void stream_init(struct stream *s);
void stream_dw(struct stream *s, uint32_t dw);
/* A type-3 header with @payload_dw dwords to follow */
void stream_packet3(struct stream *s, uint32_t op, uint32_t payload_dw);
/* Adds the buffer to the list and the NOP that names it to the stream */
void stream_reloc(struct stream *s, uint32_t handle, uint32_t read, uint32_t write);
/* Type-2 filler up to a multiple of @dw dwords */
void stream_pad(struct stream *s, uint32_t dw);
int stream_submit(struct stream *s, int fd, struct drm_rcp_verdict *verdict);
/* The same with the chunks that @cs has; its stream and relocations are set from @s. */
int stream_submit_cs(struct stream *s, int fd, struct client_cs *cs);
/* The same in a context */
int stream_submit_in(struct stream *s, int fd, uint32_t ctx);
/* Submits a stream of one MEM_WRITE */
int stream_write(struct stream *s, int fd, uint32_t handle, uint32_t domain,
		 uint64_t offset, uint64_t value);
/* A stream that does nothing, and its submission with one buffer, which then moves to @domain */
extern const uint32_t stream_nops[8];
int stream_place(int fd, uint32_t handle, uint32_t domain);

/* A write of one register, by a type-0 packet; R5xx only */
void stream_register(struct stream *s, uint32_t reg, uint32_t value);

/*
 * Packets with their relocations.  R5xx has other means for each: the count of a query writes
 * memory, a fragment program waits, and draws copy, a dword each.  It has no clock.
 */
void stream_mem_write(struct stream *s, uint32_t handle, uint32_t domain,
		      uint64_t offset, uint64_t value);
void stream_eop(struct stream *s, uint32_t handle, uint32_t domain,
		uint64_t offset, uint32_t data_sel, uint64_t value);
void stream_copy_dw(struct stream *s, uint32_t src, uint64_t src_offset,
		    uint32_t dst, uint64_t dst_offset, uint32_t domain);
void stream_cp_dma(struct stream *s, uint32_t src, uint32_t src_domain,
		   uint64_t src_offset, uint32_t dst, uint32_t dst_domain,
		   uint64_t dst_offset, uint32_t bytes);
/* Polls memory until it equals @value: a hang if it is never written */
void stream_wait_mem(struct stream *s, uint32_t handle, uint32_t domain,
		     uint64_t offset, uint32_t value);

/* Has the card EOP_DATA_CLOCK? */
bool stream_has_clock(void);

/*
 * The write of a register that no client may write, in the third dword of an empty stream.  Returns
 * the name of the register, which is in the sentence of the refusal.
 */
const char *stream_denied(struct stream *s);

/* Opens the device and submits a write: 0 or -errno */
int client_works(void);

#define PACKET3(op, payload_dw)	\
	(3u << 30 | ((payload_dw) - 1) << 16 | (uint32_t)(op) << 8)
#define PACKET2			(2u << 30)
#define PACKET0(reg, count)	(((count) - 1u) << 16 | (uint32_t)(reg) >> 2)

#define PACKET0_ONE_REG		0x8000u	/* all of it to one register */

#define R600_GRBM_SOFT_RESET	0x8020
#define R500_RBBM_SOFT_RESET	0x00f0
#define R500_GA_US_VECTOR_INDEX	0x4250
#define R500_GA_US_VECTOR_DATA	0x4254
#define R500_TX_OFFSET0		0x4540
#define R500_ZB_ZPASS_DATA	0x4f58
#define R500_ZB_ZPASS_ADDR	0x4f5c

#define PKT_NOP			0x10
#define PKT_3D_DRAW_IMMD_2	0x35	/* R5xx */
#define PKT_DRAW_INDEX_AUTO	0x2d
#define PKT_COPY_DW		0x3b
#define PKT_WAIT_REG_MEM	0x3c
#define PKT_MEM_WRITE		0x3d
#define PKT_CP_DMA		0x41
#define PKT_SURFACE_SYNC	0x43
#define PKT_EVENT_WRITE		0x46
#define PKT_EVENT_WRITE_EOP	0x47
#define PKT_SET_CONFIG_REG	0x68
#define PKT_SET_CONTEXT_REG	0x69
#define PKT_SET_ALU_CONST	0x6a
#define PKT_SET_LOOP_CONST	0x6c
#define PKT_SET_RESOURCE	0x6d
#define PKT_SET_SAMPLER		0x6e

#define EOP_DATA_NONE		0
#define EOP_DATA_32		1
#define EOP_DATA_64		2
#define EOP_DATA_CLOCK		3

#endif /* STREAM_H */
