/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's harness, with a longer limit for each test: only a test that hangs may reach it, and
 * on a busy host each step can be held up for many seconds.  Arguments name the tests that run.  A
 * header beside this one includes it as <kselftest_harness.h>, so that the next one on the path is
 * the kernel's.
 */
#ifndef RCP_KSELFTEST_HARNESS_H
#define RCP_KSELFTEST_HARNESS_H

#include_next <kselftest_harness.h>

#undef TEST_TIMEOUT_DEFAULT
#define TEST_TIMEOUT_DEFAULT	180	/* seconds */

static inline bool is_test(const char *name)
{
	struct __fixture_metadata *f;
	struct __test_metadata *t;

	for (f = __fixture_list; f; f = f->next)
		for (t = f->tests; t; t = t->next)
			if (!strcmp(t->name, name))
				return true;
	return false;
}

/* Takes the tests that no argument names off the harness's lists. */
static inline void keep_named(int argc, char **argv)
{
	struct __fixture_metadata *f;
	struct __test_metadata **link;
	int i;

	if (argc < 2)
		return;
	for (i = 1; i < argc; i++) {
		if (!is_test(argv[i])) {
			fprintf(stderr, "%s: no test is called %s\n", argv[0], argv[i]);
			exit(2);
		}
	}
	for (f = __fixture_list; f; f = f->next) {
		for (link = &f->tests; *link;) {
			for (i = 1; i < argc && strcmp(argv[i], (*link)->name); i++)
				;
			if (i < argc)
				link = &(*link)->next;
			else
				*link = (*link)->next;
		}
	}
}

#define test_harness_run(argc, argv)	(keep_named(argc, argv), test_harness_run(argc, argv))

#endif /* RCP_KSELFTEST_HARNESS_H */
