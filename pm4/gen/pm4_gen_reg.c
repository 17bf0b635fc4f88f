// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's registers and layouts, and what a stream inherits that does not set a register:
 * groups of state with neutral values, or a reason why the value of an earlier stream stays.
 */
#include <string.h>
#include "pm4_gen_rows.h"

static const char * const classes[] = {
	"denied", "allowed", "fields", "forced", "reloc", "tracked", NULL
};

static const char * const modes[] = { "keys", "rule", "always", "packet", NULL };

struct row rows[MAX_ROWS];
struct group groups[MAX_GROUPS];
struct stays stays[MAX_GROUPS];
int nrows, ngroups, nstays;

/* The tables have a reason for rows that name none. */
static bool default_stays;

/**
 * class_of() - the class of a row
 * @word: its word, may be NULL
 *
 * Return: the class, -1 if it is unknown.
 */
int class_of(const char *word)
{
	return find_word(classes, word);
}

/**
 * parse_state() - state NAME BIT[..BIT] MODE "what it is"
 */
void parse_state(void)
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
	g->mode = find_word(modes, tok[3]);
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

/**
 * parse_stays() - stays NAME|default "why the value of an earlier stream may stay"
 */
void parse_stays(void)
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
	r->cls = find_word(classes, i < ntok ? tok[i] : NULL);
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

/**
 * parse_reg() - reg NAME OFFSET COUNT STRIDE CHIPS CLASS INHERITED [SOURCE]
 *
 * INHERITED is [state GROUP VALUE [key] | stays WHY].
 */
void parse_reg(void)
{
	struct row *r = &rows[next_slot(&nrows, MAX_ROWS, "rows")];
	bool hash, array;

	*r = (struct row){ .at = here, .handler = -1, .next = -1, .group = -1, .stays = -1,
			   .name = "?" };
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

/**
 * parse_layout() - layout NAME [SOURCE]
 */
void parse_layout(void)
{
	struct row *r = &rows[next_slot(&nrows, MAX_ROWS, "rows")];

	*r = (struct row){ .at = here, .handler = -1, .next = -1, .layout = true };
	r->name = keep(ntok > 1 ? tok[1] : "?");
	r->source = keep(source_word);
	if (ntok != 2 || !source_word)
		complain(here, "expected: layout NAME [SOURCE]");
}

/**
 * parse_row_field() - a field of the register or layout above
 */
void parse_row_field(void)
{
	struct row *r = &rows[nrows - 1];

	parse_field(r->name, 32, &r->fields, &r->nfields, false);
}
