// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the front of Southern Islands.
 */
#include "si_scene.h"
#include "tap.h"

int main(void)
{
	test_rules();
	test_guide();
	test_map();
	test_when();
	test_engines();
	test_lists();
	test_files();
	test_show();
	test_streams();
	return tap_end();
}
