// SPDX-License-Identifier: GPL-2.0
/*
 * What the search for the video BIOS and its tables need to know: the registers that hide the
 * ROM, and those behind an index.
 *
 * Called by rcp_rom.c at init and by rcp_bios.c, one call at a time; takes no lock but the
 * index's.
 */
#include "r500.h"

static const struct rcp_rom_change r500_changes[] = {
	{ SEPROM_CNTL1, SCK_PRESCALE, 0xcu << 24 },
	{ GPIOPAD_A, ~0u, 0 },
	{ GPIOPAD_EN, ~0u, 0 },
	{ GPIOPAD_MASK, ~0u, 0 },
	{ VIPH_CONTROL, VIPH_EN, 0 },
	{ BUS_CNTL, BIOS_ROM_DIS, 0 },
	{ D1VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ D2VGA_CONTROL, DVGA_MODE_ENABLE | DVGA_TIMING_SELECT, 0 },
	{ VGA_RENDER_CONTROL, VGA_VSTATUS_CNTL, 0 },
};

static_assert(ARRAY_SIZE(r500_changes) <= RCP_ROM_CHANGES_MAX);

/**
 * r500_rom_changes() - find the changes that enable a disabled ROM
 * @card: the card
 * @count: returns their number
 *
 * Context: any.
 * Return: the changes.
 */
const struct rcp_rom_change *r500_rom_changes(const struct rcp_card *card, u32 *count)
{
	*count = ARRAY_SIZE(r500_changes);
	return r500_changes;
}

/**
 * r500_indexed_read() - read an indexed register for the video BIOS
 * @card: the card
 * @space: the space
 * @index: number of the register
 *
 * Context: process.
 * Return: the value, or 0 if the space has no registers.
 */
u32 r500_indexed_read(struct rcp_card *card, enum rcp_atom_space space, u32 index)
{
	switch (space) {
	case RCP_ATOM_MC:
		return r500_mc_rd(card, index);
	case RCP_ATOM_PLL:
		return r500_pll_rd(card, index);
	default:
		return 0;
	}
}

/**
 * r500_indexed_write() - write an indexed register for the video BIOS
 * @card: the card
 * @space: the space
 * @index: number of the register
 * @value: new value
 *
 * Context: process.
 */
void r500_indexed_write(struct rcp_card *card, enum rcp_atom_space space, u32 index, u32 value)
{
	switch (space) {
	case RCP_ATOM_MC:
		r500_mc_wr(card, index, value);
		break;
	case RCP_ATOM_PLL:
		r500_pll_wr(card, index, value);
		break;
	default:
		break;
	}
}
