// SPDX-License-Identifier: GPL-2.0
/*
 * Test Anything Protocol, as small as it gets.
 */
#include <stdarg.h>
#include <stdio.h>
#include "tap.h"

static int count, failed;

bool tap_ok(bool good, const char *fmt, ...)
{
	va_list ap;

	printf("%sok %d - ", good ? "" : "not ", ++count);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	failed += !good;
	return good;
}

void tap_note(const char *fmt, ...)
{
	va_list ap;

	fputs("# ", stdout);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

int tap_end(void)
{
	printf("1..%d\n", count);
	return failed ? 1 : 0;
}
