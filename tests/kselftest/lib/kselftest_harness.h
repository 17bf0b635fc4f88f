/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's harness, with a longer limit for each test: only a test that hangs may reach it, and
 * on a busy host each step can be held up for many seconds.  A header beside this one includes it
 * as <kselftest_harness.h>, so that the next one on the path is the kernel's.
 */
#ifndef RCP_KSELFTEST_HARNESS_H
#define RCP_KSELFTEST_HARNESS_H

#include_next <kselftest_harness.h>

#undef TEST_TIMEOUT_DEFAULT
#define TEST_TIMEOUT_DEFAULT	180	/* seconds */

#endif /* RCP_KSELFTEST_HARNESS_H */
