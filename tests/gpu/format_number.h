/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bits of one component from and to a number of 32 bits; inside of the format code only.
 */
#ifndef GPU_FORMAT_NUMBER_H
#define GPU_FORMAT_NUMBER_H

#include <string.h>

#include "float.h"
#include "format.h"

#define GPU_ONE			0x3f800000u
#define GPU_LITTLE_ENDIAN	(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

/* The bits of an element: bit n is bit n % 64 of word n / 64.  No component crosses a word. */
struct gpu_element {
	uint64_t word[2];
};

static inline struct gpu_element gpu_element(const uint8_t *bytes, unsigned int n)
{
	struct gpu_element e = { { 0, 0 } };
	unsigned int i;

	if (GPU_LITTLE_ENDIAN)
		memcpy(&e, bytes, n);
	else
		for (i = 0; i < n; i++)
			e.word[i / 8] |= (uint64_t)bytes[i] << (i % 8 * 8);
	return e;
}

static inline void gpu_element_store(const struct gpu_element *e, uint8_t *bytes, unsigned int n)
{
	unsigned int i;

	if (GPU_LITTLE_ENDIAN)
		memcpy(bytes, e, n);
	else
		for (i = 0; i < n; i++)
			bytes[i] = (uint8_t)(e->word[i / 8] >> (i % 8 * 8));
}

static inline uint32_t gpu_element_get(const struct gpu_element *e, unsigned int first, unsigned int bits)
{
	return (uint32_t)(e->word[first / 64] >> first % 64 & ((1ull << bits) - 1));
}

static inline void gpu_element_put(struct gpu_element *e, unsigned int first, unsigned int bits,
				   uint32_t value)
{
	uint64_t mask = ((1ull << bits) - 1) << first % 64;
	uint64_t *word = &e->word[first / 64];

	*word = (*word & ~mask) | ((uint64_t)value << first % 64 & mask);
}

/* The number that bits mean: the bits of a float, or an integer. */
uint32_t gpu_number_read(uint8_t number, unsigned int bits, uint32_t raw, bool no_clamp);
/* The bits that mean the number: clamped to the range, rounded to nearest. */
uint32_t gpu_number_write(uint8_t number, unsigned int bits, uint32_t value);

/* gpu_number_read() of 8 bits; floats have none. */
#define GPU_NUMBERS_8	(~(1u << GPU_FLOAT))
extern uint32_t gpu_number_8[GPU_BIASED + 1][256];

/* The bytes at bit @shift of all lanes, as GPU_UNORM. */
void gpu_number_unorm_8(const union gpu_lanes *word, uint32_t shift, union gpu_lanes *to);

/* Chooses unpack for format, numbers and swap. */
void gpu_reader_dispatch(struct gpu_reader *r);

#endif
