// SPDX-License-Identifier: GPL-2.0
/*
 * Dwords from text: dumps as people have them, in a mail or in a log with time stamps.
 *
 * The first line with a dword decides which of these listings a text is:
 *
 *	NAME[ N]=0xDWORD		radeon's rings and streams, umr's rings (==), with : or a
 *					blank for the =; NAME may be missing
 *	[VMID@ADDRESS + 0xBYTES] [0xDWORD]	umr's streams
 *	N: DWORD DWORD ...		dumps of memory by words, bytes or halves (tool_text_dump.c)
 *	DWORD DWORD ... text		bare words of eight digits, also Mesa's listing, or an array
 *
 * Other lines are skipped, and so is text before a dword: quotes, time stamps.  Numbers
 * that the text gives are kept.  A text that changes its listing, goes backwards or ends within
 * a dword is refused, because what it says is not certain.
 */
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>
#include "pm4_util.h"
#include "tool_text_reader.h"

/**
 * is_text() - may bytes be a text?
 * @data: the bytes
 * @size: their number
 *
 * Return: whether all are printable, blanks or parts of UTF-8, and some are letters or digits.
 */
bool is_text(const u8 *data, size_t size)
{
	bool words = false;
	size_t i;

	for (i = 0; i < size; i++) {
		if (data[i] < ' ' && !strchr("\t\n\r\f\033", data[i]))
			return false;
		if (!data[i] || data[i] == 0x7f)
			return false;
		words |= isalnum(data[i]) != 0;
	}
	return words;
}

static int odd_bytes(struct reader *r, u64 bytes)
{
	return r6cs_err(r->error, "line %u: 0x%llx bytes are not whole dwords", r->line,
			(unsigned long long)bytes);
}

/* The dword that comes next has this number: fill a gap, which the caller tells. */
static int go_to(struct reader *r, u64 number)
{
	struct text *t = r->t;
	u64 next = (u64)t->first_dw + t->dwords.size / 4;

	if (!t->dwords.size && number < MAX_DWORDS) {
		t->first_dw = number;
		return 0;
	}
	/* A ring starts again; its length is known by now. */
	if (!number && next > 1 && !t->wrap_dw) {
		t->wrap_dw = next;
		return 0;
	}
	if (t->wrap_dw)
		next %= t->wrap_dw;
	if (number < next || number - next >= MAX_DWORDS)
		return r6cs_err(r->error,
				"line %u: dword %llu follows dword %llu; one file, one stream",
				r->line, (unsigned long long)number, (unsigned long long)next - 1);
	return add_gap(r, number - next);
}

static int other_name(struct reader *r, const char *name, size_t size)
{
	return r6cs_err(r->error,
			"line %u: a listing of '%.*s' begins in one of '%.*s'; one file, one stream",
			r->line, (int)size, name, (int)r->name_size, r->name);
}

static int is_cut(struct reader *r)
{
	return r6cs_err(r->error, "line %u: ends in the middle of a dword; is the text cut?",
			r->line);
}

/* N of [N]: decimal, or hexadecimal with 0x.  Returns what follows, NULL: no such number. */
static const char *take_index(const char *p, const char *end, u64 *number)
{
	struct word w;
	u32 digits;

	if (end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
		*number = 0;
		p = take_word(p, end, &w);
		if (!p || w.digits > DIGITS)
			return NULL;
		*number = w.value;
		return p;
	}
	*number = 0;
	for (digits = 0; p < end && isdigit((unsigned char)*p) && digits < 10; p++, digits++)
		*number = *number * 10 + (*p - '0');
	return digits ? p : NULL;
}

/*
 * [N] = 0xDWORD: the bracket is at @at, which goes on behind the dword.  Returns 1 for a dword, 0
 * for none, -1 with an error.
 */
static int take_indexed(struct reader *r, const char *begin, const char **at, const char *end)
{
	const char *p = *at, *name = p, *q = skip_blanks(p + 1, end);
	bool known, sign;
	struct word w;
	u64 number;

	while (name > begin && (isalnum((unsigned char)name[-1]) || strchr("_.", name[-1])))
		name--;
	/* A line that begins as those before it must be whole. */
	known = r->listing == LISTING_INDEXED && r->name_size == (size_t)(p - name) &&
		!memcmp(r->name, name, p - name);
	if (known && q == end)
		return is_cut(r);
	q = take_index(q, end, &number);
	if (!q)
		return 0;
	q = skip_blanks(q, end);
	if (q < end && *q != ']')
		return 0;
	q = q < end ? skip_blanks(q + 1, end) : q;
	if (q == end)
		return known ? is_cut(r) : 0;
	sign = *q == '=' || *q == ':';
	q = skip_blanks(q + (sign ? (end - q > 1 && q[1] == '=' ? 2 : 1) : 0), end);
	if (q == end)
		return known ? is_cut(r) : 0;
	/* Quoted-printable mail has =3D for =. */
	if (end - q > 4 && q[-1] == '=' && !memcmp(q, "3D0", 3) && (q[3] == 'x' || q[3] == 'X'))
		q += 2;
	*at = take_word(q, end, &w);
	if (!*at && !w.prefix)
		return 0;
	if (!sign && !w.prefix)
		return 0;
	if (!*at || w.digits != DIGITS)
		return no_dword(r, &w);
	if (is_listing(r, LISTING_INDEXED))
		return -1;
	if (!r->name) {
		r->name = name;
		r->name_size = p - name;
	} else if (!known) {
		return other_name(r, name, p - name);
	}
	return go_to(r, number) || add_dword(r, w.value) ? -1 : 1;
}

