// SPDX-License-Identifier: GPL-2.0
/*
 * Every register offset of the whole space, per chip: the generated tables against
 * a second and much simpler reader of the text files, which expands each row into
 * one entry per chip and offset.
 */
#include <glob.h>
#include <stdlib.h>
#include "pm4_table.h"
#include "pm4_r600.h"
#include "r600_tables.h"
#include "table_test.h"
#include "tap.h"

#define SPACE_DW 0x10000

struct entry {
	char name[64];
	char cls[16];
	char arg[32];
};

static struct entry *want[R600_CHIPS];
static int rows, reasons;

static const char * const chip_words[] = {
	"R600", "RV610", "RV630", "RV670", "RV620", "RV635",
	"RS780", "RS880", "RV770", "RV730", "RV710", "RV740",
};

/* "r7xx+RS880-RV710" as a mask: words are taken from the left. */
static unsigned int mask_of(char *s)
{
	unsigned int mask = 0, one;
	int sign = '+', next, i;
	char *end;

	for (; s; s = next ? end + 1 : NULL) {
		end = strpbrk(s, "+-");
		next = end ? *end : 0;
		if (end)
			*end = 0;
		one = !strcmp(s, "all") ? 0xfff : !strcmp(s, "r6xx") ? 0xff :
		      !strcmp(s, "r7xx") ? 0xf00 : 0;
		for (i = 0; i < 12; i++)
			if (!strcmp(s, chip_words[i]))
				one = 1u << i;
		mask = sign == '+' ? mask | one : mask & ~one;
		sign = next;
	}
	return mask;
}

static void expand(const char *name, unsigned int offset, int count, int stride,
		   unsigned int mask, const char *cls, const char *arg)
{
	const char *hash = strchr(name, '#');
	int i, chip;

	for (i = 0; i < count; i++, offset += stride)
		for (chip = 0; chip < R600_CHIPS; chip++) {
			struct entry *e = &want[chip][offset / 4];

			if (!(mask & (1u << chip)))
				continue;
			if (hash)
				snprintf(e->name, sizeof(e->name), "%.*s%d%s", (int)(hash - name),
					 name, i, hash + 1);
			else
				snprintf(e->name, sizeof(e->name), "%s", name);
			snprintf(e->cls, sizeof(e->cls), "%s", cls);
			snprintf(e->arg, sizeof(e->arg), "%s", arg);
		}
}

static void read_table(const char *file)
{
	char line[1024], name[64], chips[64], cls[16], arg[32];
	unsigned int offset;
	int count, stride, n;
	FILE *f = fopen(file, "r");

	while (f && fgets(line, sizeof(line), f)) {
		arg[0] = 0;
		n = sscanf(line, "reg %63s %x %d %d %63s %15s %31s", name, &offset, &count,
			   &stride, chips, cls, arg);
		if (n < 6)
			continue;
		rows++;
		if (!strcmp(cls, "denied") && strchr(line, '"'))
			reasons++;
		expand(name, offset, count, stride, mask_of(chips), cls, arg);
	}
	if (f)
		fclose(f);
}

static bool same_class(const struct entry *e, const struct pm4_reg_row *row)
{
	static const char * const words[] = {
		[PM4_DENIED] = "denied", [PM4_ALLOWED] = "allowed", [PM4_FIELDS] = "fields",
		[PM4_FORCED] = "forced", [PM4_RELOC] = "reloc", [PM4_TRACKED] = "tracked",
	};

	if (strcmp(e->cls, words[row->cls]))
		return false;
	if (row->cls == PM4_RELOC || row->cls == PM4_TRACKED)
		return row->handler && !strcmp(e->arg, r600_tables.reg_handlers[row->handler]);
	if (row->handler)
		return false;
	if (row->cls == PM4_FORCED)
		return row->mask == 0xffffffff && row->value == strtoul(e->arg, NULL, 0);
	if (row->cls == PM4_FIELDS && e->arg[0] == '0')
		return row->mask == strtoul(e->arg, NULL, 0);
	return (row->cls == PM4_DENIED) == (row->reason != NULL);
}

