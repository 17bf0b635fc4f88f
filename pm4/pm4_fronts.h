/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The fronts, one line each.  The tool looks up chips among them; in the module each generation
 * of ring/ names its own.
 */
#ifndef PM4_FRONTS_H
#define PM4_FRONTS_H

#include "pm4.h"

#define PM4_FRONTS(X) \
	X(r600)		/* R6xx, R7xx */

#define PM4_FRONT_EXTERN(name) extern const struct pm4_front name##_front;
PM4_FRONTS(PM4_FRONT_EXTERN)
#undef PM4_FRONT_EXTERN

#endif /* PM4_FRONTS_H */
