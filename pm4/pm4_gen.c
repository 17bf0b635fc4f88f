// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen: turns the text tables (tables/NAME.tbl) into pm4_tables.c and pm4_tables.h.
 *
 *	pm4_gen -c FILE.c -h FILE.h TABLE...
 *
 * A host program in plain C, run at build time by the module's Kbuild and by
 * pm4.mk.  The format is described in tables/README.md.  Everything
 * that looks wrong is refused with file:line, and then nothing is written:
 * duplicates, overlaps, rows outside their window, unknown or unused handlers.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS	2048
#define MAX_FIELDS	4096
#define MAX_VALUES	4096
#define MAX_HANDLERS	64
#define MAX_ENUMS	128
#define MAX_TOKENS	64

#define ALL_CHIPS	0xfffu
#define CONFIG_BASE	0x8000u
#define CONFIG_END	0xac00u
#define CONTEXT_BASE	0x28000u
#define CONTEXT_END	0x29000u
#define SPACE_END	0x40000u

static const char * const chips[] = {
	"R600", "RV610", "RV630", "RV670", "RV620", "RV635",
	"RS780", "RS880", "RV770", "RV730", "RV710", "RV740",
};

static const char * const classes[] = {
	"denied", "allowed", "fields", "forced", "reloc", "tracked", NULL
};
enum { DENIED, ALLOWED, FIELDS, FORCED, RELOC, TRACKED };
static const char * const class_names[] = {
	"PM4_DENIED", "PM4_ALLOWED", "PM4_FIELDS", "PM4_FORCED", "PM4_RELOC", "PM4_TRACKED",
};

static const char * const roles[] = {
	"value", "bits", "addr_lo", "addr_hi", "addr_256", "size_256",
	"reg", "start", "event", "indices", "data", "reloc", NULL
};
static const char * const role_names[] = {
	"VALUE", "BITS", "ADDR_LO", "ADDR_HI", "ADDR_256", "SIZE_256",
	"REG", "START", "EVENT", "INDICES", "DATA", "RELOC",
};

static const char * const forms[] = { "denied", "plain", "addr", "eop", NULL };
static const char * const form_names[] = { "DENIED", "PLAIN", "ADDR", "EOP" };

struct where { const char *file; int line; };

struct value { unsigned int value; char *name; };
struct enums { char *name; int first, n; bool used; struct where at; };
struct field { char *owner, *name, *enum_name; int shift, width, values, nvalues; struct where at; };
struct handler { char *name, *what; bool packet, used; struct where at; };

struct row {		/* reg and layout */
	char *name, *reason, *source;
	unsigned int offset, count, stride, chips, mask, value, poll;
	int cls, handler, fields, nfields, next;
	bool layout, own_mask;
	struct where at;
};

struct dw { char *name; int role, fields, nfields; struct where at; };

struct packet {
	char *name, *reason, *source, *space_name;
	unsigned int opcode, min, max, unit, chips;
	int cls, handler, space, dws, ndw, next;
	bool dma;
	struct where at;
};

struct space { char *name, *packet, *source; unsigned int base, end, unit; struct where at; };

struct event {
	char *name, *reason, *source;
	unsigned int type, chips;
	int form;
	struct where at;
};

static struct value values[MAX_VALUES];
static struct enums enums[MAX_ENUMS];
static struct field fields[MAX_FIELDS];
static struct handler handlers[MAX_HANDLERS];
static struct row rows[MAX_ROWS];
static struct dw dws[MAX_ROWS];
static struct packet packets[MAX_ROWS];
static struct space spaces[MAX_HANDLERS];
static struct event events[64];
static int nvalues, nenums, nfields, nhandlers, nrows, ndws, npackets, nspaces, nevents;

static struct where here;
static int errors;
static char *tok[MAX_TOKENS];
static bool quoted[MAX_TOKENS];
static int ntok;

/* What an indented line belongs to. */
static enum { UNDER_NOTHING, UNDER_ROW, UNDER_PACKET, UNDER_ENUM } under;

