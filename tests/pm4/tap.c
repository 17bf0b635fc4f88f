// SPDX-License-Identifier: GPL-2.0
/*
 * A minimal Test Anything Protocol.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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
	if (!good && getenv("RCP_STOP_EARLY")) {
		tap_note("stopped at the first failure");
		exit(1);
	}
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
