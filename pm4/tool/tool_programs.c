// SPDX-License-Identifier: GPL-2.0
/*
 * The shader programs that a stream of a capture names, as text.  Their dwords are those that
 * the CPU wrote last: the tool does not execute streams.
 */
#include <stdlib.h>
#include "pm4_packet.h"
#include "pm4_table.h"
#include "pm4_util.h"
#include "tool.h"

/* Most programs of a stream, and most dwords of one: above what clients have. */
#define PROGRAMS	256u
#define PROGRAM_DW	0x20000u

/**
 * struct programs - the programs of a stream
 * @cs: the stream
 * @contents: the contents of its buffers
 * @count: number of different programs so far
 * @left: places that name a program above PROGRAMS
 * @found: the programs
 * @dw: dwords of one
 */
struct programs {
	const struct r6cs *cs;
	const struct contents *contents;
	u32 count, left;
	struct {
		const char *stage;
		u32 buffer;
		u64 offset;
	} found[PROGRAMS];
	u32 dw[PROGRAM_DW];
};

static void print_line(void *ctx, const char *text)
{
	puts(text);
}

/* Number of address registers in a packet before its dword @at: each has a relocation. */
static u32 addresses_before(const struct r6cs *cs, u32 packet, u32 at)
{
	const struct pm4_tables *tables = cs->card.front->tables;
	const struct pm4_packet_row *row;
	const struct pm4_reg_row *reg;
	const u32 *ib = cs->in.ib;
	u32 base, i, n = 0;

	row = pm4_packet_find(tables, cs->in.ring, cs->card.chip, PM4_OPCODE(ib[packet]));
	if (!row || !row->space)
		return 0;
	base = tables->spaces[row->space - 1].base + 4 * (ib[packet + 1] & 0xffff);
	for (i = packet + 2; i < at; i++) {
		reg = pm4_reg_find(tables, cs->card.chip, base + 4 * (i - packet - 2));
		n += reg && reg->cls == PM4_RELOC;
	}
	return n;
}

/* Relocation of a program's address, from the NOPs behind its packet; or PM4_NO_BUFFER. */
static u32 buffer_of(const struct r6cs *cs, const struct pm4_program_start *start)
{
	const u32 *ib = cs->in.ib;
	u32 n = addresses_before(cs, start->packet, start->dword);
	u32 at = pm4_packet_dw(cs->card.front, cs->in.ring, cs->card.chip, ib[start->packet]);
	u32 index;

	/* Lengths of packets are below 2^15 dwords, and of streams below 2^23: no sum wraps. */
	at += start->packet + 2 * n;
	if (at + 1 >= cs->in.ib_dw || (ib[at] & ~PM4_PREDICATE) != PM4_NOP_RELOC)
		return PM4_NO_BUFFER;
	index = pm4_reloc_index(ib[at + 1]);
	return index < cs->in.nbuffers ? index : PM4_NO_BUFFER;
}

/* Returns true for the first place of the stream that names the program. */
static bool take_program(struct programs *p, const struct pm4_program_start *start, u32 buffer)
{
	u32 i;

	for (i = 0; i < p->count; i++)
		if (p->found[i].buffer == buffer && p->found[i].offset == start->addr &&
		    p->found[i].stage == start->stage)
			return false;
	if (p->count == PROGRAMS) {
		p->left++;
		return false;
	}
	p->found[i].buffer = buffer;
	p->found[i].offset = start->addr;
	p->found[i].stage = start->stage;
	p->count++;
	return true;
}

static void print_program(struct programs *p, const struct pm4_program_start *start, u32 buffer)
{
	const struct r6cs *cs = p->cs;
	struct pm4_program program = { .dw = p->dw, .front = cs->card.front,
				       .chip = cs->card.chip, .line = print_line };
	u64 room;

	printf("# program %s, named at dword %u: ", start->stage, start->dword);
	if (buffer == PM4_NO_BUFFER) {
		puts("no buffer");
		return;
	}
	room = cs->in.buffers[buffer].size;
	room = start->addr < room ? (room - start->addr) / 4 : 0;
	program.ndw = contents_read(p->contents, p->contents->ids[buffer], start->addr, p->dw,
				    min(room, PROGRAM_DW));
	printf("relocation %u + 0x%llx%s\n", buffer, (unsigned long long)start->addr,
	       program.ndw ? "" : ", not in this file");
	if (program.ndw)
		pm4_decode_program(&program);
}

/**
 * show_programs() - print the shader programs that a stream of a capture names, each once
 * @cs: the stream
 * @contents: the contents of its buffers; without identities nothing is printed
 * @error: R6CS_ERROR bytes, receive the message
 *
 * Return: 0, or -1 with @error.
 */
int show_programs(const struct r6cs *cs, const struct contents *contents, char *error)
{
	struct pm4_program_start start = { 0 };
	struct programs *p;
	u32 buffer;

	if (!contents->ids || cs->in.ring != PM4_RING_GFX)
		return 0;
	p = calloc(1, sizeof(*p));
	if (!p)
		return r6cs_err(error, "out of memory");
	p->cs = cs;
	p->contents = contents;
	while (pm4_program_next(cs->card.front, cs->in.ib, cs->in.ib_dw, &start)) {
		buffer = buffer_of(cs, &start);
		if (take_program(p, &start, buffer))
			print_program(p, &start, buffer);
	}
	if (p->left)
		printf("# %u more places name programs\n", p->left);
	free(p);
	return 0;
}
