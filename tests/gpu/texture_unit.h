/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Inside of the texture unit: decoded descriptors and samplers, and the steps from a coordinate
 * to a filtered texel.  Only texture*.c, r600.c and R5xx include this.
 *
 *	texture.c		instructions
 *	texture_filter.c	a coordinate and a level of detail to a colour
 *	texture_lanes.c		the same for all invocations of a group, for most textures
 *	texture_lod.c		gradients and level of detail
 *	texture_wrap.c		one coordinate to one or two texels
 *	texture_size.c		the descriptor: levels, slices, surfaces
 *	texture_look.c		textures between two draws, for who looks at them
 */
#ifndef GPU_TEXTURE_UNIT_H
#define GPU_TEXTURE_UNIT_H

#include "texture.h"

enum gpu_dim {
	GPU_1D, GPU_2D, GPU_3D, GPU_CUBE,
	GPU_1D_ARRAY, GPU_2D_ARRAY, GPU_2D_MSAA, GPU_2D_ARRAY_MSAA,
};

#define GPU_LEVELS	16

/**
 * struct gpu_level - a mip level
 * @width: texels, as coordinates and sizes count them
 * @height: texels
 * @depth: texels; 1 unless 3D
 * @slices: that the level has in memory
 * @host: the host's memory from @surface.base on, if it is in one span; otherwise NULL
 * @surface: its elements
 */
struct gpu_level {
	uint32_t width, height, depth;
	uint32_t slices;
	const uint8_t *host;
	struct gpu_surface surface;
};

/**
 * struct gpu_texture - a decoded descriptor
 * @words: its seven dwords
 * @decoded: the rest belongs to @words
 * @live: it is a texture that can be read; otherwise all reads are 0
 * @serial: of the unit's spans when gpu_level.host was looked up
 * @dim: enum gpu_dim
 * @base_level: the level of LOD 0
 * @last_level: the last one that can be sampled, at least @base_level
 * @samples: 1, 2, 4 or 8
 * @block_x: log2 of the texels that an element is wide
 * @block_y: log2 of the texels that an element is high
 * @first_slice: BASE_ARRAY
 * @last_slice: the last slice that an array or cube may select
 * @depth: TEX_DEPTH, at least 1
 * @clamp_reference: the format is normalised, and so is the reference of shadow comparisons
 * @gamma: components whose gamma is removed after the filter (R5xx); the reader removes it before
 * @sel: DST_SEL: 0..3, 4 zero, 5 one
 * @four_bytes: a texel is four components of 8 bits
 * @reader: how an element is read
 * @level: from 0 to @last_level
 */
struct gpu_texture {
	uint32_t words[7];
	bool decoded;
	bool live;
	uint64_t serial;
	uint8_t dim;
	uint8_t base_level, last_level;
	uint8_t samples;
	uint8_t block_x, block_y;
	uint32_t first_slice, last_slice, depth;
	bool clamp_reference;
	bool gamma[4];
	uint8_t sel[4];
	bool four_bytes;
	struct gpu_reader reader;
	struct gpu_level level[GPU_LEVELS];
};

/* Decoded descriptors are found by a hash of their words. */
#define GPU_TEXTURES	64

struct gpu_texture_unit {
	struct gpu_mem *mem;
	enum gpu_chip chip;
	struct gpu_tiling tiling;
	bool cube_edges;		/* filter across the edges of cubes */
	void (*fetched)(void *ctx, const struct gpu_fetched *f);	/* see gpu_texture_follow() */
	void *fetched_ctx;
	int follow;
	int lane;			/* of the group, whose texels are read */
	uint64_t serial;		/* counts gpu_texture_begin() */
	struct gpu_texture texture[GPU_TEXTURES];
};

/* ---- texture_size.c ---- */

/* The decoded descriptor; valid until the next call. */
const struct gpu_texture *gpu_texture_get(struct gpu_texture_unit *unit, const uint32_t words[7]);

/*
 * Reads a texel.  The caller keeps x, y, slice and sample inside of the level: below width and
 * height, below slices, below the texture's samples.
 */
void gpu_texel(struct gpu_texture_unit *unit, const struct gpu_texture *t, const struct gpu_level *level,
	       uint32_t x, uint32_t y, uint32_t slice, uint32_t sample, uint32_t out[4]);

/* ---- texture_wrap.c ---- */

enum gpu_wrap {
	GPU_REPEAT, GPU_MIRROR, GPU_CLAMP, GPU_MIRROR_ONCE,
	GPU_HALF_BORDER, GPU_MIRROR_HALF_BORDER, GPU_BORDER, GPU_MIRROR_BORDER,
};

/* A texel of the border. */
#define GPU_OUTSIDE	(-1)

/**
 * struct gpu_axis - a coordinate as texels
 * @texel: 0 to size - 1, or GPU_OUTSIDE; the second one only if linear
 * @weight: of the second one, 0 to 1 in steps of 1/256
 */
struct gpu_axis {
	int32_t texel[2];
	float weight;
};

