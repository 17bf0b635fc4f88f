// SPDX-License-Identifier: GPL-2.0
/*
 * The twelve chips of R6xx/R7xx.
 *
 * Device ids and straps are from the cards for which the streams were recorded:
 * a driver that derives GB_TILING_CONFIG, the backend map and the SIMD count
 * from these straps arrives at the values the streams assume.
 */
#include "r600/r600.h"

#define ROWS_R6(n)	((n) << 2)
#define ROWS_R7(n)	((n) << 3)
#define BANKS8		1u
#define QD_PIPES(n)	(((0xffu << (n)) & 0xffu) << 8)
#define BACKENDS(n)	(((0xffu << (n)) & 0xffu) << 16)

#define R6(NAME, FW, ID, DEV, AUDIO, CTX, RB, BANK, PIPES, TILING, IGP) {		\
	.chip = { NAME, &r600_gen, ID, DEV, AUDIO, .igp = IGP, .gen2 = !(IGP) && (ID) },	\
	.firmware = FW, .hw_contexts = CTX, .backends = RB,				\
	.ramcfg = ROWS_R6(1) | (BANK), .shader_pipe_config = QD_PIPES(PIPES),	\
	.rb_disable = BACKENDS(RB), .tiling_config = TILING }

/* Boards with RV770 have a reference clock of 100 MHz. */
#define R7(NAME, FW, ID, DEV, AUDIO, CTX, RB, BANK, PIPES, TILING, ...) {			\
	.chip = { NAME, &r600_gen, ID, DEV, AUDIO, .gen2 = true },			\
	.firmware = FW, .r7xx = true, .hw_contexts = CTX, .backends = RB,					\
	.ramcfg = ROWS_R7(1) | (BANK), .shader_pipe_config = QD_PIPES(PIPES),	\
	.rb_disable = BACKENDS(RB), .tiling_config = TILING, __VA_ARGS__ }

static const struct r600_chip chips[] = {
	R6("R600",  "R600",  0, 0x9400, 0xaa00, 8, 4, BANKS8, 4, 0xfa504916, false),
	R6("RV610", "RV610", 1, 0x94c1, 0xaa10, 4, 1, 0,      1, 0x00004900, false),
	R6("RV630", "RV630", 2, 0x9581, 0xaa08, 8, 1, BANKS8, 2, 0x00004912, false),
	R6("RV670", "RV670", 3, 0x9501, 0xaa18, 8, 4, BANKS8, 4, 0x00e44914, false),
	R6("RV620", "RV620", 4, 0x95c5, 0xaa28, 4, 1, BANKS8, 1, 0x00004910, false),
	R6("RV635", "RV635", 5, 0x9598, 0xaa20, 8, 1, BANKS8, 2, 0x00004912, false),
	R6("RS780", "RS780", 6, 0x9610, 0x960f, 4, 1, 0,      1, 0x00004900, true),
	R6("RS880", "RS780", 7, 0x9710, 0x970f, 4, 1, 0,      1, 0x00004900, true),
	R7("RV770", "RV770", 8, 0x9440, 0xaa30, 8, 4, BANKS8, 4, 0xfa504916, .chip.reference = 10000),
	R7("RV730", "RV730", 9, 0x9490, 0xaa38, 8, 2, BANKS8, 2, 0x00504914),
	R7("RV710", "RV710", 10, 0x9540, 0xaa38, 4, 1, 0,     2, 0x00004902),
	R7("RV740", "RV730", 11, 0x94b3, 0xaa38, 8, 4, BANKS8, 4, 0x00e44914),
};

const struct model_chip *r600_chip_by_index(unsigned int i)
{
	return i < sizeof(chips) / sizeof(chips[0]) ? &chips[i].chip : NULL;
}
