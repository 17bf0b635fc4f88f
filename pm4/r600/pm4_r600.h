/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Numbers of the front of R6xx and R7xx that its callers may need: chips, and the slots of a
 * footprint.
 */
#ifndef PM4_R600_H
#define PM4_R600_H

#include "../pm4_fronts.h"

/*
 * The chips, in the order of their rows in tables/chips.tbl.  Of struct pm4_card the front needs
 * pipes (1, 2, 4 or 8: GB_TILING_CONFIG.PIPE_TILING), banks (4 or 8: BANK_TILING), group_bytes
 * (256 or 512: GROUP_SIZE), and the render backends that write a ZPASS_DONE result.
 */
enum r600_chip {
	PM4_R600,
	PM4_RV610,
	PM4_RV630,
	PM4_RV670,
	PM4_RV620,
	PM4_RV635,
	PM4_RS780,
	PM4_RS880,
	PM4_RV770,
	PM4_RV730,
	PM4_RV710,
	PM4_RV740,
	R600_CHIPS
};

/*
 * Slots: state that is tracked one by one.  First what holds an address: the resources, 0x38000
 * to 0x3c000 in steps of 7 dwords, and the bases of the constant buffers, sixteen each for pixel,
 * vertex and geometry shaders.  Then the constants that a shader can read: ALU constants in
 * blocks of 32 dwords, and each loop, bool and control constant.
 */
#define R600_RESOURCES		585u
#define R600_CONST_BASES	48u
#define R600_ALU_BLOCK_DW	32u
#define R600_ALU_BLOCKS		64u
#define R600_LOOP_CONSTS	96u
#define R600_BOOL_CONSTS	3u
#define R600_CTL_CONSTS		2u
#define R600_SLOT_ALU		(R600_RESOURCES + R600_CONST_BASES)
#define R600_SLOT_LOOP		(R600_SLOT_ALU + R600_ALU_BLOCKS)
#define R600_SLOT_BOOL		(R600_SLOT_LOOP + R600_LOOP_CONSTS)
#define R600_SLOT_CTL		(R600_SLOT_BOOL + R600_BOOL_CONSTS)
#define R600_SLOTS		(R600_SLOT_CTL + R600_CTL_CONSTS)
#define R600_SLOT_WORDS		((R600_SLOTS + 63) / 64)

/* Upper bound, in dwords, on the preamble of any footprint.  The value is stable. */
#define R600_PREAMBLE_MAX_DW	8192u

#endif /* PM4_R600_H */
