// SPDX-License-Identifier: GPL-2.0
/*
 * Decodes streams of chips that no front checks: the shape of the packets, which is the same for
 * all Radeons, and the names that a chip near to it has in common with it, also names of fields
 * where a header of both has them.  Other fields and operands may differ, so dwords keep their
 * numbers.
 */
#include <stdlib.h>
#include "pm4_decode.h"
#include "pm4_packet.h"
#include "pm4_table.h"
#include "tool_relatives.h"

/**
 * relative_find() - look a chip up that no front checks
 * @chip: its name
 *
 * Return: its generation, NULL if it is unknown.
 */
const struct relative *relative_find(const char *chip)
{
	const struct relative *r;
	const char * const *name;

	for (r = relatives; r->chips; r++)
		for (name = r->chips; *name; name++)
			if (!strcmp(*name, chip))
				return r;
	return NULL;
}

static bool has(const struct relative_range *range, u32 offset)
{
	for (; range->first; range++)
		if (offset >= range->first && offset <= range->last)
			return true;
	return false;
}

static const struct pm4_packet_row *packet(const struct relative *r, const struct pm4_card *near,
					   u32 opcode)
{
	const struct pm4_tables *t = near->front->tables;
	const u8 *p;

	for (p = r->packets; *p; p++)
		if (*p == opcode)
			return pm4_packet_find(t, PM4_RING_GFX, near->chip, opcode);
	return NULL;
}

static void print_register(const struct relative *r, const struct pm4_card *near, u32 offset,
			   u32 value)
{
	const struct pm4_reg_row *row = NULL;
	char fields[512] = "";

	if (has(r->registers, offset))
		row = pm4_reg_find(near->front->tables, near->chip, offset);
	if (row && has(r->fields, offset))
		pm4_decode_fields(near->front, near->chip, offset, value, fields, sizeof(fields));
	if (row)
		printf("%s = 0x%x%s\n", row->name, value, fields);
	else
		printf("(register 0x%05x) = 0x%x\n", offset, value);
}

/* The first register of a packet that sets registers; 0 if it sets none. */
static u32 first_register(const struct r6cs *cs, const struct pm4_packet_row *row, u32 i)
{
	static const struct {
		const char *packet;
		u32 base;
	} windows[] = {
		{ "SET_CONFIG_REG", 0x8000 },
		{ "SET_CONTEXT_REG", 0x28000 },
		{ "SET_SH_REG", 0xb000 },
	};
	u32 w;

	if (!row || i + 1 >= cs->in.ib_dw)
		return 0;
	for (w = 0; w < ARRAY_SIZE(windows); w++)
		if (!strcmp(row->name, windows[w].packet))
			return windows[w].base + 4 * (cs->in.ib[i + 1] & 0xffff);
	return 0;
}

/* Print the packet at dword @i.  Returns the number of its dwords. */
static u32 print_packet(const struct relative *r, const struct pm4_card *near,
			const struct r6cs *cs, u32 i)
{
	u32 h = cs->in.ib[i], type = PM4_TYPE(h), n, k, reg = 0;
	const struct pm4_packet_row *row = NULL;

	printf("%5u  %08x  ", cs->first_dw + i, h);
	if (type == 1 || type == 2) {
		printf("type %u\n", type);
		return type == 1 ? 3 : 1;
	}
	n = PM4_COUNT(h) + 1;
	if (type == 0) {
		reg = 4 * (h & 0x1fff);
		printf("type 0: %u register%s\n", n, n == 1 ? "" : "s");
	} else {
		row = packet(r, near, PM4_OPCODE(h));
		if (row)
			printf("%s\n", row->name);
		else
			printf("(packet 0x%02x)\n", PM4_OPCODE(h));
		reg = first_register(cs, row, i);
	}
	for (k = 0; k < n && i + 1 + k < cs->in.ib_dw; k++) {
		u32 at = type == 0 && h & 0x8000 ? reg : reg + 4 * (type ? k - 1 : k);

		printf("%5u  %08x      ", cs->first_dw + i + 1 + k, cs->in.ib[i + 1 + k]);
		if (!reg || (type && !k))
			printf("0x%x\n", cs->in.ib[i + 1 + k]);
		else
			print_register(r, near, at, cs->in.ib[i + 1 + k]);
	}
	return 1 + n;
}

/**
 * relative_decode() - print a stream of a chip that no front checks
 * @r: its generation, which has a near chip
 * @cs: the stream
 *
 * Return: 0.
 */
int relative_decode(const struct relative *r, const struct r6cs *cs)
{
	struct pm4_card near;
	u32 i = 0;

	if (!r6cs_card(r->near, &near))
		abort();
	printf("# %s: %s is %s, which is not checked; ", cs->name, cs->chip, r->what);
	printf("named is what %s has in common with it, %u dwords\n", r->near, cs->in.ib_dw);
	while (i < cs->in.ib_dw)
		i += print_packet(r, &near, cs, i);
	if (i > cs->in.ib_dw)
		printf("# the last packet goes on for %u dwords past the end\n", i - cs->in.ib_dw);
	return 0;
}
