/* SPDX-License-Identifier: GPL-2.0 */
/*
 * HiZ: for each block of 4x4 pixels the upper 8 bits of its farthest depth, in RAM on the chip.  A quad whose
 * closest depth is behind that is not drawn, whatever its block has in memory (guide, section 8).
 *
 * Where a block has its byte is known from Mesa's r300: a dword has 8x8 pixels of each pipe, pipes take turns
 * every 16 pixels.  What the documents lack, and this file chooses:
 * - the order of the four blocks of a dword, and the turns of three pipes;
 * - HZ_ADJ: its unit is 1 << ze, and nothing says what ze is.  Here it is a step of the 8 bits, so
 *   that Mesa's clear value, which may be one below the floor of the depth, rejects nothing of that depth;
 * - the closest depth: of the quad's samples, where the chip has the corners of a tile of 8x8 pixels;
 * - when a block's byte changes: with each write of depth, where the chip evicts a line of its cache;
 * - HIZ_EQUAL_REJECT_ENABLE: as with less or greater, if HZ_MAX and HIZ_MIN agree;
 * - a format with an exponent (HIZ_FP_EXP_BITS): the draw has no HiZ.
 */
#ifndef GPU_R500_HIZ_H
#define GPU_R500_HIZ_H

#include "ram.h"

struct gpu;
struct gpu_quads;

/**
 * struct r500_hiz - HiZ of a draw
 * @ram: bytes of struct r500_ram; NULL: the draw has no HiZ
 * @first: the surface's first dword; @pitch: dwords of a row of blocks of 8x8 pixels
 * @across, @down: pipes that take turns
 * @rejects: a quad may be rejected
 * @behind: ... if its depth is less than the block's, otherwise greater
 * @max: its closest depth is its greatest
 * @writes: a write of depth changes the block's byte
 * @least: ... to the least depth of the block
 */
struct r500_hiz {
	uint8_t *ram;
	uint32_t first, pitch, across, down;
	bool rejects, behind, max, writes, least;
};

/* After the depth buffer has begun. */
void r500_hiz_begin(struct gpu *gpu);
/* Quads that HiZ rejects cover nothing from now on. */
void r500_hiz_reject(struct gpu *gpu, struct gpu_quads *q);
/* The quads have written depth. */
void r500_hiz_update(struct gpu *gpu, const struct gpu_quads *q);

#endif
