// SPDX-License-Identifier: GPL-2.0
/*
 * PowerPlayInfo: the thermal controller of the board, and its power states.
 *
 * R6xx and R7xx have revision 4 or 5.  A state lists numbers of clock infos, low to high, and has
 * the number of a non-clock info; each clock info has an engine clock, a memory clock and a
 * voltage.  R5xx have revisions 1 to 3: a list of entries, each a state of one level.  The layouts
 * are in pptable.h and atombios.h of the in-tree driver.
 *
 * A level without a clock, or with an impossible one, does not count, and a state needs a level.
 *
 * Pure functions: no locks, no allocation.
 */
#include "rcp_atom_read.h"

/* Revisions 4 and 5: offsets in the table. */
#define STATES			5	/* number of states */
#define STATE_BYTES		6	/* of each state */
#define CLOCK_BYTES		7	/* of each clock info */
#define OTHER_BYTES		8	/* of each non-clock info */
#define STATE_ARRAY		9
#define CLOCK_ARRAY		11
#define OTHER_ARRAY		13
#define VOLTAGE_TIME		17	/* in us */
#define THERMAL_TYPE		25
#define POWERPLAY_BYTES		33

#define STATE_CLOCKS		1	/* numbers of clock infos, up to the end of the state */
#define SCLK			0
#define MCLK			3	/* integrated chips have another engine clock here */
#define VDDC			6
#define CLOCK_READ_BYTES	8
#define CLASS_BITS		0xffffu

/* Revisions 1 to 3. */
#define MODE_THERMAL		4
#define MODE_BYTES		8	/* of each entry */
#define MODE_COUNT		9
#define MODES			10
#define MODE_FLAGS		0
#define MODE_VOLTAGE_INDEX	16
#define MODE_READ_BYTES		17
#define MODE_VOLTAGE_BY_GPIO	0x4u
#define MODE_VOLTAGE_BY_INDEX	0x80u
#define MODE_DEFAULT		0x8000u
#define MODE_POWER_SAVING	0x40000u
#define MODE_3D			0x08000000u

#define CLOCK_MAX		1000000	/* 10 GHz, in 10 kHz */
#define VOLTAGE_LEAVE		0xff01	/* the state leaves the voltage alone */

#define THERMAL_RV6XX		0x07
#define THERMAL_RV770		0x08
#define THERMAL_EMC2103		0x0d	/* with the internal sensor */
#define THERMAL_ADT7473		0x89	/* with the internal sensor */

/* What a parser of one revision needs. */
struct powerplay_reader {
	const struct rcp_atom_image *image;
	struct rcp_atom_table table;
	struct rcp_atom_firmware boot;
	bool igp;
	struct rcp_atom_powerplay *powerplay;
};

static bool is_internal(u32 thermal)
{
	return thermal == THERMAL_RV6XX || thermal == THERMAL_RV770 ||
	       thermal == THERMAL_EMC2103 || thermal == THERMAL_ADT7473;
}

static u32 at(const struct powerplay_reader *r, u32 offset, u32 bytes)
{
	return rcp_atom_at(r->image, r->table.start + offset, bytes);
}

/* Convert a clock in units of 10 kHz.  Returns 0 for one that no board has. */
static u32 clock_khz(u32 clock, u32 boot_khz)
{
	if (!clock || clock > CLOCK_MAX || (boot_khz && clock * 10 > 2 * boot_khz))
		return 0;
	return clock * 10;
}

static void lower(u32 *min, u32 khz)
{
	if (khz && (!*min || khz < *min))
		*min = khz;
}

/*
 * Add a level to the state that is being read.  Firmware of integrated chips may have set a lower
 * engine clock than half of a state's.
 */
