// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's rows for languages that are not made of dwords: records of a list, which have a
 * code of one byte and fields of any bits after it, and sets of numbers with a name each, such
 * as the registers and signals of a processor.
 *
 * The fields of a record fill it, so that no bit is forgotten: bits without a meaning are a
 * field with the name -.  The kinds of a set's items become masks, one bit for each number.
 */
#include <string.h>
#include "pm4_gen_rows.h"

#define CODES	256

struct record records[MAX_HANDLERS];
struct set sets[MAX_HANDLERS];
struct kind kinds[MAX_HANDLERS];
struct item items[MAX_ITEMS];
int nrecords, nsets, nkinds, nitems;

static void parse_bytes(struct record *r, char *s)
{
	char *dots = strstr(s, "..");

	if (dots)
		*dots = 0;
	if (!number(s, &r->min) || !r->min || r->min > 32 || (dots && dots[2]))
		complain(here, "%s: length '%s'", r->name, s);
	r->max = dots ? 0 : r->min;
}

/**
 * parse_record() - record NAME CODE BYTES CLASS ["reason"] [SOURCE]
 */
void parse_record(void)
{
	struct record *r = &records[next_slot(&nrecords, MAX_HANDLERS, "records")];
	int i;

	*r = (struct record){ .at = here, .name = "?", .source = keep(source_word) };
	if (ntok < 5) {
		complain(here, "expected: record NAME CODE BYTES CLASS [SOURCE]");
		return;
	}
	r->name = keep(tok[1]);
	r->code = need_number(2, "code");
	if (r->code >= CODES)
		complain(here, "%s: code %u does not exist", r->name, r->code);
	parse_bytes(r, tok[3]);
	r->cls = class_of(tok[4]);
	if (r->cls != DENIED && r->cls != ALLOWED && r->cls != TRACKED)
		complain(here, "a record is denied, allowed or tracked, not '%s'", tok[4]);
	if (r->cls == DENIED && (ntok != 6 || !quoted[5] || !*tok[5]))
		complain(here, "denied needs a \"reason\"");
	else if (r->cls == DENIED)
		r->reason = keep(tok[5]);
	else if (ntok > 5)
		complain(here, "unexpected '%s'", tok[5]);
	if (!source_word || !*source_word)
		complain(here, "%s: no [source]", r->name);
	for (i = 0; i < nrecords - 1; i++)
		if (records[i].code == r->code || !strcmp(records[i].name, r->name))
			complain(here, "%s: code %u belongs to %s already, at %s:%d", r->name,
				 r->code, records[i].name, records[i].at.file,
				 records[i].at.line);
}

/**
 * parse_record_field() - a field of the record above
 */
void parse_record_field(void)
{
	struct record *r = &records[nrecords - 1];

	parse_field(r->name, 8 * (r->min - 1), &r->fields, &r->nfields, true);
}

/**
 * parse_set() - set NAME SIZE "what it is"
 */
void parse_set(void)
{
	struct set *s = &sets[next_slot(&nsets, MAX_HANDLERS, "sets")];
	int i;

	*s = (struct set){ .at = here, .name = "?" };
	if (ntok != 4 || !quoted[3] || !*tok[3]) {
		complain(here, "expected: set NAME SIZE \"what it is\"");
		return;
	}
	s->name = keep(tok[1]);
	s->size = need_number(2, "size");
	s->what = keep(tok[3]);
	if (!s->size || s->size > MAX_SET)
		complain(here, "set %s: %u numbers, and there can be 1 to %d", s->name, s->size,
			 MAX_SET);
	for (i = 0; i < nsets - 1; i++)
		if (!strcmp(sets[i].name, s->name))
			complain(here, "set '%s' again", s->name);
}

/**
 * parse_kind() - kind NAME "what its items have in common"
 */
void parse_kind(void)
{
	int i;

	if (ntok != 3 || !quoted[2] || !*tok[2]) {
		complain(here, "expected: kind NAME \"what\"");
		return;
	}
	for (i = 0; i < nkinds; i++)
		if (!strcmp(kinds[i].name, tok[1]))
			complain(here, "kind '%s' again", tok[1]);
	i = next_slot(&nkinds, MAX_HANDLERS, "kinds");
	kinds[i] = (struct kind){ keep(tok[1]), keep(tok[2]), false, here };
}