/**
 * gpu_wrap_axis() - the texels of a coordinate
 * @a: result
 * @mode: enum gpu_wrap
 * @linear: two texels with a weight; otherwise the one under the coordinate
 * @coord: the coordinate; any float
 * @normalised: 1.0 is @size texels
 * @offset: texels added to it
 * @size: texels, at least 1
 */
void gpu_wrap_axis(struct gpu_axis *a, unsigned int mode, bool linear, float coord, bool normalised,
		   float offset, uint32_t size);

/* The layer next to z, ties to even; 0 to last. */
uint32_t gpu_layer(float z, uint32_t last);

/* ---- texture_filter.c ---- */

/**
 * struct gpu_sampler - a decoded sampler
 * @wrap: of x, y, z
 * @mag_linear: filter if the texture is enlarged
 * @min_linear: filter if not
 * @z_filter: 0 as in x and y, 1 point, 2 linear
 * @mip_filter: 0 base level only, 1 nearest level, 2 linear
 * @anisotropy: the most samples along a footprint, 1 if filters are isotropic
 * @compare: DEPTH_COMPARE
 * @min_lod: of level of detail
 * @max_lod: of level of detail
 * @bias: added to the level of detail
 * @border: texel outside, of BORDER_COLOR_TYPE and register
 */
struct gpu_sampler {
	uint8_t wrap[3];
	bool mag_linear, min_linear;
	uint8_t z_filter, mip_filter;
	uint8_t anisotropy;
	uint8_t compare;
	float min_lod, max_lod, bias;
	uint32_t border[4];
};

void gpu_sampler_decode(struct gpu_sampler *s, const uint32_t words[3], const uint32_t border[4],
			const struct gpu_texture *t);

/**
 * struct gpu_footprint - what an invocation samples
 * @coord: x, y, z: cubes have x and y from 1 to 2
 * @lod: level of detail with all biases, not yet clamped
 * @samples: along @step, 1 if isotropic
 * @step: from one sample to the next, in units of @coord
 * @reference: of a shadow comparison
 */
struct gpu_footprint {
	float coord[3];
	float lod;
	uint32_t samples;
	float step[3];
	float reference;
};

/**
 * struct gpu_sampling - what all invocations of an instruction share
 * @unit: texture unit
 * @t: texture, live
 * @s: sampler
 * @normalised: COORD_TYPE of x, y, z
 * @offset: of the instruction, in texels
 * @shadow: compare texels with the reference
 */
struct gpu_sampling {
	struct gpu_texture_unit *unit;
	const struct gpu_texture *t;
	const struct gpu_sampler *s;
	bool normalised[3];
	float offset[3];
	bool shadow;
};

/* The filtered texel, before DST_SEL. */
void gpu_filter(const struct gpu_sampling *g, const struct gpu_footprint *f, uint32_t out[4]);

/* What comes after the filter on R5xx: sRGB to linear. */
void gpu_remove_gamma(const struct gpu_texture *t, uint32_t color[4]);

/* The four texels of x that linear filtering would take: (0, 1), (1, 1), (1, 0), (0, 0). */
/* Axes of a face of a cube: its normal, and the axes of s and t; 0 x, 1 y, 2 z, and their signs. */
struct gpu_cube_face {
	uint8_t major, s, t;
	int8_t sign, s_sign, t_sign;
};

extern const struct gpu_cube_face gpu_cube_faces[6];

void gpu_gather(const struct gpu_sampling *g, const struct gpu_footprint *f, uint32_t out[4]);

/* ---- texture_lanes.c ---- */

/* Whether gpu_lanes_load(), gpu_lanes_sample() can do what texel by texel has the same result. */
bool gpu_lanes_load_fits(const struct gpu_texture *t);
bool gpu_lanes_sample_fits(const struct gpu_sampling *g);

/**
 * gpu_lanes_sample() - the filtered texels of a group, from the base level
 * @g: texture, sampler and the like
 * @coord: coordinates
 * @mask: invocations that read memory
 * @texel: result, before DST_SEL; undefined for other invocations
 */
void gpu_lanes_sample(const struct gpu_sampling *g, const struct gpu_vec *coord, gpu_mask mask,
		      struct gpu_vec *texel);

/* The same for LD: integers; 0 outside.  All invocations read the base level. */
void gpu_lanes_load(const struct gpu_sampling *g, const struct gpu_vec *coord, gpu_mask mask, struct gpu_vec *texel);

/* ---- texture_lod.c ---- */

/* The gradients of a quad: change of coord from a pixel to the next, in units of coord. */
struct gpu_slope {
	float h[3], v[3];
};

/* From the coordinates of the four invocations; faces of cubes are unfolded. */
void gpu_slope_of_quad(const struct gpu_texture *t, const union gpu_lanes coord[3], unsigned int quad,
		       struct gpu_slope *slope);

/* Level of detail (without biases) and anisotropy of a footprint. */
void gpu_footprint_size(const struct gpu_sampling *g, const struct gpu_slope *slope,
			struct gpu_footprint *f);

#endif