static void add_level(const struct powerplay_reader *r, struct rcp_atom_state *state, u32 sclk,
		      u32 mclk, u32 voltage)
{
	struct rcp_atom_level level = {
		.sclk_khz = clock_khz(sclk, r->igp ? 0 : r->boot.sclk_khz),
		.mclk_khz = r->igp ? 0 : clock_khz(mclk, r->boot.mclk_khz),
		.voltage = voltage == VOLTAGE_LEAVE ? 0 : voltage,
	};

	if (!level.sclk_khz || (!r->igp && !level.mclk_khz) || state->nlevels == RCP_ATOM_LEVELS)
		return;
	lower(&r->powerplay->min_sclk_khz, level.sclk_khz);
	lower(&r->powerplay->min_mclk_khz, level.mclk_khz);
	state->levels[state->nlevels++] = level;
}

/* Return the state to read next, or NULL if there is no room. */
static struct rcp_atom_state *next_state(const struct powerplay_reader *r)
{
	struct rcp_atom_powerplay *p = r->powerplay;

	return p->nstates < RCP_ATOM_STATES ? &p->states[p->nstates] : NULL;
}

/* ---- revisions 4 and 5 ---- */

/* A number outside of the table is skipped. */
static void read_clocks(const struct powerplay_reader *r, struct rcp_atom_state *state, u32 number)
{
	u32 size = at(r, CLOCK_BYTES, 1);
	u32 pos = at(r, CLOCK_ARRAY, 2) + number * size;

	if (size < CLOCK_READ_BYTES || pos < POWERPLAY_BYTES || pos + size > r->table.size)
		return;
	add_level(r, state, at(r, pos + SCLK, 3), at(r, pos + MCLK, 3),
		  r->igp ? 0 : at(r, pos + VDDC, 2));
}

static u32 read_class(const struct powerplay_reader *r, u32 number)
{
	u32 size = at(r, OTHER_BYTES, 1);
	u32 pos = at(r, OTHER_ARRAY, 2) + number * size;

	if (size < 2 || pos < POWERPLAY_BYTES || pos + size > r->table.size)
		return 0;
	return at(r, pos, 2) & CLASS_BITS;
}

/* As in the in-tree driver: the state at boot is what firmware sets, whatever the table says. */
static void patch_boot(const struct powerplay_reader *r, struct rcp_atom_state *state)
{
	u32 i;

	if (!(state->class & RCP_ATOM_CLASS_BOOT) || !r->boot.sclk_khz)
		return;
	for (i = 0; i < state->nlevels; i++) {
		state->levels[i].sclk_khz = r->boot.sclk_khz;
		if (!r->igp && r->boot.mclk_khz)
			state->levels[i].mclk_khz = r->boot.mclk_khz;
		state->levels[i].voltage = r->igp ? 0 : r->boot.vddc_mv;
	}
}

static bool read_states(const struct powerplay_reader *r, struct rcp_atom_why *why)
{
	u32 states = at(r, STATES, 1), size = at(r, STATE_BYTES, 1), pos = at(r, STATE_ARRAY, 2);
	struct rcp_atom_state *state;
	u32 i, j;

	if (r->table.size < POWERPLAY_BYTES)
		return rcp_atom_say(why, "PowerPlayInfo at 0x%04x has %u bytes, %u are needed",
				    r->table.start, r->table.size, POWERPLAY_BYTES);
	r->powerplay->thermal = at(r, THERMAL_TYPE, 1);
	r->powerplay->voltage_us = at(r, VOLTAGE_TIME, 2);
	for (i = 0; i < states && size && pos + size <= r->table.size; i++, pos += size) {
		state = next_state(r);
		if (!state)
			break;
		memset(state, 0, sizeof(*state));
		state->class = read_class(r, at(r, pos, 1));
		state->by = RCP_ATOM_VOLTAGE_MV;
		for (j = STATE_CLOCKS; j < size; j++)
			read_clocks(r, state, at(r, pos + j, 1));
		patch_boot(r, state);
		r->powerplay->nstates += state->nlevels != 0;
	}
	return true;
}

/* ---- revisions 1 to 3 ---- */

