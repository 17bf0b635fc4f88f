/* SPDX-License-Identifier: GPL-2.0 */
/*
 * CMASK and FMASK of a multisampled colour target: a nibble, and a map of samples to fragments, for
 * each micro tile.
 *
 * The machine keeps all samples of a colour apart, so neither says anything that it needs; their
 * bits are not documented.  But the chip reads and writes them, so each access to a tile touches
 * both at their address, and leaves them as of a tile without compression.
 */
#ifndef GPU_MASKS_H
#define GPU_MASKS_H

#include "mem.h"
#include "tile.h"

/**
 * struct gpu_masks - the masks of a colour target
 * @cmask: it has a CMASK
 * @fmask: it has an FMASK
 * @cmask_base: GPU address
 * @cmask_slice: bytes from one slice to the next
 * @tile_pitch: micro tiles from one row to the next
 * @map: bytes of FMASK for each pixel
 * @surface: FMASK
 * @last_x: with @last_y and @last_slice: the micro tile that was touched last
 * @last_y: see @last_x
 * @last_slice: see @last_x
 */
struct gpu_masks {
	bool cmask, fmask;
	uint64_t cmask_base, cmask_slice;
	uint32_t tile_pitch;
	uint8_t map[4];
	struct gpu_surface surface;
	uint32_t last_x, last_y, last_slice;
};

/**
 * gpu_masks_init() - the masks of a target, from its registers
 * @m: result
 * @regs: register file
 * @n: the target, 0 to 7
 * @color: its surface
 *
 * Return: false if FMASK has no layout; then there is none.
 */
bool gpu_masks_init(struct gpu_masks *m, const uint32_t *regs, unsigned int n,
		    const struct gpu_surface *color);

/* Before a pixel of the target is read or written; cheap in the tile that came before. */
static inline bool gpu_masks_known(const struct gpu_masks *m, uint32_t x, uint32_t y, uint32_t slice)
{
	return !m->cmask || (x >> 3 == m->last_x && y >> 3 == m->last_y && slice == m->last_slice);
}

void gpu_masks_touch(struct gpu_masks *m, struct gpu_mem *mem, uint32_t x, uint32_t y, uint32_t slice);

#endif
