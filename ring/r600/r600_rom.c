// SPDX-License-Identifier: GPL-2.0
/*
 * What the search for the video BIOS and its tables need to know: the registers that hide the
 * ROM, and the index registers of the memory controller.
 *
 * Called by rcp_rom.c at init and by rcp_bios.c, one call at a time; takes no locks.
 */
#include "r600.h"

#define R600_SPLL_TIMEOUT_US	100000

static const struct rcp_rom_change r600_changes_r6xx[] = {
	{ VIPH_CONTROL, VIPH_EN, 0 },
	{ BUS_CNTL, BIOS_ROM_DIS, 0 },
	{ D1VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ D2VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0 },
	{ ROM_CNTL, SCK_PRESCALE_CRYSTAL_CLK, BIT(28) | SCK_OVERWRITE },
	{ GENERAL_PWRMGT, OPEN_DRAIN_PADS, 0 },
	{ LOW_VID_LOWER_GPIO_CNTL, LOWER_GPIO_ROM, 0 },
	{ MEDIUM_VID_LOWER_GPIO_CNTL, LOWER_GPIO_ROM, 0 },
	{ HIGH_VID_LOWER_GPIO_CNTL, LOWER_GPIO_ROM, 0 },
	{ CTXSW_VID_LOWER_GPIO_CNTL, LOWER_GPIO_ROM, 0 },
	{ LOWER_GPIO_ENABLE, 0, LOWER_GPIO_ROM },
};

static const struct rcp_rom_change r600_changes_r7xx[] = {
	{ VIPH_CONTROL, VIPH_EN, 0 },
	{ BUS_CNTL, BIOS_ROM_DIS, 0 },
	{ D1VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ D2VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0 },
	{ ROM_CNTL, 0, SCK_OVERWRITE },
};

static const struct rcp_poll r600_rom_spll = {
	.reg = CG_SPLL_STATUS, .name = "CG_SPLL_STATUS",
	.mask = SPLL_CHG_STATUS, .want = SPLL_CHG_STATUS, .timeout_us = R600_SPLL_TIMEOUT_US,
};

/* The ROM of RV730 takes its clock from the engine PLL, so bypass that PLL during the read. */
static const struct rcp_rom_change r600_changes_rv730[] = {
	{ VIPH_CONTROL, VIPH_EN, 0 },
	{ BUS_CNTL, BIOS_ROM_DIS, 0 },
	{ D1VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ D2VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0 },
	{ CG_SPLL_FUNC_CNTL, 0, SPLL_BYPASS_EN, &r600_rom_spll },
	{ ROM_CNTL, SCK_OVERWRITE, 0 },
};

const struct r600_rom_list r600_rom_r6xx = { r600_changes_r6xx, ARRAY_SIZE(r600_changes_r6xx) };
const struct r600_rom_list r600_rom_r7xx = { r600_changes_r7xx, ARRAY_SIZE(r600_changes_r7xx) };
const struct r600_rom_list r600_rom_rv730 = { r600_changes_rv730, ARRAY_SIZE(r600_changes_rv730) };

static_assert(ARRAY_SIZE(r600_changes_r6xx) <= RCP_ROM_CHANGES_MAX);

/**
 * r600_rom_changes() - find the changes that enable a disabled ROM
 * @card: the card
 * @count: returns their number
 *
 * Context: any.
 * Return: the changes.
 */
const struct rcp_rom_change *r600_rom_changes(const struct rcp_card *card, u32 *count)
{
	const struct r600_rom_list *list = r600_row(card)->rom;

	*count = list->count;
	return list->changes;
}

/* MC registers are accessed through an index register, which differs by chip. */
static u32 r600_mc_read(struct rcp_card *card, u32 index)
{
	u32 value;

	if (card->chip->igp) {
		rcp_wr(card, RS780_MC_INDEX, index & RS780_MC_IND_ADDR);
		value = rcp_rd(card, RS780_MC_DATA);
		rcp_wr(card, RS780_MC_INDEX, RS780_MC_IND_ADDR);
		return value;
	}
	rcp_wr(card, MC_IND_INDEX, MC_IND_ALL | (index & 0xffff));
	value = rcp_rd(card, MC_IND_DATA);
	rcp_wr(card, MC_IND_INDEX, 0);
	return value;
}

static void r600_mc_write(struct rcp_card *card, u32 index, u32 value)
{
	if (card->chip->igp) {
		rcp_wr(card, RS780_MC_INDEX, (index & RS780_MC_IND_ADDR) | RS780_MC_IND_WR_EN);
		rcp_wr(card, RS780_MC_DATA, value);
		/* After a write the in-tree driver leaves another index than after a read. */
		rcp_wr(card, RS780_MC_INDEX, 0x7f);
		return;
	}
	rcp_wr(card, MC_IND_INDEX, MC_IND_WR_EN | MC_IND_ALL | (index & 0xffff));
	rcp_wr(card, MC_IND_DATA, value);
	rcp_wr(card, MC_IND_INDEX, 0);
}

/**
 * r600_indexed_read() - read an indexed register for the video BIOS
 * @card: the card
 * @space: the space; these chips have no indexed PLL registers, and neither does the in-tree
 *	driver access any
 * @index: number of the register
 *
 * Context: process.
 * Return: the value, or 0 if the space has no registers.
 */
u32 r600_indexed_read(struct rcp_card *card, enum rcp_atom_space space, u32 index)
{
	return space == RCP_ATOM_MC ? r600_mc_read(card, index) : 0;
}

/**
 * r600_indexed_write() - write an indexed register for the video BIOS
 * @card: the card
 * @space: the space
 * @index: number of the register
 * @value: new value
 *
 * Context: process.
 */
void r600_indexed_write(struct rcp_card *card, enum rcp_atom_space space, u32 index, u32 value)
{
	if (space == RCP_ATOM_MC)
		r600_mc_write(card, index, value);
}
