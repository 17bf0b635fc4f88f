// SPDX-License-Identifier: GPL-2.0
/*
 * The temperature of the chip, from its internal sensor.
 *
 * Firmware sets the sensor up and keeps it running; this only reads it.  The encodings are
 * those that the in-tree radeon driver relies on.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>

#include "rcp_priv.h"

/**
 * rcp_card_temperature() - how warm the chip is
 * @card: running, or at least awake
 *
 * R6xx count whole degrees, R7xx halves, both as a signed number of nine bits; R7xx have one
 * bit more for what is above the range.
 *
 * Return: millidegrees Celsius.
 * Context: any; one register read.
 */
int rcp_card_temperature(struct rcp_card *card)
{
	u32 raw;

	if (!card->chip->r7xx)
		return 1000 * sign_extend32(rcp_rd(card, CG_THERMAL_STATUS) & R600_ASIC_T, 8);
	raw = FIELD_GET(R700_ASIC_T, rcp_rd(card, CG_MULT_THERMAL_STATUS));
	if (raw & R700_ASIC_T_ABOVE)
		return 500 * 255;
	return 500 * sign_extend32(raw, 8);
}
