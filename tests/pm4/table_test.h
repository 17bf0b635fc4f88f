/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of pm4-table-test.  All run from the top of the tree.
 */
#ifndef PM4_TABLE_TEST_H
#define PM4_TABLE_TEST_H

void test_rows(void);		/* every register offset, against a second reader */
void test_lists(void);		/* registers, packets and events, against lists written by hand */
void test_decode(void);		/* the decoder */
void test_shaders(void);		/* shader programs as text */
void test_r6cs(void);		/* the reader of recorded streams */
void test_checker(void);		/* the checker follows the rows */
void test_front(void);		/* a front of which pm4/ knows nothing */
void test_generator(void);	/* tables that pm4_gen refuses */

#endif /* PM4_TABLE_TEST_H */
