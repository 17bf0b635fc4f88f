/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The walk against the full rules.
 */
#ifndef CHECK_WALK_H
#define CHECK_WALK_H

#include "pm4.h"

/* Test whether the walk and the full rules agree on a stream. */
bool walk_agrees(struct pm4_checker *ck, const struct pm4_input *in);

#endif /* CHECK_WALK_H */
