// SPDX-License-Identifier: GPL-2.0
/*
 * The chips of all generations.
 */
#include <strings.h>

#include "model_int.h"

static const struct model_chip *(* const generations[])(unsigned int i) = {
	r600_chip_by_index, r500_chip_by_index
};

const struct model_chip *model_chip_by_index(unsigned int i)
{
	const struct model_chip *chip;

	for (size_t g = 0; g < sizeof(generations) / sizeof(generations[0]); g++)
		for (unsigned int k = 0; (chip = generations[g](k)); k++)
			if (chip->id == i)
				return chip;
	return NULL;
}

const struct model_chip *model_chip_by_name(const char *name)
{
	const struct model_chip *chip;

	for (unsigned int i = 0; (chip = model_chip_by_index(i)); i++)
		if (!strcasecmp(chip->name, name))
			return chip;
	return NULL;
}

size_t model_state_size(void)
{
	const struct model_chip *chip;
	size_t most = 0;

	for (unsigned int i = 0; (chip = model_chip_by_index(i)); i++)
		if (chip->gen->state_size > most)
			most = chip->gen->state_size;
	return most;
}
