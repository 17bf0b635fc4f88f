// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of memory on R5xx, by draws.  See copy_texel.h.
 *
 * No packet of R5xx that a stream may use copies memory.  Each draw covers one pixel: the line of 32
 * bytes with the dword is a texture of 8 texels, and another line is the colour buffer.  The scissor
 * selects the pixel, and a constant the texel.
 */
#include "copy_texel.h"
#include "client.h"
#include "../../model/r500/copy_texel.h"

#include <string.h>

#define LINE_BYTES	32u
#define LINE_DW		8u
/* A texel's four channels to the same bytes of a pixel: US_OUT_FMT_0 */
#define OUT_C4_8_RGBA	(1u << 8 | 2u << 10 | 3u << 12)
#define FORMAT_8_8_8_8	(12u | 3u << 9 | 1u << 15 | 2u << 18)

static void put_float(struct stream *s, float value)
{
	uint32_t word;

	memcpy(&word, &value, sizeof(word));
	stream_dw(s, word);
}

static void put_port(struct stream *s, uint32_t port, const uint32_t *words, uint32_t n)
{
	stream_dw(s, PACKET0_ONE_REG | PACKET0(port, n));
	while (n--)
		stream_dw(s, *words++);
}

static void programs(struct stream *s)
{
	static const uint32_t fragment[R500_COPY_WORDS] = R500_COPY_PROGRAM;
	/* position = input + 0 */
	static const uint32_t vertex[] = { 0x00f00203, 0x00d10001, 0x01248001, 0x01248001 };

	stream_register(s, 0x4600, 2);				/* US_CONFIG */
	stream_register(s, 0x4604, 2);				/* US_PIXSIZE */
	stream_register(s, 0x4624, 0);				/* US_FC_CTRL */
	stream_register(s, 0x4630, R500_COPY_LAST << 16);	/* US_CODE_ADDR, _RANGE, _OFFSET */
	stream_register(s, 0x4634, R500_COPY_LAST << 16);
	stream_register(s, 0x4638, 0);
	stream_register(s, R500_GA_US_VECTOR_INDEX, 0);
	put_port(s, R500_GA_US_VECTOR_DATA, fragment, R500_COPY_WORDS);
	stream_register(s, 0x46a4, OUT_C4_8_RGBA);		/* US_OUT_FMT_0 */
	stream_register(s, 0x2140, 0);				/* VAP_CNTL_STATUS */
	stream_register(s, 0x22d0, 0);				/* VAP_PVS_CODE_CNTL_0 */
	stream_register(s, 0x2200, 0);				/* VAP_PVS_VECTOR_INDX_REG, _DATA */
	put_port(s, 0x2208, vertex, 4);
	stream_register(s, 0x20b4, 4);				/* VAP_VTX_SIZE */
}

/* All other state is the driver's state. */
static void state(struct stream *s)
{
	stream_register(s, 0x4e0c, 0xf);			/* RB3D_COLOR_CHANNEL_MASK */
	stream_register(s, 0x4f00, 0);				/* ZB_CNTL */
	stream_register(s, 0x4f1c, 0);				/* ZB_BW_CNTL */
	stream_register(s, 0x4e38, 6 << 21 | LINE_DW);		/* RB3D_COLORPITCH0: ARGB8888 */
	stream_register(s, 0x4104, 1);				/* TX_ENABLE */
	stream_register(s, 0x4400, 1 << 9 | 1 << 11);		/* TX_FILTER0: the nearest texel */
	stream_register(s, 0x4440, 0);				/* TX_FILTER1 */
	stream_register(s, 0x4480, LINE_DW - 1);		/* TX_FORMAT0 to 2 */
	stream_register(s, 0x44c0, FORMAT_8_8_8_8);
	stream_register(s, 0x4500, 0);
	if (!strcmp(client_chip, "R520"))
		stream_register(s, 0x4640, LINE_DW - 1);	/* US_FORMAT0 */
	programs(s);
}

/* Colour that was drawn goes to memory, and lookups see it. */
static void flush(struct stream *s)
{
	stream_register(s, 0x4e4c, 0xa);			/* RB3D_DSTCACHE_CTLSTAT */
	stream_register(s, 0x4f18, 3);				/* ZB_ZCACHE_CTLSTAT */
	stream_register(s, 0x1720, 1 << 17);			/* WAIT_UNTIL: 3D idle and clean */
	stream_register(s, 0x4100, 0);				/* TX_INVALTAGS */
}

static void copy_texel(struct stream *s, const struct copy_end *src, const struct copy_end *dst)
{
	uint32_t pixel = dst->offset % LINE_BYTES / 4;
	/* A triangle that covers the line */
	static const float corners[12] = { 0, 0, 0, 1, 16, 0, 0, 1, 0, 16, 0, 1 };
	uint32_t i;

	stream_register(s, R500_TX_OFFSET0, src->offset & ~(LINE_BYTES - 1));
	stream_reloc(s, src->handle, src->domain, 0);
	stream_register(s, 0x4e28, dst->offset & ~(LINE_BYTES - 1));	/* RB3D_COLOROFFSET0 */
	stream_reloc(s, dst->handle, 0, dst->domain);
	stream_register(s, 0x43e0, pixel);			/* SC_SCISSOR0, 1 */
	stream_register(s, 0x43e4, pixel);
	stream_register(s, R500_GA_US_VECTOR_INDEX, 1 << 16);
	stream_dw(s, PACKET0_ONE_REG | PACKET0(R500_GA_US_VECTOR_DATA, 4));
	put_float(s, src->offset % LINE_BYTES / 4 + 0.5f);
	for (i = 0; i < 3; i++)
		put_float(s, 0.5f);
	stream_packet3(s, PKT_3D_DRAW_IMMD_2, 1 + 12);
	stream_dw(s, 4 | 3 << 4 | 3 << 16);
	for (i = 0; i < 12; i++)
		put_float(s, corners[i]);
}

void copy_texels(struct stream *s, struct copy_end src, struct copy_end dst, uint32_t ndw)
{
	flush(s);
	state(s);
	for (; ndw--; src.offset += 4, dst.offset += 4) {
		copy_texel(s, &src, &dst);
		flush(s);
	}
}
