// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's words as C: identifiers, strings, constants.
 */
#include <ctype.h>
#include "pm4_gen_rows.h"

static const char * const class_names[] = {
	"PM4_DENIED", "PM4_ALLOWED", "PM4_FIELDS", "PM4_FORCED", "PM4_RELOC", "PM4_TRACKED",
};

/**
 * ident() - a name as a C identifier
 * @s: the name
 *
 * Return: the name without '#' and without repeated or trailing '_', valid for eight more calls.
 */
const char *ident(const char *s)
{
	static char ring[8][160];
	static int turn;
	char *out = ring[turn++ & 7];
	size_t n = 0;

	for (; *s && n < sizeof(ring[0]) - 1; s++) {
		char c = *s == '#' ? 0 : isalnum((unsigned char)*s) ? *s : '_';

		if (!c || (c == '_' && n && out[n - 1] == '_'))
			continue;
		out[n++] = c;
	}
	while (n && out[n - 1] == '_')
		n--;
	out[n] = 0;
	return out;
}

/**
 * upper() - a name in capital letters
 * @s: the name
 *
 * Return: the letters, valid until the next call.
 */
const char *upper(const char *s)
{
	static char out[160];
	size_t i;

	for (i = 0; s[i] && i < sizeof(out) - 1; i++)
		out[i] = toupper((unsigned char)s[i]);
	out[i] = 0;
	return out;
}

/**
 * emit_string() - write a member that is a string of C, and its comma
 * @f: output file
 * @s: the text, may be NULL
 */
void emit_string(FILE *f, const char *s)
{
	if (!s) {
		fputs("NULL, ", f);
		return;
	}
	fputc('"', f);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			fputc('\\', f);
		fputc(*s, f);
	}
	fputs("\", ", f);
}

/**
 * class_name() - the constant of a class
 * @cls: the class
 *
 * Return: its name.
 */
const char *class_name(int cls)
{
	return class_names[cls];
}