static void complain(struct where at, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void complain(struct where at, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s:%d: ", at.file, at.line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	errors++;
}

static int next_slot(int *n, int max, const char *what)
{
	if (*n >= max) {
		complain(here, "more than %d %s", max, what);
		exit(1);
	}
	return (*n)++;
}

/* Splits a line into words; "..." and [...] are one word each. */
static char *source_word;

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

static char *keep(const char *s)
{
	char *copy = s ? malloc(strlen(s) + 1) : NULL;

	if (s && !copy) {
		fputs("pm4_gen: out of memory\n", stderr);
		exit(1);
	}
	return copy ? strcpy(copy, s) : NULL;
}

static bool number(const char *s, unsigned int *out)
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

static unsigned int need_number(int i, const char *what)
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

static unsigned int chip_set(const char *s)
{
	unsigned int i, n = strlen(s);

	if (!strcmp(s, "all"))
		return ALL_CHIPS;
	if (!strcmp(s, "r6xx"))
		return 0x0ff;
	if (!strcmp(s, "r7xx"))
		return 0xf00;
	for (i = 0; i < 12; i++)
		if (n == strlen(chips[i]) && !strcmp(s, chips[i]))
			return 1u << i;
	complain(here, "unknown chip '%s'", s);
	return 0;
}

/* all, r6xx, r7xx or a chip, joined by + and - */
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
		complain(here, "expected VALUE=NAME or @ENUM behind the bits");
	f->nvalues = nvalues - f->values;
}

/* An enum may stand in a later file than the fields that use it. */
static void resolve_enums(void)
{
	int i, j;

	for (i = 0; i < nfields; i++) {
		struct field *f = &fields[i];

		for (j = 0; f->enum_name && j < nenums; j++)
			if (!strcmp(enums[j].name, f->enum_name))
				break;
		if (!f->enum_name)
			continue;
		if (j == nenums) {
			complain(f->at, "unknown enum '@%s'", f->enum_name);
			continue;
		}
		enums[j].used = true;
		f->values = enums[j].first;
		f->nvalues = enums[j].n;
	}
	for (j = 0; j < nenums; j++)
		if (!enums[j].used)
			complain(enums[j].at, "enum '%s' is unused", enums[j].name);
}

/* NAME HI:LO [VALUE=NAME... | @ENUM] under a register, a layout or a packet's dword */
static void parse_field(const char *owner, int *first, int *n)
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
	if (hi > 31 || lo > hi) {
		complain(here, "bits %u:%u do not exist", hi, lo);
		return;
	}
	if (!*n)
		*first = nfields;
	for (i = *first; i < (unsigned int)nfields; i++) {
		struct field *o = &fields[i];

		if (!strcmp(o->name, tok[0]))
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
	if (i < ntok)
		complain(here, "unexpected '%s'", tok[i]);
}

static void check_place(const struct row *r)
{
	unsigned int last = r->offset + (r->count - 1) * r->stride;

	if (!r->count || r->offset % 4 || (r->count > 1 && (!r->stride || r->stride % 4))) {
		complain(here, "%s: offset, count or stride is wrong", r->name);
		return;
	}
	if (r->offset >= SPACE_END || last >= SPACE_END)
		complain(here, "%s: outside the register space", r->name);
	if (r->cls == DENIED)
		return;
	if (!(r->offset >= CONFIG_BASE && last < CONFIG_END) &&
	    !(r->offset >= CONTEXT_BASE && last < CONTEXT_END))
		complain(here, "%s: 0x%x..0x%x is outside the window that it starts in",
			 r->name, r->offset, last);
}

/* reg NAME OFFSET COUNT STRIDE CHIPS CLASS [SOURCE] */
static void parse_reg(void)
{
	struct row *r = &rows[next_slot(&nrows, MAX_ROWS, "rows")];
	bool hash;

	*r = (struct row){ .at = here, .handler = -1, .next = -1, .name = "?" };
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
	if (hash != (r->count > 1))
		complain(here, "%s: a name has a # exactly when it is an array", r->name);
	parse_class(r, 6);
	check_place(r);
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

/* packet|dma NAME OPCODE LENGTH CHIPS CLASS... [SOURCE] */
static void parse_packet(bool dma)
{
	struct packet *p = &packets[next_slot(&npackets, MAX_ROWS, "packets")];
	int i = 6;

	*p = (struct packet){ .at = here, .handler = -1, .next = -1, .dma = dma, .name = "?" };
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
	if (i < ntok)
		complain(here, "unexpected '%s'", tok[i]);
}

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
	if (ntok > 2)
		complain(here, "unexpected '%s'", tok[2]);
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
		parse_field(rows[nrows - 1].name, &rows[nrows - 1].fields,
			    &rows[nrows - 1].nfields);
		return;
	case UNDER_PACKET:
		p = &packets[npackets - 1];
		if (parse_dw(p))
			return;
		if (!p->ndw)
			complain(here, "'%s' is no role", ntok > 1 ? tok[1] : "(none)");
		else
			parse_field(p->name, &dws[ndws - 1].fields, &dws[ndws - 1].nfields);
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

static void parse_line(char *line)
{
	bool indented = isspace((unsigned char)*line);

	tokenize(line);
	if (!ntok)
		return;
	if (indented) {
		parse_indented();
		return;
	}
	under = UNDER_NOTHING;
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
	else if (!strcmp(tok[0], "reg_handler"))
		parse_handler(false);
	else if (!strcmp(tok[0], "packet_handler"))
		parse_handler(true);
	else
		complain(here, "unknown word '%s'", tok[0]);
}

static void parse_file(const char *name)
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
		if (!strchr(line, '\n') && !feof(f))
			complain(here, "line too long");
		parse_line(line);
	}
	fclose(f);
}

