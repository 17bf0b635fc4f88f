// SPDX-License-Identifier: GPL-2.0
/* Rectangles on R5xx.  See paint_r500.h. */
#include "paint_r500.h"

#include <string.h>
#include <sys/mman.h>

#define VRAM		RADEON_GEM_DOMAIN_VRAM
#define BYTES		PAINT_BYTES

int paint_open(struct painter *p)
{
	int ret = client_open(&p->c);

	ret = ret ? ret : gem_create(p->c.fd, BYTES, 4096, VRAM, 0, &p->color);
	ret = ret ? ret : gem_create(p->c.fd, BYTES, 4096, VRAM, 0, &p->depth);
	ret = ret ? ret : gem_create(p->c.fd, BYTES, 4096, VRAM, 0, &p->out);
	if (ret)
		return ret;
	p->pixels = gem_map(p->c.fd, p->color, BYTES);
	p->deep = gem_map(p->c.fd, p->depth, BYTES);
	p->resolved = gem_map(p->c.fd, p->out, BYTES);
	return p->pixels && p->deep && p->resolved ? 0 : -1;
}

void paint_close(struct painter *p)
{
	munmap(p->pixels, BYTES);
	munmap(p->deep, BYTES);
	munmap(p->resolved, BYTES);
	client_close(&p->c);
}

static void put_floats(struct stream *s, const float *value, uint32_t n)
{
	uint32_t word;

	for (; n--; value++) {
		memcpy(&word, value, sizeof(word));
		stream_dw(s, word);
	}
}

