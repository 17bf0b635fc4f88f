// SPDX-License-Identifier: GPL-2.0
/*
 * Formats of files without streams of dwords: the only file of the tool that names them.
 */
#include "pm4_table.h"
#include "tool.h"

const struct format * const formats[] = { &v4cs_format, &vc4_hang_format, NULL };

/**
 * format_front() - the front of a chip that takes no streams of dwords
 * @chip: name of the chip
 *
 * Return: the front, NULL if no format has the chip.
 */
const struct pm4_front *format_front(const char *chip)
{
	const struct format * const *f;

	for (f = formats; *f; f++)
		if (pm4_chip_find((*f)->front, chip) >= 0)
			return (*f)->front;
	return NULL;
}
