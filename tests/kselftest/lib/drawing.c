// SPDX-License-Identifier: GPL-2.0
/*
 * Draws of R6xx/R7xx for the tests: see drawing.h.
 */
#include "drawing.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define EDGE	DRAWING_EDGE
#define GTT	RADEON_GEM_DOMAIN_GTT
#define PKT_NUM_INSTANCES	0x2f

void drawing_set(struct stream *s, uint32_t reg, uint32_t value)
{
	bool config = reg < 0x28000;

	stream_packet3(s, config ? PKT_SET_CONFIG_REG : PKT_SET_CONTEXT_REG, 2);
	stream_dw(s, (reg - (config ? 0x8000 : 0x28000)) / 4);
	stream_dw(s, value);
}

void drawing_set_float(struct stream *s, uint32_t reg, float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	drawing_set(s, reg, bits);
}

void drawing_set_address(struct stream *s, uint32_t reg, uint32_t bo, uint32_t offset, uint32_t domain, uint32_t write)
{
	drawing_set(s, reg, offset >> 8);
	stream_reloc(s, bo, domain, write);
}

/* Values of registers that every draw has */
static const uint32_t state[][2] = {
	{ 0x28000 + 0x204, 1u << 31 }, { 0x28000 + 0x240, 1u << 31 }, { 0x28000 + 0x250, 1u << 31 },
	{ 0x28030, 0 },			/* PA_SC_SCREEN_SCISSOR_TL */
	{ 0x28200, 0 },			/* PA_SC_WINDOW_OFFSET */
	{ 0x2820c, 0xffff },		/* PA_SC_CLIPRECT_RULE */
	{ 0x28238, 15 }, { 0x2823c, 15 },	/* CB_TARGET_MASK, CB_SHADER_MASK */
	{ 0x282d0, 0 }, { 0x282d4, 0x3f800000 },	/* PA_SC_VPORT_ZMIN_0, ZMAX_0 */
	{ 0x28350, 0 },			/* SX_MISC */
	{ 0x28400, 0xffffffff }, { 0x28404, 0 }, { 0x28408, 0 },	/* VGT_MAX_VTX_INDX and on */
	{ 0x28410, 0 },			/* SX_ALPHA_TEST_CONTROL */
	{ 0x28614, 0 }, { 0x28644, 0 }, { 0x286c4, 0 },	/* SPI: a parameter, an input */
	{ 0x286cc, 1 | 1u << 28 }, { 0x286d0, 0 }, { 0x286d4, 0 }, { 0x286d8, 0 },
	{ 0x28780, 0 }, { 0x287a0, 1 },	/* CB_BLEND0_CONTROL, CB_SHADER_CONTROL */
	{ 0x28800, 0 }, { 0x28804, 0 }, { 0x28808, 0xcc << 16 }, { 0x2880c, 0 },
	{ 0x28810, 1u << 19 }, { 0x28814, 1u << 19 }, { 0x28818, 0x43f }, { 0x2881c, 0 },
	{ 0x28850, 4 }, { 0x28854, 2 }, { 0x28868, 4 }, { 0x288a4, 0 },	/* SQ_PGM_RESOURCES_*, EXPORTS_PS */
	{ 0x288cc, 0 }, { 0x288d0, 0 }, { 0x288d4, 0 }, { 0x288d8, 0 }, { 0x288dc, 0 },
	{ 0x28a00, 8 | 8u << 16 }, { 0x28a04, 0xffffu << 16 },	/* PA_SU_POINT_SIZE, MINMAX: 1 pixel */
	{ 0x28a40, 0 }, { 0x28a48, 0 }, { 0x28a4c, 0 }, { 0x28a84, 0 }, { 0x28a94, 0 },
	{ 0x28ab0, 0 }, { 0x28ab4, 0 }, { 0x28ab8, 0 }, { 0x28b20, 0 },
	{ 0x28c04, 0 }, { 0x28c08, 1 }, { 0x28c48, 0xffffffff },	/* PA_SC_AA_CONFIG, PA_SU_VTX_CNTL, mask */
	{ 0x28d0c, 0 }, { 0x28d10, 0 }, { 0x28d24, 0 }, { 0x28d44, 0 }, { 0x28010, 0 },
	{ 0x28df8, 0 }, { 0x28dfc, 0 }, { 0x28e00, 0 }, { 0x28e04, 0 }, { 0x28e08, 0 }, { 0x28e0c, 0 },
};

