/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Data formats of vertices, textures and colour targets: bytes of memory from and to four
 * components of 32 bits.
 *
 * A component of 32 bits holds the bits of a float, or an integer, as a GPR does.  Components
 * count from the lowest bit of the element: component 0 of 5_6_5 is bits 4:0.
 *
 * No state, no locks.
 */
#ifndef GPU_FORMAT_H
#define GPU_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "lanes.h"

/* How the bits of a component make a number; the values are CB NUMBER_TYPE's values. */
enum gpu_number {
	GPU_UNORM,
	GPU_SNORM,
	GPU_USCALED,
	GPU_SSCALED,
	GPU_UINT,
	GPU_SINT,
	GPU_SRGB,
	GPU_FLOAT,
	/* FORMAT_COMP 2 of textures. */
	GPU_BIASED,
};

enum gpu_kind {
	GPU_NO_FORMAT,
	GPU_PLAIN,		/* components are bit fields of one element */
	GPU_SHARED_EXPONENT,
	GPU_ONE_BIT,
	GPU_GB_GR, GPU_BG_RG,	/* two texels in four bytes */
	GPU_BC1, GPU_BC2, GPU_BC3, GPU_BC4, GPU_BC5,
};

/**
 * struct gpu_format - the layout of a DATA_FORMAT or CB FORMAT value; both share one numbering
 * @kind: GPU_NO_FORMAT for a number that names no format; then all else is 0
 * @bytes: of an element in a surface: a texel, or a block of texels
 * @used: bytes of an element that hold components, at most @bytes
 * @block_w: texels that an element is wide
 * @block_h: texels that an element is high
 * @components: 1 to 4
 * @is_float: components are floats of their size, whatever the number type says
 * @c: the place of each component: bits @first to @first + @bits - 1
 */
struct gpu_format {
	uint8_t kind;
	uint8_t bytes, used;
	uint8_t block_w, block_h;
	uint8_t components;
	bool is_float;
	struct { uint8_t first, bits; } c[4];
};

/* Never NULL: numbers outside of 1..63 and holes have kind GPU_NO_FORMAT. */
const struct gpu_format *gpu_format(uint32_t number);

/* ENDIAN_SWAP of resources and CB ENDIAN. */
enum gpu_endian { GPU_ENDIAN_NONE, GPU_8IN16, GPU_8IN32, GPU_8IN64 };

/* Reverses the bytes of each unit of the element; an element smaller than a unit is one unit. */
void gpu_endian_swap(uint8_t *element, unsigned int bytes, uint32_t endian);

/* ---- vertices and textures ---- */

/**
 * struct gpu_reader - how a resource reads elements; filled by gpu_reader_init()
 * @format: its format
 * @number: of each component, an enum gpu_number
 * @endian: enum gpu_endian
 * @no_clamp: SRF_MODE: the lowest snorm is below -1
 * @integer: the missing fourth component, and DST_SEL 5, are integer 1 instead of 1.0
 * @unpack: see gpu_unpack()
 */
struct gpu_reader {
	const struct gpu_format *format;
	uint8_t number[4];
	uint8_t endian;
	bool no_clamp;
	bool integer;
	void (*unpack)(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4]);
};

/**
 * gpu_reader_init() - a reader from the fields of a resource
 * @r: the reader
 * @format: DATA_FORMAT
 * @num_format: NUM_FORMAT_ALL: 0 normalised, 1 integer, 2 scaled
 * @comp: FORMAT_COMP of the components: 0 unsigned, 1 signed, 2 unsigned biased
 * @degamma: FORCE_DEGAMMA: components 0 to 2 are sRGB if normalised
 * @srf: SRF_MODE
 * @endian: ENDIAN_SWAP
 *
 * Return: false for a number that names no format; such a reader reads zeros of 0 bytes.
 */
bool gpu_reader_init(struct gpu_reader *r, uint32_t format, uint32_t num_format,
		     const uint8_t comp[4], bool degamma, bool srf, uint32_t endian);

/*
 * Reads one element of format->used bytes; for formats with blocks use gpu_unpack_texel().
 * Missing components are 0, 0, 0, 1.
 */
static inline void gpu_unpack(const struct gpu_reader *r, const uint8_t *element, uint32_t out[4])
{
	r->unpack(r, element, out);
}

/* Texel (x, y) of a block, x < block_w and y < block_h; works for every format. */
void gpu_unpack_texel(const struct gpu_reader *r, const uint8_t *element, unsigned int x,
		      unsigned int y, uint32_t out[4]);

/* DST_SEL: 0..3 a component of in, 4 zero, 5 one (1.0 or integer 1); others 0. */
uint32_t gpu_select(const uint32_t in[4], uint32_t sel, bool integer);

/* ---- colour targets ---- */

/**
 * struct gpu_color_format - how a colour target keeps pixels; filled by gpu_color_init()
 * @format: its layout
 * @number: enum gpu_number
 * @endian: enum gpu_endian
 * @channel: component i of memory holds this channel of the shader: 0 red .. 3 alpha
 * @channels: bit for each channel of the shader that memory has
 * @intensity: reads have the one component of memory in all channels
 * @integer: channels are integers: no blending, no clamping to 0..1
 * @normalised: unorm, snorm or sRGB
 * @pack: see gpu_color_pack()
 * @unpack: see gpu_color_unpack()
 * @pack_lanes: @pack of all channels for pixels of four bytes, as dwords; NULL: the format has none
 * @unpack_lanes: the reverse
 */
struct gpu_color_format {
	const struct gpu_format *format;
	uint8_t number;
	uint8_t endian;
	uint8_t channel[4];
	uint8_t channels;
	bool intensity;
	bool integer;
	bool normalised;
	void (*pack)(const struct gpu_color_format *c, const uint32_t in[4], unsigned int mask,
		     uint8_t *element);
	void (*unpack)(const struct gpu_color_format *c, const uint8_t *element, uint32_t out[4]);
	void (*pack_lanes)(const struct gpu_color_format *c, const struct gpu_vec *in, union gpu_lanes *word);
	void (*unpack_lanes)(const struct gpu_color_format *c, const union gpu_lanes *word, struct gpu_vec *out);
};

/**
 * gpu_color_init() - a colour format from the fields of CB_COLORn_INFO
 * @c: the colour format
 * @format: FORMAT
 * @number: NUMBER_TYPE
 * @comp_swap: COMP_SWAP
 * @endian: ENDIAN
 *
 * Return: false if colour targets do not have the format.
 */
bool gpu_color_init(struct gpu_color_format *c, uint32_t format, uint32_t number,
		    uint32_t comp_swap, uint32_t endian);

/*
 * Writes the channels of mask (bit 0 red .. 3 alpha) and keeps the other bits of the element.
 * Floats are clamped to the format's range and rounded to the nearest number that it has, sRGB
 * is encoded; integers saturate.
 */
static inline void gpu_color_pack(const struct gpu_color_format *c, const uint32_t in[4],
				  unsigned int mask, uint8_t *element)
{
	c->pack(c, in, mask, element);
}

/* Reads a pixel as channels of the shader: missing ones are 0, alpha 1; sRGB becomes linear. */
static inline void gpu_color_unpack(const struct gpu_color_format *c, const uint8_t *element,
				    uint32_t out[4])
{
	c->unpack(c, element, out);
}

#endif
