// SPDX-License-Identifier: GPL-2.0
/*
 * r600_refuse(): any refusal at any packet of any stream, with registers of any values.  It reads
 * only the stream, and names only dwords and buffers of the input.
 */
/*
 * A refusal searches the fields of a register or of WORD6, and a turn of the loop reads one field:
 * a table of FIELDS fields of any bits represents every table.
 */
#define r600_tables	refuse_tables
/* surface.h has the contract of r600_refuse(), of which this is the proof. */
#define r600_refuse	contract_refuse
#define r600_refuse_far	contract_refuse_far
#include "surface.h"
#undef r600_refuse
#undef r600_refuse_far

#define r600_config_get	proof_get

/* Dwords of the packet that begins with @header. */
static u32 packet_dw(u32 header)
{
	return header >> 30 == 3 ? 2 + (header >> 16 & 0x3fff) : 1;
}

/*
 * A stream of DWORDS represents every length: a turn of the loop over its packets reads the
 * packet, and the dwords up to the header of the refused one.
 */
#define DWORDS 6
static u32 stream[DWORDS];
static struct pm4_input in;

#define FIELDS 4
static struct pm4_field fields[FIELDS];
static struct pm4_layout layouts[PM4_L_SQ_TEX_RESOURCE_WORD6 + 1];
const struct pm4_tables refuse_tables = {
	.fields = fields,
	.nfields = FIELDS,
	.layouts = layouts,
	.nlayouts = PM4_L_SQ_TEX_RESOURCE_WORD6 + 1,
};

#include "../../../pm4/r600/r600_refuse.c"

static struct pm4_reg_row row;

/* A row of any fields of the table. */
const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	struct pm4_reg_row any;

	row = any;
	ASSUME(invariant_fields(row.fields, row.nfields, FIELDS));
	return nondet_bool() ? NULL : &row;
}

/* The fields of the table, and the fields of WORD6: any. */
static void any_fields(void)
{
	struct pm4_layout word6;
	u32 i;

	for (i = 0; i < FIELDS; i++) {
		struct pm4_field field;

		ASSUME(invariant_field(&field));
		fields[i] = field;
	}
	ASSUME(invariant_fields(word6.fields, word6.nfields, FIELDS));
	layouts[PM4_L_SQ_TEX_RESOURCE_WORD6] = word6;
}

void refused_stream(void)
{
	struct r600_checker any, *ck = &any;
	struct pm4_verdict verdict;
	struct pm4_why why;
	u32 dw = nondet_u32(), header = nondet_u32(), at = nondet_u32(), buffer = nondet_u32();
	u32 *ib, i;

	surface_world(ck, NULL, 0);
	any_fields();
	ASSUME(dw && dw <= DWORDS && header < dw && at < dw && buffer < WORLD_BUFFERS);
	for (i = 0; i < DWORDS; i++)
		stream[i] = nondet_u32();
	/* The stream ends with its array: a read past the end is one of no object. */
	ib = stream + DWORDS - dw;
	/* packet.c and rules.c: the packets before end where the refused one begins. */
	for (i = 0; i < header; i += packet_dw(ib[i]))
		;
	ASSUME(i == header);
	in.ib = ck->ib = ib;
	in.ib_dw = dw;
	in.buffers = world_buffers;
	in.ring = nondet_bool() ? PM4_RING_GFX : PM4_RING_DMA;
	ck->in = &in;
	ck->end = ib + dw;
	ck->header = ib + header;
	ck->verdict = &verdict;
	/* As pm4_check() leaves them before the walk. */
	verdict.dword = verdict.header = verdict.buffer = verdict.draw = PM4_NO_DWORD;
	verdict.off_reg = 0;
	why.at = nondet_bool() ? ib + at : NULL;
	why.buffer = nondet_bool() ? world_buffers + buffer : NULL;
	PROVE(r600_refuse(ck, &why) == 1, "a refusal refuses");
	REACHED("a stream is refused");
	REACHED_IF(verdict.draw == header && verdict.dword != header,
		   "the last write of a register is blamed");
	PROVE(verdict.dword < dw && verdict.header < dw, "the verdict names dwords of the stream");
	PROVE(!verdict.off_reg || verdict.off_dw == PM4_NO_DWORD || verdict.off_dw < header,
	      "the verdict names an earlier dword for a unit that is off");
	PROVE(verdict.draw == PM4_NO_DWORD || verdict.draw == header,
	      "the verdict names the packet of the draw");
	PROVE(verdict.buffer == (why.buffer ? buffer : PM4_NO_BUFFER),
	      "the verdict names a buffer of the list");
	PROVE(verdict.packet == ib[verdict.header], "the verdict has the header of its packet");
	PROVE(!verdict.field || verdict.field == why.field || verdict.field <= FIELDS,
	      "the verdict names a field of the table");
	PROVE(verdict.code == why.code, "the verdict has the code of the rule");
}
