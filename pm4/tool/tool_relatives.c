// SPDX-License-Identifier: GPL-2.0
/*
 * Decodes streams of chips that no front checks: the shape of the packets, which is that of all
 * Radeons, and the names that a chip near to it has in common with it.  Fields and operands may be
 * others, so dwords keep their numbers.
 */
#include <stdlib.h>
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

/* The name of a register, NULL if the chips do not have it in common. */
static const char *register_name(const struct relative *r, const struct pm4_card *near,
				 u32 offset)
{
	const struct relative_range *range;
	const struct pm4_reg_row *row;

	for (range = r->registers; range->first; range++)
		if (offset >= range->first && offset <= range->last)
			break;
	row = range->first ? pm4_reg_find(near->front->tables, near->chip, offset) : NULL;
	return row ? row->name : NULL;
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

static void print_dword(const struct r6cs *cs, u32 i, const char *name, u32 offset)
{
	printf("%5u  %08x      ", cs->first_dw + i, cs->in.ib[i]);
	if (name)
		printf("%s = 0x%x\n", name, cs->in.ib[i]);
	else if (offset)
		printf("(register 0x%05x) = 0x%x\n", offset, cs->in.ib[i]);
	else
		printf("0x%x\n", cs->in.ib[i]);
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

		if (!reg || (type && !k))
			print_dword(cs, i + 1 + k, NULL, 0);
		else
			print_dword(cs, i + 1 + k, register_name(r, near, at), at);
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
