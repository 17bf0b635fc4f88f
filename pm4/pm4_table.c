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

/* Registers outside of the two windows have no index: search all rows. */
static const struct pm4_reg_row *row_outside(enum pm4_chip chip, u32 offset)
{
	u16 i;

	for (i = 0; i < pm4_nreg_rows; i++) {
		const struct pm4_reg_row *row = &pm4_reg_rows[i];

		if ((row->chips & (1u << chip)) && row_has(row, offset))
			return row;
	}
	return NULL;
}

const struct pm4_reg_row *pm4_reg_find(enum pm4_chip chip, u32 offset)
{
	u16 n;

	if (offset & 3)
		return NULL;
	if (offset >= PM4_CONFIG_BASE && offset < PM4_CONFIG_END)
		n = pm4_config_rows[(offset - PM4_CONFIG_BASE) / 4];
	else if (offset >= PM4_CONTEXT_BASE && offset < PM4_CONTEXT_END)
		n = pm4_context_rows[(offset - PM4_CONTEXT_BASE) / 4];
	else
		return row_outside(chip, offset);
	while (n) {
		const struct pm4_reg_row *row = &pm4_reg_rows[n - 1];

		if (row->chips & (1u << chip))
			return row;
		n = row->next;
	}
	return NULL;
}

size_t pm4_reg_name(const struct pm4_reg_row *row, u32 offset, char *text,
		    size_t size)
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

const struct pm4_packet_row *pm4_packet_find(enum pm4_ring ring,
					     enum pm4_chip chip, u32 opcode)
{
	u16 n = 0;

	if (ring == PM4_RING_GFX && opcode < ARRAY_SIZE(pm4_gfx_packets))
		n = pm4_gfx_packets[opcode];
	else if (ring == PM4_RING_DMA && opcode < ARRAY_SIZE(pm4_dma_packets))
		n = pm4_dma_packets[opcode];
	while (n) {
		const struct pm4_packet_row *row = &pm4_packet_rows[n - 1];

		if (row->chips & (1u << chip))
			return row;
		n = row->next;
	}
	return NULL;
}

const char *pm4_value_name(const struct pm4_field *field, u32 value)
{
	u8 i;

	for (i = 0; i < field->nvalues; i++)
		if (pm4_values[field->values + i].value == value)
			return pm4_values[field->values + i].name;
	return NULL;
}
