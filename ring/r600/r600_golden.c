// SPDX-License-Identifier: GPL-2.0
/*
 * Golden registers: registers to which AMD assigns other values than the power-on defaults.
 *
 * Only R7xx has them.  Most of these registers are in no public document; the values are facts
 * of the in-tree radeon driver (rv770.c), which has them from AMD.  The tables leave out the
 * registers of display and clock gating, which this driver does not use, and registers that
 * r600_gfx.c writes completely.
 *
 * Called at bring-up, one call at a time; takes no locks.
 */
#include <linux/kernel.h>

#include "r600.h"

/**
 * struct r600_golden - a register, or some bits of it
 * @reg: the register; registers without a name are in no document
 * @mask: the bits to write
 * @value: the value of these bits
 */
struct r600_golden {
	u32 reg;
	u32 mask;
	u32 value;
};

static const struct r600_golden r600_rows_r700[] = {
	{ 0x8d00, ~0u, 0x0e0e0074 },
	{ 0x8d04, ~0u, 0x013a2b34 },
	{ R700_SX_DEBUG_1, ~0u, 0x0fffc40f },
	{ 0x240c, ~0u, 0x00000380 },
	{ 0x2650, BIT(18), 0 },
	{ 0x20bc, BIT(18), 0 },
};

static const struct r600_golden r600_rows_rv770[] = {
	{ 0x562c, ~0u, 0 },
	{ 0x9698, 0x18000000, 0x18000000 },
};

/* RV710 and RV730 */
static const struct r600_golden r600_rows_rv710[] = {
	{ 0x0b4c, BIT(5), BIT(5) },
	{ 0xa180, ~0u, 0x00003f3f },
};

/* The complete table of RV740, which does not use the table of the family. */
static const struct r600_golden r600_rows_rv740[] = {
	{ 0x8d00, ~0u, 0x0e0e003a },
	{ 0x8d04, ~0u, 0x013a0e2a },
	{ R700_SX_DEBUG_1, ~0u, 0x0fffc40f },
	{ 0x240c, ~0u, 0x00000380 },
	{ 0x2650, BIT(18), 0 },
	{ 0x20bc, BIT(18), 0 },
	{ SQ_CONFIG, ~0u, 0xe400000f },
	{ VGT_ENHANCE, ~3u, 4 },
	{ 0x9698, 0x18000000, 0x18000000 },
	{ 0xa180, ~0u, 0x00003f3f },
};

const struct r600_golden_list r600_golden_r700 = { r600_rows_r700, ARRAY_SIZE(r600_rows_r700) };
const struct r600_golden_list r600_golden_rv770 = { r600_rows_rv770, ARRAY_SIZE(r600_rows_rv770) };
const struct r600_golden_list r600_golden_rv710 = { r600_rows_rv710, ARRAY_SIZE(r600_rows_rv710) };
const struct r600_golden_list r600_golden_rv740 = { r600_rows_rv740, ARRAY_SIZE(r600_rows_rv740) };

static void r600_golden_write(struct rcp_card *card, const struct r600_golden_list *list)
{
	const struct r600_golden *golden;

	for (golden = list->rows; golden < list->rows + list->count; golden++) {
		if (golden->mask == ~0u)
			rcp_wr(card, golden->reg, golden->value);
		else
			rcp_rmw(card, golden->reg, golden->mask, golden->value);
	}
}

/**
 * r600_golden_start() - write the golden registers
 * @card: the card; the CP is halted, and r600_gfx_start() has not been called
 *
 * Context: any; one call at a time.
 */
void r600_golden_start(struct rcp_card *card)
{
	const struct r600_row *row = r600_row(card);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(row->golden) && row->golden[i]; i++)
		r600_golden_write(card, row->golden[i]);
}