static int wrong(enum r600_chip chip, unsigned int offset)
{
	const struct entry *e = &want[chip][offset / 4];
	const struct pm4_reg_row *row = pm4_reg_find(&r600_tables, chip, offset);
	char name[64];

	if (!e->name[0] && !row)
		return 0;
	if (!e->name[0] || !row) {
		tap_note("0x%05x on %s: %s", offset, chip_words[chip], row ? row->name : e->name);
		return 1;
	}
	pm4_reg_name(row, offset, name, sizeof(name));
	if (strcmp(name, e->name) || !same_class(e, row)) {
		tap_note("0x%05x on %s: %s is %s", offset, chip_words[chip], name, e->name);
		return 1;
	}
	return 0;
}

/* The windows' index arrays lead to the same rows as the search. */
static int wrong_index(enum r600_chip chip, unsigned int offset)
{
	const struct pm4_reg_row *row = NULL;
	u16 n = offset >= PM4_CONTEXT_BASE ?
		r600_tables.windows[PM4_WINDOW_CONTEXT].rows[(offset - PM4_CONTEXT_BASE) / 4] :
		r600_tables.windows[PM4_WINDOW_CONFIG].rows[(offset - PM4_CONFIG_BASE) / 4];

	for (; n; n = r600_tables.reg_rows[n - 1].next)
		if (r600_tables.reg_rows[n - 1].chips & (1u << chip))
			row = &r600_tables.reg_rows[n - 1];
	return row != pm4_reg_find(&r600_tables, chip, offset);
}

void test_rows(void)
{
	unsigned int offset, chip;
	glob_t g;
	size_t i;
	int bad;

	for (chip = 0; chip < R600_CHIPS; chip++)
		want[chip] = calloc(SPACE_DW, sizeof(struct entry));
	if (glob("pm4/r600/tables/*.tbl", 0, NULL, &g)) {
		tap_ok(false, "no tables: not run from the top of the tree?");
		return;
	}
	for (i = 0; i < g.gl_pathc; i++)
		read_table(g.gl_pathv[i]);
	globfree(&g);
	tap_ok(rows == r600_tables.nreg_rows && rows > 200, "%d rows, %d in the tables", rows, r600_tables.nreg_rows);
	for (chip = 0; chip < R600_CHIPS; chip++) {
		for (bad = 0, offset = 0; offset < SPACE_DW * 4; offset += 4)
			bad += wrong(chip, offset);
		tap_ok(!bad, "%s: every offset has the row that the text gives it", chip_words[chip]);
		for (bad = 0, offset = PM4_CONFIG_BASE; offset < PM4_CONFIG_END; offset += 4)
			bad += wrong_index(chip, offset);
		for (offset = PM4_CONTEXT_BASE; offset < PM4_CONTEXT_END; offset += 4)
			bad += wrong_index(chip, offset);
		tap_ok(!bad, "%s: the windows lead to the same rows", chip_words[chip]);
		for (bad = 0, offset = 1; offset < SPACE_DW * 4; offset++)
			if (offset & 3)
				bad += pm4_reg_find(&r600_tables, chip, offset) != NULL;
		tap_ok(!bad && !pm4_reg_find(&r600_tables, chip, SPACE_DW * 4) && !pm4_reg_find(&r600_tables, chip, 0xfffffffc),
		       "%s: nothing between the registers and nothing after them", chip_words[chip]);
	}
	for (bad = 0, i = 0; i < r600_tables.nreg_rows; i++) {
		const struct pm4_reg_row *row = &r600_tables.reg_rows[i];

		bad += !row->source || !*row->source || !row->name || !*row->name;
		bad += row->cls == PM4_DENIED && (!row->reason || !*row->reason);
		reasons -= row->cls == PM4_DENIED;
	}
	tap_ok(!bad && !reasons, "every row has a source, every denied row a reason");
	for (chip = 0; chip < R600_CHIPS; chip++)
		free(want[chip]);
}
