/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * The decoder's part of R5xx that shows packets of the 2D engine.
 */
#ifndef R500_SHOW_2D_H
#define R500_SHOW_2D_H

#include "../pm4_show.h"

bool r500_show_2d(struct pm4_walk *w, u32 header);

#endif /* R500_SHOW_2D_H */
