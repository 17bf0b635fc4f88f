// SPDX-License-Identifier: GPL-2.0
/*
 * oracle-test: the oracle's own tests, TAP on stdout, exit status 1 on failure.
 */
#include "tap.h"

unsigned int tap_done, tap_failed;

int main(void)
{
	surface_tests();
	oracle_tests();
	r6cs_tests();
	printf("1..%u\n", tap_done);
	return tap_failed ? 1 : 0;
}
