/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What only silicon can tell: times and rates, beside what was estimated before any card was tried.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "client.h"

/*
 * Prints a comment line for each number.  Asserts nothing: a number that cannot be measured has a
 * line with the reason.
 */
void measure(const struct client *c);

#endif
