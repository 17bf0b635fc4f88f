// SPDX-License-Identifier: GPL-2.0
/* pm_runtime_get_if_active() has no argument that allows a usage count of zero. */
#include <linux/pm_runtime.h>

int rcp_probe(struct device *dev);
int rcp_probe(struct device *dev)
{
	return pm_runtime_get_if_active(dev);
}