/* Index arrays: 1 + row per dword, rows of other chips chained. */
static unsigned short config_rows[(CONFIG_END - CONFIG_BASE) / 4];
static unsigned short context_rows[(CONTEXT_END - CONTEXT_BASE) / 4];
static unsigned short gfx_packets[256], dma_packets[16];
static unsigned short owner[SPACE_END / 4];

static void place_row(int n)
{
	struct row *r = &rows[n];
	unsigned int i;

	for (i = 0; i < r->count; i++) {
		unsigned int offset = r->offset + i * r->stride;
		unsigned short *slot;
		int j;

		if (offset >= SPACE_END)
			return;
		slot = &owner[offset / 4];
		if (!*slot) {
			*slot = n + 1;
			continue;
		}
		for (j = *slot - 1; j >= 0; j = rows[j].next) {
			if (j == n || (rows[j].chips & r->chips)) {
				complain(r->at, "%s: 0x%x belongs to %s already, at %s:%d",
					 r->name, offset, rows[j].name, rows[j].at.file,
					 rows[j].at.line);
				return;
			}
			if (rows[j].offset != r->offset || rows[j].count != r->count ||
			    rows[j].stride != r->stride) {
				complain(r->at, "%s: rows of different chips must have the same offset, count and stride as %s",
					 r->name, rows[j].name);
				return;
			}
			if (rows[j].next < 0) {
				rows[j].next = n;
				break;
			}
			if (rows[j].next == n)
				break;
		}
	}
}

static void place_packet(int n)
{
	struct packet *p = &packets[n];
	unsigned short *slot = p->dma ? &dma_packets[p->opcode & 15] : &gfx_packets[p->opcode & 255];
	int j;

	for (j = 0; p->space_name && j < nspaces; j++)
		if (!strcmp(spaces[j].name, p->space_name)) {
			p->space = j + 1;
			spaces[j].packet = p->name;
		}
	if (p->space_name && !p->space)
		complain(p->at, "unknown space '%s'", p->space_name);
	if (!*slot) {
		*slot = n + 1;
		return;
	}
	for (j = *slot - 1; j >= 0; j = packets[j].next) {
		if (packets[j].chips & p->chips) {
			complain(p->at, "%s: opcode 0x%x belongs to %s already", p->name,
				 p->opcode, packets[j].name);
			return;
		}
		if (packets[j].next < 0) {
			packets[j].next = n;
			return;
		}
	}
}

static int cmp_row(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->layout != y->layout)
		return x->layout - y->layout;
	if (x->layout)
		return 0;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return (int)(x->chips & -x->chips) - (int)(y->chips & -y->chips);
}

