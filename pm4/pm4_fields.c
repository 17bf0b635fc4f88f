// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Values of registers and packets as text, with the names of the tables.
 *
 * The decoder and the driver's core dumps use it.  No allocation, no locks, any context.
 */
#include "pm4_decode.h"
#include "pm4_text.h"

/**
 * pm4_say_fields() - append the fields of a value
 * @t: the text: receives a blank, NAME and =VALUE for each field
 * @first: first field
 * @n: number of fields
 * @value: the value
 *
 * Omits fields that are 0, unless the value 0 has a name.
 */
void pm4_say_fields(struct pm4_text *t, u32 first, u32 n, u32 value)
{
	const struct pm4_tables *tables = t->front->tables;
	const struct pm4_field *f;
	u32 known = 0;

	for (f = tables->fields + first; f < tables->fields + first + n; f++) {
		u32 bits = 0xffffffff >> (32 - f->width);
		u32 v = value >> f->shift & bits;
		const char *name = pm4_value_name(tables, f, v);

		known |= bits << f->shift;
		if (name)
			say(t, " %s=%s", f->name, name);
		else if (v > 9)
			say(t, " %s=0x%x", f->name, v);
		else if (v)
			say(t, " %s=%u", f->name, v);
	}
	if (n && (value & ~known))
		say(t, " other=0x%x", value & ~known);
}

/**
 * pm4_decode_fields() - write the fields of a register as text
 * @front: the front of the chip
 * @chip: the chip
 * @offset: byte offset in register space
 * @value: value of the register
 * @text: receives the text: a blank, NAME and =VALUE for each field, or nothing
 * @size: size of @text in bytes
 *
 * Omits fields that are 0, unless the value 0 has a name.
 *
 * Context: Any context.
 * Return: characters written without the NUL.
 */
size_t pm4_decode_fields(const struct pm4_front *front, u32 chip, u32 offset, u32 value,
			 char *text, size_t size)
{
	const struct pm4_reg_row *row = pm4_reg_find(front->tables, chip, offset);
	struct pm4_text t = { .buf = text, .size = size, .front = front, .chip = chip };

	if (!size)
		return 0;
	text[0] = '\0';
	if (row)
		pm4_say_fields(&t, row->fields, row->nfields, value);
	return t.len;
}