/* Registers that keep what earlier clients, or the power-on, have left: here all are 0. */
static void zeros(struct stream *s)
{
	static const uint16_t regs[] = {
		0x2088, 0x2138, 0x21dc, 0x2218,			/* VAP_ALT_NUM_VERTICES, VF_MIN_VTX_INDX, ... */
		0x4008, 0x401c, 0x4258, 0x4278, 0x4288, 0x428c, 0x4290,	/* GB_ENABLE, SELECT, GA_COLOR_CONTROL, ... */
		0x42b4, 0x42b8, 0x4300, 0x4304, 0x4320,		/* SU_POLY_OFFSET_ENABLE, CULL_MODE, RS_COUNT, ... */
		0x4104, 0x4bc0, 0x4bd4, 0x4bd8,			/* TX_ENABLE, FG_FOG_BLEND, ALPHA_FUNC, DEPTH_SRC */
		0x4e04, 0x4e08, 0x4e18, 0x4e50, 0x4e88,		/* RB3D_BLENDCNTL, ABLENDCNTL, ROPCNTL, ... */
		0x4f00, 0x4f04, 0x4f14, 0x4f1c, 0x43a4,		/* ZB_CNTL, ZSTENCILCNTL, ZTOP, BW_CNTL, SC_HYPERZ_EN */
	};
	uint32_t i;

	for (i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
		stream_register(s, regs[i], 0);
	stream_register(s, 0x221c, 1 << 16);			/* VAP_CLIP_CNTL: off */
}

void paint_begin(struct stream *s, const struct painter *p, uint32_t samples)
{
	/* target A = constant 0 */
	static const uint32_t fragment[] = { 0x00078005, 0x00000100, 0x00000100, 0x00db0220, 0x00c0c000, 0x20490000 };
	uint32_t i;

	stream_init(s);
	zeros(s);
	stream_register(s, 0x4600, 2);				/* US_CONFIG */
	stream_register(s, 0x4604, 0);				/* US_PIXSIZE */
	stream_register(s, 0x4624, 0);				/* US_FC_CTRL */
	stream_register(s, 0x4630, 0);				/* US_CODE_ADDR, _RANGE, _OFFSET */
	stream_register(s, 0x4634, 0);
	stream_register(s, 0x4638, 0);
	stream_register(s, R500_GA_US_VECTOR_INDEX, 0);
	stream_dw(s, PACKET0_ONE_REG | PACKET0(R500_GA_US_VECTOR_DATA, 6));
	for (i = 0; i < 6; i++)
		stream_dw(s, fragment[i]);
	stream_register(s, 0x46a4, 3 << 8 | 2 << 10 | 1 << 12);	/* US_OUT_FMT_0: blue first */
	for (i = 1; i < 4; i++)
		stream_register(s, 0x46a4 + 4 * i, 15);		/* none */
	stream_register(s, 0x2140, 1 << 8);			/* VAP_CNTL_STATUS: no vertex program */
	stream_register(s, 0x20b0, 0x300);			/* VAP_VTE_CNTL: pixels */
	stream_register(s, 0x20b4, 4);				/* VAP_VTX_SIZE */
	stream_register(s, 0x2090, 1);				/* VAP_OUT_VTX_FMT_0, _1: a position */
	stream_register(s, 0x2094, 0);
	stream_register(s, 0x2134, 0xffffff);			/* VAP_VF_MAX_VTX_INDX */
	stream_register(s, 0x2150, 3 | 1 << 13);		/* VAP_PROG_STREAM_CNTL_0: four floats */
	stream_register(s, 0x21e0, 0xf688);			/* VAP_PROG_STREAM_CNTL_EXT_0 */
	stream_register(s, 0x4010, 0x66666666);			/* GB_MSPOS0, 1 */
	stream_register(s, 0x4014, 0x06666666);
	stream_register(s, 0x43d0, 0xffff);			/* SC_CLIP_RULE */
	stream_register(s, 0x43e0, 0);				/* SC_SCISSOR0, 1 */
	stream_register(s, 0x43e4, (PAINT_SIDE - 1) << 13 | (PAINT_SIDE - 1));
	stream_register(s, 0x43e8, 0xffffff);			/* SC_SCREENDOOR */
	stream_register(s, 0x4020, samples > 1 ? 1 | 2 << 1 : 0);	/* GB_AA_CONFIG: four */
	stream_register(s, 0x4e0c, 0xf);			/* RB3D_COLOR_CHANNEL_MASK */
	stream_register(s, 0x4e00, 0);				/* RB3D_CCTL */
	stream_register(s, 0x4e28, 0);				/* RB3D_COLOROFFSET0 */
	stream_reloc(s, p->color, 0, VRAM);
	stream_register(s, 0x4e38, 6 << 21 | (samples > 1) << 17 | PAINT_SIDE);	/* RB3D_COLORPITCH0: ARGB8888 */
	stream_reloc(s, p->color, 0, VRAM);
}

void paint_flush(struct stream *s)
{
	stream_register(s, 0x4e4c, 0xa);			/* RB3D_DSTCACHE_CTLSTAT */
	stream_register(s, 0x4f18, 3);				/* ZB_ZCACHE_CTLSTAT */
	stream_register(s, 0x1720, 1 << 17);			/* WAIT_UNTIL: 3D idle and clean */
}

void paint_depth(struct stream *s, const struct painter *p, uint32_t func, uint32_t bw, float cleared)
{
	stream_register(s, 0x4f00, 2 | 4);			/* ZB_CNTL: test and write */
	stream_register(s, 0x4f04, func);			/* ZB_ZSTENCILCNTL */
	stream_register(s, 0x4f10, 2);				/* ZB_FORMAT: 24 bits and stencil */
	stream_register(s, 0x4f20, 0);				/* ZB_DEPTHOFFSET */
	stream_reloc(s, p->depth, 0, VRAM);
	stream_register(s, 0x4f24, 1 << 17 | PAINT_SIDE);	/* ZB_DEPTHPITCH: micro tiles */
	stream_reloc(s, p->depth, 0, VRAM);
	if (!bw)
		return;
	stream_register(s, 0x4028, 0);				/* GB_Z_PEQ_CONFIG */
	stream_register(s, 0x4f28, (uint32_t)(cleared * 0xffffff) << 8);	/* ZB_DEPTHCLEARVALUE */
	stream_register(s, 0x4f30, 0);				/* ZB_ZMASK_OFFSET, _PITCH */
	stream_register(s, 0x4f34, PAINT_SIDE);
	stream_register(s, 0x4f44, 0);				/* ZB_HIZ_OFFSET, _PITCH */
	stream_register(s, 0x4f54, PAINT_SIDE);
	stream_register(s, 0x4f1c, bw);
	stream_register(s, 0x43a4, bw & HIZ ? 1 | (func == GREATER) << 1 : 0);
}

void paint_rectangle(struct stream *s, uint32_t x0, uint32_t x1, float z, uint32_t color)
{
	const float left = x0, right = x1, high = PAINT_SIDE;
	const float corner[4][4] = { { left, 0, z, 1 }, { right, 0, z, 1 }, { right, high, z, 1 }, { left, high, z, 1 } };
	const float rgba[4] = { color >> 16 & 1, color >> 8 & 1, color & 1, 1 };

	stream_register(s, R500_GA_US_VECTOR_INDEX, 1 << 16);
	stream_dw(s, PACKET0_ONE_REG | PACKET0(R500_GA_US_VECTOR_DATA, 4));
	put_floats(s, rgba, 4);
	stream_packet3(s, PKT_3D_DRAW_IMMD_2, 1 + 16);
	stream_dw(s, 13 | 3 << 4 | 4 << 16);			/* quads */
	put_floats(s, corner[0], 16);
}

int paint_end(struct stream *s, const struct painter *p)
{
	int ret;

	ret = stream_submit(s, p->c.fd, NULL);
	return ret ? ret : gem_wait(p->c.fd, p->color);
}

uint32_t paint_wrong(const uint32_t *pixels, uint32_t x0, uint32_t x1, uint32_t color)
{
	uint32_t x, y, n = 0;

	for (y = 0; y < PAINT_SIDE; y++)
		for (x = x0; x < x1; x++)
			n += pixels[PAINT_SIDE * y + x] != color;
	return n;
}
