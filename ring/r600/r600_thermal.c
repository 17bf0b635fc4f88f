// SPDX-License-Identifier: GPL-2.0
/*
 * The temperature of the chip, from its internal sensor.
 *
 * Firmware sets up the sensor and keeps it running; this file only reads it.  The encodings
 * are from the in-tree radeon driver.  Takes no locks.
 */
#include <linux/bitfield.h>
#include <linux/bitops.h>

#include "r600.h"

/* No sensor reads all ones: bits that no chip has are 0. */
#define R600_NO_VALUE	(~0u)

/**
 * r600_temperature() - read the temperature of the chip
 * @card: the card, running or at least awake
 * @millidegrees: receives the temperature in millidegrees Celsius
 *
 * The sensor has a signed value of nine bits: degrees on R6xx, half degrees on R7xx.  R7xx has
 * one more bit for temperatures above the range.
 *
 * Context: any; two register reads.
 * Return: 0, or -ENODEV if the card does not answer.
 */
int r600_temperature(struct rcp_card *card, int *millidegrees)
{
	u32 status = rcp_rd(card, r600_by_family(card, CG_THERMAL_STATUS, CG_MULT_THERMAL_STATUS));
	u32 raw;

	if (status == R600_NO_VALUE || rcp_card_gone(card))
		return -ENODEV;
	if (!r600_row(card)->r7xx) {
		*millidegrees = 1000 * sign_extend32(status & R600_ASIC_T, 8);
		return 0;
	}
	raw = FIELD_GET(R700_ASIC_T, status);
	*millidegrees = raw & R700_ASIC_T_ABOVE ? 500 * 255 : 500 * sign_extend32(raw, 8);
	return 0;
}
