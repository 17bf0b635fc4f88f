// SPDX-License-Identifier: GPL-2.0
/*
 * pm4 stats: count the occurrences of each packet and each register over all files, for each
 * front.
 */
#include "pm4_decode.h"
#include "pm4_packet.h"
#include "pm4_table.h"
#include "tool.h"

#define REG_SPACE_DW	0x10000u
#define OPCODES		256u

/* What the streams of one front hold. */
static struct counts {
	u64 packets[PM4_RINGS][OPCODES], registers[REG_SPACE_DW];
	u64 fillers, type0, type1, cut, dwords, relocations;
	int streams;
} counts[FRONTS];

/* Count the registers of a packet that sets some of a window. */
static void count_registers(struct counts *c, const struct r6cs *cs, const u32 *ib, u32 opcode,
			    u32 at, u32 end)
{
	const struct pm4_tables *tables = cs->card.front->tables;
	const struct pm4_packet_row *row =
		pm4_packet_find_any(tables, PM4_RING_GFX, cs->card.chip, opcode);
	const struct pm4_window *w;
	u32 base, reg;

	if (!row || !row->space || at >= end)
		return;
	base = tables->spaces[row->space - 1].base;
	for (w = tables->windows; w < tables->windows + tables->nwindows; w++) {
		if (base < w->base || base >= w->end)
			continue;
		reg = base / 4 + (ib[at] & 0xffff);
		for (at++; at < end; at++, reg++)
			c->registers[reg & (REG_SPACE_DW - 1)]++;
		return;
	}
}

/* The same for a packet of type 0. */
static void count_type0(struct counts *c, const struct pm4_front *front, const u32 *ib, u32 at,
			u32 end)
{
	u32 n;

	for (n = 0; front->type0_reg && at + 1 + n < end; n++)
		c->registers[front->type0_reg(ib[at], n) & (REG_SPACE_DW - 1)]++;
}

static void count_ib(struct counts *c, const struct r6cs *cs, enum pm4_ring ring, const u32 *ib,
		     u32 n)
{
	const struct pm4_front *front = cs->card.front;
	u32 at = 0;

	while (at < n) {
		u32 header = ib[at];
		int opcode = front->opcode(ring, header);
		u32 length = pm4_packet_dw(front, ring, cs->card.chip, header);
		u32 end = length < n - at ? at + length : n;

		if (length > n - at)
			c->cut++;
		if (opcode >= 0) {
			c->packets[ring][opcode % OPCODES]++;
			if (ring != PM4_RING_DMA)
				count_registers(c, cs, ib, opcode, at + 1, end);
		} else if (PM4_TYPE(header) == 2) {
			c->fillers++;
		} else if (PM4_TYPE(header) == 1) {
			c->type1++;
		} else {
			c->type0++;
			count_type0(c, front, ib, at, end);
		}
		at = end;
	}
	c->dwords += n;
}

static void count_stream(struct counts *c, const struct r6cs *cs)
{
	count_ib(c, cs, PM4_RING_CONST, cs->in.const_ib, cs->in.const_dw);
	count_ib(c, cs, cs->in.ring, cs->in.ib, cs->in.ib_dw);
	c->relocations += cs->in.nbuffers;
	c->streams++;
}

/* Registers by window, for fronts that have more than the two windows of SET packets. */
static void print_windows(const struct pm4_tables *tables, const struct counts *c)
{
	const struct pm4_window *w;
	u64 n;
	u32 i;

	for (w = tables->windows; w < tables->windows + tables->nwindows; w++) {
		for (n = 0, i = w->base / 4; i < w->end / 4; i++)
			n += c->registers[i];
		if (n)
			printf("window %s %llu\n", w->name, (unsigned long long)n);
	}
}

static void print_counts(const struct pm4_front *front, const struct counts *c)
{
	static const char * const engines[PM4_RINGS] = { "gfx", "dma", "compute", "const" };
	const struct pm4_packet_row *row;
	char name[96];
	u32 i, ring;

	printf("streams %d, dwords %llu, relocations %llu\n", c->streams,
	       (unsigned long long)c->dwords, (unsigned long long)c->relocations);
	if (c->fillers || c->type0 || c->type1 || c->cut)
		printf("fillers %llu, type 0 %llu, type 1 %llu, cut off %llu\n",
		       (unsigned long long)c->fillers, (unsigned long long)c->type0,
		       (unsigned long long)c->type1, (unsigned long long)c->cut);
	for (i = 0; i < PM4_RINGS * OPCODES; i++) {
		ring = i / OPCODES;
		if (!c->packets[ring][i % OPCODES])
			continue;
		row = pm4_packet_find_any(front->tables, ring, 0, i % OPCODES);
		printf("packet %s 0x%02x %s %llu\n", engines[ring],
		       i % OPCODES, row ? row->name : "(unknown)",
		       (unsigned long long)c->packets[ring][i % OPCODES]);
	}
	if (r6cs_takes_map(front))
		print_windows(front->tables, c);
	for (i = 0; i < REG_SPACE_DW; i++) {
		if (!c->registers[i])
			continue;
		pm4_reg_name(pm4_reg_find_any(front->tables, 0, i * 4), i * 4, name, sizeof(name));
		printf("register 0x%05x %s %llu\n", i * 4, name,
		       (unsigned long long)c->registers[i]);
	}
}

int tool_stats(int nfiles, char **files)
{
	char error[R6CS_ERROR];
	int i, ret, bad = 0;
	bool any = false, other = false;
	struct input in = { .formats = formats };
	const struct format * const *f;
	struct r6cs cs;

	if (input_open(&in, nfiles, files))
		return 2;
	while (input_next(&in, &cs, error, &ret)) {
		if (!ret && cs.format) {
			ret = cs.format->count(&cs, error);
			other |= !ret;
		}
		if (ret) {
			fprintf(stderr, "error %s: %s\n", cs.name, error);
			bad = 2;
		} else if (cs.format) {
			continue;
		} else if (!cs.known) {
			fprintf(stderr, "skip %s: chip '%s', ring %u\n", cs.name, cs.chip,
				cs.ring);
		} else {
			for (i = 0; fronts[i] != cs.card.front; i++)
				;
			count_stream(&counts[i], &cs);
		}
		r6cs_free(&cs);
	}
	input_close(&in);
	for (i = 0; fronts[i]; i++) {
		/* Without any stream, the counts of the first front say so. */
		if (!counts[i].streams && (any || other || fronts[i + 1]))
			continue;
		print_counts(fronts[i], &counts[i]);
		any = true;
	}
	for (f = formats; *f; f++)
		(*f)->print_counts();
	return bad;
}
