// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's parser of the text tables, in the format of r600/tables/README.md, and the tables
 * in memory.  complain() reports an error with file:line, and the parser continues, so
 * that one run reports all errors.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "pm4_gen_parse.h"

static const char * const classes[] = {
	"denied", "allowed", "fields", "forced", "reloc", "tracked", NULL
};

static const char * const roles[] = {
	"value", "bits", "addr_lo", "addr_hi", "addr_256", "size_256",
	"reg", "start", "event", "indices", "data", "reloc", NULL
};

static const char * const forms[] = { "denied", "plain", "addr", "eop", "eos", NULL };

static const char * const accesses[] = { "rd", "wr", "rdwr", NULL };

static const struct { const char *name; unsigned int bit; } engines[] = {
	{ "gfx", ON_GFX }, { "compute", ON_COMPUTE }, { "const", ON_CONST }, { NULL, 0 },
};

static const char * const modes[] = { "keys", "rule", "always", "packet", NULL };

/* Names and largest values, by the numbers of the properties. */
static const char * const chip_properties[] = { "pipes", "banks", "backends", "group", NULL };
static const unsigned int property_max[] = { 255, 255, 255, 65535 };

struct chip chips[MAX_CHIPS];
struct chip_set chip_sets[MAX_CHIPS];
struct window windows[MAX_WINDOWS];
struct value values[MAX_VALUES];
struct enums enums[MAX_ENUMS];
struct field fields[MAX_FIELDS];
struct handler handlers[MAX_HANDLERS];
struct row rows[MAX_ROWS];
struct dw dws[MAX_ROWS];
struct packet packets[MAX_ROWS];
struct space spaces[MAX_HANDLERS];
struct event events[64];
struct group groups[MAX_GROUPS];
struct stays stays[MAX_GROUPS];
struct state_reg state_regs[MAX_ROWS];
int nchips, nchip_sets, nwindows;
int ngroups, nstays, nstate_regs, nbringup;
int nvalues, nenums, nfields, nhandlers, nrows, ndws, npackets, nspaces, nevents;
unsigned short owner[SPACE_END / 4];
unsigned short gfx_packets[256], dma_packets[16];
const char *front;
int errors;

/* The current line, its words and its [source]. */
struct where here;
char *tok[MAX_TOKENS];
bool quoted[MAX_TOKENS];
int ntok;
char *source_word;

/* The tables have a reason for rows that name none. */
static bool default_stays;

/* Declaration that an indented line belongs to. */
static enum { UNDER_NOTHING, UNDER_ROW, UNDER_PACKET, UNDER_RECORD, UNDER_ENUM } under;

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

/* Split a line into words; "..." is one word, [...] becomes source_word. */
static void tokenize(char *s)
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

static int find(const char * const *list, const char *s)
{
	int i;

	for (i = 0; s && list[i]; i++)
		if (!strcmp(list[i], s))
			return i;
	return -1;
}

/**
 * class_of() - the class of a row
 * @word: its word, may be NULL
 *
 * Return: the class, -1 if it is unknown.
 */
int class_of(const char *word)
{
	return find(classes, word);
}

/* chip NAME [SET...] [PROPERTY VALUE...] */
static void parse_chip(void)
{
	int i, j, property, n = next_slot(&nchips, MAX_CHIPS, "chips");

	if (ntok < 2) {
		complain(here, "expected: chip NAME [SET...] [PROPERTY VALUE...]");
		nchips--;
		return;
	}
	for (i = 0; i < n; i++)
		if (!strcmp(chips[i].name, tok[1]))
			complain(here, "chip '%s' again", tok[1]);
	chips[n].name = keep(tok[1]);
	for (i = 2; i < ntok; i++) {
		property = find(chip_properties, tok[i]);
		if (property >= 0) {
			chips[n].property[property] = need_number(++i, chip_properties[property]);
			if (chips[n].property[property] > property_max[property])
				complain(here, "%s: more than %u", chip_properties[property],
					 property_max[property]);
			continue;
		}
		for (j = 0; j < nchip_sets && strcmp(chip_sets[j].name, tok[i]); j++)
			;
		if (j == nchip_sets)
			chip_sets[next_slot(&nchip_sets, MAX_CHIPS, "sets of chips")].name =
				keep(tok[i]);
		chip_sets[j].mask |= 1u << n;
	}
}