/* [VMID@ADDRESS + 0xBYTES] [0xDWORD]: the bracket is at @p. */
static int take_umr(struct reader *r, const char *p, const char *end)
{
	const char *plus, *q;
	struct word bytes, w;

	for (plus = p + 1; plus < end && !strchr("+][", *plus); plus++)
		;
	if (plus == end || *plus != '+' || !memchr(p, '@', plus - p))
		return 0;
	q = take_word(skip_blanks(plus + 1, end), end, &bytes);
	if (r->listing == LISTING_UMR && (q == end || (q && skip_blanks(q + 1, end) == end)))
		return is_cut(r);
	if (!q || q == end || *q != ']' || bytes.digits > DIGITS)
		return 0;
	q = skip_blanks(q + 1, end);
	if (q == end || *q != '[')
		return 0;
	q = take_word(q + 1, end, &w);
	if (!w.digits || !w.prefix)
		return 0;
	if (!q || w.digits != DIGITS)
		return no_dword(r, &w);
	if (bytes.value % 4)
		return odd_bytes(r, bytes.value);
	if (is_listing(r, LISTING_UMR))
		return -1;
	return go_to(r, bytes.value / 4) || add_dword(r, w.value) ? -1 : 1;
}

/* What may be before the first word, and between words. */
static const char *skip_openers(const char *p, const char *end)
{
	const char *brace = p, *q;

	/* An array of C: its name is no word. */
	for (q = p; q < end; q++)
		if (*q == '{')
			brace = q + 1;
	p = skip_blanks(brace, end);
	while (p < end && strchr("+|(\"'[", *p)) {
		q = skip_blanks(p + 1, end);
		if (*p == '[' && (end - q < 3 || (*q != '"' && strncasecmp(q, "0x", 2))))
			break;
		p = q;
	}
	return p;
}

/* Returns what follows; @comma: one was there. */
static const char *skip_separators(const char *p, const char *end, bool *comma)
{
	for (*comma = false; p < end && strchr(" \t,;|\"'])}", *p); p++)
		*comma |= *p == ',';
	return p;
}

/* In an array each number is whole: 0x10, is a dword. */
static bool in_array(const struct word *w, const char *q, const char *end)
{
	q = skip_blanks(q, end);
	return w->prefix && w->digits < DIGITS && q < end && strchr(",}])", *q);
}

/* A date or the number of a commit, and words. */
static bool is_prose(const struct word *w, const char *p, const char *end)
{
	struct word next;
	const char *q;

	p = skip_blanks(p, end);
	if (w->prefix || p == end || !islower((unsigned char)*p))
		return false;
	q = take_word(p, end, &next);
	return !q || (next.digits < DIGITS && q < end);
}

static bool goes_on(const char *p, const char *end)
{
	bool comma;

	p = skip_separators(p, end, &comma);
	return comma && end - p > 2 && !strncasecmp(p, "0x", 2);
}

/* If the first word of each line counts bytes, the words of the line before tell the next one. */
static void count_line(struct reader *r, u32 first, u32 words)
{
	r->counts = r->lines++ ? r->counts && first == r->next && words : words && !(first % 4);
	r->next = first + 4 * words;
}

/* The dwords at the begin of a line, up to the first other word.  Returns as take_indexed(). */
static int take_bare(struct reader *r, const char *p, const char *end)
{
	const char *q;
	struct word w;
	bool comma = false;
	u32 first = 0;
	int n = 0;

	for (p = skip_openers(p, end); p < end; p = skip_separators(q, end, &comma), n++) {
		q = take_word(p, end, &w);
		if (!q && (!w.prefix || w.digits > DIGITS))
			break;
		if (!q || (w.digits != DIGITS && !in_array(&w, q, end))) {
			/* A number in prose, unless it is in an array or ends a line of dwords. */
			bool last = !q || skip_blanks(q, end) == end;

			if (comma || (last && (n || r->listing == LISTING_BARE)))
				return no_dword(r, &w);
			break;
		}
		/* In prose a short number and a comma are no array yet. */
		if (!n && w.digits != DIGITS && r->listing != LISTING_BARE &&
		    !goes_on(q, end))
			break;
		if (!n && !r->listing && is_prose(&w, q, end))
			break;
		if (!n && is_listing(r, LISTING_BARE))
			return -1;
		if (add_dword(r, w.value))
			return -1;
		first = n ? first : w.value;
	}
	if (n)
		count_line(r, first, n - 1);
	return n > 0;
}

