// SPDX-License-Identifier: GPL-2.0
/*
 * The temperature of the chip, from its internal sensor.
 *
 * Firmware sets up the sensor and keeps it running; this file only reads it.  The encodings
 * are those of the in-tree radeon driver.  Takes no locks.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>

#include "rcp_priv.h"

/**
 * rcp_card_temperature() - read the temperature of the chip
 * @card: the card, running or at least awake
 *
 * The sensor has a signed value of nine bits: degrees on R6xx, half degrees on R7xx.  R7xx has
 * one more bit for temperatures above the range.
 *
 * Context: any; one register read.
 * Return: millidegrees Celsius.
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