/* window NAME BASE END */
static void parse_window(void)
{
	struct window *w = &windows[next_slot(&nwindows, MAX_WINDOWS, "windows")];
	int i;

	*w = (struct window){ .name = keep(ntok > 1 ? tok[1] : "?"), .at = here };
	if (ntok != 4) {
		complain(here, "expected: window NAME BASE END");
		return;
	}
	w->base = need_number(2, "base");
	w->end = need_number(3, "end");
	if (w->base >= w->end || w->end > SPACE_END || (w->base | w->end) & 3)
		complain(here, "window %s is empty or outside the register space", w->name);
	for (i = 0; i < nwindows - 1; i++)
		if (!strcmp(windows[i].name, w->name) ||
		    (windows[i].base < w->end && w->base < windows[i].end))
			complain(here, "window %s meets %s", w->name, windows[i].name);
}

/**
 * window_of() - find the window of a register
 * @offset: byte offset
 *
 * Return: the window, NULL if the register lies in none.
 */
const struct window *window_of(unsigned int offset)
{
	int i;

	for (i = 0; i < nwindows; i++)
		if (offset >= windows[i].base && offset < windows[i].end)
			return &windows[i];
	return NULL;
}

static unsigned int chip_set(const char *s)
{
	int i;

	if (!strcmp(s, "all"))
		return nchips == MAX_CHIPS ? ~0u : (1u << nchips) - 1;
	for (i = 0; i < nchip_sets; i++)
		if (!strcmp(s, chip_sets[i].name))
			return chip_sets[i].mask;
	for (i = 0; i < nchips; i++)
		if (!strcmp(s, chips[i].name))
			return 1u << i;
	complain(here, "unknown chip '%s'", s);
	return 0;
}

/* all, a set of chips or a chip, joined by + and - */
static unsigned int chip_mask(const char *s)
{
	unsigned int mask = 0;
	char sign = '+', word[32];

	while (*s) {
		size_t n = strcspn(s, "+-");

		if (n >= sizeof(word)) {
			complain(here, "unknown chip '%s'", s);
			return 0;
		}
		memcpy(word, s, n);
		word[n] = 0;
		if (sign == '+')
			mask |= chip_set(word);
		else
			mask &= ~chip_set(word);
		s += n;
		if (*s)
			sign = *s++;
	}
	if (!mask)
		complain(here, "no chip left");
	return mask;
}

static int handler_number(const char *name, bool packet)
{
	int i;

	for (i = 0; name && i < nhandlers; i++) {
		if (!strcmp(handlers[i].name, name) && handlers[i].packet == packet) {
			handlers[i].used = true;
			return i;
		}
	}
	complain(here, "unknown handler '%s'", name ? name : "(none)");
	return -1;
}

static void parse_handler(bool packet)
{
	int i;

	if (ntok != 3 || !quoted[2]) {
		complain(here, "expected: %s NAME \"what it does\"", tok[0]);
		return;
	}
	for (i = 0; i < nhandlers; i++)
		if (!strcmp(handlers[i].name, tok[1]) && handlers[i].packet == packet)
			complain(here, "handler '%s' again, first at %s:%d", tok[1],
				 handlers[i].at.file, handlers[i].at.line);
	i = next_slot(&nhandlers, MAX_HANDLERS, "handlers");
	handlers[i] = (struct handler){ keep(tok[1]), keep(tok[2]), packet, false, here };
}

