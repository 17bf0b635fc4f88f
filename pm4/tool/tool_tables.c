// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 tables: print the tables as Markdown.  Each row names the source of its facts, so
 * that a reader can verify it.
 */
#include <ctype.h>
#include "pm4_table.h"
#include "tool.h"

static const char * const class_words[] = {
	[PM4_DENIED] = "denied", [PM4_ALLOWED] = "allowed", [PM4_FIELDS] = "allowed bits",
	[PM4_FORCED] = "one value", [PM4_RELOC] = "relocation", [PM4_TRACKED] = "tracked",
};

static void print_chips(const struct pm4_tables *t, u32 chips)
{
	const struct pm4_chip_set *set;
	u32 i, n = 0;

	if (chips == (1ull << t->nchips) - 1) {
		fputs("all", stdout);
		return;
	}
	for (set = t->chip_sets; set->name; set++) {
		if (set->chips == chips) {
			printf("%c%s", toupper((unsigned char)set->name[0]), set->name + 1);
			return;
		}
	}
	for (i = 0; i < t->nchips; i++)
		if (chips & (1u << i))
			printf("%s%s", n++ ? " " : "", t->chips[i].name);
}

static bool has_mask(const struct pm4_reg_row *r)
{
	if (r->cls == PM4_FIELDS)
		return true;
	return (r->cls == PM4_TRACKED || r->cls == PM4_RELOC) && ~r->mask;
}

/* What a stream that does not set the register gets. */
static void print_inherited(const struct pm4_tables *t, const struct pm4_reg_row *r)
{
	if (!r->state)
		fputs(r->stays ? r->stays : "", stdout);
	else if (r->kind == PM4_NEUTRAL_NULL)
		fputs("the null buffer", stdout);
	else if (r->kind == PM4_NEUTRAL_BRINGUP)
		fputs("the value of bring-up", stdout);
	else
		printf("0x%x", r->neutral);
	if (r->state)
		printf(" (%s)", t->state_names[r->state - 1]);
}

static void print_registers(const struct pm4_tables *t)
{
	u16 i;

	puts("| register | offset | count x stride | chips | may be | unset it is | source |\n"
	     "| --- | --- | --- | --- | --- | --- | --- |");
	for (i = 0; i < t->nreg_rows; i++) {
		const struct pm4_reg_row *r = &t->reg_rows[i];

		printf("| %s | 0x%05x | ", r->name, r->offset);
		if (r->count > 1)
			printf("%u x %u | ", r->count, r->stride);
		else
			fputs("1 | ", stdout);
		print_chips(t, r->chips);
		printf(" | %s", class_words[r->cls]);
		if (has_mask(r))
			printf(" 0x%08x", r->mask);
		if (r->cls == PM4_FORCED)
			printf(" 0x%x", r->value);
		if (r->handler)
			printf(" (%s)", t->reg_handlers[r->handler]);
		if (r->reason)
			printf(": %s", r->reason);
		if (r->poll)
			fputs("; may be polled", stdout);
		fputs(" | ", stdout);
		print_inherited(t, r);
		printf(" | %s |\n", r->source);
	}
}

/* Engines, unless the packet is for the graphics ring alone. */
static void print_engines(const struct pm4_packet_row *p)
{
	static const char * const names[PM4_RINGS] = { "gfx", "dma", "compute", "const" };
	u32 i, n = 0;

	for (i = 0; i < PM4_RINGS && p->engines != 1u << PM4_RING_GFX; i++)
		if (p->engines >> i & 1)
			printf("%s%s", n++ ? ", " : "; on ", names[i]);
}