static u32 mode_class(u32 flags, bool is_default)
{
	u32 class = flags & MODE_3D ? RCP_ATOM_CLASS_3D : 0;

	if (is_default)
		class |= RCP_ATOM_CLASS_BOOT;
	if (flags & MODE_POWER_SAVING)
		class |= RCP_ATOM_CLASS_BATTERY;
	return class;
}

static bool read_modes(const struct powerplay_reader *r, struct rcp_atom_why *why)
{
	u32 size = at(r, MODE_BYTES, 1), count = at(r, MODE_COUNT, 1), pos = MODES, i;
	struct rcp_atom_powerplay *p = r->powerplay;
	struct rcp_atom_state *state;
	bool has_default = false;

	if (r->table.size < MODES || size < MODE_READ_BYTES)
		return rcp_atom_say(why, "PowerPlayInfo at 0x%04x has %u bytes, entries of %u",
				    r->table.start, r->table.size, size);
	p->thermal = at(r, MODE_THERMAL, 1);
	for (i = 0; i < count && pos + size <= r->table.size; i++, pos += size) {
		u32 flags = at(r, pos + MODE_FLAGS, 4);
		bool v1 = r->table.format == 1;

		state = next_state(r);
		if (!state)
			break;
		memset(state, 0, sizeof(*state));
		if (flags & MODE_VOLTAGE_BY_GPIO)
			state->by = RCP_ATOM_VOLTAGE_GPIO;
		else if (flags & MODE_VOLTAGE_BY_INDEX)
			state->by = RCP_ATOM_VOLTAGE_INDEX;
		state->class = mode_class(flags, flags & MODE_DEFAULT);
		state->flags = flags;
		add_level(r, state, at(r, pos + (v1 ? 12 : 8), v1 ? 2 : 4),
			  at(r, pos + (v1 ? 14 : 12), v1 ? 2 : 4),
			  at(r, pos + MODE_VOLTAGE_INDEX, 1));
		if (!state->nlevels)
			continue;
		p->nstates++;
		has_default |= state->class & RCP_ATOM_CLASS_BOOT;
	}
	/* Without a flag the last one is the default. */
	if (p->nstates && !has_default)
		p->states[p->nstates - 1].class |= RCP_ATOM_CLASS_BOOT;
	return true;
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
	struct powerplay_reader r = { .image = image, .igp = igp, .powerplay = powerplay };
	bool good;

	memset(powerplay, 0, sizeof(*powerplay));
	if (!rcp_atom_data(image, RCP_ATOM_POWERPLAY_INFO, &r.table, why))
		return false;
	powerplay->format = r.table.format;
	powerplay->content = r.table.content;
	/* Without it the clocks have no limit but CLOCK_MAX. */
	rcp_atom_firmware(image, &r.boot, NULL);
	if (r.table.format >= 1 && r.table.format <= 3)
		good = read_modes(&r, why);
	else if (r.table.format == 4 || r.table.format == 5)
		good = read_states(&r, why);
	else
		good = rcp_atom_say(why, "PowerPlayInfo at 0x%04x: revision %u.%u is not known",
				    r.table.start, r.table.format, r.table.content);
	/* R5xx have no sensor of their own. */
	powerplay->internal = good && r.table.format >= 4 && is_internal(powerplay->thermal);
	return good;
}

/**
 * rcp_atom_class_name() - name a power state
 * @class: RCP_ATOM_CLASS_*
 *
 * Context: any.
 * Return: the name of the first bit that is known, one word.
 */
const char *rcp_atom_class_name(u32 class)
{
	if (class & RCP_ATOM_CLASS_BOOT)
		return "boot";
	if (class & RCP_ATOM_CLASS_THERMAL)
		return "thermal";
	if (class & RCP_ATOM_CLASS_UVD)
		return "uvd";
	if (rcp_atom_is_performance(class))
		return "performance";
	switch (class & RCP_ATOM_CLASS_UI) {
	case RCP_ATOM_CLASS_BATTERY:
		return "battery";
	case RCP_ATOM_CLASS_BALANCED:
		return "balanced";
	}
	return "other";
}
