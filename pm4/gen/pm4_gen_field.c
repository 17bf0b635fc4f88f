// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's fields: the bits of a register, layout, packet or record, and the names of their
 * values, which several fields share as an enum.
 */
#include <string.h>
#include "pm4_gen_rows.h"

struct value values[MAX_VALUES];
struct enums enums[MAX_ENUMS];
struct field fields[MAX_FIELDS];
int nvalues, nenums, nfields;

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

/**
 * parse_enum() - enum NAME VALUE=NAME...
 */
void parse_enum(void)
{
	int i;

	if (ntok < 2) {
		complain(here, "expected: enum NAME VALUE=NAME...");
		i = next_slot(&nenums, MAX_ENUMS, "enums");
		enums[i] = (struct enums){ "?", nvalues, 0, true, here };
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
}

/**
 * parse_enum_values() - VALUE=NAME..., below an enum
 */
void parse_enum_values(void)
{
	if (!add_values(0))
		complain(here, "expected VALUE=NAME");
	enums[nenums - 1].n = nvalues - enums[nenums - 1].first;
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
 * @blanks: any number of fields may have the name -: bits without a meaning
 */
void parse_field(const char *owner, unsigned int bits, int *first, int *n, bool blanks)
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

		if (!strcmp(o->name, tok[0]) && !(blanks && !strcmp(tok[0], "-")))
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