void drawing_state(struct stream *s, uint32_t type, uint32_t edge, uint32_t target, uint32_t programs,
		   uint32_t domain)
{
	uint32_t corner = edge | edge << 16, i;

	drawing_set(s, 0x8958, type);
	for (i = 0; i < sizeof(state) / sizeof(state[0]); i++)
		drawing_set(s, state[i][0], state[i][1]);
	drawing_set(s, 0x28034, corner);
	drawing_set(s, 0x28208, corner);
	drawing_set(s, 0x28244, corner);
	drawing_set(s, 0x28254, corner);
	/* The square from 0 to 1 is @edge pixels wide. */
	for (i = 0; i < 3; i++) {
		drawing_set_float(s, 0x2843c + 8 * i, i < 2 ? edge : 1.0f);
		drawing_set_float(s, 0x28440 + 8 * i, 0.0f);
	}
	for (i = 0; i < 8; i++)
		drawing_set(s, 0x280a0 + 4 * i, i ? 0 : 26u << 2 | 1u << 8 | 1u << 20);
	drawing_set_address(s, 0x28040, target, 0, domain, domain);
	drawing_set(s, 0x28060, (EDGE / 8 - 1) | (EDGE * EDGE / 64 - 1) << 10);
	drawing_set(s, 0x28080, 0);
	for (i = 0; i < 48; i++)
		drawing_set(s, 0x28140 + 4 * i, 0);
	drawing_set_address(s, 0x28840, programs, DRAWING_PS, GTT, 0);
	drawing_set_address(s, 0x28858, programs, 0, GTT, 0);
	drawing_set_address(s, 0x28894, programs, DRAWING_FS, GTT, 0);
}

void drawing_draw(struct stream *s, uint32_t count, uint32_t instances)
{
	stream_packet3(s, PKT_NUM_INSTANCES, 1);
	stream_dw(s, instances);
	stream_packet3(s, PKT_DRAW_INDEX_AUTO, 2);
	stream_dw(s, count);
	stream_dw(s, 2);
}

void drawing_texture(struct stream *s, uint32_t bo, uint32_t domain)
{
	const uint32_t texture[7] = {
		1 | 1u << 3 | (EDGE / 8 - 1) << 8 | (EDGE - 1) << 19,	/* 2D, linear */
		(EDGE - 1) | 26u << 26,				/* 8_8_8_8 */
		0, 0, (1u << 3 | 2u << 6 | 3u << 9) << 16, 0, 2u << 30,
	};
	const uint32_t sampler[3] = { 6 | 6u << 3 | 6u << 6 | 3u << 22, 0, 1u << 31 };
	uint32_t i;

	stream_packet3(s, PKT_SET_RESOURCE, 8);
	stream_dw(s, 0);
	for (i = 0; i < 7; i++)
		stream_dw(s, texture[i]);
	stream_reloc(s, bo, domain, 0);
	stream_reloc(s, bo, domain, 0);
	stream_packet3(s, PKT_SET_SAMPLER, 4);
	stream_dw(s, 0);
	for (i = 0; i < 3; i++)
		stream_dw(s, sampler[i]);
}

void drawing_program(struct shader *s, uint32_t cfs)
{
	shader_begin(s, !strncmp(client_chip, "RV7", 3), cfs);
}

int drawing_store(int fd, uint32_t bo, uint32_t offset, const struct shader *s)
{
	uint8_t *map = gem_map(fd, bo, 4096);

	if (!map)
		return -errno;
	memcpy(map + offset, s->dw, 4 * s->n);
	munmap(map, 4096);
	return 0;
}

int drawing_programs(int fd, uint32_t bo, const uint32_t color[4])
{
	struct shader s;
	int ret;

	drawing_program(&s, 3);
	shader_corner(&s, 0.0f, 1.0f);
	shader_export(&s, SHADER_POSITION, SHADER_POSITION_0, true);
	shader_export(&s, SHADER_PARAMETER, 0, true);
	shader_end(&s);
	ret = drawing_store(fd, bo, 0, &s);
	drawing_program(&s, 2);
	shader_clause(&s, 4);
	shader_move(&s, color);
	shader_export(&s, SHADER_PIXEL, 0, true);
	shader_end(&s);
	return ret ? ret : drawing_store(fd, bo, DRAWING_PS, &s);
}

int drawing_count(const uint32_t *pixels, uint32_t color)
{
	int i, n = 0;

	for (i = 0; i < (int)(EDGE * EDGE); i++) {
		if (pixels[i] && pixels[i] != color)
			return -1;
		n += pixels[i] == color;
	}
	return n;
}
