// SPDX-License-Identifier: GPL-2.0
/* pm_runtime_get_if_active() no longer takes whether the usage count may be zero. */
#include <linux/pm_runtime.h>

int rcp_probe(struct device *dev);
int rcp_probe(struct device *dev)
{
	return pm_runtime_get_if_active(dev);
}
