/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The oracle of Southern Islands: runs a stream on a machine of its own, with one outcome of all
 * conditions and one order of the engines for each seed, and tells what an accepted stream must
 * not do.  It shares no code and no table with pm4/.
 */
#ifndef ORACLE_SI_H
#define ORACLE_SI_H

#include "pm4.h"

const char *si_oracle(const struct pm4_input *in, u32 backends, u32 seed);

#endif /* ORACLE_SI_H */
