// SPDX-License-Identifier: GPL-2.0
/*
 * Parameters of the module that are numbers: each has a range, and a value beyond it is clamped.
 *
 * Called at probe; takes no locks.
 */
#include <linux/pci.h>

#include "rcp_card.h"

/**
 * rcp_parameter() - clamp a parameter of the module
 * @card: the card that is probed
 * @name: its name
 * @value: as it was set
 * @min: lowest value
 * @max: highest value
 *
 * One notice tells that the value is out of range.
 *
 * Context: probe.
 * Return: the value to use.
 */
s64 rcp_parameter(const struct rcp_card *card, const char *name, s64 value, s64 min, s64 max)
{
	s64 used = clamp(value, min, max);

	if (used != value)
		dev_notice(card->dev, "%s=%lld: the range is %lld to %lld: using %lld\n", name,
			   value, min, max, used);
	return used;
}
