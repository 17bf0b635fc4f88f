// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen's writer: the tables as C source, one struct pm4_tables that points to all of them,
 * and a header with constants for their names.
 */
#include <ctype.h>
#include <string.h>
#include "pm4_gen_rows.h"

static const char * const role_names[] = {
	"VALUE", "BITS", "ADDR_LO", "ADDR_HI", "ADDR_256", "SIZE_256",
	"REG", "START", "EVENT", "INDICES", "DATA", "RELOC",
};

static const char * const form_names[] = { "DENIED", "PLAIN", "ADDR", "EOP", "EOS" };

static void emit_handlers(FILE *f, bool packet)
{
	const char *prefix = packet ? "PM4_PH" : "PM4_RH";
	int i;

	fprintf(f, "\nenum pm4_%s_handler {\n\t%s_NONE,\n", packet ? "packet" : "reg", prefix);
	for (i = 0; i < nhandlers; i++)
		if (handlers[i].packet == packet)
			fprintf(f, "\t%s_%s,\t/* %s */\n", prefix, upper(handlers[i].name),
				handlers[i].what);
	fprintf(f, "\t%s_COUNT\n};\n", prefix);
}

static unsigned long long bits(const struct group *g)
{
	return (2ull << g->last) - (1ull << g->first);
}

static const char *lower(const char *s)
{
	static char out[160];
	size_t i;

	for (i = 0; s[i] && i < sizeof(out) - 1; i++)
		out[i] = tolower((unsigned char)s[i]);
	out[i] = 0;
	return out;
}

/* Runs of keys: X(group, window, first register of the window, count). */
static void emit_keys(FILE *f, const struct index *ix)
{
	const struct state_reg *k;
	int i, n;

	fputs("\n#define PM4_STATE_KEYS(X)", f);
	for (i = 0; i < ix->nstate_regs; i += n) {
		const struct window *w = window_of(ix->state_regs[i].reg);

		k = &ix->state_regs[i];
		for (n = 1; i + n < ix->nstate_regs; n++)
			if (k[n].group != k->group || !k[n].key || k[n].reg != k->reg + 4 * n)
				break;
		if (!k->key) {
			n = 1;
			continue;
		}
		fprintf(f, " \\\n\tX(%d, %s, %u, %d)", k->group, lower(w->name),
			(k->reg - w->base) / 4, n);
		/* Rows of other chips have the same offset. */
		while (i + n < ix->nstate_regs && k[n].group == k->group &&
		       k[n].reg == k[n - 1].reg)
			n++;
	}
	fputc('\n', f);
}

