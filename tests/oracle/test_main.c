// SPDX-License-Identifier: GPL-2.0
/*
 * oracle-test: the oracle's own tests, TAP on stdout, exit status 1 on failure.
 */
#include "tests.h"

int main(void)
{
	surface_tests();
	oracle_tests();
	r6cs_tests();
	return tap_end();
}
