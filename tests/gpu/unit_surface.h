/* SPDX-License-Identifier: GPL-2.0 */
/* The parts of build/gpu-surface-test, and what they share. */
#ifndef GPU_UNIT_SURFACE_H
#define GPU_UNIT_SURFACE_H

#include <stdint.h>

#include "tap.h"

void unit_float(void);
void unit_format(void);
void unit_color_format(void);
void unit_tile(void);
void unit_fetch(void);
void unit_texture(void);
void unit_filter(void);
void unit_masks(void);
void unit_lanes(void);

/* The same numbers in each run. */
uint32_t unit_random(void);

#endif
