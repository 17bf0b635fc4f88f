/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The walk against all the rules.
 */
#ifndef CHECK_WALK_H
#define CHECK_WALK_H

#include "pm4.h"

/* Whether the walk says of a stream what all the rules say. */
bool walk_agrees(struct pm4_checker *ck, const struct pm4_input *in);

#endif /* CHECK_WALK_H */
