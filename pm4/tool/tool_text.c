// SPDX-License-Identifier: GPL-2.0
/*
 * Dwords from text: dumps as people have them, in a mail or in a log with time stamps.
 *
 * The first line with a dword decides which of these listings a text is:
 *
 *	NAME[ N]=0xDWORD		radeon's rings and streams; NAME may be missing
 *	NAME[ N] == 0xDWORD		umr's rings
 *	[VMID@ADDRESS + 0xBYTES] [0xDWORD]	umr's streams
 *	BYTES: DWORD DWORD ...		dumps of memory
 *	DWORD DWORD ... text		bare words of eight digits, also Mesa's listing
 *
 * Other lines are skipped, and so is what stands in front of a dword: quotes, time stamps.  Numbers
 * that the text gives are kept.  A text that changes its listing, goes backwards or ends within
 * a dword is refused, because what it says is not certain.
 */
#include <ctype.h>
#include <stdlib.h>
#include "pm4_util.h"
#include "tool_text.h"

#define DIGITS		8
#define MAX_DWORDS	(16u << 20)
#define FILLER		0x80000000u	/* type 2 */

enum listing { LISTING_NONE, LISTING_INDEXED, LISTING_UMR, LISTING_BYTES, LISTING_BARE };

/**
 * struct reader - the text as far as it was read
 * @t: receives the dwords
 * @listing: what it is; LISTING_NONE before the first dword
 * @name: of LISTING_INDEXED, what stands in front of the bracket
 * @name_size: its length
 * @line: number of the line, from 1
 * @error: receives the message
 */
struct reader {
	struct text *t;
	enum listing listing;
	const char *name;
	size_t name_size;
	u32 line;
	char *error;
};

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

/* A token of hexadecimal digits, with or without 0x. */
struct word {
	const char *text;
	u32 digits;
	u32 value;
	bool prefix;
};

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	return p;
}

/* Returns what follows the word, or NULL: there is none. */
static const char *take_word(const char *p, const char *end, struct word *w)
{
	w->prefix = end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
	if (w->prefix)
		p += 2;
	w->text = p;
	w->value = 0;
	for (w->digits = 0; p < end && isxdigit((unsigned char)*p); p++, w->digits++) {
		char c[2] = { *p };

		w->value = w->value << 4 | strtoul(c, NULL, 16);
	}
	if (!w->digits || (p < end && (isalnum((unsigned char)*p) || *p == '_')))
		return NULL;
	return p;
}

static int no_dword(struct reader *r, const struct word *w)
{
	int shown = w->digits < 32 ? (int)w->digits : 32;

	return r6cs_err(r->error, "line %u: %s%.*s is no dword of %u digits; is the text cut?",
			r->line, w->prefix ? "0x" : "", shown, w->text, DIGITS);
}

static int odd_bytes(struct reader *r, u32 bytes)
{
	return r6cs_err(r->error, "line %u: 0x%x bytes are not whole dwords", r->line, bytes);
}

static int add(struct reader *r, u32 value)
{
	u8 *to = r->t->dwords.size / 4 < MAX_DWORDS ? bytes_add(&r->t->dwords, 4) : NULL;

	if (!to)
		return r6cs_err(r->error, "line %u: more than %u dwords", r->line, MAX_DWORDS);
	memcpy(to, &value, 4);
	return 0;
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
	if (number == next)
		return 0;
	if (!t->missing_dw)
		t->missing_at = next;
	t->missing_dw += number - next;
	while (next++ < number)
		if (add(r, FILLER))
			return -1;
	return 0;
}

static int is_listing(struct reader *r, enum listing listing)
{
	static const char *const names[] = {
		[LISTING_INDEXED] = "NAME[N]=DWORD", [LISTING_UMR] = "[ADDRESS + BYTES] [DWORD]",
		[LISTING_BYTES] = "BYTES: DWORD...", [LISTING_BARE] = "DWORD...",
	};

	if (!r->listing)
		r->listing = listing;
	if (r->listing == listing)
		return 0;
	return r6cs_err(r->error,
			"line %u: a listing %s begins in one of the form %s; one file, one stream",
			r->line, names[listing], names[r->listing]);
}

static int other_name(struct reader *r, const char *name, size_t size)
{
	return r6cs_err(r->error,
			"line %u: a listing of '%.*s' begins in one of '%.*s'; one file, one stream",
			r->line, (int)size, name, (int)r->name_size, r->name);
}