static void emit_states(FILE *f, const struct index *ix)
{
	unsigned long long all = 0, always = 0;
	int i;

	/* An enum has at least one member. */
	fputs("\n/* Groups of state: their bits in a footprint. */\nenum pm4_state_group {\n", f);
	if (!ngroups)
		fputs("\tPM4_NO_STATES\n", f);
	for (i = 0; i < ngroups; i++) {
		fprintf(f, "\tPM4_STATE_%s = %d,\t/* %s */\n", groups[i].name, groups[i].first,
			groups[i].what);
		all |= bits(&groups[i]);
		if (groups[i].mode == MODE_ALWAYS)
			always |= bits(&groups[i]);
	}
	fputs("};\n\n", f);
	fprintf(f, "#define PM4_STATE_ALL 0x%llxull\n", all);
	fprintf(f, "#define PM4_STATE_ALWAYS 0x%llxull\n", always);
	fprintf(f, "#define PM4_NBRINGUP %d\n", ix->nbringup);
	emit_keys(f, ix);
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

static void emit_chips(FILE *f, const struct index *ix)
{
	int i;

	fprintf(f, "\nextern const struct pm4_tables %s_tables;\n", ix->front);
	fputs("\n/* Chips, by their bits in a mask. */\n#define PM4_TABLE_CHIPS(X)", f);
	for (i = 0; i < nchips; i++)
		fprintf(f, " \\\n\tX(%d, %s)", i, chips[i].name);
	fputc('\n', f);
	for (i = 0; i < nchip_sets; i++)
		fprintf(f, "#define PM4_CHIPS_%s 0x%xu\n", upper(chip_sets[i].name),
			chip_sets[i].mask);
	fputs("\n/* Windows: number, byte offsets, number of registers. */\n", f);
	for (i = 0; i < nwindows; i++) {
		fprintf(f, "#define PM4_WINDOW_%s %d\n", windows[i].name, i);
		fprintf(f, "#define PM4_%s_BASE 0x%xu\n", windows[i].name, windows[i].base);
		fprintf(f, "#define PM4_%s_END 0x%xu\n", windows[i].name, windows[i].end);
		fprintf(f, "#define PM4_%s_REGS %uu\n", windows[i].name,
			(windows[i].end - windows[i].base) / 4);
	}
}

/**
 * emit_header() - write FRONT_tables.h
 * @f: output file
 * @ix: what pm4_gen.c made of the rows
 */
void emit_header(FILE *f, const struct index *ix)
{
	int i, j, n = 0;

	fprintf(f, "/* Made by pm4_gen. */\n#ifndef %s_TABLES_H\n", upper(ix->front));
	fprintf(f, "#define %s_TABLES_H\n", upper(ix->front));
	emit_chips(f, ix);
	emit_handlers(f, false);
	emit_handlers(f, true);
	if (ngroups)
		emit_states(f, ix);
	fputs("\n/* Registers: byte offset of the first element. */\n", f);
	for (i = 0; i < nrows; i++)
		if (!rows[i].layout && first_of_name(i))
			fprintf(f, "#define PM4_R_%s 0x%xu\n", ident(rows[i].name), rows[i].offset);
	fputs("\n/* Packets: opcodes. */\n", f);
	for (i = 0; i < npackets; i++) {
		for (j = 0; j < i; j++)
			if (packets[j].dma == packets[i].dma &&
			    !strcmp(packets[j].name, packets[i].name))
				break;
		if (j == i)
			fprintf(f, "#define PM4_%s_%s 0x%xu\n", packets[i].dma ? "DMA" : "OP",
				ident(packets[i].name), packets[i].opcode);
	}
	fputs("\n/* Events: types. */\n", f);
	for (i = 0; i < nevents; i++)
		fprintf(f, "#define PM4_EVENT_%s 0x%xu\n", ident(events[i].name), events[i].type);
	fputs("\n/* Layouts: their numbers. */\n", f);
	for (i = 0; i < nrows; i++)
		if (rows[i].layout)
			fprintf(f, "#define PM4_L_%s %du\n", ident(rows[i].name), n++);
	fputs("\n/* Spaces: their numbers and offsets. */\n", f);
	for (i = 0; i < nspaces; i++) {
		const char *name = ident(spaces[i].name);

		fprintf(f, "#define PM4_SPACE_%s %du\n", name, i);
		fprintf(f, "#define PM4_SPACE_%s_BASE 0x%xu\n", name, spaces[i].base);
		fprintf(f, "#define PM4_SPACE_%s_END 0x%xu\n", name, spaces[i].end);
	}
	fputs("\n/* Fields: number, shift, mask (shifted down); and their values. */\n", f);
	for (i = 0; i < nfields; i++) {
		const char *o, *s;
		unsigned int m = fields[i].width == 32 ? 0xffffffff : (1u << fields[i].width) - 1;

		if (!first_field(i) || !strcmp(fields[i].name, "-"))
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
	emit_bytes_header(f);
	fprintf(f, "\n#endif /* %s_TABLES_H */\n", upper(ix->front));
}

static void emit_u16(FILE *f, const char *name, const unsigned short *a, int n)
{
	int i;

	fprintf(f, "\nstatic const u16 %s[%d] = {", name, n);
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

/* Number of types up to the last one that has a row. */
static int event_types(void)
{
	int i, n = 0;

	for (i = 0; i < nevents; i++)
		if ((int)events[i].type >= n)
			n = (int)events[i].type + 1;
	return n;
}

static int nreg_rows(void)
{
	int n = 0;

	while (n < nrows && !rows[n].layout)
		n++;
	return n;
}

static void emit_rows(FILE *f)
{
	int i;

	fputs("\nstatic const struct pm4_reg_row reg_rows[] = {\n", f);
	for (i = 0; i < nreg_rows(); i++) {
		const struct row *r = &rows[i];

		fputs("\t{ ", f);
		emit_string(f, r->name);
		emit_string(f, r->reason);
		emit_string(f, r->source);
		emit_string(f, r->stays < 0 ? NULL : stays[r->stays].why);
		fprintf(f, "0x%x, 0x%x, 0x%x, 0x%x, 0x%x, %u, %u, 0x%x, %s, %d, %d, %d, %d",
			r->offset, r->mask, r->value, r->poll, r->neutral, r->count, r->stride,
			r->chips, class_name(r->cls), handler_in_kind(r->handler),
			r->group < 0 ? 0 : 1 + groups[r->group].first,
			r->group >= 0 && groups[r->group].last > groups[r->group].first, r->kind);
		fprintf(f, ", %d, %d, %d },\n", r->nfields, r->fields, r->next + 1);
	}
	fputs("};\n\nstatic const struct pm4_layout layouts[] = {\n", f);
	for (; i < nrows; i++) {
		fputs("\t{ ", f);
		emit_string(f, rows[i].name);
		emit_string(f, rows[i].source);
		fprintf(f, "%d, %d },\n", rows[i].nfields, rows[i].fields);
	}
	fputs("\t{ NULL, NULL, 0, 0 }\n};\n", f);
}

static void emit_state_regs(FILE *f, const struct index *ix)
{
	int i, g, n = 0;

	fputs("\nstatic const struct pm4_state_reg state_regs[] = {\n", f);
	for (i = 0; i < ix->nstate_regs; i++)
		fprintf(f, "\t{ 0x%x, 0x%x, 0x%x, %d },\n", ix->state_regs[i].reg,
			ix->state_regs[i].value, ix->state_regs[i].chips, ix->state_regs[i].kind);
	fputs("\t{ 0, 0, 0, 0 }\n};\n\nstatic const u16 state_first[65] = {", f);
	for (g = 0; g <= 64; g++) {
		while (n < ix->nstate_regs && ix->state_regs[n].group < g)
			n++;
		fprintf(f, "%s%d,", g % 16 ? " " : "\n\t", n);
	}
	fputs("\n};\n\nstatic const char * const state_names[64] = {\n", f);
	for (g = 0; g < ngroups; g++)
		for (i = groups[g].first; i <= groups[g].last; i++)
			fprintf(f, "\t[%d] = \"%s\",\n", i, groups[g].what);
	fputs("};\n", f);
}

static void emit_packets(FILE *f)
{
	int i;

	fputs("\nstatic const struct pm4_packet_row packet_rows[] = {\n", f);
	for (i = 0; i < npackets; i++) {
		const struct packet *p = &packets[i];

		fputs("\t{ ", f);
		emit_string(f, p->name);
		emit_string(f, p->reason);
		emit_string(f, p->source);
		fprintf(f, "%u, %u, %u, 0x%x, 0x%x, %s, %d, %d, %d, %d, %d, %u },\n",
			p->min, p->max, p->space ? spaces[p->space - 1].unit : 0, p->chips,
			p->opcode, class_name(p->cls), handler_in_kind(p->handler), p->space,
			p->ndw, p->dws, p->next + 1, p->engines);
	}
	fputs("};\n\nstatic const struct pm4_packet_dw packet_dws[] = {\n", f);
	for (i = 0; i < ndws; i++)
		fprintf(f, "\t{ \"%s\", PM4_ROLE_%s, %d, %d, %d, %u },\n", dws[i].name,
			role_names[dws[i].role], dws[i].nfields, dws[i].fields, dws[i].access,
			dws[i].bytes);
	fputs("\t{ NULL, 0, 0, 0, 0, 0 }\n};\n", f);
}

static void emit_small(FILE *f)
{
	int i, j;

	fputs("\nstatic const struct pm4_field fields[] = {\n", f);
	for (i = 0; i < nfields; i++)
		fprintf(f, "\t{ \"%s\", %d, %d, %d, %d },\n", fields[i].name, fields[i].shift,
			fields[i].width, fields[i].nvalues, fields[i].values);
	fputs("\t{ NULL, 0, 0, 0, 0 }\n};\n\nstatic const struct pm4_value values[] = {\n", f);
	for (i = 0; i < nvalues; i++)
		fprintf(f, "\t{ %u, \"%s\" },\n", values[i].value, values[i].name);
	fputs("\t{ 0, NULL }\n};\n\nstatic const struct pm4_space spaces[] = {\n", f);
	for (i = 0; i < nspaces; i++) {
		fprintf(f, "\t{ \"%s\", ", spaces[i].name);
		emit_string(f, spaces[i].source);
		fprintf(f, "0x%x, 0x%x, PM4_OP_%s, %u },\n", spaces[i].base, spaces[i].end,
			ident(spaces[i].packet ? spaces[i].packet : "?"), spaces[i].unit);
	}
	fputs("\t{ NULL, NULL, 0, 0, 0, 0 }\n};\n\n"
	      "static const struct pm4_event events[] = {\n", f);
	for (i = 0; i < event_types(); i++) {
		for (j = 0; j < nevents && (int)events[j].type != i; j++)
			;
		if (j == nevents)
			continue;
		fprintf(f, "\t[%d] = { \"%s\", ", i, events[j].name);
		emit_string(f, events[j].reason);
		emit_string(f, events[j].source);
		fprintf(f, "%d, PM4_EVENT_%s, 0x%x },\n", i, form_names[events[j].form],
			events[j].chips);
	}
	fprintf(f, "\t[%d] = { NULL, NULL, NULL, 0, 0, 0 }\n};\n", event_types());
}

static void emit_windows(FILE *f, const struct index *ix)
{
	char name[80];
	int i;

	for (i = 0; i < nwindows; i++) {
		snprintf(name, sizeof(name), "%.60s_rows", lower(windows[i].name));
		emit_u16(f, name, &ix->owner[windows[i].base / 4],
			 (windows[i].end - windows[i].base) / 4);
	}
	fputs("\nstatic const struct pm4_window windows[] = {\n", f);
	for (i = 0; i < nwindows; i++)
		fprintf(f, "\t{ \"%s\", 0x%x, 0x%x, %s_rows },\n", windows[i].name,
			windows[i].base, windows[i].end, lower(windows[i].name));
	fputs("\t{ NULL, 0, 0, NULL }\n};\n", f);
}

static void emit_chip_rows(FILE *f)
{
	int i;

	fputs("\nstatic const struct pm4_chip chips[] = {\n", f);
	for (i = 0; i < nchips; i++)
		fprintf(f, "\t{ \"%s\", %u, %u, %u, %u },\n", chips[i].name,
			chips[i].property[CHIP_PIPES], chips[i].property[CHIP_BANKS],
			chips[i].property[CHIP_BACKENDS], chips[i].property[CHIP_GROUP]);
	fputs("\t{ NULL, 0, 0, 0, 0 }\n};\n", f);
	fputs("\nstatic const struct pm4_chip_set chip_sets[] = {\n", f);
	for (i = 0; i < nchip_sets; i++)
		fprintf(f, "\t{ \"%s\", 0x%x },\n", chip_sets[i].name, chip_sets[i].mask);
	fputs("\t{ NULL, 0 }\n};\n", f);
}

static void emit_handler_names(FILE *f, bool packet)
{
	int i;

	fprintf(f, "\nstatic const char * const %s_handlers[] = {\n\tNULL,\n",
		packet ? "packet" : "reg");
	for (i = 0; i < nhandlers; i++)
		if (handlers[i].packet == packet)
			fprintf(f, "\t\"%s\",\n", handlers[i].name);
	fputs("};\n", f);
}

/* The one name that other files see. */
static void emit_tables(FILE *f, const struct index *ix)
{
	fprintf(f, "\nconst struct pm4_tables %s_tables = {\n", ix->front);
	fprintf(f, "\t.chips = chips, .nchips = %d, .chip_sets = chip_sets,\n", nchips);
	fprintf(f, "\t.windows = windows, .nwindows = %d,\n", nwindows);
	fprintf(f, "\t.reg_rows = reg_rows, .nreg_rows = %d,\n", nreg_rows());
	fputs("\t.state_regs = state_regs, .state_first = state_first,\n"
	      "\t.state_names = state_names,\n", f);
	fprintf(f, "\t.packet_rows = packet_rows, .npacket_rows = %d,\n", npackets);
	fprintf(f, "\t.packet_dws = packet_dws, .fields = fields, .nfields = %d,\n", nfields);
	fprintf(f, "\t.values = values, .spaces = spaces, .nspaces = %d,\n", nspaces);
	fprintf(f, "\t.layouts = layouts, .nlayouts = %d,\n", nrows - nreg_rows());
	fprintf(f, "\t.events = events, .nevents = %d,\n", event_types());
	fputs("\t.reg_handlers = reg_handlers, .packet_handlers = packet_handlers,\n", f);
	emit_bytes_tables(f);
	fputs("\t.packets = { gfx_packets, dma_packets, gfx_packets, gfx_packets },\n"
	      "\t.npackets = { 256, 16, 256, 256 },\n};\n", f);
}

/**
 * emit_source() - write FRONT_tables.c
 * @f: output file
 * @ix: what pm4_gen.c made of the rows
 */
void emit_source(FILE *f, const struct index *ix)
{
	fprintf(f, "/* Made by pm4_gen. */\n#include \"pm4_table.h\"\n#include \"%s_tables.h\"\n",
		ix->front);
	emit_chip_rows(f);
	emit_rows(f);
	emit_state_regs(f, ix);
	emit_packets(f);
	emit_small(f);
	emit_windows(f, ix);
	emit_u16(f, "gfx_packets", ix->gfx_packets, 256);
	emit_u16(f, "dma_packets", ix->dma_packets, 16);
	emit_handler_names(f, false);
	emit_handler_names(f, true);
	emit_bytes(f);
	emit_tables(f, ix);
}