/* state NAME BIT[..BIT] MODE "what it is" */
static void parse_state(void)
{
	struct group *g = &groups[next_slot(&ngroups, MAX_GROUPS, "groups")];
	unsigned int first = 0, last = 0;
	char *dots = ntok > 2 ? strstr(tok[2], "..") : NULL;
	int i;

	*g = (struct group){ .at = here, .name = keep(ntok > 1 ? tok[1] : "?") };
	if (dots)
		*dots = 0;
	if (ntok != 5 || !quoted[4] || !number(tok[2], &first) ||
	    (dots && !number(dots + 2, &last))) {
		complain(here, "expected: state NAME BIT[..BIT] MODE \"what it is\"");
		return;
	}
	g->first = first;
	g->last = dots ? last : first;
	g->mode = find(modes, tok[3]);
	g->what = keep(tok[4]);
	if (g->mode < 0)
		complain(here, "unknown mode '%s'", tok[3]);
	if (g->last < g->first || g->last > 63)
		complain(here, "state %s: bits %d..%d do not exist", g->name, g->first, g->last);
	for (i = 0; i < ngroups - 1; i++)
		if (!strcmp(groups[i].name, g->name) ||
		    (groups[i].first <= g->last && g->first <= groups[i].last))
			complain(here, "state %s meets %s", g->name, groups[i].name);
}

/* stays NAME|default "why the value of an earlier stream may stay" */
static void parse_stays(void)
{
	int i;

	if (ntok != 3 || !quoted[2] || !*tok[2]) {
		complain(here, "expected: stays NAME \"why\"");
		return;
	}
	for (i = 0; i < nstays; i++)
		if (!strcmp(stays[i].name, tok[1]))
			complain(here, "stays '%s' again", tok[1]);
	if (!strcmp(tok[1], "default"))
		default_stays = true;
	i = next_slot(&nstays, MAX_GROUPS, "reasons");
	stays[i] = (struct stays){ keep(tok[1]), keep(tok[2]), false, here };
}

static bool add_values(int first_tok)
{
	int i, v;

	for (i = first_tok; i < ntok; i++) {
		char *eq = strchr(tok[i], '=');
		unsigned int n;

		if (!eq)
			return false;
		*eq = 0;
		if (!number(tok[i], &n) || !eq[1])
			return false;
		v = next_slot(&nvalues, MAX_VALUES, "values");
		values[v] = (struct value){ n, keep(eq + 1) };
	}
	return true;
}

static void parse_enum(void)
{
	int i;

	if (ntok < 2) {
		complain(here, "expected: enum NAME VALUE=NAME...");
		return;
	}
	for (i = 0; i < nenums; i++)
		if (!strcmp(enums[i].name, tok[1]))
			complain(here, "enum '%s' again", tok[1]);
	i = next_slot(&nenums, MAX_ENUMS, "enums");
	enums[i] = (struct enums){ keep(tok[1]), nvalues, 0, false, here };
	if (!add_values(2))
		complain(here, "expected VALUE=NAME");
	enums[i].n = nvalues - enums[i].first;
	under = UNDER_ENUM;
}

static void field_values(struct field *f)
{
	f->values = nvalues;
	if (ntok == 3 && tok[2][0] == '@') {
		f->enum_name = keep(tok[2] + 1);
		return;
	}
	if (!add_values(2))
		complain(here, "expected VALUE=NAME or @ENUM after the bits");
	f->nvalues = nvalues - f->values;
}

/**
 * parse_field() - NAME HI:LO [VALUE=NAME... | @ENUM], below the row that owns the bits
 * @owner: name of the register, layout, packet or record
 * @bits: number of its bits
 * @first: index of its first field, set with the first
 * @n: number of its fields
 *
 * In a record any number of fields may have the name -: bits without a meaning.
 */
