// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's lines: the words and numbers of the current one, and complain(), which reports an
 * error with file:line.  The parser continues after an error, so that one run reports all.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "pm4_gen_rows.h"

int errors;

/* The current line, its words and its [source]. */
struct where here;
char *tok[MAX_TOKENS];
bool quoted[MAX_TOKENS];
int ntok;
char *source_word;

void complain(struct where at, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s:%d: ", at.file, at.line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	errors++;
}

/**
 * next_slot() - take the next element of an array
 * @n: number of elements in use
 * @max: length of the array
 * @what: what it holds, for the error
 *
 * Return: index of the element; ends the program if the array is full.
 */
int next_slot(int *n, int max, const char *what)
{
	if (*n >= max) {
		complain(here, "more than %d %s", max, what);
		exit(1);
	}
	return (*n)++;
}

/**
 * tokenize() - split a line into words
 * @s: the line; "..." is one word, [...] becomes source_word
 */
void tokenize(char *s)
{
	ntok = 0;
	source_word = NULL;
	while (*s) {
		char end = 0;

		while (isspace((unsigned char)*s))
			s++;
		if (!*s || *s == '#')
			return;
		if (ntok == MAX_TOKENS) {
			complain(here, "more than %d words", MAX_TOKENS);
			return;
		}
		if (*s == '"')
			end = '"';
		else if (*s == '[')
			end = ']';
		if (end) {
			char *start = ++s;

			while (*s && *s != end)
				s++;
			if (!*s) {
				complain(here, "missing %c", end);
				return;
			}
			*s++ = 0;
			if (end == ']') {
				source_word = start;
			} else {
				quoted[ntok] = true;
				tok[ntok++] = start;
			}
			continue;
		}
		quoted[ntok] = false;
		tok[ntok++] = s;
		while (*s && !isspace((unsigned char)*s))
			s++;
		if (*s)
			*s++ = 0;
	}
}

/**
 * keep() - copy a word of the line
 * @s: the word, may be NULL
 *
 * Return: the copy.
 */
char *keep(const char *s)
{
	char *copy = s ? malloc(strlen(s) + 1) : NULL;

	if (s && !copy) {
		fputs("pm4_gen: out of memory\n", stderr);
		exit(1);
	}
	return copy ? strcpy(copy, s) : NULL;
}

/**
 * number() - read a number of 32 bits
 * @s: the word, may be NULL
 * @out: receives the number
 *
 * Return: true if the whole word is one.
 */
bool number(const char *s, unsigned int *out)
{
	char *end;
	unsigned long long v;

	if (!s || !isdigit((unsigned char)*s))
		return false;
	v = strtoull(s, &end, 0);
	if (*end || v > 0xffffffffull)
		return false;
	*out = v;
	return true;
}

/**
 * need_number() - read a number, and complain if there is none
 * @i: index of the word
 * @what: its meaning, for the error
 *
 * Return: the number, 0 after an error.
 */
unsigned int need_number(int i, const char *what)
{
	unsigned int v = 0;

	if (i >= ntok || !number(tok[i], &v))
		complain(here, "%s: expected a number, found '%s'", what,
			 i < ntok ? tok[i] : "end of line");
	return v;
}

/**
 * find_word() - find a word in a list
 * @list: the list, NULL at its end
 * @s: the word, may be NULL
 *
 * Return: its index, -1 if it is not there.
 */
int find_word(const char * const *list, const char *s)
{
	int i;

	for (i = 0; s && list[i]; i++)
		if (!strcmp(list[i], s))
			return i;
	return -1;
}
