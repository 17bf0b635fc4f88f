// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the checker: for every rule a stream that just passes and one that
 * just fails, and properties that hold for all streams.
 */
#include "check_scene.h"
#include "tap.h"

int main(void)
{
	test_surfaces();
	test_resources();
	test_cut();
	test_packets();
	test_state();
	test_bases();
	test_masks();
	test_edges();
	test_idle();
	test_neutral();
	test_dma();
	test_again();
	test_written();
	test_refusals();
	test_clients();
	test_properties();
	return tap_end();
}