void parse_field(const char *owner, unsigned int bits, int *first, int *n)
{
	unsigned int hi = 0, lo = 0, i;
	char *colon = ntok > 1 ? strchr(tok[1], ':') : NULL;
	struct field *f;

	if (colon)
		*colon = 0;
	if (ntok < 2 || !number(tok[1], &hi) || (colon && !number(colon + 1, &lo))) {
		complain(here, "expected a field: NAME HI:LO");
		return;
	}
	if (!colon)
		lo = hi;
	if (hi >= bits || lo > hi || hi - lo > 31) {
		complain(here, "bits %u:%u do not exist", hi, lo);
		return;
	}
	if (!*n)
		*first = nfields;
	for (i = *first; i < (unsigned int)nfields; i++) {
		struct field *o = &fields[i];

		if (!strcmp(o->name, tok[0]) && (under != UNDER_RECORD || strcmp(tok[0], "-")))
			complain(here, "field '%s' again", tok[0]);
		if (o->shift <= (int)hi && (int)lo < o->shift + o->width)
			complain(here, "field '%s' overlaps '%s'", tok[0], o->name);
	}
	f = &fields[next_slot(&nfields, MAX_FIELDS, "fields")];
	*f = (struct field){ .owner = keep(owner), .name = keep(tok[0]), .shift = lo,
			     .width = hi - lo + 1, .at = here };
	field_values(f);
	(*n)++;
}

/* What a stream that does not set the register gets: state GROUP VALUE [key], or stays WHY. */
static int parse_inherited(struct row *r, int i)
{
	if (i + 1 < ntok && !strcmp(tok[i], "stays")) {
		r->stays_name = keep(tok[i + 1]);
		return i + 2;
	}
	if (i + 2 >= ntok || strcmp(tok[i], "state"))
		return i;
	r->group_name = keep(tok[i + 1]);
	if (!strcmp(tok[i + 2], "null"))
		r->kind = NEUTRAL_NULL;
	else if (!strcmp(tok[i + 2], "bringup"))
		r->kind = NEUTRAL_BRINGUP;
	else
		r->neutral = need_number(i + 2, "neutral value");
	i += 3;
	r->key = i < ntok && !strcmp(tok[i], "key");
	return i + r->key;
}

/* Every register that a stream may set needs an answer for the streams that do not set it. */
static void check_inherited(struct row *r)
{
	bool may = r->cls != DENIED && r->cls != FORCED;

	if (may && !r->group_name && !r->stays_name && default_stays)
		r->stays_name = keep("default");

	if (may && !r->group_name && !r->stays_name)
		complain(here, "%s: no state group with a neutral value, and no reason to stay",
			 r->name);
	if (r->cls == DENIED && (r->group_name || r->stays_name))
		complain(here, "%s: no stream sets it", r->name);
	if (r->group_name && (r->cls == RELOC ? r->kind != NEUTRAL_NULL : r->kind == NEUTRAL_NULL))
		complain(here, "%s: an address, and only that, is neutral at null", r->name);
	if (r->group_name && r->cls == FORCED && r->neutral != r->value)
		complain(here, "%s: neutral is its only value", r->name);
	if (r->group_name && r->kind == NEUTRAL_VALUE && r->own_mask && r->neutral & ~r->mask)
		complain(here, "%s: a stream may not set its neutral value", r->name);
}

/* The class and its arguments, from word i on. */
static void parse_class(struct row *r, int i)
{
	r->cls = find(classes, i < ntok ? tok[i] : NULL);
	switch (r->cls) {
	case DENIED:
		if (i + 1 >= ntok || !quoted[i + 1] || !*tok[i + 1])
			complain(here, "denied needs a \"reason\"");
		else
			r->reason = keep(tok[i + 1]);
		i += 2;
		break;
	case ALLOWED:
		i++;
		break;
	case FIELDS:
		i++;
		if (i < ntok && number(tok[i], &r->mask)) {
			r->own_mask = true;
			i++;
		}
		break;
	case FORCED:
		r->value = need_number(i + 1, "forced value");
		r->mask = 0xffffffff;
		i += 2;
		break;
	case RELOC:
	case TRACKED:
		r->handler = handler_number(i + 1 < ntok ? tok[i + 1] : NULL, false);
		r->mask = 0xffffffff;
		i += 2;
		if (i < ntok && !strcmp(tok[i], "fields")) {
			r->mask = 0;
			i++;
			if (i < ntok && number(tok[i], &r->mask)) {
				r->own_mask = true;
				i++;
			}
		}
		break;
	default:
		complain(here, "unknown class '%s'", i < ntok ? tok[i] : "(none)");
		return;
	}
	if (i < ntok && !strcmp(tok[i], "poll")) {
		r->poll = need_number(i + 1, "poll mask");
		i += 2;
	}
	i = parse_inherited(r, i);
	if (i < ntok)
		complain(here, "unexpected '%s'", tok[i]);
	check_inherited(r);
}

