// SPDX-License-Identifier: GPL-2.0
/*
 * Dumps of memory in texts: lines that begin with a number.
 *
 *	N: DWORD DWORD ... text		xxd -e, gdb, the kernel's print_hex_dump()
 *	N DWORD DWORD ...		od -t x4, the output of pm4 decode
 *	N BYTE BYTE ... |text|		hexdump -C, xxd -g 1, print_hex_dump()
 *	N: HALF HALF ...		xxd: bytes in their order; halves of hexdump, od: no colon
 *	N WORD WORD ...			objdump -s, behind its head line: bytes in their order
 *	0xN 0xVALUE			a ring in amdgpu's device core dump, behind its head line
 *
 * N counts bytes or dwords in one of several bases.  Which one shows in the lines: each must begin
 * where the one before it ended.  A line "*" says that the one before it repeats.
 */
#include <ctype.h>
#include <stdlib.h>
#include "pm4_util.h"
#include "tool_text_reader.h"

#define SYMBOL_MAX	((size_t)256)
#define LINE_BYTES	16	/* of a line of bytes or halves; then there are characters */

/* The number @w in bytes; false: not one of that unit. */
static bool number_in(const struct word *w, enum unit of, u64 *bytes)
{
	static const u8 bases[UNITS] = {
		[HEX_BYTES] = 16, [OCT_BYTES] = 8, [DEC_BYTES] = 10, [DEC_DWORDS] = 10,
		[HEX_DWORDS] = 16,
	};
	u32 i, digit;

	*bytes = 0;
	if (w->prefix && bases[of] != 16)
		return false;
	for (i = 0; i < w->digits; i++) {
		char c = tolower((unsigned char)w->text[i]);

		digit = isdigit((unsigned char)c) ? c - '0' : c - 'a' + 10;
		if (digit >= bases[of])
			return false;
		*bytes = *bytes * bases[of] + digit;
	}
	if (of == DEC_DWORDS || of == HEX_DWORDS)
		*bytes *= 4;
	return *bytes % 4 == 0;
}

static enum unit first_unit(const struct reader *r)
{
	enum unit unit;

	for (unit = 0; unit < UNITS - 1 && !(r->units & 1u << unit); unit++)
		;
	return unit;
}

/* Dwords that the text has left out: the last line again, or a gap. */
static int skip_to(struct reader *r, u64 dwords)
{
	u64 i;

	if (!r->star)
		return add_gap(r, dwords);
	for (i = 0; i < dwords; i++) {
		const u8 *from = r->t->dwords.data + r->t->dwords.size - 4 * r->line_dw;
		u32 value;

		memcpy(&value, from, 4);
		if (add_dword(r, value))
			return -1;
	}
	return 0;
}

static int no_number(struct reader *r, const struct word *w, const char *why)
{
	return r6cs_err(r->error, "line %u: %.*s %s", r->line, (int)w->digits, w->text, why);
}

/*
 * The number behind repeated lines fits in no unit as it is.  Six and eight digits are hexadecimal;
 * other dumps need a line that has told.
 */
static int choose_unit(struct reader *r, const struct word *w)
{
	u64 bytes, had = r->t->dwords.size;
	enum unit chosen = UNITS, unit;

	for (unit = 0; unit < UNITS; unit++) {
		if (!(r->units & 1u << unit) || !number_in(w, unit, &bytes) ||
		    bytes <= r->first[unit] + had || (bytes - r->first[unit]) % (4 * r->line_dw))
			continue;
		if (chosen < UNITS && w->digits != 6 && w->digits < DIGITS)
			return no_number(r, w, "may be octal, decimal or hexadecimal");
		if (chosen == UNITS)
			chosen = unit;
	}
	if (chosen == UNITS)
		return no_number(r, w, "does not end repeated lines");
	r->units = 1u << chosen;
	return 0;
}

/* The number before a line, or at the end. */
static int take_number(struct reader *r, const struct word *w, bool last)
{
	u64 bytes = 0, had = r->t->dwords.size;
	u32 fit = 0;
	enum unit unit;

	if (!had) {
		for (unit = 0; unit < UNITS; unit++)
			if (number_in(w, unit, &r->first[unit]))
				r->units |= 1u << unit;
		return r->units ? 0 : no_number(r, w, "counts no whole dwords");
	}
	for (unit = 0; unit < UNITS && !r->star; unit++)
		if (r->units & 1u << unit && number_in(w, unit, &bytes) &&
		    bytes - r->first[unit] == had)
			fit |= 1u << unit;
	if (fit) {
		r->units = fit;
		return 0;
	}
	if (r->star && choose_unit(r, w))
		return -1;
	unit = first_unit(r);
	r->units = 1u << unit;
	if ((last && !r->star) || !number_in(w, unit, &bytes) || bytes < r->first[unit] + had)
		return no_number(r, w, "does not count on; one file, one stream");
	return skip_to(r, (bytes - r->first[unit] - had) / 4);
}

