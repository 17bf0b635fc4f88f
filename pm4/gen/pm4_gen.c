// SPDX-License-Identifier: GPL-2.0
/*
 * pm4_gen: generates the tables of a front as C from its text tables (FRONT/tables/NAME.tbl).
 *
 *	pm4_gen -p FRONT -c FILE.c -h FILE.h TABLE...
 *
 * A host program in plain C.  The module's Kbuild and pm4.mk run it at build time, once for
 * each front.  README.md describes the format.  pm4_gen reports errors with
 * file:line: duplicates, overlaps, rows outside their window, unknown or unused handlers.
 * After an error it writes nothing.
 *
 * This file sorts the rows and builds the indices; pm4_gen_parse.c reads, pm4_gen_emit.c
 * writes.  pm4_gen_bytes.c does all of this for records and sets.
 */
#include <string.h>
#include "pm4_gen_rows.h"

/* Runs after all files are read: an enum may be in a later file than the fields using it. */
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

/* Enter row @n into @ix->owner, or chain it to rows of other chips at the same offset. */
static void index_row(struct index *ix, int n)
{
	struct row *r = &rows[n];
	unsigned int i;

	for (i = 0; i < r->count; i++) {
		unsigned int offset = r->offset + i * r->stride;
		unsigned short *slot;
		int j;

		if (offset >= SPACE_END)
			return;
		slot = &ix->owner[offset / 4];
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
				complain(r->at,
					 "%s: rows of different chips must have the same offset, count and stride as %s",
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

/* Resolve the space of packet @n and enter the packet into the index of its engine. */
static void index_packet(struct index *ix, int n)
{
	struct packet *p = &packets[n];
	unsigned short *slot = p->dma ? &ix->dma_packets[p->opcode & 15] :
					&ix->gfx_packets[p->opcode & 255];
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

/* Class fields without a mask: the bits of the row's fields may be set. */
static void mask_from_fields(struct row *r)
{
	int i;

	for (i = 0; i < r->nfields; i++) {
		struct field *f = &fields[r->fields + i];

		r->mask |= (f->width == 32 ? ~0u : (1u << f->width) - 1) << f->shift;
	}
	if (!r->mask)
		complain(r->at, "%s: class fields without fields or mask", r->name);
}

/* Resolve the group, or the reason, of row @r. */
static void resolve_row(struct row *r)
{
	struct group *g;
	int i;

	for (i = 0; r->stays_name && i < nstays && r->stays < 0; i++)
		if (!strcmp(stays[i].name, r->stays_name)) {
			r->stays = i;
			stays[i].used = true;
		}
	if (r->stays_name && r->stays < 0)
		complain(r->at, "unknown reason '%s'", r->stays_name);
	for (i = 0; r->group_name && i < ngroups && r->group < 0; i++)
		if (!strcmp(groups[i].name, r->group_name))
			r->group = i;
	if (r->group_name && r->group < 0)
		complain(r->at, "unknown state '%s'", r->group_name);
	if (r->group < 0)
		return;
	g = &groups[r->group];
	g->used = true;
	g->keyed |= r->key;
	if (r->key && g->mode != MODE_KEYS)
		complain(r->at, "%s: state %s has no keys", r->name, g->name);
	if (g->last > g->first && (int)r->count != g->last - g->first + 1)
		complain(r->at, "%s: state %s has %d members", r->name, g->name,
			 g->last - g->first + 1);
}

static int cmp_state(const struct state_reg *a, const struct state_reg *b)
{
	return a->group != b->group ? a->group - b->group : (int)a->reg - (int)b->reg;
}

/* Enter the elements of row @r into the list of its group. */
static void list_state(struct index *ix, const struct row *r)
{
	const struct group *g = &groups[r->group];
	int i, j;

	for (i = 0; i < (int)r->count; i++) {
		struct state_reg s = {
			.reg = r->offset + i * r->stride, .value = r->neutral, .chips = r->chips,
			.group = g->first + (g->last > g->first ? i : 0), .kind = r->kind,
			.key = r->key,
		};

		/* Rows of other chips at the same offset share the value of bring-up. */
		if (r->kind == NEUTRAL_BRINGUP) {
			s.value = ix->nbringup;
			for (j = 0; j < ix->nstate_regs; j++)
				if (ix->state_regs[j].reg == s.reg &&
				    ix->state_regs[j].kind == NEUTRAL_BRINGUP)
					s.value = ix->state_regs[j].value;
			ix->nbringup += (int)s.value == ix->nbringup;
		}
		if (ix->nstate_regs == MAX_ROWS) {
			complain(r->at, "more than %d registers in groups", MAX_ROWS);
			return;
		}
		for (j = ix->nstate_regs++; j > 0 && cmp_state(&ix->state_regs[j - 1], &s) > 0; j--)
			ix->state_regs[j] = ix->state_regs[j - 1];
		ix->state_regs[j] = s;
	}
}

static void arrange_states(struct index *ix)
{
	int i;

	for (i = 0; i < nrows; i++)
		if (!rows[i].layout)
			resolve_row(&rows[i]);
	for (i = 0; i < nrows && !errors; i++)
		if (rows[i].group >= 0)
			list_state(ix, &rows[i]);
	for (i = 0; i < ngroups; i++) {
		bool packet = groups[i].mode == MODE_PACKET;

		if (groups[i].used == packet)
			complain(groups[i].at, groups[i].used ?
				 "state '%s' belongs to a packet" : "state '%s' is unused",
				 groups[i].name);
		if (groups[i].used && groups[i].mode == MODE_KEYS && !groups[i].keyed)
			complain(groups[i].at, "state '%s' has no key", groups[i].name);
	}
	for (i = 0; i < nstays; i++)
		if (!stays[i].used)
			complain(stays[i].at, "reason '%s' is unused", stays[i].name);
}

/* Sort the rows by offset (stable, so that layouts keep their order), build the indices. */
static void arrange(struct index *ix)
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

		if ((r->cls == FIELDS || r->handler >= 0) && !r->own_mask && ~r->mask)
			mask_from_fields(r);
		if (!r->layout)
			index_row(ix, i);
		for (j = 0; j < i; j++)
			if (!strcmp(rows[j].name, r->name) &&
			    (rows[j].chips & r->chips || r->layout))
				complain(r->at, "%s again, first at %s:%d", r->name,
					 rows[j].at.file, rows[j].at.line);
	}
	for (i = 0; i < npackets; i++)
		index_packet(ix, i);
	for (i = 0; i < nhandlers; i++)
		if (!handlers[i].used)
			complain(handlers[i].at, "handler '%s' is unused", handlers[i].name);
	for (i = 0; i < nspaces; i++)
		if (!spaces[i].packet)
			complain(spaces[i].at, "space '%s' is unused", spaces[i].name);
}

static bool write_file(const char *name, const struct index *ix,
		       void (*emit)(FILE *f, const struct index *ix))
{
	FILE *f = fopen(name, "w");

	if (!f) {
		fprintf(stderr, "pm4_gen: cannot write %s\n", name);
		return false;
	}
	emit(f, ix);
	if (fclose(f)) {
		fprintf(stderr, "pm4_gen: error writing %s\n", name);
		return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	static struct index ix;
	int i;

	if (argc < 8 || strcmp(argv[1], "-p") || strcmp(argv[3], "-c") || strcmp(argv[5], "-h")) {
		fputs("usage: pm4_gen -p FRONT -c FILE.c -h FILE.h TABLE...\n", stderr);
		return 2;
	}
	ix.front = argv[2];
	/* Rows name chips and are in windows, which any of the files may declare. */
	for (i = 7; i < argc; i++)
		parse_file(argv[i], true);
	for (i = 7; i < argc; i++)
		parse_file(argv[i], false);
	resolve_enums();
	arrange(&ix);
	arrange_states(&ix);
	arrange_bytes();
	if (errors) {
		fprintf(stderr, "pm4_gen: %d error%s, nothing written\n", errors,
			errors > 1 ? "s" : "");
		return 1;
	}
	return !write_file(argv[4], &ix, emit_source) || !write_file(argv[6], &ix, emit_header);
}
