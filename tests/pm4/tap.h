/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Test Anything Protocol for the tests of pm4/: one ok() is one line, the plan
 * comes last.
 */
#ifndef PM4_TAP_H
#define PM4_TAP_H

#include <stdbool.h>

bool tap_ok(bool good, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void tap_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int tap_end(void);

#endif /* PM4_TAP_H */
