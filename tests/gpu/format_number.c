// SPDX-License-Identifier: GPL-2.0
/* Bits of one component from and to numbers: normalised, scaled, integer, sRGB, float. */
#include "format_number.h"

#include <math.h>

static uint32_t all_ones(unsigned int bits)
{
	return (uint32_t)((1ull << bits) - 1);
}

static int32_t sign_extend(uint32_t raw, unsigned int bits)
{
	return (int32_t)(raw << (32 - bits)) >> (32 - bits);
}

/* The largest positive number; 1 instead of 0 for a single bit. */
static double signed_max(unsigned int bits)
{
	return bits > 1 ? all_ones(bits - 1) : 1;
}

/*
 * 24 bits: no document of this generation describes the float.  R5xx's has 4 exponent and 20
 * mantissa bits, no sign, and a bias of 15; depth needs no number above 1.
 */
#define MANTISSA_24	20

static float float_24(uint32_t raw)
{
	uint32_t exponent = raw >> MANTISSA_24 & 15, m = raw & all_ones(MANTISSA_24);

	if (!exponent)
		return (float)m * gpu_float((127 - 14 - MANTISSA_24) << 23);
	return gpu_float((exponent + 112) << 23 | m << 3);
}

static uint32_t to_float_24(float value)
{
	uint32_t bits = gpu_bits(value);

	if (!(value > 0))
		return 0;
	if (value >= 2)
		return all_ones(24);
	if (bits < 113u << 23)
		return (uint32_t)gpu_round_even(value * gpu_float((127 + 14 + MANTISSA_24) << 23));
	bits -= 112u << 23;
	bits = (bits >> 3) + ((bits & 7) > 4 || ((bits & 7) == 4 && (bits & 8)));
	return bits < all_ones(24) ? bits : all_ones(24);
}

static uint32_t read_float(unsigned int bits, uint32_t raw)
{
	switch (bits) {
	case 32:
		return raw;
	case 24:
		return gpu_bits(float_24(raw));
	case 16:
		return gpu_bits(gpu_half_to_float((uint16_t)raw));
	case 11:
	case 10:
		return gpu_bits(gpu_small_to_float(raw, bits - 5));
	}
	return gpu_bits((float)raw);
}

static uint32_t write_float(unsigned int bits, uint32_t value)
{
	float f = gpu_float(value);

	switch (bits) {
	case 32:
		return value;
	case 24:
		return to_float_24(f);
	case 16:
		return gpu_float_to_half(f);
	case 11:
	case 10:
		return gpu_float_to_small(f, bits - 5);
	}
	return gpu_number_write(GPU_USCALED, bits, value);
}

/* Division of doubles and one rounding: the nearest float to the quotient, also of 32 bits. */
uint32_t gpu_number_read(uint8_t number, unsigned int bits, uint32_t raw, bool no_clamp)
{
	double v;

	switch (number) {
	case GPU_UNORM:
		return gpu_bits((float)(raw / (double)all_ones(bits)));
	case GPU_SRGB:
		return gpu_bits(gpu_srgb_to_linear((float)(raw / (double)all_ones(bits))));
	case GPU_SNORM:
		v = sign_extend(raw, bits) / signed_max(bits);
		return gpu_bits((float)(v < -1 && !no_clamp ? -1 : v));
	case GPU_BIASED:
		v = ((double)raw - (1u << (bits - 1))) / signed_max(bits);
		return gpu_bits((float)(v < -1 && !no_clamp ? -1 : v));
	case GPU_USCALED:
		return gpu_bits((float)raw);
	case GPU_SSCALED:
		return gpu_bits((float)sign_extend(raw, bits));
	case GPU_SINT:
		return (uint32_t)sign_extend(raw, bits);
	case GPU_FLOAT:
		return read_float(bits, raw);
	}
	return raw;
}

/* v between lowest and highest, ties away from zero; NaN is 0 or the bound next to it. */
static int64_t rounded(double v, double lowest, double highest)
{
	if (v != v)
		v = 0;
	if (v < lowest)
		v = lowest;
	if (v > highest)
		v = highest;
	return (int64_t)(v < 0 ? v - 0.5 : v + 0.5);
}

static uint32_t saturate_signed(int32_t v, unsigned int bits)
{
	int64_t top = bits > 1 ? all_ones(bits - 1) : 0;

	if (v > top)
		return (uint32_t)top;
	if (v < -top - 1)
		return (uint32_t)(-top - 1) & all_ones(bits);
	return (uint32_t)v & all_ones(bits);
}

uint32_t gpu_number_write(uint8_t number, unsigned int bits, uint32_t value)
{
	double v = gpu_float(value), top = signed_max(bits), all = all_ones(bits);

	switch (number) {
	case GPU_SRGB:
		v = gpu_linear_to_srgb(gpu_float(value));
		return (uint32_t)rounded(v * all, 0, all);
	case GPU_UNORM:
		return (uint32_t)rounded(v * all, 0, all);
	case GPU_SNORM:
		return (uint32_t)rounded(v * top, -top, top) & all_ones(bits);
	case GPU_USCALED:
		return (uint32_t)rounded(v, 0, all);
	case GPU_SSCALED:
		return (uint32_t)rounded(v, -top - 1, top) & all_ones(bits);
	case GPU_UINT:
		return value < all_ones(bits) ? value : all_ones(bits);
	case GPU_SINT:
		return saturate_signed((int32_t)value, bits);
	case GPU_FLOAT:
		return write_float(bits, value);
	}
	return 0;
}

/* A quotient of floats is as exact here as the quotient of doubles that gpu_number_read() rounds. */
GPU_CLONES void gpu_number_unorm_8(const union gpu_lanes *word, uint32_t shift, union gpu_lanes *to)
{
	for (int i = 0; i < GPU_LANES; i++)
		to->f[i] = (float)(int32_t)(word->u[i] >> shift & 0xff) / 255.0f;
}

uint32_t gpu_number_8[GPU_BIASED + 1][256];

/* Before main(), so that threads only read it. */
static void __attribute__((constructor)) fill_numbers_8(void)
{
	uint32_t raw;
	int number;

	for (number = 0; number <= GPU_BIASED; number++)
		for (raw = 0; raw < 256; raw++)
			gpu_number_8[number][raw] = gpu_number_read(number, 8, raw, false);
}
