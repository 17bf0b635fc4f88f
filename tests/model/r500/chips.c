// SPDX-License-Identifier: GPL-2.0
/*
 * The six chips of R5xx.
 */
#include "r500/r500.h"

#define FIRST_ID	12u	/* after the ids of R6xx/R7xx */

#define CHIP(NAME, N, DEV, PIPES, Z, ...) {					\
	.chip = { .name = NAME, .gen = &r500_gen, .id = FIRST_ID + (N),		\
		  .device_id = DEV },						\
	.pipes = PIPES, .z_pipes = Z, __VA_ARGS__ }

static const struct r500_chip chips[] = {
	CHIP("RV515", 0, 0x7146, 1, 1, .rv515 = true, .loses_msi = true),
	CHIP("R520", 1, 0x7109, 4, 1),
	CHIP("RV530", 2, 0x71c2, 1, 2),
	CHIP("R580", 3, 0x7249, 4, 1),
	CHIP("RV560", 4, 0x7291, 2, 1),
	CHIP("RV570", 5, 0x7280, 3, 1),
};

const struct model_chip *r500_chip_by_index(unsigned int i)
{
	return i < sizeof(chips) / sizeof(chips[0]) ? &chips[i].chip : NULL;
}