static void print_packets(const struct pm4_tables *t)
{
	u16 i;

	puts("| packet | opcode | dwords after the header | chips | may be | source |\n"
	     "| --- | --- | --- | --- | --- | --- |");
	for (i = 0; i < t->npacket_rows; i++) {
		const struct pm4_packet_row *p = &t->packet_rows[i];
		bool dma = p->opcode < t->npackets[PM4_RING_DMA];

		printf("| %s%s | 0x%02x | ", dma ? "DMA " : "", p->name, p->opcode);
		if (p->max_dw >= 0x4000)
			printf("%u and more | ", p->min_dw);
		else if (p->min_dw != p->max_dw)
			printf("%u to %u | ", p->min_dw, p->max_dw);
		else
			printf("%u | ", p->min_dw);
		print_chips(t, p->chips);
		printf(" | %s", class_words[p->cls]);
		if (p->handler)
			printf(" (%s)", t->packet_handlers[p->handler]);
		if (p->reason)
			printf(": %s", p->reason);
		print_engines(p);
		printf(" | %s |\n", p->source);
	}
}

static void print_operands(const struct pm4_tables *t)
{
	static const char * const roles[PM4_ROLES] = {
		[PM4_ROLE_VALUE] = "value", [PM4_ROLE_BITS] = "fields",
		[PM4_ROLE_ADDR_LO] = "address 31:0", [PM4_ROLE_ADDR_HI] = "address 47:32",
		[PM4_ROLE_ADDR_256] = "address / 256", [PM4_ROLE_SIZE_256] = "bytes / 256",
		[PM4_ROLE_REG] = "register / 4", [PM4_ROLE_START] = "first register",
		[PM4_ROLE_EVENT] = "event", [PM4_ROLE_INDICES] = "indices",
		[PM4_ROLE_DATA] = "data", [PM4_ROLE_RELOC] = "relocation",
	};
	u16 i, j;

	puts("| packet | operand | name | holds |\n| --- | --- | --- | --- |");
	for (i = 0; i < t->npacket_rows; i++) {
		const struct pm4_packet_row *p = &t->packet_rows[i];
		bool dma = p->opcode < t->npackets[PM4_RING_DMA];

		for (j = 0; j < p->ndw; j++)
			printf("| %s%s | %u | %s | %s |\n", dma ? "DMA " : "", p->name, j + 1,
			       t->packet_dws[p->dws + j].name,
			       roles[t->packet_dws[p->dws + j].role]);
	}
}

static void print_events(const struct pm4_tables *t)
{
	static const char * const forms[] = {
		[PM4_EVENT_DENIED] = "denied", [PM4_EVENT_PLAIN] = "without an address",
		[PM4_EVENT_ADDR] = "with an address", [PM4_EVENT_EOP] = "by EVENT_WRITE_EOP",
		[PM4_EVENT_EOS] = "by EVENT_WRITE_EOS",
	};
	u32 i;

	puts("| event | type | chips | may be sent | source |\n| --- | --- | --- | --- | --- |");
	for (i = 0; i < t->nevents; i++) {
		const struct pm4_event *e = pm4_event_find(t, i);

		if (!e)
			continue;
		printf("| %s | %u | ", e->name, e->type);
		print_chips(t, e->chips);
		printf(" | %s%s%s | %s |\n", forms[e->form], e->reason ? ": " : "",
		       e->reason ? e->reason : "", e->source);
	}
}

static void print_field_rows(const struct pm4_tables *t, const char *name, u16 first, u8 n)
{
	u16 i, v;

	for (i = first; i < first + n; i++) {
		const struct pm4_field *f = &t->fields[i];

		printf("| %s | %s | ", name, f->name);
		if (f->width > 1)
			printf("%u:%u |", f->shift + f->width - 1, f->shift);
		else
			printf("%u |", f->shift);
		for (v = 0; v < f->nvalues; v++)
			printf(" %u=%s", t->values[f->values + v].value,
			       t->values[f->values + v].name);
		puts(" |");
	}
}

static void print_fields(const struct pm4_tables *t)
{
	char name[96];
	u16 i, j;

	puts("| dword | field | bits | values |\n| --- | --- | --- | --- |");
	for (i = 0; i < t->nreg_rows; i++) {
		const struct pm4_reg_row *r = &t->reg_rows[i];

		print_field_rows(t, r->name, r->fields, r->nfields);
	}
	for (i = 0; i < t->nlayouts; i++) {
		const struct pm4_layout *l = &t->layouts[i];

		print_field_rows(t, l->name, l->fields, l->nfields);
	}
	for (i = 0; i < t->npacket_rows; i++) {
		const struct pm4_packet_row *p = &t->packet_rows[i];

		for (j = 0; j < p->ndw; j++) {
			const struct pm4_packet_dw *dw = &t->packet_dws[p->dws + j];

			snprintf(name, sizeof(name), "%s %s", p->name, dw->name);
			print_field_rows(t, name, dw->fields, dw->nfields);
		}
	}
}