static void parse_numbers(struct item *it, char *s)
{
	char *dots = strstr(s, "..");
	bool range = dots;

	if (dots)
		*dots = 0;
	if (!number(s, &it->first) || (range && !number(dots + 2, &it->last)))
		complain(here, "%s: number '%s'", it->name, s);
	if (!range)
		it->last = it->first;
	if (it->set >= 0 && (it->last < it->first || it->last >= sets[it->set].size))
		complain(here, "%s: set %s has no %u..%u", it->name, sets[it->set].name,
			 it->first, it->last);
	if (range != !!strchr(it->name, '#'))
		complain(here, "%s: a name has a # exactly when it is a range", it->name);
}

static void check_item(const struct item *it)
{
	const struct item *o;

	for (o = items; o < it; o++)
		if (o->set == it->set && (!strcmp(o->name, it->name) ||
					  (o->first <= it->last && it->first <= o->last)))
			complain(here, "%s: %u meets %s, at %s:%d", it->name, it->first, o->name,
				 o->at.file, o->at.line);
}

/**
 * parse_item() - item SET NAME NUMBER[..NUMBER] [KIND | denied "reason"] [SOURCE]
 */
void parse_item(void)
{
	struct item *it = &items[next_slot(&nitems, MAX_ITEMS, "items")];
	int i;

	*it = (struct item){ .at = here, .name = "?", .set = -1, .kind = -1,
			     .source = keep(source_word) };
	if (ntok < 4 || !source_word) {
		complain(here, "expected: item SET NAME NUMBER[..NUMBER] [KIND] [SOURCE]");
		return;
	}
	for (i = 0; i < nsets; i++)
		if (!strcmp(sets[i].name, tok[1])) {
			it->set = i;
			sets[i].used = true;
		}
	if (it->set < 0)
		complain(here, "unknown set '%s'", tok[1]);
	it->name = keep(tok[2]);
	parse_numbers(it, tok[3]);
	if (it->set >= 0)
		check_item(it);
	if (ntok == 6 && !strcmp(tok[4], "denied") && quoted[5] && *tok[5]) {
		it->reason = keep(tok[5]);
		return;
	}
	for (i = 0; ntok == 5 && i < nkinds; i++)
		if (!strcmp(kinds[i].name, tok[4])) {
			it->kind = i;
			kinds[i].used = true;
		}
	if (ntok > 4 && it->kind < 0)
		complain(here, "expected a kind or denied \"reason\", found '%s'", tok[4]);
}

/**
 * arrange_bytes() - check that fields fill their records, and that no declaration is unused
 */
void arrange_bytes(void)
{
	int i, j;

	for (i = 0; i < nrecords; i++) {
		const struct record *r = &records[i];
		unsigned int bits = 0;

		for (j = 0; j < r->nfields; j++)
			bits += fields[r->fields + j].width;
		if (r->max && bits != 8 * (r->min - 1))
			complain(r->at, "%s: its fields fill %u of %u bits", r->name, bits,
				 8 * (r->min - 1));
	}
	for (i = 0; i < nsets; i++)
		if (!sets[i].used)
			complain(sets[i].at, "set '%s' is empty", sets[i].name);
	for (i = 0; i < nkinds; i++)
		if (!kinds[i].used)
			complain(kinds[i].at, "kind '%s' is unused", kinds[i].name);
}

/* Bits of a record without a meaning, of the first 64 after its code. */
static unsigned long long unused_bits(const struct record *r)
{
	unsigned long long mask = 0;
	int i, bit;

	for (i = r->fields; i < r->fields + r->nfields; i++)
		for (bit = fields[i].shift; !strcmp(fields[i].name, "-") && bit < 64 &&
		     bit < fields[i].shift + fields[i].width; bit++)
			mask |= 1ull << bit;
	return mask;
}

/* The numbers of a set that have a kind; -1: those without a kind, -2: those not denied. */
static unsigned long long kind_mask(int set, int kind)
{
	unsigned long long mask = 0;
	unsigned int n;
	int i;

	for (i = 0; i < nitems; i++)
		for (n = items[i].first; n <= items[i].last; n++)
			if (items[i].set == set && !items[i].reason &&
			    (kind == -2 || items[i].kind == kind))
				mask |= 1ull << n;
	return mask;
}

