// SPDX-License-Identifier: GPL-2.0
/*
 * Power states that can be set, and the order of the steps that set one.
 *
 * The card begins at the point that firmware has set: the clocks and the voltage of FirmwareInfo,
 * or on R5xx the voltage of the default state.  Other points come from the states of PowerPlayInfo
 * alone.  A clock above that at boot needs the voltage that its state names, and the board must
 * have that voltage as a level.  Between two points no clock runs without its voltage: the voltage
 * rises before the clocks, and falls after them.
 *
 * Pure functions: no locks, no allocation.
 */
#include "rcp_atom_read.h"

/* Content revisions of SetVoltage: its parameter is a number, or mV. */
#define SET_VOLTAGE_BY_INDEX	1
#define SET_VOLTAGE_BY_MV	2
#define SET_VOLTAGE_BY_MV_TOO	3

static enum rcp_atom_voltage_by set_voltage_by(const struct rcp_atom_image *image)
{
	struct rcp_atom_table table;

	if (!rcp_atom_command(image, RCP_ATOM_SET_VOLTAGE, &table, NULL))
		return RCP_ATOM_VOLTAGE_NONE;
	switch (table.content) {
	case SET_VOLTAGE_BY_INDEX:
		return RCP_ATOM_VOLTAGE_INDEX;
	case SET_VOLTAGE_BY_MV:
	case SET_VOLTAGE_BY_MV_TOO:
		return RCP_ATOM_VOLTAGE_MV;
	}
	return RCP_ATOM_VOLTAGE_NONE;
}

/* The number of the voltage of the default state; 0 if it has none. */
static u32 boot_index(const struct rcp_atom_powerplay *powerplay)
{
	u32 i;

	for (i = 0; i < powerplay->nstates; i++)
		if (powerplay->states[i].class & RCP_ATOM_CLASS_BOOT &&
		    powerplay->states[i].by == RCP_ATOM_VOLTAGE_INDEX)
			return powerplay->states[i].levels[0].voltage;
	return 0;
}

/**
 * rcp_atom_power() - read what is needed to set a power state
 * @image: the image
 * @igp: the image is for an integrated chip
 * @power: filled in; without states or a voltage if the image does not tell
 * @why: returns the error of PowerPlayInfo
 *
 * Context: any.
 * Return: true if PowerPlayInfo could be read.
 */
bool rcp_atom_power(const struct rcp_atom_image *image, bool igp, struct rcp_atom_power *power,
		    struct rcp_atom_why *why)
{
	struct rcp_atom_firmware firmware;
	bool good;

	memset(power, 0, sizeof(*power));
	good = rcp_atom_powerplay(image, igp, &power->powerplay, why);
	rcp_atom_voltage(image, &power->voltage, NULL);
	if (!rcp_atom_firmware(image, &firmware, NULL))
		return good;
	power->boot.sclk_khz = firmware.sclk_khz;
	power->boot.mclk_khz = firmware.mclk_khz;
	power->by = set_voltage_by(image);
	if (power->by == RCP_ATOM_VOLTAGE_INDEX)
		power->boot.voltage = boot_index(&power->powerplay);
	else if (power->by == RCP_ATOM_VOLTAGE_MV &&
		 rcp_atom_voltage_has(&power->voltage, firmware.vddc_mv))
		power->boot.voltage = firmware.vddc_mv;
	/* What cannot be restored is not changed. */
	if (!power->boot.voltage)
		power->by = RCP_ATOM_VOLTAGE_NONE;
	return good;
}

static bool is_above(const struct rcp_atom_point *point, const struct rcp_atom_point *boot)
{
	return point->sclk_khz > boot->sclk_khz || point->mclk_khz > boot->mclk_khz;
}

/* No board needs half as much again as at boot, so a table that says so is broken. */
static bool can_set(const struct rcp_atom_power *power, const struct rcp_atom_state *state,
		    u32 voltage)
{
	if (!voltage || state->by != power->by || power->by == RCP_ATOM_VOLTAGE_NONE)
		return false;
	return power->by != RCP_ATOM_VOLTAGE_MV ||
	       (rcp_atom_voltage_has(&power->voltage, voltage) &&
		voltage <= power->boot.voltage + power->boot.voltage / 2);
}

/* Make a point of a level.  Returns false if its clocks lack their voltage. */
static bool make_point(const struct rcp_atom_power *power, const struct rcp_atom_state *state,
		       const struct rcp_atom_level *level, bool memory,
		       struct rcp_atom_point *point)
{
	const struct rcp_atom_point *boot = &power->boot;
	bool faster_memory = !memory && boot->mclk_khz > level->mclk_khz;

