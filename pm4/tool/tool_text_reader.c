// SPDX-License-Identifier: GPL-2.0
/*
 * The reader of texts, as lines of listings and dumps of memory share it: words, and the dwords
 * that were read so far.
 */
#include <ctype.h>
#include <stdlib.h>
#include "pm4_util.h"
#include "tool_text_reader.h"

/**
 * skip_blanks() - skip blanks
 * @p: where
 * @end: the end of the line
 *
 * Return: the first other character, or @end.
 */
const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

/**
 * take_word() - take a hexadecimal number, with the suffix that C has for it
 * @p: where
 * @end: the end of the line
 * @w: receives it; also if it is cut or more follows, as far as it goes
 *
 * Return: what follows the word, or NULL: there is none.
 */
const char *take_word(const char *p, const char *end, struct word *w)
{
	w->prefix = end - p >= 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
	if (w->prefix)
		p += 2;
	w->text = p;
	w->value = 0;
	for (w->digits = 0; p < end && isxdigit((unsigned char)*p); p++, w->digits++) {
		char c[2] = { *p };

		w->value = w->value << 4 | strtoul(c, NULL, 16);
	}
	while (w->prefix && w->digits && p < end && strchr("uUlL", *p))
		p++;
	if (!w->digits || (p < end && (isalnum((unsigned char)*p) || *p == '_')))
		return NULL;
	return p;
}

/**
 * no_dword() - refuse a word that has not the digits of a dword
 * @r: the reader
 * @w: the word
 *
 * Return: -1.
 */
int no_dword(struct reader *r, const struct word *w)
{
	int shown = w->digits < 32 ? (int)w->digits : 32;

	return r6cs_err(r->error, "line %u: %s%.*s is no dword of %u digits; is the text cut?",
			r->line, w->prefix ? "0x" : "", shown, w->text, DIGITS);
}

/**
 * add_dword() - append a dword
 * @r: the reader
 * @value: it
 *
 * Return: 0, or -1 with an error.
 */
int add_dword(struct reader *r, u32 value)
{
	u8 *to = r->t->dwords.size / 4 < MAX_DWORDS ? bytes_add(&r->t->dwords, 4) : NULL;

	if (!to)
		return r6cs_err(r->error, "line %u: more than %u dwords", r->line, MAX_DWORDS);
	memcpy(to, &value, 4);
	return 0;
}

/**
 * add_gap() - append fillers for dwords that are not in the text, which the caller tells
 * @r: the reader
 * @dwords: their number
 *
 * Return: 0, or -1 with an error.
 */
int add_gap(struct reader *r, u64 dwords)
{
	struct text *t = r->t;

	if (dwords > MAX_GAP - t->missing_dw)
		return r6cs_err(r->error, "line %u: more than %u dwords are not in the text",
				r->line, MAX_GAP);
	if (!t->missing_dw) {
		t->missing_at = t->first_dw + t->dwords.size / 4;
		if (t->wrap_dw)
			t->missing_at %= t->wrap_dw;
	}
	while (dwords--) {
		if (add_dword(r, FILLER))
			return -1;
		t->missing_dw++;
	}
	return 0;
}

/**
 * is_listing() - a line of a listing was found
 * @r: the reader
 * @listing: the listing
 *
 * Return: 0, or -1 with an error: the text has another one.
 */
int is_listing(struct reader *r, enum listing listing)
{
	static const char *const names[] = {
		[LISTING_INDEXED] = "NAME[N]=DWORD", [LISTING_UMR] = "[ADDRESS + BYTES] [DWORD]",
		[LISTING_DUMP] = "N: DWORD...", [LISTING_BARE] = "DWORD...",
	};

	if (!r->listing)
		r->listing = listing;
	if (r->listing == listing)
		return 0;
	return r6cs_err(r->error,
			"line %u: a listing %s begins in one of the form %s; one file, one stream",
			r->line, names[listing], names[r->listing]);
}
