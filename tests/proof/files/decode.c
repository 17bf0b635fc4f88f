// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder of command tables: any image, any table in it, and any place.
 */
#include "image.h"
#include "../../../ring/atom/rcp_atom_op.c"

bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
{
	return false;
}

static bool is_part(struct rcp_atom_part part)
{
	return (part.bits == 8 || part.bits == 16 || part.bits == 32) &&
	       part.shift + part.bits <= 32 && part.shift % 8 == 0;
}

void decode(void)
{
	struct rcp_atom_image image;
	struct rcp_atom_table table;
	struct rcp_atom_insn insn;
	struct rcp_atom_why why;
	u32 pos = nondet_u32(), form;

	any_image(&image);
	ASSUME(table_is_inside(&image, &table));
	if (!rcp_atom_decode(&image, &table, pos, &insn, &why))
		return;
	REACHED("an instruction is decoded");
	form = insn.op->form;
	PROVE(insn.pos == pos && insn.size && pos < table.start + table.size &&
	      insn.size <= table.start + table.size - pos, "it ends in its table");
	PROVE(insn.op > ops && insn.op < ops + ARRAY_SIZE(ops), "its opcode has a row");
	PROVE(form < RCP_ATOM_FORM_DST || form == RCP_ATOM_FORM_UNKNOWN || is_part(insn.extra_part),
	      "its size is 8, 16 or 32 bits");
	PROVE(form < RCP_ATOM_FORM_DST || form > RCP_ATOM_FORM_DST_MASK_SRC ||
	      (is_part(insn.dst.part) && insn.dst.value <= 0xffff), "a destination is in a dword");
	PROVE(form < RCP_ATOM_FORM_DST_SRC || form > RCP_ATOM_FORM_SWITCH || is_part(insn.src.part),
	      "a source is in a dword");
}

void cases(void)
{
	struct rcp_atom_image image;
	struct rcp_atom_table table;
	struct rcp_atom_insn insn;
	struct rcp_atom_why why;
	u32 start = nondet_u32(), pos = start, value, target;
	enum rcp_atom_case kind;

	any_image(&image);
	ASSUME(table_is_inside(&image, &table) && is_part(insn.extra_part));
	kind = rcp_atom_case(&image, &table, &insn, &pos, &value, &target, &why);
	if (kind == RCP_ATOM_CASE_BAD)
		return;
	REACHED_IF(kind == RCP_ATOM_CASE, "a case is decoded");
	REACHED_IF(kind == RCP_ATOM_CASE_END, "the end is decoded");
	PROVE(pos > start && pos <= table.start + table.size, "an entry ends in its table");
	PROVE(kind == RCP_ATOM_CASE_END || target <= 0xffff, "a target has 16 bits");
}
