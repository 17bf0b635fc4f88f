// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the checker of R5xx: for every rule a stream that just passes and one that just fails,
 * judged by the oracle as well, and properties that hold for all streams.
 */
#include "r500_scene.h"
#include "tap.h"

int main(void)
{
	test_holes_of_vertices();
	test_holes_of_textures();
	test_holes_of_targets();
	test_holes_of_denied();
	test_holes_of_rams();
	test_vertices();
	test_guide();
	test_moved();
	test_caches();
	test_rules();
	test_left_over();
	test_surfaces();
	test_front();
	test_decode_packets();
	test_own();
	test_programs();
	test_corpus();
	return tap_end();
}
