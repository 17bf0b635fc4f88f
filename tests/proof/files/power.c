// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks and the voltage of a power state, and the order of the steps to them, from any states
 * and levels.  powerplay.c and voltage.c prove what is read of the image.
 */
#include "../proof.h"
#include "../../../ring/atom/rcp_atom.h"

static u32 level_mv;
static bool is_level;

/* voltage.c: the voltages that the board has.  One is asked for. */
bool rcp_atom_voltage_has(const struct rcp_atom_voltage *voltage, u32 mv)
{
	level_mv = mv;
	return is_level;
}

bool rcp_atom_say(struct rcp_atom_why *why, const char *fmt, ...)
{
	return false;
}

#include "../../../ring/atom/rcp_atom_power.c"

/* A clock that is set has the voltage of both points, and the steps lead to the last one. */
void plan(void)
{
	struct rcp_atom_power any, *power = &any;
	struct rcp_atom_point from, to, now;
	struct rcp_atom_plan plan;
	u32 i;

	now = from;
	rcp_atom_plan(power, &from, &to, &plan);
	REACHED("steps are ordered");
	CUT(plan.nsteps <= ARRAY_SIZE(plan.steps), "there is room for each step");
	for (i = 0; i < plan.nsteps; i++) {
		const struct rcp_atom_step *step = &plan.steps[i];

		if (step->kind == RCP_ATOM_STEP_VOLTAGE) {
			now.voltage = step->value;
			continue;
		}
		if (power->by == RCP_ATOM_VOLTAGE_MV) {
			REACHED_IF(now.voltage > from.voltage, "the voltage rises before a clock");
			REACHED_IF(now.voltage > to.voltage && to.voltage,
				   "the voltage falls after a clock");
			PROVE(now.voltage >= from.voltage && now.voltage >= to.voltage,
			      "no clock runs without its voltage");
		}
		if (step->kind == RCP_ATOM_STEP_ENGINE)
			now.sclk_khz = step->value;
		else
			now.mclk_khz = step->value;
	}
	PROVE(now.sclk_khz == (to.sclk_khz ? to.sclk_khz : from.sclk_khz) &&
	      now.mclk_khz == (to.mclk_khz ? to.mclk_khz : from.mclk_khz) &&
	      now.voltage == (to.voltage ? to.voltage : from.voltage),
	      "the steps lead to the point");
}

/* A point of a level has a voltage that its clocks may have. */
void point(void)
{
	struct rcp_atom_power any, *power = &any;
	struct rcp_atom_state state;
	struct rcp_atom_level level;
	struct rcp_atom_point point, from, to, held;
	const struct rcp_atom_point *boot = &power->boot;
	bool memory = nondet_bool(), is_mv;

	is_level = nondet_bool();
	/* A table has 16 bits for a voltage. */
	ASSUME(boot->voltage <= 0xffff && level.voltage <= 0xffff);
	is_mv = power->by == RCP_ATOM_VOLTAGE_MV;
	if (make_point(power, &state, &level, memory, &point)) {
		REACHED("a level has a point");
		PROVE(point.sclk_khz == level.sclk_khz &&
		      point.mclk_khz == (memory ? level.mclk_khz : boot->mclk_khz),
		      "the clocks are the level's");
		if (point.voltage != boot->voltage)
			PROVE(point.voltage && point.voltage == level.voltage &&
			      state.by == power->by && power->by != RCP_ATOM_VOLTAGE_NONE &&
			      (!is_mv || (is_level && level_mv == point.voltage &&
					  2 * point.voltage <= 3 * boot->voltage)),
			      "a voltage can be set, and the board has it");
		if (point.sclk_khz > boot->sclk_khz || point.mclk_khz > boot->mclk_khz)
			PROVE(point.voltage == level.voltage && (!is_mv ||
			      point.voltage >= boot->voltage),
			      "clocks above those at boot have their voltage");
		PROVE(!is_mv || memory || boot->mclk_khz <= level.mclk_khz ||
		      point.voltage >= boot->voltage, "memory that stays keeps its voltage");
	}
	held = to;
	rcp_atom_hold_memory(power, &from, &held);
	PROVE(held.mclk_khz == from.mclk_khz && held.sclk_khz == to.sclk_khz,
	      "the memory clock stays alone");
	PROVE(held.voltage == to.voltage || (held.voltage == from.voltage &&
	      from.mclk_khz > to.mclk_khz), "only memory keeps a voltage");
	PROVE(!is_mv || from.mclk_khz <= to.mclk_khz || held.voltage >= from.voltage,
	      "memory that stays keeps its voltage");
}