/* Rows by offset (a merge keeps layouts in their order), then the indices. */
static void arrange(void)
{
	int i, j;

	for (i = 1; i < nrows; i++) {
		struct row r = rows[i];

		for (j = i; j > 0 && cmp_row(&rows[j - 1], &r) > 0; j--)
			rows[j] = rows[j - 1];
		rows[j] = r;
	}
	for (i = 0; i < nrows; i++) {
		struct row *r = &rows[i];

		if ((r->cls == FIELDS || r->handler >= 0) && !r->own_mask && r->mask != 0xffffffff) {
			for (j = 0; j < r->nfields; j++)
				r->mask |= (fields[r->fields + j].width == 32 ? 0xffffffff :
					    (1u << fields[r->fields + j].width) - 1) <<
					   fields[r->fields + j].shift;
			if (!r->mask)
				complain(r->at, "%s: class fields without fields or mask", r->name);
		}
		if (!r->layout)
			place_row(i);
		for (j = 0; j < i; j++)
			if (!strcmp(rows[j].name, r->name) && (rows[j].chips & r->chips || r->layout))
				complain(r->at, "%s again, first at %s:%d", r->name,
					 rows[j].at.file, rows[j].at.line);
	}
	for (i = 0; i < npackets; i++)
		place_packet(i);
	for (i = 0; i < (int)(SPACE_END / 4); i++) {
		unsigned int offset = i * 4;

		if (offset >= CONFIG_BASE && offset < CONFIG_END)
			config_rows[(offset - CONFIG_BASE) / 4] = owner[i];
		if (offset >= CONTEXT_BASE && offset < CONTEXT_END)
			context_rows[(offset - CONTEXT_BASE) / 4] = owner[i];
	}
	for (i = 0; i < nhandlers; i++)
		if (!handlers[i].used)
			complain(handlers[i].at, "handler '%s' is unused", handlers[i].name);
	for (i = 0; i < nspaces; i++)
		if (!spaces[i].packet)
			complain(spaces[i].at, "space '%s' is unused", spaces[i].name);
}

/* A name as a C identifier: '#' goes, with the '_' that is then one too many. */
static const char *ident(const char *s)
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

static const char *upper(const char *s)
{
	static char out[160];
	size_t i;

	for (i = 0; s[i] && i < sizeof(out) - 1; i++)
		out[i] = toupper((unsigned char)s[i]);
	out[i] = 0;
	return out;
}

static void emit_string(FILE *f, const char *s)
{
	if (!s) {
		fputs("NULL", f);
		return;
	}
	fputc('"', f);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			fputc('\\', f);
		fputc(*s, f);
	}
	fputc('"', f);
}

static void emit_handlers(FILE *f, bool packet)
{
	const char *prefix = packet ? "PM4_PH" : "PM4_RH";
	const char *what = packet ? "packet" : "reg";
	int i;

	fprintf(f, "\nenum pm4_%s_handler {\n\t%s_NONE,\n", what, prefix);
	for (i = 0; i < nhandlers; i++)
		if (handlers[i].packet == packet)
			fprintf(f, "\t%s_%s,\t/* %s */\n", prefix, upper(handlers[i].name),
				handlers[i].what);
	fprintf(f, "\t%s_COUNT\n};\n\n#define PM4_%s_HANDLERS(X)", prefix,
		packet ? "PACKET" : "REG");
	for (i = 0; i < nhandlers; i++)
		if (handlers[i].packet == packet)
			fprintf(f, " \\\n\tX(%s, %s)", upper(handlers[i].name), handlers[i].name);
	fputc('\n', f);
}

static bool first_of_name(int n)
{
	int i;

	for (i = 0; i < n; i++)
		if (!strcmp(ident(rows[i].name), ident(rows[n].name)))
			return false;
	return true;
}

static bool first_field(int n)
{
	int i;

	for (i = 0; i < n; i++)
		if (!strcmp(fields[i].name, fields[n].name) &&
		    !strcmp(ident(fields[i].owner), ident(fields[n].owner)))
			return false;
	return true;
}

