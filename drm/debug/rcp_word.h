/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names that a client chooses, such as its process' name, as one word: a newline in a name
 * would begin a line of its own in a log or a table, and a blank a column.
 *
 * Context: any.  No locks.
 */
#ifndef RCP_WORD_H
#define RCP_WORD_H

#include <linux/ctype.h>
#include <linux/string.h>

/**
 * struct rcp_word - a name of up to 31 characters as one word
 * @text: the word
 */
struct rcp_word {
	char text[32];
};

/**
 * rcp_word() - turn a name into one word
 * @word: receives the word
 * @name: the name
 *
 * Return: the word, with an underscore for each character that cannot be printed and for each
 * blank; "-" for an empty name.
 */
static inline const char *rcp_word(struct rcp_word *word, const char *name)
{
	char *p;

	strscpy(word->text, name, sizeof(word->text));
	for (p = word->text; *p; p++)
		if (!isascii(*p) || !isgraph(*p))
			*p = '_';
	return word->text[0] ? word->text : "-";
}

#endif /* RCP_WORD_H */