static void check_offsets(const struct row *r)
{
	unsigned int last = r->offset + (r->count - 1) * r->stride;
	const struct window *w = window_of(r->offset);

	if (!r->count || r->offset % 4 || !r->stride || r->stride % 4) {
		complain(here, "%s: offset, count or stride is wrong", r->name);
		return;
	}
	if (r->offset >= SPACE_END || last >= SPACE_END)
		complain(here, "%s: outside the register space", r->name);
	if (r->cls == DENIED)
		return;
	if (!w || last >= w->end)
		complain(here, "%s: 0x%x..0x%x is outside the window that it starts in",
			 r->name, r->offset, last);
}

/* reg NAME OFFSET COUNT STRIDE CHIPS CLASS [state GROUP VALUE [key] | stays WHY] [SOURCE] */
static void parse_reg(void)
{
	struct row *r = &rows[next_slot(&nrows, MAX_ROWS, "rows")];
	bool hash, array;

	*r = (struct row){ .at = here, .handler = -1, .next = -1, .group = -1, .stays = -1,
			   .name = "?" };
	under = UNDER_ROW;
	if (ntok < 7) {
		complain(here, "expected: reg NAME OFFSET COUNT STRIDE CHIPS CLASS [SOURCE]");
		return;
	}
	r->name = keep(tok[1]);
	r->offset = need_number(2, "offset");
	r->count = need_number(3, "count");
	r->stride = need_number(4, "stride");
	r->chips = chip_mask(tok[5]);
	if (!source_word || !*source_word)
		complain(here, "%s: no [source]", r->name);
	r->source = keep(source_word);
	hash = strchr(r->name, '#');
	array = r->count > 1;
	if (hash != array)
		complain(here, "%s: a name has a # exactly when it is an array", r->name);
	parse_class(r, 6);
	check_offsets(r);
}

static void parse_layout(void)
{
	struct row *r = &rows[next_slot(&nrows, MAX_ROWS, "rows")];

	*r = (struct row){ .at = here, .handler = -1, .next = -1, .layout = true };
	r->name = keep(ntok > 1 ? tok[1] : "?");
	r->source = keep(source_word);
	if (ntok != 2 || !source_word)
		complain(here, "expected: layout NAME [SOURCE]");
	under = UNDER_ROW;
}

static void parse_length(struct packet *p, char *s)
{
	char *dots = strstr(s, "..");

	if (dots)
		*dots = 0;
	if (!number(s, &p->min))
		complain(here, "%s: length '%s'", p->name, s);
	p->max = p->min;
	if (dots && dots[2]) {
		if (!number(dots + 2, &p->max) || p->max < p->min)
			complain(here, "%s: length '%s'", p->name, dots + 2);
	} else if (dots) {
		p->max = 0x4000;
	}
}

/* on ENGINE+ENGINE...: the engines that take packet @p */
static void parse_engines(struct packet *p, const char *s)
{
	size_t i, n;

	p->engines = 0;
	for (; *s; s += n + (s[n] == '+')) {
		n = strcspn(s, "+");
		for (i = 0; engines[i].name; i++)
			if (strlen(engines[i].name) == n && !strncmp(engines[i].name, s, n))
				break;
		if (!engines[i].name) {
			complain(here, "%s: unknown engine '%s'", p->name, s);
			return;
		}
		p->engines |= engines[i].bit;
	}
}

