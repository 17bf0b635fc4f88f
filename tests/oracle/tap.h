/* SPDX-License-Identifier: GPL-2.0 */
/*
 * TAP for the oracle's tests: each check is one line.  One thread; the counters
 * and main() are in test_main.c.
 */
#ifndef ORACLE_TAP_H
#define ORACLE_TAP_H

#include <stdbool.h>
#include <stdio.h>

extern unsigned int tap_done, tap_failed;

#define ok(condition, ...) do {						\
	bool tap_good = (condition);					\
									\
	printf("%sok %u - ", tap_good ? "" : "not ", ++tap_done);	\
	printf(__VA_ARGS__);						\
	printf("\n");							\
	tap_failed += !tap_good;					\
} while (0)

void surface_tests(void);
void oracle_tests(void);
void r6cs_tests(void);

#endif /* ORACLE_TAP_H */