static void emit_header(FILE *f)
{
	int i, j, n = 0;

	fputs("/* SPDX-License-Identifier: GPL-2.0 */\n/* Made by pm4_gen. */\n"
	      "#ifndef PM4_TABLES_H\n#define PM4_TABLES_H\n", f);
	emit_handlers(f, false);
	emit_handlers(f, true);
	fputs("\n/* Registers: byte offset of the first element. */\n", f);
	for (i = 0; i < nrows; i++)
		if (!rows[i].layout && first_of_name(i))
			fprintf(f, "#define PM4_R_%s 0x%xu\n", ident(rows[i].name), rows[i].offset);
	fputs("\n/* Packets: opcodes. */\n", f);
	for (i = 0; i < npackets; i++) {
		for (j = 0; j < i; j++)
			if (packets[j].dma == packets[i].dma && !strcmp(packets[j].name, packets[i].name))
				break;
		if (j == i)
			fprintf(f, "#define PM4_%s_%s 0x%xu\n", packets[i].dma ? "DMA" : "OP",
				ident(packets[i].name), packets[i].opcode);
	}
	fputs("\n/* Events: types. */\n", f);
	for (i = 0; i < nevents; i++)
		fprintf(f, "#define PM4_EVENT_%s 0x%xu\n", ident(events[i].name), events[i].type);
	fputs("\n/* Layouts: numbers in pm4_layouts[]. */\n", f);
	for (i = 0; i < nrows; i++)
		if (rows[i].layout)
			fprintf(f, "#define PM4_L_%s %du\n", ident(rows[i].name), n++);
	fputs("\n/* Spaces: numbers in pm4_spaces[]. */\n", f);
	for (i = 0; i < nspaces; i++)
		fprintf(f, "#define PM4_SPACE_%s %du\n#define PM4_SPACE_%s_BASE 0x%xu\n#define PM4_SPACE_%s_END 0x%xu\n",
			ident(spaces[i].name), i, ident(spaces[i].name), spaces[i].base,
			ident(spaces[i].name), spaces[i].end);
	fputs("\n/* Fields: number, shift, mask (shifted down); and their values. */\n", f);
	for (i = 0; i < nfields; i++) {
		const char *o, *s;
		unsigned int m = fields[i].width == 32 ? 0xffffffff : (1u << fields[i].width) - 1;

		if (!first_field(i))
			continue;
		o = ident(fields[i].owner);
		s = ident(fields[i].name);
		fprintf(f, "#define PM4_F_%s_%s %du\n", o, s, i);
		fprintf(f, "#define PM4_S_%s_%s %d\n", o, s, fields[i].shift);
		fprintf(f, "#define PM4_M_%s_%s 0x%xu\n", o, s, m);
		for (j = 0; j < fields[i].nvalues; j++)
			fprintf(f, "#define PM4_V_%s_%s_%s %uu\n", ident(fields[i].owner),
				ident(fields[i].name),
				ident(values[fields[i].values + j].name),
				values[fields[i].values + j].value);
	}
	fputs("\n#endif /* PM4_TABLES_H */\n", f);
}

static void emit_u16(FILE *f, const char *name, const unsigned short *a, int n)
{
	int i;

	fprintf(f, "\nconst u16 %s[%d] = {", name, n);
	for (i = 0; i < n; i++)
		fprintf(f, "%s%u,", i % 16 ? " " : "\n\t", a[i]);
	fputs("\n};\n", f);
}

static int handler_in_kind(int h)
{
	int i, n = 0;

	if (h < 0)
		return 0;
	for (i = 0; i <= h; i++)
		if (handlers[i].packet == handlers[h].packet)
			n++;
	return n;
}

static void emit_rows(FILE *f)
{
	int i, n = 0;

	fputs("\nconst struct pm4_reg_row pm4_reg_rows[] = {\n", f);
	for (i = 0; i < nrows && !rows[i].layout; i++, n++) {
		const struct row *r = &rows[i];

		fputs("\t{ ", f);
		emit_string(f, r->name);
		fputs(", ", f);
		emit_string(f, r->reason);
		fputs(", ", f);
		emit_string(f, r->source);
		fprintf(f, ", 0x%x, 0x%x, 0x%x, 0x%x, %u, %u, 0x%x, %s, %d, %d, %d, %d },\n",
			r->offset, r->mask, r->value, r->poll, r->count, r->stride, r->chips,
			class_names[r->cls], handler_in_kind(r->handler), r->nfields,
			r->fields, r->next + 1);
	}
	fprintf(f, "};\nconst u16 pm4_nreg_rows = %d;\n", n);
	fputs("\nconst struct pm4_layout pm4_layouts[] = {\n", f);
	for (n = 0; i < nrows; i++, n++) {
		fputs("\t{ ", f);
		emit_string(f, rows[i].name);
		fputs(", ", f);
		emit_string(f, rows[i].source);
		fprintf(f, ", %d, %d },\n", rows[i].nfields, rows[i].fields);
	}
	fprintf(f, "\t{ NULL, NULL, 0, 0 }\n};\nconst u16 pm4_nlayouts = %d;\n", n);
}

