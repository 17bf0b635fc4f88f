// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The text of a program: blanks, words, numbers, and the place of an error.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "ctm_as_int.h"

bool as_fail(struct as *as, const char *at, const char *format, ...)
{
	va_list ap;

	as->e->line = as->line;
	as->e->column = (unsigned int)(at - as->line_start) + 1;
	va_start(ap, format);
	vsnprintf(as->e->text, sizeof(as->e->text), format, ap);
	va_end(ap);
	return false;
}

void as_blanks(struct as *as)
{
	while (*as->at == ' ' || *as->at == '\t' || *as->at == '\r')
		as->at++;
	if (*as->at == '#')
		while (*as->at && *as->at != '\n')
			as->at++;
}

bool as_newline(struct as *as)
{
	as_blanks(as);
	if (*as->at != '\n')
		return false;
	as->line_start = ++as->at;
	as->line++;
	return true;
}

bool as_punct(struct as *as, char c)
{
	as_blanks(as);
	if (*as->at != c)
		return false;
	as->at++;
	return true;
}

bool as_expect(struct as *as, char c)
{
	return as_punct(as, c) || as_fail(as, as->at, "Here a '%c' is missing.", c);
}

/* A word of letters and digits; @what it should be, for the error. */
bool as_word(struct as *as, char *name, const char *what)
{
	const char *start;
	size_t n;

	as_blanks(as);
	start = as->at;
	while (is_letter(*as->at) || (as->at > start && is_digit(*as->at)))
		as->at++;
	n = (size_t)(as->at - start);
	if (!n)
		return as_fail(as, start, "Here %s is missing.", what);
	if (n >= NAME_MAX_LEN)
		return as_fail(as, start, "This name has more than %d characters.",
			       NAME_MAX_LEN - 1);
	memcpy(name, start, n);
	name[n] = 0;
	return true;
}

bool as_number(struct as *as, uint32_t max, uint32_t *value)
{
	const char *start;
	unsigned long n;
	char *end;

	as_blanks(as);
	start = as->at;
	if (!is_digit(*start))
		return as_fail(as, start, "Here a number is missing.");
	n = strtoul(start, &end, 0);
	if (n > max)
		return as_fail(as, start, "The number is more than %u.", max);
	as->at = end;
	*value = (uint32_t)n;
	return true;
}

uint32_t as_find(const char * const *names, const char *name)
{
	uint32_t i;

	for (i = 0; names[i]; i++)
		if (*name && !strcmp(names[i], name))
			return i;
	return NONE;
}

void as_put(uint32_t *dword, unsigned int shift, unsigned int width, uint32_t value)
{
	uint32_t bits = width == 32 ? ~0u : (1u << width) - 1;

	*dword = (*dword & ~(bits << shift)) | (value & bits) << shift;
}