/* packet|dma NAME OPCODE LENGTH CHIPS CLASS... [on ENGINES] [SOURCE] */
static void parse_packet(bool dma)
{
	struct packet *p = &packets[next_slot(&npackets, MAX_ROWS, "packets")];
	int i = 6;

	*p = (struct packet){ .at = here, .handler = -1, .next = -1, .dma = dma, .name = "?",
			      .engines = ON_GFX };
	under = UNDER_PACKET;
	if (ntok < 6) {
		complain(here, "expected: %s NAME OPCODE LENGTH CHIPS CLASS [SOURCE]", tok[0]);
		return;
	}
	p->name = keep(tok[1]);
	p->opcode = need_number(2, "opcode");
	if (p->opcode > (dma ? 15 : 255))
		complain(here, "%s: opcode 0x%x does not exist", p->name, p->opcode);
	parse_length(p, tok[3]);
	p->chips = chip_mask(tok[4]);
	if (!source_word || !*source_word)
		complain(here, "%s: no [source]", p->name);
	p->source = keep(source_word);
	p->cls = find(classes, tok[5]);
	if (p->cls == DENIED) {
		if (ntok < 7 || !quoted[6] || !*tok[6])
			complain(here, "denied needs a \"reason\"");
		else
			p->reason = keep(tok[i++]);
	} else if (p->cls == TRACKED) {
		p->handler = handler_number(ntok > 6 ? tok[6] : NULL, true);
		i++;
	} else if (p->cls != ALLOWED) {
		complain(here, "a packet is denied, allowed or tracked, not '%s'", tok[5]);
	}
	if (i + 1 < ntok && !strcmp(tok[i], "space")) {
		p->space_name = keep(tok[i + 1]);
		i += 2;
	}
	if (i + 1 < ntok && !strcmp(tok[i], "on")) {
		parse_engines(p, tok[i + 1]);
		i += 2;
	}
	if (i < ntok)
		complain(here, "unexpected '%s'", tok[i]);
}

/* NAME ROLE [rd|wr|rdwr BYTES] */
static bool parse_dw(struct packet *p)
{
	int role = ntok > 1 ? find(roles, tok[1]) : -1;
	struct dw *d;

	if (role < 0)
		return false;
	if (!p->ndw)
		p->dws = ndws;
	d = &dws[next_slot(&ndws, MAX_ROWS, "packet dwords")];
	*d = (struct dw){ .name = keep(tok[0]), .role = role, .at = here };
	p->ndw++;
	if (ntok == 4 && role == find(roles, "addr_lo") && find(accesses, tok[2]) >= 0) {
		d->access = 1 + find(accesses, tok[2]);
		d->bytes = need_number(3, "bytes");
	} else if (ntok > 2) {
		complain(here, "unexpected '%s'", tok[2]);
	}
	if (p->ndw > (int)p->max)
		complain(here, "%s: more dwords than its length", p->name);
	return true;
}

/* space NAME BASE END UNIT [SOURCE] */
static void parse_space(void)
{
	struct space *s = &spaces[next_slot(&nspaces, MAX_HANDLERS, "spaces")];

	*s = (struct space){ .at = here, .source = keep(source_word) };
	if (ntok != 5 || !source_word) {
		complain(here, "expected: space NAME BASE END UNIT [SOURCE]");
		s->name = "?";
		return;
	}
	s->name = keep(tok[1]);
	s->base = need_number(2, "base");
	s->end = need_number(3, "end");
	s->unit = need_number(4, "unit");
	if (s->base >= s->end || s->end > SPACE_END || !s->unit)
		complain(here, "space %s is empty or outside the register space", s->name);
}

