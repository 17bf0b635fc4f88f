// SPDX-License-Identifier: GPL-2.0
/*
 * atom-test: the parser of video BIOS images and the interpreter of their command tables.
 */
#include "rig.h"

int main(void)
{
	image_tests();
	power_tests();
	vfct_tests();
	forms_tests();
	flow_tests();
	port_tests();
	broken_tests();
	cut_tests();
	return tap_end();
}