static void emit_packets(FILE *f)
{
	int i;

	fputs("\nconst struct pm4_packet_row pm4_packet_rows[] = {\n", f);
	for (i = 0; i < npackets; i++) {
		const struct packet *p = &packets[i];

		fputs("\t{ ", f);
		emit_string(f, p->name);
		fputs(", ", f);
		emit_string(f, p->reason);
		fputs(", ", f);
		emit_string(f, p->source);
		fprintf(f, ", %u, %u, %u, 0x%x, 0x%x, %s, %d, %d, %d, %d, %d },\n",
			p->min, p->max, p->space ? spaces[p->space - 1].unit : 0, p->chips,
			p->opcode, class_names[p->cls], handler_in_kind(p->handler), p->space,
			p->ndw, p->dws, p->next + 1);
	}
	fprintf(f, "};\nconst u16 pm4_npacket_rows = %d;\n", npackets);
	fputs("\nconst struct pm4_packet_dw pm4_packet_dws[] = {\n", f);
	for (i = 0; i < ndws; i++)
		fprintf(f, "\t{ \"%s\", PM4_ROLE_%s, %d, %d },\n", dws[i].name,
			role_names[dws[i].role], dws[i].nfields, dws[i].fields);
	fputs("\t{ NULL, 0, 0, 0 }\n};\n", f);
}

static void emit_small(FILE *f)
{
	int i, j;

	fputs("\nconst struct pm4_field pm4_fields[] = {\n", f);
	for (i = 0; i < nfields; i++)
		fprintf(f, "\t{ \"%s\", %d, %d, %d, %d },\n", fields[i].name, fields[i].shift,
			fields[i].width, fields[i].nvalues, fields[i].values);
	fprintf(f, "\t{ NULL, 0, 0, 0, 0 }\n};\nconst u16 pm4_nfields = %d;\n", nfields);
	fputs("\nconst struct pm4_value pm4_values[] = {\n", f);
	for (i = 0; i < nvalues; i++)
		fprintf(f, "\t{ %u, \"%s\" },\n", values[i].value, values[i].name);
	fputs("\t{ 0, NULL }\n};\n\nconst struct pm4_space pm4_spaces[] = {\n", f);
	for (i = 0; i < nspaces; i++) {
		fprintf(f, "\t{ \"%s\", ", spaces[i].name);
		emit_string(f, spaces[i].source);
		fprintf(f, ", 0x%x, 0x%x, PM4_OP_%s, %u },\n", spaces[i].base, spaces[i].end,
			ident(spaces[i].packet ? spaces[i].packet : "?"), spaces[i].unit);
	}
	fprintf(f, "};\nconst u8 pm4_nspaces = %d;\n", nspaces);
	fputs("\nconst struct pm4_event pm4_events[64] = {\n", f);
	for (i = 0; i < 64; i++) {
		for (j = 0; j < nevents && (int)events[j].type != i; j++)
			;
		if (j == nevents)
			continue;
		fprintf(f, "\t[%d] = { \"%s\", ", i, events[j].name);
		emit_string(f, events[j].reason);
		fputs(", ", f);
		emit_string(f, events[j].source);
		fprintf(f, ", %d, PM4_EVENT_%s, 0x%x },\n", i, form_names[events[j].form], events[j].chips);
	}
	fputs("};\n", f);
}

static bool write_file(const char *name, void (*emit)(FILE *f))
{
	FILE *f = fopen(name, "w");

	if (!f) {
		fprintf(stderr, "pm4_gen: cannot write %s\n", name);
		return false;
	}
	emit(f);
	if (fclose(f)) {
		fprintf(stderr, "pm4_gen: error writing %s\n", name);
		return false;
	}
	return true;
}

static void emit_source(FILE *f)
{
	fputs("// SPDX-License-Identifier: GPL-2.0\n/* Made by pm4_gen. */\n"
	      "#include \"pm4_table.h\"\n", f);
	emit_rows(f);
	emit_packets(f);
	emit_small(f);
	emit_u16(f, "pm4_config_rows", config_rows, sizeof(config_rows) / 2);
	emit_u16(f, "pm4_context_rows", context_rows, sizeof(context_rows) / 2);
	emit_u16(f, "pm4_gfx_packets", gfx_packets, 256);
	emit_u16(f, "pm4_dma_packets", dma_packets, 16);
}

int main(int argc, char **argv)
{
	int i;

	if (argc < 6 || strcmp(argv[1], "-c") || strcmp(argv[3], "-h")) {
		fputs("usage: pm4_gen -c FILE.c -h FILE.h TABLE...\n", stderr);
		return 2;
	}
	for (i = 5; i < argc; i++)
		parse_file(argv[i]);
	resolve_enums();
	arrange();
	if (errors) {
		fprintf(stderr, "pm4_gen: %d error%s, nothing written\n", errors, errors > 1 ? "s" : "");
		return 1;
	}
	return write_file(argv[2], emit_source) && write_file(argv[4], emit_header) ? 0 : 1;
}