/* event NAME TYPE CHIPS FORM ["reason"] [SOURCE] */
static void parse_event(void)
{
	struct event *e = &events[next_slot(&nevents, 64, "events")];
	int i;

	*e = (struct event){ .at = here, .source = keep(source_word), .name = "?" };
	if (ntok < 5 || !source_word) {
		complain(here, "expected: event NAME TYPE CHIPS FORM [SOURCE]");
		return;
	}
	e->name = keep(tok[1]);
	e->type = need_number(2, "event type");
	e->chips = chip_mask(tok[3]);
	e->form = find(forms, tok[4]);
	if (e->form < 0)
		complain(here, "unknown form '%s'", tok[4]);
	if (e->form == 0 && ntok > 5 && quoted[5])
		e->reason = keep(tok[5]);
	else if (e->form == 0 || ntok > 5)
		complain(here, "a denied event, and only that, has a \"reason\"");
	if (e->type > 63)
		complain(here, "event type %u does not exist", e->type);
	for (i = 0; i < nevents - 1; i++)
		if (events[i].type == e->type)
			complain(here, "event type %u again", e->type);
}

static void parse_indented(void)
{
	struct packet *p;

	switch (under) {
	case UNDER_ROW:
		parse_field(rows[nrows - 1].name, 32, &rows[nrows - 1].fields,
			    &rows[nrows - 1].nfields);
		return;
	case UNDER_PACKET:
		p = &packets[npackets - 1];
		if (parse_dw(p))
			return;
		if (!p->ndw)
			complain(here, "'%s' is no role", ntok > 1 ? tok[1] : "(none)");
		else
			parse_field(p->name, 32, &dws[ndws - 1].fields, &dws[ndws - 1].nfields);
		return;
	case UNDER_RECORD:
		parse_record_field();
		return;
	case UNDER_ENUM:
		if (!add_values(0))
			complain(here, "expected VALUE=NAME");
		enums[nenums - 1].n = nvalues - enums[nenums - 1].first;
		return;
	default:
		complain(here, "an indented line under nothing");
	}
}

static bool begins_with(const char *line, const char *word)
{
	size_t n = strlen(word);

	return !strncmp(line, word, n) && (!line[n] || isspace((unsigned char)line[n]));
}

static void parse_declaration(char *line)
{
	tokenize(line);
	if (!strcmp(tok[0], "chip"))
		parse_chip();
	else
		parse_window();
}

static void parse_line(char *line, bool declarations)
{
	bool indented = isspace((unsigned char)*line);

	if (begins_with(line, "chip") || begins_with(line, "window")) {
		under = UNDER_NOTHING;
		if (declarations)
			parse_declaration(line);
		return;
	}
	if (declarations)
		return;
	tokenize(line);
	if (!ntok)
		return;
	if (indented) {
		parse_indented();
		return;
	}
	under = strcmp(tok[0], "record") ? UNDER_NOTHING : UNDER_RECORD;
	if (!strcmp(tok[0], "reg"))
		parse_reg();
	else if (!strcmp(tok[0], "layout"))
		parse_layout();
	else if (!strcmp(tok[0], "packet"))
		parse_packet(false);
	else if (!strcmp(tok[0], "dma"))
		parse_packet(true);
	else if (!strcmp(tok[0], "space"))
		parse_space();
	else if (!strcmp(tok[0], "event"))
		parse_event();
	else if (!strcmp(tok[0], "enum"))
		parse_enum();
	else if (!strcmp(tok[0], "state"))
		parse_state();
	else if (!strcmp(tok[0], "stays"))
		parse_stays();
	else if (!strcmp(tok[0], "reg_handler"))
		parse_handler(false);
	else if (!strcmp(tok[0], "packet_handler"))
		parse_handler(true);
	else if (!strcmp(tok[0], "record"))
		parse_record();
	else if (!parse_set_line())
		complain(here, "unknown word '%s'", tok[0]);
}

/**
 * parse_file() - read one table
 * @name: its file
 * @declarations: read the declarations of chips and windows; otherwise all the others
 */
void parse_file(const char *name, bool declarations)
{
	char line[1024];
	FILE *f = fopen(name, "r");

	here = (struct where){ name, 0 };
	under = UNDER_NOTHING;
	if (!f) {
		complain(here, "cannot be opened");
		return;
	}
	while (fgets(line, sizeof(line), f)) {
		here.line++;
		if (!declarations && !strchr(line, '\n') && !feof(f))
			complain(here, "line too long");
		parse_line(line, declarations);
	}
	fclose(f);
}