/* [N] = 0xDWORD: the bracket is at @p.  Returns 1 for a dword, 0 for none, -1 with an error. */
static int take_indexed(struct reader *r, const char *begin, const char *p, const char *end)
{
	const char *name = p, *q = skip_blanks(p + 1, end);
	struct word w;
	u64 number = 0;
	u32 digits;

	for (digits = 0; q < end && isdigit((unsigned char)*q) && digits < 10; q++, digits++)
		number = number * 10 + (*q - '0');
	q = skip_blanks(q, end);
	if (!digits || q == end || *q != ']')
		return 0;
	q = skip_blanks(q + 1, end);
	if (q == end || *q != '=')
		return 0;
	q = skip_blanks(q + (end - q > 1 && q[1] == '=' ? 2 : 1), end);
	if (!take_word(q, end, &w) && !(w.digits && w.prefix))
		return 0;
	if (w.digits != DIGITS)
		return no_dword(r, &w);
	while (name > begin && (isalnum((unsigned char)name[-1]) || strchr("_.", name[-1])))
		name--;
	if (is_listing(r, LISTING_INDEXED))
		return -1;
	if (!r->name) {
		r->name = name;
		r->name_size = p - name;
	} else if (r->name_size != (size_t)(p - name) || memcmp(r->name, name, p - name)) {
		return other_name(r, name, p - name);
	}
	return go_to(r, number) || add(r, w.value) ? -1 : 1;
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
	return go_to(r, bytes.value / 4) || add(r, w.value) ? -1 : 1;
}

/* The number in front of a line of LISTING_BYTES. */
static int take_offset(struct reader *r, const struct word *w)
{
	if (w->value % 4)
		return odd_bytes(r, w->value);
	return is_listing(r, LISTING_BYTES) || go_to(r, w->value / 4);
}

/* The dwords at the begin of a line, up to the first other word.  Returns as take_indexed(). */
static int take_bare(struct reader *r, const char *p, const char *end)
{
	const char *q;
	struct word w;
	bool labelled;
	int n = 0;

	q = take_word(p, end, &w);
	labelled = q && q < end && *q == ':' && w.digits <= DIGITS;
	if (labelled) {
		struct word first;

		p = skip_blanks(q + 1, end);
		q = take_word(p, end, &first);
		if (!q || first.digits != DIGITS)
			return 0;
		if (take_offset(r, &w))
			return -1;
	}
	for (;; n++) {
		p = skip_blanks(p, end);
		if (n && p < end && *p == ',')
			p = skip_blanks(p + 1, end);
		q = take_word(p, end, &w);
		if (!q)
			break;
		if (w.digits != DIGITS) {
			/* A number in prose, unless it ends a line of dwords. */
			if ((n || r->listing == LISTING_BARE) && skip_blanks(q, end) == end)
				return no_dword(r, &w);
			break;
		}
		if (!n && !labelled && is_listing(r, LISTING_BARE))
			return -1;
		if (add(r, w.value))
			return -1;
		p = q;
	}
	return n > 0;
}

/* The prefix of a line of a log or a mail: "> ", "[  12.345678] ", a date and a host. */
static const char *skip_prefix(const char *p, const char *end)
{
	const char *q, *close;
	size_t size;

	for (q = p; q < end && strchr("> \t|", *q); q++)
		p = q + 1;
	for (q = p; (q = memchr(q, '[', end - q)) != NULL; q++) {
		close = memchr(q, ']', end - q);
		size = close ? (size_t)(close - q - 1) : 0;
		if (size && memchr(q, '.', size) && strspn(q + 1, " 0123456789.") == size)
			p = skip_blanks(close + 1, end);
	}
	return p;
}

static int take_line(struct reader *r, const char *p, const char *end)
{
	const char *q;
	int n;

	p = skip_prefix(p, end);
	for (q = p; (q = memchr(q, '[', end - q)) != NULL; q++) {
		n = take_indexed(r, p, q, end);
		if (!n)
			n = take_umr(r, q, end);
		if (n)
			return n < 0 ? -1 : 0;
	}
	if (r->listing == LISTING_INDEXED || r->listing == LISTING_UMR)
		return 0;
	return take_bare(r, p, end) < 0 ? -1 : 0;
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
 * Return: what the text is, NULL if it is none of them.
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
 * @data: the text
 * @size: its bytes
 * @t: receives the dwords, which the caller frees, and what the text says of them; zero
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int text_dwords(const u8 *data, size_t size, struct text *t, char *error)
{
	const char *p = (const char *)data, *all = p + size, *end;
	struct reader r = { .t = t, .error = error };
	const char *shown = text_shown(data, size);

	if (shown)
		return r6cs_err(error, "%s", shown);
	for (; p < all; p = end + 1) {
		end = memchr(p, '\n', all - p);
		if (!end)
			end = all;
		r.line++;
		if (take_line(&r, p, end > p && end[-1] == '\r' ? end - 1 : end))
			return -1;
	}
	if (t->dwords.size)
		return 0;
	return r6cs_err(error, "a text without dwords of %u hexadecimal digits", DIGITS);
}
