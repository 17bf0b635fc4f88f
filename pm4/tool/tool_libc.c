// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Functions of the kernel's library that pm4/ uses, for userspace builds.
 */
#include "pm4_types.h"

/* Like snprintf(), but returns the number of characters written, without the NUL. */
int pm4_scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (!size)
		return 0;
	va_start(ap, fmt);
	n = vsnprintf(buf, size, fmt, ap);
	va_end(ap);
	if (n < 0)
		n = 0;
	return (size_t)n < size ? n : (int)size - 1;
}