/* The dwords of a line: words of @r's width, as many as there are.  Returns 0 or -1. */
static int take_dwords(struct reader *r, const char *p, const char *end)
{
	struct word w;
	const char *q;

	for (r->line_dw = 0; (q = take_word(p, end, &w)) != NULL; r->line_dw++) {
		if (w.digits != DIGITS && !(r->table && w.prefix && w.digits < DIGITS)) {
			/* A number in prose, unless it ends a line of dwords. */
			return skip_blanks(q, end) == end ? no_dword(r, &w) : 0;
		}
		if (add_dword(r, r->in_order ? __builtin_bswap32(w.value) : w.value))
			return -1;
		p = skip_blanks(q, end);
	}
	return 0;
}

/* The same for bytes and halves; @swap: a half shows the byte with the lower address first. */
static int take_bytes(struct reader *r, const char *p, const char *end, u32 digits, bool swap)
{
	u8 bytes[LINE_BYTES];
	struct word w;
	const char *q, *next;
	u32 n = 0;

	while (n < LINE_BYTES && (q = take_word(p, end, &w)) != NULL && w.digits == digits) {
		if (digits == 4) {
			bytes[n++] = swap ? w.value >> 8 : w.value;
			bytes[n++] = swap ? w.value : w.value >> 8;
		} else {
			bytes[n++] = w.value;
		}
		next = skip_blanks(q, end);
		/* Characters follow, or the second half of the line. */
		if (next - q > 1 && n != LINE_BYTES / 2)
			break;
		p = next;
	}
	if (n % 4)
		return r6cs_err(r->error,
				"line %u: %u bytes are not whole dwords; is the text cut?",
				r->line, n);
	for (r->line_dw = 0; r->line_dw < n / 4; r->line_dw++) {
		u32 value;

		memcpy(&value, bytes + 4 * r->line_dw, 4);
		if (add_dword(r, value))
			return -1;
	}
	return 0;
}

/* Skip a name before the colon, as gdb prints it. */
static const char *skip_symbol(const char *p, const char *end)
{
	const char *q = skip_blanks(p, end);

	if (q == end || *q != '<')
		return p;
	q = memchr(q, '>', min((size_t)(end - q), SYMBOL_MAX));
	return q ? q + 1 : p;
}

/* A line of a dump at @p.  Returns 1 for dwords, 0 for none, -1 with an error. */
static int take_dump_line(struct reader *r, const char *p, const char *end)
{
	struct word number, w, second;
	const char *q = take_word(p, end, &number), *rest;
	bool colon, bytes;
	int ret;

	if (!q || number.digits > 16)
		return 0;
	q = skip_symbol(q, end);
	colon = q < end && *q == ':';
	q += colon;
	p = skip_blanks(q, end);
	/* The size ends a dump, and may say how often its last line repeats. */
	if (p == end && !colon && r->listing == LISTING_DUMP)
		return take_number(r, &number, true) ? -1 : 1;
	if (p == q)
		return 0;
	rest = take_word(p, end, &w);
	if (!rest)
		return 0;
	second.digits = 0;
	bytes = (w.digits == 2 || w.digits == 4) && !w.prefix && number.digits >= (colon ? 4 : 6) &&
		take_word(skip_blanks(rest, end), end, &second) && second.digits == w.digits;
	if (!bytes && w.digits != DIGITS && !(r->table && number.prefix && w.prefix))
		return 0;
	/* Eight digits, and then eight: bare words. */
	if (!bytes && !colon &&
	    (number.digits >= DIGITS || !isdigit((unsigned char)number.text[0])))
		return 0;
	if (is_listing(r, LISTING_DUMP) || take_number(r, &number, false))
		return -1;
	r->star = false;
	ret = bytes ? take_bytes(r, p, end, w.digits, colon) : take_dwords(r, p, end);
	return ret ? -1 : 1;
}

/**
 * take_dump() - take a line of a dump
 * @r: the reader
 * @p: the line
 * @end: its end
 *
 * The number is the first word, or follows words of a log and a colon.
 *
 * Return: 1 for dwords, 0 for another line, -1 with an error.
 */
int take_dump(struct reader *r, const char *p, const char *end)
{
	int n;

	if (r->listing && r->listing != LISTING_DUMP)
		return 0;
	p = skip_blanks(p, end);
	if (end - p >= 6 && !memcmp(p, "Offset", 6) && memchr(p, '\t', end - p)) {
		if (r->table && r->listing)
			return r6cs_err(r->error,
					"line %u: another ring begins; one file, one stream",
					r->line);
		r->table = true;
		return 0;
	}
	r->in_order |= end - p > 19 && !memcmp(p, "Contents of section", 19);
	if (r->listing && end - p == 1 && *p == '*') {
		r->star = true;
		return 0;
	}
	for (;;) {
		n = take_dump_line(r, p, end);
		if (n)
			return n;
		do {
			p = memchr(p, ':', end - p);
			if (!p)
				return 0;
			p++;
		} while (p < end && *p != ' ' && *p != '\t');
		p = skip_blanks(p, end);
	}
}

/**
 * end_dump() - number the dwords of a dump
 * @r: the reader, at the end of the text
 */
void end_dump(struct reader *r)
{
	u64 first = r->first[first_unit(r)] / 4;

	/* An address of the CPU's is no number of a stream. */
	r->t->first_dw = first < MAX_DWORDS ? first : 0;
	r->t->missing_at += r->t->first_dw;
}
