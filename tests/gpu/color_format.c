// SPDX-License-Identifier: GPL-2.0
/* Pixels of colour targets from and to the channels of a shader. */
#include "format_number.h"

/*
 * COMP_SWAP: the channel of each component of memory, by the number of components.  Rows are STD,
 * ALT, STD_REV, ALT_REV.
 */
static const uint8_t channels[4][4][4] = {
	{ { 0 }, { 1 }, { 2 }, { 3 } },
	{ { 0, 1 }, { 0, 3 }, { 1, 0 }, { 3, 0 } },
	{ { 0, 1, 2 }, { 0, 1, 3 }, { 2, 1, 0 }, { 3, 1, 0 } },
	{ { 0, 1, 2, 3 }, { 2, 1, 0, 3 }, { 3, 2, 1, 0 }, { 3, 0, 1, 2 } },
};

/* Alpha is never sRGB, and stencil beside a float depth no float. */
static uint8_t number_of(const struct gpu_color_format *c, unsigned int i)
{
	if (c->format->is_float)
		return c->format->c[i].bits == 8 ? GPU_UINT : GPU_FLOAT;
	if (c->number == GPU_SRGB && c->channel[i] == 3)
		return GPU_UNORM;
	return c->number;
}

static void pack_plain(const struct gpu_color_format *c, const uint32_t in[4], unsigned int mask,
		       uint8_t *element)
{
	const struct gpu_format *f = c->format;
	struct gpu_element e;
	unsigned int i;

	if (c->endian)
		gpu_endian_swap(element, f->used, c->endian);
	e = gpu_element(element, f->used);
	for (i = 0; i < f->components; i++)
		if (mask >> c->channel[i] & 1)
			gpu_element_put(&e, f->c[i].first, f->c[i].bits,
					gpu_number_write(number_of(c, i), f->c[i].bits,
							 in[c->channel[i]]));
	gpu_element_store(&e, element, f->used);
	if (c->endian)
		gpu_endian_swap(element, f->used, c->endian);
}

static void unpack_plain(const struct gpu_color_format *c, const uint8_t *element, uint32_t out[4])
{
	const struct gpu_format *f = c->format;
	uint8_t bytes[16];
	struct gpu_element e;
	unsigned int i;

	memcpy(bytes, element, f->used);
	gpu_endian_swap(bytes, f->used, c->endian);
	e = gpu_element(bytes, f->used);
	out[0] = 0;
	out[1] = 0;
	out[2] = 0;
	out[3] = c->integer ? 1 : GPU_ONE;
	for (i = 0; i < f->components; i++)
		out[c->channel[i]] = gpu_number_read(number_of(c, i), f->c[i].bits,
						     gpu_element_get(&e, f->c[i].first, f->c[i].bits),
						     false);
	for (i = 0; c->intensity && i < 4; i++)
		out[i] = out[c->channel[0]];
}

typedef float floats __attribute__((vector_size(16)));
typedef int32_t ints __attribute__((vector_size(16)));
typedef double doubles __attribute__((vector_size(32)));

/* Four bytes, unorm: the numbers of pack_plain(), four at a time. */
static void pack_8888(const struct gpu_color_format *c, const uint32_t in[4], unsigned int mask,
		      uint8_t *element)
{
	const ints channels_in = { (int32_t)in[c->channel[0]], (int32_t)in[c->channel[1]],
				   (int32_t)in[c->channel[2]], (int32_t)in[c->channel[3]] };
	const ints one = { 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000 };
	floats v = (floats)channels_in;
	/* NaN is 0. */
	ints bits = channels_in & (v > 0), below = (floats)bits < 1;
	doubles exact;
	unsigned int i;

	bits = (bits & below) | (one & ~below);
	exact = __builtin_convertvector((floats)bits, doubles) * 255.0 + 0.5;
	bits = __builtin_convertvector(exact, ints);
	for (i = 0; i < 4; i++)
		if (mask >> c->channel[i] & 1)
			element[i] = (uint8_t)bits[i];
}

/* The same for a channel of four lanes. */
static inline ints pack_byte(const float in[4])
{
	const ints one = { 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000 };
	ints bits, below;
	doubles exact;
	floats v;

	memcpy(&v, in, sizeof(v));
	bits = (ints)v & (v > 0);
	below = (floats)bits < 1;
	bits = (bits & below) | (one & ~below);
	exact = __builtin_convertvector((floats)bits, doubles) * 255.0 + 0.5;
	return __builtin_convertvector(exact, ints);
}

static GPU_CLONES void pack_8888_lanes(const struct gpu_color_format *c, const struct gpu_vec *in, union gpu_lanes *word)
{
	unsigned int i;

	for (i = 0; i < GPU_LANES; i += 4) {
		ints sum = pack_byte(&in->c[c->channel[0]].f[i]) | pack_byte(&in->c[c->channel[1]].f[i]) << 8 |
			   pack_byte(&in->c[c->channel[2]].f[i]) << 16 | pack_byte(&in->c[c->channel[3]].f[i]) << 24;

		memcpy(&word->i[i], &sum, sizeof(sum));
	}
}

static void unpack_8888_lanes(const struct gpu_color_format *c, const union gpu_lanes *word, struct gpu_vec *out)
{
	for (unsigned int i = 0; i < 4; i++)
		gpu_number_unorm_8(word, 8 * i, &out->c[c->channel[i]]);
}

/* Components of 32 bits that are floats or integers. */
static void pack_32(const struct gpu_color_format *c, const uint32_t in[4], unsigned int mask,
		    uint8_t *element)
{
	unsigned int i;

	for (i = 0; i < c->format->components; i++)
		if (mask >> c->channel[i] & 1)
			memcpy(element + 4 * i, &in[c->channel[i]], 4);
}

static void unpack_8888(const struct gpu_color_format *c, const uint8_t *element, uint32_t out[4])
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		out[c->channel[i]] = gpu_number_8[GPU_UNORM][element[i]];
}

static bool is_32(const struct gpu_color_format *c)
{
	unsigned int i;

	for (i = 0; i < c->format->components; i++)
		if (c->format->c[i].bits != 32)
			return false;
	return c->integer || c->format->is_float;
}

bool gpu_color_init(struct gpu_color_format *c, uint32_t format, uint32_t number, uint32_t comp_swap,
		    uint32_t endian)
{
	const struct gpu_format *f = gpu_format(format);
	unsigned int i;

	*c = (struct gpu_color_format) { .format = f, .number = number & 7, .endian = endian & 3 };
	if (f->kind != GPU_PLAIN || (format > 35 && format != 48))
		return false;
	for (i = 0; i < f->components; i++) {
		c->channel[i] = channels[f->components - 1][comp_swap & 3][i];
		c->channels |= 1u << c->channel[i];
	}
	c->integer = !f->is_float && (c->number == GPU_UINT || c->number == GPU_SINT);
	c->normalised = !f->is_float &&
			(c->number == GPU_UNORM || c->number == GPU_SNORM || c->number == GPU_SRGB);
	c->pack = pack_plain;
	c->unpack = unpack_plain;
	if (c->endian)
		return true;
	if (format == 26 && c->number == GPU_UNORM) {
		c->pack = pack_8888;
		c->unpack = unpack_8888;
		c->pack_lanes = GPU_LITTLE_ENDIAN ? pack_8888_lanes : NULL;
		c->unpack_lanes = GPU_LITTLE_ENDIAN ? unpack_8888_lanes : NULL;
	}
	if (GPU_LITTLE_ENDIAN && is_32(c))
		c->pack = pack_32;
	return true;
}
