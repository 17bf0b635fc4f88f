/* SPDX-License-Identifier: GPL-2.0 */
/* Formats by AMD's names, and numbers in double precision, for the tests of formats. */
#ifndef GPU_UNIT_FORMAT_H
#define GPU_UNIT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

struct unit_format {
	uint32_t number;
	const char *name;
};

extern const struct unit_format unit_formats[];
extern const unsigned int unit_formats_count;

struct unit_layout {
	uint32_t components;
	uint32_t first[4], bits[4];
	bool is_float;
};

struct unit_layout unit_layout(const char *name);
void unit_element(const struct unit_layout *l, const uint32_t raw[4], uint8_t bytes[16]);
double unit_number(int number, uint32_t raw, uint32_t bits);
double unit_small_float(uint32_t raw, uint32_t bits);

#endif
