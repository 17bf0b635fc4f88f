/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Addresses of elements in surfaces: rows, the thin tiles of R6xx/R7xx, and R5xx's tiles (r500/tile.h).
 *
 * An element is a pixel, a texel or a block of texels, with all its samples.  Colour buffer, depth
 * buffer and textures use the same surfaces; only the order inside a micro tile of 8x8 elements
 * differs between colour and depth.
 *
 * An address is the address of the element's tile plus an offset inside of it, in every array mode:
 *
 *	gpu_surface_tile(s, x, y, slice) + s->element[(y & 7) * 8 + (x & 7)] + s->sample[sample]
 *
 * so that a span of pixels computes the first term once for each tile.
 *
 * No state, no locks.
 */
#ifndef GPU_TILE_H
#define GPU_TILE_H

#include <stdbool.h>
#include <stdint.h>

#include "gpu.h"

/* ARRAY_MODE; the other values are not modelled: gpu_surface_init() refuses them. */
enum gpu_array_mode {
	GPU_LINEAR_GENERAL = 0,
	GPU_LINEAR_ALIGNED = 1,
	GPU_1D_THIN = 2,
	GPU_2D_THIN = 4,
	GPU_R500 = 16,		/* no value of a register: r500_surface_init() lays it out */
};

/**
 * struct gpu_tiling - how the chip spreads tiles over memory
 * @pipes: 1, 2, 4 or 8
 * @banks: 4 or 8
 * @group: bytes that are in one pipe and bank
 * @r7xx: banks of R7xx take one more bit of x
 */
struct gpu_tiling {
	uint8_t pipes, banks;
	uint16_t group;
	bool r7xx;
};

/* True for RV770, RV730, RV710 and RV740. */
bool gpu_is_r7xx(enum gpu_chip chip);

/* From GB_TILING_CONFIG. */
struct gpu_tiling gpu_tiling(uint32_t gb_tiling_config, enum gpu_chip chip);

/**
 * struct gpu_surface - one level of a surface
 * @base: GPU address of the first byte
 * @pitch: elements from one row to the next; whole tiles, or macro tiles in 2D
 * @height: rows of a slice; rounded up to whole tiles, or macro tiles in 2D, by gpu_surface_init()
 * @bytes: of a sample of an element: 1, 2, 4, 8, 16, or 12 in rows
 * @samples: 1, 2, 4 or 8
 * @mode: enum gpu_array_mode
 * @depth_order: DB surfaces, and textures of TILE_TYPE 1
 * @slice_bytes: from one slice to the next
 * @tiling: the chip's
 * @pipe_bits: log2 of the pipes
 * @bank_bits: log2 of the banks
 * @group_bits: log2 of the group
 * @tile_bytes: of a micro tile with all its samples
 * @macro_pitch: macro tiles from one row of them to the next
 * @by_x: with @by_y modulo 2: pipe and bank of the micro tile, times the group
 * @by_y: see @by_x
 * @block: GPU_R500: log2 of the squares of 8x8 elements that a macro tile is wide, and high; then the bytes
 *	from one to the next, and the bytes of a row of macro tiles
 * @element: offset of element (x & 7, y & 7) from its tile's address
 * @sample: offset of a sample of an element from its first one
 * @reach: bytes from a tile's address to the end of its last sample
 *
 * The caller fills the members up to @depth_order, gpu_surface_init() the rest.
 */
struct gpu_surface {
	uint64_t base;
	uint32_t pitch, height;
	uint8_t bytes, samples;
	uint8_t mode;
	bool depth_order;

	uint64_t slice_bytes;
	struct gpu_tiling tiling;
	uint8_t pipe_bits, bank_bits, group_bits;
	uint32_t tile_bytes, macro_pitch;
	struct { uint8_t across, down; uint32_t x_bytes, y_bytes, row_bytes; } block;
	uint16_t by_x[16], by_y[64];
	uint32_t element[64];
	uint32_t sample[8];
	uint32_t reach;
};

/* Sets @reach from @element, @sample, @samples and @bytes. */
void gpu_surface_find_reach(struct gpu_surface *s);
/* Return: false if no surface has these properties; it then must not be accessed. */
bool gpu_surface_init(struct gpu_surface *s, struct gpu_tiling tiling);

/* The address of the tile with (x, y); x < pitch and y < height keep it inside the slice. */
uint64_t gpu_surface_tile(const struct gpu_surface *s, uint32_t x, uint32_t y, uint32_t slice);

static inline uint64_t gpu_surface_address(const struct gpu_surface *s, uint32_t x, uint32_t y,
					   uint32_t slice, uint32_t sample)
{
	return gpu_surface_tile(s, x, y, slice) + s->element[(y & 7) * 8 + (x & 7)] + s->sample[sample];
}

/* What pitch and height of a level are padded to, in elements. */
uint32_t gpu_pitch_align(struct gpu_tiling tiling, uint32_t mode, uint32_t bytes, uint32_t samples);
uint32_t gpu_height_align(struct gpu_tiling tiling, uint32_t mode);

/* The pipe that holds the tile with pixel (x, y): the render backend that counts its samples. */
uint32_t gpu_tile_pipe(struct gpu_tiling tiling, uint32_t x, uint32_t y);

#endif
