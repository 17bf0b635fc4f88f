// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Lookups in the generated tables.  Verdicts and the decoder look up every dword; the
 * checker expands the rows once per card instead.
 *
 * Const data: no locks, any context.
 */
#include "pm4_table.h"

/* Returns true if @offset is an element of the row's register or array. */
static bool row_has(const struct pm4_reg_row *row, u32 offset)
{
	u32 delta = offset - row->offset;

	return offset >= row->offset && !(delta % row->stride) &&
	       delta / row->stride < row->count;
}

/* Registers outside of the windows have no index: search all rows. */
static const struct pm4_reg_row *row_outside(const struct pm4_tables *tables, u32 chip,
					     u32 offset)
{
	u32 i;

	for (i = 0; i < tables->nreg_rows; i++) {
		const struct pm4_reg_row *row = &tables->reg_rows[i];

		if (row->chips & 1u << chip && row_has(row, offset))
			return row;
	}
	return NULL;
}

/**
 * pm4_reg_find() - look up the row of a register
 * @tables: the tables
 * @chip: the chip
 * @offset: byte offset in register space; every value is allowed
 *
 * Context: Any context.
 * Return: the row for this chip, or NULL if there is none (denied).
 */
const struct pm4_reg_row *pm4_reg_find(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	const struct pm4_window *w;

	if (offset & 3)
		return NULL;
	for (w = tables->windows; w < tables->windows + tables->nwindows; w++)
		if (offset >= w->base && offset < w->end)
			return pm4_reg_chain(tables, w->rows[(offset - w->base) / 4], chip);
	return row_outside(tables, chip, offset);
}

/**
 * pm4_reg_find_any() - look up the row of a register of any chip
 * @tables: the tables
 * @chip: the chip that is preferred
 * @offset: byte offset in register space
 *
 * Context: Any context.
 * Return: the row for this chip, otherwise for the first chip that has one, or NULL.
 */
const struct pm4_reg_row *pm4_reg_find_any(const struct pm4_tables *tables, u32 chip, u32 offset)
{
	const struct pm4_reg_row *row = pm4_reg_find(tables, chip, offset);
	u32 other;

	for (other = 0; !row && other < tables->nchips; other++)
		row = pm4_reg_find(tables, other, offset);
	return row;
}

/**
 * pm4_reg_name() - write the name of a register, with the element's number
 * @row: the register's row; NULL: write the offset instead
 * @offset: byte offset in register space
 * @text: receives the name
 * @size: size of @text in bytes
 *
 * Context: Any context.
 * Return: characters written without the NUL.
 */
size_t pm4_reg_name(const struct pm4_reg_row *row, u32 offset, char *text, size_t size)
{
	const char *hash;

	if (!row)
		return scnprintf(text, size, "register 0x%05x", offset);
	hash = strchr(row->name, '#');
	if (!hash)
		return scnprintf(text, size, "%s", row->name);
	return scnprintf(text, size, "%.*s%u%s", (int)(hash - row->name), row->name,
			 (offset - row->offset) / row->stride, hash + 1);
}

/**
 * pm4_packet_find() - look up the row of a packet
 * @tables: the tables
 * @ring: the engine
 * @chip: the chip
 * @opcode: the opcode; every value is allowed
 *
 * Context: Any context.
 * Return: the row for this chip, or NULL if there is none (denied).
 */
const struct pm4_packet_row *pm4_packet_find(const struct pm4_tables *tables, enum pm4_ring ring,
					     u32 chip, u32 opcode)
{
	u16 n = opcode < tables->npackets[ring] ? tables->packets[ring][opcode] : 0;

	while (n) {
		const struct pm4_packet_row *row = &tables->packet_rows[n - 1];

		if (row->chips & (1u << chip))
			return row;
		n = row->next;
	}
	return NULL;
}

/**
 * pm4_packet_find_any() - look up the row of a packet of any chip
 * @tables: the tables
 * @ring: the engine
 * @chip: the chip that is preferred
 * @opcode: the opcode
 *
 * Context: Any context.
 * Return: the row for this chip, otherwise for the first chip that has one, or NULL.
 */
const struct pm4_packet_row *pm4_packet_find_any(const struct pm4_tables *tables,
						 enum pm4_ring ring, u32 chip, u32 opcode)
{
	const struct pm4_packet_row *row = pm4_packet_find(tables, ring, chip, opcode);
	u32 other;

	for (other = 0; !row && other < tables->nchips; other++)
		row = pm4_packet_find(tables, ring, other, opcode);
	return row;
}

/**
 * pm4_value_name() - look up the name of a field's value
 * @tables: the tables of the field
 * @field: the field
 * @value: the value, shifted down
 *
 * Context: Any context.
 * Return: the name, or NULL if the value has none.
 */
const char *pm4_value_name(const struct pm4_tables *tables, const struct pm4_field *field,
			   u32 value)
{
	u8 i;

	for (i = 0; i < field->nvalues; i++)
		if (tables->values[field->values + i].value == value)
			return tables->values[field->values + i].name;
	return NULL;
}
