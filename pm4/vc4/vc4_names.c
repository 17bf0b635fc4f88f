// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Names from the rows of the tables, for verdicts, the decoder and the assembly.
 *
 * Pure functions: no allocation, no locks.
 */
#include "../pm4_text.h"
#include "vc4_names.h"

static const char * const surface_names[] = {
	[VC4_COLOR_READ] = "color read", [VC4_COLOR_WRITE] = "color write",
	[VC4_ZS_READ] = "ZS read", [VC4_ZS_WRITE] = "ZS write",
	[VC4_MSAA_COLOR_WRITE] = "MSAA color write", [VC4_MSAA_ZS_WRITE] = "MSAA ZS write",
};

/**
 * vc4_surface_name() - name of a surface
 * @use: enum vc4_surface_use
 *
 * Return: the name, or "?".
 */
const char *vc4_surface_name(u32 use)
{
	return use < ARRAY_SIZE(surface_names) ? surface_names[use] : "?";
}

/**
 * vc4_stage_name() - name of a stage
 * @stage: enum vc4_stage
 *
 * Return: the name.
 */
const char *vc4_stage_name(u32 stage)
{
	return stage == VC4_FRAGMENT ? "fragment" : stage == VC4_VERTEX ? "vertex" : "coordinate";
}

/**
 * vc4_record_row() - the row of a code
 * @code: first byte of a record
 *
 * Return: the row, NULL if the code is reserved.
 */
const struct pm4_record_row *vc4_record_row(u32 code)
{
	u32 n = code < 256 ? vc4_tables.records[code] : 0;

	return n ? &vc4_tables.record_rows[n - 1] : NULL;
}

/**
 * vc4_item_row() - the row of a number
 * @set: PM4_SET_*
 * @number: the number
 *
 * Return: the row, NULL if it has none.
 */
const struct pm4_item_row *vc4_item_row(u32 set, u32 number)
{
	const struct pm4_set *s = &vc4_tables.sets[set];
	u32 n = number < s->size ? s->items[number] : 0;

	return n ? &vc4_tables.item_rows[n - 1] : NULL;
}

/**
 * vc4_say_item() - append the name of a number
 * @t: the text
 * @set: PM4_SET_*
 * @number: the number
 */
void vc4_say_item(struct pm4_text *t, u32 set, u32 number)
{
	const struct pm4_item_row *row = vc4_item_row(set, number);
	const char *hash = row ? strchr(row->name, '#') : NULL;

	if (!row)
		say(t, "%u?", number);
	else if (hash)
		say(t, "%.*s%u%s", (int)(hash - row->name), row->name, number - row->first,
		    hash + 1);
	else
		say(t, "%s", row->name);
}
