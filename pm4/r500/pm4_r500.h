/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Numbers of the front of R5xx that its callers may need.
 */
#ifndef PM4_R500_H
#define PM4_R500_H

#include "../pm4_fronts.h"

/*
 * The chips, in the order of their rows in tables/chips.tbl.  Of struct pm4_card the front needs
 * pipes (1 to 4: GB_PIPE_SELECT.MAX_PIPE + 1), and in backends the Z pipes (1; 2 on RV530).
 */
enum r500_chip {
	PM4_RV515,
	PM4_R520,
	PM4_RV530,
	PM4_R580,
	PM4_RV560,
	PM4_RV570,
	R500_CHIPS
};

/*
 * Slots: vectors that are tracked one by one.  Constants of fragment programs, of vertex programs,
 * and what else the vertex shader keeps with these: clip planes and point sprites.
 */
#define R500_CONSTANTS		256u
#define R500_CLIP_VECTORS	8u
#define R500_SLOT_PVS		R500_CONSTANTS
#define R500_SLOT_CLIP		(R500_SLOT_PVS + R500_CONSTANTS)
#define R500_SLOTS		(R500_SLOT_CLIP + R500_CLIP_VECTORS)
#define R500_SLOT_WORDS		((R500_SLOTS + 63) / 64)

/* Upper bound, in dwords, on the preamble of any footprint.  The value is stable. */
#define R500_PREAMBLE_MAX_DW	4096u

#endif /* PM4_R500_H */
