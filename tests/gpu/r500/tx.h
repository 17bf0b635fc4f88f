/* SPDX-License-Identifier: GPL-2.0 */
/*
 * R5xx's texture unit (TX): registers of 16 textures become the common descriptors and samplers,
 * and lookups of fragment programs the common filters.
 */
#ifndef GPU_R500_TX_H
#define GPU_R500_TX_H

#include "../texture_unit.h"
#include "us.h"

#define R500_TX_UNITS	16

/**
 * struct r500_texture - a texture of a draw
 * @words: the registers that it was decoded from: FILTER0, FILTER1, FORMAT0 to 2, OFFSET, BORDER_COLOR
 * @known: it was
 * @sel: component of red, green, blue and alpha: 4 zero, 5 one
 * @yuv: YUV_TO_RGB
 * @t: the texture
 * @s: the sampler
 */
struct r500_texture {
	uint32_t words[7];
	bool known;
	uint8_t sel[4], yuv;
	struct gpu_texture t;
	struct gpu_sampler s;
};

/**
 * struct r500_tx - the texture unit
 * @unit: common unit, for its memory
 * @enabled: TX_ENABLE
 * @texture: of each TEX_ID
 */
struct r500_tx {
	struct gpu_texture_unit *unit;
	uint32_t enabled;
	struct r500_texture texture[R500_TX_UNITS];
};

/* Before the first lookup of each draw. */
void r500_tx_begin(struct r500_tx *tx, const uint32_t *regs);

/* Looks up the texels of an instruction; as us_program.lookup. */
void r500_tx_lookup(void *tx, const struct us_lookup *l, struct gpu_vec *texel);

/* Whether a texture may have bytes of the span from @first to @end. */
bool r500_tx_reads(const struct r500_tx *tx, uint64_t first, uint64_t end);

/* tx_format.c: how texels are read, and the border; false: none of the numbers of a format. */
bool r500_tx_format(struct r500_texture *x);
void r500_tx_border(struct r500_texture *x);

#endif
