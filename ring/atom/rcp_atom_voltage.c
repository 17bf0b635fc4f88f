// SPDX-License-Identifier: GPL-2.0
/*
 * VoltageObjectInfo: the levels of the core's voltage that the board has.
 *
 * Revision 1.1, which R6xx and R7xx have: objects with a type, their size, the pins that select a
 * level, and a base and a step.  Others are not known, and then no voltage is changed.
 *
 * Pure functions: no locks, no allocation.
 */
#include "rcp_atom_read.h"

#define OBJECTS		4	/* the first object */
#define TYPE		0
#define BYTES		1
#define BASE_MV		18
#define STEP_MV		20
#define ENTRIES		22
#define OBJECT_BYTES	24
#define TYPE_VDDC	1

/**
 * rcp_atom_voltage() - read the levels of the core's voltage
 * @image: the image
 * @voltage: filled in; without levels if the table does not tell
 * @why: returns the error
 *
 * Context: any.
 * Return: true if there are levels.
 */
bool rcp_atom_voltage(const struct rcp_atom_image *image, struct rcp_atom_voltage *voltage,
		      struct rcp_atom_why *why)
{
	struct rcp_atom_table table;
	u32 pos, size;

	memset(voltage, 0, sizeof(*voltage));
	if (!rcp_atom_data(image, RCP_ATOM_VOLTAGE_INFO, &table, why))
		return false;
	if (table.format != 1 || table.content != 1)
		return rcp_atom_say(why, "VoltageObjectInfo at 0x%04x: revision %u.%u is not known",
				    table.start, table.format, table.content);
	for (pos = OBJECTS; pos + OBJECT_BYTES <= table.size; pos += size) {
		size = rcp_atom_at(image, table.start + pos + BYTES, 1);
		if (size < OBJECT_BYTES || pos + size > table.size)
			break;
		if (rcp_atom_at(image, table.start + pos + TYPE, 1) != TYPE_VDDC)
			continue;
		voltage->base_mv = rcp_atom_at(image, table.start + pos + BASE_MV, 2);
		voltage->step_mv = rcp_atom_at(image, table.start + pos + STEP_MV, 2);
		voltage->levels = rcp_atom_at(image, table.start + pos + ENTRIES, 1);
		if (voltage->base_mv && voltage->levels)
			return true;
	}
	memset(voltage, 0, sizeof(*voltage));
	return rcp_atom_say(why, "VoltageObjectInfo at 0x%04x has no levels of VDDC", table.start);
}

/**
 * rcp_atom_voltage_has() - test whether a voltage is a level
 * @voltage: the levels
 * @mv: the voltage in mV
 *
 * Context: any.
 * Return: whether it is.
 */
bool rcp_atom_voltage_has(const struct rcp_atom_voltage *voltage, u32 mv)
{
	u32 above = mv - voltage->base_mv;

	if (!voltage->levels || mv < voltage->base_mv)
		return false;
	if (!voltage->step_mv)
		return !above;
	return above % voltage->step_mv == 0 && above / voltage->step_mv < voltage->levels;
}
