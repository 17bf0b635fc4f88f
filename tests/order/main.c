// SPDX-License-Identifier: GPL-2.0
/*
 * order-sim [--seconds N [SEED]]: tests of the order of clients, and a search for histories that
 * break its promises.
 */
#include <stdlib.h>

#include "random.h"
#include "tap.h"
#include "sim.h"

int main(int argc, char **argv)
{
	u32 seconds = argc > 2 && !strcmp(argv[1], "--seconds") ? (u32)atoi(argv[2]) : 0;

	heap_tests();
	lane_tests();
	history_tests();
	search_tests(seconds, argc > 3 ? strtoull(argv[3], NULL, 0) | 1 : RANDOM_START);
	return tap_end();
}
