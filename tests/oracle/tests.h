/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of oracle-test; main() is in test_main.c.
 */
#ifndef ORACLE_TESTS_H
#define ORACLE_TESTS_H

#include <stdio.h>

#include "../pm4/tap.h"

void surface_tests(void);
void oracle_tests(void);
void r6cs_tests(void);

#endif /* ORACLE_TESTS_H */
