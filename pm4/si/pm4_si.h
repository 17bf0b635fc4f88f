/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Numbers of the front of Southern Islands that its callers may need.
 */
#ifndef PM4_SI_H
#define PM4_SI_H

#include "../pm4_fronts.h"

/*
 * The chips, in the order of their rows in tables/chips.tbl.  Of struct pm4_card the front
 * needs the render backends that write a ZPASS_DONE result.
 */
enum si_chip {
	PM4_TAHITI,
	PM4_PITCAIRN,
	PM4_VERDE,
	PM4_OLAND,
	PM4_HAINAN,
	SI_CHIPS
};

/* Longest stream of each of the two engines. */
#define SI_IB_MAX_DW	65536u

#endif /* PM4_SI_H */
