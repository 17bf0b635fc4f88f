// SPDX-License-Identifier: GPL-2.0
/*
 * A growing argument list for exec.  Running out of memory ends the program.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>

#include "transport.h"

void arg_add(struct arglist *a, const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		abort();
	va_end(ap);
	a->arg = realloc(a->arg, (a->count + 2) * sizeof(*a->arg));
	if (!a->arg)
		abort();
	a->arg[a->count++] = s;
	a->arg[a->count] = NULL;
}

void arg_free(struct arglist *a)
{
	for (int i = 0; i < a->count; i++)
		free(a->arg[i]);
	free(a->arg);
	*a = (struct arglist){ 0 };
}
