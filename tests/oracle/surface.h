/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Extents and addresses of surfaces: the array modes of R6xx/R7xx.
 *
 * Pure arithmetic, no state, no locks.  The oracle asks for extents; the tests
 * compare them with the address of every single element.  Nothing here comes
 * from pm4/: this is the second opinion.
 */
#ifndef ORACLE_SURFACE_H
#define ORACLE_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

enum surface_mode {
	SURFACE_LINEAR_GENERAL = 0,
	SURFACE_LINEAR_ALIGNED = 1,
	SURFACE_1D_THIN = 2,
	SURFACE_2D_THIN = 4,
};

/**
 * struct surface_chip - parameters of tiling
 * @pipes: 1, 2, 4 or 8
 * @banks: 4 or 8
 * @group: pipe interleave in bytes
 * @r7xx: R7xx swaps a bank bit and pads cube maps to eight faces
 */
struct surface_chip {
	uint32_t pipes;
	uint32_t banks;
	uint32_t group;
	bool r7xx;
};

/**
 * struct surface_format - one element (texel, or block of texels)
 * @width: texels an element is wide
 * @height: texels an element is high
 * @bytes: size of the element, 0 for a format that does not exist
 */
struct surface_format {
	uint8_t width;
	uint8_t height;
	uint8_t bytes;
};

/**
 * struct surface_shape - one level of a surface, in elements
 * @mode: enum surface_mode
 * @bytes: bytes of an element
 * @samples: samples of an element
 * @pitch: elements from one row to the next
 * @width: elements of a row that can be reached (may exceed @pitch)
 * @height: rows
 */
struct surface_shape {
	uint32_t mode;
	uint32_t bytes;
	uint32_t samples;
	uint64_t pitch;
	uint64_t width;
	uint64_t height;
};

struct surface_format surface_format(uint32_t format);
bool surface_mode_known(uint32_t mode);
uint64_t surface_pitch_align(const struct surface_chip *c, uint32_t mode,
			     uint32_t bytes, uint32_t samples);
uint64_t surface_height_align(const struct surface_chip *c, uint32_t mode);
uint64_t surface_unit(const struct surface_chip *c, uint32_t mode,
		      uint32_t bytes, uint32_t samples);
uint64_t surface_slice(const struct surface_chip *c,
		       const struct surface_shape *s);
uint64_t surface_reach(const struct surface_chip *c,
		       const struct surface_shape *s, uint64_t slices);
uint64_t surface_address(const struct surface_chip *c,
			 const struct surface_shape *s, uint32_t x, uint32_t y,
			 uint32_t slice, uint32_t sample);

/**
 * struct surface_texture - the fields of a texture descriptor
 *
 * Sizes are real ones (not minus one).  @last_level is the log2 of the samples
 * for the two multisampled dimensions.
 */
struct surface_texture {
	uint32_t dim;
	uint32_t mode;
	uint32_t format;
	uint32_t pitch;
	uint32_t width;
	uint32_t height;
	uint32_t depth;
	uint32_t base_level;
	uint32_t last_level;
	uint32_t base_array;
	uint32_t last_array;
};

/**
 * struct surface_extent - bytes a texture reaches from its two base addresses
 * @base: from the base address (level 0), 0 when level 0 cannot be reached
 * @mip: from the mip address (levels 1 and up), 0 when there is none
 */
struct surface_extent {
	uint64_t base;
	uint64_t mip;
};

void surface_texture_read(const uint32_t *w, struct surface_texture *t);
const char *surface_texture_extent(const struct surface_chip *c,
				   const struct surface_texture *t,
				   struct surface_extent *e);

#endif /* ORACLE_SURFACE_H */
