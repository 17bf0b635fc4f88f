// SPDX-License-Identifier: GPL-2.0
/*
 * The chip's temperature for hwmon, read only.  The hwmon device has the name that lm-sensors
 * and its configurations know from the in-tree driver.
 *
 * A poll neither wakes a card that sleeps nor keeps it awake: a read returns -EAGAIN while
 * the card sleeps, is being reset, or is unplugged, and -ENODEV if it does not answer.
 *
 * Only boards whose video BIOS names the chip's own sensor as the thermal controller have the
 * device.  On other boards that sensor may not be calibrated or even connected, and a program
 * that controls fans would use its value.
 *
 * Called by the hwmon core.
 */
#include <linux/err.h>
#include <linux/hwmon.h>
#include <linux/kconfig.h>

#include "rcp_device.h"

static umode_t rcp_hwmon_is_visible(const void *data, enum hwmon_sensor_types type, u32 attr,
				    int channel)
{
	return 0444;
}

static int rcp_hwmon_read(struct device *dev, enum hwmon_sensor_types type, u32 attr,
			  int channel, long *value)
{
	struct rcp_device *rdev = dev_get_drvdata(dev);
	int ret, idx, millidegrees = 0;

	if (!rcp_gate_enter_awake(rdev, &idx))
		return -EAGAIN;
	ret = rcp_card_temperature(&rdev->card, &millidegrees);
	*value = millidegrees;
	rcp_gate_exit(rdev, idx);
	return ret;
}

static const struct hwmon_ops rcp_hwmon_ops = {
	.is_visible = rcp_hwmon_is_visible,
	.read = rcp_hwmon_read,
};

static const struct hwmon_channel_info *rcp_hwmon_channels[] = {
	HWMON_CHANNEL_INFO(temp, HWMON_T_INPUT),
	NULL
};

static const struct hwmon_chip_info rcp_hwmon_chip = {
	.ops = &rcp_hwmon_ops,
	.info = rcp_hwmon_channels,
};

/**
 * rcp_hwmon_init() - register the hwmon device
 * @rdev: the device, complete
 *
 * A failure is only logged, because the card works without hwmon.  The hwmon device is
 * managed by the PCI device; once @rdev is unplugged, reads fail.
 *
 * Context: probe.
 */
void rcp_hwmon_init(struct rcp_device *rdev)
{
	struct device *dev = rdev->card.dev;
	struct device *hwmon;

	if (!IS_REACHABLE(CONFIG_HWMON) || !rdev->card.config.internal_sensor)
		return;
	hwmon = devm_hwmon_device_register_with_info(dev, "radeon", rdev, &rcp_hwmon_chip, NULL);
	if (IS_ERR(hwmon))
		dev_notice(dev, "no temperature in hwmon (%ld)\n", PTR_ERR(hwmon));
}
