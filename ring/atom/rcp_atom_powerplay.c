// SPDX-License-Identifier: GPL-2.0
/*
 * PowerPlayInfo: the thermal controller of the board, and the clocks of its power states.
 *
 * All R6xx and R7xx images have revision 4 or 5 of the table.  A state lists numbers of clock
 * infos; each clock info has an engine clock and a memory clock.  The layouts are those of
 * pptable.h of the in-tree driver.
 *
 * Pure functions: no locks, no allocation.
 */
#include "rcp_atom_read.h"

#define STATES			5	/* number of states */
#define STATE_BYTES		6	/* of each state */
#define CLOCK_BYTES		7	/* of each clock info */
#define STATE_ARRAY		9
#define CLOCK_ARRAY		11
#define THERMAL_TYPE		25
#define POWERPLAY_BYTES		33

#define STATE_CLOCKS		1	/* numbers of clock infos, up to the end of the state */
#define SCLK			0
#define MCLK			3	/* integrated chips have another engine clock here */
#define CLOCK_READ_BYTES	6
#define CLOCK_MAX		1000000	/* 10 GHz, in 10 kHz */

#define THERMAL_RV6XX		0x07
#define THERMAL_RV770		0x08
#define THERMAL_EMC2103		0x0d	/* with the internal sensor */
#define THERMAL_ADT7473		0x89	/* with the internal sensor */

static bool is_internal(u32 thermal)
{
	return thermal == THERMAL_RV6XX || thermal == THERMAL_RV770 ||
	       thermal == THERMAL_EMC2103 || thermal == THERMAL_ADT7473;
}

/* Lower *@min to a clock of 24 bits in units of 10 kHz; 0 and impossible values do not count. */
static void lower(const struct rcp_atom_image *image, u32 pos, u32 *min)
{
	u32 clock = rcp_atom_at(image, pos, 3);

	if (clock && clock <= CLOCK_MAX && (!*min || clock * 10 < *min))
		*min = clock * 10;
}

/* A number that lies outside of the table is skipped. */
static void read_clocks(const struct rcp_atom_image *image, const struct rcp_atom_table *table,
			u32 number, bool igp, struct rcp_atom_powerplay *powerplay)
{
	u32 size = rcp_atom_at(image, table->start + CLOCK_BYTES, 1);
	u32 at = rcp_atom_at(image, table->start + CLOCK_ARRAY, 2) + number * size;

	if (size < CLOCK_READ_BYTES || at < POWERPLAY_BYTES || at + size > table->size)
		return;
	lower(image, table->start + at + SCLK, &powerplay->min_sclk_khz);
	if (!igp)
		lower(image, table->start + at + MCLK, &powerplay->min_mclk_khz);
}

/**
 * rcp_atom_powerplay() - read PowerPlayInfo
 * @image: the image
 * @igp: the image is for an integrated chip, which has no memory clock of its own
 * @powerplay: filled in
 * @why: returns the error
 *
 * Context: any.
 * Return: true if the table exists, is long enough and has a known revision.
 */
bool rcp_atom_powerplay(const struct rcp_atom_image *image, bool igp,
			struct rcp_atom_powerplay *powerplay, struct rcp_atom_why *why)
{
	struct rcp_atom_table table;
	u32 states, size, at, i, j;

	memset(powerplay, 0, sizeof(*powerplay));
	if (!rcp_atom_data(image, RCP_ATOM_POWERPLAY_INFO, &table, why))
		return false;
	powerplay->format = table.format;
	powerplay->content = table.content;
	if (table.format < 4 || table.format > 5)
		return rcp_atom_say(why, "PowerPlayInfo at 0x%04x: revision %u.%u is not known",
				    table.start, table.format, table.content);
	if (table.size < POWERPLAY_BYTES)
		return rcp_atom_say(why, "PowerPlayInfo at 0x%04x has %u bytes, %u are needed",
				    table.start, table.size, POWERPLAY_BYTES);
	powerplay->thermal = rcp_atom_at(image, table.start + THERMAL_TYPE, 1);
	powerplay->internal = is_internal(powerplay->thermal);
	states = rcp_atom_at(image, table.start + STATES, 1);
	size = rcp_atom_at(image, table.start + STATE_BYTES, 1);
	at = rcp_atom_at(image, table.start + STATE_ARRAY, 2);
	for (i = 0; i < states && size && at + size <= table.size; i++, at += size)
		for (j = STATE_CLOCKS; j < size; j++)
			read_clocks(image, &table, rcp_atom_at(image, table.start + at + j, 1),
				    igp, powerplay);
	return true;
}