#define STAMP_MAX	((size_t)64)	/* of a time in brackets */

/* The prefix of a line of a log or a mail: "> ", "[  12.345678] ", a date and a host. */
static const char *skip_prefix(const char *p, const char *end)
{
	const char *q, *close;
	size_t size;

	for (q = p; q < end && strchr("> \t|", *q); q++)
		p = q + 1;
	for (q = p; (q = memchr(q, '[', end - q)) != NULL; q++) {
		close = memchr(q, ']', min((size_t)(end - q), STAMP_MAX));
		size = close ? (size_t)(close - q - 1) : 0;
		if (size && memchr(q, '.', size) && strspn(q + 1, " 0123456789.") == size)
			p = skip_blanks(close + 1, end);
		else if (q == p && size && strchr("TC ", q[1]) &&
			 strspn(q + 1, "TC 0123456789") == size)	/* the thread or CPU */
			p = skip_blanks(close + 1, end);
	}
	return p;
}

/*
 * Blanks for what is none in a text from elsewhere: the mark at its begin, carriage returns, blanks
 * that do not break, and colours.
 */
static void plain(char *p, size_t size)
{
	char *end = p + size;

	if (size >= 3 && !memcmp(p, "\xef\xbb\xbf", 3))
		memset(p, ' ', 3);
	for (; p < end; p++) {
		if (*p == '\r' && p + 1 < end && p[1] != '\n')
			*p = '\n';
		else if (*p == '\r')
			*p = ' ';
		else if (end - p > 1 && !memcmp(p, "\xc2\xa0", 2))
			memset(p, ' ', 2);
		else if (end - p > 1 && p[0] == '\033' && p[1] == '[')
			while (p < end && *p != '\n' && !isalpha((unsigned char)*p))
				*p++ = ' ';
		else
			continue;
		if (p < end && isalpha((unsigned char)*p))
			*p = ' ';
	}
}

static int take_line(struct reader *r, const char *p, const char *end)
{
	const char *q, *next;
	bool found = false;
	int n;

	while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	p = skip_prefix(p, end);
	for (q = p; (q = memchr(q, '[', end - q)) != NULL; q = next) {
		next = q;
		n = take_indexed(r, p, &next, end);
		if (!n) {
			next = q + 1;
			n = take_umr(r, q, end);
		}
		if (n < 0)
			return -1;
		found |= n > 0;
	}
	if (found || r->listing == LISTING_INDEXED || r->listing == LISTING_UMR)
		return 0;
	n = take_dump(r, p, end);
	if (!n)
		n = take_bare(r, p, end);
	return n < 0 ? -1 : 0;
}

/* A record of Mesa's vc4_cl_dump.c: two offsets, the code in two digits, the name. */
static bool is_record(const char *p, const char *end)
{
	unsigned int offset, code;
	char line[32] = { 0 };
	int n = 0;

	memcpy(line, p, min((size_t)(end - p), sizeof(line) - 1));
	return sscanf(line, "0x%8x 0x%8x: 0x%2x %n", &offset, &offset, &code, &n) == 3 && n == 28;
}

/**
 * text_shown() - look for lists that Mesa has already decoded, and of which a text has no bytes
 * @data: the text
 * @size: its bytes
 *
 * Return: the kind of text, NULL if it is none of them.
 */
const char *text_shown(const u8 *data, size_t size)
{
	static const char * const clif[] = { "@createbuf_aligned ", "@format ", "@buffer " };
	const char *p = (const char *)data, *all = p + size, *end;
	u32 i;

	for (; p < all; p = end + 1) {
		end = memchr(p, '\n', all - p);
		if (!end)
			end = all;
		for (i = 0; i < ARRAY_SIZE(clif); i++)
			if (end - p >= strlen(clif[i]) && !memcmp(p, clif[i], strlen(clif[i])))
				return "a CLIF file of V3D (VideoCore V or later): not decoded";
		if (is_record(p, end))
			return "lists that Mesa has decoded; VC4_DEBUG=dump writes their bytes";
	}
	return NULL;
}

/**
 * text_dwords() - the dwords of a text
 * @data: the text; changed
 * @size: its bytes
 * @t: receives the dwords, which the caller frees, and what the text says of them; zero
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int text_dwords(u8 *data, size_t size, struct text *t, char *error)
{
	const char *p = (const char *)data, *all = p + size, *end;
	struct reader r = { .t = t, .error = error };
	const char *shown = text_shown(data, size);

	if (shown)
		return r6cs_err(error, "%s", shown);
	plain((char *)data, size);
	for (; p < all; p = end + 1) {
		end = memchr(p, '\n', all - p);
		if (!end)
			end = all;
		r.line++;
		if (take_line(&r, p, end))
			return -1;
	}
	if (!t->dwords.size)
		return r6cs_err(error, "a text without dwords of %u hexadecimal digits", DIGITS);
	if (r.counts && r.lines > 1)
		return r6cs_err(error,
				"the first word of each line counts bytes: end it with a colon");
	if (r.listing == LISTING_DUMP)
		end_dump(&r);
	return 0;
}
