// SPDX-License-Identifier: GPL-2.0
/*
 * The invariants that the tables and r600_init() make, for every chip, opcode and register: the
 * proofs assume them.  All cases are tried, so this is a proof too.  And the invariant of a
 * check before a stream.
 */
#include "invariant.h"
#include "../../pm4/tap.h"

static struct r600_checker ck;

static bool rules(void)
{
	u32 i;

	for (i = 0; i < 256; i++)
		if (!invariant_rule(&ck.packets[i]) ||
		    !invariant_walk_rule(&ck.packets[i], i))
			return false;
	return true;
}

static u64 flags_of(u32 reg)
{
	if (reg >= PM4_CONTEXT_BASE && reg < PM4_CONTEXT_END)
		return ck.context.flags[(reg - PM4_CONTEXT_BASE) / 4];
	if (reg >= PM4_CONFIG_BASE && reg < PM4_CONFIG_END)
		return ck.config.flags[(reg - PM4_CONFIG_BASE) / 4];
	return 0;
}

/* Packets name registers by 16 bits, and descriptors are below 0x40000. */
static bool rows(void)
{
	u32 reg;

	for (reg = 0; reg < 0x40000; reg++)
		if (!invariant_row(pm4_reg_find(&r600_tables, ck.card.chip, reg), reg,
				   reg % 4 ? 0 : flags_of(reg)))
			return false;
	return true;
}

/* A run has at most 255 registers. */
static bool runs(const struct r600_window *w, u32 i)
{
	u32 k;

	for (k = 0; k < 256; k++)
		if (!invariant_run(w, i, k))
			return false;
	return true;
}

static bool flags(const struct r600_window *w)
{
	u32 i;

	for (i = 0; i < w->nregs; i++) {
		if (!invariant_flags(w, i) || !runs(w, i) ||
		    (w == &ck.context && !(invariant_context(w->flags[i]) && invariant_context_group(w->flags[i])))) {
			printf("# register 0x%05x\n", w->base + 4 * i);
			return false;
		}
	}
	return true;
}

/* The fields that a refusal may name. */
static bool fields(void)
{
	const struct pm4_layout *word6 = &r600_tables.layouts[PM4_L_SQ_TEX_RESOURCE_WORD6];
	u32 i;

	for (i = 0; i < r600_tables.nfields; i++)
		if (!invariant_field(&r600_tables.fields[i]))
			return false;
	for (i = 0; i < r600_tables.nreg_rows; i++)
		if (!invariant_fields(r600_tables.reg_rows[i].fields,
				      r600_tables.reg_rows[i].nfields, r600_tables.nfields))
			return false;
	return invariant_fields(word6->fields, word6->nfields, r600_tables.nfields);
}

static bool windows(void)
{
	return ck.context.base == PM4_CONTEXT_BASE && ck.context.nregs == PM4_CONTEXT_REGS &&
	       ck.config.base == PM4_CONFIG_BASE && ck.config.nregs == PM4_CONFIG_REGS;
}

/* The room for the patches of a stream of every length. */
static bool room(void)
{
	u32 dw;

	for (dw = 1; dw <= PM4_MAX_DW; dw++)
		if (!invariant_is_room(pm4_patches_max(&r600_front, dw), dw))
			return false;
	return true;
}

int main(void)
{
	struct pm4_card card = { .front = &r600_front, .pipes = 2, .banks = 4, .group_bytes = 256,
				 .backends = 1 };
	u32 chip;

	tap_ok(r600_front.patches == INVARIANT_PATCHES &&
	      r600_front.patch_dw == INVARIANT_PATCH_DW, "the room for patches is the front's");
	tap_ok(room(), "pm4_patches_max() of every length");
	tap_ok(fields(), "the fields of registers and of WORD6");
	for (chip = 0; chip < R600_CHIPS; chip++) {
		card.chip = chip;
		tap_ok(invariant_card(&card), "the card of a test");
		pm4_checker_init(&ck.head, &card);
		tap_ok(rules(), "%s: the rules of packets", r600_tables.chips[chip].name);
		tap_ok(rows(), "%s: the rows of registers", r600_tables.chips[chip].name);
		tap_ok(windows() && flags(&ck.context) && flags(&ck.config),
		      "%s: the rules of registers", r600_tables.chips[chip].name);
		r600_windows_tiling(&ck, !ck.keep_tiling);
		tap_ok(flags(&ck.context), "%s: the same without tiling", r600_tables.chips[chip].name);
	}
	return tap_end();
}