static void print_records(const struct pm4_tables *t)
{
	u32 i;

	puts("| record | code | bytes | may be | source |\n| --- | --- | --- | --- | --- |");
	for (i = 0; i < t->nrecord_rows; i++) {
		const struct pm4_record_row *r = &t->record_rows[i];

		printf("| %s | %u | %u%s | %s", r->name, r->code, r->bytes,
		       r->max_bytes ? "" : " and more", class_words[r->cls]);
		if (r->reason)
			printf(": %s", r->reason);
		printf(" | %s |\n", r->source);
	}
}

static void print_record_fields(const struct pm4_tables *t)
{
	u32 i;

	puts("| record or word | field | bits | values |\n| --- | --- | --- | --- |");
	for (i = 0; i < t->nrecord_rows; i++)
		print_field_rows(t, t->record_rows[i].name, t->record_rows[i].fields,
				 t->record_rows[i].nfields);
	for (i = 0; i < t->nlayouts; i++)
		print_field_rows(t, t->layouts[i].name, t->layouts[i].fields,
				 t->layouts[i].nfields);
}

static void print_sets(const struct pm4_tables *t)
{
	const struct pm4_item_row *row;
	const struct pm4_set *s;
	u32 n;

	puts("| set | name | number | may be | source |\n| --- | --- | --- | --- | --- |");
	for (s = t->sets; s < t->sets + t->nsets; s++) {
		for (n = 0; n < s->size; n++) {
			if (!s->items[n] || t->item_rows[s->items[n] - 1].first != n)
				continue;
			row = &t->item_rows[s->items[n] - 1];
			printf("| %s | %s | %u", s->name, row->name, n);
			if (row->last > n)
				printf(" to %u", row->last);
			printf(" | %s%s | %s |\n", row->reason ? "denied: " : "",
			       row->reason ? row->reason : row->kind ? row->kind : "allowed",
			       row->source);
		}
	}
}

/* Tables of fronts without rings, by name only: their rows are no registers and packets. */
static bool print_other(const char *name)
{
	static const struct {
		const char *name;
		void (*print)(const struct pm4_tables *t);
	} parts[] = {
		{ "records", print_records }, { "record-fields", print_record_fields },
		{ "sets", print_sets },
	};
	const struct format * const *f;
	bool any = false;
	size_t i;

	for (f = formats; *f; f++) {
		for (i = 0; i < ARRAY_SIZE(parts); i++) {
			if (strcmp(name, parts[i].name))
				continue;
			printf("%s## %s: %s\n\n", any ? "\n" : "", (*f)->front->name, name);
			parts[i].print((*f)->front->tables);
			any = true;
		}
	}
	return any;
}

int tool_tables(int nfiles, char **files)
{
	static const struct {
		const char *name;
		void (*print)(const struct pm4_tables *t);
	} parts[] = {
		{ "registers", print_registers }, { "packets", print_packets },
		{ "operands", print_operands }, { "events", print_events },
		{ "fields", print_fields },
	};
	bool any = false;
	size_t i, f;

	for (f = 0; fronts[f]; f++) {
		for (i = 0; i < ARRAY_SIZE(parts); i++) {
			if (nfiles && strcmp(files[0], parts[i].name))
				continue;
			printf("%s## ", any ? "\n" : "");
			if (FRONTS > 1)
				printf("%s: ", fronts[f]->name);
			printf("%s\n\n", parts[i].name);
			parts[i].print(fronts[f]->tables);
			any = true;
		}
	}
	any |= nfiles && print_other(files[0]);
	if (!any)
		fprintf(stderr, "pm4: no table '%s'\n", files[0]);
	return any ? 0 : 2;
}