	*point = (struct rcp_atom_point){
		.sclk_khz = level->sclk_khz,
		.mclk_khz = memory ? level->mclk_khz : boot->mclk_khz,
		.voltage = boot->voltage,
	};
	if (!can_set(power, state, level->voltage))
		return !is_above(point, boot);
	if (power->by == RCP_ATOM_VOLTAGE_MV && level->voltage < boot->voltage) {
		/* Memory that stays at its clock keeps its voltage. */
		if (!faster_memory)
			point->voltage = level->voltage;
		return !is_above(point, boot);
	}
	/* Numbers have no order, so only an engine clock above that at boot tells which is more. */
	if (power->by == RCP_ATOM_VOLTAGE_MV || !faster_memory || is_above(point, boot))
		point->voltage = level->voltage;
	return true;
}

static bool is_wanted(u32 class, bool battery)
{
	if (class & (RCP_ATOM_CLASS_THERMAL | RCP_ATOM_CLASS_UVD))
		return false;
	return battery ? (class & RCP_ATOM_CLASS_UI) == RCP_ATOM_CLASS_BATTERY :
			 rcp_atom_is_performance(class);
}

/**
 * rcp_atom_choose() - find the clocks and the voltage of a power state
 * @power: from rcp_atom_power()
 * @battery: the lowest engine clock of the battery states, else the highest one of the
 *	performance states
 * @memory: the memory clock may also change
 * @point: filled in
 * @why: returns the reason if there is none
 *
 * Context: any.
 * Return: true if there is such a state.
 */
bool rcp_atom_choose(const struct rcp_atom_power *power, bool battery, bool memory,
		     struct rcp_atom_point *point, struct rcp_atom_why *why)
{
	bool found = false, unfit = false;
	u32 i, j;

	if (!power->boot.sclk_khz)
		return rcp_atom_say(why, "the video BIOS does not tell the clocks at boot");
	for (i = 0; i < power->powerplay.nstates; i++) {
		const struct rcp_atom_state *state = &power->powerplay.states[i];

		for (j = 0; is_wanted(state->class, battery) && j < state->nlevels; j++) {
			struct rcp_atom_point some;

			if (!make_point(power, state, &state->levels[j], memory, &some)) {
				unfit = true;
				continue;
			}
			if (found && (battery ? some.sclk_khz >= point->sclk_khz :
						some.sclk_khz <= point->sclk_khz))
				continue;
			*point = some;
			found = true;
		}
	}
	if (!found && unfit)
		return rcp_atom_say(why,
				    "clocks above those at boot, and no voltage that can be set");
	return found || rcp_atom_say(why, "the video BIOS has no such state");
}

/* Does the voltage rise?  Numbers have no order: then the engine clock tells. */
static bool rises(const struct rcp_atom_power *power, const struct rcp_atom_point *from,
		  const struct rcp_atom_point *to)
{
	return power->by == RCP_ATOM_VOLTAGE_MV ? to->voltage > from->voltage :
						  to->sclk_khz >= from->sclk_khz;
}

/**
 * rcp_atom_hold_memory() - leave the memory clock alone on the way to a point
 * @power: from rcp_atom_power()
 * @from: the clocks and the voltage now
 * @to: those to set; changed
 *
 * Memory that stays at a higher clock keeps its voltage.
 *
 * Context: any.
 */
void rcp_atom_hold_memory(const struct rcp_atom_power *power, const struct rcp_atom_point *from,
			  struct rcp_atom_point *to)
{
	if (from->mclk_khz > to->mclk_khz && !rises(power, from, to))
		to->voltage = from->voltage;
	to->mclk_khz = from->mclk_khz;
}

/**
 * rcp_atom_plan() - order the steps from a point to another one
 * @power: from rcp_atom_power()
 * @from: the clocks and the voltage now; a member that is 0 is not known
 * @to: those to set
 * @plan: filled in
 *
 * The in-tree driver sets the engine clock before the memory clock, and so does this.
 *
 * Context: any.
 */
void rcp_atom_plan(const struct rcp_atom_power *power, const struct rcp_atom_point *from,
		   const struct rcp_atom_point *to, struct rcp_atom_plan *plan)
{
	bool voltage = to->voltage && to->voltage != from->voltage;
	bool first = rises(power, from, to);
	u32 n = 0;

	if (voltage && first)
		plan->steps[n++] = (struct rcp_atom_step){ RCP_ATOM_STEP_VOLTAGE, to->voltage };
	if (to->sclk_khz && to->sclk_khz != from->sclk_khz)
		plan->steps[n++] = (struct rcp_atom_step){ RCP_ATOM_STEP_ENGINE, to->sclk_khz };
	if (to->mclk_khz && to->mclk_khz != from->mclk_khz)
		plan->steps[n++] = (struct rcp_atom_step){ RCP_ATOM_STEP_MEMORY, to->mclk_khz };
	if (voltage && !first)
		plan->steps[n++] = (struct rcp_atom_step){ RCP_ATOM_STEP_VOLTAGE, to->voltage };
	plan->nsteps = n;
}
