// SPDX-License-Identifier: GPL-2.0
/*
 * The six chips of R5xx.
 *
 * Constant data: no locks.
 */
#include "r500.h"

#define R500_FW	.fw = { { "radeon/R520_cp.bin", 512 } }

#define R500_CHIP(NAME)								\
	.id = PM4_##NAME, .name = #NAME, .gen = &r500_gen,			\
	.gart_mib = 512, .crystal_khz = 27000, R500_FW

/* Dwords of HiZ RAM, for each depth pipe */
#define HIZ_SMALL	10240
#define HIZ_LARGE	15360

static const struct r500_row r500_plain = { .hiz_dw = HIZ_LARGE };

const struct rcp_chip r500_chips[] = {
	[PM4_RV515] = {
		R500_CHIP(RV515),
		/* It loses re-arms of its message (found by the in-tree driver). */
		.by_pin = true,
		.row = &(const struct r500_row){ .rv515 = true, .hiz_dw = HIZ_SMALL },
	},
	[PM4_R520] = {
		R500_CHIP(R520),
		.row = &(const struct r500_row){ .hiz_dw = HIZ_SMALL },
	},
	[PM4_RV530] = {
		R500_CHIP(RV530),
		.row = &(const struct r500_row){ .rv530 = true, .hiz_dw = HIZ_LARGE },
	},
	[PM4_R580] = {
		R500_CHIP(R580),
		.row = &r500_plain,
	},
	[PM4_RV560] = {
		R500_CHIP(RV560),
		.row = &r500_plain,
	},
	[PM4_RV570] = {
		R500_CHIP(RV570),
		.row = &r500_plain,
	},
};

static_assert(ARRAY_SIZE(r500_chips) == R500_CHIPS);
