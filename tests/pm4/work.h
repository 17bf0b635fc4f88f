/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The work of the checker: the number of executed basic blocks of pm4/.  Unlike time it
 * is the same on every machine and in every run.
 */
#ifndef WORK_H
#define WORK_H

#include "pm4_types.h"

u64 work_done(void);

#endif /* WORK_H */
