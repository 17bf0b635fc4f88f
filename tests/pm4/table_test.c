// SPDX-License-Identifier: GPL-2.0
/*
 * pm4-table-test: the tables, the decoder, shaders, the reader of recorded streams and
 * the generator.
 */
#include "table_test.h"
#include "tap.h"

int main(void)
{
	test_rows();
	test_lists();
	test_decode();
	test_shaders();
	test_r6cs();
	test_checker();
	test_front();
	test_generator();
	return tap_end();
}
