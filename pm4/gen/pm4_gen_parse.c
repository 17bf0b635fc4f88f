// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's parser of the text tables, in the format of README.md: finds out what each
 * line declares, and what an indented line belongs to.
 */
#include <ctype.h>
#include <string.h>
#include "pm4_gen_rows.h"

/* Lines by their first word, and what parses the indented lines below each. */
static const struct { const char *word; void (*parse)(void), (*below)(void); } lines[] = {
	{ "reg", parse_reg, parse_row_field },
	{ "layout", parse_layout, parse_row_field },
	{ "packet", parse_packet, parse_packet_dword },
	{ "dma", parse_packet, parse_packet_dword },
	{ "space", parse_space, NULL },
	{ "event", parse_event, NULL },
	{ "enum", parse_enum, parse_enum_values },
	{ "state", parse_state, NULL },
	{ "stays", parse_stays, NULL },
	{ "reg_handler", parse_handler, NULL },
	{ "packet_handler", parse_handler, NULL },
	{ "record", parse_record, parse_record_field },
	{ "set", parse_set, NULL },
	{ "kind", parse_kind, NULL },
	{ "item", parse_item, NULL },
	{ NULL }
};

static void (*below)(void);

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
	size_t i;

	if (begins_with(line, "chip") || begins_with(line, "window")) {
		below = NULL;
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
		if (below)
			below();
		else
			complain(here, "an indented line under nothing");
		return;
	}
	below = NULL;
	for (i = 0; lines[i].word; i++) {
		if (strcmp(tok[0], lines[i].word))
			continue;
		below = lines[i].below;
		lines[i].parse();
		return;
	}
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
	below = NULL;
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
