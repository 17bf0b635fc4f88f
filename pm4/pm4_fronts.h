/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The fronts.  The tool looks up chips among them; in the module each generation
 * of ring/ names its own.
 */
#ifndef PM4_FRONTS_H
#define PM4_FRONTS_H

#include "pm4.h"

#define PM4_FRONTS(X) \
	X(r600) \
	X(r500) \
	X(si)

extern const struct pm4_front r600_front;	/* R6xx, R7xx */
extern const struct pm4_front r500_front;	/* R5xx */
extern const struct pm4_front si_front;		/* Southern Islands */

#endif /* PM4_FRONTS_H */