static void emit_set_header(FILE *f, int set)
{
	char name[80];
	int i;

	snprintf(name, sizeof(name), "%.60s", upper(ident(sets[set].name)));
	fprintf(f, "#define PM4_SET_%s %du\n", name, set);
	fprintf(f, "#define PM4_K_%s_KNOWN 0x%llxull\n", name, kind_mask(set, -2));
	fprintf(f, "#define PM4_K_%s_PLAIN 0x%llxull\n", name, kind_mask(set, -1));
	for (i = 0; i < nkinds; i++)
		if (kind_mask(set, i))
			fprintf(f, "#define PM4_K_%s_%s 0x%llxull\n", name,
				upper(kinds[i].name), kind_mask(set, i));
	for (i = 0; i < nitems; i++)
		if (items[i].set == set)
			fprintf(f, "#define PM4_I_%s_%s %uu\n", name, ident(items[i].name),
				items[i].first);
}

/**
 * emit_bytes_header() - write the constants of records and sets
 * @f: output file
 */
void emit_bytes_header(FILE *f)
{
	int i;

	if (nrecords)
		fputs("\n/* Records: codes, bytes, classes, bits without a meaning. */\n", f);
	for (i = 0; i < nrecords; i++) {
		const char *name = ident(records[i].name);

		fprintf(f, "#define PM4_RECORD_%s %uu\n", name, records[i].code);
		fprintf(f, "#define PM4_BYTES_%s %uu\n", name, records[i].min);
		fprintf(f, "#define PM4_CLASS_%s %s\n", name, class_name(records[i].cls));
		fprintf(f, "#define PM4_UNUSED_%s 0x%llxull\n", name, unused_bits(&records[i]));
	}
	if (nsets)
		fputs("\n/* Sets: their numbers, a mask for each kind, the items. */\n", f);
	for (i = 0; i < nsets; i++)
		emit_set_header(f, i);
}

static int record_of(unsigned int code)
{
	int i;

	for (i = 0; i < nrecords; i++)
		if (records[i].code == code)
			return i + 1;
	return 0;
}

static int item_of(int set, unsigned int n)
{
	int i;

	for (i = 0; i < nitems; i++)
		if (items[i].set == set && items[i].first <= n && n <= items[i].last)
			return i + 1;
	return 0;
}

static void emit_record_rows(FILE *f)
{
	int i;

	fputs("\nstatic const struct pm4_record_row record_rows[] = {\n", f);
	for (i = 0; i < nrecords; i++) {
		const struct record *r = &records[i];

		fputs("\t{ ", f);
		emit_string(f, r->name);
		emit_string(f, r->reason);
		emit_string(f, r->source);
		fprintf(f, "%u, %u, %u, %s, %d, %d },\n", r->code, r->min, r->max,
			class_name(r->cls), r->nfields, r->fields);
	}
	fputs("};\n\nstatic const u8 records[256] = {", f);
	for (i = 0; i < CODES; i++)
		fprintf(f, "%s%d,", i % 16 ? " " : "\n\t", record_of(i));
	fputs("\n};\n", f);
}

static void emit_set_rows(FILE *f)
{
	int i, n;

	fputs("\nstatic const struct pm4_item_row item_rows[] = {\n", f);
	for (i = 0; i < nitems; i++) {
		const struct item *it = &items[i];

		fputs("\t{ ", f);
		emit_string(f, it->name);
		emit_string(f, it->reason);
		emit_string(f, it->kind < 0 ? NULL : kinds[it->kind].what);
		emit_string(f, it->source);
		fprintf(f, "%u, %u },\n", it->first, it->last);
	}
	fputs("};\n\nstatic const struct pm4_set sets[] = {\n", f);
	for (i = 0; i < nsets; i++) {
		fputs("\t{ ", f);
		emit_string(f, sets[i].name);
		emit_string(f, sets[i].what);
		fprintf(f, "%u, {", sets[i].size);
		for (n = 0; n < (int)sets[i].size; n++)
			fprintf(f, "%s%d,", n % 16 ? " " : "\n\t\t", item_of(i, n));
		fputs("\n\t} },\n", f);
	}
	fputs("};\n", f);
}

/**
 * emit_bytes() - write the rows of records and sets
 * @f: output file
 */
void emit_bytes(FILE *f)
{
	if (nrecords)
		emit_record_rows(f);
	if (nsets)
		emit_set_rows(f);
}

/**
 * emit_bytes_tables() - write the members of struct pm4_tables
 * @f: output file
 */
void emit_bytes_tables(FILE *f)
{
	if (nrecords)
		fprintf(f, "\t.record_rows = record_rows, .nrecord_rows = %d,\n"
			"\t.records = records,\n", nrecords);
	if (nsets)
		fprintf(f, "\t.item_rows = item_rows, .sets = sets, .nsets = %d,\n", nsets);
}
